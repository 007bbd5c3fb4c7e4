/* SPDX-License-Identifier: MIT */
/* Sockets: addresses, messages, connections. */
#include "syscalls/table.h"

/* clang-format off */

ENUM_TYPE(sa_family, address_families, U16);
/*
 * The header of what udev sends to its clients: libudev-monitor.c of systemd. The kernel's own
 * events are strings.
 */
static const struct type t_udev_number = { .kind = KIND_NETWORK, .storage = STORE_BE32, .base = 16 };
static const struct type t_udev_header = { .name = "udev_monitor_netlink_header", .kind = KIND_STRUCT, MEMBERS(
	IN(prefix, text, LEN_IS(8)), IN(magic, udev_number), IN(header_size, uint), IN(properties_off, uint), IN(properties_len, uint),
	IN(filter_subsystem_hash, udev_number), IN(filter_devtype_hash, udev_number), IN(filter_tag_bloom_hi, udev_number),
	IN(filter_tag_bloom_lo, udev_number)) };
static const struct type t_udev_event = { .name = "udev_event", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MIN_SIZE(40), READABLE_SIZE(40),
	MEMBERS(IN(header, udev_header), IN(properties, bytes)) };
/* The data of a socket: bytes, or messages of netlink. */
static const struct type t_packet = { .name = "packet", .kind = KIND_BYTES, BYTES(.instead = &t_netlink, .instead_if = HOOK_IS_NETLINK,
	.whole = &t_udev_event, .if_longer = true, .whole_if = HOOK_IS_UEVENT, .whole_begin = "libudev") };
STRUCT_TYPE_AS(iovec_packet, .name = "iovec", IN(iov_base, packet, PTR, LEN(iov_len)), IN(iov_len, size));
static ENUM_TYPE(socket_types16, socket_types, U16);
static const struct type t_x25_address = { .name = "x25_address", .kind = KIND_STRUCT, MEMBERS(IN(x25_addr, text, LEN_IS(16))) };
/* Bluetooth is little-endian. */
static MACRO_TYPE(htobs, htobs, LE16, ARGUMENT(number, uint, 0, 0xffff));
static MACRO_TYPE(l2_psm, htobs, LE16, ARGUMENT(psm, l2cap_psm, 0, 0xffff));
static MACRO_TYPE(l2_cid, htobs, LE16, ARGUMENT(cid, l2cap_cid, 0, 0xffff));
static const struct type t_ipx_network = { .kind = KIND_NETWORK, .storage = STORE_BE32, .base = 16 };
static const struct type t_crypto_comment = { .kind = KIND_FLAGS, .storage = STORE_U32, .base = 16, VIEW(.commented = true), .list = &list_crypto_flags };
COMMENTED_TYPE(nfc_sap_comment, nfc_sap, U8, 16);
COMMENTED_TYPE(ieee802154_type, ieee802154_types, U32, 16);
COMMENTED_TYPE(ieee802154_pan, ieee802154_pans, U16, 16);
COMMENTED_TYPE(ieee802154_short_address, ieee802154_short, U16, 16);
static const struct type t_nfc_service = { .kind = KIND_BYTES, BYTES(.limit = 63, .capacity = 63) };
static const struct type t_mctp_addr = { .name = "mctp_addr", .kind = KIND_STRUCT, MEMBERS(IN(s_addr, mctp_addresses)) };
static const struct type t_ieee802154_addr = { .name = "ieee802154_addr_sa", .kind = KIND_STRUCT, MEMBERS(
	IN(addr_type, ieee802154_type), IN(pan_id, ieee802154_pan),
	IN(short_addr, ieee802154_short_address, WHEN(addr_type, IS, IEEE802154_ADDR_SHORT)),
	IN(hwaddr, hardware, LEN_IS(8), UNION_WITH_PREVIOUS, WHEN(addr_type, IS_NOT, IEEE802154_ADDR_SHORT|IEEE802154_ADDR_NONE))) };
/* Addresses: linux/un.h, linux/in.h, linux/in6.h, linux/netlink.h, linux/if_packet.h,
 * linux/vm_sockets.h. Too short for its family, or of another one: bytes. Keys: HOOK_SOCKADDR(). */
