/* SPDX-License-Identifier: MIT */
/*
 * The bpf engine: its operations. Programs in the kernel report calls through a ring buffer, and no
 * tracee stops.
 */
#include "engine/bpf/bpf.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/bpf/attach.h"
#include "engine/bpf/beside.h"
#include "engine/bpf/capture/borrow.h"
#include "engine/bpf/drain.h"
#include "engine/bpf/events.h"
#include "engine/bpf/exec.h"
#include "engine/bpf/hold.h"
#include "engine/bpf/interfaces.h"
#include "engine/bpf/launch.h"
#include "engine/bpf/load.h"
#include "engine/bpf/memory.h"
#include "engine/bpf/tracees.h"
#include "engine/process/children.h"
#include "engine/process/descriptors.h"
#include "engine/process/ending.h"
#include "engine/process/limits.h"
#include "engine/process/slice.h"
#include "scry/arch.h"
#include "scry/call.h"
#include "scry/sets.h"
#include "scry/proc.h"
#include "scry/uring.h"
#include "scry/util.h"

/* The program wakes scry up for each 256 KiB. scry looks for less than that after this time. */
#define POLL_MS 50
/*
 * While the timer is on, next() returns IDLE after this time even if records come all the time. It
 * looks after so many of them.
 */
#define IDLE_NS 100000000u
#define RECORDS_BETWEEN_LOOKS 1024
/* How long a tracee that was let go is remembered. */
#define RELEASED_NS 50000000u
#define NICE -20
/*
 * The time between two searches for tracees that have ended without a record, if records were lost.
 * Otherwise the first search comes when there was no record for this time, and each further one
 * after twice the time.
 */
#define LOOK_NS 1000000000u
#define LOOK_MAX_NS (64ull * LOOK_NS)

/* --- starting --------------------------------------------------------------------------- */

static void catch_signals(enum interruptible rules)
{
	sigset_t mask;

	signals_block(&mask);
	signals_catch(rules, false, &mask);
	signals_unblock(&mask);
}

/*
 * Many programs fill the ring while scry waits for a CPU, so that a thread empties it. The tasks of
 * a command and of -p are fewer, and lose less time without that thread; another one stops them if
 * scry cannot go on. It does not stop the tasks of a whole machine, on which the reader of the
 * trace depends. Counts need no records.
 */
static bool open_poll(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	struct epoll_event event = { .events = EPOLLIN };
	int fd = engine->ring.fd;

	if (bpf_selects(&config->targets) && !config->count_only) {
		engine->drain =
			drain_start(&engine->ring, config->targets.overflow == OVERFLOW_WAIT,
				    engine->command);
		if (!engine->drain)
			return false;
		fd = drain_fd(engine->drain);
	} else if (!config->count_only && config->targets.overflow == OVERFLOW_WAIT) {
		engine->hold = hold_start(&engine->ring, load_waiters(engine),
					  load_wait_above(engine), engine->command);
		if (!engine->hold)
			return false;
	}
	engine->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	return engine->poll_fd >= 0 && !epoll_ctl(engine->poll_fd, EPOLL_CTL_ADD, fd, &event);
}

/* No record can be lost any more, because none is made or none is read. */
static void stop_holding(struct bpf_engine *engine)
{
	hold_end(engine->hold);
	engine->hold = NULL;
}

static void close_poll(struct bpf_engine *engine)
{
	stop_holding(engine);
	drain_end(engine->drain);
	engine->drain = NULL;
}

static void exclude_reader(struct bpf_engine *engine, const struct trace_reader *reader)
{
	uint32_t flags = TASK_EXCLUDED | (reader->whole ? 0 : TASK_ALONE);
	pid_t *tids;
	ssize_t n = proc_threads(reader->pid, &tids);

	for (ssize_t i = 0; i < n; i++)
		load_mark(engine, tids[i], flags, BPF_ANY);
	if (n >= 0)
		free(tids);
}

/*
 * The calls of scry, and of the program that reads the trace, must not be traced: each record would
 * make others. Threads that scry makes after this are excluded as well.
 */
static bool attach(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;

	for (size_t i = 0; i < config->n_readers; i++)
		exclude_reader(engine, &config->readers[i]);
	if (engine->base.config->wait_for)
		load_mark(engine, engine->base.config->wait_for, TASK_EXCLUDED, BPF_ANY);
	load_mark(engine, gettid(), TASK_EXCLUDED | TASK_SELF, BPF_ANY);
	if (!load_attach(engine))
		return false;
	/* At the first call the program learns in which PID namespace scry is. */
	load_measure_clock(engine);
	return true;
}

