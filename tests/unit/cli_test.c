/* SPDX-License-Identifier: MIT */
/* Unit tests of src/cli/: parsing of command lines. Corner cases behave as in strace 6.1. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/cli.h"
#include "scry/util.h"
#include "suite.h"

#define ARGUMENTS 32

static struct config config;
static char *error;
static char *words[ARGUMENTS + 2];

static void free_config(void)
{
	cli_free(&config);
}

/* Parses "scry" and a line of words. In a word '_' stands for a blank; "''" is an empty word. */
static enum cli_outcome read_line(const char *line)
{
	static char copy[1024];
	char *rest = copy, *word;
	int n = 0;

	snprintf(copy, sizeof(copy), "scry %s", line);
	while ((word = strsep(&rest, " ")) && n < ARGUMENTS) {
		for (char *c = word; (c = strchr(c, '_'));)
			*c = ' ';
		words[n++] = strcmp(word, "''") ? word : word + 2;
	}
	words[n] = NULL;
	free_config();
	return cli_read(n, words, NULL, &config, &error);
}

/* Asserts that the line is valid. */
static void assert_reads(const char *line)
{
	enum cli_outcome outcome = read_line(line);

	ck_assert_msg(outcome == CLI_RUN, "scry %s: %s", line, error ? error : "not run");
}

static bool traced(const char *name)
{
	return call_set_has(&config.trace, syscall_by_name(name), abi_native());
}

/* --- errors ----------------------------------------------------------------------------- */

