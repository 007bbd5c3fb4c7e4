/* SPDX-License-Identifier: MIT */
/*
 * Makes events of stops: the replies "T", "S", "W", "X", "w", "N" (GDB manual, "Stop Reply
 * Packets").
 */
#include "engine/gdb/events.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/gdb_calls.h"
#include "engine/gdb/files.h"
#include "engine/gdb/hex.h"
#include "engine/gdb/gdb_memory.h"
#include "engine/gdb/open.h"
#include "engine/gdb/gdb_registers.h"
#include "engine/gdb/signals.h"
#include "engine/gdb/stop.h"

/* --- the queue ------------------------------------------------------------------------------- */

static void set_times(const struct engine_config *config, struct event *event)
{
	if (config->real_times)
		clock_gettime(CLOCK_REALTIME, &event->real);
	if (config->mono_times)
		event->mono_ns = now_ns();
}

struct event *gdb_events_queue(struct gdb_engine *engine, enum gdb_after after,
			       enum event_kind kind, struct gdb_tracee *tracee)
{
	struct gdb_queued *queued;

	if (engine->queue_begin == engine->queue_end)
		engine->queue_begin = engine->queue_end = 0;
	engine->queue = xgrow(engine->queue, engine->queue_end, &engine->queue_capacity,
			      sizeof(*engine->queue));
	queued = &engine->queue[engine->queue_end++];
	*queued = (struct gdb_queued){ .after = after };
	queued->event.kind = kind;
	queued->event.tracee = &tracee->base;
	queued->event.tid = tracee->base.tid;
	set_times(engine->base.config, &queued->event);
	return &queued->event;
}

bool gdb_events_take(struct gdb_engine *engine, struct event *event)
{
	const struct gdb_queued *queued;

	if (engine->queue_begin == engine->queue_end)
		return false;
	queued = &engine->queue[engine->queue_begin++];
	*event = queued->event;
	engine->after = queued->after;
	if (event->tid != event->tracee->tid)
		tracee_rename(&engine->base.tracees, event->tracee, event->tid);
	return true;
}

/* Takes an event back that turned out to mean nothing. It is the last one. */
static void unqueue(struct gdb_engine *engine)
{
	engine->queue_end--;
}

/* --- tracees --------------------------------------------------------------------------------- */

struct gdb_tracee *gdb_events_track(struct gdb_engine *engine, struct gdb_process *process,
				    pid_t tid)
{
	struct tracee *tracee = tracee_find(&engine->base.tracees, tid);
	struct gdb_tracee *own = (struct gdb_tracee *)tracee;

	if (tracee)
		return own;
	tracee = tracee_add(&engine->base.tracees, tid, process->pid);
	tracee->fetch.ops = &engine->fetch_ops;
	own = (struct gdb_tracee *)tracee;
	own->engine = engine;
	own->process = process;
	own->is_stopped = true;
	process->n_tracees++;
	return own;
}

static void end_process(struct gdb_engine *engine, struct gdb_process *process)
{
	process->is_gone = true;
	if (!process->n_tracees)
		gdb_open_forget_process(engine, process);
}

void gdb_events_forget(struct gdb_engine *engine, struct gdb_tracee *tracee)
{
	struct gdb_process *process = tracee->process;

	if (engine->selected == tracee->base.tid)
		engine->selected = 0;
	engine->n_delayed -= tracee->due_ns != 0;
	process->n_tracees--;
	tracee_remove(&engine->base.tracees, &tracee->base);
	if (process->is_gone)
		end_process(engine, process);
}

static struct gdb_tracee *find_tracee(const struct gdb_engine *engine, pid_t tid)
{
	return (struct gdb_tracee *)tracee_find(&engine->base.tracees, tid);
}

/* --- resuming -------------------------------------------------------------------------------- */

