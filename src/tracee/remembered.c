/* SPDX-License-Identifier: MIT */
/*
 * The memory of names: what readlink(2) and statx(2) said of descriptors, and to which directories
 * paths lead, until a call can make the answer wrong. See doc/engine-ptrace.md, "Names of
 * descriptors".
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

/* Descriptors that are remembered for a tracee, and the maximum length of a path that is. */
#define N_NAMES 16
#define MAX_PATH 232

/* The maximum number of tracees with a memory, which takes 5 KiB. */
#define MAX_MEMORIES 256

/* Directories that are remembered; a power of two. */
#define N_DIRECTORIES 2048

/* Another process can rename or remove a file at any time: no answer is older. */
#define MAX_AGE_NS 10000000u

/* A table of descriptors, and the tracees that use it: clone(2), CLONE_FILES. */
struct descriptors {
	unsigned users;
	unsigned moving; /* users that are in a call that can close or move descriptors */
	/* a process that is not traced may use the table: nothing is remembered any more */
	bool unseen;
	uint64_t changes; /* how often such a call has ended */
};

struct name {
	int fd; /* or AT_FDCWD */
	uint16_t len;
	bool has_device, is_device; /* device_detail() was asked; the answer */
	struct fd_detail device;
	char path[MAX_PATH];
};

/* The names that a tracee has used. Each tracee has its own, also if it shares the table. */
struct tracee_names {
	struct descriptors *descriptors;
	bool moving; /* the tracee is counted in descriptors->moving */
	/* the call under way closes the descriptor closed_fd, and does nothing else */
	bool closing;
	int closed_fd;
	/* descriptors->changes and watch->changes when the names were found */
	uint64_t moved, renamed;
	uint64_t since_ns; /* of the oldest name */
	unsigned n, next; /* next: the element that is replaced if all are taken */
	struct name list[N_NAMES];
};

struct directory {
	uint64_t renamed, since_ns; /* renamed: state_of() when the target was found */
	bool linkless; /* see names_find_directory() */
	char *path, *target; /* target: the same directory without symbolic links */
	size_t path_len;
	ssize_t target_len; /* 0: the path leads nowhere; -1: unknown */
};

/* --- tables of descriptors ------------------------------------------------------------------- */

static void add_memory(struct tracee *tracee, struct descriptors *descriptors)
{
	if (tracee->watch->n_memories >= MAX_MEMORIES)
		return;
	tracee->watch->n_memories++;
	tracee->names = xcalloc(1, sizeof(*tracee->names));
	tracee->names->descriptors = descriptors ? descriptors : xcalloc(1, sizeof(*descriptors));
	tracee->names->descriptors->users++;
}

void names_begin(struct tracee *tracee)
{
	names_free(tracee);
	if (tracee->watch->on)
		add_memory(tracee, NULL);
}

void names_inherit(struct tracee *parent, struct tracee *child, bool shares_files,
		   bool shares_directory)
{
	if (shares_directory)
		parent->shares_directory = child->shares_directory = true;
	if (!parent->names || parent->names->descriptors->unseen || child->names)
		return;
	add_memory(child, shares_files ? parent->names->descriptors : NULL);
	/* The calls of a user without a memory would not be counted. */
	if (!child->names && shares_files)
		names_end(parent);
}

void names_end(struct tracee *tracee)
{
	if (tracee->names)
		tracee->names->descriptors->unseen = true;
}

void names_free(struct tracee *tracee)
{
	struct tracee_names *names = tracee->names;

	names_leave(tracee);
	if (!names)
		return;
	if (!--names->descriptors->users)
		free(names->descriptors);
	free(names);
	tracee->names = NULL;
	tracee->watch->n_memories--;
}

/* --- calls ----------------------------------------------------------------------------------- */

void names_watch_stop(struct names_watch *watch)
{
	watch->on = false;
}

void names_forget_all(struct names_watch *watch)
{
	watch->changes++;
	watch->moves++;
}

/* The mount namespace of scry lives on, and keeps its mounts when another namespace ends. */
void names_forget_descriptors(struct names_watch *watch)
{
	watch->changes++;
}

void names_watch_free(struct names_watch *watch)
{
	for (size_t i = 0; watch->directories && i < N_DIRECTORIES; i++) {
		free(watch->directories[i].path);
		free(watch->directories[i].target);
	}
	free(watch->directories);
	watch->directories = NULL;
}

bool names_change_later(const struct syscall *row)
{
	return row->flags & CALL_SHARES_FILES &&
	       !(row->flags & (CALL_KEEPS_PATHS | CALL_KEEPS_NAMES));
}

/*
 * Requests of terminals without a size, such as TCGETS, which programs make of any file to find out
 * whether it is a terminal.
 */
static bool is_for_terminal(uint64_t request)
{
	return (uint32_t)request >> 8 == 'T';
}

