/* SPDX-License-Identifier: MIT */
/*
 * Generic netlink: requests to its controller about families, and the answers. linux/genetlink.h.
 */
#include "syscalls/netlink.h"

/* clang-format off */

const struct type t_genl_family = { .name = "genl_family", .kind = KIND_FAMILY, .storage = STORE_U16, .base = 16, .list = &list_genl_ids };
STRUCT_TYPE_AS(genlmsghdr, VIEW(NONZERO(reserved)), IN(cmd, ctrl_commands), IN(version, u8), IN(reserved, hex16));

VALUE_TYPE(genl_family);
NAMES_TYPE(ctrl_op_flags);
NAMES_TYPE(policy_types);
VALUE_TYPE(s64);
VALUE_TYPE(hex64);
/* The operations of a family are its commands. */
#define OPERATIONS(family, commands) \
	ATTRIBUTES(family##_op, ctrl_op_attrs, ARE(CTRL_ATTR_OP_ID, commands), ARE(CTRL_ATTR_OP_FLAGS, ctrl_op_flags)); \
	ATTRIBUTES_NUMBERED(family##_ops, family##_op)
#define COMMANDS(family) NAMES_TYPE(genl_##family); OPERATIONS(family, genl_##family)
ENUM_TYPE(ctrl_commands32, ctrl_commands, U32);
NAMES_TYPE(ctrl_commands32);
OPERATIONS(ctrl, ctrl_commands32);
OPERATIONS(unknown, u32);
COMMANDS(devlink);
COMMANDS(ethtool);
COMMANDS(ioam6);
COMMANDS(mptcp_pm);
COMMANDS(netdev);
COMMANDS(nl80211);
COMMANDS(seg6);
COMMANDS(taskstats);
COMMANDS(tcp_metrics);
COMMANDS(thermal);
/*
 * The kernel names the family in each answer that has operations; a message without a name is one
 * of the controller itself.
 */
CHOICE_BY_EARLIER_OR(family_ops, header.nla_type, 0xc000, CTRL_ATTR_FAMILY_NAME, nlctrl,
	HOLDS(devlink, devlink_ops),
	HOLDS(ethtool, ethtool_ops),
	HOLDS(IOAM6, ioam6_ops),
	HOLDS(mptcp_pm, mptcp_pm_ops),
	HOLDS(netdev, netdev_ops),
	HOLDS(nl80211, nl80211_ops),
	HOLDS(nlctrl, ctrl_ops),
	HOLDS(SEG6, seg6_ops),
	HOLDS(TASKSTATS, taskstats_ops),
	HOLDS(tcp_metrics, tcp_metrics_ops),
	HOLDS(thermal, thermal_ops),
	OTHERWISE(IN(value, unknown_ops_attributes)));
ATTRIBUTES(ctrl_group, ctrl_group_attrs,
	ARE(CTRL_ATTR_MCAST_GRP_NAME, string),
	ARE(CTRL_ATTR_MCAST_GRP_ID, hex32));
ATTRIBUTES(ctrl_policy, ctrl_policy_attrs,
	ARE(CTRL_ATTR_POLICY_DO|CTRL_ATTR_POLICY_DUMP, u32));
ATTRIBUTES(policy, policy_attrs,
	ARE(NL_POLICY_TYPE_ATTR_TYPE, policy_types),
	ARE(NL_POLICY_TYPE_ATTR_MIN_VALUE_S|NL_POLICY_TYPE_ATTR_MAX_VALUE_S, s64),
	ARE(NL_POLICY_TYPE_ATTR_MIN_VALUE_U|NL_POLICY_TYPE_ATTR_MAX_VALUE_U, u64),
	ARE(NL_POLICY_TYPE_ATTR_MIN_LENGTH|NL_POLICY_TYPE_ATTR_MAX_LENGTH|NL_POLICY_TYPE_ATTR_POLICY_IDX|NL_POLICY_TYPE_ATTR_POLICY_MAXTYPE, u32),
	ARE(NL_POLICY_TYPE_ATTR_BITFIELD32_MASK, hex32),
	ARE(NL_POLICY_TYPE_ATTR_MASK, hex64));
ATTRIBUTES_NUMBERED(ctrl_groups, ctrl_group);
ATTRIBUTES_NUMBERED(ctrl_policies, ctrl_policy);
ATTRIBUTES_NUMBERED(policy_of, policy);
ATTRIBUTES_NUMBERED(policies, policy_of);
ATTRIBUTES(ctrl, ctrl_attrs,
	ARE(CTRL_ATTR_FAMILY_ID, genl_family),
	ARE(CTRL_ATTR_FAMILY_NAME, string),
	ARE(CTRL_ATTR_VERSION|CTRL_ATTR_HDRSIZE|CTRL_ATTR_MAXATTR|CTRL_ATTR_OP, u32),
	WITH(CTRL_ATTR_OPS, CHOOSE(family_ops)),
	HOLDS(CTRL_ATTR_MCAST_GROUPS, ctrl_groups),
	HOLDS(CTRL_ATTR_POLICY, policies),
	HOLDS(CTRL_ATTR_OP_POLICY, ctrl_policies));
