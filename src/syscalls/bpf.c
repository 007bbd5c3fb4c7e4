/* SPDX-License-Identifier: MIT */
/* bpf(2): a command, and a struct with its size. */
#include "syscalls/table.h"

/* clang-format off */

/* linux/bpf_common.h and linux/bpf.h: an instruction. Its class decides how the code is decoded. */
CHOICE_BY(bpf_codes, HOOK_BPF_CLASS,
	WITH(load, IN(code, bpf_load_code)),
	WITH(alu, IN(code, bpf_alu_code)),
	WITH(jump, IN(code, bpf_jump_code)),
	OTHERWISE(IN(code, bpf_class)));
STRUCT_TYPE(bpf_insn,
	IN(class, u8, LOOKUP), CHOOSE(bpf_codes, UNION_WITH_PREVIOUS),
	IN(dst_reg, bpf_registers, BITS(4)), IN(src_reg, bpf_registers, BITS(4)), IN(off, s16), IN(imm, hex32));

/*
 * linux/bpf.h: union bpf_attr. Missing bytes are zeros, and bytes after the known members must be
 * zeros. Members that one version of the kernel added are shown together. The struct is packed, so
 * that PAD has all padding and the unknown bytes begin after the last member.
 */
#define BPF_ATTR(type_name, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_STRUCT, MIN_SIZE(1), ALIGN(1), \
		MAX_SIZE(4096), EXTENSIBLE, VIEW(.extra = EXTRA_NAMED), MEMBERS(__VA_ARGS__) }
/* The same with a view. */
#define BPF_ATTR_SHOWN(type_name, view_, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_STRUCT, MIN_SIZE(1), ALIGN(1), \
		MAX_SIZE(4096), EXTENSIBLE, view_, MEMBERS(__VA_ARGS__) }
/* A nested struct without a name. */
#define BPF_PART(type_name, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_STRUCT, MIN_SIZE(1), ALIGN(1), \
		MEMBERS(__VA_ARGS__) }
COMMENTED_TYPE(numa_node, numa_nodes, U32, 10);
BPF_ATTR(bpf_map_create,
	IN(map_type, bpf_map_types), AND(key_size, uint), AND(value_size, uint), AND(max_entries, uint),
	IN(map_flags, bpf_map_flags), IN(inner_map_fd, fd), IN(numa_node, numa_node, WHEN(map_flags, HAS, BPF_F_NUMA_NODE)),
	IN(map_name, text, LEN_IS(16)), IN(map_ifindex, interface),
	IN(btf_fd, fd), AND(btf_key_type_id, uint), AND(btf_value_type_id, uint),
	IN(btf_vmlinux_value_type_id, uint), IN(map_extra, u64),
	IN(value_type_btf_obj_fd, fd), IN(map_token_fd, fd),
	IN(excl_prog_hash, address64), AND(excl_prog_hash_size, uint));
BPF_ATTR(bpf_lookup,
	IN(map_fd, fd), PAD(4), AND(key, address64), AND(value, address64), IN(flags, bpf_lookup_flags));
BPF_ATTR(bpf_update,
	IN(map_fd, fd), PAD(4), AND(key, address64), AND(value, address64), AND(flags, bpf_elem_flags));
BPF_ATTR(bpf_delete, IN(map_fd, fd), PAD(4), AND(key, address64));
BPF_ATTR(bpf_next_key, IN(map_fd, fd), PAD(4), AND(key, address64), AND(next_key, address64));
BPF_ATTR_SHOWN(bpf_prog_load,
	VIEW(.extra = EXTRA_NAMED, ONLY(IF(SIZE, ABOVE, 128, core_relo_cnt)), ABBREV(insns)),
	IN(prog_type, bpf_prog_types), AND(insn_cnt, uint),
	AND(insns, bpf_insn, PTR64, COUNT(insn_cnt)), AND(license, string, PTR64),
	IN(log_level, uint), AND(log_size, uint), AND(log_buf, string, PTR64, LEN(log_size)),
	IN(kern_version, kernel_version), IN(prog_flags, bpf_prog_flags), IN(prog_name, text, LEN_IS(16)),
	IN(prog_ifindex, interface), IN(expected_attach_type, bpf_attach_types),
	IN(prog_btf_fd, fd), AND(func_info_rec_size, uint), AND(func_info, address64), AND(func_info_cnt, uint),
	AND(line_info_rec_size, uint), AND(line_info, address64), AND(line_info_cnt, uint),
	IN(attach_btf_id, uint), IN(attach_prog_fd, fd), IN(core_relo_cnt, uint),
	IN(fd_array, address64), IN(core_relos, address64), AND(core_relo_rec_size, uint), IN(log_true_size, uint),
	IN(prog_token_fd, fd), IN(fd_array_cnt, uint),
	IN(signature, hex_bytes, PTR64, LEN(signature_size)), AND(signature_size, uint), AND(keyring_id, key_serial));