/* In all-stop mode all threads run on, and the reply is the next stop. */
static void resume_thread(struct gdb_engine *engine, pid_t pid, pid_t tid, unsigned number)
{
	char thread[32], request[80];
	bool non_stop = engine->non_stop;

	gdb_ask_thread(engine, thread, pid, tid);
	if (!engine->features.resumes_threads)
		snprintf(request, sizeof(request), number ? "C%02x" : "c", number);
	else if (number)
		snprintf(request, sizeof(request), "vCont;C%02x:%s%s", number, thread,
			 non_stop ? "" : ";c");
	else
		snprintf(request, sizeof(request), non_stop ? "vCont;c:%s" : "vCont;c", thread);
	if (engine->blocks_of == tid || engine->registers_of == tid || !non_stop)
		gdb_memory_forget(engine);
	if (!non_stop && engine->is_running)
		return;
	engine->is_running = !non_stop;
	gdb_ask_next_stops(engine);
	gdb_ask_later(engine, non_stop ? OWED_NOTHING : OWED_STOP, request);
	link_flush(&engine->link);
}

void gdb_events_pass(struct gdb_engine *engine, pid_t pid, pid_t tid)
{
	resume_thread(engine, pid, tid, 0);
}

void gdb_events_resume(struct gdb_engine *engine, struct gdb_tracee *tracee, int signal)
{
	const struct abi *abi = tracee->process->machine->abi;

	if (!tracee->is_stopped || engine->link.lost)
		return;
	if (tracee->has_next_stop) {
		tracee->has_next_stop = false;
		return;
	}
	tracee->is_stopped = false;
	resume_thread(engine, tracee->process->pid, tracee->base.tid,
		      signal ? gdb_signal_to(abi, signal) : 0);
}

/* SIGTRAP, as packets number it: a breakpoint. */
#define GDB_TRAP 5

/* --- calls ----------------------------------------------------------------------------------- */

enum side { SIDE_NONE, SIDE_ENTRY, SIDE_EXIT };

/*
 * -1 as the stub writes it: the number after rt_sigreturn(2), or of a call that scry has skipped.
 */
#define NO_NUMBER UINT32_MAX

/*
 * gdbserver counts the stops of a thread to tell entries from exits, and counts wrong at its start
 * and in children (13.1), so that its words are not used: the stops of a thread alternate. On x86
 * the result says which one it is.
 */
static enum side find_side(struct gdb_tracee *tracee, uint64_t nr, bool marked)
{
	bool reads_mark = tracee->process->machine->calls->marks_entry &&
			  tracee->engine->marks == MARKS_ARE_SET;
	enum syscall_id id = tracee->abi ? abi_syscall(tracee->abi, nr) : ID_none;

	if (tracee->stage == GDB_IN_EXEC)
		return SIDE_EXIT;
	if (nr == NO_NUMBER || (reads_mark && !marked))
		return tracee->stage == GDB_IN_CALL && (nr == NO_NUMBER || nr == tracee->nr)
			       ? SIDE_EXIT
			       : SIDE_NONE;
	if (tracee->stage == GDB_OUTSIDE || nr != tracee->nr ||
	    (reads_mark && gdb_calls_is_sigreturn(id)))
		return SIDE_ENTRY;
	return SIDE_EXIT;
}

/* The first stop of a program that was started for the trace is an entry. */
static void learn_marks(struct gdb_tracee *tracee, bool marked)
{
	struct gdb_engine *engine = tracee->engine;

	if (engine->marks == MARKS_UNKNOWN)
		engine->marks =
			marked || engine->base.config->n_pids ? MARKS_ARE_SET : MARKS_ARE_NOT_SET;
}

static void enter_call(struct gdb_tracee *tracee, const struct registers *registers, uint64_t nr)
{
	struct gdb_engine *engine = tracee->engine;
	struct event *event = gdb_events_queue(engine, GDB_RESUMES, EVENT_ENTER, tracee);

	if (gdb_calls_enter(tracee, registers, nr, event))
		return;
	unqueue(engine);
	tracee->stage = GDB_IN_CALL;
	tracee->abi = NULL;
	tracee->nr = nr;
	tracee->want_exit = false;
	gdb_events_resume(engine, tracee, 0);
}

