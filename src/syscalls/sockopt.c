/* SPDX-License-Identifier: MIT */
/* Options of sockets: a level, an option of that level, and a value. Both decide its type. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE_AS(linger, PARTS(MIN_SIZE(1), CUT(BYTES)), IN(l_onoff, int), IN(l_linger, int));
STRUCT_TYPE(ip_mreq, IN(imr_multiaddr, ipv4), IN(imr_interface, ipv4));
STRUCT_TYPE(ipv6_mreq, IN(ipv6mr_multiaddr, ipv6), IN(ipv6mr_interface, interface));
/* The address is aligned as a pointer is. */
static const struct type t_group_req = { .name = "group_req", .kind = KIND_STRUCT, MEMBERS(
	IN(gr_interface, interface), IN(aligned, address, LOOKUP), IN(gr_group, sockaddr, UNION_WITH_PREVIOUS, LEN_IS(128))) };
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
/* By default, a value of four bytes is a number. Other values are bytes. */
const struct type t_option = { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_int) };
const struct type t_option_out = { .name = "option", .kind = KIND_BYTES, BYTES(.whole = &t_int), AS(option_out) };
/* The kernel fills as many bytes of a number as the buffer has. */
#define NUMBER_OUT(t) { .name = "option", .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_##t, .if_longer = true), AS(option_out) }
static const struct type t_option_int = NUMBER_OUT(int);
static const struct type t_option_errno = NUMBER_OUT(errno);
static const struct type t_option_fd = NUMBER_OUT(fd);
static const struct type t_option_tx_rehash = NUMBER_OUT(tx_rehash);

/* A number of four bytes, or bytes. */
static ENUM_TYPE(ip_protocols32, ip_protocols, U32);
static const struct type t_option_ip_protocol = { .name = "option", .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_ip_protocols32), AS(option_out) };
STRUCT_TYPE(tipc_group_req, IN(type, uint), IN(instance, uint), IN(scope, tipc_scopes), IN(flags, tipc_group_flags));
/* linux/tcp.h: a key of the TCP authentication option. Missing bytes are zeros. */
STRUCT_TYPE_AS(tcp_ao_add, PARTS(MIN_SIZE(1), EXTENSIBLE, ALIGN(8),
		VIEW(ORDER(addr, prefix, alg_name, ifindex, set_current, set_rnext, reserved, reserved2, sndid, rcvid, maclen, keyflags, key, keylen),
			NONZERO(reserved, reserved2))),
	IN(addr, sockaddr, LEN_IS(128)), AND(alg_name, text, LEN_IS(64)), AND(ifindex, interface),
	AND(set_current, uint, BITS(1)), AND(set_rnext, uint, BITS(1)), AND(reserved, hex32, BITS(30)), AND(reserved2, hex16),
	AND(prefix, u8), AND(sndid, u8), AND(rcvid, u8), AND(maclen, u8), AND(keyflags, tcp_ao_key_flags), AND(keylen, u8),
	AND(key_bytes, hex8, COUNT_IS(80), LOOKUP), AND(key, tcp_ao_key, LEN(keylen), UNION_WITH_PREVIOUS));

#define SET(type) IN(optval, type, PTR, WHEN(optlen, ABOVE, 3), OR_ADDRESS)
#define SET_ANY IN(optval, option, LEN_HUGE(optlen))
#define SET_STRUCT(type) IN(optval, type, LEN(optlen))
#define GET_ANY OUT(optval, option_out, LEN(*optlen))
#define GET(type) OUT(optval, option_##type, LEN(*optlen))
#define GET_STRUCT(type) OUT(optval, type, LEN(*optlen))

