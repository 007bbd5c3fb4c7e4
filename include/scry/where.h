/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/where/: one expression that selects calls (--where). It is parsed and
 * checked before anything runs, and then compiled for each call of each ABI. Evaluators of three
 * levels use what is compiled: the registers of a call (where_registers()), what is known at its
 * entry, and what is known at its exit. A level that cannot decide says so.
 */
#ifndef SCRY_WHERE_H
#define SCRY_WHERE_H

#include <sys/types.h>

#include "scry/decode.h"
#include "scry/kernel/sieve.h"
#include "scry/sets.h"

/* -P, -e trace-fds: paths and descriptors that calls have as arguments. */
struct path_targets {
	char **paths;		/* the paths on the command line and their absolute names */
	char **last_names;	/* the last component of each path */
	size_t n_paths, paths_capacity, last_names_capacity;
	struct number_set fds;
};

/*
 * Returns whether a value of a call is a path of the targets, or a descriptor of a file with that
 * path. The call is decoded with FD_PATH in decode_config.fds, and with the paths in .names.
 * joined: a buffer, which is overwritten.
 */
bool path_targets_have(const struct path_targets *targets, const struct value *value,
			 struct buf *joined);

struct stack;
struct where;

/* Why an expression is wrong. Both strings belong to the caller. */
struct where_error {
	char *message;	/* a sentence, with a suggestion where there is one */
	/*
	 * two lines: a part of the expression, and marks below the wrong place. Without control
	 * characters
	 */
	char *mark;
};

/* Frees the strings, but not the struct itself. */
void where_error_free(struct where_error *error);

#define WHERE_TEXT_MAX 65536u	/* bytes of an expression */
#define WHERE_TESTS_MAX 1024u	/* tests in an expression */

/*
 * Parses an expression, and checks it against the table: calls has the calls that can be selected
 * at all. Returns NULL with *error filled in if the expression is wrong.
 */
struct where *where_new(const char *text, const struct call_set *calls, struct where_error *error);
void where_free(struct where *where);
/* The text that where_new() has parsed; "" if it was made of other options alone. */
const char *where_text(const struct where *where);

/* What other options select: shorthands for parts of an expression. */
struct where_shorthands {
	/* -P, -e trace-fds; must outlive the expression. NULL: not given */
	const struct path_targets *targets;
	/* -e status, -z, -Z: STATUS_*. They decide what is shown, not what is recorded */
	unsigned status;
};
/*
 * Adds what other options select, before the expression is used. NULL stands for an expression that
 * selects every call. Returns NULL if there is nothing to decide.
 */
struct where *where_extend(struct where *where, const struct where_shorthands *shorthands);
/*
 * Adds other names of directories to "path under", before the expression is used: /lib of the root
 * directory can be a link to /usr/lib. Not for calls of another machine.
 */
void where_follow_links(struct where *where);
/* Returns the options that the expression is made of, for messages: "--where, -e status". */
const char *where_options(const struct where *where);

/* What an expression needs to know of calls: a mask. */
enum {
	WHERE_NEEDS_EXIT = 1 << 0,	/* some calls are selected only when they have returned */
	WHERE_NEEDS_TIME = 1 << 1,	/* call->entered_ns and call->returned_ns */
	WHERE_NEEDS_COMM = 1 << 2,
	WHERE_NEEDS_USER = 1 << 3,
	WHERE_NEEDS_STACK = 1 << 4,
	/* of descriptors, and the directories where relative paths begin */
	WHERE_NEEDS_PATHS = 1 << 5,
	WHERE_NEEDS_PEERS = 1 << 6,	/* of sockets */
	/* the bytes of strings and buffers, up to WHERE_STRING_MAX */
	WHERE_NEEDS_TEXT = 1 << 7,
	WHERE_NEEDS_DECODE = 1 << 8,	/* some calls are decoded */
	WHERE_NEEDS_SIGNALS = 1 << 9,	/* it selects signals, too */
	WHERE_NEEDS_COUNT = 1 << 10,	/* every call of a selected name */
	WHERE_NEEDS_TARGETS = 1 << 11,	/* as PATHS, of files that -P names */
	/* the numbers of arguments, which registers may have */
	WHERE_NEEDS_ARGUMENTS = 1 << 12,
	/* -e status: where_shows() decides, when a call has ended */
	WHERE_NEEDS_STATUS = 1 << 13,
	WHERE_NEEDS_PARENT = 1 << 14,
};
unsigned where_needs(const struct where *where);
/* How many bytes of strings and buffers are looked at. */
#define WHERE_STRING_MAX 4096u

