/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: names as the programmer wrote them. */
#ifndef STACK_DEMANGLE_H
#define STACK_DEMANGLE_H

/* Malloc'ed; what is no mangled name comes back as it is. */
char *demangle(const char *name);

#endif
