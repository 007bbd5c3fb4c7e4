/* SPDX-License-Identifier: MIT */
/*
 * Compares decode on memory with decode on what plans capture of that memory: the transcripts must
 * be equal. Runs every row of the table under every ABI as decode_fuzz does: with edge values in
 * every argument, and with every constant that selects a variant. Then registers and memory are
 * random. Records with random bytes must not confuse the reader of chunks, nor random operations
 * the machine.
 *
 * usage: plan_fuzz [SECONDS [SEED [ABI [CALL]]]] Without SECONDS the edges are tried under two
 * ABIs, then random calls for a second. With SECONDS half of this time is for the edges under all
 * ABIs, or under ABI, in an order that SEED determines. SEED, which is printed, repeats the random
 * calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "scry/sets.h"
#include "scry/plan.h"
#include "../unit/decode_support.h"

/* The options that shape plans. */
static const struct shape {
	struct decode_config config;
	bool views;
	bool data; /* -e read, -e write: decode_data() is compared, too */
	bool raw; /* -e raw */
	bool names; /* -y */
} shapes[] = {
	{ { .string_limit = 32 }, true, true, false, false },
	{ { .string_limit = 32 }, false, false, false, false },
	{ { .string_limit = 32, .verbose = true }, true, false, false, false },
	{ { .string_limit = 1000 }, true, false, false, false },
	{ { .string_limit = 0 }, true, false, false, false },
	{ { .string_limit = 32, .shallow = true }, true, false, false, false },
	{ { .string_limit = 32 }, true, true, true, false },
	{ { .string_limit = 32, .fds = FD_PATH }, true, false, false, true },
	{ { .string_limit = 32, .fds = FD_PATH, .verbose = true }, false, false, false, true },
};

#define SHAPES ARRAY_SIZE(shapes)

/* A set of plans has room for these; the further ABIs have the same rows. */
#define PLANNED_ABIS (ABI_COUNT < PLAN_ABIS ? ABI_COUNT : PLAN_ABIS)

/*
 * The machine that executes plans reads memory in its own byte order, so that it cannot serve an
 * ABI of the other one.
 */
