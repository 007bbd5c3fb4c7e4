/* SPDX-License-Identifier: MIT */
/* What the files of the ptrace engine share. */
#ifndef ENGINE_PTRACE_H
#define ENGINE_PTRACE_H

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <unistd.h>

#include "engine/colocate/colocate.h"
#include "engine/ptrace/life.h"
#include "engine/ptrace/limits.h"
#include "engine/ptrace/signals.h"
#include "scry/arch.h"
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

/* What a call asks of the tracee's own seccomp. */
enum sandbox_request {
	SANDBOX_NONE,
	SANDBOX_FILTER, /* a filter */
	SANDBOX_STRICT, /* strict mode */
	SANDBOX_ASK, /* prctl(PR_GET_SECCOMP) */
};

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
	bool untraced : 1; /* the engine has taken CLONE_UNTRACED away from it */
	bool set_result : 1; /* it is to return result */
	bool is_error : 1; /* result is -errno */
	uint32_t audit_arch;
	const struct abi *abi; /* NULL: an architecture that scry does not know */
	uint64_t nr, first_argument;
	int64_t result;
};

/* How a thread comes to a stop after another thread, or its parent, gave it a filter: see sandbox.c. */
enum sandbox_interrupt {
	SANDBOX_NOT_INTERRUPTED,
	SANDBOX_OVERDUE, /* it runs, and is interrupted once that cannot make its call fail */
	SANDBOX_INTERRUPTED, /* it was interrupted in a call that it must make again */
};

/* What a filter of the tracee's own changes. */
struct sandbox_state {
	bool every_call : 1; /* the tracee stops at every call although it is filtered */
	enum sandbox_interrupt interrupt : 2;
};

/* A filter that is installed while the command runs: late_filter.c. */
struct late_filter {
	const struct seccomp_program *program; /* NULL: none will be */
	unsigned calls; /* made since since_ns in a row, which the filter would let pass */
	uint64_t since_ns;
	bool due;
};

/* There may be thousands of tracees, so this is small. The booleans are independent of each other and of the enums. */
struct ptrace_tracee {
	struct tracee base;
	struct ptrace_tracee *next_ready;
	uint64_t system_ns; /* CPU time in the kernel; 0 unless asked for */
	int status; /* of its latest stop or end, as waitpid(2) gave it */
	enum tracee_life life : 4; /* set by life_set() */
	enum tracee_run run : 3; /* set by life_set_run() */
	bool ready : 1; /* in the engine's queue of stops */
	bool leader : 1; /* of its thread group, as far as is known without /proc */
	bool unsettled : 1; /* let go between two calls: the end of scry waits a moment for its next stop */
	struct sandbox_state sandbox;
	struct colocate_tracee colocate;
	unsigned n_threads; /* of the attached process, to be reported with EVENT_ATTACHED */
	struct current_call call;
};

static inline bool life_is(const struct ptrace_tracee *tracee, unsigned lives)
{
	return lives & LIFE_BIT(tracee->life);
}

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
	size_t n_lives[LIFE_COUNT]; /* tracees by their life */
	size_t n_unsettled;
	uint64_t settle_until_ns; /* once stopping: how long to wait for the unsettled */
	bool stopping;
	bool released; /* nobody is traced any more, but the command has not ended */
	bool killing; /* the end of scry is that of its tracees */
	bool childless; /* waitpid(2) said ECHILD */
	bool failed; /* scry must end with status 1 */
	struct late_filter late;
	bool sandboxed; /* a tracee has a filter of its own */
	size_t n_overdue;
	bool warned_of_ptrace; /* see sandbox_note_silent() */
	struct colocate colocate;
	struct colocate_owner colocate_owner;
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

/* launch.c */
unsigned long launch_options(const struct ptrace_engine *engine);
int launch_command(struct ptrace_engine *engine);
/* At the first stop of a thread, and when what it is has changed: what it is to stop for. */
void launch_choose_options(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee);
/* The command stopped itself because it did without the filter. */
bool launch_lost_filter(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* The command ended before its execve: says why. */
void launch_failed(struct ptrace_engine *engine);

/* descriptors.c */
/*
 * Closes the descriptors that scry was given and only the command needs: all but stderr. 0 and 1 become /dev/null.
 * The command, or the process that launches it, is another process by then.
 */
void descriptors_release(void);

/* attach.c */
int attach_all(struct ptrace_engine *engine);

/* wait.c */
/* The next tracee with something to deal with; NULL: none, *status says why. */
struct ptrace_tracee *wait_next(struct ptrace_engine *engine, enum engine_status *status);
/* Collects what has happened; flags 0: waits for it if nothing has, or WNOHANG. Returns 0 or errno. */
int wait_collect(struct ptrace_engine *engine, int flags);
/* A stop or the end of a tracee, as waitpid(2) reported it, waits to be dealt with. */
void wait_take_status(struct ptrace_engine *engine, pid_t tid, int status);
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

/* pending.c */
/* The child waits until its parent's report of it. */
void pending_begin(struct ptrace_engine *engine, struct ptrace_tracee *child);
/* A tracee was killed, perhaps a parent before it could report its child: all pending children are reported without. */
void pending_end_all(struct ptrace_engine *engine);
/*
 * Ten times a second while children are pending. A child that was made with CLONE_PTRACE and CLONE_UNTRACED is never
 * reported by its parent: the kernel attaches the tracer to it, and that is all.
 */
void pending_tick(struct ptrace_engine *engine);

/* registers.c */
/* At the entry or the exit of a call of that ABI: puts a value where the stopped tracee has an argument. */
bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value);
/* All general registers of a stopped tracee. False: it was killed. */
bool registers_get(pid_t tid, struct user_regs_struct *registers);
bool registers_set(pid_t tid, const struct user_regs_struct *registers);
/*
 * Makes registers that are those of a call that has just returned the ones with which the tracee executes its
 * instruction again and so makes the call nr of that ABI, with three arguments.
 */
