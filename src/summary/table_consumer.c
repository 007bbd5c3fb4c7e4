/* SPDX-License-Identifier: MIT */
/* -c, -C, --summary=KEYS, --interval and --metrics-listen: a table of counts for each place. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/config.h"
#include "scry/consumer.h"
#include "summary/serve.h"

/*
 * Printing tables takes a tenth of the time at most: if a table takes long to print, the next one
 * comes later.
 */
#define PRINTING_SHARE 10

struct tables {
	struct consumer base;
	struct summary_config config; /* with what is found out at the start */
	struct http_server *server; /* --metrics-listen; NULL: none */
	uint64_t table_ns; /* CLOCK_MONOTONIC at the last table of --interval */
	/* --interval: when the next table may be printed, because the last one took long. */
	uint64_t due_ns;
	bool repeats; /* --interval: tables are printed while the trace runs */
	bool replaces; /* the tables replace the file of -o each time */
	bool failed; /* the file could not be replaced */
};

/* The tables of a place. */
struct table {
	struct summary *all;
	struct summary *recent; /* --interval: the calls since the last table; else NULL */
	/*
	 * --interval, if the kernel counts: the calls up to the last table, as missing, to which
	 * the next counts are added; else NULL.
	 */
	struct summary *missing;
	bool printed; /* tables of --interval were printed */
};

static struct tables *tables_of(const struct consumer *consumer)
{
	return (struct tables *)consumer;
}

/*
 * A scraper must never see half of the metrics, so that a new file takes the place of the old one.
 * A device, a FIFO or a symbolic link stays what it is, and is written to.
 */
static bool replaces(const struct config *config)
{
	const char *path = config->output_path;
	struct stat st;

	return config_names_file(config) && config->statistics.n_keys &&
	       summary_is_metrics(&config->statistics) && (lstat(path, &st) || S_ISREG(st.st_mode));
}

/* --- the command line ------------------------------------------------------------------------ */

static const char *table_asked(const struct config *config)
{
	if (config_wants_table(config) || config->statistics.n_keys)
		return "-c/--summary-only and -C/--summary";
	return config->statistics.metrics_address ? "--metrics-listen" : NULL;
}

static bool exclude_options(const struct command_line *line)
{
	const struct config *config = line->config;
	const struct summary_config *statistics = &config->statistics;
	bool metrics = summary_is_metrics(statistics);
	const struct option_pair pairs[] = {
		{ config->summary,
		  config->summary_and_calls,
		  { "-c/--summary-only", "-C/--summary" } },
		{ config->output_separately,
		  statistics->interval_ns,
		  { "--interval", "-ff/--output-separately" } },
		{ config->output_separately,
		  metrics,
		  { "--summary-format=prometheus or openmetrics", "-ff/--output-separately" } },
		{ metrics,
		  line->given(line, "U"),
		  { "--summary-format=prometheus or openmetrics", "-U/--summary-columns" } },
		{ config->statistics.metrics_address,
		  config->output_separately,
		  { "--metrics-listen", "-ff/--output-separately" } },
		{ config->statistics.metrics_address,
		  config->call_tree.by_stack,
		  { "--metrics-listen", "--summary=stack" } },
		{ config->statistics.metrics_address,
		  summary_has_key(statistics, KEY_ERRNO),
		  { "--metrics-listen, whose metrics count each error by itself,",
		    "the key errno" } },
		{ metrics,
		  summary_has_key(statistics, KEY_ERRNO),
		  { "--summary-format=prometheus or openmetrics, which count each error by itself,",
		    "the key errno" } },
		{ metrics || statistics->format == SUMMARY_CSV,
		  config->summary_and_calls,
		  { "--summary-format=csv, prometheus or openmetrics", "-C/--summary" } },
		{ metrics,
		  config->output_append,
		  { "--summary-format=prometheus or openmetrics", "-A/--output-append-mode" } },
	};

	return line->exclude(line, pairs, ARRAY_SIZE(pairs));
}

