/* SPDX-License-Identifier: MIT */
/* A procfs of the PID namespace of scry that is mounted nowhere: fsopen(2), since Linux 5.2. */
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/root.h"

/* linux/mount.h, which cannot be included beside sys/mount.h of every C library. */
#define OPEN_CLOEXEC 1u /* FSOPEN_CLOEXEC, FSMOUNT_CLOEXEC */
#define COMMAND_CREATE 6u /* FSCONFIG_CMD_CREATE */
#define NO_SIDE_EFFECTS 14u /* MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC */

#define STACK_BYTES 65536

static int mount_nowhere(void)
{
#ifdef SYS_fsopen
	int system = (int)syscall(SYS_fsopen, "proc", OPEN_CLOEXEC), mount = -1;

	if (system < 0)
		return -1;
	if (!syscall(SYS_fsconfig, system, COMMAND_CREATE, NULL, NULL, 0))
		mount = (int)syscall(SYS_fsmount, system, OPEN_CLOEXEC, NO_SIDE_EFFECTS);
	close(system);
	return mount;
#else
	return -1;
#endif
}

struct helper {
	int mount;
	char stack[STACK_BYTES] __attribute__((aligned(16)));
};

static int mount_in_namespace(void *ctx)
{
	struct helper *helper = ctx;

	helper->mount = unshare(CLONE_NEWNS) ? -1 : mount_nowhere();
	return 0;
}

/*
 * In a user namespace scry may mount only in a mount namespace of that user namespace. A child
 * makes one, and shares its descriptors with scry. The child has no signal for its end, so that no
 * other wait finds it.
 */
static int mount_by_helper(void)
{
	static struct helper helper;
	pid_t child;

	helper.mount = -1;
	child = clone(mount_in_namespace, helper.stack + sizeof(helper.stack),
		      CLONE_VM | CLONE_VFORK | CLONE_FILES, &helper);
	if (child > 0)
		waitpid(child, NULL, __WCLONE);
	return helper.mount;
}

int proc_make_private(void)
{
	int mount = mount_nowhere();

	if (mount < 0)
		mount = mount_by_helper();
	/*
	 * unshare(2) with CLONE_NEWPID: children of the caller are in another namespace than the
	 * caller.
	 */
	if (mount >= 0 && proc_find_self(mount) != getpid()) {
		close(mount);
		return -1;
	}
	return mount;
}
