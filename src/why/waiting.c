/* SPDX-License-Identifier: MIT */
/*
 * What threads wait for. While a thread waits for long, the system is asked which processes can end
 * the wait. At the end of the trace, waits become findings.
 */
#include "why/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "why/ask.h"
#include "why/findings.h"
#include "why/knot.h"
#include "why/print.h"
#include "why/process.h"
#include "why/texts.h"
#include "why/ways.h"
#include "why/words.h"

#define LONG_NS 500000000u /* a wait of this time is looked at */
#define LOOKS_AT_ONCE 16 /* threads about which the system is asked at once */
#define STUCK_MAX 256

static bool is_forever(const struct thread *thread)
{
	const struct call_wait *wait = syscall_wait(thread->id);

	return !wait || call_wait_is_forever(wait, thread->args);
}

/* Asks which processes can end the wait of a thread. */
static void ask_wakers(const struct diagnosis *diagnosis, struct thread *thread)
{
	const struct wait_way *way = way_of(thread);

	if (way->choose)
		way->choose(diagnosis, thread);
	if (!thread->waits)
		thread->waits = xcalloc(1, sizeof(*thread->waits));
	*thread->waits = (struct look_wait){ 0 };
	if (way->ask)
		way->ask(diagnosis, thread, way_descriptor(way, thread));
}

char *waits_describe(const struct diagnosis *diagnosis, const struct thread *thread)
{
	const struct wait_way *way = way_of(thread);
	struct buf text = { 0 };

	way->put(diagnosis, &text, thread, way_descriptor(way, thread));
	return buf_take(&text);
}

/* --- stops ----------------------------------------------------------------------------------- */

/* What a stop by a signal means: signal(7), tty_ioctl(4). */
static const struct stop_row {
	int signal; /* 0: unknown, or no signal */
	const char *why; /* after "is stopped by SIGTTIN" */
	const char *next; /* NULL: the next of the finding */
} stop_rows[] = {
	{ SIGSTOP, "", NULL },
	{ SIGTSTP, " (^Z at its terminal, or a suspend of its own)", NULL },
	{ SIGTTIN, ": in the background, it reads from its terminal",
	  "bring it to the foreground (fg in its shell), or run it with </dev/null" },
	{ SIGTTOU, ": in the background, it writes to its terminal or sets it",
	  "bring it to the foreground (fg in its shell), or let it write to a file" },
	{ 0, "", NULL },
};

static const struct stop_row *stop_row_of(int signal)
{
	const struct stop_row *row = stop_rows;

	while (row->signal && row->signal != signal)
		row++;
	return row;
}

/* Asks whether a thread is stopped. */
static void ask_stop(const struct diagnosis *diagnosis, struct thread *thread)
{
	thread->stopped = diagnosis->look && diagnosis->look->stop(thread->tid, &thread->stop);
}

/* Since when a thread that is in no call has made none. */
static uint64_t idle_since(const struct thread *thread)
{
	return thread->idle_ns ? thread->idle_ns : thread->process->started_ns;
}

/* --- all threads that wait ------------------------------------------------------------------- */

static void clear_stuck(struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		free(diagnosis->stuck[i].text);
		process_release(diagnosis, diagnosis->stuck[i].process);
	}
	diagnosis->n_stuck = 0;
	diagnosis->knot = false;
}

void waits_note_computing(struct diagnosis *diagnosis, struct thread *thread, uint64_t now_ns)
{
	uint64_t since = idle_since(thread);

	if (thread->in_call || diagnosis->computing || now_ns < since + LONG_NS)
		return;
	/* Of a process that was killed, the last look knows whether it was stopped. */
	if (diagnosis->interrupted_ns)
		ask_stop(diagnosis, thread);
	if (thread->stopped)
		return;
	/*
	 * On a whole machine it is not known in which call a thread is that has made none since the
	 * trace began.
	 */
	if (diagnosis->on_machine && !thread->idle_ns)
		return;
	diagnosis->computing = thread->process;
	diagnosis->computing_tid = thread->tid;
	diagnosis->computing_ns = now_ns - since;
	thread->process->refs++;
}

void waits_free(struct diagnosis *diagnosis)
{
	if (diagnosis->computing)
		process_release(diagnosis, diagnosis->computing);
	clear_stuck(diagnosis);
	free(diagnosis->stuck);
}

/* All threads of a process stop together: the first one stands for them. */
static bool has_stopped(const struct diagnosis *diagnosis, const struct process *process)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		if (diagnosis->stuck[i].stopped && diagnosis->stuck[i].process == process)
			return true;
	return false;
}

