/* SPDX-License-Identifier: MIT */
/* For tests of the interpreter: memory of a made-up tracee, and a sink that writes a transcript. */
#ifndef SCRY_DECODE_SUPPORT_H
#define SCRY_DECODE_SUPPORT_H

#include <check.h>

#include "scry/decode.h"

#define SEGMENTS 4

/* Two members of a struct in the argument of a macro. */
#define COMMA ,

/* What is not in a segment is not mapped. */
struct memory {
	struct segment {
		uint64_t address;
		size_t len;
		unsigned char *bytes;
	} segments[SEGMENTS];
	unsigned n;
	unsigned reads; /* how often decode asked */
};

/*
 * The transcript: blank-separated tokens, one a call on the sink.
 *
 *	fd=  buf?  buf~?  buf:exit=  cl:rest=	argument(), pending() (late: ~)
 *	{ } [ ] < >			struct, array, pointee; "...}" more, "!}" unreadable
 *	.name				member()
 *	/seconds+nanoseconds.digits/	date()
 *	=> = (label			change(), result(), note()
 *	5 0x5 05 s5			numbers; "s" behind: nothing; kinds begin with their letter
 */
struct recorder {
	struct sink sink;
	struct buf text;
};

/* A tracee, its call and everything that a decode needs. */
struct bench {
	struct memory memory;
	struct fetch fetch;
	struct recorder recorder;
	struct decode_config config;
	struct entry_snapshot memo;
	struct call call;
	struct decode decode;
};

void bench_init(struct bench *bench, const struct abi *abi, const struct syscall *row);
void bench_free(struct bench *bench);
/* Maps bytes (not copied) at an address. */
void bench_map(struct bench *bench, uint64_t address, void *bytes, size_t len);
/* Runs the entry, the exit; each returns what it wrote, valid until the next. */
const char *bench_enter(struct bench *bench);
const char *bench_exit(struct bench *bench, int64_t result);
/* The transcript since the last of these. */
const char *bench_text(struct bench *bench);

Suite *decode_memory_suite(void);

#endif