static int launch(struct bpf_engine *engine, int go)
{
	enum command_choice choice = bpf_choose_command(engine->base.config);
	uint32_t flags = choice == COMMAND_IS_TRACED ? TASK_FRESH | TASK_LAUNCHING | TASK_CALLER
						     : TASK_EXCLUDED;

	if (choice != COMMAND_IS_LEFT && !load_mark(engine, engine->command, flags, BPF_ANY)) {
		warn_errno("cannot trace a command");
		return 1;
	}
	if (choice == COMMAND_IS_TRACED)
		bpf_track(engine, engine->command, engine->command)->launch = LAUNCH_BEGINS;
	bpf_release_command(engine, go);
	descriptors_release();
	return 0;
}

/* After this scry is faster than what it traces. */
static void hurry(void)
{
	setpriority(PRIO_PROCESS, 0, NICE);
	slice_shorten();
}

/* The directories to which paths lead are remembered if the calls that change them are reported. */
static void watch_names(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;

	engine->base.tracees.watch.on = config->directories && call_set_is_all(config->calls);
}

/*
 * The process of the command is made before anything else, so that it inherits nothing of the
 * program. It ends at the pipe if scry does.
 */
static int start(struct engine *base)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	int go = -1, status;

	signals_save(&engine->given);
	limits_raise(&engine->given_limits);
	if (base->config->argv && (status = bpf_fork_command(engine, &go)))
		return status;
	catch_signals(base->config->interruptible);
	hurry();
	if (!engine->is_loaded && (!load_program(engine) || !attach(engine)))
		return 1;
	base->began_ns = now_ns();
	watch_names(engine);
	events_set_clock(engine);
	if (!engine->is_loaded && !open_poll(engine)) {
		warn_errno("cannot wait for the ring buffer");
		return 1;
	}
	status = bpf_attach_all(engine);
	return status || !base->config->argv ? status : launch(engine, go);
}

/* --- the end of tracees ------------------------------------------------------------------ */

/*
 * Collects the children that scry has not made, and the helpers of scry whose status means nothing:
 * a zombie of one would hide the others. With waits, until the command has ended. Beside another
 * engine, that one collects them.
 */
static void collect_others(struct bpf_engine *engine, bool waits)
{
	pid_t reader = engine->reader_ended ? 0 : engine->base.config->wait_for, pid;

	if (engine->others)
		return;
	for (;;) {
		const pid_t own[] = { engine->command_collected ? 0 : engine->command,
				      engine->lender_pid, reader };

		pid = children_collect(own, ARRAY_SIZE(own), waits);
		if (pid == -1)
			continue;
		if (!pid || pid == own[0])
			return;
		waitpid(pid, NULL, WNOHANG);
		if (pid == reader) {
			engine->reader_ended = true;
			reader = 0;
		} else {
			engine->lender_pid = 0;
		}
	}
}

/* The stops of hold.c are seen as well, because its thread belongs to this process. */
static void collect_command(struct bpf_engine *engine, int flags)
{
	int status = 0;
	pid_t pid;

	if (!engine->command || engine->command_collected || engine->others)
		return;
	if (!(flags & WNOHANG))
		collect_others(engine, true);
	do {
		pid = waitpid(engine->command, &status, flags);
	} while ((pid == engine->command && WIFSTOPPED(status)) ||
		 (pid < 0 && errno == EINTR && !(flags & WNOHANG) && !engine->interrupted_by));
	if (pid != engine->command)
		return;
	engine->command_collected = true;
	engine->command_status = status;
	/* The event of its end says it otherwise. */
	if (!tracee_find(&engine->base.tracees, engine->command))
		bpf_explain_launch(engine);
}

/*
 * Whether all records are read that the command has made. Its last ones may have come since the
 * ring was read, and behind one that another task is still writing they cannot be read yet.
 */
static bool command_is_read(const struct bpf_engine *engine)
{
	if (!engine->command_collected)
		return false;
	return engine->drain ? drain_state(engine->drain) == DRAIN_ENDED
			     : ring_position(&engine->ring) >= engine->command_end;
}

