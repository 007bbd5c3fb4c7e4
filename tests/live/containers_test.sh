#!/bin/bash
# SPDX-License-Identifier: MIT
# Each kind of target finds exactly its processes while others start and end all the time. Real containers of runc and podman, where they can
# run, are found by their names, and traced again after a restart.
. "${srcdir:-.}/tests/live/lib.sh"
need jq

name=scry-c$$
cgroups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
outer=$(printf '%064x' "$$" | tr 0 a)
inner=$(printf '%064x' "$$" | tr 0 b)
container=$cgroups/kubepods.slice/$name.slice/cri-containerd-$outer.scope
nested=$container/docker/$inner
cleanup()
{
	kill -9 $(jobs -p) 2>/dev/null
	[ -z "$has_runc" ] || runc delete -f "$name" >/dev/null 2>&1
	[ -z "$has_podman" ] || {
		podman rm -f -t 0 "$name" "$name-more"
		podman rmi "$name"
	} >/dev/null 2>&1
	wait 2>/dev/null
	rmdir "$nested" "${nested%/*}" "$container" "${container%/*}" "${container%/*/*}" "$cgroups/$name.service" 2>/dev/null
	rm -rf "$scratch"
}
has_runc='' has_podman=''
trap cleanup EXIT

engines=ptrace
"$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null && engines='ptrace bpf'
[ "$engines" = ptrace ] && not_tested "the bpf engine cannot run here"

# A program that makes a call from time to time, and that needs no library: it runs in a container as well.
mkdir "$scratch/root" "$scratch/root/bin"
cat >"$scratch/ticks.c" <<'C'
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc > 1)
		open(argv[1], O_RDONLY);
	for (;;) {
		usleep(20000);
		if (chdir("/"))
			return 1;
	}
}
C
${CC:-cc} -static -o "$scratch/root/bin/$name" "$scratch/ticks.c" 2>"$scratch/ignored" || skip "no static program can be made here"
ticks=$scratch/root/bin/$name

# Processes that start and end, in this cgroup and from the same program.
cp "$ticks" "$scratch/other"
churn()
{
	while :; do
		timeout 0.01 "$scratch/other" "$scratch/open.other"
	done
}
: >"$scratch/open" >"$scratch/open.other"
churn 2>/dev/null &
churn 2>/dev/null &
started()
{
	awk '$1 == "processes" { print $2 }' /proc/stat
}
first=$(started)

pids()
{
	"$scry" --list-targets --json "$@" | jq -r .pid | sort -n | tr '\n' ' '
}

# exactly PIDS TARGET...: the target names these processes at each of several looks.
exactly()
{
	local expected looks
	expected=$(printf '%s\n' $1 | sort -n | tr '\n' ' ')
	shift
	looks=$(for look in 1 2 3 4 5; do pids "$@"; echo; done | sort | uniq -c | sed 's/^ *//; s/ *$//')
	same "the processes of $*, at 5 looks" "5 $expected" "$looks "
}

# traces PIDS TARGET...: each engine shows calls of all of these processes, and of no other.
traces()
{
	local expected=$1 engine
	shift
	for engine in $engines; do
		trace --engine="$engine" --always-show-pid -e trace=chdir --syscall-limit=40 -o "$scratch/trace" "$@"
		ends_with 0
		same "the processes that $engine traces with $*" "$(printf '%s\n' $expected | sort -n)" \
			"$(sed -nE 's/^([0-9]+) .*chdir.*/\1/p' "$scratch/trace" | sort -nu)"
	done
}

# enter CGROUP PROGRAM...
enter()
{
	exec sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$@"
}

"$ticks" "$scratch/open" &
one=$!
"$ticks" &
two=$!
for process in $one $two; do
	wait_for "the program" grep -qx "$name" "/proc/$process/comm"
