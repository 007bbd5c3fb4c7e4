/* SPDX-License-Identifier: MIT */
/* An expression: made, evaluated at the entry and at the exit of calls, and freed. */
#include <stdlib.h>

#include "scry/stack.h"
#include "scry/syscalls.h"
#include "scry/uring.h"
#include "scry/util.h"
#include "where/parse.h"

/* What is known of the current call: where_state.stage. */
enum stage { STAGE_REGISTERS, STAGE_FACTS, STAGE_ENTRY, STAGE_OUTCOME, STAGE_EXIT };

/* --- making ---------------------------------------------------------------------------------- */

/* Whether bytes of strings are looked at, beside those of paths. */
static bool asks_for_strings(const struct where *where)
{
	for (size_t i = 0; i < where->n_tests; i++)
		if (where->tests[i].field == FIELD_ARGUMENT ||
		    where_fields[where->tests[i].field].needs & WHERE_NEEDS_PEERS)
			return true;
	return false;
}

/* Whether it matters where symbolic links in paths lead. */
static bool asks_for_directories(const struct where *where)
{
	for (size_t i = 0; i < where->n_tests; i++)
		if (where->tests[i].field == FIELD_PATH && where->tests[i].op == OP_UNDER)
			return true;
	return false;
}

static void finish_expression(struct where *where)
{
	const struct path_targets *targets = where->targets;

	where->words = (where->n_tests + 63) / 64;
	where->calls = xcalloc((ABI_COUNT + 1) * ID_COUNT, sizeof(struct where_call *));
	where->counts = xcalloc(ID_COUNT, sizeof(*where->counts));
	where->collector = collector_new(where);
	where->config = (struct decode_config){
		.string_limit = where->needs & WHERE_NEEDS_TEXT ? WHERE_STRING_MAX
				: asks_for_strings(where)	? 32
								: 0,
		.verbose = true,
		.environment = asks_for_strings(where),
		.fds = (where->needs & (WHERE_NEEDS_PATHS | WHERE_NEEDS_TARGETS) ? FD_PATH : 0) |
		       (where->needs & WHERE_NEEDS_PEERS ? FD_SOCKET : 0),
		.path_starts = where->needs & WHERE_NEEDS_PATHS,
		.all_names = asks_for_directories(where),
		.targets = asks_for_directories(where),
		.names = targets ? targets->paths : NULL,
		.last_names = targets ? targets->last_names : NULL,
		.n_names = targets ? targets->n_paths : 0,
	};
}

/* Frees what finish_expression() has made. */
static void forget_calls(struct where *where)
{
	if (where->collector)
		collector_free(where->collector);
	for (size_t i = 0; where->calls && i < (size_t)(ABI_COUNT + 1) * ID_COUNT; i++)
		where_call_free(where->calls[i], where->n_tests);
	free(where->calls);
	free(where->counts);
	free(where->descriptors);
	places_seen_free(&where->seen_descriptors);
	places_seen_free(&where->seen_names);
	where->descriptors = NULL;
}

struct where *where_new(const char *text, const struct call_set *calls, struct where_error *error)
{
	struct where *where = xcalloc(1, sizeof(*where));

	*error = (struct where_error){ 0 };
	where->text = xstrdup(text);
	if (!where_parse(where, error) || !where_check(where, calls, error)) {
		where_free(where);
		return NULL;
	}
	where->own = where->shown = where->root;
	where->options = xstrdup("--where");
	finish_expression(where);
	return where;
}

struct where *where_extend(struct where *where, const struct where_shorthands *shorthands)
{
	if (!shorthands->targets && shorthands->status == STATUS_ALL)
		return where;
	if (where) {
		forget_calls(where);
	} else {
		where = xcalloc(1, sizeof(*where));
		where->text = xstrdup("");
	}
	where_add_options(where, shorthands);
	finish_expression(where);
	return where;
}

