/* SPDX-License-Identifier: MIT */
/*
 * The machine in user space. Memory is read by a struct fetch, as bpf_probe_read_user() reads it:
 * all or nothing.
 */
#include <string.h>

#include "scry/fetch.h"
#include "scry/kernel/machine.h"
#include "scry/plan.h"

static struct plan_run *run_of(struct plan_machine *machine)
{
	return (struct plan_run *)((char *)machine - offsetof(struct plan_run, machine));
}

static inline long machine_read(struct plan_machine *machine, void *to, uint32_t n, uint64_t from)
{
	return fetch_read(run_of(machine)->fetch, from, to, n) == n ? 0 : -1;
}

static inline long machine_read_string(struct plan_machine *machine, void *to, uint32_t n,
				       uint64_t from)
{
	size_t got = fetch_read(run_of(machine)->fetch, from, to, n);
	char *bytes = to, *end = got ? memchr(bytes, '\0', got) : NULL;

	if (end)
		return end - bytes + 1;
	if (got < n || !n)
		return -1;
	bytes[n - 1] = '\0';
	return (long)n;
}

static inline const struct plan_op *machine_op(struct plan_machine *machine, uint32_t pc)
{
	const struct plans *plans = run_of(machine)->plans;

	return pc < plans->n_ops ? &plans->ops[pc] : NULL;
}

static inline uint32_t machine_select(struct plan_machine *machine, uint32_t selection,
				      uint64_t value)
{
	return plans_select(run_of(machine)->plans, selection, value);
}

static inline int machine_netlink(struct plan_machine *machine, int fd)
{
	const struct fetch *fetch = run_of(machine)->fetch;

	/*
	 * Only the kernel tells descriptors of events apart: where this machine runs, memory can be
	 * read later.
	 */
	return fetch->ops->netlink && fetch->ops->netlink(fetch->ctx, fd) >= 0;
}

static inline int machine_describes(struct plan_machine *machine)
{
	return run_of(machine)->describe != NULL;
}

static inline void machine_descriptor(struct plan_machine *machine, int fd)
{
	struct plan_run *run = run_of(machine);

	if (run->describe)
		run->describe(run->ctx, fd);
}

static inline void machine_flush(struct plan_machine *machine)
{
	struct plan_run *run = run_of(machine);
	uint8_t kind = machine->record.kind;

	machine->record.kind = RECORD_MORE;
	run->send(run->ctx, &machine->record);
	machine->record.kind = kind;
}

static inline void machine_repeat(struct plan_machine *machine, uint32_t n)
{
	while (n-- && !machine_turn(machine))
		;
}

void plan_run(struct plan_run *run, uint32_t pc, unsigned flags)
{
	machine_run(&run->machine, pc, flags);
}
