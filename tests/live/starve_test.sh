#!/bin/sh
# SPDX-License-Identifier: MIT
# Whenever an allocation fails, scry reports it and ends with status 1, and the command goes on to its end.
. "${srcdir:-.}/tests/live/lib.sh"

cc=${CC:-cc}
$cc -D_GNU_SOURCE -shared -fPIC -o "$scratch/starve.so" "$srcdir/tests/live/programs/starve.c" 2>"$scratch/stderr" ||
	skip "no shared library can be built here: $(head -n 1 "$scratch/stderr")"
case $(nm "$scry" 2>/dev/null) in
*__asan_init*) skip "the sanitizer has an allocator of its own" ;;
esac

# starve N OPTION...: runs scry so that allocation number N and all later ones fail.
starve()
{
	n=$1
	shift
	LD_PRELOAD=$scratch/starve.so STARVE=$n timeout -s KILL $((30 * patience)) "$scry" -E LD_PRELOAD -E STARVE "$@" \
		-o "$scratch/trace" sh -c 'echo begun; cat /etc/passwd >/dev/null; echo done' \
		>"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
	checks=$((checks + 1))
	case $status in
	0) [ ! -s "$scratch/stderr" ] || fail "$*: allocation $n: $(cat "$scratch/stderr")" ;;
	1) grep -q memory "$scratch/stderr" || fail "$*: allocation $n: status 1 without a reason: $(cat "$scratch/stderr")" ;;
	*) fail "$*: allocation $n: status $status" ;;
	esac
	# The command may outlive the tracer.
	! grep -q begun "$scratch/stdout" || wait_for "the command ($*, allocation $n)" grep -q done "$scratch/stdout"
}

for n in $(seq 1 7 250) $(seq 251 41 1500); do
	starve "$n" -f
	starve "$n" --seccomp-bpf=on -f --json -e trace=openat,read
	starve "$n" -fc -S time
done
for n in $(seq 300 331 6000); do
	starve "$n" -fkv
done
finish
