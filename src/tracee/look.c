/* SPDX-License-Identifier: MIT */
/* Questions about the system: struct look. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <linux/futex.h>

#include "scry/look.h"
#include "scry/proc.h"
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

/*
 * Which descriptors are looked for: those with this link and, for a pipe, with this way of access.
 */
struct wanted {
	const char *link;
	int access; /* O_RDONLY, O_WRONLY: either that or O_RDWR; -1: any */
	struct look_wait *wait;
	unsigned links; /* seen so far */
	pid_t pid; /* whose descriptors are looked at */
};

static bool has_access(pid_t pid, int fd, int access)
{
	int flags;

	if (access < 0)
		return true;
	flags = proc_fd_flags(pid, fd);
	return flags < 0 || (flags & O_ACCMODE) == access || (flags & O_ACCMODE) == O_RDWR;
}

static bool is_wanted_descriptor(void *ctx, int dir, const char *name, int fd)
{
	struct wanted *wanted = ctx;
	size_t len = strlen(wanted->link);
	char link[PROC_PATH];
	ssize_t got;

	if (++wanted->links > LINKS_MAX)
		return true;
	got = readlinkat(dir, name, link, sizeof(link));
	if (got != (ssize_t)len || memcmp(link, wanted->link, len) != 0 ||
	    !has_access(wanted->pid, fd, wanted->access))
		return false;
	add_process(wanted->wait, wanted->pid);
	return true;
}

static bool search_process(void *ctx, pid_t pid)
{
	struct wanted *wanted = ctx;

	wanted->pid = pid;
	/* A process that has ended meanwhile holds nothing. */
	if (proc_each_descriptor(pid, is_wanted_descriptor, wanted) < 0)
		wanted->wait->complete &= errno == ENOENT || errno == ESRCH;
	return false;
}

/* Finds all processes with a wanted descriptor. */
static void search_all(struct wanted *wanted)
{
	wanted->wait->complete = true;
	if (proc_each(search_process, wanted) < 0)
		wanted->wait->complete = false;
	wanted->wait->complete &= wanted->links <= LINKS_MAX;
}

/* --- sockets --------------------------------------------------------------------------------- */

/* Which socket is looked for. */
struct wanted_socket {
	unsigned local, remote, state; /* remote, state: 0: any */
	unsigned long long inode; /* the answer */
};

static bool is_wanted_socket(void *ctx, const struct proc_socket *socket)
{
	struct wanted_socket *wanted = ctx;

	if (socket->local.port != wanted->local ||
	    (wanted->remote && socket->remote.port != wanted->remote) ||
	    (wanted->state && socket->state != wanted->state) || !socket->inode)
		return false;
	wanted->inode = socket->inode;
	return true;
}

static bool find_socket(pid_t tid, const char *table, struct wanted_socket *wanted)
{
	return proc_each_socket(tid, table, TABLE_LINES, is_wanted_socket, wanted);
}

static void search_socket(unsigned long long inode, struct look_wait *wait)
{
	char link[PROC_PATH];
	struct wanted wanted = { .link = link, .access = -1, .wait = wait };

	snprintf(link, sizeof(link), "socket:[%llu]", inode);
	search_all(&wanted);
}

static pid_t look_port(pid_t tid, uint16_t port)
{
	static const struct {
		const char *name;
		unsigned state;
	} tables[] = {
		{ "tcp", PROC_SOCKET_LISTEN },
		{ "tcp6", PROC_SOCKET_LISTEN },
		{ "udp", PROC_SOCKET_CLOSE },
		{ "udp6", PROC_SOCKET_CLOSE },
	};
	struct look_wait wait = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(tables) && !wait.n; i++) {
		struct wanted_socket wanted = { .local = port, .state = tables[i].state };

		if (find_socket(tid, tables[i].name, &wanted))
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
	if (find_socket(tid, "tcp", &wanted) || find_socket(tid, "tcp6", &wanted))
		search_socket(wanted.inode, wait);
}

