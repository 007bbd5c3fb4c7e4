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
/* What the program of strict mode answers for calls that strict mode forbids: the tracer kills the thread. */
#define SECCOMP_STRICT_DATA 0x5c73
#define SECCOMP_STRICT (SECCOMP_RET_TRACE | SECCOMP_STRICT_DATA)

/* Whether the engine may put a tracee on another CPU. */
enum seccomp_pinning {
	PINNING_NONE,
	PINNING_OWN,	/* only while it has scry's user */
	PINNING_ANY,	/* whatever user it has: CAP_SYS_NICE */
};

/*
 * The calls that must stop the tracee when the user selected *selected. The selected calls are among them;
 * these join silently:
 *  - clone3: a child made with CLONE_UNTRACED would have the filter and no tracer, and its traced calls would
 *    fail with ENOSYS. The engine clears the flag, which is in memory. (The flags of clone are an
 *    argument, which the program itself tests.)
 *  - seccomp: a filter of the tracee's own may refuse calls before ours stops them. (For prctl the program
 *    tests the first argument.)
 *  - ptrace, without -f: the kernel refuses to let a second tracer attach, and scry says why;
 *  - restart_syscall, if anything is selected: an interrupted call comes back under this number;
 *  - socketcall and ipc, if one of the calls that they multiplex is selected;
 *  - sched_getaffinity and sched_setaffinity, if tracees may be pinned, so that a tracee pinned to its
 *    tracer's CPU does not see that; and calls that change the user, after which scry may not be allowed to
 *    unpin the tracee.
 * The session tells a silent call from a selected one by asking *selected again.
 */
void seccomp_join(const struct call_set *selected, enum seccomp_pinning pinning, bool follow,
		  struct call_set *joined);

/*
 * Makes a program that answers SECCOMP_TRACE for the calls of the set (see seccomp_join()), for numbers outside
 * the table and for unknown architectures, whatever set->unknown says, for clone with CLONE_UNTRACED and for
 * prctl with PR_SET_SECCOMP or PR_GET_SECCOMP. It answers SECCOMP_RET_ALLOW for the rest. It loads only nr and arch,
 * except the first argument of clone and prctl, so that the kernel (since 5.11) remembers which of the other
 * calls it allows. Returns false if the program would pass BPF_MAXINSNS. The caller frees it.
 */
bool seccomp_compile(const struct call_set *set, struct seccomp_program *program);
/* Makes the program that stands for strict mode: SECCOMP_STRICT for all but four calls. The caller frees it. */
void seccomp_compile_strict(struct seccomp_program *program);
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
/* True if the calling process runs under a seccomp filter, which its children inherit. */
bool seccomp_is_inherited(void);
/* PINNING_ANY or PINNING_OWN. */
enum seccomp_pinning seccomp_pinning(void);

/* --seccomp-bpf */
enum seccomp_mode {
	SECCOMP_AUTO,	/* where it only helps */
	SECCOMP_TRY,	/* bare --seccomp-bpf: wherever it can be had, else warn and go on */
	SECCOMP_ON,	/* wherever it can be had, else say why and end */
	SECCOMP_OFF,
};

/* What the choice depends on besides the set of calls. */
struct seccomp_situation {
	enum seccomp_mode mode;
	bool follow;		/* -f */
	bool attaching;		/* -p */
	bool needs_nnp;		/* !seccomp_is_privileged() */
	bool inherited;		/* the command inherits a seccomp filter from scry */
	bool releases_early;	/* -b execve, --syscall-limit: tracees are let go while they live */
	bool sends_signals;	/* -e inject=…:signal: PTRACE_EVENT_SECCOMP stops take no signal, ptrace(2) */
};

enum seccomp_start {
	SECCOMP_NEVER,
	SECCOMP_AT_LAUNCH,
	SECCOMP_LATER,	/* once the command makes so many calls that a filter pays */
};

/*
 * When a filter for the calls that the user selected comes. *reason becomes a clause for --debug and for
 * --seccomp-bpf=on that says why not ("every call is selected") or why later; NULL for SECCOMP_AT_LAUNCH.
 */
enum seccomp_start seccomp_choose(const struct call_set *set,
				  const struct seccomp_situation *situation, const char **reason);

#endif
