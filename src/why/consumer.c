/* SPDX-License-Identifier: MIT */
/*
 * --why, and the findings of --report: takes events apart, and keeps what the diagnosis is made of.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/syscalls.h"
#include "why/account.h"
#include "why/cost.h"
#include "why/failure.h"
#include "why/findings.h"
#include "why/print.h"
#include "why/process.h"
#include "why/sums.h"
#include "why/texts.h"
#include "why/values.h"
#include "why/waiting.h"
#include "why/words.h"

#define PROGRAMS_MAX 4096
#define TARGETS_MAX 30000

static struct why *why_of(const struct consumer *consumer)
{
	return (struct why *)consumer;
}

/* --- threads and processes ------------------------------------------------------------------- */

/* A process that the trace has not seen begin has only a command name. */
static void name_process(struct why *why, struct process *process, const struct event *event)
{
	const char *comm = why->base.host->comm(why->base.host, event, 0);

	if (comm && !process->program)
		process->program = texts_get(&why->diagnosis.programs, comm, strlen(comm));
}

static struct process *find_process(struct why *why, const struct moment *moment)
{
	struct diagnosis *diagnosis = &why->diagnosis;
	const struct event *event = moment->event;
	struct process *process = process_find(diagnosis, event->tracee->tgid), *parent;

	if (process)
		return process;
	parent = event->kind == EVENT_NEW
			 ? process_find(diagnosis, why->base.host->process_of(why->base.host,
									      event->parent_tid))
			 : NULL;
	process = process_add(diagnosis, event->tracee->tgid, parent, event->mono_ns);
	process->attached = event->kind == EVENT_ATTACHED;
	if (!parent)
		name_process(why, process, event);
	if (diagnosis->has_command && !diagnosis->root && !parent && !process->attached) {
		diagnosis->root = process;
		process->refs++;
	}
	return process;
}

/* Returns what is kept about the thread of a moment. */
static struct thread *thread_of(struct why *why, const struct moment *moment)
{
	struct thread *thread = moment->slot;

	if (thread->process)
		return thread;
	thread->tid = moment->event->tid;
	thread->process = find_process(why, moment);
	thread->process->refs++;
	thread->process->n_threads++;
	thread->next = why->diagnosis.threads;
	thread->link = &why->diagnosis.threads;
	if (thread->next)
		thread->next->link = &thread->next;
	why->diagnosis.threads = thread;
	return thread;
}

static void why_forget(struct consumer *consumer, void *slot)
{
	struct why *why = why_of(consumer);
	struct thread *thread = slot;

	entry_snapshot_free(&thread->snapshot);
	buf_free(&thread->path);
	buf_free(&thread->other);
	buf_free(&thread->said);
	free(thread->waits);
	if (!thread->process)
		return;
	*thread->link = thread->next;
	if (thread->next)
		thread->next->link = thread->link;
	thread->process->n_threads--;
	process_release(&why->diagnosis, thread->process);
}

/* --- calls ----------------------------------------------------------------------------------- */

static void note_time(struct why *why, uint64_t ns)
{
	if (!why->diagnosis.first_ns)
		why->diagnosis.first_ns = ns;
	if (ns > why->diagnosis.last_ns)
		why->diagnosis.last_ns = ns;
}

/* Emits the values of one side of a call to the finder. */
static void decode_side(struct why *why, struct thread *thread, const struct moment *moment,
			void (*side)(const struct decode *decode))
{
	struct decode decode = *moment->decode;
	struct call call = *moment->call;

	call.raw = false;
	decode.call = &call;
	decode.config = &why->decoding;
	decode.sink = &why->finder.sink;
	decode.snapshot = &thread->snapshot;
	decode.builder = NULL;
	side(&decode);
}

/*
 * restart_syscall(2) resumes a call that the attachment has interrupted, and leaves the registers
 * of its arguments as they are: the thread waits for the same as in the interrupted call. Returns
 * false if the interrupted call is unknown.
 */
static bool find_resumed(const struct moment *moment, struct call *resumed)
{
	const struct event *event = moment->event;

	*resumed = *moment->call;
	if (!event->resumes || !resumed->abi)
		return false;
	resumed->nr = event->resumed_nr;
	resumed->id = abi_syscall(resumed->abi, resumed->nr);
	resumed->row = syscall_row(resumed->id, resumed->abi);
	resumed->name = syscall_name(resumed->id);
	return resumed->row;
}

