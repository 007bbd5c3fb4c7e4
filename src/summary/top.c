/* SPDX-License-Identifier: MIT */
/*
 * The live screen of --top: what is counted for it, and what keys do. src/summary/top_draw.c draws
 * it.
 */
#include "summary/top.h"

#include <stdlib.h>
#include <string.h>

#include "summary/counter.h"
#include "summary/keys.h"
#include "summary/rows.h"

/*
 * These keys need nothing but registers and the command name, so that calls are always counted by
 * them.
 */
static const enum summary_key always[] = { KEY_SYSCALL, KEY_PID,   KEY_TGID,
					   KEY_COMM,	KEY_ERRNO, KEY_CLASS };

const struct sort_key top_sort_keys[] = {
	{ 'r', SUMMARY_CALL_RATE, "calls/s" },
	{ 'c', SUMMARY_CALLS, "calls" },
	{ 'e', SUMMARY_ERRORS, "errors" },
	{ 'u', SUMMARY_WORK_RATE, "work" },
	{ 'i', SUMMARY_WAITING, "waiting" },
	{ 't', SUMMARY_BYTE_RATE, "bytes/s" },
	{ 'b', SUMMARY_BYTES, "bytes" },
	{ 'w', SUMMARY_WALL_TOTAL, "wall-clock time" },
	{ 's', SUMMARY_TOTAL, "system time" },
	{ 'm', SUMMARY_WALL_MAX, "longest call" },
	{ 'a', SUMMARY_WALL_AVERAGE, "average call" },
	{ '9', SUMMARY_P99, "p99" },
	{ 'n', SUMMARY_NAME, "name" },
};
const size_t top_n_sort_keys = ARRAY_SIZE(top_sort_keys);

bool top_has_column(const struct top *top, enum summary_column column)
{
	switch (column) {
	case SUMMARY_TOTAL:
	case SUMMARY_WAITING:
	case SUMMARY_WORK_RATE:
		return !top->config->wall_clock;
	case SUMMARY_P99:
		return top->counts->wants_histogram;
	default:
		return true;
	}
}

/* --- counting ------------------------------------------------------------------------------ */

static void add_keys(struct summary_config *config, const enum summary_key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!summary_has_key(config, keys[i]))
			config->keys[config->n_keys++] = keys[i];
}

/* Counts the calls that meet the expression, from now on. */
static void count_chosen(struct top *top)
{
	summary_free(top->chosen);
	top->chosen = summary_new(&top->counted);
	top->chosen_ns = top->elapsed_ns;
}

static void drop_expression(struct top *top)
{
	where_free(top->where);
	summary_free(top->chosen);
	top->where = NULL;
	top->chosen = NULL;
}

static const struct groups *shown_groups(const struct top *top)
{
	return top->where ? top->chosen->groups : top->counts->groups;
}

static struct groups *copy_groups(const struct groups *from)
{
	struct groups *copy = xcalloc(1, sizeof(*copy));

	copy->most = from->most;
	for (size_t i = 0; i < from->n; i++) {
		const struct key_group *group = &from->items[i];

		buf_clear(&copy->text);
		buf_put(&copy->text, group->text, group->len);
		counter_merge(groups_get(copy, group->missing), &group->counter);
	}
	counter_merge(&copy->others, &from->others);
	return copy;
}

static void free_copy(struct groups **copy)
{
	if (*copy)
		groups_free(*copy);
	free(*copy);
	*copy = NULL;
}

/*
 * Copies the counts: the screen stands still until the next copy, and shows what was counted
 * between two of them.
 */
static void copy_counts(struct top *top)
{
	free_copy(&top->before);
	top->before = top->latest;
	top->before_ns = top->latest_ns;
	top->latest = copy_groups(shown_groups(top));
	top->latest_ns = top->elapsed_ns;
}

/* Other calls are shown, or are counted by other keys: the copies so far say nothing about them. */
static void begin_anew(struct top *top)
{
	free_copy(&top->latest);
	copy_counts(top);
	top->before_ns = top->latest_ns;
	top->paused = false;
}