#define INET_DATA IN(sin_port, port), IN(sin_addr, ipv4), PAD(8)
#define INET6_DATA \
	IN(sin6_port, port), IN(sin6_flowinfo, net32), IN(sin6_prefix, be16, LOOKUP), IN(sin6_addr, ipv6, UNION_WITH_PREVIOUS), \
	IN(sin6_scope_id, uint, WHEN_TEST(HOOK_IS_GLOBAL)), IN(sin6_scope_id, interface, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_IS_LINK_LOCAL))
/* AX.25: an amateur radio station, and digipeaters on the way to it. linux/ax25.h */
#define AX25_STATION IN(sax25_call, callsign, LEN_IS(7)), PAD(3), IN(sax25_ndigis, int)
static const struct type t_ax25_station = { .name = "sockaddr_ax25", .kind = KIND_STRUCT, ALIGN(1), MEMBERS(AX25_STATION) };
CHOICE_IN_PLACE_BY(ax25_address, HOOK_AX25,
	WITH(station, AX25_STATION),
	OTHERWISE_VIEW(VIEW(VERBOSE(sa_data)), IN(fsa_ax25, ax25_station),
		IN(fsa_digipeater, callsign, LEN_IS(7), COUNT_MAX(fsa_ax25.sax25_ndigis, 8), WHEN(fsa_ax25.sax25_ndigis, ABOVE, 0)),
		IN(sa_data, hex_bytes, UNION_WITH_PREVIOUS, OFFSET_BY(HOOK_AX25_REST), WHEN_TEST(HOOK_AX25_HAS_REST))));
/* RxRPC: an address that contains another address and the length of that one. */
#define REST IN(sa_data, sockaddr_bytes, LEN_IS(26))
COMMENTED_TYPE(rxrpc_service, rxrpc_services, U16, 16);
CHOICE_IN_PLACE_BY(rxrpc_in_data, HOOK_RXRPC, WITH(inet, INET_DATA), OTHERWISE(REST));
CHOICE_IN_PLACE_BY(rxrpc_in6_data, HOOK_RXRPC, WITH(inet6, INET6_DATA), OTHERWISE(REST));
static const struct type t_rxrpc_in = { .name = "sockaddr_in", .kind = KIND_STRUCT, MIN_SIZE(2), MEMBERS(
	IN(sin_family, sa_family), CHOOSE(rxrpc_in_data)) };
static const struct type t_rxrpc_in6 = { .name = "sockaddr_in6", .kind = KIND_STRUCT, MIN_SIZE(2), MEMBERS(
	IN(sin6_family, sa_family), CHOOSE(rxrpc_in6_data)) };
CHOICE_IN_PLACE(rxrpc_address, family,
	WITH(AF_INET, IN(sin, rxrpc_in, LEN_BY(HOOK_RXRPC_SIZE))),
	WITH(AF_INET6, IN(sin6, rxrpc_in6, LEN_BY(HOOK_RXRPC_SIZE))),
	OTHERWISE(IN(family, sa_family), REST));
static const struct type t_rxrpc_transport = { .name = "transport", .kind = KIND_STRUCT, MIN_SIZE(2), MEMBERS(
	IN(family, sa_family, LOOKUP), CHOOSE(rxrpc_address, UNION_WITH_PREVIOUS)) };
/* TIPC: the type says which member of the union holds the address. linux/tipc.h */
static const struct type t_tipc_socket_addr = { .name = "tipc_socket_addr", .kind = KIND_STRUCT, MEMBERS(IN(ref, uint), IN(node, hex32)) };
static const struct type t_tipc_service_range = { .name = "tipc_service_range", .kind = KIND_STRUCT, MEMBERS(
	IN(type, uint), IN(lower, uint), IN(upper, uint)) };
static const struct type t_tipc_service_addr = { .name = "tipc_service_addr", .kind = KIND_STRUCT, MEMBERS(IN(type, uint), IN(instance, uint)) };
static const struct type t_tipc_name = { .kind = KIND_STRUCT, MEMBERS(IN(name, tipc_service_addr), IN(domain, hex32)) };
static const struct type t_tipc_range_addr = { .kind = KIND_STRUCT, MEMBERS(IN(nameseq, tipc_service_range)) };
static const struct type t_tipc_name_addr = { .kind = KIND_STRUCT, MEMBERS(IN(name, tipc_name)) };
static const struct type t_tipc_id_addr = { .kind = KIND_STRUCT, MEMBERS(IN(id, tipc_socket_addr)) };
CHOICE_IN_PLACE(tipc_addr, addrtype,
	WITH(TIPC_SERVICE_RANGE, IN(addr, tipc_range_addr)),
	WITH(TIPC_SERVICE_ADDR, IN(addr, tipc_name_addr)),
	WITH(TIPC_SOCKET_ADDR, IN(addr, tipc_id_addr)),
	OTHERWISE(IN(addr, sockaddr_bytes, LEN_IS(12))));
