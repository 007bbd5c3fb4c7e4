/* SPDX-License-Identifier: MIT */
/* The structs of the ptrace engine. */
#ifndef ENGINE_PTRACE_H
#define ENGINE_PTRACE_H

#include "engine/process/limits.h"
#include "engine/process/signals.h"
#include "engine/ptrace/colocate/colocate.h"
#include "engine/ptrace/debugger.h"
#include "engine/ptrace/late_filter.h"
#include "engine/ptrace/life.h"
#include "engine/ptrace/sandbox.h"
#include "scry/arch.h"
#include "scry/engine.h"

enum call_stage {
	CALL_NONE,
	CALL_AT_ENTRY, /* reported at the syscall-enter-stop; the filter may stop it once more */
	CALL_BEGUN,
};

/* The call that a tracee makes. The booleans are independent of each other. */
struct current_call {
	enum call_stage stage : 2;
	enum sandbox_request sandbox : 2;
	bool sandbox_tsync : 1; /* it has SECCOMP_FILTER_FLAG_TSYNC */
	bool sandbox_listener : 1; /* it has SECCOMP_FILTER_FLAG_NEW_LISTENER */
	bool want_exit : 1; /* its exit is to be reported */
	/* the engine attached in this call, which restart_syscall(2) will resume */
	bool interrupted : 1;
	bool untraced : 1; /* the engine has taken CLONE_UNTRACED away from it */
	bool refused : 1; /* it is to be skipped with remote_refuse() */
	bool has_child : 1; /* it has made a child that is traced */
	bool set_result : 1; /* it is to return result */
	bool is_error : 1; /* result is -errno */
	uint32_t audit_arch;
	const struct abi *abi; /* NULL: an architecture that scry does not know */
	/* the thread that is released because this call attaches to it; 0: none */
	pid_t attaches_to;
	uint64_t nr, first_argument;
	/* The argument that has, or points to, the flags of a call that makes children. */
	uint64_t flags;
	int64_t result;
};

/*
 * There may be thousands of tracees, so this is small. The booleans are independent of each other
 * and of the enums.
 */
struct ptrace_tracee {
	struct tracee base;
	struct ptrace_tracee *next_ready;
	uint64_t system_ns; /* CPU time in the kernel; 0 unless asked for */
	int status; /* of its latest stop or end, as waitpid(2) gave it */
	enum tracee_life life : 4; /* set by life_set() */
	enum tracee_run run : 3; /* set by life_set_run() */
	bool ready : 1; /* in the engine's queue of stops */
	bool leader : 1; /* of its thread group, as far as is known without /proc */
	bool leads : 1; /* the leader of a process with other threads */
	bool returned : 1; /* its debugger has let it go, and scry has attached to it again */
	bool listened : 1; /* it was in group-stop when .attacher asked for it */
	/* released between two calls: at its end scry waits a moment for the next stop */
	bool unsettled : 1;
	struct sandbox_state sandbox;
	struct colocate_tracee colocate;
	pid_t attacher; /* the thread that waits to attach to it; 0: none */
	pid_t debugger; /* the process to which it was released; 0: none */
	/* the command name with which it has ended, if names are wanted; NULL: unknown */
	char *last_comm;
	unsigned n_threads; /* of the attached process, to be reported with EVENT_ATTACHED */
	struct current_call call;
};

struct hand_over;

struct ptrace_engine {
	struct engine base;
	struct hand_over *hand_over; /* to another engine; NULL: tracees stay with this one */
	const struct seccomp_program *filter; /* NULL: stop at every call */
	struct signals given; /* the signal dispositions with which scry was started */
	struct limits given_limits; /* with which scry was started */
	struct ptrace_tracee *ready; /* the queue of stops that were collected and not dealt with */
	struct ptrace_tracee **ready_end;
	pid_t command; /* 0: none was launched */
	bool command_ended;
	int command_status; /* as waitpid(2) gives it */
	/*
	 * Connects the tracer with the process that becomes the command, which writes to it why it
	 * could not be launched; -1: closed.
	 */
	int failure_fd;
	pid_t supervisor; /* 0: scry is one process */
	int supervisor_fd;
	pid_t unknown_tid; /* stopped, and not in the table yet; 0: none */
	int unknown_status;
	struct delay *delayed; /* the list of delay.c */
	struct lent_threads lent; /* to debuggers */
	uint64_t tick_due_ns; /* the next tick, if the timer fires more often; CLOCK_MONOTONIC */
	unsigned stops_alone; /* how many more stops the engine waits for one tracee alone */
	size_t n_lives[LIFE_COUNT]; /* tracees by their life */
	size_t n_unsettled;
	uint64_t settle_until_ns; /* while stopping: when to stop waiting for unsettled tracees */
	bool stopping;
	bool released; /* all tracees were released, and the command has not ended */
	bool killing; /* the kernel kills the tracees when scry ends */
	bool childless; /* waitpid(2) failed with ECHILD */
	bool left_tracees; /* another process has become the keeper of filtered tracees */
	bool failed; /* scry must end with status 1 */
	struct late_filter late;
	bool sandboxed; /* a tracee has a filter of its own */
	size_t n_overdue; /* tracees that are SANDBOX_OVERDUE */
	bool warned_of_ptrace; /* by sandbox_note_silent() */
	bool filter_takes_rights; /* it comes with NO_NEW_PRIVS, which scry itself does not have */
	bool warned_of_rights; /* by rights_note_exec() */
	struct colocate colocate;
	struct colocate_owner colocate_owner;
	int64_t clocks_apart; /* CLOCK_REALTIME minus CLOCK_MONOTONIC, ns */
	bool timer_on; /* the session wants the timer */
	unsigned ticking; /* the period of the timer in milliseconds; 0: it is off */
	int interrupted_by; /* the signal that ends scry; 0: none */
};

static inline struct ptrace_engine *engine_of(struct engine *engine)
{
	return (struct ptrace_engine *)engine;
}

static inline struct ptrace_tracee *tracee_of(struct tracee *tracee)
{
	return (struct ptrace_tracee *)tracee;
}

static inline struct ptrace_tracee *find_tracee(const struct ptrace_engine *engine, pid_t tid)
{
	return tracee_of(tracee_find(&engine->base.tracees, tid));
}

/* The current or the last call of the tracee. */
static inline enum syscall_id current_call(const struct ptrace_tracee *tracee)
{
	return tracee->call.abi ? abi_syscall(tracee->call.abi, tracee->call.nr) : ID_none;
}

/* True if the life of the tracee is one of the set. */
static inline bool life_is(const struct ptrace_tracee *tracee, unsigned lives)
{
	return lives & LIFE_BIT(tracee->life);
}

/*
 * True if children are traced and not reported: without -f, since a child inherits the filter of
 * its parent.
 */
static inline bool follows_silently(const struct ptrace_engine *engine)
{
	return engine->stopping || (engine->filter && !engine->base.config->follow);
}

#endif
