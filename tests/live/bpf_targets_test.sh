#!/bin/bash
# SPDX-License-Identifier: MIT
# --system, --comm, --uid and --cgroup of the bpf engine.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

cp "$programs/crowd" "$scratch/scry-crowd"
"$scratch/scry-crowd" loop 2 &
process=$!
trap 'kill $process $(jobs -p) 2>/dev/null; rm -rf "$scratch"' EXIT

# watch ARGUMENTS...: 50 calls of getppid that these options select.
watch()
{
	trace --engine=bpf --decode-pids=none -e trace=getppid --syscall-limit=50 -o "$scratch/trace" "$@"
	ends_with 0
	same "calls with $*" 50 "$(grep -cE 'getppid.* = ' "$scratch/trace")"
}

of_process()
{
	awk '{ print $1 }' "$scratch/trace" | sort -u | while read -r tid; do
		[ -d "/proc/$process/task/$tid" ] || echo "$tid"
	done
}

watch --comm=scry-crowd
same "threads that are not of the process" "" "$(of_process)"
watch --system --timestamps=none
watch --comm=scry-crowd --uid="$(id -u)"
same "threads that are not of the process" "" "$(of_process)"

# Signals and ends are shown only of threads of which a call was shown, or if -e signal asks for them.
# shellcheck disable=SC2016 # the traced shell expands
set -- -o "$scratch/trace" sh -c 'trap : USR1; kill -USR1 $$; nice -n 0 true; true'
trace --engine=bpf --system --decode-pids=none --timestamps=none -e trace=getpriority "$@"
shows "$scratch/trace" 'getpriority\(PRIO_PROCESS, 0\)'
# Other tests may call it with arguments that do not exist.
caller=$(sed -n 's/ .*getpriority(PRIO_PROCESS, 0).*//p' "$scratch/trace" | head -n 1)
shows "$scratch/trace" "^$caller +\\+\\+\\+ exited with 0"
lacks "$scratch/trace" 'SIGUSR1'
for tid in $(sed -n 's/ .*exited with.*//p' "$scratch/trace"); do
	check "the end of $tid is shown, but no call" grep -qE "^$tid +getpriority" "$scratch/trace"
done
trace --engine=bpf --system -e trace=getpriority -e signal=usr1 "$@"
shows "$scratch/trace" 'SIGUSR1'

# An expression that selects signals is about all threads. Without a call that is selected, a thread has no record.
# Some of the signals come while sleep is being executed, before the first record of its process.
cat >"$scratch/killer" <<'END'
for round in 1 2 3 4 5 6 7 8 9 10; do
	sleep 100 &
	until read -r comm <"/proc/$!/comm" && [ "$comm" = sleep ]; do :; done
	kill -USR1 $!
	wait $!
done
:
END
trace --system --where 'signal == SIGUSR1' -o "$scratch/trace" sh "$scratch/killer"
ends_with 0
# Others may send it, too.
for line in '--- SIGUSR1' 'killed by SIGUSR1'; do
	n=$(grep -cE "^[0-9]+<sleep> .*$line" "$scratch/trace")
	check "10 signals, but $n lines of sleep: $line" [ "$n" -ge 10 ]
done
trace -d --system -e trace=none -o "$scratch/trace" sh -c 'for i in $(seq 100); do /bin/true; done'
ends_with 0
check "threads without a selected call have no records" \
	[ "$(sed -n 's/.*the ring had \([0-9]*\) records*$/\1/p' "$scratch/stderr")" -lt 150 ]

# Each line of a whole machine says whose it is, and when it was.
trace --system -e trace=getpriority nice -n 0 true
shows "$scratch/stderr" '^[0-9]+<nice> [0-9:]{8} getpriority\(PRIO_PROCESS, 0\)'

