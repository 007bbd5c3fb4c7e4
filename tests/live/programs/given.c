/* SPDX-License-Identifier: MIT */
/*
 * Executes a command with a blocked signal, which with "pending" is also pending.
 *
 * usage: given block|pending SIGNAL COMMAND...
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	sigset_t set;
	int signal;

	if (argc < 4)
		return 2;
	/* A real-time signal is given relative to SIGRTMAX of the C library: RTMAX-3. */
	signal = strncmp(argv[2], "RTMAX", 5) ? atoi(argv[2]) : SIGRTMAX + atoi(argv[2] + 5);
	sigemptyset(&set);
	sigaddset(&set, signal);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (!strcmp(argv[1], "pending"))
		sigqueue(getpid(), signal, (union sigval){ .sival_int = SIGTERM });
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 127;
}
