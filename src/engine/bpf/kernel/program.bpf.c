// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The kernel program of the bpf engine: selects tasks, and reports their calls, signals, children
 * and ends through a ring buffer.
 */
#include "engine/bpf/kernel/kernel.h"

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "engine/bpf/kernel/wire.h"
#include "scry/kernel/machine.h"
#include "scry/kernel/sift.h"

char LICENSE[] SEC("license") = "Dual MIT/GPL";

/* The maximum number of looks at a ring that is over three quarters full. They take some 30 µs. */
#define WAIT_LOOKS 2000
#define SMALL_RING (1u << 20)
#define TS_COMPAT 2 /* task->thread_info.status on x86: the call came through the 32-bit entry */
#define X32_BIT 0x40000000
#define TRACE_SIGNAL_DELIVERED 0 /* trace/events/signal.h */
#define TRACE_SIGNAL_IGNORED 1
/*
 * SIGHUP, INT, USR1, USR2, PIPE, ALRM, TERM, STKFLT, VTALRM, PROF, IO, PWR and the real-time
 * signals of libc
 */
#define SIGNALS_THAT_END                                                                          \
	(1ull << 1 | 1ull << 2 | 1ull << 10 | 1ull << 12 | 1ull << 13 | 1ull << 14 | 1ull << 15 | \
	 1ull << 16 | 1ull << 26 | 1ull << 27 | 1ull << 29 | 1ull << 30 | ~0ull << 32)
#define S_IFMT 0170000
#define S_IFCHR 0020000
#define S_IFBLK 0060000
#define ANON_INODE_MAGIC 0x09041934
#define SOCKFS_MAGIC 0x534f434b /* linux/magic.h */
#define S_IFSOCK 0140000
#define AF_NETLINK 16
#define SI_USER 0
#define SI_KERNEL 0x80
#define PF_EXITING 4 /* task->flags: linux/sched.h */
#define SEND_SIG_PRIV 1 /* a siginfo that is no pointer: linux/sched/signal.h */
#define SIGKILL 9
#define SIGSYS 31
#define MAX_ERRNO 4095
#define ERROR_NOT_RUN 4096 /* scry/call.h */
#define ENOSYS 38
#define TASK_INTERRUPTIBLE 1 /* task->__state: linux/sched.h */
#define TASK_UNINTERRUPTIBLE 2
#define TASK_STOPPED 4
#define JOBCTL_STOP_SIGNAL \
	0xffff /* the signal of a group-stop in task->jobctl: linux/sched/jobctl.h */
#define SECCOMP_MODE_DEAD 3 /* the call that a thread has made ends it: kernel/seccomp.c */
#define SA_IMMUTABLE 0x00800000 /* no tracer may see the signal: linux/signal_types.h */

/* Settings: the engine fills them in before the program is loaded. */
const volatile __u64 ring_size = 0;
/* Bytes of it that records of calls leave free for the ends of threads. */
const volatile __u64 ring_reserve = 0;
/*
 * The consumer is woken up each time that this many bytes (a power of two, as a shift) have been
 * written.
 */
const volatile __u32 wake_shift = 18;
const volatile bool follow = false; /* children are traced */
/* Tasks are selected by the settings below when they make a call. */
const volatile bool selects = false;
const volatile bool by_uid = false, by_comm = false, by_cgroup = false;
const volatile __u32 uid = 0;
const volatile __u64 comm[2] = { 0 };
/*
 * Tasks are selected when they execute a program with one of these names: 16 bytes each, of which
 * the mask says which ones count.
 */
const volatile __u32 n_starts = 0;
const volatile __u64 start_names[2 * STARTS] = { 0 }, start_masks[2 * STARTS] = { 0 };
const volatile bool waits = true; /* a producer waits a little if the ring is nearly full */
const volatile bool counts_only = false; /* calls are counted, and not reported */
const volatile bool times = false; /* records of calls have times */
const volatile bool cpu_times = false; /* the CPU time of calls is measured */
const volatile bool names = false; /* what descriptors refer to is reported */
const volatile __u32 details = 0; /* DETAIL_*: which details of them */
const volatile bool task_names = false; /* the names and numbers of tasks are reported */
const volatile bool task_users = false; /* so are changes of their users: with task_names */
const volatile bool task_parents = false; /* so are those of their parents: with task_names */
const volatile bool stacks = false; /* the stacks of calls and signals are reported */
const volatile bool defers = false; /* the kernel has what absent.bpf.h needs */
/* The device that shows the trace, if a write to it waits; 0: none. */
const volatile __u32 terminal = 0;
const volatile bool requests_wanted = false; /* requests of io_uring are reported: requests.bpf.h */
const volatile bool results_are_split =
	false; /* the tracepoint of a result has its members: before Linux 6.16 */
const volatile bool sifts = false; /* calls have sieves: sieves.bpf.h */
/* A task that settings select reports nothing else before its first call. */
const volatile bool callers_only = false;
const volatile __u64 signals_unwanted = 0; /* bit n - 1: signal n is not reported */
const volatile bool unknown_wanted = false; /* numbers beyond the table are reported */
const volatile __u32 selection_mask =
	0; /* the number of entries of the table of selections, less 1 */
const volatile __u32 abi_i386 = 0, abi_x32 = 0; /* indexes of ABIs */
const volatile __u64 errno_32_nr =
	0; /* the call whose errors have no sign: CALL_ERRNO_32; 0: none */
const volatile __u64 launch_nr = 0; /* execve: the call that ends TASK_LAUNCHING */
const volatile __u32 owner_uid = 0,
		     owner_gid = 0; /* of the user for whom guard.bpf.h looks at tasks */

/* One struct each, so that both programs lay them out alike. The desk is a map of its own. */
struct program_state shared;
struct program_desk desk SEC(".data.desk") = { 0 };

/*
 * The maps have initializers, so that the compiler keeps them in this order: both programs need the
 * same. Without an initializer they come in the order of their first use.
 */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 16 << 20);
} ring SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct task_state);
} tasks SEC(".maps") = {};

/* What captures memory. The engine sets their number. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, SLOTS_OF_CPU);
	__type(key, __u32);
	__type(value, struct machine_slot);
} machines SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct plan_op);
} ops SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct selection_entry);
} selections SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, PLAN_ABIS *PLAN_CALLS);
	__type(key, __u32);
	__type(value, struct call_entry);
} calls SEC(".maps") = {};

/* The thread groups of -p, without -f the threads, while the iterator runs. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} groups SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} cgroups SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, COUNT_KEYS);
	__type(key, struct count_key);
	__type(value, struct count);
} counts SEC(".maps") = {};

/*
 * The program that captures memory. Both sides of a call continue with it, so that the verifier
 * looks at the machine once: that is a third of the time in which the program is loaded. The second
 * one is that of requests.
 */
struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 2);
	__type(key, __u32);
	__type(value, __u32);
} continuations SEC(".maps") = {};

/* What the engine knows of a descriptor. */
struct kept_name {
	__s32 fd;
	__u32 unused;
	__u64 file; /* the address of struct file in the kernel; 0: the current directory */
	__u64 path; /* a hash of what the path depends on */
	__u64 detail; /* a hash of the detail; 0: it stays the same as long as the path does */
	/* a hash of what the file itself is: see leaf_of(); 0: the path is followed each time */
	__u64 leaf;
	/*
	 * When the path was followed last, in ticks of the kernel, of 10 ms at most. A directory
	 * above may be renamed by a task that is not traced.
	 */
	__u64 followed;
	__u64 moves; /* .moves of the state of the program at that time */
};

/*
 * What the path of a file depends on at one directory: the members of struct dentry from .d_hash to
 * .d_inode.
 */
struct dentry_words {
	__u64 next,
		previous; /* in the list of hashed names; .previous is 0 if the file was removed */
	__u64 parent, hash_len, name, inode;
};

