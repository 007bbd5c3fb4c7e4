/* SPDX-License-Identifier: MIT */
/* Calls on time: sleep, timers, futexes. */
#include <linux/futex.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

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
	struct kernel_timespec *ts = fixture_alloc(sizeof(*ts));
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

/* struct sigevent of the kernel: macros of the C library hide members of its union. */
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
	int *id = fixture_alloc(sizeof(*id));
	struct kernel_sigevent *event = fixture_alloc(sizeof(*event));

	*id = 17;
	CALL_AND_FAIL(0, SYS_timer_create, 0, NULL, id);
	for (int notify = -1; notify < 6; notify++) {
		event->value = (void *)TWICE(0x1234);
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
	event->signo = -2;
	for (int notify = 0; notify < 4; notify++) {
		event->notify = notify;
		CALL(SYS_timer_create, 0, event, id);
	}
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

/* Calls with one or two time arguments, at each position. */
static void clocks(void)
{
	static const long ids[] = { 0, 1, 11, 12, -1, -2, -6, -7, -30, 0x7fffffff };
	struct kernel_timespec *times = fixture_alloc(32);

	times[0] = (struct kernel_timespec){ 1700000000, 999999999 };
	times[1] = (struct kernel_timespec){ -1, -1 };
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		CALL_AND_FAIL(0, SYS_clock_gettime, ids[i], times);
		CALL_AND_FAIL(0, SYS_clock_settime, ids[i], &times[i % 2]);
		CALL_AND_FAIL(0, SYS_clock_getres, ids[i], i % 3 ? times : NULL);
	}
	fixture_pointers(SYS_clock_gettime, ARGS(1, 0), 1, times, sizeof(*times));
	fixture_pointers(SYS_clock_settime, ARGS(1, 0), 1, times, sizeof(*times));
	fixture_pointers(SYS_clock_getres, ARGS(1, 0), 1, times, sizeof(*times));
	CALL_AND_FAIL(0, SYS_gettimeofday, times, NULL);
	CALL_AND_FAIL(0, SYS_gettimeofday, times, &times[1]);
	CALL_AND_FAIL(0, SYS_settimeofday, times, &times[1]);
	CALL_AND_FAIL(0, SYS_settimeofday, NULL, NULL);
	fixture_pointers(SYS_gettimeofday, ARGS(0, 0), 0, times, sizeof(*times));
	fixture_pointers(SYS_gettimeofday, ARGS(0, 0), 1, times, 8);
	fixture_pointers(SYS_settimeofday, ARGS(0, 0), 0, times, sizeof(*times));
	fixture_pointers(SYS_settimeofday, ARGS(0, 0), 1, times, 8);
	CALL_AND_FAIL(1700000000, SYS_time, NULL);
	CALL_AND_FAIL(0, SYS_time, times);
	CALL_AND_FAIL(1, SYS_time, NOWHERE);
	CALL_AND_FAIL(100, SYS_times, NULL);
	CALL_AND_FAIL(100, SYS_times, times);
	fixture_pointers(SYS_times, ARGS(0), 0, times, 4 * sizeof(long));
	CALL_AND_FAIL(5, SYS_alarm, 10);
	CALL(SYS_alarm, -1);
#if defined(SYS_stime) && __SIZEOF_LONG__ == 4
	CALL(SYS_stime, times);
	CALL(SYS_stime, NOWHERE);
#endif
#ifdef SYS_clock_gettime64
	/* Times of two 64-bit members. */
	memcpy(times, (int64_t[]){ 1700000000, 999999999, -1, 5 }, 32);
	CALL_AND_FAIL(0, SYS_clock_gettime64, 1, times);
	CALL_AND_FAIL(0, SYS_clock_settime64, 1, times);
	CALL_AND_FAIL(0, SYS_clock_getres_time64, 1, times);
	CALL_AND_FAIL(0, SYS_clock_nanosleep_time64, 1, 0, times, &times[1]);
	CALL_AND_FAIL(0, SYS_timer_gettime64, 1, times);
	CALL_AND_FAIL(0, SYS_timer_settime64, 1, 1, times, times);
	CALL_AND_FAIL(0, SYS_timerfd_gettime64, 3, times);
	CALL_AND_FAIL(0, SYS_timerfd_settime64, 3, 1, times, times);
	CALL_AND_FAIL(0, SYS_futex_time64, times, FUTEX_WAIT, 1, times);
#endif
}