static void free_test(struct test *test)
{
	for (size_t i = 0; i < test->n_path; i++)
		free(test->path[i].name);
	for (size_t i = 0; i < test->n_literals; i++)
		literal_free(&test->literals[i]);
	free(test->path);
	free(test->literals);
}

void where_free(struct where *where)
{
	if (!where)
		return;
	forget_calls(where);
	for (size_t i = 0; i < where->n_tests; i++)
		free_test(&where->tests[i]);
	free(where->options);
	free(where->tests);
	free(where->nodes);
	free(where->text);
	free(where);
}

const char *where_text(const struct where *where)
{
	return where->text;
}

const char *where_options(const struct where *where)
{
	return where->options;
}

bool where_selects(const struct where *where)
{
	const struct node *root = &where->nodes[where->root];

	return root->kind != NODE_AND || root->first;
}

unsigned where_needs(const struct where *where)
{
	return where->needs;
}

static bool is_reported(const char *word)
{
	for (size_t i = 0; i < request_n_traits; i++)
		if (!strcmp(request_traits[i].key, word))
			return request_traits[i].reported;
	return false;
}

const char *where_reported_word(const struct where *where)
{
	for (unsigned i = 0; i < where->n_tests; i++) {
		const struct test *test = &where->tests[i];

		for (size_t n = 0; test->field == FIELD_HOW && n < test->n_literals; n++)
			if (is_reported(test->literals[n].text))
				return test->literals[n].text;
	}
	return NULL;
}

void where_state_free(struct where_state *state)
{
	free(state->bits);
	entry_snapshot_free(&state->snapshot);
	*state = (struct where_state){ 0 };
}

/* --- tests ----------------------------------------------------------------------------------- */

static bool has_bit(const struct where *where, const struct where_state *state, unsigned kind,
		    unsigned test)
{
	return state_bits(where, state, kind)[test / 64] >> test % 64 & 1;
}

/* The stage at which a test of a level is decided. */
static enum stage stage_of(enum level level)
{
	static const uint8_t stages[] = {
		[LEVEL_FALSE] = STAGE_REGISTERS,    [LEVEL_TRUE] = STAGE_REGISTERS,
		[LEVEL_REGISTER] = STAGE_REGISTERS, [LEVEL_FACT] = STAGE_FACTS,
		[LEVEL_ENTRY] = STAGE_ENTRY,	    [LEVEL_OUTCOME] = STAGE_OUTCOME,
		[LEVEL_EXIT] = STAGE_EXIT,
	};

	return stages[level];
}

/* What is known already decides, whatever other values of the test there are. */
static enum where_truth early_truth(const struct test *test, bool hit, bool miss)
{
	if (test->quantifier == QUANTIFIER_ANY)
		return (test->negated ? miss : hit) ? WHERE_TRUE : WHERE_UNKNOWN;
	if (test->quantifier == QUANTIFIER_ALL && !test->negated)
		return miss ? WHERE_FALSE : WHERE_UNKNOWN;
	if (test->negated)
		return hit ? WHERE_FALSE : WHERE_UNKNOWN;
	return hit ? WHERE_TRUE : WHERE_UNKNOWN;
}

static enum where_truth test_truth(const struct where *where, const struct where_state *state,
				   unsigned number)
{
	const struct test *test = &where->tests[number];
	const struct leaf *leaf = &state->compiled->leaves[number];
	bool seen = has_bit(where, state, BITS_SEEN, number);
	bool hit = has_bit(where, state, BITS_HIT, number);
	bool miss = has_bit(where, state, BITS_MISS, number);

	if (leaf->level == LEVEL_FALSE || leaf->level == LEVEL_TRUE)
		return leaf->level == LEVEL_TRUE ? WHERE_TRUE : WHERE_FALSE;
	if (state->stage < stage_of(leaf->level)) {
		bool early = test->negated ? test->quantifier == QUANTIFIER_ANY && miss
					   : test->quantifier != QUANTIFIER_ALL && hit;

		return early ? WHERE_TRUE : WHERE_UNKNOWN;
	}
	if (has_bit(where, state, BITS_UNKNOWN, number))
		return early_truth(test, hit, miss);
	if (test->quantifier == QUANTIFIER_ANY)
		return test->negated ? (enum where_truth)miss : (enum where_truth)hit;
	if (test->quantifier == QUANTIFIER_ALL && !test->negated)
		return (enum where_truth)(seen && !miss);
	return (enum where_truth)(test->negated ? seen && !hit : hit);
}

