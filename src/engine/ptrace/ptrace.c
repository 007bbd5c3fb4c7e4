/* SPDX-License-Identifier: MIT */
/* The ptrace engine: its operations. */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/process/children.h"
#include "engine/process/descriptors.h"
#include "engine/process/ending.h"
#include "engine/process/signals.h"
#include "engine/process/slice.h"
#include "engine/ptrace/attach.h"
#include "engine/ptrace/classify.h"
#include "engine/ptrace/crash.h"
#include "engine/ptrace/debugger.h"
#include "engine/ptrace/detach.h"
#include "engine/ptrace/hand_over.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/launch.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/supervisor.h"
#include "engine/ptrace/timer.h"
#include "engine/ptrace/verdict.h"
#include "engine/ptrace/wait.h"
#include "scry/util.h"

/*
 * True if scry has children: processes inherited through execve(2), or tracees that ended and wait
 * for waitpid(2).
 */
static bool has_children(void)
{
	siginfo_t info;

	return !waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL);
}

/* A process that is attached to cannot be filtered, and a trace is either filtered or not. */
static bool choose_filter(struct ptrace_engine *engine)
{
	const struct engine_config *config = engine->base.config;

	if (config->argv && !config->n_pids && config->filter_later)
		engine->late.program = config->filter;
	else if (config->argv && !config->n_pids)
		engine->filter = config->filter;
	engine->filter_takes_rights = seccomp_takes_rights();
	if (!config->filter || engine->filter || !config->seccomp_strict)
		return true;
	warn("--seccomp-bpf=on: a process that is attached to cannot be filtered");
	return false;
}

static void catch_signals(enum interruptible rules)
{
	sigset_t mask;

	signals_block(&mask);
	signals_catch(rules, false, &mask);
	signals_unblock(&mask);
}

/* --- what the co-location asks --------------------------------------------------------- */

struct visit {
	void (*visit)(struct colocate_tracee *tracee, void *with);
	void *with;
};

static void visit_colocated(struct tracee *tracee, void *ctx)
{
	const struct visit *visit = ctx;

	visit->visit(&tracee_of(tracee)->colocate, visit->with);
}

static void each_colocated(void *engine, void (*visit)(struct colocate_tracee *tracee, void *with),
			   void *with)
{
	struct visit each = { visit, with };

	tracee_each(&engine_of(engine)->base.tracees, visit_colocated, &each);
}

/* PTRACE_O_EXITKILL: see options_new(). */
static bool tracees_die_with_tracer(void *engine)
{
	return engine_of(engine)->filter;
}

/* --- operations ------------------------------------------------------------------------- */

/* With this limit of processes scry tries whether the tracer and the command can both be made. */
#define FEW_PROCESSES 256

static bool may_make_two(void)
{
	struct rlimit limit;
	int status = 0;
	pid_t one;

	if (getrlimit(RLIMIT_NPROC, &limit) || limit.rlim_cur >= FEW_PROCESSES)
		return true;
	one = fork();
	if (!one) {
		pid_t two = fork();

		if (two > 0)
			waitpid(two, NULL, 0);
		_exit(two < 0);
	}
	if (one > 0)
		waitpid(one, &status, 0);
	errno = EAGAIN;
	return one > 0 && !status;
}

/*
 * The tracer must have no children but tracees, because the trace ends when waitpid(2) fails with
 * ECHILD: children that scry inherits, and orphans that it gets, are children of the supervisor
 * process. If tracees are filtered the tracer must be able to outlive scry. If the limits of
 * processes or files allow only the command, then every call stops, as without a filter.
 */
static int split(struct ptrace_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	bool has_others = has_children() || children_include_orphans();
	int status = 0;

	if (engine->filter || engine->late.program || has_others) {
		status = may_make_two() ? supervisor_split(engine) : -1;
		if (status >= 0)
			return status;
		if (has_others || config->seccomp_strict) {
			warn_errno("cannot make a process");
			return 1;
		}
		if (config->debug)
			warn("seccomp filter off: cannot make a process: %s", strerror(errno));
		engine->filter = NULL;
		engine->late.program = NULL;
	}
	catch_signals(config->interruptible);
	return 0;
}

