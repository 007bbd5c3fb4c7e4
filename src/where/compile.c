/* SPDX-License-Identifier: MIT */
/*
 * Compiles an expression for one call of one ABI: what registers decide, and from when on the other
 * tests are decided.
 */
#include <stdlib.h>
#include <string.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

/* --- tests without arguments ----------------------------------------------------------------- */

static enum level decided(bool truth)
{
	return truth ? LEVEL_TRUE : LEVEL_FALSE;
}

static enum level name_level(const struct test *test, enum syscall_id id)
{
	const char *name = syscall_name(id);

	if (!name)
		return LEVEL_FALSE;
	for (size_t i = 0; i < test->n_literals; i++)
		if (text_is_met(test->op, &test->literals[i], name, strlen(name)))
			return decided(!test->negated);
	return decided(test->negated);
}

static enum level class_level(const struct test *test, const struct syscall *row)
{
	if (!row)
		return LEVEL_FALSE;
	for (size_t i = 0; i < test->n_literals; i++)
		if (row->classes & class_of_literal(&test->literals[i]))
			return decided(!test->negated);
	return decided(test->negated);
}

static enum level abi_level(const struct test *test, const struct abi *abi)
{
	for (size_t i = 0; abi && i < test->n_literals; i++)
		if (!strcmp(test->literals[i].text, abi->name))
			return decided(!test->negated);
	return decided(abi && test->negated);
}

#define BIT(kind) (UINT64_C(1) << (kind))

static enum level peer_level(const struct syscall *row)
{
	const uint64_t addresses = BIT(KIND_IPV4) | BIT(KIND_IPV6) | BIT(KIND_SOCKET_NAME);

	if (!row || (!places_have(row, addresses, true, NULL) && !syscall_names_file(row)))
		return LEVEL_FALSE;
	return row->classes & C_NETWORK ? LEVEL_EXIT : LEVEL_ENTRY;
}

/* --- arguments ------------------------------------------------------------------------------- */

bool type_is_number(const struct type *type, const struct abi *abi)
{
	switch (type->kind) {
	case KIND_NUMBER:
		return type->number.scale <= 1 && !type->number.mask;
	case KIND_IOCTL:
		return abi->ioctl_size_bits == 14;
	case KIND_ENUM:
	case KIND_FLAGS:
	case KIND_ADDRESS:
	case KIND_FD:
	case KIND_DIRFD:
	case KIND_OTHER_FD:
	case KIND_PID:
	case KIND_UID:
	case KIND_SIGNAL:
	case KIND_MODE:
	case KIND_PERM:
	case KIND_SECONDS:
	case KIND_PORT:
	case KIND_NETWORK:
		return true;
	default:
		return false;
	}
}

/* Whether the register of an argument of this type has the number that decode emits. */
static bool is_in_register(const struct type *type, const struct abi *abi)
{
	return !storage_is_network(type->storage) && type_is_number(type, abi);
}

static bool is_int(const struct type *type)
{
	return kind_is_descriptor(type->kind) || type->kind == KIND_PID;
}

struct compiler {
	struct test *test;
	const struct abi *abi;
	struct leaf *leaf;
	unsigned places;
	bool in_memory; /* some place is not in a register */
	bool at_exit; /* some place is filled, or read again, at the exit */
};

static void add_slot(struct leaf *leaf, unsigned slot)
{
	if (leaf->n_slots < CALL_ARGS)
		leaf->slots[leaf->n_slots++] = (uint8_t)slot;
}

bool test_ranges(struct test *test, const struct naming *naming, unsigned reg, bool is_signed,
		 struct leaf *leaf)
{
	struct meaning meaning;
	bool meant = false;

	for (size_t i = 0; i < test->n_literals; i++) {
		if (!literal_meaning(&test->literals[i], naming, &meaning))
			continue;
		meant = true;
		meaning_ranges(test->op, &test->literals[i], &meaning, reg, naming->size, is_signed,
			       leaf);
	}
	return meant;
}

/*
 * Adds the ranges of a register in which a type has the literals of the test. Returns whether its
 * numbers can be compared.
 */
