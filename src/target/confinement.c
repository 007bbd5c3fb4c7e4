/* SPDX-License-Identifier: MIT */
/*
 * What a container keeps from scry, with the words by which docker, podman and Kubernetes give it.
 */
#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/target.h"
#include "scry/tracee.h"

/*
 * include/linux/proc_ns.h of the kernel: the inodes of the namespaces that are there from its start
 * on.
 */
#define INITIAL_USER 0xeffffffdu
#define INITIAL_PID 0xeffffffcu

/* A command that bpf(2) does not have. */
#define NO_BPF_COMMAND 0x7fffffff
/* A filter may ask another process, which answers at once if it answers at all. */
#define ANSWER_SECONDS 5

static const struct {
	enum target_capability bit;
	int number;
	const char *name;
} capabilities[] = {
	{ CAPABILITY_SYS_PTRACE, CAP_SYS_PTRACE, "SYS_PTRACE" },
	{ CAPABILITY_BPF, CAP_BPF, "BPF" },
	{ CAPABILITY_PERFMON, CAP_PERFMON, "PERFMON" },
};

/* An unknown namespace counts as the initial one: nothing is said of it. */
static bool is_initial(const char *name, uint64_t number)
{
	uint64_t own = proc_namespace(PROC_SELF, name);

	return !own || own == number;
}

/* Even root gets no capability that is not in the bounding set: capabilities(7). */
bool target_lacks_capabilities(unsigned wanted, struct buf *why)
{
	struct buf options = { 0 }, names = { 0 };
	bool lacks;

	for (size_t i = 0; i < ARRAY_SIZE(capabilities); i++) {
		if (!(wanted & capabilities[i].bit) ||
		    prctl(PR_CAPBSET_READ, capabilities[i].number, 0, 0, 0) != 0)
			continue;
		buf_printf(&options, "%s--cap-add=%s", options.len ? " " : "",
			   capabilities[i].name);
		buf_printf(&names, "%s\"%s\"", names.len ? ", " : "", capabilities[i].name);
	}
	lacks = options.len;
	if (lacks)
		buf_printf(why,
			   "a container gets %s by %s (docker, podman) or "
			   "securityContext.capabilities.add: [%s] (Kubernetes)",
			   strchr(buf_cstr(&options), ' ') ? "them" : "it", buf_cstr(&options),
			   buf_cstr(&names));
	buf_free(&options);
	buf_free(&names);
	return lacks;
}

static void explain_filter(const char *call, struct buf *why)
{
	buf_printf(why,
		   "a seccomp filter refuses %s(2): a container gets another one by "
		   "--security-opt seccomp=PROFILE.json, or =unconfined (docker, podman), or "
		   "securityContext.seccompProfile (Kubernetes)",
		   call);
}

static bool has_filter(void)
{
	return proc_status(getpid(), "Seccomp") > 0;
}

/* scry is no tracee of its own: the kernel says ESRCH. */
static bool is_ptrace_refused(void)
{
	return ptrace(PTRACE_DETACH, getpid(), NULL, NULL) && errno != ESRCH;
}

/* The kernel says EINVAL to a process that has the capabilities in the initial user namespace. */
static bool is_bpf_refused(void)
{
	return syscall(SYS_bpf, NO_BPF_COMMAND, NULL, 0) && errno != EINVAL;
}

bool target_lacks_ptrace(struct buf *why)
{
	if (!has_filter() || !is_ptrace_refused())
		return false;
	explain_filter("ptrace", why);
	return true;
}

static bool lacks_bpf(bool (*is_refused)(void), struct buf *why)
{
	if (!is_initial("user", INITIAL_USER)) {
		buf_puts(why, "they count in the initial user namespace only, and scry is in "
			      "another one, as in a rootless container: run scry outside of it, "
			      "with --container");
		return true;
	}
	if (!has_filter() || !is_refused())
		return false;
	explain_filter("bpf", why);
	return true;
}

bool target_lacks_bpf(struct buf *why)
{
	return lacks_bpf(is_bpf_refused, why);
}

/* Has a child make a call, because the filter may kill the process that makes it. */
static bool is_refused_to_child(bool (*is_refused)(void))
{
	int status = 0;
	pid_t child = fork();

	if (!child) {
		/* It leaves no core. */
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
		alarm(ANSWER_SECONDS);
		_exit(is_refused());
	}
	return child > 0 && waitpid(child, &status, 0) == child && status;
}

static bool is_ptrace_refused_to_child(void)
{
	return is_refused_to_child(is_ptrace_refused);
}

static bool is_bpf_refused_to_child(void)
{
	return is_refused_to_child(is_bpf_refused);
}

bool target_tries_ptrace(struct buf *why)
{
	if (!has_filter() || !is_ptrace_refused_to_child())
		return true;
	explain_filter("ptrace", why);
	return false;
}

bool target_tries_bpf(struct buf *why)
{
	return !lacks_bpf(is_bpf_refused_to_child, why);
}

bool target_lacks_processes(struct buf *why)
{
	if (proc_numbers() == PROC_MISSING) {
		buf_puts(why, "/proc, which lists processes, is not mounted here: mount -t proc "
			      "proc /proc");
		return true;
	}
	if (proc_numbers() == PROC_FOREIGN) {
		buf_puts(why, "/proc belongs to another PID namespace: mount -t proc proc /proc");
		return true;
	}
	if (is_initial("pid", INITIAL_PID))
		return false;
	buf_puts(why, "scry is in a PID namespace: a container sees the processes of its host with "
		      "--pid=host (docker, podman) or hostPID: true (Kubernetes)");
	return true;
}
