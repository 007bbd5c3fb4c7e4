/* SPDX-License-Identifier: MIT */
/* Chooses whether the kernel filters calls, and from when on. */
#include "scry/seccomp.h"

/* True if the set has a call that a program can make all the time. */
static bool has_repeated_call(const struct call_set *set)
{
	for (unsigned id = 1; id < ID_COUNT; id++) {
		for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
			const struct syscall *row = syscall_row(id, abi_by_id(abi));

			if (set->abis[id] >> abi & 1 && !(row && row->flags & CALL_ONCE))
				return true;
		}
	}
	return false;
}

/*
 * A selected call of a filtered process costs two stops, some 15 µs, and a filter cannot be removed
 * when such calls turn out to be frequent. Another engine, which stops nothing, costs at most 0.1 s
 * for its start, and 1.5 µs for a selected call. So a filter is used beside it only if selected
 * calls are rare whatever the program does. Without -f no filter is used from the start.
 */
static bool yields(const struct call_set *set, const struct seccomp_situation *situation)
{
	return situation->takes_over && (!situation->follow || has_repeated_call(set));
}

/* The reason why there is no filter in any mode; NULL: there can be one. */
static const char *why_impossible(const struct call_set *set,
				  const struct seccomp_situation *situation)
{
	if (situation->mode == SECCOMP_OFF)
		return "it is switched off";
	if (situation->attaching)
		return "a filter cannot be put into a process that runs already";
	if (situation->sends_signals)
		return "a signal is injected";
	if (call_set_is_all(set) && !situation->entries_only)
		return "every call is selected";
	return NULL;
}

/*
 * The reason why the default mode has no filter: the filter would change what a program does or
 * shows. NULL: none.
 */
static const char *why_harmful(const struct call_set *set,
			       const struct seccomp_situation *situation)
{
	if (situation->releases_early)
		return "a filtered process stays traced by scry, and is to be released early";
	if (situation->inherited)
		return "scry itself runs under a seccomp filter: calls that it refuses would not "
		       "be seen";
	if (situation->keeps_rights)
		return "scry has CAP_SYS_PTRACE, so that set-user-ID programs gain their rights, "
		       "which NO_NEW_PRIVS would forbid";
	if (yields(set, situation))
		return "another engine takes over, which costs less for calls that are made often";
	if (situation->follow)
		return NULL;
	if (situation->needs_nnp)
		return "without -f it is not worth setting NO_NEW_PRIVS";
	return NULL;
}

enum seccomp_start seccomp_choose(const struct call_set *set,
				  const struct seccomp_situation *situation, const char **reason)
{
	*reason = why_impossible(set, situation);
	if (!*reason && situation->mode == SECCOMP_AUTO)
		*reason = why_harmful(set, situation);
	if (*reason)
		return SECCOMP_NEVER;
	if (situation->mode != SECCOMP_AUTO || situation->follow) {
		if (situation->needs_nnp)
			*reason = "it needs NO_NEW_PRIVS, so that set-user-ID programs gain no "
				  "rights";
		return SECCOMP_AT_LAUNCH;
	}
	*reason = "without -f it comes once the command, without children, makes calls all the "
		  "time";
	return SECCOMP_LATER;
}
