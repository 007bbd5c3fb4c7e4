/* SPDX-License-Identifier: MIT */
/*
 * Arguments of ioctls of sockets that set up interfaces, addresses and routes, and of tun devices: netdevice(7), arp(7),
 * linux/ethtool.h, linux/if_tun.h and others. ioctl_misc.c has the other members of struct ifreq.
 */
#include "syscalls/table.h"

/* clang-format off */

#define PARTLY_NAMED(type_name, names, store) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_ENUM, .storage = STORE_##store, .base = 10, .list = &list_##names }

#define IFREQ_NAME IN(ifr_name, text, LEN_IS(16))
/* A struct ifreq is as large as its longest member. */
#define IFREQ_END IN(ifr_longest, ifmap, UNION_WITH_PREVIOUS, LOOKUP)
#define IFREQ_TYPE(type_name, ...) \
	const struct type t_##type_name = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.merge = true), \
		MEMBERS(IFREQ_NAME, __VA_ARGS__, IFREQ_END) }
/* A member that points to another struct. The kernel reads its head and fills the rest: text shows "{before} => {after}". */
#define IFREQ_POINTER(type_name, ...) \
	const struct type t_##type_name = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.merge = true, APART(ifr_data[1])), \
		MEMBERS(IFREQ_NAME, __VA_ARGS__) }

/*
 * linux/ethtool.h: the command decides which struct ifr_data points to. A head is the first members
 * of such a struct, which the kernel reads before it fills the rest.
 */
#define ETHTOOL_HEAD(type_name, cname, ...) \
	const struct type t_##type_name = { .name = cname, .kind = KIND_STRUCT, MEMBERS(IN(cmd, ethtool_commands), ##__VA_ARGS__) }
ETHTOOL_HEAD(ethtool_head, "ethtool_value");
ETHTOOL_HEAD(ethtool_sized_head, "ethtool_perm_addr", IN(size, uint));
ETHTOOL_HEAD(ethtool_regs_head, "ethtool_regs", IN(version, uint), IN(len, uint));
ETHTOOL_HEAD(ethtool_eeprom_head, "ethtool_eeprom", IN(magic, hex32), IN(offset, uint), IN(len, uint));
ETHTOOL_HEAD(ethtool_test_head, "ethtool_test", IN(flags, ethtool_test_flags));
ETHTOOL_HEAD(ethtool_gstrings_head, "ethtool_gstrings", IN(string_set, ethtool_string_sets));
ETHTOOL_HEAD(ethtool_sset_head, "ethtool_sset_info", PAD(4), IN(sset_mask, hex64));
ETHTOOL_HEAD(ethtool_rxnfc_head, "ethtool_rxnfc", IN(flow_type, ethtool_flows));
ETHTOOL_HEAD(ethtool_rxfh_head, "ethtool_rxfh", IN(rss_context, uint), IN(indir_size, uint), IN(key_size, uint));
ETHTOOL_HEAD(ethtool_tunable_head, "ethtool_tunable", IN(id, ethtool_tunables), IN(type_id, ethtool_tunable_types), IN(len, uint));
ETHTOOL_HEAD(ethtool_phy_tunable_head, "ethtool_tunable",
	IN(id, ethtool_phy_tunables), IN(type_id, ethtool_tunable_types), IN(len, uint));
ETHTOOL_HEAD(ethtool_dump_flag, "ethtool_dump", IN(version, uint), IN(flag, hex32), IN(len, uint));
ETHTOOL_HEAD(ethtool_link_head, "ethtool_link_settings", PAD(11), IN(link_mode_masks_nwords, s8));
#define NO_RESERVED VIEW(NONZERO(reserved))
STRUCT_TYPE_AS(ethtool_cmd, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(supported, hex32), IN(advertising, hex32), IN(speed, u16), IN(duplex, ethtool_duplex),
	IN(port, ethtool_ports), IN(phy_address, u8), IN(transceiver, ethtool_transceivers), IN(autoneg, ethtool_autoneg),
	IN(mdio_support, hex8), IN(maxtxpkt, uint), IN(maxrxpkt, uint), IN(speed_hi, u16), IN(eth_tp_mdix, ethtool_mdix),
	IN(eth_tp_mdix_ctrl, ethtool_mdix), IN(lp_advertising, hex32), IN(reserved, hex32, COUNT_IS(2)));
