/* SPDX-License-Identifier: MIT */
/* Calls on sockets. */
#include <arpa/inet.h>
#include <linux/errqueue.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "fixture.h"

static void making(void)
{
	static const int types[] = { SOCK_STREAM,
				     SOCK_DGRAM | SOCK_CLOEXEC,
				     SOCK_RAW | SOCK_NONBLOCK,
				     SOCK_SEQPACKET,
				     0,
				     7,
				     10,
				     11,
				     0xf,
				     0x12345671,
				     -1 };
	static const int families[] = { AF_UNSPEC,  AF_UNIX,   AF_INET,	     AF_INET6,
					AF_NETLINK, AF_PACKET, AF_BLUETOOTH, AF_VSOCK,
					45,	    46,	       99,	     -1 };

	for (size_t f = 0; f < sizeof(families) / sizeof(families[0]); f++)
		for (int number = -1; number < 20; number += 7) {
			int protocol = number;

			/* That of AF_PACKET is in network order. */
			if (families[f] == AF_PACKET)
				fixture_order(&protocol, "22");
			CALL_AND_FAIL(3, SYS_socket, families[f], types[f % 11], protocol);
		}
	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++)
		CALL_AND_FAIL(3, SYS_socket, AF_INET, types[t],
			      t == 3 ? IPPROTO_SCTP : IPPROTO_TCP);
	CALL_AND_FAIL(3, SYS_socket, AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	CALL_AND_FAIL(3, SYS_socket, AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT);
	CALL_AND_FAIL(3, SYS_socket, AF_PACKET, SOCK_RAW, htons(3));
}

struct address {
	size_t len;
	unsigned char bytes[128];
};

/* Returns a complete address of the family with this index. */
static struct address address(unsigned which)
{
	struct address a = { 0, { 0 } };
	struct sockaddr_un *un = (void *)a.bytes;
	struct sockaddr_in *in = (void *)a.bytes;
	struct sockaddr_in6 *in6 = (void *)a.bytes;
	struct sockaddr_nl *nl = (void *)a.bytes;
	struct sockaddr_ll *ll = (void *)a.bytes;
	const char *sizes = "";

	switch (which) {
	case 0:
		*un = (struct sockaddr_un){ AF_UNIX, "/run/a\tsocket" };
		a.len = 2 + 14;
		break;
	case 1:
		*un = (struct sockaddr_un){ AF_UNIX, "\0abstract\0name" };
		a.len = 2 + 14;
		break;
	case 2:
		un->sun_family = AF_UNIX;
		a.len = 2;
		break;
	case 3:
		un->sun_family = AF_UNIX;
		memset(un->sun_path, 'x', sizeof(un->sun_path));
		a.len = sizeof(*un);
		break;
	case 4:
		*in = (struct sockaddr_in){ AF_INET, htons(8080), { htonl(0x7f000001) }, { 0 } };
		a.len = sizeof(*in);
		break;
	case 5:
		*in6 = (struct sockaddr_in6){ AF_INET6, htons(443), htonl(0x12345),
					      IN6ADDR_LOOPBACK_INIT, 0 };
		a.len = sizeof(*in6);
		break;
	case 6:
		*in6 = (struct sockaddr_in6){ AF_INET6, 0, 0, IN6ADDR_ANY_INIT, 7 };
		memcpy(&in6->sin6_addr, "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\xab\xcd", 16);
		a.len = sizeof(*in6);
		break;
	case 7:
		*nl = (struct sockaddr_nl){ AF_NETLINK, 0, 4711, 0x11 };
		a.len = sizeof(*nl);
		break;
	case 8:
		*ll = (struct sockaddr_ll){ AF_PACKET, htons(0x800),	    1, 1, 2,
					    6,	       { 1, 2, 3, 4, 5, 6 } };
		a.len = sizeof(*ll);
		break;
	case 11:
		memcpy(a.bytes, "\x28\0\1\2\1\0\0\0\2\0\0\0\1\1\2\3", 16);
		sizes = "2244";
		a.len = 16;
		break;
	case 12:
		memcpy(a.bytes,
		       "\x9\0"
		       "12345\0",
		       8);
		sizes = "2";
		a.len = 18;
		break;
	case 13:
	case 14:
	case 15:
	case 16:
		memcpy(a.bytes, "\x1f\0\1\2\3\0\5\6\7\x8", 10);
		/*
		 * Numbers of Bluetooth are little-endian; only the channel of a controller is not.
		 */
		sizes = which == 14 ? "2112" : "2";
		a.len = 4 + 2 * (which - 13);
		break;
	case 17:
		memcpy(a.bytes, "\x26\0hash\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0sha256", 30);
		sizes = "2";
		a.len = 88;
		break;
	case 18:
		memcpy(a.bytes, "\x2a\0\0\0\1\0\0\0\2\0\0\0", 12);
		sizes = "2244";
		a.len = 12;
		break;
	case 19:
	case 20:
		memcpy(a.bytes, "\x2c\0\2\0\1\0\0\0\2\0\0\0\3\0\0\0", 16);
		a.bytes[2] = (unsigned char)(which - 18);
		sizes = "22444";
		a.len = 16;
		break;
	case 21:
		memcpy(a.bytes, "\x10\0\1\2\1\0\0\0\1\0\0\0", 12);
		sizes = "2244";
		a.len = 12;
		break;
	case 9:
		a.bytes[0] = 0x63;
		sizes = "2";
		strcpy((char *)a.bytes + 2, "bytes of a stranger");
		a.len = 22;
		break;
	default:
		memset(&a.bytes, 0, sizeof(a.bytes));
		a.len = 16;
	}
	fixture_order(a.bytes, sizes);
	return a;
}

