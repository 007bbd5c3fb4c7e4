/* SPDX-License-Identifier: MIT */
/*
 * What a call adds to the sums, and to what is known of its process. A group of calls has a
 * function each.
 */
#include "why/account.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/fetch.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "why/cause.h"
#include "why/process.h"
#include "why/rows.h"
#include "why/sums.h"
#include "why/texts.h"

/* F_SETLKW64 of fcntl64(2) of 32-bit programs: asm-generic/fcntl.h. */
#define F_SETLKW64_OF_32 14
/*
 * A call that takes less has not waited for another process: it costs the CPU time that it takes.
 */
#define WAITED_NS 1000000u
/* A poll or a sleep of at most this time is a busy one. */
#define SHORT_NS 1500000u
/*
 * A call on a pipe or a terminal waits for the other end: no more than this counts as the cost of
 * the call itself.
 */
#define PIPE_COST_NS 20000u

/* What is wanted of the values of a call, besides its registers. */
enum account_wants { WANTS_NOTHING, WANTS_ALWAYS, WANTS_SAID, WANTS_WAITED };

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* --- descriptors ----------------------------------------------------------------------------- */

static enum object_kind kind_of_path(const char *path, size_t len)
{
	static const struct {
		const char *begin;
		enum object_kind kind;
	} kinds[] = {
		{ "pipe:", OBJECT_PIPE },
		{ "socket:", OBJECT_SOCKET },
		{ "/dev/pts/", OBJECT_TERMINAL },
		{ "/dev/tty", OBJECT_TERMINAL },
		{ "/dev/", OBJECT_FILE },
		{ PROC_MOUNT, OBJECT_OTHER },
		{ "/sys/", OBJECT_OTHER },
		{ "anon_inode:", OBJECT_OTHER },
		{ "/", OBJECT_FILE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (len >= strlen(kinds[i].begin) &&
		    !strncmp(path, kinds[i].begin, strlen(kinds[i].begin)))
			return kinds[i].kind;
	return OBJECT_OTHER;
}

/* Asks what a descriptor refers to that the trace has not seen opened. */
static void look_up(struct why *why, struct descriptor *descriptor, int fd,
		    const struct moment *moment)
{
	const struct fetch *fetch = moment->decode ? moment->decode->fetch : NULL;
	char path[TEXT_KEPT];
	ssize_t len = -1;

	/* A recording has the answers to what is asked at the entry. */
	if (!why->diagnosis.look && moment->event->kind == EVENT_EXIT)
		fetch = NULL;
	descriptor->known = true;
	if (fetch && fetch->ops->fd_path)
		len = fetch->ops->fd_path(fetch->ctx, fd, path, sizeof(path));
	if (len <= 0)
		len = snprintf(path, sizeof(path), "descriptor %d", fd);
	len = (ssize_t)least((uint64_t)len, sizeof(path));
	descriptor->kind = (uint8_t)kind_of_path(path, (size_t)len);
	descriptor->target = texts_get(&why->diagnosis.targets, path, (size_t)len);
}

/* Returns what is known of a descriptor; NULL: no descriptor can have this number. */
static struct descriptor *descriptor_of(struct why *why, const struct seen *seen, int fd)
{
	struct descriptor *descriptor = process_descriptor(&why->diagnosis, seen->process, fd);

	if (descriptor && !descriptor->known)
		look_up(why, descriptor, fd, seen->moment);
	return descriptor;
}

static uint32_t text_of(struct why *why, const struct buf *buf)
{
	return texts_get(&why->diagnosis.targets, buf->data ? buf->data : "", buf->len);
}

static struct descriptor *first_descriptor(struct why *why, const struct seen *seen)
{
	return descriptor_of(why, seen, (int)seen->call->args[0]);
}

/* --- reading and writing --------------------------------------------------------------------- */

static void count_transfer(struct why *why, const struct seen *seen, struct descriptor *descriptor,
			   enum sum_kind kind)
{
	uint64_t bytes = seen->call->result > 0 ? (uint64_t)seen->call->result : 0;

	if (descriptor->kind == OBJECT_FILE)
		sums_add(&why->diagnosis, seen->process, descriptor->target, kind, seen->ns, bytes);
	else if (descriptor->kind == OBJECT_PIPE || descriptor->kind == OBJECT_TERMINAL)
		sums_add(&why->diagnosis, seen->process, descriptor->target, kind,
			 least(seen->ns, PIPE_COST_NS), bytes);
	else if (descriptor->connected && seen->lasted_ns > WAITED_NS)
		sums_add(&why->diagnosis, seen->process, descriptor->target, SUM_PEER, seen->ns,
			 bytes);
}

static void add_read(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor = first_descriptor(why, seen);

	if (!descriptor)
		return;
	if (seen->call->result > 0)
		descriptor->pending = false;
	count_transfer(why, seen, descriptor, SUM_READ);
}

/* Notes a message if the call writes to stderr, to the log, or little to stdout. */
static void note_said(const struct seen *seen, const struct descriptor *descriptor, int fd)
{
	const struct buf *said = &seen->thread->said;
	const char *text = said->data;
	size_t len = said->len;

	if (!len || descriptor->resolver)
		return;
	/* "<11>Nov 25 23:00:00 NAME: MESSAGE" of syslog(3); "MESSAGE=..." of the journal. */
	if (descriptor->log)
		process_note_message(seen->process, WAY_LOG, text, len, seen->call->returned_ns);
	else if (fd == STDERR_FILENO || descriptor->errors)
		process_note_message(seen->process, WAY_STDERR, text, len, seen->call->returned_ns);
	else if (fd == STDOUT_FILENO)
		process_note_message(seen->process, WAY_STDOUT, text, len, seen->call->returned_ns);
}

/* The name in a question of DNS, which stands after 12 bytes as lengths and labels: RFC 1035. */
static size_t read_question(const struct buf *said, char *name, size_t capacity)
{
	size_t at = 12, n = 0;

	while (at < said->len && said->data[at]) {
		size_t len = (unsigned char)said->data[at++];

		if (len > 63 || at + len > said->len || n + len + 1 >= capacity)
			return 0;
		if (n)
			name[n++] = '.';
		memcpy(name + n, said->data + at, len);
		n += len;
		at += len;
	}
	return n;
}

static void note_question(struct why *why, const struct seen *seen, struct descriptor *descriptor)
{
	char name[TEXT_KEPT];
	size_t len = read_question(&seen->thread->said, name, sizeof(name));

	descriptor->pending = true;
	descriptor->since_ns = seen->call->returned_ns;
	seen->process->asked_fd = (int)seen->call->args[0];
	if (!len)
		return;
	sums_add(&why->diagnosis, seen->process, texts_get(&why->diagnosis.targets, name, len),
		 SUM_QUESTION, seen->ns, 0);
	seen->process->question = texts_get(&why->diagnosis.targets, name, len);
}

static void add_write(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor = first_descriptor(why, seen);

	if (!descriptor)
		return;
	note_said(seen, descriptor, (int)seen->call->args[0]);
	if (descriptor->resolver)
		note_question(why, seen, descriptor);
	count_transfer(why, seen, descriptor, SUM_WRITE);
	if (descriptor->synced)
		sums_add(&why->diagnosis, seen->process, descriptor->target, SUM_SYNC, seen->ns, 0);
}

static void add_sync(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor = seen->call->id == ID_sync || seen->call->id == ID_msync
						? NULL
						: first_descriptor(why, seen);

	sums_add(&why->diagnosis, seen->process, descriptor ? descriptor->target : 0, SUM_SYNC,
		 seen->ns, 0);
}

/* --- opening and looking up ------------------------------------------------------------------ */

/*
 * A relative path begins in the directory of a descriptor: the same path can be another file each
 * time, as in find(1).
 */
static bool names_one_file(const struct seen *seen)
{
	static const uint16_t calls[] = {
		ID_openat, ID_openat2,	 ID_newfstatat, ID_fstatat64,
		ID_statx,  ID_faccessat, ID_faccessat2, ID_readlinkat,
	};

	if (*seen->thread->path.data == '/' || (int)seen->call->args[0] == AT_FDCWD)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++)
		if (calls[i] == seen->call->id)
			return false;
	return true;
}

static void add_open(struct why *why, const struct seen *seen)
{
	const struct buf *path = &seen->thread->path;
	uint64_t flags = seen->call->id == ID_open ? seen->call->args[1] : seen->call->args[2];
	uint32_t target = text_of(why, path);
	struct descriptor *descriptor =
		process_note_open(&why->diagnosis, seen->process, (int)seen->call->result, target,
				  path->len && *path->data != '/'
					  ? OBJECT_FILE
					  : kind_of_path(path->data, path->len));

	if (descriptor)
		descriptor->synced = (seen->call->id == ID_open || seen->call->id == ID_openat) &&
				     flags & (O_SYNC | O_DSYNC);
	if (path->len && names_one_file(seen))
		sums_add(&why->diagnosis, seen->process, target, SUM_OPEN, seen->ns, 0);
}

static void add_look(struct why *why, const struct seen *seen)
{
	if (seen->thread->path.len && names_one_file(seen))
		sums_add(&why->diagnosis, seen->process, text_of(why, &seen->thread->path),
			 SUM_LOOK, seen->ns, 0);
}

static void add_close(struct why *why, const struct seen *seen)
{
	(void)why;
	process_note_close(seen->process, (int)seen->call->args[0]);
}

static void add_close_range(struct why *why, const struct seen *seen)
{
	uint64_t first = seen->call->args[0], last = seen->call->args[1];

	(void)why;
	if (seen->call->args[2])
		return;
	for (uint64_t fd = first; fd <= last && fd < seen->process->n_descriptors; fd++)
		process_note_close(seen->process, (int)fd);
}

static void copy_descriptor(struct why *why, const struct seen *seen)
{
	struct descriptor *from = first_descriptor(why, seen);
	struct descriptor copy;

	if (!from)
		return;
	copy = *from;
	process_note_open(&why->diagnosis, seen->process, (int)seen->call->result, copy.target,
			  copy.kind);
	from = process_descriptor(&why->diagnosis, seen->process, (int)seen->call->result);
	if (from)
		*from = (struct descriptor){
			.target = copy.target,
			.kind = copy.kind,
			.known = true,
			.opened = true,
			.log = copy.log,
			.connected = copy.connected,
			.resolver = copy.resolver,
			.synced = copy.synced,
			.errors = copy.errors || (int)seen->call->args[0] == STDERR_FILENO,
		};
}

static bool waits_for_lock(const struct call *call)
{
	int command = (int)call->args[1];

	return command == F_SETLKW || command == F_OFD_SETLKW || command == F_SETLKW64_OF_32;
}

static void add_fcntl(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor;
	int command = (int)seen->call->args[1];

	if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
		copy_descriptor(why, seen);
	if (!waits_for_lock(seen->call) || seen->lasted_ns < WAITED_NS)
		return;
	descriptor = first_descriptor(why, seen);
	if (descriptor)
		sums_add(&why->diagnosis, seen->process, descriptor->target, SUM_FILE_LOCK,
			 seen->ns, 0);
}

static void add_flock(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor = first_descriptor(why, seen);

	if (descriptor && seen->lasted_ns >= WAITED_NS)
		sums_add(&why->diagnosis, seen->process, descriptor->target, SUM_FILE_LOCK,
			 seen->ns, 0);
}

/* A path that does not exist was looked up. Rows are by the last part of the path. */
static void note_miss(struct why *why, const struct seen *seen)
{
	const struct buf *path = &seen->thread->path;
	size_t len = path->len;
	const char *name = path_last(path->data, &len);
	uint64_t whole = hash_bytes(HASH_START, path->data, path->len);
	struct sum *sum =
		sums_add(&why->diagnosis, seen->process,
			 texts_get(&why->diagnosis.targets, name, len), SUM_MISS, seen->ns, 0);

	if (!sum)
		return;
	if (!sum->path_hash)
		sum->example = text_of(why, path);
	else if (sum->path_hash != whole)
		sum->many_paths = true;
	sum->path_hash = whole;
}

/* --- sockets --------------------------------------------------------------------------------- */

static void add_socket(struct why *why, const struct seen *seen)
{
	process_note_open(&why->diagnosis, seen->process, (int)seen->call->result,
			  texts_get(&why->diagnosis.targets, "socket", 6), OBJECT_SOCKET);
}

static void add_accept(struct why *why, const struct seen *seen)
{
	process_note_open(&why->diagnosis, seen->process, (int)seen->call->result,
			  texts_get(&why->diagnosis.targets, "client", 6), OBJECT_SOCKET);
}

static bool begins_with_words(const struct buf *text, const char *with)
{
	size_t len = strlen(with);

	return text->len >= len && !memcmp(text->data, with, len);
}

#define DNS_PORT 53

static void note_connection(struct why *why, const struct seen *seen)
{
	const struct buf *address = &seen->thread->path;
	struct descriptor *descriptor =
		process_descriptor(&why->diagnosis, seen->process, (int)seen->call->args[0]);

	if (!descriptor)
		return;
	descriptor->known = true;
	descriptor->kind = OBJECT_SOCKET;
	descriptor->target = text_of(why, address);
	descriptor->log = begins_with_words(address, "/dev/log") ||
			  begins_with_words(address, "/run/systemd/journal/");
	descriptor->connected = !descriptor->log;
	descriptor->resolver = seen->thread->has_port && seen->thread->port == DNS_PORT;
	descriptor->pending = seen->call->is_error && seen->call->result == -EINPROGRESS;
	descriptor->since_ns = seen->call->returned_ns;
	if (!descriptor->log && !descriptor->resolver)
		seen->process->peer = descriptor->target;
	if (descriptor->pending)
		seen->process->asked_fd = (int)seen->call->args[0];
}

static void add_connect(struct why *why, const struct seen *seen)
{
	uint32_t target = text_of(why, &seen->thread->path);
	bool waited = seen->lasted_ns > WAITED_NS;

	note_connection(why, seen);
	if (seen->call->is_error && seen->call->result == -ECONNREFUSED)
		sums_add(&why->diagnosis, seen->process, target, SUM_REFUSED, seen->ns, 0);
	else if (seen->call->is_error && seen->call->result != -EINPROGRESS && waited)
		sums_add(&why->diagnosis, seen->process, target, SUM_TIMED_OUT, seen->ns, 0);
	else if (waited)
		sums_add(&why->diagnosis, seen->process, target, SUM_PEER, seen->ns, 0);
}

/* A connection that was begun has failed: the program asks for its error. */
static void add_option(struct why *why, const struct seen *seen)
{
	const struct fetch *fetch = seen->moment->decode ? seen->moment->decode->fetch : NULL;
	struct descriptor *descriptor;
	int error = 0;

	if (seen->call->args[1] != SOL_SOCKET || seen->call->args[2] != SO_ERROR || !fetch ||
	    fetch_read(fetch, seen->call->args[3], &error, sizeof(error)) < sizeof(error) ||
	    error <= 0)
		return;
	descriptor = first_descriptor(why, seen);
	if (!descriptor)
		return;
	descriptor->pending = false;
	process_note_failed(seen->process, &(struct failed_call){
						   .id = ID_connect,
						   .error = error,
						   .ns = seen->call->returned_ns,
						   .count = 1,
						   .text = xstrdup(texts_at(&why->diagnosis.targets,
									    descriptor->target)),
						   .fd = (int)seen->call->args[0],
					   });
	if (error == ECONNREFUSED)
		sums_add(&why->diagnosis, seen->process, descriptor->target, SUM_REFUSED, 0, 0);
}

/* --- waiting --------------------------------------------------------------------------------- */

/*
 * Returns whether a wait has a limit, and which one; -1: none. Limits in memory count as long ones.
 */
static int64_t limit_of(const struct call *call)
{
	const struct call_wait *wait = syscall_wait(call->id);

	return wait && wait->ends == ENDS_BY_NUMBER ? (int32_t)call->args[wait->limit_at]
						    : INT32_MAX;
}

/*
 * The descriptor that a wait is about: the first one of poll(2), or the last one with a question
 * without an answer.
 */
static struct descriptor *awaited(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor = NULL;

	if (seen->thread->fd >= 0 && syscall_wait(seen->call->id)->awaits != AWAITS_EPOLL)
		descriptor = descriptor_of(why, seen, seen->thread->fd);
	if ((!descriptor || descriptor->kind != OBJECT_SOCKET) && seen->process->asked_fd >= 0) {
		struct descriptor *asked =
			process_descriptor(&why->diagnosis, seen->process, seen->process->asked_fd);

		if (asked && asked->pending)
			descriptor = asked;
	}
	return descriptor;
}

static bool has_no_descriptors(const struct call *call)
{
	switch (syscall_base(call->id)) {
	case ID_poll:
	case ID_ppoll:
		return !call->args[1];
	case ID_select:
	case ID_pselect6:
		return !call->args[0] || (!call->args[1] && !call->args[2] && !call->args[3]);
	default:
		return false;
	}
}

/*
 * The time that the first thread sleeps is time of the program. Runtimes have other threads that
 * sleep beside the work, as that of Go has.
 */
static void count_sleep(struct why *why, const struct seen *seen)
{
	if (seen->thread->tid == seen->process->pid)
		sums_add(&why->diagnosis, seen->process, 0,
			 seen->lasted_ns <= SHORT_NS ? SUM_SHORT_SLEEP : SUM_SLEEP, seen->ns, 0);
}

static void add_poll(struct why *why, const struct seen *seen)
{
	struct descriptor *descriptor;
	enum sum_kind kind = SUM_PEER;

	if (has_no_descriptors(seen->call)) {
		count_sleep(why, seen);
		return;
	}
	if (!seen->call->result && (limit_of(seen->call) <= 1 && limit_of(seen->call) >= 0)) {
		sums_add(&why->diagnosis, seen->process, 0, SUM_IDLE_POLL, seen->ns, 0);
		return;
	}
	if (seen->lasted_ns <= WAITED_NS)
		return;
	descriptor = awaited(why, seen);
	if (!descriptor || !descriptor->connected)
		return;
	if (!seen->call->result && descriptor->pending) {
		kind = SUM_TIMED_OUT;
		seen->process->unanswered = descriptor->target;
		seen->process->unanswered_resolver = descriptor->resolver;
	} else if (descriptor->resolver && seen->call->result > 0) {
		descriptor->pending = false;
	}
	sums_add(&why->diagnosis, seen->process, descriptor->target, kind, seen->ns, 0);
}

static void add_yield(struct why *why, const struct seen *seen)
{
	sums_add(&why->diagnosis, seen->process, 0, SUM_YIELD, seen->ns, 0);
}

/* The value 2 is what glibc's mutexes have while threads wait: nptl/lowlevellock. */
static void add_futex(struct why *why, const struct seen *seen)
{
	unsigned operation = (unsigned)seen->call->args[1] & FUTEX_CMD_MASK;
	struct sum *sum;

	if (operation != FUTEX_LOCK_PI &&
	    (operation != FUTEX_WAIT || (uint32_t)seen->call->args[2] != 2))
		return;
	sum = sums_add(&why->diagnosis, seen->process, 0, SUM_LOCK, seen->ns, 0);
	if (!sum)
		return;
	sum->many_threads |= sum->tid && sum->tid != seen->thread->tid;
	sum->tid = seen->thread->tid;
}

static void add_clock(struct why *why, const struct seen *seen)
{
	sums_add(&why->diagnosis, seen->process, 0, SUM_CLOCK, seen->ns, 0);
}

/* --- memory ---------------------------------------------------------------------------------- */

static void add_brk(struct why *why, const struct seen *seen)
{
	uint64_t now = (uint64_t)seen->call->result, before = seen->process->brk;

	seen->process->brk = now;
	if (!before || now == before)
		return;
	sums_add(&why->diagnosis, seen->process, 0, now < before ? SUM_BREAK_DOWN : SUM_BREAK_UP,
		 seen->ns, now < before ? before - now : now - before);
}

static void add_unmap(struct why *why, const struct seen *seen)
{
	sums_add(&why->diagnosis, seen->process, 0, SUM_UNMAP, seen->ns, seen->call->args[1]);
}

static void add_map(struct why *why, const struct seen *seen)
{
	if ((int)seen->call->args[4] == -1)
		sums_add(&why->diagnosis, seen->process, 0, SUM_MAP, seen->ns, seen->call->args[1]);
}

static void add_advice(struct why *why, const struct seen *seen)
{
	if (seen->call->args[2] == MADV_DONTNEED || seen->call->args[2] == MADV_FREE)
		sums_add(&why->diagnosis, seen->process, 0, SUM_DISCARD, seen->ns,
			 seen->call->args[1]);
}

/* --- processes ------------------------------------------------------------------------------- */

static void add_exec(struct why *why, const struct seen *seen)
{
	struct process *process = seen->process;
	const struct buf *said = &seen->thread->said, *path = &seen->thread->path;
	size_t len = path->len;
	const char *name = path_last(path->data ? path->data : "", &len);

	process_note_exec(&why->diagnosis, process);
	process->program = texts_get(&why->diagnosis.programs, name, len);
	free(process->command);
	process->command = xstrndup(said->len ? said->data : name,
				    said->len ? least(said->len, TEXT_KEPT) : len);
}

static void note_kill(struct why *why, const struct process *process, uint16_t id,
		      const uint64_t args[CALL_ARGS], uint64_t ns)
{
	int signal = (int)args[id == ID_tgkill ? 2 : 1];
	struct kill_note *note;

	if (!signal)
		return;
	note = &why->diagnosis.kills[why->diagnosis.n_kills++ % KILLS_KEPT];
	*note = (struct kill_note){
		.target = (pid_t)args[0],
		.sender = process->pid,
		.program = process->program,
		.signal = signal,
		.ns = ns,
	};
}

static void add_kill(struct why *why, const struct seen *seen)
{
	note_kill(why, seen->process, seen->call->id, seen->call->args, seen->call->returned_ns);
}

void account_unfinished(struct why *why, struct thread *thread, uint64_t ns)
{
	if (thread->id && why->accounts[thread->id] == add_kill)
		note_kill(why, thread->process, thread->id, thread->args, ns);
}

/* --- failures -------------------------------------------------------------------------------- */

/*
 * Returns the path or the address of a call, or what its first descriptor refers to. The caller
 * frees it. NULL: none.
 */
static char *object_of(struct why *why, const struct seen *seen)
{
	const struct buf *path = &seen->thread->path;
	bool has_fd = seen->call->row && seen->call->row->classes & (C_DESC | C_NETWORK);
	struct descriptor *descriptor;

	if (path->len)
		return xstrndup(path->data, path->len);
	if (!has_fd || seen->call->id == ID_socket || seen->call->id == ID_mmap)
		return NULL;
	descriptor = first_descriptor(why, seen);
	return descriptor ? xstrdup(texts_at(&why->diagnosis.targets, descriptor->target)) : NULL;
}

/*
 * Whether a call makes a file or a directory: ENOENT says then that the directory for it is
 * missing.
 */
static bool creates_file(const struct call *call)
{
	switch (call->id) {
	case ID_mkdir:
	case ID_mkdirat:
	case ID_mknod:
	case ID_mknodat:
	case ID_symlink:
	case ID_symlinkat:
	case ID_creat:
		return true;
	case ID_open:
		return call->args[1] & O_CREAT;
	case ID_openat:
		return call->args[2] & O_CREAT;
	default:
		return false;
	}
}

static void note_account_failure(struct why *why, const struct seen *seen)
{
	const struct call *call = seen->call;
	int error = (int)call_errno(call);
	char *object;

	if (error == ENOENT && seen->thread->path.len && call->id != ID_connect)
		note_miss(why, seen);
	if (error == EAGAIN && call->row && call->row->classes & (C_DESC | C_NETWORK)) {
		struct descriptor *descriptor = first_descriptor(why, seen);

		if (descriptor)
			sums_add(&why->diagnosis, seen->process, descriptor->target, SUM_AGAIN,
				 seen->ns, 0);
	}
	object = error == EAGAIN ? NULL : object_of(why, seen);
	if (failure_is_usual(call->id, error, object)) {
		free(object);
		return;
	}
	if (!object)
		object = object_of(why, seen);
	process_note_failed(seen->process,
			    &(struct failed_call){
				    .id = call->id,
				    .error = error,
				    .ns = call->returned_ns,
				    .lasted_ns = seen->lasted_ns,
				    .count = 1,
				    .detail = cause_describe(why, seen, error, object),
				    .text = object,
				    .fd = (int)call->args[0],
				    .creates = creates_file(call),
			    });
}

/* --- all ------------------------------------------------------------------------------------- */

static const struct {
	uint16_t id;
	uint8_t wants;
	account *add;
} accounts[] = {
	{ ID_read, WANTS_NOTHING, add_read },
	{ ID_pread64, WANTS_NOTHING, add_read },
	{ ID_readv, WANTS_NOTHING, add_read },
	{ ID_recvfrom, WANTS_NOTHING, add_read },
	{ ID_recvmsg, WANTS_NOTHING, add_read },
	{ ID_recvmmsg, WANTS_NOTHING, add_read },
	{ ID_write, WANTS_SAID, add_write },
	{ ID_pwrite64, WANTS_NOTHING, add_write },
	{ ID_writev, WANTS_SAID, add_write },
	{ ID_sendto, WANTS_SAID, add_write },
	{ ID_sendmsg, WANTS_SAID, add_write },
	{ ID_sendmmsg, WANTS_SAID, add_write },
	{ ID_fsync, WANTS_NOTHING, add_sync },
	{ ID_fdatasync, WANTS_NOTHING, add_sync },
	{ ID_sync, WANTS_NOTHING, add_sync },
	{ ID_syncfs, WANTS_NOTHING, add_sync },
	{ ID_msync, WANTS_NOTHING, add_sync },
	{ ID_sync_file_range, WANTS_NOTHING, add_sync },
	{ ID_open, WANTS_ALWAYS, add_open },
	{ ID_openat, WANTS_ALWAYS, add_open },
	{ ID_openat2, WANTS_ALWAYS, add_open },
	{ ID_creat, WANTS_ALWAYS, add_open },
	{ ID_stat, WANTS_ALWAYS, add_look },
	{ ID_stat64, WANTS_ALWAYS, add_look },
	{ ID_lstat, WANTS_ALWAYS, add_look },
	{ ID_lstat64, WANTS_ALWAYS, add_look },
	{ ID_newfstatat, WANTS_ALWAYS, add_look },
	{ ID_fstatat64, WANTS_ALWAYS, add_look },
	{ ID_statx, WANTS_ALWAYS, add_look },
	{ ID_access, WANTS_ALWAYS, add_look },
	{ ID_faccessat, WANTS_ALWAYS, add_look },
	{ ID_faccessat2, WANTS_ALWAYS, add_look },
	{ ID_readlink, WANTS_ALWAYS, add_look },
	{ ID_readlinkat, WANTS_ALWAYS, add_look },
	{ ID_close, WANTS_NOTHING, add_close },
	{ ID_close_range, WANTS_NOTHING, add_close_range },
	{ ID_dup, WANTS_NOTHING, copy_descriptor },
	{ ID_dup2, WANTS_NOTHING, copy_descriptor },
	{ ID_dup3, WANTS_NOTHING, copy_descriptor },
	{ ID_fcntl, WANTS_NOTHING, add_fcntl },
	{ ID_fcntl64, WANTS_NOTHING, add_fcntl },
	{ ID_flock, WANTS_NOTHING, add_flock },
	{ ID_socket, WANTS_NOTHING, add_socket },
	{ ID_accept, WANTS_NOTHING, add_accept },
	{ ID_accept4, WANTS_NOTHING, add_accept },
	{ ID_connect, WANTS_ALWAYS, NULL },
	{ ID_getsockopt, WANTS_NOTHING, add_option },
	{ ID_bind, WANTS_ALWAYS, NULL },
	{ ID_poll, WANTS_WAITED, add_poll },
	{ ID_ppoll, WANTS_WAITED, add_poll },
	{ ID_select, WANTS_WAITED, add_poll },
	{ ID_pselect6, WANTS_WAITED, add_poll },
	{ ID_epoll_wait, WANTS_NOTHING, add_poll },
	{ ID_epoll_pwait, WANTS_NOTHING, add_poll },
	{ ID_epoll_pwait2, WANTS_NOTHING, add_poll },
	{ ID_nanosleep, WANTS_NOTHING, count_sleep },
	{ ID_clock_nanosleep, WANTS_NOTHING, count_sleep },
	{ ID_sched_yield, WANTS_NOTHING, add_yield },
	{ ID_futex, WANTS_NOTHING, NULL },
	{ ID_clock_gettime, WANTS_NOTHING, add_clock },
	{ ID_gettimeofday, WANTS_NOTHING, add_clock },
	{ ID_time, WANTS_NOTHING, add_clock },
	{ ID_brk, WANTS_NOTHING, add_brk },
	{ ID_munmap, WANTS_NOTHING, add_unmap },
	{ ID_mmap, WANTS_NOTHING, add_map },
	{ ID_mmap2, WANTS_NOTHING, add_map },
	{ ID_madvise, WANTS_NOTHING, add_advice },
	{ ID_execve, WANTS_ALWAYS, add_exec },
	{ ID_execveat, WANTS_ALWAYS, add_exec },
	{ ID_kill, WANTS_NOTHING, add_kill },
	{ ID_tkill, WANTS_NOTHING, add_kill },
	{ ID_tgkill, WANTS_NOTHING, add_kill },
};

/* Calls whose memory is read when they have returned: messages, and the error of a socket. */
static const uint16_t read_late[] = { ID_sendmmsg, ID_getsockopt, ID_socketcall };

/* Whether a call has a path in some ABI. */
static bool names_account_file(enum syscall_id id)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);
	const struct syscall *row;

	for (size_t i = 0; i < n; i++) {
		row = syscall_row(id, abis[i]);
		if (row && row->classes & C_FILE)
			return true;
	}
	return false;
}

