/* SPDX-License-Identifier: MIT */
/* The writer of JSON: its state, and the functions that its files share. */
#ifndef SCRY_SINK_JSON_H
#define SCRY_SINK_JSON_H

#include "scry/json.h"
#include "scry/sinks.h"

/* doc/json.md describes the records of this version. */
#define JSON_VERSION 2

/* A group that is open. */
struct json_level {
	enum group group;
	size_t start; /* offset in the text of the builder */
	unsigned n; /* members or elements so far */
	size_t first_name; /* index of the name of its first member in names */
	uint64_t name_hashes; /* bit h is set if a member has a name with the hash h */
	bool changing; /* the next value is the "after" of a change */
};

struct json {
	struct writer writer;
	struct sink_config config;
	struct output *output;
	struct buf line;
	struct record_builder *builder; /* it has the segment that is being emitted */
	struct json_level *levels; /* the segment itself, then its open groups */
	size_t n_levels, levels_capacity;
	const char **names; /* of the members of the open groups */
	size_t n_names, names_capacity;
	const char *member; /* name of the next member; NULL if it has none */
	const char *macro; /* name of the next group, if that is a macro */
	struct value macro_number; /* the number that the macro makes */
	bool macro_has_number;
	size_t last_value; /* offset of the last value in the text of the builder */
	size_t last_comma; /* offset of the comma before it, or of the value if it has no comma */
	uint64_t last_address; /* not 0: the last value is this unreadable address, */
	bool last_not_captured; /* ... whose memory was not captured */
	bool in_note; /* the segment holds notes */
	uint64_t n_records; /* written so far */
	bool had_error; /* one of them has an "error" */
	struct buf flat; /* --json=flat: the arguments of the record, as JSON */
};

static inline struct json *json_of(struct sink *sink)
{
	return (struct json *)sink;
}

#endif
