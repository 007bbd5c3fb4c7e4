/* SPDX-License-Identifier: MIT */
/*
 * The life of a tracee: two enums, each with a table of its legal transitions in life.c.
 *
 * enum tracee_life says what the session knows of the tracee, enum tracee_run what its thread does.
 * The two are independent: a tracee of every life can be running, stopped or ended.
 */
#ifndef ENGINE_LIFE_H
#define ENGINE_LIFE_H

#include <stdbool.h>
#include <stddef.h>

enum tracee_life {
	LIFE_UNKNOWN, /* the table has it, and no event has reported it */
	/* a child that stopped before its parent's report of it, and waits for that */
	LIFE_PENDING,
	LIFE_PENDING_LONG, /* it has waited for a tick of the timer */
	LIFE_ORPHAN, /* its parent will not report it: it is reported without */
	LIFE_LAUNCHING, /* the command before the entry of its first execve */
	LIFE_EXECUTING, /* the command in its first execve; the entry was reported */
	LIFE_ATTACHED, /* attached to; EVENT_ATTACHED is to be reported */
	LIFE_FOLLOWED, /* the session knows it */
	LIFE_MUTED, /* the session knows it, and only its end is reported */
	LIFE_ATTACHED_LEAVING, /* released; EVENT_ATTACHED and EVENT_DETACHED are to be reported */
	LIFE_LEAVING, /* released; EVENT_DETACHED is to be reported */
	LIFE_RELEASED, /* released, and nothing is to be reported; a filtered tracee stays traced */
	LIFE_COUNT
};

enum tracee_run {
	RUN_RUNNING, /* also in a stop that waitpid(2) has not reported yet */
	RUN_STOPPED, /* .status is that of the stop; the engine must resume it */
	RUN_LISTENING, /* in group-stop, after PTRACE_LISTEN */
	RUN_DELAYED, /* stopped, and in the engine's list of delays, which resumes it */
	RUN_ENDED, /* ended, detached or superseded: only its end is left to be reported */
	RUN_COUNT
};

/* Sets of lives, for life_is() and life_count(). */
#define LIFE_BIT(life) (1u << (life))
#define LIVES_PENDING (LIFE_BIT(LIFE_PENDING) | LIFE_BIT(LIFE_PENDING_LONG) | LIFE_BIT(LIFE_ORPHAN))
#define LIVES_UNREPORTED (LIFE_BIT(LIFE_UNKNOWN) | LIVES_PENDING)
#define LIVES_LAUNCHING (LIFE_BIT(LIFE_LAUNCHING) | LIFE_BIT(LIFE_EXECUTING))
#define LIVES_PINNABLE \
	(LIFE_BIT(LIFE_EXECUTING) | LIFE_BIT(LIFE_ATTACHED) | LIFE_BIT(LIFE_FOLLOWED))
#define LIVES_REPORT_DUE \
	(LIFE_BIT(LIFE_ATTACHED) | LIFE_BIT(LIFE_ATTACHED_LEAVING) | LIFE_BIT(LIFE_LEAVING))
#define LIVES_LEAVING \
	(LIFE_BIT(LIFE_ATTACHED_LEAVING) | LIFE_BIT(LIFE_LEAVING) | LIFE_BIT(LIFE_RELEASED))

/* Whether the table allows a transition. A life never follows itself. */
bool life_may_follow(enum tracee_life from, enum tracee_life to);
bool life_run_may_follow(enum tracee_run from, enum tracee_run to);

struct ptrace_engine;
struct ptrace_tracee;

/*
 * The transitions. Builds with --enable-debug or --enable-sanitize end with abort(3) at one that
 * the tables do not allow; other builds do not look.
 */
void life_set(struct ptrace_engine *engine, struct ptrace_tracee *tracee, enum tracee_life life);
void life_set_run(struct ptrace_tracee *tracee, enum tracee_run run);
/* The tracee has come into the table, as LIFE_UNKNOWN and RUN_RUNNING. */
void life_begin(struct ptrace_engine *engine);
/* The tracee leaves the table. */
void life_end(struct ptrace_engine *engine, const struct ptrace_tracee *tracee);
/* How many tracees in the table have one of the lives. */
size_t life_count(const struct ptrace_engine *engine, unsigned lives);

#endif