done
exactly "$one $two" -p "$name"
exactly "$one $two" -p "*/bin/$name"
exactly "$one $two" -p "${name%?}?"
exactly "$one" --file="$scratch/open"
exactly "$one" -p "$one+"
traces "$one $two" -p "$name"
if [ -n "$cgroups" ] && mkdir -p "$cgroups/$name.service" "$nested" 2>/dev/null && (enter "$cgroups/$name.service" true) 2>/dev/null; then
	enter "$cgroups/$name.service" "$ticks" &
	of_unit=$!
	enter "$container" "$ticks" &
	of_outer=$!
	enter "$nested" "$ticks" &
	of_inner=$!
	for process in $of_unit $of_outer $of_inner; do
		wait_for "the program" grep -qx "$name" "/proc/$process/comm"
	done
	exactly "$of_unit" --unit="$name"
	exactly "$of_unit" --cgroup="/$name.service"
	exactly "$of_outer $of_inner" --container="$outer"
	exactly "$of_inner" --container="$inner"
	exactly "$of_outer $of_inner" --unit="$name.slice"
	exactly "$of_inner" --container="$outer" --container="$inner" --cgroup="${nested#"$cgroups"}"
	same "the innermost container" "${inner:0:12}" "$("$scry" --list-targets --json --container="$inner" | jq -r .container)"
	# The same cgroups, as a scry in another cgroup namespace names them, and where a part of them is mounted: cgroup_namespaces(7).
	for place in "$cgroups/$name.service" "$container"; do
		# shellcheck disable=SC2016 # the inner shell expands
		in_namespace='echo $$ >"$0/cgroup.procs" && exec unshare -C "$@"'
		sh -c "$in_namespace" "$place" true 2>/dev/null || {
			not_tested "another cgroup namespace: none can be made here"
			break
		}
		for row in "$cgroups/$name.service:$of_unit" "$container:$of_outer $of_inner" "$nested:$of_inner" "${container%/*}:$of_outer $of_inner"; do
			same "in the cgroup namespace of $place: ${row%:*}" "$(printf '%s\n' ${row##*:} | sort -n)" \
				"$(sh -c "$in_namespace" "$place" "$scry" --list-targets --json --cgroup="${row%:*}" | jq -r .pid | sort -n)"
		done
	done
	# shellcheck disable=SC2016
	same "a part of the cgroups is mounted" "$of_inner" \
		"$(unshare -m sh -c 'mount --bind "$1" "$2" && exec "$3" --list-targets --json --cgroup=/docker' - "$container" "$cgroups" "$scry" | jq -r .pid)"
	traces "$of_unit" --unit="$name"
	traces "$of_outer $of_inner" --container="${outer:0:16}"
	kill -9 "$of_unit" "$of_outer" "$of_inner"
else
	not_tested "cgroups: none can be made here"
fi
kill -9 "$one" "$two"
wait_for "a thousand other processes" eval '[ $(($(started) - first)) -gt 1000 ]'

# is_shown TARGET...: the trace has a call of the processes of a target as they are now.
is_shown()
{
	local process
	process=$(pids "$@" 2>/dev/null)
	[ -n "$process" ] && grep -qE "^${process% } +in $name chdir" "$scratch/trace"
}

# restarted HOW TARGET...: HOW restarts a container that runs; each engine then traces its new process.
restarted()
{
	local how=$1 engine tracer
	shift
	for engine in $engines; do
		"$scry" --engine="$engine" --always-show-pid --show-container "$@" -e trace=chdir -o "$scratch/trace" 2>"$scratch/stderr" &
		tracer=$!
		wait_for "a call in the container" is_shown "$@"
		$how >"$scratch/ignored" 2>&1
		wait_for "a call after the restart, with $engine" is_shown "$@"
		kill -INT "$tracer"
		wait "$tracer"
	done
}

# A container of runc.
run_runc()
{
	(cd "$scratch/bundle" && timeout $((60 * patience)) runc run -d "$name") </dev/null >"$scratch/runc" 2>&1
}
restart_runc()
{
	runc delete -f "$name"
	run_runc
}
if command -v runc >/dev/null; then
	mkdir "$scratch/bundle"
	(cd "$scratch/bundle" && runc spec && jq --arg program "/bin/$name" --arg root "$scratch/root" '.root.path = $root | .process.args = [$program] | .process.terminal = false | del(.process.rlimits)' \
		config.json >edited && mv edited config.json)
	has_runc=yes
fi
if [ -n "$has_runc" ] && run_runc; then
	process=$(runc state "$name" | jq .pid)
	exactly "$process" --container="$name"
	traces "$process" --container="$name"
	restarted restart_runc --container="$name"
	runc delete -f "$name"
else
	not_tested "runc: ${has_runc:+no container can be made here: }$(tail -n 1 "$scratch/runc" 2>/dev/null || echo "no runc here")"
fi

# Containers of podman. Limits that the test may not raise are given.
run_podman()
{
	timeout $((60 * patience)) podman --runtime "$(command -v runc || echo crun)" run -d --network=host --ulimit nofile=256:256 --ulimit nproc=256:256 \
		--name "$1" "$name" "/bin/$name" </dev/null >"$scratch/podman" 2>&1
}
restart_podman()
{
	podman restart -t 0 "$name"
}
if command -v podman >/dev/null && tar -C "$scratch/root" -c . | podman import - "$name" >"$scratch/podman" 2>&1; then
	has_podman=yes
fi
if [ -n "$has_podman" ] && run_podman "$name" && run_podman "$name-more"; then
	process=$(podman inspect "$name" --format '{{.State.Pid}}')
	exactly "$process" --container="$name"
	exactly "$process" --container="$(podman inspect "$name" --format '{{.Id}}')"
	exactly "$process $(podman inspect "$name-more" --format '{{.State.Pid}}')" --container="$name" --container="$name-more"
	traces "$process" --container="$name"
	restarted restart_podman --container="$name"
else
	not_tested "podman: ${has_podman:+no container can be made here: }$(tail -n 1 "$scratch/podman" 2>/dev/null || echo "no podman here")"
fi
finish