static void leave_call(struct gdb_tracee *tracee, int64_t result, bool is_error)
{
	tracee->stage = GDB_OUTSIDE;
	gdb_calls_leave(tracee, result, is_error,
			gdb_events_queue(tracee->engine, GDB_RESUMES, EVENT_EXIT, tracee));
}

/*
 * Whether the stub finds the number of another call at the exit of this one: rt_sigreturn(2) and
 * execve(2) write the register that has it. x86 has the number in a register of its own.
 */
static bool hides_number(const struct gdb_tracee *tracee)
{
	enum syscall_id id;

	if (tracee->stage != GDB_IN_CALL || !tracee->abi)
		return tracee->stage == GDB_IN_EXEC;
	id = abi_syscall(tracee->abi, tracee->nr);
	return gdb_calls_is_sigreturn(id);
}

static void leave_as_read(struct gdb_tracee *tracee)
{
	bool is_error, is_wanted = tracee->want_exit;
	int64_t result;

	if (is_wanted && gdb_calls_read_result(tracee, &result, &is_error)) {
		leave_call(tracee, result, is_error);
		return;
	}
	tracee->stage = GDB_OUTSIDE;
	gdb_events_resume(tracee->engine, tracee, 0);
}

/* At the exit only the result is read. */
static void on_expected_exit(struct gdb_tracee *tracee, uint64_t nr)
{
	struct gdb_engine *engine = tracee->engine;
	struct registers registers;
	bool is_error, marked;
	int64_t result;

	if (!tracee->want_exit) {
		tracee->stage = GDB_OUTSIDE;
		gdb_events_resume(engine, tracee, 0);
		return;
	}
	if (!gdb_calls_read_result(tracee, &result, &is_error)) {
		gdb_events_resume(engine, tracee, 0);
		return;
	}
	marked = result == -ENOSYS;
	if (find_side(tracee, nr, marked) == SIDE_ENTRY && gdb_registers_read(tracee, &registers))
		enter_call(tracee, &registers, nr);
	else
		leave_call(tracee, result, is_error);
}

/*
 * The first call of a tracee is reported in any case: the session knows of the tracee from then on.
 */
static bool can_skip(const struct gdb_tracee *tracee, uint64_t nr)
{
	return nr != NO_NUMBER && tracee->base.session;
}

static void on_call(struct gdb_tracee *tracee, const struct gdb_stop *stop)
{
	uint64_t nr = stop->nr, ip;
	struct gdb_engine *engine = tracee->engine;
	const struct call_registers *set = tracee->process->machine->calls;
	struct registers registers;
	bool marked;

	if (!set->marks_entry && hides_number(tracee)) {
		if (stop->returns == (tracee->stage == GDB_IN_EXEC || !tracee->entry_returns)) {
			leave_as_read(tracee);
			return;
		}
	} else if (tracee->stage != GDB_OUTSIDE &&
		   (nr == tracee->nr || nr == NO_NUMBER || tracee->stage == GDB_IN_EXEC)) {
		on_expected_exit(tracee, nr);
		return;
	}
	tracee->stage = GDB_OUTSIDE;
	tracee->entry_returns = stop->returns;
	if ((can_skip(tracee, nr) && gdb_stop_find_ip(tracee, stop, &ip) &&
	     gdb_calls_skip(tracee, ip, nr)) ||
	    !gdb_registers_read(tracee, &registers)) {
		gdb_events_resume(engine, tracee, 0);
		return;
	}
	marked = (int64_t)registers_get(&registers, set->width, set->result) == -ENOSYS;
	learn_marks(tracee, marked);
	if (find_side(tracee, nr, marked) == SIDE_ENTRY)
		enter_call(tracee, &registers, nr);
	else
		gdb_events_resume(engine, tracee, 0);
}

/* --- calls in an emulator ------------------------------------------------------------------------ */

/*
 * qemu reports the end of a call before the result is in its register: it puts it there when the
 * program goes on. So the program runs to a breakpoint at its next instruction. Returns false if
 * the connection is lost. *stop: where the program is then.
 */
