/* SPDX-License-Identifier: MIT */
/*
 * What threads wait for. While a thread waits for long, the system is asked which processes can end the wait. Threads that
 * only each other can wake form a knot: a deadlock. Take all threads that wait, and leave out, again and again, each that a process outside
 * can wake: what remains is the knot.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "why/why.h"

#define LONG_NS 500000000u /* a wait of this time is looked at */
#define LOOKS_AT_ONCE 16 /* threads about which the system is asked at once */
#define STUCK_MAX 256

/* A thread that waits. */
struct stuck {
	pid_t tid;
	struct process *process; /* a reference */
	const char *finding; /* the name of its row */
	uint64_t since_ns;
	char *text; /* owned */
	bool forever; /* the wait has no limit */
	bool threads; /* the wakers are threads */
	bool others; /* each other thread of the process can wake it, and nothing else */
	struct look_wait wait;
	struct look_wait
		children; /* whose ends interrupt the wait, because the process handles SIGCHLD */
	bool in_knot;
	bool stopped; /* by .stop; the wait does not matter then */
	struct look_stop stop;
};

/* --- what a call waits for ------------------------------------------------------------------- */

static enum call_awaits kind_of(const struct thread *thread)
{
	const struct call_wait *wait = syscall_wait(thread->id);

	return wait ? wait->awaits : AWAITS_NOTHING;
}

static bool is_forever(const struct thread *thread)
{
	const struct call_wait *wait = syscall_wait(thread->id);

	return !wait || call_wait_is_forever(wait, thread->args);
}

/* The descriptor that a call waits for; -1: none, or unknown. */
static int awaited_descriptor(const struct thread *thread, enum call_awaits kind)
{
	switch (kind) {
	case AWAITS_DATA:
	case AWAITS_SPACE:
	case AWAITS_CONNECTION:
	case AWAITS_PEER:
	case AWAITS_LOCK:
		return (int)thread->args[0];
	case AWAITS_POLL:
		return thread->awaited >= 0 ? thread->awaited : thread->fd;
	case AWAITS_EPOLL:
		return thread->awaited >= 0 ? thread->awaited : thread->process->asked_fd;
	default:
		return -1;
	}
}

static const struct descriptor *known_descriptor(const struct process *process, int fd)
{
	return fd >= 0 && (size_t)fd < process->n_descriptors ? &process->descriptors[fd] : NULL;
}

/* --- stops ----------------------------------------------------------------------------------- */

/* What a stop by a signal means: signal(7), tty_ioctl(4). */
static const struct stop_row {
	int signal; /* 0: unknown, or no signal */
	const char *why; /* after "is stopped by SIGTTIN" */
	const char *next; /* NULL: that of the finding */
} stop_rows[] = {
	{ SIGSTOP, "", NULL },
	{ SIGTSTP, " (^Z at its terminal, or a suspend of its own)", NULL },
	{ SIGTTIN, ": in the background, it reads from its terminal",
	  "bring it to the foreground (fg in its shell), or run it with </dev/null" },
	{ SIGTTOU, ": in the background, it writes to its terminal or sets it",
	  "bring it to the foreground (fg in its shell), or let it write to a file" },
	{ 0, "", NULL },
};

static const struct stop_row *stop_row_of(int signal)
{
	const struct stop_row *row = stop_rows;

	while (row->signal && row->signal != signal)
		row++;
	return row;
}

/* Asks whether a thread is stopped. */
static void ask_stop(const struct diagnosis *diagnosis, struct thread *thread)
{
	thread->stopped = diagnosis->look && diagnosis->look->stop(thread->tid, &thread->stop);
}

/* Since when a thread that is in no call has made none. */
static uint64_t idle_since(const struct thread *thread)
{
	return thread->idle_ns ? thread->idle_ns : thread->process->started_ns;
}

/* --- asking the system ----------------------------------------------------------------------- */

/* Adds the children that the trace has seen begin. */
static void list_traced_children(const struct diagnosis *diagnosis, const struct thread *thread,
				 struct look_wait *wait)
{
	for (size_t i = 0; i < PROCESS_CHAINS; i++)
		for (const struct process *process = diagnosis->chains[i]; process;
		     process = process->next) {
			if (process->parent != thread->process)
				continue;
			if (wait->n < LOOK_PROCESSES)
				wait->pids[wait->n++] = process->pid;
			else
				wait->complete = false;
		}
}

/* The process of which wait4(2) or waitid(2) awaits the end; 0: any child. */
static pid_t awaited_child(const struct thread *thread)
{
	bool waitid = thread->id == ID_waitid;
	pid_t pid = (pid_t)thread->args[waitid];

	return pid > 0 && (!waitid || thread->args[0] == P_PID) ? pid : 0;
}

