/* SPDX-License-Identifier: MIT */
/* Private to src/where/: an expression, from its words to what is compiled for a call. */
#ifndef SCRY_WHERE_WHERE_H
#define SCRY_WHERE_WHERE_H

#include <string.h>

#include "scry/arch.h"
#include "scry/index.h"
#include "scry/where.h"

#define NESTING_MAX 64 /* parentheses and "!" within each other */
#define COMPONENTS_MAX 16 /* names and indexes in args.NAME.MEMBER[0]... */
#define LITERALS_MAX 8192 /* values in all lists of an expression */

/* --- words ----------------------------------------------------------------------------------- */

enum token_kind {
	TOKEN_END,
	TOKEN_WORD,
	TOKEN_STRING,
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_NOT,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_BEGIN_LIST,
	TOKEN_END_LIST,
	TOKEN_COMMA,
	TOKEN_PIPE,
	TOKEN_COMPARE, /* == != < <= > >= ~ !~ */
	TOKEN_BAD, /* the error is already made */
};

struct token {
	enum token_kind kind;
	size_t at, len; /* in the text of the expression */
};

struct lexer {
	const char *text;
	size_t len, at;
	struct token token; /* the current one */
	struct where_error *error;
	bool failed;
};

void lexer_begin(struct lexer *lexer, const char *text, struct where_error *error);
/* Moves to the next token. */
void lexer_next(struct lexer *lexer);
/* Whether the current token is this word. */
bool lexer_is(const struct lexer *lexer, const char *word);
/*
 * Appends the bytes that a TOKEN_STRING stands for. Returns false, after an error, if it has a
 * wrong escape.
 */
bool lexer_string(struct lexer *lexer, struct buf *out);

/* --- errors ---------------------------------------------------------------------------------- */

/* Fills in *error, unless it is filled in already. Returns false. */
bool error_at(struct where_error *error, const char *text, size_t at, size_t len,
	      const char *format, ...) __attribute__((format(printf, 5, 6)));

/* --- numbers --------------------------------------------------------------------------------- */

/* A number from -2^63 to 2^64 - 1, as 64 bits and whether they are below 0. */
struct where_number {
	uint64_t bits;
	bool negative;
};

static inline struct where_number number_of(uint64_t bits, bool is_signed)
{
	return (struct where_number){ bits, is_signed && (int64_t)bits < 0 };
}

/* Negative, 0 or positive, as a is less than b, equal or greater. */
static inline int number_compare(struct where_number a, struct where_number b)
{
	if (a.negative != b.negative)
		return a.negative ? -1 : 1;
	return a.bits < b.bits ? -1 : a.bits > b.bits;
}

/* --- fields and operators -------------------------------------------------------------------- */

/* How the values of a field are written and compared. */
enum domain {
	DOMAIN_NUMBER,
	DOMAIN_SIZE, /* with K, M, G */
	DOMAIN_TIME, /* with ns, us, ms, s */
	DOMAIN_ERROR,
	DOMAIN_SIGNAL,
	DOMAIN_USER,
	DOMAIN_TEXT,
	DOMAIN_PATH,
	DOMAIN_NET, /* an address, or a network with the length of its prefix */
	DOMAIN_PEER, /* text, or a network */
	DOMAIN_CALL, /* the name of a call */
	DOMAIN_CLASS,
	DOMAIN_ABI,
	DOMAIN_VIA, /* syscall, io_uring */
	DOMAIN_HOW, /* request_traits */
	DOMAIN_FRAMES,
	DOMAIN_TRUTH, /* the field stands alone */
	DOMAIN_ARGUMENT, /* as the argument is */
	DOMAIN_COUNT
};

enum field_id {
	FIELD_NAME,
	FIELD_CLASS,
	FIELD_ABI,
	FIELD_VIA,
	FIELD_RING,
	FIELD_USER_DATA,
	FIELD_HOW,
	FIELD_NUMBER,
	FIELD_ARGUMENT,
	FIELD_FD,
	FIELD_PATH,
	FIELD_PEER,
	FIELD_PEER_IP,
	FIELD_PEER_PORT,
	FIELD_FAILED,
	FIELD_SUCCESSFUL,
	FIELD_UNFINISHED,
	FIELD_DETACHED,
	FIELD_ERROR,
	FIELD_RESULT,
	FIELD_BYTES,
	FIELD_DURATION,
	FIELD_COMM,
	FIELD_PID,
	FIELD_TID,
	FIELD_PPID,
	FIELD_UID,
	FIELD_COUNT_OF_NAME,
	FIELD_STACK,
	FIELD_SIGNAL,
	FIELDS_NAMED,
	/* Only options ask for the others. */
	FIELD_TARGET = FIELDS_NAMED,
	FIELDS
};

