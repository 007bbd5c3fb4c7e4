/* SPDX-License-Identifier: MIT */
/* Supplies what the entry of execve(2) could not read. */
#ifndef ENGINE_BPF_EXEC_H
#define ENGINE_BPF_EXEC_H

#include "engine/bpf/bpf.h"

/* Keeps the strings of a record of kind RECORD_STRINGS. */
void exec_add_strings(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
/*
 * Makes the path and the strings, which come with and before a RECORD_EXEC, memory of the entry
 * that the tracee holds.
 */
void exec_supply(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
/* Frees the strings. */
void exec_forget(struct bpf_tracee *tracee);

#endif
