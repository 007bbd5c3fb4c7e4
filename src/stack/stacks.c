/* SPDX-License-Identifier: MIT */
/* Stacks of tracees: what is known of each process, and when that is out of date. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/stack.h"
#include "scry/util.h"
#include "stack/frames.h"
#include "stack/objects.h"
#include "stack/perf_map.h"
#include "stack/unwind.h"

#define CHAINS 64 /* a power of two */

struct stacks {
	struct stack_config config;
	struct unwinder *unwinder;
	struct namer namer;
	struct objects objects;
	bool told_foreign;
	struct space *chains[CHAINS];
};

bool space_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		size_t len)
{
	const struct mapping *mapping = maps_find(&space->maps, addr);

	/* What can be written to is read anew for each stack. */
	return pages_read(&space->pages, &tracee->fetch,
			  mapping && mapping->inode ? space->changed : space->now, space->now, addr,
			  buf, len);
}

/* --- processes ----------------------------------------------------------------------------- */

static struct space **link_of(struct stacks *stacks, pid_t tgid)
{
	struct space **link = &stacks->chains[(size_t)tgid & (CHAINS - 1)];

	while (*link && (*link)->tgid != tgid)
		link = &(*link)->next;
	return link;
}

static struct space *space_of(struct stacks *stacks, pid_t tgid)
{
	struct space **link = link_of(stacks, tgid);

	if (!*link) {
		*link = xcalloc(1, sizeof(**link));
		(*link)->tgid = tgid;
		(*link)->stale = true;
		(*link)->objects = &stacks->objects;
	}
	return *link;
}

static void forget_code(struct stacks *stacks, struct space *space)
{
	objects_release(&stacks->objects, &space->maps);
	frames_forget(space);
	unwinder_forget_code(stacks->unwinder, space);
}

/* The name of the file that the process executes. */
static struct frame *find_program(pid_t tgid)
{
	char path[sizeof("/proc//exe") + 11], name[4096];
	struct frame *frame = xcalloc(1, sizeof(*frame));
	const char *base;
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/exe", tgid);
	len = readlink(path, name, sizeof(name) - 1);
	name[len > 0 ? len : 0] = 0;
	base = strrchr(name, '/');
	frame->symbol = xstrdup(base && base[1] ? base + 1 : "(unknown)");
	frame->users = 1;
	return frame;
}

void stacks_forget(struct stacks *stacks, pid_t tgid)
{
	struct space **link = link_of(stacks, tgid), *gone = *link;

	if (!gone)
		return;
	*link = gone->next;
	forget_code(stacks, gone);
	unwinder_drop(stacks->unwinder, gone);
	maps_free(&gone->maps);
	pages_free(&gone->pages);
	perf_map_free(gone->jit);
	if (gone->program)
		frame_release(gone->program);
	free(gone);
}

void stacks_note_exec(struct stacks *stacks, const struct tracee *tracee)
{
	stacks_forget(stacks, tracee->tgid);
}

static void refresh(struct stacks *stacks, struct space *space)
{
	if (!space->stale)
		return;
	space->stale = false;
	space->changed = space->now;
	forget_code(stacks, space);
	maps_read(&space->maps, space->tgid);
}

/* --- what changes mappings ----------------------------------------------------------------- */

const uint16_t *stacks_calls(size_t *n)
{
	static const uint16_t calls[] = { ID_mmap,   ID_mmap2,		 ID_munmap,
					  ID_mremap, ID_mprotect,	 ID_pkey_mprotect,
					  ID_shmat,  ID_remap_file_pages };

	*n = ARRAY_SIZE(calls);
	return calls;
}

/*
 * Most of these calls are malloc's and thread stacks', and move no code. At the entry it is not known
 * yet where new code will be; what was read before may be wrong from then on.
 */
