/* SPDX-License-Identifier: MIT */
/* Finds callers in 32-bit processes with libdw, which reads the tracee by callbacks. */
#include "config.h"

#include "stack/narrow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "stack/lines.h"
#include "stack/mapped.h"
#include "stack/objects.h"
#include "stack/numbered_registers.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>

struct narrow_unwinder {
	void *library; /* NULL: it cannot be had */
	LIBRARY_POINTER(dwfl_begin);
	LIBRARY_POINTER(dwfl_end);
	LIBRARY_POINTER(dwfl_report_elf);
	LIBRARY_POINTER(dwfl_report_end);
	LIBRARY_POINTER(dwfl_attach_state);
	LIBRARY_POINTER(dwfl_getthread_frames);
	LIBRARY_POINTER(dwfl_frame_pc);
	LIBRARY_POINTER(dwfl_thread_state_registers);
	LIBRARY_POINTER(dwfl_thread_state_register_pc);
};

/* System V ABI, i386 supplement, "DWARF Register Number Mapping", by struct stack_registers. */
static const uint8_t numbers[] = { 0, 2, 1, 3, 7, 6, 4, 5, 8 };
#define NUMBER_OF_IP 8

struct narrow_space {
	const struct narrow_unwinder *unwinder;
	Dwfl *dwfl;
	/* Of the current walk: */
	struct space *space;
	const struct tracee *tracee;
	Dwarf_Word registers[ARRAY_SIZE(numbers)];
	unsigned reads;
	unwind_each *each;
	void *ctx;
	bool was_cut; /* each() wants no more */
};

/* Malicious unwind tables can cause endless walks. */
#define READS_MAX 200000

/* --- callbacks of libdwfl -------------------------------------------------------------------- */

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread)
{
	const struct narrow_space *narrow = arg;

	(void)dwfl;
	if (*thread)
		return 0;
	*thread = arg;
	return narrow->tracee->tid;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread)
{
	(void)dwfl, (void)tid;
	*thread = arg;
	return true;
}

static bool read_word(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *value, void *arg)
{
	struct narrow_space *narrow = arg;
	uint32_t word;

	(void)dwfl;
	if (narrow->reads++ > READS_MAX ||
	    !mapped_read(narrow->space, narrow->tracee, address, &word, sizeof(word)))
		return false;
	*value = word;
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct narrow_space *narrow = arg;
	const struct narrow_unwinder *unwinder = narrow->unwinder;

	unwinder->sym_dwfl_thread_state_register_pc(thread, narrow->registers[NUMBER_OF_IP]);
	return unwinder->sym_dwfl_thread_state_registers(thread, 0, ARRAY_SIZE(numbers),
							 narrow->registers);
}

static int see_frame(Dwfl_Frame *frame, void *arg)
{
	struct narrow_space *narrow = arg;
	Dwarf_Addr ip;
	bool exact;

	if (!narrow->unwinder->sym_dwfl_frame_pc(frame, &ip, &exact))
		return DWARF_CB_ABORT;
	narrow->was_cut = !narrow->each(narrow->ctx, ip, exact);
	return narrow->was_cut ? DWARF_CB_ABORT : DWARF_CB_OK;
}

/* --- files ----------------------------------------------------------------------------------- */

