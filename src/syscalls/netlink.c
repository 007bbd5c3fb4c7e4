/* SPDX-License-Identifier: MIT */
/*
 * Messages of netlink sockets: netlink(7), rtnetlink(7). A message is a header, a struct of its
 * protocol, and attributes, which may contain attributes.
 */
#include "syscalls/netlink.h"

/* clang-format off */

/*
 * The structs after the header. If the message is too short for its struct, or its memory ends
 * within it, only the family is shown.
 */
FLAGS_TYPE(link_flags, link_flags, U32);
STRUCT_TYPE_AS(ifinfomsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(ifi_family, family8), PAD(1), IN(ifi_type, hardware_types), IN(ifi_index, interface), IN(ifi_flags, link_flags), IN(ifi_change, hex32));
FLAGS_TYPE(ifa_flags8, ifa_flags, U8);
STRUCT_TYPE_AS(ifaddrmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(ifa_family, family8), IN(ifa_prefixlen, u8), IN(ifa_flags, ifa_flags8), IN(ifa_scope, rt_scopes), IN(ifa_index, interface));
STRUCT_TYPE_AS(rtmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(rtm_family, family8), IN(rtm_dst_len, u8), IN(rtm_src_len, u8), IN(rtm_tos, iptos), IN(rtm_table, rt_tables),
	IN(rtm_protocol, rt_protocols), IN(rtm_scope, rt_scopes), IN(rtm_type, rt_types), IN(rtm_flags, rtm_flags));
STRUCT_TYPE_AS(ndmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(ndm_family, family8), PAD(3), IN(ndm_ifindex, interface), IN(ndm_state, nud_states), IN(ndm_flags, ntf_flags), IN(ndm_type, rt_types));
STRUCT_TYPE_AS(fib_rule_hdr, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(family, family8), IN(dst_len, u8), IN(src_len, u8), IN(tos, iptos), IN(table, rule_tables), PAD(2), IN(action, fr_actions), IN(flags, fib_rule_flags));
STRUCT_TYPE_AS(tcmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(tcm_family, family8), PAD(3), IN(tcm_ifindex, interface), IN(tcm_handle, uint), IN(tcm_parent, uint), IN(tcm_info, uint));
/* A header of one byte. The attributes after it begin at a multiple of four. */
OWN_TYPE(rtgenmsg, PARTS(.name = "rtgenmsg", MIN_SIZE(1), READABLE_SIZE(1)), IN(rtgen_family, family8), PAD(3));
STRUCT_TYPE_AS(tcamsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1)), IN(tca_family, family8), PAD(3));
STRUCT_TYPE_AS(ndtmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1)), IN(ndtm_family, family8), PAD(3));
OWN_TYPE(netconfmsg, PARTS(.name = "netconfmsg", MIN_SIZE(1), READABLE_SIZE(1)), IN(ncm_family, family8), PAD(3));
STRUCT_TYPE_AS(ifaddrlblmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(ifal_family, family8), PAD(1), IN(ifal_prefixlen, u8), IN(ifal_flags, u8), IN(ifal_index, interface), IN(ifal_seq, uint));
STRUCT_TYPE_AS(dcbmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)), IN(dcb_family, family8), IN(cmd, dcb_commands), PAD(2));
STRUCT_TYPE_AS(br_port_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)), IN(family, family8), IN(ifindex, interface));
STRUCT_TYPE_AS(if_stats_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST), VIEW(NONZERO(pad1, pad2))),
	IN(family, family8), IN(pad1, hex8), IN(pad2, hex16), IN(ifindex, interface), IN(filter_mask, ifla_stats_filter));
FLAGS_TYPE(nexthop_flags, rtnh_flags, U32);
STRUCT_TYPE_AS(nhmsg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST), VIEW(NONZERO(resvd))),
	IN(nh_family, family8), IN(nh_scope, rt_scopes), IN(nh_protocol, rt_protocols), IN(resvd, hex8), IN(nh_flags, nexthop_flags));
OWN_TYPE(family_message, PARTS(.name = "rtgenmsg", MIN_SIZE(1)), IN(family, family8), IN(data, hex_bytes));

/* Messages of netfilter: a subsystem and, in the lower byte, its message. */
#define NETFILTER_TYPE(type_name, messages) \
	static const struct type t_nfnl_type_##type_name = { .name = "NFNL_MSG", .kind = KIND_MACRO, .storage = STORE_U16, .base = 16, VIEW(.terms = true), ARGUMENTS( \
		ARGUMENT(subsystem, nfnl_subsystems, 8, 0xff00), ARGUMENT(message, messages, 0, 0xff)) }