BPF_ATTR(bpf_object,
	IN(pathname, path, PTR64), AND(bpf_fd, fd), IN(file_flags, bpf_file_flags), IN(path_fd, dirfd));
/* Programs for devices have the index of a device instead of a descriptor. */
#define TARGET \
	IN(target_fd, fd, WHEN(attach_type, IS_NOT, BPF_XDP|BPF_TCX_INGRESS|BPF_TCX_EGRESS|BPF_NETKIT_PRIMARY|BPF_NETKIT_PEER)), \
	IN(target_ifindex, interface, UNION_WITH_PREVIOUS, WHEN(attach_type, IS, BPF_XDP|BPF_TCX_INGRESS|BPF_TCX_EGRESS|BPF_NETKIT_PRIMARY|BPF_NETKIT_PEER))
/* Another program, by its descriptor or its number. */
#define RELATIVE(flags) \
	IN(relative_fd, fd, WHEN(flags, LACKS, BPF_F_ID)), IN(relative_id, uint, UNION_WITH_PREVIOUS, WHEN(flags, HAS, BPF_F_ID))
BPF_ATTR(bpf_attach,
	TARGET, AND(attach_bpf_fd, fd), AND(attach_type, bpf_attach_types),
	AND(attach_flags, bpf_attach_flags), IN(replace_bpf_fd, fd), RELATIVE(attach_flags), AND(expected_revision, u64));
BPF_PART(bpf_test,
	IN(prog_fd, fd), AND(retval, uint), AND(data_size_in, uint), AND(data_size_out, uint),
	AND(data_in, address64), AND(data_out, address64), AND(repeat, uint), AND(duration, uint),
	IN(ctx_size_in, uint), AND(ctx_size_out, uint), AND(ctx_in, address64), AND(ctx_out, address64),
	IN(flags, bpf_test_flags), AND(cpu, uint), IN(batch_size, uint));
BPF_ATTR(bpf_prog_test_run, IN(test, bpf_test));
BPF_ATTR(bpf_next_id, IN(start_id, uint), AND(next_id, uint));
BPF_ATTR(bpf_prog_id, IN(prog_id, uint));
BPF_ATTR(bpf_map_id, IN(map_id, uint), PAD(4), IN(open_flags, bpf_open_flags));
BPF_ATTR(bpf_btf_id, IN(btf_id, uint), PAD(4), IN(open_flags, bpf_open_flags), AND(fd_by_id_token_fd, fd));
BPF_ATTR(bpf_link_id, IN(link_id, uint));
/*
 * What BPF_OBJ_GET_INFO_BY_FD writes: which struct depends on the descriptor. Before the call a
 * number of elements says how many there is room for, and after it how many there are. load_time is
 * in nanoseconds since the boot.
 */
BPF_ATTR_SHOWN(bpf_map_info, VIEW(.extra = EXTRA_NAMED, ONLY(IF(SIZE, ABOVE, 80, btf_vmlinux_id))),
	IN(type, bpf_map_types), AND(id, uint), AND(key_size, uint), AND(value_size, uint), AND(max_entries, uint), AND(map_flags, bpf_map_flags),
	IN(name, text, LEN_IS(16)), IN(ifindex, interface), AND(btf_vmlinux_value_type_id, uint), AND(netns_dev, dev64), AND(netns_ino, u64),
	IN(btf_id, uint), AND(btf_key_type_id, uint), AND(btf_value_type_id, uint), IN(btf_vmlinux_id, uint), IN(map_extra, hex64),
	IN(hash, hex64), AND(hash_size, uint));
