/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/target/: finds processes that run by what people call them: a name, a unit,
 * a container, a port.
 */
#ifndef SCRY_TARGET_H
#define SCRY_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/util.h"

/* What a word names. The order is that of --list-targets and of messages. */
enum target_kind {
	TARGET_PID,	/* -p PID, in --list-targets; the engine itself knows it otherwise */
	TARGET_NAME,	/* -p NAME: a program, or a command name */
	TARGET_TREE,	/* -p PID+: a process and all its descendants */
	TARGET_UNIT,	/* --unit: a unit of systemd */
	TARGET_CONTAINER,	/* --container: its name, its ID, or NAMESPACE/POD[/CONTAINER] */
	TARGET_PORT,	/* --port: a process that listens there, or is connected from or to there */
	TARGET_FILE,	/* --file: a process that has it open, mapped, or executes it */
	TARGET_CGROUP,	/* --cgroup: the processes of it and of those below it */
	TARGET_COMM,	/* --comm: a command name */
	TARGET_UID,	/* --uid: a user */
	TARGET_START,	/* --wait: a program, as TARGET_NAME, that starts from now on */
	TARGET_KINDS,
};

struct target {
	enum target_kind kind;
	const char *word;
};

/* A process that a target names. */
struct target_match {
	pid_t pid;
	/* When it began: proc_start(). With the pid it names a process for ever. */
	uint64_t start;
	const struct target *target;	/* the first one that names it */
};

struct target_search;

/* Returns the option of a kind, as messages name it. */
const char *target_option(enum target_kind kind);
/*
 * Returns whether what a kind names may come again after it has ended: a unit does, a process ID
 * does not.
 */
bool target_comes_again(enum target_kind kind);

/*
 * Begins a search for processes. targets: n of them, which live as long as the search. A process is
 * found if -p names it, or if the other kinds that are given all name it, each by one of its words.
 * Returns NULL and sets *error if a word cannot name anything: a file that is not there, a user
 * without an account. The caller frees the search.
 */
struct target_search *target_search_new(const struct target *targets, size_t n, char **error);
void target_search_free(struct target_search *search);
/*
 * Looks at all processes of /proc once. Returns how many are found, and them in *matches, which
 * lives until the next call. The process that calls this function, and its parent if that is the
 * same program, are left out.
 */
size_t target_search_look(struct target_search *search, const struct target_match **matches);
/*
 * Returns whether a kind of target names a process that has just executed a program. names: 15
 * bytes of its command name and of the name of its file, which decide alone if the process has
 * ended already, or has executed another program.
 */
bool target_search_names_program(struct target_search *search, enum target_kind kind, pid_t pid,
				 const char *const names[2]);
/* Puts together why nothing was found, with names that are near. The caller frees the result. */
char *target_search_explain(const struct target_search *search);

/* The container and the unit in which a process runs. */
struct target_place {
	char *container;	/* its name, or the first 12 digits of its ID; NULL: none */
	char *id;		/* the whole ID; NULL: none */
	char *pod;		/* "NAMESPACE/POD" of Kubernetes; NULL: none or unknown */
	char *unit;		/* NULL: none */
};

/* What is known of containers. */
struct target_places;
struct target_places *target_places_new(void);
void target_places_free(struct target_places *places);
/* Fills *place, which target_place_free() empties. Nothing is known of a process that is gone. */
void target_place_of(struct target_places *places, pid_t pid, struct target_place *place);
void target_place_free(struct target_place *place);

/* Capabilities that engines need. */
enum target_capability {
	CAPABILITY_SYS_PTRACE = 1,
	CAPABILITY_BPF = 2,
	CAPABILITY_PERFMON = 4,
};

/*
 * What a container can keep from scry. Each function appends to *why, as a part of a sentence, what
 * is missing and the words by which docker, podman and Kubernetes give it, and returns false if
 * nothing is missing.
 */

/*
 * Capabilities, a set of enum target_capability, that are not in the bounding set, so that not even
 * root has them.
 */
bool target_lacks_capabilities(unsigned wanted, struct buf *why);
/* A seccomp filter refuses ptrace(2). */
bool target_lacks_ptrace(struct buf *why);
/*
 * scry has the capabilities for bpf(2), but a seccomp filter refuses the call, or the capabilities
 * count in another user namespace only.
 */
bool target_lacks_bpf(struct buf *why);
/*
 * Find out the same before the calls are needed: a child of scry makes them, because a filter may
 * kill the caller. They return true if nothing is missing. No other thread may wait for children.
 */
bool target_tries_ptrace(struct buf *why);
bool target_tries_bpf(struct buf *why);
/* There is no /proc, or scry is in a PID namespace that does not have all processes. */
bool target_lacks_processes(struct buf *why);

/*
 * Appends the table of --list-targets, or with json a JSON object a line. Without a target all
 * processes are listed. Returns how many there are.
 */
size_t target_list(struct target_search *search, bool json, struct buf *out);

#endif
