/* SPDX-License-Identifier: MIT */
/* Tries profiles: a call that the profile does not allow stops at the tracer instead. */
#ifndef POLICY_TRIAL_H
#define POLICY_TRIAL_H

#include "scry/policy.h"

/* Appends what an answer of a filter does: "EPERM", "kill process". */
void profile_put_answer(struct buf *out, uint32_t answer);

#endif
