#!/bin/sh
# SPDX-License-Identifier: MIT
# -k: the stack of each call has the right functions, however the program was built.
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

# build NAME COMPILER OPTION...: compiles stacks.c to $scratch/NAME.
build()
{
	name=$1
	shift
	"$@" -g -o "$scratch/$name" "$srcdir/tests/live/programs/stacks.c" 2>"$scratch/build" || {
		not_tested "stacks of a program built with $*: $(head -n 1 "$scratch/build")"
		return 1
	}
}

# stacks: prints for each call of the last trace its name and the functions of the program from the innermost to the
# outermost one; equal lines are counted.
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

# by_function: prints the same lines from the table of --summary=stack.
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

# counts NAME PREFIX: the stacks and their numbers match the source. PREFIX is the namespace in C++.
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
		grep -qE "^$1;.*;$folded([^;]*;)?(__kernel_vsyscall;)?$4 $3\$" "$scratch/folded" || {
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
# Programs of 32 bits on a 64-bit machine.
narrow=
if [ -n "${ENGINE_IS_BPF-}" ]; then
	:
elif ! "$scry" -V | grep -q '^libdw: yes'; then
	not_tested "stacks of 32-bit programs: scry was built without libdw"
elif [ "$(uname -m)" = x86_64 ] && [ -n "$(cat cc32)" ]; then
	narrow=1
	for options in "-O0" "-O2 -fomit-frame-pointer" "-O1 -no-pie" "-O1 -static"; do
		# shellcheck disable=SC2046,SC2086 # lists of words
		build narrow $(cat cc32) $options && counts narrow ""
	done
	shows "$scratch/trace" '^ > \[vdso\]\(__kernel_vsyscall\+0x[0-9a-f]+\) \['
	shows "$scratch/trace" "^ > $scratch/narrow\\(_start\\+"
	# The engine that takes no such stacks does not take over.
	SCRY_HAND_OVER=1 "$scry" -k -o "$scratch/trace" -e trace=brk,read,futex "$scratch/narrow"
	same "calls with a stack" "$(grep -cE '^(brk|read|futex)\(' "$scratch/trace")" "$(grep -c '(_start+' "$scratch/trace")"
	trace -kk -o "$scratch/trace" -e trace=futex "$scratch/narrow"
	shows "$scratch/trace" "^ > $scratch/narrow\\(wake_nobody\\+.*stacks\\.c:[0-9]+\$"
else
	not_tested "32-bit programs: no compiler here"
fi
# Code without unwind tables and with frame pointers: the stack goes through it and ends in the C library.
if build bare "$compiler" -O1 -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-omit-frame-pointer; then
	counts bare ""
	lacks "$scratch/trace" 'unexpected_backtracing_error'
	shows "$scratch/trace" "^ > $scratch/bare\\(_start\\+"
fi
spells_names=$("$scry" -V | grep '^libiberty: yes')
[ -n "$spells_names" ] || not_tested "names of C++ and Rust: scry was built without libiberty"
[ -n "$spells_names" ] && can_run c++ "names of C++" && build cxx c++ -x c++ -O1 -fpermissive && counts cxx shop::

# Symbols from a separate debug file: beside the program, verified by checksum, and below .debug, verified by build-id.
if can_run objcopy "separate debug files" && build apart "$compiler" -O2 -Wl,--build-id=none; then
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
	# A debug file of another program is not used.
	cp "$scratch/apart.debug" "$scratch/.debug/apart2.debug"
	trace -k -o "$scratch/trace" -e trace=futex "$scratch/apart2"
	lacks "$scratch/trace" 'wake_nobody'
	shows "$scratch/trace" "^ > $scratch/apart2\\(\\) \\[0x[0-9a-f]+\\]\$"
fi

# A program without symbols, a corrupt stack, and a program file that was removed.
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
	same "frames of a removed file" 3 "$(grep -c "(deleted)(" "$scratch/trace" | awk '{ print $1 / 3 }')"

	trace -k --stack-trace-frame-limit=2 -o "$scratch/trace" -e trace=futex "$program"
	same "frames, limited" 6 "$(grep -c '^ > .*\[0x' "$scratch/trace")"
	same "notes of the limit" 3 "$(grep -c '^ > too many stack frames$' "$scratch/trace")"

	find_python
	trace --json -k -o "$scratch/json" -e trace=futex "$program"
	validate "$scratch/json" "records with stacks"
	same "functions in records" 3 "$(jq -r 'select(.name == "futex") | .stack.frames[].symbol // empty' \
		"$scratch/json" | grep -c '^wake_nobody$')"
fi

# Source lines, from the program itself and from a separate debug file.
if "$scry" -V | grep -q '^libdw: yes'; then
	source=$srcdir/tests/live/programs/stacks.c
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
	# A stripped program has no source lines.
	trace -kk -o "$scratch/trace" -e trace=futex "$scratch/stripped"
	lacks "$scratch/trace" "$scratch/stripped.*:[0-9]+\$"
else
	not_tested "lines of the source: scry was built without libdw"
	trace -kk "$scratch/plain"
	ends_with 1
fi

# Rust names are demangled, in both mangling schemes.
if [ -n "$spells_names" ] && can_run rustc "names of Rust in a program"; then
	cat >"$scratch/shop.rs" <<'END'
mod shop {
    extern "C" { fn getppid() -> i32; }
    pub struct Till<T>(pub T);
    impl<T: Copy + Into<i64>> Till<T> {
        #[inline(never)]
        pub fn open(&self) -> i64 { unsafe { getppid() as i64 + self.0.into() } }
    }
}
fn main() { println!("{}", std::hint::black_box(shop::Till(3i32).open()) + 1); }
END
	if ! (cd "$scratch" && rustc -C symbol-mangling-version=v0 -o shop shop.rs) 2>/dev/null; then
		not_tested "names of Rust, mangled as v0: rustc cannot"
	else
		trace -k -o "$scratch/trace" -e trace=getppid "$scratch/shop"
		shows "$scratch/trace" '^ > .*/shop\(<shop::shop::Till<i32>>::open\+0x'
		shows "$scratch/trace" '^ > .*/shop\(shop::main\+0x'
	fi
	if ! (cd "$scratch" && rustc -o shop shop.rs) 2>/dev/null; then
		not_tested "names of Rust: rustc builds nothing"
	else
		trace -k -o "$scratch/trace" -e trace=getppid "$scratch/shop"
		shows "$scratch/trace" '^ > .*/shop\(<?shop::shop::Till<.*>>?::open\+0x'
		lacks "$scratch/trace" '_ZN|_R[NI]|17h'
	fi
fi

# Frames in the vDSO, and in generated code that /tmp/perf-PID.map names.
if build made "$compiler" -O1 -fno-omit-frame-pointer; then
	trace -k -o "$scratch/trace" -e trace=clock_gettime "$scratch/made" vdso
	shows "$scratch/trace" '^ > \[vdso\]\(.*\) \[0x[0-9a-f]+\]$'
	shows "$scratch/trace" '^ > .*/made\(main\+0x'
	trace -k -o "$scratch/trace" -e trace=getppid "$scratch/made" jit
	ends_with 0
	shows "$scratch/trace" '^ > /tmp/perf-[0-9]+\.map\(compiled at once\+0xb\) \[0x[0-9a-f]+\]$'
	shows "$scratch/trace" '^ > .*/made\(main\+0x'
fi

# Corrupt files: random bytes of the sections with unwind tables and symbols are replaced. scry must not crash.
if can_run python3 "files that lie" && [ -e "$scratch/fixed" ]; then
	cat >"$scratch/spoil.py" <<'END'
import random, struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
random.seed(int(sys.argv[3]))
at, count, names = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 60)
headers = [struct.unpack_from("<IIQQQQ", data, at + 64 * i) for i in range(count)]
strings = headers[names][4]
wanted = (b".eh_frame", b".eh_frame_hdr", b".symtab", b".strtab", b".debug_line", b".debug_info", b".note.gnu.build-id")
places = [(h[4], h[5]) for h in headers
          if bytes(data[strings + h[0]:data.index(0, strings + h[0])]) in wanted] + [(at, 64 * count)]
for _ in range(random.choice([1, 5, 50])):
    start, size = random.choice(places)
    place = start + random.randrange(size)
    data[place:place + 1] = random.choice([bytes([random.randrange(256)]), b"\xff"])
open(sys.argv[2], "wb").write(data)
END
	option=-k
	"$scry" -V | grep -q '^libdw: yes' && option=-kk
	i=0
	while [ $i -lt 12 ]; do
		for name in fixed static; do
			[ -e "$scratch/$name" ] || continue
			python3 "$scratch/spoil.py" "$scratch/$name" "$scratch/spoilt" $i
			chmod +x "$scratch/spoilt"
			trace $option -o "$scratch/trace" -e trace=futex "$scratch/spoilt"
			checks=$((checks + 1))
			[ "$status" = 0 ] && [ "$(grep -c '^futex(' "$scratch/trace")" = 3 ] ||
				fail "$name, spoilt by seed $i: status $status"
		done
		i=$((i + 1))
	done
fi

# Signals have stacks. The execve of the launch has no stack, because it would show the code of scry.
trace -k -o "$scratch/trace" sh -c 'kill -TERM $$'
ends_with 143
shows "$scratch/trace" '^--- SIGTERM'
same "frames below the signal" yes \
	"$(awk '/^--- SIGTERM/ { getline; if (/^ > /) print "yes" }' "$scratch/trace")"
lacks "$scratch/trace" '^ > .*/scry\('

# A thread that is killed while its stack is taken, by the execve of another one, is no 32-bit program, and does not use up the
# message about one that comes later.
cat >"$scratch/again.c" <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char **arguments;

static void *call(void *unused)
{
	for (;;)
		getppid();
	return unused;
}

static void *execute(void *unused)
{
	char left[12];

	if (!atoi(arguments[1]))
		_exit(0);
	snprintf(left, sizeof(left), "%d", atoi(arguments[1]) - 1);
	execl("/proc/self/exe", arguments[0], left, (char *)NULL);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	arguments = argv;
	for (int i = 0; i < 6; i++)
		pthread_create(&thread, NULL, call, NULL);
	pthread_create(&thread, NULL, execute, NULL);
	pthread_join(thread, NULL);
	return argc;
}
END
if "$compiler" -pthread -o "$scratch/again" "$scratch/again.c" 2>"$scratch/build"; then
	trace -f -k -o "$scratch/trace" "$scratch/again" 80
	ends_with 0
	same "messages about a 64-bit program" "" "$(cat "$scratch/stderr")"
	echo 'int main(void) { return 0; }' >"$scratch/foreign.c"
	# shellcheck disable=SC2046 # a list of words
	if [ "$(uname -m)" = x86_64 ] && [ -n "$(cat cc32)" ] && $(cat cc32) -o "$scratch/foreign" "$scratch/foreign.c" && "$scratch/foreign"; then
		trace -f -k -o "$scratch/trace" sh -c '"$0" 5; "$1"; exec "$1"' "$scratch/again" "$scratch/foreign"
		if [ -n "$narrow" ]; then
			same "messages about a 32-bit program" "" "$(cat "$scratch/stderr")"
		else
			same "messages about a 32-bit program" 1 "$(grep -c 'cannot unwind stacks of 32-bit programs with' "$scratch/stderr")"
			named=$(sed -n 's/.*no stacks of process \([0-9]*\):.*/\1/p' "$scratch/stderr")
			shows "$scratch/trace" "^$named +execve\\(\"$scratch/foreign\""
		fi
	else
		not_tested "stacks of 32-bit programs: none can be made here, or their stacks are shown"
	fi
else
	not_tested "threads that are killed meanwhile: $(head -n 1 "$scratch/build")"
fi

trace -k -c true
shows "$scratch/stderr" '^scry: -k/--stack-trace has no effect with -c/--summary-only$'
trace --stack-trace=lines true
ends_with 1
trace --stack-trace-frame-limit=0 true
ends_with 1
finish
