/* SPDX-License-Identifier: MIT */
/* Resources: on which machine, in which container and in which unit the telemetry was made. */
#ifndef SCRY_OTLP_RESOURCE_H
#define SCRY_OTLP_RESOURCE_H

#include "otlp/message.h"
#include "scry/record.h"

/* Where a process runs. NULL: nowhere, or unknown. */
struct home {
	char *container, *id, *pod, *unit;
};

/* What is known of the machine. */
struct machine {
	char *host; /* NULL: unknown */
	char *id; /* /etc/machine-id; NULL: unknown */
	const char *arch; /* as the semantic conventions name it; NULL: unknown */
	char *service; /* the name of the service; NULL: the name of the container or the unit */
	char *kernel; /* NULL: unknown */
};

/*
 * recorded: facts about the recording that is replayed; NULL: this machine. command: NULL: there is
 * none.
 */
void machine_describe(struct machine *machine, const struct record_info *recorded,
		      const char *command);
void machine_free(struct machine *machine);

/* Makes a resource. home NULL: the machine itself. OTEL_RESOURCE_ATTRIBUTES adds to it. */
Otlp__Resource *resource_make(struct arena *arena, const struct machine *machine,
			      const struct home *home);
/* What made the telemetry: scry. */
Otlp__InstrumentationScope *scope_make(struct arena *arena);

/*
 * Calls each() for each "KEY=VALUE" of a list of the variables of OpenTelemetry. Both are
 * unescaped, and end with a NUL.
 */
typedef void pair_each(void *ctx, const char *key, const char *value);
void pairs_read(const char *list, pair_each *each, void *ctx);

#endif
