/* SPDX-License-Identifier: MIT */
/* Executes its arguments in a thread that is not the leader. */
#include <pthread.h>
#include <unistd.h>

static void *execute(void *argv)
{
	execv(((char **)argv)[1], (char **)argv + 1);
	_exit(1);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 2 || pthread_create(&thread, NULL, execute, argv))
		return 1;
	pthread_join(thread, NULL);
	return 2;
}
