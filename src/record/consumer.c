/* SPDX-License-Identifier: MIT */
/* --record: keeps the events of the trace, and what decode can ask about them. */
#include <limits.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "config.h"
#include "record/held.h"
#include "scry/answers.h"
#include "scry/arch.h"
#include "record/format.h"
#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/plan.h"
#include "scry/proc.h"
#include "scry/target.h"
#include "scry/tracee.h"
#include "scry/where.h"

extern char **environ;

/* More written data than this number of bytes is read again when the call has returned. */
#define WRITTEN_MAX 65536u

struct recording_consumer {
	struct consumer base;
	struct recorder *recorder;
	struct value_sink asker; /* a sink that drops everything */
	/* a sink that follows views, as text does, and drops everything */
	struct value_sink text_asker;
	struct decode_config asks; /* decodes with everything that any option shows */
	struct where_state signals; /* of --record-when */
	bool triggered; /* a condition of --record-when was met */
	bool selinux; /* contexts are kept, because SELinux runs here */
	/*
	 * By the number of a call: the row that was looked at last, and what decode asks about it.
	 */
	struct known_row {
		const struct syscall *row;
		const struct abi *abi;
		struct decode_questions questions;
		struct plan plan; /* of .plans: what memory decode reads */
	} known[ID_COUNT];
	struct plans *plans; /* of those calls */
};

/* What is kept about a tracee. */
struct recorded_tracee {
	struct where_state awaited; /* of --record-when, about the current call */
	enum where_truth met; /* what its entry said */
	struct entry_snapshot snapshot; /* of the current call */
	struct entry_snapshot text_snapshot; /* likewise, for text_asker */
	bool not_entered; /* its entry was not decoded: ask_directly() */
	/* of the current call, if its exit decides whether it is recorded */
	struct held_entry held;
	struct buf written; /* memory that the current call writes to a descriptor */
	char *context; /* the last known SELinux context, in full; NULL: unknown */
};

static struct recording_consumer *recording_of(const struct consumer *consumer)
{
	return (struct recording_consumer *)consumer;
}

static bool has_ring(const struct config *config)
{
	return config->record.file.ring_bytes || config->record.file.ring_ns;
}

/* --- facts --------------------------------------------------------------------------------- */

static void add_host(struct record_info *info)
{
	struct utsname names;
	struct buf kernel = { 0 };

	if (uname(&names))
		return;
	buf_printf(&kernel, "%s %s %s %s", names.sysname, names.release, names.version,
		   names.machine);
	record_info_add(info, "host", names.nodename);
	record_info_add(info, "kernel", buf_cstr(&kernel));
	buf_free(&kernel);
}

/*
 * The kernel has another ID after each start, by which records of one time that a machine ran are
 * found.
 */
static void add_boot(struct record_info *info)
{
	char boot[37];

	if (proc_boot_id(boot))
		record_info_add(info, "boot", boot);
}

static void add_words(struct record_info *info, const char *key, char *const *words)
{
	for (; words && *words; words++)
		record_info_add(info, key, *words);
}

/*
 * Adds the conditions that have selected the tasks: a replay says whose each line is, as the trace
 * did.
 */
