/* SPDX-License-Identifier: MIT */
/* The rows of the language: fields, operators, and how values are written. */
#include <stdio.h>
#include <string.h>

#include "scry/uring.h"
#include "scry/util.h"
#include "where/where.h"

static const char *via_word(size_t i)
{
	static const char *const words[] = { WHERE_VIA_CALL, WHERE_VIA_RING };

	return i < ARRAY_SIZE(words) ? words[i] : NULL;
}

static const char *how_word(size_t i)
{
	return i < request_n_traits ? request_traits[i].key : NULL;
}

/* clang-format off */
const struct where_field where_fields[FIELDS] = {
	[FIELD_NAME] = { "name", DOMAIN_CALL, LEVEL_FACT, 0, false,
		"the name of the call: openat" },
	[FIELD_CLASS] = { "class", DOMAIN_CLASS, LEVEL_FACT, 0, false,
		"each class of the call: file, network, ..." },
	[FIELD_ABI] = { "abi", DOMAIN_ABI, LEVEL_FACT, 0, false,
		"how the call is made: x86_64, i386, x32, ..." },
	[FIELD_VIA] = { "via", DOMAIN_VIA, LEVEL_FACT, 0, false,
		"how the kernel gets the call: syscall, or io_uring for a request of a ring" },
	[FIELD_RING] = { "ring", DOMAIN_NUMBER, LEVEL_FACT, 0, false,
		"the descriptor of the ring of a request; a system call has none" },
	[FIELD_USER_DATA] = { "user_data", DOMAIN_NUMBER, LEVEL_FACT, 0, false,
		"the user_data of a request" },
	[FIELD_HOW] = { "how", DOMAIN_HOW, LEVEL_OUTCOME, 0, false,
		"what happened to a request: sqpoll, worker, polled, direct, deferred, link_failed, more, overflow" },
	[FIELD_NUMBER] = { "number", DOMAIN_NUMBER, LEVEL_FACT, 0, false,
		"the number of the call" },
	[FIELD_ARGUMENT] = { "args", DOMAIN_ARGUMENT, LEVEL_EXIT, 0, false,
		"args.NAME: an argument; args.NAME.MEMBER: a member of its struct" },
	[FIELD_FD] = { "fd", DOMAIN_NUMBER, LEVEL_ENTRY, 0, false,
		"each descriptor that the caller passes" },
	[FIELD_PATH] = { "path", DOMAIN_PATH, LEVEL_ENTRY, WHERE_NEEDS_PATHS, false,
		"each path that the caller passes, absolute and as it is, and those of its descriptors" },
	[FIELD_PEER] = { "peer", DOMAIN_PEER, LEVEL_EXIT, WHERE_NEEDS_PEERS, false,
		"the other end of a socket: 10.0.0.7:443, [::1]:80, a path" },
	[FIELD_PEER_IP] = { "peer.ip", DOMAIN_NET, LEVEL_EXIT, WHERE_NEEDS_PEERS, false,
		"its address: 10.0.0.7" },
	[FIELD_PEER_PORT] = { "peer.port", DOMAIN_NUMBER, LEVEL_EXIT, WHERE_NEEDS_PEERS, false,
		"its port: 443" },
	[FIELD_FAILED] = { "failed", DOMAIN_TRUTH, LEVEL_OUTCOME, 0, true,
		"the call returned an error" },
	[FIELD_SUCCESSFUL] = { "successful", DOMAIN_TRUTH, LEVEL_OUTCOME, 0, true,
		"the call returned without an error" },
	[FIELD_UNFINISHED] = { "unfinished", DOMAIN_TRUTH, LEVEL_OUTCOME, 0, true,
		"the call never returned" },
	[FIELD_DETACHED] = { "detached", DOMAIN_TRUTH, LEVEL_OUTCOME, 0, true,
		"the trace ended before the call returned: such a call is unfinished, too" },
	[FIELD_ERROR] = { "error", DOMAIN_ERROR, LEVEL_OUTCOME, 0, false,
		"the error: ENOENT; a call without an error has none" },
	[FIELD_RESULT] = { "result", DOMAIN_SIZE, LEVEL_OUTCOME, 0, false,
		"the result; -1 if the call failed" },
	[FIELD_BYTES] = { "bytes", DOMAIN_SIZE, LEVEL_OUTCOME, 0, false,
		"how many bytes the call read, wrote or copied" },
	[FIELD_DURATION] = { "duration", DOMAIN_TIME, LEVEL_OUTCOME, WHERE_NEEDS_TIME, false,
		"the time from the entry to the exit: 10ms" },
	[FIELD_COMM] = { "comm", DOMAIN_TEXT, LEVEL_FACT, WHERE_NEEDS_COMM, false,
		"the command name of the thread" },
	[FIELD_PID] = { "pid", DOMAIN_NUMBER, LEVEL_FACT, 0, false,
		"the process" },
	[FIELD_TID] = { "tid", DOMAIN_NUMBER, LEVEL_FACT, 0, false,
		"the thread, which text shows as [pid N]" },
	[FIELD_PPID] = { "ppid", DOMAIN_NUMBER, LEVEL_FACT, WHERE_NEEDS_PARENT, false,
		"the parent of the process" },
	[FIELD_UID] = { "uid", DOMAIN_USER, LEVEL_FACT, WHERE_NEEDS_USER, false,
		"the real user of the process, a name or a number" },
	[FIELD_COUNT_OF_NAME] = { "count", DOMAIN_NUMBER, LEVEL_FACT, WHERE_NEEDS_COUNT, false,
		"how many calls of this name the trace has seen, this one included" },
	[FIELD_STACK] = { "stack", DOMAIN_FRAMES, LEVEL_FACT, WHERE_NEEDS_STACK, false,
		"the functions that led to the call" },
	[FIELD_SIGNAL] = { "signal", DOMAIN_SIGNAL, LEVEL_FACT, WHERE_NEEDS_SIGNALS, false,
		"a signal that is delivered: SIGTERM; calls have none" },
	[FIELD_TARGET] = { "-P", DOMAIN_TRUTH, LEVEL_ENTRY, WHERE_NEEDS_TARGETS, true,
		"a path or a file of -P", .noun = "a file" },
};

