/* SPDX-License-Identifier: MIT */
/*
 * The file of --report: markup and styles, blocks of records in base64, what was counted in JSON, and the script that shows
 * all that. Nothing of a tracee becomes markup: the blocks have no character that markup has, and JSON has \u003c for "<".
 */
#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "export/page.h"
#include "export/report_strings.h"
#include "scry/sinks.h"

#ifdef HAVE_ZLIB
#include <zlib.h>

#define LEVEL 6

struct zlib {
	uLong (*bound)(uLong len);
	int (*pack)(Bytef *to, uLongf *room, const Bytef *from, uLong len, int level);
};

static const struct library_function functions[] = {
	LIBRARY_FUNCTION(struct zlib, bound, compressBound),
	LIBRARY_FUNCTION(struct zlib, pack, compress2),
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
	room = zlib->bound(bytes->len);
	buf_reserve(out, room);
	if (zlib->pack((Bytef *)out->data, &room, (const Bytef *)bytes->data, bytes->len, LEVEL))
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

static void put(struct page *page, const char *text)
{
	output_write(page->output, text, strlen(text));
}

void page_write_head(struct page *page)
{
	put(page,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<style>\n");
	put(page, report_css);
	put(page, "</style>\n");
	put(page, report_html);
}

static void put_base64(struct buf *out, const struct buf *bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *s = (const unsigned char *)bytes->data;

	buf_reserve(out, bytes->len / 3 * 4 + 4);
	for (size_t i = 0; i < bytes->len; i += 3) {
		size_t n = bytes->len - i < 3 ? bytes->len - i : 3;
		unsigned word = (unsigned)s[i] << 16 | (n > 1 ? (unsigned)s[i + 1] << 8 : 0) |
				(n > 2 ? s[i + 2] : 0);

		for (unsigned digit = 0; digit < 4; digit++)
			buf_putc(out, digit <= n ? digits[word >> (18 - 6 * digit) & 63] : '=');
	}
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
	put_base64(&text, is_packed ? &packed : &page->records);
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

static void put_number(struct buf *out, uint64_t number)
{
	buf_putc(out, ',');
	buf_put_udec(out, number);
}

/* Members of type uint64_t that the file has, in its order: that of the functions *_of() in report.js. */
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

static void put_numbers(struct buf *out, const void *object, const size_t *offsets, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_number(out, *(const uint64_t *)((const char *)object + offsets[i]));
}

static void put_bucket(struct buf *out, const struct bucket *bucket)
{
	buf_put_udec(out, bucket->calls);
	put_number(out, bucket->errors);
	put_number(out, bucket->running_ns);
	put_number(out, bucket->waiting_ns);
}

static void put_thread(struct buf *out, const struct page_thread *thread)
{
	buf_printf(out, "[%d,%d,%d,", thread->tid, thread->tgid, thread->parent);
	json_put_text(out, thread->comm);
	buf_putc(out, ',');
	json_put_text(out, thread->program);
	buf_putc(out, ',');
	json_put_text(out, thread->end);
	put_numbers(out, thread, thread_numbers, ARRAY_SIZE(thread_numbers));
	buf_puts(out, ",[");
	for (size_t i = 0; i < thread->n_buckets; i++) {
		if (i)
			buf_putc(out, ',');
		put_bucket(out, &thread->buckets[i]);
	}
	buf_puts(out, "]]");
}

static void put_tallies(struct buf *out, const char *name, const struct tallies *tallies)
{
	buf_printf(out, ",\n\"%s\":{\"left_out\":%llu,\"rows\":[", name,
		   (unsigned long long)tallies->n_left_out);
	for (size_t i = 0; i < tallies->n; i++) {
		const struct tally_row *row = &tallies->rows[i];

		buf_puts(out, i ? ",\n[" : "[");
		json_put_text(out, row->key);
		put_numbers(out, row, tally_numbers, ARRAY_SIZE(tally_numbers));
		buf_putc(out, ']');
	}
	buf_puts(out, "]}");
}

static int compare_slow(const void *a, const void *b)
{
	const struct slow_call *one = a, *other = b;

	return (one->duration_ns < other->duration_ns) - (one->duration_ns > other->duration_ns);
}

static void put_slow(struct buf *out, struct page *page)
{
	qsort(page->slow, page->n_slow, sizeof(*page->slow), compare_slow);
	buf_puts(out, ",\n\"slow\":[");
	for (size_t i = 0; i < page->n_slow; i++) {
		const struct slow_call *call = &page->slow[i];

		buf_printf(out, "%s[%zu", i ? "," : "", call->thread);
		put_number(out, call->start_ns);
		put_number(out, call->duration_ns);
		put_number(out, call->waiting_ns);
		buf_putc(out, ',');
		json_put_text(out, call->text);
		buf_putc(out, ']');
	}
	buf_putc(out, ']');
}

static void put_facts(struct buf *out, struct page *page)
{
	buf_puts(out, "{\"title\":");
	json_put_text(out, page->title);
	buf_printf(out,
		   ",\"start\":%lld.%09ld,\"span\":%llu,\"width\":%llu,\"calls\":%llu,"
		   "\"errors\":%llu,\"left_out\":%llu,\"cpu\":%s",
		   (long long)page->start.tv_sec, page->start.tv_nsec,
		   (unsigned long long)page->end_ns, (unsigned long long)page->width_ns,
		   (unsigned long long)page->n_calls, (unsigned long long)page->n_errors,
		   (unsigned long long)page->n_left_out, page->has_system ? "true" : "false");
	buf_puts(out, ",\n\"threads\":[");
	for (size_t i = 0; i < page->n_threads; i++) {
		if (i)
			buf_puts(out, ",\n");
		put_thread(out, &page->threads[i]);
	}
	buf_putc(out, ']');
	put_tallies(out, "by_call", &page->calls);
	put_tallies(out, "by_error", &page->errors);
	put_tallies(out, "by_file", &page->files);
	put_tallies(out, "by_peer", &page->peers);
	put_slow(out, page);
	buf_puts(out, ",\n\"blocks\":[");
	for (size_t i = 0; i < page->n_blocks; i++)
		buf_printf(out, "%s[%u,%llu,%llu]", i ? "," : "", page->blocks[i].n,
			   (unsigned long long)page->blocks[i].first_ns,
			   (unsigned long long)page->blocks[i].last_ns);
	buf_puts(out, "]}");
}

void page_write_end(struct page *page)
{
	struct buf facts = { 0 };
	const char *rest, *end, *mark;

	page_write_block(page);
	put(page, "<script type=\"application/json\" id=\"facts\">");
	put_facts(&facts, page);
	rest = facts.data;
	end = rest + facts.len;
	for (; (mark = memchr(rest, '<', (size_t)(end - rest))); rest = mark + 1) {
		output_write(page->output, rest, (size_t)(mark - rest));
		put(page, "\\u003c");
	}
	output_write(page->output, rest, (size_t)(end - rest));
	buf_free(&facts);
	put(page, "</script>\n<script>\n");
	put(page, report_js);
	put(page, "</script>\n</body>\n</html>\n");
}
