/* SPDX-License-Identifier: MIT */
/* Shared types: the answer to an event, from the session to the engine. */
#ifndef SCRY_VERDICT_H
#define SCRY_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

struct verdict {
	bool want_exit;	/* to an ENTER: report the exit of this call, too */
	int signal;	/* to a SIGNAL: deliver this signal; 0: none */
	bool detach;	/* let this tracee go instead of resuming it under trace */

	/* Tampering (-e inject). replace and set_result need want_exit. */
	bool replace;		/* to an ENTER: another call is made */
	int64_t instead;	/* its number; -1: no call */
	/* to an ENTER: the call returns result, whatever it does; the EXIT reports that */
	bool set_result;
	bool is_error;		/* result is -errno */
	int64_t result;
	int send;		/* to an ENTER: the tracee gets this signal, too; 0: none */
	uint64_t delay_ns;	/* to an ENTER or EXIT: how long the tracee stays stopped */
};

#endif
