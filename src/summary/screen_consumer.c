/* SPDX-License-Identifier: MIT */
/* --top: the live screen. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/target.h"
#include "scry/where.h"

/* Keys are read at this interval. The engines wake up scry every 50 or 100 ms. */
#define KEYS_NS 80000000u
#define REFRESH_NS 1000000000u
/* Refreshing takes a tenth of the time at most. */
#define REFRESH_SHARE 10

/* While the screen is shown, the last bytes that others write to the terminal are kept. */
#define HELD_MAX (16 << 20)

struct screen {
	struct consumer base;
	struct terminal *terminal; /* NULL: the screen has ended */
	struct top *top; /* NULL: not prepared yet */
	uint64_t look_ns; /* when keys are read next, by CLOCK_MONOTONIC */
	uint64_t refresh_ns; /* when the rows are brought up to date next */
	int held; /* the file in place of the terminal; -1: none */
	/* Copies of the standard descriptors that were the terminal; -1: the descriptor was not. */
	int given[STDERR_FILENO + 1];
	bool left; /* the user has left the screen */
	/*
	 * What the last call of screen_needs() asked for: TICK_CHANGES_NEEDS if it is another by
	 * now.
	 */
	unsigned subjects;
	bool stack;
};

/*
 * What the screen keeps about a tracee: how its current call meets the expression that is typed as
 * a filter.
 */
struct screen_tracee {
	struct where_state where;
	unsigned number; /* of the expression */
	uint8_t truth; /* enum where_truth, at the entry */
	bool began; /* the entry of the call was seen with this expression */
};

static struct screen *screen_of(const struct consumer *consumer)
{
	return (struct screen *)consumer;
}

/* --- what others write to the terminal ------------------------------------------------------- */

/*
 * The command, and scry itself, would write over the screen, and the command would take keys. So
 * their standard descriptors are not the terminal until the screen ends.
 */
static void hold_output(struct screen *screen)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	screen->held = memfd_create("scry", MFD_CLOEXEC);
	if (screen->held < 0 || null < 0)
		die_errno("--top: cannot keep what is written to the terminal");
	fcntl(screen->held, F_SETFL, O_APPEND);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		screen->given[fd] = isatty(fd) ? fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
		if (screen->given[fd] >= 0)
			dup2(fd == STDIN_FILENO ? null : screen->held, fd);
	}
	close(null);
}

static off_t held_size(const struct screen *screen)
{
	struct stat st;

	return fstat(screen->held, &st) ? 0 : st.st_size;
}

/* Frees the memory of the bytes that are not kept. */
static void bound_output(const struct screen *screen)
{
	off_t size = held_size(screen);

	if (size > 2 * HELD_MAX)
		fallocate(screen->held, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
			  size - HELD_MAX);
}

static void write_all_text(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		/* The engine's timer interrupts a terminal that is slow. */
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		bytes += n;
		len -= (size_t)n;
	}
}

static void show_held(const struct screen *screen)
{
	off_t size = held_size(screen), at = size > HELD_MAX ? size - HELD_MAX : 0;
	char bytes[65536];
	ssize_t n;

	for (; (n = pread(screen->held, bytes, sizeof(bytes), at)) > 0; at += n)
		write_all_text(terminal_fd(screen->terminal), bytes, (size_t)n);
	if (size > HELD_MAX)
		warn("of what was written to the terminal only the last %d MiB were kept",
		     HELD_MAX >> 20);
}

static void give_back_output(struct screen *screen)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (screen->given[fd] < 0)
			continue;
		dup2(screen->given[fd], fd);
		close(screen->given[fd]);
	}
	show_held(screen);
	close(screen->held);
	screen->held = -1;
}

/* --- the screen ---------------------------------------------------------------------------- */

static const char *screen_asked(const struct config *config)
{
	return config->screen.wanted ? "--top" : NULL;
}

static bool screen_check(const struct command_line *line)
{
	const struct config *config = line->config;
	const struct option_pair pairs[] = {
		{ config->screen.wanted, config->summary_and_calls, { "--top", "-C/--summary" } },
		{ config->screen.wanted,
		  config->call_tree.by_stack,
		  { "--top", "--summary=stack" } },
		{ config->screen.wanted, config->engine.daemonize, { "--top", "-D/--daemonize" } },
		{ config->screen.wanted,
		  line->given(line, "I"),
		  { "--top", "-I/--interruptible" } },
		{ config->screen.wanted,
		  config->output_separately,
		  { "--top", "-ff/--output-separately" } },
		{ config->screen.wanted,
		  summary_is_metrics(&config->statistics),
		  { "--top", "--summary-format=prometheus or openmetrics" } },
	};

	return line->exclude(line, pairs, ARRAY_SIZE(pairs));
}

static struct consumer *screen_open(struct host *host, bool *failed)
{
	struct screen *screen;
	char *why;

	if (!host->config->screen.wanted)
		return NULL;
	screen = xcalloc(1, sizeof(*screen));
	screen->base.host = host;
	screen->held = -1;
	screen->terminal = terminal_open(&why);
	if (screen->terminal)
		return &screen->base;
	warn("--top: %s", why);
	free(why);
	*failed = true;
	return &screen->base;
}

