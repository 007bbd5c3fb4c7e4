/* SPDX-License-Identifier: MIT */
/* What descriptors refer to, as records say. */
#ifndef ENGINE_BPF_NAMES_H
#define ENGINE_BPF_NAMES_H

#include "engine/bpf/bpf.h"

/* Keep what a RECORD_NAME or a RECORD_DETAIL says. */
void bpf_add_name(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
void bpf_add_detail(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
/*
 * A call begins: the names with NAME_ONCE that came since the last one are its own. held: the bits
 * of the kept names that hold.
 */
void bpf_take_names(struct bpf_tracee *tracee, uint32_t held);
/* The same of a request of io_uring, or of its result. */
void bpf_take_request_names(struct bpf_tracee *tracee, uint32_t held);
/* Forgets all names. */
void bpf_forget_names(struct bpf_tracee *tracee);
/* The malloc'ed path that a RECORD_NAME says; NULL: not known. */
char *bpf_path_of(const struct bpf_record *record, size_t len);

/* Answer decode: see struct fetch_ops. */
ssize_t bpf_name_path(void *ctx, int fd, char *buf, size_t len);
bool bpf_name_detail(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
		     struct fd_detail *detail);
/* The program reports descriptors of the caller alone. */
ssize_t bpf_other_fd_path(void *ctx, struct fetch_owner owner, int fd, char *buf, size_t len);
bool bpf_other_fd_detail(void *ctx, struct fetch_owner owner, int fd, const char *path,
			 size_t path_len, unsigned kinds, struct fd_detail *detail);
bool bpf_name_file(void *ctx, int fd, struct fetch_file *file);

#endif
