/* SPDX-License-Identifier: MIT */
/*
 * Files of the stub's machine: the packets vFile and qXfer, and what decode asks about descriptors
 * and processes, from /proc there. Nothing is asked of the machine of scry.
 */
#include "engine/gdb/files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/hex.h"
#include "engine/gdb/gdb_memory.h"
#include "engine/gdb/gdb_registers.h"
#include "scry/proc.h"
#include "scry/tracee.h"

/* How many bytes one request for a file asks for: a reply has escapes. */
static size_t piece_max(const struct gdb_engine *engine)
{
	return engine->features.packet_size / 2 - 16;
}

/* --- qXfer ----------------------------------------------------------------------------------- */

bool gdb_files_transfer(struct gdb_engine *engine, const char *object, const char *name, size_t max,
			struct buf *file)
{
	struct buf reply = { 0 };
	bool more = true;

	while (more && file->len < max) {
		size_t left = max - file->len, piece = piece_max(engine);

		/* qemu refuses to send a siginfo if it is asked for more. */
		if (!gdb_ask(engine, &reply, "qXfer:%s:read:%s:%zx,%zx", object, name, file->len,
			     left < piece ? left : piece) ||
		    !reply.len || (reply.data[0] != 'm' && reply.data[0] != 'l'))
			break;
		/* An empty part is no progress. */
		more = reply.data[0] == 'm' && reply.len > 1;
		buf_put(file, reply.data + 1, reply.len - 1);
		if (!more) {
			buf_free(&reply);
			return file->len <= max;
		}
	}
	buf_free(&reply);
	return file->len == max;
}

/* --- vFile ----------------------------------------------------------------------------------- */

/*
 * Takes "F RESULT[,ERRNO][;DATA]". Returns the result; -1: an error. *data: the offset of the data.
 */
static int64_t file_result(const struct buf *reply, size_t *data)
{
	const char *at = reply->data + 1, *end = reply->data + reply->len;
	uint64_t number;
	const char *semicolon;

	if (reply->len < 2 || reply->data[0] != 'F' || !hex_read(&at, end, &number) ||
	    number > INT32_MAX)
		return -1;
	semicolon = memchr(reply->data, ';', reply->len);
	*data = semicolon ? (size_t)(semicolon + 1 - reply->data) : reply->len;
	return (int64_t)number;
}

/* A stub without vFile answers with an empty packet. It is not asked again. */
static bool ask_file(struct gdb_engine *engine, struct buf *reply, const char *request,
		     const char *path, const char *more)
{
	struct buf packet = { 0 };
	bool good;

	if (engine->files_tried && !engine->files_there)
		return false;
	buf_puts(&packet, request);
	hex_put(&packet, path, strlen(path));
	buf_puts(&packet, more);
	good = gdb_ask(engine, reply, "%s", buf_cstr(&packet));
	buf_free(&packet);
	engine->files_tried = true;
	engine->files_there = good && reply->len;
	return engine->files_there;
}

static bool read_open_file(struct gdb_engine *engine, int64_t fd, size_t max, struct buf *file)
{
	struct buf reply = { 0 };
	size_t before = file->len, data;
	int64_t got = 1;

	while (got > 0 && file->len - before < max) {
		if (!gdb_ask(engine, &reply, "vFile:pread:%llx,%zx,%zx", (unsigned long long)fd,
			     piece_max(engine), file->len - before)) {
			got = -1;
			break;
		}
		got = file_result(&reply, &data);
		if (got > 0 && data + (size_t)got > reply.len)
			got = -1;
		if (got > 0)
			buf_put(file, reply.data + data, (size_t)got);
	}
	gdb_ask(engine, &reply, "vFile:close:%llx", (unsigned long long)fd);
	buf_free(&reply);
	return got >= 0;
}

bool gdb_files_read(struct gdb_engine *engine, const char *path, size_t max, struct buf *file)
{
	struct buf reply = { 0 };
	int64_t fd = -1;
	size_t data;

	if (ask_file(engine, &reply, "vFile:open:", path, ",0,0"))
		fd = file_result(&reply, &data);
	buf_free(&reply);
	return fd >= 0 && read_open_file(engine, fd, max, file);
}

