/* SPDX-License-Identifier: MIT */
/* Questions about the system: struct look. */
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <linux/futex.h>

#include "scry/look.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

/* What a look reads at most, since there may be very many descriptors and sockets. */
#define LINKS_MAX 200000u
#define TABLE_LINES 20000u

static void add_process(struct look_wait *wait, pid_t pid)
{
	for (size_t i = 0; i < wait->n; i++)
		if (wait->pids[i] == pid)
			return;
	if (wait->n == LOOK_PROCESSES)
		wait->complete = false;
	else
		wait->pids[wait->n++] = pid;
}

/* --- descriptors of all processes ------------------------------------------------------------ */

/* Which descriptors are looked for: those with this link and, for a pipe, with this way of access. */
struct wanted {
	const char *link;
	int access; /* O_RDONLY, O_WRONLY: either that or O_RDWR; -1: any */
	struct look_wait *wait;
	unsigned links; /* seen so far */
};

/* Returns the flags of a descriptor: "flags:" of /proc/PID/fdinfo, in octal. -1: unknown. */
static int read_flags(pid_t pid, const char *fd)
{
	char path[PROC_PATH], *field;
	int flags;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%.10s", pid, fd);
	field = proc_read_field(path, "flags");
	flags = field ? (int)strtol(field, NULL, 8) : -1;
	free(field);
	return flags;
}

static bool has_access(pid_t pid, const char *fd, int access)
{
	int flags;

	if (access < 0)
		return true;
	flags = read_flags(pid, fd);
	return flags < 0 || (flags & O_ACCMODE) == access || (flags & O_ACCMODE) == O_RDWR;
}

static void search_process(struct wanted *wanted, pid_t pid)
{
	char path[PROC_PATH], link[PROC_PATH];
	size_t len = strlen(wanted->link);
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	if (!dir) {
		/* A process that has ended meanwhile holds nothing. */
		wanted->wait->complete &= errno == ENOENT || errno == ESRCH;
		return;
	}
	while ((entry = readdir(dir))) {
		ssize_t got;

		if (++wanted->links > LINKS_MAX)
			break;
		got = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link));
		if (got == (ssize_t)len && !memcmp(link, wanted->link, len) &&
		    has_access(pid, entry->d_name, wanted->access)) {
			add_process(wanted->wait, pid);
			break;
		}
	}
	closedir(dir);
}

/* Finds all processes with a wanted descriptor. */
static void search_all(struct wanted *wanted)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	wanted->wait->complete = proc != NULL;
	while (proc && (entry = readdir(proc))) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);

		if (!*end && pid > 0)
			search_process(wanted, (pid_t)pid);
	}
	if (proc)
		closedir(proc);
	wanted->wait->complete &= wanted->links <= LINKS_MAX;
}

/* --- sockets --------------------------------------------------------------------------------- */

/* A line of /proc/PID/net/tcp: ports, state and inode of a socket. */
struct table_line {
	unsigned local, remote, state;
	unsigned long long inode;
};

/* Calls each() for the lines of a table until it returns true. Returns whether it did. */
static bool each_socket(pid_t tid, const char *table,
			bool (*each)(void *ctx, const struct table_line *line), void *ctx)
{
	char path[PROC_PATH], *text = NULL;
	struct table_line line;
	size_t size = 0;
	bool done = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/net/%s", tid, table);
	file = fopen(path, "re");
	for (unsigned n = 0; file && !done && n < TABLE_LINES && getline(&text, &size, file) >= 0;
	     n++)
		done = sscanf(text, " %*[^:]: %*[^:]:%x %*[^:]:%x %x %*s %*s %*s %*s %*s %llu",
			      &line.local, &line.remote, &line.state, &line.inode) == 4 &&
		       each(ctx, &line);
	free(text);
	if (file)
		fclose(file);
	return done;
}

/* Which socket is looked for. */
struct wanted_socket {
	unsigned local, remote, state; /* remote, state: 0: any */
	unsigned long long inode; /* the answer */
};

static bool is_wanted_socket(void *ctx, const struct table_line *line)
{
	struct wanted_socket *wanted = ctx;

	if (line->local != wanted->local || (wanted->remote && line->remote != wanted->remote) ||
	    (wanted->state && line->state != wanted->state) || !line->inode)
		return false;
	wanted->inode = line->inode;
	return true;
}