#define ROOM(name, type) INOUT(name, type, TOGETHER)
BPF_ATTR_SHOWN(bpf_prog_info,
	VIEW(.extra = EXTRA_NAMED, ORDER(type, id, tag, jited_prog_len, jited_prog_insns, xlated_prog_len, xlated_prog_insns,
		load_time, created_by_uid, nr_map_ids, map_ids, name, ifindex, gpl_compatible, netns_dev, netns_ino, nr_jited_ksyms,
		nr_jited_func_lens, jited_ksyms, jited_func_lens, btf_id, func_info_rec_size, func_info, nr_func_info, nr_line_info, line_info,
		jited_line_info, nr_jited_line_info, line_info_rec_size, jited_line_info_rec_size, nr_prog_tags, prog_tags, run_time_ns, run_cnt,
		recursion_misses, verified_insns, attach_btf_obj_id, attach_btf_id)),
	IN(type, bpf_prog_types), AND(id, uint), AND(tag, hex_bytes, LEN_IS(8)), ROOM(jited_prog_len, uint), ROOM(xlated_prog_len, uint),
	AND(jited_prog_insns, hex_bytes, PTR64, LEN(jited_prog_len)), AND(xlated_prog_insns, bpf_insn, PTR64, COUNT_WHOLE(xlated_prog_len, 8)),
	IN(load_time, u64), AND(created_by_uid, uid), ROOM(nr_map_ids, uint), AND(map_ids, uint, PTR64, COUNT(nr_map_ids)), AND(name, text, LEN_IS(16)),
	IN(ifindex, interface), AND(gpl_compatible, uint, BITS(1)), PAD(3), AND(netns_dev, dev64), AND(netns_ino, u64),
	INOUT(nr_jited_ksyms, uint), ROOM(nr_jited_func_lens, uint), AND(jited_ksyms, address64), AND(jited_func_lens, address64),
	IN(btf_id, uint), ROOM(func_info_rec_size, uint), AND(func_info, address64), ROOM(nr_func_info, uint), ROOM(nr_line_info, uint),
	AND(line_info, address64), AND(jited_line_info, address64), ROOM(nr_jited_line_info, uint), ROOM(line_info_rec_size, uint),
	ROOM(jited_line_info_rec_size, uint), ROOM(nr_prog_tags, uint), AND(prog_tags, address64),
	IN(run_time_ns, u64), AND(run_cnt, u64), IN(recursion_misses, u64), IN(verified_insns, uint),
	IN(attach_btf_obj_id, uint), AND(attach_btf_id, uint));
BPF_ATTR(bpf_btf_info,
	IN(btf, bytes, PTR64, LEN(btf_size)), INOUT(btf_size, uint), IN(id, uint), IN(name, string, PTR64), INOUT(name_len, uint), IN(kernel_btf, uint));
BPF_PART(bpf_raw_tracepoint_info, IN(tp_name, string, PTR64), INOUT(tp_name_len, uint), PAD(4), IN(cookie, hex64));
BPF_PART(bpf_tracing_info, IN(attach_type, bpf_attach_types), IN(target_obj_id, uint), IN(target_btf_id, uint), PAD(4), IN(cookie, hex64));
BPF_PART(bpf_cgroup_info, IN(cgroup_id, u64), IN(attach_type, bpf_attach_types));
BPF_PART(bpf_iter_link_info, IN(target_name, string, PTR64), INOUT(target_name_len, uint));
BPF_PART(bpf_netns_info, IN(netns_ino, uint), IN(attach_type, bpf_attach_types));
BPF_PART(bpf_xdp_info, IN(ifindex, interface));
BPF_PART(bpf_map_link_info, IN(map_id, uint));
BPF_PART(bpf_map_attach_info, IN(map_id, uint), IN(attach_type, bpf_attach_types));
BPF_PART(bpf_netfilter_info, IN(pf, uint), IN(hooknum, uint), IN(priority, int), IN(flags, bpf_netfilter_flags));
BPF_PART(bpf_kprobe_multi_info, IN(addrs, hex64, PTR64, COUNT(count)), INOUT(count, uint), IN(flags, bpf_kprobe_flags), IN(missed, u64),
	IN(cookies, hex64, PTR64, COUNT(count)));
BPF_PART(bpf_uprobe_multi_info, IN(path, string, PTR64), IN(offsets, hex64, PTR64, COUNT(count)), IN(ref_ctr_offsets, hex64, PTR64, COUNT(count)),
	IN(cookies, hex64, PTR64, COUNT(count)), INOUT(path_size, uint), INOUT(count, uint), IN(flags, bpf_uprobe_flags), IN(pid, pid));
