/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/util/: allocation, buffers, messages, libraries, names, numbers, UTF-8 and
 * times.
 */
#ifndef SCRY_UTIL_H
#define SCRY_UTIL_H

#include <pwd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/*
 * Allocation. These functions never return NULL. When memory runs out they write a message, call
 * the handler that alloc_set_failure_handler() has set, which releases the tracees, and exit with
 * status 1.
 */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *ptr, size_t n, size_t size);
/*
 * Ensures that an array of n elements of size bytes can hold one more. Returns the array, which may
 * have moved. *capacity is the number of elements that it can hold; a full array gets twice the
 * capacity.
 */
void *xgrow(void *array, size_t n, size_t *capacity, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
void alloc_set_failure_handler(void (*handler)(void *ctx), void *ctx);

/*
 * The FNV-1a hash of len bytes. start: HASH_START, a hash of what comes before the bytes, or
 * HASH_START combined with a number.
 */
#define HASH_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t hash_bytes(uint64_t start, const void *bytes, size_t len)
{
	uint64_t hash = start;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* A growable string of bytes. A zeroed struct is an empty buffer; buf_free() frees its memory. */
struct buf {
	char *data; /* not terminated by NUL; see buf_cstr() */
	size_t len;
	size_t size; /* allocated bytes */
};

/* Enlarges the buffer so that `more` bytes can be appended. For buf_reserve(). */
void buf_grow(struct buf *buf, size_t more);

/* Ensures that `more` bytes can be appended without another allocation. */
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

void buf_fill(struct buf *buf, char c, size_t n); /* appends n times c */
void buf_put_dec(struct buf *buf, int64_t value);
void buf_put_udec(struct buf *buf, uint64_t value);
void buf_put_hex(struct buf *buf, uint64_t value); /* "0x1f"; 0 is "0" */
void buf_put_octal(struct buf *buf, uint64_t value); /* "0644"; 0 is "0" */
/* Appends the n last digits of a decimal number, with zeros before it if it has fewer. */
void buf_put_digits(struct buf *buf, uint64_t value, size_t n);
void buf_put_base64(struct buf *buf, const void *bytes, size_t len);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args);
/* Writes a NUL after the data, without changing len, and returns the data as a C string. */
const char *buf_cstr(struct buf *buf);
/* Empties the buffer, and returns its data as a C string that the caller frees. */
char *buf_take(struct buf *buf);
void buf_clear(struct buf *buf);
void buf_free(struct buf *buf);

/* Writes "scry: MESSAGE\n" to stderr in one write(2); escapes control bytes; preserves errno. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with ": " and strerror(errno) appended. */
void warn_errno(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Calls warn() or warn_errno(), then exit(1). Only for use while there are no tracees. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void die_errno(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Stores a message in *error, which the caller frees. Returns false: callers return it in turn. */
bool set_error(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct library_function {
	const char *name;
	size_t offset; /* of the function pointer in the struct that library_load() fills */
	void *linked; /* in a static program: the function itself; else NULL */
};

/*
 * A member that points to a function of a library: sym_NAME is the function NAME of the library's
 * manual.
 */
#define LIBRARY_POINTER(function) __typeof__(function) *sym_##function
/* A library_function for this member. The name is the symbol's, after macros of its header. */
#define LIBRARY_FUNCTION(type, function)                                                           \
	{                                                                                          \
		LIBRARY_SYMBOL(function), offsetof(type, sym_##function), LIBRARY_LINKED(function) \
	}
#define LIBRARY_SYMBOL(function) LIBRARY_SYMBOL_OF(function)
#define LIBRARY_SYMBOL_OF(symbol) #symbol
#ifdef SCRY_STATIC
#define LIBRARY_LINKED(function) (void *)(function)
#else
#define LIBRARY_LINKED(function) NULL
#endif

/*
 * Loads a shared library, and stores the addresses of its functions in the struct at pointers.
 * Returns a handle, or NULL with a message in *why, which the caller frees. A library that is
 * loaded when an option needs it costs other starts nothing.
 */
void *library_load(const char *soname, const struct library_function *functions, size_t n,
		   void *pointers, char **why);

/* A list of n rows of size bytes. The first member of a row is its name, a const char * or NULL. */
struct name_list {
	const void *rows;
	size_t n, size;
};
#define NAMES(array) ((struct name_list){ array, ARRAY_SIZE(array), sizeof(*(array)) })

/*
 * Returns the name that the user probably meant by word, or NULL. Letter case is ignored. The name
 * with the fewest missing, added, wrong and swapped letters is taken, if they are at most a third
 * of the letters of word. Otherwise it is the name that begins with word, if there is only one.
 */
const char *find_nearest_name(const char *word, struct name_list names);
/*
 * Appends "SEPARATOR did you mean 'PREFIXname'?" to the message in *error if a name is near to
 * word. Returns whether there is one.
 */
bool add_nearest(char **error, const char *separator, const char *word, const char *prefix,
		 struct name_list names);
/*
 * Appends all names to the message in *error: the text `before`, then the names with ", " between
 * them and `before_last` before the last one. Returns false, as set_error() does.
 */
bool add_names(char **error, const char *before, struct name_list names, const char *before_last);

/*
 * Replaces the contents of joined by the absolute name of a path that begins at start, the absolute
 * name of a directory without symbolic links. The result has no "//" and ".". A ".." removes a
 * component of start, and stays behind a component of the path, which may be a symbolic link: the
 * kernel goes on above its target (path_resolution(7)).
 */
void path_join(struct buf *joined, const char *start, size_t start_len, const char *path,
	       size_t len);
/* As path_join(), but each ".." removes the component before it: wrong behind a symbolic link. */
void path_join_text(struct buf *joined, const char *start, size_t start_len, const char *path,
		    size_t len);
/* Whether a path has a ".." behind a name, so that only the file system knows where it leads. */
bool path_climbs(const char *path, size_t len);
/*
 * Returns the last component of a path without the slashes after it: "b" of "a/b/", "" of "/". *len
 * is the length of the path on entry and the length of the component on return.
 */
const char *path_last(const char *path, size_t *len);
/*
 * Whether a path ends with a name. "." and ".." are no names; before a final slash symbolic links
 * are followed.
 */
bool path_ends_with_name(const char *path, size_t len);

/*
 * Appends what a descriptor has up to its end, at most max bytes. Returns false if that fails:
 * errno.
 */
bool buf_read(struct buf *buf, int fd, size_t max);

/*
 * Returns whether the environment says that text is UTF-8: LC_ALL, LC_CTYPE or LANG, the first of
 * them that is set (locale(7)).
 */
bool locale_is_utf8(void);

/*
 * Returns the account with a name; NULL: none, and *error says so of the option. The next call of
 * getpwnam(3) replaces it.
 */
const struct passwd *find_account(const char *option, const char *name, char **error);

/* Returns the word that goes with a number: `one` with 1, otherwise `many`. */
const char *plural(uint64_t n, const char *one, const char *many);
/* Returns the end of a noun that follows a number: "" after 1, otherwise "s". */
const char *plural_s(uint64_t n);

/* Returns the value of a hexadecimal digit; -1: the character is none. */
int hex_digit(char c);
/* Converts a string of digits. Returns false if text is anything else or the number exceeds max. */
bool parse_decimal(const char *text, uint64_t max, uint64_t *number);
/* Converts the digits at *text in the same way, and moves *text past them. */
bool read_decimal(const char **text, uint64_t max, uint64_t *number);

/*
 * Returns how many elements of a sorted array have a key that is not greater than `key`. An element
 * has size bytes; its first member is its key, a uint64_t.
 */
size_t upper_bound(const void *array, size_t n, size_t size, uint64_t key);

/*
 * Returns the length in bytes of the UTF-8 character at s, of which len bytes can be read. Returns
 * 0 if it is no valid one (RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF).
 */
size_t utf8_length(const unsigned char *s, size_t len);
/*
 * Returns whether the valid UTF-8 character of n bytes at s would have an effect on a terminal or a
 * reader instead of being shown: control characters (C0, DEL and C1), line ends, marks that change
 * the direction of writing, and characters that cannot be seen, such as fillers and variation
 * selectors: two names would look the same. *code is set to the code point.
 */
bool utf8_is_control(const unsigned char *s, size_t n, unsigned *code);

/*
 * Converts a time such as "1.5ms" to nanoseconds. Units are s, ms, us and ns; without a unit it is
 * us. Returns false if text is no time.
 */
bool parse_duration(const char *text, uint64_t *ns);

/* Returns CLOCK_MONOTONIC in nanoseconds. */
uint64_t now_ns(void);

#endif