static bool may_move_code(const struct space *space, const struct call *call)
{
	uint64_t start = call->args[0], end;

	if (__builtin_add_overflow(start, call->args[1], &end))
		end = UINT64_MAX;
	switch (call->id) {
	case ID_mmap:
	case ID_mmap2:
		return call->args[2] & PROT_EXEC ||
		       (call->args[3] & (MAP_FIXED | MAP_FIXED_NOREPLACE) &&
			maps_has_code(&space->maps, start, end));
	case ID_mprotect:
	case ID_pkey_mprotect:
		return call->args[2] & PROT_EXEC || maps_has_code(&space->maps, start, end);
	case ID_munmap:
	case ID_mremap:
		return maps_has_code(&space->maps, start, end);
	case ID_shmat:
	case ID_remap_file_pages:
		return true;
	default:
		return false;
	}
}

void stacks_note_call(struct stacks *stacks, const struct tracee *tracee, const struct call *call)
{
	struct space *space = *link_of(stacks, tracee->tgid);

	if (space && !space->stale && may_move_code(space, call))
		space->stale = true;
}

/* --- stacks ---------------------------------------------------------------------------------- */

struct taking {
	struct stacks *stacks;
	struct space *space;
	const struct tracee *tracee;
	struct stack *stack;
	bool astray; /* an address was met where nothing is mapped */
};

static bool take_frame(void *ctx, uint64_t ip, bool exact)
{
	struct taking *taking = ctx;
	struct stack *stack = taking->stack;

	if (stack->n >= taking->stacks->config.limit)
		return false;
	stack->frames = xgrow(stack->frames, stack->n, &stack->size, sizeof(*stack->frames));
	if (!maps_find(&taking->space->maps, exact ? ip : ip - 1))
		taking->astray = true;
	stack->frames[stack->n++] =
		frames_get(&taking->stacks->namer, taking->space, taking->tracee, ip, exact);
	return true;
}

static void walk(struct taking *taking)
{
	stack_clear(taking->stack);
	if (!taking->space->program)
		taking->space->program = find_program(taking->space->tgid);
	taking->stack->program = taking->space->program;
	taking->stack->program->users++;
	taking->astray = false;
	refresh(taking->stacks, taking->space);
	taking->stack->end = unwinder_walk(taking->stacks->unwinder, taking->space, taking->tracee,
					   take_frame, taking);
}

void stacks_take(struct stacks *stacks, const struct tracee *tracee, struct stack *stack)
{
	struct taking taking = { .stacks = stacks, .tracee = tracee, .stack = stack };
	bool fresh;

	taking.space = space_of(stacks, tracee->tgid);
	taking.space->now++;
	fresh = taking.space->stale;
	walk(&taking);
	if (stack->end == STACK_FOREIGN && !stacks->told_foreign) {
		warn("no stacks of process %d: scry cannot unwind those of 32-bit programs",
		     tracee->tgid);
		stacks->told_foreign = true;
	}
	/* A child of vfork, or one that nobody saw, may have mapped something: one more look. */
	if (!taking.astray || fresh)
		return;
	taking.space->stale = true;
	taking.space->now++;
	walk(&taking);
}

void stack_clear(struct stack *stack)
{
	for (size_t i = 0; i < stack->n; i++)
		frame_release(stack->frames[i]);
	stack->n = 0;
	if (stack->program)
		frame_release(stack->program);
	stack->program = NULL;
}

void stack_free(struct stack *stack)
{
	stack_clear(stack);
	free(stack->frames);
	*stack = (struct stack){ 0 };
}

/* --- all of it --------------------------------------------------------------------------------- */

struct stacks *stacks_new(const struct stack_config *config, char **why)
{
	struct unwinder *unwinder = unwinder_new(why);
	struct line_reader *lines = unwinder && config->source ? line_reader_new(why) : NULL;
	struct stacks *stacks;

	if (!unwinder)
		return NULL;
	if (config->source && !lines) {
		unwinder_free(unwinder);
		return NULL;
	}
	stacks = xcalloc(1, sizeof(*stacks));
	stacks->config = *config;
	stacks->unwinder = unwinder;
	stacks->namer = (struct namer){ .lines = lines };
	return stacks;
}

void stacks_free(struct stacks *stacks)
{
	for (size_t i = 0; i < CHAINS; i++)
		while (stacks->chains[i])
			stacks_forget(stacks, stacks->chains[i]->tgid);
	objects_free(&stacks->objects);
	line_reader_free(stacks->namer.lines);
	unwinder_free(stacks->unwinder);
	free(stacks);
}
