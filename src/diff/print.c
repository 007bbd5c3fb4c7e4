/* SPDX-License-Identifier: MIT */
/* Compares two traces thread by thread, and writes the differences. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diff/match.h"
#include "diff/meaning.h"
#include "scry/diff.h"
#include "scry/json.h"

/* Items that are shown before and after a difference, as diff -u does. */
#define CONTEXT 3

/* A call is slower if its times differ by more. */
#define LEAST_DIFFERENCE_NS 1000000u

/* One line of the comparison: an item of one trace, or of both. */
struct step {
	const struct item_piece *items[2]; /* NULL: only the other trace has it */
	bool same;
};

struct comparison {
	const struct diff_style *style;
	struct output *output;
	struct trace traces[2];
	struct step *steps; /* of the threads that are compared */
	size_t n_steps, capacity;
	struct buf text;
	bool different;
	regex_t *ignored; /* NULL: all calls are compared */
	/*
	 * Differences: calls of one trace alone, and of both; those that fail in one of them only;
	 * threads.
	 */
	size_t alone[2], changed, failing[2], threads[2];
};

/* The items of one thread, or none. */
struct sequence {
	const struct trace_item *items;
	size_t n;
	uint64_t *hashes;
	bool *kept;
};

/* --- steps --------------------------------------------------------------------------------- */

static bool is_slower(const struct comparison *comparison, const struct item_piece *a,
		      const struct item_piece *b)
{
	uint64_t less, more, factor = comparison->style->slower;

	/* Without this option items that mean the same are not read. */
	if (!factor)
		return false;
	less = a->duration_ns;
	more = b->duration_ns;
	if (less > more) {
		less = b->duration_ns;
		more = a->duration_ns;
	}
	return more - less >= LEAST_DIFFERENCE_NS && more / factor >= less;
}

static void add_step(struct comparison *comparison, const struct trace_item *a,
		     const struct trace_item *b)
{
	bool same = a && b && a->key == b->key && !is_slower(comparison, a->piece, b->piece);

	comparison->steps = xgrow(comparison->steps, comparison->n_steps, &comparison->capacity,
				  sizeof(*comparison->steps));
	comparison->steps[comparison->n_steps++] = (struct step){
		{ a ? a->piece : NULL, b ? b->piece : NULL },
		same,
	};
}

static struct sequence items_of(const struct trace *trace, uint32_t thread)
{
	struct sequence sequence = { 0 };

	if (thread == NO_THREAD)
		return sequence;
	sequence.items = trace->threads[thread].items;
	sequence.n = trace->threads[thread].n_items;
	return sequence;
}

static bool is_ignored(const struct comparison *comparison, const struct item_piece *item,
		       struct buf *text)
{
	buf_clear(text);
	buf_put(text, item_text(item), item->text_len);
	return !regexec(comparison->ignored, buf_cstr(text), 0, NULL, 0);
}

/* Leaves items out that are not compared. Their place is lost: it is not needed again. */
static void leave_out(struct comparison *comparison, struct trace *trace)
{
	struct buf text = { 0 };

	for (size_t i = 0; comparison->ignored && i < trace->n_threads; i++) {
		struct trace_thread *thread = &trace->threads[i];
		size_t kept = 0;

		for (size_t at = 0; at < thread->n_items; at++)
			if (!is_ignored(comparison, thread->items[at].piece, &text))
				thread->items[kept++] = thread->items[at];
		thread->n_items = kept;
	}
	buf_free(&text);
}

/* Counts a difference for the last line. */
static void count_rows(struct comparison *comparison, const struct step *step)
{
	const struct item_piece *a = step->items[0], *b = step->items[1];

	if (step->same)
		return;
	comparison->alone[0] += a && !b;
	comparison->alone[1] += b && !a;
	comparison->changed += a && b;
	comparison->failing[0] += a && a->failed && !(b && b->failed);
	comparison->failing[1] += b && b->failed && !(a && a->failed);
}

static void prepare_rows(struct sequence *sequence, bool by_name)
{
	sequence->hashes = xcalloc(sequence->n + 1, sizeof(*sequence->hashes));
	sequence->kept = xcalloc(sequence->n + 1, sizeof(*sequence->kept));
	for (size_t i = 0; i < sequence->n; i++)
		sequence->hashes[i] =
			by_name ? hash_text(HASH_START, item_name(sequence->items[i].piece))
				: sequence->items[i].key;
}

/*
 * Aligns two sequences and adds their steps. Between items that mean the same, calls of the same
 * name become a pair that differs.
 */
