#!/bin/bash
# SPDX-License-Identifier: MIT
# Processes by their names: -p NAME, -p PID+, --unit, --container, --port, --file, --wait, and --list-targets.
. "${srcdir:-.}/tests/live/lib.sh"

# A program with a child, whose names no other process has.
name=scry-t$$
cgroups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
unit=$cgroups/$name.service
id=$(printf '%064x' "$$" | tr 0 c)
container=$cgroups/$name.slice/docker-$id.scope
printf '#!/bin/sh\nwhile :; do sleep 0.05; cd /; done\n' >"$scratch/$name"
chmod +x "$scratch/$name"
start()
{
	"$@" &
	process=$!
}
start "$scratch/$name"
trap 'kill -9 $(jobs -p) 2>/dev/null; rmdir "$container" "${container%/*}" "$unit" 2>/dev/null; rm -rf "$scratch"' EXIT
wait_for "the program" grep -qx "$name" "/proc/$process/comm"

# pids ARGUMENTS...: what --list-targets selects.
pids()
{
	"$scry" --list-targets --json "$@" | jq -r .pid | sort -n | tr '\n' ' '
}

# The engines that can be tried here.
engines=ptrace
"$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null && engines='ptrace bpf'
[ "$engines" = ptrace ] && not_tested "the bpf engine cannot run here"

# watch ARGUMENTS...: with each engine, these options trace the program and what it starts.
watch()
{
	local engine
	for engine in $engines; do
		trace --engine="$engine" -e trace=chdir,execve --syscall-limit=3 -o "$scratch/trace" "$@"
		same "status of $engine with $*" 0 "$status"
		check "$engine with $*: a call of the program" grep -qE "^$process +chdir\(\"/\"\) += 0" "$scratch/trace"
	done
}

need jq
same "the process of a name" "$process " "$(pids -p "$name")"
same "the process of the path of a script" "$process " "$(pids -p "$scratch/$name")"
same "the list of a process ID" "$process " "$(pids -p "$process")"
# The child of the program changes all the time.
check "a tree has the process" grep -qw "$process" <(pids -p "$process+")
watch -p "$name"
watch -p "$process+"

# A file that a process has open or executes.
: >"$scratch/open"
sleep 1000 3<"$scratch/open" &
holder=$!
wait_for "the descriptor" test -e "/proc/$holder/fd/3"
same "the process with a file" "$holder " "$(pids --file="$scratch/open")"
# executes_file PID FILE: whether the process executes the file.
executes_file()
{
	[ "$(readlink "/proc/$1/exe")" = "$2" ]
}
cp "$(command -v sleep)" "$scratch/$name-sleep"
"$scratch/$name-sleep" 1000 &
executes=$!
wait_for "the program of the file" executes_file "$executes" "$scratch/$name-sleep"
same "the process that executes a file" "$executes " "$(pids --file="$scratch/$name-sleep")"
line=$'line\nbreak'
cp "$(command -v sleep)" "$scratch/$line"
"$scratch/$line" 1000 &
broken=$!
wait_for "the program with a newline" executes_file "$broken" "$scratch/$line"
same "the process that executes a file with a newline in its name" "$broken " "$(pids --file="$scratch/$line")"
kill -9 "$broken"
wait "$broken" 2>/dev/null
same "the process of the path of a program" "$executes " "$(pids -p "$scratch/$name-sleep")"
same "both conditions" "$executes " "$(pids --file="$scratch/$name-sleep" --uid="$(id -u)")"
same "conditions that exclude each other" "" "$(pids --file="$scratch/$name-sleep" --uid=54321 2>/dev/null)"
same "one of two files" "$(printf '%s\n' "$holder" "$executes" | sort -n | tr '\n' ' ')" \
	"$(pids --file="$scratch/open" --file="$scratch/$name-sleep")"

# A port.
if command -v python3 >/dev/null; then
	python3 -c 'import socket, time
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(1); print(s.getsockname()[1], flush=True); time.sleep(1000)' >"$scratch/port" &
	server=$!
	wait_for "the port" test -s "$scratch/port"
	same "the process with a port" "$server " "$(pids --port="$(cat "$scratch/port")")"
else
	not_tested "--port: no python3 here"
fi

