/* SPDX-License-Identifier: MIT */
/*
 * The kernel program without names of descriptors. Its skeleton has the same struct engine_program
 * as that of the whole program (the build compares them), so that only its loading differs.
 */
#include <errno.h>

#include "engine/bpf/load.h"

#include "engine/bpf/rename.h"
#include "engine/bpf/kernel/program_plain.skel.h"

int load_without_names(struct engine_program *program)
{
	return engine_program__load(program);
}
