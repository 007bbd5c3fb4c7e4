#!/bin/sh
# SPDX-License-Identifier: MIT
# --record and --replay: a replay shows the same bytes as the trace that was recorded.
#
# RECORD_STYLES=all, which is the default with WEIGHT=full, compares each fixture in each format; otherwise the fixtures have the formats
# in turn.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
recording=$scratch/trace.rec
python=$(command -v python3) || python=
bits32=$(cat cc32 2>/dev/null)

# replay FILE OPTION...: replays $recording.
replay()
{
	file=$1
	shift
	trace --replay="$recording" "$@" -o "$file"
}

added= # options of both
formats='-v -yy -s 200|-s 200 --json|-yy -Y -N -X verbose -i -n|-tt -r -T'
n_formats=4
# alike WHAT OPTION... -- COMMAND...: text and records beside a recording are the same as those of its replay, in each format.
alike()
{
	for format_number in $(seq $n_formats); do
		alike_in "$format_number" "$@"
	done
}

# alike_in NUMBER WHAT OPTION... -- COMMAND...: the same in one format.
alike_in()
{
	format="$added $(echo "$formats" | cut -d '|' -f "$1")"
	what=$2 shape=
	shift 2
	while [ "$1" != -- ]; do
		shape="$shape $1"
		shift
	done
	shift
	# shellcheck disable=SC2086 # lists of words
	trace $shape $format --record="$recording" --record-environment -o "$scratch/live" "$@"
	same "$what, $format: nothing was said" "" "$(grep '^scry: ' "$scratch/stderr")"
	live=$status
	# shellcheck disable=SC2086
	replay "$scratch/replayed" $format
	ends_with 0
	same "$what, $format: nothing was said" "" "$(cat "$scratch/stderr")"
	check "$what, $format: no lines" [ -s "$scratch/live" ]
	checks=$((checks + 1))
	cmp -s "$scratch/live" "$scratch/replayed" || {
		fail "$what, $format (status $live): the replay differs"
		diff "$scratch/live" "$scratch/replayed" | head -n 4 | cut -c 1-500
	}
}

# counted FILE: the calls and errors of a table.
counted()
{
	awk '$NF ~ /^[a-z0-9_]+$/ && $4 ~ /^[0-9]+$/ { print $NF, $4, NF == 6 ? $5 : 0 }' "$1" | sort
}

# --- programs -----------------------------------------------------------------------------------

mkdir "$scratch/project"
cat >"$scratch/project/Makefile" <<'END'
CC = cc
one: one.o two.o
	$(CC) -o one one.o two.o
END
echo 'int two(void); int main(void) { return two(); }' >"$scratch/project/one.c"
echo 'int two(void) { return 0; }' >"$scratch/project/two.c"
if can_run make cc; then
	alike "a build" -f -- make -B -C "$scratch/project"
	trace -f -c --record="$recording" -o "$scratch/live" make -B -C "$scratch/project"
	replay "$scratch/replayed" -c
	check "-c: no calls" [ "$(counted "$scratch/live" | wc -l)" -gt 10 ]
	same "-c: calls and errors" "$(counted "$scratch/live")" "$(counted "$scratch/replayed")"
	for options in -C "-c -w -U p50,max,calls,errors,name" --summary=syscall,comm,errno --summary=path "--json -c"; do
		# shellcheck disable=SC2086
		trace -f $options --record="$recording" -o "$scratch/live" make -B -C "$scratch/project"
		# shellcheck disable=SC2086
		replay "$scratch/replayed" $options
		# A record of a table has the time at which the table is written.
		case $options in
		*json*) sed -i 's/"time":"[^"]*","time_ns":[0-9]*,//' "$scratch/live" "$scratch/replayed" ;;
		esac
		check "$options: the table differs" cmp -s "$scratch/live" "$scratch/replayed"
	done
	rm -f "$scratch"/live.* "$scratch"/replayed.*
	trace -ff --record="$recording" -o "$scratch/live" make -B -C "$scratch/project"
	replay "$scratch/replayed" -ff
	check "-ff: no files" [ "$(echo "$scratch"/live.[0-9]* | wc -w)" -gt 3 ]
	for file in "$scratch"/live.[0-9]*; do
		check "-ff: ${file##*.} differs" cmp -s "$file" "$scratch/replayed.${file##*.}"
	done