static const struct {
	const char *line, *error;
} errors[] = {
	{ "-f", "must have PROG [ARGS] or -p PID; scry -h shows examples" },
	{ "--engine=bpf", "must have PROG [ARGS], -p PID, --system, --cgroup, --comm or --uid; "
			  "scry -h shows examples" },
	{ "-o some.trace",
	  "must have PROG [ARGS] or -p PID: 'some.trace' is the FILE of --output" },
	{ "--policy cat",
	  "must have PROG [ARGS] or -p PID: 'cat' is the FILE of --policy: scry --policy=FILE "
	  "cat" },
	{ "--policy cat none.such",
	  "cannot find executable 'none.such' in PATH; 'cat' was taken for the FILE of --policy: "
	  "scry --policy=FILE cat none.such" },
	{ "-f --flame-graph ls / .",
	  "cannot execute '/': it is a directory; 'ls' was taken for the FILE of --flame-graph: "
	  "scry --flame-graph=FILE ls / ..." },
	{ "-s cat none.such", "-s/--string-limit 'cat': it takes a number from 0 to 2147483646" },
	{ "--policy some.json none.such", "cannot find executable 'none.such' in PATH" },
	{ "--policy=cat none.such", "cannot find executable 'none.such' in PATH" },
	{ "stats ls",
	  "cannot find executable 'stats' in PATH; if no program is meant: -c counts the calls" },
	{ "-f-c true", "'-' is no letter of an option: options are -f -c or -fc, not -f-c" },
	{ "-o", "option '-o' needs FILE" },
	{ "--output", "option '--output' needs FILE" },
	{ "-e", "option '-e' needs EXPR" },
	{ "-K true", "unknown option '-K'; scry --help lists the options" },
	{ "-fK true", "unknown option '-K'; scry --help lists the options" },
	{ "--colums=3 true", "unknown option '--colums'; did you mean '--columns'?" },
	{ "--follow-frosk true",
	  "unknown option '--follow-frosk'; did you mean '--follow-forks'?" },
	{ "--frobnicate true", "unknown option '--frobnicate'; scry --help lists the options" },
	{ "--str true", "option '--str' could be --string-limit or --strings-in-hex" },
	{ "--follow-forks=x true", "option '--follow-forks' takes no value" },
	{ "--json=x true", "--json 'x': it takes records or flat" },
	{ "-e opne true", "unknown system call 'opne'; did you mean 'open'?" },
	{ "-eopne true", "unknown system call 'opne'; did you mean 'open'?" },
	{ "--trace=%fiel true", "unknown class '%fiel'; did you mean '%file'?" },
	{ "-e trce=open true",
	  "unknown qualifier 'trce' in -e 'trce=open'; did you mean 'trace'?" },
	{ "-e imject=open true",
	  "unknown qualifier 'imject' in -e 'imject=open'; did you mean 'inject'?" },
	{ "-e inject=open true",
	  "-e inject=open: it needs error, retval, signal, delay_enter, delay_exit, poke_enter or "
	  "poke_exit" },
	{ "-e fault=open:retval=1 true",
	  "-e fault=open:retval=1: unknown word 'retval=1'; there are error, syscall and when" },
	{ "-e inject=open:error=EFOO true",
	  "-e inject=open:error=EFOO: error=EFOO: it takes the name of an error or a number from 1 "
	  "to 4095" },
	{ "-e inject=opne:error=EIO true",
	  "-e inject=opne:error=EIO: unknown system call 'opne'; did you mean 'open'?" },
	{ "-e nothing=open true",
	  "unknown qualifier 'nothing' in -e 'nothing=open'; there are trace, trace-fds, where, "
	  "signal, "
	  "status, quiet, abbrev, verbose, raw, read, write, decode-fds, decode-pids, namespace, "
	  "secontext, kvm, inject and fault" },
	{ "-e =open true", "unknown system call '=open'; did you mean 'open'?" },
	{ "-e signal=FOO true", "unknown signal 'FOO'" },
	{ "-e fds=3,x true", "'x' is not a descriptor: descriptors are 0 to 2147483647" },
	{ "-e trace-fds=-1 true", "'-1' is not a descriptor: descriptors are 0 to 2147483647" },
	{ "-e fd=, true", "no descriptor is named in ','" },
	{ "-e status=fialed true", "unknown status 'fialed'; did you mean 'failed'?" },
	{ "-e status=success true", "unknown status 'success'; did you mean 'successful'?" },
	{ "-e status=good true", "unknown status 'good'; it can be successful, failed, unfinished, "
				 "unavailable, detached, all or none" },
	{ "-e quiet=path true", "unknown message 'path'; did you mean 'path-resolution'?" },
	{ "--quiet=exti true", "unknown message 'exti'; did you mean 'exit'?" },
	{ "-e inject=open:retvl=1 true",
	  "-e inject=open:retvl=1: unknown word 'retvl=1'; did you mean 'retval'?" },
	{ "-e inject=open:error=ENONT true", "-e inject=open:error=ENONT: error=ENONT: it takes "
					     "the name of an error or a number from 1 "
					     "to 4095; did you mean 'ENOENT'?" },
	{ "-e inject=open:signal=SIGCHDL true", "-e inject=open:signal=SIGCHDL: signal=SIGCHDL: it "
						"takes the name of a signal or a number "
						"from 1 to 64; did you mean 'SIGCHLD'?" },
	{ "-e inject=open:retval=1:syscall=getpit true",
	  "-e inject=open:retval=1:syscall=getpit: syscall=getpit: it takes a call of class %pure, "
	  "such as getpid; did you mean 'getpid'?" },
	{ "-e signal=itn true", "unknown signal 'itn'; did you mean 'SIGINT'?" },
	{ "-s abc true", "-s/--string-limit 'abc': it takes a number from 0 to 2147483646" },
	{ "-s 0x10 true", "-s/--string-limit '0x10': it takes a number from 0 to 2147483646" },
	{ "-s -1 true", "-s/--string-limit '-1': it takes a number from 0 to 2147483646" },
	{ "-s '' true", "-s/--string-limit '': it takes a number from 0 to 2147483646" },
	{ "-s 2147483647 true",
	  "-s/--string-limit '2147483647': it takes a number from 0 to 2147483646" },
	{ "-a 1k true", "-a/--columns '1k': it takes a number from 0 to 10000" },
	{ "-I 5 true", "-I/--interruptible '5': it takes anywhere, waiting, never or "
		       "never_tstp" },
	{ "--syscall-times=m true", "-T/--syscall-times 'm': it takes s, ms, us or ns" },
	{ "--relative-timestamps= true", "-r/--relative-timestamps '': it takes s, ms, us or ns" },
	{ "--absolute-timestamps=us,foo true",
	  "--absolute-timestamps 'foo': it takes none, time, unix, s, ms, us or ns" },
	{ "--absolute-timestamps=format:us true",
	  "--absolute-timestamps 'us': it takes none, time or unix" },
	{ "--tips=often true",
	  "--tips 'often': it takes [id:]NUMBER|random, [format:]none|compact|full" },
	{ "--tips=id:full true",
	  "--tips 'id:full': it takes [id:]NUMBER|random, [format:]none|compact|full" },
	{ "--format=xml true", "--format 'xml': it takes text or json" },
	{ "--buffer=none true", "--buffer 'none': it takes line or block" },
	{ "--seccomp-bpf=yes true", "--seccomp-bpf 'yes': it takes auto, on or off" },
	{ "--format=JSON true", "--format 'JSON': did you mean 'json'?" },
	{ "--seccomp-bpf=of true", "--seccomp-bpf 'of': did you mean 'off'?" },
	{ "--decode-fds=sock true", "unknown decode-fds 'sock'; did you mean 'socket'?" },
	{ "--decode-fds=files true",
	  "unknown decode-fds 'files'; it can be path, socket, dev, pidfd, "
	  "eventfd, signalfd, all or none" },
	{ "-X names true", "-X/--const-print-style 'names': it takes abbrev, raw or verbose" },
	{ "-X verb true", "-X/--const-print-style 'verb': did you mean 'verbose'?" },
	{ "-c -S tme true", "-S/--summary-sort-by 'tme': did you mean 'time'?" },
	{ "-c -U nmae true", "-U/--summary-columns 'nmae': did you mean 'name'?" },
	{ "--summary=com true", "--summary 'com': did you mean 'comm'?" },
	{ "--summary=errno,pth true", "--summary 'pth': did you mean 'path'?" },
	{ "-c -U p9x true", "-U/--summary-columns 'p9x': did you mean 'p90'?" },
	{ "-c --summary-format=promtheus true",
	  "--summary-format 'promtheus': did you mean 'prometheus'?" },
	{ "-c --summary-top=0 true", "--summary-top '0': must be at least 1" },
	{ "-c --interval=x true", "--interval 'x': it takes a time such as 5, 0.5 or 100ms" },
	{ "-c --interval=0.01 true", "--interval '0.01': must be at least 100 ms" },
	{ "--tips=id:radom true", "--tips 'id:radom': it takes [id:]NUMBER|random, "
				  "[format:]none|compact|full; did you mean "
				  "'random'?" },
	{ "-p 0", "-p/--attach '0': not a process ID" },
	{ "-p 12,1x", "-p/--attach '1x': not a process ID" },
	{ "-p ,", "-p/--attach ',': not a process ID" },
	{ "-p 99999999999", "-p/--attach '99999999999': not a process ID" },
	{ "-t --timestamps=us true", "-t and --absolute-timestamps cannot be given together" },
	{ "--quiet=exit -q true", "-q and -e quiet/--quiet cannot be given together" },
	{ "-y --decode-fds true", "-y and --decode-fds cannot be given together" },
	{ "-x --strings-in-hex true", "-x and --strings-in-hex cannot be given together" },
	{ "-cC true", "-c/--summary-only and -C/--summary cannot be given together" },
	{ "-w true",
	  "-w/--summary-wall-clock must be given with -c/--summary-only or -C/--summary" },
	{ "-D -p 1", "-D/--daemonize must be given with PROG [ARGS]" },
	{ "-U calls true",
	  "-U/--summary-columns must be given with -c/--summary-only or -C/--summary" },
	{ "-c -U time,calls,time-percent true",
	  "-U/--summary-columns: 'time-percent' is there already" },
	{ "-c -O 5x true", "-O/--summary-syscall-overhead '5x': it takes a time such as 5, 5us, "
			   "0.5ms, 2s or 100ns" },
	{ "-c -O -1 true", "-O/--summary-syscall-overhead '-1': it takes a time such as 5, 5us, "
			   "0.5ms, 2s or 100ns" },
	{ "-ff -o |cat true",
	  "a command as -o and -ff/--output-separately cannot be given together" },
	{ "--output-separately -o !cat true",
	  "a command as -o and -ff/--output-separately cannot be given together" },
	{ "no-such-command", "cannot find executable 'no-such-command' in PATH" },
	{ "./no-such-command", "cannot find './no-such-command': No such file or directory" },
	{ "''", "cannot find executable '' in PATH" },
	{ "-- -f true", "cannot find executable '-f' in PATH" },
};

