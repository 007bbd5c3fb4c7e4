#!/bin/sh
# SPDX-License-Identifier: MIT
# -k on programs of this build: the frames from the call to the start of the thread. stack_test.sh has more, and needs a compiler.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -k -o "$scratch/trace" true 2>"$scratch/stderr" || skip "$(sed -n 's/^scry: //p' "$scratch/stderr" | head -n 1)"

# frames_of CALL: prints the functions of the program below the first call of this name, in one line.
frames_of()
{
	awk -v call="$1" '
		/^ > / { if (on && sub(/^ > [^(]*\/blocked\(/, "")) { sub(/\+0x.*/, ""); print }; next }
		{ on = 0 }
		!seen && index($0, call) { on = seen = 1 }' "$scratch/trace" | paste -s -d ' '
}

trace -k -f -o "$scratch/trace" -e trace=write,exit_group "$programs/blocked"
ends_with 0
case " $(frames_of 'write(') " in
*' main '*) checks=$((checks + 1)) ;;
*) fail "the frames of write: $(frames_of 'write(')" ;;
esac
trace -k -f -o "$scratch/trace" -e trace=fsync "$programs/blocked"
case " $(frames_of 'fsync(') " in
*' wait_for_byte '*) checks=$((checks + 1)) ;;
*) fail "the frames of fsync: $(frames_of 'fsync(')" ;;
esac
lacks "$scratch/trace" unexpected_backtracing_error
finish