CHOICE_IN_PLACE_BY(sockaddr_data, HOOK_SOCKADDR,
	WITH(unix, IN(sun_path, socket_name, LEN_IS(108))),
	WITH(inet, INET_DATA),
	WITH(inet6, INET6_DATA),
	WITH(netlink, IN(nl_pad, hex16), IN(nl_pid, pid), IN(nl_groups, hex32_6)),
	WITH(packet, IN(sll_protocol, ethernet_port), IN(sll_ifindex, interface), IN(sll_hatype, hardware_types),
		IN(sll_pkttype, packet_types), IN(sll_halen, u8), IN(sll_addr, hex8, COUNT(sll_halen), WHEN(sll_halen, IS_NOT, 0))),
	WITH_VIEW(vsock, VIEW(ORDER(svm_reserved1, svm_cid, svm_port, svm_flags, svm_zero), NONZERO(svm_reserved1, svm_zero)),
		IN(svm_reserved1, hex16), IN(svm_port, vsock_ports), IN(svm_cid, vsock_cids), IN(svm_flags, vsock_flags), IN(svm_zero, hex_bytes, LEN_IS(3))),
	WITH(rxrpc, IN(srx_service, rxrpc_service), IN(transport_type, socket_types16), IN(transport_len, u16),
		IN(transport, rxrpc_transport, LEN_BY(HOOK_RXRPC_SIZE))),
	WITH(x25, IN(sx25_addr, x25_address)),
	WITH(ax25, IN(station, ax25_station, LOOKUP), CHOOSE(ax25_address, UNION_WITH_PREVIOUS)),
	WITH(ipx, IN(sipx_port, port), IN(sipx_network, ipx_network), IN(sipx_node, hex8, COUNT_IS(6)), IN(sipx_type, hex8),
		IN(sipx_zero, hex8)),
	WITH(l2, IN(l2_psm, l2_psm), IN(l2_bdaddr, hardware, LEN_IS(6)), IN(l2_cid, l2_cid)),
	WITH(l2_typed, IN(l2_psm, l2_psm), IN(l2_bdaddr, hardware, LEN_IS(6)), IN(l2_cid, l2_cid), IN(l2_bdaddr_type, bdaddr_types)),
	WITH(mctp, IN(__smctp_pad0, hex16), IN(smctp_network, mctp_networks), IN(smctp_addr, mctp_addr), IN(smctp_type, hex8),
		IN(smctp_tag, hex8), IN(__smctp_pad1, hex8)),
	WITH(nfc, PAD(2), IN(dev_idx, interface), IN(target_idx, hex32), IN(nfc_protocol, nfc_proto)),
	WITH(nfc_llcp, PAD(2), IN(dev_idx, interface), IN(target_idx, hex32), IN(nfc_protocol, nfc_proto), IN(dsap, nfc_sap_comment),
		IN(ssap, nfc_sap_comment), IN(service_name, nfc_service, LEN(service_name_len)), PAD(63), IN(service_name_len, size)),
	WITH(ieee802154, PAD(2), IN(addr, ieee802154_addr)),
	WITH(tipc, IN(addrtype, tipc_address_types), IN(scope, tipc_address_scopes), CHOOSE(tipc_addr)),
	WITH(hci, IN(hci_dev, htobs)),
	WITH(hci_channel, IN(hci_dev, htobs), IN(hci_channel, hci_channels)),
	WITH(sco, IN(sco_bdaddr, hardware, LEN_IS(6))),
	WITH(rc, IN(rc_bdaddr, hardware, LEN_IS(6)), IN(rc_channel, u8)),
	WITH(alg, IN(salg_type, text, LEN_IS(14)), IN(salg_feat, crypto_comment), IN(salg_mask, crypto_comment), IN(salg_name, text, LEN_IS(104))),
	WITH(qipcrtr, PAD(2), IN(sq_node, qrtr_nodes), IN(sq_port, qrtr_ports)),
	WITH(xdp, IN(sxdp_flags, xdp_flags), IN(sxdp_ifindex, interface), IN(sxdp_queue_id, uint),
		IN(sxdp_shared_umem_fd, fd, WHEN(sxdp_flags, HAS, XDP_SHARED_UMEM)),
		IN(sxdp_shared_umem_fd, hex32, UNION_WITH_PREVIOUS, WHEN(sxdp_flags, LACKS, XDP_SHARED_UMEM))),
	WITH(other, IN(sa_data, sockaddr_bytes, LEN_IS(126))));