START_TEST(an_invalid_line_has_an_error_message)
{
	ck_assert_int_eq(read_line(errors[_i].line), CLI_ERROR);
	ck_assert_str_eq(error, errors[_i].error);
	free(error);
}
END_TEST

/* --- meanings --------------------------------------------------------------------------- */

START_TEST(defaults)
{
	assert_reads("true -f -o");
	ck_assert(call_set_is_all(&config.trace));
	ck_assert(config.signals == UINT64_MAX && config.status == STATUS_ALL);
	ck_assert_uint_eq(config.decode.string_limit, 32);
	ck_assert_int_eq(config.sink.column, 40);
	ck_assert(config.seccomp == SECCOMP_AUTO && !config.engine.seccomp_strict);
	ck_assert(config.engine.interruptible == INTERRUPT_WAITING);
	ck_assert(!config.engine.follow && !config.output_path && !config.sink.quiet);
	ck_assert(!config.sink.hold && !config.engine.n_pids && !config.engine.change_user);
	ck_assert_str_eq(config.engine.argv[1], "-f");
	ck_assert_str_eq(config.engine.argv[2], "-o");
	ck_assert_ptr_null(config.engine.argv[3]);
}
END_TEST

START_TEST(options_combine)
{
	assert_reads("-ttfo file -eopen -s5 -a 3 -cy -I never -d true");
	ck_assert(config.sink.absolute == TIMESTAMP_TIME && config.sink.absolute_digits == 6);
	ck_assert(config.engine.follow && config.sink.pid_prefix == PID_PREFIX_ALWAYS);
	ck_assert_str_eq(config.output_path, "file");
	ck_assert(traced("open") && !traced("close"));
	ck_assert_uint_eq(config.decode.string_limit, 5);
	ck_assert_int_eq(config.sink.column, 3);
	ck_assert(config.summary && config.decode.fds == FD_PATH);
	ck_assert(config.engine.interruptible == INTERRUPT_NEVER);
	ck_assert(config.debug && config.engine.debug);
	assert_reads("-AivnNrT -o - true");
	ck_assert(config.output_append && config.sink.ip && call_set_is_empty(&config.abbrev));
	ck_assert(config.sink.number && config.sink.arg_names);
	ck_assert(config.sink.relative && config.sink.durations);
	/* "-" is the name of a file. */
	ck_assert_str_eq(config.output_path, "-");
}
END_TEST