/* A leader that has ended is a zombie as long as its process has other threads. */
static bool is_gone(struct bpf_engine *engine, const struct tracee *tracee)
{
	char state;

	if (tracee->tid == engine->command)
		return false;
	if (syscall(SYS_tgkill, tracee->tgid, tracee->tid, 0))
		return errno == ESRCH;
	state = proc_state(tracee->tid);
	return (state == 'Z' || state == 'X') &&
	       (tracee->tid != tracee->tgid || !events_has_sibling(engine, tracee, NULL));
}

static void note_if_gone(struct tracee *tracee, void *ctx)
{
	struct bpf_engine *engine = ctx;

	((struct bpf_tracee *)tracee)->is_gone = is_gone(engine, tracee);
}

static void end_if_gone(struct tracee *tracee, void *ctx)
{
	struct bpf_tracee *own = (struct bpf_tracee *)tracee;
	struct bpf_engine *engine = ctx;

	if (!own->is_gone || own->is_released)
		return;
	if (own->is_ended)
		events_ended(engine, own, own->end.end.status);
	else
		events_detached(engine, own);
}

/*
 * The kernel makes the record of an end before the task is a zombie: if one has come since the ring
 * was read, look again later.
 */
static void end_gone(struct bpf_engine *engine)
{
	tracee_each(&engine->base.tracees, note_if_gone, engine);
	if (engine->drain || ring_is_empty(&engine->ring))
		tracee_each(&engine->base.tracees, end_if_gone, engine);
}

/* Tracees that are chosen by the kernel keep nothing waiting. */
static bool is_look_due(struct bpf_engine *engine)
{
	bool lost = load_lost(engine);
	uint64_t now;

	if (engine->drain && !lost)
		return false;
	now = now_ns();
	if (!lost && (engine->had_records || !engine->look_after_ns)) {
		engine->had_records = false;
		engine->looked_ns = now;
		engine->look_after_ns = LOOK_NS;
	}
	if (now - engine->looked_ns <= (lost ? LOOK_NS : engine->look_after_ns))
		return false;
	engine->looked_ns = now;
	if (engine->look_after_ns < LOOK_MAX_NS)
		engine->look_after_ns *= 2;
	return true;
}

/*
 * The command has ended, and scry waits for other tracees. Whatever -I says, a user must be able to
 * end that: ^C does not reach them all.
 */
static void accept_interrupts(struct bpf_engine *engine)
{
	if (engine->interrupts != INTERRUPT_AS_GIVEN || engine->others ||
	    engine->base.config->interruptible < INTERRUPT_NEVER)
		return;
	engine->interrupts = INTERRUPT_ASKS;
	signals_accept_interrupt();
}

/*
 * A task may write a record while its mark is removed, and be preempted meanwhile. So the tracee is
 * kept for a while: otherwise this record would create the forgotten tracee again.
 */
static void forget_if_released(struct tracee *tracee, void *ctx)
{
	struct bpf_tracee *released = (struct bpf_tracee *)tracee;
	struct bpf_engine *engine = ctx;

	if (released->is_released && engine->now_ns - released->released_ns > RELEASED_NS)
		bpf_forget(engine, released);
}

static void forget_released(struct bpf_engine *engine)
{
	if (!engine->base.n_released || (!engine->drain && !ring_is_empty(&engine->ring)))
		return;
	engine->now_ns = now_ns();
	tracee_each(&engine->base.tracees, forget_if_released, engine);
}

/* Ends the tracees that have ended without a record. The ring has no record that can be read. */
static void find_ends(struct bpf_engine *engine)
{
	struct tracee *command;

	if (!engine->command_collected) {
		collect_command(engine, WNOHANG);
		engine->command_end = ring_produced(&engine->ring);
	}
	collect_others(engine, false);
	command = engine->command ? tracee_find(&engine->base.tracees, engine->command) : NULL;
	if (command && command_is_read(engine))
		events_ended(engine, (struct bpf_tracee *)command, engine->command_status);
	else if (!command && engine->command_collected)
		accept_interrupts(engine);
	if (is_look_due(engine))
		end_gone(engine);
}

/*
 * -c: keeps the call in which a tracee is when scry releases it. The call was seen when scry
 * attached, or the kernel has noted its entry, for which scry asks before the mark of the tracee is
 * removed. Only the lender can ask for that.
 */
