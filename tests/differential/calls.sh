# SPDX-License-Identifier: MIT
# Makes the calls of calls.txt. Sourced by test.sh. The calls are of Linux 5.1 and later, so that strace 7.2 knows them; an older
# strace does not know most of them.
if strace_is_old; then
	skip "$(basename "$strace") is too old for these calls"
fi
awk -v abi="$name" '
	FILENAME == ARGV[1] && FNR == 1 { for (i = 1; i <= NF; i++) if ($i == abi) column = i; next }
	FILENAME == ARGV[1] { number[$1] = $column; next }
	{ sub(/#.*/, "") }
	NF == 0 { next }
	$NF ~ /^only=/ && $NF != "only=" abi { next }
	{ sub(/ only=.*/, "") }
	!($1 in number) { print "calls.txt: there is no call " $1 >"/dev/stderr"; exit 1 }
	number[$1] == "-" { next }
	{
		$1 = number[$1]
		while (match($0, /&[0-9]*/)) {
			address = sprintf("0x%x", 268435456 + substr($0, RSTART + 1, RLENGTH - 1))
			$0 = substr($0, 1, RSTART - 1) address substr($0, RSTART + RLENGTH)
		}
		print
	}
' "$srcdir/src/arch/syscalls.tsv" "$here/calls.txt" >"$scratch/calls" || fail "cannot make the plan"
for options in '' -v -y '-X verbose'; do
	# shellcheck disable=SC2086 # a list of words
	both "calls.$abi $options" $options "$fixture" "$scratch/calls" && compare "calls.$abi $options"
done
