/* SPDX-License-Identifier: MIT */
/*
 * Asks the system why a call has failed: the mode of a file, the holder of a port or a lock, a
 * limit.
 */
#include "why/cause.h"

#include <errno.h>
#include <string.h>

#include "why/print.h"
#include "why/texts.h"
#include "why/why.h"
#include "scry/config.h"

/* A failed call about which the system is asked. */
struct question {
	const struct why *why;
	const struct look *look;
	const struct seen *seen;
	pid_t tid;
	int error;
	const char *path; /* NULL: the call has none */
};

static void describe_file(const struct question *question, struct buf *text)
{
	struct look_file file;

	if (!question->path || !question->look->file(question->tid, question->path, &file))
		return;
	if (!file.whole)
		buf_printf(text, "up to ");
	put_harmless(text, file.name, sizeof(file.name));
	buf_printf(text, " has mode %04o, owner %u:%u; the process is %u:%u", file.mode & 07777,
		   file.owner, file.group, file.uid, file.gid);
}

static void describe_refusal(const struct question *question, struct buf *text)
{
	long own = question->why->base.host->engine->filter != NULL;
	long filters = question->look->filters(question->tid) - own;

	describe_file(question, text);
	if (filters > 0)
		buf_printf(text, "%sthe process has %ld seccomp filter%s", text->len ? "; " : "",
			   filters, plural_s((uint64_t)filters));
}

static void put_holder(const struct question *question, pid_t holder, struct buf *text)
{
	char name[LOOK_NAME];

	if (holder == question->seen->process->pid) {
		buf_printf(text, "process %d itself", holder);
		return;
	}
	buf_printf(text, "process %d", holder);
	if (!question->look->comm(holder, name))
		return;
	buf_puts(text, " (");
	put_harmless(text, name, sizeof(name));
	buf_putc(text, ')');
}

static void describe_port(const struct question *question, struct buf *text)
{
	uint16_t port = question->seen->thread->port;
	pid_t holder = question->look->port(question->tid, port);

	if (!holder)
		return;
	buf_printf(text, "port %u is held by ", port);
	put_holder(question, holder, text);
}

/*
 * ENOENT of a file that exists: its interpreter or its loader is missing. ENOEXEC: it is no
 * program.
 */
static void describe_program(const struct question *question, struct buf *text)
{
	const struct look *look = question->look;
	const char *path = question->path;
	struct look_file file;
	char name[LOOK_NAME];

	if (!path || !look->file(question->tid, path, &file) || !file.whole)
		return;
	if (question->error == ENOEXEC) {
		if (file.empty)
			buf_puts(text, "the file is empty");
		return;
	}
	buf_puts(text, "the file exists, but its interpreter does not");
	if (!look->interpreter(question->tid, path, name))
		return;
	buf_puts(text, ": ");
	put_harmless(text, name, sizeof(name));
}

/* ENOTDIR: which part of the path is no directory. */
static void describe_part(const struct question *question, struct buf *text)
{
	struct look_file file;

	if (!question->path || !question->look->file(question->tid, question->path, &file) ||
	    file.whole)
		return;
	put_harmless(text, file.name, sizeof(file.name));
	buf_puts(text, " is no directory");
}

static void describe_lock(const struct question *question, struct buf *text)
{
	int fd = (int)question->seen->call->args[0];
	pid_t holder = question->look->lock_holder(question->tid, fd);

	if (!holder)
		return;
	buf_puts(text, "a lock on it is held by ");
	put_holder(question, holder, text);
}

/* A relative path begins in the working directory. */
static void describe_start(const struct question *question, struct buf *text)
{
	char name[LOOK_NAME];

	if (!*question->path || !question->look->directory(question->tid, name))
		return;
	buf_puts(text, "the working directory is ");
	put_harmless(text, name, sizeof(name));
}

/* What most descriptors of a process refer to. */
static void put_most_descriptors(const struct question *question, struct buf *text)
{
	const struct process *process = question->seen->process;
	size_t most = 0;
	uint32_t target = 0;

	/*
	 * There are as many as the limit, which is checked to be small: each is compared with each.
	 */
	for (size_t i = 0; i < process->n_descriptors && process->n_descriptors <= 4096; i++) {
		size_t n = 0;

		if (!process->descriptors[i].opened)
			continue;
		for (size_t k = i; k < process->n_descriptors; k++)
			n += process->descriptors[k].opened &&
			     process->descriptors[k].target == process->descriptors[i].target;
		if (n > most) {
			most = n;
			target = process->descriptors[i].target;
		}
	}
	if (most < 2)
		return;
	buf_printf(text, "; %zu of them are ", most);
	put_harmless(text, texts_at(&question->why->diagnosis.targets, target), TEXT_KEPT);
}

