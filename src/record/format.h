/* SPDX-License-Identifier: MIT */
/* Private header of src/record/: the file. doc/recording.md describes it for other programs. */
#ifndef SCRY_RECORD_FORMAT_H
#define SCRY_RECORD_FORMAT_H

#include "scry/bytes.h"
#include "scry/event.h"

/*
 * The file begins with these bytes, a version of 4 bytes, and 4 bytes that are 0. A transfer as
 * text changes the first byte or the end of line.
 */
#define FILE_MAGIC "\x8fSCRY\r\n\x1a"
#define FILE_MAGIC_LEN 8
#define FILE_HEAD 16
/*
 * Version 2 has PART_LATE, PART_WITHHELD and QUESTION_FD_CAPACITY. Version 3 has columns,
 * PART_STRING and PART_AGAIN. Version 4 has HAS_REQUEST, HAS_CONTAINER and HAS_UNIT. Version 5 has
 * IS_OTHER_ENGINE. Version 6 has HAS_PPID and HAS_USER, descriptors that are not open, whose path is
 * empty, and the descriptor of read(2) at the exit. Version 7 has QUESTION_OTHER_FD_PATH and _DETAIL.
 * A reader takes older versions.
 */
#define FORMAT_VERSION 7u
#define FORMAT_COLUMNS 3u /* the first version with columns */
#define FORMAT_READ 6u /* the first version with the descriptor of read(2) at the exit */

/* A whole file ends with the offset of the block with the index, 8 bytes, and this. */
#define END_MAGIC "SCRYEND\n"
#define FILE_END 16

/* The head of a block, of this many bytes. Each number is little-endian. */
#define BLOCK_HEAD 48
#define BLOCK_MAGIC "SBLK"
enum {
	BLOCK_AT_KIND = 4, /* 1 byte: enum block_kind */
	BLOCK_AT_PACKING = 5, /* 1 byte: enum packing; 2 bytes that are 0 follow */
	BLOCK_AT_STORED = 8, /* 4: bytes that follow the head */
	BLOCK_AT_RAW = 12, /* 4: bytes when unpacked */
	BLOCK_AT_COUNT = 16, /* 4: captures */
	BLOCK_AT_CHECKSUM = 20, /* 4: CRC-32C of the head with 0 here, and of what follows it */
	BLOCK_AT_FIRST = 24, /* 8: CLOCK_MONOTONIC of the first capture, ns */
	BLOCK_AT_LAST = 32, /* 8: and of the last one */
	BLOCK_AT_NUMBER = 40, /* 8: the number of the block of captures, from 0; others: 0 */
};

enum block_kind { BLOCK_INFO = 1, BLOCK_CAPTURES, BLOCK_INDEX };
enum packing { PACKING_NONE, PACKING_ZSTD };

/* Limits of a reader. A writer ends a block earlier. */
#define BLOCK_MAX (32u << 20) /* bytes, packed or not */
#define STRINGS_MAX 65536u /* numbered strings of a block */
#define PIECES_MAX 65536u /* numbered pieces of memory of a block */
#define NUMBERED_PIECE 64u /* a piece of memory with at least this many bytes has a number */
#define THREADS_MAX 4096u /* threads of a block */
#define FRAMES_MAX 65536u /* frames of a stack */

#define FORMAT_ARGUMENTS 6 /* arguments of a call */
#define REQUEST_WORDS 8u /* words of 64 bits of a request of io_uring */

/*
 * A block of captures has a column for each member of captures: what is alike stands together, and
 * packs better. The block begins with the number of columns and their lengths.
 */
enum column {
	COLUMN_KINDS, /* enum event_kind, a byte for each capture */
	COLUMN_THREADS,
	COLUMN_MEMBERS, /* HAS_* */
	COLUMN_TIMES_LOW, /* the low byte of the difference of CLOCK_MONOTONIC */
	COLUMN_TIMES, /* its other bytes, as a signed number */
	COLUMN_CPU, /* differences, see put_duration() */
	COLUMN_NUMBERS, /* of calls */
	COLUMN_ADDRESSES, /* instruction and stack pointers */
	COLUMN_GIVEN, /* which arguments are stored */
	COLUMN_ARGUMENTS, /* a column for each argument */
	COLUMN_RESULTS = COLUMN_ARGUMENTS + FORMAT_ARGUMENTS,
	COLUMN_COUNTS, /* how many parts each capture has */
	COLUMN_PARTS, /* PART_*, or the number of a question */
	COLUMN_PLACES, /* addresses of pieces of memory, see struct thread_state */
	COLUMN_LENGTHS, /* of pieces of memory */
	COLUMN_PIECES, /* numbers of pieces of memory */
	COLUMN_MEMORY,
	COLUMN_SUBJECTS, /* numbers that questions are about, answers that are numbers */
	COLUMN_STRINGS, /* numbers and lengths of strings */
	COLUMN_TEXTS, /* the bytes of strings */
	COLUMN_OTHERS,
	COLUMN_COUNT
};

