/* SPDX-License-Identifier: MIT */
/*
 * Makes each request of io_uring(7) that the kernel has, one at a time, and logs "OPCODE USER_DATA
 * RESULT" of each result. uring LOG [MODE]: plain, nosqarray, sqe128, cqe32, defer, nommap,
 * registered, sqpoll, mixed. Works in the current directory. uring LOG many N: N reads in flight at
 * a time, then their data. uring LOG hostile: a ring that is rewritten and unmapped. uring LOG web
 * N: a server and N requests of HTTP. uring LOG full: more results than the ring has room for.
 * uring LOG ways: requests that a worker carries out, that wait for a file or for other requests,
 * that are cancelled with their link, and without a result. uring LOG shared: a ring of two
 * processes. uring LOG later: a request before a line of input, and another one after it;
 * later_polled: of a ring with IORING_SETUP_SQPOLL. uring LOG accepts: a request that accepts three
 * connections. uring LOG untaken: a request that the kernel refuses, before two that it then leaves
 * in the queue. uring LOG etc: opens /etc/passwd. uring LOG names: prints what the kernel says of a
 * ring with a registered file. Status 77: the kernel refuses the ring.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* linux/io_uring.h of a newer kernel than that of the headers. */
enum {
	SETUP_SQPOLL = 1 << 1,
	SETUP_CQSIZE = 1 << 3,
	SETUP_SQE128 = 1 << 10,
	SETUP_CQE32 = 1 << 11,
	SETUP_SINGLE_ISSUER = 1 << 12,
	SETUP_DEFER_TASKRUN = 1 << 13,
	SETUP_NO_MMAP = 1 << 14,
	SETUP_NO_SQARRAY = 1 << 16,
	ENTER_GETEVENTS = 1,
	ENTER_SQ_WAKEUP = 2,
	ENTER_REGISTERED_RING = 1 << 4,
	FIXED_FILE = 1,
	DRAIN = 2,
	IO_LINK = 4,
	HARDLINK = 8,
	ASYNC = 16,
	BUFFER_SELECT = 32,
	SKIP_SUCCESS = 64,
	CQE_MORE = 2,
};

struct sqe {
	uint8_t opcode, flags;
	uint16_t ioprio;
	int32_t fd;
	uint64_t off, addr;
	uint32_t len, op_flags;
	uint64_t user_data;
	uint16_t buffer, personality;
	int32_t file;
	uint64_t addr3, rest;
};

struct cqe {
	uint64_t user_data;
	int32_t result;
	uint32_t flags;
};

struct params {
	uint32_t sq_entries, cq_entries, flags, thread_cpu, thread_idle, features, wq_fd, resv[3];
	struct {
		uint32_t head, tail, mask, entries, flags, dropped, array, resv;
		uint64_t user;
	} sq;
	struct {
		uint32_t head, tail, mask, entries, overflow, cqes, flags, resv;
		uint64_t user;
	} cq;
};

static struct ring {
	int fd;
	unsigned enter_flags;
	unsigned
		added; /* requests that are not in the queue yet: a thread of the kernel may take those that are */
	struct params params;
	char *rings, *sqes;
	size_t rings_len, sqes_len;
} ring;

static FILE *the_log;
static uint64_t next_data = 0x100;

#define AT(offset) ((volatile uint32_t *)(ring.rings + (offset)))

static int map_ring(void)
{
	struct params *p = &ring.params;
	size_t array = p->sq.array + 4 * p->sq_entries;
	size_t cqes = p->cq.cqes + p->cq_entries * (p->flags & SETUP_CQE32 ? 32 : 16);

	ring.rings_len = array > cqes ? array : cqes;
	ring.sqes_len = p->sq_entries * (p->flags & SETUP_SQE128 ? 128 : 64);
	ring.rings = mmap(NULL, ring.rings_len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			  ring.fd, 0);
	ring.sqes = mmap(NULL, ring.sqes_len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			 ring.fd, 0x10000000);
	return ring.rings == MAP_FAILED || ring.sqes == MAP_FAILED ? -1 : 0;
}

