/* SPDX-License-Identifier: MIT */
/* prctl(2): every option that takes plain numbers, and those that take memory. */
#include <linux/prctl.h>
#include <signal.h>

#include "fixture.h"

int main(void)
{
	char *name;
	int *number;

	fixture_begin();
	name = STRING("a name longer than 15");
	number = COPY(int, { SIGTERM });
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_NAME, name);
	CALL_AND_FAIL(0, SYS_prctl, PR_GET_NAME, name);
	fixture_pointers(SYS_prctl, ARGS(PR_SET_NAME, 0), 1, "sixteen bytes..", 16);
	fixture_pointers(SYS_prctl, ARGS(PR_GET_NAME, 0), 1, "sixteen bytes..", 16);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_PDEATHSIG, 0);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_PDEATHSIG, 100);
	CALL_AND_FAIL(0, SYS_prctl, PR_GET_PDEATHSIG, number);
	fixture_pointers(SYS_prctl, ARGS(PR_GET_PDEATHSIG, 0), 1, number, sizeof(*number));
	for (long value = -1; value < 4; value++) {
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_SET_DUMPABLE, value, 0, 0, 0);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_GET_DUMPABLE, 0, 0, 0, 0);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_SET_KEEPCAPS, value);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_GET_KEEPCAPS);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_SET_NO_NEW_PRIVS, value, 0, 0, 0);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_SET_SECCOMP, value, 0x10000000);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_GET_SECCOMP);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_SET_TIMERSLACK, value);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_GET_TIMERSLACK);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_SET_CHILD_SUBREAPER, value);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_CAPBSET_READ, value * 20);
		CALL_AND_FAIL(value + 1, SYS_prctl, PR_CAPBSET_DROP, value * 20);
	}
	*number = 1;
	CALL_AND_FAIL(0, SYS_prctl, PR_GET_CHILD_SUBREAPER, number);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_VMA, PR_SET_VMA_ANON_NAME, 0x5000000, 4096, name);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_PTRACER, -1);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_PTRACER, 4711);
	fixture_end();
}
