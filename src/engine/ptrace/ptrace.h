/* SPDX-License-Identifier: MIT */
/* What the files of the ptrace engine share. */
#ifndef ENGINE_PTRACE_H
#define ENGINE_PTRACE_H

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/ptrace/limits.h"
#include "engine/ptrace/place.h"
#include "engine/ptrace/signals.h"
#include "scry/engine.h"

/* ptrace(2) at each stop: the C library's takes its arguments apart first. */
static inline long ptrace_at_stop(long request, pid_t tid, uintptr_t address, uintptr_t data)
{
	return syscall(SYS_ptrace, request, tid, address, data);
}

/* A wait status tells its PTRACE_EVENT_* in the bits above those of waitpid(2). */
#define STATUS_EVENT(status) ((unsigned)(status) >> 16)
/* Of a syscall-stop, under PTRACE_O_TRACESYSGOOD. */
#define SYSCALL_STOP (SIGTRAP | 0x80)
/* How a wait status tells an exit code. */
#define STATUS_OF_EXIT(code) ((code) << 8)

enum tracee_state {
	STATE_RUNNING, /* or in a stop that waitpid has not told yet */
	STATE_STOPPED, /* .status tells the stop; it must be resumed */
	STATE_LISTENING, /* in group-stop, under PTRACE_LISTEN */
	STATE_GONE, /* ended or detached; the entry is of no more use */
};

/* Small: there may be thousands. */
struct ptrace_tracee {
	struct tracee base;
	struct ptrace_tracee *next_ready;
	uint64_t system_ns;
	int status; /* of its latest stop or end, as waitpid(2) gave it */
	enum tracee_state state : 3;
	bool ready : 1; /* in the queue of the engine */
	bool announced : 1; /* the session knows of it */
	bool held : 1; /* stopped, waits to be announced */
	bool waited : 1; /* … from one tick to the next */
	bool orphan : 1; /* its parent will not report it: announce it without */
	bool arrived : 1; /* attached by -p, to be reported */
	bool unsettled : 1; /* let go between two calls */
	bool let_go : 1; /* the session is done with it; a filtered one stays with us, silent */
	bool muted : 1; /* only its end is reported */
	bool farewell : 1; /* DETACHED is to be reported */
	bool leader : 1; /* of its threads; without /proc that is not known of all who are */
	bool launching : 1; /* the command before its execve, the entry of which announces it */
	bool in_call : 1; /* … the call that is told below */
	bool want_exit : 1;
	bool untraced : 1; /* it asked for CLONE_UNTRACED, which was taken away */
	bool delayed : 1; /* kept stopped: in the engine's list */
	bool set_result : 1, is_error : 1; /* it is to return result */
	bool rare : 1; /* it stops rarely: it is not placed */
	uint8_t placed; /* its slot among those that share our CPU, from 1; 0: it does not */
	unsigned n_threads : 22; /* if it arrived: so many of them; PID_MAX_LIMIT is 2^22 */
	unsigned stops : 8; /* since tick.c looked, or more than it counts */
	uint32_t audit_arch;
	const struct abi *abi;
	uint64_t nr, first; /* … and the first argument */
	int64_t result;
};

/* A tracee that stays stopped for a while. */
struct delay {
	struct delay *next;
	struct ptrace_tracee *tracee;
	uint64_t due_ns;
	int signal; /* it is resumed with */
};

