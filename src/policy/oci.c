/* SPDX-License-Identifier: MIT */
/* Writes profiles as JSON of the OCI runtime specification ("Linux Container Configuration", Seccomp). */
#include "policy/profile.h"

/* Of SCMP_CMP_MASKED_EQ `value` is the mask, and `valueTwo` what is compared. */
static void put_condition(struct buf *out, const struct argument_test *condition)
{
	bool masked = condition->comparison == COMPARE_MASKED_EQ;

	buf_printf(out, "{\"index\": %u, \"value\": %llu, ", condition->argument,
		   (unsigned long long)(masked ? condition->mask : condition->value));
	if (masked)
		buf_printf(out, "\"valueTwo\": %llu, ", (unsigned long long)condition->value);
	buf_printf(out, "\"op\": \"%s\"}", profile_comparisons[condition->comparison]);
}

static void put_conditional(struct buf *out, const struct rule *rule)
{
	buf_printf(out,
		   ",\n\t\t{\n\t\t\t\"names\": [\"%s\"],\n\t\t\t\"action\": "
		   "\"SCMP_ACT_ALLOW\",\n\t\t\t\"args\": [",
		   rule->call);
	for (unsigned i = 0; i < rule->n_conditions; i++) {
		if (i)
			buf_puts(out, ", ");
		put_condition(out, &rule->conditions[i]);
	}
	buf_puts(out, "]\n\t\t}");
}

bool profile_write_oci(const struct profile *profile, struct buf *out, char **error)
{
	const char *between = "";

	(void)error;
	buf_printf(out, "{\n\t\"defaultAction\": \"SCMP_ACT_ERRNO\",\n\t\"defaultErrnoRet\": %u,\n",
		   profile->fallback & SECCOMP_RET_DATA);
	buf_puts(out, "\t\"architectures\": [");
	for (size_t i = 0; i < profile_n_architectures; i++) {
		if (!(profile->abis >> profile_architectures[i].abi & 1))
			continue;
		buf_printf(out, "%s\"%s\"", between, profile_architectures[i].oci);
		between = ", ";
	}
	buf_puts(out, "],\n\t\"syscalls\": [\n\t\t{\n\t\t\t\"names\": [");
	between = "\n";
	for (size_t i = 0; i < profile->n; i++) {
		if (profile->rules[i].n_conditions)
			continue;
		buf_printf(out, "%s\t\t\t\t\"%s\"", between, profile->rules[i].call);
		between = ",\n";
	}
	buf_puts(out, "\n\t\t\t],\n\t\t\t\"action\": \"SCMP_ACT_ALLOW\"\n\t\t}");
	for (size_t i = 0; i < profile->n; i++)
		if (profile->rules[i].n_conditions)
			put_conditional(out, &profile->rules[i]);
	buf_puts(out, "\n\t]\n}\n");
	return true;
}
