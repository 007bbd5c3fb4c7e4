/* SPDX-License-Identifier: MIT */
/* Netlink messages, sent and received through bound sockets of each protocol. */
#include <arpa/inet.h>
#include <linux/fib_rules.h>
#include <linux/if_addrlabel.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/inet_diag.h>
#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/netlink_diag.h>
#include <linux/nexthop.h>
#include <linux/packet_diag.h>
#include <linux/rtnetlink.h>
#include <linux/smc_diag.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fixture.h"

/* Descriptors of the sockets, which the fixture itself must not use. */
enum { ROUTE = 100, DIAG, AUDIT, GENERIC, UEVENT, NETFILTER, SELINUX, XFRM, CONNECTOR };

static void open_socket(int as, int protocol)
{
	struct sockaddr_nl any = { .nl_family = AF_NETLINK };
	int fd = socket(AF_NETLINK, SOCK_RAW, protocol);

	/* strace asks the kernel for the protocol, and the kernel knows only bound sockets. */
	bind(fd, (struct sockaddr *)&any, sizeof(any));
	dup2(fd, as);
	close(fd);
}

struct message {
	unsigned char bytes[24576];
	size_t len;
	bool has_header; /* false: attributes alone */
};

static void put(struct message *to, const void *bytes, size_t len)
{
	if (len)
		memcpy(to->bytes + to->len, bytes, len);
	to->len = NLMSG_ALIGN(to->len + len);
}

static struct message begin(int type, int flags, const void *header, size_t len)
{
	struct nlmsghdr head = { .nlmsg_type = (uint16_t)type,
				 .nlmsg_flags = (uint16_t)flags,
				 .nlmsg_seq = 7,
				 .nlmsg_pid = 4711 };
	struct message message = { .has_header = true };

	put(&message, &head, sizeof(head));
	put(&message, header, len);
	head.nlmsg_len = (uint32_t)(sizeof(head) + len);
	memcpy(message.bytes, &head, sizeof(head));
	return message;
}

static void attribute(struct message *to, int type, const void *value, size_t len)
{
	struct nlattr head = { .nla_len = (uint16_t)(sizeof(head) + len),
			       .nla_type = (uint16_t)type };
	uint32_t whole;

	put(to, &head, sizeof(head));
	put(to, value, len);
	whole = (uint32_t)to->len;
	if (to->has_header)
		memcpy(to->bytes, &whole, sizeof(whole));
}

static void sent(int fd, const struct message *message)
{
	unsigned char *copy = fixture_alloc(message->len + 1);

	memcpy(copy, message->bytes, message->len);
	fixture_result((long)message->len);
	CALL(SYS_sendto, fd, copy, message->len, 0, 0, 0);
	fixture_result(0);
	fixture_free_all();
}

/* Sends and receives a message by several calls, also with vectors and truncated. */
static void all_ways(const struct message *message)
{
	unsigned char *copy = fixture_alloc(512);
	struct iovec *iov = fixture_alloc(sizeof(*iov));
	struct msghdr *header = fixture_alloc(sizeof(*header));

	memcpy(copy, message->bytes, message->len);
	*iov = (struct iovec){ copy, message->len };
	*header = (struct msghdr){ .msg_iov = iov, .msg_iovlen = 1 };
	CALL(SYS_sendmsg, ROUTE, header, 0);
	header->msg_name = COPY(struct sockaddr_nl, { .nl_family = AF_NETLINK });
	header->msg_namelen = sizeof(struct sockaddr_nl);
	for (size_t n = 0; n <= message->len; n += n < 20 ? 1 : 7) {
		fixture_result((long)n);
		CALL(SYS_recvfrom, ROUTE, copy, 512, 0, 0, 0);
		CALL(SYS_recvmsg, ROUTE, header, 0);
		CALL(SYS_sendto, ROUTE, copy, n, 0, 0, 0);
	}
	fixture_result((long)message->len);
	CALL(SYS_sendmsg, ROUTE, header, 0);
	CALL(SYS_sendto, 3, copy, message->len, 0, 0, 0);
	fixture_result(0);
	CALL(SYS_sendto, ROUTE, NULL, 24, 0, 0, 0);
	CALL(SYS_sendto, ROUTE, NOWHERE, 24, 0, 0, 0);
	fixture_free_all();
}

/* Makes one attribute of everything after the first start bytes of a message. */
static void nest(struct message *message, size_t start, int type)
{
	struct nlattr head = { .nla_len = (uint16_t)(sizeof(head) + message->len - start),
			       .nla_type = (uint16_t)type };
	uint32_t whole;

	memmove(message->bytes + start + sizeof(head), message->bytes + start,
		message->len - start);
	memcpy(message->bytes + start, &head, sizeof(head));
	message->len += sizeof(head);
	whole = (uint32_t)message->len;
	memcpy(message->bytes, &whole, sizeof(whole));
}

/*
 * Sends messages with all attributes from first to last, nested in the attributes of path, which -1
 * ends. The sizes of their values are those at which a decoder shows more, and others.
 */
static void every(int fd, int type, const void *header, size_t len, const int *path, int first,
		  int last)
{
	static const size_t sizes[] = { 0,  1,	2,  3,	4,  5,	7,  8,	11,  12,  15,
					16, 28, 31, 32, 36, 64, 92, 96, 184, 200, 208 };
	unsigned char bytes[256];
	struct message message;
	int depth = 0;

	while (path[depth] >= 0)
		depth++;
	for (int fill = 0; fill < 4; fill++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			if (fill && sizes[i] > 16 && sizes[i] != 36)
				continue;
			for (size_t at = 0; at < sizeof(bytes); at++)
				bytes[at] = (unsigned char)(fill == 1	? 255
							    : fill == 2 ? 0
							    : fill == 3 ? at + 1
							    : at % 4	? 0
									: at / 4 + 1);
			message = begin(type, 0, header, len);
			for (int attr = first; attr <= last; attr++)
				attribute(&message, attr, bytes, sizes[i]);
			for (int at = depth - 1; at >= 0; at--)
				nest(&message, 16 + NLMSG_ALIGN(len), path[at]);
			sent(fd, &message);
		}
}
#define EVERY(fd, type, header, first, last, ...)  \
	every(fd, type, header, sizeof(*(header)), \
	      (const int[]){ __VA_ARGS__ __VA_OPT__(, ) - 1 }, first, last)

