# The families: rows and struct types. rows.awk reads them, so that a row is registered by being there.
syscalls_families = \
	src/syscalls/bpf.c \
	src/syscalls/classes_only.c \
	src/syscalls/creds.c \
	src/syscalls/fcntl.c \
	src/syscalls/file.c \
	src/syscalls/io.c \
	src/syscalls/ioctl.c \
	src/syscalls/ipc.c \
	src/syscalls/memory.c \
	src/syscalls/misc.c \
	src/syscalls/mount.c \
	src/syscalls/network.c \
	src/syscalls/poll.c \
	src/syscalls/prctl.c \
	src/syscalls/process.c \
	src/syscalls/sched.c \
	src/syscalls/signal.c \
	src/syscalls/sockopt.c \
	src/syscalls/stat.c \
	src/syscalls/time.c
syscalls_lists = \
	src/syscalls/flags/access_mode.list \
	src/syscalls/flags/address_families.list \
	src/syscalls/flags/adj_modes.list \
	src/syscalls/flags/arch_prctl.list \
	src/syscalls/flags/at_flags.list \
	src/syscalls/flags/audit_arch.list \
	src/syscalls/flags/bluetooth_protocols.list \
	src/syscalls/flags/bpf_attach_flags.list \
	src/syscalls/flags/bpf_attach_types.list \
	src/syscalls/flags/bpf_commands.list \
	src/syscalls/flags/bpf_elem_flags.list \
	src/syscalls/flags/bpf_file_flags.list \
	src/syscalls/flags/bpf_map_flags.list \
	src/syscalls/flags/bpf_map_types.list \
	src/syscalls/flags/bpf_prog_flags.list \
	src/syscalls/flags/bpf_prog_types.list \
	src/syscalls/flags/bpf_stats.list \
	src/syscalls/flags/c_cflag.list \
	src/syscalls/flags/c_iflag.list \
	src/syscalls/flags/c_lflag.list \
	src/syscalls/flags/c_oflag.list \
	src/syscalls/flags/cap_ambient.list \
	src/syscalls/flags/cap_version.list \
	src/syscalls/flags/capabilities.list \
	src/syscalls/flags/capability_bits.list \
	src/syscalls/flags/clocks.list \
	src/syscalls/flags/clone3_flags.list \
	src/syscalls/flags/clone_flags.list \
	src/syscalls/flags/close_range.list \
	src/syscalls/flags/delete_module.list \
	src/syscalls/flags/dirent_type.list \
	src/syscalls/flags/dispatch.list \
	src/syscalls/flags/epoll_create.list \
	src/syscalls/flags/epoll_events.list \
	src/syscalls/flags/epoll_ops.list \
	src/syscalls/flags/errno.list \
	src/syscalls/flags/ethernet_protocols.list \
	src/syscalls/flags/eventfd.list \
	src/syscalls/flags/execveat_flags.list \
	src/syscalls/flags/faccessat2_flags.list \
	src/syscalls/flags/fadvise.list \
	src/syscalls/flags/fallocate.list \
	src/syscalls/flags/fan_events.list \
	src/syscalls/flags/fan_init.list \
	src/syscalls/flags/fan_mark.list \
	src/syscalls/flags/fcntl_commands.list \
	src/syscalls/flags/fd_flags.list \
	src/syscalls/flags/file_type.list \
	src/syscalls/flags/flock_ops.list \
	src/syscalls/flags/fs_magic.list \
	src/syscalls/flags/fsconfig.list \
	src/syscalls/flags/fsmount.list \
	src/syscalls/flags/fsopen.list \
	src/syscalls/flags/fspick.list \
	src/syscalls/flags/futex2_flags.list \
	src/syscalls/flags/futex_bitset.list \
	src/syscalls/flags/futex_ops.list \
	src/syscalls/flags/grnd.list \
	src/syscalls/flags/handle_flags.list \
	src/syscalls/flags/hardware_types.list \
	src/syscalls/flags/inode_flags.list \
	src/syscalls/flags/inotify_init.list \
	src/syscalls/flags/inotify_mask.list \
	src/syscalls/flags/interface_flags.list \
	src/syscalls/flags/ioctl.list \
	src/syscalls/flags/ioprio_who.list \
	src/syscalls/flags/ip_options.list \
	src/syscalls/flags/ip_protocols.list \
	src/syscalls/flags/ipc_get.list \
	src/syscalls/flags/ipc_key.list \
	src/syscalls/flags/ipc_msg_flags.list \
	src/syscalls/flags/ipv6_options.list \
	src/syscalls/flags/itimers.list \
	src/syscalls/flags/kcmp.list \
	src/syscalls/flags/kexec_file_flags.list \
	src/syscalls/flags/kexec_flags.list \
	src/syscalls/flags/key_perm.list \
	src/syscalls/flags/key_reqkey.list \
	src/syscalls/flags/key_spec.list \
	src/syscalls/flags/keyctl.list \
	src/syscalls/flags/landlock_create.list \
	src/syscalls/flags/landlock_fs.list \
	src/syscalls/flags/landlock_net.list \
	src/syscalls/flags/landlock_restrict.list \
	src/syscalls/flags/landlock_rule.list \
	src/syscalls/flags/lease.list \
	src/syscalls/flags/line_disciplines.list \
	src/syscalls/flags/lock_type.list \
	src/syscalls/flags/lock_whence.list \
	src/syscalls/flags/log_levels.list \
	src/syscalls/flags/madvise.list \
	src/syscalls/flags/mce_kill.list \
	src/syscalls/flags/mce_policy.list \
	src/syscalls/flags/mdwe.list \
	src/syscalls/flags/membarrier_cmd.list \
	src/syscalls/flags/membarrier_flags.list \
	src/syscalls/flags/membarrier_query.list \
	src/syscalls/flags/memfd.list \
	src/syscalls/flags/memfd_secret.list \
	src/syscalls/flags/mlock_flags.list \
	src/syscalls/flags/mlockall_flags.list \
	src/syscalls/flags/mmap_flags.list \
	src/syscalls/flags/mmap_prot.list \
	src/syscalls/flags/modem_lines.list \
	src/syscalls/flags/module_init.list \
	src/syscalls/flags/mount_attr.list \
	src/syscalls/flags/mount_flags.list \
	src/syscalls/flags/mount_propagation.list \
	src/syscalls/flags/mount_setattr.list \
	src/syscalls/flags/move_mount.list \
	src/syscalls/flags/mpol_get.list \
	src/syscalls/flags/mpol_mf.list \
	src/syscalls/flags/mpol_mode.list \
	src/syscalls/flags/mremap_flags.list \
	src/syscalls/flags/msg_commands.list \
	src/syscalls/flags/msg_flags.list \
	src/syscalls/flags/msync_flags.list \
	src/syscalls/flags/netlink_options.list \
	src/syscalls/flags/netlink_protocols.list \
	src/syscalls/flags/notify_flags.list \
	src/syscalls/flags/open_extra.list \
	src/syscalls/flags/open_flags.list \
	src/syscalls/flags/open_tree.list \
	src/syscalls/flags/owner_type.list \
	src/syscalls/flags/packet_options.list \
	src/syscalls/flags/packet_types.list \
	src/syscalls/flags/perf_flags.list \
	src/syscalls/flags/perf_types.list \
	src/syscalls/flags/personality.list \
	src/syscalls/flags/pid_type.list \
	src/syscalls/flags/pidfd_open.list \
	src/syscalls/flags/pidfd_signal.list \
	src/syscalls/flags/pkey_rights.list \
	src/syscalls/flags/poll_events.list \
	src/syscalls/flags/prctl_options.list \
	src/syscalls/flags/priority_who.list \
	src/syscalls/flags/ptrace_options.list \
	src/syscalls/flags/ptrace_requests.list \
	src/syscalls/flags/ptracer.list \
	src/syscalls/flags/reboot_commands.list \
	src/syscalls/flags/reboot_magic1.list \
	src/syscalls/flags/reboot_magic2.list \
	src/syscalls/flags/rename_flags.list \
	src/syscalls/flags/resolve.list \
	src/syscalls/flags/rlimits.list \
	src/syscalls/flags/rseq_flags.list \
	src/syscalls/flags/rusage_who.list \
	src/syscalls/flags/rwf.list \
	src/syscalls/flags/sa_flags.list \
	src/syscalls/flags/sched_core.list \
	src/syscalls/flags/sched_flags.list \
	src/syscalls/flags/sched_policies.list \
	src/syscalls/flags/scm_ip_types.list \
	src/syscalls/flags/scm_types.list \
	src/syscalls/flags/seals.list \
	src/syscalls/flags/seccomp_action.list \
	src/syscalls/flags/seccomp_filter.list \
	src/syscalls/flags/seccomp_mode.list \
	src/syscalls/flags/seccomp_op.list \
	src/syscalls/flags/securebits.list \
	src/syscalls/flags/seek.list \
	src/syscalls/flags/sem_commands.list \
	src/syscalls/flags/sem_flags.list \
	src/syscalls/flags/set_mm.list \
	src/syscalls/flags/set_vma.list \
	src/syscalls/flags/setns_flags.list \
	src/syscalls/flags/shm_commands.list \
	src/syscalls/flags/shmat_flags.list \
	src/syscalls/flags/shmget_flags.list \
	src/syscalls/flags/shutdown.list \
	src/syscalls/flags/si_code.list \
	src/syscalls/flags/si_code_bus.list \
	src/syscalls/flags/si_code_chld.list \
	src/syscalls/flags/si_code_fpe.list \
	src/syscalls/flags/si_code_ill.list \
	src/syscalls/flags/si_code_poll.list \
	src/syscalls/flags/si_code_segv.list \
	src/syscalls/flags/si_code_sys.list \
	src/syscalls/flags/si_code_trap.list \
	src/syscalls/flags/sig_handler.list \
	src/syscalls/flags/sigev_notify.list \
	src/syscalls/flags/signalfd.list \
	src/syscalls/flags/signals.list \
	src/syscalls/flags/sigprocmask.list \
	src/syscalls/flags/so_options.list \
	src/syscalls/flags/socket_flags.list \
	src/syscalls/flags/socket_levels.list \
	src/syscalls/flags/socket_type.list \
	src/syscalls/flags/socket_types.list \
	src/syscalls/flags/socketcall.list \
	src/syscalls/flags/speculation.list \
	src/syscalls/flags/speculation_state.list \
	src/syscalls/flags/splice_flags.list \
	src/syscalls/flags/ss_flags.list \
	src/syscalls/flags/sta_status.list \
	src/syscalls/flags/statfs_flags.list \
	src/syscalls/flags/statx_attributes.list \
	src/syscalls/flags/statx_flags.list \
	src/syscalls/flags/statx_mask.list \
	src/syscalls/flags/suid_dump.list \
	src/syscalls/flags/swap_flags.list \
	src/syscalls/flags/sync_range.list \
	src/syscalls/flags/syslog_actions.list \
	src/syscalls/flags/tcflow.list \
	src/syscalls/flags/tcflush.list \
	src/syscalls/flags/tcp_options.list \
	src/syscalls/flags/time_state.list \
	src/syscalls/flags/timer_flags.list \
	src/syscalls/flags/timerfd.list \
	src/syscalls/flags/tsc.list \
	src/syscalls/flags/udp_options.list \
	src/syscalls/flags/uffd.list \
	src/syscalls/flags/umount_flags.list \
	src/syscalls/flags/unalign.list \
	src/syscalls/flags/unshare_flags.list \
	src/syscalls/flags/uring_enter.list \
	src/syscalls/flags/uring_features.list \
	src/syscalls/flags/uring_register.list \
	src/syscalls/flags/uring_setup.list \
	src/syscalls/flags/utime_nsec.list \
	src/syscalls/flags/vsock_cids.list \
	src/syscalls/flags/vsock_options.list \
	src/syscalls/flags/wait_id.list \
	src/syscalls/flags/wait_options.list \
	src/syscalls/flags/write_hint.list \
	src/syscalls/flags/xattr_flags.list

