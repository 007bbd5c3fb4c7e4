#!/bin/sh
# SPDX-License-Identifier: MIT
# What each signal to each process of scry does to the traced programs and to the status of scry. SIGNALS=all tries all
# signals and prints the table; otherwise some of each kind are tried.
. "${srcdir:-.}/tests/live/lib.sh"

case $(uname -m) in mips*) skip "the signals of mips have other numbers" ;; esac
mkfifo "$scratch/go"
# A crash must not leave core files.
ulimit -S -c 0

# HUP INT QUIT TRAP ABRT BUS USR1 SEGV ALRM TERM CHLD XCPU XFSZ PWR SYS, the signals of the C library, the one that wakes
# the tracer and another real-time signal. KILL and STOP come last.
some='1 5 6 7 10 11 14 15 24 30 31 32 61 37 20 19 9'
if [ "${SIGNALS-}" = all ]; then
	signals="$(seq 64)"
else
	signals=$some
fi

# is_given SIGNAL: the processes of the test have the signal blocked or ignored from the start, and scry has inherited that. Some
# versions of make block the signals of the C library.
is_given()
{
	mask=$((0x$(sed -n 's/^SigBlk:[[:space:]]*//p' /proc/self/status) | 0x$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status)))
	[ $((mask >> ($1 - 1) & 1)) = 1 ]
}
for signal in $signals; do
	is_given "$signal" && not_tested "signal $signal: it is blocked or ignored here" || usable="${usable-} $signal"
done
signals=$usable

# The command tells its pid, waits, makes calls that are selected and children that make some, and reports that all worked.
cat >"$scratch/command" <<'END'
echo $$ >"$1/pid"
if [ "$2" = busy ]; then
	until [ -e "$1/quit" ]; do :; done
else
	read -r word <"$1/go"
fi
text=$(cat "$1/command") && [ "$text" ] || exit 8
(exit 7)
[ $? = 7 ] || exit 9
echo done >"$1/done"
exit 5
END

tracer_of()
{
	awk '/^TracerPid:/ { print $2 }' "/proc/$1/status" 2>/dev/null
}

is_gone()
{
	[ ! -d "/proc/$1" ] || grep -q '^State:.[ZX]' "/proc/$1/status"
}

is_named()
{
	[ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ]
}

has_keeper()
{
	target=$(tracer_of "$program")
	is_named "$target" scry-keeper
}

has_guard()
{
	for target in $(cat "/proc/$shown/task/$shown/children"); do
		is_named "$target" scry-guard && return
	done
	return 1
}

# begin BEHAVIOUR OPTION...: starts scry, $shown, with the command, $program.
begin()
{
	behaviour=$1
	shift
	rm -f "$scratch/pid" "$scratch/done" "$scratch/quit"
	# While a process has both ends the text in the FIFO waits for its reader.
	exec 9<>"$scratch/go"
	"$scry" "$@" -o /dev/null sh "$scratch/command" "$scratch" "$behaviour" 2>"$scratch/stderr" 9>&- &
	shown=$!
	wait_for "the command" test -s "$scratch/pid" || return
	read -r program <"$scratch/pid"
}

# end: lets the command end. $programs_end becomes what happened to it, and $status the status of scry.
end()
{
	: >"$scratch/quit"
	echo word >&9
	wait "$shown" 2>"$scratch/ignored"
	status=$?
	wait_for "the end of the command" is_gone "$program"
	exec 9>&-
	programs_end=finish
	[ -e "$scratch/done" ] || programs_end=killed
}

# The status of scry after a signal to the process that users know. Ignored are those that -I3, the default with -o,
# ignores, those that a process ignores by default or stops at, those that scry ignores, and SIGUSR1.
status_of_shown()
{
	case $1 in
	1 | 2 | 3 | 10 | 13 | 15 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 25 | 28) echo 5 ;;
	*) echo $((128 + $1)) ;;
	esac
}