static void list_children(const struct diagnosis *diagnosis, const struct thread *thread,
			  struct look_wait *wait)
{
	pid_t wanted = awaited_child(thread);

	if (wanted && process_find(diagnosis, wanted)) {
		*wait = (struct look_wait){ .pids = { wanted }, .n = 1, .complete = true };
		return;
	}
	/* The system knows those, too, that began before the trace or are not traced. */
	if (!diagnosis->look || !diagnosis->look->children(thread->process->pid, wait)) {
		*wait = (struct look_wait){ .complete = true };
		list_traced_children(diagnosis, thread, wait);
	}
	for (size_t i = 0; wanted && i < wait->n; i++)
		if (wait->pids[i] == wanted)
			*wait = (struct look_wait){
				.pids = { wanted },
				.n = 1,
				.complete = true,
			};
}

static bool is_private_futex(const struct thread *thread)
{
	return thread->args[1] & FUTEX_PRIVATE_FLAG;
}

/* Copies the descriptors that a poll waits for. Returns false if not all of them are known. */
static bool list_polled(const struct diagnosis *diagnosis, const struct thread *thread,
			enum call_awaits kind, int fds[LOOK_WATCHED], size_t *n)
{
	if (kind == AWAITS_EPOLL)
		return diagnosis->look->watched(thread->tid, (int)thread->args[0], fds, n);
	*n = thread->n_fds <= LOOK_WATCHED ? thread->n_fds : 0;
	memcpy(fds, thread->fds, *n * sizeof(*fds));
	return *n > 0;
}

/* Whether a process waits for the answer to what it has asked. */
static bool has_asked(const struct process *process)
{
	const struct descriptor *descriptor = known_descriptor(process, process->asked_fd);

	return descriptor && descriptor->pending;
}

/*
 * Chooses the descriptor that explains a wait for several. A listening socket explains a server, of which it may not be known what else it watches;
 * beside what only wakes the process itself, a connection that the process has made explains a client. Other descriptors of an epoll(7) stay
 * unnamed.
 */
static void choose_descriptor(const struct diagnosis *diagnosis, struct thread *thread,
			      enum call_awaits kind)
{
	int fds[LOOK_WATCHED], first[LOOK_ENDS];
	size_t n = 0, counts[LOOK_ENDS] = { 0 };
	bool whole;

	thread->awaited = -1;
	thread->n_awaited = thread->n_others = 0;
	thread->listens = false;
	if (!diagnosis->look)
		return;
	whole = list_polled(diagnosis, thread, kind, fds, &n);
	for (size_t i = 0; i < n; i++) {
		enum look_end end = diagnosis->look->end(thread->tid, fds[i]);

		if (!counts[end]++)
			first[end] = fds[i];
	}
	if (counts[LOOK_LISTENS] && !(kind == AWAITS_EPOLL && has_asked(thread->process))) {
		thread->awaited = first[LOOK_LISTENS];
		thread->listens = true;
		thread->n_others = whole ? n - counts[LOOK_EVENTS] - 1 : SIZE_MAX;
	} else if (whole && counts[LOOK_CONNECTED] &&
		   counts[LOOK_CONNECTED] + counts[LOOK_EVENTS] == n) {
		thread->awaited = first[LOOK_CONNECTED];
		thread->n_awaited = counts[LOOK_CONNECTED];
	}
}

/* Asks who can end the wait of a thread. */
static void ask(const struct diagnosis *diagnosis, struct thread *thread, enum call_awaits kind)
{
	const struct look *look = diagnosis->look;
	unsigned operation = (unsigned)thread->args[1] & FUTEX_CMD_MASK;
	int fd;

	if (kind == AWAITS_POLL || kind == AWAITS_EPOLL)
		choose_descriptor(diagnosis, thread, kind);
	fd = awaited_descriptor(thread, kind);
	if (!thread->waits)
		thread->waits = xcalloc(1, sizeof(*thread->waits));
	*thread->waits = (struct look_wait){ 0 };
	if (kind == AWAITS_CHILD)
		list_children(diagnosis, thread, thread->waits);
	else if (!look)
		return;
	else if (kind == AWAITS_FUTEX &&
		 (operation == FUTEX_LOCK_PI || (uint32_t)thread->args[2] == 2))
		look->futex(thread->tid, thread->args[0], operation == FUTEX_LOCK_PI,
			    thread->waits);
	else if (kind == AWAITS_LOCK)
		look->file_lock(thread->tid, fd, thread->waits);
	else if (fd >= 0 && kind != AWAITS_FUTEX)
		look->other_end(thread->tid, fd, thread->waits);
	/* Another descriptor may end a wait for several. */
	if (kind == AWAITS_EPOLL || (kind == AWAITS_POLL && thread->n_fds > 1))
		thread->waits->complete = false;
}

/* --- words ----------------------------------------------------------------------------------- */

