# SPDX-License-Identifier: MIT
# Functions for the tests that run scry.
. "${srcdir:-.}/tests/lib.sh"

make_scratch
programs=${PROGRAMS:-$PWD/tests/live}

# trace OPTION... COMMAND...: runs scry with a timeout. The results are $scratch/stdout, $scratch/stderr and
# $status.
trace()
{
	timeout -s KILL $((60 * patience)) "$scry" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
}

# shows FILE REGEX: a line of the file must match.
shows()
{
	checks=$((checks + 1))
	grep -qE -- "$2" "$1" && return
	fail "$(basename "$1") has no line /$2/; its first lines:"
	head -n 5 "$1" | sed 's/^/  /'
}

# lacks FILE REGEX: no line of the file may match.
lacks()
{
	checks=$((checks + 1))
	if grep -E -- "$2" "$1" >"$scratch/found"; then
		fail "$(basename "$1") should have no line /$2/: $(head -n 1 "$scratch/found")"
	fi
}

# ends_with STATUS: the last trace must have ended with this status.
ends_with()
{
	same "status of the last command" "$1" "$status"
}

# Sets $python to the path of python3, or to nothing if it is not installed.
find_python()
{
	python=$(command -v python3) || not_tested "records against the schema: no python3 here"
}

# validate_all WHAT FILE...: each line of the files must be one JSON record that conforms to the schema. Without WEIGHT=full, which
# VALIDATE=all overrides for this alone, only a tenth of the records of a call is compared with the schema after the first 200.
validate_all()
{
	what=$1
	shift
	for file; do
		checks=$((checks + 1))
		jq -c . "$file" >"$scratch/jq.out" 2>"$scratch/jq.errors" || {
			fail "$what: $(basename "$file"): not JSON: $(head -n 1 "$scratch/jq.errors")"
			return
		}
		same "$what: $(basename "$file"): records, of lines" "$(lines_of "$file")" "$(lines_of "$scratch/jq.out")"
	done
	[ -n "$python" ] || return 0
	checks=$((checks + 1))
	some=--some
	[ "${VALIDATE:-$weight}" != all ] || some=
	# shellcheck disable=SC2086 # no word if it is empty
	timeout $((300 * patience)) "$python" "$srcdir/tests/live/validate.py" $some "$srcdir/doc/record.schema.json" "$@" \
		>"$scratch/schema.errors" 2>&1 || fail "$what: $(head -n 3 "$scratch/schema.errors")"
}

# validate_flat FILE: each line of --json=flat must conform to its schema.
validate_flat()
{
	[ -n "$python" ] || return 0
	checks=$((checks + 1))
	"$python" "$srcdir/tests/live/validate.py" "$srcdir/doc/flat.schema.json" "$1" >"$scratch/schema.errors" 2>&1 ||
		fail "flat records: $(head -n 3 "$scratch/schema.errors")"
}

# validate FILE WHAT: the same of one file.
validate()
{
	validate_all "$2" "$1"
}

lines_of()
{
	wc -l <"$1" | tr -d ' '
}

# wait_for WHAT COMMAND...: waits until the command succeeds, at most 30 s times $patience.
wait_for()
{
	what=$1
	shift
	tries=0
	until "$@" 2>/dev/null; do
		tries=$((tries + 1))
		[ "$tries" -lt $((1500 * patience)) ] || {
			fail "timeout while waiting for $what"
			return 1
		}
		sleep 0.02
	done
}

# state_of PID: prints the state letter of /proc/PID/stat, or nothing if the process has ended.
state_of()
{
	sed 's/.*) \(.\).*/\1/' "/proc/$1/stat" 2>/dev/null
}

# runs_untraced PID: the process has no tracer and is not stopped.
runs_untraced()
{
	grep -q '^TracerPid:[[:space:]]*0$' "/proc/$1/status" && [ "$(state_of "$1")" != t ] &&
		[ "$(state_of "$1")" != T ]
}

is_traced()
{
	grep -q '^TracerPid:[[:space:]]*[1-9]' "/proc/$1/status"
}

# Skips the test unless the bpf engine works here.
need_bpf()
{
	"$scry" --engine=bpf -o /dev/null true 2>"$scratch/stderr" ||
		skip "no bpf here: $(sed -n 's/^scry: //p' "$scratch/stderr" | head -n 1)"
}

# can_use_bpf WHAT: if the bpf engine cannot run here, WHAT is not tested.
can_use_bpf()
{
	"$scry" --engine=bpf -o /dev/null true 2>/dev/null && return
	not_tested "$1: no bpf here"
	return 1
}

# each_engine FUNCTION: calls the function with each engine and two programs, the second one of 32 bits, where these can run.
each_engine()
{
	echo '#include <unistd.h>
	int main(void) { return write(9, "text", 4) + 1 + access("/no/file", F_OK) + 1; }' >"$scratch/bits32.c"
	for engine in ptrace bpf; do
		[ "$engine" = ptrace ] || "$scry" --engine=bpf -o /dev/null true 2>/dev/null || {
			not_tested "the bpf engine cannot run here"
			continue
		}
		"$1" "$engine" sh -c 'cat /etc/passwd /nonexistent; (exit 3)'
		# shellcheck disable=SC2046 # a list of words
		if [ -n "$(cat cc32)" ] && $(cat cc32) -o "$scratch/bits32" "$scratch/bits32.c"; then
			"$1" "$engine" "$scratch/bits32"
		else
			not_tested "32-bit programs: no compiler here"
		fi
	done
}

# replay_exports ENGINE COMMAND...: the file of $export_option must be the same beside a recording and from its replay.
replay_exports()
{
	engine=$1
	shift
	trace --engine="$engine" -f --record="$scratch/exported.rec" "$export_option=$scratch/exported" "$@"
	trace --replay="$scratch/exported.rec" "$export_option=$scratch/exported.again"
	check "$export_option with $engine, $1: a replay writes the same" cmp -s "$scratch/exported" "$scratch/exported.again"
}

# exports_replay OPTION: --timeline and --report write the same from a recording as from the trace, with each engine.
exports_replay()
{
	"$scry" -V | grep -q '^libzstd: yes' || return 0
	export_option=$1
	each_engine replay_exports
}

# counted FILE SAID: in the trace of tests/live/handed each worker of SAID ("ID CALLS") has made each of its calls once, in order, and nothing follows the end of a thread.
counted()
{
	same "what is wrong in the trace" "" "$(awk '
		FNR == NR { want[$1] = $2; total += $2; next }
		$1 in ended && !/superseded by execve/ { print "after the end: " $0 }
		/ \+\+\+ (exited|killed)/ { ended[$1] = 1 }
		$2 == "lseek(-1," {
			id = int($3 / 4294967296)
			number = $3 - id * 4294967296
			if (number != next_of[id]++)
				print "worker " id ": " number " instead of " next_of[id] - 1
			seen++
		}
		END {
			for (id in want)
				if (next_of[id] != want[id])
					print "worker " id ": " next_of[id] + 0 " of " want[id]
			if (seen != total)
				print seen " calls instead of " total
		}' "$2" "$1" | head -n 3)"
}

# Prints the numbers of the kernel programs of the bpf engine that are loaded; nothing without bpftool.
loaded_programs()
{
	PATH=$PATH:/usr/sbin bpftool prog list 2>/dev/null | sed -nE 's/^([0-9]+): .* (enter|leave|capture)  tag .*/\1/p'
}
