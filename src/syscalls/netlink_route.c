/* SPDX-License-Identifier: MIT */
/*
 * Attributes of addresses, routes, neighbours, rules and next hops: linux/rtnetlink.h and others.
 */
#include "syscalls/netlink.h"

/* clang-format off */

/* An address has the family of the message. */
CHOICE(nla_address, family,
	WITH(AF_INET, IN(value, nla_ipv4)), WITH(AF_INET6, IN(value, nla_ipv6)), OTHERWISE(IN(value, hex_bytes)));
#define ADDRESSES(keys) WITH(keys, CHOOSE(nla_address))

STRUCT_TYPE(ifa_cacheinfo, IN(ifa_prefered, uint), IN(ifa_valid, uint), IN(cstamp, uint), IN(tstamp, uint));
VALUE_TYPE(ifa_cacheinfo);
VALUE_TYPE(ifa_flags);
ATTRIBUTES(addr, ifa,
	ADDRESSES(IFA_ADDRESS|IFA_LOCAL|IFA_BROADCAST|IFA_ANYCAST|IFA_MULTICAST),
	ARE(IFA_LABEL, string),
	ARE(IFA_CACHEINFO, ifa_cacheinfo),
	ARE(IFA_FLAGS, ifa_flags),
	ARE(IFA_RT_PRIORITY, u32),
	ARE(IFA_TARGET_NETNSID, int));
ATTRIBUTES(addrlabel, ifal,
	ADDRESSES(IFAL_ADDRESS),
	ARE(IFAL_LABEL, u32));

STRUCT_TYPE(rta_cacheinfo,
	IN(rta_clntref, uint), IN(rta_lastuse, uint), IN(rta_expires, uint), IN(rta_error, uint),
	IN(rta_used, uint), IN(rta_id, hex32), IN(rta_ts, uint), IN(rta_tsage, uint));
STRUCT_TYPE(rta_mfc_stats, IN(mfcs_packets, u64), IN(mfcs_bytes, u64), IN(mfcs_wrong_if, u64));
VALUE_TYPE(rta_cacheinfo);
VALUE_TYPE(rta_mfc_stats);
ENUM_TYPE(rt_table32, rt_tables, U32);
VALUE_TYPE(rt_table32);
VALUE_TYPE(lwtunnel_types);
CHOICE_IN_PLACE(rtvia_address, rtvia_family,
	WITH(AF_INET, IN(rtvia_addr, nla_ipv4)), WITH(AF_INET6, IN(rtvia_addr, nla_ipv6)), OTHERWISE(IN(rtvia_addr, hex_bytes)));
OWN_TYPE(rtvia, PARTS(.name = "rtvia", MIN_SIZE(2)), IN(rtvia_family, sa_family), CHOOSE(rtvia_address));
VALUE_TYPE(rtvia);
VALUE_TYPE(rtax_features);
ATTRIBUTES(metrics, rtax,
	ARE(RTAX_CC_ALGO, string),
	ARE(RTAX_LOCK|RTAX_MTU|RTAX_WINDOW|RTAX_RTT|RTAX_RTTVAR|RTAX_SSTHRESH|RTAX_CWND|RTAX_ADVMSS|RTAX_REORDERING| \
		RTAX_HOPLIMIT|RTAX_INITCWND|RTAX_RTO_MIN|RTAX_INITRWND|RTAX_QUICKACK, u32),
	ARE(RTAX_FEATURES, rtax_features));
/*
 * What a route encapsulates packets in, by RTA_ENCAP_TYPE, which iproute2 and the kernel put after
 * it.
 */
VALUE_TYPE(net64);
VALUE_TYPE(be16);
VALUES_TYPE(labels, net32);
VALUES_TYPE(segments, ipv6);
ATTRIBUTES(encap_mpls, mpls_iptunnel,
	ARE(MPLS_IPTUNNEL_DST, labels),
	ARE(MPLS_IPTUNNEL_TTL, u8));
ATTRIBUTES(encap_ip, lwtunnel_ip,
	ARE(LWTUNNEL_IP_ID, net64),
	ARE(LWTUNNEL_IP_DST|LWTUNNEL_IP_SRC, ipv4),
	ARE(LWTUNNEL_IP_TTL|LWTUNNEL_IP_TOS, u8),
	ARE(LWTUNNEL_IP_FLAGS, be16));