static void put_process(const struct diagnosis *diagnosis, struct buf *out, pid_t pid)
{
	const struct process *process = process_find(diagnosis, pid);
	char name[LOOK_NAME];

	if (process) {
		put_harmless(out, texts_at(&diagnosis->programs, process->program), 40);
		buf_printf(out, "[%d]", pid);
	} else if (diagnosis->look && diagnosis->look->comm(pid, name)) {
		put_harmless(out, name, sizeof(name));
		buf_printf(out, "[%d], which is not traced", pid);
	} else {
		buf_printf(out, "process %d", pid);
	}
}

static void put_processes(const struct diagnosis *diagnosis, struct buf *out,
			  const struct look_wait *wait)
{
	for (size_t i = 0; i < wait->n && i < 3; i++) {
		buf_puts(out, i ? ", " : "");
		put_process(diagnosis, out, wait->pids[i]);
	}
	if (wait->n > 3)
		buf_printf(out, " and %zu more", wait->n - 3);
}

static void put_end(struct buf *out, const struct fd_socket *socket, const struct fd_end *end)
{
	bool v6 = socket->family == AF_INET6;
	char text[INET6_ADDRSTRLEN];

	if (inet_ntop(v6 ? AF_INET6 : AF_INET, end->address, text, sizeof(text)))
		buf_printf(out, v6 ? "[%s]:%u" : "%s:%u", text, end->port);
}

/* "the pipe [12], descriptor 3" or what it refers to. */
static void put_object(const struct diagnosis *diagnosis, struct buf *out,
		       const struct thread *thread, int fd)
{
	const struct descriptor *descriptor = known_descriptor(thread->process, fd);
	const struct look_wait *wait = thread->waits;
	const char *known = descriptor && descriptor->known
				    ? texts_at(&diagnosis->targets, descriptor->target)
				    : "socket:";

	/* Of a connection that was made before the trace, only the system knows the other end. */
	if (!strncmp(known, "socket", strlen("socket")) && wait && wait->socket.peer.known)
		put_end(out, &wait->socket, &wait->socket.peer);
	else if (descriptor && descriptor->known && descriptor->kind == OBJECT_SOCKET)
		put_harmless(out, texts_at(&diagnosis->targets, descriptor->target), TEXT_KEPT);
	else if (wait && *wait->name)
		put_harmless(out, wait->name, LOOK_NAME);
	else if (descriptor && descriptor->known)
		put_harmless(out, texts_at(&diagnosis->targets, descriptor->target), TEXT_KEPT);
	else
		buf_puts(out, "something");
	buf_printf(out, " (descriptor %d)", fd);
}

static void put_futex(const struct diagnosis *diagnosis, struct buf *out,
		      const struct thread *thread)
{
	const struct look_wait *wait = thread->waits;

	if (wait && wait->n) {
		buf_printf(out, "the mutex at 0x%llx, which thread %d holds",
			   (unsigned long long)thread->args[0], wait->pids[0]);
		return;
	}
	buf_printf(out, "a wake-up at 0x%llx", (unsigned long long)thread->args[0]);
	buf_puts(out, is_private_futex(thread) ? " by another thread of the process"
					       : " by a process that shares the memory");
	(void)diagnosis;
}

static void put_wakers(const struct diagnosis *diagnosis, struct buf *out,
		       const struct thread *thread, const char *doing)
{
	const struct look_wait *wait = thread->waits;

	if (wait && wait->n) {
		buf_printf(out, ", %s ", doing);
		put_processes(diagnosis, out, wait);
	} else if (wait && wait->complete && !strncmp(wait->name, "pipe:", 5)) {
		buf_puts(out, ", whose other end no process has open");
	}
}

/* Whether a thread waits for several descriptors, of which one accepts connections. */
static bool awaits_connections(const struct thread *thread)
{
	const struct fd_socket *socket = thread->waits ? &thread->waits->socket : NULL;

	return thread->listens && socket &&
	       (!strncmp(socket->type, "TCP", strlen("TCP")) || strstr(socket->type, "STREAM")) &&
	       (socket->local.known || socket->name_len);
}

/* A socket that listens has an address of its own, and no other end. */
static void put_listener(struct buf *out, const struct thread *thread, int fd)
{
	const struct fd_socket *socket = &thread->waits->socket;
	bool abstract = socket->name_len && !*socket->name;

	buf_puts(out, "a connection to ");
	if (socket->local.known) {
		put_end(out, socket, &socket->local);
	} else {
		buf_puts(out, abstract ? "@" : "");
		put_harmless(out, (const char *)socket->name + abstract,
			     socket->name_len - abstract);
	}
	buf_printf(out, " (descriptor %d)", fd);
	if (thread->n_others == SIZE_MAX)
		buf_puts(out, ", or events of other descriptors");
	else if (thread->n_others)
		buf_printf(out, ", or events of %zu more descriptor%s", thread->n_others,
			   plural_s(thread->n_others));
}