fi

cat >"$scratch/server.py" <<'END'
import socket, threading

server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen(5)

def serve():
    for _ in range(4):
        peer, _ = server.accept()
        while peer.recv(4096):
            pass
        peer.sendmsg([b"abc", b"def" * 30])
        peer.close()

thread = threading.Thread(target=serve)
thread.start()
for _ in range(4):
    client = socket.create_connection(server.getsockname())
    client.sendall(b"GET /" + b"x" * 5000)
    client.shutdown(socket.SHUT_WR)
    client.recv(1000)
    client.close()
thread.join()
END
if [ -n "$python" ]; then
	alike "a server" -f -- "$python" "$scratch/server.py"
else
	not_tested "a server: no python3 here"
fi

alike "threads" -f -- "$programs/crowd" threads 4 20
alike "execve in a thread" -f -- "$programs/thread_exec" true
alike "children" -f -- sh -c 'ls /nonexistent; (exit 3) & wait; sh -c "kill -TERM \$\$"; cat /etc/passwd >/dev/null'
alike "one process" -- sh -c 'echo word >/dev/null; kill -USR1 $$'
alike "selected calls" -f -e trace=%file -- sh -c 'cat /etc/passwd; exec true'
alike "injected errors" -e inject=openat:error=EACCES:when=2+ -- cat /etc/passwd
alike "a path" -P /etc/passwd -- cat /etc/passwd
# There are 17 families, so that both ABIs of a family have different formats.
next_format=0
for abi in native i386; do
	[ "$abi" = native ] || [ -n "$bits32" ] || { not_tested "32-bit programs: no compiler here"; continue; }
	for family in aio bpf btrfs fcntl file ioctl ipc memory netlink network paths poll prctl process signal task time; do
		fixture=$PWD/tests/differential/${family}_$abi.fixture
		check "no ${family}_$abi.fixture" [ -x "$fixture" ]
		if [ "${RECORD_STYLES:-$weight}" = all ]; then
			alike "${family}_$abi" -- "$fixture"
		else
			alike_in $((next_format % n_formats + 1)) "${family}_$abi" -- "$fixture"
			next_format=$((next_format + 1))
		fi
	done
done

# --- what was not shown while the trace ran -------------------------------------------------------

trace -f --record="$recording" sh -c 'cat /etc/passwd /nonexistent >/dev/null; cd /; cat etc/passwd >/dev/null'
same "--record alone prints nothing" "" "$(grep -v nonexistent "$scratch/stderr")"
replay "$scratch/all"
for options in -Z -y -yy "-e trace=openat" "-P /etc/passwd" "-k" "-e signal=none" "-X raw" "-s 5" "-v -Y" "--json"; do
	# shellcheck disable=SC2086
	replay "$scratch/replayed" $options
	case $options in
	-k)
		ends_with 1
		shows "$scratch/stderr" 'the recording has no stacks'
		continue
		;;
	esac
	ends_with 0
	same "$options: nothing was said" "" "$(cat "$scratch/stderr")"
