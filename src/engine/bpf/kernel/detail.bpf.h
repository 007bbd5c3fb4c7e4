/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: what a descriptor refers to beyond its name (-yy), at the moment of
 * the call.
 */
#ifndef ENGINE_BPF_KERNEL_DETAIL_H
#define ENGINE_BPF_KERNEL_DETAIL_H

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define NSFS_MAGIC 0x6e736673
#define PIDFS_MAGIC 0x50494446
#define PTMX (5u << 20 | 2) /* the device of the masters of pseudoterminals */

#define READ_ADDRESS(to, source, member) \
	bpf_probe_read_kernel((to), 16, __builtin_preserve_access_index(&(source)->member))

/*
 * getsockname(2) shows the address to which a socket is bound, or else the one from which it sends.
 */
static __always_inline void detail_inet(struct descriptor_detail *detail, struct sock *socket)
{
	struct inet_sock *inet = (struct inet_sock *)socket;
	__u32 own = BPF_CORE_READ(socket, __sk_common.skc_rcv_saddr);
	__u32 peer = BPF_CORE_READ(socket, __sk_common.skc_daddr);

	detail->ports[0] = BPF_CORE_READ(inet, inet_sport);
	detail->ports[1] = BPF_CORE_READ(socket, __sk_common.skc_dport);
	if (!own)
		own = BPF_CORE_READ(inet, inet_saddr);
	__builtin_memcpy(detail->ends[0], &own, sizeof(own));
	__builtin_memcpy(detail->ends[1], &peer, sizeof(peer));
}

static __always_inline void detail_inet6(struct descriptor_detail *detail, struct sock *socket)
{
	struct inet_sock *inet = (struct inet_sock *)socket;
	struct ipv6_pinfo *more;
	__u64 own[2] = { 0 };

	/* A kernel without IPv6 has no such members. */
	if (!bpf_core_field_exists(socket->__sk_common.skc_v6_daddr) ||
	    !bpf_core_field_exists(inet->pinet6))
		return;
	detail->ports[0] = BPF_CORE_READ(inet, inet_sport);
	detail->ports[1] = BPF_CORE_READ(socket, __sk_common.skc_dport);
	READ_ADDRESS(own, socket, __sk_common.skc_v6_rcv_saddr);
	more = BPF_CORE_READ(inet, pinet6);
	if (!own[0] && !own[1])
		READ_ADDRESS(own, more, saddr);
	__builtin_memcpy(detail->ends[0], own, sizeof(own));
	READ_ADDRESS(detail->ends[1], socket, __sk_common.skc_v6_daddr);
}

static __always_inline void detail_unix(struct descriptor_detail *detail, struct sock *socket)
{
	struct unix_sock *own = (struct unix_sock *)socket;
	struct unix_address *address;
	struct socket *ends;
	struct sock *peer;
	int len;

	if (!bpf_core_type_exists(struct unix_sock) || !bpf_core_type_exists(struct socket_alloc))
		return;
	peer = BPF_CORE_READ(own, peer);
	ends = peer ? BPF_CORE_READ(peer, sk_socket) : NULL;
	if (ends) {
		struct socket_alloc *whole =
			(struct socket_alloc *)((char *)ends -
						bpf_core_field_offset(struct socket_alloc, socket));

		detail->number = BPF_CORE_READ(whole, vfs_inode.i_ino);
	}
	address = BPF_CORE_READ(own, addr);
	len = address ? BPF_CORE_READ(address, len) : 0;
	if (len <= 2)
		return;
	len -= 2; /* sun_family */
	if (len > (int)sizeof(detail->name))
		len = sizeof(detail->name);
	detail->name_len = len;
	/* Memory of the kernel that follows the name is not copied. */
	bpf_probe_read_kernel(detail->name, (__u32)len,
			      (char *)address + bpf_core_field_offset(struct unix_address, name) +
				      2);
}

