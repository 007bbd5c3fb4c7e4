/* SPDX-License-Identifier: MIT */
/* --otlp: sends spans of programs and calls, and metrics, to a collector of OpenTelemetry. */
#include "config.h"

#include "scry/config.h"
#include "scry/consumer.h"

static const char *otlp_asked(const struct config *config)
{
	return config->otlp.url ? "--otlp" : NULL;
}

static bool is_url(const char *text)
{
	const char *host = strstr(text, "://");

	return host && host[3] && host[3] != '/' &&
	       (!strncmp(text, "http://", 7) || !strncmp(text, "https://", 8)) &&
	       !text[strcspn(text, " \t\r\n")];
}

static bool otlp_check(const struct command_line *line)
{
	const struct config *config = line->config;
	const struct option_need needs[] = {
		{ config->otlp.slower_ns, config->otlp.url, "--otlp-slower", "--otlp" },
	};

	if (!line->require(line, needs, ARRAY_SIZE(needs)))
		return false;
	return !config->otlp.url || is_url(config->otlp.url) ||
	       line->refuse(line, "--otlp takes the URL of a collector: http://HOST:4318, or "
				  "https://HOST:PORT/PATH");
}

static bool otlp_replaces_lines(const struct config *config)
{
	return config->otlp.url && config_wants_file_alone(config);
}

#ifdef HAVE_OTLP

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "otlp/batch.h"
#include "otlp/call_spans.h"
#include "otlp/metrics.h"
#include "otlp/process.h"
#include "otlp/send.h"
#include "scry/arch.h"
#include "scry/look.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"
#include "scry/target.h"

/* A batch is sent when it reaches one of these numbers of spans or bytes, or this age. */
#define BATCH_SPANS 512u
#define BATCH_BYTES (2u << 20)
#define BATCH_NS 1000000000u
#define METRICS_NS 10000000000u
/* The maximum number of rows of metrics: a store keeps each combination of attributes for long. */
#define METRICS_TOP 100
/* The bytes of an argument or a variable of a program that are read. */
#define WORD_MAX 4096u

/*
 * Finds the path, the arguments and the environment of an execve among the values that decode
 * emits.
 */
struct execution_finder {
	struct sink sink;
	struct sink_ops ops;
	struct execution *execution;
	unsigned first; /* the argument with the path */
	unsigned argument;
};

struct otlp {
	struct consumer base;
	struct sender *sender;
	struct machine machine;
	struct processes processes;
	struct batch batch;
	struct summary_config counting;
	struct summary *summary;
	struct execution_finder finder;
	struct decode_config decoding;
	struct call_set read_at_entry, read_at_exit;
	bool has_command; /* the trace begins with its launch */
	bool shows_calls; /* selected calls are spans */
	/* --system and the like: processes that ran before make no traces of all that they start */
	bool on_machine;
	bool interrupted;
	struct span_context given; /* TRACEPARENT of the command */
	struct instant start, last; /* of the trace, of the last event */
	uint64_t metrics_ns; /* when metrics were sent last */
	uint64_t signals;
	struct buf text;
};

/* What is kept about a tracee. */
struct otlp_tracee {
	struct process *process;
	struct entry_snapshot snapshot;
};

static struct otlp *otlp_of(const struct consumer *consumer)
{
	return (struct otlp *)consumer;
}

static bool is_replay(const struct otlp *otlp)
{
	return otlp->base.host->config->replayed;
}

static struct instant instant_of(const struct event *event)
{
	return (struct instant){
		.mono_ns = event->mono_ns,
		.real_ns =
			(uint64_t)event->real.tv_sec * 1000000000u + (uint64_t)event->real.tv_nsec,
	};
}

/* --- sending --------------------------------------------------------------------------------- */

static void send_batch(struct otlp *otlp)
{
	size_t n = otlp->batch.n_spans;
	Otlp__TraceRequest *request;

	if (!n)
		return;
	request = batch_request(&otlp->batch, &otlp->machine);
	sender_put(otlp->sender, REQUEST_SPANS, &request->base, &otlp->batch.arena, n,
		   is_replay(otlp));
	otlp->batch = (struct batch){ 0 };
}

