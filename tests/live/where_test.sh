#!/bin/sh
# SPDX-License-Identifier: MIT
# --where selects the same calls as jq does from the JSON of the whole trace, for each question of where.tsv: of a recording, and of
# live traces by each engine. Wrong expressions are refused with the place and a suggestion: where_errors.tsv.
. "${srcdir:-.}/tests/live/lib.sh"
need jq
tab=$(printf '\t')

mkdir "$scratch/work"
trace -f --record "$scratch/whole.rec" "$programs/asked" "$scratch/work"
ends_with 0
cat "$scratch/stderr"

# json FILE OPTION...: the calls of the recording as JSON.
replay()
{
	file=$1
	shift
	timeout $((60 * patience)) "$scry" --replay "$scratch/whole.rec" --json -Y -s 100000 -o "$file" "$@" 2>"$scratch/stderr"
}

# The whole trace: each call with its classes, and with its number among the calls of its name.
replay "$scratch/whole.json" -y || fail "replay: $(cat "$scratch/stderr")"
"$scry" --list-syscalls --json >"$scratch/table.json"
jq -c -n --slurpfile table "$scratch/table.json" '
	($table | map({ key: .name, value: .classes }) | from_entries) as $classes |
	[inputs | select(.type == "call")] | sort_by(.time) |
	reduce .[] as $call ({ n: {}, calls: [] };
		.n[$call.name] += 1 |
		.calls += [$call + { n: .n[$call.name] } + ($classes[$call.name] | map({ key: ., value: true }) | from_entries)]) |
	.calls[]' "$scratch/whole.json" >"$scratch/calls.json"
check "the trace has calls" [ "$(lines_of "$scratch/calls.json")" -gt 100 ]

# What tells calls from each other.
key='"\(.pid) \(.time) \(.name)"'

# What filters of where.tsv use: the numbers of descriptors that a call passes, its paths, a text, a number.
functions='
	def descriptors: if .name | IN("pipe2", "socketpair") then [] else
		[.args | .. | objects | .fd? | numbers | select(. >= 0)] end;
	def paths: [.args[]? | .path? // empty | strings];
	def text: if type != "object" then "" else .string? // (.string_base64? // "" | @base64d) end;
	def number: if type == "object" then .fd // .number // .pid // .mode // -1 else tonumber? // -1 end;
'
questions=0
while IFS=$tab read -r question expression filter; do
	case $question in '#'* | '') continue ;; esac
	questions=$((questions + 1))
	jq -r "$functions select($filter) | $key" "$scratch/calls.json" 2>"$scratch/errors" | sort >"$scratch/expected"
	check "$question: jq: $(cat "$scratch/errors")" [ ! -s "$scratch/errors" ]
	replay "$scratch/selected.json" --where "$expression" || fail "$expression: $(cat "$scratch/stderr")"
	jq -r "select(.type == \"call\") | $key" "$scratch/selected.json" | sort >"$scratch/got"
	checks=$((checks + 1))
	diff "$scratch/expected" "$scratch/got" >"$scratch/diff" ||
		fail "$question: $expression: $(sed -n 's/^</jq:/p; s/^>/scry:/p' "$scratch/diff" | head -n 3)"
	# All but a few questions are about calls that the program makes.
	[ -s "$scratch/expected" ] || [ "$filter" = false ] || fail "$question: no call is selected"
	printf '%s\t%s\t%s\n' "$question" "$expression" "$(sed 's/.* //' "$scratch/expected" | sort | uniq -c | tr -s ' \n' ' ,')" >>"$scratch/answers"
done <"$srcdir/tests/live/where.tsv"
same "questions" 68 "$questions"

# The document has the questions of the first part.
sed -n '/^# ---/q; /^#/!p' "$srcdir/tests/live/where.tsv" | while IFS=$tab read -r question expression filter; do
	printf '| %s | `%s` |\n' "$question" "$(printf %s "$expression" | sed 's/|/\\|/g')"
done >"$scratch/documented"
grep -F '| `' "$srcdir/doc/where.md" >"$scratch/document"
check "doc/where.md has the questions of where.tsv: $(diff "$scratch/documented" "$scratch/document" | head -n 3)" \
	cmp -s "$scratch/documented" "$scratch/document"