static char *describe_stop(const struct diagnosis *diagnosis, const struct thread *thread)
{
	const struct stop_row *row = stop_row_of(thread->stop.signal);
	struct buf text = { 0 };

	buf_puts(&text, "is stopped");
	if (thread->stop.tracer) {
		buf_puts(&text, " by the debugger ");
		put_process(diagnosis, &text, thread->stop.tracer);
	} else if (row->signal) {
		buf_printf(&text, " by %s", signal_name(abi_native(), (unsigned)row->signal));
	}
	buf_puts(&text, row->why);
	return buf_take(&text);
}

static void add_stuck(struct diagnosis *diagnosis, struct thread *thread)
{
	const struct wait_way *way = way_of(thread);
	struct stuck *stuck;

	if (diagnosis->n_stuck == STUCK_MAX ||
	    (thread->stopped && has_stopped(diagnosis, thread->process)))
		return;
	if (!diagnosis->stuck)
		diagnosis->stuck = xcalloc(STUCK_MAX, sizeof(*diagnosis->stuck));
	stuck = &diagnosis->stuck[diagnosis->n_stuck++];
	*stuck = (struct stuck){
		.tid = thread->tid,
		.process = thread->process,
		.finding = thread->stopped ? FINDING_STOPPED : way_finding(way, thread),
		.since_ns = thread->in_call ? thread->entered_ns : idle_since(thread),
		.text = thread->stopped ? describe_stop(diagnosis, thread)
					: waits_describe(diagnosis, thread),
		.stopped = thread->stopped,
		.stop = thread->stop,
		.forever = is_forever(thread) && !thread->stopped,
		.threads = way->threads,
		.others = way->threads && is_private_futex(thread) &&
			  !(thread->waits && thread->waits->n),
	};
	if (thread->waits && !thread->stopped)
		stuck->wait = *thread->waits;
	if (!diagnosis->look || !stuck->forever ||
	    !diagnosis->look->waking_children(thread->process->pid, &stuck->children))
		stuck->children = (struct look_wait){ .complete = true };
	thread->process->refs++;
}

/* --- looking --------------------------------------------------------------------------------- */

/*
 * A wait is looked at after LONG_NS, and again when it has lasted twice as long. So is a thread
 * that makes no calls, which may be stopped.
 */
static bool is_due(const struct thread *thread, uint64_t now_ns)
{
	uint64_t since = thread->in_call ? thread->entered_ns : idle_since(thread);
	uint64_t last = thread->looked_ns > since ? thread->looked_ns - since : LONG_NS / 2;

	return now_ns > since && now_ns - since >= 2 * last;
}

/* Asks about a thread that is due. Returns whether it was. */
static bool look_at_thread(struct diagnosis *diagnosis, struct thread *thread, uint64_t now_ns,
			   bool now)
{
	bool again = thread->looked_ns != 0 && thread->in_call;
	bool stopped = thread->stopped;

	/* At the end of the trace only the latest state of a stop counts. */
	if (now)
		ask_stop(diagnosis, thread);
	if (now ? again && stopped == thread->stopped : !is_due(thread, now_ns))
		return false;
	if (!now)
		ask_stop(diagnosis, thread);
	thread->looked_ns = now_ns;
	if (!thread->in_call || thread->stopped)
		return thread->stopped || stopped;
	ask_wakers(diagnosis, thread);
	return true;
}

void waits_look(struct diagnosis *diagnosis, uint64_t now_ns, bool now)
{
	unsigned asked = 0;

	if (!now && now_ns < diagnosis->looked_ns + LONG_NS / 10)
		return;
	diagnosis->looked_ns = now_ns;
	for (struct thread *thread = diagnosis->threads; thread; thread = thread->next)
		if (asked < LOOKS_AT_ONCE)
			asked += look_at_thread(diagnosis, thread, now_ns, now);
	if (!asked && !now)
		return;
	clear_stuck(diagnosis);
	for (struct thread *thread = diagnosis->threads; thread; thread = thread->next)
		if (thread->looked_ns && (thread->in_call || thread->stopped))
			add_stuck(diagnosis, thread);
	find_knot(diagnosis);
}

void waits_note_progress(struct diagnosis *diagnosis, const struct thread *thread)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		if (diagnosis->stuck[i].tid == thread->tid && !diagnosis->interrupted_ns) {
			free(diagnosis->stuck[i].text);
			process_release(diagnosis, diagnosis->stuck[i].process);
			diagnosis->stuck[i] = diagnosis->stuck[--diagnosis->n_stuck];
			find_knot(diagnosis);
			return;
		}
}

/* --- findings -------------------------------------------------------------------------------- */

static void put_waiter(const struct diagnosis *diagnosis, struct buf *out,
		       const struct stuck *stuck)
{
	put_harmless(out, texts_at(&diagnosis->programs, stuck->process->program), 40);
	buf_printf(out, "[%d]", stuck->tid);
}

static void put_state(struct buf *out, const struct stuck *stuck)
{
	buf_printf(out, stuck->stopped ? " %s" : " waits for %s", stuck->text);
}