/* A client waits for the other ends of its connections. */
static void put_connections(const struct diagnosis *diagnosis, struct buf *out,
			    const struct thread *thread, int fd)
{
	buf_puts(out, "data from ");
	put_object(diagnosis, out, thread, fd);
	put_wakers(diagnosis, out, thread, "whose other end is open in");
	if (thread->n_awaited > 1)
		buf_printf(out, ", or from %zu more of its connections", thread->n_awaited - 1);
}

static void put_wait(const struct diagnosis *diagnosis, struct buf *out,
		     const struct thread *thread, enum call_awaits kind)
{
	int fd = awaited_descriptor(thread, kind);
	const char *name = syscall_name(thread->id);

	switch (kind) {
	case AWAITS_FUTEX:
		put_futex(diagnosis, out, thread);
		break;
	case AWAITS_DATA:
	case AWAITS_SPACE:
	case AWAITS_POLL:
		if (fd < 0) {
			buf_puts(out, "a time");
			break;
		}
		if (kind == AWAITS_POLL && awaits_connections(thread)) {
			put_listener(out, thread, fd);
			break;
		}
		if (kind == AWAITS_POLL && thread->n_awaited > 1) {
			put_connections(diagnosis, out, thread, fd);
			break;
		}
		buf_puts(out, kind == AWAITS_SPACE ? "space in " : "data from ");
		put_object(diagnosis, out, thread, fd);
		put_wakers(diagnosis, out, thread, "whose other end is open in");
		break;
	case AWAITS_EPOLL:
		if (thread->awaited < 0) {
			buf_puts(out, "events of its descriptors");
			break;
		}
		if (awaits_connections(thread)) {
			put_listener(out, thread, fd);
			break;
		}
		put_connections(diagnosis, out, thread, fd);
		break;
	case AWAITS_CONNECTION:
		buf_puts(out, "a connection");
		break;
	case AWAITS_PEER:
		buf_printf(out, "the answer of %s to connect",
			   thread->path.len ? buf_cstr((struct buf *)&thread->path) : "a peer");
		break;
	case AWAITS_CHILD:
		buf_puts(out, "the end of ");
		if (thread->waits && thread->waits->n)
			put_processes(diagnosis, out, thread->waits);
		else
			buf_puts(out, "a child");
		break;
	case AWAITS_LOCK:
		buf_puts(out, "a lock on ");
		put_object(diagnosis, out, thread, fd);
		put_wakers(diagnosis, out, thread, "which is held by");
		break;
	case AWAITS_TIME:
		buf_puts(out, "a time (it sleeps)");
		break;
	case AWAITS_RESUMED:
		buf_puts(out, "the rest of a time (it sleeps, or polls or waits for a futex with a "
			      "time limit)");
		break;
	case AWAITS_SIGNAL:
		buf_puts(out, "a signal");
		break;
	case AWAITS_OPENER:
		buf_puts(out, "opening ");
		put_harmless(out, thread->path.data ? thread->path.data : "", thread->path.len);
		break;
	case AWAITS_NOTHING:
	case AWAITS_EVENT:
		buf_printf(out, "the end of %s", name ? name : "a call");
		break;
	}
}

char *waits_object(const struct diagnosis *diagnosis, const struct thread *thread)
{
	struct buf text = { 0 };
	char *words;

	put_object(diagnosis, &text, thread, (int)thread->args[0]);
	words = xstrdup(buf_cstr(&text));
	buf_free(&text);
	return words;
}

char *waits_describe(const struct diagnosis *diagnosis, const struct thread *thread)
{
	struct buf text = { 0 };
	char *words;

	put_wait(diagnosis, &text, thread, kind_of(thread));
	words = xstrdup(buf_cstr(&text));
	buf_free(&text);
	return words;
}

/* --- all threads that wait ------------------------------------------------------------------- */

static const char *finding_of(const struct diagnosis *diagnosis, const struct thread *thread,
			      enum call_awaits kind)
{
	int fd = awaited_descriptor(thread, kind);
	const struct descriptor *descriptor = known_descriptor(thread->process, fd);
	const struct look_wait *wait = thread->waits;
	bool pipe = wait && !strncmp(wait->name, "pipe:", 5);
	bool socket = (descriptor && descriptor->known && descriptor->kind == OBJECT_SOCKET) ||
		      (wait && !strncmp(wait->name, "socket:", 7));

