/* SPDX-License-Identifier: MIT */
/*
 * scry-capture: loads the kernel program of the bpf engine for an ordinary user. It has the file
 * capabilities CAP_BPF and CAP_PERFMON, and only members of a group can execute it.
 * doc/scry-capture.md says what it protects, and from what.
 *
 * scry starts it with a socket as stdin (protocol.h). It loads the program with the guard
 * (guard.bpf.h), attaches it, gives scry the descriptors of the ring and of maps that are harmless,
 * and drops its capabilities. Then it marks tasks for scry, until scry closes the socket or ends:
 * the program goes with it.
 *
 * Nothing here is written for the user to read: what fails is an errno and a step of protocol.h,
 * which scry explains.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "engine/bpf/clock.h"
#include "engine/bpf/links.h"
#include "engine/bpf/capture/protocol.h"
#include "engine/bpf/kernel/wire.h"

#include "engine/bpf/rename.h"
#include "engine/bpf/kernel/program_guarded.skel.h"

#define SOCKET STDIN_FILENO
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BTF_FILE "/sys/kernel/btf/vmlinux"
/* Memory of the kernel that a caller can choose. It is charged to the cgroup of the caller. */
#define RING_MIN 4096u
#define RING_MAX (64u << 20)
#define SELECTIONS_MAX (8 * PLAN_SELECTS)
/*
 * Each pass finds the threads that the former one has missed. It ends when all threads are marked.
 */
#define PASSES_MAX 1000
/*
 * How often the programs of the user are counted while there are too many, and the longest pause in
 * between: that long, and some times as long as counting takes.
 */
#define COUNTS_MAX 40
#define PAUSE_MS 100u
#define PAUSE_COUNTS 8u
/* A process with this name has an attached program, or is about to: see guard_counts(). */
#define NAME "scry-capture"
#define NAME_BEFORE "scry-capture-up"
#define FIRST_OWN_DESCRIPTOR 3u
#define PIDFD_FLAG_THREAD O_EXCL /* pidfd_open(2), Linux 6.9 */

static void reply(uint32_t error, enum protocol_step step, const void *lines, size_t len,
		  const int *descriptors, size_t n)
{
	struct protocol_reply head = { .error = error, .step = step, .more = len > 0 };
	struct iovec parts[] = { { &head, sizeof(head) }, { (void *)lines, len } };
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(PROTOCOL_N_MAPS * sizeof(int))];
	} control = { 0 };
	struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };

	if (n) {
		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(n * sizeof(int));
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(n * sizeof(int));
		memcpy(CMSG_DATA(&control.header), descriptors, n * sizeof(int));
	}
	if (sendmsg(SOCKET, &message, MSG_NOSIGNAL) < 0)
		_exit(1);
}

static void __attribute__((noreturn)) refuse(int error, enum protocol_step step)
{
	reply(error > 0 ? (uint32_t)error : EINVAL, step, NULL, 0, NULL, 0);
	_exit(1);
}

/* --- the process -------------------------------------------------------------------------- */

/* Sets all capabilities: the two, or none. */
static bool set_capabilities(bool both)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = { 0 };
	uint32_t bits = CAP_TO_MASK(CAP_BPF) | CAP_TO_MASK(CAP_PERFMON);

	if (both)
		sets[CAP_TO_INDEX(CAP_BPF)].effective = sets[CAP_TO_INDEX(CAP_BPF)].permitted =
			bits;
	return !syscall(SYS_capset, &header, sets);
}

#define LOAD_WORD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define FILTER_MAX 96 /* more than the lists below need */

