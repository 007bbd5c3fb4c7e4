/* SPDX-License-Identifier: MIT */
/*
 * Executes its arguments in a thread that is not the leader. The thread waits, without a call,
 * until the leader has nothing more to do than to join it: the calls of both are the same in each
 * run, but for that of the join.
 */
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static bool joins;

static void *execute(void *argv)
{
	while (!__atomic_load_n(&joins, __ATOMIC_ACQUIRE))
		;
	execv(((char **)argv)[1], (char **)argv + 1);
	_exit(1);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 2 || pthread_create(&thread, NULL, execute, argv))
		return 1;
	__atomic_store_n(&joins, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	return 2;
}