static void add_conditions(const struct bpf_targets *targets, struct record_info *info)
{
	const struct {
		bool given;
		const char *name;
	} conditions[] = {
		{ targets->system, "system" },
		{ targets->cgroup, "cgroup" },
		{ targets->comm, "comm" },
		{ targets->by_uid, "uid" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(conditions); i++)
		if (conditions[i].given)
			record_info_add(info, "selects", conditions[i].name);
}

static void add_clocks(const struct host *host, struct record_info *info)
{
	struct timespec real;

	clock_gettime(CLOCK_REALTIME, &real);
	record_info_add_number(info, "start-real",
			       (uint64_t)real.tv_sec * 1000000000u + (uint64_t)real.tv_nsec);
	record_info_add_number(info, "start-monotonic", now_ns());
	record_info_add_number(info, "stop-cost", host->stop_ns);
}

/*
 * Adds whether the recording lacks calls. If only -e trace leaves calls out, adds the names of the
 * calls that are kept.
 */
static void add_calls(struct record_info *info, const struct config *config)
{
	bool all = call_set_is_all(&config->trace);
	bool cut = config->record.file.ring_bytes || config->record.file.ring_ns ||
		   file_limits_are_set(&config->limits) || config->sample.text ||
		   config->detach_on_execve || config->syscall_limit || config->for_ns ||
		   (config->where && where_selects(config->where));
	struct call_set every;

	record_info_add_number(info, "partial", !all || cut);
	if (all || cut)
		return;
	call_set_fill(&every, true);
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (every.abis[id] && !(every.abis[id] & ~config->trace.abis[id]))
			record_info_add(info, "call", syscall_name(id));
}

/*
 * Returns how many bytes of each argument of a program are kept: all, as JSON has them, unless
 * --record-limit asks for less of strings.
 */
static uint64_t argument_limit(const struct config *config)
{
	uint64_t limit = config->record.limit;

	return limit < RECORD_LIMIT_DEFAULT || limit > ARGUMENT_MAX ? limit : ARGUMENT_MAX;
}

static void describe(const struct host *host, struct record_info *info)
{
	const struct config *config = host->config;
	const struct engine_config *engine = host->engine;
	char directory[PATH_MAX];

	record_info_add(info, "scry", PACKAGE_VERSION);
	add_host(info);
	add_boot(info);
	record_info_add(info, "abi", abi_native()->name);
	record_info_add_number(info, "page-size", abi_page_size());
	record_info_add(info, "engine", engine->successor ? "auto" : engine->kind->name);
	add_words(info, "argument", config->arguments);
	add_words(info, "command", engine->argv);
	if (getcwd(directory, sizeof(directory)))
		record_info_add(info, "directory", directory);
	record_info_add_number(info, "pids", engine->n_pids + config->n_named);
	record_info_add_number(info, "follow", engine->follow || bpf_selects(&engine->targets));
	add_conditions(&engine->targets, info);
	add_calls(info, config);
	record_info_add_number(info, "owners", engine_is_here(engine->kind));
	record_info_add_number(info, "requests", host->requests);
	if (config->sample.text)
		record_info_add(info, "sample", config->sample.text);
	record_info_add_number(info, "limit", config->record.limit);
	record_info_add_number(info, "argument-limit", argument_limit(config));
	record_info_add_number(info, "stacks",
			       !host->has_stacks      ? 0
			       : config->stack.source ? 2
						      : 1);
	add_clocks(host, info);
	if (config->record.environment)
		add_words(info, "environment", environ);
}

/* --- the beginning --------------------------------------------------------------------------- */

static void ignore_value(struct value_sink *sink, const struct value *value)
{
	(void)sink, (void)value;
}

static struct decode_config asks_all(const struct config *config, bool selinux)
{
	bool bpf = config->engine.kind->captures;

	return (struct decode_config){
		.string_limit =
			config->record.limit < SIZE_MAX ? (size_t)config->record.limit : SIZE_MAX,
		.vector_limit = argument_limit(config) < SIZE_MAX ? (size_t)argument_limit(config)
								  : SIZE_MAX,
		.verbose = true,
		.environment = true,
		.fds = FD_ALL,
		.pid_comms = true,
		.pid_outside = true,
		.namespaces = NAMESPACES_NEW,
		.contexts = selinux ? CONTEXTS_FULL : CONTEXTS_NO,
		.path_starts = true,
		.all_names = true,
		.targets = true,
		.kvm = bpf ? 0 : KVM_VCPU | KVM_VCPU_MORE,
	};
}

static const char *recorder_asked(const struct config *config)
{
	return config->record.file.path ? "--record" : NULL;
}

/* A recording on stdout: nothing else may write there, and there is no second file. */
static bool check_stdout(const struct command_line *line)
{
	const struct config *config = line->config;
	const struct option_pair pairs[] = {
		{ line->given(line, "record-ring"), true, { "--record=-", "--record-ring" } },
		{ file_limits_are_set(&config->limits), true, { "--record=-", FILE_LIMITS_NAME } },
	};

	if (!line->exclude(line, pairs, ARRAY_SIZE(pairs)))
		return false;
	if (config->engine.argv)
		return line->refuse(line, "--record=-: what the command writes to stdout would "
					  "damage the recording: --record=FILE");
	if (isatty(STDOUT_FILENO))
		return line->refuse(line, "--record=-: stdout is a terminal, and a recording "
					  "is no text: scry --record=- ... >FILE");
	return true;
}

static bool recorder_check(const struct command_line *line)
{
	const struct config *config = line->config;
	const char *path = config->record.file.path;
	const struct option_pair ring = { file_limits_are_set(&config->limits),
					  line->given(line, "record-ring"),
					  { FILE_LIMITS_NAME, "--record-ring" } };
	const struct option_need needs[] = {
		{ line->given(line, "record-limit"), path, "--record-limit", "--record" },
		{ config->record.environment, path, "--record-environment", "--record" },
		{ line->given(line, "record-ring"), path, "--record-ring", "--record" },
		{ config->record.n_triggers || config->record.awaited,
		  line->given(line, "record-ring"), "--record-when", "--record-ring" },
	};

	return line->exclude(line, &ring, 1) && line->require(line, needs, ARRAY_SIZE(needs)) &&
	       (!output_path_is_stdout(path) || check_stdout(line));
}

static bool recorder_claim(struct host *host)
{
	return host->claim(host, host->config->record.file.path, "--record", FILE_MAGIC);
}

static bool recorder_replaces_lines(const struct config *config)
{
	return config->record.file.path && config_wants_file_alone(config);
}

static struct consumer *recorder_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	struct recording_consumer *recording;

	(void)failed;
	if (!config->record.file.path)
		return NULL;
	recording = xcalloc(1, sizeof(*recording));
	recording->base.host = host;
	recording->selinux = proc_selinux_runs();
	recording->asks = asks_all(config, recording->selinux);
	recording->plans = plans_new();
	recording->asker =
		(struct value_sink){ .sink.ops = &value_sink_ops, .value = ignore_value };
	recording->text_asker = recording->asker;
	recording->text_asker.sink.views = true;
	return &recording->base;
}

