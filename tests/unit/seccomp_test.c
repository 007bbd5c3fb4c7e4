/* SPDX-License-Identifier: MIT */
/* The filter compiler: against the set it was made from, against libseccomp, against the kernel. */
#include "config.h"

#include <check.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAVE_LIBSECCOMP
#include <seccomp.h>
#endif

#include "scry/arch.h"
#include "scry/seccomp.h"
#include "scry/util.h"
#include "suite.h"

static void parse(const char *expression, struct call_set *set)
{
	char *error = NULL;

	ck_assert_msg(call_set_parse(expression, set, &error), "%s", error);
}

static struct seccomp_program compile(const struct call_set *set)
{
	struct seccomp_program program;

	ck_assert(seccomp_compile(set, &program));
	return program;
}

static uint32_t judge(const struct seccomp_program *program, uint32_t arch, uint32_t nr)
{
	/* With this argument neither clone, prctl nor ptrace stops for the engine. */
	const struct seccomp_data data = { .arch = arch, .nr = (int)nr, .args = { PTRACE_CONT } };

	return seccomp_simulate(program->instructions, program->n, &data);
}

/* --- single numbers --------------------------------------------------------------------- */

#define X32 0x40000000u
#define TRACE SECCOMP_TRACE
#define ALLOW SECCOMP_RET_ALLOW

static const struct {
	const char *expression;
	uint32_t arch, nr, verdict;
} rows[] = {
	{ "openat", AUDIT_ARCH_X86_64, 257, TRACE },
	{ "openat", AUDIT_ARCH_X86_64, 256, ALLOW },
	{ "openat", AUDIT_ARCH_X86_64, 258, ALLOW },
	{ "openat", AUDIT_ARCH_X86_64, 0, ALLOW },
	{ "openat", AUDIT_ARCH_X86_64, X32 | 257, TRACE },
	{ "openat", AUDIT_ARCH_X86_64, X32 | 256, ALLOW },
	{ "openat", AUDIT_ARCH_I386, 295, TRACE },
	{ "openat", AUDIT_ARCH_I386, 257, ALLOW },
	{ "openat@64", AUDIT_ARCH_X86_64, 257, TRACE },
	{ "openat@64", AUDIT_ARCH_X86_64, X32 | 257, ALLOW },
	{ "openat@64", AUDIT_ARCH_I386, 295, ALLOW },
	{ "!openat", AUDIT_ARCH_X86_64, 257, ALLOW },
	{ "!openat", AUDIT_ARCH_X86_64, 0, TRACE },
	{ "all", AUDIT_ARCH_X86_64, 0, TRACE },
	/* A call with an unknown number is traced under every expression. */
	{ "none", AUDIT_ARCH_X86_64, 0, ALLOW },
	{ "none", AUDIT_ARCH_X86_64, 350, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 1000, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 0x3fffffff, TRACE },
	{ "none", AUDIT_ARCH_X86_64, X32, ALLOW },
	{ "none", AUDIT_ARCH_X86_64, X32 | 5000, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 0x80000000, TRACE },
	{ "none", AUDIT_ARCH_X86_64, UINT32_MAX, TRACE },
	{ "none", AUDIT_ARCH_I386, 1, ALLOW },
	{ "none", AUDIT_ARCH_I386, UINT32_MAX, TRACE },
	{ "none", AUDIT_ARCH_I386, X32 | 1, TRACE },
	{ "none", AUDIT_ARCH_AARCH64, 1, TRACE },
	{ "none", 0, 0, TRACE },
};

START_TEST(a_number_gets_its_verdict)
{
	struct seccomp_program program;
	struct call_set set;

	parse(rows[_i].expression, &set);
	program = compile(&set);
	ck_assert_uint_eq(judge(&program, rows[_i].arch, rows[_i].nr), rows[_i].verdict);
	seccomp_program_free(&program);
}
END_TEST

