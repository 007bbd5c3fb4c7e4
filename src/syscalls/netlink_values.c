/* SPDX-License-Identifier: MIT */
/* Values that occur in several kinds of attributes. */
#include "syscalls/netlink.h"

/* clang-format off */

const struct type t_nla_u8 = VALUE(u8);
const struct type t_nla_u16 = VALUE(u16);
const struct type t_nla_u32 = VALUE(uint);
const struct type t_nla_u64 = VALUE(u64);
const struct type t_nla_int = VALUE(int);
const struct type t_nla_uid = VALUE(uid);
const struct type t_nla_hex8 = VALUE(hex8);
const struct type t_nla_hex16 = VALUE(hex16);
const struct type t_nla_hex32 = VALUE(hex32);
const struct type t_nla_fd = VALUE(fd);
const struct type t_nla_port = VALUE(port);
static const struct type t_interface32 = { .name = "interface32", .kind = KIND_INTERFACE, .storage = STORE_U32, .base = 10 };
const struct type t_nla_interface = VALUE(interface32);
const struct type t_nla_ipv4 = VALUE(ipv4);
const struct type t_nla_ipv6 = VALUE(ipv6);
const struct type t_nla_ethernet_port = VALUE(ethernet_port, .whole_max = 8);
/* Clock ticks of 1/100 s, in up to 8 bytes. */
static const struct type t_ticks64 = { .name = "ticks64", .kind = KIND_TICKS, .storage = STORE_U64, .base = 10 };
const struct type t_nla_ticks = VALUE(ticks64, .if_shorter = true, .whole_max = 8);
const struct type t_nla_string = { .name = "string", .kind = KIND_BYTES, BYTES(.ended = true) };
/* A name, which may be shorter than its buffer. */
const struct type t_nla_text = { .name = "text", .kind = KIND_BYTES, BYTES(.ended = true, .terminated = true) };
/* MAX_ADDR_LEN of the kernel is 32. */
const struct type t_nla_hardware = VALUE(hardware, .if_shorter = true, .whole_max = 32);

ENUM_TYPE(family8, address_families, U8);