NETFILTER_TYPE(conntrack, nfnl_conntrack);
NETFILTER_TYPE(expectation, nfnl_expectation);
NETFILTER_TYPE(queue, nfnl_queue);
NETFILTER_TYPE(ulog, nfnl_ulog);
NETFILTER_TYPE(osf, nfnl_osf);
NETFILTER_TYPE(ipset, nfnl_ipset);
NETFILTER_TYPE(acct, nfnl_acct);
NETFILTER_TYPE(timeout, nfnl_timeout);
NETFILTER_TYPE(helper, nfnl_helper);
NETFILTER_TYPE(nftables, nfnl_nftables);
NETFILTER_TYPE(compat, nfnl_compat);
NETFILTER_TYPE(hook, nfnl_hook);
NETFILTER_TYPE(other, hex8);
/* The header of a message. type is nlmsg_type as a number. */
CHOICE_BY(message_type, HOOK_NETLINK_TYPE,
	WITH(route, IN(nlmsg_type, rtm_types)),
	WITH(sock_diag, IN(nlmsg_type, sock_diag_types)),
	WITH(xfrm, IN(nlmsg_type, xfrm_types)),
	WITH(batch, IN(nlmsg_type, nfnl_types)),
	WITH(conntrack, IN(nlmsg_type, nfnl_type_conntrack)),
	WITH(expectation, IN(nlmsg_type, nfnl_type_expectation)),
	WITH(queue, IN(nlmsg_type, nfnl_type_queue)),
	WITH(ulog, IN(nlmsg_type, nfnl_type_ulog)),
	WITH(osf, IN(nlmsg_type, nfnl_type_osf)),
	WITH(ipset, IN(nlmsg_type, nfnl_type_ipset)),
	WITH(acct, IN(nlmsg_type, nfnl_type_acct)),
	WITH(timeout, IN(nlmsg_type, nfnl_type_timeout)),
	WITH(helper, IN(nlmsg_type, nfnl_type_helper)),
	WITH(nftables, IN(nlmsg_type, nfnl_type_nftables)),
	WITH(compat, IN(nlmsg_type, nfnl_type_compat)),
	WITH(hook, IN(nlmsg_type, nfnl_type_hook)),
	WITH(netfilter, IN(nlmsg_type, nfnl_type_other)),
	WITH(selnl, IN(nlmsg_type, selnl_types)),
	WITH(audit, IN(nlmsg_type, audit_types)),
	WITH(generic, IN(nlmsg_type, genl_family)),
	OTHERWISE(IN(nlmsg_type, nlmsg_types)));
CHOICE_BY(message_flags, HOOK_NETLINK_FLAGS,
	WITH(get, IN(nlmsg_flags, nlm_get)),
	WITH(new, IN(nlmsg_flags, nlm_new)),
	WITH(delete, IN(nlmsg_flags, nlm_delete)),
	WITH(ack, IN(nlmsg_flags, nlm_ack)),
	OTHERWISE(IN(nlmsg_flags, nlm_flags)));
OWN_TYPE(message_header, PARTS(.name = "nlmsghdr"),
	IN(nlmsg_len, uint), IN(type, u16, LOOKUP), CHOOSE(message_type, UNION_WITH_PREVIOUS),
	IN(flags, u16, LOOKUP), CHOOSE(message_flags, UNION_WITH_PREVIOUS), IN(nlmsg_seq, uint), IN(nlmsg_pid, pid));

/*
 * The answer contains the message that it answers, or only the header of that message
 * (NLM_F_CAPPED).
 */
OWN_TYPE(answer, PARTS(.name = "nlmsgerr"),
	IN(error, errno_negative), IN(asked_len, uint, LOOKUP), IN(msg, netlink, UNION_WITH_PREVIOUS, LEN_BY(HOOK_NETLINK_ASKED)));
OWN_TYPE(answer_capped, PARTS(.name = "nlmsgerr"),
	IN(error, errno_negative), IN(header, message_header, LOOKUP), IN(msg, netlink, UNION_WITH_PREVIOUS, LEN_IS(16)));
VALUES_TYPE(cookie, u8);
ATTRIBUTES(nlmsgerr, nlmsgerr_attrs,
	ARE(NLMSGERR_ATTR_MSG, string),
	ARE(NLMSGERR_ATTR_OFFS, u32),
	ARE(NLMSGERR_ATTR_COOKIE, cookie));
/*
 * The attributes follow the answered message, which is complete here and only a header in
 * error_capped.
 */
