/* SPDX-License-Identifier: MIT */
/*
 * Sends messages through a message queue, descriptor 31, and receives them, by each call there is:
 * one of them fails.
 */
#include <fcntl.h>
#include <mqueue.h>
#include <sys/syscall.h>
#include <unistd.h>

#define QUEUE 31

static void exchange(long send_call, long receive_call)
{
	char text[64];

	syscall(send_call, QUEUE, "queue message", 13ul, 1ul, NULL);
	syscall(send_call, QUEUE, "refused", 7ul, 1ul, NULL);
	syscall(receive_call, QUEUE, text, sizeof(text), NULL, NULL);
	syscall(receive_call, QUEUE, text, sizeof(text), NULL, NULL);
}

int main(void)
{
	struct mq_attr attributes = { .mq_maxmsg = 1, .mq_msgsize = 64 };
	mqd_t queue = mq_open("/scry-test-queue", O_CREAT | O_RDWR | O_NONBLOCK, 0600, &attributes);

	mq_unlink("/scry-test-queue");
	if (queue == (mqd_t)-1 || dup2((int)queue, QUEUE) < 0)
		return 77;
	exchange(SYS_mq_timedsend, SYS_mq_timedreceive);
#ifdef SYS_mq_timedsend_time64
	exchange(SYS_mq_timedsend_time64, SYS_mq_timedreceive_time64);
#endif
	return 0;
}
