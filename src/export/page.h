/* SPDX-License-Identifier: MIT */
/* Private to --report: what is counted while the trace runs. */
#ifndef SCRY_EXPORT_PAGE_H
#define SCRY_EXPORT_PAGE_H

#include "export/export.h"
#include "scry/index.h"
#include "scry/output.h"

/* Counts of calls with one key. */
struct tally_row {
	char *key; /* owned */
	uint64_t calls, errors, wall_ns, waiting_ns, max_ns;
	size_t value; /* for the user of the table */
};

/* Rows that are found by their keys. A zeroed table is empty and takes no rows: set limit. */
struct tallies {
	struct tally_row *rows;
	size_t n, capacity, limit;
	struct index index; /* of the rows, by key */
	uint64_t n_left_out; /* calls of keys that were not taken any more */
};

/* What happened to a thread in a part of the trace. */
struct bucket {
	uint32_t calls, errors;
	uint64_t running_ns, waiting_ns; /* time in calls */
};

/* The trace is divided into at most as many buckets. */
#define BUCKETS_MAX 512
/* The buckets of all threads: they take 25 MB, and twice as much while they grow. */
#define BUCKETS_OF_ALL (1u << 20)

struct page_thread {
	pid_t tid, tgid, parent; /* parent: a tid; 0: unknown */
	char *comm, *program; /* owned; program: the last execve; NULL: none seen */
	char *end; /* how it ended; owned; NULL: unknown */
	uint64_t first_ns, last_ns; /* from the start of the page */
	uint64_t calls, errors, wall_ns, waiting_ns;
	struct bucket *buckets; /* from number first_bucket on */
	uint64_t first_bucket;
	size_t n_buckets, capacity;
};

/* A slow call. */
struct slow_call {
	uint64_t start_ns, duration_ns, waiting_ns;
	size_t thread;
	char *text; /* owned */
};
#define SLOW_MAX 200

/* The slowest calls of a kind: a heap, of which the fastest call is the first one. */
struct slow_calls {
	struct slow_call items[SLOW_MAX];
	size_t n;
};

/* A block of records that was written. */
struct page_block {
	uint32_t n;
	uint64_t first_ns, last_ns;
};

struct page {
	struct consumer base;
	struct exporter exporter;
	struct output *output;
	struct zlib *zlib; /* NULL: records are not packed */
	uint64_t start_ns; /* CLOCK_MONOTONIC of the first record */
	struct timespec start; /* CLOCK_REALTIME of the first record */
	bool begun; /* there was a record */
	bool has_system; /* CPU times, and so the time of waiting, are known */
	uint64_t end_ns; /* from start_ns to the last record */
	uint64_t width_ns; /* of a bucket */
	size_t n_buckets; /* of all threads */
	struct page_thread *threads;
	size_t n_threads, threads_capacity;
	struct tallies by_tid; /* value: the index of the last thread with that tid */
	struct tallies calls, errors, files, peers;
	struct slow_calls slow, waits; /* calls that work, and calls that wait for something else */
	uint64_t n_calls, n_errors, n_left_out;
	struct buf records; /* of the open block */
	struct page_block open;
	struct page_block *blocks;
	size_t n_blocks, blocks_capacity;
	char *title; /* the command line */
};

#endif
