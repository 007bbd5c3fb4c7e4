#!/bin/sh
# SPDX-License-Identifier: MIT
# Launching a command: its output, its environment and the exit status of scry.
. "${srcdir:-.}/tests/live/lib.sh"

trace sh -c 'echo to stdout; echo to stderr >&2; exit 7'
ends_with 7
same "stdout of the command" "to stdout" "$(cat "$scratch/stdout")"
shows "$scratch/stderr" 'to stderr$'
shows "$scratch/stderr" '^execve\("/.*/sh", \["sh", "-c", .*\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) = 0$'
shows "$scratch/stderr" '^exit_group\(7\) +=  ?\?$'
shows "$scratch/stderr" '^\+\+\+ exited with 7 \+\+\+$'

# With -o the trace goes only to the file.
trace -o "$scratch/trace" sh -c 'echo out; echo err >&2'
ends_with 0
same "stderr with -o" err "$(cat "$scratch/stderr")"
shows "$scratch/trace" '^execve\('
shows "$scratch/trace" '^write\(1, "out\\n", 4\) += 4$'
same "the last line of the file" '+++ exited with 0 +++' "$(tail -n 1 "$scratch/trace")"

# -i shows the instruction pointer at a signal, not that of the last call.
trace -i -e trace=none sh -c 'kill -USR1 $$'
shows "$scratch/stderr" '^\[0000[0-9a-f]{12}\] --- SIGUSR1 '
lacks "$scratch/stderr" '^\[0{16}\]'

# If a signal kills the command, it kills scry too.
trace -o "$scratch/trace" sh -c 'kill -TERM $$'
ends_with 143
shows "$scratch/trace" '^kill\([0-9]+, SIGTERM\) += 0$'
shows "$scratch/trace" '^--- SIGTERM \{si_signo=SIGTERM, si_code=SI_USER, si_pid=[0-9]+, si_uid=[0-9]+\} ---$'
shows "$scratch/trace" '^\+\+\+ killed by SIGTERM \+\+\+$'
trace -o "$scratch/trace" sh -c 'kill -KILL $$'
ends_with 137
shows "$scratch/trace" '^\+\+\+ killed by SIGKILL \+\+\+$'
lacks "$scratch/trace" '^--- SIGKILL'

# Signals reach the command whether they are shown or not.
trace -o "$scratch/trace" -e trace=none sh -c 'trap "echo got it" USR1; kill -USR1 $$'
ends_with 0
same "output of the handler" "got it" "$(cat "$scratch/stdout")"
same "lines under -e trace=none" 2 "$(lines_of "$scratch/trace")"
trace -o "$scratch/trace" -e trace=none -e signal=none sh -c 'trap "echo got it" USR1; kill -USR1 $$'
same "lines under -e signal=none" 1 "$(lines_of "$scratch/trace")"
same "output of the handler" "got it" "$(cat "$scratch/stdout")"

# -z and -Z select calls by their result.
trace -o "$scratch/trace" -z -e trace=openat cat /etc/passwd /nowhere
ends_with 1
lacks "$scratch/trace" ENOENT
shows "$scratch/trace" '^openat\(AT_FDCWD, "/etc/passwd", O_RDONLY(\|O_LARGEFILE)?\) += 3$'
trace -o "$scratch/trace" -Z -e trace=openat cat /etc/passwd /nowhere
lacks "$scratch/trace" '"/etc/passwd"'
shows "$scratch/trace" '^openat\(AT_FDCWD, "/nowhere", O_RDONLY(\|O_LARGEFILE)?\) += -1 ENOENT \(No such file or directory\)$'

# The command has the descriptors, the signal mask and the signal dispositions that scry inherited.
for option in '-f' '-e trace=none' '-f -e trace=mount' '--seccomp-bpf=off'; do
	# shellcheck disable=SC2086
	trace -o /dev/null $option sh -c 'ls /proc/self/fd | wc -l; grep -E "^Sig(Blk|Ign)" /proc/self/status'
	cp "$scratch/stdout" "$scratch/traced"
	# timeout(1) changes the ignored signals, so both commands run under it.
	timeout -s KILL $((30 * patience)) sh -c 'ls /proc/self/fd | wc -l; grep -E "^Sig(Blk|Ign)" /proc/self/status' \
		>"$scratch/plain" </dev/null
	check "$option: descriptors and signals as untraced: $(diff "$scratch/plain" "$scratch/traced")" \
		cmp -s "$scratch/plain" "$scratch/traced"
