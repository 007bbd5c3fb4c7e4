/* SPDX-License-Identifier: MIT */
/* The findings as text, which fits on a screen, and as JSON. */
#include "why/print.h"

#include <stdio.h>
#include <time.h>

#include "scry/json.h"
#include "scry/sinks.h"
#include "scry/why.h"
#include "why/process.h"

#define SCREEN_LINES 24
#define SCREEN_COLUMNS 79
#define KEY_COLUMNS 12
#define TEXT_LINES_MAX 3 /* of one text */
#define COSTS_SHOWN 3

void put_harmless(struct buf *out, const char *text, size_t n)
{
	size_t len = strnlen(text, n), step;
	unsigned code;

	for (size_t i = 0; i < len; i += step) {
		step = utf8_length((const unsigned char *)text + i, len - i);
		if (!step) {
			step = 1;
			buf_putc(out, '?');
		} else if (utf8_is_control((const unsigned char *)text + i, step, &code)) {
			buf_putc(out, text[i] == '\t' || text[i] == '\n' ? ' ' : '?');
		} else {
			buf_put(out, text + i, step);
		}
	}
}

void put_time(struct buf *out, uint64_t ns)
{
	if (ns >= 10000000000u)
		buf_printf(out, "%.1f s", (double)ns / 1e9);
	else if (ns >= 1000000000u)
		buf_printf(out, "%.2f s", (double)ns / 1e9);
	else if (ns >= 1000000)
		buf_printf(out, "%.0f ms", (double)ns / 1e6);
	else
		buf_printf(out, "%.0f us", (double)ns / 1e3);
}

/* --- text ------------------------------------------------------------------------------------ */

static const char *const confidences[] = {
	[SURE] = "sure",
	[LIKELY] = "likely",
	[POSSIBLE] = "possible",
};
static const char *const parts[] = {
	[PART_FAILURE] = "failure",
	[PART_WAITING] = "waiting",
	[PART_COST] = "cost",
};

static const char *part_of(const struct finding *finding)
{
	return finding->as_wait ? parts[PART_WAITING] : parts[finding->row->part];
}

static const char *next_of(const struct finding *finding)
{
	return finding->next ? finding->next : finding->row->next;
}

/* Appends a key and a text, which is broken between words. Returns the number of lines. */
static size_t put_wrapped(struct buf *out, const char *key, const char *text)
{
	size_t room = SCREEN_COLUMNS - KEY_COLUMNS, lines = 0;

	buf_printf(out, "  %-*s", KEY_COLUMNS - 2, key);
	for (;;) {
		size_t len = strlen(text), cut = room;

		if (len <= room) {
			buf_puts(out, text);
			break;
		}
		while (cut > room / 2 && text[cut] != ' ')
			cut--;
		if (text[cut] != ' ')
			cut = room;
		/* A character of several bytes stays whole. */
		while (cut && ((unsigned char)text[cut] & 0xc0) == 0x80)
			cut--;
		if (++lines == TEXT_LINES_MAX) {
			buf_put(out, text, cut - 3);
			buf_puts(out, "...");
			break;
		}
		buf_put(out, text, cut);
		text += cut + (text[cut] == ' ');
		buf_printf(out, "\n%*s", KEY_COLUMNS, "");
	}
	buf_putc(out, '\n');
	return lines + (lines < TEXT_LINES_MAX);
}

static size_t put_advice(struct buf *out, const struct finding *finding)
{
	struct buf text = { 0 };
	size_t lines;

	buf_printf(&text, "%s", next_of(finding));
	buf_printf(&text, " (scry --why=help %s)", finding->row->name);
	lines = put_wrapped(out, "next", buf_cstr(&text));
	buf_free(&text);
	return lines;
}

static size_t put_finding(struct buf *out, const struct finding *finding, bool whole)
{
	struct buf title = { 0 }, sure = { 0 };
	size_t lines;

	buf_printf(&title, "%s [%s]", buf_cstr((struct buf *)&finding->title), finding->row->name);
	buf_printf(&sure, "%s", finding->reason ? finding->reason : "");
	lines = put_wrapped(out, part_of(finding), buf_cstr(&title));
	for (size_t i = 0; i < finding->n_lines && (whole || i < 2); i++)
		lines += put_wrapped(out, finding->lines[i].key, finding->lines[i].text);
	if (whole)
		lines += put_wrapped(out, confidences[finding->confidence], buf_cstr(&sure));
	lines += put_advice(out, finding);
	buf_free(&title);
	buf_free(&sure);
	return lines;
}

