#!/bin/sh
# SPDX-License-Identifier: MIT
# -y, -yy, --decode-fds: details of descriptors, compared with strace, and details that only scry shows.
. "${srcdir:-.}/tests/live/lib.sh"

program=$programs/descriptors

# Replaces inodes, ports that the kernel chose, and pids, also in the name of a socket. All other text must be equal.
normalise()
{
	sed -E -e 's/(127\.0\.0\.1|::1\]):[0-9]+/\1:PORT/g' -e 's/:\[[0-9]+([],-])/:[INODE\1/g' -e 's/->[0-9]+([],])/->INODE\1/g' \
		-e 's/<pid:[0-9]+>/<pid:PID>/g' -e 's/(NETLINK:\[[A-Z]+):[0-9]+/\1:PID/g' -e 's/scry test [0-9]+/scry test PID/' -e '/^---/d'
}

# run TRACER FILE OPTION...: traces the program. FILE gets the normalised lines about descriptors.
run()
{
	tracer=$1 out=$2
	shift 2
	rm -rf "$scratch/directory"
	mkdir "$scratch/directory"
	timeout -s KILL $((30 * patience)) "$tracer" -o "$out.raw" -a0 -e trace=fcntl,openat "$@" "$program" "$scratch/directory" </dev/null
	sed -n '/"nothing"/p; /^fcntl/p' "$out.raw" | normalise >"$out"
}

if can_compare "descriptors as strace shows them"; then
	for options in -yy -y -edecode-fds=socket -edecode-fds=dev,pidfd --decode-fds=path,pidfd '-e decode-fds=!path'; do
		# shellcheck disable=SC2086 # two words
		run "$strace" "$scratch/theirs" $options
		# shellcheck disable=SC2086
		run "$scry" "$scratch/ours" $options
		checks=$((checks + 1))
		diff "$scratch/theirs" "$scratch/ours" >"$scratch/diff" || fail "$options: $(head -n 6 "$scratch/diff")"
		check "$options shows descriptors" [ "$(lines_of "$scratch/ours")" -gt 20 ]
	done
else
	run "$scry" "$scratch/ours" -yy
fi

# Of devices only the master of a pseudoterminal has more in /proc/PID/fdinfo: others are not asked at each call.
if [ -n "${ENGINE_IS_BPF-}" ]; then
	:
elif "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	# asked DEVICE: scry traces a scry that shows a call on the device.
	asked()
	{
		"$scry" --engine=bpf -f -e trace=openat -o "$scratch/asked" "$scry" -yy -e trace='/^dup[23]$' -o "$scratch/traced" \
			sh -c ': <&9' 9<>"$1"
		shows "$scratch/traced" "^dup[23]\\(9<$2"
	}

	asked /dev/null '/dev/null<char 1:3>>'
	lacks "$scratch/asked" '/fdinfo/9"'
	asked /dev/ptmx '/dev/(pts/)?ptmx<char 5:2 @/dev/pts/'
	shows "$scratch/asked" '/fdinfo/9"'
else
	not_tested "the files that -yy reads: the bpf engine cannot run here"
fi

# Sockets that are connected, that listen, and files.
run "$scry" "$scratch/ours" -yy
shows "$scratch/ours" '^fcntl\([0-9]+<TCP:\[127.0.0.1:PORT->127.0.0.1:PORT\]>'
shows "$scratch/ours" '^fcntl\([0-9]+<TCPv6:\[\[::1\]:PORT\]>'
shows "$scratch/ours" '^fcntl\([0-9]+<UNIX-STREAM:\[INODE->INODE,"a \\"na\\nme\\""\]>'
shows "$scratch/ours" '^fcntl\([0-9]+<UNIX:\[INODE,@"scry test PID"\]>'
shows "$scratch/ours" '^fcntl\([0-9]+</dev/null<char 1:3>>'

