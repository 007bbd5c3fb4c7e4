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

# Processes of half a millisecond to five, each with another name, user, path and status: all is as the program has logged it.
# many ENGINE
many()
{
	log=$scratch/brood.log
	trace "$1" -f --json --record="$scratch/brood.rec" -e trace=openat -o "$scratch/brood.json" "$programs/brood" "$log" "$processes"
	ends_with 0
	cut -d' ' -f1,2,4,5,6 "$log" | sort >"$scratch/expected"
	same "$1: processes in the log" "$processes" "$(lines_of "$scratch/expected")"
	jq -r 'if .type == "new" then "new \(.pid) \(.parent)"
		elif .type == "exited" then "end \(.pid) \(.comm) \(.code)"
		elif .type == "call" then "call \(.pid) \(.comm) \(.args.pathname.path)" else empty end' "$scratch/brood.json" |
		awk '$1 == "new" { parent[$2] = $3; path[$2] = ""; next }
			$1 == "call" && $4 ~ /nowhere/ { path[$2] = $4; name[$2] = $3 }
			$1 == "end" && path[$2] != "" { print $2, parent[$2], $3 == name[$2] ? $3 : "?", path[$2], $4; path[$2] = "" }' |
		sort >"$scratch/shown"
	checks=$((checks + 1))
	diff "$scratch/expected" "$scratch/shown" >"$scratch/diff" ||
		fail "$1: process, parent, name, path, status in JSON: $(grep -c '^<' "$scratch/diff") differ: $(head -n 4 "$scratch/diff")"
	# The paths that a selection by user or by parent of the recording has.
	for column in 2:ppid 3:uid; do
		field=${column#*:}
		for value in $(cut -d' ' -f"${column%:*}" "$log" | sort -u); do
			trace --replay="$scratch/brood.rec" -qq -o "$scratch/replayed" --where "$field == $value && path under /nowhere"
			lacks "$scratch/stderr" unknown
			sed -n 's/.*openat(.*"\(.*\)".*/\1/p' "$scratch/replayed" | sort >"$scratch/shown"
			awk -v n="${column%:*}" -v value="$value" '$n == value { print $5 }' "$log" | sort >"$scratch/expected"
			checks=$((checks + 1))
			diff "$scratch/expected" "$scratch/shown" >"$scratch/diff" || fail "$1: replay with $field == $value: $(head -n 4 "$scratch/diff")"
		done
	done
	users=$(cut -d' ' -f3 "$log" | sort -u | paste -sd,)
	trace "$1" -f -qq -e trace=openat -o "$scratch/live" --where "uid in {$users} && ppid > 1 && comm ~ \"brood-*\" && path under /nowhere" \
		"$programs/brood" "$log" "$processes"
	lacks "$scratch/stderr" unknown
	sed -n 's/.*openat(.*"\(.*\)".*/\1/p' "$scratch/live" | sort >"$scratch/shown"
	cut -d' ' -f5 "$log" | sort >"$scratch/expected"
	checks=$((checks + 1))
	diff "$scratch/expected" "$scratch/shown" >"$scratch/diff" || fail "$1: --where: $(head -n 4 "$scratch/diff")"
	trace "$1" -f -qq -e trace=openat -o "$scratch/table" --summary=comm,path "$programs/brood" "$log" "$processes"
	awk '$NF ~ /nowhere/ { print $(NF - 1), $NF }' "$scratch/table" | sort >"$scratch/shown"
	cut -d' ' -f4,5 "$log" | sort >"$scratch/expected"
	checks=$((checks + 1))
	diff "$scratch/expected" "$scratch/shown" >"$scratch/diff" || fail "$1: --summary: $(grep -c '^<' "$scratch/diff") differ: $(head -n 4 "$scratch/diff")"
}
if can_run jq "short processes in JSON"; then
	many --engine=ptrace
	if [ -n "$auto" ]; then
		many --engine=bpf
		SCRY_HAND_OVER=20
		many --engine=auto
		SCRY_HAND_OVER=never
	fi
fi

# What could not be found out decides nothing, and is counted: the path of a descriptor is too long for the kernel. A descriptor
# that is not open has no path.
mkdir "$scratch/deep"
for options in $engines --replay; do
	options=$(echo "$options" | tr , ' ')
	while IFS='|' read -r expression calls unknown; do
		case $options in
		--replay) trace --replay="$scratch/deep.rec" -e trace=pread64,faccessat --where "$expression" -o "$scratch/trace" ;;
		# shellcheck disable=SC2086
		*) trace $options -e trace=pread64,faccessat --where "$expression" -o "$scratch/trace" "$programs/becomes" deep "$scratch/deep" ;;
		esac
		ends_with 0
		same "$options: $expression" "$calls" "$(sed -nE 's/^[a-z0-9]*\((7[78]),.*/\1/p; s/^faccessat\(.*"\/absolute".*/\//p' "$scratch/trace" | tr '\n' ' ')"
		same "$options: $expression: what was unknown" "$unknown" \
			"$(sed -n 's/^scry: \(.* was unknown in .*\), which.*/\1/p' "$scratch/stderr" | tr '\n' ';')"
	done <<END
path under $scratch||path was unknown in 2 calls;
path == $scratch||path was unknown in 2 calls;
!(path under /nowhere) && fd >= 77|77 78 |
path != /nowhere && fd >= 77|78 |
path == /absolute|/ |path was unknown in 2 calls;
END
	[ "$options" = --replay ] && continue
	# shellcheck disable=SC2086
	trace $options --record="$scratch/ring.rec" --record-ring=1M --record-when="where=path == /nowhere" -o /dev/null "$programs/becomes" deep "$scratch/deep"
	shows "$scratch/stderr" "^scry: --record-when: path was unknown in [0-9]+ calls, "
	# shellcheck disable=SC2086
	trace $options --record="$scratch/deep.rec" -o /dev/null "$programs/becomes" deep "$scratch/deep"
done

# A recording keeps parents and users. --record-when can ask for them.
for options in $engines; do
	options=$(echo "$options" | tr , ' ')
	# shellcheck disable=SC2086
	trace $options -f --record="$scratch/parent.rec" -e trace=execve sh -c 'sh -c "/bin/true; /bin/true"; echo $$; :'
	outer=$(cat "$scratch/stdout")
	trace --replay="$scratch/parent.rec" --where "ppid == $outer && uid == $(id -u)" -o "$scratch/trace"
	same "$options: --replay with ppid" 1 "$(grep -c 'execve("/.*/sh"' "$scratch/trace")"
	lacks "$scratch/trace" '"/bin/true"'
	trace --replay="$scratch/parent.rec" --where "ppid != $outer && uid == $(id -u)" -o "$scratch/trace"
	same "$options: --replay with other parents" 2 "$(grep -c 'execve("/bin/true"' "$scratch/trace")"
	for expression in "ppid == 1 && name == getpgid" "ppid != 1 && uid == $(id -u) && name == getpgid"; do
		# shellcheck disable=SC2086
		trace $options --record="$scratch/ring.rec" --record-ring=1M --record-when="where=$expression" -o "$scratch/trace" "$programs/becomes" names
		case $expression in *!=*) expected=1 ;; *) expected=0 ;; esac
		same "$options: --record-when $expression" $expected "$(grep -c 'the recording was written.*: getpgid' "$scratch/stderr")"
	done
done
trace --replay="$srcdir/tests/data/format-2.rec" --where 'ppid == 1'
ends_with 1
shows "$scratch/stderr" "^scry: --where: the recording does not keep the parents of processes"
finish