	(void)diagnosis;
	switch (kind) {
	case AWAITS_FUTEX:
		return wait && wait->n ? "waits-for-lock" : "waits-for-event";
	case AWAITS_DATA:
	case AWAITS_SPACE:
	case AWAITS_POLL:
		if (descriptor && descriptor->resolver)
			return "waits-for-name-server";
		if ((wait && wait->listening) ||
		    (kind == AWAITS_POLL && awaits_connections(thread)))
			return "waits-for-work";
		if (socket)
			return "waits-for-peer";
		if (fd < 0)
			return "sleeps";
		return pipe ? "waits-for-process" : "waits-for-input";
	case AWAITS_EPOLL:
		if (thread->listens)
			return "waits-for-work";
		if (thread->awaited >= 0)
			return descriptor && descriptor->resolver ? "waits-for-name-server"
								  : "waits-for-peer";
		if (descriptor && descriptor->pending)
			return descriptor->resolver ? "waits-for-name-server" : "waits-for-peer";
		return "waits-for-work";
	case AWAITS_CONNECTION:
		return "waits-for-work";
	case AWAITS_PEER:
		return "waits-for-peer";
	case AWAITS_CHILD:
		return "waits-for-child";
	case AWAITS_LOCK:
		return "waits-for-file-lock";
	case AWAITS_TIME:
	case AWAITS_RESUMED:
		return "sleeps";
	case AWAITS_SIGNAL:
		return "waits-for-signal";
	case AWAITS_OPENER:
		return "waits-for-process";
	case AWAITS_NOTHING:
	case AWAITS_EVENT:
		break;
	}
	return "waits-for-event";
}

static void clear_stuck(struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		free(diagnosis->stuck[i].text);
		process_release(diagnosis, diagnosis->stuck[i].process);
	}
	diagnosis->n_stuck = 0;
	diagnosis->knot = false;
}

void waits_note_computing(struct diagnosis *diagnosis, struct thread *thread, uint64_t now_ns)
{
	uint64_t since = idle_since(thread);

	if (thread->in_call || diagnosis->computing || now_ns < since + LONG_NS)
		return;
	/* Of a process that was killed, the last look knows whether it was stopped. */
	if (diagnosis->interrupted_ns)
		ask_stop(diagnosis, thread);
	if (thread->stopped)
		return;
	/* On a whole machine it is not known in which call a thread is that has made none since the trace began. */
	if (diagnosis->on_machine && !thread->idle_ns)
		return;
	diagnosis->computing = thread->process;
	diagnosis->computing_tid = thread->tid;
	diagnosis->computing_ns = now_ns - since;
	thread->process->refs++;
}

void waits_free(struct diagnosis *diagnosis)
{
	if (diagnosis->computing)
		process_release(diagnosis, diagnosis->computing);
	clear_stuck(diagnosis);
	free(diagnosis->stuck);
}

/* All threads of a process stop together: the first one stands for them. */
static bool has_stopped(const struct diagnosis *diagnosis, const struct process *process)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		if (diagnosis->stuck[i].stopped && diagnosis->stuck[i].process == process)
			return true;
	return false;
}

static char *describe_stop(const struct diagnosis *diagnosis, const struct thread *thread)
{
	const struct stop_row *row = stop_row_of(thread->stop.signal);
	struct buf text = { 0 };
	char *words;

	buf_puts(&text, "is stopped");
	if (thread->stop.tracer) {
		buf_puts(&text, " by the debugger ");
		put_process(diagnosis, &text, thread->stop.tracer);
	} else if (row->signal) {
		buf_printf(&text, " by %s", signal_name(abi_native(), (unsigned)row->signal));
	}
	buf_puts(&text, row->why);
	words = xstrdup(buf_cstr(&text));
	buf_free(&text);
	return words;
}

static void add_stuck(struct diagnosis *diagnosis, struct thread *thread)
{
	enum call_awaits kind = kind_of(thread);
	struct stuck *stuck;

	if (diagnosis->n_stuck == STUCK_MAX ||
	    (thread->stopped && has_stopped(diagnosis, thread->process)))
		return;
	if (!diagnosis->stuck)
		diagnosis->stuck = xcalloc(STUCK_MAX, sizeof(*diagnosis->stuck));
	stuck = &diagnosis->stuck[diagnosis->n_stuck++];
	*stuck = (struct stuck){
		.tid = thread->tid,
		.process = thread->process,
		.finding = thread->stopped ? "stopped" : finding_of(diagnosis, thread, kind),
		.since_ns = thread->in_call ? thread->entered_ns : idle_since(thread),
		.text = thread->stopped ? describe_stop(diagnosis, thread)
					: waits_describe(diagnosis, thread),
		.stopped = thread->stopped,
		.stop = thread->stop,
		.forever = is_forever(thread) && !thread->stopped,
		.threads = kind == AWAITS_FUTEX,
		.others = kind == AWAITS_FUTEX && is_private_futex(thread) &&
			  !(thread->waits && thread->waits->n),
	};
	if (thread->waits && !thread->stopped)
		stuck->wait = *thread->waits;
	if (!diagnosis->look || !stuck->forever ||
	    !diagnosis->look->waking_children(thread->process->pid, &stuck->children))
		stuck->children = (struct look_wait){ .complete = true };
	thread->process->refs++;
}