START_TEST(long_options_and_their_abbreviations)
{
	assert_reads("--follow --output=x --trace=open --string-limit 7 --columns=9 --no-abbrev "
		     "--interr=1 "
		     "--json --summary-only true");
	ck_assert(config.engine.follow && traced("open") && !traced("read"));
	ck_assert_uint_eq(config.decode.string_limit, 7);
	ck_assert_int_eq(config.sink.column, 9);
	ck_assert(call_set_is_empty(&config.abbrev) &&
		  config.engine.interruptible == INTERRUPT_ANYWHERE);
	ck_assert(config.format == FORMAT_JSON && config.summary);
	assert_reads("--format=json --format=text --buffer=line true");
	ck_assert(config.format == FORMAT_TEXT && config.flush == OUTPUT_LINE);
}
END_TEST

START_TEST(qualifiers_and_their_aliases)
{
	assert_reads(
		"-e t=open -e signals=INT -e status=failed -e silent=exit -e decode-fd=path true");
	ck_assert(traced("open") && !traced("read"));
	ck_assert_uint_eq(config.signals, 2);
	ck_assert_uint_eq(config.status, STATUS_FAILED);
	ck_assert(config.sink.hold);
	ck_assert_uint_eq(config.sink.quiet, QUIET_EXIT);
	ck_assert_uint_eq(config.decode.fds, FD_PATH);
	assert_reads("-yy true");
	ck_assert_uint_eq(config.decode.fds, FD_ALL);
	assert_reads("-e decode-fds=socket,dev true");
	ck_assert_uint_eq(config.decode.fds, FD_SOCKET | FD_DEVICE);
	assert_reads("--decode-fds=!path,pidfd true");
	ck_assert_uint_eq(config.decode.fds, FD_ALL & ~(unsigned)(FD_PATH | FD_PIDFD));
	assert_reads("--decode-fds true");
	ck_assert_uint_eq(config.decode.fds, FD_PATH);
	/* The last set counts. A regular expression may contain '='. */
	assert_reads("-e open -e trace=close -e s=INT --signal=!INT true");
	ck_assert(traced("close") && !traced("open"));
	ck_assert_uint_eq(config.signals, ~UINT64_C(2));
	ck_assert_int_eq(read_line("-e /a=b true"), CLI_ERROR);
	ck_assert_str_eq(error, "no system call matches '/a=b'");
	free(error);
}
END_TEST

START_TEST(successful_and_failed)
{
	assert_reads("-z true");
	ck_assert(config.status == STATUS_SUCCESSFUL && config.sink.hold);
	assert_reads("-e status=failed -zZ true");
	ck_assert(config.status == STATUS_FAILED);
	assert_reads("-z -e status=all true");
	ck_assert(config.status == STATUS_ALL && !config.sink.hold);
}
END_TEST

