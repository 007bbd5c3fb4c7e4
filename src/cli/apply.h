/* SPDX-License-Identifier: MIT */
/* Inside src/cli/: what each option of the table does, by the files that do it. */
#ifndef SCRY_CLI_APPLY_H
#define SCRY_CLI_APPLY_H

#include "cli/state.h"

#define CLI_APPLY(name) bool cli_apply_##name(struct cli *cli, const char *value, char **error)

/* startup.c */
CLI_APPLY(attach);
CLI_APPLY(daemonize);
CLI_APPLY(daemonize_more);
CLI_APPLY(detach_on);
CLI_APPLY(env);
CLI_APPLY(follow);
CLI_APPLY(help);
CLI_APPLY(interruptible);
CLI_APPLY(list);
CLI_APPLY(seccomp);
CLI_APPLY(syscall_limit);
CLI_APPLY(tips);
CLI_APPLY(user);
CLI_APPLY(version);

/* filtering.c */
CLI_APPLY(abbrev);
CLI_APPLY(expression);
CLI_APPLY(failed);
CLI_APPLY(fault);
CLI_APPLY(inject);
CLI_APPLY(no_abbrev);
CLI_APPLY(raw);
CLI_APPLY(signal);
CLI_APPLY(status);
CLI_APPLY(successful);
CLI_APPLY(read);
CLI_APPLY(trace);
CLI_APPLY(trace_fds);
CLI_APPLY(trace_path);
CLI_APPLY(verbose);
CLI_APPLY(write);

/* format.c */
CLI_APPLY(buffer);
CLI_APPLY(columns);
CLI_APPLY(constants);
CLI_APPLY(decode_fds);
CLI_APPLY(always_pid);
CLI_APPLY(argv0);
CLI_APPLY(color);
CLI_APPLY(decode_pids);
CLI_APPLY(fd_paths);
CLI_APPLY(old_follow);
CLI_APPLY(pid_comms);
CLI_APPLY(pidns);
CLI_APPLY(format);
CLI_APPLY(hex);
CLI_APPLY(json);
CLI_APPLY(more_quiet);
CLI_APPLY(output);
CLI_APPLY(quiet);
CLI_APPLY(string_limit);
CLI_APPLY(strings_in_hex);

/* stacks.c */
CLI_APPLY(flame_graph);
CLI_APPLY(folded);
CLI_APPLY(frame_limit);
CLI_APPLY(stack);
CLI_APPLY(stack_trace);
CLI_APPLY(stack_weight);
CLI_APPLY(summary);

/* statistics.c */
CLI_APPLY(overhead);
CLI_APPLY(sort);
CLI_APPLY(summary_columns);

/* timestamps.c */
CLI_APPLY(absolute);
CLI_APPLY(durations);
CLI_APPLY(relative);
CLI_APPLY(timestamps);

#endif
