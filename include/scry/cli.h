/* SPDX-License-Identifier: MIT */
/* Door of src/cli/: the command line becomes a struct config. */
#ifndef SCRY_CLI_H
#define SCRY_CLI_H

#include "scry/decode.h"
#include "scry/engine.h"
#include "scry/filter.h"
#include "scry/output.h"
#include "scry/seccomp.h"
#include "scry/sinks.h"
#include "scry/stack.h"
#include "scry/summary.h"

enum format { FORMAT_TEXT, FORMAT_JSON };

struct config {
	struct engine_config engine;
	struct decode_config decode;
	struct sink_config sink;
	struct color_scheme colors; /* what sink.colors points to */
	struct call_set trace;
	struct call_set raw, abbrev, verbose; /* -e …: how calls are decoded */
	struct filter_targets targets; /* -P, -e trace-fds */
	bool targeted; /* one of them was given */
	struct injection *injections; /* -e inject, -e fault: of those for a call the last counts */
	size_t n_injections;
	struct number_set dump_read, dump_written; /* -e read, -e write */
	uint64_t signals; /* -e signal: bit n - 1 */
	unsigned status; /* STATUS_* */
	enum seccomp_mode seccomp;
	bool summary; /* -c */
	bool summary_too; /* -C */
	struct summary_config statistics;
	bool silent; /* no calls are printed: only counts were asked for */
	bool by_stack; /* --summary=stack */
	const char *folded_path, *picture_path; /* --folded, --flame-graph; NULL: none */
	enum call_weight weight; /* --stack-weight */
	bool stacks; /* -k */
	struct stack_config stack;
	struct call_set listed; /* --list-syscalls */
	bool detach_on_execve; /* -b execve */
	uint64_t syscall_limit; /* --syscall-limit; 0: none */
	char *tip; /* shown in the end; NULL: none */
	bool debug;
	enum format format;
	const char *output_path; /* -o; NULL: stderr */
	enum output_flush flush;
	bool output_append;
	bool output_separately; /* -ff: FILE.PID of output_path */
};

/*
 * Fills *config. Does not return for -h and -V (exit 0) nor for use errors (one line on stderr that
 * names the word and what is near it, exit 1). Strings point into argv or are kept for the
 * life of the process.
 */
void cli_parse(int argc, char **argv, struct config *config);

enum cli_outcome { CLI_RUN, CLI_HELP, CLI_VERSION, CLI_LIST, CLI_ERROR };
/* The same without printing or exiting; CLI_ERROR: *error is a sentence (malloc'ed, the caller's). */
enum cli_outcome cli_read(int argc, char **argv, struct config *config, char **error);

/* Calls are to be counted: -c, -C. */
static inline bool cli_wants_table(const struct config *config)
{
	return config->summary || config->summary_too;
}

/* Calls are to be counted by the stacks that they came from. */
static inline bool cli_wants_call_tree(const struct config *config)
{
	return config->by_stack || config->folded_path || config->picture_path;
}

/* An output_path that names a shell command: "|COMMAND", "!COMMAND". */
static inline bool cli_is_output_command(const char *path)
{
	return path && (*path == '|' || *path == '!');
}

/* Gives back what reading made; config can be read into again. */
void cli_free(struct config *config);

struct buf;
/* What --list-syscalls, --help and --version print. */
void cli_list(struct buf *out, const struct call_set *set, enum format format);
void cli_help(struct buf *out);
void cli_version(struct buf *out);

/*
 * The options table: the only place that knows an option. getopt_long's tables, the words before
 * the '=' of -e, --help and the man page check derive from it.
 */
enum option_argument { OPTION_NONE, OPTION_REQUIRED, OPTION_OPTIONAL };

struct cli;
struct cli_words;

enum cli_effect {
	EFFECT_APPLY, /* what apply() does */
	EFFECT_SET, /* a bool becomes true */
	EFFECT_PUT, /* an enum becomes .value */
	EFFECT_KEEP, /* a const char * becomes the option's value */
	EFFECT_CHOOSE, /* an enum becomes what one of .words stands for */
	EFFECT_WORDS, /* an unsigned gets the bits of several */
	EFFECT_CALLS, /* a struct call_set */
	EFFECT_DESCRIPTORS, /* a struct number_set */
};

/* What an option does: a member of struct config changes, or of struct cli while the line is read. */
struct cli_action {
	enum cli_effect effect;
	bool of_cli;
	size_t member; /* its offset */
	int value;
	const struct cli_words *words; /* also of EFFECT_APPLY, if values are words */
	const char *preset; /* EFFECT_CALLS: the value if none is given */
	/* Returns false with *error set (malloc'ed). value: NULL if none was given. */
	bool (*apply)(struct cli *cli, const char *value, char **error);
};

struct cli_option {
	char short_name; /* 0: none */
	const char *long_name; /* NULL: none */
	const char *aliases; /* further long names, a blank between them; NULL: none */
	const char *qualifiers; /* "trace t": also -e trace=…, -e t=…; NULL: not under -e */
	enum option_argument argument; /* OPTIONAL: of the long names; a short one takes none */
	const char *placeholder; /* "FILE" */
	const char *group; /* heading in --help */
	const char *help; /* lines of --help, without its indentation */
	struct cli_action action;
};

extern const struct cli_option cli_options[];
extern const size_t cli_n_options;

/*
 * Appends the words that the option's values are, a blank between them; nothing if they are no fixed
 * words. Returns true if a value is a list of them.
 */
bool cli_value_words(struct buf *out, const struct cli_option *option);

#endif
