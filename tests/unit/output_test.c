/* SPDX-License-Identifier: MIT */
/* Unit tests of src/output/: when bytes are written, and what happens if a write fails. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/output.h"
#include "scry/util.h"
#include "suite.h"

static char directory[] = "/tmp/scry-output-XXXXXX";

static const char *path_of(const char *name)
{
	static char path[200];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	return path;
}

static off_t size_of(const char *path)
{
	struct stat st;

	ck_assert_int_eq(stat(path, &st), 0);
	return st.st_size;
}

START_TEST(block_output_waits_until_flushed)
{
	const char *path = path_of("block");
	struct output *output = output_open_file(path, false, MODE_SHARED, OUTPUT_AUTO);
	unsigned long long since, before = now_ns();

	ck_assert_ptr_nonnull(output);
	ck_assert(!output_pending(output, &since));
	output_write(output, "line\n", 5);
	output_line_done(output);
	ck_assert_int_eq(size_of(path), 0);
	ck_assert(output_pending(output, &since));
	ck_assert_uint_ge(since, before);
	ck_assert_uint_le(since, now_ns());
	output_flush(output);
	ck_assert_int_eq(size_of(path), 5);
	ck_assert(!output_pending(output, &since));
	ck_assert(output_close(output));
}
END_TEST

START_TEST(pending_time_is_that_of_the_oldest_byte)
{
	struct output *output = output_open_file(path_of("age"), false, MODE_SHARED, OUTPUT_AUTO);
	unsigned long long first, second;

	output_write(output, "a", 1);
	ck_assert(output_pending(output, &first));
	usleep(2000);
	output_write(output, "b", 1);
	ck_assert(output_pending(output, &second));
	ck_assert_uint_eq(first, second);
	ck_assert(output_close(output));
}
END_TEST

START_TEST(line_output_is_written_at_once)
{
	const char *path = path_of("line");
	struct output *output = output_open_file(path, false, MODE_SHARED, OUTPUT_LINE);

	output_write(output, "par", 3);
	ck_assert_int_eq(size_of(path), 0);
	output_write(output, "t\n", 2);
	output_line_done(output);
	ck_assert_int_eq(size_of(path), 5);
	ck_assert(output_close(output));
}
END_TEST

START_TEST(large_output_is_written_in_blocks)
{
	const char *path = path_of("large");
	struct output *output = output_open_file(path, false, MODE_SHARED, OUTPUT_AUTO);
	char chunk[1000] = { 0 };

	for (int i = 0; i < 66; i++)
		output_write(output, chunk, sizeof(chunk));
	ck_assert_int_ge(size_of(path), 60000);
	ck_assert(output_close(output));
	ck_assert_int_eq(size_of(path), 66000);
}
END_TEST

START_TEST(append_keeps_the_contents)
{
	const char *path = path_of("append");
	struct output *output = output_open_file(path, false, MODE_SHARED, OUTPUT_AUTO);

	output_write(output, "one", 3);
	ck_assert(output_close(output));
	output = output_open_file(path, true, MODE_SHARED, OUTPUT_AUTO);
	output_write(output, "two", 3);
	ck_assert(output_close(output));
	ck_assert_int_eq(size_of(path), 6);
	output = output_open_file(path, false, MODE_SHARED, OUTPUT_AUTO);
	ck_assert(output_close(output));
	ck_assert_int_eq(size_of(path), 0);
}
END_TEST

START_TEST(a_file_that_cannot_be_opened_is_null)
{
	ck_assert_ptr_null(output_open_file("/dev/null/file", false, MODE_SHARED, OUTPUT_AUTO));
}
END_TEST

/* Makes writes to the output fail, and closes it. Returns the number of lines written to stderr. */
static int count_messages(struct output *output, bool *closed_well)
{
	const char *path = path_of("stderr");
	int saved = dup(STDERR_FILENO), fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	char text[2000] = { 0 };
	int n = 0;

	dup2(fd, STDERR_FILENO);
	for (int i = 0; i < 5; i++) {
		output_write(output, "text\n", 5);
		output_flush(output);
	}
	ck_assert(output_failed(output));
	*closed_well = output_close(output);
	dup2(saved, STDERR_FILENO);
	close(saved);
	ck_assert_int_ge(pread(fd, text, sizeof(text) - 1, 0), 0);
	close(fd);
	for (const char *at = text; (at = strchr(at, '\n')); at++)
		n++;
	if (n == 1)
		ck_assert_ptr_nonnull(strstr(text, "nothing more is written"));
	return n;
}

START_TEST(a_plain_file_is_no_fifo_and_no_link)
{
	const char *path = path_of("plain");
	struct output *output = output_open_plain_file(path, false, MODE_SHARED, OUTPUT_LINE);

	ck_assert_ptr_nonnull(output);
	output_write(output, "text\n", 5);
	ck_assert(output_close(output));
	ck_assert_int_eq(size_of(path), 5);
	ck_assert_int_eq(mkfifo(path_of("fifo"), 0600), 0);
	ck_assert_ptr_null(
		output_open_plain_file(path_of("fifo"), false, MODE_SHARED, OUTPUT_LINE));
	ck_assert_int_eq(errno, ENXIO);
	ck_assert_int_eq(symlink("plain", path_of("link")), 0);
	ck_assert_ptr_null(
		output_open_plain_file(path_of("link"), false, MODE_SHARED, OUTPUT_LINE));
	ck_assert_int_eq(errno, ELOOP);
	ck_assert_ptr_null(output_open_plain_file("/dev/null", false, MODE_SHARED, OUTPUT_LINE));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert_int_eq(size_of(path_of("plain")), 5);
}
END_TEST

