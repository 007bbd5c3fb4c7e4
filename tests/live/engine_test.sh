#!/bin/sh
# SPDX-License-Identifier: MIT
# The engine: --engine, SCRY_ENGINE, the options that only one engine has, and what --debug says of the choice.
. "${srcdir:-.}/tests/live/lib.sh"

unset SCRY_ENGINE

# chooses WHY ARGUMENTS...: with --debug scry says which engine it takes, and why.
chooses()
{
	why=$1
	shift
	trace --debug -e trace=none -o "$scratch/trace" "$@" true
	shows "$scratch/stderr" "^scry: engine $why\$"
}

# refused SENTENCE ARGUMENTS...
refused()
{
	sentence=$1
	shift
	trace "$@" true
	ends_with 1
	shows "$scratch/stderr" "^scry: $sentence"
	lacks "$scratch/stderr" 'exited'
}

chooses 'ptrace: no option needs another'
chooses 'ptrace: no option needs another' --engine=bpf --engine=auto
chooses 'ptrace: --engine says so' --engine=ptrace
chooses 'ptrace: -e inject/-e fault needs it' -e inject=getppid:retval=1
refused '--comm and PROG \[ARGS\] cannot be given together$' --engine=ptrace --comm=true

# --why-engine traces nothing.
trace --why-engine -e fault=getppid sh -c 'echo runs'
ends_with 0
shows "$scratch/stdout" '^engine ptrace: -e inject/-e fault needs it$'
shows "$scratch/stdout" '^engine bpf: it (needs|is not|can be had)'
lacks "$scratch/stdout" runs
# It says what the trace itself says with --debug, from the same table.
if "$scry" --why-engine | grep -q '^engine bpf: it takes over'; then
	for options in --why "--report=$scratch/page" "--export=$scratch/data" '--summary=path' '-b execve' --syscall-limit=3 -Y --decode-pids=comm; do
		# shellcheck disable=SC2086 # words
		why=$("$scry" --why-engine $options true | sed -n 's/^engine bpf: .* does not take over from ptrace, because \(.*\)\.$/\1/p')
		# shellcheck disable=SC2086
		trace --debug -o "$scratch/trace" $options true
		grep -q 'is not in this build\|was built without' "$scratch/stderr" && continue
		check "--why-engine says nothing about $options" [ -n "$why" ]
		checks=$((checks + 1))
		grep -qF "does not take over, because $why" "$scratch/stderr" || fail "--why-engine is wrong about $options: $why"
	done
	for options in '' -y -c '-e trace=getppid' '-O 1 --summary=path' '-f -Y'; do
		# shellcheck disable=SC2086
		check "--why-engine and $options" sh -c "'$scry' --why-engine $options true | grep -q 'takes over from ptrace when'"
	done
else
	not_tested "what --why-engine says of bpf, which cannot be had here"
fi
refused '-e inject/-e fault cannot be had with --engine=bpf' --why-engine --engine=bpf -e fault=getppid

SCRY_ENGINE=ptrace
export SCRY_ENGINE
chooses 'ptrace: SCRY_ENGINE says so'
chooses 'ptrace: no option needs another' --engine=auto
refused '--ring-size cannot be had with SCRY_ENGINE=ptrace: it needs' --ring-size=1M
SCRY_ENGINE=bpg
refused "SCRY_ENGINE 'bpg': did you mean 'bpf'"
trace --engine=ptrace -o "$scratch/trace" true
ends_with 0
SCRY_ENGINE=
chooses 'ptrace: no option needs another'
SCRY_ENGINE=bpf
trace --record="$scratch/recording" --engine=ptrace true
trace --replay="$scratch/recording" -e trace=execve
ends_with 0
shows "$scratch/stdout" '^execve\('

if "$scry" -V | grep -q '^bpf: no'; then
	refused 'SCRY_ENGINE=bpf: this build of scry has no bpf engine'
	unset SCRY_ENGINE
	refused '--system: this build of scry has no bpf engine' --system
	skip "no bpf here: this build has none"
fi
refused '--try-policy cannot be had with SCRY_ENGINE=bpf: it cannot stop calls; give --engine=auto$' --try-policy=/dev/null
unset SCRY_ENGINE
refused '-e inject/-e fault cannot be had with --engine=bpf: it cannot change calls; leave --engine out$' --engine=bpf -e fault=getppid
refused '-e namespace cannot be had with --system, which needs the bpf engine: it cannot' --system -e namespace=new
trace --engine=bpf true
[ "$status" = 0 ] || skip "the bpf engine cannot run here: $(head -n 1 "$scratch/stderr")"
chooses 'bpf: --comm needs it' --comm=true
refused '-e inject/-e fault cannot be had with --uid, which needs' --uid=0 -e fault=getppid
chooses 'bpf: --engine says so' --engine=bpf
SCRY_ENGINE=bpf
export SCRY_ENGINE
chooses 'bpf: SCRY_ENGINE says so'
finish
