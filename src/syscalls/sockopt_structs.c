/* SPDX-License-Identifier: MIT */
/*
 * Structs that are values of options of sockets: linux/in.h, linux/in6.h, linux/tcp.h,
 * linux/if_packet.h, linux/sctp.h and others. sockopt.c says which option has which.
 */
#include "syscalls/table.h"

/* clang-format off */

/*
 * The caller gives the size, which the kernel of another version may know larger or smaller: the
 * members that are there are shown, then the bytes after them. "..." stands for members that are
 * not there.
 */
#define OPTION PARTS(MIN_SIZE(1), CUT(DOTS), EXTENSIBLE)
/*
 * The same with an array at the end, which has as many elements as a member says. The kernel takes
 * fewer than the maximum here.
 */
#define OPTION_WITH_ARRAY PARTS(MIN_SIZE(1), CUT(DOTS))
/* A struct sockaddr_storage, which is aligned as a pointer is. */
#define ADDRESS_ALIGNED(name) IN(aligned, address, LOOKUP), IN(name, sockaddr, UNION_WITH_PREVIOUS, LEN_IS(128))

/* any socket: linux/net_tstamp.h, linux/uio.h, linux/time_types.h */
STRUCT_TYPE_AS(option_timeval, PARTS(.name = "timeval", OPTION), IN(tv_sec, klong), IN(tv_usec, kulong));
STRUCT_TYPE_AS(option_timeval64, PARTS(.name = "__kernel_sock_timeval", OPTION), IN(tv_sec, s64), IN(tv_usec, u64));
STRUCT_TYPE_AS(so_timestamping, OPTION,
	IN(flags, so_timestamping_flags), IN(bind_phc, int));
STRUCT_TYPE_AS(sock_txtime, OPTION,
	IN(clockid, clocks), IN(flags, txtime_flags));
STRUCT_TYPE_AS(dmabuf_token, OPTION, IN(token_start, uint), IN(token_count, uint));

/* IP and IPv6: ip(7), ipv6(7) */
STRUCT_TYPE_AS(ip_mreq, OPTION, IN(imr_multiaddr, ipv4), IN(imr_interface, ipv4));
STRUCT_TYPE_AS(ip_mreqn, OPTION,
	IN(imr_multiaddr, ipv4), IN(imr_address, ipv4), IN(imr_ifindex, interface));
STRUCT_TYPE_AS(ip_mreq_source, OPTION,
	IN(imr_multiaddr, ipv4), IN(imr_interface, ipv4), IN(imr_sourceaddr, ipv4));
STRUCT_TYPE_AS(ip_msfilter, OPTION_WITH_ARRAY,
	IN(imsf_multiaddr, ipv4), IN(imsf_interface, ipv4), IN(imsf_fmode, source_filters), IN(imsf_numsrc, uint),
	IN(first, ipv4, LOOKUP), IN(imsf_slist, ipv4, COUNT_MAX(imsf_numsrc, 16000), UNION_WITH_PREVIOUS));
STRUCT_TYPE_AS(group_req, OPTION, IN(gr_interface, interface), ADDRESS_ALIGNED(gr_group));
STRUCT_TYPE_AS(group_source_req, OPTION,
	IN(gsr_interface, interface), ADDRESS_ALIGNED(gsr_group), IN(gsr_source, sockaddr, LEN_IS(128)));
STRUCT_TYPE_AS(group_filter, OPTION_WITH_ARRAY,
	IN(gf_interface, interface), ADDRESS_ALIGNED(gf_group), IN(gf_fmode, source_filters), IN(gf_numsrc, uint),
	IN(first, sockaddr, LEN_IS(128), LOOKUP), IN(gf_slist, sockaddr, LEN_IS(128), COUNT_MAX(gf_numsrc, 500), UNION_WITH_PREVIOUS));