static void add_span(struct otlp *otlp, const struct process *process, Otlp__Span *span)
{
	struct batch *batch = &otlp->batch;

	batch_add(batch, &process->home, span, otlp->last.mono_ns);
	if (batch->n_spans >= BATCH_SPANS || batch->arena.size >= BATCH_BYTES)
		send_batch(otlp);
}

static void send_metrics(struct otlp *otlp)
{
	const struct measured measured = {
		.summary = otlp->summary,
		.config = &otlp->counting,
		.machine = &otlp->machine,
		.start_ns = otlp->start.real_ns,
		.now_ns = otlp->last.real_ns,
		.programs = otlp->processes.started,
		.signals = otlp->signals,
		.dropped_spans = sender_dropped(otlp->sender, REQUEST_SPANS),
		.losses = &otlp->base.host->losses,
	};
	struct arena arena = { 0 };
	Otlp__MetricsRequest *request;
	size_t n;

	request = metrics_request(&arena, &measured, &n);
	sender_put(otlp->sender, REQUEST_METRICS, &request->base, &arena, n, is_replay(otlp));
}

/* --- execve ---------------------------------------------------------------------------------- */

static void see_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			 const char *name, enum phase phase, bool named)
{
	(void)builder, (void)name, (void)phase, (void)named;
	((struct execution_finder *)sink)->argument = index;
}

static void see_call_value(struct sink *sink, const struct value *value)
{
	struct execution_finder *finder = (struct execution_finder *)sink;
	struct execution *execution = finder->execution;
	unsigned which = finder->argument - finder->first;

	if (which == 0 && value->kind == KIND_PATH && !execution->path.len)
		buf_put(&execution->path, value->bytes, value->len);
	else if (which == 1 && value->kind == KIND_STRING)
		words_add(&execution->arguments, value->bytes, value->len);
	else if (which == 2 && value->kind == KIND_STRING && value->len > 12 &&
		 !memcmp(value->bytes, "TRACEPARENT=", 12))
		words_add(&execution->environment, value->bytes, value->len);
}

static void note_execve(struct otlp *otlp, struct otlp_tracee *tracee, const struct moment *moment)
{
	struct execution_finder *finder = &otlp->finder;
	struct execution *next = &tracee->process->next;
	struct decode decode = *moment->decode;
	struct call call = *moment->call;

	call.raw = false;
	decode.call = &call;
	decode.config = &otlp->decoding;
	decode.sink = &finder->sink;
	decode.snapshot = &tracee->snapshot;
	decode.builder = NULL;
	buf_clear(&next->path);
	words_clear(&next->arguments);
	words_clear(&next->environment);
	finder->execution = next;
	finder->first = call.id == ID_execveat;
	decode_enter(&decode);
	next->known = next->arguments.n;
}

/* --- processes ------------------------------------------------------------------------------- */

