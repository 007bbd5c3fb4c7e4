/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: sieves, which find out whether --where can select a call before
 * anything is written to the ring. See scry/kernel/sieve.h.
 */
#ifndef ENGINE_BPF_KERNEL_SIEVES_H
#define ENGINE_BPF_KERNEL_SIEVES_H

SIFT_INLINE const struct sieve_step *sift_step(struct sieve *sieve, uint32_t pc)
{
	return bpf_map_lookup_elem(&sieves, &pc);
}

SIFT_INLINE long sift_read(struct sieve *sieve, void *to, uint32_t n, uint64_t from)
{
	return bpf_probe_read_user(to, n, (const void *)from);
}

SIFT_INLINE long sift_read_string(struct sieve *sieve, void *to, uint32_t n, uint64_t from)
{
	return bpf_probe_read_user_str(to, n, (const void *)from);
}

SIFT_INLINE uint32_t sift_comm(struct sieve *sieve)
{
	uint8_t *comm = &sieve->text[SIEVE_MIDDLE];
	uint32_t len = 0;

	bpf_get_current_comm(comm, TASK_COMM_BYTES);
#pragma unroll
	for (uint32_t i = 0; i < TASK_COMM_BYTES; i++) {
		if (!comm[i])
			break;
		len++;
	}
	return len;
}

/* Without names the program notes no call that may change a path, and follows none. */
SIFT_INLINE uint32_t sift_remembered(struct sieve *sieve, int fd)
{
	struct task_state *state = bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), 0, 0);
	__u32 place = (__u32)fd % SIFTED;

	sieve->moves = shared.moves;
	if (!names || !state || !(state->sifted.bits >> place & 1) ||
	    state->sifted.answers[place].fd != (__u32)fd ||
	    state->sifted.answers[place].from != sieve->pc ||
	    state->sifted.tick != bpf_jiffies64() || state->sifted.moves != shared.moves)
		return 0;
	return (__u32)state->sifted.answers[place].to + 1;
}

/*
 * The answer holds as long as a name does that make_sure() has noted: until the end of the tick,
 * unless a traced task makes a call that may change it. Where other tasks use the table of
 * descriptors nothing is remembered.
 */
SIFT_INLINE void sift_remember(struct sieve *sieve, int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	__u64 tick = bpf_jiffies64();
	__u32 place = (__u32)fd % SIFTED;

	if (!names || !state || fd < 0 || BPF_CORE_READ(task, files, count.counter) != 1)
		return;
	if (state->sifted.tick != tick || state->sifted.moves != sieve->moves)
		state->sifted.bits = 0;
	state->sifted.tick = tick;
	state->sifted.moves = sieve->moves;
	state->sifted.bits |= 1u << place;
	state->sifted.answers[place].fd = fd;
	state->sifted.answers[place].from = sieve->from;
	state->sifted.answers[place].to = sieve->pc;
}

#define PIPEFS_MAGIC 0x50495045

/* Whether the text of a file is no path, because its file system has no directories. */
static __always_inline bool has_no_path(struct dentry *dentry)
{
	struct inode *inode = BPF_CORE_READ(dentry, d_inode);
	__u64 magic = BPF_CORE_READ(inode, i_sb, s_magic);

	return magic == SOCKFS_MAGIC || magic == PIPEFS_MAGIC || magic == ANON_INODE_MAGIC ||
	       magic == NSFS_MAGIC;
}

SIFT_INLINE enum sift_walk sift_begin_walk(struct sieve *sieve, int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct dentry *dentry;
	struct file *file;

	if (!names)
		return SIFT_LOST;
	if (fd == SIFT_CURRENT) {
		dentry = BPF_CORE_READ(task, fs, pwd.dentry);
		sieve->mount = (__u64)mount_of(BPF_CORE_READ(task, fs, pwd.mnt));
	} else {
		file = file_of(fd);
		if (!file)
			return SIFT_NO_FILE;
		dentry = BPF_CORE_READ(file, f_path.dentry);
		sieve->mount = (__u64)mount_of(BPF_CORE_READ(file, f_path.mnt));
	}
	sieve->dentry = (__u64)dentry;
	return has_no_path(dentry) ? SIFT_NO_PATH : SIFT_GOES_ON;
}

