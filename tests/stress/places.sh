#!/bin/bash
# SPDX-License-Identifier: MIT
# Traces in unusual environments: with job control, without a terminal, in namespaces, the first process of a container,
# privileged programs, with other tracers.
# usage: ROUNDS=N places.sh
. "${srcdir:-.}/tests/lib.sh"
. "${srcdir:-.}/tests/stress/lib.sh"

copy_programs trials
terminal=${PROGRAMS:-tests/stress}/terminal
all_well=7
modes=('--seccomp-bpf=on -f' --seccomp-bpf=off)
[ "$(size short long)" = short ] || modes+=(--seccomp-bpf=on '--seccomp-bpf=off -f')
nobody=65534
calls=getsid,getpgid,getpriority,clock_nanosleep,nanosleep,poll,read,futex

# each_mode COMMAND...: runs the command with each $mode, which is a list of options, or in turn with half of them.
each_mode()
{
	for mode in "${modes[@]}"; do
		case="$* ($mode)"
		in_turn || continue
		in_time "$case" || continue
		new_run
		"$@"
		nothing_left
		same "$case: ENOSYS" 0 "$(grep -c ENOSYS "$run/trace")"
	done
	skip_turn
}

# Checks that the last command, a trial, succeeded.
well()
{
	same "$case: exit status" $all_well $?
	same "$case: failed calls" "failure=''" "$(grep failure "$run/result")"
}

# --- terminals ------------------------------------------------------------------------------

# stopped OPTION...: ^Z and fg, twice. The command ends when the keys have been pressed.
stopped()
{
	patiently "$terminal" zz "$run/counts" "$scry" $mode -e trace=$calls "$@" "$program" sleeps "$run" 0
	well
}

# interrupted STATUS OPTION...: ^C ends scry and the command.
interrupted()
{
	local expected=$1
	shift
	patiently "$terminal" c "$run/counts" "$scry" $mode -e trace=$calls "$@" "$program" sleeps "$run" 20
	same "$case: exit status" "$expected" $?
}

# daemonized OPTION: the command is the job; the tracer is in its process group (-D) or in another session (-DDD).
daemonized()
{
	patiently "$terminal" zz "$run/counts" "$scry" $mode "$1" -e trace=$calls -o "$run/trace" \
		"$program" sleeps "$run" 0
	well
}

in_pipeline()
{
	echo | patiently "$scry" $mode -e trace=$calls "$program" processes "$run" 20 2>&1 | cat >"$run/trace"
	(exit "${PIPESTATUS[1]}")
	well
}

without_terminal()
{
	patiently setsid -w "$scry" $mode -e trace=$calls -o "$run/trace" \
		"$program" processes "$run" 20 </dev/null >/dev/null 2>&1
	well
}

without_files()
{
	patiently "$scry" $mode -e trace=$calls -o "$run/trace" "$program" processes "$run" 20 <&- >&- 2>&-
	well
}

in_background()
{
	"$scry" $mode -e trace=$calls -o "$run/trace" "$program" processes "$run" 20 &
	patiently_wait $!
	(exit "$status")
	well
}

# --- no memory ------------------------------------------------------------------------------

# The sanitizers need much address space, so that a limit would not work.
is_plain()
{
	! grep -q __asan_init "$scry"
}

# Limits the memory of the tracer. The command needs no more of it and must go on.
starved()
{
	local tracer size
	"$scry" $mode -e trace=$calls -o "$run/trace" "$program" threads "$run" 2000 wait \
		2>"$run/messages" &
	scry_pid=$!
	until_true [ -s "$run/pid" ]
	tracer=$(awk '/^TracerPid/ { print $2 }' "/proc/$(cat "$run/pid")/status")
	size=$(awk '/^VmSize/ { print $2 * 1024 }' "/proc/$tracer/status")
	prlimit --pid "$tracer" "--as=$size"
	: >"$run/go"
	patiently_wait $scry_pid
	case $mode in
	*-f)
		same "$case: exit status" 1 "$status"
		check "$case: says why" grep -q 'out of memory' "$run/messages"
		;;
	*) same "$case: exit status" $all_well "$status" ;;
	esac
	until_true [ -s "$run/result" ] || fail "$case: does not end: $(describe "$(cat "$run/pid")" | head -n 8)"
	(exit $all_well)
	well
}

# --- namespaces -----------------------------------------------------------------------------

container='unshare -pf --mount-proc'

# around WRAPPER: scry traces the command that creates the namespace.
around()
{
	# shellcheck disable=SC2086 # a list of words
	patiently "$scry" $mode -e trace=$calls -o "$run/trace" $1 "$program" processes "$run" 50
	well
}

