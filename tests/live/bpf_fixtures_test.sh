#!/bin/sh
# SPDX-License-Identifier: MIT
# The fixtures of the comparison with strace have the same text, and the same records, with both engines.
#
# The calls of the fixtures are not executed: a seccomp filter refuses them, so that the bpf engine has only their exits. It
# reads the memory then, and only memory that is resident. To see that a line differs for one of these reasons alone, the
# fixture runs again with FIXTURE_EARLY, which changes memory before a call instead of during it, and with
# FIXTURE_RESIDENT. A line must be that of ptrace in one of these runs.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
fixed='setarch -R'
$fixed true 2>/dev/null || skip "addresses cannot be fixed here"
build=$PWD/tests/differential
between=$(printf '\001')

arguments= # of the fixture
# show FILE FIXTURE OPTIONS...: traces a fixture; FILE has the lines between its marks.
show()
{
	file=$scratch/$1 fixture=$2
	shift 2
	# shellcheck disable=SC2086 # lists of words
	timeout -s KILL $((20 * patience)) $fixed "$scry" "$@" -o "$file.raw" "$build/$fixture.fixture" $arguments </dev/null >"$file.out" 2>&1 ||
		fail "$fixture $*: status $?: $(head -n 3 "$file.out")"
	case "$*" in
	*--json*)
		# Only the ptrace engine reads a C string that -s cuts to its end.
		sed -E -e '/\/scry\/begin/,/\/scry\/end/!d' -e 's/"(sec|nsec|duration_ns|pid|tgid)":[0-9]+/"\1":N/g' \
			-e 's/("string":"[^"]*","truncated":true),"length":[0-9]+/\1/g' "$file.raw" >"$file"
		;;
	*) sed -n '/^write(.*-1, .*"\/scry\/begin"/,/^write(.*-1, .*"\/scry\/end"/p' "$file.raw" >"$file" ;;
	esac
	check "$fixture $*: nothing between the marks" [ -s "$file" ]
}

lines=0 refused=0 absent=0 steps=0 unread=0
# both FIXTURE OPTIONS...: compares the engines.
both()
{
	what="$* $arguments"
	show ptrace "$@"
	show bpf "$@" --engine=bpf
	n=$(wc -l <"$scratch/ptrace")
	lines=$((lines + n))
	same "number of lines of $what" "$n" "$(wc -l <"$scratch/bpf")"
	cmp -s "$scratch/ptrace" "$scratch/bpf" && return
	FIXTURE_EARLY=1 show early "$@"
	FIXTURE_RESIDENT=1 show resident "$@" --engine=bpf
	paste -d "$between" "$scratch/ptrace" "$scratch/early" "$scratch/bpf" "$scratch/resident" >"$scratch/lines"
	awk -F "$between" -v unknown="$scratch/unknown" '
		$3 == $1 { next }
		$3 == $2 { refused++; next }
		$4 == $1 || $4 == $2 { absent++; next }
		# A plan performs 4096 operations: the last of 32 control blocks are addresses.
		$1 ~ /io_submit/ && $3 ~ /, 0x[0-9a-f]+, \.\.\.\]\) = / { steps++; next }
		# Decode did not read an object that is too small: the bpf engine cannot know whether the memory was readable.
		gsub(/"captured":false/, "\"unreadable\":true") && ($3 == $1 || $3 == $2) { unread++; next }
		{ print "ptrace: " $1 "\nbpf:    " $3 >unknown }
		END { print refused + 0, absent + 0, steps + 0, unread + 0 }
	' "$scratch/lines" >"$scratch/reasons" || fail "$what: awk"
	read -r r a s u <"$scratch/reasons"
	refused=$((refused + r)) absent=$((absent + a)) steps=$((steps + s)) unread=$((unread + u))
	[ -s "$scratch/unknown" ] || return
	fail "$what: the engines differ"
	head -n 4 "$scratch/unknown" | cut -c 1-1000
	rm -f "$scratch/unknown"
}

for family in aio bpf btrfs fcntl file ioctl ipc memory netlink network paths poll prctl process signal task time; do
	for abi in native i386; do
		if [ -x "$build/${family}_$abi.fixture" ]; then
			both "${family}_$abi"
		else
			not_tested "${family}_$abi: no compiler makes 32-bit programs here"
		fi
	done
done
# Calls of every number, also i386 calls by int $0x80 and x32 calls.
for mode in x86_64 int80 x32; do
	arguments="7 $mode"
	both numbers_native
done
arguments=
# Records, with lines of each reason.
for fixture in file_native poll_native fcntl_i386 time_i386; do
	[ ! -x "$build/$fixture.fixture" ] || both "$fixture" --json
done
echo "$lines lines; they differ: $refused because a filter refused the call, $absent because memory was not resident," \
	"$steps because a plan is bounded, $unread because an object was not read"
# These reasons are real, and the documentation has them: there are such lines, and they are few.
check "no call changed memory that it had read" [ "$refused" -gt 0 ]
check "all memory was resident" [ "$absent" -gt 0 ]
check "no plan was too long" [ "$steps" -gt 0 ]
check "every object was read" [ "$unread" -gt 0 ]
check "too many lines differ" [ $((refused + absent + steps + unread)) -lt $((lines / 100)) ]
finish
