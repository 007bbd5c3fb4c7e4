#!/bin/sh
# SPDX-License-Identifier: MIT
# A filtered daemon outlives scry: its calls go on working and its own tools can stop it. The keeper that traces it
# ignores signals and holds no files.
. "${srcdir:-.}/tests/live/lib.sh"

field_of()
{
	awk -v field="$2:" '$1 == field { print $2 }' "/proc/$1/status" 2>/dev/null
}

is_gone()
{
	[ ! -d "/proc/$1" ] || grep -q '^State:.[ZX]' "/proc/$1/status"
}

has_keeper()
{
	keeper=$(field_of "$1" TracerPid)
	[ "${keeper:-0}" -gt 0 ] && [ "$(cat "/proc/$keeper/comm")" = scry-keeper ]
}

# session_of PID: prints session and terminal, fields 6 and 7 of /proc/PID/stat.
session_of()
{
	sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f4,5
}

# check_keeper PID: checks the process that keeps PID.
check_keeper()
{
	wait_for "a keeper of $1" has_keeper "$1" || return
	same "arguments of the keeper" scry-keeper "$(tr '\0' ' ' <"/proc/$keeper/cmdline" | sed 's/ $//')"
	same "files of the keeper" /dev/null "$(readlink "/proc/$keeper"/fd/* | sort -u)"
	same "working directory of the keeper" / "$(readlink "/proc/$keeper/cwd")"
	same "session and terminal of the keeper" "$keeper 0" "$(session_of "$keeper")"
	same "children of the keeper" "" "$(cat "/proc/$keeper/task/$keeper/children")"
	grep -q asan "/proc/$keeper/maps" || check "the keeper is small: RssAnon is $(field_of "$keeper" RssAnon) kB" \
		[ "$(field_of "$keeper" RssAnon)" -lt 2000 ]
	for signal in HUP INT TERM USR1 PIPE; do
		kill -$signal "$keeper"
	done
	check "the keeper ignores signals" has_keeper "$1"
}

# counts_on PID: the counter makes progress, and no call of it failed.
counts_on()
{
	before=$(cat "$scratch/count")
	wait_for "process $1 to go on" sh -c "[ \"\$(cat $scratch/count)\" != \"$before\" ]"
	same "failed calls of the counter" "" "$(cat "$scratch/errors")"
}

# left_behind SIGNAL OPTION...: the command leaves a daemon behind, and then scry ends.
left_behind()
{
	rm -f "$scratch/pid" "$scratch/count"
	signal=$1
	shift
	mkdir "$scratch/here"
	(cd "$scratch/here" && exec "$scry" --seccomp-bpf=on -I2 "$@" -e trace=pwrite64,clock_nanosleep \
		-o "$scratch/trace" sh -c "\"$programs/counter\" \"$scratch/count\" 2 2>\"$scratch/errors\" &
			echo \$! >\"$scratch/pid\"") &
	scry_pid=$!
	wait_for "the daemon" [ -s "$scratch/pid" ]
	wait_for "the first number of the daemon" [ -s "$scratch/count" ]
	[ "$signal" = none ] || kill "-$signal" $scry_pid
	wait $scry_pid 2>/dev/null
	daemon=$(cat "$scratch/pid")
	check_keeper "$daemon"
	check "no process uses the directory of scry" rmdir "$scratch/here"
	counts_on "$daemon"
	kill "$daemon"
	wait_for "the daemon to end" is_gone "$daemon"
	wait_for "the keeper to end" is_gone "$keeper"
}

# Traces nginx, ends scry, and stops nginx with its own command.
serve()
{
	cat >"$scratch/nginx.conf" <<-END
		pid $scratch/nginx.pid;
		error_log $scratch/nginx.errors;
		events { }
		http {
			access_log off;
			client_body_temp_path $scratch;
			server { listen unix:$scratch/socket; location / { return 200 "well\n"; } }
		}
	END
	"$scry" -f --seccomp-bpf=on -I2 -e trace=%network,openat -o "$scratch/trace" \
		nginx -e "$scratch/nginx.errors" -c "$scratch/nginx.conf" 2>"$scratch/stderr" &
	scry_pid=$!
	wait_for "nginx" [ -s "$scratch/nginx.pid" ]
	wait_for "the socket of nginx" [ -S "$scratch/socket" ]
	answers "under scry"
	kill -INT $scry_pid
	wait $scry_pid
	master=$(cat "$scratch/nginx.pid")
	check_keeper "$master"
	answers "after scry"
	check "nginx -s quit" nginx -e "$scratch/nginx.errors" -c "$scratch/nginx.conf" -s quit
	wait_for "nginx to end" is_gone "$master"
	wait_for "the keeper to end" is_gone "$keeper"
	lacks "$scratch/nginx.errors" 'alert|emerg|crit|Function not implemented'
}

answers()
{
	can_run curl "answer $1 of nginx" || return 0
	same "answer $1" well "$(curl -s -m 10 --unix-socket "$scratch/socket" http://localhost/)"
}

# "nameless" runs in a PID namespace of which the first process did not call setsid(2). The session leader is outside,
# so that the session has no number inside.
if [ "${1:-}" = nameless ]; then
	left_behind none -DD
	finish
fi
left_behind none
left_behind none -DD
if unshare -pf --mount-proc true 2>/dev/null; then
	check "a session without a number" unshare -pf --mount-proc sh "$0" nameless
else
	not_tested "a session without a name: no PID namespaces here"
fi
left_behind INT -f
left_behind TERM -f
left_behind KILL -f
if can_run nginx "a real daemon that is stopped with its own tools"; then
	serve
fi
finish