START_TEST(times)
{
	assert_reads("-ttt true");
	ck_assert(config.sink.absolute == TIMESTAMP_UNIX && config.sink.absolute_digits == 6);
	assert_reads("-tttt true");
	ck_assert(config.sink.absolute == TIMESTAMP_UNIX);
	assert_reads("-t true");
	ck_assert(config.sink.absolute == TIMESTAMP_TIME && config.sink.absolute_digits == 0);
	assert_reads("--absolute-timestamps true");
	ck_assert(config.sink.absolute == TIMESTAMP_TIME && config.sink.absolute_digits == 0);
	assert_reads("--timestamps=unix,us --timestamps true");
	ck_assert(config.sink.absolute == TIMESTAMP_TIME && config.sink.absolute_digits == 6);
	assert_reads("--absolute-timestamps=precision:ns true");
	ck_assert(config.sink.absolute == TIMESTAMP_TIME && config.sink.absolute_digits == 9);
	assert_reads("--absolute-timestamps=unix --absolute-timestamps=ms true");
	ck_assert(config.sink.absolute == TIMESTAMP_UNIX && config.sink.absolute_digits == 3);
	assert_reads("--absolute-timestamps=format:unix,precision:s true");
	ck_assert(config.sink.absolute == TIMESTAMP_UNIX && config.sink.absolute_digits == 0);
	assert_reads("--absolute-timestamps=unix,none true");
	ck_assert(config.sink.absolute == TIMESTAMP_NONE);
	assert_reads("--relative-timestamps=ns --syscall-times=ms true");
	ck_assert(config.sink.relative_digits == 9 && config.sink.duration_digits == 3);
	assert_reads("--relative-timestamps=ns -r true");
	ck_assert_int_eq(config.sink.relative_digits, 6);
}
END_TEST

START_TEST(processes_and_their_names)
{
	assert_reads("-Y true");
	ck_assert(config.decode.pid_comms && !config.decode.pid_outside);
	assert_reads("--decode-pids=pidns true");
	ck_assert(!config.decode.pid_comms && config.decode.pid_outside);
	assert_reads("-e decode-pid=all true");
	ck_assert(config.decode.pid_comms && config.decode.pid_outside);
	assert_reads("--pidns-translation true");
	ck_assert(config.decode.pid_outside);
	assert_reads("--always-show-pid true");
	ck_assert_int_eq(config.sink.pid_prefix, PID_PREFIX_ALWAYS);
	assert_reads("--always-show-pid -o file true");
	ck_assert_int_eq(config.sink.pid_prefix, PID_PREFIX_ALWAYS);
	assert_reads("-F true");
	ck_assert(config.engine.follow);
	assert_reads("--argv0=other true x");
	ck_assert_str_eq(config.engine.argv[0], "other");
	ck_assert_str_eq(config.engine.argv[1], "x");
	ck_assert_ptr_nonnull(strstr(config.engine.path, "/true"));
}
END_TEST

START_TEST(sets_of_decoding)
{
	assert_reads("true");
	ck_assert(call_set_is_all(&config.abbrev) && call_set_is_all(&config.verbose));
	ck_assert(call_set_is_empty(&config.raw));
	assert_reads("-e a=!open -e v=read -e x=%ipc true");
	ck_assert(!call_set_has(&config.abbrev, ID_open, abi_native()));
	ck_assert(call_set_has(&config.abbrev, ID_read, abi_native()));
	ck_assert(!call_set_has(&config.verbose, ID_open, abi_native()));
	ck_assert(call_set_has(&config.raw, ID_semget, abi_native()));
	ck_assert(traced("open") && traced("read"));
	/* The last set counts. */
	assert_reads("-v --abbrev=open true");
	ck_assert(call_set_has(&config.abbrev, ID_open, abi_native()));
	assert_reads("--abbrev=open -v true");
	ck_assert(!call_set_has(&config.abbrev, ID_open, abi_native()));
}
END_TEST

START_TEST(quiet_levels)
{
	unsigned few = QUIET_ATTACH | QUIET_PERSONALITY;

	assert_reads("-q true");
	ck_assert_uint_eq(config.sink.quiet, few);
	assert_reads("-qq true");
	ck_assert_uint_eq(config.sink.quiet, few | QUIET_EXIT);
	assert_reads("-qqqq true");
	ck_assert_uint_eq(config.sink.quiet & 31, 31);
	assert_reads("--quiet --quiet true");
	ck_assert_uint_eq(config.sink.quiet, few);
	/* With an output file and a command the default is -q. */
	assert_reads("-o file true");
	ck_assert_uint_eq(config.sink.quiet, few);
	assert_reads("-o file -p 1 true");
	ck_assert_uint_eq(config.sink.quiet, few);
	assert_reads("-o file -p 1");
	ck_assert_uint_eq(config.sink.quiet, 0);
	assert_reads("-o file -e quiet=none true");
	ck_assert_uint_eq(config.sink.quiet, 0);
	assert_reads("-o file -e q=exit true");
	ck_assert_uint_eq(config.sink.quiet, QUIET_EXIT);
}
END_TEST

