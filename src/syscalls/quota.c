/* SPDX-License-Identifier: MIT */
/* Disk quotas. */
#include "syscalls/table.h"

/* clang-format off */

MACRO_NUMBER(quota_command, QCMD, U32, 10,
	ARGUMENT(cmd, quota_commands, 8, 0xffffff00), ARGUMENT(type, quota_types, 0, 0xff));

/* linux/quota.h */
#define DQBLK \
	IN(dqb_bhardlimit, u64), IN(dqb_bsoftlimit, u64), IN(dqb_curspace, u64), IN(dqb_ihardlimit, u64), \
	IN(dqb_isoftlimit, u64), IN(dqb_curinodes, u64), IN(dqb_btime, u64, VERBOSE), IN(dqb_itime, u64, VERBOSE), \
	IN(dqb_valid, quota_valid, VERBOSE)
STRUCT_TYPE(if_dqblk, DQBLK);
STRUCT_TYPE(if_nextdqblk, DQBLK, IN(dqb_id, uint));
STRUCT_TYPE(if_dqinfo,
	IN(dqi_bgrace, u64), IN(dqi_igrace, u64), IN(dqi_flags, quota_info_flags), IN(dqi_valid, quota_info_valid));

/* linux/dqblk_xfs.h */
FLAGS_TYPE(quota_xfs_types8, quota_xfs_types, U8);
FLAGS_TYPE(quota_xfs16, quota_xfs, U16);
STRUCT_TYPE(fs_disk_quota,
	IN(d_version, s8), IN(d_flags, quota_xfs_types8), IN(d_fieldmask, hex16), IN(d_id, uint),
	IN(d_blk_hardlimit, u64), IN(d_blk_softlimit, u64), IN(d_ino_hardlimit, u64), IN(d_ino_softlimit, u64),
	IN(d_bcount, u64), IN(d_icount, u64), IN(d_itimer, int, VERBOSE), IN(d_btimer, int, VERBOSE),
	IN(d_iwarns, u16, VERBOSE), IN(d_bwarns, u16, VERBOSE), PAD(4), IN(d_rtb_hardlimit, u64, VERBOSE),
	IN(d_rtb_softlimit, u64, VERBOSE), IN(d_rtbcount, u64, VERBOSE), IN(d_rtbtimer, int, VERBOSE),
	IN(d_rtbwarns, u16, VERBOSE), PAD(10));
STRUCT_TYPE(fs_qfilestat, IN(qfs_ino, u64), IN(qfs_nblks, u64), IN(qfs_nextents, uint));
STRUCT_TYPE(fs_qfilestatv, IN(qfs_ino, u64), IN(qfs_nblks, u64), IN(qfs_nextents, uint), PAD(4));
STRUCT_TYPE(fs_quota_stat,
	IN(qs_version, s8), IN(qs_flags, quota_xfs16, VERBOSE), PAD(1), IN(qs_uquota, fs_qfilestat, VERBOSE),
	IN(qs_gquota, fs_qfilestat, VERBOSE), IN(qs_incoredqs, uint, VERBOSE), IN(qs_btimelimit, int, VERBOSE),
	IN(qs_itimelimit, int, VERBOSE), IN(qs_rtbtimelimit, int, VERBOSE), IN(qs_bwarnlimit, u16, VERBOSE),
	IN(qs_iwarnlimit, u16, VERBOSE));
STRUCT_TYPE(fs_quota_statv,
	IN(qs_version, s8), PAD(1), IN(qs_flags, quota_xfs16, VERBOSE), IN(qs_incoredqs, uint, VERBOSE),
	IN(qs_uquota, fs_qfilestatv, VERBOSE), IN(qs_gquota, fs_qfilestatv, VERBOSE),
	IN(qs_pquota, fs_qfilestatv, VERBOSE), IN(qs_btimelimit, int, VERBOSE), IN(qs_itimelimit, int, VERBOSE),
	IN(qs_rtbtimelimit, int, VERBOSE), IN(qs_bwarnlimit, u16, VERBOSE), IN(qs_iwarnlimit, u16, VERBOSE),
	PAD(4), PAD(4), PAD(56));

CHOICE(quota_arguments, cmd.cmd,
	WITH(Q_SYNC|Q_QUOTAOFF|Q_XQUOTASYNC),
	WITH(Q_QUOTAON, IN(id, quota_formats), IN(addr, path)),
	WITH(Q_GETFMT, SKIP, OUT(addr, quota_formats)),
	WITH(Q_GETINFO, SKIP, OUT(addr, if_dqinfo)),
	WITH(Q_SETINFO, SKIP, IN(addr, if_dqinfo)),
	WITH(Q_GETQUOTA, IN(id, uid), OUT(addr, if_dqblk)),
	WITH(Q_SETQUOTA, IN(id, uid), IN(addr, if_dqblk)),
	WITH(Q_GETNEXTQUOTA, IN(id, uid), OUT(addr, if_nextdqblk)),
	WITH(Q_XQUOTAON|Q_XQUOTAOFF, SKIP, IN(addr, quota_xfs, PTR)),
	WITH(Q_XGETQUOTA|Q_XGETNEXTQUOTA, IN(id, uid), OUT(addr, fs_disk_quota)),
	WITH(Q_XSETQLIM, IN(id, uid), IN(addr, fs_disk_quota)),
	WITH(Q_XGETQSTAT, SKIP, OUT(addr, fs_quota_stat)),
	WITH(Q_XGETQSTATV, SKIP, OUT(addr, fs_quota_statv)),
	WITH(Q_XQUOTARM, SKIP, IN(addr, quota_xfs_types, PTR)),
	OTHERWISE(IN(id, uid), IN(addr, address)));
SYSCALL(quotactl, C_FILE, int, IN(cmd, quota_command), IN(special, path), CHOOSE(quota_arguments));
SYSCALL(quotactl_fd, C_DESC, int, IN(fd, fd), IN(cmd, quota_command), CHOOSE(quota_arguments));
