/* SPDX-License-Identifier: MIT */
/* Door of src/seccomp/: a set of calls becomes a cBPF program. */
#ifndef SCRY_SECCOMP_H
#define SCRY_SECCOMP_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdint.h>

#include "scry/filter.h"

struct seccomp_program {
	struct sock_filter *instructions; /* malloc'ed */
	unsigned short n;
};

/*
 * What our filters answer for calls that must stop. The data tells their stops from those that a filter of
 * the tracee's own makes, which without a tracer of its own is refused (ENOSYS) and must stay so: seccomp(2).
 */
#define SECCOMP_TRACE_DATA 0x5c72
#define SECCOMP_TRACE (SECCOMP_RET_TRACE | SECCOMP_TRACE_DATA)

/* Whether the engine may put a tracee on another CPU. */
enum seccomp_placing {
	PLACING_NONE,
	PLACING_OWN,	/* only while it has scry's user */
	PLACING_ANY,	/* whatever user it has: CAP_SYS_NICE */
};

/*
 * The calls that must stop the tracee when the user selected *selected: those, and silently
 *  - clone3: a child made with CLONE_UNTRACED would have the filter and no tracer, every traced call
 *    of it would fail with ENOSYS; the engine clears the flag, which is in memory (that of clone is an
 *    argument: see seccomp_compile());
 *  - restart_syscall, if anything is selected: as this an interrupted call comes back;
 *  - socketcall and ipc, where one of the calls that they stand for is selected;
 *  - if tracees may be placed: sched_getaffinity and sched_setaffinity, so that one that shares its
 *    tracer's CPU does not see it; and what changes the user, after which scry may not be allowed to
 *    give it its CPUs back.
 * What joined silently must be told from what was selected by asking *selected again.
 */
void seccomp_join(const struct call_set *selected, enum seccomp_placing placing,
		  struct call_set *joined);

/*
 * RET_TRACE for the calls of the set (see seccomp_join()), for numbers outside the table and for
 * unknown architectures, whatever set->unknown says, and for a clone with CLONE_UNTRACED; RET_ALLOW for
 * the rest. Loads only nr and arch, but for clone its flags, so that the kernel (>= 5.11) remembers which
 * of the others it allows. Returns false if the program would pass BPF_MAXINSNS. The caller frees it.
 */
bool seccomp_compile(const struct call_set *set, struct seccomp_program *program);
void seccomp_program_free(struct seccomp_program *program);

/*
 * Runs a program over seccomp_data as the kernel would; returns its SECCOMP_RET_* value. A program that
 * the kernel would refuse gets SECCOMP_RET_KILL_PROCESS.
 */
uint32_t seccomp_simulate(const struct sock_filter *instructions, unsigned n,
			  const struct seccomp_data *data);

/*
 * Installs it in the calling thread, between seize and execve; async-signal-safe. Sets
 * NO_NEW_PRIVS only if seccomp(2) answers EACCES and may_set_nnp. Returns 0 or errno.
 */
int seccomp_install(const struct seccomp_program *program, bool may_set_nnp);
/* True if seccomp(2) will not ask the calling process for NO_NEW_PRIVS: it has CAP_SYS_ADMIN. */
bool seccomp_is_privileged(void);
/* PLACING_ANY or PLACING_OWN. */
enum seccomp_placing seccomp_placing(void);

enum seccomp_mode {
	SECCOMP_AUTO,	/* where it only helps */
	SECCOMP_TRY,	/* bare --seccomp-bpf: wherever it can be had, else warn and go on */
	SECCOMP_ON,	/* wherever it can be had, else say why and end */
	SECCOMP_OFF,
};

/*
 * Whether a filter should be used for the calls that the user selected; *reason gets one clause
 * that says why not ("every call is selected"), for --debug and for --seccomp-bpf=on. attaching:
 * there is no command to launch. needs_nnp: !seccomp_is_privileged().
 */
bool seccomp_wanted(enum seccomp_mode mode, const struct call_set *set, bool follow, bool attaching,
		    bool needs_nnp, const char **reason);

#endif
