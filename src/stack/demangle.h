/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: names as the programmer wrote them. */
#ifndef STACK_DEMANGLE_H
#define STACK_DEMANGLE_H

struct demangler;

struct demangler *demangler_new(void);
void demangler_free(struct demangler *demangler);
/* Malloc'ed; what is no mangled name comes back as it is. */
char *demangle(struct demangler *demangler, const char *name);

#endif
