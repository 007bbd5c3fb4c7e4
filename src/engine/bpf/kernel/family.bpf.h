/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: where the name of a descriptor is not wanted, but the names of
 * ioctl requests depend on what it refers to, the program reports which device it is, without its
 * path, or that it is a socket.
 */
#ifndef ENGINE_BPF_KERNEL_FAMILY_H
#define ENGINE_BPF_KERNEL_FAMILY_H

/*
 * Reports a device or a socket to which a descriptor of the current call refers. The path of a
 * device is empty.
 */
__attribute__((noinline)) int send_device(int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct naming *naming =
		bpf_task_storage_get(&namings, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	struct file *file = file_of(fd);
	struct descriptor_detail *detail;
	struct inode *inode;
	__u32 mode;

	if (!state || !naming || !file)
		return 0;
	inode = BPF_CORE_READ(file, f_inode);
	mode = BPF_CORE_READ(inode, i_mode);
	if ((mode & S_IFMT) != S_IFCHR && (mode & S_IFMT) != S_IFBLK && (mode & S_IFMT) != S_IFSOCK)
		return 0;
	begin_naming(naming, task, RECORD_ENTRY, fd, mode);
	naming->record.name.inode = BPF_CORE_READ(inode, i_ino);
	naming->record.name.magic = 0;
	naming->record.name.flags = NAME_ONCE;
	if ((mode & S_IFMT) == S_IFSOCK) {
		naming->record.name.magic = SOCKFS_MAGIC;
		send_naming(naming, state, sizeof(naming->record));
		return 0;
	}
	send_naming(naming, state, sizeof(naming->record));
	detail = (struct descriptor_detail *)naming->bytes;
	__builtin_memset(detail, 0, sizeof(*detail));
	detail->kind = DETAIL_DEVICE;
	detail->number = BPF_CORE_READ(inode, i_rdev);
	naming->record.kind = RECORD_DETAIL;
	send_naming(naming, state, sizeof(naming->record) + sizeof(*detail));
	return 0;
}

/*
 * Whether several families of descriptors have requests of this type: struct request_family in
 * scry/type.h.
 */
static __always_inline bool is_shared(__u32 request)
{
	switch (request >> 8 & 0xff) {
	case 'H':
	case 'P':
	case 'R':
	case 'S':
	case 'T':
	case 'U':
	case 'V':
	case 'p':
	case 0x89:
	case 0x8b:
		return true;
	default:
		return false;
	}
}

/* Whether a call needs that of argument 0, whose name is not wanted. */
static __always_inline bool asks_for_family(__u32 descriptors)
{
	return (descriptors & (CALL_FAMILY | 1)) == CALL_FAMILY;
}

static __always_inline void send_family(struct task_state *state, struct pt_regs *regs)
{
	bool old = state->abi == abi_i386;

	if (is_shared(old ? regs->cx : regs->si))
		send_device(old ? regs->bx : regs->di);
}

#endif
