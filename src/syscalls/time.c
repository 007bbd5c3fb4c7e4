/* SPDX-License-Identifier: MIT */
/* Clocks, timers and sleeping. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(timespec, IN(tv_sec, klong), IN(tv_nsec, kulong));
STRUCT_TYPE(timeval, IN(tv_sec, klong), IN(tv_usec, kulong));
STRUCT_TYPE_AS(timespec64, .name = "__kernel_timespec", IN(tv_sec, s64), IN(tv_nsec, u64));
STRUCT_TYPE_AS(timeval64, .name = "__kernel_timex_timeval", IN(tv_sec, s64), IN(tv_usec, u64));
/* Times of files: with the date, and with names for now and no change (utimensat(2)). */
#define FILE_TIME(name_) PARTS(.name = name_, VIEW(SENTINEL(tv_nsec, utime_nsec)), DATE(tv_sec, tv_nsec, 1))
STRUCT_TYPE_AS(timespec_date, FILE_TIME("timespec"), IN(tv_sec, klong), IN(tv_nsec, kulong));
STRUCT_TYPE_AS(timespec64_date, FILE_TIME("__kernel_timespec"), IN(tv_sec, s64), IN(tv_nsec, u64));
STRUCT_TYPE_AS(timeval_date, PARTS(.name = "timeval", DATE(tv_sec, tv_usec, 1000)),
	IN(tv_sec, klong), IN(tv_usec, kulong));
STRUCT_TYPE(utimbuf, IN(actime, seconds), IN(modtime, seconds));
STRUCT_TYPE(timezone, IN(tz_minuteswest, int), IN(tz_dsttime, int));
STRUCT_TYPE(itimerspec, IN(it_interval, timespec), IN(it_value, timespec));
STRUCT_TYPE_AS(itimerspec64, .name = "__kernel_itimerspec", IN(it_interval, timespec64), IN(it_value, timespec64));
STRUCT_TYPE(itimerval, IN(it_interval, timeval), IN(it_value, timeval));

SYSCALL(time, C_CLOCK | KEEPS_NAMES, seconds, OUT(tloc, seconds));
SYSCALL(stime, C_NONE, seconds, IN(tloc, seconds, PTR));
SYSCALL(gettimeofday, C_CLOCK | KEEPS_NAMES, int, OUT(tv, timeval), OUT(tz, timezone));
SYSCALL(settimeofday, C_CLOCK, int, IN(tv, timeval), IN(tz, timezone));
STRUCT_TYPE(tms, IN(tms_utime, ticks), IN(tms_stime, ticks), IN(tms_cutime, ticks), IN(tms_cstime, ticks));
SYSCALL(times, KEEPS_NAMES, klong, OUT(buf, tms));

SYSCALL(clock_gettime, C_CLOCK | KEEPS_NAMES, int, IN(clockid, clocks), OUT(tp, timespec));
SYSCALL(clock_getres, C_CLOCK | KEEPS_NAMES, int, IN(clockid, clocks), OUT(tp, timespec));
SYSCALL(clock_settime, C_CLOCK, int, IN(clockid, clocks), IN(tp, timespec));
SYSCALL(clock_gettime64, C_CLOCK | KEEPS_NAMES, int, IN(clockid, clocks), OUT(tp, timespec64));
SYSCALL(clock_getres_time64, C_CLOCK | KEEPS_NAMES, int, IN(clockid, clocks), OUT(tp, timespec64));
SYSCALL(clock_settime64, C_CLOCK, int, IN(clockid, clocks), IN(tp, timespec64));

/*
 * The kernel writes the remaining time only after a signal. The result is -ERESTART_RESTARTBLOCK
 * then.
 */
#define REMAINS ON_ERROR, WHEN(RET, IS, -516)
SYSCALL(nanosleep, KEEPS_NAMES, int, IN(req, timespec), OUT(rem, timespec, REMAINS));
SYSCALL(clock_nanosleep, KEEPS_NAMES, int,
	IN(clockid, clocks), IN(flags, timer_flags), IN(request, timespec), OUT(remain, timespec, REMAINS));
SYSCALL(clock_nanosleep_time64, KEEPS_NAMES, int,
	IN(clockid, clocks), IN(flags, timer_flags), IN(request, timespec64), OUT(remain, timespec64, REMAINS));