# Details that only scry shows, or shows in its own way.
trace -yy -e fcntl -a0 "$program" "$scratch" apart
shows "$scratch/stderr" '<\{eventfd-count=0x3, eventfd-id=[0-9]+, eventfd-semaphore=1\}>'
shows "$scratch/stderr" '<\{eventfd-count=0x12, eventfd-id=[0-9]+, eventfd-semaphore=0\}>'
# /dev/ptmx is a device, or in many containers a link to /dev/pts/ptmx.
shows "$scratch/stderr" '</dev/(pts/)?ptmx<char 5:2 @/dev/pts/[0-9]+>>'
shows "$scratch/stderr" '<signalfd:\[INT USR1\]>'
# When the other end is closed, it is shown as the last peer.
shows "$scratch/stderr" '<UNIX-STREAM:\[[0-9]+->[0-9]+\]>'
lacks "$scratch/stderr" '<UNIX-STREAM:\[[0-9]+\]>'
trace -e decode-fds=eventfd -e fcntl -a0 "$program" "$scratch" apart
shows "$scratch/stderr" '<\{eventfd-count=0x12, eventfd-id=[0-9]+, eventfd-semaphore=0\}>'
lacks "$scratch/stderr" 'UNIX|signalfd'

shows "$scratch/ours" '^fcntl\(-100, '

# JSON has the same details as typed values.
find_python
for what in '' apart; do
	rm -rf "$scratch/directory"
	mkdir "$scratch/directory"
	# shellcheck disable=SC2086 # nothing, or a word
	trace -yy --json -o "$scratch/json$what" -e trace=fcntl "$program" "$scratch/directory" $what
	validate "$scratch/json$what" "-yy --json $what"
done
fact()
{
	checks=$((checks + 1))
	jq -e -s "map(.args.fd? // empty) | any(.[]; $2)" "$scratch/json$1" >/dev/null || fail "no record has $2"
}
fact '' '.device == {type: "char", major: 1, minor: 3}'
fact '' '.deleted'
fact '' '.socket.type == "TCP" and .socket.local.address == "127.0.0.1" and .socket.peer.port > 0'
fact '' '.socket.type == "TCPv6" and .socket.local.address == "::1" and (.socket.peer | not)'
fact '' '.socket.type == "UNIX-STREAM" and .socket.path == "a \"na\nme\"" and .socket.peer_inode'
fact '' '(.socket.abstract // "" | test("^scry test [0-9]{5,}$"))'
fact '' '.socket.protocol_name == "ROUTE" and .socket.port_id > 0'
fact '' '.pidfd.pid > 1'
fact apart '.eventfd | .id >= 0 and {count, semaphore} == {count: 3, semaphore: true}'
fact apart '.device.slave | strings | test("^/dev/pts/[0-9]+$")'
fact apart '.signalfd.signals == ["SIGINT", "SIGUSR1"]'

# The kernel reads no bits of a set beyond the capacity of the table of descriptors. Nor are they shown or looked up: a line of a call
# with a huge number of descriptors would have megabytes, and take seconds.
cat >"$scratch/wide.c" <<'END'
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

