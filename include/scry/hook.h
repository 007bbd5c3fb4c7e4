/* SPDX-License-Identifier: MIT */
/*
 * Hooks: rules of rows that data cannot express. A row names a hook by its number; src/decode/lookup/hooks.c
 * has the functions.
 */
#ifndef SCRY_HOOK_H
#define SCRY_HOOK_H

/* Conditions. */
enum hook_test {
	HOOK_NO_TEST,
	HOOK_IS_DEVICE, /* st_mode: S_IFBLK or S_IFCHR */
	HOOK_IS_NO_DEVICE,
	HOOK_MODE_IS_DEVICE, /* the same for mode (mknod(2)) */
	/* the call may create a file, or mode is not 0 */
	HOOK_OPEN_HOW_MODE,
	HOOK_HAS_MOUNT_TYPE, /* mount(2) reads the type */
	HOOK_HAS_MOUNT_DATA, /* mount(2) reads data */
	/* clone_args: set_tid or set_tid_size is not 0 */
	HOOK_HAS_SET_TID,
	/* clone_args: cgroup is not 0, or its flag is set */
	HOOK_HAS_CGROUP,
	HOOK_HAS_SCHED_ATTR, /* sched_attr has 48 bytes or more */
	/* it has them; the caller's flags keep neither the policy nor the parameters */
	HOOK_HAS_SCHED_POLICY,
	/* it has them; the caller's flags do not keep the parameters */
	HOOK_HAS_SCHED_PARAMS,
	HOOK_IS_SIGNAL, /* the result is a signal */
	/* sig: not above the highest signal of the ABI */
	HOOK_HAS_SIGNAL,
	HOOK_HAS_NO_SIGNAL,
	HOOK_IS_HANDLER_NAME, /* the result is SIG_DFL or SIG_IGN */
	/* an IPv6 address; its scope is a network interface */
	HOOK_IS_LINK_LOCAL,
	HOOK_IS_GLOBAL,
	HOOK_IS_DONE, /* the element is among the first RET */
	/* set_tid_size is one that the kernel accepts */
	HOOK_SET_TID_IS_LIST,
	/* set_tid or set_tid_size is not 0, but the size is invalid */
	HOOK_SET_TID_IS_ODD,
	HOOK_FILTER_JUMPS, /* a classic BPF instruction jumps */
	HOOK_FILTER_RETURNS, /* it ends the program */
	HOOK_FILTER_GOES_ON, /* it does neither */
	/*
	 * An instruction of a socket filter loads a property of the packet, from its network
	 * header, from its link-layer header, or none of these.
	 */
	HOOK_FILTER_LOADS_PROPERTY,
	HOOK_FILTER_LOADS_NETWORK,
	HOOK_FILTER_LOADS_LINK,
	HOOK_FILTER_LOADS_NONE,
	/* the size is not 0; with 0 the call returns the size only */
	HOOK_IS_LIST,
	/* SG_IO writes to the device, from one buffer */
	HOOK_SG_SENDS_BYTES,
	/* SG_IO writes to the device, from several buffers */
	HOOK_SG_SENDS_VECTOR,
	/* SG_IO reads from the device, to one buffer */
	HOOK_SG_FETCHES_BYTES,
	HOOK_SG_FETCHES_VECTOR,
	HOOK_SG_EXCHANGES_BYTES,
	HOOK_SG_EXCHANGES_VECTOR,
	HOOK_SG_FETCHED,
	HOOK_FAILED, /* the call has failed */
	HOOK_HAS_NOT_FAILED, /* it has succeeded, or not returned yet */
	/* BPF_PROG_QUERY: the kernel has written the programs, or the array has no elements */
	HOOK_PROGRAMS_ARE_THERE,
	HOOK_RESULT_FITS, /* buflen is not less than the result */
	HOOK_AX25_HAS_REST,
	/* What bpf_fd refers to. Other: unknown, or its information is not shown. */
	HOOK_BPF_IS_MAP,
	HOOK_BPF_IS_PROGRAM,
	HOOK_BPF_IS_LINK,
	HOOK_BPF_IS_BTF,
	HOOK_BPF_IS_OTHER,
	/*
	 * Whether the call moves netlink messages: in a buffer; in the vector of a struct msghdr.
	 */
	HOOK_IS_NETLINK,
	HOOK_IS_UEVENT,
	HOOK_LSM_HAS_CONTEXT,
	HOOK_DM_HAS_DEPS,
	HOOK_DM_HAS_EVENT,
	/*
	 * Whether the length of a register set is one that the kernel takes, and the call has not
	 * failed.
	 */
	HOOK_REGSET_IS_WHOLE,
	HOOK_RSEQ_IS_ALIGNED,
	/* clone(2): whether the call stores a descriptor of the child. */
	HOOK_CLONE_HAS_PIDFD,
	HOOK_DM_IS_WHOLE,
	HOOK_DM_HAS_STRING,
	HOOK_DM_HAS_TARGETS,
	HOOK_DM_HAS_HEAD,
	HOOK_DM_HAS_NAME,
	HOOK_DM_HAS_VERSION,
	HOOK_IFCONF_IS_ASKED,
	HOOK_IFCONF_IS_READ,
};