STRUCT_TYPE_AS(ethtool_drvinfo, VIEW(NONZERO(reserved2)),
	IN(cmd, ethtool_commands), IN(driver, text, LEN_IS(32)), IN(version, text, LEN_IS(32)), IN(fw_version, text, LEN_IS(32)),
	IN(bus_info, text, LEN_IS(32)), IN(erom_version, text, LEN_IS(32)), IN(reserved2, hex8, COUNT_IS(12)),
	IN(n_priv_flags, uint), IN(n_stats, uint), IN(testinfo_len, uint), IN(eedump_len, uint), IN(regdump_len, uint));
STRUCT_TYPE(ethtool_wolinfo,
	IN(cmd, ethtool_commands), IN(supported, ethtool_wake), IN(wolopts, ethtool_wake), IN(sopass, hardware, LEN_IS(6)));
STRUCT_TYPE(ethtool_value, IN(cmd, ethtool_commands), IN(data, uint));
#define ETHTOOL_VALUE(type_name, of) \
	const struct type t_##type_name = { .name = "ethtool_value", .kind = KIND_STRUCT, \
		MEMBERS(IN(cmd, ethtool_commands), IN(data, of)) }
ETHTOOL_VALUE(ethtool_value_flags, ethtool_features);
ETHTOOL_VALUE(ethtool_value_reset, ethtool_reset);
ETHTOOL_VALUE(ethtool_value_hex, hex32);
STRUCT_TYPE(ethtool_tunable,
	IN(cmd, ethtool_commands), IN(id, ethtool_tunables), IN(type_id, ethtool_tunable_types), IN(len, uint),
	IN(data, hex_bytes, LEN(len)));
/* The IDs of PHYs are others. */
const struct type t_ethtool_phy_tunable = { .name = "ethtool_tunable", .kind = KIND_STRUCT, MEMBERS(
	IN(cmd, ethtool_commands), IN(id, ethtool_phy_tunables), IN(type_id, ethtool_tunable_types), IN(len, uint),
	IN(data, hex_bytes, LEN(len))) };
STRUCT_TYPE(ethtool_regs, IN(cmd, ethtool_commands), IN(version, uint), IN(len, uint), IN(data, hex_bytes, LEN(len)));
STRUCT_TYPE(ethtool_eeprom,
	IN(cmd, ethtool_commands), IN(magic, hex32), IN(offset, uint), IN(len, uint), IN(data, hex_bytes, LEN(len)));
STRUCT_TYPE_AS(ethtool_eee, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(supported, hex32), IN(advertised, hex32), IN(lp_advertised, hex32), IN(eee_active, uint),
	IN(eee_enabled, uint), IN(tx_lpi_enabled, uint), IN(tx_lpi_timer, uint), IN(reserved, hex32, COUNT_IS(2)));
STRUCT_TYPE_AS(ethtool_modinfo, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(type, ethtool_modules), IN(eeprom_len, uint), IN(reserved, hex32, COUNT_IS(8)));
STRUCT_TYPE(ethtool_coalesce,
	IN(cmd, ethtool_commands), IN(rx_coalesce_usecs, uint), IN(rx_max_coalesced_frames, uint), IN(rx_coalesce_usecs_irq, uint),
	IN(rx_max_coalesced_frames_irq, uint), IN(tx_coalesce_usecs, uint), IN(tx_max_coalesced_frames, uint),
	IN(tx_coalesce_usecs_irq, uint), IN(tx_max_coalesced_frames_irq, uint), IN(stats_block_coalesce_usecs, uint),
	IN(use_adaptive_rx_coalesce, uint), IN(use_adaptive_tx_coalesce, uint), IN(pkt_rate_low, uint),
	IN(rx_coalesce_usecs_low, uint), IN(rx_max_coalesced_frames_low, uint), IN(tx_coalesce_usecs_low, uint),
	IN(tx_max_coalesced_frames_low, uint), IN(pkt_rate_high, uint), IN(rx_coalesce_usecs_high, uint),
	IN(rx_max_coalesced_frames_high, uint), IN(tx_coalesce_usecs_high, uint), IN(tx_max_coalesced_frames_high, uint),
	IN(rate_sample_interval, uint));