# Signals after which the tracer becomes the keeper.
status_of_tracer()
{
	case $1 in
	4 | 5 | 6 | 7 | 8 | 11 | 24 | 31 | 9) echo 1 ;;
	*) echo 5 ;;
	esac
}

# expect WHICH SIGNAL: $expected becomes what must happen to the programs, and the status of scry.
expect()
{
	expected=finish
	case $1 in
	"supervisor, filter") expected="$expected $(status_of_shown "$2")" ;;
	"scry, no filter" | "scry, bpf")
		# The signal that wakes the tracer.
		[ "$2" = 61 ] && expected="$expected 5" || expected="$expected $(status_of_shown "$2")"
		;;
	"tracer, filter")
		[ "$2" != 9 ] || expected=killed
		expected="$expected $(status_of_tracer "$2")"
		;;
	"keeper, filter")
		[ "$2" != 9 ] || expected=killed
		# The test has ended the supervisor by SIGKILL.
		expected="$expected 137"
		;;
	"guard, no filter") expected="$expected 5" ;;
	esac
}

# send WHICH SIGNAL: one cell of the table. $target is the process.
send()
{
	kill -"$2" "$target"
	case $2 in
	19 | 20 | 21 | 22)
		# A process in an orphaned process group ignores the signals of the terminal.
		[ "$2" != 19 ] || wait_for "$1 to stop" eval '[ "$(state_of "$target")" = T ]'
		kill -CONT "$target"
		;;
	esac
	# The signal has arrived when the process has handled it or has ended; a signal that is blocked stays pending.
	end
	expect "$1" "$2"
	same "$1, signal $2: programs and status of scry" "$expected" "$programs_end $status"
	case $1,$programs_end,$status in
	"tracer, filter",finish,1)
		shows "$scratch/stderr" '^scry: the tracer was ended by SIG[A-Z]+; the traced processes run on, untraced, under scry-keeper$'
		same "$1, signal $2: messages" 1 "$(lines_of "$scratch/stderr")"
		;;
	"tracer, filter",killed,1)
		shows "$scratch/stderr" '^scry: the tracer was killed by signal 9; the traced processes were killed with it$'
		;;
	*) same "$1, signal $2: messages" "" "$(cat "$scratch/stderr")" ;;
	esac
	printf '%s\t%d\t%s\t%d\n' "$1" "$2" "$programs_end" "$status" >>"$scratch/table"
}

supervisor()
{
	begin wait -f -e trace=openat
	target=$shown
	send "supervisor, filter" "$1"
}

tracer()
{
	begin wait -f -e trace=openat
	target=$(tracer_of "$program")
	send "tracer, filter" "$1"
}

keeper()
{
	begin wait -f -e trace=openat
	kill -KILL "$shown"
	wait_for "the keeper" has_keeper && send "keeper, filter" "$1"
}

single()
{
	begin wait -f --seccomp-bpf=off -e trace=openat
	target=$shown
	send "scry, no filter" "$1"
}

guard()
{
	begin busy -f --seccomp-bpf=off
	wait_for "the guard" has_guard && send "guard, no filter" "$1"
}

bpf()
{
	begin wait -f --engine=bpf -e trace=openat
	target=$shown
	send "scry, bpf" "$1"
}

: >"$scratch/table"
processes="supervisor tracer keeper single"
if [ "$(nproc)" -ge 2 ]; then
	processes="$processes guard"
else
	not_tested "the guard: it needs two CPUs"
fi
if "$scry" --engine=bpf -o /dev/null true 2>"$scratch/ignored"; then
	processes="$processes bpf"
else
	not_tested "the bpf engine cannot run here"
fi
for process in $processes; do
	for signal in $signals; do
		# The run-time library of a sanitizer has handlers of its own.
		if grep -q asan "$scry" && [ $process != guard ]; then
			case $signal in 4 | 5 | 7 | 8 | 11) continue ;; esac
		fi
		$process "$signal"
	done
