/* SPDX-License-Identifier: MIT */
/* Finds callers with libunwind, which reads the tracee by callbacks. */
#include "config.h"

#include "stack/unwind.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/mapped.h"
#include "stack/narrow.h"
#include "stack/objects.h"
#include "stack/numbered_registers.h"

#ifdef HAVE_LIBUNWIND
#include <libunwind.h>

/*
 * Where access_mem() shows a table that scry has built, while libunwind searches it. A 64-bit
 * process can have no memory there. In 32 bits the addresses are below those of programs, whose
 * tables libunwind reads in the same search.
 */
#define BUILT_TABLE (sizeof(unw_word_t) == 8 ? (uint64_t)0xfff << 52 : 0x1000)
/* A stack takes a few hundred reads of memory. Malicious unwind tables can cause endless ones. */
#define READS_MAX 200000

/*
 * libunwind exports it for tracers; its header does not declare it. On arm it has one that searches
 * tables of that machine (.ARM.exidx), too.
 */
#ifdef HAVE_UNWIND_SEARCH
#define SEARCH_TABLE UNW_OBJ(search_unwind_table)
#else
#define SEARCH_TABLE UNW_OBJ(dwarf_search_unwind_table)
#endif
extern int SEARCH_TABLE(unw_addr_space_t space, unw_word_t ip, unw_dyn_info_t *table,
			unw_proc_info_t *info, int need_info, void *arg);

struct unwinder {
	struct narrow_unwinder *narrow; /* NULL: not loaded yet */
	void *library;
	LIBRARY_POINTER(unw_create_addr_space);
	LIBRARY_POINTER(unw_destroy_addr_space);
	LIBRARY_POINTER(unw_set_caching_policy);
	LIBRARY_POINTER(unw_flush_cache);
	LIBRARY_POINTER(unw_init_remote);
	LIBRARY_POINTER(unw_step);
	LIBRARY_POINTER(unw_get_reg);
	LIBRARY_POINTER(SEARCH_TABLE);
};

/* The state of one walk; the argument of the callbacks. */
struct walk {
	const struct unwinder *unwinder;
	struct space *space;
	const struct tracee *tracee;
	unw_addr_space_t unw_space;
	const struct fdes *built_table; /* what access_mem() reads at BUILT_TABLE; NULL: nothing */
	unsigned reads;
	bool no_table; /* no unwind table covers the address that was looked up last */
	bool ip_is_decremented; /* the cursor's ip is one byte before the return address */
	struct numbered_registers registers;
};

/* --- unwind tables --------------------------------------------------------------------- */

/* The header of .eh_frame_hdr in memory (Linux Standard Base, "DWARF Extensions"). */
struct eh_hdr {
	uint8_t version, frame_encoding, count_encoding, table_encoding;
	int32_t frame;
	uint32_t count;
};

/*
 * Fills *info for the table of the object: .ARM.exidx, .eh_frame_hdr or the one that scry has
 * built. bias is the difference between addresses in memory and in the file. Returns false if there
 * is none.
 */
static bool use_table(struct walk *walk, const struct object *object, uint64_t bias,
		      unw_dyn_info_t *info)
{
	/* Version 1 and the encodings that ld and lld write; libunwind supports no others. */
	static const uint8_t supported[] = { 1, 0x1b, 0x03, 0x3b };
	uint64_t addr = object->eh_hdr + bias;
	struct eh_hdr hdr;

	if (object->exidx_size) {
		info->format = UNW_INFO_FORMAT_ARM_EXIDX;
		info->u.rti.table_data = object->exidx + bias;
		info->u.rti.table_len = object->exidx_size;
		return true;
	}
	if (!object->eh_hdr) {
		if (!object->fdes.n)
			return false;
		walk->built_table = &object->fdes;
		info->u.rti.segbase = bias;
		info->u.rti.table_data = BUILT_TABLE;
		info->u.rti.table_len = object->fdes.n * sizeof(struct fde) / sizeof(unw_word_t);
		return true;
	}
	if (!mapped_read(walk->space, walk->tracee, addr, &hdr, sizeof(hdr)) ||
	    memcmp(&hdr, supported, sizeof(supported)))
		return false;
	info->u.rti.segbase = addr;
	info->u.rti.table_data = addr + sizeof(hdr);
	info->u.rti.table_len = (uint64_t)hdr.count * 8 / sizeof(unw_word_t);
	return true;
}