static bool add_ranges(struct compiler *compiler, const struct type *type, unsigned slot)
{
	struct test *test = compiler->test;
	const struct abi *abi = compiler->abi;
	unsigned size = is_int(type) ? 4 : abi->sizes[type->storage];
	const struct naming naming = {
		.kind = place_kind(type),
		.list = type->list,
		.other = type->kind == KIND_IOCTL ? type->ioctl.names : NULL,
		.abi = abi,
		.size = size,
	};

	if (!size || !(comparison_ops(COMPARES_NUMBER) >> test->op & 1))
		return false;
	/* Numbers that mean nothing here are not compared, as if the call had no such argument. */
	if (test_ranges(test, &naming, slot, is_int(type) || storage_is_signed(type->storage),
			compiler->leaf))
		add_slot(compiler->leaf, slot);
	return true;
}

/* A comparison with NULL: the register is the pointer. */
static bool add_null(struct compiler *compiler, const struct place *place)
{
	static const struct type pointer = { .kind = KIND_ADDRESS, .storage = STORE_POINTER };
	const struct test *test = compiler->test;

	if (test->op != OP_EQUAL || test->n_literals != 1 || !literal_is_null(&test->literals[0]))
		return false;
	return add_ranges(compiler, &pointer, place->slot);
}

static void see_place(void *ctx, const struct place *place)
{
	struct compiler *compiler = ctx;
	const struct field *argument = place->argument;
	bool pointer = argument && argument_is_pointer(argument);

	compiler->places++;
	compiler->leaf->addresses |= place->type->kind == KIND_ADDRESS;
	compiler->at_exit |= argument && argument->dir != DIR_IN;
	if (place->direct && pointer && add_null(compiler, place))
		return;
	if (place->direct && !pointer && !(argument && argument_is_pair(argument, compiler->abi)) &&
	    is_in_register(place->type, compiler->abi) &&
	    add_ranges(compiler, place->type, place->slot))
		return;
	compiler->in_memory = true;
}

static enum level argument_level(struct test *test, const struct syscall *row,
				 const struct abi *abi, struct leaf *leaf)
{
	struct compiler compiler = { .test = test, .abi = abi, .leaf = leaf };

	if (!abi)
		return LEVEL_FALSE;
	places_find(row, abi, test->path, test->n_path, see_place, &compiler);
	if (!compiler.places)
		return LEVEL_FALSE;
	if (!compiler.in_memory && compiler.places == 1)
		return leaf->n_slots ? LEVEL_REGISTER : LEVEL_FALSE;
	return compiler.at_exit ? LEVEL_EXIT : LEVEL_ENTRY;
}

/* --- descriptors ----------------------------------------------------------------------------- */

/* Whether a literal asks for numbers below 0. */
static bool is_negative(const struct test *test, const struct literal *literal)
{
	if (literal->is_number)
		return literal->first.negative || (!literal->first.bits && test->op == OP_LESS);
	return literal->is_range && literal->first.negative;
}

bool test_sees_negative(const struct test *test)
{
	for (size_t i = 0; i < test->n_literals && !test->negated; i++)
		if (is_negative(test, &test->literals[i]))
			return true;
	return false;
}

/* Negative numbers are no descriptors. */
static void drop_negative(struct leaf *leaf)
{
	size_t kept = 0;

	for (size_t i = 0; i < leaf->n_ranges; i++) {
		struct register_range range = leaf->ranges[i];

		if (range.first > INT32_MAX)
			continue;
		if (range.last > INT32_MAX)
			range.last = INT32_MAX;
		leaf->ranges[kept++] = range;
	}
	leaf->n_ranges = kept;
}

/* Whether a field, or anything within it, is a descriptor. */
static bool has_descriptor(struct where *where, const struct field *field)
{
	const struct syscall row = { .args = field, .n_args = 1 };

	return places_have(&row, BIT(KIND_FD) | BIT(KIND_DIRFD) | BIT(KIND_FDSET), false,
			   &where->seen_descriptors);
}

