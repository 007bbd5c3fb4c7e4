/* SPDX-License-Identifier: MIT */
/* Sockets: addresses, messages, connections. */
#include "syscalls/hooks.h"
#include "syscalls/table.h"

/* clang-format off */

ENUM_TYPE(sa_family, address_families, U16);
/* Addresses: linux/un.h, linux/in.h, linux/in6.h, linux/netlink.h, linux/if_packet.h,
 * linux/vm_sockets.h. Too short for its family, or of another one: bytes. Keys: hook_sockaddr(). */
CHOICE_IN_PLACE_BY(sockaddr_data, hook_sockaddr,
	WITH(unix, IN(sun_path, socket_name, LEN_IS(108))),
	WITH(inet, IN(sin_port, port), IN(sin_addr, ipv4), PAD(8)),
	WITH(inet6, IN(sin6_port, port), IN(sin6_flowinfo, port32), IN(sin6_addr, ipv6), IN(sin6_scope_id, uint)),
	WITH(netlink, PAD(2), IN(nl_pid, int), IN(nl_groups, hex32_6)),
	WITH(packet, IN(sll_protocol, ethernet_port), IN(sll_ifindex, int), IN(sll_hatype, hardware_types),
		IN(sll_pkttype, packet_types), IN(sll_halen, u8), IN(sll_addr, hex8, COUNT(sll_halen), WHEN(sll_halen, IS_NOT, 0))),
	WITH(vsock, PAD(2), IN(svm_port, hex32, HIDDEN), IN(svm_cid, vsock_cids, HIDDEN), IN(svm_flags, u8, HIDDEN),
		PLACED(svm_cid), PLACED(svm_port), PLACED(svm_flags)),
	WITH(other, IN(sa_data, sockaddr_bytes)));
STRUCT_TYPE_AS(sockaddr, .least = 2, IN(sa_family, sa_family), CHOOSE(sockaddr_data));

CHOICE(socket_protocol, domain,
	WITH(AF_INET|AF_INET6, IN(protocol, ip_protocols)),
	WITH(AF_NETLINK, IN(protocol, netlink_protocols)),
	WITH(AF_PACKET, IN(protocol, ethernet_port)),
	WITH(AF_BLUETOOTH, IN(protocol, bluetooth_protocols)),
	OTHERWISE(IN(protocol, ulong)));
SYSCALL(socket, C_NETWORK, fd, IN(domain, address_families), IN(type, socket_types), CHOOSE(socket_protocol));
SYSCALL(socketpair, C_NETWORK, int,
	IN(domain, address_families), IN(type, socket_types), IN(protocol, ulong), OUT(sv, fd, COUNT_IS(2)));
SYSCALL(bind, C_NETWORK, int, IN(sockfd, fd), IN(addr, sockaddr, LEN(addrlen)), IN(addrlen, int));
SYSCALL(connect, C_NETWORK, int, IN(sockfd, fd), IN(addr, sockaddr, LEN(addrlen)), IN(addrlen, int));
SYSCALL(listen, C_NETWORK, int, IN(sockfd, fd), IN(backlog, int));
SYSCALL(accept, C_NETWORK, fd, IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(accept4, C_NETWORK, fd,
	IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS), IN(flags, socket_flags));
