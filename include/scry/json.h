/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/util/: appends JSON to a buffer. Members and elements get their commas from
 * the functions that begin them. They look at the byte before: '{' or '[' means that the member or
 * element is the first one.
 */
#ifndef SCRY_JSON_H
#define SCRY_JSON_H

#include <time.h>

#include "scry/util.h"

static inline void json_begin_object(struct buf *out)
{
	buf_putc(out, '{');
}

static inline void json_end_object(struct buf *out)
{
	buf_putc(out, '}');
}

/* Ends an object that is a line of its own. */
static inline void json_end_line(struct buf *out)
{
	buf_puts(out, "}\n");
}

static inline void json_begin_array(struct buf *out)
{
	buf_putc(out, '[');
}

static inline void json_end_array(struct buf *out)
{
	buf_putc(out, ']');
}

/*
 * Appends a comma if necessary, len bytes of a key in quotes, and a colon. No byte of the key may
 * need an escape.
 */
void json_put_key(struct buf *out, const char *key, size_t len);

/* Begins a member of the object that the buffer ends with. The caller appends its value. */
static inline void json_begin_member(struct buf *out, const char *key)
{
	json_put_key(out, key, strlen(key));
}

/* Begins an element of the array that the buffer ends with. The caller appends its value. */
static inline void json_begin_element(struct buf *out)
{
	if (out->data[out->len - 1] != '[')
		buf_putc(out, ',');
}

/*
 * Appends an integer. It becomes a decimal string if a double cannot represent it exactly: jq 1.6
 * and JavaScript read numbers as doubles. buf_put_udec() appends a number of any size.
 */
void json_put_unsigned(struct buf *out, uint64_t u);
void json_put_signed(struct buf *out, int64_t i);

static inline void json_put_bool(struct buf *out, bool truth)
{
	buf_puts(out, truth ? "true" : "false");
}

static inline void json_put_null(struct buf *out)
{
	buf_puts(out, "null");
}

/* Appends a number in hexadecimal in quotes: "0x1f"; 0 is "0x0". */
void json_put_hex(struct buf *out, uint64_t u);

/*
 * Appends a time since 1970 in UTC as RFC 3339 has it, in quotes: "2023-11-14T22:13:20.000000005Z".
 * A time that does not fit json_time_ns() becomes the nearest one that does.
 */
void json_put_time(struct buf *out, const struct timespec *time);
/* Returns the time in nanoseconds since 1970, at least 0 and at most as many as 64 bits hold. */
int64_t json_time_ns(const struct timespec *time);

/*
 * Appends len bytes in quotes. Bytes that are not UTF-8 become U+FFFD; control characters are
 * escaped.
 */
void json_put_string(struct buf *out, const void *bytes, size_t len);
/* Appends a C string in the same way, or null for NULL. */
void json_put_text(struct buf *out, const char *text);

/* Each of these functions appends a member: the key, and a value as above. */
void json_add_unsigned(struct buf *out, const char *key, uint64_t u);
void json_add_signed(struct buf *out, const char *key, int64_t i);
void json_add_bool(struct buf *out, const char *key, bool truth);
void json_add_hex(struct buf *out, const char *key, uint64_t u);
void json_add_text(struct buf *out, const char *key, const char *text);
/*
 * Appends bytes as a member from which none is lost. If they are UTF-8 without NUL, the member is
 * "key":"…"; otherwise it is "key_base64":"…".
 */
void json_add_bytes(struct buf *out, const char *key, const void *bytes, size_t len);

#endif
