/* SPDX-License-Identifier: MIT */
/* Makes events of records. */
#include "engine/bpf/events.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/bpf/exec.h"
#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/launch.h"
#include "engine/bpf/load.h"
#include "engine/bpf/names.h"
#include "engine/bpf/stacks.h"
#include "engine/bpf/tasks.h"
#include "engine/bpf/tracees.h"
#include "scry/arch.h"
#include "scry/uring.h"
#include "scry/util.h"

/* --- the queue -------------------------------------------------------------------------- */

/* machine_ns: by the clock of the machine; 0: unknown. Events have the clock of scry. */
static void set_times(const struct bpf_engine *engine, struct event *event, uint64_t machine_ns)
{
	const struct engine_config *config = engine->base.config;
	uint64_t ns = machine_ns ? machine_ns + (uint64_t)engine->clocks_apart_ns : 0;
	uint64_t real = ns + (uint64_t)engine->real_offset_ns;

	if (config->real_times)
		event->real = (struct timespec){ .tv_sec = (time_t)(real / 1000000000),
						 .tv_nsec = (long)(real % 1000000000) };
	if (config->mono_times)
		event->mono_ns = ns;
}

static struct event *queue(struct bpf_engine *engine, enum event_kind kind,
			   struct bpf_tracee *tracee, uint64_t ns)
{
	struct bpf_queued *queued;

	engine->queue = xgrow(engine->queue, engine->queue_end, &engine->queue_capacity,
			      sizeof(*engine->queue));
	queued = &engine->queue[engine->queue_end++];
	memset(queued, 0, offsetof(struct bpf_queued, event.args));
	queued->memory = MEMORY_NONE;
	queued->stack = BPF_STACK_NONE;
	queued->event.kind = kind;
	queued->event.tracee = &tracee->base;
	queued->event.tid = tracee->base.tid;
	set_times(engine, &queued->event, ns);
	if (ns)
		engine->queued_ns = ns;
	queued->now = tracee->identity.now;
	return &queued->event;
}

static void set_memory(struct bpf_engine *engine, enum bpf_event_memory memory)
{
	engine->queue[engine->queue_end - 1].memory = memory;
}

static void set_stack(struct bpf_engine *engine, enum bpf_stack_side side)
{
	engine->queue[engine->queue_end - 1].stack = side;
}

void events_set_clock(struct bpf_engine *engine)
{
	struct timespec real;
	uint64_t mono = now_ns();

	clock_gettime(CLOCK_REALTIME, &real);
	engine->real_offset_ns = (int64_t)real.tv_sec * 1000000000 + real.tv_nsec - (int64_t)mono;
}

/* --- calls ------------------------------------------------------------------------------ */

static const struct abi *abi_of(const struct bpf_engine *engine, const struct bpf_record *record)
{
	return record->abi < engine->n_abis ? engine->abis[record->abi] : NULL;
}

static void queue_enter(struct bpf_engine *engine, struct bpf_tracee *tracee,
			const struct bpf_record *record)
{
	struct event *event = queue(engine, EVENT_ENTER, tracee, record->time);

	event->abi = abi_of(engine, record);
	event->audit_arch = event->abi ? event->abi->audit_arch : 0;
	event->nr = record->call.nr;
	event->system_ns = tracee->system_ns;
	event->ip = record->call.ip;
	event->sp = record->call.sp;
	memcpy(event->args, record->call.args, sizeof(event->args));
	set_memory(engine, MEMORY_ENTRY);
	set_stack(engine, BPF_STACK_CALL);
}

static void queue_exit(struct bpf_engine *engine, struct bpf_tracee *tracee,
		       const struct bpf_record *record)
{
	const struct record_call *call = &record->call;
	/*
	 * A call that was under way begins for scry when it was seen, after the attachment:
	 * events_seen(). It may have ended before.
	 */
	bool ended_before =
		record->flags & RECORD_SEEN && call->returned && call->returned < tracee->held.time;
	struct event *event = queue(engine, EVENT_EXIT, tracee,
				    ended_before ? tracee->held.time : call->returned);

	event->abi = abi_of(engine, record);
	event->audit_arch = event->abi ? event->abi->audit_arch : 0;
	event->nr = call->nr;
	if (engine->base.config->cpu_times && record->flags & RECORD_HELD)
		tracee->system_ns += call->held_cpu_ns;
	else if (engine->base.config->cpu_times &&
		 !(record->flags & (RECORD_NO_ENTRY | RECORD_SEEN)))
		tracee->system_ns += call->cpu_ns;
	event->system_ns = tracee->system_ns;
	event->result = call->result;
	event->signal = record->flags & RECORD_NOT_RUN ? SIGSYS : 0;
	event->is_error = event->signal || (call->result < 0 && call->result >= -4095);
	set_memory(engine, MEMORY_EXIT);
}