static __always_inline void detail_socket(struct descriptor_detail *detail, struct file *file)
{
	struct socket *ends = BPF_CORE_READ(file, private_data);
	struct sock *socket = BPF_CORE_READ(ends, sk);

	if (!socket)
		return;
	detail->kind = DETAIL_SOCKET;
	detail->family = BPF_CORE_READ(socket, __sk_common.skc_family);
	detail->type = BPF_CORE_READ(socket, sk_type);
	detail->protocol = BPF_CORE_READ(socket, sk_protocol);
	detail->state = BPF_CORE_READ(socket, __sk_common.skc_state);
	if (detail->family == AF_INET)
		detail_inet(detail, socket);
	else if (detail->family == AF_INET6)
		detail_inet6(detail, socket);
	else if (detail->family == AF_UNIX)
		detail_unix(detail, socket);
	else if (detail->family == AF_NETLINK && bpf_core_type_exists(struct netlink_sock))
		detail->number = BPF_CORE_READ((struct netlink_sock *)socket, portid);
}

static __always_inline void detail_device(struct descriptor_detail *detail, struct file *file,
					  struct inode *inode)
{
	struct tty_file_private *private;

	detail->kind = DETAIL_DEVICE;
	detail->number = BPF_CORE_READ(inode, i_rdev);
	if (detail->number != PTMX || !bpf_core_type_exists(struct tty_file_private) || !file)
		return;
	private = BPF_CORE_READ(file, private_data);
	if (private)
		detail->id = BPF_CORE_READ(private, tty, index) + 1;
}

/* level: that of the PID namespace of scry. */
static __always_inline void detail_pidfd(struct descriptor_detail *detail, struct pid *pid,
					 __u32 level)
{
	int number = 0;

	detail->kind = DETAIL_PIDFD;
	if (!BPF_CORE_READ(pid, tasks[0].first) || BPF_CORE_READ(pid, level) < level)
		return;
	bpf_probe_read_kernel(&number, sizeof(number),
			      (char *)__builtin_preserve_access_index(&pid->numbers[0].nr) +
				      level * bpf_core_type_size(struct upid));
	detail->number = (__u32)number;
}

static __always_inline void detail_eventfd(struct descriptor_detail *detail, struct file *file)
{
	struct eventfd_ctx *event = BPF_CORE_READ(file, private_data);

	if (!bpf_core_type_exists(struct eventfd_ctx))
		return;
	detail->kind = DETAIL_EVENTFD;
	detail->number = BPF_CORE_READ(event, count);
	detail->id = BPF_CORE_READ(event, id);
	detail->flags = BPF_CORE_READ(event, flags);
}

static __always_inline void detail_signalfd(struct descriptor_detail *detail, struct file *file)
{
	struct signalfd_ctx *signals = BPF_CORE_READ(file, private_data);

	if (!bpf_core_type_exists(struct signalfd_ctx))
		return;
	detail->kind = DETAIL_SIGNALFD;
	bpf_probe_read_kernel(&detail->number, sizeof(detail->number),
			      __builtin_preserve_access_index(&signals->sigmask));
}

/*
 * Fills a detail of zeros. name: the first 8 bytes of the name of the file. .kind stays 0 if there
 * is nothing to say.
 */
static __always_inline void detail_fill(struct descriptor_detail *detail, struct file *file,
					struct inode *inode, __u64 magic, __u64 name, __u32 wanted,
					__u32 level)
{
	__u32 type = BPF_CORE_READ(inode, i_mode) & S_IFMT;

	if (type == S_IFCHR || type == S_IFBLK) {
		if (wanted & DETAIL_DEVICE)
			detail_device(detail, file, inode);
	} else if (!file) {
		return;
	} else if (type == S_IFSOCK) {
		if (wanted & DETAIL_SOCKET)
			detail_socket(detail, file);
	} else if (magic == PIDFS_MAGIC) {
		if (wanted & DETAIL_PIDFD)
			detail_pidfd(detail, BPF_CORE_READ(inode, i_private), level);
	} else if (magic != ANON_INODE_MAGIC) {
		return;
	} else if (name == NAME_PIDFD && wanted & DETAIL_PIDFD) {
		detail_pidfd(detail, BPF_CORE_READ(file, private_data), level);
	} else if (name == NAME_EVENTFD && wanted & DETAIL_EVENTFD) {
		detail_eventfd(detail, file);
	} else if (name == NAME_SIGNALFD && wanted & DETAIL_SIGNALFD) {
		detail_signalfd(detail, file);
	}
}

#endif
