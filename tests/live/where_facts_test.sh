#!/bin/sh
# SPDX-License-Identifier: MIT
# The user and the command name of each call are those of its moment, also where the calls that change them are not selected.
. "${srcdir:-.}/tests/live/lib.sh"

engines="--engine=ptrace,--seccomp-bpf=off --engine=ptrace,--seccomp-bpf"
if can_use_bpf "users and names of the bpf engine"; then
	engines="$engines --engine=bpf"
fi

# selects NUMBER EXPRESSION PROGRAM...: how many calls an expression selects.
selects()
{
	expected=$1
	expression=$2
	shift 2
	# shellcheck disable=SC2086 # a list of options
	trace -f $options -C -o "$scratch/selected" --where "$expression" "$@"
	ends_with 0
	same "$options: $expression" "$expected" "$(awk '$NF == "total" { print $4 }' "$scratch/selected")"
}

for engine in $engines; do
	options=$(echo "$engine" | tr , ' ')
	if [ "$(id -u)" = 0 ]; then
		selects 15 'uid == 1234 && name == getppid' "$programs/becomes" users
		selects 1 'uid == root && name == getppid' "$programs/becomes" users
		selects 3 'uid == 1000 && name == getppid' "$programs/becomes" users
		selects 18 'uid in {1000, 1234} && name == getppid' "$programs/becomes" users
		selects 18 'uid != root && name == getppid' "$programs/becomes" users
		# The call that changes the user is one of the former user.
		selects 6 'uid == root && name == setresuid' "$programs/becomes" users
	else
		not_tested "users: not root"
	fi
	selects 2 'comm == beta && name == getpgid' "$programs/becomes" names
	selects 2 'comm == alpha && name == getpgid' "$programs/becomes" names

	# shellcheck disable=SC2086
	trace -f $options --json -o "$scratch/json" -e trace=getpgid "$programs/becomes" names
	same "$options: names in JSON" "alpha alpha beta beta " \
		"$(grep '"name":"getpgid"' "$scratch/json" | sed 's/.*"comm":"\([a-z]*\)".*/\1/' | tr '\n' ' ')"
	# shellcheck disable=SC2086
	trace -f $options --summary=comm -o "$scratch/table" -e trace=getpgid "$programs/becomes" names
	same "$options: names in a table" "alpha 2,beta 2," \
		"$(awk '$NF == "alpha" || $NF == "beta" { print $NF, $5 }' "$scratch/table" | sort | tr '\n' ,)"
	# shellcheck disable=SC2086
	trace -f $options --record="$scratch/names.rec" -e trace=getpgid "$programs/becomes" names
	"$scry" --replay "$scratch/names.rec" -Y -o "$scratch/replayed"
	same "$options: names in a recording" "alpha alpha beta beta " \
		"$(sed -n 's/^[0-9]*<\([a-z]*\)> *getpgid.*/\1/p' "$scratch/replayed" | tr '\n' ' ')"
done

# Parents of processes that end at once. PROCESSES=100000 makes a stress test of it.
processes=${PROCESSES:-1000}
# shellcheck disable=SC2016 # the traced shell expands
loop='i=0; while [ $i -lt $0 ]; do /bin/true & i=$((i+1)); done; wait'
auto=
[ "${engines%bpf}" = "$engines" ] || auto=--engine=auto
for options in $engines $auto; do
	options=$(echo "$options" | tr , ' ')
	for expression in 'ppid > 0' 'ppid != 1' '!(ppid == 1) && uid != 4711 && comm != x'; do
		# shellcheck disable=SC2086
		trace -f $options -qq -e trace=exit_group -e signal=none --where "$expression" -o "$scratch/ends" sh -c "$loop" "$processes"
		ends_with 0
		same "$options: ends of processes with $expression" $((processes + 1)) "$(grep -c 'exit_group(' "$scratch/ends")"
		lacks "$scratch/stderr" unknown
	done
