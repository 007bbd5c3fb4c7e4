/* SPDX-License-Identifier: MIT */
/*
 * Shared types: where decoded values go. Decode emits typed values; only a sink writes characters.
 *
 * A record builder collects what a sink writes about one call until the record is complete. Arguments are
 * decoded at the entry or at the exit of the call, but shown in their order. The builder therefore keeps
 * each argument in a segment of its own. Decode calls argument() with the phase, then emits exactly one
 * value: a scalar, or a group from open() to close().
 */
#ifndef SCRY_SINK_H
#define SCRY_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "scry/call.h"
#include "scry/event.h"
#include "scry/fd.h"
#include "scry/list.h"
#include "scry/util.h"

enum value_kind {
	VALUE_NUMBER,		/* u, size, is_signed, base */
	VALUE_ENUM,		/* u, size, list */
	VALUE_FLAGS,		/* u, size, list */
	VALUE_ADDRESS,		/* u; 0 is NULL. Also what could not be read */
	VALUE_STRING,		/* bytes, len; truncated, full_len; base 16: never text (random bytes) */
	VALUE_PATH,		/* as VALUE_STRING, never shortened */
	VALUE_FD,		/* u (int); bytes, len: what is behind it, text; NULL: not known, or not asked */
	VALUE_DIRFD,
	VALUE_PID,		/* bytes, len: its comm; NULL: as above */
	VALUE_UID,
	VALUE_SIGNAL,
	VALUE_ERRNO,
	VALUE_DEV,
	VALUE_MODE,		/* list: S_IF* */
	VALUE_PERM,
	VALUE_SECONDS,
	VALUE_PORT,		/* u in host order; size 2 or 4 */
	VALUE_IPV4,		/* bytes: 4, network order */
	VALUE_IPV6,		/* bytes: 16 */
	VALUE_WAIT_STATUS,
	VALUE_LIMIT,
	VALUE_SIGSET,		/* bytes, len: signal n is bit n - 1, in the ABI's words */
	VALUE_FDSET,		/* bytes, len: as select(2) */
	VALUE_OMITTED,		/* "...": a value left out on purpose */
	VALUE_SOCKET_NAME,	/* sun_path: as VALUE_PATH; begins with NUL if abstract */
	VALUE_EXTRA,		/* bytes behind the known members, as VALUE_STRING; u: the offset of the
				 * first. text: in hex, behind a comment "bytes 88..199"; with a member's
				 * name, before it */
	VALUE_TICKS,		/* u: hundredths of a second; text: a comment "0.03 s" unless 0 */
	VALUE_IOCTL,		/* u, list: all names of the value, " or " between them; without a name
				 * _IOC(_IOC_READ|_IOC_WRITE, 0x54, 0x1, 0x4), direction 0 _IOC_NONE */
	VALUE_SYSCALL,		/* u: a call number; size 4; abi: whose (NULL: not known). text: __NR_openat
				 * if that is the native ABI, else the number, the name as a comment */
	VALUE_CPUSET,		/* bytes, len: CPU n is bit n, in the ABI's words */
	VALUE_INTERFACE,	/* u: a network interface; bytes, len: its name. text: if_nametoindex("lo"), without
				 * a name the number */
	VALUE_KERNEL_VERSION,	/* u: as LINUX_VERSION_CODE: KERNEL_VERSION(6, 1, 0) */
	VALUE_BITSET,		/* bytes, len: bits, by their places in list, in words of the ABI; truncated: only
				 * the first; base 2: never said by what is not there */
	VALUE_HARDWARE,		/* bytes, len: a hardware address, 01:23:45:67:89:ab */
	VALUE_UUID,		/* bytes: 16 */
	VALUE_CHARACTER,	/* u: one byte of text: 'a', '\x07' */
	VALUE_FOURCC,		/* u: four letters, the lowest byte first; list: names of some, as a comment */
	VALUE_KEYSYM,		/* u: what a key means; list: names; bytes, len: that of its type, the upper byte */
	VALUE_NAMESPACE,	/* u: its inode; bytes, len: its type ("net") */
	VALUE_TONE,		/* u: a period of 1/1193182 s, in a word; base 16: in its lower 16 bits, milliseconds above */
	VALUE_KINDS		/* how many there are: every sink shows each */
};

/*
 * What decode knows and no number says; shown as a comment: NULL, or "21 vars", "5 entries"; "5+ entries"
 * if more could not be read.
 */
