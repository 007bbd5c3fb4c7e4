/* SPDX-License-Identifier: MIT */
/* Public header of src/tracee/: the state of each tracee, and access to its memory. */
#ifndef SCRY_TRACEE_H
#define SCRY_TRACEE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "scry/abi.h"
#include "scry/arch.h"
#include "scry/fetch.h"

struct syscall;

/* A process never leaves its PID namespace: pid_namespaces(7). */
enum tracee_numbers {
	NUMBERS_UNKNOWN,
	NUMBERS_OURS,		/* it is in the PID namespace of scry */
	NUMBERS_OTHER,
};

struct tracee {
	pid_t tid;
	pid_t tgid;
	struct fetch fetch;		/* reads this tracee; ctx is the tracee */
	/* owned by the session, which frees it before tracee_remove() */
	void *session;
	enum tracee_numbers numbers;	/* see tracee_pid_outside() */
	/* the process of another number that was found last: tracee_pid_outside(); 0: none yet */
	pid_t other;
	/* latest mount found to be local, STATX_MNT_ID_UNIQUE; 0: none yet */
	uint64_t local_mount;
	struct names_watch *watch;	/* of the table */
	/* names of its descriptors that are remembered; NULL: none are */
	struct tracee_names *names;
	bool changes_names;		/* it is in a call that can change names of files */
	bool unlinks;			/* with changes_names: these are not names of directories */
	/* another process may have the same current directory: clone(2), CLONE_FS */
	bool shares_directory;
	bool other_root;		/* its root directory was not that of scry at the last look */
	struct tracee *next;		/* in the same hash chain of the table */
};

struct directory;

/* What the calls of all tracees mean for names that are remembered. */
struct names_watch {
	bool on;		/* the engine reports every call of each tracee */
	bool several;		/* there is more than one tracee */
	size_t changing;	/* tracees with changes_names */
	size_t unlinking;	/* tracees with unlinks */
	uint64_t changes;	/* how often names of files can have changed */
	uint64_t moves;		/* how often names of directories can have changed, too */
	/* how often only names of other files can have changed, such as symbolic links */
	uint64_t unlinks;
	unsigned n_memories;	/* tracees with names */
	struct directory *directories;	/* NULL: none are remembered */
	struct known_mount {
		uint64_t id;		/* 0: none */
		bool unique;		/* it is STATX_MNT_ID_UNIQUE, otherwise STATX_MNT_ID */
		bool local;		/* it is a local file system, as all mounts above it */
		uint64_t renamed, since_ns;
	} mounts[8];			/* of directories to which paths led */
	unsigned next_mount;		/* the element that is replaced next */
	struct {
		/* local: the mount of the root of scry is a local file system */
		bool known, local;
		uint64_t renamed, since_ns;
	} root;
};

/*
 * A hash table of tracees by tid. An engine that keeps more state per tracee defines a struct with
 * a struct tracee as first member, and passes the size of that struct as entry_size.
 */
struct tracee_table {
	size_t entry_size;
	struct tracee **chains;
	size_t n_chains;
	size_t n;
	struct names_watch watch;
};

void tracee_table_init(struct tracee_table *table, size_t entry_size);
void tracee_table_free(struct tracee_table *table);
struct tracee *tracee_find(const struct tracee_table *table, pid_t tid);
/*
 * Adds a tracee. All members except tid, tgid and fetch are zero. The table owns the entry. The tid
 * must not be in the table.
 */
struct tracee *tracee_add(struct tracee_table *table, pid_t tid, pid_t tgid);
void tracee_remove(struct tracee_table *table, struct tracee *tracee);
/*
 * Changes the tid of an entry: execve in a thread gives that thread the tid of its leader. new_tid
 * must not be in the table.
 */
void tracee_rename(struct tracee_table *table, struct tracee *tracee, pid_t new_tid);
/* Calls each() for every entry; each() may remove the entry that it receives. */
void tracee_each(struct tracee_table *table, void (*each)(struct tracee *tracee, void *ctx),
		 void *ctx);

