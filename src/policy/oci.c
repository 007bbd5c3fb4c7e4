/* SPDX-License-Identifier: MIT */
/*
 * Writes profiles as JSON of the OCI runtime specification ("Linux Container Configuration",
 * Seccomp).
 */
#include "policy/profile.h"
#include "scry/json.h"

/* Begins the line of a member or element, indented by tabs. A key of NULL begins an element. */
static void begin_json_line(struct buf *out, size_t tabs, const char *key)
{
	buf_puts(out,
		 out->data[out->len - 1] == '{' || out->data[out->len - 1] == '[' ? "\n" : ",\n");
	buf_fill(out, '\t', tabs);
	if (!key)
		return;
	json_put_text(out, key);
	buf_puts(out, ": ");
}

/* Begins a member or element in the same line. */
static void begin_next(struct buf *out, const char *key)
{
	if (out->data[out->len - 1] != '{' && out->data[out->len - 1] != '[')
		buf_puts(out, ", ");
	if (!key)
		return;
	json_put_text(out, key);
	buf_puts(out, ": ");
}

/* Ends what a bracket has begun on a line before, indented by tabs. */
static void end_lines(struct buf *out, size_t tabs, char bracket)
{
	buf_putc(out, '\n');
	buf_fill(out, '\t', tabs);
	buf_putc(out, bracket);
}

/* Of SCMP_CMP_MASKED_EQ `value` is the mask, and `valueTwo` what is compared. */
static void put_condition(struct buf *out, const struct argument_test *condition)
{
	bool masked = condition->comparison == COMPARE_MASKED_EQ;

	json_begin_object(out);
	begin_next(out, "index");
	buf_put_udec(out, condition->argument);
	begin_next(out, "value");
	buf_put_udec(out, masked ? condition->mask : condition->value);
	if (masked) {
		begin_next(out, "valueTwo");
		buf_put_udec(out, condition->value);
	}
	begin_next(out, "op");
	json_put_text(out, profile_comparisons[condition->comparison]);
	json_end_object(out);
}

static void put_action(struct buf *out)
{
	begin_json_line(out, 3, "action");
	json_put_text(out, "SCMP_ACT_ALLOW");
}

static void put_unconditional(struct buf *out, const struct profile *profile)
{
	begin_json_line(out, 2, NULL);
	json_begin_object(out);
	begin_json_line(out, 3, "names");
	json_begin_array(out);
	for (size_t i = 0; i < profile->n; i++) {
		if (profile->rules[i].n_conditions)
			continue;
		begin_json_line(out, 4, NULL);
		json_put_text(out, profile->rules[i].call);
	}
	end_lines(out, 3, ']');
	put_action(out);
	end_lines(out, 2, '}');
}

static void put_conditional(struct buf *out, const struct rule *rule)
{
	begin_json_line(out, 2, NULL);
	json_begin_object(out);
	begin_json_line(out, 3, "names");
	json_begin_array(out);
	json_put_text(out, rule->call);
	json_end_array(out);
	put_action(out);
	begin_json_line(out, 3, "args");
	json_begin_array(out);
	for (unsigned i = 0; i < rule->n_conditions; i++) {
		begin_next(out, NULL);
		put_condition(out, &rule->conditions[i]);
	}
	json_end_array(out);
	end_lines(out, 2, '}');
}

bool profile_write_oci(const struct profile *profile, struct buf *out, char **error)
{
	(void)error;
	json_begin_object(out);
	begin_json_line(out, 1, "defaultAction");
	json_put_text(out, "SCMP_ACT_ERRNO");
	begin_json_line(out, 1, "defaultErrnoRet");
	buf_put_udec(out, profile->fallback & SECCOMP_RET_DATA);
	begin_json_line(out, 1, "architectures");
	json_begin_array(out);
	for (size_t i = 0; i < profile_n_architectures; i++) {
		if (!(profile->abis >> profile_architectures[i].abi & 1))
			continue;
		begin_next(out, NULL);
		json_put_text(out, profile_architectures[i].oci);
	}
	json_end_array(out);
	begin_json_line(out, 1, "syscalls");
	json_begin_array(out);
	put_unconditional(out, profile);
	for (size_t i = 0; i < profile->n; i++)
		if (profile->rules[i].n_conditions)
			put_conditional(out, &profile->rules[i]);
	end_lines(out, 1, ']');
	end_lines(out, 0, '}');
	buf_putc(out, '\n');
	return true;
}