/* The kernel ends the process at any other call than these, and at any other command of bpf(2). */
static bool confine(const uint32_t *calls, size_t n_calls, const uint32_t *commands,
		    size_t n_commands)
{
	struct sock_filter filter[FILTER_MAX] = {
		LOAD_WORD(offsetof(struct seccomp_data, arch)),
		IF_EQUAL(AUDIT_ARCH_X86_64, 1, 0),
		RETURN(SECCOMP_RET_KILL_PROCESS),
		LOAD_WORD(offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = { .filter = filter };
	size_t n = 4;

	for (size_t i = 0; i < n_calls; i++) {
		filter[n++] = (struct sock_filter)IF_EQUAL(calls[i], 0, 1);
		filter[n++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
	}
	filter[n++] = (struct sock_filter)IF_EQUAL(SYS_bpf, 1, 0);
	filter[n++] = (struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS);
	filter[n++] = (struct sock_filter)LOAD_WORD(offsetof(struct seccomp_data, args[0]));
	for (size_t i = 0; i < n_commands; i++) {
		filter[n++] = (struct sock_filter)IF_EQUAL(commands[i], 0, 1);
		filter[n++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
	}
	filter[n++] = (struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS);
	program.len = (unsigned short)n;
	return !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

static bool confine_loading(void)
{
	static const uint32_t calls[] = {
		SYS_recvmsg,   SYS_sendmsg, SYS_read,	    SYS_close,
		SYS_mmap,      SYS_munmap,  SYS_mprotect,   SYS_brk,
		SYS_getrandom, SYS_capset,  SYS_getpid,	    SYS_getppid,
		SYS_seccomp,   SYS_prctl,   SYS_pidfd_open, SYS_sched_getaffinity,
		SYS_getuid,    SYS_getgid,  SYS_uname,	    SYS_clock_gettime,
		SYS_poll,      SYS_exit,    SYS_exit_group,
	};
	static const uint32_t commands[] = {
		BPF_MAP_CREATE,	   BPF_MAP_UPDATE_ELEM,	    BPF_MAP_DELETE_ELEM, BPF_PROG_LOAD,
		BPF_PROG_TEST_RUN, BPF_RAW_TRACEPOINT_OPEN, BPF_LINK_CREATE,	 BPF_ITER_CREATE,
	};

	return confine(calls, COUNT(calls), commands, COUNT(commands));
}

static bool confine_serving(void)
{
	static const uint32_t calls[] = {
		SYS_recvmsg,	SYS_sendmsg, SYS_read,	     SYS_close,
		SYS_pidfd_open, SYS_exit,    SYS_exit_group,
	};
	static const uint32_t commands[] = { BPF_MAP_UPDATE_ELEM, BPF_MAP_DELETE_ELEM,
					     BPF_ITER_CREATE };

	return confine(calls, COUNT(calls), commands, COUNT(commands));
}

/*
 * Whether all user IDs and all group IDs are the same: what the caller could trace is not defined
 * otherwise.
 */
static bool has_one_identity(void)
{
	uid_t uids[3];
	gid_t gids[3];

	return !getresuid(&uids[0], &uids[1], &uids[2]) && uids[0] == uids[1] &&
	       uids[1] == uids[2] && !getresgid(&gids[0], &gids[1], &gids[2]) &&
	       gids[0] == gids[1] && gids[1] == gids[2];
}

static bool is_socketpair(void)
{
	int type = 0, domain = 0;
	socklen_t len = sizeof(int);

	return !getsockopt(SOCKET, SOL_SOCKET, SO_DOMAIN, &domain, &len) && domain == AF_UNIX &&
	       !getsockopt(SOCKET, SOL_SOCKET, SO_TYPE, &type, &len) && type == SOCK_SEQPACKET;
}

/*
 * Ends with the process that has made the socketpair, which must be the parent: also while this
 * process is stopped or frozen, when it does not see that its socket is closed.
 */
static bool ends_with_parent(void)
{
	struct ucred maker = { 0 };
	socklen_t len = sizeof(maker);

	return !prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) &&
	       !getsockopt(SOCKET, SOL_SOCKET, SO_PEERCRED, &maker, &len) && maker.pid == getppid();
}

/* Whether the types of the kernel have a name, which stands between two NULs. */
static bool has_name(const char *name, size_t len)
{
	static char bytes[1 << 16];
	int fd = open(BTF_FILE, O_RDONLY | O_CLOEXEC);
	bool found = false;
	size_t kept = 0;
	ssize_t got;

	while (!found && (got = read(fd, bytes + kept, sizeof(bytes) - kept)) > 0) {
		size_t n = kept + (size_t)got;

		found = memmem(bytes, n, name, len);
		kept = n < len ? n : len;
		memmove(bytes, bytes + n - kept, kept);
	}
	close(fd);
	return found;
}

/*
 * The reader of a ring can write its position. Before Linux 6.10, and the stable releases that have
 * the member pending_pos of struct bpf_ringbuf, a reader that lies makes records overlap, and with
 * them headers that the kernel relies on (CVE-2024-41009).
 */
static bool is_kernel_safe(void)
{
	struct utsname name;
	unsigned major, minor;

	if (uname(&name) || sscanf(name.release, "%u.%u", &major, &minor) != 2)
		return false;
	return major > 6 || (major == 6 && minor >= 10) ||
	       has_name("\0pending_pos", sizeof("\0pending_pos"));
}

/*
 * Leaves nothing of the caller but the socket, and stdout and stderr, to which nothing is written.
 */
static void prepare(void)
{
	sigset_t all;

	/*
	 * The terminal's signals are for scry. Besides, the verifier ends while a signal is
	 * pending.
	 */
	sigfillset(&all);
	if (sigprocmask(SIG_SETMASK, &all, NULL) || !is_socketpair() ||
	    syscall(SYS_close_range, FIRST_OWN_DESCRIPTOR, ~0u, 0))
		_exit(2);
	/*
	 * No tracer, no descriptor by pidfd_getfd(2), no core dump, whatever
	 * /proc/sys/fs/suid_dumpable says.
	 */
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_NAME, NAME_BEFORE, 0, 0, 0))
		_exit(2);
	if (!has_one_identity())
		refuse(EPERM, PROTOCOL_USER);
	if (!is_kernel_safe())
		refuse(ENOSYS, PROTOCOL_KERNEL);
	if (!set_capabilities(true))
		refuse(errno, PROTOCOL_CAPABILITIES);
	/* After all changes of credentials that could reset it: PR_SET_PDEATHSIG(2const). */
	if (!ends_with_parent())
		_exit(2);
	if (!confine_loading())
		refuse(errno, PROTOCOL_LOADING);
}

/* --- requests ----------------------------------------------------------------------------- */

struct received {
	struct protocol_request request;
	int descriptors[PROTOCOL_TASKS];
	size_t n; /* of descriptors */
	bool good; /* the request is complete */
};

static void take_descriptors(struct msghdr *message, struct received *received)
{
	for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part;
	     part = CMSG_NXTHDR(message, part)) {
		size_t n = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n && received->n < PROTOCOL_TASKS; i++)
			memcpy(&received->descriptors[received->n++],
			       CMSG_DATA(part) + i * sizeof(int), sizeof(int));
	}
}

