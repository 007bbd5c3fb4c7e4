/* SPDX-License-Identifier: MIT */
/*
 * The writer of a trace that is compared: it hashes what decode emits, and passes it on to a writer
 * of text for the text.
 */
#include <stdlib.h>

#include "diff/meaning.h"
#include "diff/trace.h"
#include "scry/diff.h"
#include "scry/index.h"
#include "scry/tracee.h"

/* O_CREAT | O_EXCL of all machines that scry knows. */
#define CREATES_NEW 0300

/* Deeper trees of threads are cut, as a file may describe any. */
#define DEEPEST_THREAD 1000

/* mmap(2) gives no lower address to a process without privileges: vm.mmap_min_addr. */
#define FIRST_ADDRESS 4096

/* A time in seconds that is larger is a date, not a duration. */
#define LONGEST_DURATION 100000000u

/*
 * What is known of a call, or of a signal, until it is shown. The slot of its builder points to it.
 */
struct item {
	uint32_t thread; /* NO_THREAD: not known yet */
	struct {
		uint64_t hash;
		const char *name;
	} arguments[RECORD_ARGUMENTS];
	unsigned n_arguments;
	uint64_t result;
	bool has_result;
	bool failed; /* the call returned an error */
	uint64_t *open; /* the hash that values go to; NULL: no argument was announced */
	bool at_exit; /* the values are what the kernel gave */
	const char *member;
	/* Groups that are open within a member that is not compared, with its own. */
	unsigned hidden;
	/* The last path of the arguments, and how to hash its argument again. */
	struct buf path;
	uint64_t *path_hash;
	uint64_t before_path;
	uint64_t flags, permissions; /* the last ones */
	/* list of the items of all builders: the next one, the pointer to this */
	struct item *next, **link;
};

struct thread {
	pid_t tid; /* 0: it has ended */
	pid_t creator_tid;
	unsigned depth; /* creators above it */
};

struct differ {
	struct writer writer;
	struct writer *text;
	struct output *lines, *file;
	struct buf line; /* the text of one item */
	struct item *items; /* list of the items of all builders */
	struct item stray; /* the item of records without a builder */
	struct item *item; /* the item that values go to */
	struct thread *threads;
	size_t n_threads, capacity;
	struct index living; /* the threads that live, by tid */
	struct run run;
	struct buf piece;
};

static struct differ *diff_of(struct sink *sink)
{
	return (struct differ *)sink;
}

/* --- items --------------------------------------------------------------------------------- */

static struct item *add_item(struct differ *diff)
{
	struct item *item = xcalloc(1, sizeof(*item));

	item->thread = NO_THREAD;
	item->next = diff->items;
	item->link = &diff->items;
	if (item->next)
		item->next->link = &item->next;
	diff->items = item;
	return item;
}

/* Makes the item of a builder the current one, and returns it. */
static struct item *select_item(struct differ *diff, struct record_builder *builder)
{
	if (builder && !builder->slot)
		builder->slot = add_item(diff);
	diff->item = builder ? builder->slot : &diff->stray;
	return diff->item;
}

static void reset_item(struct item *item)
{
	item->n_arguments = 0;
	item->has_result = item->failed = false;
	item->open = item->path_hash = NULL;
	item->member = NULL;
	item->flags = item->permissions = 0;
	buf_clear(&item->path);
}

static void free_item(struct item *item)
{
	*item->link = item->next;
	if (item->next)
		item->next->link = item->link;
	buf_free(&item->path);
	free(item);
}

/* --- the file ------------------------------------------------------------------------------ */

static void begin_piece(struct differ *diff, enum piece_kind kind)
{
	struct piece piece = { .kind = kind };

	buf_clear(&diff->piece);
	buf_put(&diff->piece, &piece, sizeof(piece));
}

static void end_piece(struct differ *diff)
{
	struct buf *out = &diff->piece;
	struct piece *piece;

	while (out->len % 8)
		buf_putc(out, '\0');
	piece = (struct piece *)out->data;
	piece->len = (uint32_t)(out->len - sizeof(*piece));
	output_write(diff->file, out->data, out->len);
}

