/* SPDX-License-Identifier: MIT */
/* Options of sockets: a level, an option of that level, and a value. Both decide its type. */
#include "syscalls/table.h"

/* clang-format off */

/*
 * Structs that are values are in sockopt_structs.c. These few have the text of strace: a member
 * that the length cuts is shown as bytes.
 */
STRUCT_TYPE_AS(linger, PARTS(MIN_SIZE(1), CUT(BYTES)), IN(l_onoff, int), IN(l_linger, int));
STRUCT_TYPE_AS(packet_mreq, EXACT_SIZE,
	IN(mr_ifindex, interface), IN(mr_type, packet_mr_types), IN(mr_alen, u16), IN(mr_address, hardware, LEN(mr_alen)), PAD(8));
STRUCT_TYPE_AS(tpacket_req, EXACT_SIZE,
	IN(tp_block_size, uint), IN(tp_block_nr, uint), IN(tp_frame_size, uint), IN(tp_frame_nr, uint));
STRUCT_TYPE_AS(tpacket_stats_v3, PARTS(MIN_SIZE(1), CUT(BYTES)),
	IN(tp_packets, uint), IN(tp_drops, uint), IN(tp_freeze_q_cnt, uint));
STRUCT_TYPE_AS(peercred, PARTS(.name = "ucred", MIN_SIZE(1), CUT(BYTES)), IN(pid, pid), IN(uid, uid), IN(gid, uid));

VIEW_TYPE(option_out, .not_empty = true);
static const struct type t_ports32 = { .name = "ports", .kind = KIND_NUMBER, .storage = STORE_U32, .base = 16, .number = { .ports = true } };
static const struct type t_option_port_range = { .name = "option", .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_ports32), AS(option_out) };
static const struct type t_port_range = { .name = "option", .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_ports32) };
static const struct type t_tcp_ao_key = { .name = "key", .kind = KIND_BYTES, .base = 16, BYTES(.limit = 80, .capacity = 80) };
static const struct type t_icmp_filter = { .name = "icmp_filter", .kind = KIND_BITSET, .bitset = { .max = 4 }, .list = &list_icmp_types };

/* An option without a type here: four bytes are a number, others are bytes. */
const struct type t_option = { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_int) };
const struct type t_option_out = { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_int), AS(option_out) };
/* Bytes or a string, whatever their number is. */
static const struct type t_option_bytes = { .name = "option", .kind = KIND_BYTES, AS(option_out) };
/*
 * A value of a type; fewer bytes are bytes. NUMBER_OUT: the kernel fills as many bytes of a number
 * as the buffer has.
 */
#define NUMBER_OUT(t) { .name = "option", .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_##t, .if_longer = true), AS(option_out) }
#define NUMBER(t) { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_##t, .if_longer = true), AS(option_out) }
static const struct type t_option_errno = NUMBER_OUT(errno);
static const struct type t_option_int_out = NUMBER_OUT(int);
static const struct type t_option_tx_rehash = NUMBER_OUT(tx_rehash);
static const struct type t_option_int = NUMBER(int);
static const struct type t_option_uint = NUMBER(uint);
static const struct type t_option_u16 = NUMBER(u16);
static const struct type t_option_u64 = NUMBER(u64);
static const struct type t_option_hex64 = NUMBER(hex64);
static const struct type t_option_fd = NUMBER(fd);
static const struct type t_option_ipv4 = NUMBER(ipv4);
static const struct type t_option_net32 = NUMBER(net32);
static const struct type t_option_interface = NUMBER(interface);
static const struct type t_option_can_errors = NUMBER(hex32);
static const struct type t_option_key = NUMBER(key_serial);
static const struct type t_option_prefer_src = NUMBER(prefer_src);
static const struct type t_option_timestamping = NUMBER(so_timestamping_flags);
static const struct type t_option_packet_version = NUMBER(tpacket_versions);
/*
 * ip(7): a buffer of less than four bytes has a number of one byte; the kernel returns a number
 * below 256 in one byte.
 */
static const struct type t_option_ip = { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_int, .if_longer = true, .byte_max = 3), AS(option_out) };
static const struct type t_option_ip_out = { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_int, .if_longer = true, .byte_max = 1), AS(option_out) };
/* A number of four bytes, or bytes. */
static ENUM_TYPE(ip_protocols32, ip_protocols, U32);
static const struct type t_option_ip_protocol = { .name = "option", .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_ip_protocols32), AS(option_out) };
/* Arrays of as many elements as fit. */
#define ARRAY(t) { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_##t, .if_longer = true, .many = true), AS(option_out) }
static const struct type t_option_repair_opts = ARRAY(tcp_repair_opt);
static const struct type t_option_ao_keys = ARRAY(tcp_ao_getsockopt);
static const struct type t_option_can_filters = ARRAY(can_filter);
static const struct type t_option_tokens = ARRAY(dmabuf_token);
static const struct type t_option_gids = ARRAY(uid);
static const struct type t_option_icmp6 = ARRAY(hex32);
static const struct type t_option_u8s = ARRAY(u8);
static const struct type t_option_u16s = ARRAY(u16);
static const struct type t_option_services = ARRAY(net32);
static const struct type t_option_meminfo = { .name = "option", .kind = KIND_BYTES, .list = &list_sk_meminfo,
	BYTES(.whole = &t_uint, .if_longer = true, .many = true), AS(option_out) };
/* linux/tls.h: the cipher decides how long the parts are. */
#define TLS_KEYS(key_, iv_bytes, key_bytes, salt_bytes) WITH(key_, \
	IN(iv, hex_bytes, LEN_IS(iv_bytes)), IN(key, hex_bytes, LEN_IS(key_bytes)), IN(salt, hex_bytes, LEN_IS(salt_bytes)), \
	IN(rec_seq, hex_bytes, LEN_IS(8)))
