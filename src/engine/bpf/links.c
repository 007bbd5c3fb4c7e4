/* SPDX-License-Identifier: MIT */
/*
 * Attaches the kernel program. The headers of all variants have the same struct engine_program
 * (maint/update-bpf compares them).
 */
#include "engine/bpf/links.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/bpf/kernel/wire.h"

#include "engine/bpf/kernel/program.skel.h"

/* Before Linux 6.4 this tracepoint has another name. */
static int attach_submitted(struct engine_program *program)
{
	int fd = engine_program__submitted__attach(program);

	if (fd >= 0 || errno != ENOENT)
		return fd;
	fd = skel_raw_tracepoint_open("io_uring_submit_sqe", program->progs.submitted.prog_fd);
	if (fd > 0)
		program->links.submitted_fd = fd;
	return fd;
}

int links_attach_requests(struct engine_program *program)
{
	/* A request that is reported has its result reported. */
	static int (*const attach_each[])(struct engine_program *) = {
		engine_program__completed__attach,
		engine_program__overflowed__attach,
		engine_program__link_failed__attach,
		engine_program__waiting__attach,
		engine_program__armed__attach,
		engine_program__punted__attach,
		engine_program__ring_made__attach,
		engine_program__refused__attach,
		attach_submitted,
	};

	uint32_t one = 1, taken = (uint32_t)program->progs.taken.prog_fd;

	if (skel_map_update_elem(program->maps.continuations.map_fd, &one, &taken, BPF_ANY))
		return -errno;
	for (size_t i = 0; i < sizeof(attach_each) / sizeof(attach_each[0]); i++)
		if (attach_each[i](program) < 0)
			return -errno;
	return 0;
}

int links_attach_iterator(struct engine_program *program)
{
	return engine_program__mark__attach(program) < 0 ? -errno : 0;
}

int links_attach(struct engine_program *program)
{
	/*
	 * The program of the entry is attached last: a call that it reports has the program of the
	 * exit. capture() is not attached, because both continue with it.
	 */
	static int (*const attach_each[])(struct engine_program *) = {
		engine_program__leave__attach,	   engine_program__made__attach,
		engine_program__executed__attach,  engine_program__ended__attach,
		engine_program__signalled__attach, engine_program__generated__attach,
		engine_program__stopped__attach,   engine_program__enter__attach,
	};
	uint32_t zero = 0, capture = (uint32_t)program->progs.capture.prog_fd;

	if (skel_map_update_elem(program->maps.continuations.map_fd, &zero, &capture, BPF_ANY))
		return -errno;
	if (program->rodata->task_names && engine_program__renamed__attach(program) < 0)
		return -errno;
	for (size_t i = 0; i < sizeof(attach_each) / sizeof(attach_each[0]); i++)
		if (attach_each[i](program) < 0)
			return -errno;
	return 0;
}
