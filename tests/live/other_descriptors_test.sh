#!/bin/sh
# SPDX-License-Identifier: MIT
# -y: descriptors of the process that a call names, kcmp(2), pidfd_getfd(2): compared with strace, in PID namespaces, in recordings, with bpf.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -o "$scratch/probe" -e trace=kcmp "$programs/other_descriptors" </dev/null >/dev/null 2>&1
grep -q ENOSYS "$scratch/probe" && skip "the kernel has no kcmp"

# Numbers of processes, of pipes, and the order that kcmp finds depend on the run.
normalise()
{
	sed -E -e 's/^[0-9]+ +//' -e '/^(kcmp|pidfd_getfd)\(/!d' -e 's/kcmp\([0-9]+, [0-9]+,/kcmp(A, B,/' -e 's/<pid:[0-9]+>/<pid:N>/' -e 's/pipe:\[[0-9]+/pipe:[N/g' \
		-e 's/ += [123]$/ = ORDER/' -e 's/ += / = /' "$1"
}

# compared LABEL PROGRAM OPTION...: scry and strace show the same.
compared()
{
	label=$1 program=$2
	shift 2
	"$strace" -o "$scratch/raw" -e trace=kcmp,pidfd_getfd "$@" "$program" </dev/null 2>/dev/null
	normalise "$scratch/raw" >"$scratch/theirs"
	"$scry" -o "$scratch/raw" -e trace=kcmp,pidfd_getfd "$@" "$program" </dev/null
	normalise "$scratch/raw" >"$scratch/ours"
	checks=$((checks + 1))
	diff "$scratch/theirs" "$scratch/ours" >"$scratch/diff" || fail "$label: $(head -n 6 "$scratch/diff")"
}

# shown FILE: the lines of all that the program does.
shown()
{
	normalise "$1" >"$scratch/lines"
	shows "$scratch/lines" '^kcmp\(A, B, KCMP_FILE, 50</dev/null>, 0</dev/null>\) = ORDER$'
	shows "$scratch/lines" '^kcmp\(A, B, KCMP_FILE, 50</dev/null>, 99\) = -1 EBADF'
	shows "$scratch/lines" '^kcmp\(A, B, KCMP_EPOLL_TFD, 50</dev/null>, \{efd=[0-9]+<anon_inode:\[eventpoll\]>, tfd=[0-9]+<pipe:\[N\]>, toff=0\}\) = '
	shows "$scratch/lines" '^pidfd_getfd\([0-9]+<anon_inode:\[pidfd\]>, 50</dev/null>, 0\) = [0-9]+</dev/null>$'
	[ -n "${2-}" ] && return
	shows "$scratch/lines" '^kcmp\(A, B, KCMP_FILE, 50</dev/null>, 50</dev/zero>\) = ORDER$'
	shows "$scratch/lines" '^kcmp\(A, B, KCMP_FILE, 50</dev/zero>, 50</dev/null>\) = ORDER$'
	shows "$scratch/lines" '^kcmp\(A, B, KCMP_FILE, 50</dev/null>, 50</dev/full>\) = ORDER$'
	shows "$scratch/lines" '^pidfd_getfd\([0-9]+<anon_inode:\[pidfd\]>, 50</dev/zero>, 0\) = [0-9]+</dev/zero>$'
	shows "$scratch/lines" '^pidfd_getfd\([0-9]+<anon_inode:\[pidfd\]>, 50, 0\) = -1 ESRCH'
}

programs_here=$programs/other_descriptors
if "${programs}32/other_descriptors" </dev/null >/dev/null 2>&1; then
	programs_here="$programs_here ${programs}32/other_descriptors"
else
	not_tested "32-bit programs: no compiler here"
fi
for program in $programs_here; do
	if can_compare "descriptors of other processes as strace shows them"; then
		for options in -y -yy '-f -y'; do
			# shellcheck disable=SC2086 # two words
			compared "$program $options" "$program" $options
		done
	fi
	"$scry" -f -y -e trace=kcmp,pidfd_getfd -o "$scratch/trace" "$program" </dev/null
	shown "$scratch/trace"
	"$scry" --record="$scratch/recording" -f -e trace=kcmp,pidfd_getfd -o /dev/null "$program" </dev/null
	"$scry" --replay="$scratch/recording" -f -y -o "$scratch/replayed" 2>/dev/null
	shown "$scratch/replayed"
	if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
		"$scry" --engine=bpf -f -y -e trace=kcmp,pidfd_getfd -o "$scratch/trace" "$program" </dev/null
		shown "$scratch/trace" own
	fi
	if unshare -fp true 2>/dev/null; then
		"$scry" -f -y -e trace=kcmp,pidfd_getfd -o "$scratch/trace" unshare -fp "$program" </dev/null
		shows "$scratch/trace" 'kcmp\(1, 1, KCMP_FILE, '
		shown "$scratch/trace"
	fi
done

"$scry" --json -o "$scratch/json" -y -e trace=kcmp "$programs/other_descriptors" </dev/null
shows "$scratch/json" '"idx1":\{"fd":50,"path":"/dev/null"\},"idx2":\{"fd":0,"path":"/dev/null"\}'
# A number of another process is not a descriptor of the caller.
"$scry" -e trace-fds=50 -e trace=kcmp -o "$scratch/trace" "$programs/other_descriptors" </dev/null
lacks "$scratch/trace" kcmp
finish
