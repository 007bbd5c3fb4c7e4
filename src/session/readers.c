/* SPDX-License-Identifier: MIT */
/*
 * Finds the processes that read what scry writes, which a trace of a machine leaves out: each line
 * would make calls of its reader, and these would make further lines. A reader has the other end of
 * a pipe or of a local socket, or the master of a terminal. What such a process writes itself to a
 * pipe may have a reader, too: tee, less.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "scry/look.h"
#include "scry/output.h"
#include "scry/proc.h"
#include "session/session.h"

#define READERS_MAX 32

/* How often the reader of a pipe is looked for, and the time between two looks. */
#define LOOKS 20
#define LOOK_AGAIN_NS 10000000

/* Documentation/admin-guide/devices.txt: the slaves of pseudoterminals */
#define SLAVES_FIRST 136
#define SLAVES_LAST 143

static void add_reader(struct readers *readers, pid_t pid, bool whole)
{
	if (pid == getpid() || readers->n == READERS_MAX)
		return;
	for (size_t i = 0; i < readers->n; i++)
		if (readers->items[i].pid == pid)
			return;
	readers->items = xreallocarray(readers->items, readers->n + 1, sizeof(*readers->items));
	readers->items[readers->n++] = (struct trace_reader){ pid, whole };
}

/* --- terminals ------------------------------------------------------------------------------- */

/* The slave of a pseudoterminal, whose master is looked for. */
struct slave {
	struct readers *readers;
	uint64_t index;
	dev_t device; /* of the file system with the slave */
	pid_t pid; /* the process that is looked at */
};

/*
 * A master that was opened at /dev/ptmx has a slave in the /dev/pts of the machine, one at
 * /dev/pts/ptmx in that file system.
 */
static bool is_master(void *ctx, int dir, const char *name, int fd)
{
	struct slave *slave = ctx;
	char link[PROC_PATH];
	ssize_t len = readlinkat(dir, name, link, sizeof(link) - 1);
	struct stat status;
	uint64_t index;

	if (len < 0)
		return false;
	link[len] = '\0';
	if (strcmp(link, "/dev/ptmx") != 0 &&
	    (strcmp(link, "/dev/pts/ptmx") != 0 || fstatat(dir, name, &status, 0) ||
	     status.st_dev != slave->device))
		return false;
	if (!proc_fd_number(slave->pid, fd, "tty-index", 10, &index) || index != slave->index)
		return false;
	add_reader(slave->readers, slave->pid, false);
	return true;
}

static bool search_master(void *ctx, pid_t pid)
{
	struct slave *slave = ctx;

	slave->pid = pid;
	proc_each_descriptor(pid, is_master, slave);
	return false;
}

/* --- all ------------------------------------------------------------------------------------- */

/* Finds the processes that read what a process writes to a descriptor. */
static void find_readers_of(struct readers *readers, pid_t pid, int fd)
{
	struct look_wait wait;
	struct stat status;
	unsigned type;

	if (!proc_stat(pid, &status, "fd/%d", fd))
		return;
	type = major(status.st_rdev);
	if (S_ISCHR(status.st_mode) && type >= SLAVES_FIRST && type <= SLAVES_LAST) {
		struct slave slave = {
			.readers = readers,
			.index = (type - SLAVES_FIRST) * 256u + minor(status.st_rdev),
			.device = status.st_dev,
		};

		proc_each(search_master, &slave);
		return;
	}
	if ((!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)) ||
	    !tracee_look.other_end(pid, fd, &wait))
		return;
	/* What a pipeline starts reads on. What a server starts is no matter of the trace. */
	for (size_t i = 0; i < wait.n; i++)
		add_reader(readers, wait.pids[i], S_ISFIFO(status.st_mode));
}

/* Whether a process is scry, the one that has started it, or one above. */
static bool is_above(pid_t pid)
{
	struct proc_stat stat;

	for (pid_t own = getpid(); own > 0; own = stat.parent) {
		if (own == pid)
			return true;
		if (!proc_stat_of(own, &stat))
			break;
	}
	return false;
}

static bool has_another(const struct readers *readers)
{
	for (size_t i = 0; i < readers->n; i++)
		if (!is_above(readers->items[i].pid))
			return true;
	return false;
}

/*
 * Finds the readers of a descriptor of scry. A shell starts the processes of a pipeline one after
 * the other, and has the end of the pipe open meanwhile: until another process has it, look again
 * for a while.
 */
static void find_own_readers(struct readers *readers, int fd)
{
	const struct timespec pause = { .tv_nsec = LOOK_AGAIN_NS };
	struct readers before = *readers;
	struct stat status;
	bool waits = !fstat(fd, &status) && S_ISFIFO(status.st_mode);

	find_readers_of(readers, getpid(), fd);
	for (unsigned i = 0; i < LOOKS && waits && !has_another(readers); i++) {
		nanosleep(&pause, NULL);
		readers->n = before.n;
		find_readers_of(readers, getpid(), fd);
	}
}

static void say_readers(const struct readers *readers)
{
	char comm[COMM_BYTES + 1];

	for (size_t i = 0; i < readers->n; i++) {
		pid_t pid = readers->items[i].pid;
		ssize_t len = proc_comm(pid, comm, COMM_BYTES);

		warn("process %d (%.*s) reads the trace, and is left out of it", pid,
		     len > 0 ? (int)len : 0, comm);
	}
}

/* Whether lines are written while the trace goes on. */
static bool writes_lines(const struct session *session)
{
	const struct config *config = session->config;

	return !session->host.counts &&
	       (!config->summary || config->statistics.interval_ns || session->claims.stdout_taken);
}

void readers_find(struct session *session)
{
	struct readers *readers = &session->readers;
	const struct place *shared = session->host.shared;
	size_t first = 0;
	int fd;

	if (!bpf_selects(&session->engine_config.targets) || !writes_lines(session))
		return;
	if (session->places.command)
		add_reader(readers, session->places.command, true);
	fd = shared ? output_descriptor(shared->output) : -1;
	if (fd >= 0)
		find_own_readers(readers, fd);
	if (session->claims.stdout_taken)
		find_own_readers(readers, STDOUT_FILENO);
	for (; first < readers->n; first++)
		if (readers->items[first].whole)
			find_readers_of(readers, readers->items[first].pid, STDOUT_FILENO);
	say_readers(readers);
	session->engine_config.readers = readers->items;
	session->engine_config.n_readers = readers->n;
}

void readers_end(struct session *session)
{
	free(session->readers.items);
	session->readers = (struct readers){ 0 };
	session->engine_config.n_readers = 0;
}
