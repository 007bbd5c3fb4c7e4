/* SPDX-License-Identifier: MIT */
/* The file that a descriptor refers to, in text: "<TCP:[127.0.0.1:80]>". */
#ifndef SINK_TEXT_DETAIL_H
#define SINK_TEXT_DETAIL_H

#include "scry/sinks.h"

/* The file that a descriptor refers to, from value->more->detail. */
void text_put_detail(struct buf *out, const struct sink_config *config, const struct value *value);

#endif
