/* SPDX-License-Identifier: MIT */
/* Public header of src/fetch/: answers as the writer and the reader of recordings see them. */
#ifndef SCRY_KEPT_ANSWERS_H
#define SCRY_KEPT_ANSWERS_H

#include "scry/answers.h"
#include "scry/index.h"

/* The functions of struct fetch_ops except read. The numbers are those in the file. */
enum question {
	QUESTION_FD_PATH = 1,
	QUESTION_PID_COMM,
	QUESTION_INTERFACE_NAME,
	QUESTION_FAMILY_NAME,
	QUESTION_FD_DETAIL,
	QUESTION_NETLINK,
	QUESTION_PID_OUTSIDE,
	QUESTION_NAMESPACES,
	QUESTION_FD_CONTEXT,
	QUESTION_PATH_CONTEXT,
	QUESTION_PATH_NAME,
	QUESTION_VCPU,
	QUESTION_FD_CAPACITY,
	QUESTION_OTHER_FD_PATH,
	QUESTION_OTHER_FD_DETAIL,
	QUESTION_COUNT
};

/* Whether the answer to a question is a number. */
static inline bool question_has_number(enum question question)
{
	return question == QUESTION_NETLINK || question == QUESTION_PID_OUTSIDE ||
	       question == QUESTION_VCPU || question == QUESTION_FD_CAPACITY;
}

/* Whether a question is also about a path, or about a process: see owner_key(). */
static inline bool question_has_key(enum question question)
{
	return question == QUESTION_PATH_CONTEXT || question == QUESTION_PATH_NAME ||
	       question == QUESTION_OTHER_FD_PATH || question == QUESTION_OTHER_FD_DETAIL;
}

/* Limits for one capture. */
#define ANSWERS_MAX (1u << 18) /* answers, and pieces of memory */
#define ANSWER_BYTES_MAX (8u << 20) /* bytes of memory */

/* A piece of memory. Pieces are sorted and do not overlap. */
struct piece {
	uint64_t address;
	uint32_t len; /* bytes; of an unreadable piece: up to the end of its page */
	bool unreadable;
	bool withheld; /* not kept on purpose: answers_forget_strings() */
	bool late; /* read only when the call had returned: see fetch_ops.late */
	size_t at; /* of the bytes, from answers.base */
};

struct answer {
	uint8_t question;
	bool known;
	int32_t number; /* what the question is about: a descriptor, a pid, an index */
	size_t key_at, key_len; /* ... and the key of question_has_key() */
	size_t at, len; /* the answer: a string, or an encoded struct */
	uint64_t value; /* the answer: a number; about a detail: the kinds that were asked for */
};

struct answers {
	struct piece *pieces;
	size_t n_pieces, pieces_capacity;
	struct answer *items;
	size_t n_items, items_capacity;
	struct index index; /* of the first n_indexed items */
	size_t n_indexed;
	const char *base; /* the bytes that .at refers to */
	struct buf bytes; /* while recording: these bytes */
	const struct fetch *source;
	/*
	 * The rest of the page of a string that was read: the strings of a vector follow each
	 * other.
	 */
	struct {
		uint64_t address;
		size_t len;
		char *bytes; /* room for a page; NULL: none yet */
	} ahead;
	unsigned n_strings; /* how many strings of the event were read from the source */
	bool last_captured; /* the answer of fetch_ops.captured */
	bool complete; /* ask about details of every kind, whatever the question wants */
	/* without paths of descriptors, which older recordings have not asked at an exit */
	bool without_paths;
	size_t n_late; /* the answer of fetch_ops.late */
	uint64_t n_missing;
	uint64_t n_dropped; /* answers that did not fit into a capture */
};

/*
 * Adds what was read from a recording. Pieces must come in the order of their addresses; returns
 * false otherwise.
 */
bool answers_add_piece(struct answers *answers, const struct piece *piece);
bool answers_add(struct answers *answers, const struct answer *answer);

#endif
