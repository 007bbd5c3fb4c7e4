/* SPDX-License-Identifier: MIT */
/*
 * Private to src/session/. An event goes through these steps, each in a file of its name:
 *
 *	tracees		finds the state of its tracee
 *	calls		resolves the call, and says what an event means for the call of its tracee
 *	select		decides whether the call is of interest: -e trace, --where, -P, -e status, --try-policy
 *	tamper		changes the call: -e inject
 *	gather		finds out what consumers need: names, times, stacks, subjects, segments of text
 *	consumers	gives the moment to each consumer that has a function for it
 */
#ifndef SCRY_SESSION_SESSION_H
#define SCRY_SESSION_SESSION_H

#include <signal.h>

#include "scry/answers.h"
#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/index.h"
#include "scry/look.h"
#include "scry/session.h"
#include "scry/target.h"
#include "scry/tracee.h"
#include "scry/where.h"

/*
 * What the session knows of a tracee, from its first event to its last. It is small because there
 * may be thousands.
 */
struct tracee_state {
	struct place *place;
	struct call call; /* the current or the last call */
	struct record_builder builder; /* its segments of text */
	struct entry_snapshot snapshot; /* of the decoding to text */
	struct stack *stack; /* at the entry of the call; NULL: no consumer needs stacks */
	const struct abi *abi; /* of the last call that was shown */
	const struct injection *injection; /* applies to the current call; NULL: none */
	uint32_t *invocations; /* -e inject: number of calls by enum syscall_id; NULL: none yet */
	struct summary_subject *subject; /* of the current call; NULL: none yet */
	struct entry_snapshot *subject_snapshot; /* NULL: none yet */
	char *comm, *context; /* the last known command name and SELinux context; NULL: unknown */
	/*
	 * the tracee that events about its requests of io_uring are about, whose state is apart
	 * from the calls; NULL: it has submitted none
	 */
	struct tracee *requester;
	struct target_place *home; /* its container and its unit; NULL: not looked up yet */
	/* on replay: call.denied of the current call, which the recording forgets; NULL: none */
	char *denied;
	uint64_t comm_ns; /* when the command name was looked up, by CLOCK_MONOTONIC */
	uint64_t system_ns; /* CPU time in the kernel before the current call */
	uint64_t last_nr, last_ip; /* of the last call, also if it was not selected */
	struct where_state where; /* of the current call */
	uint32_t user; /* the real user, as it was last known */
	pid_t parent; /* of the process, as it was last known */
	uint64_t parent_ns; /* when it was looked up, by CLOCK_MONOTONIC; 0: never */
	uint64_t user_ns; /* when the user was looked up, by CLOCK_MONOTONIC; 0: never */
	/* config->where: only the exit of the current call decides whether it is selected */
	bool undecided;
	/*
	 * the current call, an execve, is shown under the former tid of its thread: -e
	 * status=detached
	 */
	bool renamed;
	bool launching; /* the launched child before its execve: it runs the code of scry */
	bool has_shown; /* a call of the tracee was shown */
	/* the tracee is in a selected call: its entry was handled, its exit not yet */
	bool in_call;
	_Alignas(max_align_t) char slots[]; /* of the consumers */
};

/* What selects calls beside config->where: a set, a profile. */
struct selection {
	/* The calls of -e trace that config->where can select. */
	struct call_set trace;
	struct where_state signals; /* --where, of a signal */
	struct policy_trial *trial; /* NULL without --try-policy */
	/* --sample */
	struct sampling {
		uint64_t random; /* the state of the generator */
		uint64_t begun_ns, n_seen, n_kept; /* of the current window */
		uint64_t cpu_ns; /* of scry at its beginning */
		/*
		 * Of a replay: how many calls each call of the recording counts for, as .stands_for
		 * of struct call
		 */
		uint32_t recorded;
	} sampling;
	/* calls that the profile does not allow: all, and by enum syscall_id */
	uint64_t n_denied, *denials;
};

