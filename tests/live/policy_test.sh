#!/bin/sh
# SPDX-License-Identifier: MIT
# --policy and --try-policy: profiles that are made of traces, tried, and really enforced.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libseccomp: yes' || skip "scry was built without libseccomp"
profile=$scratch/profile

# make FORMAT OPTION... COMMAND...: makes a profile of a command. Its name is $profile.FORMAT.
make()
{
	format=$1
	shift
	trace --policy="$profile.$format" --policy-format="$format" "$@"
	ends_with 0
	check "$format: the file has something" [ -s "$profile.$format" ]
	same "$format: the calls are not printed" '' "$(cat "$scratch/stderr")"
}

# denied CALLS: the last trace reported exactly these denials, but for what error(3) of i386 asks before it prints.
denied()
{
	same 'calls that the profile does not allow' "$1" \
		"$(sed -n "s/^scry: '.*' does not allow [0-9]* calls\{0,1\}: //p" "$scratch/stderr" | sed 's/^fcntl64 1, //')"
}

# The native ABI.
abi=$("$scry" -V | sed -n 's/^ABIs: \([a-z0-9_]*\).*/\1/p')

# The program itself, enforced by the kernel: what was done goes on working, what was not done fails.
make bpf ls "$scratch"
"$programs/confine" "$profile.bpf" ls "$scratch" >"$scratch/stdout" 2>"$scratch/errors"
same 'the command under its profile: status' 0 $?
shows "$scratch/stdout" '^profile\.bpf$'
"$programs/confine" "$profile.bpf" mkdir "$scratch/made" 2>"$scratch/errors"
same 'another command under the profile: status' 1 $?
shows "$scratch/errors" 'Function not implemented'
trace --try-policy="$profile.bpf" ls "$scratch"
ends_with 0
denied ''
trace --try-policy="$profile.bpf" mkdir "$scratch/made"
ends_with 1
denied 'mkdir 1'
shows "$scratch/stderr" '^mkdir\(.*\) *= 0 \(DENIED: ENOSYS\)$'
check 'the call was let through' [ -d "$scratch/made" ]
trace --try-policy="$profile.bpf" --enforce mkdir "$scratch/refused"
ends_with 1
denied 'mkdir 1'
shows "$scratch/stderr" '^mkdir\(.*\) *= -1 ENOSYS \(Function not implemented\) \(DENIED: ENOSYS\)$'
check 'the call was refused' [ ! -e "$scratch/refused" ]

# Children are under the profile, too.
trace --try-policy="$profile.bpf" sh -c "mkdir '$scratch/child'; true"
ends_with 1
shows "$scratch/stderr" ', mkdir 1, '

make text --policy-arguments sh -c 'ls . >/dev/null'
shows "$profile.text" '^ +[1-9][0-9]*  read +used$'
shows "$profile.text" '^ +0  restart_syscall +the kernel restarts interrupted calls by it$'
make text --policy-margin=off ls .
lacks "$profile.text" '^ +0 '
make systemd ls .
case $abi in
x86_64) shows "$profile.systemd" '^SystemCallArchitectures=x86-64$' ;;
*) shows "$profile.systemd" '^SystemCallArchitectures=[a-z0-9-]+$' ;;
esac
shows "$profile.systemd" '^SystemCallFilter=getdents64$'
if can_run systemd-analyze 'a drop-in for systemd'; then
	cp "$profile.systemd" "$scratch/scry-test.service"
	printf 'ExecStart=/bin/true\n' >>"$scratch/scry-test.service"
	same 'systemd about the profile' '' "$(systemd-analyze verify "$scratch/scry-test.service" 2>&1 | grep -F scry-test)"
fi
make libseccomp --policy-arguments ls .
shows "$profile.libseccomp" '^int load_policy\(void\)$'

# What the C compiler makes of it.
printf '%s\n' '#include <unistd.h>' 'int load_policy(void);' \
	'int main(int n, char **args) { (void)n; return load_policy() ? 99 : execvp(args[1], args + 1); }' \
	>"$scratch/main.c"
cp "$profile.libseccomp" "$scratch/loader.c"
if ${CC:-cc} -o "$scratch/loader" "$scratch/main.c" "$scratch/loader.c" -lseccomp 2>"$scratch/errors"; then
	"$scratch/loader" ls "$scratch" >/dev/null
	same 'a command under the C function: status' 0 $?
	"$scratch/loader" mkdir "$scratch/made2" 2>"$scratch/errors"
	same 'another command under the C function: status' 1 $?
else
	not_tested "the C function: $(head -n 1 "$scratch/errors")"
fi