static void recorder_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct config *config = consumer->host->config;

	needs->facts = NEED_REAL | NEED_MONO | NEED_CPU | NEED_EXEC | NEED_EXIT | NEED_DECODE |
		       NEED_TASK_NAMES | NEED_STARTS | NEED_ANSWERS | NEED_STOPS | NEED_WHOLE |
		       NEED_USER | NEED_PARENT;
	if (config->stacks || config_wants_call_tree(config))
		needs->facts |= NEED_STACK | NEED_SIGNAL_STACK;
	if (has_ring(config))
		needs->facts |= NEED_REQUESTS;
	needs->fds = FD_ALL;
	needs->asks = &recording_of(consumer)->asks;
}

static bool recorder_prepare(struct consumer *consumer)
{
	struct recording_consumer *recording = recording_of(consumer);
	const struct host *host = consumer->host;
	struct recorder_config file = host->config->record.file;
	struct record_info info = { 0 };
	char *error;

	file.limits = host->config->limits;
	file.keeps_old = host->continues;
	describe(host, &info);
	recording->recorder = recorder_new(&file, &info, host->answers, &error);
	record_info_free(&info);
	if (recording->recorder)
		return true;
	warn("--record: %s", error);
	free(error);
	return false;
}

/* --- asking what any option can show of an event --------------------------------------------- */

