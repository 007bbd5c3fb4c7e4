/* SPDX-License-Identifier: MIT */
/* What the files of the session share. */
#ifndef SCRY_HANDLE_H
#define SCRY_HANDLE_H

#include "channel.h"
#include "report.h"
#include "scry/stack.h"
#include "scry/summary.h"
#include "session.h"

struct session {
	struct config *config;
	struct engine *engine;
	struct channels channels;
	struct report report;
	struct stacks *stacks; /* NULL: nobody wants to know them */
	struct stack signal_stack;
	struct decode_cache *decode_cache;
	struct sink *watch; /* NULL without -P and -e trace-fds */
	struct entry_snapshot watch_memo;
	struct decode_config decoding; /* how the call at hand is decoded */
	struct record_builder signal_builder;
	struct builder_pool pool;
	struct seccomp_program program;
	uint64_t n_calls; /* shown or counted */
	bool released; /* as many as --syscall-limit said */
	bool launched; /* the command's own execve is over */
	bool dumping; /* -e read, -e write: somebody wants to see what calls move */
	size_t n_shown; /* tracees that the user knows of */
	bool gave_up; /* the trace cannot be written */
	bool timer_on;
};

/* TASK_COMM_LEN is 16, but names of kernel threads are longer; and a NUL. */
#define COMM_ROOM 65

/* What few options want to know of a tracee. */
struct noted {
	uint64_t system_ns; /* -c: CPU time in the kernel before this call */
	uint32_t *invocations; /* by call, of those that are tampered with; NULL: none yet */
	char *comm; /* -Y: the latest name that was found; NULL: none */
	char *context; /* --secontext: the latest; NULL: none */
};

/* What the session keeps about a tracee; made at the first event that the user may see. Small: there may be thousands. */
struct follow_up {
	struct channel *channel;
	struct call call;
	struct record_builder builder;
	struct entry_snapshot memo;
	struct stack *stack; /* where the call was made; NULL: nobody wants to know */
	const struct abi *abi; /* of its latest call */
	const struct injection *injection; /* of this call; NULL: none */
	struct noted *noted; /* NULL: nothing yet */
	bool verbose, shallow; /* how the call is decoded: see struct decode_config */
	bool launching; /* the command before its execve: still scry's code */
	bool in_call; /* an ENTER of a selected call was handled, its end not yet */
};

/* What decodes a call of this tracee. */
struct decode session_decoder(const struct session *session, const struct event *event,
			      struct follow_up *state);

/* look.c */
/* Whether the call names a path or a descriptor that is looked for. */
bool look_for_targets(struct session *session, const struct event *event, struct follow_up *state);
/* Shows what the call moved, if that is wanted. */
void look_at_data(const struct session *session, const struct event *event,
		  const struct decode *decode);
/* Never NULL. */
struct noted *session_noted(struct follow_up *state);
void session_forget_noted(struct follow_up *state);
/* The command name of the tracee; of one that has ended the last that was known; NULL: none. */
const char *look_up_comm(struct follow_up *state, pid_t tid);
/* The same of its SELinux context. */
const char *look_up_context(const struct session *session, struct follow_up *state, pid_t tid);

/* tamper.c: what -e inject does to a call that is traced, before and after it. */
void tamper_with_entry(struct session *session, const struct event *event, struct follow_up *state,
		       struct verdict *verdict);
void tamper_with_exit(struct session *session, const struct event *event, struct follow_up *state,
		      struct verdict *verdict);

/* where.c: at the entry of a call, since execve replaces what the stack is made of. */
void session_take_stack(struct session *session, const struct event *event,
			struct follow_up *state);
/* What the session does with an event: filter, decode, sink, count. */
void session_handle(struct session *session, const struct event *event, struct verdict *verdict);
/* Where what is said of a tracee goes; NULL: nothing is known of it, and each has its own place. */
struct channel *session_channel(const struct session *session, const struct tracee *tracee);

#endif