/* Where the names of a path are put together. The tasks with -y have one each. */
struct naming {
	struct dentry *dentry;
	struct mount *mount;
	struct { /* members of .mount */
		struct mount *parent;
		struct dentry *place; /* where it is mounted in its parent */
		struct dentry *top; /* the root of its file system */
	} at;
	struct dentry *first_dentry; /* where the path ends */
	struct mount *first_mount;
	struct inode *inode;
	struct file *file;
	struct file *registered; /* what REGISTERED_FILE() means now */
	__u32 former; /* of the record */
	__u32 unused;
	/* the registered files of a request, by the member of the SQE that has the index */
	struct file *by_fd, *by_file;
	__u64 hash; /* of what the path depends on */
	__u64 known,
		known_detail; /* the hashes of what the engine has; .known is 0 if it has nothing */
	__u64 detail_hash; /* 0: the detail stays the same */
	__u64 leaf, followed, moves; /* as in struct kept_name */
	__u32 pos; /* bytes of .bytes */
	__u32 copies; /* 1: the walk copies names, and does not only compute the hash */
	struct kept_name kept[NAMES_KEPT];
	struct descriptor_detail detail;
	/* Not on the stack, of which a chain of functions has 512 bytes: */
	struct dentry_words words;
	__u64 alone[4]; /* the beginning of a name that is in no directory */
	struct bpf_record record;
	char bytes[NAME_ROOM + NAME_BYTES];
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct naming);
} namings SEC(".maps") = {};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct sieve_step);
} sieves SEC(".maps") = {};

/* Records that wait until their task may sleep: absent.bpf.h. */
struct deferred_record {
	__u32 busy; /* 1: a task uses it */
	__u32 plan; /* of the entry of its call */
	__u64 absent[PLAN_ABSENT];
	struct bpf_record header;
};
struct deferred {
	struct bpf_task_work work; /* the kernel's: functions get a pointer to the rest */
	struct deferred_record record;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, DEFERRED);
	__type(key, __u32);
	__type(value, struct deferred);
} deferrals SEC(".maps") = {};

/* --- tasks ------------------------------------------------------------------------------ */

/*
 * Counting needs no registers, and each of these calls is a fiftieth of what a traced call costs
 * its task.
 */
static __always_inline struct pt_regs *registers_of(struct task_struct *task)
{
	return (struct pt_regs *)bpf_task_pt_regs(task);
}

/*
 * The number of a task in the PID namespace of scry, which is not the initial one; 0: it has none
 * there.
 */
static __always_inline __u32 number_at_level(struct task_struct *task)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	int number = 0;

	if (BPF_CORE_READ(pid, level) < shared.level)
		return 0;
	bpf_probe_read_kernel(&number, sizeof(number),
			      (char *)__builtin_preserve_access_index(&pid->numbers[0].nr) +
				      shared.level * bpf_core_type_size(struct upid));
	return number;
}

/* Returns the inode of the PID namespace of a task, or of one around it, that has this level. */
static __always_inline __u32 space_at_level(struct task_struct *task, __u32 level)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	struct pid_namespace *space = NULL;

	if (BPF_CORE_READ(pid, level) < level)
		return 0;
	bpf_probe_read_kernel(&space, sizeof(space),
			      (char *)__builtin_preserve_access_index(&pid->numbers[0].ns) +
				      level * bpf_core_type_size(struct upid));
	return BPF_CORE_READ(space, ns.inum);
}

/*
 * Whether a task has a number in the PID namespace of scry. One in a namespace beside it has
 * another number of the same level.
 */
static __always_inline bool is_numbered(struct task_struct *task)
{
	/* Until scry has made a call, it is not known which namespace that is. */
	return shared.space &&
	       (!shared.level || space_at_level(task, shared.level) == shared.space);
}

static __always_inline __u32 number_of(struct task_struct *task)
{
	return shared.level ? number_at_level(task) : task->pid;
}

static __always_inline __u32 group_of(struct task_struct *task)
{
	return shared.level ? number_at_level(BPF_CORE_READ(task, group_leader)) : task->tgid;
}

static __always_inline struct task_state *state_make(struct task_struct *task, __u32 flags)
{
	struct task_state *state =
		bpf_task_storage_get(&tasks, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);

	if (state)
		state->flags |= flags;
	else
		__sync_fetch_and_add(&desk.lost_tasks, 1);
	return state;
}

static __always_inline bool has_comm(void)
{
	__u64 name[2] = { 0 };

	bpf_get_current_comm(name, sizeof(name));
	return name[0] == comm[0] && name[1] == comm[1];
}

static __always_inline bool meets_conditions(struct task_struct *task)
{
	if (by_uid && (__u32)bpf_get_current_uid_gid() != uid)
		return false;
	if (by_cgroup && bpf_current_task_under_cgroup(&cgroups, 0) != 1)
		return false;
	if (by_comm && !has_comm())
		return false;
	return is_numbered(task);
}

/* Selects the current task if it meets all conditions. */
static __always_inline struct task_state *select_current(struct task_struct *task)
{
	return meets_conditions(task) ? state_make(task, 0) : NULL;
}

/*
 * The offset of a member of struct fdtable. The kernel would search its types for that struct at
 * each start, because struct io_kiocb has the same hash: see "Start" in doc/engine-bpf.md.
 */
#define TABLE_OFFSET(member)                                        \
	(bpf_core_field_offset(struct files_struct, fdtab.member) - \
	 bpf_core_field_offset(struct files_struct, fdtab))

/* The file that a descriptor of the current task refers to; NULL: none. */
static __always_inline struct file *file_of(int fd)
{
	struct task_struct *task = bpf_get_current_task_btf();
	const char *table = (const char *)BPF_CORE_READ(task, files, fdt);
	/* A chain of functions has 512 bytes of stack: what is read has one place. */
	__u64 word = 0;

	bpf_probe_read_kernel(&word, sizeof(__u32), table + TABLE_OFFSET(max_fds));
	if (fd < 0 || (__u32)fd >= (__u32)word)
		return NULL;
	bpf_probe_read_kernel(&word, sizeof(word), table + TABLE_OFFSET(fd));
	bpf_probe_read_kernel(&word, sizeof(word), (struct file **)word + fd);
	return (struct file *)word;
}

/* Whether nothing but its calls is reported of a task. */
static __always_inline bool is_bystander(const struct task_state *state)
{
	return callers_only && !(state->flags & TASK_CALLER);
}

#ifdef GUARDED
#include "engine/bpf/kernel/guard.bpf.h"
#else
#include "engine/bpf/kernel/no_guard.bpf.h"
#endif

static __always_inline struct task_state *traced(struct task_struct *task)
{
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);

	return state && !(state->flags & TASK_EXCLUDED) && guard_shows(task, state) ? state : NULL;
}

/* --- the ring --------------------------------------------------------------------------- */

/* A call waits if there are more bytes than this of those that records of calls may use. */
static __always_inline __u64 wait_above(void)
{
	return (ring_size - ring_reserve) / 4 * 3;
}

struct shown_wait {
	__u64 position, until;
};

/* The engine stops this task if waiting is not enough. */
static __always_inline void note_waiter(void)
{
	__u32 number = number_of(bpf_get_current_task_btf());

	desk.waiters[number & (WAITERS - 1)] = number;
}

/*
 * Whether a wait is over: for space in the ring (wait is NULL), or until the records before a
 * position are shown.
 */
static long has_come(__u64 look, struct shown_wait *wait)
{
	if (!wait && !look)
		note_waiter();
	if (!wait)
		return bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA) < wait_above();
	return *(volatile __u64 *)&desk.shown >= wait->position ||
	       bpf_ktime_get_ns() >= wait->until;
}

/*
 * How a record of len bytes wakes the consumer up. used: bytes of the ring that the consumer has
 * not read. A consumer that sleeps has read all, so that it is woken up for each step. Two CPUs can
 * miss a step together. That does not matter unless the ring is full long before the consumer looks
 * by itself.
 */
static __always_inline __u64 wake_flags(__u64 used, __u32 len)
{
	if (ring_size <= SMALL_RING && used > wait_above() / 2)
		return BPF_RB_FORCE_WAKEUP;
	return used >> wake_shift == (used + len + 16) >> wake_shift ? BPF_RB_NO_WAKEUP
								     : BPF_RB_FORCE_WAKEUP;
}

/* Whether a record of a call may be written, and how it wakes the consumer up. */
static __always_inline bool ring_has_room(__u32 len, __u64 *wake)
{
	__u64 used = bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA);

	if (waits && used + len > wait_above()) {
		bpf_loop(WAIT_LOOKS, has_come, NULL, 0);
		used = bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA);
	}
	*wake = wake_flags(used, len);
	return used + len + 16 <= ring_size - ring_reserve;
}

static __always_inline void lose(struct task_state *state)
{
	if (state)
		state->lost++;
	__sync_fetch_and_add(&desk.lost_records, 1);
}

static __always_inline void fill_numbers(struct bpf_record *record, struct task_struct *task)
{
	if (!shared.level) {
		record->tid = task->pid;
		record->tgid = task->tgid;
		return;
	}
	record->tid = number_at_level(task);
	record->tgid = number_at_level(BPF_CORE_READ(task, group_leader));
}