/* As readlink(2); -1: there is no such link. */
static ssize_t read_link(struct gdb_engine *engine, const char *path, char *buf, size_t len)
{
	struct buf reply = { 0 };
	int64_t got = -1;
	size_t data = 0;

	if (ask_file(engine, &reply, "vFile:readlink:", path, ""))
		got = file_result(&reply, &data);
	if (got > 0 && data + (size_t)got <= reply.len && got < PATH_MAX) {
		got = (size_t)got < len ? got : (int64_t)len;
		memcpy(buf, reply.data + data, (size_t)got);
	} else {
		got = -1;
	}
	buf_free(&reply);
	return (ssize_t)got;
}

bool gdb_files_stub_is(struct gdb_engine *engine, pid_t pid)
{
	char self[16] = "";
	ssize_t len = read_link(engine, PROC_MOUNT "self", self, sizeof(self) - 1);

	return len > 0 && atoi(self) == pid;
}

/* --- whose /proc it is ------------------------------------------------------------------------- */

#define AUXV_MAX 4096u

/*
 * The stub may number processes otherwise than /proc does, and the user mode of qemu runs the
 * program in its own process. The auxiliary vector, which has addresses that differ from process to
 * process, tells whether both are the same.
 */
static enum gdb_names find_numbering(struct gdb_tracee *tracee)
{
	struct gdb_engine *engine = tracee->engine;
	pid_t pid = tracee->process->pid;
	struct buf own = { 0 }, other = { 0 };
	enum gdb_names names = NAMES_NONE;
	char path[PROC_PATH];

	if (engine->is_emulator)
		return gdb_files_stub_is(engine, pid) ? NAMES_OF_STUB : NAMES_NONE;
	proc_remote_path(path, pid, "auxv");
	gdb_ask_select(engine, pid, tracee->base.tid);
	if (engine->features.auxv && gdb_files_transfer(engine, "auxv", "", AUXV_MAX, &own) &&
	    gdb_files_read(engine, path, AUXV_MAX, &other) && own.len && own.len == other.len &&
	    !memcmp(own.data, other.data, own.len))
		names = NAMES_OF_PROCESS;
	buf_free(&own);
	buf_free(&other);
	return names;
}

static enum gdb_names names_of(struct gdb_tracee *tracee)
{
	struct gdb_process *process = tracee->process;

	if (process->names == NAMES_UNKNOWN)
		process->names = find_numbering(tracee);
	return process->names;
}

/* --- registers that the stub does not have ---------------------------------------------------- */

#define CALL_MAX 256u

/*
 * proc_pid_syscall(5): the number in decimal, then the arguments in hexadecimal. A file of /proc
 * belongs to the process if the auxiliary vector does.
 */
bool gdb_files_first_argument(struct gdb_tracee *tracee, uint64_t nr, uint64_t *value)
{
	char path[PROC_PATH], *after;
	struct buf file = { 0 };
	bool good;

	if (names_of(tracee) != NAMES_OF_PROCESS)
		return false;
	proc_remote_path(path, tracee->process->pid, "task/%d/syscall", tracee->base.tid);
	good = gdb_files_read(tracee->engine, path, CALL_MAX, &file) &&
	       strtoull(buf_cstr(&file), &after, 10) == nr && *after == ' ';
	if (good)
		*value = strtoull(after, NULL, 16);
	buf_free(&file);
	return good;
}

/* --- what decode asks ---------------------------------------------------------------------------- */

static ssize_t fd_path(void *ctx, int fd, char *buf, size_t len)
{
	struct gdb_tracee *tracee = ctx;
	enum gdb_names names = names_of(tracee);
	pid_t id = names == NAMES_OF_STUB ? tracee->process->pid : tracee->base.tid;
	char path[PROC_PATH];

	if (names == NAMES_NONE || (fd < 0 && fd != AT_FDCWD))
		return -1;
	if (fd == AT_FDCWD)
		proc_remote_path(path, id, "cwd");
	else
		proc_remote_path(path, id, "fd/%d", fd);
	return read_link(tracee->engine, path, buf, len);
}

