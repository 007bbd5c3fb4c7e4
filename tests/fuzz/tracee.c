/* SPDX-License-Identifier: MIT */
/* The fake tracee: random numbers, and memory with mapped and unmapped pages. */
#include <string.h>
#include <sys/socket.h>

#include "fuzz.h"

uint64_t fuzz_random(struct fuzz *fuzz)
{
	fuzz->state ^= fuzz->state << 13;
	fuzz->state ^= fuzz->state >> 7;
	fuzz->state ^= fuzz->state << 17;
	return fuzz->state;
}

/* Returns a random constant of the table, as variants and flags depend on them. */
static uint64_t any_constant(struct fuzz *fuzz)
{
	const struct list_part *part;
	const struct list *list = list_all[fuzz_random(fuzz) % fuzz->n_lists];

	if (!list->n_parts)
		return 0;
	part = &list->parts[fuzz_random(fuzz) % list->n_parts];
	if (!part->n_entries)
		return 0;
	return list_entries(list, part)[fuzz_random(fuzz) % part->n_entries].value;
}

uint64_t fuzz_number(struct fuzz *fuzz)
{
	uint64_t random = fuzz_random(fuzz);

	switch (fuzz_random(fuzz) % 9) {
	case 0:
		return random % 40;
	case 1:
		return UINT64_C(1) << random % 64;
	case 2:
		return (UINT64_C(1) << random % 64) - 1;
	case 3:
		return UINT64_MAX - random % 40;
	case 4:
		return any_constant(fuzz);
	case 5:
		return random;
	case 6:
		return POOL_AT + random % (POOL / PAGE) * PAGE - random / POOL % 40;
	default:
		return POOL_AT + random % POOL;
	}
}

void fuzz_stir(struct fuzz *fuzz, unsigned n)
{
	while (n--) {
		uint64_t number = fuzz_number(fuzz);

		memcpy(fuzz->own + fuzz_random(fuzz) % (POOL / 4 - 1) * 4, &number, 8);
	}
	for (size_t i = 0; i < sizeof(fuzz->unmapped); i++)
		fuzz->unmapped[i] = fuzz_random(fuzz) % 4 == 0;
}

static size_t fuzz_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	struct fuzz *fuzz = ctx;
	size_t n = 0;

	while (n < len) {
		uint64_t at = addr + n - POOL_AT;
		size_t some = PAGE - at % PAGE;

		if (addr + n < POOL_AT || at >= POOL || fuzz->unmapped[at / PAGE])
			break;
		if (some > len - n)
			some = len - n;
		memcpy((unsigned char *)buf + n, fuzz->pool + at, some);
		n += some;
	}
	return n;
}

/* Makes a name with control bytes, which may be longer than the buffer. */
static ssize_t fuzz_about(void *ctx, int id, char *buf, size_t len)
{
	size_t n = (size_t)id % (id % 1024 != 40 ? 10 : 5000);

	(void)ctx;
	if (id < 0)
		return -1;
	n = n < len ? n : len;
	for (size_t i = 0; i < n; i++)
		buf[i] = "x\033]0;\n\"\\\302\200\377/\0\x7f"[(i + (size_t)id) % 14];
	return (ssize_t)n;
}

static ssize_t fuzz_interface(void *ctx, int fd, int index, char *buf, size_t len)
{
	(void)fd;
	return fuzz_about(ctx, index, buf, len);
}

static bool fuzz_detail(void *ctx, int fd, const char *path, size_t len, unsigned kinds,
			struct fd_detail *detail)
{
	static const int families[] = { AF_INET, AF_INET6, AF_UNIX };

	(void)ctx;
	(void)path;
	(void)len;
	if (kinds & FD_EVENTFD && fd % 2) {
		*detail =
			(struct fd_detail){ .kind = FD_EVENTFD, .eventfd = { (uint64_t)fd, true } };
		return true;
	}
	*detail = (struct fd_detail){ .kind = FD_SOCKET };
	detail->socket = (struct fd_socket){ .family = families[(unsigned)fd % 3],
					     .type = "TCP",
					     .inode = (uint64_t)fd };
	return kinds & FD_SOCKET;
}

static int fuzz_netlink(void *ctx, int fd)
{
	(void)ctx;
	return fd % 3 ? fd % 22 : -1;
}

static ssize_t fuzz_path_name(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	return *path ? fuzz_about(ctx, dirfd, buf, len) : -1;
}

const struct fetch_ops fuzz_ops = {
	.read = fuzz_read,
	.fd_path = fuzz_about,
	.pid_comm = fuzz_about,
	.interface_name = fuzz_interface,
	.family_name = fuzz_about,
	.fd_detail = fuzz_detail,
	.netlink = fuzz_netlink,
	.path_name = fuzz_path_name,
};