static void search_socket(unsigned long long inode, struct look_wait *wait)
{
	char link[PROC_PATH];
	struct wanted wanted = { .link = link, .access = -1, .wait = wait };

	snprintf(link, sizeof(link), "socket:[%llu]", inode);
	search_all(&wanted);
}

/* The states of tcp_states.h in the kernel: a table of UDP has TCP_CLOSE for a bound socket. */
enum { STATE_CLOSE = 7, STATE_LISTEN = 10 };

static pid_t look_port(pid_t tid, uint16_t port)
{
	static const struct {
		const char *name;
		unsigned state;
	} tables[] = {
		{ "tcp", STATE_LISTEN },
		{ "tcp6", STATE_LISTEN },
		{ "udp", STATE_CLOSE },
		{ "udp6", STATE_CLOSE },
	};
	struct look_wait wait = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(tables) && !wait.n; i++) {
		struct wanted_socket wanted = { .local = port, .state = tables[i].state };

		if (each_socket(tid, tables[i].name, is_wanted_socket, &wanted))
			search_socket(wanted.inode, &wait);
	}
	return wait.n ? wait.pids[0] : 0;
}

/* The other end of a connection within this machine has the two ports the other way round. */
static void search_peer(pid_t tid, struct look_wait *wait)
{
	const struct fd_socket *socket = &wait->socket;
	struct wanted_socket wanted = {
		.local = socket->peer.port,
		.remote = socket->local.port,
	};

	if (!socket->peer.known || !socket->local.known)
		return;
	if (each_socket(tid, "tcp", is_wanted_socket, &wanted) ||
	    each_socket(tid, "tcp6", is_wanted_socket, &wanted))
		search_socket(wanted.inode, wait);
}

static bool look_socket(pid_t tid, int fd, struct look_wait *wait)
{
	struct tracee tracee = { .tid = tid, .tgid = tracee_tgid(tid) };
	struct fd_detail detail = { 0 };

	if (!tracee_fd_detail(&tracee, fd, wait->name, strlen(wait->name), FD_SOCKET, &detail) ||
	    detail.kind != FD_SOCKET)
		return false;
	wait->socket = detail.socket;
	wait->listening = (detail.socket.family == AF_INET || detail.socket.family == AF_INET6) &&
			  !detail.socket.peer.known && detail.socket.local.known;
	if (detail.socket.peer_inode)
		search_socket(detail.socket.peer_inode, wait);
	else
		search_peer(tid, wait);
	return true;
}

static bool look_other_end(pid_t tid, int fd, struct look_wait *wait)
{
	char path[PROC_PATH], number[16];
	struct wanted wanted = { .link = wait->name, .wait = wait };
	ssize_t len;
	int flags;

	*wait = (struct look_wait){ 0 };
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, fd);
	len = readlink(path, wait->name, sizeof(wait->name) - 1);
	if (len <= 0)
		return false;
	wait->name[len] = '\0';
	if (!strncmp(wait->name, "socket:", strlen("socket:"))) {
		look_socket(tid, fd, wait);
		return true;
	}
	if (strncmp(wait->name, "pipe:", strlen("pipe:")) != 0)
		return true;
	snprintf(number, sizeof(number), "%d", fd);
	flags = read_flags(tid, number);
	if (flags < 0)
		return true;
	wanted.access = (flags & O_ACCMODE) == O_WRONLY ? O_RDONLY : O_WRONLY;
	search_all(&wanted);
	return true;
}

/* --- what a poll waits for ------------------------------------------------------------------- */

/* Whether a process has the other end of its own pipe or socket open: it wakes itself by that. */
static bool has_own_end(pid_t tid, const char *link, int access)
{
	struct look_wait wait = { 0 };
	struct wanted wanted = { .link = link, .access = access, .wait = &wait };

	search_process(&wanted, tid);
	return wait.n > 0;
}

/* A server has the local port of a connection open for others, or the socket of a connection has the name of its own. */
static enum look_end end_of_socket(pid_t tid, int fd, const char *name)
{
	struct tracee tracee = { .tid = tid, .tgid = tracee_tgid(tid) };
	struct fd_detail detail = { 0 };
	const struct fd_socket *socket = &detail.socket;
	struct wanted_socket listener = { .state = STATE_LISTEN };
	char link[PROC_PATH];

