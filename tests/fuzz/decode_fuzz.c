/* SPDX-License-Identifier: MIT */
/*
 * Every row of the table under every ABI on random registers and random, short memory. The sink
 * only looks: groups must nest, names must be there, every byte of a string must be readable.
 *
 * usage: decode_fuzz [SECONDS [SEED]]; a failure repeats with the SEED that was printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scry/arch.h"
#include "scry/decode.h"
#include "scry/syscalls.h"

#define POOL 65536u
#define PAGE 4096u
#define NESTING 64

struct watcher {
	struct sink sink;
	enum group groups[NESTING];
	bool left_open[CALL_ARGS * 4]; /* arguments whose ENTRY part a REST will close */
	unsigned depth, before; /* groups that were open when the part began */
	unsigned argument;
	uint64_t sum; /* of all that was looked at, so that it must be */
	unsigned values;
};

struct fuzz {
	uint64_t seed, state;
	unsigned char pool[POOL];
	unsigned char unmapped[POOL / PAGE];
	struct watcher watcher;
	struct decode_memo memo;
	struct decode_cache *cache;
	struct decode_config config;
	struct call call;
	uint64_t calls;
	size_t n_lists;
};

static void __attribute__((noreturn)) fail(const char *what)
{
	fprintf(stderr, "decode_fuzz: %s\n", what);
	abort();
}

#define require(condition)                \
	do {                              \
		if (!(condition))         \
			fail(#condition); \
	} while (0)

static uint64_t next(struct fuzz *fuzz)
{
	fuzz->state ^= fuzz->state << 13;
	fuzz->state ^= fuzz->state >> 7;
	fuzz->state ^= fuzz->state << 17;
	return fuzz->state;
}

/* A constant of the table, so that choices and flags are met. */
static uint64_t any_constant(struct fuzz *fuzz)
{
	const struct list_part *part;
	const struct list *list = list_all[next(fuzz) % fuzz->n_lists];

	part = &list->parts[next(fuzz) % list->n_parts];
	return part->n_entries ? part->entries[next(fuzz) % part->n_entries].value : 0;
}

/* Numbers as programs use them: small ones, pointers, constants, the edges of types. */
static uint64_t any_number(struct fuzz *fuzz)
{
	uint64_t random = next(fuzz);

	switch (next(fuzz) % 8) {
	case 0:
		return random % 40;
	case 1:
		return UINT64_C(1) << random % 64;
	case 2:
		return (UINT64_C(1) << random % 64) - 1;
	case 3:
		return UINT64_MAX - random % 40;
	case 4:
		return any_constant(fuzz);
	case 5:
		return random;
	default:
		return PAGE + random % POOL;
	}
}

/* Writes so many numbers anywhere into the memory, and maps other pages. */
static void stir_pool(struct fuzz *fuzz, unsigned n)
{
	while (n--) {
		uint64_t number = any_number(fuzz);

		memcpy(fuzz->pool + next(fuzz) % (POOL / 4 - 1) * 4, &number, 8);
	}
	for (size_t i = 0; i < sizeof(fuzz->unmapped); i++)
		fuzz->unmapped[i] = next(fuzz) % 4 == 0;
}

static size_t fuzz_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	struct fuzz *fuzz = ctx;
	size_t n = 0;

	while (n < len) {
		uint64_t at = addr + n - PAGE;
		size_t some = PAGE - at % PAGE;

		if (addr + n < PAGE || at >= POOL || fuzz->unmapped[at / PAGE])
			break;
		if (some > len - n)
			some = len - n;
		memcpy((unsigned char *)buf + n, fuzz->pool + at, some);
		n += some;
	}
	return n;
}

static ssize_t fuzz_about(void *ctx, int id, char *buf, size_t len)
{
	size_t n = (size_t)id % 5000;

	(void)ctx;
	if (id < 0)
		return -1;
	n = n < len ? n : len;
	memset(buf, 'x', n);
	return (ssize_t)n;
}

static const struct fetch_ops fuzz_ops = { fuzz_read, fuzz_about, fuzz_about, fuzz_about };

static struct watcher *watch(struct sink *sink)
{
	return (struct watcher *)sink;
}

static void end_part(struct watcher *watcher)
{
	if (watcher->depth != watcher->before)
		watcher->left_open[watcher->argument] = true;
	watcher->depth = watcher->before = 0;
}

static void watch_argument(struct sink *sink, unsigned index, const char *name, enum phase phase,
			   bool named)
{
	struct watcher *watcher = watch(sink);

	(void)named;
	require(index < DRAFT_PARTS && name && *name);
	end_part(watcher);
	watcher->argument = index;
	require((phase == PHASE_REST) == watcher->left_open[index]);
	if (phase != PHASE_REST)
		return;
	watcher->left_open[index] = false;
	watcher->groups[watcher->depth++] = GROUP_STRUCT;
}

static void watch_pending(struct sink *sink, unsigned index, const char *name, bool late)
{
	(void)late;
	require(index < DRAFT_PARTS && name && *name);
	end_part(watch(sink));
}

static void watch_open(struct sink *sink, enum group group)
{
	struct watcher *watcher = watch(sink);

	require(watcher->depth < NESTING);
	watcher->groups[watcher->depth++] = group;
}

static void watch_close(struct sink *sink, enum group group, enum group_end end)
{
	struct watcher *watcher = watch(sink);

	require(watcher->depth > 0 && watcher->groups[watcher->depth - 1] == group);
	require(end <= GROUP_UNREADABLE);
	watcher->depth--;
}

static void watch_member(struct sink *sink, const char *name)
{
	struct watcher *watcher = watch(sink);

	require(name && *name && watcher->depth > 0);
	require(watcher->groups[watcher->depth - 1] == GROUP_STRUCT);
}

