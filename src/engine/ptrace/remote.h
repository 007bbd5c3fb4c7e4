/* SPDX-License-Identifier: MIT */
/*
 * System calls that the engine makes in a stopped tracee. The tracee does not notice them.
 *
 * While such a call runs, all signals of the tracee except SIGKILL and SIGSTOP are blocked, and its
 * registers hold the call. remote_end() restores both. If the tracer dies in between, the tracee
 * would run on with wrong registers, so the caller sets PTRACE_O_EXITKILL first.
 */
#ifndef ENGINE_REMOTE_H
#define ENGINE_REMOTE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/ptrace/stopped_call.h"
#include "scry/abi.h"
#include "scry/seccomp.h"

/* The kernel's sigset_t: abi_native()->sigset_size bytes of it are used. */
struct signal_mask {
	uint64_t words[2];
};

struct remote {
	pid_t tid;
	const struct abi *abi; /* of the tracee's last call, and of the new ones */
	struct stopped_call call; /* remote_end() puts the registers back */
	struct signal_mask signal_mask;
	bool held; /* before is to be put back */
	sigset_t before; /* the signal mask of the tracer */
	/*
	 * after a failed remote_call(): the stop or end that came instead, as waitpid(2) gives it
	 */
	int status;
};

/*
 * At a syscall-exit-stop of a call that the tracee made through abi. Returns false if registers of
 * this architecture are not known here, or if the tracee was killed.
 */
bool remote_begin(struct remote *remote, pid_t tid, const struct abi *abi);
/*
 * At the PTRACE_EVENT_SECCOMP stop of a call: skips the call, so that calls can be made. The result
 * that remote_end() leaves is 0.
 */
bool remote_begin_instead(struct remote *remote, pid_t tid, const struct abi *abi);
/*
 * At the same stop: makes the call fail with ENOSYS, for machines with arch.skipped_returns_number.
 * True: *status is that of the exit-stop, or of the end, as waitpid(2) gives it. False: the tracee
 * is where it was, or killed.
 */
bool remote_refuse(pid_t tid, const struct abi *abi, int *status);
/*
 * Makes one call with three arguments and stores its result, -errno for an error. Returns false if
 * the tracee stopped for something else or ended: then remote->status says why, and only
 * remote_end() may follow.
 */
bool remote_call(struct remote *remote, int64_t nr, const uint64_t args[3], int64_t *result);
/* Puts registers and signal mask back. The tracee is in a stop again, or killed. */
void remote_end(struct remote *remote);

/*
 * Makes the tracee install a seccomp filter, with SECCOMP_FILTER_FLAG_* flags. Meanwhile the
 * program lies in the stack of the tracee; the bytes of the stack are restored. Arguments and
 * result as of remote_call(); -EFAULT: the stack has too little space.
 */
bool remote_install_filter(struct remote *remote, const struct seccomp_program *program,
			   unsigned long flags, int64_t *result);

#endif