	if (!tracee_fd_detail(&tracee, fd, name, strlen(name), FD_SOCKET, &detail) ||
	    detail.kind != FD_SOCKET)
		return LOOK_UNKNOWN;
	if (socket->family == AF_UNIX) {
		if (!socket->peer_inode)
			return socket->name_len ? LOOK_LISTENS : LOOK_UNKNOWN;
		snprintf(link, sizeof(link), "socket:[%llu]",
			 (unsigned long long)socket->peer_inode);
		if (has_own_end(tid, link, -1))
			return LOOK_EVENTS;
		return socket->name_len ? LOOK_ACCEPTED : LOOK_CONNECTED;
	}
	if (socket->family == AF_NETLINK)
		return LOOK_EVENTS;
	if (socket->family != AF_INET && socket->family != AF_INET6)
		return LOOK_UNKNOWN;
	if (!socket->peer.known)
		return socket->local.known ? LOOK_LISTENS : LOOK_UNKNOWN;
	listener.local = socket->local.port;
	return each_socket(tid, "tcp", is_wanted_socket, &listener) ||
			       each_socket(tid, "tcp6", is_wanted_socket, &listener)
		       ? LOOK_ACCEPTED
		       : LOOK_CONNECTED;
}

static enum look_end look_end(pid_t tid, int fd)
{
	char path[PROC_PATH], name[LOOK_NAME], number[16];
	ssize_t len;
	int flags;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, fd);
	len = readlink(path, name, sizeof(name) - 1);
	if (len <= 0)
		return LOOK_UNKNOWN;
	name[len] = '\0';
	if (!strncmp(name, "socket:", strlen("socket:")))
		return end_of_socket(tid, fd, name);
	if (!strncmp(name, "anon_inode:", strlen("anon_inode:")) || !strcmp(name, "inotify"))
		return LOOK_EVENTS;
	if (strncmp(name, "pipe:", strlen("pipe:")) != 0)
		return LOOK_UNKNOWN;
	snprintf(number, sizeof(number), "%d", fd);
	flags = read_flags(tid, number);
	return flags >= 0 && has_own_end(tid, name,
					 (flags & O_ACCMODE) == O_WRONLY ? O_RDONLY : O_WRONLY)
		       ? LOOK_EVENTS
		       : LOOK_UNKNOWN;
}

/* "tfd:        5 events:       19 data: 5  pos:0 ino:3c sdev:8": proc_pid_fdinfo(5). The number can refer to another file by now. */
static bool is_watched(pid_t tid, int fd, unsigned long long inode)
{
	char path[PROC_PATH];
	struct statx file;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, fd);
	return !statx(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_INO, &file) &&
	       file.stx_ino == inode;
}

static bool look_watched(pid_t tid, int fd, int fds[LOOK_WATCHED], size_t *n)
{
	char path[PROC_PATH], *line = NULL;
	unsigned long long inode;
	bool whole = true;
	size_t size = 0;
	int watched;
	FILE *file;

	*n = 0;
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", tid, fd);
	file = fopen(path, "re");
	while (file && whole && getline(&line, &size, file) >= 0) {
		if (sscanf(line, "tfd: %d events: %*x data: %*x pos:%*d ino:%llx", &watched,
			   &inode) != 2)
			continue;
		whole = *n < LOOK_WATCHED && is_watched(tid, watched, inode);
		if (whole)
			fds[(*n)++] = watched;
	}
	free(line);
	if (file)
		fclose(file);
	return whole && *n;
}

/* --- locks ----------------------------------------------------------------------------------- */

static bool look_futex(pid_t tid, uint64_t address, bool inherits, struct look_wait *wait)
{
	uint32_t words[3];
	struct iovec local = { words, sizeof(words) };
	struct iovec remote = { (void *)(uintptr_t)address, sizeof(words) }; /* NOLINT */
	pid_t owner;

	*wait = (struct look_wait){ 0 };
	if (process_vm_readv(tid, &local, 1, &remote, 1, 0) < (ssize_t)sizeof(words))
		return false;
	owner = (pid_t)(inherits ? words[0] & FUTEX_TID_MASK : words[2]);
	if (owner <= 0 || tracee_tgid(owner) != tracee_tgid(tid))
		return false;
	wait->pids[wait->n++] = owner;
	wait->complete = true;
	return true;
}