static void why_enter(struct consumer *consumer, const struct moment *moment)
{
	struct why *why = why_of(consumer);
	struct thread *thread = thread_of(why, moment);
	struct call resumed;
	struct moment instead = *moment;
	const struct call *call;
	unsigned words;

	if (moment->call->id == ID_restart_syscall && find_resumed(moment, &resumed)) {
		instead.call = &resumed;
		moment = &instead;
	}
	call = moment->call;

	thread->id = call->id;
	thread->entered_ns = call->entered_ns;
	thread->in_call = true;
	thread->looked_ns = 0;
	thread->stopped = false;
	memcpy(thread->args, call->args, sizeof(thread->args));
	note_time(why, call->entered_ns);
	words = call->id == ID_execve ? 1 : call->id == ID_execveat ? 2 : 0;
	value_finder_begin(&why->finder, thread, words);
	account_note_entry(why, thread, moment);
	if (account_wants_values(why, thread, call))
		decode_side(why, thread, moment, decode_enter);
}

/*
 * A signal has interrupted the call, and the call will go on unless a handler runs or the process
 * ends. What it waited for is still of interest: ^C interrupts the tracees before scry.
 */
static bool was_wait_interrupted(const struct call *call)
{
	enum {
		RESTARTS_FIRST = 512,
		RESTARTS_LAST = 516
	}; /* ERESTARTSYS to ERESTART_RESTARTBLOCK */

	return call->is_error && (call->result == -EINTR || (-call->result >= RESTARTS_FIRST &&
							     -call->result <= RESTARTS_LAST));
}

static void why_exit(struct consumer *consumer, const struct moment *moment)
{
	struct why *why = why_of(consumer);
	struct thread *thread = thread_of(why, moment);
	const struct call *call = moment->call;

	note_time(why, call->returned_ns);
	if (!thread->in_call)
		return;
	/* The messages of sendmmsg(2) are decoded at the exit. */
	if (call->id == ID_sendmmsg && account_wants_values(why, thread, call))
		decode_side(why, thread, moment, decode_exit);
	account_call(why, thread, moment);
	if (was_wait_interrupted(call))
		return;
	thread->in_call = false;
	thread->idle_ns = call->returned_ns;
	waits_note_progress(&why->diagnosis, thread);
}

/* The process ends, or was detached, in a call. */
static void why_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct why *why = why_of(consumer);
	struct thread *thread = thread_of(why, moment);
	struct process *process = thread->process;

	note_time(why, moment->event->mono_ns);
	if (thread->in_call)
		account_unfinished(why, thread, moment->event->mono_ns);
	if (!thread->in_call || thread->tid != process->pid)
		return;
	free(process->last_wait.text);
	process->last_wait = (struct wait_note){
		.id = thread->id,
		.since_ns = thread->entered_ns,
		.until_ns = moment->event->mono_ns,
		.text = waits_describe(&why->diagnosis, thread),
	};
}

/* --- other events ---------------------------------------------------------------------------- */

/* "FILE 0xOFFSET" */
static char *format_code(const char *name, uint64_t offset)
{
	struct buf text = { 0 };

	put_harmless(&text, name, LOOK_NAME);
	buf_printf(&text, " 0x%llx", (unsigned long long)offset);
	return buf_take(&text);
}

/* A signal because of what the current call writes: its file, and the limit. */
static char *describe_write(const struct why *why, const struct thread *thread, int signal)
{
	const struct look *look = why->diagnosis.look;
	char *object = waits_object(&why->diagnosis, thread), *result;
	uint64_t limit =
		signal == SIGXFSZ && look ? look->limit(thread->tid, "Max file size") : UINT64_MAX;
	struct buf text = { 0 };

	buf_puts(&text, object);
	if (limit != UINT64_MAX)
		buf_printf(&text, "; the limit of the size of files (ulimit -f) is %llu bytes",
			   (unsigned long long)limit);
	result = buf_take(&text);
	free(object);
	return result;
}

/*
 * Says where the code and the data of a fault are. The tracee is stopped, or its answers are out of
 * date.
 */