# A replay shows the lines of the trace, with whose they are and when they were.
# shellcheck disable=SC2016 # the traced shell expands
for options in --system --comm=sh "--uid=$(id -u)" "--system --timestamps=none -qqq" "--comm=sh -e signal=usr1"; do
	# shellcheck disable=SC2086 # words
	trace $options -e trace=getpriority,execve,kill --record="$scratch/machine.rec" -o "$scratch/live" sh -c 'nice -n 0 true; (kill -USR1 $$); true'
	case $options in
	*none*) replayed="--timestamps=none -qqq" ;;
	*usr1*) replayed="-e signal=usr1" ;;
	*) replayed= ;;
	esac
	# shellcheck disable=SC2086 # words
	trace --replay="$scratch/machine.rec" $replayed -o "$scratch/replayed"
	check "$options: the trace has lines" [ -s "$scratch/live" ]
	check "$options: the replay has the lines of the trace: $(diff "$scratch/live" "$scratch/replayed" | head -n 3)" \
		cmp -s "$scratch/live" "$scratch/replayed"
	# shellcheck disable=SC2086 # words
	trace --replay="$scratch/machine.rec" $replayed
	check "$options: so it has on stdout" cmp -s "$scratch/live" "$scratch/stdout"
	lacks "$scratch/stderr" 'detached|attached'
done

# What reads the trace is left out of it, and a line says so: the reader of a pipe, of a FIFO, of -o '|...', and the next one after it.
cp "$(command -v cat)" "$scratch/scry-cat"
cp "$(command -v cat)" "$scratch/scry-next"
left()
{
	check "$1: it is said: $(head -n 1 "$scratch/said")" grep -qE "^scry: process [0-9]+ \\(.*\\) reads the trace, and is left out of it\$" "$scratch/said"
	same "$1: lines of the reader" 0 "$(grep -c '^[0-9]*<scry-cat> .* read(0' "$scratch/read")"
	check "$1: lines of others" grep -q '<scry-cat> .*read(3' "$scratch/read"
}
# The traced one and the reader have one name.
file=$scratch/scry-cat
some() { for i in 1 2 3; do "$scratch/scry-cat" /etc/hostname; done >/dev/null; }
export -f some
export scratch
timeout $((30 * patience)) "$scry" --system -e trace=read --where 'comm == "scry-cat"' bash -c some 2>&1 | "$file" >"$scratch/read"
cp "$scratch/read" "$scratch/said"
left "a pipe"
timeout $((30 * patience)) "$scry" --system -e trace=read --where 'comm == "scry-cat"' bash -c some 2>&1 | "$file" | "$scratch/scry-next" >"$scratch/read"
cp "$scratch/read" "$scratch/said"
left "two pipes"
# The shell may not have executed the second program yet.
same "two pipes: both are said" 2 "$(grep -cE '^scry: process [0-9]+ \(.*\) reads the trace, and is left out of it$' "$scratch/said")"
mkfifo "$scratch/fifo"
"$file" "$scratch/fifo" >"$scratch/read" &
timeout $((30 * patience)) "$scry" --system -e trace=read --where 'comm == "scry-cat"' -o "$scratch/fifo" bash -c some 2>"$scratch/said"
wait $!
same "a FIFO: it is said" 1 "$(grep -cE '^scry: process [0-9]+ \(.*\) reads the trace, and is left out of it$' "$scratch/said")"
check "a FIFO: lines of others" grep -q '<scry-cat> .*read(3' "$scratch/read"
timeout $((30 * patience)) "$scry" --system -e trace=read --where 'comm == "scry-cat"' -o "|$file >$scratch/read" bash -c some 2>"$scratch/said"
left "-o a command"
timeout $((30 * patience)) "$scry" --system --json -e trace=read --where 'comm == "scry-cat"' -o - bash -c some 2>"$scratch/said" | "$file" >"$scratch/records"
same "JSON: it is said" 1 "$(grep -cE '^scry: process [0-9]+ \(.*\) reads the trace, and is left out of it$' "$scratch/said")"
same "JSON: records of the reader" 0 "$(jq -c 'select(.name == "read" and .comm == "scry-cat" and .args.fd.fd == 0)' "$scratch/records" | wc -l | tr -d ' ')"
# What reads a file, or what a command writes, is no reader of the trace.
timeout $((30 * patience)) "$scry" --system -e trace=read --where 'comm == "scry-cat"' -o "$scratch/read" bash -c 'echo text; some' 2>"$scratch/said" | "$file" >"$scratch/found"
lacks "$scratch/said" 'reads the trace'
check "the reader of the output of the command is traced" grep -q '<scry-cat> .*read(0' "$scratch/read"
if script -qec true /dev/null >"$scratch/found" 2>&1; then
	cp "$(command -v script)" "$scratch/scry-cat2"
	timeout $((30 * patience)) "$scratch/scry-cat2" -qec "$scry --color=never --system -e trace=read,execve --where 'comm == \"scry-cat2\" || comm == \"scry-term\"' sh -c 'cp $file $scratch/scry-term; $scratch/scry-term /etc/hostname; $scratch/scry-term /etc/hostname' 2>&1" "$scratch/read" </dev/null >"$scratch/found"
	shows "$scratch/read" '^scry: process [0-9]+ \(.*\) reads the trace, and is left out of it'
	lacks "$scratch/read" '^[0-9]+<scry-cat2> .*read\('
	shows "$scratch/read" '^[0-9]+<scry-term> .*read\(3'
