/* SPDX-License-Identifier: MIT */
/* Functions for the trials: counted calls and failures. */
#ifndef STRESS_TRIALS_H
#define STRESS_TRIALS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* The file DIR/counts, which all processes of a trial map, also after execve. */
struct counts {
	/* Number of calls getsid(-1), getsid(-2) and so on, in the first thread. */
	atomic_int of_main;
	/* Number of calls getpgid(-1) and so on, in other threads and processes. */
	atomic_int of_others;
	/* Number of calls getpriority(99, 1) and so on, which a trace need not show. */
	atomic_int free;
	char failure[256]; /* description of the first failure; "" if there is none */
};

struct trial {
	const char *program, *dir;
	struct counts *counts;
	long n;
};

/* Records a failure if the condition is false. */
void expect(const struct trial *trial, bool ok, const char *what);
/* Make a counted call. */
void mark_main(const struct trial *trial);
void mark_other(const struct trial *trial);
void mark_free(const struct trial *trial);
/* Waits for a child, which must end with this wait status. */
void expect_status(const struct trial *trial, pid_t pid, int status, const char *what);
/* Executes the program again with another trial. */
void become(const struct trial *trial, const char *name, long n) __attribute__((noreturn));
void pause_ms(long ms);
/* Writes DIR/result. Returns the exit status of the trial. */
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