static void text_attribute(struct message *to, int type, const char *text)
{
	attribute(to, type, text, strlen(text) + 1);
}

/*
 * Sends the attributes up to last of a kind of link, or of the ports of such a link, in sizes at
 * which a decoder shows more, and others; and with the kind in the attribute that is for the other
 * data.
 */
static void link_data(int kind_type, int data_type, const char *kind, int last)
{
	static const size_t sizes[] = { 0, 1, 2, 3, 4, 6, 8, 12, 16 };
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC, .ifi_index = 1 };
	const size_t start = 16 + sizeof(header);
	unsigned char bytes[16];
	struct message message;

	for (int attr = 0; attr <= last; attr++)
		for (unsigned fill = 0; fill < 3; fill++) {
			for (unsigned at = 0; at < sizeof(bytes); at++)
				bytes[at] = (unsigned char)(fill == 2 ? at + 1 : at ? 0 : fill);
			message = begin(RTM_NEWLINK, 0, &header, sizeof(header));
			text_attribute(&message,
				       fill ? kind_type
					    : IFLA_INFO_KIND + IFLA_INFO_SLAVE_KIND - kind_type,
				       kind);
			size_t data = message.len;
			for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
				attribute(&message, attr, bytes, sizes[i]);
			nest(&message, data, data_type);
			nest(&message, start, IFLA_LINKINFO);
			sent(ROUTE, &message);
		}
}

/*
 * Sends an IFLA_LINKINFO with one attribute for each character: k and s are IFLA_INFO_KIND and
 * IFLA_INFO_SLAVE_KIND with the name "bridge", o and t the same with another name, d and e the data
 * of a link and of a port, x statistics, u an unknown attribute.
 */
static void link_info(const char *order)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC, .ifi_index = 1 };
	const unsigned char bytes[16] = { 5, 0, 1, 0, 3, 0, 0, 0, 6, 0, 2, 0, 32 };
	struct message message = begin(RTM_NEWLINK, 0, &header, sizeof(header));
	const size_t start = message.len;

	for (; *order; order++)
		switch (*order) {
		case 'k':
		case 's':
			text_attribute(&message,
				       *order == 'k' ? IFLA_INFO_KIND : IFLA_INFO_SLAVE_KIND,
				       "bridge");
			break;
		case 'o':
		case 't':
			text_attribute(&message,
				       *order == 'o' ? IFLA_INFO_KIND : IFLA_INFO_SLAVE_KIND,
				       "vxlan");
			break;
		case 'd':
		case 'e':
			attribute(&message, *order == 'd' ? IFLA_INFO_DATA : IFLA_INFO_SLAVE_DATA,
				  bytes, sizeof(bytes));
			break;
		default:
			attribute(&message, *order == 'x' ? IFLA_INFO_XSTATS : 9, bytes, 7);
		}
	nest(&message, start, IFLA_LINKINFO);
	sent(ROUTE, &message);
}

/* Sends the data of a port after a kind of these bytes. */
static void port_after(int type, const char *kind, size_t len)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC, .ifi_index = 1 };
	const unsigned char bytes[16] = { 5, 0, 1, 0, 3, 0, 0, 0, 6, 0, 2, 0, 32 };
	static const size_t sizes[] = { 0, 3, 8, 16 };
	struct message message = begin(RTM_NEWLINK, 0, &header, sizeof(header));
	const size_t start = message.len;

	attribute(&message, type, kind, len);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		attribute(&message, (i % 2 ? NLA_F_NESTED : 0) | IFLA_INFO_SLAVE_DATA, bytes,
			  sizes[i]);
	nest(&message, start, IFLA_LINKINFO);
	sent(ROUTE, &message);
}

static void link_infos(void)
{
	static const char *const orders[] = { "ke",   "se",  "ske", "ose",    "odse",	 "es",
					      "sd",   "kd",  "ksd", "ksde",   "oskde",	 "kte",
					      "ktd",  "ste", "tse", "okd",    "kod",	 "odkd",
					      "oxkd", "sxe", "sue", "odxuse", "okdtede", "kktsde" };

	link_data(IFLA_INFO_KIND, IFLA_INFO_DATA, "bridge", 51);
	link_data(IFLA_INFO_KIND, IFLA_INFO_DATA, "tun", 10);
	link_data(IFLA_INFO_KIND, IFLA_INFO_DATA, "tunnel", 2);
	link_data(IFLA_INFO_KIND, IFLA_INFO_DATA, "bridges", 2);
	link_data(IFLA_INFO_SLAVE_KIND, IFLA_INFO_SLAVE_DATA, "bridge", 47);
	link_data(IFLA_INFO_SLAVE_KIND, IFLA_INFO_SLAVE_DATA, "bond", 2);
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		link_info(orders[i]);
	port_after(IFLA_INFO_SLAVE_KIND, "bridge", 6);
	port_after(IFLA_INFO_SLAVE_KIND, "bridge\0\0\0\0\0\0", 12);
	port_after(IFLA_INFO_SLAVE_KIND, "bridgex", 7);
	port_after(IFLA_INFO_SLAVE_KIND, "bri", 3);
	port_after(IFLA_INFO_SLAVE_KIND, "", 0);
	port_after(NLA_F_NESTED | IFLA_INFO_SLAVE_KIND, "bridge", 7);
}

