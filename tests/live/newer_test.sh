#!/bin/sh
# SPDX-License-Identifier: MIT
# Text that no strace can be compared with: calls newer than the strace that the other tests compare with, and values that it shows with less
# meaning. The first part shows each argument with the type of the kernel's prototype, the other parts structs in memory with the members of
# the kernel's header.
. "${srcdir:-.}/tests/live/lib.sh"

[ "$(uname -m)" = x86_64 ] || skip "the numbers belong to x86_64"
for fixture in numbers sweep; do
	[ -x "tests/differential/${fixture}_native.fixture" ] || skip "tests/differential/${fixture}_native.fixture is not built"
done

# The fixture makes a call of each number with the arguments 0x11, 0x12 and so on; no call is executed.
trace --seccomp-bpf=off -a0 -o "$scratch/trace" tests/differential/numbers_native.fixture 7 x86_64
ends_with 0
while read -r line; do
	checks=$((checks + 1))
	grep -qxF "$line" "$scratch/trace" ||
		fail "expected '$line', got '$(grep "^${line%%(*}(" "$scratch/trace")'"
done <<'CALLS'
cachestat(17, 0x12, 0x13, 0x14) = 7
fchmodat2(17, 0x12, 023, 0x14 /* AT_??? */) = 7
map_shadow_stack(0x11, 18, SHADOW_STACK_SET_TOKEN|0x12) = 0x7
futex_wake(0x11, 0x12, 19, FUTEX2_SIZE_U8|FUTEX2_NUMA|0x10) = 7
futex_wait(0x11, 18, 0x13, FUTEX2_SIZE_U8|FUTEX2_NUMA|0x10, 0x15, 0x16 /* CLOCK_??? */) = 7
futex_requeue(0x11, 0x12, 19, 20) = 7
statmount(0x11, 0x12, 19, 0x14 /* STATMOUNT_??? */) = 7
listmount(0x11, 0x12, 19, 0x14 /* LISTMOUNT_??? */) = 7
lsm_get_self_attr(0x11 /* LSM_ATTR_??? */, 0x12, 0x13, 0x14 /* LSM_FLAG_??? */) = 7
lsm_set_self_attr(0x11 /* LSM_ATTR_??? */, 0x12, 19, 0x14) = 7
lsm_list_modules(0x11, 0x12, 0x13) = 7
mseal(0x11, 18, 0x13) = 7
setxattrat(17, 0x12, 0x13 /* AT_??? */, 0x14, 0x15, 22) = 7
getxattrat(17, 0x12, 0x13 /* AT_??? */, 0x14, 0x15, 22) = 7
listxattrat(17, 0x12, 0x13 /* AT_??? */, 0x14, 21) = 7
removexattrat(17, 0x12, 0x13 /* AT_??? */, 0x14) = 7
open_tree_attr(17, 0x12, OPEN_TREE_CLONE|OPEN_TREE_NAMESPACE|0x10, 0x14, 21) = 7
file_getattr(17, 0x12, 0x13, 20, 0x15 /* AT_??? */) = 7
file_setattr(17, 0x12, 0x13, 20, 0x15 /* AT_??? */) = 7
listns(0x11, 0x12, 19, 0x14) = 7
rseq_slice_yield() = 7
CALLS

# Pairs of lines: a call in the form of tests/differential/sweep.txt ("CALL ARGUMENT... OFFSET:SIZE=VALUE... [=RESULT]",
# & is the address of zeroed memory, in which SIZE bytes at OFFSET are VALUE), and its text with -v.
# texts_are FIXTURE COLUMN: makes the calls of the pairs in stdin with that fixture; COLUMN of syscalls.tsv has its numbers.
texts_are()
{
	[ -x "tests/differential/$1.fixture" ] || {
		not_tested "tests/differential/$1.fixture is not built"
		return
	}
	cat >"$scratch/pairs"
	sed -n 'p;n' "$scratch/pairs" >"$scratch/plan"
	sed -n 'n;p' "$scratch/pairs" >"$scratch/wanted"
	awk -v column="$2" 'FILENAME == ARGV[1] { number[$1] = $column; next }
		{ $1 = number[$1]; for (i = 2; i <= NF; i++) if ($i ~ /^&/) $i = sprintf("0x10000%03d", substr($i, 2)); print }' \
		"$srcdir/src/arch/syscalls.tsv" "$scratch/plan" >"$scratch/calls"
	trace --seccomp-bpf=off -v -a0 -o "$scratch/trace" "tests/differential/$1.fixture" "$scratch/calls"
	ends_with 0
	sed '1,/^write(-1, "\/scry\/begin"/d; /^write(-1, "\/scry\/end"/,$d' "$scratch/trace" >"$scratch/seen"
	same "calls shown by $1" "$(lines_of "$scratch/wanted")" "$(lines_of "$scratch/seen")"
	while IFS= read -r wanted && IFS= read -r seen <&3; do
		same "the text of ${wanted%%(*} in $1" "$wanted" "$seen"
	done <"$scratch/wanted" 3<"$scratch/seen"
}

texts_are sweep_native 2 <<'CALLS'
lsm_set_self_attr 101 & 36 0 0:8=104 16:8=36 24:8=4 32:4=0x65646362
lsm_set_self_attr(LSM_ATTR_EXEC, {id=LSM_ID_APPARMOR, flags=0, len=36, ctx_len=4, ctx="bcde"}, 36, 0) = 0
file_setattr -100 &100 & 24 0x1000 0:8=0x18 8:4=1 16:4=7 256:1=0x66
file_setattr(AT_FDCWD, "f", {fa_xflags=FS_XFLAG_IMMUTABLE|FS_XFLAG_APPEND, fa_extsize=1, fa_projid=0x7, fa_cowextsize=0}, 24, AT_EMPTY_PATH) = 0
file_setattr -100 &100 & 23 0 256:1=0x66
file_setattr(AT_FDCWD, "f", 0x10000000, 23, 0) = 0
file_setattr -100 &100 & 28 0 24:4=1 256:1=0x66
file_setattr(AT_FDCWD, "f", {fa_xflags=0, fa_extsize=0, fa_projid=0, fa_cowextsize=0, /* bytes 24..27 */ "\x01\x00\x00\x00"}, 28, 0) = 0
bpf 0x10000 & 8 &100 24 0:4=2 4:4=8 256:8=0x10000200 264:4=4 268:4=1 272:4=3 512:4=0x676f6c
bpf(BPF_MAP_CREATE|BPF_COMMON_ATTRS, {map_type=BPF_MAP_TYPE_ARRAY, key_size=8, value_size=0, max_entries=0}, 8, {log_buf="log", log_size=4, log_level=1, log_true_size=3}, 24) = 0
bpf 0x10005 0 0 &100 12 256:8=0x10000200 264:4=4 512:4=0x676f6c
bpf(BPF_PROG_LOAD|BPF_COMMON_ATTRS, NULL, 0, {log_buf="log", log_size=4, log_level=0, log_true_size=0}, 12) = 0
listns & &100 2 0 0:4=32 8:8=0x11 16:4=0x40000000 256:8=0x12 264:8=0x13 =2
listns({size=32, ns_id=0x11, ns_type=NET_NS, user_ns_id=0}, [0x12, 0x13], 2, 0) = 2
CALLS

# Options of sockets have the type that the option says: man pages and the kernel's headers.
both_abis()
{
	cat >"$scratch/both"
	cat "$scratch/both" >>"$scratch/all"
	texts_are sweep_native 2 <"$scratch/both"
	texts_are sweep_i386 3 <"$scratch/both"
}

both_abis <<'CALLS'
setsockopt 3 6 31 & 4 0:4=0x736c74
setsockopt(3, SOL_TCP, TCP_ULP, "tls\0", 4) = 0
setsockopt 3 6 13 & 4 0:4=0x6f6e6572
setsockopt(3, SOL_TCP, TCP_CONGESTION, "reno", 4) = 0
getsockopt 3 6 13 & &100 0:4=0x6f6e6572 256:4=4
getsockopt(3, SOL_TCP, TCP_CONGESTION, "reno", [4]) = 0
setsockopt 3 6 1 & 8 0:4=1
setsockopt(3, SOL_TCP, TCP_NODELAY, [1], 8) = 0
setsockopt 3 6 1 & 2 0:4=1
setsockopt(3, SOL_TCP, TCP_NODELAY, "\1\0", 2) = 0
setsockopt 3 0 33 & 1 0:1=200
setsockopt(3, SOL_IP, IP_MULTICAST_TTL, [200], 1) = 0
setsockopt 3 0 33 & 3 0:4=0x010200c8
setsockopt(3, SOL_IP, IP_MULTICAST_TTL, [200], 3) = 0
setsockopt 3 0 32 & 4 0:4=0x0100007f
setsockopt(3, SOL_IP, IP_MULTICAST_IF, [inet_addr("127.0.0.1")], 4) = 0
setsockopt 3 0 32 & 8 0:4=0x010101ef 4:4=0x0100007f
setsockopt(3, SOL_IP, IP_MULTICAST_IF, {imr_multiaddr=inet_addr("239.1.1.1"), imr_interface=inet_addr("127.0.0.1")}, 8) = 0
setsockopt 3 0 32 & 12 8:4=1
setsockopt(3, SOL_IP, IP_MULTICAST_IF, {imr_multiaddr=inet_addr("0.0.0.0"), imr_address=inet_addr("0.0.0.0"), imr_ifindex=if_nametoindex("lo")}, 12) = 0
setsockopt 3 0 32 & 3 0:4=0x0100007f
setsockopt(3, SOL_IP, IP_MULTICAST_IF, "\177\0\0", 3) = 0
setsockopt 3 0 50 & 4 0:4=0x06000000
setsockopt(3, SOL_IP, IP_UNICAST_IF, [htonl(6)], 4) = 0
setsockopt 3 0 4 & 4 0:4=0x010101
setsockopt(3, SOL_IP, IP_OPTIONS, "\1\1\1\0", 4) = 0
setsockopt 3 1 37 & 4 0:4=18
setsockopt(3, SOL_SOCKET, SO_TIMESTAMPING_OLD, [SOF_TIMESTAMPING_TX_SOFTWARE|SOF_TIMESTAMPING_SOFTWARE], 4) = 0
setsockopt 3 1 65 & 8 0:4=0x8010 4:4=3
setsockopt(3, SOL_SOCKET, SO_TIMESTAMPING_NEW, {flags=SOF_TIMESTAMPING_SOFTWARE|SOF_TIMESTAMPING_BIND_PHC, bind_phc=3}, 8) = 0
setsockopt 3 0 35 & 12 0:4=0x010101ef 8:4=1
setsockopt(3, SOL_IP, IP_ADD_MEMBERSHIP, {imr_multiaddr=inet_addr("239.1.1.1"), imr_address=inet_addr("0.0.0.0"), imr_ifindex=if_nametoindex("lo")}, 12) = 0
setsockopt 3 0 36 & 14 0:4=0x010101ef 8:4=1 12:2=0x201
setsockopt(3, SOL_IP, IP_DROP_MEMBERSHIP, {imr_multiaddr=inet_addr("239.1.1.1"), imr_address=inet_addr("0.0.0.0"), imr_ifindex=if_nametoindex("lo"), /* bytes 12..13 */ "\x01\x02"}, 14) = 0
setsockopt 3 0 35 & 6 0:4=0x010101ef 4:4=0x0100007f
setsockopt(3, SOL_IP, IP_ADD_MEMBERSHIP, {imr_multiaddr=inet_addr("239.1.1.1"), imr_interface="\x7f\x00", ...}, 6) = 0
setsockopt 3 0 39 & 12 0:4=0x010101ef 4:4=0x0100007f 8:4=0x0100000a
setsockopt(3, SOL_IP, IP_ADD_SOURCE_MEMBERSHIP, {imr_multiaddr=inet_addr("239.1.1.1"), imr_interface=inet_addr("127.0.0.1"), imr_sourceaddr=inet_addr("10.0.0.1")}, 12) = 0
setsockopt 3 0 41 & 20 0:4=0x010101ef 8:4=1 12:4=2 16:4=0x0100000a
setsockopt(3, SOL_IP, IP_MSFILTER, {imsf_multiaddr=inet_addr("239.1.1.1"), imsf_interface=inet_addr("0.0.0.0"), imsf_fmode=MCAST_INCLUDE, imsf_numsrc=2, imsf_slist=[inet_addr("10.0.0.1"), ...]}, 20) = 0
setsockopt 3 0 41 & 16 0:4=0x010101ef 8:4=0 12:4=2
setsockopt(3, SOL_IP, IP_MSFILTER, {imsf_multiaddr=inet_addr("239.1.1.1"), imsf_interface=inet_addr("0.0.0.0"), imsf_fmode=MCAST_EXCLUDE, imsf_numsrc=2, ...}, 16) = 0
setsockopt 3 41 50 & 20 12:4=0x01000000 16:4=1
setsockopt(3, SOL_IPV6, IPV6_PKTINFO, {inet_pton(AF_INET6, "::1", &ipi6_addr), ipi6_ifindex=if_nametoindex("lo")}, 20) = 0
setsockopt 3 41 17 & 4 0:4=1
setsockopt(3, SOL_IPV6, IPV6_MULTICAST_IF, [if_nametoindex("lo")], 4) = 0
setsockopt 3 41 72 & 4 0:4=5
setsockopt(3, SOL_IPV6, IPV6_ADDR_PREFERENCES, [IPV6_PREFER_SRC_TMP|IPV6_PREFER_SRC_COA], 4) = 0
setsockopt 3 41 32 & 32 16:4=0x45230100 20:1=0 21:1=1 22:2=1 24:2=6 26:2=7
setsockopt(3, SOL_IPV6, IPV6_FLOWLABEL_MGR, {inet_pton(AF_INET6, "::", &flr_dst), flr_label=htonl(74565), flr_action=IPV6_FL_A_GET, flr_share=IPV6_FL_S_EXCL, flr_flags=IPV6_FL_F_CREATE, flr_expires=6, flr_linger=7}, 32) = 0
getsockopt 3 0 80 & &100 0:2=2 2:2=0x5000 4:4=0x0100007f 256:4=16
getsockopt(3, SOL_IP, SO_ORIGINAL_DST, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, [16]) = 0
getsockopt 3 41 80 & &100 0:2=10 2:2=0x5000 24:4=0 256:4=28
getsockopt(3, SOL_IPV6, IP6T_SO_ORIGINAL_DST, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::", &sin6_addr), sin6_scope_id=0}, [28]) = 0
getsockopt 3 1 28 & &100 0:2=2 2:2=0x5000 4:4=0x0100007f 256:4=16
getsockopt(3, SOL_SOCKET, SO_PEERNAME, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, [16]) = 0
getsockopt 3 6 11 & &100 0:1=1 1:1=2 5:1=7 6:1=0x87 8:4=200000 256:4=12
getsockopt(3, SOL_TCP, TCP_INFO, {tcpi_state=TCP_ESTABLISHED, tcpi_ca_state=2, tcpi_retransmits=0, tcpi_probes=0, tcpi_backoff=0, tcpi_options=TCPI_OPT_TIMESTAMPS|TCPI_OPT_SACK|TCPI_OPT_WSCALE, tcpi_snd_wscale=7, tcpi_rcv_wscale=8, tcpi_delivery_rate_app_limited=0, tcpi_fastopen_client_fail=0, tcpi_rto=200000, ...}, [12]) = 0
getsockopt 3 0 64 & &100 0:4=0x656c6966 32:4=0xe 36:4=1 76:4=4 80:4=5 256:4=84
getsockopt(3, SOL_IP, IPT_SO_GET_INFO, {name="file", valid_hooks=14, hook_entry=[1, 0, 0, 0, 0], underflow=[0, 0, 0, 0, 0], num_entries=4, size=5}, [84]) = 0
setsockopt 3 6 38 & 100000 0:2=2
setsockopt(3, SOL_TCP, TCP_AO_ADD_KEY, {addr={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("0.0.0.0")}, prefix=0, alg_name="", ifindex=0, set_current=0, set_rnext=0, sndid=0, rcvid=0, maclen=0, keyflags=0, key="", keylen=0}, 100000) = 0
setsockopt 3 6 29 & 20 0:4=1 4:4=2 8:4=3 12:4=4 16:4=5
setsockopt(3, SOL_TCP, TCP_REPAIR_WINDOW, {snd_wl1=1, snd_wnd=2, max_window=3, rcv_wnd=4, rcv_wup=5}, 20) = 0
setsockopt 3 6 22 & 16 0:4=2 4:4=1460 8:4=4
setsockopt(3, SOL_TCP, TCP_REPAIR_OPTIONS, [{opt_code=2, opt_val=1460}, {opt_code=4, opt_val=0}], 16) = 0
setsockopt 3 1 25 & 4 0:4=0x30687465
setsockopt(3, SOL_SOCKET, SO_BINDTODEVICE, "eth0", 4) = 0
setsockopt 3 1 62 & 4 0:4=1
setsockopt(3, SOL_SOCKET, SO_BINDTOIFINDEX, [if_nametoindex("lo")], 4) = 0
setsockopt 3 1 66 & 16 0:8=1 8:8=5
setsockopt(3, SOL_SOCKET, SO_RCVTIMEO_NEW, {tv_sec=1, tv_usec=5}, 16) = 0
setsockopt 3 1 47 & 8 0:8=0x100000001
setsockopt(3, SOL_SOCKET, SO_MAX_PACING_RATE, [4294967297], 8) = 0
setsockopt 3 1 61 & 8 0:4=11 4:4=3
setsockopt(3, SOL_SOCKET, SO_TXTIME, {clockid=CLOCK_TAI, flags=SOF_TXTIME_DEADLINE_MODE|SOF_TXTIME_REPORT_ERRORS}, 8) = 0
getsockopt 3 1 55 & &100 0:4=1 4:4=2 256:4=8
getsockopt(3, SOL_SOCKET, SO_MEMINFO, [[SK_MEMINFO_RMEM_ALLOC]=1, [SK_MEMINFO_RCVBUF]=2], [8]) = 0
getsockopt 3 1 57 & &100 0:8=0x1234 256:4=8
getsockopt(3, SOL_SOCKET, SO_COOKIE, [0x1234], [8]) = 0
getsockopt 3 1 59 & &100 0:4=5 4:4=6 256:4=8
getsockopt(3, SOL_SOCKET, SO_PEERGROUPS, [5, 6], [8]) = 0
getsockopt 3 1 31 & &100 0:4=0x30687465 256:4=4
getsockopt(3, SOL_SOCKET, SO_PEERSEC, "eth0", [4]) = 0
setsockopt 3 263 18 & 4 0:4=0x10030007
setsockopt(3, SOL_PACKET, PACKET_FANOUT, {id=7, type_flags=PACKET_FANOUT_ROLLOVER|PACKET_FANOUT_FLAG_ROLLOVER}, 4) = 0
setsockopt 3 263 5 & 28 0:4=4096 4:4=1 8:4=2048 12:4=2 16:4=60 20:4=0 24:4=1
setsockopt(3, SOL_PACKET, PACKET_RX_RING, {tp_block_size=4096, tp_block_nr=1, tp_frame_size=2048, tp_frame_nr=2, tp_retire_blk_tov=60, tp_sizeof_priv=0, tp_feature_req_word=0x1}, 28) = 0
setsockopt 3 263 10 & 4 0:4=2
setsockopt(3, SOL_PACKET, PACKET_VERSION, [TPACKET_V3], 4) = 0
setsockopt 3 101 1 & 16 0:4=1 4:4=0x7ff 8:4=2 12:4=3
setsockopt(3, SOL_CAN_RAW, CAN_RAW_FILTER, [{can_id=0x1, can_mask=0x7ff}, {can_id=0x2, can_mask=0x3}], 16) = 0
setsockopt 3 283 4 & 32 0:8=0x10000 8:8=4096 16:4=2048 24:4=1
setsockopt(3, SOL_XDP, XDP_UMEM_REG, {addr=0x10000, len=4096, chunk_size=2048, headroom=0, flags=XDP_UMEM_UNALIGNED_CHUNK_FLAG, tx_metadata_len=0}, 32) = 0
setsockopt 3 282 1 & 40 0:2=0x303 2:2=51 4:8=0x0807060504030201 12:1=9 28:4=0x0d0c0b0a 39:1=1
setsockopt(3, SOL_TLS, TLS_TX, {version=TLS_1_2_VERSION, cipher_type=TLS_CIPHER_AES_GCM_128, iv="\x01\x02\x03\x04\x05\x06\x07\x08", key="\x09\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", salt="\x0a\x0b\x0c\x0d", rec_seq="\x00\x00\x00\x00\x00\x00\x00\x01"}, 40) = 0
setsockopt 3 40 0 & 8 0:8=65536
setsockopt(3, AF_VSOCK, SO_VM_SOCKETS_BUFFER_SIZE, [65536], 8) = 0
setsockopt 3 132 2 & 8 0:2=1 2:2=2 4:2=3 6:2=4
setsockopt(3, SOL_SCTP, SCTP_INITMSG, {sinit_num_ostreams=1, sinit_max_instreams=2, sinit_max_attempts=3, sinit_max_init_timeo=4}, 8) = 0
setsockopt 3 132 23 & 12 0:4=1 4:2=2 6:2=3 8:4=0x030201
setsockopt(3, SOL_SCTP, SCTP_AUTH_KEY, {sca_assoc_id=1, sca_keynumber=2, sca_keylength=3, sca_key="\x01\x02\x03"}, 12) = 0
setsockopt 3 279 1 & 4 0:4=0x04030201
setsockopt(3, SOL_ALG, ALG_SET_KEY, "\1\2\3\4", 4) = 0
getsockopt 3 284 1 & &100 0:1=2 8:4=1 12:4=0xabcd 256:4=16
getsockopt(3, SOL_MPTCP, MPTCP_INFO, {mptcpi_subflows=2, mptcpi_add_addr_signal=0, mptcpi_add_addr_accepted=0, mptcpi_subflows_max=0, mptcpi_add_addr_signal_max=0, mptcpi_add_addr_accepted_max=0, mptcpi_flags=MPTCP_INFO_FLAG_FALLBACK, mptcpi_token=0xabcd, ...}, [16]) = 0
CALLS
texts_are sweep_native 2 <<'CALLS'
setsockopt 3 1 20 & 16 0:8=1 8:8=5
setsockopt(3, SOL_SOCKET, SO_RCVTIMEO_OLD, {tv_sec=1, tv_usec=5}, 16) = 0
setsockopt 3 0 46 & 264 0:4=1 8:2=2 12:4=0x010101ef 136:2=2 140:4=0x0100000a
setsockopt(3, SOL_IP, MCAST_JOIN_SOURCE_GROUP, {gsr_interface=if_nametoindex("lo"), gsr_group={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("239.1.1.1")}, gsr_source={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("10.0.0.1")}}, 264) = 0
CALLS
texts_are sweep_i386 3 <<'CALLS'
setsockopt 3 1 20 & 8 0:4=1 4:4=5
setsockopt(3, SOL_SOCKET, SO_RCVTIMEO_OLD, {tv_sec=1, tv_usec=5}, 8) = 0
setsockopt 3 0 46 & 260 0:4=1 4:2=2 8:4=0x010101ef 132:2=2 136:4=0x0100000a
setsockopt(3, SOL_IP, MCAST_JOIN_SOURCE_GROUP, {gsr_interface=if_nametoindex("lo"), gsr_group={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("239.1.1.1")}, gsr_source={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("10.0.0.1")}}, 260) = 0
CALLS
# Requests that set up the network have the structs of netdevice(7), arp(7), linux/ethtool.h, linux/if_tun.h and others.
both_abis <<'CALLS'
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=3 516:4=0x41 564:4=0x42 688:4=1
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GDRVINFO} => {cmd=ETHTOOL_GDRVINFO, driver="A", version="", fw_version="", bus_info="", erom_version="", n_priv_flags=1, n_stats=0, testinfo_len=0, eedump_len=0, regdump_len=0}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=3 516:4=0x41 =-95
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GDRVINFO}}) = -1 EOPNOTSUPP (Operation not supported)
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=1 516:4=3 520:4=1 524:2=1000 526:1=1 531:1=1 540:2=1
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GSET} => {cmd=ETHTOOL_GSET, supported=0x3, advertising=0x1, speed=1000, duplex=DUPLEX_FULL, port=PORT_TP, phy_address=0, transceiver=XCVR_INTERNAL, autoneg=AUTONEG_DISABLE, mdio_support=0x1, maxtxpkt=0, maxrxpkt=0, speed_hi=1, eth_tp_mdix=ETH_TP_MDI_INVALID, eth_tp_mdix_ctrl=ETH_TP_MDI_INVALID, lp_advertising=0}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x4c 516:4=1000 520:1=1 524:2=1 527:1=1 560:4=1 564:4=2 568:4=3
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GLINKSETTINGS, link_mode_masks_nwords=1} => {cmd=ETHTOOL_GLINKSETTINGS, speed=1000, duplex=DUPLEX_FULL, port=PORT_TP, phy_address=0, autoneg=AUTONEG_DISABLE, mdio_support=0x1, eth_tp_mdix=ETH_TP_MDI_INVALID, eth_tp_mdix_ctrl=ETH_TP_MDI_INVALID, link_mode_masks_nwords=1, transceiver=XCVR_INTERNAL, master_slave_cfg=MASTER_SLAVE_CFG_UNSUPPORTED, master_slave_state=MASTER_SLAVE_STATE_UNSUPPORTED, rate_matching=RATE_MATCH_NONE, supported=[0x1], advertising=[0x1], lp_advertising=[0x1]}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x4c 516:4=0xffffffff 520:1=255 527:1=0xfe
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GLINKSETTINGS, link_mode_masks_nwords=-2} => {cmd=ETHTOOL_GLINKSETTINGS, speed=SPEED_UNKNOWN, duplex=DUPLEX_UNKNOWN, port=PORT_TP, phy_address=0, autoneg=AUTONEG_DISABLE, mdio_support=0, eth_tp_mdix=ETH_TP_MDI_INVALID, eth_tp_mdix_ctrl=ETH_TP_MDI_INVALID, link_mode_masks_nwords=-2, transceiver=XCVR_INTERNAL, master_slave_cfg=MASTER_SLAVE_CFG_UNSUPPORTED, master_slave_state=MASTER_SLAVE_STATE_UNSUPPORTED, rate_matching=RATE_MATCH_NONE}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x4d 516:4=100 520:1=1 527:1=0
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SLINKSETTINGS, speed=100, duplex=DUPLEX_FULL, port=PORT_TP, phy_address=0, autoneg=AUTONEG_DISABLE, mdio_support=0, eth_tp_mdix=ETH_TP_MDI_INVALID, eth_tp_mdix_ctrl=ETH_TP_MDI_INVALID, link_mode_masks_nwords=0, transceiver=XCVR_INTERNAL, master_slave_cfg=MASTER_SLAVE_CFG_UNSUPPORTED, master_slave_state=MASTER_SLAVE_STATE_UNSUPPORTED, rate_matching=RATE_MATCH_NONE}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x1b 516:4=1 520:4=2 524:4=0x41 556:4=0x42
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GSTRINGS, string_set=ETH_SS_STATS} => {cmd=ETHTOOL_GSTRINGS, string_set=ETH_SS_STATS, len=2, data=["A", "B"]}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x37 520:8=6 528:4=7 532:4=8
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GSSET_INFO, sset_mask=0x6} => {cmd=ETHTOOL_GSSET_INFO, sset_mask=0x6, data=[7, 8]}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x46 520:4=2 524:4=4 528:1=1 536:4=5 540:4=6 544:4=0x01020304
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GRSSH, rss_context=0, indir_size=2, key_size=4} => {cmd=ETHTOOL_GRSSH, rss_context=0, indir_size=2, key_size=4, hfunc=0x1, input_xfrm=0, rss_config=[5, 6], hkey="\x04\x03\x02\x01"}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x47 520:4=0xffffffff 524:4=4 528:1=1 536:4=5
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SRSSH, rss_context=0, indir_size=4294967295, key_size=4, hfunc=0x1, input_xfrm=0, hkey="\x05\x00\x00\x00"} => {cmd=ETHTOOL_SRSSH, rss_context=0, indir_size=4294967295, key_size=4}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x0a 516:4=1
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GLINK} => {cmd=ETHTOOL_GLINK, data=1}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x15 516:4=1
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SRXCSUM, data=1}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x26 516:4=0x8080
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SFLAGS, data=ETH_FLAG_TXVLAN|ETH_FLAG_LRO}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=6 516:4=0 520:4=0x60 524:4=0x04030201 528:2=0x605
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SWOL, supported=0, wolopts=WAKE_MAGIC|WAKE_MAGICSECURE, sopass=01:02:03:04:05:06}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x1d 516:4=2 520:8=7 528:8=8
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GSTATS} => {cmd=ETHTOOL_GSTATS, n_stats=2, data=[7, 8]}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x20 516:4=6 520:4=0x04030201 524:2=0x605
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GPERMADDR, size=6} => {cmd=ETHTOOL_GPERMADDR, size=6, data=01:02:03:04:05:06}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x2a 516:4=1 520:8=0x30
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SRXFH, flow_type=TCP_V4_FLOW, data=RXH_IP_SRC|RXH_IP_DST}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x41 516:4=0x10 520:4=0xffffffff 524:4=3 540:4=1
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GET_TS_INFO} => {cmd=ETHTOOL_GET_TS_INFO, so_timestamping=SOF_TIMESTAMPING_SOFTWARE, phc_index=-1, tx_types=0x3, rx_filters=0x1}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x49 516:4=1 520:4=3 524:4=4 528:4=256
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_STUNABLE, id=ETHTOOL_RX_COPYBREAK, type_id=ETHTOOL_TUNABLE_U32, len=4, data="\x00\x01\x00\x00"}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x4e 516:4=1 520:4=1 524:4=1 528:1=4
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_PHY_GTUNABLE, id=ETHTOOL_PHY_DOWNSHIFT, type_id=ETHTOOL_TUNABLE_U8, len=1} => {cmd=ETHTOOL_PHY_GTUNABLE, id=ETHTOOL_PHY_DOWNSHIFT, type_id=ETHTOOL_TUNABLE_U8, len=1, data="\x04"}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x51 520:4=4
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_SFECPARAM, active_fec=0, fec=ETHTOOL_FEC_OFF}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x3a 516:4=1 520:4=1 524:4=2 528:4=3
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=ETHTOOL_GFEATURES, size=1} => {cmd=ETHTOOL_GFEATURES, size=1, features=[{available=0x1, requested=0x2, active=0x3, never_changed=0}]}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x10000200 512:4=0x99 516:4=1
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data={cmd=0x99 /* ETHTOOL_??? */}}) = 0
ioctl 3 0x8946 & 0:4=0x30687465 16:8=0x20000000
ioctl(3, SIOCETHTOOL, {ifr_name="eth0", ifr_data=0x20000000}) = 0
ioctl 3 0x8955 & 0:2=2 4:4=0x0100007f 16:2=1 18:4=0x01020304 32:4=6 52:4=0x30687465
ioctl(3, SIOCSARP, {arp_pa={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, arp_ha={sa_family=ARPHRD_ETHER, sa_data=04:03:02:01:00:00}, arp_flags=ATF_COM|ATF_PERM, arp_netmask={sa_family=AF_UNSPEC, sa_data="\0\0\0\0\0\0\0\0\0\0\0\0\0\0"}, arp_dev="eth0"}) = 0
ioctl 3 0x8954 & 0:2=2 4:4=0x0100007f 16:2=1 18:4=0x01020304 32:4=6 52:4=0x30687465
ioctl(3, SIOCGARP, {arp_pa={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, arp_netmask={sa_family=AF_UNSPEC, sa_data="\0\0\0\0\0\0\0\0\0\0\0\0\0\0"}, arp_dev="eth0"} => {arp_ha={sa_family=ARPHRD_ETHER, sa_data=04:03:02:01:00:00}, arp_flags=ATF_COM|ATF_PERM}) = 0
ioctl 3 0x8954 & 0:2=2 4:4=0x0100007f 16:2=1 18:4=0x01020304 32:4=6 52:4=0x30687465 =-6
ioctl(3, SIOCGARP, {arp_pa={sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, arp_netmask={sa_family=AF_UNSPEC, sa_data="\0\0\0\0\0\0\0\0\0\0\0\0\0\0"}, arp_dev="eth0"}) = -1 ENXIO (No such device or address)
ioctl 3 0x8936 & 15:1=1 16:4=64 20:4=1
ioctl(3, SIOCDIFADDR, {inet_pton(AF_INET6, "::1", &ifr6_addr), ifr6_prefixlen=64, ifr6_ifindex=if_nametoindex("lo")}) = 0
ioctl 3 0x8983 & 0:4=0 4:4=0x30687465 28:4=5
ioctl(3, SIOCSIFVLAN, {cmd=ADD_VLAN_CMD, device1="eth0", VID=5}) = 0
ioctl 3 0x8983 & 0:4=8 4:4=0x30687465 28:4=0x31687465
ioctl(3, SIOCSIFVLAN, {cmd=GET_VLAN_REALDEV_NAME_CMD, device1="eth0", device2="eth1"}) = 0
ioctl 3 0x8983 & 0:4=2 4:4=0x30687465 28:4=3 52:2=5
ioctl(3, SIOCSIFVLAN, {cmd=SET_VLAN_INGRESS_PRIORITY_CMD, device1="eth0", skb_priority=3, vlan_qos=5}) = 0
ioctl 3 0x8983 & 0:4=7 4:4=0x30687465 28:4=3 52:2=1
ioctl(3, SIOCSIFVLAN, {cmd=SET_VLAN_FLAG_CMD, device1="eth0", flag=VLAN_FLAG_REORDER_HDR|VLAN_FLAG_GVRP, vlan_qos=1}) = 0
ioctl 3 0x8983 & 0:4=1 4:4=0x30687465
ioctl(3, SIOCSIFVLAN, {cmd=DEL_VLAN_CMD, device1="eth0"}) = 0
ioctl 3 0x89b0 & 0:4=0x30687465 16:8=0x10000200 512:4=0 516:4=1 520:4=1
ioctl(3, SIOCSHWTSTAMP, {ifr_name="eth0", ifr_data={flags=0, tx_type=HWTSTAMP_TX_ON, rx_filter=HWTSTAMP_FILTER_ALL} => {flags=0, tx_type=HWTSTAMP_TX_ON, rx_filter=HWTSTAMP_FILTER_ALL}}) = 0
ioctl 3 0x89b0 & 0:4=0x30687465 16:8=0x10000200 512:4=0 516:4=1 520:4=1 =-34
ioctl(3, SIOCSHWTSTAMP, {ifr_name="eth0", ifr_data={flags=0, tx_type=HWTSTAMP_TX_ON, rx_filter=HWTSTAMP_FILTER_ALL}}) = -1 ERANGE (Numerical result out of range)
ioctl 3 0x89b1 & 0:4=0x30687465 16:8=0x10000200 512:4=1 516:4=1 520:4=12
ioctl(3, SIOCGHWTSTAMP, {ifr_name="eth0", ifr_data={flags=HWTSTAMP_FLAG_BONDED_PHC_INDEX, tx_type=HWTSTAMP_TX_ON, rx_filter=HWTSTAMP_FILTER_PTP_V2_EVENT}}) = 0
ioctl 3 0x8947 & 0:4=0x30687465 16:2=1 18:2=1 22:2=0x7949
ioctl(3, SIOCGMIIPHY, {ifr_name="eth0", reg_num=MII_BMSR, phy_id=1, val_out=0x7949}) = 0
ioctl 3 0x8948 & 0:4=0x30687465 16:2=1 18:2=1 22:2=0x7949
ioctl(3, SIOCGMIIREG, {ifr_name="eth0", phy_id=1, reg_num=MII_BMSR, val_out=0x7949}) = 0
ioctl 3 0x8949 & 0:4=0x30687465 16:2=1 18:2=1 20:2=0x7949
ioctl(3, SIOCSMIIREG, {ifr_name="eth0", phy_id=1, reg_num=MII_BMSR, val_in=0x7949}) = 0
ioctl 3 0x8990 & 0:4=0x30687465 16:4=0x31687465
ioctl(3, SIOCBONDENSLAVE, {ifr_name="eth0", ifr_slave="eth1"}) = 0
ioctl 3 0x8994 & 0:4=0x30687465 16:8=0x10000200 512:4=1 516:4=1
ioctl(3, SIOCBONDINFOQUERY, {ifr_name="eth0", ifr_data={bond_mode=BOND_MODE_ACTIVEBACKUP, num_slaves=1, miimon=0}}) = 0
ioctl 3 0x8993 & 0:4=0x30687465 16:8=0x10000200 512:4=1 516:4=0x30687465 532:1=2 533:1=1
ioctl(3, SIOCBONDSLAVEINFOQUERY, {ifr_name="eth0", ifr_data={slave_id=1} => {slave_id=1, slave_name="eth0", link=BOND_LINK_DOWN, state=BOND_STATE_BACKUP, link_failure_count=0}}) = 0
ioctl 3 0x400454ca & 0:4=0x64256e 16:2=0x1001
ioctl(3, TUNSETIFF, {ifr_name="n%d", ifr_flags=IFF_TUN|IFF_NO_PI} => {ifr_name="n%d"}) = 0
ioctl 3 0x400454ca & 0:4=0x64256e 16:2=0x5002 =-1
ioctl(3, TUNSETIFF, {ifr_name="n%d", ifr_flags=IFF_TAP|IFF_NO_PI|IFF_VNET_HDR}) = -1 EPERM (Operation not permitted)
ioctl 3 0x800454d2 & 0:4=0x306e 16:2=0x1001
ioctl(3, TUNGETIFF, {ifr_name="n0", ifr_flags=IFF_TUN|IFF_NO_PI}) = 0
ioctl 3 0x400454d9 & 16:2=0x400
ioctl(3, TUNSETQUEUE, {ifr_name="", ifr_flags=IFF_DETACH_QUEUE}) = 0
ioctl 3 0x400454cb 1
ioctl(3, TUNSETPERSIST, 0x1) = 0
ioctl 3 0x400454cc 1000
ioctl(3, TUNSETOWNER, 1000) = 0
ioctl 3 0x400454ce 0xffffffff
ioctl(3, TUNSETGROUP, -1) = 0
ioctl 3 0x400454cd 1
ioctl(3, TUNSETLINK, ARPHRD_ETHER) = 0
ioctl 3 0x400454d0 0x2f
ioctl(3, TUNSETOFFLOAD, TUN_F_CSUM|TUN_F_TSO4|TUN_F_TSO6|TUN_F_TSO_ECN|TUN_F_USO4) = 0
ioctl 3 0x400454d1 & 0:2=1 2:2=2 4:4=0x01020304 10:1=5
ioctl(3, TUNSETTXFILTER, {flags=TUN_FLT_ALLMULTI, count=2, addr=[04:03:02:01:00:00, 05:00:00:00:00:00]}) = 0
ioctl 3 0x800454cf & 0:4=3
ioctl(3, TUNGETFEATURES, [IFF_TUN|IFF_TAP]) = 0
ioctl 3 0x400454d4 & 0:4=65536
ioctl(3, TUNSETSNDBUF, [65536]) = 0
ioctl 3 0x800454e0 & 0:4=5
ioctl(3, TUNSETSTEERINGEBPF, [5]) = 0
ioctl 3 0x54e3 0 =7
ioctl(3, TUNGETDEVNETNS, 0) = 7
ioctl 3 0x8906 & 0:4=1
ioctl(3, SIOCGSTAMP_OLD, {tv_sec=1, tv_usec=0}) = 0
ioctl 3 0x80108906 & 0:8=1 8:8=2
ioctl(3, SIOCGSTAMP_NEW, {tv_sec=1, tv_usec=2}) = 0
CALLS

# Options of queueing disciplines, classes, filters and links have the type that the name of their kind says. A wrong size is shown as bytes.
both_abis <<'CALLS'
sendto 100 & 96 0 0 0 0:4=0x60 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000d 40:4=0x635f7166 44:4=0x6c65646f 52:4=0x2002c 56:4=0x10008 60:4=0x1387 64:4=0x20008 68:4=0x2800 72:4=0x90008 76:4=0x2000000 80:4=0xa0005 84:4=0x3 88:4=0x40006 92:4=0x1 =96
sendto(100, [{nlmsg_len=96, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=13, nla_type=TCA_KIND}, "fq_codel"], [{nla_len=44, nla_type=TCA_OPTIONS}, [[{nla_len=8, nla_type=TCA_FQ_CODEL_TARGET}, 4999], [{nla_len=8, nla_type=TCA_FQ_CODEL_LIMIT}, 10240], [{nla_len=8, nla_type=TCA_FQ_CODEL_MEMORY_LIMIT}, 33554432], [{nla_len=5, nla_type=TCA_FQ_CODEL_CE_THRESHOLD_SELECTOR}, 0x3], [{nla_len=6, nla_type=TCA_FQ_CODEL_ECN}, "\x01\x00"]]]]], 96, 0, NULL, 0) = 96
sendto 100 & 68 0 0 0 0:4=0x44 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000a 40:4=0x65646f63 44:4=0x6c 48:4=0x20014 52:4=0x20008 56:4=0x3e8 60:4=0x30008 64:4=0x1869f =68
sendto(100, [{nlmsg_len=68, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=10, nla_type=TCA_KIND}, "codel"], [{nla_len=20, nla_type=TCA_OPTIONS}, [[{nla_len=8, nla_type=TCA_CODEL_LIMIT}, 1000], [{nla_len=8, nla_type=TCA_CODEL_INTERVAL}, 99999]]]]], 68, 0, NULL, 0) = 68
sendto 100 & 80 0 0 0 0:4=0x50 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x10008 40:4=0x627468 44:4=0x20024 48:4=0x20018 52:4=0x3 56:4=0xa 60:4=0x30 72:4=0x50008 76:4=0x3e8 =80
sendto(100, [{nlmsg_len=80, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=8, nla_type=TCA_KIND}, "htb"], [{nla_len=36, nla_type=TCA_OPTIONS}, [[{nla_len=24, nla_type=TCA_HTB_INIT}, {version=3, rate2quantum=10, defcls=0x30, debug=0, direct_pkts=0}], [{nla_len=8, nla_type=TCA_HTB_DIRECT_QLEN}, 1000]]]]], 80, 0, NULL, 0) = 80
sendto 100 & 108 0 0 0 0:4=0x6c 4:4=0x10028 20:4=0x1 28:4=0xffffffff 36:4=0x10008 40:4=0x627468 44:4=0x20040 48:4=0x10030 52:4=0x103 56:4=0xffff 60:4=0x1e848 64:4=0x103 68:4=0xffff 72:4=0x1e848 76:4=0x640 80:4=0x641 84:4=0x5dc 92:4=0x7 96:4=0x6000c 100:4=0x2a05f200 104:4=0x1 =108
sendto(100, [{nlmsg_len=108, nlmsg_type=RTM_NEWTCLASS, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=8, nla_type=TCA_KIND}, "htb"], [{nla_len=64, nla_type=TCA_OPTIONS}, [[{nla_len=48, nla_type=TCA_HTB_PARMS}, {rate={cell_log=3, linklayer=1, overhead=0, cell_align=-1, mpu=0, rate=125000}, ceil={cell_log=3, linklayer=1, overhead=0, cell_align=-1, mpu=0, rate=125000}, buffer=1600, cbuffer=1601, quantum=1500, level=0, prio=7}], [{nla_len=12, nla_type=TCA_HTB_RATE64}, 5000000000]]]]], 108, 0, NULL, 0) = 108
sendto 100 & 96 0 0 0 0:4=0x60 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x10008 40:4=0x666274 44:4=0x20034 48:4=0x10028 52:4=0x103 56:4=0xffff 60:4=0x1e848 76:4=0xbb8 80:4=0x640 88:4=0x60008 92:4=0x604 =96
sendto(100, [{nlmsg_len=96, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=8, nla_type=TCA_KIND}, "tbf"], [{nla_len=52, nla_type=TCA_OPTIONS}, [[{nla_len=40, nla_type=TCA_TBF_PARMS}, {rate={cell_log=3, linklayer=1, overhead=0, cell_align=-1, mpu=0, rate=125000}, peakrate={cell_log=0, linklayer=0, overhead=0, cell_align=0, mpu=0, rate=0}, limit=3000, buffer=1600, mtu=0}], [{nla_len=8, nla_type=TCA_TBF_BURST}, 1540]]]]], 96, 0, NULL, 0) = 96
sendto 100 & 56 0 0 0 0:4=0x38 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000a 40:4=0x66696670 44:4=0x6f 48:4=0x20008 52:4=0x64 =56
sendto(100, [{nlmsg_len=56, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=10, nla_type=TCA_KIND}, "pfifo"], [{nla_len=8, nla_type=TCA_OPTIONS}, {limit=100}]]], 56, 0, NULL, 0) = 56
sendto 100 & 56 0 0 0 0:4=0x38 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000a 40:4=0x66696662 44:4=0x6f 48:4=0x20008 52:4=0x64 =56
sendto(100, [{nlmsg_len=56, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=10, nla_type=TCA_KIND}, "bfifo"], [{nla_len=8, nla_type=TCA_OPTIONS}, {limit=100}]]], 56, 0, NULL, 0) = 56
sendto 100 & 64 0 0 0 0:4=0x40 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x10014 40:4=0x66696670 44:4=0x65685f6f 48:4=0x645f6461 52:4=0x706f72 56:4=0x20006 60:4=0x1 =64
sendto(100, [{nlmsg_len=64, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=20, nla_type=TCA_KIND}, "pfifo_head_drop"], [{nla_len=6, nla_type=TCA_OPTIONS}, "\x01\x00"]]], 64, 0, NULL, 0) = 64
sendto 100 & 76 0 0 0 0:4=0x4c 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000f 40:4=0x66696670 44:4=0x61665f6f 48:4=0x7473 52:4=0x20018 56:4=0x3 60:4=0x2020201 64:4=0x201 68:4=0x1010101 72:4=0x1010101 =76
sendto(100, [{nlmsg_len=76, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=15, nla_type=TCA_KIND}, "pfifo_fast"], [{nla_len=24, nla_type=TCA_OPTIONS}, {bands=3, priomap=[1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]}]]], 76, 0, NULL, 0) = 76
sendto 100 & 52 0 0 0 0:4=0x34 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000c 40:4=0x72676e69 44:4=0x737365 48:4=0x20004 =52
sendto(100, [{nlmsg_len=52, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=12, nla_type=TCA_KIND}, "ingress"], {nla_len=4, nla_type=TCA_OPTIONS}]], 52, 0, NULL, 0) = 52
sendto 100 & 52 0 0 0 0:4=0x34 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x1000b 40:4=0x61736c63 44:4=0x7463 48:4=0x20004 =52
sendto(100, [{nlmsg_len=52, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=11, nla_type=TCA_KIND}, "clsact"], {nla_len=4, nla_type=TCA_OPTIONS}]], 52, 0, NULL, 0) = 52
sendto 100 & 60 0 0 0 0:4=0x3c 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x10009 40:4=0x656b6163 48:4=0x2000c 52:4=0x10008 56:4=0x1 =60
sendto(100, [{nlmsg_len=60, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=9, nla_type=TCA_KIND}, "cake"], [{nla_len=12, nla_type=TCA_OPTIONS}, "\x08\x00\x01\x00\x01\x00\x00\x00"]]], 60, 0, NULL, 0) = 60
sendto 100 & 92 0 0 0 0:4=0x5c 4:4=0x1002c 20:4=0x1 28:4=0xffffffff 36:4=0x10008 40:4=0x667062 44:4=0x20030 48:4=0x30008 52:4=0x10001 56:4=0x60008 64:4=0x70008 68:4=0x6f2e61 72:4=0x80008 76:4=0x1 80:4=0xa000c 84:4=0x3020100 88:4=0x7060504 =92
sendto(100, [{nlmsg_len=92, nlmsg_type=RTM_NEWTFILTER, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [[{nla_len=8, nla_type=TCA_KIND}, "bpf"], [{nla_len=48, nla_type=TCA_OPTIONS}, [[{nla_len=8, nla_type=TCA_BPF_CLASSID}, 0x10001], [{nla_len=8, nla_type=TCA_BPF_FD}, 0], [{nla_len=8, nla_type=TCA_BPF_NAME}, "a.o"], [{nla_len=8, nla_type=TCA_BPF_FLAGS}, 0x1], [{nla_len=12, nla_type=TCA_BPF_TAG}, "\x00\x01\x02\x03\x04\x05\x06\x07"]]]]], 92, 0, NULL, 0) = 92
sendto 100 & 44 0 0 0 0:4=0x2c 4:4=0x10024 20:4=0x1 28:4=0xffffffff 36:4=0x20008 40:4=0x7 =44
sendto(100, [{nlmsg_len=44, nlmsg_type=RTM_NEWQDISC, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {tcm_family=AF_UNSPEC, tcm_ifindex=if_nametoindex("lo"), tcm_handle=0, tcm_parent=4294967295, tcm_info=0}, [{nla_len=8, nla_type=TCA_OPTIONS}, "\x07\x00\x00\x00"]], 44, 0, NULL, 0) = 44
sendto 100 & 80 0 0 0 0:4=0x50 4:4=0x10013 20:4=0x1 32:4=0x120030 36:4=0x10008 40:4=0x707467 44:4=0x20024 48:4=0x10008 56:4=0x20008 64:4=0x30008 68:4=0x400 72:4=0x70008 76:4=0x100007f =80
sendto(100, [{nlmsg_len=80, nlmsg_type=RTM_SETLINK, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=if_nametoindex("lo"), ifi_flags=0, ifi_change=0}, [{nla_len=48, nla_type=IFLA_LINKINFO}, [[{nla_len=8, nla_type=IFLA_INFO_KIND}, "gtp"], [{nla_len=36, nla_type=IFLA_INFO_DATA}, [[{nla_len=8, nla_type=IFLA_GTP_FD0}, 0], [{nla_len=8, nla_type=IFLA_GTP_FD1}, 0], [{nla_len=8, nla_type=IFLA_GTP_PDP_HASHSIZE}, 1024], [{nla_len=8, nla_type=IFLA_GTP_LOCAL}, inet_addr("127.0.0.1")]]]]]], 80, 0, NULL, 0) = 80
sendto 100 & 56 0 0 0 0:4=0x38 4:4=0x10013 20:4=0x1 32:4=0x120018 36:4=0x10008 40:4=0x707070 44:4=0x2000c 48:4=0x10008 =56
sendto(100, [{nlmsg_len=56, nlmsg_type=RTM_SETLINK, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=if_nametoindex("lo"), ifi_flags=0, ifi_change=0}, [{nla_len=24, nla_type=IFLA_LINKINFO}, [[{nla_len=8, nla_type=IFLA_INFO_KIND}, "ppp"], [{nla_len=12, nla_type=IFLA_INFO_DATA}, [{nla_len=8, nla_type=IFLA_PPP_DEV_FD}, 0]]]]], 56, 0, NULL, 0) = 56
CALLS
# What a route encapsulates in has the type that an attribute after it says, or one before it; each next hop has its own.
both_abis <<'CALLS'
sendto 100 & 56 0 0 0 0:4=0x38 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x160014 32:4=0x10008 36:4=0x40410600 40:4=0x20005 44:4=0x40 48:4=0x150006 52:4=0x1 =56
sendto(100, [{nlmsg_len=56, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [[{nla_len=20, nla_type=RTA_ENCAP}, [[{nla_len=8, nla_type=MPLS_IPTUNNEL_DST}, [htonl(409920)]], [{nla_len=5, nla_type=MPLS_IPTUNNEL_TTL}, 64]]], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_MPLS]]], 56, 0, NULL, 0) = 56
sendto 100 & 76 0 0 0 0:4=0x4c 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x160028 32:4=0x1000c 40:4=0x7000000 44:4=0x20008 48:4=0x100000a 52:4=0x40005 56:4=0x40 60:4=0x60006 64:4=0x400 68:4=0x150006 72:4=0x2 =76
sendto(100, [{nlmsg_len=76, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [[{nla_len=40, nla_type=RTA_ENCAP}, [[{nla_len=12, nla_type=LWTUNNEL_IP_ID}, htobe64(7)], [{nla_len=8, nla_type=LWTUNNEL_IP_DST}, inet_addr("10.0.0.1")], [{nla_len=5, nla_type=LWTUNNEL_IP_TTL}, 64], [{nla_len=6, nla_type=LWTUNNEL_IP_FLAGS}, 4]]], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_IP]]], 76, 0, NULL, 0) = 76
sendto 100 & 76 0 0 0 0:4=0x4c 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x150006 32:4=0x4 36:4=0x160028 40:4=0x20014 56:4=0x1000000 60:4=0x40005 64:4=0x40 68:4=0x50005 =76
sendto(100, [{nlmsg_len=76, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [[{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_IP6], [{nla_len=40, nla_type=RTA_ENCAP}, [[{nla_len=20, nla_type=LWTUNNEL_IP6_DST}, inet_pton(AF_INET6, "::1")], [{nla_len=5, nla_type=LWTUNNEL_IP6_HOPLIMIT}, 64], [{nla_len=5, nla_type=LWTUNNEL_IP6_TC}, 0]]]]], 76, 0, NULL, 0) = 76
sendto 100 & 72 0 0 0 0:4=0x48 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x160024 32:4=0x10020 36:4=0x1 40:4=0x40200 48:4=0x120 60:4=0x1000000 64:4=0x150006 68:4=0x5 =72
sendto(100, [{nlmsg_len=72, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [[{nla_len=36, nla_type=RTA_ENCAP}, [{nla_len=32, nla_type=SEG6_IPTUNNEL_SRH}, {mode=SEG6_IPTUN_MODE_ENCAP}, {nexthdr=0, hdrlen=2, type=4, segments_left=0, first_segment=0, flags=0, tag=0}, [inet_pton(AF_INET6, "2001::1")]]], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_SEG6]]], 72, 0, NULL, 0) = 72
sendto 100 & 64 0 0 0 0:4=0x40 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x16001c 32:4=0x10018 36:4=0x10008 44:4=0x20009 48:4=0x676f7270 56:4=0x150006 60:4=0x6 =64
sendto(100, [{nlmsg_len=64, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [[{nla_len=28, nla_type=RTA_ENCAP}, [{nla_len=24, nla_type=LWT_BPF_IN}, [[{nla_len=8, nla_type=LWT_BPF_PROG_FD}, 0], [{nla_len=9, nla_type=LWT_BPF_PROG_NAME}, "prog"]]]], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_BPF]]], 64, 0, NULL, 0) = 64
sendto 100 & 48 0 0 0 0:4=0x30 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x16000c 32:4=0x10008 36:4=0x7 40:4=0x150006 44:4=0x3 =48
sendto(100, [{nlmsg_len=48, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [[{nla_len=12, nla_type=RTA_ENCAP}, "\x08\x00\x01\x00\x07\x00\x00\x00"], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_ILA]]], 48, 0, NULL, 0) = 48
sendto 100 & 44 0 0 0 0:4=0x2c 4:4=0x10068 16:4=0x2 24:4=0x8000c 28:4=0x20008 32:4=0x100000a 36:4=0x70006 40:4=0x2 =44
sendto(100, [{nlmsg_len=44, nlmsg_type=RTM_NEWNEXTHOP, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {nh_family=AF_INET, nh_scope=RT_SCOPE_UNIVERSE, nh_protocol=RTPROT_UNSPEC, nh_flags=0}, [[{nla_len=12, nla_type=NHA_ENCAP}, [{nla_len=8, nla_type=LWTUNNEL_IP_DST}, inet_addr("10.0.0.1")]], [{nla_len=6, nla_type=NHA_ENCAP_TYPE}, LWTUNNEL_ENCAP_IP]]], 44, 0, NULL, 0) = 44
sendto 100 & 88 0 0 0 0:4=0x58 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x9003c 32:4=0x1c 36:4=0x1 40:4=0x16000c 44:4=0x40005 48:4=0x40 52:4=0x150006 56:4=0x2 60:4=0x1c 64:4=0x1 68:4=0x16000c 72:4=0x40005 76:4=0x41 80:4=0x150006 84:4=0x4 =88
sendto(100, [{nlmsg_len=88, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [{nla_len=60, nla_type=RTA_MULTIPATH}, [[{rtnh_len=28, rtnh_flags=0, rtnh_hops=0, rtnh_ifindex=if_nametoindex("lo")}, [[{nla_len=12, nla_type=RTA_ENCAP}, [{nla_len=5, nla_type=LWTUNNEL_IP_TTL}, 64]], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_IP]]], [{rtnh_len=28, rtnh_flags=0, rtnh_hops=0, rtnh_ifindex=if_nametoindex("lo")}, [[{nla_len=12, nla_type=RTA_ENCAP}, [{nla_len=5, nla_type=LWTUNNEL_IP6_HOPLIMIT}, 65]], [{nla_len=6, nla_type=RTA_ENCAP_TYPE}, LWTUNNEL_ENCAP_IP6]]]]]], 88, 0, NULL, 0) = 88
sendto 100 & 40 0 0 0 0:4=0x28 4:4=0x10018 16:4=0x1802 20:4=0x10003fe 28:4=0x16000c 32:4=0x40005 36:4=0x40 =40
sendto(100, [{nlmsg_len=40, nlmsg_type=RTM_NEWROUTE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=0, nlmsg_pid=0}, {rtm_family=AF_INET, rtm_dst_len=24, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, rtm_protocol=RTPROT_BOOT, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNICAST, rtm_flags=0}, [{nla_len=12, nla_type=RTA_ENCAP}, "\x05\x00\x04\x00\x40\x00\x00\x00"]], 40, 0, NULL, 0) = 40
CALLS
# Descriptors in them have their paths with -y. Descriptor 0 is /dev/null here.
sed -n 'p;n' "$scratch/all" | sed -n '/^sendto/{ s//44/; s/&/0x10000000/p; }' >"$scratch/calls"
trace --seccomp-bpf=off -v -y -a0 -o "$scratch/trace" tests/differential/sweep_native.fixture "$scratch/calls"
ends_with 0
for attribute in TCA_BPF_FD IFLA_GTP_FD0 IFLA_GTP_FD1 IFLA_PPP_DEV_FD LWT_BPF_PROG_FD; do
	shows "$scratch/trace" "nla_type=$attribute\\}, 0</dev/null>\\]"
done
# A descriptor of another process has no path of the caller.
echo '321 20 0x10000000 48 0:4=1 4:4=0' >"$scratch/calls"
trace --seccomp-bpf=off -v -y -a0 -o "$scratch/trace" tests/differential/sweep_native.fixture "$scratch/calls"
ends_with 0
shows "$scratch/trace" '^bpf\(BPF_TASK_FD_QUERY, \{task_fd_query=\{pid=1, fd=0, '

finish