/* Makes what came before the record, and its own chunks, the memory of one side of the call. */
static void take_chunks(struct chunks *side, struct chunks *before, const struct bpf_record *record,
			size_t len, bool late)
{
	struct chunks old = *side;

	chunks_clear(side);
	if (before->n_bytes) {
		*side = *before;
		chunks_clear(&old);
		*before = old;
	}
	if (len > sizeof(*record))
		chunks_add(side, record, len, late);
}

/*
 * If a plan has not come to its end after this many bytes, then its record has data of -e read or
 * -e write.
 */
#define CUT_BYTES (8u << 20)

static bool is_cut(const struct bpf_record *record, const struct chunks *side)
{
	return record->flags & RECORD_CUT && side->n_bytes > CUT_BYTES;
}

/* Says after the data of a call that there was more. */
static void report_cut(struct bpf_engine *engine, struct bpf_tracee *tracee,
		       const struct bpf_record *record)
{
	if (tracee->is_cut)
		queue(engine, EVENT_LOST, tracee, record->call.returned)->text =
			"the rest of the data of this call, which is more than is captured of one";
	tracee->is_cut = false;
}

static void report_held(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	if (tracee->in_call != CALL_HELD)
		return;
	tracee->in_call = CALL_REPORTED;
	queue_enter(engine, tracee, &tracee->held);
	engine->queue[engine->queue_end - 1].now = tracee->held_now;
}

static void hold(struct bpf_tracee *tracee, const struct bpf_record *record)
{
	tracee->held = *record;
	tracee->in_call = CALL_HELD;
	tracee->held_now = tracee->identity.now;
}

static void queue_signal(struct bpf_engine *engine, struct bpf_tracee *tracee,
			 const struct bpf_record *record, enum bpf_stack_side side)
{
	struct event *event = queue(engine, EVENT_SIGNAL, tracee, record->time);

	set_stack(engine, side);
	event->signal = record->signal.number;
	event->ip = record->signal.ip;
	memset(&event->siginfo, 0, sizeof(event->siginfo));
	memcpy(&event->siginfo, record->signal.siginfo, SIGINFO_BYTES);
	if (tracee->base.tgid == engine->command && event->signal == engine->interrupted_by)
		engine->command_got_signal = true;
}

/*
 * A call is not interrupted by a signal that the tracee ignores. A tracer with ptrace(2) would see
 * the signal when the call returns, and that is where it is reported.
 */
static void on_signal(struct bpf_engine *engine, struct bpf_tracee *tracee,
		      const struct bpf_record *record)
{
	enum bpf_stack_side side = tracee->in_call == CALL_NONE ? BPF_STACK_NONE : BPF_STACK_CALL;

	if (record->signal.number < 1 || record->signal.number > SIGRTMAX)
		return;
	if (bpf_take_stack(tracee, BPF_STACK_SIGNAL, RECORD_SIGNAL))
		side = BPF_STACK_SIGNAL;
	if (record->signal.how == SIGNAL_MADE) {
		tracee->made = *record;
		tracee->made_stack = side;
		return;
	}
	if (record->signal.how == SIGNAL_DELIVERED || tracee->in_call == CALL_NONE) {
		report_held(engine, tracee);
		queue_signal(engine, tracee, record, side);
		return;
	}
	tracee->ignored = xgrow(tracee->ignored, tracee->n_ignored, &tracee->ignored_capacity,
				sizeof(*tracee->ignored));
	tracee->ignored[tracee->n_ignored++] = *record;
}

static void report_ignored(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	for (size_t i = 0; i < tracee->n_ignored; i++)
		queue_signal(engine, tracee, &tracee->ignored[i], BPF_STACK_CALL);
	tracee->n_ignored = 0;
}

/* Reports the signal that ends the tracee. It has interrupted the current call. */
static void report_made(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	if (tracee->made.kind)
		queue_signal(engine, tracee, &tracee->made, tracee->made_stack);
	tracee->made.kind = RECORD_NONE;
}

static bool is_same_call(const struct bpf_tracee *tracee, const struct bpf_record *record)
{
	const struct record_call *held = &tracee->held.call, *call = &record->call;

	return tracee->held.abi == record->abi && held->nr == call->nr &&
	       !memcmp(held->args, call->args, sizeof(call->args));
}

