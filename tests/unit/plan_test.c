/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of plans: the machine on fake memory, the reader of chunks, and what the compiler
 * leaves out.
 */
#include <stdlib.h>
#include <string.h>

#include "scry/fetch.h"
#include "scry/plan.h"
#include "scry/util.h"
#include "suite.h"

#define START 0x10000u /* the address of the first of PAGES pages */
#define PAGES 16u
#define HOLE 2u /* the page that cannot be read */
#define AFTER_HOLE (START + (HOLE + 1) * PLAN_PAGE)
#define BEFORE_HOLE (START + HOLE * PLAN_PAGE)
#define ARGUMENT(n)                                            \
	{                                                      \
		.from = PLAN_ARGUMENT, .which = (n), .size = 8 \
	}
#define NUMBER(n)                                               \
	{                                                       \
		.from = PLAN_CONSTANT, .size = 8, .offset = (n) \
	}
#define MEMBER(place_, loop_, offset_)                                              \
	{                                                                           \
		.from = PLAN_MEMORY, .which = (place_), .size = 8, .loop = (loop_), \
		.offset = (offset_)                                                 \
	}
#define OPS(...)                                                                     \
	do {                                                                         \
		const struct plan_op list[] = { { .kind = PLAN_END }, __VA_ARGS__ }; \
		memcpy(plans->ops, list, sizeof(list));                              \
		plans->n_ops = ARRAY_SIZE(list);                                     \
	} while (0)

static unsigned char memory[PAGES * PLAN_PAGE];
static struct plans *plans;
static struct plan_run run;
static struct chunks chunks;
static unsigned records;

static size_t read_memory(void *ctx, uint64_t address, void *buf, size_t len)
{
	size_t n = 0;

	(void)ctx;
	while (n < len && address + n >= START && address + n < START + sizeof(memory) &&
	       (address + n - START) / PLAN_PAGE != HOLE) {
		((unsigned char *)buf)[n] = memory[address + n - START];
		n++;
	}
	return n;
}

static const struct fetch_ops ops = { .read = read_memory };
static const struct fetch fetch = { &ops, NULL };

static void collect(void *ctx, const struct bpf_record *record)
{
	(void)ctx;
	records++;
	ck_assert(chunks_add(&chunks, record, record->len, false));
}

static void set_up(void)
{
	plans = plans_new();
	run = (struct plan_run){ .plans = plans, .fetch = &fetch, .send = collect };
	run.machine.record.len = sizeof(run.machine.record);
	for (size_t i = 0; i < sizeof(memory); i++)
		memory[i] = (unsigned char)(i % 251 + 1);
	records = 0;
}

static void tear_down(void)
{
	chunks_free(&chunks);
	plans_free(plans);
}

static void put(uint64_t address, uint64_t value, size_t size)
{
	memcpy(memory + (address - START), &value, size);
}

static void execute(unsigned flags)
{
	plan_run(&run, 1, flags);
	collect(NULL, &run.machine.record);
}

static const struct plan_chunk_at *chunk(size_t i)
{
	ck_assert_uint_lt(i, chunks.n);
	return &chunks.items[i];
}

static void ck_chunk(size_t i, uint64_t address, uint32_t len)
{
	ck_assert_uint_eq(chunk(i)->address, address);
	ck_assert_uint_eq(chunk(i)->len, len);
	ck_assert_uint_eq(chunk(i)->flags & CHUNK_FAULT, 0);
	ck_assert_mem_eq(chunks.bytes + chunk(i)->offset, memory + (address - START), len);
}

static void ck_fault(size_t i, uint64_t address)
{
	ck_assert_uint_eq(chunk(i)->address, address);
	ck_assert_uint_eq(chunk(i)->len, 0);
	ck_assert_uint_eq(chunk(i)->flags, CHUNK_FAULT);
}

