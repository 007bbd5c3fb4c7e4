#!/bin/sh
# SPDX-License-Identifier: MIT
# Profiles of services: nginx with a file, Python with a database, a server in Go. A profile is made of what a service does.
# The kernel enforces it on the same service, which goes on working; the service then does something new, which
# --try-policy finds with its stack, and which the kernel refuses. Called by "make check-policy".
# KEEP=DIRECTORY keeps the profiles and traces there.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libseccomp: yes' || skip "scry was built without libseccomp"
"$scry" -V | grep -q '^jansson: yes' || skip "scry was built without jansson"
here=$(cd "$srcdir/tests/programs/services" && pwd)
keep=${KEEP:-$scratch/kept}
mkdir -p "$keep"
keep=$(cd "$keep" && pwd)

# serve COMMAND...: runs a command that ends by itself. Its output is $scratch/stdout.
serve()
{
	timeout -s KILL $((60 * patience)) "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
}

# serve_nginx COMMAND...: runs nginx, gets the file from it, and ends it. What the client got is $scratch/stdout.
serve_nginx()
{
	rm -f "$scratch/nginx/pid"
	timeout -s KILL $((60 * patience)) "$@" >"$scratch/nginx.out" 2>"$scratch/stderr" </dev/null &
	server=$!
	wait_for nginx [ -s "$scratch/nginx/pid" ]
	curl -sS --max-time $((10 * patience)) --unix-socket "$scratch/nginx/socket" http://here/file >"$scratch/stdout" 2>&1
	kill -QUIT "$(cat "$scratch/nginx/pid")"
	wait $server
	status=$?
}

# service NAME SERVE SHOWS CALL FUNCTION BEFORE AFTER MESSAGES: SERVE runs the command BEFORE, whose output has a line that
# matches SHOWS. AFTER makes one CALL more, from FUNCTION. $scratch/MESSAGES is where the service writes why something failed.
service()
{
	name=$1 serve=$2 shows=$3 call=$4 function=$5 before=$6 after=$7 messages=$scratch/$8
	echo "== $name"
	# shellcheck disable=SC2086 # commands of several words
	{
		$serve "$scry" --policy="$keep/$name.json" --policy-arguments $before
		same "$name, while the profile is made: status" 0 "$status"
		shows "$scratch/stdout" "$shows"
		for format in bpf systemd text; do
			"$scry" --policy="$keep/$name.$format" --policy-format=$format --policy-margin=off \
				--policy-merge="$keep/$name.json" true || fail "$name: no profile as $format"
		done
		echo "$(jq '[.syscalls[].names[]] | unique | length' "$keep/$name.json") calls," \
			"$(($(stat -c %s "$keep/$name.bpf") / 8)) instructions"

		$serve "$programs/confine" "$keep/$name.bpf" $before
		same "$name under its profile: status" 0 "$status"
		shows "$scratch/stdout" "$shows"
		$serve "$scry" -o "$keep/$name.same" --try-policy="$keep/$name.json" $before
		same "$name, tried: status" 0 "$status"

		$serve "$scry" -k -o "$keep/$name.trace" --try-policy="$keep/$name.json" $after
		same "$name with one call more, tried: status" 1 "$status"
		shows "$scratch/stdout" "$shows"
		# Another process or thread can be shown between the beginning of the call and its end.
		denied="$call(\(| resumed>).*\(DENIED: ENOSYS\)"
		shows "$keep/$name.trace" "$denied"
		shows "$keep/$name.trace" "$function"
		grep -E -A 4 "$denied" "$keep/$name.trace" | head -n 5

		$serve "$programs/confine" "$keep/$name.bpf" $after
		check "$name with one call more fails under its profile" [ -z "$(grep -E "$shows" "$scratch/stdout")" ]
		shows "$messages" '[Ff]unction not implemented'
		tail -n 1 "$messages"
	}
}