/* What the plan of the call has found out of its descriptor. */
static void take_descriptor(struct bpf_tracee *tracee, const struct record_call *call)
{
	tracee->netlink = call->netlink;
	tracee->events = call->events;
}

static void begin_descriptors(struct bpf_tracee *tracee, const struct record_call *call)
{
	bpf_take_names(tracee, call->names);
	take_descriptor(tracee, call);
}

/* Whether the call is execve(2) or execveat(2): if it succeeds, the new program has all strings. */
static bool executes_program(const struct bpf_engine *engine, const struct bpf_record *record)
{
	const struct abi *abi = abi_of(engine, record);
	enum syscall_id id = abi ? abi_syscall(abi, record->call.nr) : ID_none;

	return id == ID_execve || id == ID_execveat;
}

/*
 * An entry that could not read all memory waits for the exit, which reads what the kernel has made
 * resident meanwhile. So does that of a call which executes a program with more arguments than a
 * plan follows. Decode looks at the memory of the entry only once.
 */
static void on_entry(struct bpf_engine *engine, struct bpf_tracee *tracee,
		     const struct bpf_record *record, size_t len)
{
	bpf_take_stack(tracee, BPF_STACK_CALL, RECORD_ENTRY);
	/* If the execve of the launch fails, the process goes on with code of scry. */
	if (tracee->launch == LAUNCH_CALLED)
		return;
	if (tracee->launch == LAUNCH_BEGINS)
		tracee->launch = LAUNCH_CALLED;
	/*
	 * A debugger, or the supervisor of a seccomp filter, kept the tracee in the call before the
	 * programs see the entry.
	 */
	if (tracee->is_seen && tracee->in_call != CALL_NONE && is_same_call(tracee, record)) {
		tracee->is_seen = false;
		take_chunks(&tracee->entry, &tracee->more, record, len, false);
		return;
	}
	tracee->is_seen = false;
	take_chunks(&tracee->entry, &tracee->more, record, len, false);
	tracee->is_cut = is_cut(record, &tracee->entry);
	chunks_clear(&tracee->exit);
	chunks_clear(&tracee->late);
	tracee->late_plan = LATE_NOT;
	tracee->is_touched = false;
	begin_descriptors(tracee, &record->call);
	if (record->flags & RECORD_FAULT ||
	    (record->flags & RECORD_CUT && executes_program(engine, record))) {
		hold(tracee, record);
		return;
	}
	tracee->in_call = CALL_REPORTED;
	queue_enter(engine, tracee, record);
}

/*
 * Whether a seccomp filter has refused the call, so that the kernel has not looked at its memory.
 */
static bool is_refused(const struct bpf_record *record)
{
	return record->flags & RECORD_NO_ENTRY && !(record->flags & RECORD_HELD);
}

static void on_exit_of_call(struct bpf_engine *engine, struct bpf_tracee *tracee,
			    const struct bpf_record *record, size_t len)
{
	if (record->flags & RECORD_NO_ENTRY) {
		chunks_clear(&tracee->entry);
		tracee->late_plan = LATE_NOT;
		bpf_take_stack(tracee, BPF_STACK_CALL, RECORD_ENTRY);
		begin_descriptors(tracee, &record->call);
		hold(tracee, record);
	}
	/* The entry was lost, and with it what the line would begin with. */
	if (tracee->in_call == CALL_NONE) {
		chunks_clear(&tracee->more);
		chunks_clear(&tracee->more_late);
		return;
	}
	if (record->flags & RECORD_SEEN) {
		/*
		 * What the exit reads of the arguments. Its entry was decoded from the memory of
		 * the tracee itself.
		 */
		bpf_take_names(tracee, 0);
		take_chunks(&tracee->entry, &tracee->more_late, record, len, true);
		tracee->is_seen = false;
	}
	tracee->names.held |= record->call.names;
	/* A plan that reads messages only at the exit asks only then. */
	if (record->call.netlink || record->call.events)
		take_descriptor(tracee, &record->call);
	if (record->flags & RECORD_LATE)
		tracee->late_plan = is_refused(record)		     ? LATE_REFUSED
				    : record->call.result == -EFAULT ? LATE_FAULT
								     : LATE_READ;
	tracee->is_touched = record->flags & RECORD_TOUCHED;
	take_chunks(&tracee->exit, &tracee->more, record, len, false);
	tracee->is_cut |= is_cut(record, &tracee->exit);
	if (!(record->flags & RECORD_SEEN) &&
	    (record->flags & RECORD_LATE || record->flags & RECORD_NO_ENTRY || tracee->more_late.n))
		take_chunks(&tracee->late, &tracee->more_late, record, len, true);
	report_held(engine, tracee);
	/* The end of the thread leaves the call unfinished. */
	if (record->flags & RECORD_DYING)
		return;
	/* events_take() ends the call, because the answer to EVENT_ENTER may not have come yet. */
	queue_exit(engine, tracee, record);
	report_cut(engine, tracee, record);
	report_ignored(engine, tracee);
	report_made(engine, tracee);
}

