/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: -e namespace=new. */
#ifndef SCRY_DECODE_NAMESPACES_H
#define SCRY_DECODE_NAMESPACES_H

#include "scry/decode.h"

/* At the entry: where the tracee is before the call. */
void namespaces_remember(const struct decode *decode);
/* Behind the result: a note for each namespace that is another now. */
void emit_namespaces(const struct decode *decode);

#endif