STRUCT_TYPE_AS(ipv6_mreq, OPTION, IN(ipv6mr_multiaddr, ipv6), IN(ipv6mr_interface, interface));
STRUCT_TYPE_AS(in6_pktinfo, OPTION,
	IN(ipi6_addr, ipv6), IN(ipi6_ifindex, interface));
STRUCT_TYPE_AS(ip6_mtuinfo, OPTION,
	IN(ip6m_addr, sockaddr, LEN_IS(28)), IN(ip6m_mtu, uint));
STRUCT_TYPE_AS(in6_flowlabel_req, OPTION,
	IN(flr_dst, ipv6), IN(flr_label, net32), IN(flr_action, flowlabel_actions), IN(flr_share, flowlabel_shares),
	IN(flr_flags, flowlabel_flags), IN(flr_expires, u16), IN(flr_linger, u16), PAD(4));
/* linux/mroute.h, linux/mroute6.h: the interface is an address or an index. */
STRUCT_TYPE_AS(vifctl, OPTION,
	IN(vifc_vifi, u16), IN(vifc_flags, vif_flags), IN(vifc_threshold, u8), IN(vifc_rate_limit, uint),
	IN(vifc_lcl_addr, ipv4, WHEN(vifc_flags, LACKS, VIFF_USE_IFINDEX)),
	IN(vifc_lcl_ifindex, interface, UNION_WITH_PREVIOUS, WHEN(vifc_flags, HAS, VIFF_USE_IFINDEX)), IN(vifc_rmt_addr, ipv4));
STRUCT_TYPE_AS(mfcctl, OPTION,
	IN(mfcc_origin, ipv4), IN(mfcc_mcastgrp, ipv4), IN(mfcc_parent, u16), IN(mfcc_ttls, u8, COUNT_IS(32)),
	IN(mfcc_pkt_cnt, uint), IN(mfcc_byte_cnt, uint), IN(mfcc_wrong_if, uint), IN(mfcc_expire, int));
STRUCT_TYPE_AS(mif6ctl, OPTION,
	IN(mif6c_mifi, u16), IN(mif6c_flags, hex8), IN(vifc_threshold, u8), IN(mif6c_pifi, u16), IN(vifc_rate_limit, uint));
STRUCT_TYPE_AS(mf6cctl, OPTION,
	IN(mf6cc_origin, sockaddr, LEN_IS(28)), IN(mf6cc_mcastgrp, sockaddr, LEN_IS(28)), IN(mf6cc_parent, u16),
	IN(mf6cc_ifset, hex32, COUNT_IS(8)));
/* Tables of netfilter. The entries after these structs are bytes. */
STRUCT_TYPE(xt_counters, IN(pcnt, u64), IN(bcnt, u64));
STRUCT_TYPE_AS(xt_counters_info, OPTION_WITH_ARRAY,
	IN(name, text, LEN_IS(32)), IN(num_counters, uint), IN(counters, xt_counters, COUNT_MAX(num_counters, 4000)));
STRUCT_TYPE_AS(ipt_get_entries, OPTION, IN(name, text, LEN_IS(32)), IN(size, uint), IN(aligned, u64, COUNT(size), LOOKUP));
STRUCT_TYPE_AS(ipt_getinfo, OPTION,
	IN(name, text, LEN_IS(32)), IN(valid_hooks, uint), IN(hook_entry, uint, COUNT_IS(5)), IN(underflow, uint, COUNT_IS(5)),
	IN(num_entries, uint), IN(size, uint));
STRUCT_TYPE_AS(arpt_getinfo, OPTION,
	IN(name, text, LEN_IS(32)), IN(valid_hooks, uint), IN(hook_entry, uint, COUNT_IS(3)), IN(underflow, uint, COUNT_IS(3)),
	IN(num_entries, uint), IN(size, uint));
STRUCT_TYPE_AS(ipt_replace, OPTION,
	IN(name, text, LEN_IS(32)), IN(valid_hooks, uint), IN(num_entries, uint), IN(size, uint),
	IN(hook_entry, uint, COUNT_IS(5)), IN(underflow, uint, COUNT_IS(5)), IN(num_counters, uint), IN(counters, address));
