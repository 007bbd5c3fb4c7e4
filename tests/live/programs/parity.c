/* SPDX-License-Identifier: MIT */
/*
 * A program with calls of which a tracer once showed less than strace, a mode for each kind.
 *
 * usage: parity MODE
 */
#include <arpa/inet.h>
#include <elf.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SKIPPED 77
#define FDS 40
#define N_LISTNS 470
#define CURRENT_USER UINT64_MAX
#define IFLA_XDP_OF_LINK 43
#define XDP_FD 1
#define PEER_PIDFD 77
#define UBI_MAKE_VOLUME 0x40986f00
/* read_exec_only and seg_not_present of struct user_desc */
#define NO_SEGMENT 0x28
#define NO_NUMA_NODE (~0u)

static char data[65536];

static struct sockaddr_in loopback(void)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
				     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

/* Connects two sockets over 127.0.0.1. */
static void connect_over_loopback(int type, int ends[2])
{
	struct sockaddr_in at = loopback();
	socklen_t size = sizeof(at);
	int listener = socket(AF_INET, type, 0);

	bind(listener, (struct sockaddr *)&at, size);
	if (type == SOCK_STREAM)
		listen(listener, 1);
	getsockname(listener, (struct sockaddr *)&at, &size);
	ends[1] = socket(AF_INET, type, 0);
	connect(ends[1], (struct sockaddr *)&at, size);
	ends[0] = type == SOCK_STREAM ? accept(listener, NULL, NULL) : listener;
}

/* The other end of each connection ends it, by a reset or a close. */
static void lose_peers(void)
{
	struct linger reset = { 1, 0 };
	int ends[2];

	connect_over_loopback(SOCK_STREAM, ends);
	write(ends[1], "x", 1);
	read(ends[0], data, 1);
	setsockopt(ends[1], SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	close(ends[1]);
	read(ends[0], data, 1);
	close(ends[0]);
	for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++) {
		if (socketpair(AF_UNIX, type, 0, ends))
			continue;
		close(ends[0]);
		if (type == SOCK_STREAM || type == SOCK_SEQPACKET)
			read(ends[1], data, 1);
		close(ends[1]);
	}
	connect_over_loopback(SOCK_DGRAM, ends);
	write(ends[1], "x", 1);
	read(ends[0], data, 1);
}

/* The last of many descriptors is the one that is asked for. */
static void wait_for_many(void)
{
	struct pollfd fds[FDS];
	struct timespec now = { 0, 0 };
	struct timeval at_once = { 0, 0 };
	fd_set set;
	int pipes[2], last = open("/dev/full", O_WRONLY);

	pipe(pipes);
	for (int i = 0; i < FDS; i++)
		fds[i] = (struct pollfd){ .fd = i < FDS - 1 ? pipes[0] : last, .events = POLLIN };
	last = dup2(last, 200);
	fds[FDS - 1].fd = last;
	FD_ZERO(&set);
	for (int i = 0; i < 20; i++) {
		poll(fds, FDS, 0);
		ppoll(fds, FDS, &now, NULL);
		FD_SET(last, &set);
		select(last + 1, NULL, &set, NULL, &at_once);
	}
}

#ifdef __i386__
/* socketcall(2), which older C libraries use. */
static long send_to(int fd, const void *message, size_t size)
{
	long arguments[] = { fd, (long)message, (long)size, 0 };

	return syscall(SYS_socketcall, 9, arguments);
}

static long receive(int fd, void *to, size_t size)
{
	long arguments[] = { fd, (long)to, (long)size, 0 };

	return syscall(SYS_socketcall, 10, arguments);
}
#else
static long send_to(int fd, const void *message, size_t size)
{
	return send(fd, message, size, 0);
}

static long receive(int fd, void *to, size_t size)
{
	return recv(fd, to, size, 0);
}
#endif

struct link_request {
	struct nlmsghdr header;
	struct ifinfomsg link;
	struct nlattr xdp;
	struct nlattr fd;
	int32_t number;
};

