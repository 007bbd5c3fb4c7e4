#!/bin/sh
# SPDX-License-Identifier: MIT
# Requests of io_uring are calls: each result of the program's own log is shown once, with its result, and selected, counted and recorded.
. "${srcdir:-.}/tests/live/lib.sh"

srcdir=$(cd "$srcdir" && pwd)
mkdir "$scratch/work"
home=$PWD
cd "$scratch/work" || exit 1
case $programs in /*) ;; *) programs=$home/$programs ;; esac
case $scry in /*) ;; *) scry=$home/$scry ;; esac
uring=$programs/uring
"$uring" "$scratch/log" || skip "the kernel refuses io_uring here"
find_python

# fresh: the program works in an empty directory.
fresh()
{
	rm -rf "$scratch/work/"*
}

# same_as_log WHAT FILE: the records have the results of $scratch/log. A message of a ring to itself (0xabc) has no request.
same_as_log()
{
	[ -n "$python" ] || return 0
	grep -v ' 0xabc ' "$scratch/log" >"$scratch/expected"
	"$python" "$srcdir/tests/live/uring_log.py" "$2" >"$scratch/got"
	checks=$((checks + 1))
	diff "$scratch/expected" "$scratch/got" >"$scratch/diff" || fail "$1: results: $(head -n 5 "$scratch/diff")"
}

# --- each operation, in each kind of ring
for mode in plain registered nosqarray sqe128 cqe32 defer nommap; do
	fresh
	"$uring" "$scratch/log" "$mode" 2>/dev/null
	case $? in 77)
		not_tested "rings of the kind $mode: the kernel has none"
		continue
		;;
	esac
	fresh
	trace -f --json -o "$scratch/$mode" "$uring" "$scratch/log" "$mode"
	ends_with 0
	same_as_log "$mode" "$scratch/$mode"
	check "$mode: the log has many results" [ "$(lines_of "$scratch/log")" -gt 80 ]
done
grep '"via"' "$scratch/plain" >"$scratch/requests"
lacks "$scratch/requests" '"comm":null'
validate "$scratch/requests" requests

# --- text
fresh
trace -f -o "$scratch/text" "$uring" "$scratch/log"
sed -n 's/^[0-9]*  *io_uring\[[0-9]*\]: //p' "$scratch/text" >"$scratch/lines"
while read -r line; do
	shows "$scratch/lines" "^$line"
done <<'END'
nop\(\) += 0 /\* user_data=0x100 \*/$
openat\(AT_FDCWD, "one", O_RDWR\|O_CREAT, 0644\) = [0-9]+ /\*
openat2\(AT_FDCWD, "one", \{flags=O_RDONLY, resolve=0\}, 24\) = [0-9]
pwrite64\([0-9]+, "hello, ring", 11, 0\) = 11
pread64\([0-9]+, "hello, ring", 64, 0\) = 11
read\([0-9]+, "hello, ring", 64\) = 11
pwritev\([0-9]+, \[\{iov_base="hel", iov_len=3\}, \{iov_base="[^"]*", iov_len=5\}\], 2, 0\) = 8
preadv2\([0-9]+, \[\{iov_base="hel", .*, RWF_SYNC\) = 8
fdatasync\([0-9]+\) += 0
fallocate\([0-9]+, 0, 0, 100\) += 0
fadvise64\([0-9]+, 10, 20, POSIX_FADV_DONTNEED\) = 0
madvise\(0x[0-9a-f]+, 4096, MADV_DONTNEED\) = 0
statx\(AT_FDCWD, "one", AT_STATX_SYNC_AS_STAT, STATX_BASIC_STATS, \{stx_mask=
symlinkat\("one", AT_FDCWD, "soft"\) = 0
renameat2\(AT_FDCWD, "hard", AT_FDCWD, "moved", 0\) = 0
unlinkat\(AT_FDCWD, "dir", AT_REMOVEDIR\) = 0
openat\(AT_FDCWD, "absent", O_RDONLY\) = -1 ENOENT \(No such file or directory\) /\* user_data=0x[0-9a-f]+ \*/$
write\([0-9]+, "through the pipe", 16\) = 16
tee\([0-9]+, [0-9]+, 7, 0\) += 7
splice\([0-9]+, -1, [0-9]+, -1, 7, SPLICE_F_MOVE\) = 7
poll_add\([0-9]+, POLLOUT, 0\) = 4 \(POLLOUT\)
accept4\([0-9]+, \{sa_family=AF_INET, sin_port=htons\([0-9]+\), .*\[16\], 0\) = [0-9]
connect\([0-9]+, \{sa_family=AF_INET, .*, 16\) = 0
sendto\([0-9]+, "sent", 4, 0, NULL, 0\) = 4
epoll_ctl\([0-9]+, EPOLL_CTL_ADD, [0-9]+, \{events=EPOLLIN, data=0\}\) = 0
recvfrom\([0-9]+, "sent", 64, 0, NULL, NULL\) = 4
sendmsg\([0-9]+, \{.*msg_iov=\[\{iov_base="message", iov_len=7\}\]
recvmsg\([0-9]+, \{.*msg_iov=\[\{iov_base="message", iov_len=32\}\]
timeout\(\{tv_sec=0, tv_nsec=1000000\}, 0, 0\) = -1 ETIME \(Timer expired\)
timeout\(\{tv_sec=100, tv_nsec=0\}, 0, 0\) = -1 ECANCELED
async_cancel\(0x[0-9a-f]+, 0\) += 0
link_timeout\(\{.*\}, 0\) = .* after 0x[0-9a-f]+ \*/$
read\(.*\) = -1 ECANCELED \(Operation canceled\) /\* user_data=0x[0-9a-f]+, IOSQE_IO_LINK \*/$
pread64\(@1, .*IOSQE_FIXED_FILE \*/$
splice\(@0, -1, [0-9]+, -1, 3, SPLICE_F_FD_IN_FIXED\) = 3
(pread64|pwrite64)\([0-9]+, .* = 5 /\* user_data=0x[0-9a-f]+, registered buffer 0 \*/$
openat\(AT_FDCWD, "one", O_RDONLY\) = 0 /\* user_data=0x[0-9a-f]+, direct \*/$
close\(@3\) += 0
files_update\(\[[0-9]+\], 1, 2\) = 1
provide_buffers\(0x[0-9a-f]+, 64, 4, 7, 0\) = 0
remove_buffers\(1, 7\) = 1
pwrite64\([0-9]+, "linked", 6, 0\) = 6 /\* user_data=0x[0-9a-f]+, IOSQE_IO_LINK \*/$
fsync\([0-9]+\) += 0 /\* user_data=0x[0-9a-f]+, IOSQE_IO_HARDLINK, after 0x[0-9a-f]+ \*/$
io_uring_op_0xc8\(0x7000000c8, 0, 0, 0, 0, 0\) = -1 EINVAL
END
# Linux 6.7 has reads with several results.
if grep -q '^49 0x[0-9a-f]* [0-9]' "$scratch/log"; then
	shows "$scratch/lines" "^read\\([0-9]+, NULL, 0\\) += 2 /\\* user_data=0x[0-9a-f]+, IOSQE_BUFFER_SELECT, group 7, buffer 1, more, result 2 \\*/\$"
else
	not_tested "reads with several results: the kernel has none"
fi
# The calls about rings stay as they are.
shows "$scratch/text" '^[0-9]+ +io_uring_enter\([0-9]+, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0\) = 1$'
# Older kernels (Linux 6.1) say only the last part of the path of a registered file, which a pipe does not have.
one='</.*/one>' pipe='<pipe:[^>]*>'
fresh
"$uring" "$scratch/log" names >"$scratch/names"
shows "$scratch/names" '^ *0: .*one$'
grep -q '^ *0: /' "$scratch/names" || one='<one>' pipe=
fresh
trace -y -o "$scratch/paths" "$uring" "$scratch/log"
shows "$scratch/paths" "pread64\\(@1$one, .* IOSQE_FIXED_FILE"
shows "$scratch/paths" ': close\([0-9]+</.*/one>\) += 0 '
shows "$scratch/paths" ": close\\(@3$one\\) += 0 "
shows "$scratch/paths" ": splice\\(@0$pipe, -1, [0-9]+<pipe:"
shows "$scratch/paths" ": async_cancel\\(0, @0$pipe, .*IORING_ASYNC_CANCEL_FD_FIXED"

# --- selection
fresh
trace -e trace=openat,nop -o "$scratch/some" "$uring" "$scratch/log"
shows "$scratch/some" '^io_uring\[[0-9]+\]: nop\(\)'
shows "$scratch/some" '^io_uring\[[0-9]+\]: openat\('
lacks "$scratch/some" '^io_uring(\[[0-9]*\]: (openat2|read)|_)'
fresh
trace -f --seccomp-bpf=on -e trace=nop -o "$scratch/some" "$uring" "$scratch/log"
same "nop with a filter" "$(grep -c '^0 0x[1-9]' "$scratch/log")" "$(grep -c 'io_uring\[[0-9]*\]: nop' "$scratch/some")"
fresh
trace --uring=off -o "$scratch/none" "$uring" "$scratch/log"
lacks "$scratch/none" '^io_uring\['
shows "$scratch/none" '^io_uring_enter\('
fresh
trace -P one -e trace=openat -o "$scratch/some" "$uring" "$scratch/log"
shows "$scratch/some" '^io_uring\[[0-9]+\]: openat\(AT_FDCWD, "one"'
lacks "$scratch/some" 'absent'
fresh
trace --where 'via == io_uring && failed && path contains "absent"' -o "$scratch/some" "$uring" "$scratch/log"
same "lines of --where" 1 "$(grep -c '(' "$scratch/some")"
fresh
trace --where 'user_data == 0x101 && ring >= 0' -o "$scratch/some" "$uring" "$scratch/log"
same "lines of one user_data" "$(grep -c ' 0x101 ' "$scratch/log")" "$(grep -c ' user_data=0x101[, ]' "$scratch/some")"
same "other lines" 0 "$(grep '(' "$scratch/some" | grep -vc ' user_data=0x101[, ]')"
trace --where 'how == werker' "$uring" "$scratch/log"
ends_with 1
shows "$scratch/stderr" "did you mean 'worker'"
fresh
trace --where 'via == syscall' -o "$scratch/some" "$uring" "$scratch/log"
lacks "$scratch/some" '^io_uring\['
fresh
trace -Z -o "$scratch/some" "$uring" "$scratch/log"
shows "$scratch/some" '^io_uring\[[0-9]+\]: openat\(AT_FDCWD, "absent"'
lacks "$scratch/some" '^io_uring.* = [0-9]'

# --- sums
fresh
trace -c -o "$scratch/table" "$uring" "$scratch/log"
same "results in the table" "$(grep -cv ' 0xabc ' "$scratch/log")" "$(awk '$NF ~ /^io_uring:/ { n += $4 } END { print n }' "$scratch/table")"
shows "$scratch/table" ' io_uring:openat$'
fresh
trace --summary=via -o "$scratch/via" "$uring" "$scratch/log"
same "results by the key via" "$(grep -cv ' 0xabc ' "$scratch/log")" "$(awk '$NF == "io_uring" { print $5 }' "$scratch/via")"

# --- recordings, files, profiles
fresh
trace -f --record="$scratch/recording" "$uring" "$scratch/log"
trace --replay="$scratch/recording" --json -o "$scratch/replayed"
same_as_log "a recording" "$scratch/replayed"
trace --replay="$scratch/recording" -f -y -o "$scratch/replayed.txt"
shows "$scratch/replayed.txt" "pread64\\(@1$one, .* IOSQE_FIXED_FILE"
lacks "$scratch/stderr" 'not recorded'
trace --replay="$scratch/recording" --timeline="$scratch/timeline"
same "asynchronous slices" "$(grep -cv ' 0xabc ' "$scratch/log")" "$(grep -c '"ph":"b".*"cat":"io_uring"' "$scratch/timeline")"
trace --replay="$scratch/recording" --report="$scratch/page"
shows "$scratch/page" 'fixed_fd_install'
trace --replay="$scratch/recording" --policy="$scratch/policy" --policy-format=text
shows "$scratch/policy" '^it allows every request. The program needs: .*openat [0-9]'
lacks "$scratch/policy" '^ *[1-9][0-9]*  statx'
shows "$scratch/stderr" 'needs of io_uring: .*statx 1,'

# --- many in flight, hostile rings, several processes
many=40000
fresh
trace -e trace=read -o "$scratch/many" "$uring" "$scratch/log" many $many
same "results of $many requests in flight" $many "$(grep -c '^io_uring\[[0-9]*\]: read([0-9]*, "x", 1).* = 1' "$scratch/many")"
"$uring" "$scratch/log" hostile
same "a hostile ring without scry" 0 $?
trace -f -o "$scratch/hostile" "$uring" "$scratch/log" hostile
ends_with 0
trace -f --json -o "$scratch/shared" "$uring" "$scratch/log" shared
same_as_log "a ring of two processes" "$scratch/shared"
same "processes of a shared ring" 2 "$(grep '"via"' "$scratch/shared" | sed 's/.*"pid":\([0-9]*\).*/\1/' | sort -u | lines_of /dev/stdin)"
if "$uring" "$scratch/log" sqpoll; then
	fresh
	trace -o "$scratch/polled" "$uring" "$scratch/log" sqpoll
	same "messages about a polled ring" 1 "$(grep -c 'IORING_SETUP_SQPOLL.*--engine=bpf' "$scratch/stderr")"
	ends_with 0
fi

# --- a ring that was made before the trace
mkfifo "$scratch/in"

# attach MODE OPTION...: traces the program from then on when it has a ring.
attach()
{
	: >"$scratch/out"
	"$uring" "$scratch/log" "$1" <"$scratch/in" >"$scratch/out" &
	pid=$!
	shift
	exec 7>"$scratch/in"
	wait_for "the program has a ring" grep -q ready "$scratch/out"
	# What the scry before has written must not be taken for the attachment of this one.
	: >"$scratch/stderr"
	"$scry" -p $pid "$@" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "scry attaches" grep -q attached "$scratch/stderr"
	echo >&7
	exec 7>&-
	wait $tracer
	wait $pid
}

attach later -o "$scratch/later"
shows "$scratch/later" '^io_uring\[[0-9]+\]: openat\(AT_FDCWD, "/", O_RDONLY\|O_DIRECTORY\) = [0-9]+ /\* user_data=0x500 \*/$'

lacks "$scratch/stderr" 'IORING_SETUP_SQPOLL'
if "$uring" "$scratch/log" sqpoll; then
	# The message does not wait for a call about the ring.
	attach later_polled --engine=ptrace -e trace=read,openat -o "$scratch/later"
	same "messages about a polled ring of before the trace" 1 "$(grep -c 'IORING_SETUP_SQPOLL.*--engine=bpf' "$scratch/stderr")"
	lacks "$scratch/later" '^io_uring'
fi

# --- a request that accepts several connections, each of which has a name
# accepts_are_named ENGINE
accepts_are_named()
{
	trace --engine="$1" --json -o "$scratch/accepts" "$uring" "$scratch/log" accepts
	same_as_log "$1: several connections" "$scratch/accepts"
	trace --engine="$1" -y -o "$scratch/accepts" "$uring" "$scratch/log" accepts
	same "$1: connections with names" 3 "$(grep -c ': accept4([0-9]*<socket:.* = [0-9]*<socket:\[[0-9]*\]>.* more' "$scratch/accepts")"
}
if "$uring" "$scratch/log" accepts; then
	accepts_are_named ptrace
fi

# --- requests that the kernel leaves in the queue, and the next call submits
# untaken_are_shown ENGINE
untaken_are_shown()
{
	trace --engine="$1" -o "$scratch/untaken" "$uring" "$scratch/log" untaken
	same "$1: results after a refused request" "-1 0 0" \
		"$(sed -n 's/^io_uring\[.*nop() *= \([-?0-9]*\).*user_data=0x700.*/\1/p' "$scratch/untaken" | paste -sd' ')"
}
if "$uring" "$scratch/log" untaken; then
	untaken_are_shown ptrace
fi

# --- words that only the bpf engine knows of requests
trace --engine=ptrace --where 'how == worker' -o "$scratch/some" "$uring" "$scratch/log" ways
same "messages about what ptrace does not know" 1 "$(grep -c "does not know which requests are 'worker' (--where).*--engine=bpf" "$scratch/stderr")"
fresh
trace --engine=ptrace --record="$scratch/recording" "$uring" "$scratch/log" ways
trace --replay="$scratch/recording" --where 'how == worker' -o "$scratch/some"
same "messages of a replay about what ptrace does not know" 1 "$(grep -c "does not know which requests are 'worker' (--where).*--engine=bpf" "$scratch/stderr")"
trace --replay="$scratch/recording" --where 'how == direct' -o "$scratch/some"
lacks "$scratch/stderr" 'does not know'
fresh
trace --engine=ptrace --where 'how == direct' -o "$scratch/some" "$uring" "$scratch/log"
lacks "$scratch/stderr" 'does not know'
trace --where 'via == bogus' "$uring" "$scratch/log"
ends_with 1
shows "$scratch/stderr" "'bogus' is not .*; there are syscall, io_uring"
trace --where 'how == bogus' "$uring" "$scratch/log"
ends_with 1
shows "$scratch/stderr" "'bogus' is not .*; there are sqpoll, worker, polled, direct, deferred, link_failed, more, overflow"

# --- the bpf engine, which also sees requests that a thread of the kernel takes
if "$scry" --engine=bpf -e trace=nop -o "$scratch/probe" "$uring" "$scratch/log" 2>"$scratch/stderr" && grep -q ': nop' "$scratch/probe"; then
	for mode in plain registered nosqarray sqe128 cqe32 defer nommap sqpoll shared; do
		for options in '' -y; do
			fresh
			# shellcheck disable=SC2086 # no word if it is empty
			trace --engine=bpf $options -f --json -o "$scratch/bpf_$mode" "$uring" "$scratch/log" $mode
			[ $status -eq 77 ] && continue
			ends_with 0
			same_as_log "bpf: $mode $options" "$scratch/bpf_$mode"
		done
	done
	shows "$scratch/bpf_sqpoll" '"via":"io_uring".*"sqpoll":true'
	fresh
	trace --engine=bpf -f -o "$scratch/bpf_text" "$uring" "$scratch/log"
	# The lines are those of ptrace, but for what only this engine sees, addresses, ports, numbers of processes, and the order of results that come together.
	for engine in text bpf_text; do
		sed -n 's/^[0-9]*  *io_uring\[[0-9]*\]: //p' "$scratch/$engine" | sed -E 's/, (worker|polled|link failed)//g' |
			sed -E 's/0x[0-9a-f]{6,}/ADDRESS/g; s/htons\([0-9]+\)/PORT/g; s/(P_PID, |si_pid=)[0-9]+/\1N/g; s/ +=/ =/' | sort >"$scratch/sorted_$engine"
	done
	same "text of both engines" '' "$(diff "$scratch/sorted_text" "$scratch/sorted_bpf_text")"
	fresh
	trace --engine=bpf -e trace=read -o "$scratch/bpf_many" "$uring" "$scratch/log" many $many
	same "bpf: results of $many requests in flight" $many "$(grep -c '^io_uring\[[0-9]*\]: read([0-9]*, "x", 1).* = 1' "$scratch/bpf_many")"
	trace --engine=bpf -f -o "$scratch/bpf_hostile" "$uring" "$scratch/log" hostile
	ends_with 0
	# What happened to a request, as only this engine sees it.
	trace --engine=bpf -f -o "$scratch/ways" "$uring" "$scratch/log" ways
	sed -n 's/^[0-9]*  *io_uring\[[0-9]*\]: //p' "$scratch/ways" >"$scratch/lines"
	while read -r line; do
		shows "$scratch/lines" "^$line"
	done <<'END'
read\([0-9]+, "x", 1\) += 1 /\* user_data=0x100, polled \*/$
pread64\([0-9]+, "\\177ELF", 4, 0\) = 4 /\* user_data=0x101, IOSQE_ASYNC, worker \*/$
nop\(\) += 0 /\* user_data=0x103, IOSQE_IO_DRAIN, (worker, )?deferred \*/$
nop\(\) += -1 ECANCELED \(Operation canceled\) /\* user_data=0x105, after 0x104, link failed \*/$
nop\(\) += 0 /\* user_data=0x106 \*/$
nop\(\) += 0 /\* user_data=0x107, IOSQE_IO_LINK(, worker)? \*/$
nop\(\) += 0 /\* user_data=0x108 \*/$
nop\(\) += 0 /\* user_data=0x14b, personality 1 \*/$
sendmsg\([0-9]+, .*\) = 16 /\* user_data=0x14c \*/$
nop\(\) += \? /\* user_data=0x109, IOSQE_CQE_SKIP_SUCCESS \*/$
pread64\(-1, 0x[0-9a-f]+, 8, 0\) += -1 EBADF \(Bad file descriptor\) /\* user_data=0x10a, IOSQE_CQE_SKIP_SUCCESS \*/$
END
	trace --engine=bpf --json -o "$scratch/ways" "$uring" "$scratch/log" ways
	shows "$scratch/ways" '"user_data":"0x105",.*"after":"0x104",.*"link_failed":true'
	grep '"via"' "$scratch/ways" >"$scratch/requests"
	lacks "$scratch/requests" '"comm":null'
	validate "$scratch/requests" requests
	trace --engine=bpf --where 'how == link_failed' -o "$scratch/some" "$uring" "$scratch/log" ways
	shows "$scratch/some" 'user_data=0x105.*link failed'
	same "lines without it" 0 "$(grep '(' "$scratch/some" | grep -vc 'link failed')"
	# A link shows also if the request before is not selected.
	trace --engine=bpf -e trace=nop -o "$scratch/some" "$uring" "$scratch/log" ways
	shows "$scratch/some" ': nop\(\) += -1 ECANCELED .* after 0x104, link failed'
	# The second of several connections has a name, too.
	if "$uring" "$scratch/log" accepts; then
		accepts_are_named bpf
	fi
	if "$uring" "$scratch/log" untaken; then
		untaken_are_shown bpf
	fi
	# A polled ring that was made before the trace.
	if "$uring" "$scratch/log" sqpoll; then
		attach later_polled --engine=bpf -f -o "$scratch/later"
		shows "$scratch/later" '^[0-9]+ +io_uring: openat\(AT_FDCWD, "/", O_RDONLY\|O_DIRECTORY\) = [0-9]+ /\* user_data=0x500, SQPOLL \*/$'
		lacks "$scratch/stderr" 'IORING_SETUP_SQPOLL'
		attach later_polled --engine=bpf -f -c -o "$scratch/table"
		shows "$scratch/table" ' io_uring:openat$'
		# The call in which the process was blocked has slept.
		same "calls that have slept, with CPU time" '' "$(awk '$NF == "read" && $2 > 0.05' "$scratch/table")"
	fi
	# Results for which the ring has no room.
	trace --engine=bpf -f --json -o "$scratch/full" "$uring" "$scratch/log" full
	same_as_log "bpf: a full ring" "$scratch/full"
	same "results that did not fit" 8 "$(grep -c '"overflow":true' "$scratch/full")"
	# What descriptors refer to.
	fresh
	trace --engine=bpf -y -o "$scratch/bpf_paths" "$uring" "$scratch/log"
	shows "$scratch/bpf_paths" ': pread64\([0-9]+</.*/one>, "hello'
	shows "$scratch/bpf_paths" ': openat2\(AT_FDCWD</.*>, "one", .*\) = [0-9]+</.*/one>'
	shows "$scratch/bpf_paths" ': close\([0-9]+</.*/one>\) += 0 '
	shows "$scratch/bpf_paths" ': (tee|splice)\([0-9]+<pipe:.*, [0-9]+<pipe:'
	shows "$scratch/bpf_paths" ': pread64\(@1</.*/one>, .* IOSQE_FIXED_FILE'
	shows "$scratch/bpf_paths" ': close\(@3</.*/one>\) += 0 '
	shows "$scratch/bpf_paths" ': splice\(@0<pipe:.*, -1, [0-9]+<pipe:'
	shows "$scratch/bpf_paths" ': async_cancel\(0, @0<pipe:.*IORING_ASYNC_CANCEL_FD_FIXED'
	lacks "$scratch/bpf_paths" '@[0-9]+<[^/p]'
	fresh
	trace --engine=bpf -f -y -o "$scratch/bpf_polled" "$uring" "$scratch/log" sqpoll
	if [ $status -ne 77 ]; then
		shows "$scratch/bpf_polled" ': pread64\([0-9]+</.*/one>, "hello.*SQPOLL'
		shows "$scratch/bpf_polled" ': openat2\(AT_FDCWD</.*>, "one", .*\) = [0-9]+</.*/one>.*SQPOLL'
		shows "$scratch/bpf_polled" ': pread64\(@1</.*/one>, .* IOSQE_FIXED_FILE, SQPOLL'
	fi
	fresh
	trace --engine=bpf -P one -e trace=openat,pread64 -o "$scratch/some" "$uring" "$scratch/log"
	shows "$scratch/some" ': openat\(AT_FDCWD, "one"'
	shows "$scratch/some" ': pread64\([0-9]+, "hello'
	lacks "$scratch/some" 'absent'
	# Counted in the kernel.
	for mode in plain sqpoll full; do
		fresh
		trace --engine=bpf -f -c -o "$scratch/table" "$uring" "$scratch/log" $mode
		[ $status -eq 77 ] && continue
		same "bpf: results in the table: $mode" "$(grep -cv ' 0xabc ' "$scratch/log")" \
			"$(awk '$NF ~ /^io_uring:/ { n += $4 } END { print n }' "$scratch/table")"
	done
	fresh
	trace -c -o "$scratch/table" "$uring" "$scratch/log"
	fresh
	trace --engine=bpf -c -o "$scratch/bpf_table" "$uring" "$scratch/log"
	for engine in table bpf_table; do
		awk '$NF ~ /^io_uring:/ { print $NF, $4, (NF > 5 ? $5 : 0) }' "$scratch/$engine" | sort >"$scratch/sorted_$engine"
	done
	same "rows of both engines" '' "$(diff "$scratch/sorted_table" "$scratch/sorted_bpf_table")"
	lacks "$scratch/stderr" 'io_uring'
	fresh
	trace --engine=bpf --summary=via -o "$scratch/via" "$uring" "$scratch/log"
	same "bpf: results by the key via" "$(grep -cv ' 0xabc ' "$scratch/log")" "$(awk '$NF == "io_uring" { print $5 }' "$scratch/via")"
	fresh
	trace --engine=bpf --policy="$scratch/policy" --policy-format=text "$uring" "$scratch/log"
	shows "$scratch/policy" '^it allows every request. The program needs: .*openat [0-9]'
	# A server.
	trace --engine=bpf -f --json -o "$scratch/web" "$uring" "$scratch/log" web 200
	same_as_log "bpf: a server" "$scratch/web"
	fresh
	trace --engine=bpf --record="$scratch/bpf_recording" "$uring" "$scratch/log"
	trace --replay="$scratch/bpf_recording" --json -o "$scratch/bpf_replayed"
	same_as_log "bpf: a recording" "$scratch/bpf_replayed"
	# The bpf engine takes over before the ring is made.
	fresh
	SCRY_HAND_OVER=10
	export SCRY_HAND_OVER
	trace -d -f --json -o "$scratch/taken_over" "$uring" "$scratch/log"
	unset SCRY_HAND_OVER
	ends_with 0
	shows "$scratch/stderr" 'the bpf engine takes over'
	same_as_log "after bpf has taken over" "$scratch/taken_over"
	# The process that opens a file by io_uring, system-wide.
	"$scry" --system --where 'path under /etc && via == io_uring' -o "$scratch/system" 2>"$scratch/stderr" &
	tracer=$!
	opens()
	{
		"$uring" "$scratch/log" etc
		grep -q 'io_uring.*: openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = [0-9]' "$scratch/system"
	}
	wait_for "the system-wide trace shows the request" opens
	kill -INT $tracer
	wait $tracer
	lacks "$scratch/system" '^[0-9]+ +openat'
else
	not_tested "the bpf engine cannot run here"
fi
finish
