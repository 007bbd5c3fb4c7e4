#!/bin/sh
# SPDX-License-Identifier: MIT
# The live screen of --top, on a terminal that tmux makes: what is shown, what keys do, and how the terminal is left.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^ncurses: yes$' || skip "this build has no ncurses"
command -v tmux >/dev/null || skip "no tmux here"

mux="tmux -L scry-top-$$ -f /dev/null"
screen=$scratch/screen

# Without a terminal, or with options that exclude it, --top is refused before the command starts.
refused()
{
	shift
	trace "$@" touch "$scratch/ran"
	ends_with 1
	checks=$((checks + 1))
	[ ! -e "$scratch/ran" ] || fail "the command ran in spite of: $(cat "$scratch/stderr")"
}
if command -v setsid >/dev/null; then
	setsid -w "$scry" --top touch "$scratch/ran" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	same "status without a terminal" 1 $?
	shows "$scratch/stderr" '^scry: --top: there is no terminal here'
	check "the command did not run" [ ! -e "$scratch/ran" ]
fi
for option in -C --summary=stack -D '-I 2' '-ff -o x' '--summary-format=prometheus'; do
	# shellcheck disable=SC2086 # an option and its value
	refused "$option" --top $option
	shows "$scratch/stderr" 'cannot be given together'
done

$mux new-session -d -x 120 -y 30 "sh" || skip "tmux does not start here"
trap '$mux kill-server 2>/dev/null; [ "$failures" = 0 ] && rm -rf "$scratch"' EXIT

keys()
{
	$mux send-keys -t 0 "$@"
}

capture()
{
	$mux capture-pane -p -t 0 >"$screen"
}

screen_has()
{
	capture
	grep -qE -- "$1" "$screen"
}

# sees REGEX: a line of the screen matches soon.
sees()
{
	checks=$((checks + 1))
	wait_for "a line /$1/ on the screen" screen_has "$1" || sed 's/^/  /' "$screen"
}

screen_lacks()
{
	capture
	! grep -qE -- "$1" "$screen"
}

has_prompt_alone()
{
	capture
	[ "$(grep . "$screen")" = 'shell>' ]
}

# shell_runs COMMAND: runs it in the shell of the terminal, of which the screen is empty then: what is looked for must not be there
# from a command before.
shell_runs()
{
	rm -f "$scratch/done"
	keys clear Enter
	wait_for "an empty screen" has_prompt_alone
	keys "clear; $1; echo \$? >$scratch/done" Enter
}

shell_is_back()
{
	checks=$((checks + 1))
	wait_for "the end of the command" test -s "$scratch/done"
}

# The state of the terminal is that of the beginning.
terminal_is_same()
{
	shell_runs "stty -g >$scratch/after"
	shell_is_back
	same "$1: the terminal" "$(cat "$scratch/before")" "$(cat "$scratch/after")"
}

keys "PS1='shell> '" Enter
shell_runs "stty -g >$scratch/before"
shell_is_back

# A command that fails and succeeds without end. Its output is not on the screen, but below it at the end.
cat >"$scratch/loop" <<-'END'
	echo "written meanwhile"
	while test ! -e stop; do
	        cat none 2>&-; cat /dev/null; (exit 3)
	done
END
busy="cd $scratch; $scry --top --interval=0.2 -f -o $scratch/table sh ./loop"
shell_runs "$busy"
sees '^calls/s +calls +errors % work +waiting bytes/s tgid +comm$'
sees '^scry --top  [0-9.]+ s  [0-9]+ calls \([0-9]+/s\), [0-9]+ errors  sh \./loop$'
sees '^by tgid,comm; sorted by calls/s$'
sees ' [0-9]+ +sh$'
keys g name Enter
check "the command's output" screen_lacks 'written meanwhile|No such file'

# Sorted, filtered, grouped.
keys c
sees '^by syscall; sorted by calls$'
# A capture can have half of a new screen.
most_calls_first()
{
	capture
	sed -n '4,20p' "$screen" | awk 'NF > 5 { print $2 }' >"$scratch/calls"
	[ "$(lines_of "$scratch/calls")" -gt 3 ] && sort -c -rn "$scratch/calls"
}
checks=$((checks + 1))
wait_for "rows with most calls first" most_calls_first
keys e
sees '^by syscall; sorted by errors$'
keys / ope
sees '^a text or an expression: ope_$'
checks=$((checks + 1))
wait_for "filtered rows" screen_lacks ' (close|mmap)$'
sees ' openat$'
keys Enter
sees '; with ope$'
keys g 'comm,errno' Enter
sees '^by comm,errno; sorted by errors; with ope$'
keys Escape
sees ' cat +ENOENT$'
keys g 'com' Enter
sees "^there is no key 'com'; did you mean 'comm'\\?\$"
keys g 'fd' Enter
sees '^by fd; .*; counted for [0-9.]+ s$'
keys g stack Enter
sees '^stacks are taken only if that is asked for at the start: scry --top -k$'
keys g syscall Enter
sees '^by syscall;'

