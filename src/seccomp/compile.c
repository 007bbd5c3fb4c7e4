/* SPDX-License-Identifier: MIT */
/*
 * Makes a cBPF program from a set of calls. For each audit architecture the program is a decision
 * tree over the ranges of numbers that are traced, or over the ranges of all other numbers,
 * whichever is shorter.
 */
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "scry/arch.h"
#include "scry/util.h"
#include "seccomp/code.h"
#include "seccomp/narrow.h"

/* Up to this number of ranges one comparison after the other is shorter than a tree. */
#define LEAF_RANGES 4

struct range {
	uint32_t first, last;
};

struct ranges {
	struct range *items;
	size_t n, capacity;
};

/* --- ranges of numbers ------------------------------------------------------------------ */

static void ranges_add(struct ranges *ranges, uint32_t first, uint32_t last)
{
	struct range *before = ranges->n ? &ranges->items[ranges->n - 1] : NULL;

	if (before && before->last + 1 == first) {
		before->last = last;
		return;
	}
	ranges->items = xgrow(ranges->items, ranges->n, &ranges->capacity, sizeof(*ranges->items));
	ranges->items[ranges->n++] = (struct range){ first, last };
}

/* Adds the traced numbers of one ABI. Returns the first number after its table. */
static uint32_t add_abi(struct ranges *ranges, const struct call_set *set, const struct abi *abi)
{
	for (uint32_t nr = 0; nr < abi->n_ids; nr++)
		if (!abi->ids[nr] || call_set_has(set, abi->ids[nr], abi))
			ranges_add(ranges, abi->nr_flag | nr, abi->nr_flag | nr);
	return abi->nr_flag + abi->n_ids;
}

/*
 * The traced numbers of all ABIs that share an audit architecture. The ABIs come in the order of
 * their flags. Numbers between and after their tables are unknown, and traced.
 */
static struct ranges ranges_of_arch(const struct call_set *set, uint32_t audit_arch)
{
	struct ranges ranges = { 0 };
	uint32_t next = 0;
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++) {
		if (abis[i]->audit_arch != audit_arch)
			continue;
		if (abis[i]->nr_flag > next)
			ranges_add(&ranges, next, abis[i]->nr_flag - 1);
		next = add_abi(&ranges, set, abis[i]);
	}
	ranges_add(&ranges, next, UINT32_MAX);
	return ranges;
}

/*
 * The ranges of all other numbers. The last range of *ranges always ends with the greatest number.
 */
static struct ranges ranges_complement(const struct ranges *ranges)
{
	struct ranges others = { 0 };
	uint32_t next = 0;

	for (size_t i = 0; i < ranges->n; i++) {
		if (ranges->items[i].first > next)
			ranges_add(&others, next, ranges->items[i].first - 1);
		next = ranges->items[i].last + 1;
	}
	return others;
}

/* --- trees ------------------------------------------------------------------------------ */

struct tree {
	struct code *code;
	uint32_t inside, outside; /* the actions for numbers in the ranges and for other numbers */
};

/*
 * Tests one range. All numbers that come here are at least min; a number after the range goes to
 * the label next.
 */
static unsigned emit_range(struct tree *tree, const struct range *range, uint32_t min,
			   unsigned next)
{
	unsigned inside = code_return(tree->code, tree->inside);
	unsigned label = inside;

	if (range->first == range->last)
		return code_jump(tree->code, BPF_JEQ, range->first, inside, next);
	if (range->last != UINT32_MAX)
		label = code_jump(tree->code, BPF_JGT, range->last, next, inside);
	if (range->first > min)
		label = code_jump(tree->code, BPF_JGE, range->first, label,
				  code_return(tree->code, tree->outside));
	return label;
}

/* Returns the label at which the tree over n ranges begins. */
static unsigned emit_tree(struct tree *tree, const struct range *ranges, size_t n, uint32_t min)
{
	size_t half = n / 2;
	unsigned upper, lower;

	if (n <= LEAF_RANGES) {
		unsigned next = code_return(tree->code, tree->outside);

		while (n--)
			next = emit_range(tree, &ranges[n], min, next);
		return next;
	}
	upper = emit_tree(tree, ranges + half, n - half, ranges[half].first);
	lower = emit_tree(tree, ranges, half, min);
	return code_jump(tree->code, BPF_JGE, ranges[half].first, upper, lower);
}

/* Emits the tree so that the instructions that are emitted next run into its beginning. */
static void emit_ranges(struct code *code, const struct ranges *ranges, bool traced)
{
	struct tree tree = {
		.code = code,
		.inside = traced ? SECCOMP_TRACE : SECCOMP_RET_ALLOW,
		.outside = traced ? SECCOMP_RET_ALLOW : SECCOMP_TRACE,
	};
	unsigned label = emit_tree(&tree, ranges->items, ranges->n, 0);

	if (label != code->n - 1)
		code_jump_far(code, label);
}

/* The number of instructions that the tree would take. */
static unsigned cost(struct code *code, const struct ranges *ranges, bool traced)
{
	struct code saved = *code;
	unsigned n;

	emit_ranges(code, ranges, traced);
	n = code->full ? BPF_MAXINSNS : code->n - saved.n;
	*code = saved;
	return n;
}

/* The requests of ptrace(2) that make a tracer: linux/ptrace.h. */
enum { REQUEST_TRACEME = 0, REQUEST_ATTACH = 16, REQUEST_SEIZE = 0x4206 };