/* --- requests of io_uring --------------------------------------------------------------- */

/* Requests with the same user_data in one ring are told apart by their order. */
static uint64_t request_key(uint64_t ring, uint64_t user_data)
{
	return ring * UINT64_C(0x9e3779b97f4a7c15) ^ user_data;
}

static uint16_t traits_of(uint32_t reported)
{
	static const struct {
		uint16_t result, request;
	} traits[] = {
		{ RESULT_WORKER, REQUEST_WORKER },     { RESULT_POLLED, REQUEST_POLLED },
		{ RESULT_SQPOLL, REQUEST_SQPOLL },     { RESULT_LINKED, REQUEST_AFTER },
		{ RESULT_DEFERRED, REQUEST_DEFERRED }, { RESULT_LINK_FAILED, REQUEST_LINK_FAILED },
		{ RESULT_OVERFLOW, REQUEST_OVERFLOW }, { RESULT_SILENT, REQUEST_SILENT },
	};
	uint16_t all = 0;

	for (size_t i = 0; i < ARRAY_SIZE(traits); i++)
		if (reported & traits[i].result)
			all |= traits[i].request;
	return all;
}

static void on_request(struct bpf_engine *engine, struct bpf_tracee *tracee,
		       const struct bpf_record *record, size_t len)
{
	struct event *event = queue(engine, EVENT_ENTER, tracee, record->time);
	struct request *request = &engine->queue[engine->queue_end - 1].request;
	const struct record_request *taken = &record->request;
	const uint64_t *args = taken->args;

	event->abi = abi_of(engine, record);
	if (!event->abi)
		event->abi = abi_native();
	event->audit_arch = event->abi->audit_arch;
	event->ip = event->sp = 0;
	*request = (struct request){
		.ring = taken->ring_fd,
		.traits = traits_of(taken->traits),
		.after = taken->after,
		.key = request_key(taken->ring, taken->user_data),
		.sqe = { taken->operation | args[REQUEST_FD] << 32, args[REQUEST_OFF],
			 args[REQUEST_ADDR],
			 (args[REQUEST_LEN] & UINT32_MAX) | args[REQUEST_OP_FLAGS] << 32,
			 taken->user_data, taken->buffer_and_file, args[REQUEST_ADDR3] },
	};
	uring_read_request(request, event->abi, event->args);
	event->nr = request->opcode;
	bpf_take_request_names(tracee, taken->names);
	take_chunks(&tracee->request, &tracee->more, record, len, false);
	set_memory(engine, MEMORY_REQUEST);
}

static void on_result(struct bpf_engine *engine, struct bpf_tracee *tracee,
		      const struct bpf_record *record, size_t len)
{
	struct event *event = queue(engine, EVENT_EXIT, tracee, record->time);
	const struct record_result *result = &record->result;

	event->abi = abi_of(engine, record);
	if (!event->abi)
		event->abi = abi_native();
	event->audit_arch = event->abi->audit_arch;
	event->nr = result->opcode;
	event->result = result->result;
	event->is_error = result->result < 0;
	engine->queue[engine->queue_end - 1].request = (struct request){
		.traits = traits_of(result->traits),
		.cqe_flags = result->flags,
		.key = request_key(result->ring, result->user_data),
	};
	bpf_take_request_names(tracee, result->names);
	take_chunks(&tracee->result, &tracee->more, record, len, false);
	set_memory(engine, MEMORY_RESULT);
}

/* --- other events ----------------------------------------------------------------------- */

static void queue_end(struct bpf_engine *engine, struct bpf_tracee *tracee, int status, uint64_t ns)
{
	struct event *event;

	report_held(engine, tracee);
	report_ignored(engine, tracee);
	report_made(engine, tracee);
	if (tracee->base.tid == engine->command)
		bpf_explain_launch(engine);
	event = queue(engine, WIFSIGNALED(status) ? EVENT_KILLED : EVENT_EXITED, tracee, ns);
	if (WIFSIGNALED(status)) {
		event->status = WTERMSIG(status);
		event->core_dumped = WCOREDUMP(status);
	} else {
		event->status = WEXITSTATUS(status);
	}
}