static __always_inline void save_registers(struct saved_registers *saved, struct pt_regs *regs)
{
	saved->bx = regs->bx;
	saved->bp = regs->bp;
	saved->r12 = regs->r12;
	saved->r13 = regs->r13;
	saved->r14 = regs->r14;
	saved->r15 = regs->r15;
}

static __always_inline void fill_arguments(uint64_t *args, struct pt_regs *regs, __u32 abi)
{
	if (abi == abi_i386) {
		args[0] = (__u32)regs->bx;
		args[1] = (__u32)regs->cx;
		args[2] = (__u32)regs->dx;
		args[3] = (__u32)regs->si;
		args[4] = (__u32)regs->di;
		args[5] = (__u32)regs->bp;
	} else {
		args[0] = regs->di;
		args[1] = regs->si;
		args[2] = regs->dx;
		args[3] = regs->r10;
		args[4] = regs->r8;
		args[5] = regs->r9;
	}
}

static __always_inline void fill_call(struct bpf_record *record, struct task_struct *task,
				      struct task_state *state, struct pt_regs *regs, __u32 kind)
{
	record->len = sizeof(*record);
	record->kind = kind;
	record->abi = state->abi;
	record->flags = 0;
	fill_numbers(record, task);
	record->time = state->entered;
	record->lost = state->lost;
	fill_arguments(record->call.args, regs, state->abi);
	record->call.result = 0;
	record->call.nr = state->nr;
	record->call.returned = 0;
	record->call.ip = regs->ip;
	record->call.sp = regs->sp;
	record->call.netlink = 0;
	record->call.events = 0;
	record->call.names = state->names_held;
}

/* The exit of a call that has an entry needs no address, which the entry has. */
static __always_inline void fill_cpu_time(struct bpf_record *record, struct task_state *state)
{
	if (cpu_times && record->kind == RECORD_EXIT &&
	    !(record->flags & (RECORD_NO_ENTRY | RECORD_SEEN)))
		record->call.cpu_ns = state->cpu.call_ns;
}

/* To be called when no plan needs the stack pointer any more. */
static __always_inline void fill_held(struct bpf_record *record, struct task_state *state)
{
	if (cpu_times && record->flags & RECORD_HELD)
		record->call.held_cpu_ns = state->cpu.call_ns;
}

/* A record without chunks is written in place. */
static __always_inline void send_plain(struct task_struct *task, struct task_state *state,
				       struct pt_regs *regs, __u32 kind, long result, __u64 now,
				       __u32 flags)
{
	struct bpf_record *record = NULL;
	__u64 wake = 0;

	if (ring_has_room(sizeof(*record), &wake))
		record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	if (!record) {
		lose(state);
		return;
	}
	fill_call(record, task, state, regs, kind);
	record->flags = flags;
	record->call.result = result;
	record->call.returned = now;
	fill_cpu_time(record, state);
	fill_held(record, state);
	state->lost = 0;
	bpf_ringbuf_submit(record, wake);
}

/* A record with one chunk of READ_SMALL or READ_LARGE bytes at most. */
struct read_record {
	struct bpf_record record;
	struct plan_chunk chunk;
	__u8 bytes[];
};

/* What a record of one read is filled in with. */
struct reading {
	__u64 now;
	long result;
	__u32 kind, flags; /* of the record */
	__u32 pc; /* the read */
	__u32 unused;
};

/*
 * Reads the memory of a record, which has this room, a constant. Returns false if a machine must
 * look at it, because it is longer or unreadable.
 */
static __always_inline bool read_memory(struct read_record *to, const struct plan_op *op,
					__u32 room)
{
	__u64 address, len = plan_read_length(op, to->record.call.args, to->record.call.result);
	__u32 which = op->address.which;
	long got;

	if (which >= PLAN_ARGUMENTS)
		return false;
	address = to->record.call.args[which];
	if (!address || !len ||
	    (op->flags & PLAN_ON_SUCCESS && to->record.call.result < 0 &&
	     to->record.call.result >= -MAX_ERRNO))
		return true;
	address += op->at;
	if (op->kind == PLAN_STRING) {
		__u32 most = len < room ? len : room;

		/* One byte more than is wanted, because the last one is a NUL in any case. */
		got = bpf_probe_read_user_str(to->bytes, most + 1, (void *)address);
		if (got <= 0 || (got > most && len > room))
			return false;
		got = got > most ? most : got;
	} else {
		if (len > room || bpf_probe_read_user(to->bytes, len, (void *)address))
			return false;
		got = len;
	}
	to->record.len += sizeof(to->chunk) + ((got + 7) & ~7u);
	to->chunk.address = address;
	to->chunk.len = got;
	to->chunk.flags = 0;
	return true;
}

/*
 * Makes a record with this room in place. Returns false, and no record, if a machine must make it.
 */
static __always_inline bool make_read(struct task_state *state, const struct reading *reading,
				      const struct plan_op *op, __u32 room)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	const __u32 size = sizeof(struct read_record) + room + 8;
	struct read_record *to;
	__u64 wake;

	to = ring_has_room(size, &wake) ? bpf_ringbuf_reserve(&ring, size, 0) : NULL;
	if (!to) {
		lose(state);
		return true;
	}
	fill_call(&to->record, task, state, regs, reading->kind);
	to->record.flags = reading->flags;
	to->record.call.result = reading->result;
	to->record.call.returned = reading->now;
	fill_cpu_time(&to->record, state);
	if (!read_memory(to, op, room)) {
		bpf_ringbuf_discard(to, BPF_RB_NO_WAKEUP);
		return false;
	}
	state->lost = 0;
	bpf_ringbuf_submit(to, wake);
	return true;
}

/*
 * Sends the record of a call whose plan is one read, as a machine would make it. Returns 0, and
 * sends nothing, if a machine must make it. The verifier looks at this function once.
 */
__attribute__((noinline)) int send_read(struct task_state *state, struct reading *reading)
{
	const struct plan_op *op;
	__u32 pc;

	if (!state || !reading)
		return 0;
	pc = reading->pc;
	op = bpf_map_lookup_elem(&ops, &pc);
	if (!op)
		return 0;
	return op->max <= READ_SMALL ? make_read(state, reading, op, READ_SMALL)
				     : make_read(state, reading, op, READ_LARGE);
}

/* An event that is no call may use ring_reserve as well. */
static __always_inline struct bpf_record *event_begin(struct task_struct *task,
						      struct task_state *state, __u32 kind)
{
	struct bpf_record *record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);

	if (!record) {
		lose(state);
		return NULL;
	}
	__builtin_memset(record, 0, sizeof(*record));
	record->len = sizeof(*record);
	record->kind = kind;
	fill_numbers(record, task);
	record->time = bpf_ktime_get_ns();
	if (state) {
		record->lost = state->lost;
		state->lost = 0;
	}
	return record;
}

static __always_inline void send_end(struct task_struct *task, struct task_state *state)
{
	struct bpf_record *record = event_begin(task, state, RECORD_END);

	if (!record)
		return;
	record->end.status = task->exit_code;
	bpf_ringbuf_submit(record, BPF_RB_FORCE_WAKEUP);
}

#include "engine/bpf/kernel/tasks.bpf.h"

/* --- memory ----------------------------------------------------------------------------- */

MACHINE_INLINE long machine_read(struct plan_machine *machine, void *to, uint32_t n, uint64_t from)
{
	return bpf_probe_read_user(to, n, (const void *)from);
}

MACHINE_INLINE long machine_read_string(struct plan_machine *machine, void *to, uint32_t n,
					uint64_t from)
{
	return bpf_probe_read_user_str(to, n, (const void *)from);
}

MACHINE_INLINE const struct plan_op *machine_op(struct plan_machine *machine, uint32_t pc)
{
	return bpf_map_lookup_elem(&ops, &pc);
}

MACHINE_INLINE uint32_t machine_select(struct plan_machine *machine, uint32_t selection,
				       uint64_t value)
{
	uint32_t hash = selection_hash(selection, value);

	for (uint32_t i = 0; i < SELECTION_LOOKS; i++) {
		uint32_t place = (hash + i) & selection_mask;
		struct selection_entry *entry = bpf_map_lookup_elem(&selections, &place);

		if (!entry || !entry->selection)
			return 0;
		if (entry->value == value && entry->selection == selection)
			return entry->target;
	}
	return 0;
}