static enum where_truth node_truth(const struct where *where, const struct where_state *state,
				   unsigned number)
{
	const struct node *node = &where->nodes[number];
	enum where_truth neutral = node->kind == NODE_OR ? WHERE_FALSE : WHERE_TRUE,
			 truth = neutral, child;

	if (node->kind == NODE_TEST)
		return test_truth(where, state, node->test);
	if (node->kind == NODE_NOT) {
		child = node_truth(where, state, node->first);
		return child == WHERE_UNKNOWN ? child : (enum where_truth) !child;
	}
	for (unsigned c = node->first; c; c = where->nodes[c].next) {
		child = node_truth(where, state, c);
		if (child == (enum where_truth) !neutral)
			return child;
		if (child == WHERE_UNKNOWN)
			truth = child;
	}
	return truth;
}

static enum where_truth truth_at(const struct where *where, struct where_state *state,
				 enum stage stage)
{
	state->stage = (uint8_t)stage;
	return node_truth(where, state, where->root);
}

/*
 * Returns whether the expression selects, now that nothing else will be known. If that depends on a
 * value which could not be found out, it does not, and the fields of such values are counted.
 */
static bool final_truth(struct where *where, struct where_state *state, unsigned root)
{
	bool counted[FIELDS] = { false };
	enum where_truth truth;

	state->stage = STAGE_EXIT;
	truth = node_truth(where, state, root);
	for (unsigned i = 0; truth == WHERE_UNKNOWN && i < where->n_tests; i++) {
		enum field_id field = where->tests[i].field;

		if (!has_bit(where, state, BITS_UNKNOWN, i) || counted[field])
			continue;
		counted[field] = true;
		where->unknown[field]++;
	}
	return truth == WHERE_TRUE;
}

/* The arguments of a call that are in memory, as those of socketcall(2), were not captured. */
static void note_unread(struct where *where, struct where_state *state)
{
	for (unsigned i = 0; i < where->n_tests; i++) {
		enum level level = state->compiled->leaves[i].level;

		if (level == LEVEL_REGISTER || level == LEVEL_ENTRY || level == LEVEL_EXIT)
			state_note_unknown(where, state, i);
	}
}

/* Whether the exit of the call says more than its entry. */
static bool waits_for_exit(const struct where *where, const struct where_state *state)
{
	for (unsigned i = 0; i < where->n_tests; i++) {
		enum level level = state->compiled->leaves[i].level;

		if (level == LEVEL_OUTCOME || level == LEVEL_EXIT)
			return true;
	}
	return false;
}

void where_warn_unknown(const struct where *where, const char *begin)
{
	for (unsigned i = 0; i < FIELDS; i++) {
		const struct where_field *field = &where_fields[i];
		uint64_t n = where->unknown[i];

		if (n)
			warn("%s%s was unknown in %llu call%s, which the expression leaves out "
			     "because of that",
			     begin, field->noun ? field->noun : field->name, (unsigned long long)n,
			     plural_s(n));
	}
}

/* --- what is known without memory ------------------------------------------------------------ */

