/* SPDX-License-Identifier: MIT */
/*
 * Profiles: what is written of the calls of each machine, and what the program that is made of one
 * in JSON answers.
 */
#include "config.h"

#include <check.h>
#include <errno.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/policy.h"
#include "suite.h"

#define ALLOW SECCOMP_RET_ALLOW
#define DENY (SECCOMP_RET_ERRNO | EPERM)

/* The conditions of a rule that denies getpriority, the arguments of a call, and the answer. */
static const struct {
	const char *conditions;
	uint64_t args[2];
	uint32_t answer;
} rows[] = {
	{ "", { 0 }, DENY },
	{ "{\"index\":0,\"value\":5,\"op\":\"SCMP_CMP_EQ\"}", { 5 }, DENY },
	{ "{\"index\":0,\"value\":5,\"op\":\"SCMP_CMP_EQ\"}", { 6 }, ALLOW },
	/* All 64 bits are compared, also where jansson has no integers. */
	{ "{\"index\":0,\"value\":9223372036854775807,\"op\":\"SCMP_CMP_EQ\"}",
	  { INT64_MAX },
	  DENY },
	{ "{\"index\":0,\"value\":9223372036854775808,\"op\":\"SCMP_CMP_EQ\"}",
	  { 1ull << 63 },
	  DENY },
	{ "{\"index\":0,\"value\":9223372036854775808,\"op\":\"SCMP_CMP_EQ\"}",
	  { (1ull << 63) + 1 },
	  ALLOW },
	{ "{\"index\":0,\"value\":18446744073709551608,\"op\":\"SCMP_CMP_EQ\"}", { -8ull }, DENY },
	{ "{\"index\":0,\"value\":18446744073709551608,\"op\":\"SCMP_CMP_EQ\"}", { -9ull }, ALLOW },
	{ "{\"index\":0,\"value\":18446744073709551615,\"op\":\"SCMP_CMP_EQ\"}", { -1ull }, DENY },
	{ "{\"index\":0,\"value\":18446744073709551614,\"valueTwo\":4,\"op\":\"SCMP_CMP_MASKED_"
	  "EQ\"}",
	  { 5 },
	  DENY },
	{ "{\"index\":0,\"value\":18446744073709551614,\"valueTwo\":4,\"op\":\"SCMP_CMP_MASKED_"
	  "EQ\"}",
	  { 5 + (1ull << 63) },
	  ALLOW },
	{ "{\"index\":0,\"value\":4.096e3,\"op\":\"SCMP_CMP_EQ\"}", { 4096 }, DENY },
	/*
	 * Conditions for two arguments must both hold; conditions for one argument are
	 * alternatives.
	 */
	{ "{\"index\":0,\"value\":5,\"op\":\"SCMP_CMP_EQ\"},{\"index\":1,\"value\":6,\"op\":\"SCMP_"
	  "CMP_EQ\"}",
	  { 5, 7 },
	  ALLOW },
	{ "{\"index\":0,\"value\":5,\"op\":\"SCMP_CMP_EQ\"},{\"index\":1,\"value\":6,\"op\":\"SCMP_"
	  "CMP_EQ\"}",
	  { 5, 6 },
	  DENY },
	{ "{\"index\":0,\"value\":5,\"op\":\"SCMP_CMP_EQ\"},{\"index\":0,\"value\":6,\"op\":\"SCMP_"
	  "CMP_EQ\"}",
	  { 6 },
	  DENY },
	{ "{\"index\":0,\"value\":5,\"op\":\"SCMP_CMP_EQ\"},{\"index\":0,\"value\":6,\"op\":\"SCMP_"
	  "CMP_EQ\"}",
	  { 7 },
	  ALLOW },
};

static struct policy_trial *read_profile(const char *conditions, char **error)
{
	struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	const struct seccomp_program base = { .instructions = &allow, .n = 1 };
	struct seccomp_program program = { 0 };
	struct policy_trial *trial;
	char path[] = "policy_test.XXXXXX";
	FILE *file = fdopen(mkstemp(path), "w");

