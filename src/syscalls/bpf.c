/* SPDX-License-Identifier: MIT */
/* bpf(2): a command, and a struct of which the caller knows so many bytes. */
#include "syscalls/table.h"

/* clang-format off */

/* linux/bpf.h: union bpf_attr. Missing bytes count as zero; behind the known ones they must be. */
#define BPF_ATTR(type_name, least_, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = TYPE_STRUCT, .least = least_, \
		.extensible_briefly = true, FIELDS(fields, __VA_ARGS__) }
BPF_ATTR(bpf_map_create, 1,
	IN(map_type, bpf_map_types), IN(key_size, uint), IN(value_size, uint), IN(max_entries, uint),
	IN(map_flags, bpf_map_flags), IN(inner_map_fd, fd), IN(numa_node, uint, WHEN(map_flags, HAS, BPF_F_NUMA_NODE)),
	IN(map_name, text, LEN_IS(16)), IN(map_ifindex, uint), IN(btf_fd, fd), IN(btf_key_type_id, uint),
	IN(btf_value_type_id, uint), IN(btf_vmlinux_value_type_id, uint), IN(map_extra, u64));
BPF_ATTR(bpf_element, 1,
	IN(map_fd, fd), PAD(4), IN(key, address64), IN(value, address64), IN(flags, bpf_elem_flags));
BPF_ATTR(bpf_delete, 1, IN(map_fd, fd), PAD(4), IN(key, address64));
BPF_ATTR(bpf_next_key, 1, IN(map_fd, fd), PAD(4), IN(key, address64), IN(next_key, address64));
BPF_ATTR(bpf_prog_load, 1,
	IN(prog_type, bpf_prog_types), IN(insn_cnt, uint), IN(insns, address64), IN(license, string, PTR64),
	IN(log_level, uint), IN(log_size, uint), OUT(log_buf, bytes, PTR64, LEN(log_size)),
	IN(kern_version, kernel_version), IN(prog_flags, bpf_prog_flags), IN(prog_name, text, LEN_IS(16)),
	IN(prog_ifindex, uint), IN(expected_attach_type, bpf_attach_types), IN(prog_btf_fd, fd),
	IN(func_info_rec_size, uint), IN(func_info, address64), IN(func_info_cnt, uint),
	IN(line_info_rec_size, uint), IN(line_info, address64), IN(line_info_cnt, uint),
	IN(attach_btf_id, uint), IN(attach_prog_fd, fd), IN(core_relo_cnt, uint, HIDDEN),
	IN(fd_array, address64), IN(core_relos, address64, NONZERO), IN(core_relo_rec_size, uint, NONZERO));
BPF_ATTR(bpf_object, 16, IN(pathname, path, PTR64), IN(bpf_fd, fd), IN(file_flags, bpf_file_flags), IN(path_fd, dirfd, NONZERO));
BPF_ATTR(bpf_attach, 1,
	IN(target_fd, fd), IN(attach_bpf_fd, fd), IN(attach_type, bpf_attach_types),
	IN(attach_flags, bpf_attach_flags), IN(replace_bpf_fd, fd));
