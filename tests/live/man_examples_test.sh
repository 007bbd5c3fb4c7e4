#!/bin/sh
# SPDX-License-Identifier: MIT
# Every example of man/scry.1, run as it is shown on a program that does what the examples ask about, answers its
# question: a line of the output matches. The examples of scry -h trace something.
. "${srcdir:-.}/tests/live/lib.sh"
need python3

examples=$(cd "$srcdir" && pwd)/tests/live/examples.py
mkdir "$scratch/examples" "$scratch/bin" "$scratch/work"
ln -s "$scry" "$scratch/bin/scry"
check "the page has examples" python3 "$examples" man "$srcdir/man/scry.1" "$scratch/examples"

# The program: it connects, waits, misses a file, writes one and calls what its filter refuses.
"$programs/talker" >/dev/null 2>&1 || skip "two programs cannot connect here"
"$programs/denied" getppid=EPERM -- true || skip "calls cannot be made to fail here"
cat >"$scratch/work/app" <<EOF
#!/bin/sh
$programs/talker >/dev/null
cat nothing 2>/dev/null
for n in 1 2 3 4; do echo line \$n; done >written
$programs/denied fsync=EPERM -- sync written 2>/dev/null
sleep 0.2
EOF
chmod +x "$scratch/work/app"
# The process that pgrep finds waits for another one, and ends after it. That one waits until the trace
# has its call, half a minute at most.
cat >"$scratch/bin/pgrep" <<EOF
#!/bin/sh
for _ in \$(seq 1500); do
	! grep -q '^read(0' "\$SEEN" 2>/dev/null || break
	sleep 0.02
done | cat >/dev/null &
echo \$!
EOF
chmod +x "$scratch/bin/pgrep"

# answers REGEX WORD...: the next example; these words are in its commands, and a line of its output matches.
n=0
answers()
{
	n=$((n + 1))
	example=$scratch/examples/$(printf %02d $n).sh
	regex=$1
	shift
	for word; do
		check "example $n is about '$word'" grep -qF -- "$word" "$example" || return
	done
	(cd "$scratch/work" && PATH=$scratch/bin:$PATH SEEN=$example.seen timeout $((60 * patience)) sh "$example" >"$example.seen" 2>&1 </dev/null)
	shows "$example.seen" "$regex"
}

answers 'connect\(4, \{sa_family=AF_INET, sin_port=htons\([0-9]+\), sin_addr=inet_addr\("127\.0\.0\.1"\)\}, 16( <unf|\) += 0)' trace=connect
answers '^0\.[2-9][0-9]* +1 clock_nanosleep$' max-time
answers '^[0-9]+ +openat\(AT_FDCWD, "nothing", O_RDONLY\) += -1 ENOENT' ENOENT
answers '^ +1 +1 fsync$' '-S errors'
answers '^read\(0<pipe:\[[0-9]+\]>, "", [0-9]+\) += 0$' pgrep
if can_run jq "which files a program opens for writing"; then
	answers '^openat	written	O_WRONLY	O_CREAT	O_TRUNC$' O_WRONLY
else
	n=$((n + 1))
fi
answers 'execve\("[^"]*/sleep", \["sleep", "0\.2"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) = 0$' trace=execve
if "$scry" -V | grep -q '^libunwind: yes'; then
	answers '^ > .*/talker\((client|main)\+0x[0-9a-f]+\) ' ' -k '
else
	not_tested "stacks of calls: scry is built without libunwind"
	n=$((n + 1))
fi
answers 'write\(1, "line 3\\n", 7\) += -1 ENOSPC \(No space left on device\) \(INJECTED\)$' ENOSPC
answers 'fsync\([0-9]+\) += -1 EPERM' EPERM
# has_library NAME: scry is built with it.
has_library()
{
	"$scry" -V | grep -q "^$1: yes"
}
if has_library libseccomp && has_library jansson; then
	# The second run makes a call that the profile does not allow.
	sed -i 's/^sleep 0.2$/[ $# = 0 ] || mkdir made/; $a sleep 0.2' "$scratch/work/app"
	answers 'mkdir\("made", 0777\) += 0 \(DENIED: ENOSYS\)' --policy= --try-policy=