static bool require_options(const struct command_line *line)
{
	static const char table[] = "-c/--summary-only or -C/--summary";
	static const char any_table[] = "-c/--summary-only, -C/--summary or --summary=KEYS";
	const struct config *config = line->config;
	const struct summary_config *statistics = &config->statistics;
	bool wanted = config_wants_table(config);
	const struct option_need needs[] = {
		{ statistics->wall_clock, wanted, "-w/--summary-wall-clock", table },
		{ line->given(line, "U"), wanted, "-U/--summary-columns", table },
		{ line->given(line, "summary-top"), wanted, "--summary-top", any_table },
		{ statistics->skip_missing, statistics->n_keys, "--summary-skip-missing",
		  "--summary=KEYS" },
		{ line->given(line, "summary-format"), wanted, "--summary-format", any_table },
		{ line->given(line, "interval"), wanted, "--interval", any_table },
		{ statistics->interval_ns && summary_is_metrics(statistics),
		  config_names_file(config),
		  "--interval with --summary-format=prometheus or openmetrics",
		  "-o FILE, which is replaced each time" },
	};

	return line->require(line, needs, ARRAY_SIZE(needs));
}

/* A recording, or a stub, need not have the times of a column. */
static bool check_columns(const struct command_line *line)
{
	return !line->config->engine.cpu_unmeasured || !line->given(line, "U") ||
	       !summary_has_column(&line->config->statistics, SUMMARY_WAITING) ||
	       line->refuse(line, line->config->recorded
					  ? "the column waiting cannot be had: CPU time was not "
					    "measured when this recording was made"
					  : "the column waiting cannot be had: a stub does not "
					    "report CPU time");
}

static bool table_check(const struct command_line *line)
{
	return exclude_options(line) && require_options(line) && check_columns(line);
}

/* Warns of options that change the lines of calls, which -c does not print. */
static void warn_without_lines(const struct config *config)
{
	const struct {
		bool given;
		const char *option;
	} ignored[] = {
		{ config->sink.ip, "-i/--instruction-pointer" },
		{ config->sink.number, "-n/--syscall-number" },
		{ config->sink.relative, "-r/--relative-timestamps" },
		{ config->sink.absolute != TIMESTAMP_NONE, "-t/--absolute-timestamps" },
		{ config->sink.durations, "-T/--syscall-times" },
		{ config->decode.fds, "-y/--decode-fds" },
		{ config->stacks && !config->screen.wanted, "-k/--stack-trace" },
	};

	for (size_t i = 0; config->summary && i < ARRAY_SIZE(ignored); i++)
		if (ignored[i].given)
			warn("%s has no effect with -c/--summary-only", ignored[i].option);
}

static bool table_replaces_lines(const struct config *config)
{
	return config->summary;
}

/* --- the beginning --------------------------------------------------------------------------- */

static struct consumer *table_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	struct tables *tables;

	if (!config_wants_table(config))
		return NULL;
	warn_without_lines(config);
	tables = xcalloc(1, sizeof(*tables));
	tables->base.host = host;
	tables->config = config->statistics;
	tables->config.colors = config->sink.colors;
	tables->config.losses = &host->losses;
	/* With the key interval the last table has all intervals. */
	tables->repeats = config->statistics.interval_ns && !config->screen.wanted &&
			  !summary_has_key(&config->statistics, KEY_INTERVAL);
	tables->replaces = replaces(config);
	*failed = !server_open(&tables->server, config->statistics.metrics_address);
	return &tables->base;
}

static void table_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct tables *tables = tables_of(consumer);
	const struct summary_config *config = &tables->config;

	needs->facts = NEED_CPU | NEED_MONO;
	needs->facts |= summary_needs_calls(config) ? NEED_EXIT : NEED_COUNTS;
	if (config->n_keys && !config->corrected && !summary_is_metrics(config))
		needs->facts |= NEED_STOP_COST;
	if (config->n_keys)
		needs->subjects = SUBJECT_TASK | summary_needs(config);
	if (tables->repeats || tables->server)
		needs->facts |= NEED_TICKS;
	if (tables->replaces)
		needs->facts |= NEED_OWN_FILE;
}

