#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the text of scry with that of strace on the programs of cases/: see compare.py.
# usage, in the top directory of the build tree: programs.sh [CASE...]; by default all cases
# KEEP=DIRECTORY keeps the traces and differences in DIRECTORY/CASE/; with REUSE=1 an earlier run's are compared again.
# STYLES="plain names" takes these styles of styles.tsv only. With ALTERED=1 altered.py runs instead. With ENGINES="bpf auto:50" engines.py
# compares these engines with ptrace, without strace.
. "${srcdir:-.}/tests/lib.sh"

here=$(cd "$srcdir/tests/programs" && pwd)
case $scry in /*) ;; *) scry=$PWD/$scry ;; esac
[ -n "${ENGINES-}" ] || need_strace
make_scratch
# rules_of MARK...: prints the rules of the blocks of doc/differences.md with these marks, which convert lines of strace to lines of scry.
rules_of()
{
	for mark; do
		awk -v begin="\`\`\`sed${mark:+ $mark}" '$0 == begin { on = 1; next } /^```/ { on = 0 } on' "$srcdir/doc/differences.md"
	done
}
rules_of '' >"$scratch/differences.sed"
rules_of '' i386 >"$scratch/i386.sed"
tests/differential/list_values "$(uname -m)" >"$scratch/lists" || fail "list_values"
# Each rule of documented.tsv names a paragraph.
while IFS='	' read -r case _ _ _ heading; do
	case $case in "#"*) continue ;; esac
	check "no paragraph: $heading" grep -qF "**$heading" "$srcdir/doc/differences.md"
done <"$here/documented.tsv"
programs=$PWD/tests sources=$(dirname "$here")
compiler32=$("$srcdir/maint/compiler32" gcc)
export programs sources compiler32
if [ -n "${ALTERED-}" ]; then
	check "something is hidden" /usr/bin/python3 "$here/altered.py" "$strace" "$scratch" "${KEEP:-$scratch/traces}" "$@"
elif [ -n "${ENGINES-}" ]; then
	check "a difference" /usr/bin/python3 "$here/engines.py" "$scry" "${KEEP:-$scratch/traces}" "$@"
else
	check "a difference" /usr/bin/python3 "$here/compare.py" "$strace" "$scry" "$scratch" "${KEEP:-$scratch/traces}" "$@"
fi
finish