# within WRAPPER: scry is the first process in the namespace.
within()
{
	# shellcheck disable=SC2086
	patiently $1 "$scry" $mode -e trace=$calls -o "$run/trace" "$program" processes "$run" 50
	well
}

killed_within()
{
	# shellcheck disable=SC2016,SC2086
	patiently $container "$scry" $mode -e trace=getppid -o "$run/trace" \
		sh -c 'sh -c "kill -TERM \$\$"; exec sh -c "kill -KILL \$\$"'
	same "$case: exit status" 137 $?
}

# Attaches from outside to the first process of a container and its children.
attached_to_init()
{
	local init follow=
	[ "$mode" = "${mode%-f}" ] || follow=-f
	$container "$program" processes "$run" 100 wait &
	target=$!
	until_true [ -s "$run/pid" ]
	same "$case: its pid inside" 1 "$(cat "$run/pid")"
	init=$(cat "/proc/$target/task/$target/children")
	"$scry" $follow -e "trace=$calls" -o "$run/trace" -p ${init:-0} 2>"$run/messages" &
	scry_pid=$!
	check "$case: attaches" until_true grep -q attached "$run/messages"
	: >"$run/go"
	patiently_wait "$target"
	(exit "$status")
	well
	patiently_wait $scry_pid
	same "$case: exit status of scry" 0 "$status"
	same "$case: calls" "$(sed -n 's/main=\([0-9]*\) .*/\1/p' "$run/result")" \
		"$(grep -o 'getsid(-[0-9]*' "$run/trace" | sort -u | wc -l)"
}

# --- privileges, other tracers --------------------------------------------------------------

# A set-user-ID program has its privileges if root traces it. Otherwise it runs without them and must not fail.
privileged()
{
	cp "$(command -v id)" "$run/id"
	chmod 4755 "$run/id"
	same "$case: untraced" 0 "$(patiently setpriv --reuid $nobody --clear-groups "$run/id" -u)"
	same "$case: root traces" 0 "$(patiently "$scry" -u nobody $mode -e trace=getuid,geteuid -o "$run/trace" "$run/id" -u)"
	: >"$run/trace2"
	chmod 666 "$run/trace2"
	same "$case: nobody traces" $nobody "$(patiently setpriv --reuid $nobody --clear-groups \
		"$scry" $mode -e trace=getuid,geteuid -o "$run/trace2" "$run/id" -u)"
}

# traced TRACER...: another tracer under scry works if its processes are not traced already, and fails if they are.
traced()
{
	local expected=1
	[ "$mode" = --seccomp-bpf=off ] && expected=0
	patiently "$scry" $mode -e trace=getppid -o "$run/trace" "$@" true 2>"$run/messages"
	same "$case: exit status" $expected $?
}

# gdb under scry works, or reports what it cannot do, and ends.
debugged()
{
	local expected=
	[ "$mode" = --seccomp-bpf=off ] && expected='exited with code 01'
	patiently "$scry" $mode -e trace=getppid -o "$run/trace" \
		gdb -nx -batch -ex 'set startup-with-shell off' -ex run --args false </dev/null >"$run/messages" 2>&1
	check "$case: exit status $?" [ $? -lt 124 ]
	check "$case: $(tail -n 1 "$run/messages")" grep -q "$expected" "$run/messages"
}

{
	each_mode stopped -o "$scratch/run/trace" -I2
	each_mode stopped
	each_mode interrupted 130
	each_mode interrupted 130 -o "$scratch/run/trace"
	each_mode daemonized -D
	each_mode daemonized -DDD
	each_mode in_pipeline
	each_mode without_terminal
	each_mode without_files
	each_mode in_background
	if is_plain; then
		can_run prlimit "a tracer without memory" && each_mode starved
	else
		not_tested "a tracer without memory: the sanitizer needs much of it"
	fi
	if $container true 2>/dev/null; then
		each_mode around "$container"
		each_mode within "$container"
		each_mode killed_within
		each_mode attached_to_init
	else
		not_tested "PID namespaces: none can be made here"
	fi
	if unshare -Ur true 2>/dev/null; then
		each_mode around 'unshare -Ur'
		each_mode within 'unshare -Ur'
	else
		not_tested "user namespaces: none can be made here"
	fi
	if [ "$(id -u)" = 0 ] && setpriv --reuid $nobody --clear-groups test -x "$scry"; then
		each_mode privileged
	else
		not_tested "programs with privileges: only root can make them"
	fi
	can_run "$strace" "strace below scry" && each_mode traced "$strace" -o /dev/null
	each_mode traced "$scry" --seccomp-bpf=off -o /dev/null
	each_mode traced "$scry" -f --seccomp-bpf=on -e trace=getppid -o /dev/null
	can_run gdb "a debugger below scry" && each_mode debugged
} 2> >(grep -v Terminated >&2)
finish