static void addresses(void)
{
	int *len = COPY(int, { 128 });

	for (unsigned which = 0; which < 22; which++) {
		struct address a = address(which);
		unsigned char *bytes = fixture_alloc(160);

		memcpy(bytes, a.bytes, sizeof(a.bytes));
		for (size_t cut = 0; cut <= a.len + 1; cut++)
			if (cut < 4 || cut + 3 > a.len || cut % 8 == 0)
				CALL(SYS_connect, 3, bytes, cut);
		CALL_AND_FAIL(0, SYS_bind, 3, bytes, a.len);
		CALL(SYS_bind, 3, bytes, sizeof(struct sockaddr_storage));
		CALL(SYS_bind, 3, bytes, 200);
		CALL(SYS_bind, 3, bytes, -1);
		fixture_result(4);
		*len = 128;
		CHANGE(*len, (int)a.len);
		CALL(SYS_accept, 3, bytes, len);
		*len = 128;
		CHANGE(*len, (int)a.len);
		CALL(SYS_accept4, 3, bytes, len, SOCK_CLOEXEC | SOCK_NONBLOCK);
		*len = 5;
		CHANGE(*len, (int)a.len);
		CALL(SYS_accept4, 3, bytes, len, 0);
		*len = a.len;
		CALL_AND_FAIL(4, SYS_accept4, 3, bytes, len, 0);
		fixture_result(0);
		fixture_pointers(SYS_connect, ARGS(3, 0, a.len), 1, a.bytes, a.len);
	}
	fixture_result(5);
	CALL(SYS_accept4, 3, NULL, NULL, 0);
	CALL(SYS_accept4, 3, NOWHERE, len, 1);
	CALL(SYS_accept4, 3, NOWHERE, NOWHERE, -1);
	*len = -1;
	CALL(SYS_accept4, 3, ARENA, len, 0);
	fixture_result(0);
}

