/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: a walk over records of varying size. */
#ifndef SCRY_DECODE_LOOKUP_WALK_H
#define SCRY_DECODE_LOOKUP_WALK_H

#include "decode/lookup/scope.h"

/* The state of a walk over records. */
struct walk {
	const struct scope *scope; /* its window holds all records */
	const struct type *type;
	const struct view *view;
	uint64_t first, at, end;
	uint64_t size, said; /* of the current record: within its bounds; as the record has it */
	uint64_t count; /* the maximum number of records that follow */
	size_t min_size, align; /* of a record: the size of its header */
	bool unreadable; /* the header of the current record cannot be read */
	bool last; /* the current record is the last one */
	bool broken; /* the current record does not say where the next one is */
};

/*
 * Whether another record begins. Sets walk->size to its size, limited to at least a header and at
 * most the bytes that are left.
 */
bool walk_more(struct walk *walk);
/* Goes on to the next record. */
void walk_next(struct walk *walk);

/* The type of a record of the table, with all its members. */
static inline const struct type *walk_type(const struct type *type)
{
	return type->records->record ? type->records->record : type->records->header;
}

enum earlier_text {
	EARLIER_ABSENT, /* no earlier record has the value */
	EARLIER_UNKNOWN, /* the text cannot be read, or does not fit */
	EARLIER_READ,
};

/*
 * Copies the text of an earlier record of the innermost records around, without what follows its
 * NUL; or the name of the number of one of these records (earlier->number).
 */
enum earlier_text walk_find_earlier(const struct scope *scope, const struct earlier *earlier,
				    char *text, size_t size);

#endif