/* --- the knot -------------------------------------------------------------------------------- */

static bool thread_in_knot(const struct diagnosis *diagnosis, pid_t tid)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		if (diagnosis->stuck[i].tid == tid)
			return diagnosis->stuck[i].in_knot;
	return false;
}

/* A process is in the knot if all of its living threads are. */
static bool process_in_knot(const struct diagnosis *diagnosis, pid_t pid)
{
	const struct process *process = process_find(diagnosis, pid);
	size_t n = 0;

	if (!process)
		return false;
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		n += diagnosis->stuck[i].process == process && diagnosis->stuck[i].in_knot;
	return n && n >= process->n_threads;
}

static bool only_knot_wakes(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	if (!stuck->forever || !stuck->children.complete)
		return false;
	/* make waits for its children in this way, with a read of a pipe. */
	for (size_t i = 0; i < stuck->children.n; i++)
		if (!process_in_knot(diagnosis, stuck->children.pids[i]))
			return false;
	if (stuck->others)
		return process_in_knot(diagnosis, stuck->process->pid);
	if (!stuck->wait.n || !stuck->wait.complete)
		return false;
	for (size_t i = 0; i < stuck->wait.n; i++)
		if (!(stuck->threads ? thread_in_knot(diagnosis, stuck->wait.pids[i])
				     : process_in_knot(diagnosis, stuck->wait.pids[i])))
			return false;
	return true;
}

/* A parent that waits for a child in the knot is no part of the cycle, but hangs because of it. */
static void find_knot(struct diagnosis *diagnosis)
{
	bool changed = true;
	size_t n = 0;

	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		diagnosis->stuck[i].in_knot = true;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < diagnosis->n_stuck; i++) {
			struct stuck *stuck = &diagnosis->stuck[i];

			if (stuck->in_knot && !only_knot_wakes(diagnosis, stuck)) {
				stuck->in_knot = false;
				changed = true;
			}
		}
	}
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		n += diagnosis->stuck[i].in_knot;
	diagnosis->knot = n > 0;
}

/* --- looking --------------------------------------------------------------------------------- */

/* A wait is looked at after LONG_NS, and again when it has lasted twice as long. So is a thread that makes no calls, which may be stopped. */
static bool is_due(const struct thread *thread, uint64_t now_ns)
{
	uint64_t since = thread->in_call ? thread->entered_ns : idle_since(thread);
	uint64_t last = thread->looked_ns > since ? thread->looked_ns - since : LONG_NS / 2;

	return now_ns > since && now_ns - since >= 2 * last;
}

/* Asks about a thread that is due. Returns whether it was. */
static bool look_at(struct diagnosis *diagnosis, struct thread *thread, uint64_t now_ns, bool now)
{
	bool again = thread->looked_ns != 0 && thread->in_call;
	bool stopped = thread->stopped;

	/* At the end of the trace only the latest state of a stop counts. */
	if (now)
		ask_stop(diagnosis, thread);
	if (now ? again && stopped == thread->stopped : !is_due(thread, now_ns))
		return false;
	if (!now)
		ask_stop(diagnosis, thread);
	thread->looked_ns = now_ns;
	if (!thread->in_call || thread->stopped)
		return thread->stopped || stopped;
	ask(diagnosis, thread, kind_of(thread));
	return true;
}

void waits_look(struct diagnosis *diagnosis, uint64_t now_ns, bool now)
{
	unsigned asked = 0;

	if (!now && now_ns < diagnosis->looked_ns + LONG_NS / 10)
		return;
	diagnosis->looked_ns = now_ns;
	for (struct thread *thread = diagnosis->threads; thread; thread = thread->next)
		if (asked < LOOKS_AT_ONCE)
			asked += look_at(diagnosis, thread, now_ns, now);
	if (!asked && !now)
		return;
	clear_stuck(diagnosis);
	for (struct thread *thread = diagnosis->threads; thread; thread = thread->next)
		if (thread->looked_ns && (thread->in_call || thread->stopped))
			add_stuck(diagnosis, thread);
	find_knot(diagnosis);
}

void waits_note_progress(struct diagnosis *diagnosis, const struct thread *thread)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		if (diagnosis->stuck[i].tid == thread->tid && !diagnosis->interrupted_ns) {
			free(diagnosis->stuck[i].text);
			process_release(diagnosis, diagnosis->stuck[i].process);
			diagnosis->stuck[i] = diagnosis->stuck[--diagnosis->n_stuck];
			find_knot(diagnosis);
			return;
		}
}

