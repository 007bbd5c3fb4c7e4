/* SPDX-License-Identifier: MIT */
/*
 * What calls wait for, where they have a time limit, and which calls differ in the sizes of their
 * times only.
 */
#include "scry/syscalls.h"

/*
 * Calls of 32-bit ABIs that mean the same as another call, with the same arguments in the same
 * order.
 */
static const uint16_t bases[ID_COUNT] = {
	[ID__newselect] = ID_select,
	[ID_clock_adjtime64] = ID_clock_adjtime,
	[ID_clock_getres_time64] = ID_clock_getres,
	[ID_clock_gettime64] = ID_clock_gettime,
	[ID_clock_nanosleep_time64] = ID_clock_nanosleep,
	[ID_clock_settime64] = ID_clock_settime,
	[ID_futex_time64] = ID_futex,
	[ID_io_pgetevents_time64] = ID_io_pgetevents,
	[ID_mq_timedreceive_time64] = ID_mq_timedreceive,
	[ID_mq_timedsend_time64] = ID_mq_timedsend,
	[ID_ppoll_time64] = ID_ppoll,
	[ID_pselect6_time64] = ID_pselect6,
	[ID_recvmmsg_time64] = ID_recvmmsg,
	[ID_rt_sigtimedwait_time64] = ID_rt_sigtimedwait,
	[ID_sched_rr_get_interval_time64] = ID_sched_rr_get_interval,
	[ID_semtimedop_time64] = ID_semtimedop,
	[ID_timer_gettime64] = ID_timer_gettime,
	[ID_timer_settime64] = ID_timer_settime,
	[ID_timerfd_gettime64] = ID_timerfd_gettime,
	[ID_timerfd_settime64] = ID_timerfd_settime,
	[ID_utimensat_time64] = ID_utimensat,
};

enum syscall_id syscall_base(enum syscall_id id)
{
	return bases[id] ? bases[id] : id;
}

#define WAIT(call, for_, ...) [ID_##call] = { .awaits = AWAITS_##for_, __VA_ARGS__ }
#define MEANT .meant = true
#define LIMIT_AT(argument) .ends = ENDS_BY_POINTER, .limit_at = (argument)
#define LIMIT_IN(argument) .ends = ENDS_BY_NUMBER, .limit_at = (argument)

/* The manual page of each call says what it waits for, and what its time limit means. */
static const struct call_wait waits[ID_COUNT] = {
	WAIT(read, DATA),
	WAIT(readv, DATA),
	WAIT(recvfrom, DATA),
	WAIT(recvmsg, DATA),
	WAIT(recvmmsg, DATA, LIMIT_AT(4)),
	WAIT(splice, DATA),
	WAIT(tee, DATA),
	WAIT(mq_timedreceive, DATA, MEANT, LIMIT_AT(4)),
	WAIT(write, SPACE),
	WAIT(writev, SPACE),
	WAIT(sendto, SPACE),
	WAIT(sendmsg, SPACE),
	WAIT(sendmmsg, SPACE),
	WAIT(sendfile, SPACE),
	WAIT(sendfile64, SPACE),
	WAIT(mq_timedsend, SPACE, LIMIT_AT(4)),
	WAIT(poll, POLL, MEANT, LIMIT_IN(2)),
	WAIT(ppoll, POLL, MEANT, LIMIT_AT(2)),
	WAIT(select, POLL, MEANT, LIMIT_AT(4)),
	WAIT(pselect6, POLL, MEANT, LIMIT_AT(4)),
	WAIT(epoll_wait, EPOLL, MEANT, LIMIT_IN(3)),
	WAIT(epoll_pwait, EPOLL, MEANT, LIMIT_IN(3)),
	WAIT(epoll_pwait2, EPOLL, MEANT, LIMIT_AT(3)),
	WAIT(accept, CONNECTION, MEANT),
	WAIT(accept4, CONNECTION, MEANT),
	WAIT(connect, PEER),
	WAIT(wait4, CHILD, MEANT),
	WAIT(waitid, CHILD, MEANT),
	WAIT(waitpid, CHILD, MEANT),
	WAIT(flock, LOCK),
	WAIT(fcntl, LOCK),
	WAIT(fcntl64, LOCK),
	WAIT(futex, FUTEX, MEANT, LIMIT_AT(3)),
	WAIT(futex_wait, EVENT, MEANT, LIMIT_AT(4)),
	WAIT(futex_waitv, EVENT, MEANT, LIMIT_AT(3)),
	WAIT(nanosleep, TIME, MEANT, .ends = ENDS_ALWAYS),
	WAIT(clock_nanosleep, TIME, MEANT, .ends = ENDS_ALWAYS),
	/*
	 * Only calls with a time limit are resumed by it. Another tracer has interrupted the call
	 * before.
	 */
	WAIT(restart_syscall, RESUMED, MEANT, .ends = ENDS_ALWAYS),
	WAIT(pause, SIGNAL, MEANT),
	WAIT(sigsuspend, SIGNAL, MEANT),
	WAIT(rt_sigsuspend, SIGNAL, MEANT),
	WAIT(rt_sigtimedwait, SIGNAL, MEANT, LIMIT_AT(2)),
	WAIT(open, OPENER),
	WAIT(openat, OPENER),
	WAIT(openat2, OPENER),
	WAIT(semop, EVENT, MEANT),
	WAIT(semtimedop, EVENT, MEANT, LIMIT_AT(3)),
	WAIT(msgrcv, EVENT, MEANT),
	WAIT(io_getevents, EVENT, MEANT, LIMIT_AT(4)),
	WAIT(io_pgetevents, EVENT, MEANT, LIMIT_AT(4)),
	WAIT(io_uring_enter, EVENT, MEANT),
};

const struct call_wait *syscall_wait(enum syscall_id id)
{
	const struct call_wait *wait = &waits[syscall_base(id)];

	return wait->awaits ? wait : NULL;
}

bool call_wait_is_forever(const struct call_wait *wait, const uint64_t args[])
{
	switch (wait->ends) {
	case ENDS_ALWAYS:
		return false;
	case ENDS_BY_POINTER:
		return !args[wait->limit_at];
	case ENDS_BY_NUMBER:
		return (int32_t)args[wait->limit_at] < 0;
	case ENDS_NEVER:
		break;
	}
	return true;
}
