/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: the names of what descriptors refer to (-y, -P), at the moment of
 * the call.
 */
#ifndef ENGINE_BPF_KERNEL_NAMES_H
#define ENGINE_BPF_KERNEL_NAMES_H

#include "engine/bpf/kernel/detail.bpf.h"

enum name_end { NAME_GOES_ON, NAME_SAME, NAME_WHOLE, NAME_TOO_LONG };
#define NAME_STEPS 512 /* of both walks together */
#define NAME_STEPS_AT_ONCE 4

/* The kernel's mount that a file refers to. */
static __always_inline struct mount *mount_of(struct vfsmount *mount)
{
	return (struct mount *)((char *)mount - bpf_core_field_offset(struct mount, mnt));
}

#define WORDS_BEFORE(member)                            \
	(bpf_core_field_offset(struct dentry, member) - \
	 bpf_core_field_offset(struct dentry, d_hash))

static __always_inline void read_words(struct dentry_words *words, struct dentry *dentry)
{
	if (WORDS_BEFORE(d_parent) == 16 && WORDS_BEFORE(d_name) == 24 &&
	    WORDS_BEFORE(d_inode) == 40) {
		bpf_probe_read_kernel(words, sizeof(*words),
				      (char *)dentry +
					      bpf_core_field_offset(struct dentry, d_hash));
		return;
	}
	words->previous = (__u64)BPF_CORE_READ(dentry, d_hash.pprev);
	words->parent = (__u64)BPF_CORE_READ(dentry, d_parent);
	words->hash_len = BPF_CORE_READ(dentry, d_name.hash_len);
	words->name = (__u64)BPF_CORE_READ(dentry, d_name.name);
	words->inode = (__u64)BPF_CORE_READ(dentry, d_inode);
}

