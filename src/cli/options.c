/* SPDX-License-Identifier: MIT */
/* The options table. */
#include <stddef.h>

#include "cli/apply.h"
#include "scry/util.h"
#include "scry/where.h"

#define GENERAL "General"
#define STARTUP "Startup"
#define TRACING "Tracing"
#define FILTERING "Filtering"
#define OUTPUT "Output"
#define FORMAT "Output format"
#define STATISTICS "Statistics"
#define POLICY "Seccomp profiles"
#define RECORDINGS "Recordings"
#define TAMPERING "Tampering"
#define MISCELLANEOUS "Miscellaneous"
#define RARE "Rarely needed"

/* clang-format off */
/* Initializes .of_cli and .member for a member of struct config or struct cli, of this type. */
#define IN_config false
#define IN_cli true
#define MEMBER(base, name, type) \
	.of_cli = IN_##base, .member = offsetof(struct base, name) + \
	0 * sizeof(char[sizeof(((struct base *)0)->name) == sizeof(type) ? 1 : -1])

/* Initializers of struct cli_action, one for each enum cli_effect. */
#define APPLIES(name) { EFFECT_APPLY, .apply = cli_apply_##name }
#define APPLIES_WORDS(name, list) \
	{ EFFECT_APPLY, .apply = cli_apply_##name, .words = &cli_words_##list }
#define BEGINS(name, words) { EFFECT_APPLY, .apply = cli_apply_##name, .each_word = words }
#define SETS(base, name) { EFFECT_SET, MEMBER(base, name, bool) }
#define PUTS(base, name, number) { EFFECT_PUT, MEMBER(base, name, int), .value = (number) }
#define KEEPS(base, name) { EFFECT_KEEP, MEMBER(base, name, char *) }
#define WRITES(base, name) { EFFECT_OUTPUT, MEMBER(base, name, char *) }
#define CHOOSES(base, name, list) \
	{ EFFECT_CHOOSE, MEMBER(base, name, int), .words = &cli_words_##list }
#define WORDS(base, name, list) \
	{ EFFECT_WORDS, MEMBER(base, name, int), .words = &cli_words_##list }
#define CALLS(base, name, given) \
	{ EFFECT_CALLS, MEMBER(base, name, struct call_set), .preset = (given) }
#define DESCRIPTORS(base, name) { EFFECT_DESCRIPTORS, MEMBER(base, name, struct number_set) }

const struct cli_option cli_options[] = {
	{ 'e', NULL, NULL, NULL, OPTION_REQUIRED, "EXPR", GENERAL,
	  "an expression: [QUALIFIER=][!]VALUE[,VALUE]...; qualifiers are\n"
	  "listed below as -e QUALIFIER=; the default is trace",
	  APPLIES(expression) },

	{ 0, "config", NULL, NULL, OPTION_REQUIRED, "FILE", GENERAL,
	  "take options from FILE, by their long names, one a line:\n"
	  "NAME=VALUE or NAME; later options replace earlier ones",
	  APPLIES(config) },

	{ 0, "argv0", NULL, NULL, OPTION_REQUIRED, "NAME", STARTUP,
	  "set argument 0 of the command to NAME",
	  KEEPS(cli, argv0) },
	{ 'E', "env", NULL, NULL, OPTION_REQUIRED, "VAR[=VALUE]", STARTUP,
	  "set VAR to VALUE in the environment of the command;\n"
	  "without '=' remove VAR",
	  APPLIES(env) },
	{ 'p', "attach", "pid", NULL, OPTION_REQUIRED, "PID|PID+|NAME[,...]", STARTUP,
	  "trace running processes: PID+ is a process with all its\n"
	  "descendants, NAME stands for all processes of a program;\n"
	  "may be repeated",
	  APPLIES(attach) },
	{ 0, "unit", NULL, NULL, OPTION_REQUIRED, "NAME", STARTUP,
	  "trace the processes of a unit of systemd, also those that it\n"
	  "gets later: nginx.service, or nginx for short",
	  APPLIES(unit) },
	{ 0, "container", NULL, NULL, OPTION_REQUIRED, "NAME", STARTUP,
	  "trace the processes of a container, also those that it gets\n"
	  "later: its name, the first digits of its ID, or\n"
	  "NAMESPACE/POD[/CONTAINER] of Kubernetes",
	  APPLIES(container) },
	{ 0, "port", NULL, NULL, OPTION_REQUIRED, "PORT", STARTUP,
	  "trace the processes that listen on a TCP or UDP port, or are\n"
	  "connected from it or to it",
	  APPLIES(port) },
	{ 0, "file", NULL, NULL, OPTION_REQUIRED, "PATH", STARTUP,
	  "trace the processes that have a file open or mapped",
	  APPLIES(file) },
	{ 0, "wait", NULL, NULL, OPTION_REQUIRED, "NAME", STARTUP,
	  "wait for the next start of a program, and trace it",
	  APPLIES(wait) },
	{ 0, "list-targets", NULL, NULL, OPTION_NONE, NULL, STARTUP,
	  "print the processes that -p, --unit and the like select, with\n"
	  "their containers and units, and exit; all if none is given",
	  SETS(cli, list_targets) },
	{ 0, "system", NULL, NULL, OPTION_NONE, NULL, STARTUP,
	  "with the bpf engine trace all processes but scry",
	  SETS(config, engine.targets.system) },
	{ 0, "cgroup", NULL, NULL, OPTION_REQUIRED, "PATH", STARTUP,
	  "trace the processes of this cgroup and of those below it: a\n"
	  "directory of /sys/fs/cgroup",
	  KEEPS(config, engine.targets.cgroup) },
	{ 0, "comm", NULL, NULL, OPTION_REQUIRED, "NAME", STARTUP,
	  "trace threads with this command name",
	  APPLIES(comm) },
	{ 0, "uid", NULL, NULL, OPTION_REQUIRED, "USER", STARTUP,
	  "trace processes of this user (a name or a number)",
	  APPLIES(uid) },
	{ 'u', "user", NULL, NULL, OPTION_REQUIRED, "USER", STARTUP,
	  "run the command as this user (a name, or UID:GID)",
	  KEEPS(cli, user) },

	{ 'b', "detach-on", NULL, NULL, OPTION_REQUIRED, "execve", TRACING,
	  "detach from a process when its execve succeeds; the execve\n"
	  "that launches the command does not count",
	  APPLIES_WORDS(detach_on, detach_on) },
	{ 0, "engine", NULL, NULL, OPTION_REQUIRED, "auto|ptrace|bpf|gdb", TRACING,
	  "how to trace: ptrace stops processes at their calls; bpf lets\n"
	  "programs in the kernel report calls, and stops none; gdb asks\n"
	  "the stub of --target; auto is what an option needs, otherwise\n"
	  "ptrace, from which bpf takes over where that pays (default)",
	  CHOOSES(cli, engine, engine) },
	{ 'f', "follow-forks", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "trace also the children of tracees, and all threads of the\n"
	  "processes of -p; -ff: also --output-separately",
	  APPLIES(follow) },
	{ 0, "output-separately", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "with -o FILE write the trace of each process to FILE.PID",
	  SETS(config, output_separately) },
	{ 0, "kill-on-exit", NULL, NULL, OPTION_NONE, NULL, TRACING,
	  "kill all tracees when scry ends; not with -p",
	  SETS(config, engine.kill_on_exit) },
	{ 0, "uring", NULL, NULL, OPTION_REQUIRED, "on|off", TRACING,
	  "whether requests of io_uring are shown as the calls that they\n"
	  "stand for (default: on)",
	  CHOOSES(config, uring, uring) },
	{ 0, "seccomp-bpf", NULL, NULL, OPTION_OPTIONAL, "auto|on|off", TRACING,
	  "let the kernel select the calls at which tracees stop; auto:\n"
	  "if it has no drawback (the default); on: always, or fail if\n"
	  "that is impossible; off: never; without a value: as on, but\n"
	  "warn instead of failing",
	  APPLIES_WORDS(seccomp, seccomp) },
	{ 0, "syscall-limit", NULL, NULL, OPTION_REQUIRED, "NUMBER", TRACING,
	  "detach from all processes after NUMBER calls were shown; the\n"
	  "exit status is still that of the command",
	  APPLIES(syscall_limit) },
	{ 0, "sample", NULL, NULL, OPTION_REQUIRED, "1/N|N/s|N%", TRACING,
	  "show one in N of the selected calls, about N a second, or what\n"
	  "scry can take with N% of a CPU; tables count what each shown\n"
	  "call stands for",
	  APPLIES(sample) },
	{ 0, "for", NULL, NULL, OPTION_REQUIRED, "TIME", TRACING,
	  "end the trace after TIME (10s, 500ms, 2m): all tracees are\n"
	  "released, and scry waits for the end of its command",
	  APPLIES(for) },
	{ 0, "target", NULL, NULL, OPTION_REQUIRED, "TARGET", TRACING,
	  "trace by a stub of GDB's remote protocol, such as gdbserver or\n"
	  "qemu -g: HOST:PORT, unix:PATH or '|COMMAND'; without PROG and\n"
	  "-p what the stub runs",
	  KEEPS(config, engine.remote.target) },

	{ 0, "trace", NULL, "trace t", OPTION_REQUIRED, "SET", FILTERING,
	  "trace only these system calls; SET is all, none or\n"
	  "[!]WORD[,WORD]...; a WORD is NAME, NUMBER, %CLASS, /REGEX or\n"
	  "all, may begin with ? and may end in @64, @32 or @x32\n"
	  "classes: %file %process %network %signal %ipc %desc %memory\n"
	  "%creds %stat %lstat %fstat %%stat %statfs %fstatfs %%statfs\n"
	  "%clock %pure",
	  CALLS(config, trace, NULL) },
	{ 'P', "trace-path", NULL, NULL, OPTION_REQUIRED, "PATH", FILTERING,
	  "trace only calls with this path or with a descriptor of this\n"
	  "file; may be repeated",
	  APPLIES(trace_path) },
	{ 0, "trace-fds", "trace-fd", "trace-fds trace-fd fds fd", OPTION_REQUIRED, "SET", FILTERING,
	  "trace only calls with one of these descriptors (or with a\n"
	  "file of -P)",
	  DESCRIPTORS(config, targets.fds) },
	{ 0, "where", NULL, "where", OPTION_REQUIRED, "EXPR", FILTERING,
	  "trace only calls for which EXPR is true, such as\n"
	  "'failed && path under /etc'; --where=help shows how to write\n"
	  "it, --where=help:openat what a call has; may be repeated",
	  BEGINS(where, where_each_word) },
	{ 0, "signal", NULL, "signal signals s", OPTION_REQUIRED, "SET", FILTERING,
	  "trace only these signals",
	  APPLIES(signal) },
	{ 0, "status", NULL, "status", OPTION_REQUIRED, "SET", FILTERING,
	  "print only calls with one of these outcomes: successful,\n"
	  "failed, unfinished, unavailable, detached",
	  WORDS(config, status, status) },
	{ 'z', "successful-only", NULL, NULL, OPTION_NONE, NULL, FILTERING,
	  "print only calls that returned without an error",
	  PUTS(config, status, STATUS_SUCCESSFUL) },
	{ 'Z', "failed-only", NULL, NULL, OPTION_NONE, NULL, FILTERING,
	  "print only calls that returned with an error",
	  PUTS(config, status, STATUS_FAILED) },

	{ 'o', "output", NULL, NULL, OPTION_REQUIRED, "FILE", OUTPUT,
	  "write to FILE instead of stderr, '-': to stdout; if FILE is\n"
	  "'|COMMAND' or '!COMMAND', to the standard input of COMMAND;\n"
	  "other options that write a FILE take '-', too",
	  WRITES(config, output_path) },
	{ 'A', "output-append-mode", NULL, NULL, OPTION_NONE, NULL, OUTPUT,
	  "append to the FILE of -o",
	  SETS(config, output_append) },
	{ 0, "max-file-size", NULL, NULL, OPTION_REQUIRED, "SIZE", OUTPUT,
	  "when the FILE of -o or --record has SIZE bytes (64K, 100M),\n"
	  "begin the next one; FILE.1 is the last complete one",
	  APPLIES(max_file_size) },
	{ 0, "max-file-time", NULL, NULL, OPTION_REQUIRED, "TIME", OUTPUT,
	  "the same when FILE is TIME old (15m, 24h)",
	  APPLIES(max_file_time) },
	{ 0, "max-files", NULL, NULL, OPTION_REQUIRED, "N", OUTPUT,
	  "with these: keep N files, with the one that is written\n"
	  "(default 5)",
	  APPLIES(max_files) },
	{ 0, "force", NULL, NULL, OPTION_NONE, NULL, OUTPUT,
	  "replace also a FILE that is a program, or that has something\n"
	  "else than the option writes",
	  SETS(config, force) },
	{ 0, "buffer", NULL, NULL, OPTION_REQUIRED, "line|block", OUTPUT,
	  "write every line at once, or in blocks; default: lines for\n"
	  "stderr and terminals, otherwise blocks, each of which is\n"
	  "written after at most 100 ms",
	  CHOOSES(config, flush, buffer) },
	{ 0, "format", NULL, NULL, OPTION_REQUIRED, "text|json", OUTPUT,
	  "the text format of strace (default), or JSON, with one object\n"
	  "on each line",
	  CHOOSES(config, format, format) },
	{ 0, "json", NULL, NULL, OPTION_OPTIONAL, "records|flat", OUTPUT,
	  "records: the same as --format=json (default); flat: one object\n"
	  "of fixed columns on each line, for shells and SQL",
	  APPLIES_WORDS(json, json) },
	{ 'q', NULL, NULL, NULL, OPTION_NONE, NULL, OUTPUT,
	  "suppress messages: attach, personality; -qq: also exit;\n"
	  "-qqq: all",
	  APPLIES(more_quiet) },
	{ 0, "quiet", "silent silence", "quiet silent silence q", OPTION_OPTIONAL, "SET", OUTPUT,
	  "suppress messages: attach, exit, path-resolution,\n"
	  "personality, thread-execve (or superseded); without SET:\n"
	  "attach,personality",
	  WORDS(config, sink.quiet, quiet) },

	{ 0, "show-container", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the container of a process, or else its unit: \"in web\"",
	  SETS(config, show_container) },
	{ 'a', "columns", NULL, NULL, OPTION_REQUIRED, "COLUMN", FORMAT,
	  "align results at this column (default 40)",
	  APPLIES(columns) },
	{ 0, "abbrev", NULL, "abbrev a", OPTION_REQUIRED, "SET", FORMAT,
	  "abbreviate structures and environments in these calls\n"
	  "(default: all)",
	  CALLS(config, abbrev, NULL) },
	{ 0, "verbose", NULL, "verbose v", OPTION_REQUIRED, "SET", FORMAT,
	  "show the contents of structures, not their addresses, in these\n"
	  "calls (default: all)",
	  CALLS(config, verbose, NULL) },
	{ 0, "raw", NULL, "raw x", OPTION_REQUIRED, "SET", FORMAT,
	  "show the arguments of these calls as numbers (default: none)",
	  CALLS(config, raw, NULL) },
	{ 0, "read", NULL, "read reads r", OPTION_REQUIRED, "SET", FORMAT,
	  "dump all bytes that are read from these descriptors",
	  DESCRIPTORS(config, dump_read) },
	{ 0, "write", NULL, "write writes w", OPTION_REQUIRED, "SET", FORMAT,
	  "dump all bytes that are written to these descriptors",
	  DESCRIPTORS(config, dump_written) },
	{ 0, "color", NULL, NULL, OPTION_OPTIONAL, "auto|always|never", FORMAT,
	  "use colours: if the trace is written to a terminal (auto, the\n"
	  "default), always, or never;\n"
	  "SCRY_COLORS=light, or dark:syscall=1;36:argname=34:argval=33:\n"
	  "call=2:const=35:comment=2:punct=:retval=32:error=31",
	  CHOOSES(cli, colors, color) },
	{ 'i', "instruction-pointer", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the instruction pointer at the time of the call",
	  SETS(config, sink.ip) },
	{ 'k', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the stack after each call and signal; -kk: with source\n"
	  "files and lines",
	  APPLIES(stack) },
	{ 0, "stack-trace", "stack-traces", NULL, OPTION_OPTIONAL, "symbol|source", FORMAT,
	  "the same as -k (symbol, the default) and -kk (source)",
	  APPLIES_WORDS(stack_trace, stack_trace) },
	{ 0, "stack-trace-frame-limit", NULL, NULL, OPTION_REQUIRED, "N", FORMAT,
	  "show at most N frames of a stack (default 256)",
	  APPLIES(frame_limit) },
	{ 'n', "syscall-number", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the number of the call",
	  SETS(config, sink.number) },
	{ 'N', "arg-names", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the names of arguments",
	  SETS(config, sink.arg_names) },
	{ 'r', "relative-timestamps", NULL, NULL, OPTION_OPTIONAL, "PRECISION", FORMAT,
	  "show the time since the previous call began; PRECISION is\n"
	  "s, ms, us (default) or ns",
	  APPLIES_WORDS(relative, precision) },
	{ 's', "string-limit", NULL, NULL, OPTION_REQUIRED, "SIZE", FORMAT,
	  "show at most SIZE bytes of a string (32; with --json 4096, and\n"
	  "128 KiB of each argument of a program)",
	  APPLIES(string_limit) },
	{ 't', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the time of day; -tt: with microseconds; -ttt: as\n"
	  "seconds since 1970",
	  APPLIES(timestamps) },
	{ 0, "absolute-timestamps", "timestamps", NULL, OPTION_OPTIONAL, "FORMAT,PRECISION", FORMAT,
	  "show the time: [format:]none|time|unix,\n"
	  "[precision:]s|ms|us|ns, one or both",
	  APPLIES_WORDS(absolute, absolute) },
	{ 'T', "syscall-times", NULL, NULL, OPTION_OPTIONAL, "PRECISION", FORMAT,
	  "show the time that each call took; PRECISION as for -r",
	  APPLIES_WORDS(durations, precision) },
	{ 'v', "no-abbrev", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show environments and structures in full: -e abbrev=none",
	  CALLS(config, abbrev, "none") },
	{ 0, "environment", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the environments of programs, which may have secrets,\n"
	  "also with --json; in text -v shows them, too",
	  SETS(config, decode.environment) },
	{ 'x', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show strings that are not ASCII in hexadecimal; -xx: all\n"
	  "strings",
	  APPLIES(hex) },
	{ 0, "strings-in-hex", NULL, NULL, OPTION_OPTIONAL, "WHICH", FORMAT,
	  "none; non-ascii-chars: hexadecimal escapes; non-utf8: the\n"
	  "same, but UTF-8 as it is; non-ascii: as -x; all: as -xx (the\n"
	  "default)",
	  CHOOSES(config, sink.hex_strings, hex) },
	{ 'X', "const-print-style", NULL, NULL, OPTION_REQUIRED, "STYLE", FORMAT,
	  "show constants as names (abbrev), numbers (raw) or both\n"
	  "(verbose)",
	  CHOOSES(config, sink.constants, constants) },
	{ 'y', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the paths of file descriptors; -yy: everything that\n"
	  "--decode-fds can show",
	  APPLIES(fd_paths) },
	{ 0, "decode-fds", NULL, "decode-fds decode-fd", OPTION_OPTIONAL, "SET", FORMAT,
	  "what to show of file descriptors: path (the default),\n"
	  "socket, dev, pidfd, eventfd, signalfd, all, none",
	  WORDS(config, decode.fds, decode_fds) },

	{ 'Y', NULL, NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the command names of processes and threads",
	  SETS(config, decode.pid_comms) },
	{ 0, "decode-pids", NULL, "decode-pids decode-pid", OPTION_REQUIRED, "SET", FORMAT,
	  "what to show after process IDs; comm: the command name (as\n"
	  "-Y); pidns: the ID in scry's PID namespace, if it differs",
	  APPLIES_WORDS(decode_pids, decode_pids) },
	{ 0, "pidns-translation", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "the same as --decode-pids=pidns",
	  SETS(config, decode.pid_outside) },
	{ 0, "namespace", NULL, "namespace", OPTION_REQUIRED, "new", FORMAT,
	  "after calls that enter other namespaces, or create a process\n"
	  "in others, show which",
	  WORDS(config, decode.namespaces, namespaces) },
	{ 0, "secontext", NULL, "secontext", OPTION_OPTIONAL, "full", FORMAT,
	  "show the types of SELinux contexts of processes, files and\n"
	  "descriptors; full: show the complete contexts",
	  APPLIES_WORDS(secontext, secontext) },
	{ 0, "kvm", NULL, "kvm", OPTION_REQUIRED, "vcpu|vcpu+", FORMAT,
	  "show why KVM_RUN of a virtual processor returned; vcpu+: with\n"
	  "the details of that exit",
	  WORDS(config, decode.kvm, kvm) },
	{ 0, "always-show-pid", NULL, NULL, OPTION_NONE, NULL, FORMAT,
	  "show the process ID also if there is only one process",
	  PUTS(config, sink.pid_prefix, PID_PREFIX_ALWAYS) },

	{ 'c', "summary-only", NULL, NULL, OPTION_NONE, NULL, STATISTICS,
	  "print only a table with the times, calls and errors of each\n"
	  "system call",
	  SETS(config, summary) },

	{ 'C', "summary", NULL, NULL, OPTION_OPTIONAL, "KEY[,KEY]...", STATISTICS,
	  "print the table of -c, and also the calls; with keys: print\n"
	  "only a table of the calls grouped by syscall, pid, tgid, comm,\n"
	  "errno, path, fd, peer, class, interval; stack: print only a\n"
	  "table with the calls, errors, time and bytes of each stack\n"
	  "(with -C or -k also the calls)",
	  APPLIES_WORDS(summary, summary) },
	{ 0, "summary-top", NULL, NULL, OPTION_REQUIRED, "N", STATISTICS,
	  "print the N first rows of the table, and the others as one",
	  APPLIES(summary_top) },
	{ 0, "summary-skip-missing", NULL, NULL, OPTION_NONE, NULL, STATISTICS,
	  "leave calls out that have no value of a key, such as calls\n"
	  "without an error for the key errno",
	  SETS(config, statistics.skip_missing) },
	{ 0, "summary-format", NULL, NULL, OPTION_REQUIRED, "FORMAT", STATISTICS,
	  "text, json, csv, prometheus, openmetrics; the last two replace\n"
	  "the FILE of -o each time",
	  CHOOSES(config, statistics.format, summary_format) },
	{ 0, "interval", NULL, NULL, OPTION_REQUIRED, "SECONDS", STATISTICS,
	  "print the table every so many seconds: since the start, and\n"
	  "since the previous table",
	  APPLIES(interval) },
	{ 0, "top", NULL, NULL, OPTION_NONE, NULL, STATISTICS,
	  "show counts and rates on the terminal while the trace runs;\n"
	  "keys sort, filter, group and open rows: h; without PROG and -p\n"
	  "of the whole machine, or of the processes of the user",
	  SETS(config, screen.wanted) },
	{ 0, "metrics-listen", NULL, NULL, OPTION_REQUIRED, "[ADDRESS:]PORT", STATISTICS,
	  "let Prometheus scrape the counts while the trace runs, at\n"
	  "http://ADDRESS:PORT/metrics (default 127.0.0.1)",
	  APPLIES(metrics_listen) },
	{ 0, "flame-graph", NULL, NULL, OPTION_REQUIRED, "FILE", STATISTICS,
	  "draw the calls by stack as a flame graph: an SVG file with\n"
	  "zoom and search",
	  WRITES(config, call_tree.picture_path) },
	{ 0, "folded", NULL, NULL, OPTION_REQUIRED, "FILE", STATISTICS,
	  "write the calls by stack as folded stacks, for other tools",
	  WRITES(config, call_tree.folded_path) },
	{ 0, "stack-weight", NULL, NULL, OPTION_REQUIRED, "calls|time|bytes", STATISTICS,
	  "the weight of a stack: calls (default), the time that they\n"
	  "took (nanoseconds), or the bytes that they read and wrote",
	  CHOOSES(config, call_tree.weight, weight) },
	{ 'O', "summary-syscall-overhead", NULL, NULL, OPTION_REQUIRED, "TIME", STATISTICS,
	  "subtract this from the time of every call: 5 (microseconds),\n"
	  "5us, 0.5ms, 2s, 100ns",
	  APPLIES(overhead) },
	{ 'S', "summary-sort-by", NULL, NULL, OPTION_REQUIRED, "COLUMN", STATISTICS,
	  "sort the table by a column of -U (default time), or nothing",
	  APPLIES_WORDS(summary_sort, sort) },
	{ 'U', "summary-columns", NULL, NULL, OPTION_REQUIRED, "COLUMN[,COLUMN]...", STATISTICS,
	  "the columns of the table: time (or time-percent),\n"
	  "total-time, min-time, max-time, avg-time, calls, errors,\n"
	  "name; wall-percent, wall-total, wall-min, wall-max (or max),\n"
	  "wall-avg, p50, p95, p99.9 and other percentiles, histogram\n"
	  "(of wall-clock times);\n"
	  "waiting (wall-clock time minus CPU time); bytes",
	  APPLIES_WORDS(summary_columns, columns) },
	{ 'w', "summary-wall-clock", NULL, NULL, OPTION_NONE, NULL, STATISTICS,
	  "count the time from the beginning to the end of each call\n"
	  "instead of the CPU time that it took in the kernel",
	  SETS(config, statistics.wall_clock) },

	{ 0, "why", NULL, NULL, OPTION_OPTIONAL, "text|json|help", STATISTICS,
	  "at the end say what failed, what was waited for and what\n"
	  "cost time, and what to do; children are traced, too; help\n"
	  "lists the findings, help NAME explains one",
	  CHOOSES(config, why, why) },

	{ 0, "policy", NULL, NULL, OPTION_REQUIRED, "FILE", POLICY,
	  "write a seccomp profile that allows the calls that were made,\n"
	  "also by children; the calls are printed only with -o, -C or -k",
	  WRITES(config, policy.path) },
	{ 0, "policy-format", NULL, NULL, OPTION_REQUIRED, "oci|systemd|libseccomp|bpf|text", POLICY,
	  "oci: JSON for Docker, Podman and Kubernetes (the default);\n"
	  "systemd: a drop-in for a unit; libseccomp: a C function; bpf:\n"
	  "the program itself; text: with counts and reasons",
	  CHOOSES(config, policy.format, policy_format) },
	{ 0, "policy-arguments", NULL, NULL, OPTION_NONE, NULL, POLICY,
	  "allow only the seen families of sockets, requests of ioctl,\n"
	  "options of prctl, namespaces of clone, commands of fcntl, ...",
	  SETS(config, policy.arguments) },
	{ 0, "policy-margin", NULL, NULL, OPTION_REQUIRED, "on|off", POLICY,
	  "allow also calls that were not made and that a libc may need\n"
	  "elsewhere (default: on)",
	  CHOOSES(config, policy.margin, policy_margin) },
	{ 0, "policy-merge", NULL, NULL, OPTION_REQUIRED, "OLD", POLICY,
	  "allow also what the profile OLD (oci) allows",
	  KEEPS(config, policy.merged) },
	{ 0, "try-policy", NULL, NULL, OPTION_REQUIRED, "FILE", POLICY,
	  "print the calls that a profile (oci or bpf) does not allow, and\n"
	  "let them through; the exit status is 1 if there are any",
	  KEEPS(config, tried) },
	{ 0, "enforce", NULL, NULL, OPTION_NONE, NULL, POLICY,
	  "refuse those calls as the profile of --try-policy says",
	  SETS(config, enforce) },

	{ 0, "record", NULL, NULL, OPTION_REQUIRED, "FILE", RECORDINGS,
	  "keep the trace in FILE, with all that any option could show\n"
	  "of it; the calls are printed only with -o or -C",
	  WRITES(config, record.file.path) },
	{ 0, "record-limit", NULL, NULL, OPTION_REQUIRED, "SIZE|all", RECORDINGS,
	  "keep at most SIZE bytes of a string or buffer (default 4096)",
	  APPLIES(record_limit) },
	{ 0, "record-environment", NULL, NULL, OPTION_NONE, NULL, RECORDINGS,
	  "keep also the environment of scry, which may have secrets",
	  SETS(config, record.environment) },
	{ 0, "record-ring", NULL, NULL, OPTION_REQUIRED, "SIZE|TIME", RECORDINGS,
	  "keep only the last part in memory (16M, 30s), and write it to\n"
	  "FILE at SIGUSR1, at the first event of --record-when, or at the\n"
	  "end if neither came",
	  APPLIES(record_ring) },
	{ 0, "record-when", NULL, NULL, OPTION_REQUIRED, "COND[:COND]...", RECORDINGS,
	  "with --record-ring write the file at a call that meets all\n"
	  "conditions: [trace=]SET, status=failed, error=ERRNO,\n"
	  "duration>SECONDS; or at signal=SIGNAL; or for which the EXPR\n"
	  "of where=EXPR is true, as --where; may be repeated",
	  APPLIES(record_when) },
	{ 0, "replay", NULL, NULL, OPTION_REQUIRED, "FILE", RECORDINGS,
	  "show the trace that --record has kept in FILE (- is stdin);\n"
	  "options of filtering, output, format and statistics work as\n"
	  "on a trace",
	  KEEPS(config, replayed) },
	{ 0, "from", NULL, NULL, OPTION_REQUIRED, "[+|-]TIME", RECORDINGS,
	  "with --replay begin TIME (10s, 250ms) after the first event of\n"
	  "the recording, or with - before its last one",
	  APPLIES(from) },
	{ 0, "diff", NULL, NULL, OPTION_REQUIRED, "FILE", RECORDINGS,
	  "compare the recording FILE with the recording that follows the\n"
	  "options, or with a trace of the command after --; a command in\n"
	  "one word ('sh a.sh') may stand for a recording, and runs; the\n"
	  "exit status is 0 if they are equal, 1 if they differ, 2 for\n"
	  "trouble",
	  KEEPS(config, diff.first) },
	{ 0, "diff-ignore", NULL, NULL, OPTION_REQUIRED, "REGEX", RECORDINGS,
	  "with --diff leave calls out of the comparison whose text\n"
	  "matches this extended regular expression; may be repeated",
	  APPLIES(diff_ignore) },
	{ 0, "diff-time", NULL, NULL, OPTION_REQUIRED, "FACTOR", RECORDINGS,
	  "with --diff show also calls that take FACTOR times as long",
	  APPLIES(diff_time) },
	{ 0, "timeline", NULL, NULL, OPTION_REQUIRED, "FILE", RECORDINGS,
	  "write a timeline that Perfetto and chrome://tracing open; the\n"
	  "calls are printed only with -o or -C",
	  WRITES(config, export.timeline_path) },
	{ 0, "otlp", NULL, NULL, OPTION_REQUIRED, "URL", RECORDINGS,
	  "send a span for each program and each selected call, and\n"
	  "metrics, to an OpenTelemetry collector (http://HOST:4318);\n"
	  "children are traced, too; the calls are printed only with -o\n"
	  "or -C",
	  KEEPS(config, otlp.url) },
	{ 0, "otlp-slower", NULL, NULL, OPTION_REQUIRED, "TIME", RECORDINGS,
	  "with --otlp: calls that last so long (10ms) are spans",
	  APPLIES(otlp_slower) },
	{ 0, "export", NULL, NULL, OPTION_REQUIRED, "DIR", RECORDINGS,
	  "write the calls as Parquet files, of which directories of many\n"
	  "hosts are one table for DuckDB and Spark; the calls are printed\n"
	  "only with -o or -C",
	  KEEPS(config, export.dataset_path) },
	{ 0, "report", NULL, NULL, OPTION_REQUIRED, "FILE", RECORDINGS,
	  "write an HTML page with the processes, a timeline, errors,\n"
	  "files, sockets, slow calls and a search of the records; the\n"
	  "calls are printed only with -o or -C",
	  WRITES(config, export.page_path) },

	{ 0, "inject", NULL, "inject", OPTION_REQUIRED, "SET:WHAT[:WHAT]...", TAMPERING,
	  "tamper with these calls, if they are traced; WHAT:\n"
	  "error=ERRNO, retval=NUMBER  return this without being executed\n"
	  "syscall=CALL                execute CALL instead (class %pure)\n"
	  "signal=SIGNAL               send a signal to the process\n"
	  "delay_enter=TIME, delay_exit=TIME  wait before or after\n"
	  "poke_enter=@argN=HEX[,@argM=HEX]..., poke_exit=...\n"
	  "                            change bytes at argument addresses\n"
	  "when=FIRST[..LAST][+[STEP]] only these invocations",
	  APPLIES(inject) },
	{ 0, "fault", NULL, "fault", OPTION_REQUIRED, "SET[:error=ERRNO][:when=...]", TAMPERING,
	  "make these calls fail (default error: ENOSYS); see --inject",
	  APPLIES(fault) },

	{ 'd', "debug", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "report on stderr what scry itself does",
	  SETS(config, debug) },
	{ 'h', NULL, NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "print examples and the options that are needed first",
	  SETS(cli, short_help) },
	{ 0, "help", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "print all options",
	  SETS(cli, help) },
	{ 0, "list-syscalls", NULL, NULL, OPTION_OPTIONAL, "SET", MISCELLANEOUS,
	  "list system calls (all, or a SET as for --trace) with numbers,\n"
	  "classes, arguments and result; with --json as JSON objects",
	  CALLS(config, listed, "all") },
	{ 0, "why-engine", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "say which engine these options get, and what bpf needs here",
	  SETS(cli, why_engine) },
	{ 'V', "version", NULL, NULL, OPTION_NONE, NULL, MISCELLANEOUS,
	  "print the version, the ABIs and the libraries",
	  SETS(cli, version) },

	{ 'D', NULL, NULL, NULL, OPTION_NONE, NULL, RARE,
	  "run the tracer as a grandchild, so that the command is a child\n"
	  "of the caller; -DD: in a process group of its own; -DDD: in a\n"
	  "session of its own",
	  APPLIES(daemonize_more) },
	{ 0, "daemonize", NULL, NULL, OPTION_OPTIONAL, "grandchild|pgroup|session", RARE,
	  "the same as -D, -DD, -DDD; default: grandchild",
	  CHOOSES(config, engine.daemonize, daemonize) },
	{ 'F', NULL, NULL, NULL, OPTION_NONE, NULL, RARE,
	  "deprecated: the same as -f",
	  SETS(cli, old_follow) },
	{ 'I', "interruptible", NULL, NULL, OPTION_REQUIRED, "WHEN", RARE,
	  "when signals such as that of ^C end scry:\n"
	  "1, anywhere    at any time\n"
	  "2, waiting     not while a call is decoded (default)\n"
	  "3, never       never (default with -o FILE PROG)\n"
	  "4, never_tstp  never, and ^Z does not stop it either",
	  CHOOSES(config, engine.interruptible, interruptible) },
	{ 0, "no-colocate", NULL, NULL, OPTION_NONE, NULL, RARE,
	  "do not move scry and tracees that stop often to the same CPU",
	  SETS(config, engine.no_colocate) },
	{ 0, "on-overflow", NULL, NULL, OPTION_REQUIRED, "wait|drop", RARE,
	  "with the bpf engine, if calls are faster than scry: let\n"
	  "processes wait a little (the default), or lose calls and say\n"
	  "how many",
	  CHOOSES(config, engine.targets.overflow, overflow) },
	{ 0, "ring-size", NULL, NULL, OPTION_REQUIRED, "SIZE", RARE,
	  "with the bpf engine, bytes of the buffer in which calls wait\n"
	  "for scry: a power of two, with K, M or G; default 16M",
	  APPLIES(ring_size) },
	{ 0, "tips", NULL, NULL, OPTION_OPTIONAL, "ID,FORMAT", RARE,
	  "show a tip when scry ends, always the same one:\n"
	  "[id:]NUMBER|random, [format:]none|compact|full",
	  APPLIES_WORDS(tips, tips) },
};
/* clang-format on */

const size_t cli_n_options = ARRAY_SIZE(cli_options);
