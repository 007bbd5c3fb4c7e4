/* SPDX-License-Identifier: MIT */
/* Attaches the kernel program, for scry and for scry-capture. */
#ifndef ENGINE_BPF_LINKS_H
#define ENGINE_BPF_LINKS_H

struct engine_program;

/* Attaches a loaded program. Returns 0, or a negative errno. */
int links_attach(struct engine_program *program);
/* Attaches what reports requests of io_uring, likewise. */
int links_attach_requests(struct engine_program *program);

#endif
