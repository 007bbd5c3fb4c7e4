/* SPDX-License-Identifier: MIT */
/* Starts a command with signals blocked, and pending. usage: given block|pending SIGNAL COMMAND [ARGUMENT…] */
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
	/* Real-time signals as the C library numbers them: RTMAX-3. */
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
