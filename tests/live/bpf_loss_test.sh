#!/bin/sh
# SPDX-License-Identifier: MIT
# Records that the bpf engine loses are counted, and said where they are missing.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

# The reader of the trace waits until the calls have ended, however long that takes, so that scry cannot write, and the ring gets full.
ended=$scratch/ended
reader="until [ -e $ended ]; do sleep 0.02; done; rm $ended"
calls=400000
trace --engine=bpf --on-overflow=drop -e trace=getppid -o "|$reader; cat >$scratch/trace" \
	"$programs/crowd" threads 1 $calls "$ended"
ends_with 0
lines=$(grep -cE '^([0-9]+ +)?getppid\(\)' "$scratch/trace")
without_f=$lines
same "calls of threads that are not followed" 0 "$without_f"

trace --engine=bpf --on-overflow=drop -f -e trace=getppid -o "|$reader; cat >$scratch/trace" \
	"$programs/crowd" threads 1 $calls "$ended"
ends_with 0
entries=$(grep -c 'getppid(' "$scratch/trace")
exits=$(grep -cE 'getppid.* += [0-9]+$' "$scratch/trace")
lost=$(sed -n 's/.*+++ lost: \([0-9]*\) records*,.*/\1/p' "$scratch/trace" | awk '{ n += $1 } END { print n + 0 }')
total=$(sed -n 's/^scry: \([0-9]*\) records* w[a-z]* lost.*/\1/p' "$scratch/stderr")
check "some records are lost" [ "$lost" -gt 0 ]
same "lost records: lines, and the message at the end" "$total" "$lost"
check "no more calls than were made" [ "$entries" -le $calls ]
# An exit whose entry was lost shows nothing.
check "every call is there or lost" [ $((entries + exits + lost)) -ge $((2 * calls - lost)) ]
check "no call is there and lost" [ $((entries + exits + lost)) -le $((2 * calls + 1)) ]
shows "$scratch/trace" 'exited with 0'

if command -v jq >/dev/null; then
	trace --engine=bpf --on-overflow=drop --json -f -e trace=getppid -o "|$reader; cat >$scratch/trace" \
		"$programs/crowd" threads 1 $calls "$ended"
	ends_with 0
	check "records say what is lost" grep -q '"type":"lost"' "$scratch/trace"
fi

# In a recording a loss has the time of the event before it.
if "$scry" -V | grep -q '^libzstd: yes'; then
	# scry is stopped while the calls are made.
	# shellcheck disable=SC2016 # the traced shell expands
	trace --engine=bpf -f --ring-size=16K --on-overflow=drop --record="$scratch/loss.rec" \
		sh -c 'kill -STOP $PPID; dd if=/dev/zero of=/dev/null bs=1k count=20000; kill -CONT $PPID'
	trace --replay="$scratch/loss.rec" --always-show-pid -ttt -o "$scratch/trace"
	shows "$scratch/trace" '\+\+\+ lost: [0-9]* records?,'
	same "losses far away from the trace" "" \
		"$(awk -v far=$((20 * patience)) 'NR == 1 { first = $2 } /lost/ && ($2 < first - far || $2 > first + far)' "$scratch/trace")"
	# What a recording must have whole fits into a larger ring: some 25 MB come while scry is stopped.
	if [ "$(awk '/^MemTotal/ { print $2 }' /proc/meminfo)" -gt 4300000 ]; then
		# shellcheck disable=SC2016 # the traced shell expands
		trace --engine=bpf -f --record="$scratch/whole.rec" \
			sh -c 'kill -STOP $PPID; dd if=/dev/zero of=/dev/null bs=4k count=2800; kill -CONT $PPID'
		lacks "$scratch/stderr" 'lost'
		trace --replay="$scratch/whole.rec" -e trace=write -o "$scratch/trace"
		same "writes in a recording of a stopped scry" 2800 "$(grep -c 'write(1, .*4096) = 4096' "$scratch/trace")"
	else
		not_tested 'a larger ring: the machine has less than 4 GiB'
	fi
	# A recording has the CPU time of calls.
	trace --replay="$scratch/loss.rec" -c -U name,waiting
	ends_with 0
	trace --replay="$scratch/loss.rec" --summary=comm -o "$scratch/table"
	ends_with 0
	shows "$scratch/table" 'system secs'
else
	not_tested 'losses in a recording: scry was built without libzstd'
fi

# The memory of one call is in hundreds of records: each that is missing is said beside the call.
for overflow in wait drop; do
	trace --engine=bpf --on-overflow=$overflow -e trace=writev -e write=all -o "|sleep 1; grep -a '^[w+]' >$scratch/trace" \
		"$programs/heavy" 20
	ends_with 0
	lost=$(sed -n 's/^+++ lost: \([0-9]*\) records*,.*/\1/p' "$scratch/trace" | awk '{ n += $1 } END { print n + 0 }')
	total=$(sed -n 's/^scry: \([0-9]*\) records* w[a-z]* lost.*/\1/p' "$scratch/stderr")
	# A task that waits loses few parts, or none.
	[ $overflow = wait ] || check "some parts of calls are lost" [ "$lost" -gt 100 ]
	same "lost parts: lines, and the message at the end" "${total:-0}" "$lost"
