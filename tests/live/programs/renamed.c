/* SPDX-License-Identifier: MIT */
/*
 * Changes what descriptors refer to and what their files are called, and makes a call with the
 * descriptor after each change, so that a tracer that keeps a name for too long shows the wrong
 * one.
 *
 * usage: renamed, in an empty directory that it fills
 * exec: it has executed itself
 */
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT 20 /* a descriptor whose number other tests do not use */

/* Makes a call that has no effect. */
static void show(int fd)
{
	syscall(SYS_fcntl, fd, F_GETFD);
}

static int make(const char *path)
{
	return open(path, O_RDWR | O_CREAT, 0600);
}

/* Shows a descriptor twice before a change, so that its name is known. */
static int known(int fd)
{
	show(fd);
	show(fd);
	return fd;
}

static void rename_files(void)
{
	int fd, other;

	mkdir("a", 0700);
	mkdir("a/b", 0700);
	fd = known(make("a/b/file"));
	rename("a/b/file", "a/b/other");
	show(fd);
	rename("a/b/other", "a/file");
	show(fd);
	rename("a/file", "a/b/file");
	rename("a", "c");
	show(fd);
	rename("c/b", "d");
	show(fd);
	other = known(make("other"));
	syscall(SYS_renameat2, AT_FDCWD, "other", AT_FDCWD, "d/file", RENAME_EXCHANGE);
	show(fd);
	show(other);
	unlink("other");
	show(fd);
	unlink("d/file");
	show(other);
	close(other);
	close(fd);
}

/* The kernel gives the address of one file in its memory, and often the inode, to the next one. */
static void reuse_numbers(void)
{
	static const char *const names[] = { "one", "two", "six" };
	int pair[2];

	for (unsigned i = 0; i < 12; i++) {
		int fd = make(names[i % 3]);

		show(fd);
		if (i % 2)
			unlink(names[i % 3]);
		show(fd);
		close(fd);
		show(fd);
	}
	for (unsigned i = 0; i < 4; i++) {
		int fd = eventfd(i, 0);

		show(fd);
		close(fd);
		fd = timerfd_create(CLOCK_MONOTONIC, 0);
		show(fd);
		close(fd);
		if (pipe(pair))
			return;
		show(pair[0]);
		close(pair[0]);
		close(pair[1]);
		socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
		show(pair[0]);
		close(pair[1]);
		show(pair[0]);
		close(pair[0]);
	}
}

static void replace_descriptors(void)
{
	int first = known(make("first")), second = known(make("second"));

	dup2(first, KEPT);
	show(KEPT);
	dup2(second, KEPT);
	show(KEPT);
	dup3(first, KEPT, O_CLOEXEC);
	show(KEPT);
	syscall(SYS_close_range, KEPT, KEPT, 0);
	show(KEPT);
	fcntl(second, F_DUPFD, KEPT);
	show(KEPT);
	close(KEPT);
	close(second);
	close(first);
}

/* Descriptors with the same place among the names that are kept, apart and in one call. */
static void share_places(void)
{
	int numbers[] = { 30, 46, 62, 30 }, fd = make("file");
	struct pollfd polled[4];

	for (unsigned i = 0; i < 3; i++) {
		char name[] = { 'p', (char)('0' + i), 0 };
		int made = make(name);

		dup2(made, numbers[i]);
		close(made);
	}
	for (unsigned i = 0; i < 4; i++) {
		show(numbers[i]);
		polled[i] = (struct pollfd){ .fd = numbers[i], .events = POLLIN };
	}
	for (unsigned i = 0; i < 3; i++) {
		poll(polled, 4, 0);
		show(numbers[i]);
		rename("p1", "p3");
		poll(polled, 4, 0);
		rename("p3", "p1");
	}
	dup2(numbers[0], numbers[1]);
	poll(polled, 4, 0);
	for (unsigned i = 0; i < 3; i++)
		close(numbers[i]);
	poll(polled, 4, 0);
	close(fd);
}

static void change_directory(void)
{
	mkdir("e", 0700);
	mkdir("e/f", 0700);
	if (chdir("e/f"))
		return;
	openat(AT_FDCWD, "nothing", O_RDONLY);
	rename("../../e", "../../g");
	openat(AT_FDCWD, "nothing", O_RDONLY);
	if (chdir(".."))
		return;
	openat(AT_FDCWD, "nothing", O_RDONLY);
	rmdir("f");
	if (chdir(".."))
		return;
	openat(AT_FDCWD, "nothing", O_RDONLY);
}

static void change_details(void)
{
	struct sockaddr_storage address = { .ss_family = AF_INET };
	int counter = known(eventfd(0, 0)), server = known(socket(AF_INET, SOCK_STREAM, 0));
	socklen_t len = sizeof(address);
	uint64_t one = 1;

	if (write(counter, &one, sizeof(one)) < 0)
		return;
	show(counter);
	if (read(counter, &one, sizeof(one)) < 0)
		return;
	show(counter);
	bind(server, (struct sockaddr *)&address, 16);
	show(server);
	listen(server, 1);
	getsockname(server, (struct sockaddr *)&address, &len);
	show(server);
	close(server);
	close(counter);
}

/* Another process moves the file system below a file. */
static void mount_elsewhere(void)
{
	int fd;

	mkdir("m", 0700);
	mkdir("n", 0700);
	if (mount("none", "m", "tmpfs", 0, NULL))
		return;
	fd = known(make("m/file"));
	mount("m", "n", NULL, MS_MOVE, NULL);
	show(fd);
	umount2("n", MNT_DETACH);
	show(fd);
	close(fd);
}

/* A child has names of its own, and a program the descriptors that it inherits. */
static void execute(void)
{
	char *const argv[] = { (char[]){ "renamed" }, (char[]){ "exec" }, NULL };
	int fd = known(open("first", O_RDONLY | O_CLOEXEC)), other = known(make("second"));
	pid_t child;

	dup2(fd, KEPT);
	child = fork();
	if (!child) {
		show(fd);
		dup2(other, fd);
		show(fd);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	show(fd);
	execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1) {
		for (int fd = 3; fd < KEPT + 2; fd++)
			show(fd);
		return 0;
	}
	rename_files();
	reuse_numbers();
	replace_descriptors();
	share_places();
	change_directory();
	change_details();
	mount_elsewhere();
	execute();
	return 1;
}
