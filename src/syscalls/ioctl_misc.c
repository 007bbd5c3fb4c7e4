/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of terminals, network interfaces and kernel interfaces. */
#include "syscalls/table.h"

/* clang-format off */

/* asm-generic/termbits.h, asm-generic/termios.h */
#define TERMIOS(bits) IN(c_iflag, c_iflag##bits), IN(c_oflag, c_oflag##bits), IN(c_cflag, c_cflag##bits), IN(c_lflag, c_lflag##bits)
#define TERMIOS_MIPS TERMIOS(), IN(c_line, line_disciplines8), IN(c_cc, hex8, COUNT_IS(23), INDEX(c_cc))
STRUCT_TYPE_AS(termios_mips, PARTS(.name = "termios", VIEW(VERBOSE(c_line, c_cc))), TERMIOS_MIPS);
STRUCT_TYPE_AS(termios2_mips, PARTS(.name = "termios2", VIEW(VERBOSE(c_line, c_cc, c_ispeed, c_ospeed))), TERMIOS_MIPS,
	IN(c_ispeed, uint), IN(c_ospeed, uint));
/*
 * powerpc asm/termbits.h, asm/termios.h: other delays and speeds, the line discipline after the
 * characters, and always the speeds.
 */
#define TERMIOS_POWERPC(bits) IN(c_iflag, c_iflag##bits), IN(c_oflag, c_oflag_powerpc##bits), IN(c_cflag, c_cflag_powerpc##bits), IN(c_lflag, c_lflag##bits)
STRUCT_TYPE_AS(termios_powerpc, PARTS(.name = "termios", ONLY_ABIS(ABI_BIT(powerpc64), t_termios_mips),
	VIEW(ORDER(c_iflag, c_oflag, c_cflag, c_lflag, c_line, c_cc, c_ispeed, c_ospeed), VERBOSE(c_line, c_cc, c_ispeed, c_ospeed))),
	TERMIOS_POWERPC(), IN(c_cc, hex8, COUNT_IS(19), INDEX(c_cc)), IN(c_line, line_disciplines8), IN(c_ispeed, uint), IN(c_ospeed, uint));
STRUCT_TYPE_AS(termio_powerpc, PARTS(.name = "termio", VIEW(VERBOSE(c_line, c_cc))),
	TERMIOS_POWERPC(16), IN(c_line, line_disciplines8), IN(c_cc, hex8, COUNT_IS(10), INDEX(c_cc)));
STRUCT_TYPE_AS(termios, PARTS(ONLY_ABIS(~(ABIS_MIPS | ABI_BIT(powerpc64)), t_termios_powerpc), VIEW(VERBOSE(c_line, c_cc))), TERMIOS(), IN(c_line, line_disciplines8), IN(c_cc, hex8, COUNT_IS(19), INDEX(c_cc)));
STRUCT_TYPE_AS(termios2, PARTS(ONLY_ABIS(~ABIS_MIPS, t_termios2_mips), VIEW(VERBOSE(c_line, c_cc, c_ispeed, c_ospeed))), TERMIOS(), IN(c_line, line_disciplines8), IN(c_cc, hex8, COUNT_IS(19), INDEX(c_cc)),
	IN(c_ispeed, uint), IN(c_ospeed, uint));
STRUCT_TYPE_AS(termio, PARTS(ONLY_ABIS(~ABI_BIT(powerpc64), t_termio_powerpc), VIEW(VERBOSE(c_line, c_cc))), TERMIOS(16), IN(c_line, line_disciplines8), IN(c_cc, hex8, COUNT_IS(8), INDEX(c_cc)));
FLAGS_TYPE(c_iflag16, c_iflag, U16);
FLAGS_TYPE(c_oflag16, c_oflag, U16);
FLAGS_TYPE(c_cflag16, c_cflag, U16);
FLAGS_TYPE(c_oflag_powerpc16, c_oflag_powerpc, U16);
FLAGS_TYPE(c_cflag_powerpc16, c_cflag_powerpc, U16);
FLAGS_TYPE(c_lflag16, c_lflag, U16);
ENUM_TYPE(line_disciplines8, line_disciplines, U8);
STRUCT_TYPE(winsize, IN(ws_row, u16), IN(ws_col, u16), IN(ws_xpixel, u16), IN(ws_ypixel, u16));
ENUM_TYPE(tcflush_long, tcflush, ULONG);
ENUM_TYPE(tcflow_long, tcflow, ULONG);
/* linux/kd.h */
const struct type t_keyboard_mode = { .name = "keyboard_mode", .kind = KIND_ENUM, .storage = STORE_S32, .base = 10,
	.list = &list_keyboard_modes };

/* linux/seccomp.h */
STRUCT_TYPE(seccomp_data,
	IN(nr, syscall_nr, BY(arch)), IN(arch, audit_arch), IN(instruction_pointer, address64), IN(args, hex64, COUNT_IS(6)));
STRUCT_TYPE(seccomp_notif, IN(id, hex64), IN(pid, pid), IN(flags, hex32), IN(data, seccomp_data));
STRUCT_TYPE(seccomp_notif_resp, 
	IN(id, hex64), IN(val, s64), IN(error, int, WHEN(error, ABOVE, -1)),
	IN(error, errno, UNION_WITH_PREVIOUS, WHEN(error, HAS, 0x80000000)), IN(flags, seccomp_reply));
/*
 * newfd, and what the request returns, are descriptors of the process that the notification is
 * about.
 */
