/* SPDX-License-Identifier: MIT */
/* Public header of src/seccomp/: makes a cBPF program from a set of calls. */
#ifndef SCRY_SECCOMP_H
#define SCRY_SECCOMP_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdint.h>

#include "scry/sets.h"

struct where;

struct seccomp_program {
	struct sock_filter *instructions; /* malloc'ed */
	unsigned short n;
};

/*
 * The answer of scry's filters for calls that must stop. The data tells these stops from the stops
 * that a filter of the tracee's own makes. Without a tracer such a call fails with ENOSYS
 * (seccomp(2)), and under scry it has to fail, too.
 */
#define SECCOMP_TRACE_DATA 0x5c72
#define SECCOMP_TRACE (SECCOMP_RET_TRACE | SECCOMP_TRACE_DATA)
/*
 * The answer of the program for strict mode for calls that strict mode forbids: the tracer kills
 * the thread.
 */
#define SECCOMP_STRICT_DATA 0x5c73
#define SECCOMP_STRICT (SECCOMP_RET_TRACE | SECCOMP_STRICT_DATA)

/* Whether the engine may pin a tracee to a CPU. */
enum seccomp_pinning {
	PINNING_NONE,
	PINNING_OWN,	/* only while the tracee has the user of scry */
	PINNING_ANY,	/* whichever user the tracee has: scry has CAP_SYS_NICE */
};

/*
 * Fills *joined with the calls that must stop the tracee when the user selected *selected. They are
 * the selected calls, and calls that the engine needs and does not report:
 *  - clone3: a child made with CLONE_UNTRACED would have the filter and no tracer, and its traced calls would
 *    fail with ENOSYS. The engine clears the flag, which is in memory. (The flags of clone are an
 *    argument, which the program itself tests.)
 *  - seccomp: a filter of the tracee's own may refuse calls before that of scry stops them. (For prctl the program
 *    tests the first argument, as it does for ptrace: the kernel does not let a second tracer attach, and scry says why.)
 *  - restart_syscall, if anything is selected: an interrupted call comes back under this number;
 *  - socketcall and ipc, if one of the calls that they multiplex is selected;
 *  - sched_getaffinity and sched_setaffinity, if tracees may be pinned, so that a tracee pinned to its
 *    tracer's CPU does not see that; and calls that change the user, after which scry may not be allowed to
 *    unpin the tracee.
 * A call that is in *joined and not in *selected is not reported.
 */
void seccomp_join(const struct call_set *selected, enum seccomp_pinning pinning,
		  struct call_set *joined);

/*
 * Makes a program that answers SECCOMP_TRACE for the calls of the set (see seccomp_join()), for
 * clone with CLONE_UNTRACED, for prctl with PR_SET_SECCOMP or PR_GET_SECCOMP, for ptrace with
 * PTRACE_TRACEME, PTRACE_ATTACH or PTRACE_SEIZE, and, whatever set->unknown is, for numbers outside
 * the table and for unknown architectures. It answers SECCOMP_RET_ALLOW for all other calls.
 *
 * The program loads only nr and arch, and for clone, prctl and ptrace the first argument. So the
 * kernel (since 5.11) can remember which other calls it allows. Returns false if the program would
 * pass BPF_MAXINSNS. The caller frees it.
 */
bool seccomp_compile(const struct call_set *set, struct seccomp_program *program);
/*
 * The same for an expression of --where. A call of `calls` stops only if its registers do not
 * exclude the expression (where_registers()). clone, prctl and ptrace must not be among them,
 * because the program tests these itself. renames: prctl with PR_SET_NAME stops as well. where
 * NULL: there is no expression.
 */
bool seccomp_compile_where(const struct call_set *set, struct where *where,
			   const struct call_set *calls, bool renames,
			   struct seccomp_program *program);
/*
 * Makes the program that stands for strict mode: SECCOMP_STRICT for all but four calls. The caller
 * frees it.
 */
void seccomp_compile_strict(struct seccomp_program *program);
void seccomp_program_free(struct seccomp_program *program);

/*
 * Runs a program over seccomp_data as the kernel would. Returns its SECCOMP_RET_* value, or
 * SECCOMP_RET_KILL_PROCESS for a program that the kernel would refuse.
 */
uint32_t seccomp_simulate(const struct sock_filter *instructions, unsigned n,
			  const struct seccomp_data *data);

/*
 * Whether the kernel would take the program, and seccomp_simulate() can run it: it has only the
 * instructions that libseccomp makes, no jump leaves it, and it ends with an answer.
 */
bool seccomp_is_valid(const struct seccomp_program *program);

/*
 * Installs the program in the calling thread. Async-signal-safe. Sets NO_NEW_PRIVS only if
 * seccomp(2) fails with EACCES and may_set_nnp is true. Returns 0 or errno.
 */
int seccomp_install(const struct seccomp_program *program, bool may_set_nnp);
/* True if the calling process can install a filter without NO_NEW_PRIVS: it has CAP_SYS_ADMIN. */
bool seccomp_is_privileged(void);
/*
 * True if a filter that the calling process installs takes rights away: it needs NO_NEW_PRIVS, and
 * the process has no such flag.
 */
bool seccomp_takes_rights(void);
/*
 * True if programs that the calling process traces gain rights by execve(2), as without a tracer:
 * it has CAP_SYS_PTRACE.
 */
bool seccomp_keeps_rights(void);
/* True if the calling process runs under a seccomp filter, which its children inherit. */
bool seccomp_is_inherited(void);
/* PINNING_ANY or PINNING_OWN. */
enum seccomp_pinning seccomp_pinning(void);

/* --seccomp-bpf */
enum seccomp_mode {
	SECCOMP_AUTO,	/* filter where it only helps */
	SECCOMP_TRY,	/* bare --seccomp-bpf: filter where that is possible, else warn and go on */
	SECCOMP_ON,	/* filter, or end with a message */
	SECCOMP_OFF,
};

/* On what the choice depends besides the set of calls. */
struct seccomp_situation {
	enum seccomp_mode mode;
	bool follow;		/* -f */
	bool attaching;		/* -p */
	bool needs_nnp;		/* !seccomp_is_privileged() */
	bool keeps_rights;	/* seccomp_takes_rights() && seccomp_keeps_rights() */
	bool inherited;		/* the command inherits a seccomp filter from scry */
	/* -b execve, --syscall-limit: tracees are released before they end */
	bool releases_early;
	/* no exit of a call is wanted, so that a filter saves half of the stops */
	bool entries_only;
	/* another engine takes over when the trace goes on, unless there is a filter */
	bool takes_over;
	/* -e inject=SET:signal=SIG: a PTRACE_EVENT_SECCOMP stop takes no signal, ptrace(2) */
	bool sends_signals;
};

enum seccomp_start {
	SECCOMP_NEVER,
	SECCOMP_AT_LAUNCH,
	SECCOMP_LATER,	/* once the command makes enough calls for a filter to pay */
};

/*
 * Chooses when a filter for the calls that the user selected is installed. *reason becomes NULL for
 * SECCOMP_AT_LAUNCH unless that needs NO_NEW_PRIVS, else a clause for --debug and --seccomp-bpf=on
 * that says why not ("every call is selected") or why later.
 */
enum seccomp_start seccomp_choose(const struct call_set *set,
				  const struct seccomp_situation *situation, const char **reason);

#endif
