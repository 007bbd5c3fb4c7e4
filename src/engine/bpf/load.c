/* SPDX-License-Identifier: MIT */
/* The kernel program: loads it, configures it, and reads its maps. */
#include "engine/bpf/load.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "engine/bpf/capture/borrow.h"
#include "engine/bpf/clock.h"
#include "engine/bpf/links.h"
#include "engine/bpf/rename.h"
#include "engine/bpf/kernel/program.skel.h"
#include "engine/bpf/selections.h"
#include "scry/arch.h"
#include "scry/decode.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/uring.h"
#include "scry/target.h"
#include "scry/util.h"

/*
 * Bytes of the ring that are kept free for ends of threads, and that wake scry up; at most a
 * quarter of the ring.
 */
#define RING_STEP (256u << 10)
#define COUNTING_RING_SIZE (2u << 20)
/* A ring that is enlarged without being asked for has at most this part of the memory. */
#define RING_SHARE 64
#define LOG_SIZE (256u << 10)
#define BTF_FILE "/sys/kernel/btf/vmlinux"
#define PTRACE_WORKS "; the ptrace engine (--engine=ptrace) works"
/*
 * A light skeleton with relocations (5.17) is the youngest of the features that the program needs.
 */
#define OLDEST_MAJOR 5
#define OLDEST_MINOR 17
/* Bytes of the program, its maps without the ring, and what loads it: more than was measured. */
#define MEMORY_NEEDED (16u << 20)
/* The tracepoints of io_uring have the arguments that the program expects. */
#define REQUESTS_MAJOR 6
#define REQUESTS_MINOR 0
/* io_uring_complete has the result as a struct, and not its members. */
#define RESULTS_MAJOR 6
#define RESULTS_MINOR 16
/* bpf_task_work_schedule_signal_impl(): see rename.h. */
#define DEFERS_MAJOR 6
#define DEFERS_MINOR 18
/* pidfd_open(2) for a thread that is no thread-group leader (6.9). */
#define SCRY_PIDFD_THREAD O_EXCL

/* --- what may be missing ---------------------------------------------------------------- */

/* Whether the kernel has at least this version. */
static bool kernel_is(unsigned wanted_major, unsigned wanted_minor)
{
	unsigned major, minor;
	struct utsname name;

	return uname(&name) || sscanf(name.release, "%u.%u", &major, &minor) != 2 ||
	       major > wanted_major || (major == wanted_major && minor >= wanted_minor);
}

static bool is_refusal(int error)
{
	return error == EPERM || error == EACCES;
}

/*
 * Whether a container keeps the capabilities, or bpf(2), from scry. A filter may kill a process
 * that calls bpf(2): whether it refuses the call is asked only if the kernel has refused it. error:
 * as in engine_bpf_lacks().
 */
static bool is_confined(int error, struct buf *what)
{
	struct buf words = { 0 };
	bool confined = target_lacks_capabilities(CAPABILITY_BPF | CAPABILITY_PERFMON, &words) ||
			(error && engine_bpf_access() == BPF_OWN && target_lacks_bpf(&words));

	if (confined)
		buf_printf(what, "needs the capabilities CAP_BPF and CAP_PERFMON: %s",
			   buf_cstr(&words));
	buf_free(&words);
	return confined;
}

/*
 * Whether the cgroups of scry leave too little memory for a ring of this size and for the rest. The
 * kernel would kill a process of them, which need not be scry.
 */
static bool lacks_memory(uint64_t ring, struct buf *what)
{
	uint64_t room = proc_memory_room(), needed = ring + MEMORY_NEEDED;

	if (room >= needed)
		return false;
	buf_printf(what, "needs %llu MiB of memory, and the cgroup of scry has %llu MiB left",
		   (unsigned long long)(needed >> 20), (unsigned long long)(room >> 20));
	return true;
}