START_TEST(strings_and_constants)
{
	assert_reads("-x true");
	ck_assert_int_eq(config.sink.hex_strings, HEX_NON_ASCII);
	assert_reads("-xx true");
	ck_assert_int_eq(config.sink.hex_strings, HEX_ALL);
	assert_reads("--strings-in-hex true");
	ck_assert_int_eq(config.sink.hex_strings, HEX_ALL);
	assert_reads("--strings-in-hex=non-ascii-chars -X raw true");
	ck_assert_int_eq(config.sink.hex_strings, HEX_NON_ASCII_CHARS);
	ck_assert_int_eq(config.sink.constants, CONSTANTS_RAW);
}
END_TEST

START_TEST(tips)
{
	assert_reads("true");
	ck_assert_ptr_null(config.tip);
	assert_reads("--tips=3 true");
	ck_assert(!strncmp(config.tip, "tip: ", 5));
	ck_assert_ptr_null(strchr(config.tip, '\n'));
	assert_reads("--tips=format:full,id:3 true");
	ck_assert_ptr_nonnull(config.tip);
	assert_reads("--tips true");
	ck_assert_ptr_nonnull(config.tip);
	assert_reads("--tips --tips=none true");
	ck_assert_ptr_null(config.tip);
	assert_reads("--tips=none,random true");
	ck_assert_ptr_null(config.tip);
	assert_reads("--tips=99999 true");
	ck_assert_ptr_nonnull(config.tip);
}
END_TEST

START_TEST(statistics)
{
	assert_reads("-c true");
	ck_assert_uint_eq(config.statistics.n_columns, 6);
	ck_assert(config.statistics.sort == SUMMARY_TOTAL && !config.statistics.wall_clock);
	assert_reads("-Cw -S error -U shortest,wall-avg -O 0.5ms true");
	ck_assert(config.summary_and_calls && !config.summary && config.statistics.wall_clock);
	ck_assert_int_eq(config.statistics.sort, SUMMARY_ERRORS);
	ck_assert_uint_eq(config.statistics.n_columns, 3);
	ck_assert_int_eq(config.statistics.columns[0], SUMMARY_MIN);
	ck_assert_int_eq(config.statistics.columns[1], SUMMARY_WALL_AVERAGE);
	ck_assert_int_eq(config.statistics.columns[2], SUMMARY_NAME);
	ck_assert_uint_eq(config.statistics.overhead_ns, 500000);
	assert_reads("-c -S nothing -O 3 true");
	ck_assert_int_eq(config.statistics.sort, SUMMARY_COLUMNS);
	ck_assert_uint_eq(config.statistics.overhead_ns, 3000);
}
END_TEST

START_TEST(separate_outputs)
{
	assert_reads("-f -o file true");
	ck_assert(config.engine.follow && !config.output_separately);
	ck_assert_int_eq(config.sink.pid_prefix, PID_PREFIX_ALWAYS);
	assert_reads("-ff -o file true");
	ck_assert(config.engine.follow && config.output_separately);
	ck_assert_int_eq(config.sink.pid_prefix, PID_PREFIX_AUTO);
	assert_reads("--output-separately -o file true");
	ck_assert(!config.engine.follow && config.output_separately);
	assert_reads("-f -o |cat true");
	ck_assert_int_eq(config.sink.pid_prefix, PID_PREFIX_ALWAYS);
	ck_assert(config.engine.interruptible == INTERRUPT_NEVER);
}
END_TEST

START_TEST(interruptible_by_default)
{
	assert_reads("-o file true");
	ck_assert(config.engine.interruptible == INTERRUPT_NEVER);
	assert_reads("-o file -p 1");
	ck_assert(config.engine.interruptible == INTERRUPT_WAITING);
	assert_reads("-o file -I 4 true");
	ck_assert(config.engine.interruptible == INTERRUPT_NEVER_TSTP);
}
END_TEST

START_TEST(seccomp_modes)
{
	assert_reads("--seccomp-bpf true");
	ck_assert(config.seccomp == SECCOMP_TRY && !config.engine.seccomp_strict);
	assert_reads("--seccomp-bpf=on true");
	ck_assert(config.seccomp == SECCOMP_ON && config.engine.seccomp_strict);
	assert_reads("--seccomp-bpf=on --seccomp-bpf=auto true");
	ck_assert(config.seccomp == SECCOMP_AUTO && !config.engine.seccomp_strict);
	assert_reads("--seccomp-bpf=off true");
	ck_assert(config.seccomp == SECCOMP_OFF);
}
END_TEST

