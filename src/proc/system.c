/* SPDX-License-Identifier: MIT */
/* What /proc says of the whole system: mounts, SELinux, the start of the kernel. */
#include <mntent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc/root.h"
#include "scry/util.h"

/* The functions of getmntent(3) take a stream as setmntent(3) returns it: any stream. */
char *proc_find_mount(const char *type)
{
	FILE *mounts = proc_fopen(PROC_SELF, "mounts");
	const struct mntent *mount;
	char *directory = NULL;

	while (mounts && !directory && (mount = getmntent(mounts)))
		if (!strcmp(mount->mnt_type, type))
			directory = xstrdup(mount->mnt_dir);
	if (mounts)
		fclose(mounts);
	return directory;
}

/*
 * As in is_selinux_enabled(3), SELinux runs if selinuxfs is mounted: only a kernel with SELinux has
 * that file system.
 */
bool proc_selinux_runs(void)
{
	char *directory = proc_find_mount("selinuxfs");

	free(directory);
	return directory;
}

ssize_t proc_context(pid_t tid, char *buf, size_t len)
{
	int fd = proc_open(tid, "attr/current");
	ssize_t got = -1;

	if (fd >= 0) {
		got = read(fd, buf, len);
		close(fd);
	}
	while (got > 0 && (!buf[got - 1] || buf[got - 1] == '\n'))
		got--;
	return got;
}

bool proc_boot_id(char id[37])
{
	return proc_read(PROC_SYSTEM, "sys/kernel/random/boot_id", id, 37) == 36;
}

uint64_t proc_oom_kills(void)
{
	static const char key[] = "oom_kill ";
	FILE *file = proc_fopen(PROC_SYSTEM, "vmstat");
	uint64_t n = 0;
	char line[128];

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, key, strlen(key)))
			n = strtoull(line + strlen(key), NULL, 10);
	if (file)
		fclose(file);
	return n;
}