/* --- threads ------------------------------------------------------------------------------- */

/* The last one if the end of another thread with this ID was lost. */
static uint32_t find_sink_thread(const struct differ *diff, pid_t tid)
{
	uint64_t hash = index_hash((uint32_t)tid);
	uint32_t thread, found = NO_THREAD;
	size_t at = 0;

	while (tid > 0 && (thread = index_next(&diff->living, hash, &at)) != INDEX_END)
		if (diff->threads[thread].tid == tid)
			found = thread;
	return found;
}

/* tid: 0 if the thread has ended. */
static void set_tid(struct differ *diff, uint32_t thread, pid_t tid)
{
	index_remove(&diff->living, index_hash((uint32_t)diff->threads[thread].tid), thread);
	diff->threads[thread].tid = tid;
	if (tid > 0)
		index_add(&diff->living, index_hash((uint32_t)tid), thread);
}

static uint32_t add_sink_thread(struct differ *diff, const struct event *event)
{
	uint32_t creator = find_sink_thread(diff, event->parent_tid);
	unsigned depth = creator == NO_THREAD ? 0 : diff->threads[creator].depth + 1;
	struct thread_piece piece = {
		.creator = depth < DEEPEST_THREAD ? creator : NO_THREAD,
		.tid = event->tid,
		.is_thread = event->tracee && event->tracee->tgid != event->tid,
	};

	diff->threads =
		xgrow(diff->threads, diff->n_threads, &diff->capacity, sizeof(*diff->threads));
	diff->threads[diff->n_threads] = (struct thread){
		.tid = event->tid,
		.creator_tid = event->parent_tid,
		.depth = depth < DEEPEST_THREAD ? depth : 0,
	};
	if (event->tid > 0)
		index_add(&diff->living, index_hash((uint32_t)event->tid),
			  (uint32_t)diff->n_threads);
	run_add_pid(&diff->run, event->tid);
	begin_piece(diff, PIECE_THREAD);
	buf_put(&diff->piece, &piece, sizeof(piece));
	end_piece(diff);
	return (uint32_t)diff->n_threads++;
}

static uint32_t thread_of(struct differ *diff, struct item *item, const struct event *event)
{
	if (item->thread == NO_THREAD || diff->threads[item->thread].tid != event->tid)
		item->thread = find_sink_thread(diff, event->tid);
	if (item->thread == NO_THREAD)
		item->thread = add_sink_thread(diff, event);
	return item->thread;
}

/* If execve is not traced, a recording knows at least the command name. */
static void put_program(struct differ *diff, struct item *item, const struct event *event)
{
	struct program_piece piece = { .thread = item->thread };

	if (!item->path.len && event->facts && event->facts->comm)
		buf_puts(&item->path, event->facts->comm);
	if (!item->path.len)
		return;
	begin_piece(diff, PIECE_PROGRAM);
	buf_put(&diff->piece, &piece, sizeof(piece));
	buf_put(&diff->piece, item->path.data, item->path.len);
	buf_putc(&diff->piece, '\0');
	end_piece(diff);
}

/*
 * How a process is related to the caller. What the kernel returns may be any child, so that it is
 * not compared.
 */
static uint64_t relation(const struct differ *diff, const struct item *item, int64_t pid)
{
	const struct thread *caller =
		item->thread == NO_THREAD ? NULL : &diff->threads[item->thread];
	pid_t tid = (pid_t)(pid < 0 ? -pid : pid);
	uint32_t found;

	if (pid == 0 || pid == -1)
		return (uint64_t)pid;
	if (item->at_exit || !caller)
		return 'p';
	if (tid == caller->tid)
		return 's';
	if (tid == caller->creator_tid)
		return 'c';
	found = find_sink_thread(diff, tid);
	return found != NO_THREAD && diff->threads[found].creator_tid == caller->tid ? 'd' : 'o';
}

