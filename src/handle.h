/* SPDX-License-Identifier: MIT */
/* Private to the session: its state and the functions that its files share. */
#ifndef SCRY_HANDLE_H
#define SCRY_HANDLE_H

#include "channel.h"
#include "report.h"
#include "scry/policy.h"
#include "scry/record.h"
#include "scry/stack.h"
#include "scry/summary.h"
#include "session.h"

struct session {
	struct config *config;
	struct engine *engine;
	struct channels channels;
	struct report report;
	struct stacks *stacks; /* NULL: no option needs stacks */
	struct stack signal_stack;
	struct decode_cache *decode_cache;
	struct sink *watch; /* NULL without -P and -e trace-fds */
	struct entry_snapshot watch_snapshot;
	struct decode_config
		decoding; /* config->decode, with set_decoding() for the current call */
	unsigned subject_needs; /* SUBJECT_*: what the keys of --summary=KEYS need */
	struct sink *subject_sink; /* NULL: no key needs a decoded argument */
	struct decode_config subject_decoding;
	struct call_set naming; /* the calls that can have a path or a descriptor */
	uint64_t start_ns; /* CLOCK_MONOTONIC at the start */
	uint64_t table_ns; /* and at the last table of --interval */
	uint64_t
		table_due_ns; /* --interval: no table is printed before, since the last one took long */
	struct record_builder signal_builder;
	struct builder_pool pool;
	struct seccomp_program program;
	struct call_set reported; /* the calls that the engine reports */
	struct policy *policy; /* NULL without --policy */
	struct policy_trial *trial; /* NULL without --try-policy */
	uint64_t n_denied,
		*denials; /* calls that the tried profile does not allow, also by enum syscall_id */
	uint64_t n_calls; /* number of calls that were shown or counted */
	bool released; /* --syscall-limit was reached, and the tracees were released */
	bool launched; /* the execve of the command has succeeded */
	bool dumping; /* -e read or -e write was given */
	size_t n_shown; /* number of tracees with a state */
	bool unseen; /* the engine says that further tracees may live: see struct engine */
	const struct abi *native; /* of the machine that runs the tracees */
	bool replays_stacks; /* stacks come from the recording */
	uint64_t last_ns; /* CLOCK_MONOTONIC of the last event */
	/* --record. */
	struct recorder *recorder; /* NULL without --record */
	struct fetch asked; /* keeps the answers of the tracee of the current event */
	struct sink *asker; /* a sink that drops everything */
	struct decode_config asking; /* asks all that any option asks */
	struct event_facts facts; /* of the current event */
	enum event_kind kept_kind; /* the kind as which the current event is kept */
	const struct abi *kept_abi; /* the ABI of the tracee before the current event */
	bool triggered; /* a condition of --record-when was met */
	bool keeping; /* the current event is kept */
	bool was_new; /* the current event is the first one of its tracee */
	bool selinux; /* contexts are kept, because SELinux runs here */
	bool entries_only; /* no exit of a call is wanted: see session_wants_entries_only() */
	bool gave_up; /* the trace cannot be written, and the tracees were released */
	bool timer_on;
	struct exports *exports; /* --timeline; NULL: none */
	struct http_server *server; /* --metrics-listen; NULL: none */
	struct live *live; /* --top; NULL: no live screen, or it has ended */
};

/*
 * The capacity for a command name with its NUL. TASK_COMM_LEN is 16, but /proc/PID/comm of a kernel
 * thread also shows its work queue, in up to 64 bytes.
 */
#define COMM_CAPACITY 65

/* --timeline: the text of the current call. */
struct exported_call {
	struct record_builder builder;
	struct entry_snapshot snapshot;
};

/* The state of a tracee that only few options need; see session_get_rare_state(). */
struct rare_state {
	uint64_t system_ns; /* -c: CPU time in the kernel before the current call */
	uint32_t *invocations; /* -e inject: number of calls by enum syscall_id; NULL: none yet */
	char *comm; /* -Y, --summary=comm: the last known command name; NULL: unknown */
	uint64_t comm_ns; /* --summary=comm: when it was looked up, by CLOCK_MONOTONIC */
	struct summary_subject *subject; /* --summary=KEYS: of the current call; NULL: none yet */
	struct entry_snapshot subject_snapshot;
	char *denied; /* --replay: call.denied of the current call, which the recording forgets; NULL: none yet */
	char *context; /* --secontext: the last known SELinux context; NULL: unknown */
	char *recorded_context; /* --record: the same in full */
	struct entry_snapshot asked_snapshot; /* --record: of the current call */
	struct exported_call *exported; /* --timeline: the current call; NULL: none yet */
	bool exported_name; /* a record had the command name */
};

/*
 * The state of a tracee in the session (tracee.session), which is created at the first event that
 * concerns the tracee. It is small because there may be thousands.
 */