# The profile has all calls, also if only some are selected.
engines='--engine=ptrace'
"$scry" --engine=bpf -o /dev/null true 2>/dev/null && engines="$engines --engine=bpf"
for engine in $engines; do
	trace "$engine" --policy="$scratch/all" --policy-format=systemd ls .
	for options in '-e trace=openat' '-P /nonexistent' '-e trace-fds=3' '-c -e trace=openat' \
		"-o $scratch/selected -e trace=openat"; do
		# shellcheck disable=SC2086 # a list of words
		trace "$engine" --policy="$scratch/some" --policy-format=systemd $options ls .
		ends_with 0
		same "$engine $options: the profile" "$(cat "$scratch/all")" "$(cat "$scratch/some")"
	done
	shows "$scratch/selected" '^([0-9]+ +)?openat\('
	lacks "$scratch/selected" '^([0-9]+ +)?(getdents64|mmap|close)\('
done

# A trace that ends early.
for options in --syscall-limit=9 '-b execve'; do
	# shellcheck disable=SC2086
	trace --policy="$profile.early" $options true
	ends_with 0
	shows "$scratch/stderr" "^scry: --policy: ${options%%[= ]*}.* ends the trace"
done

# -p: the same profile, of a process that runs already.
"$programs/counter" "$scratch/count" &
target=$!
wait_for 'the process' [ -s "$scratch/count" ]
"$scry" --policy="$profile.p" --policy-format=text -p $target 2>"$scratch/stderr" &
tracer=$!
wait_for 'the attachment' is_traced $target
kill -TERM $tracer
wait $tracer 2>/dev/null
shows "$profile.p" ' rt_sigreturn '
shows "$scratch/stderr" '^scry: --policy: the profile lacks the calls that the processes made before '
check 'the process goes on' kill -KILL $target
wait $target 2>/dev/null

# A recording: the profile is the one that was made while it was recorded, in every format.
if "$scry" -V | grep -q '^libzstd: yes'; then
	# from_recording OPTION...: makes a profile of the recording.
	from_recording()
	{
		trace --replay="$scratch/run.rec" --policy="$profile.replayed" "$@"
		ends_with 0
	}
	for options in '--policy-format=text' '--policy-format=text --policy-arguments --policy-margin=off' '--policy-format=systemd' \
		'--policy-format=libseccomp --policy-arguments' '--policy-format=bpf' '--policy-format=oci --policy-arguments'; do
		# shellcheck disable=SC2086 # a list of words
		trace --record="$scratch/run.rec" --policy="$profile.live" $options sh -c "ls '$scratch' >/dev/null; cat /dev/null"
		ends_with 0
		# shellcheck disable=SC2086
		from_recording $options
		same "$options of a recording: what was said" '' "$(cat "$scratch/stderr")"
		check "$options of a recording: the file has something" [ -s "$profile.replayed" ]
		check "$options of a recording: the profile is that of the run" cmp "$profile.live" "$profile.replayed"
	done
	trace --record="$scratch/run.rec" -f ls "$scratch"
	from_recording --policy-format=bpf
	trace --try-policy="$profile.replayed" ls "$scratch"
	ends_with 0
	denied ''
	trace --try-policy="$profile.replayed" mkdir "$scratch/recorded"
	ends_with 1
	denied 'mkdir 1'

	# What a recording lacks, the profile lacks, too.
	trace --record="$scratch/run.rec" ls "$scratch"
	from_recording
	shows "$scratch/stderr" '^scry: --policy: the recording was made without -f; '
	for options in '-e trace=openat' "-P $scratch" '--record-ring=1M' '--syscall-limit=9' '-b execve'; do
		# shellcheck disable=SC2086
		trace --record="$scratch/run.rec" -f $options ls "$scratch"
		from_recording
		shows "$scratch/stderr" '^scry: --policy: the recording does not have all calls '
	done
else
	not_tested 'profiles of recordings: scry was built without libzstd'
fi

"$scry" -V | grep -q '^jansson: yes' || {
	not_tested 'profiles in JSON: scry was built without jansson'
	finish
}
make oci --policy-arguments ls "$scratch"
if can_run jq 'the JSON of a profile'; then
	same 'default action' SCMP_ACT_ERRNO "$(jq -r .defaultAction "$profile.oci")"
	same 'ls reads directories' SCMP_ACT_ALLOW \
		"$(jq -r '.syscalls[] | select(.names | index("getdents64")).action' "$profile.oci")"
fi
trace --try-policy="$profile.oci" ls "$scratch"
ends_with 0
stacks=$("$scry" -V | sed -n 's/^libunwind: yes.*/-k/p')
# shellcheck disable=SC2086 # an option or none
trace $stacks --json --try-policy="$profile.oci" mkdir "$scratch/made3"
ends_with 1
shows "$scratch/stderr" '"name":"mkdir".*"denied":"ENOSYS"'

