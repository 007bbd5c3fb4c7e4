/* SPDX-License-Identifier: MIT */
/* Public header of src/tracee/: the state of each tracee, and access to its memory and to /proc. */
#ifndef SCRY_TRACEE_H
#define SCRY_TRACEE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "scry/abi.h"
#include "scry/fetch.h"

struct tracee {
	pid_t tid;
	pid_t tgid;
	struct fetch fetch;		/* reads this tracee; ctx is the tracee */
	void *session;			/* owned by the session, which frees it before tracee_remove() */
	uint64_t local_mount;		/* latest mount found to be local, STATX_MNT_ID_UNIQUE; 0: none yet */
	struct tracee_names *names;	/* names of its descriptors that are remembered; NULL: none are */
	struct tracee *next;		/* in the same hash chain of the table */
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

/*
 * The memory of names of descriptors. The engine calls names_begin() when a tracee has a table of descriptors of its own, and
 * then names_note_call() at the entry of each of its calls: keeps says that no tracee closes or moves a descriptor or changes
 * the name of a file until its next entry. names_end(): other threads share the table from now on, or calls can pass unseen.
 */
void names_begin(struct tracee *tracee);
void names_note_call(struct tracee *tracee, bool keeps);
void names_end(struct tracee *tracee);

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

/* Capacity of a buffer for a path of /proc with up to three numbers. */
#define PROC_PATH 80

/*
 * Lists the threads of a process in *tids, which the caller frees. Returns the number of threads;
 * -1: /proc/PID/task cannot be read.
 */
ssize_t tracee_threads(pid_t pid, pid_t **tids);
/* Returns the tgid of a thread, from /proc; -1: the thread is gone. */
pid_t tracee_tgid(pid_t tid);
/* Returns the state letter of a thread (proc_pid_stat(5)), such as 'Z' of a zombie; 0: the thread is gone. */
char tracee_state_letter(pid_t tid);
/* Returns the pid that a process has in its own PID namespace; -1: the process is gone. */
pid_t tracee_own_pid(pid_t pid);
/*
 * Copies the command name of a thread to buf, without a NUL. Returns its length, at most len;
 * -1: the thread is gone.
 */
ssize_t tracee_comm(pid_t tid, char *buf, size_t len);
/* Returns the malloc'ed directory where a file system of this type is mounted; NULL: there is none. */
char *find_mount(const char *type);
/*
 * Returns whether SELinux runs here. Only /proc is read: files may carry contexts of another system,
 * which mean nothing without SELinux, and a file system that hangs would hang a reader of contexts.
 */
bool tracee_selinux_runs(void);
/* Copies the SELinux context of a thread to buf; the result is that of tracee_comm(). */
ssize_t tracee_context(pid_t tid, char *buf, size_t len);
/* Sets socket->type from .family and what socket(2) was called with. Returns false if scry does not know such sockets. */
bool tracee_socket_type(struct fd_socket *socket, int type, int protocol);
/* Sets the name of an AF_UNIX socket: the len bytes of its sun_path. */
void tracee_socket_name(struct fd_socket *socket, const void *name, size_t len);
/*
 * Returns the first decimal number of a field of /proc/PID/status, such as "TracerPid"; -1: the
 * process is gone or the field does not exist.
 */
long tracee_status(pid_t pid, const char *field);
/*
 * Returns a mask of /proc/PID/status, which is hexadecimal, such as "SigCgt"; 0: the process is gone
 * or the field does not exist.
 */
unsigned long long tracee_status_mask(pid_t pid, const char *field);

#endif