/* Addresses of families with a struct of their own, at many lengths. */
static void families(void)
{
	static const unsigned char known[] = { AF_IPX, AF_PACKET, AF_BLUETOOTH, 36, AF_ALG,
					       AF_NFC, 40,	  42,		44, 45 };
	/*
	 * The sizes of their members; numbers in network order and addresses of hardware are bytes.
	 */
	static const char *const members[] = { "2",	"2114211", "2",	   "2242",  "2",
					       "22444", "2244",	   "2244", "22444", "224" };
	static const unsigned char sizes[] = { 4,  6,  8,  10, 11, 12, 13, 14, 15,
					       16, 20, 21, 24, 28, 30, 64, 88, 128 };
	unsigned char *bytes = fixture_alloc(256);

	for (size_t i = 0; i < sizeof(known); i++)
		for (int fill = 0; fill < 3; fill++)
			for (size_t n = 0; n < sizeof(sizes); n++) {
				memset(bytes, fill == 1 ? 255 : 0, 256);
				for (int at = 2; !fill && at < 20; at++)
					bytes[at] = (unsigned char)(at % 3);
				bytes[0] = known[i];
				bytes[1] = 0;
				/* These differ: doc/differences.md. */
				if ((known[i] == AF_NFC && sizes[n] > 16) ||
				    (!fill && known[i] == AF_BLUETOOTH && sizes[n] >= 12) ||
				    (fill == 1 && (known[i] == AF_PACKET || known[i] == 44)))
					continue;
				fixture_order(bytes, members[i]);
				if (known[i] == AF_BLUETOOTH && sizes[n] == 6)
					fixture_order(bytes + 4, "2");
				if (known[i] == AF_ALG)
					fixture_order(bytes + 16, "44");
				CALL(SYS_bind, 3, bytes, sizes[n]);
			}
	for (unsigned prefix = 0; prefix < 0x10000; prefix += prefix < 0xfe00 ? 0x700 : 0x11) {
		memset(bytes, 0, 28);
		bytes[0] = AF_INET6;
		bytes[8] = (unsigned char)(prefix >> 8);
		bytes[9] = (unsigned char)prefix;
		bytes[24] = (unsigned char)(prefix & 1);
		fixture_order(bytes, "2");
		fixture_order(bytes + 24, "4");
		CALL(SYS_connect, 3, bytes, 28);
	}
	for (int size = 128; size < 140; size++) {
		memset(bytes, 0, 28);
		bytes[0] = 1;
		bytes[sizeof(long)] = AF_INET;
		bytes[sizeof(long) + 4] = 224;
		fixture_order(bytes, "4");
		fixture_order(bytes + sizeof(long), "2");
		CALL(SYS_setsockopt, 3, 0, 42, bytes, size);
		CALL(SYS_setsockopt, 3, 41, 45, bytes, size);
	}
	for (unsigned char n = 0; n < 64; n++) {
		memset(bytes, 0, 16);
		bytes[0] = AF_BLUETOOTH;
		bytes[2] = bytes[10] = n;
		bytes[12] = n % 4;
		fixture_order(bytes, "2");
		CALL(SYS_bind, 3, bytes, 14);
	}
	memset(bytes, 0, 256);
	memcpy(bytes + 16, "\3\4service", 9);
	bytes[16 + 2 + 63 + (sizeof(long) == 8 ? 7 : 3)] = 7;
	bytes[0] = AF_NFC;
	bytes[4] = bytes[8] = bytes[12] = 1;
	fixture_order(bytes, "22444");
	fixture_order(bytes + 16 + 2 + 63 + (sizeof(long) == 8 ? 7 : 3),
		      sizeof(long) == 8 ? "8" : "4");
	CALL(SYS_bind, 3, bytes, 80 + 2 * sizeof(long));
}

/* An X.25 address is digits; a NUL ends them, or the end of the array. */
static void addresses_of_x25(void)
{
	static const char *const digits[] = { "", "1234567890", "1234567890abcdef", "12\"\n\200" };
	unsigned char *bytes = fixture_alloc(32);

	for (size_t i = 0; i < sizeof(digits) / sizeof(digits[0]); i++)
		for (unsigned len = 2; len <= 20; len++) {
			memset(bytes, 0, 32);
			bytes[0] = AF_X25;
			fixture_order(bytes, "2");
			memcpy(bytes + 2, digits[i], strlen(digits[i]));
			CALL(SYS_bind, 3, bytes, len);
		}
}

