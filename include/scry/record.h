/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/record/: recordings, which keep the events of a trace and what decode can
 * ask about them. doc/recording.md describes the file.
 */
#ifndef SCRY_RECORD_H
#define SCRY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/call.h"
#include "scry/event.h"
#include "scry/fetch.h"
#include "scry/output.h"
#include "scry/sets.h"
#include "scry/stack.h"

/* The length of strings and buffers that is kept without --record-limit, in bytes. */
#define RECORD_LIMIT_DEFAULT 4096u

struct answers;

/* --- facts about a recording ----------------------------------------------------------------- */

/*
 * Facts about a recording as a whole, in the order in which they were added: a key such as
 * "kernel", and a value. A key may occur several times: there is an "argument" for each word of the
 * command line. A zeroed struct is empty.
 */
struct record_info {
	size_t n, capacity;
	struct record_fact {
		const char *key, *value;
	} *facts;
};

/* Appends a fact. The strings are copied. */
void record_info_add(struct record_info *info, const char *key, const char *value);
void record_info_add_number(struct record_info *info, const char *key, uint64_t number);
/* Returns the first value of a key; NULL: there is none. */
const char *record_info_find(const struct record_info *info, const char *key);
/* Returns whether a key has this value, among others. */
bool record_info_has(const struct record_info *info, const char *key, const char *value);
/* Returns the first value of a key as a number; 0: there is none. */
uint64_t record_info_number(const struct record_info *info, const char *key);
void record_info_free(struct record_info *info);

/* --- writing --------------------------------------------------------------------------------- */

struct recorder_config {
	const char *path;	/* the file; an existing one is replaced */
	/* keep only this many bytes, in memory, until recorder_trigger(); 0: no such limit */
	uint64_t ring_bytes;
	uint64_t ring_ns;	/* keep only captures of this many nanoseconds; 0: no such limit */
	struct file_limits limits;	/* without a ring: when the next file begins */
	/* what an earlier recorder has left at path becomes path.1, as at the limits */
	bool keeps_old;
};

struct where;

/* --record-when: conditions of a call, which must all be met, or a set of signals. */
struct trigger {
	bool of_call;		/* a call can be meant; else only signals */
	struct call_set calls;
	unsigned status;	/* STATUS_SUCCESSFUL, STATUS_FAILED */
	bool has_errors;	/* only calls with one of these errors */
	/* error n is bit n % 64 of element n / 64 */
	uint64_t errors[(ERRNO_MAX + 1) / 64];
	uint64_t longer_ns;	/* only calls that take longer; 0: any */
	uint64_t signals;	/* signal n is bit n - 1 */
};

/*
 * Parses CONDITION[:CONDITION]...: trace=SET or SET, status=SET, error=SET, duration>TIME,
 * signal=SET. Errors are reported as by call_set_parse().
 */
bool trigger_parse(const char *expression, struct trigger *trigger, char **error);
/* Returns whether a call that has returned meets the conditions. */
bool trigger_is_call(const struct trigger *trigger, const struct call *call);
bool trigger_is_signal(const struct trigger *trigger, int signal);

/* What the user asked of a recording. */
struct record_config {
	struct recorder_config file;	/* --record, --record-ring; .path NULL: none */
	uint64_t limit;		/* --record-limit: bytes of a string; UINT64_MAX: all */
	bool environment;	/* --record-environment */
	struct trigger *triggers;	/* --record-when: any of them writes the ring */
	size_t n_triggers;
	/* --record-when=where=EXPR: a call or signal that writes the ring, too; NULL: none */
	struct where *awaited;
};

struct recorder;

/*
 * Opens the file and writes the facts to it. Returns NULL with *error set, which the caller frees.
 * With a ring the file is opened by recorder_trigger(). The recorder copies info. recorder_add()
 * keeps what is in answers, which the caller owns, and which are asked from now on about details of
 * descriptors of every kind, so that a replay can show any.
 */
struct recorder *recorder_new(const struct recorder_config *config, const struct record_info *info,
			      struct answers *answers, char **error);
/*
 * Appends a capture: an event, the process of its thread, what the session knows about it, and the
 * answers since answers_begin(). The event must have both times.
 */
void recorder_add(struct recorder *recorder, const struct event *event, pid_t tgid,
		  const struct event_facts *facts);
/*
 * Writes captures that are older than a second. Returns whether younger ones wait. now:
 * CLOCK_MONOTONIC, ns.
 */
bool recorder_flush_old(struct recorder *recorder, uint64_t now);
/* Writes the ring to the file. Returns false after a message if that fails. */
bool recorder_trigger(struct recorder *recorder);
/*
 * If path does not name the open file any more, because it was moved away, or a write has failed:
 * completes the open file, and begins a new one. Does nothing with a ring.
 */
void recorder_reopen(struct recorder *recorder);
/* Returns whether a write has failed. A message said so, and nothing more is kept. */
bool recorder_failed(const struct recorder *recorder);
/*
 * Writes what waits and the index, and frees the recorder. A ring that was never triggered is
 * written as by recorder_trigger(). Returns false if any write failed.
 */
bool recorder_close(struct recorder *recorder);

/* --- reading --------------------------------------------------------------------------------- */

struct capture {
	struct event event;	/* .tracee is NULL; .facts points to facts */
	pid_t tgid;		/* the process of event.tid */
	struct event_facts facts;
	/* event.request points to it, if the capture is about a request; without .key */
	struct request request;
	struct stack stack;	/* facts.stack points to it, if the capture has one */
	struct answers *answers;	/* for answers_fetch_ops */
};

enum recording_status {
	RECORDING_CAPTURE,	/* *capture is the next one; it is valid until the next call */
	/* captures are missing here: *message says which; reading goes on */
	RECORDING_DAMAGE,
	RECORDING_END,
};

struct recording;

/* Whether the name of a recording stands for stdin. */
static inline bool recording_is_stdin(const char *path)
{
	return path[0] == '-' && !path[1];
}

/*
 * Opens a recording and reads the facts about it. "-" is stdin: what comes through a pipe is copied
 * to a file without a name, to its end. Returns NULL if it has none that this version of scry can
 * read, with *error set, which the caller frees.
 */
struct recording *recording_open(const char *path, char **error);
/* Returns whether a file begins as a recording does. */
bool recording_is_at(const char *path);
const struct record_info *recording_info(const struct recording *recording);
/*
 * Says how stacks are wanted: with source lines, and how many frames. Without this call captures
 * have none.
 */
void recording_want_stacks(struct recording *recording, const struct stack_config *config);
/*
 * Returns how long the recording is: the nanoseconds from its first capture to its last one that
 * can be read. It is called before recording_next().
 */
uint64_t recording_length(struct recording *recording);
/*
 * Makes the replay begin ns nanoseconds after the first capture: captures before that time are left
 * out, and blocks of them are not unpacked. It is called before recording_next(). Returns false if
 * the recording ends earlier, with *error set, which the caller frees. recording_has_gap() returns
 * true from then on if a capture was left out.
 */
bool recording_begin_after(struct recording *recording, uint64_t ns, char **error);
/* Reads on. *message belongs to the recording and is valid until the next call. */
enum recording_status recording_next(struct recording *recording, const struct capture **capture,
				     const char **message);
/*
 * Returns whether captures before the last one that was read are missing: the recording is a ring
 * that does not begin with the trace, it is damaged, or recording_begin_after() left them out.
 */
bool recording_has_gap(const struct recording *recording);
/* Returns how many questions about the captures found no answer. */
uint64_t recording_missing(const struct recording *recording);
void recording_free(struct recording *recording);

#endif