static char *copy_text(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

static void find_home(struct otlp *otlp, struct process *process, const struct event *event)
{
	struct host *host = otlp->base.host;
	const struct target_place *place = host->home(host, event);

	process->home = (struct home){ copy_text(place->container), copy_text(place->id),
				       copy_text(place->pod), copy_text(place->unit) };
	process->has_user = host->user(host, event, &process->user);
}

/* Takes the arguments from where the kernel shows them, if the call was not seen. */
static void look_at_arguments(const struct otlp *otlp, struct process *process,
			      struct words *arguments)
{
	const struct look *look = otlp->base.host->look;
	struct buf text = { 0 };

	words_clear(arguments);
	if (look && look->words(process->pid, LOOK_ARGUMENTS, &text))
		for (size_t at = 0; at < text.len; at += strlen(text.data + at) + 1)
			words_add(arguments, text.data + at, strlen(text.data + at));
	buf_free(&text);
}

static void look_at_environment(struct otlp *otlp, struct process *process)
{
	const struct look *look = otlp->base.host->look;
	struct span_context given;
	struct buf text = { 0 };

	if (look && look->words(process->pid, LOOK_ENVIRONMENT, &text) &&
	    context_find(text.data, text.len, &given))
		process_take_context(&otlp->processes, process, &given);
	buf_free(&text);
}

static void name_process(struct otlp *otlp, struct process *process, const struct event *event)
{
	const char *comm = otlp->base.host->comm(otlp->base.host, event, 0);

	if (comm && !process->name)
		process->name = xstrdup(comm);
}

/* A process that was not seen to begin ran before the trace, or is the command. */
static void begin_without_parent(struct otlp *otlp, struct process *process,
				 const struct event *event)
{
	bool launched =
		otlp->has_command && event->kind != EVENT_ATTACHED && otlp->processes.started == 1;

	process->attached = !launched && event->kind != EVENT_EXEC;
	if (otlp->given.known && otlp->processes.started == 1)
		process_take_context(&otlp->processes, process, &otlp->given);
	if (!process->attached)
		return;
	name_process(otlp, process, event);
	look_at_arguments(otlp, process, &process->arguments);
	look_at_environment(otlp, process);
}

static struct process *begin_process(struct otlp *otlp, const struct event *event)
{
	struct host *host = otlp->base.host;
	pid_t pid = event->tracee->tgid;
	struct process *parent = event->kind == EVENT_NEW
					 ? processes_find(&otlp->processes,
							  host->process_of(host, event->parent_tid))
					 : NULL;
	pid_t parent_pid = parent ? parent->pid : 0;
	struct process *process;

	/* A daemon that ran before the trace would make one trace of all that it starts. */
	if (parent && parent->attached && otlp->on_machine)
		parent = NULL;
	process = processes_add(&otlp->processes, pid, parent, instant_of(event));
	process->parent_pid = parent_pid;
	if (parent)
		parent->used = true;
	else if (!parent_pid)
		begin_without_parent(otlp, process, event);
	else
		name_process(otlp, process, event);
	find_home(otlp, process, event);
	return process;
}

static void end_process_span(struct otlp *otlp, struct process *process)
{
	add_span(otlp, process, process_span(&otlp->processes, process, &otlp->batch.arena));
	processes_remove(&otlp->processes, process);
}

/* Returns what is kept about the thread of a moment. */
static struct otlp_tracee *tracee_of(struct otlp *otlp, const struct moment *moment)
{
	struct otlp_tracee *tracee = moment->slot;
	const struct event *event = moment->event;
	struct process *process;

	otlp->last = instant_of(event);
	if (tracee->process)
		return tracee;
	process = processes_find(&otlp->processes, event->tracee->tgid);
	/* The engine has missed the end of a process whose number was used again. */
	if (process && event->kind == EVENT_NEW && event->tid == event->tracee->tgid &&
	    !process->refs) {
		process->end = instant_of(event);
		end_process_span(otlp, process);
		process = NULL;
	}
	tracee->process = process ? process : begin_process(otlp, event);
	tracee->process->refs++;
	return tracee;
}

static void execute(struct otlp *otlp, struct process *process, const struct event *event)
{
	struct span_context given;
	struct words *environment = &process->next.environment;
	bool has_given = context_find(environment->text.data, environment->text.len, &given);
	bool known = process->next.known;

	if (process_replaces(process)) {
		process->end = instant_of(event);
		add_span(otlp, process,
			 process_span(&otlp->processes, process, &otlp->batch.arena));
	}
	if (!known)
		look_at_arguments(otlp, process, &process->next.arguments);
	process_execute(&otlp->processes, process, instant_of(event));
	if (has_given)
		process_take_context(&otlp->processes, process, &given);
	else if (!known)
		look_at_environment(otlp, process);
	name_process(otlp, process, event);
}

/* --- calls ----------------------------------------------------------------------------------- */

static void put_call_attributes(struct otlp *otlp, const struct moment *moment)
{
	buf_clear(&otlp->text);
	for (unsigned i = 0; moment->text && i < moment->text->n; i++) {
		if (i)
			buf_puts(&otlp->text, ", ");
		builder_put_argument(moment->text, &moment->text->arguments[i], &otlp->text);
	}
}

static bool is_call_shown(const struct otlp *otlp, uint64_t duration_ns)
{
	const struct config *config = otlp->base.host->config;

	return otlp->shows_calls &&
	       (config->otlp.slower_selects || duration_ns >= config->otlp.slower_ns);
}

static void put_call_span(struct otlp *otlp, struct process *process, const struct moment *moment,
			  uint64_t duration_ns)
{
	struct call_facts facts = {
		.call = moment->call,
		.subject = moment->subject,
		.tid = moment->event->tid,
		.duration_ns = duration_ns,
		.arguments = &otlp->text,
	};

	put_call_attributes(otlp, moment);
	add_span(otlp, process, call_span(&otlp->processes, process, &otlp->batch.arena, &facts));
}

static void note_call_failure(struct otlp *otlp, struct process *process,
			      const struct moment *moment)
{
	const struct summary_subject *subject = moment->subject;
	char number[12];
	struct incident note = {
		.name = moment->call->name ? moment->call->name : "syscall",
		.error = (char *)call_error(moment->call, number),
		.real_ns = otlp->last.real_ns,
		.n = call_stands_for(moment->call),
	};

	if (subject && subject_has_file(subject)) {
		note.path = subject->path.data;
		note.path_len =
			subject->path.len < MESSAGE_TEXT_MAX ? subject->path.len : MESSAGE_TEXT_MAX;
	}
	process_note(&otlp->processes, process, &note);
}

static void otlp_enter(struct consumer *consumer, const struct moment *moment)
{
	struct otlp *otlp = otlp_of(consumer);
	struct otlp_tracee *tracee = tracee_of(otlp, moment);

	if (syscall_executes(moment->call->id))
		note_execve(otlp, tracee, moment);
}

static void otlp_exit(struct consumer *consumer, const struct moment *moment)
{
	struct otlp *otlp = otlp_of(consumer);
	struct process *process = tracee_of(otlp, moment)->process;
	const struct call *call = moment->call;
	uint64_t duration =
		call->returned_ns > call->entered_ns ? call->returned_ns - call->entered_ns : 0;

	summary_add(otlp->summary, call, moment->system_ns, moment->subject);
	if (is_call_shown(otlp, duration))
		put_call_span(otlp, process, moment, duration);
	else if (call->is_error)
		note_call_failure(otlp, process, moment);
}

static void otlp_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct otlp *otlp = otlp_of(consumer);
	struct process *process = tracee_of(otlp, moment)->process;
	uint64_t entered = moment->call->entered_ns, now = otlp->last.mono_ns;
	uint64_t duration = now > entered ? now - entered : 0;

	/* Each program ends in one of these. */
	if (is_call_shown(otlp, duration) && moment->call->id != ID_exit_group &&
	    moment->call->id != ID_exit)
		put_call_span(otlp, process, moment, duration);
}

