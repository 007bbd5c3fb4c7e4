/* SPDX-License-Identifier: MIT */
/*
 * The memory of names: what readlink(2) and statx(2) said of descriptors, until a call can make the answer wrong. See
 * doc/engine-ptrace.md, "Names of descriptors".
 */
#include <stdlib.h>
#include <string.h>

#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

/* Descriptors that are remembered, and the maximum length of a path that is. */
#define N_NAMES 16
#define MAX_PATH 232

/* Another process can rename or remove a file at any time: no answer is older. */
#define MAX_AGE_NS 10000000u

struct name {
	int fd;
	uint16_t len;
	bool has_device, is_device; /* device_detail() was asked; the answer */
	struct fd_detail device;
	char path[MAX_PATH];
};

struct tracee_names {
	bool open; /* the call under way keeps names, so that answers can be used and added */
	unsigned n, next; /* next: the element that is replaced if all are taken */
	uint64_t since_ns; /* of the oldest answer */
	struct name list[N_NAMES];
};

static void forget(struct tracee_names *names)
{
	names->n = 0;
	names->next = 0;
}

void names_begin(struct tracee *tracee)
{
	if (!tracee->names)
		tracee->names = xcalloc(1, sizeof(*tracee->names));
	forget(tracee->names);
	tracee->names->open = false;
}

void names_end(struct tracee *tracee)
{
	free(tracee->names);
	tracee->names = NULL;
}

void names_note_call(struct tracee *tracee, bool keeps)
{
	struct tracee_names *names = tracee->names;

	if (!names)
		return;
	if (!keeps)
		forget(names);
	names->open = keeps;
}

/* Returns the memory if it can be used now; otherwise NULL. */
static struct tracee_names *usable(const struct tracee *tracee)
{
	struct tracee_names *names = tracee->names;

	if (!names || !names->open)
		return NULL;
	if (names->n && now_ns() - names->since_ns > MAX_AGE_NS)
		forget(names);
	return names;
}

static struct name *find(const struct tracee *tracee, int fd)
{
	struct tracee_names *names = usable(tracee);

	for (unsigned i = 0; names && i < names->n; i++)
		if (names->list[i].fd == fd)
			return &names->list[i];
	return NULL;
}

ssize_t names_find_path(const struct tracee *tracee, int fd, char *buf, size_t len)
{
	const struct name *name = find(tracee, fd);

	if (!name)
		return -1;
	len = name->len < len ? name->len : len;
	memcpy(buf, name->path, len);
	return (ssize_t)len;
}

void names_add_path(const struct tracee *tracee, int fd, const char *path, size_t len)
{
	struct tracee_names *names = usable(tracee);
	struct name *name;

	if (!names || len > MAX_PATH)
		return;
	if (!names->n)
		names->since_ns = now_ns();
	name = &names->list[names->next];
	names->next = (names->next + 1) % N_NAMES;
	if (names->n < N_NAMES)
		names->n++;
	name->fd = fd;
	name->len = (uint16_t)len;
	name->has_device = false;
	memcpy(name->path, path, len);
}

bool names_find_device(const struct tracee *tracee, int fd, bool *is_device,
		       struct fd_detail *detail)
{
	const struct name *name = find(tracee, fd);

	if (!name || !name->has_device)
		return false;
	*is_device = name->is_device;
	*detail = name->device;
	return true;
}

void names_add_device(const struct tracee *tracee, int fd, bool is_device,
		      const struct fd_detail *detail)
{
	struct name *name = find(tracee, fd);

	if (!name)
		return;
	name->has_device = true;
	name->is_device = is_device;
	name->device = *detail;
}
