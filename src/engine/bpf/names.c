/* SPDX-License-Identifier: MIT */
/*
 * What descriptors refer to (-y): the program reports it before each record of a call that has
 * descriptors.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/names.h"
#include "engine/bpf/tasks.h"
#include "scry/util.h"

#ifndef NSFS_MAGIC
#define NSFS_MAGIC 0x6e736673
#endif
#ifndef PID_FS_MAGIC
#define PID_FS_MAGIC 0x50494446
#endif

static void free_name(struct bpf_name *name)
{
	free(name->path);
	free(name->detail);
}

/* Forgets the names with NAME_ONCE. */
static void clear_names(struct bpf_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free_name(&names->list[i]);
	names->n = names->n_requested = 0;
	names->last = NULL;
}

/* Forgets the names of a request, which are the last ones. */
static void drop_requested(struct bpf_names *names)
{
	while (names->n_requested) {
		free_name(&names->list[--names->n]);
		names->n_requested--;
	}
	names->requested = false;
	names->last = NULL;
}

void bpf_take_names(struct bpf_tracee *tracee, uint32_t held)
{
	if (!tracee->names.next)
		clear_names(&tracee->names);
	tracee->names.next = false;
	tracee->names.held = held;
	tracee->names.lacks = tracee->names.lost;
	tracee->names.lost = false;
}

void bpf_take_request_names(struct bpf_tracee *tracee, uint32_t held)
{
	if (tracee->names.requested)
		drop_requested(&tracee->names);
	tracee->names.requested = true;
	tracee->names.held_by_request = held;
}

