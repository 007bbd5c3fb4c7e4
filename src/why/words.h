/* SPDX-License-Identifier: MIT */
/* Puts into words what a thread waits for: what follows "waits for ". */
#ifndef WHY_WORDS_H
#define WHY_WORDS_H

#include "why/why.h"

/*
 * Returns words for what the first descriptor of the call of a thread refers to, which the caller
 * frees.
 */
char *waits_object(const struct diagnosis *diagnosis, const struct thread *thread);
/* words.c */
void put_process(const struct diagnosis *diagnosis, struct buf *out, pid_t pid);
void put_futex(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_data(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd);
void put_space(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_polled(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_watched(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		 int fd);
void put_connection(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		    int fd);
void put_answer(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_child(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_file_lock(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		   int fd);
void put_sleep(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	       int fd);
void put_rest(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd);
void put_signal(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_opener(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
		int fd);
void put_call(const struct diagnosis *diagnosis, struct buf *out, const struct thread *thread,
	      int fd);

#endif