/* Counts from now on by the keys that are always counted and by the keys of the screen. */
static void start_counting(struct top *top)
{
	const struct summary_config *viewed = &top->viewed;

	summary_free(top->counts);
	top->counted = *top->config;
	top->counted.drawn = true;
	top->counted.n_keys = 0;
	top->counted.skip_missing = false;
	add_keys(&top->counted, always, ARRAY_SIZE(always));
	add_keys(&top->counted, viewed->keys, viewed->n_keys);
	top->counts = summary_new(&top->counted);
	top->counts_ns = top->elapsed_ns;
	if (top->where)
		count_chosen(top);
	begin_anew(top);
}

/*
 * What happens now, beside totals; work apart from waiting. Columns that do not fit are left out,
 * the last ones first.
 */
static void choose_columns(struct summary_config *config)
{
	static const enum summary_column columns[] = {
		SUMMARY_CALL_RATE, SUMMARY_CALLS,     SUMMARY_ERRORS, SUMMARY_WORK_RATE,
		SUMMARY_WAITING,   SUMMARY_BYTE_RATE, SUMMARY_NAME,
	};

	config->n_columns = 0;
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		bool cpu = columns[i] == SUMMARY_WORK_RATE || columns[i] == SUMMARY_WAITING;

		if (!cpu || !config->wall_clock)
			config->columns[config->n_columns++] = columns[i];
	}
}

struct top *top_new(const struct summary_config *config, const struct top_sources *sources,
		    const char *title)
{
	struct top *top = xcalloc(1, sizeof(*top));

	top->config = config;
	top->sources = *sources;
	key_put_plain(&top->title, title);
	top->viewed = *config;
	top->viewed.flat = top->viewed.drawn = true;
	top->viewed.top = 0;
	if (config->all_columns)
		choose_columns(&top->viewed);
	if (config->default_sort)
		top->viewed.sort = SUMMARY_CALL_RATE;
	/* A summary counts what its config needs; histograms are merged. */
	top->view = summary_new(&top->viewed);
	top->earlier = summary_new(&top->viewed);
	start_counting(top);
	return top;
}

static void close_row(struct top *top)
{
	free(top->opened.text);
	summary_free(top->opened.paths);
	if (top->opened.stacks)
		call_tree_free(top->opened.stacks);
	top->opened = (struct opened){ 0 };
	top->page = PAGE_ROWS;
}

void top_free(struct top *top)
{
	if (!top)
		return;
	close_row(top);
	free_copy(&top->before);
	free_copy(&top->latest);
	free(top->recent);
	if (top->has_table)
		table_free(&top->table);
	summary_free(top->view);
	summary_free(top->earlier);
	summary_free(top->counts);
	drop_expression(top);
	buf_free(&top->title);
	buf_free(&top->selected_text);
	free(top->message);
	free(top);
}

unsigned top_needs(const struct top *top)
{
	return summary_needs(&top->counted) |
	       (top->opened.paths ? summary_needs(&top->opened.by_path) : 0);
}

bool top_wants_stack(const struct top *top)
{
	return top->opened.stacks;
}

/*
 * Whether a call belongs to the opened row. The buffer of the view's groups holds the values of its
 * keys meanwhile.
 */
static bool is_in_opened(struct top *top, const struct call *call,
			 const struct summary_subject *subject)
{
	const struct key_source source = { &top->viewed, call, subject };
	struct groups *groups = top->view->groups;
	uint32_t missing;

	groups_put_text(groups, &source, &missing);
	return missing == top->opened.missing && groups->text.len == top->opened.len &&
	       !memcmp(groups->text.data, top->opened.text, top->opened.len);
}

struct where *top_expression(const struct top *top, unsigned *number)
{
	*number = top->n_expressions;
	return top->where;
}

void top_add(struct top *top, const struct call *call, uint64_t system_ns,
	     const struct summary_subject *subject, const struct stack *stack, bool meets)
{
	summary_add(top->counts, call, system_ns, subject);
	if (top->where && !meets)
		return;
	if (top->where)
		summary_add(top->chosen, call, system_ns, subject);
	if (!top->opened.all && (!top->opened.text || !is_in_opened(top, call, subject)))
		return;
	if (top->opened.paths)
		summary_add(top->opened.paths, call, system_ns, subject);
	if (top->opened.stacks && stack)
		call_tree_add(top->opened.stacks, call, stack);
}

/* --- grouping ------------------------------------------------------------------------------ */