/* Another thread of the process than the leader, and than one that ends now. */
struct search {
	const struct tracee *leader, *ending;
	bool found;
};

static void find_sibling(struct tracee *tracee, void *ctx)
{
	struct search *search = ctx;

	search->found |= tracee != search->leader && tracee != search->ending &&
			 tracee->tgid == search->leader->tgid;
}

bool events_has_sibling(struct bpf_engine *engine, const struct tracee *leader,
			const struct tracee *ending)
{
	struct search search = { .leader = leader, .ending = ending };

	tracee_each(&engine->base.tracees, find_sibling, &search);
	if (engine->others)
		tracee_each((struct tracee_table *)engine->others, find_sibling, &search);
	return search.found;
}

/*
 * Reports the end of a leader that was held, if its process has no other thread any more than one
 * that ends now.
 */
static void end_leader(struct bpf_engine *engine, struct bpf_tracee *leader,
		       const struct tracee *ending)
{
	if (!leader->is_ended || events_has_sibling(engine, &leader->base, ending))
		return;
	leader->is_ended = false;
	queue_end(engine, leader, leader->end.end.status, leader->end.time);
}

/*
 * When a thread that is not the leader calls execve(2), the kernel ends the leader first, and gives
 * its tid to the thread. So the end of a leader is held while the process has other threads, as
 * waitpid(2) does.
 */
static void on_end(struct bpf_engine *engine, struct bpf_tracee *tracee,
		   const struct bpf_record *record)
{
	struct tracee *leader = tracee_find(&engine->base.tracees, tracee->base.tgid);
	struct bpf_tracee *waiting = (struct bpf_tracee *)leader;

	if (leader == &tracee->base && events_has_sibling(engine, leader, NULL)) {
		tracee->is_ended = true;
		tracee->end = *record;
		return;
	}
	queue_end(engine, tracee, record->end.status, record->time);
	if (leader && waiting != tracee)
		end_leader(engine, waiting, &tracee->base);
}

void events_end_leader(struct bpf_engine *engine, pid_t tgid)
{
	struct tracee *leader = tracee_find(&engine->base.tracees, tgid);

	if (leader)
		end_leader(engine, (struct bpf_tracee *)leader, NULL);
}

/*
 * The thread that called execve(2) has the tid of its leader now. It is renamed in events_take(),
 * after the leader was reported as superseded and removed.
 */
static void on_exec(struct bpf_engine *engine, struct bpf_tracee *tracee, pid_t former_tid,
		    const struct bpf_record *record, size_t len)
{
	struct tracee *former = tracee_find(&engine->base.tracees, former_tid);
	struct bpf_tracee *caller = former ? (struct bpf_tracee *)former : tracee;
	struct event *event;

	if (caller->in_call == CALL_HELD && len > sizeof(*record))
		exec_supply(caller, record, len);
	exec_forget(caller);
	report_held(engine, caller);
	caller->launch = LAUNCH_DONE;
	if (former && former != &tracee->base) {
		tracee->is_ended = false;
		if (tracee->identity.known)
			caller->identity = tracee->identity;
		event = queue(engine, EVENT_SUPERSEDED, tracee, record->time);
		event->former_tid = former_tid;
	}
	event = queue(engine, EVENT_EXEC, caller, record->time);
	event->tid = tracee->base.tid;
	event->former_tid = former ? former_tid : tracee->base.tid;
}

/*
 * A record about a new program comes before RECORD_EXEC: the thread that executes it may still have
 * another tid here.
 */
static struct bpf_tracee *caller_of_exec(struct bpf_engine *engine, struct bpf_tracee *tracee,
					 uint32_t former_tid)
{
	struct tracee *former = tracee_find(&engine->base.tracees, (pid_t)former_tid);

	return former ? (struct bpf_tracee *)former : tracee;
}

/*
 * The kernel program counts a loss in the next record of the task, which may be one without a time,
 * such as the name of a descriptor. The loss then has the time of the event before it.
 */
static uint64_t time_of_loss(const struct bpf_engine *engine, const struct bpf_record *record)
{
	if (record->time)
		return record->time;
	return engine->queued_ns ? engine->queued_ns : machine_now_ns(engine);
}

