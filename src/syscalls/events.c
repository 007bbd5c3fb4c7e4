/* SPDX-License-Identifier: MIT */
/*
 * What read(2) delivers from descriptors of events: inotify(7), fanotify(7), signalfd(2),
 * eventfd(2), timerfd_create(2), userfaultfd(2).
 */
#include "syscalls/table.h"

/* clang-format off */

static const struct type t_inotify_header = { .name = "inotify_event", .kind = KIND_STRUCT, MEMBERS(
	IN(wd, int), IN(mask, inotify_mask), IN(cookie, uint), IN(len, uint)) };
/* The name is followed by NULs up to len. */
STRUCT_TYPE(inotify_event, IN(wd, int), IN(mask, inotify_mask), IN(cookie, uint), IN(len, uint), IN(name, text, LEN(len), WHEN(len, ABOVE, 0)));
static const struct type t_inotify_events = { .name = "inotify_event", .kind = KIND_RECORDS, RECORDS(
	.header = &t_inotify_header, .record = &t_inotify_event, .size = "len", .size_of_body = true, .align = 1, .one_by_one = true) };

static const struct type t_fan_info_header = { .name = "fanotify_event_info_header", .kind = KIND_STRUCT, MEMBERS(
	IN(info_type, fan_info_types), PAD(1), IN(len, u16)) };
CHOICE_IN_PLACE(fan_info_data, info_type,
	WITH(FAN_EVENT_INFO_TYPE_PIDFD, IN(pidfd, fd)),
	WITH(FAN_EVENT_INFO_TYPE_ERROR, IN(error, errno), IN(error_count, uint)),
	OTHERWISE(IN(data, hex_bytes)));
static const struct type t_fan_info = { .name = "fanotify_event_info", .kind = KIND_STRUCT, MIN_SIZE(4), MEMBERS(
	IN(info_type, fan_info_types), PAD(1), IN(len, u16), CHOOSE(fan_info_data)) };
static const struct type t_fan_infos = { .name = "fanotify_event_info", .kind = KIND_RECORDS, RECORDS(
	.header = &t_fan_info_header, .record = &t_fan_info, .size = "len", .align = 1, .rest_is_bytes = true, .one_by_one = true) };
static const struct type t_fan_header = { .name = "fanotify_event_metadata", .kind = KIND_STRUCT, MEMBERS(
	IN(event_len, uint), IN(vers, u8), PAD(1), IN(metadata_len, u16), IN(mask, fan_events), IN(fd, int), IN(pid, pid)) };
static const struct type t_fan_event = { .name = "fanotify_event_metadata", .kind = KIND_STRUCT, MIN_SIZE(24), MEMBERS(
	IN(event_len, uint), IN(vers, u8), PAD(1), IN(metadata_len, u16), IN(mask, fan_events), IN(fd, int), IN(pid, pid),
	IN(info, fan_infos, WHEN(event_len, ABOVE, 24))) };
static const struct type t_fan_events_read = { .name = "fanotify_event_metadata", .kind = KIND_RECORDS, RECORDS(
	.header = &t_fan_header, .record = &t_fan_event, .size = "event_len", .align = 1, .one_by_one = true) };

STRUCT_TYPE(signalfd_siginfo,
	IN(ssi_signo, signal), IN(ssi_errno, int), IN(ssi_code, si_code), IN(ssi_pid, pid), IN(ssi_uid, uid), IN(ssi_fd, int), IN(ssi_tid, uint),
	IN(ssi_band, poll_events32), IN(ssi_overrun, uint), IN(ssi_trapno, uint), IN(ssi_status, int), IN(ssi_int, int), IN(ssi_ptr, address64),
	IN(ssi_utime, u64), IN(ssi_stime, u64), IN(ssi_addr, address64), IN(ssi_addr_lsb, u16), PAD(2), IN(ssi_syscall, int),
	IN(ssi_call_addr, address64), IN(ssi_arch, hex32), PAD(28));

CHOICE(uffd_arguments, event,
	WITH(UFFD_EVENT_PAGEFAULT, IN(flags, uffd_pagefault), IN(address, address64), IN(ptid, uint)),
	WITH(UFFD_EVENT_FORK, IN(ufd, fd)),
	WITH(UFFD_EVENT_REMAP, IN(from, address64), IN(to, address64), IN(len, hex64)),
	WITH(UFFD_EVENT_REMOVE|UFFD_EVENT_UNMAP, IN(start, address64), IN(end, address64)),
	OTHERWISE(IN(arg, hex64, COUNT_IS(3))));
STRUCT_TYPE_AS(uffd_msg, MIN_SIZE(32), IN(event, uffd_events), PAD(7), CHOOSE(uffd_arguments));

#define EVENTS_AT(lab, function, t, ...) { .label = lab, .events = true, .address = (function), .value = FIELD(t, t, OUT, ##__VA_ARGS__) }
#define NUMBER_AT(lab, function) { .label = lab, .events = true, .pointee = true, .address = (function), .value = FIELD(u64, u64, OUT) }
/* Text shows what these notes say only with -v; the bytes are in the buffer in any case. */
SYSCALL_AS(read, C_DESC | MOVES | KEEPS_NAMES, klong, NOTES(
	EVENTS_AT(NULL, HOOK_INOTIFY_EVENTS, inotify_events, LEN(RET)),
	EVENTS_AT(NULL, HOOK_FANOTIFY_EVENTS, fan_events_read, LEN(RET)),
	EVENTS_AT(NULL, HOOK_SIGNALFD_EVENTS, signalfd_siginfo, COUNT_WHOLE(RET, 128)),
	EVENTS_AT(NULL, HOOK_USERFAULTFD_EVENTS, uffd_msg, COUNT_WHOLE(RET, 32)),
	NUMBER_AT("count", HOOK_EVENTFD_COUNT),
	NUMBER_AT("expirations", HOOK_TIMERFD_COUNT)),
	IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size));
