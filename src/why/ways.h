/* SPDX-License-Identifier: MIT */
/* The ways in which calls wait: the descriptor, the question, the words, the finding. */
#ifndef WHY_WAYS_H
#define WHY_WAYS_H

#include "why/why.h"
#include "why/waiting.h"

/* ways.c */
const struct wait_way *way_of(const struct thread *thread);
int way_descriptor(const struct wait_way *way, const struct thread *thread);
enum finding_id way_finding(const struct wait_way *way, const struct thread *thread);

#endif
