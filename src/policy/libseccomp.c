/* SPDX-License-Identifier: MIT */
/* Writes profiles as a function in C that loads the filter by libseccomp. */
#include "policy/profile.h"

static const char head[] =
	"/* A seccomp filter made by scry --policy. Link with -lseccomp. */\n"
	"#include <errno.h>\n"
	"#include <seccomp.h>\n"
	"#include <stddef.h>\n"
	"\n"
	"/* Loads the filter into the calling process. Returns 0 or a negative error number. */\n"
	"int load_policy(void)\n"
	"{\n"
	"\tstatic const struct {\n"
	"\t\tconst char *call;\n"
	"\t\tunsigned n;\n"
	"\t\tstruct scmp_arg_cmp compared[%u];\n"
	"\t} rules[] = {\n";

static const char tail[] =
	"\t};\n"
	"\tscmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(%u));\n"
	"\tint result = filter ? 0 : -ENOMEM;\n"
	"\n"
	"%s"
	"\tfor (size_t i = 0; !result && i < sizeof(rules) / sizeof(rules[0]); i++) {\n"
	"\t\tint number = seccomp_syscall_resolve_name(rules[i].call);\n"
	"\n"
	"\t\t/* This libseccomp may be older than the call. */\n"
	"\t\tif (number != __NR_SCMP_ERROR)\n"
	"\t\t\tresult = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, rules[i].n,\n"
	"\t\t\t\t\t\t\trules[i].compared);\n"
	"\t}\n"
	"\tif (!result)\n"
	"\t\tresult = seccomp_load(filter);\n"
	"\tseccomp_release(filter);\n"
	"\treturn result;\n"
	"}\n";

static void put_condition(struct buf *out, const struct argument_test *condition)
{
	buf_printf(out, "SCMP_CMP64(%u, %s, ", condition->argument,
		   profile_comparisons[condition->comparison]);
	if (condition->comparison == COMPARE_MASKED_EQ)
		buf_printf(out, "0x%llx, ", (unsigned long long)condition->mask);
	buf_printf(out, "0x%llx)", (unsigned long long)condition->value);
}

static void put_architectures(struct buf *out, const struct profile *profile)
{
	uint32_t abis = profile_machine_abis(profile);

	for (size_t i = 0; i < profile_n_architectures; i++) {
		const struct architecture *architecture = &profile_architectures[i];

		if (abis >> architecture->abi & 1 && architecture->abi != abi_native()->id)
			buf_printf(out,
				   "\tif (!result)\n\t\tresult = seccomp_arch_add(filter, %s);\n",
				   architecture->oci);
	}
}

/* libseccomp has the names of architectures that OCI has. */
bool profile_write_libseccomp(const struct profile *profile, struct buf *out, char **error)
{
	struct buf architectures = { 0 };
	unsigned most = 1;

	(void)error;
	for (size_t i = 0; i < profile->n; i++)
		if (profile->rules[i].n_conditions > most)
			most = profile->rules[i].n_conditions;
	buf_printf(out, head, most);
	for (size_t i = 0; i < profile->n; i++) {
		const struct rule *rule = &profile->rules[i];

		buf_printf(out, "\t\t{ \"%s\", %u, { ", rule->call, rule->n_conditions);
		for (unsigned n = 0; n < rule->n_conditions; n++) {
			if (n)
				buf_puts(out, ", ");
			put_condition(out, &rule->conditions[n]);
		}
		buf_puts(out, rule->n_conditions ? " } },\n" : "{ 0 } } },\n");
	}
	put_architectures(&architectures, profile);
	buf_printf(out, tail, profile->fallback & SECCOMP_RET_DATA, buf_cstr(&architectures));
	buf_free(&architectures);
	return true;
}
