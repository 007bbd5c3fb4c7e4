/* SPDX-License-Identifier: MIT */
/* Keys, modules, tracing, asynchronous I/O, security modules, the machine as a whole. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(getrandom, MOVES | KEEPS_NAMES, klong, OUT(buf, hex_bytes, LEN(RET)), IN(buflen, size), IN(flags, grnd));

SYSCALL(add_key, C_NONE, int,
	IN(type, string), IN(description, string), IN(payload, bytes, LEN(plen)), IN(plen, size), IN(keyring, key_serial));
SYSCALL(request_key, C_NONE, int,
	IN(type, string), IN(description, string), IN(callout_info, string), IN(dest_keyring, key_serial));
/* Nothing is written if the buffer is smaller than the result says. */
static const struct type t_key_text = { .name = "key_text", .kind = KIND_BYTES, BYTES(.ended = true) };
STRUCT_TYPE_AS(key_capabilities, PARTS(MIN_SIZE(1), CUT(LEFT_OUT), VIEW(.elements = true, .bracketed = true, .bare = true)),
	IN(caps0, key_caps0), IN(caps1, key_caps1));
CHOICE(keyctl_arguments, operation,
	WITH(KEYCTL_GET_KEYRING_ID, IN(key, key_serial), IN(create, int)),
	WITH(KEYCTL_JOIN_SESSION_KEYRING, IN(name, string)),
	WITH(KEYCTL_UPDATE, IN(key, key_serial), IN(payload, bytes, LEN(plen)), IN(plen, size)),
	WITH(KEYCTL_REVOKE|KEYCTL_CLEAR|KEYCTL_INVALIDATE|KEYCTL_ASSUME_AUTHORITY, IN(key, key_serial)),
	WITH(KEYCTL_CHOWN, IN(key, key_serial), IN(uid, uid), IN(gid, uid)),
	WITH(KEYCTL_SETPERM, IN(key, key_serial), IN(perms, key_perm)),
	WITH(KEYCTL_DESCRIBE|KEYCTL_GET_SECURITY, IN(key, key_serial),
		OUT(buffer, key_text, LEN(RET), WHEN_TEST(HOOK_RESULT_FITS), OR_ADDRESS), IN(buflen, size)),
	WITH(KEYCTL_READ, IN(key, key_serial), OUT(buffer, bytes, LEN(RET), WHEN_TEST(HOOK_RESULT_FITS), OR_ADDRESS), IN(buflen, size)),
	WITH(KEYCTL_LINK|KEYCTL_UNLINK, IN(key, key_serial), IN(keyring, key_serial)),
	WITH(KEYCTL_SEARCH, IN(keyring, key_serial), IN(type, string), IN(description, string), IN(dest_keyring, key_serial)),
	WITH(KEYCTL_SET_REQKEY_KEYRING, IN(reqkey_defl, key_reqkey)),
	WITH(KEYCTL_SET_TIMEOUT, IN(key, key_serial), IN(timeout, uint)),
	WITH(KEYCTL_SESSION_TO_PARENT),
	WITH(KEYCTL_INSTANTIATE, IN(key, key_serial), IN(payload, bytes, LEN(plen)), IN(plen, size), IN(keyring, key_serial)),
	WITH(KEYCTL_INSTANTIATE_IOV, IN(key, key_serial), IN(payload, iovec, COUNT(plen)), IN(plen, size), IN(keyring, key_serial)),
	WITH(KEYCTL_NEGATE, IN(key, key_serial), IN(timeout, uint), IN(keyring, key_serial)),
	WITH(KEYCTL_REJECT, IN(key, key_serial), IN(timeout, uint), IN(error, errno_unsigned), IN(keyring, key_serial)),
	WITH(KEYCTL_GET_PERSISTENT, IN(uid, uid), IN(keyring, key_serial)),
	WITH(KEYCTL_DH_COMPUTE, IN(dh_params, keyctl_dh_params), OUT(buffer, bytes, LEN_BY_RESULT(HOOK_RESULT_IN_BUFFER)), IN(buflen, size),
		IN(kdf_params, keyctl_kdf_params)),
	WITH(KEYCTL_PKEY_QUERY, IN(key, key_serial), IN(reserved, hexlong), IN(params, string), OUT(info, keyctl_pkey_query)),
	WITH(KEYCTL_PKEY_ENCRYPT|KEYCTL_PKEY_DECRYPT|KEYCTL_PKEY_SIGN, IN(params, keyctl_pkey_params), IN(info, string),
		IN(in, bytes, LEN(params.in_len), WHEN(params, READABLE, ), OR_ADDRESS), OUT(in2, bytes, LEN(params.out_len), WHEN(params, READABLE, ), OR_ADDRESS)),
	WITH(KEYCTL_PKEY_VERIFY, IN(params, keyctl_pkey_verify), IN(info, string),
		IN(in, bytes, LEN(params.in_len), WHEN(params, READABLE, ), OR_ADDRESS), IN(in2, bytes, LEN(params.in2_len), WHEN(params, READABLE, ), OR_ADDRESS)),
	WITH(KEYCTL_RESTRICT_KEYRING, IN(keyring, key_serial), IN(type, string), IN(restriction, string)),
	WITH(KEYCTL_MOVE, IN(key, key_serial), IN(from_keyring, key_serial), IN(to_keyring, key_serial), IN(flags, key_move)),
	WITH(KEYCTL_CAPABILITIES, OUT(buffer, key_capabilities, LEN_BY_RESULT(HOOK_RESULT_IN_BUFFER)), IN(buflen, size)),
	OTHERWISE(IN(arg2, hexlong), IN(arg3, hexlong), IN(arg4, hexlong), IN(arg5, hexlong)));