BPF_PART(bpf_device_info, IN(ifindex, interface), IN(attach_type, bpf_attach_types));
BPF_PART(bpf_perf_uprobe_info, IN(file_name, string, PTR64), INOUT(name_len, uint), IN(offset, hex32), IN(cookie, hex64), IN(ref_ctr_offset, hex64));
BPF_PART(bpf_perf_kprobe_info, IN(func_name, string, PTR64), INOUT(name_len, uint), IN(offset, hex32), IN(addr, hex64), IN(missed, u64), IN(cookie, hex64));
BPF_PART(bpf_perf_tracepoint_info, IN(tp_name, string, PTR64), INOUT(name_len, uint), PAD(4), IN(cookie, hex64));
BPF_PART(bpf_perf_event_info, IN(config, hex64), IN(type, perf_types), PAD(4), IN(cookie, hex64));
CHOICE(bpf_perf_links, type,
	WITH(BPF_PERF_EVENT_UPROBE|BPF_PERF_EVENT_URETPROBE, INOUT(uprobe, bpf_perf_uprobe_info)),
	WITH(BPF_PERF_EVENT_KPROBE|BPF_PERF_EVENT_KRETPROBE, INOUT(kprobe, bpf_perf_kprobe_info)),
	WITH(BPF_PERF_EVENT_TRACEPOINT, INOUT(tracepoint, bpf_perf_tracepoint_info)),
	WITH(BPF_PERF_EVENT_EVENT, IN(event, bpf_perf_event_info)));
BPF_PART(bpf_perf_link_info, IN(type, bpf_perf_event_types), PAD(4), CHOOSE(bpf_perf_links));
CHOICE(bpf_link_infos, type,
	WITH(BPF_LINK_TYPE_RAW_TRACEPOINT, INOUT(raw_tracepoint, bpf_raw_tracepoint_info)),
	WITH(BPF_LINK_TYPE_TRACING, IN(tracing, bpf_tracing_info)),
	WITH(BPF_LINK_TYPE_CGROUP, IN(cgroup, bpf_cgroup_info)),
	WITH(BPF_LINK_TYPE_ITER, INOUT(iter, bpf_iter_link_info)),
	WITH(BPF_LINK_TYPE_NETNS, IN(netns, bpf_netns_info)),
	WITH(BPF_LINK_TYPE_XDP, IN(xdp, bpf_xdp_info)),
	WITH(BPF_LINK_TYPE_PERF_EVENT, INOUT(perf_event, bpf_perf_link_info)),
	WITH(BPF_LINK_TYPE_KPROBE_MULTI, INOUT(kprobe_multi, bpf_kprobe_multi_info)),
	WITH(BPF_LINK_TYPE_STRUCT_OPS, IN(struct_ops, bpf_map_link_info)),
	WITH(BPF_LINK_TYPE_NETFILTER, IN(netfilter, bpf_netfilter_info)),
	WITH(BPF_LINK_TYPE_TCX, IN(tcx, bpf_device_info)),
	WITH(BPF_LINK_TYPE_UPROBE_MULTI, INOUT(uprobe_multi, bpf_uprobe_multi_info)),
	WITH(BPF_LINK_TYPE_NETKIT, IN(netkit, bpf_device_info)),
	WITH(BPF_LINK_TYPE_SOCKMAP, IN(sockmap, bpf_map_attach_info)));
BPF_ATTR(bpf_link_info, IN(type, bpf_link_types), IN(id, uint), IN(prog_id, uint), PAD(4), CHOOSE(bpf_link_infos));
#define INFO(type, of) AND(info, type, PTR64, LEN(info_len), UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_BPF_IS_##of))
BPF_PART(bpf_info,
	IN(bpf_fd, fd), ROOM(info_len, uint), AND(info, address64, WHEN_TEST(HOOK_BPF_IS_OTHER)),
	INFO(bpf_map_info, MAP), INFO(bpf_prog_info, PROGRAM), INFO(bpf_link_info, LINK), INFO(bpf_btf_info, BTF));