static char *describe_fault(const struct look *look, const struct event *event, char **where)
{
	uint64_t address = (uint64_t)(uintptr_t)event->siginfo.si_addr;
	pid_t tid = event->tid;
	char name[LOOK_NAME];
	struct buf text = { 0 };
	uint64_t code, offset;

	/* A general protection fault has no address: si_addr is 0. */
	if (event->siginfo.si_code == SI_KERNEL)
		buf_puts(&text, "not known: an address that no memory can have, or a forbidden "
				"instruction");
	else if (address < 4096)
		buf_printf(&text, "a NULL pointer");
	else if (!look || !look->mapping(tid, address, name, &offset))
		buf_printf(&text, look ? "no memory is mapped there" : "");
	else
		buf_printf(&text, "in %s", *name ? name : "memory without a file");
	code = look ? look->code(tid) : 0;
	if (code && look->mapping(tid, code, name, &offset))
		buf_printf(&text, "; the code is at %s+0x%llx", *name ? name : "?",
			   (unsigned long long)offset);
	if (code && *name == '/' && look->mapping(tid, code, name, &offset))
		*where = format_code(name, offset);
	return buf_take(&text);
}

/* A filter has forbidden the call whose number is in the siginfo: sigaction(2). */
static char *describe_forbidden(const siginfo_t *info)
{
	const struct abi *abi = abi_native();
	const char *name = syscall_name(abi_syscall(abi, (uint64_t)info->si_syscall));

	return xstrdup(name ? name : "an unknown call");
}

/*
 * Whether a process has sent a signal. The kernel sends SIGPIPE and SIGXFSZ as if the process
 * itself had: their call has failed then. What timers send has a si_code below 0, too.
 */
static bool was_sent(const struct thread *thread, const struct event *event)
{
	const struct process *process = thread->process;
	int code = event->siginfo.si_code, error = event->signal == SIGPIPE ? EPIPE : EFBIG;
	bool kills = thread->id == ID_kill || thread->id == ID_tkill || thread->id == ID_tgkill;

	if (code != SI_USER && code != SI_QUEUE && code != SI_TKILL)
		return false;
	if ((event->signal != SIGPIPE && event->signal != SIGXFSZ) || code != SI_USER || kills)
		return true;
	return event->siginfo.si_pid != event->tracee->tgid &&
	       !(process->n_failed && process->failed[process->n_failed - 1].error == error);
}

/*
 * A handler that has reported a fault sends the signal again, which ends the process: the fault is
 * the cause.
 */
static bool is_sent_again(const struct signal_note *before, const struct event *event, bool sent)
{
	return sent && before->signal == event->signal && !before->sent &&
	       event->siginfo.si_pid == event->tracee->tgid;
}

static void note_why_signal(struct why *why, const struct thread *thread, const struct event *event)
{
	struct process *process = thread->process;
	const siginfo_t *info = &event->siginfo;
	bool fault = event->signal == SIGSEGV || event->signal == SIGBUS ||
		     event->signal == SIGFPE || event->signal == SIGILL;
	bool sent = was_sent(thread, event);

	if (is_sent_again(&process->signal, event, sent))
		return;
	free(process->signal.detail);
	free(process->signal.place);
	process->signal = (struct signal_note){
		.signal = event->signal,
		.sent = sent,
		.sender = sent ? info->si_pid : 0,
		.address = fault && !sent ? (uint64_t)(uintptr_t)info->si_addr : 0,
		.ns = event->mono_ns,
	};
	if (event->signal == SIGSYS && !sent)
		process->signal.detail = describe_forbidden(info);
	if (fault && !sent)
		process->signal.detail =
			describe_fault(why->diagnosis.look, event, &process->signal.place);
	if ((event->signal == SIGPIPE || event->signal == SIGXFSZ) && thread->id && !sent)
		process->signal.detail = describe_write(why, thread, event->signal);
}

/* Returns the time of a process without what tracing adds to its calls. */
static uint64_t true_life(const struct why *why, const struct process *process)
{
	uint64_t life = process->ended_ns - process->started_ns;
	uint64_t added = process->n_stopped * why->diagnosis.stop_ns;

	return life > added ? life - added : 0;
}

