#!/bin/sh
# SPDX-License-Identifier: MIT
# --diff: equal runs have no differences, and of runs that differ just the differences are shown.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
a=$scratch/a.rec b=$scratch/b.rec
find_python

# record FILE COMMAND...
record()
{
	file=$1
	shift
	trace -f --record="$file" "$@"
}

# changes: the lines of the differences on stdout, without context and heads.
changes()
{
	grep '^[-+]' "$scratch/stdout" | grep -v '^--- \|^+++ /\|^+++ .*\.rec$'
}

# digits FILE: of the first process of a recording. A number that is written has as many bytes.
digits()
{
	"$scry" --replay="$1" --json -e trace=none 2>&1 | sed -n 's/.*"pid":\([0-9]*\).*/\1/p' | head -n 1 | wc -c
}

# equal WHAT COMMAND...: two runs have no differences. Numbers of processes begin anew at 300: then the runs are made again.
equal()
{
	what=$1
	shift
	for attempt in 1 2 3; do
		record "$a" "$@"
		record "$b" "$@"
		[ "$(digits "$a")" != "$(digits "$b")" ] || break
	done
	trace --diff "$a" "$b"
	same "$what: status" 0 "$status"
	same "$what: differences" "" "$(head -n 20 "$scratch/stdout")"
	same "$what: messages" "" "$(cat "$scratch/stderr")"
}

equal 'ls' ls -l /usr
equal 'a pipeline' sh -c 'seq 100 | sort -n | tail -n 1; echo $$'
equal 'a temporary file' sh -c 'f=$(mktemp); d=$(mktemp -d); echo $$ >"$f"; cat "$f"; rm "$f"; rmdir "$d"'
mkdir "$scratch/make"
printf 'all: b c\nb: a\n\tcp a b\nc: b\n\tcat a b >c\n' >"$scratch/make/Makefile"
echo text >"$scratch/make/a"
if can_run make 'a build'; then
	equal 'a build' sh -c "cd '$scratch/make' && rm -f b c && make -j1 && rm -f b c"
fi
# An interpreter, but not Python, where the place of an arena decides when the next one is made, and not Perl, which reads random bytes.
equal 'awk' awk 'BEGIN { while (n++ < 9) print n }'

# Two runs with each engine, and of a 32-bit program.
engine_equal()
{
	engine=$1
	shift
	trace --engine="$engine" -f --record="$a" "$@"
	trace --engine="$engine" -f --record="$b" "$@"
	trace --diff "$a" "$b"
	same "$1 with $engine: differences" "" "$(head -n 20 "$scratch/stdout")"
	ends_with 0
}
each_engine engine_equal

# A program before and after a change: it removes a file no more.
printf 'echo hello\nrm -f %s/gone\ntrue\n' "$scratch" >"$scratch/before"
printf 'echo hello\ntrue\n' >"$scratch/after"
cp "$scratch/before" "$scratch/program"
record "$a" sh "$scratch/program"
cp "$scratch/after" "$scratch/program"
record "$b" sh "$scratch/program"
trace -e trace=unlink,unlinkat --diff "$a" "$b"
ends_with 1
same 'a file that is not removed' 1 "$(changes | grep -c unlink)"
shows "$scratch/stdout" '^-unlink.*/gone"'
shows "$scratch/stdout" '^@@ -[0-9]+,[0-9]+ \+0,0 @@ process [0-9]+, rm, only in '
lacks "$scratch/stdout" '^\+[^+]'
trace -e trace=unlink,unlinkat --diff "$b" "$a"
ends_with 1
shows "$scratch/stdout" '^\+unlink.*/gone"'

# An error that is injected into one call.
echo x >"$scratch/read"
record "$a" cat "$scratch/read"
trace -o "$scratch/diff" -e trace=openat,close,exit_group --diff "$a" -P "$scratch/read" \
	-e inject=openat:error=ENOENT -- cat "$scratch/read"
ends_with 1
grep '^[-+][a-z]' "$scratch/diff" | sed 's/(.* = / = /; s/ *(No such.*//' >"$scratch/changed"
same 'an injected error' '-openat = 3 +openat = -1 ENOENT -close = 0' \
	"$(tr '\n' ' ' <"$scratch/changed" | sed 's/ $//')"
trace --diff "$a" -- cat "$scratch/read"
ends_with 0
same 'a command that does the same prints only its output' x "$(cat "$scratch/stdout")"

trace --diff "$a" -- cat /dev/null
ends_with 1
shows "$scratch/stdout" '^[+]openat\(AT_FDCWD, "/dev/null", O_RDONLY\) += 3$'

# Commands in one word: the name of a program with arguments, what only a shell understands, a file.
echo x >"$scratch/other"
trace -e trace=openat,read,exit_group --diff "cat $scratch/read" "cat $scratch/read"
ends_with 0
same 'two commands that do the same print only their output' 'x x' "$(tr '\n' ' ' <"$scratch/stdout" | sed 's/ $//')"
trace -e trace=openat --diff "cat $scratch/read | cat" "cat $scratch/other | cat"
ends_with 1
shows "$scratch/stdout" "^-openat.*/read\""
shows "$scratch/stdout" "^[+]openat.*/other\""
shows "$scratch/stdout" "^[+]{3} cat $scratch/other [|] cat$"
for name in one two; do
	printf '#!/bin/sh\n: <%s\n' "$scratch/$name" >"$scratch/$name.sh"
	chmod +x "$scratch/$name.sh"
	: >"$scratch/$name"
