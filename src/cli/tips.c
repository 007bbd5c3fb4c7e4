/* SPDX-License-Identifier: MIT */
/* Shows one of a list of tips (--tips). */
#include "cli/tips.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/apply.h"
#include "scry/util.h"

static const struct {
	const char *brief;
	const char *more;
} tips[] = {
	{ "-P FILE traces only the calls that use one file",
	  "Descriptors of the file count, too, also after dup(2). -e trace-fds=3,5 does the same "
	  "for "
	  "descriptors." },
	{ "-Z shows only calls that failed",
	  "scry -f -Z -e trace=%file COMMAND: which files are missing?" },
	{ "-e inject=write:error=ENOSPC:when=3+ lets the third and later writes fail",
	  "How does a program behave when the disk is full? delay_enter=100ms makes calls slow "
	  "instead." },
	{ "-o '|COMMAND' gives the trace to a command",
	  "The standard output and error of the traced program do not change." },
	{ "-ff -o FILE writes a file for each process; scry-log-merge merges them",
	  "Add -ttt: the timestamps give the order of the calls." },
	{ "--json writes one object on each line: jq 'select(.error) | .name, .args.pathname.path'",
	  "Structs are whole and numbers have their names there, whatever -v and -X say. A string "
	  "that -s cuts has its length beside it." },
	{ "-c -U name,calls,total-time,wall-total shows which calls work and which wait",
	  "total-time is CPU time in the kernel; wall-total includes sleeping." },
	{ "-k shows which code made a call",
	  "-kk adds source lines where there is debugging information." },
	{ "-yy shows the addresses of sockets, --decode-pids=comm the names of processes",
	  "-y alone shows paths." },
	{ "-e trace=/^open selects by a regular expression, %file by a class",
	  "-e trace=?name is no error if there is no such call; name@32 selects only calls of "
	  "32-bit "
	  "programs." },
	{ "the fewer calls -e trace selects, the faster the program runs: the kernel filters",
	  "--debug tells whether it does; --seccomp-bpf=on insists on it." },
	{ "--list-syscalls=%network lists the calls of a class",
	  "The list has numbers for every ABI, classes and arguments. --json is for programs." },
};

/* Parses the number of a tip, or "random". */
static bool parse_id(struct cli *cli, const char *word)
{
	uint64_t id;

	if (!strcmp(word, cli_words_tips.choices[TIP_RANDOM].name)) {
		cli->random_tip = true;
		return true;
	}
	if (!parse_decimal(word, UINT64_MAX, &id))
		return false;
	cli->random_tip = false;
	cli->tip = id % ARRAY_SIZE(tips);
	return true;
}

static bool parse_format(struct cli *cli, const char *word)
{
	for (unsigned i = 0; i < TIP_FORMATS; i++) {
		if (strcmp(cli_words_tips.choices[i].name, word))
			continue;
		cli->tip_format = i;
		return true;
	}
	return false;
}

/* Returns whether *word begins with `beginning`, and moves *word past it if so. */
static bool skip_beginning(const char **word, const char *beginning)
{
	size_t len = strlen(beginning);
	bool begins = !strncmp(*word, beginning, len);

	*word += begins ? len : 0;
	return begins;
}

static bool skip_id_name(const char **word)
{
	return skip_beginning(word, "id:");
}

static bool skip_format_name(const char **word)
{
	return skip_beginning(word, "format:");
}

static bool parse_word(struct cli *cli, const char *word)
{
	if (skip_id_name(&word))
		return parse_id(cli, word);
	if (skip_format_name(&word))
		return parse_format(cli, word);
	return !*word || parse_id(cli, word) || parse_format(cli, word);
}

static bool refuse_word(const char *value, const char *word, char **error)
{
	const struct cli_word *choices = cli_words_tips.choices;
	struct name_list names = { choices, cli_words_tips.n, sizeof(*choices) };

	if (skip_id_name(&word))
		names = (struct name_list){ choices + TIP_RANDOM, 1, sizeof(*choices) };
	else if (skip_format_name(&word))
		names.n = TIP_FORMATS;
	set_error(error, "--tips '%s': it takes [id:]NUMBER|random, [format:]none|compact|full",
		  value);
	add_nearest(error, ";", word, "", names);
	return false;
}

bool cli_apply_tips(struct cli *cli, const char *value, char **error)
{
	char *words = xstrdup(value ? value : ""), *rest = words, *word;
	bool good = true;

	cli->tip_format = TIP_COMPACT;
	cli->random_tip = true;
	while (good && (word = strsep(&rest, ",")))
		good = parse_word(cli, word) || refuse_word(value, word, error);
	free(words);
	return good;
}

void cli_choose_tip(struct cli *cli)
{
	struct buf text = { 0 };
	unsigned random = 0;

	if (cli->tip_format == TIP_NONE)
		return;
	if (cli->random_tip && getrandom(&random, sizeof(random), GRND_NONBLOCK) > 0)
		cli->tip = random % ARRAY_SIZE(tips);
	buf_printf(&text, "tip %zu: %s", cli->tip, tips[cli->tip].brief);
	if (cli->tip_format == TIP_FULL)
		buf_printf(&text, ". %s", tips[cli->tip].more);
	cli->config->tip = buf_take(&text);
}
