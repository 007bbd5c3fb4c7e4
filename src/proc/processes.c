/* SPDX-License-Identifier: MIT */
/* Processes and threads: lists of them, and what their files say. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proc/root.h"
#include "scry/util.h"

/* --- lists ------------------------------------------------------------------------------------ */

/* Replaces the numbers of the procfs by those of scry. Those that have none are left out. */
static ssize_t translate_numbers(pid_t *numbers, ssize_t n)
{
	ssize_t kept = 0;

	if (n <= 0 || proc_numbers() == PROC_OURS)
		return n;
	for (ssize_t i = 0; i < n; i++) {
		pid_t pid = proc_number_meant(numbers[i]);

		if (pid)
			numbers[kept++] = pid;
	}
	return kept;
}

int proc_each(bool (*each)(void *ctx, pid_t pid), void *ctx)
{
	pid_t *pids = NULL;
	ssize_t n = -1;
	bool done = false;

	if (proc_numbers() == PROC_OURS || proc_numbers() == PROC_OUTER)
		n = proc_take_numbers(proc_opendir(PROC_SYSTEM, "."), &pids);
	for (ssize_t i = 0; i < n && !done; i++) {
		pid_t pid = proc_number_meant(pids[i]);

		done = pid && each(ctx, pid);
	}
	free(pids);
	return n < 0 ? -1 : done;
}

ssize_t proc_threads(pid_t pid, pid_t **tids)
{
	ssize_t n = proc_take_numbers(proc_opendir(pid, "task"), tids);

	return translate_numbers(*tids, n);
}

/* Each thread has the children that it has made: proc_tid_children(5). */
ssize_t proc_children(pid_t pid, pid_t **children, bool *complete)
{
	pid_t *tids = NULL;
	ssize_t n_threads = proc_threads(pid, &tids);
	size_t n = 0, capacity = 0;
	int child;

	*children = NULL;
	*complete = n_threads >= 0;
	for (ssize_t i = 0; i < n_threads; i++) {
		FILE *file = proc_fopen(tids[i], "task/%d/children", proc_number_shown(tids[i]));

		*complete &= file != NULL;
		while (file && fscanf(file, "%d", &child) == 1) {
			*children = xgrow(*children, n, &capacity, sizeof(**children));
			(*children)[n++] = child;
		}
		if (file)
			fclose(file);
	}
	free(tids);
	return translate_numbers(*children, (ssize_t)n);
}

bool proc_exists(pid_t pid)
{
	return !kill(pid, 0) || errno == EPERM;
}

/* --- stat ------------------------------------------------------------------------------------- */

#define STAT_MAX 1024

/* Skips fields that a blank separates. Returns NULL if the line ends before. */
static const char *skip_fields(const char *at, unsigned n)
{
	while (at && n--) {
		at = strchr(at, ' ');
		at = at ? at + 1 : NULL;
	}
	return at;
}

/*
 * "PID (COMM) STATE PPID PGRP SESSION TTY TPGID FLAGS ... STARTTIME ... EXIT_CODE": fields 1 to 9,
 * 22 and 52 of proc_pid_stat(5). The command name may have blanks and parentheses, and so ends at
 * the last parenthesis.
 */
bool proc_stat_of(pid_t tid, struct proc_stat *stat)
{
	char line[STAT_MAX], *begin, *end;
	const char *state, *flags, *start, *status;

	*stat = (struct proc_stat){ 0 };
	if (proc_read(tid, "stat", line, sizeof(line)) <= 0)
		return false;
	begin = strchr(line, '(');
	end = begin ? strrchr(begin, ')') : NULL;
	state = end ? skip_fields(end, 1) : NULL;
	flags = skip_fields(state, 6);
	start = skip_fields(flags, 13);
	if (!start)
		return false;
	status = skip_fields(start, 30);
	*end = '\0';
	snprintf(stat->comm, sizeof(stat->comm), "%s", begin + 1);
	stat->state = *state;
	stat->parent = proc_number_meant((pid_t)strtol(state + 1, NULL, 10));
	stat->flags = (unsigned)strtoul(flags, NULL, 10);
	stat->start = strtoull(start, NULL, 10);
	stat->status = status ? atoi(status) : 0;
	return true;
}

uint64_t proc_start(pid_t pid)
{
	struct proc_stat stat;

	return proc_stat_of(pid, &stat) ? stat.start : 0;
}

char proc_state(pid_t tid)
{
	struct proc_stat stat;

	return proc_stat_of(tid, &stat) ? stat.state : 0;
}

/* --- status ----------------------------------------------------------------------------------- */

