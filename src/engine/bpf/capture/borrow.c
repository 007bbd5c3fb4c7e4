/* SPDX-License-Identifier: MIT */
/*
 * The kernel program for an ordinary user: starts scry-capture, and asks it for what only it can
 * do.
 */
#include "engine/bpf/capture/borrow.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "engine/bpf/load.h"
#include "engine/bpf/capture/protocol.h"
#include "engine/bpf/capture/refused.h"
#include "scry/proc.h"
#include "scry/util.h"

#include "engine/bpf/kernel/program.skel.h"

/*
 * How long scry waits for an answer of scry-capture. On a busy machine loading takes some seconds.
 */
#define REPLY_WAIT_MS 500
#define REPLY_WAITS 120

bool borrow_is_needed(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
	uint32_t both = CAP_TO_MASK(CAP_BPF) | CAP_TO_MASK(CAP_PERFMON);

	return !syscall(SYS_capget, &header, sets) &&
	       (sets[CAP_TO_INDEX(CAP_BPF)].effective & both) != both;
}

/* The path of scry-capture: $SCRY_CAPTURE, or where it is installed. */
static const char *borrow_program(void)
{
	const char *other = getenv("SCRY_CAPTURE");

	return other && *other ? other : CAPTURE_PROGRAM;
}

enum bpf_access engine_bpf_access(void)
{
	const char *path = borrow_program();

	if (!borrow_is_needed())
		return BPF_OWN;
	if (access(path, F_OK))
		return BPF_NOT_INSTALLED;
	if (access(path, X_OK))
		return BPF_NO_MEMBER;
	return getxattr(path, "security.capability", NULL, 0) > 0 ? BPF_CAPTURE : BPF_NOT_SET_UP;
}

bool borrow_lacks(struct buf *why)
{
	const char *path = borrow_program();

	switch (engine_bpf_access()) {
	case BPF_NOT_SET_UP:
		refused_set_up(path, why);
		return true;
	case BPF_NO_MEMBER:
		refused_execution(path, EACCES, why);
		return true;
	case BPF_NOT_INSTALLED:
		refused_execution(path, ENOENT, why);
		return true;
	default:
		return false;
	}
}

void engine_bpf_describe(struct buf *out)
{
	static const struct {
		const char *before, *after; /* the path */
	} texts[] = {
		[BPF_CAPTURE] = { "yes, by ", "" },
		[BPF_NO_MEMBER] = { "no, only a group may execute ", "" },
		[BPF_NOT_SET_UP] = { "no, ",
				     " has no capabilities: scry-capture-setup gives them" },
		[BPF_NOT_INSTALLED] = { "no, there is no ", "" },
	};
	enum bpf_access access = engine_bpf_access();

	if (access == BPF_OWN)
		buf_puts(out, "bpf for this user: yes\n");
	else
		buf_printf(out, "bpf for this user: %s%s%s\n", texts[access].before,
			   borrow_program(), texts[access].after);
}

/* --- talking to it ------------------------------------------------------------------------- */

static bool send_request(int lender, const struct protocol_request *request, int descriptor)
{
	struct iovec part = { (void *)request, sizeof(*request) };
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control = { 0 };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	if (descriptor >= 0) {
		message.msg_control = &control;
		message.msg_controllen = sizeof(control);
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(&control.header), &descriptor, sizeof(int));
	}
	return sendmsg(lender, &message, MSG_NOSIGNAL) == sizeof(*request);
}

/* Takes the descriptors of a message. The caller has as many places as the message can have. */
static size_t take_descriptors(struct msghdr *message, int *descriptors)
{
	struct cmsghdr *part = CMSG_FIRSTHDR(message);
	size_t n;

	if (!part || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
		return 0;
	n = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(descriptors, CMSG_DATA(part), n * sizeof(int));
	return n;
}

/*
 * Waits for a reply. Its bytes are added to lines, its descriptors copied; *n: their number.
 * Returns false if scry-capture has ended, with the errno EPIPE.
 */
static bool receive_reply(int lender, struct protocol_reply *reply, struct buf *lines,
			  int descriptors[PROTOCOL_N_MAPS], size_t *n)
{
	char bytes[PROTOCOL_LINES];
	struct iovec parts[] = { { reply, sizeof(*reply) }, { bytes, sizeof(bytes) } };
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(PROTOCOL_N_MAPS * sizeof(int))];
	} control = { 0 };
	struct msghdr message = {
		.msg_iov = parts,
		.msg_iovlen = 2,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	ssize_t len;

	/* The kernel says that scry-capture has not read all requests before it gives the reply. */
	do {
		len = recvmsg(lender, &message, MSG_CMSG_CLOEXEC);
	} while (len < 0 && (errno == EINTR || errno == ECONNRESET));
	if (len < (ssize_t)sizeof(*reply)) {
		errno = EPIPE;
		return false;
	}
	*n = take_descriptors(&message, descriptors);
	if (lines)
		buf_put(lines, bytes, (size_t)len - sizeof(*reply));
	return true;
}

/*
 * Waits until scry-capture says something. The user may have stopped it, with other processes or
 * alone: then it is continued. Returns false if it stands still nevertheless, as in a frozen
 * cgroup.
 */
static bool wait_for_reply(const struct bpf_engine *engine)
{
	struct pollfd polled = { .fd = engine->lender, .events = POLLIN };

	for (int i = 0; i < REPLY_WAITS; i++) {
		int n = poll(&polled, 1, REPLY_WAIT_MS);

		if (n > 0)
			return true;
		kill(engine->lender_pid, SIGCONT);
	}
	errno = ETIMEDOUT;
	return false;
}

