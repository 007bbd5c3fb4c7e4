/* SPDX-License-Identifier: MIT */
/*
 * Takes the stacks of tracees. Keeps what is known of the address space of each process, and notes
 * when it is out of date.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/stack.h"
#include "scry/util.h"
#include "stack/frames.h"
#include "stack/objects.h"
#include "stack/perf_map.h"
#include "stack/program.h"
#include "stack/unwind.h"

#define CHAINS 64 /* of the hash table of processes; must be a power of two */

struct stacks {
	struct stack_config config;
	struct unwinder *unwinder;
	struct line_reader *lines; /* NULL: source lines are not wanted */
	struct objects objects;
	bool warned_foreign;
	struct space *chains[CHAINS];
};

/* --- processes ----------------------------------------------------------------------------- */

/* Returns the pointer to the space of a process, or the NULL pointer at the end of its chain. */
static struct space **find_link(struct stacks *stacks, pid_t tgid)
{
	struct space **link = &stacks->chains[(size_t)tgid & (CHAINS - 1)];

	while (*link && (*link)->tgid != tgid)
		link = &(*link)->next;
	return link;
}

/* Whether the tracee runs on while stacks are taken: the calls that it makes say what it maps. */
static bool is_captured(const struct tracee *tracee)
{
	return tracee->fetch.ops->stack;
}

static struct space *get_space(struct stacks *stacks, const struct tracee *tracee)
{
	pid_t tgid = tracee->tgid;
	struct space **link = find_link(stacks, tgid);

	stacks->objects.keeps_files |= is_captured(tracee);
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

#define EXE_MAX 4096

/* Copies the path of the file that the process executes. Returns an empty string if it is gone. */
static const char *read_exe(pid_t tgid, const struct fetch *fetch, char name[EXE_MAX])
{
	char path[PROC_PATH];
	ssize_t len;

	if (fetch_is_remote(fetch)) {
		proc_remote_path(path, tgid, "exe");
		len = fetch->ops->link(fetch->ctx, path, name, EXE_MAX - 1);
	} else {
		len = proc_link(tgid, name, EXE_MAX - 1, "exe");
	}
	name[len > 0 ? len : 0] = 0;
	return name;
}

static const char *name_of(const char *path)
{
	const char *base = strrchr(path, '/');

	return base && base[1] ? base + 1 : "(unknown)";
}

/* Makes the outermost frame, which is named after the file that the process executes. */
static struct frame *make_program_frame(const char *path)
{
	struct frame *frame = xcalloc(1, sizeof(*frame));

