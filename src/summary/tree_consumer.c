/* SPDX-License-Identifier: MIT */
/* --summary=stack, --folded and --flame-graph: calls by stack, written when the trace has ended. */
#include <stdlib.h>

#include "scry/config.h"
#include "scry/consumer.h"

struct call_trees {
	struct consumer base;
	struct call_tree *tree;
	struct output *folded, *picture; /* NULL: not wanted */
};

static struct call_trees *trees_of(const struct consumer *consumer)
{
	return (struct call_trees *)consumer;
}

static bool open_tree_file(struct output **output, const char *path)
{
	if (!path)
		return true;
	*output = output_open_file(path, false, MODE_SHARED, OUTPUT_BLOCK);
	if (!*output)
		warn_errno("cannot write to '%s'", path);
	return *output;
}

static const char *tree_asked(const struct config *config)
{
	return config_wants_call_tree(config) ? "--folded and --flame-graph" : NULL;
}

static bool tree_check(const struct command_line *line)
{
	const struct config *config = line->config;
	const struct option_pair pairs[] = {
		{ line->given(line, "summary-format"),
		  config->call_tree.by_stack,
		  { "--summary-format", "--summary=stack" } },
		{ config->output_separately,
		  config->call_tree.by_stack,
		  { "--summary=stack", "-ff/--output-separately" } },
	};
	const struct option_need weight = { line->given(line, "stack-weight"),
					    config_wants_call_tree(config), "--stack-weight",
					    "--summary=stack, --flame-graph or --folded" };

	return line->exclude(line, pairs, ARRAY_SIZE(pairs)) && line->require(line, &weight, 1);
}

static bool tree_claim(struct host *host)
{
	return host->claim(host, host->config->call_tree.folded_path, "--folded", NULL) &&
	       host->claim(host, host->config->call_tree.picture_path, "--flame-graph", "<?xml");
}

static bool tree_replaces_lines(const struct config *config)
{
	return config_wants_call_tree(config) && !config->stacks && !config->summary_and_calls;
}

/* Returns the name of the option that asks for stacks. */
static const char *option_name(const struct config *config)
{
	return config->call_tree.picture_path  ? "--flame-graph"
	       : config->call_tree.folded_path ? "--folded"
					       : "--summary=stack";
}

static struct consumer *tree_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	struct call_trees *trees;

	if (!config_wants_call_tree(config))
		return NULL;
	trees = xcalloc(1, sizeof(*trees));
	trees->base.host = host;
	trees->tree = call_tree_new();
	*failed = config->recorded && !record_info_number(config->recorded, "stacks");
	if (*failed)
		warn("%s: the recording has no stacks; --record keeps them with -k",
		     option_name(config));
	return &trees->base;
}

/*
 * The files are opened when it is known that there are stacks: no empty file is left where there
 * are none.
 */
static bool tree_prepare(struct consumer *consumer)
{
	struct call_trees *trees = trees_of(consumer);
	const struct config *config = consumer->host->config;

	return open_tree_file(&trees->folded, config->call_tree.folded_path) &&
	       open_tree_file(&trees->picture, config->call_tree.picture_path);
}

static void tree_needs(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer;
	needs->facts = NEED_MONO | NEED_EXIT | NEED_STACK;
}

static void tree_exit(struct consumer *consumer, const struct moment *moment)
{
	call_tree_add(trees_of(consumer)->tree, moment->call, moment->stack);
}

/* As in tables, the call of a tracee that is released counts with its time until then. */
static void tree_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct call call = *moment->call;

	if (moment->event->kind != EVENT_DETACHED || moment->event->request)
		return;
	call.returned_ns = moment->event->mono_ns;
	call_tree_add(trees_of(consumer)->tree, &call, moment->stack);
}

static bool write_file(struct output *output, struct buf *text)
{
	if (!output)
		return true;
	output_write(output, text->data, text->len);
	buf_clear(text);
	return output_close(output);
}

static bool tree_end(struct consumer *consumer)
{
	struct call_trees *trees = trees_of(consumer);
	const struct config *config = consumer->host->config;
	struct buf text = { 0 };
	bool good;

	if (config->call_tree.by_stack && config->format == FORMAT_JSON)
		call_tree_print_json(trees->tree, config->call_tree.weight, &text);
	else if (config->call_tree.by_stack)
		call_tree_print(trees->tree, config->call_tree.weight, &text);
	if (consumer->host->shared)
		place_write(consumer->host->shared, &text);
	buf_clear(&text);
	if (trees->folded)
		call_tree_fold(trees->tree, config->call_tree.weight, &text);
	good = write_file(trees->folded, &text);
	if (trees->picture)
		call_tree_draw(trees->tree, config->call_tree.weight, &text);
	good = write_file(trees->picture, &text) && good;
	buf_free(&text);
	return good;
}

static bool tree_close(struct consumer *consumer)
{
	call_tree_free(trees_of(consumer)->tree);
	free(consumer);
	return true;
}

const struct consumer_ops call_tree_consumer = {
	.asked = tree_asked,
	.check = tree_check,
	.claim = tree_claim,
	.replaces_lines = tree_replaces_lines,
	.open = tree_open,
	.prepare = tree_prepare,
	.needs = tree_needs,
	.exit = tree_exit,
	.unfinished = tree_unfinished,
	.end = tree_end,
	.close = tree_close,
};
