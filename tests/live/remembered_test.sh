#!/bin/sh
# SPDX-License-Identifier: MIT
# The names of descriptors that the ptrace engine remembers between calls are right after all that can change them.
. "${srcdir:-.}/tests/live/lib.sh"

compiler=${CC:-cc}
command -v "${compiler%% *}" >/dev/null || skip "no C compiler here"
cat >"$scratch/moves.c" <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int fd;

/* Two calls that keep names: the second one can use what is remembered of the first one. */
static void look(void)
{
	lseek(fd, 0, SEEK_CUR);
	lseek(fd, 0, SEEK_CUR);
}

static void *reopen(void *unused)
{
	close(fd);
	if (open("b", O_RDONLY) != fd)
		abort();
	return unused;
}

static int reopen_in_child(void *unused)
{
	reopen(unused);
	return 0;
}

static void rename_in_child(void)
{
	if (!fork())
		_exit(rename("a", "c"));
	wait(NULL);
}

/* Closes the descriptor after it was sent, and receives it again below another name: that of b was closed. */
static void pass(void)
{
	char control[CMSG_SPACE(sizeof(int))] = { 0 }, byte = 0;
	struct iovec data = { &byte, 1 };
	struct msghdr message = { .msg_iov = &data,
				  .msg_iovlen = 1,
				  .msg_control = control,
				  .msg_controllen = sizeof(control) };
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	int pair[2], sent = open("b", O_RDONLY);

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(header), &sent, sizeof(sent));
	sendmsg(pair[0], &message, 0);
	close(fd);
	recvmsg(pair[1], &message, 0);
}

/* Takes 20 ms, with calls that keep names. */
static void wait_long(void)
{
	struct timespec begin, now;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &begin);
	do
		syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 20000000);
}

int main(int argc, char **argv)
{
	static char stack[65536];
	const char *how = argv[1];
	pthread_t thread;
	char byte;

	if (argc > 2) {
		fd = open("b", O_RDONLY);
		look();
		return fd != atoi(argv[2]);
	}
	fd = open("a", O_RDONLY);
	look();
	if (!strcmp(how, "close")) {
		reopen(NULL);
	} else if (!strcmp(how, "dup")) {
		dup3(open("b", O_RDONLY), fd, 0);
	} else if (!strcmp(how, "rename")) {
		rename("a", "c");
	} else if (!strcmp(how, "unlink")) {
		unlink("a");
	} else if (!strcmp(how, "child")) {
		rename_in_child();
	} else if (!strcmp(how, "thread")) {
		pthread_create(&thread, NULL, reopen, NULL);
		pthread_join(thread, NULL);
	} else if (!strcmp(how, "shared")) {
		clone(reopen_in_child, stack + sizeof(stack), CLONE_FILES | CLONE_VM | SIGCHLD, NULL);
		wait(NULL);
	} else if (!strcmp(how, "pass")) {
		pass();
	} else if (!strcmp(how, "outside")) {
		write(1, "\n", 1);
		read(0, &byte, 1);
		wait_long();
	} else if (!strcmp(how, "exec")) {
		char number[] = { (char)('0' + fd), 0 };

		fcntl(fd, F_SETFD, FD_CLOEXEC);
		look();
		execl(argv[0], argv[0], how, number, NULL);
	}
	look();
	return 0;
}
END
# shellcheck disable=SC2086 # a list of words
$compiler -pthread -w -o "$scratch/moves" "$scratch/moves.c" || skip "the compiler cannot build the program"

# shows_names EXPECTED...: the names in the calls of look(), one after the other.
shows_names()
{
	got=$(sed -n 's/.*lseek([0-9]*<\([^>]*\)>\((deleted)\)\{0,1\}, 0, SEEK_CUR.*/\1\2/p' "$scratch/trace" | sed 's|.*/||' | tr '\n' ' ')
	same "names with $how" "$* " "$got"
}

# moves OPTION...: runs the program, which has files a and b.
moves()
{
	rm -f "$scratch/c"
	echo >"$scratch/a"
	echo >"$scratch/b"
	(cd "$scratch" && "$scry" "$@" -e trace=lseek -o trace ./moves "$how" >/dev/null 2>stderr)
	status=$?
	ends_with 0
}

for options in '-y' '-f -yy' '-f -y --seccomp-bpf=off'; do
	for how in close dup thread shared pass exec; do
		# shellcheck disable=SC2086 # a list of words
		moves $options
		case $how in
		exec) shows_names a a a a b b ;;
		*) shows_names a a b b ;;
		esac
	done
	for how in rename child; do
		# shellcheck disable=SC2086
		moves $options
		shows_names a a c c
	done
	how=unlink
	# shellcheck disable=SC2086
	moves $options
	shows_names a a 'a(deleted)' 'a(deleted)'

	# Another process, which scry does not trace, renames the file: the name is old for at most 10 ms.
	how=outside
	echo >"$scratch/a"
	rm -f "$scratch/c" "$scratch/in" "$scratch/out"
	mkfifo "$scratch/in" "$scratch/out"
	(cd "$scratch" && read -r _ <out; mv a c; echo >in) &
	# shellcheck disable=SC2086
	(cd "$scratch" && "$scry" $options -e trace=lseek -o trace ./moves outside <>in >out 2>stderr)
	wait
	shows_names a a c c
done
finish
