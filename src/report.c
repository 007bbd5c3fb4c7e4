/* SPDX-License-Identifier: MIT */
/* Files that are written when the trace has ended. */
#include "report.h"

#include <stddef.h>

static bool open_file(struct output **output, const char *path)
{
	if (!path)
		return true;
	*output = output_open_file(path, false, OUTPUT_BLOCK);
	if (!*output)
		warn_errno("cannot write to '%s'", path);
	return *output;
}

bool report_open(struct report *report, const struct config *config)
{
	if (!cli_wants_call_tree(config))
		return true;
	report->tree = call_tree_new();
	return open_file(&report->folded, config->folded_path) &&
	       open_file(&report->picture, config->picture_path);
}

static bool write_file(struct output *output, struct buf *text)
{
	if (!output)
		return true;
	output_write(output, text->data, text->len);
	buf_clear(text);
	return output_close(output);
}

bool report_write(struct report *report, const struct config *config, struct buf *table)
{
	struct buf text = { 0 };
	bool good;

	if (!report->tree)
		return true;
	if (config->by_stack && config->format == FORMAT_JSON)
		call_tree_print_json(report->tree, config->weight, table);
	else if (config->by_stack)
		call_tree_print(report->tree, config->weight, table);
	if (report->folded)
		call_tree_fold(report->tree, config->weight, &text);
	good = write_file(report->folded, &text);
	if (report->picture)
		call_tree_draw(report->tree, config->weight, &text);
	good = write_file(report->picture, &text) && good;
	buf_free(&text);
	return good;
}