BPF_ATTR(bpf_info_by_fd, INOUT(info, bpf_info));
BPF_PART(bpf_query,
	TARGET, AND(attach_type, bpf_attach_types), AND(query_flags, bpf_query_flags),
	AND(attach_flags, bpf_attach_flags), AND(prog_ids, uint, PTR64, COUNT(prog_cnt), OR_ADDRESS, WHEN_TEST(HOOK_PROGRAMS_ARE_THERE)), AND(prog_cnt, uint),
	PAD(4), IN(prog_attach_flags, bpf_attach_flags, PTR64, COUNT(prog_cnt), OR_ADDRESS, WHEN_TEST(HOOK_PROGRAMS_ARE_THERE)),
	IN(link_ids, uint, PTR64, COUNT(prog_cnt), OR_ADDRESS, WHEN_TEST(HOOK_PROGRAMS_ARE_THERE)),
	AND(link_attach_flags, bpf_attach_flags, PTR64, COUNT(prog_cnt), OR_ADDRESS, WHEN_TEST(HOOK_PROGRAMS_ARE_THERE)), AND(revision, hex64));
BPF_ATTR(bpf_prog_query, IN(query, bpf_query));
const struct type t_bpf_tracepoint = { .name = "bpf_tracepoint", .kind = KIND_STRUCT, MIN_SIZE(1), ALIGN(1), VIEW(ONLY(IF(SIZE, ABOVE, 23, cookie))),
	MEMBERS(IN(name, string, PTR64), AND(prog_fd, fd), PAD(4), IN(cookie, hex64)) };
BPF_ATTR(bpf_raw_tracepoint, IN(raw_tracepoint, bpf_tracepoint));
BPF_ATTR(bpf_btf_load,
	IN(btf, bytes, PTR64, LEN(btf_size)), AND(btf_log_buf, address64), AND(btf_size, uint),
	AND(btf_log_size, uint), AND(btf_log_level, uint), IN(btf_log_true_size, uint), IN(btf_flags, bpf_file_flags), AND(btf_token_fd, fd));
BPF_PART(bpf_task_query,
	IN(pid, pid), AND(fd, other_fd, BY(pid)), AND(flags, uint), AND(buf_len, uint), AND(buf, string, PTR64, LEN(buf_len)),
	AND(prog_id, uint), AND(fd_type, bpf_task_fd_types), AND(probe_offset, hex64), AND(probe_addr, hex64));
BPF_ATTR(bpf_task_fd_query, IN(task_fd_query, bpf_task_query));
BPF_ATTR(bpf_freeze, IN(map_fd, fd));
/* One struct for all operations. Members that an operation ignores are not shown. */
#define BATCH_KEYS(flags_type) AND(keys, address64), AND(values, address64), AND(count, uint), AND(map_fd, fd), \
	AND(elem_flags, flags_type), AND(flags, hex64)
BPF_PART(bpf_batch, IN(in_batch, address64), AND(out_batch, address64), BATCH_KEYS(bpf_lookup_flags));
BPF_PART(bpf_update_batch, PAD(16), BATCH_KEYS(bpf_elem_flags));
const struct type t_bpf_delete_batch = { .name = "bpf_delete_batch", .kind = KIND_STRUCT, MIN_SIZE(1), ALIGN(1), VIEW(HIDE(values)),
	MEMBERS(PAD(16), BATCH_KEYS(bpf_lookup_flags)) };
BPF_ATTR(bpf_lookup_batches, IN(batch, bpf_batch));
BPF_ATTR(bpf_update_batches, IN(batch, bpf_update_batch));
BPF_ATTR(bpf_delete_batches, IN(batch, bpf_delete_batch));