static void table_start(struct consumer *consumer, bool good)
{
	struct tables *tables = tables_of(consumer);

	tables->table_ns = consumer->host->start_ns;
	if (good)
		server_start(&tables->server);
}

/* --- places ---------------------------------------------------------------------------------- */

static void table_open_place(struct consumer *consumer, struct place *place)
{
	struct tables *tables = tables_of(consumer);
	struct summary_config *config = &tables->config;
	struct table *table = xcalloc(1, sizeof(*table));

	*place_slot(place, consumer) = table;
	if (!config->corrected && consumer->host->stop_ns)
		config->stop_ns = consumer->host->stop_ns;
	table->all = summary_new(config);
	if (config->interval_ns && !summary_has_key(config, KEY_INTERVAL) &&
	    !summary_is_metrics(config))
		table->recent = summary_new(config);
	if (table->recent && tables->repeats && consumer->host->counts)
		table->missing = summary_new(config);
}

/*
 * Writes the text to a new file, which then takes the place of the file of -o. Warns once if that
 * fails.
 */
static void replace_file(struct tables *tables, const struct buf *text)
{
	const char *path = tables->base.host->config->output_path;
	struct output *output;
	struct buf temporary = { 0 };
	bool good;
	int fd;

	buf_printf(&temporary, "%s.%d", path, getpid());
	fd = output_make_temporary(&temporary, MODE_SHARED);
	output = fd < 0 ? NULL : output_open_fd(fd, true, buf_cstr(&temporary), OUTPUT_BLOCK);
	if (output)
		output_write(output, text->data, text->len);
	good = output && output_close(output) && !rename(buf_cstr(&temporary), path);
	if (!good && !tables->failed)
		warn_errno("cannot replace '%s'", path);
	if (!good && output)
		unlink(buf_cstr(&temporary));
	tables->failed |= !good;
	buf_free(&temporary);
}

static void write_groups(struct tables *tables, struct place *place, const struct summary *summary,
			 const struct summary_span *span)
{
	struct buf text = { 0 };

	summary_print_groups(summary, span, &text);
	if (tables->replaces)
		replace_file(tables, &text);
	else
		place_write(place, &text);
	buf_free(&text);
}

/*
 * --interval: appends two tables, of the time since the start and of the time since the last call
 * of this function. The lengths of both are in nanoseconds.
 */
static void print_interval(struct tables *tables, struct place *place, struct table *table,
			   uint64_t now_ns)
{
	struct summary_span span = {
		.repeated = true,
		.first = !table->printed,
		.length_ns = now_ns - tables->base.host->start_ns,
	};

	write_groups(tables, place, table->all, &span);
	table->printed = true;
	if (!table->recent)
		return;
	span = (struct summary_span){
		.repeated = true,
		.recent = true,
		.length_ns = now_ns - tables->table_ns,
	};
	write_groups(tables, place, table->recent, &span);
	summary_clear(table->recent);
	output_flush(place->output);
}

static void print_table(struct tables *tables, struct place *place, struct table *table)
{
	const struct summary_span span = { .first = true, .pid = place->tid };
	struct buf text = { 0 };

	if (tables->config.n_keys) {
		write_groups(tables, place, table->all, &span);
		return;
	}
	if (tables->base.host->config->format == FORMAT_JSON)
		summary_print_json(table->all, place->tid, &text);
	else
		summary_print(table->all, &text);
	place_write(place, &text);
	buf_free(&text);
}

static void table_close_place(struct consumer *consumer, struct place *place)
{
	struct table *table = *place_slot(place, consumer);

	if (!table)
		return;
	/* The last tables of --interval were printed already. */
	if (!table->printed)
		print_table(tables_of(consumer), place, table);
	summary_free(table->all);
	summary_free(table->recent);
	summary_free(table->missing);
	free(table);
	*place_slot(place, consumer) = NULL;
}

/* --- counting -------------------------------------------------------------------------------- */

static void table_exit(struct consumer *consumer, const struct moment *moment)
{
	struct table *table = *place_slot(moment->place, consumer);
	struct summary_config *config = &tables_of(consumer)->config;

	config->stops_partly |= moment->event->unstopped;
	config->stops_ever |= !moment->event->unstopped;
	summary_add(table->all, moment->call, moment->system_ns, moment->subject);
	if (table->recent)
		summary_add(table->recent, moment->call, moment->system_ns, moment->subject);
}

