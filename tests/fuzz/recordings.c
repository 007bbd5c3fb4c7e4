/* SPDX-License-Identifier: MIT */
#include "recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/answers.h"
#include "scry/arch.h"
#include "scry/util.h"

#define START_NS UINT64_C(5000000000000)
#define PAGE 4096u

static uint64_t mix(uint64_t a, uint64_t b)
{
	a = (a ^ b * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
	a = (a ^ a >> 27) * 0x94d049bb133111ebu;
	return a ^ a >> 31;
}

/* --- the tracee ------------------------------------------------------------------------------ */

/* From this page on, memory is read late. */
#define LATE_PAGE 8

/* A page in four is unreadable. */
static size_t read_made(void *ctx, uint64_t address, void *buf, size_t len)
{
	struct made_capture *made = ctx;
	size_t done;

	for (done = 0; done < len; done++) {
		uint64_t at = address + done;

		if (mix(made->seed, at / PAGE) % 4 == 0)
			break;
		((unsigned char *)buf)[done] = (unsigned char)mix(made->seed, at) % 64;
		made->late += at / PAGE >= LATE_PAGE;
	}
	return done;
}

static size_t late_made(void *ctx)
{
	struct made_capture *made = ctx;
	size_t late = made->late;

	made->late = 0;
	return late;
}

static ssize_t name_made(void *ctx, int number, char *buf, size_t len)
{
	const struct made_capture *made = ctx;
	char text[64];
	int n = snprintf(text, sizeof(text), "/name/%llx",
			 (unsigned long long)mix(made->seed % 7, (uint64_t)number));

	if (number % 5 == 0)
		return -1;
	if ((size_t)n > len)
		n = (int)len;
	memcpy(buf, text, (size_t)n);
	return n;
}

static ssize_t interface_made(void *ctx, int fd, int index, char *buf, size_t len)
{
	(void)fd;
	return name_made(ctx, index, buf, len);
}

static ssize_t path_made(void *ctx, int fd, const char *path, char *buf, size_t len)
{
	return name_made(ctx, fd + (int)strlen(path), buf, len);
}

static ssize_t other_name_made(void *ctx, struct fetch_owner owner, int fd, char *buf, size_t len)
{
	return name_made(ctx, fd + owner.number + owner.by_pidfd, buf, len);
}

static bool detail_made(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
			struct fd_detail *detail)
{
	const struct made_capture *made = ctx;
	uint64_t random = mix(made->seed, (uint64_t)fd);

	(void)path, (void)path_len;
	memset(detail, 0, sizeof(*detail));
	detail->kind = (unsigned[]){ FD_DEVICE,	 FD_SOCKET,   FD_PIDFD,
				     FD_EVENTFD, FD_SIGNALFD, FD_DELETED }[random % 6];
	switch (detail->kind) {
	case FD_DEVICE:
		detail->device.major = random >> 8 & 0xffff;
		detail->device.pty = (int)(random >> 24 & 1);
		break;
	case FD_SOCKET:
		detail->socket.family = (int)(random >> 8 & 31);
		strcpy(detail->socket.type, "TCP");
		detail->socket.inode = random;
		detail->socket.peer.known = random >> 16 & 1;
		detail->socket.peer.port = detail->socket.peer.known ? 80 : 0;
		detail->socket.name_len = random >> 20 & 63;
		memset(detail->socket.name, 'n', detail->socket.name_len);
		break;
	case FD_PIDFD:
		detail->pid = (int)(random >> 40);
		break;
	case FD_EVENTFD:
		detail->eventfd.count = random;
		detail->eventfd.semaphore = random >> 9 & 1;
		break;
	case FD_SIGNALFD:
		detail->signals = random;
		break;
	default:
		return kinds & FD_PATH;
	}
	return kinds & detail->kind;
}

static int number_made(void *ctx, int number)
{
	const struct made_capture *made = ctx;

	return (int)mix(made->seed, (uint64_t)number) >> 8;
}

static void namespaces_made(void *ctx, int pid, struct namespaces *namespaces)
{
	const struct made_capture *made = ctx;

	for (unsigned i = 0; i < NAMESPACE_COUNT; i++)
		namespaces->inodes[i] = mix(made->seed + (uint64_t)pid, i) >> 32;
}

static uint64_t vcpu_made(void *ctx, int fd)
{
	const struct made_capture *made = ctx;

	return mix(made->seed, (uint64_t)fd);
}

static bool other_detail_made(void *ctx, struct fetch_owner owner, int fd, const char *path,
			      size_t path_len, unsigned kinds, struct fd_detail *detail)
{
	return detail_made(ctx, fd + owner.number + owner.by_pidfd, path, path_len, kinds, detail);
}

static uint64_t capacity_made(void *ctx)
{
	const struct made_capture *made = ctx;

	return made->seed % 4 * 64;
}

static const struct fetch_ops made_ops = {
	.read = read_made,
	.late = late_made,
	.fd_path = name_made,
	.pid_comm = name_made,
	.interface_name = interface_made,
	.family_name = name_made,
	.fd_detail = detail_made,
	.other_fd_path = other_name_made,
	.other_fd_detail = other_detail_made,
	.netlink = number_made,
	.pid_outside = number_made,
	.namespaces = namespaces_made,
	.fd_context = name_made,
	.path_context = path_made,
	.path_name = path_made,
	.vcpu = vcpu_made,
	.fd_capacity = capacity_made,
};

struct fetch made_capture_source(struct made_capture *made)
{
	return (struct fetch){ .ops = &made_ops, .ctx = made };
}

/* --- questions ------------------------------------------------------------------------------- */

static uint64_t add(uint64_t sum, const void *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
	return mix(sum, len);
}

static uint64_t ask_memory(const struct made_capture *made, const struct fetch *fetch, uint64_t sum)
{
	char bytes[300];

	for (unsigned i = 0; i < 8; i++) {
		uint64_t address = mix(made->seed, 100 + i) % (16 * PAGE) + (i % 3 ? 0 : 1u << 20);
		size_t len = mix(made->seed, 200 + i) % sizeof(bytes);
		size_t got = i & 1 ? fetch_read_string(fetch, address, bytes, len)
				   : fetch_read(fetch, address, bytes, len);
		const char *end = i & 1 && got ? memchr(bytes, 0, got) : NULL;
		size_t late = fetch->ops->late(fetch->ctx);

		/* A source may read beyond the end of a string. */
		if (!(i & 1))
			sum = add(sum, &late, sizeof(late));
		sum = add(sum, bytes, end ? (size_t)(end - bytes) + 1 : got);
	}
	return sum;
}

static uint64_t ask_names(const struct made_capture *made, const struct fetch *fetch, uint64_t sum)
{
	const struct fetch_ops *ops = fetch->ops;
	char name[200];
	ssize_t len;

	for (int i = 0; i < 4; i++) {
		int number = (int)(mix(made->seed, 300 + (uint64_t)i) % 50);

		len = ops->fd_path(fetch->ctx, number, name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		len = ops->pid_comm(fetch->ctx, number, name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		len = ops->interface_name(fetch->ctx, -1, number, name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		len = ops->family_name(fetch->ctx, number, name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		len = ops->fd_context(fetch->ctx, number, name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		len = ops->path_name(fetch->ctx, number, "a/b", name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		len = ops->path_context(fetch->ctx, number, "/c", name, sizeof(name));
		sum = add(sum, name, len > 0 ? (size_t)len : 0);
	}
	return sum;
}

uint64_t made_capture_ask(const struct made_capture *made, const struct fetch *fetch)
{
	const struct fetch_ops *ops = fetch->ops;
	uint64_t sum = ask_names(made, fetch, ask_memory(made, fetch, made->seed));
	int number = (int)(made->seed % 9);
	struct namespaces namespaces;
	struct fd_detail detail;
	uint64_t numbers[4];

	ops->namespaces(fetch->ctx, number, &namespaces);
	sum = add(sum, &namespaces, sizeof(namespaces));
	for (unsigned kinds = 0; kinds <= FD_ALL; kinds = kinds * 2 + 1)
		if (ops->fd_detail(fetch->ctx, number, "x", 1, kinds, &detail))
			sum = add(sum, &detail, sizeof(detail));
	numbers[0] = (uint64_t)ops->netlink(fetch->ctx, number);
	numbers[1] = (uint64_t)ops->pid_outside(fetch->ctx, number);
	numbers[2] = ops->vcpu(fetch->ctx, number);
	numbers[3] = ops->fd_capacity(fetch->ctx);
	return add(sum, numbers, sizeof(numbers));
}

uint64_t made_capture_ask_others(const struct made_capture *made, const struct fetch *fetch)
{
	const struct fetch_ops *ops = fetch->ops;
	uint64_t sum = made->seed;
	struct fd_detail detail;
	char name[200];

	for (int i = 0; i < 4; i++) {
		const struct fetch_owner owner = { i & 1, (int)(mix(made->seed, 400) % 50) + i };
		int fd = (int)(mix(made->seed, 401 + (uint64_t)i) % 50);
		ssize_t len = ops->other_fd_path(fetch->ctx, owner, fd, name, sizeof(name));

		sum = add(sum, name, len > 0 ? (size_t)len : 0);
		for (unsigned kinds = 0; kinds <= FD_ALL; kinds = kinds * 2 + 1)
			if (ops->other_fd_detail(fetch->ctx, owner, fd, "x", 1, kinds, &detail))
				sum = add(sum, &detail, sizeof(detail));
	}
	return sum;
}

/* --- captures -------------------------------------------------------------------------------- */

static void fill_stack(struct made_capture *made)
{
	unsigned n = (unsigned)(made->seed >> 8 & 7);

	for (unsigned i = 0; i <= n; i++) {
		struct frame frame = {
			.ip = mix(made->seed, i),
			.object = i % 3 ? "/lib/made.so" : NULL,
			.offset = i,
			.symbol = i % 2 ? "made_function" : NULL,
			.into = i * 8,
			.source = i % 4 ? NULL : "made.c",
			.line = i,
		};

		stack_add_frame(&made->stack, &frame, i == n);
	}
	made->stack.end = (enum stack_end)(made->seed % (STACK_FOREIGN + 1));
	made->facts.stack = &made->stack;
}

static void fill_event(struct made_capture *made)
{
	struct event *event = &made->event;
	uint64_t random = made->seed;

	switch (event->kind) {
	case EVENT_ENTER:
		event->ip = 0x400000 + random % PAGE;
		event->sp = 0x7fff0000 - random % PAGE;
		for (unsigned i = 0; i < 6; i++)
			event->args[i] = random >> 8 * i & 1 ? mix(random, i) >> 8 * i : 0;
		event->resumes = random >> 50 & 1;
		event->resumed_nr = event->resumes ? 35 : 0;
		made->facts.denied = random >> 51 & 1 ? "EPERM" : NULL;
		/* fallthrough */
	case EVENT_EXIT:
		event->abi = random >> 60
				     ? abi_by_id((enum abi_id)((random >> 52 & 15) % ABI_COUNT))
				     : NULL;
		event->audit_arch = event->abi ? event->abi->audit_arch : 0x1234;
		event->nr = random >> 53 & 0x1ff;
		event->result = event->kind == EVENT_EXIT ? (int64_t)random >> 30 : 0;
		event->is_error = event->result < 0;
		break;
	case EVENT_SIGNAL:
		event->signal = 1 + (int)(random >> 20 & 63);
		memset(&event->siginfo, 0, sizeof(event->siginfo));
		event->siginfo.si_signo = event->signal;
		event->siginfo.si_code = (int)random;
		break;
	case EVENT_NEW:
		event->parent_tid = 1 + (int)(random >> 40);
		break;
	case EVENT_EXEC:
		event->former_tid = 1 + (int)(random >> 40);
		break;
	case EVENT_KILLED:
		event->status = 9;
		event->core_dumped = random >> 3 & 1;
		break;
	default:
		event->status = (int)(random >> 33 & 255);
		break;
	}
}

void made_capture_fill(struct made_capture *made, uint64_t seed, unsigned index)
{
	static const enum event_kind kinds[] = {
		EVENT_ENTER, EVENT_EXIT, EVENT_ENTER,  EVENT_EXIT,   EVENT_SIGNAL,
		EVENT_NEW,   EVENT_EXEC, EVENT_EXITED, EVENT_KILLED, EVENT_DETACHED,
	};
	static const char *const comms[] = { "one", "another", NULL, "" };

	memset(made, 0, sizeof(*made));
	made->seed = mix(seed, index);
	made->tgid = 100 + (pid_t)(made->seed >> 16 & 7);
	made->event.kind = kinds[made->seed % ARRAY_SIZE(kinds)];
	made->event.tid = made->tgid + (pid_t)(made->seed >> 20 & 1);
	made->event.mono_ns = START_NS + index * UINT64_C(1000) + (made->seed >> 32 & 511);
	made->event.real.tv_sec = 1700000000 + (time_t)(index / 1000);
	made->event.real.tv_nsec = (long)(made->seed >> 36);
	made->event.system_ns = index * UINT64_C(10);
	/* Older versions do not have that, and their recordings only the first captures. */
	made->event.unstopped = index >= 32 && made->seed >> 40 & 1;
	made->facts.comm = comms[made->seed >> 24 & 3];
	made->facts.delayed = made->seed >> 28 & 1;
	made->facts.stack_ns = made->seed >> 30 & 1 ? 77 : 0;
	fill_event(made);
	if (made->seed >> 31 & 1)
		fill_stack(made);
}

void made_capture_free(struct made_capture *made)
{
	stack_free(&made->stack);
}

bool made_recording_write(const struct recorder_config *config, uint64_t seed, unsigned n)
{
	struct answers *answers = answers_new();
	struct record_info info = { 0 };
	struct recorder *recorder;
	char *error;
	bool good;

	record_info_add(&info, "abi", "x86_64");
	record_info_add(&info, "argument", "made up");
	record_info_add_number(&info, "limit", 4096);
	recorder = recorder_new(config, &info, answers, &error);
	record_info_free(&info);
	if (!recorder) {
		fprintf(stderr, "%s\n", error);
		free(error);
		answers_free(answers);
		return false;
	}
	for (unsigned i = 0; i < n; i++) {
		const struct fetch asked = { &answers_fetch_ops, answers };
		struct made_capture made;
		struct fetch source = made_capture_source(&made);

		made_capture_fill(&made, seed, i);
		answers_begin(answers, &source);
		made_capture_ask(&made, &asked);
		made_capture_ask_others(&made, &asked);
		recorder_add(recorder, &made.event, made.tgid, &made.facts);
		made_capture_free(&made);
		/* Small blocks. */
		if (i % 16 == 15)
			recorder_flush_old(recorder, UINT64_MAX);
	}
	good = recorder_close(recorder);
	answers_free(answers);
	return good;
}