/* wide BITS FILL DESCRIPTOR: the set has BITS bits of bytes that are FILL; the descriptor is opened. */
int main(int argc, char **argv)
{
	int bits = atoi(argv[1]);
	char *set = mmap(NULL, (size_t)bits / 8 + 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long timeout[4] = { 0 };

	memset(set, atoi(argv[2]), (size_t)bits / 8 + 8);
	dup2(0, atoi(argv[3]));
	if (!atoi(argv[2]))
		set[atoi(argv[3]) / 8] = 1 << atoi(argv[3]) % 8;
	pselect(bits, (fd_set *)set, NULL, NULL, (struct timespec *)timeout, NULL);
	return argc != 4;
}
END
# A thread has room for at least 64 descriptors, and the table grows by powers of two; 65536 bits are shown if the capacity is not known.
# shellcheck disable=SC2086 # options
if can_run "${CC:-cc}" "sets of many descriptors" && ${CC:-cc} -o "$scratch/wide" "$scratch/wide.c" 2>/dev/null; then
	for options in "" -y --json "--json -y"; do
		for bits in 100000 1000000; do
			trace $options -o "$scratch/wide.out" -e trace=pselect6,pselect6_time64 "$scratch/wide" $bits 255 9
			size=$(wc -c <"$scratch/wide.out")
			check "$options, a line of $size bytes" [ "$size" -lt 40000 ]
			case $options in
			*json*) shows "$scratch/wide.out" '"fd":1087\}\],"truncated":true\}' ;;
			*) shows "$scratch/wide.out" '^pselect6.*\([0-9]+, \[0[< ].* 9(<[^ ]*>)? .* 1086 1087 \.\.\.\], NULL, ' ;;
			esac
		done
	done
	# Open descriptors are all shown, and nothing is said of bits that are not set.
	trace -y -o "$scratch/wide.out" -e trace=pselect6,pselect6_time64 "$scratch/wide" 1000000 0 900
	shows "$scratch/wide.out" '^pselect6.*\(1000000, \[900</dev/null>\], NULL, '
	(ulimit -n 5000 && trace -o "$scratch/wide.out" -e trace=pselect6,pselect6_time64 "$scratch/wide" 1000000 0 4900)
	! (ulimit -n 5000) 2>/dev/null || shows "$scratch/wide.out" '^pselect6.*\(1000000, \[4900\], NULL, '
	if [ -z "${ENGINE_IS_BPF-}" ] && "$scry" -V | grep -q '^libzstd: yes'; then
		trace -y --record="$scratch/wide.rec" -o "$scratch/wide.out" -e trace=pselect6,pselect6_time64 "$scratch/wide" 100000 255 9
		trace -y --replay="$scratch/wide.rec" -o "$scratch/wide.again"
		check "a replay shows another set" cmp -s "$scratch/wide.out" "$scratch/wide.again"
		same "what the replay says" "" "$(cat "$scratch/stderr")"
	fi
	# The kernel program sees no capacity, and the process may be gone.
	if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
		trace --engine=bpf -o "$scratch/wide.out" -e trace=pselect6,pselect6_time64 "$scratch/wide" 1000000 255 9
		size=$(wc -c <"$scratch/wide.out")
		check "bpf: a line of $size bytes" [ "$size" -lt 400000 ]
	fi
else
	not_tested "sets of many descriptors: no compiler here"
fi

# Details of sockets in another network namespace come from the sockets, not from /proc/net of the tracer.
if unshare -rn true 2>/dev/null; then
	trace -f -yy -a0 -e fcntl unshare -rn sh -c 'ip link set lo up 2>/dev/null; exec "$0" "$@"' "$program" "$scratch/directory"
	shows "$scratch/stderr" '<UDP:\[127.0.0.1:[0-9]+\]>|<TCP:\[127.0.0.1:[0-9]+\]>'
else
	not_tested "sockets of another network namespace: none can be made here"
fi
# A request whose number other devices use, too, has only the name of terminals there.
if [ -c /dev/ptmx ] && can_run stty "requests of terminals"; then
	"$scry" -e ioctl stty -echo </dev/ptmx 2>"$scratch/stderr"
	shows "$scratch/stderr" 'ioctl\(0, TCSETSW2?, \{'
fi

