/* SPDX-License-Identifier: MIT */
/*
 * Files whose execution gives rights.
 *
 * The kernel lets an ordinary user install a filter only in a process with NO_NEW_PRIVS. Such a
 * process and its children gain no rights by execve(2). While it is traced it would gain none
 * anyway, unless scry has CAP_SYS_PTRACE, but NO_NEW_PRIVS stays when the trace has ended.
 */
#include "engine/ptrace/rights.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "engine/ptrace/ptrace.h"
#include "scry/proc.h"
#include "scry/seccomp.h"
#include "scry/tracee.h"
#include "scry/util.h"

#define EXECUTABLE_MAX 4096

/*
 * What makes the execution of a file give rights, as an adjective; NULL: it gives none. execve(2).
 */
static const char *find_gain(const char *path)
{
	int fd = proc_open_path(path, O_PATH);
	struct stat file;
	struct statvfs system;
	bool known = fd >= 0 && !fstat(fd, &file) && !fstatvfs(fd, &system);

	if (fd >= 0)
		close(fd);
	if (!known || system.f_flag & ST_NOSUID)
		return NULL;
	if (file.st_mode & S_ISUID && file.st_uid != geteuid())
		return "set-user-ID";
	/* Without the right to execute S_ISGID is a mark of file locks: inode(7). */
	if (file.st_mode & S_ISGID && file.st_mode & S_IXGRP && file.st_gid != getegid())
		return "set-group-ID";
	if (proc_attribute_of_path(path, "security.capability", NULL, 0) > 0)
		return "privileged (setcap)";
	return NULL;
}

/* How the execution of such a file gives no rights. */
static enum loss {
	LOSS_NONE,
	LOSS_OF_FILTER, /* now and later */
	LOSS_OF_TRACER, /* execve(2): a process under a tracer without CAP_SYS_PTRACE gains none */
} find_loss(const struct ptrace_engine *engine)
{
	if (engine->filter && engine->filter_takes_rights)
		return LOSS_OF_FILTER;
	return seccomp_keeps_rights() ? LOSS_NONE : LOSS_OF_TRACER;
}

bool rights_watch_execs(const struct ptrace_engine *engine)
{
	return !engine->warned_of_rights && find_loss(engine) == LOSS_OF_FILTER;
}

void rights_note_exec(struct ptrace_engine *engine, pid_t pid)
{
	enum loss loss = engine->warned_of_rights ? LOSS_NONE : find_loss(engine);
	char link[PROC_PATH], path[EXECUTABLE_MAX];
	const char *gain = NULL;
	ssize_t len;

	proc_path(link, pid, "exe");
	if (loss)
		gain = find_gain(link);
	/* With this flag of its own the process would gain none without scry. */
	if (!gain || (loss == LOSS_OF_TRACER && proc_status(pid, "NoNewPrivs") == 1))
		return;
	len = proc_link_path(link, path, sizeof(path));
	engine->warned_of_rights = true;
	warn("process %d executes the %s program '%.*s': it gains no rights%s%s", pid, gain,
	     len > 0 ? (int)len : 1, len > 0 ? path : "?",
	     loss == LOSS_OF_FILTER
		     ? ", also not after the end of scry, because the kernel filter needs "
		       "NO_NEW_PRIVS; --seccomp-bpf=off does without"
		     : " while an ordinary user traces it; root can: scry -u USER PROG",
	     loss == LOSS_OF_TRACER && engine->hand_over
		     ? "; when bpf has taken over, such programs gain their rights and leave the "
		       "trace: --engine=ptrace and --engine=bpf do one of the two all the time"
		     : "");
}
