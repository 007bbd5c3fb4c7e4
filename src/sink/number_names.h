/* SPDX-License-Identifier: MIT */
/* Names of numbers that both the text sink and the JSON sink write. */
#ifndef SCRY_SINK_NUMBER_NAMES_H
#define SCRY_SINK_NUMBER_NAMES_H

#include "scry/sinks.h"

/*
 * Appends "SIGINT", "SIGRTMIN" or "SIGRT_3". Returns false, and appends nothing, if the number is
 * no signal.
 */
bool put_signal_name(struct buf *out, const struct abi *abi, uint64_t signal);
/*
 * Appends the macro that makes the request, as "EVIOCGBIT(EV_KEY, 32)". Appends nothing if no macro
 * does.
 */
void put_ioctl_macro(struct buf *out, const struct abi *abi, uint32_t request);
/*
 * The meaning of an error number that makes the kernel restart the call; NULL for all other errors.
 */
const char *restart_reason(uint64_t error);
/* The bits that the value has in the tracee, without sign extension above value->size bytes. */
uint64_t value_bits(const struct value *value);
/* The ABI of the value. A value without one has the native ABI. */
const struct abi *value_abi(const struct value *value);

/* The name of a KIND_ENUM; NULL if the number has none. */
const char *value_enum_name(const struct value *value);
/*
 * The name of a KIND_DIRFD that is no descriptor: from its list, without a list AT_FDCWD; NULL if
 * it has none.
 */
const char *value_dirfd_name(const struct value *value);
/* The name of a protocol of AF_NETLINK, without NETLINK_; NULL if it has none. */
const char *name_of_netlink(int protocol);
/* Stores the signals of a signalfd as the bytes of a KIND_SIGSET. Returns the number of bytes. */
size_t fd_signals(const struct value *value, unsigned char bytes[8]);

/* The wait status of a stopped child, taken apart as ptrace(2) describes. */
struct stop {
	unsigned signal;
	bool is_syscall; /* the status was SIGTRAP | 0x80: see PTRACE_O_TRACESYSGOOD */
	unsigned event; /* PTRACE_EVENT_*; 0 if the stop has no such event */
	const char *event_name; /* NULL if the number is unknown */
};
struct stop stop_of(int status);

/* The major and minor numbers of a KIND_DEV, which has 2 bytes in old calls. */
struct device {
	uint64_t major, minor;
};
struct device value_device(const struct value *value);

/* The address of an amateur radio station, KIND_CALLSIGN. */
struct callsign {
	/*
	 * "HB9ABC-5"; "*": the null address; "": a character is not printable, or could end a
	 * comment
	 */
	char text[16];
	bool is_regular; /* the text says all bits of the address */
};
struct callsign callsign_of(const struct value *value);

#endif
