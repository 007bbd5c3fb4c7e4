/* SPDX-License-Identifier: MIT */
/* What a value means: a hash that leaves out what differs from one run of a program to the next. */
#ifndef SCRY_DIFF_MEANING_H
#define SCRY_DIFF_MEANING_H

#include "scry/sink.h"

#define HASH_START 14695981039346656037u

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
	const unsigned char *byte = bytes;

	/* FNV-1a */
	while (len--)
		hash = (hash ^ *byte++) * 1099511628211u;
	return hash;
}

static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
	return hash_bytes(hash, &number, sizeof(number));
}

static inline uint64_t hash_text(uint64_t hash, const char *text)
{
	return text ? hash_bytes(hash, text, strlen(text) + 1) : hash_number(hash, 0);
}

/* The latest names that programs of the trace chose at random. */
#define TEMPORARY_NAMES 64
struct temporary_names {
	char *names[TEMPORARY_NAMES];
	unsigned n; /* all names that were ever added */
};

/* Adds the last component of a path that a call creates. */
void temporary_names_add(struct temporary_names *names, const char *path, size_t len);
void temporary_names_free(struct temporary_names *names);

/* Hashes a path or another string. Temporary names, pids in /proc and inodes of pipes and sockets are left out. */
uint64_t hash_string(uint64_t hash, const struct temporary_names *names, const char *text,
		     size_t len);

/* How values are compared. */
enum meaning {
	MEANING_WHOLE, /* as they are */
	MEANING_NONE, /* not at all */
	MEANING_NUMBER, /* the number alone, not the bytes that explain it */
	MEANING_ADDRESS, /* only whether it is NULL */
	MEANING_PID, /* only how the process is related to the caller */
	MEANING_PORT, /* ephemeral ports are all the same */
	MEANING_TIME, /* a time that the caller gives is compared, unless it is a date; one that the kernel gives is not */
	MEANING_STRING, /* see hash_string() */
};

/* member: the name of the member of a struct that the value is; NULL: none. */
enum meaning meaning_of(const struct value *value, const char *member);
/* Whether an argument of a call, or with "" its result, is not compared. */
bool meaning_is_hidden(const char *call, const char *argument);
/* Whether a call is not compared, because when it comes depends on when a signal does. */
bool meaning_is_unsteady(const char *call);

#endif