SYSCALL(getitimer, KEEPS_NAMES, int, IN(which, itimers), OUT(curr_value, itimerval));
SYSCALL(setitimer, KEEPS_NAMES, int, IN(which, itimers), IN(new_value, itimerval), OUT(old_value, itimerval));
SYSCALL(alarm, KEEPS_NAMES, uint, IN(seconds, uint));

/* asm-generic/siginfo.h */
CHOICE(sigevent_target, sigev_notify,
	WITH(SIGEV_THREAD_ID, IN(sigev_notify_thread_id, pid)),
	WITH(SIGEV_THREAD, IN(sigev_notify_function, address), IN(sigev_notify_attributes, address)));
STRUCT_TYPE_AS(sigevent, VIEW(NONZERO(sigev_value)),
	IN(sigev_value, sigval), IN(sigev_signo, signal, WHEN(sigev_notify, IS, SIGEV_SIGNAL|SIGEV_THREAD|SIGEV_THREAD_ID)),
	IN(sigev_signo, uint, UNION_WITH_PREVIOUS, WHEN(sigev_notify, IS_NOT, SIGEV_SIGNAL|SIGEV_THREAD|SIGEV_THREAD_ID)), IN(sigev_notify, sigev_notify),
	CHOOSE(sigevent_target));
SYSCALL(timer_create, KEEPS_NAMES, int, IN(clockid, clocks), IN(sevp, sigevent), OUT(timerid, int));
SYSCALL(timer_settime, KEEPS_NAMES, int,
	IN(timerid, int), IN(flags, timer_flags), IN(new_value, itimerspec), OUT(old_value, itimerspec));
SYSCALL(timer_settime64, KEEPS_NAMES, int,
	IN(timerid, int), IN(flags, timer_flags), IN(new_value, itimerspec64), OUT(old_value, itimerspec64));
SYSCALL(timer_gettime, KEEPS_NAMES, int, IN(timerid, int), OUT(curr_value, itimerspec));
SYSCALL(timer_gettime64, KEEPS_NAMES, int, IN(timerid, int), OUT(curr_value, itimerspec64));
SYSCALL(timer_getoverrun, KEEPS_NAMES, int, IN(timerid, int));
SYSCALL(timer_delete, KEEPS_NAMES, int, IN(timerid, int));
SYSCALL(timerfd_create, C_DESC | KEEPS_NAMES, fd, IN(clockid, clocks), IN(flags, timerfd));
SYSCALL(timerfd_settime, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(flags, timerfd), IN(new_value, itimerspec), OUT(old_value, itimerspec));
SYSCALL(timerfd_settime64, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(flags, timerfd), IN(new_value, itimerspec64), OUT(old_value, itimerspec64));
SYSCALL(timerfd_gettime, C_DESC | KEEPS_NAMES, int, IN(fd, fd), OUT(curr_value, itimerspec));
SYSCALL(timerfd_gettime64, C_DESC | KEEPS_NAMES, int, IN(fd, fd), OUT(curr_value, itimerspec64));

/* linux/timex.h */
STRUCT_TYPE(timex,
	IN(modes, adj_modes), IN(offset, klong), IN(freq, klong), IN(maxerror, klong), IN(esterror, klong),
	IN(status, sta_status), IN(constant, klong), IN(precision, klong), IN(tolerance, klong),
	IN(time, timeval), IN(tick, klong), IN(ppsfreq, klong), IN(jitter, klong), IN(shift, int),
	IN(stabil, klong), IN(jitcnt, klong), IN(calcnt, klong), IN(errcnt, klong), IN(stbcnt, klong),
	IN(tai, int), PAD(44));
STRUCT_TYPE_AS(timex64, .name = "__kernel_timex",
	IN(modes, adj_modes), PAD(4), IN(offset, s64), IN(freq, s64), IN(maxerror, s64), IN(esterror, s64),
	IN(status, sta_status), PAD(4), IN(constant, s64), IN(precision, s64), IN(tolerance, s64),
	IN(time, timeval64), IN(tick, s64), IN(ppsfreq, s64), IN(jitter, s64), IN(shift, int), PAD(4),
	IN(stabil, s64), IN(jitcnt, s64), IN(calcnt, s64), IN(errcnt, s64), IN(stbcnt, s64), IN(tai, int), PAD(44));