/* linux/keyctl.h */
STRUCT_TYPE(keyctl_dh_params, IN(private, key_serial), IN(prime, key_serial), IN(base, key_serial));
VIEW_TYPE(key_info, .not_empty = true);
STRUCT_TYPE_AS(keyctl_kdf_params, VIEW(NONZERO(__spare)),
	IN(hashname, string, PTR), IN(otherinfo, bytes, PTR, LEN(otherinfolen), AS(key_info)), IN(otherinfolen, uint),
	IN(__spare, hex32, COUNT_IS(8)));
STRUCT_TYPE_AS(keyctl_pkey_query, VIEW(NONZERO(__spare)),
	IN(supported_ops, key_pkey_ops), IN(key_size, uint), IN(max_data_size, u16), IN(max_sig_size, u16),
	IN(max_enc_size, u16), IN(max_dec_size, u16), IN(__spare, hex32, COUNT_IS(10)));
#define PKEY_PARAMS(second) \
	IN(key_id, key_serial), IN(in_len, uint), IN(second, uint), IN(__spare, hex32, COUNT_IS(7))
STRUCT_TYPE_AS(keyctl_pkey_params, VIEW(NONZERO(__spare)), PKEY_PARAMS(out_len));
STRUCT_TYPE_AS(keyctl_pkey_verify, PARTS(.name = "keyctl_pkey_params", VIEW(NONZERO(__spare))), PKEY_PARAMS(in2_len));
SYSCALL(keyctl, C_NONE, klong, IN(operation, keyctl), CHOOSE(keyctl_arguments));

SYSCALL(init_module, C_NONE, int, IN(module_image, address), IN(len, ulong), IN(param_values, string));
SYSCALL(finit_module, C_DESC, int, IN(fd, fd), IN(param_values, string), IN(flags, module_init));
SYSCALL(delete_module, C_NONE, int, IN(name, string), IN(flags, delete_module));
SYSCALL(create_module, C_NONE, klong, IN(name, hexlong), IN(size, hexlong));
SYSCALL(get_kernel_syms, C_NONE, int, IN(table, hexlong));
SYSCALL(query_module, C_NONE, int, IN(name, hexlong), IN(which, hexlong), IN(buf, hexlong), IN(bufsize, hexlong), IN(ret, hexlong));
STRUCT_TYPE(kexec_segment, IN(buf, address), IN(bufsz, size), IN(mem, address), IN(memsz, size));
/* linux/kexec.h: KEXEC_SEGMENT_MAX */
SYSCALL(kexec_load, C_NONE, int,
	IN(entry, address), IN(nr_segments, ulong), IN(segments, kexec_segment, COUNT(nr_segments), WHEN(nr_segments, BELOW, 17), OR_ADDRESS), IN(flags, kexec_flags));
