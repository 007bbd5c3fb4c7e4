/* SPDX-License-Identifier: MIT */
/* Why the kernel does not let scry trace a process. */
#include "engine/ptrace/refusal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/target.h"
#include "scry/tracee.h"

#define PTRACE_SCOPE PROC_MOUNT "sys/kernel/yama/ptrace_scope"

/* TASK_COMM_LEN is 16; the names of kernel threads are longer. */
#define COMM_LEN 64

/* Returns -1 without Yama. */
static int ptrace_scope(void)
{
	int fd = proc_open_path(PTRACE_SCOPE, O_RDONLY);
	char digit;
	ssize_t got;

	if (fd < 0)
		return -1;
	got = read(fd, &digit, 1);
	close(fd);
	return got == 1 ? digit - '0' : -1;
}

/*
 * The TracerPid of a tracer in another PID namespace is 0, so that this one is in the namespace of
 * scry.
 */
static void name_tracer(long tracer, struct buf *why)
{
	char comm[COMM_LEN];
	ssize_t len = proc_comm((pid_t)tracer, comm, sizeof(comm));

	buf_printf(why, "; process %ld", tracer);
	if (len > 0)
		buf_printf(why, " (%.*s)", (int)len, comm);
	buf_puts(why, " traces it already");
}

/*
 * Appends ": a container gets it by ..." if scry cannot have the capability that is named before.
 */
static void add_capability(struct buf *why)
{
	struct buf words = { 0 };

	if (target_lacks_capabilities(CAPABILITY_SYS_PTRACE, &words))
		buf_printf(why, ": %s", buf_cstr(&words));
	buf_free(&words);
}

static void explain_scope(int scope, struct buf *why)
{
	buf_printf(why, "; " PTRACE_SCOPE " is %d: %s", scope,
		   scope == 1	? "without CAP_SYS_PTRACE only descendants can be traced"
		   : scope == 2 ? "CAP_SYS_PTRACE is needed"
				: "nothing can be attached to");
	if (scope < 3)
		add_capability(why);
}

bool refusal_explain_filter(struct buf *why)
{
	struct buf words = { 0 };
	bool refuses = target_lacks_ptrace(&words);

	if (refuses)
		buf_printf(why, "; %s", buf_cstr(&words));
	buf_free(&words);
	return refuses;
}

void refusal_add_capability(struct buf *why)
{
	buf_puts(why, "; CAP_SYS_PTRACE is needed");
	add_capability(why);
}

void refusal_add_namespace(struct buf *why)
{
	struct buf words = { 0 };

	if (target_lacks_processes(&words))
		buf_printf(why, "; %s", buf_cstr(&words));
	buf_free(&words);
}

static bool has_ended(pid_t tid)
{
	char state = proc_state(tid);

	return state == 'Z' || state == 'X';
}

pid_t refusal_find_living(pid_t tgid)
{
	pid_t *tids, living = 0;
	ssize_t n = proc_threads(tgid, &tids);

	for (ssize_t i = 0; i < n && !living; i++)
		if (!has_ended(tids[i]))
			living = tids[i];
	if (n >= 0)
		free(tids);
	return living;
}

/* Only a process has memory. The line Kthread of proc_pid_status(5) came with Linux 6.10. */
static bool is_of_kernel(pid_t tid)
{
	return proc_status(tid, "Kthread") == 1 ||
	       (proc_status(tid, "VmSize") < 0 && proc_status(tid, "Uid") >= 0 && !has_ended(tid));
}

bool refusal_explain_any(pid_t tid, bool follow, struct buf *why)
{
	pid_t living;

	if (is_of_kernel(tid)) {
		buf_puts(why, "; it is a thread of the kernel");
		return true;
	}
	if (!has_ended(tid))
		return false;
	living = refusal_find_living(tid);
	if (living && follow)
		return false;
	if (living)
		buf_printf(why,
			   "; this thread has ended, and others of its process go on, as -p %d",
			   living);
	else
		buf_puts(why, "; it has ended and waits for its parent");
	return true;
}

bool refusal_explain(pid_t tid, bool may_trace, struct buf *why)
{
	long tracer = proc_status(tid, "TracerPid"), uid = proc_status(tid, "Uid");
	int scope = ptrace_scope();

	if (tracer > 0)
		name_tracer(tracer, why);
	else if (refusal_explain_any(tid, false, why))
		;
	else if (uid < 0)
		buf_puts(why, "; /proc says nothing of it");
	else if (geteuid() && (uid_t)uid != geteuid())
		buf_printf(why, "; it belongs to user %ld: run scry as that user, or as root", uid);
	else if (scope > (may_trace ? 1 : 0))
		explain_scope(scope, why);
	else
		return false;
	return true;
}