done
replay "$scratch/replayed" -P /etc/passwd -e trace=openat
same "-P: calls with the path, also relative" 2 "$(grep -c 'passwd"' "$scratch/replayed")"
replay "$scratch/replayed" -Z -e trace=openat
shows "$scratch/replayed" 'nonexistent.*ENOENT'
lacks "$scratch/replayed" ' = [0-9]'
replay "$scratch/replayed" -s 10000
shows "$scratch/stderr" 'the recording has 4096 bytes of a string at most'
# A dump needs all bytes.
yes | head -c 6000 >"$scratch/large"
trace --record="$recording" dd bs=6000 "if=$scratch/large" of=/dev/null
replay "$scratch/replayed" -e write=1
ends_with 0
shows "$scratch/replayed" '^ \| 00ff0 .*\|$'
lacks "$scratch/replayed" '^ \| 01010 '
shows "$scratch/stderr" 'values? (was|were) not recorded'
trace --record="$recording" --record-limit=all dd bs=6000 "if=$scratch/large" of=/dev/null
replay "$scratch/replayed" -e write=1
same "a dump of everything" "" "$(cat "$scratch/stderr")"
shows "$scratch/replayed" '^ \| 01760 '
trace -f --record="$recording" sh -c 'cd /; cat etc/passwd'
replay "$scratch/replayed" --summary=path
shows "$scratch/replayed" '/etc/passwd'
# The arguments of programs are whole, as in JSON, unless strings are shorter than by default.
for limit in '' --record-limit=1M --record-limit=100; do
	# shellcheck disable=SC2086 # a word, or none
	trace --record="$recording" $limit sh -c 'exec true "$0"' "$(printf %09000d 0)"
	trace --replay="$recording" --json
	case $limit in
	*100) expected=100 ;;
	*) expected=9000 ;;
	esac
	same "bytes of an argument with '$limit'" $expected \
		"$(jq -s 'map(select(.name == "execve" and .args.argv[0].string == "true")) | last.args.argv[1].string | length' "$scratch/stdout")"
done
trace -f --record="$recording" --record-limit=3 sh -c 'echo abcdefgh >/dev/null'
replay "$scratch/replayed" -e trace=write
shows "$scratch/replayed" '"abc"\.\.\., 9\) += 9'
# Calls that were not kept look like calls that were not made.
trace --record="$recording" -e trace=openat true
for options in "" -c; do
	# shellcheck disable=SC2086
	replay "$scratch/replayed" -e trace=read $options
	shows "$scratch/stderr" '^scry: -e trace: the recording does not have all calls'
done
replay "$scratch/replayed" -e trace=openat
same "-e trace=openat of openat" '' "$(cat "$scratch/stderr")"
trace --record="$recording" -e trace=openat -P /none true
replay "$scratch/replayed" -e trace=openat
shows "$scratch/stderr" '^scry: -e trace: the recording does not have all calls'
trace --diff "$recording" "$recording" -e trace=%file
shows "$scratch/stderr" 'options stand before it'
# A recording is confidential: only its owner can read a new one, whatever the umask is. An existing file keeps its mode.
for ring in "" --record-ring=1M; do
	rm -f "$recording"
	# shellcheck disable=SC2086 # an option or nothing
	(umask 022 && trace $ring --record="$recording" true)
	same "the mode of a new file, $ring" 600 "$(stat -c %a "$recording")"
	chmod 640 "$recording"
	# shellcheck disable=SC2086
	trace $ring --record="$recording" true
	same "the mode of an existing file, $ring" 640 "$(stat -c %a "$recording")"
done
rm -f "$recording"

for options in "" --record-environment; do
	# shellcheck disable=SC2086
	SECRET=s3cr3t-word "$scry" $options --record="$recording" -e trace=none true
	replay "$scratch/replayed" -d
	shows "$scratch/stderr" '^scry: recorded command: true'
	shows "$scratch/stderr" '^scry: recorded kernel: Linux'
	shows "$scratch/stderr" "^scry: recorded start-real: [0-9]+ ns, $(date +%Y)-"
	same "$options: the environment" "${options:+scry: recorded environment: SECRET=s3cr3t-word}" \
		"$(grep -a 's3cr3t' "$scratch/stderr")"
done

