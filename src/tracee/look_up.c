/* SPDX-License-Identifier: MIT */
/* Information about descriptors, processes and threads, from /proc. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

ssize_t tracee_fd_path(void *ctx, int fd, char *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	char path[PROC_PATH];
	ssize_t got;

	if (fd < 0 && fd != AT_FDCWD)
		return -1;
	got = names_find_path(tracee, fd, buf, len);
	if (got >= 0)
		return got;
	if (fd == AT_FDCWD)
		snprintf(path, sizeof(path), "/proc/%d/cwd", tracee->tid);
	else
		snprintf(path, sizeof(path), "/proc/%d/fd/%d", tracee->tid, fd);
	got = readlink(path, buf, len);
	if (got >= 0 && (size_t)got < len)
		names_add_path(tracee, fd, buf, (size_t)got);
	return got;
}

char *proc_read_field(const char *path, const char *field)
{
	char *line = NULL, *found = NULL;
	size_t size = 0, len = strlen(field);
	FILE *file = fopen(path, "re");

	if (!file)
		return NULL;
	while (!found && getline(&line, &size, file) >= 0)
		if (!strncmp(line, field, len) && line[len] == ':')
			found = xstrdup(line + len + 1);
	free(line);
	fclose(file);
	return found;
}

static char *status_line(pid_t pid, const char *field)
{
	char path[PROC_PATH];

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	return proc_read_field(path, field);
}

long tracee_status(pid_t pid, const char *field)
{
	char *line = status_line(pid, field);
	long value = line ? strtol(line, NULL, 10) : -1;

	free(line);
	return value;
}

/* The field is files_struct.fdt->max_fds of the thread. It does not shrink while the thread keeps its table. */
uint64_t tracee_fd_capacity(void *ctx)
{
	const struct tracee *tracee = ctx;
	long capacity = tracee_status(tracee->tid, "FDSize");

	return capacity > 0 ? (uint64_t)capacity : 0;
}

unsigned long long tracee_status_mask(pid_t pid, const char *field)
{
	char *line = status_line(pid, field);
	unsigned long long mask = line ? strtoull(line, NULL, 16) : 0;

	free(line);
	return mask;
}

/* The command name before the state may have parentheses and blanks. The state is within the first bytes of the line. */
char tracee_state_letter(pid_t tid)
{
	char path[PROC_PATH], line[128];
	const char *end;
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	len = read(fd, line, sizeof(line) - 1);
	close(fd);
	if (len <= 0)
		return 0;
	line[len] = 0;
	end = strrchr(line, ')');
	return end && end[1] ? end[2] : 0;
}

/* Fields such as NSpid list the numbers from the namespace of scry to the innermost one: proc_pid_status(5). */
static bool read_numbers(pid_t pid, const char *field, pid_t *ours, pid_t *own)
{
	char *line = status_line(pid, field), *last = line ? strrchr(line, '\t') : NULL;

	if (last) {
		*ours = (pid_t)strtol(line, NULL, 10);
		*own = (pid_t)strtol(last, NULL, 10);
	}
	free(line);
	return last;
}

pid_t tracee_own_pid(pid_t pid)
{
	pid_t ours, own;

	return read_numbers(pid, "NSpid", &ours, &own) ? own : -1;
}

pid_t tracee_tgid(pid_t tid)
{
	return (pid_t)tracee_status(tid, "Tgid");
}

bool tracee_exists(pid_t pid)
{
	return !kill(pid, 0) || errno == EPERM;
}

/*
 * Lists the entries of a directory of /proc that are numbers in *numbers, which the caller frees.
 * Returns how many there are; -1: the directory cannot be read.
 */
static ssize_t list_numbers(const char *path, pid_t **numbers)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	size_t n = 0, capacity = 0;

	*numbers = NULL;
	if (!dir)
		return -1;
	while ((entry = readdir(dir))) {
		char *end;
		long number = strtol(entry->d_name, &end, 10);

		if (*end || number <= 0)
			continue;
		*numbers = xgrow(*numbers, n, &capacity, sizeof(**numbers));
		(*numbers)[n++] = (pid_t)number;
	}
	closedir(dir);
	return (ssize_t)n;
}

