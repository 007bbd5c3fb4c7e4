/* SPDX-License-Identifier: MIT */
/* Options that select or change calls and signals: -e and its qualifiers, -P, -e inject. */
#include "cli/filtering.h"

#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "cli/effect.h"
#include "cli/value.h"
#include "scry/util.h"

/* Returns the option with this qualifier of -e, or NULL. */
static const struct cli_option *find_qualifier(const struct cli *cli, const char *word, size_t len)
{
	for (size_t i = 0; i < cli->n_options; i++)
		if (cli_has_word(cli->options[i].qualifiers, word, len))
			return &cli->options[i];
	return NULL;
}

/* Makes the error message for the qualifier of len bytes at the start of value. Returns false. */
static bool refuse_qualifier(const struct cli *cli, const char *value, size_t len, char **error)
{
	const char *qualifiers[64];
	struct name_list names = NAMES(qualifiers);
	char *word = xstrndup(value, len);

	names.n = 0;
	for (size_t i = 0; i < cli->n_options && names.n < ARRAY_SIZE(qualifiers); i++)
		if (cli->options[i].qualifiers)
			qualifiers[names.n++] = cli->options[i].long_name;
	set_error(error, "unknown qualifier '%s' in -e '%s'", word, value);
	if (!add_nearest(error, ";", word, "", names))
		add_names(error, "; there are ", names, " and ");
	free(word);
	return false;
}

/*
 * Only letters and '-' can precede the '=' of a qualifier. Without a qualifier, value is a set of
 * calls, in which a regular expression may contain '='.
 */
bool cli_apply_expression(struct cli *cli, const char *value, char **error)
{
	size_t len = strspn(value, "abcdefghijklmnopqrstuvwxyz-");
	const struct cli_option *option;

	if (!len || value[len] != '=')
		return cli_apply(cli, find_qualifier(cli, "trace", strlen("trace")), value, error);
	option = find_qualifier(cli, value, len);
	if (!option)
		return refuse_qualifier(cli, value, len, error);
	return cli_apply(cli, option, value + len + 1, error);
}

static bool has_path(const struct path_targets *targets, const char *path)
{
	for (size_t i = 0; i < targets->n_paths; i++)
		if (!strcmp(targets->paths[i], path))
			return true;
	return false;
}

static void add_path(struct path_targets *targets, const char *path)
{
	size_t len = strlen(path), n = targets->n_paths;
	const char *last;

	if (has_path(targets, path))
		return;
	last = path_last(path, &len);
	targets->paths =
		xgrow(targets->paths, n, &targets->paths_capacity, sizeof(*targets->paths));
	targets->last_names = xgrow(targets->last_names, n, &targets->last_names_capacity,
				    sizeof(*targets->last_names));
	targets->paths[n] = xstrdup(path);
	targets->last_names[n] = xstrndup(last, len);
	targets->n_paths++;
}

bool cli_apply_trace_path(struct cli *cli, const char *value, char **error)
{
	(void)error;
	add_path(&cli->config->targets, value);
	return true;
}

/*
 * Adds the name of a file in a directory that exists. The file itself may not exist yet: the
 * command may create it.
 */
static void add_in_directory(struct path_targets *targets, const char *path)
{
	size_t len = strlen(path);
	const char *last = path_last(path, &len);
	char *directory = xstrndup(path, (size_t)(last - path));
	char *resolved = realpath(*directory ? directory : ".", NULL);
	struct buf joined = { 0 };

	if (resolved && path_ends_with_name(last, len)) {
		path_join_text(&joined, resolved, strlen(resolved), last, len);
		add_path(targets, buf_cstr(&joined));
	}
	buf_free(&joined);
	free(directory);
	free(resolved);
}

static void add_absolute(struct path_targets *targets, const char *path)
{
	char *start = realpath(".", NULL);
	struct buf joined = { 0 };

	if (start || *path == '/') {
		path_join_text(&joined, start, start ? strlen(start) : 0, path, strlen(path));
		add_path(targets, buf_cstr(&joined));
	}
	buf_free(&joined);
	free(start);
}

/* A call can contain any of these paths. The path of a descriptor, in /proc/PID/fd, is resolved. */
void cli_resolve_paths(struct config *config)
{
	size_t given = config->targets.n_paths;

	for (size_t i = 0; i < given; i++) {
		const char *path = config->targets.paths[i];
		char *resolved = realpath(path, NULL);

		add_absolute(&config->targets, path);
		add_in_directory(&config->targets, path);
		if (resolved && strcmp(resolved, path)) {
			add_path(&config->targets, resolved);
			if (!(config->sink.quiet & QUIET_PATH))
				warn("Requested path \"%s\" resolved into \"%s\"", path, resolved);
		}
		free(resolved);
	}
}

static bool add_injection(struct cli *cli, const char *value, bool fault, char **error)
{
	struct config *config = cli->config;
	struct injection *injection;
	char *why;

	config->injections = xgrow(config->injections, config->n_injections,
				   &cli->injections_capacity, sizeof(*config->injections));
	injection = &config->injections[config->n_injections++];
	if (!injection_parse(value, fault, injection, error)) {
		why = *error;
		set_error(error, "-e %s=%s: %s", fault ? "fault" : "inject", value, why);
		free(why);
		return false;
	}
	if (injection->set_result && !injection->is_error && injection->result < 0 &&
	    injection->result >= -4095)
		warn("retval=%lld: programs take this for error %lld", (long long)injection->result,
		     (long long)-injection->result);
	return true;
}

bool cli_apply_inject(struct cli *cli, const char *value, char **error)
{
	return add_injection(cli, value, false, error);
}

bool cli_apply_fault(struct cli *cli, const char *value, char **error)
{
	return add_injection(cli, value, true, error);
}

bool cli_apply_signal(struct cli *cli, const char *value, char **error)
{
	cli->config->signals_given = true;
	return signal_set_parse(value, &cli->config->signals, error);
}
