/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/output/: buffered writing to files, terminals and commands; the screen of a
 * terminal; an HTTP server.
 */
#ifndef SCRY_OUTPUT_H
#define SCRY_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct output;
struct buf;

enum output_flush { OUTPUT_AUTO, OUTPUT_LINE, OUTPUT_BLOCK };

/* The options that set a limit, in messages. */
#define FILE_LIMITS_NAME "--max-file-size/--max-file-time"

/*
 * --max-file-size, --max-file-time and --max-files: when a file is complete and the next one
 * begins, and how many are kept.
 */
struct file_limits {
	uint64_t bytes, ns; /* 0: no such limit */
	unsigned files; /* with the one that is being written, at least 1 */
};

static inline bool file_limits_are_set(const struct file_limits *limits)
{
	return limits->bytes || limits->ns;
}

/*
 * Makes place for a new file at path: FILE becomes FILE.1, FILE.1 becomes FILE.2 and so on, so that
 * `files` files exist when path has been made; the oldest one is removed. Does nothing if path
 * names no regular file. Returns false with errno set.
 */
bool output_shift_files(const char *path, unsigned files);

/*
 * Makes an output that writes to fd. output_close() closes fd if owns_fd. name is for messages.
 * AUTO means LINE for a terminal and for stderr, otherwise BLOCK. With fd -1 the output drops
 * everything, as after a failed write.
 */
struct output *output_open_fd(int fd, bool owns_fd, const char *name, enum output_flush flush);
/*
 * From now on the end of the reader of a pipe is a failure without a message, as that of any
 * program that writes to stdout: cat F | head.
 */
void output_end_quietly(struct output *output);
struct buf;
/* Makes an output that appends to a buffer of the caller, which must exist until output_close(). */
struct output *output_open_buffer(struct buf *buffer);
/* In place of the path of a file: stdout. */
static inline bool output_path_is_stdout(const char *path)
{
	return path && path[0] == '-' && !path[1];
}
/*
 * Returns a duplicate of stdout, because a tracer gives up the descriptors that it was given for
 * the command; -1 with errno set. The other function makes an output of it, or returns NULL.
 */
int output_duplicate_stdout(void);
struct output *output_open_stdout(enum output_flush flush);
/* Modes with which files are made. An existing file keeps its mode. */
enum {
	MODE_SHARED = 0666, /* less the umask */
	MODE_PRIVATE = 0600, /* for what is as confidential as what programs read and write */
};
/*
 * Opens the file at path for writing. It is created with this mode if necessary, and truncated
 * unless append. "-" is stdout, which ends quietly. Returns NULL with errno set.
 */
struct output *output_open_file(const char *path, bool append, mode_t mode, enum output_flush flush);
/*
 * Makes a file that is there for a moment only, beside the one that it replaces by rename(2). Other
 * users can predict its name and may have made a file of that name: then it gets another name.
 * *name: how its name begins; the rest is appended. Returns a descriptor; -1: see errno.
 */
int output_make_temporary(struct buf *name, mode_t mode);
/*
 * The same as output_open_file() for a path that other users can predict and occupy (FILE.PID of
 * -ff). A symbolic link fails with ELOOP. A FIFO or another special file fails with ENXIO or
 * EEXIST; opening it could block. Each write goes to the end of the file, which several outputs can
 * have open.
 */
struct output *output_open_plain_file(const char *path, bool append, mode_t mode,
				      enum output_flush flush);
/*
 * Opens a pipe to the shell command that follows the first character of "|COMMAND" or "!COMMAND".
 * The command ignores SIGINT and SIGQUIT. The shell is a child of the caller, which must wait for
 * *pid after output_close(). Returns NULL with errno set.
 */
struct output *output_open_command(const char *command, enum output_flush flush, pid_t *pid);
void output_write(struct output *output, const void *bytes, size_t len);
/*
 * Flushes an output that is flushed by lines. Must be called after each line, and after a part of a
 * line that is to be visible at once.
 */
void output_line_done(struct output *output);
/*
 * Writes the buffered bytes. The first write that fails (full disk, closed pipe) prints a message;
 * from then on the output drops everything.
 */
void output_flush(struct output *output);
/*
 * Returns whether bytes are buffered. *since_ns is the time (CLOCK_MONOTONIC) at which the oldest
 * was written.
 */
bool output_pending(const struct output *output, unsigned long long *since_ns);
/* Returns whether a write has failed, or the output was opened with fd -1. */
bool output_failed(const struct output *output);
/*
 * Returns the device of the terminal to which it writes; 0: it writes elsewhere, or not line by
 * line.
 */
dev_t output_terminal(const struct output *output);
/* Returns the descriptor to which it writes; -1: there is none. */
int output_descriptor(const struct output *output);
/*
 * Returns how many bytes the file of the output can still take, by its file system and ulimit -f;
 * UINT64_MAX: unknown, or it is no file.
 */
