/* SPDX-License-Identifier: MIT */
/* Private to src/syscalls/: the table, which rows.awk makes. */
#ifndef SCRY_ROWS_DATA_H
#define SCRY_ROWS_DATA_H

#include "syscalls/table.h"

extern const struct syscall *const table_rows[ID_COUNT];

#endif