bool engine_bpf_lacks(int error, struct buf *what)
{
	struct utsname name = { 0 };

	uname(&name);
	if (!kernel_is(OLDEST_MAJOR, OLDEST_MINOR))
		buf_printf(what, "needs Linux 5.17 or later, and this is %s", name.release);
	else if (access(BTF_FILE, R_OK))
		buf_puts(what, "needs a kernel with BTF (CONFIG_DEBUG_INFO_BTF), and " BTF_FILE
			       " cannot be read");
	else if (is_confined(error, what) || (!error && borrow_lacks(what)) ||
		 (!error && lacks_memory(BPF_RING_SIZE, what)))
		return true;
	else if (!error)
		return false;
	else if (engine_bpf_access() != BPF_OWN)
		buf_puts(what, "needs the capabilities CAP_BPF and CAP_PERFMON: run scry as root, "
			       "or give them to it with setcap(8)");
	else if (is_refusal(error))
		buf_puts(what, "needs the capabilities CAP_BPF and CAP_PERFMON, and the kernel or "
			       "a container refuses the program all the same");
	else
		buf_printf(what, "cannot be had, because the kernel refuses the program: %s",
			   strerror(error));
	return true;
}

bool engine_bpf_sees_requests(void)
{
	return kernel_is(REQUESTS_MAJOR, REQUESTS_MINOR);
}

bool engine_bpf_keeps_order(void)
{
	return kernel_is(DEFERS_MAJOR, DEFERS_MINOR);
}

/*
 * Says why this engine cannot be had, and frees that. Beside another engine, that one works: only
 * --debug says it.
 */
static void say_why(const struct bpf_engine *engine, struct buf *why)
{
	if (!engine->others)
		warn("--engine=bpf %s" PTRACE_WORKS, buf_cstr(why));
	else if (engine->base.config->debug)
		warn("engine ptrace: bpf %s", buf_cstr(why));
	buf_free(why);
}

static void explain(const struct bpf_engine *engine, int error, const char *log)
{
	size_t len = log ? strlen(log) : 0;
	struct buf why = { 0 };

	engine_bpf_lacks(error ? error : EINVAL, &why);
	say_why(engine, &why);
	if (len)
		warn("the verifier says: %s", log + (len > 600 ? len - 600 : 0));
}

/* --- loading ---------------------------------------------------------------------------- */

static uint32_t abi_index(enum abi_id id)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (uint32_t i = 0; i < n; i++)
		if (abis[i]->id == id)
			return i;
	return PLAN_ABIS; /* no call has this ABI */
}

/* A per-CPU map has a value for each possible CPU: "0-3" of this file means 4. */
static size_t possible_cpus(void)
{
	FILE *file = fopen("/sys/devices/system/cpu/possible", "re");
	unsigned first, last = 0;

	if (!file)
		return (size_t)sysconf(_SC_NPROCESSORS_CONF);
	if (fscanf(file, "%u-%u", &first, &last) < 2)
		last = first;
	fclose(file);
	return (size_t)last + 1;
}

/* Whether the descriptor of a request is a terminal decides about its name. */
static uint32_t details_of(const struct engine_config *config)
{
	static const struct {
		unsigned wanted;
		uint32_t detail;
	} kinds[] = {
		{ FD_SOCKET, DETAIL_SOCKET },
		{ FD_EVENTFD, DETAIL_EVENTFD },
		{ FD_SIGNALFD, DETAIL_SIGNALFD },
	};
	/* A pidfd names the process that has the descriptor of another argument. */
	uint32_t details = DETAIL_DEVICE | DETAIL_PIDFD;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (config->details & kinds[i].wanted)
			details |= kinds[i].detail;
	return details;
}

/* Whether a ring of this size is a small part of the memory of the machine. */
static bool ring_is_affordable(uint32_t size)
{
	long pages = sysconf(_SC_PHYS_PAGES);

	return pages > 0 && (uint64_t)pages * abi_page_size() / RING_SHARE >= size;
}

static uint32_t ring_size(const struct engine_config *config)
{
	if (config->targets.ring_size)
		return config->targets.ring_size;
	if (config->whole && ring_is_affordable(BPF_WHOLE_RING_SIZE))
		return BPF_WHOLE_RING_SIZE;
	/* Counted calls make no records, and the kernel clears all pages of a ring. */
	return config->count_only ? COUNTING_RING_SIZE : BPF_RING_SIZE;
}

static uint32_t ring_step(uint32_t size)
{
	return size / 4 < RING_STEP ? size / 4 : RING_STEP;
}

static void configure_ring(struct engine_program *program, uint32_t size)
{
	uint32_t step = ring_step(size);

	program->maps.ring.max_entries = size;
	program->rodata->ring_size = size;
	program->rodata->ring_reserve = step;
	program->rodata->wake_shift = (uint32_t)__builtin_ctz(step);
}

/*
 * The device to which a write waits for scry, as the kernel encodes it; 0: none. A task that waits
 * for scry keeps a CPU, so that there must be another one. That does not matter if the kernel lets
 * it pause.
 */