static void note_number(struct where *where, struct where_state *state, unsigned number,
			struct where_number value, enum kind kind, const struct list *list,
			unsigned size)
{
	struct test *test = &where->tests[number];
	const struct naming naming = {
		.kind = kind, .list = list, .abi = abi_native(), .size = size
	};
	struct meaning meaning;
	bool met = false, comparable = false;

	for (size_t i = 0; i < test->n_literals && !met; i++) {
		if (!literal_meaning(&test->literals[i], &naming, &meaning))
			continue;
		comparable = true;
		met = meaning_is_met(test->op, &test->literals[i], &meaning, value, size);
	}
	if (comparable)
		state_note(where, state, number, met);
}

static void note_registers(struct where *where, struct where_state *state, const struct call *call)
{
	for (unsigned i = 0; i < where->n_tests && !call->args_unread; i++) {
		const struct leaf *leaf = &state->compiled->leaves[i];
		bool met = false, seen = leaf->seen != SEEN_DESCRIPTORS;

		if (leaf->level != LEVEL_REGISTER)
			continue;
		for (unsigned slot = 0; slot < leaf->n_slots; slot++)
			seen |= (uint32_t)call->args[leaf->slots[slot]] <= INT32_MAX;
		for (size_t r = 0; r < leaf->n_ranges && !met; r++) {
			const struct register_range *range = &leaf->ranges[r];
			uint64_t value = call->args[range->reg] & range->mask;

			met = value >= range->first && value <= range->last;
		}
		if (seen)
			state_note(where, state, i, met);
	}
}

static bool stack_is_met(const struct test *test, const struct stack *stack)
{
	for (size_t f = 0; f < stack->n; f++) {
		const char *symbol = stack->frames[f]->symbol;

		for (size_t i = 0; symbol && i < test->n_literals; i++)
			if (text_is_met(test->op, &test->literals[i], symbol, strlen(symbol)))
				return true;
	}
	return false;
}

/* text NULL: it is not known. */
static void note_text(struct where *where, struct where_state *state, unsigned number,
		      const char *text)
{
	const struct test *test = &where->tests[number];
	bool met = false;

	for (size_t i = 0; text && i < test->n_literals && !met; i++)
		met = text_is_met(test->op, &test->literals[i], text, strlen(text));
	if (text)
		state_note(where, state, number, met);
}

/* The same for a fact about the thread, which every thread has. */
static void note_name(struct where *where, struct where_state *state, unsigned number,
		      const char *name)
{
	if (name)
		note_text(where, state, number, name);
	else
		state_note_unknown(where, state, number);
}

/* call NULL: a signal. */
static void note_fact(struct where *where, struct where_state *state, unsigned number,
		      const struct call *call, int signal, const struct where_facts *facts)
{
	uint32_t user;
	pid_t parent;

	switch (where->tests[number].field) {
	case FIELD_NUMBER:
		if (call)
			note_number(where, state, number, number_of(call->nr, false), KIND_NUMBER,
				    NULL, 8);
		break;
	case FIELD_VIA:
		if (call)
			note_text(where, state, number,
				  call->request ? WHERE_VIA_RING : WHERE_VIA_CALL);
		break;
	case FIELD_RING:
		if (call && call->request && call->request->ring >= 0)
			note_number(where, state, number,
				    number_of((uint64_t)call->request->ring, true), KIND_NUMBER,
				    NULL, 8);
		break;
	case FIELD_USER_DATA:
		if (call && call->request)
			note_number(where, state, number,
				    number_of(call->request->user_data, false), KIND_NUMBER, NULL,
				    8);
		break;
	case FIELD_COMM:
		note_name(where, state, number, facts->comm ? facts->comm(facts->ctx) : NULL);
		break;
	case FIELD_PID:
		note_number(where, state, number, number_of((uint64_t)facts->pid, true),
			    KIND_NUMBER, NULL, 8);
		break;
	case FIELD_TID:
		note_number(where, state, number, number_of((uint64_t)facts->tid, true),
			    KIND_NUMBER, NULL, 8);
		break;
	case FIELD_PPID:
		if (facts->parent && facts->parent(facts->ctx, &parent))
			note_number(where, state, number, number_of((uint64_t)parent, true),
				    KIND_NUMBER, NULL, 8);
		else
			state_note_unknown(where, state, number);
		break;
	case FIELD_UID:
		if (facts->user && facts->user(facts->ctx, &user))
			note_number(where, state, number, number_of(user, false), KIND_UID, NULL,
				    4);
		else
			state_note_unknown(where, state, number);
		break;
	case FIELD_COUNT_OF_NAME:
		if (call)
			note_number(where, state, number, number_of(where->counts[call->id], false),
				    KIND_NUMBER, NULL, 8);
		break;
	case FIELD_STACK:
		if (facts->stack)
			state_note(where, state, number,
				   stack_is_met(&where->tests[number], facts->stack));
		else if (call)
			state_note_unknown(where, state, number);
		break;
	case FIELD_SIGNAL:
		if (!call)
			note_number(where, state, number, number_of((uint64_t)signal, true),
				    KIND_SIGNAL, NULL, 4);
		break;
	default:
		break;
	}
}

