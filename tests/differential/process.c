/* SPDX-License-Identifier: MIT */
/* Calls on processes: execve, clone, wait, limits. */
#include <linux/sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "fixture.h"

static void executing(void)
{
	char *path = STRING("/bin/some thing");
	char **argv = fixture_alloc(40 * sizeof(*argv));
	char **envp = fixture_alloc(40 * sizeof(*envp));

	for (int n = 0; n < 36; n += n < 3 ? 1 : 11) {
		for (int i = 0; i < n; i++) {
			argv[i] = STRING("arg");
			envp[i] = STRING("NAME=a value with more than thirty-two bytes");
		}
		fixture_result(-ENOENT);
		CALL(SYS_execve, path, argv, envp);
		fixture_result(0);
		CALL(SYS_execve, path, argv, envp);
		CALL(SYS_execve, path, argv, NULL);
		CALL(SYS_execve, path, NULL, envp);
		CALL(SYS_execveat, 3, path, argv, envp, 0x1100);
	}
	fixture_result(-EACCES);
	CALL(SYS_execve, NULL, NOWHERE, NOWHERE);
	CALL(SYS_execve, NOWHERE, argv, argv);
	argv[1] = (char *)NOWHERE;
	CALL(SYS_execve, path, argv, argv);
	memcpy(LAST_BYTES(2 * sizeof(*argv)), argv, 2 * sizeof(*argv));
	CALL(SYS_execve, path, LAST_BYTES(2 * sizeof(*argv)), LAST_BYTES(2 * sizeof(*argv)));
	CALL(SYS_execve, path, LAST_BYTES(1), LAST_BYTES(1));
	fixture_result(0);
}

static void cloning(void)
{
	static const unsigned long flags[] = {
		SIGCHLD,
		CLONE_VM | CLONE_VFORK | SIGCHLD,
		0,
		CLONE_PARENT_SETTID | CLONE_CHILD_SETTID,
		CLONE_CHILD_CLEARTID | SIGCHLD,
		CLONE_PIDFD | 64,
		CLONE_SETTLS | CLONE_THREAD | 255,
		CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
			CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID,
		CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
			CLONE_NEWUTS | CLONE_NEWCGROUP | CLONE_IO | CLONE_UNTRACED | CLONE_PTRACE |
			CLONE_DETACHED | SIGCHLD,
	};
	int *parent = COPY(int, { 4711 });
	int *child = COPY(int, { 4712 });
	unsigned *tls = fixture_alloc(16);

	memcpy(tls, (unsigned[]){ 12, 0xf7d00000, 0xfffff, 0x51 }, 16);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		/* The orders of the arguments: clone(2), "C library/kernel differences". */
#if !defined(__x86_64__) && !defined(__loongarch__) && !defined(__s390__)
		CALL_AND_FAIL(4711, SYS_clone, flags[i], 0x5000000, parent, tls, child);
		CALL(SYS_clone, flags[i], 0, NULL, NULL, NULL);
		CALL_AND_FAIL(4711, SYS_clone, flags[i], 0, NOWHERE, NOWHERE, NOWHERE);
#elif defined(__s390__)
		CALL_AND_FAIL(4711, SYS_clone, 0x5000000, flags[i], parent, child, tls);
		CALL(SYS_clone, 0, flags[i], NULL, NULL, NULL);
		CALL_AND_FAIL(4711, SYS_clone, 0, flags[i], NOWHERE, NOWHERE, NOWHERE);
#else
		CALL_AND_FAIL(4711, SYS_clone, flags[i], 0x5000000, parent, child, tls);
		CALL(SYS_clone, flags[i], 0, NULL, NULL, NULL);
		CALL_AND_FAIL(4711, SYS_clone, flags[i], 0, NOWHERE, NOWHERE, NOWHERE);
#endif
	}
	CALL_AND_FAIL(4711, SYS_fork);
	CALL_AND_FAIL(4711, SYS_vfork);
}

