#!/bin/sh
# SPDX-License-Identifier: MIT
# Each room includes only vocabulary, doors of rooms before it, its own door and its own headers.
. "${srcdir:-.}/tests/lib.sh"

# The order of doc/ARCHITECTURE.md, and the door of each room where it is not named as the room.
rooms='util arch syscalls tracee stack decode output sink filter seccomp summary engine cli'
vocabulary='abi call event fd fetch list sink type verdict'

door_of()
{
	case $1 in
	sink) echo sinks ;;
	*) echo "$1" ;;
	esac
}

# What a file includes by quotes, as "LINE TARGET".
includes_of()
{
	sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$1"
}

# allowed TARGET: by the list of doors in $doors, for the room $room.
allowed()
{
	case $1 in
	config.h) return 0 ;;
	scry/*.h)
		name=${1#scry/}
		name=${name%.h}
		for word in $vocabulary $doors; do
			[ "$word" = "$name" ] && return 0
		done
		;;
	# Made files: numbers by arch, lists and rows by syscalls.
	syscall_ids.h) [ "$room" = arch ] && return 0 ;;
	flame_graph_js.h) [ "$room" = summary ] && return 0 ;;
	lists.h | rows.h) [ "$room" = syscalls ] && return 0 ;;
	"$room"/*.h) return 0 ;;
	esac
	return 1
}

check_file()
{
	for target in $(includes_of "$1"); do
		check "$1 includes \"$target\", which is neither vocabulary nor a door before room $room" \
			allowed "$target"
	done
}

# never PATTERN WHY FILE…: none of the files has a match outside comments.
never()
{
	pattern=$1 why=$2
	shift 2
	for file; do
		found=$(sed 's|/\*.*\*/||; s|^[ \t]*/\?\*.*||; s|"[^"]*"|""|g' "$file" | grep -nE "$pattern")
		check "$file: $why: $found" [ -z "$found" ]
	done
}

sources_of()
{
	find "$@" -name '*.[ch]' | sort
}

cd "$srcdir" || exit 1
same "rooms of src/ and rooms of this test" "$(for room in $rooms; do echo "$room"; done | sort)" \
	"$(find src -mindepth 1 -maxdepth 1 -type d | sed 's|src/||' | sort)"

doors=
for room in $rooms; do
	doors="$doors $(door_of "$room")"
	for file in $(sources_of "src/$room"); do
		check_file "$file"
	done
done

# A door itself includes only vocabulary and doors before it; vocabulary only vocabulary and util.
doors=
for room in $rooms; do
	door=$(door_of "$room")
	check "include/scry/$door.h exists" [ -e "include/scry/$door.h" ]
	[ -e "include/scry/$door.h" ] && check_file "include/scry/$door.h"
	doors="$doors $door"
done
room=vocabulary doors=util
for word in $vocabulary; do
	check_file "include/scry/$word.h"
done

# shellcheck disable=SC2046 # lists of files
{
	never '\<(printf|fprintf|snprintf|sprintf|vsnprintf|puts|putchar|buf_printf|buf_put_hex|buf_put_dec)\(|\<ptrace\(|process_vm_readv\(' \
		'decode emits values and reads through fetch' $(sources_of src/decode src/syscalls)
	never '\<(ptrace|fetch_read|process_vm_readv|tracee_[a-z_]+)\(' 'a sink never reads the tracee' \
		$(sources_of src/sink src/summary src/output)
	never '\<ptrace\(|<sys/ptrace.h>|<linux/ptrace.h>' 'only the engine speaks ptrace' \
		$(sources_of src/filter src/seccomp src/cli src/util src/arch)
}
finish