/*
 * Returns a word of the field how in the expression that only an engine which itself reports
 * requests of io_uring knows of a request; NULL: there is none.
 */
const char *where_reported_word(const struct where *where);

/* Returns whether it decides more than -e status does: which calls are recorded. */
bool where_selects(const struct where *where);
/* Removes the calls that the expression never selects, whatever their arguments are. */
void where_narrow(struct where *where, struct call_set *calls);
/*
 * Returns whether it selects each call of the set that it does not remove: nothing else than names,
 * classes and ABIs matters.
 */
bool where_is_set(struct where *where, const struct call_set *calls);

enum where_truth { WHERE_FALSE, WHERE_TRUE, WHERE_UNKNOWN };

/*
 * What an expression can ask about a call besides the call itself. Functions are called only if the
 * answer matters.
 */
struct where_facts {
	pid_t tid, pid;
	const char *(*comm)(void *ctx);	/* NULL: unknown */
	bool (*user)(void *ctx, uint32_t *user);	/* false: unknown */
	bool (*parent)(void *ctx, pid_t *parent);	/* the same */
	const struct stack *stack;	/* NULL: unknown */
	void *ctx;
};

/*
 * What is known of the current call of a tracee. A struct of zeros is empty; where_state_free()
 * frees what it owns.
 */
struct where_state {
	uint64_t *bits;
	struct entry_snapshot snapshot;
	const struct where_call *compiled;	/* of the current call; NULL: none */
	uint8_t stage;
	bool counted;
};
void where_state_free(struct where_state *state);

/*
 * Evaluates the expression at the entry of a call. decode has what decode_enter() needs; sink,
 * config, snapshot and builder are set here. The result is WHERE_UNKNOWN if it depends on the exit.
 */
enum where_truth where_enter(struct where *where, struct where_state *state, const struct decode *decode,
			     const struct where_facts *facts);
/* Evaluates it at the exit, after where_enter() has returned WHERE_UNKNOWN. */
bool where_exit(struct where *where, struct where_state *state, const struct decode *decode,
		const struct where_facts *facts);
/*
 * Evaluates it for a call that will never return, after where_enter() has returned WHERE_UNKNOWN.
 * detached: the trace ends before the call.
 */
bool where_unfinished(struct where *where, struct where_state *state, const struct call *call,
		      bool detached, const struct where_facts *facts);
/*
 * Returns whether -e status shows a call that is selected, and has returned or never will. The
 * state of the call is not used any more.
 */
bool where_shows(struct where *where, struct where_state *state, const struct call *call,
		 bool detached);
/* Evaluates it for a signal, which has no argument, no result and no duration. */
bool where_signal(struct where *where, struct where_state *state, int signal,
		  const struct where_facts *facts);
/*
 * Warns of each field of which a value could not be found out, with the number of calls and signals
 * that were left out because the expression depends on it. begin: what the message begins with.
 */
void where_warn_unknown(const struct where *where, const char *begin);

/*
 * What a part of the facts about a call says. A tree in prefix order: a node of ALL or ANY has n
 * children, which follow it. A RANGE holds if first <= (number & mask) <= last: only the bits of
 * the mask matter. A TEST is one of the bpf engine alone.
 */
