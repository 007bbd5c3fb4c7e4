/* SPDX-License-Identifier: MIT */
/*
 * What an ordinary user would try with scry-capture. It speaks the protocol itself, so that nothing
 * that scry refuses stands in the way.
 *
 *	captor SCRY-CAPTURE mark PID FILE...		marks processes, with descriptors of files (@FILE: by O_PATH, fd:N: given); prints the number of tasks
 *	captor SCRY-CAPTURE watch PID			marks a process; says "marked N"; reads records until stdin ends; prints what it saw
 *	captor SCRY-CAPTURE race N PROGRAM SEED		marks children while they execute PROGRAM, "captor secret" with more rights, or
 *							make calls while they are not dumpable
 *	captor SCRY-CAPTURE kernel			lets plans read memory of the kernel
 *	captor SCRY-CAPTURE requests			requests that mean nothing
 *	captor SCRY-CAPTURE steal			tries to get at scry-capture itself
 *	captor SCRY-CAPTURE traced			executes scry-capture as its tracer
 *	captor SCRY-CAPTURE hold			prints the pid of scry-capture, and waits for the end of stdin
 *	captor SCRY-CAPTURE kill N		kills N of them after they have loaded; says "ready", waits
 *							for the end of stdin, and leaves them as zombies
 *	captor SCRY-CAPTURE stop N THREADS SEED		stops N of them at random moments of loading, which THREADS idle threads make longer;
 *							says "ready", waits for the end of stdin, and leaves them stopped
 *	captor SCRY-CAPTURE fuzz SECONDS PROGRAM SEED	all of that at once, with random contents of the maps
 *	captor secret					makes calls that must not be seen
 *	captor hide					does the same while it is not dumpable
 *	captor wait_for_end, captor hide_and_wait	waits for a signal; is not dumpable meanwhile
 *	captor programs [USER]				prints the number of bpf programs that are loaded, by this user (as root)
 *	captor attached USER				prints the number of those that are attached to the results of all calls (as root)
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/bpf/capture/protocol.h"
#include "engine/bpf/kernel/wire.h"
#include "scry/kernel/capture.h"

/* Arguments of getpriority(2) that only calls of "secret" have. */
#define SECRET_FIRST 0x7777
#define SECRET 0x5ec3e75ull
#define KERNEL 0xffffffff81000000ull
#define RING (1u << 20)
#define STOP_SECONDS 20 /* of "stop" */
#define PAGE 4096u

enum { MAP_RING, MAP_OPS, MAP_SELECTIONS, MAP_CALLS, MAP_COUNTS, MAP_DESK };

struct captor {
	pid_t pid;
	int socket;
	int maps[PROTOCOL_N_MAPS];
	unsigned long *consumed;
	const unsigned char *produced;
	struct call_entry *calls;
	struct plan_op *ops;
	void *desk;
	unsigned long at;
	unsigned records, leaks, left;
};

static unsigned long long seed = 1;

static unsigned random_below(unsigned n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return n ? (unsigned)(seed >> 33) % n : 0;
}