done
[ "${SIGNALS-}" != all ] ||
	awk -F '\t' '{ key = $1 "\t" $3 ", status " ($4 > 128 ? "128 + signal" : $4)
		if (!(key in signals)) order[++n] = key
		signals[key] = signals[key] " " $2 }
		END { for (i = 1; i <= n; i++) print order[i] ":" signals[order[i]] }' "$scratch/table"

# --- with -D ----------------------------------------------------------------------------------

# With -D there is no supervisor, and the command has the pid that users know.
daemonized()
{
	begin wait -D -f -e trace=openat
	wait_for "the tracer" is_traced "$program"
	target=$(tracer_of "$program")
	kill -"$1" "$target"
	end
	same "-D, signal $1: programs and their status" "finish 5" "$programs_end $status"
	[ "$1" = 10 ] || shows "$scratch/stderr" '^scry: the tracer was ended by SIG[A-Z]+; the traced processes run on, untraced, under scry-keeper$'
}
daemonized 10
daemonized 6

# --- defects of scry --------------------------------------------------------------------------

# wreck PID TID: the thread crashes when it returns from the system call in which it waits.
wreck()
{
	counter=$((0x$(sed 's/.*0x//' "/proc/$1/task/$2/syscall")))
	# ud2
	printf '\017\013' | dd of="/proc/$1/mem" bs=1 seek=$counter conv=notrunc 2>"$scratch/ignored"
}

# waits_in_call PID: the main thread waits in a system call.
waits_in_call()
{
	grep -q '^[0-9]' "/proc/$1/task/$1/syscall" && [ "$(state_of "$1")" = S ]
}

if [ "$(uname -m)" = x86_64 ] && ! grep -q asan "$scry"; then
	begin wait -f -e trace=openat
	target=$(tracer_of "$program")
	wait_for "the tracer to wait" waits_in_call "$target"
	wreck "$target" "$target"
	end
	same "a crash of the tracer: programs and status of scry" "finish 1" "$programs_end $status"
	shows "$scratch/stderr" '^scry: the tracer was ended by SIGILL; the traced processes run on, untraced, under scry-keeper$'

	# A thread that serves metrics is not the one that traces, and execve(2) must not end that.
	if "$scry" -V | grep -q '^libmicrohttpd: yes$'; then
		begin wait -f -e trace=openat --metrics-listen=127.0.0.1:0
		target=$(tracer_of "$program")
		wait_for "the server" grep -q 'metrics are at' "$scratch/stderr"
		thread=$(ls "/proc/$target/task" | grep -vx "$target")
		check "the tracer has a thread for metrics" [ -n "$thread" ]
		wreck "$target" "$thread"
		# The request wakes the thread; it gets no answer.
		if find_python && [ -n "$python" ]; then
			port=$(sed -n 's#.*http://127.0.0.1:\([0-9]*\)/.*#\1#p' "$scratch/stderr")
			"$python" -c 'import socket, sys; socket.create_connection(("127.0.0.1", int(sys.argv[1]))).recv(1)' \
				"$port" 2>"$scratch/ignored"
			end
			same "a crash of a thread: programs and status of scry" "finish 1" "$programs_end $status"
			shows "$scratch/stderr" '^scry: the tracer was ended by SIGILL;'
		else
			end
		fi
	fi

	# The core file is that of the tracer.
	if [ "$(cat /proc/sys/kernel/core_pattern)" = core ]; then
		mkdir "$scratch/cores"
		(
			cd "$scratch/cores" || exit
			ulimit -c unlimited
			begin wait -f -e trace=openat
			kill -SEGV "$(tracer_of "$program")"
			end
		)
		has_core()
		{
			set -- "$scratch/cores/core"*
			[ -s "$1" ]
		}
		checks=$((checks + 1))
		wait_for "a core file" has_core
	fi