static uint32_t waiting_terminal(const struct engine_config *config)
{
	if (!config->terminal || config->count_only || bpf_selects(&config->targets) ||
	    (sysconf(_SC_NPROCESSORS_ONLN) < 2 && !kernel_is(DEFERS_MAJOR, DEFERS_MINOR)))
		return 0;
	return major(config->terminal) << 20 | minor(config->terminal);
}

/*
 * The program compares the part of a name before the first character of a pattern, and as much of
 * it as a command name has; scry looks at the whole name. More names than the program has room for
 * are one that begins with anything.
 */
static void configure_starts(struct engine_program *program, const struct engine_config *config)
{
	size_t n = config->n_starts > STARTS ? 1 : config->n_starts;
	char name[16], mask[16];

	for (size_t i = 0; i < n; i++) {
		const char *word = config->starts[i], *slash = strrchr(word, '/');
		size_t len;

		word = slash ? slash + 1 : word;
		len = config->n_starts > STARTS ? 0 : strcspn(word, "*?[\\");
		memset(name, 0, sizeof(name));
		memset(mask, 0, sizeof(mask));
		memcpy(name, word, len < sizeof(name) - 1 ? len : sizeof(name) - 1);
		memset(mask, 0xff,
		       word[len] || n < config->n_starts
			       ? len < sizeof(mask) - 1 ? len : sizeof(mask) - 1
			       : sizeof(mask));
		memcpy((char *)program->rodata->start_names + i * sizeof(name), name, sizeof(name));
		memcpy((char *)program->rodata->start_masks + i * sizeof(mask), mask, sizeof(mask));
	}
	program->rodata->n_starts = (uint32_t)n;
}

/* The engine itself must know which of the signals that end scry have reached the command. */
static uint64_t unwanted_signals(const struct engine_config *config)
{
	uint64_t wanted = config->signals;

	for (size_t i = 0; i < FATAL_SIGNALS; i++)
		wanted |= UINT64_C(1) << (fatal_signals[i] - 1);
	return ~wanted;
}

/*
 * The number of the call that has CALL_ERRNO_32; 0: the machine has none. The number 0 is another
 * call everywhere.
 */
static uint64_t errno_32_number(void)
{
	const struct abi *abi = abi_native();

	for (unsigned id = 1; id < ID_COUNT && abi->klong_size == 8; id++) {
		const struct syscall *row = syscall_row((enum syscall_id)id, abi);
		int64_t nr = abi_number(abi, (enum syscall_id)id);

		if (row && row->flags & CALL_ERRNO_32 && nr > 0)
			return (uint64_t)nr;
	}
	return 0;
}

static void configure(struct engine_program *program, const struct engine_config *config,
		      uint32_t n_selections)
{
	const struct bpf_targets *targets = &config->targets;
	const struct plans *plans = config->plans;

	program->rodata->follow = config->follow;
	program->rodata->selects = bpf_selects(targets);
	program->rodata->by_uid = targets->by_uid;
	program->rodata->uid = targets->uid;
	program->rodata->by_cgroup = targets->cgroup;
	program->rodata->by_comm = targets->comm;
	if (targets->comm)
		strncpy((char *)program->rodata->comm, targets->comm,
			sizeof(program->rodata->comm) - 1);
	configure_starts(program, config);
	program->rodata->waits = targets->overflow == OVERFLOW_WAIT;
	program->rodata->counts_only = config->count_only;
	program->rodata->times = config->real_times || config->mono_times;
	program->rodata->cpu_times = config->cpu_times;
	/* Which files a process maps is found out by the names of descriptors. */
	program->rodata->names = config->names || config->stacks;
	program->rodata->stacks = config->stacks;
	program->rodata->details = details_of(config);
	program->rodata->task_names = config->task_names;
	program->rodata->task_users = config->task_users;
	program->rodata->task_parents = config->task_parents;
	program->rodata->defers = kernel_is(DEFERS_MAJOR, DEFERS_MINOR) && !config->count_only;
	program->rodata->terminal = waiting_terminal(config);
	program->rodata->sifts = config->sieves && !borrow_is_needed();
	if (program->rodata->sifts)
		program->maps.sieves.max_entries = config->sieves->n_steps;
	program->rodata->callers_only = config->callers_only;
	program->rodata->signals_unwanted = unwanted_signals(config);
	program->rodata->requests_wanted = config->requests;
	program->rodata->results_are_split = !kernel_is(RESULTS_MAJOR, RESULTS_MINOR);
	program->rodata->unknown_wanted = config->calls->unknown;
	program->rodata->abi_i386 = abi_index(ABI_i386);
	program->rodata->abi_x32 = abi_index(ABI_x32);
	program->rodata->errno_32_nr = errno_32_number();
	program->rodata->launch_nr = (uint64_t)abi_number(abi_native(), ID_execve);
	program->maps.machines.max_entries = (uint32_t)possible_cpus() * SLOTS_OF_CPU;
	configure_ring(program, ring_size(config));
	if (config->n_pids)
		program->maps.groups.max_entries = (uint32_t)config->n_pids;
	if (plans && plans->n_ops)
		program->maps.ops.max_entries = plans->n_ops;
	program->maps.selections.max_entries = n_selections;
	program->rodata->selection_mask = n_selections - 1;
}

