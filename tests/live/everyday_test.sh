#!/bin/sh
# SPDX-License-Identifier: MIT
# Common command lines, with the programs that people use them for.
. "${srcdir:-.}/tests/live/lib.sh"

# -eopen selects open only: of a program that uses openat nothing is shown, but a line that says so.
trace -eopen cat /dev/null
ends_with 0
same "-eopen cat" '+++ exited with 0 +++' "$(grep -v '^scry: no call of open was seen; ' "$scratch/stderr")"
trace -eopen,openat cat /dev/null
shows "$scratch/stderr" '^openat\(AT_FDCWD, "/dev/null", O_RDONLY(\|O_LARGEFILE)?\) += 3$'

# -econnect,accept and -yy show the addresses of both ends.
trace -f -econnect,accept "$programs/talker"
if [ "$status" != 77 ]; then
	ends_with 0
	read -r server client <"$scratch/stdout"
	shows "$scratch/stderr" "connect\\(4, \\{sa_family=AF_INET, sin_port=htons\\($server\\), sin_addr=inet_addr\\(\"127.0.0.1\"\\)\\}, 16"
	shows "$scratch/stderr" "accept.*\\{sa_family=AF_INET, sin_port=htons\\($client\\), sin_addr=inet_addr\\(\"127.0.0.1\"\\)\\}, \\[16\\]\\) += 4$"
	trace -f -yy -e read,write "$programs/talker"
	ends_with 0
	read -r server client <"$scratch/stdout"
	shows "$scratch/stderr" "write\\(4<TCP:\\[127.0.0.1:$client->127.0.0.1:$server\\]>, \"question\", 8"
	shows "$scratch/stderr" "write\\(4<TCP:\\[127.0.0.1:$server->127.0.0.1:$client\\]>, \"answer\", 6"
	shows "$scratch/stderr" "(read\\(4<TCP:\\[127.0.0.1:$server->127.0.0.1:$client\\]>|read resumed>), \"question\", 16\\) += 8$"
else
	not_tested "two programs that talk: they cannot connect here"
fi

# -qfeexecve shows which programs a script runs.
trace -qfeexecve sh -c '/bin/true; ls / >/dev/null; exit 4'
ends_with 4
same "programs that ran" 3 "$(grep -c 'execve(.* = 0$' "$scratch/stderr")"
shows "$scratch/stderr" '^\[pid +[0-9]+\] execve\("[^"]*/ls", \["ls", "/"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) = 0$'
lacks "$scratch/stderr" 'attached'

# -cp, -ttt -p, -fp: scry attaches to a process, which then ends by itself.
attach()
{
	rm -f "$scratch/go" "$scratch/stderr"
	sh -c 'until [ -e "$0/go" ]; do sleep 0.02; done; cd /; cd /none 2>/dev/null; (cd /; exit 0); exit 0' "$scratch" &
	process=$!
	timeout -s KILL $((30 * patience)) "$scry" "$@" "$process" 2>"$scratch/stderr" >"$scratch/stdout" </dev/null &
	tracer=$!
	wait_for "the tracer" grep -q attached "$scratch/stderr"
	: >"$scratch/go"
	wait "$tracer"
	status=$?
	wait "$process"
}
attach -cp
ends_with 0
shows "$scratch/stderr" ' 2 +1 chdir$'
attach -ttt -p
ends_with 0
shows "$scratch/stderr" '^[0-9]{10}\.[0-9]{6} chdir\("/"\) += 0$'
shows "$scratch/stderr" "^scry: Process $process attached$"
attach -fp
shows "$scratch/stderr" '^\[pid +[0-9]+\] chdir\("/"( <unfinished \.\.\.>|\) += 0)$'
shows "$scratch/stderr" '^(\[pid +[0-9]+\] )?chdir\("/none"\) += -1 ENOENT \(No such file or directory\)$'

# -T shows the duration of each call; -fc counts the calls of a process tree.
trace -T -e /nanosleep sleep 0.05
shows "$scratch/stderr" 'nanosleep\(.*\) = 0 <(0\.(0[5-9]|[1-9])|[1-9])[0-9.]*>$'
trace -fc sh -c '(cd /); (cd /); cd /; exit 0'
ends_with 0
shows "$scratch/stderr" ' 3 +chdir$'

