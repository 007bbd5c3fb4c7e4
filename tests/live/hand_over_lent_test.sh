#!/bin/sh
# SPDX-License-Identifier: MIT
# --engine=auto for an ordinary user: the bpf engine takes over, lent by scry-capture. No call is lost or doubled, and without it ptrace goes on.
. "${srcdir:-.}/tests/live/lib.sh"

capture=${CAPTURE:-$PWD/scry-capture}
[ "$(id -u)" = 0 ] || skip "only root can become another user"
[ -x "$capture" ] || skip "no bpf here: this build has no scry-capture"
need setpriv setcap
need_bpf

user=65534 other=65533
as_user="setpriv --reuid=$user --regid=$user --clear-groups"
chmod 755 "$scratch"
mkdir "$scratch/user" && chmod 777 "$scratch/user"
cp "$scry" "$capture" "$programs/debugged" "$programs/handed" "$programs/sandboxed" "$programs/stopped" "$scratch/"
cp "$(command -v id)" "$scratch/set_id" && chmod 4755 "$scratch/set_id"
SCRY_CAPTURE=$scratch/$(basename "$capture")
export SCRY_CAPTURE

# after STOPS ARGUMENT...: traces as the user; scry-capture is asked for after this number of stops.
after()
{
	stops=$1
	shift
	# shellcheck disable=SC2086 # a list of words
	(cd "$scratch/user" && SCRY_HAND_OVER=$stops timeout -s KILL $((60 * patience)) $as_user "$scratch/scry" --debug "$@" \
		>"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
	status=$?
}

takes_over()
{
	shows "$scratch/stderr" '^scry: engine ptrace: the bpf engine takes over, lent by scry-capture$'
}

# What is missing is said with --debug alone, and ptrace goes on.
after 5 -f -o trace "$scratch/handed" 1 1
ends_with 0
shows "$scratch/stderr" '^scry: engine ptrace: bpf needs the capabilities CAP_BPF and CAP_PERFMON: .*\(scry-capture-setup\)$'
counted "$scratch/user/trace" "$scratch/stdout"
sh "$PWD/scry-capture-setup" "$(getent group "$user" | cut -d: -f1)" >"$scratch/setup" || fail "scry-capture-setup: $(cat "$scratch/setup")"
# shellcheck disable=SC2086
SCRY_HAND_OVER= $as_user "$scratch/scry" --why-engine >"$scratch/why"
shows "$scratch/why" '^engine bpf: it takes over from ptrace .*, by scry-capture\.$'
setpriv --reuid=$other --regid=$other --clear-groups "$scratch/scry" --why-engine >"$scratch/why"
shows "$scratch/why" '^engine bpf: it needs .* or become a member of group [a-z]+, which may execute '
# shellcheck disable=SC2086
$as_user "$scratch/scry" --engine=bpf -o /dev/null true 2>"$scratch/stderr" ||
	skip "no bpf here: $(sed -n 's/^scry: //p' "$scratch/stderr" | head -n 1)"

for stops in 1 60 170 320 600; do
	after "$stops" -f -o trace "$scratch/handed" 60 "$stops"
	ends_with 0
	takes_over
	same "workers" 9 "$(lines_of "$scratch/stdout")"
	counted "$scratch/user/trace" "$scratch/stdout"
done

# A process that has a tracer was released to it before.
for how in traceme seize; do
	after 2000 -f -o trace "$scratch/debugged" $how
	ends_with 0
	takes_over
	for part in "1 10" "2 20" "3 30" "4 40"; do
		same "$how: calls of part $part" "${part#* }" "$(grep -cE "getpriority\($(printf '0x%x' $((100 + ${part% *}))) " "$scratch/user/trace")"
	done
done

# Group-stops, and calls for which a filter ends a thread.
after 150 -f -o trace "$scratch/stopped"
ends_with 5
takes_over
same "threads that stopped" 2 "$(grep -cE '^[0-9]+ +--- stopped by SIGSTOP ---$' "$scratch/user/trace")"
for case in kill-one strict-memory; do
	after 20 -f --seccomp-bpf=off -e trace=connect -o trace "$scratch/sandboxed" $case
	takes_over
	same "the last call of $case" 1 "$(grep -c 'connect(-1, {sa_family=AF_UNIX, sun_path="/no/socket"}, 110) = ?' "$scratch/user/trace")"
done 2>"$scratch/killed"

# After the hand-over a set-user-ID program has its rights, and leaves the trace.
# shellcheck disable=SC2016 # expanded by sh
after 40 -f -o trace sh -c 'i=0; while [ $i -lt 40 ]; do i=$((i + 1)); : >/dev/null; done; "$0" -u; exec "$0" -u' "$scratch/set_id"
ends_with 0
takes_over
same "IDs of the set-user-ID program" "0 0" "$(xargs <"$scratch/stdout")"
shows "$scratch/stderr" '^scry: process [0-9]+ is not traced any more: it executes a program with more rights'

# scry-capture is killed: scry waits for the command all the same, and ends with its status.
HANDED_UNTIL=$scratch/until
export HANDED_UNTIL
: >"$scratch/stderr"
# shellcheck disable=SC2086
SCRY_HAND_OVER=200 $as_user "$scratch/scry" --debug -f -o "$scratch/user/trace" "$scratch/handed" 10 7 >"$scratch/said" 2>"$scratch/stderr" &
scry_pid=$!
wait_for "the hand-over" grep -q 'takes over' "$scratch/stderr"
kill -KILL "$(pgrep -P $scry_pid scry-capture)"
wait_for "a message" grep -q '^scry: scry-capture has ended: nothing is traced any more' "$scratch/stderr"
touch "$HANDED_UNTIL"
wait $scry_pid
same "status without scry-capture" 0 $?
same "workers without scry-capture" 9 "$(lines_of "$scratch/said")"
wait_for "the end of scry-capture" sh -c "! pgrep -u $user scry-capture"
finish