/*
 * A call is reported if it is selected, or if the call that a multiplexer makes may be. The session
 * looks again.
 */
static bool is_wanted(const struct call_set *calls, const struct abi *abi, enum syscall_id id)
{
	if (call_set_has(calls, id, abi))
		return true;
	if (id != ID_socketcall && id != ID_ipc)
		return false;
	for (unsigned other = 1; other < ID_COUNT; other++)
		if (calls->abis[other] >> abi->id & 1 && multiplexer_of(abi, other) == id)
			return true;
	return false;
}

static uint32_t result_descriptor(const struct type *result)
{
	return result && result->kind == KIND_FD ? 1u << PLAN_ARGUMENTS : 0;
}

static uint32_t descriptors_of(const struct field *fields, uint16_t n, struct argument_walk walk);

static uint32_t variant_descriptors(const struct variant *variant, struct argument_walk walk)
{
	return descriptors_of(variant->fields, variant->n_fields, walk) |
	       result_descriptor(variant_more(variant)->result);
}

/* The bits of the registers with descriptors, in all variants of the arguments. */
static uint32_t descriptors_of(const struct field *fields, uint16_t n, struct argument_walk walk)
{
	uint32_t bits = 0;
	unsigned slot;

	for (uint16_t i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;
		enum kind kind = field_type(&fields[i])->kind;

		for (uint16_t v = 0; kind == KIND_CHOICE && v < choice->n_variants; v++)
			bits |= variant_descriptors(&choice->variants[v], walk);
		if (argument_place(&walk, &fields[i], &slot) && !argument_is_pointer(&fields[i]) &&
		    kind_is_descriptor(kind))
			bits |= 1u << slot;
	}
	return bits;
}

/* The first argument of a call with requests that depend on it is the descriptor. */
static bool asks_for_family(const struct syscall *row)
{
	for (uint16_t i = 0; i < row->n_args; i++)
		if (field_type(&row->args[i])->kind == KIND_IOCTL &&
		    field_type(&row->args[i])->ioctl.families)
			return true;
	return false;
}

static uint32_t call_descriptors(const struct engine_config *config, const struct abi *abi,
				 enum syscall_id id)
{
	const struct syscall *row = syscall_row(id, abi);
	uint32_t bits = 0;

	if (!row || !row->args)
		return 0;
	if (asks_for_family(row))
		bits = CALL_FAMILY;
	/* Stacks need the files that are mapped. */
	if (!config->names && !(config->stacks && (id == ID_mmap || id == ID_mmap2)))
		return bits;
	if (config->directories && row->classes & C_FILE)
		bits |= CALL_DIRECTORY;
	/* The plan reports descriptors in memory. Any of the calls may return one. */
	if (row->flags & CALL_MULTIPLEX)
		return bits | 1u << PLAN_ARGUMENTS;
	return bits | descriptors_of(row->args, row->n_args, (struct argument_walk){ .abi = abi }) |
	       result_descriptor(row->result);
}

/*
 * Sets what a call may do to the names of descriptors. Of a table that it shares the program learns
 * later from its number of users.
 */
static void set_moves(struct call_entry *entry, const struct syscall *row)
{
	entry->keeps =
		row && (row->flags & (CALL_KEEPS_NAMES | CALL_SHARES_FILES)) == CALL_KEEPS_NAMES;
	entry->moves = !row || !(row->flags & (CALL_KEEPS_NAMES | CALL_KEEPS_PATHS));
}

