/* SPDX-License-Identifier: MIT */
/*
 * Installs a program in the calling thread. The caller is between fork and execve, so it may only
 * make system calls.
 */
#include <errno.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "scry/seccomp.h"

#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

static int set_filter(const struct sock_fprog *program)
{
	/* seccomp(2): without the flag kernels before 5.16 slow down the tracee's speculation. */
	if (!syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, program))
		return 0;
	/* Kernels before 4.17 do not know the flag. */
	if (errno == EINVAL && !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program))
		return 0;
	return errno;
}

int seccomp_install(const struct seccomp_program *program, bool may_set_nnp)
{
	const struct sock_fprog fprog = { .len = program->n, .filter = program->instructions };
	int error = set_filter(&fprog);

	if (error != EACCES || !may_set_nnp)
		return error;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return errno;
	return set_filter(&fprog);
}

static bool is_capable(unsigned capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	if (syscall(SYS_capget, &header, data))
		return false;
	return data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability);
}

bool seccomp_is_privileged(void)
{
	return is_capable(CAP_SYS_ADMIN);
}

bool seccomp_takes_rights(void)
{
	return !seccomp_is_privileged() && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}

bool seccomp_keeps_rights(void)
{
	return is_capable(CAP_SYS_PTRACE);
}

/* A process in strict mode could not make this call. */
bool seccomp_is_inherited(void)
{
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == SECCOMP_MODE_FILTER;
}

/* sched_setaffinity(2): to pin a process of another user takes CAP_SYS_NICE. */
enum seccomp_pinning seccomp_pinning(void)
{
	return is_capable(CAP_SYS_NICE) ? PINNING_ANY : PINNING_OWN;
}
