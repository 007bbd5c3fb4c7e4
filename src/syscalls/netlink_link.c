/* SPDX-License-Identifier: MIT */
/* Attributes of links: linux/if_link.h, linux/if_bridge.h. */
#include "syscalls/netlink.h"

/* clang-format off */

#define LINK_STATS(t) \
	IN(rx_packets, t), IN(tx_packets, t), IN(rx_bytes, t), IN(tx_bytes, t), IN(rx_errors, t), IN(tx_errors, t), \
	IN(rx_dropped, t), IN(tx_dropped, t), IN(multicast, t), IN(collisions, t), IN(rx_length_errors, t), IN(rx_over_errors, t), \
	IN(rx_crc_errors, t), IN(rx_frame_errors, t), IN(rx_fifo_errors, t), IN(rx_missed_errors, t), IN(tx_aborted_errors, t), \
	IN(tx_carrier_errors, t), IN(tx_fifo_errors, t), IN(tx_heartbeat_errors, t), IN(tx_window_errors, t), IN(rx_compressed, t), \
	IN(tx_compressed, t), IN(rx_nohandler, t)
/* Linux 4.6 and 5.19 added the members after tx_compressed. */
STRUCT_TYPE_AS(rtnl_link_stats, PARTS(MIN_SIZE(92), CUT(LEFT_OUT)), LINK_STATS(uint));
STRUCT_TYPE_AS(rtnl_link_stats64, PARTS(MIN_SIZE(184), CUT(LEFT_OUT)), LINK_STATS(u64), IN(rx_otherhost_dropped, u64));
STRUCT_TYPE_AS(rtnl_link_ifmap, PARTS(MIN_SIZE(28)),
	IN(mem_start, hex64), IN(mem_end, hex64), IN(base_addr, hex64), IN(irq, u16), IN(dma, u8), IN(port, u8));
STRUCT_TYPE(ifla_cacheinfo, IN(max_reasm_len, uint), IN(tstamp, uint), IN(reachable_time, uint), IN(retrans_time, uint));
VALUE_TYPE(rtnl_link_stats);
VALUE_TYPE(rtnl_link_stats64);
VALUE_TYPE(rtnl_link_ifmap);
VALUE_TYPE(ifla_cacheinfo);


STRUCT_TYPE(ifla_vf_mac, IN(vf, uint), IN(mac, hardware, LEN_IS(32)));
STRUCT_TYPE(ifla_vf_broadcast, IN(broadcast, hardware, LEN_IS(32)));
STRUCT_TYPE(ifla_vf_vlan, IN(vf, uint), IN(vlan, uint), IN(qos, uint));
STRUCT_TYPE(ifla_vf_vlan_info, IN(vf, uint), IN(vlan, uint), IN(qos, uint), IN(vlan_proto, ethernet_port), PAD(2));
STRUCT_TYPE(ifla_vf_tx_rate, IN(vf, uint), IN(rate, uint));
STRUCT_TYPE(ifla_vf_rate, IN(vf, uint), IN(min_tx_rate, uint), IN(max_tx_rate, uint));
STRUCT_TYPE(ifla_vf_spoofchk, IN(vf, uint), IN(setting, uint));
STRUCT_TYPE(ifla_vf_link_state, IN(vf, uint), IN(link_state, ifla_vf_link_states));
STRUCT_TYPE(ifla_vf_rss_query_en, IN(vf, uint), IN(setting, uint));
STRUCT_TYPE(ifla_vf_trust, IN(vf, uint), IN(setting, uint));
STRUCT_TYPE(ifla_vf_guid, IN(vf, uint), IN(guid, hex64));
STRUCT_TYPE_AS(ifla_port_vsi, VIEW(NONZERO(pad)), IN(vsi_mgr_id, u8), IN(vsi_type_id, hex_bytes, LEN_IS(3)), IN(vsi_type_version, u8), IN(pad, hex_bytes, LEN_IS(3)));
VALUE_TYPE(ifla_vf_mac);
VALUE_TYPE(ifla_vf_broadcast);
VALUE_TYPE(ifla_vf_vlan);
VALUE_TYPE(ifla_vf_vlan_info);
VALUE_TYPE(ifla_vf_tx_rate);
VALUE_TYPE(ifla_vf_rate);
VALUE_TYPE(ifla_vf_spoofchk);
VALUE_TYPE(ifla_vf_link_state);
VALUE_TYPE(ifla_vf_rss_query_en);
VALUE_TYPE(ifla_vf_trust);
VALUE_TYPE(ifla_vf_guid, .whole_max = 16);
VALUE_TYPE(ifla_port_vsi);
ATTRIBUTES(vf_vlan, ifla_vf_vlans,
	ARE(IFLA_VF_VLAN_INFO, ifla_vf_vlan_info));