/* An opened consumer. */
struct opened {
	const struct consumer_ops *ops;
	struct consumer *consumer;
	size_t slot; /* the offset of its slot in tracee_state.slots */
};

/* The functions of struct consumer_ops that receive a moment. */
enum telling { TELL_ENTER, TELL_EXIT, TELL_UNFINISHED, TELL_EVENT, TELL_EACH, TELLINGS };

/* The opened consumers that have one of these functions. */
struct listeners {
	struct listener {
		consumer_receive *receive;
		const struct opened *opened;
	} items[CONSUMERS_MAX];
	size_t n;
};

struct consumers {
	struct opened items[CONSUMERS_MAX];
	struct listeners listeners[TELLINGS];
	size_t n, slots_size;
	struct needs needs; /* of all consumers together */
	/* The calls that they watch, also if -e trace does not select them. */
	struct call_set watched;
	/* The calls whose memory is read by consumers, or by the session itself. */
	struct call_set read_at_entry, read_at_exit;
	unsigned n_decoding; /* how many consumers decode calls themselves */
};

/* Where output goes. */
struct places {
	const struct config *config;
	struct consumers *consumers;
	struct place *open; /* a list */
	pid_t command; /* the process of -o '|COMMAND'; 0: none */
	struct index begun; /* -ff: the tids whose files this trace has begun, as positions */
	bool failed; /* some output could not be written */
};

/* A service manager: notify.c. */
struct notifier {
	int fd; /* a socket; -1: there is none */
	uint64_t period_ns; /* how often it wants to hear that the trace goes on; 0: never */
	uint64_t told_ns; /* CLOCK_MONOTONIC of the last time */
};

/* The files that options name. */
struct claims {
	struct claim *items;
	size_t n, capacity;
	bool stdout_taken; /* another option than -o writes to stdout; known to the end */
};

/* The processes that read what scry writes: readers.c. */
struct readers {
	struct trace_reader *items;
	size_t n;
};

/* The processes that targets name. search NULL: none are named. */
struct targets {
	struct target_search *search;
	struct target_match *known; /* those that were attached to, or could not be */
	size_t n_known, known_capacity, n_attached;
	const char **starts; /* the words of --wait */
	struct index index; /* of known */
	uint64_t looked_ns; /* when they were last looked for */
	bool last; /* a target can come again: the trace ends by ^C only */
	bool wait; /* --wait */
	bool says; /* the user knows that scry waits for others */
	bool failed; /* none could be attached to */
};

/* What subjects of summaries are made with. */
struct subjects {
	struct sink *sink; /* NULL: no consumer needs a decoded argument */
	struct decode_config config;
	struct call_set naming; /* the calls that can have a path or a descriptor */
};

struct session {
	struct host host; /* the first member: consumers have a pointer to it */
	const struct config *config;
	struct engine_config engine_config; /* computed from config */
	/* what the bpf engine captures if consumers or --where look at more than text shows */
	struct decode_config asked;
	struct decode_config decoding; /* config->decode, as calls are decoded for text */
	struct engine *engine;
	struct seccomp_program program;
	struct call_set reported; /* the calls that the engine reports */
	struct selection selection;
	struct consumers consumers;
	struct places places;
	struct targets targets;
	struct target_places *target_places;
	struct claims claims; /* until all consumers are open */
	struct readers readers;
	struct stacks *stacks; /* NULL: no stacks are taken */
	struct stack signal_stack;
	struct decode_cache *decode_cache;
	struct fetch answers; /* reads through host.answers; not set if host.answers is NULL */
	/* Its sink makes the segments of moment->text; NULL: no consumer needs text. */
	struct writer *text;
	struct record_builder signal_builder;
	struct builder_pool pool;
	struct subjects subjects;
	struct requests *requests;
	struct timeouts {
		bool timer_on;
		bool flushes; /* a consumer has a function flush() */
	} timeouts;
	uint64_t n_calls; /* number of selected calls that have returned */
	/* of calls that -e trace does not select, and at which a tracee has stopped all the same */
	uint64_t n_left_out;
	bool lets_stop; /* with -f a filter would let them pass */
	struct notifier notifier;
	struct reload {
		sigset_t mask; /* of the signals with which scry was started */
		/*
		 * the trace goes on after another one, which has ended then, by CLOCK_MONOTONIC; 0:
		 * it does not
		 */
		uint64_t since_ns;
		bool wanted; /* SIGHUP has this effect */
		bool again; /* the trace ends, and begins anew with other options */
		/* files in memory with the options of then and of now; with .again */
		int new_text, old_text;
		struct former_options *former; /* NULL: none */
	} reload;
	uint64_t deadline_ns; /* --for: when the trace ends, by CLOCK_MONOTONIC; 0: it does not */
	bool started; /* the engine has started */
	bool launched; /* the execve of the command has succeeded */
	/* no more is to be traced: the limit was reached, or nothing can be written */
	bool released;
	bool unseen; /* engine->unseen at the last event */
};

