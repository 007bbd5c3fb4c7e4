/* SPDX-License-Identifier: MIT */
/* Trials: many threads, signals, calls that sleep. */
#include "trials.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE 65536
#define MAX_TRIES 2000

static void start(const struct trial *trial, pthread_t *thread, void *(*run)(void *))
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	/* A container may allow few threads, of which another test has many for a moment. */
	for (int n = 0; pthread_create(thread, &attr, run, (void *)trial); n++) {
		if (n > MAX_TRIES)
			abort();
		pause_ms(10);
	}
	pthread_attr_destroy(&attr);
}

static pthread_barrier_t *barrier_of(const struct trial *trial)
{
	static pthread_barrier_t barrier;

	(void)trial;
	return &barrier;
}

/* All threads exist at the same time: each waits for the others. */
static void *run_thread(void *arg)
{
	struct trial *trial = arg;

	mark_other(trial);
	pthread_barrier_wait(barrier_of(trial));
	mark_other(trial);
	return NULL;
}

void try_threads(struct trial *trial)
{
	pthread_t *threads = calloc((size_t)trial->n, sizeof(*threads));

	pthread_barrier_init(barrier_of(trial), NULL, (unsigned)trial->n + 1);
	for (long i = 0; i < trial->n; i++)
		start(trial, &threads[i], run_thread);
	mark_main(trial);
	pthread_barrier_wait(barrier_of(trial));
	for (long i = 0; i < trial->n; i++)
		pthread_join(threads[i], NULL);
	mark_main(trial);
	free(threads);
}

/* --- threads that start and end all the time ------------------------------------------------- */

static void *run_short(void *arg)
{
	mark_free(arg);
	return NULL;
}

static void *run_starter(void *arg)
{
	struct trial *trial = arg;
	struct timespec now, end;
	pthread_t thread;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += trial->n;
	do {
		start(trial, &thread, run_short);
		pthread_join(thread, NULL);
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end.tv_sec);
	return NULL;
}

/* Starts and ends threads for n seconds. */
void try_churn(struct trial *trial)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		start(trial, &threads[i], run_starter);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
}

/* --- execve in threads ------------------------------------------------------------------ */

static void *run_idle(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static void *run_busy(void *arg)
{
	for (;;)
		mark_free(arg);
	return arg;
}

static void *run_exec(void *arg)
{
	const struct trial *trial = arg;

	mark_other(trial);
	become(trial, "exec_again", trial->n - 1);
}

/* A thread executes the program again, n times in succession. */
void try_exec_again(struct trial *trial)
{
	pthread_t threads[3];

	if (trial->n <= 0)
		return;
	start(trial, &threads[0], run_idle);
	start(trial, &threads[1], run_busy);
	start(trial, &threads[2], run_exec);
	for (;;)
		mark_free(trial);
}

void try_execs(struct trial *trial)
{
	mark_main(trial);
	try_exec_again(trial);
}

/* --- signals ---------------------------------------------------------------------------- */

/* Data of the signal handlers. */
static struct {
	const struct trial *trial;
	volatile int last;
	volatile long ticks;
} signals;

static void on_signal(int signal, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	(void)signal;
	expect(signals.trial, info->si_value.sival_int == signals.last + 1,
	       "queued signals come once and in order");
	signals.last = info->si_value.sival_int;
	if (signals.last % 64 == 0)
		mark_main(signals.trial);
	errno = saved;
}

static void on_tick(int signal)
{
	(void)signal;
	signals.ticks++;
}

static void send_signals(const struct trial *trial, pid_t parent)
{
	const struct timespec pause = { .tv_nsec = 100000 };

	for (int n = 1; n <= trial->n; n++) {
		while (sigqueue(parent, SIGRTMIN, (union sigval){ .sival_int = n }))
			pause_ms(1);
		if (n % 10 == 0)
			nanosleep(&pause, NULL);
	}
	_exit(3);
}

/*
 * Receives n signals of another process and the signals of a 10 kHz timer, which interrupt calls.
 */
void try_signals(struct trial *trial)
{
	struct sigaction on_rt = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigaction on_alarm = { .sa_handler = on_tick, .sa_flags = SA_RESTART };
	struct itimerspec every = { .it_interval = { .tv_nsec = 100000 },
				    .it_value = { .tv_nsec = 100000 } };
	pid_t parent = getpid(), pid;
	timer_t timer;

	signals.trial = trial;
	sigaction(SIGRTMIN, &on_rt, NULL);
	sigaction(SIGALRM, &on_alarm, NULL);
	pid = fork();
	if (!pid)
		send_signals(trial, parent);
	expect(trial, !timer_create(CLOCK_MONOTONIC, NULL, &timer), "timer_create");
	timer_settime(timer, 0, &every, NULL);
	expect_status(trial, pid, 3 << 8, "waitpid with SA_RESTART");
	while (signals.last < trial->n || signals.ticks < trial->n / 10)
		mark_main(trial);
	timer_delete(timer);
}

/* --- calls that a tracer must not interrupt when it attaches or detaches --------------------- */

#define SLEEP_MS 200

static long ms_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - begin->tv_sec) * 1000 + (now.tv_nsec - begin->tv_nsec) / 1000000;
}