/* --- values -------------------------------------------------------------------------------- */

/* The values of an argument go to its hash. A builder without arguments begins a new call. */
static void open_argument(struct differ *diff, struct record_builder *builder, unsigned index,
			  const char *name, bool at_exit)
{
	struct item *item = select_item(diff, builder);

	if (!builder->n)
		reset_item(item);
	if (index >= RECORD_ARGUMENTS)
		index = RECORD_ARGUMENTS - 1;
	while (item->n_arguments <= index)
		item->arguments[item->n_arguments++].hash = HASH_START;
	item->arguments[index].name = name;
	item->open = &item->arguments[index].hash;
	item->at_exit = at_exit;
	item->member = NULL;
	item->hidden = 0;
}

static void add_meaning(struct differ *diff, uint64_t number)
{
	struct item *item = diff->item;

	if (item->open && !item->hidden)
		*item->open = hash_number(*item->open, number);
}

static void diff_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			  const char *name, enum phase phase, bool named)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	open_argument(diff, builder, index, name, phase != PHASE_ENTRY);
	text->ops->argument(text, builder, index, name, phase, named);
}

static void diff_late(struct sink *sink, struct record_builder *builder, unsigned index)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	text->ops->late(text, builder, index);
}

static void diff_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			 const char *name)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;
	struct item *item = select_item(diff, builder);

	if (!builder->n)
		reset_item(item);
	text->ops->pending(text, builder, index, name);
}

static void diff_open(struct sink *sink, enum group group)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;
	struct item *item = diff->item;

	if (item->hidden || (item->member && meaning_is_hidden_member(item->member)))
		item->hidden++;
	add_meaning(diff, (uint64_t)group + 1000);
	text->ops->open(text, group);
}

static void diff_close(struct sink *sink, enum group group, enum group_end end)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;
	struct item *item = diff->item;

	add_meaning(diff, (uint64_t)end + 2000);
	if (item->hidden)
		item->hidden--;
	text->ops->close(text, group, end);
}

static void diff_member(struct sink *sink, const char *name)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;
	struct item *item = diff->item;

	item->member = name;
	if (item->open && !item->hidden)
		*item->open = hash_text(*item->open, name);
	text->ops->member(text, name);
}

static void diff_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	add_meaning(diff, i);
	text->ops->index(text, list, name, i);
}

static void diff_macro(struct sink *sink, const char *name, const struct value *number)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;
	struct item *item = diff->item;

	if (item->open)
		*item->open = hash_text(*item->open, name);
	text->ops->macro(text, name, number);
}

static uint64_t hash_value(const struct differ *diff, const struct item *item,
			   const struct value *value, uint64_t hash)
{
	switch (meaning_of(value, item->member)) {
	case MEANING_NONE:
		return hash;
	case MEANING_ADDRESS:
		return hash_number(hash, value->u != 0);
	case MEANING_POINTER:
		return hash_number(hash, value->u < FIRST_ADDRESS ? value->u : FIRST_ADDRESS);
	case MEANING_PID:
		return hash_number(hash, relation(diff, item, (int32_t)value->u));
	case MEANING_PORT:
		/* ip(7): the default of ip_local_port_range */
		return hash_number(hash, value->u >= 32768 && value->u <= 60999 ? 1 : value->u);
	case MEANING_TIME:
		return item->at_exit || value->u > LONGEST_DURATION ? hash
								    : hash_number(hash, value->u);
	case MEANING_STRING:
		hash = hash_string(hash, &diff->run, value->bytes, value->len);
		return hash_number(hash, value->truncated);
	case MEANING_NUMBER:
		return hash_number(hash, value->u);
	case MEANING_WHOLE:
		break;
	}
	hash = hash_number(hash, value->u);
	return value->bytes ? hash_bytes(hash, value->bytes, value->len) : hash;
}

