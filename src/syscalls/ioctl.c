/* SPDX-License-Identifier: MIT */
/* ioctl(2): a request, which decides the type of the argument. Structs are in ioctl_*.c. */
#include "syscalls/hooks.h"
#include "syscalls/table.h"

/* clang-format off */

/* Types that are not in rows.h: the union of struct ifreq, and types of its members. */
#define IFREQ_EXTERN(member) extern const struct type t_ifreq_##member;
IFREQ_EXTERN(flags) IFREQ_EXTERN(mtu) IFREQ_EXTERN(metric) IFREQ_EXTERN(qlen) IFREQ_EXTERN(addr) IFREQ_EXTERN(netmask)
IFREQ_EXTERN(broadaddr) IFREQ_EXTERN(dstaddr) IFREQ_EXTERN(hwaddr) IFREQ_EXTERN(map) IFREQ_EXTERN(slave) IFREQ_EXTERN(newname)
IFREQ_EXTERN(ifindex) IFREQ_EXTERN(port)

/* Requests without a type: bytes, as many as the request says, which text shows with -v. */
#define REQUEST_DATA LEN_OF_REQUEST(op), UNION_WITH_PREVIOUS
CHOICE_BY(ioctl_by_direction, hook_ioctl_direction,
	WITH(pidfd_info, INOUT(argp, pidfd_info, REQUEST_DATA)),
	WITH(mnt_ns_info, OUT(argp, mnt_ns_info, REQUEST_DATA)),
	WITH_RESULT(mnt_ns_next, fd, OUT(argp, mnt_ns_info, REQUEST_DATA)),
	WITH_VIEW(write, VIEW(ABBREV(argp)), IN(argp, hex_bytes, REQUEST_DATA)),
	WITH_VIEW(read, VIEW(ABBREV(argp)), OUT(argp, hex_bytes, REQUEST_DATA, ON_ERROR)),
	WITH_VIEW(both, VIEW(ABBREV(argp)), INOUT(argp, hex_bytes, REQUEST_DATA)),
	OTHERWISE(IN(argp, hexlong, UNION_WITH_PREVIOUS)));

/* Requests that macros make, mostly of input devices. hooks.c tells them apart. */
CHOICE_BY(ioctl_by_macro, hook_ioctl_macro,
	WITH(text, OUT(argp, bytes, LEN(RET))),
#define INPUT_BITS(key, set) WITH(key, OUT(argp, set, LEN(RET)))
	INPUT_BITS(keys, key_set), INPUT_BITS(rel, rel_set), INPUT_BITS(axes, abs_set), INPUT_BITS(msc, msc_set),
	INPUT_BITS(switches, sw_set), INPUT_BITS(leds, led_set), INPUT_BITS(sounds, sound_set), INPUT_BITS(rep, rep_set),
	INPUT_BITS(ff, ff_set), INPUT_BITS(ff_status, ff_status_set), INPUT_BITS(props, prop_set), INPUT_BITS(types, type_set),
	WITH(number, OUT(argp, int)),
	WITH(slots, OUT(argp, input_mt_request, LEN_OF_REQUEST(op))),
	WITH(get_axis, OUT(argp, input_absinfo)),
	WITH(set_axis, IN(argp, input_absinfo)),
	WITH(pointer, IN(argp, address)),
	OTHERWISE(IN(arg, hexlong, LOOKUP), CHOOSE(ioctl_by_direction)));

#define GET(type) OUT(argp, type)
#define SET(type) IN(argp, type)
#define SET_CELL(type) IN(argp, type, PTR)
#define VALUE(type) IN(arg, type)
/* SG_IO: the first member of the struct decides which struct it is. */
CHOICE(sg_versions, *version,
	WITH(83, INOUT(argp, sg_io_hdr, ON_ERROR, UNION_WITH_PREVIOUS)),
	WITH(81, INOUT(argp, sg_io_v4, ON_ERROR, UNION_WITH_PREVIOUS)),
	OTHERWISE(IN(argp, uint, PTR, UNION_WITH_PREVIOUS)));
