/* SPDX-License-Identifier: MIT */
/* The words that values of options can be. */
#include "cli/words.h"
#include "scry/util.h"

#define CHOICES(list, given)                                            \
	{                                                               \
		.choices = list, .n = ARRAY_SIZE(list), .preset = given \
	}
#define BITS(list, name, given)                                                    \
	{                                                                          \
		.bits = list, .n = ARRAY_SIZE(list), .what = name, .preset = given \
	}

static const struct cli_word buffer[] = { { "line", OUTPUT_LINE }, { "block", OUTPUT_BLOCK } };
const struct cli_words cli_words_buffer = CHOICES(buffer, NULL);

static const struct cli_word color[] = {
	{ "auto", COLORS_AUTO },
	{ "always", COLORS_ALWAYS },
	{ "never", COLORS_NEVER },
};
const struct cli_words cli_words_color = CHOICES(color, "auto");

static const struct cli_word constants[] = {
	{ "abbrev", CONSTANTS_ABBREV },
	{ "raw", CONSTANTS_RAW },
	{ "verbose", CONSTANTS_VERBOSE },
};
const struct cli_words cli_words_constants = CHOICES(constants, NULL);

static const struct cli_word daemonize[] = {
	{ "grandchild", DAEMONIZE_GRANDCHILD },
	{ "pgroup", DAEMONIZE_PGROUP },
	{ "pgrp", DAEMONIZE_PGROUP },
	{ "session", DAEMONIZE_SESSION },
};
const struct cli_words cli_words_daemonize = CHOICES(daemonize, "grandchild");

static const struct filter_word decode_fds[] = {
	{ "path", FD_PATH },   { "socket", FD_SOCKET },	  { "dev", FD_DEVICE },
	{ "pidfd", FD_PIDFD }, { "eventfd", FD_EVENTFD }, { "signalfd", FD_SIGNALFD },
};
const struct cli_words cli_words_decode_fds = BITS(decode_fds, "decode-fds", "path");

static const struct cli_word format[] = { { "text", FORMAT_TEXT }, { "json", FORMAT_JSON } };
const struct cli_words cli_words_format = CHOICES(format, NULL);

static const struct cli_word hex[] = {
	{ "none", HEX_NONE },
	{ "non-ascii-chars", HEX_NON_ASCII_CHARS },
	{ "non-ascii", HEX_NON_ASCII },
	{ "all", HEX_ALL },
};
const struct cli_words cli_words_hex = CHOICES(hex, "all");

static const struct cli_word interruptible[] = {
	{ "1", INTERRUPT_ANYWHERE },	    { "2", INTERRUPT_WAITING },
	{ "3", INTERRUPT_NEVER },	    { "4", INTERRUPT_NEVER_TSTP },
	{ "anywhere", INTERRUPT_ANYWHERE }, { "waiting", INTERRUPT_WAITING },
	{ "never", INTERRUPT_NEVER },	    { "never_tstp", INTERRUPT_NEVER_TSTP },
};
const struct cli_words cli_words_interruptible = CHOICES(interruptible, NULL);

static const struct filter_word kvm[] = { { "vcpu", KVM_VCPU }, { "vcpu+", KVM_VCPU_MORE } };
const struct cli_words cli_words_kvm = BITS(kvm, "kvm", NULL);

static const struct filter_word namespaces[] = { { "new", NAMESPACES_NEW } };
const struct cli_words cli_words_namespaces = BITS(namespaces, "namespace", NULL);

static const struct filter_word quiet[] = {
	{ "attach", QUIET_ATTACH },
	{ "exit", QUIET_EXIT },
	{ "path-resolution", QUIET_PATH },
	{ "personality", QUIET_PERSONALITY },
	{ "thread-execve", QUIET_SUPERSEDED },
	{ "superseded", QUIET_SUPERSEDED },
};
const struct cli_words cli_words_quiet = BITS(quiet, "message", "attach,personality");

static const struct cli_word columns[] = {
	{ "time-percent", SUMMARY_PERCENT },
	{ "time", SUMMARY_PERCENT },
	{ "total-time", SUMMARY_TOTAL },
	{ "time-total", SUMMARY_TOTAL },
	{ "min-time", SUMMARY_MIN },
	{ "shortest", SUMMARY_MIN },
	{ "time-min", SUMMARY_MIN },
	{ "max-time", SUMMARY_MAX },
	{ "longest", SUMMARY_MAX },
	{ "time-max", SUMMARY_MAX },
	{ "avg-time", SUMMARY_AVERAGE },
	{ "time-avg", SUMMARY_AVERAGE },
	{ "calls", SUMMARY_CALLS },
	{ "count", SUMMARY_CALLS },
	{ "errors", SUMMARY_ERRORS },
	{ "error", SUMMARY_ERRORS },
	{ "name", SUMMARY_NAME },
	{ "syscall", SUMMARY_NAME },
	{ "syscall-name", SUMMARY_NAME },
	{ "wall-total", SUMMARY_WALL_TOTAL },
	{ "total-wall", SUMMARY_WALL_TOTAL },
	{ "wall-min", SUMMARY_WALL_MIN },
	{ "min-wall", SUMMARY_WALL_MIN },
	{ "wall-max", SUMMARY_WALL_MAX },
	{ "max-wall", SUMMARY_WALL_MAX },
	{ "wall-avg", SUMMARY_WALL_AVERAGE },
	{ "avg-wall", SUMMARY_WALL_AVERAGE },
	{ "nothing", SUMMARY_COLUMNS },
	{ "none", SUMMARY_COLUMNS },
};
const struct cli_words cli_words_sort = CHOICES(columns, NULL);
/* The last two are orders, but no columns. */
const struct cli_words cli_words_columns = { .choices = columns, .n = ARRAY_SIZE(columns) - 2 };

static const struct cli_word weight[] = {
	{ "calls", WEIGHT_CALLS },
	{ "time", WEIGHT_TIME },
	{ "bytes", WEIGHT_BYTES },
};
const struct cli_words cli_words_weight = CHOICES(weight, NULL);
