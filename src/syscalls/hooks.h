/* SPDX-License-Identifier: MIT */
/* Inside src/syscalls/: what rows say in code, because data cannot. */
#ifndef SCRY_SYSCALLS_HOOKS_H
#define SCRY_SYSCALLS_HOOKS_H

#include "scry/type.h"

/* Conditions. */
bool hook_is_device(const struct scope *scope);		/* st_mode: S_IFBLK or S_IFCHR */
bool hook_is_no_device(const struct scope *scope);
bool hook_mode_is_device(const struct scope *scope);	/* the same of mode (mknod) */
bool hook_open_how_mode(const struct scope *scope);	/* a file may be made, or there is a mode */
bool hook_has_set_tid(const struct scope *scope);	/* clone_args: set_tid or set_tid_size */
bool hook_has_cgroup(const struct scope *scope);	/* clone_args: cgroup, or the flag for it */
bool hook_has_sched_attr(const struct scope *scope);	/* sched_attr is whole: 48 bytes or more */
bool hook_has_sched_size(const struct scope *scope);	/* … and says so */
bool hook_has_sched_policy(const struct scope *scope);	/* … and its flags keep nothing as it was */
bool hook_has_sched_params(const struct scope *scope);	/* … the parameters */
bool hook_is_signal(const struct scope *scope);		/* the result is a signal */
bool hook_is_handler_name(const struct scope *scope);	/* the result is SIG_DFL or SIG_IGN */
bool hook_is_link_local(const struct scope *scope);	/* an IPv6 address whose scope is a network interface */
bool hook_is_global(const struct scope *scope);
bool hook_is_done(const struct scope *scope);		/* this element is one of those RET counts */
bool hook_set_tid_is_list(const struct scope *scope);	/* set_tid_size: as many as the kernel takes */
bool hook_set_tid_is_odd(const struct scope *scope);	/* one of both, but no list */

bool hook_filter_jumps(const struct scope *scope);	/* a classic BPF instruction has targets */
bool hook_filter_returns(const struct scope *scope);	/* … ends the program */
bool hook_filter_goes_on(const struct scope *scope);	/* … does not */

bool hook_is_list(const struct scope *scope);	/* the size is not 0, which asks for RET only */

bool hook_sg_sends_bytes(const struct scope *scope);	/* SG_IO moves to the device, from one buffer */
bool hook_sg_sends_vector(const struct scope *scope);	/* … from several */
bool hook_sg_fetches_bytes(const struct scope *scope);	/* … from the device, to one buffer */
bool hook_sg_fetches_vector(const struct scope *scope);

bool hook_failed(const struct scope *scope);	/* the call has failed */

/* Names of macros. */
const char *hook_filter_macro(const struct scope *scope);

/* Keys of choices. */
const char *hook_filter_class(const struct scope *scope);
const char *hook_siginfo(const struct scope *scope);
const char *hook_netlink_type(const struct scope *scope);	/* whose types nlmsg_type has */
const char *hook_netlink_flags(const struct scope *scope);	/* what nlmsg_flags are of */
const char *hook_netlink_payload(const struct scope *scope);	/* what follows the header */
const char *hook_sockaddr(const struct scope *scope);
const char *hook_rxrpc(const struct scope *scope);
const char *hook_bpf_class(const struct scope *scope);
const char *hook_ioctl_macro(const struct scope *scope);
const char *hook_futex(const struct scope *scope);

/* Whether the bytes that the call moves are messages of netlink; in a vector of a struct msghdr. */
bool hook_is_netlink(const struct scope *scope);
bool hook_is_netlink_message(const struct scope *scope);
bool hook_request_size(const struct scope *scope, uint64_t *size);
/* Where the exit_reason of the struct kvm_run lies, with -e kvm=vcpu; with -e kvm=vcpu+. */
uint64_t hook_kvm_exit_reason(const struct scope *scope);
uint64_t hook_kvm_exit(const struct scope *scope);

#endif
