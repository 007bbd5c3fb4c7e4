/* SPDX-License-Identifier: MIT */
/* What a value means: a hash that leaves out what differs from one run of a program to the next. */
#ifndef SCRY_DIFF_MEANING_H
#define SCRY_DIFF_MEANING_H

#include "scry/sink.h"
#include "scry/util.h"

static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
	return hash_bytes(hash, &number, sizeof(number));
}

static inline uint64_t hash_text(uint64_t hash, const char *text)
{
	return text ? hash_bytes(hash, text, strlen(text) + 1) : hash_number(hash, 0);
}

/* What only one run has: the latest names that programs chose at random, and the latest pids. */
#define RUN_NAMES 64
struct run {
	char *names[RUN_NAMES];
	pid_t pids[RUN_NAMES];
	unsigned n_names, n_pids; /* all that were ever added */
};

/* Adds the last component of a path that a call creates. */
void run_add_name(struct run *run, const char *path, size_t len);
void run_add_pid(struct run *run, pid_t pid);
void run_free(struct run *run);

/*
 * Hashes a path or another string. Names and pids of the run, other pids in /proc, inodes of pipes
 * and sockets, and addresses in /proc/PID/maps are left out.
 */
uint64_t hash_string(uint64_t hash, const struct run *run, const char *text, size_t len);

/* How values are compared. */
enum meaning {
	MEANING_WHOLE, /* as they are */
	MEANING_NONE, /* not at all */
	MEANING_NUMBER, /* the number alone, not the bytes that explain it */
	MEANING_ADDRESS, /* only whether it is NULL */
	MEANING_POINTER, /* small numbers have names (SIG_DFL), others are addresses */
	MEANING_PID, /* only how the process is related to the caller */
	MEANING_PORT, /* ephemeral ports are all the same */
	/*
	 * a time that the caller gives is compared, unless it is a date; one that the kernel gives
	 * is not
	 */
	MEANING_TIME,
	MEANING_STRING, /* see hash_string() */
};

/* Whether a member of a struct is not compared, with all that is in it. */
bool meaning_is_hidden_member(const char *member);
/* member: the name of the member of a struct that the value is; NULL: none. */
enum meaning meaning_of(const struct value *value, const char *member);
/* Whether an argument of a call, or with "" its result, is not compared. */
bool meaning_is_hidden(const char *call, const char *argument);
/* Whether a call is not compared, because its place depends on signals or on chance. */
bool meaning_is_unsteady(const char *call);

#endif