/* Calls that stop only with certain first arguments. */
static const struct {
	const char *expression;
	uint32_t arch, nr, first, verdict;
} arguments[] = {
	{ "none", AUDIT_ARCH_X86_64, 56, CLONE_UNTRACED, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 56, CLONE_UNTRACED | SIGCHLD, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 56, ~(uint32_t)CLONE_UNTRACED, ALLOW },
	{ "none", AUDIT_ARCH_X86_64, 57, CLONE_UNTRACED, ALLOW },
	{ "none", AUDIT_ARCH_X86_64, X32 | 56, CLONE_UNTRACED, TRACE },
	{ "none", AUDIT_ARCH_X86_64, X32 | 56, 0, ALLOW },
	{ "none", AUDIT_ARCH_I386, 120, CLONE_UNTRACED, TRACE },
	{ "none", AUDIT_ARCH_I386, 120, 0, ALLOW },
	{ "none", AUDIT_ARCH_I386, 56, CLONE_UNTRACED, ALLOW },
	{ "clone@64", AUDIT_ARCH_X86_64, 56, 0, TRACE },
	{ "clone@64", AUDIT_ARCH_X86_64, X32 | 56, 0, ALLOW },
	{ "!clone", AUDIT_ARCH_X86_64, 56, CLONE_UNTRACED, TRACE },
	{ "!clone", AUDIT_ARCH_X86_64, 56, 0, ALLOW },
	/* prctl stops for PR_SET_SECCOMP and PR_GET_SECCOMP. */
	{ "none", AUDIT_ARCH_X86_64, 157, 22, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 157, 21, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 157, 15, ALLOW },
	{ "none", AUDIT_ARCH_X86_64, X32 | 157, 22, TRACE },
	{ "none", AUDIT_ARCH_I386, 172, 22, TRACE },
	{ "none", AUDIT_ARCH_I386, 172, 15, ALLOW },
	{ "prctl", AUDIT_ARCH_X86_64, 157, 15, TRACE },
	/* ptrace stops where a debugger is to become the tracer. */
	{ "none", AUDIT_ARCH_X86_64, 101, PTRACE_TRACEME, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 101, PTRACE_ATTACH, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 101, PTRACE_SEIZE, TRACE },
	{ "none", AUDIT_ARCH_X86_64, 101, PTRACE_CONT, ALLOW },
	{ "none", AUDIT_ARCH_X86_64, X32 | 521, PTRACE_ATTACH, TRACE },
	{ "none", AUDIT_ARCH_I386, 26, PTRACE_SEIZE, TRACE },
	{ "none", AUDIT_ARCH_I386, 26, PTRACE_SYSCALL, ALLOW },
	{ "ptrace", AUDIT_ARCH_X86_64, 101, PTRACE_CONT, TRACE },
};

START_TEST(first_arguments_are_tested)
{
	struct seccomp_data data = { .arch = arguments[_i].arch,
				     .nr = (int)arguments[_i].nr,
				     .args = { UINT64_C(0xdeadbeef) << 32 | arguments[_i].first } };
	struct seccomp_program program;
	struct call_set set;

	parse(arguments[_i].expression, &set);
	program = compile(&set);
	ck_assert_uint_eq(seccomp_simulate(program.instructions, program.n, &data),
			  arguments[_i].verdict);
	seccomp_program_free(&program);
}
END_TEST

/* --- all numbers ------------------------------------------------------------------------ */

/* What the program has to say of a number, from the set alone. */
static uint32_t expected(const struct call_set *set, uint32_t arch, uint32_t nr)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);
	const struct abi *abi = abi_find(arch, nr);

	for (size_t i = 0; i < n; i++) {
		enum syscall_id id = abi ? abi_syscall(abi, nr) : ID_none;

		if (abis[i] == abi)
			return !id || set->abis[id] >> abi->id & 1 ? TRACE : ALLOW;
	}
	return TRACE;
}

static void check_numbers(const struct call_set *set, const char *what)
{
	static const uint32_t archs[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, AUDIT_ARCH_AARCH64,
					  AUDIT_ARCH_S390X };
	static const uint32_t bases[] = { 0, X32, 0x3fffff00, 0x7fffff00, 0x80000000, 0xfffffd00 };
	struct seccomp_program program = compile(set);

	for (size_t a = 0; a < ARRAY_SIZE(archs); a++) {
		for (uint64_t i = 0; i < ARRAY_SIZE(bases) * 600; i++) {
			uint32_t nr = bases[i / 600] + i % 600;

			ck_assert_msg(judge(&program, archs[a], nr) == expected(set, archs[a], nr),
				      "%s: number %#x of %#x", what, nr, archs[a]);
		}
	}
	seccomp_program_free(&program);
}

