/* SPDX-License-Identifier: MIT */
/* Vocabulary: what flows back to the engine when an event has been dealt with. */
#ifndef SCRY_VERDICT_H
#define SCRY_VERDICT_H

#include <stdbool.h>

struct verdict {
	bool want_exit;	/* of an ENTER: report the exit of this call as well */
	int signal;	/* of a SIGNAL: deliver this one; 0: none */
	bool detach;	/* let this tracee go instead of resuming it under trace */
};

#endif