static const struct known_row *find_row(struct recording_consumer *recording,
					const struct call *call)
{
	const struct plan_options options = { .config = &recording->asks, .names = true };
	struct known_row *known = &recording->known[call->id];

	if (known->row == call->row && known->abi == call->abi)
		return known;
	*known = (struct known_row){ .row = call->row,
				     .abi = call->abi,
				     .questions = decode_questions(call->row, call->abi) };
	if (known->questions.known)
		known->questions.known =
			plan_compile_row(recording->plans, call->abi, (enum syscall_id)call->id,
					 call->row, &options, &known->plan);
	return known;
}

static struct decode asking_decoder(struct recording_consumer *recording,
				    const struct moment *moment, struct call *call)
{
	struct recorded_tracee *tracee = moment->slot;
	struct decode decode = *moment->decode;

	*call = *moment->call;
	call->raw = false;
	decode.call = call;
	decode.config = &recording->asks;
	decode.sink = &recording->asker.sink;
	decode.snapshot = &tracee->snapshot;
	return decode;
}

/*
 * Decodes the side of the call once more as text does, if text asks something else at that side
 * than other outputs do.
 */
static void ask_as_text(struct recording_consumer *recording, const struct moment *moment,
			struct decode *decode)
{
	struct recorded_tracee *tracee = moment->slot;

	if (!find_row(recording, moment->call)->questions.late)
		return;
	decode->sink = &recording->text_asker.sink;
	decode->snapshot = &tracee->text_snapshot;
	(decode->call->returned ? decode_exit : decode_enter)(decode);
}

static bool writes_data(const struct call *call)
{
	bool writes = false;

	return decode_moves(call->id, &writes) != MOVED_NOTHING && writes;
}

static void keep_written(struct recording_consumer *recording, const struct moment *moment)
{
	struct recorded_tracee *tracee = moment->slot;

	if (writes_data(moment->call))
		answers_keep_memory(recording->base.host->answers, &tracee->written, WRITTEN_MAX);
}

/* Data that the call has written was read at the entry. -e inject may have changed it since. */
static void give_written(struct recording_consumer *recording, const struct moment *moment)
{
	struct recorded_tracee *tracee = moment->slot;

	if (!writes_data(moment->call) || moment->call->injected_args)
		return;
	answers_give_memory(recording->base.host->answers, &tracee->written);
	buf_clear(&tracee->written);
}

static void ask_at_entry(struct recording_consumer *recording, const struct moment *moment)
{
	struct recorded_tracee *tracee = moment->slot;
	struct call call;
	struct decode decode = asking_decoder(recording, moment, &call);

	tracee->not_entered = false;
	decode_enter(&decode);
	ask_as_text(recording, moment, &decode);
	keep_written(recording, moment);
}

struct shortened {
	const struct fetch *fetch;
	uint64_t limit; /* bytes */
};

/*
 * Reads data that a call has moved, for -e read and -e write. --record-limit shortens the data as
 * it shortens strings.
 */
static size_t read_shortened(void *ctx, uint64_t address, void *buf, size_t len)
{
	const struct shortened *shortened = ctx;

	return fetch_read(shortened->fetch, address, buf,
			  len < shortened->limit ? len : (size_t)shortened->limit);
}

static const struct fetch_ops shortened_ops = { .read = read_shortened };

static bool want_data(void *ctx, const struct data *data)
{
	(void)ctx, (void)data;
	return true;
}

static void ignore_data(void *ctx, const struct data *data)
{
	(void)ctx, (void)data;
}

/* Asks for the data that a call has moved. decode: what decode_data() needs. */
static void ask_for_data(struct recording_consumer *recording, const struct decode *decode)
{
	struct shortened shortened = { decode->fetch, recording->base.host->config->record.limit };
	const struct fetch fetch = { .ops = &shortened_ops, .ctx = &shortened };
	struct decode shorter = *decode;

	shorter.fetch = &fetch;
	decode_data(&shorter, want_data, ignore_data, NULL);
}

