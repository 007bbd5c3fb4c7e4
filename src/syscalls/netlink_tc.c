/* SPDX-License-Identifier: MIT */
/*
 * Attributes of queueing disciplines and their statistics, bridges' groups, data center bridging.
 */
#include "syscalls/netlink.h"

/* clang-format off */

/* Packed, because other bytes follow directly after the last member. */
STRUCT_TYPE_AS(tc_stats, MIN_SIZE(36),
	IN(bytes, u64), IN(packets, uint), IN(drops, uint), IN(overlimits, uint), IN(bps, uint), IN(pps, uint), IN(qlen, uint), IN(backlog, uint));
STRUCT_TYPE(tc_estimator, IN(interval, s8), IN(ewma_log, u8));
STRUCT_TYPE(tc_sizespec,
	IN(cell_log, u8), IN(size_log, u8), IN(cell_align, s16), IN(overhead, int), IN(linklayer, uint), IN(mpu, uint), IN(mtu, uint), IN(tsize, uint));
STRUCT_TYPE_AS(gnet_stats_basic, MIN_SIZE(12), IN(bytes, u64), IN(packets, uint));
STRUCT_TYPE(gnet_stats_rate_est, IN(bps, uint), IN(pps, uint));
STRUCT_TYPE(gnet_stats_rate_est64, IN(bps, u64), IN(pps, u64));
STRUCT_TYPE(gnet_stats_queue, IN(qlen, uint), IN(backlog, uint), IN(drops, uint), IN(requeues, uint), IN(overlimits, uint));
VALUE_TYPE(tc_stats);
VALUE_TYPE(tc_estimator);
VALUE_TYPE(tc_sizespec);
VALUE_TYPE(gnet_stats_basic);
VALUE_TYPE(gnet_stats_rate_est);
VALUE_TYPE(gnet_stats_rate_est64);
VALUE_TYPE(gnet_stats_queue);
VALUES_TYPE(sizes, u16);
ATTRIBUTES(tc_stats, tca_stats,
	ARE(TCA_STATS_BASIC|TCA_STATS_BASIC_HW, gnet_stats_basic),
	ARE(TCA_STATS_RATE_EST, gnet_stats_rate_est),
	ARE(TCA_STATS_QUEUE, gnet_stats_queue),
	ARE(TCA_STATS_RATE_EST64, gnet_stats_rate_est64),
	ARE(TCA_STATS_PKT64, u64));
ATTRIBUTES(tc_stab, tca_stab,
	ARE(TCA_STAB_BASE, tc_sizespec),
	ARE(TCA_STAB_DATA, sizes));
NAMES_TYPE(tca_act_flags);
NAMES_TYPE(tca_act_hw_stats);
ATTRIBUTES(act, tca_act,
	ARE(TCA_ACT_KIND, string),
	ARE(TCA_ACT_INDEX|TCA_ACT_IN_HW_COUNT, u32),
	ARE(TCA_ACT_FLAGS, tca_act_flags),
	ARE(TCA_ACT_HW_STATS|TCA_ACT_USED_HW_STATS, tca_act_hw_stats),
	HOLDS(TCA_ACT_STATS, tc_stats));
/* Several actions, each numbered by its place. */
ATTRIBUTES_NUMBERED(acts, act);

/* Options of queueing disciplines, their classes and filters: TCA_KIND is their name. */
STRUCT_TYPE(tc_ratespec,
	IN(cell_log, u8), IN(linklayer, u8), IN(overhead, u16), IN(cell_align, s16), IN(mpu, u16), IN(rate, uint));
STRUCT_TYPE(tc_fifo_qopt, IN(limit, uint));
STRUCT_TYPE_AS(tc_prio_qopt, MIN_SIZE(20), IN(bands, int), IN(priomap, u8, COUNT_IS(16)));
STRUCT_TYPE(tc_tbf_qopt,
	IN(rate, tc_ratespec), IN(peakrate, tc_ratespec), IN(limit, uint), IN(buffer, uint), IN(mtu, uint));
