/* SPDX-License-Identifier: MIT */
/* What the parts of the decode fuzzer share: a made-up tracee, its call, and who looks at it. */
#ifndef SCRY_FUZZ_H
#define SCRY_FUZZ_H

#include "scry/decode.h"
#include "scry/sinks.h"
#include "watcher.h"

#define POOL 65536u
#define PAGE 4096u
#define POOL_AT PAGE /* the address of the first byte */

struct fuzz {
	uint64_t seed, state;
	unsigned char pool[POOL];
	unsigned char unmapped[POOL / PAGE];
	struct watcher watcher;
	struct sink *sinks[2]; /* text, JSON: what they write is dropped */
	struct draft draft;
	struct decode_memo memo;
	struct decode_cache *cache;
	struct decode_config config;
	struct call call;
	uint64_t calls;
	size_t n_lists;
};

/* The tracee: src/tracee for its memory and what it knows. */
extern const struct fetch_ops fuzz_ops;

uint64_t fuzz_random(struct fuzz *fuzz);
/* Numbers as programs use them: small ones, pointers, constants, the edges of types. */
uint64_t fuzz_number(struct fuzz *fuzz);
/* Writes so many numbers anywhere into the memory, and maps other pages. */
void fuzz_stir(struct fuzz *fuzz, unsigned n);

/* Makes fuzz->call the call of this ABI, without arguments. */
void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi);
/* Decodes fuzz->call, its exit with this result; stir: memory changes in between. */
void fuzz_run(struct fuzz *fuzz, int64_t result, bool stir);

/*
 * Every argument of a call at the edges: NULL, unmapped, the last bytes of a page, 0, 1, huge, negative,
 * every constant that it can have; with memory full of zeros, ones, small numbers and pointers to itself.
 */
void fuzz_edges(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi);

#endif
