/* SPDX-License-Identifier: MIT */
/* The procfs that the module reads, and the paths of files in it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "proc/root.h"
#include "scry/util.h"

/* No process has this number: what cannot be found is looked for there. */
#define NO_PROCESS "0"

/* --- whose it is ------------------------------------------------------------------------------ */

static bool is_procfs(int directory)
{
	struct statfs system;

	return directory >= 0 && !fstatfs(directory, &system) && system.f_type == PROC_SUPER_MAGIC;
}

/*
 * "self" names scry by its number in the namespace of the procfs, and NSpid has a number for each
 * namespace from that on: proc_pid_status(5). A kernel without PID namespaces has no such line.
 */
static enum proc_numbers judge_numbers(int directory, unsigned *level)
{
	pid_t self = directory < 0 ? 0 : proc_find_self(directory);
	unsigned n = self == getpid() ? 1 : 0;
	char *line;
	int fd;

	*level = 0;
	if (!self)
		return is_procfs(directory) ? PROC_FOREIGN : PROC_MISSING;
	fd = openat(directory, "self/status", O_RDONLY | O_CLOEXEC);
	line = proc_take_field(fd < 0 ? NULL : fdopen(fd, "r"), "NSpid");
	if (line)
		proc_number_at(line, 0, &n);
	free(line);
	if (!n)
		return PROC_FOREIGN;
	*level = n - 1;
	return n > 1 ? PROC_OUTER : PROC_OURS;
}

/* The number stays above those of the standard files, which the command may not have been given. */
static int open_directory(void)
{
	int fd = open(PROC_MOUNT, O_PATH | O_DIRECTORY | O_CLOEXEC), high;

	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return high;
}

/* Without a free descriptor it stays unknown: there may be one when it is asked again. */
static void find_root(struct proc_root *root)
{
	struct proc_root found = { .directory = open_directory() };
	int own = -1;

	found.known = found.directory >= 0 || (errno != EMFILE && errno != ENFILE);
	found.numbers = judge_numbers(found.directory, &found.level);
	if (found.numbers == PROC_OUTER || found.numbers == PROC_FOREIGN)
		own = proc_make_private();
	if (own >= 0) {
		close(found.directory);
		found = (struct proc_root){ .known = true, .private = true, .directory = own };
	}
	*root = found;
}

static struct proc_root *state_of_module(void)
{
	static struct proc_root root;

	return &root;
}

/*
 * The child may be in another PID namespace, or may have closed the descriptor: unshare(2),
 * closefrom(3).
 */
static void forget_in_child(void)
{
	state_of_module()->known = false;
}

const struct proc_root *proc_root(void)
{
	struct proc_root *root = state_of_module();
	static bool watched;

	if (root->known)
		return root;
	if (!watched)
		pthread_atfork(NULL, NULL, forget_in_child);
	watched = true;
	find_root(root);
	return root;
}

enum proc_numbers proc_numbers(void)
{
	return proc_root()->numbers;
}

void proc_close(void)
{
	struct proc_root *root = state_of_module();

	if (root->known && root->directory >= 0)
		close(root->directory);
	root->known = false;
}

pid_t proc_number_shown(pid_t pid)
{
	const struct proc_root *root = proc_root();

	switch (root->numbers) {
	case PROC_OURS:
		return pid > 0 ? pid : 0;
	case PROC_OUTER:
		return pid > 0 ? proc_translate_in(root, pid) : 0;
	default:
		return 0;
	}
}

pid_t proc_number_meant(pid_t shown)
{
	const struct proc_root *root = proc_root();

	switch (root->numbers) {
	case PROC_OURS:
		return shown > 0 ? shown : 0;
	case PROC_OUTER:
		return shown > 0 ? proc_translate_out(root, shown) : 0;
	default:
		return 0;
	}
}

/* --- paths ------------------------------------------------------------------------------------ */

static char *append_text(char *to, const char *text)
{
	size_t len = strlen(text);

	memcpy(to, text, len);
	return to + len;
}

static char *put_number(char *to, unsigned number)
{
	char digits[12], *at = digits + sizeof(digits);

	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	memcpy(to, at, (size_t)(digits + sizeof(digits) - at));
	return to + (digits + sizeof(digits) - at);
}

/* Puts "/proc/12/", "/proc/self/" or "/proc/". Returns where the name of the file follows. */
static char *put_process(char *path, pid_t pid)
{
	char *to = append_text(path, PROC_MOUNT);
	pid_t shown;

	if (pid == PROC_SYSTEM)
		return to;
	shown = pid == PROC_SELF ? 0 : proc_number_shown(pid);
	if (shown > 0)
		to = put_number(to, (unsigned)shown);
	else
		to = append_text(to, pid == PROC_SELF ? "self" : NO_PROCESS);
	*to++ = '/';
	return to;
}

static void put_path(char path[PROC_PATH], pid_t pid, const char *format, va_list args)
{
	char *to = put_process(path, pid);

	vsnprintf(to, PROC_PATH - (size_t)(to - path), format, args);
}

void proc_path(char path[PROC_PATH], pid_t pid, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_path(path, pid, format, args);
	va_end(args);
}