	frame->symbol = xstrdup(name_of(path));
	frame->references = 1;
	return frame;
}

void stacks_forget(struct stacks *stacks, pid_t tgid)
{
	struct space **link = find_link(stacks, tgid), *gone = *link;

	if (!gone)
		return;
	*link = gone->next;
	forget_code(stacks, gone);
	unwinder_drop(stacks->unwinder, gone);
	maps_free(&gone->maps);
	pages_free(&gone->pages);
	perf_map_free(gone->perf_map);
	if (gone->program)
		frame_release(gone->program);
	free(gone);
}

void stacks_note_exec(struct stacks *stacks, const struct tracee *tracee)
{
	struct fetch_program program;
	struct space *space;

	stacks_forget(stacks, tracee->tgid);
	if (!is_captured(tracee) || !tracee->fetch.ops->stack->program(tracee->fetch.ctx, &program))
		return;
	space = get_space(stacks, tracee);
	space->stale = false;
	program_map(&space->maps, space->tgid, &program);
	/* The file may be removed while the program runs. */
	for (size_t i = 0; i < space->maps.n; i++)
		objects_get(&stacks->objects, space, tracee, &space->maps.list[i]);
	space->program = make_program_frame(program.file.path ? program.file.path : "");
}

void stacks_note_child(struct stacks *stacks, const struct tracee *parent,
		       const struct tracee *child)
{
	struct space *from = *find_link(stacks, parent->tgid), *to;

	/*
	 * Of a process that is not known so far the mappings are read when the first stack is
	 * taken.
	 */
	if (parent->tgid == child->tgid || !is_captured(child) || !from || from->stale)
		return;
	to = get_space(stacks, child);
	if (!to->stale)
		return;
	to->stale = false;
	maps_copy(&to->maps, &from->maps);
	to->program = from->program;
	if (to->program)
		to->program->references++;
}

static void refresh(struct stacks *stacks, struct space *space, const struct tracee *tracee)
{
	if (!space->stale)
		return;
	space->stale = false;
	space->mapped_at = space->now;
	forget_code(stacks, space);
	maps_read(&space->maps, space->tgid, &tracee->fetch);
}

void stacks_note_hand_over(struct stacks *stacks, const struct tracee *tracee)
{
	struct space *space = get_space(stacks, tracee);
	char exe[EXE_MAX];

	refresh(stacks, space, tracee);
	if (!space->program)
		space->program = make_program_frame(read_exe(space->tgid, &tracee->fetch, exe));
}

/* --- calls that change mappings ------------------------------------------------------------ */

const uint16_t *stacks_calls(size_t *n)
{
	static const uint16_t calls[] = { ID_mmap,   ID_mmap2,		 ID_munmap,
					  ID_mremap, ID_mprotect,	 ID_pkey_mprotect,
					  ID_shmat,  ID_remap_file_pages };

	*n = ARRAY_SIZE(calls);
	return calls;
}

/*
 * Returns whether a call, at its entry, can map, unmap or move code. Most calls of mmap and its
 * like do not: they allocate memory for malloc(3) and stacks of threads.
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
	struct space *space = *find_link(stacks, tracee->tgid);

	if (space && !space->stale && !is_captured(tracee) && may_move_code(space, call))
		space->stale = true;
}

bool stacks_wants_return(const struct tracee *tracee, const struct call *call)
{
	const uint16_t *calls;
	size_t n;

	if (!is_captured(tracee))
		return false;
	calls = stacks_calls(&n);
	for (size_t i = 0; i < n; i++)
		if (calls[i] == call->id)
			return true;
	return false;
}

/* A new mapping replaces what was there. Code is read now: its file may be removed later. */
static void note_mmap(struct stacks *stacks, struct space *space, const struct tracee *tracee,
		      const struct call *call, uint64_t start, uint64_t end)
{
	struct mapping *mapping;

	struct mapping new = {
		.start = start,
		.end = end,
		.exec = call->args[2] & PROT_EXEC,
		.writable = call->args[2] & PROT_WRITE,
	};
	struct fetch_file file = { 0 };

	if (!(call->args[3] & MAP_ANONYMOUS) &&
	    tracee->fetch.ops->stack->file(tracee->fetch.ctx, (int)call->args[4], &file)) {
		new.inode = file.inode;
		new.offset = call->args[5];
	}
	if (new.exec || file.path)
		maps_put(&space->maps, &new, file.path ? file.path : "");
	else
		maps_remove(&space->maps, start, end);
	mapping = new.exec &&file.path ? maps_find(&space->maps, start) : NULL;
	if (mapping)
		objects_get(&stacks->objects, space, tracee, mapping);
}

static uint64_t page_end(uint64_t address)
{
	uint64_t mask = abi_page_size() - 1;

	return (address + mask) & ~mask;
}

void stacks_note_return(struct stacks *stacks, const struct tracee *tracee, const struct call *call,
			int64_t result)
{
	struct space *space = *find_link(stacks, tracee->tgid);
	uint64_t start = call->args[0], end;

	if (!space || space->stale || call->abi != abi_native() || (result < 0 && result >= -4095))
		return;
	if (call->id == ID_mmap)
		start = (uint64_t)result;
	if (start & (abi_page_size() - 1) || __builtin_add_overflow(start, call->args[1], &end) ||
	    end > UINT64_MAX - abi_page_size())
		return;
	end = page_end(end);
	switch (call->id) {
	case ID_mmap:
		forget_code(stacks, space);
		note_mmap(stacks, space, tracee, call, start, end);
		break;
	case ID_munmap:
		forget_code(stacks, space);
		maps_remove(&space->maps, start, end);
		break;
	case ID_mprotect:
	case ID_pkey_mprotect:
		if (!(call->args[2] & PROT_EXEC))
			return;
		forget_code(stacks, space);
		maps_allow_code(&space->maps, start, end);
		break;
	case ID_mremap:
		forget_code(stacks, space);
		maps_move(&space->maps, start, end - start, (uint64_t)result);
		break;
	default:
		return;
	}
	/* Pages of files that were read before do not belong to the new mappings. */
	space->mapped_at = space->now + 1;
}

/* --- stacks ---------------------------------------------------------------------------------- */

/* One walk along a stack. */
struct walk {
	struct stacks *stacks;
	struct space *space;
	const struct tracee *tracee;
	struct stack *stack;
	bool met_unmapped; /* a frame's address is in no known mapping */
};

/* The callback of unwinder_walk(). */
static bool add_frame(void *ctx, uint64_t ip, bool exact)
{
	struct walk *walk = ctx;
	struct stack *stack = walk->stack;

	if (stack->n >= walk->stacks->config.limit)
		return false;
	stack->frames = xgrow(stack->frames, stack->n, &stack->capacity, sizeof(*stack->frames));
	if (!maps_find(&walk->space->maps, exact ? ip : ip - 1))
		walk->met_unmapped = true;
	stack->frames[stack->n++] =
		frames_get(walk->stacks->lines, walk->space, walk->tracee, ip, exact);
	return true;
}

static void drop_frames(struct stack *stack)
{
	while (stack->n)
		frame_release(stack->frames[--stack->n]);
}

static void walk_stack(struct walk *walk)
{
	struct space *space = walk->space;
	const struct tracee *tracee = walk->tracee;
	char exe[EXE_MAX];

	space->now++;
	stack_clear(walk->stack);
	if (!space->program)
		space->program = make_program_frame(read_exe(space->tgid, &tracee->fetch, exe));
	walk->stack->program = space->program;
	space->program->references++;
	walk->met_unmapped = false;
	refresh(walk->stacks, space, tracee);
	walk->stack->end = unwinder_walk(walk->stacks->unwinder, space, tracee, add_frame, walk);
	/* The process has ended before anything was known of it. */
	if (is_captured(tracee) && !space->maps.n)
		drop_frames(walk->stack);
	if (walk->stack->end == STACK_BROKEN && is_captured(tracee) &&
	    tracee->fetch.ops->stack->is_cut(tracee->fetch.ctx))
		walk->stack->end = STACK_CUT;
}

/* Whether what /proc says of a process that runs on is still about the program that is known. */
static bool executes_program(const struct space *space, const struct tracee *tracee)
{
	char exe[EXE_MAX];

	return space->program &&
	       !strcmp(name_of(read_exe(space->tgid, &tracee->fetch, exe)), space->program->symbol);
}

void stacks_take(struct stacks *stacks, const struct tracee *tracee, struct stack *stack)
{
	struct walk walk = { .stacks = stacks, .tracee = tracee, .stack = stack };
	bool fresh;

	walk.space = get_space(stacks, tracee);
	fresh = walk.space->stale;
	walk_stack(&walk);
	if (stack->end == STACK_FOREIGN && !stacks->warned_foreign) {
		warn("no stacks of process %d: scry cannot unwind stacks of 32-bit programs%s",
		     tracee->tgid, is_captured(tracee) ? " with --engine=bpf" : " without libdw");
		stacks->warned_foreign = true;
	}
	/*
	 * An untraced process that shares the memory, such as a child of vfork(2), may have mapped
	 * code. Read the mappings again and repeat the walk, unless they have just been read.
	 */
	if (!walk.met_unmapped || fresh ||
	    (is_captured(tracee) && !executes_program(walk.space, tracee)))
		return;
	walk.space->stale = true;
	walk_stack(&walk);
}

void stack_clear(struct stack *stack)
{
	drop_frames(stack);
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

void stack_add_frame(struct stack *stack, const struct frame *frame, bool program)
{
	struct frame *copy = xcalloc(1, sizeof(*copy));

	*copy = *frame;
	copy->references = 1;
	copy->object = frame->object ? xstrdup(frame->object) : NULL;
	copy->symbol = frame->symbol ? xstrdup(frame->symbol) : NULL;
	copy->source = frame->source ? xstrdup(frame->source) : NULL;
	if (program) {
		stack->program = copy;
		return;
	}
	stack->frames = xgrow(stack->frames, stack->n, &stack->capacity, sizeof(*stack->frames));
	stack->frames[stack->n++] = copy;
}

void stack_copy(struct stack *to, const struct stack *from)
{
	stack_clear(to);
	for (size_t i = 0; i < from->n; i++) {
		to->frames = xgrow(to->frames, to->n, &to->capacity, sizeof(*to->frames));
		to->frames[to->n++] = from->frames[i];
		from->frames[i]->references++;
	}
	to->program = from->program;
	if (to->program)
		to->program->references++;
	to->end = from->end;
}

/* --- creating and freeing -------------------------------------------------------------------- */

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
	stacks->lines = lines;
	return stacks;
}

void stacks_free(struct stacks *stacks)
{
	for (size_t i = 0; i < CHAINS; i++)
		while (stacks->chains[i])
			stacks_forget(stacks, stacks->chains[i]->tgid);
	objects_free(&stacks->objects);
	line_reader_free(stacks->lines);
	unwinder_free(stacks->unwinder);
	free(stacks);
}
