/* SPDX-License-Identifier: MIT */
/* Draws the live screen of --top. */
#include <string.h>

#include "summary/columns.h"
#include "summary/keys.h"
#include "summary/rows.h"
#include "summary/table.h"
#include "summary/top.h"

/* The number of rows of a section of an opened row. */
#define SECTION_ROWS 20

/* On a narrow terminal columns are left out until this width is left for the last key. */
#define NAME_WIDTH 16

/* Lines below what is shown that are not rows: the headings, and the bottom line. */
#define OTHER_LINES 2

static void put_seconds(struct buf *out, uint64_t ns)
{
	buf_printf(out, "%.1f s", (double)ns / 1e9);
}

static void draw_count(struct buf *out, uint64_t n, const char *one, const char *many)
{
	buf_printf(out, "%llu %s", (unsigned long long)n, plural(n, one, many));
}

static void draw_title(const struct top *top, struct buf *out)
{
	const struct counter *total = &top->table.total.counter;

	buf_puts(out, "scry --top  ");
	put_seconds(out, top->elapsed_ns);
	buf_puts(out, "  ");
	draw_count(out, total->calls, "call", "calls");
	if (top->has_table && top->table.recent_ns) {
		buf_puts(out, " (");
		column_put(out, &summary_columns[SUMMARY_CALL_RATE], &top->table,
			   &top->table.total);
		buf_puts(out, "/s)");
	}
	buf_puts(out, ", ");
	draw_count(out, total->errors, "error", "errors");
	if (top->ended)
		buf_puts(out, "  [the trace has ended: q leaves]");
	if (top->paused)
		buf_puts(out, "  [paused: p goes on]");
	buf_puts(out, "  ");
	buf_put(out, top->title.data, top->title.len);
}

static void put_keys(const struct top *top, struct buf *out)
{
	for (size_t i = 0; i < top->viewed.n_keys; i++)
		buf_printf(out, "%s%s", i ? "," : "", summary_key_name(top->viewed.keys[i]));
}

static const char *sort_name(const struct top *top)
{
	for (size_t i = 0; i < top_n_sort_keys; i++)
		if (top_sort_keys[i].column == top->viewed.sort)
			return top_sort_keys[i].name;
	return top->viewed.sort < SUMMARY_COLUMNS ? summary_columns[top->viewed.sort].heading
						  : "number";
}

/* Says what is shown, or the message that the last key has left. */
static void put_state(const struct top *top, struct buf *out)
{
	if (top->message) {
		key_put_plain(out, top->message);
		return;
	}
	buf_puts(out, "by ");
	put_keys(top, out);
	buf_printf(out, "; sorted by %s", sort_name(top));
	if (top->filter[0]) {
		buf_puts(out, "; with ");
		key_put_plain(out, top->filter);
	}
	if (top_counted_since(top)) {
		buf_puts(out, "; counted for ");
		put_seconds(out, top->elapsed_ns - top_counted_since(top));
	}
}

static void put_question(const struct top *top, struct buf *out, const char *question)
{
	buf_puts(out, question);
	if (top->typed[0])
		key_put_plain(out, top->typed);
	buf_putc(out, '_');
}

/* What does not fit as a whole is in the help. */
static void put_sort_hint(const struct top *top, struct buf *out, const struct sort_key *sort)
{
	if (out->len + 3 + strlen(sort->name) <= top->width)
		buf_printf(out, " %c %s", sort->key, sort->name);
}

static void put_sort_hints(const struct top *top, struct buf *out)
{
	size_t before = out->len, none;

	buf_puts(out, "  sort:");
	none = out->len;
	for (size_t i = 0; i < top_n_sort_keys; i++)
		if (top_has_column(top, top_sort_keys[i].column))
			put_sort_hint(top, out, &top_sort_keys[i]);
	if (out->len == none)
		out->len = before;
}