static int make_ring(unsigned entries, unsigned flags)
{
	char *memory = NULL;

	memset(&ring, 0, sizeof(ring));
	ring.params.flags = flags;
	ring.params.thread_idle = 100;
	ring.params.cq_entries = flags & SETUP_CQSIZE ? entries : 0;
	if (flags & SETUP_NO_MMAP) {
		memory = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		ring.params.cq.user = (uintptr_t)memory;
		ring.params.sq.user = (uintptr_t)memory + 4096;
	}
	ring.fd = (int)syscall(SYS_io_uring_setup, entries, &ring.params);
	if (ring.fd < 0)
		return -1;
	ring.params.flags |= flags;
	if (!memory)
		return map_ring();
	ring.rings = memory;
	ring.sqes = memory + 4096;
	return 0;
}

/* Adds a request to the queue, which the next enter() submits. */
static struct sqe *add(unsigned opcode, int fd, const void *addr, uint32_t len, uint64_t off)
{
	const struct params *p = &ring.params;
	uint32_t index = (*AT(p->sq.tail) + ring.added++) & (p->sq_entries - 1);
	struct sqe *sqe = (struct sqe *)(ring.sqes + index * (p->flags & SETUP_SQE128 ? 128 : 64));

	memset(sqe, 0, p->flags & SETUP_SQE128 ? 128 : 64);
	*sqe = (struct sqe){ .opcode = (uint8_t)opcode,
			     .fd = fd,
			     .addr = (uintptr_t)addr,
			     .len = len,
			     .off = off,
			     .user_data = next_data++ };
	if (!(p->flags & SETUP_NO_SQARRAY))
		AT(p->sq.array)[index] = index;
	return sqe;
}

/* What was submitted, for the log: the opcode by user_data. */
static uint8_t opcodes[1 << 17];

static void remember(void)
{
	const struct params *p = &ring.params;

	for (uint32_t i = 0; i < ring.added; i++) {
		uint32_t index = (*AT(p->sq.tail) + i) & (p->sq_entries - 1);
		struct sqe *sqe =
			(struct sqe *)(ring.sqes + index * (p->flags & SETUP_SQE128 ? 128 : 64));

		opcodes[sqe->user_data % sizeof(opcodes)] = sqe->opcode;
	}
}

static int enter(unsigned wait)
{
	const struct params *p = &ring.params;
	unsigned n = ring.added;
	unsigned flags = ring.enter_flags | (wait ? ENTER_GETEVENTS : 0);
	int fd = ring.fd;

	__sync_synchronize();
	*AT(p->sq.tail) += n;
	ring.added = 0;
	__sync_synchronize();
	if (p->flags & SETUP_SQPOLL) {
		if (*AT(p->sq.flags) & 1)
			flags |= ENTER_SQ_WAKEUP;
		n = 0;
	}
	if (flags & ENTER_REGISTERED_RING)
		fd = 0;
	return (int)syscall(SYS_io_uring_enter, fd, n, wait, flags, NULL, 0);
}

/* Takes n results and logs them. Returns the last one. */
static struct cqe last;
static int reap(unsigned n)
{
	const struct params *p = &ring.params;

	while (n) {
		uint32_t head = *AT(p->cq.head);
		struct cqe *cqe;

		if (head == *AT(p->cq.tail)) {
			if (enter(1) < 0 && errno != EINTR)
				return -1;
			continue;
		}
		cqe = (struct cqe *)(ring.rings + p->cq.cqes +
				     (head & (p->cq_entries - 1)) *
					     (p->flags & SETUP_CQE32 ? 32 : 16));
		last = *cqe;
		fprintf(the_log, "%d 0x%llx %d\n", opcodes[last.user_data % sizeof(opcodes)],
			(unsigned long long)last.user_data, last.result);
		*AT(p->cq.head) = head + 1;
		n--;
	}
	return last.result;
}

/* Submits what was added, and waits for one result each. */
static int run(unsigned n)
{
	remember();
	if (enter(n) < 0)
		return -1;
	return reap(n);
}

static struct sqe *with_flags(struct sqe *sqe, uint32_t op_flags)
{
	sqe->op_flags = op_flags;
	return sqe;
}

/* --- the operations ------------------------------------------------------------------------- */

static char buffer[4096], other[4096];