STRUCT_TYPE(seccomp_notif_addfd,
	IN(id, hex64), IN(flags, seccomp_addfd), IN(srcfd, fd), IN(newfd, int), IN(newfd_flags, open_extra));
/* linux/perf_event.h, linux/random.h */
STRUCT_TYPE_AS(perf_event_query_bpf, PARTS(READABLE_SIZE(4), VIEW(.merge = true)),
	IN(ids_len, uint), OUT(prog_cnt, uint), OUT(ids, uint, COUNT(prog_cnt)));
STRUCT_TYPE(rand_pool_info, IN(entropy_count, int), IN(buf_size, int), IN(buf, bytes, LEN(buf_size)));

/* linux/if.h: the name, and a union. The request decides which member is shown. */
STRUCT_TYPE(ifmap,
	IN(mem_start, hexlong), IN(mem_end, hexlong), IN(base_addr, hex16), IN(irq, hex8), IN(dma, hex8), IN(port, hex8), PAD(3));
/*
 * linux/if_arp.h: the family decides the length of a link-layer address. As strace 6.1, show no
 * others.
 */
#define LINK(n) IN(sa_data, hardware, LEN_IS(n))
CHOICE_IN_PLACE(link_addresses, sa_family,
	WITH(ARPHRD_ETHER|ARPHRD_IEEE802|ARPHRD_LOOPBACK|ARPHRD_FDDI|ARPHRD_HIPPI|ARPHRD_IEEE80211|ARPHRD_IEEE80211_PRISM|
		ARPHRD_IEEE80211_RADIOTAP, LINK(6)),
	WITH(ARPHRD_EUI64|ARPHRD_IEEE802154|ARPHRD_IEEE802154_MONITOR|ARPHRD_6LOWPAN, LINK(8)),
	WITH(ARPHRD_NETROM|ARPHRD_AX25, LINK(7)),
	WITH(ARPHRD_ROSE|ARPHRD_X25, LINK(5)),
	WITH(ARPHRD_TUNNEL|ARPHRD_SIT|ARPHRD_IPDDP|ARPHRD_IPGRE|ARPHRD_PIMREG|ARPHRD_IRDA, LINK(4)),
	WITH(ARPHRD_DLCI, LINK(2)),
	WITH(ARPHRD_ARCNET|ARPHRD_MCTP|ARPHRD_LOCALTLK|ARPHRD_PHONET|ARPHRD_PHONET_PIPE|ARPHRD_CAIF, LINK(1)),
	OTHERWISE(LINK(14)));
const struct type t_link_sockaddr = { .name = "sockaddr", .kind = KIND_STRUCT, MEMBERS(
	IN(sa_family, hardware_types), CHOOSE(link_addresses)) };
#define IFREQ(type_name, ...) \
	const struct type t_##type_name = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.merge = true), \
		MEMBERS(__VA_ARGS__, IN(ifr_longest, ifmap, UNION_WITH_PREVIOUS, LOOKUP)) };
#define IFREQ_OF(member, type, ...) IFREQ(ifreq_##member, IN(ifr_name, text, LEN_IS(16)), IN(ifr_##member, type, ##__VA_ARGS__))
IFREQ_OF(flags, interface_flags)
IFREQ_OF(mtu, int)
IFREQ_OF(metric, int)
IFREQ_OF(qlen, int)
IFREQ_OF(addr, sockaddr, LEN_IS(16))
IFREQ_OF(netmask, sockaddr, LEN_IS(16))
IFREQ_OF(broadaddr, sockaddr, LEN_IS(16))
IFREQ_OF(dstaddr, sockaddr, LEN_IS(16))
IFREQ_OF(hwaddr, link_sockaddr)
IFREQ_OF(map, ifmap)
IFREQ_OF(slave, text, LEN_IS(16))
IFREQ_OF(newname, text, LEN_IS(16))
IFREQ_OF(ifindex, int)
/* The interface that becomes a port of a bridge. */
IFREQ(ifreq_port, IN(ifr_name, text, LEN_IS(16)), IN(ifr_ifindex, interface))
VIEW_TYPE(ifreq_name, .merge = true, ORDER(ifr_ifindex, ifr_name));
VIEW_TYPE(ifreq_index, HIDE(ifr_name));
const struct type t_ifconf_len = { .name = "ifconf_len", .kind = KIND_NUMBER, .storage = STORE_S32, .base = 10,
	.number = { .counted = &t_ifreq_addr, .unit = "* sizeof(struct ifreq)" } };
/* Without a buffer the kernel does not read the length. */
#define IFCONF(ifreq_size) MEMBERS(INOUT(ifc_len, ifconf_len, WHEN_TEST(HOOK_IFCONF_IS_READ)), \
	OUT(ifc_len, ifconf_len, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_IFCONF_IS_ASKED)), \
	IN(ifc_pointer, address, LOOKUP), INOUT(ifc_buf, ifreq_addr, PTR, UNION_WITH_PREVIOUS, COUNT_WHOLE(ifc_len, ifreq_size)))
static const struct type ifconf_32 = { .name = "ifconf", .kind = KIND_STRUCT, IFCONF(32) };
const struct type t_ifconf = { .name = "ifconf", .kind = KIND_STRUCT, ONLY_ABIS(~(ABIS_32 | ABIS_MIPS_32 | ABI_BIT(x32)), ifconf_32),
	IFCONF(40) };
