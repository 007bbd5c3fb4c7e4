/* SPDX-License-Identifier: MIT */
/* Strings in text: escaped, so that a tracee cannot send control characters to the terminal. */
#ifndef SINK_TEXT_STRING_H
#define SINK_TEXT_STRING_H

#include "sink/text.h"

/* Appends a string in quotes, escaped as strace does; then "..." if truncated. */
void text_put_string(struct buf *out, enum hex_strings hex, const void *bytes, size_t len,
		     bool truncated);
/* What follows a descriptor or pid: "<PATH>". */
void text_put_annotation(struct buf *out, enum hex_strings hex, const void *bytes, size_t len);
/* The same, without < and >. */
void text_put_annotation_bytes(struct buf *out, enum hex_strings hex, const void *bytes,
			       size_t len);
/* An SELinux context: " [CONTEXT]". */
void text_put_context(struct buf *out, const void *context, size_t len);
/* A C string, escaped, without quotes. */
void text_put_escaped(struct buf *out, const char *text);
/* Every byte in hexadecimal, in quotes. */
void text_put_hex_string(struct buf *out, const void *bytes, size_t len);

#endif