#define TIME_STATE NOTES(NOTE_RET(NULL, time_state, WHEN(buf, READABLE, )))
SYSCALL_AS(adjtimex, C_CLOCK, uint, TIME_STATE, OUT(buf, timex));
SYSCALL_AS(clock_adjtime, C_CLOCK, uint, TIME_STATE, IN(clockid, clocks), OUT(buf, timex));
SYSCALL_AS(clock_adjtime64, C_CLOCK, uint, TIME_STATE, IN(clockid, clocks), OUT(buf, timex64));

/* linux/futex.h. Text shows the terms that the macro makes. */
const struct type t_futex_op = { .name = "FUTEX_OP", .kind = KIND_MACRO, .storage = STORE_U32, VIEW(.terms = true, NONZERO(shift)), ARGUMENTS(
	ARGUMENT(shift, futex_oparg_shift, 28, 0x80000000), ARGUMENT(op, futex_wake_op, 28, 0x70000000),
	ARGUMENT(oparg, hex32, 12, 0xfff000), ARGUMENT(cmp, futex_cmp, 24, 0xf000000), ARGUMENT(cmparg, hex32, 0, 0xfff)) };
/*
 * futex(2): the operation says which arguments there are. Its flags do not matter: linux/futex.h.
 */
#define FUTEX_FLAGS (~UINT64_C(127)) /* the bits from FUTEX_PRIVATE_FLAG on */
#define FUTEX(timespec) \
	WITH(FUTEX_WAIT, IN(val, uint), IN(timeout, timespec)), \
	WITH(FUTEX_WAIT_BITSET, IN(val, uint), IN(timeout, timespec), SKIP, IN(val3, futex_bitset)), \
	WITH(FUTEX_WAKE_BITSET, IN(val, uint), SKIP, SKIP, IN(val3, futex_bitset)), \
	WITH(FUTEX_WAKE|FUTEX_FD, IN(val, uint)), \
	WITH(FUTEX_REQUEUE, IN(val, uint), IN(val2, uint), IN(uaddr2, address)), \
	WITH(FUTEX_CMP_REQUEUE|FUTEX_CMP_REQUEUE_PI, IN(val, uint), IN(val2, uint), IN(uaddr2, address), IN(val3, uint)), \
	WITH(FUTEX_WAKE_OP, IN(val, uint), IN(val2, uint), IN(uaddr2, address), IN(val3, futex_op)), \
	WITH(FUTEX_WAIT_REQUEUE_PI, IN(val, uint), IN(timeout, timespec), IN(uaddr2, address)), \
	WITH(FUTEX_LOCK_PI|FUTEX_LOCK_PI2, SKIP, IN(timeout, timespec)), \
	WITH(FUTEX_UNLOCK_PI|FUTEX_TRYLOCK_PI), \
	OTHERWISE(IN(val, uint), IN(timeout, address), IN(uaddr2, address), IN(val3, hex32))
CHOICE_IGNORING(futex_arguments, futex_op, FUTEX_FLAGS, FUTEX(timespec));
CHOICE_IGNORING(futex_time64_arguments, futex_op, FUTEX_FLAGS, FUTEX(timespec64));
SYSCALL(futex, KEEPS_NAMES, int, IN(uaddr, address), IN(futex_op, futex_ops), CHOOSE(futex_arguments));
SYSCALL(futex_time64, KEEPS_NAMES, int, IN(uaddr, address), IN(futex_op, futex_ops), CHOOSE(futex_time64_arguments));
/* linux/futex.h */
STRUCT_TYPE_AS(futex_waitv, VIEW(NONZERO(__reserved)), IN(val, hex64), IN(uaddr, address64), IN(flags, futex2_flags), IN(__reserved, hex32));
SYSCALL(futex_waitv, KEEPS_NAMES, int,
	IN(waiters, futex_waitv, COUNT(nr_futexes)), IN(nr_futexes, uint), IN(flags, hex32),
	IN(timeout, timespec64), IN(clockid, clocks));
SYSCALL(futex_wait, KEEPS_NAMES, int,
	IN(uaddr, address), IN(val, ulong), IN(mask, futex_mask), IN(flags, futex2_flags),
	IN(timeout, timespec64), IN(clockid, clocks));
SYSCALL(futex_wake, KEEPS_NAMES, int,
	IN(uaddr, address), IN(mask, futex_mask), IN(nr, int), IN(flags, futex2_flags));
SYSCALL(futex_requeue, KEEPS_NAMES, int,
	IN(waiters, futex_waitv, COUNT_IS(2)), IN(flags, hex32), IN(nr_wake, int), IN(nr_requeue, int));