/* Whether a descriptor has taken a lock: "lock:\t1: FLOCK ADVISORY WRITE 12 ..." of /proc/PID/fdinfo (Linux 4.0). */
static bool has_lock(pid_t pid, const char *fd)
{
	char path[PROC_PATH], *lock;
	bool has;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%.10s", pid, fd);
	lock = proc_read_field(path, "lock");
	has = lock && !strstr(lock, "->");
	free(lock);
	return has;
}

/* A file system that does not answer is not waited for. */
static bool stat_descriptor(int dir, const char *name, struct statx *file)
{
	return !statx(dir, name, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_INO | STATX_TYPE,
		      file) &&
	       S_ISREG(file->stx_mode);
}

static bool is_same_file(const struct statx *a, const struct statx *b)
{
	return a->stx_ino == b->stx_ino && a->stx_dev_major == b->stx_dev_major &&
	       a->stx_dev_minor == b->stx_dev_minor;
}

/* The descriptor for which a lock is wanted. */
struct waiter {
	pid_t pid;
	int fd;
	struct statx file;
};

/* Whether a process has a descriptor of the file that has taken a lock. *complete: false: the kernel does not say it. */
static bool process_has_lock(pid_t pid, const struct waiter *waiter, bool *complete,
			     unsigned *links)
{
	char path[PROC_PATH];
	struct dirent *entry;
	struct statx file;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	if (!dir) {
		/* A process that has ended meanwhile holds nothing. */
		*complete &= errno == ENOENT || errno == ESRCH;
		return false;
	}
	/* The descriptor for which the lock is wanted may have another one, of another part of the file. */
	while (!found && ++*links <= LINKS_MAX && (entry = readdir(dir)))
		found = entry->d_name[0] != '.' &&
			!(pid == waiter->pid && atoi(entry->d_name) == waiter->fd) &&
			stat_descriptor(dirfd(dir), entry->d_name, &file) &&
			is_same_file(&file, &waiter->file) && has_lock(pid, entry->d_name);
	closedir(dir);
	return found;
}

/*
 * A lock of flock(2) or of an open file description lives as long as a descriptor does, and children inherit that: the process that
 * /proc/locks names may have ended. Then each process that has such a descriptor holds the lock.
 */
static void search_lock(pid_t tid, int fd, pid_t taker, struct look_wait *wait)
{
	struct waiter waiter = { .pid = tracee_tgid(tid), .fd = fd };
	char path[PROC_PATH];
	struct dirent *entry;
	unsigned links = 0;
	DIR *proc;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, fd);
	if (!stat_descriptor(AT_FDCWD, path, &waiter.file))
		return;
	wait->complete = true;
	if (taker > 0 && process_has_lock(taker, &waiter, &wait->complete, &links)) {
		add_process(wait, taker);
		return;
	}
	proc = opendir("/proc");
	wait->complete = proc != NULL;
	while (proc && (entry = readdir(proc))) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);

		if (!*end && pid > 0 &&
		    process_has_lock((pid_t)pid, &waiter, &wait->complete, &links))
			add_process(wait, (pid_t)pid);
	}
	if (proc)
		closedir(proc);
	wait->complete &= links <= LINKS_MAX;
	/* Without the right to look at it, the process of /proc/locks is all that is known. */
	if (!wait->n && taker > 0 && tracee_exists(taker))
		add_process(wait, taker);
}

/*
 * Returns the process that has taken the lock for which a process waits: "1: POSIX ADVISORY WRITE 12 ..." holds a lock,
 * "1: -> POSIX ADVISORY WRITE 13 ..." waits for it. 0: unknown.
 */
static pid_t find_taker(pid_t pid)
{
	FILE *file = fopen("/proc/locks", "re");
	unsigned number, held = 0;
	char *line = NULL, *rest;
	pid_t owner, holder = 0, found = 0;
	size_t size = 0;
	int end;

	while (file && !found && getline(&line, &size, file) >= 0) {
		if (sscanf(line, "%u: %n", &number, &end) != 1)
			continue;
		rest = line + end;
		if (!strncmp(rest, "->", 2)) {
			if (sscanf(rest, "-> %*s %*s %*s %d", &owner) == 1 && owner == pid &&
			    number == held)
				found = holder;
		} else if (sscanf(rest, "%*s %*s %*s %d", &holder) == 1) {
			held = number;
		}
	}
	free(line);
	if (file)
		fclose(file);
	return found;
}