ATTRIBUTES(vf_stats, ifla_vf_stats,
	ARE(IFLA_VF_STATS_RX_PACKETS|IFLA_VF_STATS_TX_PACKETS|IFLA_VF_STATS_RX_BYTES|IFLA_VF_STATS_TX_BYTES|IFLA_VF_STATS_BROADCAST| \
		IFLA_VF_STATS_MULTICAST|IFLA_VF_STATS_RX_DROPPED|IFLA_VF_STATS_TX_DROPPED, u64));
ATTRIBUTES(vf, ifla_vf,
	ARE(IFLA_VF_MAC, ifla_vf_mac),
	ARE(IFLA_VF_VLAN, ifla_vf_vlan),
	ARE(IFLA_VF_TX_RATE, ifla_vf_tx_rate),
	ARE(IFLA_VF_SPOOFCHK, ifla_vf_spoofchk),
	ARE(IFLA_VF_LINK_STATE, ifla_vf_link_state),
	ARE(IFLA_VF_RATE, ifla_vf_rate),
	ARE(IFLA_VF_RSS_QUERY_EN, ifla_vf_rss_query_en),
	ARE(IFLA_VF_TRUST, ifla_vf_trust),
	ARE(IFLA_VF_IB_NODE_GUID|IFLA_VF_IB_PORT_GUID, ifla_vf_guid),
	ARE(IFLA_VF_BROADCAST, ifla_vf_broadcast),
	HOLDS(IFLA_VF_STATS, vf_stats),
	HOLDS(IFLA_VF_VLAN_LIST, vf_vlan));
ATTRIBUTES(vf_infos, ifla_vf_infos,
	HOLDS(IFLA_VF_INFO, vf));
ATTRIBUTES(port, ifla_port,
	ARE(IFLA_PORT_VF, u32),
	ARE(IFLA_PORT_PROFILE, string),
	ARE(IFLA_PORT_VSI_TYPE, ifla_port_vsi),
	ARE(IFLA_PORT_REQUEST, u8),
	ARE(IFLA_PORT_RESPONSE, u16));
ATTRIBUTES(vf_ports, ifla_vf_ports,
	HOLDS(IFLA_VF_PORT, port));

NAMED_VALUES_TYPE(ipv4_conf, int, ipv4_conf);
NAMED_VALUES_TYPE(ipv6_conf, int, ipv6_conf);
NAMED_VALUES_TYPE(ipstats, u64, ipstats);
NAMED_VALUES_TYPE(icmp6_stats, u64, icmp6_stats);
NAMES_TYPE(addr_gen_modes);
ATTRIBUTES(inet, ifla_inet,
	ARE(IFLA_INET_CONF, ipv4_conf));