STRUCT_TYPE_AS(sockaddr, PARTS(MIN_SIZE(2), VIEW(NONZERO(nl_pad, sipx_zero, __smctp_pad0, __smctp_pad1, sxdp_shared_umem_fd[1]))), IN(sa_family, sa_family), CHOOSE(sockaddr_data));
/* An element of an array. */
STRUCT_TYPE_AS(sockaddr_storage, PARTS(.name = "sockaddr", MIN_SIZE(128), VIEW(NONZERO(nl_pad, sipx_zero, __smctp_pad0, __smctp_pad1, sxdp_shared_umem_fd[1]))), IN(sa_family, sa_family), CHOOSE(sockaddr_data));

CHOICE(socket_protocol, domain,
	WITH(AF_INET|AF_INET6, IN(protocol, ip_protocols)),
	WITH(AF_NETLINK, IN(protocol, netlink_protocols)),
	WITH(AF_PACKET, IN(protocol, ethernet_port)),
	WITH(AF_BLUETOOTH, IN(protocol, bluetooth_protocols)),
	WITH(AF_AX25, IN(protocol, ax25_protocols)),
	WITH(AF_IRDA, IN(protocol, irda_protocols)),
	WITH(AF_CAN, IN(protocol, can_protocols)),
	WITH(AF_RXRPC, IN(protocol, address_families)),
	WITH(AF_ISDN, IN(protocol, isdn_protocols)),
	WITH(AF_PHONET, IN(protocol, phonet_protocols)),
	WITH(AF_CAIF, IN(protocol, caif_protocols)),
	WITH(AF_NFC, IN(protocol, nfc_protocols)),
	WITH(AF_KCM, IN(protocol, kcm_protocols)),
	WITH(AF_SMC, IN(protocol, smc_protocols)),
	OTHERWISE(IN(protocol, ulong)));
SYSCALL(socket, C_NETWORK | KEEPS_NAMES, fd, IN(domain, address_families), IN(type, socket_types), CHOOSE(socket_protocol));
SYSCALL(socketpair, C_NETWORK | KEEPS_NAMES, int,
	IN(domain, address_families), IN(type, socket_types), IN(protocol, ulong), OUT(sv, fd, COUNT_IS(2)));
SYSCALL(bind, C_NETWORK | OWN_ADDRESS | KEEPS_NAMES, int, IN(sockfd, fd), IN(addr, sockaddr, LEN(addrlen)), IN(addrlen, int));
SYSCALL(connect, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(addr, sockaddr, LEN(addrlen)), IN(addrlen, int));
SYSCALL(listen, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(backlog, int));
SYSCALL(accept, C_NETWORK | KEEPS_NAMES, fd, IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(accept4, C_NETWORK | KEEPS_NAMES, fd,
	IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS), IN(flags, socket_flags));