# --wait: from the next start on, until the end.
mv "$scratch/$name-sleep" "$scratch/$name-late"
# wait_for_late ENGINE ARGUMENTS...: starts scry, which traces no process that runs already, and the program when scry has begun to look.
wait_for_late()
{
	local engine=$1
	shift
	rm -f "$scratch/waited"
	timeout -s INT $((30 * patience)) "$scry" --engine="$engine" -d --always-show-pid -o "$scratch/waited" "$@" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the tracer" test -e "$scratch/waited"
	[ "$engine" = ptrace ] || wait_for "the program of $engine" grep -q 'plans:' "$scratch/stderr"
	sleep 0.3
	"$scratch/$name-other" 0
	"$scratch/$name-late" "$duration" &
	late=$!
	wait "$late"
	wait "$tracer"
	same "status of $engine with $*" 0 $?
}
cp "$scratch/$name-late" "$scratch/$name-other"
duration=1
for engine in $engines; do
	wait_for_late "$engine" --wait="$name-late" -e trace=none
	check "the end of the program with $engine" grep -qE "^$late .*exited with 0" "$scratch/waited"
	lacks "$scratch/waited" "^($executes|$holder) "
done
# The bpf engine shows a short program from its first call on, which is that of the loader, by each kind of name.
duration=0
if [ "$engines" != ptrace ]; then
	for word in "$name-late" "$scratch/$name-late" "$name-la??" "$scratch/*-late"; do
		wait_for_late bpf --wait="$word"
		same "the first call of '$word'" "$late brk(NULL)" "$(sed -nE '1s/ += .*//; 1s/ +/ /p' "$scratch/waited")"
		same "processes of '$word'" "$late" "$(sed 's/ .*//' "$scratch/waited" | sort -u)"
		shows "$scratch/waited" 'exited with 0'
	done
	wait_for_late bpf --wait="$name-late" --syscall-limit=3
	same "calls before the limit" 3 "$(grep -c ' = ' "$scratch/waited")"
	printf '#!/bin/sh\nexec /bin/true\n' >"$scratch/$name-script"
	chmod +x "$scratch/$name-script"
	mv "$scratch/$name-script" "$scratch/$name-late"
	wait_for_late bpf --wait="$scratch/$name-late" -b execve
	shows "$scratch/waited" "^$late +execve\(.*/true\", .* <detached"
	wait_for_late bpf --wait="$scratch/$name-late" -e trace=execve,exit_group
	shows "$scratch/waited" "^$late +execve\(.*/true\""
	shows "$scratch/waited" "^$late +exit_group"
fi

# Units and containers are components of cgroups. A unit that restarts is traced again.
enter()
{
	exec sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$@"
}
if [ -n "$cgroups" ] && mkdir -p "$unit" "$container" 2>/dev/null && (enter "$unit" true) 2>/dev/null; then
	kill "$process"
	for engine in $engines; do
		start enter "$unit" "$scratch/$name"
		wait_for "the process of the unit" grep -qx "$name" "/proc/$process/comm"
		"$scry" --engine="$engine" --unit="$name" -e trace=chdir -o "$scratch/trace" --show-container 2>"$scratch/stderr" &
		tracer=$!
		wait_for "a call in the unit" grep -qE "^$process +in $name.service chdir" "$scratch/trace"
		kill -9 "$process" && wait "$process" 2>/dev/null
		wait_for "the message about the end" grep -q "waits for new ones of --unit '$name'" "$scratch/stderr"
		start enter "$unit" "$scratch/$name"
		wait_for "a call after the restart" grep -qE "^$process +in $name.service chdir" "$scratch/trace"
		kill -INT "$tracer"
		wait "$tracer"
		kill -9 "$process" && wait "$process" 2>/dev/null
	done
	# A recording has the unit, for text, JSON and tables.
	if "$scry" -V | grep -q '^libzstd: yes'; then
		(enter "$unit" "$scry" -f --always-show-pid --show-container --record="$scratch/record" -o "$scratch/trace" sh -c 'cd /; (cd /tmp)')
		trace --replay="$scratch/record" --always-show-pid --show-container -o "$scratch/replayed"
		check "the units of a recording" cmp -s "$scratch/trace" "$scratch/replayed"
		shows "$scratch/replayed" "^[0-9]+ +in $name.service chdir"
		trace --replay="$scratch/record" --json --show-container -e trace=chdir -o "$scratch/json"
		same "the units in JSON" "$name.service" "$(jq -r 'select(.type == "call") | .unit' "$scratch/json" | sort -u)"
		trace --replay="$scratch/record" -c --summary=unit,syscall --summary-format=prometheus -o "$scratch/metrics"
		shows "$scratch/metrics" "^scry_calls_total\\{unit=\"$name.service\",syscall=\"chdir\"\\} 2"
	fi
	start enter "$container" "$scratch/$name"
	wait_for "the process of the container" grep -qx "$name" "/proc/$process/comm"
	check "the container by its ID" grep -qw "$process" <(pids --container="$id")
	check "the container by its first digits" grep -qw "$process" <(pids --container="${id:0:12}")
	same "its name in the list" "${id:0:12}" "$("$scry" --list-targets --json --container="$id" | jq -r .container | sort -u)"
	watch --container="${id:0:12}"
	# What runtimes keep is looked at in a mount namespace of the test.
	cat >"$scratch/states" <<'SH'