ATTRIBUTES(encap_ip6, lwtunnel_ip6,
	ARE(LWTUNNEL_IP6_ID, net64),
	ARE(LWTUNNEL_IP6_DST|LWTUNNEL_IP6_SRC, ipv6),
	ARE(LWTUNNEL_IP6_HOPLIMIT|LWTUNNEL_IP6_TC, u8),
	ARE(LWTUNNEL_IP6_FLAGS, be16));
STRUCT_TYPE(ipv6_sr_hdr,
	IN(nexthdr, u8), IN(hdrlen, u8), IN(type, u8), IN(segments_left, u8), IN(first_segment, u8), IN(flags, hex8), IN(tag, be16));
STRUCT_TYPE(seg6_iptunnel_encap, IN(mode, seg6_iptun_modes));
ATTRIBUTES(encap_seg6, seg6_iptunnel,
	WITH(SEG6_IPTUNNEL_SRH, IN(value, hex_bytes, WHEN(SIZE, BELOW, 16)),
		IN(value, seg6_iptunnel_encap, UNION_WITH_PREVIOUS, WHEN(SIZE, NOT_BELOW, 16)),
		IN(srh, ipv6_sr_hdr, WHEN(SIZE, NOT_BELOW, 16)), IN(segments, nla_segments, WHEN(SIZE, ABOVE, 16))));
ATTRIBUTES(encap_bpf_prog, lwt_bpf_prog,
	ARE(LWT_BPF_PROG_FD, fd),
	ARE(LWT_BPF_PROG_NAME, string));
ATTRIBUTES(encap_bpf, lwt_bpf,
	HOLDS(LWT_BPF_IN|LWT_BPF_OUT|LWT_BPF_XMIT, encap_bpf_prog),
	ARE(LWT_BPF_XMIT_HEADROOM, u32));
#define ENCAPSULATION(name, is_) \
	CHOICE_BY_RECORD(name, header.nla_type, 0xc000, is_, lwtunnel_types, \
		HOLDS(LWTUNNEL_ENCAP_MPLS, encap_mpls), HOLDS(LWTUNNEL_ENCAP_IP, encap_ip), HOLDS(LWTUNNEL_ENCAP_IP6, encap_ip6), \
		HOLDS(LWTUNNEL_ENCAP_SEG6, encap_seg6), HOLDS(LWTUNNEL_ENCAP_BPF, encap_bpf), OTHERWISE(IN(value, hex_bytes)))
ENCAPSULATION(route_encap, RTA_ENCAP_TYPE);
ENCAPSULATION(nexthop_encap, NHA_ENCAP_TYPE);
/* Next hops: each is a header with attributes of a route. */
OWN_TYPE(rtnexthop, PARTS(.name = "rtnexthop"), IN(rtnh_len, u16), IN(rtnh_flags, rtnh_flags), IN(rtnh_hops, u8), IN(rtnh_ifindex, interface));
OWN_TYPE(rtnexthop_attributes, PARTS(.name = "rtnexthop", VIEW(.elements = true, .bare = true)),
	IN(header, rtnexthop), IN(attributes, route_attributes));
static const struct type t_rtnexthops = { .kind = KIND_RECORDS, RECORDS(.header = &t_rtnexthop, .size = "rtnh_len", .align = 4, .record = &t_rtnexthop_attributes, .rest_is_bytes = true, .one_by_one = true), VIEW(.alone = true) };
ATTRIBUTES(route, rta,
	ADDRESSES(RTA_DST|RTA_SRC|RTA_GATEWAY|RTA_PREFSRC|RTA_NEWDST),
	ARE(RTA_IIF|RTA_OIF, interface),
	ARE(RTA_PRIORITY|RTA_PROTOINFO|RTA_FLOW|RTA_MP_ALGO|RTA_MARK|RTA_UID|RTA_NH_ID|RTA_FLOWLABEL, u32),
	ARE(RTA_TABLE, rt_table32),
	ARE(RTA_PREF|RTA_TTL_PROPAGATE|RTA_IP_PROTO, u8),
	ARE(RTA_SPORT|RTA_DPORT, u16),
	ARE(RTA_EXPIRES, u64),
	ARE(RTA_CACHEINFO, rta_cacheinfo),
	ARE(RTA_MFC_STATS, rta_mfc_stats),
	ARE(RTA_VIA, rtvia),
	ARE(RTA_ENCAP_TYPE, lwtunnel_types),
	WITH(RTA_ENCAP, CHOOSE(route_encap)),
	WITH(RTA_MULTIPATH, IN(value, rtnexthops)),
	HOLDS(RTA_METRICS, metrics));

