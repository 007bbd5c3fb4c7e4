/* SPDX-License-Identifier: MIT */
/*
 * Makes a call of every number.
 *
 * usage: numbers RESULT x86_64|i386|int80|x32
 */
#include <stdlib.h>

#include "fixture.h"

#define LAST 512 /* after the newest call; x32 has calls of its own from here on */

/* Makes an i386 call, in a 64-bit program by int 0x80. */
static void call_32(long nr)
{
#ifdef __x86_64__
	extern long fixture_int80(long nr, unsigned long *args);
	unsigned long args[6] = { 0x11, 0x12, 0x13, 0x14, 0x15, 0x16 };

	fixture_int80(nr, args);
#else
	CALL(nr, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16);
#endif
}

int main(int argc, char **argv)
{
	const char *mode = argc > 2 ? argv[2] : "";

	fixture_begin();
	fixture_result(strtol(argv[1], NULL, 0));
	for (long nr = 0; nr < LAST; nr++) {
		/*
		 * uretprobe and uprobe of x86_64 bypass filters, and kill a process without a
		 * probe.
		 */
		if ((nr == 335 || nr == 336) && !strcmp(mode, "x86_64"))
			continue;
		if (!strcmp(mode, "int80"))
			call_32(nr);
		else
			CALL(nr | (strcmp(mode, "x32") ? 0 : 0x40000000), 0x11, 0x12, 0x13, 0x14,
			     0x15, 0x16);
	}
	CALL(-1, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16);
	CALL(0x7fffffff, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16);
	fixture_result(0);
	fixture_end();
}