# Runs add up, also in one file.
trace --policy="$profile.oci" --policy-merge="$profile.oci" mkdir "$scratch/made4"
ends_with 0
trace --try-policy="$profile.oci" mkdir "$scratch/made5"
ends_with 0
trace --try-policy="$profile.oci" ls "$scratch"
ends_with 0

# The first run in one file starts from nothing. Other files must exist, and have the right format.
for made in first second; do
	trace --policy="$scratch/loop" --policy-merge="$scratch/loop" mkdir "$scratch/$made"
	ends_with 0
	same "the $made run: messages" '' "$(cat "$scratch/stderr")"
done
trace --policy="$scratch/loop" --policy-merge="$scratch/loop" ls "$scratch"
ends_with 0
trace --try-policy="$scratch/loop" mkdir "$scratch/third"
ends_with 0
trace --policy="$scratch/other" --policy-merge=/nonexistent true
ends_with 1
shows "$scratch/stderr" "^scry: --policy-merge: cannot read '/nonexistent': No such file or directory$"
trace --policy="$scratch/other" --policy-format=text --policy-merge="$scratch/other" true
ends_with 1
shows "$scratch/stderr" '^scry: --policy-merge: cannot read '
trace --policy="$scratch/other" --policy-merge="$profile.bpf" true
ends_with 1
shows "$scratch/stderr" "^scry: --policy-merge: '.*' is not JSON; only profiles of the format oci can be merged$"