static void put_bottom(const struct top *top, struct buf *out)
{
	switch (top->asks) {
	case ASKS_FILTER:
		put_question(top, out, "a text or an expression: ");
		return;
	case ASKS_KEYS:
		put_question(top, out, "group by (such as comm,errno): ");
		return;
	case ASKS_NOTHING:
		break;
	}
	if (top->page != PAGE_ROWS) {
		buf_puts(out, "Esc back");
		if (top->page_lines > top->height)
			buf_printf(out, "  PgDn PgUp: lines %zu to %zu of %zu", top->page_first + 1,
				   top->page_first + top->height, top->page_lines);
		return;
	}
	buf_puts(out, "q leave  h help  Enter open  g group  / filter  p pause");
	put_sort_hints(top, out);
}

/* --- pages --------------------------------------------------------------------------------- */

/* Returns the number of columns before the last key, and NAME_WIDTH for that. */
static size_t width_of(const struct layout *layout)
{
	size_t width = NAME_WIDTH;

	for (size_t i = 0; i + 1 < layout->n; i++)
		width += layout->cells[i].width + 1;
	return width;
}

/*
 * Leaves out columns, the last ones first, until the names fit. The column by which rows are sorted
 * stays.
 */
static void fit_columns(struct table *table, struct summary_config *config, struct layout *layout,
			size_t width)
{
	size_t i = config->n_columns;

	table->config = config;
	table_lay_out(layout, table);
	while (width_of(layout) > width && i--) {
		if (config->columns[i] == config->sort || config->columns[i] == SUMMARY_NAME)
			continue;
		config->n_columns--;
		memmove(&config->columns[i], &config->columns[i + 1],
			(config->n_columns - i) * sizeof(*config->columns));
		table_lay_out(layout, table);
	}
}

static void draw_table(const struct top *top, struct buf *out, const struct summary *summary)
{
	struct summary_config config;
	struct table table;
	struct layout layout;

	summary_group_table(summary, &table);
	config = *summary->config;
	fit_columns(&table, &config, &layout, top->width);
	table_put_row(out, &table, &layout, NULL);
	for (size_t i = 0; i < table.n; i++)
		table_put_row(out, &table, &layout, &table.rows[i]);
	table_free(&table);
}

/* Says which calls a section has that are counted only while the row is open. */
static void put_since(const struct top *top, struct buf *out)
{
	if (top->ended && top->opened.since_ns >= top->ended_ns) {
		buf_puts(out, ": none, since the trace had ended when the row was opened");
		return;
	}
	buf_puts(out, ", since the row was opened ");
	put_seconds(out, top->elapsed_ns - top->opened.since_ns);
	buf_puts(out, " ago");
}

static void begin_section(struct buf *out, enum summary_key key)
{
	buf_printf(out, "\nby %s", summary_key_name(key));
}

/* Puts the calls of the opened row by a key by which all calls are counted. */
static void put_section(const struct top *top, struct buf *out, enum summary_key key)
{
	struct summary_config config = top_section_config(top);
	struct summary *summary;

	config.keys[0] = key;
	config.n_keys = 1;
	config.top = SECTION_ROWS;
	summary = summary_new(&config);
	top_regroup(top, summary, true, false);
	begin_section(out, key);
	buf_putc(out, '\n');
	draw_table(top, out, summary);
	summary_free(summary);
}

static void put_paths(const struct top *top, struct buf *out)
{
	if (summary_has_key(&top->counted, KEY_PATH)) {
		put_section(top, out, KEY_PATH);
		return;
	}
	begin_section(out, KEY_PATH);
	put_since(top, out);
	buf_putc(out, '\n');
	if (top->opened.paths->groups->n)
		draw_table(top, out, top->opened.paths);
}

static void put_stacks(const struct top *top, struct buf *out)
{
	buf_puts(out, "\nby stack");
	if (!top->opened.stacks) {
		buf_puts(out, ": start scry with --top -k\n");
		return;
	}
	put_since(top, out);
	buf_putc(out, '\n');
	call_tree_print(top->opened.stacks, WEIGHT_CALLS, out);
}