/* Returns the place of a key among those by which calls are counted. */
static size_t place_of_row(const struct top *top, enum summary_key key)
{
	size_t i = 0;

	while (top->counted.keys[i] != key)
		i++;
	return i;
}

/*
 * Appends the values of the keys of a config to text. Sets *missing, and *matches if the filter is
 * in one of them.
 */
static void put_top_values(const struct top *top, struct buf *text, const struct key_group *group,
			   const struct summary_config *config, uint32_t *missing, bool *matches)
{
	*missing = 0;
	*matches = !top->filter[0] || top->where || where_is_likely(top->filter);
	buf_clear(text);
	for (size_t i = 0; i < config->n_keys; i++) {
		const char *value = group_value(group, place_of_row(top, config->keys[i]));

		if (!value)
			*missing |= 1u << i;
		else
			*matches |= strcasestr(value, top->filter) != NULL;
		buf_puts(text, value ? value : "");
		buf_putc(text, '\0');
	}
}

static bool has_opened_values(const struct top *top, struct buf *text,
			      const struct key_group *group)
{
	uint32_t missing;
	bool matches;

	put_top_values(top, text, group, &top->viewed, &missing, &matches);
	return missing == top->opened.missing && text->len == top->opened.len &&
	       !memcmp(text->data, top->opened.text, text->len);
}

static void regroup(const struct top *top, const struct groups *from, struct summary *to,
		    bool in_opened, bool filtered)
{
	struct groups *groups = to->groups;
	uint32_t missing;
	bool matches;

	summary_clear(to);
	for (size_t i = 0; i < from->n; i++) {
		const struct key_group *group = &from->items[i];

		if (in_opened && !has_opened_values(top, &groups->text, group))
			continue;
		put_top_values(top, &groups->text, group, to->config, &missing, &matches);
		if (missing && to->config->skip_missing)
			continue;
		if (matches || !filtered)
			counter_merge(groups_get(groups, missing), &group->counter);
	}
	if (!in_opened && !(filtered && top->filter[0] && !top->where))
		counter_merge(&groups->others, &from->others);
}

void top_regroup(const struct top *top, struct summary *to, bool in_opened, bool filtered)
{
	regroup(top, top->latest, to, in_opened, filtered);
}

/*
 * Adds what was counted since an earlier time to the sum of a row. earlier NULL: nothing was
 * counted then.
 */
static void add_recent(struct counter *recent, const struct counter *now,
		       const struct counter *earlier)
{
	static const struct counter none;

	if (!earlier)
		earlier = &none;
	recent->calls += now->calls - earlier->calls;
	recent->errors += now->errors - earlier->errors;
	recent->bytes += now->bytes - earlier->bytes;
	recent->system.total += now->system.total - earlier->system.total;
	recent->wall.total += now->wall.total - earlier->wall.total;
}

static const struct counter *find_earlier(struct groups *earlier, const struct row *row)
{
	if (!row->group)
		return &earlier->others;
	buf_clear(&earlier->text);
	buf_put(&earlier->text, row->group->text, row->group->len);
	return groups_peek(earlier, row->group->missing);
}

/* Finds out for each row what was counted between the two copies. */
static void find_recent(struct top *top)
{
	struct table *table = &top->table;
	struct groups *earlier = top->earlier->groups;
	struct counter *all;

	summary_clear(top->earlier);
	if (top->before)
		regroup(top, top->before, top->earlier, false, true);
	free(top->recent);
	top->recent = xcalloc(table->n + 1, sizeof(*top->recent));
	all = &top->recent[table->n];
	for (size_t i = 0; i < table->n; i++) {
		struct row *row = &table->rows[i];

		add_recent(&top->recent[i], &row->counter, find_earlier(earlier, row));
		add_recent(all, &top->recent[i], NULL);
		row->recent = &top->recent[i];
	}
	table->total.recent = all;
	table->recent_ns = top->latest_ns - top->before_ns;
}

/* Remembers the selected row by its values, because its place changes. */
static void remember_selected(struct top *top)
{
	const struct row *row =
		top->selected < top->table.n ? &top->table.rows[top->selected] : NULL;

	buf_clear(&top->selected_text);
	if (row && row->group)
		buf_put(&top->selected_text, row->group->text, row->group->len);
}

