/* SPDX-License-Identifier: MIT */
/* Makes the process of the command, and lets it execute the command. */
#ifndef ENGINE_BPF_LAUNCH_H
#define ENGINE_BPF_LAUNCH_H

#include "engine/bpf/bpf.h"

/* Makes the process. Returns 0, or after a message the exit status of scry. */
int bpf_fork_command(struct bpf_engine *engine, int *go);
/*
 * What becomes of a command beside --comm, --cgroup and --uid: it says how long the trace lasts,
 * and is traced if it meets them itself. LEFT: the kernel selects it as any other task, if it meets
 * them later. EXCLUDED: it does not meet them, but its process does before it executes the command.
 */
enum command_choice { COMMAND_IS_TRACED, COMMAND_IS_LEFT, COMMAND_IS_EXCLUDED };
enum command_choice bpf_choose_command(const struct engine_config *config);
/* Lets the process execute the command. */
void bpf_release_command(struct bpf_engine *engine, int go);
/* Says why the command could not be executed, if it could not. */
void bpf_explain_launch(struct bpf_engine *engine);

#endif
