/* SPDX-License-Identifier: MIT */
/*
 * Becomes other users, and takes other names: where_facts_test.sh asks which calls which user and which name has made. Needs root.
 *
 * usage: becomes users	five threads become user 1234, make getppid(2) three times and end; then the process makes it once as root,
 *			once as user 1000, and a child of user 1000 makes it twice
 *        becomes names	makes getpgid(2) twice by each of the names alpha and beta
 */
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
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

int main(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "users") ? change_users() : change_names();
}
