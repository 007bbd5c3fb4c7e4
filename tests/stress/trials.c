/* SPDX-License-Identifier: MIT */
/*
 * Trials: programs that are hard to trace, for trials.sh, visits.sh and places.sh.
 *
 * usage: trials NAME DIR N [wait] wait: writes DIR/pid, and begins when DIR/go exists. The exit
 * status is 7 if every call did what it should. DIR/counts has the numbers of calls and the first
 * failure, DIR/result the same as text.
 */
#include "trials.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ALL_WELL 7
#define MAX_SECONDS 120

void expect(const struct trial *trial, bool ok, const char *what)
{
	if (!ok && !trial->counts->failure[0])
		snprintf(trial->counts->failure, sizeof(trial->counts->failure), "%s: errno %d",
			 what, errno);
}

/*
 * Makes a call with a negative pid, which identifies the call in the trace and does not exist: the
 * call fails.
 */
void mark_main(const struct trial *trial)
{
	int n = atomic_fetch_add(&trial->counts->of_main, 1) + 1;

	expect(trial, syscall(SYS_getsid, -n) < 0 && errno == ESRCH, "getsid");
}

void mark_other(const struct trial *trial)
{
	int n = atomic_fetch_add(&trial->counts->of_others, 1) + 1;

	expect(trial, syscall(SYS_getpgid, -n) < 0 && errno == ESRCH, "getpgid");
}

void mark_free(const struct trial *trial)
{
	int n = atomic_fetch_add(&trial->counts->free, 1) + 1;

	expect(trial, syscall(SYS_getpriority, 99, n) < 0 && errno == EINVAL, "getpriority");
}

void expect_status(const struct trial *trial, pid_t pid, int status, const char *what)
{
	int got = 0;

	expect(trial, pid > 0, what);
	if (pid > 0)
		expect(trial, waitpid(pid, &got, __WALL) == pid && got == status, what);
}

void become(const struct trial *trial, const char *name, long n)
{
	char number[32];

	snprintf(number, sizeof(number), "%ld", n);
	execl(trial->program, trial->program, name, trial->dir, number, (char *)NULL);
	expect(trial, false, "execve");
	_exit(99);
}

void pause_ms(long ms)
{
	struct timespec left = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static struct counts *map_counts(void)
{
	int fd = open("counts", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	void *map;

	if (fd < 0 || ftruncate(fd, sizeof(struct counts)))
		abort();
	map = mmap(NULL, sizeof(struct counts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		abort();
	return map;
}

static void wait_for_go(void)
{
	FILE *file = fopen("pid.new", "we");

	if (!file || fprintf(file, "%d\n", getpid()) < 0 || fclose(file) ||
	    rename("pid.new", "pid"))
		abort();
	for (int n = 0; access("go", F_OK); n++) {
		if (n > MAX_SECONDS * 200)
			abort();
		pause_ms(5);
	}
}

int report(const struct counts *counts)
{
	FILE *file = fopen("result", "we");

	if (!file)
		abort();
	fprintf(file, "main=%d others=%d free=%d\n", counts->of_main, counts->of_others,
		counts->free);
	fprintf(file, "failure='%s'\n", counts->failure);
	if (fclose(file))
		abort();
	return counts->failure[0] ? 1 : ALL_WELL;
}

static void run(struct trial *trial, const char *name)
{
	static const struct {
		const char *name;
		void (*run)(struct trial *trial);
	} trials[] = {
		{ "processes", try_processes }, { "vforks", try_vforks },
		{ "leaf", try_leaf },		{ "untraced", try_untraced },
		{ "daemon", try_daemon },	{ "slow_vfork", try_slow_vfork },
		{ "threads", try_threads },	{ "churn", try_churn },
		{ "execs", try_execs },		{ "exec_again", try_exec_again },
		{ "signals", try_signals },	{ "sleeps", try_sleeps },
		{ "marks", try_marks },		{ "guards", try_guards },
		{ "debugger", try_debugger },
	};

	for (size_t i = 0; i < sizeof(trials) / sizeof(trials[0]); i++) {
		if (strcmp(trials[i].name, name))
			continue;
		trials[i].run(trial);
		return;
	}
	abort();
}

int main(int argc, char **argv)
{
	struct trial trial;

	if (argc < 4)
		abort();
	trial = (struct trial){ .program = argv[0], .dir = argv[2], .n = atol(argv[3]) };
	if (chdir(trial.dir))
		abort();
	trial.counts = map_counts();
	if (argc > 4)
		wait_for_go();
	run(&trial, argv[1]);
	return report(trial.counts);
}
