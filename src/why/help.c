/* SPDX-License-Identifier: MIT */
/* --why=help: the list of findings, and the page of each, which is a section of doc/why.md. */
#include <string.h>

#include "why/rows.h"
#include "why/why.h"
#include "why/why_pages.h"

/*
 * Returns the section of doc/why.md, which begins with "## NAME"; NULL: there is none. *len: its
 * length.
 */
static const char *find_page(const char *name, size_t *len)
{
	const char *page = why_md, *end;
	size_t name_len = strlen(name);

	while ((page = strstr(page, "\n## "))) {
		page += 4;
		if (strncmp(page, name, name_len) != 0 || page[name_len] != '\n')
			continue;
		end = strstr(page, "\n## ");
		*len = end ? (size_t)(end - page) + 1 : strlen(page);
		return page;
	}
	return NULL;
}

static void put_list(struct buf *out)
{
	static const char *const heads[] = {
		[PART_FAILURE] = "Failures",
		[PART_WAITING] = "Waits",
		[PART_COST] = "Costs",
	};
	enum part part = PART_COST;

	for (size_t i = 0; i < FINDINGS; i++) {
		const struct finding_row *row = &finding_rows[i];

		if (!i || row->part != part)
			buf_printf(out, "%s%s:\n", i ? "\n" : "", heads[row->part]);
		part = row->part;
		buf_printf(out, "  %-22s %s\n", row->name, row->title ? row->title : row->next);
	}
	buf_puts(out, "\nscry --why=help NAME shows the page of a finding.\n");
}

static void put_page(struct buf *out, const struct finding_row *row)
{
	size_t len;
	const char *page = find_page(row->name, &len);

	if (page)
		buf_put(out, page, len);
	buf_printf(out, "Next: %s.\n", row->next);
	if (row->part == PART_COST && row->min_percent)
		buf_printf(out, "Shown from %llu calls and %llu%% of the time on",
			   (unsigned long long)row->min_calls,
			   (unsigned long long)row->min_percent);
	else if (row->part == PART_COST)
		buf_printf(out, "Shown from %llu calls on", (unsigned long long)row->min_calls);
	if (row->max_bytes)
		buf_printf(out, ", with at most %llu bytes each",
			   (unsigned long long)row->max_bytes);
	buf_printf(out, "%sSource: %s.\n", row->part == PART_COST ? ".\n" : "", row->source);
}

static const struct finding_row *find_row(const char *name)
{
	for (size_t i = 0; i < FINDINGS; i++)
		if (!strcmp(finding_rows[i].name, name))
			return &finding_rows[i];
	return NULL;
}

bool why_help(const char *name, struct buf *out, char **error)
{
	const struct finding_row *row = name ? find_row(name) : NULL;

	if (!name) {
		put_list(out);
		return true;
	}
	if (row) {
		put_page(out, row);
		return true;
	}
	set_error(error, "--why=help: there is no finding '%s'", name);
	add_nearest(error, ";", name, "",
		    (struct name_list){ finding_rows, FINDINGS, sizeof(*finding_rows) });
	return false;
}
