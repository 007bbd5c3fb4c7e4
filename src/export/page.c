/* SPDX-License-Identifier: MIT */
/*
 * --report: counts while the trace runs, and writes the records in packed blocks. The memory
 * depends on the number of threads, names and blocks, and not on the number of calls.
 */
#include "export/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/page_write.h"
#include "export/record.h"
#include "export/tallies.h"
#include "scry/config.h"
#include "scry/syscalls.h"

/* A reader unpacks a block at a time. */
#define BLOCK_BYTES (1024 * 1024)
#define THREADS_MAX 20000
#define NAMES_MAX 20000
#define FIRST_WIDTH_NS 1024
#define PAGE_TEXT_MAX 400 /* of a slow call, a program, an end */

/* --- threads --------------------------------------------------------------------------------- */

static struct page_thread *add_page_thread(struct page *page, struct tally_row *row,
					   const struct export_record *record, uint64_t ns)
{
	struct page_thread *thread;

	page->threads = xgrow(page->threads, page->n_threads + 1, &page->threads_capacity,
			      sizeof(*page->threads));
	thread = &page->threads[page->n_threads];
	*thread = (struct page_thread){
		.tid = record->event->tid,
		.tgid = record->tgid,
		.parent = record->event->kind == EVENT_NEW ? record->event->parent_tid : 0,
		.first_ns = ns,
	};
	row->value = ++page->n_threads;
	return thread;
}

/* A tid can be used again. Of the thread that had it, the end may not have been seen. */
static bool is_another(const struct page_thread *former, const struct export_record *record)
{
	return record->event->kind == EVENT_NEW || former->end;
}

/* Returns the thread of a record; NULL: there are too many. */
static struct page_thread *find_page_thread(struct page *page, const struct export_record *record,
					    uint64_t ns)
{
	struct tally_row *row;
	char key[16];
	int len = snprintf(key, sizeof(key), "%d", record->event->tid);

	row = tallies_get(&page->by_tid, key, (size_t)len);
	if (!row)
		return NULL;
	if (row->value && is_another(&page->threads[row->value - 1], record))
		row->value = 0;
	if (row->value)
		return &page->threads[row->value - 1];
	return page->n_threads < THREADS_MAX ? add_page_thread(page, row, record, ns) : NULL;
}

static void replace(char **text, const char *by, size_t len)
{
	free(*text);
	*text = xstrndup(by, len < PAGE_TEXT_MAX ? len : PAGE_TEXT_MAX);
}

/* --- the timeline ---------------------------------------------------------------------------- */

static void add_bucket(struct bucket *to, const struct bucket *from)
{
	to->calls += from->calls;
	to->errors += from->errors;
	to->running_ns += from->running_ns;
	to->waiting_ns += from->waiting_ns;
}

/* Makes the buckets of a thread twice as wide. */
static void halve(struct page_thread *thread)
{
	size_t first = thread->first_bucket / 2, n = 0;

	for (size_t i = 0; i < thread->n_buckets; i++) {
		struct bucket bucket = thread->buckets[i];
		size_t to = (thread->first_bucket + i) / 2 - first;

		if (to >= n) {
			thread->buckets[to] = (struct bucket){ 0 };
			n = to + 1;
		}
		add_bucket(&thread->buckets[to], &bucket);
	}
	thread->first_bucket = first;
	thread->n_buckets = n;
	if (n && n < thread->capacity / 4) {
		thread->capacity /= 2;
		thread->buckets =
			xreallocarray(thread->buckets, thread->capacity, sizeof(*thread->buckets));
	}
}

/* Makes buckets wider until a time has one, and there are not too many. */
static void widen_page(struct page *page, uint64_t ns)
{
	while (ns / page->width_ns >= BUCKETS_MAX || page->n_buckets > BUCKETS_OF_ALL) {
		page->width_ns *= 2;
		page->n_buckets = 0;
		for (size_t i = 0; i < page->n_threads; i++) {
			halve(&page->threads[i]);
			page->n_buckets += page->threads[i].n_buckets;
		}
	}
}

static struct bucket *find_bucket(struct page *page, struct page_thread *thread, size_t number)
{
	size_t n, before;

