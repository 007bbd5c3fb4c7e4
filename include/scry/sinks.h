/* SPDX-License-Identifier: MIT */
/* Door of src/sink/: the sinks that exist. */
#ifndef SCRY_SINKS_H
#define SCRY_SINKS_H

#include <time.h>

#include "scry/output.h"
#include "scry/sink.h"

enum timestamp_format { TIMESTAMP_NONE, TIMESTAMP_TIME, TIMESTAMP_UNIX };
enum constant_format { CONSTANTS_ABBREV, CONSTANTS_RAW, CONSTANTS_VERBOSE };	/* -X */
/* --strings-in-hex: none; whole strings that are not ASCII (-x); all (-xx); "\x07" for "\7" */
enum hex_strings { HEX_NONE, HEX_NON_ASCII, HEX_ALL, HEX_NON_ASCII_CHARS };
enum pid_prefix { PID_PREFIX_AUTO, PID_PREFIX_ALWAYS, PID_PREFIX_FILE };

/* The messages that -q takes away. */
enum {
	QUIET_ATTACH = 1 << 0, QUIET_EXIT = 1 << 1, QUIET_PATH = 1 << 2,
	QUIET_PERSONALITY = 1 << 3, QUIET_SUPERSEDED = 1 << 4,
};

/* --color: what parts of a line are; a code is what stands between ESC [ and m, "": no colour. */
enum color {
	COLOR_SYSCALL, COLOR_ARGNAME, COLOR_ARGVAL, COLOR_CALL, COLOR_CONST, COLOR_COMMENT,
	COLOR_PUNCT, COLOR_RETVAL, COLOR_ERROR, COLOR_COUNT,
};

struct color_scheme {
	char codes[COLOR_COUNT][16];
};

struct sink_config {
	enum timestamp_format absolute;	/* -t -tt -ttt */
	int absolute_digits;		/* 0, 3, 6, 9 */
	bool relative;			/* -r */
	int relative_digits;
	bool durations;			/* -T */
	int duration_digits;
	int column;			/* -a: where " = result" stands */
	enum pid_prefix pid_prefix;	/* AUTO: "[pid N] " while several tracees live;
					 * FILE: "N " on every line (-o FILE -f) */
	bool arg_names;			/* -N */
	enum constant_format constants;
	enum hex_strings hex_strings;
	bool ip, number;		/* -i, -n */
	bool hold;			/* text shows no entry before its exit (-z, -Z) */
	unsigned quiet;			/* QUIET_* */
	const struct color_scheme *colors;	/* of text; NULL: none */
	uint64_t *last_line_ns;		/* -r: when the line before began, whichever sink wrote it; NULL:
					 * only this sink counts */
};

/* Each takes no ownership of output; config is copied. Free with sink->ops->destroy(). */
struct sink *sink_text_new(const struct sink_config *config, struct output *output);
struct sink *sink_json_new(const struct sink_config *config, struct output *output);

/* For records that no sink writes: "{", version, type and time; the rest and "}\n" are the caller's. */
void json_put_head(struct buf *out, const char *type, const struct timespec *time);
/* A whole number; as a decimal string where a double cannot hold it. */
void json_put_unsigned(struct buf *out, uint64_t u);
/* A C string with its quotes, or null. What is not UTF-8 becomes U+FFFD. */
void json_put_text(struct buf *out, const char *text);

/* How many tracees are alive: decides the "[pid N]" prefix. Called by the session as it changes. */
void sink_text_set_tracees(struct sink *sink, size_t n);

#endif