START_TEST(lengths_are_computed_and_bounded)
{
	struct plan_op op = { .kind = PLAN_BYTES,
			      .place = PLAN_NOWHERE,
			      .address = ARGUMENT(0),
			      .length = ARGUMENT(1),
			      .per = 8,
			      .unit = 4,
			      .plus = 3,
			      .max = 100 };
	struct plan_op bounded = op, negative = op, null = op;

	bounded.length = (struct plan_operand)ARGUMENT(2);
	negative.length = (struct plan_operand)ARGUMENT(3);
	negative.length.flags = PLAN_SIGNED;
	null.address = (struct plan_operand)ARGUMENT(4);
	run.machine.record.call.args[0] = START;
	run.machine.record.call.args[1] = 17;
	run.machine.record.call.args[2] = UINT64_MAX;
	run.machine.record.call.args[3] = UINT64_MAX;
	OPS(op, bounded, negative, null, { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_eq(chunks.n, 2);
	ck_chunk(0, START, 3 * 4 + 3);
	ck_chunk(1, START, 100);
	ck_assert_uint_eq(run.machine.record.flags, 0);
}
END_TEST

START_TEST(reads_end_where_memory_is_unreadable)
{
	run.machine.record.call.args[0] = BEFORE_HOLE - 10;
	run.machine.record.call.args[1] = BEFORE_HOLE + 10;
	OPS({ .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = ARGUMENT(0),
	      .length = NUMBER(64),
	      .unit = 1,
	      .max = 64 },
	    { .kind = PLAN_STRING, .place = PLAN_NOWHERE, .address = ARGUMENT(0), .max = 64 },
	    { .kind = PLAN_STRING, .place = PLAN_NOWHERE, .address = ARGUMENT(1), .max = 64 },
	    { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_eq(chunks.n, 5);
	ck_chunk(0, BEFORE_HOLE - 10, 10);
	ck_fault(1, BEFORE_HOLE);
	ck_chunk(2, BEFORE_HOLE - 10, 10);
	ck_fault(3, BEFORE_HOLE);
	ck_fault(4, BEFORE_HOLE + 10);
	ck_assert_uint_eq(run.machine.record.flags, RECORD_FAULT);
}
END_TEST

/* A read ends at an unreadable page only if it begins there. */
START_TEST(unreadable_pages_are_skipped)
{
	run.machine.record.call.args[0] = BEFORE_HOLE - 10;
	run.machine.record.call.args[1] = START + sizeof(memory) - 10;
	OPS({ .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = ARGUMENT(0),
	      .length = NUMBER(PLAN_PAGE + 30),
	      .unit = 1,
	      .max = 2 * PLAN_PAGE },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = ARGUMENT(1),
	      .length = NUMBER(4 * PLAN_PAGE),
	      .unit = 1,
	      .max = 4 * PLAN_PAGE },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(BEFORE_HOLE + 1),
	      .length = NUMBER(2 * PLAN_PAGE),
	      .unit = 1,
	      .max = 2 * PLAN_PAGE },
	    { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_eq(chunks.n, 9);
	ck_chunk(0, BEFORE_HOLE - 10, 10);
	ck_fault(1, BEFORE_HOLE);
	ck_chunk(2, AFTER_HOLE, 20);
	ck_chunk(3, START + sizeof(memory) - 10, 10);
	for (size_t i = 0; i < 4; i++)
		ck_fault(4 + i, START + sizeof(memory) + i * PLAN_PAGE);
	ck_fault(8, BEFORE_HOLE + 1);
}
END_TEST

/* What may not be meant does not make the record say that memory was unreadable. */
START_TEST(guesses_may_fail)
{
	OPS({ .kind = PLAN_BYTES,
	      .flags = PLAN_GUESS,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(8),
	      .length = NUMBER(8),
	      .unit = 1,
	      .max = 8 },
	    { .kind = PLAN_END });
	execute(0);
	ck_fault(0, 8);
	ck_assert_uint_eq(run.machine.record.flags, 0);
}
END_TEST

START_TEST(strings_end_with_nul_or_at_the_maximum)
{
	put(START + 20, 0, 1);
	put(START + PLAN_PAGE + 5000, 0, 1);
	run.machine.record.call.args[0] = START + 10;
	run.machine.record.call.args[1] = AFTER_HOLE;
	OPS({ .kind = PLAN_STRING, .place = PLAN_NOWHERE, .address = ARGUMENT(0), .max = 33 },
	    { .kind = PLAN_STRING, .place = PLAN_NOWHERE, .address = ARGUMENT(0), .max = 5 },
	    { .kind = PLAN_STRING, .place = PLAN_NOWHERE, .address = ARGUMENT(1), .max = 5000 },
	    { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_eq(chunks.n, 4);
	ck_chunk(0, START + 10, 11);
	ck_chunk(1, START + 10, 5);
	ck_chunk(2, AFTER_HOLE, PLAN_PIECE);
	ck_chunk(3, AFTER_HOLE + PLAN_PIECE, 5000 - PLAN_PIECE);
}
END_TEST

static void pointers(unsigned size, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		put(START + i * size, START, size);
	put(START + n * size, 0, size);
	OPS({ .kind = PLAN_POINTERS,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START),
	      .unit = size,
	      .max = 1000 },
	    { .kind = PLAN_END });
	run.machine.record.len = sizeof(run.machine.record);
	chunks_clear(&chunks);
	execute(0);
	ck_assert_uint_eq(chunks.n, n * size / PLAN_POINTERS_PIECE + 1);
	ck_chunk(chunks.n - 1, START + (chunks.n - 1) * PLAN_POINTERS_PIECE,
		 n * size % PLAN_POINTERS_PIECE + size);
}

START_TEST(pointers_are_read_up_to_null)
{
	pointers(8, 0);
	pointers(8, 15);
	pointers(8, 16);
	pointers(8, 40);
	pointers(4, 31);
	pointers(4, 32);
	pointers(4, 33);
}
END_TEST

/* Two structs with a pointer and a length each, as iovec; in each buffer another one. */
START_TEST(loops_read_what_elements_point_to)
{
	const uint64_t vector = START, inner[2] = { START + 256, START + 512 };

	for (unsigned i = 0; i < 2; i++) {
		put(vector + 16 * i, inner[i], 8);
		put(vector + 16 * i + 8, i + 1, 8);
		for (unsigned k = 0; k < 2; k++) {
			put(inner[i] + 16 * k, START + 1024 + 64 * (2 * i + k), 8);
			put(inner[i] + 16 * k + 8, 5 + 2 * i + k, 8);
		}
	}
	OPS({ .kind = PLAN_BYTES,
	      .place = 0,
	      .address = NUMBER(START),
	      .length = NUMBER(2),
	      .unit = 16,
	      .max = 64 },
	    { .kind = PLAN_EACH,
	      .place = PLAN_NOWHERE,
	      .target = 8,
	      .length = NUMBER(2),
	      .unit = 16,
	      .max = 64 },
	    { .kind = PLAN_BYTES,
	      .place = 1,
	      .address = MEMBER(0, 1, 0),
	      .length = MEMBER(0, 1, 8),
	      .unit = 16,
	      .max = 64 },
	    { .kind = PLAN_EACH,
	      .place = PLAN_NOWHERE,
	      .target = 7,
	      .length = MEMBER(0, 1, 8),
	      .unit = 16,
	      .max = 64 },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = MEMBER(1, 2, 0),
	      .length = MEMBER(1, 2, 8),
	      .unit = 1,
	      .max = 64 },
	    { .kind = PLAN_NEXT }, { .kind = PLAN_NEXT }, { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_eq(chunks.n, 6);
	ck_chunk(0, vector, 32);
	ck_chunk(1, inner[0], 16);
	ck_chunk(2, START + 1024, 5);
	ck_chunk(3, inner[1], 32);
	ck_chunk(4, START + 1024 + 128, 7);
	ck_chunk(5, START + 1024 + 192, 8);
}
END_TEST

START_TEST(a_loop_can_be_left)
{
	put(START, START + 64, 8);
	put(START + 8, START + 128, 8);
	put(START + 16, 0, 8);
	OPS({ .kind = PLAN_BYTES,
	      .place = 0,
	      .address = NUMBER(START),
	      .length = NUMBER(40),
	      .unit = 1,
	      .max = 64 },
	    { .kind = PLAN_EACH,
	      .place = PLAN_NOWHERE,
	      .target = 6,
	      .length = NUMBER(5),
	      .unit = 8,
	      .max = 5 },
	    { .kind = PLAN_BREAK, .target = 6, .address = MEMBER(0, 1, 0) },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = MEMBER(0, 1, 0),
	      .length = NUMBER(4),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_NEXT, .flags = PLAN_CUTS, .max = 5 },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START + 256),
	      .length = NUMBER(1),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_eq(chunks.n, 4);
	ck_chunk(1, START + 64, 4);
	ck_chunk(2, START + 128, 4);
	ck_chunk(3, START + 256, 1);
	ck_assert_uint_eq(run.machine.record.flags, 0);
}
END_TEST

static uint32_t selected(uint64_t value)
{
	run.machine.record.call.args[0] = value;
	run.machine.record.len = sizeof(run.machine.record);
	chunks_clear(&chunks);
	execute(0);
	return chunk(0)->len;
}

START_TEST(a_selection_decides_where_the_plan_continues)
{
	OPS({ .kind = PLAN_SELECT, .target = 2, .address = ARGUMENT(0), .unit = 0x100, .max = 7 },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START),
	      .length = NUMBER(1),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_END },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START),
	      .length = NUMBER(2),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_JUMP, .target = 3 });
	plans->selects = xcalloc(2, sizeof(*plans->selects));
	plans->selects[0] =
		(struct plan_target){ .key = { .selection = 7, .value = 40 }, .target = 4 };
	plans->selects[1] =
		(struct plan_target){ .key = { .selection = 6, .value = 41 }, .target = 4 };
	plans->n_selects = 2;
	plans_finish(plans);
	ck_assert_uint_eq(selected(40), 2);
	ck_assert_uint_eq(selected(0x128), 2);
	ck_assert_uint_eq(selected(41), 1);
	ck_assert_uint_eq(selected(0x228), 1);
}
END_TEST

START_TEST(operations_depend_on_bits_and_on_success)
{
	OPS({ .kind = PLAN_UNLESS, .target = 3, .address = ARGUMENT(0), .max = 6 },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START),
	      .length = NUMBER(3),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_BYTES,
	      .flags = PLAN_ON_SUCCESS,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START),
	      .length = NUMBER(1),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = NUMBER(START),
	      .length = NUMBER(2),
	      .unit = 1,
	      .max = 4 },
	    { .kind = PLAN_END });
	ck_assert_uint_eq(selected(2), 3);
	ck_assert_uint_eq(selected(9), 1);
	run.machine.record.call.result = -14;
	ck_assert_uint_eq(selected(9), 2);
	run.machine.record.call.result = -5000;
	ck_assert_uint_eq(selected(9), 1);
}
END_TEST