NAMES_TYPE(inet6_flags);
ATTRIBUTES(inet6, ifla_inet6,
	ARE(IFLA_INET6_FLAGS, inet6_flags),
	ARE(IFLA_INET6_CONF, ipv6_conf),
	ARE(IFLA_INET6_STATS, ipstats),
	ARE(IFLA_INET6_ICMP6STATS, icmp6_stats),
	ARE(IFLA_INET6_CACHEINFO, ifla_cacheinfo),
	ARE(IFLA_INET6_TOKEN, ipv6),
	ARE(IFLA_INET6_ADDR_GEN_MODE, addr_gen_modes),
	ARE(IFLA_INET6_RA_MTU, u32));
ATTRIBUTES(mctp, ifla_mctp,
	ARE(IFLA_MCTP_NET, u32),
	ARE(IFLA_MCTP_PHYS_BINDING, hex8));
ATTRIBUTES(specific, specific_families,
	HOLDS(AF_INET, inet),
	HOLDS(AF_INET6, inet6),
	HOLDS(AF_MCTP, mctp));

NAMES_TYPE(xdp_attached);
VALUE_TYPE(xdp_flags_link);
ATTRIBUTES(xdp, ifla_xdp,
	ARE(IFLA_XDP_FD|IFLA_XDP_EXPECTED_FD, fd),
	ARE(IFLA_XDP_ATTACHED, xdp_attached),
	ARE(IFLA_XDP_FLAGS, xdp_flags_link),
	ARE(IFLA_XDP_PROG_ID|IFLA_XDP_DRV_PROG_ID|IFLA_XDP_SKB_PROG_ID|IFLA_XDP_HW_PROG_ID, u32));
ATTRIBUTES(proto_down, ifla_proto_down,
	ARE(IFLA_PROTO_DOWN_REASON_MASK|IFLA_PROTO_DOWN_REASON_VALUE, hex32));

/* For bridges the numbers of these attributes mean other attributes. */
STRUCT_TYPE(ifla_bridge_id, IN(prio, u8, COUNT_IS(2)), IN(addr, hardware, LEN_IS(6)));
STRUCT_TYPE(bridge_vlan_info, IN(flags, bridge_vlan_flags), IN(vid, u16));
STRUCT_TYPE_AS(br_boolopt_multi, PARTS(MIN_SIZE(8)), IN(optval, br_boolopts), IN(optmask, br_boolopts));
VALUE_TYPE(br_boolopt_multi);
VALUE_TYPE(ifla_bridge_id);
NAMES_TYPE(tun_types);
NAMES_TYPE(br_stp_modes);
ATTRIBUTES(querier, bridge_querier,
	ARE(BRIDGE_QUERIER_IP_ADDRESS, ipv4),
	ARE(BRIDGE_QUERIER_IPV6_ADDRESS, ipv6),
	ARE(BRIDGE_QUERIER_IP_PORT|BRIDGE_QUERIER_IPV6_PORT, interface),
	ARE(BRIDGE_QUERIER_IP_OTHER_TIMER|BRIDGE_QUERIER_IPV6_OTHER_TIMER, ticks));
