/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/sink/: writers, which write records as text or JSON, and sinks that write
 * nothing.
 */
#ifndef SCRY_SINKS_H
#define SCRY_SINKS_H

#include <time.h>

#include "scry/event.h"
#include "scry/output.h"
#include "scry/sink.h"

struct stack;

enum timestamp_format { TIMESTAMP_NONE, TIMESTAMP_TIME, TIMESTAMP_UNIX };
enum constant_format { CONSTANTS_ABBREV, CONSTANTS_RAW, CONSTANTS_VERBOSE };	/* -X */
/*
 * --strings-in-hex: HEX_NON_ASCII (-x) shows each string that is not ASCII in hexadecimal, HEX_ALL
 * (-xx) every string, HEX_NON_ASCII_CHARS only the bytes that are not ASCII ("\x07" instead of
 * "\7"), HEX_NON_UTF8 only those that are no readable UTF-8.
 */
enum hex_strings { HEX_NONE, HEX_NON_ASCII, HEX_ALL, HEX_NON_ASCII_CHARS, HEX_NON_UTF8 };
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
	/* text shows the entry of a call only at its exit (-z, -Z) */
	bool hold;
	unsigned quiet;			/* QUIET_* */
	const struct color_scheme *colors;	/* for text; NULL: no colours */
	bool flat;			/* --json=flat */
	unsigned members;		/* MEMBERS_*: of JSON */
	/*
	 * -r: start of the previous line of any writer, in ns; NULL: the writer uses its own
	 * previous line
	 */
	uint64_t *last_line_ns;
};

/* Members that the options of a trace add to records of JSON. */
enum {
	MEMBERS_STACK = 1 << 0, MEMBERS_PLACE = 1 << 1, MEMBERS_CONTEXT = 1 << 2,
	MEMBERS_TAMPERING = 1 << 3, MEMBERS_DATA = 1 << 4, MEMBERS_SUMMARY = 1 << 5, MEMBERS_SAMPLE = 1 << 6,
};

/* What a call is about, for a record that has it beside the arguments. */
struct record_subject {
	const struct buf *path, *peer;	/* NULL: none, or unknown */
	int fd;			/* -1: none */
	bool moves;		/* the call reads or writes bytes */
	uint64_t bytes;		/* as many as it has moved */
};

/* The state of a tracee's line of text. A line of zeros is one that has not begun. */
struct record_line {
	bool begun;	/* the entry of the call is in the line */
	uint8_t next;	/* the first argument that is not in the line, or not in full */
	bool entry_shown;	/* the entry segment of that argument is in the line */
	bool any_shown;	/* an argument is in the line */
	unsigned file;	/* output_file() of the line */
	const char *name;	/* of the last call except restart_syscall; NULL: unknown */
};

/* An event, with the call or signal that it is about, as a writer shows it. */
struct record {
	const struct event *event;
	const struct call *call;	/* NULL: the event is about no call */
	/*
	 * The values of the call or of the signal, of which the last segment has ended. NULL: there
	 * are none.
	 */
	struct record_builder *builder;
	/* what the writer keeps about the tracee; NULL: the event is about no tracee */
	struct record_line *line;
	/* number and instruction pointer of the last call of the tracee */
	uint64_t last_nr, last_ip;
	const struct abi *last_abi;	/* its ABI; NULL: unknown */
	const struct stack *stack;	/* of the call or signal; NULL: not asked for */
	/* of a call that has returned, if the consumer needs subjects */
	struct record_subject subject;
	/* living ones that share the output: with several, text has "[pid N]" */
	size_t tracees;
};

struct writer;

struct writer_ops {
	/* The tracee entered the call. Its ENTRY segments are complete, and text shows them now. */
	void (*entered)(struct writer *writer, const struct record *record);
	/* The call returned; its EXIT segments are complete. */
	void (*exited)(struct writer *writer, const struct record *record);
	/* One part of the data that the call moved. Called after exited(). */
	void (*data)(struct writer *writer, const struct event *event, const struct data *data);
	/*
	 * The call will not return: the tracee exited, was killed, was superseded or is detached.
	 */
	void (*unfinished)(struct writer *writer, const struct record *record);
	/* Any other event. The siginfo of a SIGNAL is argument 0 of the builder. */
	void (*event)(struct writer *writer, const struct record *record);
	/*
	 * Frees what the slot of a builder points to. Called before the builder is freed, and
	 * before another writer gets its records.
	 */
	void (*forget)(struct writer *writer, struct record_builder *builder);
	/* Ends an open line and flushes the output. Called at the end and before detaching. */
	void (*finish)(struct writer *writer);
	void (*destroy)(struct writer *writer);
};

