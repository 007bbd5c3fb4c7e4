/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/plan/: compiles rows to plans, and answers reads of decode from what plans
 * captured. scry/kernel/capture.h has the plans and the records themselves.
 */
#ifndef SCRY_PLAN_H
#define SCRY_PLAN_H

#include "scry/kernel/capture.h"
#include "scry/decode.h"

/* Compiling. */

/* All plans of a trace. Operation 0 is an END. */
struct plans {
	struct plan_op *ops;
	uint32_t n_ops;
	struct plan_target {
		struct plan_select key;
		uint32_t target; /* an index of ops */
		/* among the keys of the selection: the first of equal keys counts */
		uint32_t order;
	} *selects; /* sorted by selection, then by value */
	uint32_t n_selects;
	size_t selects_capacity;
	/* For the compiler, up to plans_finish(). */
	struct name_index *names; /* of the lists that keys are looked up in */
	size_t n_names;
	struct type_facts **facts; /* a hash table of layouts; NULL: an empty slot */
	size_t n_facts, facts_capacity;
	uint32_t n_selections;
	struct plan calls[PLAN_ABIS][PLAN_CALLS];
};

/* What decides how much of a call is captured. */
struct plan_options {
	const struct decode_config *config; /* of this call */
	bool views; /* the sink follows views (text) */
	bool raw; /* -e raw: nothing is read */
	bool names; /* what descriptors refer to is wanted */
	/* what is read from descriptors of events is captured whole, if all members are shown */
	bool events;
	bool reads, writes; /* decode_data() is used for calls that read, or write: whole buffers */
	bool no_entry, no_exit; /* nothing is captured at this side */
};

struct plans *plans_new(void);
void plans_free(struct plans *plans);
/*
 * Compiles the plans of the call nr of an ABI (without its flag bit) into plans->calls[index][nr].
 * A call for which nothing needs to be captured gets none. Returns false if they do not fit: then
 * the call has none either.
 */
bool plan_compile(struct plans *plans, unsigned index, const struct abi *abi, uint32_t nr,
		  const struct plan_options *options);
/* The same for a call with this row, whatever its number is. */
bool plan_compile_row(struct plans *plans, const struct abi *abi, enum syscall_id id,
		      const struct syscall *row, const struct plan_options *options,
		      struct plan *plan);
/*
 * Sorts plans->selects and removes keys that an earlier variant has. Call it after the last
 * plan_compile().
 */
void plans_finish(struct plans *plans);
/* Returns the operation for a value of a selection; 0: it has none. */
uint32_t plans_select(const struct plans *plans, uint32_t selection, uint64_t value);

/*
 * Returns whether the plan that begins at pc is one read: of bytes or of a string at the address in
 * a register, of a length that is a constant, or in a register or the result. The bpf engine does
 * that without a machine.
 */
bool plan_is_read(const struct plans *plans, uint32_t pc);
/*
 * What a plan of one read of bytes reads of a call. .len is 0 if that is nothing. A call that has
 * not returned has the result 0.
 */
struct plan_range {
	uint64_t address, len;
};
struct plan_range plan_read_range(const struct plans *plans, uint32_t pc, const uint64_t args[PLAN_ARGUMENTS],
				  int64_t result);

/* Reading what was captured. */

/* A chunk, and where its bytes are in struct chunks. */
struct plan_chunk_at {
	uint64_t address;
	uint32_t len, flags; /* as in struct plan_chunk */
	size_t offset; /* of the bytes in .bytes */
};

/*
 * The chunks with bytes of a page, by a hash of its address. Indexes of links are one more than
 * they say; 0: none.
 */
struct chunk_index {
	struct chunk_link {
		uint64_t page;
		uint32_t item, next;
	} * links;
	size_t n, capacity;
	uint32_t *first, *last; /* links: the chains keep the order of the chunks */
	size_t n_slots; /* a power of two */
};

/* The chunks of the records of one side of a call. All zero is empty. */
struct chunks {
	struct plan_chunk_at *items;
	size_t n, capacity;
	struct chunk_index index; /* of all of them, if they are many */
	unsigned char *bytes; /* a copy */
	size_t n_bytes, bytes_capacity;
};

/* Why a read ended before its last byte. */
enum chunks_end {
	CHUNKS_WHOLE, /* it did not */
	CHUNKS_FAULT, /* the next byte could not be read when it was captured */
	CHUNKS_MISSING, /* the next byte was not captured */
};

/*
 * Adds the chunks of a record of len bytes, which is copied; late: only those with CHUNK_LATE.
 * Nothing in it is trusted. Returns false, and adds nothing, if a chunk does not fit into the
 * record.
 */
bool chunks_add(struct chunks *chunks, const struct bpf_record *record, size_t len, bool late);
/* Copies the header of the first chunk of a record of len bytes. Returns its bytes; NULL: none. */
const char *chunks_first(const struct bpf_record *record, size_t len, struct plan_chunk *chunk);
/* Forgets all chunks, and keeps the memory for the next ones. */
void chunks_clear(struct chunks *chunks);
void chunks_free(struct chunks *chunks);
/*
 * Reads len bytes at an address into buf, each from the first of n sets that has it. A set may be
 * NULL. At the exit of a call there is a set of its exit and one of its entry; at the entry, the
 * set of the entry, and what was read late. A byte that could not be read for a set is taken from a
 * later set only if it was read late. Returns the number of bytes before the first that is not
 * there; *end says why.
 */
size_t chunks_read(const struct chunks *const *sets, size_t n, uint64_t address, void *buf,
		   size_t len, enum chunks_end *end);

/* In user space: executes plans on memory that a callback reads. For tests. */
struct plan_run {
	const struct plans *plans;
	const struct fetch *fetch; /* the memory */
	void (*send)(void *ctx, const struct bpf_record *record); /* called for RECORD_MORE */
	void (*describe)(void *ctx, int fd); /* called for a descriptor; NULL: nothing is called */
	void *ctx;
	/* the caller fills .record: its kind, len, flags, and of .call args, result, sp */
	struct plan_machine machine;
};
/* Executes the plan that begins at pc. Its chunks are in run->machine.record then. flags: RUN_*. */
void plan_run(struct plan_run *run, uint32_t pc, unsigned flags);

#endif
