/* SPDX-License-Identifier: MIT */
/* Options that do not exist and that people try: what they want has another name. */
#include "cli/guesses.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/value.h"
#include "scry/util.h"

static const struct {
	const char *words; /* separated by blanks */
	const char *advice;
} guesses[] = {
	{ "all-processes host machine system-wide whole-system",
	  "--system traces the whole machine" },
	{ "backtrace call-graph callgraph stack stacks", "-k shows the stack of each call" },
	{ "by-path count-by group-by",
	  "--summary=path counts by path; other keys are comm, errno, fd and more" },
	{ "children fork forks follow recursive threads", "-f traces children and threads" },
	{ "chrome perfetto trace-event", "--timeline=FILE writes a timeline for Perfetto" },
	{ "compare", "--diff 'CMD A' 'CMD B' compares two traces" },
	{ "count counts stat statistics stats", "-c counts the calls" },
	{ "csv", "--summary-format=csv writes a table as CSV" },
	{ "descriptor descriptors fd fds",
	  "-e trace-fds=3,5 selects descriptors, -y shows their paths" },
	{ "deadlock diagnose explain what",
	  "--why says what failed, what is waited for and what cost time" },
	{ "docker kubernetes pod podman", "--container=NAME traces a container" },
	{ "duration latency longer-than min-duration slow slower slower-than threshold",
	  "--where 'duration > 10ms' selects slow calls, --for=10s ends the trace after 10 "
	  "seconds" },
	{ "ebpf", "--engine=bpf traces without stops" },
	{ "err errno error errors failed-calls failures",
	  "-Z shows calls that failed, --where 'error == ENOENT' those with one error" },
	{ "expr expression filter select",
	  "-e trace=SET selects calls by name, --where EXPR by all that they have" },
	{ "files", "-e trace=%file selects calls with file names, --file=PATH traces the processes "
		   "that have a file" },
	{ "full-strings max-string str-size strings strlen strsize",
	  "-s SIZE shows more of strings" },
	{ "grep match pattern search", "-P FILE selects the calls about a file, --where 'path ~ "
				       "\"*NAME*\"' those about several" },
	{ "html web", "--report=FILE writes a page for a browser" },
	{ "live watch", "--top shows counts while the trace runs" },
	{ "net network sockets",
	  "-e trace=%network selects calls about sockets, -yy shows addresses" },
	{ "listen openmetrics prometheus",
	  "--metrics-listen=PORT serves counts, --summary=comm --summary-format=prometheus writes "
	  "them once" },
	{ "output-format", "--json writes a record a call, --summary-format=csv a table as CSV" },
	{ "pgrep proc process program", "-p PID or -p NAME traces running processes" },
	{ "profile seccomp-profile", "--policy=FILE writes the seccomp profile that a program "
				     "needs" },
	{ "seconds timeout", "--for=10s ends the trace after 10 seconds" },
	{ "service systemd", "--unit=NAME traces a unit of systemd" },
	{ "tree", "-f traces children; -p PID+ traces a process with all its descendants" },
};

/* What a word after a subcommand is, if the subcommand is meant. */
enum argument { ARGUMENT_NONE, ARGUMENT_RECORDING, ARGUMENT_PROGRAM };

/* Programs that have the name of an option, or of a subcommand of perf(1). */
static const struct {
	const char *name;
	enum argument first;
	const char *advice;
} subcommands[] = {
	{ "diff", ARGUMENT_RECORDING,
	  "this was a trace of diff(1); scry --diff A.rec B.rec compares two recordings" },
	{ "file", ARGUMENT_RECORDING,
	  "this was a trace of file(1); scry --replay=FILE shows a recording" },
	{ "stat", ARGUMENT_PROGRAM, "this was a trace of stat(1); scry -c PROG counts the calls" },
	{ "top", ARGUMENT_NONE, "this was a trace of top(1); scry --top is the screen of scry" },
};

static bool is_absent_program(const char *word)
{
	char *ignored = NULL, *path = access(word, F_OK) ? cli_find_command(word, &ignored) : NULL;
	bool good = path;

	free(ignored);
	free(path);
	return good;
}

static bool is_guess_meant(enum argument kind, const char *word)
{
	if (!word || kind == ARGUMENT_NONE)
		return !word && kind == ARGUMENT_NONE;
	return kind == ARGUMENT_RECORDING ? recording_is_at(word) : is_absent_program(word);
}

const char *cli_guess_subcommand(char *const *argv)
{
	for (size_t i = 0; i < ARRAY_SIZE(subcommands); i++)
		if (!strcmp(subcommands[i].name, argv[0]) &&
		    is_guess_meant(subcommands[i].first, argv[1]))
			return subcommands[i].advice;
	return NULL;
}

const char *cli_guess(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(guesses); i++)
		if (cli_has_word(guesses[i].words, word, strlen(word)))
			return guesses[i].advice;
	return NULL;
}