STRUCT_TYPE(ethtool_ringparam,
	IN(cmd, ethtool_commands), IN(rx_max_pending, uint), IN(rx_mini_max_pending, uint), IN(rx_jumbo_max_pending, uint),
	IN(tx_max_pending, uint), IN(rx_pending, uint), IN(rx_mini_pending, uint), IN(rx_jumbo_pending, uint), IN(tx_pending, uint));
STRUCT_TYPE(ethtool_channels,
	IN(cmd, ethtool_commands), IN(max_rx, uint), IN(max_tx, uint), IN(max_other, uint), IN(max_combined, uint),
	IN(rx_count, uint), IN(tx_count, uint), IN(other_count, uint), IN(combined_count, uint));
STRUCT_TYPE(ethtool_pauseparam, IN(cmd, ethtool_commands), IN(autoneg, uint), IN(rx_pause, uint), IN(tx_pause, uint));
/* Strings of 32 bytes (ETH_GSTRING_LEN). */
STRUCT_TYPE(ethtool_gstrings,
	IN(cmd, ethtool_commands), IN(string_set, ethtool_string_sets), IN(len, uint), IN(data, text, LEN_IS(32), COUNT(len)));
STRUCT_TYPE_AS(ethtool_sset_info, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(reserved, hex32), IN(sset_mask, hex64), IN(data, uint, COUNT_BY(HOOK_ETHTOOL_SETS)));
STRUCT_TYPE_AS(ethtool_test, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(flags, ethtool_test_flags), IN(reserved, hex32), IN(len, uint), IN(data, u64, COUNT(len)));
STRUCT_TYPE(ethtool_stats, IN(cmd, ethtool_commands), IN(n_stats, uint), IN(data, u64, COUNT(n_stats)));
STRUCT_TYPE(ethtool_perm_addr, IN(cmd, ethtool_commands), IN(size, uint), IN(data, hardware, LEN(size)));
STRUCT_TYPE(ethtool_flow_ext,
	PAD(2), IN(h_dest, hardware, LEN_IS(6)), IN(vlan_etype, ethernet_port), IN(vlan_tci, be16), IN(data, net32, COUNT_IS(2)));
STRUCT_TYPE(ethtool_rx_flow_spec,
	IN(flow_type, ethtool_flows), IN(h_u, hex_bytes, LEN_IS(52)), IN(h_ext, ethtool_flow_ext), IN(m_u, hex_bytes, LEN_IS(52)),
	IN(m_ext, ethtool_flow_ext), IN(ring_cookie, hex64), IN(location, uint));
const struct type t_ethtool_rxnfc_hash = { .name = "ethtool_rxnfc", .kind = KIND_STRUCT, MEMBERS(
	IN(cmd, ethtool_commands), IN(flow_type, ethtool_flows), IN(data, ethtool_hash)) };
const struct type t_ethtool_rxnfc_data = { .name = "ethtool_rxnfc", .kind = KIND_STRUCT, MEMBERS(
	IN(cmd, ethtool_commands), IN(flow_type, ethtool_flows), IN(data, u64)) };
STRUCT_TYPE(ethtool_rxnfc,
	IN(cmd, ethtool_commands), IN(flow_type, ethtool_flows), IN(data, u64), IN(fs, ethtool_rx_flow_spec), IN(rule_cnt, uint));