# With -z and -e status a line is printed late, but has the time and the instruction pointer of the entry.
trace -z -ttt -e /nanosleep sleep 0.05
check "the time at which a call began" awk '/nanosleep/ { began = $1 } /exited/ { ended = $1 }
	END { exit !(began && ended - began >= 0.049) }' "$scratch/stderr"
trace -i -e status=unfinished -e exit_group true
shows "$scratch/stderr" '^\[[0-9a-f]{16}\] exit_group\(0\) += \?$'

# -P selects calls on one file, %file calls with any file name; -s sets how much of a string is shown.
trace -P /etc/passwd cat /etc/passwd /etc/group
ends_with 0
shows "$scratch/stderr" '^openat\(AT_FDCWD, "/etc/passwd", O_RDONLY(\|O_LARGEFILE)?\) += 3$'
shows "$scratch/stderr" '^close\(3\)'
lacks "$scratch/stderr" '/etc/group'
trace -e trace=%file cat /etc/group
shows "$scratch/stderr" '^openat\(AT_FDCWD, "/etc/group", O_RDONLY(\|O_LARGEFILE)?\) += 3$'
lacks "$scratch/stderr" '^(read|close|mmap)\('
long=$(printf '%0150d' 7)
trace -s 200 -e write echo "$long"
shows "$scratch/stderr" "^write\\(1, \"$long\\\\n\", 151\\) += 151$"
trace -e write echo "$long"
shows "$scratch/stderr" '^write\(1, "0{32}"\.\.\., 151\) += 151$'

# The third write fails as on a full disk: the program reports that and ends with its own status.
dd if=/dev/zero of="$scratch/big" bs=1024 count=2048 2>/dev/null
trace -e inject=copy_file_range:error=EXDEV -e inject=write:error=ENOSPC:when=3 -e trace=copy_file_range,write -o "$scratch/trace" \
	cp "$scratch/big" "$scratch/copy"
ends_with 1
same "message of cp" "cp: error writing '$scratch/copy': No space left on device" "$(LC_ALL=C head -n 1 "$scratch/stderr")"
same "writes to the copy before" 2 "$(grep -c '^write(4, .*) = [0-9]*$' "$scratch/trace")"
shows "$scratch/trace" '^write\(4, .*\) += -1 ENOSPC \(No space left on device\) \(INJECTED\)$'

# A word that names a program and was taken for the FILE of an option: the command is run as it stands, and a line says so.
mkdir "$scratch/taken"
printf '#!/bin/sh\necho ran\n' >"$scratch/taken/script"
chmod +x "$scratch/taken/script"
(
	cd "$scratch/taken" || exit
	before=$failures
	trace --record sh ./script
	same "the script" ran "$(cat "$scratch/stdout")"
	same "stderr" "scry: 'sh' was taken for the FILE of --record, and './script' for the command; with sh as the command: scry --record=FILE sh ./script" \
		"$(cat "$scratch/stderr")"
	for options in "--record=sh" "-q --record sh" "--record ./sh" "--record sh.rec"; do
		# shellcheck disable=SC2086 # words
		trace --force $options ./script
		same "stderr with $options" "" "$(cat "$scratch/stderr")"
	done
	[ "$failures" = "$before" ]
)
same "words that were taken for files" 0 $?

# -o FILE -ff writes a file for each process.
trace -o "$scratch/each" -ff sh -c '/bin/true; /bin/true; exit 0'
ends_with 0
same "files" 3 "$(ls "$scratch"/each.* | wc -l | tr -d ' ')"
for file in "$scratch"/each.*; do
	same "the end of $(basename "$file")" '+++ exited with 0 +++' "$(tail -n 1 "$file")"
done
same "stderr" '' "$(cat "$scratch/stderr")"

# -k shows which function made the call.
if "$scry" -V | grep -q '^libunwind: yes'; then
	trace -k -e chdir "$programs/sampler"
	shows "$scratch/stderr" '^ > .*/libc.*\(chdir\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$'
	shows "$scratch/stderr" '^ > .*/sampler\(main\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$'
fi

# --syscall-limit ends the trace early, but scry still ends with the status of the command.
trace --syscall-limit=3 sh -c 'exit 6'
ends_with 6
same "calls" 3 "$(grep -c ' = ' "$scratch/stderr")"
finish
