/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A part of the kernel program: the names of what descriptors refer to (-y, -P), at the moment of the call. */
#ifndef ENGINE_BPF_NAMES_H
#define ENGINE_BPF_NAMES_H

#include "engine/bpf/detail.bpf.h"

enum name_end { NAME_GOES_ON, NAME_WHOLE, NAME_TOO_LONG };

/* The kernel's mount that a file refers to. */
static __always_inline struct mount *mount_of(struct vfsmount *mount)
{
	return (struct mount *)((char *)mount - bpf_core_field_offset(struct mount, mnt));
}

/* Adds one name, or goes from the root of a file system to where it is mounted. */
__attribute__((noinline)) int name_step(struct naming *naming)
{
	struct dentry *dentry, *parent;
	struct mount *mount, *above;
	long len;

	if (!naming || naming->pos >= NAME_ROOM)
		return NAME_TOO_LONG;
	dentry = naming->dentry;
	mount = naming->mount;
	parent = BPF_CORE_READ(dentry, d_parent);
	if ((__u64)dentry == shared.root_dentry && (__u64)mount == shared.root_mount)
		return NAME_WHOLE;
	if (dentry == BPF_CORE_READ(mount, mnt.mnt_root)) {
		above = BPF_CORE_READ(mount, mnt_parent);
		if (!above || above == mount)
			return NAME_WHOLE;
		naming->dentry = BPF_CORE_READ(mount, mnt_mountpoint);
		naming->mount = above;
		return NAME_GOES_ON;
	}
	len = bpf_probe_read_kernel_str(&naming->bytes[naming->pos & (NAME_ROOM - 1)], NAME_BYTES,
					BPF_CORE_READ(dentry, d_name.name));
	if (len <= 0)
		return NAME_TOO_LONG;
	naming->pos += len;
	naming->dentry = parent;
	/* A file that is in no directory: of memfd_create(2), of eventfd(2). */
	return dentry == parent ? NAME_WHOLE : NAME_GOES_ON;
}

/* The kernel allows eight frames: a function of its own would be the ninth one below the callback of absent.bpf.h. */
static __always_inline int name_walk(struct naming *naming)
{
	for (__u32 i = 0; i < 256; i++) {
		int end = name_step(naming);

		if (end)
			return end;
	}
	return NAME_TOO_LONG;
}

/* The kind of a namespace: /proc shows it with the number of the inode. */
static __always_inline void name_namespace(struct naming *naming, struct inode *inode)
{
	struct ns_common *namespace = BPF_CORE_READ(inode, i_private);
	long len = bpf_probe_read_kernel_str(naming->bytes, NAME_BYTES,
					     BPF_CORE_READ(namespace, ops, name));

	naming->pos = len > 0 ? len : 0;
}

/* Whether /proc says that the file was removed, or would if it were in a directory. */
static __always_inline bool is_removed(struct dentry *dentry, struct mount *mount)
{
	if (dentry == BPF_CORE_READ(dentry, d_parent))
		return dentry != BPF_CORE_READ(mount, mnt.mnt_root);
	return !BPF_CORE_READ(dentry, d_hash.pprev);
}

#define AT_FDCWD -100

static __always_inline void send_detail(struct naming *naming, struct task_state *state,
					struct file *file, struct inode *inode, __u64 name)
{
	struct descriptor_detail *detail = (struct descriptor_detail *)naming->bytes;

	__builtin_memset(detail, 0, sizeof(*detail));
	detail_fill(detail, file, inode, naming->record.args[3], name, details, shared.level);
	if (!detail->kind)
		return;
	naming->record.kind = RECORD_DETAIL;
	send_naming(naming, state, sizeof(naming->record) + sizeof(*detail));
}

