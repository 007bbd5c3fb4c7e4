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
	struct pollfd *fds = fixture_alloc(40 * sizeof(*fds));
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
	fds[0].events = fds[0].revents = 0x800;
	CALL(SYS_poll, fds, 1, 0);
	fixture_result(1);
	CALL(SYS_poll, fds, 1, 0);
	fds[0].events = fds[0].revents = -1;
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

	/* With a large n the call also uses the memory after the set. */
	for (long fd = 0; fd < n && fd < 4 * FD_SETSIZE; fd++)
		found += ((const unsigned long *)set)[fd / (8 * sizeof(long))] >>
				 fd % (8 * sizeof(long)) &
			 1;
	return found;
}

static void selecting(void)
{
	fd_set *in = fixture_alloc(sizeof(*in));
	fd_set *out = fixture_alloc(sizeof(*out));
	fd_set *errors = fixture_alloc(sizeof(*errors));
	struct kernel_timespec *tv = COPY(struct kernel_timespec, { 3, 250000 });
#if HAS_OLD_CALLS
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
		/* The result must be the number of members: strace stops after that many. */
		CALL_AND_FAIL(members(in, sizes[i]) + members(out, sizes[i]) +
				      members(errors, sizes[i]),
			      nr, sizes[i], in, out, errors, tv);
		CALL_AND_FAIL(0, nr, sizes[i], in, NULL, NULL, tv);
		FD_CLR(0, in);
		CHANGE(*tv, { 1, 1 });
		CALL_AND_FAIL(members(in, sizes[i]) + members(errors, sizes[i]), nr, sizes[i], in,
			      NULL, errors, tv);
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
	struct epoll_event *events = fixture_alloc(40 * sizeof(*events));

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

static void epolling_with_masks(void)
{
	struct epoll_event *events = fixture_alloc(40 * sizeof(*events));
	int64_t *ts = fixture_alloc(16);
	uint64_t *mask = COPY(uint64_t, { 0x4002 });

	ts[0] = 3;
	ts[1] = 7;
	for (int i = 0; i < 40; i++)
		events[i] = (struct epoll_event){ 1u << (i % 32), { .u64 = i * 0x500000001ull } };
	CALL_AND_FAIL(3, SYS_epoll_create, 10);
	CALL_AND_FAIL(3, SYS_epoll_create1, 0x80000);
	CALL(SYS_epoll_create1, -1);
	CALL_AND_FAIL(3, SYS_eventfd, 5);
	CALL_AND_FAIL(3, SYS_eventfd2, 5, 0x80801);
	CALL(SYS_eventfd2, -1, -1);
	/* Failed calls differ: doc/differences.md. */
	for (long n = 0; n < 4; n++) {
		fixture_result(n);
		CALL(SYS_epoll_pwait, 3, events, n, n, mask, 8);
		CALL(SYS_epoll_pwait2, 3, events, n, ts, mask, 8);
		CALL(SYS_epoll_pwait, 3, events, n, -1, NULL, 4 * n);
	}
	fixture_pointers(SYS_epoll_pwait, ARGS(3, (unsigned long)events, 3, 0, 0, 8), 4, mask, 8);
	fixture_pointers(SYS_epoll_pwait2, ARGS(3, (unsigned long)events, 3, 0, 0, 8), 3, ts, 16);
	fixture_pointers(SYS_epoll_pwait2, ARGS(3, 0, 3, 0, 0, 8), 1, events, 3 * sizeof(*events));
	fixture_result(0);
	CALL(SYS_epoll_pwait2, -1, NULL, 0, NULL, NULL, 0);
}

/* The sixth argument of pselect6 points to a pointer to the mask and the size of the mask. */
static void selecting_with_masks(void)
{
	struct {
		void *mask;
		unsigned long size;
	} *pack = fixture_alloc(sizeof(*pack));
	struct kernel_timespec *ts = COPY(struct kernel_timespec, { 3, 250000 });
	uint64_t *mask = COPY(uint64_t, { 0x4002 });
	unsigned char *set = fixture_alloc(128);

	memcpy(set, &(unsigned long){ 0x11 }, sizeof(long));
	*pack = (typeof(*pack)){ mask, 8 };
	for (int i = 0; i < 4; i++)
		CALL_AND_FAIL(2, SYS_pselect6, 5, set, NULL, NULL, i & 1 ? ts : NULL,
			      i & 2 ? pack : NULL);
	CALL_AND_FAIL(0, SYS_pselect6, 5, set, NULL, NULL, ts, pack);
	pack->size = 4;
	CALL(SYS_pselect6, 5, set, NULL, NULL, ts, pack);
	*pack = (typeof(*pack)){ NULL, 8 };
	CALL(SYS_pselect6, 5, set, NULL, NULL, ts, pack);
	pack->mask = (void *)NOWHERE;
	CALL(SYS_pselect6, 5, set, NULL, NULL, ts, pack);
	fixture_pointers(SYS_pselect6, ARGS(5, 0, 0, 0, 0, 0), 5, pack, sizeof(*pack));
	fixture_pointers(SYS_pselect6, ARGS(5, 0, 0, 0, 0, 0), 4, ts, sizeof(*ts));
	fixture_result(-514);
	CALL(SYS_pselect6, 5, set, set, set, ts, pack);
	fixture_result(-516);
	memcpy(set, (int[]){ 0x11, 0 }, 8);
	CALL(SYS_poll, set, 1, 5);
	memcpy(set, &(unsigned long){ 0x11 }, sizeof(long));
#ifdef __i386__
	uint32_t *args = fixture_alloc(20);

	args[0] = 5;
	args[1] = (uint32_t)set;
	args[4] = (uint32_t)ts;
	CALL_AND_FAIL(2, SYS_select, args);
	CALL_AND_FAIL(0, SYS_select, args);
	CALL(SYS_select, NOWHERE);
	CALL(SYS_select, NULL);
#endif
#if HAS_OLD_CALLS
	CALL_AND_FAIL(2, SYS_pselect6_time64, 5, set, NULL, NULL, ts, pack);
	CALL_AND_FAIL(1, SYS_ppoll_time64, set, 1, ts, mask, 8);
#endif
	fixture_result(0);
}

int main(void)
{
	fixture_begin();
	polling();
	fixture_free_all();
	selecting();
	fixture_free_all();
	epolling();
	fixture_free_all();
	epolling_with_masks();
	fixture_free_all();
	selecting_with_masks();
	fixture_end();
}
