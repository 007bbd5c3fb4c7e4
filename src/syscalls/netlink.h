/* SPDX-License-Identifier: MIT */
/* Private to src/syscalls/: macros for attributes of netlink; see netlink.c. */
#ifndef SCRY_SYSCALLS_NETLINK_H
#define SCRY_SYSCALLS_NETLINK_H

#include "syscalls/table.h"

/* clang-format off */

/* A type that only this file uses. */
#define OWN_TYPE(type_name, traits, ...) \
	const struct type t_##type_name = { .kind = KIND_STRUCT, traits, MEMBERS(__VA_ARGS__) }

/*
 * The value of an attribute: a scalar or a struct. If the attribute is shorter than that, its value
 * is bytes.
 */
#define VALUE(of, ...) { .kind = KIND_BYTES, .base = 16, VIEW(.plain = true), \
	BYTES(.whole = &t_##of, .if_longer = true, ##__VA_ARGS__) }
#define VALUE_TYPE(of, ...) const struct type t_nla_##of = VALUE(of, ##__VA_ARGS__)
/* An array of such values; the length of the attribute limits their number. */
#define VALUES_TYPE(type_name, of, ...) const struct type t_nla_##type_name = VALUE(of, .many = true, ##__VA_ARGS__)
/* The same array with names for its indexes. */
#define NAMED_VALUES_TYPE(type_name, of, names) const struct type t_nla_##type_name = { .kind = KIND_BYTES, .base = 16, \
	VIEW(.plain = true), .list = &list_##names, BYTES(.whole = &t_##of, .if_longer = true, .many = true) }
/* A number with names, in at most 8 bytes. The attribute may be shorter than the number. */
#define NAMES_TYPE(of) VALUE_TYPE(of, .whole_max = 8)

/*
 * Attributes of one kind: t_NAME_attributes. The variant of an attribute is the type of its value;
 * without one it is bytes.
 */
#define ATTRIBUTES(name_, list_, ...) \
	OWN_TYPE(name_##_header, PARTS(.name = "nlattr"), IN(nla_len, u16), IN(nla_type, list_)); \
	CHOICE_IGNORING(name_##_values, header.nla_type, 0xc000, __VA_ARGS__, OTHERWISE(IN(value, hex_bytes))); \
	OWN_TYPE(name_##_attribute, PARTS(.name = "nlattr", ALIGN(1), READABLE_SIZE(4), VIEW(.elements = true, .bare = true)), \
		IN(header, name_##_header), CHOOSE(name_##_values)); \
	const struct type t_##name_##_attributes = { .kind = KIND_RECORDS, RECORDS(.header = &t_##name_##_header, .size = "nla_len", .align = 4, .record = &t_##name_##_attribute, .rest_is_bytes = true, .one_by_one = true), VIEW(.alone = true) }
/* Attributes of one kind; all values are bytes. */
#define ATTRIBUTES_UNKNOWN(name_, list_) ATTRIBUTES(name_, list_, WITH(0, IN(value, hex_bytes)))
/* Attributes with numbers instead of names; each value is attributes of one kind. */
#define ATTRIBUTES_NUMBERED(name_, kind_) \
	OWN_TYPE(name_##_header, PARTS(.name = "nlattr"), IN(nla_len, u16), IN(nla_type, nla_types)); \
	OWN_TYPE(name_##_attribute, PARTS(.name = "nlattr", ALIGN(1), READABLE_SIZE(4), VIEW(.elements = true, .bare = true)), \
		IN(header, name_##_header), IN(value, kind_##_attributes)); \
	const struct type t_##name_##_attributes = { .kind = KIND_RECORDS, RECORDS(.header = &t_##name_##_header, .size = "nla_len", .align = 4, .record = &t_##name_##_attribute, .rest_is_bytes = true, .one_by_one = true), VIEW(.alone = true) }
/*
 * Variants of ATTRIBUTES(): the type of the value, or the kind of the attributes that the value
 * consists of.
 */
#define ARE(keys, type) WITH(keys, IN(value, nla_##type))
#define HOLDS(keys, kind) WITH(keys, IN(value, kind##_attributes))

/*
 * Types that several netlink files use: from netlink_values.c, and attributes that contain
 * attributes.
 */
extern const struct type t_nla_u8, t_nla_u16, t_nla_u32, t_nla_u64, t_nla_int, t_nla_uid, t_nla_hex8, t_nla_hex16, t_nla_hex32, t_nla_fd, t_nla_port,
	t_nla_interface, t_nla_ipv4, t_nla_ipv6, t_nla_string, t_nla_text, t_nla_ticks, t_nla_ethernet_port, t_nla_hardware, t_family8, t_genl_family, t_genlmsghdr;
extern const struct type t_link_attributes, t_addr_attributes, t_route_attributes, t_neigh_attributes, t_rule_attributes, t_tc_attributes,
	t_action_attributes, t_neightbl_attributes, t_addrlabel_attributes, t_dcb_attributes, t_netconf_attributes, t_mdb_attributes,
	t_nsid_attributes, t_stats_attributes, t_nexthop_attributes, t_inet_diag_request_attributes, t_inet_diag_attributes,
	t_unix_diag_attributes, t_netlink_diag_attributes, t_packet_diag_attributes, t_smc_diag_attributes, t_ctrl_attributes;

#endif
