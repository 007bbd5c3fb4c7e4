/* SPDX-License-Identifier: MIT */
/*
 * Passes process IDs at every place of calls: arguments, results, structs, socket options, control
 * messages.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/kcmp.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void handler(int signal)
{
	(void)signal;
}

static void sockets(pid_t pid)
{
	struct ucred cred = { pid, 0, 0 };
	struct iovec iov = { "x", 1 };
	char control[128] = { 0 }, buffer[8];
	struct iovec into = { buffer, sizeof(buffer) };
	struct msghdr message = { .msg_iov = &iov, .msg_iovlen = 1, .msg_control = control };
	struct cmsghdr *head = (struct cmsghdr *)control;
	struct sockaddr_nl nl = { .nl_family = AF_NETLINK, .nl_pid = (unsigned)pid };
	socklen_t len = sizeof(cred);
	int pair[2], on = 1, fd;

	socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
	getsockopt(pair[0], SOL_SOCKET, SO_PEERCRED, &cred, &len);
	setsockopt(pair[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof(on));
	message.msg_controllen = CMSG_SPACE(sizeof(cred));
	head->cmsg_len = CMSG_LEN(sizeof(cred));
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_CREDENTIALS;
	memcpy(CMSG_DATA(head), &cred, sizeof(cred));
	sendmsg(pair[0], &message, 0);
	message.msg_iov = &into;
	message.msg_controllen = sizeof(control);
	recvmsg(pair[1], &message, 0);
	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	bind(fd, (struct sockaddr *)&nl, sizeof(nl));
	len = sizeof(nl);
	getsockname(fd, (struct sockaddr *)&nl, &len);
	ioctl(pair[0], FIOSETOWN, &pid);
	ioctl(pair[0], FIOGETOWN, &pid);
	ioctl(pair[0], SIOCGPGRP, &pid);
}

static void files(pid_t pid)
{
	struct f_owner_ex owner = { F_OWNER_PID, pid };
	struct flock lock = { .l_type = F_WRLCK, .l_pid = 0 };
	int fd = open("/dev/null", O_RDWR);

	fcntl(fd, F_SETOWN, pid);
	fcntl(fd, F_GETOWN);
	fcntl(fd, F_SETOWN, -pid);
	fcntl(fd, F_GETOWN);
	fcntl(fd, F_SETOWN_EX, &owner);
	fcntl(fd, F_GETOWN_EX, &owner);
	fcntl(fd, F_GETLK, &lock);
}

static void signals(pid_t pid)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1 };
	union sigval value = { .sival_int = 5 };
	struct timespec none = { 0, 0 };
	sigset_t set;
	siginfo_t info;
	timer_t timer;
	int pidfd;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(pid, 0);
	kill(-pid, 0);
	syscall(SYS_tkill, pid, SIGUSR2);
	sigtimedwait(&set, &info, &none);
	syscall(SYS_tgkill, pid, pid, SIGUSR2);
	sigtimedwait(&set, &info, &none);
	sigqueue(pid, SIGUSR2, value);
	sigtimedwait(&set, &info, &none);
	event._sigev_un._tid = pid;
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	syscall(SYS_pidfd_send_signal, pidfd, 0, NULL, 0);
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
}

static void properties(pid_t pid)
{
	struct sched_param param;
	cpu_set_t cpus;
	struct rlimit limit;
	struct timespec slice;
	char byte;
	struct iovec local = { &byte, 1 }, remote = { &byte, 1 };
	void *list;
	size_t len;

	getpgid(pid);
	setpgid(pid, pid);
	getsid(pid);
	sched_getscheduler(pid);
	sched_getparam(pid, &param);
	sched_getaffinity(pid, sizeof(cpus), &cpus);
	sched_rr_get_interval(pid, &slice);
	syscall(SYS_sched_getattr, pid, &byte, 0, 0);
	getpriority(PRIO_PROCESS, (id_t)pid);
	getpriority(PRIO_PGRP, (id_t)pid);
	syscall(SYS_ioprio_get, 1, pid);
	syscall(SYS_ioprio_get, 2, pid);
	prlimit(pid, RLIMIT_CORE, NULL, &limit);
	process_vm_readv(pid, &local, 1, &remote, 1, 0);
	syscall(SYS_kcmp, pid, pid, KCMP_VM, 0, 0);
	syscall(SYS_get_robust_list, pid, &list, &len);
	syscall(SYS_move_pages, pid, 0, NULL, NULL, NULL, 0);
	syscall(SYS_migrate_pages, pid, 0, NULL, NULL);
	syscall(SYS_perf_event_open, NULL, pid, 0, -1, 0);
	prctl(PR_SET_PTRACER, pid, 0, 0, 0);
	ptrace(PTRACE_ATTACH, pid, 0, 0);
	syscall(SYS_capget, (int[]){ 0x20080522, pid }, NULL);
	syscall(SYS_set_tid_address, &byte);
	syscall(SYS_gettid);
}

static void queues(void)
{
	struct shmid_ds segment;
	struct msqid_ds queue;
	int id = shmget(IPC_PRIVATE, 4096, 0600);

	shmctl(id, IPC_STAT, &segment);
	shmctl(id, IPC_RMID, NULL);
	id = msgget(IPC_PRIVATE, 0600);
	msgsnd(id, &(long[2]){ 1, 2 }, 4, 0);
	msgctl(id, IPC_STAT, &queue);
	msgctl(id, IPC_RMID, NULL);
}

static void children(void)
{
	siginfo_t info;
	int status;
	pid_t child = fork();

	if (!child)
		_exit(0);
	waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
	wait4(child, &status, 0, NULL);
	child = fork();
	if (!child)
		_exit(0);
	waitid(P_PGID, (id_t)getpgid(0), &info, WEXITED);
	wait4(-1, &status, 0, NULL);
}

static pid_t thread_id;
static pthread_barrier_t barrier;

static void *thread(void *arg)
{
	thread_id = (pid_t)syscall(SYS_gettid);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return arg;
}

/*
 * Threads that are no leaders, and a child in a namespace of its own, which has a number here, too.
 */
static void others(pid_t pid)
{
	pthread_t other;
	pid_t child;

	pthread_barrier_init(&barrier, NULL, 2);
	if (pthread_create(&other, NULL, thread, NULL))
		return;
	pthread_barrier_wait(&barrier);
	syscall(SYS_tgkill, pid, thread_id, 0);
	syscall(SYS_tkill, thread_id, 0);
	pthread_barrier_wait(&barrier);
	pthread_join(other, NULL);
	if (unshare(CLONE_NEWPID))
		return;
	child = fork();
	if (!child) {
		pause();
		_exit(0);
	}
	kill(child, 0);
	kill(child, SIGKILL);
	wait4(child, NULL, 0, NULL);
}

int main(void)
{
	pid_t pid = getpid();

	getppid();
	sockets(pid);
	files(pid);
	signals(pid);
	properties(pid);
	queues();
	children();
	others(pid);
	return 0;
}