static void put_opened(const struct top *top, struct buf *out)
{
	const char *value = top->opened.text;

	if (top->opened.all) {
		buf_puts(out, "all calls\n");
		put_stacks(top, out);
		return;
	}
	for (size_t i = 0; i < top->viewed.n_keys; i++) {
		buf_printf(out, "%s%s ", i ? ", " : "", summary_key_name(top->viewed.keys[i]));
		key_put_plain(out, top->opened.missing >> i & 1 ? NULL : value);
		value += strlen(value) + 1;
	}
	buf_putc(out, '\n');
	put_section(top, out, KEY_ERRNO);
	if (!summary_has_key(&top->viewed, KEY_SYSCALL))
		put_section(top, out, KEY_SYSCALL);
	put_paths(top, out);
	put_stacks(top, out);
}

static void put_help(const struct top *top, struct buf *out)
{
	for (size_t i = 0; i < top_n_bindings; i++)
		buf_printf(out, "%-8s %s\n", top_bindings[i].shown, top_bindings[i].help);
	buf_putc(out, '\n');
	for (size_t i = 0; i < top_n_sort_keys; i++)
		if (top_has_column(top, top_sort_keys[i].column))
			buf_printf(out, "%-8c sort by %s\n", top_sort_keys[i].key,
				   top_sort_keys[i].name);
	buf_puts(out, "\nkeys to group by: stack;");
	for (enum summary_key key = 0; key < SUMMARY_KEYS; key++)
		buf_printf(out, " %s", summary_key_name(key));
	buf_putc(out, '\n');
}

/* Appends the lines of PAGE_ROW or PAGE_HELP. */
static void top_put_page(const struct top *top, struct buf *out)
{
	if (top->page == PAGE_HELP)
		put_help(top, out);
	else
		put_opened(top, out);
}

/* --- drawing ------------------------------------------------------------------------------- */

static size_t count_lines(const struct buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->len; i++)
		n += text->data[i] == '\n';
	return n;
}

/* Draws the lines of a page from page_first on. Returns the line after them. */
static unsigned draw_page(struct top *top, struct terminal *terminal, unsigned y)
{
	struct buf text = { 0 };
	size_t n, line = 0, end = y + top->height;

	top_put_page(top, &text);
	n = top->page_lines = count_lines(&text);
	if (top->page_first + top->height > n)
		top->page_first = n > top->height ? n - top->height : 0;
	for (size_t start = 0, at = 0; at < text.len && y < end; at++) {
		if (text.data[at] != '\n')
			continue;
		if (line++ >= top->page_first)
			terminal_put(terminal, y++, TERMINAL_PLAIN,
				     &(struct buf){ text.data + start, at - start, 0 });
		start = at + 1;
	}
	buf_free(&text);
	return y;
}

static void draw_row(const struct table *table, struct terminal *terminal, unsigned y,
		     const struct layout *layout, const struct row *row, enum terminal_style style)
{
	struct buf text = { 0 };

	table_put_row(&text, table, layout, row);
	text.len--; /* the line end */
	if (style != TERMINAL_PLAIN && text.len < terminal_columns(terminal))
		buf_fill(&text, ' ', terminal_columns(terminal) - text.len);
	terminal_put(terminal, y, style, &text);
	buf_free(&text);
}

/* Marks the cells of a row that people look for: errors, and waiting, which is no work. */
static void mark_cells(struct terminal *terminal, unsigned y, const struct layout *layout,
		       const struct row *row)
{
	size_t x = 0;

	for (size_t i = 0; i < layout->n; i++) {
		const struct cell *cell = &layout->cells[i];

		if (cell->column->figure == FIGURE_ERRORS && row->counter.errors)
			terminal_mark(terminal, y, x, cell->width, TERMINAL_ERROR);
		if (cell->column->figure == FIGURE_WAITING)
			terminal_mark(terminal, y, x, cell->width, TERMINAL_FAINT);
		if (cell->column->show == SHOW_NAME && i + 1 == layout->n)
			terminal_mark(terminal, y, x, SIZE_MAX, TERMINAL_NAME);
		x += cell->width + 1;
	}
}