static void link_attributes(void)
{
	/* strace 6.1 truncates addresses of other families. */
	struct ifinfomsg header = {
		.ifi_family = AF_INET, .ifi_type = 1, .ifi_index = -1, .ifi_change = 0x43
	};
	struct ifinfomsg bridge = { .ifi_family = AF_BRIDGE, .ifi_type = 1, .ifi_index = 1 };
	struct ifinfomsg inet6 = { .ifi_family = AF_INET6, .ifi_type = 1, .ifi_index = 1 };

	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 24);
	EVERY(ROUTE, RTM_NEWLINK, &header, 25, 61);
	EVERY(ROUTE, RTM_SETLINK, &header, 0, 9, IFLA_LINKINFO);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 3, IFLA_VFINFO_LIST);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 9, IFLA_VFINFO_LIST, IFLA_VF_INFO);
	EVERY(ROUTE, RTM_NEWLINK, &header, 12, 15, IFLA_VFINFO_LIST, IFLA_VF_INFO);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 9, IFLA_VFINFO_LIST, IFLA_VF_INFO, 8);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 2, IFLA_VFINFO_LIST, IFLA_VF_INFO, 12);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 8, IFLA_VF_PORTS, IFLA_VF_PORT);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 8, IFLA_PORT_SELF);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 45, IFLA_AF_SPEC);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 3, IFLA_AF_SPEC, AF_INET);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 5, IFLA_AF_SPEC, AF_INET6);
	EVERY(ROUTE, RTM_NEWLINK, &header, 7, 10, IFLA_AF_SPEC, AF_INET6);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 2, IFLA_AF_SPEC, 45);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 9, IFLA_XDP);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 61, 52);
	EVERY(ROUTE, RTM_NEWLINK, &header, 0, 3, 55);
	EVERY(ROUTE, RTM_NEWLINK, &bridge, 0, 39, IFLA_PROTINFO);
	EVERY(ROUTE, RTM_NEWLINK, &bridge, 0, 1, IFLA_AF_SPEC);
	EVERY(ROUTE, RTM_NEWLINK, &bridge, 3, 6, IFLA_AF_SPEC);
	EVERY(ROUTE, RTM_NEWLINK, &bridge, 0, 4, IFLA_AF_SPEC, 3);
	EVERY(ROUTE, RTM_NEWLINK, &inet6, 0, 5, IFLA_PROTINFO);
	EVERY(ROUTE, RTM_NEWLINK, &inet6, 7, 10, IFLA_PROTINFO);
	link_infos();
}

static void route_attributes(void)
{
	struct ifaddrmsg addr = { .ifa_family = AF_INET, .ifa_scope = 200 };
	struct rtmsg route = { .rtm_family = AF_INET, .rtm_type = 3 };
	struct ndmsg neighbour = { .ndm_family = AF_INET6, .ndm_ifindex = 1, .ndm_flags = 0x48 };
	struct fib_rule_hdr rule = { .family = AF_INET, .table = 254, .action = 1 };
	struct ifaddrlblmsg label = { .ifal_family = AF_INET6,
				      .ifal_prefixlen = 8,
				      .ifal_index = 1 };
	struct nhmsg next = { .nh_family = AF_INET, .nh_protocol = 4, .nh_flags = 4 };
	struct rtgenmsg any[4] = { { AF_INET } };
	struct ndtmsg table = { .ndtm_family = AF_INET6 };

	EVERY(ROUTE, RTM_NEWADDR, &addr, 0, 11);
	addr.ifa_family = AF_INET6;
	EVERY(ROUTE, RTM_GETANYCAST, &addr, 0, 11);
	EVERY(ROUTE, RTM_NEWROUTE, &route, 0, 8);
	EVERY(ROUTE, RTM_NEWROUTE, &route, 10, 30);
	EVERY(ROUTE, RTM_NEWROUTE, &route, 0, 17, RTA_METRICS);
	route.rtm_family = AF_INET6;
	EVERY(ROUTE, RTM_GETROUTE, &route, 0, 8);
	EVERY(ROUTE, RTM_NEWNEIGH, &neighbour, 0, 18);
	EVERY(ROUTE, RTM_NEWNEIGH, &neighbour, 0, 3, NDA_FDB_EXT_ATTRS);
	EVERY(ROUTE, RTM_NEWRULE, &rule, 0, 25);
	EVERY(ROUTE, RTM_NEWNEIGHTBL, &table, 0, 10);
	EVERY(ROUTE, RTM_SETNEIGHTBL, &table, 0, 19, NDTA_PARMS);
	EVERY(ROUTE, RTM_NEWADDRLABEL, &label, 1, 3);
	EVERY(ROUTE, RTM_NEWNETCONF, &any, 0, 8);
	EVERY(ROUTE, RTM_NEWNSID, &any, 0, 6);
	EVERY(ROUTE, RTM_NEWNEXTHOP, &next, 0, 1);
	EVERY(ROUTE, RTM_NEWNEXTHOP, &next, 3, 13);
	EVERY(ROUTE, RTM_NEWNEXTHOP, &next, 0, 5, NHA_RES_GROUP);
	EVERY(ROUTE, RTM_NEWNEXTHOP, &next, 0, 4, NHA_RES_BUCKET);
}

/* Next hops contain attributes of routes. Nothing says how many there are. */
static void next_hops(void)
{
	struct rtmsg route = { .rtm_family = AF_INET };
	struct {
		struct rtnexthop hop;
		struct nlattr head;
		unsigned char gateway[4];
	} hops[3] = {
		{ { 16, 5, 2, 1 }, { 8, RTA_GATEWAY }, { 10, 0, 0, 1 } },
		{ { 8, 0xff, 0, 2 }, { 16, 5 }, { 2, 0, 0, 0 } },
	};
	struct message message;

	/* strace 6.1 reads past the end of the attribute if a part of a header is left. */
	for (size_t len = 1; len <= 32; len += len < 8 ? 1 : 8) {
		message = begin(RTM_NEWROUTE, 0, &route, sizeof(route));
		attribute(&message, RTA_MULTIPATH, hops, len);
		sent(ROUTE, &message);
	}
	for (int family = 0; family < 30; family++) {
		message = begin(RTM_NEWROUTE, 0, &route, sizeof(route));
		attribute(&message, RTA_VIA, (uint16_t[9]){ (uint16_t)family, 1, 2, 3, 4 }, 18);
		attribute(&message, RTA_VIA, (uint16_t[9]){ (uint16_t)family, 1, 2, 3, 4 }, 5);
		attribute(&message, RTA_ENCAP_TYPE, &(uint16_t){ (uint16_t)(family % 9) }, 2);
		sent(ROUTE, &message);
	}
}

