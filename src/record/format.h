/* SPDX-License-Identifier: MIT */
/* Private header of src/record/: the file. doc/recording.md describes it for other programs. */
#ifndef SCRY_RECORD_FORMAT_H
#define SCRY_RECORD_FORMAT_H

#include "record/bytes.h"

/*
 * The file begins with these bytes, a version of 4 bytes, and 4 bytes that are 0. A transfer as text changes the
 * first byte or the end of line.
 */
#define FILE_MAGIC "\x8fSCRY\r\n\x1a"
#define FILE_MAGIC_LEN 8
#define FILE_HEAD 16
/* Version 2 has PART_LATE, PART_WITHHELD and QUESTION_FD_CAPACITY. A reader takes older versions. */
#define FORMAT_VERSION 2u

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
#define THREADS_MAX 4096u /* threads of a block */
#define FRAMES_MAX 65536u /* frames of a stack */

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
	HAS_SYSTEM = 1 << 23,
	HAS_LAST = 1 << 24, /* the last call is not the last one of the thread in the block */
	HAS_KNOWN = (1 << 25) - 1,
};

/* The kinds of events have these numbers in a file, in the order of enum event_kind. */
#define EVENT_KINDS 14u

/* A capture begins with the number of bytes that follow, in this many bytes. */
#define CAPTURE_HEAD 4

/* Parts of the answers of a capture. Other questions have their numbers of enum question. */
enum { PART_MEMORY = 32, PART_UNREADABLE, PART_LATE, PART_WITHHELD };
#define PART_UNKNOWN 0x80 /* added to the number of a question: the answer is not known */

struct abi;

/* What a reader and a writer keep of a thread from one of its captures to the next one in a block. */
struct thread_state {
	int32_t tid, tgid;
	uint64_t nr, ip, sp, system_ns, last_nr, last_ip;
	const struct abi *abi; /* NULL: unknown */
	const char *comm; /* only of a reader */
	uint64_t comm_number; /* only of a writer: the number of the string */
};

uint32_t crc32c(uint32_t crc, const void *bytes, size_t len);

/* libzstd, loaded when it is needed. */
struct packer;

/* Returns NULL with *error set if libzstd cannot be loaded. */
struct packer *packer_new(char **error);
void packer_free(struct packer *packer);
/* Appends the packed bytes to out. Returns false if libzstd fails. */
bool packer_pack(struct packer *packer, struct buf *out, const void *bytes, size_t len);
/* Unpacks to exactly len bytes at to. Returns false if the bytes are something else. */
bool packer_unpack(struct packer *packer, void *to, size_t len, const void *bytes, size_t packed);

#endif