/* Returns the arguments that the caller passes and that are descriptors or have some. */
static unsigned find_descriptors(struct where *where, enum syscall_id id, const struct syscall *row)
{
	struct row_descriptors *known;

	if (!where->descriptors)
		where->descriptors = xcalloc(ID_COUNT, sizeof(*where->descriptors));
	known = &where->descriptors[id];
	if (known->row == row)
		return known->arguments;
	*known = (struct row_descriptors){ .row = row };
	for (uint16_t i = 0; i < row->n_args && i < 32; i++)
		if (row->args[i].dir != DIR_OUT && has_descriptor(where, &row->args[i]))
			known->arguments |= 1u << i;
	return known->arguments;
}

static enum level descriptor_level(struct where *where, struct test *test, enum syscall_id id,
				   const struct syscall *row, const struct abi *abi,
				   struct leaf *leaf)
{
	struct compiler compiler = { .test = test, .abi = abi, .leaf = leaf };
	unsigned descriptors;
	struct argument_walk walk = { .abi = abi };
	bool in_memory = false;

	if (!row || !row->args || !abi)
		return LEVEL_FALSE;
	descriptors = find_descriptors(where, id, row);
	for (uint16_t i = 0; i < row->n_args; i++) {
		const struct field *field = &row->args[i];
		unsigned slot;
		bool placed = argument_place(&walk, field, &slot);

		if (!(descriptors >> i & 1))
			continue;
		if (!placed || field_type(field)->kind == KIND_CHOICE || field_more(field)->when ||
		    argument_is_pointer(field) || !type_is_scalar(field_type(field)) ||
		    !add_ranges(&compiler, field_type(field), slot))
			in_memory = true;
	}
	leaf->seen = test_sees_negative(test) ? SEEN_ALWAYS : SEEN_DESCRIPTORS;
	if (leaf->seen == SEEN_DESCRIPTORS)
		drop_negative(leaf);
	if (in_memory)
		return LEVEL_ENTRY;
	return leaf->n_slots ? LEVEL_REGISTER : LEVEL_FALSE;
}

/* --- facts and outcomes ---------------------------------------------------------------------- */

/* The numbers of fields, for the bpf engine. size 0: the field has none. */
static const struct fact {
	uint8_t number; /* enum sieve_number */
	uint8_t kind, size; /* of its values, as where.c compares them */
	bool is_signed;
	uint8_t seen; /* enum seen */
	uint64_t truth; /* OP_TRUTH: the number of a call for which it is true */
} facts[FIELDS] = {
	[FIELD_NUMBER] = { SIEVE_NUMBER, KIND_NUMBER, 8, false },
	[FIELD_PID] = { SIEVE_PID, KIND_NUMBER, 8, true },
	[FIELD_TID] = { SIEVE_TID, KIND_NUMBER, 8, true },
	[FIELD_UID] = { SIEVE_UID, KIND_UID, 4, false },
	[FIELD_FAILED] = { SIEVE_FAILED, KIND_NUMBER, 8, false, SEEN_ALWAYS, 1 },
	[FIELD_SUCCESSFUL] = { SIEVE_FAILED, KIND_NUMBER, 8, false, SEEN_ALWAYS, 0 },
	/* Of calls that have returned: none is unfinished. */
	[FIELD_UNFINISHED] = { SIEVE_FAILED, KIND_NUMBER, 8, false, SEEN_ALWAYS, 2 },
	[FIELD_DETACHED] = { SIEVE_FAILED, KIND_NUMBER, 8, false, SEEN_ALWAYS, 2 },
	[FIELD_ERROR] = { SIEVE_ERROR, KIND_ERRNO, 4, false, SEEN_FAILED },
	[FIELD_RESULT] = { SIEVE_RESULT, KIND_NUMBER, 8, true },
	[FIELD_BYTES] = { SIEVE_RESULT, KIND_NUMBER, 8, true, SEEN_SUCCESSFUL },
	[FIELD_DURATION] = { SIEVE_DURATION, KIND_VALUES_END, 8, false },
};