/* Links: the type of attachment decides what follows the flags. */
#define LINK_SHOWN(type_name, view_, target, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_STRUCT, MIN_SIZE(1), ALIGN(1), view_, \
		MEMBERS(IN(prog_fd, fd), AND target, AND(attach_type, bpf_attach_types), AND(flags, bpf_attach_flags), ##__VA_ARGS__) }; \
	BPF_ATTR(type_name##_create, IN(link_create, type_name))
#define LINK(type_name, target, ...) LINK_SHOWN(type_name, .view = NULL, target, ##__VA_ARGS__)
#define TO_FD (target_fd, fd)
#define TO_DEVICE (target_ifindex, interface)
BPF_PART(bpf_iter_map, IN(map_fd, fd));
BPF_PART(bpf_iter_info, IN(map, bpf_iter_map));
BPF_PART(bpf_cookie, IN(bpf_cookie, hex64));
BPF_PART(bpf_kprobe_multi,
	IN(flags, bpf_kprobe_flags), AND(cnt, uint), 
	AND(syms, string, PTR64, PTR, COUNT(cnt)), AND(addrs, hex64, PTR64, COUNT(cnt)), AND(cookies, hex64, PTR64, COUNT(cnt)));
BPF_PART(bpf_uprobe_multi,
	IN(path, path, PTR64), AND(offsets, hex64, PTR64, COUNT(cnt)), AND(ref_ctr_offsets, hex64, PTR64, COUNT(cnt)),
	AND(cookies, hex64, PTR64, COUNT(cnt)), AND(cnt, uint), AND(flags, bpf_uprobe_flags), AND(pid, pid), IN(path_fd, dirfd));
BPF_PART(bpf_tracing, IN(target_btf_id, uint), PAD(4), AND(cookie, hex64));
BPF_PART(bpf_tracing_multi, IN(ids, uint, PTR64, COUNT(cnt)), AND(cookies, hex64, PTR64, COUNT(cnt)), AND(cnt, uint));
BPF_PART(bpf_netfilter, IN(pf, uint), AND(hooknum, uint), AND(priority, int), AND(flags, bpf_netfilter_flags));
BPF_PART(bpf_place, RELATIVE(flags), PAD(4), AND(expected_revision, hex64));
LINK(bpf_link, TO_FD);
LINK_SHOWN(bpf_link_cgroup, VIEW(NONZERO(target_btf_id)), TO_FD, IN(target_btf_id, uint));
LINK(bpf_link_cgroup_placed, TO_FD, IN(cgroup, bpf_place));
LINK(bpf_link_iter, TO_FD, IN(iter_info, bpf_iter_info, PTR64, COUNT(iter_info_len)), AND(iter_info_len, uint));
LINK(bpf_link_perf, TO_FD, IN(perf_event, bpf_cookie));
LINK(bpf_link_kprobe, TO_FD, IN(kprobe_multi, bpf_kprobe_multi));
LINK(bpf_link_uprobe, TO_FD, IN(uprobe_multi, bpf_uprobe_multi));
LINK(bpf_link_tracing, TO_FD, IN(tracing, bpf_tracing));
LINK(bpf_link_multi, TO_FD, IN(tracing_multi, bpf_tracing_multi));
LINK(bpf_link_netfilter, TO_FD, IN(netfilter, bpf_netfilter));
LINK(bpf_link_xdp, TO_DEVICE);
LINK(bpf_link_tcx, TO_DEVICE, IN(tcx, bpf_place));
LINK(bpf_link_netkit, TO_DEVICE, IN(netkit, bpf_place));
BPF_ATTR(bpf_link_head, IN(prog_fd, fd), IN(target_fd, fd), IN(attach_type, bpf_attach_types), IN(flags, bpf_attach_flags));
BPF_PART(bpf_link_change,
	IN(link_fd, fd), AND(new_prog_fd, fd), AND(flags, bpf_attach_flags),
	IN(old_prog_fd, fd, WHEN(flags, HAS, BPF_F_REPLACE)));
BPF_ATTR(bpf_link_update, IN(link_update, bpf_link_change));
BPF_PART(bpf_detach, IN(link_fd, fd));
BPF_ATTR(bpf_link_detach, IN(link_detach, bpf_detach));
BPF_PART(bpf_stats_of, IN(type, bpf_stats));
BPF_ATTR(bpf_enable_stats, IN(enable_stats, bpf_stats_of));
BPF_PART(bpf_iter, IN(link_fd, fd), AND(flags, hex32));
BPF_ATTR(bpf_iter_create, IN(iter_create, bpf_iter));
BPF_PART(bpf_bind, IN(prog_fd, fd), AND(map_fd, fd), AND(flags, hex32));
BPF_ATTR(bpf_prog_bind_map, IN(prog_bind_map, bpf_bind));
BPF_PART(bpf_token, IN(flags, hex32), AND(bpffs_fd, fd));
BPF_ATTR(bpf_token_create, IN(token_create, bpf_token));
BPF_PART(bpf_stream, OUT(stream_buf, bytes, PTR64, LEN_BY_RESULT(HOOK_STREAM_BYTES)), AND(stream_buf_len, uint), AND(stream_id, uint), AND(prog_fd, fd));
BPF_ATTR(bpf_prog_stream_read, IN(prog_stream_read, bpf_stream));
BPF_PART(bpf_struct_ops, IN(map_fd, fd), AND(prog_fd, fd), AND(flags, hex32));
BPF_ATTR(bpf_assoc_struct_ops, IN(prog_assoc_struct_ops, bpf_struct_ops));

#define ATTR(type) IN(attr, type, LEN(size))
#define LINK_ATTR(type) IN(attr, type, LEN(size), UNION_WITH_PREVIOUS)
CHOICE(bpf_links, head.attach_type,
	WITH(BPF_CGROUP_INET_INGRESS|BPF_CGROUP_INET_EGRESS|BPF_CGROUP_INET_SOCK_CREATE|BPF_CGROUP_SOCK_OPS| \
		BPF_CGROUP_DEVICE|BPF_CGROUP_INET4_BIND|BPF_CGROUP_INET6_BIND|BPF_CGROUP_INET4_CONNECT| \
		BPF_CGROUP_INET6_CONNECT|BPF_CGROUP_INET4_POST_BIND|BPF_CGROUP_INET6_POST_BIND|BPF_CGROUP_UDP4_SENDMSG| \
		BPF_CGROUP_UDP6_SENDMSG|BPF_CGROUP_SYSCTL|BPF_CGROUP_UDP4_RECVMSG|BPF_CGROUP_UDP6_RECVMSG| \
		BPF_CGROUP_GETSOCKOPT|BPF_CGROUP_SETSOCKOPT|BPF_CGROUP_INET4_GETPEERNAME|BPF_CGROUP_INET6_GETPEERNAME| \
		BPF_CGROUP_INET4_GETSOCKNAME|BPF_CGROUP_INET6_GETSOCKNAME|BPF_CGROUP_INET_SOCK_RELEASE|BPF_CGROUP_UNIX_CONNECT| \
		BPF_CGROUP_UNIX_SENDMSG|BPF_CGROUP_UNIX_RECVMSG|BPF_CGROUP_UNIX_GETPEERNAME|BPF_CGROUP_UNIX_GETSOCKNAME,
		IN(attr, bpf_link_cgroup_create, LEN(size), UNION_WITH_PREVIOUS, WHEN(head.flags, LACKS, BPF_F_BEFORE|BPF_F_AFTER)),
		IN(attr, bpf_link_cgroup_placed_create, LEN(size), UNION_WITH_PREVIOUS, WHEN(head.flags, HAS, BPF_F_BEFORE|BPF_F_AFTER))),
	WITH(BPF_TRACE_ITER, LINK_ATTR(bpf_link_iter_create)),
	WITH(BPF_PERF_EVENT, LINK_ATTR(bpf_link_perf_create)),
	WITH(BPF_TRACE_KPROBE_MULTI, LINK_ATTR(bpf_link_kprobe_create)),
	WITH(BPF_TRACE_UPROBE_MULTI, LINK_ATTR(bpf_link_uprobe_create)),
	WITH(BPF_TRACE_FENTRY|BPF_TRACE_FEXIT|BPF_MODIFY_RETURN|BPF_LSM_MAC|BPF_TRACE_FSESSION, LINK_ATTR(bpf_link_tracing_create)),
	WITH(BPF_TRACE_FENTRY_MULTI|BPF_TRACE_FEXIT_MULTI|BPF_TRACE_FSESSION_MULTI, LINK_ATTR(bpf_link_multi_create)),
	WITH(BPF_NETFILTER, LINK_ATTR(bpf_link_netfilter_create)),
	WITH(BPF_XDP, LINK_ATTR(bpf_link_xdp_create)),
	WITH(BPF_TCX_INGRESS|BPF_TCX_EGRESS, LINK_ATTR(bpf_link_tcx_create)),
	WITH(BPF_NETKIT_PRIMARY|BPF_NETKIT_PEER, LINK_ATTR(bpf_link_netkit_create)),
	OTHERWISE(LINK_ATTR(bpf_link_create)));
STRUCT_TYPE_AS(bpf_common_attr, PARTS(MIN_SIZE(1), MAX_SIZE(4096), EXTENSIBLE, VIEW(.extra = EXTRA_NAMED)),
	IN(log_buf, string, PTR64, LEN(log_size)), AND(log_size, uint), AND(log_level, uint), AND(log_true_size, uint));
CHOICE_IGNORING(bpf_attributes, cmd, UINT64_C(0x10000),
	WITH_RESULT(BPF_MAP_CREATE, fd, ATTR(bpf_map_create)),
	WITH(BPF_MAP_LOOKUP_ELEM|BPF_MAP_LOOKUP_AND_DELETE_ELEM, ATTR(bpf_lookup)),
	WITH(BPF_MAP_UPDATE_ELEM, ATTR(bpf_update)),
	WITH(BPF_MAP_DELETE_ELEM, ATTR(bpf_delete)),
	WITH(BPF_MAP_GET_NEXT_KEY, ATTR(bpf_next_key)),
	WITH_ALL(BPF_PROG_LOAD, fd, VIEW(LATE(attr)), ATTR(bpf_prog_load)),
	WITH(BPF_OBJ_PIN, ATTR(bpf_object)),
	WITH_RESULT(BPF_OBJ_GET, fd, ATTR(bpf_object)),
	WITH(BPF_PROG_ATTACH|BPF_PROG_DETACH, ATTR(bpf_attach)),
	WITH(BPF_PROG_TEST_RUN, OUT(attr, bpf_prog_test_run, LEN(size), ON_ERROR)),
	WITH(BPF_PROG_GET_NEXT_ID|BPF_MAP_GET_NEXT_ID|BPF_BTF_GET_NEXT_ID|BPF_LINK_GET_NEXT_ID, ATTR(bpf_next_id)),
	WITH_RESULT(BPF_PROG_GET_FD_BY_ID, fd, ATTR(bpf_prog_id)),
	WITH_RESULT(BPF_MAP_GET_FD_BY_ID, fd, ATTR(bpf_map_id)),
	WITH_RESULT(BPF_BTF_GET_FD_BY_ID, fd, ATTR(bpf_btf_id)),
	WITH_RESULT(BPF_LINK_GET_FD_BY_ID, fd, ATTR(bpf_link_id)),
	WITH(BPF_OBJ_GET_INFO_BY_FD, OUT(attr, bpf_info_by_fd, LEN(size), ON_ERROR, POINTEES_KEPT)),
	WITH(BPF_PROG_QUERY, OUT(attr, bpf_prog_query, LEN(size), ON_ERROR)),
	WITH_RESULT(BPF_RAW_TRACEPOINT_OPEN, fd, ATTR(bpf_raw_tracepoint)),
	WITH_ALL(BPF_BTF_LOAD, fd, VIEW(LATE(attr)), ATTR(bpf_btf_load)),
	WITH(BPF_TASK_FD_QUERY, OUT(attr, bpf_task_fd_query, LEN(size), ON_ERROR)),
	WITH(BPF_MAP_FREEZE, ATTR(bpf_freeze)),
	WITH(BPF_MAP_LOOKUP_BATCH|BPF_MAP_LOOKUP_AND_DELETE_BATCH, OUT(attr, bpf_lookup_batches, LEN(size), ON_ERROR)),
	WITH(BPF_MAP_UPDATE_BATCH, OUT(attr, bpf_update_batches, LEN(size), ON_ERROR)),
	WITH(BPF_MAP_DELETE_BATCH, OUT(attr, bpf_delete_batches, LEN(size), ON_ERROR)),
	WITH_RESULT(BPF_LINK_CREATE, fd, IN(head, bpf_link_head, LEN(size), LOOKUP), CHOOSE(bpf_links)),
	WITH(BPF_LINK_UPDATE, ATTR(bpf_link_update)),
	WITH(BPF_LINK_DETACH, ATTR(bpf_link_detach)),
	WITH_RESULT(BPF_ENABLE_STATS, fd, ATTR(bpf_enable_stats)),
	WITH_RESULT(BPF_ITER_CREATE, fd, ATTR(bpf_iter_create)),
	WITH(BPF_PROG_BIND_MAP, ATTR(bpf_prog_bind_map)),
	WITH_RESULT(BPF_TOKEN_CREATE, fd, ATTR(bpf_token_create)),
	WITH(BPF_PROG_STREAM_READ_BY_FD, OUT(attr, bpf_prog_stream_read, LEN(size), ON_ERROR)),
	WITH(BPF_PROG_ASSOC_STRUCT_OPS, ATTR(bpf_assoc_struct_ops)),
	OTHERWISE(IN(attr, address)));
/*
 * linux/bpf.h of Linux 7.2: a flag of the command says that attributes follow that all commands
 * have. The kernel writes the log to them.
 */
SYSCALL(bpf, C_DESC, int, IN(cmd, bpf_commands), CHOOSE(bpf_attributes), IN(size, uint),
	OUT(common_attr, bpf_common_attr, LEN(common_size), ON_ERROR, WHEN(cmd, HAS, BPF_COMMON_ATTRS)),
	IN(common_size, uint, WHEN(cmd, HAS, BPF_COMMON_ATTRS)));
