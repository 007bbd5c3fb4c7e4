/* SPDX-License-Identifier: MIT */
/*
 * Calls that may break a decoder: random numbers, lengths that wrap around, pointers to the last
 * byte of a page, and buffers of random bytes. The calls are not executed.
 *
 * usage: hostile SEED CALLS
 */
#include <stdlib.h>
#include <sys/socket.h>

#include "../../differential/fixture.h"

static uint64_t state;

/* xorshift64: the same calls for the same seed. */
static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static unsigned long random_argument(void)
{
	static const unsigned long odd[] = {
		0,	    1,	   -1ul,	  -2ul,		 0x7fffffff,
		0x80000000, ARENA, ARENA_END - 1, ARENA_END - 7, NOWHERE,
		~0ul >> 1,  64,
	};

	switch (next_random() % 4) {
	case 0:
		return odd[next_random() % (sizeof(odd) / sizeof(odd[0]))];
	case 1:
		return next_random() % 20;
	case 2:
		return ARENA + next_random() % ARENA_SIZE;
	default:
		return next_random() >> next_random() % 64;
	}
}

/*
 * Fills the arena with words that decoders interpret, such as pointers and sizes, and with random
 * words.
 */
static void fill_arena(void)
{
	unsigned long *words = (void *)ARENA;

	for (size_t i = 0; i < ARENA_SIZE / sizeof(*words); i++)
		words[i] = random_argument();
}

/* Sends control messages with impossible lengths: strace 6.1 prints them without end. */
static void send_endless_control(void)
{
	struct cmsghdr *control = fixture_alloc(256);
	struct msghdr *message = fixture_alloc(sizeof(*message));

	control->cmsg_level = SOL_SOCKET;
	control->cmsg_type = SCM_RIGHTS;
	message->msg_control = control;
	for (int i = 0; i < 4; i++) {
		control->cmsg_len = (size_t)0 - (size_t)i;
		message->msg_controllen = i % 2 ? 256 : (size_t)-1;
		CALL(SYS_sendmsg, 3, message, 0);
		CALL(SYS_recvmsg, 3, message, 0);
	}
}

/*
 * uretprobe and uprobe of x86_64 bypass seccomp filters, and kill a process that was not prepared
 * for them.
 */
static int is_probe(uint64_t nr)
{
	return sizeof(long) == 8 && (nr == 335 || nr == 336);
}

static void make_random_call(void)
{
	unsigned long a[6];
	uint64_t nr;

	do
		nr = next_random() % 475;
	while (is_probe(nr));
	for (int i = 0; i < 6; i++)
		a[i] = random_argument();
	fixture_result(next_random() % 3 ? (long)(random_argument() & 0x7fffffff)
					 : -(long)(next_random() % 600 + 1));
	fixture_call((long)nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int main(int argc, char **argv)
{
	long calls = argc > 2 ? atol(argv[2]) : 0;

	state = argc > 1 ? strtoull(argv[1], NULL, 0) | 1 : 1;
	fixture_begin();
	send_endless_control();
	fill_arena();
	for (long i = 0; i < calls; i++) {
		if (i % 100 == 0)
			fill_arena();
		make_random_call();
	}
	fixture_end();
}
