/* SPDX-License-Identifier: MIT */
/* Writes profiles for people: each call, how often it was made, and why it is allowed. */
#include "policy/profile.h"
#include "policy/trial.h"

struct name_writer {
	struct buf *out;
	bool some;
};

static void put_rule_name(void *ctx, const char *name, uint64_t bits)
{
	struct name_writer *writer = ctx;

	(void)bits;
	if (writer->some)
		buf_putc(writer->out, '|');
	writer->some = true;
	buf_puts(writer->out, name);
}

/* The list of ioctl requests has the numbers of most machines: see abi_ioctl_request(). */
static void put_rule_value(struct buf *out, const struct list *list, uint64_t value)
{
	struct name_writer writer = { out, false };
	const char *name;
	uint64_t rest = value;

	if (list == list_find("ioctl"))
		value = abi_ioctl_request(abi_native(), value);
	if (list && list->kind == LIST_FLAGS) {
		rest = list_split(list, abi_native(), value, put_rule_name, &writer);
		if (!rest && writer.some)
			return;
	} else if (list) {
		name = list_name(list, abi_native(), value);
		if (name) {
			buf_puts(out, name);
			return;
		}
	}
	if (writer.some)
		buf_putc(out, '|');
	buf_put_hex(out, rest);
}

static void put_conditions(struct buf *out, const struct rule *rule)
{
	const struct constrained *argument = profile_constrained(rule->call);

	for (unsigned i = 0; i < rule->n_conditions; i++) {
		const struct argument_test *condition = &rule->conditions[i];
		bool known = argument &&
			     profile_argument(argument, abi_native()) == condition->argument &&
			     condition->comparison == COMPARE_MASKED_EQ;
		static const char *const words[] = {
			[COMPARE_NE] = "is not",    [COMPARE_LT] = "below",
			[COMPARE_LE] = "at most",   [COMPARE_EQ] = "is",
			[COMPARE_GE] = "at least",  [COMPARE_GT] = "above",
			[COMPARE_MASKED_EQ] = "is",
		};

		buf_puts(out, i ? " and " : ", if ");
		if (known)
			buf_puts(out, argument->what);
		else
			buf_printf(out, "argument %u", condition->argument + 1);
		if (condition->comparison == COMPARE_MASKED_EQ && !known)
			buf_printf(out, " & 0x%llx", (unsigned long long)condition->mask);
		buf_printf(out, " %s ", words[condition->comparison]);
		put_rule_value(out, known && argument->list ? list_find(argument->list) : NULL,
			       condition->value);
	}
}

bool profile_write_text(const struct profile *profile, struct buf *out, char **error)
{
	(void)error;
	buf_puts(out, "Calls that the profile allows; others fail with ");
	profile_put_answer(out, profile->fallback);
	buf_puts(out, ".\n\n   calls  call                     why\n");
	for (size_t i = 0; i < profile->n; i++) {
		const struct rule *rule = &profile->rules[i];

		buf_printf(out, "%8llu  %-24s %s", (unsigned long long)rule->calls, rule->call,
			   rule->why ? rule->why : "used");
		put_conditions(out, rule);
		buf_putc(out, '\n');
	}
	return true;
}