/* Chunks that operands refer to stay in the next record. */
START_TEST(a_full_record_is_sent)
{
	enum chunks_end end;
	const struct chunks *sets[1] = { &chunks };
	unsigned char buf[40000];

	put(START, AFTER_HOLE, 8);
	put(START + 8, START + 64, 8);
	OPS({ .kind = PLAN_BYTES,
	      .place = 0,
	      .address = NUMBER(START),
	      .length = NUMBER(16),
	      .unit = 1,
	      .max = 64 },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = MEMBER(0, 0, 0),
	      .length = NUMBER(sizeof(buf)),
	      .unit = 1,
	      .max = sizeof(buf) },
	    { .kind = PLAN_BYTES,
	      .place = PLAN_NOWHERE,
	      .address = MEMBER(0, 0, 8),
	      .length = NUMBER(10),
	      .unit = 1,
	      .max = 64 },
	    { .kind = PLAN_END });
	execute(0);
	ck_assert_uint_ge(records, sizeof(buf) / PLAN_DATA);
	ck_assert_uint_eq(chunks_read(sets, 1, AFTER_HOLE, buf, sizeof(buf), &end), sizeof(buf));
	ck_assert_int_eq(end, CHUNKS_WHOLE);
	ck_assert_mem_eq(buf, memory + (AFTER_HOLE - START), sizeof(buf));
	ck_assert_uint_eq(chunks_read(sets, 1, START + 64, buf, 10, &end), 10);
	ck_assert_uint_eq(run.machine.record.flags, 0);
}
END_TEST

