/* SPDX-License-Identifier: MIT */
/* For tests of decode: a fake tracee with memory, and a sink that writes a transcript. */
#ifndef SCRY_DECODE_SUPPORT_H
#define SCRY_DECODE_SUPPORT_H

#include "scry/decode.h"

struct Suite; /* of check.h */

#define SEGMENTS 4

/* A comma within one argument of a macro. */
#define COMMA ,

/* Memory outside of the segments is not mapped. */
struct memory {
	struct segment {
		uint64_t address;
		size_t len;
		unsigned char *bytes;
	} segments[SEGMENTS];
	unsigned n;
	unsigned reads; /* number of reads by decode */
};

/*
 * The transcript: tokens separated by blanks, one token for each call on the sink.
 *
 *	0fd= 0fd!= 0fd:exit= 0fd:rest=	argument(), with its index; "!": named
 *	1buf?				pending()
 *	{ } [ ] < >			struct, array, pointee; "...}" more, "!}" unreadable
 *	.name				member()
 *	#0name=				index()
 *	/seconds+nanoseconds.digits/	date()
 *	=> = (label			change(), result(), note()
 *	5 0x5 05 fd:5 "abc" !@0x10	value(): the kind, except of numbers and strings, then the
 *					value; "!": unreadable
 */
struct recorder {
	struct sink sink;
	struct buf text;
};

/* A fake tracee, its call, and everything else that decode needs. */
struct bench {
	struct memory memory;
	struct fetch fetch;
	struct recorder recorder;
	struct decode_config config;
	struct entry_snapshot snapshot;
	struct call call;
	struct decode decode;
};

void bench_init(struct bench *bench, const struct abi *abi, const struct syscall *row);
void bench_free(struct bench *bench);
/* Maps bytes at an address. They are not copied. */
void bench_map(struct bench *bench, uint64_t address, void *bytes, size_t len);
/*
 * Decode the entry or the exit of the call. They return the transcript since the previous one,
 * valid until the next call.
 */
const char *bench_enter(struct bench *bench);
const char *bench_exit(struct bench *bench, int64_t result);
const char *bench_text(struct bench *bench);

struct Suite *decode_memory_suite(void);

#endif