static ssize_t comm_of(struct gdb_tracee *tracee, pid_t tid, char *buf, size_t len)
{
	struct buf file = { 0 };
	char path[PROC_PATH];
	ssize_t got = -1;

	if (tid <= 0 || names_of(tracee) != NAMES_OF_PROCESS)
		return -1;
	proc_remote_path(path, tid, "comm");
	if (gdb_files_read(tracee->engine, path, 256, &file) && file.len) {
		file.len -= file.data[file.len - 1] == '\n';
		got = (ssize_t)(file.len < len ? file.len : len);
		memcpy(buf, file.data, (size_t)got);
	}
	buf_free(&file);
	return got;
}

static ssize_t own_comm(void *ctx, char *buf, size_t len)
{
	struct gdb_tracee *tracee = ctx;

	return comm_of(tracee, tracee->base.tid, buf, len);
}

/* --- details: /proc/PID/fdinfo, proc_pid_fdinfo(5) ------------------------------------------------ */

static bool info_number(const struct buf *info, const char *field, int base, uint64_t *number)
{
	size_t len = strlen(field);

	for (const char *line = info->data; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, field, len) || line[len] != ':')
			continue;
		*number = strtoull(line + len + 1, NULL, base);
		return true;
	}
	return false;
}

static bool pidfd_detail(const struct buf *info, struct fd_detail *detail)
{
	uint64_t pid;

	if (info_number(info, "Pid", 10, &pid) && (int)pid > 0)
		detail->pid = (int)pid;
	return true;
}

static bool eventfd_detail(const struct buf *info, struct fd_detail *detail)
{
	uint64_t semaphore = 0;

	info_number(info, "eventfd-semaphore", 10, &semaphore);
	info_number(info, "eventfd-id", 10, &detail->eventfd.id);
	detail->eventfd.semaphore = semaphore;
	return info_number(info, "eventfd-count", 16, &detail->eventfd.count);
}

static bool signalfd_detail(const struct buf *info, struct fd_detail *detail)
{
	return info_number(info, "sigmask", 16, &detail->signals);
}

/* Sockets and devices need calls that the protocol does not have. */
static bool fd_detail(void *ctx, int fd, const char *path, size_t len, unsigned kinds,
		      struct fd_detail *detail)
{
	static const struct {
		const char *prefix;
		unsigned kind;
		bool (*look)(const struct buf *info, struct fd_detail *detail);
	} known[] = {
		{ "anon_inode:[pidfd]", FD_PIDFD, pidfd_detail },
		{ "pidfd:[", FD_PIDFD, pidfd_detail },
		{ "anon_inode:[eventfd]", FD_EVENTFD, eventfd_detail },
		{ "anon_inode:[signalfd]", FD_SIGNALFD, signalfd_detail },
	};
	struct gdb_tracee *tracee = ctx;
	struct buf info = { 0 };
	char name[PROC_PATH];
	bool good = false;

	if (fd < 0 || names_of(tracee) == NAMES_NONE)
		return false;
	proc_remote_path(name, tracee->process->pid, "fdinfo/%d", fd);
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i].prefix);

		if (!(kinds & known[i].kind) || len < n || memcmp(path, known[i].prefix, n))
			continue;
		*detail = (struct fd_detail){ .kind = known[i].kind };
		if (gdb_files_read(tracee->engine, name, 4096, &info)) {
			buf_cstr(&info);
			good = known[i].look(&info, detail);
		}
		break;
	}
	buf_free(&info);
	return good;
}

static uint64_t fd_capacity(void *ctx)
{
	struct gdb_tracee *tracee = ctx;
	struct buf file = { 0 };
	char path[PROC_PATH];
	uint64_t capacity = 0;

	if (names_of(tracee) == NAMES_NONE)
		return 0;
	proc_remote_path(path, tracee->process->pid, "status");
	if (gdb_files_read(tracee->engine, path, 8192, &file)) {
		buf_cstr(&file);
		info_number(&file, "FDSize", 10, &capacity);
	}
	buf_free(&file);
	return capacity;
}

/* --- sockets and interfaces: /proc/PID/net, proc_pid_net(5) ---------------------------------------- */

/* How long the list of interfaces holds. */
#define INTERFACES_NS 1000000000u
#define TABLE_MAX (1u << 20)

