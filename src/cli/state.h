/* SPDX-License-Identifier: MIT */
/* Private header of src/cli/: the state of parsing the command line. */
#ifndef SCRY_CLI_STATE_H
#define SCRY_CLI_STATE_H

#include "scry/cli.h"

struct cli {
	struct config *config;
	pid_t *pids; /* config->engine.n_pids elements; config->engine.pids points to them */
	/* of arrays of the config */
	size_t pids_capacity, injections_capacity, triggers_capacity, targets_capacity,
		changes_capacity;
	char **environment; /* of the command; the last element is NULL */
	const struct cli_option *options; /* the table: cli_options */
	size_t n_options;
	unsigned *given; /* how often each option of the table was given */
	unsigned *filed; /* how often of these by --config */
	const char *file_text; /* of the file of --config; NULL: the file is read */
	bool in_file; /* the file of --config is being read */
	/* its last value selects fewer calls than the one before; NULL: none */
	const struct cli_option *replaced;
	const char *user; /* -u */
	char *where, *awaited; /* --where, --record-when=where=EXPR; NULL: none */
	const char *where_help; /* --where=help: what follows "help"; NULL: not asked for */
	enum { COLORS_AUTO, COLORS_ALWAYS, COLORS_NEVER } colors; /* --color */
	enum {
		CHOICE_AUTO,
		CHOICE_PTRACE,
		CHOICE_BPF,
		CHOICE_GDB
	} engine; /* --engine, SCRY_ENGINE */
	bool why_engine; /* --why-engine */
	const char *engine_from; /* which of the two has set it */
	unsigned tip_format; /* --tips: TIP_* */
	size_t tip; /* the index of the tip, unless random_tip */
	bool random_tip;
	const char *argv0; /* --argv0 */
	bool old_follow; /* -F */
	bool from_end; /* the time of --from is before the end of the recording, until it is open */
	bool help, short_help, version;
	/*
	 * The last option, if the last word of the command line was taken for its value: a missing
	 * PROG may be that word.
	 */
	const struct cli_option *last;
	const char *last_value;
	/*
	 * The option without a value in the word before the command: a command that does not exist
	 * may be meant as that value.
	 */
	const struct cli_option *before_command;
	/*
	 * The option that has taken the word before the command for its value: the user may mean
	 * that word as the command.
	 */
	const struct cli_option *valued_before_command;
	const char *value_before_command;
	bool list_targets;
};

/* All functions that have a parameter error return false or NULL on failure, and set *error. */

/* Applies an option and counts it. value: NULL if there is none. */
bool cli_apply(struct cli *cli, const struct cli_option *option, const char *value, char **error);

/*
 * Returns how often an option was given so far. name is a letter or a long name: "t",
 * "absolute-timestamps". Options given as qualifiers of -e count.
 */
unsigned cli_given(const struct cli *cli, const char *name);
/* Returns the option with this long name, or with this alias; NULL: there is none. */
const struct cli_option *cli_find_option(const struct cli *cli, const char *name);

/* Parses a decimal number from 0 to max. option is its name in messages: "-s/--string-limit". */
bool cli_number(const char *option, const char *value, uint64_t max, uint64_t *number,
		char **error);

/* Parses a time with parse_duration(). */
bool cli_time(const char *option, const char *value, uint64_t *ns, char **error);

/*
 * Parses a time with parse_duration(), or in minutes (2m) or hours (1h). A number without a unit is
 * in seconds. Returns false if it is none.
 */
bool cli_seconds(const char *value, uint64_t *ns);

/* A word and the number that it stands for. */
struct cli_word {
	const char *name;
	int value;
};
/* Sets *number to the number of one of n words. */
bool cli_choose(const char *option, const char *value, const struct cli_word *words, size_t n,
		int *number, char **error);

/* Searches for the command's file in PATH. Returns its path, which the caller frees. */
char *cli_find_command(const char *name, char **error);
/* Applies "VAR=VALUE" or "VAR" of -E to cli->environment. */
void cli_change_environment(struct cli *cli, const char *change);
/* Sets the user and group IDs in config->engine from cli->user. */
bool cli_find_user(struct cli *cli, char **error);

/* Checks the command line as a whole and sets the defaults that depend on several options. */
bool cli_finish(struct cli *cli, char **error);

/*
 * Sets config->engine.kind, unless events are recorded. CHOICE_AUTO: the engine that an option
 * needs, otherwise ptrace. Fails if an option cannot be had with the engine.
 */
bool cli_choose_engine(struct cli *cli, char **error);
/* Says which engine was chosen, and what the bpf engine needs here. The caller frees the text. */
char *cli_explain_engine(const struct cli *cli);

/* --replay: opens the recording, and refuses options that need a tracee. */
bool cli_open_replay(struct cli *cli, char **error);

/* --diff: opens the recordings, and refuses options that a comparison has no use for. */
bool cli_open_diff(struct cli *cli, char **error);

void cli_free_command(struct diff_command *command);

/* Adds a process, or several, to trace. word is copied. */
void cli_add_target(struct cli *cli, enum target_kind kind, const char *word);
/*
 * -p $(pgrep NAME), without quotes: further processes stand where the command would. Adds those at
 * argv[*next], and moves *next past them.
 */
bool cli_take_processes(struct cli *cli, char **argv, int *next, char **error);
/* Checks the targets against the rest of the command line. */
bool cli_finish_targets(struct cli *cli, char **error);
/*
 * --list-targets: makes targets of all options that select processes, and appends the list of what
 * they name.
 */
void cli_prepare_list(struct cli *cli);
bool cli_list_targets(const struct config *config, struct buf *out, char **error);

struct option_pair;
struct option_need;
/* Refuses two options of n pairs that are both given. */
bool cli_exclude(const struct option_pair *pairs, size_t n, char **error);
/* Refuses an option of n that is given without what it needs. */
bool cli_require(const struct option_need *needs, size_t n, char **error);
/* Lets each output check the options. */
bool cli_check_outputs(const struct cli *cli, char **error);
/* Returns whether an output that is asked for is about children, too. */
bool cli_outputs_follow(const struct config *config);
/* Returns whether an output that is asked for writes files that end at --max-file-size. */
bool cli_outputs_limit_files(const struct config *config);
/*
 * Returns how messages name an output that is asked for beside lines; NULL: there is none.
 * only_live: one that no replay can have.
 */
const char *cli_asked_output(const struct config *config, bool only_live);
/* Parses --where, and refuses what the engine or the recording does not have. */
bool cli_read_where(struct cli *cli, char **error);
/* Adds what -P, -e trace-fds and -e status select to the expression, after paths were resolved. */
void cli_extend_where(struct cli *cli);
/* Adds an expression of --record-when. */
void cli_await(struct cli *cli, const char *expression);

/* Adds the paths of -P with symbolic links resolved. */
void cli_resolve_paths(struct config *config);

/* Sets the colours in config->sink if they are wanted. */
void cli_choose_colors(struct cli *cli);

/* Sets config->tip if a tip is wanted. */
void cli_choose_tip(struct cli *cli);

/*
 * Returns a sentence for an option that does not exist, and that people try; NULL: none is known.
 */
const char *cli_guess(const char *word);
/*
 * Returns a sentence for a command that is traced, and is also the name of something that scry
 * does, if its arguments say that this may be meant: scry diff A.rec B.rec. NULL: nothing speaks
 * for that.
 */
const char *cli_guess_subcommand(char *const *argv);

/* Returns whether word is in a list of words that are separated by blanks. */
bool cli_has_word(const char *list, const char *word, size_t len);

#endif