/* A set in which a call is with a chance of percent. */
static void random_set(struct call_set *set, unsigned percent)
{
	struct call_set all;

	call_set_fill(&all, true);
	call_set_fill(set, false);
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			if (rand() % 100 < (int)percent)
				set->abis[id] |= all.abis[id] & 1u << abi;
}

START_TEST(random_sets_come_out_as_they_went_in)
{
	static const unsigned percents[] = { 0, 1, 5, 20, 50, 80, 95, 99, 100 };
	struct call_set set;

	srand(4711 + _i);
	for (size_t i = 0; i < ARRAY_SIZE(percents); i++) {
		char what[64];

		snprintf(what, sizeof(what), "seed %d, %u %%", 4711 + _i, percents[i]);
		random_set(&set, percents[i]);
		check_numbers(&set, what);
	}
}
END_TEST

/* --- sizes ------------------------------------------------------------------------------ */

static void odd_numbers(struct call_set *set)
{
	call_set_fill(set, false);
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			if (abi_number(abi_by_id(abi), id) & 1)
				set->abis[id] |= 1u << abi;
}

/*
 * The calls of Linux 7.2, for which the sizes below were measured. A later call can begin a range
 * of numbers of its own under each of three ABIs, which is up to six instructions.
 */
#define MEASURED_CALLS 576u
#define LATER_CALL_SIZE 6u

static const struct {
	const char *expression; /* NULL: every second number, the worst there is */
	unsigned max;
} sizes[] = {
	{ "none", 110 },  { "openat", 115 }, { "!getpid,getuid", 16 },
	{ "%file", 290 }, { "%desc", 320 },  { "%network", 140 },
	{ NULL, 900 },
};

START_TEST(programs_are_short)
{
	struct seccomp_program program;
	struct call_set set;

	if (sizes[_i].expression)
		parse(sizes[_i].expression, &set);
	else
		odd_numbers(&set);
	program = compile(&set);
	printf("%s: %u instructions\n", sizes[_i].expression ? sizes[_i].expression : "odd numbers",
	       program.n);
	ck_assert_uint_le(program.n, sizes[_i].max + (ID_COUNT - MEASURED_CALLS) * LATER_CALL_SIZE);
	seccomp_program_free(&program);
	check_numbers(&set, "");
}
END_TEST

/* --- the simulator itself --------------------------------------------------------------- */

START_TEST(the_simulator_refuses_what_the_kernel_refuses)
{
	const struct seccomp_data none = { 0 };
	struct sock_filter endless[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0) };
	struct sock_filter far[] = { BPF_JUMP(BPF_JMP | BPF_JA, UINT32_MAX, 0, 0),
				     BPF_STMT(BPF_RET | BPF_K, ALLOW) };
	struct sock_filter half[] = { BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 0),
				      BPF_STMT(BPF_RET | BPF_K, ALLOW) };
	struct sock_filter beyond[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 64),
					BPF_STMT(BPF_RET | BPF_K, ALLOW) };

	ck_assert_uint_eq(seccomp_simulate(endless, 1, &none), SECCOMP_RET_KILL_PROCESS);
	ck_assert_uint_eq(seccomp_simulate(far, 2, &none), SECCOMP_RET_KILL_PROCESS);
	ck_assert_uint_eq(seccomp_simulate(half, 2, &none), SECCOMP_RET_KILL_PROCESS);
	ck_assert_uint_eq(seccomp_simulate(beyond, 2, &none), SECCOMP_RET_KILL_PROCESS);
}
END_TEST

/* --- the kernel ------------------------------------------------------------------------- */

/*
 * Installs the program in a child and calls try() there; returns what that returned. Under the
 * filter the child may be unable to exit: it ends by a trap instead.
 */