static bool run_to(struct gdb_tracee *tracee, uint64_t ip, struct buf *stop)
{
	struct gdb_engine *engine = tracee->engine;
	unsigned kind = tracee->process->machine->calls->instruction;
	char thread[32];
	struct buf reply = { 0 };
	bool good;

	gdb_ask_thread(engine, thread, tracee->process->pid, tracee->base.tid);
	good = gdb_ask(engine, &reply, "Z0,%llx,%u", (unsigned long long)ip, kind) &&
	       gdb_ask_is_ok(&reply);
	if (good) {
		gdb_memory_forget(engine);
		good = gdb_ask(engine, stop, "vCont;c:%s", thread);
		gdb_ask(engine, &reply, "z0,%llx,%u", (unsigned long long)ip, kind);
	}
	buf_free(&reply);
	return good && !engine->link.lost;
}

/*
 * What ERESTARTSYS is in the kernel (include/linux/errno.h): a call that is made again has no other
 * result in an emulator.
 */
#define RESTARTS 512

static void leave_late(struct gdb_tracee *tracee)
{
	struct gdb_engine *engine = tracee->engine;
	unsigned instruction = tracee->process->machine->calls->instruction;
	uint64_t before = gdb_registers_read_ip(tracee), ip;
	struct buf text = { 0 };
	struct gdb_stop stop;
	bool is_error = true;
	int64_t result = -RESTARTS;

	if (!run_to(tracee, before, &text) || !gdb_stop_parse(engine, &text, &stop)) {
		link_lose(&engine->link, "the stub does not run the program to a breakpoint");
		buf_free(&text);
		return;
	}
	/* The program has ended, or something else came before the breakpoint. */
	if (stop.kind != 'T' || stop.reason != REASON_SIGNAL || stop.number != GDB_TRAP) {
		gdb_ask_add_stop(engine, &text);
		tracee->has_next_stop = true;
	}
	buf_free(&text);
	if (stop.kind != 'T') {
		tracee->has_next_stop = false;
		return;
	}
	ip = gdb_registers_read_ip(tracee);
	if ((ip != before - instruction && stop.reason != REASON_CALL) || ip == before)
		gdb_calls_read_result(tracee, &result, &is_error);
	leave_call(tracee, result, is_error);
}

static void on_emulated_call(struct gdb_tracee *tracee, const struct gdb_stop *stop)
{
	struct gdb_engine *engine = tracee->engine;
	struct registers registers;

	if (!stop->returns && gdb_registers_read(tracee, &registers)) {
		enter_call(tracee, &registers, stop->nr);
	} else if (stop->returns && tracee->stage == GDB_IN_CALL && tracee->want_exit) {
		leave_late(tracee);
	} else {
		tracee->stage = GDB_OUTSIDE;
		gdb_events_resume(engine, tracee, 0);
	}
}

/* --- signals --------------------------------------------------------------------------------- */

static bool read_siginfo(struct gdb_tracee *tracee, siginfo_t *siginfo)
{
	struct gdb_engine *engine = tracee->engine;
	struct buf bytes = { 0 };
	bool good;

	if (!engine->features.siginfo)
		return false;
	gdb_ask_select(engine, tracee->process->pid, tracee->base.tid);
	good = gdb_files_transfer(engine, "siginfo", "", sizeof(*siginfo), &bytes) &&
	       !engine->selection_failed && bytes.len && bytes.len <= sizeof(*siginfo);
	if (good)
		memcpy(siginfo, bytes.data, bytes.len);
	buf_free(&bytes);
	return good;
}

static void pass_signal(struct gdb_tracee *tracee, unsigned number)
{
	struct gdb_engine *engine = tracee->engine;

	tracee->is_stopped = false;
	resume_thread(engine, tracee->process->pid, tracee->base.tid, number);
}