/* An rxrpc address contains another address with a length of its own. */
static void addresses_of_rxrpc(void)
{
	static const unsigned char within[] = { AF_INET, AF_INET6, AF_UNIX, 0, 99 };
	unsigned char *bytes = fixture_alloc(64);

	for (size_t family = 0; family < sizeof(within); family++)
		for (unsigned char len = 2; len <= 36; len += 2) {
			unsigned char head[] = {
				AF_RXRPC, 0, len, 0, 2, 0, len, 0, within[family]
			};

			memset(bytes, '3', 64);
			memcpy(bytes, head, sizeof(head));
			bytes[9] = 0;
			fixture_order(bytes, "22222");
			if (len != 26)
				CALL(SYS_bind, 3, bytes, 36);
			CALL(SYS_bind, 3, bytes, len < 12 ? 24 + len : len);
		}
}

/* Appends a control message in the layout of the ABI. Returns its size. */
static size_t put_control(unsigned char *at, int level, int type, const void *data, size_t len)
{
	struct cmsghdr *head = (void *)at;

	head->cmsg_len = CMSG_LEN(len);
	head->cmsg_level = level;
	head->cmsg_type = type;
	memcpy(CMSG_DATA(head), data, len);
	return CMSG_SPACE(len);
}

static void messages(void)
{
	static const int flags[] = { 0,
				     MSG_DONTWAIT | MSG_NOSIGNAL,
				     MSG_PEEK | MSG_TRUNC | MSG_CTRUNC,
				     MSG_CMSG_CLOEXEC,
				     MSG_OOB | MSG_WAITALL | MSG_ERRQUEUE,
				     0x40000000,
				     -1 };
	struct address a = address(4);
	unsigned char *name = fixture_alloc(128);
	unsigned char *control = fixture_alloc(512);
	struct iovec *iov = fixture_alloc(2 * sizeof(*iov));
	struct msghdr *message = fixture_alloc(sizeof(*message));
	size_t used = 0;

	memcpy(name, a.bytes, a.len);
	iov[0] = (struct iovec){ STRING("what is sent"), 12 };
	iov[1] = (struct iovec){ STRING("and more, so much that it is cut short"), 38 };
	*message = (struct msghdr){
		.msg_name = name, .msg_namelen = a.len, .msg_iov = iov, .msg_iovlen = 2
	};
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		message->msg_flags = flags[6 - i];
		CALL_AND_FAIL(50, SYS_sendmsg, 3, message, flags[i]);
		CALL_AND_FAIL(20, SYS_recvmsg, 3, message, flags[i]);
	}
	message->msg_flags = 0;
	fixture_result(0);
	CALL(SYS_recvmsg, 3, message, 0);
	used += put_control(control, SOL_SOCKET, SCM_RIGHTS, (int[]){ 3, 4, -1 }, 12);
	used += put_control(control + used, SOL_SOCKET, SCM_CREDENTIALS,
			    (int[]){ 4711, 1000, 1001 }, 12);
	used += put_control(control + used, SOL_SOCKET, SO_TIMESTAMP, (long[]){ 5, 6 },
			    2 * sizeof(long));
	used += put_control(control + used, IPPROTO_IP, IP_TTL, (int[]){ 64 }, 4);
	used += put_control(control + used, IPPROTO_IP, IP_TOS, "\x10", 1);
	used += put_control(control + used, IPPROTO_IP, IP_PKTINFO,
			    (int[]){ 2, (int)htonl(0x7f000001), (int)htonl(0x7f000002) }, 12);
	used += put_control(control + used, 99, 98, "unknown", 7);
	message->msg_control = control;
	for (size_t cut = 0; cut <= used; cut += cut < 48 ? 3 : 16) {
		message->msg_controllen = cut;
		CALL_AND_FAIL(7, SYS_sendmsg, 3, message, 0);
		CALL_AND_FAIL(7, SYS_recvmsg, 3, message, 0);
	}
	message->msg_controllen = used;
	CALL(SYS_sendmsg, 3, message, 0);
	((struct cmsghdr *)control)->cmsg_len = 0;
	CALL(SYS_sendmsg, 3, message, 0);
	/* tests/live covers lengths that wrap around: strace 6.1 does not end with them. */
	message->msg_control = NULL;
	message->msg_controllen = 0;
	/* The kernel changes the length of the name and the flags. */
	message->msg_namelen = 128;
	fixture_result(7);
	CHANGE(message->msg_namelen, 16);
	CHANGE(message->msg_flags, MSG_EOR);
	CALL(SYS_recvmsg, 3, message, 0);
	message->msg_iovlen = 100000;
	CALL(SYS_recvmsg, 3, message, 0);
	message->msg_iov = (void *)NOWHERE;
	CALL(SYS_recvmsg, 3, message, 0);
	CALL(SYS_sendmsg, 3, message, 0);
	message->msg_iov = NULL;
	message->msg_name = NULL;
	message->msg_iovlen = 0;
	CALL(SYS_recvmsg, 3, message, 0);
	fixture_pointers(SYS_recvmsg, ARGS(3, 0, 0), 1, message, sizeof(*message));
	fixture_pointers(SYS_sendmsg, ARGS(3, 0, 0), 1, message, sizeof(*message));
	fixture_result(0);
}

