/* SPDX-License-Identifier: MIT */
/* Scheduling: policies, priorities, CPUs. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(sched_param, IN(sched_priority, int));
SYSCALL(sched_yield, KEEPS_NAMES, int);
SYSCALL(sched_setscheduler, C_NONE, int, IN(pid, pid), IN(policy, sched_set_policies), IN(param, sched_param));
SYSCALL_AS(sched_getscheduler, KEEPS_NAMES, hex32, NOTES(NOTE_RET_NONZERO(NULL, sched_set_policies)),
	IN(pid, pid));
SYSCALL(sched_setparam, C_NONE, int, IN(pid, pid), IN(param, sched_param));
SYSCALL(sched_getparam, KEEPS_NAMES, int, IN(pid, pid), OUT(param, sched_param));
SYSCALL(sched_get_priority_max, C_NONE, int, IN(policy, sched_policies));
SYSCALL(sched_get_priority_min, C_NONE, int, IN(policy, sched_policies));
SYSCALL(sched_rr_get_interval, C_NONE, int, IN(pid, pid), OUT(tp, timespec));
SYSCALL(sched_rr_get_interval_time64, C_NONE, int, IN(pid, pid), OUT(tp, timespec64));

/*
 * linux/sched/types.h: size is the size that the caller gives; 0 means the first version, 48 bytes.
 */
STRUCT_TYPE_AS(sched_attr, PARTS(MIN_SIZE(4), OWN_SIZE(size, 48), EXTENSIBLE, VIEW(.extra = EXTRA_DOTS)),
	IN(size, uint), IN(sched_policy, sched_policies, WHEN_TEST(HOOK_HAS_SCHED_POLICY)),
	IN(sched_flags, sched_flags, WHEN_TEST(HOOK_HAS_SCHED_ATTR)), IN(sched_nice, int, WHEN_TEST(HOOK_HAS_SCHED_PARAMS)),
	IN(sched_priority, uint, WHEN_TEST(HOOK_HAS_SCHED_PARAMS)), IN(sched_runtime, u64, WHEN_TEST(HOOK_HAS_SCHED_PARAMS)),
	IN(sched_deadline, u64, WHEN_TEST(HOOK_HAS_SCHED_PARAMS)), IN(sched_period, u64, WHEN_TEST(HOOK_HAS_SCHED_PARAMS)),
	IN(sched_util_min, uint, TOGETHER, WHEN(size, ABOVE, 55)), IN(sched_util_max, uint, TOGETHER, WHEN(size, ABOVE, 55)));
VIEW_TYPE(sched_attr_got, .extra = EXTRA_HIDDEN);
/*
 * If the kernel does not know all of the struct it refuses it with E2BIG, and sets the size that it
 * knows.
 */
SYSCALL(sched_setattr, C_NONE, int, IN(pid, pid), INOUT(attr, sched_attr, CHANGES(size), ON_ERROR), IN(flags, hex32));
SYSCALL(sched_getattr, KEEPS_NAMES, int, IN(pid, pid), OUT(attr, sched_attr, LEN(size), AS(sched_attr_got)), IN(size, uint), IN(flags, sched_getattr_flags));

SYSCALL(sched_setaffinity, KEEPS_NAMES, int, IN(pid, pid), IN(cpusetsize, uint), IN(mask, cpuset, LEN(cpusetsize)));
SYSCALL(sched_getaffinity, KEEPS_NAMES, int, IN(pid, pid), IN(cpusetsize, uint), OUT(mask, cpuset, LEN(RET)));

#define IOPRIO ARGUMENT(class, ioprio_class, 13, ~0x1fffu), ARGUMENT(data, uint, 0, 0x1fff)
MACRO_NUMBER(ioprio, IOPRIO_PRIO_VALUE, S32, 10, IOPRIO);
/* As a comment after the number. */
static MACRO_NUMBER(ioprio_value, IOPRIO_PRIO_VALUE, U32, 10, IOPRIO);
MACRO_NUMBER(ioprio16, IOPRIO_PRIO_VALUE, U16, 16, ARGUMENT(class, ioprio_class, 13, 0xe000), ARGUMENT(data, uint, 0, 0x1fff));
CHOICE(ioprio_of, which, WITH(IOPRIO_WHO_PROCESS|IOPRIO_WHO_PGRP, IN(who, pid)), OTHERWISE(IN(who, int)));
SYSCALL(ioprio_set, C_NONE, int, IN(which, ioprio_who), CHOOSE(ioprio_of), IN(ioprio, ioprio));
SYSCALL_AS(ioprio_get, C_NONE, int, NOTES(NOTE_RET(NULL, ioprio_value)), IN(which, ioprio_who), CHOOSE(ioprio_of));