static void use_files(void)
{
	struct iovec {
		void *base;
		size_t len;
	} parts[2] = { { buffer, 3 }, { buffer + 16, 5 } };
	struct {
		uint64_t flags, mode, resolve;
	} how = { 0 };
	int fd, dir;

	with_flags(add(18, AT_FDCWD, "one", 0644, 0), O_RDWR | O_CREAT);
	fd = run(1);
	add(28, AT_FDCWD, "one", sizeof(how), (uintptr_t)&how);
	dir = run(1);
	add(19, dir, NULL, 0, 0);
	run(1);
	add(23, fd, "hello, ring", 11, 0);
	run(1);
	add(22, fd, buffer, 64, 0);
	run(1);
	add(22, fd, buffer, 64, UINT64_MAX);
	run(1);
	add(2, fd, parts, 2, 0);
	run(1);
	add(1, fd, parts, 2, 0);
	run(1);
	with_flags(add(1, fd, parts, 2, 0), 4); /* RWF_SYNC */
	run(1);
	add(3, fd, NULL, 0, 0);
	run(1);
	with_flags(add(3, fd, NULL, 0, 0), 1);
	run(1);
	with_flags(add(8, fd, NULL, 4, 0), 2);
	run(1);
	add(17, fd, (void *)100, 0, 0);
	run(1);
	add(55, fd, NULL, 0, 50);
	run(1);
	with_flags(add(24, fd, NULL, 20, 10), 4); /* POSIX_FADV_DONTNEED */
	run(1);
	with_flags(add(25, -1, (void *)((uintptr_t)buffer & ~4095ul), 4096, 0),
		   4); /* MADV_DONTNEED */
	run(1);
	with_flags(add(21, AT_FDCWD, "one", 0x7ff, (uintptr_t)other), 0);
	run(1);
	add(37, AT_FDCWD, "dir", 0755, 0);
	run(1);
	add(38, AT_FDCWD, "one", 0, (uintptr_t) "soft");
	run(1);
	add(39, AT_FDCWD, "one", (uint32_t)AT_FDCWD, (uintptr_t) "hard");
	run(1);
	add(35, AT_FDCWD, "hard", (uint32_t)AT_FDCWD, (uintptr_t) "moved");
	run(1);
	add(41, fd, "user.a", 5, (uintptr_t) "value");
	run(1);
	add(43, fd, "user.a", 64, (uintptr_t)other);
	run(1);
	add(42, -1, "user.b", 5, (uintptr_t) "value")->addr3 = (uintptr_t) "one";
	run(1);
	add(44, -1, "user.b", 64, (uintptr_t)other)->addr3 = (uintptr_t) "one";
	run(1);
	add(36, AT_FDCWD, "moved", 0, 0);
	run(1);
	with_flags(add(36, AT_FDCWD, "dir", 0, 0), AT_REMOVEDIR);
	run(1);
	add(36, AT_FDCWD, "soft", 0, 0);
	run(1);
	with_flags(add(18, AT_FDCWD, "absent", 0, 0), O_RDONLY);
	run(1);
	add(19, fd, NULL, 0, 0);
	run(1);
}

static void use_pipes(void)
{
	int ends[2], copy[2], made[2] = { -1, -1 };

	if (pipe(ends) || pipe(copy))
		return;
	add(23, ends[1], "through the pipe", 16, UINT64_MAX);
	run(1);
	with_flags(add(33, copy[1], NULL, 7, 0), 0)->file = ends[0];
	run(1);
	with_flags(add(30, copy[1], (void *)UINT64_MAX, 7, UINT64_MAX), 1)->file = ends[0];
	run(1);
	add(22, copy[0], buffer, 64, UINT64_MAX);
	run(1);
	with_flags(add(6, copy[1], NULL, 0, 0), 4); /* POLLOUT */
	run(1);
	add(62, 0, made, 0, 0);
	run(1);
	close(ends[0]);
	close(ends[1]);
	close(copy[0]);
	close(copy[1]);
	if (made[0] >= 0) {
		close(made[0]);
		close(made[1]);
	}
}