CHOICE_IN_PLACE(tls_keys, cipher_type,
	TLS_KEYS(TLS_CIPHER_AES_GCM_128|TLS_CIPHER_AES_CCM_128|TLS_CIPHER_SM4_GCM|TLS_CIPHER_SM4_CCM|TLS_CIPHER_ARIA_GCM_128, 8, 16, 4),
	TLS_KEYS(TLS_CIPHER_AES_GCM_256|TLS_CIPHER_ARIA_GCM_256, 8, 32, 4),
	TLS_KEYS(TLS_CIPHER_CHACHA20_POLY1305, 12, 32, 0),
	OTHERWISE(IN(data, hex_bytes)));
static const struct type t_tls_crypto = { .name = "tls_crypto_info", .kind = KIND_STRUCT, PARTS(MIN_SIZE(1), CUT(DOTS)), MEMBERS(
	IN(version, tls_versions), IN(cipher_type, tls_ciphers), CHOOSE(tls_keys)) };
STRUCT_TYPE(tipc_group_req, IN(type, uint), IN(instance, uint), IN(scope, tipc_scopes), IN(flags, tipc_group_flags));
/* linux/tcp.h: a key of the TCP authentication option. Missing bytes are zeros. */
STRUCT_TYPE_AS(tcp_ao_add, PARTS(MIN_SIZE(1), EXTENSIBLE, ALIGN(8),
		VIEW(ORDER(addr, prefix, alg_name, ifindex, set_current, set_rnext, reserved, reserved2, sndid, rcvid, maclen, keyflags, key, keylen),
			NONZERO(reserved, reserved2))),
	IN(addr, sockaddr, LEN_IS(128)), AND(alg_name, text, LEN_IS(64)), AND(ifindex, interface),
	AND(set_current, uint, BITS(1)), AND(set_rnext, uint, BITS(1)), AND(reserved, hex32, BITS(30)), AND(reserved2, hex16),
	AND(prefix, u8), AND(sndid, u8), AND(rcvid, u8), AND(maclen, u8), AND(keyflags, tcp_ao_key_flags), AND(keylen, u8),
	AND(key_bytes, hex8, COUNT_IS(80), LOOKUP), AND(key, tcp_ao_key, LEN(keylen), UNION_WITH_PREVIOUS));

/* The value of an option without a type; of a scalar or an array; of a struct. */
#define SET(type) IN(optval, type, PTR, WHEN(optlen, ABOVE, 3), OR_ADDRESS)
#define SET_ANY IN(optval, option, LEN_HUGE(optlen))
#define SET_AS(type) IN(optval, option_##type, LEN(optlen))
#define SET_STRUCT(type) IN(optval, type, LEN(optlen))
#define GET_ANY OUT(optval, option_out, LEN(*optlen))
#define GET(type) OUT(optval, option_##type, LEN(*optlen))
#define GET_STRUCT(type) OUT(optval, type, LEN(*optlen))
/* A struct of which the newer version is longer. */
#define SET_NEWER(older, newer, size) \
	IN(optval, older, LEN(optlen), WHEN(optlen, BELOW, size)), IN(optval, newer, LEN(optlen), UNION_WITH_PREVIOUS, WHEN(optlen, NOT_BELOW, size))
#define GET_NEWER(older, newer, size) \
	OUT(optval, older, LEN(*optlen), WHEN(*optlen, BELOW, size)), OUT(optval, newer, LEN(*optlen), UNION_WITH_PREVIOUS, WHEN(*optlen, NOT_BELOW, size)), \
	OUT(optval, address, UNION_WITH_PREVIOUS, WHEN(optlen, UNREADABLE, ))

/* Options that are a number: socket(7), asm-generic/socket.h */
#define SO_INTS \
	SO_DEBUG|SO_REUSEADDR|SO_DONTROUTE|SO_BROADCAST|SO_SNDBUF|SO_RCVBUF|SO_KEEPALIVE|SO_OOBINLINE| \
	SO_NO_CHECK|SO_PRIORITY|SO_BSDCOMPAT|SO_REUSEPORT|SO_PASSCRED|SO_RCVLOWAT|SO_SNDLOWAT|SO_DETACH_FILTER| \
	SO_TIMESTAMP_OLD|SO_TIMESTAMPNS_OLD|SO_TIMESTAMP_NEW|SO_TIMESTAMPNS_NEW| \
	SO_ACCEPTCONN|SO_SNDBUFFORCE|SO_RCVBUFFORCE|SO_PASSSEC|SO_MARK|SO_RXQ_OVFL|SO_WIFI_STATUS| \
	SO_PEEK_OFF|SO_NOFCS|SO_LOCK_FILTER|SO_SELECT_ERR_QUEUE|SO_BUSY_POLL|SO_INCOMING_CPU|SO_CNX_ADVICE| \
	SO_INCOMING_NAPI_ID|SO_ZEROCOPY|SO_DETACH_REUSEPORT_BPF|SO_PREFER_BUSY_POLL|SO_BUSY_POLL_BUDGET|SO_RESERVE_MEM| \
	SO_RCVMARK|SO_PASSPIDFD|SO_RCVPRIORITY|SO_PASSRIGHTS|SO_INQ