/* Only the visible rows are laid out, since there may be thousands. */
static unsigned draw_rows(struct top *top, struct terminal *terminal, unsigned y)
{
	struct table visible = top->table;
	struct summary_config config = top->viewed;
	struct layout layout;

	if (top->selected < top->first)
		top->first = top->selected;
	if (top->selected >= top->first + top->height)
		top->first = top->selected - top->height + 1;
	if (top->first + top->height > top->table.n)
		top->first = top->table.n > top->height ? top->table.n - top->height : 0;
	visible.rows += top->first;
	visible.n -= top->first;
	if (visible.n > top->height)
		visible.n = top->height;
	fit_columns(&visible, &config, &layout, terminal_columns(terminal));
	draw_row(&visible, terminal, y++, &layout, NULL, TERMINAL_TITLE);
	for (size_t i = 0; i < visible.n; i++, y++) {
		bool selected = top->first + i == top->selected;

		draw_row(&visible, terminal, y, &layout, &visible.rows[i],
			 selected ? TERMINAL_REVERSE : TERMINAL_PLAIN);
		if (!selected)
			mark_cells(terminal, y, &layout, &visible.rows[i]);
	}
	return y;
}

static void draw_line(struct terminal *terminal, unsigned y, enum terminal_style style,
		      const struct top *top, void (*put)(const struct top *top, struct buf *out))
{
	struct buf text = { 0 };

	put(top, &text);
	terminal_put(terminal, y, style, &text);
	buf_free(&text);
}

/*
 * Returns how many bytes of a text fit on a line with this number of columns: whole words if there
 * are any.
 */
static size_t line_length(const char *text, size_t len, size_t columns)
{
	size_t at = 0, blank = 0;

	for (size_t n = 0; at < len && n < columns; n++) {
		size_t bytes = utf8_length((const unsigned char *)text + at, len - at);

		at += bytes ? bytes : 1;
		if (at < len && text[at] == ' ')
			blank = at;
	}
	return at < len && blank ? blank : at;
}

/*
 * Draws what is shown on a line, or a message on as many lines as it needs. Returns the line after
 * it.
 */
static unsigned draw_state(const struct top *top, struct terminal *terminal, unsigned y)
{
	struct buf text = { 0 };
	size_t at = 0, len;

	put_state(top, &text);
	do {
		len = line_length(text.data + at, text.len - at, terminal_columns(terminal));
		terminal_put(terminal, y++, top->message ? TERMINAL_ERROR : TERMINAL_PLAIN,
			     &(struct buf){ text.data + at, len, 0 });
		at += len + (at + len < text.len && text.data[at + len] == ' ');
	} while (top->message && at < text.len && y + OTHER_LINES < terminal_lines(terminal));
	buf_free(&text);
	return y;
}

void top_draw(struct top *top, struct terminal *terminal)
{
	unsigned lines = terminal_lines(terminal), y;
	static const struct buf empty;

	if (!top->has_table)
		top_rebuild(top);
	top->width = terminal_columns(terminal);
	draw_line(terminal, 0, TERMINAL_TITLE, top, draw_title);
	y = draw_state(top, terminal, 1);
	top->height = lines > y + OTHER_LINES ? lines - y - OTHER_LINES : 1;
	if (top->page == PAGE_ROWS)
		y = draw_rows(top, terminal, y);
	else
		y = draw_page(top, terminal, y);
	for (; y + 1 < lines; y++)
		terminal_put(terminal, y, TERMINAL_PLAIN, &empty);
	draw_line(terminal, lines - 1, TERMINAL_REVERSE, top, put_bottom);
	terminal_show(terminal, lines);
}
