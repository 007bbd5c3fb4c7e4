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

/* ways.c */
const struct wait_way *way_of(const struct thread *thread);
int way_descriptor(const struct wait_way *way, const struct thread *thread);
enum finding_id way_finding(const struct wait_way *way, const struct thread *thread);

/* ask.c */

/* Returns what is known of a descriptor; NULL: nothing. */
const struct descriptor *known_descriptor(const struct process *process, int fd);
/* Whether only threads of the same process can wake the thread. */
bool is_private_futex(const struct thread *thread);
/* Whether a thread waits for several descriptors, of which one accepts connections. */
bool awaits_connections(const struct thread *thread);
void choose_polled(const struct diagnosis *diagnosis, struct thread *thread);
void choose_watched(const struct diagnosis *diagnosis, struct thread *thread);
void ask_children(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_futex(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_file_lock(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_other_end(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_polled(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_watched(const struct diagnosis *diagnosis, struct thread *thread, int fd);

/* words.c */
void put_process(const struct diagnosis *diagnosis, struct buf *out, pid_t pid);
void put_processes(const struct diagnosis *diagnosis, struct buf *out,
		   const struct look_wait *wait);
/* Appends what a descriptor refers to: "/tmp/x (descriptor 3)". */
void put_object(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_futex(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_data(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd);
void put_space(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_polled(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_watched(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		 int fd);
void put_connection(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		    int fd);
void put_answer(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_child(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_file_lock(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		   int fd);
void put_sleep(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_rest(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd);
void put_signal(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_opener(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_call(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd);

/* knot.c: marks the threads that only each other can wake. */
void find_knot(struct diagnosis *diagnosis);

#endif
