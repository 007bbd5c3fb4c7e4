/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes decode and the sinks with every row of the table under every ABI and with every struct.
 * First each argument has each of its edge values: these calls are always the same, and must reach
 * every variant of every choice. Then registers and memory are random. Every line of the text and
 * JSON sinks is checked.
 *
 * usage: decode_fuzz [SECONDS [SEED [RECORDS]]] Without SECONDS all edges are tried, then random
 * calls for a second; without WEIGHT=full in the environment a call or struct has only some of the
 * ABIs, in turn. With SECONDS half of this time is for the edges, in an order that SEED determines:
 * the program prints how many there was time for. SEED, which is printed, repeats the random calls.
 * RECORDS is a file for the JSON output. DECODE_FUZZ=verbose in the environment reports incomplete
 * coverage.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* Global, so that a debugger and print_call() find it after a crash. */
static struct fuzz fuzz_state;

static void print_call(void)
{
	const struct call *call = &fuzz_state.call;

	fprintf(stderr, "decode_fuzz: after %llu calls: %s of %s, style %u, arguments",
		(unsigned long long)fuzz_state.calls, call->name ? call->name : "?",
		call->abi ? call->abi->name : "?", fuzz_state.style);
	for (unsigned i = 0; i < CALL_ARGS; i++)
		fprintf(stderr, " %#llx", (unsigned long long)call->args[i]);
	fprintf(stderr, ", result %lld\n", (long long)call->result);
}

/* The address sanitizer calls the callback before it ends the program. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void on_crash(int number)
{
	print_call();
	signal(number, SIG_DFL);
	raise(number);
}

void fail(const char *what)
{
	fprintf(stderr, "decode_fuzz: %s\n", what);
	abort();
}

/* The cache identifies rows by their address, which may be that of an earlier row. */
void fuzz_row(struct fuzz *fuzz, const struct syscall *row)
{
	decode_cache_free(fuzz->cache);
	fuzz->cache = decode_cache_new();
	fuzz->call.row = row;
}

static void returned(struct call *call, int64_t result)
{
	call->returned = true;
	call->result = result;
	call->is_error = result < 0 && result >= -4095;
}

static void run_watched(struct fuzz *fuzz, const struct decode *decode, int64_t result, bool stir)
{
	watcher_begin(&fuzz->watcher);
	fuzz->watcher.file = false;
	decode_enter(decode);
	watcher_end_part(&fuzz->watcher);
	/*
	 * -P ignores calls for which syscall_names_file() is false: they may show neither a path
	 * nor a descriptor.
	 */
	require(!fuzz->watcher.file || syscall_names_file(decode->call->row) ||
		decode->call->row != syscall_row(decode->call->id, decode->call->abi));
	if (result == FUZZ_NEVER)
		return;
	if (stir)
		fuzz_stir(fuzz, 64);
	returned(&fuzz->call, result);
	decode_exit(decode);
	watcher_end(&fuzz->watcher);
}

static bool wants_all_data(void *ctx, const struct data *data)
{
	(void)ctx, (void)data;
	return true;
}

struct dump {
	struct writer *writer;
	const struct event *event;
};

static void show_data(void *ctx, const struct data *data)
{
	const struct dump *dump = ctx;

	dump->writer->ops->data(dump->writer, dump->event, data);
}

/* Decodes a call and writes it, as the session does. */
static void run_written(struct fuzz *fuzz, struct writer *writer, const struct decode *decode,
			int64_t result, bool stir)
{
	const struct call *call = &fuzz->call;
	struct event event = { .kind = EVENT_ENTER, .tid = 1, .abi = call->abi, .nr = call->nr };
	struct record_line line = { 0 };
	const struct record record = {
		.event = &event, .call = call, .builder = &fuzz->builder, .line = &line
	};
	struct dump dump = { writer, &event };

	builder_reset(&fuzz->builder);
	decode_enter(decode);
	writer->ops->entered(writer, &record);
	if (stir)
		fuzz_stir(fuzz, 64);
	if (result == FUZZ_NEVER) {
		writer->ops->unfinished(writer, &record);
		return;
	}
	returned(&fuzz->call, result);
	decode_exit(decode);
	event.kind = EVENT_EXIT;
	writer->ops->exited(writer, &record);
	if (fuzz->style % 4 == 0)
		decode_data(decode, wants_all_data, show_data, &dump);
}

