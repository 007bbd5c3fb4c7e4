/* SPDX-License-Identifier: MIT */
/* Encodes captures. src/record/parse.c reads what is written here. */
#ifndef RECORD_ENCODE_H
#define RECORD_ENCODE_H

#include "scry/kept_answers.h"
#include "record/writer.h"

struct encoder *encoder_new(void);
void encoder_free(struct encoder *encoder);
/* Begins a block: forgets everything. */
void encoder_begin(struct encoder *encoder);
/* Replaces raw by the bytes of the block. */
void encoder_join(const struct encoder *encoder, struct buf *raw);
/*
 * Returns whether the block must end, because its tables are full, or because it has about capacity
 * bytes.
 */
bool encoder_is_full(const struct encoder *encoder, size_t capacity);
void encoder_add(struct encoder *encoder, const struct event *event, pid_t tgid,
		 const struct event_facts *facts, const struct answers *answers);

#endif