static void use_sockets(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) },
			   peer;
	socklen_t len = sizeof(peer);
	struct iovec {
		void *base;
		size_t len;
	} part = { buffer, 32 };
	struct msghdr message = { .msg_iov = (void *)&part, .msg_iovlen = 1 };
	struct epoll_event event = { .events = EPOLLIN };
	int server, client, accepted, epoll = epoll_create1(0);

	add(45, AF_INET, NULL, 0, SOCK_STREAM);
	server = run(1);
	if (server < 0)
		server = socket(AF_INET, SOCK_STREAM, 0);
	add(56, server, &address, 0, sizeof(address));
	if (run(1) < 0)
		bind(server, (struct sockaddr *)&address, sizeof(address));
	add(57, server, NULL, 5, 0);
	if (run(1) < 0)
		listen(server, 5);
	getsockname(server, (struct sockaddr *)&address, &len);
	client = socket(AF_INET, SOCK_STREAM, 0);
	len = sizeof(peer);
	add(13, server, &peer, 0, (uintptr_t)&len);
	add(16, client, &address, 0, sizeof(address));
	remember();
	enter(2);
	reap(2);
	accepted = server + 2 < 0 ? -1 : client + 1;
	add(26, client, "sent", 4, 0);
	run(1);
	add(29, epoll, &event, EPOLL_CTL_ADD, (uint64_t)accepted);
	run(1);
	add(59, epoll, &event, 1, 0);
	run(1);
	add(27, accepted, buffer, 64, 0);
	run(1);
	memcpy(buffer, "message", 7);
	part.len = 7;
	add(9, client, &message, 1, 0);
	run(1);
	part.len = 32;
	add(10, accepted, &message, 1, 0);
	run(1);
	add(46, accepted, NULL, 0, 0); /* SOCKET_URING_OP_SIOCINQ */
	run(1);
	add(47, client, "zero copy", 9, 0);
	if (run(1) >= 0 && last.flags & CQE_MORE)
		reap(1);
	part.len = 5;
	add(48, client, &message, 1, 0);
	if (run(1) >= 0 && last.flags & CQE_MORE)
		reap(1);
	add(58, accepted, NULL, 10, 0);
	run(1);
	add(34, client, NULL, SHUT_RDWR, 0);
	run(1);
	close(client);
	close(accepted);
	close(server);
	close(epoll);
}

static void use_waits(void)
{
	static const struct {
		int64_t sec, nsec;
	} soon = { 0, 1000000 }, late = { 100, 0 };
	static uint32_t word = 1;
	struct {
		uint64_t val, uaddr;
		uint32_t flags, resv;
	} waiter = { 2, (uintptr_t)&word, 2, 0 };
	siginfo_t info;
	uint64_t waiting;
	pid_t child;
	int ends[2];

	if (pipe(ends))
		return;
	add(11, -1, &soon, 1, 0);
	run(1);
	waiting = next_data;
	add(11, -1, &late, 1, 0);
	remember();
	enter(0);
	add(12, -1, (void *)(uintptr_t)waiting, 0, 0);
	run(1);
	reap(1);
	waiting = next_data;
	with_flags(add(6, ends[0], NULL, 0, 0), 1);
	remember();
	enter(0);
	add(7, -1, (void *)(uintptr_t)waiting, 0, 0);
	run(1);
	reap(1);
	waiting = next_data;
	add(22, ends[0], buffer, 16, UINT64_MAX);
	remember();
	enter(0);
	add(14, -1, (void *)(uintptr_t)waiting, 0, 0);
	run(1);
	reap(1);
	add(22, ends[0], buffer, 16, UINT64_MAX)->flags = IO_LINK;
	add(15, -1, &soon, 1, 0);
	run(2);
	child = fork();
	if (!child)
		_exit(3);
	add(50, child, NULL, P_PID, (uintptr_t)&info)->file = WEXITED;
	if (run(1) < 0)
		waitpid(child, NULL, 0);
	add(51, 2, &word, 0, 2)->addr3 = UINT32_MAX;
	run(1);
	add(52, 2, &word, 0, 1)->addr3 = UINT32_MAX;
	run(1);
	add(53, -1, &waiter, 1, 0);
	run(1);
	close(ends[0]);
	close(ends[1]);
}

