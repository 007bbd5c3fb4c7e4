/* SPDX-License-Identifier: MIT */
/* A TCP server and its client: prints both ports, exchanges a question and an answer, and ends. */
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int client(const struct sockaddr_in *address)
{
	char text[16];
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (connect(fd, (const struct sockaddr *)address, sizeof(*address)))
		return 1;
	return write(fd, "question", 8) != 8 || read(fd, text, sizeof(text)) != 6;
}

int main(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr = { htonl(INADDR_LOOPBACK) } },
			   peer;
	socklen_t len = sizeof(address);
	int listening = socket(AF_INET, SOCK_STREAM, 0), fd, status;
	char text[16];

	if (bind(listening, (struct sockaddr *)&address, len) || listen(listening, 1) ||
	    getsockname(listening, (struct sockaddr *)&address, &len))
		return 77;
	if (!fork())
		_exit(client(&address));
	len = sizeof(peer);
	fd = accept(listening, (struct sockaddr *)&peer, &len);
	printf("%d %d\n", ntohs(address.sin_port), ntohs(peer.sin_port));
	if (read(fd, text, sizeof(text)) != 8 || write(fd, "answer", 6) != 6)
		return 1;
	wait(&status);
	return status != 0;
}