static void choose_reads(struct why *why)
{
	struct call_set every;

	call_set_fill(&every, true);
	call_set_fill(&why->read_at_entry, false);
	call_set_fill(&why->read_at_exit, false);
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (why->wants[id] != WANTS_NOTHING || names_account_file(id))
			why->read_at_entry.abis[id] = every.abis[id];
	for (size_t i = 0; i < ARRAY_SIZE(read_late); i++)
		why->read_at_exit.abis[read_late[i]] = every.abis[read_late[i]];
}

void account_prepare(struct why *why)
{
	for (size_t i = 0; i < ARRAY_SIZE(accounts); i++) {
		why->accounts[accounts[i].id] = accounts[i].add;
		why->wants[accounts[i].id] = accounts[i].wants;
	}
	for (unsigned id = 1; id < ID_COUNT; id++) {
		why->accounts[id] = why->accounts[syscall_base(id)];
		why->wants[id] = why->wants[syscall_base(id)];
	}
	choose_reads(why);
}

void account_note_entry(struct why *why, struct thread *thread, const struct moment *moment)
{
	account *add = why->accounts[moment->call->id];
	struct descriptor *descriptor;
	int fd = (int)moment->call->args[0];

	if (add != add_read && add != add_write && add != add_sync && add != add_flock &&
	    add != copy_descriptor && !(add == add_fcntl && waits_for_lock(moment->call)))
		return;
	descriptor = process_descriptor(&why->diagnosis, thread->process, fd);
	if (descriptor && !descriptor->known)
		look_up(why, descriptor, fd, moment);
}

