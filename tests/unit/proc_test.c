/* SPDX-License-Identifier: MIT */
/* Tests of src/proc/: what files of /proc say of this process, and whose numbers they have. */
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/proc.h"
#include "suite.h"

START_TEST(lines_of_maps_are_parsed)
{
	static const struct {
		const char *line, *path;
		uint64_t start, end, offset, inode;
		bool writable, executable;
	} rows[] = {
		{ "7f00-8f00 r-xp 00001000 fe:01 345                 /usr/bin/a b\n",
		  "/usr/bin/a b", 0x7f00, 0x8f00, 0x1000, 345, false, true },
		{ "10-20 rw-p 00000000 00:00 0 \n", "", 0x10, 0x20, 0, 0, true, false },
		{ "10-20 rw-p 00000000 00:00 0", "", 0x10, 0x20, 0, 0, true, false },
		{ "10-20 rw-s 10000000 00:0f 7 anon_inode:[io_uring]\n", "anon_inode:[io_uring]",
		  0x10, 0x20, 0x10000000, 7, true, false },
		{ "10-20 r--p 00000000 fe:01 9 /a\\012b\\z (deleted)\n", "/a\nb\\z (deleted)", 0x10,
		  0x20, 0, 9, false, false },
	};
	struct proc_mapping mapping;
	char line[128];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		strcpy(line, rows[i].line);
		ck_assert(proc_parse_mapping(line, &mapping));
		ck_assert_str_eq(mapping.path, rows[i].path);
		ck_assert_uint_eq(mapping.start, rows[i].start);
		ck_assert_uint_eq(mapping.end, rows[i].end);
		ck_assert_uint_eq(mapping.offset, rows[i].offset);
		ck_assert_uint_eq(mapping.inode, rows[i].inode);
		ck_assert_int_eq(mapping.writable, rows[i].writable);
		ck_assert_int_eq(mapping.executable, rows[i].executable);
	}
	strcpy(line, "10-20");
	ck_assert(!proc_parse_mapping(line, &mapping));
}
END_TEST

START_TEST(paths_have_numbers_of_the_procfs)
{
	char path[PROC_PATH], wanted[PROC_PATH];
	struct stat status;

	ck_assert_int_eq(proc_numbers(), PROC_OURS);
	ck_assert_int_eq(proc_number_shown(getpid()), getpid());
	ck_assert_int_eq(proc_number_meant(getpid()), getpid());
	snprintf(wanted, sizeof(wanted), "/proc/%d/fd/%d", getpid(), INT32_MAX);
	proc_fd_path(path, getpid(), INT32_MAX);
	ck_assert_str_eq(path, wanted);
	snprintf(wanted, sizeof(wanted), "/proc/%d/cwd", getpid());
	proc_fd_path(path, getpid(), AT_FDCWD);
	ck_assert_str_eq(path, wanted);
	proc_path(path, PROC_SELF, "fd/%d", 3);
	ck_assert_str_eq(path, "/proc/self/fd/3");
	proc_path(path, PROC_SYSTEM, "locks");
	ck_assert_str_eq(path, "/proc/locks");
	/* No process has such a number, and no process is found. */
	proc_path(path, -5, "status");
	ck_assert_str_eq(path, "/proc/0/status");
	ck_assert_int_eq(proc_stat_path(path, &status), -1);
}
END_TEST

START_TEST(a_process_is_described)
{
	struct proc_stat stat;
	uint32_t user;
	uid_t effective;
	gid_t group;
	char comm[64];

	prctl(PR_SET_NAME, "a) S (b");
	ck_assert(proc_stat_of(getpid(), &stat));
	ck_assert_str_eq(stat.comm, "a) S (b");
	ck_assert_int_eq(stat.state, 'R');
	ck_assert_int_eq(stat.parent, getppid());
	ck_assert(!(stat.flags & (PROC_KERNEL_THREAD | PROC_IO_WORKER)));
	ck_assert_uint_gt(stat.start, 0);
	ck_assert_uint_eq(stat.start, proc_start(getpid()));
	ck_assert_int_eq(proc_comm(getpid(), comm, sizeof(comm)), 7);
	ck_assert_int_eq(proc_tgid(getpid()), getpid());
	ck_assert(proc_user(getpid(), &user));
	ck_assert_uint_eq(user, getuid());
	ck_assert(proc_effective(getpid(), &effective, &group));
	ck_assert_uint_eq(effective, geteuid());
	ck_assert_uint_eq(group, getegid());
	ck_assert(!proc_stat_of(INT32_MAX, &stat));
	ck_assert_int_eq(stat.state, 0);
}
END_TEST

static bool is_this(void *ctx, pid_t pid)
{
	return pid == *(pid_t *)ctx;
}

