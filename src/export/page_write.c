/* SPDX-License-Identifier: MIT */
/*
 * The file of --report: markup and styles, blocks of records in base64, what was counted in JSON,
 * and the script that shows all that. Nothing of a tracee becomes markup: the blocks have no
 * character that markup has, and JSON has \u003c for "<".
 */
#include "export/page_write.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "export/report_strings.h"
#include "scry/json.h"

#ifdef HAVE_ZLIB
#include <zlib.h>

#define LEVEL 6

struct zlib {
	LIBRARY_POINTER(compressBound);
	LIBRARY_POINTER(compress2);
};

static const struct library_function functions[] = {
	LIBRARY_FUNCTION(struct zlib, compressBound),
	LIBRARY_FUNCTION(struct zlib, compress2),
};

struct zlib *zlib_new(void)
{
	struct zlib *zlib = xcalloc(1, sizeof(*zlib));
	char *why = NULL;

	if (library_load(ZLIB_SONAME, functions, ARRAY_SIZE(functions), zlib, &why))
		return zlib;
	free(why);
	free(zlib);
	return NULL;
}

/* Returns false if the bytes cannot be packed. */
static bool pack(const struct zlib *zlib, struct buf *out, const struct buf *bytes)
{
	uLongf room;

	if (!zlib)
		return false;
	room = zlib->sym_compressBound(bytes->len);
	buf_reserve(out, room);
	if (zlib->sym_compress2((Bytef *)out->data, &room, (const Bytef *)bytes->data, bytes->len,
				LEVEL))
		return false;
	out->len = room;
	return true;
}
#else
struct zlib *zlib_new(void)
{
	return NULL;
}

static bool pack(const struct zlib *zlib, struct buf *out, const struct buf *bytes)
{
	(void)zlib, (void)out, (void)bytes;
	return false;
}
#endif

static void put_page_bytes(struct page *page, const char *text)
{
	output_write(page->output, text, strlen(text));
}

void page_write_head(struct page *page)
{
	put_page_bytes(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
			     "charset=\"utf-8\">\n<style>\n");
	put_page_bytes(page, report_css);
	put_page_bytes(page, "</style>\n");
	put_page_bytes(page, report_html);
}

void page_write_block(struct page *page)
{
	struct buf packed = { 0 }, text = { 0 };
	bool is_packed;

	if (!page->open.n)
		return;
	is_packed = pack(page->zlib, &packed, &page->records);
	buf_printf(&text, "<script type=\"text/plain\" class=\"%s\">",
		   is_packed ? "packed" : "plain");
	buf_put_base64(&text, is_packed ? packed.data : page->records.data,
		       is_packed ? packed.len : page->records.len);
	buf_puts(&text, "</script>\n");
	output_write(page->output, text.data, text.len);
	buf_free(&packed);
	buf_free(&text);
	page->blocks = xgrow(page->blocks, page->n_blocks + 1, &page->blocks_capacity,
			     sizeof(*page->blocks));
	page->blocks[page->n_blocks++] = page->open;
	page->open = (struct page_block){ 0 };
	buf_clear(&page->records);
}

/*
 * An element that is a number. The script reads those above 2^53, such as times after 104 days, as
 * the nearest double.
 */
static void put_page_number(struct buf *out, uint64_t number)
{
	json_begin_element(out);
	buf_put_udec(out, number);
}

static void put_signed(struct buf *out, int64_t number)
{
	json_begin_element(out);
	buf_put_dec(out, number);
}

static void put_page_text(struct buf *out, const char *text)
{
	json_begin_element(out);
	json_put_text(out, text);
}

static void put_number_member(struct buf *out, const char *key, uint64_t number)
{
	json_begin_member(out, key);
	buf_put_udec(out, number);
}

/* Begins a member on a line of its own. */
static void begin_part(struct buf *out, const char *key)
{
	buf_puts(out, ",\n\"");
	buf_puts(out, key);
	buf_puts(out, "\":");
}

/* Begins an element on a line of its own, unless it is the first one. */
static void begin_page_line(struct buf *out, bool first)
{
	buf_puts(out, first ? "" : ",\n");
}

/*
 * Members of type uint64_t that the file has, in its order: that of the functions *_of() in
 * report.js.
 */
static const size_t thread_numbers[] = {
	offsetof(struct page_thread, first_ns),	    offsetof(struct page_thread, last_ns),
	offsetof(struct page_thread, calls),	    offsetof(struct page_thread, errors),
	offsetof(struct page_thread, wall_ns),	    offsetof(struct page_thread, waiting_ns),
	offsetof(struct page_thread, first_bucket),
};
static const size_t tally_numbers[] = {
	offsetof(struct tally_row, calls),   offsetof(struct tally_row, errors),
	offsetof(struct tally_row, wall_ns), offsetof(struct tally_row, waiting_ns),
	offsetof(struct tally_row, max_ns),
};

static void put_page_numbers(struct buf *out, const void *object, const size_t *offsets, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_page_number(out, *(const uint64_t *)((const char *)object + offsets[i]));
}

/* skipped: the number of buckets in which nothing happened, before this one. */
static void put_bucket(struct buf *out, uint64_t skipped, const struct bucket *bucket)
{
	put_page_number(out, skipped);
	put_page_number(out, bucket->calls);
	put_page_number(out, bucket->errors);
	put_page_number(out, bucket->running_ns);
	put_page_number(out, bucket->waiting_ns);
}

