/* SPDX-License-Identifier: MIT */
/* --top: what the session does for the live screen. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "handle.h"
#include "scry/arch.h"
#include "scry/syscalls.h"

/* The engines wake up scry every 50 or 100 ms, so that keys wait no longer. */
#define KEYS_NS 80000000u
#define REFRESH_NS 1000000000u
/* Bringing the screen up to date takes a tenth of the time at most. */
#define REFRESH_SHARE 10

/* The last bytes of what is written to the terminal meanwhile are kept. */
#define HELD_MAX (16 << 20)

struct live {
	struct terminal *terminal;
	struct top *top;
	uint64_t look_ns; /* when keys are read next, by CLOCK_MONOTONIC */
	uint64_t refresh_ns; /* when the rows are brought up to date next */
	int held; /* the file in place of the terminal; -1: none */
	int given[STDERR_FILENO +
		  1]; /* copies of the standard descriptors that were the terminal; -1: others */
	bool left; /* the user has left the screen */
};

/* --- what is written to the terminal meanwhile ----------------------------------------------- */

/*
 * The command, and scry itself, would write over the screen, and the command would take keys. So their standard descriptors
 * are not the terminal until the screen ends.
 */
static void hold_output(struct live *live)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	live->held = memfd_create("scry", MFD_CLOEXEC);
	if (live->held < 0 || null < 0)
		die_errno("--top: cannot keep what is written to the terminal");
	fcntl(live->held, F_SETFL, O_APPEND);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		live->given[fd] = isatty(fd) ? fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
		if (live->given[fd] >= 0)
			dup2(fd == STDIN_FILENO ? null : live->held, fd);
	}
	close(null);
}

static off_t held_size(const struct live *live)
{
	struct stat st;

	return fstat(live->held, &st) ? 0 : st.st_size;
}

/* Gives back the memory of what is not kept. */
static void bound_output(const struct live *live)
{
	off_t size = held_size(live);

	if (size > 2 * HELD_MAX)
		fallocate(live->held, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
			  size - HELD_MAX);
}

static void write_all(int fd, const char *bytes, size_t len)
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

static void show_held(const struct live *live)
{
	off_t size = held_size(live), at = size > HELD_MAX ? size - HELD_MAX : 0;
	char bytes[65536];
	ssize_t n;

	for (; (n = pread(live->held, bytes, sizeof(bytes), at)) > 0; at += n)
		write_all(terminal_fd(live->terminal), bytes, (size_t)n);
	if (size > HELD_MAX)
		warn("of what was written to the terminal only the last %d MiB were kept",
		     HELD_MAX >> 20);
}

static void give_back_output(struct live *live)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (live->given[fd] < 0)
			continue;
		dup2(live->given[fd], fd);
		close(live->given[fd]);
	}
	show_held(live);
	close(live->held);
	live->held = -1;
}

/* --- the screen ---------------------------------------------------------------------------- */

static void put_title(const struct config *config, struct buf *title)
{
	const struct engine_config *engine = &config->engine;

	for (char **argv = engine->argv; argv && *argv; argv++)
		buf_printf(title, "%s%s", argv == engine->argv ? "" : " ", *argv);
	for (size_t i = 0; i < engine->n_pids; i++)
		buf_printf(title, "%s%d",
			   i		? ","
			   : title->len ? " and pid "
					: "pid ",
			   engine->pids[i]);
	if (bpf_selects(&engine->targets) && !title->len)
		buf_puts(title, "the whole system, or a part of it");
}

bool session_open_live(struct session *session)
{
	struct live *live;
	char *why;

	if (!session->config->live)
		return true;
	live = session->live = xcalloc(1, sizeof(*live));
	live->held = -1;
	live->terminal = terminal_open(&why);
	if (live->terminal)
		return true;
	warn("--top: %s", why);
	free(why);
	return false;
}

