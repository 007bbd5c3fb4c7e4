/* SPDX-License-Identifier: MIT */
/* Where the trace goes: files, commands, and the sinks that write to them. */
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "channel.h"
#include "scry/util.h"

/* A buffered line is seen after at most this long, in nanoseconds. */
#define FLUSH_AFTER_NS 100000000u

static struct channel *add(struct channels *channels, struct output *output, pid_t tid)
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

static bool say_failure(const char *path)
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
		return say_failure(path);
	channels->shared = add(channels, output, 0);
	return true;
}

/* The files are opened when their processes begin: too late to find out that none can be. */
static bool check_directory(const char *path)
{
	char *copy = xstrdup(path);
	bool good = !access(dirname(copy), W_OK | X_OK);

	free(copy);
	return good || say_failure(path);
}

bool channels_open(struct channels *channels, const struct config *config)
{
	*channels = (struct channels){ .config = config, .sink_config = config->sink };
	channels->sink_config.last_line_ns = &channels->last_line_ns;
	if (!config->output_separately || !config->output_path)
		return open_shared(channels);
	return check_directory(config->output_path);
}

/* Its tracee must not suffer: what it does goes nowhere. Said once, there may be thousands. */
static struct output *open_nowhere(struct channels *channels, const char *path)
{
	if (!channels->failed)
		say_failure(path);
	channels->failed = true;
	return output_open_fd(-1, false, path, channels->config->flush);
}

static struct output *open_of(struct channels *channels, pid_t tid, bool append)
{
	const struct config *config = channels->config;
	struct output *output;
	struct buf path = { 0 };

	buf_printf(&path, "%s.%d", config->output_path, tid);
	output = output_open_plain_file(buf_cstr(&path), append || config->output_append,
					config->flush);
	if (!output)
		output = open_nowhere(channels, buf_cstr(&path));
	buf_free(&path);
	return output;
}

struct channel *channel_open(struct channels *channels, pid_t tid, bool append)
{
	return channels->shared ? channels->shared
				: add(channels, open_of(channels, tid, append), tid);
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
