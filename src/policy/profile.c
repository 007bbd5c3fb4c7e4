/* SPDX-License-Identifier: MIT */
/*
 * A profile in memory and in files, and the tables of what may be added to it or constrained in it.
 */
#include "policy/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/prctl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * libseccomp, seccomp.h; the OCI runtime specification, "Seccomp"; systemd.exec(5),
 * SystemCallArchitectures=; default.json of Docker. libseccomp has loongarch64 since 2.6.
 */
const struct architecture profile_architectures[] = {
	{ ABI_x86_64, "SCMP_ARCH_X86_64", "x86-64", "amd64", AUDIT_ARCH_X86_64 },
	{ ABI_i386, "SCMP_ARCH_X86", "x86", "x86", AUDIT_ARCH_I386 },
	{ ABI_x32, "SCMP_ARCH_X32", "x32", "x32", 0x4000003e },
	{ ABI_arm64, "SCMP_ARCH_AARCH64", "arm64", "arm64", AUDIT_ARCH_AARCH64 },
	{ ABI_arm, "SCMP_ARCH_ARM", "arm", "arm", AUDIT_ARCH_ARM },
	{ ABI_riscv64, "SCMP_ARCH_RISCV64", "riscv64", "riscv64", AUDIT_ARCH_RISCV64 },
	{ ABI_s390x, "SCMP_ARCH_S390X", "s390x", "s390x", AUDIT_ARCH_S390X },
	{ ABI_s390, "SCMP_ARCH_S390", "s390", "s390", AUDIT_ARCH_S390 },
	{ ABI_mips64, "SCMP_ARCH_MIPSEL64", "mips64-le", NULL, AUDIT_ARCH_MIPSEL64 },
	{ ABI_mips64n32, "SCMP_ARCH_MIPSEL64N32", "mips64-le-n32", NULL, AUDIT_ARCH_MIPSEL64N32 },
	{ ABI_mipso32, "SCMP_ARCH_MIPSEL", "mips-le", NULL, AUDIT_ARCH_MIPSEL },
	{ ABI_loongarch64, "SCMP_ARCH_LOONGARCH64", "loongarch64", NULL, AUDIT_ARCH_LOONGARCH64 },
	{ ABI_powerpc64, "SCMP_ARCH_PPC64LE", "ppc64-le", "ppc64le", AUDIT_ARCH_PPC64LE },
};
_Static_assert(ARRAY_SIZE(profile_architectures) == ABI_COUNT, "every ABI has its names");
const size_t profile_n_architectures = ARRAY_SIZE(profile_architectures);

const char *const profile_comparisons[] = {
	[COMPARE_NE] = "SCMP_CMP_NE",
	[COMPARE_LT] = "SCMP_CMP_LT",
	[COMPARE_LE] = "SCMP_CMP_LE",
	[COMPARE_EQ] = "SCMP_CMP_EQ",
	[COMPARE_GE] = "SCMP_CMP_GE",
	[COMPARE_GT] = "SCMP_CMP_GT",
	[COMPARE_MASKED_EQ] = "SCMP_CMP_MASKED_EQ",
};

uint32_t profile_fallback(void)
{
	uint64_t number = ENOSYS;

	(void)list_value(list_find("errno"), abi_native(), "ENOSYS", &number);
	return SECCOMP_RET_ERRNO | (uint32_t)number;
}

struct rule *profile_add(struct profile *profile, const char *call)
{
	struct rule *rule;

	profile->rules =
		xgrow(profile->rules, profile->n, &profile->capacity, sizeof(*profile->rules));
	rule = &profile->rules[profile->n++];
	*rule = (struct rule){ .call = xstrdup(call), .action = SECCOMP_RET_ALLOW };
	return rule;
}

const struct rule *profile_find(const struct profile *profile, const char *call)
{
	for (size_t i = 0; i < profile->n; i++)
		if (!strcmp(profile->rules[i].call, call))
			return &profile->rules[i];
	return NULL;
}

uint32_t profile_machine_abis(const struct profile *profile)
{
	return profile->abis & call_set_machine();
}