static void use_registered(void)
{
	int fd = open("one", O_RDWR), files[4], update[1], ends[2], from[2] = { -1, -1 };
	struct {
		void *base;
		size_t len;
	} part = { other, sizeof(other) }, inner = { other + 8, 4 };

	if (pipe(from) || pipe(ends) || write(from[1], "abc", 3) != 3)
		return;
	for (unsigned i = 0; i < 4; i++)
		files[i] = i == 1 ? fd : i == 0 ? from[0] : -1;
	update[0] = fd;
	syscall(SYS_io_uring_register, ring.fd, 2, files, 4);
	syscall(SYS_io_uring_register, ring.fd, 0, &part, 1);
	add(22, 1, buffer, 5, 0)->flags = FIXED_FILE;
	run(1);
	/* SPLICE_F_FD_IN_FIXED */
	with_flags(add(30, ends[1], (void *)UINT64_MAX, 3, UINT64_MAX), 1u << 31)->file = 0;
	run(1);
	/* IORING_ASYNC_CANCEL_FD, IORING_ASYNC_CANCEL_FD_FIXED */
	add(22, 0, buffer, 5, UINT64_MAX)->flags = FIXED_FILE;
	remember();
	enter(0);
	with_flags(add(14, 0, NULL, 0, 0), 2 | 8);
	if (run(1) == -EINVAL && write(from[1], "a", 1) != 1)
		return;
	reap(1);
	close(ends[0]);
	close(ends[1]);
	close(from[0]);
	close(from[1]);
	add(4, fd, other, 5, 0);
	run(1);
	add(5, fd, other, 5, 0);
	run(1);
	add(60, fd, &inner, 1, 0);
	run(1);
	add(61, fd, &inner, 1, 0);
	run(1);
	with_flags(add(18, AT_FDCWD, "one", 0, 0), O_RDONLY)->file = 4;
	run(1);
	add(19, 0, NULL, 0, 0)->file = 4;
	run(1);
	add(20, -1, update, 1, 2);
	run(1);
	add(54, 2, NULL, 0, 0)->flags = FIXED_FILE;
	if (run(1) >= 0)
		close(last.result);
	add(31, 4, other, 64, 0)->buffer = 7;
	run(1);
	if (!pipe(ends) && write(ends[1], "ab", 2) == 2) {
		struct sqe *sqe = add(49, ends[0], NULL, 0, UINT64_MAX);

		sqe->flags = BUFFER_SELECT;
		sqe->buffer = 7;
		run(1);
		if (last.result >= 0 && last.flags & CQE_MORE) {
			if (write(ends[1], "cd", 2) == 2)
				reap(1);
			close(ends[1]);
			if (last.flags & CQE_MORE)
				reap(1);
		}
	}
	add(32, 1, NULL, 0, 0)->buffer = 7;
	run(1);
	close(fd);
}

static void use_links(void)
{
	int fd = open("one", O_RDWR);

	add(23, fd, "linked", 6, 0)->flags = IO_LINK;
	add(3, fd, NULL, 0, 0)->flags = HARDLINK;
	add(0, -1, NULL, 0, 0)->flags = ASYNC;
	run(3);
	add(22, -1, buffer, 8, 0)->flags = IO_LINK;
	add(0, -1, NULL, 0, 0);
	run(2);
	add(200, 7, NULL, 0, 0);
	run(1);
	add(40, ring.fd, NULL, 5, 0xabc);
	if (run(1) >= 0)
		reap(1);
	close(fd);
}

static void use_all(void)
{
	add(0, -1, NULL, 0, 0);
	run(1);
	use_files();
	close(open("one", O_RDWR | O_CREAT, 0644));
	use_pipes();
	use_sockets();
	use_waits();
	use_registered();
	use_links();
}

/* --- special cases --------------------------------------------------------------------------- */