STRUCT_TYPE_AS(ebt_replace, OPTION,
	IN(name, text, LEN_IS(32)), IN(valid_hooks, uint), IN(nentries, uint), IN(entries_size, uint),
	IN(hook_entry, address, COUNT_IS(6)), IN(num_counters, uint), IN(counters, address), IN(entries, address));
STRUCT_TYPE_AS(xt_get_revision, OPTION,
	IN(name, text, LEN_IS(29)), IN(revision, u8));

/* TCP: tcp(7), linux/tcp.h */
ENUM_TYPE(tcp_states8, tcp_states, U8);
/* Without -v what says most about the state of the connection. */
STRUCT_TYPE_AS(tcp_info, PARTS(OPTION, VIEW(VERBOSE(
		tcpi_probes, tcpi_backoff, tcpi_options, tcpi_snd_wscale, tcpi_rcv_wscale, tcpi_delivery_rate_app_limited,
		tcpi_fastopen_client_fail, tcpi_ato, tcpi_rcv_mss, tcpi_sacked, tcpi_fackets, tcpi_last_data_sent, tcpi_last_ack_sent,
		tcpi_last_data_recv, tcpi_last_ack_recv, tcpi_pmtu, tcpi_rcv_ssthresh, tcpi_snd_ssthresh, tcpi_advmss,
		tcpi_reordering, tcpi_rcv_rtt, tcpi_rcv_space, tcpi_pacing_rate, tcpi_max_pacing_rate, tcpi_bytes_acked,
		tcpi_bytes_received, tcpi_segs_out, tcpi_segs_in, tcpi_notsent_bytes, tcpi_min_rtt, tcpi_data_segs_in,
		tcpi_data_segs_out, tcpi_delivery_rate, tcpi_busy_time, tcpi_rwnd_limited, tcpi_sndbuf_limited, tcpi_delivered,
		tcpi_delivered_ce, tcpi_bytes_sent, tcpi_bytes_retrans, tcpi_dsack_dups, tcpi_reord_seen, tcpi_rcv_ooopack,
		tcpi_snd_wnd, tcpi_rcv_wnd, tcpi_rehash, tcpi_total_rto, tcpi_total_rto_recoveries, tcpi_total_rto_time,
		tcpi_received_ce, tcpi_delivered_e1_bytes, tcpi_delivered_e0_bytes, tcpi_delivered_ce_bytes, tcpi_received_e1_bytes,
		tcpi_received_e0_bytes, tcpi_received_ce_bytes, tcpi_ecn_mode, tcpi_accecn_opt_seen, tcpi_accecn_fail_mode,
		tcpi_options2))),
	IN(tcpi_state, tcp_states8), IN(tcpi_ca_state, u8), IN(tcpi_retransmits, u8), IN(tcpi_probes, u8), IN(tcpi_backoff, u8),
	IN(tcpi_options, tcp_info_options), IN(tcpi_snd_wscale, u8, BITS(4)), IN(tcpi_rcv_wscale, u8, BITS(4)),
	IN(tcpi_delivery_rate_app_limited, u8, BITS(1)), IN(tcpi_fastopen_client_fail, u8, BITS(2)), IN(tcpi_rto, uint),
	IN(tcpi_ato, uint), IN(tcpi_snd_mss, uint), IN(tcpi_rcv_mss, uint), IN(tcpi_unacked, uint), IN(tcpi_sacked, uint),
	IN(tcpi_lost, uint), IN(tcpi_retrans, uint), IN(tcpi_fackets, uint), IN(tcpi_last_data_sent, uint),
	IN(tcpi_last_ack_sent, uint), IN(tcpi_last_data_recv, uint), IN(tcpi_last_ack_recv, uint), IN(tcpi_pmtu, uint),
	IN(tcpi_rcv_ssthresh, uint), IN(tcpi_rtt, uint), IN(tcpi_rttvar, uint), IN(tcpi_snd_ssthresh, uint),
	IN(tcpi_snd_cwnd, uint), IN(tcpi_advmss, uint), IN(tcpi_reordering, uint), IN(tcpi_rcv_rtt, uint),
	IN(tcpi_rcv_space, uint), IN(tcpi_total_retrans, uint), IN(tcpi_pacing_rate, u64), IN(tcpi_max_pacing_rate, u64),
	IN(tcpi_bytes_acked, u64), IN(tcpi_bytes_received, u64), IN(tcpi_segs_out, uint), IN(tcpi_segs_in, uint),
	IN(tcpi_notsent_bytes, uint), IN(tcpi_min_rtt, uint), IN(tcpi_data_segs_in, uint), IN(tcpi_data_segs_out, uint),
	IN(tcpi_delivery_rate, u64), IN(tcpi_busy_time, u64), IN(tcpi_rwnd_limited, u64), IN(tcpi_sndbuf_limited, u64),
	IN(tcpi_delivered, uint), IN(tcpi_delivered_ce, uint), IN(tcpi_bytes_sent, u64), IN(tcpi_bytes_retrans, u64),
	IN(tcpi_dsack_dups, uint), IN(tcpi_reord_seen, uint), IN(tcpi_rcv_ooopack, uint), IN(tcpi_snd_wnd, uint),
	IN(tcpi_rcv_wnd, uint), IN(tcpi_rehash, uint), IN(tcpi_total_rto, u16), IN(tcpi_total_rto_recoveries, u16),
	IN(tcpi_total_rto_time, uint), IN(tcpi_received_ce, uint), IN(tcpi_delivered_e1_bytes, uint),
	IN(tcpi_delivered_e0_bytes, uint), IN(tcpi_delivered_ce_bytes, uint), IN(tcpi_received_e1_bytes, uint),
	IN(tcpi_received_e0_bytes, uint), IN(tcpi_received_ce_bytes, uint), IN(tcpi_ecn_mode, uint, BITS(2)),
	IN(tcpi_accecn_opt_seen, uint, BITS(2)), IN(tcpi_accecn_fail_mode, uint, BITS(4)), IN(tcpi_options2, hex32, BITS(24)));
