/* SPDX-License-Identifier: MIT */
/* Prints --help and --version. */
#include "config.h"

#include <string.h>

#include "cli/state.h"
#include "scry/engine.h"
#include "scry/util.h"

/* The column of the descriptions, from 0: they have up to 63 characters a line. */
#define DESCRIPTION 17

static const char *const usage =
	"Usage: scry [OPTION]... PROG [ARGS]\n"
	"  or:  scry [OPTION]... -p PID\n"
	"Print the system calls and signals of a command, or of running processes.\n"
	"The options and the text are those of strace.\n"
	"\n";

static const char *const examples =
	"Examples:\n"
	"  scry -f -Z -e trace=%file make          which files are not found\n"
	"  scry -f -e trace=connect ./app          which addresses a program connects to\n"
	"  scry --why ./app                        what went wrong, and what is slow\n"
	"  scry -f -yy -p nginx                    what a running program does\n"
	"  scry -f -c -w ./app                     which calls take the time\n"
	"  scry -fT --where 'duration>10ms' ./app  which calls are slow\n"
	"  scry -k -e trace=write ./app            which code makes a call\n"
	"  scry --report page.html -f make         a page: processes, errors, files\n"
	"  scry --record app.rec -f ./app          keep all; later scry --replay app.rec\n"
	"  scry --json -f -o calls.json make       a JSON record for each call\n"
	"  scry -f --summary=comm,errno make       which program fails at what\n"
	"  scry --system -c --for=10s              what the whole machine does\n"
	"  scry --top                              the same on a screen, by the second\n"
	"\n";

/*
 * The options that people need first, in the order of such questions: what is traced, which calls,
 * and how they are shown.
 */
static const struct {
	const char *names, *help;
} first_options[] = {
	{ "-f", "trace children and threads, too" },
	{ "-p PID|PID+|NAME", "trace running processes; PID+: with descendants" },
	{ "--container NAME, --unit NAME", "trace a container, or a unit of systemd" },
	{ "--port PORT", "trace the processes that use a port" },
	{ "--system", "trace the whole machine" },
	{ "--for TIME", "end the trace after a time" },
	{ "-e trace=SET", "select calls: open,read %file /^open !write" },
	{ "--where EXPR", "select calls: 'failed && path under /etc'" },
	{ "-P FILE", "select calls about a file" },
	{ "-Z", "select calls that fail" },
	{ "-o FILE", "write to FILE, not to stderr" },
	{ "-s SIZE", "show SIZE bytes of a string, not 32" },
	{ "-v", "show environments and structs in full" },
	{ "-t, -T", "show when a call began, and how long it took" },
	{ "-y, -yy", "show paths of descriptors; addresses, too" },
	{ "-Y", "show names of processes" },
	{ "-k", "show the stack of each call" },
	{ "-c, -w", "count calls; by wall-clock time" },
	{ "--summary KEY,...", "count by comm, errno, path, peer, stack, ..." },
	{ "--summary-format FORMAT", "tables as csv, json or prometheus" },
	{ "--metrics-listen PORT", "serve counts to Prometheus" },
	{ "--flame-graph FILE", "draw the calls by stack" },
	{ "--top", "show counts live; alone: the whole machine" },
	{ "--why", "say what failed, what waits, and what is slow" },
	{ "--json", "a JSON record for each call" },
	{ "--record FILE, --replay FILE", "keep a trace; show it again, with any options" },
	{ "--report FILE", "a page for a browser" },
	{ "--diff FILE|COMMAND", "compare two recordings, or two commands" },
	{ "--policy FILE", "write a seccomp profile" },
	{ "-e inject=SET:error=ERRNO", "let calls fail" },
	{ "--engine ptrace|bpf|gdb", "how to trace" },
};

static const char *const statuses =
	"Exit status:\n"
	" that of the command; if a signal killed it, scry dies of the same signal;\n"
	" 0  if there is no command and the processes of -p ended or were detached;\n"
	" 1  if an option is wrong, no process could be attached, or the trace could not\n"
	"    be written.\n"
	"\n"
	"Full documentation: man scry\n";

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

/* Appends the names, such as "  -e trace=SET, --trace=SET" and "      --argv0=NAME". */
static void put_option_names(struct buf *out, const struct cli_option *option)
{
	buf_puts(out, option->qualifiers || option->short_name ? "  " : "      ");
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
}

/*
 * Appends the names and the description, which begins on the line of the names if these leave two
 * blanks before it.
 */
static void put_option(struct buf *out, const struct cli_option *option)
{
	const char *help = option->help;
	size_t begin = out->len, width;

	put_option_names(out, option);
	width = out->len - begin;
	if (width + 2 > DESCRIPTION) {
		buf_putc(out, '\n');
		width = 0;
	}
	while (*help) {
		size_t len = strcspn(help, "\n");

		buf_printf(out, "%*s%.*s\n", (int)(DESCRIPTION - width), "", (int)len, help);
		help += len + (help[len] == '\n');
		width = 0;
	}
}

void cli_help(struct buf *out)
{
	const char *group = "";

	buf_puts(out, usage);
	buf_puts(out, "Mandatory arguments to long options are mandatory for short options too.\n");
	for (size_t i = 0; i < cli_n_options; i++) {
		if (strcmp(cli_options[i].group, group))
			buf_printf(out, "\n%s:\n", cli_options[i].group);
		group = cli_options[i].group;
		put_option(out, &cli_options[i]);
	}
	buf_putc(out, '\n');
	buf_puts(out, examples);
	buf_puts(out, statuses);
}

void cli_short_help(struct buf *out)
{
	buf_puts(out, usage);
	buf_puts(out, examples);
	buf_puts(out, "Options:\n");
	for (size_t i = 0; i < ARRAY_SIZE(first_options); i++)
		buf_printf(out, "  %-30s %s\n", first_options[i].names, first_options[i].help);
	buf_puts(out, "\nscry --help lists all options, and man scry explains them.\n");
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
	engine_bpf_describe(out);
}
