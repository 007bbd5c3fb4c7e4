/* SPDX-License-Identifier: MIT */
/* Private to src/syscalls/: functions that rows use where data cannot express a rule. */
#ifndef SCRY_SYSCALLS_HOOKS_H
#define SCRY_SYSCALLS_HOOKS_H

#include "scry/type.h"

/* Conditions. */
bool hook_is_device(const struct scope *scope); /* st_mode: S_IFBLK or S_IFCHR */
bool hook_is_no_device(const struct scope *scope);
bool hook_mode_is_device(const struct scope *scope); /* the same for mode (mknod(2)) */
/* the call may create a file, or mode is not 0 */
bool hook_open_how_mode(const struct scope *scope);
bool hook_has_mount_type(const struct scope *scope); /* mount(2) reads the type */
bool hook_has_mount_data(const struct scope *scope); /* mount(2) reads data */
/* clone_args: set_tid or set_tid_size is not 0 */
bool hook_has_set_tid(const struct scope *scope);
/* clone_args: cgroup is not 0, or its flag is set */
bool hook_has_cgroup(const struct scope *scope);
bool hook_has_sched_attr(const struct scope *scope); /* sched_attr has 48 bytes or more */
/* it has them; the caller's flags keep neither the policy nor the parameters */
bool hook_has_sched_policy(const struct scope *scope);
/* it has them; the caller's flags do not keep the parameters */
bool hook_has_sched_params(const struct scope *scope);
bool hook_is_signal(const struct scope *scope); /* the result is a signal */
/* sig: not above the highest signal of the ABI */
bool hook_has_signal(const struct scope *scope);
bool hook_has_no_signal(const struct scope *scope);
bool hook_is_handler_name(const struct scope *scope); /* the result is SIG_DFL or SIG_IGN */
/* an IPv6 address; its scope is a network interface */
bool hook_is_link_local(const struct scope *scope);
bool hook_is_global(const struct scope *scope);
bool hook_is_done(const struct scope *scope); /* the element is among the first RET */
/* set_tid_size is one that the kernel accepts */
bool hook_set_tid_is_list(const struct scope *scope);
/* set_tid or set_tid_size is not 0, but the size is invalid */
bool hook_set_tid_is_odd(const struct scope *scope);

bool hook_filter_jumps(const struct scope *scope); /* a classic BPF instruction jumps */
bool hook_filter_returns(const struct scope *scope); /* it ends the program */
bool hook_filter_goes_on(const struct scope *scope); /* it does neither */
/*
 * An instruction of a socket filter loads a property of the packet, from its network header, from
 * its link-layer header, or none of these.
 */
bool hook_filter_loads_property(const struct scope *scope);
bool hook_filter_loads_network(const struct scope *scope);
bool hook_filter_loads_link(const struct scope *scope);
bool hook_filter_loads_none(const struct scope *scope);

/* the size is not 0; with 0 the call returns the size only */
bool hook_is_list(const struct scope *scope);

/* SG_IO writes to the device, from one buffer */
bool hook_sg_sends_bytes(const struct scope *scope);
/* SG_IO writes to the device, from several buffers */
bool hook_sg_sends_vector(const struct scope *scope);
/* SG_IO reads from the device, to one buffer */
bool hook_sg_fetches_bytes(const struct scope *scope);
bool hook_sg_fetches_vector(const struct scope *scope);
bool hook_sg_exchanges_bytes(const struct scope *scope);
bool hook_sg_exchanges_vector(const struct scope *scope);
bool hook_sg_fetched(const struct scope *scope);

bool hook_result_in_buffer(const struct scope *scope, uint64_t *bytes);
bool hook_stream_bytes(const struct scope *scope, uint64_t *bytes);
bool hook_received(const struct scope *scope, uint64_t *bytes);
bool hook_ids_of_mounts(const struct scope *scope, uint64_t *count);
bool hook_ids_of_namespaces(const struct scope *scope, uint64_t *count);
bool hook_failed(const struct scope *scope); /* the call has failed */
bool hook_has_not_failed(const struct scope *scope); /* it has succeeded, or not returned yet */
bool hook_result_fits(const struct scope *scope); /* buflen is not less than the result */

/* Names of macros. */
const char *hook_filter_macro(const struct scope *scope);

