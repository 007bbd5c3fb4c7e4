/* SPDX-License-Identifier: MIT */
/* Options of sockets: a level, an option of that level, a value whose type both decide. */
#include "syscalls/hooks.h"
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(linger, IN(l_onoff, int), IN(l_linger, int));
STRUCT_TYPE(ip_mreq, IN(imr_multiaddr, ipv4), IN(imr_interface, ipv4));
STRUCT_TYPE(ipv6_mreq, IN(ipv6mr_multiaddr, ipv6), IN(ipv6mr_interface, int));
STRUCT_TYPE(tpacket_stats, IN(tp_packets, uint), IN(tp_drops, uint));

/* A value of four bytes is a number, anything longer a string; what is shorter than four is not shown. */
#define SET_INT IN(optval, int, PTR, WHEN(optlen, ABOVE, 3), OR_ADDRESS)
#define SET_BYTES IN(optval, bytes, LEN(optlen))
#define SET_ANY \
	IN(optval, int, PTR, WHEN(optlen, IS, 4)), IN(optval, bytes, OVERLAY, LEN(optlen), WHEN(optlen, ABOVE, 4)), \
	IN(optval, address, OVERLAY, WHEN_TEST(hook_optlen_is_small))
#define SET_STRUCT(type) IN(optval, type, LEN(optlen))
#define GET_INT OUT(optval, int, WHEN(*optlen, ABOVE, 3)), OUT(optval, hex_bytes, OVERLAY, LEN(*optlen), WHEN_TEST(hook_optlen_is_short))
#define GET_BYTES OUT(optval, bytes, LEN(*optlen))
#define GET_ANY \
	OUT(optval, int, WHEN_TEST(hook_has_int)), \
	OUT(optval, bytes, OVERLAY, LEN(*optlen), WHEN_TEST(hook_has_no_int))
#define GET_STRUCT(type) OUT(optval, type, LEN(*optlen))

#define SO_INTS \
	SO_DEBUG|SO_REUSEADDR|SO_TYPE|SO_DONTROUTE|SO_BROADCAST|SO_SNDBUF|SO_RCVBUF|SO_KEEPALIVE|SO_OOBINLINE| \
	SO_NO_CHECK|SO_PRIORITY|SO_BSDCOMPAT|SO_REUSEPORT|SO_PASSCRED|SO_RCVLOWAT|SO_SNDLOWAT|SO_DETACH_FILTER| \
	SO_TIMESTAMP_OLD|SO_TIMESTAMPNS_OLD|SO_TIMESTAMPING_OLD|SO_TIMESTAMP_NEW|SO_TIMESTAMPNS_NEW|SO_TIMESTAMPING_NEW| \
	SO_ACCEPTCONN|SO_SNDBUFFORCE|SO_RCVBUFFORCE|SO_PASSSEC|SO_MARK|SO_PROTOCOL|SO_DOMAIN|SO_RXQ_OVFL|SO_WIFI_STATUS| \
	SO_PEEK_OFF|SO_NOFCS|SO_LOCK_FILTER|SO_SELECT_ERR_QUEUE|SO_BUSY_POLL|SO_BPF_EXTENSIONS|SO_INCOMING_CPU| \
	SO_ATTACH_BPF|SO_ATTACH_REUSEPORT_EBPF|SO_INCOMING_NAPI_ID|SO_ZEROCOPY|SO_BINDTOIFINDEX|SO_DETACH_REUSEPORT_BPF| \
	SO_PREFER_BUSY_POLL|SO_BUSY_POLL_BUDGET|SO_RESERVE_MEM|SO_TXREHASH|SO_RCVMARK
CHOICE(set_socket, optname,
	WITH_LIST(SO_INTS, SET_INT),
	WITH(SO_ERROR, SET_INT),
	WITH(SO_LINGER, SET_STRUCT(linger)),
	WITH(SO_ATTACH_FILTER|SO_ATTACH_REUSEPORT_CBPF, SET_STRUCT(sock_fprog)),
	WITH(SO_BINDTODEVICE, SET_BYTES),
	OTHERWISE(SET_ANY));
CHOICE(get_socket, optname,
	WITH_LIST(SO_INTS, GET_INT),
	WITH(SO_ERROR, OUT(optval, errno, WHEN(*optlen, ABOVE, 3), OR_ADDRESS)),
	WITH(SO_LINGER, GET_STRUCT(linger)),
	WITH(SO_PEERCRED, GET_STRUCT(ucred)),
	WITH(SO_ATTACH_FILTER, OUT(optval, address)),
	WITH(SO_BINDTODEVICE, GET_BYTES),
	OTHERWISE(GET_ANY));
CHOICE(set_ip, optname,
	WITH(MCAST_JOIN_GROUP|MCAST_LEAVE_GROUP, IN(optval, address)),
	WITH(IP_ADD_MEMBERSHIP|IP_DROP_MEMBERSHIP, IN(optval, ip_mreq, WHEN(optlen, ABOVE, 7), OR_ADDRESS)),
	OTHERWISE(SET_ANY));
CHOICE(set_ipv6, optname,
	WITH(MCAST_JOIN_GROUP|MCAST_LEAVE_GROUP, IN(optval, address)),
	WITH(IPV6_ADD_MEMBERSHIP|IPV6_DROP_MEMBERSHIP|IPV6_JOIN_ANYCAST|IPV6_LEAVE_ANYCAST,
		IN(optval, ipv6_mreq, WHEN(optlen, ABOVE, 19), OR_ADDRESS)),
	OTHERWISE(SET_ANY));
CHOICE(get_packet, optname,
	WITH(PACKET_STATISTICS, GET_STRUCT(tpacket_stats)),
	OTHERWISE(GET_ANY));

CHOICE(set_option, level,
	WITH(SOL_SOCKET, IN(optname, so_options), CHOOSE(set_socket)),
	WITH(SOL_IP, IN(optname, ip_options), CHOOSE(set_ip)),
	WITH(SOL_IPV6, IN(optname, ipv6_options), CHOOSE(set_ipv6)),
	WITH(SOL_TCP, IN(optname, tcp_options), SET_ANY),
	WITH(SOL_UDP, IN(optname, udp_options), SET_ANY),
	WITH(SOL_NETLINK, IN(optname, netlink_options), SET_ANY),
	WITH(SOL_PACKET, IN(optname, packet_options), SET_ANY),
	WITH(AF_VSOCK, IN(optname, vsock_options), SET_ANY),
	OTHERWISE(IN(optname, uint), SET_ANY));
CHOICE(get_option, level,
	WITH(SOL_SOCKET, IN(optname, so_options), CHOOSE(get_socket)),
	WITH(SOL_IP, IN(optname, ip_options), GET_ANY),
	WITH(SOL_IPV6, IN(optname, ipv6_options), GET_ANY),
	WITH(SOL_TCP, IN(optname, tcp_options), GET_ANY),
	WITH(SOL_UDP, IN(optname, udp_options), GET_ANY),
	WITH(SOL_NETLINK, IN(optname, netlink_options), GET_ANY),
	WITH(SOL_PACKET, IN(optname, packet_options), CHOOSE(get_packet)),
	WITH(AF_VSOCK, IN(optname, vsock_options), GET_ANY),
	OTHERWISE(IN(optname, uint), GET_ANY));
SYSCALL(setsockopt, C_NETWORK, int, IN(sockfd, fd), IN(level, socket_levels), CHOOSE(set_option), IN(optlen, int));
SYSCALL(getsockopt, C_NETWORK, int, IN(sockfd, fd), IN(level, socket_levels), CHOOSE(get_option), INOUT(optlen, int));
