/* SPDX-License-Identifier: MIT */
/* Messages about sockets: sock_diag(7), linux/inet_diag.h, linux/unix_diag.h and others. */
#include "syscalls/netlink.h"

/* clang-format off */

ENUM_TYPE(netlink_protocols8, netlink_protocols, U8);
ENUM_TYPE(socket_types8, socket_types, U8);
ENUM_TYPE(ethernet16, ethernet_protocols, U16);
ENUM_TYPE(ip_protocols8, ip_protocols, U8);
VALUE_TYPE(ip_protocols64, .if_shorter = true, .whole_max = 8);
NAMED_VALUES_TYPE(sk_meminfo, uint, sk_meminfo);

/*
 * IPv4 and IPv6. The family of the message is the family of its addresses; addresses of SMC are
 * IPv4.
 */
OWN_TYPE(inet_diag_sockid, PARTS(.name = "inet_diag_sockid"),
	IN(idiag_sport, port), IN(idiag_dport, port),
	IN(idiag_src, ipv4, WHEN(family, IS_NOT, AF_INET6)), IN(idiag_src, ipv6, UNION_WITH_PREVIOUS, WHEN(family, IS, AF_INET6)),
	IN(idiag_dst, ipv4, WHEN(family, IS_NOT, AF_INET6)), IN(idiag_dst, ipv6, UNION_WITH_PREVIOUS, WHEN(family, IS, AF_INET6)),
	IN(idiag_if, interface), IN(idiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE_AS(inet_diag_req, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(idiag_family, family8), IN(idiag_src_len, u8), IN(idiag_dst_len, u8), IN(idiag_ext, inet_diag_ext), IN(id, inet_diag_sockid),
	IN(idiag_states, tcp_state_bits), IN(idiag_dbs, uint));
STRUCT_TYPE_AS(inet_diag_req_v2, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(sdiag_family, family8), IN(sdiag_protocol, ip_protocols8), IN(idiag_ext, inet_diag_ext), PAD(1), IN(idiag_states, tcp_state_bits),
	IN(id, inet_diag_sockid));
STRUCT_TYPE_AS(inet_diag_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(idiag_family, family8), IN(idiag_state, tcp_states), IN(idiag_timer, u8), IN(idiag_retrans, u8), IN(id, inet_diag_sockid),
	IN(idiag_expires, uint), IN(idiag_rqueue, uint), IN(idiag_wqueue, uint), IN(idiag_uid, uint), IN(idiag_inode, uint));
STRUCT_TYPE(inet_diag_meminfo, IN(idiag_rmem, uint), IN(idiag_wmem, uint), IN(idiag_fmem, uint), IN(idiag_tmem, uint));
STRUCT_TYPE(tcpvegas_info, IN(tcpv_enabled, uint), IN(tcpv_rttcnt, uint), IN(tcpv_rtt, uint), IN(tcpv_minrtt, uint));
STRUCT_TYPE(tcp_dctcp_info,
	IN(dctcp_enabled, u16), IN(dctcp_ce_state, u16), IN(dctcp_alpha, uint), IN(dctcp_ab_ecn, uint), IN(dctcp_ab_tot, uint));
STRUCT_TYPE(tcp_bbr_info,
	IN(bbr_bw_lo, hex32), IN(bbr_bw_hi, hex32), IN(bbr_min_rtt, uint), IN(bbr_pacing_gain, uint), IN(bbr_cwnd_gain, uint));
/* linux/tcp.h: TCP_MD5SIG_MAXKEYLEN */
static const struct type t_md5_key = { .kind = KIND_BYTES, .base = 16, BYTES(.capacity = 80, .limit = 80) };
OWN_TYPE(tcp_diag_md5sig, PARTS(.name = "tcp_diag_md5sig"),
	IN(tcpm_family, family8), IN(tcpm_prefixlen, u8), IN(tcpm_keylen, u16),
	IN(tcpm_addr, ipv4, WHEN(tcpm_family, IS, AF_INET)),
	IN(tcpm_addr, ipv6, UNION_WITH_PREVIOUS, WHEN(tcpm_family, IS, AF_INET6)),
	IN(tcpm_addr, hex_bytes, UNION_WITH_PREVIOUS, LEN_IS(16), WHEN(tcpm_family, IS_NOT, AF_INET|AF_INET6)), IN(tcpm_key, md5_key, LEN(tcpm_keylen)), PAD(80));
#define BIT(name) IN(name, u8, BITS(1))
/* Unused bytes have no names. The comment has their offset. */
static const struct list unused_bits = { .name = "unused_bits\0bits 3..8", .kind = LIST_ENUM, .unknown = sizeof("unused_bits") };
static const struct type t_unused_bits = { .kind = KIND_ENUM, .storage = STORE_U8, .base = 16, .list = &unused_bits };
STRUCT_TYPE_AS(inet_diag_sockopt, VIEW(ZERO_VERBOSE(recverr, is_icsk, freebind, hdrincl, mc_loop, transparent, mc_all, nodefrag,
		bind_address_no_port, recverr_rfc4884, defer_connect, unused)),
	BIT(recverr), BIT(is_icsk), BIT(freebind), BIT(hdrincl), BIT(mc_loop), BIT(transparent), BIT(mc_all), BIT(nodefrag),
	BIT(bind_address_no_port), BIT(recverr_rfc4884), BIT(defer_connect), IN(unused, unused_bits, BITS(5)));
VALUE_TYPE(inet_diag_sockopt);
VALUE_TYPE(inet_diag_meminfo);
VALUE_TYPE(tcpvegas_info);
VALUE_TYPE(tcp_dctcp_info);
VALUE_TYPE(tcp_bbr_info);
VALUES_TYPE(tcp_diag_md5sig, tcp_diag_md5sig);
VALUES_TYPE(sockaddr_storages, sockaddr_storage);
static const struct type t_shutdown_comment = { .kind = KIND_FLAGS, .storage = STORE_U8, .base = 16, VIEW(.commented = true), .list = &list_shutdown_flags };
NAMES_TYPE(shutdown_comment);
NAMES_TYPE(shutdown_flags);
NAMES_TYPE(tls_versions);
NAMES_TYPE(tls_ciphers);
NAMES_TYPE(tls_configurations);
NAMES_TYPE(mptcp_subflow_flags);
ATTRIBUTES(tls_info, tls_info,
	ARE(TLS_INFO_VERSION, tls_versions),
	ARE(TLS_INFO_CIPHER, tls_ciphers),
	ARE(TLS_INFO_TXCONF|TLS_INFO_RXCONF, tls_configurations));
ATTRIBUTES(mptcp_subflow, mptcp_subflow,
	ARE(MPTCP_SUBFLOW_ATTR_TOKEN_REM|MPTCP_SUBFLOW_ATTR_TOKEN_LOC, hex32),
	ARE(MPTCP_SUBFLOW_ATTR_RELWRITE_SEQ|MPTCP_SUBFLOW_ATTR_MAP_SFSEQ|MPTCP_SUBFLOW_ATTR_SSN_OFFSET, u32),
	ARE(MPTCP_SUBFLOW_ATTR_MAP_SEQ, u64),
	ARE(MPTCP_SUBFLOW_ATTR_MAP_DATALEN, u16),
	ARE(MPTCP_SUBFLOW_ATTR_FLAGS, mptcp_subflow_flags),
	ARE(MPTCP_SUBFLOW_ATTR_ID_REM|MPTCP_SUBFLOW_ATTR_ID_LOC, u8));
ATTRIBUTES(ulp_info, inet_ulp_info,
	ARE(INET_ULP_INFO_NAME, string),
	HOLDS(INET_ULP_INFO_TLS, tls_info),
	HOLDS(INET_ULP_INFO_MPTCP, mptcp_subflow));
/* nla_len is that of the header and the value: a value of the size of a number is one. */
CHOICE(storage_value, header.nla_len,
	WITH(5, IN(value, hex8)), WITH(6, IN(value, hex16)), WITH(8, IN(value, hex32)), WITH(12, IN(value, hex64)),
	OTHERWISE(IN(value, hex_bytes)));
ATTRIBUTES(bpf_storage, bpf_storage,
	ARE(SK_DIAG_BPF_STORAGE_MAP_ID, u32),
	WITH(SK_DIAG_BPF_STORAGE_MAP_VALUE, CHOOSE(storage_value)));
ATTRIBUTES(bpf_storages, bpf_storages,
	HOLDS(SK_DIAG_BPF_STORAGE, bpf_storage));
/*
 * A program that selects sockets. .yes of an operation is the number of bytes to the operation that
 * follows it in memory, .no the number to that of a socket for which the condition is false.
 */
STRUCT_TYPE(inet_diag_bc_op, IN(code, inet_diag_bytecodes), IN(yes, u8), IN(no, u16));
STRUCT_TYPE_AS(inet_diag_hostcond, PARTS(MIN_SIZE(8)),
	IN(family, family8), IN(prefix_len, u8), PAD(2), IN(port, uint),
	IN(addr, nla_ipv4, WHEN(family, IS, AF_INET)),
	IN(addr, nla_ipv6, UNION_WITH_PREVIOUS, WHEN(family, IS, AF_INET6)),
	IN(addr, hex_bytes, UNION_WITH_PREVIOUS, WHEN(family, IS_NOT, AF_INET|AF_INET6)));
STRUCT_TYPE(inet_diag_markcond, IN(mark, uint), IN(mask, uint));
VALUE_TYPE(inet_diag_bc_op);
VALUE_TYPE(inet_diag_hostcond);
VALUE_TYPE(inet_diag_markcond);
CHOICE_IN_PLACE(bytecode_condition, operation.code,
	WITH(INET_DIAG_BC_S_COND|INET_DIAG_BC_D_COND, IN(condition, nla_inet_diag_hostcond)),
	WITH(INET_DIAG_BC_DEV_COND, IN(condition, nla_interface)),
	WITH(INET_DIAG_BC_MARK_COND, IN(condition, nla_inet_diag_markcond)),
	WITH(INET_DIAG_BC_CGROUP_COND, IN(condition, nla_u64)),
	WITH(INET_DIAG_BC_S_GE|INET_DIAG_BC_S_LE|INET_DIAG_BC_D_GE|INET_DIAG_BC_D_LE|INET_DIAG_BC_S_EQ|INET_DIAG_BC_D_EQ,
		IN(condition, nla_inet_diag_bc_op)),
	OTHERWISE(IN(data, hex_bytes)));
OWN_TYPE(bytecode_operation, PARTS(.name = "inet_diag_bc_op", ALIGN(1), READABLE_SIZE(4), VIEW(.elements = true, .bare = true)),
	IN(operation, inet_diag_bc_op), CHOOSE(bytecode_condition));
static const struct type t_bytecode_operations = { .kind = KIND_RECORDS, VIEW(.alone = true),
	RECORDS(.header = &t_inet_diag_bc_op, .size = "yes", .record = &t_bytecode_operation, .rest_is_bytes = true, .one_by_one = true) };
CHOICE_IN_PLACE_BY(bytecode, HOOK_DIAG_BYTECODE,
	WITH(one, IN(operation, inet_diag_bc_op), CHOOSE(bytecode_condition)),
	WITH(several, IN(operations, bytecode_operations)),
	OTHERWISE(IN(data, hex_bytes)));
ATTRIBUTES(inet_diag_request, inet_diag_req_attrs,
	WITH(INET_DIAG_REQ_BYTECODE, IN(first, inet_diag_bc_op, LOOKUP), CHOOSE(bytecode, UNION_WITH_PREVIOUS)),
	ARE(INET_DIAG_REQ_PROTOCOL, ip_protocols64));
ATTRIBUTES(inet_diag, inet_diag_attrs,
	ARE(INET_DIAG_MEMINFO, inet_diag_meminfo),
	ARE(INET_DIAG_VEGASINFO, tcpvegas_info),
	ARE(INET_DIAG_CONG, string),
	ARE(INET_DIAG_TOS|INET_DIAG_TCLASS|INET_DIAG_SKV6ONLY, u8),
	ARE(INET_DIAG_SKMEMINFO, sk_meminfo),
	ARE(INET_DIAG_SHUTDOWN, shutdown_comment),
	ARE(INET_DIAG_DCTCPINFO, tcp_dctcp_info),
	ARE(INET_DIAG_PROTOCOL, ip_protocols64),
	ARE(INET_DIAG_MARK|INET_DIAG_CLASS_ID, u32),
	ARE(INET_DIAG_BBRINFO, tcp_bbr_info),
	ARE(INET_DIAG_LOCALS|INET_DIAG_PEERS, sockaddr_storages),
	ARE(INET_DIAG_MD5SIG, tcp_diag_md5sig),
	ARE(INET_DIAG_CGROUP_ID, u64),
	ARE(INET_DIAG_SOCKOPT, inet_diag_sockopt),
	HOLDS(INET_DIAG_ULP_INFO, ulp_info),
	HOLDS(INET_DIAG_SK_BPF_STORAGES, bpf_storages));

STRUCT_TYPE_AS(unix_diag_req, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(sdiag_family, family8), IN(sdiag_protocol, u8), PAD(2), IN(udiag_states, tcp_state_bits), IN(udiag_ino, uint),
	IN(udiag_show, unix_diag_show), IN(udiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE_AS(unix_diag_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(udiag_family, family8), IN(udiag_type, socket_types8), IN(udiag_state, tcp_states), PAD(1), IN(udiag_ino, uint),
	IN(udiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE_AS(unix_diag_vfs, VIEW(ORDER(udiag_vfs_dev, udiag_vfs_ino)), IN(udiag_vfs_ino, uint), IN(udiag_vfs_dev, dev32));
STRUCT_TYPE(unix_diag_rqlen, IN(udiag_rqueue, uint), IN(udiag_wqueue, uint));
VALUE_TYPE(unix_diag_vfs);
VALUE_TYPE(unix_diag_rqlen);
VALUES_TYPE(inodes, uint);
ATTRIBUTES(unix_diag, unix_diag_attrs,
	ARE(UNIX_DIAG_NAME, string),
	ARE(UNIX_DIAG_VFS, unix_diag_vfs),
	ARE(UNIX_DIAG_PEER, u32),
	ARE(UNIX_DIAG_ICONS, inodes),
	ARE(UNIX_DIAG_RQLEN, unix_diag_rqlen),
	ARE(UNIX_DIAG_MEMINFO, sk_meminfo),
	ARE(UNIX_DIAG_SHUTDOWN, u8),
	ARE(UNIX_DIAG_UID, uid));

STRUCT_TYPE_AS(netlink_diag_req, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(sdiag_family, family8), IN(sdiag_protocol, netlink_diag_protocols), PAD(2), IN(ndiag_ino, uint),
	IN(ndiag_show, netlink_diag_show), IN(ndiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE_AS(netlink_diag_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(ndiag_family, family8), IN(ndiag_type, socket_types8), IN(ndiag_protocol, netlink_protocols8), IN(ndiag_state, netlink_states),
	IN(ndiag_portid, uint), IN(ndiag_dst_portid, uint), IN(ndiag_dst_group, uint), IN(ndiag_ino, uint), IN(ndiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE(netlink_diag_ring, IN(ndr_block_size, uint), IN(ndr_block_nr, uint), IN(ndr_frame_size, uint), IN(ndr_frame_nr, uint));
static const struct type t_group_word = { .kind = KIND_NUMBER, .storage = STORE_ULONG, .base = 16, VIEW(.full_width = true) };
VALUE_TYPE(netlink_diag_ring);
VALUE_TYPE(netlink_diag_flags);
VALUES_TYPE(groups, group_word);

ATTRIBUTES(netlink_diag, netlink_diag_attrs,
	ARE(NETLINK_DIAG_MEMINFO, sk_meminfo),
	ARE(NETLINK_DIAG_GROUPS, groups),
	ARE(NETLINK_DIAG_RX_RING|NETLINK_DIAG_TX_RING, netlink_diag_ring),
	ARE(NETLINK_DIAG_FLAGS, netlink_diag_flags));

STRUCT_TYPE_AS(packet_diag_req, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(sdiag_family, family8), IN(sdiag_protocol, hex8), PAD(2), IN(pdiag_ino, uint), IN(pdiag_show, packet_diag_show),
	IN(pdiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE_AS(packet_diag_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(pdiag_family, family8), IN(pdiag_type, socket_types8), IN(pdiag_num, ethernet16), IN(pdiag_ino, uint),
	IN(pdiag_cookie, uint, COUNT_IS(2)));
STRUCT_TYPE(packet_diag_info,
	IN(pdi_index, interface), IN(pdi_version, tpacket_versions), IN(pdi_reserve, uint), IN(pdi_copy_thresh, uint), IN(pdi_tstamp, uint),
	IN(pdi_flags, packet_diag_flags));
static const struct type t_group_address = { .kind = KIND_BYTES, .base = 16, BYTES(.capacity = 32) };
STRUCT_TYPE(packet_diag_mclist,
	IN(pdmc_index, interface), IN(pdmc_count, uint), IN(pdmc_type, u16), IN(pdmc_alen, u16), IN(pdmc_addr, group_address, LEN(pdmc_alen)), PAD(32));
STRUCT_TYPE(packet_diag_ring,
	IN(pdr_block_size, uint), IN(pdr_block_nr, uint), IN(pdr_frame_size, uint), IN(pdr_frame_nr, uint), IN(pdr_retire_tmo, uint),
	IN(pdr_sizeof_priv, uint), IN(pdr_features, uint));
VALUE_TYPE(packet_diag_info);
VALUES_TYPE(packet_diag_mclist, packet_diag_mclist);
VALUE_TYPE(packet_diag_ring);
VALUES_TYPE(sock_filter, sock_filter);
ATTRIBUTES(packet_diag, packet_diag_attrs,
	ARE(PACKET_DIAG_INFO, packet_diag_info),
	ARE(PACKET_DIAG_MCLIST, packet_diag_mclist),
	ARE(PACKET_DIAG_RX_RING|PACKET_DIAG_TX_RING, packet_diag_ring),
	ARE(PACKET_DIAG_FANOUT, u32),
	ARE(PACKET_DIAG_UID, uid),
	ARE(PACKET_DIAG_MEMINFO, sk_meminfo),
	ARE(PACKET_DIAG_FILTER, sock_filter));

STRUCT_TYPE_AS(smc_diag_req, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(diag_family, family8), PAD(2), IN(diag_ext, smc_diag_ext), IN(id, inet_diag_sockid));
STRUCT_TYPE_AS(smc_diag_msg, PARTS(MIN_SIZE(1), READABLE_SIZE(1), CUT(FIRST)),
	IN(diag_family, family8), IN(diag_state, smc_states), IN(diag_fallback, smc_diag_modes), IN(diag_shutdown, u8), IN(id, inet_diag_sockid),
	IN(diag_uid, uint), IN(diag_inode, u64a));
STRUCT_TYPE(smc_diag_cursor, IN(reserved, u16), IN(wrap, u16), IN(count, uint));
STRUCT_TYPE(smc_diag_conninfo,
	IN(token, uint), IN(sndbuf_size, uint), IN(rmbe_size, uint), IN(peer_rmbe_size, uint), IN(rx_prod, smc_diag_cursor),
	IN(rx_cons, smc_diag_cursor), IN(tx_prod, smc_diag_cursor), IN(tx_cons, smc_diag_cursor), IN(rx_prod_flags, hex8),
	IN(rx_conn_state_flags, hex8), IN(tx_prod_flags, hex8), IN(tx_conn_state_flags, hex8), IN(tx_prep, smc_diag_cursor),
	IN(tx_sent, smc_diag_cursor), IN(tx_fin, smc_diag_cursor));
STRUCT_TYPE(smc_diag_linkinfo,
	IN(link_id, u8), IN(ibname, text, LEN_IS(64)), IN(ibport, u8), IN(gid, text, LEN_IS(40)), IN(peer_gid, text, LEN_IS(40)));
STRUCT_TYPE(smc_diag_lgrinfo, IN(lnk, smc_diag_linkinfo, COUNT_IS(1)), IN(role, smc_roles));
static COMMENTED_TYPE(smc_declined, smc_clc_declines, U32, 16);
STRUCT_TYPE(smc_diag_fallback, IN(reason, smc_declined), IN(peer_diagnosis, smc_declined));
STRUCT_TYPE_AS(smcd_diag_dmbinfo, PARTS(MIN_SIZE(40), CUT(LEFT_OUT), VIEW(NONZERO(peer_gid_ext, my_gid_ext))),
	IN(linkid, uint), IN(peer_gid, hex64a), IN(my_gid, hex64a), IN(token, hex64a), IN(peer_token, hex64a), IN(peer_gid_ext, hex64a),
	IN(my_gid_ext, hex64a));
VALUE_TYPE(smc_diag_conninfo);
VALUE_TYPE(smc_diag_lgrinfo);
VALUE_TYPE(smc_diag_fallback);
VALUE_TYPE(smcd_diag_dmbinfo);
ATTRIBUTES(smc_diag, smc_diag_attrs,
	ARE(SMC_DIAG_CONNINFO, smc_diag_conninfo),
	ARE(SMC_DIAG_LGRINFO, smc_diag_lgrinfo),
	ARE(SMC_DIAG_SHUTDOWN, shutdown_flags),
	ARE(SMC_DIAG_DMBINFO, smcd_diag_dmbinfo),
	ARE(SMC_DIAG_FALLBACK, smc_diag_fallback));