/* The fields of a status that are numbers of processes. */
static bool is_number_of_process(const char *field)
{
	static const char *const names[] = { "Tgid", "Pid", "PPid", "TracerPid" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], field))
			return true;
	return false;
}

static char *status_field(pid_t pid, const char *field)
{
	return proc_take_field(proc_fopen(pid, "status"), field);
}

long proc_status(pid_t pid, const char *field)
{
	char *line = status_field(pid, field);
	long value = line ? strtol(line, NULL, 10) : -1;

	free(line);
	return value > 0 && is_number_of_process(field) ? proc_number_meant((pid_t)value) : value;
}

uint64_t proc_status_mask(pid_t pid, const char *field)
{
	char *line = status_field(pid, field);
	uint64_t mask = line ? strtoull(line, NULL, 16) : 0;

	free(line);
	return mask;
}

/* There are pidfds of leaders only, but with a flag: pidfd_open(2). */
static bool is_leader(pid_t tid)
{
	int pidfd = (int)syscall(SYS_pidfd_open, tid, 0);

	if (pidfd >= 0)
		close(pidfd);
	return pidfd >= 0;
}

pid_t proc_tgid(pid_t tid)
{
	pid_t tgid = (pid_t)proc_status(tid, "Tgid");

	/* Where /proc shows no process of scry, of a leader it is known without. */
	if (tgid <= 0 && proc_numbers() > PROC_OUTER && is_leader(tid))
		return tid;
	return tgid;
}

/* The name of the command, which comes before, has no newline: proc(5). */
bool proc_user(pid_t tid, uint32_t *user)
{
	static const char key[] = "\nUid:\t";
	char text[1024], *line;

	if (tid <= 0 || proc_read(tid, "status", text, sizeof(text)) <= 0)
		return false;
	line = strstr(text, key);
	if (line)
		*user = (uint32_t)strtoul(line + strlen(key), NULL, 10);
	return line;
}

/* The second number of "Uid:" and of "Gid:" is the effective one: proc_pid_status(5). */
static bool read_effective(pid_t tid, const char *field, unsigned *id)
{
	char *line = status_field(tid, field);
	bool good = line && sscanf(line, "%*u %u", id) == 1;

	free(line);
	return good;
}

bool proc_effective(pid_t tid, uid_t *user, gid_t *group)
{
	return read_effective(tid, "Uid", user) && read_effective(tid, "Gid", group);
}

/* --- other files ------------------------------------------------------------------------------ */

ssize_t proc_comm(pid_t tid, char *buf, size_t len)
{
	char comm[PROC_PATH];
	ssize_t got = tid > 0 ? proc_read(tid, "comm", comm, sizeof(comm)) : -1;

	if (got <= 0)
		return -1;
	got -= comm[got - 1] == '\n';
	if ((size_t)got > len)
		got = (ssize_t)len;
	memcpy(buf, comm, (size_t)got);
	return got;
}

uint64_t proc_limit(pid_t tid, const char *name)
{
	FILE *file = proc_fopen(tid, "limits");
	uint64_t limit = UINT64_MAX;
	size_t len = strlen(name);
	char line[256];

	while (file && fgets(line, sizeof(line), file)) {
		const char *value = line + len;

		if (strncmp(line, name, len) != 0)
			continue;
		value += strspn(value, " ");
		if (*value >= '0' && *value <= '9')
			limit = strtoull(value, NULL, 10);
	}
	if (file)
		fclose(file);
	return limit;
}

/* "running", "-1 SP PC" outside of a call, or the number, six arguments, SP and PC. */
bool proc_call_of(pid_t tid, struct proc_call *call)
{
	char line[256], *at = line, *last;

	*call = (struct proc_call){ .nr = -1 };
	if (proc_read(tid, "syscall", line, sizeof(line)) < 0)
		return false;
	if (!*line || !strncmp(line, "running", strlen("running")))
		return true;
	call->sleeps = true;
	call->nr = strtol(line, &at, 10);
	for (size_t i = 0; call->nr >= 0 && i < ARRAY_SIZE(call->args); i++)
		call->args[i] = strtoull(at, &at, 16);
	last = strrchr(line, ' ');
	call->ip = last ? strtoull(last, NULL, 16) : 0;
	return true;
}

/* Linux, Documentation/scheduler/sched-stats.rst: time on a CPU, time waiting for one. */
bool proc_times(pid_t tid, uint64_t *ran, uint64_t *waited)
{
	unsigned long long times[2];
	char line[128];

	if (proc_read(tid, "schedstat", line, sizeof(line)) <= 0 ||
	    sscanf(line, "%llu %llu", &times[0], &times[1]) != 2)
		return false;
	*ran = times[0];
	*waited = times[1];
	return true;
}