static void note_facts(struct where *where, struct where_state *state, const struct call *call,
		       const struct where_facts *facts)
{
	for (unsigned i = 0; i < where->n_tests; i++)
		if (state->compiled->leaves[i].level == LEVEL_FACT)
			note_fact(where, state, i, call, 0, facts);
}

static void note_result(struct where *where, struct where_state *state, unsigned number,
			const struct call *call)
{
	const struct type *type = call->row ? call->row->result : NULL;
	bool is_unsigned = type && !call->is_error && !storage_is_signed(type->storage);
	uint64_t result = call->is_error ? UINT64_MAX : (uint64_t)call->result;

	note_number(where, state, number, number_of(result, !is_unsigned), KIND_NUMBER,
		    type ? type->list : NULL, 8);
}

static void note_traits(struct where *where, struct where_state *state, unsigned number,
			unsigned traits)
{
	for (size_t i = 0; i < request_n_traits; i++)
		if (traits & request_traits[i].trait)
			note_text(where, state, number, request_traits[i].key);
}

/* call->returned: otherwise the call never will. detached: because the trace ends. */
static void note_outcomes(struct where *where, struct where_state *state, const struct call *call,
			  bool detached)
{
	bool returned = call->returned, failed = returned && call->is_error;

	for (unsigned i = 0; i < where->n_tests; i++) {
		if (state->compiled->leaves[i].level != LEVEL_OUTCOME)
			continue;
		switch (where->tests[i].field) {
		case FIELD_FAILED:
			state_note(where, state, i, failed);
			break;
		case FIELD_SUCCESSFUL:
			state_note(where, state, i, returned && !failed);
			break;
		case FIELD_UNFINISHED:
			state_note(where, state, i, !returned);
			break;
		case FIELD_DETACHED:
			state_note(where, state, i, !returned && detached);
			break;
		case FIELD_ERROR:
			if (failed && !call->not_run)
				note_number(where, state, i,
					    number_of((uint64_t)-call->result, false), KIND_ERRNO,
					    NULL, 4);
			break;
		case FIELD_RESULT:
			if (returned && !call->not_run)
				note_result(where, state, i, call);
			break;
		case FIELD_BYTES:
			if (returned && !failed)
				note_number(where, state, i,
					    number_of((uint64_t)call->result, true), KIND_NUMBER,
					    NULL, 8);
			break;
		case FIELD_HOW:
			if (returned && call->request)
				note_traits(where, state, i, call->request->traits);
			break;
		case FIELD_DURATION:
			if (returned)
				note_number(where, state, i,
					    number_of(call->returned_ns - call->entered_ns, false),
					    KIND_VALUES_END, NULL, 8);
			break;
		default:
			break;
		}
	}
}

/* --- evaluation ------------------------------------------------------------------------------ */