/* No task may keep a CPU for longer than some milliseconds for an ordinary user. */
#define TURNS (GUARDS ? 16384u : PLAN_STEPS / MACHINE_TURN)

static long turn(__u64 i, struct plan_machine **machine)
{
	return machine_turn(*machine);
}

/* The verifier looks at one turn. */
MACHINE_INLINE void machine_repeat(struct plan_machine *machine, uint32_t n)
{
	struct plan_machine *repeated = machine;

	bpf_loop(n < TURNS ? n : TURNS, turn, &repeated, 0);
}

/* --- descriptors ------------------------------------------------------------------------ */

#define RESULT_DESCRIPTOR (1u << PLAN_ARGUMENTS)

/*
 * Fills in the record of a descriptor. kind: of the record that follows. mode: as in struct stat.
 */
static __always_inline void begin_naming(struct naming *naming, struct task_struct *task,
					 __u32 kind, int fd, __u32 mode)
{
	naming->record.kind = RECORD_NAME;
	naming->record.tid = number_of(task);
	naming->record.tgid = group_of(task);
	naming->record.name.fd = fd;
	naming->record.name.mode = mode;
	naming->record.name.of = kind;
	naming->record.name.former = naming->former;
}

/* Writes a record of len bytes with what follows it. Returns whether it was written. */
static __always_inline bool send_naming(struct naming *naming, struct task_state *state, __u32 len)
{
	__u64 wake;

	naming->record.len = len;
	naming->record.lost = state->lost;
	if (!ring_has_room(len, &wake) || bpf_ringbuf_output(&ring, &naming->record, len, wake)) {
		lose(state);
		return false;
	}
	state->lost = 0;
	return true;
}

#include "engine/bpf/kernel/family.bpf.h"
#include "engine/bpf/kernel/names.bpf.h"

/* The number of a row of EVENT_DESCRIPTORS, plus 1, if it has the name. */
#define EVENTS_IF(number, word, path) name == (word) ? (number) + 1:

/* Whether the record is of a call: that of a request does not say what its descriptors are. */
static __always_inline bool has_call(const struct plan_machine *machine)
{
	return machine->record.kind == RECORD_ENTRY || machine->record.kind == RECORD_EXIT;
}

/* The record says which descriptor of events it is. Returns 2 for one. */
static __always_inline int see_events(struct plan_machine *machine, struct file *file)
{
	__u64 name = 0;
	__u32 seen;

	if (BPF_CORE_READ(file, f_inode, i_sb, s_magic) != ANON_INODE_MAGIC ||
	    bpf_probe_read_kernel(&name, sizeof(name),
				  BPF_CORE_READ(file, f_path.dentry, d_name.name)))
		return 0;
	seen = EVENT_DESCRIPTORS(EVENTS_IF) 0;
	if (!seen)
		return 0;
	if (has_call(machine))
		machine->record.call.events = seen;
	return 2;
}

/* The record says which protocol a netlink socket has, so that decode need not ask. */
MACHINE_INLINE int machine_netlink(struct plan_machine *machine, int fd)
{
	struct file *file = file_of(fd);
	struct socket *ends;
	struct sock *socket;

	if (!file)
		return 0;
	if ((BPF_CORE_READ(file, f_inode, i_mode) & S_IFMT) != S_IFSOCK)
		return see_events(machine, file);
	ends = BPF_CORE_READ(file, private_data);
	socket = BPF_CORE_READ(ends, sk);
	if (BPF_CORE_READ(socket, __sk_common.skc_family) != AF_NETLINK)
		return 0;
	if (has_call(machine))
		machine->record.call.netlink = BPF_CORE_READ(socket, sk_protocol) + 1;
	return 1;
}

/* --- records with memory ----------------------------------------------------------------- */

/* Writes the record of a machine as it is. Returns 0, or 1 if it is lost. */
static __always_inline int machine_output(struct plan_machine *machine)
{
	uint32_t len = machine->record.len;
	__u64 wake;

	if (len < sizeof(machine->record) || len > sizeof(machine->record) + PLAN_ROOM)
		return 1;
	return !ring_has_room(len, &wake) || bpf_ringbuf_output(&ring, &machine->record, len, wake);
}

/* A part that is lost is counted with its record. */
MACHINE_INLINE void machine_flush(struct plan_machine *machine)
{
	uint32_t kind = machine->record.kind;

	machine->record.kind = RECORD_MORE;
	if (machine_output(machine)) {
		__sync_fetch_and_add(&desk.lost_records, 1);
		machine->record.lost++;
	} else {
		machine->record.lost = 0;
	}
	machine->record.kind = kind;
}

/* Takes a machine that no program uses. Returns NULL if there is none. */
static __always_inline struct machine_slot *slot_find(struct task_state *state)
{
	__u32 first = bpf_get_smp_processor_id() * SLOTS_OF_CPU;

	for (__u32 i = 0; i < SLOTS_OF_CPU; i++) {
		__u32 number = first + i;
		struct machine_slot *slot = bpf_map_lookup_elem(&machines, &number);

		if (!slot || __sync_val_compare_and_swap(&slot->busy, 0, 1))
			continue;
		state->slot = number;
		return slot;
	}
	return NULL;
}

/* The same. Without a machine the task loses a record. */
static __always_inline struct machine_slot *slot_take(struct task_state *state)
{
	struct machine_slot *slot = slot_find(state);

	if (!slot)
		lose(state);
	return slot;
}

static __always_inline void slot_release(struct machine_slot *slot)
{
	*(volatile __u32 *)&slot->busy = 0;
}

static __always_inline void clear_absent(struct plan_machine *machine)
{
	machine->n_absent = 0;
	__builtin_memset(machine->absent, 0, sizeof(machine->absent));
}

/*
 * Sends a record with the chunks of the plans. A plan of 0 is none. The program ends here:
 * capture() continues.
 */
static __always_inline void send_captured(void *ctx, struct task_struct *task,
					  struct task_state *state, struct pt_regs *regs,
					  __u32 kind, long result, __u64 now, __u32 flags,
					  struct plan plan, __u32 descriptors)
{
	struct machine_slot *slot = slot_take(state);
	struct plan_machine *machine;

	if (!slot)
		return;
	machine = &slot->machine;
	fill_call(&machine->record, task, state, regs, kind);
	machine->record.flags = flags;
	machine->record.call.result = result;
	machine->record.call.returned = now;
	clear_absent(machine);
	if (plan.entry && kind == RECORD_EXIT)
		machine->record.flags |= RECORD_LATE;
	fill_cpu_time(&machine->record, state);
	state->plan = plan;
	state->descriptors = descriptors;
	bpf_tail_call(ctx, &continuations, 0);
	slot_release(slot);
	lose(state);
}

/* Sends the record of a machine that has run its plans. */
static __always_inline void send_machine(struct plan_machine *machine, struct task_state *state)
{
	/* The record has the number of parts that were lost as well. */
	state->lost = machine->record.lost;
	machine->record.call.names = state->names_held;
	fill_held(&machine->record, state);
	if (machine_output(machine))
		lose(state);
	else
		state->lost = 0;
}

/* Sends the record of a machine, which has one chunk of len bytes. */
static __always_inline void send_exec(struct plan_machine *machine, struct task_state *state,
				      __u64 address, __u32 len)
{
	struct plan_chunk *chunk = (struct plan_chunk *)machine->data;

	chunk->address = address;
	chunk->len = len;
	chunk->flags = CHUNK_LATE;
	machine->record.len = sizeof(machine->record) + sizeof(*chunk) + ((len + 7) & ~7u);
	machine->record.lost = state->lost;
	if (machine_output(machine))
		lose(state);
	else
		state->lost = 0;
}

/*
 * Sends a piece of the memory that .rest_address and .rest_len of a machine say. Returns 1 after
 * the last one, or if it cannot. The verifier looks at this function once.
 */
__attribute__((noinline)) int send_piece(struct plan_machine *machine, struct task_state *state)
{
	__u64 at;
	__u32 n;

	if (!machine || !state)
		return 1;
	at = machine->rest_address;
	/* The rest of a page: what follows may not be there. */
	n = PLAN_PAGE - (at & (PLAN_PAGE - 1));
	if (n > machine->rest_len)
		n = machine->rest_len;
	/* The verifier of Linux 6.1 needs the comparison, which the compiler would leave out. */
	barrier_var(n);
	if (!n || n > PLAN_PIECE ||
	    bpf_probe_read_user(machine->data + sizeof(struct plan_chunk), n, (void *)at))
		return 1;
	send_exec(machine, state, at, n);
	machine->rest_address += n;
	machine->rest_len -= n;
	return 0;
}