static void keep_under_way(struct bpf_engine *engine, const struct bpf_tracee *tracee)
{
	const struct bpf_record *seen = &tracee->held;
	struct unfinished_call call = { { 0 }, { .n = 1 } };
	struct task_state state;
	uint64_t now = machine_now_ns(engine);

	if (!engine->base.config->count_only || !load_look_up(engine, tracee->base.tid, &state))
		return;
	if (state.call == CALL_WANTED) {
		call.key = (struct count_key){ .nr = state.nr, .abi = state.abi };
		call.count.wall.total_ns = now - state.entered;
	} else if (state.flags & TASK_FRESH && seen->kind == RECORD_ENTRY) {
		call.key = (struct count_key){ .nr = seen->call.nr, .abi = seen->abi };
		call.count.wall.total_ns = now - seen->time;
	} else {
		return;
	}
	call.count.wall.min_ns = call.count.wall.max_ns = call.count.wall.total_ns;
	buf_put(&engine->under_way, &call, sizeof(call));
}

static void detach_each(struct tracee *tracee, void *engine)
{
	struct bpf_tracee *own = (struct bpf_tracee *)tracee;

	if (own->is_released)
		return;
	keep_under_way(engine, own);
	events_detached(engine, own);
}

/* --- operations -------------------------------------------------------------------------- */

/* Whether no further record can come. */
static bool is_over(const struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;

	if (engine->run != BPF_RUNNING)
		return true;
	if (!bpf_selects(&config->targets))
		return engine->base.tracees.n == engine->base.n_released && !config->waits;
	return engine->command && command_is_read(engine);
}

/* The ring is empty. Returns true if there are events now. */
static bool finish_run(struct bpf_engine *engine)
{
	if (engine->base.tracees.n == engine->base.n_released)
		return false;
	load_detach(engine);
	tracee_each(&engine->base.tracees, detach_each, engine);
	return true;
}

/* After release() scry waits for the command, because it ends with the status of the command. */
static enum engine_status wait_for_command(struct bpf_engine *engine)
{
	if (engine->run == BPF_RELEASED && engine->command && !engine->command_collected) {
		collect_command(engine, 0);
		if (engine->interrupted_by)
			return ENGINE_INTERRUPTED;
	}
	return ENGINE_END;
}

static bool was_interrupted(struct bpf_engine *engine)
{
	size_t others = engine->base.tracees.n - engine->base.n_released;
	int fatal;

	if (!signals_look(&fatal))
		return false;
	signals_timer(0);
	if (fatal && engine->interrupts == INTERRUPT_ASKS) {
		engine->interrupts = INTERRUPT_ENDS;
		signals_forget_fatal();
		warn("the command has ended, and %zu other %s traced; a "
		     "second ^C ends the trace",
		     others, plural(others, "process or thread is", "processes or threads are"));
		return false;
	}
	if (fatal && !engine->interrupted_by)
		engine->interrupted_by = fatal;
	return fatal;
}

/*
 * Returns the next record and its length in bytes. NULL: there is none, or with *more none yet,
 * because the thread has not moved what the ring has.
 */
static const struct bpf_record *next_record(struct bpf_engine *engine, size_t *len, bool *more)
{
	*more = false;
	if (engine->run == BPF_RELEASED)
		return NULL;
	if (!engine->drain)
		return ring_next(&engine->ring, len);
	/*
	 * Check the ring first: a record that the thread moves in between is then seen by one of
	 * the two checks.
	 */
	switch (drain_state(engine->drain)) {
	case DRAIN_RUNS:
		*more = !ring_is_empty(&engine->ring);
		break;
	case DRAIN_ENDING:
		*more = true;
		break;
	case DRAIN_ENDED:
		break;
	}
	return drain_next(engine->drain, len);
}

/*
 * The command has ended, and with it the trace: the programs need not make records that are left
 * out. They would also take CPU time from the handling of what the kernel has written until then.
 */
static void end_with_command(struct bpf_engine *engine)
{
	if (engine->is_detached || !engine->drain || drain_state(engine->drain) == DRAIN_RUNS)
		return;
	engine->is_detached = true;
	load_detach(engine);
}

/*
 * The program goes with scry-capture, also if another process of the user has ended it. What it has
 * reported was read.
 */
static void look_at_lender(struct bpf_engine *engine)
{
	if (engine->run != BPF_RUNNING || !borrow_has_ended(engine))
		return;
	warn("scry-capture has ended: nothing is traced any more");
	stop_holding(engine);
	engine->run = BPF_STOPPING;
}