static bool look_socket(pid_t tid, int fd, struct look_wait *wait)
{
	struct tracee tracee = { .tid = tid, .tgid = proc_tgid(tid) };
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

static bool is_fifo(pid_t tid, int fd)
{
	struct stat status;

	return proc_stat(tid, &status, "fd/%d", fd) && S_ISFIFO(status.st_mode);
}

static bool look_other_end(pid_t tid, int fd, struct look_wait *wait)
{
	struct wanted wanted = { .link = wait->name, .wait = wait };
	int flags;

	*wait = (struct look_wait){ 0 };
	if (!proc_link_text(tid, wait->name, sizeof(wait->name), "fd/%d", fd))
		return false;
	if (!strncmp(wait->name, "socket:", strlen("socket:"))) {
		look_socket(tid, fd, wait);
		return true;
	}
	if (strncmp(wait->name, "pipe:", strlen("pipe:")) != 0 && !is_fifo(tid, fd))
		return true;
	flags = proc_fd_flags(tid, fd);
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

/*
 * A server has the local port of a connection open for others, or the socket of a connection has
 * the name of its own.
 */
static enum look_end end_of_socket(pid_t tid, int fd, const char *name)
{
	struct tracee tracee = { .tid = tid, .tgid = proc_tgid(tid) };
	struct fd_detail detail = { 0 };
	const struct fd_socket *socket = &detail.socket;
	struct wanted_socket listener = { .state = PROC_SOCKET_LISTEN };
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
	return find_socket(tid, "tcp", &listener) || find_socket(tid, "tcp6", &listener)
		       ? LOOK_ACCEPTED
		       : LOOK_CONNECTED;
}

static enum look_end look_end(pid_t tid, int fd)
{
	char name[LOOK_NAME];
	int flags;

	if (!proc_link_text(tid, name, sizeof(name), "fd/%d", fd))
		return LOOK_UNKNOWN;
	if (!strncmp(name, "socket:", strlen("socket:")))
		return end_of_socket(tid, fd, name);
	if (!strncmp(name, "anon_inode:", strlen("anon_inode:")) || !strcmp(name, "inotify"))
		return LOOK_EVENTS;
	if (strncmp(name, "pipe:", strlen("pipe:")) != 0)
		return LOOK_UNKNOWN;
	flags = proc_fd_flags(tid, fd);
	return flags >= 0 && has_own_end(tid, name,
					 (flags & O_ACCMODE) == O_WRONLY ? O_RDONLY : O_WRONLY)
		       ? LOOK_EVENTS
		       : LOOK_UNKNOWN;
}

/*
 * "tfd:        5 events:       19 data: 5  pos:0 ino:3c sdev:8": proc_pid_fdinfo(5). The number can
 * refer to another file by now.
 */
static bool is_watched(pid_t tid, int fd, unsigned long long inode)
{
	struct statx file;

	return proc_fd_status(tid, fd, STATX_INO, &file) && file.stx_ino == inode;
}

static bool look_watched(pid_t tid, int fd, int fds[LOOK_WATCHED], size_t *n)
{
	FILE *file = proc_fopen(tid, "fdinfo/%d", fd);
	unsigned long long inode;
	char *line = NULL;
	bool whole = true;
	size_t size = 0;
	int watched;

	*n = 0;
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
	if (owner <= 0 || proc_tgid(owner) != proc_tgid(tid))
		return false;
	wait->pids[wait->n++] = owner;
	wait->complete = true;
	return true;
}

/*
 * Whether a descriptor has taken a lock: "lock:\t1: FLOCK ADVISORY WRITE 12 ..." of
 * /proc/PID/fdinfo (Linux 4.0).
 */
static bool has_lock(pid_t pid, int fd)
{
	char *lock = proc_fd_field(pid, fd, "lock");
	bool has = lock && !strstr(lock, "->");

	free(lock);
	return has;
}

/* A file system that does not answer is not waited for. */
static bool is_same_file(int dir, const char *name, const struct statx *wanted)
{
	struct statx file;

	return !statx(dir, name, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_INO | STATX_TYPE,
		      &file) &&
	       S_ISREG(file.stx_mode) && file.stx_ino == wanted->stx_ino &&
	       file.stx_dev_major == wanted->stx_dev_major &&
	       file.stx_dev_minor == wanted->stx_dev_minor;
}

/* A search for the processes that have the lock that a descriptor waits for. */
struct lock_search {
	pid_t waiter;
	int waiting_fd;
	struct statx file;
	struct look_wait *wait;
	unsigned links; /* seen so far */
	pid_t pid; /* whose descriptors are looked at */
};

/* The descriptor for which the lock is wanted may have another one, of another part of the file. */
static bool descriptor_has_lock(void *ctx, int dir, const char *name, int fd)
{
	struct lock_search *search = ctx;

	if (++search->links > LINKS_MAX)
		return true;
	if ((search->pid == search->waiter && fd == search->waiting_fd) ||
	    !is_same_file(dir, name, &search->file) || !has_lock(search->pid, fd))
		return false;
	add_process(search->wait, search->pid);
	return true;
}

/* .complete: false: the kernel does not say it. */
static bool search_lock_of(void *ctx, pid_t pid)
{
	struct lock_search *search = ctx;

	search->pid = pid;
	/* A process that has ended meanwhile holds nothing. */
	if (proc_each_descriptor(pid, descriptor_has_lock, search) < 0)
		search->wait->complete &= errno == ENOENT || errno == ESRCH;
	return false;
}

/*
 * A lock of flock(2) or of an open file description lives as long as a descriptor does, and
 * children inherit that: the process that /proc/locks names may have ended. Then each process that
 * has such a descriptor holds the lock.
 */
static void search_lock(pid_t tid, int fd, pid_t taker, struct look_wait *wait)
{
	struct lock_search search = { .waiter = proc_tgid(tid), .waiting_fd = fd, .wait = wait };

	if (!proc_fd_status(tid, fd, STATX_INO | STATX_TYPE, &search.file) ||
	    !S_ISREG(search.file.stx_mode))
		return;
	wait->complete = true;
	if (taker > 0) {
		search_lock_of(&search, taker);
		if (wait->n)
			return;
	}
	wait->complete = true;
	if (proc_each(search_lock_of, &search) < 0)
		wait->complete = false;
	wait->complete &= search.links <= LINKS_MAX;
	/* Without the right to look at it, the process of /proc/locks is all that is known. */
	if (!wait->n && taker > 0 && proc_exists(taker))
		add_process(wait, taker);
}

/* The process that has taken a lock. */
struct taker {
	pid_t waiter; /* for which the lock is wanted; 0: of any process */
	dev_t dev;
	uint64_t inode;
	struct proc_lock held; /* the latest one */
	pid_t pid;
};

static bool is_waited_for(void *ctx, const struct proc_lock *lock)
{
	struct taker *taker = ctx;

	if (!lock->waits)
		taker->held = *lock;
	else if (lock->pid == taker->waiter && lock->number == taker->held.number)
		taker->pid = taker->held.pid;
	return taker->pid;
}

/* A lock of an open file description has no process: -1. */
static bool is_on_file(void *ctx, const struct proc_lock *lock)
{
	struct taker *taker = ctx;

	if (!lock->waits && lock->inode == taker->inode && lock->dev == taker->dev)
		taker->pid = lock->pid;
	return taker->pid;
}

static bool look_file_lock(pid_t tid, int fd, struct look_wait *wait)
{
	struct taker taker = { .waiter = proc_tgid(tid) };

	*wait = (struct look_wait){ 0 };
	proc_link_text(tid, wait->name, sizeof(wait->name), "fd/%d", fd);
	proc_each_lock(is_waited_for, &taker);
	search_lock(tid, fd, taker.pid, wait);
	return wait->n > 0;
}

static pid_t look_lock_holder(pid_t tid, int fd)
{
	struct look_wait wait = { 0 };
	struct taker taker = { 0 };
	struct stat st;

	if (!proc_stat(tid, &st, "fd/%d", fd))
		return 0;
	taker.dev = st.st_dev;
	taker.inode = st.st_ino;
	proc_each_lock(is_on_file, &taker);
	if (taker.pid)
		search_lock(tid, fd, taker.pid, &wait);
	return wait.n ? wait.pids[0] : 0;
}

/* --- memory ---------------------------------------------------------------------------------- */

struct wanted_mapping {
	uint64_t address, *offset;
	char *name;
};

static bool take_mapping(void *ctx, const struct proc_mapping *mapping)
{
	struct wanted_mapping *wanted = ctx;

	if (wanted->address < mapping->start || wanted->address >= mapping->end)
		return false;
	snprintf(wanted->name, LOOK_NAME, "%s", mapping->path);
	*wanted->offset = wanted->address - mapping->start + mapping->offset;
	return true;
}

static bool look_mapping(pid_t tid, uint64_t address, char name[LOOK_NAME], uint64_t *offset)
{
	struct wanted_mapping wanted = { .address = address, .offset = offset, .name = name };

	return proc_each_mapping(tid, take_mapping, &wanted) > 0;
}

static uint64_t look_code(pid_t tid)
{
	struct proc_call call;

	return proc_call_of(tid, &call) ? call.ip : 0;
}

/* --- limits, files, names -------------------------------------------------------------------- */

#define WHOLE_PATH (PROC_PATH + 4096)

/*
 * Makes a path by which scry finds what the tracee finds: from its root or its working directory.
 */
static bool whole_path(char whole[WHOLE_PATH], pid_t tid, const char *path)
{
	char start[PROC_PATH];

	proc_path(start, tid, *path == '/' ? "root" : "cwd");
	return (size_t)snprintf(whole, WHOLE_PATH, "%s/%s", start, path) < WHOLE_PATH;
}

static bool stat_path(pid_t tid, const char *path, struct stat *st)
{
	char whole[WHOLE_PATH];

	return whole_path(whole, tid, path) && !proc_stat_path(whole, st);
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
		found = proc_effective(tid, &file->uid, &file->gid);
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
	if (whole_path(whole, tid, path) && !proc_stat_path(whole, &st) && S_ISREG(st.st_mode))
		fd = proc_open_path(whole, O_RDONLY | O_NONBLOCK);
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
	return proc_link_text(tid, name, LOOK_NAME, "cwd");
}

static bool look_children(pid_t pid, struct look_wait *wait)
{
	bool complete;
	pid_t *children;
	ssize_t n = proc_children(pid, &children, &complete);

	*wait = (struct look_wait){ .complete = true };
	for (ssize_t i = 0; i < n; i++)
		add_process(wait, children[i]);
	wait->complete &= complete;
	free(children);
	return wait->complete;
}

static bool look_waking_children(pid_t pid, struct look_wait *wait)
{
	*wait = (struct look_wait){ .complete = true };
	if (!(proc_status_mask(pid, "SigCgt") >> (SIGCHLD - 1) & 1))
		return false;
	look_children(pid, wait);
	return true;
}

static bool is_stop_signal(int signal)
{
	return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/*
 * T: stopped, t: stopped by a tracer. After a stop by job control the status is the signal, also if
 * the process is traced.
 */
static bool look_stop(pid_t tid, struct look_stop *stop)
{
	struct proc_stat stat;

	*stop = (struct look_stop){ 0 };
	if (!proc_stat_of(tid, &stat) || (stat.state != 'T' && stat.state != 't'))
		return false;
	stop->signal = is_stop_signal(stat.status) ? stat.status : 0;
	if (stat.state == 'T' || stop->signal)
		return true;
	/* The tracer is a thread. A stop by scry itself is none. */
	stop->tracer = (pid_t)proc_status(tid, "TracerPid");
	if (stop->tracer <= 0 || proc_tgid(stop->tracer) == getpid())
		return false;
	stop->tracer = proc_tgid(stop->tracer);
	return true;
}

static long look_filters(pid_t tid)
{
	return proc_status(tid, "Seccomp_filters");
}

static bool look_comm(pid_t pid, char name[LOOK_NAME])
{
	ssize_t len = proc_comm(pid, name, LOOK_NAME - 1);

	if (len <= 0)
		return false;
	name[len] = '\0';
	return true;
}

static bool look_words(pid_t pid, enum look_words which, struct buf *out)
{
	size_t before = out->len;
	int fd = proc_open(pid, which == LOOK_ARGUMENTS ? "cmdline" : "environ");

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
	.oom_kills = proc_oom_kills,
	.limit = proc_limit,
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