fi

# The keeper finds tracees that are stopped, however many there are: they are in all states when the tracer ends.
storm()
{
	: >"$scratch/counts"
	"$scry" -f -e trace=openat,read,execve,exit_group -o /dev/null sh -c '
		echo $$ >"$1/pid"
		for job in 1 2 3 4; do
			(n=0; for i in 1 2 3 4 5 6 7 8 9 10; do (exec cat /dev/null) && n=$((n + 1)); done; echo $n >>"$1/counts") &
		done
		wait
		echo end >>"$1/counts"' sh "$scratch" 2>"$scratch/stderr" &
	shown=$!
	wait_for "the command" test -s "$scratch/pid" || return
	read -r program <"$scratch/pid"
	target=$(tracer_of "$program")
	sleep "0.0$1"
	[ "${target:-0}" = 0 ] || kill -SEGV "$target" 2>"$scratch/ignored"
	wait "$shown" 2>"$scratch/ignored"
	wait_for "the end of a tree of processes" grep -q end "$scratch/counts"
	same "processes of a tree whose tracer crashed after $1 ms" "10 10 10 10 end " "$(tr '\n' ' ' <"$scratch/counts")"
	rm "$scratch/pid"
}
if ! grep -q asan "$scry"; then
	for delay in 00 01 02 03 05 08 12 20; do
		storm $delay
	done
fi

# Tracees that share the CPU of the tracer get their masks back.
cpus_of()
{
	awk '/^Cpus_allowed:/ { print $2 }' "/proc/$1/status"
}

has_cpus()
{
	[ "$(cpus_of "$program")" "$1" "$cpus" ]
}
if [ "$(nproc)" -ge 2 ] && ! grep -q asan "$scry"; then
	cpus=$(cpus_of $$)
	begin busy -f -e trace=%file
	wait_for "the command to share a CPU" has_cpus !=
	kill -SEGV "$(tracer_of "$program")"
	checks=$((checks + 1))
	wait_for "the mask of the command after a crash" has_cpus =
	end
	same "a crash with a shared CPU: programs and status of scry" "finish 1" "$programs_end $status"
fi

# --- limits of CPU time -----------------------------------------------------------------------

# cpu_limits PID: prints the soft and the hard limit.
cpu_limits()
{
	awk '/^Max cpu time/ { print $4, $5 }' "/proc/$1/limits"
}

# The tracer spends time for all tracees, and each of these has its limit for itself.
for engine in ptrace bpf; do
	case $engine,$processes in bpf,*bpf*) ;; bpf,*) continue ;; esac
	ulimit -S -t 77
	begin wait -f --engine=$engine -e trace=openat
	target=$(tracer_of "$program")
	[ $engine = ptrace ] || target=$shown
	same "$engine: limit of the command" 77 "$(cpu_limits "$program" | sed 's/ .*//')"
	check "$engine: the tracer has the limit of its tracees" [ "$(cpu_limits "$target" | sed 's/ .*//')" != 77 ]
	end
	ulimit -S -t unlimited
done
# An ordinary user cannot raise the hard limit. The tracer gets SIGXCPU before it.
if [ "$(id -u)" = 0 ] && can_run setpriv "the limit of an ordinary user"; then
	chmod 777 "$scratch"
	cp "$scry" "$scratch/scry"
	setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '
		ulimit -t 80
		"$1/scry" -f -e trace=openat -o /dev/null sh -c "
			grep cpu /proc/self/limits
			read -r line </proc/self/status; set -- \$(grep TracerPid /proc/self/status)
			grep cpu /proc/\$2/limits"' sh "$scratch" >"$scratch/stdout" 2>"$scratch/stderr"
	same "limits of a command and its tracer" "80 80, 69 80" "$(awk '{ printf "%s%s %s", comma, $4, $5; comma = ", " }' "$scratch/stdout")"
fi
finish