/* --- setup.c --------------------------------------------------------------------------------- */

/* Returns whether a consumer needs this fact. */
static inline bool session_needs(const struct session *session, unsigned facts)
{
	return session->consumers.needs.facts & facts;
}

/* plans.c: compiles the plans by which the bpf engine captures memory. */
struct plans *plans_for(const struct session *session);

/*
 * hand_over.c: whether the bpf engine will take over if the trace goes on, as far as that is known
 * before the filter is chosen.
 */
bool hand_over_is_likely(const struct session *session);
/*
 * Decides whether the bpf engine may take over from the ptrace engine: session->engine_config.
 * decodes: calls are decoded.
 */
void hand_over_choose(struct session *session, bool decodes);

/* --- narrow.c -------------------------------------------------------------------------------- */

/*
 * Fills *narrowed with the calls of which registers decide for --where. Returns how many there are,
 * in all ABIs.
 */
size_t narrow_calls(const struct session *session, struct call_set *narrowed);
/* The sieves by which the bpf engine does the same; NULL: --where needs none. */
struct sieves *sieves_for(const struct session *session);
/*
 * Whether the kernel has the same numbers of users as scry: in another user namespace it has not.
 */
bool narrow_knows_users(void);

/* explain.c: to be called at the end. Says why no selected call was seen, if none was. */
void explain_nothing(struct session *session);
/* The same of calls that were not selected and have stopped all the same, if that took long. */
void explain_stops(const struct session *session);

/* --- targets.c ------------------------------------------------------------------------------- */

/*
 * Before the engine is made. Returns false after a message: a word means nothing, or nothing is
 * found.
 */
bool targets_prepare(struct session *session);
/* After the start of the engine: attaches to the processes that are found. */
void targets_begin(struct session *session);
/*
 * To be called ten times a second. Attaches to processes that have come, and ends the trace if none
 * can come any more.
 */
void targets_tick(struct session *session, uint64_t now_ns);
/* Looks for no further process: the trace ends with its last tracee. */
void targets_stop(struct session *session);
void targets_end(struct session *session);

/* --- calls.c --------------------------------------------------------------------------------- */

/* Handles an event, and fills in *verdict. */
void calls_handle(struct session *session, const struct event *event, struct verdict *verdict);
/*
 * Ends the current call of a tracee that will have no exit: the tracee has ended or was detached.
 */
void calls_abandon(struct session *session, const struct event *event, bool detached);

/* --- tracees.c ------------------------------------------------------------------------------- */

/* Returns the state of a tracee. The first call allocates it. */
struct tracee_state *tracees_get(struct session *session, struct tracee *tracee);
/* Returns the state of the tracee of an event; NULL: it has none. */
static inline struct tracee_state *tracees_of(const struct event *event)
{
	return event->tracee ? event->tracee->session : NULL;
}
void tracees_forget(struct session *session, struct tracee *tracee);
/*
 * Returns the tracee that events about the requests of a tracee are about. The first call allocates
 * it.
 */
