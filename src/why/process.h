/* SPDX-License-Identifier: MIT */
/* Processes, and what is kept about each. */
#ifndef WHY_PROCESS_H
#define WHY_PROCESS_H

#include "why/why.h"

/* process.c */
struct process *process_find(const struct diagnosis *diagnosis, pid_t pid);
struct process *process_add(struct diagnosis *diagnosis, pid_t pid, struct process *parent,
			    uint64_t ns);
void process_release(struct diagnosis *diagnosis, struct process *process);
/* The process has ended: keeps it if it failed. */
void process_end(struct diagnosis *diagnosis, struct process *process, bool killed, int status,
		 uint64_t ns);
void process_note_failed(struct process *process, const struct failed_call *call);
void process_note_message(struct process *process, enum message_way way, const char *text,
			  size_t len, uint64_t ns);
/* A new program begins: forgets what belongs to the former one. */
void process_note_exec(struct diagnosis *diagnosis, struct process *process);
/* Returns the descriptor; NULL: the number is out of range, or too many are known. */
struct descriptor *process_descriptor(struct diagnosis *diagnosis, struct process *process, int fd);
struct descriptor *process_note_open(struct diagnosis *diagnosis, struct process *process, int fd,
				     uint32_t target, enum object_kind kind);
void process_note_close(struct process *process, int fd);
/* Message number i of those that are kept, the last one first. NULL: there are not as many. */
const struct message *process_message(const struct process *process, size_t i);
bool process_failed(const struct process *process);
void processes_free(struct diagnosis *diagnosis);

#endif
