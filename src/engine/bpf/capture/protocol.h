/* SPDX-License-Identifier: MIT */
/*
 * What scry and scry-capture say to each other, over a socketpair of SOCK_SEQPACKET that
 * scry-capture has as its stdin. scry is not trusted: doc/scry-capture.md.
 */
#ifndef ENGINE_BPF_CAPTURE_PROTOCOL_H
#define ENGINE_BPF_CAPTURE_PROTOCOL_H

#include <stdint.h>

/*
 * The settings of the program (program.bpf.c) that scry chooses: the type and the name of each. No
 * task becomes visible by any of them.
 */
#define PROTOCOL_SETTINGS(SETTING)         \
	SETTING(uint64_t, ring_size)       \
	SETTING(uint64_t, ring_reserve)    \
	SETTING(uint64_t, launch_nr)       \
	SETTING(uint32_t, wake_shift)      \
	SETTING(uint32_t, details)         \
	SETTING(uint32_t, terminal)        \
	SETTING(uint32_t, abi_i386)        \
	SETTING(uint32_t, selection_mask)  \
	SETTING(uint32_t, abi_x32)         \
	SETTING(uint32_t, follow)          \
	SETTING(uint32_t, waits)           \
	SETTING(uint32_t, counts_only)     \
	SETTING(uint32_t, times)           \
	SETTING(uint32_t, cpu_times)       \
	SETTING(uint32_t, names)           \
	SETTING(uint32_t, task_names)      \
	SETTING(uint32_t, task_users)      \
	SETTING(uint32_t, task_parents)    \
	SETTING(uint32_t, stacks)          \
	SETTING(uint32_t, defers)          \
	SETTING(uint32_t, unknown_wanted)  \
	SETTING(uint32_t, requests_wanted) \
	SETTING(uint32_t, results_are_split)

/*
 * The maps whose descriptors scry gets, in this order. What they have cannot make the program show
 * another task, nor memory of the kernel.
 */
#define PROTOCOL_MAPS(MAP) MAP(ring) MAP(ops) MAP(selections) MAP(calls) MAP(counts) MAP(data_desk)
#define PROTOCOL_COUNT_MAP(name) +1
enum { PROTOCOL_N_MAPS = 0 PROTOCOL_MAPS(PROTOCOL_COUNT_MAP) };

#define PROTOCOL_VERSION 6u
#define PROTOCOL_TASKS 64u /* processes of a request at most */
#define PROTOCOL_PROGRAMS 8u /* of a user at the same time at most: each makes all calls slower */
#define PROTOCOL_LINES 4096u /* bytes after a reply at most */

struct protocol_settings {
#define PROTOCOL_MEMBER(type, name) type name;
	PROTOCOL_SETTINGS(PROTOCOL_MEMBER)
#undef PROTOCOL_MEMBER
};

enum protocol_kind {
	/*
	 * The first request, and no later one: loads and attaches the program. The reply has the
	 * descriptors of PROTOCOL_MAPS.
	 */
	PROTOCOL_LOAD,
	/*
	 * Marks the threads of processes, or without .follow or with GROUP_THREAD these threads.
	 * The request has a descriptor of /proc/PID/mem for each number. Replies with .more have
	 * what the iterator has written (struct marked_task); the last one has none.
	 */
	PROTOCOL_MARK,
	PROTOCOL_UNMARK, /* the thread .numbers[0] is not traced any more */
	PROTOCOL_DETACH, /* detaches the program */
};

struct protocol_request {
	uint32_t version; /* PROTOCOL_VERSION */
	uint32_t kind; /* enum protocol_kind */
	/* PROTOCOL_LOAD */
	struct protocol_settings settings;
	uint32_t n_ops, n_selections; /* elements of maps */
	uint32_t n_cpus; /* possible ones */
	/* PROTOCOL_MARK, PROTOCOL_UNMARK */
	uint32_t how; /* GROUP_LAUNCHES, GROUP_THREAD or 0 */
	uint32_t n; /* of .numbers */
	uint32_t numbers[PROTOCOL_TASKS]; /* of threads, in the PID namespace of scry */
};

/* What has failed, if .error is not 0. */
enum protocol_step {
	PROTOCOL_REQUEST, /* the request means nothing */
	/* the IDs of the caller are not the same; with EAGAIN: it has PROTOCOL_PROGRAMS already */
	PROTOCOL_USER,
	PROTOCOL_CAPABILITIES, /* scry-capture was not given its capabilities */
	PROTOCOL_KERNEL, /* the kernel is too old to be safe */
	PROTOCOL_LOADING,
	PROTOCOL_ATTACHING,
	PROTOCOL_MARKING,
	PROTOCOL_COUNTING, /* the programs of the caller could not be counted */
};

struct protocol_reply {
	uint32_t error; /* an errno; 0: none */
	uint32_t step; /* enum protocol_step */
	/* 1: PROTOCOL_LINES bytes at most follow in this packet, and another reply comes */
	uint32_t more;
	uint32_t unused;
};

#endif