static void report_loss(struct bpf_engine *engine, struct bpf_tracee *tracee,
			const struct bpf_record *record)
{
	struct event *event;

	if (!record->lost)
		return;
	tracee->names.lost = true;
	report_held(engine, tracee);
	snprintf(engine->lost_text, sizeof(engine->lost_text),
		 "%llu record%s, because scry was slower than the calls",
		 (unsigned long long)record->lost, plural_s(record->lost));
	event = queue(engine, EVENT_LOST, tracee, time_of_loss(engine, record));
	event->text = engine->lost_text;
}

static void on_stop(struct bpf_engine *engine, struct bpf_tracee *tracee,
		    const struct bpf_record *record)
{
	int signal = record->stop.signal;

	if (signal >= 1 && signal <= SIGRTMAX)
		queue(engine, EVENT_GROUP_STOP, tracee, record->time)->signal = signal;
}

/*
 * The user may not see the task any more. If it has done so by execve(2), another thread than the
 * leader may have called that: its tracee has the former number.
 */
static void on_left(struct bpf_engine *engine, struct bpf_tracee *tracee,
		    const struct bpf_record *record)
{
	struct tracee *former = tracee_find(&engine->base.tracees, (pid_t)record->exec.former);

	if (!engine->has_warned_of_left)
		warn("process %d is not traced any more: it executes a program with more rights, "
		     "or hides its memory (prctl(2), PR_SET_DUMPABLE); only root can trace it",
		     (int)record->tgid);
	engine->has_warned_of_left = true;
	if (former && former != &tracee->base)
		events_detached(engine, (struct bpf_tracee *)former);
	events_detached(engine, tracee);
}

/*
 * Whether a record can be the first one of a tracee. Ends, also of tracing, and signals come from
 * the kernel and from other tasks: they can be about a tracee that has ended, and nothing would end
 * it again. A task makes the other records itself.
 */
static bool begins_tracee(const struct bpf_engine *engine, const struct bpf_record *record)
{
	/*
	 * Tracees of the other engine have no record but that of an execve by which another thread
	 * takes their tid.
	 */
	if (engine->others && tracee_find(engine->others, (pid_t)record->tid))
		return record->kind == RECORD_EXEC || record->kind == RECORD_STRINGS ||
		       record->kind == RECORD_PROGRAM;
	/*
	 * A task that the kernel selects may have no record before that of the signal which ends
	 * it. Its end follows.
	 */
	if (record->kind == RECORD_TASK)
		return !record->task.renamed;
	if (record->kind == RECORD_SIGNAL)
		return record->signal.how == SIGNAL_MADE &&
		       bpf_selects(&engine->base.config->targets);
	return record->kind != RECORD_END && record->kind != RECORD_RESULT &&
	       record->kind != RECORD_LEFT;
}

/*
 * A task that the kernel has marked is not to be traced. Tracees that are released have no events.
 */
static void refuse(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	load_unmark(engine, tracee->base.tid);
	engine->base.n_released += !tracee->is_released;
	tracee->is_refused = tracee->is_released = true;
	tracee->released_ns = now_ns();
}

/*
 * The kernel has compared a part of the name of a program. A tracee that was refused has executed
 * another program since, and the kernel has marked it anew.
 */
static void on_started(struct bpf_engine *engine, struct bpf_tracee *tracee,
		       const struct bpf_record *record)
{
	const struct engine_config *config = engine->base.config;
	char names[2][TASK_COMM_BYTES];
	const char *const ends[] = { names[0], names[1] };

	memcpy(names[0], record->started.comm, sizeof(names[0]));
	memcpy(names[1], record->started.file, sizeof(names[1]));
	names[0][TASK_COMM_BYTES - 1] = names[1][TASK_COMM_BYTES - 1] = '\0';
	if (config->is_start(config->start_ctx, tracee->base.tid, ends)) {
		engine->base.n_released -= tracee->is_released;
		tracee->is_refused = tracee->is_released = false;
		queue(engine, EVENT_ATTACHED, tracee, record->time)->status = 1;
		return;
	}
	refuse(engine, tracee);
}

/* Whether a new task is the child of a refused one, which it has inherited its mark from. */
static bool is_refused_child(const struct bpf_engine *engine, const struct bpf_record *record)
{
	const struct tracee *parent = tracee_find(&engine->base.tracees, (pid_t)record->task.maker);

	return parent && ((const struct bpf_tracee *)parent)->is_refused;
}

