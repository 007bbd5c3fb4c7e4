/* SPDX-License-Identifier: MIT */
/* Asks the system which processes or threads can end a wait. */
#ifndef WHY_ASK_H
#define WHY_ASK_H

#include "why/why.h"

/* Returns what is known of a descriptor; NULL: nothing. */
const struct descriptor *known_descriptor(const struct process *process, int fd);
/* Whether only threads of the same process can wake the thread. */
bool is_private_futex(const struct thread *thread);
/* Whether a thread waits for several descriptors, of which one accepts connections. */
bool awaits_connections(const struct thread *thread);
void choose_polled(const struct diagnosis *diagnosis, struct thread *thread);
void choose_watched(const struct diagnosis *diagnosis, struct thread *thread);
void ask_children(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_futex(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_file_lock(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_other_end(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_polled(const struct diagnosis *diagnosis, struct thread *thread, int fd);
void ask_watched(const struct diagnosis *diagnosis, struct thread *thread, int fd);

#endif
