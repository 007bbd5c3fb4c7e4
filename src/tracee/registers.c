/* SPDX-License-Identifier: MIT */
/* Reads the registers of a tracee. */
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include "scry/tracee.h"

ssize_t tracee_registers(const struct tracee *tracee, void *buf, size_t len)
{
	struct iovec registers = { .iov_base = buf, .iov_len = len };

	if (ptrace(PTRACE_GETREGSET, tracee->tid, (void *)NT_PRSTATUS, &registers))
		return -1;
	return (ssize_t)registers.iov_len;
}
