/* SPDX-License-Identifier: MIT */
/* Inside src/cli/: the words that values of options can be. */
#ifndef SCRY_CLI_WORDS_H
#define SCRY_CLI_WORDS_H

#include "cli/state.h"

struct cli_words {
	const struct cli_word *choices; /* of which one is taken; or else … */
	const struct filter_word *bits; /* … of which many are */
	size_t n;
	const char *what; /* what bits are, for messages */
	const char *preset; /* the value if none is given */
};

extern const struct cli_words cli_words_buffer, cli_words_color, cli_words_constants,
	cli_words_daemonize, cli_words_decode_fds, cli_words_format, cli_words_hex,
	cli_words_interruptible, cli_words_kvm, cli_words_namespaces, cli_words_quiet,
	cli_words_sort, cli_words_weight;

/* The columns of -U: words of -S that are no mere order. */
extern const struct cli_words cli_words_columns;

#endif
