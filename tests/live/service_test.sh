#!/bin/sh
# SPDX-License-Identifier: MIT
# scry as a service: SIGHUP, files that end at a limit, and --sample.
. "${srcdir:-.}/tests/live/lib.sh"

# has FILE PATTERN: for wait_for.
has()
{
	grep -qE "$2" "$1" 2>/dev/null
}

# --- files end at a limit ---
srcdir=$(cd "${srcdir:-.}" && pwd)
programs=$(cd "$programs" && pwd)
scry=$(realpath "$scry")
cd "$scratch" || exit 1
trace --max-file-size=4K --max-files=3 -o text -s 100 -e trace=write sh -c 'i=0; while [ $i -lt 200 ]; do echo 0123456789012345678901234567890123456789; i=$((i + 1)); done'
ends_with 0
same "three files" 'text text.1 text.2' "$(echo text*)"
# Each line is whole, and no call is missing between the files.
cat text.2 text.1 text >all
same "lines" '' "$(grep -vE '^write\(1, "[0-9]{40}\\n", 41\) += 41$|^\+\+\+ exited' all)"
check "a complete file has the size" [ "$(wc -c <text.1)" -ge 4096 ]
check "and little more" [ "$(wc -c <text.1)" -lt 8192 ]
cp text before
trace --max-file-size=100K --max-files=3 -o text -e trace=none true
check "the file of an earlier trace is kept" cmp text.1 before
same "no more files than asked for" 'text text.1 text.2' "$(echo text*)"
# What is no regular file is not renamed.
trace --max-file-size=1 --max-files=1 -o /dev/null true
check "/dev/null is where it was" [ -c /dev/null ]
rm text.*
trace --max-file-size=1 --max-files=1 -o text true
ends_with 0
same "one file" text "$(echo text*)"
# JSON: each file has whole records.
trace --max-file-size=2K --max-files=100 --json -o json -e trace=write sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo $i; done'
check "several files" [ -e json.1 ]
if can_run jq "records of JSON"; then
	for file in json json.*; do
		check "$file" jq -e -s 'length > 0' "$file" >/dev/null
	done
fi

# A call that waits while the file ends has its whole line in the next one.
mkfifo fifo
"$scry" -f --max-file-size=1K --max-files=50 -o waits -e trace=openat sh -c 'sh -c "read x <fifo" & i=0; while [ $i -lt 30 ]; do cat /nowhere 2>/dev/null; i=$((i + 1)); done; echo word >fifo; wait'
cat waits.* waits >all
check "several files" [ -e waits.3 ]
same "the line is whole where the call returns" 1 "$(grep -cE '^[0-9]+ +openat\(AT_FDCWD, "fifo", O_RDONLY\) += [0-9]+$' all)"

# --- recordings end at a limit: each can be replayed, and together they have all calls ---
if trace --record=whole -f sh -c 'sleep 1.2; sleep 1.2; sleep 1.2'; then :; fi
if [ -s whole ]; then
	"$scry" -f --record=part --max-file-size=1K --max-files=20 sh -c 'sleep 1.2; sleep 1.2; sleep 1.2'
	check "several recordings" [ -e part.2 ]
	calls=0
	for file in part part.*; do
		trace --replay="$file" -e trace=clock_nanosleep -o replayed
		ends_with 0
		lacks replayed 'unfinished|resumed'
		calls=$((calls + $(grep -c 'nanosleep.* = 0$' replayed)))
	done
	same "the calls of all files" 3 "$calls"
	same "a recording says that it is a part" 1 "$(for file in part part.*; do trace --replay="$file" -e trace=chdir -o /dev/null; grep -q 'does not have all calls' "$scratch/stderr" && echo 1; done | sort -u)"
else
	not_tested "recordings: no libzstd here"
fi