# A number that several families of descriptors have is the request of the family of this descriptor, in every engine and in replays.
cat >"$scratch/requests.c" <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void)
{
	static const unsigned long requests[] = { 0x5411, 0x541b, 0x5204, 0x5402, 0x5603, 0x8b00 };
	int ends[2], terminal = posix_openpt(O_RDWR | O_NOCTTY), fds[5];

	fds[0] = socket(AF_INET, SOCK_DGRAM, 0);
	fds[1] = pipe(ends) ? -1 : ends[0];
	fds[2] = terminal >= 0 && !grantpt(terminal) && !unlockpt(terminal) ? open(ptsname(terminal), O_RDWR | O_NOCTTY) : -1;
	fds[3] = open("/dev/urandom", O_RDONLY);
	fds[4] = open("/dev/zero", O_RDONLY);
	for (int i = 0; i < 5; i++)
		dup2(fds[i], 50 + i);
	for (int i = 0; i < 5; i++)
		for (int r = 0; r < 6; r++)
			ioctl(50 + i, requests[r], 0);
	return 0;
}
END
if ${CC:-cc} -o "$scratch/requests" "$scratch/requests.c" 2>/dev/null && [ -c /dev/ptmx ]; then
	cat >"$scratch/wanted" <<'END'
50 SIOCOUTQ
50 SIOCINQ
50 FASTRPC_IOCTL_INIT_ATTACH or RNDZAPENTCNT
50 SNDCTL_TMR_START or TCSETS
50 VBG_IOCTL_VMMDEV_REQUEST_BIG or VT_GETSTATE
50 SIOCSIWCOMMIT
51 TIOCOUTQ
51 FIONREAD
51 FASTRPC_IOCTL_INIT_ATTACH or RNDZAPENTCNT
51 SNDCTL_TMR_START or TCSETS
51 VBG_IOCTL_VMMDEV_REQUEST_BIG or VT_GETSTATE
51 SIOCIWFIRST or SIOCSIWCOMMIT
52 TIOCOUTQ
52 FIONREAD
52 FASTRPC_IOCTL_INIT_ATTACH or RNDZAPENTCNT
52 TCSETS
52 VT_GETSTATE
52 SIOCIWFIRST or SIOCSIWCOMMIT
53 TIOCOUTQ
53 FIONREAD
53 RNDZAPENTCNT
53 SNDCTL_TMR_START or TCSETS
53 VBG_IOCTL_VMMDEV_REQUEST_BIG or VT_GETSTATE
53 SIOCIWFIRST or SIOCSIWCOMMIT
54 TIOCOUTQ
54 FIONREAD
54 FASTRPC_IOCTL_INIT_ATTACH or RNDZAPENTCNT
54 SNDCTL_TMR_START or TCSETS
54 VBG_IOCTL_VMMDEV_REQUEST_BIG or VT_GETSTATE
54 SIOCIWFIRST or SIOCSIWCOMMIT
END
	# requests_are WHERE FILE: the requests of a trace.
	requests_are()
	{
		sed -n 's/^ioctl(\(5[0-4]\)[^,]*, \([^,)]*\).*/\1 \2/p' "$2" >"$scratch/seen"
		same "the requests shown by $1" "$(cat "$scratch/wanted")" "$(cat "$scratch/seen")"
	}
	trace -o "$scratch/requests.out" -e trace=ioctl "$scratch/requests"
	requests_are "the default engine" "$scratch/requests.out"
	if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
		for option in -n -y; do
			trace --engine=bpf $option -o "$scratch/requests.out" -e trace=ioctl "$scratch/requests"
			sed -i 's/^\[[^]]*\] //' "$scratch/requests.out"
			requests_are "bpf $option" "$scratch/requests.out"
		done
	fi
	if "$scry" -V | grep -q '^libzstd: yes'; then
		trace --record="$scratch/requests.rec" -e trace=ioctl "$scratch/requests"
		trace --replay="$scratch/requests.rec" -o "$scratch/requests.out"
		requests_are "a replay" "$scratch/requests.out"
	fi
else
	not_tested "requests that families share: no compiler or no terminal here"
fi

