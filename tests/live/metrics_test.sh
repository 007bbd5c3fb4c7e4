#!/bin/sh
# SPDX-License-Identifier: MIT
# --metrics-listen: what scrapers get, what is refused, clients that hang, and a real Prometheus.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libmicrohttpd: yes$' || skip "this build has no libmicrohttpd"
find_python
[ -n "$python" ] || skip "no python3 here"
program=$programs/figures
waiting="$program >/dev/null; while test ! -e $scratch/stop; do sleep 0.05; done"

# get PATH [ACCEPT]: prints the status, the type and the body of a response.
get()
{
	"$python" - "http://$address$1" "${2-*/*}" <<-'END'
	import sys, urllib.request, urllib.error
	request = urllib.request.Request(sys.argv[1], headers={"Accept": sys.argv[2]})
	try:
	    response = urllib.request.urlopen(request, timeout=20)
	except urllib.error.HTTPError as error:
	    response = error
	print(response.status, response.headers["Content-Type"])
	print(response.read().decode(), end="")
	END
}

# serve [ADDRESS [OPTION]...]: starts scry on a free port; the command ends when $scratch/stop exists.
serve()
{
	# The messages of the previous scry have an address, too.
	rm -f "$scratch/stop" "$scratch/stderr"
	listen=${1:-127.0.0.1:0}
	[ $# = 0 ] || shift
	"$scry" -f --metrics-listen="$listen" "$@" -o "$scratch/table" sh -c "$waiting" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the server" grep -q 'metrics are at' "$scratch/stderr"
	address=$(sed -n 's#^scry: metrics are at http://\(.*\)/metrics$#\1#p' "$scratch/stderr")
}

ended()
{
	get /metrics | grep -q '^scry_calls_total{.*comm="figures",syscall="nanosleep"} 10$'
}

serve
same "only loopback" 127.0.0.1 "${address%:*}"
checks=$((checks + 1))
wait_for "the counts" ended
get /metrics >"$scratch/plain"
same "the format of any client" '200 text/plain; version=0.0.4; charset=utf-8' "$(head -n 1 "$scratch/plain")"
shows "$scratch/plain" '^scry_calls_total\{comm="figures",syscall="nanosleep"\} 10$'
shows "$scratch/plain" '^scry_errors_total\{comm="figures",syscall="openat",errno="ENOENT"\} [0-9]+$'
get /metrics 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.3' >"$scratch/open"
same "the format that is accepted" '200 application/openmetrics-text; version=1.0.0; charset=utf-8' \
	"$(head -n 1 "$scratch/open")"
same "its end" '# EOF' "$(tail -n 1 "$scratch/open")"
same "another path" 404 "$(get / | sed -n '1s/ .*//p')"
# A page of another name that a browser on this machine shows cannot read the metrics: DNS can give any name the address 127.0.0.1.
"$python" - "${address##*:}" >"$scratch/hosts" <<-'END'
	import http.client, sys
	for host in ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "x", "[::2]", "localhost", "LocalHost:1", "127.0.0.1", "[::1]:9100"):
	    client = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
	    client.request("GET", "/metrics", headers={"Host": host})
	    print(client.getresponse().status, end=" ")
END
same "other names" '421 421 421 421 421 421 200 200 200 200 ' "$(cat "$scratch/hosts")"
if can_run promtool "served metrics against promtool"; then
	checks=$((checks + 1))
	sed 1d "$scratch/plain" | promtool check metrics >"$scratch/promtool" 2>&1 || fail "promtool: $(head -n 3 "$scratch/promtool")"
fi

# A port in use is said once, and the command does not start: what supervises scry notices.
trace --metrics-listen="$address" -e trace=none touch "$scratch/started"
ends_with 1
same "said once" 1 "$(grep -c 'cannot listen on .*in use$' "$scratch/stderr")"
check "the command was not started" [ ! -e "$scratch/started" ]

# Clients that send half of a request, or read nothing, delay neither the trace nor other clients.
"$python" - "$address" "$scratch/stop-clients" <<-'END' &
	import os, socket, sys, time
	host, port = sys.argv[1].rsplit(":", 1)
	clients = []
	for i in range(6):
	    client = socket.create_connection((host, int(port)))
	    client.sendall(b"GET /metrics HTTP/1.1\r\n" + (b"Host: x\r\n\r\n" if i % 2 else b""))
	    clients.append(client)
	open(sys.argv[2] + ".ready", "w").close()
	while not os.path.exists(sys.argv[2]):
	    time.sleep(0.02)