if can_run nginx 'nginx' && can_run curl 'nginx'; then
	mkdir -p "$scratch/nginx/html"
	seq 20000 >"$scratch/nginx/html/file"
	for sendfile in off on; do
		cat >"$scratch/nginx/$sendfile.conf" <<-CONFIGURATION
			$([ "$(id -u)" != 0 ] || echo 'user root;')
			daemon off; worker_processes 1; pid $scratch/nginx/pid; error_log $scratch/nginx/errors;
			events { }
			http {
				access_log off; sendfile $sendfile;
				client_body_temp_path $scratch/nginx/t; proxy_temp_path $scratch/nginx/t;
				fastcgi_temp_path $scratch/nginx/t; uwsgi_temp_path $scratch/nginx/t; scgi_temp_path $scratch/nginx/t;
				server { listen unix:$scratch/nginx/socket; root $scratch/nginx/html; }
			}
		CONFIGURATION
	done
	nginx="$(command -v nginx) -e $scratch/nginx/errors -c $scratch/nginx"
	service nginx serve_nginx '^20000$' sendfile '\(sendfile\+' "$nginx/off.conf" "$nginx/on.conf" nginx/errors
fi
if can_run /usr/bin/python3 'Python with a database'; then
	python="/usr/bin/python3 $here/database.py $scratch"
	service python serve '1 in the database' socketpair '\(socketpair\+' "$python" "$python more" stderr
fi
if can_run go 'a server in Go'; then
	(cd "$scratch" && GOFLAGS=-mod=mod GOCACHE="$scratch/cache" go build -o server "$here/server.go") || fail "go cannot build"
	service go serve 'three pages' mkdirat 'main\.makeDirectory' "$scratch/server" "$scratch/server $scratch/made" stdout
fi

# container PROFILE COMMAND...: runs a command of $scratch/root in a container with an OCI profile. Its output is $scratch/stdout.
container()
{
	profile=$1
	shift
	rm -f "$scratch/config.json"
	(cd "$scratch" && runc spec && jq --slurpfile profile "$profile" '.process.terminal = false | .linux.seccomp = $profile[0] |
		.root = {path: "root", readonly: false} | .process.args = $ARGS.positional' --args "$@" <config.json >config.new &&
		mv config.new config.json && timeout -s KILL $((60 * patience)) runc run "scry-test-$$") >"$scratch/stdout" 2>"$scratch/stderr"
	status=$?
}

# runc gives the profile to its own libseccomp.
if [ -s "$keep/go.json" ] && can_run runc 'the profile in a container'; then
	mkdir "$scratch/root"
	CGO_ENABLED=0 GOCACHE="$scratch/cache" go build -o "$scratch/root/server" "$here/server.go"
	echo '{"defaultAction":"SCMP_ACT_ALLOW"}' >"$scratch/any.json"
	container "$scratch/any.json" /server
	if [ $status = 0 ]; then
		echo "== go in a container"
		container "$keep/go.json" /server
		same 'the server in a container: status' 0 $status
		shows "$scratch/stdout" 'three pages'
		container "$keep/go.json" /server /made
		same 'the server with one call more, in a container: status' 1 $status
		shows "$scratch/stdout" 'function not implemented'
		cat "$scratch/stdout"
	else
		not_tested "the profile in a container: $(head -n 1 "$scratch/stderr")"
	fi
fi

schema=/usr/share/gocode/src/github.com/opencontainers/runtime-spec/schema
if [ -e "$schema/config-linux.json" ] && /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
	same 'the schema of OCI about the profiles' '' "$(/usr/bin/python3 "$here/schema.py" "$schema" "$keep"/*.json 2>&1)"
else
	not_tested 'the schema of OCI: neither golang-github-opencontainers-specs-dev nor python3-jsonschema here'
fi
if can_run systemd-analyze 'drop-ins for systemd'; then
	for profile in "$keep"/*.systemd; do
		{ cat "$profile" && echo 'ExecStart=/bin/true'; } >"$scratch/scry-test.service"
		same "systemd about $(basename "$profile")" '' \
			"$(systemd-analyze verify "$scratch/scry-test.service" 2>&1 | grep -F scry-test)"
	done
fi
finish