static bool is_idle_due(struct bpf_engine *engine)
{
	uint64_t now = now_ns();

	if (!engine->timer_on || now - engine->idle_ns < IDLE_NS)
		return false;
	engine->idle_ns = now;
	return true;
}

static enum engine_status next(struct engine *base, struct event *event)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	const struct bpf_record *record;
	struct epoll_event ready;
	size_t len;
	bool more;

	for (;;) {
		if (events_take(engine, event))
			return ENGINE_EVENT;
		if (engine->run == BPF_RUNNING && !engine->others && was_interrupted(engine))
			return ENGINE_INTERRUPTED;
		end_with_command(engine);
		record = next_record(engine, &len, &more);
		if (record) {
			engine->had_records = true;
			if (record->kind < RECORD_KINDS)
				engine->n_records[record->kind]++;
			engine->base.n_lost = load_lost(engine);
			events_translate(engine, record, len);
			if (++engine->n_read % RECORDS_BETWEEN_LOOKS == 0 && is_idle_due(engine))
				return ENGINE_IDLE;
			continue;
		}
		if (more) {
			epoll_wait(engine->poll_fd, &ready, 1, POLL_MS);
			continue;
		}
		load_set_shown(engine);
		look_at_lender(engine);
		forget_released(engine);
		if (is_over(engine)) {
			if (finish_run(engine))
				continue;
			return wait_for_command(engine);
		}
		find_ends(engine);
		if (engine->queue_end)
			continue;
		if (engine->others)
			return ENGINE_IDLE;
		if (epoll_wait(engine->poll_fd, &ready, 1, POLL_MS) > 0)
			continue;
		events_set_clock(engine);
		/* Records that are fewer than 256 KiB come without a wake-up. */
		if (!ring_is_empty(&engine->ring) && !engine->is_detached && !is_idle_due(engine))
			continue;
		return ENGINE_IDLE;
	}
}

static void resume(struct engine *base, const struct event *event, const struct verdict *verdict)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	bool detach = verdict->detach;
	struct tracee *tracee = event->tracee;

	if (detach)
		base->ops->detach(base, tracee);
	events_resume(engine, event, verdict->want_exit);
}

static bool attach_later(struct engine *base, pid_t pid)
{
	return bpf_attach_process(bpf_engine_of(base), pid);
}

static void detach(struct engine *base, struct tracee *tracee)
{
	keep_under_way(bpf_engine_of(base), (struct bpf_tracee *)tracee);
	load_unmark(bpf_engine_of(base), tracee->tid);
	events_detached(bpf_engine_of(base), (struct bpf_tracee *)tracee);
}

static void release(struct engine *base)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	load_detach(engine);
	stop_holding(engine);
	engine->queue_begin = engine->queue_end = 0;
	engine->run = BPF_RELEASED;
}

/*
 * As under strace, a signal that ends scry ends the command that scry launched; ^C has sent it to
 * both.
 */
static void stop(struct engine *base)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	load_detach(engine);
	stop_holding(engine);
	engine->run = BPF_STOPPING;
}

/* What the ring has had, for --debug. */
static void say_records(const struct bpf_engine *engine)
{
	static const char *const words[RECORD_KINDS] = {
		[RECORD_ENTRY] = "calls that began",
		[RECORD_EXIT] = "calls that ended",
		[RECORD_MORE] = "parts of calls",
		[RECORD_SIGNAL] = "signals",
		[RECORD_NEW] = "new threads",
		[RECORD_EXEC] = "new programs",
		[RECORD_END] = "threads that ended",
		[RECORD_NAME] = "names of descriptors",
		[RECORD_DETAIL] = "details of descriptors",
		[RECORD_STRINGS] = "parts of arguments of programs",
		[RECORD_TASK] = "names of threads",
		[RECORD_NETWORK] = "network namespaces",
		[RECORD_LEFT] = "threads that left the trace",
		[RECORD_STOP] = "stops",
		[RECORD_STACK] = "parts of stacks",
		[RECORD_PROGRAM] = "places of programs",
		[RECORD_STARTED] = "awaited programs",
		[RECORD_REQUEST] = "requests",
		[RECORD_RESULT] = "results of requests",
	};
	uint64_t all = 0;
	struct buf kinds = { 0 };

	for (size_t i = 0; i < RECORD_KINDS; i++) {
		all += engine->n_records[i];
		if (engine->n_records[i] && words[i])
			buf_printf(&kinds, "%s%s %llu", kinds.len ? ", " : "", words[i],
				   (unsigned long long)engine->n_records[i]);
	}
	if (all)
		warn("engine bpf: records: %s", buf_cstr(&kinds));
	warn("engine bpf: the ring had %llu record%s", (unsigned long long)all, plural_s(all));
	buf_free(&kinds);
}