CHOICE(ioctl_arguments, op,
	/* terminals: asm-generic/ioctls.h */
	WITH(TCGETS|TIOCGLCKTRMIOS, GET(termios)),
	WITH(TCSETS|TCSETSW|TCSETSF|TIOCSLCKTRMIOS, SET(termios)),
	WITH(TCGETS2, GET(termios2)),
	WITH(TCSETS2|TCSETSW2|TCSETSF2, SET(termios2)),
	WITH(TCGETA, GET(termio)),
	WITH(TCSETA|TCSETAW|TCSETAF, SET(termio)),
	WITH(TIOCGWINSZ, GET(winsize)),
	WITH(TIOCSWINSZ, SET(winsize)),
	WITH(TIOCGPGRP|TIOCGSID|FIOGETOWN|SIOCGPGRP, GET(pid)),
	WITH(TIOCSPGRP|FIOSETOWN|SIOCSPGRP, SET_CELL(pid)),
	WITH(TIOCGPTPEER, IN(flags, hexlong)),
	WITH(TIOCSCTTY|TCSBRK|TCSBRKP, VALUE(int)),
	WITH(TCFLSH, VALUE(tcflush_long)),
	WITH(TCXONC, VALUE(tcflow_long)),
	WITH(TIOCMGET, GET(modem_lines)),
	WITH(TIOCMSET|TIOCMBIS|TIOCMBIC, SET_CELL(modem_lines)),
	WITH(TIOCSTI, IN(argp, bytes, LEN_IS(1))),
	/* requests without an argument */
	WITH(FIOCLEX|FIONCLEX|TIOCNOTTY|TIOCEXCL|TIOCNXCL|TIOCSBRK|TIOCCBRK|TIOCCONS|TIOCVHANGUP|TIOCSSERIAL|
		BLKRRPART|BLKFLSBUF|BLKTRACESTART|BLKTRACESTOP|BLKTRACETEARDOWN|COUNTER_ENABLE_EVENTS_IOCTL|
		COUNTER_DISABLE_EVENTS_IOCTL|KDENABIO|KDDISABIO|KDMAPDISP|KDUNMAPDISP|PIO_FONTRESET|UBI_IOCVOLRMBLK|
		UBI_IOCVOLCRBLK|RNDZAPENTCNT|RNDCLEARPOOL|RNDRESEEDCRNG|RTC_AIE_ON|RTC_AIE_OFF|RTC_UIE_ON|RTC_UIE_OFF|
		RTC_PIE_ON|RTC_PIE_OFF|RTC_WIE_ON|RTC_WIE_OFF|RTC_VL_CLR|BTRFS_IOC_TRANS_START|BTRFS_IOC_TRANS_END|
		BTRFS_IOC_SYNC|BTRFS_IOC_SCRUB_CANCEL|BTRFS_IOC_QUOTA_RESCAN_WAIT|BTRFS_IOC_DEFRAG|BTRFS_IOC_BALANCE|
		NBD_DO_IT|NBD_CLEAR_SOCK|NBD_CLEAR_QUE|NBD_PRINT_DEBUG|NBD_DISCONNECT|FIFREEZE|FITHAW|WDIOC_KEEPALIVE|
		SG_GET_TIMEOUT|LOOP_CLR_FD|LOOP_SET_CAPACITY|LOOP_CTL_GET_FREE),
	WITH_RESULT(NS_GET_USERNS|NS_GET_PARENT, fd),
	WITH_RESULT(PIDFD_GET_CGROUP_NAMESPACE|PIDFD_GET_IPC_NAMESPACE|PIDFD_GET_MNT_NAMESPACE|PIDFD_GET_NET_NAMESPACE|
		PIDFD_GET_PID_NAMESPACE|PIDFD_GET_PID_FOR_CHILDREN_NAMESPACE|PIDFD_GET_TIME_NAMESPACE|
		PIDFD_GET_TIME_FOR_CHILDREN_NAMESPACE|PIDFD_GET_USER_NAMESPACE|PIDFD_GET_UTS_NAMESPACE, fd, VALUE(hexlong)),
	/* The first two take a number of the namespace that the descriptor refers to; the others return one. */
	WITH_RESULT(NS_GET_PID_FROM_PIDNS|NS_GET_TGID_FROM_PIDNS, pid, VALUE(int)),
	WITH(NS_GET_PID_IN_PIDNS|NS_GET_TGID_IN_PIDNS, VALUE(pid)),
	WITH(NS_GET_MNTNS_ID, GET(hex64)),
	WITH_NOTES(KVM_RUN, int, NOTES(NOTE_POINTEE_AT(NULL, hook_kvm_exit_reason, kvm_exit), NOTE_AT(NULL, hook_kvm_exit, kvm_run_exit)), VALUE(hexlong)),
	WITH_NOTES(NS_GET_NSTYPE, int, NOTES(NOTE_RET(NULL, setns_flags, WHEN(RET, HAS, 0x7e020080)))),
	/* a number that the kernel fills */
	WITH(FIONREAD|TIOCOUTQ|TIOCGETD|TIOCGSOFTCAR|TIOCGEXCL|TIOCGPTN|TIOCGDEV|SIOCATMARK|SIOCOUTQNSD|SIOCGIFENCAP|
		BLKROGET|BLKSSZGET|BLKALIGNOFF|BLKBSZGET|MEMGETREGIONCOUNT|RNDGETENTCNT|WDIOC_GETSTATUS|
		WDIOC_GETBOOTSTATUS|WDIOC_GETTEMP|WDIOC_GETTIMEOUT|WDIOC_GETPRETIMEOUT|WDIOC_GETTIMELEFT|NS_GET_OWNER_UID, GET(int)),
	WITH(BLKIOMIN|BLKIOOPT|BLKPBSZGET|BLKDISCARDZEROES|OTPGETREGIONCOUNT|BLKGETZONESZ|BLKGETNRZONES|EVIOCGEFFECTS|
		VIDIOC_G_INPUT|LIRC_GET_REC_RESOLUTION|LIRC_GET_MIN_TIMEOUT|LIRC_GET_MAX_TIMEOUT|LIRC_GET_LENGTH|
		LIRC_GET_REC_TIMEOUT, GET(uint)),
	WITH(BLKSECTGET|BLKROTATIONAL, GET(u16)),
	WITH(BLKGETSIZE|BLKRAGET|BLKFRAGET|HDIO_GET_UNMASKINTR|HDIO_GET_MULTCOUNT|HDIO_GET_KEEPSETTINGS|HDIO_GET_32BIT|HDIO_GET_NOWERR|HDIO_GET_DMA|
		HDIO_GET_WCACHE|HDIO_GET_ACOUSTIC|HDIO_GET_ADDRESS|RTC_IRQP_READ|RTC_EPOCH_READ, GET(ulong)),
	WITH(BLKGETSIZE64|BLKGETDISKSEQ|PERF_EVENT_IOC_ID|BTRFS_IOC_START_SYNC, GET(u64)),
	WITH(EVIOCGVERSION, GET(hex32)),
	WITH(RTC_VL_READ, GET(rtc_vl)),
	WITH(HDIO_GET_BUSSTATE, GET(bus_states)),
	WITH(KDGETMODE, GET(console_modes)),
	WITH(KDGKBMODE, GET(keyboard_mode)),
	WITH(KDGKBMETA, GET(meta_modes)),
	WITH(KDGKBTYPE, GET(keyboard_types)),
	WITH(FS_IOC_GETFLAGS|FS_IOC32_GETFLAGS, GET(inode_flags)),
	/* a number that the kernel reads */
	WITH(FIONBIO|FIOASYNC|TIOCPKT|TIOCSETD|TIOCSSOFTCAR|TIOCSPTLCK|SIOCSIFENCAP|BLKROSET|BLKBSZSET|UBI_IOCEBER|UBI_IOCEBUNMAP|
		UBI_IOCEBISMAP|UBI_IOCRMVOL|UBI_IOCRPEB|UBI_IOCSPEB|UBI_IOCDET|RNDADDTOENTCNT|WDIOC_SETTIMEOUT|
		WDIOC_SETPRETIMEOUT, SET_CELL(int)),
	WITH(EVIOCSCLOCKID|LIRC_SET_SEND_CARRIER|LIRC_SET_REC_CARRIER|LIRC_SET_SEND_DUTY_CYCLE|LIRC_SET_REC_TIMEOUT|
		LIRC_SET_REC_TIMEOUT_REPORTS|LIRC_SET_MEASURE_CARRIER_MODE|LIRC_SET_REC_CARRIER_RANGE|
		LIRC_SET_WIDEBAND_RECEIVER|VIDIOC_S_INPUT, SET_CELL(uint)),
	WITH(PERF_EVENT_IOC_PERIOD|MEMGETBADBLOCK|MEMSETBADBLOCK|BTRFS_IOC_DEFAULT_SUBVOL|BTRFS_IOC_WAIT_SYNC, SET_CELL(u64)),
	WITH(SECCOMP_IOCTL_NOTIF_ID_VALID|SECCOMP_IOCTL_NOTIF_ID_VALID_WRONG_DIR, SET_CELL(hex64)),
	WITH(LIRC_SET_TRANSMITTER_MASK, SET_CELL(hex32)),
	WITH(FS_IOC_SETFLAGS|FS_IOC32_SETFLAGS, SET_CELL(inode_flags)),
	/* the argument itself */
	WITH(BLKRASET|BLKFRASET|HDIO_SET_MULTCOUNT|HDIO_SET_UNMASKINTR|HDIO_SET_KEEPSETTINGS|HDIO_SET_32BIT|HDIO_SET_NOWERR|
		HDIO_SET_DMA|HDIO_SET_PIO_MODE|HDIO_UNREGISTER_HWIF|HDIO_SET_WCACHE|HDIO_SET_ACOUSTIC|HDIO_SET_ADDRESS|
		PERF_EVENT_IOC_PAUSE_OUTPUT|EVIOCGRAB|EVIOCREVOKE|RTC_IRQP_SET|RTC_EPOCH_SET|NBD_SET_BLKSIZE|
		NBD_SET_SIZE|NBD_SET_SIZE_BLOCKS|NBD_SET_TIMEOUT|LOOP_SET_BLOCK_SIZE|LOOP_SET_DIRECT_IO, VALUE(ulong)),
	WITH(PERF_EVENT_IOC_REFRESH|EVIOCRMFF|INOTIFY_IOC_SETNEXTWD|LOOP_CTL_ADD|LOOP_CTL_REMOVE, VALUE(int)),
	WITH(KDSIGACCEPT, VALUE(signal_long)),
	WITH(FICLONE, IN(src_fd, fd)),
	WITH(PERF_EVENT_IOC_SET_OUTPUT|PERF_EVENT_IOC_SET_BPF|NBD_SET_SOCK|LOOP_SET_FD|LOOP_CHANGE_FD, VALUE(fd)),
	WITH_RESULT(KVM_CREATE_VCPU, fd, VALUE(uint)),
	WITH_RESULT(KVM_CREATE_VM, fd, IN(argp, hexlong)),
	WITH(PERF_EVENT_IOC_ENABLE|PERF_EVENT_IOC_DISABLE|PERF_EVENT_IOC_RESET, VALUE(perf_ioc_flags)),
	WITH(NBD_SET_FLAGS, VALUE(nbd_flags)),
	WITH(HDIO_SET_BUSSTATE, VALUE(bus_states)),
	WITH(BTRFS_IOC_BALANCE_CTL, VALUE(btrfs_balance_ctl)),
	WITH(KDSETMODE, VALUE(console_modes)),
	WITH(KDSKBMODE, VALUE(keyboard_mode)),
	WITH(KDSKBMETA, VALUE(meta_modes)),
	WITH(MTDFILEMODE, VALUE(mtd_modes)),
	WITH(KVM_CHECK_EXTENSION, VALUE(kvm_caps)),
	/* block devices and file systems: ioctl_block.c */
	WITH(BLKPG, SET(blkpg_ioctl_arg)),
	WITH(BLKDISCARD|BLKSECDISCARD|BLKZEROOUT, IN(argp, u64, COUNT_IS(2), WHOLE)),
	WITH(BLKTRACESETUP, INOUT(argp, blk_user_trace_setup)),
	WITH(HDIO_GETGEO, GET(hd_geometry)),
	WITH(FICLONERANGE, SET(file_clone_range)),
	WITH(FIDEDUPERANGE, INOUT(argp, file_dedupe_range)),
	WITH(FITRIM, SET(fstrim_range)),
	WITH(FS_IOC_FSGETXATTR, GET(fsxattr)),
	WITH(FS_IOC_FSSETXATTR, IN(argp, fsxattr, AS(fsxattr_set))),
	WITH(FS_IOC_FIEMAP, INOUT(argp, fiemap)),
	WITH(FS_IOC_GETFSLABEL, OUT(argp, text, LEN_IS(256))),
	WITH(FS_IOC_SETFSLABEL, IN(argp, text, LEN_IS(256))),
	WITH(LOOP_SET_STATUS, SET(loop_info)),
	WITH(LOOP_GET_STATUS, GET(loop_info)),
	WITH(LOOP_SET_STATUS64, SET(loop_info64)),
	WITH(LOOP_GET_STATUS64, GET(loop_info64)),
	WITH(LOOP_CONFIGURE, SET(loop_config)),
	WITH(RTC_RD_TIME|RTC_ALM_READ, GET(rtc_time)),
	WITH(RTC_SET_TIME|RTC_ALM_SET, SET(rtc_time)),
	WITH(RTC_WKALM_RD, GET(rtc_wkalrm)),
	WITH(RTC_WKALM_SET, SET(rtc_wkalrm)),
	WITH(RTC_PLL_GET, GET(rtc_pll_info)),
	WITH(RTC_PLL_SET, SET(rtc_pll_info)),
	WITH(RTC_PARAM_GET, INOUT(argp, rtc_param, FILLS(uvalue, svalue), AS(rtc_param_filled))),
	WITH(RTC_PARAM_SET, SET(rtc_param)),
	/* interfaces, input devices and the rest: ioctl_misc.c */
	WITH(UFFDIO_API, INOUT(argp, uffdio_api)),
	WITH(UFFDIO_REGISTER, INOUT(argp, uffdio_register)),
	WITH(UFFDIO_UNREGISTER|UFFDIO_WAKE, SET(uffdio_range)),
	WITH(UFFDIO_COPY, INOUT(argp, uffdio_copy)),
	WITH(UFFDIO_ZEROPAGE, INOUT(argp, uffdio_zeropage)),
	WITH(UFFDIO_WRITEPROTECT, SET(uffdio_writeprotect)),
	WITH(UFFDIO_CONTINUE, INOUT(argp, uffdio_continue)),
	WITH(UFFDIO_POISON, INOUT(argp, uffdio_poison)),
	WITH_RESULT(UDMABUF_CREATE, fd, SET(udmabuf_create)),
	WITH_RESULT(UDMABUF_CREATE_LIST, fd, SET(udmabuf_create_list)),
	WITH(EPIOCSPARAMS, SET(epoll_params)),
	WITH(EPIOCGPARAMS, GET(epoll_params)),
	WITH(FS_IOC_GETFSUUID, GET(fsuuid2)),
	WITH(FS_IOC_GETFSSYSFSPATH, GET(fs_sysfs_path)),
	WITH(FS_IOC_GETLBMD_CAP, GET(logical_block_metadata_cap)),
	WITH(FS_IOC_SHUTDOWN, SET_CELL(fs_shutdown)),
	WITH(WDIOC_GETSUPPORT, GET(watchdog_info)),
	WITH(WDIOC_SETOPTIONS, SET_CELL(watchdog_options)),
	WITH(SECCOMP_IOCTL_NOTIF_SET_FLAGS, VALUE(seccomp_notif_flags)),
	WITH(SECCOMP_IOCTL_NOTIF_RECV, GET(seccomp_notif)),
	WITH(SECCOMP_IOCTL_NOTIF_SEND, SET(seccomp_notif_resp)),
	WITH(SECCOMP_IOCTL_NOTIF_ADDFD, SET(seccomp_notif_addfd)),
	WITH(EVIOCGID, GET(input_id)),
	WITH(EVIOCGREP, OUT(argp, uint, COUNT_IS(2), WHOLE)),
	WITH(EVIOCSREP, IN(argp, uint, COUNT_IS(2), WHOLE)),
	WITH(PERF_EVENT_IOC_SET_FILTER, SET(string)),
	WITH(PERF_EVENT_IOC_QUERY_BPF, INOUT(argp, perf_event_query_bpf)),
	WITH(RNDADDENTROPY, SET(rand_pool_info)),
	WITH(SIOCGIFCONF, OUT(argp, ifconf)),
	WITH(SIOCGIFNAME, INOUT(argp, ifreq_ifindex, FILLS(ifr_name), AS(ifreq_name))),
	WITH(SIOCGIFINDEX, INOUT(argp, ifreq_ifindex, FILLS(ifr_ifindex))),
#define IFREQ_BOTH(get, set, member) WITH(get, INOUT(argp, ifreq_##member, FILLS(ifr_##member))), WITH(set, IN(argp, ifreq_##member))
	IFREQ_BOTH(SIOCGIFFLAGS, SIOCSIFFLAGS, flags),
	IFREQ_BOTH(SIOCGIFMTU, SIOCSIFMTU, mtu),
	IFREQ_BOTH(SIOCGIFMETRIC, SIOCSIFMETRIC, metric),
	IFREQ_BOTH(SIOCGIFTXQLEN, SIOCSIFTXQLEN, qlen),
	IFREQ_BOTH(SIOCGIFADDR, SIOCSIFADDR, addr),
	IFREQ_BOTH(SIOCGIFNETMASK, SIOCSIFNETMASK, netmask),
	IFREQ_BOTH(SIOCGIFBRDADDR, SIOCSIFBRDADDR, broadaddr),
	IFREQ_BOTH(SIOCGIFDSTADDR, SIOCSIFDSTADDR, dstaddr),
	WITH(SIOCGIFHWADDR, INOUT(argp, ifreq_hwaddr, FILLS(ifr_hwaddr))),
	WITH(SIOCSIFHWADDR|SIOCSIFHWBROADCAST|SIOCADDMULTI|SIOCDELMULTI, IN(argp, ifreq_hwaddr)),
	IFREQ_BOTH(SIOCGIFMAP, SIOCSIFMAP, map),
	IFREQ_BOTH(SIOCGIFSLAVE, SIOCSIFSLAVE, slave),
	WITH(SIOCSIFNAME, IN(argp, ifreq_newname)),
	WITH(SIOCBRADDBR|SIOCBRDELBR, IN(argp, text, LEN_IS(16))),
	WITH(SIOCBRADDIF|SIOCBRDELIF, IN(argp, ifreq_port, AS(ifreq_index))),
	/* btrfs: ioctl_btrfs.c */
	WITH(BTRFS_IOC_SNAP_CREATE|BTRFS_IOC_RESIZE|BTRFS_IOC_SCAN_DEV|BTRFS_IOC_FORGET_DEV|BTRFS_IOC_ADD_DEV|BTRFS_IOC_RM_DEV|
		BTRFS_IOC_SUBVOL_CREATE|BTRFS_IOC_SNAP_DESTROY|BTRFS_IOC_DEVICES_READY, SET(btrfs_ioctl_vol_args)),
	WITH(BTRFS_IOC_SNAP_CREATE_V2|BTRFS_IOC_SUBVOL_CREATE_V2, INOUT(argp, btrfs_ioctl_vol_args_v2)),
	WITH(BTRFS_IOC_SUBVOL_GETFLAGS, OUT(argp, btrfs_subvol_word, LEN_IS(8))),
	WITH(BTRFS_IOC_SUBVOL_SETFLAGS, IN(argp, btrfs_subvol_word, LEN_IS(8))),
	WITH(BTRFS_IOC_SET_RECEIVED_SUBVOL, INOUT(argp, btrfs_ioctl_received_subvol_args)),
	WITH(BTRFS_IOC_SEND, SET(btrfs_ioctl_send_args)),
	WITH(BTRFS_IOC_QUOTA_CTL, SET(btrfs_ioctl_quota_ctl_args)),
	WITH(BTRFS_IOC_QGROUP_ASSIGN, SET(btrfs_ioctl_qgroup_assign_args)),
	WITH(BTRFS_IOC_QGROUP_CREATE, SET(btrfs_ioctl_qgroup_create_args)),
	WITH(BTRFS_IOC_QGROUP_LIMIT, GET(btrfs_ioctl_qgroup_limit_args)),
	WITH(BTRFS_IOC_QUOTA_RESCAN, SET(btrfs_rescan)),
	WITH(BTRFS_IOC_QUOTA_RESCAN_STATUS, GET(btrfs_ioctl_quota_rescan_args)),
	WITH(BTRFS_IOC_FS_INFO, GET(btrfs_ioctl_fs_info_args)),
	WITH(BTRFS_IOC_GET_FEATURES, GET(btrfs_ioctl_feature_flags)),
	WITH(BTRFS_IOC_SET_FEATURES, IN(argp, btrfs_ioctl_feature_flags, COUNT_IS(2), WHOLE)),
	WITH(BTRFS_IOC_GET_SUPPORTED_FEATURES, OUT(argp, btrfs_ioctl_feature_flags, COUNT_IS(3), WHOLE)),
	WITH(BTRFS_IOC_SPACE_INFO, INOUT(argp, btrfs_ioctl_space_args)),
	WITH(BTRFS_IOC_DEV_INFO, INOUT(argp, btrfs_ioctl_dev_info_args)),
	WITH(BTRFS_IOC_GET_DEV_STATS, INOUT(argp, btrfs_ioctl_get_dev_stats)),
	WITH(BTRFS_IOC_SCRUB, INOUT(argp, btrfs_ioctl_scrub_args)),
	WITH(BTRFS_IOC_SCRUB_PROGRESS, INOUT(argp, btrfs_scrub_query)),
	WITH(BTRFS_IOC_DEV_REPLACE, INOUT(argp, btrfs_ioctl_dev_replace_args)),
	WITH(BTRFS_IOC_DEFRAG_RANGE, SET(btrfs_ioctl_defrag_range_args)),
	WITH(BTRFS_IOC_BALANCE_V2, INOUT(argp, btrfs_ioctl_balance_args)),
	WITH(BTRFS_IOC_BALANCE_PROGRESS, GET(btrfs_balance_now)),
	WITH(BTRFS_IOC_TREE_SEARCH, INOUT(argp, btrfs_ioctl_search_args)),
	WITH(BTRFS_IOC_TREE_SEARCH_V2, INOUT(argp, btrfs_ioctl_search_args_v2)),
	WITH(BTRFS_IOC_INO_LOOKUP, INOUT(argp, btrfs_ioctl_ino_lookup_args)),
	WITH(BTRFS_IOC_INO_PATHS, INOUT(argp, btrfs_ioctl_ino_path_args)),
	WITH(BTRFS_IOC_LOGICAL_INO, INOUT(argp, btrfs_ioctl_logical_ino_args)),
	/* SCSI and ATA: ioctl_scsi.c */
	WITH(SG_SET_TIMEOUT|SG_SET_COMMAND_Q|SG_SET_RESERVED_SIZE|SG_SET_FORCE_LOW_DMA|SG_SET_FORCE_PACK_ID|SG_SET_DEBUG|SG_NEXT_CMD_LEN|
		SG_SET_KEEP_ORPHAN, SET_CELL(int)),
	WITH(SG_EMULATED_HOST|SG_GET_TRANSFORM|SG_GET_COMMAND_Q|SG_GET_RESERVED_SIZE|SG_GET_LOW_DMA|SG_GET_PACK_ID|SG_GET_NUM_WAITING|
		SG_GET_SG_TABLESIZE|SG_GET_VERSION_NUM|SG_GET_KEEP_ORPHAN|SG_GET_ACCESS_COUNT, GET(int)),
	WITH(SG_SCSI_RESET, SET_CELL(sg_scsi_reset)),
	WITH(SG_GET_SCSI_ID, GET(sg_scsi_id)),
	WITH(SG_GET_REQUEST_TABLE, GET(sg_req_info)),
	WITH(SG_IO, IN(version, uint, PTR, LOOKUP), CHOOSE(sg_versions)),
	WITH(HDIO_OBSOLETE_IDENTITY, OUT(argp, bytes, LEN_IS(142))),
	WITH(HDIO_GET_IDENTITY, OUT(argp, bytes, LEN_IS(512))),
	WITH(HDIO_GET_NICE, GET(ide_nice)),
	WITH(HDIO_SET_NICE, VALUE(ide_nice)),
	WITH(HDIO_DRIVE_RESET|HDIO_SCAN_HWIF, IN(argp, hex32, COUNT_IS(3))),
	WITH(HDIO_DRIVE_CMD, INOUT(argp, hd_drive_cmd)),
	/* flash: ioctl_flash.c */
	WITH(MEMERASE|MEMLOCK|MEMUNLOCK|MEMISLOCKED, SET(erase_info_user)),
	WITH(MEMERASE64, SET(erase_info_user64)),
	WITH(MEMWRITEOOB|MEMREADOOB, SET(mtd_oob_buf)),
	WITH(MEMWRITEOOB64|MEMREADOOB64, SET(mtd_oob_buf64)),
	WITH(OTPGETREGIONINFO, GET(otp_info)),
	WITH(OTPLOCK, SET(otp_info)),
	WITH(OTPSELECT, SET_CELL(mtd_otp)),
	WITH(MEMWRITE, SET(mtd_write_req)),
	WITH(MEMGETINFO, GET(mtd_info_user)),
	WITH(MEMGETREGIONINFO, INOUT(argp, region_info_user)),
	WITH(MEMGETOOBSEL, GET(nand_oobinfo)),
	WITH(ECCGETLAYOUT, GET(nand_ecclayout_user)),
	WITH(ECCGETSTATS, GET(mtd_ecc_stats)),
	WITH(UBI_IOCATT, INOUT(argp, ubi_attach_req)),
	WITH(UBI_IOCMKVOL, INOUT(argp, ubi_mkvol_req)),
	WITH(UBI_IOCRSVOL, SET(ubi_rsvol_req)),
	WITH(UBI_IOCRNVOL, SET(ubi_rnvol_req)),
	WITH(UBI_IOCEBCH, SET(ubi_leb_change_req)),
	WITH(UBI_IOCEBMAP, SET(ubi_map_req)),
	WITH(UBI_IOCSETVOLPROP, SET(ubi_set_vol_prop_req)),
	WITH(UBI_IOCVOLUP, SET_CELL(s64)),
	/* clocks: ioctl_block.c */
	WITH(PTP_CLOCK_GETCAPS|PTP_CLOCK_GETCAPS2, GET(ptp_clock_caps)),
	WITH(PTP_EXTTS_REQUEST, SET(ptp_extts_request1)),
	WITH(PTP_EXTTS_REQUEST2, SET(ptp_extts_request)),
	WITH(PTP_PEROUT_REQUEST, IN(argp, ptp_perout_request, AS(ptp_perout1))),
	WITH(PTP_PEROUT_REQUEST2, SET(ptp_perout_request)),
	WITH(PTP_SYS_OFFSET|PTP_SYS_OFFSET2, INOUT(argp, ptp_sys_offset)),
	WITH(PTP_SYS_OFFSET_EXTENDED|PTP_SYS_OFFSET_EXTENDED2|PTP_SYS_OFFSET_EXTENDED_CYCLES, INOUT(argp, ptp_sys_offset_extended)),
	WITH(PTP_SYS_OFFSET_PRECISE|PTP_SYS_OFFSET_PRECISE2|PTP_SYS_OFFSET_PRECISE_CYCLES, GET(ptp_sys_offset_precise)),
	WITH(PTP_PIN_GETFUNC, INOUT(argp, ptp_pin_get1)),
	WITH(PTP_PIN_GETFUNC2, INOUT(argp, ptp_pin_get2)),
	WITH(PTP_PIN_SETFUNC, SET(ptp_pin_set1)),
	WITH(PTP_PIN_SETFUNC2, SET(ptp_pin_desc)),
	/* virtual machines: ioctl_kvm.c */
	WITH(KVM_SET_USER_MEMORY_REGION, SET(kvm_userspace_memory_region)),
	WITH(KVM_SET_CPUID2, SET(kvm_cpuid2)),
	WITH(KVM_GET_SUPPORTED_CPUID|KVM_GET_EMULATED_CPUID, GET(kvm_cpuid2)),
	WITH(KVM_GET_REGS, GET(kvm_regs)),
	WITH(KVM_SET_REGS, SET(kvm_regs)),
	WITH(KVM_GET_SREGS, GET(kvm_sregs)),
	WITH(KVM_SET_SREGS, SET(kvm_sregs)),
	/* other devices: ioctl_devices.c */
	WITH(GPIO_GET_CHIPINFO_IOCTL, GET(gpiochip_info)),
	WITH(GPIO_GET_LINEINFO_IOCTL|GPIO_GET_LINEINFO_WATCH_IOCTL, INOUT(argp, gpioline_info)),
	WITH(GPIO_GET_LINEINFO_UNWATCH_IOCTL, SET(gpio_offset)),
	WITH(GPIO_GET_LINEHANDLE_IOCTL, INOUT(argp, gpiohandle_request)),
	WITH(GPIO_GET_LINEEVENT_IOCTL, INOUT(argp, gpioevent_request)),
	WITH(GPIOHANDLE_SET_CONFIG_IOCTL, SET(gpiohandle_config)),
	WITH(GPIOHANDLE_GET_LINE_VALUES_IOCTL, GET(gpiohandle_data)),
	WITH(GPIOHANDLE_SET_LINE_VALUES_IOCTL, SET(gpiohandle_data)),
	WITH(GPIO_V2_GET_LINEINFO_IOCTL|GPIO_V2_GET_LINEINFO_WATCH_IOCTL, INOUT(argp, gpio_v2_line_info)),
	WITH(GPIO_V2_GET_LINE_IOCTL, INOUT(argp, gpio_v2_line_request)),
	WITH(GPIO_V2_LINE_SET_CONFIG_IOCTL, SET(gpio_v2_line_config)),
	WITH(GPIO_V2_LINE_GET_VALUES_IOCTL, INOUT(argp, gpio_v2_line_values, FILLS(bits))),
	WITH(GPIO_V2_LINE_SET_VALUES_IOCTL, SET(gpio_v2_line_values)),
	WITH(COUNTER_ADD_WATCH_IOCTL, SET(counter_watch)),
	WITH(LIRC_GET_FEATURES, GET(lirc_features)),
	WITH(LIRC_GET_SEND_MODE|LIRC_GET_REC_MODE, GET(lirc_modes)),
	WITH(LIRC_SET_SEND_MODE|LIRC_SET_REC_MODE, SET_CELL(lirc_modes)),
	WITH(TEE_IOC_VERSION, GET(tee_ioctl_version_data)),
	WITH(TEE_IOC_OPEN_SESSION, INOUT(argp, tee_buffer_ioctl_open_session)),
	WITH(TEE_IOC_INVOKE, INOUT(argp, tee_buffer_ioctl_invoke)),
	WITH(TEE_IOC_SUPPL_RECV, INOUT(argp, tee_buffer_iocl_supp_recv)),
	WITH(TEE_IOC_SUPPL_SEND, INOUT(argp, tee_buffer_iocl_supp_send)),
	WITH(TEE_IOC_CANCEL, SET(tee_ioctl_cancel_arg)),
	WITH(TEE_IOC_CLOSE_SESSION, SET(tee_ioctl_close_session_arg)),
	WITH(TEE_IOC_SHM_ALLOC, INOUT(argp, tee_ioctl_shm_alloc_data)),
	WITH(TEE_IOC_SHM_REGISTER, INOUT(argp, tee_ioctl_shm_register_data)),
	WITH(TEE_IOC_SHM_REGISTER_FD, INOUT(argp, tee_ioctl_shm_register_fd_data)),
	/* the device mapper: ioctl_dm.c */
	WITH(DM_VERSION|DM_DEV_ARM_POLL, INOUT(argp, dm_version)),
	WITH(DM_REMOVE_ALL, INOUT(argp, dm_remove_all)),
	WITH(DM_DEV_CREATE|DM_DEV_STATUS|DM_TABLE_CLEAR, INOUT(argp, dm_dev_status)),
	WITH(DM_DEV_REMOVE, INOUT(argp, dm_dev_remove)),
	WITH(DM_DEV_SUSPEND, INOUT(argp, dm_dev_suspend)),
	WITH(DM_DEV_RENAME, INOUT(argp, dm_dev_rename)),
	WITH(DM_TABLE_LOAD, INOUT(argp, dm_table_load)),
	WITH(DM_TABLE_DEPS, INOUT(argp, dm_table_deps)),
	WITH(DM_TABLE_STATUS, INOUT(argp, dm_table_status)),
	WITH(DM_TARGET_MSG, INOUT(argp, dm_target_message)),
	WITH(DM_DEV_WAIT, INOUT(argp, dm_dev_wait)),
	WITH(DM_LIST_DEVICES, INOUT(argp, dm_list_devices)),
	WITH(DM_LIST_VERSIONS, INOUT(argp, dm_list_versions)),
	WITH(DM_DEV_SET_GEOMETRY, INOUT(argp, dm_set_geometry)),
	/* consoles: ioctl_console.c */
	WITH(KIOCSOUND, VALUE(tone)),
	WITH(KDMKTONE, VALUE(timed_tone)),
	WITH(KDGETLED, GET(console_leds)),
	WITH(KDSETLED, VALUE(console_leds)),
	WITH(KDGKBLED, GET(kb_leds)),
	WITH(KDSKBLED, VALUE(kb_leds)),
	WITH(GIO_SCRNMAP, OUT(argp, hex_bytes, LEN_IS(256))),
	WITH(PIO_SCRNMAP, IN(argp, hex_bytes, LEN_IS(256))),
	WITH(GIO_FONT, OUT(argp, hex_bytes, LEN_IS(8192))),
	WITH(PIO_FONT, IN(argp, hex_bytes, LEN_IS(8192))),
	WITH(GIO_CMAP, OUT(argp, hex_bytes, LEN_IS(48))),
	WITH(PIO_CMAP, IN(argp, hex_bytes, LEN_IS(48))),
	WITH_VIEW(GIO_UNISCRNMAP, VIEW(BRIEF(32, argp)), OUT(argp, hex16, COUNT_IS(256))),
	WITH_VIEW(PIO_UNISCRNMAP, VIEW(BRIEF(32, argp)), IN(argp, hex16, COUNT_IS(256))),
	WITH(KDGKBENT, INOUT(argp, kbentry, FILLS(kb_value))),
	WITH(KDSKBENT, SET(kbentry)),
	WITH(KDGKBSENT, INOUT(argp, kbsentry, FILLS(kb_string))),
	WITH(KDSKBSENT, SET(kbsentry)),
	WITH(KDGKBDIACR, GET(kbdiacrs)),
	WITH(KDSKBDIACR, SET(kbdiacrs)),
	WITH(KDGKBDIACRUC, GET(kbdiacrsuc)),
	WITH(KDSKBDIACRUC, SET(kbdiacrsuc)),
	WITH(KDGETKEYCODE, INOUT(argp, kbkeycode, CHANGES(keycode))),
	WITH(KDSETKEYCODE, SET(kbkeycode)),
	WITH(KDKBDREP, INOUT(argp, kbd_repeat)),
	WITH(KDFONTOP, INOUT(argp, console_font_op)),
	WITH(GIO_FONTX, INOUT(argp, consolefontdesc, CHANGES(charcount, charheight, chardata), AS(consolefont_filled))),
	WITH(PIO_FONTX, SET(consolefontdesc)),
	WITH(GIO_UNIMAP, INOUT(argp, unimapdesc, CHANGES(entry_ct, entries), AS(unimap_filled))),
	WITH(PIO_UNIMAP, SET(unimapdesc)),
	WITH(PIO_UNIMAPCLR, SET(unimapinit)),
	/* input devices: ioctl_input.c */
	WITH(EVIOCGKEYCODE, GET(input_key_pair)),
	WITH(EVIOCSKEYCODE, SET(input_key_pair)),
	WITH(EVIOCGKEYCODE_V2, GET(input_keymap_entry)),
	WITH(EVIOCSKEYCODE_V2, SET(input_keymap_entry)),
	WITH(EVIOCSFF, SET(ff_effect)),
	/* video devices: ioctl_video.c */
	WITH(VIDIOC_QUERYCAP, GET(v4l2_capability)),
	WITH(VIDIOC_ENUM_FMT, INOUT(argp, v4l2_fmtdesc)),
	WITH(VIDIOC_G_FMT, INOUT(argp, v4l2_format, FILLS(fmt.pix, fmt.pix_mp, fmt.win, fmt.vbi, fmt.sliced, fmt.sdr, fmt.meta),
		AS(v4l2_filled))),
	WITH(VIDIOC_S_FMT|VIDIOC_TRY_FMT, INOUT(argp, v4l2_format, CHANGES(fmt.pix, fmt.pix_mp, fmt.win, fmt.vbi, fmt.sliced, fmt.sdr, fmt.meta),
		AS(v4l2_adjusted))),
	WITH(VIDIOC_REQBUFS, INOUT(argp, v4l2_requestbuffers)),
	WITH(VIDIOC_QUERYBUF|VIDIOC_QBUF, INOUT(argp, v4l2_buffer)),
	WITH(VIDIOC_DQBUF, INOUT(argp, v4l2_buffer, FILLS(index), AS(v4l2_buffer_taken))),
	WITH_NOTES(VIDIOC_CREATE_BUFS, int, NOTES(NOTE(NULL, argp, v4l2_created)), SET(v4l2_create_buffers)),
	WITH(VIDIOC_G_FBUF, GET(v4l2_framebuffer)),
	WITH(VIDIOC_S_FBUF, SET(v4l2_framebuffer)),
	WITH(VIDIOC_STREAMON|VIDIOC_STREAMOFF, SET_CELL(v4l2_buf_types)),
	WITH(VIDIOC_G_PARM, INOUT(argp, v4l2_streamparm, FILLS(parm.capture, parm.output), AS(v4l2_filled))),
	WITH(VIDIOC_S_PARM, INOUT(argp, v4l2_streamparm, CHANGES(parm.capture, parm.output), AS(v4l2_adjusted))),
	WITH(VIDIOC_G_STD, GET(hex64)),
	WITH(VIDIOC_S_STD, SET_CELL(hex64)),
	WITH(VIDIOC_ENUMSTD, INOUT(argp, v4l2_standard)),
	WITH(VIDIOC_ENUMINPUT, INOUT(argp, v4l2_input)),
	WITH(VIDIOC_G_CTRL, INOUT(argp, v4l2_control, FILLS(value))),
	WITH(VIDIOC_S_CTRL, INOUT(argp, v4l2_control, CHANGES(value))),
	WITH(VIDIOC_G_TUNER, INOUT(argp, v4l2_tuner, FILLS(name, type, capability, rangelow, rangehigh, rxsubchans, audmode, signal, afc),
		AS(v4l2_filled))),
	WITH(VIDIOC_S_TUNER, INOUT(argp, v4l2_tuner, CHANGES(name, type, capability, rangelow, rangehigh, rxsubchans, audmode, signal, afc),
		AS(v4l2_adjusted))),
	WITH(VIDIOC_QUERYCTRL, INOUT(argp, v4l2_queryctrl)),
	WITH(VIDIOC_QUERY_EXT_CTRL, INOUT(argp, v4l2_query_ext_ctrl)),
	WITH(VIDIOC_QUERYMENU, INOUT(argp, v4l2_querymenu)),
	WITH(VIDIOC_EXPBUF, INOUT(argp, v4l2_exportbuffer)),
	WITH(VIDIOC_QUERYBUF_TIME32|VIDIOC_QBUF_TIME32, INOUT(argp, v4l2_buffer_time32)),
	WITH(VIDIOC_DQBUF_TIME32, INOUT(argp, v4l2_buffer_time32, FILLS(index), AS(v4l2_buffer_taken))),
	WITH(VIDIOC_CROPCAP, INOUT(argp, v4l2_cropcap)),
	WITH(VIDIOC_G_CROP, INOUT(argp, v4l2_crop, FILLS(c))),
	WITH(VIDIOC_S_CROP, SET(v4l2_crop)),
	WITH(VIDIOC_G_EXT_CTRLS, INOUT(argp, v4l2_ext_controls, FILLS(controls), ON_ERROR, AS(v4l2_ext_controls_filled))),
	WITH(VIDIOC_S_EXT_CTRLS|VIDIOC_TRY_EXT_CTRLS, INOUT(argp, v4l2_ext_controls, CHANGES(*controls), ON_ERROR)),
	WITH(VIDIOC_ENUM_FRAMESIZES, INOUT(argp, v4l2_frmsizeenum)),
	WITH(VIDIOC_ENUM_FRAMEINTERVALS, INOUT(argp, v4l2_frmivalenum)),
	/* structs that are not decoded yet */
	WITH(APEI_ERST_CLEAR_RECORD|APEI_ERST_GET_RECORD_COUNT|
		EVIOCGMASK|
		EVIOCSMASK|
		
		
		
		PERF_EVENT_IOC_MODIFY_ATTRIBUTES|
		
		
		SIOCADDDLCI|SIOCADDRT|SIOCBONDCHANGEACTIVE|SIOCBONDENSLAVE|
		SIOCBONDINFOQUERY|SIOCBONDRELEASE|SIOCBONDSETHWADDR|SIOCBONDSLAVEINFOQUERY|SIOCDARP|SIOCDELDLCI|
		SIOCDELRT|SIOCDIFADDR|SIOCDRARP|SIOCETHTOOL|SIOCGARP|SIOCGHWTSTAMP|SIOCGIFBR|
		SIOCGIFCOUNT|SIOCGIFMEM|SIOCGIFPFLAGS|SIOCGIFVLAN|SIOCGMIIPHY|
		SIOCGMIIREG|SIOCGRARP|SIOCGSKNS|SIOCGSTAMPNS_NEW|SIOCGSTAMPNS_OLD|SIOCGSTAMP_NEW|SIOCGSTAMP_OLD|
		SIOCRTMSG|SIOCSARP|SIOCSHWTSTAMP|SIOCSIFBR|SIOCSIFLINK|
		SIOCSIFMEM|SIOCSIFPFLAGS|SIOCSIFVLAN|SIOCSMIIREG|SIOCSRARP|SIOCWANDEV, IN(argp, address)),
	OTHERWISE(CHOOSE(ioctl_by_macro)));
SYSCALL(ioctl, C_DESC, int, IN(fd, fd), IN(op, ioctl, BY(fd)), CHOOSE(ioctl_arguments));
