/* SPDX-License-Identifier: MIT */
/* Spans of calls. */
#ifndef SCRY_OTLP_CALL_SPANS_H
#define SCRY_OTLP_CALL_SPANS_H

#include "otlp/process.h"
#include "scry/call.h"
#include "scry/summary.h"

/* What a span shows of a call. */
struct call_facts {
	const struct call *call;
	const struct summary_subject *subject; /* NULL: unknown, because the call did not return */
	pid_t tid;
	uint64_t duration_ns;
	const struct buf *arguments; /* as text */
};

/*
 * Returns the errno name of a call that has failed, or its number in *number. NULL: it has not
 * failed.
 */
const char *call_error(const struct call *call, char number[12]);
/*
 * Whether the path of a call is the path of a file. A descriptor can refer to a socket or a pipe:
 * "socket:[1]".
 */
bool subject_has_file(const struct summary_subject *subject);
/* Makes the span of a call: a child of the span of the process. */
Otlp__Span *call_span(struct processes *processes, struct process *process, struct arena *arena,
		      const struct call_facts *facts);

#endif