STRUCT_TYPE_AS(tcp_repair_opt, OPTION,
	IN(opt_code, uint), IN(opt_val, uint));
STRUCT_TYPE_AS(tcp_repair_window, OPTION,
	IN(snd_wl1, uint), IN(snd_wnd, uint), IN(max_window, uint), IN(rcv_wnd, uint), IN(rcv_wup, uint));
STRUCT_TYPE_AS(tcp_zerocopy_receive, OPTION,
	IN(address, address64), IN(length, uint), IN(recv_skip_hint, uint), IN(inq, uint), IN(err, int),
	IN(copybuf_address, address64), IN(copybuf_len, int), IN(flags, hex32), IN(msg_control, address64),
	IN(msg_controllen, u64), IN(msg_flags, msg_flags), IN(reserved, hex32));
STRUCT_TYPE_AS(tcp_md5sig, OPTION,
	IN(tcpm_addr, sockaddr, LEN_IS(128)), IN(tcpm_flags, tcp_md5_flags), IN(tcpm_prefixlen, u8), IN(tcpm_keylen, u16),
	IN(tcpm_ifindex, interface), IN(tcpm_key, hex_bytes, LEN_IS(80)));
STRUCT_TYPE_AS(tcp_ao_del, OPTION,
	IN(addr, sockaddr, LEN_IS(128)), IN(ifindex, interface), IN(set_current, uint, BITS(1)), IN(set_rnext, uint, BITS(1)),
	IN(del_async, uint, BITS(1)), IN(reserved, hex32, BITS(29)), IN(reserved2, hex16), IN(prefix, u8), IN(sndid, u8),
	IN(rcvid, u8), IN(current_key, u8), IN(rnext, u8), IN(keyflags, tcp_ao_key_flags));
