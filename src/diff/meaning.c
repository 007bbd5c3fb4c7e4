/* SPDX-License-Identifier: MIT */
/* The tables that say how values are compared, and the hashes of strings. */
#include <ctype.h>
#include <stdlib.h>

#include "diff/meaning.h"
#include "scry/util.h"

/* Kinds of values that are not compared as they are. */
static const enum meaning kinds[VALUE_KINDS] = {
	[VALUE_ADDRESS] = MEANING_ADDRESS,
	[VALUE_STRING] = MEANING_STRING,
	[VALUE_PATH] = MEANING_STRING,
	[VALUE_SOCKET_NAME] = MEANING_STRING,
	[VALUE_FD] = MEANING_NUMBER,
	[VALUE_DIRFD] = MEANING_NUMBER,
	[VALUE_PID] = MEANING_PID,
	[VALUE_SECONDS] = MEANING_TIME,
	[VALUE_TICKS] = MEANING_NONE,
	[VALUE_PORT] = MEANING_PORT,
	[VALUE_NAMESPACE] = MEANING_NONE,
};

/* Members of structs that are not compared as their kinds are. A name that ends with "*" stands for all that begin with it. */
static const struct {
	const char *name;
	enum meaning meaning;
} members[] = {
	{ "tv_sec", MEANING_TIME },
	{ "tv_nsec", MEANING_TIME },
	{ "tv_usec", MEANING_TIME },
	/* struct stat, statx: inodes, times */
	{ "st_ino", MEANING_NONE },
	{ "st_atime*", MEANING_NONE },
	{ "st_mtime*", MEANING_NONE },
	{ "st_ctime*", MEANING_NONE },
	{ "stx_ino", MEANING_NONE },
	{ "stx_mnt_id", MEANING_NONE },
	{ "d_ino", MEANING_NONE },
	{ "d_off", MEANING_NONE },
	/* statfs: what other programs use of a file system */
	{ "f_bfree", MEANING_NONE },
	{ "f_bavail", MEANING_NONE },
	{ "f_ffree", MEANING_NONE },
	/* rusage, tms, sysinfo, timex: what was used so far */
	{ "ru_*", MEANING_NONE },
	{ "tms_*", MEANING_NONE },
	{ "uptime", MEANING_NONE },
	{ "loads", MEANING_NONE },
	{ "freeram", MEANING_NONE },
	{ "sharedram", MEANING_NONE },
	{ "bufferram", MEANING_NONE },
	{ "freeswap", MEANING_NONE },
	{ "procs", MEANING_NONE },
};

/* Arguments and results ("") of calls that differ from one run to the next. */
static const struct {
	const char *call, *argument;
} hidden[] = {
	{ "getrandom", "buf" },
	{ "getcpu", "cpu" },
	{ "getcpu", "node" },
	{ "times", "" },
	{ "time", "" },
};

/* Calls that a signal makes, or a call that a signal interrupted. */
static const char *const unsteady[] = { "rt_sigreturn", "sigreturn", "restart_syscall" };

static bool is_member(const char *row, const char *name)
{
	size_t len = strlen(row);

	return row[len - 1] == '*' ? !strncmp(row, name, len - 1) : !strcmp(row, name);
}

enum meaning meaning_of(const struct value *value, const char *member)
{
	for (size_t i = 0; member && i < ARRAY_SIZE(members); i++)
		if (is_member(members[i].name, member))
			return members[i].meaning;
	return kinds[value->kind];
}

bool meaning_is_hidden(const char *call, const char *argument)
{
	for (size_t i = 0; i < ARRAY_SIZE(hidden); i++)
		if (!strcmp(hidden[i].call, call) && !strcmp(hidden[i].argument, argument))
			return true;
	return false;
}

bool meaning_is_unsteady(const char *call)
{
	for (size_t i = 0; i < ARRAY_SIZE(unsteady); i++)
		if (!strcmp(unsteady[i], call))
			return true;
	return false;
}

/* --- strings ------------------------------------------------------------------------------- */

/* Shorter names are not replaced: they would be found in the middle of words. mkstemp(3) makes six random characters. */
#define SHORTEST_TEMPORARY 6

/* The first characters are the same in each run: "cc", "tmp", "sed". */
#define SAME_CHARACTERS 2

void temporary_names_add(struct temporary_names *names, const char *path, size_t len)
{
	const char *name = memrchr(path, '/', len);
	char **place = &names->names[names->n % TEMPORARY_NAMES];
	size_t start = name ? (size_t)(name + 1 - path) : 0;

	if (len - start < SHORTEST_TEMPORARY)
		return;
	free(*place);
	*place = xstrndup(path + start, len - start);
	names->n++;
}

void temporary_names_free(struct temporary_names *names)
{
	for (size_t i = 0; i < TEMPORARY_NAMES; i++)
		free(names->names[i]);
}

/* Returns the length of the temporary name that the text begins with; 0: none. */
static size_t find_temporary(const struct temporary_names *names, const char *text, size_t len)
{
	unsigned n = names->n < TEMPORARY_NAMES ? names->n : TEMPORARY_NAMES;

	for (unsigned i = 0; i < n; i++) {
		size_t name_len = strlen(names->names[i]);

		if (name_len <= len && !memcmp(names->names[i], text, name_len))
			return name_len;
	}
	return 0;
}

static bool ends_with(const char *text, size_t len, const char *end)
{
	size_t end_len = strlen(end);

	return len >= end_len && !memcmp(text + len - end_len, end, end_len);
}

/* Returns how many digits from place at on are a pid in a path below /proc, or an inode as in "pipe:[12345]". */
static size_t find_number(const char *text, size_t len, size_t at)
{
	size_t n = 0;

	if (!ends_with(text, at, "/proc/") && !ends_with(text, at, "/task/") &&
	    !ends_with(text, at, "pipe:[") && !ends_with(text, at, "socket:["))
		return 0;
	while (at + n < len && isdigit((unsigned char)text[at + n]))
		n++;
	return n;
}

uint64_t hash_string(uint64_t hash, const struct temporary_names *names, const char *text,
		     size_t len)
{
	size_t at = 0, n;

	while (at < len) {
		n = names->n ? find_temporary(names, text + at, len - at) : 0;
		if (n) {
			hash = hash_bytes(hash, text + at, SAME_CHARACTERS);
			hash = hash_number(hash, n);
			at += n;
			continue;
		}
		n = isdigit((unsigned char)text[at]) ? find_number(text, len, at) : 0;
		hash = hash_bytes(hash, n ? "#" : text + at, 1);
		at += n ? n : 1;
	}
	return hash_number(hash, 0);
}
