/* SPDX-License-Identifier: MIT */
/* ioctl(2): a request, and an argument whose type it decides. */
#include "syscalls/table.h"

/* clang-format off */

/* asm-generic/termbits.h, asm-generic/termios.h */
#define TERMIOS(bits) IN(c_iflag, c_iflag##bits), IN(c_oflag, c_oflag##bits), IN(c_cflag, c_cflag##bits), IN(c_lflag, c_lflag##bits)
STRUCT_TYPE(termios, TERMIOS(), IN(c_line, line_disciplines8, VERBOSE), IN(c_cc, hex8, COUNT_IS(19), INDEX(c_cc), VERBOSE));
STRUCT_TYPE(termios2, TERMIOS(), IN(c_line, line_disciplines8, VERBOSE), IN(c_cc, hex8, COUNT_IS(19), INDEX(c_cc), VERBOSE),
	IN(c_ispeed, uint, VERBOSE), IN(c_ospeed, uint, VERBOSE));
STRUCT_TYPE(termio, TERMIOS(16), IN(c_line, line_disciplines8, VERBOSE), IN(c_cc, hex8, COUNT_IS(8), INDEX(c_cc), VERBOSE));
FLAGS_TYPE(c_iflag16, c_iflag, U16);
FLAGS_TYPE(c_oflag16, c_oflag, U16);
FLAGS_TYPE(c_cflag16, c_cflag, U16);
FLAGS_TYPE(c_lflag16, c_lflag, U16);
ENUM_TYPE(line_disciplines8, line_disciplines, U8);
STRUCT_TYPE(winsize, IN(ws_row, u16), IN(ws_col, u16), IN(ws_xpixel, u16), IN(ws_ypixel, u16));
/* linux/fs.h */
STRUCT_TYPE(file_clone_range, IN(src_fd, fd64), IN(src_offset, u64), IN(src_length, u64), IN(dest_offset, u64));
/* linux/if.h: the name, and a union of which what is asked for is shown. */
STRUCT_TYPE(ifmap,
	IN(mem_start, ulong), IN(mem_end, ulong), IN(base_addr, u16), IN(irq, u8), IN(dma, u8), IN(port, u8), PAD(3));
#define IFREQ(type_name, ...) \
	const struct type t_##type_name = { .name = "ifreq", .kind = TYPE_STRUCT, .merge = true, \
		FIELDS(fields, __VA_ARGS__, IN(ifr_map, ifmap, OVERLAY, HIDDEN)) };
#define IFREQS(X) \
	X(flags, interface_flags) X(mtu, int) X(metric, int) X(qlen, int) X(addr, sockaddr) \
	X(netmask, sockaddr) X(broadaddr, sockaddr) X(dstaddr, sockaddr)
