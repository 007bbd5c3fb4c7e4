/* SPDX-License-Identifier: MIT */
/* Names of network interfaces. */
#ifndef ENGINE_BPF_INTERFACES_H
#define ENGINE_BPF_INTERFACES_H

#include "engine/bpf/bpf.h"

/* Remembers the interfaces of the network namespace of scry, before the command can remove one. */
void bpf_remember_interfaces(struct bpf_engine *engine);
/* As .interface_name of struct fetch_ops. */
ssize_t bpf_interface_name(void *ctx, int fd, int index, char *buf, size_t len);

#endif
