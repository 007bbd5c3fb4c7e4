/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/diff/: compares two traces. Each trace is a session with a writer of its
 * own, which writes the calls of the trace to a file: a hash of what each call means, and its text.
 * Then the files are compared.
 */
#ifndef SCRY_DIFF_H
#define SCRY_DIFF_H

#include "scry/sinks.h"

/* --diff: what is compared. */
struct diff_config {
	const char *first, *second;	/* recordings or commands; NULL: none, the command line */
	struct recording *recordings[2];	/* NULL: a command */
	struct diff_command {
		char **argv;		/* NULL-terminated; NULL: none */
		char *text;		/* has the words of argv */
		char *path;		/* of the program */
	} commands[2];			/* that are words of --diff */
	const char *ignored;		/* --diff-ignore: a regular expression; NULL: none */
	uint64_t slower;		/* --diff-time: a factor; 0: times are not compared */
	bool side;			/* this session shows one of the traces to fd */
	int fd;
};

/*
 * Creates the writer of one trace. It writes to fd, which the caller keeps, until it is destroyed;
 * the end of the file says that the trace is complete. config: how text shows calls. The writer
 * shows no pids and no colours.
 */
struct writer *diff_writer_new(const struct sink_config *config, int fd);

struct diff_style {
	const char *names[2];	/* of the traces, as the head of the output shows them */
	bool json;		/* records instead of text */
	bool colored;
	/* a regular expression: a call is not compared if it matches its text; NULL: none */
	const char *ignored;
	/* a call differs if it takes this many times as long; 0: times do not matter */
	uint64_t slower;
};

enum diff_status { DIFF_EQUAL, DIFF_DIFFERENT, DIFF_TROUBLE };

/* Compares the files of two writers, and writes the differences. Trouble: a message was printed. */
enum diff_status diff_print(const struct diff_style *style, const int fds[2],
			    struct output *output);

/*
 * Finds a long common subsequence of two sequences of hashes: its members get true in kept_a and
 * kept_b, all others false. The time is bounded: of sequences that differ in thousands of places,
 * not the longest one may be found. The memory is linear.
 */
void diff_align(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b, bool *kept_a,
		bool *kept_b);

#endif