STRUCT_TYPE_AS(tcp_ao_info_opt, OPTION,
	IN(set_current, uint, BITS(1)), IN(set_rnext, uint, BITS(1)), IN(ao_required, uint, BITS(1)),
	IN(set_counters, uint, BITS(1)), IN(accept_icmps, uint, BITS(1)), IN(reserved, hex32, BITS(27)), IN(reserved2, hex16),
	IN(current_key, u8), IN(rnext, u8), IN(pkt_good, u64), IN(pkt_bad, u64), IN(pkt_key_not_found, u64),
	IN(pkt_ao_required, u64), IN(pkt_dropped_icmp, u64));
STRUCT_TYPE_AS(tcp_ao_getsockopt, OPTION,
	IN(addr, sockaddr, LEN_IS(128)), IN(alg_name, text, LEN_IS(64)), IN(key, hex_bytes, LEN_IS(80)), IN(nkeys, uint),
	IN(is_current, u16, BITS(1)), IN(is_rnext, u16, BITS(1)), IN(get_all, u16, BITS(1)), IN(reserved, hex16, BITS(13)),
	IN(sndid, u8), IN(rcvid, u8), IN(prefix, u8), IN(maclen, u8), IN(keyflags, tcp_ao_key_flags), IN(keylen, u8),
	IN(ifindex, interface), IN(pkt_good, u64), IN(pkt_bad, u64));
STRUCT_TYPE_AS(tcp_ao_repair, OPTION,
	IN(snt_isn, net32), IN(rcv_isn, net32), IN(snd_sne, uint), IN(rcv_sne, uint));

/* MPTCP: linux/mptcp.h */
STRUCT_TYPE_AS(mptcp_info, OPTION,
	IN(mptcpi_subflows, u8), IN(mptcpi_add_addr_signal, u8), IN(mptcpi_add_addr_accepted, u8), IN(mptcpi_subflows_max, u8),
	IN(mptcpi_add_addr_signal_max, u8), IN(mptcpi_add_addr_accepted_max, u8), IN(mptcpi_flags, mptcp_info_flags),
	IN(mptcpi_token, hex32), IN(mptcpi_write_seq, u64), IN(mptcpi_snd_una, u64), IN(mptcpi_rcv_nxt, u64),
	IN(mptcpi_local_addr_used, u8), IN(mptcpi_local_addr_max, u8), IN(mptcpi_csum_enabled, u8), IN(mptcpi_retransmits, uint),
	IN(mptcpi_bytes_retrans, u64), IN(mptcpi_bytes_sent, u64), IN(mptcpi_bytes_received, u64), IN(mptcpi_bytes_acked, u64),
	IN(mptcpi_subflows_total, u8), IN(mptcpi_endp_laminar_max, u8), IN(mptcpi_endp_fullmesh_max, u8), IN(reserved, hex8),
	IN(mptcpi_last_data_sent, uint), IN(mptcpi_last_data_recv, uint), IN(mptcpi_last_ack_recv, uint));
STRUCT_TYPE_AS(mptcp_subflow_data, OPTION,
	IN(size_subflow_data, uint), IN(num_subflows, uint), IN(size_kernel, uint), IN(size_user, uint));
STRUCT_TYPE_AS(mptcp_full_info, OPTION,
	IN(size_tcpinfo_kernel, uint), IN(size_tcpinfo_user, uint), IN(size_sfinfo_kernel, uint), IN(size_sfinfo_user, uint),
	IN(num_subflows, uint), IN(size_arrays_user, uint), IN(subflow_info, address64), IN(tcp_info, address64),
	IN(mptcp_info, mptcp_info, LEN_IS(96)));

/* packet(7), AF_XDP, CAN, RDS: linux/if_packet.h, linux/if_xdp.h, linux/can.h, linux/rds.h */
STRUCT_TYPE_AS(tpacket_req3, OPTION,
	IN(tp_block_size, uint), IN(tp_block_nr, uint), IN(tp_frame_size, uint), IN(tp_frame_nr, uint),
	IN(tp_retire_blk_tov, uint), IN(tp_sizeof_priv, uint), IN(tp_feature_req_word, hex32));
