/* SPDX-License-Identifier: MIT */
/* Chooses colours by --color, SCRY_COLORS and NO_COLOR. */
#include "cli/color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/apply.h"
#include "scry/util.h"

static const char *const keys[COLOR_COUNT] = {
	[COLOR_SYSCALL] = "syscall", [COLOR_ARGNAME] = "argname", [COLOR_ARGVAL] = "argval",
	[COLOR_CALL] = "call",	     [COLOR_CONST] = "const",	  [COLOR_COMMENT] = "comment",
	[COLOR_PUNCT] = "punct",     [COLOR_RETVAL] = "retval",	  [COLOR_ERROR] = "error",
};

static void warn_of_unknown_key(const char *word, size_t len)
{
	char *key = xstrndup(word, len), *error;

	set_error(&error, "SCRY_COLORS: unknown word '%s'", key);
	if (!add_nearest(&error, ";", key, "", NAMES(keys)))
		add_names(&error, "; there are ", NAMES(keys), " and ");
	warn("%s", error);
	free(error);
	free(key);
}

/*
 * Applies a word such as "error=1;31". Only parameters of SGR (console_codes(4)) are accepted, so
 * that the variable cannot send other escape sequences to the terminal.
 */
static void set_color(struct color_scheme *scheme, const char *word)
{
	size_t len = strcspn(word, "="), digits;
	const char *code = word[len] ? word + len + 1 : "";

	digits = strspn(code, "0123456789;");
	for (size_t i = 0; i < COLOR_COUNT; i++) {
		if (strlen(keys[i]) != len || memcmp(keys[i], word, len))
			continue;
		if (!word[len] || code[digits] || digits >= sizeof(scheme->codes[i]))
			warn("SCRY_COLORS: '%s' is no colour: KEY=31, KEY=1;4;31", word);
		else
			strcpy(scheme->codes[i], code);
		return;
	}
	warn_of_unknown_key(word, len);
}

/* The colours for each background. Yellow cannot be read on a white one. */
static const struct theme {
	const char *name;
	struct color_scheme scheme;
} themes[] = {
	[THEME_DARK] = { "dark",
			 { .codes = { [COLOR_SYSCALL] = "1;36",
				      [COLOR_ARGNAME] = "34",
				      [COLOR_ARGVAL] = "33",
				      [COLOR_CALL] = "2",
				      [COLOR_CONST] = "35",
				      [COLOR_COMMENT] = "2",
				      [COLOR_RETVAL] = "32",
				      [COLOR_ERROR] = "31" } } },
	[THEME_LIGHT] = { "light",
			  { .codes = { [COLOR_SYSCALL] = "1;34",
				       [COLOR_ARGNAME] = "38;5;24",
				       [COLOR_ARGVAL] = "38;5;94",
				       [COLOR_CALL] = "38;5;240",
				       [COLOR_CONST] = "35",
				       [COLOR_COMMENT] = "38;5;240",
				       [COLOR_RETVAL] = "38;5;22",
				       [COLOR_ERROR] = "1;31" } } },
};

/*
 * Returns the theme that a word of SCRY_COLORS names; THEME_NONE: it names none. What follows the
 * word does not matter.
 */
static enum terminal_theme theme_of(const char *words)
{
	size_t len = strcspn(words, ":");

	for (size_t i = THEME_DARK; i < ARRAY_SIZE(themes); i++)
		if (strlen(themes[i].name) == len && !memcmp(words, themes[i].name, len))
			return i;
	return THEME_NONE;
}

static void read_colors(struct color_scheme *scheme)
{
	const char *given = getenv("SCRY_COLORS");
	char *words = xstrdup(given ? given : ""), *rest = words, *word;

	/* The first one may name a theme. */
	while ((word = strsep(&rest, ":")))
		if (*word && !(word == words && theme_of(word)))
			set_color(scheme, word);
	free(words);
}

/* NO_COLOR counts if it is set and not empty (no-color.org). */
static bool is_color_wanted(const struct cli *cli)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	bool to_stdout = config_writes_to_stdout(cli->config);

	if (cli->colors != COLORS_AUTO)
		return cli->colors == COLORS_ALWAYS;
	return (!cli->config->output_path || to_stdout) &&
	       isatty(cli->config->diff.first || to_stdout ? STDOUT_FILENO : STDERR_FILENO) &&
	       !(no_color && *no_color) && term && *term && strcmp(term, "dumb");
}

/*
 * SCRY_COLORS may begin with the name of a theme. Else some terminals say in COLORFGBG ("0;15")
 * which background they have.
 */
static enum terminal_theme find_theme(void)
{
	const char *given = getenv("SCRY_COLORS"), *numbers = getenv("COLORFGBG");
	const char *back = numbers ? strrchr(numbers, ';') : NULL;

	if (given && theme_of(given))
		return theme_of(given);
	return back && (!strcmp(back, ";15") || !strcmp(back, ";7")) ? THEME_LIGHT : THEME_DARK;
}

/*
 * The screen of --top has colours unless that is refused: what is written to it is never in a file.
 */
static enum terminal_theme screen_theme(const struct cli *cli)
{
	const char *no_color = getenv("NO_COLOR");

	if (cli->colors == COLORS_NEVER || (cli->colors == COLORS_AUTO && no_color && *no_color))
		return THEME_NONE;
	return find_theme();
}

void cli_choose_colors(struct cli *cli)
{
	cli->config->screen.theme = screen_theme(cli);
	if (!is_color_wanted(cli))
		return;
	cli->config->colors = themes[find_theme()].scheme;
	read_colors(&cli->config->colors);
	cli->config->sink.colors = &cli->config->colors;
}