/* As name_next(), with the names in the order of the path. */
SIFT_INLINE enum sift_walk sift_walk(struct sieve *sieve)
{
	struct dentry *dentry = (struct dentry *)sieve->dentry, *above;
	struct mount *mount = (struct mount *)sieve->mount, *parent;
	__u32 len;

	if (!names)
		return SIFT_LOST;
	if (sieve->dentry == shared.root_dentry && sieve->mount == shared.root_mount)
		return SIFT_ARRIVED;
	if (dentry == BPF_CORE_READ(mount, mnt.mnt_root)) {
		parent = BPF_CORE_READ(mount, mnt_parent);
		if (!parent || parent == mount)
			return SIFT_ARRIVED;
		sieve->dentry = (__u64)BPF_CORE_READ(mount, mnt_mountpoint);
		sieve->mount = (__u64)parent;
		return SIFT_GOES_ON;
	}
	above = BPF_CORE_READ(dentry, d_parent);
	len = BPF_CORE_READ(dentry, d_name.hash_len) >> 32;
	/* A file that is in no directory: of memfd_create(2). */
	if (!above || above == dentry || !len || len >= NAME_BYTES || sieve->begin <= NAME_BYTES ||
	    sieve->begin > SIEVE_MIDDLE)
		return SIFT_LOST;
	sieve->begin -= len;
	if (bpf_probe_read_kernel(&sieve->text[sieve->begin & (SIEVE_MIDDLE - 1)],
				  len & (NAME_BYTES - 1), BPF_CORE_READ(dentry, d_name.name)))
		return SIFT_LOST;
	sieve->begin--;
	sieve->text[sieve->begin & (SIEVE_MIDDLE - 1)] = '/';
	sieve->dentry = (__u64)above;
	return SIFT_GOES_ON;
}

/* What a sieve is asked about a call. */
struct sifting {
	__u32 pc, unused;
	long result;
	__u64 now;
};

static long sift_more(__u64 turn, __u32 *number)
{
	struct machine_slot *slot = bpf_map_lookup_elem(&machines, number);

	return !slot || sift_turn(&slot->sieve);
}

/*
 * Returns whether the current call passes a sieve. It does if there is no machine for that. The
 * verifier looks at this function once.
 */
__attribute__((noinline)) int sift_call(struct task_state *state, struct sifting *sifting)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct machine_slot *slot;
	struct sieve *sieve;
	__u32 number;
	long result;
	__u32 error;
	int passes;

	if (!sifts || !state || !sifting)
		return 1;
	slot = slot_find(state);
	if (!slot)
		return 1;
	number = state->slot;
	result = sifting->result;
	error = error_of(state, result);
	sieve = &slot->sieve;
	fill_arguments(sieve->numbers, (struct pt_regs *)bpf_task_pt_regs(task), state->abi);
	sieve->numbers[SIEVE_RESULT] = error ? -1 : result;
	sieve->numbers[SIEVE_ERROR] = error;
	sieve->numbers[SIEVE_FAILED] = error != 0;
	sieve->numbers[SIEVE_DURATION] = sifting->now - state->entered;
	sieve->numbers[SIEVE_NUMBER] = state->nr;
	sieve->numbers[SIEVE_PID] = group_of(task);
	sieve->numbers[SIEVE_TID] = number_of(task);
	sieve->numbers[SIEVE_UID] = (__u32)bpf_get_current_uid_gid();
	sift_begin(sieve, sifting->pc);
	bpf_loop(SIEVE_TURNS, sift_more, &number, 0);
	passes = sieve->passes;
	slot_release(slot);
	return passes;
}

/* A selected call begins. If it does not pass, it is not wanted any more. */
static __always_inline void sift_entry(struct task_state *state, const struct call_sieves *sieves)
{
	struct sifting sifting = { .pc = sieves->entry };

	if (sifting.pc && !sift_call(state, &sifting))
		state->call = CALL_UNWANTED;
	else if (sieves->exit)
		state->flags |= TASK_HELD;
}

/*
 * A wanted call ends. Returns whether it is reported: with both sides, if its entry was not
 * reported, and flags and descriptors say so.
 */
static __always_inline bool sift_exit(struct task_state *state, long result, __u64 now,
				      __u32 *flags, __u32 *descriptors)
{
	__u32 index = state->index, held = state->flags & TASK_HELD;
	struct call_entry *entry = bpf_map_lookup_elem(&calls, &index);
	struct sifting sifting = { .result = result, .now = now };

	state->flags &= ~TASK_HELD;
	if (!entry || !(held || *flags & RECORD_NO_ENTRY))
		return true;
	sifting.pc = entry->sieves.exit;
	if (sifting.pc && !sift_call(state, &sifting))
		return false;
	if (held) {
		*flags = RECORD_NO_ENTRY | RECORD_HELD;
		*descriptors = entry->descriptors & ~RESULT_DESCRIPTOR;
	}
	return true;
}

#endif
