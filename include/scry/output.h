/* SPDX-License-Identifier: MIT */
/* Public header of src/output/: buffered writing to files, terminals and commands. */
#ifndef SCRY_OUTPUT_H
#define SCRY_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct output;

enum output_flush { OUTPUT_AUTO, OUTPUT_LINE, OUTPUT_BLOCK };

/*
 * Makes an output that writes to fd. output_close() closes fd if owns_fd. name is for messages.
 * AUTO means LINE for a terminal and for stderr, otherwise BLOCK. With fd -1 the output drops
 * everything, as after a failed write.
 */
struct output *output_open_fd(int fd, bool owns_fd, const char *name, enum output_flush flush);
/*
 * Opens the file at path for writing. It is created with mode 0666 if necessary, and truncated
 * unless append. Returns NULL with errno set.
 */
struct output *output_open_file(const char *path, bool append, enum output_flush flush);
/*
 * The same for a path that other users can predict and occupy (FILE.PID of -ff). A symbolic link
 * fails with ELOOP. A FIFO or another special file fails with ENXIO or EEXIST; opening it could
 * block.
 */
struct output *output_open_plain_file(const char *path, bool append, enum output_flush flush);
/*
 * Opens a pipe to the shell command that follows the first character of "|COMMAND" or "!COMMAND".
 * The command ignores SIGINT and SIGQUIT. The shell is a child of the caller, which must wait for *pid after output_close(). Returns NULL
 * with errno set.
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
/* Flushes, closes and frees. Returns false if any write failed. */
bool output_close(struct output *output);

#endif