struct tracee *tracees_requester(struct session *session, struct tracee *tracee);
/* Changes host->n_tracees, on which "[pid N]" in text depends. */
void tracees_count(struct session *session, int change);
/* If unseen, tracees may live that no event has reported: all of them count as one more tracee. */
void tracees_count_unseen(struct session *session, bool unseen);
/*
 * The command name and the SELinux context at an event, as the functions of struct host return
 * them.
 */
const char *tracees_comm(struct host *host, const struct event *event, uint64_t max_age_ns);
/*
 * Whether -Y, --secontext, --show-container or a consumer asks for names of the tracee at each
 * event.
 */
bool tracees_have_names(const struct session *session);
/* Sets the members of the event that have them: .comm, .context, .container, .unit. */
void tracees_find_names(struct session *session, struct event *event);
/* A further call begins: forgets what the last one may have changed of the thread. */
void tracees_begin_call(struct tracee_state *state);
/*
 * Whether the calls that change the user of a thread must stop, because the ptrace engine does not
 * report it. The bpf engine does so with the events of a thread.
 */
bool tracees_stop_at_users(const struct session *session);
/* Finds the real user of the tracee of an event. Returns false if it is not known. */
bool tracees_user(const struct session *session, const struct event *event, uint32_t *user);
/*
 * Finds the parent of the process of an event. A parent can end at any time: the answer may be 10
 * ms old. Returns false if it is not known.
 */
bool tracees_parent(const struct session *session, const struct event *event, pid_t *parent);
pid_t tracees_process(struct host *host, pid_t tid);
/* Returns the container and the unit of the tracee of an event, on replay as they were recorded. */
const struct target_place *tracees_home(struct session *session, const struct event *event);
/* struct host, home. */
const struct target_place *tracees_find_home(struct host *host, const struct event *event);

/* --- notify.c: a service manager -------------------------------------------------------------- */

/*
 * Tells the manager that the trace has begun, if there is one and scry has not launched a command.
 */
void notify_begin(struct session *session);
/* To be called often: tells it that the trace goes on. */
void notify_tick(struct session *session);
/* Tells it that scry reads its options again, or that it has done so. */
void notify_reload(const struct session *session, bool done);
void notify_end(struct session *session);