void fuzz_run(struct fuzz *fuzz, unsigned style, int64_t result, bool stir)
{
	struct fetch fetch = { &fuzz_ops, fuzz };
	struct writer *writer = fuzz->written[style].writer;
	struct decode decode = {
		.config = &fuzz->config,
		.cache = fuzz->cache,
		.fetch = &fetch,
		.sink = writer ? &writer->sink : &fuzz->watcher.sink,
		.builder = writer ? &fuzz->builder : NULL,
		.call = &fuzz->call,
		.snapshot = &fuzz->snapshot,
	};
	struct call call = fuzz->call;

	fuzz->style = style;
	fuzz->config = *style_decode(style);
	fuzz->calls++;
	fuzz->call.raw = fuzz->calls % 64 == 0;
	decode_resolve(&fetch, &fuzz->call, (enum syscall_id)(fuzz_random(fuzz) % ID_COUNT));
	if (writer)
		run_written(fuzz, writer, &decode, result, stir);
	else
		run_watched(fuzz, &decode, result, stir);
	fuzz->call = call;
}

/*
 * Decodes a siginfo in a buffer of exactly its length, so that a sanitizer finds reads past the
 * end.
 */
static void run_siginfo(struct fuzz *fuzz)
{
	struct fetch fetch = { &fuzz_ops, fuzz };
	struct decode decode = {
		.config = &fuzz->config,
		.cache = fuzz->cache,
		.fetch = &fetch,
		.sink = &fuzz->watcher.sink,
		.call = &fuzz->call,
		.snapshot = &fuzz->snapshot,
	};
	size_t len = fuzz_random(fuzz) % 200;
	unsigned char *bytes = xmalloc(len + 1);

	memcpy(bytes, fuzz->own + fuzz_random(fuzz) % (POOL - 256), len);
	watcher_begin(&fuzz->watcher);
	decode_siginfo(&decode, fuzz->call.abi, bytes, len);
	require(fuzz->watcher.depth == 0);
	free(bytes);
}

/* With fewer seconds most pairs of edges are omitted for ABIs that are similar to others. */
#define LONG_RUN 600

static void run_subject(struct fuzz *fuzz, struct images *images, const struct subject *subject)
{
	enum abi_id abi = subject->abi->id;

	fuzz->brief = fuzz->seconds < LONG_RUN && abi != ABI_x86_64 &&
		      (subject->type || (abi != ABI_i386 && abi != ABI_arm && abi != ABI_s390x));
	if (subject->type)
		edges_of_type(fuzz, images, subject->type, subject->abi);
	else
		edges_of_call(fuzz, images, subject->id, subject->abi);
}

/*
 * The weight of a run: a light one tries x86_64 and i386, and one in four of the other ABIs for
 * each call and each struct, in turn. The turn depends on the name alone, so that a new call or
 * struct changes no other's. Calls that neither x86_64 nor i386 has are tried under all ABIs in any
 * case.
 */
#define LIGHT_PART 4
static bool is_in_turn(const struct fuzz *fuzz, const struct abi *abi, const char *name)
{
	const char *weight = getenv("WEIGHT");
	unsigned turn = abi->id;

	for (const char *c = name; *c; c++)
		turn += (unsigned char)*c;
	return fuzz->bounded || (weight && !strcmp(weight, "full")) || abi->id == ABI_x86_64 ||
	       abi->id == ABI_i386 || turn % LIGHT_PART == 0;
}

/*
 * In the first round the calls and structs run whose turn it is, in the second round those of the
 * others of which a variant was not chosen.
 */