START_TEST(processes_to_attach_to)
{
	assert_reads("-p 1,2_3 -cp4 -p ''");
	ck_assert_uint_eq(config.engine.n_pids, 4);
	for (pid_t i = 0; i < 4; i++)
		ck_assert_int_eq(config.engine.pids[i], i + 1);
	ck_assert(!config.engine.argv && config.summary);
}
END_TEST

/* --- the command ------------------------------------------------------------------------ */

static const char *find_variable(const char *name)
{
	for (char **at = config.engine.envp; *at; at++)
		if (!strncmp(*at, name, strlen(name)) && (*at)[strlen(name)] == '=')
			return *at + strlen(name) + 1;
	return NULL;
}

START_TEST(the_environment_changes_in_order)
{
	setenv("A", "0", 1);
	setenv("B", "5", 1);
	assert_reads("-E A=1 -E B -E C=2 -E C=3 -E D=4 -E D --env=E=x=y -E NONE true");
	ck_assert_str_eq(find_variable("A"), "1");
	ck_assert_ptr_null(find_variable("B"));
	ck_assert_str_eq(find_variable("C"), "3");
	ck_assert_ptr_null(find_variable("D"));
	ck_assert_str_eq(find_variable("E"), "x=y");
	/* The environment of scry itself does not change. */
	ck_assert_str_eq(getenv("A"), "0");
	ck_assert_str_eq(getenv("B"), "5");
}
END_TEST

static void make_file(const char *path, mode_t mode)
{
	int fd = open(path, O_CREAT | O_WRONLY, mode);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fchmod(fd, mode), 0);
	close(fd);
}

/* Asserts that the command "tool" is found at expected if PATH is path; NULL: not found. */
static void assert_finds(const char *path, const char *expected)
{
	setenv("PATH", path, 1);
	if (expected) {
		assert_reads("tool");
		ck_assert_str_eq(config.engine.path, expected);
		ck_assert_str_eq(config.engine.argv[0], "tool");
	} else {
		ck_assert_int_eq(read_line("tool"), CLI_ERROR);
		ck_assert_str_eq(error, "cannot find executable 'tool' in PATH");
		free(error);
	}
}

START_TEST(the_command_is_searched_in_path)
{
	char scratch[] = "/tmp/scry-cli-test.XXXXXX", here[64], name[64];

	ck_assert_ptr_nonnull(mkdtemp(scratch));
	ck_assert_int_eq(chdir(scratch), 0);
	mkdir("plain", 0755);
	mkdir("dir", 0755);
	mkdir("good", 0755);
	mkdir("dir/tool", 0755);
	make_file("plain/tool", 0644);
	make_file("good/tool", 0755);
	snprintf(here, sizeof(here), "%s/tool", scratch);
	assert_finds("plain:dir:good", "good/tool");
	assert_finds("good/", "good/tool");
	assert_finds("plain:dir", NULL);
	assert_finds(":plain", NULL);
	make_file("tool", 0755);
	/* An empty entry means the current directory, except at the end of PATH. */
	assert_finds(":plain", here);
	assert_finds("plain::dir", here);
	assert_finds("plain:", NULL);
	assert_finds("", NULL);
	assert_finds(".", "./tool");
	unsetenv("PATH");
	ck_assert_int_eq(read_line("tool"), CLI_ERROR);
	free(error);
	/* -E changes the PATH of the command, not that of scry. */
	setenv("PATH", "good", 1);
	assert_reads("-E PATH=dir tool");
	ck_assert_str_eq(config.engine.path, "good/tool");
	/* A name with a '/' is not checked: execve(2) reports if the file is not executable. */
	snprintf(name, sizeof(name), "plain/tool");
	assert_reads(name);
	ck_assert_str_eq(config.engine.path, "plain/tool");
	unlink("tool");
	unlink("good/tool");
	unlink("plain/tool");
	rmdir("dir/tool");
	rmdir("dir");
	rmdir("good");
	rmdir("plain");
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(rmdir(scratch), 0);
}
END_TEST