struct tracee_state {
	struct channel *channel;
	struct call call; /* the current or the last call */
	struct record_builder builder;
	struct entry_snapshot snapshot;
	struct stack *stack; /* the stack at the entry of the call; NULL: not needed */
	const struct abi *abi; /* the ABI of the last call */
	const struct injection *injection; /* applies to the current call; NULL: none */
	struct rare_state *rare; /* NULL: not needed yet */
	bool verbose, shallow; /* decode_config.verbose and .shallow for the current call */
	bool launching; /* the launched child before its execve: it runs the code of scry */
	bool has_shown; /* a call of the tracee was shown */
	bool in_call; /* the tracee is in a selected call: its entry was handled, its exit not yet */
};

/*
 * Returns what decodes the current call of a tracee. The config is session->decoding, in which the
 * caller has set verbose and shallow, unless the caller replaces it.
 */
struct decode session_decoder(const struct session *session, const struct event *event,
			      struct tracee_state *state);

/* Returns whether the current call has a path or a descriptor of -P or -e trace-fds as argument. */
bool session_matches_targets(struct session *session, const struct event *event,
			     struct tracee_state *state);
/*
 * --summary=KEYS: find out what the keys need to know of the current call, at its entry and at its exit.
 * session_finish_subject() returns NULL if there are neither keys nor --report.
 */
void session_begin_subject(struct session *session, const struct event *event,
			   struct tracee_state *state);
const struct summary_subject *session_finish_subject(struct session *session,
						     const struct event *event,
						     struct tracee_state *state);
/* Makes the next call look up the command name of its tracee again. */
void session_forget_comm(struct tracee_state *state);
void session_prepare_numbers(struct session *session);
/* Makes the needs of the next calls those of the keys that are wanted now: --top can change them. */
void session_update_needs(struct session *session);
/* Returns whether the kernel counts: a table is all that is wanted, and a call alone says where it belongs. */
bool session_counts_in_kernel(const struct session *session);
/*
 * Returns whether a call that the engine has counted is selected. *call becomes a copy of it with its real ID, its row and
 * its name.
 */
bool session_is_counted(const struct session *session, const struct call *counted,
			struct call *call);

/*
 * --metrics-listen. session_open_server() opens the socket; it returns false after a message if this build cannot serve, and
 * warns if the address cannot be had. session_start_server() must be called in the tracer. session_serve() gives waiting
 * clients the present counts. All but the first do nothing without a server.
 */
bool session_open_server(struct session *session);
void session_start_server(struct session *session);
void session_serve(struct session *session);
void session_close_server(struct session *session);

/*
 * --top. session_open_live() opens the terminal; it returns false after a message if the live screen cannot be had.
 * session_prepare_live() makes the screen after the stacks were prepared. session_hold_terminal() keeps the command and
 * scry from writing over the screen, and session_begin_live() shows the screen in the tracer; it returns false after a
 * message. session_look_live() reads keys and draws, if that is due at ns (CLOCK_MONOTONIC), and returns whether the user
 * has left the screen. session_leave_live() makes that so: a signal ends scry. session_end_live() gives the terminal back.
 * wait: the user may go on reading before.
 * All do nothing without --top.
 */
bool session_open_live(struct session *session);
void session_prepare_live(struct session *session);
void session_hold_terminal(struct session *session);
bool session_begin_live(struct session *session);
bool session_look_live(struct session *session, uint64_t ns);
void session_leave_live(struct session *session);
void session_end_live(struct session *session, bool wait);
/* What the keys of the live screen need: SUBJECT_*. */
unsigned session_live_needs(const struct session *session);
/* Counts a call that has returned for the live screen. */
void session_count_live(struct session *session, const struct tracee_state *state,
			uint64_t system_ns, const struct summary_subject *subject);
/* Returns whether the stack of the next call is wanted. */
bool session_wants_stacks(const struct session *session);

/* Returns whether tables are printed while the trace runs. With the key interval the last table has all intervals. */
static inline bool session_wants_intervals(const struct session *session)
{
	const struct summary_config *config = &session->config->statistics;

	return config->interval_ns && !session->config->live &&
	       !summary_has_key(config, KEY_INTERVAL);
}
/* Prints the tables of --interval if they are due. ns: CLOCK_MONOTONIC. */
void session_print_interval(struct session *session, uint64_t ns);

/* Shows the bytes that the call transferred, if -e read or -e write selects its descriptor. */
void session_dump_data(const struct session *session, const struct event *event,
		       struct writer *writer, const struct decode *decode);
