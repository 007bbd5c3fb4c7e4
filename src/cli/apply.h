/* SPDX-License-Identifier: MIT */
/* Private header of src/cli/: the functions of options with EFFECT_APPLY, by source file. */
#ifndef SCRY_CLI_APPLY_H
#define SCRY_CLI_APPLY_H

#include "cli/state.h"
#include "cli/words.h"

#define CLI_APPLY(name) bool cli_apply_##name(struct cli *cli, const char *value, char **error)

/* startup.c */
CLI_APPLY(attach);
CLI_APPLY(comm);
CLI_APPLY(daemonize_more);
CLI_APPLY(detach_on);
CLI_APPLY(env);
CLI_APPLY(follow);
CLI_APPLY(ring_size);
CLI_APPLY(sample);
CLI_APPLY(seccomp);
CLI_APPLY(syscall_limit);
CLI_APPLY(for);
CLI_APPLY(tips);
CLI_APPLY(uid);

/* file.c */
CLI_APPLY(config);

/* filtering.c */
CLI_APPLY(expression);
CLI_APPLY(fault);
CLI_APPLY(inject);
CLI_APPLY(signal);
CLI_APPLY(trace_path);

/* where.c */
CLI_APPLY(where);

/* format.c */
CLI_APPLY(columns);
CLI_APPLY(decode_pids);
CLI_APPLY(fd_paths);
CLI_APPLY(hex);
CLI_APPLY(more_quiet);
CLI_APPLY(secontext);
CLI_APPLY(string_limit);
CLI_APPLY(json);

/* recording.c */
CLI_APPLY(max_file_size);
CLI_APPLY(max_file_time);
CLI_APPLY(max_files);
CLI_APPLY(record_limit);
CLI_APPLY(record_ring);
CLI_APPLY(record_when);
CLI_APPLY(from);
CLI_APPLY(diff_ignore);
CLI_APPLY(diff_time);
CLI_APPLY(otlp_slower);

/* stacks.c */
CLI_APPLY(frame_limit);
CLI_APPLY(stack);
CLI_APPLY(stack_trace);

/* statistics.c */
CLI_APPLY(interval);
CLI_APPLY(metrics_listen);
CLI_APPLY(overhead);
CLI_APPLY(summary);
CLI_APPLY(summary_columns);
CLI_APPLY(summary_sort);
CLI_APPLY(summary_top);

/* targets.c */
CLI_APPLY(container);
CLI_APPLY(file);
CLI_APPLY(port);
CLI_APPLY(unit);
CLI_APPLY(wait);

/* timestamps.c */
CLI_APPLY(absolute);
CLI_APPLY(durations);
CLI_APPLY(relative);
CLI_APPLY(timestamps);

#endif
