/* SPDX-License-Identifier: MIT */
/*
 * To be included before a skeleton of the kernel program. bpf_task_work_schedule_signal_impl() lost
 * its _impl in Linux 7.0, where an argument that the verifier fills in left its prototype. The
 * kernel's types have both names and only one has an address, so that the program cannot refer to
 * both, and a weak reference does not help: the name is changed where the loader looks for it.
 */
#ifndef ENGINE_BPF_RENAME_H
#define ENGINE_BPF_RENAME_H

#include <bpf/skel_internal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define RENAMED_MAJOR 7
#define RENAMED_FUNCTION "bpf_task_work_schedule_signal"
#define RENAMED_SUFFIX "_impl"

static inline bool rename_is_needed(void)
{
	struct utsname name;
	unsigned major;

	return !uname(&name) && sscanf(name.release, "%u", &major) == 1 && major >= RENAMED_MAJOR;
}

/*
 * The loader of libbpf closes the descriptors of programs that it has on its stack, 32 at most, if
 * it fails. It counts functions for that, of which the program has more: it would read beyond the
 * stack, and the kernel refuses it. A read there becomes "none".
 */
static inline int bound_and_run(struct bpf_load_and_run_opts *opts)
{
	const void *insns = opts->insns;
	struct bpf_insn *copy = malloc(opts->insns_sz);
	int error;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, insns, opts->insns_sz);
	for (size_t i = 0; i < opts->insns_sz / sizeof(*copy); i++)
		if (copy[i].code == (BPF_LDX | BPF_MEM | BPF_W) && copy[i].src_reg == BPF_REG_10 &&
		    copy[i].off >= 0)
			copy[i] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K,
						     .dst_reg = copy[i].dst_reg };
	opts->insns = copy;
	error = bpf_load_and_run(opts);
	opts->insns = insns;
	free(copy);
	return error;
}

/* Loads a program. Returns 0, or a negative error. */
static inline int rename_and_run(struct bpf_load_and_run_opts *opts)
{
	static const char former[] = RENAMED_FUNCTION RENAMED_SUFFIX;
	const void *data = opts->data;
	char *copy, *place, *end;
	int error;

	if (!rename_is_needed())
		return bound_and_run(opts);
	copy = malloc(opts->data_sz);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, data, opts->data_sz);
	end = copy + opts->data_sz;
	/* The types of the program have the name, too. */
	for (place = copy; (place = memmem(place, (size_t)(end - place), former, sizeof(former)));)
		place = memset(place + strlen(RENAMED_FUNCTION), 0, strlen(RENAMED_SUFFIX));
	opts->data = copy;
	error = bound_and_run(opts);
	opts->data = data;
	free(copy);
	return error;
}

/* The skeleton's own loader calls this one. */
#define bpf_load_and_run rename_and_run

#endif