const struct where_operator where_operators[] = {
	{ "==", OP_EQUAL, false, "is equal" },
	{ "!=", OP_EQUAL, true, "is there, and no value is equal; any args... != : one is not" },
	{ "<", OP_LESS, false, "is less" },
	{ "<=", OP_AT_MOST, false, "is less or equal" },
	{ ">", OP_GREATER, false, "is greater" },
	{ ">=", OP_AT_LEAST, false, "is greater or equal" },
	{ "in", OP_IN, false, "is one of {A, B}, in a range {1..9}, or in a network 10.0.0.0/8" },
	{ "not in", OP_IN, true, NULL },
	{ "has", OP_HAS, false, "A|B: has all of these flags; {A, B}: any of them; a set has a member" },
	{ "lacks", OP_HAS, true, "the opposite of has" },
	{ "contains", OP_CONTAINS, false, "a text contains a text" },
	{ "~", OP_MATCHES, false, "all of a text matches a pattern: * any text, ? any character, [a-z]" },
	{ "!~", OP_MATCHES, true, NULL },
	{ "under", OP_UNDER, false, "a path is this directory, or below it: /etc" },
};
const size_t where_n_operators = ARRAY_SIZE(where_operators);

#define EQUALITY (1u << OP_EQUAL | 1u << OP_IN)
#define ORDER (EQUALITY | 1u << OP_LESS | 1u << OP_AT_MOST | 1u << OP_GREATER | 1u << OP_AT_LEAST)
#define TEXT (EQUALITY | 1u << OP_CONTAINS | 1u << OP_MATCHES)

const struct where_domain where_domains[DOMAIN_COUNT] = {
	[DOMAIN_NUMBER] = { "a number", ORDER, "3" },
	[DOMAIN_SIZE] = { "a number", ORDER, "64K" },
	[DOMAIN_TIME] = { "a time", ORDER, "10ms" },
	[DOMAIN_ERROR] = { "an error", EQUALITY, "ENOENT" },
	[DOMAIN_SIGNAL] = { "a signal", EQUALITY, "SIGTERM" },
	[DOMAIN_USER] = { "a user", EQUALITY, "root" },
	[DOMAIN_TEXT] = { "a text", TEXT, "\"sshd\"" },
	[DOMAIN_PATH] = { "a path", TEXT | 1u << OP_UNDER, "/etc/passwd" },
	[DOMAIN_NET] = { "an address", EQUALITY, "10.0.0.0/8" },
	[DOMAIN_PEER] = { "a peer", TEXT | 1u << OP_UNDER, "\"10.0.0.7:443\"" },
	[DOMAIN_CALL] = { "the name of a call", EQUALITY | 1u << OP_MATCHES, "openat" },
	[DOMAIN_CLASS] = { "a class", EQUALITY, "file" },
	[DOMAIN_ABI] = { "an ABI", EQUALITY, "x86_64" },
	[DOMAIN_VIA] = { "a way to the kernel", EQUALITY, WHERE_VIA_RING, via_word },
	[DOMAIN_HOW] = { "what can happen to a request", EQUALITY, "worker", how_word },
	[DOMAIN_FRAMES] = { "a stack", 1u << OP_HAS | 1u << OP_MATCHES | 1u << OP_CONTAINS, "malloc" },
	[DOMAIN_TRUTH] = { "true or false", 0, "" },
	[DOMAIN_ARGUMENT] = { "an argument", 0, "" },
};
/* clang-format on */