/* Whether argument 0 of the call is the descriptor to which it writes. */
static bool writes_to_descriptor(enum syscall_id id)
{
	static const enum syscall_id writing[] = { ID_write,	 ID_writev,   ID_pwrite64,
						   ID_pwritev,	 ID_pwritev2, ID_sendfile,
						   ID_sendfile64 };

	for (size_t i = 0; i < ARRAY_SIZE(writing); i++)
		if (writing[i] == id)
			return true;
	return false;
}

/* Whether an argument of the call may have the number of a network interface. */
static bool has_interfaces(enum syscall_id id, const struct abi *abi)
{
	const struct syscall *row = syscall_row(id, abi);

	return id == ID_ioctl || id == ID_bpf || id == ID_socketcall ||
	       (row && row->classes & C_NETWORK);
}

static void fill_calls(const struct engine_config *config, struct call_entry *table)
{
	size_t n_abis;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	for (uint32_t i = 0; i < n_abis; i++) {
		for (uint32_t nr = 0; nr < PLAN_CALLS; nr++) {
			struct call_entry *entry = &table[i * PLAN_CALLS + nr];

			entry->wanted = is_wanted(config->calls, abis[i], abi_syscall(abis[i], nr));
			entry->multiplexes = abi_syscall(abis[i], nr) == ID_socketcall ||
					     abi_syscall(abis[i], nr) == ID_ipc;
			entry->writes = writes_to_descriptor(abi_syscall(abis[i], nr));
			set_moves(entry, syscall_row(abi_syscall(abis[i], nr), abis[i]));
			entry->descriptors =
				call_descriptors(config, abis[i], abi_syscall(abis[i], nr));
			entry->networks = config->plans && entry->wanted &&
					  has_interfaces(abi_syscall(abis[i], nr), abis[i]);
			if (config->sieves && entry->wanted)
				entry->sieves = config->sieves->calls[i][nr];
			if (!config->plans || !entry->wanted)
				continue;
			entry->plan = config->plans->calls[i][nr];
			if (abis[i]->id == ABI_i386)
				continue;
			if (plan_is_read(config->plans, entry->plan.entry))
				entry->reads |= READS_ENTRY;
			if (plan_is_read(config->plans, entry->plan.exit))
				entry->reads |= READS_EXIT;
		}
	}
}

/*
 * Where the descriptors of an operation are: bits of enum request_register, as call_descriptors()
 * says of the registers of a call.
 */
static uint32_t request_descriptors(const struct engine_config *config, const struct abi *abi,
				    unsigned opcode)
{
	const struct syscall *row;
	uint8_t places[6];
	uint32_t bits, moved;
	unsigned id;

	if (!config->names || !uring_find_call(opcode, abi, &id, &row, places))
		return 0;
	bits = descriptors_of(row->args, row->n_args, (struct argument_walk){ .abi = abi }) |
	       result_descriptor(row->result);
	moved = bits & 1u << PLAN_ARGUMENTS;
	if (uring_closes(opcode))
		moved |= REQUEST_CLOSES;
	if (config->directories && row->classes & C_FILE)
		moved |= CALL_DIRECTORY;
	for (unsigned i = 0; i < PLAN_ARGUMENTS; i++)
		if (bits >> i & 1)
			moved |= places[i] < PLAN_ARGUMENTS ? 1u << places[i]
				 : places[i] == PLACE_FILE  ? REQUEST_FILE
							    : 0;
	return moved;
}

/* Operations of io_uring, of which the plan is for any form that they have: src/uring/forms.c. */
static void fill_requests(const struct engine_config *config, struct call_entry *table)
{
	size_t n_abis;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	for (unsigned i = 0; i < n_abis && config->requests; i++) {
		bool compat = abis[i]->id == ABI_i386;

		if (abis[i] != abi_native() && !compat)
			continue;
		for (unsigned opcode = 0; opcode < URING_OPCODES; opcode++) {
			unsigned number = opcode + (compat ? REQUEST_COMPAT : 0);
			struct call_entry *entry = &table[REQUEST_CALLS + number];

			entry->wanted = uring_is_in(opcode, config->request_calls->abis, abis[i]) ||
					(config->request_calls->unknown && !uring_op_name(opcode));
			entry->descriptors = request_descriptors(config, abis[i], opcode);
			if (config->plans)
				entry->plan = config->plans->calls[REQUEST_ABI][number];
		}
	}
}

static bool put(int map, const void *key, const void *value)
{
	return !skel_map_update_elem(map, key, value, BPF_ANY);
}