static int search_table(unw_addr_space_t as, unw_word_t ip, unw_proc_info_t *proc, int need,
			void *arg)
{
	struct walk *walk = arg;
	struct mapping *mapping = maps_find(&walk->space->maps, ip);
	const struct object *object =
		mapping ? objects_get(walk->space->objects, walk->space, walk->tracee, mapping)
			: NULL;
	unw_dyn_info_t info = { .format = UNW_INFO_FORMAT_REMOTE_TABLE };
	uint64_t address;
	int result;

	if (!object || !object_address(object, ip - mapping->start + mapping->offset, &address) ||
	    !use_table(walk, object, ip - address, &info))
		return -UNW_ENOINFO;
	info.start_ip = mapping->start;
	info.end_ip = mapping->end;
	result = walk->unwinder->sym_SEARCH_TABLE(as, ip, &info, proc, need, arg);
	walk->built_table = NULL;
	return result;
}

static int find_proc_info(unw_addr_space_t as, unw_word_t ip, unw_proc_info_t *proc, int need,
			  void *arg)
{
	struct walk *walk = arg;
	int result = search_table(as, ip, proc, need, arg);

	walk->no_table = result < 0;
	return result;
}

static void put_unwind_info(unw_addr_space_t as, unw_proc_info_t *proc, void *arg)
{
	(void)as;
	(void)proc;
	(void)arg;
}

static int get_dynamic_list(unw_addr_space_t as, unw_word_t *list, void *arg)
{
	(void)as;
	(void)list;
	(void)arg;
	return -UNW_ENOINFO;
}

/* --- memory and registers --------------------------------------------------------------- */

/* Returns false if addr is not in it. */
static bool read_built_table(const struct walk *walk, uint64_t addr, unw_word_t *value)
{
	uint64_t at = addr - BUILT_TABLE;

	if (!walk->built_table || at % sizeof(*value) ||
	    at / sizeof(struct fde) >= walk->built_table->n)
		return false;
	memcpy(value, (const char *)walk->built_table->list + at, sizeof(*value));
	return true;
}

static int access_mem(unw_addr_space_t as, unw_word_t addr, unw_word_t *value, int write, void *arg)
{
	struct walk *walk = arg;

	(void)as;
	if (write || walk->reads++ > READS_MAX)
		return -UNW_EINVAL;
	if (read_built_table(walk, addr, value) ||
	    mapped_read(walk->space, walk->tracee, addr, value, sizeof(*value)))
		return 0;
	return -UNW_EINVAL;
}

static int access_reg(unw_addr_space_t as, unw_regnum_t number, unw_word_t *value, int write,
		      void *arg)
{
	struct walk *walk = arg;

	(void)as;
	if (write || number < 0 || number >= STACK_REGISTERS)
		return -UNW_EBADREG;
	*value = (unw_word_t)walk->registers.values[number];
	return 0;
}

static int access_fpreg(unw_addr_space_t as, unw_regnum_t number, unw_fpreg_t *value, int write,
			void *arg)
{
	(void)as;
	(void)number;
	(void)value;
	(void)write;
	(void)arg;
	return -UNW_EBADREG;
}

static int refuse_resume(unw_addr_space_t as, unw_cursor_t *cursor, void *arg)
{
	(void)as;
	(void)cursor;
	(void)arg;
	return -UNW_EINVAL;
}

static int get_proc_name(unw_addr_space_t as, unw_word_t ip, char *name, size_t len,
			 unw_word_t *offset, void *arg)
{
	(void)as;
	(void)ip;
	(void)name;
	(void)len;
	(void)offset;
	(void)arg;
	return -UNW_ENOINFO;
}

/* --- the walk ---------------------------------------------------------------------------- */

static unw_addr_space_t get_unw_space(struct unwinder *unwinder, struct space *space)
{
	unw_accessors_t accessors = {
		.find_proc_info = find_proc_info,
		.put_unwind_info = put_unwind_info,
		.get_dyn_info_list_addr = get_dynamic_list,
		.access_mem = access_mem,
		.access_reg = access_reg,
		.access_fpreg = access_fpreg,
		.resume = refuse_resume,
		.get_proc_name = get_proc_name,
	};

	if (!space->unw_space) {
		space->unw_space = unwinder->sym_unw_create_addr_space(&accessors, 0);
		if (space->unw_space)
			unwinder->sym_unw_set_caching_policy(space->unw_space, UNW_CACHE_GLOBAL);
	}
	return space->unw_space;
}

/* The address of a frame's code and its stack pointer. */
struct position {
	unw_word_t ip, sp;
};

/* What is known of a frame when its caller is looked for. */
enum callee {
	CALLEE_HAS_CALLED, /* it has called another function */
	CALLEE_IS_LAST, /* it made the system call, or a signal interrupted it */
	CALLEE_IS_TRAMPOLINE /* the return of a signal handler, which may have a stack of its own */
};

/*
 * Returns whether `caller` can be the caller of `callee`. The stack grows down, so that a caller's
 * stack pointer is higher; a lower one comes from a stale frame pointer. It is the same if the
 * callee has no frame, as on arm64, where a call puts the return address into a register. Any other
 * one is valid for a trampoline.
 */
