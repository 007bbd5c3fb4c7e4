/* SPDX-License-Identifier: MIT */
/*
 * Messages of netlink sockets: netlink(7), rtnetlink(7). A header, what the protocol puts behind
 * it, then attributes, which may hold attributes.
 */
#include "syscalls/netlink.h"

/* clang-format off */

VALUE_TYPE(ifa_flags);
ENUM_TYPE(rt_table32, rt_tables, U32);
VALUE_TYPE(rt_table32);
VALUE_TYPE(rt_protocols);

CHOICE(nla_address, family,
	WITH(AF_INET, IN(value, nla_ipv4)), WITH(AF_INET6, IN(value, nla_ipv6)), OTHERWISE(IN(value, hex_bytes)));

STRUCT_TYPE_AS(ifa_cacheinfo, .align = 1, IN(ifa_prefered, uint), IN(ifa_valid, uint), IN(cstamp, uint), IN(tstamp, uint));
STRUCT_TYPE_AS(nda_cacheinfo, .align = 1, IN(ndm_confirmed, uint), IN(ndm_used, uint), IN(ndm_updated, uint), IN(ndm_refcnt, uint));
STRUCT_TYPE_AS(rta_cacheinfo, .align = 1, IN(rta_clntref, uint), IN(rta_lastuse, uint), IN(rta_expires, int), IN(rta_error, uint),
	IN(rta_used, uint), IN(rta_id, hex32), IN(rta_ts, uint), IN(rta_tsage, uint));
ATTRIBUTES(addr, ifa,
	WITH(IFA_ADDRESS|IFA_LOCAL|IFA_BROADCAST|IFA_ANYCAST|IFA_MULTICAST, CHOOSE(nla_address)),
	WITH(IFA_LABEL, IN(value, nla_string)),
	WITH(IFA_CACHEINFO, IN(value, ifa_cacheinfo)),
	WITH(IFA_FLAGS, IN(value, nla_ifa_flags)),
	WITH(IFA_RT_PRIORITY|IFA_TARGET_NETNSID, IN(value, nla_u32)));
ATTRIBUTES(metrics, rtax,
	WITH(RTAX_CC_ALGO, IN(value, nla_string)),
	WITH(RTAX_UNSPEC, IN(value, hex_bytes)),
	WITH(RTAX_LOCK|RTAX_MTU|RTAX_WINDOW|RTAX_RTT|RTAX_RTTVAR|RTAX_SSTHRESH|RTAX_CWND|RTAX_ADVMSS|RTAX_REORDERING| \
		RTAX_HOPLIMIT|RTAX_INITCWND|RTAX_RTO_MIN|RTAX_INITRWND|RTAX_QUICKACK|RTAX_FASTOPEN_NO_COOKIE, IN(value, nla_u32)));
ATTRIBUTES(route, rta,
	WITH(RTA_DST|RTA_SRC|RTA_GATEWAY|RTA_PREFSRC, CHOOSE(nla_address)),
	WITH(RTA_IIF|RTA_OIF, IN(value, nla_interface)),
	WITH(RTA_PRIORITY|RTA_MARK, IN(value, nla_u32)),
	WITH(RTA_TABLE, IN(value, nla_rt_table32)),
	WITH(RTA_PREF, IN(value, nla_u8)),
	WITH(RTA_CACHEINFO, IN(value, rta_cacheinfo)),
	WITH(RTA_METRICS, IN(value, metrics_attributes)));
ATTRIBUTES(neigh, nda,
	WITH(NDA_DST, CHOOSE(nla_address)),
	WITH(NDA_LLADDR, IN(value, hardware)),
	WITH(NDA_CACHEINFO, IN(value, nda_cacheinfo)),
	WITH(NDA_IFINDEX, IN(value, nla_interface)),
	WITH(NDA_VLAN, IN(value, nla_u16)),
	WITH(NDA_PROBES|NDA_VNI|NDA_MASTER|NDA_LINK_NETNSID|NDA_SRC_VNI, IN(value, nla_u32)));
ATTRIBUTES(rule, fra,
	WITH(FRA_DST|FRA_SRC, CHOOSE(nla_address)),
	WITH(FRA_IIFNAME|FRA_OIFNAME, IN(value, nla_string)),
	WITH(FRA_TABLE, IN(value, nla_rt_table32)),
	WITH(FRA_PROTOCOL, IN(value, nla_rt_protocols)),
	WITH(FRA_GOTO|FRA_PRIORITY|FRA_FLOW|FRA_SUPPRESS_IFGROUP|FRA_SUPPRESS_PREFIXLEN, IN(value, nla_u32)));
ATTRIBUTES(tc, tca,
	WITH(TCA_KIND, IN(value, nla_string)),
	WITH(TCA_CHAIN|TCA_INGRESS_BLOCK|TCA_EGRESS_BLOCK, IN(value, nla_u32)),
	WITH(TCA_HW_OFFLOAD, IN(value, nla_u8)));

/* What follows the header. Of too little nothing but the family is shown. */
FLAGS_TYPE(link_flags, link_flags, U32);
STRUCT_TYPE_AS(ifinfomsg, PARTS(.least = 1, .cut = CUT_FIRST),
	IN(ifi_family, family8), PAD(1), IN(ifi_type, hardware_types), IN(ifi_index, interface), IN(ifi_flags, link_flags), IN(ifi_change, link_flags, WHEN(ifi_change, IS_NOT, 0xffffffff)),
	IN(ifi_change, hex32, OVERLAY, WHEN(ifi_change, IS, 0xffffffff)));
