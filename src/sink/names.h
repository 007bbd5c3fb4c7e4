/* SPDX-License-Identifier: MIT */
/* Numbers and their names that several sinks write. */
#ifndef SCRY_SINK_NAMES_H
#define SCRY_SINK_NAMES_H

#include "scry/sink.h"

/* "SIGINT", "SIGRTMIN", "SIGRT_3"; false, with nothing written: no such signal. */
bool put_signal_name(struct buf *out, const struct abi *abi, uint64_t signal);
/* "EVIOCGBIT(EV_KEY, 32)"; nothing where no macro makes the request. */
void put_ioctl_macro(struct buf *out, const struct abi *abi, uint32_t request);
/* Why a call will be restarted: "To be restarted if no handler"; NULL: error is another one. */
const char *restart_reason(uint64_t error);
/* The value as the tracee's size bytes hold it, without what sign extension put above them. */
uint64_t value_bits(const struct value *value);
/* The ABI of a value, or the native one where none was given. */
const struct abi *value_abi(const struct value *value);

/* The name of an ENUM's value; NULL: it has none. */
const char *value_enum_name(const struct value *value);
/*
 * Whether a SIGSET or FDSET has bit i: signal i + 1, descriptor i. Both are arrays of the ABI's longs
 * in the kernel, which on a big-endian machine are not arrays of bytes.
 */
bool value_bit(const struct value *value, size_t i);

/* The name of a protocol of AF_NETLINK, without NETLINK_; NULL: it has none. */
const char *name_of_netlink(int protocol);
/* The set of value->more->detail->signals as the ABI has it in memory, of a SIGSET; returns its bytes. */
size_t fd_signals(const struct value *value, unsigned char bytes[8]);

/* The parts of a wait status of a stopped tracee, as ptrace(2) makes them. */
struct stop {
	unsigned signal;
	bool is_syscall; /* PTRACE_O_TRACESYSGOOD: SIGTRAP | 0x80 */
	unsigned event; /* PTRACE_EVENT_*; 0: none */
	const char *event_name; /* NULL: unknown */
};
struct stop stop_of(int status);

/* Major and minor number of a dev_t of size bytes. */
struct device {
	uint64_t major, minor;
};
struct device value_device(const struct value *value);

#endif
