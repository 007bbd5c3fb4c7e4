/* SPDX-License-Identifier: MIT */
/*
 * Shared types: the interface of sinks. A sink receives the typed values that decode emits. Some
 * sinks only look at the values. A writer (scry/sinks.h) has a sink that turns them into
 * characters.
 *
 * A record builder collects what such a sink writes about one call until the record is complete.
 * Arguments are decoded at the entry or at the exit of the call, but shown in their order. The
 * builder therefore keeps each argument in a segment of its own. Decode calls argument() with the
 * phase, then emits exactly one value: a scalar, or a group from open() to close().
 */
#ifndef SCRY_SINK_H
#define SCRY_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "scry/call.h"
#include "scry/fd.h"
#include "scry/kind.h"
#include "scry/list.h"
#include "scry/util.h"

/*
 * A number of elements that text shows as a comment: "21 vars", "5 entries"; "5+ entries" if the
 * memory after them could not be read. Without a unit there is no comment.
 */
struct value_count {
	uint64_t n;
	const char *unit;
	bool more;
};

/* Details that few values have. */
struct value_more {
	/*
	 * A descriptor or path: its SELinux context, not terminated; NULL: none, or not asked for.
	 */
	const void *context;
	size_t context_len;
	const struct fd_detail *detail;	/* a descriptor; NULL: unknown, or not asked for */
	/* A descriptor: it was asked to what it refers, and that could not be found out. */
	bool unknown_file;
	int outside;		/* a pid: its number in scry's PID namespace; 0: the same */
	struct value_count count;
	bool ports;		/* a number: a range of ports, which text shows as a comment */
	/* A path, if a consumer asks for its names. They are not terminated; NULL: unknown. */
	const char *start;	/* the directory that a relative path starts from, as in /proc */
	size_t start_len;
	const char *whole;	/* the absolute path; only its last component may be a symlink */
	size_t whole_len;
	/* the absolute path without any symlink; NULL: unknown, or it does not exist */
	const char *target;
	size_t target_len;
	/* a path that the kernel does not look up: the text of a new symbolic link */
	bool no_file;
	bool leads_nowhere;	/* whole is NULL because a directory of the path does not exist */
	bool leads_anywhere;	/* whole or target is NULL because it could not be found out */
};

struct value {
	enum kind kind;		/* kind_is_value() */
	uint8_t size;		/* bytes in the memory of the tracee: 1, 2, 4, 8; IPV6: 16 */
	bool is_signed;
	uint8_t base;		/* 10, 16, 8 */
	uint8_t digits;		/* NUMBER with base 16: the minimum number of digits; TICKS: digits
				 * of the fraction of a second; 0: 2 */
	uint8_t shift;		/* in GROUP_TERMS: the term is shifted left by as many bits */
	const char *shift_name;	/* the name of the constant that shift is; NULL if it has none */
	/* ENUM, FLAGS, SYSCALL: show the number, and the names as a comment */
	bool commented;
	bool named;		/* EXTRA: the value is a member with a name */
	bool truncated;		/* a string: more bytes, or no terminating NUL, follow */
	bool unreadable;	/* ADDRESS: the memory there could not be read in full, */
	bool not_captured;	/* ... because the engine has not captured it */
	/* FD: the index of a file that a ring of io_uring has registered, and no descriptor */
	bool registered;
	uint64_t u;		/* sign-extended if is_signed, else zero-extended */
	const struct abi *abi;
	const struct list *list;
	const void *bytes;	/* owned by the caller; valid until value() returns */
	size_t len;
	uint64_t full_len;	/* length of the string in the tracee, if known; else len */
	const struct value_more *more;	/* NULL if there are no details */
};

/* The details of a value. All are absent if value->more is NULL; never returns NULL. */
static inline const struct value_more *value_more(const struct value *value)
{
	static const struct value_more none;

	return value->more ? value->more : &none;
}

enum group {
	GROUP_STRUCT,
	GROUP_ARRAY,
	GROUP_POINTEE,	/* the scalar that a pointer refers to: "[5]" in text */
	GROUP_FDSET,	/* a descriptor set with -y: its members are KIND_FD, to show their paths */
	GROUP_MACRO,	/* a macro of a header: "QCMD(Q_SYNC, USRQUOTA)"; macro() names it */
	GROUP_TERMS,	/* terms of a number: "FUTEX_OP_ADD<<28|0x1<<12|FUTEX_OP_CMP_EQ<<24|0" */
	GROUP_SUM,	/* terms of a sum: "SKF_NET_OFF+8" */
	GROUP_RATIO,	/* two numbers: "1/25" in text, a struct elsewhere */
	GROUP_KINDS	/* the number of groups; every sink shows each of them */
};

/*
 * A group ends complete, with elements left out ("..."), or before memory that could not be read.
 */
enum group_end { GROUP_COMPLETE, GROUP_MORE, GROUP_UNREADABLE };

enum phase {
	PHASE_ENTRY,	/* decoded at the entry of the call */
	PHASE_EXIT,	/* decoded at its exit. If the argument has an ENTRY segment, text shows
			 * "entry => exit", JSON before and after */
	/*
	 * decoded at its exit, and only for a sink with views: more members of the group that is
	 * open in the ENTRY segment
	 */
	PHASE_REST,
	/* decoded at its exit: the whole argument, which takes the place of the ENTRY segment */
	PHASE_AGAIN,
};

/* A range of bytes in the text of a record builder. */
struct record_segment {
	uint32_t start, len;
};