/* The kernel copies flags alone to and from a buffer of four bytes. */
#define SO_TIMESTAMPINGS SO_TIMESTAMPING_OLD|SO_TIMESTAMPING_NEW
CHOICE(set_socket, optname,
	WITH_LIST(SO_INTS, SET(int)),
	WITH(SO_TXREHASH, SET(tx_rehash)),
	/* The kernel refuses a shorter struct, but returns one. */
	WITH(SO_LINGER, IN(optval, linger, LEN(optlen), WHEN(optlen, ABOVE, 7), OR_ADDRESS)),
	WITH(SO_ATTACH_FILTER|SO_ATTACH_REUSEPORT_CBPF, SET_STRUCT(sock_fprog)),
	WITH(SO_ATTACH_BPF|SO_ATTACH_REUSEPORT_EBPF, SET_AS(fd)),
	WITH_LIST(SO_TIMESTAMPINGS, SET_NEWER(option_timestamping, so_timestamping, 8)),
	WITH(SO_RCVTIMEO_OLD|SO_SNDTIMEO_OLD, SET_STRUCT(option_timeval)),
	WITH(SO_RCVTIMEO_NEW|SO_SNDTIMEO_NEW, SET_STRUCT(option_timeval64)),
	WITH(SO_BINDTODEVICE, SET_AS(bytes)),
	WITH(SO_BINDTOIFINDEX, SET_AS(interface)),
	WITH(SO_MAX_PACING_RATE, SET_NEWER(option_uint, option_u64, 8)),
	WITH(SO_TXTIME, SET_STRUCT(sock_txtime)),
	WITH(SO_DEVMEM_DONTNEED, SET_AS(tokens)),
	OTHERWISE(SET_ANY));
CHOICE(get_socket, optname,
	WITH_LIST(SO_INTS, GET(int_out)),
	WITH(SO_ERROR, GET(errno)),
	WITH(SO_TXREHASH, GET(tx_rehash)),
	WITH(SO_PEERPIDFD, GET(fd)),
	WITH(SO_LINGER, GET_STRUCT(linger)),
	WITH(SO_PEERCRED, GET_STRUCT(peercred)),
	WITH_VIEW(SO_ATTACH_FILTER, VIEW(ABBREV(optval)), OUT(optval, sock_filter, COUNT(*optlen), WHEN(*optlen, ABOVE, 0), OR_ADDRESS)),
	WITH_LIST(SO_TIMESTAMPINGS, GET_NEWER(option_timestamping, so_timestamping, 8)),
	WITH(SO_RCVTIMEO_OLD|SO_SNDTIMEO_OLD, GET_STRUCT(option_timeval)),
	WITH(SO_RCVTIMEO_NEW|SO_SNDTIMEO_NEW, GET_STRUCT(option_timeval64)),
	WITH(SO_BINDTODEVICE|SO_PEERSEC, GET(bytes)),
	WITH(SO_BINDTOIFINDEX, GET(interface)),
	WITH(SO_MAX_PACING_RATE, GET_NEWER(option_uint, option_u64, 8)),
	WITH(SO_PEERNAME, GET_STRUCT(sockaddr)),
	WITH(SO_MEMINFO, GET(meminfo)),
	WITH(SO_COOKIE|SO_NETNS_COOKIE, GET(hex64)),
	WITH(SO_PEERGROUPS, GET(gids)),
	WITH(SO_TXTIME, GET_STRUCT(sock_txtime)),
	OTHERWISE(GET_ANY));

/* ip(7), linux/in.h */
#define IP_INTS \
	IP_TOS|IP_TTL|IP_HDRINCL|IP_ROUTER_ALERT|IP_RECVOPTS|IP_RETOPTS|IP_PKTINFO|IP_MTU_DISCOVER|IP_RECVERR|IP_RECVTTL|IP_RECVTOS|IP_MTU| \
	IP_FREEBIND|IP_PASSSEC|IP_TRANSPARENT|IP_ORIGDSTADDR|IP_MINTTL|IP_NODEFRAG|IP_CHECKSUM|IP_BIND_ADDRESS_NO_PORT|IP_RECVFRAGSIZE| \
	IP_RECVERR_RFC4884|IP_MULTICAST_TTL|IP_MULTICAST_LOOP|IP_MULTICAST_ALL|MRT_INIT|MRT_VERSION|MRT_ASSERT|MRT_PIM|MRT_TABLE|MRT_FLUSH
#define IP_MEMBERSHIPS IP_ADD_MEMBERSHIP|IP_DROP_MEMBERSHIP
#define IP_SOURCES IP_UNBLOCK_SOURCE|IP_BLOCK_SOURCE|IP_ADD_SOURCE_MEMBERSHIP|IP_DROP_SOURCE_MEMBERSHIP
#define GROUP_SOURCES MCAST_BLOCK_SOURCE|MCAST_UNBLOCK_SOURCE|MCAST_JOIN_SOURCE_GROUP|MCAST_LEAVE_SOURCE_GROUP
CHOICE(set_ip, optname,
	WITH_LIST(IP_INTS, SET_AS(ip)),
	WITH(MCAST_JOIN_GROUP|MCAST_LEAVE_GROUP, SET_STRUCT(group_req)),
	WITH_LIST(GROUP_SOURCES, SET_STRUCT(group_source_req)),
	WITH(MCAST_MSFILTER, SET_STRUCT(group_filter)),
	/* net/ipv4/ip_sockglue.c takes a struct ip_mreqn if the length is that of one. */
	WITH_LIST(IP_MEMBERSHIPS, SET_NEWER(ip_mreq, ip_mreqn, 12)),
	WITH(IP_MULTICAST_IF, IN(optval, option_ipv4, LEN(optlen), WHEN(optlen, BELOW, 8)),
		IN(optval, ip_mreq, LEN(optlen), UNION_WITH_PREVIOUS, WHEN(optlen, IS, 8|9|10|11)),
		IN(optval, ip_mreqn, LEN(optlen), UNION_WITH_PREVIOUS, WHEN(optlen, NOT_BELOW, 12))),
	WITH_LIST(IP_SOURCES, SET_STRUCT(ip_mreq_source)),
	WITH(IP_MSFILTER, SET_STRUCT(ip_msfilter)),
	WITH(IP_UNICAST_IF, SET_AS(net32)),
	WITH(IP_OPTIONS|IP_IPSEC_POLICY|IP_XFRM_POLICY, SET_AS(bytes)),
	WITH(IP_LOCAL_PORT_RANGE, SET_STRUCT(port_range)),
	WITH(MRT_ADD_VIF|MRT_DEL_VIF, SET_STRUCT(vifctl)),
	WITH(MRT_ADD_MFC|MRT_DEL_MFC|MRT_ADD_MFC_PROXY|MRT_DEL_MFC_PROXY, SET_STRUCT(mfcctl)),
	WITH(IPT_SO_SET_REPLACE, SET_STRUCT(ipt_replace)),
	WITH(IPT_SO_SET_ADD_COUNTERS|ARPT_SO_SET_ADD_COUNTERS, SET_STRUCT(xt_counters_info)),
	WITH(EBT_SO_SET_ENTRIES|EBT_SO_SET_COUNTERS, SET_STRUCT(ebt_replace)),
	WITH(ARPT_SO_SET_REPLACE, SET_AS(bytes)),
	OTHERWISE(SET_ANY));
