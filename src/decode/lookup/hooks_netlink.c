/* SPDX-License-Identifier: MIT */
/* Keys of netlink messages, which depend on the protocol of the socket and on the type. */
#include <linux/genetlink.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/selinux_netlink.h>
#include <linux/sock_diag.h>
#include <linux/xfrm.h>
#include <string.h>
#include <sys/socket.h>

#include "decode/lookup/hooks.h"

/* The protocol of the call's socket; -1: it is not a netlink socket. */
static int protocol_of(const struct scope *scope)
{
	uint64_t sockfd;

	return scope_lookup(scope, "sockfd", &sockfd) ? scope_netlink(scope, (int)sockfd) : -1;
}

/* Messages of NETLINK_KOBJECT_UEVENT have no header of netlink. */
bool hook_is_netlink(const struct scope *scope)
{
	int protocol = protocol_of(scope);

	return protocol >= 0 && protocol != NETLINK_KOBJECT_UEVENT;
}

bool hook_is_uevent(const struct scope *scope)
{
	return protocol_of(scope) == NETLINK_KOBJECT_UEVENT;
}

static const char *const netlink_protocols[] = {
	[NETLINK_ROUTE] = "route",	   [NETLINK_SOCK_DIAG] = "sock_diag",
	[NETLINK_XFRM] = "xfrm",	   [NETLINK_SELINUX] = "selnl",
	[NETLINK_AUDIT] = "audit",	   [NETLINK_GENERIC] = "generic",
	[NETLINK_NETFILTER] = "netfilter",
};

/* linux/netfilter/nfnetlink.h: the upper byte of a type is the subsystem. */
static const char *netfilter_type(unsigned type)
{
	static const char *const subsystems[] = {
		[NFNL_SUBSYS_CTNETLINK] = "conntrack",
		[NFNL_SUBSYS_CTNETLINK_EXP] = "expectation",
		[NFNL_SUBSYS_QUEUE] = "queue",
		[NFNL_SUBSYS_ULOG] = "ulog",
		[NFNL_SUBSYS_OSF] = "osf",
		[NFNL_SUBSYS_IPSET] = "ipset",
		[NFNL_SUBSYS_ACCT] = "acct",
		[NFNL_SUBSYS_CTNETLINK_TIMEOUT] = "timeout",
		[NFNL_SUBSYS_CTHELPER] = "helper",
		[NFNL_SUBSYS_NFTABLES] = "nftables",
		[NFNL_SUBSYS_NFT_COMPAT] = "compat",
		[NFNL_SUBSYS_HOOK] = "hook",
	};
	unsigned subsystem = type >> 8;

	if (type == NFNL_MSG_BATCH_BEGIN || type == NFNL_MSG_BATCH_END)
		return "batch";
	return subsystem < sizeof(subsystems) / sizeof(subsystems[0]) && subsystems[subsystem]
		       ? subsystems[subsystem]
		       : "netfilter";
}

/* Types below NLMSG_MIN_TYPE are common to all protocols. */
const char *hook_netlink_type(const struct scope *scope)
{
	int protocol = protocol_of(scope);
	unsigned type = (unsigned)scope_value(scope, "type");

	if (type < NLMSG_MIN_TYPE || protocol < 0 ||
	    (size_t)protocol >= sizeof(netlink_protocols) / sizeof(netlink_protocols[0]))
		return NULL;
	if (protocol == NETLINK_NETFILTER)
		return netfilter_type(type);
	return netlink_protocols[protocol];
}

/* linux/rtnetlink.h: types are in groups of four, NEW, DEL, GET, SET. */
static const char *route_flags(unsigned type)
{
	static const char *const keys[] = { "new", "delete", "get", NULL };

	return type == RTM_DELACTION ? "get" : keys[type & 3];
}

static const char *xfrm_flags(unsigned type)
{
	switch (type) {
	case XFRM_MSG_NEWSA:
	case XFRM_MSG_NEWPOLICY:
	case XFRM_MSG_NEWAE:
	case XFRM_MSG_NEWSADINFO:
	case XFRM_MSG_NEWSPDINFO:
		return "new";
	case XFRM_MSG_DELSA:
	case XFRM_MSG_DELPOLICY:
		return "delete";
	case XFRM_MSG_GETSA:
	case XFRM_MSG_GETPOLICY:
	case XFRM_MSG_GETAE:
	case XFRM_MSG_GETSADINFO:
	case XFRM_MSG_GETSPDINFO:
		return "get";
	default:
		return NULL;
	}
}

/* linux/netfilter/nfnetlink.h: a subsystem, and the operations of its messages. */
static const char *netfilter_flags(unsigned type)
{
	static const char *const messages[] = {
		[NFNL_SUBSYS_CTNETLINK] = "ngdggggg",
		[NFNL_SUBSYS_CTNETLINK_EXP] = "ngdg",
		[NFNL_SUBSYS_ACCT] = "nggd",
		[NFNL_SUBSYS_CTNETLINK_TIMEOUT] = "ngd",
		[NFNL_SUBSYS_CTHELPER] = "ngd",
		[NFNL_SUBSYS_NFTABLES] = "ngdngdngdngdngdng.ngdgngdgdddddddg",
		[NFNL_SUBSYS_NFT_COMPAT] = "g",
		[NFNL_SUBSYS_HOOK] = "g",
	};
	unsigned subsystem = type >> 8, message = type & 0xff;

	if (subsystem >= sizeof(messages) / sizeof(messages[0]) || !messages[subsystem] ||
	    message >= strlen(messages[subsystem]))
		return NULL;
	switch (messages[subsystem][message]) {
	case 'n':
		return "new";
	case 'g':
		return "get";
	case 'd':
		return "delete";
	default:
		return NULL;
	}
}