const struct type t_ethtool_rxnfc_list = { .name = "ethtool_rxnfc", .kind = KIND_STRUCT, VIEW(HIDE(flow_type, fs)), MEMBERS(
	IN(cmd, ethtool_commands), IN(flow_type, ethtool_flows), IN(data, u64), IN(fs, ethtool_rx_flow_spec), IN(rule_cnt, uint),
	IN(rule_locs, uint, COUNT(rule_cnt))) };
const struct type t_ethtool_rxnfc_wanted = { .name = "ethtool_rxnfc", .kind = KIND_STRUCT, VIEW(HIDE(flow_type, data, fs)), MEMBERS(
	IN(cmd, ethtool_commands), IN(flow_type, ethtool_flows), IN(data, u64), IN(fs, ethtool_rx_flow_spec), IN(rule_cnt, uint)) };
STRUCT_TYPE(ethtool_rxfh_indir, IN(cmd, ethtool_commands), IN(size, uint), IN(ring_index, uint, COUNT(size)));
/* The key of the hash follows the table, which is not there if its size is ETH_RXFH_INDIR_NO_CHANGE. */
STRUCT_TYPE_AS(ethtool_rxfh, VIEW(NONZERO(rsvd8, rsvd32)),
	IN(cmd, ethtool_commands), IN(rss_context, uint), IN(indir_size, uint), IN(key_size, uint), IN(hfunc, hex8),
	IN(input_xfrm, hex8), IN(rsvd8, hex8, COUNT_IS(2)), IN(rsvd32, hex32),
	IN(rss_config, uint, COUNT(indir_size), WHEN(indir_size, IS_NOT, 0xffffffff)),
	IN(hkey, hex_bytes, LEN(key_size), OFFSET_BY(HOOK_ETHTOOL_KEY), UNION_WITH_PREVIOUS));
STRUCT_TYPE(ethtool_flash, IN(cmd, ethtool_commands), IN(region, uint), IN(data, text, LEN_IS(128)));
STRUCT_TYPE(ethtool_dump, IN(cmd, ethtool_commands), IN(version, uint), IN(flag, hex32), IN(len, uint), IN(data, hex_bytes, LEN(len)));
STRUCT_TYPE(ethtool_get_features_block, IN(available, hex32), IN(requested, hex32), IN(active, hex32), IN(never_changed, hex32));
STRUCT_TYPE(ethtool_gfeatures,
	IN(cmd, ethtool_commands), IN(size, uint), IN(features, ethtool_get_features_block, COUNT(size)));
STRUCT_TYPE(ethtool_set_features_block, IN(valid, hex32), IN(requested, hex32));
STRUCT_TYPE(ethtool_sfeatures,
	IN(cmd, ethtool_commands), IN(size, uint), IN(features, ethtool_set_features_block, COUNT(size)));
STRUCT_TYPE_AS(ethtool_ts_info, VIEW(NONZERO(tx_reserved, rx_reserved)),
	IN(cmd, ethtool_commands), IN(so_timestamping, so_timestamping_flags), IN(phc_index, int), IN(tx_types, hex32),
	IN(tx_reserved, hex32, COUNT_IS(3)), IN(rx_filters, hex32), IN(rx_reserved, hex32, COUNT_IS(3)));