else
	without_profiles=1
	not_tested "seccomp profiles: scry is built without libseccomp or jansson"
	n=$((n + 1))
fi
answers '^ +1 +1 sync +fsync +EPERM$' --summary=comm,syscall,errno
answers '^scry_calls_total\{comm="app",syscall="wait4"\} [1-9]' --summary-format=prometheus
if has_library bpf && "$scry" --engine=bpf -e trace=none true 2>/dev/null; then
	# Programs connect for as long as the example runs.
	(until [ -e "$scratch/ended" ]; do sleep 0.2; "$programs/talker"; done) >/dev/null 2>&1 &
	answers 'connect\(' --system
	: >"$scratch/ended"
	wait
else
	without_bpf=1
	not_tested "--engine=bpf: no bpf here"
	n=$((n + 1))
fi
same "examples of the page" "$n" "$(ls "$scratch"/examples/*.sh | wc -l | tr -d ' ')"

# The markup of the pages, and their header.
for page in scry scry-log-merge; do
	# Examples stand before the options, where readers look for them.
	if can_run mandoc "the markup of $page.1"; then
		same "what mandoc says of $page.1" '' "$(mandoc -Tlint -Wwarning "$srcdir/man/$page.1" 2>&1 | grep -v 'sections out of conventional order: Sh ENVIRONMENT')"
	fi
	if can_run groff "the header of $page.1"; then
		groff -mandoc -Tascii "$srcdir/man/$page.1" >"$scratch/page" 2>"$scratch/errors"
		same "what groff says of $page.1" '' "$(cat "$scratch/errors")"
		shows "$scratch/page" '^SCRY.*  scry manual  .*SCRY'
	fi
done

# A program that waits, for -p.
cp "$(command -v sleep)" "$scratch/bin/waiter"
# scry -h: two blanks and a command, blanks, what it is for.
printf '#!/bin/sh\nexec ./app\n' >"$scratch/bin/make"
chmod +x "$scratch/bin/make"
"$scry" -h | sed -n '/^Examples:/,/^$/ { s/^  //p; }' | sed 's/   *[a-z].*//' >"$scratch/help"
check "scry -h has examples" [ "$(lines_of "$scratch/help")" -ge 5 ]
while IFS= read -r command; do
	case $command in
	*' -k '*) "$scry" -V | grep -q '^libunwind: yes' || continue ;;
	*--system*) [ -z "${without_bpf-}" ] || continue ;;
	# top_test.sh gives it a terminal.
	*--top*) continue ;;
	*' -p nginx'*)
		"$scratch/bin/waiter" 2 &
		wait_for "the program that waits" grep -q '^waiter' "/proc/$!/comm"
		command="scry -f -yy -p waiter"
		;;
	esac
	(cd "$scratch/work" && rm -f calls.json && PATH=$scratch/bin:$PATH SEEN=$scratch/seen timeout $((60 * patience)) \
		sh -c "$command" >"$scratch/seen" 2>&1 </dev/null; cat calls.json >>"$scratch/seen" 2>/dev/null)
	case $command in
	*--report*) shows "$scratch/work/page.html" '<title>'; continue ;;
	*--record*)
		"$scry" --replay "$scratch/work/app.rec" >"$scratch/seen" 2>/dev/null
		;;
	*--why*) shows "$scratch/seen" '^(why|scry): '; continue ;;
	*duration*) shows "$scratch/seen" 'clock_nanosleep\(.*<0\.[2-9]'; continue ;;
	esac
	shows "$scratch/seen" '^(\[pid +[0-9]+\] )?[a-z0-9_]+\(.*\) += |^ *100\.00 .* total$|^\{"version":[0-9]+,"type":"call"'
done <"$scratch/help"
finish
