/* SPDX-License-Identifier: MIT */
/*
 * Compares decode on memory with decode on what plans capture of that memory. Runs every row of the table under every
 * ABI as decode_fuzz does: with every edge value in every argument, and with every constant that selects a variant.
 *
 * usage: plan_fuzz [SECONDS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "scry/filter.h"
#include "scry/plan.h"
#include "../unit/decode_support.h"

#undef fail /* of check.h, which is not used here */

/* The options that shape plans. */
static const struct shape {
	struct decode_config config;
	bool views;
} shapes[] = {
	{ { .string_limit = 32 }, true },
	{ { .string_limit = 32 }, false },
	{ { .string_limit = 32, .verbose = true }, true },
	{ { .string_limit = 1000 }, true },
	{ { .string_limit = 0 }, true },
	{ { .string_limit = 32, .shallow = true }, true },
};

#define SHAPES ARRAY_SIZE(shapes)

/* A side of the comparison. */
struct side {
	struct bench bench;
	struct fetch fetch;
};

static struct plan_fuzz {
	struct fuzz fuzz;
	struct plans *plans[SHAPES];
	struct side memory, captured;
	struct plan_run run;
	struct chunks entry, exit, late;
	const struct chunks *sets[2];
	bool cut; /* a plan of the call was not executed to its end */
	uint64_t cuts;
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

void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi)
{
	struct call *call = &fuzz->call;
	int64_t nr = abi_number(abi, id);

	*call = (struct call){ .abi = abi, .nr = nr < 0 ? 0 : (uint64_t)nr, .id = (uint16_t)id };
	call->name = syscall_name(id);
	call->row = syscall_row(id, abi);
	call->sp = STRUCT_AT;
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
	size_t n = chunks_read(state.sets, 2, address, buf, len, &end);

	(void)ctx;
	if (end == CHUNKS_MISSING) {
		state.missing = true;
		state.missing_at = address + n;
	}
	return n;
}

static void collect(void *ctx, const struct plan_record *record)
{
	require(chunks_add(ctx, record, record->len, false));
}

/* Executes a plan on the memory as it is now. */
static void capture(struct chunks *chunks, uint32_t pc, unsigned flags, int64_t result)
{
	struct plan_record *record = &state.run.machine.record;
	const struct call *call = &state.fuzz.call;

	chunks_clear(chunks);
	*record = (struct plan_record){ .len = sizeof(*record), .kind = RECORD_ENTRY };
	record->result = result;
	record->sp = call->sp;
	for (unsigned i = 0; i < CALL_ARGS; i++)
		record->args[i] = call->args[i];
	state.run.ctx = chunks;
	if (!pc)
		return;
	plan_run(&state.run, pc, flags);
	state.cut |= !!(record->flags & RECORD_CUT);
	collect(chunks, record);
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
	return buf_cstr(&side->bench.recorder.text);
}

/* Shows the first difference of two transcripts. */
static void report(const struct call *call, const char *memory, const char *captured)
{
	size_t i = 0;

	while (memory[i] && memory[i] == captured[i])
		i++;
	i = i > 40 ? i - 40 : 0;
	fprintf(stderr,
		"%s of %s, shape %u, %s, result %lld%s: %#llx %#llx %#llx %#llx %#llx %#llx\n",
		call->name, call->abi->name, state.fuzz.style, call->returned ? "exit" : "entry",
		(long long)call->result, state.missing ? ", missing" : "",
		(unsigned long long)call->args[0], (unsigned long long)call->args[1],
		(unsigned long long)call->args[2], (unsigned long long)call->args[3],
		(unsigned long long)call->args[4], (unsigned long long)call->args[5]);
	if (state.missing)
		fprintf(stderr, "	missing at %#llx\n", (unsigned long long)state.missing_at);
	fprintf(stderr, "	memory:   %.160s\n	captured: %.160s\n", memory + i,
		captured + i);
}