STRUCT_TYPE(tc_htb_opt,
	IN(rate, tc_ratespec), IN(ceil, tc_ratespec), IN(buffer, uint), IN(cbuffer, uint), IN(quantum, uint), IN(level, uint), IN(prio, uint));
STRUCT_TYPE(tc_htb_glob, IN(version, uint), IN(rate2quantum, uint), IN(defcls, hex32), IN(debug, uint), IN(direct_pkts, uint));
VALUE_TYPE(tc_fifo_qopt);
VALUE_TYPE(tc_prio_qopt);
VALUE_TYPE(tc_tbf_qopt);
VALUE_TYPE(tc_htb_opt);
VALUE_TYPE(tc_htb_glob);
ATTRIBUTES(tc_fq_codel, tca_fq_codel,
	ARE(TCA_FQ_CODEL_TARGET|TCA_FQ_CODEL_LIMIT|TCA_FQ_CODEL_INTERVAL|TCA_FQ_CODEL_ECN|TCA_FQ_CODEL_FLOWS|TCA_FQ_CODEL_QUANTUM| \
		TCA_FQ_CODEL_CE_THRESHOLD|TCA_FQ_CODEL_DROP_BATCH_SIZE|TCA_FQ_CODEL_MEMORY_LIMIT, u32),
	ARE(TCA_FQ_CODEL_CE_THRESHOLD_SELECTOR|TCA_FQ_CODEL_CE_THRESHOLD_MASK, hex8));
ATTRIBUTES(tc_codel, tca_codel,
	ARE(TCA_CODEL_TARGET|TCA_CODEL_LIMIT|TCA_CODEL_INTERVAL|TCA_CODEL_ECN|TCA_CODEL_CE_THRESHOLD, u32));
ATTRIBUTES(tc_htb, tca_htb,
	ARE(TCA_HTB_PARMS, tc_htb_opt),
	ARE(TCA_HTB_INIT, tc_htb_glob),
	ARE(TCA_HTB_DIRECT_QLEN, u32),
	ARE(TCA_HTB_RATE64|TCA_HTB_CEIL64, u64));
ATTRIBUTES(tc_tbf, tca_tbf,
	ARE(TCA_TBF_PARMS, tc_tbf_qopt),
	ARE(TCA_TBF_RATE64|TCA_TBF_PRATE64, u64),
	ARE(TCA_TBF_BURST|TCA_TBF_PBURST, u32));
ATTRIBUTES(tc_bpf, tca_bpf,
	ARE(TCA_BPF_CLASSID|TCA_BPF_FLAGS|TCA_BPF_FLAGS_GEN, hex32),
	ARE(TCA_BPF_OPS_LEN, u16),
	ARE(TCA_BPF_FD, fd),
	ARE(TCA_BPF_NAME, string),
	ARE(TCA_BPF_ID, u32),
	HOLDS(TCA_BPF_ACT, acts));
CHOICE_BY_EARLIER(tc_options, header.nla_type, 0xc000, TCA_KIND,
	HOLDS(fq_codel, tc_fq_codel), HOLDS(codel, tc_codel), HOLDS(htb, tc_htb), HOLDS(tbf, tc_tbf), HOLDS(bpf, tc_bpf),
	ARE(pfifo|bfifo|pfifo_head_drop, tc_fifo_qopt), ARE(prio|pfifo_fast, tc_prio_qopt), OTHERWISE(IN(value, hex_bytes)));
ATTRIBUTES(tc, tca,
	ARE(TCA_KIND, string),
	WITH(TCA_OPTIONS, CHOOSE(tc_options)),
	ARE(TCA_STATS, tc_stats),
	ARE(TCA_RATE, tc_estimator),
	ARE(TCA_FCNT|TCA_CHAIN|TCA_INGRESS_BLOCK|TCA_EGRESS_BLOCK|TCA_DUMP_FLAGS, u32),
	ARE(TCA_HW_OFFLOAD, u8),
	HOLDS(TCA_STATS2, tc_stats),
	HOLDS(TCA_STAB, tc_stab));
