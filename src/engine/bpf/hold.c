/* SPDX-License-Identifier: MIT */
/*
 * A thread that stops tasks while the ring is nearly full, so that no record is lost.
 *
 * A program in the kernel cannot sleep: a task waits at a call for some 30 µs at most. If scry
 * itself cannot go on for longer, because the reader of the trace stands still, the ring would
 * overflow. The thread then attaches by ptrace(2) to the tasks that make calls. No other process
 * sees such a stop. The kernel lets the tasks go on when the thread ends, so that they do so also
 * if SIGKILL ends scry. A task that another tracer has cannot be stopped.
 */
#include "engine/bpf/hold.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/ring.h"
#include "scry/util.h"

#define LOOK_MS 20
/* While the ring is half full, or as far from that as QUICK_BYTES, or tasks are stopped. */
#define QUICK_LOOK_MS 1
#define QUICK_BYTES (1u << 20)
/*
 * A ring of this size can be full before the next look. The program wakes the thread up when such a
 * ring is three eighths full.
 */
#define SMALL_RING (1u << 20)
/* Dead tasks are looked for at each look of this number. */
#define REAP_LOOKS 16
/*
 * Tasks are stopped when this part of what is above the limit is full. A trace that is written all
 * the time does not get there.
 */
#define HOLD_PART 8
/* A reader that has read nothing for this time stands still. */
#define STILL_NS 1000000000u
/*
 * The lowest real-time priority: the tasks that fill the ring must not keep the thread from a CPU.
 */
#define PRIORITY 1

struct hold {
	pthread_t thread;
	const struct ring *ring;
	uint32_t *waiters;
	size_t hold_above, release_below; /* bytes of the ring */
	pid_t command;
	int stop_fd; /* eventfd: the thread ends */
	int poll_fd; /* epoll: stop_fd, and a small ring */
	pid_t *held; /* the tasks that the thread has attached to */
	size_t n, capacity;
	unsigned looks;
	unsigned long consumed; /* the position of scry in the ring */
	uint64_t since_ns; /* when it was first seen there while tasks were stopped */
	bool said; /* that the reader stands still */
};

static bool is_held(const struct hold *hold, pid_t tid)
{
	for (size_t i = 0; i < hold->n; i++)
		if (hold->held[i] == tid)
			return true;
	return false;
}

/* Takes the numbers of the tasks that have waited since the last look. */
static void take_waiters(struct hold *hold, bool stop)
{
	for (size_t i = 0; i < WAITERS; i++) {
		pid_t tid = (pid_t)__atomic_exchange_n(&hold->waiters[i], 0, __ATOMIC_RELAXED);

		if (!tid || !stop || is_held(hold, tid) || ptrace(PTRACE_SEIZE, tid, 0, 0))
			continue;
		ptrace(PTRACE_INTERRUPT, tid, 0, 0);
		hold->held = xgrow(hold->held, hold->n, &hold->capacity, sizeof(*hold->held));
		hold->held[hold->n++] = tid;
	}
}

/*
 * Collects a task that has ended. Otherwise its parent would wait for it. The command is left to
 * the caller of hold_start().
 */
static bool reap(const struct hold *hold, pid_t tid)
{
	int status;

	return tid != hold->command && waitpid(tid, &status, __WALL | WNOHANG) == tid &&
	       !WIFSTOPPED(status);
}

/*
 * Returns true if the task is not attached any more. If it has not stopped yet, it cannot be let
 * go.
 */
static bool let_go(const struct hold *hold, pid_t tid)
{
	siginfo_t info;
	long signal = 0;

	if (reap(hold, tid))
		return true;
	/* PTRACE_DETACH must not meet a stop that this has not seen. */
	if (ptrace(PTRACE_GETSIGINFO, tid, 0, &info))
		return ptrace(PTRACE_INTERRUPT, tid, 0, 0) && errno == ESRCH;
	/* A signal that has stopped the task before the interrupt did is delivered now. */
	if (info.si_code >> 8 != PTRACE_EVENT_STOP)
		signal = info.si_signo;
	return !ptrace(PTRACE_DETACH, tid, 0, signal);
}

