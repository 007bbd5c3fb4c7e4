/* SPDX-License-Identifier: MIT */
/* Door of src/cli/: the command line becomes a struct config. */
#ifndef SCRY_CLI_H
#define SCRY_CLI_H

#include "scry/decode.h"
#include "scry/engine.h"
#include "scry/filter.h"
#include "scry/output.h"
#include "scry/seccomp.h"
#include "scry/sinks.h"

enum format { FORMAT_TEXT, FORMAT_JSON };

struct config {
	struct engine_config engine;
	struct decode_config decode;
	struct sink_config sink;
	struct call_set trace;
	uint64_t signals;		/* -e signal: bit n - 1 */
	unsigned status;		/* STATUS_* */
	enum seccomp_mode seccomp;
	bool summary;			/* -c */
	bool debug;
	enum format format;
	const char *output_path;	/* -o; NULL: stderr */
	enum output_flush flush;
	bool output_append;
};

/*
 * Fills *config. Does not return for -h and -V (exit 0) nor for use errors (one line on stderr that
 * names the word and what is near it, exit 1). Strings point into argv or are kept for the
 * life of the process.
 */
void cli_parse(int argc, char **argv, struct config *config);

/* Option table, for tests, the man page check and completions. */
enum option_argument { OPTION_NONE, OPTION_REQUIRED, OPTION_OPTIONAL };

struct cli_option {
	char short_name;		/* 0: none */
	const char *long_name;		/* NULL: none */
	enum option_argument argument;
	const char *placeholder;	/* "FILE" */
	const char *group;		/* heading in --help */
	const char *help;
	/* Returns false with *error set (malloc'ed). value: NULL if none was given. */
	bool (*apply)(struct config *config, const char *value, char **error);
};

extern const struct cli_option cli_options[];
extern const size_t cli_n_options;

#endif