static bool is_planned(const struct abi *abi)
{
	return abi->big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static const struct abi *random_abi(struct fuzz *fuzz)
{
	const struct abi *abi;

	do
		abi = abi_by_id((enum abi_id)(fuzz_random(fuzz) % PLANNED_ABIS));
	while (!is_planned(abi));
	return abi;
}
#define SETS_MAX 65536 /* descriptors in sets are below it */
#define DESCRIBED 16384 /* other descriptors of a call at most */
#define REPORTS 40 /* calls of which a difference is shown */

/* A side of the comparison. */
struct side {
	struct bench bench;
	struct fetch fetch;
};

static struct plan_fuzz {
	struct fuzz fuzz;
	struct plans *plans[SHAPES], *hostile;
	struct side memory, captured;
	struct plan_run run;
	struct chunks entry, exit, late;
	const struct chunks *sets[2];
	unsigned n_sets; /* that reads look at */
	struct decode_questions questions; /* about the current call */
	bool asked; /* decode has asked something else */
	/*
	 * Descriptors that the plans have reported: one bit for each of the first ones, and a list
	 * of the others.
	 */
	unsigned char in_sets[SETS_MAX / 8];
	int described[DESCRIBED];
	size_t n_described;
	bool any_in_sets;
	bool missing; /* a read ended at memory that was not captured */
	uint64_t missing_at;
	uint64_t differences, unequal[ID_COUNT];
	unsigned reported;
} state;

void fail(const char *what)
{
	const struct call *call = &state.fuzz.call;

	fprintf(stderr, "plan_fuzz: %s: %s of %s, shape %u\n", what, call->name ? call->name : "?",
		call->abi ? call->abi->name : "?", state.fuzz.style);
	abort();
}

void fuzz_row(struct fuzz *fuzz, const struct syscall *row)
{
	fuzz->call.row = row;
}

void styles_check(struct fuzz *fuzz)
{
	(void)fuzz;
}

static size_t captured_read(void *ctx, uint64_t address, void *buf, size_t len)
{
	enum chunks_end end;
	size_t n = chunks_read(state.sets, state.n_sets, address, buf, len, &end);

	(void)ctx;
	if (end == CHUNKS_MISSING) {
		state.missing = true;
		state.missing_at = address + n;
	}
	return n;
}

static void describe(void *ctx, int fd)
{
	(void)ctx;
	if (fd >= 0 && fd < SETS_MAX) {
		state.in_sets[fd / 8] |= (unsigned char)(1u << fd % 8);
		state.any_in_sets = true;
		return;
	}
	if (state.n_described < DESCRIBED)
		state.described[state.n_described++] = fd;
}

static void describe_nothing(void)
{
	if (state.any_in_sets)
		memset(state.in_sets, 0, sizeof(state.in_sets));
	state.any_in_sets = false;
	state.n_described = 0;
}

/* The engine knows the descriptors in registers, and those that plans have reported. */
static bool is_described(int fd)
{
	const struct call *call = &state.fuzz.call;

	for (unsigned i = 0; i < CALL_ARGS; i++)
		if ((int)call->args[i] == fd)
			return true;
	if (fd >= 0 && fd < SETS_MAX && state.in_sets[fd / 8] >> fd % 8 & 1)
		return true;
	for (size_t i = 0; i < state.n_described; i++)
		if (state.described[i] == fd)
			return true;
	return state.captured.bench.call.returned && fd == (int)state.captured.bench.call.result;
}

/* Whether decode_questions() has said that decode asks about a descriptor. */
static bool is_asked_about(int fd)
{
	const struct call *call = &state.captured.bench.call;

	for (unsigned i = 0; i < CALL_ARGS; i++)
		if (state.questions.descriptors >> i & 1 && (int)call->args[i] == fd)
			return true;
	return state.questions.result && call->returned && (int)call->result == fd;
}

static ssize_t captured_path(void *ctx, int fd, char *buf, size_t len)
{
	state.asked |= !is_asked_about(fd);
	return is_described(fd) ? fuzz_ops.fd_path(ctx, fd, buf, len) : -1;
}

static ssize_t captured_about(void *ctx, int number, char *buf, size_t len)
{
	state.asked = true;
	return fuzz_ops.pid_comm(ctx, number, buf, len);
}

static ssize_t captured_interface(void *ctx, int fd, int index, char *buf, size_t len)
{
	(void)fd;
	return captured_about(ctx, index, buf, len);
}

static int captured_netlink(void *ctx, int fd)
{
	state.asked = true;
	return fuzz_ops.netlink(ctx, fd);
}

static ssize_t captured_path_name(void *ctx, int fd, const char *path, char *buf, size_t len)
{
	state.asked = true;
	return fuzz_ops.path_name(ctx, fd, path, buf, len);
}

static void collect(void *ctx, const struct bpf_record *record)
{
	require(chunks_add(ctx, record, record->len, false));
}

/* plan_read_range() names the memory that the machine has read, if that is readable. */
static void check_range(const struct chunks *chunks, uint32_t pc, int64_t result)
{
	const struct plans *plans = state.run.plans;
	struct plan_range range;

	if (!plan_is_read(plans, pc) || plans->ops[pc].kind != PLAN_BYTES)
		return;
	range = plan_read_range(plans, pc, state.fuzz.call.args, result);
	for (size_t i = 0; i < chunks->n; i++) {
		require(chunks->items[i].address >= range.address);
		require(chunks->items[i].address - range.address + chunks->items[i].len <=
			range.len);
	}
	if (chunks->n == 1 && !chunks->items[0].flags && !(plans->ops[pc].flags & PLAN_GUESS))
		require(chunks->items[0].len == range.len);
	require(chunks->n || !range.len || plans->ops[pc].flags & PLAN_GUESS);
}

/* Executes a plan on the memory as it is now. */
static void capture(struct chunks *chunks, uint32_t pc, unsigned flags, int64_t result)
{
	struct bpf_record *record = &state.run.machine.record;
	const struct call *call = &state.fuzz.call;

	chunks_clear(chunks);
	*record = (struct bpf_record){ .len = sizeof(*record), .kind = RECORD_ENTRY };
	record->call.result = result;
	record->call.sp = call->sp;
	for (unsigned i = 0; i < CALL_ARGS; i++)
		record->call.args[i] = call->args[i];
	state.run.ctx = chunks;
	if (!pc)
		return;
	plan_run(&state.run, pc, flags);
	collect(chunks, record);
	check_range(chunks, pc, result);
}

static bool wants_data(void *ctx, const struct data *data)
{
	(void)ctx, (void)data;
	return true;
}

static void put_data(void *ctx, const struct data *data)
{
	buf_printf(ctx, " data %d %llu at %llu:", (int)data->part, (unsigned long long)data->n,
		   (unsigned long long)data->offset);
	for (uint64_t i = 0; data->part == DATA_BYTES && i < data->n; i++)
		buf_putc(ctx, (char)(((const unsigned char *)data->bytes)[i] | 0x80));
}

/*
 * A plan stops at the first unreadable byte. decode_data() goes on to members after that of a
 * message.
 */
static bool starts_readable(uint64_t address)
{
	unsigned char bytes[64];

	return fetch_read(&state.memory.fetch, address, bytes, sizeof(bytes)) == sizeof(bytes);
}

static const char *decode_side(struct side *side, const struct call *call)
{
	struct decode *decode = &side->bench.decode;

	side->bench.call = *call;
	buf_clear(&side->bench.recorder.text);
	if (call->returned)
		decode_exit(decode);
	else
		decode_enter(decode);
	if (call->returned && shapes[state.fuzz.style].data && starts_readable(call->args[1]))
		decode_data(decode, wants_data, put_data, &side->bench.recorder.text);
	return buf_cstr(&side->bench.recorder.text);
}

/* Shows the first difference of two transcripts. */
static void report(const struct call *call, const char *memory, const char *captured)
{
	size_t i = 0;

	while (memory[i] && memory[i] == captured[i])
		i++;
	i = i > 40 ? i - 40 : 0;
	fprintf(stderr, "plan_fuzz: %s of %s, shape %u, %s, result %lld, arguments", call->name,
		call->abi->name, state.fuzz.style, call->returned ? "exit" : "entry",
		(long long)call->result);
	for (unsigned a = 0; a < CALL_ARGS; a++)
		fprintf(stderr, " %#llx", (unsigned long long)call->args[a]);
	if (state.missing)
		fprintf(stderr, ", not captured at %#llx", (unsigned long long)state.missing_at);
	fprintf(stderr, "\n\tmemory:   %.160s\n\tcaptured: %.160s\n", memory + i, captured + i);
}

static bool writes_data(const struct call *call)
{
	bool writes = false;

	return decode_moves((enum syscall_id)call->id, &writes) != MOVED_NOTHING && writes;
}

static void compare(const struct call *call)
{
	const char *memory, *captured;

	state.missing = state.asked = false;
	state.questions = decode_questions(call->row, call->abi);
	/* Of such a call the exit needs nothing that its entry has read, but written data. */
	state.n_sets = state.questions.known && call->returned && !writes_data(call) ? 1 : 2;
	memory = decode_side(&state.memory, call);
	captured = decode_side(&state.captured, call);
	state.n_sets = 2;
	if (state.questions.known && !call->raw)
		require(!state.asked);
	if (!strcmp(memory, captured))
		return;
	state.differences++;
	if (!state.unequal[state.fuzz.call.id]++ && state.reported++ < REPORTS)
		report(call, memory, captured);
}

static void plan_of(struct plan *plan)
{
	struct plans *plans = state.plans[state.fuzz.style];
	const struct call *call = &state.fuzz.call;

	/* Calls of arm have numbers beyond the table: they have no plans, and point to nothing. */
	if ((call->nr & ~(uint64_t)call->abi->nr_flag) >= PLAN_CALLS)
		*plan = (struct plan){ 0 };
	else
		*plan = plans->calls[call->abi->id][call->nr & ~(uint64_t)call->abi->nr_flag];
}

void fuzz_run(struct fuzz *fuzz, unsigned style, int64_t result, bool stir)
{
	unsigned shape = style % SHAPES;
	struct plan plan;
	struct call call;

	if (abi_number(fuzz->call.abi, (enum syscall_id)fuzz->call.id) < 0)
		return;
	fuzz->style = shape;
	fuzz->config = shapes[shape].config;
	fuzz->calls++;
	plan_of(&plan);
	state.run.plans = state.plans[shape];
	state.memory.bench.recorder.sink.views = shapes[shape].views;
	state.captured.bench.recorder.sink.views = shapes[shape].views;
	describe_nothing();
	/*
	 * Registers of 32-bit ABIs: scalars are cut anyway, and decode_data() takes them as they
	 * are.
	 */
	for (unsigned i = 0; i < CALL_ARGS && abi_has_pairs(fuzz->call.abi); i++)
		fuzz->call.args[i] &= UINT32_MAX;
	call = fuzz->call;
	call.raw = shapes[shape].raw;
	capture(&state.entry, plan.entry, 0, 0);
	chunks_clear(&state.exit);
	decode_resolve(&state.captured.fetch, &call,
		       multiplexed_call((enum syscall_id)call.id, call.args[0]));
	compare(&call);
	if (result == FUZZ_NEVER)
		return;
	if (stir)
		fuzz_stir(fuzz, 64);
	capture(&state.exit, plan.exit, RUN_EXIT, result);
	call.returned = true;
	call.result = result;
	call.is_error = result < 0 && result >= -4095;
	compare(&call);
}

/* Reads from records with random bytes, in memory of exactly their length. */
static void run_hostile_record(struct fuzz *fuzz)
{
	const struct chunks *sets[2] = { &state.late, NULL };
	size_t len = sizeof(struct bpf_record) + fuzz_random(fuzz) % 400;
	unsigned char *bytes = xmalloc(len), buf[256];
	struct bpf_record *record = (struct bpf_record *)bytes;
	enum chunks_end end;

	memcpy(bytes, &state.run.machine.record, len);
	for (unsigned n = (unsigned)(fuzz_random(fuzz) % 8); n && len > sizeof(*record); n--)
		bytes[sizeof(*record) + fuzz_random(fuzz) % (len - sizeof(*record))] =
			(unsigned char)fuzz_random(fuzz);
	if (fuzz_random(fuzz) % 4 == 0)
		chunks_clear(&state.late);
	chunks_add(&state.late, record, len, fuzz_random(fuzz) % 4 == 0);
	for (size_t i = 0; i < state.late.n && i < 16; i++)
		require(chunks_read(sets, 2,
				    state.late.items[i].address - 1 + fuzz_random(fuzz) % 3, buf,
				    sizeof(buf), &end) <= sizeof(buf));
	free(bytes);
}

/* Executes random operations. The machine must end, and make a record that is valid. */
static void run_hostile_plan(struct fuzz *fuzz)
{
	struct plan_op *ops = state.hostile->ops;

	state.hostile->n_ops = 64;
	for (unsigned i = 1; i < state.hostile->n_ops; i++) {
		uint64_t words[6];

		for (unsigned w = 0; w < ARRAY_SIZE(words); w++)
			words[w] = fuzz_random(fuzz);
		memcpy(&ops[i], words, sizeof(ops[i]));
		ops[i].kind %= PLAN_SELECT + 1;
		ops[i].target %= 64;
		ops[i].address.from %= PLAN_MEMORY + 1;
		ops[i].length.from %= PLAN_MEMORY + 1;
		if (fuzz_random(fuzz) % 2)
			ops[i].max %= 40;
		if (fuzz_random(fuzz) % 2)
			ops[i].address.offset = (uint32_t)fuzz_number(fuzz);
	}
	state.run.plans = state.hostile;
	capture(&state.late, 1, RUN_EXIT, (int64_t)fuzz_number(fuzz));
	chunks_clear(&state.late);
	describe_nothing();
}

static void run_random_calls(struct fuzz *fuzz, uint64_t end)
{
	while (now_ns() < end) {
		fuzz_stir(fuzz, POOL / 8);
		for (unsigned i = 0; i < 256; i++) {
			if (i % 64 == 0)
				fuzz_stir(fuzz, 512);
			fuzz_run_random(fuzz, random_abi(fuzz), SHAPES);
			run_hostile_record(fuzz);
			run_hostile_plan(fuzz);
		}
	}
}

static void compile(unsigned shape)
{
	struct plan_options options = { .config = &shapes[shape].config,
					.views = shapes[shape].views,
					.raw = shapes[shape].raw,
					.names = shapes[shape].names,
					.reads = shapes[shape].data,
					.writes = shapes[shape].data };
	struct plans *plans = plans_new();

	for (unsigned a = 0; a < PLANNED_ABIS; a++)
		for (uint32_t nr = 0; nr < abi_by_id((enum abi_id)a)->n_ids; nr++)
			require(plan_compile(plans, a, abi_by_id((enum abi_id)a), nr, &options));
	plans_finish(plans);
	printf("plan_fuzz: shape %u: %u operations, %u entries of %u selections\n", shape,
	       plans->n_ops, plans->n_selects, plans->n_selections);
	state.plans[shape] = plans;
}

static void prepare(void)
{
	static struct fetch_ops captured_ops;
	struct fuzz *fuzz = &state.fuzz;

	captured_ops = fuzz_ops;
	captured_ops.read = captured_read;
	captured_ops.fd_path = captured_path;
	captured_ops.pid_comm = captured_about;
	captured_ops.interface_name = captured_interface;
	captured_ops.family_name = captured_about;
	captured_ops.netlink = captured_netlink;
	captured_ops.path_name = captured_path_name;
	state.n_sets = 2;
	state.memory.fetch = (struct fetch){ &fuzz_ops, fuzz };
	state.captured.fetch = (struct fetch){ &captured_ops, fuzz };
	for (unsigned i = 0; i < SHAPES; i++)
		compile(i);
	for (unsigned i = 0; i < 2; i++) {
		struct side *side = i ? &state.captured : &state.memory;

		bench_init(&side->bench, abi_native(), NULL);
		side->bench.decode.fetch = &side->fetch;
		side->bench.decode.config = &fuzz->config;
	}
	state.sets[0] = &state.exit;
	state.sets[1] = &state.entry;
	state.hostile = plans_new();
	state.run.fetch = &state.memory.fetch;
	state.run.send = collect;
	state.run.describe = describe;
}

static void clean_up(void)
{
	for (unsigned i = 0; i < SHAPES; i++)
		plans_free(state.plans[i]);
	plans_free(state.hostile);
	chunks_free(&state.entry);
	chunks_free(&state.exit);
	chunks_free(&state.late);
	bench_free(&state.memory.bench);
	bench_free(&state.captured.bench);
	covered_free(state.fuzz.covered);
}

static void run_subject(struct fuzz *fuzz, struct images *images, const struct subject *subject)
{
	fuzz->brief = true;
	edges_of_call(fuzz, images, subject->id, subject->abi);
}

/* Adds all rows of an ABI, or one. */
static void add_subjects(struct subjects *subjects, const struct abi *abi, const char *only)
{
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (abi_number(abi, (enum syscall_id)id) >= 0 &&
		    syscall_row((enum syscall_id)id, abi) &&
		    (!only || !strcmp(only, syscall_name((enum syscall_id)id))))
			subjects_add(subjects, &(struct subject){ abi, NULL, (enum syscall_id)id });
}

static void run_edges(struct fuzz *fuzz, const char *only_abi, const char *only)
{
	struct subjects subjects = { 0 };

	for (unsigned a = 0; a < PLANNED_ABIS; a++) {
		const struct abi *abi = abi_by_id((enum abi_id)a);

		if (only_abi ? !strcmp(only_abi, abi->name)
			     : (fuzz->bounded && is_planned(abi)) || a == ABI_x86_64 ||
				       a == ABI_i386)
			add_subjects(&subjects, abi, only);
	}
	subjects_run(fuzz, &subjects, run_subject);
}

/* Writes a long of an ABI, of which the memory is zeros. */
static void put_long(struct fuzz *fuzz, const struct abi *abi, size_t at, uint64_t value)
{
	memcpy(fuzz->own + at, &value, abi->long_size);
}

#define HEADERS 64 /* messages, of which the last ones have data */

/*
 * Messages whose arrays have large counts, but are at NULL or near the end of the address space:
 * a plan that counted all their elements would not come to those of the last messages.
 */
static void run_counts(struct fuzz *fuzz, const struct abi *abi, enum syscall_id id)
{
	const uint64_t args[] = { 3, POOL_AT, HEADERS, 0, 0 };
	size_t size = 8 * abi->long_size, data = POOL / 2;

	memset(fuzz->own, 0, sizeof(fuzz->own));
	memset(fuzz->unmapped, 0, sizeof(fuzz->unmapped));
	for (size_t i = 0; i < HEADERS; i++) {
		size_t at = i * size + 2 * abi->long_size;
		bool last = i >= HEADERS - 2;

		put_long(fuzz, abi, at, last ? POOL_AT + data : i % 2 ? UINT32_MAX - 0x1b : 0);
		put_long(fuzz, abi, at + abi->long_size, last ? 2 : 0xffff00);
	}
	for (size_t i = 0; i < 4; i += 2) {
		put_long(fuzz, abi, data + i * abi->long_size, POOL_AT + data + PAGE);
		put_long(fuzz, abi, data + (i + 1) * abi->long_size, 16);
	}
	for (unsigned style = 0; style < SHAPES; style++) {
		fuzz_call(fuzz, id, abi);
		memcpy(fuzz->call.args, args, sizeof(args));
		fuzz_run(fuzz, style, HEADERS, false);
	}
}

static void run_all_counts(struct fuzz *fuzz)
{
	static const enum abi_id abis[] = { ABI_x86_64, ABI_i386 };

	fuzz->pool = fuzz->own;
	for (size_t i = 0; i < ARRAY_SIZE(abis); i++) {
		run_counts(fuzz, abi_by_id(abis[i]), ID_sendmmsg);
		run_counts(fuzz, abi_by_id(abis[i]), ID_recvmmsg);
	}
}

int main(int argc, char **argv)
{
	struct fuzz *fuzz = &state.fuzz;

	fuzz->name = "plan_fuzz";
	fuzz_start(fuzz, argc, argv);
	prepare();
	run_edges(fuzz, argc > 3 ? argv[3] : NULL, argc > 4 ? argv[4] : NULL);
	run_all_counts(fuzz);
	run_random_calls(fuzz, fuzz_start_random(fuzz));
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (state.unequal[id])
			printf("plan_fuzz: %s: %llu differences\n",
			       syscall_name((enum syscall_id)id),
			       (unsigned long long)state.unequal[id]);
	printf("plan_fuzz: %llu random calls, %llu differences\n", (unsigned long long)fuzz->calls,
	       (unsigned long long)state.differences);
	clean_up();
	return state.differences ? EXIT_FAILURE : EXIT_SUCCESS;
}