/* The keys of the screen can change while it is shown. */
static void screen_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct screen *screen = screen_of(consumer);
	const struct config *config = consumer->host->config;

	needs->facts = NEED_CPU | NEED_MONO | NEED_TICKS | NEED_EXIT;
	needs->subjects = SUBJECT_TASK;
	needs->later = SUBJECT_COMM | SUBJECT_FD | SUBJECT_PATH | SUBJECT_PEER;
	if (!screen->top) {
		needs->subjects |= summary_needs(&config->statistics);
		needs->facts |= config->stacks ? NEED_STACK : 0;
		return;
	}
	needs->subjects |= top_needs(screen->top);
	needs->facts |= top_wants_stack(screen->top) ? NEED_STACK : 0;
}

static void put_selection(const struct bpf_targets *targets, struct buf *title)
{
	const char *and = title->len ? " and " : "";

	if (targets->system)
		buf_printf(title, "%sthe whole machine", and);
	else if (targets->cgroup)
		buf_printf(title, "%scgroup %s", and, targets->cgroup);
	else if (targets->comm)
		buf_printf(title, "%scomm %s", and, targets->comm);
	else if (targets->by_uid)
		buf_printf(title, "%suser %u", and, targets->uid);
}

static void put_screen_title(const struct host *host, struct buf *title)
{
	const struct engine_config *engine = host->engine;

	for (char **argv = engine->argv; argv && *argv; argv++)
		buf_printf(title, "%s%s", argv == engine->argv ? "" : " ", *argv);
	for (size_t i = 0; i < engine->n_pids; i++)
		buf_printf(title, "%s%d",
			   i		? ","
			   : title->len ? " and pid "
					: "pid ",
			   engine->pids[i]);
	for (size_t i = 0; i < host->config->n_named; i++) {
		const struct target *target = &host->config->named[i];

		buf_printf(title, "%s%s %s", title->len ? " and " : "", target_option(target->kind),
			   target->word);
	}
	put_selection(&engine->targets, title);
}

/* What cannot be asked of calls in the question for a filter: WHERE_NEEDS_*. */
static unsigned what_is_unknown(const struct host *host)
{
	unsigned unknown = host->has_stacks ? 0 : WHERE_NEEDS_STACK;

	if (engine_that_captures(host->engine))
		unknown |= WHERE_NEEDS_DECODE | WHERE_NEEDS_PATHS | WHERE_NEEDS_PEERS |
			   WHERE_NEEDS_TEXT | WHERE_NEEDS_STACK;
	if (!engine_is_here(host->engine->kind) &&
	    !(host->config->recorded && record_info_number(host->config->recorded, "owners")))
		unknown |= WHERE_NEEDS_USER | WHERE_NEEDS_PARENT;
	return unknown;
}

static const char *why_unknown(const struct host *host)
{
	if (engine_that_captures(host->engine))
		return "bpf keeps memory, paths and stacks only if they are asked for at the "
		       "start: "
		       "--engine=ptrace, or --where EXPR";
	return host->has_stacks ? "users and parents are not known here"
				: "stacks (-k), users and parents are not known here";
}

static bool screen_prepare(struct consumer *consumer)
{
	struct screen *screen = screen_of(consumer);
	const struct host *host = consumer->host;
	const struct summary_config *config = &host->config->statistics;
	const struct top_sources sources = {
		.stacks = host->has_stacks,
		.calls = &host->config->trace,
		.unknown = what_is_unknown(host),
		.unknown_why = why_unknown(host),
	};
	struct buf title = { 0 };

	put_screen_title(host, &title);
	screen->top = top_new(config, &sources, buf_cstr(&title));
	buf_free(&title);
	hold_output(screen);
	return true;
}

static void screen_enter(struct consumer *consumer, const struct moment *moment)
{
	struct screen_tracee *tracee = moment->slot;
	struct where_asked asked = { consumer->host, moment->event };
	const struct where_facts facts = where_facts_of(&asked, moment->stack);
	unsigned number;
	struct where *where = top_expression(screen_of(consumer)->top, &number);

	tracee->began = where;
	if (!where)
		return;
	if (tracee->number != number)
		where_state_free(&tracee->where);
	tracee->number = number;
	tracee->truth = (uint8_t)where_enter(where, &tracee->where, moment->decode, &facts);
}

/*
 * Whether a call that has returned meets the expression. A call that began before the expression
 * was typed does not.
 */
static bool screen_meets_expression(struct consumer *consumer, const struct moment *moment)
{
	struct screen_tracee *tracee = moment->slot;
	struct where_asked asked = { consumer->host, moment->event };
	const struct where_facts facts = where_facts_of(&asked, moment->stack);
	unsigned number;
	struct where *where = top_expression(screen_of(consumer)->top, &number);

	if (!where || !tracee->began || tracee->number != number)
		return false;
	tracee->began = false;
	if (tracee->truth != WHERE_UNKNOWN)
		return tracee->truth == WHERE_TRUE;
	return where_exit(where, &tracee->where, moment->decode, &facts);
}