else
	not_tested "the master of a terminal: no script(1) here"
fi

# Nothing meets both conditions.
trace --engine=bpf --comm=scry-crowd --uid=54321 -c -U calls,name sleep 0.3
lacks "$scratch/stderr" 'getppid'
shows "$scratch/stderr" "^scry: no selected call was seen; at the end no process is found by --comm 'scry-crowd', --uid '54321'\$"

# A name that no process has, a name without a selected call, and -q.
for options in "" -c --json; do
	# shellcheck disable=SC2086 # no word, or one
	trace --comm="none$$" $options --for=0.2
	ends_with 0
	same "stderr without a process and with '$options'" \
		"scry: no selected call was seen; at the end no process is found by --comm 'none$$'" "$(cat "$scratch/stderr")"
done
trace --comm=scry-crowd -e trace=mlockall --for=0.2
same "stderr without a selected call" "scry: no selected call was seen" "$(cat "$scratch/stderr")"
trace --comm="none$$" -q --for=0.2
same "stderr with -q" "" "$(cat "$scratch/stderr")"

# A process of -p that does not exist is an error beside conditions, too, unless another one of -p exists.
trace --comm="none$$" -p 99999999 -o "$scratch/trace"
ends_with 1
shows "$scratch/stderr" '^scry: cannot attach to process 99999999: No such process'
trace --comm="none$$" -p 99999999 -p "$process" -e trace=getppid --syscall-limit=5 -o "$scratch/trace"
ends_with 0
shows "$scratch/stderr" '^scry: cannot attach to process 99999999: No such process'

# Beside conditions a command only says how long the trace lasts, unless it meets them itself, from its first call or later.
cp "$(command -v sleep)" "$scratch/scry-clock"
trace --comm=scry-crowd -e trace=getppid,execve,clock_nanosleep "$scratch/scry-clock" 0.3
ends_with 0
shows "$scratch/stderr" '^[0-9]+<scry-crowd> getppid\('
lacks "$scratch/stderr" 'scry-clock|execve'
trace --comm=scry-clock -e trace=execve,clock_nanosleep "$scratch/scry-clock" 0.01
shows "$scratch/stderr" '^[0-9]+<[^>]*> execve\(.* = 0$'
shows "$scratch/stderr" '^[0-9]+<scry-clock> clock_nanosleep\('
shows "$scratch/stderr" '^[0-9]+<scry-clock> \+\+\+ exited with 0'
trace --comm=scry-clock -e trace=clock_nanosleep sh -c 'exec "$0" 0.01' "$scratch/scry-clock"
shows "$scratch/stderr" '^[0-9]+<scry-clock> clock_nanosleep\('
trace --comm=scry -e trace=all sh -c 'exit 7'
ends_with 7
lacks "$scratch/stderr" 'execve|exited'
trace --comm=scry-crowd "$scratch/nothing"
ends_with 1
printf '#!/no/interpreter\n' >"$scratch/script"
chmod +x "$scratch/script"
trace --comm=scry-crowd -e trace=mlockall "$scratch/script"
ends_with 1
shows "$scratch/stderr" "^scry: cannot execute '.*script'"

