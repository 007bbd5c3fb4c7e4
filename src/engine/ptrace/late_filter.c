/* SPDX-License-Identifier: MIT */
/*
 * A seccomp filter that is installed while the command runs.
 *
 * Without -f children are not traced. They inherit a filter all the same, and then scry must stay
 * their tracer: no debugger can attach to them, and they cannot be released. So the command starts
 * without a filter, and gets one only when its stops cost much and it does not seem to be a process
 * that makes others. Shells, make and debuggers make processes soon, open files, or catch SIGCHLD.
 */
#include "engine/ptrace/late_filter.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

#include "engine/process/slice.h"
#include "engine/ptrace/collect.h"
#include "engine/ptrace/options.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/remote.h"
#include "engine/ptrace/supervisor.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/util.h"

/*
 * A filter pays if it would let CALLS calls pass within TIME_NS. Without it each of them is two
 * stops.
 */
#define CALLS 1000
#define TIME_NS 100000000u

#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

void late_filter_note_call(struct ptrace_engine *engine, const struct ptrace_tracee *tracee,
			   bool wanted)
{
	struct late_filter *late = &engine->late;
	const struct syscall *row;
	enum syscall_id id;

	if (!late->program)
		return;
	late->due = false;
	id = tracee->call.abi ? abi_syscall(tracee->call.abi, tracee->call.nr) : ID_none;
	row = syscall_row(id, tracee->call.abi);
	if (row && row->flags & CALL_MAKES_CHILD) {
		late->program = NULL;
		return;
	}
	if (wanted || !row || row->classes & C_FILE) {
		late->calls = 0;
		return;
	}
	if (!late->calls++)
		late->since_ns = now_ns();
	if (late->calls < CALLS)
		return;
	late->due = now_ns() - late->since_ns <= TIME_NS;
	late->calls = 0;
}

/* proc_pid_status(5): SigCgt is a mask in hexadecimal digits. */
static bool catches_sigchld(pid_t tid)
{
	return proc_status_mask(tid, "SigCgt") >> (SIGCHLD - 1) & 1;
}

/*
 * seccomp(2): with SPEC_ALLOW, since Linux 4.17, kernels before 5.16 do not slow down the tracee's
 * speculation.
 */
static bool install(struct remote *remote, const struct seccomp_program *program, int64_t *result)
{
	if (!remote_install_filter(remote, program, SECCOMP_FILTER_FLAG_SPEC_ALLOW, result))
		return false;
	return *result != -EINVAL || remote_install_filter(remote, program, 0, result);
}

static void set_options(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	ptrace(PTRACE_SETOPTIONS, tracee->base.tid, NULL, options_new(engine));
}

static void log_outcome(const struct ptrace_tracee *tracee, int64_t result)
{
	if (result)
		warn("seccomp filter off: process %d cannot install it: %s", tracee->base.tid,
		     strerror((int)-result));
	else
		warn("seccomp filter on: process %d makes calls all the time that are not selected",
		     tracee->base.tid);
}

/* True if a filter seems to do no harm to the process. */
static bool is_suitable(const struct ptrace_tracee *tracee)
{
	/* With a filter of its own the process would stop at every call anyway: see sandbox.c. */
	return !catches_sigchld(tracee->base.tid) && !proc_status(tracee->base.tid, "Seccomp");
}

bool late_filter_install(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const struct __ptrace_syscall_info *info)
{
	struct late_filter *late = &engine->late;
	struct remote remote;
	int64_t result = -ESRCH;
	bool stayed = true;

	if (!late->due || info->exit.is_error || tracee->call.abi != abi_native())
		return true;
	late->due = false;
	if (!is_suitable(tracee))
		return true;
	/*
	 * Until remote_end() the tracee must not outlive the tracer. With engine->filter set the
	 * options have EXITKILL.
	 */
	engine->filter = late->program;
	set_options(engine, tracee);
	if (remote_begin(&remote, tracee->base.tid, tracee->call.abi)) {
		stayed = install(&remote, late->program, &result);
		remote_end(&remote);
	}
	if (!stayed || result) {
		engine->filter = NULL;
		set_options(engine, tracee);
	} else {
		supervisor_report_filter(engine);
		slice_shorten();
	}
	if (!stayed) {
		collect_take_status(engine, tracee->base.tid, remote.status);
		return false;
	}
	late->program = NULL;
	if (engine->base.config->debug)
		log_outcome(tracee, result);
	return true;
}
