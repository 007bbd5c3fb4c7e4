/* SPDX-License-Identifier: MIT */
/*
 * Shared types: what the user asked for. The command line is parsed into it, and nothing changes it
 * afterwards.
 */
#ifndef SCRY_CONFIG_H
#define SCRY_CONFIG_H

#include <string.h>

#include "scry/decode.h"
#include "scry/diff.h"
#include "scry/engine.h"
#include "scry/export.h"
#include "scry/otlp.h"
#include "scry/output.h"
#include "scry/policy.h"
#include "scry/record.h"
#include "scry/seccomp.h"
#include "scry/sets.h"
#include "scry/sinks.h"
#include "scry/stack.h"
#include "scry/summary.h"
#include "scry/tampering.h"
#include "scry/where.h"
#include "scry/why.h"

struct target;

enum format { FORMAT_TEXT, FORMAT_JSON };

struct config {
	struct engine_config engine;
	struct target *named; /* processes that are named otherwise than by a process ID */
	size_t n_named;
	struct decode_config decode;
	struct sink_config sink;
	struct color_scheme colors; /* sink.colors points here if colours are on */
	struct call_set trace; /* -e trace: the calls to trace */
	/* --where, -P, -e trace-fds, -e status: what selects calls of .trace; NULL: nothing */
	struct where *where;
	const char *where_help; /* --where=help: what follows "help"; NULL: not asked for */
	char *mark; /* the lines that mark the place of an error in --where; NULL: none */
	struct call_set raw, abbrev, verbose; /* -e raw, abbrev, verbose: how calls are decoded */
	struct path_targets targets; /* -P, -e trace-fds: .where has them */
	bool show_container; /* --show-container */
	struct injection *injections; /* -e inject, -e fault; the last one that has a call counts */
	size_t n_injections;
	struct number_set dump_read, dump_written; /* -e read, -e write */
	uint64_t signals; /* -e signal: bit n - 1 stands for signal n */
	bool signals_given; /* -e signal was given */
	unsigned status; /* -e status, -z, -Z: STATUS_*; .where has them */
	enum seccomp_mode seccomp; /* --seccomp-bpf */
	bool summary; /* -c */
	bool summary_and_calls; /* -C */
	struct summary_config statistics;
	struct screen_config screen;
	struct call_tree_config call_tree;
	struct policy_config policy; /* --policy and the options with that prefix */
	const char *tried; /* --try-policy: a profile; NULL: none */
	bool enforce; /* --enforce: refuse what the tried profile does not allow */
	struct record_config record;
	struct export_config export;
	struct otlp_config otlp;
	enum why_format why; /* --why */
	const char *replayed; /* --replay; NULL: none */
	uint64_t replayed_from_ns; /* --from: since the first event of that recording */
	const struct record_info *recorded; /* what that recording says of itself; NULL: none */
	struct diff_config diff;
	char *text; /* of the file of --config, into which other members point; NULL: none */
	const char *file; /* --config; NULL: none */
	char *file_text; /* its text as it was read; NULL: none */
	char *const *arguments; /* the command line, NULL-terminated */
	enum { URING_ON, URING_OFF } uring; /* --uring: whether requests of io_uring are shown */
	bool stacks; /* -k */
	struct stack_config stack;
	struct call_set listed; /* --list-syscalls */
	bool list_fields; /* --list-syscalls -v: with what --where can compare */
	/* --sample: at most one of these is not 0. */
	struct sample_config {
		uint32_t one_in; /* N: each selected call is shown with a chance of 1/N */
		uint64_t per_second; /* the number of selected calls that are shown, about */
		uint32_t cpu_percent; /* as many as scry can take with so much of one CPU */
		const char *text; /* the value of the option; NULL: all are shown */
	} sample;
	bool detach_on_execve; /* -b execve */
	uint64_t syscall_limit; /* --syscall-limit; 0: none */
	uint64_t for_ns; /* --for: how long to trace; 0: until the end */
	bool no_notes; /* -q: nothing is said at the end about the command line */
	char *advice; /* printed when scry ends: another command line may be meant; NULL: none */
	const char *tip; /* --tips: printed when scry ends; NULL: none */
	char *why_engine; /* --why-engine: what it prints */
	bool debug; /* -d */
	enum format format;
	const char *output_path; /* -o; "-": stdout; NULL: stderr, or stdout for a replay */
	bool stdout_is_taken; /* the file of another option than -o is "-" */
	enum output_flush flush; /* --buffer */
	bool output_append; /* -A */
	bool force; /* --force: an output may replace any file */
	struct file_limits limits; /* of the files of -o, and of outputs with .limits_files */
	bool output_separately; /* -ff: write to files named output_path and the PID */
};

/* Returns whether a table of counts by name is wanted. */
static inline bool config_wants_table(const struct config *config)
{
	return config->summary || config->summary_and_calls;
}

/* Returns whether the trace is diagnosed: the page of --report begins with the findings. */
static inline bool config_wants_diagnosis(const struct config *config)
{
	return config->why || config->export.page_path;
}

/* Returns whether counts of calls by stack are wanted. */
static inline bool config_wants_call_tree(const struct config *config)
{
	return config->call_tree.by_stack || config->call_tree.folded_path || config->call_tree.picture_path;
}

/*
 * Returns whether the lines of calls are left out if there is a file that stands for them: -o FILE
 * and -C ask for both.
 */
static inline bool config_wants_file_alone(const struct config *config)
{
	return !config->output_path && !config->summary_and_calls;
}

/* Returns whether an output_path is a shell command: "|COMMAND" or "!COMMAND". */
static inline bool config_is_output_command(const char *path)
{
	return path && (*path == '|' || *path == '!');
}

/*
 * Returns whether the trace goes to stdout: with -o -, and that of a replay, beside which no
 * command writes to stdout, unless another output goes there.
 */
static inline bool config_writes_to_stdout(const struct config *config)
{
	return config->output_path ? output_path_is_stdout(config->output_path)
				   : config->replayed && !config->stdout_is_taken;
}

/*
 * Returns the mode with which the file of -o is made. Records of JSON have buffers as long as they
 * were, and --why has what programs wrote to stderr. Text cuts strings, and has the mode that it
 * has with strace.
 */
static inline mode_t config_file_mode(const struct config *config)
{
	bool records = config->format == FORMAT_JSON && !config->summary;

	return records || config->why ? MODE_PRIVATE : MODE_SHARED;
}

/* Returns whether -o names a file. */
static inline bool config_names_file(const struct config *config)
{
	return config->output_path && !config_is_output_command(config->output_path) &&
	       !config_writes_to_stdout(config);
}

#endif