/* Numbers of bytes, or of elements; false: not known. */
enum hook_size {
	HOOK_NO_SIZE,
	HOOK_RESULT_IN_BUFFER,
	HOOK_STREAM_BYTES,
	HOOK_RECEIVED,
	HOOK_IDS_OF_MOUNTS,
	HOOK_IDS_OF_NAMESPACES,
	HOOK_SYSCALL_INFO_SIZE,
	HOOK_AX25_REST,
	HOOK_RXRPC_SIZE,
	/*
	 * The bytes of the message that struct nlmsgerr contains; the distance from that struct to
	 * the attributes after it.
	 */
	HOOK_NETLINK_ASKED,
	HOOK_NETLINK_AFTER_ASKED,
	/* What is left of a record for the string at its end. */
	HOOK_DM_AFTER_HEAD,
	HOOK_DM_AFTER_NAME,
	/*
	 * ETHTOOL_GSSET_INFO: the number of sizes, one for each bit of the mask. The distance from
	 * the table of a hash to its key.
	 */
	HOOK_ETHTOOL_SETS,
	HOOK_ETHTOOL_KEY,
	HOOK_DM_AFTER_VERSION,
	HOOK_DM_AFTER_TARGET,
	HOOK_LSM_CONTEXT,
	HOOK_DM_EVENT,
	/* The bytes of the glyphs of struct console_font_op. */
	HOOK_FONT_BYTES,
	/* of one struct msghdr; false: no limit */
	HOOK_RECEIVED_BYTES,
	/* The bytes at HOOK_KVM_ANSWER. */
	HOOK_KVM_ANSWER_BYTES,
};

/* Keys of choices, and names of macros. */
enum hook_word {
	HOOK_NO_WORD,
	HOOK_FILTER_MACRO,
	HOOK_FILTER_CLASS,
	HOOK_SIGINFO,
	HOOK_NETLINK_TYPE, /* the list of nlmsg_type */
	HOOK_NETLINK_FLAGS, /* the list of nlmsg_flags */
	HOOK_NETLINK_PAYLOAD, /* the data after the header */
	HOOK_SOCKADDR,
	HOOK_AX25,
	HOOK_RXRPC,
	HOOK_BPF_CLASS,
	HOOK_IOCTL_MACRO,
	/*
	 * Whether a program of INET_DIAG_REQ_BYTECODE is one operation or several. NULL: it is
	 * shorter than an operation.
	 */
	HOOK_DIAG_BYTECODE,
	/*
	 * The address family of the socket of an ioctl: "inet", "inet6"; NULL: another one, or
	 * unknown.
	 */
	HOOK_IOCTL_FAMILY,
	HOOK_GPIO_ATTRIBUTE,
	HOOK_IOCTL_DIRECTION,
};

/* Addresses of what notes show; 0: no note. */
enum hook_address {
	HOOK_NO_ADDRESS,
	/* The address of exit_reason in struct kvm_run with -e kvm=vcpu; with -e kvm=vcpu+. */
	HOOK_KVM_EXIT_REASON,
	HOOK_KVM_EXIT,
	/* With -e kvm=vcpu+ before KVM_RUN: of what the program answers the guest. */
	HOOK_KVM_ANSWER,
	/* The address of what read(2) has got from a descriptor of events: events.c. */
	HOOK_INOTIFY_EVENTS,
	HOOK_FANOTIFY_EVENTS,
	HOOK_SIGNALFD_EVENTS,
	HOOK_USERFAULTFD_EVENTS,
	HOOK_EVENTFD_COUNT,
	HOOK_TIMERFD_COUNT,
};

#endif