static void begin_evaluation(struct where *where, struct where_state *state)
{
	size_t bytes = BITS * where->words * sizeof(*state->bits);

	if (!state->bits)
		state->bits = xmalloc(bytes);
	memset(state->bits, 0, bytes);
}

enum where_truth where_enter(struct where *where, struct where_state *state,
			     const struct decode *decode, const struct where_facts *facts)
{
	const struct call *call = decode->call;
	enum where_truth truth;

	if (where->counts[call->id] < UINT64_MAX)
		where->counts[call->id]++;
	state->compiled = where_compile(where, call->id, call->abi);
	if (state->compiled->constant != WHERE_UNKNOWN)
		return state->compiled->constant;
	begin_evaluation(where, state);
	/* What cannot be read at the moment of the call has no value. */
	if (call->args_unread && decode->fetch->ops->captured)
		note_unread(where, state);
	note_registers(where, state, call);
	truth = truth_at(where, state, STAGE_REGISTERS);
	if (truth != WHERE_UNKNOWN)
		return truth;
	note_facts(where, state, call, facts);
	truth = truth_at(where, state, STAGE_FACTS);
	if (truth != WHERE_UNKNOWN)
		return truth;
	if (state->compiled->decodes_entry)
		collect_entry(where, state, decode);
	truth = truth_at(where, state, STAGE_ENTRY);
	if (truth != WHERE_UNKNOWN || waits_for_exit(where, state))
		return truth;
	return final_truth(where, state, where->root) ? WHERE_TRUE : WHERE_FALSE;
}

bool where_exit(struct where *where, struct where_state *state, const struct decode *decode,
		const struct where_facts *facts)
{
	enum where_truth truth;

	(void)facts;
	note_outcomes(where, state, decode->call, false);
	truth = truth_at(where, state, STAGE_OUTCOME);
	if (truth != WHERE_UNKNOWN)
		return truth == WHERE_TRUE;
	if (state->compiled->decodes_exit)
		collect_exit(where, state, decode);
	return final_truth(where, state, where->root);
}

bool where_unfinished(struct where *where, struct where_state *state, const struct call *call,
		      bool detached, const struct where_facts *facts)
{
	struct call unfinished = *call;

	(void)facts;
	unfinished.returned = false;
	note_outcomes(where, state, &unfinished, detached);
	return final_truth(where, state, where->root);
}

bool where_shows(struct where *where, struct where_state *state, const struct call *call,
		 bool detached)
{
	if (!where->status)
		return true;
	state->compiled = where_compile(where, call->id, call->abi);
	state->stage = STAGE_EXIT;
	begin_evaluation(where, state);
	note_outcomes(where, state, call, detached);
	return node_truth(where, state, where->status) == WHERE_TRUE;
}

/* For a signal a test is about the thread or the signal, or it is false. */
static enum level signal_level(enum field_id field)
{
	switch (field) {
	case FIELD_COMM:
	case FIELD_PID:
	case FIELD_TID:
	case FIELD_PPID:
	case FIELD_UID:
	case FIELD_SIGNAL:
		return LEVEL_FACT;
	default:
		return LEVEL_FALSE;
	}
}

bool where_signal(struct where *where, struct where_state *state, int signal,
		  const struct where_facts *facts)
{
	struct leaf *leaves = xcalloc(where->n_tests, sizeof(*leaves));
	const struct where_call compiled = { .leaves = leaves };
	bool truth;

	state->compiled = &compiled;
	begin_evaluation(where, state);
	for (unsigned i = 0; i < where->n_tests; i++) {
		leaves[i].level = signal_level(where->tests[i].field);
		if (leaves[i].level == LEVEL_FACT)
			note_fact(where, state, i, NULL, signal, facts);
	}
	truth = !where->own || final_truth(where, state, where->own);
	state->compiled = NULL;
	free(leaves);
	return truth;
}