static bool is_caller(const struct position *caller, const struct position *callee,
		      enum callee kind)
{
	if (kind != CALLEE_HAS_CALLED && caller->sp == callee->sp)
		return caller->ip != callee->ip;
	return kind == CALLEE_IS_TRAMPOLINE || caller->sp > callee->sp;
}

/* Returns false if the cursor has none. */
static bool get_position(const struct walk *walk, unw_cursor_t *cursor, struct position *position)
{
	if (walk->unwinder->sym_unw_get_reg(cursor, UNW_REG_IP, &position->ip) ||
	    walk->unwinder->sym_unw_get_reg(cursor, UNW_REG_SP, &position->sp))
		return false;
	position->ip = (unw_word_t)code_address(position->ip + walk->ip_is_decremented);
	return true;
}

/* The largest code that calls rt_sigreturn(2). */
#define SIGRETURN_MAX 16

static bool has_instructions(const struct walk *walk, uint64_t ip,
			     const struct instructions *wanted)
{
	unsigned char code[SIGRETURN_MAX];

	return wanted->size && wanted->size <= sizeof(code) &&
	       mapped_read(walk->space, walk->tracee, ip, code, wanted->size) &&
	       !memcmp(code, wanted->code, wanted->size);
}

/* Signal handlers return to the code that calls rt_sigreturn(2) or sigreturn(2). */
static bool is_trampoline(const struct walk *walk, uint64_t ip)
{
	return has_instructions(walk, ip, &stack_registers()->sigreturn) ||
	       has_instructions(walk, ip, &stack_registers()->old_sigreturn);
}

/*
 * In rt_sigreturn(2) or sigreturn(2) ip is at the end of the trampoline. libunwind knows its start.
 */
static void go_to_start(const struct walk *walk, uint64_t *ip)
{
	const struct stack_registers *stack = stack_registers();
	const struct instructions *kinds[] = { &stack->sigreturn, &stack->old_sigreturn };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (has_instructions(walk, *ip - kinds[i]->size, kinds[i])) {
			*ip -= kinds[i]->size;
			return;
		}
}

/* The maximum size of a frame in bytes. At a larger distance the register is no frame pointer. */
#define FRAME_SIZE_MAX (1u << 20)

/*
 * Moves the cursor to the caller by the frame pointer, which code without unwind tables mostly
 * keeps: next to where it points are the caller's frame pointer and the return address. libunwind
 * 1.6 follows frame pointers as well, but then fails at the first caller that has an unwind table.
 */
static bool follow_frame_pointer(struct walk *walk, unw_cursor_t *cursor)
{
	const struct unwinder *unwinder = walk->unwinder;
	const struct stack_registers *stack = stack_registers();
	uint64_t *values = walk->registers.values;
	unw_word_t value, sp, fp, saved_fp, saved_ip;

	for (int i = 0; i < stack->n; i++)
		values[i] = unwinder->sym_unw_get_reg(cursor, i, &value) ? 0 : value;
	fp = (unw_word_t)values[stack->fp];
	if (unwinder->sym_unw_get_reg(cursor, UNW_REG_SP, &sp) || fp < sp ||
	    fp - sp > FRAME_SIZE_MAX ||
	    !mapped_read(walk->space, walk->tracee, fp + (uint64_t)stack->saved_fp, &saved_fp,
			 sizeof(saved_fp)) ||
	    !mapped_read(walk->space, walk->tracee, fp + (uint64_t)stack->saved_ip, &saved_ip,
			 sizeof(saved_ip)) ||
	    !saved_ip)
		return false;
	values[stack->sp] = fp + (uint64_t)stack->caller_sp;
	values[stack->fp] = saved_fp;
	/* libunwind takes the ip of a new cursor as exact, and would look up the next function. */
	values[stack->ip] = saved_ip - 1;
	walk->ip_is_decremented = true;
	return !unwinder->sym_unw_init_remote(cursor, walk->unw_space, walk);
}

/*
 * Moves the cursor to the caller. Returns as unw_step(3): above 0 on success, 0 if there is no
 * caller, below 0 if the caller cannot be found. Where all code keeps frame records these replace
 * tables that libunwind cannot follow.
 */
