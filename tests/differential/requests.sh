# SPDX-License-Identifier: MIT
# Makes each ioctl request with a buffer of small numbers, successful and failed, with NULL, and failed with unmapped
# memory; then the requests of requests.txt. Sourced by test.sh.
awk -v abi="$name" '
	FILENAME == ARGV[1] { if ($1 == "ioctl") for (i = 2; i <= NF; i++) if (FNR > 1 && i == column) number = $i; }
	FILENAME == ARGV[1] && FNR == 1 { for (i = 1; i <= NF; i++) if ($i == abi) column = i; next }
	FILENAME == ARGV[1] { next }
	FILENAME == ARGV[2] { if ($1 == "list") { on = $2 == "ioctl"; next } }
	FILENAME == ARGV[2] {
		if (!on)
			next
		request[$2] = $3
		if (!($3 in names))
			requests[++n] = $3
		names[$3] = names[$3] " " $2
		next
	}
	{ sub(/#.*/, "") }
	NF == 0 { next }
	$NF ~ /^only=/ && $NF != "only=" abi { next }
	{ sub(/ only=.*/, "") }
	$1 == "-" { left_out = left_out (left_out == "" ? "" : "|") $2; next }
	{
		last = split($1, of, "|")
		$1 = ""
		words = ($2 ~ /^[0-9a-fx]+$/ ? "" : " 0x10000000") $0
		for (i = 1; i <= last; i++) {
			if (!(of[i] in request) && of[i] !~ /^0x/) {
				print "requests.txt: there is no request " of[i] >"/dev/stderr"
				exit 1
			}
			lines[++m] = number " 3 " (of[i] in request ? request[of[i]] : of[i]) words
		}
	}
	END {
		for (offset = 0; offset < 160; offset += 4)
			memory = memory " " offset ":4=" offset / 4 + 1
		for (i = 1; i <= n; i++) {
			if (names[requests[i]] ~ " (" left_out ")( |$)")
				continue
			print number " 3 " requests[i] " 0x10000000" memory
			print number " 3 " requests[i] " 0x10000000" memory " =-22"
			print number " 3 " requests[i] " 0"
			print number " 3 " requests[i] " 0x20000000 =-22"
		}
		for (i = 1; i <= m; i++)
			print lines[i]
	}
' "$srcdir/src/arch/syscalls.tsv" "$scratch/lists" "$here/requests.txt" >"$scratch/calls" || fail "cannot make the plan"
for options in '' -v; do
	# shellcheck disable=SC2086 # a list of words
	both "requests.$abi $options" $options "$fixture" "$scratch/calls" && compare "requests.$abi $options"
done