STRUCT_TYPE(ethtool_per_queue_op, IN(cmd, ethtool_commands), IN(sub_command, ethtool_commands), IN(queue_mask, hex32, COUNT_IS(128)));
STRUCT_TYPE_AS(ethtool_fecparam, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(active_fec, ethtool_fec), IN(fec, ethtool_fec), IN(reserved, hex32));
PARTLY_NAMED(ethtool_speed, ethtool_speeds, U32);
/* With 0 words the kernel answers with the negative number of words that the masks have. */
STRUCT_TYPE_AS(ethtool_link_settings, NO_RESERVED,
	IN(cmd, ethtool_commands), IN(speed, ethtool_speed), IN(duplex, ethtool_duplex), IN(port, ethtool_ports), IN(phy_address, u8),
	IN(autoneg, ethtool_autoneg), IN(mdio_support, hex8), IN(eth_tp_mdix, ethtool_mdix), IN(eth_tp_mdix_ctrl, ethtool_mdix),
	IN(link_mode_masks_nwords, s8), IN(transceiver, ethtool_transceivers), IN(master_slave_cfg, ethtool_roles),
	IN(master_slave_state, ethtool_role_states), IN(rate_matching, ethtool_rate_matching), IN(reserved, hex32, COUNT_IS(7)),
	IN(supported, hex32, COUNT(link_mode_masks_nwords), WHEN(link_mode_masks_nwords, ABOVE, 0)),
	IN(advertising, hex32, COUNT(link_mode_masks_nwords), WHEN(link_mode_masks_nwords, ABOVE, 0)),
	IN(lp_advertising, hex32, COUNT(link_mode_masks_nwords), WHEN(link_mode_masks_nwords, ABOVE, 0)));