void proc_remote_path(char path[PROC_PATH], pid_t pid, const char *format, ...)
{
	char *to = put_number(append_text(path, PROC_MOUNT), (unsigned)pid);
	va_list args;

	*to++ = '/';
	va_start(args, format);
	vsnprintf(to, PROC_PATH - (size_t)(to - path), format, args);
	va_end(args);
}

/* Without printf(3), which takes as long as the call that follows. */
void proc_fd_path(char path[PROC_PATH], pid_t tid, int fd)
{
	char *to = put_process(path, tid);

	if (fd == AT_FDCWD)
		to = append_text(to, "cwd");
	else if (fd >= 0)
		to = put_number(append_text(to, "fd/"), (unsigned)fd);
	else
		to = append_text(to, NO_PROCESS);
	*to = '\0';
}

/*
 * Returns a path for the calls that take a directory: below the procfs if it is one of its files.
 */
static const char *below(const char *path, int *directory)
{
	const struct proc_root *root;

	*directory = AT_FDCWD;
	if (strncmp(path, PROC_MOUNT, strlen(PROC_MOUNT)) != 0)
		return path;
	root = proc_root();
	if (root->directory < 0)
		return path;
	*directory = root->directory;
	return path + strlen(PROC_MOUNT);
}

int proc_open_path(const char *path, int flags)
{
	int directory;
	const char *name = below(path, &directory);

	return openat(directory, name, flags | O_CLOEXEC);
}

int proc_stat_path(const char *path, struct stat *status)
{
	int directory;
	const char *name = below(path, &directory);

	return fstatat(directory, name, status, 0);
}

ssize_t proc_link_path(const char *path, char *buf, size_t len)
{
	int directory;
	const char *name = below(path, &directory);

	return readlinkat(directory, name, buf, len);
}

/*
 * getxattr(2) takes no directory. What is mounted at /proc is the directory but if the module has
 * made one.
 */
ssize_t proc_attribute_of_path(const char *path, const char *attribute, void *buf, size_t len)
{
	char link[PROC_PATH];
	int directory, fd;
	const char *name = below(path, &directory);
	ssize_t got;

	if (name == path || !proc_root()->private)
		return getxattr(path, attribute, buf, len);
	fd = openat(directory, name, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return -1;
	proc_path(link, PROC_SELF, "fd/%d", fd);
	got = getxattr(link, attribute, buf, len);
	close(fd);
	return got;
}

void proc_execute_again(char *const *argv)
{
	execve(PROC_MOUNT "self/exe", argv, environ);
}

/* --- files ------------------------------------------------------------------------------------ */

/* Puts the path that the arguments after `format` make into the variable `path`. */
#define MAKE_PATH(path, pid, format)               \
	do {                                       \
		va_list args;                      \
		va_start(args, format);            \
		put_path(path, pid, format, args); \
		va_end(args);                      \
	} while (0)

int proc_open(pid_t pid, const char *format, ...)
{
	char path[PROC_PATH];

	MAKE_PATH(path, pid, format);
	return proc_open_path(path, O_RDONLY);
}

static FILE *open_stream(const char *path)
{
	int fd = proc_open_path(path, O_RDONLY);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "re");

	if (!file && fd >= 0)
		close(fd);
	return file;
}

FILE *proc_fopen(pid_t pid, const char *format, ...)
{
	char path[PROC_PATH];

	MAKE_PATH(path, pid, format);
	return open_stream(path);
}

DIR *proc_opendir(pid_t pid, const char *format, ...)
{
	char path[PROC_PATH];
	DIR *dir;
	int fd;

	MAKE_PATH(path, pid, format);
	fd = proc_open_path(path, O_RDONLY | O_DIRECTORY);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

bool proc_stat(pid_t pid, struct stat *status, const char *format, ...)
{
	char path[PROC_PATH];

	MAKE_PATH(path, pid, format);
	return !proc_stat_path(path, status);
}

ssize_t proc_link(pid_t pid, char *buf, size_t len, const char *format, ...)
{
	char path[PROC_PATH];

	MAKE_PATH(path, pid, format);
	return proc_link_path(path, buf, len);
}

bool proc_link_text(pid_t pid, char *buf, size_t size, const char *format, ...)
{
	char path[PROC_PATH];
	ssize_t len;

	MAKE_PATH(path, pid, format);
	len = proc_link_path(path, buf, size - 1);
	buf[len > 0 ? len : 0] = '\0';
	return len > 0;
}

ssize_t proc_read(pid_t pid, const char *name, char *buf, size_t size)
{
	int fd = proc_open(pid, "%s", name);
	ssize_t got;

	if (fd < 0)
		return -1;
	got = read(fd, buf, size - 1);
	close(fd);
	buf[got > 0 ? got : 0] = '\0';
	return got;
}

char *proc_read_whole(pid_t pid, const char *name, size_t max, size_t *len)
{
	struct buf text = { 0 };
	int fd = proc_open(pid, "%s", name);
	bool good;

	if (fd < 0)
		return NULL;
	good = buf_read(&text, fd, max);
	close(fd);
	if (!good) {
		buf_free(&text);
		return NULL;
	}
	while (text.len && !text.data[text.len - 1])
		text.len--;
	if (len)
		*len = text.len;
	buf_cstr(&text);
	return text.data;
}

int proc_open_memory(pid_t pid, int flags)
{
	char path[PROC_PATH];

	proc_path(path, pid, "mem");
	return proc_open_path(path, flags);
}
