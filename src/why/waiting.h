/* SPDX-License-Identifier: MIT */
/*
 * Private to src/why/: what threads wait for. ways.c has a row for each way of waiting. ask.c asks
 * the system which processes can end a wait, words.c puts the wait into words, knot.c finds threads
 * that wait for each other, and waiting.c keeps the waits and makes findings of them.
 */
#ifndef SCRY_WHY_WAITING_H
#define SCRY_WHY_WAITING_H

#include "scry/syscalls.h"
#include "why/why.h"

/* A thread that waits. */
struct stuck {
	pid_t tid;
	struct process *process; /* a reference */
	enum finding_id finding;
	uint64_t since_ns;
	char *text; /* owned */
	bool forever; /* the wait has no limit */
	bool threads; /* the wakers are threads */
	bool others; /* each other thread of the process can wake it, and nothing else */
	struct look_wait wait;
	/* whose ends interrupt the wait, because the process handles SIGCHLD */
	struct look_wait children;
	bool in_knot;
	bool stopped; /* by .stop; the wait does not matter then */
	struct look_stop stop;
};

/*
 * How a call waits, or most calls of its kind do: a row of ways.c for each value of enum
 * call_awaits.
 */
struct wait_way {
	/* The descriptor that the call waits for, -1: none, or unknown; NULL: it waits for none. */
	int (*descriptor)(const struct thread *thread);
	/* Sets thread->awaited, if several descriptors can end the wait; NULL: only one can. */
	void (*choose)(const struct diagnosis *diagnosis, struct thread *thread);
	/*
	 * Asks which processes can end the wait: fills thread->waits. fd: .descriptor(). NULL: no
	 * answer.
	 */
	void (*ask)(const struct diagnosis *diagnosis, struct thread *thread, int fd);
	/* Appends what the thread waits for, after "waits for ". */
	void (*put)(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		    int fd);
	/* Chooses the finding; NULL: .usual is the finding of every such wait. */
	enum finding_id (*finding)(const struct thread *thread, int fd);
	enum finding_id usual;
	bool threads; /* threads can end the wait, not processes */
};

/* Adds the findings. */
void find_waits(struct diagnosis *diagnosis);
/* Looks at the threads that wait now, if it is time to. */
void waits_look(struct diagnosis *diagnosis, uint64_t now_ns, bool now);
/* A thread goes on: a cycle that it was part of is no cycle any more. */
void waits_note_progress(struct diagnosis *diagnosis, const struct thread *thread);
/* Notes that a thread computes, if it has made no call for long. */
void waits_note_computing(struct diagnosis *diagnosis, struct thread *thread, uint64_t now_ns);
/* Returns words for what a thread in a call waits for, which the caller frees. */
char *waits_describe(const struct diagnosis *diagnosis, const struct thread *thread);
void waits_free(struct diagnosis *diagnosis);

#endif