static int finish(struct engine *base, bool failed)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	uint64_t lost = load_lost(engine), lost_tasks = load_lost_tasks(engine);

	if (engine->interrupted_by && engine->command && !engine->command_collected &&
	    !engine->command_got_signal)
		kill(engine->command, engine->interrupted_by);
	close_poll(engine);
	load_free(engine);
	if (!engine->interrupted_by)
		collect_command(engine, 0);
	if (base->config->debug)
		say_records(engine);
	if (lost)
		warn("%llu record%s lost, because scry was slower than the calls, or their "
		     "data did not fit into the ring",
		     (unsigned long long)lost, plural(lost, " was", "s were"));
	if (engine->n_incomplete)
		warn("of %llu call%s not all memory was captured: where it is missing, the trace "
		     "has its "
		     "address, and a record in JSON \"captured\": false",
		     (unsigned long long)engine->n_incomplete, plural_s(engine->n_incomplete));
	if (lost_tasks)
		warn("the kernel had no memory to trace a thread %llu time%s: %s calls are "
		     "missing",
		     (unsigned long long)lost_tasks, plural_s(lost_tasks),
		     plural(lost_tasks, "its", "their"));
	if (base->config->wait_for && !engine->reader_ended)
		children_wait(base->config->wait_for);
	if (failed || engine->failed)
		return W_EXITCODE(1, 0);
	if (engine->interrupted_by)
		return base->left ? 0 : engine->interrupted_by;
	return engine->command_status;
}

static void __attribute__((noreturn)) end(struct engine *base, int status)
{
	(void)base;
	ending_repeat(status);
}

/* next() returns every 50 ms in any case. */
static void set_timer(struct engine *base, bool on)
{
	bpf_engine_of(base)->timer_on = on;
}

/* --- beside the ptrace engine ------------------------------------------------------------- */

bool bpf_load_beside(struct engine *base, const struct tracee_table *others)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	engine->others = others;
	if (load_program(engine) && attach(engine))
		return true;
	load_free(engine);
	return false;
}

/* To attach takes a few descriptors for a while. */
static bool has_files_left(void)
{
	int fds[4], n = 0;

	while (n < 4 && (fds[n] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) >= 0)
		n++;
	for (int i = 0; i < n; i++)
		close(fds[i]);
	return n == 4;
}

bool bpf_load_alone(struct engine *base, const struct tracee_table *others)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	limits_raise(&engine->given_limits);
	if (bpf_load_beside(base, others)) {
		engine->is_loaded = open_poll(engine) && has_files_left();
		if (!engine->is_loaded) {
			close_poll(engine);
			load_free(engine);
		}
	}
	engine->others = NULL;
	return engine->is_loaded;
}

bool bpf_begin_beside(struct engine *base, pid_t command)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	engine->command = command;
	hurry();
	watch_names(engine);
	events_set_clock(engine);
	return open_poll(engine);
}

bool bpf_mark(struct engine *base, pid_t tid)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	bool good = load_mark(engine, tid, TASK_CALLER, BPF_NOEXIST);

	engine->marked.len = 0; /* what scry-capture has marked is this thread */
	return good;
}

bool bpf_is_lent(const struct engine *base)
{
	return ((const struct bpf_engine *)base)->lender >= 0;
}

void bpf_adopt(struct engine *base, const struct tracee *tracee)
{
	bpf_track(bpf_engine_of(base), tracee->tid, tracee->tgid)->base.session = tracee->session;
}

void bpf_attach_beside(struct engine *base, pid_t tid, bool alone)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	bool good = alone && load_mark(engine, tid, TASK_CALLER | TASK_FRESH, BPF_NOEXIST);

	if (!alone)
		bpf_attach_process(engine, tid);
	engine->marked.len = 0;
	if (good)
		events_attached(engine, bpf_track(engine, tid, proc_tgid(tid)), 1);
}

void bpf_end_leader(struct engine *base, pid_t tgid)
{
	events_end_leader(bpf_engine_of(base), tgid);
}