static void ask_at_exit(struct recording_consumer *recording, const struct moment *moment)
{
	struct recorded_tracee *tracee = moment->slot;
	struct call call;
	struct decode decode = asking_decoder(recording, moment, &call);

	/*
	 * Decode needs the entry for the exit. That of such a call asks nothing that may have
	 * changed.
	 */
	if (tracee->not_entered) {
		call.returned = false;
		decode_enter(&decode);
		call.returned = true;
	}
	decode_exit(&decode);
	give_written(recording, moment);
	ask_for_data(recording, &decode);
	ask_as_text(recording, moment, &decode);
}

/*
 * Reads the memory that the plan of one side of a call names. Returns false, and reads nothing, if
 * that is more than one piece.
 */
static bool read_planned(struct recording_consumer *recording, const struct known_row *known,
			 const struct moment *moment)
{
	bool enters = moment->event->kind == EVENT_ENTER;
	uint32_t pc = enters ? known->plan.entry : known->plan.exit;
	struct answers *answers = recording->base.host->answers;
	struct plan_range range;
	char bytes[PLAN_PAGE];
	size_t some;

	if (!pc)
		return true;
	if (!plan_is_read(recording->plans, pc) || recording->plans->ops[pc].kind != PLAN_BYTES)
		return false;
	range = plan_read_range(recording->plans, pc, moment->call->args,
				enters ? 0 : moment->call->result);
	for (; range.len; range.address += some, range.len -= some) {
		some = range.len < sizeof(bytes) ? (size_t)range.len : sizeof(bytes);
		if (answers_fetch_ops.read(answers, range.address, bytes, some) < some)
			break;
	}
	return true;
}

static bool captures_memory(const struct moment *moment)
{
	return moment->event->tracee->fetch.ops->captured;
}

/*
 * Takes what the engine has captured, or reads what decode would read. Returns false if decode must
 * ask.
 */
static bool take_memory(struct recording_consumer *recording, const struct known_row *known,
			const struct moment *moment)
{
	if (captures_memory(moment))
		return answers_take_pieces(recording->base.host->answers);
	return read_planned(recording, known, moment);
}

static void ask_about_descriptor(struct recording_consumer *recording, int fd)
{
	struct answers *answers = recording->base.host->answers;
	struct fd_detail detail;
	char path[PATH_MAX];
	ssize_t len;

	if (fd < 0)
		return;
	len = answers_fetch_ops.fd_path(answers, fd, path, sizeof(path));
	if (len >= 0)
		answers_fetch_ops.fd_detail(answers, fd, path, (size_t)len, FD_ALL, &detail);
}

/*
 * Whether the data that a call has moved were read, as far as they are kept, or the call moves
 * none.
 */
static bool has_data(struct recording_consumer *recording, const struct call *call)
{
	uint64_t limit = recording->base.host->config->record.limit;
	bool writes = false;
	enum moved moved = decode_moves((enum syscall_id)call->id, &writes);
	uint64_t len = writes ? call->args[2] : (uint64_t)call->result;

	if (moved == MOVED_NOTHING)
		return true;
	return moved == MOVED_BUFFER && len &&
	       answers_have(recording->base.host->answers, call->args[1],
			    len < limit ? len : limit);
}

static void ask_about_descriptors(struct recording_consumer *recording,
				  const struct decode_questions *questions, const struct call *call)
{
	for (unsigned i = 0; questions->descriptors >> i; i++)
		if (questions->descriptors >> i & 1)
			ask_about_descriptor(recording, (int)call->args[i]);
}

/*
 * Asks without decoding the call. Returns false if that needs decode: because of its row, or
 * because of its memory.
 */