/* Many reads wait in pipes at a time. */
static int use_many(unsigned n)
{
	int ends[2];

	if (make_ring(4096, 0) || pipe(ends))
		return 77;
	next_data = 0;
	for (unsigned i = 0; i < n; i++) {
		add(22, ends[0], &buffer[i % 4096], 1, UINT64_MAX);
		if (i % 4096 == 4095 || i == n - 1) {
			remember();
			enter(0);
		}
	}
	for (unsigned done = 0; done < n;) {
		unsigned part = n - done < 2048 ? n - done : 2048;

		memset(other, 'x', 2048);
		if (write(ends[1], other, part) != (ssize_t)part || reap(part) < 0)
			return 1;
		done += part;
	}
	return 0;
}

static void *overwrite(void *ctx)
{
	volatile int *stop = ctx;

	while (!*stop)
		for (unsigned i = 0; i < 64; i++)
			((volatile struct sqe *)ring.sqes)[i % 8].addr = (uintptr_t)0x1000 * i;
	return NULL;
}

/* The memory of the ring has nothing that the kernel would have there. */
static int use_hostile(void)
{
	volatile int stop = 0;
	pthread_t thread;

	if (make_ring(8, 0))
		return 77;
	if (pthread_create(&thread, NULL, overwrite, (void *)&stop))
		return 1;
	for (unsigned i = 0; i < 200; i++) {
		add(22, -1, buffer, 1, 0);
		run(1);
	}
	stop = 1;
	pthread_join(thread, NULL);
	/* Indexes beyond the queue, heads and tails beyond it, and positions that go backwards. */
	AT(ring.params.sq.array)[0] = 0xffffffff;
	*AT(ring.params.sq.tail) += 100000;
	syscall(SYS_io_uring_enter, ring.fd, 5, 0, 0, NULL, 0);
	*AT(ring.params.cq.tail) -= 1000;
	getppid();
	*AT(ring.params.cq.tail) += 0x7fffffff;
	getppid();
	memset(ring.rings + 8, 0xff, 64);
	getppid();
	syscall(SYS_io_uring_enter, ring.fd, 0xffffffff, 0, 0, NULL, 0);
	munmap(ring.sqes, ring.sqes_len);
	syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0);
	munmap(ring.rings, ring.rings_len);
	syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0);
	syscall(SYS_io_uring_enter, 12345, 1, 0, 0, NULL, 0);
	close(ring.fd);
	syscall(SYS_io_uring_enter, ring.fd, 1, 0, 0, NULL, 0);
	return 0;
}

/* More results than the ring has room for: the kernel keeps them. */
static int use_full(void)
{
	if (make_ring(4, SETUP_CQSIZE))
		return 77;
	for (unsigned i = 0; i < 12; i++) {
		add(i % 2 ? 22 : 0, -1, buffer, 1, 0);
		if (i % 4 == 3) {
			remember();
			enter(0);
		}
	}
	return reap(12) >= -EBADF ? 0 : 1;
}

static int use_ways(void)
{
	static const struct {
		int64_t sec, nsec;
	} soon = { 0, 1000000 };
	struct nlmsghdr noop = { .nlmsg_len = sizeof(noop), .nlmsg_type = NLMSG_NOOP };
	struct iovec part = { &noop, sizeof(noop) };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	int ends[2], fd = open("/proc/self/exe", O_RDONLY);

	if (make_ring(8, 0) || pipe(ends))
		return 77;
	add(22, ends[0], buffer, 1, UINT64_MAX);
	remember();
	enter(0);
	if (write(ends[1], "x", 1) != 1)
		return 1;
	reap(1);
	add(22, fd, buffer, 4, 0)->flags = ASYNC;
	run(1);
	add(11, -1, &soon, 1, 0);
	add(0, -1, NULL, 0, 0)->flags = DRAIN;
	run(2);
	/* What stands between the two is not linked to the second one. */
	add(22, -1, buffer, 8, 0)->flags = IO_LINK;
	add(0, -1, NULL, 0, 0);
	add(0, -1, NULL, 0, 0);
	run(3);
	/* The end of a submission ends a chain of links. */
	add(0, -1, NULL, 0, 0)->flags = IO_LINK;
	run(1);
	add(0, -1, NULL, 0, 0);
	run(1);
	add(0, -1, NULL, 0, 0)->flags = SKIP_SUCCESS;
	add(22, -1, buffer, 8, 0)->flags = SKIP_SUCCESS;
	remember();
	enter(0);
	reap(1);
	for (unsigned i = 0; i < 64; i++) {
		add(0, -1, NULL, 0, 0);
		run(1);
	}
	/* With credentials of the ring, IORING_REGISTER_PERSONALITY. */
	add(0, -1, NULL, 0, 0)->personality =
		(uint16_t)syscall(SYS_io_uring_register, ring.fd, 9, NULL, 0);
	run(1);
	/* What a plan asks about a netlink socket is no part of what happened to the request. */
	add(9, socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE), &message, 1, 0);
	run(1);
	return 0;
}