/* Limits by which a call fails. */
static const struct {
	uint16_t id; /* ID_none: any call */
	int error;
	const char *limit; /* in /proc/PID/limits */
	const char *words;
} limits[] = {
	{ ID_none, EMFILE, "Max open files", "the limit of open files (ulimit -n) is" },
	{ ID_none, EFBIG, "Max file size", "the limit of the size of files (ulimit -f) is" },
	{ ID_none, ENOMEM, "Max address space", "the limit of memory (ulimit -v) is" },
	{ ID_clone, EAGAIN, "Max processes", "the limit of processes (ulimit -u) is" },
	{ ID_clone3, EAGAIN, "Max processes", "the limit of processes (ulimit -u) is" },
};

static void describe_limit(const struct question *question, struct buf *text)
{
	int error = question->error;

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		uint16_t id = limits[i].id;
		uint64_t limit;

		if (limits[i].error != error || (id && id != question->seen->call->id))
			continue;
		limit = question->look->limit(question->tid, limits[i].limit);
		if (limit == UINT64_MAX)
			return;
		buf_printf(text, "%s %llu", limits[i].words, (unsigned long long)limit);
		if (error == ENOMEM || error == EFBIG)
			buf_printf(text, " bytes (%llu MiB)", (unsigned long long)limit >> 20);
		return;
	}
}

static void describe_descriptors(const struct question *question, struct buf *text)
{
	describe_limit(question, text);
	if (text->len)
		put_most_descriptors(question, text);
}

/*
 * Which answer explains an error. id ID_none: of any call. The first row that fits counts; without
 * one, a limit may explain it.
 */
static const struct {
	uint16_t id;
	int error;
	void (*describe)(const struct question *question, struct buf *text);
} answers[] = {
	{ ID_execve, ENOENT, describe_program }, { ID_execve, ENOEXEC, describe_program },
	{ ID_none, ENOENT, describe_start },	 { ID_none, ENOTDIR, describe_part },
	{ ID_flock, EAGAIN, describe_lock },	 { ID_flock, EACCES, describe_lock },
	{ ID_fcntl, EAGAIN, describe_lock },	 { ID_fcntl, EACCES, describe_lock },
	{ ID_fcntl64, EAGAIN, describe_lock },	 { ID_fcntl64, EACCES, describe_lock },
	{ ID_none, EADDRINUSE, describe_port },	 { ID_none, EACCES, describe_file },
	{ ID_none, EPERM, describe_refusal },	 { ID_none, EMFILE, describe_descriptors },
};

static void describe_error(const struct question *question, struct buf *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(answers); i++)
		if (answers[i].error == question->error &&
		    (!answers[i].id || answers[i].id == question->seen->call->id)) {
			answers[i].describe(question, text);
			return;
		}
	describe_limit(question, text);
}

/* Of this many failed calls the system is asked about the cause. */
#define DETAILS_MAX 200

char *cause_describe(struct why *why, const struct seen *seen, int error, const char *path)
{
	struct diagnosis *diagnosis = &why->diagnosis;
	const struct question question = {
		why, diagnosis->look, seen, seen->thread->tid, error, path,
	};
	/*
	 * Programs look for many files that need not exist: what is said of such is counted apart.
	 */
	bool missing = error == ENOENT && seen->call->id != ID_execve;
	unsigned *n = missing ? &diagnosis->n_starts : &diagnosis->n_details;
	struct buf text = { 0 };
	char *words;

	if (!diagnosis->look || diagnosis->n_details >= DETAILS_MAX || *n >= DETAILS_MAX)
		return NULL;
	if (missing && (!path || *path == '/'))
		return NULL;
	describe_error(&question, &text);
	if (missing || text.len)
		(*n)++;
	words = text.len ? xstrdup(buf_cstr(&text)) : NULL;
	buf_free(&text);
	return words;
}
