/* SPDX-License-Identifier: MIT */
/* Door of src/engine/: an engine makes events; ptrace today, eBPF and replay later. */
#ifndef SCRY_ENGINE_H
#define SCRY_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "scry/event.h"
#include "scry/seccomp.h"
#include "scry/tracee.h"
#include "scry/verdict.h"

/* -I: when the signals that end scry are let in. */
enum interruptible { INTERRUPT_ANYWHERE = 1, INTERRUPT_WAITING, INTERRUPT_NEVER, INTERRUPT_NEVER_TSTP };

/* -D: who was started becomes the command, and its grandchild the tracer. */
enum daemonize {
	DAEMONIZE_NO,
	DAEMONIZE_GRANDCHILD,
	DAEMONIZE_PGROUP,	/* in a process group of its own */
	DAEMONIZE_SESSION,	/* in a session of its own */
};

struct engine_config {
	char **argv;			/* the command; NULL: none */
	const char *path;		/* the file to execute, found in PATH already */
	char **envp;			/* of the command, NULL-terminated */
	bool change_user;		/* -u */
	uid_t uid;
	gid_t gid;
	const char *user_name;		/* for initgroups(3); NULL: no supplementary groups */
	const pid_t *pids;		/* -p */
	size_t n_pids;
	bool follow;			/* -f */
	const struct seccomp_program *filter;	/* NULL: every call stops */
	bool filter_later;		/* install it once the command makes calls all the time */
	bool filter_inherited;		/* the command inherits a filter of scry's: every call stops */
	bool seccomp_strict;		/* =on: fail if the filter cannot be installed */
	enum interruptible interruptible;
	bool report_execs;		/* of every process; else only what the engine must know itself */
	bool cpu_times;			/* fill event.system_ns (-c), */
	bool real_times, mono_times;	/* … event.real, event.mono_ns: two clocks cost as much as a line */
	pid_t wait_for;			/* a child that reads the trace: finish() waits for it; 0: none */
	bool no_colocate;		/* never share a CPU with the tracee */
	enum daemonize daemonize;	/* only with argv */
	bool kill_on_exit;		/* tracees die with scry; not with pids */
	bool debug;
};

enum engine_status {
	ENGINE_EVENT,		/* *event holds one; it must be resumed */
	ENGINE_IDLE,		/* woken without an event: a signal or the flush timer */
	ENGINE_END,		/* no tracee is left */
	ENGINE_INTERRUPTED,	/* a signal asks scry to end: call stop() */
};

struct engine;

struct engine_ops {
	/*
	 * Launches and attaches. Returns 0, or the exit status with which scry must end, the reason
	 * having been said. May fork: the caller goes on in the tracer; the front never returns.
	 */
	int (*start)(struct engine *engine);
	enum engine_status (*next)(struct engine *engine, struct event *event);
	void (*resume)(struct engine *engine, const struct event *event,
		       const struct verdict *verdict);
	void (*detach)(struct engine *engine, struct tracee *tracee);
	/*
	 * Lets every tracee go, reporting DETACHED events; END comes when the command has ended, whose
	 * status finish() needs. Without a command as stop().
	 */
	void (*release)(struct engine *engine);
	/*
	 * Lets every tracee go, reporting DETACHED events through next() until END. With a filter
	 * installed the tracees stay with the keeper instead.
	 */
	void (*stop)(struct engine *engine);
	/*
	 * The very end: never returns. Exits (or dies of the signal) with the command's status,
	 * directly or through the front; becomes the keeper if filtered tracees live on.
	 * failed: scry's own output failed, status 1.
	 */
	void (*finish)(struct engine *engine, bool failed) __attribute__((noreturn));
	/* Overwrites memory of a stopped tracee, whatever its protection. False: not all of it was. */
	bool (*poke)(struct engine *engine, struct tracee *tracee, uint64_t address,
		     const void *bytes, size_t len);
	/* next() returns IDLE within 100 ms while on: for output that waits to be flushed. */
	void (*set_timer)(struct engine *engine, bool on);
};

struct engine {
	const struct engine_ops *ops;
	const struct engine_config *config;
	struct tracee_table tracees;
};

/* The ptrace engine. config is kept, not copied. */
struct engine *engine_ptrace_new(const struct engine_config *config);

/* What the program does when it was executed as "scry-keeper": resumes every stop until the last tracee ends. */
void engine_ptrace_keep(void) __attribute__((noreturn));

#endif