/* The kernel writes to a name as many bytes as its buffer has, and says how long the name is. */
static void many_messages(void)
{
	static const unsigned rooms[] = { 0, 4, 128 };
	struct mmsghdr *messages = fixture_alloc(3 * sizeof(*messages));
	struct iovec *buffers = fixture_alloc(3 * sizeof(*buffers));

	for (long result = 3; result >= -1; result--) {
		for (unsigned i = 0; i < 3; i++) {
			char *name = fixture_alloc(128);

			memset(name, 0xff, 128);
			memcpy(name, &(sa_family_t){ AF_UNIX }, sizeof(sa_family_t));
			strcpy(name + 2, "/tmp/a socket");
			buffers[i] = (struct iovec){ fixture_alloc(8), 8 };
			messages[i].msg_hdr = (struct msghdr){ .msg_name = name,
							       .msg_namelen = rooms[i],
							       .msg_iov = &buffers[i],
							       .msg_iovlen = 1 };
			CHANGE(messages[i].msg_hdr.msg_namelen, 16);
			CHANGE(messages[i].msg_len, i + 1);
		}
		fixture_result(result);
		CALL(SYS_recvmmsg, 3, messages, 3, 0, NULL);
	}
	fixture_result(2);
	CALL(SYS_recvmmsg, 3, NULL, 3, 0, NULL);
	CALL(SYS_recvmmsg, 3, NOWHERE, 3, 0, NULL);
	CALL(SYS_recvmmsg, 3, LAST_BYTES(sizeof(*messages)), 3, 0, NULL);
	fixture_result(0);
}

