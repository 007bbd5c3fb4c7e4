/* SPDX-License-Identifier: MIT */
/*
 * The signals that reach scry, what they do, and how the command gets back the dispositions that
 * scry changes.
 */
#include "engine/process/signals.h"

#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/util.h"

/*
 * A signal between the last look and waitpid(2) does not end the wait. The timer does, after this
 * time.
 */
#define AGAIN_MS 10

const int fatal_signals[FATAL_SIGNALS] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

/* The first real-time signal of the kernel: signal(7). */
#define KERNEL_SIGRTMIN 32

/* Signals that end a process by default and that scry does not use. */
static const int idle_signals[] = {
	SIGALRM,   SIGVTALRM, SIGPROF, SIGUSR2, SIGIO, SIGPWR,
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
#ifdef SIGEMT
	SIGEMT,
#endif
};

/* The state that the signal handler needs. No other state of the process is global. */
static struct {
	volatile sig_atomic_t came;
	volatile sig_atomic_t fatal;
	volatile sig_atomic_t requested; /* SIGUSR1 */
	volatile sig_atomic_t hung_up; /* SIGHUP of a service */
	bool accepts_requests, accepts_hangups;
	timer_t timer;
} woken;

static int changed_signal(size_t i)
{
	const int signals[SIGNALS_CHANGED] = { SIGHUP,	SIGINT,	 SIGQUIT, SIGTERM, SIGPIPE,
					       SIGXFSZ, SIGTSTP, SIGCHLD, SIGUSR1, SIGNAL_WAKE };

	return signals[i];
}

static void set_action(int signal, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

	sigaction(signal, &action, NULL);
}

/*
 * While SIGCHLD is ignored waitpid(2) does not report how children end. Without SA_NOCLDSTOP the
 * kernel sends a SIGCHLD for every ptrace-stop.
 */
void signals_save(struct signals *given)
{
	sigprocmask(SIG_SETMASK, NULL, &given->mask);
	for (size_t i = 0; i < SIGNALS_CHANGED; i++)
		sigaction(changed_signal(i), NULL, &given->actions[i]);
	set_action(SIGPIPE, SIG_IGN, 0);
	set_action(SIGXFSZ, SIG_IGN, 0);
	/* The manual tells users to send it; a scry without --record-ring has nothing to write. */
	set_action(SIGUSR1, SIG_IGN, 0);
	set_action(SIGCHLD, SIG_DFL, SA_NOCLDSTOP);
}

/* execve(2) itself resets the signals that have a handler. */
void signals_restore_actions(const struct signals *given)
{
	for (size_t i = 0; i < SIGNALS_CHANGED; i++)
		sigaction(changed_signal(i), &given->actions[i], NULL);
}

void signals_restore(const struct signals *given)
{
	signals_restore_actions(given);
	signals_restore_mask(given);
}

void signals_restore_mask(const struct signals *given)
{
	sigprocmask(SIG_SETMASK, &given->mask, NULL);
}

/*
 * The timer fires again and again, since one that fires once can do so before the wait that it
 * should end.
 */
static void set_interval(unsigned ms)
{
	struct timespec every = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	struct itimerspec setting = { .it_interval = every, .it_value = every };

	timer_settime(woken.timer, 0, &setting, NULL);
}

static void receive_signal(int signal, siginfo_t *info, void *context)
{
	(void)context;
	woken.came = true;
	if (signal == SIGNAL_WAKE)
		signal = info->si_code == SI_QUEUE ? info->si_value.sival_int : 0;
	if (signal == SIGUSR1)
		woken.requested = true;
	else if (signal == SIGHUP && woken.accepts_hangups && info->si_code != SI_KERNEL)
		woken.hung_up = true;
	else if (signal)
		woken.fatal = signal;
	if (info->si_code != SI_TIMER)
		set_interval(AGAIN_MS);
}

static void set_handler(int signal)
{
	struct sigaction action = { .sa_sigaction = receive_signal, .sa_flags = SA_SIGINFO };

	sigfillset(&action.sa_mask);
	sigaction(signal, &action, NULL);
}

/* With -I never the signals are ignored, so that none stays pending. strace blocks them. */
static void set_fatal(enum interruptible rules, bool has_supervisor)
{
	for (size_t i = 0; i < FATAL_SIGNALS; i++) {
		if (rules == INTERRUPT_WAITING)
			set_handler(fatal_signals[i]);
		else if (rules != INTERRUPT_ANYWHERE || has_supervisor)
			set_action(fatal_signals[i], SIG_IGN, 0);
	}
	if (rules == INTERRUPT_NEVER_TSTP)
		set_action(SIGTSTP, SIG_IGN, 0);
}

/*
 * No handler has SA_RESTART, since a signal must end a wait. SIG_IGN discards a SIGNAL_WAKE that
 * was pending when scry was started (sigaction(2)), since scry has not sent it. A new process has
 * none pending: that of a tracer is from its supervisor.
 */