/* From when on a test is decided, for the fields that do not depend on the call. */
enum level {
	LEVEL_FALSE, /* the call has no such thing */
	LEVEL_TRUE,
	LEVEL_REGISTER, /* registers decide */
	LEVEL_FACT, /* what is known at the entry without memory of the tracee */
	LEVEL_ENTRY, /* memory at the entry */
	LEVEL_OUTCOME, /* result, error and times */
	LEVEL_EXIT, /* memory at the exit */
};

struct where_field {
	const char *name;
	enum domain domain;
	enum level level;
	unsigned needs; /* WHERE_NEEDS_* */
	bool alone; /* the field can stand without a comparison */
	const char *help;
	const char *noun; /* what messages say was unknown; NULL: the name */
};
/* By enum field_id. The words of an expression are those before FIELDS_NAMED. */
extern const struct where_field where_fields[FIELDS];

enum op {
	OP_TRUTH, /* the field stands alone */
	OP_EQUAL,
	OP_LESS,
	OP_AT_MOST,
	OP_GREATER,
	OP_AT_LEAST,
	OP_IN,
	OP_HAS,
	OP_CONTAINS,
	OP_MATCHES,
	OP_UNDER,
	OPS
};

/*
 * How an operator is written. Several words stand for the same operator; negated: for its opposite.
 */
struct where_operator {
	const char *word;
	enum op op;
	bool negated;
	const char *help; /* NULL: another spelling of the one before */
};
extern const struct where_operator where_operators[];
extern const size_t where_n_operators;

/* The values of the field via. */
#define WHERE_VIA_CALL "syscall"
#define WHERE_VIA_RING "io_uring"

/* What a domain is called in messages, and its operators: bit OP_* of each. */
struct where_domain {
	const char *name; /* "a size" */
	unsigned ops;
	const char *example; /* "64K" */
	/* the words that are its values; NULL: after the last one. NULL: they are no such words */
	const char *(*word)(size_t i);
};
/* By enum domain. */
extern const struct where_domain where_domains[DOMAIN_COUNT];

/* The first words of fields[], operators. */
const struct where_field *field_find(const char *word, size_t len);

/* --- what an expression is ------------------------------------------------------------------- */

/* A name among the members of args, or the index of an element. */
struct component {
	char *name; /* NULL: an index */
	uint64_t index;
	size_t at, len;
};

/* A constant in a value, as its last look-up has found it. */
struct constant_cache {
	const void *list;
	const struct abi *abi;
	uint64_t bits, mask;
	bool found;
};

/* A value on the right side of a comparison. What it means depends on what it is compared with. */
struct literal {
	size_t at, len;
	char *text; /* of a word or a string */
	size_t text_len;
	bool quoted;
	char **names; /* of A|B|C: each of the words; else text alone */
	size_t n_names;
	bool is_number, is_range, is_net, is_time, is_size;
	bool too_large; /* it would be a number, but has more than 64 bits */
	struct where_number first, last; /* is_range: both; else first */
	uint8_t net[16], net_bits, net_size; /* bytes, bits of the prefix, 4 or 16 */
	struct constant_cache cache;
};

enum quantifier { QUANTIFIER_NONE, QUANTIFIER_ANY, QUANTIFIER_ALL };

struct test {
	enum field_id field;
	enum op op;
	bool negated;
	enum quantifier quantifier;
	struct component *path; /* of an argument: its name first */
	size_t n_path;
	struct literal *literals;
	size_t n_literals;
	const struct path_targets *targets; /* FIELD_TARGET */
	size_t at, len; /* the whole test */
	size_t field_at, field_len, op_at, op_len;
};

enum node_kind { NODE_TEST, NODE_AND, NODE_OR, NODE_NOT };
struct node {
	enum node_kind kind;
	unsigned test;
	unsigned first, next; /* the first child, the next sibling; 0: none. Node 0 is not used */
};

/* Calls by enum syscall_id. */
struct id_set {
	uint64_t bits[(ID_COUNT + 63) / 64];
};

/* The ranges of numbers with which a test is true. */
struct register_range {
	uint8_t reg; /* enum sieve_number; 0 to 5 are the registers of the arguments */
	uint64_t mask, first, last;
};

/* When numbers of a test are seen at all. */
enum seen {
	SEEN_ALWAYS,
	SEEN_DESCRIPTORS, /* a register can be a descriptor */
	SEEN_FAILED, /* the call has failed */
	SEEN_SUCCESSFUL, /* it has not */
};