/* Writes the records of a descriptor whose path was followed. The verifier looks at this once, not at each end of the walk. */
__attribute__((noinline)) int send_walked(struct naming *naming, __u64 file, __u64 inode)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	__u64 first;
	__u32 len;

	if (!naming || !state)
		return 0;
	first = *(__u64 *)naming->bytes;
	len = naming->pos;
	if (len > NAME_ROOM + NAME_BYTES)
		return 0;
	send_naming(naming, state, len + sizeof(naming->record));
	if (details)
		send_detail(naming, state, (struct file *)file, (struct inode *)inode, first);
	return 0;
}

/* Reports what a descriptor of the current call refers to. kind: of the record that follows. */
__attribute__((noinline)) int send_name(__u32 kind, int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct naming *naming =
		bpf_task_storage_get(&namings, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	struct file *file = fd == AT_FDCWD ? NULL : file_of(fd);
	struct dentry *dentry;
	struct inode *inode;
	__u32 mode;

	if (!state || !naming || (!file && fd != AT_FDCWD))
		return 0;
	if (file) {
		dentry = BPF_CORE_READ(file, f_path.dentry);
		naming->mount = mount_of(BPF_CORE_READ(file, f_path.mnt));
	} else {
		dentry = BPF_CORE_READ(task, fs, pwd.dentry);
		naming->mount = mount_of(BPF_CORE_READ(task, fs, pwd.mnt));
	}
	inode = BPF_CORE_READ(dentry, d_inode);
	mode = BPF_CORE_READ(inode, i_mode);
	naming->dentry = dentry;
	naming->pos = 0;
	begin_naming(naming, task, kind, fd, mode);
	naming->record.args[2] = BPF_CORE_READ(inode, i_ino);
	naming->record.args[3] = BPF_CORE_READ(inode, i_sb, s_magic);
	naming->record.args[4] = is_removed(dentry, naming->mount) ? NAME_REMOVED : 0;
	if (naming->record.args[3] == NSFS_MAGIC)
		name_namespace(naming, inode);
	else if (name_walk(naming) != NAME_WHOLE)
		naming->record.args[4] |= NAME_CUT;
	return send_walked(naming, (__u64)file, (__u64)inode);
}

MACHINE_INLINE int machine_describes(struct plan_machine *machine)
{
	return names;
}

/* A descriptor in memory that a plan has read. */
MACHINE_INLINE void machine_descriptor(struct plan_machine *machine, int fd)
{
	__u32 late = machine->flags & RUN_LATE ? NAME_LATE : 0;
	__u32 kind = machine->record.flags & RECORD_NO_ENTRY ? RECORD_ENTRY : machine->record.kind;

	send_name(kind | late, fd);
}

/* Reports the descriptors among the arguments. */
static __always_inline void send_names(struct task_state *state, struct pt_regs *regs,
				       __u32 descriptors)
{
	bool old = state->abi == abi_i386;

	if (descriptors & CALL_DIRECTORY)
		send_name(RECORD_ENTRY, AT_FDCWD);
	if (descriptors & 1)
		send_name(RECORD_ENTRY, old ? regs->bx : regs->di);
	if (descriptors & 2)
		send_name(RECORD_ENTRY, old ? regs->cx : regs->si);
	if (descriptors & 4)
		send_name(RECORD_ENTRY, regs->dx);
	if (descriptors & 8)
		send_name(RECORD_ENTRY, old ? regs->si : regs->r10);
	if (descriptors & 16)
		send_name(RECORD_ENTRY, old ? regs->di : regs->r8);
	if (descriptors & 32)
		send_name(RECORD_ENTRY, old ? regs->bp : regs->r9);
}

static __always_inline void send_result_name(__u32 kind, int fd)
{
	send_name(kind, fd);
}

/* Notes where paths begin. The task is scry. */
static __always_inline void names_begin(struct task_struct *task)
{
	shared.root_dentry = (__u64)BPF_CORE_READ(task, fs, root.dentry);
	shared.root_mount = (__u64)mount_of(BPF_CORE_READ(task, fs, root.mnt));
}

#endif
