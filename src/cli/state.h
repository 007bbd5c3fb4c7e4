/* SPDX-License-Identifier: MIT */
/* Inside src/cli/: what is known while the command line is read. */
#ifndef SCRY_CLI_STATE_H
#define SCRY_CLI_STATE_H

#include "scry/cli.h"

struct cli {
	struct config *config;
	pid_t *pids; /* config->engine.n_pids of them */
	char **environment; /* of the command, ended by NULL */
	unsigned *given; /* how often each option of the table was */
	const char *user; /* -u */
	enum { COLORS_NEVER, COLORS_AUTO, COLORS_ALWAYS } colors; /* --color */
	unsigned tip_format; /* --tips */
	size_t tip;
	bool random_tip;
	const char *argv0; /* --argv0 */
	bool old_follow; /* -F */
	bool help, version;
};

/* Does what the option is for; counts it. value: NULL if there is none. */
bool cli_apply(struct cli *cli, const struct cli_option *option, const char *value, char **error);

/* How often an option was given so far: "t", "absolute-timestamps". Qualifiers of -e count. */
unsigned cli_given(const struct cli *cli, const char *name);

/* A decimal number from 0 to most; option is as messages name it: "-s/--string-limit". */
bool cli_number(const char *option, const char *value, uint64_t most, uint64_t *number,
		char **error);

/* A time, "1.5ms": s, ms, us (also without a unit) or ns. */
bool cli_time(const char *option, const char *value, uint64_t *ns, char **error);

/* A word and the number that it stands for. */
struct cli_word {
	const char *name;
	int value;
};
/* The number behind one of n words; the message lists them all. */
bool cli_choose(const char *option, const char *value, const struct cli_word *words, size_t n,
		int *number, char **error);

/* The file that the command's name means, found in PATH (malloc'ed); NULL with *error set. */
char *cli_find_command(const char *name, char **error);
/* "VAR=VALUE" sets, "VAR" removes. */
void cli_change_environment(struct cli *cli, const char *change);
/* A user's name, or UID:GID. */
bool cli_find_user(struct cli *cli, char **error);

/* What only the whole command line can tell: rules between options, and defaults. */
bool cli_finish(struct cli *cli, char **error);

/* Adds what symbolic links make of the paths of -P, and says so. */
void cli_resolve_paths(struct config *config);

/* Colours, if they are wanted where the trace goes. */
void cli_choose_colors(struct cli *cli);

/* The tip that is shown in the end. */
void cli_choose_tip(struct cli *cli);

/* The option that one of these words before the '=' of -e means; NULL: none. */
const struct cli_option *cli_find_qualifier(const char *word, size_t len);
/* True if word is in a list of words with a blank between them. */
bool cli_has_word(const char *list, const char *word, size_t len);

#endif
