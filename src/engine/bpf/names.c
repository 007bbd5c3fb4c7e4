/* SPDX-License-Identifier: MIT */
/* What descriptors refer to (-y): the program reports it before each record of a call that has descriptors. */
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/bpf/bpf.h"
#include "engine/bpf/wire.h"
#include "scry/util.h"

#ifndef NSFS_MAGIC
#define NSFS_MAGIC 0x6e736673
#endif
#ifndef PID_FS_MAGIC
#define PID_FS_MAGIC 0x50494446
#endif

void bpf_clear_names(struct bpf_tracee *tracee)
{
	for (size_t i = 0; i < tracee->names.n; i++)
		free(tracee->names.list[i].path);
	tracee->names.n = 0;
}

/* The names of the record come last one first: "b", "a" of "/a/b". */
static void put_path(struct buf *out, const char *names, size_t len)
{
	if (!len)
		buf_putc(out, '/');
	while (len) {
		size_t begin = len - 1;

		while (begin && names[begin - 1])
			begin--;
		buf_putc(out, '/');
		buf_put(out, names + begin, len - 1 - begin);
		len = begin;
	}
}

/* The path as /proc/PID/fd shows it. Returns false if that cannot be known. */
static bool put_name(struct buf *out, const struct plan_record *record, const char *names,
		     size_t len)
{
	uint64_t inode = record->args[2], magic = record->args[3];

	if (magic == SOCKFS_MAGIC)
		buf_printf(out, "socket:[%llu]", (unsigned long long)inode);
	else if (magic == PIPEFS_MAGIC)
		buf_printf(out, "pipe:[%llu]", (unsigned long long)inode);
	else if (magic == PID_FS_MAGIC)
		buf_puts(out, "anon_inode:[pidfd]");
	else if (magic == ANON_INODE_FS_MAGIC)
		buf_printf(out, "anon_inode:%.*s", len ? (int)strnlen(names, len) : 0, names);
	else if (magic == NSFS_MAGIC)
		return false;
	else
		put_path(out, names, len);
	return true;
}

void bpf_add_name(struct bpf_tracee *tracee, const struct plan_record *record, size_t len)
{
	struct bpf_names *names = &tracee->names;
	const char *bytes = (const char *)(record + 1);
	size_t n = len - sizeof(*record);
	struct bpf_name *name;
	struct buf path = { 0 };

	if (tracee->in_call == CALL_NONE && !names->next) {
		bpf_clear_names(tracee);
		names->next = true;
	}
	if (names->n == ARRAY_SIZE(names->list) || (n && bytes[n - 1]))
		return;
	name = &names->list[names->n];
	if (!put_name(&path, record, bytes, n)) {
		buf_free(&path);
		return;
	}
	name->fd = (int)record->args[0];
	name->removed = record->args[4];
	if (name->removed && path.data[0] == '/')
		buf_puts(&path, FD_DELETED_END);
	name->path = xstrdup(buf_cstr(&path));
	names->n++;
	buf_free(&path);
}

/* The result of a call may have the number of an argument that it has closed: the last name holds. */
static const struct bpf_name *find(const struct bpf_tracee *tracee, int fd)
{
	for (size_t i = tracee->names.n; i-- > 0;)
		if (tracee->names.list[i].fd == fd)
			return &tracee->names.list[i];
	return NULL;
}

ssize_t bpf_name_path(void *ctx, int fd, char *buf, size_t len)
{
	const struct bpf_name *name = find(ctx, fd);
	size_t n = name ? strlen(name->path) : 0;

	if (!name)
		return -1;
	n = n < len ? n : len;
	memcpy(buf, name->path, n);
	return (ssize_t)n;
}

bool bpf_name_detail(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
		     struct fd_detail *detail)
{
	const struct bpf_name *name = find(ctx, fd);

	(void)path;
	(void)path_len;
	if (!name || !name->removed || name->path[0] != '/' || !(kinds & FD_PATH))
		return false;
	detail->kind = FD_DELETED;
	return true;
}
