/* SPDX-License-Identifier: MIT */
/* Says why an ordinary user cannot have the bpf engine, and what to do. (grp.h has a struct with the same name as an enum of scry/sink.h.) */
#include "engine/bpf/refused.h"

#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/bpf/protocol.h"
#include "scry/util.h"

#define NEEDS "--engine=bpf needs the capabilities CAP_BPF and CAP_PERFMON: run scry as root"
#define PTRACE_WORKS "; the ptrace engine (without --engine=bpf) works"

void refused_execution(const char *path, int error)
{
	struct stat status;
	struct group *group = NULL;

	if (error == EACCES && !stat(path, &status) && !(status.st_mode & S_IXOTH))
		group = getgrgid(status.st_gid);
	if (group)
		warn(NEEDS
		     ", or become a member of group %s, which may execute %s (as root: usermod "
		     "-aG %s USER; then log in again)" PTRACE_WORKS,
		     group->gr_name, path, group->gr_name);
	else if (error == ENOENT)
		warn(NEEDS ", or give them to it with setcap(8); there is no %s" PTRACE_WORKS,
		     path);
	else
		warn(NEEDS "; %s cannot be executed: %s" PTRACE_WORKS, path, strerror(error));
}

void refused_request(const char *path, const struct protocol_reply *reply)
{
	const char *why = strerror((int)reply->error);

	switch (reply->step) {
	case PROTOCOL_CAPABILITIES:
		warn(NEEDS ", or let root give them to %s for the members of a group "
			   "(scry-capture-setup)" PTRACE_WORKS,
		     path);
		break;
	case PROTOCOL_KERNEL:
		warn("--engine=bpf needs Linux 6.10 or later for a user that is not "
		     "root" PTRACE_WORKS);
		break;
	case PROTOCOL_USER:
		if (reply->error == EAGAIN)
			warn("--engine=bpf: too many traces of this user run at the same "
			     "time" PTRACE_WORKS);
		else
			warn("--engine=bpf: the real and the effective user or group of scry "
			     "differ" PTRACE_WORKS);
		break;
	case PROTOCOL_REQUEST:
		warn("--engine=bpf: %s refuses the request: it is of another version of scry, or "
		     "--ring-size is above 64 MiB" PTRACE_WORKS,
		     path);
		break;
	default:
		warn("--engine=bpf: %s cannot load the program: %s" PTRACE_WORKS, path, why);
		break;
	}
}

void refused_silently(const char *path)
{
	warn("--engine=bpf: %s has ended without an answer" PTRACE_WORKS, path);
}