static bool ask_directly(struct recording_consumer *recording, const struct moment *moment)
{
	const struct call *call = moment->call;
	const struct known_row *known = find_row(recording, call);
	const struct decode_questions *questions = &known->questions;
	struct recorded_tracee *tracee = moment->slot;
	bool enters = moment->event->kind == EVENT_ENTER;

	if (!questions->known || recording->selinux || call->args_unread ||
	    !take_memory(recording, known, moment))
		return false;
	if (!enters) {
		give_written(recording, moment);
		/* Unlike a plan, this reads at any address, also of a call that failed. */
		if (!captures_memory(moment) && !has_data(recording, call))
			ask_for_data(recording, moment->decode);
		if (questions->result && !call->is_error)
			ask_about_descriptor(recording, (int)call->result);
		if (questions->again && call->result > 0)
			ask_about_descriptors(recording, questions, call);
		return true;
	}
	tracee->not_entered = true;
	keep_written(recording, moment);
	ask_about_descriptors(recording, questions, call);
	return true;
}

static void ask_at_signal(struct recording_consumer *recording, const struct moment *moment)
{
	struct decode decode = *moment->decode;
	const siginfo_t *siginfo = &moment->event->siginfo;

	decode.config = &recording->asks;
	decode.sink = &recording->asker.sink;
	decode_siginfo(&decode, moment->event->abi ? moment->event->abi : abi_native(), siginfo,
		       sizeof(*siginfo));
}

/* --- keeping --------------------------------------------------------------------------------- */

/* Fills in the names of the tracee, which the slot or the session owns. */
static void find_event_owner(struct host *host, const struct event *event,
			     struct event_owner *owner)
{
	owner->has_parent = host->parent(host, event, &owner->parent);
	owner->has_user = host->user(host, event, &owner->user);
}

static void find_facts(struct recording_consumer *recording, const struct moment *moment,
		       struct event_facts *facts)
{
	struct host *host = recording->base.host;
	struct recorded_tracee *tracee = moment->slot;
	const struct fetch *fetch = &moment->event->tracee->fetch;
	const struct target_place *home = host->home(host, moment->event);
	char context[CONTEXT_CAPACITY];
	ssize_t len;

	facts->comm = host->comm(host, moment->event, COMM_AGE_NS);
	facts->container = home->container;
	facts->unit = home->unit;
	if (moment->event->kind == EVENT_ENTER || moment->event->kind == EVENT_SIGNAL)
		find_event_owner(host, moment->event, &facts->owner);
	if (!recording->selinux)
		return;
	len = fetch->ops->own_context
		      ? fetch->ops->own_context(fetch->ctx, context, sizeof(context))
		      : -1;
	if (len > 0) {
		free(tracee->context);
		tracee->context = xstrndup(context, (size_t)len);
	}
	facts->context = tracee->context;
}

static void trigger(struct recording_consumer *recording, const char *why)
{
	if (recorder_trigger(recording->recorder))
		warn("the recording was written to '%s': %s",
		     recording->base.host->config->record.file.path, why);
}

/* Evaluates --record-when=where=EXPR. Only the exit of a call says that it is met. */
static bool meets_expression(struct recording_consumer *recording, const struct moment *moment)
{
	const struct event *event = moment->event;
	struct where *where = recording->base.host->config->record.awaited;
	struct recorded_tracee *tracee = moment->slot;
	struct where_asked asked = { recording->base.host, event };
	const struct where_facts facts = where_facts_of(&asked, NULL);

	if (event->kind == EVENT_SIGNAL && where_needs(where) & WHERE_NEEDS_SIGNALS)
		return where_signal(where, &recording->signals, event->signal, &facts);
	if (!tracee || !moment->call)
		return false;
	if (event->kind == EVENT_ENTER)
		tracee->met = where_enter(where, &tracee->awaited, moment->decode, &facts);
	if (event->kind != EVENT_EXIT)
		return false;
	return tracee->met == WHERE_UNKNOWN
		       ? where_exit(where, &tracee->awaited, moment->decode, &facts)
		       : tracee->met == WHERE_TRUE;
}