static const struct type t_milliseconds = { .name = "milliseconds", .kind = KIND_TICKS, .storage = STORE_U64, .base = 10, .ticks = { .digits = 3 } };
VALUE_TYPE(milliseconds, .if_shorter = true, .whole_max = 8);
NAMES_TYPE(tca_root_flags);
ATTRIBUTES(action, tca_root,
	ARE(TCA_ROOT_FLAGS, tca_root_flags),
	ARE(TCA_ROOT_COUNT, u32),
	ARE(TCA_ROOT_TIME_DELTA, milliseconds),
	ARE(TCA_ROOT_EXT_WARN_MSG, string),
	HOLDS(TCA_ROOT_TAB, acts));

/* Statistics of links: RTM_GETSTATS. */
STRUCT_TYPE_AS(bridge_vlan_xstats, VIEW(NONZERO(pad2)),
	IN(rx_bytes, u64), IN(rx_packets, u64), IN(tx_bytes, u64), IN(tx_packets, u64), IN(vid, u16), IN(flags, bridge_vlan_flags), IN(pad2, hex32));
#define BOTH_WAYS(member) IN(member, u64, COUNT_IS(2), INDEX(mcast_directions))
STRUCT_TYPE(br_mcast_stats,
	BOTH_WAYS(igmp_v1queries), BOTH_WAYS(igmp_v2queries), BOTH_WAYS(igmp_v3queries), BOTH_WAYS(igmp_leaves), BOTH_WAYS(igmp_v1reports),
	BOTH_WAYS(igmp_v2reports), BOTH_WAYS(igmp_v3reports), IN(igmp_parse_errors, u64), BOTH_WAYS(mld_v1queries), BOTH_WAYS(mld_v2queries),
	BOTH_WAYS(mld_leaves), BOTH_WAYS(mld_v1reports), BOTH_WAYS(mld_v2reports), IN(mld_parse_errors, u64), BOTH_WAYS(mcast_bytes),
	BOTH_WAYS(mcast_packets));
STRUCT_TYPE(bridge_stp_xstats,
	IN(transition_blk, u64), IN(transition_fwd, u64), IN(rx_bpdu, u64), IN(tx_bpdu, u64), IN(rx_tcn, u64), IN(tx_tcn, u64));
STRUCT_TYPE(mpls_link_stats,
	IN(rx_packets, u64), IN(tx_packets, u64), IN(rx_bytes, u64), IN(tx_bytes, u64), IN(rx_errors, u64), IN(tx_errors, u64),
	IN(rx_dropped, u64), IN(tx_dropped, u64), IN(rx_noroute, u64));
VALUE_TYPE(bridge_vlan_xstats);
VALUE_TYPE(br_mcast_stats);
VALUE_TYPE(bridge_stp_xstats);
VALUE_TYPE(mpls_link_stats);
ATTRIBUTES(bridge_xstats, bridge_xstats,
	ARE(BRIDGE_XSTATS_VLAN, bridge_vlan_xstats),
	ARE(BRIDGE_XSTATS_MCAST, br_mcast_stats),
	ARE(BRIDGE_XSTATS_STP, bridge_stp_xstats));
ATTRIBUTES(bond_3ad_stats, bond_3ad_stats,
	ARE(BOND_3AD_STAT_LACPDU_RX|BOND_3AD_STAT_LACPDU_TX|BOND_3AD_STAT_LACPDU_UNKNOWN_RX|BOND_3AD_STAT_LACPDU_ILLEGAL_RX| \
		BOND_3AD_STAT_MARKER_RX|BOND_3AD_STAT_MARKER_TX|BOND_3AD_STAT_MARKER_RESP_RX|BOND_3AD_STAT_MARKER_RESP_TX| \
		BOND_3AD_STAT_MARKER_UNKNOWN_RX, u64));
