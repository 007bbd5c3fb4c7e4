/* SPDX-License-Identifier: MIT */
/* Public header of src/sink/: the text sink and the JSON sink. */
#ifndef SCRY_SINKS_H
#define SCRY_SINKS_H

#include <time.h>

#include "scry/output.h"
#include "scry/sink.h"

enum timestamp_format { TIMESTAMP_NONE, TIMESTAMP_TIME, TIMESTAMP_UNIX };
enum constant_format { CONSTANTS_ABBREV, CONSTANTS_RAW, CONSTANTS_VERBOSE };	/* -X */
/*
 * --strings-in-hex: HEX_NON_ASCII (-x) shows each string that is not ASCII in hexadecimal, HEX_ALL
 * (-xx) every string, HEX_NON_ASCII_CHARS only the bytes that are not ASCII ("\x07" instead of "\7").
 */
enum hex_strings { HEX_NONE, HEX_NON_ASCII, HEX_ALL, HEX_NON_ASCII_CHARS };
enum pid_prefix { PID_PREFIX_AUTO, PID_PREFIX_ALWAYS };

/* Messages that -q and -e quiet suppress. */
enum {
	QUIET_ATTACH = 1 << 0, QUIET_EXIT = 1 << 1, QUIET_PATH = 1 << 2,
	QUIET_PERSONALITY = 1 << 3, QUIET_SUPERSEDED = 1 << 4,
};

/* --color: the parts of a line that have a colour of their own. */
enum color {
	COLOR_SYSCALL, COLOR_ARGNAME, COLOR_ARGVAL, COLOR_CALL, COLOR_CONST, COLOR_COMMENT,
	COLOR_PUNCT, COLOR_RETVAL, COLOR_ERROR, COLOR_COUNT,
};

/* The SGR parameters of each part, which stand between "ESC [" and "m"; "": no colour. */
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
	int column;			/* -a: the column of " = result" */
	enum pid_prefix pid_prefix;	/* AUTO: "[pid N] " while several tracees live;
					 * ALWAYS: "N " on every line (-o FILE -f) */
	bool arg_names;			/* -N */
	enum constant_format constants;
	enum hex_strings hex_strings;
	bool ip, number;		/* -i, -n */
	bool hold;			/* text shows the entry of a call only at its exit (-z, -Z) */
	unsigned quiet;			/* QUIET_* */
	const struct color_scheme *colors;	/* for text; NULL: no colours */
	uint64_t *last_line_ns;		/* -r: start of the previous line of any sink, in ns; NULL: the
					 * sink uses its own previous line */
};

/*
 * Create a sink. The config is copied; the caller keeps the ownership of output and frees the sink
 * with sink->ops->destroy().
 */
struct sink *sink_text_new(const struct sink_config *config, struct output *output);
struct sink *sink_json_new(const struct sink_config *config, struct output *output);

/*
 * A sink that writes nothing: each value is passed to a function, and all else is ignored. The owner allocates a struct that
 * begins with this one, and sets .sink.ops to &value_sink_ops. The operation destroy frees the struct.
 */
struct value_sink {
	struct sink sink;
	void (*value)(struct value_sink *sink, const struct value *value);
	void (*destroy)(struct value_sink *sink);	/* frees what the struct owns; NULL: nothing */
};
extern const struct sink_ops value_sink_ops;

/*
 * Appends an argument as text shows it: "entry => exit" if it has two values, or what it has. Nothing if it has none. The
 * builder belongs to a text sink.
 */
void builder_put_argument(const struct record_builder *builder,
			  const struct record_argument *argument, struct buf *out);

/*
 * Begins a JSON record that no sink writes, such as a row of a summary: "{", version, type and time.
 * The caller appends the other members (scry/json.h) and json_end_line().
 */
void json_put_head(struct buf *out, const char *type, const struct timespec *time);
/* Begins the member of a call's argument. Its key is the name of the argument or, if name is NULL, "arg" and index + 1. */
void json_begin_argument(struct buf *out, const char *name, unsigned index);

/*
 * Sets the number of living tracees, which decides whether lines have a "[pid N]" prefix. The
 * session calls it whenever the number changes.
 */
void sink_text_set_tracees(struct sink *sink, size_t n);

#endif