SYSCALL(kexec_file_load, C_DESC, int,
	IN(kernel_fd, fd), IN(initrd_fd, fd), IN(cmdline_len, ulong), IN(cmdline, bytes, LEN(cmdline_len)), IN(flags, kexec_file_flags));
SYSCALL(reboot, C_NONE, int,
	IN(magic, reboot_magic1), IN(magic2, reboot_magic2), IN(op, reboot_commands),
	IN(arg, reboot_command, WHEN(op, IS, LINUX_REBOOT_CMD_RESTART2)));
COMMENTED_TYPE(log_levels, log_levels, S32, 10);
CHOICE(syslog_arguments, type,
	WITH(SYSLOG_ACTION_READ|SYSLOG_ACTION_READ_ALL|SYSLOG_ACTION_READ_CLEAR, OUT(bufp, bytes, LEN(RET)), IN(len, int)),
	WITH(SYSLOG_ACTION_CLOSE|SYSLOG_ACTION_OPEN|SYSLOG_ACTION_CLEAR|SYSLOG_ACTION_CONSOLE_OFF|SYSLOG_ACTION_CONSOLE_ON|SYSLOG_ACTION_SIZE_UNREAD|SYSLOG_ACTION_SIZE_BUFFER),
	WITH(SYSLOG_ACTION_CONSOLE_LEVEL, IN(bufp, address), IN(len, log_levels)),
	OTHERWISE(IN(bufp, address), IN(len, int)));
SYSCALL(syslog, C_NONE, int, IN(type, syslog_actions), CHOOSE(syslog_arguments));

SYSCALL(perf_event_open, C_DESC, fd,
	IN(attr, perf_event_attr), IN(pid, pid), IN(cpu, int), IN(group_fd, fd), IN(flags, perf_flags));
/*
 * linux/perf_event.h. The member size is the size that the caller gives. The upper half of config
 * is the number of a PMU.
 */
static const struct type t_perf_cache_config = { .name = "PERF_HW_CACHE", .kind = KIND_MACRO, .storage = STORE_U64, .base = 16, VIEW(.terms = true, NONZERO(pmu, upper)), ARGUMENTS(
	ARGUMENT(pmu, hex64, 32, ~0xffffffffull), ARGUMENT(upper, hex32, 24, 0xff000000), ARGUMENT(result, perf_cache_result, 16, 0xff0000),
	ARGUMENT(op, perf_cache_op, 8, 0xff00), ARGUMENT(cache, perf_cache, 0, 0xff)) };
static const struct type t_perf_hardware_config = { .name = "PERF_HW", .kind = KIND_MACRO, .storage = STORE_U64, .base = 16, VIEW(.terms = true, NONZERO(pmu)), ARGUMENTS(
	ARGUMENT(pmu, hex64, 32, ~0xffffffffull), ARGUMENT(config, perf_hardware, 0, 0xffffffff)) };
CHOICE(perf_config, type,
	WITH(PERF_TYPE_HARDWARE, IN(config, perf_hardware_config)),
	WITH(PERF_TYPE_SOFTWARE, IN(config, perf_software)),
	WITH(PERF_TYPE_TRACEPOINT, IN(config, u64)),
	WITH(PERF_TYPE_HW_CACHE, IN(config, perf_cache_config)),
	OTHERWISE(IN(config, hex64)));