/* The first four bytes are the number of older callers. */
STRUCT_TYPE_AS(fanout_args, PARTS(MIN_SIZE(1), CUT(BYTES), EXTENSIBLE),
	IN(id, u16), IN(type_flags, packet_fanout), IN(max_num_members, uint));
STRUCT_TYPE_AS(tpacket_rollover_stats, OPTION,
	IN(tp_all, u64), IN(tp_huge, u64), IN(tp_failed, u64));
STRUCT_TYPE_AS(xdp_ring_offset, OPTION,
	IN(producer, u64), IN(consumer, u64), IN(desc, u64), IN(flags, u64));
STRUCT_TYPE_AS(xdp_mmap_offsets, OPTION,
	IN(rx, xdp_ring_offset, LEN_IS(32)), IN(tx, xdp_ring_offset, LEN_IS(32)), IN(fr, xdp_ring_offset, LEN_IS(32)), IN(cr, xdp_ring_offset, LEN_IS(32)));
STRUCT_TYPE_AS(xdp_umem_reg, OPTION,
	IN(addr, address64), IN(len, u64), IN(chunk_size, uint), IN(headroom, uint), IN(flags, xdp_umem_flags),
	IN(tx_metadata_len, uint));
STRUCT_TYPE_AS(xdp_statistics, OPTION,
	IN(rx_dropped, u64), IN(rx_invalid_descs, u64), IN(tx_invalid_descs, u64), IN(rx_ring_full, u64),
	IN(rx_fill_ring_empty_descs, u64), IN(tx_ring_empty_descs, u64));
STRUCT_TYPE_AS(can_filter, OPTION,
	IN(can_id, hex32), IN(can_mask, hex32));
STRUCT_TYPE_AS(rds_free_mr_args, OPTION,
	IN(cookie, hex64), IN(flags, u64));
STRUCT_TYPE_AS(rds_iovec, OPTION, IN(addr, address64), IN(bytes, u64));
STRUCT_TYPE_AS(rds_get_mr_args, OPTION, IN(vec, rds_iovec, LEN_IS(16)), IN(cookie_addr, address64), IN(flags, hex64));
STRUCT_TYPE_AS(rds_get_mr_for_dest_args, OPTION,
	IN(dest_addr, sockaddr, LEN_IS(128)), IN(vec, rds_iovec, LEN_IS(16)), IN(cookie_addr, address64), IN(flags, hex64));

/* SCTP: sctp(7), RFC 6458, linux/sctp.h. An association of a socket with one association is 0. */
STRUCT_TYPE_AS(sctp_rtoinfo, OPTION,
	IN(srto_assoc_id, int), IN(srto_initial, uint), IN(srto_max, uint), IN(srto_min, uint));
STRUCT_TYPE_AS(sctp_assocparams, OPTION,
	IN(sasoc_assoc_id, int), IN(sasoc_asocmaxrxt, u16), IN(sasoc_number_peer_destinations, u16), IN(sasoc_peer_rwnd, uint),
	IN(sasoc_local_rwnd, uint), IN(sasoc_cookie_life, uint));
STRUCT_TYPE_AS(sctp_initmsg, OPTION,
	IN(sinit_num_ostreams, u16), IN(sinit_max_instreams, u16), IN(sinit_max_attempts, u16), IN(sinit_max_init_timeo, u16));
STRUCT_TYPE_AS(sctp_setpeerprim, PARTS(OPTION, ALIGN(1)),
	IN(sspp_assoc_id, int), IN(sspp_addr, sockaddr, LEN_IS(128)));
STRUCT_TYPE_AS(sctp_prim, PARTS(OPTION, ALIGN(1)),
	IN(ssp_assoc_id, int), IN(ssp_addr, sockaddr, LEN_IS(128)));