# Actions of profiles, and conditions as Docker writes them.
write_profile()
{
	printf '{"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"names":["mkdir"],%s}]}' "$1" >"$scratch/tried.json"
}
for action in 'KILL_PROCESS:kill process:137' 'KILL_THREAD:kill thread:137' 'TRAP:SIGSYS:1' 'ERRNO:EPERM:1'; do
	word=${action#*:}
	write_profile "\"action\":\"SCMP_ACT_${action%%:*}\""
	trace --json --try-policy="$scratch/tried.json" --enforce mkdir "$scratch/refused"
	denied 'mkdir 1'
	ends_with 1
	check "${action%%:*} refuses the call" [ ! -e "$scratch/refused" ]
	shows "$scratch/stderr" "\"denied\":\"${word%:*}\""
done
write_profile '"action":"SCMP_ACT_ERRNO","errnoRet":13,"args":[{"index":1,"value":511,"valueTwo":0,"op":"SCMP_CMP_EQ"}]'
trace --try-policy="$scratch/tried.json" mkdir -m 700 "$scratch/made6"
ends_with 0
trace --try-policy="$scratch/tried.json" mkdir "$scratch/made7"
shows "$scratch/stderr" 'DENIED: EACCES'
write_profile '"action":"SCMP_ACT_ERRNO","excludes":{"arches":["amd64"]}'
trace --try-policy="$scratch/tried.json" mkdir "$scratch/made8"
ends_with "$([ "$abi" = x86_64 ]; echo $?)"
write_profile '"action":"SCMP_ACT_ERRNO","includes":{"minKernel":"99.1"}'
trace --try-policy="$scratch/tried.json" mkdir "$scratch/made9"
ends_with 0

# Several conditions for one argument are alternatives, as in container runtimes.
write_profile '"action":"SCMP_ACT_ERRNO","args":[{"index":1,"value":448,"op":"SCMP_CMP_EQ"},{"index":1,"value":511,"op":"SCMP_CMP_EQ"}]'
trace --try-policy="$scratch/tried.json" mkdir -m 711 "$scratch/made10"
ends_with 0
shows "$scratch/stderr" 'a rule of mkdir has several conditions for one argument, which container runtimes take for alternatives'
trace --try-policy="$scratch/tried.json" mkdir -m 700 "$scratch/made11"
ends_with 1
trace --try-policy="$scratch/tried.json" mkdir -m 777 "$scratch/made12"
ends_with 1

# bad TEXT MESSAGE: a file that is no profile is refused before the command starts.
bad()
{
	printf '%b' "$1" >"$scratch/bad"
	trace --try-policy="$scratch/bad" touch "$scratch/started"
	ends_with 1
	shows "$scratch/stderr" "^scry: --try-policy: .*$2"
	check 'the command did not start' [ ! -e "$scratch/started" ]
}
bad '' 'neither JSON nor a seccomp program'
bad '[Service]\nSystemCallFilter=read\n\n\n\n\n\n\n\n\n' \
	'neither JSON nor a seccomp program; profiles of the formats oci and bpf can be tried$'
same 'bytes of a text that could be whole instructions' 0 $(($(wc -c <"$scratch/bad") % 8))
bad '{"defaultAction":"SCMP_ACT_ALLOW"' 'line 1: '
bad '{"syscalls":[]}' 'there is no defaultAction'
bad '{"defaultAction":"SCMP_ACT_SING"}' 'unknown action SCMP_ACT_SING'
bad '{"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"action":"SCMP_ACT_ERRNO"}]}' 'a rule has no "names"'
bad '{"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"names":["read"],"action":"SCMP_ACT_ERRNO","args":[{"index":9,"value":1,"op":"SCMP_CMP_EQ"}]}]}' 'above 5'
rule='{"defaultAction":"SCMP_ACT_ERRNO","syscalls":[{"action":"SCMP_ACT_ALLOW","names":["read"],'
bad "$rule\"args\":5}]}" 'no array: args'
bad "$rule\"includes\":5}]}" 'no object: includes'
bad "$rule\"args\":[{\"index\":1.9,\"op\":\"SCMP_CMP_EQ\"}]}]}" 'no whole number: index'
bad "$rule\"args\":[{\"index\":1,\"value\":-1,\"op\":\"SCMP_CMP_EQ\"}]}]}" 'no number: value'
bad '{"defaultAction":"SCMP_ACT_ERRNO","defaultErrnoRet":70000}' 'no error number: defaultErrnoRet'
bad '{"defaultAction":"SCMP_ACT_ALLOW","architectures":5}' 'no array: architectures'
calls=$(awk 'BEGIN { printf "\"read\""; for (i = 0; i < 4096; i++) printf ",\"call%d\"", i }')
bad "{\"defaultAction\":\"SCMP_ACT_ERRNO\",\"syscalls\":[{\"action\":\"SCMP_ACT_ALLOW\",\"names\":[$calls]}]}" 'a profile has 4096 rules at most'
bad '\0006\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' 'no seccomp program that the kernel would take'
bad '\0005\0\0\0\0377\0377\0377\0377\0006\0\0\0\0\0\0\0' 'no seccomp program that the kernel would take'
trace --try-policy=/nonexistent true
ends_with 1
shows "$scratch/stderr" "cannot read '/nonexistent'"
trace --policy=/nonexistent/profile true
ends_with 1
shows "$scratch/stderr" "^scry: --policy: cannot write to '/nonexistent/profile'"

# Until the end the file is what it was, also if scry is killed. A new file has the mode of the old one.
kept=$scratch/kept
for before in there absent; do
	rm -f "$kept"
	[ $before = absent ] || { echo old >"$kept" && chmod 640 "$kept"; }
	rm -f "$scratch/pid"
	# shellcheck disable=SC2016 # the inner shell expands it
	"$scry" --policy="$kept" sh -c 'echo $$ >"$1"; exec sleep 600' - "$scratch/pid" 2>/dev/null &
	tracer=$!
	wait_for 'the command' [ -s "$scratch/pid" ]
	same "a file that is $before during the trace" "$([ $before = absent ] || echo old)" "$(cat "$kept" 2>/dev/null)"
	# The process that traces; the kernel kills the command, which has a filter, with it.
	kill -KILL "$(sed -n 's/^TracerPid:	//p' "/proc/$(cat "$scratch/pid")/status")"
	wait $tracer 2>/dev/null
	same "a file that is $before after the end of scry" "$([ $before = absent ] || echo old)" "$(cat "$kept" 2>/dev/null)"
	check 'nothing is left' [ -z "$(find "$scratch" -name 'kept.*')" ]
done
echo old >"$kept" && chmod 640 "$kept"
trace --policy="$kept" true
ends_with 0
shows "$kept" defaultAction
same 'mode of the new file' 640 "$(stat -c %a "$kept")"
ln -s kept "$scratch/link"
trace --policy="$scratch/link" --policy-format=text true
check 'a symbolic link stays one' [ -L "$scratch/link" ]
shows "$kept" '^Calls that the profile allows'
check 'nothing is left' [ -z "$(find "$scratch" -name '*.tmp')" ]

# A profile that cannot be written is an error, and the command has run.
if [ -w /dev/full ]; then
	trace --policy=/dev/full touch "$scratch/ran"
	ends_with 1
	shows "$scratch/stderr" "cannot write to '/dev/full': No space left on device"
	check 'the command ran' [ -e "$scratch/ran" ]
fi
for options in '--enforce' '--policy-format=bpf' '--policy-arguments' '--policy-margin=off' '--policy-merge=x' \
	"--try-policy=$profile.bpf -p 1" "--try-policy=$profile.bpf --policy=x" "--try-policy=$profile.bpf --seccomp-bpf=off"; do
	# shellcheck disable=SC2086 # a list of words
	trace $options true
	ends_with 1
	shows "$scratch/stderr" ' must be given with | cannot be given together'
done
finish