#define ETHTOOL_SET(type) IN(ifr_data, type, PTR)
/* The kernel reads the head and fills the struct, which has the head as well. */
#define ETHTOOL_ASK(head, type) IN(ifr_data, head, PTR), OUT(ifr_data, type, PTR, UNION_WITH_PREVIOUS)
#define ETHTOOL_GET(type) ETHTOOL_ASK(ethtool_head, type)
#define ETHTOOL_BOTH(get, set, type) WITH(get, ETHTOOL_GET(type)), WITH(set, ETHTOOL_SET(type))
CHOICE(ethtool_by_command, *ifr_cmd,
	ETHTOOL_BOTH(ETHTOOL_GSET, ETHTOOL_SSET, ethtool_cmd),
	WITH(ETHTOOL_GDRVINFO, ETHTOOL_GET(ethtool_drvinfo)),
	WITH(ETHTOOL_GREGS, ETHTOOL_ASK(ethtool_regs_head, ethtool_regs)),
	ETHTOOL_BOTH(ETHTOOL_GWOL, ETHTOOL_SWOL, ethtool_wolinfo),
	ETHTOOL_BOTH(ETHTOOL_GMSGLVL, ETHTOOL_SMSGLVL, ethtool_value_hex),
	WITH(ETHTOOL_NWAY_RST, ETHTOOL_SET(ethtool_head)),
	WITH(ETHTOOL_GLINK|ETHTOOL_GRXCSUM|ETHTOOL_GTXCSUM|ETHTOOL_GSG|ETHTOOL_GTSO|ETHTOOL_GUFO|ETHTOOL_GGSO|ETHTOOL_GGRO,
		ETHTOOL_GET(ethtool_value)),
	WITH(ETHTOOL_SRXCSUM|ETHTOOL_STXCSUM|ETHTOOL_SSG|ETHTOOL_STSO|ETHTOOL_SUFO|ETHTOOL_SGSO|ETHTOOL_SGRO|ETHTOOL_PHYS_ID,
		ETHTOOL_SET(ethtool_value)),
	WITH(ETHTOOL_GEEPROM|ETHTOOL_GMODULEEEPROM, ETHTOOL_ASK(ethtool_eeprom_head, ethtool_eeprom)),
	WITH(ETHTOOL_SEEPROM, ETHTOOL_SET(ethtool_eeprom)),
	ETHTOOL_BOTH(ETHTOOL_GCOALESCE, ETHTOOL_SCOALESCE, ethtool_coalesce),
	ETHTOOL_BOTH(ETHTOOL_GRINGPARAM, ETHTOOL_SRINGPARAM, ethtool_ringparam),
	ETHTOOL_BOTH(ETHTOOL_GPAUSEPARAM, ETHTOOL_SPAUSEPARAM, ethtool_pauseparam),
	WITH(ETHTOOL_TEST, ETHTOOL_ASK(ethtool_test_head, ethtool_test)),
	WITH(ETHTOOL_GSTRINGS, ETHTOOL_ASK(ethtool_gstrings_head, ethtool_gstrings)),
	WITH(ETHTOOL_GSTATS|ETHTOOL_GPHYSTATS, ETHTOOL_GET(ethtool_stats)),
	WITH(ETHTOOL_GPERMADDR, ETHTOOL_ASK(ethtool_sized_head, ethtool_perm_addr)),
	ETHTOOL_BOTH(ETHTOOL_GFLAGS, ETHTOOL_SFLAGS, ethtool_value_flags),
	ETHTOOL_BOTH(ETHTOOL_GPFLAGS, ETHTOOL_SPFLAGS, ethtool_value_hex),
	WITH(ETHTOOL_GRXFH, ETHTOOL_ASK(ethtool_rxnfc_head, ethtool_rxnfc_hash)),
	WITH(ETHTOOL_SRXFH, ETHTOOL_SET(ethtool_rxnfc_hash)),
	WITH(ETHTOOL_GRXRINGS, ETHTOOL_GET(ethtool_rxnfc_data)),
	WITH(ETHTOOL_GRXCLSRLCNT, ETHTOOL_ASK(ethtool_rxnfc_head, ethtool_rxnfc)),
	WITH(ETHTOOL_GRXCLSRULE, ETHTOOL_ASK(ethtool_rxnfc, ethtool_rxnfc)),
	WITH(ETHTOOL_GRXCLSRLALL, ETHTOOL_ASK(ethtool_rxnfc_wanted, ethtool_rxnfc_list)),
	WITH(ETHTOOL_SRXCLSRLDEL, ETHTOOL_SET(ethtool_rxnfc)),
	WITH(ETHTOOL_SRXCLSRLINS, ETHTOOL_ASK(ethtool_rxnfc, ethtool_rxnfc)),
	WITH(ETHTOOL_FLASHDEV, ETHTOOL_SET(ethtool_flash)),
	WITH(ETHTOOL_RESET, ETHTOOL_ASK(ethtool_value_reset, ethtool_value_reset)),
	WITH(ETHTOOL_GSSET_INFO, ETHTOOL_ASK(ethtool_sset_head, ethtool_sset_info)),
	WITH(ETHTOOL_GRXFHINDIR, ETHTOOL_ASK(ethtool_sized_head, ethtool_rxfh_indir)),
	WITH(ETHTOOL_SRXFHINDIR, ETHTOOL_SET(ethtool_rxfh_indir)),
	WITH(ETHTOOL_GFEATURES, ETHTOOL_ASK(ethtool_sized_head, ethtool_gfeatures)),
	WITH(ETHTOOL_SFEATURES, ETHTOOL_SET(ethtool_sfeatures)),
	ETHTOOL_BOTH(ETHTOOL_GCHANNELS, ETHTOOL_SCHANNELS, ethtool_channels),
	WITH(ETHTOOL_SET_DUMP, ETHTOOL_SET(ethtool_dump_flag)),
	WITH(ETHTOOL_GET_DUMP_FLAG, ETHTOOL_GET(ethtool_dump_flag)),
	WITH(ETHTOOL_GET_DUMP_DATA, ETHTOOL_ASK(ethtool_dump_flag, ethtool_dump)),
	WITH(ETHTOOL_GET_TS_INFO, ETHTOOL_GET(ethtool_ts_info)),
	WITH(ETHTOOL_GMODULEINFO, ETHTOOL_GET(ethtool_modinfo)),
	ETHTOOL_BOTH(ETHTOOL_GEEE, ETHTOOL_SEEE, ethtool_eee),
	WITH(ETHTOOL_GRSSH, ETHTOOL_ASK(ethtool_rxfh_head, ethtool_rxfh)),
	WITH(ETHTOOL_SRSSH, ETHTOOL_ASK(ethtool_rxfh, ethtool_rxfh_head)),
	WITH(ETHTOOL_GTUNABLE, ETHTOOL_ASK(ethtool_tunable_head, ethtool_tunable)),
	WITH(ETHTOOL_STUNABLE, ETHTOOL_SET(ethtool_tunable)),
	WITH(ETHTOOL_PHY_GTUNABLE, ETHTOOL_ASK(ethtool_phy_tunable_head, ethtool_phy_tunable)),
	WITH(ETHTOOL_PHY_STUNABLE, ETHTOOL_SET(ethtool_phy_tunable)),
	WITH(ETHTOOL_PERQUEUE, ETHTOOL_SET(ethtool_per_queue_op)),
	WITH(ETHTOOL_GLINKSETTINGS, ETHTOOL_ASK(ethtool_link_head, ethtool_link_settings)),
	WITH(ETHTOOL_SLINKSETTINGS, ETHTOOL_SET(ethtool_link_settings)),
	ETHTOOL_BOTH(ETHTOOL_GFECPARAM, ETHTOOL_SFECPARAM, ethtool_fecparam),
	OTHERWISE(ETHTOOL_SET(ethtool_head)));
