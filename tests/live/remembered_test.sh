#!/bin/sh
# SPDX-License-Identifier: MIT
# The names of descriptors that are remembered between calls are right after all that can change them.
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
	pid_t child = fork();

	if (!child)
		_exit(rename("a", "c"));
	waitpid(child, NULL, 0);
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

/* Two threads take turns: each waits for a byte of the other one. */
static int turns[2][2];

static void give_turn(int to)
{
	write(turns[to][1], "", 1);
}

static void wait_for_turn(int own)
{
	char byte;

	read(turns[own][0], &byte, 1);
}

static void *look_in_turns(void *unused)
{
	wait_for_turn(1);
	look();
	give_turn(0);
	wait_for_turn(1);
	look();
	return unused;
}

/* Moves the descriptor while another thread remembers its name. */
static void take_turns(void)
{
	pthread_t thread;

	pipe(turns[0]);
	pipe(turns[1]);
	pthread_create(&thread, NULL, look_in_turns, NULL);
	give_turn(1);
	wait_for_turn(0);
	reopen(NULL);
	give_turn(1);
	pthread_join(thread, NULL);
}

/* The same for the current directory. */
static void look_here(void)
{
	syscall(SYS_faccessat, AT_FDCWD, "x", 0);
	syscall(SYS_faccessat, AT_FDCWD, "x", 0);
}

static int go_up(void *unused)
{
	return chdir("..");
}

/* A child that lives as long as the program, so that there are several tracees. */
static pid_t begin_other(void)
{
	pid_t child = fork();

	if (!child)
		pause();
	return child;
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
	pid_t other = getenv("BESIDE") && argc < 3 ? begin_other() : 0;
	pthread_t thread;
	char byte;

	if (!strncmp(how, "directory", 9)) {
		look_here();
		if (!strcmp(how, "directory"))
			chdir("..");
		else
			waitpid(clone(go_up, stack + sizeof(stack), CLONE_FS | CLONE_VM | SIGCHLD, NULL), NULL, 0);
		look_here();
		if (other)
			kill(other, SIGKILL);
		return 0;
	}
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
		waitpid(clone(reopen_in_child, stack + sizeof(stack), CLONE_FILES | CLONE_VM | SIGCHLD, NULL), NULL, 0);
	} else if (!strcmp(how, "untraced")) {
		waitpid(clone(reopen_in_child, stack + sizeof(stack), CLONE_UNTRACED | CLONE_FILES | CLONE_VM | SIGCHLD, NULL), NULL, 0);
	} else if (!strcmp(how, "turns")) {
		take_turns();
	} else if (!strcmp(how, "copy")) {
		/* The child has a table of its own, so that only it has b there. */
		pid_t child = fork();

		if (!child) {
			reopen(NULL);
			look();
			_exit(0);
		}
		waitpid(child, NULL, 0);
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
		if (other)
			kill(other, SIGKILL);
		execl(argv[0], argv[0], how, number, NULL);
	}
	look();
	if (other)
		kill(other, SIGKILL);
	return 0;
}
END
# shellcheck disable=SC2086 # a list of words
$compiler -pthread -w -o "$scratch/moves" "$scratch/moves.c" || skip "the compiler cannot build the program"

# shows_names EXPECTED...: the names in the calls of look(), one after the other.
shows_names()
{
	got=$(sed -n 's/.*\(lseek([0-9]*\|faccessat(AT_FDCWD\)<\([^>]*\)>\((deleted)\)\{0,1\}, \(0, SEEK_CUR\|"x"\).*/\2\3/p' "$scratch/trace" | sed 's|.*/||' | tr '\n' ' ')
	same "names with $how" "$* " "$got"
}

# moves OPTION...: runs the program, which has files a and b.
moves()
{
	rm -f "$scratch/c"
	echo >"$scratch/a"
	echo >"$scratch/b"
	(cd "$scratch" && "$scry" "$@" -e trace=lseek,faccessat -o trace ./moves "$how" >/dev/null 2>stderr)
	status=$?
	ends_with 0
}

# beside: another process is traced at the same time.
for options in '-y' '-f -yy' '-f -y --seccomp-bpf=off' '-f -yy beside' '-y --engine=bpf' '-f -yy --engine=bpf'; do
	unset BESIDE
	case $options in
	*bpf) "$scry" --engine=bpf -o /dev/null true 2>/dev/null || { not_tested "the bpf engine cannot run here"; continue; } ;;
	esac
	case $options in
	*beside) options=${options% *} && export BESIDE=1 ;;
	esac
	for how in close dup thread shared untraced pass exec; do
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
	up=$(cd "$scratch/.." && pwd -P)
	for how in directory directory-shared; do
		# shellcheck disable=SC2086
		moves $options
		shows_names "${scratch##*/}" "${scratch##*/}" "${up##*/}" "${up##*/}"
	done
	case $options in
	-f*)
		how=turns
		# shellcheck disable=SC2086
		moves $options
		shows_names a a a a b b b b
		how=copy
		# shellcheck disable=SC2086
		moves $options
		shows_names a a b b a a
		;;
	esac
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
unset BESIDE