static long in_child(const struct seccomp_program *program, long (*try)(void))
{
	long *result = mmap(NULL, sizeof(*result), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	long answer;
	pid_t child;

	ck_assert_ptr_ne(result, MAP_FAILED);
	*result = -1000;
	child = fork();
	if (!child) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		signal(SIGILL, SIG_DFL);
		*result = seccomp_install(program, true);
		if (!*result && try)
			*result = try();
		__builtin_trap();
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	answer = *result;
	munmap(result, sizeof(*result));
	return answer;
}

static const char *const live[] = {
	"none", "all", "openat", "!getpid,getuid", "%file", "%desc@32"
};

START_TEST(the_kernel_takes_it)
{
	struct seccomp_program program;
	struct call_set set;

	if (_i < (int)ARRAY_SIZE(live)) {
		parse(live[_i], &set);
	} else {
		srand(_i);
		random_set(&set, 50);
	}
	program = compile(&set);
	ck_assert_int_eq(in_child(&program, NULL), 0);
	seccomp_program_free(&program);
}
END_TEST

/* The child has no tracer, so a traced call fails with ENOSYS. */
static long try_calls(void)
{
	long traced = 0;

	traced |= (syscall(SYS_getppid) < 0 && errno == ENOSYS) << 0;
	traced |= (syscall(SYS_getpid) < 0 && errno == ENOSYS) << 1;
	traced |= (syscall(SYS_getuid) < 0 && errno == ENOSYS) << 2;
#ifdef __x86_64__
	/* The same through i386: getppid is 64, getpid 20, getuid 24. */
	for (long nr = 20, bit = 3; nr <= 64; nr += nr == 20 ? 4 : 40, bit++) {
		long result;

		__asm__ volatile("int $0x80"
				 : "=a"(result)
				 : "a"(nr)
				 : "r8", "r9", "r10", "r11", "memory");
		traced |= (result == -ENOSYS) << bit;
	}
#endif
	return traced;
}

START_TEST(the_kernel_judges_as_the_simulator)
{
	struct seccomp_program program;
	struct call_set set;

	parse("getppid,getpid@32", &set);
	program = compile(&set);
#ifdef __x86_64__
	ck_assert_int_eq(in_child(&program, try_calls), 1 << 0 | 1 << 3 | 1 << 5);
#else
	ck_assert_int_eq(in_child(&program, try_calls), 1 << 0);
#endif
	seccomp_program_free(&program);
}
END_TEST

/* --- libseccomp ------------------------------------------------------------------------- */

#ifdef HAVE_LIBSECCOMP
static const struct {
	const char *abi;
	uint32_t token;
} oracles[] = {
	{ "x86_64", SCMP_ARCH_X86_64 },
	{ "i386", SCMP_ARCH_X86 },
	{ "x32", SCMP_ARCH_X32 },
};

/* libseccomp makes its own of the calls that go through socketcall and ipc on some architecture. */
static bool is_comparable(enum syscall_id id)
{
	return !multiplexer_of(abi_by_name("i386"), id) && id != ID_socketcall && id != ID_ipc &&
	       seccomp_syscall_resolve_name(syscall_name(id)) != __NR_SCMP_ERROR;
}

static struct seccomp_program ask_libseccomp(const struct call_set *set, const struct abi *abi,
					     uint32_t token)
{
	scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
	struct seccomp_program program = { 0 };
	int fd = memfd_create("libseccomp", MFD_CLOEXEC);
	off_t len;

	if (token != seccomp_arch_native()) {
		ck_assert_int_eq(seccomp_arch_add(ctx, token), 0);
		ck_assert_int_eq(seccomp_arch_remove(ctx, SCMP_ARCH_NATIVE), 0);
	}
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (call_set_has(set, id, abi) && is_comparable(id) && abi_number(abi, id) >= 0)
			ck_assert_int_eq(seccomp_rule_add(ctx, SCMP_ACT_TRACE(SECCOMP_TRACE_DATA),
							  seccomp_syscall_resolve_name(
								  syscall_name(id)),
							  0),
					 0);
	ck_assert_int_eq(seccomp_export_bpf(ctx, fd), 0);
	len = lseek(fd, 0, SEEK_END);
	program.instructions = xmalloc(len);
	program.n = len / sizeof(*program.instructions);
	ck_assert_int_eq(pread(fd, program.instructions, len, 0), len);
	close(fd);
	seccomp_release(ctx);
	return program;
}

/* True if both call the number by the same name. */
static bool both_know(const struct abi *abi, uint32_t token, uint32_t nr)
{
	enum syscall_id id = abi_syscall(abi, nr);
	char *name = seccomp_syscall_resolve_num_arch(token, nr);
	bool same = id && name && !strcmp(name, syscall_name(id)) && is_comparable(id);

	free(name);
	return same;
}

/* Returns how many numbers were compared. */
static unsigned compare(const struct call_set *set, const char *what)
{
	struct seccomp_program ours = compile(set);
	unsigned compared = 0;

	for (size_t i = 0; i < ARRAY_SIZE(oracles); i++) {
		const struct abi *abi = abi_by_name(oracles[i].abi);
		struct seccomp_program theirs = ask_libseccomp(set, abi, oracles[i].token);

		for (uint32_t n = 0; n < abi->n_ids; n++) {
			uint32_t nr = n | abi->nr_flag;

			if (!both_know(abi, oracles[i].token, nr))
				continue;
			compared++;
			ck_assert_msg(judge(&ours, abi->audit_arch, nr) ==
					      judge(&theirs, abi->audit_arch, nr),
				      "%s: %s %s", what, abi->name,
				      syscall_name(abi_syscall(abi, nr)));
		}
		seccomp_program_free(&theirs);
	}
	seccomp_program_free(&ours);
	return compared;
}

static const char *const compared_sets[] = { "none",  "all",	  "openat", "!getpid,getuid",
					     "%file", "%desc@32", "%net",   "/^get" };

START_TEST(libseccomp_says_the_same)
{
	struct call_set set;
	unsigned compared;

	if (_i < (int)ARRAY_SIZE(compared_sets)) {
		parse(compared_sets[_i], &set);
		compared = compare(&set, compared_sets[_i]);
	} else {
		srand(_i);
		random_set(&set, 10 * (_i - ARRAY_SIZE(compared_sets)));
		compared = compare(&set, "random set");
	}
	/* libseccomp 2.5 knows about 360 x86_64 calls and a little more of i386. */
	ck_assert_uint_gt(compared, 900);
}
END_TEST
#endif

/* --- what joins, and when ---------------------------------------------------------------- */

/*
 * prctl(2) stops at a change of the command name only if that is asked for, and at no other
 * harmless operation.
 */
START_TEST(renames_stop_if_asked_for)
{
	static const struct {
		uint64_t operation;
		bool stops[2];
	} cases[] = {
		{ PR_SET_NAME, { false, true } },	{ PR_GET_NAME, { false, false } },
		{ PR_SET_SECCOMP, { true, true } },	{ PR_GET_SECCOMP, { true, true } },
		{ PR_SET_PDEATHSIG, { false, false } },
	};
	struct call_set set;

	parse("getppid", &set);
	for (unsigned renames = 0; renames < 2; renames++) {
		struct seccomp_program program;

		ck_assert(seccomp_compile_where(&set, NULL, NULL, renames, &program));
		for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
			const struct seccomp_data data = { .arch = AUDIT_ARCH_X86_64,
							   .nr = 157,
							   .args = { cases[i].operation } };

			ck_assert_uint_eq(seccomp_simulate(program.instructions, program.n, &data),
					  cases[i].stops[renames] ? TRACE : ALLOW);
		}
		seccomp_program_free(&program);
	}
}
END_TEST