void session_prepare_live(struct session *session)
{
	const struct config *config = session->config;
	bool bpf = config->engine.kind == ENGINE_BPF;
	const struct top_sources sources = {
		/* The bpf engine captures files only if they are wanted from the start. */
		.subjects =
			SUBJECT_COMM | SUBJECT_FD |
			(bpf ? summary_needs(&config->statistics) : SUBJECT_PATH | SUBJECT_PEER),
		.in_kernel = session_counts_in_kernel(session),
		.stacks = session->stacks,
	};
	struct buf title = { 0 };

	if (!session->live)
		return;
	put_title(config, &title);
	session->live->top = top_new(&config->statistics, &sources, buf_cstr(&title));
	buf_free(&title);
}

unsigned session_live_needs(const struct session *session)
{
	return session->live ? top_needs(session->live->top) : 0;
}

bool session_wants_stacks(const struct session *session)
{
	return session->stacks && (!session->live || top_wants_stack(session->live->top));
}

void session_count_live(struct session *session, const struct tracee_state *state,
			uint64_t system_ns, const struct summary_subject *subject)
{
	if (session->live)
		top_add(session->live->top, &state->call, system_ns, subject, state->stack);
}

void session_hold_terminal(struct session *session)
{
	if (session->live)
		hold_output(session->live);
}

static void add_live_count(void *ctx, const struct call *counted, const struct call_times *times)
{
	struct session *session = ctx;
	struct call call;

	if (session_is_counted(session, counted, &call))
		top_add_many(session->live->top, &call, times);
}

static void refresh(struct session *session, bool ended)
{
	struct live *live = session->live;
	uint64_t period = session->config->statistics.interval_ns, begin = now_ns(), cost;

	if (session->config->engine.count_only) {
		top_forget_counts(live->top);
		session->engine->ops->counts(session->engine, add_live_count, session);
	}
	top_refresh(live->top, begin - session->start_ns, ended);
	top_draw(live->top, live->terminal);
	cost = now_ns() - begin;
	live->refresh_ns = begin + (period ? period : REFRESH_NS);
	if (live->refresh_ns < begin + cost * REFRESH_SHARE)
		live->refresh_ns = begin + cost * REFRESH_SHARE;
}

bool session_begin_live(struct session *session)
{
	if (!session->live)
		return true;
	if (!terminal_begin(session->live->terminal)) {
		warn("--top: ncurses cannot draw on this terminal");
		return false;
	}
	refresh(session, false);
	return true;
}

static void read_keys(struct session *session)
{
	struct live *live = session->live;
	bool drawn = true;
	int key;

	while (!live->left && (key = terminal_key(live->terminal))) {
		enum top_wish wish = top_press(live->top, key);

		live->left = wish == TOP_QUIT;
		drawn &= wish != TOP_DRAW;
	}
	session_update_needs(session);
	if (!drawn)
		top_draw(live->top, live->terminal);
}

bool session_look_live(struct session *session, uint64_t ns)
{
	struct live *live = session->live;

	if (!live || live->left || ns < live->look_ns)
		return false;
	live->look_ns = ns + KEYS_NS;
	read_keys(session);
	bound_output(live);
	if (!live->left && now_ns() >= live->refresh_ns)
		refresh(session, false);
	return live->left;
}

void session_leave_live(struct session *session)
{
	if (session->live)
		session->live->left = true;
}

/* Returns whether a signal asks scry to end. Only the engine's timer sends other signals. The signals are blocked. */
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
static void wait_for_user(struct session *session)
{
	struct live *live = session->live;
	struct pollfd keyboard = { .fd = terminal_fd(live->terminal), .events = POLLIN };
	sigset_t signals;

	sigfillset(&signals);
	sigdelset(&signals, SIGTSTP);
	sigdelset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	refresh(session, true);
	while (!live->left && !got_signal(&signals)) {
		if (poll(&keyboard, 1, KEYS_NS / 1000000) > 0 &&
		    keyboard.revents & (POLLHUP | POLLERR))
			break;
		read_keys(session);
	}
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

void session_end_live(struct session *session, bool wait)
{
	struct live *live = session->live;

	if (!live)
		return;
	if (wait && !live->left)
		wait_for_user(session);
	terminal_end(live->terminal);
	if (live->held >= 0)
		give_back_output(live);
	terminal_close(live->terminal);
	top_free(live->top);
	free(live);
	session->live = NULL;
}