# A row opens into errnos and paths.
keys / openat Enter
sees ' openat$'
keys Enter
sees '^syscall openat$'
sees '^by errno$'
sees ' ENOENT$'
sees '^by path, since the row was opened [0-9.]+ s ago$'
sees " $scratch/none\$"
sees '^by stack: start scry with --top -k$'
keys Escape Escape
sees ' close$'

# The screen stands still while it is paused, also when it is sorted.
keys p
sees 'paused'
capture
calls=$(sed -n 1p "$screen" | sed 's/.*s  \([0-9]*\) calls.*/\1/')
sleep 0.5
keys c
sees '^by syscall; sorted by calls'
same "calls while paused" "$calls" "$(sed -n 1p "$screen" | sed 's/.*s  \([0-9]*\) calls.*/\1/')"
keys p
check "the pause ends" wait_for "the end of the pause" screen_lacks 'paused'

# The help has all keys. A smaller terminal shows fewer columns and rows, but the names.
keys h
sees '^Enter +open the row'
keys Escape
keys e
$mux resize-window -t 0 -x 50 -y 10
sees '^calls/s +calls +errors % work syscall$'
sees ' openat$'
has_ten_lines()
{
	capture
	[ "$(grep -c . "$screen")" = 10 ]
}
checks=$((checks + 1))
wait_for "a small screen without empty lines" has_ten_lines
# What an open row has below the screen is reached by PgDn, which the bottom line says.
keys Enter
sees '^Esc back  PgDn PgUp: lines 1 to [0-9] of [1-9][0-9]$'
keys NPage
sees '^Esc back  PgDn PgUp: lines ([2-9]|1[0-9]) to [0-9]+ of [1-9][0-9]$'
keys NPage NPage NPage
sees '^by stack: start scry with --top -k$'
keys Escape
$mux resize-window -t 0 -x 120 -y 30
sees '^calls/s .* bytes/s syscall$'

# q ends the command, and the table is written.
keys q
shell_is_back
same "status of q" 0 "$(cat "$scratch/done")"
sees 'written meanwhile'
shows "$scratch/table" '^100.00 .* total$'
terminal_is_same "after q"

# The last 16 MiB of much output are kept.
shell_runs "$scry --top --interval=0.2 -e trace=none sh -c 'dd if=/dev/zero bs=1M count=100 2>&- | tr \\\\0 x; echo; echo the end'"
sees 'the trace has ended: q leaves'
keys q
shell_is_back
sees '^the end'
sees '^scry: of what was written to the terminal only the last 16 MiB were kept$'
terminal_is_same "after much output"

# The screen stays when the command has ended, however it ended, and the status is that of the command.
shell_runs "$scry --top sh -c 'kill -SEGV \$\$'"
sees 'the trace has ended: q leaves'
keys Enter
sees '^by path: none, since the trace had ended when the row was opened$'
keys Escape
keys q
shell_is_back
same "status of a crash" 139 "$(cat "$scratch/done")"
sees ' total$'
terminal_is_same "after a crash"

# A signal ends scry, with a filter as well.
for option in '' --seccomp-bpf=on; do
	rm -f "$scratch/pid"
	shell_runs "sh -c 'echo \$\$ >pid; exec $scry --top --summary=syscall -f $option -e trace=read,wait4 sh ./loop'"
	wait_for "the command" test -s "$scratch/pid"
	sees ' wait4$'
	kill -TERM "$(cat "$scratch/pid")"
	shell_is_back
	same "status of SIGTERM" 143 "$(cat "$scratch/done")"
	terminal_is_same "after SIGTERM $option"
done

# ^C ends the command; ^Z stops it together with scry.
shell_runs "$scry --top sleep 100"
sees '^scry --top +[0-9.]+ s .*sleep 100$'
keys C-z
sees '^shell>'
keys 'fg' Enter
sees '^scry --top +[0-9.]+ s .*sleep 100$'
keys C-c
sees 'shell>$'
keys Enter
terminal_is_same "after ^Z and ^C"

# A process that runs already goes on. Its own descriptors are left alone.
sh -c "while test ! -e $scratch/stop; do :; cat /dev/null; done" &
loop=$!
shell_runs "$scry --top --summary=syscall -f -p $loop"
sees "pid $loop\$"
sees ' wait4$'
keys q
shell_is_back
same "status of q" 0 "$(cat "$scratch/done")"
check "the process goes on" wait_for "the detached process" runs_untraced "$loop"
terminal_is_same "after -p"