static int step_to_caller(struct walk *walk, unw_cursor_t *cursor, enum callee kind)
{
	unw_cursor_t at_callee = *cursor;
	struct position caller, callee;
	bool has_position = get_position(walk, cursor, &callee);
	int result;

	walk->no_table = false;
	walk->ip_is_decremented = false;
	result = walk->unwinder->sym_unw_step(cursor);
	if (kind == CALLEE_IS_TRAMPOLINE)
		return result;
	if (!walk->no_table &&
	    (!stack_registers()->frame_records ||
	     (result > 0 && has_position && get_position(walk, cursor, &caller) && caller.ip &&
	      is_caller(&caller, &callee, kind))))
		return result;
	*cursor = at_callee;
	if (follow_frame_pointer(walk, cursor))
		return 1;
	if (walk->no_table)
		return -1;
	/* The frame pointer of the outermost frame is 0. */
	return walk->registers.values[stack_registers()->fp] ? -1 : 0;
}

static enum stack_end walk_frames(struct walk *walk, unw_cursor_t *cursor, unwind_each *each,
				  void *ctx)
{
	struct position frame, callee = { 0 };
	enum callee kind = CALLEE_IS_LAST;
	bool exact = true, first = true;
	int more;

	for (;;) {
		if (!get_position(walk, cursor, &frame))
			return STACK_BROKEN;
		if (!frame.ip)
			return STACK_WHOLE;
		if (!first && !is_caller(&frame, &callee, kind))
			return STACK_BROKEN;
		first = false;
		kind = is_trampoline(walk, frame.ip) ? CALLEE_IS_TRAMPOLINE
		       : exact			     ? CALLEE_IS_LAST
						     : CALLEE_HAS_CALLED;
		if (!each(ctx, frame.ip, exact || kind == CALLEE_IS_TRAMPOLINE))
			return STACK_CUT;
		callee = frame;
		/*
		 * The ip that a signal interrupted is exact; other callers have a return address.
		 */
		exact = kind == CALLEE_IS_TRAMPOLINE;
		more = step_to_caller(walk, cursor, kind);
		if (more <= 0)
			return more ? STACK_BROKEN : STACK_WHOLE;
	}
}

enum stack_end unwinder_walk(struct unwinder *unwinder, struct space *space,
			     const struct tracee *tracee, unwind_each *each, void *ctx)
{
	struct walk walk = { .unwinder = unwinder, .space = space, .tracee = tracee };
	const struct stack_registers *stack = stack_registers();
	uint64_t *ip = &walk.registers.values[stack->ip];
	unw_cursor_t cursor;

	walk.unw_space = get_unw_space(unwinder, space);
	switch (numbered_registers_read(&walk.registers, tracee)) {
	case REGISTERS_READ:
		break;
	case REGISTERS_GONE:
		return STACK_BROKEN;
	case REGISTERS_FOREIGN:
		if (!unwinder->narrow)
			unwinder->narrow = narrow_unwinder_new();
		return narrow_walk(unwinder->narrow, space, tracee, each, ctx);
	}
	go_to_start(&walk, ip);
	if (!walk.unw_space || unwinder->sym_unw_init_remote(&cursor, walk.unw_space, &walk))
		return STACK_BROKEN;
	return walk_frames(&walk, &cursor, each, ctx);
}

void unwinder_forget_code(struct unwinder *unwinder, struct space *space)
{
	narrow_forget(space);
	if (space->unw_space)
		unwinder->sym_unw_flush_cache(space->unw_space, 0, 0);
}

void unwinder_drop(struct unwinder *unwinder, struct space *space)
{
	narrow_forget(space);
	if (space->unw_space)
		unwinder->sym_unw_destroy_addr_space(space->unw_space);
	space->unw_space = NULL;
}

struct unwinder *unwinder_new(char **why)
{
	static const struct library_function functions[] = {
		LIBRARY_FUNCTION(struct unwinder, unw_create_addr_space),
		LIBRARY_FUNCTION(struct unwinder, unw_destroy_addr_space),
		LIBRARY_FUNCTION(struct unwinder, unw_set_caching_policy),
		LIBRARY_FUNCTION(struct unwinder, unw_flush_cache),
		LIBRARY_FUNCTION(struct unwinder, unw_init_remote),
		LIBRARY_FUNCTION(struct unwinder, unw_step),
		LIBRARY_FUNCTION(struct unwinder, unw_get_reg),
		LIBRARY_FUNCTION(struct unwinder, SEARCH_TABLE),
	};
	struct unwinder *unwinder;

	if (!stack_registers()->n) {
		*why = xstrdup("scry reads none on this machine");
		return NULL;
	}
	unwinder = xcalloc(1, sizeof(*unwinder));
	unwinder->library =
		library_load(LIBUNWIND_SONAME, functions, ARRAY_SIZE(functions), unwinder, why);
	if (unwinder->library)
		return unwinder;
	free(unwinder);
	return NULL;
}

void unwinder_free(struct unwinder *unwinder)
{
	/* The library stays loaded: its address spaces may be in use. */
	narrow_unwinder_free(unwinder->narrow);
	free(unwinder);
}

#endif
