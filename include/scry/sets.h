/* SPDX-License-Identifier: MIT */
/* Public header of src/sets/: sets of calls, descriptors, signals and words, and their expressions. */
#ifndef SCRY_SETS_H
#define SCRY_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/arch.h"
#include "scry/syscalls.h"

/*
 * A set of calls: for every syscall_id, a bit per ABI. An ABI has the calls for which it has a
 * number, the calls that it makes only through socketcall or ipc (i386: accept, semtimedop), and
 * requests of io_uring that stand for no call.
 */
struct call_set {
	uint32_t abis[ID_COUNT];	/* ABI_BIT of each ABI in which the call is selected */
	bool unknown;		/* numbers without a name are selected too */
	bool named;		/* the user has written the name of each call */
};

/* Returns the ABIs of the machine of abi_native(): ABI_BIT of each. */
uint32_t call_set_machine(void);
/*
 * Initializes a set. all: it has every call of every ABI, because a recording may be of another
 * machine, and the numbers without a name. Otherwise it is empty.
 */
void call_set_fill(struct call_set *set, bool all);
static inline bool call_set_has(const struct call_set *set, enum syscall_id id,
				const struct abi *abi)
{
	return id ? set->abis[id] >> abi->id & 1 : set->unknown;
}
/* Adds the calls that an ABI makes through socketcall and ipc if the set has these two. */
void call_set_add_multiplexed(struct call_set *set, const struct abi *abi);
/*
 * Removes the calls that have neither a path nor a descriptor argument, and numbers without a name.
 */
void call_set_keep_naming(struct call_set *set);
/* Returns whether the set has a call with a path or a descriptor argument. */
bool call_set_has_naming(const struct call_set *set);
/* Returns the number of calls in the set. A call that is selected in two ABIs counts once. */
size_t call_set_size(const struct call_set *set);
/* Returns whether the set has every call of every ABI of this machine and all unknown numbers. */
bool call_set_is_all(const struct call_set *set);
/* Returns whether the set has no call with a name. */
bool call_set_is_empty(const struct call_set *set);
/* Adds each call that has a flag, CALL_*, in its row. */
void call_set_add_flagged(struct call_set *set, unsigned flag);

/*
 * Returns the call that a call really makes. socketcall and ipc multiplex: argument 0 selects the
 * real call, so socketcall(1, ...) is socket. Every other call, and a multiplexer with an invalid
 * argument 0, is returned unchanged. Calls are filtered and printed as the real call, as in strace:
 * -e trace=socketcall selects only socketcall with an invalid argument 0.
 */
enum syscall_id multiplexed_call(enum syscall_id id, uint64_t arg0);
/*
 * Returns the multiplexer, ID_socketcall or ID_ipc, through which an ABI can make a call; ID_none:
 * there is none. The call may have a number of its own as well (i386 socket).
 */
enum syscall_id multiplexer_of(const struct abi *abi, enum syscall_id id);

/*
 * Parses "[!]value[,value]..." into *set. A value is a name, a number, %class, class, all, none or
 * /regex, with an optional "?" before it and an optional "@64", "@32" or "@x32" after it. Numbers
 * without a name are always selected, as in strace, because no expression could name them. On
 * failure, returns false and sets *error to a sentence with the wrong word and a suggestion, which
 * the caller frees.
 */
bool call_set_parse(const char *expression, struct call_set *set, char **error);

/*
 * Returns a sentence that says which calls a function of the C library makes, if none of them has
 * its name or if it usually makes another one: open() calls openat. The caller frees it. NULL:
 * nothing is known of a function of this name.
 */
char *libc_function_explain(const char *name);
/* Returns those calls, as for -e trace; NULL: none are known. */
const char *libc_function_calls(const char *name);

/*
 * Parses "[!]SIGNAL[,SIGNAL]...": names with or without SIG, numbers, all, none. Signal n is bit
 * n - 1 of *set. Errors are reported as by call_set_parse().
 */
bool signal_set_parse(const char *expression, uint64_t *set, char **error);

/* A word of an expression and the bits that it selects. Several words may select the same bits. */
struct set_word {
	const char *name;
	unsigned bits;
};

enum { STATUS_SUCCESSFUL = 1, STATUS_FAILED = 2, STATUS_UNFINISHED = 4, STATUS_UNAVAILABLE = 8,
       STATUS_DETACHED = 16, STATUS_ALL = 31 };
enum { STATUS_WORDS = 5 };
extern const struct set_word status_words[STATUS_WORDS];
/* Parses "[!]word[,word]..." of status_words into STATUS_* bits. */
bool status_set_parse(const char *expression, unsigned *set, char **error);

/*
 * Parses "[!]word[,word]...", all or none. The n words are compared without regard to case; *set
 * gets only their bits. what is the noun for messages, such as "status".
 */
bool word_set_parse(const char *expression, const char *what, const struct set_word *words,
			size_t n, unsigned *set, char **error);

/* A set of descriptors. A zero-initialized set is empty. */
struct number_set {
	int *numbers;
	size_t n, capacity;
	bool inverted;		/* the set is all descriptors except these */
};

/* Parses "[!]3,5", all or none. Frees the previous numbers of the set. */
bool number_set_parse(const char *expression, struct number_set *set, char **error);
bool number_set_has(const struct number_set *set, int number);
bool number_set_is_empty(const struct number_set *set);

#endif
