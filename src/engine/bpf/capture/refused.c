/* SPDX-License-Identifier: MIT */
/*
 * Says why an ordinary user cannot have the bpf engine, and what to do. (grp.h has a struct with
 * the same name as an enum of scry/sink.h.)
 */
#include "engine/bpf/capture/refused.h"

#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/bpf/capture/protocol.h"
#include "scry/util.h"

#define NEEDS "needs the capabilities CAP_BPF and CAP_PERFMON: run scry as root"

void refused_execution(const char *path, int error, struct buf *why)
{
	struct stat status;
	struct group *group = NULL;

	if (error == EACCES && !stat(path, &status) && !(status.st_mode & S_IXOTH))
		group = getgrgid(status.st_gid);
	buf_puts(why, NEEDS);
	if (group)
		buf_printf(why,
			   ", or become a member of group %s, which may execute %s (as root: "
			   "usermod -aG %s USER; then log in again)",
			   group->gr_name, path, group->gr_name);
	else if (error == ENOENT)
		buf_printf(why, ", or give them to it with setcap(8); there is no %s", path);
	else
		buf_printf(why, "; %s cannot be executed: %s", path, strerror(error));
}

void refused_set_up(const char *path, struct buf *why)
{
	buf_printf(why,
		   NEEDS ", or let root give them to %s for the members of a group "
			 "(scry-capture-setup)",
		   path);
}

void refused_request(const char *path, const struct protocol_reply *reply, struct buf *why)
{
	switch (reply->step) {
	case PROTOCOL_CAPABILITIES:
		refused_set_up(path, why);
		break;
	case PROTOCOL_KERNEL:
		buf_puts(why, "needs Linux 6.10 or later for a user that is not root");
		break;
	case PROTOCOL_USER:
		if (reply->error == EAGAIN)
			buf_printf(why, "cannot be had, because %u traces of this user run already",
				   PROTOCOL_PROGRAMS);
		else
			buf_puts(why, "cannot be had, because the real and the effective user "
				      "or group of scry differ");
		break;
	case PROTOCOL_COUNTING:
		buf_printf(why,
			   "cannot be had, because %s cannot count the traces of this user: %s",
			   path, strerror((int)reply->error));
		break;
	case PROTOCOL_REQUEST:
		buf_printf(why,
			   "cannot be had, because %s refuses the request: it is of another "
			   "version of scry, or --ring-size is above 64 MiB",
			   path);
		break;
	default:
		buf_printf(why, "cannot be had, because %s cannot load the program: %s", path,
			   strerror((int)reply->error));
		break;
	}
}
