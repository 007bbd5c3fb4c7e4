/* SPDX-License-Identifier: MIT */
/* The decode fuzzer: a fake tracee, its calls, and checks of the results. */
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
	const char *name; /* of the program, for its messages */
	bool bounded; /* the systematic calls end after half of the seconds, too */
	double seconds;
	uint64_t seed, state;
	unsigned char own[POOL]; /* random memory */
	unsigned char *pool; /* the current memory of the tracee: .own, or an image of edges.c */
	unsigned char unmapped[POOL / PAGE];
	struct watcher watcher;
	struct {
		struct writer *writer; /* NULL: the style uses the watcher */
		struct output *output;
		int fd; /* the file of the output */
	} written[STYLES];
	unsigned style;
	bool brief; /* omit most pairs of edges */
	struct covered *covered;
	struct record_builder builder;
	struct entry_snapshot snapshot;
	struct decode_config config; /* covered.c finds this struct by the address of config */
	struct buf read; /* output of the writers, to be checked */
	FILE *records; /* a file for the JSON output; NULL: none */
	struct decode_cache *cache;
	struct call call;
	uint64_t calls, lines;
	size_t n_lists;
};

/* Reads the fake tracee. */
extern const struct fetch_ops fuzz_ops;

uint64_t fuzz_random(struct fuzz *fuzz);
/*
 * Returns a random number as programs use them: a small one, a pointer, a constant, an edge of a
 * type.
 */
uint64_t fuzz_number(struct fuzz *fuzz);
/* Writes n numbers to random places of fuzz->own, and changes which pages are mapped. */
void fuzz_stir(struct fuzz *fuzz, unsigned n);

/*
 * Starts a fuzzer with the words [SECONDS [SEED]] of its command line (start.c), and prints the
 * seed. Without SECONDS all systematic calls run, then random ones for a second. Otherwise the
 * systematic calls have half of the time, in an order that SEED determines.
 */
void fuzz_start(struct fuzz *fuzz, int argc, char **argv);
/* Begins the random calls, which SEED repeats. Returns when they are to end, as now_ns(). */
uint64_t fuzz_start_random(struct fuzz *fuzz);
/* Runs a random call of an ABI in a random style below styles. */
void fuzz_run_random(struct fuzz *fuzz, const struct abi *abi, unsigned styles);

/* Initializes fuzz->call, without arguments. */
void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi);
/* Sets the row of fuzz->call to a row that is not in the table. */
void fuzz_row(struct fuzz *fuzz, const struct syscall *row);
/*
 * Decodes fuzz->call to the sink of a style. result is that of the call; FUZZ_NEVER: the call does
 * not return. stir: the memory changes between entry and exit.
 */
#define FUZZ_NEVER INT64_MIN
void fuzz_run(struct fuzz *fuzz, unsigned style, int64_t result, bool stir);

/* A style is a set of options that change the output (styles.c). */
void styles_open(struct fuzz *fuzz);
void styles_close(struct fuzz *fuzz);
const struct decode_config *style_decode(unsigned style);
/* Checks all output since the previous call. */
void styles_check(struct fuzz *fuzz);
/*
 * Checks that every line is printable ASCII, except for colours, or with json a JSON value. Returns
 * the number of lines.
 */
uint64_t lines_check(const unsigned char *bytes, size_t len, bool json);

/* Coverage of the table (covered.c). */
enum point_kind { POINT_TYPE, POINT_CHOICE, POINT_VARIANT, POINT_CONDITION };
struct point {
	enum point_kind kind;
	const void *what; /* struct type, choice, variant or condition */
	const char *owner; /* name of the call or struct */
	uint32_t abis; /* POINT_VARIANT: ABI_BIT of each ABI under which it was chosen */
	bool held, failed; /* POINT_CONDITION: it was true, it was false */
};

struct covered {
	/* all points in the order of the walk; a hash table by address */
	struct point *points, **table;
	size_t n, size;
	uint64_t news; /* number of variants chosen, each ABI counted */
	/* Flags that the caller clears before a run. */

	/* a variant was chosen for the first time, and has choices that are not covered */
	bool deeper;
	bool special; /* a variant was chosen that is not the default */
};

struct covered *covered_new(void);
void covered_free(struct covered *covered);
struct point *covered_find(const struct covered *covered, const void *what);
/* Returns whether every variant of every choice in these fields was chosen under some ABI. */
bool covered_fields(const struct covered *covered, const struct field *fields, uint16_t n);
/* Returns whether a variant of this call or struct was never chosen. */
bool covered_lacks(const struct covered *covered, const char *owner);
/*
 * Prints how much was covered and, if all systematic calls have run, what was not. Returns false if
 * a variant was never chosen although they have.
 */
bool covered_report(const struct covered *covered, bool all_run);

/*
 * Systematic calls (edges.c): every call of every ABI and every struct, with edge values in all
 * arguments. Every pair of arguments has every pair of edges, each with every kind of memory,
 * result and style.
 */
#define EDGES 17u /* a prime, so that a + i * b gives all pairs */
struct images;
struct images *images_new(struct fuzz *fuzz);
void images_free(struct images *images);
/*
 * Runs row (a, b) of an orthogonal array, which determines arguments, memory, result and style.
 * Arguments with a bit in fixed are not changed.
 */
void edges_run(struct fuzz *fuzz, struct images *images, unsigned a, unsigned b, unsigned fixed);
/* Sets the memory to an image of kind n. */
void edges_memory(struct fuzz *fuzz, struct images *images, unsigned n);
/* Runs the call with the current arguments and memory. */
void edges_decode(struct fuzz *fuzz, unsigned a, unsigned b);
void edges_of_call(struct fuzz *fuzz, struct images *images, enum syscall_id id,
		   const struct abi *abi);
/* Returns whether edges_of_type() takes this type: it is neither a scalar nor a choice. */
bool edges_can_run(const struct type *type);
void edges_of_type(struct fuzz *fuzz, struct images *images, const struct type *type,
		   const struct abi *abi);

/* What systematic calls are about: a call, or a struct, under an ABI. */
struct subject {
	const struct abi *abi;
	const struct type *type; /* NULL: a call */
	enum syscall_id id;
};

struct subjects {
	struct subject *items;
	size_t n, capacity;
};

void subjects_add(struct subjects *subjects, const struct subject *subject);
/*
 * Runs the systematic calls of all subjects or, if the time is bounded, of as many as there is time
 * for, and frees the list. Prints how many. Returns whether these were all.
 */
bool subjects_run(struct fuzz *fuzz, struct subjects *subjects,
		  void (*run)(struct fuzz *fuzz, struct images *images,
			      const struct subject *subject));
/*
 * Run a call or a struct with every constant for each argument or member, and with pairs of
 * constants where these select variants (selectors.c).
 */
void selectors_of_call(struct fuzz *fuzz, struct images *images);
#define STRUCT_AT (POOL_AT + 2 * PAGE) /* the address of the struct */
void selectors_of_type(struct fuzz *fuzz, struct images *images, const struct type *type);

#endif