SYSCALL(getsockname, C_NETWORK, int, IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(getpeername, C_NETWORK, int, IN(sockfd, fd), OUT(addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(shutdown, C_NETWORK, int, IN(sockfd, fd), IN(how, shutdown));

SYSCALL(send, C_NETWORK, klong, IN(sockfd, fd), IN(buf, bytes, LEN(len)), IN(len, size), IN(flags, msg_flags));
SYSCALL(recv, C_NETWORK, klong, IN(sockfd, fd), OUT(buf, bytes, LEN(RET)), IN(len, size), IN(flags, msg_flags));
SYSCALL(sendto, C_NETWORK, klong,
	IN(sockfd, fd), IN(buf, bytes, LEN(len)), IN(len, size), IN(flags, msg_flags),
	IN(dest_addr, sockaddr, LEN(addrlen)), IN(addrlen, int));
SYSCALL(recvfrom, C_NETWORK, klong,
	IN(sockfd, fd), OUT(buf, bytes, LEN(RET)), IN(len, size), IN(flags, msg_flags),
	OUT(src_addr, sockaddr, LEN(*addrlen)), INOUT(addrlen, int, WHEN(src_addr, IS_NOT, 0), OR_ADDRESS));

/* Control messages: cmsg(3). */
STRUCT_TYPE_AS(ucred, .least = 4, IN(pid, pid), IN(uid, uid), IN(gid, uid));
CHOICE2(cmsg_data, cmsg_level, cmsg_type,
	WITH2(SOL_SOCKET, SCM_RIGHTS, IN(cmsg_data, fd, COUNT_REST)),
	WITH2(SOL_SOCKET, SCM_CREDENTIALS, IN(cmsg_data, ucred)),
	WITH2(SOL_SOCKET, SCM_SECURITY, IN(cmsg_data, bytes)),
	WITH2(SOL_SOCKET, SCM_PIDFD, IN(cmsg_data, fd)),
	WITH2(SOL_SOCKET, SO_TIMESTAMP_OLD, IN(cmsg_data, timeval)),
	WITH2(SOL_SOCKET, SO_TIMESTAMPNS_OLD, IN(cmsg_data, timespec)),
	WITH2(SOL_IP, IP_TTL, IN(cmsg_data, uint, COUNT_IS(1))),
	WITH2(SOL_IP, IP_TOS, IN(cmsg_data, hex8, COUNT_IS(1))));
STRUCT_TYPE_AS(cmsghdr, .name = "cmsghdr",
	IN(cmsg_len, size), IN(cmsg_level, cmsg_levels),
	IN(cmsg_type, scm_types, WHEN(cmsg_level, IS, SOL_SOCKET)),
	IN(cmsg_type, scm_ip_types, OVERLAY, WHEN(cmsg_level, IS, SOL_IP)),
	IN(cmsg_type, hex32, OVERLAY, WHEN(cmsg_level, IS_NOT, SOL_SOCKET|SOL_IP)),
	CHOOSE(cmsg_data));
ENUM_TYPE(cmsg_levels, socket_levels, S32);
const struct type t_cmsgs = { .name = "cmsgs", .kind = TYPE_RECORDS, .record = &t_cmsghdr, .record_size = "cmsg_len" };

STRUCT_TYPE(msghdr,
	IN(msg_name, sockaddr, PTR, LEN(msg_namelen)), IN(msg_namelen, int),
	IN(msg_iov, iovec, PTR, COUNT(msg_iovlen)), IN(msg_iovlen, size),
	IN(msg_control, cmsgs, PTR, LEN(msg_controllen), WHEN(msg_controllen, IS_NOT, 0)),
	IN(msg_controllen, size), IN(msg_flags, msg_flags));
STRUCT_TYPE_AS(msghdr_out, .name = "msghdr",
	OUT(msg_name, sockaddr, PTR, LEN(msg_namelen)), INOUT(msg_namelen, int),
	OUT(msg_iov, iovec_out, PTR, COUNT(msg_iovlen), TOTAL(RET)), OUT(msg_iovlen, size),
	OUT(msg_control, cmsgs, PTR, LEN(msg_controllen), WHEN(msg_controllen, IS_NOT, 0)),
	OUT(msg_controllen, size), OUT(msg_flags, msg_flags));
SYSCALL(sendmsg, C_NETWORK, klong, IN(sockfd, fd), IN(msg, msghdr), IN(flags, msg_flags));
SYSCALL(recvmsg, C_NETWORK, klong, IN(sockfd, fd), OUT(msg, msghdr_out), IN(flags, msg_flags));

/* Each says how much of it was sent or came; the call counts the messages. */
STRUCT_TYPE(mmsghdr, IN(msg_hdr, msghdr), IN(msg_len, uint, WHEN_TEST(hook_is_done)));
STRUCT_TYPE_AS(mmsg_received, .name = "msghdr",
	IN(msg_name, sockaddr, PTR, LEN(msg_namelen)), IN(msg_namelen, int),
	IN(msg_iov, iovec, PTR, COUNT(msg_iovlen), TOTAL(msg_len)), IN(msg_iovlen, size),
	IN(msg_control, cmsgs, PTR, LEN(msg_controllen), WHEN(msg_controllen, IS_NOT, 0)),
	IN(msg_controllen, size), IN(msg_flags, msg_flags));
STRUCT_TYPE_AS(mmsghdr_out, .name = "mmsghdr", IN(msg_hdr, mmsg_received), IN(msg_len, uint));
SYSCALL(sendmmsg, C_NETWORK, int,
	IN(sockfd, fd), IN(msgvec, mmsghdr, COUNT(vlen), LATE), IN(vlen, uint), IN(flags, msg_flags));
#define RECEIVED NOTE_WORD("Timeout", WHEN(RET, IS, 0))
SYSCALL_NOTED(recvmmsg, C_NETWORK, int,
	NOTES(RECEIVED, NOTE("left", timeout, timespec, WHEN(RET, ABOVE, 0))),
	IN(sockfd, fd), OUT(msgvec, mmsghdr_out, COUNT(RET)), IN(vlen, uint), IN(flags, msg_flags),
	IN(timeout, timespec));
SYSCALL_NOTED(recvmmsg_time64, C_NETWORK, int,
	NOTES(RECEIVED, NOTE("left", timeout, timespec64, WHEN(RET, ABOVE, 0))),
	IN(sockfd, fd), OUT(msgvec, mmsghdr_out, COUNT(RET)), IN(vlen, uint), IN(flags, msg_flags),
	IN(timeout, timespec64));

/* linux/net.h: how many longs each call takes. */
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