/* Returns the state of a tracee. The first call allocates it and opens the channel. */
struct tracee_state *session_get_state(struct session *session, struct tracee *tracee);
void session_free_state(struct session *session, struct tracee *tracee);
/* Makes the writer of the tracee forget it, and closes its channel unless that is shared. */
void session_leave_channel(struct session *session, struct tracee_state *state);
/* Changes the number of tracees with a state, on which the "[pid N]" prefix depends. */
void session_count_tracees(struct session *session, int change);
/* Says whether further tracees may live that no event has reported: one more is counted then. */
void session_count_unseen(struct session *session, bool unseen);
/* Returns the rare state of a tracee, which the first call allocates. */
struct rare_state *session_get_rare_state(struct tracee_state *state);
/*
 * Looks up the command name or the SELinux context of a tracee and caches it. Returns the last known
 * one if the tracee has ended; NULL: unknown. The state owns the string.
 */
const char *session_get_comm(struct tracee_state *state, const struct event *event);
/* Returns the command name as it was at most 10 ms ago, and after the last call that could rename the tracee. NULL: unknown. */
const char *session_get_recent_comm(struct tracee_state *state, const struct event *event);
const char *session_get_context(const struct session *session, struct tracee_state *state,
				const struct event *event);

/* Apply -e inject to the current call of a tracee, at its entry and at its exit. */
void session_tamper_at_entry(struct session *session, const struct event *event,
			     struct tracee_state *state, struct verdict *verdict);
void session_tamper_at_exit(struct session *session, const struct event *event,
			    struct tracee_state *state, struct verdict *verdict);

/* Returns whether a call is the execve with which scry launches the command, which must not fail. */
bool session_is_launch(const struct config *config, const struct call *call);

/* Start --policy and --try-policy. Return false after a message. base: the filter that the engine needs. */
bool session_prepare_policy(struct session *session);
bool session_prepare_trial(struct session *session, const struct seccomp_program *base);
/* Returns whether only the entries of calls are wanted, since nothing but the profile of --policy is. */
bool session_wants_entries_only(const struct config *config);
/*
 * Returns whether the tried profile does not allow a call, and notes that in the call. With --enforce
 * the verdict refuses the call.
 */
bool session_try_policy(struct session *session, const struct event *event, struct call *call,
			struct verdict *verdict);
/* Writes the profile of --policy. Returns false after a message. */
bool session_write_policy(struct session *session);
/* Reports on stderr which calls the tried profile does not allow. Returns whether there are none. */
bool session_report_trial(const struct session *session);

/*
 * Takes the stack of a call, if stacks are needed. It must run at the entry of the call, because execve
 * replaces the memory of the stack.
 */
void session_take_stack(struct session *session, const struct event *event,
			struct tracee_state *state);
/* Takes the stack of a signal to session->signal_stack, if stacks are needed. */
void session_take_signal_stack(struct session *session, const struct event *event);

static inline bool session_has_ring(const struct config *config)
{
	return config->record.file.ring_bytes || config->record.file.ring_ns;
}
/* --record-ring: writes the ring to the file. why: the reason, for a message. */
void session_trigger(struct session *session, const char *why);
/* --record: opens the recording. Returns false after a message. session_close_recording() writes its end. */
bool session_prepare_recording(struct session *session);
bool session_close_recording(struct session *session);
/* Returns how calls are decoded to ask all that any option asks. */
struct decode_config session_asking_config(const struct session *session);
/*
 * Keep an event. Between the first and the last function everything that decode asks about it is kept; the others ask what
 * any option would ask.
 */
void session_begin_capture(struct session *session, const struct event *event);
void session_ask_at_entry(struct session *session, const struct event *event,
			  struct tracee_state *state);
void session_ask_at_exit(struct session *session, const struct event *event,
			 struct tracee_state *state);
void session_ask_at_signal(struct session *session, const struct event *event,
			   struct tracee_state *state);
void session_end_capture(struct session *session, const struct event *event);
/*
 * --timeline: open the files, which returns false after a message, write records to them, and close them. The calls at
 * entry and exit are decoded again. All do nothing without such a file.
 */
bool session_open_exports(struct session *session);
void session_export_entry(struct session *session, const struct event *event,
			  struct tracee_state *state);
void session_export_exit(struct session *session, const struct event *event,
			 struct tracee_state *state, const struct summary_subject *subject);
void session_export_unfinished(struct session *session, const struct event *event,
			       struct tracee_state *state);
void session_export_signal(struct session *session, const struct event *event,
			   struct tracee_state *state);
void session_export_event(struct session *session, const struct event *event);
bool session_close_exports(struct session *session);
/* Compiles the plans of config->engine by which the bpf engine captures memory. */
void session_compile_plans(struct session *session);
/* Handles an event, and fills *verdict with what the engine shall do with the tracee. */
void session_handle(struct session *session, const struct event *event, struct verdict *verdict);
/*
 * Returns the channel of a tracee, or the shared one. NULL: the tracee has no state yet, and there is
 * no shared channel. tracee may be NULL.
 */
struct channel *session_channel(const struct session *session, const struct tracee *tracee);

#endif
