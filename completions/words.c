/* SPDX-License-Identifier: MIT */
/*
 * What the shells can complete, from the tables, a line each, fields parted by tabs:
 *	option SHORT LONG… argument|optional|none PLACEHOLDER HELP VALUE
 *	qualifier NAME PLACEHOLDER VALUE
 *	call NAME	class %NAME	signal NAME
 * SHORT is "-o" or "-", LONG… "--output" and its aliases with blanks between, or "-". VALUE is "calls",
 * "one-of A B" or "list-of A B" if that is what values are, or "-".
 */
#include <stdio.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/cli.h"
#include "scry/syscalls.h"

static void print_value(const struct cli_option *option)
{
	struct buf words = { 0 };
	bool many = cli_value_words(&words, option);

	if (option->argument == OPTION_NONE)
		puts("-");
	else if (option->action.effect == EFFECT_CALLS)
		puts("calls");
	else if (words.len)
		printf("%s-of %s\n", many ? "list" : "one", buf_cstr(&words));
	else
		puts("-");
	buf_free(&words);
}

static void print_option(const struct cli_option *option)
{
	static const char *const arguments[] = {
		[OPTION_NONE] = "none",
		[OPTION_REQUIRED] = "argument",
		[OPTION_OPTIONAL] = "optional",
	};
	const char *help = option->help;

	if (!option->short_name && !option->long_name)
		return;
	if (option->short_name)
		printf("option\t-%c\t", option->short_name);
	else
		printf("option\t-\t");
	printf("%s%s\t%s\t%s\t", option->long_name ? "--" : "",
	       option->long_name ? option->long_name : "-", arguments[option->argument],
	       option->placeholder ? option->placeholder : "-");
	/* A description of one line. */
	for (; *help && *help != ';'; help++)
		putchar(*help == '\n' ? ' ' : *help);
	putchar('\t');
	print_value(option);
}

static void print_qualifiers(const struct cli_option *option)
{
	const char *name = option->qualifiers;

	while (name && *name) {
		int len = (int)strcspn(name, " ");

		/* Those of one letter are quicker typed than completed. */
		if (len > 1) {
			printf("qualifier\t%.*s\t%s\t", len, name, option->placeholder);
			print_value(option);
		}
		name += len + (name[len] == ' ');
	}
}

static bool is_here(enum syscall_id id)
{
	const struct abi *const *abis;
	size_t n;

	abis = abi_of_machine(&n);
	for (size_t i = 0; i < n; i++)
		if (abi_number(abis[i], id) >= 0)
			return true;
	return false;
}

static void print_words(const struct abi *abi)
{
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (is_here(id))
			printf("call\t%s\n", syscall_name(id));
	for (unsigned class = 0; class < CLASS_COUNT; class ++)
		printf("class\t%%%s\n", class_name(class));
	for (unsigned signal = 1; signal < 32; signal++)
		printf("signal\t%s\n", signal_name(abi, signal));
}

int main(void)
{
	for (size_t i = 0; i < cli_n_options; i++) {
		print_option(&cli_options[i]);
		print_qualifiers(&cli_options[i]);
	}
	print_words(abi_native());
	return fflush(stdout) || ferror(stdout);
}