static void cloning_by_struct(void)
{
	int *ints = fixture_alloc(16);
	int *tids = fixture_alloc(16);
	struct clone_args *args = fixture_alloc(sizeof(*args) + 64);

	ints[0] = 5;
	ints[1] = 6;
	ints[2] = 7;
	tids[0] = 1;
	tids[1] = 2;
	*args = (struct clone_args){
		.flags = CLONE_PIDFD | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_VM,
		.pidfd = (uintptr_t)&ints[0],
		.child_tid = (uintptr_t)&ints[1],
		.parent_tid = (uintptr_t)&ints[2],
		.exit_signal = SIGCHLD,
		.stack = 0x5000000,
		.stack_size = 0x8000,
		.tls = 0x7000000,
		.set_tid = (uintptr_t)tids,
		.set_tid_size = 2,
		.cgroup = 9,
	};
	for (long size = 0; size <= 104; size += 8)
		CALL_AND_FAIL(4711, SYS_clone3, args, size);
	CALL_AND_FAIL(4711, SYS_clone3, args, 0xffffffff);
	((char *)args)[100] = 1;
	CALL(SYS_clone3, args, 112);
	args->flags |= CLONE_SETTLS | CLONE_INTO_CGROUP | CLONE_CLEAR_SIGHAND;
	CALL_AND_FAIL(4711, SYS_clone3, args, sizeof(*args));
	args->set_tid_size = 1000;
	CALL(SYS_clone3, args, sizeof(*args));
	args->set_tid = NOWHERE;
	args->pidfd = NOWHERE;
	args->parent_tid = NOWHERE;
	args->exit_signal = 1000;
	CALL_AND_FAIL(4711, SYS_clone3, args, sizeof(*args));
	/* Numbers of which the lower half is a signal, and one that is negative with 32 bits. */
	args->exit_signal = 0xdead000000000011;
	CALL_AND_FAIL(4711, SYS_clone3, args, sizeof(*args));
	args->exit_signal = 0xdeadbeef;
	CALL_AND_FAIL(4711, SYS_clone3, args, sizeof(*args));
	args->exit_signal = -1;
	CALL_AND_FAIL(4711, SYS_clone3, args, sizeof(*args));
	fixture_pointers(SYS_clone3, ARGS(0, sizeof(*args)), 0, args, sizeof(*args));
	memset(args, 0, sizeof(*args));
	CALL_AND_FAIL(4711, SYS_clone3, args, sizeof(*args));
	args->flags = -1;
	CALL(SYS_clone3, args, sizeof(*args));
}

static void waiting(void)
{
	static const int statuses[] = { 0,	0x100,	 0xff00, SIGKILL,   SIGSEGV | 0x80,
					0x137f, 0x057f,	 0xffff, 0x80,	    64,
					0x857f, 0x4057f, -1,	 0x12345678 };
	int *status = fixture_alloc(sizeof(*status));
	struct rusage *usage = COPY(struct rusage, { .ru_utime = { 1, 234567 },
						     .ru_stime = { 0, 999999 },
						     .ru_maxrss = 1234,
						     .ru_minflt = 5,
						     .ru_majflt = -1,
						     .ru_inblock = 7,
						     .ru_nvcsw = 8,
						     .ru_nivcsw = 9 });

	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		*status = statuses[i];
		CALL_AND_FAIL(4711, SYS_wait4, -1, status, 0, NULL);
	}
	CALL_AND_FAIL(0, SYS_wait4, -1, status, WNOHANG, usage);
	CALL_AND_FAIL(4711, SYS_wait4, 0, status, WNOHANG | WUNTRACED | WCONTINUED, usage);
	CALL_AND_FAIL(4711, SYS_wait4, -4711, NULL, 0xffffffff, usage);
	fixture_result(4711);
	fixture_pointers(SYS_wait4, ARGS(4711, 0, 0, 0), 1, status, sizeof(*status));
	fixture_pointers(SYS_wait4,
			 ARGS(4711, (unsigned long)status, __WALL | __WNOTHREAD | __WCLONE, 0), 3,
			 usage, sizeof(*usage));
	fixture_result(-ERESTART);
	CALL(SYS_wait4, -1, status, 0, NULL);
	for (int error = 512; error <= 517; error++) {
		fixture_result(-error);
		CALL(SYS_wait4, -1, status, 0, NULL);
	}
	fixture_result(0);
}

