#!/bin/sh
# SPDX-License-Identifier: MIT
# What the entry of a call cannot read, because it is not resident, the bpf engine reads when the call returns, and says so.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
programs=$PWD/tests/live
printf '#!/bin/sh -e\nexit 0\n' >"$scratch/script"
chmod +x "$scratch/script"

# execs ENGINE ARGUMENTS...: the lines about the call that the program makes.
execs()
{
	engine=$1
	shift
	trace --engine="$engine" -v -e trace=execve,execveat -o "$scratch/$engine" "$programs/untouched" "$@"
	sed -n 2p "$scratch/$engine"
}

# The path, the strings and the vectors of a call that succeeds come from the new program.
# shellcheck disable=SC2086 # lists of words
for arguments in "/bin/true a bc" "vector /bin/true a bc" "at /bin true a" "vector at /bin true a"; do
	same "$arguments" "$(execs ptrace $arguments)" "$(execs bpf $arguments)"
	shows "$scratch/bpf" '"a".*\["ONE=1", "TWO=two"\].* = 0$'
done
# The kernel removes argument 0 of a script, and nothing says how many a vector had that was not read.
execs bpf "$scratch/script" x y >"$scratch/line"
shows "$scratch/line" 'execve\("[^"]*/script", \[0x[0-9a-f]+, "x", "y"\], \["ONE=1", "TWO=two"\]\) = 0$'
execs bpf vector "$scratch/script" x y >"$scratch/line"
shows "$scratch/line" 'execve\("[^"]*/script", 0x[0-9a-f]+, \["ONE=1", "TWO=two"\]\) = 0$'
# The kernel does not read the arguments for a program that does not exist. Since Linux 6.18 the engine does: bpf_cold_test.sh.
execs bpf /nothing a b >"$scratch/line"
if grep -q '"ONE=1"' "$scratch/line"; then
	read_later=1
	same "arguments that the kernel does not read" "$(execs ptrace /nothing a b)" "$(cat "$scratch/line")"
else
	read_later=
	shows "$scratch/line" 'execve\("/nothing", \[0x[0-9a-f]+, 0x[0-9a-f]+, 0x[0-9a-f]+\], .* = -1 ENOENT'
fi

if command -v jq >/dev/null; then
	find_python
	trace --engine=bpf --json --environment -e trace=execve -o "$scratch/json" "$programs/untouched" /bin/true a
	same "late arguments" '["pathname","argv","envp"]' "$(jq -c 'select(.args.pathname.path == "/bin/true").late' "$scratch/json")"
	same "late arguments of the launch" null "$(jq -c 'select(.type == "call" and .args.pathname.path != "/bin/true").late' "$scratch/json")"
	validate "$scratch/json" "records with late memory"
	trace --engine=bpf --json --environment -e trace=execve -o "$scratch/json" "$programs/untouched" /nothing a
	same "late arguments of a call that fails" "$([ "$read_later" ] && echo '["pathname","argv","envp"]' || echo '["pathname"]')" \
		"$(jq -c 'select(.args.pathname.path == "/nothing").late' "$scratch/json")"
	same "arguments that were not read" "$([ "$read_later" ] && echo '[null,null]' || echo '[false,false]')" \
		"$(jq -c 'select(.args.pathname.path == "/nothing") | [.args.argv[].captured]' "$scratch/json")"
	validate "$scratch/json" "records without memory"
	trace --engine=ptrace --json --environment -e trace=execve -o "$scratch/json" "$programs/untouched" /bin/true a
	lacks "$scratch/json" '"late"'
	# A recording keeps which memory was late, and so does a replay of it.
	# It has 4,096 bytes of a string (--record-limit), and make has variables that are longer.
	for name in $(env | awk -F= 'length > 4000 && /^[A-Za-z_]+=/ { print $1 }'); do
		unset "$name"
	done
	if "$scry" -V | grep -q '^libzstd: yes'; then
		trace --engine=bpf --json --environment -e trace=execve --record="$scratch/late.rec" --record-environment -o "$scratch/live" "$programs/untouched" /bin/true a
		trace --replay="$scratch/late.rec" --json --environment -o "$scratch/replayed"
		for of in live replayed; do
			same "late arguments, $of" '["pathname","argv","envp"]' \
				"$(jq -c 'select(.args.pathname.path == "/bin/true").late' "$scratch/$of")"
		done
		check "a replay shows other records" cmp -s "$scratch/live" "$scratch/replayed"
		trace --replay="$scratch/late.rec" --json --environment -s 3 -o "$scratch/replayed"
		same "late arguments with -s 3" '["pathname","argv","envp"]' \
			"$(jq -c 'select(.args.pathname.path == "/bin/true").late' "$scratch/replayed")"
	else
		not_tested "late memory in recordings: no libzstd here"
	fi
else
	not_tested "records: no jq here"
fi
finish