static void intervals(void)
{
	long *four = fixture_alloc(4 * sizeof(*four));

	for (int i = 0; i < 4; i++)
		four[i] = i * 1000001 - 1;
	for (long which = -1; which < 4; which++) {
		CALL_AND_FAIL(0, SYS_getitimer, which, four);
		CALL_AND_FAIL(0, SYS_setitimer, which, four, four);
		CALL_AND_FAIL(0, SYS_setitimer, which, NULL, NULL);
		CALL_AND_FAIL(0, SYS_timer_settime, which, which + 1, four, four);
		CALL_AND_FAIL(0, SYS_timer_gettime, which, four);
		CALL_AND_FAIL(which + 1, SYS_timer_getoverrun, which);
		CALL_AND_FAIL(0, SYS_timer_delete, which);
		CALL_AND_FAIL(3, SYS_timerfd_create, which, 0x800 << which);
		CALL_AND_FAIL(0, SYS_timerfd_settime, 3, which + 1, four, four);
		CALL_AND_FAIL(0, SYS_timerfd_settime, 3, 0, four, NULL);
		CALL_AND_FAIL(0, SYS_timerfd_gettime, 3, four);
	}
	CALL(SYS_timerfd_create, -1, -1);
	CALL(SYS_timerfd_settime, -1, -1, NULL, NULL);
	fixture_pointers(SYS_getitimer, ARGS(0, 0), 1, four, 4 * sizeof(*four));
	fixture_pointers(SYS_setitimer, ARGS(0, 0, 0), 1, four, 4 * sizeof(*four));
	fixture_pointers(SYS_setitimer, ARGS(0, 0, 0), 2, four, 4 * sizeof(*four));
	fixture_pointers(SYS_timer_settime, ARGS(0, 0, 0, 0), 2, four, 4 * sizeof(*four));
	fixture_pointers(SYS_timer_settime, ARGS(0, 0, 0, 0), 3, four, 4 * sizeof(*four));
	fixture_pointers(SYS_timerfd_settime, ARGS(0, 0, 0, 0), 2, four, 4 * sizeof(*four));
	fixture_pointers(SYS_timerfd_gettime, ARGS(3, 0), 1, four, 4 * sizeof(*four));
}

/* The sizes of the members of struct timex: with longs of 64 bits, and of 32 bits. */
#define TIMEX64 "448888448888888844888884"
#define TIMEX (sizeof(long) == 8 ? TIMEX64 : "4444444444444444444444444444444444444444444444444444")

static void fill_timex(unsigned char *timex, const char *members)
{
	for (int i = 0; i < 208; i++)
		timex[i] = i % 9 == 0;
	fixture_order(timex, members);
}

static void adjusting(void)
{
	unsigned char *timex = fixture_alloc(208);
	static const long results[] = { 0, 1, 4, 5, 6 };

	fill_timex(timex, TIMEX);
	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
		CALL_AND_FAIL(results[i], SYS_adjtimex, timex);
		CALL_AND_FAIL(results[i], SYS_clock_adjtime, i, timex);
#ifdef SYS_clock_adjtime64
		fill_timex(timex, TIMEX64);
		CALL_AND_FAIL(results[i], SYS_clock_adjtime64, i, timex);
		fill_timex(timex, TIMEX);
#endif
	}
	fixture_pointers(SYS_adjtimex, ARGS(0), 0, timex, 208);
	fixture_pointers(SYS_clock_adjtime, ARGS(0, 0), 1, timex, 208);
}

/* Newer futex calls, and the lists of robust futexes. */
static void more_futexes(void)
{
	struct waiter {
		uint64_t value, address;
		uint32_t flags, reserved;
	} *waiters = fixture_alloc(40 * sizeof(*waiters));
	/* A time of two 64-bit members. */
	int64_t *ts = memcpy(fixture_alloc(16), (int64_t[]){ 1, 5 }, 16);
	long *list = fixture_alloc(16);

	for (int i = 0; i < 40; i++)
		waiters[i] = (struct waiter){ i, 0x5000000 + i, 2u << (i % 3) * 3, i % 5 == 4 };
	for (long n = 0; n < 3; n++)
		CALL_AND_FAIL(n, SYS_futex_waitv, waiters, n, n, ts, n);
	CALL(SYS_futex_waitv, waiters, 40, 0, NULL, 1);
	CALL(SYS_futex_waitv, NOWHERE, -1, -1, NOWHERE, -1);
	fixture_pointers(SYS_futex_waitv, ARGS(0, 2, 0, 0, 0), 0, waiters, 2 * sizeof(*waiters));
	CALL_AND_FAIL(0, SYS_set_robust_list, list, 24);
	CALL_AND_FAIL(0, SYS_set_robust_list, NULL, -1);
	list[0] = 0x5000000;
	list[1] = 24;
	CALL_AND_FAIL(0, SYS_get_robust_list, 0, &list[0], &list[1]);
	CALL(SYS_get_robust_list, -1, NOWHERE, NOWHERE);
	CALL(SYS_get_robust_list, 4711, NULL, NULL);
	CALL_AND_FAIL(4711, SYS_set_tid_address, list);
}

int main(void)
{
	fixture_begin();
	sleeping();
	fixture_free_all();
	timers();
	fixture_free_all();
	futexes();
	fixture_free_all();
	clocks();
	fixture_free_all();
	intervals();
	fixture_free_all();
	adjusting();
	fixture_free_all();
	more_futexes();
	fixture_end();
}
