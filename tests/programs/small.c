/* SPDX-License-Identifier: MIT */
/*
 * Makes everyday calls of many kinds: some succeed and some fail. It is built for each ABI of the
 * machine.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static void on_signal(int number)
{
}

static void use_files(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 10 };
	struct iovec parts[2] = { { "one", 3 }, { "two\n", 4 } };
	struct timeval times[2] = { { 1, 2 }, { 3, 4 } };
	struct timespec fine[2] = { { 5, 6 }, { 0, UTIME_OMIT } };
	struct statvfs space;
	struct stat about;
	struct statx more;
	char text[64];
	int fd = open("file", O_RDWR | O_CREAT | O_EXCL | O_APPEND, 0640);

	write(fd, "hello\0\1\xff world\n", 15);
	writev(fd, parts, 2);
	pwrite(fd, "x", 1, 3);
	pread(fd, text, sizeof text, 2);
	preadv(fd, parts, 0, 1);
	lseek(fd, -4, SEEK_END);
	lseek(fd, 0x123456789, SEEK_SET);
	lseek(fd, 0, SEEK_DATA);
	ftruncate(fd, 0x100000);
	fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 4096);
	fcntl(fd, F_SETLK, &lock);
	fcntl(fd, F_GETLK, &lock);
	fcntl(fd, F_OFD_SETLK, &lock);
	fcntl(fd, F_GETFL);
	fcntl(fd, F_DUPFD_CLOEXEC, 20);
	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
	flock(fd, LOCK_SH | LOCK_NB);
	fsync(fd);
	fchmod(fd, 04755);
	fchown(fd, 1, -1);
	fsetxattr(fd, "user.name", "value", 5, XATTR_CREATE);
	fgetxattr(fd, "user.name", text, sizeof text);
	flistxattr(fd, text, sizeof text);
	stat("file", &about);
	lstat("missing", &about);
	fstat(fd, &about);
	stat("/dev/null", &about);
	statx(AT_FDCWD, "file", AT_NO_AUTOMOUNT, STATX_ALL, &more);
	statvfs("/", &space);
	utimes("file", times);
	utimensat(AT_FDCWD, "file", fine, AT_SYMLINK_NOFOLLOW);
	link("file", "other");
	symlink("file", "link");
	readlink("link", text, sizeof text);
	rename("other", "third");
	renameat2(AT_FDCWD, "third", AT_FDCWD, "file", RENAME_EXCHANGE);
	access("file", R_OK | X_OK);
	faccessat(AT_FDCWD, "file", W_OK, AT_EACCESS);
	mkdir("directory", 0700);
	mknod("node", S_IFIFO | 0600, 0);
	mknod("device", S_IFCHR | 0600, 0x103);
	rmdir("missing");
	unlinkat(AT_FDCWD, "directory", AT_REMOVEDIR);
	umask(022);
	chdir("/");
	closedir(opendir("/etc/apt"));
	posix_fadvise(fd, 0, 100, POSIX_FADV_WILLNEED);
	sync_file_range(fd, 0, 10, SYNC_FILE_RANGE_WRITE);
	copy_file_range(fd, NULL, fd, NULL, 5, 0);
	sendfile(1, fd, NULL, 3);
	syscall(SYS_close_range, 50, 60, 4);
	syscall(SYS_openat2, AT_FDCWD, "x", (unsigned long long[]){ O_RDONLY, 0, 8 }, 24);
	syscall(SYS_openat2, AT_FDCWD, "x", NULL, 24);
	open("/tmp", O_TMPFILE | O_RDWR | O_DSYNC, 0600);
	open("/tmp", O_PATH | O_DIRECTORY | O_NOFOLLOW);
	open(NULL, O_WRONLY | O_NONBLOCK | 0x40000000);
	mount("none", "missing", "tmpfs", MS_RDONLY | MS_NOSUID, "size=5");
	umount2("missing", MNT_DETACH);
	close(fd);
	close(-1);
}

static void use_memory(void)
{
	char *map = mmap(NULL, 0x4000, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	unsigned char resident[4];

	mprotect(map, 0x1000, PROT_READ);
	madvise(map, 0x1000, MADV_DONTNEED);
	mincore(map, 0x4000, resident);
	mremap(map, 0x4000, 0x8000, MREMAP_MAYMOVE);
	mlock(map, 1);
	msync(map, 0x1000, MS_SYNC | MS_INVALIDATE);
	munmap(map, 0x8000);
	memfd_create("name", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	mlockall(MCL_FUTURE | MCL_ONFAULT);
	munlockall();
}

static void use_descriptors(void)
{
	int epoll = epoll_create1(EPOLL_CLOEXEC), event = eventfd(3, EFD_NONBLOCK), ends[2], n = 0;
	struct epoll_event interest = { EPOLLIN | EPOLLET, { .u64 = 0x1122334455667788 } },
			   ready[2];
	struct itimerspec timer = { { 1, 500 }, { 2, 0 } }, left;
	struct timespec wait = { 0, 1000 };
	struct pollfd polled[2] = { { event, POLLIN | POLLOUT }, { -1, POLLPRI } };
	struct timeval short_time = { 0, 1000 };
	struct winsize size;
	sigset_t set;
	fd_set read_set, write_set;

	epoll_ctl(epoll, EPOLL_CTL_ADD, event, &interest);
	epoll_ctl(epoll, EPOLL_CTL_DEL, 99, NULL);
	epoll_wait(epoll, ready, 2, 10);
	epoll_wait(epoll, ready, 0, 10);
	FD_ZERO(&read_set);
	FD_ZERO(&write_set);
	FD_SET(event, &read_set);
	FD_SET(event, &write_set);
	select(event + 1, &read_set, &write_set, NULL, &short_time);
	poll(polled, 2, 5);
	ppoll(polled, 2, &wait, NULL);
	pipe(ends);
	pipe2(ends, O_CLOEXEC | O_NONBLOCK);
	ioctl(ends[0], FIONREAD, &n);
	ioctl(ends[0], TIOCGWINSZ, &size);
	ioctl(1, TCGETS, &size);
	ioctl(1, _IOC(_IOC_READ, 'z', 5, 6), &size);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signalfd(-1, &set, SFD_CLOEXEC);
	timerfd_settime(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), TFD_TIMER_ABSTIME, &timer,
			&left);
	inotify_add_watch(inotify_init1(IN_CLOEXEC), "/etc", IN_CREATE | IN_ONLYDIR);
	tee(ends[0], ends[1], 5, SPLICE_F_NONBLOCK);
	vmsplice(ends[1], &(struct iovec){ "abc", 3 }, 1, 0);
	dup2(1, 30);
	dup3(1, 31, O_CLOEXEC);
}

static void use_sockets(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_port = htons(18090),
				       .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_in6 wide = { .sin6_family = AF_INET6,
				     .sin6_port = htons(18091),
				     .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	struct sockaddr_storage any;
	socklen_t size = sizeof any;
	int ends[2], fd = socket(AF_INET, SOCK_STREAM, 0), one = 1, passed[2] = { 0, 1 };
	char text[32], control[128] = "";
	struct iovec part = { text, sizeof text };
	struct msghdr message = { .msg_iov = &part,
				  .msg_iovlen = 1,
				  .msg_control = control,
				  .msg_controllen = CMSG_SPACE(8) };
	struct mmsghdr several[2] = { { { .msg_iov = &part, .msg_iovlen = 1 } },
				      { { .msg_iov = &part, .msg_iovlen = 1 } } };

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	bind(fd, (void *)&address, sizeof address);
	listen(fd, 5);
	getsockname(fd, (void *)&any, &size);
	getpeername(fd, (void *)&any, &size);
	bind(socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP), (void *)&wide, sizeof wide);
	connect(fd, (void *)&address, 3);
	accept4(fd, NULL, NULL, SOCK_NONBLOCK + 5);
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	send(ends[0], "hello", 5, MSG_NOSIGNAL);
	recv(ends[1], text, sizeof text, MSG_PEEK | MSG_DONTWAIT);
	*CMSG_FIRSTHDR(&message) = (struct cmsghdr){ CMSG_LEN(8), SOL_SOCKET, SCM_RIGHTS };
	memcpy(CMSG_DATA(CMSG_FIRSTHDR(&message)), passed, 8);
	sendmsg(ends[0], &message, 0);
	message.msg_controllen = sizeof control;
	recvmsg(ends[1], &message, MSG_CMSG_CLOEXEC);
	sendmmsg(ends[0], several, 2, 0);
	recvmmsg(ends[1], several, 2, MSG_DONTWAIT, NULL);
	getsockopt(ends[0], SOL_SOCKET, SO_PEERCRED, text, &(socklen_t){ 12 });
	shutdown(ends[0], SHUT_WR);
	sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "x", 1, 0,
	       (void *)&(struct sockaddr){ AF_UNIX, "name" }, 7);
}

static void use_ipc(void)
{
	struct msg_text {
		long type;
		char text[8];
	} message = { 5, "message" };
	struct sembuf operations[2] = { { 0, 1, SEM_UNDO }, { 1, 0, IPC_NOWAIT } };
	struct timespec wait = { 0, 1000 };
	int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600), set = semget(IPC_PRIVATE, 2, 0600),
	    segment = shmget(IPC_PRIVATE, 4096, 0600);
	struct shmid_ds about;
	struct msqid_ds about_queue;

	msgsnd(queue, &message, 8, IPC_NOWAIT);
	msgrcv(queue, &message, 8, 0, MSG_NOERROR);
	msgctl(queue, IPC_STAT, &about_queue);
	msgctl(queue, IPC_RMID, NULL);
	semop(set, operations, 2);
	semtimedop(set, operations, 1, &wait);
	semctl(set, 0, SETVAL, 5);
	semctl(set, 1, GETVAL);
	semctl(set, 0, IPC_RMID);
	shmdt(shmat(segment, NULL, SHM_RDONLY));
	shmctl(segment, IPC_STAT, &about);
	shmctl(segment, IPC_RMID, NULL);
}

static void use_time(void)
{
	struct timespec now, wait = { 0, 1000 };
	struct timeval of_day;
	struct itimerval timer = { { 0, 0 }, { 100, 5 } };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN };
	timer_t id;
	struct tms ticks;

	syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	clock_getres(CLOCK_BOOTTIME, &now);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &wait, NULL);
	nanosleep(&wait, &now);
	syscall(SYS_gettimeofday, &of_day, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	getitimer(ITIMER_VIRTUAL, &timer);
	alarm(0);
	timer_create(CLOCK_REALTIME, &event, &id);
	timer_settime(id, 0, &(struct itimerspec){ { 0, 1 }, { 9, 0 } }, NULL);
	timer_delete(id);
	times(&ticks);
}

static void *thread(void *nothing)
{
	prctl(PR_SET_NAME, "named");
	return NULL;
}

static void use_processes(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct rlimit limit;
	struct rusage usage;
	struct sched_param priority = { 3 };
	struct utsname name;
	struct sysinfo about;
	pthread_t other;
	cpu_set_t cpus;
	siginfo_t info;
	stack_t stack = { .ss_flags = SS_DISABLE };
	sigset_t set;
	gid_t groups[3] = { 1, 2, 3 };
	int status;
	pid_t child;

	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, NULL, &action);
	sigfillset(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGUSR1);
	sigpending(&set);
	sigtimedwait(&set, &info, NULL);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	sigqueue(getpid(), SIGUSR1, (union sigval){ .sival_int = 7 });
	sigaltstack(&stack, NULL);
	getrlimit(RLIMIT_NOFILE, &limit);
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, RLIM_INFINITY });
	getrusage(RUSAGE_SELF, &usage);
	setpriority(PRIO_PROCESS, 0, 5);
	getpriority(PRIO_PGRP, 0);
	sched_setscheduler(0, SCHED_BATCH | SCHED_RESET_ON_FORK, &priority);
	sched_getaffinity(0, sizeof cpus, &cpus);
	sched_yield();
	uname(&name);
	sysinfo(&about);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	prctl(PR_GET_DUMPABLE);
	prctl(PR_CAPBSET_READ, 5);
	setgroups(3, groups);
	getgroups(3, groups);
	setresuid(-1, 0, 0);
	setfsuid(-1);
	getpgid(0);
	getsid(0);
	setpgid(0, 0);
	personality(0xffffffff);
	pthread_create(&other, NULL, thread, NULL);
	pthread_join(other, NULL);
	child = fork();
	if (!child)
		_exit(7);
	waitpid(child, &status, 0);
	child = fork();
	if (!child)
		raise(SIGKILL);
	waitid(P_PID, child, &info, WEXITED | WNOWAIT);
	wait4(-1, &status, __WALL, &usage);
	wait(NULL);
	child = vfork();
	if (!child) {
		execlp("true", "true", "argument", NULL);
		_exit(1);
	}
	waitpid(child, &status, 0);
	execve("/missing", (char *[]){ "missing", "a\tb", NULL }, (char *[]){ "A=b", NULL });
	ptrace(PTRACE_PEEKUSER, 99999999, 8, NULL);
	syscall(SYS_pidfd_open, getpid(), 0);
	syscall(SYS_futex, &status, 128, 1, NULL);
	syscall(SYS_membarrier, 0, 0);
	syscall(SYS_capget, (int[]){ 0x20080522, 0 }, (int[6]){ 0 });
	syscall(SYS_seccomp, 2, 0, (int[]){ 0x7fff0000 });
	syscall(SYS_getcpu, &status, NULL, NULL);
	syscall(SYS_kcmp, 1, 1, 0, 0, 0);
	syscall(SYS_bpf, 99, NULL, 0);
	syscall(SYS_keyctl, 0, -3, 0);
	syscall(SYS_getrandom, &status, 0, 1);
	syscall(999, 1, 2, 3);
	ioctl(0, 0x12345);
}

int main(void)
{
	use_files();
	use_memory();
	use_descriptors();
	use_sockets();
	use_ipc();
	use_time();
	use_processes();
	return 3;
}