static void compare(const struct call *call)
{
	const char *memory, *captured;

	state.missing = false;
	memory = decode_side(&state.memory, call);
	captured = decode_side(&state.captured, call);
	if (!strcmp(memory, captured))
		return;
	if (state.cut && state.missing) {
		state.cuts++;
		return;
	}
	state.differences++;
	if (!state.unequal[state.fuzz.call.id]++ && state.reported++ < 400)
		report(call, memory, captured);
}

static void plan_of(struct plan *plan)
{
	struct plans *plans = state.plans[state.fuzz.style];
	const struct call *call = &state.fuzz.call;

	*plan = plans->calls[call->abi->id][call->nr & ~(uint64_t)call->abi->nr_flag];
}

void fuzz_run(struct fuzz *fuzz, unsigned style, int64_t result, bool stir)
{
	unsigned shape = style % SHAPES;
	struct plan plan = { 0 };
	struct call call;
	uint64_t address;

	(void)address, (void)stir;
	fuzz->style = shape;
	fuzz->config = shapes[shape].config;
	fuzz->calls++;
	if (abi_number(fuzz->call.abi, (enum syscall_id)fuzz->call.id) < 0)
		return;
	plan_of(&plan);
	state.run.plans = state.plans[shape];
	state.memory.bench.recorder.sink.views = shapes[shape].views;
	state.captured.bench.recorder.sink.views = shapes[shape].views;
	state.cut = false;
	capture(&state.entry, plan.entry, 0, 0);
	chunks_clear(&state.exit);
	state.sets[0] = &state.exit;
	state.sets[1] = &state.entry;
	call = fuzz->call;
	decode_resolve(&state.captured.fetch, &call,
		       filter_real_call((enum syscall_id)call.id, call.args[0]));
	compare(&call);
	if (result == FUZZ_NEVER)
		return;
	capture(&state.exit, plan.exit, RUN_EXIT, result);
	call.returned = true;
	call.result = result;
	call.is_error = result < 0 && result >= -4095;
	compare(&call);
}

static void compile(unsigned shape)
{
	struct plan_options options = { .config = &shapes[shape].config,
					.views = shapes[shape].views };
	struct plans *plans = plans_new();

	for (unsigned a = 0; a < ABI_COUNT; a++)
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

	fuzz->state = 1;
	while (list_all[fuzz->n_lists])
		fuzz->n_lists++;
	fuzz->covered = covered_new();
	captured_ops = fuzz_ops;
	captured_ops.read = captured_read;
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
	state.run.fetch = &state.memory.fetch;
	state.run.send = collect;
}

int main(int argc, char **argv)
{
	struct fuzz *fuzz = &state.fuzz;
	struct images *images;
	unsigned rows = 0;

	(void)argc, (void)argv;
	prepare();
	images = images_new(fuzz);
	for (unsigned a = 0; a < ABI_COUNT; a++) {
		const struct abi *abi = abi_by_id((enum abi_id)a);

		if (argc > 1 && strcmp(argv[1], abi->name) && strcmp(argv[1], "all"))
			continue;
		fuzz->brief = true;
		for (unsigned id = 1; id < ID_COUNT; id++)
			if (abi_number(abi, (enum syscall_id)id) >= 0 &&
			    syscall_row((enum syscall_id)id, abi) &&
			    (argc < 3 || !strcmp(argv[2], syscall_name((enum syscall_id)id))))
				edges_of_call(fuzz, images, (enum syscall_id)id, abi), rows++;
	}
	images_free(images);
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (state.unequal[id])
			printf("unequal: %s %llu\n", syscall_name((enum syscall_id)id),
			       (unsigned long long)state.unequal[id]);
	printf("plan_fuzz: %u rows, %llu calls, %llu cut, %llu differences\n", rows,
	       (unsigned long long)fuzz->calls, (unsigned long long)state.cuts,
	       (unsigned long long)state.differences);
	return state.differences ? EXIT_FAILURE : EXIT_SUCCESS;
}