static void add_wait_line(struct diagnosis *diagnosis, struct finding *finding,
			  const struct stuck *stuck)
{
	struct buf text = { 0 };
	uint64_t end = diagnosis->interrupted_ns ? diagnosis->interrupted_ns : diagnosis->last_ns;

	put_waiter(diagnosis, &text, stuck);
	put_state(&text, stuck);
	if (end > stuck->since_ns) {
		buf_puts(&text, stuck->stopped ? " (no progress for " : " (for ");
		put_time(&text, end - stuck->since_ns);
		buf_putc(&text, ')');
	}
	finding_line(finding, stuck->stopped ? "stopped" : "waits", "%s", buf_cstr(&text));
	buf_free(&text);
}

/*
 * A parent that only waits for a child in the knot hangs because of it, and is no part of the
 * cycle.
 */
static bool is_wait_bystander(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	if (stuck->finding != FINDING_WAITS_FOR_CHILD)
		return false;
	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *other = &diagnosis->stuck[i];

		for (size_t k = 0; other->in_knot && k < other->wait.n; k++)
			if (other->wait.pids[k] == stuck->process->pid)
				return false;
	}
	return true;
}

static void advise_deadlock(struct finding *finding, bool futexes, bool pipes, bool alone)
{
	struct buf next = { 0 };

	if (futexes && !pipes) {
		buf_printf(&next, "%s; gdb -p %d, then thread apply all bt, shows where",
			   alone ? "lock the mutex only once, or make it recursive"
				 : "take the locks in the same order everywhere",
			   finding->pid);
		finding->next = xstrdup(buf_cstr(&next));
	} else if (pipes && !futexes) {
		finding->next = xstrdup(
			alone ? "close the writing end in the process that reads"
			      : "let one side write first, and close unused ends of the pipes");
	}
	buf_free(&next);
}

static void add_deadlock(struct diagnosis *diagnosis)
{
	struct finding *finding = finding_add(diagnosis, FINDING_DEADLOCK);
	bool futexes = false, pipes = false;
	size_t n = 0, n_bystanders = 0;

	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *stuck = &diagnosis->stuck[i];

		if (!stuck->in_knot)
			continue;
		futexes |= stuck->threads;
		pipes |= !strncmp(stuck->wait.name, "pipe:", 5);
		if (is_wait_bystander(diagnosis, stuck)) {
			n_bystanders++;
			add_wait_line(diagnosis, finding, stuck);
			continue;
		}
		if (!n++) {
			put_waiter(diagnosis, &finding->title, stuck);
			finding->pid = stuck->process->pid;
			finding->program =
				xstrdup(texts_at(&diagnosis->programs, stuck->process->program));
		}
		add_wait_line(diagnosis, finding, stuck);
	}
	if (n == 1)
		buf_puts(&finding->title, " waits for what only itself could do");
	else
		buf_printf(&finding->title, " and %zu more wait for each other", n - 1);
	if (n_bystanders)
		buf_printf(&finding->title, ", and %zu hang%s because of them", n_bystanders,
			   plural(n_bystanders, "s", ""));
	advise_deadlock(finding, futexes, pipes, n == 1);
	finding->confidence = SURE;
	finding->reason = "nothing outside of them can wake them, but signals";
}

/*
 * Which wait explains the others: the first of these. In the others most processes of a machine are
 * all the time.
 */
static const struct {
	enum finding_id id;
	bool on_machine; /* it is of interest there, too */
} order[] = {
	{ FINDING_STOPPED, false },
	{ FINDING_WAITS_FOR_LOCK, true },
	{ FINDING_WAITS_FOR_FILE_LOCK, true },
	{ FINDING_WAITS_FOR_NAME_SERVER, true },
	{ FINDING_WAITS_FOR_PEER, false },
	{ FINDING_WAITS_FOR_PROCESS, false },
	{ FINDING_WAITS_FOR_INPUT, false },
	{ FINDING_WAITS_FOR_EVENT, false },
	{ FINDING_WAITS_FOR_SIGNAL, false },
	{ FINDING_SLEEPS, false },
	{ FINDING_WAITS_FOR_CHILD, false },
	{ FINDING_WAITS_FOR_WORK, false },
};

/* The status of timeout(1) when it has ended its command. */
#define TIMED_OUT 124

/* Whether the command ended because this process was killed, or is this process. */
static bool ended_command(const struct diagnosis *diagnosis, const struct process *process)
{
	const struct process *root = diagnosis->root;

	if (!root || root == process || !root->ended || root->killed)
		return true;
	return root->status == TIMED_OUT || root->status == 128 + process->status;
}