ssize_t tracee_threads(pid_t pid, pid_t **tids)
{
	char path[PROC_PATH];

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	return list_numbers(path, tids);
}

/* Stores which PID namespace a process has: "pid:[NUMBER]". Returns false if that cannot be read. */
static bool read_pid_namespace(pid_t pid, char name[PROC_PATH])
{
	char path[PROC_PATH];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/ns/pid", pid);
	len = readlink(path, name, PROC_PATH - 1);
	name[len > 0 ? len : 0] = '\0';
	return len > 0;
}

static bool has_pid_namespace(pid_t pid, const char *name)
{
	char its[PROC_PATH];

	return read_pid_namespace(pid, its) && !strcmp(its, name);
}

static bool same_pid_namespace(pid_t a, pid_t b)
{
	char name[PROC_PATH];

	return read_pid_namespace(a, name) && has_pid_namespace(b, name);
}

/* Returns whether pids mean the same to the tracee and to scry. */
static bool has_our_numbers(struct tracee *tracee)
{
	char ours[PROC_PATH], its[PROC_PATH];

	if (tracee->numbers == NUMBERS_UNKNOWN && read_pid_namespace(getpid(), ours) &&
	    read_pid_namespace(tracee->tid, its))
		tracee->numbers = strcmp(ours, its) ? NUMBERS_OTHER : NUMBERS_OURS;
	return tracee->numbers == NUMBERS_OURS;
}

/* Whether the process has this number of a field in its own namespace. *ours is that number outside. */
static bool has_number(pid_t pid, const char *field, pid_t number, pid_t *ours)
{
	pid_t own;

	return read_numbers(pid, field, ours, &own) && own == number;
}

bool tracee_is_numbered(pid_t tid, pid_t other, pid_t number)
{
	pid_t ours;

	if (same_pid_namespace(getpid(), other))
		return tid == number;
	return (tid == other || same_pid_namespace(tid, other)) &&
	       has_number(tid, "NSpid", number, &ours);
}

static pid_t find_thread(pid_t pid, const char *field, pid_t number, pid_t *ours)
{
	pid_t *tids, found = -1;
	ssize_t n = tracee_threads(pid, &tids);

	for (ssize_t i = 0; i < n && found < 0; i++)
		if (has_number(tids[i], field, number, ours))
			found = tids[i];
	free(tids);
	return found;
}

/*
 * Returns the first thread in the namespace of the tracee that has this number in one of the fields; -1: there is none. The last field
 * is NULL.
 */
static pid_t find_number(pid_t tracee, const char *const fields[], pid_t number, pid_t *ours)
{
	char name[PROC_PATH];
	pid_t *pids = NULL, found = -1;
	ssize_t n = read_pid_namespace(tracee, name) ? list_numbers("/proc", &pids) : -1;

	for (ssize_t i = 0; i < n && found < 0; i++) {
		if (!has_pid_namespace(pids[i], name))
			continue;
		for (const char *const *field = fields; *field && found < 0; field++)
			found = find_thread(pids[i], *field, number, ours);
	}
	free(pids);
	return found;
}

static const char *const of_thread[] = { "NSpid", NULL };
static const char *const of_group_or_session[] = { "NSpgid", "NSsid", NULL };

#ifndef NS_GET_PID_FROM_PIDNS
#define NS_GET_PID_FROM_PIDNS _IOR(0xb7, 0x6, int)
#endif

/*
 * Asks the kernel which number the thread has outside that has this number in the namespace of the tracee: ioctl_nsfs(2), since
 * Linux 6.11. Returns 0 if no thread has it; -1: the kernel does not say.
 */