done

# Environment and user.
trace -o /dev/null -E WORD=x -E HOME sh -c 'echo "$WORD ${HOME-unset}"'
same "-E" "x unset" "$(cat "$scratch/stdout")"

# A command by its relative path, and one that is found in PATH.
cp /bin/true "$scratch/mine"
(cd "$scratch" && "$scry" -o trace ./mine)
shows "$scratch/trace" '^execve\("./mine", \["./mine"\], '
PATH=$scratch:$PATH
trace -o "$scratch/trace" mine
shows "$scratch/trace" "^execve\(\"$scratch/mine\", \[\"mine\"\], "

# --list-syscalls
trace --list-syscalls
ends_with 0
abis=$("$scry" -V | sed -n 's/^ABIs: //p')
shows "$scratch/stdout" "^NAME +$(echo "$abis" | sed 's/ / +/g') CLASSES +SIGNATURE\$"
shows "$scratch/stdout" '^clone .* clone\(address child_stack, '
if [ "${abis%% *}" = x86_64 ]; then
	shows "$scratch/stdout" '^openat +257 +295 +257 file,desc +openat\(dirfd dirfd, path pathname, open_flags flags, '
	shows "$scratch/stdout" '^waitpid +- +7 +- process +waitpid\(pid pid, out wait_status status, wait_options options\) = pid$'
	trace --list-syscalls=%clock@32 --json
	same "names in JSON" "$("$scry" --list-syscalls=%clock@32 | sed '1d; s/ .*//')" "$(jq -r .name "$scratch/stdout")"
	same "a number in JSON" 403 "$(jq 'select(.name == "clock_gettime64").numbers.i386' "$scratch/stdout")"
fi

# If scry itself is traced with a filter, its command already has a tracer. The message names that tracer, as with -p.
refused='Operation not permitted; process [0-9]+ \(scry\) traces it already$'
for options in '--seccomp-bpf=on -e trace=getppid' '-f -e trace=getppid'; do
	for inner in '' -D '-f -e trace=getppid'; do
		# shellcheck disable=SC2086 # lists of words
		trace $options -o "$scratch/trace" "$scry" $inner sh -c 'echo not run'
		[ "$inner" = -D ] || ends_with 1
		lacks "$scratch/stdout" .
		shows "$scratch/stderr" "^scry: cannot trace a command: ptrace\\(PTRACE_SEIZE\\): $refused"
	done
done
# Without a filter the command is released to the inner scry.
trace -f --seccomp-bpf=off -o "$scratch/trace" "$scry" -e trace=exit_group -o "$scratch/inner" sh -c 'echo run; exit 4'
ends_with 4
same "stdout of a command that is released" run "$(cat "$scratch/stdout")"
shows "$scratch/inner" '^exit_group\(4\)'
shows "$scratch/trace" 'released to its debugger, process '
# Without a filter and without -f the children of the inner scry are not traced by the outer one.
trace --seccomp-bpf=off -o "$scratch/trace" "$scry" -o "$scratch/inner" sh -c 'echo run; exit 4'
ends_with 4
same "stdout of a command of a scry that is traced" run "$(cat "$scratch/stdout")"
# The shell makes calls until the inner scry ends: an engine that is not refused ends after three of them.
# shellcheck disable=SC2016 # for the inner shell
trace -o "$scratch/trace" sh -c '{ "$0" --syscall-limit=3 -p $$ 2>"$1/stderr"; : >"$1/ended"; } & until [ -e "$1/ended" ]; do :; done; exit 4' \
	"$scry" "$scratch"
ends_with 4
shows "$scratch/stderr" "^scry: cannot attach to process [0-9]+: $refused"
finish
