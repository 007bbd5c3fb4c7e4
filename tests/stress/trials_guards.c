/* SPDX-License-Identifier: MIT */
/* Trials: processes that confine themselves with seccomp, and processes that trace each other. */
#include "trials.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define OWN_ERRNO EDOM
#define STATUS_OF_EXIT(code) ((code) << 8)

/* Installs a filter with this action for getpriority. Returns the result of seccomp(2). */
static int install(unsigned action, unsigned flags)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpriority, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = 4, .filter = code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

static void guard_errno(struct trial *trial)
{
	expect(trial, !install(SECCOMP_RET_ERRNO | OWN_ERRNO, 0), "seccomp");
	expect(trial, syscall(SYS_getpriority, 99, 0) < 0 && errno == OWN_ERRNO,
	       "SECCOMP_RET_ERRNO");
}

/* The kernel logs the call and executes it. */
static void guard_log(struct trial *trial)
{
	expect(trial, !install(SECCOMP_RET_LOG, 0), "seccomp");
	expect(trial, syscall(SYS_getpriority, 99, 0) < 0 && errno == EINVAL, "SECCOMP_RET_LOG");
}

/* Without a tracer that handles this filter the call fails, and scry must not change that. */
static void guard_trace(struct trial *trial)
{
	expect(trial, !install(SECCOMP_RET_TRACE | 1, 0), "seccomp");
	expect(trial, syscall(SYS_getpriority, 0, 0) < 0 && errno == ENOSYS, "SECCOMP_RET_TRACE");
}

static volatile sig_atomic_t trapped;

static void on_trap(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	trapped = info->si_syscall;
}

static void guard_trap(struct trial *trial)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };

	sigaction(SIGSYS, &action, NULL);
	expect(trial, !install(SECCOMP_RET_TRAP, 0), "seccomp");
	syscall(SYS_getpriority, 99, 0);
	expect(trial, trapped == SYS_getpriority, "SECCOMP_RET_TRAP");
}

static void be_killed(struct trial *trial, unsigned action, const char *what)
{
	const struct rlimit none = { 0 };

	setrlimit(RLIMIT_CORE, &none);
	expect(trial, !install(action, 0), "seccomp");
	mark_other(trial);
	syscall(SYS_getpriority, 99, 0);
	expect(trial, false, what);
}

static void guard_kill(struct trial *trial)
{
	be_killed(trial, SECCOMP_RET_KILL_PROCESS, "SECCOMP_RET_KILL_PROCESS");
}

static void guard_kill_thread(struct trial *trial)
{
	be_killed(trial, SECCOMP_RET_KILL_THREAD, "SECCOMP_RET_KILL_THREAD");
}

static void *answer(void *arg)
{
	int listener = (int)(intptr_t)arg;
	struct seccomp_notif request;
	struct seccomp_notif_resp response;

	memset(&request, 0, sizeof(request));
	while (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request) && errno == EINTR)
		memset(&request, 0, sizeof(request));
	response = (struct seccomp_notif_resp){ .id = request.id, .val = 4711 };
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
	return NULL;
}

static void guard_notify(struct trial *trial)
{
	int listener = install(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
	pthread_t thread;

	expect(trial, listener >= 0, "SECCOMP_FILTER_FLAG_NEW_LISTENER");
	if (listener < 0 || pthread_create(&thread, NULL, answer, (void *)(intptr_t)listener))
		return;
	expect(trial, syscall(SYS_getpriority, 99, 0) == 4711, "SECCOMP_RET_USER_NOTIF");
	pthread_join(thread, NULL);
}

/*
 * Strict mode allows only read, write, exit and sigreturn. The kernel refuses it to a process with
 * a filter, seccomp(2), but scry grants it to a process that has no filter but scry's.
 */
static void guard_strict(struct trial *trial)
{
	int pipe_ends[2];
	char byte = 0;

	mark_other(trial);
	expect(trial, !pipe(pipe_ends), "pipe");
	expect(trial, !prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0), "SECCOMP_MODE_STRICT");
	expect(trial,
	       write(pipe_ends[1], "x", 1) == 1 && read(pipe_ends[0], &byte, 1) == 1 && byte == 'x',
	       "read and write in SECCOMP_MODE_STRICT");
	syscall(SYS_exit, 3);
}

static void in_child(struct trial *trial, void (*guard)(struct trial *trial), int status,
		     const char *what)
{
	pid_t pid = fork();

	if (!pid) {
		guard(trial);
		mark_other(trial);
		_exit(3);
	}
	expect_status(trial, pid, status, what);
	mark_main(trial);
}

void try_guards(struct trial *trial)
{
	for (long n = 0; n < trial->n; n++) {
		in_child(trial, guard_errno, STATUS_OF_EXIT(3), "guard_errno");
		in_child(trial, guard_log, STATUS_OF_EXIT(3), "guard_log");
		in_child(trial, guard_trace, STATUS_OF_EXIT(3), "guard_trace");
		in_child(trial, guard_trap, STATUS_OF_EXIT(3), "guard_trap");
		in_child(trial, guard_kill, SIGSYS, "guard_kill");
		in_child(trial, guard_kill_thread, SIGSYS, "guard_kill_thread");
		in_child(trial, guard_notify, STATUS_OF_EXIT(3), "guard_notify");
		in_child(trial, guard_strict, STATUS_OF_EXIT(3), "guard_strict");
	}
}

/* --- ptrace in the tracee ---------------------------------------------------------------- */

/*
 * Asks to be traced, as a program that gdb starts. The kernel refuses that if the process has a
 * tracer.
 */
static void __attribute__((noreturn)) be_debugged(struct trial *trial)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		expect(trial, errno == EPERM, "PTRACE_TRACEME");
	else
		raise(SIGTRAP);
	mark_other(trial);
	_exit(3);
}

static void debug(struct trial *trial, pid_t pid)
{
	int status;

	for (;;) {
		if (waitpid(pid, &status, __WALL) != pid) {
			expect(trial, false, "waitpid of a debugger");
			return;
		}
		if (!WIFSTOPPED(status))
			break;
		ptrace(PTRACE_SYSCALL, pid, NULL,
		       WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status));
	}
	expect(trial, status == STATUS_OF_EXIT(3), "status of the debugged process");
}

/*
 * Attaches to a child and detaches, as gdb -p does. The kernel refuses that if the child has a
 * tracer. The child ends when the last writer has closed the pipe.
 */
static void attach(struct trial *trial)
{
	int status, ends[2];
	char byte;
	pid_t pid;

	if (pipe(ends))
		abort();
	pid = fork();
	if (!pid) {
		close(ends[1]);
		expect(trial, !read(ends[0], &byte, 1), "read of the attached process");
		mark_other(trial);
		_exit(3);
	}
	if (ptrace(PTRACE_ATTACH, pid, NULL, NULL))
		expect(trial, errno == EPERM, "PTRACE_ATTACH");
	else if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status) ||
		 ptrace(PTRACE_DETACH, pid, NULL, NULL))
		expect(trial, false, "PTRACE_ATTACH and PTRACE_DETACH");
	close(ends[0]);
	close(ends[1]);
	expect_status(trial, pid, STATUS_OF_EXIT(3), "status of the attached process");
}

void try_debugger(struct trial *trial)
{
	for (long n = 0; n < trial->n; n++) {
		pid_t pid = fork();

		if (!pid)
			be_debugged(trial);
		debug(trial, pid);
		attach(trial);
		mark_main(trial);
	}
}