static void options(void)
{
	static const struct {
		int level, name;
	} known[] = {
		{ SOL_SOCKET, SO_REUSEADDR }, { SOL_SOCKET, SO_ERROR },
		{ SOL_SOCKET, SO_TYPE },      { SOL_SOCKET, SO_SNDBUF },
		{ SOL_SOCKET, SO_PASSCRED },  { SOL_SOCKET, SO_KEEPALIVE },
		{ SOL_TCP, TCP_NODELAY },     { SOL_TCP, TCP_KEEPIDLE },
		{ SOL_IP, IP_TTL },	      { SOL_IPV6, IPV6_V6ONLY },
		{ SOL_SOCKET, 5000 },	      { 5000, 1 },
		{ SOL_SOCKET, -1 },	      { -1, -1 },
	};
	int *value = fixture_alloc(64);
	long *time = fixture_alloc(64);
	int *len = COPY(int, { 4 });

	value[0] = 1;
	value[sizeof(long) / sizeof(int)] = 5;
	time[0] = 1;
	time[1] = 5;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		for (int size = 0; size <= 8; size += 2) {
			*len = size;
			CALL_AND_FAIL(0, SYS_setsockopt, 3, known[i].level, known[i].name, value,
				      size);
			CALL_AND_FAIL(0, SYS_getsockopt, 3, known[i].level, known[i].name, value,
				      len);
		}
		*len = 64;
		CHANGE(*len, 4);
		CALL(SYS_getsockopt, 3, known[i].level, known[i].name, value, len);
		CALL(SYS_setsockopt, 3, known[i].level, known[i].name, value, -1);
	}
	for (*len = 0; *len <= 20; *len += 4) {
		CALL(SYS_setsockopt, 3, SOL_SOCKET, SO_LINGER, value, *len);
		CALL(SYS_getsockopt, 3, SOL_SOCKET, SO_LINGER, value, len);
		CALL(SYS_getsockopt, 3, SOL_SOCKET, SO_PEERCRED, value, len);
		CALL(SYS_setsockopt, 3, SOL_SOCKET, SO_RCVTIMEO, time, *len);
		CALL(SYS_getsockopt, 3, SOL_SOCKET, SO_RCVTIMEO, time, len);
	}
	*len = 4;
	fixture_pointers(SYS_setsockopt, ARGS(3, SOL_SOCKET, SO_DEBUG, 0, 4), 3, value, 4);
	fixture_pointers(SYS_getsockopt, ARGS(3, SOL_SOCKET, SO_DEBUG, 0, (unsigned long)len), 3,
			 value, 4);
	fixture_pointers(SYS_getsockopt, ARGS(3, SOL_SOCKET, SO_DEBUG, (unsigned long)value, 0), 4,
			 len, 4);
}

/* Options with struct values, with lengths that are right, too short and too long. */
static void structs(void)
{
	static const struct {
		int level, name;
	} known[] = {
		{ SOL_SOCKET, SO_LINGER },
		{ SOL_SOCKET, SO_PEERCRED },
		{ SOL_SOCKET, SO_RCVTIMEO },
		{ SOL_SOCKET, SO_BINDTODEVICE },
		{ SOL_SOCKET, SO_ERROR },
		{ SOL_SOCKET, SO_ATTACH_FILTER },
		{ SOL_IP, IP_ADD_MEMBERSHIP },
		{ SOL_IPV6, IPV6_ADD_MEMBERSHIP },
		{ SOL_IP, MCAST_JOIN_GROUP },
		{ SOL_TCP, TCP_INFO },
		{ SOL_PACKET, PACKET_ADD_MEMBERSHIP },
		{ SOL_PACKET, PACKET_RX_RING },
		{ SOL_PACKET, PACKET_STATISTICS },
		{ SOL_NETLINK, 9 },
		{ SOL_NETLINK, 1 },
		{ 255, 1 },
		{ IPPROTO_UDP, 103 },
		{ 282, 1 },
	};
	unsigned *value = fixture_alloc(160);
	int *len = COPY(int, { 0 });

	for (unsigned i = 0; i < 40; i++)
		value[i] = (i + 1) << 16 | (i + 1);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		for (int size = -1; size < 44; size += size < 24 ? 1 : 5) {
			*len = size;
			CALL(SYS_setsockopt, 3, known[i].level, known[i].name, value, size);
			/*
			 * The memory after the first filter instructions holds no valid
			 * instructions.
			 */
			if (known[i].name != SO_ATTACH_FILTER || size < 5)
				CALL(SYS_getsockopt, 3, known[i].level, known[i].name, value, len);
		}
}

/*
 * Makes these calls by socketcall(2). It takes an array of longs, for which the fixture has words
 * of 32 bits.
 */