libscry_a_SOURCES += $(syscalls_families) \
	src/syscalls/hooks.c \
	src/syscalls/hooks.h \
	src/syscalls/list.c \
	src/syscalls/rows_data.h \
	src/syscalls/syscalls.c \
	src/syscalls/table.h \
	src/syscalls/types.c
nodist_libscry_a_SOURCES += src/syscalls/lists.c src/syscalls/rows.c
BUILT_SOURCES += src/syscalls/lists.h src/syscalls/rows.h
CLEANFILES += src/syscalls/lists.h src/syscalls/lists.c src/syscalls/rows.h src/syscalls/rows.c
EXTRA_DIST += src/syscalls/lists.awk src/syscalls/rows.awk $(syscalls_lists)

syscalls_lists_in = $(syscalls_lists:%=$(srcdir)/%)
syscalls_rows_in = $(syscalls_families:%=$(srcdir)/%)
src/syscalls/lists.h: $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v abis="$(SCRY_ABIS)" -v make=header \
		-f $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in) >$@.tmp && mv $@.tmp $@
src/syscalls/lists.c: $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v abis="$(SCRY_ABIS)" -v make=source \
		-f $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in) >$@.tmp && mv $@.tmp $@
src/syscalls/rows.h: $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=header \
		-f $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in) >$@.tmp && mv $@.tmp $@
src/syscalls/rows.c: $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=source \
		-f $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in) >$@.tmp && mv $@.tmp $@
