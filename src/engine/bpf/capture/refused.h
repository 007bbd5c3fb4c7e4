/* SPDX-License-Identifier: MIT */
/*
 * Says why an ordinary user cannot have the bpf engine by scry-capture, and what to do, as the end
 * of a sentence about the engine. path: of scry-capture.
 */
#ifndef ENGINE_BPF_CAPTURE_REFUSED_H
#define ENGINE_BPF_CAPTURE_REFUSED_H

struct buf;
struct protocol_reply;

/* It could not be executed. error: an errno. */
void refused_execution(const char *path, int error, struct buf *why);
/* It has refused a request. */
void refused_request(const char *path, const struct protocol_reply *reply, struct buf *why);
/* It has no capabilities. */
void refused_set_up(const char *path, struct buf *why);

#endif