static void keep_path(struct item *item, const struct value *value)
{
	buf_clear(&item->path);
	buf_put(&item->path, value->bytes, value->len);
	item->path_hash = item->open;
	item->before_path = *item->open;
}

static void diff_value(struct sink *sink, const struct value *value)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;
	struct item *item = diff->item;

	if (item->open && !item->hidden) {
		if (value->kind == KIND_PATH && !item->at_exit)
			keep_path(item, value);
		if (value->kind == KIND_FLAGS)
			item->flags = value->u;
		if (value->kind == KIND_PERM || value->kind == KIND_MODE)
			item->permissions = value->u;
		*item->open = hash_value(diff, item, value, *item->open);
	}
	item->member = NULL;
	text->ops->value(text, value);
}

static void diff_change(struct sink *sink)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	diff->item->at_exit = true;
	text->ops->change(text);
}

static void diff_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	text->ops->date(text, seconds, nanoseconds, digits);
}

static void open_result(struct differ *diff, struct record_builder *builder)
{
	struct item *item = select_item(diff, builder);

	if (!builder->n && !item->has_result)
		reset_item(item);
	if (!item->has_result)
		item->result = HASH_START;
	item->has_result = true;
	item->open = &item->result;
	item->at_exit = true;
	item->member = NULL;
	item->hidden = 0;
}

static void diff_result(struct sink *sink, struct record_builder *builder)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	open_result(diff, builder);
	text->ops->result(text, builder);
}

static void diff_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	struct differ *diff = diff_of(sink);
	struct sink *text = &diff->text->sink;

	select_item(diff, builder)->open = NULL;
	text->ops->note(text, builder, label);
}

/* --- records ------------------------------------------------------------------------------- */

static bool is_creation_of_private_file(const struct item *item, const struct call *call)
{
	uint64_t bits = item->permissions & 0777;

	if (!call->name || !item->path_hash)
		return false;
	if (!strcmp(call->name, "mkdir") || !strcmp(call->name, "mkdirat"))
		return bits == 0700;
	return (item->flags & CREATES_NEW) == CREATES_NEW &&
	       (bits == 0600 || bits == 0400 || bits == 0444);
}

/* mkstemp(3) and mkdtemp(3) create files that others cannot read, with names that are new. */
static void learn_names(struct differ *diff, struct item *item, const struct call *call)
{
	if (!is_creation_of_private_file(item, call))
		return;
	run_add_name(&diff->run, item->path.data, item->path.len);
	*item->path_hash = hash_number(hash_string(item->before_path, &diff->run, item->path.data,
						   item->path.len),
				       false);
}

/* Writes a record as text. Lines have no "[pid N]", since pids differ from trace to trace. */
static void pass_on(struct differ *diff,
		    void (*put)(struct writer *text, const struct record *record),
		    const struct record *record)
{
	struct record alone = *record;

	alone.tracees = 0;
	put(diff->text, &alone);
}

static void diff_entered(struct writer *writer, const struct record *record)
{
	struct differ *diff = diff_of(&writer->sink);
	struct item *item = select_item(diff, record->builder);

	if (!record->builder->n)
		reset_item(item);
	thread_of(diff, item, record->event);
	learn_names(diff, item, record->call);
	pass_on(diff, diff->text->ops->entered, record);
}

static void put_item(struct differ *diff, const struct event *event, const char *name,
		     uint64_t duration_ns)
{
	struct item *item = diff->item;
	struct buf names = { 0 };
	struct item_piece piece = {
		.result = item->result,
		.duration_ns = duration_ns,
		.thread = thread_of(diff, item, event),
		.n_arguments = item->n_arguments,
		.failed = item->failed,
	};

	piece.key = hash_text(HASH_START, name);
	buf_put(&names, name, strlen(name) + 1);
	for (unsigned i = 0; i < item->n_arguments; i++) {
		const char *argument = item->arguments[i].name;

		if (argument && meaning_is_hidden(name, argument))
			item->arguments[i].hash = 0;
		piece.key = hash_number(piece.key, item->arguments[i].hash);
		buf_put(&names, argument ? argument : "", argument ? strlen(argument) + 1 : 1);
	}
	piece.key = hash_number(piece.key, piece.result);
	output_flush(diff->lines);
	piece.names_len = (uint32_t)names.len;
	piece.text_len = (uint32_t)diff->line.len;
	begin_piece(diff, PIECE_ITEM);
	buf_put(&diff->piece, &piece, sizeof(piece));
	for (unsigned i = 0; i < item->n_arguments; i++)
		buf_put(&diff->piece, &item->arguments[i].hash, sizeof(uint64_t));
	buf_put(&diff->piece, names.data, names.len);
	buf_put(&diff->piece, diff->line.data, diff->line.len);
	end_piece(diff);
	buf_free(&names);
}