static bool read_net(struct gdb_tracee *tracee, const char *name, struct buf *file)
{
	char path[PROC_PATH];

	proc_remote_path(path, tracee->base.tid, "net/%s", name);
	return gdb_files_read(tracee->engine, path, TABLE_MAX, file);
}

/*
 * Finds a socket in lines "sk Eth Pid Groups Rmem Wmem Dump Locks Drops Inode". Returns its
 * protocol; -1: it is not there.
 */
static int find_netlink(struct buf *table, uint64_t inode)
{
	const char *line = buf_cstr(table);

	while ((line = strchr(line, '\n'))) {
		unsigned long long found;
		int protocol;

		line++;
		if (sscanf(line, "%*s %d %*s %*s %*s %*s %*s %*s %*s %llu", &protocol, &found) ==
			    2 &&
		    found == inode)
			return protocol;
	}
	return -1;
}

/* A socket has its protocol as long as it has its inode. */
static int netlink(void *ctx, int fd)
{
	struct gdb_tracee *tracee = ctx;
	struct gdb_engine *engine = tracee->engine;
	char path[PROC_PATH + 1];
	ssize_t len = fd_path(ctx, fd, path, PROC_PATH);
	struct gdb_socket *known;
	struct buf table = { 0 };
	uint64_t inode;

	if (len <= 0 || names_of(tracee) != NAMES_OF_PROCESS)
		return -1;
	path[len] = '\0';
	if (strncmp(path, "socket:[", 8))
		return -1;
	inode = strtoull(path + 8, NULL, 10);
	known = &engine->sockets[inode % GDB_SOCKETS];
	if (known->inode == inode)
		return known->protocol;
	if (!read_net(tracee, "netlink", &table)) {
		buf_free(&table);
		return -1;
	}
	*known = (struct gdb_socket){ inode, find_netlink(&table, inode) };
	buf_free(&table);
	return known->protocol;
}

/* Lines of "igmp" and "dev_mcast" begin with the index and the name of an interface. */
static void read_interfaces(struct gdb_tracee *tracee)
{
	struct gdb_engine *engine = tracee->engine;

	if (engine->interfaces_ns && now_ns() - engine->interfaces_ns < INTERFACES_NS &&
	    engine->interfaces_of == tracee->process->pid)
		return;
	buf_clear(&engine->interfaces);
	buf_putc(&engine->interfaces, '\n');
	read_net(tracee, "igmp", &engine->interfaces);
	read_net(tracee, "dev_mcast", &engine->interfaces);
	engine->interfaces_ns = now_ns();
	engine->interfaces_of = tracee->process->pid;
}

static ssize_t interface_name(void *ctx, int fd, int index, char *buf, size_t len)
{
	struct gdb_tracee *tracee = ctx;
	const char *line;

	(void)fd;
	if (names_of(tracee) != NAMES_OF_PROCESS)
		return -1;
	read_interfaces(tracee);
	line = buf_cstr(&tracee->engine->interfaces);
	while ((line = strchr(line, '\n'))) {
		char name[16];
		int found;

		line++;
		/* The lines of groups below an interface of "igmp" begin with a tab. */
		if (*line == '\t' || sscanf(line, "%d %15s", &found, name) != 2 || found != index)
			continue;
		len = strlen(name) < len ? strlen(name) : len;
		memcpy(buf, name, len);
		return (ssize_t)len;
	}
	return -1;
}

/* --- for stacks ------------------------------------------------------------------------------------ */

void gdb_files_forget(struct gdb_engine *engine)
{
	struct buf reply = { 0 };

	if (engine->file_path && !engine->link.lost)
		gdb_ask(engine, &reply, "vFile:close:%llx", (unsigned long long)engine->file_fd);
	free(engine->file_path);
	engine->file_path = NULL;
	buf_free(&reply);
}

/*
 * The file stays open for further reads, up to one at its beginning: a file of /proc may have
 * changed.
 */
