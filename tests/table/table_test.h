/* SPDX-License-Identifier: MIT */
/* For the test of the table: complaints, and what its parts hand to one another. */
#ifndef SCRY_TABLE_TEST_H
#define SCRY_TABLE_TEST_H

#include "scry/arch.h"
#include "scry/syscalls.h"

/* Says what is wrong, and where first (abi may be NULL), once for the same words; the test fails. */
void __attribute__((format(printf, 2, 3))) complain(const struct abi *abi, const char *format, ...);

/* What a list is used as; filled while rows are walked. */
struct list_use {
	const struct list *list;
	enum storage storages[16];
	unsigned n;
	bool is_ioctl;
};

/* The use of a list, made if there is none yet. */
struct list_use *list_use(const struct list *list);

/* A row: names of siblings, keys of choices, registers. Marks lists and types that it uses. */
void check_row(const char *name, const struct syscall *row, const struct abi *abi);
/* A struct that is decoded without a row. */
void check_struct(const struct type *type, const struct abi *abi);
/* That every struct, and every key of a choice by function, was met by the rows. */
void check_all_met(void);

/* Lists: names, values, what no value can show; use by a row. */
void check_lists(void);
/* Lists against the constants of the kernel's headers, in tests/data/. */
void check_constants(const char *srcdir);

/* The next word of "A|B,C" into word, up to the comma; false: there is none. */
bool next_word(const char **at, char *word, size_t size);

#endif