ATTRIBUTES(info_bridge, ifla_br,
	ARE(IFLA_BR_FORWARD_DELAY|IFLA_BR_HELLO_TIME|IFLA_BR_MAX_AGE|IFLA_BR_AGEING_TIME|IFLA_BR_HELLO_TIMER|IFLA_BR_TCN_TIMER| \
		IFLA_BR_TOPOLOGY_CHANGE_TIMER|IFLA_BR_GC_TIMER|IFLA_BR_MCAST_LAST_MEMBER_INTVL|IFLA_BR_MCAST_MEMBERSHIP_INTVL| \
		IFLA_BR_MCAST_QUERIER_INTVL|IFLA_BR_MCAST_QUERY_INTVL|IFLA_BR_MCAST_QUERY_RESPONSE_INTVL| \
		IFLA_BR_MCAST_STARTUP_QUERY_INTVL, ticks),
	ARE(IFLA_BR_STP_STATE|IFLA_BR_ROOT_PATH_COST|IFLA_BR_MCAST_HASH_ELASTICITY|IFLA_BR_MCAST_HASH_MAX|IFLA_BR_MCAST_LAST_MEMBER_CNT| \
		IFLA_BR_MCAST_STARTUP_QUERY_CNT|IFLA_BR_FDB_N_LEARNED|IFLA_BR_FDB_MAX_LEARNED, u32),
	ARE(IFLA_BR_PRIORITY|IFLA_BR_ROOT_PORT|IFLA_BR_VLAN_DEFAULT_PVID, u16),
	ARE(IFLA_BR_VLAN_FILTERING|IFLA_BR_TOPOLOGY_CHANGE|IFLA_BR_TOPOLOGY_CHANGE_DETECTED|IFLA_BR_MCAST_ROUTER|IFLA_BR_MCAST_SNOOPING| \
		IFLA_BR_MCAST_QUERY_USE_IFADDR|IFLA_BR_MCAST_QUERIER|IFLA_BR_NF_CALL_IPTABLES|IFLA_BR_NF_CALL_IP6TABLES| \
		IFLA_BR_NF_CALL_ARPTABLES|IFLA_BR_VLAN_STATS_ENABLED|IFLA_BR_MCAST_STATS_ENABLED|IFLA_BR_MCAST_IGMP_VERSION| \
		IFLA_BR_MCAST_MLD_VERSION|IFLA_BR_VLAN_STATS_PER_PORT, u8),
	ARE(IFLA_BR_VLAN_PROTOCOL, ethernet_port),
	ARE(IFLA_BR_GROUP_FWD_MASK, hex16),
	ARE(IFLA_BR_ROOT_ID|IFLA_BR_BRIDGE_ID, ifla_bridge_id),
	ARE(IFLA_BR_GROUP_ADDR, hardware),
	ARE(IFLA_BR_MULTI_BOOLOPT, br_boolopt_multi),
	ARE(IFLA_BR_STP_MODE, br_stp_modes),
	HOLDS(IFLA_BR_MCAST_QUERIER_STATE, querier));
ATTRIBUTES(info_tun, ifla_tun,
	ARE(IFLA_TUN_OWNER|IFLA_TUN_GROUP, uid),
	ARE(IFLA_TUN_NUM_QUEUES|IFLA_TUN_NUM_DISABLED_QUEUES, u32),
	ARE(IFLA_TUN_TYPE, tun_types),
	ARE(IFLA_TUN_PI|IFLA_TUN_VNET_HDR|IFLA_TUN_PERSIST|IFLA_TUN_MULTI_QUEUE, u8));
ATTRIBUTES(info_gtp, ifla_gtp,
	ARE(IFLA_GTP_FD0|IFLA_GTP_FD1, fd),
	ARE(IFLA_GTP_PDP_HASHSIZE|IFLA_GTP_ROLE, u32),
	ARE(IFLA_GTP_CREATE_SOCKETS|IFLA_GTP_RESTART_COUNT, u8),
	ARE(IFLA_GTP_LOCAL, ipv4),
	ARE(IFLA_GTP_LOCAL6, ipv6));
ATTRIBUTES(info_ppp, ifla_ppp,
	ARE(IFLA_PPP_DEV_FD, fd));