# The program of the bpf engine remembers whether the path of a descriptor is selected: -P FILE has the calls by that name, and no other one.
# selects FILE NUMBER
selects()
{
	moves -f --engine=bpf -P "$scratch/$1"
	same "-P with $how: calls of $1" "$2" "$(grep -c lseek "$scratch/trace")"
}
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	for how in close dup thread shared untraced pass; do
		selects a 2
		selects b 2
	done
	for how in rename child; do
		selects a 2
		selects c 2
	done
	how=turns
	selects a 4
	selects b 4
	how=copy
	selects a 4
	selects b 2
	how=exec
	selects a 4
	selects b 2
fi

# The names of all descriptors of programs that move them around, beside those of strace.
cat >"$scratch/moves.sh" <<'END'
exec 3<a 4<b
read -r one <&3
exec 5<&3 3<&4 4<&5
read -r one <&3
read -r two <&4
cat <&4 3<&- >c
(read -r one; exec <&3; cat) <a >>c
cat /dev/fd/3 <&- >/dev/null
while read -r word; do echo "$word" >&6; done <b 6>c
: 2>&6 6>a || :
END
cat >"$scratch/moves.pl" <<'END'
for my $i (1 .. 5) {
	open(my $in, '<', $i % 2 ? 'a' : 'b');
	my $line = <$in>;
	open(my $copy, '<&', $in);
	close($in);
	open(STDIN, '<', 'b');
	$line = <STDIN>;
	open(STDIN, '<&', $copy);
	sysread(STDIN, $line, 1);
}
open(my $d, '>', 'c');
syswrite($d, "x");
rename('c', 'd');
syswrite($d, "x");
unlink('d');
syswrite($d, "y");
close($d);
END
cat >"$scratch/moves.py" <<'END'
import array, os, socket
one, two = socket.socketpair()
for name in "a", "b", "a":
    file = os.open(name, os.O_RDONLY)
    os.read(file, 10)
    one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
    os.close(file)
    _, extra, _, _ = two.recvmsg(1, 100)
    got = array.array("i", extra[0][2])[0]
    os.read(got, 10)
    os.dup2(got, 20)
    os.read(20, 10)
    os.close(got)
os.read(20, 10)
child = os.fork()
if not child:
    os.dup2(os.open("b", os.O_RDONLY), 20)
    os.lseek(20, 0, 0)
    os.read(20, 10)
    os._exit(0)
os.waitpid(child, 0)
os.read(20, 10)
END

# descriptors FILE: the calls about files of the scratch directory, of the processes in the order of their first call.
descriptors()
{
	awk '{ pid = /^[0-9]+ / ? $1 : 0; sub(/^[0-9]+ +/, ""); sub(/ *= .*/, ""); sub(/ <unfinished.*/, "") }
		!(pid in number) { number[pid] = ++n }
		/<.*\/[abcd]( \([a-z]*\))?>/ { print number[pid], $0 }' "$1" | sort -s -n -k 1,1
}

# alike PROGRAM FILE: scry and strace show the same names.
alike()
{
	for tracer in "$scry" "$strace"; do
		rm -f "$scratch"/[cd]
		for name in a b; do printf 'one\ntwo\nthree\n' >"$scratch/$name"; done
		(cd "$scratch" && "$tracer" -f -yy -e trace=read,write,lseek,fcntl,dup,dup2,dup3,close -o "trace.${tracer##*/}" "$@" </dev/null >/dev/null 2>stderr)
	done
	check "$*: no descriptors" [ "$(descriptors "$scratch/trace.${scry##*/}" | wc -l)" -gt 10 ]
	same "$*: descriptors" "$(descriptors "$scratch/trace.${strace##*/}")" "$(descriptors "$scratch/trace.${scry##*/}")"
}

if can_compare 'programs that move descriptors'; then
	for run in 'sh moves.sh' 'bash moves.sh' 'perl moves.pl' 'python3 moves.py'; do
		# shellcheck disable=SC2086
		can_run "${run% *}" 'names in its descriptors' && alike $run
	done
fi
finish
