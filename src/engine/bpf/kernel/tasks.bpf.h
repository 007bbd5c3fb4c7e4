/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: the names of tasks (-Y), their users, and their numbers in PID
 * namespaces, at the moment of an event.
 */
#ifndef ENGINE_BPF_KERNEL_TASKS_H
#define ENGINE_BPF_KERNEL_TASKS_H

/*
 * Fills in the numbers of a task in the PID namespaces below that of scry. address: of its struct
 * pid.
 */
static __always_inline int fill_levels(struct bpf_record *record, __u64 address)
{
	struct pid *pid = (struct pid *)address;
	char *numbers = (char *)address + bpf_core_field_offset(struct pid, numbers);
	__u32 level = BPF_CORE_READ(pid, level);
	void *space;
	int number;

	if (!record)
		return 0;
	for (__u32 i = 0; i < TASK_LEVELS && level > shared.level && level <= 32; i++, level--) {
		char *upid = numbers + level * bpf_core_type_size(struct upid);

		space = NULL;
		number = 0;
		bpf_probe_read_kernel(&space, sizeof(space),
				      upid + bpf_core_field_offset(struct upid, ns));
		bpf_probe_read_kernel(&number, sizeof(number),
				      upid + bpf_core_field_offset(struct upid, nr));
		record->task.levels[i] = TASK_LEVEL(guard_space(space), (__u32)number);
	}
	return 0;
}

/*
 * The process that is the parent of a task now, as PPid of /proc/PID/status; 0: it has no number in
 * the PID namespace of scry.
 */
static __always_inline __u32 parent_of(struct task_struct *task)
{
	struct task_struct *parent = BPF_CORE_READ(task, real_parent);

	return shared.level ? number_at_level(BPF_CORE_READ(parent, group_leader))
			    : (__u32)BPF_CORE_READ(parent, tgid);
}

static __always_inline bool is_reported(const struct task_state *state, const __u64 name[2],
					__u32 user, __u32 parent)
{
	return name[0] == state->comm[0] && name[1] == state->comm[1] && user == state->user &&
	       parent == state->parent;
}

/* What is not wanted counts as reported. */
static __always_inline __u32 wanted_user(const struct task_state *state)
{
	return task_users ? (__u32)bpf_get_current_uid_gid() : state->user;
}

static __always_inline __u32 wanted_parent(struct task_struct *task, const struct task_state *state)
{
	return task_parents ? parent_of(task) : state->parent;
}

static __always_inline void fill_task(struct bpf_record *record, struct task_struct *task,
				      struct task_state *state, const __u64 name[2], __u32 user)
{
	record->task.comm[0] = state->comm[0] = name[0];
	record->task.comm[1] = state->comm[1] = name[1];
	record->task.user = state->user = user;
	if (task_parents)
		record->task.parent = state->parent = parent_of(task);
	fill_levels(record, (__u64)BPF_CORE_READ(task, thread_pid));
}

/*
 * Reports the current task if its name or its user has changed. The verifier looks at this function
 * once.
 */
__attribute__((noinline)) int send_task(void)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct bpf_record *record;
	__u32 user = (__u32)bpf_get_current_uid_gid();
	__u64 name[2] = { 0 }, wake;

	bpf_get_current_comm(name, sizeof(name));
	if (!state || is_reported(state, name, user, wanted_parent(task, state)))
		return 0;
	/* If there is no room, the next event of the task reports it. */
	if (!ring_has_room(sizeof(*record), &wake))
		return 0;
	record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	if (!record)
		return 0;
	__builtin_memset(record, 0, sizeof(*record));
	record->len = sizeof(*record);
	record->kind = RECORD_TASK;
	record->tid = number_of(task);
	record->tgid = group_of(task);
	fill_task(record, task, state, name, user);
	bpf_ringbuf_submit(record, wake);
	return 0;
}

static __always_inline void report_task(struct task_state *state)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (task_names && !is_reported(state, (const __u64 *)task->comm, wanted_user(state),
				       wanted_parent(task, state)))
		send_task();
}

/*
 * Reports the network namespace of the current task. If there is no room, the next call reports it.
 */
__attribute__((noinline)) int send_network(__u64 cookie)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct bpf_record *record;
	__u64 wake;

	if (!state || !ring_has_room(sizeof(*record), &wake))
		return 0;
	record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	if (!record)
		return 0;
	__builtin_memset(record, 0, sizeof(*record));
	record->len = sizeof(*record);
	record->kind = RECORD_NETWORK;
	record->tid = number_of(task);
	record->tgid = group_of(task);
	record->network.cookie = state->network = cookie;
	bpf_ringbuf_submit(record, wake);
	return 0;
}

static __always_inline void report_network(struct task_struct *task, struct task_state *state)
{
	struct call_entry *entry;
	__u32 index = state->index;
	__u64 cookie;

	entry = bpf_map_lookup_elem(&calls, &index);
	if (!entry || !entry->networks || !bpf_core_field_exists(struct net, net_cookie))
		return;
	cookie = BPF_CORE_READ(task, nsproxy, net_ns, net_cookie);
	if (cookie && cookie != state->network)
		send_network(cookie);
}

/* A new task has the name and the user of the task that made it, which is the current one. */
static __always_inline void fill_new(struct bpf_record *record, struct task_struct *child,
				     struct task_state *own)
{
	__u64 name[2] = { 0 };

	if (!task_names || !own)
		return;
	bpf_get_current_comm(name, sizeof(name));
	fill_task(record, child, own, name, (__u32)bpf_get_current_uid_gid());
}

#endif