# Children of a selected process have another name, and are followed with -f.
cp "$(command -v sh)" "$scratch/scry-shell"
run_shell()
{
	"$scratch/scry-shell" -c 'until [ -e "$0" ]; do sleep 0.02; cd .; done; /bin/true; cd /' "$scratch/go"
}
for follow in "" -f; do
	rm -f "$scratch/go" "$scratch/trace"
	run_shell &
	shell=$!
	# shellcheck disable=SC2086 # no word, or one
	"$scry" --engine=bpf $follow --comm=scry-shell -e trace=execve,chdir -o "$scratch/trace" 2>/dev/null &
	tracer=$!
	wait_for "the tracer" grep -q 'chdir(' "$scratch/trace"
	: >"$scratch/go"
	wait "$shell"
	wait_for "the last call" grep -q 'chdir(' "$scratch/trace"
	kill "$tracer"
	wait "$tracer" 2>/dev/null
	shows "$scratch/trace" 'chdir\("/"\) += 0'
	if [ -n "$follow" ]; then
		shows "$scratch/trace" 'execve\("/bin/true", \["/bin/true"\]'
	fi
done

# A cgroup of version 2.
cgroups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
group=$cgroups/scry-test-$$
if [ -n "$cgroups" ] && mkdir "$group" 2>/dev/null && echo "$process" >"$group/cgroup.procs" 2>/dev/null; then
	for name in "$group" "${group##*/}" "/${group##*/}"; do
		watch --cgroup="$name"
		same "threads that are not in the cgroup $name" "" "$(of_process)"
	done
	echo "$process" >"$cgroups/cgroup.procs"
	rmdir "$group"
else
	rmdir "$group" 2>/dev/null
	not_tested "cgroups: none can be made here"
fi
trace --engine=bpf --cgroup=/proc true
ends_with 1
shows "$scratch/stderr" "^scry: --cgroup '/proc': (this is no cgroup of version 2, but another directory|no file system of cgroups)"
trace --engine=bpf --cgroup="$scratch/nothing" true
ends_with 1
shows "$scratch/stderr" "^scry: --cgroup '.*nothing': (there is no such directory|no file system of cgroups)"
# Calls that other programs make after the end of the command are left out, however many wait to be shown.
for copy in 1 2; do
	timeout 120 dd if=/dev/zero of=/dev/null bs=1 count=200000000 2>/dev/null &
	eval "busy$copy=$!"
done
# On a busy machine the end of the command may be among records that are lost.
for attempt in 1 2 3 4 5; do
	trace --engine=bpf --system --decode-pids=none -ttt -o "$scratch/trace" sleep 1.0625
	ends_with 0
	grep -q '+++ lost: ' "$scratch/trace" || break
done
# shellcheck disable=SC2154 # eval sets them
kill "$busy1" "$busy2"
check "calls are shown after the end of the command (attempt $attempt)" awk -v patience="$patience" '/execve\(".*sleep".*1\.0625/ { command = $1 }
	$1 == command && /exited with 0/ { ended = $2 }
	{ last = $2; n++ } END { exit !(n > 1000 && ended && last - ended < 0.3 * patience) }' "$scratch/trace"
finish
