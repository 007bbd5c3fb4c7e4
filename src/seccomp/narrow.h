/* SPDX-License-Identifier: MIT */
/* Tests the registers of the calls for which --where says what their arguments must be. */
#ifndef SECCOMP_NARROW_H
#define SECCOMP_NARROW_H

#include "seccomp/code.h"

/*
 * Writes the tests of the narrowed calls of an architecture, before the instructions that were
 * written last, which judge all other numbers. The program has loaded the number of the call.
 */
void narrow_emit(struct code *code, const struct narrowed_calls *narrowed, uint32_t audit_arch);

#endif
