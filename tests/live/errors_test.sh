#!/bin/sh
# SPDX-License-Identifier: MIT
# Usage errors: scry prints one line with the wrong word, ends with status 1, and launches nothing.
. "${srcdir:-.}/tests/live/lib.sh"

# refuses REGEX OPTION...: scry must refuse the options. The command creates a file, which shows if it was run.
refuses()
{
	regex=$1
	shift
	rm -f "$scratch/ran"
	trace "$@" touch "$scratch/ran"
	checks=$((checks + 1))
	[ ! -e "$scratch/ran" ] || fail "$*: the command was launched"
	same "$*: status" 1 "$status"
	same "$*: lines on stderr ($(cat "$scratch/stderr"))" 1 "$(lines_of "$scratch/stderr")"
	same "$*: bytes on stdout" 0 "$(wc -c <"$scratch/stdout" | tr -d ' ')"
	shows "$scratch/stderr" "^scry: .*$regex"
}

refuses "'?opne'?.*open" -e trace=opne
refuses "nosuchcall" -e trace=nosuchcall
refuses "%?flie.*file" -e trace=%flie
refuses "','" -e trace=,
refuses "SIGFOO" -e signal=SIGFOO
refuses "sucessful.*successful" -e status=sucessful
refuses "nosuch" -e nosuch=1
refuses "nosuch-option" --nosuch-option
refuses "-?j" -j
refuses "yellow" --format=yellow
refuses "maybe" --seccomp-bpf=maybe
refuses "-1" -s -1
refuses "abc" -s abc
refuses "99999999999999999999" -s 99999999999999999999
refuses "7" -I 7
if [ "$(id -u)" = 0 ]; then
	refuses "no-such-user" -u no-such-user
else
	refuses "only root can use -u/--user" -u no-such-user
fi
refuses "abc" -p abc
refuses "-5" -p -5
refuses "\[" -e 'trace=/['

# What people try.
refuses "unknown option '--errors': -Z shows calls that failed" --errors
refuses "'pthread_create' is no system call; .* -e trace=clone3$" -e trace=pthread_create
refuses "'gettimeofday2'" -e trace=gettimeofday2
refuses "did you mean '/\^open'" -e 'trace=open*'
refuses "did you mean 'delay_enter' or 'delay_exit'" -e inject=read:delay=1s
refuses 'delay_exit=2: only one delay_exit is allowed' -e inject=read:delay_exit=1:delay_exit=2

# What stands where a command would may be meant as the value of the option before it.
for words in '-n 5|-n takes no value' '-T ns|a value of --syscall-times follows .=.: --syscall-times=ns' \
	'why make|the option is --why' '-f record true|the option is --record' '--json flat|a value of --json follows .=.: --json=flat'; do
	# shellcheck disable=SC2086 # an option and a word
	trace ${words%%|*}
	same "status of ${words%%|*}" 1 "$status"
	shows "$scratch/stderr" "^scry: cannot find executable '.*' in PATH; ${words#*|}$"
done

# A program that has the name of an option is traced. If its arguments say that the option may be meant, a line says so at the end.
# advises LINE COMMAND...
advises()
{
	expected=$1
	shift
	trace -e trace=none "$@"
	same "$*: advice" "$expected" "$(grep '^scry: this was' "$scratch/stderr")"
}
mkdir "$scratch/bin"
for name in diff file stat top; do
	ln -s /bin/true "$scratch/bin/$name"
done
path=$PATH
PATH=$scratch/bin:$PATH
advises 'scry: this was a trace of top(1); scry --top is the screen of scry' top
advises '' top -b
advises 'scry: this was a trace of stat(1); scry -c PROG counts the calls' stat true
advises '' stat "$scratch/note"
advises '' diff "$scratch/note" "$scratch/note"
if "$scry" -V | grep -q '^libzstd: yes'; then
	trace --record="$scratch/some.rec" true
	advises 'scry: this was a trace of diff(1); scry --diff A.rec B.rec compares two recordings' diff "$scratch/some.rec" "$scratch/some.rec"
	advises '' -q diff "$scratch/some.rec"
fi
PATH=$path

# The last set of calls replaces the sets before it, which is said where that loses calls.
trace -e trace=openat -e trace=chdir true
ends_with 0
shows "$scratch/stderr" '^scry: only the last -e trace takes effect; -e trace=A,B selects both$'
for options in '-e trace=all -e trace=chdir' '-e trace=chdir -e trace=chdir,openat' '-e trace=chdir -e abbrev=openat'; do
	# shellcheck disable=SC2086 # words
	trace $options true
	same "messages with $options" 0 "$(grep -c '^scry:' "$scratch/stderr")"
done

# A table without rows is not printed: a message says that nothing was seen.
for options in '-c -e trace=%network' '-c -P /nonexistent'; do
	# shellcheck disable=SC2086 # words
	trace $options true
	same "messages with $options" 'scry: no selected call was seen' "$(cat "$scratch/stderr")"