static bool is_open(void *ctx, int dir, const char *name, int fd)
{
	(void)dir;
	ck_assert_int_eq(atoi(name), fd);
	return fd == *(int *)ctx;
}

START_TEST(processes_and_descriptors_are_listed)
{
	pid_t self = getpid(), none = INT32_MAX;
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC), high = 12345;

	ck_assert_int_eq(proc_each(is_this, &self), 1);
	ck_assert_int_eq(proc_each(is_this, &none), 0);
	ck_assert_int_eq(proc_each_descriptor(self, is_open, &fd), 1);
	ck_assert_int_eq(proc_each_descriptor(self, is_open, &high), 0);
	ck_assert_int_eq(proc_each_descriptor(none, is_open, &fd), -1);
	ck_assert_int_eq(proc_fd_flags(self, fd) & O_ACCMODE, O_WRONLY);
	/* The module opens the procfs again. */
	proc_close();
	ck_assert_int_eq(proc_each_descriptor(self, is_open, &fd), 1);
	close(fd);
	ck_assert_int_eq(proc_fd_flags(self, fd), -1);
}
END_TEST

static bool is_listening(void *ctx, const struct proc_socket *socket)
{
	return socket->state == PROC_SOCKET_LISTEN && socket->local.port == *(uint16_t *)ctx &&
	       !memcmp(socket->local.address, "\x7f\0\0\1", 4) && socket->inode;
}

START_TEST(sockets_are_found)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t len = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	uint16_t port;

	ck_assert(!bind(fd, (struct sockaddr *)&address, len) && !listen(fd, 1) &&
		  !getsockname(fd, (struct sockaddr *)&address, &len));
	port = ntohs(address.sin_port);
	ck_assert(proc_each_socket(getpid(), "tcp", UINT32_MAX, is_listening, &port));
	ck_assert(!proc_each_socket(getpid(), "udp", UINT32_MAX, is_listening, &port));
	ck_assert(!proc_each_socket(getpid(), "tcp", 1, is_listening, &port));
	close(fd);
	ck_assert(!proc_each_socket(getpid(), "tcp", UINT32_MAX, is_listening, &port));
}
END_TEST

static bool is_own_lock(void *ctx, const struct proc_lock *lock)
{
	return lock->inode == *(uint64_t *)ctx && lock->pid == getpid() && !lock->waits;
}

START_TEST(locks_are_found)
{
	int fd = memfd_create("locked", MFD_CLOEXEC);
	struct statx status;
	uint64_t inode;

	ck_assert(proc_fd_status(getpid(), fd, STATX_INO, &status));
	inode = status.stx_ino;
	ck_assert(!proc_each_lock(is_own_lock, &inode));
	ck_assert(!flock(fd, LOCK_EX));
	ck_assert(proc_each_lock(is_own_lock, &inode));
	close(fd);
}
END_TEST

/*
 * In the first process of another PID namespace: 1 is this process, not the one that /proc shows as
 * 1.
 */
static int check_first_process(pid_t outside)
{
	char comm[16] = "";

	prctl(PR_SET_NAME, "inside");
	if (proc_comm(1, comm, sizeof(comm)) != 6 || memcmp(comm, "inside", 6) != 0)
		return 1;
	if (proc_exists(outside) || proc_start(outside) || proc_tgid(outside) != -1)
		return 2;
	return proc_numbers() == PROC_OURS || proc_numbers() == PROC_OUTER ? 0 : 3;
}

START_TEST(a_child_in_another_namespace_is_itself)
{
	pid_t outside = getpid(), maker = fork(), child;
	int status;

	if (!maker) {
		/* Before the child has another namespace, this process knows whose /proc it is. */
		if (proc_numbers() != PROC_OURS ||
		    (unshare(CLONE_NEWPID) && unshare(CLONE_NEWUSER | CLONE_NEWPID)))
			_exit(77);
		child = fork();
		if (!child)
			_exit(check_first_process(outside));
		waitpid(child, &status, 0);
		_exit(WEXITSTATUS(status));
	}
	ck_assert_int_eq(waitpid(maker, &status, 0), maker);
	if (WEXITSTATUS(status) == 77)
		puts("NOT TESTED: processes of other PID namespaces: none can be made here");
	else
		ck_assert_int_eq(status, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("proc");
	TCase *tests = tcase_create("proc");

	tcase_add_test(tests, lines_of_maps_are_parsed);
	tcase_add_test(tests, paths_have_numbers_of_the_procfs);
	tcase_add_test(tests, a_process_is_described);
	tcase_add_test(tests, processes_and_descriptors_are_listed);
	tcase_add_test(tests, sockets_are_found);
	tcase_add_test(tests, locks_are_found);
	tcase_add_test(tests, a_child_in_another_namespace_is_itself);
	return suite_run(suite, tests, NULL);
}
