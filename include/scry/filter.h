/* SPDX-License-Identifier: MIT */
/* Public header of src/filter/: parses the expressions of -e into sets and predicates. */
#ifndef SCRY_FILTER_H
#define SCRY_FILTER_H

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
enum syscall_id filter_real_call(enum syscall_id id, uint64_t arg0);
/*
 * Returns the multiplexer, ID_socketcall or ID_ipc, through which an ABI can make a call; ID_none:
 * there is none. The call may have a number of its own as well (i386 socket).
 */
enum syscall_id filter_multiplexer(const struct abi *abi, enum syscall_id id);

/*
 * Parses "[!]value[,value]..." into *set. A value is a name, a number, %class, class, all, none or
 * /regex, with an optional "?" before it and an optional "@64", "@32" or "@x32" after it. Numbers
 * without a name are always selected, as in strace, because no expression could name them. On
 * failure, returns false and sets *error to a sentence with the wrong word and a suggestion, which
 * the caller frees.
 */
bool filter_parse_calls(const char *expression, struct call_set *set, char **error);

/*
 * Returns a sentence that says which calls a function of the C library makes, if none of them has
 * its name or if it usually makes another one: open() calls openat. The caller frees it. NULL:
 * nothing is known of a function of this name.
 */
char *filter_instead(const char *name);
/* Returns those calls, as for -e trace; NULL: none are known. */
const char *filter_instead_calls(const char *name);

/*
 * Parses "[!]SIGNAL[,SIGNAL]...": names with or without SIG, numbers, all, none. Signal n is bit
 * n - 1 of *set. Errors are reported as by filter_parse_calls().
 */
bool filter_parse_signals(const char *expression, uint64_t *set, char **error);

/* A word of an expression and the bits that it selects. Several words may select the same bits. */
struct filter_word {
	const char *name;
	unsigned bits;
};

enum { STATUS_SUCCESSFUL = 1, STATUS_FAILED = 2, STATUS_UNFINISHED = 4, STATUS_UNAVAILABLE = 8,
       STATUS_DETACHED = 16, STATUS_ALL = 31 };
enum { STATUS_WORDS = 5 };
extern const struct filter_word filter_status_words[STATUS_WORDS];
/* Parses "[!]word[,word]..." of filter_status_words into STATUS_* bits. */
bool filter_parse_status(const char *expression, unsigned *set, char **error);

/*
 * Parses "[!]word[,word]...", all or none. The n words are compared without regard to case; *set
 * gets only their bits. what is the noun for messages, such as "status".
 */
bool filter_parse_words(const char *expression, const char *what, const struct filter_word *words,
			size_t n, unsigned *set, char **error);

/* A set of descriptors. A zero-initialized set is empty. */
struct number_set {
	int *numbers;
	size_t n, capacity;
	bool inverted;		/* the set is all descriptors except these */
};

/* Parses "[!]3,5", all or none. Frees the previous numbers of the set. */
bool filter_parse_descriptors(const char *expression, struct number_set *set, char **error);
bool number_set_has(const struct number_set *set, int number);
bool number_set_is_empty(const struct number_set *set);

/* -e inject=poke_enter and poke_exit: bytes to write to the memory that an argument points to. */
struct poke {
	unsigned argument;	/* index, from 0 */
	bool at_exit;
	unsigned char *bytes;
	size_t len;
};

/* -e inject, -e fault. */
struct injection {
	struct call_set set;
	bool set_result, is_error;
	int64_t result;		/* -errno if is_error */
	/* the call that runs instead, with set_result; ID_none: no call runs */
	enum syscall_id instead;
	int signal;		/* 0: none */
	bool delays_enter, delays_exit;	/* a delay was asked for; it may be 0 */
	uint64_t delay_enter_ns, delay_exit_ns;
	struct poke *pokes;
	size_t n_pokes, pokes_capacity;
	uint32_t first, last, step;	/* invocations of a call in a tracee, counted from 1 */
};

/*
 * Parses
 *
 *	SET[:error=ERRNO|:retval=N][:signal=SIG][:syscall=CALL][:delay_enter=TIME][:delay_exit=TIME]
 *	[:poke_enter=@argN=HEX,...][:poke_exit=@argN=HEX,...][:when=FIRST[..LAST][+[STEP]]]
 *
 * fault: only error, syscall and when are allowed, and the default error is ENOSYS. On failure,
 * returns false and sets *error as filter_parse_calls() does; *injection then owns no memory.
 */
bool filter_parse_injection(const char *expression, bool fault, struct injection *injection,
			    char **error);
/* Frees the memory that an injection owns, but not the struct itself. */
void injection_free(struct injection *injection);
/* Returns whether the expression selects this invocation (counted from 1) of a call. */
bool injection_is_due(const struct injection *injection, uint32_t invocation);

/* The greatest error number. */
#define TRIGGER_ERRNO_MAX 4095

struct call;

/* --record-when: conditions of a call, which must all be met, or a set of signals. */
struct trigger {
	bool of_call;		/* a call can be meant; else only signals */
	struct call_set calls;
	unsigned status;	/* STATUS_SUCCESSFUL, STATUS_FAILED */
	bool has_errors;	/* only calls with one of these errors */
	/* error n is bit n % 64 of element n / 64 */
	uint64_t errors[(TRIGGER_ERRNO_MAX + 1) / 64];
	uint64_t longer_ns;	/* only calls that take longer; 0: any */
	uint64_t signals;	/* signal n is bit n - 1 */
};

/*
 * Parses CONDITION[:CONDITION]...: trace=SET or SET, status=SET, error=SET, duration>TIME,
 * signal=SET. Errors are reported as by filter_parse_calls().
 */
bool filter_parse_trigger(const char *expression, struct trigger *trigger, char **error);
/* Returns whether a call that has returned meets the conditions. */
bool trigger_is_call(const struct trigger *trigger, const struct call *call);
bool trigger_is_signal(const struct trigger *trigger, int signal);

/* -P, -e trace-fds: paths and descriptors that calls have as arguments. */
struct filter_targets {
	char **paths;		/* the paths on the command line and their absolute names */
	char **last_names;	/* the last component of each path */
	size_t n_paths, paths_capacity, last_names_capacity;
	struct number_set fds;
};

struct value;
struct buf;
/*
 * Returns whether a value of a call is a path of the targets, or a descriptor of a file with that
 * path. The call is decoded with FD_PATH in decode_config.fds, and with the paths in .names.
 * joined: a buffer, which is overwritten.
 */
bool filter_targets_have(const struct filter_targets *targets, const struct value *value,
			 struct buf *joined);

#endif