FLAGS_TYPE(ifa_flags8, ifa_flags, U8);
STRUCT_TYPE_AS(ifaddrmsg, PARTS(.least = 1, .cut = CUT_FIRST),
	IN(ifa_family, family8), IN(ifa_prefixlen, u8), IN(ifa_flags, ifa_flags8), IN(ifa_scope, rt_scopes), IN(ifa_index, interface));
STRUCT_TYPE_AS(rtmsg, PARTS(.least = 1, .cut = CUT_FIRST),
	IN(rtm_family, family8), IN(rtm_dst_len, u8), IN(rtm_src_len, u8), IN(rtm_tos, iptos), IN(rtm_table, rt_tables),
	IN(rtm_protocol, rt_protocols), IN(rtm_scope, rt_scopes), IN(rtm_type, rt_types), IN(rtm_flags, rtm_flags));
STRUCT_TYPE_AS(ndmsg, PARTS(.least = 1, .cut = CUT_FIRST),
	IN(ndm_family, family8), PAD(3), IN(ndm_ifindex, interface), IN(ndm_state, nud_states), IN(ndm_flags, ntf_flags), IN(ndm_type, rt_types));
STRUCT_TYPE_AS(fib_rule_hdr, PARTS(.least = 1, .cut = CUT_FIRST),
	IN(family, family8), IN(dst_len, u8), IN(src_len, u8), IN(tos, iptos), IN(table, rt_tables), PAD(2), IN(action, fr_actions), IN(flags, fib_rule_flags));
STRUCT_TYPE_AS(tcmsg, PARTS(.least = 1, .cut = CUT_FIRST),
	IN(tcm_family, family8), PAD(3), IN(tcm_ifindex, interface), IN(tcm_handle, uint), IN(tcm_parent, uint), IN(tcm_info, uint));
OWN_TYPE(family_message, PARTS(.name = "rtgenmsg", .least = 1), IN(family, family8), IN(data, hex_bytes));

/* The header; type is nlmsg_type as a number. */
CHOICE_BY(message_type, hook_netlink_type,
	WITH(route, IN(nlmsg_type, rtm_types)),
	WITH(sock_diag, IN(nlmsg_type, sock_diag_types)),
	WITH(xfrm, IN(nlmsg_type, xfrm_types)),
	WITH(selnl, IN(nlmsg_type, selnl_types)),
	WITH(audit, IN(nlmsg_type, audit_types)),
	WITH(generic, IN(nlmsg_type, genl_ids)),
	OTHERWISE(IN(nlmsg_type, nlmsg_types)));
CHOICE_BY(message_flags, hook_netlink_flags,
	WITH(get, IN(nlmsg_flags, nlm_get)),
	WITH(new, IN(nlmsg_flags, nlm_new)),
	WITH(delete, IN(nlmsg_flags, nlm_delete)),
	WITH(ack, IN(nlmsg_flags, nlm_ack)),
	OTHERWISE(IN(nlmsg_flags, nlm_flags)));
OWN_TYPE(message_header, PARTS(.name = "nlmsghdr"),
	IN(nlmsg_len, uint), IN(type, u16, HIDDEN), CHOOSE(message_type, OVERLAY), CHOOSE(message_flags), IN(nlmsg_seq, uint), IN(nlmsg_pid, int));

/* The message that is answered may be no more than its header. */
static const struct type t_errno_negative = { .kind = TYPE_ERRNO, .storage = STORE_S32, .list = &list_errno };
OWN_TYPE(answer, PARTS(.name = "nlmsgerr"),
	IN(error, errno_negative), IN(asked_len, uint, HIDDEN), IN(msg, netlink, OVERLAY, LEN(asked_len)));
static const struct type t_done = { .kind = TYPE_BYTES, .base = 16, .whole = &t_int, .plain = true };

/* family: that of the message, for the addresses among its attributes. */
#define ROUTE(key, header, attributes) \
	WITH(key, IN(family, family8, HIDDEN), IN(header, header, OVERLAY), IN(attributes, attributes##_attributes))
CHOICE_IN_PLACE_BY(payload, hook_netlink_payload,
	WITH(done, IN(status, done)),
	WITH(error, IN(answer, answer)),
	ROUTE(link, ifinfomsg, link),
	ROUTE(addr, ifaddrmsg, addr),
	ROUTE(route, rtmsg, route),
	ROUTE(neigh, ndmsg, neigh),
	ROUTE(rule, fib_rule_hdr, rule),
	ROUTE(tc, tcmsg, tc),
	WITH(family, IN(message, family_message)),
	OTHERWISE(IN(data, hex_bytes)));
static const struct type t_netlink_message = { .name = "nlmsg", .kind = TYPE_STRUCT, .least = 16, .elements = true, .bare = true,
	FIELDS(fields, IN(header, message_header), CHOOSE(payload)) };
const struct type t_netlink = { .name = "netlink", .kind = TYPE_RECORDS, .record = &t_message_header, .record_size = "nlmsg_len",
	.record_align = 4, .shown = &t_netlink_message, .alone = true };
