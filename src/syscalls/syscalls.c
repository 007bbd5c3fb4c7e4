/* SPDX-License-Identifier: MIT */
/* Looks up rows, classes, and the names of signals and errors. */
#include <string.h>

#include "scry/util.h"
#include "syscalls/rows_data.h"

const struct syscall *syscall_row(enum syscall_id id, const struct abi *abi)
{
	const struct syscall *row = id < ID_COUNT ? table_rows[id] : NULL;

	while (row && row->abis && !(row->abis & 1u << abi->id))
		row = row->other;
	return row;
}

#define SCRY_CLASS_NAME(id, name) name,
static const char *const class_names[CLASS_COUNT] = { SCRY_CLASSES(SCRY_CLASS_NAME) };
#undef SCRY_CLASS_NAME

const char *class_name(unsigned index)
{
	return class_names[index];
}

uint32_t class_by_name(const char *name)
{
	if (!strcmp(name, "net"))
		name = "network";
	for (unsigned i = 0; i < CLASS_COUNT; i++)
		if (!strcmp(class_names[i], name))
			return 1u << i;
	return 0;
}