static const struct {
	const char *expression;
	enum seccomp_pinning pinning;
	const char *abi;
	enum syscall_id id;
	bool joins;
} joining[] = {
	{ "none", PINNING_NONE, "x86_64", ID_seccomp, true },
	{ "none", PINNING_NONE, "i386", ID_seccomp, true },
	{ "none", PINNING_NONE, "x86_64", ID_prctl, false },
	{ "none", PINNING_NONE, "x86_64", ID_ptrace, false },
	{ "none", PINNING_NONE, "x86_64", ID_execve, false },
	{ "none", PINNING_NONE, "x86_64", ID_clone, false },
	{ "none", PINNING_NONE, "x32", ID_clone3, true },
	{ "none", PINNING_NONE, "x86_64", ID_restart_syscall, false },
	{ "nanosleep", PINNING_NONE, "x86_64", ID_restart_syscall, true },
	{ "nanosleep", PINNING_NONE, "x86_64", ID_sched_setaffinity, false },
	{ "nanosleep", PINNING_OWN, "x86_64", ID_sched_setaffinity, true },
	{ "nanosleep", PINNING_OWN, "x86_64", ID_vfork, false },
	{ "nanosleep", PINNING_OWN, "x86_64", ID_setuid, true },
	{ "nanosleep", PINNING_ANY, "i386", ID_setuid32, false },
	{ "nanosleep", PINNING_ANY, "i386", ID_sched_getaffinity, true },
	{ "nanosleep", PINNING_OWN, "x86_64", ID_read, false },
	{ "socket", PINNING_NONE, "i386", ID_socketcall, true },
	{ "shmat", PINNING_NONE, "i386", ID_ipc, true },
	{ "socket@64", PINNING_NONE, "i386", ID_socketcall, false },
	{ "read", PINNING_NONE, "i386", ID_ipc, false },
	/* A call that an ABI does not have gets no bit. */
	{ "socket", PINNING_NONE, "x86_64", ID_socketcall, false },
};