/*
 * Returns a result as PTRACE_GET_SYSCALL_INFO has it: the error of a 32-bit program has a sign,
 * whatever the kernel has stored.
 */
static __always_inline long with_sign(const struct task_state *state, long result)
{
	return state->abi == abi_i386 && (int)result < 0 && (int)result >= -MAX_ERRNO ? (int)result
										      : result;
}

/* Returns the error with which the current call of a task has ended; 0: it has succeeded. */
static __always_inline __u32 error_of(const struct task_state *state, long result)
{
	/* The number is the one without the bit of x32. */
	if (errno_32_nr && (state->nr & ~X32_BIT) == errno_32_nr && result >> 32 == 0)
		result = (int)result;
	return result < 0 && result >= -MAX_ERRNO ? -result : 0;
}

#include "engine/bpf/kernel/absent.bpf.h"
#include "engine/bpf/kernel/shown.bpf.h"
#include "engine/bpf/kernel/sieves.bpf.h"
#include "engine/bpf/kernel/stacks.bpf.h"

SEC("raw_tp/sys_enter") int capture(void *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct plan_machine *machine;
	struct machine_slot *slot;
	__u32 kind, number;

	/* The verifier does not look at what a constant excludes. */
	if (counts_only || !state)
		return 0;
	number = state->slot;
	slot = bpf_map_lookup_elem(&machines, &number);
	if (!slot)
		return 0;
	machine = &slot->machine;
	kind = machine->record.kind;
	if (state->descriptors) {
		if (kind == RECORD_REQUEST)
			send_request_names(&machine->record, state->descriptors);
		else
			send_names(state, (struct pt_regs *)bpf_task_pt_regs(task),
				   state->descriptors);
		if (state->descriptors & RESULT_DESCRIPTOR)
			send_result_name(machine->record.flags & RECORD_NO_ENTRY ? RECORD_ENTRY
										 : kind,
					 machine->record.call.result);
		/* The names have reported what was lost. */
		machine->record.lost = state->lost;
	}
	if (state->plan.entry)
		machine_run(machine, state->plan.entry, kind == RECORD_EXIT ? RUN_LATE : 0);
	if (state->plan.exit)
		machine_run(machine, state->plan.exit, RUN_EXIT);
	if (kind == RECORD_ENTRY && machine->record.flags & RECORD_FAULT)
		state->flags |= TASK_FAULT;
	if (kind == RECORD_ENTRY && machine->record.flags & RECORD_CUT)
		state->flags |= TASK_CUT;
	if (!defers || kind != RECORD_EXIT || !lacks_memory(machine, state) ||
	    !defer(machine, task, state))
		send_machine(machine, state);
	slot_release(slot);
	if (kind != RECORD_ENTRY)
		return 0;
	if (terminal && state->flags & TASK_WRITES)
		wait_shown(task, state);
	if (state->flags & TASK_ENDS)
		send_end(task, state);
	return 0;
}

/* --- calls ------------------------------------------------------------------------------ */

static __always_inline struct call_entry *begin_call(struct task_struct *task,
						     struct task_state *state, __u64 in_register)
{
	/* The kernel takes the number as an int: PTRACE_GET_SYSCALL_INFO shows it so. */
	__u64 nr = (__u64)(__s64)(int)in_register, number = nr;
	__u32 index;

	state->nr = nr;
	state->abi = 0;
	if (task->thread_info.status & TS_COMPAT) {
		state->abi = abi_i386;
	} else if (nr & X32_BIT && nr != ~0ull) {
		/* -1, which a tracer sets to skip a call, is none of x32. */
		state->abi = abi_x32;
		number &= ~(__u64)X32_BIT;
	}
	state->call = CALL_UNWANTED;
	state->index = index = state->abi * PLAN_CALLS + (number & (PLAN_CALLS - 1));
	if (number >= PLAN_CALLS) {
		state->index = PLAN_ABIS * PLAN_CALLS;
		if (unknown_wanted)
			state->call = CALL_WANTED;
		return NULL;
	}
	return bpf_map_lookup_elem(&calls, &index);
}

/*
 * The time in which a task did not run, up to a constant: while it runs, the scheduler adds what
 * has passed to both numbers, and when it is given a CPU, exec_start becomes the time of that. An
 * interrupt may change both between the reads.
 */
static __always_inline __u64 time_off_cpu(struct task_struct *task)
{
	volatile __u64 *start = &task->se.exec_start, *ran = &task->se.sum_exec_runtime;
	__u64 first = *start, off = first - *ran, last = *start;

	return first == last ? off : last - *ran;
}

/* The CPU time in the kernel of the children that a process has collected. */
static __always_inline __u64 time_of_children(struct task_struct *task)
{
	return task->signal->cstime;
}

static __always_inline void begin_cpu_time(struct task_struct *task, struct task_state *state)
{
	__u64 children;

	if (!cpu_times)
		return;
	state->cpu.off_ns = time_off_cpu(task);
	state->cpu.ran_ns = task->se.sum_exec_runtime;
	children = time_of_children(task);
	/*
	 * The compiler would read this by an instruction that reads another struct as well, which
	 * the verifier refuses.
	 */
	barrier_var(children);
	state->cpu.children_ns = children;
}

/*
 * Measures the CPU time of a call that ends now. As under ptrace(2), where it comes from wait4(2),
 * a call that collects a child has the time of the child.
 */
static __always_inline void end_cpu_time(struct task_struct *task, struct task_state *state,
					 __u64 now)
{
	if (!cpu_times)
		return;
	state->cpu.call_ns =
		call_cpu_time(now - state->entered, time_off_cpu(task) - state->cpu.off_ns,
			      task->se.sum_exec_runtime - state->cpu.ran_ns);
	state->cpu.call_ns += time_of_children(task) - state->cpu.children_ns;
}

static __always_inline void add_time(struct count_time *time, __u64 ns, bool first)
{
	if (first || ns < time->min_ns)
		time->min_ns = ns;
	if (ns > time->max_ns)
		time->max_ns = ns;
	time->total_ns += ns;
}

/* Programs may use any argument: the table must not fill up with those that mean nothing. */
#define SELECTORS 64

static __always_inline bool multiplexes(struct task_state *state)
{
	__u32 index = state->index;
	struct call_entry *entry = bpf_map_lookup_elem(&calls, &index);

	return entry && entry->multiplexes;
}

static __always_inline void add_count(struct count_key *key, __u64 wall_ns, __u64 cpu_ns)
{
	struct count first = { 0 }, *count = bpf_map_lookup_elem(&counts, key);

	if (!count) {
		bpf_map_update_elem(&counts, key, &first, BPF_NOEXIST);
		count = bpf_map_lookup_elem(&counts, key);
	}
	if (!count) {
		__sync_fetch_and_add(&desk.lost_counts, 1);
		return;
	}
	add_time(&count->wall, wall_ns, !count->n);
	if (cpu_times)
		add_time(&count->cpu, cpu_ns, !count->n);
	count->n++;
}

static __always_inline void count_call(struct task_state *state, struct task_struct *task,
				       long result, __u64 now, __u32 flags)
{
	struct count_key key = { .nr = state->nr, .abi = state->abi };
	struct pt_regs *regs;

	key.error = flags & RECORD_NOT_RUN ? ERROR_NOT_RUN : error_of(state, result);
	if (state->abi == abi_i386 && multiplexes(state)) {
		regs = (struct pt_regs *)bpf_task_pt_regs(task);
		key.selector = regs->bx < SELECTORS ? regs->bx : SELECTORS;
	}
	add_count(&key, now - state->entered, state->cpu.call_ns);
}

/*
 * The time now, if anything needs it: two of them are a tenth of what a traced call costs its task.
 */
static __always_inline __u64 call_time(void)
{
	return times || counts_only || cpu_times ? bpf_ktime_get_ns() : 0;
}

