/* SPDX-License-Identifier: MIT */
/* Where the trace goes: one output and its sink for all tracees, or (-ff -o FILE) one for each. */
#ifndef SCRY_CHANNEL_H
#define SCRY_CHANNEL_H

#include "scry/cli.h"

struct channel {
	struct output *output;
	struct sink *sink;
	struct summary *summary; /* NULL without -c and -C */
	pid_t tid; /* whose it is; 0: of all */
	struct channel *next, **link; /* among the open ones */
};

struct channels {
	const struct config *config;
	struct sink_config sink_config;
	struct channel *shared; /* NULL: each tracee has its own */
	struct channel *open;
	uint64_t last_line_ns; /* -r: times are relative to the last line in any file */
	pid_t command; /* of -o '|COMMAND'; 0: none */
	bool failed; /* something was not written */
};

/* Opens the shared one, if there is to be one. Returns false if that fails, having said why. */
bool channels_open(struct channels *channels, const struct config *config);
/* The channel of a tracee. append: its file is there already, made by the leader before an execve. */
struct channel *channel_open(struct channels *channels, pid_t tid, bool append);
/* The tracee is gone. */
void channel_release(struct channels *channels, struct channel *channel);
/* Writes a table behind what was written. */
void channel_write(struct channel *channel, const struct buf *table);
/* Writes the table of -c behind what was written; called by those that close a channel as well. */
void channel_summarize(const struct channels *channels, struct channel *channel);
/* Writes what has waited for more than 100 ms; returns whether something still waits. */
bool channels_flush_old(struct channels *channels);
/* Everything out; returns false if any write failed. */
bool channels_close(struct channels *channels);

#endif