void events_translate(struct bpf_engine *engine, const struct bpf_record *record, size_t len)
{
	pid_t tid = (pid_t)record->tid;
	struct bpf_tracee *tracee = (struct bpf_tracee *)tracee_find(&engine->base.tracees, tid);

	/* Of a record that was written in place the ring may have more bytes. */
	if (record->len < len && record->len >= sizeof(*record))
		len = record->len;
	if (!tracee && !begins_tracee(engine, record))
		return;
	if (!tracee)
		tracee = bpf_track(engine, tid, (pid_t)record->tgid);
	if (tracee->is_released && !(tracee->is_refused && record->kind == RECORD_STARTED))
		return;
	report_loss(engine, tracee, record);
	switch (record->kind) {
	case RECORD_ENTRY:
		on_entry(engine, tracee, record, len);
		break;
	case RECORD_EXIT:
		on_exit_of_call(engine, tracee, record, len);
		break;
	case RECORD_REQUEST:
		on_request(engine, tracee, record, len);
		break;
	case RECORD_RESULT:
		on_result(engine, tracee, record, len);
		break;
	case RECORD_NAME:
		if (record->name.fd == NAME_OF_PROGRAM)
			bpf_add_program_name(caller_of_exec(engine, tracee, record->name.former),
					     record, len);
		else
			bpf_add_name(tracee, record, len);
		break;
	case RECORD_DETAIL:
		bpf_add_detail(tracee, record, len);
		break;
	case RECORD_TASK:
		bpf_identify(tracee, &record->task);
		break;
	case RECORD_NETWORK:
		tracee->network = record->network.cookie;
		break;
	case RECORD_MORE:
		chunks_add(&tracee->more, record, len, false);
		chunks_add(&tracee->more_late, record, len, true);
		break;
	case RECORD_SIGNAL:
		on_signal(engine, tracee, record);
		break;
	case RECORD_NEW:
		if (is_refused_child(engine, record)) {
			refuse(engine, tracee);
			break;
		}
		if (record->task.comm[0])
			bpf_identify(tracee, &record->task);
		queue(engine, EVENT_NEW, tracee, record->time)->parent_tid =
			(pid_t)record->task.maker;
		break;
	case RECORD_STACK:
		bpf_add_stack(tracee, record, len);
		break;
	case RECORD_PROGRAM:
		bpf_add_program(caller_of_exec(engine, tracee, record->exec.former), record, len);
		break;
	case RECORD_STRINGS:
		exec_add_strings(caller_of_exec(engine, tracee, record->strings.former), record,
				 len);
		break;
	case RECORD_EXEC:
		on_exec(engine, tracee, (pid_t)record->exec.former, record, len);
		break;
	case RECORD_END:
		on_end(engine, tracee, record);
		break;
	case RECORD_STOP:
		on_stop(engine, tracee, record);
		break;
	case RECORD_LEFT:
		on_left(engine, tracee, record);
		break;
	case RECORD_STARTED:
		on_started(engine, tracee, record);
		break;
	}
}

void events_attached(struct bpf_engine *engine, struct bpf_tracee *tracee, int n_threads)
{
	queue(engine, EVENT_ATTACHED, tracee, machine_now_ns(engine))->status = n_threads;
}

void events_seen(struct bpf_engine *engine, struct bpf_tracee *tracee,
		 const struct marked_task *marked)
{
	tracee->held = marked->entry;
	/*
	 * It begins for scry after the attachment, which was reported with a later time than the
	 * iterator has seen it.
	 */
	tracee->held.time = machine_now_ns(engine);
	tracee->is_seen = true;
	tracee->in_call = CALL_REPORTED;
	queue_enter(engine, tracee, &tracee->held);
	set_memory(engine, MEMORY_LIVE);
	if (engine->base.config->stacks)
		bpf_see_stack(tracee, marked);
}

void events_stopped(struct bpf_engine *engine, struct bpf_tracee *tracee, int signal)
{
	queue(engine, EVENT_GROUP_STOP, tracee, machine_now_ns(engine))->signal = signal;
}

void events_detached(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	report_held(engine, tracee);
	queue(engine, EVENT_DETACHED, tracee, machine_now_ns(engine));
}

void events_ended(struct bpf_engine *engine, struct bpf_tracee *tracee, int status)
{
	queue_end(engine, tracee, status, machine_now_ns(engine));
}

