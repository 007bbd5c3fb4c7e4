/* SPDX-License-Identifier: MIT */
/* From registers and memory to the addresses of callers: libunwind over what we read. */
#include "config.h"

#include "stack/unwind.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/library.h"
#include "stack/objects.h"
#include "stack/registers.h"

#ifdef HAVE_LIBUNWIND
#include <libunwind.h>

/*
 * A table that scry made has to be read through access_mem(), too: it lies where no process has
 * memory.
 */
#define MADE_TABLE ((uint64_t)0xfff << 52)
/* libunwind follows what files say; a stack takes a few hundred reads, a lie takes no end. */
#define READS_MOST 200000

#define NAME(function) NAME_OF(function)
#define NAME_OF(name) #name
#define SEARCH_TABLE UNW_OBJ(dwarf_search_unwind_table)

struct unwinder {
	void *library;
	unw_addr_space_t (*create)(unw_accessors_t *, int);
	void (*destroy)(unw_addr_space_t);
	int (*set_caching)(unw_addr_space_t, unw_caching_policy_t);
	void (*flush)(unw_addr_space_t, unw_word_t, unw_word_t);
	int (*init)(unw_cursor_t *, unw_addr_space_t, void *);
	int (*step)(unw_cursor_t *);
	int (*get)(unw_cursor_t *, unw_regnum_t, unw_word_t *);
	int (*search)(unw_addr_space_t, unw_word_t, unw_dyn_info_t *, unw_proc_info_t *, int,
		      void *);
};

/* What the accessors get as their argument. */
struct walk {
	const struct unwinder *unwinder;
	struct space *space;
	const struct tracee *tracee;
	unw_addr_space_t code;
	const struct fdes *made;
	unsigned reads;
	bool undescribed; /* no table says how to leave the code that was asked about */
	bool after_call; /* the first ip of the cursor is one byte before where a call returns to */
	struct registers registers;
};

/* --- the tables ------------------------------------------------------------------------ */

/* .eh_frame_hdr as it lies in memory (Linux Standard Base, "DWARF Extensions"). */
struct eh_hdr {
	uint8_t version, frame_encoding, count_encoding, table_encoding;
	int32_t frame;
	uint32_t count;
};

static bool use_made_table(struct walk *walk, const struct object *object, uint64_t bias,
			   unw_dyn_info_t *info)
{
	if (!object->fdes.n)
		return false;
	walk->made = &object->fdes;
	info->u.rti.segbase = bias;
	info->u.rti.table_data = MADE_TABLE;
	info->u.rti.table_len = object->fdes.n * sizeof(struct fde) / sizeof(unw_word_t);
	return true;
}

static bool use_table(struct walk *walk, const struct object *object, uint64_t bias,
		      unw_dyn_info_t *info)
{
	/* ld and lld write these encodings only, and libunwind knows no others. */
	static const uint8_t usual[] = { 1, 0x1b, 0x03, 0x3b };
	uint64_t addr = object->eh_hdr + bias;
	struct eh_hdr hdr;

	if (!object->eh_hdr)
		return use_made_table(walk, object, bias, info);
	if (!space_read(walk->space, walk->tracee, addr, &hdr, sizeof(hdr)) ||
	    memcmp(&hdr, usual, sizeof(usual)))
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
		mapping ? objects_of(walk->space->objects, walk->space, walk->tracee, mapping)
			: NULL;
	unw_dyn_info_t info = { .format = UNW_INFO_FORMAT_REMOTE_TABLE };
	uint64_t address;

	if (!object || !object_address(object, ip - mapping->start + mapping->offset, &address) ||
	    !use_table(walk, object, ip - address, &info))
		return -UNW_ENOINFO;
	info.start_ip = mapping->start;
	info.end_ip = mapping->end;
	return walk->unwinder->search(as, ip, &info, proc, need, arg);
}