CHOICE(get_ip, optname,
	WITH_LIST(IP_INTS, GET(ip_out)),
	WITH(IP_PROTOCOL, GET(ip_protocol)),
	WITH(IP_LOCAL_PORT_RANGE, GET(port_range)),
	WITH(IP_MULTICAST_IF, GET(ipv4)),
	WITH(IP_UNICAST_IF, GET(net32)),
	WITH(IP_MSFILTER, GET_STRUCT(ip_msfilter)),
	WITH(MCAST_MSFILTER, GET_STRUCT(group_filter)),
	WITH(IP_OPTIONS|IP_PKTOPTIONS, GET(bytes)),
	/* The names that only getsockopt(2) has: ip_get_options.list. */
	WITH(80, GET_STRUCT(sockaddr)),
	WITH(64, GET_STRUCT(ipt_getinfo)),
	WITH(96, GET_STRUCT(arpt_getinfo)),
	WITH(65|97, GET_STRUCT(ipt_get_entries)),
	WITH(66|67|99, GET_STRUCT(xt_get_revision)),
	WITH(128|129|130|131, GET_STRUCT(ebt_replace)),
	OTHERWISE(GET_ANY));

/* ipv6(7), linux/in6.h, RFC 3542 */
#define IPV6_INTS \
	IPV6_ADDRFORM|IPV6_2292PKTINFO|IPV6_2292HOPOPTS|IPV6_2292DSTOPTS|IPV6_2292RTHDR|IPV6_CHECKSUM|IPV6_2292HOPLIMIT|IPV6_FLOWINFO| \
	IPV6_UNICAST_HOPS|IPV6_MULTICAST_HOPS|IPV6_MULTICAST_LOOP|IPV6_ROUTER_ALERT|IPV6_MTU_DISCOVER|IPV6_MTU|IPV6_RECVERR|IPV6_V6ONLY| \
	IPV6_MULTICAST_ALL|IPV6_ROUTER_ALERT_ISOLATE|IPV6_RECVERR_RFC4884|IPV6_FLOWINFO_SEND|IPV6_HDRINCL|IPV6_RECVPKTINFO|IPV6_RECVHOPLIMIT| \
	IPV6_HOPLIMIT|IPV6_RECVHOPOPTS|IPV6_RECVRTHDR|IPV6_RECVDSTOPTS|IPV6_RECVPATHMTU|IPV6_DONTFRAG|IPV6_USE_MIN_MTU|IPV6_RECVTCLASS|IPV6_TCLASS| \
	IPV6_AUTOFLOWLABEL|IPV6_MINHOPCOUNT|IPV6_ORIGDSTADDR|IPV6_TRANSPARENT|IPV6_RECVFRAGSIZE|IPV6_FREEBIND|MRT6_INIT|MRT6_VERSION|MRT6_ASSERT| \
	MRT6_PIM|MRT6_TABLE|MRT6_FLUSH
#define IPV6_HEADERS IPV6_HOPOPTS|IPV6_RTHDRDSTOPTS|IPV6_RTHDR|IPV6_DSTOPTS|IPV6_2292PKTOPTIONS|IPV6_AUTHHDR|IPV6_IPSEC_POLICY|IPV6_XFRM_POLICY
CHOICE(set_ipv6, optname,
	WITH_LIST(IPV6_INTS, SET_AS(int)),
	WITH(MCAST_JOIN_GROUP|MCAST_LEAVE_GROUP, SET_STRUCT(group_req)),
	WITH_LIST(GROUP_SOURCES, SET_STRUCT(group_source_req)),
	WITH(MCAST_MSFILTER, SET_STRUCT(group_filter)),
	WITH(IPV6_ADD_MEMBERSHIP|IPV6_DROP_MEMBERSHIP|IPV6_JOIN_ANYCAST|IPV6_LEAVE_ANYCAST, SET_STRUCT(ipv6_mreq)),
	WITH(IPV6_MULTICAST_IF, SET_AS(interface)),
	WITH(IPV6_UNICAST_IF, SET_AS(net32)),
	WITH(IPV6_PKTINFO, SET_STRUCT(in6_pktinfo)),
	WITH(IPV6_NEXTHOP, SET_STRUCT(sockaddr)),
	WITH(IPV6_FLOWLABEL_MGR, SET_STRUCT(in6_flowlabel_req)),
	WITH(IPV6_ADDR_PREFERENCES, SET_AS(prefer_src)),
	WITH_LIST(IPV6_HEADERS, SET_AS(bytes)),
	WITH(MRT6_ADD_MIF, SET_STRUCT(mif6ctl)),
	WITH(MRT6_DEL_MIF, SET_AS(u16)),
	WITH(MRT6_ADD_MFC|MRT6_DEL_MFC|MRT6_ADD_MFC_PROXY|MRT6_DEL_MFC_PROXY, SET_STRUCT(mf6cctl)),
	WITH(IP6T_SO_SET_REPLACE, SET_STRUCT(ipt_replace)),
	WITH(IP6T_SO_SET_ADD_COUNTERS, SET_STRUCT(xt_counters_info)),
	OTHERWISE(SET_ANY));
