/* SPDX-License-Identifier: MIT */
/* Where bytes go: buffering, flushing, and writes that fail. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/output.h"
#include "scry/util.h"

/* With the line that makes it full still within the next power of two, which is what the buffer has. */
#define BLOCK_SIZE (30 * 1024)

#define SHELL "/bin/sh"

struct output {
	int fd;
	bool owns_fd;
	bool by_line; /* flush at the end of each line */
	bool failed;
	char *name;
	struct buf waiting;
	uint64_t since_ns; /* CLOCK_MONOTONIC of the oldest waiting byte */
};

struct output *output_open_fd(int fd, bool owns_fd, const char *name, enum output_flush flush)
{
	struct output *output = xcalloc(1, sizeof(*output));

	output->fd = fd;
	output->owns_fd = owns_fd;
	output->name = xstrdup(name);
	output->failed = fd < 0;
	output->by_line = flush == OUTPUT_LINE ||
			  (flush == OUTPUT_AUTO && (fd == STDERR_FILENO || isatty(fd)));
	return output;
}

/* A FIFO is waited for; a signal to the tracer, such as that of a timer, is no reason to give up. */
static int open_for_writing(const char *path, bool append, int flags)
{
	int fd;

	flags |= O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC);
	do
		fd = open(path, flags, 0666);
	while (fd < 0 && errno == EINTR);
	return fd;
}

struct output *output_open_file(const char *path, bool append, enum output_flush flush)
{
	int fd = open_for_writing(path, append, 0);

	return fd < 0 ? NULL : output_open_fd(fd, true, path, flush);
}

struct output *output_open_plain_file(const char *path, bool append, enum output_flush flush)
{
	int fd = open_for_writing(path, append, O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		return output_open_fd(fd, true, path, flush);
	close(fd);
	errno = EEXIST;
	return NULL;
}

/*
 * The child that becomes the shell. ^C and ^\ go to all processes of a terminal's foreground group; the trace
 * goes on until the tracee ends, and its reader must read until then. What a shell runs ignores what the shell
 * ignored when it began.
 */
static void __attribute__((noreturn)) become_reader(const char *command, int pipe_end)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	if (pipe_end == STDIN_FILENO)
		fcntl(pipe_end, F_SETFD, 0);
	else
		dup2(pipe_end, STDIN_FILENO);
	execl(SHELL, "sh", "-c", command, NULL);
	_exit(127);
}

/* Returns 0 or an error number. The end of the pipe that is written to must not be a standard one. */
static int spawn_reader(const char *command, int pipe_end, pid_t *pid)
{
	if (access(SHELL, X_OK))
		return errno;
	*pid = fork();
	if (!*pid)
		become_reader(command, pipe_end);
	return *pid < 0 ? errno : 0;
}

struct output *output_open_command(const char *command, enum output_flush flush, pid_t *pid)
{
	int fds[2], fd, error;

	if (pipe2(fds, O_CLOEXEC))
		return NULL;
	fd = fcntl(fds[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	error = fd < 0 ? errno : spawn_reader(command + 1, fds[0], pid);
	close(fds[0]);
	close(fds[1]);
	if (!error)
		return output_open_fd(fd, true, command, flush);
	if (fd >= 0)
		close(fd);
	errno = error;
	return NULL;
}

/* Tracing matters more than its output: say it once, drop what comes later. */
static void fail(struct output *output, int error)
{
	warn("writing to '%s' failed: %s; nothing more is written", output->name, strerror(error));
	output->failed = true;
}

/*
 * A pipe or terminal that somebody made non-blocking answers EAGAIN. An error condition that
 * poll(2) reports is seen by the next write.
 */
static void wait_for_room(int fd)
{
	struct pollfd pollfd = { .fd = fd, .events = POLLOUT };

	while (poll(&pollfd, 1, -1) < 0 && errno == EINTR)
		;
}

/* Writes all of it, or fails the output. */
static void write_all(struct output *output, const char *bytes, size_t len)
{
	while (len && !output->failed) {
		ssize_t n = write(output->fd, bytes, len);

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		} else if (n == 0) {
			fail(output, EIO);
		} else if (errno == EAGAIN) {
			wait_for_room(output->fd);
		} else if (errno != EINTR) {
			fail(output, errno);
		}
	}
}

void output_flush(struct output *output)
{
	write_all(output, output->waiting.data, output->waiting.len);
	buf_clear(&output->waiting);
}

void output_write(struct output *output, const void *bytes, size_t len)
{
	if (output->failed || !len)
		return;
	if (!output->waiting.len)
		output->since_ns = now_ns();
	buf_put(&output->waiting, bytes, len);
	if (output->waiting.len >= BLOCK_SIZE)
		output_flush(output);
}

void output_line_done(struct output *output)
{
	if (output->by_line)
		output_flush(output);
}

bool output_pending(const struct output *output, unsigned long long *since_ns)
{
	if (!output->waiting.len)
		return false;
	*since_ns = output->since_ns;
	return true;
}

bool output_failed(const struct output *output)
{
	return output->failed;
}

/* A network file system may tell only at close(2) that the bytes were not stored. */
static void close_fd(struct output *output)
{
	if (output->owns_fd && close(output->fd) && errno != EINTR && !output->failed)
		fail(output, errno);
}

bool output_close(struct output *output)
{
	bool ok;

	output_flush(output);
	close_fd(output);
	ok = !output->failed;
	buf_free(&output->waiting);
	free(output->name);
	free(output);
	return ok;
}