struct value_count {
	uint64_t n;
	const char *unit;
	bool more;
};

/* What is told of few values. */
struct value_more {
	const void *context;	/* of a descriptor or path: SELinux's, not terminated; NULL: none, or not asked */
	size_t context_len;
	const struct fd_detail *detail;	/* of an fd, if asked for and known; NULL otherwise */
	int outside;		/* a PID: its number in scry's PID namespace, if that is another; else 0 */
	struct value_count count;	/* unit NULL: none */
	/* Of a path, where it was asked for (-P); not terminated, NULL: not known. */
	const char *start;	/* of a relative one: the directory at which it begins, as /proc says */
	size_t start_len;
	const char *whole;	/* its absolute name, without symbolic links but the last component */
	size_t whole_len;
};

struct value {
	enum value_kind kind;
	uint8_t size;		/* bytes that the value takes in the tracee: 1, 2, 4, 8; IPV6: 16 */
	bool is_signed;
	uint8_t base;		/* 10, 16, 8 */
	uint8_t digits;		/* of a NUMBER with base 16: at least so many */
	uint8_t shift;		/* within GROUP_TERMS: the term counts from this bit on */
	const char *shift_name;	/* … whose number has this name; NULL: none */
	bool commented;		/* ENUM, FLAGS: the number, the names as a comment */
	bool named;		/* an EXTRA that is a member of its own */
	bool truncated;		/* a string that goes on; unterminated for C strings as well */
	bool unreadable;	/* an ADDRESS that could not be read, or not whole */
	uint64_t u;		/* sign-extended if is_signed, zero-extended if not */
	const struct abi *abi;
	const struct list *list;
	const void *bytes;	/* the caller's; only valid during the call */
	size_t len;
	uint64_t full_len;	/* bytes the string has in the tracee, if known; else len */
	const struct value_more *more;	/* NULL: nothing */
};

/* Never NULL. */
static inline const struct value_more *value_more(const struct value *value)
{
	static const struct value_more nothing;

	return value->more ? value->more : &nothing;
}

enum group {
	GROUP_STRUCT,
	GROUP_ARRAY,
	GROUP_POINTEE,	/* what a pointer to one scalar points to: "[5]" in text */
	GROUP_FDSET,	/* a descriptor set, its members as VALUE_FD: where paths are wanted */
	/* Made by a macro of a header, named by macro(); its arguments are members. Text: */
	GROUP_MACRO,	/* "QCMD(Q_SYNC, USRQUOTA)" */
	GROUP_TERMS,	/* what it makes: "FUTEX_OP_ADD<<28|0x1<<12|FUTEX_OP_CMP_EQ<<24|0" */
	GROUP_RATIO,	/* two numbers, without a macro: "1/25" in text, a struct elsewhere */
	GROUP_KINDS	/* how many there are: every sink shows each */
};

/* How a group ends: complete; more was left out ("..."); the rest could not be read. */
enum group_end { GROUP_COMPLETE, GROUP_MORE, GROUP_UNREADABLE };

enum phase {
	PHASE_ENTRY,	/* decoded when the call began */
	PHASE_EXIT,	/* decoded when it returned; if the same argument has an ENTRY segment, the text
			 * is "entry => exit" and JSON has before and after */
	PHASE_REST,	/* at exit, members that go on within the group the ENTRY segment left open */
};

/* A range of bytes in the text of a record builder. */
struct record_segment {
	uint32_t start, len;
};

/* The maximum number of arguments that a record shows. */
#define RECORD_ARGUMENTS 16

struct record_builder {
	struct buf text;	/* the bytes of all segments, in the order in which they were emitted */
	uint16_t n, capacity;	/* arguments known so far; elements allocated for them */
	bool has_result, has_note;
	struct record_argument {
		const char *name;
		struct record_segment entry, exit;
		bool has_entry, has_exit, rest, late, pending, named;
	} *arguments;
	struct record_segment result, note;
	/* The segment that values go to. It points into this builder, which therefore must not be copied. */
	struct record_segment *open;
	/* What the text sink remembers about the tracee's line; builder_reset() keeps all but begun. */
	struct record_line {
		bool begun;	/* the entry of the call has been shown */
		uint8_t next;	/* the first argument that was not, or not whole */
		bool head;	/* the entry segment of that argument was shown */
		bool comma;	/* the comma before it was */
		bool any;	/* an argument was shown */
		uint64_t nr, ip;	/* of the last call */
		const char *name;	/* of the last call but restart_syscall; NULL: unknown */
	} line;
};

