#!/bin/sh
# SPDX-License-Identifier: MIT
# Group-stops, handlers of signals and interrupted calls: programs see them as without a tracer, with a filter and without.
. "${srcdir:-.}/tests/live/lib.sh"

end_counter()
{
	[ -z "${counter-}" ] || kill -KILL "$counter" 2>/dev/null
	[ "$failures" = 0 ] && rm -rf "$scratch"
}
trap end_counter EXIT

"$programs/stopped" >"$scratch/expected"
same "status without a tracer" 5 $?
ways="--seccomp-bpf=off|--seccomp-bpf=on -e trace=read,futex,restart_syscall,rt_sigreturn,?sigreturn"
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	ways="$ways|--engine=bpf|--engine=auto"
else
	not_tested "the bpf engine cannot run here"
fi
echo "$ways" | tr '|' '\n' >"$scratch/ways"
while read -r options; do
	[ "$options" != --engine=auto ] || export SCRY_HAND_OVER=150
	# shellcheck disable=SC2086 # words
	trace --debug -f $options -o "$scratch/trace" "$programs/stopped"
	ends_with 5
	[ "$options" != --engine=auto ] || shows "$scratch/stderr" 'the bpf engine takes over'
	same "what the programs saw, $options" "$(cat "$scratch/expected")" "$(cat "$scratch/stdout")"
	same "threads that stopped, $options" 2 "$(grep -cE '^[0-9]+ +--- stopped by SIGSTOP ---$' "$scratch/trace")"
	shows "$scratch/trace" '^[0-9]+ +--- SIGSTOP \{si_signo=SIGSTOP, si_code=SI_USER, si_pid=[0-9]+, si_uid=[0-9]+\} ---$'
	shows "$scratch/trace" '^[0-9]+ +--- SIGCONT \{si_signo=SIGCONT, si_code=SI_USER, '
	shows "$scratch/trace" ' = \? ERESTART_RESTARTBLOCK \(Interrupted by signal\)$'
	shows "$scratch/trace" 'restart_syscall\(<\.\.\. resuming interrupted futex \.\.\.>'
	shows "$scratch/trace" ' = \? ERESTARTSYS \(To be restarted if SA_RESTART is set\)$'
	# One handler's read fails, the other one's is made again. Lines of other processes may interrupt each line.
	for signal in SIGUSR1 SIGUSR2; do
		shows "$scratch/trace" "^[0-9]+ +--- $signal \\{si_signo=$signal, si_code=SI_USER, si_pid=[0-9]+, si_uid=[0-9]+\\} ---\$"
	done
	# With the instruction scv of powerpc a call fails by its result alone, which sigreturn then returns as a number.
	shows "$scratch/trace" '^[0-9]+ +((rt_)?sigreturn\(\{mask=\[\]\}|<\.\.\. (rt_)?sigreturn resumed>)\) += (-1 EINTR \(Interrupted system call\)|-4)$'
	shows "$scratch/trace" '(read\([0-9]+, |read resumed>, )"y", 1\) += 1$'
done <"$scratch/ways"

# A process to which scry has attached stops and goes on, too.
"$programs/counter" "$scratch/count" 2>"$scratch/errors" &
counter=$!
wait_for "the counter" [ -s "$scratch/count" ]
"$scry" -o "$scratch/attached" -p $counter 2>"$scratch/stderr" &
tracer=$!
wait_for "lines of the trace" [ -s "$scratch/attached" ]
kill -STOP $counter
wait_for "the stop" grep -q '^--- stopped by SIGSTOP ---$' "$scratch/attached"
before=$(cat "$scratch/count")
sleep 0.1
same "the counter while it is stopped" "$before" "$(cat "$scratch/count")"
kill -CONT $counter
wait_for "the counter to go on" sh -c "[ \"\$(cat $scratch/count)\" != \"$before\" ]"
wait_for "the line of SIGCONT" grep -q '^--- SIGCONT ' "$scratch/attached"
# It stays stopped when scry detaches meanwhile, and when scry attaches to it.
kill -STOP $counter
wait_for "the second stop" sh -c "[ \$(grep -c 'stopped by SIGSTOP' $scratch/attached) = 2 ]"
kill -INT $tracer
wait $tracer
wait_for "the stop without a tracer" sh -c "grep -q '^State:.T' /proc/$counter/status"
rm "$scratch/attached"
"$scry" -o "$scratch/attached" -p $counter 2>"$scratch/stderr" &
tracer=$!
wait_for "the stop at the attachment" grep -q '^--- stopped by SIGSTOP ---$' "$scratch/attached"
before=$(cat "$scratch/count")
kill -CONT $counter
wait_for "the counter to go on" sh -c "[ \"\$(cat $scratch/count)\" != \"$before\" ]"
kill -INT $tracer
wait $tracer
wait_for "the counter to be detached" runs_untraced $counter
same "failed calls of the counter" "" "$(cat "$scratch/errors")"
finish