/* --- other events ---------------------------------------------------------------------------- */

static void note_signal_event(struct otlp *otlp, struct process *process, const struct event *event)
{
	const siginfo_t *info = &event->siginfo;
	const char *name =
		signal_name(event->abi ? event->abi : abi_native(), (unsigned)event->signal);
	char number[16];
	struct incident note = {
		.error = (char *)(name ? name : number),
		.sender = info->si_code <= 0 ? info->si_pid : 0,
		.real_ns = otlp->last.real_ns,
		.n = 1,
	};

	if (!name)
		snprintf(number, sizeof(number), "%d", event->signal);
	otlp->signals++;
	process_note(&otlp->processes, process, &note);
}

/* The last event of a process is the end of its last thread, and has the status of the process. */
static void note_end(struct process *process, const struct event *event, int life)
{
	process->end = instant_of(event);
	if (event->tid != event->tracee->tgid && process->life != LIFE_RUNS)
		return;
	process->life = life;
	process->status = life == LIFE_LEFT ? 0 : event->status;
	process->core = event->core_dumped;
}

static void otlp_each(struct consumer *consumer, const struct moment *moment)
{
	struct otlp *otlp = otlp_of(consumer);
	const struct event *event = moment->event;
	struct process *process;

	if (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT || event->request ||
	    !moment->slot || !event->tracee)
		return;
	process = tracee_of(otlp, moment)->process;
	switch (event->kind) {
	case EVENT_SIGNAL:
		note_signal_event(otlp, process, event);
		break;
	case EVENT_EXEC:
		execute(otlp, process, event);
		break;
	case EVENT_EXITED:
		note_end(process, event, LIFE_EXITED);
		break;
	case EVENT_KILLED:
		note_end(process, event, LIFE_KILLED);
		break;
	case EVENT_DETACHED:
		note_end(process, event, LIFE_LEFT);
		break;
	default:
		break;
	}
}

