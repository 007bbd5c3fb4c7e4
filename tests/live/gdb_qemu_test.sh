#!/bin/sh
# SPDX-License-Identifier: MIT
# The gdb engine with the user mode of qemu, which reports calls since version 9: the text of the same program under ptrace, results
# among it. Older versions are refused with a sentence.
#
# QEMU_USER: the directory of qemu's programs; without it that of PATH. BUSYBOXES: "ARCHITECTURE=FILE..." are static busyboxes for the
# emulators of these names, such as riscv64=/tmp/busybox.
. "${srcdir:-.}/tests/live/lib.sh"
machine=$(uname -m)
qemu=${QEMU_USER:+$QEMU_USER/}qemu-$machine
command -v "$qemu" >/dev/null || skip "no qemu-user here"
version=$("$qemu" --version | sed -n '1s/.* version \([0-9]*\).*/\1/p')
echo "with version $version of $qemu"

# emulated EMULATOR OPTIONS... -- COMMAND...: traces what the emulator runs.
emulated()
{
	emulator=${QEMU_USER:+$QEMU_USER/}$1
	shift
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	rm -f "$scratch/socket"
	"$emulator" -g "$scratch/socket" "$@" </dev/null >"$scratch/written" 2>&1 &
	emulation=$!
	wait_for "the socket of qemu" test -S "$scratch/socket"
	# shellcheck disable=SC2086 # a list of words
	trace --target "unix:$scratch/socket" $options
	wait "$emulation"
	emulated_status=$?
}

if [ "$version" -lt 9 ]; then
	"$qemu" -g "$scratch/socket" "$(command -v cat)" </dev/null >/dev/null 2>&1 &
	emulation=$!
	wait_for "the socket of qemu" test -S "$scratch/socket"
	trace --target "unix:$scratch/socket"
	ends_with 1
	shows "$scratch/stderr" "the stub does not report system calls \(QCatchSyscalls\): gdbserver does, and qemu's user mode from version 9 on\$"
	kill "$emulation" 2>/dev/null
	not_tested "calls in an emulator: qemu $version reports none"
	finish
fi


emulated "qemu-$machine" -y -e trace=openat,exit_group -- "$(command -v cat)" /etc/hostname /nonexistent
ends_with 1
same 'what the program writes' "$("$(command -v cat)" /etc/hostname /nonexistent 2>&1)" "$(cat "$scratch/written")"
shows "$scratch/stderr" '^openat\(AT_FDCWD<[^>]*>, "/etc/hostname", O_RDONLY\) += [0-9]+</etc/hostname>$'
shows "$scratch/stderr" '^openat\(AT_FDCWD<[^>]*>, "/nonexistent", O_RDONLY\) += -1 ENOENT \(No such file or directory\)$'
shows "$scratch/stderr" '^\+\+\+ exited with 1 \+\+\+$'
emulated "qemu-$machine" -e trace=kill,rt_sigreturn -- "$(command -v sh)" -c 'trap "exit 9" USR1; kill -USR1 $$'
ends_with 9
shows "$scratch/stderr" '^kill\([0-9]+, SIGUSR1\) += 0$'
shows "$scratch/stderr" '^--- SIGUSR1 \{si_signo=SIGUSR1, si_code=SI_USER, si_pid=[0-9]+, si_uid=[0-9]+\} ---$'
emulated "qemu-$machine" -e trace=getppid -e inject=getppid:retval=1 -- "$(command -v sh)" -c 'exit 0'
ends_with 1
shows "$scratch/stderr" '^scry: -e inject/-e fault: the stub at .* cannot replace calls or their results'

# between_marks FILE: the calls of a group. Addresses and numbers of processes and semaphores are others in each run; only x86 has
# SA_RESTORER, and qemu opens files of 64-bit programs with O_LARGEFILE.
between_marks()
{
	sed -n '/"begin"/,/"end"/p' "$1" | sed -E 's/(0x[0-9a-f]{6,16}|sa_handler=0x[0-9a-f]+)\b/ADDRESS/g; s/sa_handler=//; s/si_pid=[0-9]+/si_pid=N/
		s/^(kill|semtimedop|semctl)\([0-9]+,/\1(N,/; s/^(semget|getpid)(.*)= [0-9]+$/\1\2= N/; s/SA_RESTORER, sa_restorer=ADDRESS/0/
		s/= 0x[0-9a-f]+ (\(flags O_RDONLY.O_NONBLOCK)(.O_LARGEFILE)?/= \1/'
}

# The same source for this machine under ptrace, and for others in their emulators.
groups='files directories links status vectors pipes polls events sockets messages signals times memory limits semaphores'
compile="-w -static -O1 -D_GNU_SOURCE $srcdir/tests/live/programs/emulated.c"
# shellcheck disable=SC2086 # a list of words
if command -v cc >/dev/null && cc $compile -o "$scratch/native"; then
	for other in aarch64 riscv64; do
		command -v "${QEMU_USER:+$QEMU_USER/}qemu-$other" >/dev/null && command -v $other-linux-gnu-gcc >/dev/null &&
			$other-linux-gnu-gcc $compile -o "$scratch/$other" || {
			not_tested "calls on $other: no compiler or no qemu-$other here"
			continue
		}
		for group in $groups; do
			mkdir "$scratch/native.d" "$scratch/$other.d"
			trace -o "$scratch/trace" "$scratch/native" "$group" "$scratch/native.d"
			ends_with 0
			between_marks "$scratch/trace" >"$scratch/expected"
			emulated "qemu-$other" -- "$scratch/$other" "$group" "$scratch/$other.d"
			ends_with 0
			between_marks "$scratch/stderr" >"$scratch/got"
			check "$group: calls between the marks" [ "$(lines_of "$scratch/expected")" -gt 5 ]
			cmp -s "$scratch/expected" "$scratch/got" || {
				fail "$group on $other differs"
				diff "$scratch/expected" "$scratch/got" | head -n 6
			}
			rm -rf "$scratch/native.d" "$scratch/$other.d"
		done
		echo "$other: groups of calls were compared:" $groups
	done
fi

for pair in ${BUSYBOXES-}; do
	emulated "qemu-${pair%%=*}" -y -- "${pair#*=}" cat /etc/hostname /nonexistent
	ends_with 1
	shows "$scratch/stderr" '^openat\(AT_FDCWD<[^>]*>, "/etc/hostname", O_RDONLY(\|O_LARGEFILE)?\) += [0-9]+</etc/hostname>$'
	shows "$scratch/stderr" '^openat\(AT_FDCWD<[^>]*>, "/nonexistent", O_RDONLY(\|O_LARGEFILE)?\) += -1 ENOENT \(No such file or directory\)$'
	shows "$scratch/stderr" '^\+\+\+ exited with 1 \+\+\+$'
	echo "${pair%%=*}: $(lines_of "$scratch/stderr") lines"
done
finish
