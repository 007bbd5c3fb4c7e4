/* SPDX-License-Identifier: MIT */
/* The words that are valid values of options. */
#include "cli/state.h"
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

static const struct cli_word absolute[] = {
	{ "none", ABSOLUTE_NONE },
	{ "time", ABSOLUTE_TIME },
	{ "unix", ABSOLUTE_UNIX },
	{ "s", 0 },
	{ "ms", 3 },
	{ "us", 6 },
	{ "ns", 9 },
};
const struct cli_words cli_words_absolute = {
	.choices = absolute,
	.n = ARRAY_SIZE(absolute),
	.many = true,
};
/* The precisions of cli_words_absolute. */
const struct cli_words cli_words_precision = {
	.choices = absolute + ABSOLUTE_FORMATS,
	.n = ARRAY_SIZE(absolute) - ABSOLUTE_FORMATS,
};

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

static const struct set_word decode_fds[] = {
	{ "path", FD_PATH },   { "socket", FD_SOCKET },	  { "dev", FD_DEVICE },
	{ "pidfd", FD_PIDFD }, { "eventfd", FD_EVENTFD }, { "signalfd", FD_SIGNALFD },
};
const struct cli_words cli_words_decode_fds = BITS(decode_fds, "decode-fds", "path");

static const struct set_word decode_pids[] = {
	{ "comm", PIDS_COMM },
	{ "pidns", PIDS_OUTSIDE },
};
const struct cli_words cli_words_decode_pids = BITS(decode_pids, "--decode-pids", NULL);

static const struct cli_word detach_on[] = { { "execve", true } };
const struct cli_words cli_words_detach_on = CHOICES(detach_on, NULL);

static const struct cli_word engine[] = {
	{ "auto", CHOICE_AUTO },
	{ "ptrace", CHOICE_PTRACE },
	{ "bpf", CHOICE_BPF },
	{ "gdb", CHOICE_GDB },
};
const struct cli_words cli_words_engine = CHOICES(engine, NULL);

static const struct cli_word overflow[] = { { "wait", OVERFLOW_WAIT }, { "drop", OVERFLOW_DROP } };
const struct cli_words cli_words_overflow = CHOICES(overflow, NULL);

static const struct cli_word format[] = { { "text", FORMAT_TEXT }, { "json", FORMAT_JSON } };
const struct cli_words cli_words_format = CHOICES(format, NULL);

static const struct cli_word json[] = { { "records", false }, { "flat", true } };
const struct cli_words cli_words_json = CHOICES(json, "records");

static const struct cli_word hex[] = {
	{ "none", HEX_NONE },
	{ "non-ascii-chars", HEX_NON_ASCII_CHARS },
	{ "non-ascii", HEX_NON_ASCII },
	{ "non-utf8", HEX_NON_UTF8 },
	{ "all", HEX_ALL },
};
const struct cli_words cli_words_hex = CHOICES(hex, "all");

static const struct cli_word interruptible[] = {
	{ "anywhere", INTERRUPT_ANYWHERE }, { "waiting", INTERRUPT_WAITING },
	{ "never", INTERRUPT_NEVER },	    { "never_tstp", INTERRUPT_NEVER_TSTP },
	{ "always", INTERRUPT_ANYWHERE },   { "1", INTERRUPT_ANYWHERE },
	{ "2", INTERRUPT_WAITING },	    { "3", INTERRUPT_NEVER },
	{ "4", INTERRUPT_NEVER_TSTP },
};
const struct cli_words cli_words_interruptible = CHOICES(interruptible, NULL);

static const struct set_word kvm[] = { { "vcpu", KVM_VCPU }, { "vcpu+", KVM_VCPU_MORE } };
const struct cli_words cli_words_kvm = BITS(kvm, "kvm", NULL);

static const struct set_word namespaces[] = { { "new", NAMESPACES_NEW } };
const struct cli_words cli_words_namespaces = BITS(namespaces, "namespace", NULL);

static const struct set_word quiet[] = {
	{ "attach", QUIET_ATTACH },
	{ "exit", QUIET_EXIT },
	{ "exits", QUIET_EXIT },
	{ "path-resolution", QUIET_PATH },
	{ "personality", QUIET_PERSONALITY },
	{ "thread-execve", QUIET_SUPERSEDED },
	{ "superseded", QUIET_SUPERSEDED },
};
const struct cli_words cli_words_quiet = BITS(quiet, "message", "attach,personality");

static const struct cli_word uring[] = { { "on", URING_ON }, { "off", URING_OFF } };
const struct cli_words cli_words_uring = CHOICES(uring, NULL);

static const struct cli_word seccomp[] = {
	{ "auto", SECCOMP_AUTO },
	{ "on", SECCOMP_ON },
	{ "off", SECCOMP_OFF },
};
const struct cli_words cli_words_seccomp = CHOICES(seccomp, NULL);

static const struct set_word secontext[] = {
	{ "full", SECONTEXT_FULL },
	{ "mismatch", SECONTEXT_MISMATCH },
};
const struct cli_words cli_words_secontext = {
	.bits = secontext,
	.n = ARRAY_SIZE(secontext),
	.what = "secontext",
	.preset = "none",
	.refused = SECONTEXT_MISMATCH,
};

static const struct cli_word stack_trace[] = { { "symbol", false }, { "source", true } };
const struct cli_words cli_words_stack_trace = CHOICES(stack_trace, "symbol");

const struct cli_words cli_words_status = BITS(status_words, "status", NULL);

