/* SPDX-License-Identifier: MIT */
/* Disk quotas. */
#include "syscalls/table.h"

/* clang-format off */

MACRO_NUMBER(quota_command, QCMD, U32, 10,
	ARGUMENT(cmd, quota_commands, 8, 0xffffff00), ARGUMENT(type, quota_types, 0, 0xff));

/* linux/quota.h */
#define DQBLK \
	IN(dqb_bhardlimit, u64), IN(dqb_bsoftlimit, u64), IN(dqb_curspace, u64), IN(dqb_ihardlimit, u64), \
	IN(dqb_isoftlimit, u64), IN(dqb_curinodes, u64), IN(dqb_btime, u64), IN(dqb_itime, u64), \
	IN(dqb_valid, quota_valid)
STRUCT_TYPE_AS(if_dqblk, VIEW(VERBOSE(dqb_btime, dqb_itime, dqb_valid)), DQBLK);
STRUCT_TYPE_AS(if_nextdqblk, VIEW(VERBOSE(dqb_btime, dqb_itime, dqb_valid)), DQBLK, IN(dqb_id, uint));
STRUCT_TYPE(if_dqinfo,
	IN(dqi_bgrace, u64), IN(dqi_igrace, u64), IN(dqi_flags, quota_info_flags), IN(dqi_valid, quota_info_valid));

/* linux/dqblk_xfs.h */
FLAGS_TYPE(quota_xfs_types8, quota_xfs_types, U8);
FLAGS_TYPE(quota_xfs16, quota_xfs, U16);
STRUCT_TYPE_AS(fs_disk_quota, VIEW(VERBOSE(d_itimer, d_btimer, d_iwarns, d_bwarns, d_rtb_hardlimit, d_rtb_softlimit, d_rtbcount,
		d_rtbtimer, d_rtbwarns)),
	IN(d_version, s8), IN(d_flags, quota_xfs_types8), IN(d_fieldmask, hex16), IN(d_id, uint),
	IN(d_blk_hardlimit, u64), IN(d_blk_softlimit, u64), IN(d_ino_hardlimit, u64), IN(d_ino_softlimit, u64),
	IN(d_bcount, u64), IN(d_icount, u64), IN(d_itimer, int), IN(d_btimer, int),
	IN(d_iwarns, u16), IN(d_bwarns, u16), PAD(4), IN(d_rtb_hardlimit, u64),
	IN(d_rtb_softlimit, u64), IN(d_rtbcount, u64), IN(d_rtbtimer, int),
	IN(d_rtbwarns, u16), PAD(10));
STRUCT_TYPE(fs_qfilestat, IN(qfs_ino, u64), IN(qfs_nblks, u64), IN(qfs_nextents, uint));
STRUCT_TYPE(fs_qfilestatv, IN(qfs_ino, u64), IN(qfs_nblks, u64), IN(qfs_nextents, uint), PAD(4));
STRUCT_TYPE_AS(fs_quota_stat, VIEW(VERBOSE(qs_flags, qs_uquota, qs_gquota, qs_incoredqs, qs_btimelimit, qs_itimelimit,
		qs_rtbtimelimit, qs_bwarnlimit, qs_iwarnlimit)),
	IN(qs_version, s8), IN(qs_flags, quota_xfs16), PAD(1), IN(qs_uquota, fs_qfilestat),
	IN(qs_gquota, fs_qfilestat), IN(qs_incoredqs, uint), IN(qs_btimelimit, int),
	IN(qs_itimelimit, int), IN(qs_rtbtimelimit, int), IN(qs_bwarnlimit, u16),
	IN(qs_iwarnlimit, u16));
STRUCT_TYPE_AS(fs_quota_statv, VIEW(VERBOSE(qs_flags, qs_incoredqs, qs_uquota, qs_gquota, qs_pquota, qs_btimelimit, qs_itimelimit,
		qs_rtbtimelimit, qs_bwarnlimit, qs_iwarnlimit)),
	IN(qs_version, s8), PAD(1), IN(qs_flags, quota_xfs16), IN(qs_incoredqs, uint),
	IN(qs_uquota, fs_qfilestatv), IN(qs_gquota, fs_qfilestatv),
	IN(qs_pquota, fs_qfilestatv), IN(qs_btimelimit, int), IN(qs_itimelimit, int),
	IN(qs_rtbtimelimit, int), IN(qs_bwarnlimit, u16), IN(qs_iwarnlimit, u16),
	PAD(4), PAD(4), PAD(56));

CHOICE(quota_arguments, op.cmd,
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
SYSCALL(quotactl, C_FILE, int, IN(op, quota_command), IN(special, path), CHOOSE(quota_arguments));
SYSCALL(quotactl_fd, C_DESC, int, IN(fd, fd), IN(op, quota_command), CHOOSE(quota_arguments));
