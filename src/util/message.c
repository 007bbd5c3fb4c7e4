/* SPDX-License-Identifier: MIT */
/* Messages to the user. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/util.h"

/*
 * Appends text with control characters and invalid UTF-8 as octal escapes. A message may quote
 * untrusted text, such as a file name, which must not send escape sequences to the terminal.
 */
static void put_escaped(struct buf *out, const char *text, size_t len)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned code;

	for (size_t i = 0, n; i < len; i += n) {
		n = utf8_length(s + i, len - i);
		if (n && !utf8_is_control(s + i, n, &code)) {
			buf_put(out, s + i, n);
			continue;
		}
		n += !n; /* escape one byte of invalid UTF-8 */
		for (size_t byte = 0; byte < n; byte++)
			buf_printf(out, "\\%03o", s[i + byte]);
	}
}

/* error: an error number; its text is appended to the message. 0: no error. */
static void write_message(const char *format, va_list args, int error)
{
	struct buf text = { 0 }, line = { 0 };
	ssize_t ignored;

	buf_vprintf(&text, format, args);
	if (error)
		buf_printf(&text, ": %s", strerror(error));
	buf_puts(&line, "scry: ");
	put_escaped(&line, text.data, text.len);
	buf_putc(&line, '\n');
	ignored = write(STDERR_FILENO, line.data, line.len);
	(void)ignored;
	buf_free(&text);
	buf_free(&line);
}

/* `error` can be the variable saved_errno. */
#define WRITE_MESSAGE(format, error)                \
	do {                                        \
		int saved_errno = errno;            \
		va_list args;                       \
		va_start(args, format);             \
		write_message(format, args, error); \
		va_end(args);                       \
		errno = saved_errno;                \
	} while (0)

void warn(const char *format, ...)
{
	WRITE_MESSAGE(format, 0);
}

void warn_errno(const char *format, ...)
{
	WRITE_MESSAGE(format, saved_errno);
}

bool set_error(char **error, const char *format, ...)
{
	struct buf text = { 0 };
	va_list args;

	va_start(args, format);
	buf_vprintf(&text, format, args);
	va_end(args);
	*error = buf_take(&text);
	return false;
}

void die(const char *format, ...)
{
	WRITE_MESSAGE(format, 0);
	exit(1);
}

void die_errno(const char *format, ...)
{
	WRITE_MESSAGE(format, saved_errno);
	exit(1);
}
