/* SPDX-License-Identifier: MIT */
/* What decode asks about descriptors, processes and threads of tracees. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

/*
 * Returns whether a link of /proc/PID/fd cannot be read because the descriptor is not open. A thread
 * that has ended has no descriptors any more.
 */
static bool is_closed(const struct tracee *tracee, int fd, int error)
{
	char state = fd >= 0 && error == ENOENT ? proc_state(tracee->tid) : 0;

	return state && state != 'Z' && state != 'X';
}

ssize_t tracee_fd_path(void *ctx, int fd, char *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	ssize_t got;

	if (fd < 0 && fd != AT_FDCWD)
		return -1;
	got = names_find_path(tracee, fd, buf, len);
	if (got >= 0)
		return got;
	got = proc_fd_link(tracee->tid, fd, buf, len);
	if (got >= 0 && (size_t)got < len)
		names_add_path(tracee, fd, buf, (size_t)got);
	return got < 0 && is_closed(tracee, fd, errno) ? FETCH_NO_FILE : got;
}

/*
 * The field is files_struct.fdt->max_fds of the thread. It does not shrink while the thread keeps
 * its table.
 */
uint64_t tracee_fd_capacity(void *ctx)
{
	const struct tracee *tracee = ctx;
	long capacity = proc_status(tracee->tid, "FDSize");

	return capacity > 0 ? (uint64_t)capacity : 0;
}

/* Returns whether pids mean the same to the tracee and to scry. */
static bool has_our_numbers(struct tracee *tracee)
{
	uint64_t ours, its;

	if (tracee->numbers == NUMBERS_UNKNOWN) {
		ours = proc_namespace(PROC_SELF, "pid");
		its = proc_namespace(tracee->tid, "pid");
		if (ours && its)
			tracee->numbers = ours == its ? NUMBERS_OURS : NUMBERS_OTHER;
	}
	return tracee->numbers == NUMBERS_OURS;
}

/* Finds the process with this pid in the namespace of the tracee. */
pid_t tracee_pid_to_own_namespace(struct tracee *tracee, pid_t pid)
{
	pid_t ours;

	if (has_our_numbers(tracee))
		return pid;
	ours = proc_ask_number(tracee->tid, pid);
	if (ours >= 0)
		return ours ? ours : -1;
	return proc_find_number(tracee->tid, PROC_THREAD, pid, &ours);
}

/*
 * Without an answer of the kernel: a number is mostly that of the caller, or the one that the
 * caller has used before.
 */
static pid_t search_for_number(struct tracee *tracee, pid_t pid)
{
	pid_t ours;

	if (proc_has_number(tracee->tid, PROC_THREAD, pid, &ours) ||
	    proc_has_number(tracee->tid, PROC_PROCESS, pid, &ours) ||
	    (tracee->other && proc_same_numbers(tracee->other, tracee->tid) &&
	     proc_has_number(tracee->other, PROC_THREAD, pid, &ours)))
		return ours;
	tracee->other = proc_find_number(tracee->tid, PROC_THREAD, pid, &ours);
	return tracee->other > 0 ? ours : 0;
}

/* A number that no process has can belong to a group or a session after the end of its leader. */
int tracee_pid_outside(void *ctx, int pid)
{
	struct tracee *tracee = ctx;
	pid_t ours;

	if (pid <= 0 || has_our_numbers(tracee))
		return 0;
	ours = proc_ask_number(tracee->tid, pid);
	if (ours < 0)
		ours = search_for_number(tracee, pid);
	if (ours > 0)
		return ours;
	return proc_find_number(tracee->tid, PROC_GROUP_OR_SESSION, pid, &ours) > 0 ? ours : 0;
}

ssize_t tracee_own_comm(void *ctx, char *buf, size_t len)
{
	return proc_comm(((const struct tracee *)ctx)->tid, buf, len);
}

ssize_t tracee_own_context(void *ctx, char *buf, size_t len)
{
	return proc_context(((const struct tracee *)ctx)->tid, buf, len);
}

ssize_t tracee_pid_comm(void *ctx, int pid, char *buf, size_t len)
{
	return pid > 0 ? proc_comm(tracee_pid_to_own_namespace(ctx, pid), buf, len) : -1;
}