done
# A ring that holds them both loses no part.
trace --engine=bpf --ring-size=64M -e trace=writev -e write=all -o "$scratch/trace" "$programs/heavy" 2
ends_with 0
lacks "$scratch/trace" lost
same "data of the calls" $((2 * 1024 * 8192 / 16)) "$(grep -c "^ | " "$scratch/trace")"

# A reader that is quick enough loses nothing.
trace --engine=bpf -f -e trace=getppid -o "$scratch/trace" "$programs/crowd" threads 1 50000
same "calls with a quick reader" 50000 "$(grep -cE 'getppid.* += [0-9]+$' "$scratch/trace")"
lacks "$scratch/trace" 'lost'

# A ring of one page. Each record is there, or counted in the next one of its thread; a thread that has lost its last ones says
# nothing more, so that the total is as large as the sum of the lines, or larger.
calls=5000
for how in wait drop; do
	# Without back-pressure scry may be quick enough to lose nothing: it is stopped meanwhile.
	# shellcheck disable=SC2016 # the traced shell expands
	case $how in
	wait) set -- "$programs/crowd" threads 4 $calls ;;
	drop) set -- sh -c 'kill -STOP $PPID; "$@"; kill -CONT $PPID' sh "$programs/crowd" threads 4 $calls ;;
	esac
	trace --engine=bpf --ring-size=4K --on-overflow=$how -f -e trace=getppid -o "$scratch/trace" "$@"
	ends_with 0
	entries=$(grep -c 'getppid(' "$scratch/trace")
	exits=$(grep -cE 'getppid.* += [0-9]+$' "$scratch/trace")
	lost=$(sed -n 's/.*+++ lost: \([0-9]*\) records*,.*/\1/p' "$scratch/trace" | awk '{ n += $1 } END { print n + 0 }')
	total=$(sed -n 's/^scry: \([0-9]*\) records* w[a-z]* lost.*/\1/p' "$scratch/stderr")
	[ "$how" = wait ] || check "$how: a page holds all calls" [ "$lost" -gt 0 ]
	eval "total_$how=\${total:-0}"
	check "$how: more is lost ($lost) than the end says ($total)" [ "$lost" -le "${total:-0}" ]
	check "$how: $entries entries, $exits exits and $total lost records are too few" \
		[ $((entries + exits + 2 * ${total:-0} + ${total:-0} / 10)) -ge $((8 * calls)) ]
	check "$how: $entries entries, $exits exits and $total lost records are too many" \
		[ $((entries + exits + ${total:-0})) -le $((8 * calls + 20)) ]
done
# Calls that wait lose less, also with a small ring.
check "with a page $total_wait records are lost if calls wait, $total_drop if they do not" [ "$total_wait" -lt "$total_drop" ]
# A record with more memory than the ring holds.
# shellcheck disable=SC2016 # the traced shell expands
trace --engine=bpf --ring-size=4K -f -s 20000 -e trace=write -o "$scratch/trace" sh -c 'cat "$0" | cat >/dev/null' "$srcdir/man/scry.1"
ends_with 0
shows "$scratch/stderr" '^scry: [0-9]+ record(s were| was) lost'
trace --engine=bpf --ring-size=4K -c true
ends_with 0
shows "$scratch/stderr" ' total$'
lacks "$scratch/stderr" 'lost'
trace --engine=bpf --ring-size=64M -o "$scratch/trace" cat "$srcdir/man/scry.1"
ends_with 0
lacks "$scratch/stderr" 'lost'
trace --engine=bpf --ring-size=4K sh -c 'exit 3'
ends_with 3

# A reader that takes a line now and then: nothing is lost while the ring has room, and the command does not wait for it.
trace --engine=bpf -e trace=getppid -f -o "|while read -r line; do sleep 0.0005; echo \"\$line\"; done >$scratch/trace" "$programs/crowd" threads 1 1000
ends_with 0
same "calls with a slow reader" 1000 "$(grep -cE 'getppid.* += [0-9]+$' "$scratch/trace")"

# With targets that are chosen by the kernel a thread empties a ring that is much too small, while scry waits for the reader.
# The name of the program is its own: other tests may run the same one.
cp "$programs/crowd" "$scratch/crowd$$"
trace --engine=bpf --comm="crowd$$" --decode-pids=none --ring-size=256K -e trace=getppid -o "|$reader; cat >$scratch/trace" \
	"$scratch/crowd$$" threads 4 5000 "$ended"
ends_with 0
lacks "$scratch/stderr" 'lost'
same "calls while the reader sleeps" 20000 "$(grep -cE 'getppid.* += [0-9]+$' "$scratch/trace")"

# What is copied of one call has a bound.
trace --engine=bpf --ring-size=128M -e trace=write -e write=1 -o "|grep -a -e lost -e '| 1ff' >$scratch/trace" dd if=/dev/zero of=/dev/null bs=40M count=1
ends_with 0
shows "$scratch/trace" '^ \| 1ff'
shows "$scratch/trace" '^\+\+\+ lost: the rest of the data of this call'

# Without room for the file scry says so, and the command runs on.
if [ -c /dev/full ]; then
	for format in text json; do
		trace --engine=bpf --format=$format -o /dev/full sh -c 'cd /; exit 0'
		ends_with 1
		shows "$scratch/stderr" 'No space left on device'
	done
fi
finish