static void disciplines(void)
{
	struct tcmsg discipline = { .tcm_ifindex = 1, .tcm_parent = 0xffffffff };
	struct br_port_msg bridge = { .family = AF_BRIDGE, .ifindex = 1 };
	struct if_stats_msg stats = { .ifindex = 1, .filter_mask = 0x11 };
	uint32_t any = AF_INET;
	struct message message;

	EVERY(ROUTE, RTM_NEWQDISC, &discipline, 0, 15);
	EVERY(ROUTE, RTM_NEWTFILTER, &discipline, 0, 8, TCA_STATS2);
	EVERY(ROUTE, RTM_NEWCHAIN, &discipline, 0, 3, TCA_STAB);
	EVERY(ROUTE, RTM_NEWACTION, &any, 0, 10);
	EVERY(ROUTE, RTM_GETACTION, &any, 0, 8, 4);
	any = AF_INET | 1 << 8;
	EVERY(ROUTE, RTM_GETDCB, &any, 0, 16);
	EVERY(ROUTE, RTM_NEWMDB, &bridge, 0, 3);
	EVERY(ROUTE, RTM_NEWMDB, &bridge, 0, 2, MDBA_MDB);
	EVERY(ROUTE, RTM_GETMDB, &bridge, 0, 2, MDBA_ROUTER);
	EVERY(ROUTE, RTM_NEWSTATS, &stats, 0, 5);
	EVERY(ROUTE, RTM_NEWSTATS, &stats, 0, 1, IFLA_STATS_LINK_OFFLOAD_XSTATS);
	EVERY(ROUTE, RTM_NEWSTATS, &stats, 0, 2, IFLA_STATS_LINK_XSTATS, LINK_XSTATS_TYPE_BOND);
	EVERY(ROUTE, RTM_NEWSTATS, &stats, 0, 9, IFLA_STATS_LINK_XSTATS, LINK_XSTATS_TYPE_BOND, 1);
	for (int type = 16; type < 124; type++)
		for (size_t len = 0; len < 28; len += len < 5 ? 1 : 4) {
			/* strace 6.1 lacks members of these newer messages. */
			if (type == 56 || type == 57 || type == 60 || type == 61)
				continue;
			/* An address label has no attribute with the number 0. */
			if (type >= RTM_NEWADDRLABEL && type <= RTM_GETADDRLABEL && len > 12)
				continue;
			message = begin(type, 0,
					"\2\1\2\3\4\5\6\7\10\11\12\13\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
					len);
			sent(ROUTE, &message);
		}
	/* strace 6.1 shows nothing after these structs. */
	for (size_t len = 24; len <= 240; len += 4) {
		static const unsigned char bytes[240] = {
			1, 0, 0, 0, 0, 0, 0, 0, 2, [32] = 3, 0, 1
		};

		if (len != 40 && len != 48 && len != 72 && len != 240)
			continue;
		message = begin(RTM_NEWSTATS, 0, &stats, sizeof(stats));
		attribute(&message, len == 40 ? 1 : len == 48 ? 4 : 2, bytes, len);
		nest(&message, 16 + sizeof(stats), LINK_XSTATS_TYPE_BRIDGE);
		nest(&message, 16 + sizeof(stats), IFLA_STATS_LINK_XSTATS);
		sent(ROUTE, &message);
		message = begin(RTM_NEWSTATS, 0, &stats, sizeof(stats));
		attribute(&message, 1, bytes, len);
		nest(&message, 16 + sizeof(stats), 28);
		nest(&message, 16 + sizeof(stats), IFLA_STATS_AF_SPEC);
		if (len <= 72)
			sent(ROUTE, &message);
	}
}

/* Requests and replies of sock_diag(7): at every length, then with attributes. */
static void sockets(void)
{
	static const unsigned char families[] = { 0,	     AF_UNIX, AF_INET, AF_INET6, AF_NETLINK,
						  AF_PACKET, 43,      44,      99 };
	struct inet_diag_msg inet = { .idiag_family = AF_INET, .idiag_state = 1 };
	struct unix_diag_msg local = { .udiag_family = AF_UNIX,
				       .udiag_type = 1,
				       .udiag_state = 10 };
	struct netlink_diag_msg link = { .ndiag_family = AF_NETLINK,
					 .ndiag_type = 3,
					 .ndiag_state = 1 };
	struct packet_diag_msg packet = { .pdiag_family = AF_PACKET,
					  .pdiag_type = 3,
					  .pdiag_num = 3 };
	struct message message;

	for (size_t i = 0; i < sizeof(families); i++)
		for (int flags = 0; flags <= NLM_F_REQUEST; flags++)
			for (int type = 18; type <= 20; type += 2)
				for (size_t len = 1; len <= 72; len += len < 4 ? 1 : 4) {
					unsigned char bytes[72] = { families[i], 6,
								    (unsigned char)len, 1 };

					for (size_t at = 4; at < sizeof(bytes); at++)
						bytes[at] = (unsigned char)(flags ? 255 : at * 7);
					message = begin(type, flags, bytes, len);
					sent(DIAG, &message);
				}
	for (int state = 0; state < 30; state++)
		for (size_t i = 1; i < 7; i++) {
			unsigned char bytes[72] = { families[i], (unsigned char)state,
						    (unsigned char)state,
						    (unsigned char)(state % 4) };

			message = begin(SOCK_DIAG_BY_FAMILY, 0, bytes, sizeof(bytes));
			sent(DIAG, &message);
		}
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 0, 11);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 14, 17);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 18, 20);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 0, 3, INET_DIAG_ULP_INFO);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 0, 6, INET_DIAG_ULP_INFO, INET_ULP_INFO_TLS);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 0, 12, INET_DIAG_ULP_INFO, INET_ULP_INFO_MPTCP);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &inet, 0, 2, INET_DIAG_SK_BPF_STORAGES);
	for (int bit = 0; bit < 17; bit++) {
		message = begin(SOCK_DIAG_BY_FAMILY, 0, &inet, sizeof(inet));
		attribute(&message, 22, &(uint16_t){ (uint16_t)(1 << bit) }, 2);
		sent(DIAG, &message);
	}
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &local, 0, 8);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &link, 0, 5);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &packet, 0, 6);
}