void bpf_set_command_status(struct engine *base, int status)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	engine->command_collected = true;
	engine->command_status = status;
}

void bpf_set_interrupted(struct engine *base, int signal, bool command_got_it)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	engine->interrupted_by = signal;
	engine->command_got_signal |= command_got_it;
}

unsigned long bpf_produced(struct engine *base)
{
	return ring_produced(&bpf_engine_of(base)->ring);
}

bool bpf_has_read(struct engine *base, unsigned long position)
{
	struct bpf_engine *engine = bpf_engine_of(base);

	return engine->queue_begin == engine->queue_end &&
	       (engine->run == BPF_RELEASED || ring_position(&engine->ring) >= position);
}

bool bpf_wait(struct engine *base, int ms)
{
	const struct bpf_engine *engine = bpf_engine_of(base);

	/* After release() nothing reads what the ring has. */
	return signals_wait(engine->run == BPF_RELEASED ? -1 : engine->poll_fd, ms);
}

/* --- counting ---------------------------------------------------------------------------- */

struct counting {
	engine_count *each;
	void *ctx;
	bool returned; /* the calls have */
};

static struct call_time call_time(const struct count_time *time)
{
	return (struct call_time){ time->total_ns, time->min_ns, time->max_ns };
}

/*
 * Requests of io_uring: members of an SQE that the operation has, as far as they say which call it
 * is.
 */
static void pass_request(const struct counting *counting, const struct count_key *key,
			 const struct call_times *times)
{
	uint64_t form = key->selector;
	const struct abi *abi = form & FORM_COMPAT ? abi_by_id(ABI_i386) : abi_native();
	struct request request = {
		.ring = -1,
		.sqe = { key->nr & 0xff,
			 form & FORM_AT_POSITION ? UINT64_MAX : !(form & FORM_NO_OFFSET),
			 !(form & FORM_NO_ADDRESS),
			 form & FORM_FIRST_FLAG ? UINT64_C(1) << 32
			 : form & FORM_NO_FLAGS ? 0
						: UINT64_C(2) << 32 },
	};
	struct call call = { .nr = key->nr, .abi = abi, .request = &request, .returned = true };

	uring_read_request(&request, abi, call.args);
	call.is_error = key->error;
	call.result = -(int64_t)key->error;
	counting->each(counting->ctx, &call, times);
}

static void pass_count(void *ctx, const struct count_key *key, const struct count *count)
{
	const struct counting *counting = ctx;
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);
	struct call call = { .nr = key->nr, .returned = counting->returned };
	const struct call_times times = { count->n, call_time(&count->wall),
					  call_time(&count->cpu) };

	if (key->abi == REQUEST_ABI) {
		pass_request(counting, key, &times);
		return;
	}
	if (key->abi >= n)
		return;
	call.abi = abis[key->abi];
	call.is_error = key->error;
	call.args[0] = key->selector;
	call.not_run = key->error == ERROR_NOT_RUN;
	call.result = -(int64_t)key->error;
	counting->each(counting->ctx, &call, &times);
}

static uint64_t counts(struct engine *base, engine_count *each, void *ctx)
{
	struct bpf_engine *engine = bpf_engine_of(base);
	const struct unfinished_call *calls = (const void *)engine->under_way.data;
	struct counting counting = { each, ctx, .returned = false };

	for (size_t i = 0; i < engine->under_way.len / sizeof(*calls); i++)
		pass_count(&counting, &calls[i].key, &calls[i].count);
	counting.returned = true;
	return load_each_count(engine, pass_count, &counting);
}

static const struct engine_ops bpf_ops = {
	.start = start,
	.next = next,
	.resume = resume,
	.attach = attach_later,
	.detach = detach,
	.release = release,
	.stop = stop,
	.finish = finish,
	.end = end,
	.counts = counts,
	.set_timer = set_timer,
};

struct engine *engine_bpf_new(const struct engine_config *config)
{
	struct bpf_engine *engine = xcalloc(1, sizeof(*engine));

	engine->base.ops = &bpf_ops;
	engine->base.config = config;
	engine->failure_fd = -1;
	engine->poll_fd = -1;
	engine->lender = -1;
	engine->abis = abi_of_machine(&engine->n_abis);
	tracee_table_init(&engine->base.tracees, sizeof(struct bpf_tracee));
	bpf_set_fetch(engine);
	if (config->plans || config->compile_plans)
		bpf_remember_interfaces(engine);
	return &engine->base;
}
