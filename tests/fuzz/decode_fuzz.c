/* SPDX-License-Identifier: MIT */
/*
 * Every row of the table under every ABI: each argument at the edges of what it can be, then random
 * registers and random, short memory. A sink looks at the values; the text and JSON sinks get them too.
 *
 * usage: decode_fuzz [SECONDS [SEED]]; a failure repeats with the SEED that was printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fuzz.h"

void fail(const char *what)
{
	fprintf(stderr, "decode_fuzz: %s\n", what);
	abort();
}

static void any_config(struct fuzz *fuzz)
{
	static const size_t limits[] = { 0, 1, 32, 32, 4096, SIZE_MAX };
	uint64_t bits = fuzz_random(fuzz);

	fuzz->config = (struct decode_config){
		.string_limit = limits[fuzz_random(fuzz) % ARRAY_SIZE(limits)],
		.verbose = bits & 1,
		.shallow = !(bits & 0xf00),
		.fds = bits & 2 ? FD_ALL : 0,
		.pid_comms = bits & 4,
	};
}

void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi)
{
	struct call *call = &fuzz->call;
	int64_t nr = abi_number(abi, id);

	*call = (struct call){ .abi = abi, .nr = nr < 0 ? 0 : (uint64_t)nr, .id = (uint16_t)id };
	call->name = syscall_name(id);
	call->row = syscall_row(id, abi);
	call->sp = fuzz_number(fuzz);
}

static struct decode decode_to(struct fuzz *fuzz, const struct fetch *fetch, struct sink *sink)
{
	return (struct decode){ &fuzz->config, fuzz->cache, fetch, sink, &fuzz->call, &fuzz->memo };
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
	/* -P lets calls pass in which the table has neither a path nor a descriptor. */
	require(!fuzz->watcher.file || syscall_names_file(decode->call->row));
	if (stir)
		fuzz_stir(fuzz, 64);
	returned(&fuzz->call, result);
	decode_exit(decode);
	watcher_end(&fuzz->watcher);
}

/* As the session does it; half of the calls never return. */
static void run_written(struct fuzz *fuzz, const struct decode *decode, int64_t result, bool stir)
{
	const struct call *call = &fuzz->call;
	struct event event = { .kind = EVENT_ENTER, .tid = 1, .abi = call->abi, .nr = call->nr };
	struct sink *sink = decode->sink;

	sink->draft = &fuzz->draft;
	draft_reset(&fuzz->draft);
	decode_enter(decode);
	sink->ops->entered(sink, &event, call);
	if (stir)
		fuzz_stir(fuzz, 64);
	if (result % 2) {
		sink->ops->unfinished(sink, &event, call);
		return;
	}
	returned(&fuzz->call, result);
	decode_exit(decode);
	event.kind = EVENT_EXIT;
	sink->ops->exited(sink, &event, call);
}

void fuzz_run(struct fuzz *fuzz, int64_t result, bool stir)
{
	struct fetch fetch = { &fuzz_ops, fuzz };
	unsigned which = fuzz_random(fuzz) % 4;
	struct sink *sink = which < 2 ? fuzz->sinks[which] : &fuzz->watcher.sink;
	struct decode decode = decode_to(fuzz, &fetch, sink);
	struct call call = fuzz->call;

	any_config(fuzz);
	fuzz->call.raw = fuzz_random(fuzz) % 16 == 0;
	decode_resolve(&fetch, &fuzz->call, (enum syscall_id)(fuzz_random(fuzz) % ID_COUNT));
	if (which < 2)
		run_written(fuzz, &decode, result, stir);
	else
		run_watched(fuzz, &decode, result, stir);
	fuzz->call = call;
	fuzz->calls++;
}

static void run_random(struct fuzz *fuzz)
{
	enum syscall_id id = (enum syscall_id)(fuzz_random(fuzz) % ID_COUNT);

	fuzz_call(fuzz, id, abi_by_id((enum abi_id)(fuzz_random(fuzz) % ABI_COUNT)));
	for (unsigned i = 0; i < CALL_ARGS; i++)
		fuzz->call.args[i] = fuzz_number(fuzz);
	fuzz_run(fuzz, (int64_t)fuzz_number(fuzz), fuzz_random(fuzz) % 4 == 0);
}

/* The bytes are as short as they are said to be, so that a sanitizer sees what is read behind them. */
static void run_siginfo(struct fuzz *fuzz)
{
	struct fetch fetch = { &fuzz_ops, fuzz };
	struct decode decode = decode_to(fuzz, &fetch, &fuzz->watcher.sink);
	size_t len = fuzz_random(fuzz) % 200;
	unsigned char *bytes = xmalloc(len + 1);

	memcpy(bytes, fuzz->pool + fuzz_random(fuzz) % (POOL - 256), len);
	watcher_begin(&fuzz->watcher);
	decode_siginfo(&decode, fuzz->call.abi, bytes, len);
	require(fuzz->watcher.depth == 0);
	free(bytes);
}

/* One call at the edges, then some at random. */
static void run_round(struct fuzz *fuzz, enum syscall_id id)
{
	for (unsigned a = 0; a < ABI_COUNT; a++)
		if (syscall_row(id, abi_by_id((enum abi_id)a)))
			fuzz_edges(fuzz, id, abi_by_id((enum abi_id)a));
	fuzz_stir(fuzz, POOL / 8);
	for (unsigned i = 0; i < 512; i++) {
		if (i % 64 == 0)
			fuzz_stir(fuzz, 512);
		run_random(fuzz);
		run_siginfo(fuzz);
	}
}

static void prepare(struct fuzz *fuzz, uint64_t seed)
{
	struct sink_config config = { .column = 40 };
	struct output *nowhere = output_open_fd(-1, false, "nowhere", OUTPUT_BLOCK);

	fuzz->seed = seed;
	fuzz->state = seed | 1;
	while (list_all[fuzz->n_lists])
		fuzz->n_lists++;
	fuzz->cache = decode_cache_new();
	fuzz->sinks[0] = sink_text_new(&config, nowhere);
	fuzz->sinks[1] = sink_json_new(&config, nowhere);
}

int main(int argc, char **argv)
{
	static struct fuzz fuzz;
	double seconds = argc > 1 ? atof(argv[1]) : 2;
	uint64_t end = now_ns() + (uint64_t)(seconds * 1e9);
	unsigned first, n = 0;

	prepare(&fuzz, argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns() | 1);
	printf("decode_fuzz: seed %#llx\n", (unsigned long long)fuzz.seed);
	fflush(stdout);
	first = (unsigned)(fuzz_random(&fuzz) % (ID_COUNT - 1));
	for (; now_ns() < end; n++)
		run_round(&fuzz, (enum syscall_id)((first + n) % (ID_COUNT - 1) + 1));
	decode_memo_free(&fuzz.memo);
	decode_cache_free(fuzz.cache);
	draft_free(&fuzz.draft);
	printf("decode_fuzz: %llu calls, %u of %u at the edges, checksum %#llx\n",
	       (unsigned long long)fuzz.calls, n < ID_COUNT ? n : ID_COUNT - 1, ID_COUNT - 1,
	       (unsigned long long)fuzz.watcher.sum);
	return fuzz.calls ? EXIT_SUCCESS : EXIT_FAILURE;
}