/* A test for one call of one ABI. */
struct leaf {
	uint8_t level; /* enum level */
	uint8_t seen; /* enum seen */
	bool ranged; /* LEVEL_FACT, LEVEL_OUTCOME: the ranges are those of the test */
	/* LEVEL_REGISTER: the registers. */

	/* the argument is an address that nothing follows: its number can be compared */
	bool addresses;
	uint8_t n_slots, slots[CALL_ARGS];
	/* a register meets the operator if one of its ranges holds */
	struct register_range *ranges;
	size_t n_ranges;
};

/* An expression for one call of one ABI. */
struct where_call {
	struct leaf *leaves; /* of each test */
	bool decodes_entry, decodes_exit;
	uint8_t constant; /* enum where_truth: what the leaves without registers say */
	bool needs_return; /* a call that does not return is not selected */
	bool shows_returned; /* ... or not shown */
};

struct collector;

/*
 * The arguments of a row that are descriptors or have some, as bits. Large choices, as of ioctl(2),
 * are looked through once.
 */
struct row_descriptors {
	const struct syscall *row; /* NULL: not looked at yet */
	uint32_t arguments;
};

/*
 * The types that queries for the same kinds have looked into: many calls have the same structs. A
 * struct of zeros is empty; places_seen_free() frees what it owns.
 */
struct places_seen {
	struct seen_type *types;
	struct index index; /* of types */
	size_t n, capacity;
	bool *found; /* by query: it has found a kind */
	uint32_t n_queries;
	size_t found_capacity;
};

struct where {
	char *text;
	struct node *nodes;
	size_t n_nodes, nodes_capacity;
	struct test *tests;
	size_t n_tests, tests_capacity, n_literals;
	unsigned root; /* what selects */
	unsigned own; /* the part of it that where_new() has parsed; 0: none */
	unsigned status; /* -e status; 0: it shows every call */
	unsigned shown; /* root and status */
	const struct path_targets *targets; /* -P; NULL: not given */
	char *options; /* NULL: none */
	unsigned needs;
	size_t words; /* 64-bit words of a bit for each test */
	struct where_call **calls; /* by ABI and ID; NULL: not compiled yet */
	struct collector *collector;
	struct decode_config config;
	uint64_t *counts; /* by ID: how many calls have begun */
	/* calls and signals that were left out because a value of the field was not known */
	uint64_t unknown[FIELDS];
	struct places_seen seen_descriptors, seen_names; /* of has_descriptor(), of names_files() */
	/* by ID: which arguments have descriptors; NULL: not looked for yet */
	struct row_descriptors *descriptors;
};

/* Returns the bit of the class that a literal names, with or without "%"; 0: it names none. */
uint32_t class_of_literal(const struct literal *literal);
/* Whether a literal is the word NULL. */
static inline bool literal_is_null(const struct literal *literal)
{
	return !literal->quoted && literal->n_names == 1 && !strcmp(literal->names[0], "NULL");
}

/* parse.c: fills in everything up to .root. Returns false after an error. */
bool where_parse(struct where *where, struct where_error *error);
/* check.c: checks the expression against the table. Returns false after an error. */
bool where_check(struct where *where, const struct call_set *calls, struct where_error *error);
/* compile.c: whether a test of FIELD_FD is also about what is no descriptor: fd == -1. */
bool test_sees_negative(const struct test *test);
/* compile.c: the expression for a call. */
const struct where_call *where_compile(struct where *where, enum syscall_id id,
				       const struct abi *abi);
void where_call_free(struct where_call *call, size_t n_tests);

/* --- places in the table --------------------------------------------------------------------- */

/* What a path of an argument leads to. */
struct place {
	const struct field *argument; /* the argument in the row; NULL: a raw one */
	const struct field *field; /* the argument or the member; NULL: an argument of a macro */
	const struct type *type;
	bool direct; /* the argument itself, always there, in the register slot */
	unsigned slot;
};

/* Calls each() for each place. Returns how many there are. */
typedef void place_each(void *ctx, const struct place *place);
size_t places_find(const struct syscall *row, const struct abi *abi, const struct component *path,
		   size_t n_path, place_each *each, void *ctx);
/*
 * Calls each() with each name that could follow n components of a path: with 0, the names of
 * arguments. A name can come several times.
 */
typedef void place_name(void *ctx, const char *name, const struct type *type,
			const struct field *field);
void places_names(const struct syscall *row, const struct component *path, size_t n_path,
		  place_name *each, void *ctx);
/*
 * "ip", "port", ...: a name that stands for every member of these kinds. Returns a mask of kinds;
 * 0: it is none.
 */
uint64_t places_alias(const char *name);
/* These names; NULL ends the array. */
extern const char *const place_aliases[];
void places_seen_free(struct places_seen *seen);
/*
 * Whether a place within a type, at any depth, has one of these kinds. seen: of queries for these
 * kinds alone; NULL: none is kept.
 */
