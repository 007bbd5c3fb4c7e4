/* SPDX-License-Identifier: MIT */
/* Private to src/why/: the state of the consumer, and what calls add to it. */
#ifndef SCRY_WHY_ACCOUNT_H
#define SCRY_WHY_ACCOUNT_H

#include "scry/consumer.h"
#include "why/values.h"
#include "scry/sets.h"
#include "scry/look.h"

struct why;

/* A call that has returned. */
struct seen {
	struct process *process;
	struct thread *thread;
	const struct call *call;
	const struct moment *moment;
	uint64_t lasted_ns; /* from entry to exit */
	uint64_t ns; /* the same without what tracing adds */
};

typedef void account(struct why *why, const struct seen *seen);

struct why {
	struct consumer base;
	struct diagnosis diagnosis;
	struct value_finder finder;
	struct decode_config decoding;
	account *accounts
		[ID_COUNT]; /* of calls that have returned without an error, and of those that are always counted */
	uint8_t wants[ID_COUNT]; /* enum account_wants */
	struct call_set read_at_entry, read_at_exit; /* the calls whose memory is read */
	struct buf json; /* the findings */
};

void account_prepare(struct why *why);
/* Whether the call is decoded at its entry. */
bool account_wants_values(const struct why *why, struct thread *thread, const struct call *call);
/* Finds out what the descriptor of a call refers to, if the trace has not seen it opened. */
void account_note_entry(struct why *why, struct thread *thread, const struct moment *moment);
/* Counts a call that has returned. */
void account_call(struct why *why, struct thread *thread, const struct moment *moment);
/*
 * Notes a call that will not return: a process that kills itself does not come back from kill(2).
 */
void account_unfinished(struct why *why, struct thread *thread, uint64_t ns);
/* Counts the descriptors that a process has opened and not closed. */
void account_leaks(struct why *why, struct process *process);

#endif
