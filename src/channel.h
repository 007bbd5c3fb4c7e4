/* SPDX-License-Identifier: MIT */
/*
 * A channel is an output and the sink that writes to it. One channel is shared by all tracees, or with
 * -ff -o FILE each tracee has its own.
 */
#ifndef SCRY_CHANNEL_H
#define SCRY_CHANNEL_H

#include "scry/cli.h"

struct channel {
	struct output *output;
	struct sink *sink;
	struct summary *summary; /* NULL without -c and -C */
	pid_t tid; /* the tracee of the channel; 0: all tracees */
	struct channel *next, **link; /* list of open channels: the next one, the pointer to this */
};

struct channels {
	const struct config *config;
	struct sink_config sink_config;
	struct channel *shared; /* NULL: each tracee has its own channel */
	struct channel *open; /* list of open channels */
	uint64_t last_line_ns; /* -r: start of the last line in any file */
	pid_t command; /* the process of -o '|COMMAND'; 0: none */
	bool failed; /* some output could not be written */
};

/*
 * Opens the shared channel, or checks that the directory of separate files is writable. Returns false
 * after a message if that fails.
 */
bool channels_open(struct channels *channels, const struct config *config);
/*
 * Returns the shared channel, or opens the channel of a tracee. append: keep the contents of the file,
 * which the thread-group leader wrote before an execve in another thread gave its tid to that thread.
 */
struct channel *channel_open(struct channels *channels, pid_t tid, bool append);
/* Closes a channel of an ended tracee, unless the channel is shared. */
void channel_release(struct channels *channels, struct channel *channel);
/* Appends a table to the trace. */
void channel_write(struct channel *channel, const struct buf *table);
/* Appends the table of -c to the trace, once. Closing a channel does that too. */
void channel_summarize(const struct channels *channels, struct channel *channel);
/* Writes bytes that are older than 100 ms. Returns whether younger bytes are still buffered. */
bool channels_flush_old(struct channels *channels);
/* Writes all buffered bytes and closes all channels. Returns false if any write failed. */
bool channels_close(struct channels *channels);

#endif
