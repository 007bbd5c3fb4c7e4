/* SPDX-License-Identifier: MIT */
/* Asks the system which processes or threads can end a wait. */
#include "why/ask.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/wait.h>

#include "why/process.h"

const struct descriptor *known_descriptor(const struct process *process, int fd)
{
	return fd >= 0 && (size_t)fd < process->n_descriptors ? &process->descriptors[fd] : NULL;
}

bool is_private_futex(const struct thread *thread)
{
	return thread->args[1] & FUTEX_PRIVATE_FLAG;
}

bool awaits_connections(const struct thread *thread)
{
	const struct fd_socket *socket = thread->waits ? &thread->waits->socket : NULL;

	return thread->listens && socket &&
	       (!strncmp(socket->type, "TCP", strlen("TCP")) || strstr(socket->type, "STREAM")) &&
	       (socket->local.known || socket->name_len);
}

/* --- children -------------------------------------------------------------------------------- */

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

void ask_children(const struct diagnosis *diagnosis, struct thread *thread, int fd)
{
	pid_t wanted = awaited_child(thread);
	struct look_wait *wait = thread->waits;

	(void)fd;
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

/* --- several descriptors --------------------------------------------------------------------- */

/* Copies the descriptors that a poll waits for. Returns false if not all of them are known. */
static bool list_polled(const struct thread *thread, int fds[LOOK_WATCHED], size_t *n)
{
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
 * Chooses the descriptor that explains a wait for several, n of which are in fds; whole: they are
 * all. A listening socket explains a server, of which it may not be known what else it watches;
 * beside what only wakes the process itself, a connection that the process has made explains a
 * client. Other descriptors of an epoll(7) stay unnamed.
 */
static void choose_descriptor(const struct diagnosis *diagnosis, struct thread *thread,
			      const int fds[], size_t n, bool whole, bool may_listen)
{
	size_t counts[LOOK_ENDS] = { 0 };
	int first[LOOK_ENDS];

	for (size_t i = 0; i < n; i++) {
		enum look_end end = diagnosis->look->end(thread->tid, fds[i]);

		if (!counts[end]++)
			first[end] = fds[i];
	}
	if (counts[LOOK_LISTENS] && may_listen) {
		thread->awaited = first[LOOK_LISTENS];
		thread->listens = true;
		thread->n_others = whole ? n - counts[LOOK_EVENTS] - 1 : SIZE_MAX;
	} else if (whole && counts[LOOK_CONNECTED] &&
		   counts[LOOK_CONNECTED] + counts[LOOK_EVENTS] == n) {
		thread->awaited = first[LOOK_CONNECTED];
		thread->n_awaited = counts[LOOK_CONNECTED];
	}
}

static void forget_choice(struct thread *thread)
{
	thread->awaited = -1;
	thread->n_awaited = thread->n_others = 0;
	thread->listens = false;
}

void choose_polled(const struct diagnosis *diagnosis, struct thread *thread)
{
	int fds[LOOK_WATCHED];
	size_t n = 0;
	bool whole;

	forget_choice(thread);
	if (!diagnosis->look)
		return;
	whole = list_polled(thread, fds, &n);
	choose_descriptor(diagnosis, thread, fds, n, whole, true);
}

void choose_watched(const struct diagnosis *diagnosis, struct thread *thread)
{
	int fds[LOOK_WATCHED];
	size_t n = 0;
	bool whole;

	forget_choice(thread);
	if (!diagnosis->look)
		return;
	whole = diagnosis->look->watched(thread->tid, (int)thread->args[0], fds, &n);
	choose_descriptor(diagnosis, thread, fds, n, whole, !has_asked(thread->process));
}

/* --- one descriptor or word ------------------------------------------------------------------ */

void ask_futex(const struct diagnosis *diagnosis, struct thread *thread, int fd)
{
	unsigned operation = (unsigned)thread->args[1] & FUTEX_CMD_MASK;
	bool inherits = operation == FUTEX_LOCK_PI;

	(void)fd;
	/* A mutex of glibc on which threads wait has the value 2. */
	if (diagnosis->look && (inherits || (uint32_t)thread->args[2] == 2))
		diagnosis->look->futex(thread->tid, thread->args[0], inherits, thread->waits);
}

void ask_file_lock(const struct diagnosis *diagnosis, struct thread *thread, int fd)
{
	if (diagnosis->look)
		diagnosis->look->file_lock(thread->tid, fd, thread->waits);
}

void ask_other_end(const struct diagnosis *diagnosis, struct thread *thread, int fd)
{
	if (diagnosis->look && fd >= 0)
		diagnosis->look->other_end(thread->tid, fd, thread->waits);
}

void ask_polled(const struct diagnosis *diagnosis, struct thread *thread, int fd)
{
	ask_other_end(diagnosis, thread, fd);
	/* Another descriptor may end the wait. */
	if (thread->n_fds > 1)
		thread->waits->complete = false;
}

void ask_watched(const struct diagnosis *diagnosis, struct thread *thread, int fd)
{
	ask_other_end(diagnosis, thread, fd);
	thread->waits->complete = false;
}