/* Error messages with the whole request or only its header, and with attributes of the kernel. */
static void errors(void)
{
	for (int capped = 0; capped < 2; capped++)
		for (int extended = 0; extended < 3; extended++)
			for (int error = -22; error <= 0; error += 22) {
				struct nlmsghdr request = { .nlmsg_len = 32,
							    .nlmsg_type = RTM_GETLINK,
							    .nlmsg_flags = 5 };
				int flags = (capped ? 0x100 : 0) | (extended ? 0x200 : 0);
				struct message message =
					begin(NLMSG_ERROR, flags, &error, sizeof(error));

				put(&message, &request, sizeof(request));
				if (!capped)
					put(&message, "\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
				memcpy(message.bytes, &(uint32_t){ (uint32_t)message.len }, 4);
				for (int type = 0; extended && type < 5; type++)
					attribute(&message, type,
						  extended == 1 ? "unknown" : "\1\0\0",
						  extended == 1 ? 8 : 4);
				sent(ROUTE, &message);
			}
}

static void subsystems(void)
{
	static const unsigned char messages[] = { 0, 8, 4, 4, 2, 2, 14, 5, 5, 3, 25, 1, 1 };
	struct message message;

	for (int subsystem = 1; subsystem < 13; subsystem++)
		for (int type = 0; type < messages[subsystem]; type++)
			for (int flags = 0; flags < 0x1000; flags = flags * 2 + 0x100) {
				message = begin(subsystem << 8 | type, flags, "\2\0\0\5", 4);
				attribute(&message, 0x8001, "value", 5);
				attribute(&message, type, "value", 5);
				sent(NETFILTER, &message);
			}
	for (size_t len = 0; len < 8; len++)
		for (int type = 16; type < 19; type++) {
			message = begin(type, 0, "\1\0\2\3\4\5\6", len);
			if (type < 18)
				sent(NETFILTER, &message);
			sent(SELINUX, &message);
		}
}

/* Messages of generic families and of subsystems of netfilter, also of those without a name. */
static void families(void)
{
	struct message message;

	for (int type = 17; type < 40; type += 8)
		for (size_t len = 0; len < 14; len++) {
			message = begin(type, 0x301, "\2\1\3\5\6\0\1\0ab\0\0\0", len);
			sent(GENERIC, &message);
		}
	for (int subsystem = 0; subsystem < 15; subsystem++)
		for (int type = 0; type < 60; type += type < 40 ? 1 : 7) {
			message = begin(subsystem << 8 | type, type % 2 ? 0x300 : 0xf00, "\2\0\0\5",
					4);
			sent(NETFILTER, &message);
		}
}

static void put_nested(struct message *to, int type, const struct message *values)
{
	attribute(to, type, values->bytes, values->len);
}

/* An operation of a family, with its flags. */
static void put_operation(struct message *to, int index, const void *id, size_t size)
{
	struct message operation = { .len = 0 };

	attribute(&operation, 1, id, size);
	attribute(&operation, 2, &(uint32_t){ 0xb }, 4);
	put_nested(to, index, &operation);
}

/* The operations of a family that has this name, or none. .nlmsg_len is set by attribute(). */
static void answer_of_controller(const char *name, size_t len, int id, bool id_first)
{
	struct message message = begin(16, 0, "\1\2\0\0", 4), operations = { .len = 0 },
		       group = { .len = 0 }, groups = { .len = 0 };

	if (id && id_first)
		attribute(&message, 1, &(uint16_t){ (uint16_t)id }, 2);
	if (name)
		attribute(&message, 2, name, len);
	if (id && !id_first)
		attribute(&message, 1, &(uint16_t){ (uint16_t)id }, 2);
	for (uint32_t command = 0; command < 250; command += command < 8 ? 1 : 27)
		put_operation(&operations, (int)command + 1, &command, sizeof(command));
	put_operation(&operations, 300, "\1\0", 2);
	put_operation(&operations, 301, "\1\0\0\0\0\0\0\0", 8);
	put_nested(&message, 6, &operations);
	attribute(&group, 1, "group", 6);
	attribute(&group, 2, &(uint32_t){ 0x1234 }, 4);
	put_nested(&groups, 1, &group);
	put_nested(&message, 7, &groups);
	sent(GENERIC, &message);
}

static void controller(void)
{
	static const char *const names[] = { "devlink", "ethtool", "IOAM6",	 "mptcp_pm",
					     "netdev",	"nl80211", "SEG6",	 "TASKSTATS",
					     "thermal", "nlctrl",  "tcp_metrics" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		answer_of_controller(names[i], strlen(names[i]) + 1, 0, false);
		answer_of_controller(names[i], strlen(names[i]), 0, false);
		answer_of_controller(names[i], strlen(names[i]) + 1, 16, i % 2);
	}
	answer_of_controller(NULL, 0, 0, false);
	answer_of_controller("family", 7, 0, false);
}

/* A request for sockets with a program of these bytes, and with other attributes. */
static void bytecode(const void *bytes, size_t len)
{
	const unsigned char header[56] = { AF_INET, 6, 255, 0, 255 };
	struct message message = begin(SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, header, sizeof(header));

	attribute(&message, 3, &(uint32_t){ 6 }, 4);
	attribute(&message, 3, "\6", 1);
	attribute(&message, 2, "abcd", 4);
	attribute(&message, 1, bytes, len);
	sent(DIAG, &message);
}

/*
 * Programs that select sockets. The lower byte of .no comes first on all machines that the tests
 * know.
 */
static void programs(void)
{
	static const unsigned char lengths[] = { 0, 3, 4, 5, 7, 8, 10, 11, 12, 13, 16, 20 };
	unsigned char program[32] = { 0, 0, 20, 0, AF_INET, 8, 0, 0, 255, 255, 255, 255, 10 };
	static const unsigned char families[] = { AF_UNSPEC, AF_INET, AF_INET6, 77 };

	for (size_t f = 0; f < sizeof(families); f++)
		for (unsigned code = 7; code < 9; code++)
			for (size_t i = 0; i < sizeof(lengths); i++) {
				program[0] = (unsigned char)code;
				program[1] = lengths[i];
				program[4] = families[f];
				bytecode(program, lengths[i]);
			}
	program[1] = 28;
	bytecode(program, 28);
	for (unsigned code = 0; code < 16; code++)
		for (unsigned len = 4; len < 14; len++) {
			program[0] = (unsigned char)code;
			program[1] = (unsigned char)len;
			bytecode(program, len);
		}
	bytecode("\2\10\14\0\0\0\0\4\1\4\10\0\3\10\14\0\0\0\0\10", 20);
}

/* Addresses of an association of SCTP, and keys that are longer than -s. */
static void long_values(void)
{
	const unsigned char header[72] = { AF_INET, 1 };
	unsigned char addresses[260] = { AF_INET, 0, 0, 80, 127, 0, 0, 1 },
		      key[100] = { AF_INET6, 32 };
	struct message message;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	addresses[0] = 0;
	addresses[1] = AF_INET;
#endif
	memcpy(addresses + 128, (uint16_t[]){ AF_INET6 }, 2);
	addresses[131] = 80;
	addresses[151] = 1;
	for (int type = 12; type < 14; type++)
		for (size_t len = 0; len < 261; len += len % 128 ? 84 : 44) {
			message = begin(SOCK_DIAG_BY_FAMILY, 0, header, sizeof(header));
			attribute(&message, type, addresses, len);
			sent(DIAG, &message);
		}
	for (uint16_t len = 0; len < 120; len = (uint16_t)(len + 20)) {
		message = begin(SOCK_DIAG_BY_FAMILY, 0, header, sizeof(header));
		memcpy(key + 2, &len, sizeof(len));
		memset(key + 20, len + 200, 80);
		attribute(&message, INET_DIAG_MD5SIG, key, sizeof(key));
		sent(DIAG, &message);
	}
}

/* Values that depend on the kind of a link. */
static void kinds(void)
{
	static const char *const names[] = { "can", "vcan", "tun", "bond" };
	const struct ifinfomsg header = { .ifi_family = AF_UNSPEC, .ifi_index = 1 };
	const uint32_t counters[7] = { 1, 2, 3, 4, 5, 6, 7 };
	static const uint32_t owners[] = { 0, 1000, UINT32_MAX };

	for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++)
		for (size_t i = 0; i < 3; i++) {
			struct message message = begin(RTM_NEWLINK, 0, &header, sizeof(header));
			struct message info = { .len = 0 }, data = { .len = 0 };

			text_attribute(&info, IFLA_INFO_KIND, names[n]);
			attribute(&info, IFLA_INFO_XSTATS, counters, 20 + 4 * i);
			attribute(&data, 1, &owners[i], 4);
			attribute(&data, 2, &owners[i], 4);
			attribute(&data, 2, &owners[i], 2);
			put_nested(&info, IFLA_INFO_DATA, &data);
			put_nested(&message, IFLA_LINKINFO, &info);
			sent(ROUTE, &message);
		}
	for (unsigned type = 16; type < 0x0c00; type += type < 17 ? 1 : 0xff)
		for (unsigned low = 0; low < 12; low += 5) {
			struct message message =
				begin((int)type, 0,
				      (const unsigned char[]){ AF_INET, 0, (unsigned char)low, 0 },
				      4);

			sent(NETFILTER, &message);
			message =
				begin((int)type, 0,
				      (const unsigned char[]){ AF_INET, 0, 0, (unsigned char)low },
				      4);
			sent(NETFILTER, &message);
		}
}

