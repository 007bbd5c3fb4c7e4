/* SPDX-License-Identifier: MIT */
/* Values of devices in text: characters, keys, pixel formats, identifiers, tones. */
#ifndef SINK_TEXT_DEVICE_H
#define SINK_TEXT_DEVICE_H

#include "scry/sinks.h"

/* text_device.c */
void text_put_character(struct buf *out, const struct value *value);
void text_put_tone(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_uuid(struct buf *out, const struct value *value);
void text_put_callsign(struct buf *out, const struct sink_config *config,
		       const struct value *value);
void text_put_fourcc(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_keysym(struct buf *out, const struct sink_config *config, const struct value *value);

#endif