/*
 * The call of a tracee that is released goes on: it counts with the time until now. A call that ends with
 * its tracee never returns, and does not count.
 */
static void table_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct moment until_now = *moment;
	struct call call = *moment->call;

	if (moment->event->kind != EVENT_DETACHED || moment->event->request)
		return;
	call.returned_ns = moment->event->mono_ns;
	until_now.call = &call;
	table_exit(consumer, &until_now);
}

static struct table *shared_table(const struct tables *tables)
{
	return *place_slot(tables->base.host->shared, &tables->base);
}

static void add_call_count(void *ctx, const struct call *call, const struct call_times *times)
{
	struct table *table = ctx;

	summary_add_many(table->all, call, times);
	if (!table->missing)
		return;
	summary_add_many(table->recent, call, times);
	summary_take_many(table->missing, call, times);
}

/*
 * Takes over what the kernel has counted since the start. Returns the number of calls that it could
 * not count.
 */
static uint64_t collect_counts(struct host *host, struct table *table)
{
	struct summary *recent = table->missing;

	if (recent) {
		summary_clear(table->all);
		table->missing = table->recent;
		table->recent = recent;
		summary_clear(table->missing);
	}
	return host->count(host, add_call_count, table);
}

static enum tick table_tick(struct consumer *consumer, uint64_t now)
{
	struct tables *tables = tables_of(consumer);
	uint64_t begin;

	if (tables->server)
		server_serve(tables->server, shared_table(tables)->all);
	if (!tables->repeats || now < tables->table_ns + tables->config.interval_ns ||
	    now < tables->due_ns)
		return TICK_GOES_ON;
	begin = now_ns();
	if (consumer->host->counts)
		collect_counts(consumer->host, shared_table(tables));
	print_interval(tables, consumer->host->shared, shared_table(tables), now);
	tables->table_ns = now;
	tables->due_ns = now_ns();
	tables->due_ns += (tables->due_ns - begin) * (PRINTING_SHARE - 1);
	return TICK_GOES_ON;
}

static bool table_end(struct consumer *consumer)
{
	struct tables *tables = tables_of(consumer);
	struct host *host = consumer->host;
	uint64_t uncounted = 0;

	server_close(&tables->server);
	if (!host->shared)
		return true;
	if (host->counts)
		uncounted = collect_counts(host, shared_table(tables));
	if (uncounted)
		warn("%llu call%s not counted, because %s had too many different results",
		     (unsigned long long)uncounted, plural(uncounted, " was", "s were"),
		     plural(uncounted, "it", "they"));
	if (tables->repeats)
		print_interval(tables, host->shared, shared_table(tables),
			       host->engine->kind->recorded ? host->last_ns : now_ns());
	table_close_place(consumer, host->shared);
	return true;
}

/* A table of keys has its heading also without rows. */
static bool table_is_empty_without_calls(const struct config *config)
{
	return config->summary && !config->statistics.n_keys && config->format == FORMAT_TEXT;
}

static bool table_failed(const struct consumer *consumer)
{
	const struct tables *tables = tables_of(consumer);
	const struct place *shared = consumer->host->shared;

	return !tables->server && !tables->replaces && shared && output_failed(shared->output);
}

static bool table_close(struct consumer *consumer)
{
	bool good = !tables_of(consumer)->failed;

	free(consumer);
	return good;
}

const struct consumer_ops table_consumer = {
	.takes_requests = true,
	.asked = table_asked,
	.check = table_check,
	.replaces_lines = table_replaces_lines,
	.open = table_open,
	.needs = table_needs,
	.start = table_start,
	.open_place = table_open_place,
	.close_place = table_close_place,
	.exit = table_exit,
	.unfinished = table_unfinished,
	.tick = table_tick,
	.is_empty_without_calls = table_is_empty_without_calls,
	.end = table_end,
	.failed = table_failed,
	.close = table_close,
};
