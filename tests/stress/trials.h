/* SPDX-License-Identifier: MIT */
/* What the trials of trials.sh share: calls that are counted, and failures. */
#ifndef STRESS_TRIALS_H
#define STRESS_TRIALS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* DIR/counts, shared by all processes of a trial, also across execve. */
struct counts {
	atomic_int of_main; /* calls getsid(-1), getsid(-2)… of the first thread */
	atomic_int of_others; /* calls getpgid(-1)… of all others */
	atomic_int free; /* calls getpriority(99, 1)… of those whom no tracer needs to see */
	char failure[256]; /* the first one */
};

struct trial {
	const char *program, *dir;
	struct counts *counts;
	long n;
};

void expect(const struct trial *trial, bool ok, const char *what);
void mark_main(const struct trial *trial);
void mark_other(const struct trial *trial);
void mark_free(const struct trial *trial);
void expect_status(const struct trial *trial, pid_t pid, int status, const char *what);
/* Executes the program again, as another trial. */
void become(const struct trial *trial, const char *name, long n) __attribute__((noreturn));
void pause_ms(long ms);
/* Writes DIR/result; returns the status to end with. */
int report(const struct counts *counts);

/* trials_processes.c */
void try_processes(struct trial *trial);
void try_vforks(struct trial *trial);
void try_leaf(struct trial *trial);
void try_untraced(struct trial *trial);
void try_daemon(struct trial *trial);
void try_slow_vfork(struct trial *trial);

/* trials_threads.c */
void try_threads(struct trial *trial);
void try_churn(struct trial *trial);
void try_execs(struct trial *trial);
void try_exec_again(struct trial *trial);
void try_signals(struct trial *trial);
void try_sleeps(struct trial *trial);
void try_marks(struct trial *trial);

/* trials_guards.c */
void try_guards(struct trial *trial);
void try_debugger(struct trial *trial);

#endif
