/* SPDX-License-Identifier: MIT */
/* When a filter helps. */
#include "scry/seccomp.h"

/*
 * Without -f children inherit the filter and have to be followed silently. That must never cost more
 * than stopping at every call of the command alone would.
 */
static bool has_hot_call(const struct call_set *set)
{
	for (unsigned id = 1; id < ID_COUNT; id++) {
		for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
			const struct syscall *row = syscall_row(id, abi_by_id(abi));

			if (set->abis[id] >> abi & 1 && row && row->flags & CALL_HOT)
				return true;
		}
	}
	return false;
}

static const char *why_not(enum seccomp_mode mode, const struct call_set *set, bool follow,
			   bool attaching, bool needs_nnp)
{
	if (mode == SECCOMP_OFF)
		return "it is switched off";
	if (attaching)
		return "a filter cannot be put into a process that runs already";
	if (call_set_is_all(set))
		return "every call is selected";
	if (mode != SECCOMP_AUTO || follow)
		return NULL;
	if (needs_nnp)
		return "without -f it is not worth setting NO_NEW_PRIVS";
	if (has_hot_call(set))
		return "without -f children would be slowed down by calls that every program makes";
	return NULL;
}

bool seccomp_wanted(enum seccomp_mode mode, const struct call_set *set, bool follow, bool attaching,
		    bool needs_nnp, const char **reason)
{
	*reason = why_not(mode, set, follow, attaching, needs_nnp);
	return !*reason;
}
