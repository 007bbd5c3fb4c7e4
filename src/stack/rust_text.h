/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: the letters and numbers that Rust's mangled names are made of. */
#ifndef STACK_RUST_TEXT_H
#define STACK_RUST_TEXT_H

#include "scry/util.h"

/* Names refer to their own parts: a short one can stand for one without end. */
#define DEPTH_MOST 200

struct rust {
	const char *name; /* behind "_R" */
	size_t at, len;
	struct buf out;
	unsigned depth, steps;
	bool silent; /* what is read is not shown */
	bool bad;
};

/* The next letter; 0: none is left. */
char rust_peek(const struct rust *rust);
char rust_take(struct rust *rust);
/* Takes the next letter if it is that one. */
bool rust_accept(struct rust *rust, char c);
void rust_put(struct rust *rust, const char *text, size_t len);
void rust_put_word(struct rust *rust, const char *word);
void rust_put_number(struct rust *rust, uint64_t number);
/* "_" is 0, "0_" is 1, "Z_" is 62. */
uint64_t rust_take_base62(struct rust *rust);
/* The same behind a mark, one more; 0: the mark is not there. */
uint64_t rust_take_after(struct rust *rust, char mark);
/* A name, *text within the whole; in punycode (a 'u' before it) it is left as it is. */
size_t rust_take_name(struct rust *rust, const char **text);

#endif