/* Whether an event is to be reported, now that the answers to all events before it are there. */
static bool is_due(struct bpf_engine *engine, struct bpf_queued *queued)
{
	struct event *event = &queued->event;
	struct bpf_tracee *tracee = (struct bpf_tracee *)event->tracee;
	enum bpf_call in_call = tracee->in_call;

	if (queued->memory == MEMORY_REQUEST || queued->memory == MEMORY_RESULT)
		return true;
	if (event->kind == EVENT_EXIT) {
		tracee->in_call = CALL_NONE;
		return in_call == CALL_REPORTED;
	}
	if (event->kind == EVENT_EXEC && tracee->base.tid != event->tid) {
		tracee_rename(&engine->base.tracees, &tracee->base, event->tid);
		tracee->base.tgid = event->tid;
	}
	return true;
}

/* Copies an event, without the information about a signal if it has none. */
static void copy_event(struct event *to, const struct event *from)
{
	size_t len = from->kind == EVENT_SIGNAL ? sizeof(*to) : offsetof(struct event, siginfo);

	memcpy(to, from, len);
}

/*
 * Whether the call makes a process that is not traced, or lets the kernel change names of files
 * later, which no event reports.
 */
static bool changes_unseen(const struct engine_config *config, const struct syscall *row)
{
	return row && ((row->flags & CALL_MAKES_CHILD && !config->follow) ||
		       (names_change_later(row) && !config->requests));
}

/*
 * Says what a call means for the directories to which paths lead: scry looks them up when the event
 * is reported. The tracees run on, so that an answer that is remembered is nearer to the event than
 * a new one.
 */
static void note_names(struct bpf_engine *engine, const struct bpf_queued *queued)
{
	struct names_watch *watch = &engine->base.tracees.watch;
	const struct event *event = &queued->event;
	const struct syscall *row;
	enum syscall_id id;

	if (!watch->on || (event->kind != EVENT_ENTER && event->kind != EVENT_EXIT))
		return;
	if (queued->memory == MEMORY_REQUEST || queued->memory == MEMORY_RESULT) {
		names_forget_all(watch);
		return;
	}
	if (event->kind == EVENT_EXIT) {
		names_leave(event->tracee);
		return;
	}
	id = event->abi ? abi_syscall(event->abi, event->nr) : ID_none;
	row = event->abi ? syscall_row(id, event->abi) : NULL;
	if (changes_unseen(engine->base.config, row))
		names_watch_stop(watch);
	names_enter(event->tracee, names_effect_of(id, row, event->args), (int)event->args[0]);
}

static void set_name_and_user(struct bpf_engine *engine, struct event *event)
{
	struct bpf_name_and_user *now = &engine->now;
	bool known = now->comm[0];

	event->reported_comm = known ? now->comm : NULL;
	event->reported_user = known && engine->base.config->task_users ? &now->user : NULL;
	event->reported_parent = known && engine->base.config->task_parents ? &now->parent : NULL;
}

bool events_take(struct bpf_engine *engine, struct event *event)
{
	while (engine->queue_begin < engine->queue_end) {
		struct bpf_queued *queued = &engine->queue[engine->queue_begin++];

		if (!is_due(engine, queued))
			continue;
		note_names(engine, queued);
		if (queued->event.kind == EVENT_ENTER)
			((struct bpf_tracee *)queued->event.tracee)->is_incomplete = false;
		engine->memory = queued->memory;
		engine->stack_side = queued->stack;
		if (engine->memory == MEMORY_LIVE)
			queued->event.tracee->fetch.ops = &engine->live_ops;
		copy_event(event, &queued->event);
		if (bpf_is_at_request(engine)) {
			engine->request = queued->request;
			event->request = &engine->request;
		}
		engine->now = queued->now;
		set_name_and_user(engine, event);
		return true;
	}
	engine->queue_begin = engine->queue_end = 0;
	return false;
}

void events_resume(struct bpf_engine *engine, const struct event *event, bool want_exit)
{
	struct bpf_tracee *tracee = (struct bpf_tracee *)event->tracee;

	engine->memory = MEMORY_NONE;
	engine->stack_side = BPF_STACK_NONE;
	tracee->base.fetch.ops = &engine->fetch_ops;
	if (event->request)
		return;
	switch (event->kind) {
	case EVENT_ENTER:
		if (!want_exit)
			tracee->in_call = CALL_REFUSED;
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
	case EVENT_SUPERSEDED:
		bpf_forget(engine, tracee);
		break;
	case EVENT_DETACHED:
		tracee->is_released = true;
		tracee->released_ns = now_ns();
		engine->base.n_released++;
		break;
	default:
		break;
	}
}
