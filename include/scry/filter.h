/* SPDX-License-Identifier: MIT */
/* Door of src/filter/: expressions of -e become sets and predicates. */
#ifndef SCRY_FILTER_H
#define SCRY_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/arch.h"
#include "scry/syscalls.h"

/*
 * A set of calls: a bit per ABI for every syscall_id. An ABI has a bit for the calls that it has a
 * number for, and for those that it makes through socketcall and ipc (i386: accept, semtimedop).
 */
struct call_set {
	uint32_t abis[ID_COUNT];	/* ABI_BIT of each ABI in which the call is selected */
	bool unknown;		/* numbers without a name are selected too */
};

/* Everything that this machine's ABIs can call, numbers without a name included; or nothing. */
void call_set_fill(struct call_set *set, bool all);
static inline bool call_set_has(const struct call_set *set, enum syscall_id id,
				const struct abi *abi)
{
	return id ? set->abis[id] >> abi->id & 1 : set->unknown;
}
/* Adds the calls that an ABI makes through socketcall and ipc. */
void call_set_add_multiplexed(struct call_set *set, const struct abi *abi);
/* Takes away the calls that can name neither a path nor a descriptor, and numbers without a name. */
void call_set_keep_naming(struct call_set *set);
/* How many calls are selected, in how many ABIs does not count. */
size_t call_set_size(const struct call_set *set);
/* True if every call of every ABI of this machine, known or not, is selected. */
bool call_set_is_all(const struct call_set *set);
/* True if no call that has a name is selected. */
bool call_set_is_empty(const struct call_set *set);

/*
 * socketcall and ipc stand for other calls: the one that argument 0 names, "socket" for
 * socketcall(1, …); id itself for every other call and for an argument that names none. A call is
 * filtered (as strace does) and printed as what this returns: -e trace=socketcall selects only
 * those with a wrong argument.
 */
enum syscall_id filter_real_call(enum syscall_id id, uint64_t arg0);
/*
 * The multiplexer, ID_socketcall or ID_ipc, through which an ABI can make a call; ID_none: none.
 * The call may have a number of its own as well (i386 socket).
 */
enum syscall_id filter_multiplexer(const struct abi *abi, enum syscall_id id);

/*
 * Parses "[!]value[,value]…": names, numbers, %class and class, all, none, ?value, /regex,
 * value@64,@32,@x32.
 * Returns true; or false with *error a sentence (malloc'ed, the caller's) that names the word
 * and what is near it. The set is replaced. Numbers without a name are always selected, as strace
 * does: they are what nobody could have named.
 */
bool filter_parse_calls(const char *expression, struct call_set *set, char **error);

/* "[!]SIGNAL[,…]": names with or without SIG, numbers, all, none. Bit n - 1 for signal n. */
bool filter_parse_signals(const char *expression, uint64_t *set, char **error);

/* A word of an expression and the bits it stands for; several words may mean the same. */
struct filter_word {
	const char *name;
	unsigned bits;
};

enum { STATUS_SUCCESSFUL = 1, STATUS_FAILED = 2, STATUS_UNFINISHED = 4, STATUS_UNAVAILABLE = 8,
       STATUS_DETACHED = 16, STATUS_ALL = 31 };
/* "[!]successful,failed,…": these words. */
enum { STATUS_WORDS = 5 };
extern const struct filter_word filter_status_words[STATUS_WORDS];
bool filter_parse_status(const char *expression, unsigned *set, char **error);

/*
 * The same grammar over any few words, upper and lower case alike: "[!]word[,word]…", all, none.
 * what: "status", for messages. *set gets bits of the n words only.
 */
bool filter_parse_words(const char *expression, const char *what, const struct filter_word *words,
			size_t n, unsigned *set, char **error);

/* A set of descriptors; all zero is empty. */
struct number_set {
	int *numbers;
	size_t n;
	bool inverted;		/* all but these */
};

/* "[!]3,5…", all, none; the set is replaced. */
bool filter_parse_descriptors(const char *expression, struct number_set *set, char **error);
bool number_set_has(const struct number_set *set, int number);
bool number_set_is_empty(const struct number_set *set);

/* Bytes that replace those an argument points to. */
struct poke {
	unsigned argument;	/* from 0 */
	bool at_exit;
	unsigned char *bytes;
	size_t len;
};

/* -e inject, -e fault. */
struct injection {
	struct call_set set;
	bool set_result, is_error;
	int64_t result;		/* -errno if is_error */
	enum syscall_id instead;	/* what runs while the result is made up; ID_none: nothing */
	int signal;		/* 0: none */
	uint64_t delay_enter_ns, delay_exit_ns;
	struct poke *pokes;
	size_t n_pokes;
	uint32_t first, last, step;	/* invocations of a call in a tracee, counted from 1 */
};

/*
 * "SET[:error=ERRNO|:retval=N][:signal=SIG][:syscall=CALL][:delay_enter=TIME][:delay_exit=TIME]
 * [:poke_enter=@argN=HEX,…][:poke_exit=…][:when=FIRST[..LAST][+[STEP]]]". fault: error, syscall and
 * when only, ENOSYS if no error is named.
 */
bool filter_parse_injection(const char *expression, bool fault, struct injection *injection,
			    char **error);
/* Frees what it points to; one that was refused has nothing. */
void injection_free(struct injection *injection);
bool injection_is_due(const struct injection *injection, uint32_t invocation);

/* -P, -e trace-fds: what a call must name; either is enough. */
struct filter_targets {
	char **paths;		/* as given, and every absolute name that the files have */
	char **last_names;	/* the last component of each */
	size_t n_paths;
	struct number_set fds;
};

struct sink;
/*
 * A sink that shows nothing: the entry of a call is decoded into it, with FD_PATH, and
 * filter_watch_matched() tells whether there was a target since it was asked last.
 */
struct sink *filter_watch_new(const struct filter_targets *targets);
bool filter_watch_matched(struct sink *watch);

#endif