STRUCT_TYPE(nda_cacheinfo, IN(ndm_confirmed, uint), IN(ndm_used, uint), IN(ndm_updated, uint), IN(ndm_refcnt, uint));
VALUE_TYPE(nda_cacheinfo);
NAMES_TYPE(fdb_notify);
NAMES_TYPE(ntf_ext_flags);
NAMES_TYPE(nud_states);
NAMES_TYPE(ntf_flags);
ENUM_TYPE(ip_protocols64, ip_protocols, U64);
ATTRIBUTES(fdb, nfea,
	ARE(NFEA_ACTIVITY_NOTIFY, fdb_notify));
ATTRIBUTES(neigh, nda,
	ADDRESSES(NDA_DST),
	ARE(NDA_LLADDR, hardware),
	ARE(NDA_CACHEINFO, nda_cacheinfo),
	ARE(NDA_IFINDEX|NDA_MASTER, interface),
	ARE(NDA_VLAN, u16),
	ARE(NDA_PORT, port),
	ARE(NDA_PROBES|NDA_VNI|NDA_LINK_NETNSID|NDA_SRC_VNI|NDA_NH_ID, u32),
	ARE(NDA_PROTOCOL, ip_protocols64),
	ARE(NDA_FLAGS_EXT, ntf_ext_flags),
	ARE(NDA_NDM_STATE_MASK, nud_states),
	ARE(NDA_NDM_FLAGS_MASK, ntf_flags),
	HOLDS(NDA_FDB_EXT_ATTRS, fdb));

STRUCT_TYPE(ndt_config,
	IN(ndtc_key_len, u16), IN(ndtc_entry_size, u16), IN(ndtc_entries, uint), IN(ndtc_last_flush, uint), IN(ndtc_last_rand, uint),
	IN(ndtc_hash_rnd, uint), IN(ndtc_hash_mask, hex32_6), IN(ndtc_hash_chain_gc, uint), IN(ndtc_proxy_qlen, uint));
STRUCT_TYPE_AS(ndt_stats, PARTS(MIN_SIZE(80), CUT(LEFT_OUT)),
	IN(ndts_allocs, u64), IN(ndts_destroys, u64), IN(ndts_hash_grows, u64), IN(ndts_res_failed, u64), IN(ndts_lookups, u64),
	IN(ndts_hits, u64), IN(ndts_rcv_probes_mcast, u64), IN(ndts_rcv_probes_ucast, u64), IN(ndts_periodic_gc_runs, u64),
	IN(ndts_forced_gc_runs, u64), IN(ndts_table_fulls, u64));
VALUE_TYPE(ndt_config);
VALUE_TYPE(ndt_stats);
ATTRIBUTES(neightbl_parameter, ndtpa,
	ARE(NDTPA_IFINDEX, interface),
	ARE(NDTPA_REFCNT|NDTPA_QUEUE_LEN|NDTPA_APP_PROBES|NDTPA_UCAST_PROBES|NDTPA_MCAST_PROBES|NDTPA_PROXY_QLEN|NDTPA_QUEUE_LENBYTES| \
		NDTPA_MCAST_REPROBES, u32),
	ARE(NDTPA_REACHABLE_TIME|NDTPA_BASE_REACHABLE_TIME|NDTPA_RETRANS_TIME|NDTPA_GC_STALETIME|NDTPA_DELAY_PROBE_TIME| \
		NDTPA_ANYCAST_DELAY|NDTPA_PROXY_DELAY|NDTPA_LOCKTIME|NDTPA_INTERVAL_PROBE_TIME_MS, u64));
