/* SPDX-License-Identifier: MIT */
/* Door of src/tracee/: what is known of each tracee, and how its memory is read. */
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
	void *session;			/* the session's, freed by it before tracee_remove() */
	uint64_t local_mount;		/* STATX_MNT_ID_UNIQUE of one that no server answers for; 0: none yet */
	struct tracee *next;		/* in its chain of the table */
};

/*
 * The table by tid. An engine keeps more about a tracee than this: it makes a struct of its own
 * whose first member is a struct tracee, and gives its size.
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
/* A new entry, all zero but tid, tgid and fetch. The table owns it. tid must not be in it. */
struct tracee *tracee_add(struct tracee_table *table, pid_t tid, pid_t tgid);
void tracee_remove(struct tracee_table *table, struct tracee *tracee);
/* The entry gets another tid: execve in a thread (tid becomes the tgid). new_tid must be free. */
void tracee_rename(struct tracee_table *table, struct tracee *tracee, pid_t new_tid);
/* Calls each() for every entry; each() may remove the entry it is given. */
void tracee_each(struct tracee_table *table, void (*each)(struct tracee *tracee, void *ctx),
		 void *ctx);

/* process_vm_readv, /proc/PID/mem where that is refused. The tracee must be stopped. */
extern const struct fetch_ops tracee_fetch_ops;

/*
 * The general registers of a stopped tracee, as the kernel lays them out for its architecture
 * (NT_PRSTATUS): of a 32-bit process fewer bytes. Returns how many; -1: gone.
 */
ssize_t tracee_registers(const struct tracee *tracee, void *buf, size_t len);

/* Room for a path of /proc with up to three numbers. */
#define PROC_PATH 80

/* Lists the threads of a process into *tids (malloc'ed, the caller's). Returns how many, or -1. */
ssize_t tracee_threads(pid_t pid, pid_t **tids);
/* The tgid of a thread, from /proc; -1: gone. */
pid_t tracee_tgid(pid_t tid);
/* What a process is called in its own PID namespace; -1: gone. */
pid_t tracee_own_pid(pid_t pid);
/* The command name of a thread into buf, not terminated; its length, at most len, or -1: gone. */
ssize_t tracee_comm(pid_t tid, char *buf, size_t len);
/*
 * Whether SELinux runs here, from /proc alone: no file system is asked. Contexts that files keep from other systems
 * mean nothing where it does not, and a file system that hangs would hang the caller that asks for them.
 */
bool tracee_selinux_runs(void);
/* The SELinux context of a thread, as tracee_comm(). */
ssize_t tracee_context(pid_t tid, char *buf, size_t len);
/* The (first) number in a line of /proc/PID/status: "TracerPid", "PPid"; -1: gone, or no such line. */
long tracee_status(pid_t pid, const char *field);
/* A mask in such a line, given in hexadecimal digits: "SigCgt"; 0: gone, or no such line. */
unsigned long long tracee_status_mask(pid_t pid, const char *field);

#endif