COMMENTED_TYPE(perf_skid, perf_skid, U64, 10);
/* Shown if it is not 0, or with -v. */
#define PERF_BIT(name) IN(name, u64, BITS(1))
STRUCT_TYPE_AS(perf_event_attr, PARTS(MIN_SIZE(64), OWN_SIZE(size, 64), EXTENSIBLE, VIEW(.extra = EXTRA_DOTS, VERBOSE(wakeup_events, wakeup_watermark, bp_type, config1, bp_addr, config2,
		bp_len, branch_sample_type, sample_regs_user, sample_stack_user, clockid, sample_regs_intr,
		aux_watermark, sample_max_stack, __reserved_2, aux_sample_size, aux_start_paused, aux_pause, aux_resume, __reserved_3, sig_data, config3, config4),
		ZERO_VERBOSE(disabled, inherit, pinned, exclusive, exclude_user, exclude_kernel, exclude_hv,
		exclude_idle, mmap, comm, freq, inherit_stat, enable_on_exec, task, watermark, mmap_data,
		sample_id_all, exclude_host, exclude_guest, exclude_callchain_kernel, exclude_callchain_user,
		mmap2, comm_exec, use_clockid, context_switch, write_backward, namespaces, ksymbol, bpf_event,
		aux_output, cgroup, text_poke, build_id, inherit_thread, remove_on_exec, sigtrap),
		NONZERO(defer_callchain, defer_output, __reserved_1, __reserved_2, __reserved_3))),
	IN(type, perf_types), IN(size, perf_size), CHOOSE(perf_config), IN(sample_period, u64, WHEN(freq, IS, 0)),
	IN(sample_freq, u64, UNION_WITH_PREVIOUS, WHEN(freq, IS, 1)), IN(sample_type, perf_sample), IN(read_format, perf_format),
	PERF_BIT(disabled), PERF_BIT(inherit), PERF_BIT(pinned), PERF_BIT(exclusive), PERF_BIT(exclude_user),
	PERF_BIT(exclude_kernel), PERF_BIT(exclude_hv), PERF_BIT(exclude_idle), PERF_BIT(mmap), PERF_BIT(comm),
	PERF_BIT(freq), PERF_BIT(inherit_stat), PERF_BIT(enable_on_exec), PERF_BIT(task), PERF_BIT(watermark),
	IN(precise_ip, perf_skid, BITS(2)),
	PERF_BIT(mmap_data), PERF_BIT(sample_id_all), PERF_BIT(exclude_host), PERF_BIT(exclude_guest),
	PERF_BIT(exclude_callchain_kernel), PERF_BIT(exclude_callchain_user), PERF_BIT(mmap2), PERF_BIT(comm_exec),
	PERF_BIT(use_clockid), PERF_BIT(context_switch), PERF_BIT(write_backward), PERF_BIT(namespaces),
	PERF_BIT(ksymbol), PERF_BIT(bpf_event), PERF_BIT(aux_output), PERF_BIT(cgroup), PERF_BIT(text_poke),
	PERF_BIT(build_id), PERF_BIT(inherit_thread), PERF_BIT(remove_on_exec), PERF_BIT(sigtrap),
	IN(defer_callchain, u64, BITS(1)), IN(defer_output, u64, BITS(1)), IN(__reserved_1, hex64, BITS(24)),
	IN(wakeup_events, uint, WHEN(watermark, IS, 0)), IN(wakeup_watermark, uint, UNION_WITH_PREVIOUS, WHEN(watermark, IS, 1)),
	IN(bp_type, perf_breakpoint, WHEN(type, IS, PERF_TYPE_BREAKPOINT)),
	IN(config1, hex64, WHEN(type, IS_NOT, PERF_TYPE_BREAKPOINT)),
	IN(bp_addr, hex64, UNION_WITH_PREVIOUS, WHEN(type, IS, PERF_TYPE_BREAKPOINT)),
	IN(config2, hex64, WHEN(type, IS_NOT, PERF_TYPE_BREAKPOINT)),
	IN(bp_len, u64, UNION_WITH_PREVIOUS, WHEN(type, IS, PERF_TYPE_BREAKPOINT)),
	IN(branch_sample_type, perf_branch, WHEN(sample_type, HAS, PERF_SAMPLE_BRANCH_STACK)),
	IN(sample_regs_user, hex64),
	IN(sample_stack_user, hex32, WHEN(sample_type, HAS, PERF_SAMPLE_STACK_USER)),
	IN(clockid, clocks, WHEN(use_clockid, IS, 1)), IN(sample_regs_intr, hex64),
	IN(aux_watermark, uint), IN(sample_max_stack, u16), IN(__reserved_2, hex16),
	IN(aux_sample_size, uint),
	IN(aux_start_paused, uint, BITS(1)), IN(aux_pause, uint, BITS(1)),
	IN(aux_resume, uint, BITS(1)), IN(__reserved_3, hex32, BITS(29)),
	IN(sig_data, hex64), IN(config3, hex64), IN(config4, hex64));