static void watch_value(struct sink *sink, const struct value *value)
{
	struct watcher *watcher = watch(sink);

	require(value->abi || value->kind == VALUE_SYSCALL);
	require(value->size <= (value->kind == VALUE_IPV6 ? 16 : 8) &&
		(value->len == 0 || value->bytes));
	for (size_t i = 0; i < value->len; i++)
		watcher->sum += ((const unsigned char *)value->bytes)[i];
	for (size_t i = 0; i < value->about_len; i++)
		watcher->sum += ((const unsigned char *)value->about)[i];
	if ((value->kind == VALUE_ENUM || value->kind == VALUE_FLAGS))
		require(value->list);
	watcher->sum += value->u + value->count.n;
	watcher->values++;
}

static void watch_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	require(digits == 6 || digits == 9);
	watch(sink)->sum += (uint64_t)seconds + nanoseconds;
}

static void watch_change(struct sink *sink)
{
	require(watch(sink)->values > 0);
}

static void watch_result(struct sink *sink)
{
	end_part(watch(sink));
}

static void watch_note(struct sink *sink, const char *label)
{
	(void)label;
	require(watch(sink)->depth == 0);
}

static void watch_index(struct sink *sink, const char *name, uint64_t i)
{
	(void)sink;
	(void)name;
	(void)i;
}

static const struct sink_ops watcher_ops = {
	.argument = watch_argument,
	.pending = watch_pending,
	.open = watch_open,
	.close = watch_close,
	.member = watch_member,
	.index = watch_index,
	.value = watch_value,
	.date = watch_date,
	.change = watch_change,
	.result = watch_result,
	.note = watch_note,
};

static void any_config(struct fuzz *fuzz)
{
	static const size_t limits[] = { 0, 1, 32, 32, 4096, SIZE_MAX };
	uint64_t bits = next(fuzz);

	fuzz->config = (struct decode_config){
		.string_limit = limits[next(fuzz) % ARRAY_SIZE(limits)],
		.verbose = bits & 1,
		.shallow = !(bits & 0xf0),
		.fd_paths = bits & 2,
		.pid_comms = bits & 4,
	};
}

static void any_call(struct fuzz *fuzz)
{
	enum syscall_id id = (enum syscall_id)(next(fuzz) % ID_COUNT);
	struct call *call = &fuzz->call;

	*call = (struct call){ .abi = abi_by_id((enum abi_id)(next(fuzz) % ABI_COUNT)) };
	call->id = (uint16_t)id;
	call->name = syscall_name(id);
	call->row = syscall_row(id, call->abi);
	call->raw = !(next(fuzz) & 0xf0);
	call->sp = any_number(fuzz);
	for (unsigned i = 0; i < CALL_ARGS; i++)
		call->args[i] = any_number(fuzz);
}

static void run_call(struct fuzz *fuzz)
{
	struct fetch fetch = { &fuzz_ops, fuzz };
	struct watcher *watcher = &fuzz->watcher;
	struct decode decode = { &fuzz->config,	 fuzz->cache, &fetch,
				 &watcher->sink, &fuzz->call, &fuzz->memo };

	any_config(fuzz);
	any_call(fuzz);
	*watcher = (struct watcher){ .sink = { .ops = &watcher_ops }, .sum = watcher->sum };
	decode_resolve(&fetch, &fuzz->call, (enum syscall_id)(next(fuzz) % ID_COUNT));
	decode_enter(&decode);
	end_part(watcher);
	if (next(fuzz) % 4 == 0)
		stir_pool(fuzz, 64); /* the tracee, or another thread, has been there */
	fuzz->call.returned = true;
	fuzz->call.result = (int64_t)any_number(fuzz);
	fuzz->call.is_error = fuzz->call.result < 0 && fuzz->call.result >= -4095;
	decode_exit(&decode);
	end_part(watcher);
	for (size_t i = 0; i < ARRAY_SIZE(watcher->left_open); i++)
		require(!watcher->left_open[i]);
	fuzz->calls++;
}

static void run_siginfo(struct fuzz *fuzz)
{
	struct watcher *watcher = &fuzz->watcher;
	struct fetch fetch = { &fuzz_ops, fuzz };
	struct decode decode = { &fuzz->config,	 fuzz->cache, &fetch,
				 &watcher->sink, &fuzz->call, &fuzz->memo };

	*watcher = (struct watcher){ .sink = { .ops = &watcher_ops }, .sum = watcher->sum };
	decode_siginfo(&decode, fuzz->call.abi, fuzz->pool + next(fuzz) % (POOL - 256),
		       next(fuzz) % 200);
	require(watcher->depth == 0);
}

int main(int argc, char **argv)
{
	static struct fuzz fuzz;
	double seconds = argc > 1 ? atof(argv[1]) : 2;
	uint64_t end = now_ns() + (uint64_t)(seconds * 1e9);

	fuzz.seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns() | 1;
	fuzz.state = fuzz.seed | 1;
	while (list_all[fuzz.n_lists])
		fuzz.n_lists++;
	fuzz.cache = decode_cache_new();
	stir_pool(&fuzz, POOL);
	printf("decode_fuzz: seed %#llx\n", (unsigned long long)fuzz.seed);
	fflush(stdout);
	while (now_ns() < end) {
		stir_pool(&fuzz, 512);
		for (unsigned i = 0; i < 64; i++) {
			run_call(&fuzz);
			run_siginfo(&fuzz);
		}
	}
	decode_memo_free(&fuzz.memo);
	decode_cache_free(fuzz.cache);
	printf("decode_fuzz: %llu calls, checksum %#llx\n", (unsigned long long)fuzz.calls,
	       (unsigned long long)fuzz.watcher.sum);
	return fuzz.calls ? EXIT_SUCCESS : EXIT_FAILURE;
}
