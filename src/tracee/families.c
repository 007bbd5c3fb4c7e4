/* SPDX-License-Identifier: MIT */
/* Names of generic netlink families. The kernel assigns their numbers when it runs. */
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tracee/look_up.h"

struct query {
	struct nlmsghdr header;
	struct genlmsghdr generic;
	struct nlattr attribute;
	uint16_t family;
	uint16_t padding;
};

/* Copies the family name from the attributes of a reply. */
static ssize_t copy_name(const unsigned char *attributes, size_t len, char *buf, size_t capacity)
{
	struct nlattr head;
	size_t n, whole;

	for (; len >= sizeof(head); attributes += whole, len -= whole) {
		memcpy(&head, attributes, sizeof(head));
		whole = (size_t)NLA_ALIGN(head.nla_len);
		if (head.nla_len < sizeof(head) || whole > len)
			return -1;
		if (head.nla_type != CTRL_ATTR_FAMILY_NAME)
			continue;
		n = strnlen((const char *)attributes + sizeof(head), head.nla_len - sizeof(head));
		n = n < capacity ? n : capacity;
		memcpy(buf, attributes + sizeof(head), n);
		return (ssize_t)n;
	}
	return -1;
}

static ssize_t receive_name(int fd, char *buf, size_t capacity)
{
	union {
		struct nlmsghdr header;
		unsigned char bytes[8192];
	} reply;
	ssize_t got = recv(fd, &reply, sizeof(reply), MSG_DONTWAIT);
	size_t before = NLMSG_HDRLEN + GENL_HDRLEN;

	if (got < (ssize_t)before || reply.header.nlmsg_type != GENL_ID_CTRL)
		return -1;
	return copy_name(reply.bytes + before, (size_t)got - before, buf, capacity);
}

ssize_t tracee_family_name(void *ctx, int family, char *buf, size_t len)
{
	struct query query = {
		.header = { .nlmsg_len = sizeof(query),
			    .nlmsg_type = GENL_ID_CTRL,
			    .nlmsg_flags = NLM_F_REQUEST },
		.generic = { .cmd = CTRL_CMD_GETFAMILY, .version = 1 },
		.attribute = { .nla_len = NLA_HDRLEN + sizeof(uint16_t),
			       .nla_type = CTRL_ATTR_FAMILY_ID },
		.family = (uint16_t)family,
	};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	ssize_t got = -1;

	(void)ctx;
	if (fd < 0)
		return -1;
	if (send(fd, &query, sizeof(query), 0) == sizeof(query))
		got = receive_name(fd, buf, len);
	close(fd);
	return got;
}
