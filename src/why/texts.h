/* SPDX-License-Identifier: MIT */
/* Texts that are kept once: names of programs, and what descriptors refer to. */
#ifndef WHY_TEXTS_H
#define WHY_TEXTS_H

#include "why/why.h"

void texts_init(struct texts *texts, size_t limit);
uint32_t texts_get(struct texts *texts, const char *text, size_t len);
const char *texts_at(const struct texts *texts, uint32_t number);
void texts_free(struct texts *texts);

#endif
