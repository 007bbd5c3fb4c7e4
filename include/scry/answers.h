/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/fetch/: keeps what decode has asked about an event, and what the answers
 * were.
 */
#ifndef SCRY_ANSWERS_H
#define SCRY_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/fetch.h"

/*
 * The answers to what decode has asked about one event. They stand between decode and the fetch of
 * a tracee:
 *
 *	answers_begin(answers, &tracee->fetch);
 *	decode.fetch = &(struct fetch){ &answers_fetch_ops, answers };
 *
 * A question that has no answer yet is passed on, and the answer is kept. So every decoder of the
 * event sees the same, and the tracee is read only once. That needs no recorder. At most 8 MiB of
 * memory and names are kept for one event; questions beyond that are passed on each time. On replay
 * a question that was not recorded has no answer.
 */
struct answers;
struct buf;

/* ctx is a struct answers. */
extern const struct fetch_ops answers_fetch_ops;

/* Returns empty answers, which the caller frees with answers_free(). */
struct answers *answers_new(void);
void answers_free(struct answers *answers);
/*
 * Exchanges what both have: a caller keeps the answers about an event while another event is
 * handled.
 */
void answers_swap(struct answers *one, struct answers *other);
/*
 * Forgets all answers: each event begins with this. source: where questions are passed on to; NULL:
 * nowhere. The caller owns it, and keeps it until the next call. An event of usual size needs no
 * allocation.
 */
void answers_begin(struct answers *answers, const struct fetch *source);
/*
 * Says what a number stands for that is no descriptor, before decode asks for the path of a
 * descriptor of this number. path NULL: that is not known.
 */
void answers_give_descriptor(struct answers *answers, int fd, const char *path, size_t len);
/* From now on questions are not passed on: the answers are kept for later. */
void answers_seal(struct answers *answers);
/* Returns how many questions found no answer, and were not passed on, since answers_new(). */
uint64_t answers_missing(const struct answers *answers);

/* An array of pointers to strings that ends with NULL, in the tracee. pointer_size: bytes. */
struct string_vector {
	uint64_t address;
	unsigned pointer_size;
	bool big_endian;
};

/*
 * Forgets the strings of an environment that execve(2) takes: recorder_add() does not keep them. A
 * string that begins within one of them, and is the path of the program or one of the arguments, is
 * kept. arguments: the address of such an array. Only what was asked is looked at: nothing is read.
 */
void answers_forget_strings(struct answers *answers, struct string_vector environment,
			    uint64_t path, uint64_t arguments);

/*
 * Adds the memory that the source has captured for the current event, so that decode need not be
 * asked what it reads. Returns false, and adds nothing, if the source captures none, says that
 * decode must ask, or if memory was asked for already.
 */
bool answers_take_pieces(struct answers *answers);

/* Returns whether all len bytes at an address were read at the event. */
bool answers_have(const struct answers *answers, uint64_t address, uint64_t len);

/*
 * Replaces kept by the memory that was read at an event, for answers_give_memory(); the caller
 * frees it with buf_free(). It stays empty if that is more than max bytes.
 */
void answers_keep_memory(const struct answers *answers, struct buf *kept, size_t max);
/*
 * Adds kept memory to the answers, as if it had been read again. What was read at this event stays
 * as it is.
 */
void answers_give_memory(struct answers *answers, const struct buf *kept);

#endif