set -e
mount -t tmpfs tmpfs /var/lib
mkdir -p "/var/lib/docker/containers/$2"
echo '{"ID":"x","Name":"/web","Config":{"Labels":{}}}' >"/var/lib/docker/containers/$2/config.v2.json"
"$1" --list-targets --json --container=web >"$3/docker"
mount -t tmpfs tmpfs /run
mkdir -p "/run/containerd/io.containerd.runtime.v2.task/k8s.io/$2"
echo '{"annotations":{"io.kubernetes.cri.container-name":"app","io.kubernetes.cri.sandbox-name":"pod-1","io.kubernetes.cri.sandbox-namespace":"shop"}}' \
	>"/run/containerd/io.containerd.runtime.v2.task/k8s.io/$2/config.json"
rm -r /var/lib/docker
"$1" --list-targets --json --container=shop/pod-1 >"$3/pod"
"$1" --list-targets --json --container=shop/pod-1/app >"$3/app"
mkdir -p /var/lib/containers/storage/overlay-containers
echo "[{\"id\":\"$2\",\"names\":[\"db\"]},7,{\"id\":null}]" >/var/lib/containers/storage/overlay-containers/containers.json
rm -r /run/containerd
"$1" --list-targets --json --container=db >"$3/podman"
# What is broken names nothing.
echo '{"Name":' >/var/lib/containers/storage/overlay-containers/containers.json
"$1" --list-targets --json --container=db >"$3/broken" 2>&1 || :
SH
	if unshare -m true 2>/dev/null && "$scry" -V | grep -q '^jansson: yes'; then
		unshare -m sh "$scratch/states" "$scry" "$id" "$scratch"
		same "the names in the states of runtimes" 'docker web null
pod app shop/pod-1
app app shop/pod-1
podman db null' "$(for of in docker pod app podman; do
			jq -r --arg of "$of" --argjson pid "$process" 'select(.pid == $pid) | "\($of) \(.container) \(.pod)"' "$scratch/$of"
		done)"
		shows "$scratch/broken" "no process is found by --container 'db'"
	else
		not_tested "names of containers: no mount namespace can be made here"
	fi
	kill -9 "$process"
	wait "$process" 2>/dev/null
	rmdir "$container" "${container%/*}" "$unit"
else
	rmdir "$container" "${container%/*}" "$unit" 2>/dev/null
	not_tested "cgroups: none can be made here"
fi

# What cannot be found.
refused()
{
	local sentence=$1
	shift
	trace "$@"
	ends_with 1
	shows "$scratch/stderr" "^scry: $sentence"
}
refused "no process is found by -p/--attach '$name-nothing'" -p "$name-nothing"
refused "no process is found by --unit 'a', --port '1'" --unit=a --port=1
refused "-p/--attach '1x': not a process ID" -p 1x
refused "-p/--attach '4194305\+': there is no process 4194305" -p 4194305+
refused "--port 'nothing': neither a number from 1 to 65535 nor a service" --port=nothing
refused "--port '65536': neither" --port=65536
refused "--file '$scratch/nothing': No such file" --file="$scratch/nothing"
refused "--unit: the word is empty" --unit=
refused "--unit and PROG \[ARGS\] cannot be given together" --unit=a true
for target in --unit --container --port=1 --file=/etc/passwd --wait=a --cgroup=/sys/fs/cgroup --comm=a --uid=0 '-p a' '-p 1'; do
	option=${target%%[ =]*}
	case $target in --unit | --container) target=$target=a ;; -p*) option=-p/--attach ;; esac
	# shellcheck disable=SC2086 # words
	refused "$option and --system, which traces all processes" $target --system
done
if can_use_bpf "--system with a command"; then
	trace --system -e trace=getpriority,execve -o "$scratch/trace" sh -c 'nice -n 0 true'
	ends_with 0
	shows "$scratch/trace" '^[0-9]+<[^>]*> [0-9:]{8} execve\("[^"]*/sh", \["sh", "-c", "nice -n 0 true"\]'
	shows "$scratch/trace" '^[0-9]+<nice> .*getpriority'
fi
refused "--unit cannot be given with --replay" --replay=x --unit=a
finish
