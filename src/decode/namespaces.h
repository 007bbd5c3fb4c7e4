/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: changes of namespaces (-e namespace=new). */
#ifndef SCRY_DECODE_NAMESPACES_H
#define SCRY_DECODE_NAMESPACES_H

#include "scry/decode.h"

/* Saves the namespaces of the tracee at the entry. */
void namespaces_remember(const struct decode *decode);
/* Emits a note after the result for each namespace that changed. */
void emit_namespaces(const struct decode *decode);

#endif
