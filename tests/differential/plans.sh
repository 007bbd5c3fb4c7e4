# SPDX-License-Identifier: MIT
# Functions that write the calls of the fixtures calls, requests and sweep to $scratch/calls. $name is an ABI of the table, $here
# this directory, and $scratch/lists has what list_values prints. Sourced by tests.

# The calls of calls.txt.
plan_calls()
{
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
}

# Each request of ioctl(2), and the requests of requests.txt.
plan_requests()
{
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
}

# Each value of each list, through the calls of sweep.txt. $scratch/plan has the list of each call.
plan_sweep()
{
	: >"$scratch/unreached"
	awk -v make=plan -v abi="$name" -v unreached="$scratch/unreached" -f "$here/newer.awk" -f "$here/sweep.awk" \
		"$scratch/lists" "$srcdir/src/arch/syscalls.tsv" "$here/sweep.txt" >"$scratch/plan" ||
		fail "cannot make the plan"
	check "$(cat "$scratch/unreached")" [ ! -s "$scratch/unreached" ]
	sed 's/^[^ ]* //' "$scratch/plan" >"$scratch/calls"
}
