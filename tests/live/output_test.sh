#!/bin/sh
# SPDX-License-Identifier: MIT
# If writing the trace fails, scry reports it once, the tracee goes on, and scry ends with status 1.
. "${srcdir:-.}/tests/live/lib.sh"

# has_ends N PREFIX: each of the N files shows the end of its process.
has_ends()
{
	[ "$(cat "$2".* | grep -c '^+++ exited with 0 +++$')" = "$1" ]
}

# Enough lines to fill every buffer.
many='i=0; while [ $i -lt 3000 ]; do cd /; i=$((i+1)); done; echo done; exit 5'

for format in text json; do
	trace --format=$format -o /dev/full sh -c "$many"
	ends_with 1
	same "$format: the command's output with a full disk" done "$(cat "$scratch/stdout")"
	same "$format: messages: $(cat "$scratch/stderr")" 1 "$(lines_of "$scratch/stderr")"
	shows "$scratch/stderr" '^scry: .*/dev/full.*No space left on device'
done

# A limit of file sizes (RLIMIT_FSIZE) has the same effect as a full disk, and SIGXFSZ does not end scry.
for options in '' '-f -e chdir'; do
	# shellcheck disable=SC2086 # a list of words
	(ulimit -f 1 && "$scry" $options -o "$scratch/limited" sh -c "$many" >"$scratch/stdout" 2>"$scratch/stderr")
	same "status with a limit of file sizes" 1 $?
	same "$options: the command's output with a limit of file sizes" done "$(cat "$scratch/stdout")"
	shows "$scratch/stderr" '^scry: .*File too large'
done

# If no output can be written any more, all threads are released, also the leader of the command and children that come later. If another
# output can still be written, they stay traced, and the failure is said once.
released='0 threads traced
0 threads of the child traced'
traced='3 threads traced
1 threads of the child traced'
# is_released EXPECTED MESSAGES OPTION...
is_released()
{
	[ -z "${ENGINE_IS_BPF-}" ] || return 0
	expected=$1
	messages=$2
	shift 2
	trace "$@" "$programs/released" 2
	same "$*: status" 1 "$status"
	same "$*: the command's output with a full disk" "$expected" "$(cat "$scratch/stdout")"
	same "$*: messages" "$messages" "$(lines_of "$scratch/stderr")"
	same "$*: other messages" '' "$(grep -v '^scry: .*/dev/full.*No space left on device' "$scratch/stderr")"
}
for output in record timeline report output; do
	is_released "$released" 1 -f --seccomp-bpf=off "--$output=/dev/full"
done
is_released "$released" 2 -f --timeline=/dev/full --record=/dev/full
# Each call of a filtered thread needs a tracer.
is_released "$traced" 1 -f --seccomp-bpf=on -e trace=getppid --timeline=/dev/full
is_released "$traced" 1 -f -o "$scratch/good" -e trace=getppid --seccomp-bpf=off --timeline=/dev/full
[ -n "${ENGINE_IS_BPF-}" ] || shows "$scratch/good" "exited with 5"
is_released "$traced" 1 -f -c -o "$scratch/good" -e trace=getppid --seccomp-bpf=off --record=/dev/full
# The file of a ring is written when the condition is met: only then can it fail.
is_released "$released" 1 -f --seccomp-bpf=off --record=/dev/full --record-ring=1M --record-when=openat
# The same if the reader of a pipe has ended.
if [ -z "${ENGINE_IS_BPF-}" ]; then
	mkfifo "$scratch/pipe"
	head -c 1 "$scratch/pipe" >"$scratch/first" &
	trace -f --seccomp-bpf=off --timeline="$scratch/pipe" "$programs/released" 2
	wait $!
	ends_with 1
	same "the command's output after the reader has ended" "$released" "$(cat "$scratch/stdout")"
	same "message" "scry: writing to '$scratch/pipe' failed: Broken pipe; nothing more is written" "$(cat "$scratch/stderr")"
fi

