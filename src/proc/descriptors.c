/* SPDX-License-Identifier: MIT */
/* Descriptors and mappings of any process. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "proc/root.h"
#include "scry/util.h"

ssize_t proc_fd_link(pid_t tid, int fd, char *buf, size_t len)
{
	char path[PROC_PATH];

	proc_fd_path(path, tid, fd);
	return proc_link_path(path, buf, len);
}

bool proc_fd_status(pid_t tid, int fd, unsigned mask, struct statx *status)
{
	const struct proc_root *root = proc_root();
	size_t skipped = root->directory < 0 ? 0 : strlen(PROC_MOUNT);
	char path[PROC_PATH];

	proc_fd_path(path, tid, fd);
	return !statx(root->directory, path + skipped, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, mask,
		      status);
}

char *proc_fd_field(pid_t tid, int fd, const char *field)
{
	return proc_take_field(proc_fopen(tid, "fdinfo/%d", fd), field);
}

bool proc_fd_number(pid_t tid, int fd, const char *field, int base, uint64_t *number)
{
	char *line = proc_fd_field(tid, fd, field);

	if (!line)
		return false;
	*number = strtoull(line, NULL, base);
	free(line);
	return true;
}

int proc_fd_flags(pid_t tid, int fd)
{
	uint64_t flags;

	return proc_fd_number(tid, fd, "flags", 8, &flags) ? (int)flags : -1;
}

int proc_each_descriptor(pid_t pid, bool (*each)(void *ctx, int dir, const char *name, int fd),
			 void *ctx)
{
	DIR *dir = proc_opendir(pid, "fd");
	struct dirent *entry;
	bool done = false;

	if (!dir)
		return -1;
	while (!done && (entry = readdir(dir))) {
		uint64_t fd;

		if (parse_decimal(entry->d_name, INT32_MAX, &fd))
			done = each(ctx, dirfd(dir), entry->d_name, (int)fd);
	}
	closedir(dir);
	return done;
}

/* --- mappings --------------------------------------------------------------------------------- */

/* Converts the number at *at, and moves *at past it and the separator. */
static uint64_t take_number(char **at, int base)
{
	uint64_t number = strtoull(*at, at, base);

	if (**at)
		++*at;
	return number;
}

static bool is_octal(const char *s)
{
	return s[0] >= '0' && s[0] <= '3' && s[1] >= '0' && s[1] <= '7' && s[2] >= '0' &&
	       s[2] <= '7';
}

/* Ends the path with the line. The kernel writes a newline in a path as \012. */
static const char *unescape(char *path)
{
	char *to = path;

	for (const char *from = path; *from && *from != '\n'; to++) {
		bool escaped = *from == '\\' && is_octal(from + 1);

		*to = escaped ? (char)strtoul((char[]){ from[1], from[2], from[3], 0 }, NULL, 8)
			      : *from;
		from += escaped ? 4 : 1;
	}
	*to = '\0';
	return path;
}

/* "START-END rwxp OFFSET MAJOR:MINOR INODE   PATH" */
bool proc_parse_mapping(char *line, struct proc_mapping *mapping)
{
	unsigned major_number, minor_number;

	mapping->start = take_number(&line, 16);
	mapping->end = take_number(&line, 16);
	if (strlen(line) < 5)
		return false;
	mapping->writable = line[1] == 'w';
	mapping->executable = line[2] == 'x';
	line += 5;
	mapping->offset = take_number(&line, 16);
	major_number = (unsigned)take_number(&line, 16);
	minor_number = (unsigned)take_number(&line, 16);
	mapping->dev = makedev(major_number, minor_number);
	mapping->inode = take_number(&line, 10);
	mapping->path = unescape(line + strspn(line, " "));
	return true;
}

int proc_each_mapping(pid_t pid, bool (*each)(void *ctx, const struct proc_mapping *mapping),
		      void *ctx)
{
	FILE *file = proc_fopen(pid, "maps");
	struct proc_mapping mapping;
	char *line = NULL;
	size_t size = 0;
	bool done = false;

	if (!file)
		return -1;
	for (unsigned n = 0; !done && n < PROC_MAPPINGS && getline(&line, &size, file) > 0; n++)
		done = proc_parse_mapping(line, &mapping) && each(ctx, &mapping);
	free(line);
	fclose(file);
	return done;
}