SEC("raw_tp/sys_enter") int BPF_PROG(enter, void *unused, long nr)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct reading reading = { .kind = RECORD_ENTRY };
	struct call_entry *entry;
	struct pt_regs *regs;
	__u32 descriptors;

	if (!state && selects)
		state = select_current(task);
	if (!state)
		return 0;
	if (state->flags & (TASK_EXCLUDED | TASK_LAUNCHING)) {
		if (state->flags & TASK_SELF) {
			shared.level = BPF_CORE_READ(task, thread_pid, level);
			shared.space = space_at_level(task, shared.level);
			desk.machine_ns = bpf_ktime_get_ns();
			names_begin(task);
		}
		if (state->flags & TASK_EXCLUDED || nr != launch_nr)
			return 0;
	}
	if (!guard_shows(task, state))
		return 0;
	if (terminal && state->flags & TASK_PAUSES && goes_on(task, state, registers_of(task), nr))
		return 0;
	state->flags &= TASK_LASTS;
	state->names_held = 0;
	if (shared.level)
		state->number = number_at_level(task);
	entry = begin_call(task, state, nr);
	if (entry && entry->wanted)
		state->call = CALL_WANTED;
	if (sifts && entry && entry->wanted)
		sift_entry(state, &entry->sieves);
	if (terminal && entry && entry->writes && writes_to_terminal(state, registers_of(task)))
		state->flags |= TASK_WRITES;
	if (names)
		note_moves(state, entry);
	if (state->call != CALL_WANTED) {
		if (terminal && state->flags & TASK_WRITES)
			wait_shown(task, state);
		return 0;
	}
	state->entered = call_time();
	begin_cpu_time(task, state);
	if (sifts && state->flags & TASK_HELD)
		goto shown;
	if (counts_only)
		return 0;
	state->flags |= TASK_CALLER;
	regs = registers_of(task);
	report_task(state);
	report_network(task, state);
	report_stack(task, state, RECORD_ENTRY);
	descriptors = entry ? entry->descriptors & ~RESULT_DESCRIPTOR : 0;
	if (descriptors && names_hold(task, state, regs, descriptors))
		descriptors = 0;
	reading.pc = entry && entry->reads & READS_ENTRY && !descriptors ? entry->plan.entry : 0;
	if (reading.pc && send_read(state, &reading))
		;
	else if (entry && (entry->plan.entry || descriptors))
		send_captured(ctx, task, state, regs, RECORD_ENTRY, 0, 0, 0,
			      (struct plan){ .entry = entry->plan.entry }, descriptors);
	else
		send_plain(task, state, regs, RECORD_ENTRY, 0, 0, 0);
shown:
	if (terminal && state->flags & TASK_WRITES)
		wait_shown(task, state);
	return 0;
}

static __always_inline bool is_killed(struct task_struct *task)
{
	return task->pending.signal.sig[0] & 1ull << (SIGKILL - 1);
}

/*
 * Whether a ptrace engine sees no exit of the current call: the kernel does not stop a thread that
 * has a SIGKILL. Signals that end a process without a core dump become a SIGKILL only without a
 * tracer.
 */
static __always_inline bool is_dying(struct task_struct *task, struct task_state *state)
{
	return is_killed(task) && !(state->flags & TASK_SIGNALLED);
}

/* Whether a seccomp filter, or strict mode, ends the thread because of the call that it makes. */
static __always_inline bool is_ended_by_filter(struct task_struct *task)
{
	return bpf_core_field_exists(task->seccomp.mode) && task->seccomp.mode == SECCOMP_MODE_DEAD;
}

/*
 * Whether a seccomp filter has refused a call without an entry by SIGSYS (SECCOMP_RET_TRAP and
 * KILL). The kernel then has put the number of the call back where its result is, and the signal is
 * pending.
 */
static __always_inline bool is_refused_by_signal(struct task_struct *task, long result)
{
	return result == (long)registers_of(task)->orig_ax &&
	       task->pending.signal.sig[0] & 1ull << (SIGSYS - 1);
}

static __always_inline bool returns_descriptor(struct task_state *state)
{
	__u32 index = state->index;
	struct call_entry *entry = bpf_map_lookup_elem(&calls, &index);

	return entry && entry->descriptors & RESULT_DESCRIPTOR;
}

static __always_inline bool exit_is_read(struct task_state *state)
{
	__u32 index = state->index;
	struct call_entry *entry = bpf_map_lookup_elem(&calls, &index);

	return entry && entry->reads & READS_EXIT;
}

/*
 * The plans that the exit of a call runs. That of the entry runs again if it could not read all
 * memory, and late if no program has seen the entry. After a successful execve(2) the memory of the
 * entry is gone.
 */
static __always_inline struct plan finish_plans(struct task_state *state, __u32 flags)
{
	__u32 index = state->index;
	struct call_entry *entry = bpf_map_lookup_elem(&calls, &index);
	struct plan plan = { 0 };

	if (!entry)
		return plan;
	plan.exit = entry->plan.exit;
	if (!(state->flags & TASK_EXECUTED) &&
	    (state->flags & TASK_FAULT || flags & (RECORD_NO_ENTRY | RECORD_SEEN)))
		plan.entry = entry->plan.entry;
	return plan;
}

SEC("raw_tp/sys_exit") int BPF_PROG(leave, void *unused, long result)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = traced(task);
	struct call_entry *entry;
	struct pt_regs *regs;
	struct plan plan;
	__u32 flags = 0, descriptors = 0;
	bool wanted;
	__u64 now;

	if (!state || state->flags & TASK_LAUNCHING)
		return 0;
	if (terminal && state->flags & TASK_PAUSES && begins_again(state, result))
		return 0;
	if (names && state->flags & TASK_MOVES)
		note_moved(state);
	if (state->call == CALL_OUTSIDE) {
		/*
		 * A seccomp filter has refused the call, and its entry was not reported; or a child
		 * returns first; or the task was in the call before its tracing began.
		 */
		bool fresh = state->flags & TASK_FRESH;

		state->flags &= ~TASK_FRESH;
		if (fresh && !state->seen_ns)
			return 0;
		entry = begin_call(task, state, registers_of(task)->orig_ax);
		if (entry && entry->wanted)
			state->call = CALL_WANTED;
		state->entered = fresh ? state->seen_ns : call_time();
		if (!fresh)
			begin_cpu_time(task, state);
		state->names_held = 0;
		flags = fresh ? RECORD_SEEN : RECORD_NO_ENTRY;
		if (is_ended_by_filter(task))
			state->flags |= TASK_REFUSED;
		if (!fresh && is_refused_by_signal(task, result))
			flags |= RECORD_NOT_RUN;
		if (state->call == CALL_WANTED && entry && !fresh)
			descriptors = entry->descriptors & ~RESULT_DESCRIPTOR;
	}
	wanted = state->call == CALL_WANTED;
	state->call = CALL_OUTSIDE;
	if (!wanted)
		return 0;
	result = with_sign(state, result);
	now = call_time();
	end_cpu_time(task, state, now);
	/* What its result is says nothing: the session decides. */
	if (sifts && !(flags & RECORD_NOT_RUN) &&
	    !sift_exit(state, result, now, &flags, &descriptors))
		return 0;
	if (counts_only) {
		if (!is_dying(task, state))
			count_call(state, task, result, now, flags);
		return 0;
	}
	state->flags |= TASK_CALLER;
	regs = registers_of(task);
	report_task(state);
	if (flags & (RECORD_NO_ENTRY | RECORD_HELD))
		report_network(task, state);
	if (flags & RECORD_NO_ENTRY)
		report_stack(task, state, RECORD_ENTRY);
	if (is_dying(task, state))
		flags |= RECORD_DYING;
	if (names && result >= 0 && returns_descriptor(state))
		descriptors |= RESULT_DESCRIPTOR;
	plan = finish_plans(state, flags);
	if (plan.exit && !plan.entry && !descriptors && exit_is_read(state)) {
		struct reading reading = {
			.kind = RECORD_EXIT,
			.result = result,
			.now = now,
			.flags = flags,
			.pc = plan.exit,
		};

		if (send_read(state, &reading))
			return 0;
	}
	if (plan.entry || plan.exit || descriptors)
		send_captured(ctx, task, state, regs, RECORD_EXIT, result, now, flags, plan,
			      descriptors);
	else
		send_plain(task, state, regs, RECORD_EXIT, result, now, flags);
	return 0;
}

/* --- other events ----------------------------------------------------------------------- */

/*
 * Whether -p names the thread, or with -f its thread group. Returns the value that the group has in
 * the map; NULL: it does not.
 */
static __always_inline __u32 *find_group(struct task_struct *task)
{
	__u32 group = follow ? group_of(task) : number_of(task);

	return bpf_map_lookup_elem(&groups, &group);
}

/*
 * A new thread of a group is marked as well, because the iterator may have passed its place. With a
 * guard nothing has proved access to it: the iterator runs again until it finds no further thread.
 */
