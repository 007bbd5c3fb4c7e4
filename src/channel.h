/* SPDX-License-Identifier: MIT */
/*
 * A channel is an output and the writer that writes to it. One channel is shared by all tracees, or with
 * -ff -o FILE each tracee has its own.
 */
#ifndef SCRY_CHANNEL_H
#define SCRY_CHANNEL_H

#include "scry/cli.h"

struct channel {
	struct output *output;
	struct writer *writer;
	struct summary *summary; /* NULL without -c and -C */
	struct summary *recent; /* --interval: the calls since the last table; else NULL */
	bool tabulated; /* tables of --interval were printed */
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
	bool replaces; /* the tables replace the file of -o each time, and the channel writes nothing */
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
/* Counts a call in the tables of a channel, which must have some. subject: as for summary_add(). */
void channel_count(struct channel *channel, const struct call *call, uint64_t system_ns,
		   const struct summary_subject *subject);
/*
 * --interval: appends the table since the start and that since the last call of this function. The lengths of both are in
 * nanoseconds.
 */
void channel_tabulate(struct channels *channels, struct channel *channel, uint64_t start_length_ns,
		      uint64_t recent_length_ns);
/* Appends the table of -c to the trace, once. Closing a channel does that too. */
void channel_summarize(struct channels *channels, struct channel *channel);
/* Writes bytes that are older than 100 ms. Returns whether younger bytes are still buffered. */
bool channels_flush_old(struct channels *channels);
/* Writes all buffered bytes and closes all channels. Returns false if any write failed. */
bool channels_close(struct channels *channels);

#endif