/* Some signals have no number in packets; the siginfo has it. */
static void on_signal_stop(struct gdb_tracee *tracee, unsigned number)
{
	struct gdb_engine *engine = tracee->engine;
	const struct abi *abi = tracee->process->machine->abi;
	struct event *event;

	if (!number) {
		gdb_events_resume(engine, tracee, 0);
		return;
	}
	event = gdb_events_queue(engine, GDB_RESUMES, EVENT_SIGNAL, tracee);
	event->abi = abi;
	event->signal = gdb_signal_from(abi, number);
	if (!read_siginfo(tracee, &event->siginfo)) {
		event->kind = EVENT_LOST;
		event->text = "a signal, of which the stub does not say what it carries";
		engine->queue[engine->queue_end - 1].after = GDB_STAYS;
		pass_signal(tracee, number);
		return;
	}
	if (!event->signal && !abi->big_endian && event->siginfo.si_signo > 0 &&
	    event->siginfo.si_signo <= 64)
		event->signal = event->siginfo.si_signo;
	if (event->signal)
		return;
	unqueue(engine);
	pass_signal(tracee, number);
}

/* --- processes and threads ----------------------------------------------------------------------- */

struct search {
	const struct gdb_process *process;
	bool execs; /* a thread in execve(2) is wanted; else in clone(2) */
	struct gdb_tracee *found;
	unsigned n_found;
};

static void look_at_call(struct tracee *base, void *ctx)
{
	struct search *search = ctx;
	struct gdb_tracee *tracee = (struct gdb_tracee *)base;
	enum syscall_id id;
	bool execs;

	if (tracee->process != search->process || tracee->stage != GDB_IN_CALL || !tracee->abi)
		return;
	id = abi_syscall(tracee->abi, tracee->nr);
	execs = syscall_executes(id);
	if (search->execs ? !execs : id != ID_clone && id != ID_clone3)
		return;
	search->found = tracee;
	search->n_found++;
}

/* Which thread has made a new one is known if one thread alone is in such a call. */
static pid_t parent_of_process(const struct gdb_engine *engine, const struct gdb_process *process)
{
	struct search search = { .process = process };

	tracee_each((struct tracee_table *)&engine->base.tracees, look_at_call, &search);
	return search.n_found == 1 ? search.found->base.tid : process->pid;
}

static void on_created(struct gdb_engine *engine, struct gdb_process *process, pid_t tid,
		       enum gdb_after after)
{
	struct gdb_tracee *tracee = gdb_events_track(engine, process, tid);

	gdb_events_queue(engine, after, EVENT_NEW, tracee)->parent_tid =
		parent_of_process(engine, process);
}

static void on_fork(struct gdb_tracee *tracee, const struct gdb_stop *stop)
{
	struct gdb_engine *engine = tracee->engine;
	struct gdb_process *process = gdb_open_process(engine, stop->child_pid);
	struct gdb_tracee *child;

	if (find_tracee(engine, stop->child_tid)) {
		gdb_events_resume(engine, tracee, 0);
		return;
	}
	process->machine = tracee->process->machine;
	child = gdb_events_track(engine, process, stop->child_tid);
	gdb_calls_choose(engine, process);
	gdb_events_queue(engine, GDB_RESUMES, EVENT_NEW, child)->parent_tid = tracee->base.tid;
	if (engine->non_stop)
		gdb_events_resume(engine, tracee, 0);
	else
		tracee->is_stopped = false;
}

struct leaving {
	struct gdb_engine *engine;
	const struct gdb_process *process;
	const struct gdb_tracee *except;
	enum event_kind kind;
	int status;
};

static void queue_end(struct tracee *base, void *ctx)
{
	const struct leaving *leaving = ctx;
	struct gdb_tracee *tracee = (struct gdb_tracee *)base;
	struct event *event;

	if (tracee->process != leaving->process || tracee == leaving->except || tracee->is_ended)
		return;
	tracee->is_ended = true;
	event = gdb_events_queue(leaving->engine, GDB_GOES, leaving->kind, tracee);
	event->status = leaving->status;
}

static void queue_end_of_other(struct tracee *tracee, void *ctx)
{
	const struct leaving *leaving = ctx;

	if (tracee->tid != leaving->process->pid)
		queue_end(tracee, ctx);
}