static bool minus_one_meets(struct test *test, const struct naming *naming)
{
	struct meaning meaning;

	for (size_t i = 0; i < test->n_literals; i++)
		if (literal_meaning(&test->literals[i], naming, &meaning) &&
		    meaning_is_met(test->op, &test->literals[i], &meaning,
				   number_of(UINT64_MAX, true), 8))
			return true;
	return false;
}

/* The result of a call that fails is -1, also if other results have no sign. */
static void add_failure(struct test *test, const struct naming *naming, struct leaf *leaf)
{
	size_t kept = 0;

	for (size_t i = 0; i < leaf->n_ranges; i++) {
		struct register_range range = leaf->ranges[i];

		if (range.mask == UINT64_MAX && range.last == UINT64_MAX) {
			if (range.first == UINT64_MAX)
				continue;
			range.last--;
		}
		leaf->ranges[kept++] = range;
	}
	leaf->n_ranges = kept;
	if (!minus_one_meets(test, naming))
		return;
	leaf->ranges = xreallocarray(leaf->ranges, kept + 1, sizeof(*leaf->ranges));
	leaf->ranges[leaf->n_ranges++] =
		(struct register_range){ SIEVE_RESULT, UINT64_MAX, UINT64_MAX, UINT64_MAX };
}

static void add_fact_ranges(struct test *test, const struct syscall *row, struct leaf *leaf)
{
	const struct fact *fact = &facts[test->field];
	const struct type *result = test->field == FIELD_RESULT && row ? row->result : NULL;
	bool is_unsigned = result && !storage_is_signed(result->storage);
	const struct naming naming = {
		.kind = fact->kind,
		.list = result ? result->list : NULL,
		.abi = abi_native(),
		.size = fact->size,
	};

	if (!fact->size)
		return;
	leaf->seen = fact->seen;
	if (test->op == OP_TRUTH) {
		leaf->ranges = xcalloc(1, sizeof(*leaf->ranges));
		leaf->ranges[leaf->n_ranges++] =
			(struct register_range){ fact->number, UINT64_MAX, fact->truth,
						 fact->truth };
		leaf->ranged = true;
		return;
	}
	leaf->ranged =
		test_ranges(test, &naming, fact->number, fact->is_signed && !is_unsigned, leaf);
	if (leaf->ranged && is_unsigned)
		add_failure(test, &naming, leaf);
}

/* --- all ------------------------------------------------------------------------------------- */

static enum level find_level(struct where *where, struct test *test, enum syscall_id id,
			     const struct syscall *row, const struct abi *abi, struct leaf *leaf)
{
	switch (test->field) {
	case FIELD_NAME:
		return name_level(test, id);
	case FIELD_CLASS:
		return class_level(test, row);
	case FIELD_ABI:
		return abi_level(test, abi);
	case FIELD_ARGUMENT:
		return argument_level(test, row, abi, leaf);
	case FIELD_FD:
		return descriptor_level(where, test, id, row, abi, leaf);
	case FIELD_PATH:
	case FIELD_TARGET:
		return syscall_names_file(row) ? LEVEL_ENTRY : LEVEL_FALSE;
	case FIELD_PEER:
	case FIELD_PEER_IP:
	case FIELD_PEER_PORT:
		return peer_level(row);
	case FIELD_BYTES:
		return row && row->flags & CALL_MOVES ? LEVEL_OUTCOME : LEVEL_FALSE;
	case FIELD_SIGNAL:
		return LEVEL_FALSE;
	default:
		return where_fields[test->field].level;
	}
}

/* What a test is for all calls of a name; unfinished: for all that do not return. */
static enum where_truth constant_of_test(const struct where *where, const struct where_call *call,
					 unsigned number, bool unfinished)
{
	enum level level = call->leaves[number].level;

	if (unfinished && level == LEVEL_OUTCOME)
		return where->tests[number].field == FIELD_UNFINISHED ? WHERE_TRUE
		       : where->tests[number].field == FIELD_DETACHED ? WHERE_UNKNOWN
								      : WHERE_FALSE;
	return level == LEVEL_FALSE  ? WHERE_FALSE
	       : level == LEVEL_TRUE ? WHERE_TRUE
				     : WHERE_UNKNOWN;
}

