/* SPDX-License-Identifier: MIT */
/*
 * Confines itself with seccomp and then makes the call that its filter refuses, connect(2). The
 * output and the exit status must not depend on a tracer.
 *
 * usage: sandboxed CASE
 *        sandboxed exec COMMAND...	executes the command with the filter of the case errno
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* connect() of the C library is socketcall(2) on some machines, which the filter allows. */
static int make_connect(void)
{
	return (int)syscall(SYS_connect, -1, NULL, 0);
}

/* The kernel looks at the filter before it reads the address. */
static int make_connect_to(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
	return (int)syscall(SYS_connect, -1, &address, sizeof(address));
}

static void try_connect(void)
{
	int result = make_connect();

	printf("connect: %d %s\n", result, strerrorname_np(errno));
}

/*
 * Installs a filter that answers connect(2) with this action. Returns the result of seccomp(2) or
 * prctl(2).
 */
static int deny(uint32_t action, unsigned long flags, int by_prctl)
{
	struct sock_filter instructions[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_connect, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = N(instructions), .filter = instructions };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return by_prctl ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)
			: (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

static int deny_connect(uint32_t action, unsigned long flags)
{
	return deny(action, flags, 0);
}

static int wait_for_child(pid_t child)
{
	int status;

	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void fork_and_connect(void)
{
	pid_t child = fork();

	if (!child) {
		try_connect();
		exit(0);
	}
	printf("child: %d\n", wait_for_child(child));
}

static void on_sigsys(int signal)
{
	(void)signal;
	puts("SIGSYS");
}

/* --- threads that another one confines -------------------------------------------------- */

static int wake[3]; /* event descriptors */
static volatile int spin = 1;

static void *sleep_in_read(void *unused)
{
	uint64_t count;

	(void)unused;
	if (read(wake[0], &count, sizeof(count)) != sizeof(count))
		puts("read failed");
	make_connect();
	return NULL;
}

/* epoll_wait(2) fails with EINTR if a tracer interrupts it. */
static void *sleep_in_epoll(void *unused)
{
	struct epoll_event event = { .events = EPOLLIN };
	int epoll = epoll_create1(0);

	(void)unused;
	epoll_ctl(epoll, EPOLL_CTL_ADD, wake[1], &event);
	if (epoll_wait(epoll, &event, 1, -1) != 1)
		printf("epoll_wait failed: %s\n", strerrorname_np(errno));
	make_connect();
	return NULL;
}

static void *compute(void *unused)
{
	(void)unused;
	while (spin)
		;
	make_connect();
	return NULL;
}

/* Sleeps for a tenth of a second, times PATIENCE. */
static void pause_patiently(void)
{
	const char *patience = getenv("PATIENCE");

	usleep(100000 * (patience ? (useconds_t)atoi(patience) : 1));
}

static void confine_threads(void)
{
	static void *(*const bodies[])(void *) = { sleep_in_read, sleep_in_epoll, compute };
	pthread_t threads[N(bodies)];
	uint64_t one = 1;

	for (size_t i = 0; i < N(bodies); i++) {
		wake[i] = eventfd(0, 0);
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	}
	pause_patiently(); /* until the threads sleep: the test is about threads in system calls */
	printf("seccomp: %d\n", deny_connect(SECCOMP_RET_ERRNO | EPERM, SECCOMP_FILTER_FLAG_TSYNC));
	/*
	 * A tracer sees the filter when the call has returned, and needs a moment to handle the
	 * other threads.
	 */
	pause_patiently();
	for (size_t i = 0; i < 2; i++)
		if (write(wake[i], &one, sizeof(one)) != sizeof(one))
			puts("write failed");
	spin = 0;
	for (size_t i = 0; i < N(bodies); i++)
		pthread_join(threads[i], NULL);
}

/* --- user notification ------------------------------------------------------------------ */

static void supervise(void)
{
	struct seccomp_notif request = { 0 };
	struct seccomp_notif_resp response = { .error = -EACCES };
	int listener = deny_connect(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
	pid_t child = fork();

	if (!child) {
		try_connect();
		exit(0);
	}
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request))
		puts("no notification");
	response.id = request.id;
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
	printf("child: %d\n", wait_for_child(child));
	exit(3); /* this process is the supervisor: its own connect would wait without end */
}

/* --- strict mode ------------------------------------------------------------------------ */

/* Writes a text without printf(3), which could make calls that strict mode forbids. */
static void say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		syscall(SYS_exit, 1);
}

