/* SPDX-License-Identifier: MIT */
/* What the parts of the decode fuzzer share: a made-up tracee, its call, and who looks at it. */
#ifndef SCRY_FUZZ_H
#define SCRY_FUZZ_H

#include <stdio.h>

#include "scry/decode.h"
#include "scry/sinks.h"
#include "watcher.h"

#define POOL 65536u
#define PAGE 4096u
#define POOL_AT PAGE /* the address of the first byte */
#define STYLES 17u

struct covered;

struct fuzz {
	uint64_t seed, state;
	unsigned char own[POOL]; /* of the random part */
	unsigned char *pool; /* the memory that the tracee has now: .own, or an image of edges.c */
	unsigned char unmapped[POOL / PAGE];
	struct watcher watcher;
	struct {
		struct sink *sink; /* NULL: the watcher */
		struct output *output;
		int fd; /* what the output writes to */
	} written[STYLES];
	unsigned style;
	bool brief; /* each edge at every place, but not any two at once */
	struct covered *covered;
	struct record_builder builder;
	struct entry_snapshot memo;
	struct decode_config config; /* every decode points to it: covered.c */
	struct buf read; /* what the sinks wrote */
	FILE *records; /* where the JSON of it goes; NULL: nowhere */
	struct decode_cache *cache;
	struct call call;
	uint64_t calls, lines;
	size_t n_lists;
};

/* The tracee: src/tracee for its memory and what it knows. */
extern const struct fetch_ops fuzz_ops;

uint64_t fuzz_random(struct fuzz *fuzz);
/* Numbers as programs use them: small ones, pointers, constants, the edges of types. */
uint64_t fuzz_number(struct fuzz *fuzz);
/* Writes so many numbers anywhere into its own memory, and maps other pages. */
void fuzz_stir(struct fuzz *fuzz, unsigned n);

/* Makes fuzz->call the call of this ABI, without arguments. */
void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi);
/* Gives it a row that was made where another one may have been. */
void fuzz_row(struct fuzz *fuzz, const struct syscall *row);
/*
 * Decodes fuzz->call in the style of this number: as the text and JSON sinks write it, or for the watcher.
 * result: of the exit; FUZZ_NEVER: it does not return. stir: memory changes in between.
 */
#define FUZZ_NEVER INT64_MIN
void fuzz_run(struct fuzz *fuzz, unsigned style, int64_t result, bool stir);

/* Styles (styles.c): options that change what is written. */
void styles_open(struct fuzz *fuzz);
void styles_close(struct fuzz *fuzz);
const struct decode_config *style_decode(unsigned style);
/* Looks at all that was written since the last time. */
void styles_check(struct fuzz *fuzz);
/* Every line is printable and nothing else, colours aside; JSON: an object. Fails if not; returns their number. */
uint64_t lines_check(const unsigned char *bytes, size_t len, bool json);

/* What the table has, and what of it was met (covered.c). */
enum point_kind { POINT_TYPE, POINT_CHOICE, POINT_VARIANT, POINT_CONDITION };
struct point {
	enum point_kind kind;
	const void *what; /* struct type, choice, variant, condition */
	const char *owner; /* a call, a struct */
	uint32_t abis; /* where a variant was chosen */
	bool held, failed; /* of a condition */
};

struct covered {
	struct point *points, **table; /* in the order in which they were found; by address */
	size_t n, size;
	uint64_t news; /* variants that were met for the first time under an ABI */
	bool deeper; /* … that chooses in turn, among others that were not met; for who clears it */
	bool special; /* one was chosen that is no default; for who clears it */
};

struct covered *covered_new(void);
void covered_free(struct covered *covered);
struct point *covered_find(const struct covered *covered, const void *what);
/* Whether every variant of every choice among these fields was met under any ABI. */
bool covered_fields(const struct covered *covered, const struct field *fields, uint16_t n);
/* Says what was not met; false: a variant was not. */
bool covered_report(const struct covered *covered);

/*
 * Not at random (edges.c): every call of every ABI, every struct, with every argument at every edge: any two
 * arguments have any two edges at the same time, and each of these every kind of memory, result and style.
 */
#define EDGES 17u /* a prime, so that a + i * b meets all pairs */
struct images;
struct images *images_new(struct fuzz *fuzz);
void images_free(struct images *images);
/* Row a, b of an orthogonal array: its arguments, but those of the bits in fixed; the rest as below. */
void edges_run(struct fuzz *fuzz, struct images *images, unsigned a, unsigned b, unsigned fixed);
/* Its parts: memory of kind n; the run with the arguments and the memory that there are. */
void edges_memory(struct fuzz *fuzz, struct images *images, unsigned n);
void edges_decode(struct fuzz *fuzz, unsigned a, unsigned b);
void edges_of_call(struct fuzz *fuzz, struct images *images, enum syscall_id id,
		   const struct abi *abi);
void edges_of_type(struct fuzz *fuzz, struct images *images, const struct type *type,
		   const struct abi *abi);
/* Every constant that an argument, or a member, can have, and two at a time where they choose (selectors.c). */
void selectors_of_call(struct fuzz *fuzz, struct images *images);
/* Of a struct that lies there. */
#define STRUCT_AT (POOL_AT + 2 * PAGE)
void selectors_of_type(struct fuzz *fuzz, struct images *images, const struct type *type);

#endif