done
trace -e trace=openat --diff "$scratch/one.sh" "$scratch/two.sh"
ends_with 1
shows "$scratch/stdout" "^[+]openat.*/two\""
# One of them may be a recording, or follow --. Filters, and commands that fail or that a signal ends, are no trouble.
record "$a" cat "$scratch/read"
for second in "$a" "-- cat $scratch/read"; do
	# shellcheck disable=SC2086 # words
	trace -e trace=openat --diff "cat $scratch/other" $second
	ends_with 1
	shows "$scratch/stdout" "^-openat.*/other\""
	shows "$scratch/stdout" "^[+]openat.*/read\""
done
trace -e trace=exit_group --diff "$a" 'sh -c "exit 3"'
ends_with 1
shows "$scratch/stdout" '^[+]exit_group\(3\)'
trace -e trace=kill --diff 'kill -9 $$' 'kill -9 $$'
ends_with 0
# A signal that ends scry reaches the first command, and there is no second one.
timeout 60 "$scry" -o /dev/null --diff "echo >'$scratch/begun'; sleep 100; :" "echo >'$scratch/second'; :" 2>"$scratch/stderr" &
compared=$!
wait_for "the first command" test -e "$scratch/begun"
kill $compared
wait $compared
same "status of a comparison that a signal ends" 2 $?
check "no second command" [ ! -e "$scratch/second" ]

# Records.
trace --json -e trace=openat -P "$scratch/read" -o "$scratch/diff" --diff "$a" -e inject=openat:error=EACCES -- \
	cat "$scratch/read"
ends_with 1
if can_run jq 'records'; then
	validate "$scratch/diff" 'records'
	same 'what differs' '["changed","openat",["result"]]' \
		"$(jq -c 'select(.name == "openat") | [.change, .name, .differs]' "$scratch/diff")"
fi

# Times count if they are asked for.
record "$a" sleep 0
record "$b" sleep 0.1
trace -e trace=clock_nanosleep,nanosleep,exit_group --diff "$a" "$b"
ends_with 1
shows "$scratch/stdout" 'nanosleep.*tv_nsec=100000000'
record "$a" sh -c 'sleep 0.01; true'
# The second one waits more than three times as long, however long the first one waited.
waited=$("$scry" --replay="$a" -T -e trace=wait4 2>&1 | sed -n 's/^wait4.*<\([0-9.]*\)>$/\1/p' | head -n 1)
check "the first one waited '$waited' s" [ -n "$waited" ]
record "$b" sh -c 'sleep "$1"; true' sh "$(awk -v waited="$waited" 'BEGIN { print 0.5 + 5 * waited }')"
trace -e trace=wait4 --diff "$a" "$b"
ends_with 0
trace -e trace=wait4 -T --diff-time=3 --diff "$a" "$b"
ends_with 1
shows "$scratch/stdout" '^\+wait4.*<([1-9]|0\.[1-9])'

trace --color=always -e trace=wait4 --diff-time=3 --diff "$a" "$b"
shows "$scratch/stdout" "$(printf '^\033\\[32m\\+wait4')"

# The last line says how much differs. Calls can be left out of the comparison.
record "$a" sh -c 'cd /; cd /usr; cd /none-a'
record "$b" sh -c 'cd /; cd /none; cd /none; cd /none-b'
trace -e trace=chdir --diff "$a" "$b"
ends_with 1
same "the last line" "2 calls differ; 1 call only in $b; 2 calls fail only in $b" "$(tail -n 1 "$scratch/stdout")"
trace -e trace=chdir --diff-ignore='/(usr|none)"' --diff-ignore='none-[ab]' --diff "$a" "$b"
ends_with 0
same "nothing differs" '' "$(cat "$scratch/stdout")"
trace -e trace=chdir --diff-ignore='/none"' --diff "$a" "$b"
ends_with 1
lacks "$scratch/stdout" '"/none"'

# Trouble.
trouble()
{
	pattern=$1
	shift
	trace "$@"
	ends_with 2
	shows "$scratch/stderr" "$pattern"
}
head -c 500 /dev/urandom >"$scratch/noise"
head -c 2000 "$a" >"$scratch/cut"
trouble 'is no recording' --diff "$a" "$scratch/noise"
trouble 'cut at offset' --diff "$scratch/cut" "$a"
trouble 'cut at offset' --diff "$a" "$scratch/cut"
trouble 'No such file' --diff "$a" "$scratch/none"
trouble "beside '.*' a second .* is missing; it takes two recordings" --diff "$a"
trouble "'third' is one word too many; it takes two recordings" --diff "$a" "$b" third
trouble "'--json' is an option and was taken for a recording; it takes" --diff --json "$a" "$b"
trouble 'it was given twice; it takes two recordings' --diff="$a" --diff="$b"
trouble 'cannot be given with --diff' -c --diff "$a" "$b"
trouble 'cannot be given with two recordings' -e inject=read:error=EIO --diff "$a" "$b"
trouble 'takes two recordings' --diff 'echo a'
trouble "cannot read 'nosuch'" --diff 'echo a' nosuch
trouble 'cannot find' --diff "$a" -- "$scratch/no-such-program"

finish