# Nothing of an environment is in the file, neither that of scry nor those that execve passes, although -v prints them at the same time.
cat >"$scratch/unpack.py" <<'END'
import ctypes, ctypes.util, struct, sys
zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
zstd.ZSTD_decompress.restype = ctypes.c_size_t
zstd.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
data = open(sys.argv[1], "rb").read()
at = 16
while data[at:at + 4] == b"SBLK":
    kind, packing, stored, raw = struct.unpack_from("<BBxxII", data, at + 4)
    block = data[at + 48:at + 48 + stored]
    if packing == 1:
        out = ctypes.create_string_buffer(raw)
        assert zstd.ZSTD_decompress(out, raw, block, stored) == raw
        block = out.raw
    sys.stdout.buffer.write(block)
    at += 48 + stored
END
# environment ENGINE COMMAND...
environment()
{
	engine=$1
	shift
	for options in "" -v "--json --environment"; do
		# shellcheck disable=SC2086
		SECRET=s3cr3t-word trace --engine="$engine" -f $options --record="$recording" -o "$scratch/live" \
			sh -c '"$@"; exec /no/file shown-word' sh "$@"
		"$python" "$scratch/unpack.py" "$recording" >"$scratch/unpacked"
		same "$engine, $options, $1: secrets in the recording" "" "$(grep -ao 's3cr3t-[a-z]*' "$scratch/unpacked" | sort | uniq -c)"
		check "$engine, $options, $1: arguments are kept" grep -aq shown-word "$scratch/unpacked"
		[ -z "$options" ] || shows "$scratch/live" s3cr3t-word
		replay "$scratch/replayed" --json --environment
		shows "$scratch/replayed" '"execve".*"shown-word"'
		lacks "$scratch/replayed" s3cr3t
	done
	SECRET=s3cr3t-word trace --engine="$engine" -f --record="$recording" --record-environment -e trace=execve -o "$scratch/live" sh -c '"$@"; true' sh "$@"
	replay "$scratch/replayed" -v
	shows "$scratch/replayed" '^.*execve\(.*"SECRET=s3cr3t-word"'
}
if [ -n "$python" ]; then
	each_engine environment
	"$scry" --engine=bpf -o /dev/null true 2>/dev/null && environment bpf "$programs/untouched" /bin/true a
else
	not_tested "secrets in recordings: no python3 here"
fi

# --- stacks ---------------------------------------------------------------------------------------

if "$scry" -V | grep -q '^libunwind: yes'; then
	added=-k
	alike "stacks" -- cat /etc/passwd
	added=
	replay "$scratch/replayed" -k
	shows "$scratch/replayed" '^ > .*\(.*\+0x'
	replay "$scratch/replayed" -kk
	shows "$scratch/stderr" 'has no source lines'
	replay "$scratch/replayed" -k --stack-trace-frame-limit=1
	shows "$scratch/replayed" '^ > too many stack frames'
	same "lines of a stack of one frame" 2 "$(awk '/^ >/ { n++; if (n > most) most = n; next } { n = 0 } END { print most + 0 }' "$scratch/replayed")"
	replay "$scratch/replayed" --summary=stack
	shows "$scratch/replayed" 'main|_start|libc'
else
	not_tested "stacks: scry was built without libunwind"
fi

# --- the ring -------------------------------------------------------------------------------------

