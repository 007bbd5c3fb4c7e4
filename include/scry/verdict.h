/* SPDX-License-Identifier: MIT */
/* Vocabulary: what flows back to the engine when an event has been dealt with. */
#ifndef SCRY_VERDICT_H
#define SCRY_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

struct verdict {
	bool want_exit;	/* of an ENTER: report the exit of this call as well */
	int signal;	/* of a SIGNAL: deliver this one; 0: none */
	bool detach;	/* let this tracee go instead of resuming it under trace */

	/* Tampering (-e inject). */
	bool replace;		/* of an ENTER: the call number instead runs, -1 for none; want_exit */
	int64_t instead;
	bool set_result;	/* of an ENTER: what the call returns, whatever it does; want_exit. The EXIT */
	bool is_error;		/* event tells this result. -errno if is_error */
	int64_t result;
	int send;		/* of an ENTER: this signal comes to the tracee as well; 0: none */
	uint64_t delay_ns;	/* of an ENTER or EXIT: the tracee stays stopped so long */
};

#endif