/* The first row is the selected one, whichever that is, until the user selects another one. */
static void find_selected(struct top *top)
{
	if (!top->selected) {
		remember_selected(top);
		return;
	}
	for (size_t i = 0; i < top->table.n; i++) {
		const struct key_group *group = top->table.rows[i].group;

		if (group && group->len == top->selected_text.len &&
		    !memcmp(group->text, top->selected_text.data, group->len)) {
			top->selected = i;
			return;
		}
	}
	if (top->selected >= top->table.n)
		top->selected = top->table.n ? top->table.n - 1 : 0;
	remember_selected(top);
}

void top_rebuild(struct top *top)
{
	if (top->has_table)
		table_free(&top->table);
	top_regroup(top, top->view, false, true);
	summary_group_table(top->view, &top->table);
	find_recent(top);
	table_sort_flat(&top->table);
	top->has_table = true;
	find_selected(top);
}

void top_refresh(struct top *top, uint64_t elapsed_ns, bool ended)
{
	top->elapsed_ns = elapsed_ns;
	if (ended && !top->ended)
		top->ended_ns = elapsed_ns;
	top->ended |= ended;
	if (top->paused && top->has_table)
		return;
	copy_counts(top);
	/* At the end the rates are rates over the whole time. */
	if (ended) {
		free_copy(&top->before);
		top->before_ns = top_counted_since(top);
	}
	top_rebuild(top);
}

/* --- what keys do -------------------------------------------------------------------------- */

static enum top_wish quit(struct top *top, int key)
{
	(void)top, (void)key;
	return TOP_QUIT;
}

static enum top_wish pause_screen(struct top *top, int key)
{
	(void)key;
	top->paused = !top->paused;
	return TOP_DRAW;
}

static enum top_wish show_help(struct top *top, int key)
{
	(void)key;
	top->page = PAGE_HELP;
	top->page_first = 0;
	return TOP_DRAW;
}

static enum top_wish ask_filter(struct top *top, int key)
{
	(void)key;
	top->asks = ASKS_FILTER;
	strcpy(top->typed, top->filter);
	return TOP_DRAW;
}

static enum top_wish ask_keys(struct top *top, int key)
{
	(void)key;
	top->asks = ASKS_KEYS;
	top->typed[0] = '\0';
	return TOP_DRAW;
}

static void forget_filter(struct top *top)
{
	bool chosen = top->where;

	drop_expression(top);
	if (chosen)
		begin_anew(top);
	top->filter[0] = '\0';
	top_rebuild(top);
}

static enum top_wish clear_filter(struct top *top, int key)
{
	(void)key;
	forget_filter(top);
	return TOP_DRAW;
}

static enum top_wish move_selection(struct top *top, int key)
{
	size_t last = top->table.n ? top->table.n - 1 : 0;
	size_t page = top->height ? top->height : 1, to = top->selected;

	if (key == TERMINAL_UP || key == 'k')
		to -= to > 0;
	else if (key == TERMINAL_DOWN || key == 'j')
		to++;
	else if (key == TERMINAL_PAGE_UP)
		to -= to < page ? to : page;
	else if (key == TERMINAL_PAGE_DOWN)
		to += page;
	else
		to = key == TERMINAL_HOME ? 0 : last;
	top->selected = to < last ? to : last;
	remember_selected(top);
	return TOP_DRAW;
}

struct summary_config top_section_config(const struct top *top)
{
	static const enum summary_column columns[] = {
		SUMMARY_CALLS,	 SUMMARY_ERRORS, SUMMARY_WALL_TOTAL,
		SUMMARY_WAITING, SUMMARY_BYTES,	 SUMMARY_NAME,
	};
	struct summary_config config = top->viewed;

	config.flat = false;
	config.sort = config.sort >= SUMMARY_CALL_RATE && config.sort < SUMMARY_COLUMNS
			      ? SUMMARY_CALLS
			      : config.sort;
	memcpy(config.columns, columns, sizeof(columns));
	config.n_columns = ARRAY_SIZE(columns);
	return config;
}

static enum top_wish open_row(struct top *top, int key)
{
	struct opened *opened = &top->opened;
	static const enum summary_key path[] = { KEY_PATH };
	const struct key_group *group;