/* Waits for a request. The process ends if the caller has. */
static void receive(struct received *received)
{
	struct iovec part = { &received->request, sizeof(received->request) };
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(PROTOCOL_TASKS * sizeof(int))];
	} control;
	struct msghdr message = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	ssize_t len;

	memset(received, 0, sizeof(*received));
	memset(&control, 0, sizeof(control));
	len = recvmsg(SOCKET, &message, MSG_CMSG_CLOEXEC);
	if (len <= 0)
		_exit(0);
	take_descriptors(&message, received);
	received->good = len == sizeof(received->request) &&
			 !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) &&
			 received->request.version == PROTOCOL_VERSION;
}

/* --- loading ------------------------------------------------------------------------------ */

static bool is_loadable(const struct received *received)
{
	const struct protocol_request *request = &received->request;
	uint64_t size = request->settings.ring_size;

	return received->good && request->kind == PROTOCOL_LOAD && !received->n &&
	       size >= RING_MIN && size <= RING_MAX && !(size & (size - 1)) &&
	       request->settings.ring_reserve < size && request->settings.wake_shift < 64 &&
	       request->n_ops <= PLAN_OPS && request->n_selections <= SELECTIONS_MAX;
}

/*
 * A bound for the number of CPUs that does not come from the caller: bits of the mask that the
 * kernel copies.
 */
static uint32_t count_cpus(uint32_t wanted)
{
	unsigned long mask[1024];
	long bytes = syscall(SYS_sched_getaffinity, 0, sizeof(mask), mask);

	if (bytes <= 0 || !wanted)
		return 1;
	return wanted < 8 * (uint32_t)bytes ? wanted : 8 * (uint32_t)bytes;
}

