/* SPDX-License-Identifier: MIT */
/*
 * Gives random records to the bpf engine, as if the ring buffer were damaged: with impossible
 * kinds, threads, lengths, chunks, names and details. It makes events of them, answers what decode
 * asks, and must not read past a record.
 *
 * usage: record_fuzz [SECONDS [SEED]]
 * SEED repeats a run: it is printed.
 */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bpf/events.h"
#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/tracees.h"
#include "scry/arch.h"
#include "scry/util.h"

#define RECORD_MAX 700 /* bytes of a record, without its header */
#define RING 4096u

struct fuzz {
	uint64_t state, records, events, whole;
	struct bpf_engine *engine;
};

static uint64_t next(struct fuzz *fuzz)
{
	fuzz->state ^= fuzz->state << 13;
	fuzz->state ^= fuzz->state >> 7;
	fuzz->state ^= fuzz->state << 17;
	return fuzz->state;
}

/* A number that is often small. */
static uint64_t number(struct fuzz *fuzz)
{
	uint64_t value = next(fuzz);

	return value >> (next(fuzz) % 64);
}

static void fill_chunks(struct fuzz *fuzz, unsigned char *bytes, size_t len)
{
	size_t at = 0;

	while (len - at >= sizeof(struct plan_chunk)) {
		size_t left = len - at - sizeof(struct plan_chunk);
		size_t some = (size_t)(next(fuzz) % 100) & ~(size_t)7;
		struct plan_chunk chunk = { .flags = (uint32_t)(next(fuzz) % 4) };

		chunk.address = next(fuzz) % 64 ? next(fuzz) % 2048 : next(fuzz);
		/* The last one fills the record. */
		chunk.len = (uint32_t)(left < some + sizeof(chunk) ? left : some);
		memcpy(bytes + at, &chunk, sizeof(chunk));
		if (next(fuzz) % 64 == 0)
			memset(bytes + at + offsetof(struct plan_chunk, len), (int)next(fuzz), 2);
		at += sizeof(chunk) + chunk.len;
	}
}

/* What descriptors refer to: names, the last one first, or a detail. */
static void fill_name(struct fuzz *fuzz, struct bpf_record *record, unsigned char *bytes,
		      size_t len)
{
	static const uint64_t magics[] = { 0x534f434b, 0x50495045, 0x50494446,
					   0x09041934, 0x6e736673, 0x1021994 };

	for (size_t i = 0; i < len; i++)
		if (next(fuzz) % 4 == 0)
			bytes[i] = 0;
	if (len && next(fuzz) % 8)
		bytes[len - 1] = 0;
	record->name.fd = (int32_t)(next(fuzz) % 8 ? next(fuzz) % 6 : number(fuzz));
	record->name.magic = magics[next(fuzz) % ARRAY_SIZE(magics)];
	record->name.flags = (uint32_t)(next(fuzz) % 4 | (next(fuzz) % 4 ? 0 : NAME_LATE));
	record->name.of = next(fuzz) % 8 ? RECORD_ENTRY : (uint32_t)(next(fuzz) % RECORD_KINDS);
	if (record->kind == RECORD_DETAIL && len >= sizeof(uint32_t))
		memcpy(bytes, &(uint32_t){ 1u << next(fuzz) % 6 }, sizeof(uint32_t));
}

/* Half of the records are of calls, and few have an impossible kind. */
static uint8_t make_kind(struct fuzz *fuzz)
{
	if (next(fuzz) % 64 == 0)
		return (uint8_t)next(fuzz);
	if (next(fuzz) % 2)
		return next(fuzz) % 2 ? RECORD_ENTRY : RECORD_EXIT;
	return (uint8_t)(next(fuzz) % RECORD_KINDS);
}

/* Numbers that mean something are often among the random ones. */
static void fill_kind(struct fuzz *fuzz, struct bpf_record *record)
{
	switch (record->kind) {
	case RECORD_SIGNAL:
		record->signal.number = (int32_t)number(fuzz);
		record->signal.how = next(fuzz) % 4;
		break;
	case RECORD_NEW:
	case RECORD_TASK:
		record->task.maker = (uint32_t)number(fuzz);
		record->task.renamed = next(fuzz) % 2;
		break;
	case RECORD_END:
	case RECORD_STOP:
		record->end.status = (int32_t)number(fuzz);
		break;
	case RECORD_EXEC:
	case RECORD_PROGRAM:
	case RECORD_LEFT:
	case RECORD_STRINGS:
		record->exec.former = (uint32_t)number(fuzz);
		record->strings.how = next(fuzz) % 4;
		record->strings.count = number(fuzz);
		record->strings.start = next(fuzz) % 2048;
		break;
	case RECORD_STACK:
		record->stack.of = next(fuzz) % RECORD_KINDS;
		record->stack.goes_on = next(fuzz) % 2;
		break;
	default:
		record->call.nr = next(fuzz) % 8 ? next(fuzz) % 500 : number(fuzz);
		record->call.result = (int64_t)number(fuzz);
		record->call.netlink = next(fuzz) % 4;
		record->call.events = next(fuzz) % 8;
		for (unsigned i = 0; i < PLAN_ARGUMENTS; i++)
			record->call.args[i] = number(fuzz);
	}
}

/* Makes a record in memory of exactly its length. */
static struct bpf_record *make_record(struct fuzz *fuzz, size_t *len)
{
	uint8_t kind = make_kind(fuzz);
	size_t rest = next(fuzz) % 3 ? next(fuzz) % RECORD_MAX : 0;
	struct bpf_record *record;
	unsigned char *bytes;