static void end_why_process(struct why *why, struct process *process, const struct event *event)
{
	struct process *parent = process->parent;
	struct diagnosis *diagnosis = &why->diagnosis;
	const char *program = texts_at(&diagnosis->programs, process->program);

	process->ended_ns = event->mono_ns;
	for (size_t i = 0; i < KILLS_KEPT && parent; i++)
		process->ended_by_parent |= event->kind == EVENT_KILLED &&
					    diagnosis->kills[i].target == process->pid &&
					    diagnosis->kills[i].sender == parent->pid;
	account_leaks(why, process);
	if (parent && !parent->ended)
		sums_add(diagnosis, parent,
			 texts_get(&diagnosis->targets, program, strlen(program)), SUM_CHILD,
			 true_life(why, process), 0);
	process_end(diagnosis, process, event->kind == EVENT_KILLED, event->status, event->mono_ns);
}

/*
 * A filter can end a process without a signal that is delivered. The forbidden call is the last
 * one.
 */
static void note_forbidden(struct thread *thread)
{
	struct signal_note *note = &thread->process->signal;
	const char *name = syscall_name(thread->id);

	if (note->detail || !name || (note->signal == SIGSYS && note->sent))
		return;
	note->detail = xstrdup(name);
	note->signal = SIGSYS;
	note->sent = false;
}

static void why_each(struct consumer *consumer, const struct moment *moment)
{
	struct why *why = why_of(consumer);
	const struct event *event = moment->event;
	struct thread *thread;

	if (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT || !moment->slot ||
	    !event->tracee)
		return;
	note_time(why, event->mono_ns);
	thread = thread_of(why, moment);
	switch (event->kind) {
	case EVENT_SIGNAL:
		waits_note_computing(&why->diagnosis, thread, event->mono_ns);
		note_why_signal(why, thread, event);
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
		if (event->kind == EVENT_KILLED && event->status == SIGSYS)
			note_forbidden(thread);
		if (event->kind == EVENT_KILLED)
			waits_note_computing(&why->diagnosis, thread, event->mono_ns);
		if (event->tid == event->tracee->tgid && !thread->process->ended) {
			thread->process->core = event->core_dumped;
			end_why_process(why, thread->process, event);
		}
		break;
	default:
		break;
	}
}

static enum tick why_tick(struct consumer *consumer, uint64_t now)
{
	waits_look(&why_of(consumer)->diagnosis, now, false);
	return TICK_GOES_ON;
}

static void why_interrupt(struct consumer *consumer)
{
	struct diagnosis *diagnosis = &why_of(consumer)->diagnosis;

	if (diagnosis->interrupted_ns)
		return;
	diagnosis->interrupted_ns = now_ns();
	for (struct thread *thread = diagnosis->threads; thread; thread = thread->next)
		waits_note_computing(diagnosis, thread, diagnosis->interrupted_ns);
	waits_look(diagnosis, diagnosis->interrupted_ns, true);
}

/* --- the consumer ---------------------------------------------------------------------------- */

static const char *why_asked(const struct config *config)
{
	return config->why ? "--why" : NULL;
}

static bool why_check(const struct command_line *line)
{
	const struct option_pair sample = { line->given(line, "sample"),
					    line->config->why,
					    { "--sample", "--why" } };

	return line->exclude(line, &sample, 1);
}

static bool why_replaces_lines(const struct config *config)
{
	return config->why && !config->summary_and_calls && !config->stacks;
}

static struct consumer *why_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	struct why *why;

	(void)failed;
	if (!config_wants_diagnosis(config))
		return NULL;
	why = xcalloc(1, sizeof(*why));
	why->base.host = host;
	value_finder_init(&why->finder);
	why->decoding = (struct decode_config){ .string_limit = SAID_MAX };
	texts_init(&why->diagnosis.programs, PROGRAMS_MAX);
	texts_init(&why->diagnosis.targets, TARGETS_MAX);
	why->diagnosis.has_command = config->recorded
					     ? record_info_find(config->recorded, "command") != NULL
					     : config->engine.argv != NULL;
	why->diagnosis.on_machine = bpf_selected(&config->engine.targets);
	why->diagnosis.selective =
		!call_set_is_all(&config->trace) || config->where ||
		(config->recorded && record_info_number(config->recorded, "partial"));
	account_prepare(why);
	return &why->base;
}

