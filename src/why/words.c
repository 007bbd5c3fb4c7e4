/* SPDX-License-Identifier: MIT */
/* Puts into words what a thread waits for: what follows "waits for ". */
#include "why/words.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "why/ask.h"
#include "why/print.h"
#include "why/process.h"
#include "why/texts.h"

/* --- processes and objects ------------------------------------------------------------------- */

void put_process(const struct diagnosis *diagnosis, struct buf *out, pid_t pid)
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

static void put_other_end(struct buf *out, const struct fd_socket *socket, const struct fd_end *end)
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
		put_other_end(out, &wait->socket, &wait->socket.peer);
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

char *waits_object(const struct diagnosis *diagnosis, const struct thread *thread)
{
	struct buf text = { 0 };

	put_object(diagnosis, &text, thread, (int)thread->args[0]);
	return buf_take(&text);
}

/* --- ways of waiting ------------------------------------------------------------------------- */

void put_futex(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd)
{
	const struct look_wait *wait = thread->waits;

	(void)diagnosis, (void)fd;
	if (wait && wait->n) {
		buf_printf(out, "the mutex at 0x%llx, which thread %d holds",
			   (unsigned long long)thread->args[0], wait->pids[0]);
		return;
	}
	buf_printf(out, "a wake-up at 0x%llx", (unsigned long long)thread->args[0]);
	buf_puts(out, is_private_futex(thread) ? " by another thread of the process"
					       : " by a process that shares the memory");
}

/* A socket that listens has an address of its own, and no other end. */
static void put_listener(struct buf *out, const struct thread *thread, int fd)
{
	const struct fd_socket *socket = &thread->waits->socket;
	bool abstract = socket->name_len && !*socket->name;

	buf_puts(out, "a connection to ");
	if (socket->local.known) {
		put_other_end(out, socket, &socket->local);
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

void put_data(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd)
{
	if (fd < 0) {
		buf_puts(out, "a time");
		return;
	}
	buf_puts(out, "data from ");
	put_object(diagnosis, out, thread, fd);
	put_wakers(diagnosis, out, thread, "whose other end is open in");
}

void put_space(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd)
{
	buf_puts(out, "space in ");
	put_object(diagnosis, out, thread, fd);
	put_wakers(diagnosis, out, thread, "whose other end is open in");
}

void put_polled(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd)
{
	if (fd >= 0 && awaits_connections(thread))
		put_listener(out, thread, fd);
	else if (fd >= 0 && thread->n_awaited > 1)
		put_connections(diagnosis, out, thread, fd);
	else
		put_data(diagnosis, out, thread, fd);
}

void put_watched(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		 int fd)
{
	if (thread->awaited < 0)
		buf_puts(out, "events of its descriptors");
	else if (awaits_connections(thread))
		put_listener(out, thread, fd);
	else
		put_connections(diagnosis, out, thread, fd);
}

void put_connection(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		    int fd)
{
	(void)diagnosis, (void)thread, (void)fd;
	buf_puts(out, "a connection");
}

void put_answer(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd)
{
	(void)diagnosis, (void)fd;
	buf_printf(out, "the answer of %s to connect",
		   thread->path.len ? buf_cstr((struct buf *)&thread->path) : "a peer");
}

void put_child(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd)
{
	(void)fd;
	buf_puts(out, "the end of ");
	if (thread->waits && thread->waits->n)
		put_processes(diagnosis, out, thread->waits);
	else
		buf_puts(out, "a child");
}

void put_file_lock(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		   int fd)
{
	buf_puts(out, "a lock on ");
	put_object(diagnosis, out, thread, fd);
	put_wakers(diagnosis, out, thread, "which is held by");
}

void put_sleep(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd)
{
	(void)diagnosis, (void)thread, (void)fd;
	buf_puts(out, "a time (it sleeps)");
}

void put_rest(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd)
{
	(void)diagnosis, (void)thread, (void)fd;
	buf_puts(out, "the rest of a time (it sleeps, or polls or waits for a futex with a time "
		      "limit)");
}

void put_signal(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd)
{
	(void)diagnosis, (void)thread, (void)fd;
	buf_puts(out, "a signal");
}

void put_opener(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd)
{
	(void)diagnosis, (void)fd;
	buf_puts(out, "opening ");
	put_harmless(out, thread->path.data ? thread->path.data : "", thread->path.len);
}

void put_call(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd)
{
	const char *name = syscall_name(thread->id);

	(void)diagnosis, (void)fd;
	buf_printf(out, "the end of %s", name ? name : "a call");
}
