/* SPDX-License-Identifier: MIT */
/* Private to src/target/: what /proc says of a process. */
#ifndef TARGET_PROCESS_H
#define TARGET_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/util.h"

/*
 * A process, as it was when it was read. The other facts are looked up when a function below asks
 * for them.
 */
struct process {
	pid_t pid, parent;
	uint64_t start;
	bool is_kernel; /* a thread of the kernel */
	bool is_over; /* it has ended, and waits for its parent */
	char comm[64];
	/* What has been looked up; NULL: not yet. An empty string: it cannot be read. */
	char *program; /* of /proc/PID/exe: the path */
	char *command; /* of /proc/PID/cmdline: the arguments, with a NUL after each */
	size_t command_len;
	char *cgroups; /* of /proc/PID/cgroup */
};

/* Reads /proc/PID/stat. Returns false if the process is gone. process_free() empties the struct. */
bool process_read(pid_t pid, struct process *process);
void process_free(struct process *process);

const char *process_program(struct process *process);
/* Returns argument 0; "": there is none. */
const char *process_command(struct process *process);
/* Returns argument 1, which is the file of a script; "": there is none. */
const char *process_script(struct process *process);
const char *process_cgroups(struct process *process);

#endif