ATTRIBUTES(bond_xstats, bond_xstats,
	HOLDS(BOND_XSTATS_3AD, bond_3ad_stats));
ATTRIBUTES(link_xstats, link_xstats,
	HOLDS(LINK_XSTATS_TYPE_BRIDGE, bridge_xstats),
	HOLDS(LINK_XSTATS_TYPE_BOND, bond_xstats));
ATTRIBUTES(offload_xstats, offload_xstats,
	ARE(IFLA_OFFLOAD_XSTATS_CPU_HIT, rtnl_link_stats64));
ATTRIBUTES(mpls_stats, mpls_stats,
	ARE(MPLS_STATS_LINK, mpls_link_stats));
ATTRIBUTES(family_stats, specific_families,
	HOLDS(AF_MPLS, mpls_stats));
ATTRIBUTES(stats, ifla_stats,
	ARE(IFLA_STATS_LINK_64, rtnl_link_stats64),
	HOLDS(IFLA_STATS_LINK_XSTATS|IFLA_STATS_LINK_XSTATS_SLAVE, link_xstats),
	HOLDS(IFLA_STATS_LINK_OFFLOAD_XSTATS, offload_xstats),
	HOLDS(IFLA_STATS_AF_SPEC, family_stats));

/*
 * Multicast groups of bridges: an entry, then attributes. An attribute that is too short for an
 * entry is shown as bytes.
 */
#define THEN_ATTRIBUTES(bytes_, type, kind) \
	IN(value, hex_bytes, WHEN(SIZE, BELOW, bytes_)), IN(value, type, UNION_WITH_PREVIOUS, WHEN(SIZE, NOT_BELOW, bytes_)), \
	IN(attributes, kind##_attributes, WHEN(SIZE, ABOVE, bytes_))
OWN_TYPE(br_mdb_address, PARTS(.name = "br_ip"),
	IN(u, ipv4, WHEN(proto, IS, ETH_P_IP)), IN(u, ipv6, UNION_WITH_PREVIOUS, WHEN(proto, IS, ETH_P_IPV6)),
	IN(u, hex_bytes, UNION_WITH_PREVIOUS, LEN_IS(16), WHEN(proto, IS_NOT, ETH_P_IP|ETH_P_IPV6)), IN(proto, ethernet_port), PAD(2));
OWN_TYPE(br_mdb_entry, PARTS(.name = "br_mdb_entry"),
	IN(ifindex, interface), IN(state, mdb_states), IN(flags, mdb_flags), IN(vid, u16), IN(addr, br_mdb_address));
ATTRIBUTES(mdb_eattr, mdba_eattr,
	ARE(MDBA_MDB_EATTR_TIMER, ticks));
ATTRIBUTES(mdb_entry, mdba_entry,
	WITH(MDBA_MDB_ENTRY_INFO, THEN_ATTRIBUTES(32, br_mdb_entry, mdb_eattr)));
ATTRIBUTES(mdb_mdb, mdba_mdb,
	HOLDS(MDBA_MDB_ENTRY, mdb_entry));
NAMES_TYPE(mdb_router_types);
ATTRIBUTES(router_port, mdba_router_port,
	ARE(MDBA_ROUTER_PATTR_TIMER|MDBA_ROUTER_PATTR_INET_TIMER|MDBA_ROUTER_PATTR_INET6_TIMER, ticks),
	ARE(MDBA_ROUTER_PATTR_TYPE, mdb_router_types));
ATTRIBUTES(router, mdba_router,
	WITH(MDBA_ROUTER_PORT, THEN_ATTRIBUTES(8, interface, router_port)));
ATTRIBUTES(mdb, mdba,
	HOLDS(MDBA_MDB, mdb_mdb),
	HOLDS(MDBA_ROUTER, router));

ATTRIBUTES_UNKNOWN(dcb, dcb_attrs);