IFREQ_POINTER(ifreq_ethtool, IN(ifr_cmd, ethtool_commands, PTR, LOOKUP), CHOOSE(ethtool_by_command, UNION_WITH_PREVIOUS), IFREQ_END);

/* linux/net_tstamp.h: the driver answers with what it does. */
STRUCT_TYPE(hwtstamp_config, IN(flags, hwtstamp_flags), IN(tx_type, hwtstamp_tx), IN(rx_filter, hwtstamp_filters));
IFREQ_POINTER(ifreq_hwtstamp,
	IN(ifr_data, hwtstamp_config, PTR), OUT(ifr_data, hwtstamp_config, PTR, UNION_WITH_PREVIOUS), IFREQ_END);
const struct type t_ifreq_hwtstamp_get = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.merge = true), MEMBERS(
	IFREQ_NAME, OUT(ifr_data, hwtstamp_config, PTR), IFREQ_END) };

/* linux/if_bonding.h */
STRUCT_TYPE(ifbond, IN(bond_mode, bond_modes), IN(num_slaves, int), IN(miimon, int));
STRUCT_TYPE(ifslave, IN(slave_id, int), IN(slave_name, text, LEN_IS(16)), IN(link, bond_links), IN(state, bond_states), IN(link_failure_count, uint));
const struct type t_ifslave_head = { .name = "ifslave", .kind = KIND_STRUCT, MEMBERS(IN(slave_id, int)) };
const struct type t_ifreq_bond = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.merge = true), MEMBERS(
	IFREQ_NAME, OUT(ifr_data, ifbond, PTR), IFREQ_END) };
IFREQ_POINTER(ifreq_bond_slave, IN(ifr_data, ifslave_head, PTR), OUT(ifr_data, ifslave, PTR, UNION_WITH_PREVIOUS), IFREQ_END);

/* linux/mii.h: the struct lies in struct ifreq. */
const struct type t_ifreq_mii = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.merge = true), MEMBERS(
	IFREQ_NAME, IN(phy_id, u16), IN(reg_num, mii_registers), IN(val_in, hex16), IN(val_out, hex16), IN(rest, ulong, COUNT_IS(2), LOOKUP)) };
VIEW_TYPE(ifreq_mii_get, .merge = true, HIDE(val_in));
VIEW_TYPE(ifreq_mii_set, HIDE(val_out));
/* linux/if.h: settings of a serial line. The type decides what they are. */
STRUCT_TYPE(if_settings, IN(type, hex32), IN(size, uint), IN(ifs_ifsu, address));
IFREQ_TYPE(ifreq_settings, IN(ifr_settings, if_settings));
/* linux/if_arp.h: arp(7) */
STRUCT_TYPE(arpreq,
	IN(arp_pa, sockaddr, LEN_IS(16)), IN(arp_ha, link_sockaddr), IN(arp_flags, arp_flags), IN(arp_netmask, sockaddr, LEN_IS(16)),
	IN(arp_dev, text, LEN_IS(16)));
