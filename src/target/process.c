/* SPDX-License-Identifier: MIT */
/* Reads what /proc says of a process. */
#include "target/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "scry/target.h"
#include "scry/tracee.h"

#define STAT_MAX 4096
#define LINE_MAX_BYTES 4096
#define CGROUPS_MAX 65536
/* linux/sched.h: PF_KTHREAD. proc_pid_stat(5): flags, field 9. */
#define FLAG_KERNEL_THREAD 0x00200000u

char *process_read_file(pid_t pid, const char *name, size_t max, size_t *len)
{
	char path[PROC_PATH];
	struct buf text = { 0 };
	bool good;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	good = buf_read(&text, fd, max);
	close(fd);
	if (!good) {
		buf_free(&text);
		return NULL;
	}
	while (text.len && !text.data[text.len - 1])
		text.len--;
	if (len)
		*len = text.len;
	buf_cstr(&text);
	return text.data;
}

/*
 * "PID (COMM) STATE PPID PGRP SESSION TTY TPGID FLAGS … STARTTIME": the command name may have blanks and parentheses, and so
 * ends at the last parenthesis.
 */
bool process_read(pid_t pid, struct process *process)
{
	size_t len;
	char *text = process_read_file(pid, "stat", STAT_MAX, &len), *begin, *end;
	unsigned long long start;
	unsigned flags;
	char state;
	int parent;
	bool good = false;

	*process = (struct process){ .pid = pid };
	begin = text ? strchr(text, '(') : NULL;
	end = begin ? strrchr(begin, ')') : NULL;
	if (end && sscanf(end + 1,
			  " %c %d %*d %*d %*d %*d %u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
			  "%*d %llu",
			  &state, &parent, &flags, &start) == 4) {
		*end = '\0';
		snprintf(process->comm, sizeof(process->comm), "%s", begin + 1);
		process->parent = parent;
		process->is_kernel = flags & FLAG_KERNEL_THREAD;
		process->is_over = state == 'Z' || state == 'X';
		process->start = start;
		good = true;
	}
	free(text);
	return good;
}

void process_free(struct process *process)
{
	free(process->program);
	free(process->command);
	free(process->cgroups);
}

const char *process_program(struct process *process)
{
	static const char deleted[] = " (deleted)";
	char path[PROC_PATH], target[LINE_MAX_BYTES];
	ssize_t len;

	if (process->program)
		return process->program;
	snprintf(path, sizeof(path), "/proc/%d/exe", process->pid);
	len = readlink(path, target, sizeof(target));
	len = len > 0 && (size_t)len < sizeof(target) ? len : 0;
	if ((size_t)len >= sizeof(deleted) &&
	    !memcmp(target + len - strlen(deleted), deleted, strlen(deleted)))
		len -= (ssize_t)strlen(deleted);
	process->program = xstrndup(target, (size_t)len);
	return process->program;
}

const char *process_command(struct process *process)
{
	if (!process->command)
		process->command = process_read_file(process->pid, "cmdline", LINE_MAX_BYTES,
						     &process->command_len);
	if (!process->command)
		process->command = xstrdup("");
	return process->command;
}

const char *process_script(struct process *process)
{
	size_t len = strlen(process_command(process));

	return len < process->command_len ? process->command + len + 1 : "";
}

const char *process_cgroups(struct process *process)
{
	if (!process->cgroups)
		process->cgroups = process_read_file(process->pid, "cgroup", CGROUPS_MAX, NULL);
	if (!process->cgroups)
		process->cgroups = xstrdup("");
	return process->cgroups;
}

uint64_t target_start_of(pid_t pid)
{
	struct process process;
	uint64_t start = process_read(pid, &process) ? process.start : 0;

	process_free(&process);
	return start;
}
