/* SPDX-License-Identifier: MIT */
/* Calls on time: sleeping, timers, futexes. */
#include <linux/futex.h>
#include <linux/time.h>
#include <signal.h>

#include "fixture.h"

struct kernel_timespec {
	long seconds, nanoseconds;
};

static void sleeping(void)
{
	static const struct kernel_timespec times[] = {
		{ 0, 0 },	   { 5, 999999999 },  { -1, -1 },
		{ 0, 1000000000 }, { 0x7fffffff, 5 }, { 1600000000, 50 },
	};
	struct kernel_timespec *ts = fixture_room(sizeof(*ts));
	struct kernel_timespec *left = COPY(struct kernel_timespec, { 1, 7 });

	for (unsigned long i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		*ts = times[i];
		CALL_AND_FAIL(0, SYS_nanosleep, ts, left);
		CALL_AND_FAIL(0, SYS_nanosleep, ts, NULL);
		for (unsigned long clock = 0; clock < 13; clock++)
			CALL(SYS_clock_nanosleep, clock, i % 3, ts, left);
		fixture_result(-EINTR);
		CALL(SYS_nanosleep, ts, left);
		CHANGE(*ts, { 3, 4 });
		CALL(SYS_nanosleep, ts, ts);
		CALL(SYS_clock_nanosleep, 0, 0, ts, left);
		CALL(SYS_clock_nanosleep, 0, TIMER_ABSTIME, ts, left);
		fixture_result(-516);
		CALL(SYS_nanosleep, ts, left);
		CALL(SYS_clock_nanosleep, 1, 0, ts, left);
		fixture_result(-514);
		CALL(SYS_clock_nanosleep, 1, TIMER_ABSTIME, ts, left);
		fixture_result(0);
	}
	CALL(SYS_clock_nanosleep, -2, 1, ts, ts);
	CALL(SYS_clock_nanosleep, -6, -1, ts, ts);
	CALL(SYS_clock_nanosleep, 0x7fffffff, 2, ts, ts);
	CALL_AND_FAIL(0, SYS_clock_gettime, 1, ts);
	fixture_pointers(SYS_nanosleep, ARGS(0, 0), 0, ts, sizeof(*ts));
	fixture_pointers(SYS_nanosleep, ARGS((unsigned long)ts, 0), 1, ts, sizeof(*ts));
	fixture_result(-EINTR);
	fixture_pointers(SYS_clock_nanosleep, ARGS(0, 0, (unsigned long)ts, 0), 3, ts, sizeof(*ts));
	fixture_result(0);
}

/* The kernel's struct sigevent: libc's macros hide members of its union. */
struct kernel_sigevent {
	void *value;
	int signo, notify;
	union {
		int tid;
		struct {
			void *function, *attribute;
		} thread;
	} more;
	char rest[64];
};

static void timers(void)
{
	int *id = fixture_room(sizeof(*id));
	struct kernel_sigevent *event = fixture_room(sizeof(*event));

	*id = 17;
	CALL_AND_FAIL(0, SYS_timer_create, 0, NULL, id);
	for (int notify = -1; notify < 6; notify++) {
		event->value = (void *)0x1234;
		event->signo = 14 + notify;
		event->notify = notify;
		event->more.tid = 4711;
		if (notify == 2) {
			event->more.thread.function = (void *)0x5000000;
			event->more.thread.attribute = (void *)0x6000000;
		}
		CALL_AND_FAIL(0, SYS_timer_create, notify + 1, event, id);
	}
	event->value = NULL;
	event->signo = 34;
	event->notify = 0;
	CALL(SYS_timer_create, -6, event, id);
	fixture_pointers(SYS_timer_create, ARGS(1, 0, (unsigned long)id), 1, event, 64);
	fixture_pointers(SYS_timer_create, ARGS(1, 0, 0), 2, id, sizeof(*id));
}

static void futexes(void)
{
	int *word = COPY(int, { 1 });
	int *word2 = COPY(int, { 2 });
	struct kernel_timespec *ts = COPY(struct kernel_timespec, { 1, 500000000 });

	for (unsigned op = 0; op < 16; op++) {
		CALL_AND_FAIL(1, SYS_futex, word, op, 3, ts, word2, 0x89abcdef);
		CALL_AND_FAIL(0, SYS_futex, word, op | FUTEX_PRIVATE_FLAG, 0x80000000, NULL, word2,
			      -1);
		CALL_AND_FAIL(0, SYS_futex, word, op | FUTEX_CLOCK_REALTIME, -1, NOWHERE, 0, 0);
		CALL_AND_FAIL(0, SYS_futex, word, op | FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME, 1,
			      ts, 0, 7);
	}
	CALL(SYS_futex, NULL, -1, 0, 0, 0, 0);
	CALL(SYS_futex, word, FUTEX_WAKE_OP, 1, 2, word2, 0);
	for (unsigned long op = 0; op < 16; op++)
		for (unsigned long comparison = op % 3; comparison < 8; comparison += 3)
			CALL(SYS_futex, word, FUTEX_WAKE_OP_PRIVATE, 1, 2, word2,
			     op << 28 | comparison << 24 | 0x7ff << 12 | 0x801);
	fixture_result(-ETIMEDOUT);
	fixture_pointers(SYS_futex, ARGS((unsigned long)word, FUTEX_WAIT, 5, 0), 3, ts,
			 sizeof(*ts));
	fixture_result(0);
}

int main(void)
{
	fixture_begin();
	sleeping();
	fixture_forget();
	timers();
	fixture_forget();
	futexes();
	fixture_end();
}
