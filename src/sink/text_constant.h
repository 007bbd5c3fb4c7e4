/* SPDX-License-Identifier: MIT */
/* Numbers with names in text: enumerations and flag sets, in the three formats of -X. */
#ifndef SINK_TEXT_CONSTANT_H
#define SINK_TEXT_CONSTANT_H

#include "scry/sinks.h"

/* Appends permissions in octal, with three digits or more. */
void text_put_permissions(struct buf *out, uint64_t bits);
/* Numbers with names from a list. */
void text_put_enum(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_flags(struct buf *out, const struct sink_config *config, const struct value *value);
/*
 * Appends what -X asks for: the name, the number, or the number with the name as a comment. An
 * empty name means that the number has none.
 */
void text_put_named(struct buf *out, const struct sink_config *config, const struct buf *number,
		    const struct buf *name);

#endif