START_TEST(a_plan_ends_after_its_steps)
{
	OPS({ .kind = PLAN_JUMP, .target = 1 });
	execute(0);
	ck_assert_uint_eq(run.machine.record.flags, RECORD_CUT);
}
END_TEST

/* A record with chunks, each from an address, a length and flags. Their bytes are all `byte`. */
static void add(struct chunks *to, unsigned char byte, const struct plan_chunk *list, size_t n,
		bool late)
{
	unsigned char bytes[1024];
	size_t at = sizeof(struct bpf_record);

	memset(bytes, byte, sizeof(bytes));
	for (size_t i = 0; i < n; i++) {
		memcpy(bytes + at, &list[i], sizeof(*list));
		at += sizeof(*list) + ((list[i].len + 7) & ~7u);
	}
	ck_assert(chunks_add(to, (const struct bpf_record *)bytes, at, late));
}

#define ADD(to, byte, late, ...)                                  \
	do {                                                      \
		const struct plan_chunk list[] = { __VA_ARGS__ }; \
		add(to, byte, list, ARRAY_SIZE(list), late);      \
	} while (0)

static const char *got(const struct chunks *const *sets, uint64_t address, size_t len,
		       enum chunks_end expected)
{
	static char buf[64];
	enum chunks_end end;

	buf[chunks_read(sets, 2, address, buf, len, &end)] = '\0';
	ck_assert_int_eq(end, expected);
	return buf;
}