#define SO_INTS \
	SO_DEBUG|SO_REUSEADDR|SO_DONTROUTE|SO_BROADCAST|SO_SNDBUF|SO_RCVBUF|SO_KEEPALIVE|SO_OOBINLINE| \
	SO_NO_CHECK|SO_PRIORITY|SO_BSDCOMPAT|SO_REUSEPORT|SO_PASSCRED|SO_RCVLOWAT|SO_SNDLOWAT|SO_DETACH_FILTER| \
	SO_TIMESTAMP_OLD|SO_TIMESTAMPNS_OLD|SO_TIMESTAMPING_OLD|SO_TIMESTAMP_NEW|SO_TIMESTAMPNS_NEW|SO_TIMESTAMPING_NEW| \
	SO_ACCEPTCONN|SO_SNDBUFFORCE|SO_RCVBUFFORCE|SO_PASSSEC|SO_MARK|SO_RXQ_OVFL|SO_WIFI_STATUS| \
	SO_PEEK_OFF|SO_NOFCS|SO_LOCK_FILTER|SO_SELECT_ERR_QUEUE|SO_BUSY_POLL|SO_INCOMING_CPU|SO_CNX_ADVICE| \
	SO_INCOMING_NAPI_ID|SO_ZEROCOPY|SO_DETACH_REUSEPORT_BPF|SO_PREFER_BUSY_POLL|SO_BUSY_POLL_BUDGET|SO_RESERVE_MEM| \
	SO_RCVMARK|SO_PASSPIDFD|SO_RCVPRIORITY|SO_PASSRIGHTS|SO_INQ
CHOICE(set_socket, optname,
	WITH_LIST(SO_INTS, SET(int)),
	WITH(SO_TXREHASH, SET(tx_rehash)),
	/* The kernel refuses a shorter struct, but returns one. */
	WITH(SO_LINGER, IN(optval, linger, LEN(optlen), WHEN(optlen, ABOVE, 7), OR_ADDRESS)),
	WITH(SO_ATTACH_FILTER|SO_ATTACH_REUSEPORT_CBPF, SET_STRUCT(sock_fprog)),
	OTHERWISE(SET_ANY));
CHOICE(get_socket, optname,
	WITH_LIST(SO_INTS, GET(int)),
	WITH(SO_ERROR, GET(errno)),
	WITH(SO_TXREHASH, GET(tx_rehash)),
	WITH(SO_PEERPIDFD, GET(fd)),
	WITH(SO_LINGER, GET_STRUCT(linger)),
	WITH(SO_PEERCRED, GET_STRUCT(peercred)),
	WITH_VIEW(SO_ATTACH_FILTER, VIEW(ABBREV(optval)), OUT(optval, sock_filter, COUNT(*optlen), WHEN(*optlen, ABOVE, 0), OR_ADDRESS)),
	OTHERWISE(GET_ANY));
CHOICE(set_ip, optname,
	WITH(MCAST_JOIN_GROUP|MCAST_LEAVE_GROUP, SET_STRUCT(group_req)),
	WITH(IP_ADD_MEMBERSHIP|IP_DROP_MEMBERSHIP, SET_STRUCT(ip_mreq)),
	WITH(IP_LOCAL_PORT_RANGE, SET_STRUCT(port_range)),
	OTHERWISE(SET_ANY));
CHOICE(set_ipv6, optname,
	WITH(MCAST_JOIN_GROUP|MCAST_LEAVE_GROUP, SET_STRUCT(group_req)),
	WITH(IPV6_ADD_MEMBERSHIP|IPV6_DROP_MEMBERSHIP|IPV6_JOIN_ANYCAST|IPV6_LEAVE_ANYCAST, SET_STRUCT(ipv6_mreq)),
	OTHERWISE(SET_ANY));
CHOICE(set_packet, optname,
	WITH(PACKET_ADD_MEMBERSHIP|PACKET_DROP_MEMBERSHIP, SET_STRUCT(packet_mreq)),
	WITH(PACKET_RX_RING|PACKET_TX_RING, SET_STRUCT(tpacket_req)),
	OTHERWISE(SET_ANY));
CHOICE(get_packet, optname,
	WITH(PACKET_STATISTICS, GET_STRUCT(tpacket_stats_v3)),
	OTHERWISE(GET_ANY));
CHOICE(set_tipc, optname,
	WITH(TIPC_IMPORTANCE, SET(tipc_importance)),
	WITH(TIPC_GROUP_JOIN, SET_STRUCT(tipc_group_req)),
	OTHERWISE(IN(optval, int, PTR)));
CHOICE(get_tipc, optname,
	WITH(TIPC_IMPORTANCE, OUT(optval, tipc_importance, WHEN(*optlen, ABOVE, 3), OR_ADDRESS)),
	WITH(TIPC_GROUP_JOIN, GET_STRUCT(tipc_group_req)),
	OTHERWISE(OUT(optval, int, WHEN(*optlen, ABOVE, 0), OR_ADDRESS)));