void bpf_forget_names(struct bpf_tracee *tracee)
{
	struct bpf_names *names = &tracee->names;

	clear_names(names);
	free(names->list);
	for (size_t i = 0; names->kept && i < NAMES_KEPT; i++)
		free_name(&names->kept[i]);
	free(names->kept);
	*names = (struct bpf_names){ 0 };
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
static bool put_name(struct buf *out, const struct bpf_record *record, const char *names,
		     size_t len)
{
	uint64_t inode = record->name.inode, magic = record->name.magic;

	if (record->name.flags & NAME_CUT)
		return false;
	if (magic == SOCKFS_MAGIC)
		buf_printf(out, "socket:[%llu]", (unsigned long long)inode);
	else if (magic == PIPEFS_MAGIC)
		buf_printf(out, "pipe:[%llu]", (unsigned long long)inode);
	else if (magic == PID_FS_MAGIC)
		buf_puts(out, "anon_inode:[pidfd]");
	else if (magic == ANON_INODE_FS_MAGIC)
		buf_printf(out, "anon_inode:%.*s", len ? (int)strnlen(names, len) : 0, names);
	else if (magic == NSFS_MAGIC)
		buf_printf(out, "%.*s:[%llu]", len ? (int)strnlen(names, len) : 0, names,
			   (unsigned long long)inode);
	else
		put_path(out, names, len);
	return true;
}

/*
 * The last name of a descriptor holds: the result of a call may have the number of an argument that
 * it has closed.
 */
static struct bpf_name *find(const struct bpf_tracee *tracee, int fd)
{
	const struct bpf_names *names = &tracee->names;
	bool at_request = bpf_is_at_request(tracee->engine);
	uint32_t place = NAME_PLACE(fd), held = at_request ? names->held_by_request : names->held;
	size_t begin = at_request ? names->n - names->n_requested : 0;
	size_t end = at_request ? names->n : names->n - names->n_requested;

	for (size_t i = end; i-- > begin;)
		if (names->list[i].fd == fd)
			return &names->list[i];
	if (names->kept && held >> place & 1 && names->kept[place].fd == fd)
		return &names->kept[place];
	return NULL;
}

/*
 * The first record for the entry of a call comes when the names of the call before it are not
 * needed any more.
 */
static void begin_names(struct bpf_tracee *tracee, const struct bpf_record *record)
{
	if (record->name.of != RECORD_ENTRY || tracee->names.next)
		return;
	clear_names(&tracee->names);
	tracee->names.next = true;
}

static bool is_of_request(const struct bpf_record *record)
{
	return record->name.of == RECORD_REQUEST || record->name.of == RECORD_RESULT;
}

/* The place for the name that a record reports. */
static struct bpf_name *place_of(struct bpf_tracee *tracee, const struct bpf_record *record)
{
	struct bpf_names *names = &tracee->names;
	struct bpf_name *name;

	if (record->name.flags & NAME_ONCE) {
		begin_names(tracee, record);
		if (names->requested || !is_of_request(record))
			drop_requested(names);
		names->n_requested += is_of_request(record);
		names->list = xgrow(names->list, names->n, &names->capacity, sizeof(*names->list));
		return &names->list[names->n++];
	}
	if (!names->kept)
		names->kept = xcalloc(NAMES_KEPT, sizeof(*names->kept));
	name = &names->kept[NAME_PLACE(record->name.fd)];
	free_name(name);
	return name;
}

char *bpf_path_of(const struct bpf_record *record, size_t len)
{
	const char *bytes = (const char *)(record + 1);
	size_t n = len - sizeof(*record);
	struct buf path = { 0 };
	char *copy = NULL;

	if (n && bytes[n - 1])
		return NULL;
	if (put_name(&path, record, bytes, n)) {
		if (record->name.flags & NAME_REMOVED && path.data[0] == '/')
			buf_puts(&path, FD_DELETED_END);
		copy = xstrdup(buf_cstr(&path));
	}
	buf_free(&path);
	return copy;
}

void bpf_add_name(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	const char *bytes = (const char *)(record + 1);
	const struct record_name *said = &record->name;
	size_t n = len - sizeof(*record);
	struct bpf_name *name;

	tracee->names.last = NULL;
	/* What was read at the entry is from the time of the entry. */
	if ((n && bytes[n - 1]) ||
	    (said->flags & NAME_ONCE && said->flags & NAME_LATE && find(tracee, said->fd)))
		return;
	name = tracee->names.last = place_of(tracee, record);
	*name = (struct bpf_name){ .fd = said->fd,
				   .mode = (mode_t)said->mode,
				   .inode = said->inode,
				   .removed = said->flags & NAME_REMOVED };
	name->path = bpf_path_of(record, len);
}

/* A detail comes right after the name of its descriptor, which may be missing. */
void bpf_add_detail(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	struct bpf_name *name = tracee->names.last;

	if (!name || name->detail || name->fd != record->name.fd ||
	    len != sizeof(*record) + sizeof(*name->detail))
		return;
	name->detail = xmalloc(sizeof(*name->detail));
	memcpy(name->detail, record + 1, sizeof(*name->detail));
}

#define EVENTS_PATH(number, name, path) [number] = (path),

/* What /proc/PID/fd shows of descriptors of events, by the number in the record of the call. */
static const char *const event_names[] = { EVENT_DESCRIPTORS(EVENTS_PATH) };

static const char *name_of_events(const struct bpf_tracee *tracee)
{
	return tracee->events && tracee->events <= ARRAY_SIZE(event_names)
		       ? event_names[tracee->events - 1]
		       : NULL;
}

/* The program reports each descriptor of a call that is open: without a record it is not. */
static bool is_closed(const struct bpf_tracee *tracee, int fd)
{
	return fd != AT_FDCWD && tracee->engine->base.config->names && !tracee->names.lacks &&
	       !tracee->names.lost;
}

ssize_t bpf_name_path(void *ctx, int fd, char *buf, size_t len)
{
	const struct bpf_name *name = find(ctx, fd);
	const char *path = name && name->path ? name->path : name_of_events(ctx);
	size_t n = path ? strlen(path) : 0;

	if (!n)
		return !name && is_closed(ctx, fd) ? FETCH_NO_FILE : -1;
	n = n < len ? n : len;
	memcpy(buf, path, n);
	return (ssize_t)n;
}

bool bpf_name_file(void *ctx, int fd, struct fetch_file *file)
{
	const struct bpf_name *name = find(ctx, fd);

	if (!name || !name->path)
		return false;
	*file = (struct fetch_file){ name->path, name->inode };
	return true;
}

/* --- details ----------------------------------------------------------------------------- */

static void set_end(struct fd_end *end, const struct descriptor_detail *seen, unsigned which)
{
	memcpy(end->address, seen->ends[which], sizeof(end->address));
	end->port = ntohs(seen->ports[which]);
	end->known = end->port != 0;
}

/*
 * getpeername(2) fails for a socket that is closed, but /proc shows the peer of one that is being
 * connected.
 */
static void set_ends(struct fd_socket *socket, const struct descriptor_detail *seen)
{
	if (seen->type == SOCK_RAW)
		return;
	set_end(&socket->local, seen, 0);
	if (seen->state != TCP_CLOSE && (seen->state != TCP_SYN_SENT || socket->local.known))
		set_end(&socket->peer, seen, 1);
}

static void set_socket(struct fd_socket *socket, const struct descriptor_detail *seen,
		       uint64_t inode)
{
	socket->inode = inode;
	socket->family = (int)seen->family;
	if (!tracee_socket_type(socket, (int)seen->type, (int)seen->protocol)) {
		socket->is_other = true;
		socket->family = 0;
	}
	switch (socket->family) {
	case AF_INET:
	case AF_INET6:
		set_ends(socket, seen);
		return;
	case AF_UNIX:
		socket->peer_inode = seen->number;
		if (seen->name_len && seen->name_len <= SOCKET_NAME)
			tracee_socket_name(socket, seen->name, seen->name_len);
		return;
	case AF_NETLINK:
		socket->protocol = (int)seen->protocol;
		socket->port_id = (uint32_t)seen->number;
		return;
	default:
		return;
	}
}

static void set_device(struct fd_detail *detail, const struct descriptor_detail *seen, bool block)
{
	detail->kind = FD_DEVICE;
	detail->device.block = block;
	detail->device.major = (unsigned)(seen->number >> 20);
	detail->device.minor = (unsigned)seen->number & 0xfffff;
	detail->device.pty = (int)seen->id;
}

static bool set_detail(struct fd_detail *detail, const struct bpf_name *name)
{
	const struct descriptor_detail *seen = name->detail;

	*detail = (struct fd_detail){ 0 };
	switch (seen->kind) {
	case DETAIL_DEVICE:
		set_device(detail, seen, S_ISBLK(name->mode));
		return true;
	case DETAIL_SOCKET:
		detail->kind = FD_SOCKET;
		set_socket(&detail->socket, seen, name->inode);
		return true;
	case DETAIL_PIDFD:
		detail->kind = FD_PIDFD;
		detail->pid = (int)seen->number;
		return true;
	case DETAIL_EVENTFD:
		detail->kind = FD_EVENTFD;
		detail->eventfd.count = seen->number;
		detail->eventfd.id = seen->id;
		detail->eventfd.semaphore = seen->flags & EFD_SEMAPHORE;
		return true;
	case DETAIL_SIGNALFD:
		detail->kind = FD_SIGNALFD;
		detail->signals = ~seen->number;
		return true;
	default:
		return false;
	}
}

bool bpf_name_detail(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
		     struct fd_detail *detail)
{
	const struct bpf_name *name = find(ctx, fd);

	(void)path;
	(void)path_len;
	if (!name || !name->path)
		return false;
	if (name->removed && name->path[0] == '/') {
		detail->kind = FD_DELETED;
		return kinds & FD_PATH;
	}
	return name->detail && set_detail(detail, name) && detail->kind & kinds;
}

static bool is_owned_by_caller(struct bpf_tracee *tracee, struct fetch_owner owner)
{
	const struct bpf_name *name = owner.by_pidfd ? find(tracee, owner.number) : NULL;
	struct fd_detail detail;

	if (!owner.by_pidfd)
		return bpf_is_own_pid(tracee, owner.number);
	return name && name->detail && set_detail(&detail, name) && detail.kind == FD_PIDFD &&
	       (detail.pid == tracee->base.tid || detail.pid == tracee->base.tgid);
}

ssize_t bpf_other_fd_path(void *ctx, struct fetch_owner owner, int fd, char *buf, size_t len)
{
	return is_owned_by_caller(ctx, owner) ? bpf_name_path(ctx, fd, buf, len) : -1;
}

bool bpf_other_fd_detail(void *ctx, struct fetch_owner owner, int fd, const char *path,
			 size_t path_len, unsigned kinds, struct fd_detail *detail)
{
	return is_owned_by_caller(ctx, owner) &&
	       bpf_name_detail(ctx, fd, path, path_len, kinds, detail);
}