/*
 * A call that stops only if its flags or its operation say so. That argument is an int for the
 * kernel.
 */
struct argument_test {
	enum syscall_id id;
	uint16_t op; /* BPF_JSET or BPF_JEQ */
	uint32_t values[3];
	unsigned n_values;
	unsigned n_names; /* values after these, for filters that also stop at changes of names */
};

static const struct argument_test argument_tests[] = {
	/* The child would have the filter and no tracer: the engine clears the flag. */
	{ ID_clone, BPF_JSET, { CLONE_UNTRACED }, 1, 0 },
	/* The tracee gets a filter of its own, or asks whether it has one. */
	{ ID_prctl, BPF_JEQ, { PR_SET_SECCOMP, PR_GET_SECCOMP, PR_SET_NAME }, 2, 1 },
	/* No debugger can trace a filtered process, because scry does: scry warns the user. */
	{ ID_ptrace, BPF_JEQ, { REQUEST_TRACEME, REQUEST_ATTACH, REQUEST_SEIZE }, 3, 0 },
};

/*
 * Where the lower half of the tested argument is. The kernel passes arguments of 64 bits, in the
 * byte order of the machine. Only clone(2) has the argument at an index that depends on the ABI.
 */
static uint32_t argument_offset(const struct argument_test *test, const struct abi *abi)
{
	unsigned index = test->id == ID_clone ? abi->clone_flags : 0;

	return (uint32_t)offsetof(struct seccomp_data, args) + 8 * index +
	       (abi->big_endian ? 4 : 0);
}

/*
 * Tests the argument of one call. Other calls go on with the instructions that were emitted last.
 */
static void emit_argument_test(struct code *code, const struct argument_test *test,
			       const struct call_set *set, bool renames, const struct abi *abi)
{
	unsigned n = test->n_values + (renames ? test->n_names : 0);
	unsigned following = code->n - 1, label;
	int64_t nr = abi_number(abi, test->id);

	if (nr < 0 || call_set_has(set, test->id, abi))
		return;
	label = code_return(code, SECCOMP_RET_ALLOW);
	for (unsigned i = 0; i < n; i++)
		label = code_jump(code, test->op, test->values[i], code_return(code, SECCOMP_TRACE),
				  label);
	label = code_emit(code, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
							     argument_offset(test, abi)));
	code_jump(code, BPF_JEQ, (uint32_t)nr, label, following);
}

static void emit_argument_tests(struct code *code, const struct call_set *set, bool renames,
				uint32_t audit_arch)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++)
		for (size_t t = 0;
		     abis[i]->audit_arch == audit_arch && t < ARRAY_SIZE(argument_tests); t++)
			emit_argument_test(code, &argument_tests[t], set, renames, abis[i]);
}

/* Emits the instructions that load the number of the call and judge it. Returns their label. */
static unsigned emit_arch(struct code *code, const struct call_set *set,
			  const struct narrowed_calls *narrowed, uint32_t audit_arch)
{
	struct ranges traced = ranges_of_arch(set, audit_arch);
	struct ranges allowed = ranges_complement(&traced);

	if (cost(code, &traced, true) <= cost(code, &allowed, false))
		emit_ranges(code, &traced, true);
	else
		emit_ranges(code, &allowed, false);
	narrow_emit(code, narrowed, audit_arch);
	emit_argument_tests(code, set, narrowed->renames, audit_arch);
	free(traced.items);
	free(allowed.items);
	return code_emit(code, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
							    offsetof(struct seccomp_data, nr)));
}

/* True if an ABI before this one has the same audit architecture. */
static bool is_repeated(const struct abi *const *abis, size_t i)
{
	for (size_t before = 0; before < i; before++)
		if (abis[before]->audit_arch == abis[i]->audit_arch)
			return true;
	return false;
}

static void emit_program(struct code *code, const struct call_set *set,
			 const struct narrowed_calls *narrowed)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);
	unsigned next = code_return(code, SECCOMP_TRACE);

	while (n--) {
		if (!is_repeated(abis, n)) {
			unsigned block = emit_arch(code, set, narrowed, abis[n]->audit_arch);

			next = code_jump(code, BPF_JEQ, abis[n]->audit_arch, block, next);
		}
	}
	code_emit(code, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						     offsetof(struct seccomp_data, arch)));
}

bool seccomp_compile_where(const struct call_set *set, struct where *where,
			   const struct call_set *calls, bool renames,
			   struct seccomp_program *program)
{
	const struct narrowed_calls narrowed = { where, calls, renames };
	struct code *code = xcalloc(1, sizeof(*code));
	bool fits;

	emit_program(code, set, &narrowed);
	fits = !code->full;
	*program = (struct seccomp_program){ 0 };
	if (fits) {
		program->n = code->n;
		program->instructions = xmalloc(code->n * sizeof(*program->instructions));
		for (unsigned i = 0; i < code->n; i++)
			program->instructions[i] = code->reversed[code->n - 1 - i];
	}
	free(code);
	return fits;
}

bool seccomp_compile(const struct call_set *set, struct seccomp_program *program)
{
	return seccomp_compile_where(set, NULL, NULL, false, program);
}

void seccomp_program_free(struct seccomp_program *program)
{
	free(program->instructions);
	*program = (struct seccomp_program){ 0 };
}
