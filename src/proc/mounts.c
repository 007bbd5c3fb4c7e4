/* SPDX-License-Identifier: MIT */
/* Reads the list of mounts that a process sees: proc_pid_mountinfo(5). */
#include <stdlib.h>
#include <string.h>

#include "scry/proc.h"
#include "scry/util.h"

bool proc_mounts_open(struct proc_mounts *mounts, pid_t pid)
{
	*mounts = (struct proc_mounts){ .file = proc_fopen(pid, "mountinfo") };
	return mounts->file;
}

/* Blanks and some other bytes in names are three octal digits after a backslash. */
static char *unescape(char *name)
{
	const char *from = name;
	char *to = name;

	for (; *from; to++) {
		if (from[0] == '\\' && strspn(from + 1, "01234567") >= 3) {
			*to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = '\0';
	return name;
}

/*
 * "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue": ID, ID of the
 * parent, device, root, point, options, then after " - " type, source, options of the file system.
 */
static bool parse_mount(char *line, struct proc_mount *mount)
{
	char *rest = strstr(line, " - "), *words[5];

	if (!rest)
		return false;
	*rest = '\0';
	rest += strlen(" - ");
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		words[i] = strsep(&line, " ");
		if (!words[i])
			return false;
	}
	mount->id = strtoull(words[0], NULL, 10);
	mount->parent = strtoull(words[1], NULL, 10);
	mount->root = unescape(words[3]);
	mount->point = unescape(words[4]);
	mount->type = strsep(&rest, " ");
	if (!rest || !strsep(&rest, " "))
		return false;
	mount->options = rest ? rest : "";
	return true;
}

bool proc_mounts_next(struct proc_mounts *mounts, struct proc_mount *mount)
{
	while (mounts->file && getline(&mounts->line, &mounts->size, mounts->file) >= 0) {
		mounts->line[strcspn(mounts->line, "\n")] = '\0';
		if (parse_mount(mounts->line, mount))
			return true;
	}
	free(mounts->line);
	if (mounts->file)
		fclose(mounts->file);
	*mounts = (struct proc_mounts){ 0 };
	return false;
}
