/* SPDX-License-Identifier: MIT */
/* prctl(2): every option that takes plain numbers, and those that take memory. */
#include <linux/prctl.h>
#include <signal.h>

#include "fixture.h"

/* Options of other architectures, and arch_prctl(2). */
static void elsewhere(void)
{
	uint64_t *features = COPY(uint64_t, { 0 });

	for (unsigned long i = 0; i < 16; i++) {
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_TAGGED_ADDR_CTRL, i | (i * 5 & 0xff) << 3, 0, 0,
			      0);
		CALL_AND_FAIL(i, SYS_prctl, PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
		CALL_AND_FAIL(i, SYS_prctl, PR_GET_FP_MODE);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_FP_MODE, i);
		CALL_AND_FAIL(0, SYS_prctl, PR_PAC_RESET_KEYS, i * 5, 0, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_PAC_SET_ENABLED_KEYS, i * 3, i, 0, 0);
		CALL_AND_FAIL(i, SYS_prctl, PR_PAC_GET_ENABLED_KEYS, 0, 0, 0, 0);
		CALL_AND_FAIL(i, SYS_prctl, PR_SVE_SET_VL, i | (i & 3) << 17);
		CALL_AND_FAIL(i, SYS_prctl, PR_SVE_GET_VL);
		CALL_AND_FAIL(i, SYS_prctl, PR_GET_SECUREBITS);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_SECUREBITS, i * 0x11);
		CALL_AND_FAIL(i, SYS_prctl, PR_GET_SPECULATION_CTRL, i % 3, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_SPECULATION_CTRL, i % 3, i, 0, 0);
		CALL_AND_FAIL(i, SYS_prctl, PR_MCE_KILL_GET, 0, 0, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_MCE_KILL, i & 3, i & 3, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_CAP_AMBIENT, i, i, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, i & 3, 0x5000, 0x1000,
			      features);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_MM, i, 0x5000, 8, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_THP_DISABLE, i, 0, 0, 0);
		CALL_AND_FAIL(i, SYS_prctl, PR_GET_THP_DISABLE, 0, 0, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_SET_IO_FLUSHER, i, 0, 0, 0);
		CALL_AND_FAIL(0, SYS_prctl, PR_SCHED_CORE, i & 3, 4711, 0, features);
	}
	CALL_AND_FAIL(0, SYS_prctl, PR_GET_TSC, features);
	CALL_AND_FAIL(0, SYS_prctl, PR_SET_TSC, 1);
	CALL_AND_FAIL(0, SYS_prctl, PR_GET_UNALIGN, features);
	CALL_AND_FAIL(0, SYS_prctl, PR_GET_TID_ADDRESS, features);
#ifdef SYS_arch_prctl
	for (unsigned long code = 0x1001; code < 0x1026; code++)
		CALL_AND_FAIL(code & 1, SYS_arch_prctl, code, features);
	for (unsigned long feature = 0; feature < 11; feature++)
		CALL(SYS_arch_prctl, 0x1023, feature);
#endif
}

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
	elsewhere();
	fixture_end();
}
