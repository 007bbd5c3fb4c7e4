/* SPDX-License-Identifier: MIT */
/* The options table. */
#include <stddef.h>

#include "cli/apply.h"
#include "scry/util.h"

#define GENERAL "General"
#define STARTUP "Startup"
#define TRACING "Tracing"
#define FILTERING "Filtering"
#define OUTPUT "Output"
#define FORMAT "Output format"
#define STATISTICS "Statistics"
#define TAMPERING "Tampering"
#define MISCELLANEOUS "Miscellaneous"

/* An option that only sets a bool of struct config. */
#define SETS(member) NULL, offsetof(struct config, member)

/* clang-format off */
const struct cli_option cli_options[] = {
	{ 'e', NULL, NULL, NULL, OPTION_REQUIRED, "EXPR", GENERAL,
	  "an expression: [QUALIFIER=][!]VALUE[,VALUE]...; the options\n"
	  "below that say -e have the qualifiers, without one it is trace",
	  cli_apply_expression, 0 },

	{ 0, "argv0", NULL, NULL, OPTION_REQUIRED, "NAME", STARTUP,
	  "what the command is told to be its name",
	  cli_apply_argv0, 0 },
	{ 'E', "env", NULL, NULL, OPTION_REQUIRED, "VAR[=VALUE]", STARTUP,
	  "put VAR=VALUE into the environment of the command;\n"
	  "without '=' take VAR away",
	  cli_apply_env, 0 },
	{ 'p', "attach", NULL, NULL, OPTION_REQUIRED, "PID[,PID]...", STARTUP,
	  "trace running processes; may be repeated",
	  cli_apply_attach, 0 },
	{ 'u', "user", NULL, NULL, OPTION_REQUIRED, "USER", STARTUP,
	  "run the command as this user (a name, or UID:GID)",
	  cli_apply_user, 0 },

	{ 'b', "detach-on", NULL, NULL, OPTION_REQUIRED, "execve", TRACING,
	  "let a process go when its execve succeeds; not the command\n"
	  "when it is launched",
	  cli_apply_detach_on, 0 },
	{ 'D', NULL, NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "trace from a grandchild, so that the command stays a child of\n"
	  "the caller; -DD: in a process group of its own; -DDD: in a\n"
	  "session of its own",
	  cli_apply_daemonize_more, 0 },
	{ 0, "daemonize", NULL, NULL, OPTION_OPTIONAL, "grandchild|pgroup|session", TRACING,
	  "the same as -D, -DD, -DDD; default: grandchild",
	  cli_apply_daemonize, 0 },
	{ 'f', "follow-forks", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "trace the children of tracees too, and all threads of -p;\n"
	  "-ff: also --output-separately",
	  cli_apply_follow, 0 },
	{ 'F', NULL, NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "deprecated: the same as -f",
	  cli_apply_old_follow, 0 },
	{ 0, "output-separately", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "with -o FILE write the trace of each process to FILE.PID",
	  SETS(output_separately) },
	{ 'I', "interruptible", NULL, NULL, OPTION_REQUIRED, "WHEN", TRACING,
	  "when signals such as ^C may end scry:\n"
	  "1, anywhere    at any time\n"
	  "2, waiting     not while a call is decoded (default)\n"
	  "3, never       never (default with -o FILE PROG)\n"
	  "4, never_tstp  never, and ^Z does not stop it either",
	  cli_apply_interruptible, 0 },
	{ 0, "no-colocate", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "never share a CPU with a tracee that stops all the time",
	  SETS(engine.no_colocate) },
	{ 0, "kill-on-exit", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "kill what is still traced when scry ends; not with -p",
	  SETS(engine.kill_on_exit) },
	{ 0, "seccomp-bpf", NULL, NULL, OPTION_OPTIONAL, "auto|on|off", TRACING,
	  "let the kernel pick the calls that stop the command: where\n"
	  "it only helps (auto, the default), wherever it is possible\n"
	  "(on: or else end; without a value: or else warn), or never",
	  cli_apply_seccomp, 0 },
	{ 0, "syscall-limit", NULL, NULL, OPTION_REQUIRED, "NUMBER", TRACING,
	  "let all processes go when so many calls were shown; the\n"
	  "status is still that of the command",
	  cli_apply_syscall_limit, 0 },

	{ 0, "trace", NULL, "trace t", OPTION_REQUIRED, "SET", FILTERING,
	  "trace only these system calls; SET is all, none or\n"
	  "[!]WORD[,WORD]..., WORD is NAME, NUMBER, %CLASS, /REGEX or\n"
	  "all, may begin with ? and end in @64, @32 or @x32\n"
	  "classes: %file %process %network %signal %ipc %desc %memory\n"
	  "%creds %stat %lstat %fstat %%stat %statfs %fstatfs %%statfs\n"
	  "%clock %pure",
	  cli_apply_trace, 0 },
	{ 'P', "trace-path", NULL, NULL, OPTION_REQUIRED, "PATH", FILTERING,
	  "trace only calls that name this file, or a descriptor of it;\n"
	  "may be repeated",
	  cli_apply_trace_path, 0 },
	{ 0, "trace-fds", "trace-fd", "trace-fds trace-fd fds fd", OPTION_REQUIRED, "SET", FILTERING,
	  "trace only calls that name one of these descriptors, or a\n"
	  "file of -P",
	  cli_apply_trace_fds, 0 },
	{ 0, "signal", NULL, "signal signals s", OPTION_REQUIRED, "SET", FILTERING,
	  "trace only these signals",
	  cli_apply_signal, 0 },
	{ 0, "status", NULL, "status", OPTION_REQUIRED, "SET", FILTERING,
	  "print only calls that ended so: successful, failed,\n"
	  "unfinished, unavailable, detached",
	  cli_apply_status, 0 },
	{ 'z', "successful-only", NULL, NULL, OPTION_NONE, NULL, FILTERING,
	  "print only calls that returned without an error",
	  cli_apply_successful, 0 },
	{ 'Z', "failed-only", NULL, NULL, OPTION_NONE, NULL, FILTERING,
	  "print only calls that returned with an error",
	  cli_apply_failed, 0 },

	{ 'o', "output", NULL, NULL, OPTION_REQUIRED, "FILE", OUTPUT,
	  "write to FILE instead of stderr, or into the command behind\n"
	  "a '|' or '!'",
	  cli_apply_output, 0 },
	{ 'A', "output-append-mode", NULL, NULL, OPTION_NONE, NULL, OUTPUT,
	  "append to the FILE of -o",
	  SETS(output_append) },
	{ 0, "buffer", NULL, NULL, OPTION_REQUIRED, "line|block", OUTPUT,
	  "write every line at once, or in blocks; default: by lines to\n"
	  "stderr and to terminals, else in blocks of which none waits\n"
	  "longer than 100 ms",
	  cli_apply_buffer, 0 },
	{ 0, "format", NULL, NULL, OPTION_REQUIRED, "text|json", OUTPUT,
	  "text as strace writes it (default), or one JSON object a line",
	  cli_apply_format, 0 },
	{ 0, "json", NULL, NULL, OPTION_NONE, NULL, OUTPUT,
	  "the same as --format=json",
	  cli_apply_json, 0 },
	{ 'q', NULL, NULL, NULL, OPTION_NONE, NULL, OUTPUT,
	  "leave out messages: attach, personality; -qq: also exit;\n"
	  "-qqq: all",
	  cli_apply_more_quiet, 0 },
	{ 0, "quiet", "silent silence", "quiet silent silence q", OPTION_OPTIONAL, "SET", OUTPUT,
	  "leave out messages: attach, exit, path-resolution,\n"
	  "personality, thread-execve (or superseded); without SET:\n"
	  "attach,personality",
	  cli_apply_quiet, 0 },

	{ 'a', "columns", NULL, NULL, OPTION_REQUIRED, "COLUMN", FORMAT,
	  "column in which results stand (default 40)",
	  cli_apply_columns, 0 },
	{ 0, "abbrev", NULL, "abbrev a", OPTION_REQUIRED, "SET", FORMAT,
	  "show structures and environments of these calls shortened\n"
	  "(default: of all)",
	  cli_apply_abbrev, 0 },
	{ 0, "verbose", NULL, "verbose v", OPTION_REQUIRED, "SET", FORMAT,
	  "show what addresses of structures point to for these calls\n"
	  "(default: for all)",
	  cli_apply_verbose, 0 },
	{ 0, "raw", NULL, "raw x", OPTION_REQUIRED, "SET", FORMAT,
	  "show the arguments of these calls as numbers (default: none)",
	  cli_apply_raw, 0 },
	{ 0, "read", NULL, "read reads r", OPTION_REQUIRED, "SET", FORMAT,
	  "dump all bytes that are read from these descriptors",
	  cli_apply_read, 0 },
	{ 0, "write", NULL, "write writes w", OPTION_REQUIRED, "SET", FORMAT,
	  "dump all bytes that are written to these descriptors",
	  cli_apply_write, 0 },
	{ 0, "color", NULL, NULL, OPTION_OPTIONAL, "auto|always|never", FORMAT,
	  "colours: where the trace goes to a terminal (auto, the\n"
	  "default without a value), always or never (the default);\n"
	  "SCRY_COLORS=syscall=1;36:argname=34:argval=33:call=2:\n"
	  "const=35:comment=2:punct=:retval=32:error=31",
	  cli_apply_color, 0 },
	{ 'i', "instruction-pointer", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the instruction pointer at the time of the call",
	  SETS(sink.ip) },
	{ 'k', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the stack below each call and signal; -kk: with files\n"
	  "and lines of the source",
	  cli_apply_stack, 0 },
	{ 0, "stack-trace", "stack-traces", NULL, OPTION_OPTIONAL, "symbol|source", FORMAT,
	  "the same as -k (symbol, the default) and -kk (source)",
	  cli_apply_stack_trace, 0 },
	{ 0, "stack-trace-frame-limit", NULL, NULL, OPTION_REQUIRED, "N", FORMAT,
	  "show at most N frames of a stack (default 256)",
	  cli_apply_frame_limit, 0 },
	{ 'n', "syscall-number", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the number of the call",
	  SETS(sink.number) },
	{ 'N', "arg-names", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the names of arguments",
	  SETS(sink.arg_names) },
	{ 'r', "relative-timestamps", NULL, NULL, OPTION_OPTIONAL, "PRECISION", FORMAT,
	  "show the time since the previous call began; PRECISION is\n"
	  "s, ms, us (default) or ns",
	  cli_apply_relative, 0 },
	{ 's', "string-limit", NULL, NULL, OPTION_REQUIRED, "SIZE", FORMAT,
	  "show at most SIZE bytes of a string (default 32)",
	  cli_apply_string_limit, 0 },
	{ 't', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the time of day; -tt: with microseconds; -ttt: as\n"
	  "seconds since 1970",
	  cli_apply_timestamps, 0 },
	{ 0, "absolute-timestamps", "timestamps", NULL, OPTION_OPTIONAL, "FORMAT,PRECISION", FORMAT,
	  "show the time: [format:]none|time|unix,\n"
	  "[precision:]s|ms|us|ns, one or both",
	  cli_apply_absolute, 0 },
	{ 'T', "syscall-times", NULL, NULL, OPTION_OPTIONAL, "PRECISION", FORMAT,
	  "show the time that each call took; PRECISION as for -r",
	  cli_apply_durations, 0 },
	{ 'v', "no-abbrev", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show environments and structures in full: -e abbrev=none",
	  cli_apply_no_abbrev, 0 },
	{ 'x', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show strings that are not ASCII in hexadecimal; -xx: all\n"
	  "strings",
	  cli_apply_hex, 0 },
	{ 0, "strings-in-hex", NULL, NULL, OPTION_OPTIONAL, "WHICH", FORMAT,
	  "none; non-ascii-chars: hexadecimal escapes; non-ascii: as\n"
	  "-x; all: as -xx (the default)",
	  cli_apply_strings_in_hex, 0 },
	{ 'X', "const-print-style", NULL, NULL, OPTION_REQUIRED, "STYLE", FORMAT,
	  "show constants as names (abbrev), numbers (raw) or both\n"
	  "(verbose)",
	  cli_apply_constants, 0 },
	{ 'y', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the paths behind file descriptors; -yy: all that\n"
	  "--decode-fds can show",
	  cli_apply_fd_paths, 0 },
	{ 0, "decode-fds", NULL, "decode-fds decode-fd", OPTION_OPTIONAL, "SET", FORMAT,
	  "what to show behind file descriptors: path (the default),\n"
	  "socket, dev, pidfd, eventfd, signalfd, all, none",
	  cli_apply_decode_fds, 0 },

	{ 'Y', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the command names of processes and threads",
	  cli_apply_pid_comms, 0 },
	{ 0, "decode-pids", NULL, "decode-pids decode-pid", OPTION_REQUIRED, "SET", FORMAT,
	  "what to show behind process numbers: comm (as -Y), pidns:\n"
	  "the number in scry's PID namespace, if it is another",
	  cli_apply_decode_pids, 0 },
	{ 0, "pidns-translation", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "the same as --decode-pids=pidns",
	  cli_apply_pidns, 0 },
	{ 0, "always-show-pid", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the number of the process also while there is only one",
	  cli_apply_always_pid, 0 },

	{ 'c', "summary-only", NULL, NULL, OPTION_NONE, NULL, STATISTICS,
	  "count time, calls and errors of each system call and print\n"
	  "only a table of them",
	  SETS(summary) },

	{ 'C', "summary", NULL, NULL, OPTION_OPTIONAL, "stack", STATISTICS,
	  "as -c, and print the calls as well; stack: count calls,\n"
	  "errors, time and bytes by the stacks that they came from,\n"
	  "and print only that (with -C or -k: the calls as well)",
	  cli_apply_summary, 0 },
	{ 0, "flame-graph", NULL, NULL, OPTION_REQUIRED, "FILE", STATISTICS,
	  "draw the calls by stack: an SVG file to zoom and search in",
	  cli_apply_flame_graph, 0 },
	{ 0, "folded", NULL, NULL, OPTION_REQUIRED, "FILE", STATISTICS,
	  "write the calls by stack as lines for other tools",
	  cli_apply_folded, 0 },
	{ 0, "stack-weight", NULL, NULL, OPTION_REQUIRED, "calls|time|bytes", STATISTICS,
	  "what makes a stack heavy: calls (default), the time that\n"
	  "they took (nanoseconds), the bytes they read and wrote",
	  cli_apply_stack_weight, 0 },
	{ 'O', "summary-syscall-overhead", NULL, NULL, OPTION_REQUIRED, "TIME", STATISTICS,
	  "take this off the time of every call: 5 (microseconds), 5us,\n"
	  "0.5ms, 2s, 100ns",
	  cli_apply_overhead, 0 },
	{ 'S', "summary-sort-by", NULL, NULL, OPTION_REQUIRED, "COLUMN", STATISTICS,
	  "sort the table by a column of -U (default time), or nothing",
	  cli_apply_sort, 0 },
	{ 'U', "summary-columns", NULL, NULL, OPTION_REQUIRED, "COLUMN[,COLUMN]...", STATISTICS,
	  "the columns of the table: time (or time-percent),\n"
	  "total-time, min-time, max-time, avg-time, calls, errors,\n"
	  "name; wall-total, wall-min, wall-max, wall-avg",
	  cli_apply_summary_columns, 0 },
	{ 'w', "summary-wall-clock", NULL, NULL, OPTION_NONE, NULL, STATISTICS,
	  "count the time between begin and end of each call instead\n"
	  "of the time that the kernel spent on it",
	  SETS(statistics.wall_clock) },

	{ 0, "inject", NULL, "inject", OPTION_REQUIRED, "SET:WHAT[:WHAT]...", TAMPERING,
	  "tamper with these of the calls that are traced; WHAT:\n"
	  "error=ERRNO, retval=NUMBER  they return this and do nothing\n"
	  "syscall=CALL                (but this one, of class %pure)\n"
	  "signal=SIGNAL               the process gets a signal\n"
	  "delay_enter=TIME, delay_exit=TIME  it waits before or after\n"
	  "poke_enter=@argN=HEX[,@argM=HEX]..., poke_exit=...\n"
	  "                            bytes that arguments point to\n"
	  "when=FIRST[..LAST][+[STEP]] only these invocations",
	  cli_apply_inject, 0 },
	{ 0, "fault", NULL, "fault", OPTION_REQUIRED, "SET[:error=ERRNO][:when=...]", TAMPERING,
	  "let these calls fail (default error: ENOSYS), as --inject",
	  cli_apply_fault, 0 },

	{ 'd', "debug", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "say on stderr what scry itself does",
	  SETS(debug) },
	{ 'h', "help", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "print this help",
	  cli_apply_help, 0 },
	{ 0, "list-syscalls", NULL, NULL, OPTION_OPTIONAL, "SET", MISCELLANEOUS,
	  "list system calls (all, or a SET as for --trace): numbers,\n"
	  "classes, arguments, result; with --json as objects",
	  cli_apply_list, 0 },
	{ 0, "tips", NULL, NULL, OPTION_OPTIONAL, "ID,FORMAT", MISCELLANEOUS,
	  "show a tip in the end: [id:]NUMBER|random (the default),\n"
	  "[format:]none|compact|full",
	  cli_apply_tips, 0 },
	{ 'V', "version", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "print the version, and what is in",
	  cli_apply_version, 0 },
};
/* clang-format on */

const size_t cli_n_options = ARRAY_SIZE(cli_options);