static void otlp_forget(struct consumer *consumer, void *slot)
{
	struct otlp *otlp = otlp_of(consumer);
	struct otlp_tracee *tracee = slot;
	struct process *process = tracee->process;

	entry_snapshot_free(&tracee->snapshot);
	if (process && !--process->refs)
		end_process_span(otlp, process);
}

static enum tick otlp_tick(struct consumer *consumer, uint64_t now)
{
	struct otlp *otlp = otlp_of(consumer);

	sender_report(otlp->sender);
	if (otlp->batch.n_spans && now >= otlp->batch.begun_ns + BATCH_NS)
		send_batch(otlp);
	if (now < otlp->metrics_ns + METRICS_NS)
		return TICK_GOES_ON;
	/* While nothing happens, the time of the metrics goes on. */
	if (!is_replay(otlp) && now > otlp->last.mono_ns) {
		otlp->last.real_ns += now - otlp->last.mono_ns;
		otlp->last.mono_ns = now;
	}
	otlp->metrics_ns = now;
	send_metrics(otlp);
	return TICK_GOES_ON;
}

static void otlp_interrupt(struct consumer *consumer)
{
	otlp_of(consumer)->interrupted = true;
}

/* --- the consumer ---------------------------------------------------------------------------- */

/* Whether something selects calls, so that those that are selected are worth a span. */
static bool selects_calls(const struct config *config)
{
	return config->otlp.slower_ns || config->where || !call_set_is_all(&config->trace);
}

static void choose_counting(struct otlp *otlp)
{
	struct summary_config *counting = &otlp->counting;

	*counting = otlp->base.host->config->statistics;
	counting->served = true;
	if (!counting->n_keys) {
		counting->keys[counting->n_keys++] = KEY_COMM;
		counting->keys[counting->n_keys++] = KEY_SYSCALL;
	}
	if (!counting->top)
		counting->top = METRICS_TOP;
	otlp->summary = summary_new(counting);
}

static void choose_reading(struct otlp *otlp)
{
	static const enum syscall_id read[] = { ID_execve, ID_execveat };
	struct call_set all;

	call_set_fill(&all, true);
	call_set_fill(&otlp->read_at_entry, false);
	call_set_fill(&otlp->read_at_exit, false);
	for (size_t i = 0; i < ARRAY_SIZE(read); i++)
		otlp->read_at_entry.abis[read[i]] = all.abis[read[i]];
	otlp->decoding = (struct decode_config){ .string_limit = WORD_MAX,
						 .verbose = true,
						 .environment = true };
	otlp->finder.ops = value_sink_ops;
	otlp->finder.ops.argument = see_argument;
	otlp->finder.ops.value = see_call_value;
	otlp->finder.sink.ops = &otlp->finder.ops;
}

/* A recording has the environment only with --record-environment. */
static void find_given(struct otlp *otlp)
{
	const struct config *config = otlp->base.host->config;
	const struct record_info *recorded = config->recorded;

	for (char **word = config->engine.argv ? config->engine.envp : NULL; word && *word; word++)
		if (context_find(*word, strlen(*word), &otlp->given))
			return;
	for (size_t i = 0; recorded && i < recorded->n; i++)
		if (!strcmp(recorded->facts[i].key, "environment") &&
		    context_find(recorded->facts[i].value, strlen(recorded->facts[i].value),
				 &otlp->given))
			return;
}

static uint64_t seed_of(const struct config *config)
{
	uint64_t hash = HASH_START;

	for (size_t i = 0; config->recorded && i < config->recorded->n; i++)
		hash = hash_bytes(hash, config->recorded->facts[i].value,
				  strlen(config->recorded->facts[i].value));
	return config->recorded ? hash : 0;
}

static struct consumer *otlp_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	const char *command = config->recorded	    ? record_info_find(config->recorded, "command")
			      : config->engine.argv ? config->engine.argv[0]
						    : NULL;
	struct otlp *otlp;
	char *why;

	if (!config->otlp.url)
		return NULL;
	otlp = xcalloc(1, sizeof(*otlp));
	otlp->base.host = host;
	otlp->sender = sender_new(config->otlp.url, &why);
	*failed = !otlp->sender;
	if (*failed) {
		warn("--otlp: %s", why);
		free(why);
		return &otlp->base;
	}
	machine_describe(&otlp->machine, config->recorded, command);
	identifiers_begin(&otlp->processes.identifiers, seed_of(config));
	otlp->has_command = command;
	otlp->shows_calls = selects_calls(config);
	otlp->on_machine = bpf_selected(&config->engine.targets);
	choose_counting(otlp);
	choose_reading(otlp);
	find_given(otlp);
	return &otlp->base;
}