enum round { ROUND_IN_TURN, ROUND_MISSING, ROUNDS };

static bool is_in_round(const struct fuzz *fuzz, enum round round, bool in_turn, const char *name)
{
	return round == ROUND_IN_TURN ? in_turn : !in_turn && covered_lacks(fuzz->covered, name);
}

static bool has_call(const struct abi *abi, enum syscall_id id)
{
	return abi_number(abi, id) >= 0 || syscall_row(id, abi);
}

static bool is_call_of_others(enum syscall_id id)
{
	return !has_call(abi_by_id(ABI_x86_64), id) && !has_call(abi_by_id(ABI_i386), id);
}

/* Adds the calls and the structs of an ABI. */
static void add_subjects(const struct fuzz *fuzz, enum round round, struct subjects *subjects,
			 const struct abi *abi)
{
	const struct covered *covered = fuzz->covered;

	for (enum syscall_id id = 1; id < ID_COUNT; id++) {
		const char *name = syscall_name(id);
		bool in_turn = is_in_turn(fuzz, abi, name) || is_call_of_others(id);

		if (has_call(abi, id) && is_in_round(fuzz, round, in_turn, name))
			subjects_add(subjects, &(struct subject){ abi, NULL, id });
	}
	for (size_t i = 0; i < covered->n; i++) {
		const struct point *point = &covered->points[i];
		bool in_turn = is_in_turn(fuzz, abi, point->owner);

		if (point->kind == POINT_TYPE && edges_can_run(point->what) &&
		    is_in_round(fuzz, round, in_turn, point->owner))
			subjects_add(subjects, &(struct subject){ abi, point->what, ID_getpid });
	}
}

/* Returns whether there was time for all subjects. */
static bool run_edges(struct fuzz *fuzz)
{
	bool all = true;

	for (enum round round = 0; all && round < ROUNDS; round++) {
		struct subjects subjects = { 0 };

		for (unsigned a = 0; a < ABI_COUNT; a++)
			add_subjects(fuzz, round, &subjects, abi_by_id((enum abi_id)a));
		all = !subjects.n || subjects_run(fuzz, &subjects, run_subject);
	}
	return all;
}

static void run_random_calls(struct fuzz *fuzz, uint64_t end)
{
	while (now_ns() < end) {
		fuzz_stir(fuzz, POOL / 8);
		for (unsigned i = 0; i < 512; i++) {
			if (i % 64 == 0)
				fuzz_stir(fuzz, 512);
			fuzz_run_random(fuzz,
					abi_by_id((enum abi_id)(fuzz_random(fuzz) % ABI_COUNT)),
					STYLES);
			run_siginfo(fuzz);
		}
		styles_check(fuzz);
	}
}

static void clean_up(struct fuzz *fuzz)
{
	styles_close(fuzz);
	covered_free(fuzz->covered);
	entry_snapshot_free(&fuzz->snapshot);
	decode_cache_free(fuzz->cache);
	builder_free(&fuzz->builder);
	buf_free(&fuzz->read);
	if (fuzz->records)
		require(!fclose(fuzz->records));
}

int main(int argc, char **argv)
{
	struct fuzz *fuzz = &fuzz_state;
	bool covered;

	signal(SIGABRT, on_crash);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(print_call);
	fuzz->name = "decode_fuzz";
	fuzz_start(fuzz, argc, argv);
	fuzz->cache = decode_cache_new();
	styles_open(fuzz);
	if (argc > 3)
		require((fuzz->records = fopen(argv[3], "w")));
	covered = covered_report(fuzz->covered, run_edges(fuzz));
	run_random_calls(fuzz, fuzz_start_random(fuzz));
	clean_up(fuzz);
	printf("decode_fuzz: %llu random calls, %llu lines, checksum %#llx\n",
	       (unsigned long long)fuzz->calls, (unsigned long long)fuzz->lines,
	       (unsigned long long)fuzz->watcher.sum);
	return covered ? EXIT_SUCCESS : EXIT_FAILURE;
}