static void waiting_for_id(void)
{
	siginfo_t *info = fixture_alloc(sizeof(*info));
	struct rusage *usage = COPY(struct rusage, { .ru_maxrss = 1 });
	static const struct {
		int code, status;
	} ends[] = {
		{ CLD_EXITED, 3 },     { CLD_KILLED, 9 },  { CLD_DUMPED, 11 }, { CLD_STOPPED, 19 },
		{ CLD_CONTINUED, 18 }, { CLD_TRAPPED, 5 }, { 77, 77 },	       { 0, 0 },
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		info->si_signo = SIGCHLD;
		info->si_code = ends[i].code;
		info->si_pid = 4711;
		info->si_uid = 1000;
		info->si_status = ends[i].status;
		info->si_utime = 17;
		info->si_stime = 0;
		CALL_AND_FAIL(0, SYS_waitid, P_ALL, 0, info, WEXITED, NULL);
	}
	CALL_AND_FAIL(0, SYS_waitid, P_PID, 4711, info, WEXITED | WNOHANG | WNOWAIT, usage);
	CALL_AND_FAIL(0, SYS_waitid, P_PGID, 0, info, WSTOPPED | WCONTINUED | __WALL, usage);
	CALL(SYS_waitid, P_PIDFD, 5, info, 0, NULL);
	CALL(SYS_waitid, 17, -1, NULL, -1, NULL);
	fixture_pointers(SYS_waitid, ARGS(P_PID, 1, 0, WEXITED, 0), 2, info, sizeof(*info));
	memset(info, 0, sizeof(*info));
	CALL(SYS_waitid, P_ALL, 0, info, WEXITED | WNOHANG, NULL);
}

static void limits(void)
{
	static const uint64_t values[] = { 0,
					   1,
					   1023,
					   1024,
					   1025,
					   4096,
					   8192 * 1024,
					   1048575,
					   -1ull,
					   -2ull,
					   1ull << 40,
					   0xffffffff,
					   0x7fffffffffffffff };
	uint64_t *old = fixture_alloc(16);
	uint64_t *new = fixture_alloc(16);

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		new[0] = old[1] = values[i];
		new[1] = old[0] = values[sizeof(values) / sizeof(values[0]) - 1 - i];
		CALL_AND_FAIL(0, SYS_prlimit64, 0, i, new, old);
		CALL_AND_FAIL(0, SYS_prlimit64, 4711, i + 10, NULL, old);
	}
	CALL(SYS_prlimit64, -1, -1, new, NULL);
	fixture_pointers(SYS_prlimit64, ARGS(0, RLIMIT_STACK, 0, 0), 2, new, 16);
	fixture_pointers(SYS_prlimit64, ARGS(0, RLIMIT_STACK, 0, 0), 3, new, 16);
}

static void ending(void)
{
	CALL(SYS_exit_group, 0);
	CALL(SYS_exit_group, 255);
	CALL(SYS_exit_group, -1);
	fixture_result(-EINVAL);
	CALL(SYS_exit_group, 0x12345678);
	fixture_result(0);
}

int main(void)
{
	static void (*const parts[])(void) = {
		executing, cloning, cloning_by_struct, waiting, waiting_for_id, limits, ending,
	};

	fixture_begin();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		parts[i]();
		fixture_free_all();
	}
	fixture_end();
}