/* --- a server -------------------------------------------------------------------------------- */

static struct sockaddr_in where;

static void *browse(void *ctx)
{
	char answer[256];

	for (unsigned n = *(unsigned *)ctx; n; n--) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		if (connect(fd, (struct sockaddr *)&where, sizeof(where)) ||
		    write(fd, "GET / HTTP/1.0\r\n\r\n", 18) != 18)
			abort();
		while (read(fd, answer, sizeof(answer)) > 0)
			;
		close(fd);
	}
	return NULL;
}

static int use_web(unsigned n)
{
	static const char answer[] = "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nyes";
	static int clients[1 << 17];
	socklen_t len = sizeof(where);
	int server = socket(AF_INET, SOCK_STREAM, 0), client;
	unsigned closed = 0;
	pthread_t browser;

	where.sin_family = AF_INET;
	where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (make_ring(64, 0))
		return 77;
	if (bind(server, (struct sockaddr *)&where, sizeof(where)) || listen(server, 64) ||
	    getsockname(server, (struct sockaddr *)&where, &len) ||
	    pthread_create(&browser, NULL, browse, &n))
		return 1;
	add(13, server, NULL, 0, 0);
	while (closed < n) {
		remember();
		enter(1);
		reap(1);
		client = clients[last.user_data % (1 << 17)];
		clients[next_data % (1 << 17)] = client;
		switch (opcodes[last.user_data % sizeof(opcodes)]) {
		case 13:
			clients[next_data % (1 << 17)] = last.result;
			add(27, last.result, buffer, sizeof(buffer), 0);
			add(13, server, NULL, 0, 0);
			break;
		case 27:
			add(26, client, answer, sizeof(answer) - 1, 0);
			break;
		case 26:
			add(19, client, NULL, 0, 0);
			break;
		default:
			closed++;
		}
	}
	pthread_join(browser, NULL);
	return 0;
}

/* A request that accepts each connection that comes: IORING_ACCEPT_MULTISHOT. */
static int use_accepts(void)
{
	socklen_t len = sizeof(where);
	int server = socket(AF_INET, SOCK_STREAM, 0), client = -1;
	uint64_t accepting = next_data;

	where.sin_family = AF_INET;
	where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (make_ring(8, 0))
		return 77;
	if (bind(server, (struct sockaddr *)&where, sizeof(where)) || listen(server, 8) ||
	    getsockname(server, (struct sockaddr *)&where, &len))
		return 1;
	add(13, server, NULL, 0, 0)->ioprio = 1;
	remember();
	enter(0);
	for (unsigned i = 0; i < 3; i++) {
		client = socket(AF_INET, SOCK_STREAM, 0);
		if (connect(client, (struct sockaddr *)&where, sizeof(where)))
			return 1;
		if (reap(1) < 0 || !(last.flags & CQE_MORE))
			return 77;
	}
	add(14, -1, (void *)(uintptr_t)accepting, 0, 0);
	run(2);
	return 0;
}

/*
 * The kernel stops at a request that it refuses. The next call submits those after it, which have
 * the same user_data.
 */
static int use_untaken(void)
{
	if (make_ring(8, 0))
		return 77;
	for (unsigned i = 0; i < 3; i++)
		add(0, -1, NULL, 0, 0)->user_data = 0x700;
	((struct sqe *)ring.sqes)->flags = 0x80;
	if (enter(1) != 1 || reap(1) != -EINVAL)
		return 77;
	if (syscall(SYS_io_uring_enter, ring.fd, 2, 2, ENTER_GETEVENTS, NULL, 0) != 2)
		return 77;
	return reap(2);
}

