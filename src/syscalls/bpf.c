/* SPDX-License-Identifier: MIT */
/* bpf(2): a command, and a struct with its size. */
#include "syscalls/hooks.h"
#include "syscalls/table.h"

/* clang-format off */

/* linux/bpf_common.h and linux/bpf.h: an instruction. Its class decides how the code is decoded. */
CHOICE_BY(bpf_codes, hook_bpf_class,
	WITH(load, IN(code, bpf_load_code)),
	WITH(alu, IN(code, bpf_alu_code)),
	WITH(jump, IN(code, bpf_jump_code)),
	OTHERWISE(IN(code, bpf_class)));
STRUCT_TYPE(bpf_insn,
	IN(class, u8, LOOKUP), CHOOSE(bpf_codes, UNION_WITH_PREVIOUS),
	IN(dst_reg, bpf_registers, BITS(4)), IN(src_reg, bpf_registers, BITS(4)), IN(off, s16), IN(imm, hex32));

/*
 * linux/bpf.h: union bpf_attr. Missing bytes are zeros, and bytes after the known members must be zeros.
 * Members that one version of the kernel added are shown together. The struct is packed, so that PAD has
 * all padding and the unknown bytes begin after the last member.
 */
#define BPF_ATTR(type_name, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = TYPE_STRUCT, MIN_SIZE(1), ALIGN(1), \
		MAX_SIZE(4096), EXTENSIBLE, VIEW(.extra = EXTRA_NAMED), MEMBERS(__VA_ARGS__) }
/* The same with a view. */
#define BPF_ATTR_SHOWN(type_name, view_, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = TYPE_STRUCT, MIN_SIZE(1), ALIGN(1), \
		MAX_SIZE(4096), EXTENSIBLE, view_, MEMBERS(__VA_ARGS__) }
/* A nested struct without a name. */
#define BPF_PART(type_name, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = TYPE_STRUCT, MIN_SIZE(1), ALIGN(1), \
		MEMBERS(__VA_ARGS__) }
/* A member after the size that the caller gave is shown together with the one before it. */
#define AND(name, type, ...) IN(name, type, TOGETHER, ##__VA_ARGS__)
BPF_ATTR(bpf_map_create,
	IN(map_type, bpf_map_types), AND(key_size, uint), AND(value_size, uint), AND(max_entries, uint),
	IN(map_flags, bpf_map_flags), IN(inner_map_fd, fd), IN(numa_node, uint, WHEN(map_flags, HAS, BPF_F_NUMA_NODE)),
	IN(map_name, text, LEN_IS(16)), IN(map_ifindex, interface),
	IN(btf_fd, fd), AND(btf_key_type_id, uint), AND(btf_value_type_id, uint),
	IN(btf_vmlinux_value_type_id, uint), IN(map_extra, u64));
BPF_ATTR(bpf_lookup,
	IN(map_fd, fd), PAD(4), AND(key, address64), AND(value, address64), IN(flags, bpf_lookup_flags));
BPF_ATTR(bpf_update,
	IN(map_fd, fd), PAD(4), AND(key, address64), AND(value, address64), AND(flags, bpf_elem_flags));
BPF_ATTR(bpf_delete, IN(map_fd, fd), PAD(4), AND(key, address64));
BPF_ATTR(bpf_next_key, IN(map_fd, fd), PAD(4), AND(key, address64), AND(next_key, address64));
BPF_ATTR_SHOWN(bpf_prog_load,
	VIEW(.extra = EXTRA_NAMED, HIDE(core_relo_cnt), NONZERO(core_relos, core_relo_rec_size), ABBREV(insns)),
	IN(prog_type, bpf_prog_types), AND(insn_cnt, uint),
	AND(insns, bpf_insn, PTR64, COUNT(insn_cnt)), AND(license, string, PTR64),
	IN(log_level, uint), AND(log_size, uint), AND(log_buf, string, PTR64, LEN(log_size)),
	IN(kern_version, kernel_version), IN(prog_flags, bpf_prog_flags), IN(prog_name, text, LEN_IS(16)),
	IN(prog_ifindex, interface), IN(expected_attach_type, bpf_attach_types),
	IN(prog_btf_fd, fd), AND(func_info_rec_size, uint), AND(func_info, address64), AND(func_info_cnt, uint),
	AND(line_info_rec_size, uint), AND(line_info, address64), AND(line_info_cnt, uint),
	IN(attach_btf_id, uint), IN(attach_prog_fd, fd), IN(core_relo_cnt, uint),
	IN(fd_array, address64), IN(core_relos, address64), IN(core_relo_rec_size, uint));