/* What a string begins with: its number, or one of these. */
enum { STRING_NONE, STRING_NEW, STRING_UNNUMBERED, STRING_FIRST };

/* The members that a capture has, beside those that every capture has. */
enum {
	HAS_ABI = 1 << 0, /* unlike the previous one of the thread */
	HAS_NR = 1 << 1, /* likewise */
	HAS_COMM = 1 << 2, /* likewise */
	HAS_RESULT = 1 << 3,
	HAS_CALL = 1 << 4, /* ip, sp, arguments */
	HAS_SIGNAL = 1 << 5,
	HAS_STATUS = 1 << 6,
	HAS_PARENT = 1 << 7,
	HAS_FORMER = 1 << 8,
	HAS_TEXT = 1 << 9,
	HAS_RESUMED = 1 << 10,
	HAS_SIGINFO = 1 << 11,
	HAS_CONTEXT = 1 << 12,
	HAS_DENIED = 1 << 13,
	HAS_STACK = 1 << 14,
	HAS_STACK_TIME = 1 << 15,
	HAS_AUDIT_ARCH = 1 << 16, /* the ABI is unknown */
	IS_ERROR = 1 << 17,
	IS_CORE_DUMPED = 1 << 18,
	IS_INJECTED_ARGS = 1 << 19,
	IS_INJECTED_RESULT = 1 << 20,
	IS_DELAYED = 1 << 21,
	HAS_IP = 1 << 22, /* an event without HAS_CALL */
	HAS_SYSTEM = 1 << 23, /* only of older versions, where the CPU time is in some captures */
	HAS_LAST = 1 << 24, /* the last call is not the last one of the thread in the block */
	HAS_REAL =
		1
		<< 25, /* the difference of the clocks has changed; older versions have it in each capture */
	HAS_REQUEST = 1 << 26, /* the call is a request of io_uring */
	HAS_CONTAINER = 1 << 27, /* unlike the previous one of the thread */
	HAS_UNIT = 1 << 28, /* likewise */
	IS_OTHER_ENGINE =
		1
		<< 29, /* the tracee stops although it did not at the previous capture of the thread, or the reverse */
	HAS_PPID = 1 << 30, /* unlike the previous one of the thread */
	HAS_KNOWN_BEFORE = HAS_REAL - 1, /* before FORMAT_COLUMNS */
};

#define HAS_USER (UINT32_C(1) << 31) /* likewise */
#define HAS_KNOWN UINT32_MAX

/* The kinds of events have these numbers in a file, in the order of enum event_kind. */
#define EVENT_KINDS 14u

/* A capture begins with the number of bytes that follow, in this many bytes. */
#define CAPTURE_HEAD 4

/* Parts of the answers of a capture. Other questions have their numbers of enum question. */
enum {
	PART_MEMORY = 32,
	PART_UNREADABLE,
	PART_LATE,
	PART_WITHHELD,
	PART_STRING, /* memory: a string and its NUL */
	PART_AGAIN, /* the same bytes as an earlier piece of the block */
	PART_AGAIN_LATE,
	PART_MEMORY_END
};
#define PART_UNKNOWN 0x80 /* added to the number of a question: the answer is not known */

struct abi;

/*
 * Calls whose arguments are remembered. The next call of the same thread and with the same number
 * has similar ones.
 */
#define GUESSES 4096u
struct guess {
	uint64_t args[FORMAT_ARGUMENTS];
};

/*
 * Returns the place of a call of the thread with this number in the block. Several calls may have
 * the same place.
 */
static inline uint32_t guess_place(uint32_t thread, uint64_t nr)
{
	return (uint32_t)(((uint64_t)thread * 512 + nr) * UINT64_C(0x9e3779b97f4a7c15) >> 52) %
	       GUESSES;
}

/*
 * What a reader and a writer keep of a thread from one of its captures to the next one in a block.
 */
struct thread_state {
	int32_t tid, tgid;
	uint64_t nr, ip, sp, system_ns, last_nr, last_ip;
	/* of the last call: pieces of memory are where they point to */
	uint64_t args[FORMAT_ARGUMENTS];
	const struct abi *abi; /* NULL: unknown */
	bool unstopped; /* as struct event has it */
	struct event_owner owner;
	const char *comm, *container, *unit; /* only of a reader */
	/* only of a writer: the numbers of the strings */
	uint64_t comm_number, container_number, unit_number;
};

/* libzstd, loaded when it is needed. */
struct packer;

#endif