	(void)key;
	if (top->selected >= top->table.n || !top->table.rows[top->selected].group)
		return TOP_NOTHING;
	group = top->table.rows[top->selected].group;
	*opened = (struct opened){
		.text = memcpy(xmalloc(group->len), group->text, group->len),
		.len = group->len,
		.missing = group->missing,
		.since_ns = top->elapsed_ns,
	};
	if (!summary_has_key(&top->counted, KEY_PATH)) {
		opened->by_path = top_section_config(top);
		opened->by_path.n_keys = 0;
		add_keys(&opened->by_path, path, 1);
		opened->paths = summary_new(&opened->by_path);
	}
	if (top->sources.stacks)
		opened->stacks = call_tree_new();
	top->page = PAGE_ROW;
	top->page_first = 0;
	return TOP_DRAW;
}

const struct binding top_bindings[] = {
	{ 'q', 'Q', "q", "leave", quit },
	{ '\r', TERMINAL_RIGHT, "Enter", "open the row: its errnos, paths and stacks", open_row },
	{ 'g', 0, "g", "group by keys", ask_keys },
	{ '/', 0, "/", "show only rows with this text, or calls for which this expression is true",
	  ask_filter },
	{ '\033', 0, "Esc", "show all rows again", clear_filter },
	{ 'p', ' ', "p", "pause the screen, and go on", pause_screen },
	{ 'h', '?', "h", "help", show_help },
	{ TERMINAL_UP, 'k', "Up, k", "select the row above", move_selection },
	{ TERMINAL_DOWN, 'j', "Down, j", "select the row below", move_selection },
	{ TERMINAL_PAGE_UP, 0, "PgUp", "a page up", move_selection },
	{ TERMINAL_PAGE_DOWN, 0, "PgDn", "a page down", move_selection },
	{ TERMINAL_HOME, 0, "Home", "the first row", move_selection },
	{ TERMINAL_END, 0, "End", "the last row", move_selection },
};
const size_t top_n_bindings = ARRAY_SIZE(top_bindings);

static void show_column(struct summary_config *config, enum summary_column column)
{
	if (summary_has_column(config, column) || config->n_columns == SUMMARY_COLUMNS)
		return;
	/* The names stay the last column. */
	memmove(config->columns + 1, config->columns, config->n_columns * sizeof(*config->columns));
	config->columns[0] = column;
	config->n_columns++;
}

static enum top_wish sort_by(struct top *top, const struct sort_key *sort)
{
	if (!top_has_column(top, sort->column)) {
		set_error(&top->message, "%s is not measured here", sort->name);
		return TOP_DRAW;
	}
	show_column(&top->viewed, sort->column);
	top->viewed.sort = sort->column;
	top_rebuild(top);
	return TOP_DRAW;
}

/* --- questions ----------------------------------------------------------------------------- */

/* Opens a page of all calls by stack. */
static void open_stacks(struct top *top)
{
	if (!top->sources.stacks) {
		set_error(&top->message,
			  "stacks are taken only if that is asked for at the start: scry --top -k");
		return;
	}
	top->opened = (struct opened){
		.all = true,
		.since_ns = top->elapsed_ns,
		.stacks = call_tree_new(),
	};
	top->page = PAGE_ROW;
	top->page_first = 0;
}

static bool is_key(const struct key *key, const char *word)
{
	return !strcmp(key->name, word) || (key->alias && !strcmp(key->alias, word));
}

static bool add_key(struct top *top, struct summary_config *config, const char *word)
{
	const struct name_list names = NAMES(summary_keys);

	for (enum summary_key key = 0; key < SUMMARY_KEYS; key++) {
		if (!is_key(&summary_keys[key], word))
			continue;
		add_keys(config, &key, 1);
		return true;
	}
	set_error(&top->message, "there is no key '%s'", word);
	if (!add_nearest(&top->message, ";", word, "", names))
		add_names(&top->message, "; keys are stack, or ", names, " and ");
	return false;
}

/*
 * Groups by the keys that were typed. A key that was not counted so far makes counting begin anew.
 */
