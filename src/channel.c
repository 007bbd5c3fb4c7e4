/* SPDX-License-Identifier: MIT */
/* Channels: the files and commands that receive the trace, and their writers. */
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "channel.h"
#include "scry/util.h"

/* Buffers are flushed when their oldest byte is this old, in nanoseconds. */
#define FLUSH_AFTER_NS 100000000u

static struct channel *add_channel(struct channels *channels, struct output *output, pid_t tid)
{
	const struct config *config = channels->config;
	struct channel *channel = xcalloc(1, sizeof(*channel));

	channel->output = output;
	channel->tid = tid;
	if (cli_wants_table(config))
		channel->summary = summary_new(&config->statistics);
	if (config->statistics.interval_ns && !summary_has_key(&config->statistics, KEY_INTERVAL) &&
	    !summary_is_metrics(&config->statistics))
		channel->recent = summary_new(&config->statistics);
	channel->writer =
		config->diff.side ? diff_writer_new(&channels->sink_config, config->diff.fd)
		: config->format == FORMAT_JSON ? writer_json_new(&channels->sink_config, output)
						: writer_text_new(&channels->sink_config, output);
	channel->next = channels->open;
	channel->link = &channels->open;
	if (channel->next)
		channel->next->link = &channel->next;
	channels->open = channel;
	return channel;
}

static bool warn_unwritable(const char *path)
{
	warn_errno("cannot write to '%s'", path);
	return false;
}

/*
 * -ff opens a file when its process starts, and metrics are written later, so check before the launch that files can be
 * created.
 */
static bool check_directory(const char *path)
{
	char *copy = xstrdup(path);
	bool good = !access(dirname(copy), W_OK | X_OK);

	free(copy);
	return good || warn_unwritable(path);
}

/*
 * A scraper must never see half of the metrics, so that a new file takes the place of the old one. A device, a FIFO or a
 * symbolic link stays what it is, and is written to.
 */
static bool replaces(const struct config *config)
{
	const char *path = config->output_path;
	struct stat st;

	return path && cli_wants_table(config) && config->statistics.n_keys &&
	       summary_is_metrics(&config->statistics) && !cli_is_output_command(path) &&
	       (lstat(path, &st) || S_ISREG(st.st_mode));
}

static bool open_shared(struct channels *channels)
{
	const struct config *config = channels->config;
	const char *path = config->output_path;
	struct output *output;

	channels->replaces = replaces(config);
	if (channels->replaces && !check_directory(path))
		return false;
	if (channels->replaces)
		output = output_open_file("/dev/null", true, OUTPUT_BLOCK);
	else if (!path)
		output = output_open_fd(STDERR_FILENO, false, "stderr", config->flush);
	else if (cli_is_output_command(path))
		output = output_open_command(path, config->flush, &channels->command);
	else
		output = output_open_file(path, config->output_append, config->flush);
	if (!output)
		return warn_unwritable(path);
	channels->shared = add_channel(channels, output, 0);
	return true;
}

bool channels_open(struct channels *channels, const struct config *config)
{
	*channels = (struct channels){ .config = config, .sink_config = config->sink };
	channels->sink_config.last_line_ns = &channels->last_line_ns;
	if (!config->output_separately || !config->output_path)
		return open_shared(channels);
	return check_directory(config->output_path);
}

static struct output *open_separate(struct channels *channels, pid_t tid, bool append)
{
	const struct config *config = channels->config;
	struct output *output;
	struct buf path = { 0 };

	buf_printf(&path, "%s.%d", config->output_path, tid);
	output = output_open_plain_file(buf_cstr(&path), append || config->output_append,
					config->flush);
	if (!output) {
		/* The tracee must go on: discard its trace. Warn once, as there may be many files. */
		if (!channels->failed)
			warn_unwritable(buf_cstr(&path));
		channels->failed = true;
		output = output_open_fd(-1, false, buf_cstr(&path), config->flush);
	}
	buf_free(&path);
	return output;
}

struct channel *channel_open(struct channels *channels, pid_t tid, bool append)
{
	return channels->shared ? channels->shared
				: add_channel(channels, open_separate(channels, tid, append), tid);
}

