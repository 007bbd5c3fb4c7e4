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
	bool many; /* of choices too a value can have several */
	unsigned refused; /* bits that mean what scry cannot do */
};

extern const struct cli_words cli_words_buffer, cli_words_color, cli_words_constants,
	cli_words_daemonize, cli_words_decode_fds, cli_words_detach_on, cli_words_format,
	cli_words_hex, cli_words_interruptible, cli_words_kvm, cli_words_namespaces,
	cli_words_precision, cli_words_quiet, cli_words_seccomp, cli_words_sort,
	cli_words_stack_trace, cli_words_status, cli_words_summary, cli_words_weight;

/* Bits of --decode-pids. */
enum { PIDS_COMM = 1, PIDS_OUTSIDE = 2 };
extern const struct cli_words cli_words_decode_pids;

/* Bits of --secontext. */
enum { SECONTEXT_FULL = 1, SECONTEXT_MISMATCH = 2 };
extern const struct cli_words cli_words_secontext;

/* Of --absolute-timestamps: formats are below 0, digits are not. */
enum { ABSOLUTE_NONE = -3, ABSOLUTE_TIME, ABSOLUTE_UNIX, ABSOLUTE_FORMATS = 3 };
extern const struct cli_words cli_words_absolute;

/* Of --tips: formats, then what is instead of a number. */
enum { TIP_NONE, TIP_COMPACT, TIP_FULL, TIP_FORMATS, TIP_RANDOM = TIP_FORMATS };
extern const struct cli_words cli_words_tips;

/* The columns of -U: words of -S that are no mere order. */
extern const struct cli_words cli_words_columns;

#endif