/* The leader comes last. */
static void end_threads(struct leaving leaving)
{
	struct gdb_tracee *leader = find_tracee(leaving.engine, leaving.process->pid);

	tracee_each(&leaving.engine->base.tracees, queue_end_of_other, &leaving);
	if (leader)
		queue_end(&leader->base, &leaving);
}

/* The machine may be another one now: a 64-bit program has executed a 32-bit one. */
static void renew_machine(struct gdb_engine *engine, struct gdb_process *process)
{
	const struct gdb_machine *before = process->machine;
	char *why;

	process->names = NAMES_UNKNOWN;
	memset(engine->seen, 0, sizeof(engine->seen));
	gdb_memory_forget(engine);
	gdb_files_forget(engine);
	/* The thread has another number now. */
	engine->selected = 0;
	gdb_ask_select(engine, process->pid, process->pid);
	if (!gdb_open_machine(engine, process, &why)) {
		link_lose(&engine->link, "%s", why);
		free(why);
		return;
	}
	if (process->machine != before)
		gdb_calls_choose(engine, process);
}

/*
 * The tracee gets its new number when its event is taken: the session has to know the former one
 * until then.
 */
static void queue_exec(struct gdb_tracee *tracee, pid_t pid)
{
	struct event *event = gdb_events_queue(tracee->engine, GDB_RESUMES, EVENT_EXEC, tracee);

	event->former_tid = tracee->base.tid;
	event->tid = pid;
}

/*
 * The thread that called execve goes on with the number of its process, and all others have ended.
 * The stub does not say which one it was; the kernel lets only one thread of a process get that
 * far. Returns false if none is known.
 */
static bool on_exec_stop(struct gdb_engine *engine, pid_t pid)
{
	struct gdb_process *process = gdb_open_find_process(engine, pid);
	struct search search = { .process = process, .execs = true };
	struct gdb_tracee *leader = find_tracee(engine, pid), *tracee;
	struct leaving leaving = { .engine = engine, .process = process, .kind = EVENT_EXITED };

	tracee_each(&engine->base.tracees, look_at_call, &search);
	tracee = search.found ? search.found : leader;
	if (!process || !tracee)
		return false;
	leaving.except = tracee;
	tracee_each(&engine->base.tracees, queue_end_of_other, &leaving);
	if (leader && leader != tracee && !leader->is_ended) {
		leader->is_ended = true;
		gdb_events_queue(engine, GDB_GOES, EVENT_SUPERSEDED, leader)->former_tid =
			tracee->base.tid;
	}
	tracee->is_stopped = true;
	tracee->stage = GDB_IN_EXEC;
	renew_machine(engine, process);
	queue_exec(tracee, pid);
	return true;
}

/* How many ends of unknown processes are passed over. */
#define STRANGE_ENDS_MAX 64

static void on_process_end(struct gdb_engine *engine, const struct gdb_stop *stop)
{
	struct gdb_process *process = gdb_open_find_process(engine, stop->pid);
	struct leaving leaving = { .engine = engine, .process = process, .kind = EVENT_EXITED };
	int signal;

	if (!process || process->is_gone) {
		/*
		 * A stub that lies can go on with this for ever, while another process is said to
		 * run.
		 */
		if (++engine->n_strange_ends > STRANGE_ENDS_MAX)
			link_lose(&engine->link,
				  "the stub reports ends of processes that it does not trace");
		return;
	}
	leaving.status = (int)stop->number;
	if (stop->kind == 'X') {
		signal = gdb_signal_from(process->machine->abi, stop->number);
		/*
		 * A signal that has no number here: the process is gone, and scry cannot say how.
		 */
		leaving.kind = signal ? EVENT_KILLED : EVENT_DETACHED;
		leaving.status = signal;
	}
	if (process->pid == engine->command)
		engine->command_status =
			stop->kind == 'X' ? leaving.status : (leaving.status & 0xff) << 8;
	end_threads(leaving);
	end_process(engine, process);
}