/* unlink(2) removes no directory. */
enum names_effect names_effect_of(enum syscall_id id, const struct syscall *row,
				  const uint64_t *args)
{
	if (id == ID_close)
		return NAMES_CLOSE;
	if (id == ID_unlink || (id == ID_unlinkat && !(args[2] & AT_REMOVEDIR)))
		return NAMES_UNLINK;
	if (id == ID_ioctl && is_for_terminal(args[1]))
		return NAMES_KEEP;
	if (row && row->flags & CALL_KEEPS_NAMES)
		return row->flags & CALL_SHARES_FILES ? NAMES_MOVE : NAMES_KEEP;
	return row && row->flags & CALL_KEEPS_PATHS ? NAMES_MOVE : NAMES_CHANGE;
}

void names_enter(struct tracee *tracee, enum names_effect effect, int fd)
{
	struct tracee_names *names = tracee->names;

	names_leave(tracee);
	if (effect == NAMES_CHANGE || effect == NAMES_UNLINK) {
		tracee->changes_names = true;
		tracee->unlinks = effect == NAMES_UNLINK;
		tracee->watch->changing++;
		tracee->watch->unlinking += tracee->unlinks;
	}
	if (!names || effect == NAMES_KEEP)
		return;
	names->closing = effect == NAMES_CLOSE && names->descriptors->users == 1;
	names->closed_fd = fd;
	names->moving = !names->closing;
	names->descriptors->moving += names->moving;
}

static void forget_name(struct tracee_names *names, int fd)
{
	for (unsigned i = 0; i < names->n; i++)
		if (names->list[i].fd == fd)
			names->list[i].fd = -1;
}

void names_leave(struct tracee *tracee)
{
	struct tracee_names *names = tracee->names;

	if (tracee->changes_names) {
		tracee->watch->changing--;
		tracee->watch->unlinking -= tracee->unlinks;
		tracee->watch->changes++;
		if (tracee->unlinks)
			tracee->watch->unlinks++;
		else
			tracee->watch->moves++;
		tracee->changes_names = tracee->unlinks = false;
	}
	if (!names)
		return;
	if (names->closing)
		forget_name(names, names->closed_fd);
	if (names->moving) {
		names->descriptors->moving--;
		names->descriptors->changes++;
	}
	names->closing = names->moving = false;
}

/* --- names of descriptors -------------------------------------------------------------------- */

/*
 * Returns whether names of files stay what they are until the tracee goes on. It stands at the
 * entry of its own call, or at the exit; calls of others may be under way.
 */
static bool is_quiet(const struct tracee *tracee)
{
	return tracee->watch->on && tracee->watch->changing == tracee->changes_names;
}

/* Returns the memory if it can be used now; otherwise NULL. */
static struct tracee_names *usable(const struct tracee *tracee)
{
	struct tracee_names *names = tracee->names;
	const struct descriptors *descriptors;

	if (!names || !is_quiet(tracee))
		return NULL;
	descriptors = names->descriptors;
	if (descriptors->unseen || descriptors->moving != names->moving)
		return NULL;
	if (names->moved != descriptors->changes || names->renamed != tracee->watch->changes ||
	    (names->n && now_ns() - names->since_ns > MAX_AGE_NS)) {
		names->n = names->next = 0;
		names->moved = descriptors->changes;
		names->renamed = tracee->watch->changes;
	}
	return names;
}

/* AT_FDCWD is remembered like a descriptor: chdir(2) moves it. */
static bool can_have_name(const struct tracee *tracee, int fd)
{
	return fd >= 0 || (fd == AT_FDCWD && !tracee->shares_directory);
}

static struct name *find_descriptor(const struct tracee *tracee, int fd)
{
	struct tracee_names *names = usable(tracee);

	for (unsigned i = 0; names && i < names->n; i++)
		if (names->list[i].fd == fd)
			return &names->list[i];
	return NULL;
}

ssize_t names_find_path(const struct tracee *tracee, int fd, char *buf, size_t len)
{
	const struct name *name = can_have_name(tracee, fd) ? find_descriptor(tracee, fd) : NULL;

	if (!name)
		return -1;
	len = name->len < len ? name->len : len;
	memcpy(buf, name->path, len);
	return (ssize_t)len;
}

/*
 * The end of another process removes its directory in /proc, or the pseudoterminal whose master it
 * had.
 */
static bool is_lasting(const struct names_watch *watch, const char *path, size_t len)
{
	static const char *const others[] = { PROC_MOUNT, "/dev/pts/" };

	for (size_t i = 0; watch->several && i < ARRAY_SIZE(others); i++)
		if (len > strlen(others[i]) && !memcmp(path, others[i], strlen(others[i])))
			return false;
	return true;
}

void names_add_path(const struct tracee *tracee, int fd, const char *path, size_t len)
{
	struct tracee_names *names = usable(tracee);
	struct name *name;

	if (!names || len > MAX_PATH || !can_have_name(tracee, fd) ||
	    !is_lasting(tracee->watch, path, len))
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
	const struct name *name = find_descriptor(tracee, fd);

	if (!name || !name->has_device)
		return false;
	*is_device = name->is_device;
	*detail = name->device;
	return true;
}

