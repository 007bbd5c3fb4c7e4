/* SPDX-License-Identifier: MIT */
/* Buffered writing to files, terminals and commands. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "scry/output.h"
#include "scry/util.h"

/*
 * The number of buffered bytes that causes a write. The buffer grows to 32 KiB, a power of two,
 * which leaves space for the line that exceeds this limit.
 */
#define BLOCK_SIZE (30 * 1024)

#define SHELL "/bin/sh"

struct output {
	int fd;
	bool owns_fd;
	bool by_line; /* flush at the end of each line */
	bool failed;
	bool ends_quietly; /* without a message when the reader of a pipe has ended */
	char *name;
	struct buf *memory; /* of the caller; NULL: the output writes to fd */
	struct buf waiting;
	uint64_t since_ns; /* CLOCK_MONOTONIC of the oldest waiting byte */
	bool is_file; /* a regular file, whose path is .name */
	mode_t mode; /* with which the next file is made */
	unsigned n_files; /* that were completed */
	/* of the file: its bytes with the waiting ones, CLOCK_MONOTONIC of its beginning */
	uint64_t size, opened_ns;
};

/* How many names are tried for a temporary file. */
#define TEMPORARY_NAMES 100

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

void output_end_quietly(struct output *output)
{
	output->ends_quietly = true;
}

int output_duplicate_stdout(void)
{
	return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

struct output *output_open_stdout(enum output_flush flush)
{
	int fd = output_duplicate_stdout();

	return fd < 0 ? NULL : output_open_fd(fd, true, "stdout", flush);
}

struct output *output_open_buffer(struct buf *buf)
{
	struct output *output = output_open_fd(-1, false, "", OUTPUT_BLOCK);

	output->memory = buf;
	output->failed = false;
	return output;
}

/* Opening a FIFO blocks until it has a reader. A signal such as SIGALRM must not make it fail. */
static int open_for_writing(const char *path, bool append, int flags, mode_t mode)
{
	int fd;

	flags |= O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC);
	do
		fd = open(path, flags, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

static void begin_file(struct output *output)
{
	struct stat st;

	output->is_file = !fstat(output->fd, &st) && S_ISREG(st.st_mode);
	output->size = output->is_file ? (uint64_t)st.st_size : 0;
	output->opened_ns = now_ns();
}

struct output *output_open_file(const char *path, bool append, mode_t mode, enum output_flush flush)
{
	struct output *output;
	int fd;

	if (output_path_is_stdout(path)) {
		output = output_open_stdout(flush);
		if (output)
			output_end_quietly(output);
		return output;
	}
	fd = open_for_writing(path, append, 0, mode);
	if (fd < 0)
		return NULL;
	output = output_open_fd(fd, true, path, flush);
	output->mode = mode;
	begin_file(output);
	return output;
}

struct output *output_open_plain_file(const char *path, bool append, mode_t mode,
				      enum output_flush flush)
{
	int fd =
		open_for_writing(path, append, O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY, mode);
	struct output *output;
	struct stat st;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode)) {
		output = output_open_fd(fd, true, path, flush);
		output->mode = mode;
		return output;
	}
	close(fd);
	errno = EEXIST;
	return NULL;
}

int output_make_temporary(struct buf *name, mode_t mode)
{
	const size_t len = name->len;
	int fd = -1;

	buf_puts(name, ".tmp");
	for (int i = 0; i < TEMPORARY_NAMES; i++) {
		unsigned random = 0;

		fd = open(buf_cstr(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
			  mode);
		if (fd >= 0 || (errno != EEXIST && errno != EINTR))
			break;
		(void)!getrandom(&random, sizeof(random), 0);
		name->len = len;
		buf_printf(name, ".%08x.tmp", random);
	}
	return fd;
}

/*
 * Runs in the child that becomes the shell. A terminal sends the signals of ^C and ^\ to all
 * processes of its foreground group. The trace continues until the tracee ends, and its reader must
 * read until then. Commands of a shell inherit the signals that the shell ignores.
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

/* Starts a shell that reads from pipe_end. Returns 0 or an error number. */
static int spawn_reader(const char *command, int pipe_end, pid_t *pid)
{
	if (access(SHELL, X_OK))
		return errno;
	*pid = fork();
	if (!*pid)
		become_reader(command, pipe_end);
	return *pid < 0 ? errno : 0;
}

/*
 * If stderr is closed, pipe2(2) may return its number, and messages would go to the pipe. The write
 * end is therefore moved above the standard descriptors.
 */
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

/* Tracing goes on after a failed write: report it once, and drop later output. */
static void fail_output(struct output *output, int error)
{
	if (error != EPIPE || !output->ends_quietly)
		warn("writing to '%s' failed: %s; nothing more is written", output->name,
		     strerror(error));
	output->failed = true;
}

/* Waits until fd can be written to. Errors that poll(2) finds are reported by the next write(2). */
static void wait_until_writable(int fd)
{
	struct pollfd pollfd = { .fd = fd, .events = POLLOUT };

	while (poll(&pollfd, 1, -1) < 0 && errno == EINTR)
		;
}

/* Writes all bytes, or marks the output as failed. */
static void write_all_bytes(struct output *output, const char *bytes, size_t len)
{
	while (len && !output->failed) {
		ssize_t n = write(output->fd, bytes, len);

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		} else if (n == 0) {
			fail_output(output, EIO);
		} else if (errno == EAGAIN) {
			/* Another process may have made the pipe or terminal non-blocking. */
			wait_until_writable(output->fd);
		} else if (errno != EINTR) {
			fail_output(output, errno);
		}
	}
}

