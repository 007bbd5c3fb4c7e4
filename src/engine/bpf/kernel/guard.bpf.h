/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program that scry-capture loads for an ordinary user, the owner of the
 * trace: decides at each event whether the owner may see the task. doc/scry-capture.md says from
 * what this protects.
 *
 * A task is marked only if the owner has opened /proc/PID/mem of it: the kernel grants that to a
 * process that may attach to the task by ptrace(2). Later the task must have the IDs of the owner
 * and no capability, or be in a user namespace of the owner, and its memory must be dumpable. A
 * task that does not meet this has left the trace for good.
 */
#ifndef ENGINE_BPF_KERNEL_GUARD_H
#define ENGINE_BPF_KERNEL_GUARD_H

#define GUARDS true
#define PROC_SUPER_MAGIC 0x9fa0 /* linux/magic.h */
#define NAME_MEM 0x006d656du /* "mem", with its NUL */
#define DUMPABLE_MASK 3 /* of the flags of a struct mm_struct: linux/mm_types.h */
#define DUMPABLE 1
/* "scry-capture" */
#define CAPTURE_NAME_0 0x7061632d79726373ull
#define CAPTURE_NAME_1 0x65727574ull
#define USER_NAMESPACES 33 /* the kernel nests 32 (user_namespaces(7)) in the initial one */

/* The flags are a word, since Linux 6.18 in a struct. */
struct mm_struct___word {
	unsigned long flags;
} KERNEL_STRUCT;
typedef struct {
	unsigned long __mm_flags[1];
} mm_flags_t;
struct mm_struct___struct {
	mm_flags_t flags;
} KERNEL_STRUCT;

/* Whether the owner of the process may read its memory. A task without memory ends. */
static __always_inline bool is_dumpable(struct task_struct *task)
{
	char *mm = (char *)task->mm;
	__u64 flags = 0;

	if (!mm)
		return task->flags & PF_EXITING;
	if (bpf_core_field_exists(struct mm_struct___struct, flags))
		mm += bpf_core_field_offset(struct mm_struct___struct, flags);
	else if (bpf_core_field_exists(struct mm_struct___word, flags))
		mm += bpf_core_field_offset(struct mm_struct___word, flags);
	else
		return false;
	return !bpf_probe_read_kernel(&flags, sizeof(flags), mm) &&
	       (flags & DUMPABLE_MASK) == DUMPABLE;
}

/* Whether all IDs of a process are those of the owner, and it has no capability. */
static __always_inline bool is_plain(struct cred *cred)
{
	__u64 capabilities = ~0ull;

	bpf_probe_read_kernel(&capabilities, sizeof(capabilities),
			      (char *)cred + bpf_core_field_offset(struct cred, cap_permitted));
	return !capabilities && BPF_CORE_READ(cred, uid.val) == owner_uid &&
	       BPF_CORE_READ(cred, euid.val) == owner_uid &&
	       BPF_CORE_READ(cred, suid.val) == owner_uid &&
	       BPF_CORE_READ(cred, gid.val) == owner_gid &&
	       BPF_CORE_READ(cred, egid.val) == owner_gid &&
	       BPF_CORE_READ(cred, sgid.val) == owner_gid;
}

/*
 * Whether credentials, a struct cred at this address, are of a process that the owner could trace,
 * as in __ptrace_may_access() of the kernel. The owner of a user namespace that is directly below
 * the initial one has all capabilities in it, and in those below.
 */
__attribute__((noinline)) int are_of_owner(__u64 address)
{
	struct cred *cred = (struct cred *)address;
	struct user_namespace *space = BPF_CORE_READ(cred, user_ns);
	int level = BPF_CORE_READ(space, level);

	if (!space)
		return 0;
	if (!level)
		return is_plain(cred);
	for (__u32 i = 0; i < USER_NAMESPACES && level > 1; i++) {
		space = BPF_CORE_READ(space, parent);
		level = BPF_CORE_READ(space, level);
	}
	return level == 1 && BPF_CORE_READ(space, owner.val) == owner_uid;
}

/* Reports that a task has left the trace. former: the number of its thread before an execve(2). */
__attribute__((noinline)) int report_left(__u32 tid, __u32 tgid, __u32 former)
{
	struct bpf_record *record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);

	if (!record) {
		__sync_fetch_and_add(&desk.lost_records, 1);
		return 0;
	}
	__builtin_memset(record, 0, sizeof(*record));
	record->len = sizeof(*record);
	record->kind = RECORD_LEFT;
	record->tid = tid;
	record->tgid = tgid;
	record->exec.former = former;
	record->time = bpf_ktime_get_ns();
	bpf_ringbuf_submit(record, BPF_RB_FORCE_WAKEUP);
	return 0;
}

