/* SPDX-License-Identifier: MIT */
/* The list of findings. */
#ifndef WHY_FINDINGS_H
#define WHY_FINDINGS_H

#include "why/why.h"

/* findings.c */
struct finding *finding_add(struct diagnosis *diagnosis, enum finding_id id);
void finding_line(struct finding *finding, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Puts the number of a process in place of PID into the advice of the row. */
void finding_name_process(struct finding *finding, pid_t pid);
void findings_free(struct diagnosis *diagnosis);

#endif
