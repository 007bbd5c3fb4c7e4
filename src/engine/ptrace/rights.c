/* SPDX-License-Identifier: MIT */
/*
 * Files whose execution gives rights.
 *
 * The kernel lets an ordinary user install a filter only in a process with NO_NEW_PRIVS. Such a process and its children
 * gain no rights by execve(2). While it is traced it would gain none anyway, unless scry has CAP_SYS_PTRACE, but NO_NEW_PRIVS
 * stays when the trace has ended.
 */
#include "engine/ptrace/rights.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "engine/ptrace/ptrace.h"
#include "scry/util.h"

#define EXECUTABLE_MAX 4096

/* What makes the execution of a file give rights, as an adjective; NULL: it gives none. execve(2). */
static const char *find_gain(const char *path)
{
	struct stat file;
	struct statvfs system;

	if (stat(path, &file) || statvfs(path, &system) || system.f_flag & ST_NOSUID)
		return NULL;
	if (file.st_mode & S_ISUID && file.st_uid != geteuid())
		return "set-user-ID";
	/* Without the right to execute S_ISGID is a mark of file locks: inode(7). */
	if (file.st_mode & S_ISGID && file.st_mode & S_IXGRP && file.st_gid != getegid())
		return "set-group-ID";
	if (getxattr(path, "security.capability", NULL, 0) > 0)
		return "privileged (setcap)";
	return NULL;
}

bool rights_watch_execs(const struct ptrace_engine *engine)
{
	return engine->filter && engine->filter_takes_rights && !engine->warned_of_rights;
}

void rights_note_exec(struct ptrace_engine *engine, pid_t pid)
{
	char link[64], path[EXECUTABLE_MAX];
	const char *gain;
	ssize_t len;

	if (!rights_watch_execs(engine))
		return;
	snprintf(link, sizeof(link), "/proc/%d/exe", pid);
	gain = find_gain(link);
	if (!gain)
		return;
	len = readlink(link, path, sizeof(path));
	engine->warned_of_rights = true;
	warn("process %d executes the %s program '%.*s': it gains no rights, also not after the "
	     "end of "
	     "scry, because the kernel filter needs NO_NEW_PRIVS; --seccomp-bpf=off does without",
	     pid, gain, len > 0 ? (int)len : 1, len > 0 ? path : "?");
}