/*
 * Messages right before unmapped memory: their length, or the length of the call, goes beyond it.
 */
static void unreadable(void)
{
	static const int sockets[] = { ROUTE, AUDIT, GENERIC, NETFILTER, SELINUX, XFRM, CONNECTOR };
	static const int types[] = { 1, 2, 3, 5, 16, 20, 24, 41, 0x105, 1000 };
	static const int beyond[] = { 1, 2, 3, 4, 8, 15, 16, 40 };
	struct ifinfomsg link = { .ifi_family = AF_INET };
	struct message message;
	uint32_t len;

	for (size_t s = 0; s < sizeof(sockets) / sizeof(sockets[0]); s++)
		for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
			message = begin(types[t], 0x305, &link, sizeof(link));
			attribute(&message, 1, "abcd", 4);
			attribute(&message, 3, "lo", 3);
			for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++) {
				memcpy(LAST_BYTES(message.len), message.bytes, message.len);
				CALL(SYS_sendto, sockets[s], LAST_BYTES(message.len),
				     message.len + (size_t)beyond[i], 0, 0, 0);
				len = (uint32_t)message.len + (uint32_t)beyond[i];
				memcpy(LAST_BYTES(message.len), &len, sizeof(len));
				CALL(SYS_sendto, sockets[s], LAST_BYTES(message.len),
				     message.len + (size_t)beyond[i], 0, 0, 0);
				fixture_result((long)len);
				CALL(SYS_recvfrom, sockets[s], LAST_BYTES(message.len), 4096, 0, 0,
				     0);
				fixture_result(0);
			}
		}
	memset(LAST_BYTES(128), 0, 128);
}

