/* SPDX-License-Identifier: MIT */
/*
 * For the files of the decode fuzzer: a fake tracee, its call, and the sinks that it is decoded
 * for.
 */
#ifndef SCRY_FUZZ_H
#define SCRY_FUZZ_H

#include <stdio.h>

#include "scry/decode.h"
#include "scry/sinks.h"
#include "watcher.h"

#define POOL 65536u /* bytes of memory of the tracee */
#define PAGE 4096u
#define POOL_AT PAGE /* address of the first byte */
#define STYLES 17u

struct covered;

struct fuzz {
	uint64_t seed, state;
	unsigned char own[POOL]; /* memory of the random part */
	unsigned char *pool; /* current memory of the tracee: own, or an image of edges.c */
	unsigned char unmapped[POOL / PAGE];
	struct watcher watcher;
	struct {
		struct sink *sink; /* NULL: the style uses the watcher */
		struct output *output;
		int fd; /* the file of the output */
	} written[STYLES];
	unsigned style;
	bool brief; /* each edge as each argument, without all pairs of edges */
	struct covered *covered;
	struct record_builder builder;
	struct decode_memo memo;
	struct decode_config config; /* covered.c finds struct fuzz by the address of this member */
	struct buf read; /* output of the sinks */
	FILE *records; /* a copy of the JSON goes here; NULL: nowhere */
	struct decode_cache *cache;
	struct call call;
	uint64_t calls, lines;
	size_t n_lists;
};

/* Reads the memory of the fake tracee, and makes names and details of its descriptors. */
extern const struct fetch_ops fuzz_ops;

uint64_t fuzz_random(struct fuzz *fuzz);
/* A random number as programs use them: a small one, a pointer, a constant, an edge of a type. */
uint64_t fuzz_number(struct fuzz *fuzz);
/* Writes n random numbers to random offsets of fuzz->own, and maps other pages. */
void fuzz_stir(struct fuzz *fuzz, unsigned n);

/* Makes fuzz->call a call under the ABI. The arguments are 0. */
void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi);
/* Gives fuzz->call a row that is not in the table. */
void fuzz_row(struct fuzz *fuzz, const struct syscall *row);
/*
 * Decodes fuzz->call for the text sink, the JSON sink or the watcher, as the style asks. result:
 * the result of the call; FUZZ_NEVER: the call does not return. stir: memory changes before the
 * exit.
 */
#define FUZZ_NEVER INT64_MIN
void fuzz_run(struct fuzz *fuzz, unsigned style, int64_t result, bool stir);

/* styles.c. A style is a sink and options that change its output. */
void styles_open(struct fuzz *fuzz);
void styles_close(struct fuzz *fuzz);
const struct decode_config *style_decode(unsigned style);
/* Checks the output since the previous call. */
void styles_check(struct fuzz *fuzz);
/*
 * lines.c. Every line must be printable text, apart from colours, or a JSON object. The fuzzer
 * fails otherwise. Returns the number of lines.
 */
uint64_t lines_check(const unsigned char *bytes, size_t len, bool json);

/* covered.c. A point is a part of the table that decode uses or not. */
enum point_kind { POINT_TYPE, POINT_CHOICE, POINT_VARIANT, POINT_CONDITION };
struct point {
	enum point_kind kind;
	const void *what; /* struct type, choice, variant or condition */
	const char *owner; /* name of the call or struct that has it */
	uint32_t abis; /* a variant: the ABIs under which it was chosen */
	bool held, failed; /* a condition: it was true, it was false */
};

struct covered {
	struct point *points; /* in the order of the table */
	struct point **table; /* a hash table by the address of what */
	size_t n, size;
	uint64_t news; /* number of variants and ABIs under which they were chosen */
	/*
	 * Set when a variant is chosen for the first time. The code that reads it clears it before.
	 */
	bool deeper; /* the variant has choices with variants that were never chosen */
	bool special; /* any variant but a default was chosen, not only for the first time */
};

struct covered *covered_new(void);
void covered_free(struct covered *covered);
struct point *covered_find(const struct covered *covered, const void *what);
/* Whether every variant of every choice in the fields was chosen, under any ABI. */
bool covered_fields(const struct covered *covered, const struct field *fields, uint16_t n);
/* Prints the variants that were never chosen. Returns false if there is one. */
bool covered_report(const struct covered *covered);

/*
 * edges.c. Not random: every call of every ABI, and every struct, with every edge as every
 * argument. Any two arguments have any two edges at the same time, with every kind of memory,
 * result and style.
 */
#define EDGES 17u /* a prime: a + i * b takes all pairs of values for any two arguments i */
struct images;
struct images *images_new(struct fuzz *fuzz);
void images_free(struct images *images);
/*
 * Decodes the call with row a, b of an orthogonal array as arguments, memory, result and style. Bit
 * i of fixed keeps argument i as it is.
 */
void edges_run(struct fuzz *fuzz, struct images *images, unsigned a, unsigned b, unsigned fixed);
/* Gives the tracee memory of kind n. */
void edges_memory(struct fuzz *fuzz, struct images *images, unsigned n);
/* Decodes the call with its current arguments and memory. */
void edges_decode(struct fuzz *fuzz, unsigned a, unsigned b);
void edges_of_call(struct fuzz *fuzz, struct images *images, enum syscall_id id,
		   const struct abi *abi);
void edges_of_type(struct fuzz *fuzz, struct images *images, const struct type *type,
		   const struct abi *abi);
/*
 * selectors.c. Every constant that an argument or a member can have. If they select variants, any
 * two of them take all pairs of constants.
 */
void selectors_of_call(struct fuzz *fuzz, struct images *images);
#define STRUCT_AT (POOL_AT + 2 * PAGE) /* address of the struct */
void selectors_of_type(struct fuzz *fuzz, struct images *images, const struct type *type);

#endif