/* Makes a request after the first one. Returns false, with errno. */
static bool ask(struct bpf_engine *engine, const struct protocol_request *request, int descriptor,
		struct buf *lines)
{
	int none[PROTOCOL_N_MAPS];
	struct protocol_reply reply = { 0 };
	size_t n;

	if (!send_request(engine->lender, request, descriptor))
		return false;
	do {
		if (!wait_for_reply(engine) ||
		    !receive_reply(engine->lender, &reply, lines, none, &n))
			return false;
	} while (reply.more);
	errno = (int)reply.error;
	return !reply.error;
}

/* --- starting it --------------------------------------------------------------------------- */

/* Returns 0, or an errno. */
static int start(struct bpf_engine *engine, const char *path)
{
	char name[] = "scry-capture", *arguments[] = { name, NULL }, *environment[] = { NULL };
	posix_spawn_file_actions_t actions;
	int ends[2], error;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return errno;
	posix_spawn_file_actions_init(&actions);
	/*
	 * Of a descriptor that has that number already, dup2 would not clear FD_CLOEXEC:
	 * posix_spawn(3) does.
	 */
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
	error = posix_spawn(&engine->lender_pid, path, &actions, NULL, arguments, environment);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (error) {
		close(ends[0]);
		engine->lender_pid = 0;
		return error;
	}
	engine->lender = ends[0];
	return 0;
}

static void fill_request(const struct engine_program *program, uint32_t n_cpus,
			 struct protocol_request *request)
{
	request->version = PROTOCOL_VERSION;
	request->kind = PROTOCOL_LOAD;
#define GIVE(type, name) request->settings.name = program->rodata->name;
	PROTOCOL_SETTINGS(GIVE)
#undef GIVE
	request->n_ops = program->maps.ops.max_entries;
	request->n_selections = program->maps.selections.max_entries;
	request->n_cpus = n_cpus;
}

/* The desk is where the skeleton has put its first contents. */
static bool take_maps(struct engine_program *program, const int *descriptors)
{
	size_t n = 0;

#define TAKE(map) program->maps.map.map_fd = descriptors[n++];
	PROTOCOL_MAPS(TAKE)
#undef TAKE
	return mmap(program->data_desk, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_FIXED, program->maps.data_desk.map_fd, 0) != MAP_FAILED;
}

bool borrow_load(struct bpf_engine *engine, uint32_t n_cpus, struct buf *why)
{
	const char *path = borrow_program();
	struct protocol_request request = { 0 };
	struct protocol_reply reply = { 0 };
	int descriptors[PROTOCOL_N_MAPS], error = start(engine, path);
	size_t n = 0;

	if (error) {
		refused_execution(path, error, why);
		return false;
	}
	fill_request(engine->program, n_cpus, &request);
	/* If scry-capture has refused already, its reply waits. */
	send_request(engine->lender, &request, -1);
	if (!wait_for_reply(engine) ||
	    !receive_reply(engine->lender, &reply, NULL, descriptors, &n)) {
		buf_printf(why, "cannot be had, because %s has ended without an answer", path);
		return false;
	}
	if (!reply.error && n == PROTOCOL_N_MAPS && take_maps(engine->program, descriptors))
		return true;
	if (!reply.error)
		reply = (struct protocol_reply){ .error = EMFILE, .step = PROTOCOL_LOADING };
	refused_request(path, &reply, why);
	return false;
}

/* --- tasks --------------------------------------------------------------------------------- */

bool borrow_mark(struct bpf_engine *engine, pid_t pid, uint32_t how, struct buf *lines)
{
	struct protocol_request request = {
		.version = PROTOCOL_VERSION,
		.kind = PROTOCOL_MARK,
		.how = how,
		.n = 1,
		.numbers = { (uint32_t)pid },
	};
	size_t before = lines->len;
	int fd = proc_open_memory(pid, O_RDONLY);
	bool good;

	if (fd < 0)
		return false;
	good = ask(engine, &request, fd, lines);
	close(fd);
	if (good && lines->len > before)
		return true;
	if (good)
		errno = EPERM;
	return false;
}

void borrow_unmark(struct bpf_engine *engine, pid_t tid)
{
	struct protocol_request request = {
		.version = PROTOCOL_VERSION,
		.kind = PROTOCOL_UNMARK,
		.numbers = { (uint32_t)tid },
	};

	ask(engine, &request, -1, NULL);
}

void borrow_detach(struct bpf_engine *engine)
{
	struct protocol_request request = {
		.version = PROTOCOL_VERSION,
		.kind = PROTOCOL_DETACH,
	};

	if (engine->lender >= 0)
		ask(engine, &request, -1, NULL);
}

bool borrow_has_ended(const struct bpf_engine *engine)
{
	struct pollfd polled = { .fd = engine->lender };

	return engine->lender >= 0 && poll(&polled, 1, 0) == 1 && polled.revents & POLLHUP;
}

void borrow_end(struct bpf_engine *engine)
{
	if (engine->lender >= 0)
		close(engine->lender);
	engine->lender = -1;
	if (!engine->lender_pid)
		return;
	/* While it is stopped it does not see that the socket is closed. */
	kill(engine->lender_pid, SIGKILL);
	while (waitpid(engine->lender_pid, NULL, 0) < 0 && errno == EINTR)
		;
	engine->lender_pid = 0;
}