END
clients=$!
wait_for "clients that hang" test -e "$scratch/stop-clients.ready"
same "a client among hanging ones" 200 "$(get /metrics | sed -n '1s/ .*//p')"
# Nor do hundreds of them, or hundreds that keep their connection after a response, keep a scraper away: older ones are disconnected.
for request in half whole; do
	"$python" - "$address" "$scratch/stop-$request" $request <<-'END' &
		import os, socket, sys, time
		host, port = sys.argv[1].rsplit(":", 1)
		clients = []
		for i in range(300):
		    try:
		        client = socket.create_connection((host, int(port)))
		        client.sendall(b"GET /metrics HTTP/1.1\r\n" if sys.argv[3] == "half" else b"GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
		        clients.append(client)
		    except OSError:
		        pass
		open(sys.argv[2] + ".ready", "w").close()
		while not os.path.exists(sys.argv[2]):
		    time.sleep(0.02)
	END
	crowd=$!
	wait_for "hundreds of clients" test -e "$scratch/stop-$request.ready"
	for scrape in 1 2 3; do
		same "scrape $scrape among hundreds of clients, $request requests" 200 "$(get /metrics 2>/dev/null | sed -n '1s/ .*//p')"
	done
	touch "$scratch/stop-$request"
	wait "$crowd"
done
touch "$scratch/stop"
checks=$((checks + 1))
wait_for "the end of scry" eval '! kill -0 $tracer'
wait "$tracer"
same "status with hanging clients" 0 $?
touch "$scratch/stop-clients"
wait "$clients"
shows "$scratch/table" '^100.00 .* total$'

# The bpf engine counts what the server needs, and not the calls of the server.
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	serve "127.0.0.1:0" --engine=bpf --system --summary=tgid,comm,syscall --summary-top=10000
	checks=$((checks + 1))
	wait_for "the counts of the bpf engine" ended
	get /metrics >"$scratch/plain"
	lacks "$scratch/plain" "tgid=\"$tracer\",comm=\"[^\"]*\",syscall=\"(accept4|poll|recvfrom|send[a-z]*)\""
	touch "$scratch/stop"
	wait "$tracer"
else
	not_tested "served metrics of the bpf engine"
fi

# Bad addresses are refused at the start. What cannot be had ends scry, too.
for bad in x 1.2.3.4:x :70000 '::1:80' ''; do
	trace --metrics-listen="$bad" true
	ends_with 1
	shows "$scratch/stderr" 'it takes a port, or ADDRESS:PORT'
done
trace --metrics-listen=192.0.2.1:9 true
ends_with 1
shows "$scratch/stderr" "cannot listen on '192.0.2.1:9'"
trace --metrics-listen=0 --summary=errno true
ends_with 1
if "$scry" --metrics-listen=[::1]:0 -o /dev/null true 2>&1 | grep -q 'http://\[::1\]:'; then
	serve '[::1]:0'
	checks=$((checks + 1))
	wait_for "the counts over IPv6" ended
	touch "$scratch/stop"
	wait "$tracer"
fi

# A real Prometheus: the counts come back from its query API.
if can_run prometheus "a server that scrapes"; then
	serve
	cat >"$scratch/prometheus.yml" <<-END
	global: {scrape_interval: 1s}
	scrape_configs:
	  - {job_name: scry, static_configs: [{targets: ["$address"]}]}
	END
	web=127.0.0.1:$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	prometheus --config.file="$scratch/prometheus.yml" --storage.tsdb.path="$scratch/db" \
		--web.listen-address="$web" >"$scratch/prometheus.log" 2>&1 &
	server=$!
	query()
	{
		scry_address=$address
		address=$web
		get "/api/v1/query?query=$1" 2>/dev/null | sed 1d
		address=$scry_address
	}
	answers()
	{
		query 'scry_calls_total%7Bcomm%3D%22figures%22,syscall%3D%22nanosleep%22%7D' >"$scratch/answer"
		grep -q '"value":\[[0-9.]*,"10"\]' "$scratch/answer"
	}
	checks=$((checks + 1))
	wait_for "the answer of Prometheus" answers || head -n 3 "$scratch/answer" "$scratch/prometheus.log"
	query 'histogram_quantile(0.5,sum(scry_call_duration_seconds_bucket%7Bsyscall%3D%22nanosleep%22%7D)by(le))' >"$scratch/answer"
	shows "$scratch/answer" '"value":\[[0-9.]*,"0\.0[0-9]*"\]'
	kill "$server"
	wait "$server" 2>/dev/null
	touch "$scratch/stop"
	wait "$tracer"
fi
finish