/* Keys of choices. */
const char *hook_filter_class(const struct scope *scope);
const char *hook_siginfo(const struct scope *scope);
const char *hook_netlink_type(const struct scope *scope); /* the list of nlmsg_type */
const char *hook_netlink_flags(const struct scope *scope); /* the list of nlmsg_flags */
const char *hook_netlink_payload(const struct scope *scope); /* the data after the header */
const char *hook_sockaddr(const struct scope *scope);
bool hook_syscall_info_size(const struct scope *scope, uint64_t *bytes);
const char *hook_ax25(const struct scope *scope);
bool hook_ax25_rest(const struct scope *scope, uint64_t *bytes);
bool hook_ax25_has_rest(const struct scope *scope);
bool hook_rxrpc_size(const struct scope *scope, uint64_t *bytes);
const char *hook_rxrpc(const struct scope *scope);
const char *hook_bpf_class(const struct scope *scope);
/* What bpf_fd refers to. Other: unknown, or its information is not shown. */
bool hook_bpf_is_map(const struct scope *scope);
bool hook_bpf_is_program(const struct scope *scope);
bool hook_bpf_is_link(const struct scope *scope);
bool hook_bpf_is_btf(const struct scope *scope);
bool hook_bpf_is_other(const struct scope *scope);
const char *hook_ioctl_macro(const struct scope *scope);

/* Whether the call moves netlink messages: in a buffer; in the vector of a struct msghdr. */
bool hook_is_netlink(const struct scope *scope);
/*
 * The bytes of the message that struct nlmsgerr contains; the distance from that struct to the
 * attributes after it.
 */
bool hook_netlink_asked(const struct scope *scope, uint64_t *bytes);
bool hook_netlink_after_asked(const struct scope *scope, uint64_t *bytes);
/*
 * Whether a program of INET_DIAG_REQ_BYTECODE is one operation or several. NULL: it is shorter than
 * an operation.
 */
const char *hook_diag_bytecode(const struct scope *scope);
bool hook_is_uevent(const struct scope *scope);
/* What is left of a record for the string at its end. */
bool hook_dm_after_head(const struct scope *scope, uint64_t *bytes);
bool hook_dm_after_name(const struct scope *scope, uint64_t *bytes);
/* The address family of the socket of an ioctl: "inet", "inet6"; NULL: another one, or unknown. */
const char *hook_ioctl_family(const struct scope *scope);
/* ETHTOOL_GSSET_INFO: the number of sizes, one for each bit of the mask. The distance from the table of a hash to its key. */
bool hook_ethtool_sets(const struct scope *scope, uint64_t *count);
bool hook_ethtool_key(const struct scope *scope, uint64_t *bytes);
bool hook_dm_after_version(const struct scope *scope, uint64_t *bytes);
bool hook_dm_after_target(const struct scope *scope, uint64_t *bytes);
bool hook_lsm_context(const struct scope *scope, uint64_t *bytes);
bool hook_lsm_has_context(const struct scope *scope);
bool hook_dm_event(const struct scope *scope, uint64_t *bytes);
bool hook_dm_has_deps(const struct scope *scope);
bool hook_dm_has_event(const struct scope *scope);
/*
 * Whether the length of a register set is one that the kernel takes, and the call has not failed.
 */
bool hook_regset_is_whole(const struct scope *scope);
bool hook_rseq_is_aligned(const struct scope *scope);
/* clone(2): whether the call stores a descriptor of the child. */
bool hook_clone_has_pidfd(const struct scope *scope);
const char *hook_gpio_attribute(const struct scope *scope);
/* The bytes of the glyphs of struct console_font_op. */
bool hook_font_bytes(const struct scope *scope, uint64_t *bytes);
bool hook_dm_is_whole(const struct scope *scope);
bool hook_dm_has_string(const struct scope *scope);
bool hook_dm_has_targets(const struct scope *scope);
bool hook_dm_has_head(const struct scope *scope);
bool hook_dm_has_name(const struct scope *scope);
bool hook_dm_has_version(const struct scope *scope);
bool hook_ifconf_is_asked(const struct scope *scope);
bool hook_ifconf_is_read(const struct scope *scope);
const char *hook_ioctl_direction(const struct scope *scope);
/* of one struct msghdr; false: no limit */
bool hook_received_bytes(const struct scope *scope, uint64_t *bytes);
/* The address of exit_reason in struct kvm_run with -e kvm=vcpu; with -e kvm=vcpu+. */
uint64_t hook_kvm_exit_reason(const struct scope *scope);
uint64_t hook_kvm_exit(const struct scope *scope);

/* The address of what read(2) has got from a descriptor of events: events.c. */
uint64_t hook_inotify_events(const struct scope *scope);
uint64_t hook_fanotify_events(const struct scope *scope);
uint64_t hook_signalfd_events(const struct scope *scope);
uint64_t hook_userfaultfd_events(const struct scope *scope);
uint64_t hook_eventfd_count(const struct scope *scope);
uint64_t hook_timerfd_count(const struct scope *scope);

#endif
