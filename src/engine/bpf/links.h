/* SPDX-License-Identifier: MIT */
/* Attaches the kernel program, for scry and for scry-capture. */
#ifndef ENGINE_BPF_LINKS_H
#define ENGINE_BPF_LINKS_H

struct engine_program;

/*
 * Attaches the iterator, which runs only when it is read: no call of any process becomes slower.
 * Returns 0, or a negative errno.
 */
int links_attach_iterator(struct engine_program *program);
/*
 * Attaches all else of a loaded program but what reports requests. Returns 0, or a negative errno.
 */
int links_attach(struct engine_program *program);
/* Attaches what reports requests of io_uring, likewise. */
int links_attach_requests(struct engine_program *program);

#endif