/* Copies the vDSO to a file in memory. Returns -1 if it cannot be read. */
static int copy_vdso(struct space *space, const struct tracee *tracee,
		     const struct mapping *mapping)
{
	size_t len = mapping->end - mapping->start;
	int fd = len <= SOURCE_TABLE_MAX ? memfd_create("vdso", MFD_CLOEXEC) : -1;
	char *copy = fd < 0 ? NULL : xmalloc(len);
	bool good = copy && space_read(space, tracee, mapping->start, copy, len) &&
		    write(fd, copy, len) == (ssize_t)len;

	free(copy);
	if (good)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static int open_file(struct space *space, const struct tracee *tracee,
		     const struct mapping *mapping)
{
	const struct object *object = mapping->object;
	struct source source;

	if (!mapping->inode)
		return copy_vdso(space, tracee, mapping);
	if (!object->path || !source_open(&source, object->path))
		return -1;
	if (object_matches(object, source.fd))
		return source.fd;
	source_close(&source);
	return -1;
}

/* The library closes the file of a module. */
static void report_file(struct narrow_space *narrow, struct mapping *mapping)
{
	struct object *object =
		objects_get(narrow->space->objects, narrow->space, narrow->tracee, mapping);
	uint64_t address;
	int fd;

	if (!object || !object_address(object, mapping->offset, &address))
		return;
	fd = open_file(narrow->space, narrow->tracee, mapping);
	if (fd >= 0 &&
	    !narrow->unwinder->sym_dwfl_report_elf(narrow->dwfl, mapping->path, mapping->path, fd,
						   mapping->start - address, true))
		close(fd);
}

static bool attach(struct narrow_space *narrow)
{
	static const Dwfl_Thread_Callbacks threads = {
		.next_thread = next_thread,
		.get_thread = get_thread,
		.memory_read = read_word,
		.set_initial_registers = set_registers,
	};
	const struct narrow_unwinder *unwinder = narrow->unwinder;
	struct maps *maps = &narrow->space->maps;

	narrow->dwfl = unwinder->sym_dwfl_begin(&lines_callbacks);
	if (!narrow->dwfl)
		return false;
	for (size_t i = 0; i < maps->n; i++)
		if (maps->list[i].exec)
			report_file(narrow, &maps->list[i]);
	unwinder->sym_dwfl_report_end(narrow->dwfl, NULL, NULL);
	return unwinder->sym_dwfl_attach_state(narrow->dwfl, NULL, narrow->tracee->tgid, &threads,
					       narrow);
}

/* --- the walk -------------------------------------------------------------------------------- */

/* Returns false if the process is not a 32-bit one. */
static bool read_registers(struct narrow_space *narrow)
{
	const struct arch *arch = narrow_arch();
	const struct fetch *fetch = &narrow->tracee->fetch;
	const struct call_registers *layout = arch ? &arch->calls[0] : NULL;
	struct registers raw;
	ssize_t size = fetch->ops->registers
			       ? fetch->ops->registers(fetch->ctx, raw.bytes, sizeof(raw.bytes))
			       : tracee_registers(narrow->tracee, raw.bytes, sizeof(raw.bytes));

	if (!layout || size != layout->size)
		return false;
	raw.size = (size_t)size;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		narrow->registers[i] = (uint32_t)registers_get(&raw, layout->width,
							       arch->stack.indexes[numbers[i]]);
	return true;
}

enum stack_end narrow_walk(struct narrow_unwinder *unwinder, struct space *space,
			   const struct tracee *tracee, unwind_each *each, void *ctx)
{
	struct narrow_space *narrow = space->narrow;
	int result;

	/* What the bpf engine captures, and what a stub can read, is of 64-bit processes alone. */
	if (!unwinder->library || tracee->fetch.ops->stack || fetch_is_remote(&tracee->fetch))
		return STACK_FOREIGN;
	if (!narrow)
		narrow = space->narrow = xcalloc(1, sizeof(*narrow));
	narrow->unwinder = unwinder;
	narrow->space = space;
	narrow->tracee = tracee;
	narrow->each = each;
	narrow->ctx = ctx;
	narrow->reads = 0;
	narrow->was_cut = false;
	if (!read_registers(narrow))
		return STACK_FOREIGN;
	if (!narrow->dwfl && !attach(narrow))
		return STACK_BROKEN;
	result = unwinder->sym_dwfl_getthread_frames(narrow->dwfl, tracee->tid, see_frame, narrow);
	if (narrow->was_cut)
		return STACK_CUT;
	return result ? STACK_BROKEN : STACK_WHOLE;
}

void narrow_forget(struct space *space)
{
	struct narrow_space *narrow = space->narrow;

	space->narrow = NULL;
	if (narrow && narrow->dwfl)
		narrow->unwinder->sym_dwfl_end(narrow->dwfl);
	free(narrow);
}

struct narrow_unwinder *narrow_unwinder_new(void)
{
#define FUNCTION(function) LIBRARY_FUNCTION(struct narrow_unwinder, function)
	static const struct library_function functions[] = {
		FUNCTION(dwfl_begin),
		FUNCTION(dwfl_end),
		FUNCTION(dwfl_report_elf),
		FUNCTION(dwfl_report_end),
		FUNCTION(dwfl_attach_state),
		FUNCTION(dwfl_getthread_frames),
		FUNCTION(dwfl_frame_pc),
		FUNCTION(dwfl_thread_state_registers),
		FUNCTION(dwfl_thread_state_register_pc),
	};
#undef FUNCTION
	struct narrow_unwinder *unwinder = xcalloc(1, sizeof(*unwinder));
	char *why = NULL;

	unwinder->library =
		library_load(LIBDW_SONAME, functions, ARRAY_SIZE(functions), unwinder, &why);
	free(why);
	return unwinder;
}

#else

struct narrow_unwinder *narrow_unwinder_new(void)
{
	return NULL;
}

enum stack_end narrow_walk(struct narrow_unwinder *unwinder, struct space *space,
			   const struct tracee *tracee, unwind_each *each, void *ctx)
{
	(void)unwinder, (void)space, (void)tracee, (void)each, (void)ctx;
	return STACK_FOREIGN;
}

void narrow_forget(struct space *space)
{
	(void)space;
}
#endif

void narrow_unwinder_free(struct narrow_unwinder *unwinder)
{
	free(unwinder);
}
