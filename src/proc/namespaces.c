/* SPDX-License-Identifier: MIT */
/* Namespaces of processes, and numbers in other PID namespaces. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "proc/root.h"

#ifndef NS_GET_PID_FROM_PIDNS
#define NS_GET_PID_FROM_PIDNS _IOR(0xb7, 0x6, int)
#endif

uint64_t proc_namespace(pid_t pid, const char *name)
{
	char link[PROC_PATH], *bracket;

	if (!proc_link_text(pid, link, sizeof(link), "ns/%s", name))
		return 0;
	bracket = strchr(link, '[');
	return bracket ? strtoull(bracket + 1, NULL, 10) : 0;
}

bool proc_same_numbers(pid_t one, pid_t other)
{
	uint64_t namespace = proc_namespace(one, "pid");

	return namespace && proc_namespace(other, "pid") == namespace;
}

/*
 * Fields such as NSpid list the numbers from the namespace of the procfs to the innermost one:
 * proc_pid_status(5).
 */
static bool read_numbers(pid_t tid, const char *field, pid_t *here, pid_t *own)
{
	char *line = proc_take_field(proc_fopen(tid, "status"), field);
	unsigned n = 0;

	if (line) {
		*here = proc_number_at(line, proc_root()->level, &n);
		*own = n ? proc_number_at(line, n - 1, &n) : 0;
	}
	free(line);
	return n;
}

pid_t proc_own_number(pid_t pid)
{
	pid_t here, own;

	return read_numbers(pid, "NSpid", &here, &own) ? own : -1;
}

/* The fields of a status that have the numbers of a role. */
static const char *const fields[][3] = {
	[PROC_THREAD] = { "NSpid" },
	[PROC_PROCESS] = { "NStgid" },
	[PROC_GROUP_OR_SESSION] = { "NSpgid", "NSsid" },
};

bool proc_has_number(pid_t tid, enum proc_role role, pid_t number, pid_t *pid)
{
	pid_t own;

	for (const char *const *field = fields[role]; *field; field++)
		if (read_numbers(tid, *field, pid, &own) && own == number)
			return true;
	return false;
}

bool proc_is_numbered(pid_t tid, pid_t other, pid_t number)
{
	pid_t pid;

	if (proc_same_numbers(getpid(), other))
		return tid == number;
	return (tid == other || proc_same_numbers(tid, other)) &&
	       proc_has_number(tid, PROC_THREAD, number, &pid);
}

struct numbered {
	uint64_t namespace;
	enum proc_role role;
	pid_t number;
	pid_t found, *pid;
};

static bool find_thread(void *ctx, pid_t process)
{
	struct numbered *numbered = ctx;
	pid_t *tids = NULL;
	ssize_t n;

	if (proc_namespace(process, "pid") != numbered->namespace)
		return false;
	n = proc_threads(process, &tids);
	for (ssize_t i = 0; i < n && numbered->found < 0; i++)
		if (proc_has_number(tids[i], numbered->role, numbered->number, numbered->pid))
			numbered->found = tids[i];
	free(tids);
	return numbered->found > 0;
}

pid_t proc_find_number(pid_t like, enum proc_role role, pid_t number, pid_t *pid)
{
	struct numbered numbered = {
		.namespace = proc_namespace(like, "pid"),
		.role = role,
		.number = number,
		.found = -1,
		.pid = pid,
	};

	if (numbered.namespace)
		proc_each(find_thread, &numbered);
	return numbered.found;
}

pid_t proc_ask_number(pid_t like, pid_t number)
{
	int fd = proc_open(like, "ns/pid"), pid;

	if (fd < 0)
		return -1;
	pid = ioctl(fd, NS_GET_PID_FROM_PIDNS, number);
	if (pid < 0)
		pid = errno == ESRCH ? 0 : -1;
	close(fd);
	return pid;
}