/*
 * The kernel calls these again, or a signal handler runs first: signal(7), "Interruption of system
 * calls".
 */
static bool will_restart(const struct call *call)
{
	return call->is_error && -call->result >= 512 && -call->result <= 516;
}

static void hash_result(struct item *item, const struct call *call, const char *name)
{
	item->failed = call->is_error;
	if (meaning_is_hidden(name, ""))
		item->result = 0;
	else if (call->is_error)
		item->result = hash_number(1, (uint64_t)call->result);
	else if (!item->has_result)
		item->result = hash_number(HASH_START, (uint64_t)call->result);
}

static void diff_exited(struct writer *writer, const struct record *record)
{
	struct differ *diff = diff_of(&writer->sink);
	struct item *item = select_item(diff, record->builder);
	const struct call *call = record->call;
	const char *name = call->name ? call->name : "?";

	if (!record->builder->n && !item->has_result)
		reset_item(item);
	pass_on(diff, diff->text->ops->exited, record);
	hash_result(item, call, name);
	if (!will_restart(call) && !meaning_is_unsteady(name))
		put_item(diff, record->event, name, call->returned_ns - call->entered_ns);
	output_flush(diff->lines);
	buf_clear(&diff->line);
	reset_item(item);
}

static void diff_data(struct writer *writer, const struct event *event, const struct data *data)
{
	(void)writer, (void)event, (void)data;
}

/*
 * What a call that has no exit would have returned is not known, so that only the others are
 * compared.
 */
static void diff_unfinished(struct writer *writer, const struct record *record)
{
	struct differ *diff = diff_of(&writer->sink);
	struct item *item = select_item(diff, record->builder);
	const struct call *call = record->call;

	if (!record->builder->n)
		reset_item(item);
	pass_on(diff, diff->text->ops->unfinished, record);
	item->result = 2;
	put_item(diff, record->event, call->name ? call->name : "?", 0);
	buf_clear(&diff->line);
	reset_item(item);
}

/* --- events -------------------------------------------------------------------------------- */

static void put_event(struct differ *diff, const struct record *record, const char *name,
		      uint64_t result)
{
	const struct event *event = record->event;
	struct item *item = diff->item;

	pass_on(diff, diff->text->ops->event, record);
	output_flush(diff->lines);
	item->result = result;
	item->thread = find_sink_thread(diff, event->tid);
	if (diff->line.len)
		put_item(diff, event, name, 0);
	buf_clear(&diff->line);
	reset_item(item);
}

/* The thread that called execve continues as the leader. */
static void rename_thread(struct differ *diff, const struct event *event)
{
	uint32_t leader = find_sink_thread(diff, event->status),
		 thread = find_sink_thread(diff, event->tid);

	if (leader != NO_THREAD)
		set_tid(diff, leader, 0);
	if (thread != NO_THREAD)
		set_tid(diff, thread, event->status);
}

static void end_thread(struct differ *diff, const struct event *event)
{
	uint32_t thread = find_sink_thread(diff, event->tid);

	if (thread != NO_THREAD)
		set_tid(diff, thread, 0);
}

