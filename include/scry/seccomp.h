/* SPDX-License-Identifier: MIT */
/* Door of src/seccomp/: a set of calls becomes a cBPF program. */
#ifndef SCRY_SECCOMP_H
#define SCRY_SECCOMP_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

#include "scry/filter.h"

struct seccomp_program {
	struct sock_filter *instructions;	/* malloc'ed */
	unsigned short n;
};

/*
 * RET_TRACE for the selected calls, for numbers outside the table and for unknown architectures;
 * RET_ALLOW for the rest. Loads only nr and arch. Returns false if the program would pass
 * BPF_MAXINSNS. The caller frees it.
 */
bool seccomp_compile(const struct call_set *set, struct seccomp_program *program);
void seccomp_program_free(struct seccomp_program *program);

/* Runs a program over seccomp_data as the kernel would; returns its SECCOMP_RET_* value. */
uint32_t seccomp_simulate(const struct sock_filter *instructions, unsigned n, uint32_t audit_arch,
			  uint32_t nr);

/*
 * Installs it in the calling process, between seize and execve; async-signal-safe. Sets
 * NO_NEW_PRIVS only if seccomp(2) answers EACCES and may_set_nnp. Returns 0 or errno.
 */
int seccomp_install(const struct seccomp_program *program, bool may_set_nnp);

enum seccomp_mode { SECCOMP_AUTO, SECCOMP_ON, SECCOMP_OFF };

/*
 * Whether a filter should be used; *reason gets one clause that says why not ("every call is
 * selected"), for --debug. needs_nnp: the caller is not privileged.
 */
bool seccomp_wanted(enum seccomp_mode mode, const struct call_set *set, bool follow,
		    bool attaching, bool needs_nnp, const char **reason);

#endif