START_TEST(users)
{
	if (geteuid()) {
		ck_assert_int_eq(read_line("-u root true"), CLI_ERROR);
		ck_assert_str_eq(error, "only root can use -u/--user");
		free(error);
		return;
	}
	assert_reads("-u root true");
	ck_assert(config.engine.change_user && !config.engine.uid && !config.engine.gid);
	ck_assert_str_eq(config.engine.user_name, "root");
	assert_reads("-u 12:34 true");
	ck_assert(config.engine.change_user);
	ck_assert_uint_eq(config.engine.uid, 12);
	ck_assert_uint_eq(config.engine.gid, 34);
	ck_assert_ptr_null(config.engine.user_name);
	ck_assert_int_eq(read_line("-u nobody-of-that-name true"), CLI_ERROR);
	ck_assert_str_eq(error, "-u/--user 'nobody-of-that-name': there is no such user");
	free(error);
	ck_assert_int_eq(read_line("-u 12:4294967295 true"), CLI_ERROR);
	free(error);
}
END_TEST

/* --- the table -------------------------------------------------------------------------- */

START_TEST(help_and_version_end_parsing)
{
	ck_assert_int_eq(read_line("-h -k"), CLI_SHORT_HELP);
	ck_assert_int_eq(read_line("--help"), CLI_HELP);
	ck_assert_int_eq(read_line("-fV"), CLI_VERSION);
	/* Options after --list-syscalls are read, too. */
	ck_assert_int_eq(read_line("--list-syscalls=%clock --json"), CLI_LIST);
	ck_assert(config.format == FORMAT_JSON);
	ck_assert(!call_set_has(&config.listed, ID_open, abi_native()));
	ck_assert_int_eq(read_line("--list-syscalls=opne"), CLI_ERROR);
	free(error);
	ck_assert_int_eq(read_line("-K -h"), CLI_ERROR);
	free(error);
}
END_TEST

START_TEST(the_options_table_is_consistent)
{
	struct buf help = { 0 };
	const char *text;

	cli_help(&help);
	text = buf_cstr(&help);
	for (size_t i = 0; i < cli_n_options; i++) {
		const struct cli_option *option = &cli_options[i];
		char name[64];

		ck_assert(option->short_name || option->long_name);
		ck_assert(!option->action.apply == (option->action.effect != EFFECT_APPLY));
		ck_assert((option->action.effect != EFFECT_SET &&
			   option->action.effect != EFFECT_PUT) ||
			  option->argument == OPTION_NONE);
		ck_assert((option->argument == OPTION_NONE) == !option->placeholder);
		ck_assert_msg(*option->help && option->help[strlen(option->help) - 1] != '\n', "%s",
			      option->help);
		snprintf(name, sizeof(name), "--%s",
			 option->long_name ? option->long_name : "no such word");
		ck_assert(!option->long_name || strstr(text, name));
		for (size_t j = 0; j < i; j++) {
			ck_assert(!option->short_name ||
				  option->short_name != cli_options[j].short_name);
			ck_assert(!option->long_name || !cli_options[j].long_name ||
				  strcmp(option->long_name, cli_options[j].long_name));
		}
	}
	cli_short_help(&help);
	text = buf_cstr(&help);
	/* Every line fits in a terminal of 80 columns. */
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		ck_assert_msg(strcspn(line, "\n") <= 80, "%.*s", (int)strcspn(line, "\n"), line);
	buf_free(&help);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cli");
	TCase *tests = tcase_create("options");

	tcase_add_checked_fixture(tests, NULL, free_config);
	tcase_add_loop_test(tests, an_invalid_line_has_an_error_message, 0, ARRAY_SIZE(errors));
	tcase_add_test(tests, defaults);
	tcase_add_test(tests, options_combine);
	tcase_add_test(tests, long_options_and_their_abbreviations);
	tcase_add_test(tests, qualifiers_and_their_aliases);
	tcase_add_test(tests, successful_and_failed);
	tcase_add_test(tests, times);
	tcase_add_test(tests, processes_and_their_names);
	tcase_add_test(tests, sets_of_decoding);
	tcase_add_test(tests, quiet_levels);
	tcase_add_test(tests, strings_and_constants);
	tcase_add_test(tests, tips);
	tcase_add_test(tests, statistics);
	tcase_add_test(tests, separate_outputs);
	tcase_add_test(tests, interruptible_by_default);
	tcase_add_test(tests, seccomp_modes);
	tcase_add_test(tests, processes_to_attach_to);
	tcase_add_test(tests, the_environment_changes_in_order);
	tcase_add_test(tests, the_command_is_searched_in_path);
	tcase_add_test(tests, users);
	tcase_add_test(tests, help_and_version_end_parsing);
	tcase_add_test(tests, the_options_table_is_consistent);
	return suite_run(suite, tests, NULL);
}