static void group_by_typed(struct top *top)
{
	struct summary_config config = { 0 };
	char *rest = top->typed, *word;

	if (!strcmp(rest, "stack")) {
		open_stacks(top);
		return;
	}
	while ((word = strsep(&rest, ", ")))
		if (*word && !add_key(top, &config, word))
			return;
	if (!config.n_keys)
		return;
	memcpy(top->viewed.keys, config.keys, sizeof(config.keys));
	top->viewed.n_keys = config.n_keys;
	for (size_t i = 0; i < config.n_keys; i++) {
		if (summary_has_key(&top->counted, config.keys[i]))
			continue;
		start_counting(top);
	}
	top->selected = top->first = 0;
	buf_clear(&top->selected_text);
	top_rebuild(top);
}

/* The text of the filter may be an expression: then only calls count for which it is true. */
static void choose_calls(struct top *top)
{
	struct where_error error;
	struct where *where = where_new(top->filter, top->sources.calls, &error);

	if (!where && where_is_likely(top->filter)) {
		free(top->message);
		top->message = xstrdup(error.message);
		forget_filter(top);
	} else if (where && where_needs(where) & top->sources.unknown) {
		free(top->message);
		top->message = xstrdup(top->sources.unknown_why);
		where_free(where);
		forget_filter(top);
	} else if (where) {
		top->where = where;
		top->n_expressions++;
		count_chosen(top);
		begin_anew(top);
		top_rebuild(top);
	}
	if (!where)
		where_error_free(&error);
}

static void answer(struct top *top, bool accepted)
{
	enum top_question asked = top->asks;

	top->asks = ASKS_NOTHING;
	if (accepted && asked == ASKS_KEYS)
		group_by_typed(top);
	if (accepted && asked == ASKS_FILTER && top->filter[0])
		choose_calls(top);
	if (!accepted && asked == ASKS_FILTER)
		forget_filter(top);
}

/* Removes the last character, which may have several bytes. */
static void erase(char *text)
{
	size_t len = strlen(text);

	while (len && (text[--len] & 0xc0) == 0x80)
		;
	text[len] = '\0';
}

/*
 * The rows follow the text of a filter while it is typed. A character that is not ASCII comes byte
 * by byte.
 */
static void type(struct top *top, int key)
{
	size_t len = strlen(top->typed);

	if (key == '\b')
		erase(top->typed);
	else if (key >= ' ' && key < TERMINAL_REDRAW && key != 0x7f && len < TYPED_MAX)
		memcpy(top->typed + len, (char[]){ (char)key, '\0' }, 2);
	if (top->asks == ASKS_FILTER) {
		forget_filter(top);
		strcpy(top->filter, top->typed);
		top_rebuild(top);
	}
}

static enum top_wish press_in_question(struct top *top, int key)
{
	if (key == '\r' || key == '\033')
		answer(top, key == '\r');
	else
		type(top, key);
	return TOP_DRAW;
}

/* An open row and the help are left by the keys that would leave a menu. */
static enum top_wish press_on_page(struct top *top, int key)
{
	static const int leaving[] = { '\033', '\r', '\b', 'q', 'h', '?', TERMINAL_LEFT };
	size_t page = top->height ? top->height : 1;

	for (size_t i = 0; i < ARRAY_SIZE(leaving); i++)
		if (key == leaving[i]) {
			close_row(top);
			return TOP_DRAW;
		}
	if (key == TERMINAL_UP || key == 'k')
		top->page_first -= top->page_first > 0;
	else if (key == TERMINAL_DOWN || key == 'j')
		top->page_first++;
	else if (key == TERMINAL_PAGE_UP)
		top->page_first -= top->page_first < page ? top->page_first : page;
	else if (key == TERMINAL_PAGE_DOWN || key == ' ')
		top->page_first += page;
	else if (key == TERMINAL_HOME)
		top->page_first = 0;
	return TOP_DRAW;
}

enum top_wish top_press(struct top *top, int key)
{
	if (key == TERMINAL_REDRAW)
		return TOP_DRAW;
	free(top->message);
	top->message = NULL;
	if (top->asks != ASKS_NOTHING)
		return press_in_question(top, key);
	if (top->page != PAGE_ROWS)
		return press_on_page(top, key);
	for (size_t i = 0; i < top_n_bindings; i++)
		if (key == top_bindings[i].key || key == top_bindings[i].other)
			return top_bindings[i].run(top, key);
	for (size_t i = 0; i < top_n_sort_keys; i++)
		if (key == top_sort_keys[i].key)
			return sort_by(top, &top_sort_keys[i]);
	return TOP_DRAW;
}