/* Whether the event meets a condition of --record-when. */
static bool is_awaited(struct recording_consumer *recording, const struct moment *moment)
{
	const struct config *config = recording->base.host->config;
	const struct event *event = moment->event;

	if (recording->triggered)
		return false;
	for (size_t i = 0; i < config->record.n_triggers; i++) {
		const struct trigger *trigger = &config->record.triggers[i];

		if (event->kind == EVENT_EXIT && trigger_is_call(trigger, moment->call))
			return true;
		if (event->kind == EVENT_SIGNAL && trigger_is_signal(trigger, event->signal))
			return true;
		if (event->kind == EVENT_KILLED && trigger_is_signal(trigger, event->status))
			return true;
	}
	return config->record.awaited && meets_expression(recording, moment);
}

/*
 * Only the first condition that is met counts: a second file would replace the file with the
 * awaited event.
 */
static void trigger_at(struct recording_consumer *recording, const struct moment *moment)
{
	const struct event *event = moment->event;
	struct buf why = { 0 };

	recording->triggered = true;
	if (event->kind == EVENT_EXIT)
		buf_printf(&why, "%s of process %d",
			   moment->call->name ? moment->call->name : "a call", event->tid);
	else
		buf_printf(&why, "%s of process %d",
			   signal_name(abi_native(),
				       (unsigned)(event->kind == EVENT_SIGNAL ? event->signal
									      : event->status)),
			   event->tid);
	trigger(recording, buf_cstr(&why));
	buf_free(&why);
}

/* Asks what any option asks about the event. */
static void ask(struct recording_consumer *recording, const struct moment *moment)
{
	if (moment->event->kind == EVENT_SIGNAL)
		ask_at_signal(recording, moment);
	else if (moment->call && ask_directly(recording, moment))
		return;
	else if (moment->call && moment->event->kind == EVENT_ENTER)
		ask_at_entry(recording, moment);
	else if (moment->call)
		ask_at_exit(recording, moment);
}

/*
 * Without --record-environment the strings of the environment that a call passes to a program are
 * not kept.
 */
static void forget_environment(struct recording_consumer *recording, const struct call *call)
{
	const struct host *host = recording->base.host;
	unsigned at = call->id == ID_execveat ? 3 : 2;

	if (host->config->record.environment || !call->abi || !syscall_executes(call->id))
		return;
	answers_forget_strings(host->answers,
			       (struct string_vector){ call->args[at], call->abi->pointer_size,
						       call->abi->big_endian },
			       call->args[at - 2], call->args[at - 1]);
}

/*
 * A call that is not selected is not kept. But text shows the change of the ABI, and counts the
 * tracee from its first call on, so that its entry is kept as such a change. Returns the event that
 * is kept, which may be *change; NULL: none is.
 */
static const struct event *choose_event(const struct moment *moment, struct event *change)
{
	const struct event *event = moment->event;

	if (!event->tracee)
		return NULL;
	if (moment->call || (event->kind != EVENT_ENTER && event->kind != EVENT_EXIT))
		return event;
	if (event->kind != EVENT_ENTER || (!moment->first && !moment->new_abi))
		return NULL;
	*change = *event;
	change->kind = EVENT_PERSONALITY;
	return change;
}

/* Holds the entry of a call that may not be selected. A change of the ABI is recorded now. */
static void hold_entry(struct recording_consumer *recording, const struct moment *moment,
		       const struct event_facts *facts)
{
	struct recorded_tracee *tracee = moment->slot;
	struct answers *answers = recording->base.host->answers;
	struct event change = *moment->event;

	held_keep(&tracee->held, moment->event, facts, answers);
	if (!moment->first && !moment->new_abi)
		return;
	change.kind = EVENT_PERSONALITY;
	answers_begin(answers, NULL);
	recorder_add(recording->recorder, &change, change.tracee->tgid, facts);
}

/* A call has returned, or never will. */
static void end_held(struct recording_consumer *recording, const struct moment *moment)
{
	struct recorded_tracee *tracee = moment->slot;

	if (!tracee)
		return;
	if (moment->call)
		held_add(&tracee->held, recording->recorder, recording->base.host->answers);
	else
		held_drop(&tracee->held);
}

