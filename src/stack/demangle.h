/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: C++ and Rust symbol names as the programmer wrote them. */
#ifndef STACK_DEMANGLE_H
#define STACK_DEMANGLE_H

/* Returns the demangled name, or a copy of name if it is not a mangled one; the caller frees it. */
char *demangle(const char *name);

#endif