START_TEST(calls_join_silently)
{
	struct call_set set, joined;

	parse(joining[_i].expression, &set);
	seccomp_join(&set, joining[_i].pinning, &joined);
	ck_assert_int_eq(call_set_has(&joined, joining[_i].id, abi_by_name(joining[_i].abi)),
			 joining[_i].joins);
}
END_TEST

static const struct {
	const char *expression;
	struct seccomp_situation situation;
	enum seccomp_start start;
} decisions[] = {
	{ "mkdir", { SECCOMP_AUTO, .follow = true, .needs_nnp = true }, SECCOMP_AT_LAUNCH },
	{ "mkdir", { SECCOMP_AUTO, .needs_nnp = true }, SECCOMP_NEVER },
	{ "mkdir",
	  { SECCOMP_AUTO, .follow = true, .needs_nnp = true, .keeps_rights = true },
	  SECCOMP_NEVER },
	{ "mkdir",
	  { SECCOMP_TRY, .follow = true, .needs_nnp = true, .keeps_rights = true },
	  SECCOMP_AT_LAUNCH },
	{ "mkdir", { SECCOMP_AUTO }, SECCOMP_LATER },
	{ "openat", { SECCOMP_AUTO, .follow = true, .takes_over = true }, SECCOMP_NEVER },
	{ "getppid", { SECCOMP_AUTO, .follow = true, .takes_over = true }, SECCOMP_NEVER },
	{ "mkdir,execve", { SECCOMP_AUTO, .follow = true, .takes_over = true }, SECCOMP_NEVER },
	{ "execve,execveat,exit_group",
	  { SECCOMP_AUTO, .follow = true, .takes_over = true },
	  SECCOMP_AT_LAUNCH },
	{ "none", { SECCOMP_AUTO, .follow = true, .takes_over = true }, SECCOMP_AT_LAUNCH },
	{ "openat",
	  { SECCOMP_AUTO, .follow = true, .takes_over = true, .needs_nnp = true },
	  SECCOMP_NEVER },
	{ "openat", { SECCOMP_TRY, .follow = true, .takes_over = true }, SECCOMP_AT_LAUNCH },
	{ "openat", { SECCOMP_AUTO, .takes_over = true }, SECCOMP_NEVER },
	{ "none", { SECCOMP_AUTO, .takes_over = true }, SECCOMP_NEVER },
	{ "none", { SECCOMP_AUTO }, SECCOMP_LATER },
	{ "openat", { SECCOMP_AUTO }, SECCOMP_LATER },
	{ "openat", { SECCOMP_AUTO, .follow = true }, SECCOMP_AT_LAUNCH },
	{ "all", { SECCOMP_AUTO, .follow = true }, SECCOMP_NEVER },
	{ "!mkdir", { SECCOMP_AUTO, .follow = true }, SECCOMP_AT_LAUNCH },
	{ "mkdir", { SECCOMP_AUTO, .follow = true, .attaching = true }, SECCOMP_NEVER },
	{ "mkdir", { SECCOMP_AUTO, .follow = true, .inherited = true }, SECCOMP_NEVER },
	{ "mkdir", { SECCOMP_AUTO, .follow = true, .releases_early = true }, SECCOMP_NEVER },
	{ "mkdir", { SECCOMP_AUTO, .releases_early = true }, SECCOMP_NEVER },
	{ "mkdir", { SECCOMP_ON, .follow = true, .inherited = true }, SECCOMP_AT_LAUNCH },
	{ "mkdir", { SECCOMP_ON, .releases_early = true }, SECCOMP_AT_LAUNCH },
	{ "mkdir", { SECCOMP_ON, .sends_signals = true }, SECCOMP_NEVER },
	{ "openat", { SECCOMP_ON, .needs_nnp = true }, SECCOMP_AT_LAUNCH },
	{ "openat", { SECCOMP_TRY, .needs_nnp = true }, SECCOMP_AT_LAUNCH },
	{ "openat", { SECCOMP_ON, .follow = true, .attaching = true }, SECCOMP_NEVER },
	{ "all", { SECCOMP_ON, .follow = true }, SECCOMP_NEVER },
	{ "mkdir", { SECCOMP_OFF, .follow = true }, SECCOMP_NEVER },
};