static void __attribute__((noreturn)) die(const char *what)
{
	fprintf(stderr, "captor: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* --- the protocol ------------------------------------------------------------------------- */

static void begin(struct captor *captor, const char *program)
{
	int ends[2];

	memset(captor, 0, sizeof(*captor));
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		die("socketpair");
	captor->pid = fork();
	if (captor->pid < 0)
		die("fork");
	if (!captor->pid) {
		dup2(ends[1], 0);
		execl(program, "scry-capture", (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	captor->socket = ends[0];
}

static bool say(struct captor *captor, const void *bytes, size_t len, const int *fds, size_t n)
{
	struct iovec part = { (void *)bytes, len };
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(250 * sizeof(int))];
	} control = { 0 };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	if (n) {
		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(n * sizeof(int));
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(n * sizeof(int));
		memcpy(CMSG_DATA(&control.header), fds, n * sizeof(int));
	}
	return sendmsg(captor->socket, &message, MSG_NOSIGNAL) >= 0;
}

/*
 * Returns the error of the reply, or -1 if scry-capture has ended; adds the number of marked tasks.
 */
static int hear(struct captor *captor, unsigned *marked)
{
	struct protocol_reply reply;
	char lines[PROTOCOL_LINES];
	size_t bytes = 0;

	do {
		struct iovec parts[] = { { &reply, sizeof(reply) }, { lines, sizeof(lines) } };
		union {
			struct cmsghdr header;
			char bytes[CMSG_SPACE(sizeof(captor->maps))];
		} control = { 0 };
		struct msghdr message = { .msg_iov = parts,
					  .msg_iovlen = 2,
					  .msg_control = &control,
					  .msg_controllen = sizeof(control) };
		ssize_t len;

		/*
		 * The kernel says that scry-capture has not read all requests before it gives the
		 * reply.
		 */
		do {
			len = recvmsg(captor->socket, &message, MSG_CMSG_CLOEXEC);
		} while (len < 0 && errno == ECONNRESET);
		if (len < (ssize_t)sizeof(reply))
			return -1;
		bytes += (size_t)len - sizeof(reply);
		if (message.msg_controllen >= CMSG_LEN(sizeof(captor->maps)))
			memcpy(captor->maps, CMSG_DATA(&control.header), sizeof(captor->maps));
	} while (reply.more);
	if (marked)
		*marked += (unsigned)(bytes / sizeof(struct marked_task));
	return (int)reply.error;
}

static struct protocol_request loading(void)
{
	return (struct protocol_request){
		.version = PROTOCOL_VERSION,
		.kind = PROTOCOL_LOAD,
		.settings = { .ring_size = RING,
			      .ring_reserve = RING / 8,
			      .wake_shift = 12,
			      .launch_nr = SYS_execve,
			      .follow = 1,
			      .abi_i386 = 1,
			      .abi_x32 = 2,
			      .details = 31,
			      .names = 1,
			      .task_names = 1,
			      .stacks = 1,
			      .unknown_wanted = 1 },
		.n_ops = 64,
		.n_selections = 8,
		.n_cpus = 64,
	};
}

static void *map_array(int fd, size_t len)
{
	void *at = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		die("mmap of a map");
	return at;
}

/* Loads the program; all calls are reported. Returns the error of the reply. */
static int load(struct captor *captor, const struct protocol_request *request)
{
	int error;

	if (!say(captor, request, sizeof(*request), NULL, 0) || (error = hear(captor, NULL)) < 0)
		return -1;
	if (error)
		return error;
	captor->consumed = map_array(captor->maps[MAP_RING], PAGE);
	captor->produced =
		mmap(NULL, PAGE + 2 * RING, PROT_READ, MAP_SHARED, captor->maps[MAP_RING], PAGE);
	captor->calls =
		map_array(captor->maps[MAP_CALLS], PLAN_ABIS * PLAN_CALLS * sizeof(*captor->calls));
	captor->ops = map_array(captor->maps[MAP_OPS], 64 * 48);
	captor->desk = map_array(captor->maps[MAP_DESK], PAGE);
	for (unsigned i = 0; i < PLAN_ABIS * PLAN_CALLS; i++)
		captor->calls[i].wanted = 1;
	return 0;
}

static void begin_with(struct captor *captor, const char *program,
		       const struct protocol_request *request)
{
	int error;

	begin(captor, program);
	error = load(captor, request);
	if (error) {
		errno = error;
		die("scry-capture");
	}
}

static void begin_loaded(struct captor *captor, const char *program)
{
	struct protocol_request request = loading();

	begin_with(captor, program, &request);
}

static int mark(struct captor *captor, pid_t pid, int fd, unsigned *marked)
{
	struct protocol_request request = { .version = PROTOCOL_VERSION,
					    .kind = PROTOCOL_MARK,
					    .n = 1,
					    .numbers = { (uint32_t)pid } };

	if (!say(captor, &request, sizeof(request), &fd, fd >= 0))
		return -1;
	return hear(captor, marked);
}

static int open_memory(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void end(struct captor *captor)
{
	close(captor->socket);
	waitpid(captor->pid, NULL, 0);
}

/* --- records ------------------------------------------------------------------------------ */

static bool is_secret(const struct bpf_record *record)
{
	if (record->kind == RECORD_STACK)
		return record->stack.di == SECRET_FIRST;
	return (record->kind == RECORD_ENTRY || record->kind == RECORD_EXIT) &&
	       record->call.args[1] == SECRET;
}

static void look(struct captor *captor)
{
	const unsigned char *data = captor->produced + PAGE;

	for (;;) {
		unsigned long end =
			__atomic_load_n((const unsigned long *)captor->produced, __ATOMIC_ACQUIRE);
		const uint32_t *header = (const uint32_t *)(data + (captor->at & (RING - 1)));
		uint32_t len;

		if (captor->at >= end)
			break;
		len = __atomic_load_n(header, __ATOMIC_ACQUIRE);
		if (len & BPF_RINGBUF_BUSY_BIT)
			break;
		if (!(len & BPF_RINGBUF_DISCARD_BIT)) {
			const struct bpf_record *record = (const struct bpf_record *)(header + 2);

			captor->records++;
			captor->leaks += is_secret(record);
			captor->left += record->kind == RECORD_LEFT;
		}
		len &= ~(BPF_RINGBUF_BUSY_BIT | BPF_RINGBUF_DISCARD_BIT);
		captor->at += (len + 8 + 7) & ~7ul;
	}
	__atomic_store_n(captor->consumed, captor->at, __ATOMIC_RELEASE);
}

/* --- processes ---------------------------------------------------------------------------- */

static void make_secret_calls(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		syscall(SYS_getpriority, SECRET_FIRST, SECRET);
}

static void make_calls(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		getppid();
}

static void *execute(void *program)
{
	execl(program, "secret", "secret", (char *)NULL);
	_exit(3);
}

/* A thread that executes a program takes the number of its leader. */
static int execute_in_thread(void *program)
{
	execute(program);
	return 0;
}

static void __attribute__((noreturn)) be_victim(const char *program, unsigned kind)
{
	static char stack[65536] __attribute__((aligned(16)));

	make_calls(random_below(3000));
	switch (kind % 4) {
	case 0:
		prctl(PR_SET_DUMPABLE, 0);
		make_secret_calls(200);
		prctl(PR_SET_DUMPABLE, 1);
		make_calls(100);
		_exit(0);
	case 1:
		clone(execute_in_thread, stack + sizeof(stack),
		      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
		      (void *)program);
		for (;;)
			make_calls(100);
	case 2:
		if (!fork())
			execute((void *)program);
		execute((void *)program);
		_exit(0);
	default:
		execute((void *)program);
		_exit(0);
	}
}

static void wait_a_little(void)
{
	for (volatile unsigned i = random_below(200000); i; i--)
		;
}

/*
 * Marks a victim at some moment of its life, which ends then; 0: at no time. A plan with random
 * contents can take 0.2 s of CPU time at each call.
 */
static void race_once(struct captor *captor, const char *program, unsigned kind, unsigned *marked,
		      time_t until)
{
	pid_t victim = fork();
	int fd, status;

	if (!victim) {
		seed ^= (unsigned long long)getpid() << 20;
		be_victim(program, kind);
	}
	if (random_below(2))
		wait_a_little();
	fd = open_memory(victim);
	if (random_below(2))
		wait_a_little();
	mark(captor, victim, fd, marked);
	if (fd >= 0)
		close(fd);
	while (waitpid(victim, &status, WNOHANG) == 0) {
		look(captor);
		if (until && time(NULL) > until)
			kill(victim, SIGKILL);
	}
	look(captor);
}

/* --- what it can be asked for -------------------------------------------------------------- */

static int run_mark(const char *program, char **argv)
{
	struct captor captor;

	begin_loaded(&captor, program);
	for (; argv[0] && argv[1]; argv += 2) {
		bool by_path = argv[1][0] == '@';
		unsigned marked = 0;
		int fd = !strncmp(argv[1], "fd:", 3)
				 ? dup(atoi(argv[1] + 3))
				 : open(argv[1] + by_path, by_path ? O_PATH : O_RDONLY),
		    error;

		if (fd < 0) {
			printf("%s: %s\n", argv[1], strerror(errno));
			continue;
		}
		error = mark(&captor, atoi(argv[0]), fd, &marked);
		close(fd);
		printf("%u tasks, error %d\n", marked, error);
	}
	end(&captor);
	return 0;
}

static int run_watch(const char *program, char **argv)
{
	struct captor captor;
	unsigned marked = 0;
	int fd = open_memory(atoi(argv[0]));
	char byte;

	begin_loaded(&captor, program);
	mark(&captor, atoi(argv[0]), fd, &marked);
	printf("marked %u\n", marked);
	fflush(stdout);
	fcntl(0, F_SETFL, O_NONBLOCK);
	while (read(0, &byte, 1) < 0 && errno == EAGAIN)
		look(&captor);
	look(&captor);
	printf("%s, %u secret calls, %u left\n", captor.records ? "records" : "no record",
	       captor.leaks, captor.left);
	end(&captor);
	return 0;
}

static int run_race(const char *program, char **argv)
{
	struct captor captor;
	unsigned marked = 0, n = (unsigned)atoi(argv[0]);

	seed = strtoull(argv[2], NULL, 0);
	begin_loaded(&captor, program);
	for (unsigned i = 0; i < n; i++)
		race_once(&captor, argv[1], i, &marked, 0);
	printf("%u secret calls\n", captor.leaks);
	fprintf(stderr, "captor: %u victims, %u tasks marked, %u records, %u left\n", n, marked,
		captor.records, captor.left);
	end(&captor);
	return 0;
}

/*
 * The plan of getpriority(2) reads what argument 1 points to: an address of the kernel is no memory
 * of the task.
 */
static int run_kernel(const char *program)
{
	struct protocol_request request = loading();
	struct captor captor;
	struct plan_op *op;
	unsigned marked = 0, bytes = 0;
	const unsigned char *data;
	char text[64] = { 0 };
	bool seen = false;
	int fd = open_memory(getpid());

	/* With a large environment the stacks of the calls are larger than the ring. */
	request.settings.stacks = 0;
	begin_with(&captor, program, &request);
	op = (struct plan_op *)((char *)captor.ops + 48);
	op->kind = PLAN_BYTES;
	op->place = PLAN_NOWHERE;
	op->address = (struct plan_operand){ .from = PLAN_ARGUMENT, .which = 1 };
	op->length = (struct plan_operand){ .from = PLAN_CONSTANT, .offset = 64 };
	op->unit = 1;
	op->max = 64;
	captor.calls[SYS_getpriority].plan.entry = captor.calls[SYS_getpriority].plan.exit = 1;
	mark(&captor, getpid(), fd, &marked);
	for (unsigned long long at = KERNEL; at < KERNEL + 64 * PAGE; at += PAGE)
		syscall(SYS_getpriority, 0, at);
	strcpy(text, "readable memory");
	syscall(SYS_getpriority, 0, text);
	data = captor.produced + PAGE;
	for (unsigned long at = 0; at < *(const unsigned long *)captor.produced;) {
		uint32_t len = *(const uint32_t *)(data + at) & ~BPF_RINGBUF_DISCARD_BIT;
		const struct bpf_record *record = (const struct bpf_record *)(data + at + 8);
		const struct plan_chunk *chunk = (const struct plan_chunk *)(record + 1);

		if (record->kind <= RECORD_EXIT && record->call.nr == SYS_getpriority &&
		    len > sizeof(*record)) {
			if (record->call.args[1] >= KERNEL)
				bytes += chunk->len;
			else if (!memcmp(chunk + 1, "readable memory", 15))
				seen = true;
		}
		at += (len + 15) & ~7ul;
	}
	printf("%s\n%u bytes of the kernel\n", seen ? "memory of the task" : "nothing", bytes);
	end(&captor);
	return 0;
}

/*
 * Sends one request, and prints the error of the reply. Without a program it is the first one, to a
 * scry-capture of its own.
 */
static void try_request(const char *program, struct captor *loaded, const char *what,
			const void *bytes, size_t len, const int *fds, size_t n)
{
	struct captor own, *captor = loaded ? loaded : &own;
	unsigned marked = 0;
	int error;

	if (!loaded)
		begin(&own, program);
	error = say(captor, bytes, len, fds, n) ? hear(captor, &marked) : -2;
	printf("%s: error %d, %u tasks\n", what, error, marked);
	if (!loaded)
		end(&own);
}

static int run_requests(const char *program)
{
	struct protocol_request request = loading(),
				marks = { .version = PROTOCOL_VERSION, .kind = PROTOCOL_MARK };
	int fds[250], own = open_memory(getpid());
	struct captor captor;

	for (size_t i = 0; i < 250; i++)
		fds[i] = own;
	try_request(program, NULL, "a mark before the program", &marks, sizeof(marks), NULL, 0);
	try_request(program, NULL, "half a request", &request, sizeof(request) / 2, NULL, 0);
	try_request(program, NULL, "a descriptor too many", &request, sizeof(request), fds, 1);
	request.version++;
	try_request(program, NULL, "another version", &request, sizeof(request), NULL, 0);
	request = loading();
	request.settings.ring_size = 1ull << 32;
	try_request(program, NULL, "a ring of 4 GiB", &request, sizeof(request), NULL, 0);
	request.settings.ring_size = RING + PAGE;
	try_request(program, NULL, "an odd ring", &request, sizeof(request), NULL, 0);
	request = loading();
	request.n_ops = ~0u;
	try_request(program, NULL, "too many operations", &request, sizeof(request), NULL, 0);
	request = loading();
	request.settings.wake_shift = 64;
	try_request(program, NULL, "a shift of 64", &request, sizeof(request), NULL, 0);
	request = loading();
	request.settings.abi_i386 = request.settings.abi_x32 = ~0u;
	try_request(program, NULL, "an ABI that is none", &request, sizeof(request), NULL, 0);
	begin_loaded(&captor, program);
	request = loading();
	try_request(program, &captor, "a second program", &request, sizeof(request), NULL, 0);
	try_request(program, &captor, "no process", &marks, sizeof(marks), NULL, 0);
	marks.n = 1;
	marks.numbers[0] = (uint32_t)getpid();
	try_request(program, &captor, "no descriptor", &marks, sizeof(marks), NULL, 0);
	try_request(program, &captor, "two descriptors", &marks, sizeof(marks), fds, 2);
	try_request(program, &captor, "250 descriptors", &marks, sizeof(marks), fds, 250);
	marks.n = ~0u;
	try_request(program, &captor, "4294967295 processes", &marks, sizeof(marks), fds, 1);
	marks.n = 1;
	marks.kind = 77;
	try_request(program, &captor, "an unknown request", &marks, sizeof(marks), NULL, 0);
	marks.kind = PROTOCOL_MARK;
	try_request(program, &captor, "a good one", &marks, sizeof(marks), fds, 1);
	end(&captor);
	return 0;
}

/* Prints what is possible with scry-capture: nothing should be. */
static int run_steal(const char *program)
{
	struct captor captor;
	char path[64], byte;
	int pidfd, stolen = 0;
	struct iovec here = { &byte, 1 }, there = { (void *)0x400000, 1 };

	begin_loaded(&captor, program);
	if (!ptrace(PTRACE_SEIZE, captor.pid, 0, 0))
		printf("ptrace\n");
	pidfd = (int)syscall(SYS_pidfd_open, captor.pid, 0);
	for (int fd = 0; fd < 64; fd++)
		stolen += syscall(SYS_pidfd_getfd, pidfd, fd, 0) >= 0;
	if (stolen)
		printf("%d descriptors\n", stolen);
	if (open_memory(captor.pid) >= 0)
		printf("memory\n");
	if (process_vm_readv(captor.pid, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT)
		printf("process_vm_readv\n");
	for (int fd = 0; fd < 64; fd++) {
		snprintf(path, sizeof(path), "/proc/%d/fd/%d", captor.pid, fd);
		if (open(path, O_RDONLY) >= 0)
			printf("%s\n", path);
	}
	snprintf(path, sizeof(path), "/proc/%d/environ", captor.pid);
	if (open(path, O_RDONLY) >= 0)
		printf("%s\n", path);
	for (size_t i = 0; i < PROTOCOL_N_MAPS; i++) {
		union bpf_attr attr = { .map_fd = (uint32_t)captor.maps[i] };
		struct bpf_map_info info = { 0 };

		attr = (union bpf_attr){ .info = { .bpf_fd = (uint32_t)captor.maps[i],
						   .info_len = sizeof(info),
						   .info = (uintptr_t)&info } };
		if (!syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr)) &&
		    (info.type == BPF_MAP_TYPE_TASK_STORAGE ||
		     info.type == BPF_MAP_TYPE_PROG_ARRAY || !strcmp(info.name, "groups")))
			printf("the map %s\n", info.name);
	}
	printf("done\n");
	end(&captor);
	return 0;
}

/* The kernel gives no capabilities to a program whose tracer has none. */
static int run_traced(const char *program)
{
	struct protocol_request request = loading();
	struct captor captor = { 0 };
	int ends[2], status, error;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		die("socketpair");
	captor.pid = fork();
	if (!captor.pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		dup2(ends[1], 0);
		execl(program, "scry-capture", (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	captor.socket = ends[0];
	waitpid(captor.pid, &status, 0);
	ptrace(PTRACE_CONT, captor.pid, 0, 0);
	say(&captor, &request, sizeof(request), NULL, 0);
	error = hear(&captor, NULL);
	printf(error == EPERM ? "no capabilities\n" : "error %d\n", error);
	end(&captor);
	return 0;
}

static int run_hold(const char *program)
{
	struct captor captor;
	char byte;

	begin_loaded(&captor, program);
	printf("%d\n", captor.pid);
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	return 0;
}

static int run_kill(const char *program, char **argv)
{
	char byte;

	for (int i = atoi(argv[0]); i > 0; i--) {
		struct captor captor;
		siginfo_t info;

		begin_loaded(&captor, program);
		kill(captor.pid, SIGKILL);
		waitid(P_PID, (id_t)captor.pid, &info, WEXITED | WNOWAIT);
	}
	printf("ready\n");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	return 0;
}

static void *be_idle(void *unused)
{
	pause();
	return unused;
}

/* What CPU time of a process has passed, in ns; 0: it has ended. */
static unsigned long long cpu_time(pid_t pid)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &time))
		return 0;
	return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

/* The CPU time that scry-capture needs until it replies. */
static unsigned long long measure_loading(const char *program)
{
	unsigned long long least = ~0ull;

	for (unsigned i = 0; i < 3; i++) {
		struct captor captor;
		unsigned long long ns;

		begin_loaded(&captor, program);
		ns = cpu_time(captor.pid);
		least = ns && ns < least ? ns : least;
		end(&captor);
	}
	return least;
}

/*
 * Lets scry-capture load for a time of its CPU, and stops it. Returns false if it has ended before.
 */
static bool stop_loading(const char *program, unsigned long long ns)
{
	struct protocol_request request = loading();
	struct captor captor;

	begin(&captor, program);
	say(&captor, &request, sizeof(request), NULL, 0);
	while (cpu_time(captor.pid) < ns) {
		struct pollfd polled = { .fd = captor.socket, .events = POLLIN };

		if (poll(&polled, 1, 0) > 0)
			break;
	}
	if (!kill(captor.pid, SIGSTOP) && !waitpid(captor.pid, NULL, WNOHANG))
		return true;
	close(captor.socket);
	return false;
}

/*
 * Some are loaded, and each of the others is stopped while it loads. Of those that are stopped some
 * go on a little later, when others have begun. None of them sees the end of this process.
 */
static int run_stop(const char *program, char **argv)
{
	unsigned tries = (unsigned)atoi(argv[0]), stopped = 0;
	struct captor held[8];
	time_t until = time(NULL) + STOP_SECONDS;
	unsigned long long whole;
	char byte;

	seed = strtoull(argv[2], NULL, 0);
	for (int i = atoi(argv[1]); i > 0; i--) {
		pthread_attr_t small;
		pthread_t thread;

		pthread_attr_init(&small);
		pthread_attr_setstacksize(&small, 1 << 16);
		pthread_create(&thread, &small, be_idle, NULL);
	}
	whole = measure_loading(program);
	for (unsigned i = 0, n = random_below(9); i < n; i++)
		begin_loaded(&held[i], program);
	for (unsigned i = 0; i < tries && time(NULL) < until; i++)
		stopped += stop_loading(program, whole * (880 + random_below(125)) / 1000);
	printf("ready\n");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	fprintf(stderr, "captor: %u stopped\n", stopped);
	return 0;
}

/* Random bytes in all that the user can write. */
static void scramble(struct captor *captor)
{
	unsigned char *at = (unsigned char *)captor->ops;

	for (unsigned i = 0; i < 64; i++) {
		struct plan_op *op = (struct plan_op *)(at + 48 * i);

		for (unsigned k = 0; k < sizeof(*op); k++)
			((unsigned char *)op)[k] =
				(unsigned char)random_below(random_below(3) ? 8 : 256);
		op->kind = (uint8_t)random_below(PLAN_SELECT + 2);
		op->target = random_below(70);
	}
	for (unsigned i = 0; i < 512; i++)
		captor->calls[random_below(PLAN_ABIS * PLAN_CALLS)] = (struct call_entry){
			.plan = { random_below(66), random_below(66) },
			.wanted = random_below(2),
			.descriptors = random_below(2048),
			.writes = random_below(2),
			.multiplexes = random_below(2),
		};
	for (unsigned i = 0; i < 16; i++)
		((unsigned char *)captor->desk)[random_below(sizeof(struct program_desk))] =
			(unsigned char)random_below(256);
}

static void send_noise(struct captor *captor, int own)
{
	struct protocol_request request = { .version = PROTOCOL_VERSION,
					    .kind = PROTOCOL_MARK + random_below(2),
					    .n = 1 + random_below(3),
					    .how = random_below(4) << 30 };
	int fds[4];
	size_t n = 1 + random_below(4);

	for (size_t i = 0; i < 4; i++)
		fds[i] = random_below(3) ? own : captor->socket;
	for (size_t i = 0; i < 4; i++)
		request.numbers[i] = random_below(2) ? random_below(70000) : (uint32_t)getpid();
	if (say(captor, &request, random_below(8) ? sizeof(request) : random_below(sizeof(request)),
		fds, n))
		hear(captor, NULL);
}

static int run_fuzz(const char *program, char **argv)
{
	time_t until = time(NULL) + atoi(argv[0]);
	struct captor captor;
	unsigned rounds = 0, loads = 0, leaks = 0, marked = 0, records = 0;
	int own = open_memory(getpid());

	seed = strtoull(argv[2], NULL, 0);
	while (time(NULL) < until) {
		struct protocol_request request = loading();

		request.settings.details = random_below(64);
		request.settings.waits = random_below(2);
		request.settings.names = random_below(2);
		request.settings.stacks = random_below(2);
		request.settings.times = random_below(2);
		request.settings.cpu_times = random_below(2);
		request.settings.counts_only = !random_below(8);
		request.settings.terminal = random_below(2) ? random_below(1 << 24) : 0;
		request.settings.ring_reserve = random_below(RING);
		request.settings.wake_shift = random_below(64);
		request.settings.abi_i386 = random_below(9);
		request.settings.defers = random_below(2);
		request.n_cpus = random_below(5);
		begin(&captor, program);
		loads++;
		if (load(&captor, &request)) {
			end(&captor);
			continue;
		}
		for (unsigned i = 0; i < 40 && time(NULL) < until; i++, rounds++) {
			bool lies = i > 20;

			if (i > 10)
				scramble(&captor);
			if (lies)
				*captor.consumed = random_below(2) ? random_below(RING) * 8ul
								   : ~0ul - random_below(RING);
			race_once(&captor, argv[1], random_below(4), &marked, until);
			send_noise(&captor, own);
			if (lies)
				captor.at = *(const unsigned long *)captor.produced;
		}
		leaks += captor.leaks;
		records += captor.records;
		if (random_below(2)) {
			close(captor.socket);
			kill(captor.pid, SIGKILL);
		}
		end(&captor);
		munmap(captor.consumed, PAGE);
		munmap((void *)captor.produced, PAGE + 2 * RING);
		munmap(captor.calls, PLAN_ABIS * PLAN_CALLS * sizeof(*captor.calls));
		munmap(captor.ops, 64 * 48);
		munmap(captor.desk, PAGE);
		for (size_t i = 0; i < PROTOCOL_N_MAPS; i++)
			close(captor.maps[i]);
	}
	printf("%u secret calls\n", leaks);
	fprintf(stderr, "captor: %u programs, %u victims, %u tasks marked, %u records\n", loads,
		rounds, marked, records);
	return 0;
}

/* Whether a user has loaded the program of the kernel with this ID. */
static bool is_of_user(uint32_t id, unsigned user)
{
	union bpf_attr attr = { .prog_id = id };
	struct bpf_prog_info info = { 0 };
	int fd = (int)syscall(SYS_bpf, BPF_PROG_GET_FD_BY_ID, &attr, sizeof(attr));
	bool known;

	attr = (union bpf_attr){ .info = { .bpf_fd = (uint32_t)fd,
					   .info_len = sizeof(info),
					   .info = (uintptr_t)&info } };
	known = fd >= 0 && !syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
	if (fd >= 0)
		close(fd);
	return known && info.created_by_uid == user;
}

static int run_programs(const char *user)
{
	union bpf_attr attr = { 0 };
	unsigned n = 0;

	while (!syscall(SYS_bpf, BPF_PROG_GET_NEXT_ID, &attr, sizeof(attr))) {
		n += !user || is_of_user(attr.next_id, (unsigned)atoi(user));
		attr.start_id = attr.next_id;
	}
	printf("%u\n", n);
	return 0;
}

/* Whether a link has the kernel run a program of the user at the result of each call. */
static bool is_attached_for(uint32_t id, unsigned user)
{
	union bpf_attr attr = { .link_id = id };
	char name[32] = "";
	struct bpf_link_info info = {
		.raw_tracepoint = { .tp_name = (uintptr_t)name, .tp_name_len = sizeof(name) },
	};
	int fd = (int)syscall(SYS_bpf, BPF_LINK_GET_FD_BY_ID, &attr, sizeof(attr));
	bool known;

	attr = (union bpf_attr){ .info = { .bpf_fd = (uint32_t)fd,
					   .info_len = sizeof(info),
					   .info = (uintptr_t)&info } };
	known = fd >= 0 && !syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
	if (fd >= 0)
		close(fd);
	return known && info.type == BPF_LINK_TYPE_RAW_TRACEPOINT && !strcmp(name, "sys_exit") &&
	       is_of_user(info.prog_id, user);
}

static int run_attached(const char *user)
{
	union bpf_attr attr = { 0 };
	unsigned n = 0;

	while (!syscall(SYS_bpf, BPF_LINK_GET_NEXT_ID, &attr, sizeof(attr))) {
		n += is_attached_for(attr.next_id, (unsigned)atoi(user));
		attr.start_id = attr.next_id;
	}
	printf("%u\n", n);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[2] : argc > 1 ? argv[1] : "";

	signal(SIGPIPE, SIG_IGN);
	if (argc == 2 && !strcmp(what, "secret"))
		make_secret_calls(200);
	else if (argc == 2 && !strcmp(what, "hide"))
		be_victim("", 0);
	else if (argc == 2 && !strcmp(what, "hide_and_wait"))
		return prctl(PR_SET_DUMPABLE, 0) || pause();
	else if (argc == 2 && !strcmp(what, "wait_for_end"))
		return pause();
	else if (argc == 2 && !strcmp(what, "programs"))
		return run_programs(NULL);
	else if (argc == 3 && !strcmp(argv[1], "programs"))
		return run_programs(argv[2]);
	else if (argc >= 5 && !strcmp(what, "mark"))
		return run_mark(argv[1], argv + 3);
	else if (argc == 4 && !strcmp(what, "watch"))
		return run_watch(argv[1], argv + 3);
	else if (argc == 6 && !strcmp(what, "race"))
		return run_race(argv[1], argv + 3);
	else if (argc == 3 && !strcmp(what, "kernel"))
		return run_kernel(argv[1]);
	else if (argc == 3 && !strcmp(what, "requests"))
		return run_requests(argv[1]);
	else if (argc == 3 && !strcmp(what, "steal"))
		return run_steal(argv[1]);
	else if (argc == 3 && !strcmp(what, "traced"))
		return run_traced(argv[1]);
	else if (argc == 3 && !strcmp(what, "hold"))
		return run_hold(argv[1]);
	else if (argc == 4 && !strcmp(what, "kill"))
		return run_kill(argv[1], argv + 3);
	else if (argc == 3 && !strcmp(argv[1], "attached"))
		return run_attached(argv[2]);
	else if (argc == 6 && !strcmp(what, "stop"))
		return run_stop(argv[1], argv + 3);
	else if (argc == 6 && !strcmp(what, "fuzz"))
		return run_fuzz(argv[1], argv + 3);
	else
		return 2;
	return 0;
}