done
trace -c -e trace=none true
same "what -c prints without a selection" "" "$(cat "$scratch/stderr")"

# No output is written to a file that is probably another one than the user meant.
printf '#!/bin/sh\n' >"$scratch/program.sh"
chmod +x "$scratch/program.sh"
echo "a note" >"$scratch/note"
for option in -o --record --report --timeline --flame-graph --folded --policy; do
	refuses "'.*program.sh': the file would be overwritten, and it is a program; --force" $option "$scratch/program.sh"
	refuses "'-f': this is an option" $option -f
done
for option in --record --report --timeline --flame-graph; do
	refuses "'.*note': the file would be overwritten, and it has something else" $option "$scratch/note"
done
same "the note" "a note" "$(cat "$scratch/note")"
trace --force --timeline "$scratch/note" true
ends_with 0
shows "$scratch/note" '^\['
trace --timeline "$scratch/note" true
ends_with 0

# A call that the C library does not make: the trace says which one it makes.
trace -e trace=fork true
shows "$scratch/stderr" '^scry: no call of fork was seen; the C library calls clone for it: -e trace=clone$'
trace -e trace=fork -q true
lacks "$scratch/stderr" 'no call of'
trace -e trace=open,openat cat "$scratch/note"
lacks "$scratch/stderr" 'no call of'

# A directory of -P is that directory, and not what is below it: the trace says what selects that. A file has no such advice.
mkdir "$scratch/below"
trace -P "$scratch/below" cat "$scratch/below/none"
below="the directory '$(realpath "$scratch/below")' itself was seen; --where 'path under $(realpath "$scratch/below")' selects what is below it"
same "-P with a directory" "scry: no call about $below" "$(grep 'was seen' "$scratch/stderr")"
trace -P "$scratch/below" ls "$scratch/below"
lacks "$scratch/stderr" 'was seen'
trace -P "$scratch/note" cat "$scratch/below/none"
lacks "$scratch/stderr" 'below it'

# The command was taken for a value.
trace -P true
ends_with 1
shows "$scratch/stderr" "'true' is the PATH of --trace-path: scry --trace-path=PATH true$"

# The trace ends, and the command does not.
trace --for=200ms -e trace=chdir -o "$scratch/trace" sh -c 'cd /; sleep 0.5; cd /tmp; exit 3'
ends_with 3
shows "$scratch/trace" '^chdir\("/"\)'
lacks "$scratch/trace" '/tmp'

# Control bytes of a wrong word are escaped in the message.
refuses '\\(33|e|x1b|033)' -e "trace=$(printf '\033[31mred')"
lacks "$scratch/stderr" "$(printf '\033')"

trace
ends_with 1
shows "$scratch/stderr" '^scry: '
trace -o
ends_with 1
shows "$scratch/stderr" '^scry: '

# Help and version go to stdout, with status 0.
trace -h
ends_with 0
shows "$scratch/stdout" '^  -e trace=SET '
trace --help
ends_with 0
shows "$scratch/stdout" '^  -e EXPR '
same "bytes on stderr of -h" 0 "$(wc -c <"$scratch/stderr" | tr -d ' ')"
trace -V
ends_with 0
shows "$scratch/stdout" '^scry .*[0-9]+\.[0-9]+'

# Commands that do not exist or cannot be executed.
trace "$scratch/nosuch"
ends_with 1
shows "$scratch/stderr" "^scry: .*$scratch/nosuch.*No such file"
same "lines of the message" 1 "$(lines_of "$scratch/stderr")"
trace nosuchcommand-at-all
ends_with 1
shows "$scratch/stderr" "^scry: cannot find executable 'nosuchcommand-at-all' in PATH\$"
trace "$scratch"
ends_with 1
shows "$scratch/stderr" "^scry: .*$scratch"
echo text >"$scratch/text"
trace "$scratch/text"
ends_with 1
shows "$scratch/stderr" "^scry: .*$scratch/text.*[Pp]ermission denied"
chmod +x "$scratch/text"
printf '\177ELFnot really' >"$scratch/text"
trace "$scratch/text"
ends_with 1
shows "$scratch/stderr" '= -1 ENOEXEC \(Exec format error\)'
shows "$scratch/stderr" "scry: .*$scratch/text.*Exec format error"

# Processes that do not exist.
trace -p 2147483647
ends_with 1
shows "$scratch/stderr" '^scry: .*2147483647.*No such process'

# Options for a command have no effect without a command.
trace -E A=b --argv0=name -p 2147483647
shows "$scratch/stderr" '^scry: --argv0 has no effect without PROG'
shows "$scratch/stderr" '^scry: -E/--env has no effect without PROG'
trace --output-separately true
shows "$scratch/stderr" '^scry: --output-separately has no effect without -o'

# If the output file cannot be written, nothing is launched.
refuses "/nowhere/trace.*No such file" -o /nowhere/trace
refuses "$scratch.*directory" -o "$scratch"
finish
