/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: names of Rust's newer mangling. */
#ifndef STACK_RUST_H
#define STACK_RUST_H

/* "_R…" as the programmer wrote it, without the crates' hashes (malloc'ed); NULL: no such name. */
char *rust_demangle(const char *name);

#endif