static void on_thread_end(struct gdb_engine *engine, const struct gdb_stop *stop)
{
	struct gdb_tracee *tracee = stop->tid ? find_tracee(engine, stop->tid) : NULL;

	if (!tracee || tracee->is_ended)
		return;
	tracee->is_ended = true;
	gdb_events_queue(engine, GDB_GOES, EVENT_EXITED, tracee)->status = (int)stop->number;
}

/* --- stops ------------------------------------------------------------------------------------------ */

/*
 * A thread that is not followed, or of which the stub has not told yet. Returns NULL if it goes on.
 */
static struct gdb_tracee *meet(struct gdb_engine *engine, const struct gdb_stop *stop)
{
	struct gdb_process *process = gdb_open_find_process(engine, stop->pid);

	if (process && !process->is_gone && engine->base.config->follow) {
		on_created(engine, process, stop->tid,
			   stop->reason == REASON_CREATED ? GDB_RESUMES : GDB_STAYS);
		return stop->reason == REASON_CREATED ? NULL : find_tracee(engine, stop->tid);
	}
	resume_thread(engine, stop->pid, stop->tid,
		      stop->reason == REASON_SIGNAL ? stop->number : 0);
	return NULL;
}

static void on_stop(struct gdb_engine *engine, const struct gdb_stop *stop)
{
	struct gdb_tracee *tracee = find_tracee(engine, stop->tid);

	if (stop->reason == REASON_EXEC && on_exec_stop(engine, stop->pid))
		return;
	if (!tracee)
		tracee = meet(engine, stop);
	if (!tracee)
		return;
	tracee->is_stopped = true;
	switch (stop->reason) {
	case REASON_SIGNAL:
		on_signal_stop(tracee, stop->number);
		break;
	case REASON_CALL:
		if (engine->is_emulator)
			on_emulated_call(tracee, stop);
		else
			on_call(tracee, stop);
		break;
	case REASON_FORK:
		on_fork(tracee, stop);
		break;
	case REASON_EXEC:
	case REASON_CREATED:
	case REASON_OTHER:
		gdb_events_resume(engine, tracee, 0);
		break;
	}
}

/* How much of a stop a message shows, in bytes. */
#define STOP_SHOWN 60

void gdb_events_stop(struct gdb_engine *engine, const struct buf *text)
{
	struct gdb_stop stop;

	if (!gdb_stop_parse(engine, text, &stop)) {
		link_lose(&engine->link,
			  "the stub sent a stop that scry does not understand: '%.*s'",
			  (int)(text->len < STOP_SHOWN ? text->len : STOP_SHOWN), text->data);
		return;
	}
	switch (stop.kind) {
	case 'W':
	case 'X':
		on_process_end(engine, &stop);
		break;
	case 'w':
		on_thread_end(engine, &stop);
		break;
	case 'N':
		break;
	default:
		/* A stub that names no thread has one. */
		if (!stop.tid && engine->processes)
			stop.pid = stop.tid = engine->processes->pid;
		if (stop.tid)
			on_stop(engine, &stop);
	}
}

void gdb_events_go_on(struct gdb_engine *engine)
{
	if (!engine->non_stop && !engine->is_running && !engine->link.lost)
		resume_thread(engine, 0, 0, 0);
}

/* --- the end ---------------------------------------------------------------------------------------- */

static void queue_detached(struct tracee *base, void *ctx)
{
	struct gdb_tracee *tracee = (struct gdb_tracee *)base;

	if (tracee->is_ended)
		return;
	tracee->is_ended = true;
	gdb_events_queue(ctx, GDB_GOES, EVENT_DETACHED, tracee);
}

void gdb_events_detach_all(struct gdb_engine *engine)
{
	tracee_each(&engine->base.tracees, queue_detached, engine);
}

void gdb_events_detach(struct gdb_engine *engine, struct gdb_process *process)
{
	end_threads(
		(struct leaving){ .engine = engine, .process = process, .kind = EVENT_DETACHED });
}