/* --- findings -------------------------------------------------------------------------------- */

static void put_waiter(const struct diagnosis *diagnosis, struct buf *out,
		       const struct stuck *stuck)
{
	put_harmless(out, texts_at(&diagnosis->programs, stuck->process->program), 40);
	buf_printf(out, "[%d]", stuck->tid);
}

static void put_state(struct buf *out, const struct stuck *stuck)
{
	buf_printf(out, stuck->stopped ? " %s" : " waits for %s", stuck->text);
}

static void add_line(struct diagnosis *diagnosis, struct finding *finding,
		     const struct stuck *stuck)
{
	struct buf text = { 0 };
	uint64_t end = diagnosis->interrupted_ns ? diagnosis->interrupted_ns : diagnosis->last_ns;

	put_waiter(diagnosis, &text, stuck);
	put_state(&text, stuck);
	if (end > stuck->since_ns) {
		buf_puts(&text, stuck->stopped ? " (no progress for " : " (for ");
		put_time(&text, end - stuck->since_ns);
		buf_putc(&text, ')');
	}
	finding_line(finding, stuck->stopped ? "stopped" : "waits", "%s", buf_cstr(&text));
	buf_free(&text);
}

/* A parent that only waits for a child in the knot hangs because of it, and is no part of the cycle. */
static bool is_bystander(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	if (strcmp(stuck->finding, "waits-for-child") != 0)
		return false;
	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *other = &diagnosis->stuck[i];

		for (size_t k = 0; other->in_knot && k < other->wait.n; k++)
			if (other->wait.pids[k] == stuck->process->pid)
				return false;
	}
	return true;
}

static void advise_deadlock(struct finding *finding, bool futexes, bool pipes, bool alone)
{
	struct buf next = { 0 };

	if (futexes && !pipes) {
		buf_printf(&next, "%s; gdb -p %d, then thread apply all bt, shows where",
			   alone ? "lock the mutex only once, or make it recursive"
				 : "take the locks in the same order everywhere",
			   finding->pid);
		finding->next = xstrdup(buf_cstr(&next));
	} else if (pipes && !futexes) {
		finding->next = xstrdup(
			alone ? "close the writing end in the process that reads"
			      : "let one side write first, and close unused ends of the pipes");
	}
	buf_free(&next);
}

static void add_deadlock(struct diagnosis *diagnosis)
{
	struct finding *finding = finding_add(diagnosis, row_find("deadlock"));
	bool futexes = false, pipes = false;
	size_t n = 0, n_bystanders = 0;

	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *stuck = &diagnosis->stuck[i];

		if (!stuck->in_knot)
			continue;
		futexes |= stuck->threads;
		pipes |= !strncmp(stuck->wait.name, "pipe:", 5);
		if (is_bystander(diagnosis, stuck)) {
			n_bystanders++;
			add_line(diagnosis, finding, stuck);
			continue;
		}
		if (!n++) {
			put_waiter(diagnosis, &finding->title, stuck);
			finding->pid = stuck->process->pid;
			finding->program =
				xstrdup(texts_at(&diagnosis->programs, stuck->process->program));
		}
		add_line(diagnosis, finding, stuck);
	}
	if (n == 1)
		buf_puts(&finding->title, " waits for what only itself could do");
	else
		buf_printf(&finding->title, " and %zu more wait for each other", n - 1);
	if (n_bystanders)
		buf_printf(&finding->title, ", and %zu hang%s because of them", n_bystanders,
			   plural(n_bystanders, "s", ""));
	advise_deadlock(finding, futexes, pipes, n == 1);
	finding->confidence = SURE;
	finding->reason = "nothing outside of them can wake them, but signals";
}

/* Which wait explains the others: the first of these. In the others most processes of a machine are all the time. */
static const struct {
	const char *name;
	bool on_machine; /* it is of interest there, too */
} order[] = {
	{ "stopped", false },
	{ "waits-for-lock", true },
	{ "waits-for-file-lock", true },
	{ "waits-for-name-server", true },
	{ "waits-for-peer", false },
	{ "waits-for-process", false },
	{ "waits-for-input", false },
	{ "waits-for-event", false },
	{ "waits-for-signal", false },
	{ "sleeps", false },
	{ "waits-for-child", false },
	{ "waits-for-work", false },
};

/* The status of timeout(1) when it has ended its command. */
#define TIMED_OUT 124

/* Whether the command ended because this process was killed, or is this process. */
static bool ended_command(const struct diagnosis *diagnosis, const struct process *process)
{
	const struct process *root = diagnosis->root;

	if (!root || root == process || !root->ended || root->killed)
		return true;
	return root->status == TIMED_OUT || root->status == 128 + process->status;
}