static void otlp_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct otlp *otlp = otlp_of(consumer);

	needs->facts = NEED_REAL | NEED_MONO | NEED_EXEC | NEED_EXIT | NEED_DECODE | NEED_TICKS |
		       NEED_TASK_NAMES;
	needs->subjects = SUBJECT_TASK | SUBJECT_PATH | summary_needs(&otlp->counting);
	needs->asks = &otlp->decoding;
	needs->reads_at_entry = &otlp->read_at_entry;
	needs->reads_at_exit = &otlp->read_at_exit;
	if (!otlp->shows_calls)
		return;
	needs->facts |= NEED_TEXT;
	needs->subjects |= SUBJECT_PEER;
}

static void otlp_start(struct consumer *consumer, bool good)
{
	struct otlp *otlp = otlp_of(consumer);
	struct timespec real;

	if (!good)
		return;
	otlp->start.mono_ns = consumer->host->start_ns;
	otlp->start.real_ns =
		is_replay(otlp) ? record_info_number(consumer->host->config->recorded, "start-real")
				: 0;
	if (!otlp->start.real_ns) {
		clock_gettime(CLOCK_REALTIME, &real);
		otlp->start.real_ns = (uint64_t)real.tv_sec * 1000000000u + (uint64_t)real.tv_nsec;
	}
	otlp->last = otlp->start;
	otlp->metrics_ns = otlp->start.mono_ns;
	if (!sender_start(otlp->sender))
		warn("--otlp: no thread can be started; nothing is sent");
}

static bool otlp_end(struct consumer *consumer)
{
	struct otlp *otlp = otlp_of(consumer);

	for (size_t i = 0; i < otlp->processes.n; i++) {
		struct process *process = otlp->processes.items[i];

		if (!process)
			continue;
		if (process->life == LIFE_RUNS) {
			process->life = LIFE_LEFT;
			process->end = otlp->last;
		}
		add_span(otlp, process,
			 process_span(&otlp->processes, process, &otlp->batch.arena));
	}
	send_batch(otlp);
	send_metrics(otlp);
	return true;
}

/* The collector may be down. The exit status of scry is nevertheless that of the command. */
static bool otlp_close(struct consumer *consumer)
{
	struct otlp *otlp = otlp_of(consumer);

	sender_close(otlp->sender, otlp->interrupted ? CLOSE_INTERRUPTED_SECONDS : CLOSE_SECONDS);
	machine_free(&otlp->machine);
	processes_clear(&otlp->processes);
	summary_free(otlp->summary);
	arena_free(&otlp->batch.arena);
	buf_free(&otlp->text);
	free(otlp);
	return true;
}

#else

static struct consumer *otlp_open(struct host *host, bool *failed)
{
	*failed = host->config->otlp.url;
	if (*failed)
		warn("--otlp: this build of scry has no libcurl, or no libprotobuf-c");
	return NULL;
}

static void otlp_needs(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer, (void)needs;
}

static bool otlp_close(struct consumer *consumer)
{
	(void)consumer;
	return true;
}

#endif

const struct consumer_ops otlp_consumer = {
	.follows = true,
	.asked = otlp_asked,
	.check = otlp_check,
	.replaces_lines = otlp_replaces_lines,
	.open = otlp_open,
	.needs = otlp_needs,
	.close = otlp_close,
#ifdef HAVE_OTLP
	.slot_size = sizeof(struct otlp_tracee),
	.takes_requests = true,
	.start = otlp_start,
	.enter = otlp_enter,
	.exit = otlp_exit,
	.unfinished = otlp_unfinished,
	.each = otlp_each,
	.forget = otlp_forget,
	.tick = otlp_tick,
	.interrupt = otlp_interrupt,
	.end = otlp_end,
#endif
};