CHOICE(get_ipv6, optname,
	WITH_LIST(IPV6_INTS, GET(int)),
	WITH(MCAST_MSFILTER, GET_STRUCT(group_filter)),
	WITH(IPV6_MULTICAST_IF, GET(interface)),
	WITH(IPV6_UNICAST_IF, GET(net32)),
	WITH(IPV6_PKTINFO, GET_STRUCT(in6_pktinfo)),
	WITH(IPV6_NEXTHOP, GET_STRUCT(sockaddr)),
	WITH(IPV6_PATHMTU, GET_STRUCT(ip6_mtuinfo)),
	WITH(IPV6_FLOWLABEL_MGR, GET_STRUCT(in6_flowlabel_req)),
	WITH(IPV6_ADDR_PREFERENCES, GET(prefer_src)),
	WITH_LIST(IPV6_HEADERS, GET(bytes)),
	/* ipv6_get_options.list */
	WITH(80, GET_STRUCT(sockaddr)),
	WITH(64, GET_STRUCT(ipt_getinfo)),
	WITH(65, GET_STRUCT(ipt_get_entries)),
	WITH(68|69, GET_STRUCT(xt_get_revision)),
	OTHERWISE(GET_ANY));

/* packet(7), linux/if_packet.h */
#define PACKET_INTS \
	PACKET_RECV_OUTPUT|PACKET_COPY_THRESH|PACKET_AUXDATA|PACKET_ORIGDEV|PACKET_HDRLEN|PACKET_RESERVE|PACKET_LOSS|PACKET_VNET_HDR| \
	PACKET_TX_TIMESTAMP|PACKET_TIMESTAMP|PACKET_TX_HAS_OFF|PACKET_QDISC_BYPASS|PACKET_IGNORE_OUTGOING|PACKET_VNET_HDR_SZ
CHOICE(set_packet, optname,
	WITH_LIST(PACKET_INTS, SET_AS(int)),
	WITH(PACKET_ADD_MEMBERSHIP|PACKET_DROP_MEMBERSHIP, SET_STRUCT(packet_mreq)),
	WITH(PACKET_RX_RING|PACKET_TX_RING, SET_NEWER(tpacket_req, tpacket_req3, 17)),
	WITH(PACKET_VERSION, SET_AS(packet_version)),
	WITH(PACKET_FANOUT, SET_STRUCT(fanout_args)),
	/* A program of BPF is a descriptor, one of classic BPF is not. */
	WITH(PACKET_FANOUT_DATA, SET_NEWER(option_fd, sock_fprog, 8)),
	OTHERWISE(SET_ANY));
CHOICE(get_packet, optname,
	WITH_LIST(PACKET_INTS, GET(int)),
	WITH(PACKET_STATISTICS, GET_STRUCT(tpacket_stats_v3)),
	WITH(PACKET_VERSION, GET(packet_version)),
	WITH(PACKET_FANOUT, GET_STRUCT(fanout_args)),
	WITH(PACKET_ROLLOVER_STATS, GET_STRUCT(tpacket_rollover_stats)),
	OTHERWISE(GET_ANY));
CHOICE(set_tipc, optname,
	WITH(TIPC_IMPORTANCE, SET(tipc_importance)),
	WITH(TIPC_GROUP_JOIN, SET_STRUCT(tipc_group_req)),
	OTHERWISE(IN(optval, int, PTR)));
CHOICE(get_tipc, optname,
	WITH(TIPC_IMPORTANCE, OUT(optval, tipc_importance, WHEN(*optlen, ABOVE, 3), OR_ADDRESS)),
	WITH(TIPC_GROUP_JOIN, GET_STRUCT(tipc_group_req)),
	OTHERWISE(OUT(optval, int, WHEN(*optlen, ABOVE, 0), OR_ADDRESS)));

/* tcp(7), linux/tcp.h; Documentation/networking/tls.rst for TCP_ULP */
#define TCP_INTS \
	TCP_NODELAY|TCP_MAXSEG|TCP_CORK|TCP_KEEPIDLE|TCP_KEEPINTVL|TCP_KEEPCNT|TCP_SYNCNT|TCP_LINGER2|TCP_DEFER_ACCEPT|TCP_WINDOW_CLAMP| \
	TCP_QUICKACK|TCP_THIN_LINEAR_TIMEOUTS|TCP_THIN_DUPACK|TCP_USER_TIMEOUT|TCP_REPAIR|TCP_REPAIR_QUEUE|TCP_FASTOPEN|TCP_NOTSENT_LOWAT| \
	TCP_SAVE_SYN|TCP_FASTOPEN_CONNECT|TCP_FASTOPEN_NO_COOKIE|TCP_INQ|TCP_TX_DELAY|TCP_IS_MPTCP|TCP_RTO_MAX_MS|TCP_RTO_MIN_US|TCP_DELACK_MAX_US
#define TCP_BYTES TCP_CONGESTION|TCP_ULP|TCP_FASTOPEN_KEY|TCP_COOKIE_TRANSACTIONS
CHOICE(set_tcp, optname,
	WITH_LIST(TCP_INTS, SET_AS(int)),
	WITH_LIST(TCP_BYTES, SET_AS(bytes)),
	WITH(TCP_QUEUE_SEQ|TCP_TIMESTAMP, SET_AS(uint)),
	WITH(TCP_MD5SIG|TCP_MD5SIG_EXT, SET_STRUCT(tcp_md5sig)),
	WITH(TCP_REPAIR_OPTIONS, SET_AS(repair_opts)),
	WITH(TCP_REPAIR_WINDOW, SET_STRUCT(tcp_repair_window)),
	WITH(TCP_AO_ADD_KEY, SET_STRUCT(tcp_ao_add)),
	WITH(TCP_AO_DEL_KEY, SET_STRUCT(tcp_ao_del)),
	WITH(TCP_AO_INFO, SET_STRUCT(tcp_ao_info_opt)),
	WITH(TCP_AO_REPAIR, SET_STRUCT(tcp_ao_repair)),
	OTHERWISE(SET_ANY));