START_TEST(a_full_disk_is_reported_once)
{
	bool well = true;

	if (access("/dev/full", W_OK))
		return;
	ck_assert_int_eq(count_messages(output_open_file("/dev/full", false, MODE_SHARED,
							 OUTPUT_AUTO),
					&well),
			 1);
	ck_assert(!well);
}
END_TEST

START_TEST(a_closed_pipe_is_reported_once)
{
	bool well = true;
	int ends[2];

	signal(SIGPIPE, SIG_IGN);
	ck_assert_int_eq(pipe(ends), 0);
	close(ends[0]);
	ck_assert_int_eq(count_messages(output_open_fd(ends[1], true, "|cmd", OUTPUT_AUTO), &well),
			 1);
	ck_assert(!well);
}
END_TEST

START_TEST(a_closed_descriptor_is_reported_once)
{
	bool well = true;
	int fd = fcntl(STDERR_FILENO, F_DUPFD, 500); /* no other file gets this number */
	struct output *output = output_open_fd(fd, false, "gone", OUTPUT_AUTO);

	close(fd);
	ck_assert_int_eq(count_messages(output, &well), 1);
	ck_assert(!well);
}
END_TEST

/* A child reads slowly from a small non-blocking pipe. It must receive every byte, in order. */
START_TEST(a_full_nonblocking_pipe_is_waited_for)
{
	int ends[2], status;
	pid_t child;
	struct output *output;

	ck_assert_int_eq(pipe2(ends, O_NONBLOCK), 0);
	fcntl(ends[1], F_SETPIPE_SZ, 4096);
	child = fork();
	if (!child) {
		unsigned char buf[1000], expected = 0;
		ssize_t n;

		close(ends[1]);
		fcntl(ends[0], F_SETFL, 0);
		while ((n = read(ends[0], buf, sizeof(buf))) > 0)
			for (ssize_t i = 0; i < n; i++)
				if (buf[i] != expected++)
					_exit(1);
		_exit(expected == (unsigned char)200000 ? 0 : 2);
	}
	close(ends[0]);
	output = output_open_fd(ends[1], true, "pipe", OUTPUT_AUTO);
	for (int i = 0; i < 200000; i++)
		output_write(output, &(unsigned char){ (unsigned char)i }, 1);
	ck_assert(output_close(output));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

static void ignore_signal(int signal)
{
	(void)signal;
}

/* A signal that interrupts write(2) must not cause bytes to be lost or repeated. */
START_TEST(a_signal_during_a_write_loses_no_bytes)
{
	struct sigaction action = { .sa_handler = ignore_signal };
	int ends[2], status;
	pid_t child, parent = getpid();
	struct output *output;
	static char block[150000];

	sigaction(SIGUSR1, &action, NULL);
	ck_assert_int_eq(pipe(ends), 0);
	child = fork();
	if (!child) {
		static char sink[4096];
		ssize_t n, sum = 0;

		close(ends[1]);
		for (int i = 0; i < 5; i++) {
			usleep(2000);
			kill(parent, SIGUSR1);
		}
		while ((n = read(ends[0], sink, sizeof(sink))) > 0)
			sum += n;
		_exit(sum == sizeof(block) ? 0 : 1);
	}
	close(ends[0]);
	output = output_open_fd(ends[1], true, "pipe", OUTPUT_AUTO);
	output_write(output, block, sizeof(block));
	ck_assert(output_close(output));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("output");
	TCase *tcase = tcase_create("output");
	int failed;

	if (!mkdtemp(directory))
		return 99;
	tcase_add_test(tcase, block_output_waits_until_flushed);
	tcase_add_test(tcase, pending_time_is_that_of_the_oldest_byte);
	tcase_add_test(tcase, line_output_is_written_at_once);
	tcase_add_test(tcase, large_output_is_written_in_blocks);
	tcase_add_test(tcase, append_keeps_the_contents);
	tcase_add_test(tcase, a_file_that_cannot_be_opened_is_null);
	tcase_add_test(tcase, a_plain_file_is_no_fifo_and_no_link);
	tcase_add_test(tcase, a_full_disk_is_reported_once);
	tcase_add_test(tcase, a_closed_pipe_is_reported_once);
	tcase_add_test(tcase, a_closed_descriptor_is_reported_once);
	tcase_add_test(tcase, a_full_nonblocking_pipe_is_waited_for);
	tcase_add_test(tcase, a_signal_during_a_write_loses_no_bytes);
	failed = suite_run(suite, tcase, NULL);
	for (const char *const *name =
		     (const char *const[]){ "block", "age", "line", "large", "append", "stderr",
					    "plain", "fifo", "link", NULL };
	     *name; name++)
		unlink(path_of(*name));
	rmdir(directory);
	return failed;
}
