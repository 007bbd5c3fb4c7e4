/* SPDX-License-Identifier: MIT */
/*
 * Calls that have no row yet: only their classes; arguments are shown as six raw numbers. A line goes
 * away when the row is written. The classes are those that strace 6.1 selects by.
 */
#include "syscalls/table.h"

/* clang-format off */

