/* SPDX-License-Identifier: MIT */
/* --tips: what many do not know, one at a time. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/apply.h"
#include "scry/util.h"

static const struct {
	const char *brief;
	const char *more;
} tips[] = {
	{ "-P FILE traces the calls that touch one file, whatever their names",
	  "Descriptors of it count, too, also after dup(2). -e trace-fds=3,5 does the same for "
	  "descriptors." },
	{ "-Z shows only what failed",
	  "scry -f -Z -e trace=%file COMMAND: which files are missing?" },
	{ "-e inject=write:error=ENOSPC:when=3+ lets the third and later writes fail",
	  "How does a program behave when the disk is full? delay_enter=100ms makes calls slow "
	  "instead." },
	{ "-o '|COMMAND' gives the trace to a command",
	  "The standard output and error of what is traced stay as they are." },
	{ "-ff -o FILE writes a file for each process; scry-log-merge puts them together",
	  "With -ttt, so that the times tell the order." },
	{ "--json writes one object a line: jq 'select(.error) | .name, .args.pathname.path'",
	  "Structs are whole and numbers have their names there, whatever -v and -X say. What -s "
	  "cuts says how long it was." },
	{ "-c -U name,calls,total-time,wall-total shows where a call spends and where it waits",
	  "total-time is what the kernel worked; wall-total includes sleeping." },
	{ "-k shows which code made a call",
	  "-kk adds source lines where there is debugging information." },
	{ "-yy shows the ends of sockets, --decode-pids=comm the names of processes",
	  "-y alone shows paths." },
	{ "-e trace=/^open selects by a regular expression, %file by a class",
	  "-e trace=?name is no error where there is no such call; name@32 means 32-bit programs "
	  "only." },
	{ "the narrower -e trace is, the less is slowed down: the kernel filters",
	  "--debug says whether; --seccomp-bpf=on insists on it." },
	{ "--list-syscalls=%network tells what there is to select",
	  "With numbers for every ABI, classes and arguments; --json for programs." },
};

/* "3", "id:3", "random" */
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

/* Whether the word begins so; it moves behind that. */
static bool skip(const char **word, const char *beginning)
{
	size_t len = strlen(beginning);
	bool begins = !strncmp(*word, beginning, len);

	*word += begins ? len : 0;
	return begins;
}

static bool is_id(const char **word)
{
	return skip(word, "id:");
}

static bool is_format(const char **word)
{
	return skip(word, "format:");
}

static bool parse_word(struct cli *cli, const char *word)
{
	if (is_id(&word))
		return parse_id(cli, word);
	if (is_format(&word))
		return parse_format(cli, word);
	return !*word || parse_id(cli, word) || parse_format(cli, word);
}

static bool wrong_word(const char *value, const char *word, char **error)
{
	const struct cli_word *choices = cli_words_tips.choices;
	struct name_list names = { choices, cli_words_tips.n, sizeof(*choices) };

	if (is_id(&word))
		names = (struct name_list){ choices + TIP_RANDOM, 1, sizeof(*choices) };
	else if (is_format(&word))
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
		good = parse_word(cli, word) || wrong_word(value, word, error);
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
	cli->config->tip = xstrdup(buf_cstr(&text));
	buf_free(&text);
}