/* linux/route.h, linux/ipv6_route.h, linux/ipv6.h */
STRUCT_TYPE_AS(rtentry, VIEW(NONZERO(rt_pad1, rt_pad2, rt_pad3, rt_pad4)),
	IN(rt_pad1, ulong), IN(rt_dst, sockaddr, LEN_IS(16)), IN(rt_gateway, sockaddr, LEN_IS(16)), IN(rt_genmask, sockaddr, LEN_IS(16)),
	IN(rt_flags, route_flags), IN(rt_pad2, s16), IN(rt_pad3, hexlong), IN(rt_pad4, address), IN(rt_metric, s16),
	IN(rt_dev, string, PTR), IN(rt_mtu, ulong), IN(rt_window, ulong), IN(rt_irtt, u16));
STRUCT_TYPE(in6_rtmsg,
	IN(rtmsg_dst, ipv6), IN(rtmsg_src, ipv6), IN(rtmsg_gateway, ipv6), IN(rtmsg_type, uint), IN(rtmsg_dst_len, u16),
	IN(rtmsg_src_len, u16), IN(rtmsg_metric, uint), IN(rtmsg_info, hexlong), IN(rtmsg_flags, route6_flags), IN(rtmsg_ifindex, interface));
STRUCT_TYPE(in6_ifreq, IN(ifr6_addr, ipv6), IN(ifr6_prefixlen, uint), IN(ifr6_ifindex, interface));
/* linux/if_vlan.h */
CHOICE(vlan_by_command, cmd,
	WITH(ADD_VLAN_CMD, IN(VID, int)),
	WITH(SET_VLAN_INGRESS_PRIORITY_CMD|SET_VLAN_EGRESS_PRIORITY_CMD, IN(skb_priority, uint)),
	WITH(SET_VLAN_NAME_TYPE_CMD, IN(name_type, vlan_name_types)),
	WITH(SET_VLAN_FLAG_CMD, IN(flag, vlan_flags)),
	WITH(GET_VLAN_REALDEV_NAME_CMD, OUT(device2, text, LEN_IS(24))),
	WITH(GET_VLAN_VID_CMD, OUT(VID, int)),
	WITH(DEL_VLAN_CMD, PAD(24)),
	OTHERWISE(IN(u, hex_bytes, LEN_IS(24))));
/* The priority of a packet and the flag have a second value. */
STRUCT_TYPE_AS(vlan_ioctl_args, VIEW(.merge = true),
	IN(cmd, vlan_commands), IN(device1, text, LEN_IS(24)), CHOOSE(vlan_by_command),
	IN(vlan_qos, s16, WHEN(cmd, IS, SET_VLAN_INGRESS_PRIORITY_CMD|SET_VLAN_EGRESS_PRIORITY_CMD|SET_VLAN_FLAG_CMD)));
/* linux/if_bridge.h: the command and its arguments; br_ioctl(8) of old. */
CHOICE_IN_PLACE(bridge_by_command, command,
	WITH(BRCTL_ADD_BRIDGE|BRCTL_DEL_BRIDGE, IN(name, string, PTR), IN(argument, hexlong)),
	OTHERWISE(IN(argument, hexlong), IN(argument, hexlong)));
ENUM_TYPE(bridge_command, bridge_commands, ULONG);
const struct type t_bridge_arguments = { .name = "bridge_arguments", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MEMBERS(
	IN(command, bridge_command), CHOOSE(bridge_by_command)) };
/* linux/if_tun.h, Documentation/networking/tuntap.rst */
const struct type t_ifreq_tun = { .name = "ifreq", .kind = KIND_STRUCT, VIEW(.again = true), MEMBERS(
	INOUT(ifr_name, text, LEN_IS(16)), IN(ifr_flags, tun_flags), IN(ifr_longest, ifmap, UNION_WITH_PREVIOUS, LOOKUP)) };
FLAGS_TYPE(tun_features, tun_flags, U32);
ENUM_TYPE(hardware_types_long, hardware_types, ULONG);
STRUCT_TYPE(tun_filter, IN(flags, tun_filter_flags), IN(count, u16), IN(addr, hardware, LEN_IS(6), COUNT(count)));