CHOICE(get_tcp, optname,
	WITH_LIST(TCP_INTS, GET(int)),
	/* The struct of TCP_CC_INFO depends on the algorithm. */
	WITH_LIST(TCP_BYTES, GET(bytes)),
	WITH(TCP_CC_INFO|TCP_SAVED_SYN, GET(bytes)),
	WITH(TCP_QUEUE_SEQ|TCP_TIMESTAMP, GET(uint)),
	WITH(TCP_INFO, GET_STRUCT(tcp_info)),
	WITH(TCP_REPAIR_WINDOW, GET_STRUCT(tcp_repair_window)),
	WITH(TCP_ZEROCOPY_RECEIVE, GET_STRUCT(tcp_zerocopy_receive)),
	WITH(TCP_AO_INFO, GET_STRUCT(tcp_ao_info_opt)),
	WITH(TCP_AO_GET_KEYS, GET(ao_keys)),
	WITH(TCP_AO_REPAIR, GET_STRUCT(tcp_ao_repair)),
	OTHERWISE(GET_ANY));
CHOICE(get_netlink, optname,
	WITH(NETLINK_LIST_MEMBERSHIPS, OUT(optval, uint, COUNT_WHOLE(*optlen, 4), WHEN(*optlen, ABOVE, 0), OR_ADDRESS)),
	OTHERWISE(OUT(optval, int, WHEN(*optlen, ABOVE, 0), OR_ADDRESS)));

/*
 * Levels with few types. An option has the same type for both calls: BOTH_CHOICES makes set_NAME
 * and get_NAME of one list.
 */