	if (!thread->n_buckets)
		thread->first_bucket = number;
	before = number < thread->first_bucket ? thread->first_bucket - number : 0;
	n = number + before - thread->first_bucket + 1;
	if (n < thread->n_buckets + before)
		n = thread->n_buckets + before;
	if (n > thread->n_buckets) {
		while (thread->capacity < n)
			thread->buckets = xgrow(thread->buckets, thread->capacity,
						&thread->capacity, sizeof(*thread->buckets));
		memmove(thread->buckets + before, thread->buckets,
			thread->n_buckets * sizeof(*thread->buckets));
		memset(thread->buckets, 0, before * sizeof(*thread->buckets));
		memset(thread->buckets + before + thread->n_buckets, 0,
		       (n - before - thread->n_buckets) * sizeof(*thread->buckets));
		thread->first_bucket -= before;
		page->n_buckets += n - thread->n_buckets;
		thread->n_buckets = n;
	}
	return &thread->buckets[number - thread->first_bucket];
}

/* Distributes the time of a call over the buckets that it touches. */
static void draw_call(struct page *page, struct page_thread *thread,
		      const struct export_record *record, uint64_t start, uint64_t end)
{
	uint64_t duration = end - start, waiting = export_waiting(record);
	struct bucket *bucket = find_bucket(page, thread, start / page->width_ns);

	bucket->calls++;
	bucket->errors += record->call->is_error;
	while (start < end) {
		/* The end of the bucket itself may be beyond 2^64. */
		uint64_t rest = page->width_ns - start % page->width_ns;
		uint64_t part = rest < end - start ? rest : end - start;
		uint64_t idle = (uint64_t)((double)waiting / (double)duration * (double)part);

		bucket = find_bucket(page, thread, start / page->width_ns);
		bucket->waiting_ns += idle;
		bucket->running_ns += part - idle;
		start += part;
	}
}

/* --- slow calls ------------------------------------------------------------------------------ */

static void swap(struct slow_call *a, struct slow_call *b)
{
	struct slow_call saved = *a;

	*a = *b;
	*b = saved;
}

/* Moves the first call down to its place. */
static void sift(struct slow_calls *calls)
{
	struct slow_call *items = calls->items;

	for (size_t i = 0, child = 1; child < calls->n; i = child, child = 2 * i + 1) {
		if (child + 1 < calls->n && items[child + 1].duration_ns < items[child].duration_ns)
			child++;
		if (items[i].duration_ns <= items[child].duration_ns)
			return;
		swap(&items[i], &items[child]);
	}
}

static void note_slow(struct page *page, const struct page_thread *thread,
		      const struct export_record *record, uint64_t start)
{
	struct slow_calls *calls = export_awaits(record) ? &page->waits : &page->slow;
	struct slow_call *items = calls->items, call = {
		.start_ns = start,
		.duration_ns = export_duration(record),
		.waiting_ns = export_waiting(record),
		.thread = (size_t)(thread - page->threads),
	};

	if (calls->n == SLOW_MAX && call.duration_ns <= items[0].duration_ns)
		return;
	call.text =
		xstrndup(record->text, record->len < PAGE_TEXT_MAX ? record->len : PAGE_TEXT_MAX);
	if (calls->n == SLOW_MAX) {
		free(items[0].text);
		items[0] = call;
		sift(calls);
		return;
	}
	items[calls->n] = call;
	for (size_t i = calls->n++; i && items[i].duration_ns < items[(i - 1) / 2].duration_ns;
	     i = (i - 1) / 2)
		swap(&items[i], &items[(i - 1) / 2]);
}

static void free_slow(struct slow_calls *calls)
{
	for (size_t i = 0; i < calls->n; i++)
		free(calls->items[i].text);
}

/* --- records --------------------------------------------------------------------------------- */

/*
 * A record is a line of the open block: thread, start, duration, waiting time, kind, text, with
 * tabs between them.
 */
