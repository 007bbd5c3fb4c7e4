#!/bin/sh
# SPDX-License-Identifier: MIT
# -z, -Z, -e status, -e trace-fds and -P are shorthands of --where: they select the same calls, and are evaluated in the same places.
. "${srcdir:-.}/tests/live/lib.sh"

mkdir "$scratch/work"
trace -f --record "$scratch/whole.rec" "$programs/asked" "$scratch/work"
ends_with 0

engines="--seccomp-bpf=auto --seccomp-bpf=off"
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	engines="$engines --engine=bpf"
else
	not_tested "the bpf engine: it does not run here"
fi

# names OPTION...: how often a live trace shows each call; -y tells what the descriptors are.
names()
{
	rm -rf "$scratch/work"
	mkdir "$scratch/work"
	timeout $((60 * patience)) "$scry" -f -o "$scratch/live" "$@" "$programs/asked" "$scratch/work" 2>"$scratch/stderr" ||
		fail "$*: $(cat "$scratch/stderr")"
	sed -nE 's/^[0-9]+ +([a-z_0-9]+)\(.*/\1/p' "$scratch/live" | sort | uniq -c | tr -s ' \n' ' ,'
}

# same_calls SHORTHAND EXPRESSION: both select the same calls of a recording, byte for byte, and of live traces by each engine.
same_calls()
{
	"$scry" --replay "$scratch/whole.rec" -o "$scratch/short" $1 2>"$scratch/errors"
	"$scry" --replay "$scratch/whole.rec" -o "$scratch/long" --where "$2" 2>>"$scratch/errors"
	check "$1: $(cat "$scratch/errors")" [ ! -s "$scratch/errors" ]
	check "$1: some calls" grep -q '(' "$scratch/short"
	check "$1 and $2: $(diff "$scratch/short" "$scratch/long" | head -n 3)" cmp -s "$scratch/short" "$scratch/long"
	for engine in $engines; do
		same "$engine $1 and $2" "$(names $engine --where "$2")" "$(names $engine $1)"
	done
}
same_calls -z successful
same_calls -Z failed
same_calls '-e status=failed,unfinished' 'failed || unfinished && !detached'
same_calls '-e trace-fds=3' 'fd == 3'
same_calls '-e trace-fds=3,4 -Z' 'fd in {3, 4} && failed'
same_calls '-e trace-fds=!0,1,2' 'fd > 2'
same_calls '-P /etc/passwd' 'path == /etc/passwd'
same_calls '-e trace=%memory -z' 'class == memory && successful'

# A call that the end of the trace cuts off is detached. The process sleeps before the trace begins.
sleep 1000 &
sleeper=$!
trace --for=300ms -e status=detached -p $sleeper
shows "$scratch/stderr" '(nanosleep|restart_syscall)\(.*detached'
trace --for=300ms --where 'detached && class != file' -p $sleeper
shows "$scratch/stderr" '(nanosleep|restart_syscall)\(.*detached'
trace --for=300ms -e status=unfinished -p $sleeper
lacks "$scratch/stderr" 'nanosleep|restart_syscall'
kill $sleeper

# All options are one expression, which -d names.
trace -d -z -P /etc/passwd --where 'name == openat' cat /etc/passwd
shows "$scratch/stderr" '^scry: --where, -P/--trace-path, --trace-fds, -e status: 1 of [0-9]+ calls can meet the expression by their names$'
shows "$scratch/stderr" '^openat\(AT_FDCWD, "/etc/passwd", O_RDONLY\) = 3$'
same "calls" 1 "$(grep -c '^[a-z0-9_]*(' "$scratch/stderr")"
# A signal is not selected by what calls do.
trace -z --where 'signal == SIGUSR1 || name == kill' sh -c 'trap : USR1 USR2; kill -USR2 $$; kill -USR1 $$'
shows "$scratch/stderr" '^--- SIGUSR1'
lacks "$scratch/stderr" '^--- SIGUSR2'
trace -e status=none true
lacks "$scratch/stderr" '\('
trace -e trace-fds=none true
lacks "$scratch/stderr" '\('

# -e status does not change what is recorded; --where does.
trace -Z --record "$scratch/hidden.rec" cat /etc/passwd
"$scry" --replay "$scratch/hidden.rec" -o "$scratch/hidden" -e trace=execve,openat
shows "$scratch/hidden" '^openat\(.*"/etc/passwd".* = 3$'
trace --where failed --record "$scratch/hidden.rec" cat /etc/passwd /nonexistent
"$scry" --replay "$scratch/hidden.rec" -o "$scratch/hidden" -e trace=execve,openat
lacks "$scratch/hidden" ' = 3$'
shows "$scratch/hidden" '/nonexistent'

# The kernel compares the descriptors of -e trace-fds: other calls do not stop.
if "$scry" --engine=ptrace -d -f -e trace=sync -o /dev/null true 2>&1 | grep -q 'filter on$'; then
	stops() { "$scry" --engine=ptrace -f -o /dev/null "$@" "$programs/asked" reads 5000; }
	check "reads of another descriptor do not stop" [ "$(stops -e trace-fds=17)" -lt 500 ]
	check "nor of those that are left out" [ "$(stops -e 'trace-fds=!0,1,2,3,4,5')" -lt 500 ]
else
	not_tested "stops: no filter here"
fi

# The bpf engine does not write to the ring what is not shown.
case $engines in
*bpf)
	records() { "$scry" --engine=bpf -d -f -o "$scratch/bpf" "$@" 2>&1 >/dev/null | sed -n 's/.*the ring had \([0-9]*\) records*$/\1/p'; }
	few=200
	check "reads that succeed have no records with -Z" [ "$(records -Z "$programs/asked" reads 5000)" -lt $few ]
	check "nor reads of another descriptor" [ "$(records -e trace-fds=17 "$programs/asked" reads 5000)" -lt $few ]
	check "nor reads of another file" [ "$(records -P /etc/passwd "$programs/asked" reads 5000)" -lt $few ]
	check "what is shown has records" [ "$(records -z "$programs/asked" reads 5000)" -ge 5000 ]
	check "a recording has what is not shown" [ "$(records -Z --record "$scratch/all.rec" "$programs/asked" reads 5000)" -ge 5000 ]
	;;
esac

# The text of a symbolic link names no file of the caller, and neither does the name of a message queue.
mkdir -p "$scratch/links/other"
for engine in ptrace bpf; do
	[ "$engine" = ptrace ] || can_use_bpf "links with bpf" || continue
	for file in x other/link "$scratch/links/x"; do
		rm -f "$scratch/links/other/link"
		(cd "$scratch/links" && trace --engine=$engine -o "$scratch/trace" -P "$file" -e trace=symlink,symlinkat ln -s x other/link)
		same "$engine: -P $file" "$([ "$file" != other/link ] || echo 1)" "$(grep -c symlink "$scratch/trace" | grep -v '^0')"
	done
	rm -f "$scratch/links/other/link"
	(cd "$scratch/links" && trace --engine=$engine -o "$scratch/trace" --where 'args.oldpath == x || args.target == x' ln -s x other/link)
	same "$engine: the text by its name" 1 "$(grep -c symlink "$scratch/trace")"
done
finish