/*
 * Writes records. Decode emits the values of a record to the sink of the writer, before the record
 * is written.
 */
struct writer {
	struct sink sink;
	const struct writer_ops *ops;
};

/*
 * Create a writer. The config is copied; the caller keeps the ownership of output and frees the
 * writer with writer->ops->destroy().
 */
struct writer *writer_text_new(const struct sink_config *config, struct output *output);
struct writer *writer_json_new(const struct sink_config *config, struct output *output);

/*
 * Appends what text shows after " = " of a call that has returned. builder: its values, by the sink
 * of a writer of text.
 */
void text_put_outcome(struct buf *out, struct record_builder *builder, const struct call *call);

/*
 * A sink that writes nothing: each value is passed to a function, and all else is ignored. The
 * owner allocates a struct that begins with this one, and sets .sink.ops to &value_sink_ops.
 */
struct value_sink {
	struct sink sink;
	void (*value)(struct value_sink *sink, const struct value *value);
};
extern const struct sink_ops value_sink_ops;

/*
 * Replaces the contents of joined by the absolute name of a KIND_PATH that is not empty, as far as
 * it is known: the name of the file system if the text does not say where a ".." leads, or else the
 * text. start_len: at most that of value_more(). Returns false, and changes nothing, if the
 * directory from which the path begins is unknown.
 */
bool value_put_path(const struct value *value, size_t start_len, struct buf *joined);

/*
 * Appends an argument as text shows it: "entry => exit" if it has two values, or what it has.
 * An argument without a value adds nothing. A sink of text has made the segments.
 */
void builder_put_argument(const struct record_builder *builder,
			  const struct record_argument *argument, struct buf *out);

/*
 * Whether a KIND_SIGSET, KIND_FDSET, KIND_CPUSET or KIND_BITSET has bit i. Signal n is bit n - 1.
 * The kernel keeps these sets in words of `size` bytes; 1 stands for the ABI's long. The byte order
 * of a word matters on a big-endian machine.
 */
bool value_bit(const struct value *value, size_t i);

/*
 * Begins a JSON record that no writer writes, such as a row of a summary: "{", version, type and
 * time. The caller appends the other members (scry/json.h) and json_end_line().
 */
void json_put_head(struct buf *out, const char *type, const struct timespec *time);
/*
 * Appends the arguments of a call as an object. builder: its values, by the sink of a writer of
 * JSON, of which the last segment has ended.
 */
void json_put_arguments(struct buf *out, const struct record_builder *builder);
/* Returns the "type" of the record of an event that is no call; NULL: it has no record. */
const char *json_type_of(const struct event *event);
/*
 * A row of --json=flat and of --export: one value for each column, whatever the record is about.
 * X(NAME, TYPE), in the order of the row; the time and the type come before them, and the arguments
 * after them.
 */
#define FLAT_COLUMNS(X) \
	X(pid, INTEGER) X(tid, INTEGER) X(comm, TEXT) X(container, TEXT) X(unit, TEXT) X(name, TEXT) X(error, TEXT) X(result, INTEGER) \
	X(duration_ns, INTEGER) X(path, TEXT) X(peer, TEXT) X(fd, INTEGER) X(bytes, INTEGER) \
	X(adjusted_count, INTEGER)
#define FLAT_ENUM(name, type) FLAT_##name,
enum { FLAT_COLUMNS(FLAT_ENUM) FLAT_N };
enum flat_type { FLAT_TEXT, FLAT_INTEGER };
extern const struct flat_column {
	const char *name;
	enum flat_type type;
} flat_columns[FLAT_N];

struct flat_value {
	bool known;
	int64_t number;		/* FLAT_INTEGER */
	/* FLAT_TEXT: any bytes; the record, the subject or the row has them */
	const char *bytes;
	size_t len;
};

struct flat_row {
	const char *type;
	const struct timespec *time;
	struct flat_value values[FLAT_N];
	char number[12];
	char signal[16];
};

/*
 * Fill in the row of a call, of another event, and of bytes that -e read or -e write shows. type:
 * json_type_of().
 */
void flat_call(struct flat_row *row, const struct event *event, const struct call *call,
	       const struct record_subject *subject);
void flat_event(struct flat_row *row, const char *type, const struct event *event);
void flat_data(struct flat_row *row, const struct event *event, const struct data *data);

/* "ENOENT" for 2. The text of an error without a name is its number, which is written to number. */
const char *errno_word(const struct abi *abi, unsigned error, char number[12]);
/*
 * Begins the member of a call's argument. Its key is the name of the argument or, if name is NULL,
 * "arg" and index + 1.
 */
void json_begin_argument(struct buf *out, const char *name, unsigned index);

#endif
