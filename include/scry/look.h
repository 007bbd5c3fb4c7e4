/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/tracee/: questions about the system, for an output that says what a tracee
 * waits for or why a call has failed. The tracee may run meanwhile, so that each answer may be out
 * of date. On replay nothing can be asked.
 */
#ifndef SCRY_LOOK_H
#define SCRY_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fd.h"

/* The maximum number of processes that an answer names. */
#define LOOK_PROCESSES 16
#define LOOK_NAME 128

struct buf;

enum look_words { LOOK_ARGUMENTS, LOOK_ENVIRONMENT };
#define LOOK_WORDS 65536u

/* Processes that can end a wait. */
struct look_wait {
	pid_t pids[LOOK_PROCESSES]; /* a thread for a futex, else processes */
	size_t n;
	/* all of them are known; false: others may exist, or scry may not see them */
	bool complete;
	char name[LOOK_NAME]; /* of the object: as /proc/PID/fd shows it; "" unknown */
	struct fd_socket socket; /* if it is a socket; .family 0: it is none, or unknown */
	bool listening; /* a socket that waits for connections */
};

/* The owner and the mode of the part of a path that exists. */
struct look_file {
	bool whole; /* the path exists; false: .name is its longest part that does */
	bool empty; /* the file has no bytes */
	char name[LOOK_NAME];
	uint32_t mode;
	uid_t owner;
	gid_t group;
	uid_t uid; /* of the tracee: the effective ones */
	gid_t gid;
};

/* What the other end of a descriptor is. */
enum look_end {
	LOOK_UNKNOWN,
	LOOK_EVENTS, /* events of the kernel, such as a timer, or of the process itself */
	LOOK_LISTENS, /* a socket that waits for connections or messages */
	LOOK_ACCEPTED, /* a connection that another process has made */
	LOOK_CONNECTED, /* a connection that the process itself has made */
	LOOK_ENDS
};
/* The maximum number of descriptors of a poll that are looked at. */
#define LOOK_WATCHED 16

/* Why a thread is stopped. */
struct look_stop {
	int signal; /* SIGSTOP, SIGTSTP, SIGTTIN or SIGTTOU; 0: unknown, or not by job control */
	pid_t tracer; /* the process that debugs it and has stopped it; 0: none */
};

/* Functions that return bool return false if there is no answer. tid is a thread that lives. */
struct look {
	/*
	 * Finds the processes that have the other end of a pipe or of a local socket open. fd is a
	 * descriptor of tid.
	 */
	bool (*other_end)(pid_t tid, int fd, struct look_wait *wait);
	/*
	 * Finds the thread that holds the mutex at an address. A pthread_mutex_t of glibc has its
	 * owner 8 bytes after the futex; a futex with priority inheritance has it in itself:
	 * futex(2).
	 */
	bool (*futex)(pid_t tid, uint64_t address, bool inherits, struct look_wait *wait);
	/*
	 * Finds the processes that hold the lock on the file of a descriptor for which a thread
	 * waits: proc_locks(5).
	 */
	bool (*file_lock)(pid_t tid, int fd, struct look_wait *wait);
	/*
	 * Returns a process that listens at a port of TCP or is bound to one of UDP; 0: unknown.
	 * tid: the thread whose network namespace has the port.
	 */
	pid_t (*port)(pid_t tid, uint16_t port);
	/*
	 * Copies the name of the mapping at an address to name, and its offset there. "": memory
	 * without a file.
	 */
	bool (*mapping)(pid_t tid, uint64_t address, char name[LOOK_NAME], uint64_t *offset);
	/* Returns the instruction pointer of a stopped thread; 0: unknown. */
	uint64_t (*code)(pid_t tid);
	/*
	 * Returns how many processes the kernel has killed since its start because memory ran out.
	 */
	uint64_t (*oom_kills)(void);
	/*
	 * Returns a soft limit by its name in /proc/PID/limits, "Max open files"; UINT64_MAX: none,
	 * or unknown.
	 */
	uint64_t (*limit)(pid_t tid, const char *name);
	bool (*file)(pid_t tid, const char *path, struct look_file *file);
	/*
	 * Copies the interpreter that a script names in its first line, or the loader that an ELF
	 * file names.
	 */
	bool (*interpreter)(pid_t tid, const char *path, char name[LOOK_NAME]);
	/* Copies the working directory of a thread. */
	bool (*directory)(pid_t tid, char name[LOOK_NAME]);
	/*
	 * Returns a process that holds a lock on the file of a descriptor: proc_locks(5). 0:
	 * unknown.
	 */
	pid_t (*lock_holder)(pid_t tid, int fd);
	/*
	 * Finds the children of a process that handles SIGCHLD: the end of each interrupts a wait.
	 * Returns false if it does not.
	 */
	bool (*waking_children)(pid_t pid, struct look_wait *wait);
	enum look_end (*end)(pid_t tid, int fd);
	/*
	 * Finds the descriptors that an epoll descriptor watches. Returns false if not all of them
	 * are known, or there is none.
	 */
	bool (*watched)(pid_t tid, int fd, int fds[LOOK_WATCHED], size_t *n);
	/* Finds the children of a process. Returns false if not all of them are known. */
	bool (*children)(pid_t pid, struct look_wait *wait);
	/* Returns whether a thread is stopped by job control, or by a tracer other than scry. */
	bool (*stop)(pid_t tid, struct look_stop *stop);
	/* Returns the number of seccomp filters of a thread; -1: unknown. */
	long (*filters)(pid_t tid);
	/* Copies the command name of a process. Returns false if it is gone. */
	bool (*comm)(pid_t pid, char name[LOOK_NAME]);
	/*
	 * Appends the arguments of a process, or its environment, each with a NUL: LOOK_WORDS bytes
	 * at most.
	 */
	bool (*words)(pid_t pid, enum look_words which, struct buf *out);
};

extern const struct look tracee_look;

#endif