static void configure(struct engine_program *program, const struct protocol_request *request)
{
#define TAKE(type, name) program->rodata->name = request->settings.name;
	PROTOCOL_SETTINGS(TAKE)
#undef TAKE
	program->rodata->selects = false;
	program->rodata->by_uid = program->rodata->by_comm = program->rodata->by_cgroup = false;
	program->rodata->owner_uid = getuid();
	program->rodata->owner_gid = getgid();
	program->maps.ring.max_entries = (uint32_t)request->settings.ring_size;
	program->maps.machines.max_entries = count_cpus(request->n_cpus) * SLOTS_OF_CPU;
	program->maps.groups.max_entries = PROTOCOL_TASKS;
	if (request->n_ops)
		program->maps.ops.max_entries = request->n_ops;
	if (request->n_selections)
		program->maps.selections.max_entries = request->n_selections;
}

/*
 * Lets the program find out the PID namespace and the root directory, and measures its clock: all
 * of these are those of scry.
 */
static bool introduce(struct engine_program *program)
{
	struct task_state state = { .flags = TASK_EXCLUDED | TASK_SELF };
	int self = (int)syscall(SYS_pidfd_open, getpid(), 0);

	if (self < 0 || skel_map_update_elem(program->maps.tasks.map_fd, &self, &state, BPF_ANY))
		return false;
	close(self);
	clock_measure(&program->data_desk->desk);
	return true;
}

static void send_maps(const struct engine_program *program)
{
#define DESCRIPTOR(map) program->maps.map.map_fd,
	const int descriptors[] = { PROTOCOL_MAPS(DESCRIPTOR) };
#undef DESCRIPTOR

	reply(0, PROTOCOL_LOADING, NULL, 0, descriptors, COUNT(descriptors));
}

/*
 * Runs the iterator once, and passes on what it writes, if that is for the caller. Returns the
 * number of bytes; -1: see errno.
 */
static ssize_t iterate(const struct engine_program *program, bool passes_on)
{
	union bpf_attr attr = { .iter_create.link_fd = (uint32_t)program->links.mark_fd };
	int fd = skel_sys_bpf(BPF_ITER_CREATE, &attr, sizeof(attr));
	char lines[PROTOCOL_LINES];
	ssize_t len, sum = 0;

	if (fd < 0)
		return -1;
	while ((len = read(fd, lines, sizeof(lines))) > 0 || (len < 0 && errno == EAGAIN)) {
		if (len <= 0)
			continue;
		if (passes_on)
			reply(0, PROTOCOL_MARKING, lines, (size_t)len, NULL, 0);
		sum += len;
	}
	close(fd);
	return len < 0 ? -1 : sum;
}

