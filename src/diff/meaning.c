/* SPDX-License-Identifier: MIT */
/* The tables that say how values are compared, and the hashes of strings. */
#include <ctype.h>
#include <stdlib.h>

#include "diff/meaning.h"
#include "scry/proc.h"
#include "scry/util.h"

/* Kinds of values that are not compared as they are. */
static const enum meaning kinds[KIND_VALUES_END] = {
	[KIND_ADDRESS] = MEANING_ADDRESS, [KIND_STRING] = MEANING_STRING,
	[KIND_PATH] = MEANING_STRING,	  [KIND_SOCKET_NAME] = MEANING_STRING,
	[KIND_FD] = MEANING_NUMBER,	  [KIND_DIRFD] = MEANING_NUMBER,
	[KIND_OTHER_FD] = MEANING_NUMBER, [KIND_PID] = MEANING_PID,
	[KIND_SECONDS] = MEANING_TIME,	  [KIND_TICKS] = MEANING_NONE,
	[KIND_PORT] = MEANING_PORT,	  [KIND_NAMESPACE] = MEANING_NONE,
};

/*
 * Members of structs that are not compared as their kinds are. A name that ends with "*" stands for
 * all that begin with it.
 */
static const struct {
	const char *name;
	enum meaning meaning;
} members[] = {
	{ "sa_handler", MEANING_POINTER },
	{ "sa_sigaction", MEANING_POINTER },
	{ "base_addr", MEANING_POINTER },
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
	{ "arch_prctl", "addr" },
	/* malloc(3) gives back what is left and right of an aligned arena. */
	{ "munmap", "length" },
	{ "munmap", "len" },
	{ "getcpu", "cpu" },
	{ "getcpu", "node" },
	{ "times", "" },
	{ "time", "" },
};

/*
 * Calls that a signal makes, or a call that a signal interrupted. mkstemp(3) asks again for random
 * bytes that do not suit it.
 */
static const char *const unsteady[] = { "rt_sigreturn", "sigreturn", "restart_syscall",
					"getrandom" };

static bool is_member(const char *row, const char *name)
{
	size_t len = strlen(row);

	return row[len - 1] == '*' ? !strncmp(row, name, len - 1) : !strcmp(row, name);
}

bool meaning_is_hidden_member(const char *member)
{
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		if (is_member(members[i].name, member))
			return members[i].meaning == MEANING_NONE;
	return false;
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

/*
 * Shorter names are not replaced: they would be found in the middle of words. mkstemp(3) makes six
 * random characters.
 */
#define SHORTEST_TEMPORARY 6

void run_add_name(struct run *run, const char *path, size_t len)
{
	const char *name = memrchr(path, '/', len);
	char **place = &run->names[run->n_names % RUN_NAMES];
	size_t start = name ? (size_t)(name + 1 - path) : 0;

	if (len - start < SHORTEST_TEMPORARY)
		return;
	free(*place);
	*place = xstrndup(path + start, len - start);
	run->n_names++;
}

void run_add_pid(struct run *run, pid_t pid)
{
	run->pids[run->n_pids++ % RUN_NAMES] = pid;
}

void run_free(struct run *run)
{
	for (size_t i = 0; i < RUN_NAMES; i++)
		free(run->names[i]);
}

/* Returns the length of the temporary name that the text begins with; 0: none. */
static size_t find_temporary(const struct run *run, const char *text, size_t len)
{
	unsigned n = run->n_names < RUN_NAMES ? run->n_names : RUN_NAMES;

	for (unsigned i = 0; i < n; i++) {
		size_t name_len = strlen(run->names[i]);

		if (name_len <= len && !memcmp(run->names[i], text, name_len))
			return name_len;
	}
	return 0;
}

static bool ends_with_text(const char *text, size_t len, const char *end)
{
	size_t end_len = strlen(end);

	return len >= end_len && !memcmp(text + len - end_len, end, end_len);
}

static bool is_pid(const struct run *run, const char *digits, size_t n)
{
	unsigned n_pids = run->n_pids < RUN_NAMES ? run->n_pids : RUN_NAMES;
	pid_t pid = 0;

	/* proc(5): pid_max is at most 2^22. */
	if (n > 7)
		return false;
	for (size_t i = 0; i < n; i++)
		pid = pid * 10 + (digits[i] - '0');
	for (unsigned i = 0; i < n_pids; i++)
		if (run->pids[i] == pid)
			return true;
	return false;
}

/*
 * Returns how many digits from place `at` on are a pid, or an inode as in "pipe:[12345]"; 0: none.
 */
static size_t find_number(const struct run *run, const char *text, size_t len, size_t at)
{
	size_t n = 0;

	while (at + n < len && isdigit((unsigned char)text[at + n]))
		n++;
	if (ends_with_text(text, at, PROC_MOUNT) || ends_with_text(text, at, "/task/") ||
	    ends_with_text(text, at, "pipe:[") || ends_with_text(text, at, "socket:["))
		return n;
	if (at + n < len && isalnum((unsigned char)text[at + n]))
		return 0;
	return is_pid(run, text + at, n) ? n : 0;
}

static size_t count_hex_digits(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && isxdigit((unsigned char)text[n]))
		n++;
	return n;
}

/* The addresses that a line of /proc/PID/maps begins with have at least 8 digits each. */
static size_t find_mapping(const char *text, size_t len)
{
	size_t first = count_hex_digits(text, len), second;

	if (first < 8 || first == len || text[first] != '-')
		return 0;
	second = count_hex_digits(text + first + 1, len - first - 1);
	return second < 8 ? 0 : first + 1 + second;
}

/* Returns the length of what the run alone has at this place, if a word begins there. */
static size_t find_run(const struct run *run, const char *text, size_t len, size_t at)
{
	size_t n;

	if (!isxdigit((unsigned char)text[at]) || (at && isalnum((unsigned char)text[at - 1])))
		return 0;
	n = find_mapping(text + at, len - at);
	if (n || !isdigit((unsigned char)text[at]))
		return n;
	return find_number(run, text, len, at);
}

uint64_t hash_string(uint64_t hash, const struct run *run, const char *text, size_t len)
{
	size_t at = 0, n;

	while (at < len) {
		n = run->n_names ? find_temporary(run, text + at, len - at) : 0;
		if (n) {
			hash = hash_number(hash, n);
			at += n;
			continue;
		}
		n = find_run(run, text, len, at);
		hash = hash_bytes(hash, n ? "#" : text + at, 1);
		at += n ? n : 1;
	}
	return hash_number(hash, 0);
}
