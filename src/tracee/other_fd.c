/* SPDX-License-Identifier: MIT */
/* Descriptors of another process, which the call names by its pid or by a pidfd. */
#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

/* Returns the number in the PID namespace of scry; 0: there is no such process, or it is unknown. */
static pid_t find_owner_tid(struct tracee *tracee, struct fetch_owner owner)
{
	uint64_t pid;
	pid_t found;

	if (owner.by_pidfd) {
		if (!proc_fd_number(tracee->tid, owner.number, "Pid", 10, &pid) || (int)pid <= 0)
			return 0;
		return proc_number_meant((pid_t)pid);
	}
	found = owner.number > 0 ? tracee_pid_to_own_namespace(tracee, owner.number) : 0;
	return found > 0 ? found : 0;
}

/*
 * Nothing is remembered of another process. Not even of another thread of the tracee, which may
 * have a table of its own: unshare(2), CLONE_FILES.
 */
static struct tracee tracee_like(struct tracee *tracee, pid_t tid)
{
	return (struct tracee){ .tid = tid, .tgid = tid, .watch = tracee->watch };
}

ssize_t tracee_other_fd_path(void *ctx, struct fetch_owner owner, int fd, char *buf, size_t len)
{
	pid_t tid = find_owner_tid(ctx, owner);
	struct tracee other = tracee_like(ctx, tid);

	return tid ? tracee_fd_path(&other, fd, buf, len) : -1;
}

bool tracee_other_fd_detail(void *ctx, struct fetch_owner owner, int fd, const char *path,
			    size_t len, unsigned kinds, struct fd_detail *detail)
{
	pid_t tid = find_owner_tid(ctx, owner);
	struct tracee other = tracee_like(ctx, tid);

	return tid && tracee_fd_detail(&other, fd, path, len, kinds, detail);
}
