/* SPDX-License-Identifier: MIT */
/* Namespaces and virtual processors of tracees. */
#include <string.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

void tracee_namespaces(void *ctx, int pid, struct namespaces *namespaces)
{
	struct tracee *tracee = ctx;
	pid_t ours = pid ? tracee_pid_to_own_namespace(tracee, pid) : tracee->tid;

	for (unsigned type = 0; type < NAMESPACE_COUNT; type++)
		namespaces->inodes[type] =
			ours > 0 ? proc_namespace(ours, namespace_name(type)) : 0;
}

struct vcpu {
	char name[PROC_PATH + 1];
	uint64_t start;
	unsigned n; /* mappings with the name */
};

static bool count_mapping(void *ctx, const struct proc_mapping *mapping)
{
	struct vcpu *vcpu = ctx;

	if (strcmp(mapping->path, vcpu->name) != 0)
		return false;
	if (!vcpu->n++)
		vcpu->start = mapping->start;
	return false;
}

/*
 * Finds the mapping of a virtual processor by its name, "anon_inode:kvm-vcpu:0" (since Linux 4.16),
 * which the descriptor and the mapping share. Two virtual machines in one process use the same
 * names: then the mapping is unknown.
 */
uint64_t tracee_vcpu(void *ctx, int fd)
{
	const struct tracee *tracee = ctx;
	struct vcpu vcpu = { .n = 0 };
	ssize_t len = tracee_fd_path(ctx, fd, vcpu.name, PROC_PATH);

	if (len <= 0 || !memmem(vcpu.name, (size_t)len, "kvm-vcpu", strlen("kvm-vcpu")))
		return 0;
	vcpu.name[len] = '\0';
	proc_each_mapping(tracee->tid, count_mapping, &vcpu);
	return vcpu.n == 1 ? vcpu.start : 0;
}