static void put_nothing(const struct diagnosis *diagnosis, struct buf *out)
{
	const struct process *root = diagnosis->root;

	buf_puts(out, "scry: why: nothing unusual");
	if (root && root->ended && !process_failed(root))
		buf_puts(out, ": the command ended well");
	buf_printf(out, ", %llu call%s in ", (unsigned long long)diagnosis->n_calls,
		   plural_s(diagnosis->n_calls));
	put_time(out, diagnosis->last_ns - diagnosis->first_ns);
	buf_putc(out, '\n');
}

void findings_put_text(const struct diagnosis *diagnosis, struct buf *out)
{
	size_t lines = 1, costs = 0, shown = 0;

	if (!diagnosis->n_findings) {
		put_nothing(diagnosis, out);
	} else {
		buf_printf(out, "scry: why: %zu finding%s, %llu call%s in ", diagnosis->n_findings,
			   plural_s(diagnosis->n_findings), (unsigned long long)diagnosis->n_calls,
			   plural_s(diagnosis->n_calls));
		put_time(out, diagnosis->last_ns - diagnosis->first_ns);
		buf_putc(out, '\n');
	}
	for (size_t i = 0; i < diagnosis->n_findings; i++) {
		const struct finding *finding = diagnosis->findings[i];
		struct buf text = { 0 };
		size_t more;

		costs += finding->row->part == PART_COST;
		more = put_finding(&text, finding, !i);
		if (i && (lines + more >= SCREEN_LINES || costs > COSTS_SHOWN)) {
			buf_free(&text);
			break;
		}
		buf_put(out, text.data, text.len);
		buf_free(&text);
		lines += more;
		shown++;
	}
	if (shown < diagnosis->n_findings)
		buf_printf(out, "  %zu more: --why=json has all\n", diagnosis->n_findings - shown);
	if (diagnosis->selective)
		buf_puts(out, "  note      not all calls were seen: -e, -P, -z, -Z, or a partial "
			      "recording\n");
	if (!diagnosis->look && diagnosis->n_stuck)
		buf_puts(out, "  note      who holds what is not known: a recording or a stub does "
			      "not say it\n");
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void put_finding_members(struct buf *out, const struct finding *finding)
{
	json_add_text(out, "part", part_of(finding));
	json_add_text(out, "name", finding->row->name);
	json_begin_member(out, "title");
	json_put_string(out, finding->title.data, finding->title.len);
	json_add_text(out, "confidence", confidences[finding->confidence]);
	json_add_text(out, "reason", finding->reason);
	json_add_text(out, "program", finding->program);
	if (finding->row->part == PART_COST) {
		json_add_unsigned(out, "cost_ns", finding->cost_ns);
		json_add_unsigned(out, "calls", finding->calls);
	}
	json_begin_member(out, "evidence");
	json_begin_array(out);
	for (size_t i = 0; i < finding->n_lines; i++) {
		json_begin_element(out);
		json_begin_object(out);
		json_add_text(out, "key", finding->lines[i].key);
		json_add_text(out, "text", finding->lines[i].text);
		json_end_object(out);
	}
	json_end_array(out);
	json_add_text(out, "next", next_of(finding));
	json_add_text(out, "source", finding->row->source);
}

static void put_records(const struct diagnosis *diagnosis, struct buf *out)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	for (size_t i = 0; i < diagnosis->n_findings; i++) {
		const struct finding *finding = diagnosis->findings[i];

		json_put_head(out, "finding", &now);
		json_add_signed(out, "pid", finding->pid);
		json_add_unsigned(out, "rank", i + 1);
		put_finding_members(out, finding);
		json_end_line(out);
	}
	json_put_head(out, "findings", &now);
	json_add_unsigned(out, "findings", diagnosis->n_findings);
	json_add_unsigned(out, "calls", diagnosis->n_calls);
	json_add_unsigned(out, "elapsed_ns", diagnosis->last_ns - diagnosis->first_ns);
	json_add_bool(out, "all_calls", !diagnosis->selective);
	json_add_bool(out, "live", diagnosis->look != NULL);
	json_end_line(out);
}

static void put_array(const struct diagnosis *diagnosis, struct buf *out)
{
	json_begin_array(out);
	for (size_t i = 0; i < diagnosis->n_findings; i++) {
		json_begin_element(out);
		json_begin_object(out);
		put_finding_members(out, diagnosis->findings[i]);
		json_end_object(out);
	}
	json_end_array(out);
}

void findings_put_json(const struct diagnosis *diagnosis, struct buf *out, bool lines)
{
	if (lines)
		put_records(diagnosis, out);
	else
		put_array(diagnosis, out);
}