SYSCALL(getsockname, C_NETWORK | OWN_ADDRESS | KEEPS_NAMES, int, IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(getpeername, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(shutdown, C_NETWORK | KEEPS_NAMES, int, IN(sockfd, fd), IN(how, shutdown));

SYSCALL(send, C_NETWORK | MOVES | KEEPS_NAMES, klong, IN(sockfd, fd), IN(buf, packet, LEN(len)), IN(len, size), IN(flags, msg_flags));
/*
 * With MSG_TRUNC the result is the length of the packet, which may exceed that of the buffer:
 * recv(2).
 */
SYSCALL(recv, C_NETWORK | MOVES | KEEPS_NAMES, klong, IN(sockfd, fd), OUT(buf, packet, LEN_BY_RESULT(HOOK_RECEIVED)), IN(len, size), IN(flags, msg_flags));
SYSCALL(sendto, C_NETWORK | MOVES | KEEPS_NAMES, klong,
	IN(sockfd, fd), IN(buf, packet, LEN(len)), IN(len, size), IN(flags, msg_flags),
	IN(dest_addr, sockaddr, LEN(addrlen)), IN(addrlen, int));
SYSCALL(recvfrom, C_NETWORK | MOVES | KEEPS_NAMES, klong,
	IN(sockfd, fd), OUT(buf, packet, LEN_BY_RESULT(HOOK_RECEIVED)), IN(len, size), IN(flags, msg_flags),
	OUT(src_addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(src_addr, IS_NOT, 0), OR_ADDRESS));

/*
 * Control messages: cmsg(3). If one is too short for its type, only its header is shown. The data
 * follows the header without padding (CMSG_DATA of linux/socket.h), also times of 64 bits on 32-bit
 * machines.
 */
STRUCT_TYPE(ucred, IN(pid, pid), IN(uid, uid), IN(gid, uid));
STRUCT_TYPE(in_pktinfo, IN(ipi_ifindex, interface), IN(ipi_spec_dst, ipv4), IN(ipi_addr, ipv4));
STRUCT_TYPE(sock_extended_err,
	IN(ee_errno, uint), IN(ee_origin, u8), IN(ee_type, u8), IN(ee_code, u8), PAD(1), IN(ee_info, uint), IN(ee_data, uint),
	IN(offender, sockaddr, LEN_IS(16)));
STRUCT_TYPE_AS(kernel_sock_timeval, .name = "__kernel_sock_timeval", IN(tv_sec, s64), IN(tv_usec, u64));
/* Has at least the size of an IPv4 address. */
STRUCT_TYPE_AS(sockaddr_original, PARTS(.name = "sockaddr", MIN_SIZE(16), VIEW(NONZERO(nl_pad, sipx_zero, __smctp_pad0, __smctp_pad1, sxdp_shared_umem_fd[1]))), IN(sa_family, sa_family), CHOOSE(sockaddr_data));
static const struct type t_security_label = { .name = "security", .kind = KIND_BYTES, BYTES(.limit = UINT16_MAX) };
CHOICE(cmsg_socket, cmsg_type,
	WITH(SCM_RIGHTS, IN(cmsg_data, fd, COUNT_REST)),
	WITH(SCM_CREDENTIALS, IN(cmsg_data, ucred)),
	WITH(SCM_SECURITY, IN(cmsg_data, security_label)),
	WITH(SCM_PIDFD, IN(cmsg_data, fd)),
	WITH(SO_TIMESTAMP_OLD, IN(cmsg_data, timeval)),
	WITH(SO_TIMESTAMPNS_OLD, IN(cmsg_data, timespec)),
	WITH(SO_TIMESTAMPING_OLD, IN(cmsg_data, timespec, COUNT_IS(3), WHOLE)),
	WITH(SO_TIMESTAMP_NEW, IN(cmsg_data, kernel_sock_timeval)),
	WITH(SO_TIMESTAMPNS_NEW, IN(cmsg_data, timespec64)),
	WITH(SO_TIMESTAMPING_NEW, IN(cmsg_data, timespec64, COUNT_IS(3), WHOLE)),
	OTHERWISE(IN(cmsg_data, hex_bytes)));
CHOICE(cmsg_ip, cmsg_type,
	WITH(IP_TTL|IP_CHECKSUM, IN(cmsg_data, uint, COUNT_REST)),
	WITH(IP_TOS|IP_RECVOPTS|IP_RETOPTS, IN(cmsg_data, hex8, COUNT_REST)),
	WITH(SCM_SECURITY, IN(cmsg_data, security_label)),
	WITH(IP_PKTINFO, IN(cmsg_data, in_pktinfo)),
	WITH(IP_RECVERR, IN(cmsg_data, sock_extended_err)),
	WITH(IP_ORIGDSTADDR, IN(cmsg_data, sockaddr_original)),
	WITH(IP_PROTOCOL, IN(cmsg_data, ip_protocols, COUNT_REST)),
	OTHERWISE(IN(cmsg_data, hex_bytes)));
CHOICE(cmsg_data, cmsg_level,
	WITH(SOL_SOCKET, CHOOSE(cmsg_socket)),
	WITH(SOL_IP, CHOOSE(cmsg_ip)),
	OTHERWISE(IN(cmsg_data, hex_bytes)));
STRUCT_TYPE_AS(cmsghdr, PARTS(ALIGN(1), CUT(BYTES)),
	IN(cmsg_len, size), IN(cmsg_level, cmsg_levels),
	IN(cmsg_type, scm_types, WHEN(cmsg_level, IS, SOL_SOCKET)),
	IN(cmsg_type, scm_ip_types, UNION_WITH_PREVIOUS, WHEN(cmsg_level, IS, SOL_IP)),
	IN(cmsg_type, hex32, UNION_WITH_PREVIOUS, WHEN(cmsg_level, IS_NOT, SOL_SOCKET|SOL_IP)),
	CHOOSE(cmsg_data));
ENUM_TYPE(cmsg_levels, socket_levels, S32);
const struct type t_cmsgs = { .name = "cmsgs", .kind = KIND_RECORDS, RECORDS(.header = &t_cmsghdr, .size = "cmsg_len", .short_ends = true) };

STRUCT_TYPE(msghdr,
	IN(msg_name, sockaddr, PTR, LEN(msg_namelen)), IN(msg_namelen, int),
	IN(msg_iov, iovec_packet, PTR, COUNT(msg_iovlen), TOTAL_BY(HOOK_RECEIVED_BYTES)), IN(msg_iovlen, size),
	IN(msg_control, cmsgs, PTR, LEN(msg_controllen), WHEN(msg_controllen, IS_NOT, 0)),
	IN(msg_controllen, size), IN(msg_flags, msg_flags));
SYSCALL(sendmsg, C_NETWORK | MOVES | KEEPS_NAMES, klong, IN(sockfd, fd), IN(msg, msghdr), IN(flags, msg_flags));
SYSCALL(recvmsg, C_NETWORK | MOVES | KEEPS_NAMES, klong, IN(sockfd, fd), OUT(msg, msghdr, CHANGES(msg_namelen)), IN(flags, msg_flags));

/* Each message has its number of bytes. The call returns the number of messages. */
STRUCT_TYPE(mmsghdr, IN(msg_hdr, msghdr), IN(msg_len, uint, WHEN_TEST(HOOK_IS_DONE)));
SYSCALL_AS(sendmmsg, C_NETWORK | KEEPS_NAMES, int, VIEW(LATE(msgvec)),
	IN(sockfd, fd), OUT(msgvec, mmsghdr, COUNT(vlen), ON_ERROR), IN(vlen, uint), IN(flags, msg_flags));
/* The kernel writes to msg_name as many bytes as msg_namelen said before the call. */
STRUCT_TYPE_AS(mmsghdr_received, .name = "mmsghdr", IN(msg_hdr, msghdr, CHANGES(msg_namelen)), IN(msg_len, uint, WHEN_TEST(HOOK_IS_DONE)));
#define RECEIVED NOTE_WORD("Timeout", WHEN(RET, IS, 0))
SYSCALL_AS(recvmmsg, C_NETWORK | KEEPS_NAMES, int,
	NOTES(RECEIVED, NOTE("left", timeout, timespec, WHEN(RET, ABOVE, 0))),
	IN(sockfd, fd), OUT(msgvec, mmsghdr_received, COUNT(RET), CHANGES(msg_hdr)), IN(vlen, uint), IN(flags, msg_flags),
	IN(timeout, timespec));
SYSCALL_AS(recvmmsg_time64, C_NETWORK | KEEPS_NAMES, int,
	NOTES(RECEIVED, NOTE("left", timeout, timespec64, WHEN(RET, ABOVE, 0))),
	IN(sockfd, fd), OUT(msgvec, mmsghdr_received, COUNT(RET), CHANGES(msg_hdr)), IN(vlen, uint), IN(flags, msg_flags),
	IN(timeout, timespec64));

/* linux/net.h: the number of longs that each call takes. */
static const struct multiplexed socketcalls[] = {
	IN_MEMORY(socket, 3), IN_MEMORY(bind, 3), IN_MEMORY(connect, 3), IN_MEMORY(listen, 2),
	IN_MEMORY(accept, 3), IN_MEMORY(getsockname, 3), IN_MEMORY(getpeername, 3),
	IN_MEMORY(socketpair, 4), IN_MEMORY(send, 4), IN_MEMORY(recv, 4), IN_MEMORY(sendto, 6),
	IN_MEMORY(recvfrom, 6), IN_MEMORY(shutdown, 2), IN_MEMORY(setsockopt, 5), IN_MEMORY(getsockopt, 5),
	IN_MEMORY(sendmsg, 3), IN_MEMORY(recvmsg, 3), IN_MEMORY(accept4, 4), IN_MEMORY(recvmmsg, 5),
	IN_MEMORY(sendmmsg, 4), { 0 },
};
const struct syscall row_socketcall = { .multiplexed = socketcalls,
	ROW(C_DESC | MULTIPLEX, int, IN(call, socketcall), IN(args, address)) };
