#!/bin/sh
# SPDX-License-Identifier: MIT
# A filtered daemon outlives scry: its keeper is quiet and holds nothing, its calls work, and its own tools
# stop it.
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

# session, terminal: fields 6 and 7 of /proc/PID/stat
session_of()
{
	sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f4,5
}

looks_as_it_should()
{
	wait_for "a keeper of $1" has_keeper "$1" || return
	same "its arguments" scry-keeper "$(tr '\0' ' ' <"/proc/$keeper/cmdline" | sed 's/ $//')"
	same "its files" /dev/null "$(readlink "/proc/$keeper"/fd/* | sort -u)"
	same "its directory" / "$(readlink "/proc/$keeper/cwd")"
	same "its session and terminal" "$keeper 0" "$(session_of "$keeper")"
	same "its children" "" "$(cat "/proc/$keeper/task/$keeper/children")"
	grep -q asan "/proc/$keeper/maps" || check "it is small: $(field_of "$keeper" RssAnon) kB of its own" \
		[ "$(field_of "$keeper" RssAnon)" -lt 2000 ]
	for signal in HUP INT TERM USR1 PIPE; do
		kill -$signal "$keeper"
	done
	check "it ends with its tracees only" has_keeper "$1"
}

counts_on()
{
	before=$(cat "$scratch/count")
	wait_for "process $1 to go on" sh -c "[ \"\$(cat $scratch/count)\" != \"$before\" ]"
	same "what failed in the counter" "" "$(cat "$scratch/errors")"
}

# left_behind SIGNAL OPTION…: the daemon that a command left, and that scry leaves.
left_behind()
{
	rm -f "$scratch/pid" "$scratch/count"
	signal=$1
	shift
	mkdir "$scratch/here"
	(cd "$scratch/here" && exec "$scry" --seccomp-bpf=on -I2 "$@" -e trace=pwrite64,clock_nanosleep \
		-o "$scratch/trace" sh -c "\"$programs/counter\" \"$scratch/count\" 2 2>\"$scratch/errors\" &
			echo \$! >\"$scratch/pid\"") &
	front=$!
	wait_for "the daemon" [ -s "$scratch/pid" ]
	wait_for "its first line" [ -s "$scratch/count" ]
	[ "$signal" = none ] || kill "-$signal" $front
	wait $front 2>/dev/null
	daemon=$(cat "$scratch/pid")
	looks_as_it_should "$daemon"
	check "nobody holds the directory of scry" rmdir "$scratch/here"
	counts_on "$daemon"
	kill "$daemon"
	wait_for "the daemon to end" is_gone "$daemon"
	wait_for "its keeper to end" is_gone "$keeper"
}

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
	front=$!
	wait_for "nginx" [ -s "$scratch/nginx.pid" ]
	wait_for "its socket" [ -S "$scratch/socket" ]
	answers "under scry"
	kill -INT $front
	wait $front
	master=$(cat "$scratch/nginx.pid")
	looks_as_it_should "$master"
	answers "after scry"
	check "nginx -s quit" nginx -e "$scratch/nginx.errors" -c "$scratch/nginx.conf" -s quit
	wait_for "nginx to end" is_gone "$master"
	wait_for "its keeper to end" is_gone "$keeper"
	lacks "$scratch/nginx.errors" 'alert|emerg|crit|Function not implemented'
}

answers()
{
	can_run curl "answer $1 of nginx" || return 0
	same "answer $1" well "$(curl -s -m 10 --unix-socket "$scratch/socket" http://localhost/)"
}

# In a PID namespace whose first process did not make a session, the session has no name.
if [ "${1:-}" = nameless ]; then
	left_behind none -DD
	finish
fi
left_behind none
left_behind none -DD
if unshare -pf --mount-proc true 2>/dev/null; then
	check "a session without a name" unshare -pf --mount-proc sh "$0" nameless
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
