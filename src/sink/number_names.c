/* SPDX-License-Identifier: MIT */
/* Names of numbers that both the text sink and the JSON sink write. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "sink/number_names.h"

/*
 * The kernel's first real-time signal. The C library reserves two: its SIGRTMIN is 34 (signal(7)).
 */
#define KERNEL_SIGRTMIN 32

const char *errno_word(const struct abi *abi, unsigned error, char number[12])
{
	const char *name = call_error_name(abi, error);

	if (name)
		return name;
	snprintf(number, 12, "%u", error);
	return number;
}

bool put_signal_name(struct buf *out, const struct abi *abi, uint64_t signal)
{
	const char *name = NULL;

	if (!abi)
		abi = abi_native();
	if (signal && signal < KERNEL_SIGRTMIN)
		name = signal_name(abi, (unsigned)signal);
	if (signal == KERNEL_SIGRTMIN)
		name = "SIGRTMIN";
	if (name)
		buf_puts(out, name);
	else if (signal > KERNEL_SIGRTMIN && signal <= 8u * abi->sigset_size)
		buf_printf(out, "SIGRT_%u", (unsigned)signal - KERNEL_SIGRTMIN);
	else
		return false;
	return true;
}

/* include/linux/errno.h of the kernel. Only tracers see these numbers. */
const char *restart_reason(uint64_t error)
{
	switch (error) {
	case 512:
		return "To be restarted if SA_RESTART is set";
	case 513:
		return "To be restarted";
	case 514:
		return "To be restarted if no handler";
	case 516:
		return "Interrupted by signal";
	default:
		return NULL;
	}
}

uint64_t value_bits(const struct value *value)
{
	if (!value->size || value->size >= 8)
		return value->u;
	return value->u & ((UINT64_C(1) << value->size * 8) - 1);
}

const struct abi *value_abi(const struct value *value)
{
	return value->abi ? value->abi : abi_native();
}

static void put_macro_number(struct buf *out, const struct abi *abi,
			     const struct ioctl_macro *macro, uint32_t number)
{
	const char *name = macro->list ? list_name(macro->list, abi, number) : NULL;

	if (name)
		buf_puts(out, name);
	else if (macro->list)
		buf_printf(out, "%#x /* %s */", number, list_unknown(macro->list));
	else
		buf_put_udec(out, number);
}

void put_ioctl_macro(struct buf *out, const struct abi *abi, uint32_t request)
{
	const struct ioctl_macro *macro = ioctl_macro_of(request);

	if (!macro)
		return;
	buf_printf(out, "%s(", macro->name);
	if (macro->number)
		put_macro_number(out, abi, macro, (request & 0xff) - macro->first);
	if (macro->size)
		buf_printf(out, "%s%u", macro->number ? ", " : "", ioctl_size(abi, request));
	buf_putc(out, ')');
}

/* A list holds a negative value as its kernel type has it: sign-extended or not. Try both. */
const char *value_enum_name(const struct value *value)
{
	const char *name = list_name(value->list, value_abi(value), value->u);

	return name ? name : list_name(value->list, value_abi(value), value_bits(value));
}

const char *value_dirfd_name(const struct value *value)
{
	if (value->list)
		return value_enum_name(value);
	return (int32_t)value->u == AT_FDCWD ? "AT_FDCWD" : NULL;
}

bool value_bit(const struct value *value, size_t i)
{
	const unsigned char *bytes = value->bytes;
	const struct abi *abi = value_abi(value);
	size_t at = i / 8, word = value->size > 1 ? value->size : abi->long_size;

	if (abi->big_endian)
		at ^= word - 1;
	return at < value->len && bytes[at] >> (i % 8) & 1;
}

/* linux/ptrace.h, PTRACE_EVENT_* */
static const char *ptrace_event_name(unsigned event)
{
	static const char *const names[] = {
		NULL,
		"PTRACE_EVENT_FORK",
		"PTRACE_EVENT_VFORK",
		"PTRACE_EVENT_CLONE",
		"PTRACE_EVENT_EXEC",
		"PTRACE_EVENT_VFORK_DONE",
		"PTRACE_EVENT_EXIT",
		"PTRACE_EVENT_SECCOMP",
	};

	if (event == 128)
		return "PTRACE_EVENT_STOP";
	return event < ARRAY_SIZE(names) ? names[event] : NULL;
}

struct stop stop_of(int status)
{
	unsigned signal = (unsigned)WSTOPSIG(status), event = (unsigned)status >> 16;
	bool is_syscall = signal == (SIGTRAP | 0x80);

	return (struct stop){
		.signal = is_syscall ? SIGTRAP : signal,
		.is_syscall = is_syscall,
		.event = event,
		.event_name = ptrace_event_name(event),
	};
}

struct device value_device(const struct value *value)
{
	uint64_t dev = value_bits(value);

	if (value->size == 2)
		return (struct device){ dev >> 8, dev & 0xff };
	return (struct device){ major(dev), minor(dev) };
}

const char *name_of_netlink(int protocol)
{
	const struct list *list = list_find("netlink_protocols");
	const char *name = list ? list_name(list, abi_native(), (uint64_t)protocol) : NULL;

	return name ? name + strlen("NETLINK_") : NULL;
}

size_t fd_signals(const struct value *value, unsigned char bytes[8])
{
	const struct abi *abi = value_abi(value);
	unsigned word = abi->long_size;

	for (unsigned i = 0; i < 8; i++) {
		unsigned at = abi->big_endian ? i / word * word + word - 1 - i % word : i;

		bytes[at] = (unsigned char)(value_more(value)->detail->signals >> i * 8);
	}
	return 8;
}

/*
 * linux/ax25.h: six characters, shifted left by one bit, blanks at the end; then the number of the
 * station.
 */
#define CALLSIGN_CHARACTERS 6
#define CALLSIGN_SIZE (CALLSIGN_CHARACTERS + 1)

static bool is_call_character(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

struct callsign callsign_of(const struct value *value)
{
	struct callsign callsign = { .is_regular = true };
	const unsigned char *bytes = value->bytes;
	unsigned station, n = 0;

	if (value->len != CALLSIGN_SIZE)
		return (struct callsign){ 0 };
	for (unsigned i = 0; i < CALLSIGN_CHARACTERS; i++) {
		char c = (char)(bytes[i] >> 1);

		if (c < ' ' || c > '~' || c == '*' || c == '/')
			return (struct callsign){ 0 };
		if (c != ' ')
			n = i + 1;
		callsign.text[i] = c;
		callsign.is_regular = callsign.is_regular && !(bytes[i] & 1);
	}
	for (unsigned i = 0; i < n; i++)
		callsign.is_regular = callsign.is_regular && is_call_character(callsign.text[i]);
	station = bytes[CALLSIGN_CHARACTERS] >> 1 & 0xf;
	if (bytes[CALLSIGN_CHARACTERS] != station << 1 || (!n && station))
		callsign.is_regular = false;
	if (n || station)
		snprintf(callsign.text + n, sizeof(callsign.text) - n, "-%u", station);
	else
		strcpy(callsign.text, "*");
	return callsign;
}