static void remove_if(struct hold *hold, bool (*is_done)(const struct hold *hold, pid_t tid))
{
	size_t kept = 0;

	for (size_t i = 0; i < hold->n; i++)
		if (!is_done(hold, hold->held[i]))
			hold->held[kept++] = hold->held[i];
	hold->n = kept;
}

/* Whether a message can be written without waiting: stderr may be what stands still. */
static bool stderr_is_ready(void)
{
	struct pollfd polled = { .fd = STDERR_FILENO, .events = POLLOUT };

	return poll(&polled, 1, 0) == 1 && polled.revents & POLLOUT;
}

/* A reader that is merely slow moves on, and needs no message. */
static void look_at_reader(struct hold *hold, size_t used)
{
	unsigned long consumed = __atomic_load_n(hold->ring->consumed, __ATOMIC_RELAXED);
	uint64_t now = now_ns();

	if (!hold->n || used < hold->release_below || consumed != hold->consumed) {
		hold->consumed = consumed;
		hold->since_ns = now;
	} else if (!hold->said && now - hold->since_ns > STILL_NS && stderr_is_ready()) {
		hold->said = true;
		warn("the trace cannot be written, because its reader stands still: processes that "
		     "make calls are stopped until it reads on; --on-overflow=drop loses their "
		     "calls instead");
	}
}

/* Returns the time until the next look, in ms. */
static int look(struct hold *hold)
{
	size_t used = ring_used(hold->ring);

	take_waiters(hold, used >= hold->hold_above);
	if (used < hold->release_below)
		remove_if(hold, let_go);
	else if (++hold->looks % REAP_LOOKS == 0)
		remove_if(hold, reap);
	look_at_reader(hold, used);
	return hold->n || (used && used + QUICK_BYTES >= hold->ring->size / 2) ? QUICK_LOOK_MS
									       : LOOK_MS;
}

/* The kernel detaches the thread from all tasks when it ends. */
static void *run(void *ctx)
{
	struct hold *hold = ctx;
	struct epoll_event ready;
	struct sched_param param = { .sched_priority = PRIORITY };

	/* Without the privilege nothing changes. The functions of musl for this always fail. */
	syscall(SYS_sched_setscheduler, 0, SCHED_RR | SCHED_RESET_ON_FORK, &param);
	while (epoll_wait(hold->poll_fd, &ready, 1, look(hold)) <= 0 ||
	       ready.data.fd != hold->stop_fd)
		;
	return NULL;
}

static void hold_free(struct hold *hold)
{
	if (hold->stop_fd >= 0)
		close(hold->stop_fd);
	if (hold->poll_fd >= 0)
		close(hold->poll_fd);
	free(hold->held);
	free(hold);
}

static bool watch(struct hold *hold, int fd, uint32_t events)
{
	struct epoll_event event = { .events = events, .data.fd = fd };

	return !epoll_ctl(hold->poll_fd, EPOLL_CTL_ADD, fd, &event);
}

struct hold *hold_start(const struct ring *ring, uint32_t *waiters, size_t wait_above,
			pid_t command)
{
	struct hold *hold = xcalloc(1, sizeof(*hold));
	sigset_t all, before;
	int error;

	hold->ring = ring;
	hold->waiters = waiters;
	hold->release_below = wait_above;
	hold->hold_above = wait_above + (ring->size - wait_above) / HOLD_PART;
	hold->command = command;
	hold->stop_fd = eventfd(0, EFD_CLOEXEC);
	hold->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (hold->stop_fd < 0 || hold->poll_fd < 0 || !watch(hold, hold->stop_fd, EPOLLIN) ||
	    (ring->size <= SMALL_RING && !watch(hold, ring->fd, EPOLLIN | EPOLLET))) {
		hold_free(hold);
		return NULL;
	}
	/* Signals are for the thread that traces. A new thread has the mask of this one. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&hold->thread, NULL, run, hold);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!error)
		return hold;
	hold_free(hold);
	errno = error;
	return NULL;
}

void hold_end(struct hold *hold)
{
	uint64_t one = 1;

	if (!hold)
		return;
	if (write(hold->stop_fd, &one, sizeof(one)) == sizeof(one))
		pthread_join(hold->thread, NULL);
	hold_free(hold);
}