BPF_ATTR_SHOWN(bpf_object, VIEW(.extra = EXTRA_NAMED, NONZERO(path_fd)),
	IN(pathname, path, PTR64), AND(bpf_fd, fd), IN(file_flags, bpf_file_flags), IN(path_fd, dirfd));
BPF_ATTR(bpf_attach,
	IN(target_fd, fd), AND(attach_bpf_fd, fd), AND(attach_type, bpf_attach_types),
	AND(attach_flags, bpf_attach_flags), IN(replace_bpf_fd, fd));
BPF_ATTR(bpf_detach, IN(target_fd, fd), PAD(4), AND(attach_type, bpf_attach_types));
BPF_PART(bpf_test,
	IN(prog_fd, fd), AND(retval, uint), AND(data_size_in, uint), AND(data_size_out, uint),
	AND(data_in, address64), AND(data_out, address64), AND(repeat, uint), AND(duration, uint),
	IN(ctx_size_in, uint), AND(ctx_size_out, uint), AND(ctx_in, address64), AND(ctx_out, address64),
	IN(flags, bpf_test_flags), AND(cpu, uint), AND(batch_size, uint));
BPF_ATTR(bpf_prog_test_run, IN(test, bpf_test));
BPF_ATTR(bpf_next_id, IN(start_id, uint), AND(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_prog_id, IN(prog_id, uint), AND(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_map_id, IN(map_id, uint), AND(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_btf_id, IN(btf_id, uint));
BPF_ATTR(bpf_link_id, IN(link_id, uint));
BPF_PART(bpf_info, IN(bpf_fd, fd), AND(info_len, uint), AND(info, address64));
BPF_ATTR(bpf_info_by_fd, IN(info, bpf_info));
BPF_PART(bpf_query,
	IN(target_fd, fd), AND(attach_type, bpf_attach_types), AND(query_flags, bpf_query_flags),
	AND(attach_flags, bpf_attach_flags), AND(prog_ids, uint, PTR64, COUNT(prog_cnt), OR_ADDRESS, WHEN(RET, IS, 0)), AND(prog_cnt, uint));
BPF_ATTR(bpf_prog_query, IN(query, bpf_query));
BPF_PART(bpf_tracepoint, IN(name, string, PTR64), AND(prog_fd, fd));
BPF_ATTR(bpf_raw_tracepoint, IN(raw_tracepoint, bpf_tracepoint));
BPF_ATTR(bpf_btf_load,
	IN(btf, bytes, PTR64, LEN(btf_size)), AND(btf_log_buf, address64), AND(btf_size, uint),
	AND(btf_log_size, uint), AND(btf_log_level, uint));
BPF_PART(bpf_task_query,
	IN(pid, pid), AND(fd, fd), AND(flags, uint), AND(buf_len, uint), AND(buf, string, PTR64, LEN(buf_len)),
	AND(prog_id, uint), AND(fd_type, bpf_task_fd_types), AND(probe_offset, hex64), AND(probe_addr, hex64));
BPF_ATTR(bpf_task_fd_query, IN(task_fd_query, bpf_task_query));
BPF_ATTR(bpf_freeze, IN(map_fd, fd));
/* One struct for all operations. Members that an operation ignores are not shown. */
#define BATCH_KEYS AND(keys, address64), AND(values, address64), AND(count, uint), AND(map_fd, fd), \
	AND(elem_flags, bpf_elem_flags), AND(flags, hex64)
BPF_PART(bpf_batch, IN(in_batch, address64), AND(out_batch, address64), BATCH_KEYS);
BPF_PART(bpf_update_batch, PAD(16), BATCH_KEYS);
const struct type t_bpf_delete_batch = { .name = "bpf_delete_batch", .kind = TYPE_STRUCT, MIN_SIZE(1), ALIGN(1), VIEW(HIDE(values)),
	MEMBERS(PAD(16), BATCH_KEYS) };
BPF_ATTR(bpf_lookup_batches, IN(batch, bpf_batch));
BPF_ATTR(bpf_update_batches, IN(batch, bpf_update_batch));
BPF_ATTR(bpf_delete_batches, IN(batch, bpf_delete_batch));
BPF_PART(bpf_iter_map, IN(map_fd, fd));
BPF_PART(bpf_iter_info, IN(map, bpf_iter_map));
BPF_PART(bpf_cookie, IN(bpf_cookie, hex64));
CHOICE(bpf_links, attach_type,
	WITH(BPF_TRACE_ITER, IN(iter_info, bpf_iter_info, PTR64, COUNT(iter_info_len)), AND(iter_info_len, uint)),
	WITH(BPF_PERF_EVENT, IN(perf_event, bpf_cookie)),
	OTHERWISE(PAD(16)));
BPF_PART(bpf_link,
	IN(prog_fd, fd), AND(target_fd, fd), AND(attach_type, bpf_attach_types), AND(flags, hex32), CHOOSE(bpf_links));
BPF_ATTR(bpf_link_create, IN(link_create, bpf_link));
BPF_PART(bpf_link_change,
	IN(link_fd, fd), AND(new_prog_fd, fd), AND(flags, bpf_attach_flags),
	IN(old_prog_fd, fd, WHEN(flags, HAS, BPF_F_REPLACE)));
BPF_ATTR(bpf_link_update, IN(link_update, bpf_link_change));

#define ATTR(type) IN(attr, type, LEN(size))
CHOICE(bpf_attributes, cmd,
	WITH_RESULT(BPF_MAP_CREATE, fd, ATTR(bpf_map_create)),
	WITH(BPF_MAP_LOOKUP_ELEM|BPF_MAP_LOOKUP_AND_DELETE_ELEM, ATTR(bpf_lookup)),
	WITH(BPF_MAP_UPDATE_ELEM, ATTR(bpf_update)),
	WITH(BPF_MAP_DELETE_ELEM, ATTR(bpf_delete)),
	WITH(BPF_MAP_GET_NEXT_KEY, ATTR(bpf_next_key)),
	WITH_ALL(BPF_PROG_LOAD, fd, VIEW(LATE(attr)), ATTR(bpf_prog_load)),
	WITH(BPF_OBJ_PIN, ATTR(bpf_object)),
	WITH_RESULT(BPF_OBJ_GET, fd, ATTR(bpf_object)),
	WITH(BPF_PROG_ATTACH, ATTR(bpf_attach)),
	WITH(BPF_PROG_DETACH, ATTR(bpf_detach)),
	WITH(BPF_PROG_TEST_RUN, OUT(attr, bpf_prog_test_run, LEN(size), ON_ERROR)),
	WITH(BPF_PROG_GET_NEXT_ID|BPF_MAP_GET_NEXT_ID|BPF_BTF_GET_NEXT_ID|BPF_LINK_GET_NEXT_ID, ATTR(bpf_next_id)),
	WITH_RESULT(BPF_PROG_GET_FD_BY_ID, fd, ATTR(bpf_prog_id)),
	WITH_RESULT(BPF_MAP_GET_FD_BY_ID, fd, ATTR(bpf_map_id)),
	WITH_RESULT(BPF_BTF_GET_FD_BY_ID, fd, ATTR(bpf_btf_id)),
	WITH_RESULT(BPF_LINK_GET_FD_BY_ID, fd, ATTR(bpf_link_id)),
	WITH(BPF_OBJ_GET_INFO_BY_FD, ATTR(bpf_info_by_fd)),
	WITH(BPF_PROG_QUERY, OUT(attr, bpf_prog_query, LEN(size), ON_ERROR)),
	WITH_RESULT(BPF_RAW_TRACEPOINT_OPEN, fd, ATTR(bpf_raw_tracepoint)),
	WITH_RESULT(BPF_BTF_LOAD, fd, ATTR(bpf_btf_load)),
	WITH(BPF_TASK_FD_QUERY, OUT(attr, bpf_task_fd_query, LEN(size), ON_ERROR)),
	WITH(BPF_MAP_FREEZE, ATTR(bpf_freeze)),
	WITH(BPF_MAP_LOOKUP_BATCH|BPF_MAP_LOOKUP_AND_DELETE_BATCH, OUT(attr, bpf_lookup_batches, LEN(size), ON_ERROR)),
	WITH(BPF_MAP_UPDATE_BATCH, OUT(attr, bpf_update_batches, LEN(size), ON_ERROR)),
	WITH(BPF_MAP_DELETE_BATCH, OUT(attr, bpf_delete_batches, LEN(size), ON_ERROR)),
	WITH_RESULT(BPF_LINK_CREATE, fd, ATTR(bpf_link_create)),
	WITH(BPF_LINK_UPDATE, ATTR(bpf_link_update)),
	WITH_RESULT(BPF_ENABLE_STATS|BPF_ITER_CREATE, fd, IN(attr, address)),
	OTHERWISE(IN(attr, address)));
SYSCALL(bpf, C_DESC, int, IN(cmd, bpf_commands), CHOOSE(bpf_attributes), IN(size, uint));
