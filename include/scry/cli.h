/* SPDX-License-Identifier: MIT */
/* Public header of src/cli/: parses the command line into a struct config. */
#ifndef SCRY_CLI_H
#define SCRY_CLI_H

#include "scry/decode.h"
#include "scry/diff.h"
#include "scry/engine.h"
#include "scry/filter.h"
#include "scry/output.h"
#include "scry/policy.h"
#include "scry/record.h"
#include "scry/seccomp.h"
#include "scry/sinks.h"
#include "scry/stack.h"
#include "scry/summary.h"

enum format { FORMAT_TEXT, FORMAT_JSON };

struct config {
	struct engine_config engine;
	struct decode_config decode;
	struct sink_config sink;
	struct color_scheme colors; /* sink.colors points here if colours are on */
	struct call_set trace; /* -e trace: the calls to trace */
	struct call_set raw, abbrev, verbose; /* -e raw, abbrev, verbose: how calls are decoded */
	struct filter_targets targets; /* -P, -e trace-fds */
	bool targeted; /* -P or -e trace-fds was given */
	struct injection *injections; /* -e inject, -e fault; the last one that has a call counts */
	size_t n_injections;
	struct number_set dump_read, dump_written; /* -e read, -e write */
	uint64_t signals; /* -e signal: bit n - 1 stands for signal n */
	bool signals_given; /* -e signal was given */
	unsigned status; /* -e status, -z, -Z: STATUS_* */
	enum seccomp_mode seccomp; /* --seccomp-bpf */
	bool summary; /* -c */
	bool summary_and_calls; /* -C */
	struct summary_config statistics;
	bool live; /* --top */
	const char *metrics_address; /* --metrics-listen; NULL: none */
	bool silent; /* no calls are printed, because only counts are wanted */
	bool by_stack; /* --summary=stack */
	const char *folded_path, *picture_path; /* --folded, --flame-graph; NULL: none */
	enum call_weight weight; /* --stack-weight */
	struct policy_config policy; /* --policy and the options with that prefix */
	const char *tried; /* --try-policy: a profile; NULL: none */
	bool enforce; /* --enforce: refuse what the tried profile does not allow */
	struct {
		struct recorder_config file; /* --record, --record-ring; .path NULL: none */
		uint64_t limit; /* --record-limit: bytes of a string; UINT64_MAX: all */
		bool environment; /* --record-environment */
		struct trigger *triggers; /* --record-when: any of them writes the ring */
		size_t n_triggers;
	} record;
	const char *timeline_path, *page_path; /* --timeline, --report; NULL: none */
	const char *replayed; /* --replay; NULL: none */
	const struct record_info *recorded; /* what that recording says of itself; NULL: none */
	struct {
		const char *first, *second; /* --diff: recordings; NULL: none, the command */
		struct recording *recordings[2]; /* of which the second may be NULL */
		uint64_t slower; /* --diff-time: a factor; 0: times are not compared */
		bool side; /* this session shows one of the traces to fd */
		int fd;
	} diff;
	char *const *arguments; /* the command line, NULL-terminated */
	bool stacks; /* -k */
	struct stack_config stack;
	struct call_set listed; /* --list-syscalls */
	bool detach_on_execve; /* -b execve */
	uint64_t syscall_limit; /* --syscall-limit; 0: none */
	char *tip; /* --tips: printed when scry ends; NULL: none */
	bool debug; /* -d */
	enum format format;
	const char *output_path; /* -o; NULL: stderr */
	enum output_flush flush; /* --buffer */
	bool output_append; /* -A */
	bool output_separately; /* -ff: write to files named output_path and the PID */
};

/*
 * Fills *config from the command line. Prints and exits for -h, -V and --list-syscalls, with status
 * 0, and for errors, with status 1. Strings in *config point into argv or stay allocated until
 * cli_free().
 */
void cli_parse(int argc, char **argv, struct config *config);

enum cli_outcome { CLI_RUN, CLI_HELP, CLI_VERSION, CLI_LIST, CLI_ERROR };
/* The same without printing and exiting. CLI_ERROR: *error is a message, which the caller frees. */
enum cli_outcome cli_read(int argc, char **argv, struct config *config, char **error);

/* Returns whether a table of counts by name is wanted. */
static inline bool cli_wants_table(const struct config *config)
{
	return config->summary || config->summary_and_calls;
}

/* Returns whether counts of calls by stack are wanted. */
static inline bool cli_wants_call_tree(const struct config *config)
{
	return config->by_stack || config->folded_path || config->picture_path;
}

/* Returns whether files are wanted that other programs open. */
static inline bool cli_wants_exports(const struct config *config)
{
	return config->timeline_path || config->page_path;
}

/* Returns whether an output_path is a shell command: "|COMMAND" or "!COMMAND". */
static inline bool cli_is_output_command(const char *path)
{
	return path && (*path == '|' || *path == '!');
}

/* Frees what cli_parse() or cli_read() allocated. */
void cli_free(struct config *config);

struct buf;
/* Append the output of --list-syscalls, --help and --version. */
void cli_list(struct buf *out, const struct call_set *set, enum format format);
void cli_help(struct buf *out);
void cli_version(struct buf *out);

/*
 * The options table is the only place that defines options. The tables of getopt_long(3), the
 * qualifiers of -e, --help, the shell completions and the check of the man page are made from it.
 */
enum option_argument { OPTION_NONE, OPTION_REQUIRED, OPTION_OPTIONAL };

struct cli;
struct cli_words;

/* What an option does with its member of struct config or struct cli. */
enum cli_effect {
	EFFECT_APPLY, /* there is no member: calls apply() */
	EFFECT_SET, /* bool: sets it to true */
	EFFECT_PUT, /* enum: sets it to .value */
	EFFECT_KEEP, /* const char *: sets it to the option's value */
	EFFECT_CHOOSE, /* enum: sets it to the number that the word in the option's value has */
	EFFECT_WORDS, /* unsigned: sets it to the bits of the words in the option's value */
	EFFECT_CALLS, /* struct call_set: parses the option's value */
	EFFECT_DESCRIPTORS, /* struct number_set: parses the option's value */
};

struct cli_action {
	enum cli_effect effect;
	bool of_cli; /* the member is one of struct cli; false: of struct config */
	size_t member; /* its offset in the struct */
	int value;
	const struct cli_words *words; /* the valid words of the option's value; NULL: any value */
	const char *preset; /* EFFECT_CALLS: replaces a missing value */
	/* value: NULL if there is none. On failure returns false with *error set. */
	bool (*apply)(struct cli *cli, const char *value, char **error);
};

struct cli_option {
	char short_name; /* 0: none */
	const char *long_name; /* NULL: none */
	const char *aliases; /* other long names, separated by blanks; NULL: none */
	const char *qualifiers; /* "trace t" means -e trace=SET and -e t=SET; NULL: none */
	enum option_argument argument; /* OPTION_OPTIONAL: the short name takes no argument */
	const char *placeholder; /* stands for the argument in --help: "FILE"; NULL: no argument */
	const char *group; /* the heading in --help */
	const char *help; /* the description in --help, several lines without indentation */
	struct cli_action action;
};

extern const struct cli_option cli_options[];
extern const size_t cli_n_options;

/*
 * Appends the valid words of the option's value, separated by blanks; nothing if other values are
 * valid. Returns whether a value can be a list of words. For shell completions.
 */
bool cli_value_words(struct buf *out, const struct cli_option *option);

#endif
