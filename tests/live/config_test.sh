#!/bin/sh
# SPDX-License-Identifier: MIT
# --config, and scry as a service: what it tells the service manager, and the files of packaging/ for it.
. "${srcdir:-.}/tests/live/lib.sh"

# config LINE...: writes $scratch/config.
config()
{
	printf '%s\n' "$@" >"$scratch/config"
}

# --- options of a file do what they do on the command line ---
config '# a comment' '' 'trace = write' '--follow-forks' 'string-limit 7' "output=$scratch/log"
trace --config="$scratch/config" sh -c 'echo 0123456789; (echo 0123456789); true'
ends_with 0
same "lines of calls" 2 "$(grep -c 'write(' "$scratch/log")"
shows "$scratch/log" 'write\(1, "0123456"\.\.\.'
trace --config="$scratch/config" --string-limit=3 sh -c 'echo 0123456789'
shows "$scratch/log" 'write\(1, "012"\.\.\.'
printf 'trace=chdir' >"$scratch/config"
trace --config="$scratch/config" sh -c 'cd /nowhere'
shows "$scratch/stderr" 'chdir\("/nowhere"\)'
trace --config="$scratch/config" -e trace=getppid true
same "warnings that the command line replaces what the file says" 0 "$(grep -c '^scry:' "$scratch/stderr")"

# --- errors have the line ---
refuses_line()
{
	config '# first' "$1"
	trace --config="$scratch/config" true
	ends_with 1
	shows "$scratch/stderr" "^scry: $scratch/config:2: $2"
}
refuses_line 'trac=chdir' "there is no option 'trac'; did you mean 'trace'\\?"
refuses_line 'trace=chdirr' ".*did you mean 'chdir'\\?"
refuses_line 'system=yes' "'system' takes no value"
refuses_line 'string-limit' "'string-limit' needs SIZE"
refuses_line "config=$scratch/config" 'a file cannot name another one'
for bad in /dev/zero /proc/self "$scratch/missing" "$programs/figures"; do
	trace --config="$bad" true
	ends_with 1
	shows "$scratch/stderr" '^scry: --config'
done
trace --config="$scratch/config" --config="$scratch/config" true
ends_with 1

# --- a service manager is told ---
find_python
if [ -n "$python" ]; then
	cat >"$scratch/manager.py" <<-'END'
	import os, socket, subprocess, sys
	server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
	name = sys.argv[1]
	server.bind("\0" + name[1:] if name[0] == "@" else name)
	server.settimeout(120)
	sleeper = subprocess.Popen(["sleep", "1000"])
	scry = subprocess.Popen(sys.argv[2:] + ["-p", str(sleeper.pid)],
	                        env=dict(os.environ, NOTIFY_SOCKET=name, WATCHDOG_USEC="200000"))
	print(server.recv(1000).decode().split("\n")[0])
	print(server.recv(1000).decode())
	print(server.recv(1000).decode())
	sleeper.kill()
	while True:
	    last = server.recv(1000).decode()
	    if last != "WATCHDOG=1":
	        break
	print(last)
	scry.wait()
	END
	for name in "$scratch/manager" "@scry-test-$$"; do
		checks=$((checks + 1))
		told=$(timeout $((60 * patience)) "$python" "$scratch/manager.py" "$name" "$scry" -e trace=none -o /dev/null 2>"$scratch/stderr" | tr '\n' ' ')
		[ "$told" = 'READY=1 WATCHDOG=1 WATCHDOG=1 STOPPING=1 ' ] || fail "$name was told: $told $(head -n 3 "$scratch/stderr")"
	done
	# A command tells its manager itself.
	NOTIFY_SOCKET=$scratch/nothing trace true
	ends_with 0
fi

# --- the files of packaging/ ---
files=$srcdir/packaging
sed "/^#/d; /^metrics-listen/d; /^engine/d; /^system$/d; /^on-overflow/d; /^ring-size/d" "$files/system.conf" >"$scratch/config"
trace --config="$scratch/config" true
ends_with 0
sed 's/^metrics-listen=.*/metrics-listen=0/' "$files/system.conf" >"$scratch/config"
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null && "$scry" -V | grep -q '^libmicrohttpd: yes$'; then
	trace --config="$scratch/config" --for=300ms
	ends_with 0
	shows "$scratch/stderr" 'metrics are at'
	sed -n 's/^    \([a-z-]*=.*\|system\)$/\1/p' "$files/daemonset.yaml" |
		sed "s|^output=.*|output=$scratch/node.prom|; s/^interval=.*/interval=0.1/" >"$scratch/config"
	trace --config="$scratch/config" --for=500ms
	ends_with 0
	shows "$scratch/node.prom" '^scry_calls_total\{container="[^"]*",syscall="[a-z_0-9]*"\} [0-9]+$'
else
	not_tested "system.conf: the bpf engine cannot run here"
fi
if can_run systemd-analyze "the unit file"; then
	systemd-analyze verify "$files/scry.service" 2>&1 | grep -F scry.service | grep -v 'not executable\|man scry' >"$scratch/verify"
	same "systemd-analyze verify" '' "$(cat "$scratch/verify")"
fi
# The dashboard asks for metrics that there are.
if can_run jq "the dashboard"; then
	trace --summary=comm,syscall --summary-format=prometheus -o "$scratch/metrics" "$programs/figures"
	for metric in $(jq -r '.panels[].targets[].expr' "$files/grafana.json" | grep -oE 'scry_[a-z_]+' | sort -u); do
		shows "$scratch/metrics" "^$metric\\{"
	done
fi
finish