BPF_ATTR(bpf_detach, 1, IN(target_fd, fd), PAD(4), IN(attach_type, bpf_attach_types));
BPF_ATTR(bpf_next_id, 1, IN(start_id, uint), IN(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_prog_id, 1, IN(prog_id, uint), IN(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_map_id, 1, IN(map_id, uint), IN(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_btf_id, 1, IN(btf_id, uint), IN(next_id, uint), IN(open_flags, bpf_file_flags));
BPF_ATTR(bpf_link_id, 1, IN(link_id, uint), IN(next_id, uint), IN(open_flags, bpf_file_flags));
STRUCT_TYPE_AS(bpf_info, .least = 1, IN(bpf_fd, fd), IN(info_len, uint), IN(info, address64));
BPF_ATTR(bpf_info_by_fd, 1, IN(info, bpf_info));
STRUCT_TYPE_AS(bpf_tracepoint, .least = 1, IN(name, string, PTR64), IN(prog_fd, fd));
BPF_ATTR(bpf_raw_tracepoint, 1, IN(raw_tracepoint, bpf_tracepoint));
BPF_ATTR(bpf_btf_load, 1,
	IN(btf, bytes, PTR64, LEN(btf_size)), IN(btf_log_buf, address64), IN(btf_size, uint),
	IN(btf_log_size, uint), IN(btf_log_level, uint));
STRUCT_TYPE_AS(bpf_link, .least = 1, IN(prog_fd, fd), IN(target_fd, fd), IN(attach_type, bpf_attach_types), IN(flags, hex32));
BPF_ATTR(bpf_link_create, 1, IN(link_create, bpf_link));
STRUCT_TYPE_AS(bpf_stats_attr, .least = 1, IN(type, bpf_stats));
BPF_ATTR(bpf_enable_stats, 1, IN(enable_stats, bpf_stats_attr));
STRUCT_TYPE_AS(bpf_iterator, .least = 1, IN(link_fd, fd), IN(flags, hex32));
BPF_ATTR(bpf_iter_create, 1, IN(iter_create, bpf_iterator));

#define ATTR(type) IN(attr, type, LEN(size))
CHOICE(bpf_attributes, cmd,
	WITH_RESULT(BPF_MAP_CREATE, fd, ATTR(bpf_map_create)),
	WITH(BPF_MAP_LOOKUP_ELEM|BPF_MAP_UPDATE_ELEM|BPF_MAP_LOOKUP_AND_DELETE_ELEM, ATTR(bpf_element)),
	WITH(BPF_MAP_DELETE_ELEM, ATTR(bpf_delete)),
	WITH(BPF_MAP_GET_NEXT_KEY, ATTR(bpf_next_key)),
	WITH_RESULT(BPF_PROG_LOAD, fd, IN(attr, bpf_prog_load, LEN(size), LATE)),
	WITH(BPF_OBJ_PIN, ATTR(bpf_object)),
	WITH_RESULT(BPF_OBJ_GET, fd, ATTR(bpf_object)),
	WITH(BPF_PROG_ATTACH, ATTR(bpf_attach)),
	WITH(BPF_PROG_DETACH, ATTR(bpf_detach)),
	WITH(BPF_PROG_GET_NEXT_ID|BPF_MAP_GET_NEXT_ID|BPF_BTF_GET_NEXT_ID|BPF_LINK_GET_NEXT_ID, ATTR(bpf_next_id)),
	WITH_RESULT(BPF_PROG_GET_FD_BY_ID, fd, ATTR(bpf_prog_id)),
	WITH_RESULT(BPF_MAP_GET_FD_BY_ID, fd, ATTR(bpf_map_id)),
	WITH_RESULT(BPF_BTF_GET_FD_BY_ID, fd, ATTR(bpf_btf_id)),
	WITH_RESULT(BPF_LINK_GET_FD_BY_ID, fd, ATTR(bpf_link_id)),
	WITH(BPF_OBJ_GET_INFO_BY_FD, ATTR(bpf_info_by_fd)),
	WITH_RESULT(BPF_RAW_TRACEPOINT_OPEN, fd, ATTR(bpf_raw_tracepoint)),
	WITH_RESULT(BPF_BTF_LOAD, fd, ATTR(bpf_btf_load)),
	WITH_RESULT(BPF_LINK_CREATE, fd, ATTR(bpf_link_create)),
	WITH_RESULT(BPF_ENABLE_STATS, fd, ATTR(bpf_enable_stats)),
	WITH_RESULT(BPF_ITER_CREATE, fd, ATTR(bpf_iter_create)),
	OTHERWISE(IN(attr, address)));
SYSCALL(bpf, C_DESC, int, IN(cmd, bpf_commands), CHOOSE(bpf_attributes), IN(size, uint));