/* Whether a wait was long when the user has interrupted the trace, or lasted for most of it. */
static bool was_long(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	uint64_t end = diagnosis->interrupted_ns, length = end - diagnosis->first_ns;
	uint64_t lasted = end > stuck->since_ns ? end - stuck->since_ns : 0;

	return lasted >= LONG_NS || lasted >= length / 2;
}

/*
 * Whether a wait counts: the user has interrupted the trace, or the process was ended from outside
 * while it waited.
 */
static bool counts(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	const struct process *process = stuck->process;

	if (diagnosis->interrupted_ns)
		return was_long(diagnosis, stuck);
	return process->killed &&
	       (process->status == SIGINT || process->status == SIGTERM ||
		process->status == SIGKILL || process->status == SIGHUP ||
		process->status == SIGQUIT) &&
	       ended_command(diagnosis, process);
}

/* A wait for a child that waits itself is explained by the child. */
static bool is_explained(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	if (stuck->finding != FINDING_WAITS_FOR_CHILD)
		return false;
	for (size_t i = 0; i < stuck->wait.n; i++)
		for (size_t j = 0; j < diagnosis->n_stuck; j++)
			if (diagnosis->stuck[j].process->pid == stuck->wait.pids[i])
				return true;
	return false;
}

/* Puts the process that is to be looked at into the advice of the row. */
static void advise_wait(struct finding *finding, const struct stuck *stuck)
{
	pid_t pid = stuck->wait.n && finding->id == FINDING_WAITS_FOR_CHILD ? stuck->wait.pids[0]
									    : stuck->process->pid;
	const char *next = stuck->stopped ? stop_row_of(stuck->stop.signal)->next : NULL;

	finding_name_process(finding, pid);
	if (stuck->stop.tracer)
		next = "let it go on in that debugger, or end the debugger";
	if (!next)
		return;
	free(finding->next);
	finding->next = xstrdup(next);
}

static void add_wait(struct diagnosis *diagnosis, enum finding_id id)
{
	struct finding *finding = NULL;
	size_t n = 0;

	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *stuck = &diagnosis->stuck[i];

		if (stuck->finding != id || !counts(diagnosis, stuck) ||
		    is_explained(diagnosis, stuck))
			continue;
		if (!finding) {
			finding = finding_add(diagnosis, id);
			finding->as_wait = true;
			put_waiter(diagnosis, &finding->title, stuck);
			put_state(&finding->title, stuck);
			finding->pid = stuck->process->pid;
			finding->program =
				xstrdup(texts_at(&diagnosis->programs, stuck->process->program));
			finding->confidence = diagnosis->look ? SURE : LIKELY;
			finding->reason = diagnosis->look
						  ? "it was in this call when the trace ended"
						  : "the call; a recording does not have what is "
						    "at its other end";
			if (stuck->stopped)
				finding->reason = "the system says so: the state of the process is "
						  "T or t";
			advise_wait(finding, stuck);
		}
		n++;
		add_wait_line(diagnosis, finding, stuck);
	}
	if (n > LINES_MAX)
		buf_printf(&finding->title, " (%zu threads)", n);
}

/* A thread that makes no calls computes. */
static void add_computing(struct diagnosis *diagnosis)
{
	const struct process *process = diagnosis->computing;
	struct finding *finding;

	/* A process that computed until it was stopped is only stopped. */
	if (!process || (!diagnosis->interrupted_ns && !process->killed) ||
	    has_stopped(diagnosis, process))
		return;
	finding = finding_add(diagnosis, FINDING_COMPUTES);
	put_harmless(&finding->title, texts_at(&diagnosis->programs, process->program), 40);
	buf_printf(&finding->title, "[%d] ran its own code, without a system call for ",
		   diagnosis->computing_tid);
	put_time(&finding->title, diagnosis->computing_ns);
	finding->pid = process->pid;
	finding->program = xstrdup(texts_at(&diagnosis->programs, process->program));
	finding->confidence = SURE;
	finding->reason = "no call was seen in that time";
	finding_name_process(finding, process->pid);
}

/*
 * A process that was in a knot and then ended by itself, or was ended by its parent, was not stuck.
 */
static bool knot_counts(const struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++) {
		const struct stuck *stuck = &diagnosis->stuck[i];

		if (stuck->in_knot && (!stuck->process->ended || counts(diagnosis, stuck)))
			return true;
	}
	return false;
}

void find_waits(struct diagnosis *diagnosis)
{
	bool knot = knot_counts(diagnosis);

	if (knot)
		add_deadlock(diagnosis);
	add_computing(diagnosis);
	for (size_t i = 0; i < ARRAY_SIZE(order) && diagnosis->n_findings < 3; i++)
		if (!knot && (order[i].on_machine || !diagnosis->on_machine))
			add_wait(diagnosis, order[i].id);
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		diagnosis->ended_by_limit |=
			diagnosis->n_findings > 0 && diagnosis->stuck[i].process->killed;
}
