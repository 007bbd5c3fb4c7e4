/* SPDX-License-Identifier: MIT */
/* Packets number signals as GDB does, whatever the machine is. */
#include "engine/gdb/signals.h"

#include <stdlib.h>
#include <string.h>

#include "scry/syscalls.h"

/* By their numbers. Signals that Linux has on no machine have no name. */
static const char *const names[] = {
	[1] = "HUP",   [2] = "INT",	[3] = "QUIT",  [4] = "ILL",    [5] = "TRAP",  [6] = "ABRT",
	[7] = "EMT",   [8] = "FPE",	[9] = "KILL",  [10] = "BUS",   [11] = "SEGV", [12] = "SYS",
	[13] = "PIPE", [14] = "ALRM",	[15] = "TERM", [16] = "URG",   [17] = "STOP", [18] = "TSTP",
	[19] = "CONT", [20] = "CHLD",	[21] = "TTIN", [22] = "TTOU",  [23] = "IO",   [24] = "XCPU",
	[25] = "XFSZ", [26] = "VTALRM", [27] = "PROF", [28] = "WINCH", [30] = "USR1", [31] = "USR2",
	[32] = "PWR",
};

/*
 * Real-time signals 33 to 63, then 32 and 64. The rest of scry knows no further ones, which mips
 * has.
 */
enum { REAL_TIME_33 = 45, REAL_TIME_32 = 77, REAL_TIME_64 = 78 };

static int real_time(unsigned number)
{
	if (number >= REAL_TIME_33 && number < REAL_TIME_32)
		return (int)(number - REAL_TIME_33) + 33;
	if (number == REAL_TIME_32)
		return 32;
	return number == REAL_TIME_64 ? 64 : 0;
}

int gdb_signal_from(const struct abi *abi, unsigned number)
{
	if (number < ARRAY_SIZE(names) && names[number]) {
		int signal = signal_by_name(abi, names[number]);

		return signal > 0 ? signal : 0;
	}
	return real_time(number);
}

unsigned gdb_signal_to(const struct abi *abi, int signal)
{
	for (unsigned number = 1; number <= REAL_TIME_64; number++)
		if (gdb_signal_from(abi, number) == signal)
			return number;
	return 0;
}