# If stderr is closed, or its reader has ended, the command is not affected.
timeout -s KILL $((30 * patience)) "$scry" sh -c "$many" >"$scratch/stdout" 2>&- </dev/null
status=$?
ends_with 1
same "the command's output without a stderr" done "$(cat "$scratch/stdout")"
timeout -s KILL $((30 * patience)) "$scry" sh -c "$many" >&- 2>"$scratch/stderr" </dev/null
status=$?
shows "$scratch/stderr" '^write\(1, "done\\n", 5\) += -1 EBADF'
{
	timeout -s KILL $((30 * patience)) "$scry" sh -c "$many" >"$scratch/stdout"
	echo $? >"$scratch/status"
} 2>&1 </dev/null | head -n 1 >"$scratch/first"
same "the command's output after the reader has ended" done "$(cat "$scratch/stdout")"
same "status after the reader has ended" 1 "$(cat "$scratch/status")"

# If descriptors 3 and 4 are closed, files that scry opens do not become descriptors of the command.
trace -o "$scratch/trace" sh -c 'exit 0' 3>&- 4>&-
lacks "$scratch/stderr" .

# -o - writes to stdout in the order of what the command writes there, and makes no file.
(cd "$scratch" && timeout -s KILL $((60 * patience)) "$scry" -o - -e trace=write -e signal=none sh -c 'echo a; echo b; exit 3' >"$scratch/stdout" 2>"$scratch/stderr")
status=$?
ends_with 3
same "-o -: stdout" 'write(1, "a\n", 2a )                      = 2 write(1, "b\n", 2b )                      = 2 +++ exited with 3 +++ ' \
	"$(tr '\n' ' ' <"$scratch/stdout")"
lacks "$scratch/stderr" .
check "-o -: no file is made" [ ! -e "$scratch/-" ]
trace -o - -c -e trace=execve true
shows "$scratch/stdout" ' execve$'
trace -o - -f -e trace=none sh -c 'exec >&-; : & wait'
same "-o -: lines after the command has closed its stdout" 3 "$(lines_of "$scratch/stdout")"
trace -o - -ff sh -c 'echo not run'
ends_with 1
same "-ff -o -" 'scry: -o - and -ff/--output-separately cannot be given together' "$(cat "$scratch/stderr")"
lacks "$scratch/stdout" .

