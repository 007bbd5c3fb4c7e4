/* SPDX-License-Identifier: MIT */
/* Prints --help and --version. */
#include "config.h"

#include <string.h>

#include "cli/state.h"
#include "scry/util.h"

#define INDENTATION "                 "

/* Appends the placeholder: " FILE" after a short option, "=FILE" or "[=FILE]" after a long one. */
static void put_placeholder(struct buf *out, const struct cli_option *option, bool is_long)
{
	if (!is_long && option->argument == OPTION_REQUIRED)
		buf_printf(out, " %s", option->placeholder);
	if (is_long && option->argument == OPTION_REQUIRED)
		buf_printf(out, "=%s", option->placeholder);
	if (is_long && option->argument == OPTION_OPTIONAL)
		buf_printf(out, "[=%s]", option->placeholder);
}

/* Appends the line of names, such as "  -e trace=SET, --trace=SET". */
static void put_names(struct buf *out, const struct cli_option *option)
{
	buf_puts(out, "  ");
	if (option->qualifiers)
		buf_printf(out, "-e %.*s=%s", (int)strcspn(option->qualifiers, " "),
			   option->qualifiers, option->placeholder);
	if (option->short_name)
		buf_printf(out, "-%c", option->short_name);
	if (option->short_name && !option->long_name)
		put_placeholder(out, option, false);
	if (option->long_name) {
		if (option->qualifiers || option->short_name)
			buf_puts(out, ", ");
		buf_printf(out, "--%s", option->long_name);
		put_placeholder(out, option, true);
	}
	buf_putc(out, '\n');
}

static void put_help(struct buf *out, const char *help)
{
	while (*help) {
		size_t len = strcspn(help, "\n");

		buf_printf(out, INDENTATION "%.*s\n", (int)len, help);
		help += len + (help[len] == '\n');
	}
}

void cli_help(struct buf *out)
{
	const char *group = "";

	buf_puts(out, "Usage: scry [OPTION]... PROG [ARGS]\n"
		      "   or: scry [OPTION]... -p PID\n"
		      "Traces system calls and signals; takes the options of strace.\n");
	for (size_t i = 0; i < cli_n_options; i++) {
		if (strcmp(cli_options[i].group, group))
			buf_printf(out, "\n%s:\n", cli_options[i].group);
		group = cli_options[i].group;
		put_names(out, &cli_options[i]);
		put_help(out, cli_options[i].help);
	}
}

void cli_version(struct buf *out)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	buf_printf(out, "scry %s\n", PACKAGE_VERSION);
	buf_puts(out, "ABIs:");
	for (size_t i = 0; i < n; i++)
		buf_printf(out, " %s", abis[i]->name);
	buf_puts(out, "\n" SCRY_LIBRARIES);
}