#if defined(SYS_socketcall) && __SIZEOF_LONG__ == 4
#define MULTIPLEXED
static void multiplexed(void)
{
	uint32_t *args = fixture_alloc(24);
	struct address a = address(4);
	char *name = fixture_alloc(128);
	int *len = COPY(int, { 16 });

	memcpy(name, a.bytes, a.len);
	memcpy(args, (uint32_t[]){ 2, (uint32_t)name, 16, 0, (uint32_t)len, 7 }, 24);
	for (long call = -1; call < 23; call++)
		CALL_AND_FAIL(3, SYS_socketcall, call, args);
	memcpy(args, (uint32_t[]){ 3, (uint32_t)name, (uint32_t)len }, 12);
	CALL_AND_FAIL(4, SYS_socketcall, 5, args);
	memcpy(args, (uint32_t[]){ AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP }, 12);
	CALL_AND_FAIL(3, SYS_socketcall, 1, args);
	fixture_pointers(SYS_socketcall, ARGS(3, 0), 1, args, 12);
}
#endif

/*
 * Options that have a struct or names as their value, with every size: linux/tipc.h, linux/tcp.h,
 * linux/in.h.
 */
static void newer_options(void)
{
	/* Ranges of ports: the first one in the lower half. */
	static const uint32_t ranges[] = { 0,	       1,	   0xffff,     0x10000,
					   0x27100fa0, 0x0fa02710, 0xffffffff, 0x80000000 };
	unsigned char *value = fixture_alloc(320);
	int *len = fixture_alloc(sizeof(*len));

	for (int option = 126; option < 140; option++)
		for (int size = -1; size < 20; size += size < 5 ? 1 : 4) {
			memcpy(value, (uint32_t[5]){ (uint32_t)(option - 126), 2, 3, 1, 5 }, 20);
			*len = size;
			CALL(SYS_setsockopt, 3, 271, option, value, size);
			CALL(SYS_getsockopt, 3, 271, option, value, len);
		}
	for (int size = 0; size < 9; size++) {
		*len = size;
		memcpy(value, "\6\0\0\0\1\2\3\4", 8);
		fixture_order(value, "4");
		CALL(SYS_getsockopt, 3, SOL_IP, 52, value, len);
		CALL(SYS_setsockopt, 3, SOL_IP, 51, value, size);
	}
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		memcpy(value, &ranges[i], 4);
		*len = 4;
		CALL(SYS_setsockopt, 3, SOL_IP, 51, value, 4);
		CALL(SYS_getsockopt, 3, SOL_IP, 51, value, len);
	}
	memset(value, 0, 320);
	memcpy(value, (uint16_t[1]){ AF_INET }, 2);
	memcpy(value + 2, "\0\x50\x7f\0\0\1", 6);
	strcpy((char *)value + 128, "hmac(sha1)");
	/* The interface, then two flags, the first bits of their word. */
	memcpy(value + 192, (uint32_t[2]){ 1, HIGHEST_FIRST ? 0xc0000000 : 3 }, 8);
	memcpy(value + 202, "\x20\x64\x65\x0c\x03\x07secret!", 13);
	for (int size = 16; size<312; size += size> 280 ? 1 : 8)
		/* strace shows what it can of a name or key that the size cuts. */
		if (size <= 128 || size >= 216)
			CALL(SYS_setsockopt, 3, SOL_TCP, 38, value, size);
	value[207] = 200;
	CALL(SYS_setsockopt, 3, SOL_TCP, 38, value, 288);
	memset(LAST_BYTES(288), 0, 288);
	CALL(SYS_setsockopt, 3, SOL_TCP, 38, LAST_BYTES(200), 288);
	CALL(SYS_setsockopt, 3, SOL_TCP, 38, LAST_BYTES(288), 288);
	CALL(SYS_setsockopt, 3, SOL_TCP, 38, NULL, 288);
	CALL(SYS_setsockopt, 3, 271, 130, LAST_BYTES(3), 4);
	CALL(SYS_setsockopt, 3, 271, 130, NOWHERE, 4);
	fixture_free_all();
}

int main(void)
{
	static void (*const parts[])(void) = {
		making,	     addresses,	    families, addresses_of_x25, addresses_of_rxrpc,
		messages,    many_messages, options,  structs,
#ifdef MULTIPLEXED
		multiplexed,
#endif
	};

	fixture_begin();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		parts[i]();
		fixture_free_all();
	}
	newer_options();
	fixture_end();
}