/* A thread whose end was not reported may have had the tid before. */
static void begin_thread(struct differ *diff, const struct event *event)
{
	uint32_t former = find_sink_thread(diff, event->tid);
	struct item *item = diff->item;

	if (former != NO_THREAD)
		set_tid(diff, former, 0);
	reset_item(item);
	item->thread = NO_THREAD;
	thread_of(diff, item, event);
}

static void diff_event(struct writer *writer, const struct record *record)
{
	struct differ *diff = diff_of(&writer->sink);
	const struct event *event = record->event;

	select_item(diff, record->builder);
	switch (event->kind) {
	case EVENT_NEW:
	case EVENT_ATTACHED:
		begin_thread(diff, event);
		break;
	case EVENT_EXEC:
		thread_of(diff, diff->item, event);
		put_program(diff, diff->item, event);
		break;
	case EVENT_RENAMED:
		rename_thread(diff, event);
		break;
	case EVENT_SIGNAL:
		/* When the signal comes depends on the scheduler. */
		if (event->siginfo.si_signo != SIGCHLD)
			put_event(diff, record, "signal", (uint64_t)event->siginfo.si_signo);
		reset_item(diff->item);
		break;
	case EVENT_EXITED:
		put_event(diff, record, "exit", (uint64_t)event->status);
		end_thread(diff, event);
		break;
	case EVENT_KILLED:
		put_event(diff, record, "killed", (uint64_t)event->status);
		end_thread(diff, event);
		break;
	case EVENT_LOST:
		warn("lost: %s", event->text ? event->text : "events");
		begin_piece(diff, PIECE_LOST);
		end_piece(diff);
		break;
	default:
		break;
	}
}

static void diff_forget(struct writer *writer, struct record_builder *builder)
{
	struct differ *diff = diff_of(&writer->sink);

	if (!builder->slot)
		return;
	if (diff->item == builder->slot)
		diff->item = &diff->stray;
	free_item(builder->slot);
	builder->slot = NULL;
}

static void diff_finish(struct writer *writer)
{
	(void)writer;
}

static void diff_destroy(struct writer *writer)
{
	struct differ *diff = diff_of(&writer->sink);

	begin_piece(diff, PIECE_END);
	end_piece(diff);
	output_close(diff->file);
	diff->text->ops->destroy(diff->text);
	output_close(diff->lines);
	while (diff->items)
		free_item(diff->items);
	buf_free(&diff->stray.path);
	run_free(&diff->run);
	free(diff->threads);
	index_free(&diff->living);
	buf_free(&diff->line);
	buf_free(&diff->piece);
	free(diff);
}

static const struct sink_ops value_ops = {
	.argument = diff_argument,
	.late = diff_late,
	.pending = diff_pending,
	.open = diff_open,
	.close = diff_close,
	.member = diff_member,
	.index = diff_index,
	.macro = diff_macro,
	.value = diff_value,
	.change = diff_change,
	.date = diff_date,
	.result = diff_result,
	.note = diff_note,
};

static const struct writer_ops record_ops = {
	.entered = diff_entered,
	.exited = diff_exited,
	.data = diff_data,
	.unfinished = diff_unfinished,
	.event = diff_event,
	.forget = diff_forget,
	.finish = diff_finish,
	.destroy = diff_destroy,
};

struct writer *diff_writer_new(const struct sink_config *config, int fd)
{
	struct differ *diff = xcalloc(1, sizeof(*diff));
	struct sink_config text = *config;

	/* A call is one line, whatever other threads do. */
	text.hold = true;
	text.pid_prefix = PID_PREFIX_AUTO;
	text.colors = NULL;
	diff->writer.ops = &record_ops;
	diff->writer.sink.ops = &value_ops;
	diff->writer.sink.views = true;
	diff->stray.thread = NO_THREAD;
	diff->item = &diff->stray;
	diff->lines = output_open_buffer(&diff->line);
	diff->file = output_open_fd(fd, false, "temporary file", OUTPUT_BLOCK);
	diff->text = writer_text_new(&text, diff->lines);
	return &diff->writer;
}