VALUE_TYPE(bridge_vlan_info);
NAMES_TYPE(bridge_flags);
NAMES_TYPE(bridge_modes);
NAMES_TYPE(bridge_vlan_flags);
ATTRIBUTES(brport, ifla_brport,
	ARE(IFLA_BRPORT_STATE|IFLA_BRPORT_MODE|IFLA_BRPORT_GUARD|IFLA_BRPORT_PROTECT|IFLA_BRPORT_FAST_LEAVE|IFLA_BRPORT_LEARNING| \
		IFLA_BRPORT_UNICAST_FLOOD|IFLA_BRPORT_PROXYARP|IFLA_BRPORT_LEARNING_SYNC|IFLA_BRPORT_PROXYARP_WIFI| \
		IFLA_BRPORT_TOPOLOGY_CHANGE_ACK|IFLA_BRPORT_CONFIG_PENDING|IFLA_BRPORT_MULTICAST_ROUTER|IFLA_BRPORT_MCAST_FLOOD| \
		IFLA_BRPORT_MCAST_TO_UCAST|IFLA_BRPORT_VLAN_TUNNEL|IFLA_BRPORT_BCAST_FLOOD|IFLA_BRPORT_NEIGH_SUPPRESS| \
		IFLA_BRPORT_ISOLATED|IFLA_BRPORT_MRP_RING_OPEN|IFLA_BRPORT_MRP_IN_OPEN|IFLA_BRPORT_LOCKED|IFLA_BRPORT_MAB| \
		IFLA_BRPORT_NEIGH_VLAN_SUPPRESS|IFLA_BRPORT_NEIGH_FORWARD_GRAT, u8),
	ARE(IFLA_BRPORT_PRIORITY|IFLA_BRPORT_DESIGNATED_PORT|IFLA_BRPORT_DESIGNATED_COST|IFLA_BRPORT_ID|IFLA_BRPORT_NO, u16),
	ARE(IFLA_BRPORT_GROUP_FWD_MASK, hex16),
	ARE(IFLA_BRPORT_COST|IFLA_BRPORT_MCAST_EHT_HOSTS_LIMIT|IFLA_BRPORT_MCAST_EHT_HOSTS_CNT|IFLA_BRPORT_MCAST_N_GROUPS| \
		IFLA_BRPORT_MCAST_MAX_GROUPS|IFLA_BRPORT_BACKUP_NHID, u32),
	ARE(IFLA_BRPORT_ROOT_ID|IFLA_BRPORT_BRIDGE_ID, ifla_bridge_id),
	ARE(IFLA_BRPORT_MESSAGE_AGE_TIMER|IFLA_BRPORT_FORWARD_DELAY_TIMER|IFLA_BRPORT_HOLD_TIMER, ticks),
	ARE(IFLA_BRPORT_BACKUP_PORT, interface));
ATTRIBUTES(bridge_tunnel, ifla_bridge_tunnel,
	ARE(IFLA_BRIDGE_VLAN_TUNNEL_ID, u32),
	ARE(IFLA_BRIDGE_VLAN_TUNNEL_VID, u16),
	ARE(IFLA_BRIDGE_VLAN_TUNNEL_FLAGS, bridge_vlan_flags));
ATTRIBUTES(bridge, ifla_bridge,
	ARE(IFLA_BRIDGE_FLAGS, bridge_flags),
	ARE(IFLA_BRIDGE_MODE, bridge_modes),
	ARE(IFLA_BRIDGE_VLAN_INFO, bridge_vlan_info),
	HOLDS(IFLA_BRIDGE_VLAN_TUNNEL_INFO, bridge_tunnel));
/* IFLA_INFO_KIND and IFLA_INFO_SLAVE_KIND are the names of the drivers whose attributes follow. */
CHOICE_BY_EARLIER(link_data, header.nla_type, 0xc000, IFLA_INFO_KIND,
	HOLDS(bridge, info_bridge), HOLDS(gtp, info_gtp), HOLDS(ppp, info_ppp), HOLDS(tun, info_tun), OTHERWISE(IN(value, hex_bytes)));
CHOICE_BY_EARLIER(port_data, header.nla_type, 0xc000, IFLA_INFO_SLAVE_KIND,
	HOLDS(bridge, brport), OTHERWISE(IN(value, hex_bytes)));
STRUCT_TYPE(can_device_stats, IN(bus_error, uint), IN(error_warning, uint), IN(error_passive, uint), IN(bus_off, uint),
	IN(arbitration_lost, uint), IN(restarts, uint));
VALUE_TYPE(can_device_stats);
CHOICE_BY_EARLIER(link_statistics, header.nla_type, 0xc000, IFLA_INFO_KIND,
	ARE(can, can_device_stats), OTHERWISE(IN(value, hex_bytes)));