/* Returns how many programs the user has, with this one; -1: see errno. */
static ssize_t count_programs(const struct engine_program *program)
{
	uint32_t key = GROUP_COUNT, value = 0;
	ssize_t len;

	if (skel_map_update_elem(program->maps.groups.map_fd, &key, &value, BPF_ANY))
		return -1;
	len = iterate(program, false);
	if (skel_map_delete_elem(program->maps.groups.map_fd, &key) || len < 0)
		return -1;
	return len / (ssize_t)sizeof(struct marked_task);
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Waits for a random time. The process ends if the caller has. */
static void wait_a_little(uint64_t count_ms)
{
	struct pollfd polled = { .fd = SOCKET };
	uint32_t random = 0;

	if (getrandom(&random, sizeof(random), GRND_NONBLOCK) < 0)
		random = (uint32_t)getpid();
	if (poll(&polled, 1, (int)(random % (PAUSE_MS + PAUSE_COUNTS * count_ms))) > 0)
		_exit(0);
}

/*
 * Of programs that begin at the same time, each one sees all that have taken their names before it:
 * no more than the maximum pass, however long each of them takes. All of them may see too many, and
 * some of those that they see may be about to end. So each gives the name back and tries it again a
 * little later. Refuses with one reason for too many, and another one if they cannot be counted.
 */
static void take_place(const struct engine_program *program)
{
	for (unsigned i = 1;; i++) {
		uint64_t began = now_ms();
		ssize_t n = -1;

		if (!prctl(PR_SET_NAME, NAME, 0, 0, 0))
			n = count_programs(program);
		if (n >= 0 && n <= (ssize_t)PROTOCOL_PROGRAMS)
			return;
		if (i == COUNTS_MAX && n < 0)
			refuse(errno, PROTOCOL_COUNTING);
		if (i == COUNTS_MAX)
			refuse(EAGAIN, PROTOCOL_USER);
		prctl(PR_SET_NAME, NAME_BEFORE, 0, 0, 0);
		wait_a_little(now_ms() - began);
	}
}

static struct engine_program *load(const struct protocol_request *request)
{
	struct engine_program *program = engine_program__open();
	int error;

	if (!program)
		refuse(ENOMEM, PROTOCOL_LOADING);
	configure(program, request);
	error = engine_program__load(program);
	if (error < 0)
		refuse(-error, PROTOCOL_LOADING);
	/*
	 * The user can stop this process at any moment, with SIGSTOP. So it is counted before
	 * anything is attached that makes calls slower: wherever it stands still, it takes one of
	 * the places of its user.
	 */
	error = links_attach_iterator(program);
	if (error < 0)
		refuse(-error, PROTOCOL_ATTACHING);
	take_place(program);
	if (program->rodata->requests_wanted)
		error = links_attach_requests(program);
	if (!error)
		error = links_attach(program);
	if (error < 0)
		refuse(-error, PROTOCOL_ATTACHING);
	if (!introduce(program))
		refuse(errno, PROTOCOL_ATTACHING);
	if (!set_capabilities(false) || !confine_serving())
		refuse(errno, PROTOCOL_ATTACHING);
	return program;
}

/* --- marking ------------------------------------------------------------------------------ */

static int iterate_until_all(const struct engine_program *program)
{
	for (int i = 0; i < PASSES_MAX; i++) {
		ssize_t len = iterate(program, true);

		if (len <= 0)
			return len < 0 ? errno : 0;
	}
	return EAGAIN;
}

/*
 * The program decides whether the descriptors show that the caller may trace the processes:
 * proves_access() of guard.bpf.h.
 */
static int mark(const struct engine_program *program, const struct received *received)
{
	const struct protocol_request *request = &received->request;
	int groups = program->maps.groups.map_fd, error = 0;

	if (!request->n || request->n > PROTOCOL_TASKS || request->n != received->n ||
	    program->links.mark_fd <= 0)
		return EINVAL;
	for (uint32_t i = 0; i < request->n; i++)
		if (request->numbers[i] == GROUP_COUNT)
			return EINVAL;
	for (uint32_t i = 0; i < request->n && !error; i++) {
		uint32_t value = (uint32_t)received->descriptors[i] | (request->how & GROUP_HOW);

		if (skel_map_update_elem(groups, &request->numbers[i], &value, BPF_ANY))
			error = errno;
	}
	if (!error)
		error = iterate_until_all(program);
	for (uint32_t i = 0; i < request->n; i++)
		skel_map_delete_elem(groups, &request->numbers[i]);
	return error;
}

static int unmark(const struct engine_program *program, uint32_t number)
{
	int fd = (int)syscall(SYS_pidfd_open, number, PIDFD_FLAG_THREAD), error = 0;

	if (fd < 0 && errno == EINVAL)
		fd = (int)syscall(SYS_pidfd_open, number, 0);
	if (fd < 0)
		return errno;
	if (skel_map_delete_elem(program->maps.tasks.map_fd, &fd))
		error = errno;
	close(fd);
	return error;
}

static int serve(struct engine_program *program, const struct received *received)
{
	if (!received->good)
		return EINVAL;
	switch (received->request.kind) {
	case PROTOCOL_MARK:
		return mark(program, received);
	case PROTOCOL_UNMARK:
		return unmark(program, received->request.numbers[0]);
	case PROTOCOL_DETACH:
		engine_program__detach(program);
		memset(&program->links, 0, sizeof(program->links));
		return 0;
	default:
		return EINVAL;
	}
}

int main(void)
{
	static struct received received;
	struct engine_program *program;

	prepare();
	receive(&received);
	if (!is_loadable(&received))
		refuse(EINVAL, PROTOCOL_REQUEST);
	program = load(&received.request);
	send_maps(program);
	for (;;) {
		int error;

		receive(&received);
		error = serve(program, &received);
		for (size_t i = 0; i < received.n; i++)
			close(received.descriptors[i]);
		reply((uint32_t)error, PROTOCOL_MARKING, NULL, 0, NULL, 0);
	}
}