OWN_TYPE(error, PARTS(.name = "nlmsg", MIN_SIZE(20), VIEW(.elements = true, .bare = true)),
	IN(answer, answer), IN(attributes, nlmsgerr_attributes, UNION_WITH_PREVIOUS, OFFSET_BY(HOOK_NETLINK_AFTER_ASKED)));
OWN_TYPE(error_capped, PARTS(.name = "nlmsg", MIN_SIZE(20), VIEW(.elements = true, .bare = true)),
	IN(answer, answer_capped), IN(attributes, nlmsgerr_attributes));
static const struct type t_done = { .kind = KIND_BYTES, .base = 16, BYTES(.whole = &t_int), VIEW(.plain = true) };

/* Sockets: sock_diag(7). */
#define DIAG(key, header, attributes) WITH(key, IN(header, header), IN(attributes, attributes##_attributes))
#define DIAG_ALONE(key, header) WITH(key, IN(header, header))
#define DIAG_OTHER OTHERWISE(IN(message, family_message))
CHOICE_IN_PLACE(diag_old_request, family,
	DIAG(AF_INET|AF_INET6, inet_diag_req, inet_diag_request), DIAG_ALONE(AF_UNIX, unix_diag_req), DIAG_ALONE(AF_NETLINK, netlink_diag_req),
	DIAG_ALONE(AF_PACKET, packet_diag_req), DIAG_ALONE(AF_SMC, smc_diag_req), DIAG_OTHER);
CHOICE_IN_PLACE(diag_request, family,
	DIAG(AF_INET|AF_INET6, inet_diag_req_v2, inet_diag_request), DIAG_ALONE(AF_UNIX, unix_diag_req),
	DIAG_ALONE(AF_NETLINK, netlink_diag_req), DIAG_ALONE(AF_PACKET, packet_diag_req), DIAG_ALONE(AF_SMC, smc_diag_req), DIAG_OTHER);
CHOICE_IN_PLACE(diag_answer, family,
	DIAG(AF_INET|AF_INET6, inet_diag_msg, inet_diag), DIAG(AF_UNIX, unix_diag_msg, unix_diag),
	DIAG(AF_NETLINK, netlink_diag_msg, netlink_diag), DIAG(AF_PACKET, packet_diag_msg, packet_diag),
	DIAG(AF_SMC, smc_diag_msg, smc_diag), DIAG_OTHER);

/*
 * The names of netfilter attributes depend on the subsystem, so types are shown as numbers and
 * values as bytes.
 */
ATTRIBUTES_UNKNOWN(netfilter, nla_types);
/*
 * Old libraries wrote this subsystem, also in the byte order of the host, where others have 0 or
 * the subsystem of a batch.
 */
static const struct type t_nftables_port = { .name = "nftables_port", .kind = KIND_PORT, .storage = STORE_BE16, .base = 10, .list = &list_nftables_subsystem };
ENUM_TYPE(nftables_host, nftables_subsystem, U16);
CHOICE(nftables_network, network, WITH(10, IN(res_id, nftables_port)), OTHERWISE(IN(res_id, port)));
CHOICE(nftables_res_id, host, WITH(10, IN(res_id, nftables_host)), OTHERWISE(CHOOSE(nftables_network)));
OWN_TYPE(nfgenmsg_nftables, PARTS(.name = "nfgenmsg"), IN(nfgen_family, family8), IN(version, nfnl_versions),
	IN(host, u16, LOOKUP), IN(network, be16, UNION_WITH_PREVIOUS, LOOKUP), CHOOSE(nftables_res_id, UNION_WITH_PREVIOUS));
STRUCT_TYPE(nfgenmsg, IN(nfgen_family, family8), IN(version, nfnl_versions), IN(res_id, port));
/* Messages of generic families other than the controller. */
ATTRIBUTES_UNKNOWN(generic, nla_types);
OWN_TYPE(genl_any, PARTS(.name = "genlmsghdr", VIEW(NONZERO(reserved))), IN(cmd, hex8), IN(version, u8), IN(reserved, hex16));
STRUCT_TYPE(selnl_msg_setenforce, IN(val, int));
STRUCT_TYPE(selnl_msg_policyload, IN(seqno, uint));
VALUE_TYPE(selnl_msg_setenforce);
VALUE_TYPE(selnl_msg_policyload);