/* linux/landlock.h */
STRUCT_TYPE_AS(landlock_ruleset_attr, PARTS(MIN_SIZE(8), EXTENSIBLE, VIEW(.extra = EXTRA_DOTS)),
	IN(handled_access_fs, landlock_fs), IN(handled_access_net, landlock_net, WHEN(SIZE, ABOVE, 8)),
	IN(scoped, landlock_scope, WHEN(SIZE, ABOVE, 16)), IN(quiet_access_fs, landlock_fs, WHEN(SIZE, ABOVE, 24)),
	IN(quiet_access_net, landlock_net, WHEN(SIZE, ABOVE, 32)), IN(quiet_scoped, landlock_scope, WHEN(SIZE, ABOVE, 40)));
/* landlock_create_ruleset(2) returns a number with one of two flags, otherwise a descriptor. */
CHOICE_IGNORING(landlock_created, flags, ~UINT64_C(3), WITH_RESULT(0, fd), OTHERWISE());
SYSCALL(landlock_create_ruleset, C_DESC, int,
	IN(attr, landlock_ruleset_attr, LEN(size)), IN(size, size), IN(flags, landlock_create), CHOOSE(landlock_created));
STRUCT_TYPE_AS(landlock_path_beneath_attr, ALIGN(1), IN(allowed_access, landlock_fs), IN(parent_fd, fd));
STRUCT_TYPE(landlock_net_port_attr, IN(allowed_access, landlock_net), IN(port, u64));
CHOICE(landlock_rule, rule_type,
	WITH(LANDLOCK_RULE_PATH_BENEATH, IN(rule_attr, landlock_path_beneath_attr)),
	WITH(LANDLOCK_RULE_NET_PORT, IN(rule_attr, landlock_net_port_attr)),
	OTHERWISE(IN(rule_attr, address)));
SYSCALL(landlock_add_rule, C_DESC, int,
	IN(ruleset_fd, fd), IN(rule_type, landlock_rule), CHOOSE(landlock_rule), IN(flags, landlock_add_rule));
SYSCALL(landlock_restrict_self, C_DESC, int, IN(ruleset_fd, fd), IN(flags, landlock_restrict));
/* linux/lsm.h */
STRUCT_TYPE_AS(lsm_ctx, MIN_SIZE(32),
	IN(id, lsm_id), IN(flags, hex64), IN(len, u64), IN(ctx_len, u64), IN(ctx, bytes, LEN_BY(HOOK_LSM_CONTEXT), WHEN_TEST(HOOK_LSM_HAS_CONTEXT)));
static const struct type t_lsm_ctxs = { .name = "lsm_ctxs", .kind = KIND_RECORDS, RECORDS(.header = &t_lsm_ctx, .record = &t_lsm_ctx, .one_by_one = true,
	.size = "len", .count = "RET", .short_ends = true, .align = 1) };
SYSCALL(lsm_get_self_attr, C_NONE, int,
	IN(attr, lsm_attr), OUT(ctx, lsm_ctxs, LEN(*size), WHEN(RET, ABOVE, 0)), INOUT(size, uint, ON_ERROR), IN(flags, lsm_flags));