static void why_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct why *why = why_of(consumer);

	needs->facts =
		NEED_MONO | NEED_EXIT | NEED_DECODE | NEED_ALL_MEMBERS | NEED_TICKS | NEED_STOPS;
	/* A process that was not seen to begin may be gone when its name is looked for. */
	if (why->diagnosis.on_machine)
		needs->facts |= NEED_TASK_NAMES;
	needs->asks = &why->decoding;
	needs->reads_at_entry = &why->read_at_entry;
	needs->reads_at_exit = &why->read_at_exit;
}

static bool why_prepare(struct consumer *consumer)
{
	struct why *why = why_of(consumer);
	struct diagnosis *diagnosis = &why->diagnosis;

	diagnosis->look = consumer->host->look;
	diagnosis->stop_ns = consumer->host->stop_ns;
	diagnosis->learns_stop = consumer->host->config->engine.kind->elsewhere;
	if (diagnosis->look)
		diagnosis->oom_kills = diagnosis->look->oom_kills();
	return true;
}

static bool writes_json(const struct config *config)
{
	return config->why == WHY_JSON || (config->why && config->format == FORMAT_JSON);
}

/* Whether the tables in the file of -o have a format in which the findings would be an error. */
static bool has_strange_tables(const struct config *config)
{
	enum summary_format format = config->statistics.format;

	if (!config_wants_table(config) || !config->statistics.n_keys || format == SUMMARY_TEXT)
		return false;
	return format != SUMMARY_JSON || !writes_json(config);
}

/* Writes to the shared place, or to stderr if each tracee has a place of its own. */
static void write_text(struct host *host, const struct buf *text)
{
	struct output *output;

	if (host->shared && !has_strange_tables(host->config)) {
		place_write(host->shared, text);
		return;
	}
	output = output_open_fd(STDERR_FILENO, false, "stderr", OUTPUT_BLOCK);
	output_write(output, text->data, text->len);
	output_close(output);
}

/* Of processes that live on, the leaks have not been counted yet. */
static void count_living(struct why *why)
{
	for (size_t i = 0; i < PROCESS_CHAINS; i++)
		for (struct process *process = why->diagnosis.chains[i]; process;
		     process = process->next)
			account_leaks(why, process);
}

static bool why_end(struct consumer *consumer)
{
	struct why *why = why_of(consumer);
	struct host *host = consumer->host;
	struct diagnosis *diagnosis = &why->diagnosis;
	const struct config *config = host->config;
	struct buf text = { 0 };

	count_living(why);
	find_waits(diagnosis);
	find_failures(diagnosis);
	find_costs(diagnosis);
	findings_put_json(diagnosis, &why->json, false);
	host->findings = &why->json;
	if (writes_json(config))
		findings_put_json(diagnosis, &text, true);
	else if (config->why)
		findings_put_text(diagnosis, &text);
	write_text(host, &text);
	buf_free(&text);
	return true;
}

static bool why_close(struct consumer *consumer)
{
	struct why *why = why_of(consumer);

	consumer->host->findings = NULL;
	findings_free(&why->diagnosis);
	waits_free(&why->diagnosis);
	processes_free(&why->diagnosis);
	sums_free(&why->diagnosis.sums);
	texts_free(&why->diagnosis.programs);
	texts_free(&why->diagnosis.targets);
	buf_free(&why->json);
	free(why);
	return true;
}

/*
 * Without --why the findings are for the page alone, which itself says whether it can be written.
 */
static bool why_failed(const struct consumer *consumer)
{
	const struct host *host = consumer->host;

	return !host->config->why || (host->shared && !has_strange_tables(host->config) &&
				      output_failed(host->shared->output));
}

const struct consumer_ops why_consumer = {
	.follows = true,
	.slot_size = sizeof(struct thread),
	.asked = why_asked,
	.check = why_check,
	.replaces_lines = why_replaces_lines,
	.open = why_open,
	.needs = why_needs,
	.prepare = why_prepare,
	.enter = why_enter,
	.exit = why_exit,
	.unfinished = why_unfinished,
	.each = why_each,
	.forget = why_forget,
	.failed = why_failed,
	.tick = why_tick,
	.interrupt = why_interrupt,
	.time_over = why_interrupt,
	.end = why_end,
	.close = why_close,
};