static void put_record(struct page *page, const struct page_thread *thread,
		       const struct export_record *record, uint64_t start, uint64_t duration)
{
	struct page_block *open = &page->open;
	const struct call *call = record->call;
	char kind = !call ? 'x' : !call->returned ? 'u' : call->is_error ? 'e' : 'c';

	buf_printf(&page->records, "%zu\t%llu\t%llu\t%llu\t%c\t", (size_t)(thread - page->threads),
		   (unsigned long long)start, (unsigned long long)duration,
		   (unsigned long long)(call ? export_waiting(record) : 0), kind);
	for (size_t i = 0; i < record->len; i++)
		buf_putc(&page->records,
			 (unsigned char)record->text[i] < ' ' ? ' ' : record->text[i]);
	buf_putc(&page->records, '\n');
	if (!open->n || start < open->first_ns)
		open->first_ns = start;
	if (start + duration > open->last_ns)
		open->last_ns = start + duration;
	open->n++;
	if (page->records.len >= BLOCK_BYTES)
		page_write_block(page);
}

static void count_call(struct page *page, struct page_thread *thread,
		       const struct export_record *record)
{
	const struct call *call = record->call;
	const struct summary_subject *subject = record->subject;
	const char *name = call->name ? call->name : "unknown", *error = export_error(call);
	char key[128];

	page->n_calls++;
	page->n_errors += call->is_error;
	thread->calls++;
	thread->errors += call->is_error;
	thread->wall_ns += export_duration(record);
	thread->waiting_ns += export_waiting(record);
	tallies_add(&page->calls, name, strlen(name), record);
	if (call->is_error) {
		int len = snprintf(key, sizeof(key), "%s\t%s", name, error ? error : "?");

		tallies_add(&page->errors, key, (size_t)len, record);
	}
	if (subject && subject->has_path)
		tallies_add(&page->files, subject->path.data, subject->path.len, record);
	if (subject && subject->has_peer)
		tallies_add(&page->peers, subject->peer.data, subject->peer.len, record);
	if (syscall_executes(call->id) && call->returned && !call->is_error)
		replace(&thread->program, record->text, record->len);
}

static void add_call(struct page *page, struct page_thread *thread,
		     const struct export_record *record)
{
	uint64_t duration = export_duration(record), start;

	start = record->call->entered_ns > page->start_ns
			? record->call->entered_ns - page->start_ns
			: 0;
	widen_page(page, start + duration);
	count_call(page, thread, record);
	draw_call(page, thread, record, start, start + duration);
	note_slow(page, thread, record, start);
	put_record(page, thread, record, start, duration);
}

static void add_event(struct page *page, struct page_thread *thread,
		      const struct export_record *record, uint64_t ns)
{
	enum event_kind kind = record->event->kind;

	if (kind == EVENT_EXITED || kind == EVENT_KILLED)
		replace(&thread->end, record->text, record->len);
	if (record->len)
		put_record(page, thread, record, ns, 0);
}

static void add_to_page(struct page *page, const struct export_record *record)
{
	const struct event *event = record->event;
	struct page_thread *thread;
	uint64_t ns;

	if (!record->tgid || !event->mono_ns)
		return;
	if (!page->begun) {
		page->begun = true;
		page->start_ns = event->mono_ns;
		page->start = event->real;
	}
	ns = event->mono_ns > page->start_ns ? event->mono_ns - page->start_ns : 0;
	if (ns > page->end_ns)
		page->end_ns = ns;
	thread = find_page_thread(page, record, ns);
	if (!thread) {
		page->n_left_out++;
		return;
	}
	thread->last_ns = ns;
	if (record->renamed)
		replace(&thread->comm, record->comm, strlen(record->comm));
	if (!record->call)
		add_event(page, thread, record, ns);
	else if (event->kind != EVENT_ENTER)
		add_call(page, thread, record);
}

/* --- the consumer ---------------------------------------------------------------------------- */

static struct page *page_of(const struct consumer *consumer)
{
	return (struct page *)consumer;
}

static void put_page_word(struct buf *title, const char *word)
{
	buf_printf(title, "%s%s", title->len ? " " : "", word);
}