/*
 * Copies n elements to an array of the program. The kernel lays elements out at multiples of 8
 * bytes.
 */
static bool copy_array(int map, const void *elements, size_t n, size_t size)
{
	size_t stride = (size + 7) / 8 * 8;
	char *array = mmap(NULL, n * stride, PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);

	if (array == MAP_FAILED)
		return false;
	for (size_t i = 0; i < n; i++)
		memcpy(array + i * stride, (const char *)elements + i * size, size);
	munmap(array, n * stride);
	return true;
}

static bool fill_maps(struct engine_program *program, const struct engine_config *config,
		      const struct selection_entry *selections, uint32_t n_selections)
{
	const struct plans *plans = config->plans;
	size_t n = PLAN_ABIS * PLAN_CALLS;
	struct call_entry *table = xcalloc(n, sizeof(*table));
	bool good;

	fill_calls(config, table);
	fill_requests(config, table);
	good = copy_array(program->maps.calls.map_fd, table, n, sizeof(*table));
	free(table);
	if (good && plans && plans->n_ops)
		good = copy_array(program->maps.ops.map_fd, plans->ops, plans->n_ops,
				  sizeof(*plans->ops));
	if (good && program->rodata->sifts)
		good = copy_array(program->maps.sieves.map_fd, config->sieves->steps,
				  config->sieves->n_steps, sizeof(*config->sieves->steps));
	return good && copy_array(program->maps.selections.map_fd, selections, n_selections,
				  sizeof(*selections));
}

static bool fill_cgroup(struct engine_program *program, const char *word)
{
	char *error = NULL, *path = proc_find_cgroup(word, &error);
	uint32_t zero = 0, value;
	bool good;
	int fd;

	if (!path) {
		warn("%s", error);
		free(error);
		return false;
	}
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	value = (uint32_t)fd;
	good = fd >= 0 && put(program->maps.cgroups.map_fd, &zero, &value);
	if (!good)
		warn_errno("--cgroup: cannot use %s", path);
	if (fd >= 0)
		close(fd);
	free(path);
	return good;
}

/*
 * Loads the program, with a log of the verifier if it is refused: EACCES may come from the
 * verifier, EPERM does not. The caller blocks signals: the verifier ends with EAGAIN while a signal
 * is pending.
 */
static int load_with_log(struct engine_program *program, char **log)
{
	int error = engine_program__load(program);

	if (error < 0 && error != -EPERM && program->rodata->defers) {
		/* A kernel may have another function, or a verifier that is stricter. */
		program->rodata->defers = false;
		error = engine_program__load(program);
	}
	if (error >= 0 || error == -EPERM)
		return error;
	*log = xcalloc(1, LOG_SIZE);
	program->ctx.log_level = 1;
	program->ctx.log_size = LOG_SIZE;
	program->ctx.log_buf = (uintptr_t)*log;
	return engine_program__load(program);
}

static bool load_directly(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	char *log = NULL;
	int error = load_with_log(engine->program, config->debug ? &log : &(char *){ NULL });

	/* A memory cgroup may have less memory than the machine. */
	if (error == -ENOMEM && !config->targets.ring_size &&
	    engine->program->maps.ring.max_entries > BPF_RING_SIZE) {
		configure_ring(engine->program, BPF_RING_SIZE);
		error = load_with_log(engine->program, &(char *){ NULL });
	}
	if (error < 0)
		explain(engine, -error, log);
	return error >= 0;
}

static bool load_by_lender(struct bpf_engine *engine)
{
	struct buf why = { 0 };

	if (!is_confined(0, &why) && borrow_load(engine, (uint32_t)possible_cpus(), &why))
		return true;
	say_why(engine, &why);
	return false;
}

/* Loads a configured program, by itself or by scry-capture. */
static bool load(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	uint64_t ring = engine->program->maps.ring.max_entries;
	struct buf why = { 0 };
	sigset_t before;
	bool good;

	if (borrow_is_needed() && bpf_selects(&config->targets)) {
		explain(engine, EPERM, NULL);
		return false;
	}
	/* A ring that is not asked for by its size is made smaller. */
	if (lacks_memory(config->targets.ring_size || ring < BPF_RING_SIZE ? ring : BPF_RING_SIZE,
			 &why)) {
		say_why(engine, &why);
		return false;
	}
	signals_block(&before);
	good = borrow_is_needed() ? load_by_lender(engine) : load_directly(engine);
	signals_unblock(&before);
	return good;
}