# Requests that have other structs for IPv6: the socket decides, also where the engine has it.
cat >"$scratch/families.c" <<'END'
#include <net/route.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/ipv6.h>
#include <unistd.h>
int main(void)
{
	char name[] = "none";
	struct rtentry route = { .rt_flags = RTF_UP | RTF_GATEWAY, .rt_dev = name };
	struct in6_rtmsg route6 = { .rtmsg_dst_len = 64, .rtmsg_flags = RTF_UP | 0x400000, .rtmsg_ifindex = 1 };
	struct in6_ifreq address6 = { .ifr6_prefixlen = 64, .ifr6_ifindex = 1 };
	int v4 = socket(AF_INET, SOCK_DGRAM, 0), v6 = socket(AF_INET6, SOCK_DGRAM, 0);

	route.rt_dst.sa_family = AF_INET;
	dup2(v4, 50);
	dup2(v6, 51);
	ioctl(50, SIOCADDRT, &route);
	ioctl(51, SIOCADDRT, &route6);
	ioctl(51, SIOCSIFADDR, &address6);
	ioctl(-1, SIOCADDRT, &route);
	/* With bpf, interfaces have names as long as the process is there. */
	usleep(300000);
	return 0;
}
END
if ${CC:-cc} -o "$scratch/families" "$scratch/families.c" 2>"$scratch/errors"; then
	# The program has no right to change anything here.
	for engine in ptrace bpf; do
		"$scry" --engine=$engine -o /dev/null true 2>/dev/null || continue
		trace --engine=$engine -yy -a0 -o "$scratch/families.out" -e trace=ioctl unshare -n "$scratch/families"
		sed -i 's/^\[[^]]*\] //; s/(\([0-9]*\)<[^>]*>*, /(\1, /' "$scratch/families.out"
		shows "$scratch/families.out" '^ioctl\(50, SIOCADDRT, \{rt_dst=\{sa_family=AF_INET, .*, rt_flags=RTF_UP\|RTF_GATEWAY, rt_metric=0, rt_dev="none", rt_mtu=0, rt_window=0, rt_irtt=0\}\) = -1'
		shows "$scratch/families.out" '^ioctl\(51, SIOCADDRT, \{inet_pton\(AF_INET6, "::", &rtmsg_dst\), .*, rtmsg_type=0, rtmsg_dst_len=64, rtmsg_src_len=0, rtmsg_metric=0, rtmsg_info=0, rtmsg_flags=RTF_UP\|RTF_EXPIRES, rtmsg_ifindex=if_nametoindex\("lo"\)\}\) = '
		shows "$scratch/families.out" '^ioctl\(51, SIOCSIFADDR, \{inet_pton\(AF_INET6, "::", &ifr6_addr\), ifr6_prefixlen=64, ifr6_ifindex=if_nametoindex\("lo"\)\}\) = '
		shows "$scratch/families.out" '^ioctl\(-1, SIOCADDRT, 0x[0-9a-f]+\) = -1 EBADF'
	done
else
	fail "the program of families of sockets: $(head -n 3 "$scratch/errors")"
fi

# What read(2) gets from descriptors of events: structs after the result with -v and in JSON, in every engine and in replays.
cat >"$scratch/events.c" <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
static char buffer[8192];
int main(int argc, char **argv)
{
	struct itimerspec soon = { .it_value = { 0, 1000000 } };
	int fds[5] = { inotify_init(), eventfd(5, 0), timerfd_create(CLOCK_MONOTONIC, 0), -1, open("/dev/zero", O_RDONLY) };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fds[3] = signalfd(-1, &set, 0);
	for (int i = 0; i < 5; i++)
		dup2(fds[i], 50 + i);
	inotify_add_watch(50, argv[1], IN_CREATE | IN_ISDIR);
	if (chdir(argv[1]) || mkdir("longer_than_16_bytes", 0700) || mkdir("b", 0700) || rmdir("b") || rmdir("longer_than_16_bytes"))
		return 1;
	timerfd_settime(52, 0, &soon, NULL);
	kill(getpid(), SIGUSR1);
	kill(getpid(), SIGUSR2);
	for (int i = 0; i < 5; i++)
		read(50 + i, buffer, i < 4 ? sizeof(buffer) : 8);
	read(51, buffer, 4);
	return 0;
}
END
sed -i 's/#include <sys.signalfd.h>/&\n#include <sys\/stat.h>/' "$scratch/events.c"
mkdir "$scratch/watched"
if ${CC:-cc} -o "$scratch/events" "$scratch/events.c" 2>/dev/null; then
	cat >"$scratch/wanted" <<'END'
