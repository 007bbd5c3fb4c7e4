/* SPDX-License-Identifier: MIT */
/* Public header of src/cli/: parses the command line into a struct config. */
#ifndef SCRY_CLI_H
#define SCRY_CLI_H

#include "scry/config.h"

/*
 * Fills *config from the command line. file_text: the text of the file of --config; NULL: the file
 * is read. Prints and exits for -h, -V and --list-syscalls, with status 0, and for errors, with
 * status 1. Strings in *config point into argv or stay allocated until cli_free().
 */
void cli_parse(int argc, char **argv, const char *file_text, struct config *config);

enum cli_outcome { CLI_RUN, CLI_HELP, CLI_SHORT_HELP, CLI_VERSION, CLI_LIST, CLI_WHERE_HELP, CLI_TARGETS, CLI_WHY, CLI_WHY_ENGINE, CLI_ERROR };
/* The same without printing and exiting. CLI_ERROR: *error is a message, which the caller frees. */
enum cli_outcome cli_read(int argc, char **argv, const char *file_text, struct config *config, char **error);

/*
 * Returns the text of a file of options, which the caller frees; NULL: *error is a message, which
 * the caller frees.
 */
char *cli_read_file(const char *path, char **error);
/*
 * Returns whether the files that outputs of config write can be opened, as far as that can be seen
 * without a change of any file. Otherwise *error is a message, which the caller frees.
 */
bool cli_can_write(const struct config *config, char **error);

/* Frees what cli_parse() or cli_read() allocated. */
void cli_free(struct config *config);

struct buf;
/*
 * Append the output of --list-syscalls, --help and --version. fields: text has what --where can
 * compare of each call. JSON has no such lines.
 */
void cli_list(struct buf *out, const struct call_set *set, enum format format, bool fields);
void cli_help(struct buf *out);
/* Examples, and the options that are needed first. */
void cli_short_help(struct buf *out);
/* Appends what --where=help shows. what: the text after "help". Ends scry if it names no call. */
void cli_where_help(struct buf *out, const char *what);
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
	EFFECT_OUTPUT, /* the same; the value is a file that scry writes, or "-" for stdout */
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
	/*
	 * Passes each word with which a value can begin; NULL: .words has them. For shell
	 * completions.
	 */
	void (*each_word)(void (*each)(void *ctx, const char *word, const char *help), void *ctx);
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