static void put_buckets(struct buf *out, const struct page_thread *thread)
{
	uint64_t skipped = 0;

	json_begin_array(out);
	for (size_t i = 0; i < thread->n_buckets; i++) {
		const struct bucket *bucket = &thread->buckets[i];

		if (!bucket->calls && !bucket->running_ns && !bucket->waiting_ns) {
			skipped++;
			continue;
		}
		put_bucket(out, skipped, bucket);
		skipped = 0;
	}
	json_end_array(out);
}

static void put_thread(struct buf *out, const struct page_thread *thread)
{
	json_begin_array(out);
	put_signed(out, thread->tid);
	put_signed(out, thread->tgid);
	put_signed(out, thread->parent);
	put_page_text(out, thread->comm);
	put_page_text(out, thread->program);
	put_page_text(out, thread->end);
	put_page_numbers(out, thread, thread_numbers, ARRAY_SIZE(thread_numbers));
	json_begin_element(out);
	put_buckets(out, thread);
	json_end_array(out);
}

static void put_tallies(struct buf *out, const char *name, const struct tallies *tallies)
{
	begin_part(out, name);
	json_begin_object(out);
	put_number_member(out, "left_out", tallies->n_left_out);
	json_begin_member(out, "rows");
	json_begin_array(out);
	for (size_t i = 0; i < tallies->n; i++) {
		const struct tally_row *row = &tallies->rows[i];

		begin_page_line(out, !i);
		json_begin_array(out);
		put_page_text(out, row->key);
		put_page_numbers(out, row, tally_numbers, ARRAY_SIZE(tally_numbers));
		json_end_array(out);
	}
	json_end_array(out);
	json_end_object(out);
}

static int compare_slow(const void *a, const void *b)
{
	const struct slow_call *one = a, *other = b;

	return (one->duration_ns < other->duration_ns) - (one->duration_ns > other->duration_ns);
}

static void put_slow(struct buf *out, const char *name, struct slow_calls *calls)
{
	qsort(calls->items, calls->n, sizeof(*calls->items), compare_slow);
	begin_part(out, name);
	json_begin_array(out);
	for (size_t i = 0; i < calls->n; i++) {
		const struct slow_call *call = &calls->items[i];

		json_begin_element(out);
		json_begin_array(out);
		put_page_number(out, call->thread);
		put_page_number(out, call->start_ns);
		put_page_number(out, call->duration_ns);
		put_page_number(out, call->waiting_ns);
		put_page_text(out, call->text);
		json_end_array(out);
	}
	json_end_array(out);
}

static void put_blocks(struct buf *out, const struct page *page)
{
	begin_part(out, "blocks");
	json_begin_array(out);
	for (size_t i = 0; i < page->n_blocks; i++) {
		json_begin_element(out);
		json_begin_array(out);
		put_page_number(out, page->blocks[i].n);
		put_page_number(out, page->blocks[i].first_ns);
		put_page_number(out, page->blocks[i].last_ns);
		json_end_array(out);
	}
	json_end_array(out);
}

static void put_facts(struct buf *out, struct page *page)
{
	json_begin_object(out);
	json_add_text(out, "title", page->title);
	json_begin_member(out, "start");
	buf_put_dec(out, page->start.tv_sec);
	buf_putc(out, '.');
	buf_put_digits(out, (uint64_t)page->start.tv_nsec, 9);
	put_number_member(out, "span", page->end_ns);
	put_number_member(out, "width", page->width_ns);
	put_number_member(out, "calls", page->n_calls);
	put_number_member(out, "errors", page->n_errors);
	put_number_member(out, "left_out", page->n_left_out);
	json_add_bool(out, "cpu", page->has_system);
	if (page->base.host->findings) {
		begin_part(out, "findings");
		buf_put(out, page->base.host->findings->data, page->base.host->findings->len);
	}
	begin_part(out, "threads");
	json_begin_array(out);
	for (size_t i = 0; i < page->n_threads; i++) {
		begin_page_line(out, !i);
		put_thread(out, &page->threads[i]);
	}
	json_end_array(out);
	put_tallies(out, "by_call", &page->calls);
	put_tallies(out, "by_error", &page->errors);
	put_tallies(out, "by_file", &page->files);
	put_tallies(out, "by_peer", &page->peers);
	put_slow(out, "slow", &page->slow);
	put_slow(out, "waits", &page->waits);
	put_blocks(out, page);
	json_end_object(out);
}

void page_write_end(struct page *page)
{
	struct buf facts = { 0 };
	const char *rest, *end, *mark;

	page_write_block(page);
	put_page_bytes(page, "<script type=\"application/json\" id=\"facts\">");
	put_facts(&facts, page);
	rest = facts.data;
	end = rest + facts.len;
	for (; (mark = memchr(rest, '<', (size_t)(end - rest))); rest = mark + 1) {
		output_write(page->output, rest, (size_t)(mark - rest));
		put_page_bytes(page, "\\u003c");
	}
	output_write(page->output, rest, (size_t)(end - rest));
	buf_free(&facts);
	put_page_bytes(page, "</script>\n<script>\n");
	put_page_bytes(page, report_js);
	put_page_bytes(page, "</script>\n</body>\n</html>\n");
}
