#!/bin/sh
# SPDX-License-Identifier: MIT
# Every example of README.md, run as it is shown and in the order of the page, prints what the page shows, but for
# numbers, addresses and directories.
. "${srcdir:-.}/tests/live/lib.sh"
need python3

examples=$(cd "$srcdir" && pwd)/tests/live/examples.py
mkdir "$scratch/examples" "$scratch/bin" "$scratch/work"
ln -s "$scry" "$scratch/bin/scry"
check "README.md has examples" python3 "$examples" readme "$srcdir/README.md" "$scratch/examples"
"$scry" -V | grep -q '^libunwind: yes' || without_stacks=1
"$scry" --engine=bpf -e trace=none true 2>/dev/null || without_bpf=1

# can_show EXAMPLE: what it needs beside scry is here.
can_show()
{
	if grep -q '\bjq ' "$1"; then can_run jq "$(cat "$1")" || return; fi
	if grep -q '^cc ' "$1"; then can_run cc "$(tail -n 1 "$1")" || return; fi
	case $(cat "$1") in
	*--system*)
		[ -z "${without_bpf-}" ] || { not_tested "$(cat "$1"): no bpf here"; return 1; } ;;
	*policy=*)
		"$scry" -V | grep -q '^libseccomp: yes' && "$scry" -V | grep -q '^jansson: yes' ||
			{ not_tested "$(cat "$1"): scry is built without libseccomp or jansson"; return 1; } ;;
	*'scry -k '* | *--summary=stack*)
		[ -z "${without_stacks-}" ] || { not_tested "$(cat "$1"): scry is built without libunwind"; return 1; }
		[ -x "$scratch/work/app" ] || { not_tested "$(cat "$1"): its program was not built"; return 1; } ;;
	esac
}

# A machine that makes no call while an example traces it has an empty table, which is not printed.
(while kill -0 $$ && sleep 0.05; do :; done) >/dev/null 2>&1 </dev/null &
busy=$!
for example in "$scratch"/examples/*.sh; do
	can_show "$example" || continue
	(cd "$scratch/work" && PATH=$scratch/bin:$PATH timeout $((30 * patience)) sh "$example" >"$example.seen" 2>&1 </dev/null)
	check "the example: $(cat "$example")" python3 "$examples" compare "${example%.sh}.out" "$example.seen"
done
kill "$busy"
finish