ATTRIBUTES(info, ifla_info,
	ARE(IFLA_INFO_KIND|IFLA_INFO_SLAVE_KIND, text),
	WITH(IFLA_INFO_DATA, CHOOSE(link_data)),
	WITH(IFLA_INFO_XSTATS, CHOOSE(link_statistics)),
	WITH(IFLA_INFO_SLAVE_DATA, CHOOSE(port_data)));
CHOICE(link_protinfo, family,
	HOLDS(AF_INET6, inet6), HOLDS(AF_BRIDGE, brport), OTHERWISE(IN(value, hex_bytes)));
CHOICE(link_specific, family,
	HOLDS(AF_BRIDGE, bridge), OTHERWISE(IN(value, specific_attributes)));

ATTRIBUTES(property, ifla,
	ARE(IFLA_ALT_IFNAME, string));

NAMES_TYPE(rtext_filter);
VALUE_TYPE(ifla_events);
ATTRIBUTES(link, ifla,
	ARE(IFLA_ADDRESS|IFLA_BROADCAST|IFLA_PERM_ADDRESS, hardware),
	ARE(IFLA_IFNAME|IFLA_QDISC|IFLA_IFALIAS|IFLA_PHYS_PORT_NAME|IFLA_ALT_IFNAME|IFLA_PARENT_DEV_NAME|IFLA_PARENT_DEV_BUS_NAME, string),
	ARE(IFLA_MTU|IFLA_LINK|IFLA_MASTER|IFLA_TXQLEN|IFLA_WEIGHT|IFLA_NET_NS_PID|IFLA_NUM_VF|IFLA_GROUP| \
		IFLA_PROMISCUITY|IFLA_NUM_TX_QUEUES|IFLA_NUM_RX_QUEUES|IFLA_CARRIER_CHANGES| \
		IFLA_GSO_MAX_SEGS|IFLA_GSO_MAX_SIZE|IFLA_CARRIER_UP_COUNT|IFLA_CARRIER_DOWN_COUNT|IFLA_MIN_MTU|IFLA_MAX_MTU| \
		IFLA_GRO_MAX_SIZE|IFLA_TSO_MAX_SIZE|IFLA_TSO_MAX_SEGS|IFLA_ALLMULTI| \
		IFLA_GSO_IPV4_MAX_SIZE|IFLA_GRO_IPV4_MAX_SIZE, u32),
	ARE(IFLA_HEADROOM|IFLA_TAILROOM, u16),
	ARE(IFLA_LINK_NETNSID|IFLA_NEW_NETNSID|IFLA_IF_NETNSID, int),
	ARE(IFLA_NET_NS_FD, fd),
	ARE(IFLA_OPERSTATE|IFLA_LINKMODE|IFLA_CARRIER|IFLA_PROTO_DOWN|IFLA_NETNS_IMMUTABLE, u8),
	ARE(IFLA_NEW_IFINDEX, interface),
	ARE(IFLA_EXT_MASK, rtext_filter),
	ARE(IFLA_EVENT, ifla_events),
	ARE(IFLA_STATS, rtnl_link_stats),
	ARE(IFLA_STATS64, rtnl_link_stats64),
	ARE(IFLA_MAP, rtnl_link_ifmap),
	WITH(IFLA_PROTINFO, CHOOSE(link_protinfo)),
	WITH(IFLA_AF_SPEC, CHOOSE(link_specific)),
	HOLDS(IFLA_LINKINFO, info),
	HOLDS(IFLA_VFINFO_LIST, vf_infos),
	HOLDS(IFLA_VF_PORTS, vf_ports),
	HOLDS(IFLA_PORT_SELF, port),
	HOLDS(IFLA_XDP, xdp),
	HOLDS(IFLA_PROP_LIST, property),
	HOLDS(IFLA_PROTO_DOWN_REASON, proto_down));