	if (kind == RECORD_DETAIL && next(fuzz) % 4)
		rest = sizeof(struct descriptor_detail);
	*len = sizeof(*record) + rest;
	bytes = xmalloc(*len);
	record = (struct bpf_record *)bytes;
	for (size_t i = 0; i < *len; i++)
		bytes[i] = (unsigned char)next(fuzz);
	record->kind = kind;
	record->len = next(fuzz) % 8 ? (uint32_t)*len : (uint32_t)next(fuzz);
	record->abi = (uint8_t)(next(fuzz) % 8 ? next(fuzz) % 3 : next(fuzz));
	record->flags = (uint16_t)(next(fuzz) % 16);
	record->tid = next(fuzz) % 16 ? 1 + (uint32_t)(next(fuzz) % 6) : (uint32_t)next(fuzz);
	record->tgid = next(fuzz) % 16 ? 1 + (uint32_t)(next(fuzz) % 2) : (uint32_t)next(fuzz);
	record->lost = next(fuzz) % 16 ? 0 : number(fuzz);
	fill_kind(fuzz, record);
	if (kind == RECORD_NAME || kind == RECORD_DETAIL)
		fill_name(fuzz, record, bytes + sizeof(*record), rest);
	else if (next(fuzz) % 4)
		fill_chunks(fuzz, bytes + sizeof(*record), rest);
	return record;
}

/* Asks what decode may ask about a call. */
static void ask(struct fuzz *fuzz, const struct fetch *fetch)
{
	char path[PATH_MAX], memory[512];
	struct fd_detail detail;

	for (unsigned i = 0; i < 4; i++) {
		int fd = (int)(next(fuzz) % 6);
		ssize_t len =
			fetch->ops->fd_path(fetch->ctx, fd, path, 1 + next(fuzz) % sizeof(path));

		if (len >= 0 &&
		    fetch->ops->fd_detail(fetch->ctx, fd, path, (size_t)len,
					  (unsigned)(next(fuzz) % (FD_ALL + 1)), &detail) &&
		    detail.kind == FD_SOCKET && detail.socket.name_len > FD_SOCKET_NAME)
			abort();
		fuzz->whole += fetch_read(fetch, next(fuzz) % 2048, memory,
					  next(fuzz) % sizeof(memory)) > 0;
		fetch->ops->captured(fetch->ctx);
		fetch->ops->netlink(fetch->ctx, fd);
	}
}

static void take_events(struct fuzz *fuzz)
{
	struct event event;

	while (events_take(fuzz->engine, &event)) {
		fuzz->events++;
		if (event.kind == EVENT_SIGNAL && (event.signal < 1 || event.signal > 64))
			abort();
		if (event.tracee)
			ask(fuzz, &event.tracee->fetch);
		events_resume(fuzz->engine, &event, next(fuzz) % 4);
	}
}

static void run_record(struct fuzz *fuzz)
{
	size_t len;
	struct bpf_record *record = make_record(fuzz, &len);

	fuzz->records++;
	events_translate(fuzz->engine, record, len);
	free(record);
	take_events(fuzz);
}

/* Reads a ring of random bytes, of which the kernel maps a second copy after the first. */
static void run_ring(struct fuzz *fuzz)
{
	static unsigned char data[2 * RING];
	unsigned long consumed = next(fuzz) % RING & ~7ul,
		      produced = consumed + (next(fuzz) % (RING + 1) & ~7ul);
	struct ring ring = { .fd = -1,
			     .consumed = &consumed,
			     .produced = &produced,
			     .data = data,
			     .size = RING,
			     .mapped = sizeof(data) };
	const struct bpf_record *record;
	size_t len;

	for (size_t i = 0; i < RING; i += 8) {
		uint32_t words[2] = { next(fuzz) % 4 ? (uint32_t)(next(fuzz) % 400)
						     : (uint32_t)next(fuzz),
				      0 };

		memcpy(data + i, words, sizeof(words));
		memcpy(data + RING + i, words, sizeof(words));
	}
	ring.at = consumed;
	while ((record = ring_next(&ring, &len))) {
		const unsigned char *begin = (const unsigned char *)record;

		if (begin < data || begin + len > data + sizeof(data) || len < sizeof(*record))
			abort();
	}
	if (consumed > produced)
		abort();
}

static void forget(struct tracee *tracee, void *engine)
{
	bpf_forget(engine, (struct bpf_tracee *)tracee);
}

/* No task is refused, because there is no program whose mark could be taken away. */
static bool is_start(void *ctx, pid_t pid, const char *const names[2])
{
	(void)ctx, (void)pid, (void)names;
	return true;
}

int main(int argc, char **argv)
{
	static const struct engine_config config = {
		.kind = &engine_bpf, .names = true, .real_times = true, .is_start = is_start
	};
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	struct fuzz fuzz = { 0 };
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns() | 1, end;

	fuzz.state = seed | 1;
	printf("record_fuzz: seed %#llx\n", (unsigned long long)seed);
	fflush(stdout);
	fuzz.engine = (struct bpf_engine *)engine_bpf_new(&config);
	end = now_ns() + (uint64_t)(seconds * 1e9);
	while (now_ns() < end) {
		for (unsigned i = 0; i < 200; i++)
			run_record(&fuzz);
		run_ring(&fuzz);
	}
	tracee_each(&fuzz.engine->base.tracees, forget, fuzz.engine);
	tracee_table_free(&fuzz.engine->base.tracees);
	free(fuzz.engine->queue);
	free(fuzz.engine->ended);
	free(fuzz.engine);
	printf("record_fuzz: %llu records, %llu events, %llu reads\n",
	       (unsigned long long)fuzz.records, (unsigned long long)fuzz.events,
	       (unsigned long long)fuzz.whole);
	return fuzz.events && fuzz.whole ? EXIT_SUCCESS : EXIT_FAILURE;
}