void output_flush(struct output *output)
{
	write_all_bytes(output, output->waiting.data, output->waiting.len);
	buf_clear(&output->waiting);
}

void output_write(struct output *output, const void *bytes, size_t len)
{
	if (output->memory) {
		buf_put(output->memory, bytes, len);
		return;
	}
	if (output->failed || !len)
		return;
	if (!output->waiting.len)
		output->since_ns = now_ns();
	output->size += len;
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

int output_descriptor(const struct output *output)
{
	return output->memory ? -1 : output->fd;
}

dev_t output_terminal(const struct output *output)
{
	struct stat status;

	return output->by_line && !output->memory && isatty(output->fd) &&
			       !fstat(output->fd, &status)
		       ? status.st_rdev
		       : 0;
}

/* A network file system may report only at close(2) that the bytes were not stored (close(2)). */
static void close_fd(struct output *output)
{
	if (output->owns_fd && close(output->fd) && errno != EINTR && !output->failed)
		fail_output(output, errno);
}

/* A file system that does not count its blocks has none. */
static uint64_t space_of_disk(int fd)
{
	struct statvfs disk;
	uint64_t bytes;

	if (fstatvfs(fd, &disk) || !disk.f_blocks ||
	    __builtin_mul_overflow((uint64_t)disk.f_bavail, (uint64_t)disk.f_frsize, &bytes))
		return UINT64_MAX;
	return bytes;
}

uint64_t output_space(const struct output *output)
{
	struct rlimit limit;
	uint64_t space;

	if (!output->is_file || output->failed)
		return UINT64_MAX;
	space = space_of_disk(output->fd);
	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return space;
	if (limit.rlim_cur <= output->size)
		return 0;
	return limit.rlim_cur - output->size < space ? limit.rlim_cur - output->size : space;
}

/* --- the next file --------------------------------------------------------------------------- */

bool output_is_full(const struct output *output, const struct file_limits *limits, uint64_t now_ns)
{
	if (!output->is_file || output->failed || !output->size)
		return false;
	return (limits->bytes && output->size >= limits->bytes) ||
	       (limits->ns && now_ns - output->opened_ns >= limits->ns);
}

unsigned output_file(const struct output *output)
{
	return output->n_files;
}

static void name_file(struct buf *out, const char *path, unsigned number)
{
	buf_clear(out);
	buf_puts(out, path);
	if (number)
		buf_printf(out, ".%u", number);
}

static bool is_regular(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/*
 * rename(2) replaces the oldest file. What is no regular file is not renamed, so that no device and
 * no directory is lost.
 */
bool output_shift_files(const char *path, unsigned files)
{
	struct buf from = { 0 }, to = { 0 };
	bool good = true;
	unsigned n = 0;

	/* A gap in the numbers ends the files that must move. */
	for (name_file(&from, path, n); n < files && is_regular(buf_cstr(&from)); n++)
		name_file(&from, path, n + 1);
	if (n == files) {
		name_file(&from, path, --n);
		good = !unlink(buf_cstr(&from));
	}
	for (; good && n; n--) {
		name_file(&from, path, n - 1);
		name_file(&to, path, n);
		good = !rename(buf_cstr(&from), buf_cstr(&to));
	}
	buf_free(&from);
	buf_free(&to);
	return good;
}

/* Puts the file that path names at the place of the open one. */
static void replace_file(struct output *output)
{
	int fd = open_for_writing(output->name, true, O_NONBLOCK | O_NOCTTY, output->mode);

	if (fd < 0) {
		fail_output(output, errno);
		return;
	}
	close(output->fd);
	output->fd = fd;
	output->failed = false;
	output->n_files++;
	begin_file(output);
}

void output_rotate(struct output *output, unsigned files)
{
	output_flush(output);
	if (!output_shift_files(output->name, files))
		fail_output(output, errno);
	else
		replace_file(output);
}

bool output_is_named(const struct output *output)
{
	struct stat open, named;

	return !fstat(output->fd, &open) && !stat(output->name, &named) &&
	       open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

void output_reopen(struct output *output)
{
	if (!output->is_file)
		return;
	output_flush(output);
	if (output->failed || !output_is_named(output))
		replace_file(output);
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