void profile_free(struct profile *profile)
{
	for (size_t i = 0; i < profile->n; i++)
		free(profile->rules[i].call);
	free(profile->rules);
	*profile = (struct profile){ 0 };
}

/* --- arguments ---------------------------------------------------------------------------- */

#define INT_BITS 0xffffffffu
/* CLONE_NEW* of linux/sched.h: the flags of clone(2) that make namespaces. */
#define NAMESPACE_BITS 0x7e020080u

/*
 * Never a pointer, and never what a program computes. The kernel reads only the lower half of an
 * int.
 */
static const struct constrained constrained[] = {
	{ "arch_prctl", 0, INT_BITS, "arch_prctl", "operation" },
	{ "bpf", 0, INT_BITS, "bpf_commands", "command" },
	{ "clone", CLONE_FLAGS, NAMESPACE_BITS, "clone_flags", "namespaces" },
	{ "fcntl", 1, INT_BITS, "fcntl_commands", "command" },
	{ "fcntl64", 1, INT_BITS, "fcntl_commands", "command" },
	{ "ioctl", 1, INT_BITS, "ioctl", "request" },
	{ "ipc", 0, 0xffff, NULL, "call" },
	{ "keyctl", 0, INT_BITS, "keyctl", "operation" },
	{ "personality", 0, INT_BITS, "personality", "personality" },
	{ "prctl", 0, INT_BITS, "prctl_options", "option" },
	{ "ptrace", 0, INT_BITS, "ptrace_requests", "request" },
	{ "seccomp", 0, INT_BITS, "seccomp_op", "operation" },
	{ "setns", 1, INT_BITS, "clone_flags", "namespaces" },
	{ "socket", 0, INT_BITS, "address_families", "domain" },
	{ "socketcall", 0, INT_BITS, NULL, "call" },
	{ "socketpair", 0, INT_BITS, "address_families", "domain" },
	{ "unshare", 0, INT_BITS, "clone_flags", "namespaces" },
};

const struct constrained *profile_constrained(const char *call)
{
	for (size_t i = 0; i < ARRAY_SIZE(constrained); i++)
		if (!strcmp(constrained[i].call, call))
			return &constrained[i];
	return NULL;
}

unsigned profile_argument(const struct constrained *argument, const struct abi *abi)
{
	return argument->argument == CLONE_FLAGS ? abi->clone_flags : argument->argument;
}

void profile_constrain(struct rule *rule, unsigned argument, uint64_t value)
{
	rule->n_conditions = 1;
	rule->conditions[0] = (struct argument_test){
		.argument = argument,
		.comparison = COMPARE_MASKED_EQ,
		.value = value,
		.mask = profile_constrained(rule->call)->mask,
	};
}

/* --- the margin --------------------------------------------------------------------------- */

/*
 * Calls that are added if any of .given is in the profile; .given NULL: always. row_next_word()
 * separates the names.
 */
struct margin {
	const char *given, *calls, *why;
};

