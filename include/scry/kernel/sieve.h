/* SPDX-License-Identifier: MIT */
/*
 * Shared types: sieves, which say what calls the program of the bpf engine reports. A sieve is what
 * the kernel can evaluate of an expression (--where) for one call of one ABI, at its entry or at
 * its exit. It lets every call through that the expression selects.
 *
 * The module where makes steps of an expression (src/where/sieve.c); scry/kernel/sift.h executes
 * them, in the kernel as part of a BPF program, or in user space.
 */
#ifndef SCRY_KERNEL_SIEVE_H
#define SCRY_KERNEL_SIEVE_H

#include "scry/kernel/capture.h"

#define SIEVE_STEPS 32768u /* the maximum number of steps of all sieves */
#define SIEVE_TURNS 8192u /* the program lets a call through that takes more turns */
#define SIEVE_TEXT 64u /* the maximum length of a text that a step compares */

/* Numbers that steps compare: the arguments of the call are the first ones. */
enum sieve_number {
	SIEVE_ARGUMENTS, /* numbers 0 to 5 */
	SIEVE_RESULT = PLAN_ARGUMENTS, /* of a call that has failed: -1 */
	SIEVE_ERROR, /* errno; 0: the call has not failed */
	SIEVE_FAILED, /* 1: the call has failed */
	SIEVE_DURATION, /* ns */
	SIEVE_NUMBER, /* of the call, with the flag bit of its ABI */
	SIEVE_PID,
	SIEVE_TID,
	SIEVE_UID, /* the real user */
	SIEVE_NUMBERS = 16, /* a power of two */
};

enum sieve_kind {
	SIEVE_PASS, /* the call is reported */
	SIEVE_DROP, /* it is not */
	SIEVE_RANGE, /* number .which, without the bits beyond .mask, is from .first to .last */
	/* so is the number of .size bytes at .at bytes from the address in argument .which */
	SIEVE_MEMORY,
	SIEVE_EQUAL, /* the text of .source is .text */
	SIEVE_BEGIN, /* it begins with .text */
	SIEVE_END, /* it ends with .text, and has .at bytes or more */
	SIEVE_UNDER, /* it is the directory .text, or a path below it */
};

/* Where a text comes from. */
enum sieve_source {
	SIEVE_NOTHING,
	SIEVE_STRING, /* up to a NUL, at the address in argument .which */
	SIEVE_PATH, /* the absolute name of that path, which begins in the directory .base */
	SIEVE_DESCRIPTOR, /* the path of the descriptor in argument .which */
	SIEVE_COMM, /* the command name of the task */
};
#define SIEVE_CURRENT 255u /* .base: the current directory; else an argument with a descriptor */

/* One step. 112 bytes. */
struct sieve_step {
	uint8_t kind; /* enum sieve_kind */
	uint8_t source; /* enum sieve_source */
	uint8_t which, base;
	uint8_t size; /* MEMORY: 1, 2, 4 or 8 */
	uint8_t big_endian;
	uint8_t text_len;
	uint8_t pointer_size; /* of the ABI: 4 or 8 */
	/* The next step: if the test is met, if it is not, and if that is not known. */
	uint16_t yes, no, unknown;
	uint16_t at;
	union {
		struct {
			uint64_t mask, first, last;
		};
		uint8_t text[SIEVE_TEXT];
	};
};

/*
 * The sieves of a call: indexes of their first steps; 0: there is none, and the call is reported.
 * Step 0 is a PASS.
 */
struct call_sieves {
	uint16_t entry;
	/*
	 * If it is not 0, only the exit decides, and a call that does not return is not selected:
	 * nothing is reported at the entry, and at the exit both sides.
	 */
	uint16_t exit;
};

/* The sieves of all calls. .calls: as struct plans. */
struct sieves {
	struct sieve_step *steps;
	uint32_t n_steps, capacity;
	struct call_sieves calls[PLAN_ABIS][PLAN_CALLS];
};

/*
 * The state of a call that is sifted. The text of a path is put together around the middle of
 * .text: the path of the caller follows it, and the names of the directory come before it, the last
 * one first.
 */
#define SIEVE_ROOM 8192u /* a power of two */
#define SIEVE_MIDDLE 4096u
#define SIEVE_STRING_MAX 4094u /* bytes of a string, without its NUL */
struct sieve {
	uint64_t numbers[SIEVE_NUMBERS];
	uint32_t pc; /* the current step */
	uint32_t state; /* enum sieve_state: scry/kernel/sift.h */
	/* .source, .which and .base of the text, from the lowest byte on; 0: there is none */
	uint32_t loaded;
	uint32_t fate; /* enum sieve_fate of it */
	uint32_t begin, end; /* of the text */
	uint32_t looked; /* up to here the text has no "//", "." or "..", or has been copied to */
	uint32_t copied; /* ... the end of what is left without them */
	uint32_t passes; /* the result */
	/*
	 * The first of the steps that look at the current text, if the text is the path of a
	 * descriptor, and their answer is not known yet; 0: none.
	 */
	uint32_t from;
	uint32_t named; /* 1: a name of the caller's path has been copied */
	/*
	 * of the program's state before the walk: names that change meanwhile are looked at again
	 */
	uint64_t moves;
	uint64_t dentry, mount; /* where a walk to the root directory is */
	uint8_t text[SIEVE_ROOM + SIEVE_TEXT + 16];
};

#endif
