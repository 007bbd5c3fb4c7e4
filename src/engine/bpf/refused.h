/* SPDX-License-Identifier: MIT */
/* Messages about scry-capture: what is missing, and what to do. path: that of scry-capture. */
#ifndef ENGINE_BPF_REFUSED_H
#define ENGINE_BPF_REFUSED_H

struct protocol_reply;

/* It could not be executed. error: an errno. */
void refused_execution(const char *path, int error);
/* It has refused a request. */
void refused_request(const char *path, const struct protocol_reply *reply);
/* It has ended before it answered. */
void refused_silently(const char *path);

#endif