bool load_program(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	struct engine_program *program = engine_program__open();
	struct selection_entry *selections;
	uint32_t n_selections;
	bool good;

	engine->program = program;
	if (!program) {
		explain(engine, errno, NULL);
		return false;
	}
	selections = selections_make(config->plans, &n_selections);
	configure(program, config, n_selections);
	if (!load(engine)) {
		free(selections);
		return false;
	}
	good = fill_maps(program, config, selections, n_selections);
	free(selections);
	if (!good ||
	    !ring_open(&engine->ring, program->maps.ring.map_fd, program->maps.ring.max_entries)) {
		explain(engine, errno, NULL);
		return false;
	}
	return !config->targets.cgroup || fill_cgroup(program, config->targets.cgroup);
}

bool load_attach(struct bpf_engine *engine)
{
	int error = 0;

	if (engine->lender < 0)
		error = links_attach_iterator(engine->program);
	if (!error && engine->lender < 0 && engine->base.config->requests)
		error = links_attach_requests(engine->program);
	if (!error && engine->lender < 0)
		error = links_attach(engine->program);
	if (error < 0)
		explain(engine, -error, NULL);
	return error >= 0;
}

void load_measure_clock(struct bpf_engine *engine)
{
	struct program_desk *desk = &engine->program->data_desk->desk;

	if (engine->lender < 0)
		clock_measure(desk);
	engine->clocks_apart_ns = desk->clocks_apart_ns;
}

void load_detach(struct bpf_engine *engine)
{
	if (engine->program)
		engine_program__detach(engine->program);
	borrow_detach(engine);
}

void load_free(struct bpf_engine *engine)
{
	ring_close(&engine->ring);
	if (engine->program)
		engine_program__destroy(engine->program);
	engine->program = NULL;
	borrow_end(engine);
}

void load_set_shown(struct bpf_engine *engine)
{
	if (engine->program->rodata->terminal)
		__atomic_store_n(&engine->program->data_desk->desk.shown, engine->ring.at,
				 __ATOMIC_RELEASE);
}

/* --- tasks ------------------------------------------------------------------------------ */

/* Returns a pidfd of a thread; -1: see errno. */
static int open_thread(pid_t tid)
{
	int fd = (int)syscall(SYS_pidfd_open, tid, SCRY_PIDFD_THREAD);

	return fd < 0 && errno == EINVAL ? (int)syscall(SYS_pidfd_open, tid, 0) : fd;
}

bool load_mark(struct bpf_engine *engine, pid_t tid, uint32_t flags, uint64_t how)
{
	struct task_state state = { .flags = flags };
	int fd, error;
	bool good;

	/* scry-capture marks itself, and no other task that it is not asked for. */
	if (engine->lender >= 0)
		return flags & TASK_EXCLUDED ||
		       borrow_mark(engine, tid,
				   flags & TASK_LAUNCHING ? GROUP_LAUNCHES : GROUP_THREAD,
				   &engine->marked);
	fd = open_thread(tid);
	good = fd >= 0 &&
	       !skel_map_update_elem(engine->program->maps.tasks.map_fd, &fd, &state, how);

	error = errno;
	if (fd >= 0)
		close(fd);
	errno = error;
	return good;
}

bool load_look_up(struct bpf_engine *engine, pid_t tid, struct task_state *state)
{
	union bpf_attr attr = {
		.map_fd = (uint32_t)engine->program->maps.tasks.map_fd,
		.value = (uintptr_t)state,
	};
	int fd = engine->lender < 0 ? open_thread(tid) : -1;
	bool good;

	if (fd < 0)
		return false;
	attr.key = (uintptr_t)&fd;
	good = !skel_sys_bpf(BPF_MAP_LOOKUP_ELEM, &attr, sizeof(attr));
	close(fd);
	return good;
}

void load_unmark(struct bpf_engine *engine, pid_t tid)
{
	int fd;

	if (engine->lender >= 0) {
		borrow_unmark(engine, tid);
		return;
	}
	fd = open_thread(tid);
	if (fd < 0)
		return;
	skel_map_delete_elem(engine->program->maps.tasks.map_fd, &fd);
	close(fd);
}

bool load_add_group(struct bpf_engine *engine, pid_t pid)
{
	uint32_t key = (uint32_t)pid, one = 1;

	if (engine->lender >= 0)
		return borrow_mark(engine, pid, 0, &engine->marked);
	return put(engine->program->maps.groups.map_fd, &key, &one);
}