static const struct cli_word summary[] = {
	{ "syscall", KEY_SYSCALL },	{ "name", KEY_SYSCALL }, { "pid", KEY_PID },
	{ "tgid", KEY_TGID },		{ "comm", KEY_COMM },	 { "command", KEY_COMM },
	{ "errno", KEY_ERRNO },		{ "path", KEY_PATH },	 { "fd", KEY_FD },
	{ "peer", KEY_PEER },		{ "class", KEY_CLASS },	 { "interval", KEY_INTERVAL },
	{ "container", KEY_CONTAINER }, { "unit", KEY_UNIT },	 { "via", KEY_VIA },
	{ "stack", SUMMARY_KEYS },
};
const struct cli_words cli_words_summary = { .choices = summary,
					     .n = ARRAY_SIZE(summary),
					     .many = true };

static const struct cli_word summary_format[] = {
	{ "text", SUMMARY_TEXT },
	{ "json", SUMMARY_JSON },
	{ "csv", SUMMARY_CSV },
	{ "prometheus", SUMMARY_PROMETHEUS },
	{ "openmetrics", SUMMARY_OPENMETRICS },
};
const struct cli_words cli_words_summary_format = CHOICES(summary_format, NULL);

/* The first word is a column, but no sort order. */
static const struct cli_word columns[] = {
	{ "histogram", SUMMARY_HISTOGRAM },
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
	{ "wall-percent", SUMMARY_WALL_PERCENT },
	{ "wall-total", SUMMARY_WALL_TOTAL },
	{ "total-wall", SUMMARY_WALL_TOTAL },
	{ "wall-min", SUMMARY_WALL_MIN },
	{ "min-wall", SUMMARY_WALL_MIN },
	{ "wall-max", SUMMARY_WALL_MAX },
	{ "max-wall", SUMMARY_WALL_MAX },
	{ "wall-avg", SUMMARY_WALL_AVERAGE },
	{ "avg-wall", SUMMARY_WALL_AVERAGE },
	{ "max", SUMMARY_WALL_MAX },
	/* A percentile of one or two digits is taken as well: find_percentile(). */
	{ "p50", SUMMARY_PERCENTILE(50) },
	{ "p90", SUMMARY_PERCENTILE(90) },
	{ "p95", SUMMARY_PERCENTILE(95) },
	{ "p99", SUMMARY_P99 },
	{ "p99.9", SUMMARY_P99_9 },
	{ "p99.99", SUMMARY_P99_99 },
	{ "p99.999", SUMMARY_P99_999 },
	{ "waiting", SUMMARY_WAITING },
	{ "bytes", SUMMARY_BYTES },
	{ "nothing", SUMMARY_COLUMNS },
	{ "none", SUMMARY_COLUMNS },
};
const struct cli_words cli_words_sort = { .choices = columns + 1, .n = ARRAY_SIZE(columns) - 1 };
/* The last two words are sort orders, but no columns. */
const struct cli_words cli_words_columns = { .choices = columns,
					     .n = ARRAY_SIZE(columns) - 2,
					     .many = true };

static const struct cli_word tips[] = {
	{ "none", TIP_NONE },
	{ "compact", TIP_COMPACT },
	{ "full", TIP_FULL },
	{ "random", TIP_RANDOM },
};
const struct cli_words cli_words_tips = { .choices = tips, .n = ARRAY_SIZE(tips), .many = true };

static const struct cli_word policy_format[] = {
	{ "oci", POLICY_OCI },	       { "docker", POLICY_OCI },
	{ "systemd", POLICY_SYSTEMD }, { "libseccomp", POLICY_LIBSECCOMP },
	{ "bpf", POLICY_BPF },	       { "text", POLICY_TEXT },
};
const struct cli_words cli_words_policy_format = CHOICES(policy_format, NULL);

static const struct cli_word policy_margin[] = {
	{ "on", POLICY_MARGIN_ON },
	{ "off", POLICY_MARGIN_OFF },
};
const struct cli_words cli_words_policy_margin = CHOICES(policy_margin, NULL);

static const struct cli_word weight[] = {
	{ "calls", WEIGHT_CALLS },
	{ "time", WEIGHT_TIME },
	{ "bytes", WEIGHT_BYTES },
};
const struct cli_words cli_words_weight = CHOICES(weight, NULL);

static const struct cli_word why[] = {
	{ "text", WHY_TEXT },
	{ "json", WHY_JSON },
	{ "help", WHY_HELP },
};
const struct cli_words cli_words_why = CHOICES(why, "text");

static void put_option_word(struct buf *out, const char *word)
{
	buf_printf(out, "%s%s", out->len ? " " : "", word);
}

static void put_first_word(void *ctx, const char *word, const char *help)
{
	(void)help;
	put_option_word(ctx, word);
}

bool cli_value_words(struct buf *out, const struct cli_option *option)
{
	const struct cli_words *words = option->action.words;

	if (option->action.each_word)
		option->action.each_word(put_first_word, out);
	for (size_t i = 0; words && i < words->n; i++)
		if (words->choices)
			put_option_word(out, words->choices[i].name);
		else if (!(words->bits[i].bits & words->refused))
			put_option_word(out, words->bits[i].name);
	if (!words || !words->bits)
		return words && words->many;
	/* word_set_parse() accepts these words, too. */
	if (!words->refused)
		put_option_word(out, "all");
	put_option_word(out, "none");
	return true;
}