/* The title of the page is the command, or the command line of scry if there is none. */
static void put_page_title(struct buf *title, const struct config *config)
{
	const struct record_info *info = config->recorded;
	const char *key;
	char *const *words = config->engine.argv ? config->engine.argv : config->arguments;

	if (!info) {
		for (; words && *words; words++)
			put_page_word(title, *words);
		return;
	}
	key = record_info_find(info, "command") ? "command" : "argument";
	for (size_t i = 0; i < info->n; i++)
		if (!strcmp(info->facts[i].key, key))
			put_page_word(title, info->facts[i].value);
}

static const char *page_asked(const struct config *config)
{
	return config->export.page_path ? "--timeline and --report" : NULL;
}

static bool page_claim(struct host *host)
{
	return host->claim(host, host->config->export.page_path, "--report", "<!DOCTYPE html>");
}

static bool page_replaces_lines(const struct config *config)
{
	return config->export.page_path && config_wants_file_alone(config);
}

static struct consumer *page_open(struct host *host, bool *failed)
{
	const char *path = host->config->export.page_path;
	struct buf title = { 0 };
	struct page *page;

	if (!path)
		return NULL;
	page = xcalloc(1, sizeof(*page));
	page->base.host = host;
	exporter_init(&page->exporter, host);
	page->exporter.lines_of_calls = true;
	page->has_system = page->exporter.has_system;
	put_page_title(&title, host->config);
	page->title = buf_take(&title);
	page->zlib = zlib_new();
	page->width_ns = FIRST_WIDTH_NS;
	page->by_tid.limit = 4 * THREADS_MAX;
	page->calls.limit = page->errors.limit = page->files.limit = page->peers.limit = NAMES_MAX;
	page->output = output_open_file(path, false, MODE_PRIVATE, OUTPUT_BLOCK);
	*failed = !page->output;
	if (*failed)
		warn_errno("--report: cannot write to '%s'", path);
	else
		page_write_head(page);
	return &page->base;
}

static void page_needs(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer;
	exporter_needs(needs);
	needs->subjects = SUBJECT_TASK | SUBJECT_PATH | SUBJECT_PEER;
}

static void page_enter(struct consumer *consumer, const struct moment *moment)
{
	struct page *page = page_of(consumer);
	struct export_record record = exporter_enter(&page->exporter, moment);

	add_to_page(page, &record);
}

static void page_exit(struct consumer *consumer, const struct moment *moment)
{
	struct page *page = page_of(consumer);
	struct export_record record = exporter_exit(&page->exporter, moment);

	add_to_page(page, &record);
}

static void page_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct page *page = page_of(consumer);
	struct export_record record = exporter_unfinished(&page->exporter, moment);

	add_to_page(page, &record);
}

static void page_event(struct consumer *consumer, const struct moment *moment)
{
	struct page *page = page_of(consumer);
	struct export_record record = exporter_event(&page->exporter, moment);

	add_to_page(page, &record);
}

static bool page_failed(const struct consumer *consumer)
{
	return output_failed(page_of(consumer)->output);
}

static bool page_close(struct consumer *consumer)
{
	struct page *page = page_of(consumer);
	bool good;

	page_write_end(page);
	good = output_close(page->output);
	for (size_t i = 0; i < page->n_threads; i++) {
		free(page->threads[i].comm);
		free(page->threads[i].program);
		free(page->threads[i].end);
		free(page->threads[i].buckets);
	}
	free_slow(&page->slow);
	free_slow(&page->waits);
	free(page->threads);
	tallies_free(&page->by_tid);
	tallies_free(&page->calls);
	tallies_free(&page->errors);
	tallies_free(&page->files);
	tallies_free(&page->peers);
	buf_free(&page->records);
	free(page->blocks);
	free(page->zlib);
	free(page->title);
	exporter_free(&page->exporter);
	free(page);
	return good;
}

const struct consumer_ops page_consumer = {
	.takes_requests = true,
	.slot_size = sizeof(struct exported_tracee),
	.asked = page_asked,
	.claim = page_claim,
	.replaces_lines = page_replaces_lines,
	.open = page_open,
	.needs = page_needs,
	.enter = page_enter,
	.exit = page_exit,
	.unfinished = page_unfinished,
	.event = page_event,
	.forget = exporter_forget,
	.failed = page_failed,
	.close = page_close,
};