/* Events of the kernel's objects, as the kernel and as udev send them. */
static void events(void)
{
	static const char kernel[] = "add@/devices/x\0ACTION=add\0DEVPATH=/devices/x\0SEQNUM=5";
	static const char udev[] = "libudev\0\xfe\xed\xca\xfe\x28\0\0\0\x28\0\0\0\x14\0\0\0"
				   "\1\2\3\4\5\6\7\10\0\0\0\0\0\0\0\0"
				   "ACTION=add\0DEVPATH=/x";
	struct msghdr *header = fixture_alloc(sizeof(*header));
	struct iovec *iov = fixture_alloc(sizeof(*iov));
	char *buffer = fixture_alloc(128);

	for (size_t len = 0; len < sizeof(udev); len++) {
		memcpy(buffer, udev, sizeof(udev));
		CALL(SYS_sendto, UEVENT, buffer, len, 0, 0, 0);
		fixture_result((long)len);
		CALL(SYS_recvfrom, UEVENT, buffer, 128, 0, 0, 0);
		memcpy(buffer, kernel, sizeof(kernel));
		CALL(SYS_recvfrom, UEVENT, buffer, 128, 0, 0, 0);
		fixture_result(0);
	}
	/* Headers with another prefix, magic number, size, offset and length. */
	for (size_t at = 0; at < 24; at++) {
		memcpy(buffer, udev, sizeof(udev));
		buffer[at] ^= 0x55;
		CALL(SYS_sendto, UEVENT, buffer, 48, 0, 0, 0);
	}
	/* A header of which only a part can be read, and properties that cannot be read. */
	for (size_t len = 36; len < 50; len += 2) {
		memcpy(LAST_BYTES(len), udev, len);
		CALL(SYS_sendto, UEVENT, LAST_BYTES(len), len + 1, 0, 0, 0);
	}
	memcpy(buffer, udev, sizeof(udev));
	*iov = (struct iovec){ buffer, 60 };
	*header = (struct msghdr){ .msg_iov = iov, .msg_iovlen = 1 };
	CALL(SYS_sendmsg, UEVENT, header, 0);
	for (long len = 39; len < 60; len += 8) {
		fixture_result(len);
		CALL(SYS_recvmsg, UEVENT, header, 0);
	}
	fixture_result(0);
	CALL(SYS_sendto, UEVENT, LAST_BYTES(30), 60, 0, 0, 0);
	CALL(SYS_sendto, UEVENT, NULL, 60, 0, 0, 0);
	fixture_free_all();
}

static void links(void)
{
	struct ifinfomsg header = { .ifi_family = AF_PACKET,
				    .ifi_type = 772,
				    .ifi_index = 1,
				    .ifi_flags = 0x11043,
				    .ifi_change = 0xffffffff };
	struct message message = begin(RTM_NEWLINK, NLM_F_MULTI, &header, sizeof(header));

	sent(ROUTE, &message);
	attribute(&message, IFLA_IFNAME, "lo", 3);
	sent(ROUTE, &message);
	attribute(&message, IFLA_ADDRESS, "\1\2\3\4\5\6", 6);
	attribute(&message, IFLA_MTU, &(uint32_t){ 1500 }, 4);
	attribute(&message, IFLA_OPERSTATE, "\6", 1);
	attribute(&message, IFLA_EXT_MASK, &(uint32_t){ 9 }, 4);
	attribute(&message, IFLA_IFALIAS, "no end", 6);
	attribute(&message, IFLA_LINKINFO, "\x9\0\1\0veth\0\0\0\0\x6\0\2\0ab", 18);
	attribute(&message, NLA_F_NESTED | IFLA_MTU, "short", 3);
	attribute(&message, NLA_F_NESTED | 999, "unknown", 7);
	attribute(&message, IFLA_GROUP, "", 0);
	all_ways(&message);
}

static void addresses(void)
{
	struct ifaddrmsg header = { .ifa_family = AF_INET,
				    .ifa_prefixlen = 8,
				    .ifa_flags = 0x80,
				    .ifa_scope = 254,
				    .ifa_index = 1 };
	struct message message;

	for (int flags = 1; flags < 0x10000; flags <<= 1)
		for (int type = RTM_NEWADDR; type <= RTM_GETADDR + 1; type++) {
			message = begin(type, flags, &header, sizeof(header));
			sent(ROUTE, &message);
		}
	message = begin(RTM_NEWADDR, 0, &header, sizeof(header));
	attribute(&message, IFA_ADDRESS, "\x7f\0\0\1", 4);
	attribute(&message, IFA_LOCAL, "\x7f\0", 2);
	attribute(&message, IFA_LABEL, "lo", 3);
	attribute(&message, IFA_FLAGS, &(uint32_t){ 0x280 }, 4);
	attribute(&message, IFA_CACHEINFO, (uint32_t[]){ 1, 2, 3, 4 }, 16);
	sent(ROUTE, &message);
	header.ifa_family = AF_INET6;
	message = begin(RTM_NEWADDR, 0, &header, sizeof(header));
	attribute(&message, IFA_ADDRESS, &in6addr_loopback, 16);
	sent(ROUTE, &message);
}

static void routes(void)
{
	struct rtmsg route = { .rtm_family = AF_INET,
			       .rtm_dst_len = 24,
			       .rtm_tos = 0x10,
			       .rtm_table = RT_TABLE_MAIN,
			       .rtm_protocol = RTPROT_STATIC,
			       .rtm_scope = RT_SCOPE_LINK,
			       .rtm_type = RTN_UNICAST,
			       .rtm_flags = 0x200 };
	struct ndmsg neighbour = {
		.ndm_family = AF_INET, .ndm_ifindex = 1, .ndm_state = 2, .ndm_type = 1
	};
	struct tcmsg discipline = { .tcm_ifindex = 1, .tcm_parent = 0xffffffff };
	struct message message = begin(RTM_NEWROUTE, NLM_F_CREATE, &route, sizeof(route));

	attribute(&message, RTA_DST, "\xa\0\0", 4);
	attribute(&message, RTA_OIF, &(uint32_t){ 1 }, 4);
	attribute(&message, RTA_TABLE, &(uint32_t){ 254 }, 4);
	attribute(&message, RTA_METRICS, "\x8\0\2\0\xdc\5\0", 8);
	sent(ROUTE, &message);
	message = begin(RTM_NEWNEIGH, 0, &neighbour, sizeof(neighbour));
	attribute(&message, NDA_DST, "\xa\0\0\1", 4);
	attribute(&message, NDA_LLADDR, "\1\2\3\4\5\6", 6);
	sent(ROUTE, &message);
	message = begin(RTM_GETQDISC, NLM_F_DUMP, &discipline, sizeof(discipline));
	attribute(&message, TCA_KIND, "fq", 3);
	sent(ROUTE, &message);
}