	ck_assert(file);
	fprintf(file,
		"{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":[{\"names\":[\"getpriority\"],"
		"\"action\":\"SCMP_ACT_ERRNO\",\"args\":[%s]}]}",
		conditions);
	ck_assert(!fclose(file));
	trial = policy_trial_new(path, &base, &program, error);
	unlink(path);
	seccomp_program_free(&program);
	return trial;
}

START_TEST(a_call_gets_its_answer)
{
	const struct abi *abi = abi_native();
	uint64_t args[6] = { rows[_i].args[0], rows[_i].args[1] };
	char *error = NULL;
	struct policy_trial *trial = read_profile(rows[_i].conditions, &error);
	uint32_t answer;

	ck_assert_msg(trial, "%s: %s", rows[_i].conditions, error);
	answer = policy_trial_answer(trial, abi->audit_arch,
				     (uint64_t)abi_number(abi, syscall_by_name("getpriority")), 0,
				     args);
	/* Where registers are narrower, libseccomp compares their 32 bits. */
	if (abi->klong_size == 8 || args[0] <= UINT32_MAX)
		ck_assert_msg(answer == rows[_i].answer, "%s: 0x%x instead of 0x%x",
			      rows[_i].conditions, answer, rows[_i].answer);
	policy_trial_free(trial);
}
END_TEST

/*
 * The condition {"index": 0, "value": ..., "op": "SCMP_CMP_EQ"} with this value, and the end of the
 * message.
 */
static const struct {
	const char *value, *message;
} refused[] = {
	{ "18446744073709551616", "value is 18446744073709551616, but an argument has 64 bits" },
	{ "1.8446744073709552e+19",
	  "value is 1.84467e+19, which may be rounded: write all digits, without an exponent" },
	{ "-1", "no number: value" },
	{ "-1.0", "no number: value" },
	{ "1.5", "no whole number: value" },
	{ "\"\"", "no number: value" },
	{ "\"5x\"", "no number: value" },
	{ "\"18446744073709551608", "unexpected newline" },
	{ "-9223372036854775809", "too big negative integer near '-9223372036854775809'" },
};

START_TEST(a_number_is_exact_or_refused)
{
	char condition[200], *error = NULL;

	snprintf(condition, sizeof(condition),
		 "{\"index\":0,\"value\":%s\n,\"op\":\"SCMP_CMP_EQ\"}", refused[_i].value);
	ck_assert(!read_profile(condition, &error));
	ck_assert_msg(strstr(error, refused[_i].message), "%s: %s", refused[_i].value, error);
	free(error);
}
END_TEST

/*
 * The profile of one clone(2) that makes a PID namespace: its flags are argument `flags`. The
 * machine is that of the ABI.
 */
static void write_profile(const struct abi *abi, unsigned flags, enum policy_format format,
			  char *text, size_t size)
{
	struct policy_config config = { .format = format, .arguments = true };
	uint64_t args[6] = { 0x1111, 0x2222, 0x3333, 0x4444, 0x5555, 0x6666 };
	char path[] = "policy_test.XXXXXX", *error = NULL;
	struct policy *policy;
	FILE *file;

	args[flags] = CLONE_NEWPID | SIGCHLD;
	config.path = path;
	ck_assert(!close(mkstemp(path)));
	abi_set_native(abi);
	policy = policy_new(&config, &error);
	ck_assert_msg(policy, "%s", error);
	policy_add(policy, abi, (uint64_t)abi_number(abi, syscall_by_name("clone")), args);
	ck_assert_msg(policy_write(policy, &error), "%s: %s", abi->name, error);
	policy_free(policy);
	file = fopen(path, "r");
	ck_assert(file);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
	unlink(path);
}

/*
 * The native ABI of each machine, what others call it, and where clone(2) has its flags: in its man
 * page, "C library/kernel differences".
 */
static const struct {
	const char *abi, *oci, *systemd;
	unsigned flags;
	unsigned enosys;
} machines[] = {
	{ "x86_64", "SCMP_ARCH_X86_64", "x86-64", 0, 38 },
	{ "i386", "SCMP_ARCH_X86", "x86", 0, 38 },
	{ "arm64", "SCMP_ARCH_AARCH64", "arm64", 0, 38 },
	{ "arm", "SCMP_ARCH_ARM", "arm", 0, 38 },
	{ "riscv64", "SCMP_ARCH_RISCV64", "riscv64", 0, 38 },
	{ "s390x", "SCMP_ARCH_S390X", "s390x", 1, 38 },
	{ "mips64", "SCMP_ARCH_MIPSEL64", "mips64-le", 0, 89 },
	{ "loongarch64", "SCMP_ARCH_LOONGARCH64", "loongarch64", 0, 38 },
	{ "powerpc64", "SCMP_ARCH_PPC64LE", "ppc64-le", 0, 38 },
};

/* Fails if the profile of an ABI has no such text, with what printf(3) makes of it. */
__attribute__((format(printf, 3, 4))) static void
has_text(const struct abi *abi, const char *profile, const char *format, ...)
{
	char text[200];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof(text), format, values);
	va_end(values);
	ck_assert_msg(strstr(profile, text), "%s: no %s in %s", abi->name, text, profile);
}

START_TEST(a_machine_has_its_names)
{
	const struct abi *abi = abi_by_name(machines[_i].abi);
	char text[16384];

	write_profile(abi, machines[_i].flags, POLICY_OCI, text, sizeof(text));
	has_text(abi, text, "\"architectures\": [\"%s\"],\n", machines[_i].oci);
	has_text(abi, text, "\"defaultErrnoRet\": %u,\n", machines[_i].enosys);
	has_text(abi, text,
		 "\"args\": [{\"index\": %u, \"value\": 2114060416, \"valueTwo\": 536870912, "
		 "\"op\": \"SCMP_CMP_MASKED_EQ\"}]",
		 machines[_i].flags);

	write_profile(abi, machines[_i].flags, POLICY_SYSTEMD, text, sizeof(text));
	has_text(abi, text,
		 "SystemCallArchitectures=%s\nSystemCallErrorNumber=ENOSYS\nSystemCallFilter="
		 "clone\n",
		 machines[_i].systemd);

	write_profile(abi, machines[_i].flags, POLICY_TEXT, text, sizeof(text));
	has_text(abi, text, "used, if namespaces is CLONE_NEWPID\n");
}
END_TEST

/*
 * A program for a machine of another byte order: its first instruction loads the architecture of
 * the call.
 */
START_TEST(a_program_has_the_byte_order_of_its_machine)
{
	static const unsigned char load[] = { 0, BPF_LD | BPF_W | BPF_ABS, 0, 0, 0, 0, 0, 4 };
	char program[16384];

	write_profile(abi_by_name("s390x"), 1, POLICY_BPF, program, sizeof(program));
	ck_assert_mem_eq(program, load, sizeof(load));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("policy");
	TCase *tests = tcase_create("machines");

	tcase_add_loop_test(tests, a_machine_has_its_names, 0, ARRAY_SIZE(machines));
#ifdef HAVE_LIBSECCOMP
	tcase_add_test(tests, a_program_has_the_byte_order_of_its_machine);
#else
	(void)a_program_has_the_byte_order_of_its_machine;
#endif
#if defined(HAVE_LIBSECCOMP) && defined(HAVE_JANSSON)
	tcase_add_loop_test(tests, a_call_gets_its_answer, 0, ARRAY_SIZE(rows));
	tcase_add_loop_test(tests, a_number_is_exact_or_refused, 0, ARRAY_SIZE(refused));
#else
	(void)a_call_gets_its_answer, (void)a_number_is_exact_or_refused;
	puts("NOT TESTED: profiles in JSON: scry was built without libseccomp or jansson");
#endif
	return suite_run(suite, tests, NULL);
}
