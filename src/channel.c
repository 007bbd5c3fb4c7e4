/* SPDX-License-Identifier: MIT */
/* Channels: the files and commands that receive the trace, and their sinks. */
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
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
	channel->sink = config->format == FORMAT_JSON
				? sink_json_new(&channels->sink_config, output)
				: sink_text_new(&channels->sink_config, output);
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

static bool open_shared(struct channels *channels)
{
	const struct config *config = channels->config;
	const char *path = config->output_path;
	struct output *output;

	if (!path)
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

/* -ff opens a file when its process starts, so check before the launch that files can be created. */
static bool check_directory(const char *path)
{
	char *copy = xstrdup(path);
	bool good = !access(dirname(copy), W_OK | X_OK);

	free(copy);
	return good || warn_unwritable(path);
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

void channel_summarize(const struct channels *channels, struct channel *channel)
{
	struct buf table = { 0 };

	if (!channel->summary)
		return;
	if (channels->config->format == FORMAT_JSON)
		summary_print_json(channel->summary, channel->tid, &table);
	else
		summary_print(channel->summary, &table);
	channel_write(channel, &table);
	buf_free(&table);
	summary_free(channel->summary);
	channel->summary = NULL;
}

void channel_write(struct channel *channel, const struct buf *table)
{
	if (!table->len)
		return;
	channel->sink->ops->finish(channel->sink);
	output_write(channel->output, table->data, table->len);
}

static void close_channel(struct channels *channels, struct channel *channel)
{
	channel_summarize(channels, channel);
	channel->sink->ops->finish(channel->sink);
	channel->sink->ops->destroy(channel->sink);
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