static __always_inline bool is_in_new_group(struct task_struct *task)
{
	return !GUARDS && find_group(task);
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(made, struct task_struct *parent, struct task_struct *child)
{
	struct task_state *state = bpf_task_storage_get(&tasks, parent, 0, 0);
	struct task_state *own;
	struct bpf_record *record;

	if (state && state->flags & TASK_EXCLUDED) {
		if (!(state->flags & TASK_ALONE) || child->tgid == parent->tgid)
			state_make(child, state->flags & (TASK_EXCLUDED | TASK_ALONE));
		return 0;
	}
	if (!follow || (state ? !guard_shows(parent, state) : !is_in_new_group(parent)))
		return 0;
	if (state && is_bystander(state)) {
		state_make(child, TASK_FRESH);
		return 0;
	}
	own = state_make(child, TASK_FRESH | TASK_CALLER);
	guard_child(own);
	record = event_begin(child, own, RECORD_NEW);
	if (!record)
		return 0;
	record->task.maker = number_of(parent);
	fill_new(record, child, own);
	bpf_ringbuf_submit(record, BPF_RB_NO_WAKEUP);
	return 0;
}

/*
 * As find_group(), for the iterator. With a guard, a thread that another engine hands over is named
 * itself also with -f.
 */
static __always_inline __u32 *find_named(struct task_struct *task)
{
	__u32 number = number_of(task), *how;

	if (!GUARDS || !follow)
		return find_group(task);
	how = bpf_map_lookup_elem(&groups, &number);
	if (how && *how & GROUP_THREAD)
		return how;
	how = find_group(task);
	return how && !(*how & GROUP_THREAD) ? how : NULL;
}

/*
 * The flags of a task that the iterator marks. A task that it finds may be in a call, and makes an
 * exit first.
 */
static __always_inline __u32 marked_flags(__u32 how)
{
	if (!GUARDS)
		return TASK_FRESH;
	if (how & GROUP_THREAD)
		return 0;
	return how & GROUP_LAUNCHES ? TASK_FRESH | TASK_LAUNCHING : TASK_FRESH;
}

struct strings {
	struct plan_machine *machine;
	struct task_state *state;
};

static long send_some(__u64 i, struct strings *strings)
{
	return send_piece(strings->machine, strings->state) ? 1 : 0;
}

static __always_inline void send_strings(struct plan_machine *machine, struct task_state *state,
					 __u64 start, __u64 end)
{
	struct strings strings = { machine, state };

	machine->rest_address = start;
	machine->rest_len = end > start ? end - start : 0;
	bpf_loop(EXEC_PIECES, send_some, &strings, 0);
}

/*
 * Sends what the entry of execve(2) could not read and its exit cannot, because the memory is gone:
 * the path, which the kernel still has, and the strings, which the new program has.
 */
static __always_inline void send_program(struct plan_machine *machine, struct task_struct *task,
					 struct task_state *state, __u64 former,
					 struct linux_binprm *binary)
{
	__u64 how = binary->interp == binary->filename ? 0 : EXEC_INTERPRETED;
	__u64 start;
	long len;

	machine->record.kind = RECORD_STRINGS;
	machine->record.flags = RECORD_LATE;
	machine->record.tid = number_of(task);
	machine->record.tgid = group_of(task);
	machine->record.time = bpf_ktime_get_ns();
	machine->record.strings.former = former;
	machine->record.strings.how = how;
	machine->record.strings.count = binary->argc;
	machine->record.strings.start = start = BPF_CORE_READ(task, mm, arg_start);
	send_strings(machine, state, start, BPF_CORE_READ(task, mm, arg_end));
	machine->record.strings.how = how | EXEC_ENVIRONMENT;
	machine->record.strings.count = binary->envc;
	machine->record.strings.start = start = BPF_CORE_READ(task, mm, env_start);
	send_strings(machine, state, start, BPF_CORE_READ(task, mm, env_end));
	machine->record.kind = RECORD_EXEC;
	machine->record.exec.former = former;
	len = bpf_probe_read_kernel_str(machine->data + sizeof(struct plan_chunk), EXEC_PATH_BYTES,
					binary->filename);
	/* The engine knows the address of the path from the entry. */
	send_exec(machine, state, 0, len < 0 ? 0 : len);
}

static __always_inline bool is_start(const __u64 name[2])
{
	for (__u32 i = 0; i < STARTS && i < n_starts; i++)
		if (!((name[0] ^ start_names[2 * i]) & start_masks[2 * i]) &&
		    !((name[1] ^ start_names[2 * i + 1]) & start_masks[2 * i + 1]))
			return true;
	return false;
}

/*
 * Selects a task that has executed a program which scry waits for, before the first instruction of
 * that. Its command name is that of the file or of the script; the file may also be a link, or the
 * interpreter.
 */
static __always_inline void select_start(struct task_struct *task, struct linux_binprm *binary)
{
	const unsigned char *file = BPF_CORE_READ(binary, file, f_path.dentry, d_name.name);
	__u64 name[2] = { 0 }, program[2] = { 0 };
	struct bpf_record *record;
	struct task_state *state;

	bpf_get_current_comm(name, sizeof(name));
	bpf_probe_read_kernel_str(program, sizeof(program), file);
	if ((!is_start(name) && !is_start(program)) || !is_numbered(task))
		return;
	state = state_make(task, TASK_FRESH | TASK_CALLER);
	record = state ? event_begin(task, state, RECORD_STARTED) : NULL;
	if (!record)
		return;
	record->started.comm[0] = name[0];
	record->started.comm[1] = name[1];
	record->started.file[0] = program[0];
	record->started.file[1] = program[1];
	bpf_ringbuf_submit(record, BPF_RB_FORCE_WAKEUP);
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(executed, struct task_struct *task, pid_t former, struct linux_binprm *binary)
{
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct machine_slot *slot;
	struct bpf_record *record;

	if (!state && !GUARDS && n_starts)
		select_start(task, binary);
	if (!state)
		return 0;
	/* former is a number of the initial PID namespace, and its struct pid is gone. */
	if (former == task->pid)
		former = number_of(task);
	else if (shared.level)
		former = state->number;
	guard_exec(task, binary, former);
	state = traced(task);
	if (!state)
		return 0;
	state->flags |= TASK_EXECUTED;
	/* Another thread may have the numbers now. */
	state->comm[0] = state->comm[1] = 0;
	if (is_bystander(state))
		return 0;
	report_task(state);
	report_start(task, state, former);
	slot = state->flags & (TASK_FAULT | TASK_CUT) ? slot_take(state) : NULL;
	if (slot) {
		send_program(&slot->machine, task, state, former, binary);
		slot_release(slot);
		return 0;
	}
	record = event_begin(task, state, RECORD_EXEC);
	if (!record)
		return 0;
	record->exec.former = former;
	/* What stacks need of the files of a process is there as long as the process is. */
	bpf_ringbuf_submit(record, stacks ? BPF_RB_FORCE_WAKEUP : BPF_RB_NO_WAKEUP);
	return 0;
}

/*
 * Reports the call because of which a filter, or strict mode, ends the thread: the kernel calls
 * neither enter() nor leave(). If memory is captured, the program ends here, and capture() reports
 * the end.
 */
static __always_inline void report_last_call(void *ctx, struct task_struct *task,
					     struct task_state *state)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct call_entry *entry = begin_call(task, state, regs->orig_ax);
	__u32 descriptors = entry ? entry->descriptors & ~RESULT_DESCRIPTOR : 0;

	if (entry ? !entry->wanted : state->call != CALL_WANTED)
		return;
	state->flags = (state->flags & TASK_LASTS) | TASK_CALLER | TASK_ENDS;
	state->names_held = 0;
	state->entered = call_time();
	report_task(state);
	if (entry && (entry->plan.entry || descriptors))
		send_captured(ctx, task, state, regs, RECORD_ENTRY, 0, 0, 0,
			      (struct plan){ .entry = entry->plan.entry }, descriptors);
	else
		send_plain(task, state, regs, RECORD_ENTRY, 0, 0, 0);
}

/* The current task ends. */
SEC("raw_tp/sched_process_exit") int ended(void *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = traced(task);

	if (!state)
		return 0;
	if (!counts_only && state->call == CALL_OUTSIDE &&
	    !(state->flags & (TASK_LAUNCHING | TASK_REFUSED)) && is_ended_by_filter(task))
		report_last_call(ctx, task, state);
	if (is_bystander(state))
		return 0;
	report_task(state);
	send_end(task, state);
	return 0;
}

/*
 * A task gets another command name: by prctl(2), by a write of a thread of its process to its file
 * in /proc, or by execve(2).
 */
SEC("tp_btf/task_rename")
int BPF_PROG(renamed, struct task_struct *task, const char *comm)
{
	struct task_state *state = traced(task);
	struct bpf_record *record;
	__u64 name[2] = { 0 };

	if (!task_names || !state || state->flags & TASK_LAUNCHING || is_bystander(state) ||
	    task->flags & PF_EXITING)
		return 0;
	bpf_probe_read_kernel_str(name, sizeof(name), comm);
	record = event_begin(task, state, RECORD_TASK);
	if (!record)
		return 0;
	record->time = 0;
	record->task.renamed = 1;
	/* The user of another thread is that which was reported last. */
	fill_task(record, task, state, name,
		  state->comm[0] ? state->user : (__u32)bpf_get_current_uid_gid());
	bpf_ringbuf_submit(record, BPF_RB_NO_WAKEUP);
	return 0;
}

/*
 * The current task gives up its CPU. Its state is TASK_STOPPED from the moment at which it takes
 * part in a group-stop; if it is preempted after that, it comes here again.
 */
SEC("raw_tp/sched_switch") int BPF_PROG(stopped, bool preempt)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct bpf_record *record;
	struct task_state *state;

	if (!(task->__state & TASK_STOPPED) || preempt)
		return 0;
	state = traced(task);
	if (!state || state->flags & TASK_LAUNCHING || is_bystander(state))
		return 0;
	report_task(state);
	record = event_begin(task, state, RECORD_STOP);
	if (!record)
		return 0;
	record->stop.signal = task->jobctl & JOBCTL_STOP_SIGNAL;
	bpf_ringbuf_submit(record, BPF_RB_FORCE_WAKEUP);
	return 0;
}