# answers_of OPTION...: the names of the calls that a live trace selects, with their numbers.
answers_of()
{
	rm -rf "$scratch/work"
	mkdir "$scratch/work"
	timeout $((60 * patience)) "$scry" -f --json -o "$scratch/live.json" "$@" "$programs/asked" "$scratch/work" 2>"$scratch/stderr" ||
		fail "$*: $(cat "$scratch/stderr")"
	jq -r 'select(.type == "call") | .name' "$scratch/live.json" | sort | uniq -c | tr -s ' \n' ' ,'
}

# A live trace gives the same answers: by registers in the kernel, or by values alone. Durations and counters vary.
engines="--seccomp-bpf --seccomp-bpf=off"
"$scry" --engine=bpf -o /dev/null true 2>/dev/null && engines="$engines --engine=bpf"
n=0
while IFS=$tab read -r question expression answer; do
	n=$((n + 1))
	case $expression in *duration* | *comm*) continue ;; esac
	e=0
	for engine in $engines; do
		e=$((e + 1))
		# In turn: each question with one of the engines.
		[ "$weight" = all ] || [ $((n % 3 + 1)) = $e ] || continue
		same "$engine: $question: $expression" "$answer" "$(answers_of $engine --where "$expression")"
	done
done <"$scratch/answers"

# A recording has the calls that were selected, also if only the exit decides; the text of its replay is the live text.
for expression in 'failed && path under /etc' 'name == getppid' 'bytes > 64K || unfinished' 'args.buf contains "GET "'; do
	rm -rf "$scratch/work"
	mkdir "$scratch/work"
	trace -f --record "$scratch/part.rec" -C -o "$scratch/part.live" --where "$expression" "$programs/asked" "$scratch/work"
	ends_with 0
	"$scry" --replay "$scratch/part.rec" -C -o "$scratch/part.replayed" 2>"$scratch/stderr" || fail "replay: $(cat "$scratch/stderr")"
	sed '/^% time/,$d' "$scratch/part.live" | sort >"$scratch/live"
	sed '/^% time/,$d' "$scratch/part.replayed" | sort >"$scratch/replayed"
	check "$expression: some calls" grep -q '(' "$scratch/live"
	check "$expression: the recording has what was shown: $(diff "$scratch/live" "$scratch/replayed" | head -n 3)" \
		cmp -s "$scratch/live" "$scratch/replayed"
done

# A link of the root directory is another name of the directory to which it leads, and the other way round. Of a recording the links are not known.
link=/lib
if [ -L "$link" ] && target=$(readlink -f "$link") && [ -d "$target" ]; then
	for engine in $engines; do
		for directory in "$link" "$target"; do
			# shellcheck disable=SC2086 # words
			trace $engine --where "path under $directory" -o "$scratch/trace" test -e "$link/none" -o -e "$target/none" -o -e "$link-none/none"
			for name in "$link" "$target"; do
				same "$engine: $name with $directory" 1 "$(grep -c "\"$name/none\"" "$scratch/trace")"
			done
			lacks "$scratch/trace" "$link-none"
		done
	done
	trace --record="$scratch/links.rec" test -e "$link/none"
	# The recording has where the path led, though not where the directory of the expression leads.
	trace --replay="$scratch/links.rec" --where "path under $target" -o "$scratch/trace"
	shows "$scratch/trace" "\"$link/none\""
	trace --replay="$scratch/links.rec" --where "path under $link" -o "$scratch/trace"
	shows "$scratch/trace" "\"$link/none\""
else
	not_tested "links of the root directory: $link is none here"
fi