bool places_have(const struct syscall *row, uint64_t kinds, bool with_out,
		 struct places_seen *seen);

/* The kind of the values that decode emits for a type; KIND_VALUES_END: none, as of structs. */
enum kind place_kind(const struct type *type);

/* How values of a kind are compared. */
enum comparison {
	COMPARES_NOTHING,
	COMPARES_NUMBER, /* in order; a name is looked up in the list */
	COMPARES_TEXT,
	COMPARES_NET,
	COMPARES_SET, /* has */
};
enum comparison comparison_of(enum kind kind);
/* The operators of a comparison: bit OP_* of each. */
unsigned comparison_ops(enum comparison comparison);

/* --- values ---------------------------------------------------------------------------------- */

/* What a literal stands for as a number. */
struct meaning {
	uint64_t bits, mask; /* mask: the bits that matter for "has" */
	bool negative;
	bool plain; /* a number, not a name */
};

/* A type or a value that gives a name a meaning. */
struct naming {
	enum kind kind;
	const struct list *list, *other; /* NULL: none */
	const struct abi *abi;
	unsigned size; /* bytes */
};

/* Finds what a literal means as a number of this kind. Returns false if it means nothing there. */
bool literal_meaning(struct literal *literal, const struct naming *naming, struct meaning *meaning);
/* Whether a number of so many bytes meets the operator with the meaning. */
bool meaning_is_met(enum op op, const struct literal *literal, const struct meaning *meaning,
		    struct where_number number, unsigned size);
/* Appends the ranges of a register with so many bytes that meet the operator. */
void meaning_ranges(enum op op, const struct literal *literal, const struct meaning *meaning,
		    unsigned slot, unsigned size, bool is_signed, struct leaf *leaf);

/* --- conditions of evaluators in the kernel -------------------------------------------------- */

/*
 * memory.c: what is known of the memory of a call: appends a condition that holds if a test is true
 * (or false, if truth is false), or if that is not known.
 */
void memory_put_test(struct where *where, const struct test *test, enum syscall_id id,
		     const struct abi *abi, bool truth, struct where_tree *tree);
/* tree.c: appends nodes. */
size_t tree_put(struct where_tree *tree, struct where_node node);
void tree_put_shape(struct where_tree *tree, enum where_shape shape, size_t n);
/*
 * Whether the register of an argument of this type has the number that decode emits, but for the
 * byte order.
 */
bool type_is_number(const struct type *type, const struct abi *abi);
/*
 * Appends the ranges of numbers with so many bytes that meet a test. Returns whether a value of the
 * test means anything there.
 */
bool test_ranges(struct test *test, const struct naming *naming, unsigned reg, bool is_signed,
		 struct leaf *leaf);

/* --- texts ----------------------------------------------------------------------------------- */

/* Whether text meets the operator with the literal. */
bool text_is_met(enum op op, const struct literal *literal, const char *text, size_t len);
/* Whether an address of 4 or 16 bytes is in the network of the literal. */
bool net_is_met(const struct literal *literal, const uint8_t *address, unsigned size);
/* Returns what is wrong with a pattern; NULL: nothing. */
const char *glob_error(const char *pattern, size_t len);

/* --- collecting values ----------------------------------------------------------------------- */

/* Bits of a state: what the values of each test were. */
enum {
	BITS_SEEN,
	BITS_HIT,
	BITS_MISS,
	BITS_UNKNOWN, /* there is a value, which could not be found out */
	BITS
};

static inline uint64_t *state_bits(const struct where *where, const struct where_state *state,
				   unsigned kind)
{
	return state->bits + kind * where->words;
}
/* A value of the test was seen, which met the operator or not. */
static inline void state_note(const struct where *where, struct where_state *state, unsigned test,
			      bool met)
{
	uint64_t bit = UINT64_C(1) << test % 64;

	state_bits(where, state, BITS_SEEN)[test / 64] |= bit;
	state_bits(where, state, met ? BITS_HIT : BITS_MISS)[test / 64] |= bit;
}

/* A value of the test could not be found out. */
static inline void state_note_unknown(const struct where *where, struct where_state *state,
				      unsigned test)
{
	state_bits(where, state, BITS_UNKNOWN)[test / 64] |= UINT64_C(1) << test % 64;
}

struct collector *collector_new(struct where *where);
void collector_free(struct collector *collector);
/* Decodes one side of a call, and notes what the values of tests are. */
void collect_entry(struct where *where, struct where_state *state, const struct decode *decode);
void collect_exit(struct where *where, struct where_state *state, const struct decode *decode);

#endif