const char *hook_netlink_flags(const struct scope *scope)
{
	unsigned type = (unsigned)scope_value(scope, "type");

	if (type == NLMSG_ERROR)
		return "ack";
	if (type < NLMSG_MIN_TYPE)
		return NULL;
	switch (protocol_of(scope)) {
	case NETLINK_ROUTE:
		return route_flags(type);
	case NETLINK_SOCK_DIAG:
	case NETLINK_GENERIC:
		return "get";
	case NETLINK_XFRM:
		return xfrm_flags(type);
	case NETLINK_NETFILTER:
		return netfilter_flags(type);
	default:
		return NULL;
	}
}

/* Numbers that are no messages: linux/rtnetlink.h. Only three of the RTM_SET* exist. */
static bool is_route_message(unsigned type)
{
	switch (type) {
	case RTM_NEWNEIGHTBL + 1:
	case RTM_NEWSTATS + 1:
	case RTM_GETDCB - 1:
	case RTM_GETDCB - 2:
	case RTM_NEWCACHEREPORT + 1:
	case RTM_NEWCACHEREPORT + 2:
		return false;
	default:
		return (type & 3) != 3 || type == RTM_SETLINK || type == RTM_SETNEIGHTBL ||
		       type == RTM_SETDCB;
	}
}

/* By the data after the header. Other messages begin with their family. */
static const char *route_payload(unsigned type)
{
	static const char *const keys[] = {
		"link",	   "addr", "route", "neigh", "rule",	 "tc", "tc",	    "tc",
		"action",  NULL,   "addr",  "addr",  "neightbl", NULL, "addrlabel", "dcb",
		"netconf", "mdb",  "nsid",  "stats", "cache",	 "tc", "nexthop",
	};
	unsigned group = (type - RTM_BASE) / 4;

	if (!is_route_message(type) || group >= sizeof(keys) / sizeof(keys[0]) || !keys[group])
		return "family";
	return keys[group];
}

/* Requests and answers have the same type. A message of one byte has only the family. */
static const char *diag_payload(unsigned type, uint64_t flags, uint64_t size)
{
	if (size < NLMSG_HDRLEN + 2)
		return "family";
	if (!(flags & NLM_F_REQUEST))
		return "answer";
	return type < SOCK_DIAG_BY_FAMILY ? "old_request" : "request";
}

static const char *netfilter_payload(unsigned type, uint64_t size)
{
	if (size < NLMSG_HDRLEN + sizeof(struct nfgenmsg))
		return NULL;
	if (type == NFNL_MSG_BATCH_BEGIN || type == NFNL_MSG_BATCH_END)
		return "batch";
	return type >> 8 == NFNL_SUBSYS_NFTABLES ? "nftables" : "netfilter";
}

static const char *selinux_payload(unsigned type)
{
	return type == SELNL_MSG_SETENFORCE   ? "setenforce"
	       : type == SELNL_MSG_POLICYLOAD ? "policyload"
					      : NULL;
}

const char *hook_netlink_payload(const struct scope *scope)
{
	unsigned type = (unsigned)scope_value(scope, "header.type");
	uint64_t size = scope_value(scope, "SIZE");

	if (type == NLMSG_DONE)
		return "done";
	if (type == NLMSG_ERROR && size >= NLMSG_HDRLEN + sizeof(struct nlmsgerr))
		return scope_value(scope, "header.flags") & NLM_F_CAPPED ? "error_capped" : "error";
	if (type < NLMSG_MIN_TYPE)
		return NULL;
	switch (protocol_of(scope)) {
	case NETLINK_ROUTE:
		return route_payload(type);
	case NETLINK_SOCK_DIAG:
		return diag_payload(type, scope_value(scope, "header.flags"), size);
	case NETLINK_NETFILTER:
		return netfilter_payload(type, size);
	case NETLINK_GENERIC:
		if (size < NLMSG_HDRLEN + GENL_HDRLEN)
			return NULL;
		return type == GENL_ID_CTRL ? "controller" : "generic";
	case NETLINK_SELINUX:
		return selinux_payload(type);
	default:
		return NULL;
	}
}

/* linux/netlink.h: struct nlmsgerr has a whole header, whatever the length there is. */
static uint64_t asked_bytes(uint64_t length)
{
	return length < NLMSG_HDRLEN ? NLMSG_HDRLEN : length;
}

bool hook_netlink_asked(const struct scope *scope, uint64_t *bytes)
{
	*bytes = asked_bytes(scope_value(scope, "asked_len"));
	return true;
}

bool hook_netlink_after_asked(const struct scope *scope, uint64_t *bytes)
{
	enum { ERROR_SIZE = 4 };

	*bytes = ERROR_SIZE + NLMSG_ALIGN(asked_bytes(scope_value(scope, "answer.asked_len")));
	return true;
}

/* A size that leaves no room for another operation does not lead to one. */
const char *hook_diag_bytecode(const struct scope *scope)
{
	enum { OPERATION_SIZE = 4 };
	uint64_t size = scope_value(scope, "header.nla_len") - NLA_HDRLEN;
	uint64_t first = scope_value(scope, "first.yes");

	if (size > UINT16_MAX || size < OPERATION_SIZE)
		return NULL;
	return first >= OPERATION_SIZE && first + OPERATION_SIZE <= size ? "several" : "one";
}
