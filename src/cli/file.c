/* SPDX-License-Identifier: MIT */
/* --config: options in a file, one a line, by their long names. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/apply.h"
#include "cli/effect.h"
#include "scry/util.h"

#define FILE_MAX (1u << 20)

/* A directory or a device has no options. */
char *cli_read_file(const char *path, char **error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct buf text = { 0 };
	struct stat st;

	*error = NULL;
	if (fd >= 0 && !fstat(fd, &st) && !S_ISREG(st.st_mode))
		set_error(error, "--config '%s': this is no file", path);
	else if (fd < 0 || !buf_read(&text, fd, FILE_MAX + 1))
		set_error(error, "--config: cannot read '%s': %s", path, strerror(errno));
	else if (text.len > FILE_MAX || (text.len && memchr(text.data, '\0', text.len)))
		set_error(error, "--config '%s': this is no list of options", path);
	if (fd >= 0)
		close(fd);
	if (*error)
		buf_free(&text);
	return *error ? NULL : (char *)buf_cstr(&text);
}

/* Removes blanks at both ends. */
static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " \t\r");
	for (len = strlen(text); len && strchr(" \t\r", text[len - 1]);)
		text[--len] = '\0';
	return text;
}

/* Makes the message about a name that is no option. Returns false. */
static bool refuse_name(const struct cli *cli, const char *name, char **error)
{
	const char **names = xcalloc(cli->n_options, sizeof(*names));
	size_t n = 0;

	for (size_t i = 0; i < cli->n_options; i++)
		if (cli->options[i].long_name)
			names[n++] = cli->options[i].long_name;
	set_error(error, "there is no option '%s'", name);
	add_nearest(error, ";", name, "", (struct name_list){ names, n, sizeof(*names) });
	free(names);
	return false;
}

/*
 * "NAME", "NAME VALUE" or "NAME=VALUE"; dashes before the name and blanks around "=" are allowed.
 */
static bool apply_line(struct cli *cli, char *line, char **error)
{
	char *name = line + (strncmp(line, "--", 2) ? 0 : 2), *value;
	const struct cli_option *option;
	bool good;
	size_t len = strcspn(name, "= \t");

	value = trim(name + len);
	if (*value == '=')
		value = trim(value + 1);
	else if (!*value)
		value = NULL;
	name[len] = '\0';
	option = cli_find_option(cli, name);
	if (!option)
		return refuse_name(cli, name, error);
	if (option->action.apply == cli_apply_config)
		return set_error(error, "a file cannot name another one");
	if (option->argument == OPTION_NONE && value)
		return set_error(error, "'%s' takes no value", name);
	if (option->argument == OPTION_REQUIRED && !value)
		return set_error(error, "'%s' needs %s", name, option->placeholder);
	cli->in_file = true;
	good = cli_apply(cli, option, value, error);
	cli->in_file = false;
	return good;
}

bool cli_apply_config(struct cli *cli, const char *value, char **error)
{
	char *rest, *line, *why = NULL;
	unsigned number = 0;

	if (cli->config->text)
		return set_error(error, "--config can be given once");
	cli->config->file = value;
	cli->config->file_text =
		cli->file_text ? xstrdup(cli->file_text) : cli_read_file(value, error);
	if (!cli->config->file_text)
		return false;
	/* Members of the config point into the text. */
	rest = cli->config->text = xstrdup(cli->config->file_text);
	while (rest && (line = strsep(&rest, "\n"))) {
		number++;
		line = trim(line);
		if (!*line || *line == '#')
			continue;
		if (apply_line(cli, line, &why))
			continue;
		set_error(error, "%s:%u: %s", value, number, why);
		free(why);
		return false;
	}
	return true;
}