/* Reports of multicast routers about their caches. */
VALUE_TYPE(igmpmsg, .whole_max = 8);
VALUE_TYPE(mrt6msg, .whole_max = 8);
ATTRIBUTES(ipmr_report, ipmra_creport,
	ARE(IPMRA_CREPORT_MSGTYPE, igmpmsg),
	ARE(IPMRA_CREPORT_VIF_ID|IPMRA_CREPORT_TABLE, u32),
	ARE(IPMRA_CREPORT_SRC_ADDR|IPMRA_CREPORT_DST_ADDR, ipv4));
ATTRIBUTES(ip6mr_report, ip6mra_creport,
	ARE(IP6MRA_CREPORT_MSGTYPE, mrt6msg),
	ARE(IP6MRA_CREPORT_MIF_ID, u32),
	ARE(IP6MRA_CREPORT_SRC_ADDR|IP6MRA_CREPORT_DST_ADDR, ipv6));
OWN_TYPE(report_message, PARTS(.name = "rtgenmsg", MIN_SIZE(1), READABLE_SIZE(1)),
	IN(rtgen_family, family8, WHEN(rtgen_family, BELOW, 46)), IN(rtgen_family, rtnl_families, UNION_WITH_PREVIOUS, WHEN(rtgen_family, ABOVE, 45)),
	PAD(3));
CHOICE_IN_PLACE(report_attributes, rtgenmsg.rtgen_family,
	WITH(128, IN(attributes, ipmr_report_attributes)),
	WITH(129, IN(attributes, ip6mr_report_attributes)),
	OTHERWISE(IN(data, hex_bytes)));

/* family: the family of the message, which the addresses among its attributes have. */
#define ROUTE(key, header, attributes) \
	WITH(key, IN(family, family8, LOOKUP), IN(header, header, UNION_WITH_PREVIOUS), IN(attributes, attributes##_attributes))
CHOICE_IN_PLACE_BY(payload, HOOK_NETLINK_PAYLOAD,
	WITH(done, IN(status, done)),
	WITH(error, IN(answer, error)),
	WITH(error_capped, IN(answer, error_capped)),
	ROUTE(link, ifinfomsg, link),
	ROUTE(addr, ifaddrmsg, addr),
	ROUTE(route, rtmsg, route),
	ROUTE(neigh, ndmsg, neigh),
	ROUTE(rule, fib_rule_hdr, rule),
	ROUTE(tc, tcmsg, tc),
	ROUTE(action, tcamsg, action),
	ROUTE(neightbl, ndtmsg, neightbl),
	ROUTE(addrlabel, ifaddrlblmsg, addrlabel),
	ROUTE(dcb, dcbmsg, dcb),
	ROUTE(netconf, netconfmsg, netconf),
	ROUTE(mdb, br_port_msg, mdb),
	ROUTE(nsid, rtgenmsg, nsid),
	ROUTE(stats, if_stats_msg, stats),
	WITH(cache, IN(rtgenmsg, report_message), CHOOSE(report_attributes)),
	ROUTE(nexthop, nhmsg, nexthop),
	WITH(old_request, IN(family, family8, LOOKUP), CHOOSE(diag_old_request, UNION_WITH_PREVIOUS)),
	WITH(request, IN(family, family8, LOOKUP), CHOOSE(diag_request, UNION_WITH_PREVIOUS)),
	WITH(answer, IN(family, family8, LOOKUP), CHOOSE(diag_answer, UNION_WITH_PREVIOUS)),
	WITH(netfilter, IN(nfgenmsg, nfgenmsg), IN(attributes, netfilter_attributes)),
	WITH(nftables, IN(nfgenmsg, nfgenmsg_nftables), IN(attributes, netfilter_attributes)),
	WITH(batch, IN(nfgenmsg, nfgenmsg), IN(data, hex_bytes)),
	WITH(controller, IN(genlmsghdr, genlmsghdr), IN(attributes, ctrl_attributes)),
	WITH(generic, IN(genlmsghdr, genl_any), IN(attributes, generic_attributes)),
	WITH(setenforce, IN(message, nla_selnl_msg_setenforce)),
	WITH(policyload, IN(message, nla_selnl_msg_policyload)),
	WITH(family, IN(message, family_message)),
	OTHERWISE(IN(data, hex_bytes)));
static const struct type t_netlink_message = { .name = "nlmsg", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MIN_SIZE(16), READABLE_SIZE(16),
	MEMBERS(IN(header, message_header), CHOOSE(payload)) };
const struct type t_netlink = { .name = "netlink", .kind = KIND_RECORDS, RECORDS(.header = &t_message_header, .size = "nlmsg_len", .align = 4, .record = &t_netlink_message, .rest_is_bytes = true, .one_by_one = true), VIEW(.alone = true) };