static int ptrace_start(struct engine *base)
{
	struct ptrace_engine *engine = engine_of(base);
	int status;

	if (!choose_filter(engine))
		return 1;
	signals_save(&engine->given);
	limits_raise(&engine->given_limits);
	status = base->config->daemonize == DAEMONIZE_NO ? split(engine) : 0;
	if (status)
		return status;
	/* A filter hides calls. */
	base->tracees.watch.on = base->config->names && !engine->filter && !engine->late.program;
	engine->colocate_owner =
		(struct colocate_owner){ each_colocated, tracees_die_with_tracer, engine };
	colocate_begin(&engine->colocate, &engine->colocate_owner, !base->config->no_colocate,
		       base->config->follow);
	alloc_set_failure_handler(detach_without_memory, engine);
	/* With -D the tracer is made when the command is launched, and attaches then. */
	status = base->config->daemonize ? 0 : attach_all(engine);
	if (!status && base->config->argv)
		status = launch_command(engine);
	if (!status && base->config->argv)
		descriptors_release();
	slice_shorten();
	if (engine->supervisor || (base->config->daemonize && engine->filter))
		crash_prepare(engine);
	return status;
}

static enum engine_status ptrace_next(struct engine *base, struct event *event)
{
	struct ptrace_engine *engine = engine_of(base);
	enum engine_status status;
	struct ptrace_tracee *tracee;

	if (hand_over_runs(engine))
		debugger_look(engine);
	do {
		tracee = wait_next(engine, &status);
		if (!tracee)
			return status;
	} while (!classify(engine, tracee, event));
	return ENGINE_EVENT;
}

static bool ptrace_attach(struct engine *base, pid_t pid)
{
	return attach_is_needed(pid) && attach_process(engine_of(base), pid);
}

static void ptrace_set_timer(struct engine *base, bool on)
{
	engine_of(base)->timer_on = on;
	timer_update(engine_of(base));
}

static bool needs_keeper(const struct ptrace_engine *engine)
{
	return engine->filter && !engine->base.config->kill_on_exit && has_children();
}

/*
 * Leaves filtered tracees to the keeper, which this process becomes: a child goes on in its place.
 */
static void leave_tracees(struct ptrace_engine *engine)
{
	pid_t child = fork();

	if (child > 0)
		keeper_become();
	if (child < 0)
		warn_errno("cannot make a process");
	else
		engine->left_tracees = true;
}

static int ptrace_finish(struct engine *base, bool failed)
{
	struct ptrace_engine *engine = engine_of(base);

	colocate_end(&engine->colocate);
	if (base->config->goes_on && needs_keeper(engine))
		leave_tracees(engine);
	if (failed || engine->failed)
		return STATUS_OF_EXIT(1);
	if (engine->interrupted_by)
		return base->left ? 0 : engine->interrupted_by;
	return engine->command_status;
}

static void __attribute__((noreturn)) end(struct engine *base, int status)
{
	struct ptrace_engine *engine = engine_of(base);
	bool keeper = !engine->left_tracees && needs_keeper(engine);

	if (!engine->supervisor && !base->config->daemonize)
		ending_repeat(status);
	if (engine->supervisor)
		supervisor_report_end(engine, status, keeper || engine->left_tracees);
	if (keeper)
		keeper_become();
	_exit(0);
}

static const struct engine_ops ptrace_ops = {
	.start = ptrace_start,
	.next = ptrace_next,
	.resume = verdict_apply,
	.attach = ptrace_attach,
	.detach = detach_one,
	.release = detach_release,
	.stop = detach_stop,
	.finish = ptrace_finish,
	.end = end,
	.set_timer = ptrace_set_timer,
	.poke = rewrite_poke,
};

struct engine *engine_ptrace_new(const struct engine_config *config)
{
	struct ptrace_engine *engine = xcalloc(1, sizeof(*engine));

	engine->base.ops = &ptrace_ops;
	engine->base.config = config;
	engine->ready_end = &engine->ready;
	engine->failure_fd = -1;
	tracee_table_init(&engine->base.tracees, sizeof(struct ptrace_tracee));
	return &engine->base;
}
