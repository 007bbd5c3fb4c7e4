/* SPDX-License-Identifier: MIT */
/*
 * Becomes other users, and takes other names: where_facts_test.sh asks which calls which user and
 * which name has made. Needs root.
 *
 * usage: becomes users    five threads become user 1234, make getppid(2) three times and end; then
 * the process makes it once as root,
 *			once as user 1000, and a child of user 1000 makes it twice
 *        becomes names	makes getpgid(2) twice by each of the names alpha and beta
 *        becomes failed	makes modify_ldt(2), which exists on x86 only, fail with ENOSYS and EINVAL, and succeed
 *        becomes ends	has threads and children that take a name in each way there is, and end: called, written, threaded, named, true
 *        becomes deep DIRECTORY	uses a file there whose path is longer than 4096 bytes
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Only the calling thread changes, unlike with setresuid(3). */
static int become(uid_t user)
{
	return (int)syscall(SYS_setresuid, user, -1, -1);
}

static void call(int n)
{
	while (n--)
		syscall(SYS_getppid);
}

static void *run_thread(void *failed)
{
	if (become(1234))
		*(int *)failed = 1;
	call(3);
	return NULL;
}

static int change_users(void)
{
	int failed = 0;
	pthread_t thread;
	pid_t child;

	for (int i = 0; i < 5; i++)
		if (pthread_create(&thread, NULL, run_thread, &failed) ||
		    pthread_join(thread, NULL))
			return 1;
	call(1);
	if (failed || become(1000))
		return 1;
	call(1);
	child = fork();
	if (!child) {
		call(2);
		_exit(0);
	}
	return waitpid(child, NULL, 0) != child;
}

static int change_names(void)
{
	static const char *const names[] = { "alpha", "beta" };

	for (int i = 0; i < 2; i++) {
		prctl(PR_SET_NAME, names[i]);
		syscall(SYS_getpgid, 0);
		syscall(SYS_getpgid, 0);
	}
	return 0;
}

static void *rename_thread(void *unused)
{
	prctl(PR_SET_NAME, "threaded");
	return unused;
}

static void *wait_for_name(void *pipe)
{
	char word;

	return read(*(int *)pipe, &word, 1) == 1 ? NULL : pipe;
}

/* Another thread gives the thread its name. */
static int name_thread(void)
{
	pthread_t thread;
	int ends[2];

	return pipe(ends) || pthread_create(&thread, NULL, wait_for_name, ends) ||
	       pthread_setname_np(thread, "named") || write(ends[1], "", 1) != 1 ||
	       pthread_join(thread, NULL);
}

static void end_by_signal(void)
{
	int fd = open("/proc/self/comm", O_WRONLY);

	if (write(fd, "written", 7) == 7)
		kill(getpid(), SIGKILL);
}

static void end_with_name(int way)
{
	if (way == 0)
		prctl(PR_SET_NAME, "called");
	else if (way == 1)
		end_by_signal();
	else
		execlp("true", "true", NULL);
	_exit(0);
}

static int end_names(void)
{
	pthread_t thread;

	for (int way = 0; way < 3; way++) {
		if (!fork())
			end_with_name(way);
		wait(NULL);
	}
	return pthread_create(&thread, NULL, rename_thread, NULL) || pthread_join(thread, NULL) ||
	       name_thread();
}

/* The kernel returns the errors of this call as 32 bits without a sign. */
static int fail(void)
{
#ifdef SYS_modify_ldt
	char entries[16] = { 0 };

	syscall(SYS_modify_ldt, 77, entries, sizeof(entries));
	syscall(SYS_modify_ldt, 1, entries, 3l);
	syscall(SYS_modify_ldt, 0, entries, sizeof(entries));
	return 0;
#else
	return 77;
#endif
}

/* Uses a file whose path is longer than the kernel shows it, and descriptors that are not open. */
static int use_deep_file(const char *start)
{
	char name[201], byte;
	int fd;

	memset(name, 'd', 200);
	name[200] = '\0';
	for (int i = 0; i < 24; i++) {
		if (chdir(i ? name : start) || (mkdir(name, 0777) && errno != EEXIST))
			return 1;
	}
	fd = open("file", O_RDWR | O_CREAT, 0666);
	if (fd < 0)
		return 1;
	syscall(SYS_pread64, fd, &byte, 1, 0);
	syscall(SYS_faccessat, fd, "x", 0);
	syscall(SYS_faccessat, fd, "/absolute", 0);
	syscall(SYS_pread64, 77, &byte, 1, 0);
	syscall(SYS_faccessat, 78, "y", 0);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "deep"))
		return use_deep_file(argv[2]);
	if (argc > 1 && !strcmp(argv[1], "failed"))
		return fail();
	if (argc > 1 && !strcmp(argv[1], "ends"))
		return end_names();
	return argc > 1 && !strcmp(argv[1], "users") ? change_users() : change_names();
}