static bool open_file(struct gdb_engine *engine, const char *path)
{
	struct buf reply = { 0 };
	size_t data;

	gdb_files_forget(engine);
	engine->file_fd = -1;
	if (ask_file(engine, &reply, "vFile:open:", path, ",0,0"))
		engine->file_fd = file_result(&reply, &data);
	buf_free(&reply);
	if (engine->file_fd < 0)
		return false;
	engine->file_path = xstrdup(path);
	return true;
}

/* How many requests for pieces of a file are under way at most. */
#define PIECES_MAX 16

static void ask_piece(struct gdb_engine *engine, uint64_t offset, size_t len)
{
	gdb_ask_put(engine, "vFile:pread:%llx,%zx,%llx", (unsigned long long)engine->file_fd, len,
		    (unsigned long long)offset);
}

/* Takes a piece of len bytes at most. Returns how many came; -1: an error. */
static int64_t take_piece(struct gdb_engine *engine, char *to, size_t len)
{
	struct buf reply = { 0 };
	size_t data = 0;
	int64_t got = -1;

	if (gdb_ask_reply(engine, &reply, GDB_REPLY_MS))
		got = file_result(&reply, &data);
	if (got > 0 && ((size_t)got > len || data + (size_t)got > reply.len))
		got = -1;
	if (got > 0)
		memcpy(to, reply.data + data, (size_t)got);
	buf_free(&reply);
	return got;
}

/*
 * Reads one piece, and if it is whole, as of a file on a disk, the next ones at once. After a short
 * piece those are not the ones that follow it. Returns how many bytes were read; -1: an error.
 */
static int64_t read_pieces(struct gdb_engine *engine, uint64_t offset, char *to, size_t len)
{
	size_t piece = piece_max(engine), done = 0, n = 1;
	bool failed = false;

	while (done < len && !failed) {
		size_t n_asked = 0, asked[PIECES_MAX];
		bool is_short = false, at_end = false;

		for (size_t at = done; at < len && n_asked < n; at += asked[n_asked++]) {
			asked[n_asked] = len - at < piece ? len - at : piece;
			ask_piece(engine, offset + at, asked[n_asked]);
		}
		for (size_t i = 0; i < n_asked; i++) {
			int64_t got = take_piece(engine, to + done, is_short ? 0 : asked[i]);

			if (is_short)
				continue;
			failed = got < 0;
			done += got > 0 ? (size_t)got : 0;
			at_end = !got;
			is_short = got < (int64_t)asked[i];
		}
		if (at_end)
			break;
		n = is_short || engine->link.acks ? 1 : PIECES_MAX;
	}
	return failed ? -1 : (int64_t)done;
}

static ssize_t read_file(void *ctx, const char *path, uint64_t offset, void *buf, size_t len)
{
	struct gdb_tracee *tracee = ctx;
	struct gdb_engine *engine = tracee->engine;

	if (names_of(tracee) != NAMES_OF_PROCESS)
		return -1;
	if ((!offset || !engine->file_path || strcmp(engine->file_path, path) != 0) &&
	    !open_file(engine, path))
		return -1;
	return (ssize_t)read_pieces(engine, offset, buf, len);
}

static ssize_t link_of(void *ctx, const char *path, char *buf, size_t len)
{
	struct gdb_tracee *tracee = ctx;

	return names_of(tracee) == NAMES_OF_PROCESS ? read_link(tracee->engine, path, buf, len)
						    : -1;
}

static ssize_t read_registers(void *ctx, void *buf, size_t len)
{
	struct gdb_tracee *tracee = ctx;
	struct registers registers;

	if (!gdb_registers_read(tracee, &registers))
		return -1;
	len = registers.size < len ? registers.size : len;
	memcpy(buf, registers.bytes, len);
	return (ssize_t)len;
}

/*
 * What is not here is unknown. Pids in arguments are numbers of a namespace that scry does not
 * know.
 */
void gdb_files_set_fetch(struct gdb_engine *engine)
{
	engine->fetch_ops = (struct fetch_ops){
		.read = gdb_memory_read,
		.read_string = gdb_memory_read_string,
		.own_comm = own_comm,
		.fd_path = fd_path,
		.fd_detail = fd_detail,
		.fd_capacity = fd_capacity,
		.netlink = netlink,
		.interface_name = interface_name,
		.registers = read_registers,
		.file = read_file,
		.link = link_of,
	};
}