/* Bytes that are written are read only where they can be a message or a question. */
static bool can_say(const struct thread *thread, const struct call *call)
{
	int fd = (int)call->args[0];
	const struct process *process = thread->process;
	const struct descriptor *descriptor =
		fd >= 0 && (size_t)fd < process->n_descriptors ? &process->descriptors[fd] : NULL;

	return fd == STDERR_FILENO || (fd == STDOUT_FILENO && call->args[2] <= 4096) ||
	       (descriptor && (descriptor->log || descriptor->resolver || descriptor->errors));
}

bool account_wants_values(const struct why *why, struct thread *thread, const struct call *call)
{
	switch (why->wants[call->id]) {
	case WANTS_ALWAYS:
		return true;
	case WANTS_SAID:
		return can_say(thread, call);
	case WANTS_WAITED:
		return limit_of(call) && !has_no_descriptors(call);
	default:
		return call->row && call->row->classes & C_FILE;
	}
}

void account_call(struct why *why, struct thread *thread, const struct moment *moment)
{
	const struct call *call = moment->call;
	struct diagnosis *diagnosis = &why->diagnosis;
	struct seen seen = {
		.process = thread->process,
		.thread = thread,
		.call = call,
		.moment = moment,
		.lasted_ns = call->returned_ns - call->entered_ns,
	};
	uint64_t added;

	if (call->returned_ns < call->entered_ns)
		seen.lasted_ns = 0;
	/*
	 * What a stub adds to a call is not known before: the shortest call has taken at least
	 * that.
	 */
	if (diagnosis->learns_stop && seen.lasted_ns &&
	    (!diagnosis->stop_ns || seen.lasted_ns < diagnosis->stop_ns))
		diagnosis->stop_ns = seen.lasted_ns;
	added = moment->event->unstopped ? 0 : diagnosis->stop_ns;
	seen.ns = seen.lasted_ns > added ? seen.lasted_ns - added : 0;
	diagnosis->n_calls++;
	diagnosis->n_stopped += !moment->event->unstopped;
	thread->process->n_stopped += !moment->event->unstopped;
	if (call->id == ID_connect)
		add_connect(why, &seen);
	else if (syscall_base(call->id) == ID_futex)
		add_futex(why, &seen);
	if (call->is_error)
		note_account_failure(why, &seen);
	else if (why->accounts[call->id])
		why->accounts[call->id](why, &seen);
}

static int compare_targets(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

/*
 * Many processes that leave a descriptor or two open at their end leak nothing: the descriptors of
 * one process count.
 */
void account_leaks(struct why *why, struct process *process)
{
	uint32_t *targets = xcalloc(process->n_descriptors + 1, sizeof(*targets));
	size_t n = 0, first = 0;

	for (size_t i = 0; i < process->n_descriptors; i++)
		if (process->descriptors[i].opened)
			targets[n++] = process->descriptors[i].target;
	if (n)
		qsort(targets, n, sizeof(*targets), compare_targets);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && targets[i] == targets[first])
			continue;
		for (size_t k = first; i - first >= LEAKS_MIN && k < i; k++)
			sums_add(&why->diagnosis, process, targets[first], SUM_LEAK, 0, 0);
		first = i;
	}
	free(targets);
}