static void enter_strict_mode(int how)
{
	/* The kernel looks at two arguments. */
	long result = how ? syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL)
			  : syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 1, 2, 3);

	say(result ? "strict mode refused\n" : "strict mode\n");
}

static void strict_mode_is_fatal(void)
{
	enter_strict_mode(0);
	make_connect();
}

static void strict_mode_is_fatal_with_memory(void)
{
	enter_strict_mode(0);
	make_connect_to("/no/socket");
}

static void strict_mode_by_seccomp_is_fatal(void)
{
	enter_strict_mode(1);
	make_connect();
}

static void strict_mode_allows_exit(void)
{
	enter_strict_mode(0);
	say("still here\n");
	syscall(SYS_exit, 7);
}

static void strict_mode_after_filter(void)
{
	deny_connect(SECCOMP_RET_ERRNO | EPERM, 0);
	enter_strict_mode(0);
}

/* --- the cases -------------------------------------------------------------------------- */

static void deny_errno(void)
{
	printf("seccomp: %d\n", deny_connect(SECCOMP_RET_ERRNO | EPERM, 0));
}

static void deny_prctl(void)
{
	printf("prctl: %d\n", deny(SECCOMP_RET_ERRNO | EPERM, 0, 1));
}

static void deny_trap(void)
{
	signal(SIGSYS, on_sigsys);
	deny_connect(SECCOMP_RET_TRAP, 0);
}

static void deny_kill_thread(void)
{
	deny_connect(SECCOMP_RET_KILL_THREAD, 0);
}

static void *connect_to_socket(void *unused)
{
	make_connect_to("/no/socket");
	return unused;
}

/* The other thread is ended, and the process goes on. */
static void deny_kill_one_thread(void)
{
	pthread_t thread;

	deny_connect(SECCOMP_RET_KILL_THREAD, 0);
	pthread_create(&thread, NULL, connect_to_socket, NULL);
	pthread_join(thread, NULL);
	/* The kernel reports the status of the process for a thread that has not ended wholly. */
	pause_patiently();
	exit(6);
}

static void deny_kill_process(void)
{
	deny_connect(SECCOMP_RET_KILL_PROCESS, 0);
}

static void deny_trace(void)
{
	deny_connect(SECCOMP_RET_TRACE | 1, 0);
}

static void deny_log(void)
{
	deny_connect(SECCOMP_RET_LOG, 0);
}

static void deny_child(void)
{
	deny_connect(SECCOMP_RET_ERRNO | EPERM, 0);
	fork_and_connect();
}

static void deny_nothing(void)
{
}

static const struct {
	const char *name;
	void (*confine)(void);
} cases[] = {
	{ "none", deny_nothing },
	{ "errno", deny_errno },
	{ "prctl", deny_prctl },
	{ "trap", deny_trap },
	{ "kill-thread", deny_kill_thread },
	{ "kill-one", deny_kill_one_thread },
	{ "kill-process", deny_kill_process },
	{ "trace", deny_trace },
	{ "log", deny_log },
	{ "child", deny_child },
	{ "threads", confine_threads },
	{ "notify", supervise },
	{ "strict", strict_mode_is_fatal },
	{ "strict-memory", strict_mode_is_fatal_with_memory },
	{ "strict-seccomp", strict_mode_by_seccomp_is_fatal },
	{ "strict-exit", strict_mode_allows_exit },
	{ "strict-filtered", strict_mode_after_filter },
};

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	if (argc > 2 && !strcmp(argv[1], "exec")) {
		deny_errno();
		execvp(argv[2], argv + 2);
		return 1;
	}
	try_connect();
	for (size_t i = 0; argc > 1 && i < N(cases); i++)
		if (!strcmp(argv[1], cases[i].name))
			cases[i].confine();
	printf("mode: %d\n", prctl(PR_GET_SECCOMP));
	try_connect();
	return 5;
}