enum where_shape { WHERE_NEVER, WHERE_ALWAYS, WHERE_RANGE, WHERE_ALL, WHERE_ANY, WHERE_TEST };
struct where_node {
	uint8_t shape;	/* enum where_shape */
	uint8_t reg;	/* RANGE: enum sieve_number; 0 to 5 are the registers of the arguments */
	uint16_t n;	/* ALL, ANY */
	/*
	 * TEST: it holds if the test is met; else if it is not. It holds, too, if that is not known
	 */
	bool matched;
	uint64_t mask, first, last;	/* RANGE */
	struct sieve_step test;	/* TEST */
};
struct where_tree {
	struct where_node *nodes;
	size_t n, capacity;
};
/* Which facts an evaluator sees: a mask. */
enum {
	WHERE_SEES_REGISTERS = 1 << 0,
	WHERE_SEES_FACTS = 1 << 1,	/* the task, and its command name */
	WHERE_SEES_USER = 1 << 4,
	/* paths, texts and addresses that the caller passes, and the paths of descriptors */
	WHERE_SEES_MEMORY = 1 << 2,
	/* of a call that has returned: the result and the duration */
	WHERE_SEES_OUTCOME = 1 << 3,
	WHERE_SEES_STATUS = 1 << 5,	/* calls that -e status does not show are not needed */
};
/*
 * Fills *tree with a condition on what an evaluator sees that holds for every call which the
 * expression selects, and for as few others as possible. The caller frees tree->nodes.
 */
void where_tree_of(struct where *where, enum syscall_id id, const struct abi *abi, unsigned sees,
		   struct where_tree *tree);
/* The same for the registers. */
void where_registers(struct where *where, enum syscall_id id, const struct abi *abi,
		     struct where_tree *tree);
/* Returns whether registers meet a condition on registers. */
bool where_tree_holds(const struct where_tree *tree, const uint64_t args[CALL_ARGS]);
/* Returns whether a condition says something. */
static inline bool where_tree_narrows(const struct where_tree *tree)
{
	return tree->n != 1 || tree->nodes[0].shape != WHERE_ALWAYS;
}
/*
 * Writes a condition for an evaluator, the last test first, so that the target of each jump is
 * known. test() writes a RANGE or a TEST that goes on at the label yes or at no, and returns its
 * label. Returns the label of the condition.
 */
typedef unsigned where_write_test(void *ctx, const struct where_node *node, unsigned yes,
				  unsigned no);
unsigned where_tree_write(const struct where_tree *tree, unsigned yes, unsigned no,
			  where_write_test *test, void *ctx);

/*
 * The conditions that were written. Calls with the same arguments often have equal conditions,
 * which are written once.
 */
struct where_written {
	struct where_condition *conditions;
	size_t n, capacity;
};
/* Finds an equal condition. If there is one, sets *label, and frees the nodes of the tree. */
bool where_written_find(const struct where_written *written, const struct where_tree *tree,
			unsigned *label);
/* Takes the nodes of the tree. */
void where_written_add(struct where_written *written, const struct where_tree *tree,
		       unsigned label);
void where_written_free(struct where_written *written);

/*
 * Makes sieves for the bpf engine. sees: what the kernel sees there beside the outcome of the call.
 */
struct where_sieves *where_sieves_new(struct where *where, unsigned sees);
/*
 * Returns the sieves of a call. may_hold: nothing but the expression needs the entry of the call.
 * If the exit has one, the entry is not reported.
 */
struct call_sieves where_sieves_of(struct where_sieves *sieves, enum syscall_id id,
				   const struct abi *abi, bool may_hold);
/* Returns the steps of all sieves, which belong to the caller, and frees the rest. */
struct sieve_step *where_sieves_finish(struct where_sieves *sieves, uint32_t *n_steps);

/* Whether a text has a sign or a word that only expressions have: "error ==", "path under". */
bool where_is_likely(const char *text);
/*
 * Appends what --where=help shows: the grammar, the fields, the operators; or of one call what args
 * has.
 */
void where_help(struct buf *out);
/* Returns false if no call has the name. */
bool where_help_call(struct buf *out, const char *name);
/*
 * Appends the paths of the arguments of a call, "args.flags" and so on, each with its kind and an
 * example, one a line.
 */
void where_put_fields(struct buf *out, enum syscall_id id, const struct abi *abi, const char *indent);
/* Calls each() with each word that can begin a test: for shell completions. */
void where_each_word(void (*each)(void *ctx, const char *word, const char *help), void *ctx);

#endif