void signals_catch(enum interruptible rules, bool has_supervisor, sigset_t *mask)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGNAL_WAKE };

	timer_create(CLOCK_MONOTONIC, &event, &woken.timer);
	if (!has_supervisor)
		set_action(SIGNAL_WAKE, SIG_IGN, 0);
	set_handler(SIGNAL_WAKE);
	set_fatal(rules, has_supervisor);
	sigdelset(mask, SIGNAL_WAKE);
	if (woken.accepts_hangups) {
		set_handler(SIGHUP);
		sigdelset(mask, SIGHUP);
	}
	if (!woken.accepts_requests)
		return;
	set_handler(SIGUSR1);
	sigdelset(mask, SIGUSR1);
}

void signals_supervise(enum interruptible rules, sigset_t *set, sigset_t *mask)
{
	sigemptyset(set);
	if (woken.accepts_requests) {
		/*
		 * A signal that is blocked is not discarded; one that comes after the tracer has
		 * ended is.
		 */
		set_action(SIGUSR1, SIG_IGN, 0);
		sigaddset(set, SIGUSR1);
		sigaddset(mask, SIGUSR1);
	}
	if (rules == INTERRUPT_ANYWHERE)
		return;
	if (rules != INTERRUPT_WAITING) {
		set_fatal(rules, false);
		return;
	}
	for (size_t i = 0; i < FATAL_SIGNALS; i++) {
		if (sigismember(mask, fatal_signals[i]))
			continue;
		sigaddset(set, fatal_signals[i]);
		sigaddset(mask, fatal_signals[i]);
	}
}

void signals_block(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, before);
}

void signals_unblock(const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
}

bool signals_look(int *fatal)
{
	*fatal = 0;
	if (!woken.came)
		return false;
	woken.came = false;
	*fatal = woken.fatal;
	return true;
}

static void on_child(int signal)
{
	(void)signal;
	woken.came = true;
}

/* SIGCHLD is frequent: calls that it interrupts go on by themselves, but for epoll_pwait(2). */
void signals_catch_children(void)
{
	sigset_t set;

	set_action(SIGCHLD, on_child, SA_RESTART);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	woken.came = true;
}

bool signals_have_come(void)
{
	return woken.came;
}

bool signals_wait(int epoll, int ms)
{
	struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	struct epoll_event event;
	sigset_t before;
	bool woke = true;

	signals_block(&before);
	if (!woken.came)
		woke = epoll < 0 ? ppoll(NULL, 0, &time, &before) != 0
				 : epoll_pwait(epoll, &event, 1, ms, &before) != 0;
	signals_unblock(&before);
	return woke;
}

void signals_accept_interrupt(void)
{
	set_handler(SIGINT);
}

void signals_forget_fatal(void)
{
	woken.fatal = 0;
}

/*
 * A signal that came in the meantime has set the timer. Set it again, so that the next wait ends
 * soon and the signal is handled.
 */
static void keep_signal(void)
{
	if (woken.came)
		set_interval(AGAIN_MS);
}

void signals_timer(unsigned ms)
{
	set_interval(ms);
	keep_signal();
}

void signals_alarm(uint64_t ns)
{
	struct timespec first = { .tv_sec = (time_t)(ns / 1000000000u),
				  .tv_nsec = ns % 1000000000u };
	struct itimerspec setting = { .it_interval.tv_nsec = 1000000, .it_value = first };

	timer_settime(woken.timer, 0, &setting, NULL);
	keep_signal();
}

void engine_take_requests(void)
{
	woken.accepts_requests = true;
}

void engine_take_hangups(void)
{
	/* A SIGHUP that comes before the engine has started must not end scry. */
	woken.accepts_hangups = true;
	set_handler(SIGHUP);
}

bool engine_was_hung_up(void)
{
	if (!woken.hung_up)
		return false;
	woken.hung_up = false;
	return true;
}

bool signals_has_request(void)
{
	return woken.requested;
}

bool engine_was_requested(void)
{
	if (!woken.requested)
		return false;
	woken.requested = false;
	return true;
}

/*
 * The C library keeps the signals below SIGRTMIN for itself and leaves them out of every set, but
 * kill(2) can send them.
 */
static void block_internal(void)
{
	uint64_t set[2] = { 0 }; /* mips has 128 signals */

	for (int signal = KERNEL_SIGRTMIN; signal < SIGRTMIN; signal++)
		set[0] |= (uint64_t)1 << (signal - 1);
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, set, NULL, abi_native()->sigset_size);
}

void signals_block_all(void)
{
	signals_block(NULL);
	block_internal();
}

void signals_ignore_idle(void)
{
	struct sigaction action;

	for (size_t i = 0; i < ARRAY_SIZE(idle_signals); i++)
		if (!sigaction(idle_signals[i], NULL, &action) && action.sa_handler == SIG_DFL)
			set_action(idle_signals[i], SIG_IGN, 0);
	for (int signal = SIGRTMIN; signal <= SIGRTMAX; signal++)
		if (signal != SIGNAL_WAKE)
			set_action(signal, SIG_IGN, 0);
	block_internal();
}
