#!/bin/bash
# SPDX-License-Identifier: MIT
# -p PID+ while a tree of processes works: from the attachment on the ptrace engine has each process and each call that the bpf engine has of the
# same processes at the same time. nginx reloads, postgres makes a process for each connection, redis has threads and saves in a child.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
find_python
[ -n "$python" ] || skip "no python3 here"
unset SCRY_ENGINE
chmod 755 "$scratch"
trap 'kill -9 $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT

# records TYPE: how many records of a type the trace of the ptrace engine has.
records()
{
	grep -c "\"type\":\"$1\"" "$scratch/trace"
}

# has_enough CALLS NEW: the trace has so many calls and new threads.
has_enough()
{
	[ "$(records call)" -ge "$1" ] && [ "$(records new)" -ge "$2" ]
}

# compare NAME PID CALLS NEW LOAD...: traces the tree of a process with both engines while LOAD runs again and again.
compare()
{
	local name=$1 root=$2 calls=$3 new=$4 witness tracer load until status
	shift 4
	rm -f "$scratch/witness" "$scratch/trace"
	"$scry" --engine=bpf -p "$root+" --json -s 0 -e signal=none -o "$scratch/witness" 2>"$scratch/stderr.witness" &
	witness=$!
	wait_for "the bpf engine at $name" test -s "$scratch/witness"
	(while [ ! -e "$scratch/enough" ]; do "$@"; done) >"$scratch/load" 2>&1 &
	load=$!
	wait_for "load on $name" grep -q '"type":"call"' "$scratch/witness"
	"$scry" --engine=ptrace -p "$root+" --json -s 0 -e signal=none -o "$scratch/trace" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "$calls calls and $new new threads of $name" has_enough "$calls" "$new"
	until=$(date +%s%N)
	kill -INT "$tracer"
	wait "$tracer"
	same "$name: status of the ptrace engine" 130 $?
	: >"$scratch/enough"
	wait "$load"
	rm "$scratch/enough"
	kill -INT "$witness"
	wait "$witness"
	same "$name: messages" '' "$(cat "$scratch/stderr" "$scratch/stderr.witness")"
	"$python" "$srcdir/tests/live/tree_compare.py" "$scratch/witness" "$scratch/trace" "$until" >"$scratch/compared" 2>&1
	status=$?
	same "$name: $(head -n 3 "$scratch/compared")" 0 "$status"
	echo "$name: $(tail -n 1 "$scratch/compared")"
}

# A tree that is always there: processes that live some milliseconds, at several depths.
cat >"$scratch/tree" <<'SH'
for branch in 1 2; do
	while [ -e "$0" ]; do sh -c '(cat /dev/null; true); cat /dev/null; true'; done &
done
wait
SH
sh "$scratch/tree" &
tree=$!
compare shells "$tree" 500 10 sleep 0.1
rm "$scratch/tree"
wait "$tree"

if command -v nginx >/dev/null && command -v curl >/dev/null; then
	mkdir "$scratch/nginx"
	echo text >"$scratch/nginx/page"
	cat >"$scratch/nginx/conf" <<NGINX
worker_processes 2;
daemon off;
pid $scratch/nginx/pid;
error_log $scratch/nginx/errors;
events { worker_connections 64; }
http {
	access_log $scratch/nginx/log;
	server {
		listen unix:$scratch/nginx/socket;
		root $scratch/nginx;
	}
}
NGINX
	nginx -e "$scratch/nginx/errors" -p "$scratch/nginx" -c "$scratch/nginx/conf" >"$scratch/nginx/out" 2>&1 &
	nginx=$!
	wait_for "nginx" test -S "$scratch/nginx/socket"
	load_nginx()
	{
		for request in 1 2 3 4 5 6 7 8; do
			curl -s --unix-socket "$scratch/nginx/socket" http://localhost/page
		done
		kill -HUP "$nginx"
	}
	compare nginx "$nginx" 300 2 load_nginx
	kill "$nginx"
	wait "$nginx"
else
	not_tested "nginx: no nginx here"
fi

if command -v redis-server >/dev/null && command -v redis-cli >/dev/null; then
	mkdir "$scratch/redis"
	redis-server --port 0 --unixsocket "$scratch/redis/socket" --dir "$scratch/redis" --save '' --io-threads 2 >"$scratch/redis/out" 2>&1 &
	redis=$!
	wait_for "redis" test -S "$scratch/redis/socket"
	load_redis()
	{
		redis-cli -s "$scratch/redis/socket" -r 20 lpush list text
		redis-cli -s "$scratch/redis/socket" bgsave
	}
	compare redis "$redis" 300 1 load_redis
	kill "$redis"
	wait "$redis"
else
	not_tested "redis: no redis here"
fi

# postgres does not run as root.
postgres=$(command -v postgres || ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null | tail -n 1)
postgres=${postgres:+$(dirname "$(readlink -f "$postgres")")}
if [ -n "$postgres" ] && [ -x "$postgres/initdb" ] && [ -x "$postgres/psql" ] && [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir "$scratch/postgres"
	chown nobody "$scratch/postgres"
	as_nobody='setpriv --reuid=nobody --clear-groups'
	(cd / && $as_nobody "$postgres/initdb" -D "$scratch/postgres/data" -U nobody -N >"$scratch/postgres.out" 2>&1)
	(cd / && exec $as_nobody "$postgres/postgres" -D "$scratch/postgres/data" -c listen_addresses= -c fsync=off \
		-c unix_socket_directories="$scratch/postgres" >>"$scratch/postgres.out" 2>&1) &
	server=$!
	wait_for "postgres" test -S "$scratch/postgres/.s.PGSQL.5432"
	load_postgres()
	{
		(cd / && $as_nobody "$postgres/psql" -h "$scratch/postgres" -U nobody -d postgres -c 'select count(*) from pg_class')
	}
	compare postgres "$server" 500 2 load_postgres
	kill -INT "$server"
	wait "$server"
else
	not_tested "postgres: no postgres here"
fi
finish