/* The maximum number of arguments that a record shows. */
#define RECORD_ARGUMENTS 16

struct record_builder {
	struct buf text;	/* the bytes of all segments, in the order of emission */
	uint16_t n, capacity;	/* arguments known so far; elements allocated for them */
	bool has_result, has_note;
	struct record_argument {
		const char *name;
		struct record_segment entry, exit;
		bool has_entry, has_exit, rest, pending, named, late;
	} *arguments;
	struct record_segment result, note;
	/*
	 * The segment that values go to. It points into this builder, which therefore must not be
	 * copied.
	 */
	struct record_segment *open;
	/*
	 * What the writer of the records knows about the tracee besides the segments; NULL:
	 * nothing. builder_reset() keeps it. The writer owns what it points to.
	 */
	void *slot;
};

/* The data that a call moved through a descriptor (-e read, -e write), one part at a time. */
enum data_part {
	DATA_VECTOR,	/* message number place of sendmmsg(2) or recvmmsg(2) has n buffers */
	DATA_BUFFER,	/* buffer number place of an array of buffers has n bytes */
	DATA_BYTES,	/* n bytes, from offset on */
};

struct data {
	enum data_part part;
	int fd;
	bool written;	/* the call wrote the data; else it read them */
	uint64_t place, n, offset;
	const void *bytes;
	uint64_t len;	/* DATA_BYTES: of the buffer, of which these are n bytes */
};

struct sink;

/*
 * The functions that take a builder are about a segment of it: the values that follow argument(),
 * result() and note() go to that segment, until one of these functions is called again. The builder
 * is NULL for a sink that collects nothing.
 */
struct sink_ops {
	/*
	 * The next value is argument index. named: text shows the name of the argument even without
	 * -N.
	 */
	void (*argument)(struct sink *sink, struct record_builder *builder, unsigned index,
			 const char *name, enum phase phase, bool named);
	/*
	 * The ENTRY segment of argument index has memory that was read only when the call had
	 * returned.
	 */
	void (*late)(struct sink *sink, struct record_builder *builder, unsigned index);
	/*
	 * The value of argument index will be emitted at the exit, alone or after an ENTRY segment.
	 * Until then text shows no argument after it.
	 */
	void (*pending)(struct sink *sink, struct record_builder *builder, unsigned index,
			const char *name);
	void (*open)(struct sink *sink, enum group group);
	void (*close)(struct sink *sink, enum group group, enum group_end end);
	/* Names the next value or group within a struct. */
	void (*member)(struct sink *sink, const char *name);
	/*
	 * The next array element has index i. name: the name of the index in list; NULL if it has
	 * none.
	 */
	void (*index)(struct sink *sink, const struct list *list, const char *name, uint64_t i);
	/*
	 * Names the GROUP_MACRO or GROUP_TERMS that open() begins next. number: the number that the
	 * macro makes, which -X raw shows instead: 8388865 for QCMD(Q_QUOTAON, 1). NULL: show the
	 * macro always.
	 */
	void (*macro)(struct sink *sink, const char *name, const struct value *number);
	void (*value)(struct sink *sink, const struct value *value);
	/*
	 * In a POINTEE group: a value before the call was emitted, the one after the call follows.
	 */
	void (*change)(struct sink *sink);
	/*
	 * The previous value or group is a time since the epoch. Text shows the date as a comment
	 * (2023-11-14T22:13:20.000000005+0000, without a fraction if that is 0), and as a note
	 * after the result: "= 1700000000 (2023-11-14T22:13:20+0000)". Other sinks ignore it.
	 * digits: of the fraction, 6 or 9. There is no date if nanoseconds are a second or more.
	 */
	void (*date)(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits);
	/* The next value is the result. */
	void (*result)(struct sink *sink, struct record_builder *builder);
	/*
	 * Begins a note on the result: a label, which may be NULL, and a value, which may be
	 * absent.
	 */
	void (*note)(struct sink *sink, struct record_builder *builder, const char *label);
};

struct sink {
	const struct sink_ops *ops;
	/*
	 * Decode follows struct view, for a sink that shows calls as strace does. If false, decode
	 * emits the facts: all members of a struct in memory order and all elements of an array,
	 * even without -v.
	 */
	bool views;
};

/*
 * Ends the open segment: what decode has emitted is complete. Segments follow each other without
 * gaps. The open segment therefore ends where the text ends.
 */
static inline void builder_end_segment(struct record_builder *builder)
{
	if (builder->open)
		builder->open->len = (uint32_t)builder->text.len - builder->open->start;
	builder->open = NULL;
}

/* Empties a builder for the next call. It keeps its buffers. */
void builder_reset(struct record_builder *builder);
void builder_free(struct record_builder *builder);

/*
 * Buffers that no builder uses. There may be thousands of tracees, and few of them have a record
 * under construction. A zeroed pool is empty.
 */
struct builder_pool {
	struct builder_buffers {
		struct buf text;
		struct record_argument *arguments;
		uint16_t capacity;
	} items[16];
	unsigned n;
};

/* Moves buffers from the pool to a builder that has none. Does nothing if the pool is empty. */
void builder_take_buffers(struct record_builder *builder, struct builder_pool *pool);
/*
 * Moves the buffers of a builder to the pool, or frees them if the pool is full. The segments are
 * lost.
 */
void builder_return_buffers(struct record_builder *builder, struct builder_pool *pool);

#endif
