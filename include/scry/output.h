/* SPDX-License-Identifier: MIT */
/* Door of src/output/: where the bytes of sinks go. */
#ifndef SCRY_OUTPUT_H
#define SCRY_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct output;

enum output_flush { OUTPUT_AUTO, OUTPUT_LINE, OUTPUT_BLOCK };

/*
 * Writes to fd, which the output owns if owns_fd; name is used in messages. AUTO: a terminal or
 * stderr is flushed by lines, all else in blocks. fd -1: everything is dropped, as after a failure.
 */
struct output *output_open_fd(int fd, bool owns_fd, const char *name, enum output_flush flush);
/* Opens path for writing (O_CLOEXEC, created 0666, truncated). NULL: errno says why. */
struct output *output_open_file(const char *path, bool append, enum output_flush flush);
/*
 * The same with a name that others can foresee, and so put something there: a symbolic link is refused (ELOOP), and
 * what is no file, such as a FIFO, which would be waited for (EEXIST, ENXIO).
 */
struct output *output_open_plain_file(const char *path, bool append, enum output_flush flush);
/*
 * Opens a pipe to the shell command behind the first character of "|COMMAND" or "!COMMAND". The command
 * ignores SIGINT and SIGQUIT. *pid: it is a child of the caller, who waits for it after output_close().
 * NULL: errno says why.
 */
struct output *output_open_command(const char *command, enum output_flush flush, pid_t *pid);
void output_write(struct output *output, const void *bytes, size_t len);
/* The bytes so far end a line (or are as much of one as should be seen now). */
void output_line_done(struct output *output);
/* Writes what is buffered; a full disk or a closed pipe is said once, later bytes are dropped. */
void output_flush(struct output *output);
/* True while bytes wait; *since_ns: CLOCK_MONOTONIC when the oldest came. */
bool output_pending(const struct output *output, unsigned long long *since_ns);
/* True once a write has failed. */
bool output_failed(const struct output *output);
/* Flushes, closes and frees. Returns false if any write failed. */
bool output_close(struct output *output);

#endif