static const struct margin margins[] = {
	{ NULL, "exit exit_group", "every program ends by them" },
	{ NULL, "rt_sigreturn sigreturn", "a signal handler returns by them" },
	/* The wait of dash(1) calls sigsuspend(3) only if the child has not ended yet. */
	{ "rt_sigaction sigaction signal", "rt_sigsuspend sigsuspend pause",
	  "a program waits for a signal that it handles, unless the signal has come already" },
	{ NULL, "restart_syscall", "the kernel restarts interrupted calls by it" },
	{ NULL, "execve", "the program is started by it" },
	{ NULL, "brk mmap mmap2 munmap mprotect mremap madvise",
	  "malloc chooses among them by size" },
	{ NULL, "futex futex_time64 sched_yield", "locks need them only when threads collide" },
	{ NULL, "rt_sigaction rt_sigprocmask gettid getpid tgkill", "abort(3) needs them" },
	{ NULL,
	  "set_tid_address set_robust_list rseq getrandom prlimit64 arch_prctl set_thread_area",
	  "the start of a program needs them in some versions of libc" },
	{ NULL, "clock_gettime clock_gettime64 gettimeofday time getcpu",
	  "the vDSO makes them where it cannot read the clock" },
	{ "write writev", "write writev", "a message to stderr uses one of them" },
	{ "open openat", "open openat", "libc uses one for the other" },
	{ "stat lstat fstat newfstatat statx stat64 lstat64 fstat64 fstatat64",
	  "stat lstat fstat newfstatat statx stat64 lstat64 fstat64 fstatat64",
	  "libc uses one for the other" },
	{ "access faccessat faccessat2", "access faccessat faccessat2",
	  "libc uses one for the other" },
	{ "readlink readlinkat", "readlink readlinkat", "libc uses one for the other" },
	{ "getdents getdents64", "getdents getdents64", "libc uses one for the other" },
	{ "fork vfork clone clone3", "fork vfork clone clone3", "libc uses one for the other" },
	{ "wait4 waitid waitpid", "wait4 waitid waitpid", "libc uses one for the other" },
	{ "pipe pipe2", "pipe pipe2", "libc uses one for the other" },
	{ "dup2 dup3", "dup2 dup3", "libc uses one for the other" },
	{ "poll ppoll ppoll_time64", "poll ppoll ppoll_time64", "libc uses one for the other" },
	{ "select _newselect pselect6 pselect6_time64",
	  "select _newselect pselect6 pselect6_time64", "libc uses one for the other" },
	{ "epoll_create epoll_create1", "epoll_create epoll_create1",
	  "libc uses one for the other" },
	{ "epoll_wait epoll_pwait epoll_pwait2", "epoll_wait epoll_pwait epoll_pwait2",
	  "libc uses one for the other" },
	{ "accept accept4", "accept accept4", "libc uses one for the other" },
	{ "nanosleep clock_nanosleep clock_nanosleep_time64",
	  "nanosleep clock_nanosleep clock_nanosleep_time64", "libc uses one for the other" },
	{ "mkdir mkdirat", "mkdir mkdirat", "libc uses one for the other" },
	{ "unlink unlinkat rmdir", "unlink unlinkat rmdir", "libc uses one for the other" },
	{ "rename renameat renameat2", "rename renameat renameat2", "libc uses one for the other" },
	{ "getrlimit ugetrlimit setrlimit prlimit64", "getrlimit ugetrlimit setrlimit prlimit64",
	  "libc uses one for the other" },
	{ "pread64 preadv preadv2", "pread64 preadv preadv2", "libc uses one for the other" },
	{ "pwrite64 pwritev pwritev2", "pwrite64 pwritev pwritev2", "libc uses one for the other" },
	{ "fcntl fcntl64", "fcntl fcntl64", "libc uses one for the other" },
	{ "lseek _llseek", "lseek _llseek", "libc uses one for the other" },
};

#define CONTAINER_WHY "a container runtime makes them after it has loaded the profile"

/*
 * Seen by tracing runc 1.1.5, 1.1.15, 1.3.6 and 1.4.3, and crun 1.8, 1.21 and 1.28, which load a
 * profile, for root and for another user, from the loading to the execve. With "noNewPrivileges"
 * they load it last; otherwise they still need their rights then, and change the user, the groups
 * and the capabilities after it.
 */
static const struct margin container_margins[] = {
	/*
	 * runc, all versions: closes what it finds in /proc/self/fd, and tells its parent through a
	 * FIFO that the program can be executed.
	 */
	{ NULL, "openat close read write getdents64 fstat newfstatat fstatfs fcntl",
	  CONTAINER_WHY },
	/*
	 * The runtime of Go in runc: its files wait, and its thread that watches over the others
	 * sleeps and wakes them up.
	 */
	{ NULL, "epoll_ctl epoll_pwait nanosleep sched_yield tgkill futex rt_sigreturn getpid",
	  CONTAINER_WHY },
	/*
	 * runc 1.3 and 1.4 follow no link below /proc, and see by the mount ID that nothing is
	 * mounted over it.
	 */
	{ NULL, "openat2 statx readlinkat", CONTAINER_WHY },
	/* runc 1.3 and 1.4, crun 1.21 and 1.28: descriptors that the program is not to inherit. */
	{ NULL, "close_range", CONTAINER_WHY },
	/*
	 * runc without "noNewPrivileges": the user, the groups, the capabilities, the directory,
	 * and whether the program is there.
	 */
	{ NULL, "capget capset setgroups setgid setuid prctl getppid chdir getcwd faccessat2",
	  CONTAINER_WHY },
	/*
	 * runc without "noNewPrivileges", and with a user that is not root: stdin, stdout and
	 * stderr are given to that user.
	 */
	{ NULL, "fchown", CONTAINER_WHY },
	/* crun without "noNewPrivileges". */
	{ NULL, "setresgid setresuid capset prctl rt_sigaction rt_sigprocmask", CONTAINER_WHY },
};