/* strace finds the protocol of a socket that is bound. */
static int bound_to_netlink(void)
{
	struct sockaddr_nl at = { .nl_family = AF_NETLINK };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	bind(fd, (struct sockaddr *)&at, sizeof(at));
	return fd;
}

static struct link_request link_request(uint16_t type)
{
	return (struct link_request){
		.header = { sizeof(struct link_request), type, NLM_F_REQUEST | NLM_F_ACK, 1, 0 },
		.link = { .ifi_index = 1 },
		.xdp = { 12, IFLA_XDP_OF_LINK | NLA_F_NESTED },
		.fd = { 8, XDP_FD },
	};
}

static void ask_netlink(void)
{
	struct link_request request = link_request(RTM_GETLINK);
	int fd = bound_to_netlink();

	request.header.nlmsg_len = sizeof(request.header) + sizeof(request.link);
	for (int i = 0; i < 20; i++) {
		send_to(fd, &request, request.header.nlmsg_len);
		receive(fd, data, sizeof(data));
		receive(fd, data, sizeof(data));
	}
}

/* Processes that end, and are named where their numbers stand. */
static void collect_children(void)
{
	siginfo_t info;

	for (int i = 0; i < 20; i++) {
		pid_t child = fork();

		if (!child)
			_exit(0);
		if (i % 2)
			waitid(P_PID, (id_t)child, &info, WEXITED);
		else
			waitpid(child, NULL, 0);
	}
}

/* Descriptors in messages and values of options. */
static void hide_descriptors(void)
{
	struct link_request request = link_request(RTM_SETLINK);
	int fd = bound_to_netlink();
	int pair[2], pidfd;
	socklen_t size;

	request.number = open("/dev/null", O_RDONLY);
	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	for (int i = 0; i < 20; i++) {
		sendto(fd, &request, sizeof(request), 0, NULL, 0);
		size = sizeof(pidfd);
		if (!getsockopt(pair[0], SOL_SOCKET, PEER_PIDFD, &pidfd, &size))
			close(pidfd);
	}
}

/* Memory whose last page ends with the string. */
static char *string_at_end(size_t length)
{
	char *memory =
		mmap(NULL, 12288, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(memory + 8192, 4096);
	return memset(memory + 8192 - length, '/', length);
}

static void end_with_memory(void)
{
	for (int i = 0; i < 5; i++) {
		chdir(string_at_end(4096));
		chdir(string_at_end(33));
		syscall(SYS_delete_module, string_at_end(33), 0);
		syscall(SYS_memfd_create, string_at_end(249), 0);
	}
}

/* A child of the tracer that the tracer has to collect. */
static void leave_child(void)
{
	long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);

	if (!child)
		_exit(3);
	while (!kill((pid_t)child, 0))
		;
}

/* An execve(2) that is not selected changes the name of the process. */
static void change_names(void)
{
	for (int i = 0; i < 3; i++) {
		pid_t child = fork();

		if (!child)
			execl(i == 1 ? "/bin/sleep" : "/bin/true", i == 1 ? "sleep" : "true",
			      i == 1 ? "0" : NULL, NULL);
		waitpid(child, NULL, 0);
	}
}

static void attach_memory(void)
{
	int id = shmget(IPC_PRIVATE, 4096, 0600);
	void *at = shmat(id, NULL, SHM_RDONLY);

	shmctl(id, IPC_RMID, NULL);
	shmdt(at);
}

/* The first call of two programs, of which the second one may have another word size. */
static void execute_true(void)
{
	getppid();
	execl("/bin/true", "true", NULL);
}

/* 64-bit modify_ldt(2) returns its error in 32 bits. */
static void return_error(void)
{
#ifdef SYS_modify_ldt
	unsigned entry[4] = { 9999, 0, 0, NO_SEGMENT };

	syscall(SYS_modify_ldt, 1, entry, sizeof(entry));
	entry[0] = 0;
	syscall(SYS_modify_ldt, 1, entry, sizeof(entry));
	syscall(SYS_modify_ldt, 77, data, 1);
#else
	exit(SKIPPED);
#endif
}