static void smc_connections(void)
{
	struct smc_diag_msg smc = { .diag_family = 43, .diag_state = 1 };
	struct smc_diag_lgrinfo group;
	struct message message;

	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &smc, 0, 3);
	EVERY(DIAG, SOCK_DIAG_BY_FAMILY, &smc, 5, 7);
	/* Newer kernels have more members than strace 6.1 knows. */
	for (size_t len = 0; len <= 40; len += 8) {
		message = begin(SOCK_DIAG_BY_FAMILY, 0, &smc, sizeof(smc));
		attribute(&message, SMC_DIAG_DMBINFO, "12345678901234567890123456789012345678901",
			  len);
		sent(DIAG, &message);
	}
	for (int role = 0; role < 4; role++) {
		memset(&group, 'g', sizeof(group));
		group.role = (unsigned char)role;
		message = begin(SOCK_DIAG_BY_FAMILY, 0, &smc, sizeof(smc));
		for (size_t len = sizeof(group) - 1; len < sizeof(group) + 2; len++)
			attribute(&message, SMC_DIAG_LGRINFO, &group, len);
		sent(DIAG, &message);
	}
	for (uint32_t high = 0; high < 8; high++)
		for (uint32_t low = 0; low < 9; low++) {
			uint32_t reasons[2] = { high << 24 | low << 16, 0x09990000 | high };

			message = begin(SOCK_DIAG_BY_FAMILY, 0, &smc, sizeof(smc));
			attribute(&message, SMC_DIAG_FALLBACK, reasons, sizeof(reasons));
			sent(DIAG, &message);
		}
}

static void others(void)
{
	static const int sockets[] = { ROUTE, DIAG, AUDIT, GENERIC, UEVENT };
	struct message message;

	for (size_t i = 0; i < sizeof(sockets) / sizeof(sockets[0]); i++)
		for (int type = 0; type < 24; type++) {
			message = begin(type, NLM_F_REQUEST | NLM_F_DUMP, NULL, 0);
			sent(sockets[i], &message);
		}
	for (int type = 1000; type < 1030; type++) {
		message = begin(type, NLM_F_REQUEST, "bytes", 6);
		sent(AUDIT, &message);
	}
	message = begin(NLMSG_DONE, NLM_F_MULTI, &(int){ -2 }, 4);
	sent(ROUTE, &message);
	message = begin(NLMSG_ERROR, 0, &(struct nlmsgerr){ -2, { 16, RTM_GETLINK, 1, 7, 0 } },
			sizeof(struct nlmsgerr));
	sent(ROUTE, &message);
	message = begin(NLMSG_ERROR, 0, &(int){ 0 }, 4);
	sent(ROUTE, &message);
}

/* Memory that ends within the struct after the header: only its family is read. */
static void cut_headers(void)
{
	static const int types[] = { RTM_NEWLINK,      RTM_GETADDR,  RTM_GETROUTE,
				     RTM_GETNEIGH,     RTM_GETRULE,  RTM_GETQDISC,
				     RTM_GETADDRLABEL, RTM_GETDCB,   RTM_GETMDB,
				     RTM_GETNSID,      RTM_GETSTATS, 104 /* RTM_NEWNEXTHOP */ };

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		for (size_t extra = 0; extra < 9; extra += 3 - extra % 2 * 2) {
			const unsigned char family[64] = { AF_INET, 1, 2, 3, 4, 5, 6, 7, 8 };
			struct message message =
				begin(types[i], NLM_F_REQUEST, family, sizeof(family));
			size_t len = sizeof(struct nlmsghdr) + extra;

			memcpy(LAST_BYTES(len), message.bytes, len);
			CALL(SYS_sendto, ROUTE, LAST_BYTES(len), message.len, 0, 0, 0);
		}
	memset(LAST_BYTES(128), 0, 128);
}

/* What multicast routers report: linux/mroute.h, linux/mroute6.h. */
static void reports(void)
{
	static const unsigned char families[] = { AF_INET, 46, 127, 128, 129, 130 };

	for (size_t f = 0; f < sizeof(families); f++)
		for (int type = 0; type < 8; type++) {
			const unsigned char header[4] = { families[f] };
			struct message message =
				begin(96 /* RTM_NEWCACHEREPORT */, 0, header, sizeof(header));

			attribute(&message, type, "\1", 1);
			attribute(&message, type, "\3\2\1\0", 4);
			attribute(&message, type, "ABCDEFGHIJKLMNOP", 16);
			memcpy((void *)ARENA, message.bytes, message.len);
			CALL(SYS_sendto, ROUTE, ARENA, message.len, 0, 0, 0);
			fixture_free_all();
		}
}

int main(void)
{
	open_socket(ROUTE, NETLINK_ROUTE);
	open_socket(DIAG, NETLINK_SOCK_DIAG);
	open_socket(AUDIT, NETLINK_AUDIT);
	open_socket(GENERIC, NETLINK_GENERIC);
	open_socket(UEVENT, NETLINK_KOBJECT_UEVENT);
	open_socket(NETFILTER, NETLINK_NETFILTER);
	open_socket(SELINUX, NETLINK_SELINUX);
	open_socket(XFRM, NETLINK_XFRM);
	open_socket(CONNECTOR, NETLINK_CONNECTOR);
	fixture_begin();
	links();
	link_attributes();
	route_attributes();
	next_hops();
	disciplines();
	sockets();
	errors();
	subsystems();
	families();
	controller();
	programs();
	long_values();
	kinds();
	unreadable();
	events();
	addresses();
	routes();
	smc_connections();
	others();
	cut_headers();
	reports();
	fixture_end();
}
