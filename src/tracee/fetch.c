/* SPDX-License-Identifier: MIT */
/* What decode can ask about a tracee that runs on this machine. */
#include "scry/tracee.h"
#include "tracee/look_up.h"

const struct fetch_ops tracee_fetch_ops = {
	.read = tracee_memory_read,
	.read_string = tracee_memory_read_string,
	.fd_path = tracee_fd_path,
	.own_comm = tracee_own_comm,
	.own_context = tracee_own_context,
	.pid_comm = tracee_pid_comm,
	.pid_outside = tracee_pid_outside,
	.interface_name = tracee_interface_name,
	.family_name = tracee_family_name,
	.fd_detail = tracee_fd_detail,
	.other_fd_path = tracee_other_fd_path,
	.other_fd_detail = tracee_other_fd_detail,
	.netlink = tracee_netlink,
	.namespaces = tracee_namespaces,
	.vcpu = tracee_vcpu,
	.fd_capacity = tracee_fd_capacity,
	.fd_context = tracee_fd_context,
	.path_context = tracee_path_context,
	.path_name = tracee_path_name,
	.ring_file = tracee_ring_file,
};
