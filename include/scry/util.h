/* SPDX-License-Identifier: MIT */
/* Door of src/util/: growable buffer, allocation, checked arithmetic, messages. */
#ifndef SCRY_UTIL_H
#define SCRY_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/*
 * Memory. These never return NULL: when memory runs out they say so, call the handler set by
 * alloc_set_failure_handler() with ctx (it releases the tracees) and exit with status 1.
 */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *ptr, size_t n, size_t size);
/* For one element more behind n: the array, moved if it was full. *room: of how many; it is doubled. */
void *xgrow(void *array, size_t n, size_t *room, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
void alloc_set_failure_handler(void (*handler)(void *ctx), void *ctx);

/* A growable run of bytes. All zero is an empty buffer; buf_free() gives its memory back. */
struct buf {
	char *data;	/* not terminated by NUL */
	size_t len, size;
};

/* Makes room, of which there is too little, for so many bytes more. */
void buf_grow(struct buf *buf, size_t more);

static inline void buf_reserve(struct buf *buf, size_t more)
{
	if (more > buf->size - buf->len)
		buf_grow(buf, more);
}

static inline void buf_put(struct buf *buf, const void *bytes, size_t len)
{
	if (!len)
		return;
	buf_reserve(buf, len);
	memcpy(buf->data + buf->len, bytes, len);
	buf->len += len;
}

static inline void buf_puts(struct buf *buf, const char *s)
{
	buf_put(buf, s, strlen(s));
}

static inline void buf_putc(struct buf *buf, char c)
{
	buf_reserve(buf, 1);
	buf->data[buf->len++] = c;
}

void buf_fill(struct buf *buf, char c, size_t n);
void buf_put_dec(struct buf *buf, int64_t value);
void buf_put_udec(struct buf *buf, uint64_t value);
void buf_put_hex(struct buf *buf, uint64_t value);	/* "0x1f"; 0 is "0" */
void buf_put_octal(struct buf *buf, uint64_t value);	/* "0644"; 0 is "0" */
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args);
/* Adds a NUL behind the data, without counting it, and returns the data as a C string. */
const char *buf_cstr(struct buf *buf);
void buf_clear(struct buf *buf);
void buf_free(struct buf *buf);

/* "scry: ...\n" on stderr, in one write; control bytes in strings are escaped. errno survives. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with ": strerror(errno)" behind it. */
void warn_errno(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* warn() and exit(1). Only before anything was launched or attached. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void die_errno(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Fills *error (malloc'ed, the caller's); returns false, for what parses and can fail. */
bool set_error(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Names that something can have: n rows of size bytes, each of which begins with its name, a const char * (NULL: it has none). */
struct name_list {
	const void *rows;
	size_t n, size;
};
#define NAMES(array) ((struct name_list){ array, ARRAY_SIZE(array), sizeof(*(array)) })

/*
 * The name nearest to word, upper and lower case alike: of its letters at most a third missing, added, wrong or
 * swapped; or else the only one that begins so. NULL: there is none.
 */
const char *nearest(const char *word, struct name_list names);
/*
 * Goes on with the sentence in *error, about a word that is no name, if one is near: "SEPARATOR did you mean
 * 'PREFIXname'?" Returns whether there was one.
 */
bool add_nearest(char **error, const char *separator, const char *word, const char *prefix,
		 struct name_list names);
/* Goes on with all the names: before, "a, b", before_last, "c". Returns false, as set_error() does. */
bool add_names(char **error, const char *before, struct name_list names, const char *before_last);

/*
 * Replaces what is in joined by the absolute name of a path that begins at the absolute name start: without "//",
 * "." and "..", which takes away the component before it also where that is a symbolic link.
 */
void path_join(struct buf *joined, const char *start, size_t start_len, const char *path, size_t len);
/* The last component, slashes after it left out: of "a/b/" "b", of "/" nothing. *len: of the path; of that component. */
const char *path_last(const char *path, size_t *len);
/* Whether a path ends with a name: neither "." nor "..", nor a slash, before which symbolic links are followed. */
bool path_ends_with_name(const char *path, size_t len);

/* A decimal number from 0 to most: digits and nothing else. False: it is none. */
bool parse_decimal(const char *text, uint64_t most, uint64_t *number);
/* The same of the digits at *text, which moves behind them. */
bool read_decimal(const char **text, uint64_t most, uint64_t *number);

/*
 * How many elements of the array are not above key. Each is of size bytes, and begins with a uint64_t by which
 * they are sorted.
 */
size_t upper_bound(const void *array, size_t n, size_t size, uint64_t key);

/*
 * The length of the UTF-8 character at s, of at most len bytes; 0: none (RFC 3629: no surrogates, no
 * overlong forms, nothing above U+10FFFF).
 */
size_t utf8_length(const unsigned char *s, size_t len);
/*
 * Whether the character of n bytes at s is one that terminals and readers obey instead of showing it: control
 * characters (those of C1 and DEL too), ends of lines, what turns the direction of writing. *code: which it is, if
 * it has at most 16 bits.
 */
bool utf8_is_control(const unsigned char *s, size_t n, unsigned *code);

/* A time, "1.5ms": s, ms, us (also without a unit) or ns. False: it is none. */
bool parse_duration(const char *text, uint64_t *ns);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t now_ns(void);

#endif
