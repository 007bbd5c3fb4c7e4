/* SPDX-License-Identifier: MIT */
/* -e read, -e write: operations that read all bytes that a call moved. */
#ifndef PLAN_DATA_H
#define PLAN_DATA_H

#include "plan/compiler.h"

/* Reads the data that a call moves, if the options ask for it. */
void read_data(struct compiler *compiler, enum syscall_id id);

#endif
