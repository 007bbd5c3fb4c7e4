/* SPDX-License-Identifier: MIT */
/* Private header of src/cli/: the words that are valid values of options. */
#ifndef SCRY_CLI_WORDS_H
#define SCRY_CLI_WORDS_H

#include "cli/state.h"

/* Either choices or bits is set. */
struct cli_words {
	const struct cli_word *choices; /* a value is one word */
	const struct set_word *bits; /* a value is a list of words, all or none */
	size_t n;
	const char *what; /* what bits are called in messages */
	const char *preset; /* replaces a missing value */
	bool many; /* choices: a value can nevertheless be a list */
	unsigned refused; /* bits that strace has and scry does not support */
};

extern const struct cli_words cli_words_buffer, cli_words_color, cli_words_constants,
	cli_words_daemonize, cli_words_decode_fds, cli_words_detach_on, cli_words_engine,
	cli_words_format, cli_words_hex, cli_words_interruptible, cli_words_json, cli_words_kvm,
	cli_words_namespaces, cli_words_overflow, cli_words_policy_format, cli_words_policy_margin,
	cli_words_precision, cli_words_quiet, cli_words_seccomp, cli_words_uring, cli_words_sort,
	cli_words_stack_trace, cli_words_status, cli_words_summary, cli_words_summary_format,
	cli_words_weight, cli_words_why;

/* Bits of --decode-pids. */
enum { PIDS_COMM = 1, PIDS_OUTSIDE = 2 };
extern const struct cli_words cli_words_decode_pids;

/* Bits of --secontext. */
enum { SECONTEXT_FULL = 1, SECONTEXT_MISMATCH = 2 };
extern const struct cli_words cli_words_secontext;

/*
 * Values of --absolute-timestamps. The first ABSOLUTE_FORMATS words are formats, with negative
 * numbers; the others are precisions, with their numbers of digits.
 */
enum { ABSOLUTE_NONE = -3, ABSOLUTE_TIME, ABSOLUTE_UNIX, ABSOLUTE_FORMATS = 3 };
extern const struct cli_words cli_words_absolute;

/* Words of --tips: formats, then the word that can replace the number of a tip. */
enum { TIP_NONE, TIP_COMPACT, TIP_FULL, TIP_FORMATS, TIP_RANDOM = TIP_FORMATS };
extern const struct cli_words cli_words_tips;

/* The words of -U: the words of -S that are columns. */
extern const struct cli_words cli_words_columns;

#endif
