/* SPDX-License-Identifier: MIT */
/* Calls that wait for descriptors. */
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include "fixture.h"

struct kernel_timespec {
	long seconds, nanoseconds;
};

static void polling(void)
{
	struct pollfd *fds = fixture_room(40 * sizeof(*fds));
	struct kernel_timespec *ts = COPY(struct kernel_timespec, { 2, 5 });
	uint64_t *mask = COPY(uint64_t, { 0x4002 });

	for (int i = 0; i < 40; i++)
		fds[i] = (struct pollfd){ i - 1, POLLIN << (i % 14),
					  i % 3 ? POLLOUT << (i % 5) : 0 };
	for (long n = 0; n < 5; n++) {
		CALL_AND_FAIL(n, SYS_poll, fds, n, 1000 * n - 1);
		CALL_AND_FAIL(n, SYS_ppoll, fds, n, ts, mask, 8);
		CALL_AND_FAIL(0, SYS_ppoll, fds, n, NULL, NULL, 8 * n);
	}
	CALL_AND_FAIL(27, SYS_poll, fds, 40, -1);
	CALL_AND_FAIL(27, SYS_ppoll, fds, 40, ts, NULL, 8);
	CALL_AND_FAIL(1, SYS_poll, fds, -1, 0);
	fds[0].events = fds[0].revents = -1;
	CALL_AND_FAIL(1, SYS_poll, fds, 1, 0);
	fixture_result(1);
	CHANGE(*ts, { 1, 4 });
	CALL(SYS_ppoll, fds, 2, ts, mask, 8);
	fixture_pointers(SYS_poll, ARGS(0, 3, 0), 0, fds, 3 * sizeof(*fds));
	fixture_pointers(SYS_ppoll, ARGS((unsigned long)fds, 1, 0, 0, 8), 2, ts, sizeof(*ts));
	fixture_pointers(SYS_ppoll, ARGS((unsigned long)fds, 1, 0, 0, 8), 3, mask, 8);
	fixture_result(0);
	fixture_pointers(SYS_poll, ARGS(0, 3, 0), 0, fds, 3 * sizeof(*fds));
}

static long members(const fd_set *set, long n)
{
	long found = 0;

	/* A large set goes on behind its own memory. */
	for (long fd = 0; fd < n && fd < 4 * FD_SETSIZE; fd++)
		found += ((const unsigned char *)set)[fd / 8] >> fd % 8 & 1;
	return found;
}

static void selecting(void)
{
	fd_set *in = fixture_room(sizeof(*in));
	fd_set *out = fixture_room(sizeof(*out));
	fd_set *errors = fixture_room(sizeof(*errors));
	struct kernel_timespec *tv = COPY(struct kernel_timespec, { 3, 250000 });
#ifdef __i386__
	long nr = SYS__newselect;
#else
	long nr = SYS_select;
#endif
	static const long sizes[] = { 0, 1, 5, 8, 63, 64, 65, 200, 1024, -1, 100000000 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		memset(in, 0, sizeof(*in));
		memset(out, 0, sizeof(*out));
		FD_SET(0, in);
		FD_SET(4, in);
		FD_SET(64, in);
		FD_SET(4, out);
		/* The sets hold as many as the result says: strace stops looking there. */
		CALL_AND_FAIL(members(in, sizes[i]) + members(out, sizes[i]), nr, sizes[i], in, out,
			      errors, tv);
		CALL_AND_FAIL(0, nr, sizes[i], in, NULL, NULL, tv);
		FD_CLR(0, in);
		CHANGE(*tv, { 1, 1 });
		CALL_AND_FAIL(members(in, sizes[i]), nr, sizes[i], in, NULL, errors, tv);
		CALL(nr, sizes[i], NULL, NULL, errors, NULL);
	}
	fixture_pointers(nr, ARGS(5, 0, 0, 0, 0), 1, in, 8);
	fixture_pointers(nr, ARGS(65, 0, 0, 0, 0), 2, in, 16);
	fixture_pointers(nr, ARGS(5, (unsigned long)in, 0, 0, 0), 4, tv, sizeof(*tv));
	fixture_result(-514);
	CALL(nr, 5, in, out, errors, tv);
	fixture_result(0);
}

static void epolling(void)
{
	struct epoll_event *events = fixture_room(40 * sizeof(*events));

	for (int i = 0; i < 40; i++)
		events[i] = (struct epoll_event){ 1u << (i % 32),
						  { .u64 = 0x500000000ull * (i % 3) + i } };
	for (long op = 0; op < 6; op++)
		CALL_AND_FAIL(0, SYS_epoll_ctl, 5, op, 6, &events[op]);
	events[0].events = -1;
	CALL(SYS_epoll_ctl, -1, -1, -1, events);
	CALL(SYS_epoll_ctl, 3, EPOLL_CTL_DEL, 4, NULL);
	CALL(SYS_epoll_ctl, 3, EPOLL_CTL_DEL, 4, NOWHERE);
	fixture_pointers(SYS_epoll_ctl, ARGS(3, EPOLL_CTL_MOD, 4, 0), 3, events, sizeof(*events));
	for (long n = 0; n < 4; n++)
		CALL_AND_FAIL(n, SYS_epoll_wait, 3, events, 10, n - 1);
	CALL_AND_FAIL(35, SYS_epoll_wait, 3, events, 40, 100);
	CALL(SYS_epoll_wait, 3, events, -1, 0x7fffffff);
	fixture_result(3);
	fixture_pointers(SYS_epoll_wait, ARGS(3, 0, 3, 0), 1, events, 3 * sizeof(*events));
	fixture_result(0);
}

int main(void)
{
	fixture_begin();
	polling();
	fixture_forget();
	selecting();
	fixture_forget();
	epolling();
	fixture_end();
}