START_TEST(reads_are_answered_from_the_newest_chunk)
{
	struct chunks newer = { 0 };
	const struct chunks *sets[2] = { &newer, &chunks };

	ADD(&chunks, 'a', false, { .address = 100, .len = 10 }, { .address = 110, .len = 3 });
	ADD(&newer, 'b', false, { .address = 104, .len = 2 });
	ck_assert_str_eq(got(sets, 102, 10, CHUNKS_WHOLE), "aabbaaaaaa");
	ck_assert_str_eq(got(sets, 111, 10, CHUNKS_MISSING), "aa");
	ck_assert_str_eq(got(sets, 99, 10, CHUNKS_MISSING), "");
	ck_assert_str_eq(got(sets, UINT64_MAX, 10, CHUNKS_MISSING), "");
	chunks_clear(&chunks);
	ck_assert_str_eq(got(sets, 102, 10, CHUNKS_MISSING), "");
	chunks_free(&newer);
}
END_TEST

/* Memory that has become unreadable is unreadable. Memory that was not resident was read late. */
START_TEST(faults_are_not_hidden_by_older_chunks)
{
	struct chunks late = { 0 };
	const struct chunks *exit_sets[2] = { &chunks, &late }, *entry_sets[2] = { &chunks, &late };

	ADD(&chunks, 'a', false, { .address = 90, .len = 10 },
	    { .address = 100, .flags = CHUNK_FAULT });
	ADD(&late, 'b', false, { .address = 100, .len = 10 });
	ck_assert_str_eq(got(exit_sets, 95, 10, CHUNKS_FAULT), "aaaaa");
	ck_assert_str_eq(got(exit_sets, 120, 10, CHUNKS_FAULT), "");
	ck_assert_str_eq(got(exit_sets, 100 + PLAN_PAGE, 10, CHUNKS_MISSING), "");
	chunks_clear(&late);
	ADD(&late, 'c', true, { .address = 102, .len = 8 },
	    { .address = 100, .len = 8, .flags = CHUNK_LATE });
	ck_assert_uint_eq(late.n, 1);
	ck_assert_str_eq(got(entry_sets, 95, 10, CHUNKS_WHOLE), "aaaaaccccc");
	chunks_free(&late);
}
END_TEST

