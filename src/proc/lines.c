/* SPDX-License-Identifier: MIT */
/* Lines, links and directories of a procfs. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc/root.h"
#include "scry/util.h"

pid_t proc_number_at(const char *line, unsigned index, unsigned *n)
{
	pid_t found = 0;

	for (*n = 0;; ++*n) {
		char *end;
		long number = strtol(line, &end, 10);

		if (end == line)
			return found;
		if (*n == index)
			found = (pid_t)number;
		line = end;
	}
}

pid_t proc_find_self(int directory)
{
	char text[16];
	ssize_t len = readlinkat(directory, "self", text, sizeof(text) - 1);

	text[len > 0 ? len : 0] = '\0';
	return (pid_t)strtol(text, NULL, 10);
}

ssize_t proc_take_numbers(DIR *dir, pid_t **numbers)
{
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

char *proc_take_field(FILE *file, const char *field)
{
	char *line = NULL, *found = NULL;
	size_t size = 0, len = strlen(field);

	if (!file)
		return NULL;
	while (!found && getline(&line, &size, file) >= 0)
		if (!strncmp(line, field, len) && line[len] == ':')
			found = xstrdup(line + len + 1);
	free(line);
	fclose(file);
	return found;
}