static void align(struct comparison *comparison, struct sequence a, struct sequence b, bool by_name)
{
	size_t i = 0, j = 0;

	prepare_rows(&a, by_name);
	prepare_rows(&b, by_name);
	diff_align(a.hashes, a.n, b.hashes, b.n, a.kept, b.kept);
	while (i < a.n || j < b.n) {
		size_t from_a = i, from_b = j;

		while (i < a.n && !a.kept[i])
			i++;
		while (j < b.n && !b.kept[j])
			j++;
		if (!by_name && i > from_a && j > from_b) {
			align(comparison, (struct sequence){ a.items + from_a, i - from_a, 0, 0 },
			      (struct sequence){ b.items + from_b, j - from_b, 0, 0 }, true);
		} else {
			while (from_a < i)
				add_step(comparison, &a.items[from_a++], NULL);
			while (from_b < j)
				add_step(comparison, NULL, &b.items[from_b++]);
		}
		if (i < a.n && j < b.n)
			add_step(comparison, &a.items[i++], &b.items[j++]);
	}
	free(a.hashes);
	free(a.kept);
	free(b.hashes);
	free(b.kept);
}

/* --- text ---------------------------------------------------------------------------------- */

/* The colours of git diff. */
enum paint { PAINT_NONE, PAINT_HEAD, PAINT_HUNK, PAINT_REMOVED, PAINT_ADDED };

static void put_diff_line(struct comparison *comparison, enum paint paint, const char *text,
			  size_t len)
{
	static const char *const codes[] = { NULL, "1", "36", "31", "32" };
	bool colored = comparison->style->colored && codes[paint];
	struct buf *out = &comparison->text;

	if (colored)
		buf_printf(out, "\033[%sm", codes[paint]);
	buf_put(out, text, len);
	buf_puts(out, colored ? "\033[m\n" : "\n");
}

/* Writes the text of an item. Each of its lines begins with the mark. */
static void put_item(struct comparison *comparison, char mark, const struct item_piece *item)
{
	enum paint paint = mark == '-' ? PAINT_REMOVED : mark == '+' ? PAINT_ADDED : PAINT_NONE;
	const char *text = item_text(item), *end = text + item->text_len;
	struct buf line = { 0 };

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));

		if (!stop)
			stop = end;
		buf_clear(&line);
		buf_putc(&line, mark);
		buf_put(&line, text, (size_t)(stop - text));
		put_diff_line(comparison, paint, line.data, line.len);
		text = stop + 1;
	}
	buf_free(&line);
}

static void flush(struct comparison *comparison)
{
	output_write(comparison->output, comparison->text.data, comparison->text.len);
	output_line_done(comparison->output);
	buf_clear(&comparison->text);
}

static void put_diff_head(struct comparison *comparison)
{
	static const char *const marks[] = { "--- ", "+++ " };
	struct buf line = { 0 };

	for (size_t i = 0; i < 2; i++) {
		buf_clear(&line);
		buf_puts(&line, marks[i]);
		buf_puts(&line, comparison->style->names[i]);
		put_diff_line(comparison, PAINT_HEAD, line.data, line.len);
	}
	buf_free(&line);
}

static const struct trace_thread *thread_of(const struct comparison *comparison,
					    const struct match *match, unsigned side)
{
	return match->threads[side] == NO_THREAD
		       ? NULL
		       : &comparison->traces[side].threads[match->threads[side]];
}

static const char *program_of(const struct trace *trace, const struct trace_thread *thread)
{
	while (!thread->program && thread->creator != NO_THREAD)
		thread = &trace->threads[thread->creator];
	return thread->program;
}

/* "process 12 and 15, /bin/ls" */
static void put_threads(const struct comparison *comparison, const struct match *match,
			struct buf *out)
{
	const struct trace_thread *a = thread_of(comparison, match, 0);
	const struct trace_thread *b = thread_of(comparison, match, 1);
	const char *program_a = a ? program_of(&comparison->traces[0], a) : NULL;
	const char *program_b = b ? program_of(&comparison->traces[1], b) : NULL;

	buf_puts(out, (a ? a : b)->is_thread ? "thread " : "process ");
	buf_put_dec(out, (a ? a : b)->tid);
	if (a && b)
		buf_printf(out, " and %d", b->tid);
	if (program_a)
		buf_printf(out, ", %s", program_a);
	if (program_b && (!program_a || strcmp(program_a, program_b)))
		buf_printf(out, "%s%s", program_a ? " and " : ", ", program_b);
	if (!a || !b)
		buf_printf(out, ", only in %s", comparison->style->names[!a]);
}