START_TEST(a_filter_comes_when_it_only_helps)
{
	struct call_set set;
	const char *reason;
	enum seccomp_start start;

	parse(decisions[_i].expression, &set);
	start = seccomp_choose(&set, &decisions[_i].situation, &reason);
	ck_assert_int_eq(start, decisions[_i].start);
	ck_assert((start == SECCOMP_AT_LAUNCH && !decisions[_i].situation.needs_nnp) == !reason);
}
END_TEST

/* --- strict mode -------------------------------------------------------------------------- */

static const struct {
	uint32_t arch, nr, verdict;
} strict_rows[] = {
	{ AUDIT_ARCH_X86_64, 0, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_X86_64, 1, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_X86_64, 15, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_X86_64, 60, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_X86_64, 231, SECCOMP_STRICT },
	{ AUDIT_ARCH_X86_64, X32 | 0, SECCOMP_STRICT },
	{ AUDIT_ARCH_X86_64, 3, SECCOMP_STRICT },
	{ AUDIT_ARCH_I386, 3, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_I386, 4, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_I386, 1, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_I386, 119, SECCOMP_RET_ALLOW },
	{ AUDIT_ARCH_I386, 0, SECCOMP_STRICT },
	{ AUDIT_ARCH_AARCH64, 63, SECCOMP_STRICT },
};

START_TEST(strict_mode_allows_four_calls)
{
	struct seccomp_program program;

	seccomp_compile_strict(&program);
	ck_assert_uint_eq(judge(&program, strict_rows[_i].arch, strict_rows[_i].nr),
			  strict_rows[_i].verdict);
	seccomp_program_free(&program);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("seccomp");
	TCase *tests = tcase_create("programs");

	if (abi_native()->id != ABI_x86_64) {
		puts("SKIPPED: the expected values are those of x86_64");
		return 77;
	}
	tcase_set_timeout(tests, 30);
	tcase_add_loop_test(tests, a_number_gets_its_verdict, 0, ARRAY_SIZE(rows));
	tcase_add_loop_test(tests, first_arguments_are_tested, 0, ARRAY_SIZE(arguments));
	tcase_add_loop_test(tests, random_sets_come_out_as_they_went_in, 0, 5);
	tcase_add_loop_test(tests, programs_are_short, 0, ARRAY_SIZE(sizes));
	tcase_add_test(tests, the_simulator_refuses_what_the_kernel_refuses);
	tcase_add_loop_test(tests, the_kernel_takes_it, 0, ARRAY_SIZE(live) + 4);
	tcase_add_test(tests, the_kernel_judges_as_the_simulator);
#ifdef HAVE_LIBSECCOMP
	tcase_add_loop_test(tests, libseccomp_says_the_same, 0, ARRAY_SIZE(compared_sets) + 11);
#else
	puts("NOT TESTED: filters against libseccomp: it was not there at configure");
#endif
	tcase_add_test(tests, renames_stop_if_asked_for);
	tcase_add_loop_test(tests, calls_join_silently, 0, ARRAY_SIZE(joining));
	tcase_add_loop_test(tests, a_filter_comes_when_it_only_helps, 0, ARRAY_SIZE(decisions));
	tcase_add_loop_test(tests, strict_mode_allows_four_calls, 0, ARRAY_SIZE(strict_rows));
	return suite_run(suite, tests, NULL);
}