CHOICE(set_tcp, optname,
	WITH(TCP_AO_ADD_KEY, SET_STRUCT(tcp_ao_add)),
	OTHERWISE(SET_ANY));
CHOICE(get_ip, optname,
	WITH(IP_PROTOCOL, GET(ip_protocol)),
	WITH(IP_LOCAL_PORT_RANGE, GET(port_range)),
	OTHERWISE(GET_ANY));
CHOICE(get_netlink, optname,
	WITH(NETLINK_LIST_MEMBERSHIPS, OUT(optval, uint, COUNT_WHOLE(*optlen, 4), WHEN(*optlen, ABOVE, 0), OR_ADDRESS)),
	OTHERWISE(OUT(optval, int, WHEN(*optlen, ABOVE, 0), OR_ADDRESS)));

#define LEVELS_ALIKE(any) \
	WITH(SOL_UDP, IN(optname, udp_options), any), \
	WITH(AF_VSOCK, IN(optname, vsock_options), any), \
	WITH(SOL_CAN_RAW, IN(optname, can_raw_options), any), \
	WITH(SOL_SCTP, IN(optname, sctp_options), any), \
	WITH(SOL_IPX, IN(optname, ipx_options), any), \
	WITH(SOL_AX25, IN(optname, ax25_options), any), \
	WITH(SOL_IRDA, IN(optname, irda_options), any), \
	WITH(SOL_LLC, IN(optname, llc_options), any), \
	WITH(SOL_DCCP, IN(optname, dccp_options), any), \
	WITH(SOL_RXRPC, IN(optname, rxrpc_options), any), \
	WITH(SOL_PPPOL2TP, IN(optname, pppol2tp_options), any), \
	WITH(SOL_BLUETOOTH, IN(optname, bluetooth_options), any), \
	WITH(SOL_PNPIPE, IN(optname, pnpipe_options), any), \
	WITH(SOL_RDS, IN(optname, rds_options), any), \
	WITH(SOL_IUCV, IN(optname, iucv_options), any), \
	WITH(SOL_CAIF, IN(optname, caif_options), any), \
	WITH(SOL_ALG, IN(optname, alg_options), any), \
	WITH(SOL_NFC, IN(optname, nfc_options), any), \
	WITH(SOL_KCM, IN(optname, kcm_options), any), \
	WITH(SOL_TLS, IN(optname, tls_options), any), \
	WITH(SOL_XDP, IN(optname, xdp_options), any), \
	WITH(SOL_MPTCP, IN(optname, mptcp_options), any), \
	WITH(SOL_MCTP, IN(optname, mctp_options), any), \
	WITH(SOL_SMC, IN(optname, smc_options), any), \
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
	LEVELS_ALIKE(SET_ANY));
/* Some numbers have another name in getsockopt(2). */
#define GET_NAMED(prefix, values) \
	IN(optname, prefix##_options, WHEN(optname, IS_NOT, values)), \
	IN(optname, prefix##_get_options, UNION_WITH_PREVIOUS, WHEN(optname, IS, values))
CHOICE(get_option, level,
	WITH(SOL_RAW, IN(optname, raw_options), CHOOSE(get_raw)),
	WITH(SOL_SOCKET, GET_NAMED(so, SO_ATTACH_FILTER), CHOOSE(get_socket)),
	WITH(SOL_IP, GET_NAMED(ip, 64|65|66|67|96|97|99|128|129|130|131), CHOOSE(get_ip)),
	WITH(SOL_IPV6, GET_NAMED(ipv6, 64|65|68|69), GET_ANY),
	WITH(SOL_NETLINK, IN(optname, netlink_options), CHOOSE(get_netlink)),
	WITH(SOL_PACKET, IN(optname, packet_options), CHOOSE(get_packet)),
	WITH(SOL_TCP, IN(optname, tcp_options), GET_ANY),
	WITH(SOL_TIPC, IN(optname, tipc_options), CHOOSE(get_tipc)),
	LEVELS_ALIKE(GET_ANY));
SYSCALL(setsockopt, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(level, socket_levels), CHOOSE(set_option), IN(optlen, int));
SYSCALL(getsockopt, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(level, socket_levels), CHOOSE(get_option), INOUT(optlen, int, ON_ERROR));