/*
 * Checks the duration of a sleep. It may not be shorter. It would be much longer if the call began
 * again each time when a tracer attaches or detaches. On a busy machine it may be longer, too:
 * PATIENCE.
 */
static void expect_slept(const struct trial *trial, const struct timespec *begin, const char *what)
{
	const char *patience = getenv("PATIENCE");
	long ms = ms_since(begin), times = patience ? atol(patience) : 1;

	expect(trial, ms >= SLEEP_MS - 1 && ms < 10 * SLEEP_MS * times, what);
}

static void *sleep_nanosleep(void *arg)
{
	struct timespec pause = { .tv_nsec = SLEEP_MS * 1000000 }, left = { 0 }, begin;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	expect(arg, !nanosleep(&pause, &left), "nanosleep");
	expect_slept(arg, &begin, "duration of nanosleep");
	return NULL;
}

static void *sleep_clock(void *arg)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += 1;
	expect(arg, !clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL),
	       "clock_nanosleep");
	return NULL;
}

static void *sleep_poll(void *arg)
{
	struct pollfd none = { .fd = -1 };
	struct timespec begin;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	expect(arg, !poll(&none, 1, SLEEP_MS), "poll");
	expect_slept(arg, &begin, "duration of poll");
	return NULL;
}

static void *sleep_futex(void *arg)
{
	struct timespec timeout = { .tv_nsec = SLEEP_MS * 1000000 }, begin;
	int word = 0;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	expect(arg,
	       syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &timeout) < 0 && errno == ETIMEDOUT,
	       "futex");
	expect_slept(arg, &begin, "duration of futex");
	return NULL;
}

static void *sleep_select(void *arg)
{
	struct timeval timeout = { .tv_usec = SLEEP_MS * 1000 };

	expect(arg, !select(0, NULL, NULL, NULL, &timeout), "select");
	return NULL;
}

static void *sleep_read(void *arg)
{
	int fds[2];
	char byte;
	pid_t pid;

	if (pipe(fds))
		abort();
	pid = fork();
	if (!pid) {
		pause_ms(200);
		_exit(write(fds[1], "x", 1) == 1 ? 3 : 1);
	}
	expect(arg, read(fds[0], &byte, 1) == 1, "read");
	expect_status(arg, pid, 3 << 8, "waitpid");
	close(fds[0]);
	close(fds[1]);
	return NULL;
}

/* Sleeps n times in several calls at a time; 0: until counts.pressed exists. */
void try_sleeps(struct trial *trial)
{
	void *(*const kinds[])(void *) = { sleep_nanosleep, sleep_clock,  sleep_poll,
					   sleep_futex,	    sleep_select, sleep_read };
	enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };
	pthread_t threads[KINDS];

	for (long round = 0; trial->n ? round < trial->n : access("counts.pressed", F_OK);
	     round++) {
		for (int i = 0; i < KINDS; i++)
			start(trial, &threads[i], kinds[i]);
		for (int i = 0; i < KINDS; i++)
			pthread_join(threads[i], NULL);
	}
}

/* Makes one call after the other, for n milliseconds. */
void try_marks(struct trial *trial)
{
	struct timespec begin;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		mark_main(trial);
	} while (ms_since(&begin) < trial->n);
}