static bool is_refused(const struct plan_chunk *list, size_t len)
{
	unsigned char bytes[512] = { 0 };

	memcpy(bytes + sizeof(struct bpf_record), list, sizeof(*list));
	return !chunks_add(&chunks, (const struct bpf_record *)bytes, len, false) && !chunks.n;
}

START_TEST(records_that_are_not_valid_are_refused)
{
	const size_t header = sizeof(struct bpf_record);
	const struct plan_chunk chunk = { .address = 100, .len = 9 };
	const struct plan_chunk wraps = { .address = UINT64_MAX - 3, .len = 9 };
	const struct plan_chunk huge = { .address = 100, .len = UINT32_MAX };

	ck_assert(is_refused(&chunk, header - 1));
	ck_assert(is_refused(&chunk, header + 1));
	ck_assert(is_refused(&chunk, header + sizeof(chunk)));
	ck_assert(is_refused(&chunk, header + sizeof(chunk) + 8));
	ck_assert(is_refused(&wraps, header + sizeof(chunk) + 16));
	ck_assert(is_refused(&huge, header + sizeof(chunk) + 16));
	ck_assert(!is_refused(&chunk, header + sizeof(chunk) + 9));
}
END_TEST

static struct plan compiled(const char *call, struct plan_options options)
{
	const struct abi *abi = abi_by_name("x86_64");
	const int64_t nr = abi_number(abi, syscall_by_name(call));

	ck_assert(plan_compile(plans, 0, abi, (uint32_t)nr, &options));
	return plans->calls[0][nr];
}

START_TEST(nothing_is_captured_that_is_not_shown)
{
	const struct decode_config plain = { .string_limit = 32 },
				   shallow = { .string_limit = 32, .shallow = true };
	const struct plan_options text = { .config = &plain, .views = true };
	const struct plan_options raw = { .config = &plain, .views = true, .raw = true };
	const struct plan_options addresses = { .config = &shallow, .views = true };
	const struct plan_options data = { .config = &plain, .views = true, .reads = true };
	struct plan plan = compiled("openat", text);

	ck_assert_uint_ne(plan.entry, 0);
	ck_assert_uint_eq(plan.exit, 0);
	ck_assert_int_eq(plans->ops[plan.entry].kind, PLAN_STRING);
	ck_assert_int_eq(plans->ops[plan.entry + 1].kind, PLAN_END);
	plan = compiled("getpid", text);
	ck_assert_uint_eq(plan.entry | plan.exit, 0);
	plan = compiled("openat", raw);
	ck_assert_uint_eq(plan.entry | plan.exit, 0);
	plan = compiled("fstat", text);
	ck_assert_uint_eq(plan.entry, 0);
	ck_assert_int_eq(plans->ops[plan.exit].flags, PLAN_ON_SUCCESS);
	ck_assert_uint_eq(plans->ops[plan.exit].max, 144);
	plan = compiled("fstat", addresses);
	ck_assert_uint_eq(plan.entry | plan.exit, 0);
	plan = compiled("read", text);
	ck_assert_uint_eq(plans->ops[plan.exit].max, 33);
	plan = compiled("read", data);
	ck_assert_uint_gt(plans->ops[plan.exit + 1].max, 65536);
}
END_TEST

/*
 * Data of sockets that are no netlink sockets, which decode shows whole; "bytes" is what text can
 * show of the data, or what a call has transferred.
 */
static const struct {
	const char *call;
	bool exit;
	int64_t result;
	uint32_t bytes;
} transfers[] = {
	{ "recvfrom", true, 1, 1 },
	{ "recvfrom", true, 30000, 33 },
	{ "sendto", false, 0, 33 },
	{ "recvfrom", true, -11, 0 },
};