# "-" is stdout for every option that names a file to write, and no file of that name is made.
# to_stdout OPTION...: as trace, in a directory of its own.
mkdir "$scratch/here-"
to_stdout()
{
	(cd "$scratch/here-" && timeout -s KILL $((60 * patience)) "$scry" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
	status=$?
	same "$*: files" '' "$(ls "$scratch/here-")"
}
to_stdout --report=- true
ends_with 0
same "--report=-: the first line" '<!DOCTYPE html>' "$(head -n 1 "$scratch/stdout")"
same "--report=-: the last line" '</html>' "$(tail -n 1 "$scratch/stdout")"
to_stdout --timeline=- true
same "--timeline=-" '[ ]' "$(sed -n '1p;$p' "$scratch/stdout" | tr '\n' ' ' | sed 's/ $//')"
# What is in the file already stays: the profile follows the words of the command.
echo before >"$scratch/stdout"
(cd "$scratch/here-" && "$scry" --policy=- --policy-format=text sh -c 'echo words of the command' >>"$scratch/stdout" 2>"$scratch/stderr")
same "--policy=-: files" '' "$(ls "$scratch/here-")"
same "--policy=-: the first lines" 'before words of the command' "$(head -n 2 "$scratch/stdout" | tr '\n' ' ' | sed 's/ $//')"
shows "$scratch/stdout" 'exit_group'
if "$scry" -V | grep -q '^libunwind: yes'; then
	to_stdout --flame-graph=- true
	shows "$scratch/stdout" '^<svg '
	to_stdout --folded=- true
	shows "$scratch/stdout" '^true;.* [0-9]+$'
fi
if [ -z "${ENGINE_IS_BPF-}" ] && "$scry" -V | grep -q '^libzstd: yes'; then
	# A recording of a process that runs already.
	sh -c 'while :; do cd /; done' &
	runner=$!
	to_stdout --record=- -p $runner --syscall-limit=20
	kill $runner
	ends_with 0
	mv "$scratch/stdout" "$scratch/recorded"
	trace --replay="$scratch/recorded"
	ends_with 0
	shows "$scratch/stdout" '^chdir\("/"\) += 0'
	to_stdout --record=- sh -c 'echo not run'
	ends_with 1
	shows "$scratch/stderr" '^scry: --record=-: what the command writes to stdout would damage the recording'
	to_stdout --record=- --record-ring=1M -p 1
	shows "$scratch/stderr" '^scry: --record=- and --record-ring cannot be given together$'
	# The lines of a replay leave stdout to the other output.
	to_stdout --replay="$scratch/recorded" --folded=- -c
	shows "$scratch/stderr" 'recording has no stacks'
	to_stdout --replay="$scratch/recorded" --timeline=- -C
	same "a timeline of a replay" '[ ]' "$(sed -n '1p;$p' "$scratch/stdout" | tr '\n' ' ' | sed 's/ $//')"
	shows "$scratch/stderr" '^chdir\("/"\) += 0'
fi
to_stdout -o - --timeline=- sh -c 'echo not run'
ends_with 1
same "two outputs to stdout" "scry: --output and --timeline both write to stdout, '-'" "$(cat "$scratch/stderr")"
lacks "$scratch/stdout" .
to_stdout --report=- --timeline=- true
same "two outputs to stdout" "scry: --timeline and --report both write to stdout, '-'" "$(cat "$scratch/stderr")"
to_stdout --timeline=- --timeline=/dev/null -o - -e trace=none true
same "the last file counts" '+++ exited with 0 +++' "$(cat "$scratch/stdout")"
to_stdout --export=- true
ends_with 1
shows "$scratch/stderr" '^scry: --export'
(cd "$scratch/here-" && timeout -s KILL $((60 * patience)) "$scry" --report=- true >&- 2>"$scratch/stderr" </dev/null)
same "status without a stdout" 1 $?
shows "$scratch/stderr" "^scry: --report: cannot write to '-': Bad file descriptor"

# An existing file is replaced; with -A it is kept.
echo 'an old line that is longer than the new trace will be' >"$scratch/trace"
trace -e trace=none -o "$scratch/trace" true
same "the file" '+++ exited with 0 +++' "$(cat "$scratch/trace")"

# Two outputs cannot have one file, by whatever names; devices can be shared.
mkdir "$scratch/shared"
: >"$scratch/shared/old"
ln -s old "$scratch/shared/link"
# cannot_share ONE OTHER OPTION...
cannot_share()
{
	message="scry: $1 and $2 name the same file, "
	shift 2
	trace "$@" sh -c 'echo not run'
	same "$*: status" 1 "$status"
	shows "$scratch/stderr" "^$message'"
	lacks "$scratch/stdout" .
}
cannot_share -o/--output --timeline -o "$scratch/shared/new" --timeline="$scratch/shared/../shared/new"
cannot_share -o/--output --record -o "$scratch/shared/old" --record="$scratch/shared/link"
cannot_share --timeline --report --timeline="$scratch/shared/new" --report="$scratch/shared/new"
cannot_share --folded --flame-graph --folded="$scratch/shared/new" --flame-graph="$scratch/shared/new"
cannot_share --policy --record --policy="$scratch/shared/new" --record="$scratch/shared/new"
# A refused command line empties no file.
for pair in "--timeline --report" "--record --timeline" "--flame-graph --timeline" "--report --record"; do
	echo kept >"$scratch/shared/kept"
	trace "${pair% *}=$scratch/shared/kept" "${pair#* }=$scratch/shared/kept" true
	ends_with 1
	same "$pair: the file" kept "$(tr -d '\0' <"$scratch/shared/kept")"
done
trace -o /dev/null --timeline=/dev/null --report="$scratch/shared/new" true
ends_with 0
trace -ff -o "$scratch/shared/apart" --timeline="$scratch/shared/apart" true
ends_with 0
trace --record="$scratch/shared/recording" true
cp "$scratch/shared/recording" "$scratch/shared/copy"
for option in -o --timeline=; do
	trace --replay="$scratch/shared/recording" "$option$scratch/shared/recording"
	ends_with 1
	shows "$scratch/stderr" "^scry: --replay and -.* name the same file, "
	check "$option: the recording is kept" cmp "$scratch/shared/recording" "$scratch/shared/copy"
done

# -ff writes a file for each process, named by its pid, without prefixes. -A appends to existing files.
trace -ff -o "$scratch/each" -e trace=execve,exit_group sh -c '/bin/echo a; /bin/echo b; exit 4'
ends_with 4
lacks "$scratch/stderr" .
set -- "$scratch"/each.*
same "files" 3 "$#"
same "the trace of one process" 'execve("/bin/echo", ["/bin/echo", "a"] exit_group(0) +++ exited with 0 +++' \
	"$(sed 's/, 0x.*//; s/ *= ?$//' "$2" | tr '\n' ' ' | sed 's/ $//')"
trace -ff --json -A -o "$scratch/each" -e trace=none true
ends_with 0
same "files" 4 "$(find "$scratch" -name 'each.*' | wc -l | tr -d ' ')"
trace -ff -o "$scratch/nowhere/trace" sh -c 'echo not run'
ends_with 1
shows "$scratch/stderr" '^scry: cannot write to .*/nowhere/trace'
lacks "$scratch/stdout" .

# With more processes at a time than the soft limit allows files, scry raises its limit, but not that of the command.
mkfifo "$scratch/here" "$scratch/go"
many_at_once='ulimit -n
exec 3<>"$0/here" 4<>"$0/go"
each() { i=0; while [ $i -lt 80 ]; do i=$((i + 1)); "$@"; done; }
wait_to_go() { { echo >&3; read -r line <&4; } & }
each wait_to_go; each read -r line <&3; each echo >&4; wait'
for options in --seccomp-bpf=off '-e trace=exit_group' '-D -e trace=exit_group'; do
	rm -f "$scratch"/crowd.*
	# shellcheck disable=SC2086 # a list of words
	(ulimit -S -n 64 && timeout -s KILL $((30 * patience)) "$scry" $options -ff -o "$scratch/crowd" \
		sh -c "$many_at_once" "$scratch" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
	same "$options: status of 80 processes at a time" 0 $?
	same "$options: limit of descriptors of the command" 64 "$(cat "$scratch/stdout")"
	lacks "$scratch/stderr" .
	# With -D the tracer may end after the command.
	wait_for "the files of 81 processes" has_ends 81 "$scratch/crowd"
done

# execve in a thread: the file of the thread ends, and the trace goes on in the file of the leader.
trace -ff -o "$scratch/thread" -e trace=execve,exit_group "$programs/thread_exec" /bin/true
ends_with 0
set -- "$scratch"/thread.*
same "files" 2 "$#"
shows "$2" "^execve.* <pid changed to ${1##*.} \.\.\.>\$"
same "the file of the leader" "execve +++ <... exit_group +++" \
	"$(sed 's/[( ].*//' "$1" | tr '\n' ' ' | sed 's/ $//')"

# With -o '|COMMAND' the command reads the trace, and scry waits for it. If it ends early, the tracee goes on.
for sign in '|' '!'; do
	trace -o "$sign sed 's/^/got /'; sleep 0.1; echo end of command" -e trace=execve sh -c 'exit 3'
	ends_with 3
	shows "$scratch/stdout" '^got execve\("/'
	shows "$scratch/stdout" '^got \+\+\+ exited with 3 \+\+\+$'
	same "last line" 'end of command' "$(tail -n 1 "$scratch/stdout")"
done
trace -o '|exec true' sh -c "$many"
ends_with 1
same "the command's output after the reader has ended" done "$(cat "$scratch/stdout")"
same "message" "scry: writing to '|exec true' failed: Broken pipe; nothing more is written" \
	"$(cat "$scratch/stderr")"
# On a terminal ^C and ^\ send signals to the whole process group. The command still reads the whole trace. The keys come after it has begun.
cat >"$scratch/until_key" <<'SCRIPT'
trap 'exit 5' INT QUIT
until [ -e "$2" ]; do sleep 0.02; done
: >"$1"
while :; do sleep 0.02; done
SCRIPT
for key in c q; do
	for options in '--seccomp-bpf=off -e trace=wait4' '-f -e trace=wait4'; do
		rm -f "$scratch/began" "$scratch/trace"
		# shellcheck disable=SC2086 # a list of words
		timeout -s KILL $((30 * patience)) tests/stress/terminal $key "$scratch/began" "$scry" $options \
			-o "|sh -c 'cat; echo end of command' >$scratch/trace 2>$scratch/errors" \
			sh "$scratch/until_key" "$scratch/began" "$scratch/trace" >"$scratch/stderr" 2>&1 </dev/null
		same "key $key, $options: status" 5 $?
		shows "$scratch/trace" '\+\+\+ exited with 5 \+\+\+$'
		same "key $key, $options: last line" 'end of command' "$(tail -n 1 "$scratch/trace")"
	done
done

# -ff, and the directory is removed before the second process starts: scry reports it once, and the command goes on.
mkdir "$scratch/gone"
trace -ff -o "$scratch/gone/trace" sh -c 'rm -r "$0"; /bin/true; /bin/true; echo done' "$scratch/gone"
ends_with 1
same "stdout without a directory for the traces" done "$(cat "$scratch/stdout")"
same "messages" 1 "$(grep -c '^scry: cannot write to .*: No such file or directory' "$scratch/stderr")"
# --- modes, and files that others have made -------------------------------------------------------

# Outputs that have whole buffers, arguments and messages are for their owner alone; an existing file keeps its mode, and text has that of strace.
# mode_is MODE FILE OPTION...: of a new file that the options make.
mode_is()
{
	mode=$1 file=$2
	shift 2
	rm -f "$scratch/$file"*
	(umask 022 && cd "$scratch" && "$scry" "$@" true >/dev/null 2>&1)
	same "$*: the mode of a new file" "$mode" "$(stat -c %a "$scratch/$file")"
	rm -f "$scratch/$file"
	(umask 022 && cd "$scratch" && : >"$file" && "$scry" "$@" true >/dev/null 2>&1)
	same "$*: the mode of an existing file" 644 "$(stat -c %a "$scratch/$file")"
}
scry=$(realpath "$scry")
mode_is 644 moded -o moded
mode_is 644 moded -c -o moded
mode_is 644 moded -c --json -o moded
mode_is 600 moded --json -o moded
mode_is 600 moded --json=flat -A -o moded
mode_is 600 moded -C --json -o moded
mode_is 600 moded --report=moded
mode_is 600 moded --timeline=moded
mode_is 600 moded --why -o moded
mode_is 644 moded --policy=moded
"$scry" -V | grep -q '^libzstd: yes' && mode_is 600 moded --record=moded
(umask 022 && cd "$scratch" && rm -f moded* && "$scry" -ff --json -o moded true 2>/dev/null)
same "-ff --json: modes" 600 "$(stat -c %a "$scratch"/moded.* | sort -u)"
(umask 022 && cd "$scratch" && rm -f moded* && "$scry" -ff -o moded true 2>/dev/null)
same "-ff: modes" 644 "$(stat -c %a "$scratch"/moded.* | sort -u)"

# The temporary file of a table that is replaced, and of a profile, is made by scry, whatever others have put there: the shell's PID becomes that of scry.
for kind in file link; do
	for options in '-c --summary=comm --summary-format=prometheus -o' '--policy'; do
		mkdir "$scratch/made_before"
		# shellcheck disable=SC2016
		(cd "$scratch/made_before" && sh -c 'case $1 in file) echo forged >"m.$$.tmp" ;; link) ln -s forged "m.$$.tmp" ;; esac
			exec $0 $2 m true' "$scry" "$kind" "$options" 2>"$scratch/stderr")
		same "$kind, $options: status" 0 $?
		check "$kind, $options: the output is no link" [ ! -L "$scratch/made_before/m" ]
		check "$kind, $options: it is written" [ -s "$scratch/made_before/m" ]
		lacks "$scratch/made_before/m" forged
		check "$kind, $options: nothing is written through the link" [ ! -e "$scratch/made_before/forged" ]
		same "$kind, $options: no other file is left" 2 "$(find "$scratch/made_before" ! -type d | grep -c .)"
		rm -r "$scratch/made_before"
	done
done

# --- what scry prints of itself ---------------------------------------------------------------

for option in --help -h -V --list-syscalls --where=help --why=help; do
	"$scry" "$option" >/dev/full 2>"$scratch/stderr"
	same "$option: the status on a full disk" 1 $?
	same "$option: the message" "scry: cannot write to stdout: No space left on device" "$(cat "$scratch/stderr")"
done

finish