uint64_t output_space(const struct output *output);
/*
 * Returns whether the output writes to a regular file that has a limit, and the limit is reached.
 * now_ns: CLOCK_MONOTONIC.
 */
bool output_is_full(const struct output *output, const struct file_limits *limits, uint64_t now_ns);
/*
 * Returns which file of the output this is: 0, and one more after each file that output_rotate() or
 * output_reopen() has begun.
 */
unsigned output_file(const struct output *output);
/*
 * Returns whether the output writes to the file that its path names, and not to one that was moved
 * away or removed.
 */
bool output_is_named(const struct output *output);
/*
 * Completes the file and begins the next one. A message says if that fails; then the output drops
 * everything.
 */
void output_rotate(struct output *output, unsigned files);
/*
 * If the path names another file than the one that is open, or none, or a write has failed, goes on
 * at the end of the file that it names now. Does nothing if the output writes to no regular file.
 * If the file cannot be opened, a message says so.
 */
void output_reopen(struct output *output);
/* Flushes, closes and frees. Returns false if any write failed. */
bool output_close(struct output *output);

/* The screen of the controlling terminal. */
struct terminal;

enum terminal_style {
	TERMINAL_PLAIN,
	TERMINAL_TITLE,		/* bold */
	TERMINAL_REVERSE,
	TERMINAL_ERROR,
	TERMINAL_FAINT,
	TERMINAL_NAME,
};

/* The colours of styles: none, or for a dark or a light background. */
enum terminal_theme { THEME_NONE, THEME_DARK, THEME_LIGHT };

/* Keys that are no characters. */
enum {
	/* no key: the size or the contents of the screen have changed */
	TERMINAL_REDRAW = 0x100,
	TERMINAL_UP,
	TERMINAL_DOWN,
	TERMINAL_LEFT,
	TERMINAL_RIGHT,
	TERMINAL_PAGE_UP,
	TERMINAL_PAGE_DOWN,
	TERMINAL_HOME,
	TERMINAL_END,
	TERMINAL_OTHER,
};

/*
 * Opens the controlling terminal, and leaves its state as it is. Returns NULL with a message in
 * *why, which the caller frees, if there is no terminal that ncurses can draw on, or if scry is not
 * in its foreground.
 */
struct terminal *terminal_open(char **why);
/* Returns the descriptor of the terminal. */
int terminal_fd(const struct terminal *terminal);
/* Takes the screen and the keyboard. Returns false if that fails. */
bool terminal_begin(struct terminal *terminal, enum terminal_theme theme);
/* Gives them back: the terminal is as it was before terminal_begin(). */
void terminal_end(struct terminal *terminal);
void terminal_close(struct terminal *terminal);
unsigned terminal_lines(const struct terminal *terminal);
unsigned terminal_columns(const struct terminal *terminal);
/*
 * Writes a line, which is cut at the right edge. The text must be UTF-8 without control characters.
 * y: 0 is the first line.
 */
void terminal_put(struct terminal *terminal, unsigned y, enum terminal_style style,
		  const struct buf *text);
/* Gives at most n columns of a line, from column x on, a style. */
void terminal_mark(struct terminal *terminal, unsigned y, size_t x, size_t n,
		   enum terminal_style style);
/* Makes what was written visible. The screen is empty from line `lines` on. */
void terminal_show(struct terminal *terminal, unsigned lines);
/* Returns the next key without waiting: a character or TERMINAL_*; 0: no key was pressed. */
int terminal_key(struct terminal *terminal);

/*
 * An HTTP server of texts at /metrics. Its threads answer requests, and never touch what they are
 * made of: they wait until the caller publishes a text.
 */
struct http_server;

/* A form of the text: a client that accepts the first type gets the second one. */
struct http_text {
	const char *accept, *type;
};

/*
 * Splits "ADDRESS:PORT", ":PORT" or "PORT"; an IPv6 address is in brackets. Without an address host
 * is that of loopback. size is the capacity of host; port holds HTTP_PORT_SIZE bytes. Returns false
 * if text is none of that.
 */
#define HTTP_PORT_SIZE 6
bool http_parse_address(const char *text, char *host, size_t size, char *port);
/*
 * Makes a server of n forms, at most 32; the first one is for clients that accept none. NULL: *why
 * is a message, which the caller frees.
 */
struct http_server *http_new(const struct http_text *texts, size_t n, char **why);
/* Opens the socket. Returns false with a message in *why if that fails. */
bool http_listen(struct http_server *server, const char *address, char **why);
/* Appends the address and the port that the server listens on. */
void http_put_address(const struct http_server *server, struct buf *out);
/* Starts the threads, in which all signals are blocked. */
bool http_start(struct http_server *server);
/* Returns which forms clients wait for: bit i stands for form i. They wait a second at most. */
unsigned http_wanted(struct http_server *server);
void http_publish(struct http_server *server, size_t i, const struct buf *text);
/* Ends the threads and the server; NULL: does nothing. */
void http_close(struct http_server *server);

#endif