done
# An error that is no negative number is an error for all that ask.
for program in "$programs/becomes" "$programs"32/becomes; do
	"$program" failed 2>/dev/null || {
		not_tested "$program: modify_ldt(2) cannot be called here"
		continue
	}
	for engine in $engines; do
		options="$(echo "$engine" | tr , ' ') -e trace=modify_ldt"
		for selection in '-Z' '-e status=failed' '--where failed' '--where error!=EPERM' '--where result==-1'; do
			# shellcheck disable=SC2086
			trace $options $selection -q -o "$scratch/trace" "$program" failed
			same "$program $options $selection" "ENOSYS EINVAL " "$(sed -nE 's/.* (E[A-Z]+) \(.*/\1/p' "$scratch/trace" | tr '\n' ' ')"
		done
		# shellcheck disable=SC2086
		trace $options -z -o "$scratch/trace" "$program" failed
		same "$program $options -z" 1 "$(grep -c '= 0$' "$scratch/trace")"
		# shellcheck disable=SC2086
		trace $options -c -o "$scratch/table" "$program" failed
		same "$program $options -c" "3 2" "$(awk '$NF == "modify_ldt" { print $4, $5 }' "$scratch/table")"
		# shellcheck disable=SC2086
		trace $options --json --record="$scratch/failed.rec" -o "$scratch/json" "$program" failed
		same "$program $options --json" "ENOSYS EINVAL " "$(sed -n 's/.*"error":{"name":"\([A-Z]*\)".*/\1/p' "$scratch/json" | tr '\n' ' ')"
		trace --replay="$scratch/failed.rec" -Z -o "$scratch/trace"
		same "$program $options --replay" 2 "$(grep -c 'modify_ldt(' "$scratch/trace")"
	done
done
# The name with which a thread ends, whatever changed it, and whether or not the call that did is selected.
for engine in $engines; do
	options=$(echo "$engine" | tr , ' ')
	for calls in none getppid execve; do
		# shellcheck disable=SC2086
		trace -f $options -Y -e signal=KILL -o "$scratch/trace" --record="$scratch/ends.rec" -e trace=$calls "$programs/becomes" ends
		trace --replay="$scratch/ends.rec" -Y -e signal=KILL -o "$scratch/replayed"
		# shellcheck disable=SC2086
		trace -f $options --json -e signal=KILL -o "$scratch/json" -e trace=$calls "$programs/becomes" ends
		sed -nE 's/.*"type":"(exited|killed)".*"comm":"([a-z]*)".*/<\2> +++/p' "$scratch/json" >"$scratch/named"
		for file in trace replayed named; do
			same "$options, $calls: names at ends in $file" "becomes called named threaded true written " \
				"$(sed -nE 's/.*<([a-z]*)> \+\+\+.*/\1/p' "$scratch/$file" | sort | tr '\n' ' ')"
		done
	done
	# The leader that vanishes has had its own name. The shell before it has executed the program.
	# shellcheck disable=SC2086
	trace -f $options -Y -o "$scratch/trace" -e trace=none sh -c '"$0" /bin/true' "$programs/thread_exec"
	shows "$scratch/trace" '<thread_exec> \+\+\+ superseded by execve'
	shows "$scratch/trace" '<true> \+\+\+ exited with 0'
done
# The parent of a process, with each engine. A process that this shell has started has it as its parent.
"$programs/crowd" loop 2 &
process=$!
trap 'kill $process 2>/dev/null; rm -rf "$scratch"' EXIT
for engine in $engines; do
	options=$(echo "$engine" | tr , ' ')
	# shellcheck disable=SC2086
	trace $options --syscall-limit=5 -o "$scratch/trace" -p "$process" --where "ppid == $$ && name == getppid"
	same "$options: calls of a child" 5 "$(grep -c 'getppid() ' "$scratch/trace")"
	# shellcheck disable=SC2086
	trace $options --for=0.2 -o "$scratch/trace" -p "$process" --where "ppid != $$"
	lacks "$scratch/trace" '\('
done
trace --record="$scratch/parent.rec" true
trace --replay="$scratch/parent.rec" --where 'ppid == 1'
ends_with 1
shows "$scratch/stderr" "^scry: --where: a recording does not keep the parents of processes"
finish