/* Whether a wait was long when the user has interrupted the trace, or lasted for most of it. */
static bool was_long(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	uint64_t end = diagnosis->interrupted_ns, length = end - diagnosis->first_ns;
	uint64_t lasted = end > stuck->since_ns ? end - stuck->since_ns : 0;

	return lasted >= LONG_NS || lasted >= length / 2;
}

/* Whether a wait counts: the user has interrupted the trace, or the process was ended from outside while it waited. */
static bool counts(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	const struct process *process = stuck->process;

	if (diagnosis->interrupted_ns)
		return was_long(diagnosis, stuck);
	return process->killed &&
	       (process->status == SIGINT || process->status == SIGTERM ||
		process->status == SIGKILL || process->status == SIGHUP ||
		process->status == SIGQUIT) &&
	       ended_command(diagnosis, process);
}

/* A wait for a child that waits itself is explained by the child. */
static bool is_explained(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	if (strcmp(stuck->finding, "waits-for-child") != 0)
		return false;
	for (size_t i = 0; i < stuck->wait.n; i++)
		for (size_t j = 0; j < diagnosis->n_stuck; j++)
			if (diagnosis->stuck[j].process->pid == stuck->wait.pids[i])
				return true;
	return false;
}

/* Puts the process that is to be looked at into the advice of the row. */
static void advise_wait(struct finding *finding, const struct stuck *stuck)
{
	pid_t pid = stuck->wait.n && strcmp(finding->row->name, "waits-for-child") == 0
			    ? stuck->wait.pids[0]
			    : stuck->process->pid;
	const char *next = stuck->stopped ? stop_row_of(stuck->stop.signal)->next : NULL;

	finding_name_process(finding, pid);
	if (stuck->stop.tracer)
		next = "let it go on in that debugger, or end the debugger";
	if (!next)
		return;
	free(finding->next);
	finding->next = xstrdup(next);
}

static void add_wait(struct diagnosis *diagnosis, const char *name)
{
	struct finding *finding = NULL;
	size_t n = 0;

	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *stuck = &diagnosis->stuck[i];

		if (strcmp(stuck->finding, name) != 0 || !counts(diagnosis, stuck) ||
		    is_explained(diagnosis, stuck))
			continue;
		if (!finding) {
			finding = finding_add(diagnosis, row_find(name));
			finding->as_wait = true;
			put_waiter(diagnosis, &finding->title, stuck);
			put_state(&finding->title, stuck);
			finding->pid = stuck->process->pid;
			finding->program =
				xstrdup(texts_at(&diagnosis->programs, stuck->process->program));
			finding->confidence = diagnosis->look ? SURE : LIKELY;
			finding->reason = diagnosis->look
						  ? "it was in this call when the trace ended"
						  : "the call; a recording does not have what is "
						    "at its other end";
			if (stuck->stopped)
				finding->reason = "the system says so: the state of the process is "
						  "T or t";
			advise_wait(finding, stuck);
		}
		n++;
		add_line(diagnosis, finding, stuck);
	}
	if (n > LINES_MAX)
		buf_printf(&finding->title, " (%zu threads)", n);
}

/* A thread that makes no calls computes. */
static void add_computing(struct diagnosis *diagnosis)
{
	const struct process *process = diagnosis->computing;
	struct finding *finding;

	/* A process that computed until it was stopped is only stopped. */
	if (!process || (!diagnosis->interrupted_ns && !process->killed) ||
	    has_stopped(diagnosis, process))
		return;
	finding = finding_add(diagnosis, row_find("computes"));
	put_harmless(&finding->title, texts_at(&diagnosis->programs, process->program), 40);
	buf_printf(&finding->title, "[%d] ran its own code, without a system call for ",
		   diagnosis->computing_tid);
	put_time(&finding->title, diagnosis->computing_ns);
	finding->pid = process->pid;
	finding->program = xstrdup(texts_at(&diagnosis->programs, process->program));
	finding->confidence = SURE;
	finding->reason = "no call was seen in that time";
	finding_name_process(finding, process->pid);
}

/* A process that was in a knot and then ended by itself, or was ended by its parent, was not stuck. */
static bool knot_counts(const struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *stuck = &diagnosis->stuck[i];

		if (stuck->in_knot && (!stuck->process->ended || counts(diagnosis, stuck)))
			return true;
	}
	return false;
}

void find_waits(struct diagnosis *diagnosis)
{
	bool knot = knot_counts(diagnosis);

	if (knot)
		add_deadlock(diagnosis);
	add_computing(diagnosis);
	for (size_t i = 0; i < ARRAY_SIZE(order) && diagnosis->n_findings < 3; i++)
		if (!knot && (order[i].on_machine || !diagnosis->on_machine))
			add_wait(diagnosis, order[i].name);
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		diagnosis->ended_by_limit |=
			diagnosis->n_findings > 0 && diagnosis->stuck[i].process->killed;
}
