/* SPDX-License-Identifier: MIT */
/* Why the kernel does not let scry trace a process. */
#include "engine/ptrace/refusal.h"

#include <fcntl.h>
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

/* The TracerPid of a tracer in another PID namespace is 0, so that this one is in the namespace of scry. */
static void name_tracer(long tracer, struct buf *why)
{
	char comm[COMM_LEN];
	ssize_t len = proc_comm((pid_t)tracer, comm, sizeof(comm));

	buf_printf(why, "; process %ld", tracer);
	if (len > 0)
		buf_printf(why, " (%.*s)", (int)len, comm);
	buf_puts(why, " traces it already");
}

/* Appends ": a container gets it by ..." if scry cannot have the capability that is named before. */
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

bool refusal_explain(pid_t tid, bool may_trace, struct buf *why)
{
	long tracer = proc_status(tid, "TracerPid"), uid = proc_status(tid, "Uid");
	int scope = ptrace_scope();

	if (tracer > 0)
		name_tracer(tracer, why);
	else if (proc_status(tid, "Kthread") == 1)
		buf_puts(why, "; it is a thread of the kernel");
	else if (uid < 0)
		buf_puts(why, "; /proc says nothing of it");
	else if (proc_status(tid, "VmSize") < 0)
		buf_puts(why, "; it has ended and waits for its parent");
	else if (geteuid() && (uid_t)uid != geteuid())
		buf_printf(why, "; it belongs to user %ld: run scry as that user, or as root", uid);
	else if (scope > (may_trace ? 1 : 0))
		explain_scope(scope, why);
	else
		return false;
	return true;
}