struct ptrace_engine {
	struct engine base;
	const struct seccomp_program *filter; /* NULL: stop at every call */
	struct signals given; /* how scry found its signals */
	struct rlimit given_files; /* and RLIMIT_NOFILE */
	struct ptrace_tracee *ready; /* stops that were collected and not yet dealt with */
	struct ptrace_tracee **ready_end;
	pid_t command; /* 0: none was launched */
	bool command_ended;
	int command_status; /* as waitpid(2) gives it */
	int report_fd; /* why the command could not be launched; -1: closed */
	pid_t front; /* 0: scry is one process */
	int front_fd;
	pid_t stranger; /* stopped, and not in the table yet; 0: none */
	int stranger_status;
	struct delay *delayed;
	unsigned stops_alone; /* so many of one tracee before the next look at the others */
	size_t n_let_go, n_held, n_unsettled;
	uint64_t settle_until_ns; /* once stopping: how long to wait for the unsettled */
	bool stopping;
	bool released; /* nobody is traced any more, but the command has not ended */
	bool killing; /* the end of scry is that of its tracees */
	bool childless; /* waitpid(2) said ECHILD */
	bool failed; /* scry must end with status 1 */
	struct place place;
	bool timer_on; /* the session wants it */
	bool ticking;
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

static inline struct ptrace_tracee *find(const struct ptrace_engine *engine, pid_t tid)
{
	return tracee_of(tracee_find(&engine->base.tracees, tid));
}

/* Children of a filtered tracee are filtered, too: without -f they are followed all the same, silently. */
static inline bool follows_silently(const struct ptrace_engine *engine)
{
	return engine->stopping || (engine->filter && !engine->base.config->follow);
}

/* ptrace.c */
/* The timer runs while somebody needs it. */
void ptrace_update_timer(struct ptrace_engine *engine);

/* place.c */
void place_init(struct ptrace_engine *engine);
/* A stop or the end of a tracee is about to be dealt with. */
void place_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void place_before_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* The child inherited the mask of its parent, and has not run yet. 0: not known. */
void place_forked(struct ptrace_engine *engine, struct ptrace_tracee *parent, pid_t child);
/* The same of one that is not followed; its parent is the command. */
void place_stranger(struct ptrace_engine *engine, pid_t tid);
/* execve in a thread that is not the leader changed its number. */
void place_rename(struct ptrace_engine *engine, const struct ptrace_tracee *tracee, pid_t tid);
/* It has ended. */
void place_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* Lets those run that share our CPU. False: that would take too long. */
bool place_yield(struct ptrace_engine *engine);
/* Everybody has the mask again that it would have without us. */
void place_leave(struct ptrace_engine *engine);
/* For good. */
void place_end(struct ptrace_engine *engine);

/* tick.c */
/* Ten times a second, while the timer runs. */
void place_tick(struct ptrace_engine *engine);

/* launch.c */
unsigned long launch_options(const struct ptrace_engine *engine);
int launch_command(struct ptrace_engine *engine);
/* At the first stop of a thread, and when what it is has changed: what it is to stop for. */
void launch_choose_options(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee);
/* The command stopped itself because it did without the filter. */
bool launch_lost_filter(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* The command ended before its execve: says why. */
void launch_failed(struct ptrace_engine *engine);

/* attach.c */
int attach_all(struct ptrace_engine *engine);

/* wait.c */
/* The next tracee with something to deal with; NULL: none, *status says why. */
struct ptrace_tracee *wait_next(struct ptrace_engine *engine, enum engine_status *status);
/* Collects what has happened; flags 0: waits for it if nothing has, or WNOHANG. Returns 0 or errno. */
int wait_collect(struct ptrace_engine *engine, int flags);
void wait_enqueue(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void wait_dequeue(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
struct ptrace_tracee *wait_add(struct ptrace_engine *engine, pid_t tid, pid_t tgid);
void wait_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee);

/* classify.c */
/* The child that a PTRACE_EVENT_FORK, _VFORK or _CLONE tells of; 0: none. */
pid_t classify_child(const struct ptrace_tracee *tracee);
/* The stop is one on the way into a call or within it. */
bool classify_is_in_call(const struct ptrace_tracee *tracee);
/* Makes an event of what happened to the tracee. False: there is nothing to report. */
bool classify(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event);

/* resume.c */
void resume_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);
void resume_group_stop(struct ptrace_tracee *tracee);
void resume_event(struct engine *engine, const struct event *event, const struct verdict *verdict);

/* held.c */
void held_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void held_end(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* A parent was killed, perhaps before it could tell of its child. */
void held_free(struct ptrace_engine *engine);
/*
 * Ten times a second while children wait. Nobody tells of one that was made with CLONE_PTRACE and CLONE_UNTRACED: the
 * kernel attaches us to it, and that is all.
 */
void held_tick(struct ptrace_engine *engine);

/* registers.c */
/* At the entry or the exit of a call of that ABI: puts a value where the stopped tracee has an argument. */
bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value);

/* untraced.c */
/*
 * The tracee is about to make a call that a filter answered with SECCOMP_RET_TRACE: it is refused if that was a
 * filter of its own, and no child may come without a tracer.
 */
void untraced_filter(pid_t tid);
/* The same of one whose call is known. True: untraced_restore() is due at the exit. */
bool untraced_clear_known(struct ptrace_tracee *tracee);
void untraced_restore(struct ptrace_tracee *tracee);
/* tamper.c */
/* At the entry: as the verdict says. */
void tamper_enter(struct ptrace_tracee *tracee, const struct verdict *verdict);
/* At the exit: the result that was to be, in the registers and in the event. */
/* The call fails with ENOSYS. */
void tamper_refuse(pid_t tid);
void tamper_exit(struct ptrace_tracee *tracee, struct event *event);
bool tamper_poke(struct engine *engine, struct tracee *tracee, uint64_t address, const void *bytes,
		 size_t len);

/* delay.c */
void delay_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal,
		 uint64_t ns);
/* It is not to be resumed by delay_look(), or was. */
void delay_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* Resumes those that have waited enough; a signal will end the next wait when more have. */
void delay_look(struct ptrace_engine *engine);

/* detach.c */
/* The session is done with the tracee: out of the trace, or into its silent part. */
void detach_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* One that was let go while it ran has stopped or ended. */
void detach_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void detach_all(struct ptrace_engine *engine);
void detach_stop(struct engine *engine);
void detach_release(struct engine *engine);
void detach_one(struct engine *engine, struct tracee *tracee);
/* For when memory ran out: ctx is the engine. */
void detach_in_need(void *ctx);

/* front.c */
/* Forks; the front never returns. Returns 0 in the tracer, or an exit status. */
int front_split(struct ptrace_engine *engine);
void front_tell(const struct ptrace_engine *engine, int status, bool keeper);
/* Ends this process as that wait status tells. */
void end_like(int status) __attribute__((noreturn));

/* keeper.c */
/* The signal that a signal-delivery-stop is about to deliver; 0: another stop. */
int stop_signal(int status);
bool is_group_stop(int status);
/* Deals with a stop of a tracee that nobody wants to hear of. */
void keeper_resume(pid_t tid, int status);
void keeper_become(void) __attribute__((noreturn));
/* The same without a new program. */
void keeper_stay(void) __attribute__((noreturn));

#endif