static __always_inline bool look_at_credentials(struct task_struct *task, struct task_state *state)
{
	__u64 creds = (__u64)BPF_CORE_READ(task, real_cred);

	state->creds = are_of_owner(creds) ? creds : 0;
	return state->creds;
}

/* Whether the owner may see the task now. It need not be the current one. */
static __always_inline bool guard_shows(struct task_struct *task, struct task_state *state)
{
	if (state->guard != GUARD_SHOWN)
		return false;
	if (is_dumpable(task) &&
	    ((__u64)task->real_cred == state->creds || look_at_credentials(task, state)))
		return true;
	state->guard = GUARD_LEFT;
	report_left(number_of(task), group_of(task), number_of(task));
	return false;
}

/*
 * The same of a thread of the kernel that works for a process which was shown, and has its memory
 * and its credentials.
 */
static __always_inline bool guard_shows_helper(struct task_struct *task)
{
	return is_dumpable(task) && are_of_owner((__u64)BPF_CORE_READ(task, real_cred));
}

/* A shown task has made another one, whose credentials are looked at when it does something. */
static __always_inline void guard_child(struct task_state *child)
{
	if (child)
		child->guard = GUARD_SHOWN;
}

/*
 * The task executes another program: it leaves if a set-user-ID bit, a capability or a security
 * module has given rights to that program, or if it is being marked, because the descriptor is of
 * the memory of the former program.
 */
static __always_inline void guard_exec(struct task_struct *task, struct linux_binprm *binary,
				       __u32 former)
{
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);

	if (!state || state->guard == GUARD_LEFT || state->flags & TASK_EXCLUDED)
		return;
	if (state->guard == GUARD_SHOWN && is_dumpable(task) &&
	    !BPF_CORE_READ_BITFIELD(binary, secureexec) && look_at_credentials(task, state))
		return;
	if (__sync_lock_test_and_set(&state->guard, GUARD_LEFT) == GUARD_SHOWN)
		report_left(number_of(task), group_of(task), former);
}

/*
 * Whether a task is another scry-capture of the owner. The name is that which scry-capture gives
 * itself; if other processes take it, they take the places of their own user. A process that has
 * ended has closed its descriptors, and waits for its parent (do_exit() of the kernel). One that is
 * about to end may still have them: the user can delay that by a file system.
 */
static __always_inline bool guard_counts(struct task_struct *task)
{
	__u64 name[2] = { 0 };

	bpf_probe_read_kernel(name, sizeof(name), &task->comm);
	return task->pid == task->tgid && !task->exit_state && name[0] == CAPTURE_NAME_0 &&
	       name[1] == CAPTURE_NAME_1 && BPF_CORE_READ(task, real_cred, uid.val) == owner_uid;
}

/*
 * Whether a descriptor of the current process, which is scry-capture, is of the memory that a task
 * has now.
 */
static __always_inline bool proves_access(__u32 fd, struct task_struct *task)
{
	struct file *file = file_of(fd);
	struct dentry *dentry;
	__u32 name = 0;
	__u64 mm;

	if (!file || BPF_CORE_READ(file, f_inode, i_sb, s_magic) != PROC_SUPER_MAGIC)
		return false;
	dentry = BPF_CORE_READ(file, f_path.dentry);
	bpf_probe_read_kernel(&name, sizeof(name), BPF_CORE_READ(dentry, d_name.name));
	mm = (__u64)BPF_CORE_READ(file, private_data);
	return name == NAME_MEM && mm && mm == (__u64)task->mm;
}

static __always_inline bool guard_may_mark(struct task_struct *task, __u32 how)
{
	return proves_access(how & ~GROUP_HOW, task) && is_dumpable(task) &&
	       are_of_owner((__u64)BPF_CORE_READ(task, real_cred));
}

/*
 * Admits a task that has a state since guard_may_mark(). If it has executed another program
 * meanwhile, its memory is another one, or guard_exec() comes with its state.
 */
static __always_inline bool guard_admits(struct task_struct *task, struct task_state *state,
					 __u32 how)
{
	__u32 shown = guard_may_mark(task, how) ? GUARD_SHOWN : GUARD_LEFT;

	return __sync_val_compare_and_swap(&state->guard, GUARD_UNPROVED, shown) ==
		       GUARD_UNPROVED &&
	       shown == GUARD_SHOWN;
}

/*
 * Addresses of the kernel are kept from the owner: a namespace is known by its inode, shifted so
 * that TASK_LEVEL() keeps all of it.
 */
static __always_inline __u64 guard_space(void *space)
{
	return (__u64)BPF_CORE_READ((struct pid_namespace *)space, ns.inum) << 6;
}

/*
 * Whether a descriptor is still of the same file: the file that another thread has closed may have
 * been opened by another process.
 */
static __always_inline bool guard_names(int fd, struct file *file)
{
	return !file || fd <= NAME_OF_PROGRAM || file_of(fd) == file;
}

#endif