/*
 * "-12,7": where the items of a hunk begin and how many they are. As in diff -u, the number before
 * if there are none.
 */
static void put_range(struct buf *out, char mark, size_t before, size_t n)
{
	buf_printf(out, " %c%zu,%zu", mark, n ? before + 1 : before, n);
}

static void put_call_count(struct buf *out, size_t n, const char *one, const char *many,
			   const char *end)
{
	if (n)
		buf_printf(out, "%s%zu %s%s", out->len ? "; " : "", n, plural(n, one, many), end);
}

/* The last line says how much differs. */
static void put_summary(struct comparison *comparison)
{
	struct buf line = { 0 }, end = { 0 };

	put_call_count(&line, comparison->changed, "call differs", "calls differ", "");
	for (size_t side = 0; side < 2; side++) {
		const char *name = comparison->style->names[side];

		buf_clear(&end);
		buf_printf(&end, " only in %s", name);
		put_call_count(&line, comparison->alone[side], "call", "calls", buf_cstr(&end));
		put_call_count(&line, comparison->failing[side], "call fails", "calls fail",
			       buf_cstr(&end));
		put_call_count(&line, comparison->threads[side], "process or thread",
			       "processes or threads", buf_cstr(&end));
	}
	put_diff_line(comparison, PAINT_HEAD, line.data, line.len);
	flush(comparison);
	buf_free(&line);
	buf_free(&end);
}

static void put_hunk(struct comparison *comparison, const struct match *match, size_t from,
		     size_t end, const size_t before[2])
{
	struct buf line = { 0 };
	size_t n[2] = { 0 };

	for (size_t i = from; i < end; i++)
		for (size_t side = 0; side < 2; side++)
			n[side] += comparison->steps[i].items[side] != NULL;
	buf_puts(&line, "@@");
	put_range(&line, '-', before[0], n[0]);
	put_range(&line, '+', before[1], n[1]);
	buf_puts(&line, " @@ ");
	put_threads(comparison, match, &line);
	put_diff_line(comparison, PAINT_HUNK, line.data, line.len);
	buf_free(&line);
	for (size_t i = from; i < end; i++) {
		const struct step *step = &comparison->steps[i];

		if (step->same) {
			put_item(comparison, ' ', step->items[0]);
			continue;
		}
		if (step->items[0])
			put_item(comparison, '-', step->items[0]);
		if (step->items[1])
			put_item(comparison, '+', step->items[1]);
	}
	flush(comparison);
}

/*
 * Returns the end of the hunk that the difference at `at` begins: after CONTEXT items that are the
 * same.
 */
static size_t find_end(const struct comparison *comparison, size_t at)
{
	size_t last = at;

	for (; at < comparison->n_steps && at - last <= 2 * CONTEXT + 1; at++)
		if (!comparison->steps[at].same)
			last = at;
	return last + 1 + CONTEXT < comparison->n_steps ? last + 1 + CONTEXT : comparison->n_steps;
}

static void put_hunks(struct comparison *comparison, const struct match *match)
{
	size_t before[2] = { 0 }, counted = 0;

	for (size_t i = 0; i < comparison->n_steps;) {
		size_t from = i > CONTEXT ? i - CONTEXT : 0, end;

		if (comparison->steps[i].same) {
			i++;
			continue;
		}
		if (from < counted)
			from = counted;
		for (; counted < from; counted++)
			for (size_t side = 0; side < 2; side++)
				before[side] += comparison->steps[counted].items[side] != NULL;
		end = find_end(comparison, i);
		if (!comparison->different)
			put_diff_head(comparison);
		comparison->different = true;
		put_hunk(comparison, match, from, end, before);
		for (; counted < end; counted++)
			for (size_t side = 0; side < 2; side++)
				before[side] += comparison->steps[counted].items[side] != NULL;
		i = end;
	}
}

/* --- records ------------------------------------------------------------------------------- */

static void put_json_thread(const struct comparison *comparison, const struct match *match,
			    unsigned side, struct buf *out)
{
	const struct trace_thread *thread = thread_of(comparison, match, side);

	if (!thread) {
		json_put_null(out);
		return;
	}
	json_begin_object(out);
	json_add_signed(out, "tid", thread->tid);
	json_add_text(out, "program", program_of(&comparison->traces[side], thread));
	json_end_object(out);
}