static bool look_file_lock(pid_t tid, int fd, struct look_wait *wait)
{
	char path[PROC_PATH];
	ssize_t len;

	*wait = (struct look_wait){ 0 };
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, fd);
	len = readlink(path, wait->name, sizeof(wait->name) - 1);
	wait->name[len > 0 ? len : 0] = '\0';
	search_lock(tid, fd, find_taker(tracee_tgid(tid)), wait);
	return wait->n > 0;
}

/* "1: FLOCK  ADVISORY  WRITE 12 fe:01:345 0 EOF". A lock of an open file description has no process: -1. */
static pid_t look_lock_holder(pid_t tid, int fd)
{
	char path[PROC_PATH], *line = NULL;
	struct look_wait wait = { 0 };
	unsigned high, low;
	unsigned long long inode;
	pid_t owner, taker = 0;
	size_t size = 0;
	struct stat st;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, fd);
	if (stat(path, &st))
		return 0;
	file = fopen("/proc/locks", "re");
	while (file && !taker && getline(&line, &size, file) >= 0)
		if (sscanf(line, "%*u: %*s %*s %*s %d %x:%x:%llu", &owner, &high, &low, &inode) ==
			    4 &&
		    inode == st.st_ino && makedev(high, low) == st.st_dev)
			taker = owner;
	free(line);
	if (file)
		fclose(file);
	if (taker)
		search_lock(tid, fd, taker, &wait);
	return wait.n ? wait.pids[0] : 0;
}

/* --- memory ---------------------------------------------------------------------------------- */

static bool look_mapping(pid_t tid, uint64_t address, char name[LOOK_NAME], uint64_t *offset)
{
	char path[PROC_PATH], *line = NULL;
	unsigned long long start, end, begin;
	size_t size = 0;
	bool found = false;
	FILE *file;
	int at;

	snprintf(path, sizeof(path), "/proc/%d/maps", tid);
	file = fopen(path, "re");
	while (file && !found && getline(&line, &size, file) >= 0) {
		if (sscanf(line, "%llx-%llx %*s %llx %*s %*s %n", &start, &end, &begin, &at) != 3)
			continue;
		found = address >= start && address < end;
		if (!found)
			continue;
		snprintf(name, LOOK_NAME, "%.*s", (int)strcspn(line + at, "\n"), line + at);
		*offset = address - start + begin;
	}
	free(line);
	if (file)
		fclose(file);
	return found;
}

/* Reads the first line of /proc/TID/NAME. */
static bool read_line(pid_t tid, const char *name, char *line, int size)
{
	char path[PROC_PATH];
	FILE *file;
	bool got;

	snprintf(path, sizeof(path), "/proc/%d/%s", tid, name);
	file = fopen(path, "re");
	got = file && fgets(line, size, file);
	if (file)
		fclose(file);
	return got;
}

/* "running", "-1 SP PC" outside of a call, or the number, the arguments, SP and PC: proc_pid_syscall(5). */
static uint64_t look_code(pid_t tid)
{
	char line[256], *last;

	last = read_line(tid, "syscall", line, sizeof(line)) ? strrchr(line, ' ') : NULL;
	return last ? strtoull(last, NULL, 16) : 0;
}

static uint64_t look_oom_kills(void)
{
	static const char key[] = "oom_kill ";
	FILE *file = fopen("/proc/vmstat", "re");
	unsigned long long n = 0;
	char line[128];

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, key, strlen(key)))
			n = strtoull(line + strlen(key), NULL, 10);
	if (file)
		fclose(file);
	return n;
}

/* --- limits, files, names -------------------------------------------------------------------- */

