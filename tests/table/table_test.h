/* SPDX-License-Identifier: MIT */
/* The functions that the files of the table test share. */
#ifndef SCRY_TABLE_TEST_H
#define SCRY_TABLE_TEST_H

#include "scry/arch.h"
#include "scry/syscalls.h"

/* Reports a mistake, once for the same text, and the ABI unless NULL. The test will fail. */
void __attribute__((format(printf, 2, 3))) complain(const struct abi *abi, const char *format, ...);

/* The uses of a list in rows. */
struct list_use {
	const struct list *list;
	enum storage storages[16]; /* of the types that use the list */
	unsigned n;
	bool is_ioctl;
};

/* Returns the uses of a list. At first there are none. */
struct list_use *list_use(const struct list *list);

/*
 * Checks a row: names of siblings, keys of choices, registers. Notes the lists and structs it uses.
 */
void check_row(const char *name, const struct syscall *row, const struct abi *abi);
/* Checks a struct that decode uses without a row. */
void check_struct(const struct type *type, const struct abi *abi);
/* Checks that every struct is used by a row. Call it after check_row() of all rows. */
void check_all_met(void);

/* Checks lists: duplicate names, values that are never shown, lists that no row uses. */
void check_lists(void);
/* Compares lists with the constants of the kernel's headers, in tests/data/. */
void check_constants(const char *srcdir);

#endif