static void put_json_item(const struct item_piece *item, struct buf *out)
{
	const char *line;

	if (!item) {
		json_put_null(out);
		return;
	}
	line = item_text(item);
	json_begin_object(out);
	json_begin_member(out, "text");
	json_put_string(out, line, strnlen(line, item->text_len ? item->text_len - 1 : 0));
	json_add_unsigned(out, "duration_ns", item->duration_ns);
	json_end_object(out);
}

/* The names of the arguments that differ, "result" and "time". */
static void put_json_differences(const struct comparison *comparison, const struct step *step,
				 struct buf *out)
{
	const struct item_piece *a = step->items[0], *b = step->items[1];
	const char *name_a = item_name(a), *name_b = item_name(b);
	uint32_t n = a->n_arguments > b->n_arguments ? a->n_arguments : b->n_arguments;

	for (uint32_t i = 0; i < n; i++) {
		bool has_a = i < a->n_arguments, has_b = i < b->n_arguments;

		if (has_a)
			name_a += strlen(name_a) + 1;
		if (has_b)
			name_b += strlen(name_b) + 1;
		if (has_a && has_b && item_arguments(a)[i] == item_arguments(b)[i])
			continue;
		json_begin_element(out);
		json_put_text(out, has_a ? name_a : name_b);
	}
	if (a->result != b->result) {
		json_begin_element(out);
		json_put_text(out, "result");
	}
	if (is_slower(comparison, a, b)) {
		json_begin_element(out);
		json_put_text(out, "time");
	}
}

static void put_records(struct comparison *comparison, const struct match *match)
{
	struct timespec now;
	struct buf *out = &comparison->text;

	clock_gettime(CLOCK_REALTIME, &now);
	for (size_t i = 0; i < comparison->n_steps; i++) {
		const struct step *step = &comparison->steps[i];
		const struct item_piece *a = step->items[0], *b = step->items[1];

		if (step->same)
			continue;
		comparison->different = true;
		json_put_head(out, "difference", &now);
		json_add_text(out, "change", a && b ? "changed" : a ? "removed" : "added");
		json_add_text(out, "name", item_name(a ? a : b));
		json_begin_member(out, "differs");
		json_begin_array(out);
		if (a && b)
			put_json_differences(comparison, step, out);
		json_end_array(out);
		json_begin_member(out, "threads");
		json_begin_array(out);
		put_json_thread(comparison, match, 0, out);
		json_begin_element(out);
		put_json_thread(comparison, match, 1, out);
		json_end_array(out);
		json_begin_member(out, "calls");
		json_begin_array(out);
		put_json_item(a, out);
		json_begin_element(out);
		put_json_item(b, out);
		json_end_array(out);
		json_end_line(out);
		flush(comparison);
	}
}

/* --- both ---------------------------------------------------------------------------------- */

static void compare_traces(struct comparison *comparison)
{
	const struct trace *const traces[2] = { &comparison->traces[0], &comparison->traces[1] };
	struct match *matches;
	size_t n;

	matches = match_threads(traces, &n);
	for (size_t i = 0; i < n; i++) {
		comparison->n_steps = 0;
		align(comparison, items_of(traces[0], matches[i].threads[0]),
		      items_of(traces[1], matches[i].threads[1]), false);
		for (size_t step = 0; step < comparison->n_steps; step++)
			count_rows(comparison, &comparison->steps[step]);
		for (size_t side = 0; side < 2; side++)
			comparison->threads[side] +=
				comparison->n_steps && matches[i].threads[!side] == NO_THREAD;
		if (comparison->style->json)
			put_records(comparison, &matches[i]);
		else
			put_hunks(comparison, &matches[i]);
	}
	free(matches);
	if (comparison->different && !comparison->style->json)
		put_summary(comparison);
}

enum diff_status diff_print(const struct diff_style *style, const int fds[2], struct output *output)
{
	struct comparison comparison = { .style = style, .output = output };
	bool complete = true;
	regex_t regex;

	/* The command line was refused if it cannot be compiled. */
	if (style->ignored && !regcomp(&regex, style->ignored, REG_EXTENDED | REG_NOSUB))
		comparison.ignored = &regex;
	for (size_t i = 0; i < 2; i++) {
		complete &= trace_read(&comparison.traces[i], fds[i]);
		leave_out(&comparison, &comparison.traces[i]);
	}
	compare_traces(&comparison);
	if (comparison.ignored)
		regfree(comparison.ignored);
	free(comparison.steps);
	buf_free(&comparison.text);
	for (size_t i = 0; i < 2; i++)
		trace_free(&comparison.traces[i]);
	if (!complete)
		return DIFF_TROUBLE;
	return comparison.different ? DIFF_DIFFERENT : DIFF_EQUAL;
}