static uint64_t look_limit(pid_t tid, const char *name)
{
	char path[PROC_PATH], line[256];
	uint64_t limit = UINT64_MAX;
	size_t len = strlen(name);
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/limits", tid);
	file = fopen(path, "re");
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

#define WHOLE_PATH (PROC_PATH + 4096)

/* Makes a path by which scry finds what the tracee finds: from its root or its working directory. */
static bool whole_path(char whole[WHOLE_PATH], pid_t tid, const char *path)
{
	return (size_t)snprintf(whole, WHOLE_PATH, "/proc/%d/%s/%s", tid,
				*path == '/' ? "root" : "cwd", path) < WHOLE_PATH;
}

static bool stat_path(pid_t tid, const char *path, struct stat *st)
{
	char whole[WHOLE_PATH];

	return whole_path(whole, tid, path) && !stat(whole, st);
}

/* The second number of "Uid:" and of "Gid:" is the effective one: proc_pid_status(5). */
static bool read_effective(pid_t tid, const char *field, unsigned *id)
{
	char path[PROC_PATH], *line;
	bool good;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	line = proc_read_field(path, field);
	good = line && sscanf(line, "%*u %u", id) == 1;
	free(line);
	return good;
}

static bool look_file(pid_t tid, const char *path, struct look_file *file)
{
	char *part = xstrdup(path), *slash;
	struct stat st;
	bool found;

	*file = (struct look_file){ .whole = true };
	while (!(found = stat_path(tid, *part ? part : ".", &st))) {
		file->whole = false;
		slash = strrchr(part, '/');
		if (!slash || !*part)
			break;
		*slash = '\0';
		if (slash == part) {
			found = stat_path(tid, "/", &st);
			break;
		}
	}
	if (found) {
		snprintf(file->name, sizeof(file->name), "%s",
			 *part		? part
			 : *path == '/' ? "/"
					: ".");
		file->empty = S_ISREG(st.st_mode) && !st.st_size;
		file->mode = st.st_mode;
		file->owner = st.st_uid;
		file->group = st.st_gid;
		found = read_effective(tid, "Uid", &file->uid) &&
			read_effective(tid, "Gid", &file->gid);
	}
	free(part);
	return found;
}

/* "#! /bin/sh -e": execve(2). */
static bool read_first_line(const char *bytes, char name[LOOK_NAME])
{
	const char *begin = bytes + 2 + strspn(bytes + 2, " \t");
	size_t len = strcspn(begin, " \t\n");

	snprintf(name, LOOK_NAME, "%.*s", (int)(len < LOOK_NAME ? len : LOOK_NAME - 1), begin);
	return len > 0;
}

/* The loader is in the segment PT_INTERP: elf(5). Programs of 32 bits have another layout. */
static bool read_loader(int fd, const Elf64_Ehdr *header, char name[LOOK_NAME])
{
	Elf64_Phdr segment;
	size_t len;

	if (header->e_ident[EI_CLASS] != ELFCLASS64)
		return false;
	for (unsigned i = 0; i < header->e_phnum && i < 64; i++) {
		if (pread(fd, &segment, sizeof(segment),
			  (off_t)(header->e_phoff + i * sizeof(segment))) != sizeof(segment))
			return false;
		if (segment.p_type != PT_INTERP)
			continue;
		len = segment.p_filesz < LOOK_NAME ? segment.p_filesz : LOOK_NAME - 1;
		memset(name, 0, LOOK_NAME);
		return pread(fd, name, len, (off_t)segment.p_offset) == (ssize_t)len && *name;
	}
	return false;
}

static bool look_interpreter(pid_t tid, const char *path, char name[LOOK_NAME])
{
	char whole[WHOLE_PATH], bytes[LOOK_NAME + 2] = "";
	Elf64_Ehdr header;
	struct stat st;
	bool found = false;
	int fd = -1;

	/* Opening a device or a FIFO would have effects. */
	if (whole_path(whole, tid, path) && !stat(whole, &st) && S_ISREG(st.st_mode))
		fd = open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0 && pread(fd, bytes, sizeof(bytes) - 1, 0) > 2 && !memcmp(bytes, "#!", 2))
		found = read_first_line(bytes, name);
	else if (fd >= 0 && pread(fd, &header, sizeof(header), 0) == sizeof(header) &&
		 !memcmp(header.e_ident, ELFMAG, SELFMAG))
		found = read_loader(fd, &header, name);
	if (fd >= 0)
		close(fd);
	return found;
}