#define IFREQ_GET(member, type) \
	IFREQ(ifreq_get_##member, IN(ifr_name, text, LEN_IS(16)), OUT(ifr_##member, type, IFREQ_LEN_##type))
#define IFREQ_SET(member, type) \
	IFREQ(ifreq_set_##member, IN(ifr_name, text, LEN_IS(16)), IN(ifr_##member, type, IFREQ_LEN_##type))
#define IFREQ_LEN_int .hidden = 0
#define IFREQ_LEN_interface_flags .hidden = 0
#define IFREQ_LEN_sockaddr LEN_IS(16)
#define IFREQ_STATIC(member, type) static IFREQ_GET(member, type) static IFREQ_SET(member, type)
IFREQS(IFREQ_STATIC)
static IFREQ_GET(ifindex, int)
static IFREQ(ifreq_get_name, OUT(ifr_name, text, LEN_IS(16), HIDDEN), PLACED(ifr_ifindex), PLACED(ifr_name), IN(ifr_ifindex, int, HIDDEN))

CHOICE(ioctl_arguments, request,
	WITH(TCGETS, OUT(argp, termios)),
	WITH(TCSETS|TCSETSW|TCSETSF, IN(argp, termios)),
	WITH(TCGETS2, OUT(argp, termios2)),
	WITH(TCSETS2|TCSETSW2|TCSETSF2, IN(argp, termios2)),
	WITH(TCGETA, OUT(argp, termio)),
	WITH(TCSETA|TCSETAW|TCSETAF, IN(argp, termio)),
	WITH(TIOCGWINSZ, OUT(argp, winsize)),
	WITH(TIOCSWINSZ, IN(argp, winsize)),
	WITH(TIOCGPGRP|TIOCGSID, OUT(argp, pid)),
	WITH(TIOCSPGRP, IN(argp, pid, PTR)),
	WITH(FIONREAD|TIOCOUTQ|TIOCGETD|TIOCGSOFTCAR|TIOCGEXCL|TIOCGPKT|TIOCGPTLCK|FIOQSIZE|SIOCATMARK, OUT(argp, int)),
	WITH(TIOCGPTN|TIOCGDEV, OUT(argp, uint)),
	WITH(TIOCGPTPEER, IN(flags, hexlong)),
	WITH(FIONBIO|FIOASYNC|TIOCPKT|TIOCSETD|TIOCSSOFTCAR|TIOCSPTLCK, IN(argp, int, PTR)),
	WITH(FIOSETOWN|SIOCSPGRP, IN(argp, pid, PTR)),
	WITH(FIOGETOWN|SIOCGPGRP, OUT(argp, pid)),
	WITH(FIOCLEX|FIONCLEX|TIOCNOTTY|TIOCEXCL|TIOCNXCL|TIOCSBRK|TIOCCBRK|TIOCCONS|TIOCVHANGUP),
	WITH(TIOCSCTTY|TCSBRK|TCSBRKP, IN(arg, int)),
	WITH(TCFLSH, IN(arg, tcflush)),
	WITH(TCXONC, IN(arg, tcflow)),
	WITH(TIOCMGET, OUT(argp, modem_lines)),
	WITH(TIOCMSET|TIOCMBIS|TIOCMBIC, IN(argp, modem_lines, PTR)),
	WITH(TIOCSTI, IN(argp, bytes, LEN_IS(1))),
	WITH(FS_IOC_GETFLAGS, OUT(argp, inode_flags)),
	WITH(FS_IOC_SETFLAGS, IN(argp, inode_flags, PTR)),
	WITH(FICLONE, IN(src_fd, fd)),
	WITH(FICLONERANGE, IN(argp, file_clone_range)),
	WITH(BLKGETSIZE, OUT(argp, ulong)),
	WITH(BLKGETSIZE64, OUT(argp, u64)),
	WITH(BLKSSZGET, OUT(argp, int)),
	WITH(BLKPBSZGET|BLKIOMIN|BLKIOOPT, OUT(argp, uint)),
	WITH(SIOCGIFNAME, INOUT(argp, ifreq_get_name)),
	WITH(SIOCGIFINDEX, INOUT(argp, ifreq_get_ifindex)),
	WITH(SIOCGIFFLAGS, INOUT(argp, ifreq_get_flags)),
	WITH(SIOCSIFFLAGS, IN(argp, ifreq_set_flags)),
	WITH(SIOCGIFMTU, INOUT(argp, ifreq_get_mtu)),
	WITH(SIOCSIFMTU, IN(argp, ifreq_set_mtu)),
	WITH(SIOCGIFMETRIC, INOUT(argp, ifreq_get_metric)),
	WITH(SIOCSIFMETRIC, IN(argp, ifreq_set_metric)),
	WITH(SIOCGIFTXQLEN, INOUT(argp, ifreq_get_qlen)),
	WITH(SIOCSIFTXQLEN, IN(argp, ifreq_set_qlen)),
	WITH(SIOCGIFADDR, INOUT(argp, ifreq_get_addr)),
	WITH(SIOCSIFADDR, IN(argp, ifreq_set_addr)),
	WITH(SIOCGIFNETMASK, INOUT(argp, ifreq_get_netmask)),
	WITH(SIOCSIFNETMASK, IN(argp, ifreq_set_netmask)),
	WITH(SIOCGIFBRDADDR, INOUT(argp, ifreq_get_broadaddr)),
	WITH(SIOCSIFBRDADDR, IN(argp, ifreq_set_broadaddr)),
	WITH(SIOCGIFDSTADDR, INOUT(argp, ifreq_get_dstaddr)),
	WITH(SIOCSIFDSTADDR, IN(argp, ifreq_set_dstaddr)),
	OTHERWISE(IN(argp, hexlong)));
SYSCALL(ioctl, C_DESC, int, IN(fd, fd), IN(request, ioctl), CHOOSE(ioctl_arguments));