#define BOTH_CHOICES(name) \
	CHOICE(set_##name, optname, name##_TYPES(SET_AS, SET_STRUCT), OTHERWISE(SET_ANY)); \
	CHOICE(get_##name, optname, name##_TYPES(GET, GET_STRUCT), OTHERWISE(GET_ANY))
#define udp_TYPES(as, structure) WITH(UDP_CORK|UDP_ENCAP|UDP_NO_CHECK6_TX|UDP_NO_CHECK6_RX|UDP_SEGMENT|UDP_GRO, as(int))
#define vsock_TYPES(as, structure) \
	WITH(SO_VM_SOCKETS_BUFFER_SIZE|SO_VM_SOCKETS_BUFFER_MIN_SIZE|SO_VM_SOCKETS_BUFFER_MAX_SIZE, as(u64)), \
	WITH(SO_VM_SOCKETS_PEER_HOST_VM_ID, as(uint)), \
	WITH(SO_VM_SOCKETS_TRUSTED|SO_VM_SOCKETS_NONBLOCK_TXRX, as(int)), \
	WITH(SO_VM_SOCKETS_CONNECT_TIMEOUT_OLD, structure(option_timeval)), \
	WITH(SO_VM_SOCKETS_CONNECT_TIMEOUT_NEW, structure(option_timeval64))
#define can_raw_TYPES(as, structure) \
	WITH(CAN_RAW_FILTER, as(can_filters)), \
	WITH(CAN_RAW_ERR_FILTER, as(can_errors)), \
	WITH(CAN_RAW_LOOPBACK|CAN_RAW_RECV_OWN_MSGS|CAN_RAW_FD_FRAMES|CAN_RAW_JOIN_FILTERS|CAN_RAW_XL_FRAMES, as(int)), \
	WITH(CAN_RAW_XL_VCID_OPTS, as(u8s))
#define sctp_TYPES(as, structure) \
	WITH(SCTP_NODELAY|SCTP_AUTOCLOSE|SCTP_DISABLE_FRAGMENTS|SCTP_I_WANT_MAPPED_V4_ADDR|SCTP_FRAGMENT_INTERLEAVE|SCTP_PARTIAL_DELIVERY_POINT| \
		SCTP_GET_ASSOC_NUMBER|SCTP_AUTO_ASCONF|SCTP_RECVRCVINFO|SCTP_RECVNXTINFO|SCTP_REUSE_PORT, as(int)), \
	WITH(SCTP_RTOINFO, structure(sctp_rtoinfo)), \
	WITH(SCTP_ASSOCINFO, structure(sctp_assocparams)), \
	WITH(SCTP_INITMSG, structure(sctp_initmsg)), \
	WITH(SCTP_SET_PEER_PRIMARY_ADDR, structure(sctp_setpeerprim)), \
	WITH(SCTP_PRIMARY_ADDR, structure(sctp_prim)), \
	WITH(SCTP_ADAPTATION_LAYER, structure(sctp_setadaptation)), \
	WITH(SCTP_PEER_ADDR_PARAMS, structure(sctp_paddrparams)), \
	WITH(SCTP_DEFAULT_SEND_PARAM, structure(sctp_sndrcvinfo)), \
	WITH(SCTP_EVENTS, structure(sctp_event_subscribe)), \
	/* RFC 6458: a number alone is an older form of these. */ \
	WITH(SCTP_MAXSEG|SCTP_MAX_BURST|SCTP_CONTEXT, structure(sctp_assoc_value)), \
	WITH(SCTP_STATUS, structure(sctp_status)), \
	WITH(SCTP_GET_PEER_ADDR_INFO, structure(sctp_paddrinfo)), \
	WITH(SCTP_DELAYED_SACK, structure(sctp_sack_info)), \
	WITH(SCTP_AUTH_CHUNK, structure(sctp_authchunk)), \
	WITH(SCTP_HMAC_IDENT, structure(sctp_hmacalgo)), \
	WITH(SCTP_AUTH_KEY, structure(sctp_authkey)), \
	WITH(SCTP_AUTH_ACTIVE_KEY|SCTP_AUTH_DELETE_KEY|SCTP_AUTH_DEACTIVATE_KEY, structure(sctp_authkeyid)), \
	WITH(SCTP_PEER_AUTH_CHUNKS|SCTP_LOCAL_AUTH_CHUNKS, structure(sctp_authchunks)), \
	WITH(SCTP_GET_ASSOC_ID_LIST, structure(sctp_assoc_ids)), \
	WITH(SCTP_PEER_ADDR_THLDS, structure(sctp_paddrthlds)), \
	WITH(SCTP_PEER_ADDR_THLDS_V2, structure(sctp_paddrthlds_v2)), \
	WITH(SCTP_DEFAULT_SNDINFO, structure(sctp_sndinfo)), \
	WITH(SCTP_GET_PEER_ADDRS|SCTP_GET_LOCAL_ADDRS, structure(sctp_getaddrs)), \
	WITH(SCTP_SOCKOPT_CONNECTX3, structure(sctp_getaddrs_old)), \
	WITH(SCTP_SOCKOPT_BINDX_ADD|SCTP_SOCKOPT_BINDX_REM|SCTP_SOCKOPT_CONNECTX|SCTP_SOCKOPT_CONNECTX_OLD, as(bytes)), \
	WITH(SCTP_GET_ASSOC_STATS, structure(sctp_assoc_stats)), \
	WITH(SCTP_PR_SUPPORTED|SCTP_RECONFIG_SUPPORTED|SCTP_ENABLE_STREAM_RESET|SCTP_STREAM_SCHEDULER|SCTP_INTERLEAVING_SUPPORTED|SCTP_ASCONF_SUPPORTED| \
		SCTP_AUTH_SUPPORTED|SCTP_ECN_SUPPORTED|SCTP_EXPOSE_POTENTIALLY_FAILED_STATE, structure(sctp_assoc_value)), \
	WITH(SCTP_DEFAULT_PRINFO, structure(sctp_default_prinfo)), \
	WITH(SCTP_PR_ASSOC_STATUS|SCTP_PR_STREAM_STATUS, structure(sctp_prstatus)), \
	WITH(SCTP_RESET_STREAMS, structure(sctp_reset_streams)), \
	WITH(SCTP_ADD_STREAMS, structure(sctp_add_streams)), \
	WITH(SCTP_STREAM_SCHEDULER_VALUE, structure(sctp_stream_value)), \
	WITH(SCTP_EVENT, structure(sctp_event)), \
	WITH(SCTP_REMOTE_UDP_ENCAPS_PORT, structure(sctp_udpencaps)), \
	WITH(SCTP_PLPMTUD_PROBE_INTERVAL, structure(sctp_probeinterval))
#define rds_TYPES(as, structure) \
	WITH(RDS_CANCEL_SENT_TO, structure(sockaddr)), \
	WITH(RDS_GET_MR, structure(rds_get_mr_args)), \
	WITH(RDS_GET_MR_FOR_DEST, structure(rds_get_mr_for_dest_args)), \
	WITH(RDS_FREE_MR, structure(rds_free_mr_args)), \
	WITH(RDS_RECVERR|RDS_CONG_MONITOR|SO_RDS_TRANSPORT, as(int))
#define dccp_TYPES(as, structure) \
	WITH(DCCP_SOCKOPT_SERVICE, as(services)), \
	WITH(DCCP_SOCKOPT_AVAILABLE_CCIDS|DCCP_SOCKOPT_CCID|DCCP_SOCKOPT_TX_CCID|DCCP_SOCKOPT_RX_CCID, as(u8s))
#define rxrpc_TYPES(as, structure) \
	WITH(RXRPC_SECURITY_KEY|RXRPC_SECURITY_KEYRING, as(bytes)), \
	WITH(RXRPC_UPGRADEABLE_SERVICE, as(u16s))
/* net/bluetooth/bluetooth.h of libbluetooth */
#define bluetooth_TYPES(as, structure) \
	WITH(BT_SECURITY|BT_POWER, as(u8s)), \
	WITH(BT_VOICE|BT_SNDMTU|BT_RCVMTU, as(u16))
#define alg_TYPES(as, structure) \
	WITH(ALG_SET_KEY|ALG_SET_DRBG_ENTROPY, as(bytes)), \
	WITH(ALG_SET_KEY_BY_KEY_SERIAL, as(key))
#define tls_TYPES(as, structure) \
	WITH(TLS_TX|TLS_RX, structure(tls_crypto)), \
	WITH(TLS_TX_MAX_PAYLOAD_LEN, as(u16))
#define xdp_TYPES(as, structure) \
	WITH(XDP_MMAP_OFFSETS, structure(xdp_mmap_offsets)), \
	WITH(XDP_UMEM_REG, structure(xdp_umem_reg)), \
	WITH(XDP_STATISTICS, structure(xdp_statistics))
#define mptcp_TYPES(as, structure) \
	WITH(MPTCP_INFO, structure(mptcp_info)), \
	WITH(MPTCP_TCPINFO|MPTCP_SUBFLOW_ADDRS, structure(mptcp_subflow_data)), \
	WITH(MPTCP_FULL_INFO, structure(mptcp_full_info))
#define ax25_TYPES(as, structure) WITH(SO_BINDTODEVICE, as(bytes))
#define icmp6_TYPES(as, structure) WITH(ICMPV6_FILTER, as(icmp6))
BOTH_CHOICES(udp); BOTH_CHOICES(vsock); BOTH_CHOICES(can_raw); BOTH_CHOICES(sctp); BOTH_CHOICES(rds); BOTH_CHOICES(dccp); BOTH_CHOICES(rxrpc);
BOTH_CHOICES(bluetooth); BOTH_CHOICES(alg); BOTH_CHOICES(tls); BOTH_CHOICES(xdp); BOTH_CHOICES(mptcp); BOTH_CHOICES(ax25); BOTH_CHOICES(icmp6);

/* Levels of which all options are numbers are without a choice. */
#define LEVELS_ALIKE(way, any) \
	WITH(SOL_UDP, IN(optname, udp_options), CHOOSE(way##_udp)), \
	WITH(AF_VSOCK, IN(optname, vsock_options), CHOOSE(way##_vsock)), \
	WITH(SOL_CAN_RAW, IN(optname, can_raw_options), CHOOSE(way##_can_raw)), \
	WITH(SOL_SCTP, IN(optname, sctp_options), CHOOSE(way##_sctp)), \
	WITH(SOL_IPX, IN(optname, ipx_options), any), \
	WITH(SOL_AX25, IN(optname, ax25_options), CHOOSE(way##_ax25)), \
	WITH(SOL_IRDA, IN(optname, irda_options), any), \
	WITH(SOL_LLC, IN(optname, llc_options), any), \
	WITH(SOL_DCCP, IN(optname, dccp_options), CHOOSE(way##_dccp)), \
	WITH(SOL_RXRPC, IN(optname, rxrpc_options), CHOOSE(way##_rxrpc)), \
	WITH(SOL_PPPOL2TP, IN(optname, pppol2tp_options), any), \
	WITH(SOL_BLUETOOTH, IN(optname, bluetooth_options), CHOOSE(way##_bluetooth)), \
	WITH(SOL_PNPIPE, IN(optname, pnpipe_options), any), \
	WITH(SOL_RDS, IN(optname, rds_options), CHOOSE(way##_rds)), \
	WITH(SOL_IUCV, IN(optname, iucv_options), any), \
	WITH(SOL_CAIF, IN(optname, caif_options), any), \
	WITH(SOL_ALG, IN(optname, alg_options), CHOOSE(way##_alg)), \
	WITH(SOL_NFC, IN(optname, nfc_options), any), \
	WITH(SOL_KCM, IN(optname, kcm_options), any), \
	WITH(SOL_TLS, IN(optname, tls_options), CHOOSE(way##_tls)), \
	WITH(SOL_XDP, IN(optname, xdp_options), CHOOSE(way##_xdp)), \
	WITH(SOL_MPTCP, IN(optname, mptcp_options), CHOOSE(way##_mptcp)), \
	WITH(SOL_MCTP, IN(optname, mctp_options), any), \
	WITH(SOL_SMC, IN(optname, smc_options), any), \
	WITH(SOL_ICMPV6, IN(optname, icmp6_options), CHOOSE(way##_icmp6)), \
	OTHERWISE(IN(optname, uint), any)
CHOICE(set_raw, optname, WITH(ICMP_FILTER, SET_STRUCT(icmp_filter)), OTHERWISE(SET_ANY));
CHOICE(get_raw, optname, WITH(ICMP_FILTER, GET_STRUCT(icmp_filter)), OTHERWISE(GET_ANY));
CHOICE(set_option, level,
	WITH(SOL_RAW, IN(optname, raw_options), CHOOSE(set_raw)),
	WITH(SOL_SOCKET, IN(optname, so_options), CHOOSE(set_socket)),
	WITH(SOL_IP, IN(optname, ip_options), CHOOSE(set_ip)),
	WITH(SOL_IPV6, IN(optname, ipv6_options), CHOOSE(set_ipv6)),
	WITH(SOL_NETLINK, IN(optname, netlink_options), SET(int)),
	WITH(SOL_PACKET, IN(optname, packet_options), CHOOSE(set_packet)),
	WITH(SOL_TCP, IN(optname, tcp_options), CHOOSE(set_tcp)),
	WITH(SOL_TIPC, IN(optname, tipc_options), CHOOSE(set_tipc)),
	LEVELS_ALIKE(set, SET_ANY));
/* Some numbers have another name in getsockopt(2). */
#define GET_NAMED(prefix, values) \
	IN(optname, prefix##_options, WHEN(optname, IS_NOT, values)), \
	IN(optname, prefix##_get_options, UNION_WITH_PREVIOUS, WHEN(optname, IS, values))
CHOICE(get_option, level,
	WITH(SOL_RAW, IN(optname, raw_options), CHOOSE(get_raw)),
	WITH(SOL_SOCKET, GET_NAMED(so, SO_ATTACH_FILTER), CHOOSE(get_socket)),
	WITH(SOL_IP, GET_NAMED(ip, 64|65|66|67|80|96|97|99|128|129|130|131), CHOOSE(get_ip)),
	WITH(SOL_IPV6, GET_NAMED(ipv6, 64|65|68|69|80), CHOOSE(get_ipv6)),
	WITH(SOL_NETLINK, IN(optname, netlink_options), CHOOSE(get_netlink)),
	WITH(SOL_PACKET, IN(optname, packet_options), CHOOSE(get_packet)),
	WITH(SOL_TCP, IN(optname, tcp_options), CHOOSE(get_tcp)),
	WITH(SOL_TIPC, IN(optname, tipc_options), CHOOSE(get_tipc)),
	LEVELS_ALIKE(get, GET_ANY));
SYSCALL(setsockopt, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(level, socket_levels), CHOOSE(set_option), IN(optlen, int));
SYSCALL(getsockopt, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(level, socket_levels), CHOOSE(get_option), INOUT(optlen, int, ON_ERROR));
