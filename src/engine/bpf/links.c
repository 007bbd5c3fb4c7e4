/* SPDX-License-Identifier: MIT */
/* Attaches the kernel program. The headers of all variants have the same struct engine_program (maint/update-bpf compares them). */
#include "engine/bpf/links.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/bpf/wire.h"

#include "engine/bpf/program.skel.h"

int links_attach_requests(struct engine_program *program, int others[REQUEST_LINKS])
{
	int error = engine_program__completed__attach(program);

	others[0] = others[1] = -1;
	if (error >= 0)
		error = engine_program__submitted__attach(program);
	if (error < 0)
		return error;
	/* This program has three tracepoints. */
	others[0] = skel_raw_tracepoint_open("io_uring_create", program->progs.completed.prog_fd);
	others[1] =
		skel_raw_tracepoint_open("io_uring_req_failed", program->progs.completed.prog_fd);
	return others[0] < 0 || others[1] < 0 ? -errno : 0;
}

int links_attach(struct engine_program *program)
{
	/*
	 * The program of the entry is attached last: a call that it reports has the program of the exit. capture() is not attached, because
	 * both continue with it.
	 */
	static int (*const attach_each[])(struct engine_program *) = {
		engine_program__leave__attach,	   engine_program__made__attach,
		engine_program__executed__attach,  engine_program__ended__attach,
		engine_program__signalled__attach, engine_program__generated__attach,
		engine_program__stopped__attach,   engine_program__mark__attach,
		engine_program__enter__attach,
	};
	uint32_t zero = 0, capture = (uint32_t)program->progs.capture.prog_fd;
	int error;

	if (skel_map_update_elem(program->maps.continuations.map_fd, &zero, &capture, BPF_ANY))
		return -errno;
	for (size_t i = 0; i < sizeof(attach_each) / sizeof(attach_each[0]); i++)
		if ((error = attach_each[i](program)) < 0)
			return error;
	return 0;
}
