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

/* A word and the number that it stands for. */
struct cli_word {
	const char *name;
	int value;
};

struct option_pair;
struct option_need;

#endif