50 = 64 ([{wd=1, mask=IN_CREATE|IN_ISDIR, cookie=0, len=32, name="longer_than_16_bytes"}, {wd=1, mask=IN_CREATE|IN_ISDIR, cookie=0, len=16, name="b"}])
51 = 8 (count 5)
52 = 8 (expirations 1)
53 = 256 ([{ssi_signo=SIGUSR1, ssi_errno=0, ssi_code=SI_USER, ssi_pid=PID, ssi_uid=UID, ssi_fd=0, ssi_tid=0, ssi_band=0, ssi_overrun=0, ssi_trapno=0, ssi_status=0, ssi_int=0, ssi_ptr=NULL, ssi_utime=0, ssi_stime=0, ssi_addr=NULL, ssi_addr_lsb=0, ssi_syscall=0, ssi_call_addr=NULL, ssi_arch=0}, {ssi_signo=SIGUSR2, ssi_errno=0, ssi_code=SI_USER, ssi_pid=PID, ssi_uid=UID, ssi_fd=0, ssi_tid=0, ssi_band=0, ssi_overrun=0, ssi_trapno=0, ssi_status=0, ssi_int=0, ssi_ptr=NULL, ssi_utime=0, ssi_stime=0, ssi_addr=NULL, ssi_addr_lsb=0, ssi_syscall=0, ssi_call_addr=NULL, ssi_arch=0}])
54 = 8
51 = -1 EINVAL (Invalid argument)
END
	# The inotify header has 16 bytes, the names have 32 and 16.
	sed -i 's/^50 = 64/50 = 80/' "$scratch/wanted"
	# events_are WHERE FILE: what the reads of a trace have got.
	events_are()
	{
		sed -n 's/^read(\(5[0-4]\)[^,]*, .*, [0-9]*) *= /\1 = /p' "$2" | sed 's/ssi_pid=[0-9]*/ssi_pid=PID/g; s/ssi_uid=[0-9]*/ssi_uid=UID/g' >"$scratch/seen"
		same "what read got, shown by $1" "$(cat "$scratch/wanted")" "$(cat "$scratch/seen")"
	}
	trace -v -o "$scratch/events.out" -e trace=read "$scratch/events" "$scratch/watched"
	events_are "the default engine" "$scratch/events.out"
	trace -o "$scratch/events.out" -e trace=read "$scratch/events" "$scratch/watched"
	shows "$scratch/events.out" '^read\(51, "\\5(\\0){7}", 8192\) += 8$'
	trace --json -o "$scratch/events.out" -e trace=read "$scratch/events" "$scratch/watched"
	shows "$scratch/events.out" '"notes":\[\{"value":\[\{"wd":1,"mask":\{"flags":\["IN_CREATE","IN_ISDIR"\]'
	shows "$scratch/events.out" '"notes":\[\{"label":"expirations","value":1\}\]'
	if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
		trace --engine=bpf -v -o "$scratch/events.out" -e trace=read "$scratch/events" "$scratch/watched"
		events_are "bpf" "$scratch/events.out"
		trace --engine=bpf -v -y -o "$scratch/events.out" -e trace=read "$scratch/events" "$scratch/watched"
		events_are "bpf -y" "$scratch/events.out"
	fi
	if "$scry" -V | grep -q '^libzstd: yes'; then
		trace --record="$scratch/events.rec" -e trace=read "$scratch/events" "$scratch/watched"
		trace -v --replay="$scratch/events.rec" -o "$scratch/events.out"
		events_are "a replay" "$scratch/events.out"
	fi
else
	not_tested "descriptors of events: no compiler here"
fi

finish