/* What a call can do to names that are remembered. */
enum names_effect {
	NAMES_KEEP,	/* it closes and moves no descriptor, and changes no name of a file */
	NAMES_CLOSE,	/* it closes the descriptor in its first argument */
	/* it can close and move any descriptor of the caller, and change the current directory */
	NAMES_MOVE,
	NAMES_UNLINK,	/* it can also remove a name of a file that is no directory */
	NAMES_CHANGE,	/* it can also change any name of a file */
};

/* What a call does to names. row: NULL: it has none. args: its arguments. */
enum names_effect names_effect_of(enum syscall_id id, const struct syscall *row, const uint64_t *args);
/*
 * Returns whether the kernel may change names of files for the caller later, without a call:
 * io_uring(7).
 */
bool names_change_later(const struct syscall *row);

/*
 * The memory of names. The engine sets table->watch.on if it reports every call. It calls
 * names_begin() when a tracee has a table of descriptors of its own, names_inherit() for each
 * child, and for each call names_enter() at the entry, with the first argument as fd, and
 * names_leave() at the exit. names_end(): a process that is not traced may use the table of
 * descriptors from now on. tracee_remove() calls names_free(). Directories to which paths lead are
 * also remembered for a tracee without names_begin().
 */
void names_begin(struct tracee *tracee);
/*
 * shares_files, shares_directory: the child may use the table of descriptors and the current
 * directory of its parent.
 */
void names_inherit(struct tracee *parent, struct tracee *child, bool shares_files,
		   bool shares_directory);
void names_enter(struct tracee *tracee, enum names_effect effect, int fd);
void names_leave(struct tracee *tracee);
void names_end(struct tracee *tracee);
void names_free(struct tracee *tracee);
/* Nothing is remembered from now on: names can change without a call. */
void names_watch_stop(struct names_watch *watch);
/* Any name of a file can have changed. */
void names_forget_all(struct names_watch *watch);
/*
 * A tracee has begun or ended, which changes names of descriptors, but not to which directories
 * paths of scry lead.
 */
void names_forget_descriptors(struct names_watch *watch);
void names_watch_free(struct names_watch *watch);

/*
 * Reads memory by process_vm_readv(2), or by /proc/PID/mem where the kernel refuses that. ctx is a
 * struct tracee, which must be stopped.
 */
extern const struct fetch_ops tracee_fetch_ops;

/*
 * Reads the general registers of a stopped tracee in the layout of its architecture (NT_PRSTATUS),
 * which is smaller for a 32-bit process. Returns the number of bytes; -1: the tracee is gone.
 */
ssize_t tracee_registers(const struct tracee *tracee, void *buf, size_t len);

/*
 * Opens a socket in the network namespace of the socket fd of the tracee, or of its thread if the
 * descriptor is no socket. cookie: that of the namespace of the thread at the call
 * (SO_NETNS_COOKIE); 0: the thread is still in it. Returns -1 if that namespace cannot be entered;
 * else the caller closes the socket.
 */
int tracee_open_network(const struct tracee *tracee, int fd, uint64_t cookie);
/* Returns the cookie of the network namespace of a socket; 0: unknown, before Linux 5.14. */
uint64_t tracee_network_cookie(int socket);
/*
 * Copies the name of a network interface in the namespace of a socket to buf. Returns its length,
 * at most len; -1: there is none.
 */
ssize_t tracee_ask_interface(int socket, int index, char *buf, size_t len);
/*
 * Sets socket->type from .family and what socket(2) was called with. Returns false if scry does not
 * know such sockets.
 */
bool tracee_socket_type(struct fd_socket *socket, int type, int protocol);
/*
 * Returns whether sockets of the type have one peer until the connection ends. UDP sockets may give
 * up their peer on purpose: connect(2) with AF_UNSPEC. "UNIX" has datagrams or is SOCK_SEQPACKET.
 */
bool tracee_socket_connects(const struct fd_socket *socket);
/* Sets the name of an AF_UNIX socket: the len bytes of its sun_path. */
void tracee_socket_name(struct fd_socket *socket, const void *name, size_t len);
#endif
