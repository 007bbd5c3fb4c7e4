/* SPDX-License-Identifier: MIT */
/*
 * The translation of numbers, if the procfs belongs to a namespace around that of scry and scry may
 * not make one of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proc/root.h"

#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL /* Linux 6.9 */
#endif

/* Reads a field of the status of a process by its number in the procfs. The caller frees it. */
static char *status_shown(const struct proc_root *root, pid_t shown, const char *field)
{
	char name[PROC_PATH];
	int fd;

	snprintf(name, sizeof(name), "%d/status", shown);
	fd = openat(root->directory, name, O_RDONLY | O_CLOEXEC);
	return proc_take_field(fd < 0 ? NULL : fdopen(fd, "r"), field);
}

/*
 * A pidfd of scry says which number its process has in the namespace of the procfs: "Pid:",
 * pidfd_open(2). 0: errno is ESRCH if there is no such process, else EINVAL or ENOENT of a thread
 * that is no leader, or ENOSYS.
 */
static pid_t ask_pidfd(const struct proc_root *root, pid_t pid, unsigned flags)
{
	int pidfd = (int)syscall(SYS_pidfd_open, pid, flags), fd;
	char name[PROC_PATH], *line;
	pid_t shown = 0;

	if (pidfd < 0)
		return 0;
	snprintf(name, sizeof(name), "self/fdinfo/%d", pidfd);
	fd = openat(root->directory, name, O_RDONLY | O_CLOEXEC);
	line = proc_take_field(fd < 0 ? NULL : fdopen(fd, "r"), "Pid");
	if (line)
		shown = (pid_t)strtol(line, NULL, 10);
	free(line);
	close(pidfd);
	errno = shown > 0 ? 0 : ESRCH;
	return shown > 0 ? shown : 0;
}

/*
 * Returns the number that a process of the procfs may have in the namespace of scry: it may be in
 * another one beside that.
 */
static pid_t candidate(const struct proc_root *root, pid_t shown, const char *field)
{
	char *line = status_shown(root, shown, field);
	unsigned n;
	pid_t pid = line ? proc_number_at(line, root->level, &n) : 0;

	free(line);
	return pid;
}

/*
 * Before Linux 6.9 there are pidfds of processes only: the thread is looked for among those of all
 * processes that are in the namespace.
 */
static pid_t search_thread(const struct proc_root *root, pid_t tid)
{
	int fd = openat(root->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	pid_t *processes, *threads, found = 0;
	ssize_t n = proc_take_numbers(fd < 0 ? NULL : fdopendir(fd), &processes), n_threads;

	for (ssize_t i = 0; i < n && !found; i++) {
		char name[PROC_PATH];

		if (!proc_translate_out(root, processes[i]))
			continue;
		snprintf(name, sizeof(name), "%d/task", processes[i]);
		fd = openat(root->directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		n_threads = proc_take_numbers(fd < 0 ? NULL : fdopendir(fd), &threads);
		for (ssize_t t = 0; t < n_threads && !found; t++)
			if (candidate(root, threads[t], "NSpid") == tid)
				found = threads[t];
		free(threads);
	}
	free(processes);
	return found;
}

pid_t proc_translate_in(const struct proc_root *root, pid_t pid)
{
	pid_t shown;

	if (pid == getpid())
		return proc_find_self(root->directory);
	shown = ask_pidfd(root, pid, PIDFD_THREAD);
	if (!shown && errno == EINVAL)
		shown = ask_pidfd(root, pid, 0);
	if (shown || errno == ESRCH)
		return shown;
	return search_thread(root, pid);
}

/* The threads of a process are in its namespace, so that its leader decides. */
pid_t proc_translate_out(const struct proc_root *root, pid_t shown)
{
	pid_t leader = candidate(root, shown, "NStgid"), pid;
	char *line;

	if (!leader)
		return 0;
	line = status_shown(root, shown, "Tgid");
	pid = line ? (pid_t)strtol(line, NULL, 10) : 0;
	free(line);
	if (pid !=
	    (leader == getpid() ? proc_find_self(root->directory) : ask_pidfd(root, leader, 0)))
		return 0;
	return candidate(root, shown, "NSpid");
}