static pid_t ask_for_number(pid_t tracee, pid_t number)
{
	char path[PROC_PATH];
	int fd, ours;

	snprintf(path, sizeof(path), "/proc/%d/ns/pid", tracee);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ours = ioctl(fd, NS_GET_PID_FROM_PIDNS, number);
	if (ours < 0)
		ours = errno == ESRCH ? 0 : -1;
	close(fd);
	return ours;
}

/* Finds the process with this pid in the namespace of the tracee. */
pid_t tracee_pid_to_own_namespace(struct tracee *tracee, pid_t pid)
{
	pid_t ours;

	if (has_our_numbers(tracee))
		return pid;
	ours = ask_for_number(tracee->tid, pid);
	if (ours >= 0)
		return ours ? ours : -1;
	return find_number(tracee->tid, of_thread, pid, &ours);
}

/* Without an answer of the kernel: a number is mostly that of the caller, or the one that the caller has used before. */
static pid_t search_for_number(struct tracee *tracee, pid_t pid)
{
	pid_t ours;

	if (has_number(tracee->tid, "NSpid", pid, &ours) ||
	    has_number(tracee->tid, "NStgid", pid, &ours) ||
	    (tracee->other && same_pid_namespace(tracee->other, tracee->tid) &&
	     has_number(tracee->other, "NSpid", pid, &ours)))
		return ours;
	tracee->other = find_number(tracee->tid, of_thread, pid, &ours);
	return tracee->other > 0 ? ours : 0;
}

/* A number that no process has can belong to a group or a session after the end of its leader. */
int tracee_pid_outside(void *ctx, int pid)
{
	struct tracee *tracee = ctx;
	pid_t ours;

	if (pid <= 0 || has_our_numbers(tracee))
		return 0;
	ours = ask_for_number(tracee->tid, pid);
	if (ours < 0)
		ours = search_for_number(tracee, pid);
	if (ours > 0)
		return ours;
	return find_number(tracee->tid, of_group_or_session, pid, &ours) > 0 ? ours : 0;
}

bool tracee_user(pid_t tid, uint32_t *user)
{
	static const char key[] = "\nUid:\t";
	char path[PROC_PATH], text[1024], *line;
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	fd = tid > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return false;
	got = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (got <= 0)
		return false;
	text[got] = '\0';
	/* The name of the command, which comes before, has no newline: proc(5). */
	line = strstr(text, key);
	if (!line)
		return false;
	*user = (uint32_t)strtoul(line + strlen(key), NULL, 10);
	return true;
}

ssize_t tracee_comm(pid_t pid, char *buf, size_t len)
{
	char path[PROC_PATH], comm[PROC_PATH];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	fd = pid > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return -1;
	got = read(fd, comm, sizeof(comm));
	close(fd);
	if (got <= 0)
		return -1;
	got -= comm[got - 1] == '\n';
	if ((size_t)got > len)
		got = (ssize_t)len;
	memcpy(buf, comm, (size_t)got);
	return got;
}

/* As in strace, the index is looked up in the network namespace of the tracer. */
ssize_t tracee_interface_name(void *ctx, int index, char *buf, size_t len)
{
	char name[IF_NAMESIZE];
	size_t n;

	(void)ctx;
	if (!if_indextoname((unsigned)index, name))
		return -1;
	n = strnlen(name, sizeof(name));
	n = n < len ? n : len;
	memcpy(buf, name, n);
	return (ssize_t)n;
}

ssize_t tracee_own_comm(void *ctx, char *buf, size_t len)
{
	return tracee_comm(((const struct tracee *)ctx)->tid, buf, len);
}

ssize_t tracee_own_context(void *ctx, char *buf, size_t len)
{
	return tracee_context(((const struct tracee *)ctx)->tid, buf, len);
}

ssize_t tracee_pid_comm(void *ctx, int pid, char *buf, size_t len)
{
	return pid > 0 ? tracee_comm(tracee_pid_to_own_namespace(ctx, pid), buf, len) : -1;
}
