#!/bin/sh
# SPDX-License-Identifier: MIT
# -k: the functions that made calls, by name and number, however the program was built.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libunwind: yes' || {
	trace -k true
	ends_with 1
	same "why there are no stacks" \
		"scry: -k/--stack-trace: stacks cannot be had: scry was built without libunwind" \
		"$(cat "$scratch/stderr")"
	finish
}
compiler=${CC:-cc}
command -v "$compiler" >/dev/null || skip "no C compiler here"

# build NAME OPTION…
build()
{
	name=$1
	shift
	"$@" -g -o "$scratch/$name" "$srcdir/tests/live/stacks.c" 2>"$scratch/build" || {
		echo "$name cannot be built here: $(head -n 1 "$scratch/build")"
		return 1
	}
}

# stacks: of the last trace, a line each: the call, then the program's own functions from inside outwards.
stacks()
{
	awk -v program="$program" '
		function flush() { if (line) print line; line = "" }
		/^[a-z_0-9]+\(/ { flush(); line = $0; sub(/\(.*/, "", line); next }
		/^ > / && index($0, program "(") {
			frame = $0
			sub(/.*\(/, "", frame) # C++ shows parameters
			frame = $0; sub(/^ > [^(]*\(/, "", frame); sub(/\+0x[0-9a-f]+\) \[.*/, "", frame)
			sub(/\(int\)$/, "", frame)
			if (frame ~ /^(shop::)?(grow_heap|read_nothing|wake_nobody|work|main)$/) line = line " " frame
		}
		/^[-+]/ { flush() }
		END { flush() }' "$scratch/trace" | sort | uniq -c | sed 's/^ *//'
}

# by_function: the same of the table of --summary=stack.
by_function()
{
	awk '
		function flush() { if (line) print line; line = "" }
		/^ *[0-9]+ .*[0-9]\.[0-9]+ / { flush(); line = $1 " " $NF; next }
		/^-/ { flush() }
		{ name = $0; gsub(/^ +|\(int\)$/, "", name) }
		name ~ /^(shop::)?(grow_heap|read_nothing|wake_nobody|work|main)$/ { line = line " " name }
		END { flush() }' "$scratch/stderr"
}

# counts NAME PREFIX: the program made its calls from where the source says.
counts()
{
	program=$scratch/$1
	trace -k -o "$scratch/trace" -e trace=brk,read,futex "$program"
	ends_with 0
	stacks >"$scratch/counted"
	trace --summary=stack --folded="$scratch/folded" -e trace=brk,read,futex "$program"
	ends_with 0
	by_function >"$scratch/counted2"
	for wanted in "11 brk $2grow_heap $2work main" "7 read $2read_nothing $2work main" \
		"5 read $2read_nothing main" "3 futex $2wake_nobody main"; do
		checks=$((checks + 1))
		grep -qxF "$wanted" "$scratch/counted" || {
			fail "$1: no '$wanted' in:"
			cat "$scratch/counted"
		}
		grep -qxF "$wanted" "$scratch/counted2" || {
			fail "$1: --summary=stack has no '$wanted':"
			cat "$scratch/counted2"
		}
		# shellcheck disable=SC2086 # words
		set -- "$1" "$2" $wanted
		folded=$(echo "$wanted" | awk -v p="$2" '{ for (i = NF; i > 2; i--) printf "%s[^;]*;", $i }')
		grep -qE "^$1;.*;$folded([^;]*;)?$4 $3\$" "$scratch/folded" || {
			fail "$1: --folded has no $folded $4 $3:"
			cat "$scratch/folded"
		}
	done
}

build plain "$compiler" -O0 && counts plain ""
build fast "$compiler" -O2 -fomit-frame-pointer && counts fast ""
build fixed "$compiler" -O1 -no-pie && counts fixed ""
build static "$compiler" -O1 -static && counts static ""
build static-pie "$compiler" -O1 -static-pie && counts static-pie ""
command -v c++ >/dev/null && build cxx c++ -x c++ -O1 -fpermissive && counts cxx shop::

# Names from a separate file: beside the program, by its checksum; below .debug, by build-id.
if command -v objcopy >/dev/null && build apart "$compiler" -O2 -Wl,--build-id=none; then
	objcopy --only-keep-debug "$scratch/apart" "$scratch/apart.debug"
	objcopy --strip-all --add-gnu-debuglink="$scratch/apart.debug" "$scratch/apart"
	counts apart ""
	build apart2 "$compiler" -O2 -Wl,--build-id
	mkdir "$scratch/.debug"
	objcopy --only-keep-debug "$scratch/apart2" "$scratch/.debug/apart2.debug"
	cp "$scratch/.debug/apart2.debug" "$scratch/apart2.debug"
	objcopy --strip-all --add-gnu-debuglink="$scratch/apart2.debug" "$scratch/apart2"
	mv "$scratch/apart2.debug" "$scratch/apart2.debug.kept"
	counts apart2 ""
	# Of another program: not believed.
	cp "$scratch/apart.debug" "$scratch/.debug/apart2.debug"
	trace -k -o "$scratch/trace" -e trace=futex "$scratch/apart2"
	lacks "$scratch/trace" 'wake_nobody'
	shows "$scratch/trace" "^ > $scratch/apart2\\(\\) \\[0x[0-9a-f]+\\]\$"
fi

# Nothing to name anything by; a stack that leads nowhere; a file that is gone, or replaced.
program=$scratch/plain
if [ -e "$program" ]; then
	strip -o "$scratch/stripped" "$program"
	trace -k -o "$scratch/trace" -e trace=futex "$scratch/stripped"
	ends_with 0
	shows "$scratch/trace" "^ > $scratch/stripped\\(\\) \\[0x[0-9a-f]+\\]\$"
	trace -k -o "$scratch/trace" -e trace=getppid "$program" broken
	ends_with 0
	shows "$scratch/trace" '^getppid'
	shows "$scratch/trace" "^ > $program\\(break_stack\\+0x"
	shows "$scratch/trace" "^ > unexpected_backtracing_error \\[0x5a5a5a5a5a5a5a5a\\]\$"
	cp "$program" "$scratch/gone"
	trace -k -o "$scratch/trace" -e trace=futex "$scratch/gone" gone "$scratch/gone"
	ends_with 0
	shows "$scratch/trace" "^ > $scratch/gone \\(deleted\\)\\("
	same "frames of a file that is gone" 3 "$(grep -c "(deleted)(" "$scratch/trace" | awk '{ print $1 / 3 }')"

	trace -k --stack-trace-frame-limit=2 -o "$scratch/trace" -e trace=futex "$program"
	same "frames, limited" 6 "$(grep -c '^ > .*\[0x' "$scratch/trace")"
	same "notes of the limit" 3 "$(grep -c '^ > too many stack frames$' "$scratch/trace")"

	find_python
	trace --json -k -o "$scratch/json" -e trace=futex "$program"
	validate "$scratch/json" "records with stacks"
	same "functions in records" 3 "$(jq -r 'select(.name == "futex") | .stack.frames[].symbol // empty' \
		"$scratch/json" | grep -c '^wake_nobody$')"
fi

# Lines of the source, from the program itself and from the separate file.
if "$scry" -V | grep -q '^libdw: yes'; then
	source=$srcdir/tests/live/stacks.c
	line=$(grep -n 'SYS_futex' "$source" | cut -d: -f1)
	call=$(grep -n '^	wake_nobody(3)' "$source" | cut -d: -f1)
	for name in plain fast static cxx apart apart2; do
		[ -e "$scratch/$name" ] || continue
		[ "$name" = apart2 ] && cp "$scratch/apart2.debug.kept" "$scratch/.debug/apart2.debug"
		trace -kk -o "$scratch/trace" -e trace=futex "$scratch/$name"
		ends_with 0
		shows "$scratch/trace" "wake_nobody.* \\[0x[0-9a-f]+\\] .*/stacks\\.c:$line\$"
		shows "$scratch/trace" "main.* \\[0x[0-9a-f]+\\] .*/stacks\\.c:$call\$"
	done
	trace --json --stack-trace=source -o "$scratch/json" -e trace=futex "$scratch/plain"
	validate "$scratch/json" "records with lines"
	same "lines in records" "$line" "$(jq -r 'select(.name == "futex") | .stack.frames[] |
		select(.symbol == "wake_nobody") | .line' "$scratch/json" | sort -u)"
	# One frame without a line: of a stripped program.
	trace -kk -o "$scratch/trace" -e trace=futex "$scratch/stripped"
	lacks "$scratch/trace" "$scratch/stripped.*:[0-9]+\$"
else
	trace -kk "$scratch/plain"
	ends_with 1
fi

# Signals have stacks; the first execve has none of scry's own.
trace -k -o "$scratch/trace" sh -c 'kill -TERM $$'
ends_with 143
shows "$scratch/trace" '^--- SIGTERM'
same "frames below the signal" yes \
	"$(awk '/^--- SIGTERM/ { getline; if (/^ > /) print "yes" }' "$scratch/trace")"
lacks "$scratch/trace" '^ > .*/scry\('

trace -k -c true
shows "$scratch/stderr" '^scry: -k/--stack-trace has no effect with -c/--summary-only$'
trace --stack-trace=lines true
ends_with 1
trace --stack-trace-frame-limit=0 true
ends_with 1
finish