# --- --sample ---
find_python
if [ -n "$python" ]; then
	cat >calls.py <<-'END'
	import os
	for _ in range(20000): os.getppid()
	END
	trace --sample=1/20 --summary=syscall --summary-format=csv -e trace=getppid -o table "$python" calls.py
	ends_with 0
	calls=$(sed -n 's/^.*getppid.*$/&/p' table | tr ',' '\n' | grep -xE '[0-9]{5}' | head -n 1)
	# 1000 of 20000 calls: five standard deviations are 3100 calls.
	check "an estimate of 20000: $calls" [ "${calls:-0}" -gt 16900 ]
	check "an estimate of 20000: $calls" [ "${calls:-0}" -lt 23100 ]
	shows "$scratch/stderr" '^scry: --sample: (18|19)[0-9]{3} of 2[0-9]{4} selected calls were left out$'
	trace --sample=1/20 -c -e trace=getppid "$python" calls.py
	shows "$scratch/stderr" '^sample: [0-9]+ of 2[0-9]{4} calls were counted; the counts are estimates of all$'
	trace --sample=1/20 --summary=syscall --summary-format=prometheus -e trace=getppid -o metrics "$python" calls.py
	shows metrics '^scry_left_out_calls_total (18|19)[0-9]{3}$'
	shows metrics '^scry_lost_records_total 0$'
	trace --sample=1/20 -e trace=getppid -o lines "$python" calls.py
	same "a replay of the sample" "$(grep -c getppid lines)" "$(trace --sample=1/20 -e trace=getppid -o lines "$python" calls.py; grep -c getppid lines)"
	check "about one in twenty" [ "$(grep -c getppid lines)" -lt 1200 ]
	# A call that only its exit selects is chosen at its exit.
	trace --sample=1/20 --where 'name == getppid && result > 0' -o lines "$python" calls.py
	check "about one in twenty of those that are selected" [ "$(grep -c '^getppid' lines)" -lt 1200 ]
	check "some are shown" [ "$(grep -c '^getppid' lines)" -gt 500 ]
	# Records say what they stand for, also in a replay, so that sums over them are estimates of all.
	# sum FILE: of the column, over the calls that are sampled.
	sum()
	{
		"$python" -c 'import json, sys; print(sum(row["adjusted_count"] for row in map(json.loads, open(sys.argv[1])) if row.get("name") == "getppid"))' "$1"
	}
	# counts FILE: the values of the column of some calls, and whether records of other types have none.
	counts()
	{
		"$python" -c 'import json, sys
rows = list(map(json.loads, open(sys.argv[1])))
print(*sorted({(row["name"], row["adjusted_count"]) for row in rows if row["type"] == "call"}), {row.get("adjusted_count") for row in rows if row["type"] not in ("call", "members")})' "$1"
	}
	part="('execve', 1) ('getppid', 20) {None}"
	for format in flat records; do
		trace --sample=1/20 --json=$format -e trace=execve,getppid -o rows "$python" calls.py
		same "$format: what a call stands for" "$part" "$(counts rows)"
		estimate=$(sum rows)
		check "$format: an estimate of 20000: $estimate" [ "$estimate" -gt 16900 ]
		check "$format: an estimate of 20000: $estimate" [ "$estimate" -lt 23100 ]
	done
	trace --json=flat -e trace=execve,getppid -o rows "$python" calls.py
	same "without --sample each call stands for itself" "('execve', 1) ('getppid', 1) {None}" "$(counts rows)"
	trace --json -e trace=execve,getppid -o rows "$python" calls.py
	lacks rows adjusted_count
	if "$scry" -V | grep -q '^libzstd: yes'; then
		trace --sample=1/20 --record=sampled -e trace=execve,getppid "$python" calls.py
		trace --replay=sampled --json=flat -o rows
		shows "$scratch/stderr" 'made with --sample=1/20: it has a part of the calls, and counts are estimates of all$'
		same "a replay: what a call stands for" "$part" "$(counts rows)"
		trace --replay=sampled --sample=1/2 --json=flat -o rows
		same "a part of a part" "('execve', 1) ('getppid', 40) {None}" "$(counts rows)"
		trace --sample=1000000/s --record=sampled -e trace=getppid "$python" calls.py
		trace --replay=sampled --json=flat -o rows
		shows "$scratch/stderr" 'made with --sample=1000000/s: it has a part of the calls, and tables count only these$'
		same "a replay of a part that is not known" "('getppid', None) {None}" "$(counts rows)"
	else
		not_tested "replays of samples: no libzstd here"
	fi
	# Programs are not left out.
	trace -f --sample=1/65536 -e trace=execve,getppid -o lines sh -c 'true; env true; env true'
	same "programs" 5 "$(grep -c 'execve(.* = 0' lines)"