static bool look_directory(pid_t tid, char name[LOOK_NAME])
{
	char path[PROC_PATH];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/cwd", tid);
	len = readlink(path, name, LOOK_NAME - 1);
	if (len <= 0)
		return false;
	name[len] = '\0';
	return true;
}

static void add_children(pid_t pid, pid_t tid, struct look_wait *wait)
{
	char path[PROC_PATH];
	FILE *file;
	int child;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", pid, tid);
	file = fopen(path, "re");
	if (!file) {
		wait->complete = false;
		return;
	}
	while (fscanf(file, "%d", &child) == 1)
		add_process(wait, child);
	fclose(file);
}

/* Each thread has the children that it has made: proc_tid_children(5). */
static bool look_children(pid_t pid, struct look_wait *wait)
{
	char path[PROC_PATH];
	struct dirent *entry;
	DIR *dir;

	*wait = (struct look_wait){ .complete = true };
	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (atoi(entry->d_name) > 0)
			add_children(pid, atoi(entry->d_name), wait);
	wait->complete &= dir != NULL;
	if (dir)
		closedir(dir);
	return wait->complete;
}

static bool look_waking_children(pid_t pid, struct look_wait *wait)
{
	char path[PROC_PATH], *caught;
	uint64_t signals;

	*wait = (struct look_wait){ .complete = true };
	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	caught = proc_read_field(path, "SigCgt");
	signals = caught ? strtoull(caught, NULL, 16) : 0;
	free(caught);
	if (!(signals >> (SIGCHLD - 1) & 1))
		return false;
	look_children(pid, wait);
	return true;
}

static bool is_stop_signal(int signal)
{
	return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/*
 * Field 3 of proc_pid_stat(5) is the state: T: stopped, t: stopped by a tracer. Field 52 is the status as waitpid(2) reports it: of a stop by
 * job control the signal, also if the process is traced.
 */
static bool look_stop(pid_t tid, struct look_stop *stop)
{
	char line[1024], *at, *last;
	bool got = read_line(tid, "stat", line, sizeof(line));

	*stop = (struct look_stop){ 0 };
	/* The command name, which may have any characters, ends with the last parenthesis. */
	at = got ? strrchr(line, ')') : NULL;
	if (!at || !at[1] || (at[2] != 'T' && at[2] != 't'))
		return false;
	last = strrchr(at, ' ');
	stop->signal = last ? atoi(last) : 0;
	if (!is_stop_signal(stop->signal))
		stop->signal = 0;
	if (at[2] == 'T' || stop->signal)
		return true;
	/* The tracer is a thread. A stop by scry itself is none. */
	stop->tracer = (pid_t)tracee_status(tid, "TracerPid");
	if (stop->tracer <= 0 || tracee_tgid(stop->tracer) == getpid())
		return false;
	stop->tracer = tracee_tgid(stop->tracer);
	return true;
}

static long look_filters(pid_t tid)
{
	return tracee_status(tid, "Seccomp_filters");
}

static bool look_comm(pid_t pid, char name[LOOK_NAME])
{
	ssize_t len = tracee_comm(pid, name, LOOK_NAME - 1);

	if (len <= 0)
		return false;
	name[len] = '\0';
	return true;
}

static bool look_words(pid_t pid, enum look_words which, struct buf *out)
{
	size_t before = out->len;
	char path[PROC_PATH];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid,
		 which == LOOK_ARGUMENTS ? "cmdline" : "environ");
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	buf_read(out, fd, LOOK_WORDS);
	close(fd);
	if (out->len > before && out->data[out->len - 1])
		buf_putc(out, '\0');
	return out->len > before;
}

const struct look tracee_look = {
	.other_end = look_other_end,
	.futex = look_futex,
	.file_lock = look_file_lock,
	.port = look_port,
	.mapping = look_mapping,
	.code = look_code,
	.oom_kills = look_oom_kills,
	.limit = look_limit,
	.file = look_file,
	.interpreter = look_interpreter,
	.directory = look_directory,
	.lock_holder = look_lock_holder,
	.end = look_end,
	.watched = look_watched,
	.waking_children = look_waking_children,
	.children = look_children,
	.stop = look_stop,
	.filters = look_filters,
	.comm = look_comm,
	.words = look_words,
};