STRUCT_TYPE_AS(sctp_paddrinfo, PARTS(OPTION, ALIGN(1)),
	IN(spinfo_assoc_id, int), IN(spinfo_address, sockaddr, LEN_IS(128)), IN(spinfo_state, int), IN(spinfo_cwnd, uint),
	IN(spinfo_srtt, uint), IN(spinfo_rto, uint), IN(spinfo_mtu, uint));
STRUCT_TYPE_AS(sctp_paddrparams, PARTS(OPTION, ALIGN(1)),
	IN(spp_assoc_id, int), IN(spp_address, sockaddr, LEN_IS(128)), IN(spp_hbinterval, uint), IN(spp_pathmaxrxt, u16),
	IN(spp_pathmtu, uint), IN(spp_sackdelay, uint), IN(spp_flags, sctp_spp_flags), IN(spp_ipv6_flowlabel, uint),
	IN(spp_dscp, u8), PAD(1));
STRUCT_TYPE_AS(sctp_setadaptation, OPTION,
	IN(ssb_adaptation_ind, uint));
STRUCT_TYPE_AS(sctp_sndrcvinfo, OPTION,
	IN(sinfo_stream, u16), IN(sinfo_ssn, u16), IN(sinfo_flags, u16), IN(sinfo_ppid, uint), IN(sinfo_context, uint),
	IN(sinfo_timetolive, uint), IN(sinfo_tsn, uint), IN(sinfo_cumtsn, uint), IN(sinfo_assoc_id, int));
STRUCT_TYPE_AS(sctp_event_subscribe, OPTION,
	IN(sctp_data_io_event, u8), IN(sctp_association_event, u8), IN(sctp_address_event, u8), IN(sctp_send_failure_event, u8),
	IN(sctp_peer_error_event, u8), IN(sctp_shutdown_event, u8), IN(sctp_partial_delivery_event, u8),
	IN(sctp_adaptation_layer_event, u8), IN(sctp_authentication_event, u8), IN(sctp_sender_dry_event, u8),
	IN(sctp_stream_reset_event, u8), IN(sctp_assoc_reset_event, u8), IN(sctp_stream_change_event, u8),
	IN(sctp_send_failure_event_event, u8));
STRUCT_TYPE_AS(sctp_assoc_value, OPTION,
	IN(assoc_id, int), IN(assoc_value, uint));
STRUCT_TYPE_AS(sctp_status, OPTION,
	IN(sstat_assoc_id, int), IN(sstat_state, int), IN(sstat_rwnd, uint), IN(sstat_unackdata, u16), IN(sstat_penddata, u16),
	IN(sstat_instrms, u16), IN(sstat_outstrms, u16), IN(sstat_fragmentation_point, uint), IN(sstat_primary, sctp_paddrinfo, LEN_IS(152)));
STRUCT_TYPE_AS(sctp_sack_info, OPTION,
	IN(sack_assoc_id, int), IN(sack_delay, uint), IN(sack_freq, uint));
STRUCT_TYPE_AS(sctp_authchunk, OPTION,
	IN(sauth_chunk, u8));
STRUCT_TYPE_AS(sctp_hmacalgo, OPTION_WITH_ARRAY,
	IN(shmac_num_idents, uint), IN(shmac_idents, u16, COUNT_MAX(shmac_num_idents, 32000)));
STRUCT_TYPE_AS(sctp_authkey, OPTION_WITH_ARRAY,
	IN(sca_assoc_id, int), IN(sca_keynumber, u16), IN(sca_keylength, u16), IN(sca_key, hex_bytes, LEN(sca_keylength)));
STRUCT_TYPE_AS(sctp_authkeyid, OPTION,
	IN(scact_assoc_id, int), IN(scact_keynumber, u16));
STRUCT_TYPE_AS(sctp_authchunks, OPTION_WITH_ARRAY,
	IN(gauth_assoc_id, int), IN(gauth_number_of_chunks, uint), IN(gauth_chunks, u8, COUNT_MAX(gauth_number_of_chunks, 64000)));
