/* SPDX-License-Identifier: MIT */
/* Which signals reach scry, what they do, and how the command gets back what scry was given. */
#include "engine/ptrace/signals.h"

#include <string.h>
#include <time.h>

#include "scry/util.h"

/* A signal between the last look and waitpid is lost unless something comes after it. */
#define AGAIN_MS 10

static const int fatal_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

/* What a handler can reach; the only state of the process that is not passed on. */
static struct {
	volatile sig_atomic_t came;
	volatile sig_atomic_t fatal;
	timer_t timer;
} woken;

static int changed_signal(size_t i)
{
	const int signals[SIGNALS_CHANGED] = { SIGHUP,	SIGINT,	 SIGQUIT, SIGTERM,    SIGPIPE,
					       SIGXFSZ, SIGTSTP, SIGCHLD, SIGNAL_WAKE };

	return signals[i];
}

static void set_action(int signal, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

	sigaction(signal, &action, NULL);
}

/*
 * SIGCHLD: if it was ignored, waitpid would not tell how children end. Without SA_NOCLDSTOP every
 * ptrace-stop would make the kernel send one.
 */
void signals_save(struct signals *given)
{
	sigprocmask(SIG_SETMASK, NULL, &given->mask);
	for (size_t i = 0; i < SIGNALS_CHANGED; i++)
		sigaction(changed_signal(i), NULL, &given->actions[i]);
	set_action(SIGPIPE, SIG_IGN, 0);
	set_action(SIGXFSZ, SIG_IGN, 0);
	set_action(SIGCHLD, SIG_DFL, SA_NOCLDSTOP);
}

/* execve(2) itself resets what had a handler. */
void signals_restore(const struct signals *given)
{
	for (size_t i = 0; i < SIGNALS_CHANGED; i++)
		sigaction(changed_signal(i), &given->actions[i], NULL);
	sigprocmask(SIG_SETMASK, &given->mask, NULL);
}

/* An interval timer: one that fires once can fire before the wait that it should end. */
static void set_interval(unsigned ms)
{
	struct timespec every = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	struct itimerspec setting = { .it_interval = every, .it_value = every };

	timer_settime(woken.timer, 0, &setting, NULL);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	(void)context;
	woken.came = true;
	if (signal != SIGNAL_WAKE)
		woken.fatal = signal;
	else if (info->si_code == SI_QUEUE)
		woken.fatal = info->si_value.sival_int;
	if (info->si_code != SI_TIMER)
		set_interval(AGAIN_MS);
}

static void set_handler(int signal)
{
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	sigfillset(&action.sa_mask);
	sigaction(signal, &action, NULL);
}

/* -I never: strace blocks them; nobody sees the difference, but ignored ones do not pile up. */
static void set_fatal(enum interruptible rules, bool has_supervisor)
{
	for (size_t i = 0; i < ARRAY_SIZE(fatal_signals); i++) {
		if (rules == INTERRUPT_WAITING)
			set_handler(fatal_signals[i]);
		else if (rules != INTERRUPT_ANYWHERE || has_supervisor)
			set_action(fatal_signals[i], SIG_IGN, 0);
	}
	if (rules == INTERRUPT_NEVER_TSTP)
		set_action(SIGTSTP, SIG_IGN, 0);
}

/*
 * No handler has SA_RESTART: a signal must end a wait. SIG_IGN discards a SIGNAL_WAKE that was pending when scry
 * was started (sigaction(2)), which is not one of scry's own.
 */
void signals_catch(enum interruptible rules, bool has_supervisor, sigset_t *mask)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGNAL_WAKE };

	timer_create(CLOCK_MONOTONIC, &event, &woken.timer);
	set_action(SIGNAL_WAKE, SIG_IGN, 0);
	set_handler(SIGNAL_WAKE);
	set_fatal(rules, has_supervisor);
	sigdelset(mask, SIGNAL_WAKE);
}

void signals_supervise(enum interruptible rules, sigset_t *set, sigset_t *mask)
{
	sigemptyset(set);
	if (rules == INTERRUPT_ANYWHERE)
		return;
	if (rules != INTERRUPT_WAITING) {
		set_fatal(rules, false);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(fatal_signals); i++) {
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

/* A signal that came meanwhile has set the timer, so that nobody waits without having looked at it. */
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

void signals_block_all(void)
{
	signals_block(NULL);
}