void names_add_device(const struct tracee *tracee, int fd, bool is_device,
		      const struct fd_detail *detail)
{
	struct name *name = find_descriptor(tracee, fd);

	if (!name)
		return;
	name->has_device = true;
	name->is_device = is_device;
	name->device = *detail;
}

/* --- directories ----------------------------------------------------------------------------- */

/* Returns the only place where a path can be remembered. */
static struct directory *directory_of(struct names_watch *watch, const char *path, size_t len)
{
	if (!watch->directories)
		watch->directories = xcalloc(N_DIRECTORIES, sizeof(*watch->directories));
	return &watch->directories[hash_bytes(HASH_START, path, len) & (N_DIRECTORIES - 1)];
}

/* As is_quiet(), for a path through no symbolic link. */
static bool are_directories_quiet(const struct tracee *tracee)
{
	const struct names_watch *watch = tracee->watch;

	return watch->on && watch->changing - watch->unlinking ==
				    (size_t)(tracee->changes_names && !tracee->unlinks);
}

static bool can_remember(const struct tracee *tracee, bool linkless)
{
	return linkless ? are_directories_quiet(tracee) : is_quiet(tracee);
}

/* Returns a number that grows when the target of a path can have changed. */
static uint64_t state_of(const struct names_watch *watch, bool linkless)
{
	return watch->moves + (linkless ? 0 : watch->unlinks);
}

bool names_find_directory(const struct tracee *tracee, const char *path, size_t path_len, char *buf,
			  size_t len, ssize_t *target_len)
{
	const struct directory *found;

	if (!are_directories_quiet(tracee))
		return false;
	found = directory_of(tracee->watch, path, path_len);
	if (!found->path || found->path_len != path_len || !can_remember(tracee, found->linkless) ||
	    found->renamed != state_of(tracee->watch, found->linkless) ||
	    memcmp(found->path, path, path_len) || now_ns() - found->since_ns > MAX_AGE_NS)
		return false;
	*target_len = found->target_len;
	if (found->target_len > (ssize_t)len)
		*target_len = (ssize_t)len;
	if (*target_len > 0)
		memcpy(buf, found->target, (size_t)*target_len);
	return true;
}

void names_add_directory(const struct tracee *tracee, const char *path, size_t path_len,
			 const char *target, ssize_t target_len, bool linkless)
{
	struct directory *place;

	if (!can_remember(tracee, linkless))
		return;
	place = directory_of(tracee->watch, path, path_len);
	free(place->path);
	free(place->target);
	*place = (struct directory){
		.renamed = state_of(tracee->watch, linkless),
		.since_ns = now_ns(),
		.linkless = linkless,
		.path = xstrndup(path, path_len),
		.target = target_len > 0 ? xstrndup(target, (size_t)target_len) : NULL,
		.path_len = path_len,
		.target_len = target_len,
	};
}

/* --- mounts ---------------------------------------------------------------------------------- */

/* pivot_root(2) changes the root of other processes. */
bool names_find_root(const struct tracee *tracee, bool *local)
{
	const struct names_watch *watch = tracee->watch;

	*local = watch->root.local;
	return watch->root.known && are_directories_quiet(tracee) &&
	       watch->root.renamed == watch->moves && now_ns() - watch->root.since_ns <= MAX_AGE_NS;
}

void names_add_root(const struct tracee *tracee, bool local)
{
	struct names_watch *watch = tracee->watch;

	watch->root.known = true;
	watch->root.local = local;
	watch->root.renamed = watch->moves;
	watch->root.since_ns = now_ns();
}

/* The kernel uses STATX_MNT_ID again. Such an ID is remembered as long as a name. */
bool names_find_mount(const struct tracee *tracee, uint64_t id, bool unique, bool *local)
{
	const struct names_watch *watch = tracee->watch;

	for (size_t i = 0; i < ARRAY_SIZE(watch->mounts); i++) {
		const struct known_mount *mount = &watch->mounts[i];

		if (mount->id != id || mount->unique != unique ||
		    (!unique && (!is_quiet(tracee) || mount->renamed != watch->changes ||
				 now_ns() - mount->since_ns > MAX_AGE_NS)))
			continue;
		*local = mount->local;
		return true;
	}
	return false;
}

void names_add_mount(const struct tracee *tracee, uint64_t id, bool unique, bool local)
{
	struct names_watch *watch = tracee->watch;

	watch->mounts[watch->next_mount] = (struct known_mount){
		.id = id,
		.unique = unique,
		.local = local,
		.renamed = watch->changes,
		.since_ns = now_ns(),
	};
	watch->next_mount = (watch->next_mount + 1) % ARRAY_SIZE(watch->mounts);
}