STRUCT_TYPE_AS(sctp_assoc_ids, OPTION_WITH_ARRAY,
	IN(gaids_number_of_ids, uint), IN(gaids_assoc_id, int, COUNT_MAX(gaids_number_of_ids, 16000)));
STRUCT_TYPE_AS(sctp_paddrthlds, OPTION,
	IN(spt_assoc_id, int), ADDRESS_ALIGNED(spt_address), IN(spt_pathmaxrxt, u16), IN(spt_pathpfthld, u16));
STRUCT_TYPE_AS(sctp_paddrthlds_v2, OPTION,
	IN(spt_assoc_id, int), ADDRESS_ALIGNED(spt_address), IN(spt_pathmaxrxt, u16), IN(spt_pathpfthld, u16),
	IN(spt_pathcpthld, u16));
STRUCT_TYPE_AS(sctp_sndinfo, OPTION,
	IN(snd_sid, u16), IN(snd_flags, u16), IN(snd_ppid, uint), IN(snd_context, uint), IN(snd_assoc_id, int));
STRUCT_TYPE_AS(sctp_getaddrs, OPTION,
	IN(assoc_id, int), IN(addr_num, uint), IN(addrs, hex_bytes));
STRUCT_TYPE_AS(sctp_getaddrs_old, OPTION,
	IN(assoc_id, int), IN(addr_num, int), IN(addrs, address));
STRUCT_TYPE_AS(sctp_assoc_stats, OPTION,
	IN(sas_assoc_id, int), ADDRESS_ALIGNED(sas_obs_rto_ipaddr), IN(sas_maxrto, u64), IN(sas_isacks, u64), IN(sas_osacks, u64),
	IN(sas_opackets, u64), IN(sas_ipackets, u64), IN(sas_rtxchunks, u64), IN(sas_outofseqtsns, u64), IN(sas_idupchunks, u64),
	IN(sas_gapcnt, u64), IN(sas_ouodchunks, u64), IN(sas_iuodchunks, u64), IN(sas_oodchunks, u64), IN(sas_iodchunks, u64),
	IN(sas_octrlchunks, u64), IN(sas_ictrlchunks, u64));
STRUCT_TYPE_AS(sctp_default_prinfo, OPTION,
	IN(pr_assoc_id, int), IN(pr_value, uint), IN(pr_policy, sctp_pr_policies));
STRUCT_TYPE_AS(sctp_prstatus, OPTION,
	IN(sprstat_assoc_id, int), IN(sprstat_sid, u16), IN(sprstat_policy, sctp_pr_policies), IN(sprstat_abandoned_unsent, u64),
	IN(sprstat_abandoned_sent, u64));
STRUCT_TYPE_AS(sctp_reset_streams, OPTION_WITH_ARRAY,
	IN(srs_assoc_id, int), IN(srs_flags, u16), IN(srs_number_streams, u16),
	IN(srs_stream_list, u16, COUNT_MAX(srs_number_streams, 32000)));
STRUCT_TYPE_AS(sctp_add_streams, OPTION,
	IN(sas_assoc_id, int), IN(sas_instrms, u16), IN(sas_outstrms, u16));
STRUCT_TYPE_AS(sctp_stream_value, OPTION,
	IN(assoc_id, int), IN(stream_id, u16), IN(stream_value, u16));
STRUCT_TYPE_AS(sctp_event, OPTION,
	IN(se_assoc_id, int), IN(se_type, u16), IN(se_on, u8));
STRUCT_TYPE_AS(sctp_udpencaps, OPTION,
	IN(sue_assoc_id, int), ADDRESS_ALIGNED(sue_address), IN(sue_port, u16));
STRUCT_TYPE_AS(sctp_probeinterval, OPTION,
	IN(spi_assoc_id, int), ADDRESS_ALIGNED(spi_address), IN(spi_interval, uint));