void channel_count(struct channel *channel, const struct call *call, uint64_t system_ns,
		   const struct summary_subject *subject)
{
	summary_add(channel->summary, call, system_ns, subject);
	if (channel->recent)
		summary_add(channel->recent, call, system_ns, subject);
}

/* Writes the text to a new file, which then takes the place of the file of -o. Warns once if that fails. */
static void replace_file(struct channels *channels, const struct buf *text)
{
	const char *path = channels->config->output_path;
	struct output *output;
	struct buf temporary = { 0 };
	bool good;

	buf_printf(&temporary, "%s.%d.tmp", path, getpid());
	output = output_open_plain_file(buf_cstr(&temporary), false, OUTPUT_BLOCK);
	if (output)
		output_write(output, text->data, text->len);
	good = output && output_close(output) && !rename(buf_cstr(&temporary), path);
	if (!good && !channels->failed)
		warn_errno("cannot replace '%s'", path);
	if (!good && output)
		unlink(buf_cstr(&temporary));
	channels->failed |= !good;
	buf_free(&temporary);
}

static void write_groups(struct channels *channels, struct channel *channel,
			 const struct summary *summary, const struct summary_span *span)
{
	struct buf table = { 0 };

	summary_print_groups(summary, span, &table);
	if (channels->replaces)
		replace_file(channels, &table);
	else
		channel_write(channel, &table);
	buf_free(&table);
}

void channel_tabulate(struct channels *channels, struct channel *channel, uint64_t start_length_ns,
		      uint64_t recent_length_ns)
{
	struct summary_span span = {
		.repeated = true,
		.first = !channel->tabulated,
		.length_ns = start_length_ns,
	};

	write_groups(channels, channel, channel->summary, &span);
	channel->tabulated = true;
	if (!channel->recent)
		return;
	span = (struct summary_span){
		.repeated = true,
		.recent = true,
		.length_ns = recent_length_ns,
	};
	write_groups(channels, channel, channel->recent, &span);
	summary_clear(channel->recent);
	output_flush(channel->output);
}

static void print_summary(struct channels *channels, struct channel *channel)
{
	const struct summary_span span = { .first = true, .pid = channel->tid };
	struct buf table = { 0 };

	if (channels->config->statistics.n_keys) {
		write_groups(channels, channel, channel->summary, &span);
		return;
	}
	if (channels->config->format == FORMAT_JSON)
		summary_print_json(channel->summary, channel->tid, &table);
	else
		summary_print(channel->summary, &table);
	channel_write(channel, &table);
	buf_free(&table);
}

void channel_summarize(struct channels *channels, struct channel *channel)
{
	if (!channel->summary)
		return;
	/* The last tables of --interval were printed already. */
	if (!channel->tabulated)
		print_summary(channels, channel);
	summary_free(channel->summary);
	if (channel->recent)
		summary_free(channel->recent);
	channel->summary = channel->recent = NULL;
}

void channel_write(struct channel *channel, const struct buf *table)
{
	if (!table->len)
		return;
	channel->writer->ops->finish(channel->writer);
	output_write(channel->output, table->data, table->len);
}

static void close_channel(struct channels *channels, struct channel *channel)
{
	channel_summarize(channels, channel);
	channel->writer->ops->finish(channel->writer);
	channel->writer->ops->destroy(channel->writer);
	if (!output_close(channel->output))
		channels->failed = true;
	*channel->link = channel->next;
	if (channel->next)
		channel->next->link = channel->link;
	free(channel);
}

void channel_release(struct channels *channels, struct channel *channel)
{
	if (channel != channels->shared)
		close_channel(channels, channel);
}

bool channels_flush_old(struct channels *channels)
{
	unsigned long long since;
	bool waiting = false;

	for (struct channel *channel = channels->open; channel; channel = channel->next) {
		if (!output_pending(channel->output, &since))
			continue;
		if (now_ns() - since >= FLUSH_AFTER_NS)
			output_flush(channel->output);
		else
			waiting = true;
	}
	return waiting;
}

bool channels_close(struct channels *channels)
{
	while (channels->open)
		close_channel(channels, channels->open);
	channels->shared = NULL;
	return !channels->failed;
}
