#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs that gain rights when they are executed: the default filter does not change that, or a message says what it changes.
. "${srcdir:-.}/tests/live/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can make set-user-ID programs of another user"
need setpriv id
PATH=$PATH:/usr/sbin:/sbin
as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
chmod 755 "$scratch"
cp "$scry" "$scratch/scry"
cp "$(command -v id)" "$scratch/set_user"
chmod 4755 "$scratch/set_user"
cp "$(command -v id)" "$scratch/set_group"
chmod 2755 "$scratch/set_group"
cd "$scratch" || exit
# shellcheck disable=SC2086 # a list of words
[ "$($as_user ./set_user -u)" = 0 ] || skip "set-user-ID programs gain no rights here"

# trace_as_user OPTION... COMMAND...: like trace, as an ordinary user.
trace_as_user()
{
	# shellcheck disable=SC2086
	timeout -s KILL $((30 * patience)) $as_user ./scry -o /dev/null "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
}

# warns ADJECTIVE FILE [REST]: the last trace has one message, about this file.
warns()
{
	shows stderr "^scry: process [0-9]+ executes the $1 program '$(pwd -P)/$2': it gains no rights${3:-, also not after the end of scry, because the kernel filter needs NO_NEW_PRIVS; --seccomp-bpf=off does without}\$"
	same "$2: messages" 1 "$(lines_of stderr)"
}

# is_silent WHAT UID: the last trace has no message, and the program printed UID.
is_silent()
{
	same "$1: messages" "" "$(cat stderr)"
	same "$1: user" "$2" "$(cat stdout)"
}

trace_as_user -f -e trace=%network ./set_user -u
warns set-user-ID set_user
same "user of a program that a filter affects" 65534 "$(cat stdout)"
# One message is enough, and a child is a process as the command is.
trace_as_user -f -e trace=%network sh -c './set_user -u; ./set_user -u; ./set_group -g'
warns set-user-ID set_user
trace_as_user -f -e trace=%network sh -c './set_group -g; exit'
warns set-group-ID set_group
# JSON has a record of each execve.
trace_as_user -f --json -e trace=%network sh -c './set_user -u; exit'
warns set-user-ID set_user
trace_as_user -f -d -e trace=%network true
shows stderr '^scry: seccomp filter on: it needs NO_NEW_PRIVS, so that set-user-ID programs gain no rights$'

# Without the filter the process gains no rights as long as it is traced.
traced=' while an ordinary user traces it; root can: scry -u USER PROG'
for options in '-f --seccomp-bpf=off -e trace=%network' '' '-f' '-f -e trace=all' '--json'; do
	# shellcheck disable=SC2086 # words
	trace_as_user $options ./set_user -u
	warns set-user-ID set_user "$traced"
	same "user of a traced program with '$options'" 65534 "$(cat stdout)"
done
trace_as_user -f sh -c './set_group -g; ./set_user -u'
warns set-group-ID set_group "$traced"
# The message keeps its promise.
"$scry" -u 65534:65534 -o /dev/null ./set_user -u >stdout 2>stderr
is_silent "root traces as another user" 0

# Nothing is taken away: without rights to gain, and where no process can gain rights.
trace_as_user -f -e trace=%network sh -c 'id -u; exit'
is_silent "an ordinary program" 65534
as_user="$as_user --no-new-privs"
for options in '-f -e trace=%network' ''; do
	# shellcheck disable=SC2086 # words
	trace_as_user $options ./set_user -u
	is_silent "NO_NEW_PRIVS before, with '$options'" 65534
done
as_user=${as_user% *}
trace_as_user setpriv --no-new-privs ./set_user -u
is_silent "NO_NEW_PRIVS of the command" 65534
"$scry" -f -o /dev/null -e trace=%network ./set_user -u >stdout 2>stderr
is_silent "root" 0

if can_run setcap "rights of files"; then
	cp "$(command -v id)" with_rights
	setcap cap_net_raw=ep with_rights
	trace_as_user -f -e trace=%network ./with_rights -u
	warns 'privileged \(setcap\)' with_rights

	# Under a tracer with CAP_SYS_PTRACE a program gains its rights.
	setcap cap_sys_ptrace=ep scry
	trace_as_user -f ./set_user -u
	is_silent "CAP_SYS_PTRACE, every call" 0
	trace_as_user -f -e trace=%network ./set_user -u
	is_silent "CAP_SYS_PTRACE" 0
	trace_as_user -f -d -e trace=%network ./set_user -u
	shows stderr '^scry: seccomp filter off: scry has CAP_SYS_PTRACE, so that set-user-ID programs gain their rights, which NO_NEW_PRIVS would forbid$'
	trace_as_user -f --seccomp-bpf=on -e trace=%network ./set_user -u
	warns set-user-ID set_user
fi
finish