# The last calls before the end, within the bound.
trace --record="$recording" --record-ring=64K "$programs/steady" 30000
check "the file has $(wc -c <"$recording") bytes" [ "$(wc -c <"$recording")" -lt 70000 ]
replay "$scratch/replayed"
ends_with 0
shows "$scratch/replayed" '^exit_group'
check "$(lines_of "$scratch/replayed") lines" [ "$(lines_of "$scratch/replayed")" -gt 200 ]
# A ring that lacks the beginning shows the pids from its first line on, if children were followed.
lacks "$scratch/replayed" '^\[pid'
trace -f --record="$recording" --record-ring=64K -e trace=getppid,nanosleep "$programs/crowd" threads 1 60000
"$scry" --replay="$recording" >"$scratch/replayed" 2>"$scratch/stderr"
shows "$scratch/replayed" '^\[pid'
lacks "$scratch/replayed" '^getppid'
# The first event that is waited for writes the file, and the end does not write it again.
trace --record="$recording" --record-ring=1M --record-when=openat:error=ENOENT -f sh -c 'cat /nonexistent; cat /etc/passwd'
shows "$scratch/stderr" "the recording was written to '$recording': openat of process"
replay "$scratch/replayed" -e trace=openat
same "the last call of the recording" 'ENOENT (No such file or directory)' \
	"$(grep -v '^[0-9]* [+-]' "$scratch/replayed" | tail -n 1 | sed 's/.*-1 //')"
for when in 'execve:status=successful' 'duration>0.00001' 'error=ENOENT,EACCES' 'trace=%file:error=!EACCES:status=failed'; do
	trace --record="$recording" --record-ring=1M --record-when="$when" -f cat /nonexistent
	shows "$scratch/stderr" "the recording was written to"
done
for when in 'execve:status=failed' 'duration>1000' 'error=EXDEV' 'signal=SEGV'; do
	trace --record="$recording" --record-ring=1M --record-when="$when" -f cat /nonexistent
	lacks "$scratch/stderr" "the recording was written to"
done
for when in failed:status ENOENT:error SIGSEGV:signal; do
	trace --record="$recording" --record-ring=1M --record-when="openat:${when%:*}" true
	ends_with 1
	shows "$scratch/stderr" "'${when%:*}' is no system call; did you mean ${when#*:}=${when%:*}\\?\$"
done
for when in 'signal=SEGV:error=ENOENT' 'duration>x' 'nosuchcall' 'size>3' 'error=ENOSUCH' ''; do
	trace --record="$recording" --record-ring=1M --record-when="$when" true
	ends_with 1
	shows "$scratch/stderr" '^scry: --record-when'
done
trace --record="$recording" --record-ring=10s --record-when=signal=SEGV sh -c 'kill -SEGV $$'
replay "$scratch/replayed"
same "the last line before the signal" '--- SIGSEGV' "$(tail -n 1 "$scratch/replayed" | cut -c 1-11)"
rm -f "$recording"
rm -f "$scratch/live"
"$scry" --record="$recording" --record-ring=1M --buffer=line -o "$scratch/live" sleep 100 2>"$scratch/stderr" &
tracer=$!
requested()
{
	kill -USR1 "$tracer"
	[ -s "$recording" ]
}
wait_for "the first line" [ -s "$scratch/live" ]
wait_for "the file" requested
kill "$tracer"
wait "$tracer"
replay "$scratch/replayed"
ends_with 0
shows "$scratch/replayed" '^execve'

# --- refused --------------------------------------------------------------------------------------

for options in "-p 1" "true" "-e inject=read:error=EIO" "--engine=bpf" "-D true" "--record=$scratch/other" "-b execve"; do
	# shellcheck disable=SC2086
	trace --replay="$recording" $options
	ends_with 1
	shows "$scratch/stderr" 'cannot be given with --replay'
done
for options in "--record-limit=9" "--record-environment" "--record-ring=1M"; do
	trace "$options" true
	ends_with 1
	shows "$scratch/stderr" 'must be given with --record'
done
for options in --record-limit=x --record-limit=-1 --record-ring=5 --record-ring=0K --record-ring=x; do
	trace --record="$recording" "$options" true
	ends_with 1
	shows "$scratch/stderr" 'it takes'
done
trace --replay=/nonexistent
ends_with 1
shows "$scratch/stderr" "cannot read '/nonexistent'"
trace --replay=/etc/passwd
ends_with 1
shows "$scratch/stderr" 'no recording'
trace --record="$scratch/no/such" true
ends_with 1
shows "$scratch/stderr" 'cannot write'

finish
