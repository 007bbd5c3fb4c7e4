#!/bin/sh
# SPDX-License-Identifier: MIT
# The gdb engine with stubs that lie, that go away, or whose scry goes away: nothing hangs or crashes. Stubs of arm64 and riscv64.
#
# SECONDS_OF_LIES, SEED: how long tests/fuzz/stub.py runs, and the number of its first run. MOMENTS: how often each side is killed.
. "${srcdir:-.}/tests/live/lib.sh"
need python3

seed=${SEED:-$(date +%s)}
timeout $(((${SECONDS_OF_LIES:-3} + 70) * patience)) python3 "$srcdir/tests/fuzz/stub.py" "$scry" "${SECONDS_OF_LIES:-3}" "$seed" >"$scratch/lies" 2>&1
same "stub.py: $(tail -n 3 "$scratch/lies")" 0 $?
# This one reports the end of the same process for ever, while another is said to run.
timeout $((60 * patience)) python3 "$srcdir/tests/fuzz/stub.py" "$scry" 0 7262 >"$scratch/lies" 2>&1
same "stub.py 7262: $(tail -n 3 "$scratch/lies")" 0 $?
tail -n 1 "$scratch/lies"

# A stub that is silent after its first reply.
cat >"$scratch/silent" <<'END'
head -c 1 >/dev/null
printf '+$QCatchSyscalls+;qXfer:features:read+#88'
cat >/dev/null
END
trace --target "|sh $scratch/silent" true
ends_with 1
shows "$scratch/stderr" '^scry: .*: the stub has not answered for 5 s$'

# A description of the machine that is empty.
python3 - "$scratch/empty" <<'END'
import sys
open(sys.argv[1], "w").write(r"""
import os
def reply(text):
    os.write(1, b"$" + text + b"#%02x" % (sum(text) % 256))
data = b""
while True:
    more = os.read(0, 4096)
    if not more:
        break
    data += more.replace(b"+", b"")
    while b"#" in data and len(data) >= data.index(b"#") + 3:
        end = data.index(b"#")
        packet, data = data[data.index(b"$") + 1:end], data[end + 3:]
        os.write(1, b"+")
        reply(b"QCatchSyscalls+;qXfer:features:read+" if packet.startswith(b"qSupported") else b"l" if packet.startswith(b"qXfer") else b"")
""")
END
trace --target "|python3 $scratch/empty" true
ends_with 1
shows "$scratch/stderr" '^scry: '

# What answers is no stub: another service talks, or says nothing that is a packet.
printf 'head -c 1 >/dev/null\nprintf "+\$QCatchSyscalls+;qXfer:features:read+#88SSH-2.0-x"\ncat >/dev/null\n' >"$scratch/other"
trace --target "|sh $scratch/other" true
ends_with 1
shows "$scratch/stderr" '^scry: .*: for 5 s nothing was a packet of the protocol in what came: perhaps another service is there$'
for port in 0 65536 99999; do
	trace --target "localhost:$port" true
	ends_with 1
	same "the port $port" "scry: --target 'localhost:$port': a port is a number from 1 to 65535" "$(cat "$scratch/stderr")"
done

# told MACHINE OPTION...: traces what tests/live/told_stub.py reports.
told()
{
	machine=$1
	shift
	rm -f "$scratch/told"
	python3 "$srcdir/tests/live/told_stub.py" "$scratch/told" "$machine" &
	told=$!
	wait_for "the socket of the stub" test -S "$scratch/told"
	trace --target "unix:$scratch/told" "$@"
	wait "$told"
	ends_with 0
}

# Where rt_sigreturn(2) restores the register that has the number of the call, its exit has the number of another one.
told arm64 -e trace=kill
same 'kill, and a handler' "$(printf 'kill(100, 0) = 0\nkill(100, 0) = 0\n+++ exited with 0 +++')" "$(sed 's/) *= /) = /' "$scratch/stderr")"
told arm64 -e trace=kill,rt_sigreturn
shows "$scratch/stderr" '^rt_sigreturn\(.*\) += 0$'
lacks "$scratch/stderr" 'unfinished'
# The register of the first argument has -ENOSYS.
told riscv64 -e trace=kill
same 'kill on riscv64' "$(printf 'kill(100, 0) = 0\n+++ exited with 0 +++')" "$(sed 's/) *= /) = /' "$scratch/stderr")"

command -v gdbserver >/dev/null || {
	not_tested "kills: no gdbserver here"
	finish
}
serve()
{
	: >"$scratch/server"
	gdbserver --once 127.0.0.1:0 "$@" </dev/null >/dev/null 2>"$scratch/server" &
	server=$!
	wait_for "gdbserver listens" grep -q '^Listening on port ' "$scratch/server"
	target=127.0.0.1:$(sed -n 's/^Listening on port //p' "$scratch/server")
}

# is_over PID: the process has ended, though nothing may have waited for it.
is_over()
{
	! kill -0 "$1" 2>/dev/null || grep -q '^State:[[:blank:]]*Z' "/proc/$1/status"
}

# The moment is that of a call, which differs from run to run.
i=0
while [ "$i" -lt "${MOMENTS:-6}" ]; do
	i=$((i + 1))
	rm -f "$scratch/trace"
	serve sh -c 'while :; do :; done; exit 1'
	"$scry" --target "$target" -o "$scratch/trace" &
	tracer=$!
	wait_for "lines of a trace" test -s "$scratch/trace"
	if [ $((i % 2)) = 0 ]; then
		kill -KILL "$server"
		wait "$tracer"
		same 'status of scry without its stub' 1 $?
	else
		kill -KILL "$tracer"
		wait "$tracer" 2>/dev/null
		wait_for "gdbserver ends with scry" is_over "$server"
	fi
	wait "$server" 2>/dev/null
done
finish
