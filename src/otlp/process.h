/* SPDX-License-Identifier: MIT */
/* Processes and the programs that they execute, each of which is a span. */
#ifndef SCRY_OTLP_PROCESS_H
#define SCRY_OTLP_PROCESS_H

#include <sys/types.h>

#include "otlp/batch.h"
#include "otlp/context.h"
#include "scry/index.h"
#include "scry/util.h"

/* Events of a span, as SDKs keep them; and of all spans together. Further events are counted. */
#define EVENTS_MAX 128u
#define ALL_EVENTS_MAX 65536u

/* A moment by both clocks. */
struct instant {
	uint64_t mono_ns, real_ns;
};

/* What happened in a process: calls that failed in the same way, or a signal. */
struct incident {
	const char *name; /* of the call; NULL: a signal */
	char *error; /* of the call: its errno name; of a signal: its name */
	char *path; /* NULL: none */
	size_t path_len;
	pid_t sender; /* of a signal; 0: the kernel, or unknown */
	uint64_t real_ns, n; /* of the first one; how many */
};

/* Words, each with a NUL: arguments, or an environment. */
struct words {
	struct buf text;
	size_t n;
	bool cut; /* there were more */
};

/* What execve has been called with. */
struct execution {
	struct buf path;
	struct words arguments, environment;
	bool known; /* a call was seen */
};

struct process {
	pid_t pid, parent_pid;
	size_t refs; /* of its threads */
	size_t position; /* in the table */
	struct home home;
	/* The span of the program that runs now. */

	/* .flags is what the application has decided about sampling */
	struct span_context context, parent;
	bool parent_is_remote;
	struct span_context given; /* TRACEPARENT, as the process has inherited it */
	struct instant start;
	bool executed; /* it has executed a program since its fork */
	bool attached; /* it ran before the trace */
	bool used; /* other spans refer to this one */
	char *name;
	struct buf path;
	struct words arguments;
	struct execution next; /* of the execve that is under way */
	struct incident *notes;
	size_t n_notes, capacity;
	uint64_t dropped_notes;
	bool has_user;
	uint32_t user;
	/* How it has ended. */
	enum { LIFE_RUNS, LIFE_EXITED, LIFE_KILLED, LIFE_LEFT } life;
	int status;
	bool core;
	struct instant end;
};

struct processes {
	struct process **items; /* NULL: a free place */
	size_t n, capacity, n_free;
	size_t *free_places;
	size_t free_capacity;
	struct index index;
	size_t n_notes; /* of all processes */
	uint64_t started; /* programs so far */
	struct identifiers identifiers;
};

struct process *processes_find(const struct processes *processes, pid_t pid);
/* Adds a process. parent NULL: it begins a trace of its own. */
struct process *processes_add(struct processes *processes, pid_t pid, const struct process *parent,
			      struct instant now);
/* Removes it from the table, and frees it. */
void processes_remove(struct processes *processes, struct process *process);
void processes_clear(struct processes *processes);

/*
 * The process has executed a program: its span becomes that of the program. The caller has added
 * the span of the former program to a batch if process_replaces() says so.
 */
bool process_replaces(const struct process *process);
void process_execute(struct processes *processes, struct process *process, struct instant now);
/*
 * Takes the parent that TRACEPARENT names, unless the process has it from the process that made it.
 */
void process_take_context(struct processes *processes, struct process *process,
			  const struct span_context *given);

/* Notes a call that failed, or a signal; the texts are copied. */
void process_note(struct processes *processes, struct process *process,
		  const struct incident *note);
/*
 * Makes the span of the program that runs, from its start to process->end. Its notes are forgotten.
 */
Otlp__Span *process_span(struct processes *processes, struct process *process, struct arena *arena);

void words_add(struct words *words, const char *bytes, size_t len);
void words_clear(struct words *words);

#endif