SYSCALL(lsm_set_self_attr, C_NONE, int,
	IN(attr, lsm_attr), IN(ctx, lsm_ctx, LEN(size)), IN(size, uint), IN(flags, hex32));
SYSCALL(lsm_list_modules, C_NONE, int, OUT(ids, lsm_id, COUNT(RET)), INOUT(size, uint, ON_ERROR), IN(flags, hex32));

/* Calls that the kernel no longer implements, or never did. */
SYSCALL(break, C_MEMORY, int);
SYSCALL(ftime, C_NONE, int);
SYSCALL(prof, C_NONE, int);
SYSCALL(lock, C_NONE, int);
SYSCALL(mpx, C_NONE, int);
SYSCALL(idle, C_NONE, int);
SYSCALL(stty, C_NONE, int, IN(fd, hexlong), IN(params, hexlong));
SYSCALL(gtty, C_NONE, int, IN(fd, hexlong), IN(params, hexlong));
SYSCALL(ulimit, C_NONE, int, IN(cmd, hexlong), IN(newlimit, hexlong));
SYSCALL(profil, C_NONE, int, IN(buf, hexlong), IN(bufsiz, hexlong), IN(offset, hexlong), IN(scale, hexlong));
/* linux/sysctl.h */
STRUCT_TYPE_AS(sysctl_args, PARTS(.name = "__sysctl_args", VIEW(HIDE(__unused))),
	IN(name, address), IN(nlen, int), IN(oldval, address), IN(oldlenp, address), IN(newval, address), IN(newlen, size),
	IN(__unused, hexlong, COUNT_IS(4)));
SYSCALL(_sysctl, C_NONE, int, IN(args, sysctl_args));
SYSCALL(bdflush, C_NONE, int, IN(func, hexlong), IN(data, hexlong));
SYSCALL(vm86old, C_NONE, int, IN(info, hexlong));
SYSCALL(vm86, C_NONE, int, IN(fn, hexlong), IN(v86, hexlong), IN(arg3, hexlong), IN(arg4, hexlong), IN(arg5, hexlong));
SYSCALL(nfsservctl, C_NONE, int, IN(cmd, hexlong), IN(argp, hexlong), IN(resp, hexlong));
SYSCALL(getpmsg, C_NETWORK, int, IN(fd, hexlong), IN(ctlptr, hexlong), IN(dataptr, hexlong), IN(bandp, hexlong), IN(flagsp, hexlong));
SYSCALL(putpmsg, C_NETWORK, int, IN(fd, hexlong), IN(ctlptr, hexlong), IN(dataptr, hexlong), IN(band, hexlong), IN(flags, hexlong));
SYSCALL(afs_syscall, C_NONE, int, IN(arg1, hexlong), IN(arg2, hexlong), IN(arg3, hexlong), IN(arg4, hexlong), IN(arg5, hexlong));
SYSCALL(tuxcall, C_NONE, int, IN(arg1, hexlong), IN(arg2, hexlong), IN(arg3, hexlong));
SYSCALL(security, C_NONE, int, IN(arg1, hexlong), IN(arg2, hexlong), IN(arg3, hexlong));
SYSCALL(vserver, C_NONE, int, IN(cmd, hexlong), IN(id, hexlong), IN(data, hexlong), IN(arg4, hexlong), IN(arg5, hexlong));
SYSCALL(epoll_ctl_old, C_NONE, int, IN(epfd, hexlong), IN(op, hexlong), IN(fd, hexlong), IN(event, hexlong));
SYSCALL(epoll_wait_old, C_NONE, int, IN(epfd, hexlong), IN(events, hexlong), IN(maxevents, hexlong), IN(timeout, hexlong));
SYSCALL(lookup_dcookie, C_NONE, int, IN(cookie, u64, PAIR), OUT(buffer, bytes, LEN(RET)), IN(len, size));
/*
 * x86: code that the kernel puts at a probed address makes this call (arch/x86/kernel/uprobes.c).
 */
SYSCALL(uretprobe, C_NONE, klong);
SYSCALL(uprobe, C_NONE, klong);
