/* SPDX-License-Identifier: MIT */
/* The files in the table of a ring of io_uring(7), as /proc/PID/fdinfo shows them. */
#include <stdlib.h>
#include <string.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

/*
 * Reads a line of "UserFiles" in /proc/PID/fdinfo: "    0: /etc/hosts". Returns the path; NULL: the
 * line is about another file.
 */
static char *find_path(char *line, uint64_t index)
{
	char *end;
	unsigned long number = strtoul(line, &end, 10);

	if (end == line || *end != ':' || number != index)
		return NULL;
	end += 1 + strspn(end + 1, " \t");
	end[strcspn(end, "\n")] = '\0';
	return end;
}

ssize_t tracee_ring_file(void *ctx, int ring, uint64_t index, char *path, size_t capacity)
{
	const struct tracee *tracee = ctx;
	FILE *info = proc_fopen(tracee->tgid, "fdinfo/%d", ring);
	char *line = NULL, *found = NULL;
	size_t size = 0;
	bool files = false;
	ssize_t len = -1;

	if (!info)
		return -1;
	while (!found && getline(&line, &size, info) >= 0) {
		bool heading = line[0] != ' ';

		files = heading ? !strncmp(line, "UserFiles", strlen("UserFiles")) : files;
		found = files && !heading ? find_path(line, index) : NULL;
	}
	if (found && *found && strcmp(found, "<none>") != 0 && strlen(found) < capacity) {
		len = (ssize_t)strlen(found);
		memcpy(path, found, (size_t)len);
	}
	free(line);
	fclose(info);
	return len;
}