void registers_prepare_call(struct user_regs_struct *registers, const struct abi *abi, int64_t nr,
			    const uint64_t args[3]);
/* The tracee makes its call, of that number, once more. */
void registers_prepare_restart(struct user_regs_struct *registers, int64_t nr);
/* Whether the tracee stopped as its call failed with EINTR. *nr: the number of the call. */
bool registers_interrupted_call(const struct user_regs_struct *registers, int64_t *nr);
/* result: -errno for an error. */
void registers_set_result(struct user_regs_struct *registers, int64_t result);
uint64_t registers_stack_pointer(const struct user_regs_struct *registers);

/* untraced.c */
/*
 * The tracee is at the stop of a filter's SECCOMP_RET_TRACE. The call is refused if the filter is the tracee's own,
 * as it would be without a tracer, and fatal if the filter stands for strict mode.
 */
void untraced_judge(pid_t tid, const struct __ptrace_syscall_info *info);
/*
 * The same for a tracee that is not shown; besides, CLONE_UNTRACED is taken away from the call, since a child must not
 * have the filter and no tracer, and strict mode is granted. status is that of the stop; returns that of the stop in
 * which the tracee is now.
 */
int untraced_filter(pid_t tid, int status);
/* The same of one whose call is known. True: untraced_restore() is due at the exit. */
bool untraced_clear_known(struct ptrace_tracee *tracee);
void untraced_restore(struct ptrace_tracee *tracee);
/* tamper.c */
/* At the entry: as the verdict says. */
void tamper_enter(struct ptrace_tracee *tracee, const struct verdict *verdict);
/* At the entry: the call fails with ENOSYS. */
void tamper_refuse(pid_t tid);
/* At the entry: another call, with the same arguments, is made. */
void tamper_replace(pid_t tid, enum syscall_id id);
/* At the exit: the call succeeds with this result, also in *info. */
void tamper_result(pid_t tid, struct __ptrace_syscall_info *info, int64_t result);
/* At the exit: sets the injected result in the registers and in the event. */
void tamper_exit(struct ptrace_tracee *tracee, struct event *event);
bool tamper_poke(struct engine *engine, struct tracee *tracee, uint64_t address, const void *bytes,
		 size_t len);

/* sandbox.c */
/* The tracee makes a call with these arguments, which are masked to the width of its ABI. */
void sandbox_note_entry(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			const uint64_t *args);
/* That call returned; changes the result in *info if the tracee would see our filter in it. */
void sandbox_note_exit(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct __ptrace_syscall_info *info);
/* A child of that tracee, which inherits its filters. */
void sandbox_note_child(struct ptrace_engine *engine, const struct ptrace_tracee *parent,
			struct ptrace_tracee *child);
/* A child whose parent nothing is known of. */
void sandbox_note_orphan(const struct ptrace_engine *engine, struct ptrace_tracee *child);
/*
 * At the PTRACE_EVENT_SECCOMP stop of a call: if it asks for strict mode, which the kernel would refuse because of our
 * filter, grants it. Returns false if it does not ask, and the tracee waits in the same stop. Else *status is the
 * stop or end that followed, normally the syscall-exit-stop.
 */
bool sandbox_grant_strict(pid_t tid, int *status);
/* What strict mode does to a thread that makes a forbidden call: it dies of SIGKILL. */
void sandbox_kill(pid_t tid);
/* The tracee stopped, so it need not be interrupted any more. */
void sandbox_note_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* At the first stop after PTRACE_INTERRUPT ended a call that has no timeout: the tracee makes the call again. */
void sandbox_repair_call(struct ptrace_tracee *tracee);
/* Ten times a second while tracees are overdue. */
void sandbox_tick(struct ptrace_engine *engine);
/*
 * A process that is followed silently is at a PTRACE_EVENT_SECCOMP stop. If its call is ptrace(2), and fails because scry
 * is the tracer of its target, the user is warned once.
 */
void sandbox_note_silent(struct ptrace_engine *engine, pid_t tid);

/* late_filter.c */
/* The tracee makes a call; wanted: the filter would stop it, too. */
void late_filter_note_call(struct ptrace_engine *engine, const struct ptrace_tracee *tracee,
			   bool wanted);
/*
 * At a syscall-exit-stop, if a filter is due: installs it. Returns false if the tracee did not stay in that
 * stop: its new status waits to be dealt with.
 */
bool late_filter_install(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const struct __ptrace_syscall_info *info);

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
/* Tracees have a filter from now on, and die with the tracer. */
void front_tell_filtered(const struct ptrace_engine *engine);
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