/* Calls this function of all consumers that have it. */
#define FOR_ALL(session, function, ...)                                                 \
	do {                                                                            \
		for (size_t i = 0; i < (session)->consumers.n; i++) {                   \
			const struct opened *opened = &(session)->consumers.items[i];   \
			if (opened->ops->function)                                      \
				opened->ops->function(opened->consumer, ##__VA_ARGS__); \
		}                                                                       \
	} while (0)

/*
 * Returns whether targets name processes now, or wait for them. Otherwise *error is a message,
 * which the caller frees.
 */
bool targets_can_begin(const struct config *config, char **error);

/* --- reload.c: SIGHUP of a service ----------------------------------------------------------- */

/* Before consumers and the engine are made. */
void reload_prepare(struct session *session);
/*
 * To be called when the trace has begun: says how long nothing was traced. From now on the former
 * options are of no use.
 */
void reload_report(struct session *session);
/*
 * To be called often: after a SIGHUP files are opened again; if the options have changed, the trace
 * ends.
 */
void reload_tick(struct session *session);
/* After the end of such a trace: begins scry anew. Returns only if that fails, after a message. */
void reload_execute(const struct session *session);

/* --- request_setup.c, requests.c: io_uring --------------------------------------------------- */

/* Adds the calls about rings, which the session must see. */
void requests_watch(const struct session *session, struct call_set *watched);
void requests_begin(struct session *session);
void requests_end(const struct session *session);
/*
 * Handles an event about a request, which is kept until it has a result. To be called before other
 * events are handled, too, because they may end requests: requests_concern().
 */
void requests_handle(struct session *session, const struct event *event);

/* --- select.c -------------------------------------------------------------------------------- */

void select_prepare(struct session *session);
/*
 * --try-policy: compiles the profile to session->program. Where the profile allows a call, the
 * program goes on with base. Returns false after a message.
 */
bool select_prepare_trial(struct session *session, const struct seccomp_program *base);
/*
 * Returns whether the call at an entry is of interest. With --enforce the verdict refuses what the
 * profile does not allow.
 */
bool select_call(struct session *session, const struct event *event, struct tracee_state *state,
		 struct verdict *verdict);
/* Returns whether --where tests stacks. */
static inline bool select_needs_stack(const struct session *session)
{
	return session->config->where && where_needs(session->config->where) & WHERE_NEEDS_STACK;
}
/* Returns whether a call that has returned is selected. */
bool select_returned(struct session *session, const struct event *event,
		     struct tracee_state *state);
/* Returns whether only the end of a call decides whether it is shown: -e status. */
static inline bool select_waits(const struct session *session)
{
	return session->config->where && where_needs(session->config->where) & WHERE_NEEDS_STATUS;
}
/* Returns whether a selected call that has returned is shown: -e status. */
static inline bool select_shown(const struct session *session, struct tracee_state *state)
{
	return !session->config->where ||
	       where_shows(session->config->where, &state->where, &state->call, false);
}
/*
 * Whether -e status selects the current call of a tracee if it ends so: without a result, under
 * another tid, or successfully.
 */
bool select_status(struct session *session, struct tracee_state *state, bool detached);
/*
 * Returns whether a call that will never return is selected and shown. detached: the trace ends
 * before the call.
 */
bool select_unfinished(struct session *session, const struct event *event,
		       struct tracee_state *state, bool detached);
/* Returns whether -e signal and --where select a signal. */
bool select_signal(struct session *session, const struct event *event, int signal);
/*
 * Returns whether the user asks for signals also of threads that make no selected call: by -e
 * signal, or by the expression.
 */
static inline bool select_asks_for_signals(const struct session *session)
{
	const struct config *config = session->config;

	return (config->signals_given && config->signals) ||
	       (config->where && where_needs(config->where) & WHERE_NEEDS_SIGNALS);
}
/*
 * Returns whether a call that the engine has counted is selected. *call becomes a copy of it with
 * its real ID, row and name.
 */
bool select_counted(const struct session *session, const struct call *counted, struct call *call);
/* Says of how many calls a value could not be found out on which the expression depends. */
void select_report_unknown(const struct session *session);
/*
 * Reports on stderr which calls the tried profile does not allow. Returns whether there are none.
 */
bool select_report_trial(const struct session *session);

/* --- sample.c: --sample ---------------------------------------------------------------------- */

void sample_prepare(struct session *session);
/* Returns whether a selected call is shown. Sets call->stands_for. */
bool sample_takes(struct session *session, struct call *call);
/* At the end: says how many calls were left out. */
void sample_report(const struct session *session);

/* --- tamper.c -------------------------------------------------------------------------------- */

/* Apply -e inject to the current call of a tracee, at its entry and at its exit. */
void tamper_at_entry(struct session *session, const struct event *event, struct tracee_state *state,
		     struct verdict *verdict);
void tamper_at_exit(struct session *session, const struct event *event, struct tracee_state *state,
		    struct verdict *verdict);
/*
 * Returns whether a call is the execve with which scry launches the command, which must not fail.
 */
bool tamper_is_launch(const struct session *session, const struct call *call);

/* --- reading.c ------------------------------------------------------------------------------- */

/* To be called before an event is handled: forgets the answers about the event before. */
void reading_begin(struct session *session, const struct event *event);
/*
 * Returns what decodes the current call of a tracee. The caller sets the sink, and the snapshot or
 * the builder if it has them.
 */
struct decode reading_decoder(const struct session *session, const struct event *event,
			      struct tracee_state *state);
/*
 * Returns how a call is decoded if all is asked that any consumer asks: what is captured or kept for
 * later decoding.
 */
struct decode_config reading_config(const struct session *session, enum syscall_id id,
				    const struct abi *abi);
/* Returns the fetch of the tracee of an event, through the answers if they are kept. */
const struct fetch *reading_fetch(const struct session *session, const struct event *event);

/* --- gather.c -------------------------------------------------------------------------------- */

/* Fill in what consumers need of the call of a moment, at its entry and at its exit. */
void gather_entry(struct session *session, struct tracee_state *state, struct moment *moment);
void gather_exit(struct session *session, struct tracee_state *state, struct moment *moment);
/* For a call that will not return. Only of a tracee that was released it has a subject and a CPU time. */
void gather_unfinished(struct session *session, struct tracee_state *state, struct moment *moment);
/* Makes the segments of the siginfo. */
void gather_signal(struct session *session, struct tracee_state *state, struct moment *moment);
/* With many tracees, returns the buffers of a tracee that shows nothing now to a pool. */
void gather_return_buffers(struct session *session, struct tracee_state *state);

/* stacks.c: prepares the reading of stacks. Returns false after a message. */
bool gather_prepare_stacks(struct session *session);
/*
 * At the entry of a call: fills in state->stack, and adds the time that this takes to
 * call.entered_ns.
 */
void gather_stack(struct session *session, struct tracee_state *state, struct moment *moment);
/* At EVENT_NEW: the child has the mappings of its parent. */
void gather_child_stacks(struct session *session, const struct event *event);
/* Sets moment->stack of a signal. */
void gather_signal_stack(struct session *session, struct moment *moment);

/*
 * subjects.c: the subject of a call. prepare: also after needs have changed. begin: at the entry.
 * finish: returns moment->subject.
 */
void subjects_prepare(struct session *session);
void subjects_begin(struct session *session, const struct event *event, struct tracee_state *state);
const struct summary_subject *subjects_finish(struct session *session, const struct event *event,
					      struct tracee_state *state);

/* --- claims.c -------------------------------------------------------------------------------- */

/* Claims the files of -o and --replay. Returns false after a message if they are the same. */
bool claims_begin(struct session *session);
/* struct host, claim. */
bool claims_add(struct host *host, const char *path, const char *option, const char *begins);
void claims_end(struct session *session);

/* --- consumers.c ----------------------------------------------------------------------------- */

/* Opens the consumers that options ask for. Returns false after a message. */
bool consumers_open(struct session *session);
/* Asks all consumers what they need, and adds the needs of options about calls, such as -P. */
void consumers_ask(struct session *session);

/* Calls the function of these consumers. Sets moment->place and moment->slot. */
void consumers_tell_all(struct session *session, const struct listeners *listeners,
			struct moment *moment);

/* Calls this function of all consumers that have it. */
static inline void consumers_tell(struct session *session, enum telling telling,
				  struct moment *moment)
{
	const struct listeners *listeners = &session->consumers.listeners[telling];

	if (listeners->n)
		consumers_tell_all(session, listeners, moment);
}

/* --- readers.c ------------------------------------------------------------------------------- */

/*
 * If conditions select the tasks, finds the processes that read what scry writes, says which they
 * are, and tells the engine.
 */
void readers_find(struct session *session);
void readers_end(struct session *session);

/* --- places.c -------------------------------------------------------------------------------- */

/*
 * Opens the shared place, or checks that the directory of separate files is writable. Returns false
 * after a message.
 */
bool places_open(struct session *session);
/*
 * Returns the shared place, or opens that of a tracee. What this trace has written to its file
 * before stays there.
 */
struct place *places_get(struct session *session, pid_t tid);
/* Closes the place of an ended tracee, unless it is the shared one. */
void places_release(struct session *session, struct place *place);
/* Ends files that have reached a limit of config->limits. idle: no event was handled just now. */
void places_limit(struct session *session, bool idle);
/* SIGHUP: goes on in new files where the old ones were moved away. */
void places_reopen(struct session *session);
/* Writes bytes that are older than 100 ms. Returns whether younger bytes are still buffered. */
bool places_flush_old(struct session *session);
/* Writes all buffered bytes and closes all places. Returns false if any write failed. */
bool places_close(struct session *session);

#endif
