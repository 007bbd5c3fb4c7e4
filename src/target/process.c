/* SPDX-License-Identifier: MIT */
/* What /proc says of a process. */
#include "target/process.h"

#include <stdlib.h>

#include "scry/proc.h"

#define LINE_MAX_BYTES 4096
#define CGROUPS_MAX 65536

bool process_read(pid_t pid, struct process *process)
{
	struct proc_stat stat;
	bool good = proc_stat_of(pid, &stat);

	*process = (struct process){
		.pid = pid,
		.parent = stat.parent,
		.start = stat.start,
		.is_kernel = stat.flags & PROC_KERNEL_THREAD,
		.is_over = stat.state == 'Z' || stat.state == 'X',
	};
	memcpy(process->comm, stat.comm, sizeof(process->comm));
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
	char target[LINE_MAX_BYTES];
	ssize_t len;

	if (process->program)
		return process->program;
	len = proc_link(process->pid, target, sizeof(target), "exe");
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
		process->command = proc_read_whole(process->pid, "cmdline", LINE_MAX_BYTES,
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
		process->cgroups = proc_read_whole(process->pid, "cgroup", CGROUPS_MAX, NULL);
	if (!process->cgroups)
		process->cgroups = xstrdup("");
	return process->cgroups;
}