/*
 * What the expression is if only the tests are known that no call of this name decides by itself.
 */
static enum where_truth constant_of(const struct where *where, const struct where_call *call,
				    unsigned number, bool unfinished)
{
	const struct node *node = &where->nodes[number];
	enum where_truth neutral = node->kind == NODE_OR ? WHERE_FALSE : WHERE_TRUE, truth, child;

	if (node->kind == NODE_TEST)
		return constant_of_test(where, call, node->test, unfinished);
	if (node->kind == NODE_NOT) {
		child = constant_of(where, call, node->first, unfinished);
		return child == WHERE_UNKNOWN ? child : (enum where_truth) !child;
	}
	truth = neutral;
	for (unsigned c = node->first; c; c = where->nodes[c].next) {
		child = constant_of(where, call, c, unfinished);
		if (child == (enum where_truth) !neutral)
			return child;
		if (child == WHERE_UNKNOWN)
			truth = WHERE_UNKNOWN;
	}
	return truth;
}

static struct where_call *compile(struct where *where, enum syscall_id id, const struct abi *abi)
{
	const struct syscall *row = id && abi ? syscall_row(id, abi) : NULL;
	struct where_call *call = xcalloc(1, sizeof(*call));

	call->leaves = xcalloc(where->n_tests, sizeof(*call->leaves));
	for (size_t i = 0; i < where->n_tests; i++) {
		struct leaf *leaf = &call->leaves[i];

		leaf->level = find_level(where, &where->tests[i], id, row, abi, leaf);
		if (leaf->level == LEVEL_FACT || leaf->level == LEVEL_OUTCOME)
			add_fact_ranges(&where->tests[i], row, leaf);
		call->decodes_entry |= leaf->level == LEVEL_ENTRY || leaf->level == LEVEL_EXIT;
		call->decodes_exit |= leaf->level == LEVEL_EXIT;
	}
	call->constant = constant_of(where, call, where->root, false);
	call->needs_return = constant_of(where, call, where->root, true) == WHERE_FALSE;
	call->shows_returned = constant_of(where, call, where->shown, true) == WHERE_FALSE;
	return call;
}

void where_call_free(struct where_call *call, size_t n_tests)
{
	for (size_t i = 0; call && i < n_tests; i++)
		free(call->leaves[i].ranges);
	if (call)
		free(call->leaves);
	free(call);
}

const struct where_call *where_compile(struct where *where, enum syscall_id id,
				       const struct abi *abi)
{
	size_t number = (abi ? abi->id : ABI_COUNT) * ID_COUNT + id;

	if (!where->calls[number])
		where->calls[number] = compile(where, id, abi);
	return where->calls[number];
}

/* --- sets ------------------------------------------------------------------------------------ */

/* Returns what is known of all calls of a name. */
static enum where_truth truth_of_name(struct where *where, enum syscall_id id,
				      const struct abi *abi)
{
	struct where_call *call = compile(where, id, abi);
	enum where_truth truth = call->constant;

	where_call_free(call, where->n_tests);
	return truth;
}

void where_narrow(struct where *where, struct call_set *calls)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (unsigned id = 1; id < ID_COUNT; id++)
		for (size_t i = 0; i < n; i++)
			if (call_set_has(calls, id, abis[i]) &&
			    truth_of_name(where, id, abis[i]) == WHERE_FALSE)
				calls->abis[id] &= ~(1u << abis[i]->id);
	calls->unknown &= truth_of_name(where, ID_none, abis[0]) != WHERE_FALSE;
}

bool where_is_set(struct where *where, const struct call_set *calls)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (unsigned id = 1; id < ID_COUNT; id++)
		for (size_t i = 0; i < n; i++)
			if (call_set_has(calls, id, abis[i]) &&
			    truth_of_name(where, id, abis[i]) != WHERE_TRUE)
				return false;
	return !calls->unknown || truth_of_name(where, ID_none, abis[0]) == WHERE_TRUE;
}