START_TEST(few_bytes_of_long_data_are_captured)
{
	const struct decode_config plain = { .string_limit = 32 };
	struct plan plan = compiled(transfers[_i].call,
				    (struct plan_options){ .config = &plain, .views = true });
	uint64_t args[PLAN_ARGUMENTS] = { 3, AFTER_HOLE, 12 * PLAN_PAGE };
	uint32_t bytes = 0;

	memcpy(run.machine.record.call.args, args, sizeof(args));
	run.machine.record.call.result = transfers[_i].result;
	plan_run(&run, transfers[_i].exit ? plan.exit : plan.entry,
		 transfers[_i].exit ? RUN_EXIT : 0);
	collect(NULL, &run.machine.record);
	for (size_t i = 0; i < chunks.n; i++)
		bytes += chunk(i)->len;
	ck_assert_uint_eq(bytes, transfers[_i].bytes);
}
END_TEST

/* The data of a pwrite of io_submit(2) would be a vector if the operation were another one. */
static const struct {
	uint16_t operation;
	unsigned n_chunks, n_data;
} submitted[] = {
	{ 0, 2, 0 }, /* IOCB_CMD_PREAD: the pointer, struct iocb */
	{ 1, 3, 33 }, /* IOCB_CMD_PWRITE: the data as well */
};

START_TEST(data_are_not_followed_as_pointers)
{
	const struct decode_config plain = { .string_limit = 32 };
	struct plan plan = compiled("io_submit", (struct plan_options){ .config = &plain });
	const uint64_t args[PLAN_ARGUMENTS] = { 1, 1, START }, block = START + 64;

	memset(memory, 0, 128);
	put(START, block, 8);
	put(block + 16, submitted[_i].operation, 2);
	put(block + 24, AFTER_HOLE, 8);
	put(block + 32, PLAN_PAGE, 8);
	memcpy(run.machine.record.call.args, args, sizeof(args));
	plan_run(&run, plan.entry, 0);
	collect(NULL, &run.machine.record);
	ck_assert_uint_eq(records, 1);
	ck_assert_uint_eq(chunks.n, submitted[_i].n_chunks);
	if (submitted[_i].n_data)
		ck_chunk(2, AFTER_HOLE, submitted[_i].n_data);
}
END_TEST

int main(void)
{
	TCase *tests = tcase_create("plan");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, lengths_are_computed_and_bounded);
	tcase_add_test(tests, reads_end_where_memory_is_unreadable);
	tcase_add_test(tests, unreadable_pages_are_skipped);
	tcase_add_test(tests, guesses_may_fail);
	tcase_add_test(tests, strings_end_with_nul_or_at_the_maximum);
	if (!suite_has_other_byte_order("NOT TESTED: pointers in memory"))
		tcase_add_test(tests, pointers_are_read_up_to_null);
	tcase_add_test(tests, loops_read_what_elements_point_to);
	tcase_add_test(tests, a_loop_can_be_left);
	tcase_add_test(tests, a_selection_decides_where_the_plan_continues);
	tcase_add_test(tests, operations_depend_on_bits_and_on_success);
	tcase_add_test(tests, a_full_record_is_sent);
	tcase_add_test(tests, a_plan_ends_after_its_steps);
	tcase_add_test(tests, reads_are_answered_from_the_newest_chunk);
	tcase_add_test(tests, faults_are_not_hidden_by_older_chunks);
	tcase_add_test(tests, records_that_are_not_valid_are_refused);
	tcase_add_test(tests, nothing_is_captured_that_is_not_shown);
	tcase_add_loop_test(tests, few_bytes_of_long_data_are_captured, 0, ARRAY_SIZE(transfers));
	tcase_add_loop_test(tests, data_are_not_followed_as_pointers, 0, ARRAY_SIZE(submitted));
	return suite_run(suite_create("plan"), tests, NULL);
}