/* The values of constrained arguments in these calls. */
static const struct {
	const char *call;
	uint64_t value;
} container_values[] = {
	{ "fcntl", F_SETFD }, /* runc 1.1 */
	{ "fcntl", F_GETFL }, /* runc since 1.1.15, which is made with a later Go */
	{ "fcntl", F_SETFL },	      { "fcntl", F_DUPFD_CLOEXEC }, /* runc 1.3 and 1.4 */
	{ "prctl", PR_SET_KEEPCAPS }, { "prctl", PR_CAPBSET_DROP }, { "prctl", PR_CAP_AMBIENT },
};

/* Whether the program made any of these calls. */
static bool any_used(const struct profile *profile, const char *calls)
{
	char call[ROW_WORD];

	while (row_next_word(&calls, call)) {
		const struct rule *rule = profile_find(profile, call);

		if (rule && !rule->why)
			return true;
	}
	return false;
}

bool profile_has_number(const struct profile *profile, const char *call)
{
	enum syscall_id id = syscall_by_name(call);

	for (enum abi_id abi = 0; id && abi < ABI_COUNT; abi++)
		if (profile->abis >> abi & 1 && abi_number(abi_by_id(abi), id) >= 0)
			return true;
	return false;
}

static void add_margin(struct profile *profile, const struct margin *margin)
{
	const char *calls = margin->calls;
	char call[ROW_WORD];

	if (margin->given && !any_used(profile, margin->given))
		return;
	while (row_next_word(&calls, call))
		if (profile_has_number(profile, call) && !profile_find(profile, call))
			profile_add(profile, call)->why = margin->why;
}

static bool has_value(const struct profile *profile, const char *call, uint64_t value)
{
	for (size_t i = 0; i < profile->n; i++)
		if (!strcmp(profile->rules[i].call, call) &&
		    (!profile->rules[i].n_conditions ||
		     profile->rules[i].conditions[0].value == value))
			return true;
	return false;
}

static void add_container_values(struct profile *profile)
{
	for (size_t i = 0; i < ARRAY_SIZE(container_values); i++) {
		const char *call = container_values[i].call;
		uint64_t value = container_values[i].value;
		struct rule *rule;

		if (has_value(profile, call, value))
			continue;
		rule = profile_add(profile, call);
		rule->why = CONTAINER_WHY;
		profile_constrain(rule, profile_argument(profile_constrained(call), abi_native()),
				  value);
	}
}

void profile_add_margin(struct profile *profile, bool container, bool arguments)
{
	for (size_t i = 0; i < ARRAY_SIZE(margins); i++)
		add_margin(profile, &margins[i]);
	if (container && arguments)
		add_container_values(profile);
	for (size_t i = 0; container && i < ARRAY_SIZE(container_margins); i++)
		add_margin(profile, &container_margins[i]);
}

bool profile_read_file(const char *path, struct buf *text, char **error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool good = false;

	if (fd < 0 || !buf_read(text, fd, POLICY_MAX_BYTES + 1))
		set_error(error, "cannot read '%s': %s", path, strerror(errno));
	else if (text->len > POLICY_MAX_BYTES)
		set_error(error, "cannot read '%s': it is too large for a profile", path);
	else
		good = true;
	if (fd >= 0)
		close(fd);
	return good;
}

bool profile_is_json(const struct buf *text)
{
	for (size_t i = 0; i < text->len; i++)
		if (!strchr(" \t\r\n", text->data[i]))
			return text->data[i] == '{';
	return false;
}
