/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/proc/: the one reader of /proc, and of what belongs to any process:
 * processes, threads, descriptors, mappings, sockets, locks, limits, cgroups, namespaces.
 *
 * All numbers of processes and threads that go in and come out are those of the PID namespace of
 * scry. The /proc that is mounted may belong to another namespace: after "unshare -pf" without
 * --mount-proc, after "nsenter -p", in a chroot. Then the module reads a procfs of its own, which
 * it mounts nowhere, or it translates the numbers. What has no number there cannot be read.
 */
#ifndef SCRY_PROC_H
#define SCRY_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <dirent.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "scry/fd.h"

/* --- whose /proc it is --- */

enum proc_numbers {
	PROC_OURS,	/* its numbers are those of scry */
	PROC_OUTER,	/* it belongs to a namespace around that of scry: numbers are translated */
	PROC_FOREIGN,	/* it belongs to a namespace without scry: no process can be read */
	PROC_MISSING,	/* none is mounted */
};

/* Returns whose numbers the procfs has that the module reads. */
enum proc_numbers proc_numbers(void);
/*
 * Closes the procfs; the next function opens it again. The caller is about to close all
 * descriptors.
 */
void proc_close(void);
/* Returns the number that the procfs shows for a process or thread; 0: none, or unknown. */
pid_t proc_number_shown(pid_t pid);
/*
 * Returns the process or thread for which the procfs shows a number; 0: it is not in the PID
 * namespace of scry, or unknown.
 */
pid_t proc_number_meant(pid_t shown);

/* --- files --- */

/* In place of a process: the calling process, and files that belong to no process. */
#define PROC_SELF 0
#define PROC_SYSTEM (-1)

/* Capacity of a name with up to three numbers. */
#define PROC_PATH 80

/* With what the paths of the files of a procfs begin. */
#define PROC_MOUNT "/proc/"

/*
 * Makes the path of a file of a process, such as "/proc/12/exe" of 12 and "exe". The path is for
 * the functions below, which find it in the procfs that scry reads: other functions may find
 * another process there, or none.
 */