/* What a call moved through a descriptor (-e read, -e write), told piece by piece behind its end. */
enum data_part {
	DATA_VECTOR,	/* message number place (sendmmsg) follows, n buffers */
	DATA_BUFFER,	/* buffer number place of an array follows, n bytes */
	DATA_BYTES,	/* n bytes of it, from offset on */
};

struct data {
	enum data_part part;
	int fd;
	bool written;
	uint64_t place, n, offset;
	const void *bytes;
};

struct sink;
struct stack;

struct sink_ops {
	/* Values: called by decode. */

	/* The next value is argument index, of this name. named: text shows the name anyway. */
	void (*argument)(struct sink *sink, unsigned index, const char *name, enum phase phase,
			 bool named);
	/*
	 * Argument index will be emitted only at the exit. late: its comma too. Also called behind an
	 * ENTRY segment that an EXIT segment or a REST will follow: nothing behind it can be shown before.
	 */
	void (*pending)(struct sink *sink, unsigned index, const char *name, bool late);
	void (*open)(struct sink *sink, enum group group);
	void (*close)(struct sink *sink, enum group group, enum group_end end);
	/* Names the next value or group within a struct. */
	void (*member)(struct sink *sink, const char *name);
	/* The next element is number i of an array whose elements have names, in list; name NULL: this one has none. */
	void (*index)(struct sink *sink, const struct list *list, const char *name, uint64_t i);
	/*
	 * Names the macro of the GROUP_MACRO or GROUP_TERMS that is opened next. whole: the number that it makes,
	 * if that is shown where constants are numbers (-X raw: 8388865 for QCMD(Q_QUOTAON, 1)); NULL: it is not.
	 */
	void (*macro)(struct sink *sink, const char *name, const struct value *whole);
	void (*value)(struct sink *sink, const struct value *value);
	/* Within a POINTEE group: the next value is what the previous one was replaced by. */
	void (*change)(struct sink *sink);
	/*
	 * The value or group that was just emitted is a time of day, counted from the epoch: a comment
	 * in text (2023-11-14T22:13:20.000000005+0000, no fraction if 0), nothing elsewhere. Behind a
	 * result it is a note in parentheses: "= 1700000000 (2023-11-14T22:13:20+0000)". digits: of
	 * the fraction, 9 or 6. No date if nanoseconds are a second or more.
	 */
	void (*date)(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits);
	/* The next value is the result; then notes, each with a label that may be NULL. */
	void (*result)(struct sink *sink);
	void (*note)(struct sink *sink, const char *label);

	/* Records: called by the session. The builder of the call is sink->builder. */

	/* A call began and its ENTRY segments are there. Text may show it at once; JSON waits. */
	void (*entered)(struct sink *sink, const struct event *event, const struct call *call);
	/* It returned, its EXIT segments are there: one complete record. */
	void (*exited)(struct sink *sink, const struct event *event, const struct call *call);
	/* What it moved, behind its record. */
	void (*data)(struct sink *sink, const struct event *event, const struct data *data);
	/* It will not return: the tracee exited, was killed, superseded or detached. */
	void (*unfinished)(struct sink *sink, const struct event *event, const struct call *call);
	/* Any other event. For a SIGNAL the siginfo's members are in the builder, as argument 0. */
	void (*event)(struct sink *sink, const struct event *event);
	/* Everything that was held back goes out; at the end and before detaching. */
	void (*finish)(struct sink *sink);
	void (*destroy)(struct sink *sink);
};

struct sink {
	const struct sink_ops *ops;
	/*
	 * The sink shows calls as strace does: decode follows struct view. Otherwise decode emits the facts: every member of
	 * a struct in memory order and every element of an array, whatever -v says.
	 */
	bool views;
	struct record_builder *builder;	/* of the call that is being decoded; set by the session */
	const struct stack *stack;	/* of the call or signal that is shown; NULL: not asked for */
};

/* Empties a builder for the next call. It keeps its buffers. */
void builder_reset(struct record_builder *builder);
void builder_free(struct record_builder *builder);

/*
 * Buffers that no builder uses. There may be thousands of tracees, and few of them have a record under
 * construction. A zeroed pool is empty.
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
/* Moves the buffers of a builder to the pool, or frees them if the pool is full. The segments are lost. */
void builder_return_buffers(struct record_builder *builder, struct builder_pool *pool);

#endif
