#!/bin/sh
# SPDX-License-Identifier: MIT
# The kinds of calls of which scry once showed less than strace: the text is that of strace, in programs of 64 and 32 bits, by ptrace, by bpf,
# and by both one after the other. parity.c makes the calls.
. "${srcdir:-.}/tests/live/lib.sh"
need_strace
engines=ptrace
can_use_bpf "kinds with the bpf engine, and with the hand-over to it" && engines="ptrace bpf auto"
mkdir "$scratch/work"
build=$PWD
cd "$scratch/work" || exit 1

# MODE|ENGINES|OPTIONS|RULES: an expression of sed for the lines of both tracers. scry also names the processes of results and of signals.
cat >"$scratch/kinds" <<'END'
peers|ptrace bpf auto|-yy -e trace=read,write,close,setsockopt,accept|
late|ptrace bpf auto|-P /dev/full -e trace=poll,ppoll,ppoll_time64,select,_newselect,pselect6,pselect6_time64,dup2|
late|ptrace bpf auto|-P /dev/full -s 1 -e trace=poll,ppoll,ppoll_time64,select,_newselect,pselect6,pselect6_time64,dup2|
netlink|ptrace bpf auto|-e trace=%net|
children|ptrace auto|-Y -e signal=none -e trace=wait4,waitpid,waitid|s/((= |si_pid=)N)<parity>/\1/g
hidden|ptrace bpf auto|-y -e trace=sendto,getsockopt,close|
ends|ptrace bpf auto|-e trace=chdir,delete_module,memfd_create|
sibling|ptrace bpf auto|-f -e trace=!all|
names|ptrace bpf auto|-f -Y -e trace=none -e signal=none|
names|ptrace bpf auto|-f -Y -e trace=chdir -e signal=none|
memory|ptrace bpf auto|-e trace=shmat,shmdt,ipc|
word|ptrace bpf auto|-i -e trace=getppid,exit_group|
error|ptrace bpf auto|-e trace=modify_ldt|
error|ptrace bpf auto|-Z -e trace=modify_ldt|
error|ptrace bpf auto|-z -e trace=modify_ldt|
queue|ptrace bpf auto|-e read=3 -e write=3 -e trace=/^mq_timed|
registers|ptrace bpf auto|-e trace=ptrace|
values|ptrace bpf auto|-e trace=listns,bpf,ioctl|
leader|ptrace bpf auto|-f -e trace=execve -e status=detached|
links|ptrace bpf auto|-P x|
links|ptrace bpf auto|-P other/x|
END

# Addresses, and numbers of processes, ports and inodes, differ from run to run. Some registers hold such numbers.
text_of()
{
	sed -E -e 's/\b(rbx|rsi|rdi|ebx|ecx|esi)=0x[0-9a-f]+/\1=ADDRESS/g' \
		-e 's/0x[0-9a-f]{4,}/ADDRESS/g; s/\[ *[0-9a-f]{16}\]/[ADDRESS16]/; s/\[ *[0-9a-f]{8}\]/[ADDRESS8]/; s/\b[0-9]{3,}\b/N/g' \
		-e 's/ +=/ =/; s/^N +/N /; s/si_[us]time=[0-9N]+( \/\* [0-9N.]+ s \*\/)?/TIME/g' -e "$rules" "$1"
}

# A program of 32 bits has its own calls for some of these names.
trace_kind()
{
	# shellcheck disable=SC2086 # words
	timeout -s KILL $((60 * patience)) "$@" -q $options -o "$scratch/raw" "$program" "$mode" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
}

compare_kind()
{
	unset SCRY_HAND_OVER
	trace_kind "$strace"
	[ "$status" = 77 ] && not_tested "$mode: this kernel cannot do it" && return
	[ "$mode" = leader ] || same "status of $mode under strace" 0 "$status"
	text_of "$scratch/raw" >"$scratch/expected"
	check "strace shows nothing of $mode" [ -s "$scratch/expected" ]
	for engine in $engines; do
		case " $of " in *" $engine "*) ;; *) continue ;; esac
		SCRY_HAND_OVER=never
		[ "$engine" != auto ] || SCRY_HAND_OVER=7
		export SCRY_HAND_OVER
		trace_kind "$scry" --engine=$engine -E SCRY_HAND_OVER
		text_of "$scratch/raw" >"$scratch/text"
		checks=$((checks + 1))
		diff "$scratch/expected" "$scratch/text" >"$scratch/difference" && continue
		fail "$bits bits, $engine: $mode $options"
		head -n 6 "$scratch/difference" | cut -c 1-400
	done
}

for bits in 64 32; do
	program=$programs/parity
	[ $bits = 64 ] || program=$build/tests/live32/parity
	[ -x "$program" ] && "$program" memory >/dev/null 2>&1 || {
		not_tested "programs of $bits bits: none can be made or run here"
		continue
	}
	while IFS='|' read -r mode of options rules; do
		compare_kind
	done <"$scratch/kinds"
done
finish