void proc_path(char path[PROC_PATH], pid_t pid, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * Makes the path of a file of a process on another machine, with the number that the process has
 * there.
 */
void proc_remote_path(char path[PROC_PATH], pid_t pid, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * Open, examine and read a file or a link by such a path, or by one that begins with it
 * ("/proc/12/root/etc/hosts"). Any other path is taken as it is. The results are those of open(2),
 * stat(2), readlink(2), opendir(3), fopen(3) and getxattr(2).
 */
int proc_open_path(const char *path, int flags);
int proc_stat_path(const char *path, struct stat *status);
ssize_t proc_link_path(const char *path, char *buf, size_t len);
/* Executes the program of the calling process again; returns if that fails. Async-signal-safe. */
void proc_execute_again(char *const *argv);
ssize_t proc_attribute_of_path(const char *path, const char *name, void *buf, size_t len);

/* The same for a file of a process: proc_open(12, "status"). Files are opened for reading. */
int proc_open(pid_t pid, const char *format, ...) __attribute__((format(printf, 2, 3)));
FILE *proc_fopen(pid_t pid, const char *format, ...) __attribute__((format(printf, 2, 3)));
DIR *proc_opendir(pid_t pid, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool proc_stat(pid_t pid, struct stat *status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Reads a link. Returns its length, at most len; -1: it cannot be read. */
ssize_t proc_link(pid_t pid, char *buf, size_t len, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same with a NUL at the end. Returns false and an empty string if the link cannot be read. */
bool proc_link_text(pid_t pid, char *buf, size_t size, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/*
 * Reads the beginning of a file with one read(2), and puts a NUL behind it. Returns its length; -1:
 * it cannot be read.
 */
ssize_t proc_read(pid_t pid, const char *name, char *buf, size_t size);
/*
 * Returns the contents of a file without the NULs at its end, at most max bytes. The caller frees
 * them; NULL: it cannot be read.
 */
char *proc_read_whole(pid_t pid, const char *name, size_t max, size_t *len);
/* Opens the memory of a process: pread(2), pwrite(2). flags: O_RDONLY or O_WRONLY. */
int proc_open_memory(pid_t pid, int flags);

/* --- processes and threads --- */

/*
 * Calls each() for all processes, in the order of /proc, until it returns true. Returns 1 if it
 * did, 0 if not; -1: they cannot be listed.
 */
int proc_each(bool (*each)(void *ctx, pid_t pid), void *ctx);
/*
 * Lists the threads of a process in *tids, which the caller frees. Returns how many there are; -1:
 * they cannot be listed.
 */
ssize_t proc_threads(pid_t pid, pid_t **tids);
/*
 * Lists the children of all threads of a process in the same way. *complete: false: the kernel does
 * not tell all.
 */
ssize_t proc_children(pid_t pid, pid_t **children, bool *complete);
/* Returns whether there is a process with this number: kill(2). /proc may hide processes. */
bool proc_exists(pid_t pid);

/* What proc_pid_stat(5) says of a process or a thread. */
struct proc_stat {
	char comm[64];
	char state;	/* such as 'Z' of a zombie */
	pid_t parent;
	unsigned flags;	/* PF_* of linux/sched.h in the kernel */
	uint64_t start;	/* in clock ticks since boot; with the number it names a process for ever */
	int status;	/* as waitpid(2) reports it; 0: unknown */
};
/* linux/sched.h in the kernel */
#define PROC_KERNEL_THREAD 0x00200000u
#define PROC_IO_WORKER 0x10u

/* Returns false if the thread is gone; *stat is zeroed then. */
bool proc_stat_of(pid_t tid, struct proc_stat *stat);
/* Returns when a process began; 0: it is gone. */
uint64_t proc_start(pid_t pid);
/* Returns the state of a thread; 0: it is gone. */
char proc_state(pid_t tid);

/*
 * Returns the first decimal number of a field of /proc/PID/status, such as "Seccomp". Numbers of
 * processes, such as "TracerPid", are those of scry, or 0. -1: the process is gone or the field
 * does not exist.
 */
long proc_status(pid_t pid, const char *field);
/*
 * The same for a mask, which is hexadecimal, such as "SigCgt". 0: the process is gone or the field
 * does not exist.
 */
uint64_t proc_status_mask(pid_t pid, const char *field);
/* Returns the process of a thread; -1: the thread is gone. */
pid_t proc_tgid(pid_t tid);
/*
 * Finds the real user of a thread, in the user namespace of scry. Returns false if the thread is
 * gone.
 */
bool proc_user(pid_t tid, uint32_t *user);
/* Finds the effective user and group in the same way. */
bool proc_effective(pid_t tid, uid_t *user, gid_t *group);

/*
 * linux/sched.h, TASK_COMM_LEN: the kernel keeps this number of bytes of a command name, and a NUL.
 */
#define COMM_BYTES 15
/*
 * Copies the command name of a thread to buf, without a NUL. Returns its length, at most len; -1:
 * the thread is gone.
 */
ssize_t proc_comm(pid_t tid, char *buf, size_t len);
/*
 * Returns a soft limit by its name in proc_pid_limits(5), "Max open files"; UINT64_MAX: none, or
 * unknown.
 */
uint64_t proc_limit(pid_t tid, const char *name);

/* What proc_pid_syscall(5) says of a thread. */
struct proc_call {
	bool sleeps;	/* it is in a call, or was stopped outside of one; false: it runs */
	long nr;	/* -1: outside of a call */
	uint64_t args[6];
	uint64_t ip;	/* 0: unknown */
};
/* Returns false if the thread is gone or may not be looked at. */
bool proc_call_of(pid_t tid, struct proc_call *call);

/* Finds how long a thread has run and has waited for a CPU, in ns. */
bool proc_times(pid_t tid, uint64_t *ran, uint64_t *waited);

/* --- other PID namespaces --- */

/* Returns whether two processes are in the same PID namespace. */
bool proc_same_numbers(pid_t one, pid_t other);
/* Returns the number that a process has in its own PID namespace; -1: the process is gone. */
pid_t proc_own_number(pid_t pid);
/* Returns whether a thread has this number in the PID namespace of another one. */
bool proc_is_numbered(pid_t tid, pid_t other, pid_t number);
/* What a number means, in order of where it is looked for. */
enum proc_role { PROC_THREAD, PROC_PROCESS, PROC_GROUP_OR_SESSION };
/*
 * Returns whether a thread has a number in a role in its own PID namespace. *pid is the number in
 * the namespace of scry.
 */
bool proc_has_number(pid_t tid, enum proc_role role, pid_t number, pid_t *pid);
/*
 * Returns the first thread in the PID namespace of `like` that has this number in a role; -1: there
 * is none. *pid is the number in the namespace of scry.
 */
pid_t proc_find_number(pid_t like, enum proc_role role, pid_t number, pid_t *pid);
/*
 * Asks the kernel which number a thread has here that has this number in the namespace of `like`:
 * ioctl_nsfs(2), since Linux 6.11. Returns 0 if no thread has it; -1: the kernel does not say.
 */
pid_t proc_ask_number(pid_t like, pid_t number);
/* Returns the number in a link of /proc/PID/ns such as "net:[4026531840]"; 0: it cannot be read. */
uint64_t proc_namespace(pid_t pid, const char *name);

/* --- descriptors and mappings --- */

/*
 * Reads what a descriptor of a thread refers to, or with AT_FDCWD its working directory. The result
 * is that of proc_link().
 */
ssize_t proc_fd_link(pid_t tid, int fd, char *buf, size_t len);
/* Makes the path of the same link. */
void proc_fd_path(char path[PROC_PATH], pid_t tid, int fd);
/* Examines the file of a descriptor. It does not wait for a server. */
bool proc_fd_status(pid_t tid, int fd, unsigned mask, struct statx *status);
/*
 * Returns the rest of the line of proc_pid_fdinfo(5) that begins with "field:". The caller frees
 * it. NULL: the file cannot be read or has no such line.
 */
char *proc_fd_field(pid_t tid, int fd, const char *field);
/* Reads a number from such a line. Returns false if there is none. */
bool proc_fd_number(pid_t tid, int fd, const char *field, int base, uint64_t *number);
/* Returns the flags with which a descriptor was opened; -1: unknown. */
int proc_fd_flags(pid_t tid, int fd);
/*
 * Calls each() for all descriptors of a process until it returns true. dir, name: for readlinkat(2)
 * and statx(2). Returns 1 if it did, 0 if not; -1: they cannot be listed: errno.
 */
int proc_each_descriptor(pid_t pid, bool (*each)(void *ctx, int dir, const char *name, int fd),
			 void *ctx);

/* A line of proc_pid_maps(5). */
struct proc_mapping {
	uint64_t start, end, offset, inode;
	bool writable, executable;
	dev_t dev;
	const char *path;	/* "": memory without a file */
};
/*
 * The maximum number of mappings that are read: vm.max_map_count can be raised above any number
 * that is of use.
 */
#define PROC_MAPPINGS 262144u
/* Parses a line, which it changes: the path is in it. Returns false if it is none. */
bool proc_parse_mapping(char *line, struct proc_mapping *mapping);
/*
 * Calls each() for the mappings of a process until it returns true. Returns 1 if it did, 0 if not;
 * -1: they cannot be read.
 */
int proc_each_mapping(pid_t pid, bool (*each)(void *ctx, const struct proc_mapping *mapping),
		      void *ctx);

/* --- sockets and locks --- */

/* A line of /proc/PID/net/tcp: proc_pid_net(5). */
struct proc_socket {
	struct fd_end local, remote;
	unsigned state;	/* tcp_states.h in the kernel */
	uint64_t inode;
};
/* A bound socket of UDP, and a socket of TCP that waits for connections. */
enum { PROC_SOCKET_CLOSE = 7, PROC_SOCKET_LISTEN = 10 };
/*
 * Calls each() for the sockets of a table, such as "tcp6", in the network namespace of a thread
 * until it returns true. The kernel makes the table for each reader: at most max lines are read.
 * Returns whether each() returned true.
 */
bool proc_each_socket(pid_t tid, const char *table, unsigned max,
		      bool (*each)(void *ctx, const struct proc_socket *socket), void *ctx);

/* A line of proc_locks(5). */
struct proc_lock {
	unsigned number;	/* a lock, and those that wait for it, have the same */
	bool waits;
	/*
	 * 0: it is not in the PID namespace of scry; -1: none: a lock of an open file description.
	 */
	pid_t pid;
	dev_t dev;
	uint64_t inode;
};
/* Calls each() for all locks until it returns true. Returns whether it did. */
bool proc_each_lock(bool (*each)(void *ctx, const struct proc_lock *lock), void *ctx);

/* --- cgroups, mounts, security, the kernel --- */

/*
 * Finds the ID that the kernel has since it was started: a UUID. Returns false if it is not known.
 */
bool proc_boot_id(char id[37]);
/* Returns how many processes the kernel has killed since its start because memory ran out. */
uint64_t proc_oom_kills(void);

/*
 * Returns how many bytes of memory the cgroups of scry leave it; UINT64_MAX: they have no limit, or
 * it is unknown.
 */
uint64_t proc_memory_room(void);

/*
 * Returns the malloc'ed directory where a file system of this type is mounted; NULL: there is none.
 */
char *proc_find_mount(const char *type);

/* One mount of a list: proc_pid_mountinfo(5). The strings hold until the next one. */
struct proc_mount {
	uint64_t id, parent;
	const char *root; /* which directory of the file system is mounted */
	const char *point; /* where, below the root directory of the process */
	const char *type;
	const char *options; /* of the file system */
};

/* The list that is read. */
struct proc_mounts {
	FILE *file;
	char *line;
	size_t size;
};

/* Opens the mounts that a process sees. Returns false, and lists none, if they cannot be read. */
bool proc_mounts_open(struct proc_mounts *mounts, pid_t pid);
/* Gets the next mount. Returns false after the last one, and closes the list then. */
bool proc_mounts_next(struct proc_mounts *mounts, struct proc_mount *mount);
/*
 * Returns the malloc'ed path of the directory of a cgroup of version 2. word: a path, or what
 * follows the directory where these cgroups are mounted: "/system.slice", "system.slice".
 */
char *proc_find_cgroup(const char *word, char **error);
/*
 * The same without the directory where these cgroups are mounted, as /proc shows it:
 * "/system.slice"; "/" for all.
 */
char *proc_find_cgroup_path(const char *word, char **error);
/* Returns whether a process is in the cgroup of version 2 with this path, or in one below it. */
bool proc_is_in_cgroup(pid_t pid, const char *path);
/*
 * Returns whether SELinux runs here. Only /proc is read: files may carry contexts of another
 * system, which mean nothing without SELinux, and a file system that hangs would hang a reader of
 * contexts.
 */
bool proc_selinux_runs(void);
/* Copies the SELinux context of a thread to buf; the result is that of proc_comm(). */
ssize_t proc_context(pid_t tid, char *buf, size_t len);

#endif