# A ".." behind a symbolic link leads to where the link leads, and behind what does not exist to no file: in --where, --json=flat and --summary.
top=$(readlink -f "$scratch")/climbs
mkdir -p "$top/d/real/deep" "$top/d/in"
touch "$top/d/real/file" "$top/d/file" "$top/file"
ln -s real/deep "$top/d/link"
ln -s d/real "$top/alias"
ln -s "$top/d/link/.." "$top/chain"
# Each row: a path, the directory where the call starts, the name (relative to $top unless it begins with a slash), a directory that it is under.
cat >"$scratch/climbs.rows" <<END
d/link/../file . d/real/file d/real
link/../file d d/real/file d/real
$top/d/link/../file . d/real/file d/real
d/link/..//./file . d/real/file d/real
d/link/../file/ . d/real/file d/real
../d/link/../../file d d/file d
alias/deep/../../file . d/file d
alias/../file . d/file d
chain/../link/../file . d/real/file d/real
d/in/../file . d/file d
d/link/../none . d/real/none d/real
../link/../../../file d/real file .
../real/file d/link/.. d/real/file d/real
../../file d/link d/file d
nope/../d/file . nope/../d/file nope
file/../d/file . file/../d/file file
d/link/none/../file . d/link/none/../file d/link
/proc/self/../1/none . /proc/self/../1/none /proc/1
END
for engine in --engine=ptrace $(case $engines in *bpf*) echo --engine=bpf ;; esac) --replay; do
	while read -r path start name under; do
		case $under in /*) ;; .) under=$top ;; *) under=$top/$under ;; esac
		case $name in /*) ;; *) name=$top/$name ;; esac
		if [ "$engine" = --replay ]; then
			trace --record="$scratch/climb.rec" -e trace=statx,newfstatat,stat,fstatat64 sh -c 'cd -P "$1" && test -e "$2"' - "$top/$start" "$path"
			climb() { trace --replay="$scratch/climb.rec" "$@"; }
		else
			climb() { trace "$engine" "$@" sh -c 'cd -P "$1" && test -e "$2"' - "$top/$start" "$path"; }
		fi
		climb --json=flat -e trace=%file -o "$scratch/flat"
		same "$engine: $path from $start: name" "$name" \
			"$(jq -r --arg path "$path" 'select(.type == "call" and (.args | fromjson | [.[] | .path?] | index($path))).path' "$scratch/flat")"
		climb --summary=path -e trace=%file -o "$scratch/paths"
		check "$engine: $path from $start: the row of the path" grep -qF " $name" "$scratch/paths"
		for directory in "$top/d" "$top/d/real" "$top/d/link" "$top/nope" "$top"; do
			climb --where "path under $directory && path == $path" -o "$scratch/trace" --quiet=all
			case $name/ in "$directory"/*) expected=1 ;; *) expected=0 ;; esac
			same "$engine: $path from $start: under $directory" "$expected" "$(grep -cF "\"$path\"" "$scratch/trace")"
		done
		climb --where "path under $under && path == $path" -o "$scratch/trace" --quiet=all
		same "$engine: $path from $start: under $under" 1 "$(grep -cF "\"$path\"" "$scratch/trace")"
	done <"$scratch/climbs.rows"
done

# A link in the middle of a path, or at its end, leads into a directory and out of it: "path under" sees the path that was passed,
# and the file to which it leads.
mkdir "$top/inner" "$top/outer" "$top/root"
touch "$top/inner/file" "$top/outer/file"
ln -s ../outer "$top/inner/out"
ln -s ../inner "$top/outer/in"
ln -s ../inner/file "$top/outer/last"
cat >"$scratch/links" <<END
inner/file 1 0
inner/out/file 1 1
outer/in/file 1 1
outer/in/out/file 0 1
inner/out/in/file 1 0
outer/last 1 1
outer/file 0 1
outer/in/none 1 1
END
for engine in --engine=ptrace $(case $engines in *bpf*) echo --engine=bpf ;; esac) --replay; do
	while read -r path inner outer; do
		for command in cat "test -e"; do
			# shellcheck disable=SC2086 # words
			run() { trace "$@" sh -c "cd '$top' && $command $path"; }
			# shellcheck disable=SC2086
			[ "$engine" != --replay ] || {
				run -f --record="$scratch/links.rec" -e trace=%file
				run() { trace --replay="$scratch/links.rec" "$@"; }
			}
			set -- "inner $inner" "outer $outer"
			# The directory of the expression is a link. A path that is passed as one below it counts, too.
			case $engine$path in
			--replay*) ;;
			*outer/in/*) set -- "$@" "outer/in 1" ;;
			*) set -- "$@" "outer/in $inner" ;;
			esac
			for expected; do
				directory=${expected% *}
				# shellcheck disable=SC2046,SC2086
				run $([ "$engine" = --replay ] || echo $engine) -f --where "path under $top/$directory" -e trace=%file -o "$scratch/trace" --quiet=all
				same "$engine: $command $path, under $directory" "${expected#* }" "$(grep -E '(open|stat|access)' "$scratch/trace" | grep -cF "\"$path\"")"
			done
		done
	done <"$scratch/links"
done
# Links of processes in /proc, which lead out of it. What scry cannot follow is counted, and never decides.
sleep 1000 &
other=$!
for engine in --engine=ptrace $(case $engines in *bpf*) echo --engine=bpf ;; esac) --replay; do
	while read -r path shown unknown; do
		# The program waits until scry has come so far, so that the bpf engine finds it.
		# shellcheck disable=SC2016 # the traced shell expands
		set -- -f -e trace=%file --quiet=attach,exit -o "$scratch/trace" sh -c 'cd "$1" && exec 9<inner && test -e "$2"; test -e /marker; read -r _ <"$3"' - \
			"$top" "$path" "$scratch/links.wait"
		rm -f "$scratch/links.wait" "$scratch/trace"
		mkfifo "$scratch/links.wait"
		(
			wait_for "the last call" grep -q /marker "$scratch/trace"
			echo >"$scratch/links.wait"
		) &
		case $engine in
		--replay)
			timeout $((60 * patience)) "$scry" --record="$scratch/links.rec" "$@" >/dev/null 2>&1
			trace --replay="$scratch/links.rec" --where "path under $top/inner && args.pathname contains file" -o "$scratch/trace"
			;;
		*)
			timeout $((60 * patience)) "$scry" "$engine" --where "(path under $top/inner && args.pathname contains file) || path == /marker" "$@" >/dev/null 2>"$scratch/stderr"
			;;
		esac
		wait $!
		same "$engine: $path" "$shown $unknown" "$(grep -cF "\"$path\"" "$scratch/trace") $(grep -c 'path was unknown' "$scratch/stderr")"
	done <<END
/proc/self/root$top/inner/file 1 0
/proc//self/./root/$top/outer/in/file 1 0
/proc/thread-self/root$top/inner/file 1 0
/proc/$other/root$top/inner/file 1 0
/proc/$other/task/$other/root$top/inner/file 1 0
/proc/self/root/proc/self/root$top/inner/file 1 0
/proc/self/cwd/inner/file 1 0
/proc/self/fd/9/file 1 0
/proc/self/root$top/outer/file 0 0
/proc/net/../../file 0 1
/proc/self/../self/root$top/inner/file 0 1
/proc/version_file 0 0
/sys/class/net/lo/file 0 0
END
done
kill "$other"
# In another root directory links lead elsewhere.
if [ "$(id -u)" = 0 ] && can_run busybox "links of another root directory" && [ -n "$(command -v chroot)" ]; then
	mkdir -p "$top/root/data/deep" "$top/root/inner"
	cp "$(command -v busybox)" "$top/root/busybox"
	touch "$top/root/data/deep/file" "$top/root/inner/file"
	ln -s /data/deep "$top/root/link"
	for engine in --engine=ptrace $(case $engines in *bpf*) echo --engine=bpf ;; esac); do
		while read -r path directory expected; do
			trace "$engine" -f --where "path under $directory" -e trace=%file -o "$scratch/trace" --quiet=all chroot "$top/root" /busybox sh -c "cd /; [ -e $path ]; /busybox sleep 0.3"
			same "$engine: $path in another root, under $directory" "$expected" "$(grep -E "(stat|access)" "$scratch/trace" | grep -cF "\"$path\"")"
		done <<END
/link/file $top/root/data 1
link/file $top/root/data 1
/link/file $top/data 0
/link/file /link 1
/link/../file $top/root/data 1
/inner/file $top/inner 0
/inner/file $top/root/inner 1
/proc/self/root/inner/file $top/root/inner 0
END
	done
fi

# --record-when: the first call that an expression selects, or a signal.
for expression in 'failed && path under /nonexistent' 'signal == SIGTERM' 'name == close && fd == 3'; do
	trace --record="$scratch/ring.rec" --record-ring=1M --record-when="where=$expression" -f sh -c 'cat /nonexistent/file; kill -TERM $$'
	same "$expression: the file is written once" 1 "$(grep -c '^scry: the recording was written' "$scratch/stderr")"
done
trace --record="$scratch/ring.rec" --record-ring=1M --record-when="where=fd == 999" true
same "an expression that nothing meets" 0 "$(grep -c '^scry: the recording was written' "$scratch/stderr")"

# A profile has the calls that are selected.
trace --policy="$scratch/profile" --policy-format=text --policy-margin=off --where 'name == getppid || failed' "$programs/asked" "$scratch/work"
ends_with 0
shows "$scratch/profile" 'getppid'
shows "$scratch/profile" 'access'
lacks "$scratch/profile" 'getpid'
shows "$scratch/stderr" '--policy: the profile has only the calls that --where selects'

# The kernel compares registers: calls that do not match do not stop.
if "$scry" --engine=ptrace -d -f -e trace=sync -o /dev/null true 2>&1 | grep -q 'filter on$'; then
	stops() { "$scry" --engine=ptrace -f -o /dev/null --where "$1" "$programs/asked" reads 5000; }
	check "reads of one byte do not stop" [ "$(stops 'name == read && args.count > 1M')" -lt 500 ]
	check "nor reads of another descriptor" [ "$(stops 'fd == 17 && class == desc')" -lt 500 ]
	check "reads that match stop" [ "$(stops 'name == read && args.count == 1')" -ge 5000 ]
	check "a call of every program, by its registers, has a filter" \
		sh -c "$scry --engine=ptrace -d -f -o /dev/null --where 'name == mmap && args.prot has PROT_EXEC' true 2>&1 | grep -q 'filter on\$'"
	check "memory is no matter of the kernel" [ "$(stops 'name == read && args.buf contains "x"')" -ge 5000 ]
else
	not_tested "stops: no filter here"
fi

# The bpf engine evaluates in the kernel: what does not match is never written to the ring.
if can_use_bpf "evaluation in the kernel"; then
	# records EXPRESSION COMMAND...: how many records the ring had, beside those of threads.
	records()
	{
		expression=$1
		shift
		"$scry" --engine=bpf -d -f -o "$scratch/bpf" --where "$expression" "$@" 2>&1 >/dev/null | sed -n 's/.*the ring had \([0-9]*\) records*$/\1/p'
	}
	few=100
	check "reads of one byte have no records" [ "$(records 'name == read && args.count > 1M' "$programs/asked" reads 5000)" -lt $few ]
	check "results are looked at" [ "$(records 'name == read && result > 1' "$programs/asked" reads 5000)" -lt $few ]
	check "and errors" [ "$(records 'error == EBADF' "$programs/asked" reads 5000)" -lt $few ]
	check "and durations" [ "$(records 'name == read && duration > 100s' "$programs/asked" reads 5000)" -lt $few ]
	check "and the command name" [ "$(records 'name == read && comm ~ "x*"' "$programs/asked" reads 5000)" -lt $few ]
	check "and tasks" [ "$(records 'name == read && pid == 1' "$programs/asked" reads 5000)" -lt $few ]
	check "and users" [ "$(records 'name == read && uid == 54321' "$programs/asked" reads 5000)" -lt $few ]
	check "and the paths of descriptors" [ "$(records 'name == read && path under /nonexistent' "$programs/asked" reads 5000)" -lt $few ]
	check "a read that matches has a record of both sides" [ "$(records 'name == read && result == 1' "$programs/asked" reads 5000)" -lt 6000 ]
	check "which is shown" [ "$(grep -c 'read(.* = 1$' "$scratch/bpf")" -ge 5000 ]
	check "paths of the caller are looked at" [ "$(records 'failed && path ~ "/nonexistent/*"' sh -c 'cd /etc; for i in $(seq 200); do test -e /tmp/none/$i; test -e none$i; test -e .././none/$i; done; test -e ..//./nonexistent/1')" -lt $few ]
	same "those that match" 1 "$(grep -c 'nonexistent/1' "$scratch/bpf")"
	check "choices that name no file as well" [ "$(records 'failed && path under /nonexistent' sh -c 'for i in $(seq 200); do test -t 0; done' </dev/null)" -lt $few ]
	check "relative paths as well" [ "$(records 'failed && path under /etc' sh -c 'cd /etc; test -e none; cd /; test -e etc/none; test -e tmp/none')" -lt $few ]
	same "they are shown" 2 "$(grep -c 'none"' "$scratch/bpf")"
fi

# Messages: what is wrong, what to write instead, and the place.
errors=0
while IFS=$tab read -r expression marked message; do
	case $expression in '#'* | '') continue ;; esac
	errors=$((errors + 1))
	trace --where "$expression" true
	same "$expression: status" 1 "$status"
	same "$expression: message" "scry: --where: $message" "$(head -n 1 "$scratch/stderr")"
	same "$expression: marked" "$marked" "$(awk 'NR == 2 { text = $0 }
		NR == 3 { at = index($0, "^"); part = substr(text, at, length($0) - at + 1); print part == "" ? "-" : part }' "$scratch/stderr")"
	same "$expression: lines" 3 "$(lines_of "$scratch/stderr")"
done <"$srcdir/tests/live/where_errors.tsv"
check "fifty wrong expressions" [ "$errors" -ge 50 ]

finish