/* Whether the default action of a signal ends a process without a core dump: signal(7). */
static __always_inline bool may_end(int signal)
{
	return signal < 64 && (1ull << signal) & SIGNALS_THAT_END;
}

static __always_inline void send_signal(struct task_struct *task, struct task_state *state,
					int signal, struct kernel_siginfo *info, __u64 how)
{
	__u64 ip = ((struct pt_regs *)bpf_task_pt_regs(task))->ip;
	struct bpf_record *record;

	/* The receiver may have executed a program with more rights since it was looked at. */
	if (!guard_shows(task, state) || is_bystander(state) ||
	    signals_unwanted >> ((signal - 1) & 63) & 1)
		return;
	if (task == bpf_get_current_task_btf()) {
		report_task(state);
		report_stack(task, state, RECORD_SIGNAL);
	}
	record = event_begin(task, state, RECORD_SIGNAL);
	if (!record)
		return;
	record->signal.number = signal;
	record->signal.how = how;
	record->signal.ip = ip;
	/*
	 * The bytes of siginfo lie in the members that a signal does not use. The kernel may give a
	 * number in place of a pointer: NULL (SEND_SIG_NOINFO) for a signal of the current process,
	 * such as SIGPIPE, and SEND_SIG_PRIV for a signal of its own. The verifier takes the
	 * pointer for a valid one, and would remove a comparison with NULL.
	 */
	if (bpf_probe_read_kernel(record->signal.siginfo, SIGINFO_BYTES, info)) {
		bool by_kernel = (unsigned long)info == SEND_SIG_PRIV;

		record->signal.siginfo[0] = signal;
		record->signal.siginfo[1] = by_kernel ? SI_KERNEL : SI_USER;
		record->signal.siginfo[2] = by_kernel ? 0
						      : group_of(bpf_get_current_task_btf()) |
								bpf_get_current_uid_gid() << 32;
	}
	bpf_ringbuf_submit(record, BPF_RB_NO_WAKEUP);
}

SEC("tp_btf/signal_deliver")
int BPF_PROG(signalled, int signal, struct kernel_siginfo *info, struct k_sigaction *action)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = traced(task);

	if (state && signal != SIGKILL && !(action->flags & SA_IMMUTABLE))
		send_signal(task, state, signal, info, SIGNAL_DELIVERED);
	return 0;
}

/*
 * A signal that is no SIGKILL ends this process. The kernel has given all its threads a SIGKILL
 * already.
 */
static __always_inline void note_fatal_signal(struct task_struct *task, struct task_state *state)
{
	struct task_struct *sender = bpf_get_current_task_btf();

	state->flags |= TASK_SIGNALLED;
	if (sender == task || sender->tgid != task->tgid)
		return;
	state = traced(sender);
	if (state)
		state->flags |= TASK_SIGNALLED;
}

/*
 * Whether a signal comes too late, because its receiver ends or is a zombie. Its end may have been
 * reported already. A leader that has ended stands for the other threads of its process, which can
 * get the signal. All threads of a process are in one list, whose head is elsewhere: a thread that
 * is alone has the head on both sides.
 */
static __always_inline bool is_too_late(struct task_struct *task)
{
	return task->flags & PF_EXITING &&
	       (task->pid != task->tgid ||
		BPF_CORE_READ(task, thread_node.next) == BPF_CORE_READ(task, thread_node.prev));
}

/*
 * This runs in the context of the sender. A signal that its receiver ignores is discarded when it
 * is made, and one that ends the receiver without a core dump becomes a SIGKILL: neither is
 * delivered.
 */
SEC("tp_btf/signal_generate")
int BPF_PROG(generated, int signal, struct kernel_siginfo *info, struct task_struct *task,
	     int group, int result)
{
	bool ignored = result == TRACE_SIGNAL_IGNORED;
	struct task_state *state;

	if (!ignored && (result != TRACE_SIGNAL_DELIVERED || !may_end(signal)))
		return 0;
	/* The kernel drops signals for a process that ends already. */
	if (ignored == is_killed(task))
		return 0;
	state = traced(task);
	if (!state || state->flags & TASK_LAUNCHING || is_too_late(task))
		return 0;
	if (!ignored)
		note_fatal_signal(task, state);
	send_signal(task, state, signal, info, ignored ? SIGNAL_IGNORED : SIGNAL_MADE);
	return 0;
}

/*
 * Whether a task sleeps in a call. Its result is -ENOSYS until the call is over. The registers of a
 * task that runs are from its last entry into the kernel, which may be over.
 */
static __always_inline bool is_blocked(struct task_struct *task, struct pt_regs *regs)
{
	return task->__state & (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE) &&
	       (long)regs->ax == -ENOSYS && (int)regs->orig_ax != -1;
}

/*
 * Reports the call in which a task is blocked, if that call is wanted. Its exit then has
 * RECORD_SEEN.
 */
static __always_inline void see_call(struct task_struct *task, struct task_state *state,
				     struct marked_task *line)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	/* The task may wake up and use its own state. */
	struct task_state own = { 0 };
	struct call_entry *entry;

	if (!is_blocked(task, regs))
		return;
	entry = begin_call(task, &own, regs->orig_ax);
	if (own.call != CALL_WANTED && !(entry && entry->wanted))
		return;
	own.entered = bpf_ktime_get_ns();
	fill_call(&line->entry, task, &own, regs, RECORD_ENTRY);
	save_registers(&line->saved, regs);
	/* It does not run now. */
	begin_cpu_time(task, state);
	state->seen_ns = own.entered;
}

#include "engine/bpf/kernel/requests.bpf.h"

SEC("iter/task") int mark(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct marked_task line = { 0 };
	struct task_state *state;
	__u32 *how = task ? find_named(task) : NULL, count = GROUP_COUNT;

	if (GUARDS && task && bpf_map_lookup_elem(&groups, &count)) {
		if (guard_counts(task))
			bpf_seq_write(ctx->meta->seq, &line, sizeof(line));
		return 0;
	}
	if (!how || bpf_task_storage_get(&tasks, task, 0, 0) || !guard_may_mark(task, *how))
		return 0;
	line.tid = number_of(task);
	line.tgid = group_of(task);
	/* From now on the programs know the task: an exit that comes before .seen_ns is ignored. */
	state = state_make(task, marked_flags(*how) | TASK_CALLER);
	if (!state || !guard_admits(task, state, *how))
		return 0;
	see_call(task, state, &line);
	/* Of another program than that which it looked at it may have seen the registers. */
	if (!guard_shows(task, state))
		return 0;
	bpf_seq_write(ctx->meta->seq, &line, sizeof(line));
	return 0;
}