fi

# --- SIGHUP ---
# begin OPTION...: a trace with the options in the file "options".
begin()
{
	"$scry" --config=options "$@" 2>messages &
	service=$!
}
# options LINE...: writes the file.
options()
{
	{ printf 'trace=chdir\noutput=%s\n' "$scratch/log" && printf '%s\n' "$@"; } >options.new
	mv options.new options
}
cat >caller.sh <<'END'
while :; do cd /; sleep 0.02; done
END
sh caller.sh &
caller=$!
reopen()
{
	options ''
	rm -f log log.1
	begin "$@"
	wait_for "the first lines" has log chdir
	mv log log.1
	kill -HUP $service
	wait_for "the new file" has log chdir
	check "$*: the process is the same" kill -0 $service
	same "$*: no options have changed" '' "$(grep goes messages)"
	for i in 1 2 3 4 5 6 7 8 9 10; do
		mv log "log.$i" 2>/dev/null
		kill -HUP $service
	done
	rm -f log
	kill -HUP $service
	wait_for "a file after many signals" has log chdir
}
reopen --engine=ptrace -p $caller
options 'string-limit=0'
kill -HUP $service
wait_for "a message about ptrace" has messages 'must be started again'
check "it goes on" kill -0 $service
kill $service
wait $service
same "SIGTERM ends it" 143 $?
check "the tracee goes on" kill -0 $caller
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	reopen --engine=bpf -p $caller
	# Other options: the same process, the file is appended to.
	before=$(grep -c chdir log)
	options 'raw=chdir'
	kill -HUP $service
	wait_for "other options" has log 'chdir\(0x'
	if check "the process is the same" kill -0 $service; then
		shows messages "^scry: the trace goes on with the options that 'options' has now; nothing was traced for [0-9.]+ s$"
		check "the lines before are kept" [ "$(grep -c 'chdir("/")' log)" -ge "$before" ]
		same "the kernel knows the program by its name" scry "$(cat /proc/$service/comm)"
		for wrong in 'nonsense=1' 'trace=nonsense' 'help' "$(printf 'x\001=\377')" 'string-limit'; do
			: >messages
			options "$wrong"
			kill -HUP $service
			wait_for "a message about $wrong" has messages 'the trace goes on with the options that it has$'
			check "it goes on after $wrong" kill -0 $service
		done
		: >messages
		rm options
		kill -HUP $service
		wait_for "a message about no file" has messages "cannot read 'options'.*the trace goes on"
		kill $service
		wait $service
		same "SIGTERM ends it" 143 $?
	fi
	# What cannot be opened or found is seen before the trace ends, so that nothing is lost, however often.
	cat >counter.sh <<-'END'
	#!/bin/sh
	i=0
	while [ ! -e "$1/stop" ]; do
		if [ -e "$1/go" ]; then
			for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do cd /; done
			i=$((i + 20))
		else
			cd /tmp
		fi
		sleep 0.01
	done
	echo $i >"$1/count"
	END
	chmod 755 counter.sh
	mkdir full
	if mount -t tmpfs -o size=16k none full 2>/dev/null; then
		cat /dev/zero >full/zeros 2>/dev/null
	else
		not_tested "new options on a full disk: nothing can be mounted here"
		rmdir full
	fi
	printf 'engine=bpf\ncomm=counter.sh\ntrace=chdir\noutput=%s\n' "$scratch/kept" >options
	"$scry" --config=options 2>messages &
	service=$!
	./counter.sh "$scratch" &
	counter=$!
	wait_for "the first lines of counter.sh" has kept chdir
	: >go
	from='engine=bpf\ncomm=counter.sh\ntrace=chdir\n'
	reloads=0
	while [ $reloads -lt 60 ]; do
		case $((reloads % 10)) in
		0) new="${from}output=/nonexistent/x" ;;
		1) new="${from}output=$scratch" ;;
		2) new="${from}record=/nonexistent/r" ;;
		3) new="engine=bpf\ntrace=chdir\ncgroup=/no/such\noutput=kept" ;;
		4) new="engine=bpf\ntrace=chdir\nunit=no.such.service\noutput=kept" ;;
		5) new="engine=bpf\ntrace=chdir\nfile=/nonexistent\noutput=kept" ;;
		6) new="engine=bpf\ntrace=chdir\nattach=4194303\noutput=kept" ;;
		7) new="${from}uid=nosuchuser\noutput=kept" ;;
		8) new="${from}output=$scratch/options/x" ;;
		9) [ -d full ] && new="${from}output=$scratch/full/x" || new="${from}nonsense" ;;
		esac
		: >messages
		# shellcheck disable=SC2059
		printf "$new\n" >options.new && mv options.new options
		kill -HUP $service
		wait_for "a message about $new" has messages 'the trace goes on with the options that it has$' || break
		reloads=$((reloads + 1))
	done
	same "reloads that cannot be used" 60 "$reloads"
	check "it goes on" kill -0 $service
	: >stop
	wait $counter
	kill $service
	wait $service
	same "no call is lost" "$(cat count)" "$(grep -c 'chdir("/") *= 0' kept)"
	[ ! -d full ] || umount full
	rm -f stop go
	# What is used is what was checked: the file is written again at once.
	reload_again()
	{
		rm -f log
		options 'comm=sh' 'string-limit=0'
		begin
		wait_for "the first lines" has log 'chdir\("/"\)'
		: >messages
		"$@"
		kill -HUP $service
	}
	reload_again options 'comm=sh' 'string-limit=1' 'raw=chdir'
	sleep 0.01
	echo nonsense >options.new && mv options.new options
	# Whichever of the two scry has read, it goes on.
	wait_for "other options, or none" has messages "the options that 'options' has now|there is no option 'nonsense'.*the trace goes on"
	check "it goes on" kill -0 $service
	: >messages
	kill -HUP $service
	wait_for "a message about the file" has messages "there is no option 'nonsense'.*the trace goes on"
	kill $service
	wait $service
	# What is only seen when the trace begins leads back to the options before.
	rm -f log
	reload_again options 'comm=sh' 'metrics-listen=192.0.2.1:9' 'summary=syscall'
	if wait_for "the former options" has messages '^scry: the trace goes on; nothing was traced for'; then
		shows messages '^scry: the new options cannot be used; the trace goes on with those that it had$'
		mv log log.before
		kill -HUP $service
		wait_for "another try" has messages 'cannot be used'
		wait_for "the file again" has log 'chdir\("/"\)'
		kill $service
		wait $service
		same "SIGTERM ends it" 143 $?
	fi
else
	not_tested "other options at SIGHUP: the bpf engine cannot run here"
fi
kill $caller
wait $caller 2>/dev/null
# A command is a trace of its own: SIGHUP ends scry as it always did.
printf 'trace=none\n' >options
"$scry" --config=options sleep 1000 2>messages &
service=$!
wait_for "the command" has "/proc/$service/task/$service/children" '[0-9]'
kill -HUP $service
wait $service
same "SIGHUP of a trace with a command" 129 $?
finish