ATTRIBUTES(neightbl, ndta,
	ARE(NDTA_NAME, string),
	ARE(NDTA_THRESH1|NDTA_THRESH2|NDTA_THRESH3, u32),
	ARE(NDTA_CONFIG, ndt_config),
	ARE(NDTA_STATS, ndt_stats),
	ARE(NDTA_GC_INTERVAL, u64),
	HOLDS(NDTA_PARMS, neightbl_parameter));

STRUCT_TYPE(fib_rule_uid_range, IN(start, uint), IN(end, uint));
STRUCT_TYPE(fib_rule_port_range, IN(start, u16), IN(end, u16));
VALUE_TYPE(fib_rule_uid_range);
VALUE_TYPE(fib_rule_port_range);
VALUE_TYPE(rt_protocols);
VALUE_TYPE(net32);
ATTRIBUTES(rule, fra,
	ADDRESSES(FRA_DST|FRA_SRC),
	ARE(FRA_IIFNAME|FRA_OIFNAME, string),
	ARE(FRA_GOTO|FRA_PRIORITY|FRA_FWMARK|FRA_FLOW|FRA_SUPPRESS_IFGROUP|FRA_SUPPRESS_PREFIXLEN|FRA_FWMASK, u32),
	ARE(FRA_TUN_ID, net64),
	ARE(FRA_FLOWLABEL|FRA_FLOWLABEL_MASK, net32),
	ARE(FRA_TABLE, rt_table32),
	ARE(FRA_L3MDEV|FRA_DSCP, u8),
	ARE(FRA_UID_RANGE, fib_rule_uid_range),
	ARE(FRA_PROTOCOL, rt_protocols),
	ARE(FRA_IP_PROTO, ip_protocols64),
	ARE(FRA_SPORT_RANGE|FRA_DPORT_RANGE, fib_rule_port_range));

/* weight_high was resvd1 before Linux 6.12. */
STRUCT_TYPE_AS(nexthop_grp, VIEW(NONZERO(weight_high, resvd2)), IN(id, uint), IN(weight, u8), IN(weight_high, hex8), IN(resvd2, hex16));
VALUES_TYPE(nexthop_grp, nexthop_grp);
NAMES_TYPE(nexthop_groups);
ATTRIBUTES(nexthop_group, nha_res_group,
	ARE(NHA_RES_GROUP_BUCKETS, u16),
	ARE(NHA_RES_GROUP_IDLE_TIMER|NHA_RES_GROUP_UNBALANCED_TIMER|NHA_RES_GROUP_UNBALANCED_TIME, ticks));
ATTRIBUTES(nexthop_bucket, nha_res_bucket,
	ARE(NHA_RES_BUCKET_INDEX, u16),
	ARE(NHA_RES_BUCKET_IDLE_TIME, ticks),
	ARE(NHA_RES_BUCKET_NH_ID, u32));
ATTRIBUTES(nexthop, nha,
	ADDRESSES(NHA_GATEWAY),
	ARE(NHA_ID|NHA_BLACKHOLE|NHA_GROUPS|NHA_FDB|NHA_OP_FLAGS|NHA_HW_STATS_ENABLE|NHA_HW_STATS_USED, u32),
	ARE(NHA_OIF|NHA_MASTER, interface),
	ARE(NHA_GROUP, nexthop_grp),
	ARE(NHA_GROUP_TYPE, nexthop_groups),
	ARE(NHA_ENCAP_TYPE, lwtunnel_types),
	WITH(NHA_ENCAP, CHOOSE(nexthop_encap)),
	HOLDS(NHA_RES_GROUP, nexthop_group),
	HOLDS(NHA_RES_BUCKET, nexthop_bucket));

ATTRIBUTES(netconf, netconfa,
	ARE(NETCONFA_IFINDEX, interface),
	ARE(NETCONFA_FORWARDING|NETCONFA_RP_FILTER|NETCONFA_MC_FORWARDING|NETCONFA_PROXY_NEIGH|NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN| \
		NETCONFA_INPUT|NETCONFA_BC_FORWARDING|NETCONFA_FORCE_FORWARDING, int));
ATTRIBUTES(nsid, netnsa,
	ARE(NETNSA_NSID|NETNSA_TARGET_NSID|NETNSA_CURRENT_NSID, int),
	ARE(NETNSA_PID, u32),
	ARE(NETNSA_FD, fd));