static void screen_exit(struct consumer *consumer, const struct moment *moment)
{
	top_add(screen_of(consumer)->top, moment->call, moment->system_ns, moment->subject,
		moment->stack, screen_meets_expression(consumer, moment));
}

static void screen_forget(struct consumer *consumer, void *slot)
{
	struct screen_tracee *tracee = slot;

	(void)consumer;
	where_state_free(&tracee->where);
}

static void refresh(struct screen *screen, bool ended)
{
	struct host *host = screen->base.host;
	uint64_t period = host->config->statistics.interval_ns, begin = now_ns(), cost;

	top_refresh(screen->top, begin - host->start_ns, ended);
	top_draw(screen->top, screen->terminal);
	cost = now_ns() - begin;
	screen->refresh_ns = begin + (period ? period : REFRESH_NS);
	if (screen->refresh_ns < begin + cost * REFRESH_SHARE)
		screen->refresh_ns = begin + cost * REFRESH_SHARE;
}

static void read_keys(struct screen *screen)
{
	bool drawn = true;
	int key;

	while (!screen->left && (key = terminal_key(screen->terminal))) {
		enum top_wish wish = top_press(screen->top, key);

		screen->left = wish == TOP_QUIT;
		drawn &= wish != TOP_DRAW;
	}
	if (!drawn)
		top_draw(screen->top, screen->terminal);
}

/* Notes what the screen needs now. Returns whether that is something else than before. */
static bool changes_needs(struct screen *screen)
{
	unsigned subjects = top_needs(screen->top);
	bool stack = top_wants_stack(screen->top);
	bool changes = subjects != screen->subjects || stack != screen->stack;

	screen->subjects = subjects;
	screen->stack = stack;
	return changes;
}

static enum tick screen_tick(struct consumer *consumer, uint64_t ns)
{
	struct screen *screen = screen_of(consumer);

	if (!screen->terminal || screen->left || ns < screen->look_ns)
		return TICK_GOES_ON;
	screen->look_ns = ns + KEYS_NS;
	read_keys(screen);
	bound_output(screen);
	if (!screen->left && now_ns() >= screen->refresh_ns)
		refresh(screen, false);
	if (screen->left)
		return TICK_ENDS;
	return changes_needs(screen) ? TICK_CHANGES_NEEDS : TICK_GOES_ON;
}

static void screen_interrupt(struct consumer *consumer)
{
	screen_of(consumer)->left = true;
}

/*
 * Returns whether a signal asks scry to end. Only the engine's timer sends other signals. The
 * signals are blocked.
 */
static bool got_signal(const sigset_t *signals)
{
	const struct timespec none = { 0 };
	siginfo_t info;

	while (sigtimedwait(signals, &info, &none) > 0)
		if (info.si_code != SI_TIMER)
			return true;
	return false;
}

/* The trace has ended. The user may want to read the screen. */
static void wait_for_user(struct screen *screen)
{
	struct pollfd keyboard = { .fd = terminal_fd(screen->terminal), .events = POLLIN };
	sigset_t signals;

	sigfillset(&signals);
	sigdelset(&signals, SIGTSTP);
	sigdelset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	refresh(screen, true);
	while (!screen->left && !got_signal(&signals)) {
		if (poll(&keyboard, 1, KEYS_NS / 1000000) > 0 &&
		    keyboard.revents & (POLLHUP | POLLERR))
			break;
		read_keys(screen);
	}
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

/* Gives the terminal back. */
static void leave_screen(struct screen *screen)
{
	if (!screen->terminal)
		return;
	terminal_end(screen->terminal);
	if (screen->held >= 0)
		give_back_output(screen);
	terminal_close(screen->terminal);
	screen->terminal = NULL;
}

static void screen_start(struct consumer *consumer, bool good)
{
	struct screen *screen = screen_of(consumer);

	if (good && !terminal_begin(screen->terminal, screen->base.host->config->screen.theme)) {
		warn("--top: ncurses cannot draw on this terminal");
		good = false;
	}
	if (good)
		refresh(screen, false);
	else
		leave_screen(screen);
}

static bool screen_end(struct consumer *consumer)
{
	struct screen *screen = screen_of(consumer);

	if (screen->terminal && !screen->left)
		wait_for_user(screen);
	leave_screen(screen);
	return true;
}

static bool screen_close(struct consumer *consumer)
{
	top_free(screen_of(consumer)->top);
	free(consumer);
	return true;
}

const struct consumer_ops screen_consumer = {
	.takes_requests = true,
	.asked = screen_asked,
	.check = screen_check,
	.open = screen_open,
	.needs = screen_needs,
	.prepare = screen_prepare,
	.start = screen_start,
	.enter = screen_enter,
	.exit = screen_exit,
	.slot_size = sizeof(struct screen_tracee),
	.forget = screen_forget,
	.tick = screen_tick,
	.interrupt = screen_interrupt,
	.end = screen_end,
	.close = screen_close,
};