/* A child and its parent use the same ring. */
static int use_shared(void)
{
	pid_t child;

	if (make_ring(8, 0))
		return 77;
	add(0, -1, NULL, 0, 0);
	run(1);
	fflush(the_log);
	child = fork();
	if (!child) {
		next_data = 0x200;
		add(21, AT_FDCWD, "/", 0x7ff, (uintptr_t)other);
		run(1);
		fflush(the_log);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	next_data = 0x300;
	add(0, -1, NULL, 0, 0);
	run(1);
	return 0;
}

/* Makes a request before a line comes, and another one after it. */
static int use_later(unsigned flags)
{
	char byte;

	if (make_ring(8, flags))
		return 77;
	add(0, -1, NULL, 0, 0);
	run(1);
	printf("ready\n");
	fflush(stdout);
	if (read(0, &byte, 1) != 1)
		return 1;
	next_data = 0x500;
	with_flags(add(18, AT_FDCWD, "/", 0, 0), O_RDONLY | O_DIRECTORY);
	run(1);
	return 0;
}

/* Opens a file. */
static int use_etc(void)
{
	if (make_ring(8, 0))
		return 77;
	with_flags(add(18, AT_FDCWD, "/etc/passwd", 0, 0), O_RDONLY);
	run(1);
	return 0;
}

/* Prints what the kernel says of a ring with a registered file. */
static int use_names(void)
{
	int fd = open("one", O_RDWR | O_CREAT, 0644), c;
	char path[64];
	FILE *info;

	if (fd < 0 || make_ring(8, 0) || syscall(SYS_io_uring_register, ring.fd, 2, &fd, 1))
		return 77;
	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", ring.fd);
	info = fopen(path, "r");
	if (!info)
		return 77;
	while ((c = getc(info)) != EOF)
		putchar(c);
	fclose(info);
	return 0;
}

static const struct {
	const char *name;
	unsigned flags;
} modes[] = {
	{ "plain", 0 },
	{ "registered", 0 },
	{ "nosqarray", SETUP_NO_SQARRAY },
	{ "sqe128", SETUP_SQE128 },
	{ "cqe32", SETUP_CQE32 },
	{ "defer", SETUP_SINGLE_ISSUER | SETUP_DEFER_TASKRUN },
	{ "nommap", SETUP_NO_MMAP | SETUP_NO_SQARRAY },
	{ "sqpoll", SETUP_SQPOLL },
};

static int use_mode(const char *mode)
{
	struct {
		uint32_t index, resv;
		uint64_t fd;
	} update = { UINT32_MAX, 0, 0 };

	for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(mode, modes[i].name))
			continue;
		if (make_ring(16, modes[i].flags))
			return 77;
		update.fd = (uint64_t)ring.fd;
		if (!strcmp(mode, "registered")) {
			if (syscall(SYS_io_uring_register, ring.fd, 20, &update, 1) != 1)
				return 77;
			ring.enter_flags = ENTER_REGISTERED_RING;
		}
		use_all();
		return 0;
	}
	return 2;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 2 ? argv[2] : "plain";
	int status;

	the_log = argc > 1 ? fopen(argv[1], "w") : NULL;
	if (!the_log)
		return 2;
	if (!strcmp(mode, "many"))
		status = use_many((unsigned)atoi(argv[3]));
	else if (!strcmp(mode, "web"))
		status = use_web((unsigned)atoi(argv[3]));
	else if (!strcmp(mode, "full"))
		status = use_full();
	else if (!strcmp(mode, "ways"))
		status = use_ways();
	else if (!strcmp(mode, "hostile"))
		status = use_hostile();
	else if (!strcmp(mode, "shared"))
		status = use_shared();
	else if (!strcmp(mode, "etc"))
		status = use_etc();
	else if (!strcmp(mode, "names"))
		status = use_names();
	else if (!strcmp(mode, "later"))
		status = use_later(0);
	else if (!strcmp(mode, "later_polled"))
		status = use_later(SETUP_SQPOLL);
	else if (!strcmp(mode, "accepts"))
		status = use_accepts();
	else if (!strcmp(mode, "untaken"))
		status = use_untaken();
	else
		status = use_mode(mode);
	fclose(the_log);
	return status;
}