static __always_inline __u64 mix(__u64 hash, __u64 word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

/*
 * Adds what a path depends on to its hash. The kernel has the hash of a name only if the name is in
 * a directory.
 */
static __always_inline void mix_words(struct naming *naming, const struct dentry_words *words,
				      bool alone)
{
	__u64 hash = naming->hash, *name = naming->alone;

	hash = mix(hash, words->previous);
	hash = mix(hash, words->parent);
	hash = mix(hash, words->hash_len);
	hash = mix(hash, words->inode);
	if (alone) {
		/* A name that is shorter has its place in struct dentry. */
		__builtin_memset(name, 0, sizeof(naming->alone));
		bpf_probe_read_kernel(name, sizeof(naming->alone), (void *)words->name);
		hash = mix(hash, name[0]);
		hash = mix(hash, name[1]);
		hash = mix(hash, name[2]);
		hash = mix(hash, name[3]);
	}
	naming->hash = hash;
}

#define MOUNT_WORDS_BEFORE(member)                     \
	(bpf_core_field_offset(struct mount, member) - \
	 bpf_core_field_offset(struct mount, mnt_parent))

static __always_inline void enter_mount(struct naming *naming, struct mount *mount)
{
	if (MOUNT_WORDS_BEFORE(mnt_mountpoint) == 8 && MOUNT_WORDS_BEFORE(mnt) == 16 &&
	    bpf_core_field_offset(struct vfsmount, mnt_root) == 0) {
		bpf_probe_read_kernel(&naming->at, sizeof(naming->at),
				      (char *)mount +
					      bpf_core_field_offset(struct mount, mnt_parent));
	} else {
		naming->at.parent = BPF_CORE_READ(mount, mnt_parent);
		naming->at.place = BPF_CORE_READ(mount, mnt_mountpoint);
		naming->at.top = BPF_CORE_READ(mount, mnt.mnt_root);
	}
	naming->mount = mount;
	naming->hash = mix(naming->hash, (__u64)mount);
}

static __always_inline __u64 hash_of(const struct descriptor_detail *detail)
{
	const __u64 *words = (const __u64 *)detail;
	__u64 hash = 0;

	for (__u32 i = 0; i < sizeof(*detail) / sizeof(*words); i++)
		hash = mix(hash, words[i]);
	return hash | 1;
}

/*
 * Whether the detail of a file stays the same: the file has none, or it is the number of a device.
 */
static __always_inline bool is_fixed(const struct descriptor_detail *detail)
{
	return !detail->kind || (detail->kind == DETAIL_DEVICE && detail->number != PTMX);
}

/*
 * Finds the detail of a file, and its hash, which is 0 if the detail stays the same as long as the
 * path does. The verifier looks at this function once.
 */
static __always_inline int find_detail(struct naming *naming)
{
	struct descriptor_detail *detail;
	struct dentry *dentry;
	struct inode *inode;
	__u64 first = 0;

	if (!naming)
		return 0;
	detail = &naming->detail;
	dentry = naming->first_dentry;
	inode = naming->inode;
	bpf_probe_read_kernel(&first, sizeof(first), BPF_CORE_READ(dentry, d_name.name));
	__builtin_memset(detail, 0, sizeof(*detail));
	detail_fill(detail, naming->file, inode, BPF_CORE_READ(inode, i_sb, s_magic), first,
		    details, shared.level);
	naming->detail_hash = is_fixed(detail) ? 0 : hash_of(detail);
	return 0;
}

static __always_inline void begin_walk(struct naming *naming, bool copies)
{
	naming->dentry = naming->first_dentry;
	naming->pos = 0;
	naming->copies = copies;
	naming->hash = naming->record.name.inode;
	naming->detail.kind = 0;
	naming->detail_hash = 0;
	enter_mount(naming, naming->first_mount);
}

static __always_inline int end_same(struct naming *naming)
{
	__u32 place = NAME_PLACE(naming->record.name.fd);

	if (place < NAMES_KEPT) {
		naming->kept[place].moves = naming->moves;
		naming->kept[place].followed = naming->followed;
	}
	return NAME_SAME;
}

/*
 * The walk has followed the whole path. If what it found is not what the engine has, another walk
 * copies the names.
 */
static __always_inline int end_walk(struct naming *naming)
{
	bool same = !naming->copies && naming->hash == naming->known;

	if (same && !naming->known_detail)
		return end_same(naming);
	if (same || naming->copies)
		find_detail(naming);
	if (naming->copies)
		return NAME_WHOLE;
	if (same && naming->detail_hash == naming->known_detail)
		return end_same(naming);
	begin_walk(naming, true);
	return NAME_GOES_ON;
}

/*
 * Adds one name, or goes from the root of a file system to where it is mounted. Returns false after
 * the last name.
 */
static __always_inline bool name_next(struct naming *naming)
{
	struct dentry *dentry = naming->dentry;
	struct mount *mount = naming->mount;
	struct dentry_words *words = &naming->words;
	long len;

	if ((__u64)dentry == shared.root_dentry && (__u64)mount == shared.root_mount)
		return false;
	if (dentry == naming->at.top) {
		if (!naming->at.parent || naming->at.parent == mount)
			return false;
		naming->dentry = naming->at.place;
		enter_mount(naming, naming->at.parent);
		naming->hash = mix(naming->hash, (__u64)naming->dentry);
		return true;
	}
	__builtin_memset(words, 0, sizeof(*words));
	read_words(words, dentry);
	mix_words(naming, words, (__u64)dentry == words->parent);
	if (naming->copies) {
		len = bpf_probe_read_kernel_str(&naming->bytes[naming->pos & (NAME_ROOM - 1)],
						NAME_BYTES, (void *)words->name);
		naming->pos += len > 0 ? len : NAME_ROOM;
	}
	naming->dentry = (struct dentry *)words->parent;
	/* A file that is in no directory: of memfd_create(2), of eventfd(2). */
	return (__u64)dentry != words->parent;
}

/* Follows a path for some steps. The verifier looks at this function once. */
__attribute__((noinline)) int name_steps(struct naming *naming)
{
	if (!naming)
		return NAME_TOO_LONG;
	for (__u32 i = 0; i < NAME_STEPS_AT_ONCE; i++) {
		if (naming->pos >= NAME_ROOM)
			return NAME_TOO_LONG;
		if (!name_next(naming))
			return end_walk(naming);
	}
	return NAME_GOES_ON;
}

/*
 * The kernel allows eight frames: a function of its own would be the ninth one below the callback
 * of absent.bpf.h.
 */
static __always_inline int name_walk(struct naming *naming)
{
	begin_walk(naming, !naming->known);
	for (__u32 i = 0; i < NAME_STEPS; i += NAME_STEPS_AT_ONCE) {
		int end = name_steps(naming);

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
/*
 * The file of a descriptor, and where its path ends. AT_FDCWD: the current directory, which is no
 * file.
 */
struct named_file {
	struct file *file;
	struct vfsmount *mount;
	struct dentry *dentry; /* NULL: the descriptor is not open */
};

/* The lowest bits of the address say something else. */
#define REGISTERED_ADDRESS (~7ul)

/*
 * The file that a ring has at an index of its table; NULL: none. The kernel does not change the
 * table while it takes requests.
 */
static __always_inline struct file *registered_file(struct io_ring_ctx *owner, __u32 index)
{
	struct io_ring_ctx___before *before = (void *)owner;
	__u64 *table, place = 0;

	if (bpf_core_field_exists(owner->file_table.data.nodes)) {
		if (index >= BPF_CORE_READ(owner, file_table.data.nr))
			return NULL;
		table = (__u64 *)BPF_CORE_READ(owner, file_table.data.nodes);
		bpf_probe_read_kernel(&place, sizeof(place), &table[index]);
		place = BPF_CORE_READ((struct io_rsrc_node *)place, file_ptr);
	} else if (bpf_core_field_exists(before->file_table.files)) {
		if (index >= BPF_CORE_READ(before, nr_user_files))
			return NULL;
		table = BPF_CORE_READ(before, file_table.files);
		bpf_probe_read_kernel(&place, sizeof(place), &table[index]);
	}
	return (struct file *)(place & REGISTERED_ADDRESS);
}

/* registered: what a number beyond REGISTERED_FILE(0) means. */
static __always_inline void find_file_of(struct named_file *to, struct task_struct *task,
					 struct file *registered, int fd)
{
	struct file *file = fd == AT_FDCWD	       ? NULL
			    : fd == NAME_OF_PROGRAM    ? BPF_CORE_READ(task, mm, exe_file)
			    : fd <= REGISTERED_FILE(0) ? registered
						       : file_of(fd);

	to->dentry = NULL;
	to->file = file;
	if (file) {
		to->dentry = BPF_CORE_READ(file, f_path.dentry);
		to->mount = BPF_CORE_READ(file, f_path.mnt);
	} else if (fd == AT_FDCWD) {
		to->dentry = BPF_CORE_READ(task, fs, pwd.dentry);
		to->mount = BPF_CORE_READ(task, fs, pwd.mnt);
	}
}

/*
 * A hash of what the last name of a path depends on, and of the number of the inode, because the
 * kernel gives the addresses of a file that was closed to the next one. The inode of eventfd(2) and
 * its like is that of many files: they have none (0).
 */
static __always_inline __u64 leaf_of(struct naming *naming, const struct named_file *named)
{
	struct dentry_words *words = &naming->words;
	struct inode *inode;
	__u64 hash;

	__builtin_memset(words, 0, sizeof(*words));
	read_words(words, named->dentry);
	inode = (struct inode *)words->inode;
	hash = mix((__u64)named->mount, (__u64)named->dentry);
	hash = mix(hash, words->previous);
	hash = mix(hash, words->parent);
	hash = mix(hash, words->hash_len);
	hash = mix(hash, words->inode);
	return mix(hash, BPF_CORE_READ(inode, i_ino)) | 1;
}

/*
 * Notes that a name holds until the end of the tick, if no call of a traced task that may change it
 * comes before. Other tasks that use the table of descriptors might change it unseen.
 */
static __always_inline void make_sure(struct task_state *state, struct task_struct *task,
				      __u32 place, const struct kept_name *kept)
{
	__u64 tick = bpf_jiffies64();

	if (place >= NAME_OF_DIRECTORY || BPF_CORE_READ(task, files, count.counter) != 1)
		return;
	if (state->sure.tick != tick || state->sure.moves != kept->moves)
		state->sure.bits = 0;
	state->sure.tick = tick;
	state->sure.moves = kept->moves;
	state->sure.bits |= 1u << place;
	state->sure.fds[place] = kept->fd;
}

/*
 * Whether the name of a descriptor is one of those. The current call neither closes nor moves it:
 * see note_moves().
 */
static __always_inline bool is_sure(struct task_state *state, __u32 fd)
{
	__u32 place = fd % NAME_OF_DIRECTORY;

	if (!(state->sure.bits >> place & 1) || state->sure.fds[place] != fd ||
	    state->sure.tick != bpf_jiffies64() || state->sure.moves != shared.moves)
		return false;
	state->names_held |= 1u << place;
	return true;
}

/*
 * Whether the engine has the name of a descriptor, and a look at the file itself says so, or there
 * is nothing to report. Notes that the name holds in the current call. The verifier looks at this
 * function once.
 */
__attribute__((noinline)) int name_holds(struct naming *naming, struct task_state *state, int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct named_file named;
	__u32 place = NAME_PLACE(fd), bit = 1u << place;
	struct kept_name *kept;

	if (!naming || !state || place >= NAMES_KEPT)
		return 0;
	find_file_of(&named, task, NULL, fd);
	if (!named.dentry)
		return 1;
	kept = &naming->kept[place];
	if (!(state->names_known & bit) || kept->fd != fd || kept->file != (__u64)named.file ||
	    kept->detail || !kept->leaf || kept->moves != shared.moves ||
	    kept->followed != bpf_jiffies64() || leaf_of(naming, &named) != kept->leaf)
		return 0;
	state->names_held |= bit;
	make_sure(state, task, place, kept);
	return 1;
}

static __always_inline void note_move(void)
{
	__sync_fetch_and_add(&shared.moves, 1);
}

/* A call begins: what it may change is not sure, neither now nor when it ends. */
static __always_inline void note_moves(struct task_state *state, const struct call_entry *entry)
{
	if (entry && entry->keeps)
		return;
	state->sure.bits = state->sifted.bits = 0;
	state->flags |= TASK_MOVES;
	if (!entry || entry->moves) {
		state->flags |= TASK_MOVES_PATHS;
		note_move();
	}
}

/* A call ends. */
static __always_inline void note_moved(struct task_state *state)
{
	state->sure.bits = state->sifted.bits = 0;
	if (state->flags & TASK_MOVES_PATHS)
		note_move();
}

/*
 * Writes the records of a descriptor whose path was followed up to this end, and notes that the
 * engine has it unless it has NAME_ONCE. The caller does nothing else after the walk, because the
 * verifier looks at that for each end of the walk.
 */
static __always_inline int send_walked(struct naming *naming, __u32 end)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	bool once, sent, sent_detail = true;
	struct kept_name *kept;
	struct dentry *dentry;
	__u32 len, place, bit;
	struct inode *inode;

	if (!naming || !state || !guard_names(naming->record.name.fd, naming->file))
		return 0;
	dentry = naming->first_dentry;
	inode = naming->inode;
	naming->record.kind = RECORD_NAME;
	naming->record.name.mode = BPF_CORE_READ(inode, i_mode);
	naming->record.name.magic = BPF_CORE_READ(inode, i_sb, s_magic);
	naming->record.name.flags |= is_removed(dentry, naming->first_mount) ? NAME_REMOVED : 0;
	if (naming->record.name.magic == NSFS_MAGIC) {
		name_namespace(naming, inode);
	} else if (end != NAME_WHOLE) {
		naming->pos = 0;
		naming->record.name.flags |= NAME_CUT | NAME_ONCE;
	}
	len = naming->pos;
	place = NAME_PLACE(naming->record.name.fd);
	if (len > NAME_ROOM + NAME_BYTES || place >= NAMES_KEPT)
		return 0;
	once = naming->record.name.flags & NAME_ONCE;
	sent = send_naming(naming, state, len + sizeof(naming->record));
	if (naming->detail.kind) {
		__builtin_memcpy(naming->bytes, &naming->detail, sizeof(naming->detail));
		naming->record.kind = RECORD_DETAIL;
		sent_detail =
			send_naming(naming, state,
				    sizeof(naming->record) + sizeof(struct descriptor_detail));
	}
	if (once)
		return 0;
	kept = &naming->kept[place];
	kept->fd = naming->record.name.fd;
	kept->file = (__u64)naming->file;
	kept->path = naming->hash;
	kept->detail = naming->detail_hash;
	kept->leaf = naming->record.name.magic == ANON_INODE_MAGIC ? 0 : naming->leaf;
	kept->moves = naming->moves;
	kept->followed = naming->followed;
	bit = 1u << place;
	/*
	 * The name of another descriptor may have been here, which is_sure() must not take for the
	 * one that the engine has.
	 */
	state->sure.bits &= ~bit;
	state->names_known &= ~bit;
	state->names_held &= ~bit;
	state->names_held |= sent ? bit : 0;
	state->names_known |= sent && sent_detail ? bit : 0;
	return 0;
}

/*
 * Reports what a descriptor of the current call refers to, unless the engine has that. kind: of the
 * record that follows, with NAME_LATE if the plan of the entry has found the descriptor at the
 * exit.
 */
__attribute__((noinline)) int send_name(__u32 kind, int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct naming *naming =
		bpf_task_storage_get(&namings, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	__u32 place = NAME_PLACE(fd), bit = 1u << place;
	struct named_file named;
	struct kept_name *kept;
	struct dentry *dentry;
	struct inode *inode;
	bool held, known;
	int end;

	if (!state || !naming || place >= NAMES_KEPT)
		return 0;
	find_file_of(&named, task, naming->registered, fd);
	if (!named.dentry)
		return 0;
	kept = &naming->kept[place];
	held = state->names_held & bit;
	/* The entry has looked at it: its name is that of the entry. */
	if (kind & NAME_LATE && held && kept->fd == fd)
		return 0;
	/* Before the walk: what changes meanwhile is looked for again. */
	naming->moves = shared.moves;
	naming->followed = bpf_jiffies64();
	naming->leaf = leaf_of(naming, &named);
	naming->first_mount = mount_of(named.mount);
	naming->file = named.file;
	naming->first_dentry = dentry = named.dentry;
	naming->inode = inode = BPF_CORE_READ(dentry, d_inode);
	begin_naming(naming, task, kind & ~NAME_LATE, fd, 0);
	naming->record.name.inode = BPF_CORE_READ(inode, i_ino);
	naming->record.name.flags = kind & NAME_LATE;
	if (fd <= NAME_OF_PROGRAM || (held && kept->fd != fd))
		naming->record.name.flags |= NAME_ONCE;
	known = state->names_known & bit && kept->fd == fd && kept->file == (__u64)named.file;
	naming->known = known ? kept->path : 0;
	naming->known_detail = kept->detail;
	if (known)
		state->names_held |= bit;
	end = name_walk(naming);
	return end == NAME_SAME ? 0 : send_walked(naming, end);
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

	if (asks_for_family(descriptors))
		send_family(state, regs);
	if (!names)
		return;
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

/*
 * Finds the files that a request names by indexes of the table of its ring. Only the program that
 * takes requests calls this, because the kernel searches its types twice for each program that
 * reads both structs, of which the names have the same hash.
 */
static __always_inline void find_registered(struct io_ring_ctx *owner,
					    const struct bpf_record *record, __u32 descriptors)
{
	struct naming *naming;
	__u32 index = record->request.buffer_and_file >> 32;

	if (!names || !(descriptors & INDEXES))
		return;
	naming = bpf_task_storage_get(&namings, bpf_get_current_task_btf(), 0,
				      BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!naming)
		return;
	if (descriptors & INDEX_IN_CLOSE)
		index--;
	if (descriptors & INDEX_IN_FD)
		naming->by_fd = registered_file(owner, record->request.args[REQUEST_FD]);
	if (descriptors & (INDEX_IN_FILE | INDEX_IN_CLOSE))
		naming->by_file = registered_file(owner, index);
}

/* Reports them. */
static __always_inline void send_registered_names(const struct bpf_record *record,
						  __u32 descriptors)
{
	struct naming *naming = bpf_task_storage_get(&namings, bpf_get_current_task_btf(), 0, 0);
	__u32 index = record->request.buffer_and_file >> 32;

	if (!naming)
		return;
	if (descriptors & INDEX_IN_FD) {
		naming->registered = naming->by_fd;
		send_name(RECORD_REQUEST, REGISTERED_FILE(record->request.args[REQUEST_FD] &
							  (REGISTERED_FILES - 1)));
	}
	if (descriptors & (INDEX_IN_FILE | INDEX_IN_CLOSE)) {
		naming->registered = naming->by_file;
		if (descriptors & INDEX_IN_CLOSE)
			index--;
		send_name(RECORD_REQUEST, REGISTERED_FILE(index & (REGISTERED_FILES - 1)));
	}
}

/* The same of a request of io_uring. */
static __always_inline void send_request_names(const struct bpf_record *record, __u32 descriptors)
{
	if (!names)
		return;
	if (descriptors & CALL_DIRECTORY)
		send_name(RECORD_REQUEST, AT_FDCWD);
	if (descriptors & 1 << REQUEST_FD)
		send_name(RECORD_REQUEST, record->request.args[REQUEST_FD]);
	if (descriptors & 1 << REQUEST_LEN)
		send_name(RECORD_REQUEST, record->request.args[REQUEST_LEN]);
	if (descriptors & 1 << REQUEST_OFF)
		send_name(RECORD_REQUEST, record->request.args[REQUEST_OFF]);
	if (descriptors & REQUEST_FILE)
		send_name(RECORD_REQUEST, record->request.buffer_and_file >> 32);
	if (descriptors & INDEXES)
		send_registered_names(record, descriptors);
}

/* Whether there is nothing to report of the descriptors among the arguments. */
static __always_inline bool names_hold(struct task_struct *task, struct task_state *state,
				       struct pt_regs *regs, __u32 descriptors)
{
	struct naming *naming;

	if (!names || state->abi == abi_i386 || asks_for_family(descriptors))
		return false;
	if (descriptors == 1 && is_sure(state, regs->di))
		return true;
	naming = bpf_task_storage_get(&namings, task, 0, 0);
	if (!naming)
		return false;
	return (!(descriptors & CALL_DIRECTORY) || name_holds(naming, state, AT_FDCWD)) &&
	       (!(descriptors & 1) || name_holds(naming, state, regs->di)) &&
	       (!(descriptors & 2) || name_holds(naming, state, regs->si)) &&
	       (!(descriptors & 4) || name_holds(naming, state, regs->dx)) &&
	       (!(descriptors & 8) || name_holds(naming, state, regs->r10)) &&
	       (!(descriptors & 16) || name_holds(naming, state, regs->r8)) &&
	       (!(descriptors & 32) || name_holds(naming, state, regs->r9));
}

static __always_inline void send_result_name(__u32 kind, int fd)
{
	if (names)
		send_name(kind, fd);
}

static __always_inline void send_program_name(__u32 former)
{
	struct naming *naming = bpf_task_storage_get(&namings, bpf_get_current_task_btf(), 0,
						     BPF_LOCAL_STORAGE_GET_F_CREATE);

	if (!naming)
		return;
	naming->former = former;
	send_name(RECORD_PROGRAM, NAME_OF_PROGRAM);
}

/* Notes where paths begin. The task is scry. */
static __always_inline void names_begin(struct task_struct *task)
{
	shared.root_dentry = (__u64)BPF_CORE_READ(task, fs, root.dentry);
	shared.root_mount = (__u64)mount_of(BPF_CORE_READ(task, fs, root.mnt));
}

#endif