static void queue_messages(void)
{
	struct mq_attr attributes = { .mq_maxmsg = 1, .mq_msgsize = 64 };
	struct timespec at_once = { 1, 0 };
	mqd_t queue = mq_open("/scry-parity", O_CREAT | O_RDWR, 0600, &attributes);

	if (queue < 0)
		exit(SKIPPED);
	mq_unlink("/scry-parity");
	mq_send(queue, "queue message", 13, 1);
	mq_receive(queue, data, 64, NULL);
	mq_timedsend(queue, "timed message", 13, 1, &at_once);
	mq_timedreceive(queue, data, 64, NULL, &at_once);
	mq_timedreceive(queue, data, 64, NULL, &at_once);
	mq_close(queue);
}

/* The registers of a child, with a size that goes in and comes out. */
static void read_registers(void)
{
	struct iovec vector = { data, 4096 };
	pid_t child = fork();

	if (!child) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	ptrace(PTRACE_GETREGSET, child, NT_PRSTATUS, &vector);
	vector.iov_len = 8;
	ptrace(PTRACE_GETREGSET, child, NT_PRSTATUS, &vector);
	vector.iov_len = 4096;
	ptrace(PTRACE_SETREGSET, child, NT_PRSTATUS, &vector);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

struct listns_request {
	uint32_t size, spare;
	uint64_t ns_id;
	uint32_t ns_type, spare2;
	uint64_t user_ns_id;
};

struct make_volume {
	int32_t id, alignment;
	int64_t bytes;
	int8_t type, flags;
	int16_t name_len;
	int8_t padding[4];
	char name[128];
};

/* Values that have names, and long names of objects. */
static void name_values(void)
{
	struct listns_request namespaces = { .size = sizeof(namespaces),
					     .user_ns_id = CURRENT_USER };
	struct make_volume volume = {
		.id = 1, .alignment = 1, .bytes = 1, .type = 3, .name_len = 100
	};
	union bpf_attr map = { .map_type = BPF_MAP_TYPE_HASH,
			       .key_size = 4,
			       .value_size = 4,
			       .max_entries = 1,
			       .map_flags = BPF_F_NUMA_NODE,
			       .numa_node = NO_NUMA_NODE };

	syscall(N_LISTNS, &namespaces, data, 0, 0);
	syscall(SYS_bpf, BPF_MAP_CREATE, &map, 28);
	memset(volume.name, 'v', 100);
	ioctl(-1, UBI_MAKE_VOLUME, &volume);
}

static void *execute_in_thread(void *unused)
{
	execl("/bin/true", "true", NULL);
	return unused;
}

static void change_leader(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, execute_in_thread, NULL);
	pause();
}

/* The text of a symbolic link is no path of the caller. */
static void make_links(void)
{
	mkdir("other", 0700);
	symlink("x", "other/l1");
	symlinkat("x", AT_FDCWD, "other/l2");
	symlink("x", "x");
	unlink("other/l1");
	unlink("other/l2");
	unlink("x");
	rmdir("other");
}

static const struct {
	const char *name;
	void (*run)(void);
} modes[] = {
	{ "peers", lose_peers },	 { "late", wait_for_many },
	{ "netlink", ask_netlink },	 { "children", collect_children },
	{ "hidden", hide_descriptors },	 { "ends", end_with_memory },
	{ "sibling", leave_child },	 { "names", change_names },
	{ "memory", attach_memory },	 { "word", execute_true },
	{ "error", return_error },	 { "queue", queue_messages },
	{ "registers", read_registers }, { "values", name_values },
	{ "leader", change_leader },	 { "links", make_links },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(argv[1], modes[i].name)) {
			modes[i].run();
			return 0;
		}
	fprintf(stderr, "parity: there is no such mode\n");
	return 99;
}