void load_remove_group(struct bpf_engine *engine, pid_t pid)
{
	uint32_t key = (uint32_t)pid;

	if (engine->lender < 0)
		skel_map_delete_elem(engine->program->maps.groups.map_fd, &key);
}

/* scry-capture has run the iterator for each process already. */
static ssize_t take_marked(struct bpf_engine *engine, struct marked_task **marked)
{
	size_t n = engine->marked.len / sizeof(**marked);

	*marked = (struct marked_task *)engine->marked.data;
	engine->marked = (struct buf){ 0 };
	return (ssize_t)n;
}

ssize_t load_iterate(struct bpf_engine *engine, struct marked_task **marked)
{
	union bpf_attr attr = { .iter_create.link_fd = (uint32_t)engine->program->links.mark_fd };
	int fd = engine->lender < 0 ? skel_sys_bpf(BPF_ITER_CREATE, &attr, sizeof(attr)) : -1;
	struct buf lines = { 0 };
	char bytes[4096];
	ssize_t len;

	if (engine->lender >= 0)
		return take_marked(engine, marked);
	if (fd < 0)
		return -1;
	while ((len = read(fd, bytes, sizeof(bytes))) > 0 || (len < 0 && errno == EAGAIN))
		buf_put(&lines, bytes, len > 0 ? (size_t)len : 0);
	close(fd);
	*marked = (struct marked_task *)lines.data;
	return len < 0 ? -1 : (ssize_t)(lines.len / sizeof(**marked));
}

/* --- counters --------------------------------------------------------------------------- */

uint64_t load_lost(const struct bpf_engine *engine)
{
	return engine->program ? engine->program->data_desk->desk.lost_records : 0;
}

uint32_t *load_waiters(struct bpf_engine *engine)
{
	return engine->program->data_desk->desk.waiters;
}

/* As wait_above() of the program. */
size_t load_wait_above(const struct bpf_engine *engine)
{
	uint32_t size = (uint32_t)engine->ring.size;

	return (size - ring_step(size)) / 4 * 3;
}

uint64_t load_lost_tasks(const struct bpf_engine *engine)
{
	return engine->program ? engine->program->data_desk->desk.lost_tasks : 0;
}

static bool next_key(int map, const struct count_key *before, struct count_key *next)
{
	union bpf_attr attr = {
		.map_fd = (uint32_t)map,
		.key = (uintptr_t)before,
		.next_key = (uintptr_t)next,
	};

	return !skel_sys_bpf(BPF_MAP_GET_NEXT_KEY, &attr, sizeof(attr));
}

static bool look_up(int map, const struct count_key *key, struct count *values)
{
	union bpf_attr attr = {
		.map_fd = (uint32_t)map,
		.key = (uintptr_t)key,
		.value = (uintptr_t)values,
	};

	return !skel_sys_bpf(BPF_MAP_LOOKUP_ELEM, &attr, sizeof(attr));
}

static void add_times(struct count_time *sum, const struct count_time *more, bool first)
{
	if (first || more->min_ns < sum->min_ns)
		sum->min_ns = more->min_ns;
	if (more->max_ns > sum->max_ns)
		sum->max_ns = more->max_ns;
	sum->total_ns += more->total_ns;
}

static void add_up(const struct count *values, size_t n, struct count *sum)
{
	*sum = (struct count){ 0 };
	for (size_t i = 0; i < n; i++) {
		if (!values[i].n)
			continue;
		add_times(&sum->wall, &values[i].wall, !sum->n);
		add_times(&sum->cpu, &values[i].cpu, !sum->n);
		sum->n += values[i].n;
	}
}

uint64_t load_each_count(struct bpf_engine *engine,
			 void (*each)(void *ctx, const struct count_key *key,
				      const struct count *count),
			 void *ctx)
{
	int map = engine->program->maps.counts.map_fd;
	struct count_key key, before;
	size_t n = possible_cpus();
	struct count *values = xcalloc(n, sizeof(*values)), sum;

	for (bool more = next_key(map, NULL, &key); more; more = next_key(map, &before, &key)) {
		if (look_up(map, &key, values)) {
			add_up(values, n, &sum);
			each(ctx, &key, &sum);
		}
		before = key;
	}
	free(values);
	return engine->program->data_desk->desk.lost_counts;
}
