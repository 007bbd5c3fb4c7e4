/* SPDX-License-Identifier: MIT */
/* Private to src/proc/: the procfs that the module reads, and numbers in it. */
#ifndef PROC_ROOT_H
#define PROC_ROOT_H

#include <stdbool.h>
#include <sys/types.h>

#include "scry/proc.h"

struct proc_root {
	bool known;
	bool private; /* the module has made the procfs; otherwise it is mounted at /proc */
	int directory; /* -1: it cannot be opened: files are opened by their whole paths */
	enum proc_numbers numbers;
	/*
	 * Lines such as NSpid have a number for each namespace from that of the procfs on. This is
	 * the index of that of scry.
	 */
	unsigned level;
};

const struct proc_root *proc_root(void);
/*
 * Makes a procfs of the PID namespace of scry, which is mounted nowhere: only the descriptor leads
 * to it. Returns the descriptor; -1: scry may not.
 */
int proc_make_private(void);
/* Returns which process scry is in the procfs; 0: none. */
pid_t proc_find_self(int directory);
/* Returns the number at an index of a line such as NSpid; 0: it has less. *n: how many it has. */
pid_t proc_number_at(const char *line, unsigned index, unsigned *n);
/* The same as proc_number_shown() and proc_number_meant() if the procfs is PROC_OUTER. */
pid_t proc_translate_in(const struct proc_root *root, pid_t pid);
pid_t proc_translate_out(const struct proc_root *root, pid_t shown);

/*
 * Returns the cgroup of a process as the cgroup namespace of scry names it: cgroups(7). controllers:
 * of its hierarchy; "": of version 2. The caller frees it. NULL: unknown.
 */
char *proc_cgroup_of(pid_t pid, const char *controllers);
/*
 * Returns the rest of the line that begins with "field:" of a file, which it closes. The caller
 * frees it. NULL: there is no file, or no such line.
 */
char *proc_take_field(FILE *file, const char *field);
/*
 * Lists the entries of a directory that are numbers, and closes it. The caller frees *numbers. -1:
 * there is no directory.
 */
ssize_t proc_take_numbers(DIR *dir, pid_t **numbers);

#endif