static int find_proc_info(unw_addr_space_t as, unw_word_t ip, unw_proc_info_t *proc, int need,
			  void *arg)
{
	struct walk *walk = arg;
	int result = search_table(as, ip, proc, need, arg);

	walk->undescribed = result < 0;
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

static bool read_made_table(const struct walk *walk, uint64_t at, unw_word_t *value)
{
	if (!walk->made || at % sizeof(*value) || at / sizeof(struct fde) >= walk->made->n)
		return false;
	memcpy(value, (const char *)walk->made->list + at, sizeof(*value));
	return true;
}

static int access_mem(unw_addr_space_t as, unw_word_t addr, unw_word_t *value, int write, void *arg)
{
	struct walk *walk = arg;

	(void)as;
	if (write || walk->reads++ > READS_MOST)
		return -UNW_EINVAL;
	if (addr >= MADE_TABLE ? read_made_table(walk, addr - MADE_TABLE, value)
			       : space_read(walk->space, walk->tracee, addr, value, sizeof(*value)))
		return 0;
	return -UNW_EINVAL;
}

static int access_reg(unw_addr_space_t as, unw_regnum_t number, unw_word_t *value, int write,
		      void *arg)
{
	struct walk *walk = arg;

	(void)as;
	if (write || number < 0 || number >= REGISTERS)
		return -UNW_EBADREG;
	*value = walk->registers.values[number];
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

static int resume(unw_addr_space_t as, unw_cursor_t *cursor, void *arg)
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

static unw_addr_space_t code_of(struct unwinder *unwinder, struct space *space)
{
	static const unw_accessors_t accessors = {
		.find_proc_info = find_proc_info,
		.put_unwind_info = put_unwind_info,
		.get_dyn_info_list_addr = get_dynamic_list,
		.access_mem = access_mem,
		.access_reg = access_reg,
		.access_fpreg = access_fpreg,
		.resume = resume,
		.get_proc_name = get_proc_name,
	};
	unw_accessors_t copy = accessors;

	if (!space->code) {
		space->code = unwinder->create(&copy, 0);
		if (space->code)
			unwinder->set_caching(space->code, UNW_CACHE_GLOBAL);
	}
	return space->code;
}

/*
 * A caller's frame lies above its callee's, but where a signal changed stacks: what leads elsewhere is a
 * stale frame pointer, and may go round in circles.
 */
static bool leads_outwards(const uint64_t before[2], const uint64_t now[2], bool signal)
{
	return signal ? memcmp(before, now, 2 * sizeof(*now)) : now[1] > before[1];
}

/* The code that signal handlers return to. */
static const unsigned char trampoline[] = SIGRETURN_CODE;

static bool is_trampoline(const struct walk *walk, uint64_t ip)
{
	unsigned char code[sizeof(trampoline)];

	return space_read(walk->space, walk->tracee, ip, code, sizeof(code)) &&
	       !memcmp(code, trampoline, sizeof(code));
}

/* libunwind knows the trampoline by its beginning; rt_sigreturn is called at its end. */
static void step_back(struct walk *walk)
{
	uint64_t *ip = &walk->registers.values[REGISTER_IP];

	if (is_trampoline(walk, *ip - sizeof(trampoline)))
		*ip -= sizeof(trampoline);
}

/* A frame is smaller, or its pointer is no frame pointer. */
#define FRAME_MOST (1u << 20)

/*
 * Code without tables mostly keeps frame pointers: there lie the caller's, and where to return to.
 * libunwind 1.6 follows them as well, but then loses its way in the first caller that has a table.
 */
static bool follow_frame_pointer(struct walk *walk, unw_cursor_t *cursor)
{
	const struct unwinder *unwinder = walk->unwinder;
	uint64_t *values = walk->registers.values, sp, saved[2];

	for (int i = 0; i < REGISTERS; i++)
		if (unwinder->get(cursor, i, &values[i]))
			values[i] = 0;
	if (unwinder->get(cursor, UNW_REG_SP, &sp) || values[REGISTER_FP] < sp ||
	    values[REGISTER_FP] - sp > FRAME_MOST ||
	    !space_read(walk->space, walk->tracee, values[REGISTER_FP], saved, sizeof(saved)) ||
	    !saved[1])
		return false;
	values[REGISTER_SP] = values[REGISTER_FP] + sizeof(saved);
	values[REGISTER_FP] = saved[0];
	values[REGISTER_IP] = saved[1] - 1;
	walk->after_call = true;
	return !unwinder->init(cursor, walk->code, walk);
}

/* To the caller. As unw_step(): 0 at the end, below 0 if there is no way on. */
static int step_out(struct walk *walk, unw_cursor_t *cursor, bool signal)
{
	unw_cursor_t before = *cursor;
	int result;

	walk->undescribed = false;
	walk->after_call = false;
	result = walk->unwinder->step(cursor);
	if (!walk->undescribed || signal)
		return result;
	*cursor = before;
	return follow_frame_pointer(walk, cursor) ? 1 : -1;
}

static enum stack_end walk_frames(struct walk *walk, unw_cursor_t *cursor, unwind_each *each,
				  void *ctx)
{
	const struct unwinder *unwinder = walk->unwinder;
	unw_word_t place[2], before[2] = { 0, 0 };
	bool exact = true, signal = false, first = true;
	int more;

	for (;;) {
		if (unwinder->get(cursor, UNW_REG_IP, &place[0]) ||
		    unwinder->get(cursor, UNW_REG_SP, &place[1]))
			return STACK_BROKEN;
		place[0] += walk->after_call;
		if (!place[0])
			return STACK_WHOLE;
		if (!first && !leads_outwards(before, place, signal))
			return STACK_BROKEN;
		first = false;
		signal = is_trampoline(walk, place[0]);
		if (!each(ctx, place[0], exact || signal))
			return STACK_CUT;
		memcpy(before, place, sizeof(before));
		exact = signal;
		more = step_out(walk, cursor, signal);
		if (more <= 0)
			return more ? STACK_BROKEN : STACK_WHOLE;
	}
}

enum stack_end unwinder_walk(struct unwinder *unwinder, struct space *space,
			     const struct tracee *tracee, unwind_each *each, void *ctx)
{
	struct walk walk = { .unwinder = unwinder, .space = space, .tracee = tracee };
	unw_addr_space_t code = code_of(unwinder, space);
	unw_cursor_t cursor;

	if (!registers_read(&walk.registers, tracee))
		return STACK_FOREIGN;
	step_back(&walk);
	walk.code = code;
	if (!code || unwinder->init(&cursor, code, &walk))
		return STACK_BROKEN;
	return walk_frames(&walk, &cursor, each, ctx);
}

void unwinder_forget_code(struct unwinder *unwinder, struct space *space)
{
	if (space->code)
		unwinder->flush(space->code, 0, 0);
}

void unwinder_drop(struct unwinder *unwinder, struct space *space)
{
	if (space->code)
		unwinder->destroy(space->code);
	space->code = NULL;
}

struct unwinder *unwinder_new(char **why)
{
#define FUNCTION(member, function)                                \
	{                                                         \
		NAME(function), offsetof(struct unwinder, member) \
	}
	static const struct library_function functions[] = {
		FUNCTION(create, unw_create_addr_space),
		FUNCTION(destroy, unw_destroy_addr_space),
		FUNCTION(set_caching, unw_set_caching_policy),
		FUNCTION(flush, unw_flush_cache),
		FUNCTION(init, unw_init_remote),
		FUNCTION(step, unw_step),
		FUNCTION(get, unw_get_reg),
		FUNCTION(search, SEARCH_TABLE),
	};
#undef FUNCTION
	struct unwinder *unwinder = xcalloc(1, sizeof(*unwinder));

	unwinder->library =
		library_load(LIBUNWIND_SONAME, functions, ARRAY_SIZE(functions), unwinder, why);
	if (unwinder->library)
		return unwinder;
	free(unwinder);
	return NULL;
}

void unwinder_free(struct unwinder *unwinder)
{
	/* Not unloaded: its address spaces may be in use. */
	free(unwinder);
}

#endif