/* How values of a kind are compared; ADDRESS and all that is no value of its own: as numbers. */
static const uint8_t comparisons[KIND_VALUES_END] = {
	[KIND_NUMBER] = COMPARES_NUMBER,
	[KIND_ENUM] = COMPARES_NUMBER,
	[KIND_FLAGS] = COMPARES_NUMBER,
	[KIND_ADDRESS] = COMPARES_NUMBER,
	[KIND_FD] = COMPARES_NUMBER,
	[KIND_DIRFD] = COMPARES_NUMBER,
	[KIND_OTHER_FD] = COMPARES_NUMBER,
	[KIND_PID] = COMPARES_NUMBER,
	[KIND_UID] = COMPARES_NUMBER,
	[KIND_SIGNAL] = COMPARES_NUMBER,
	[KIND_ERRNO] = COMPARES_NUMBER,
	[KIND_DEV] = COMPARES_NUMBER,
	[KIND_MODE] = COMPARES_NUMBER,
	[KIND_PERM] = COMPARES_NUMBER,
	[KIND_SECONDS] = COMPARES_NUMBER,
	[KIND_PORT] = COMPARES_NUMBER,
	[KIND_NETWORK] = COMPARES_NUMBER,
	[KIND_IPV4] = COMPARES_NET,
	[KIND_WAIT_STATUS] = COMPARES_NUMBER,
	[KIND_LIMIT] = COMPARES_NUMBER,
	[KIND_TICKS] = COMPARES_NUMBER,
	[KIND_IOCTL] = COMPARES_NUMBER,
	[KIND_SYSCALL] = COMPARES_NUMBER,
	[KIND_INTERFACE] = COMPARES_NUMBER,
	[KIND_KERNEL_VERSION] = COMPARES_NUMBER,
	[KIND_CHARACTER] = COMPARES_NUMBER,
	[KIND_FOURCC] = COMPARES_NUMBER,
	[KIND_KEYSYM] = COMPARES_NUMBER,
	[KIND_TONE] = COMPARES_NUMBER,
	[KIND_PATH] = COMPARES_TEXT,
	[KIND_SOCKET_NAME] = COMPARES_TEXT,
	[KIND_SIGSET] = COMPARES_SET,
	[KIND_FDSET] = COMPARES_SET,
	[KIND_CPUSET] = COMPARES_SET,
	[KIND_IPV6] = COMPARES_NET,
	[KIND_BITSET] = COMPARES_SET,
	[KIND_STRING] = COMPARES_TEXT,
};

enum comparison comparison_of(enum kind kind)
{
	return kind < KIND_VALUES_END ? comparisons[kind] : COMPARES_NOTHING;
}

unsigned comparison_ops(enum comparison comparison)
{
	static const unsigned ops[] = {
		[COMPARES_NOTHING] = 0,
		[COMPARES_NUMBER] = ORDER | 1u << OP_HAS,
		[COMPARES_TEXT] = TEXT | 1u << OP_UNDER,
		[COMPARES_NET] = EQUALITY,
		[COMPARES_SET] = 1u << OP_HAS,
	};

	return ops[comparison];
}

bool where_is_likely(const char *text)
{
	char word[32];

	if (strpbrk(text, "=<>~!&|(){}"))
		return true;
	for (size_t i = 0; i < where_n_operators; i++) {
		snprintf(word, sizeof(word), " %s ", where_operators[i].word);
		if (strstr(text, word))
			return true;
	}
	return false;
}

/* Names that fields have elsewhere: -U and --summary. */
static const struct {
	const char *word;
	unsigned field;
} aliases[] = { { "syscall", FIELD_NAME }, { "errno", FIELD_ERROR } };

const struct where_field *field_find(const char *word, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(aliases); i++)
		if (strlen(aliases[i].word) == len && !memcmp(aliases[i].word, word, len))
			return &where_fields[aliases[i].field];
	for (unsigned i = 0; i < FIELDS_NAMED; i++)
		if (strlen(where_fields[i].name) == len && !memcmp(where_fields[i].name, word, len))
			return &where_fields[i];
	return NULL;
}