# Names are hostile.
shell_runs "$scry --top --summary=path -e trace=openat,readlinkat cat \"\$(printf 'no\\033[31m\\nne')\""
sees 'no\\x1b\[31m\\x0ane$'
keys q
shell_is_back
terminal_is_same "after hostile names"

# The question for a filter takes expressions: then only calls count for which they are true.
shell_runs "cd $scratch; $scry --top --summary=syscall --engine=ptrace --interval=0.2 -f sh ./loop"
sees ' close$'
keys / 'failed && path ~ "*/none"' Enter
sees '; with failed && path ~ "\*/none"; counted for [0-9.]+ s$'
sees ' openat$'
check "only calls of the expression" screen_lacks ' (close|mmap|read|execve|wait4)$'
keys g 'comm,errno' Enter
sees ' cat +ENOENT$'
check "only their errors" screen_lacks ' (sh|0)$'
keys g syscall Enter
keys Escape
keys / 'name == read && comm == cat && uid == 0 || args.fd == 77777' Enter
sees '; with name == read && .*; counted for'
sees ' read$'
check "another expression" screen_lacks ' (openat|close)$'
keys Escape
keys / 'name = read' Enter
sees "^there is no '=': '==' compares\$"
sees ' close$'
keys / 'pathh under /etc' Enter
sees "^'pathh' is no field; did you mean 'path'\?\$"
sees ' close$'
keys / 'stack has main' Enter
sees 'stacks \(-k\), users and parents are not known here'
keys Escape
sees ' close$'
keys q
shell_is_back
terminal_is_same "after expressions"
if can_use_bpf "the screen of the bpf engine"; then
	shell_runs "cd $scratch; $scry --top --engine=bpf -f --summary=comm,fd sh ./loop"
	sees '^by comm,fd'
	keys / 'path under /etc' Enter
	sees 'bpf keeps memory, paths and stacks only if they are asked for at the start'
	keys / 'failed && name == openat' Enter
	sees '; with failed && name == openat; counted'
	sees ' cat '
	keys q
	shell_is_back
fi

# Stacks with -k.
if "$scry" -V | grep -q '^libunwind: yes$'; then
	shell_runs "$scry --top -k --summary=syscall sh -c 'while test ! -e $scratch/stop; do :; done'"
	sees ' newfstatat$'
	keys / stat Enter Enter
	sees '^by stack, since the row was opened'
	sees '^ +\(sh\)|^ +[a-z_]*stat'
	keys q q
	shell_is_back
fi
touch "$scratch/stop"
wait "$loop"

# The bpf engine counts in the kernel as long as the keys allow it.
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	rm "$scratch/stop"
	sh -c "while test ! -e $scratch/stop; do cat /dev/null; done" &
	loop=$!
	shell_runs "$scry --engine=bpf --top -f -p $loop"
	sees '^calls/s +calls +errors % work +waiting bytes/s tgid +comm$'
	sees ' cat$'
	keys g path Enter
	sees '^by path; .*; counted for [0-9.]+ s$'
	sees ' /dev/null$'
	keys g errno Enter
	sees ' ENOENT$'
	keys q
	shell_is_back
	shell_runs "$scry --engine=bpf --system --top --summary=comm"
	sees ' cat$'
	keys g 'comm,path' Enter
	sees ' cat +/dev/null$'
	keys q
	shell_is_back
	# Without a command it is the whole machine, by processes.
	shell_runs "$scry --top --interval=0.2"
	sees '^scry --top  .* the whole machine$'
	sees ' cat$'
	keys q
	shell_is_back
	same "status of q" 0 "$(cat "$scratch/done")"
	sees '^100.00 .* total$'
	if command -v setpriv >/dev/null && ! setpriv --reuid=65534 --regid=65534 --clear-groups "$scry" --engine=bpf true 2>/dev/null; then
		shell_runs "setpriv --reuid=65534 --regid=65534 --clear-groups $scry --top"
		sees '^scry: --top without a command shows your processes, and the bpf engine, which can do that, needs'
		shell_is_back
	fi
	# q ends a command that the engine has started.
	shell_runs "$scry --engine=bpf --top -o $scratch/table sh $scratch/loop"
	sees ' wait4$'
	keys q
	shell_is_back
	same "status of q" 0 "$(cat "$scratch/done")"
	sees 'written meanwhile'
	shows "$scratch/table" '^100.00 .* total$'
	touch "$scratch/stop"
	wait "$loop"
	terminal_is_same "after --engine=bpf"
else
	not_tested "--top with the bpf engine"
fi
finish
