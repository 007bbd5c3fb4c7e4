/* SPDX-License-Identifier: MIT */
/* Sets in text: signals, bits with names, descriptors, CPUs. */
#ifndef SINK_TEXT_SET_H
#define SINK_TEXT_SET_H

#include "scry/sinks.h"

/* Text_put_sigset() is also for a KIND_BITSET; text_put_bits() for numbered bits. */
void text_put_sigset(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_bits(struct buf *out, const struct value *value);

#endif