static void recorder_unfinished(struct consumer *consumer, const struct moment *moment)
{
	end_held(recording_of(consumer), moment);
}

static void recorder_each(struct consumer *consumer, const struct moment *moment)
{
	struct recording_consumer *recording = recording_of(consumer);
	const struct event *event = moment->event;
	const struct call *call = moment->call;
	struct event_facts facts = {
		.stack = moment->event->kind == EVENT_EXIT ? NULL : moment->stack,
		.stack_ns = moment->stack_ns,
		.last_nr = moment->last_nr,
		.last_ip = moment->last_ip,
	};
	const struct event *kept;
	struct event change;
	bool awaited;

	if (event->kind == EVENT_EXIT)
		end_held(recording, moment);
	kept = choose_event(moment, &change);
	if (!kept)
		return;
	ask(recording, moment);
	if (call) {
		facts.denied = kept->kind == EVENT_ENTER ? call->denied : NULL;
		facts.injected_args = call->injected_args;
		facts.injected_result = call->injected_result;
		facts.delayed = call->delayed;
		forget_environment(recording, call);
	} else if (kept != event) {
		answers_begin(recording->base.host->answers, NULL);
	}
	if (moment->slot)
		find_facts(recording, moment, &facts);
	/* The answers to the questions of the expression belong to the event. */
	awaited = is_awaited(recording, moment);
	/*
	 * A file that is complete has both sides of each call: with limits the entry is added when
	 * the call has ended.
	 */
	if (moment->undecided || (event->kind == EVENT_ENTER && call &&
				  file_limits_are_set(&recording->base.host->config->limits))) {
		hold_entry(recording, moment, &facts);
		return;
	}
	recorder_add(recording->recorder, kept, kept->tracee->tgid, &facts);
	if (awaited)
		trigger_at(recording, moment);
}

static void recorder_forget(struct consumer *consumer, void *slot)
{
	struct recorded_tracee *tracee = slot;

	(void)consumer;
	entry_snapshot_free(&tracee->snapshot);
	entry_snapshot_free(&tracee->text_snapshot);
	held_free(&tracee->held);
	where_state_free(&tracee->awaited);
	buf_free(&tracee->written);
	free(tracee->context);
}

static bool recorder_flush(struct consumer *consumer, uint64_t now_ns)
{
	return recorder_flush_old(recording_of(consumer)->recorder, now_ns);
}

static bool recorder_has_failed(const struct consumer *consumer)
{
	return recorder_failed(recording_of(consumer)->recorder);
}

static void recorder_reopens(struct consumer *consumer)
{
	recorder_reopen(recording_of(consumer)->recorder);
}

static void recorder_request(struct consumer *consumer)
{
	trigger(recording_of(consumer), "SIGUSR1");
}

static bool recorder_end(struct consumer *consumer)
{
	struct recording_consumer *recording = recording_of(consumer);
	const struct where *awaited = consumer->host->config->record.awaited;
	bool good = recorder_close(recording->recorder);

	if (awaited)
		where_warn_unknown(awaited, "--record-when: ");
	plans_free(recording->plans);
	free(consumer);
	return good;
}

const struct consumer_ops recorder_consumer = {
	.takes_requests = true,
	.slot_size = sizeof(struct recorded_tracee),
	.only_live = true,
	.limits_files = true,
	.asked = recorder_asked,
	.check = recorder_check,
	.claim = recorder_claim,
	.replaces_lines = recorder_replaces_lines,
	.open = recorder_open,
	.needs = recorder_needs,
	.prepare = recorder_prepare,
	.unfinished = recorder_unfinished,
	.each = recorder_each,
	.forget = recorder_forget,
	.flush = recorder_flush,
	.failed = recorder_has_failed,
	.request = recorder_request,
	.reopen = recorder_reopens,
	.close = recorder_end,
};
