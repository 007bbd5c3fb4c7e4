/* SPDX-License-Identifier: MIT */
/*
 * What literals stand for as numbers, and how numbers meet operators: in memory, and as ranges of a
 * register.
 */
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "scry/call.h"
#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

static uint64_t mask_of(unsigned size)
{
	return !size || size >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
}

/* --- names ----------------------------------------------------------------------------------- */

/*
 * Returns the bits that a name of a list is about: those that exclude each other, of a list without
 * flags the whole number, or the bits of the flag.
 */
static uint64_t bits_of_name(const struct list *list, const struct list_part *part, uint64_t value)
{
	if (part->mask)
		return part->mask;
	return list->kind == LIST_ENUM ? UINT64_MAX : value;
}

/* What a name of a list stands for. *mask: the bits that the name is about. */
static bool find_in_list(const struct list *list, const struct abi *abi, const char *name,
			 uint64_t *bits, uint64_t *mask)
{
	for (uint8_t p = 0; p < list->n_parts; p++) {
		const struct list_part *part = &list->parts[p];
		const struct list_entry *entries = list_entries(list, part);

		for (uint16_t i = 0; i < part->n_entries; i++) {
			if (strcmp(list_entry_name(list, &entries[i]), name) ||
			    !list_entry_is_of(&entries[i], abi))
				continue;
			*bits = entries[i].value;
			*mask = bits_of_name(list, part, *bits);
			return true;
		}
	}
	return false;
}

static bool find_errno(const struct abi *abi, const char *name, uint64_t *bits)
{
	for (unsigned error = 1; error <= ERRNO_MAX; error++) {
		const char *other = errno_name(abi, error);

		if (!other || strcmp(other, name))
			continue;
		*bits = error;
		return true;
	}
	return false;
}

static bool find_user(const char *name, uint64_t *bits)
{
	const struct passwd *user = getpwnam(name);

	if (user)
		*bits = user->pw_uid;
	return user;
}

/* "8:1" */
static bool find_device(const char *name, uint64_t *bits)
{
	uint64_t major, minor;

	if (!read_decimal(&name, 0xfff, &major) || *name++ != ':' ||
	    !parse_decimal(name, 0xfffff, &minor))
		return false;
	*bits = (minor & 0xff) | major << 8 | (minor & ~UINT64_C(0xff)) << 12;
	return true;
}

/* Names of numbers that come from no list. */
static bool find_special(const struct naming *naming, const char *name, uint64_t *bits)
{
	int signal;

	if (!strcmp(name, "NULL")) {
		*bits = 0;
		return true;
	}
	switch (naming->kind) {
	case KIND_SIGNAL:
	case KIND_SIGSET:
		signal = signal_by_name(naming->abi, name);
		*bits = (uint64_t)signal;
		return signal > 0;
	case KIND_ERRNO:
		return find_errno(naming->abi, name, bits);
	case KIND_DIRFD:
		*bits = (uint64_t)AT_FDCWD;
		return !strcmp(name, "AT_FDCWD");
	case KIND_UID:
		return find_user(name, bits);
	case KIND_SYSCALL:
		*bits = (uint64_t)abi_number(naming->abi, syscall_by_name(name));
		return (int64_t)*bits >= 0;
	case KIND_LIMIT:
		*bits = UINT64_MAX;
		return !strcmp(name, "unlimited") || !strcmp(name, "RLIM_INFINITY") ||
		       !strcmp(name, "RLIM64_INFINITY");
	case KIND_DEV:
		return find_device(name, bits);
	default:
		return false;
	}
}

static bool find_name(const struct naming *naming, const char *name, uint64_t *bits, uint64_t *mask)
{
	if (naming->list && find_in_list(naming->list, naming->abi, name, bits, mask))
		return true;
	if (naming->other && find_in_list(naming->other, naming->abi, name, bits, mask))
		return true;
	if (!find_special(naming, name, bits))
		return false;
	*mask = *bits;
	return true;
}

/* The numbers of all names together, as the cache has them. */
static bool find_constants(struct literal *literal, const struct naming *naming)
{
	struct constant_cache *cache = &literal->cache;
	uint64_t bits, mask;
	char *end;

	if (cache->abi == naming->abi && cache->list == (const void *)naming->list &&
	    naming->list && naming->abi)
		return cache->found;
	*cache = (struct constant_cache){ .list = naming->list, .abi = naming->abi };
	for (size_t i = 0; i < literal->n_names; i++) {
		if (literal->names[i][0] >= '0' && literal->names[i][0] <= '9' &&
		    literal->n_names > 1) {
			bits = mask = strtoull(literal->names[i], &end, 0);
			if (*end)
				return false;
		} else if (!find_name(naming, literal->names[i], &bits, &mask)) {
			return false;
		}
		cache->bits |= bits;
		cache->mask |= mask;
	}
	/* The empty set of flags: no bit may be set. */
	if (!cache->mask)
		cache->mask = UINT64_MAX;
	cache->found = literal->n_names > 0;
	return cache->found;
}

bool literal_meaning(struct literal *literal, const struct naming *naming, struct meaning *meaning)
{
	/* A character in quotes is its number. */
	if (literal->quoted && naming->kind == KIND_CHARACTER && literal->text_len == 1) {
		*meaning =
			(struct meaning){ .bits = (unsigned char)literal->text[0], .plain = true };
		meaning->mask = meaning->bits;
		return true;
	}
	if (literal->quoted || literal->is_net ||
	    (literal->is_time && naming->kind != KIND_VALUES_END))
		return false;
	if (literal->is_number || literal->is_range) {
		*meaning = (struct meaning){
			.bits = literal->first.bits,
			.mask = literal->first.bits ? literal->first.bits : UINT64_MAX,
			.negative = literal->first.negative,
			.plain = true,
		};
		return true;
	}
	if (!find_constants(literal, naming))
		return false;
	*meaning = (struct meaning){
		.bits = literal->cache.bits & mask_of(naming->size),
		.mask = literal->cache.mask & mask_of(naming->size),
	};
	return true;
}

/* --- numbers --------------------------------------------------------------------------------- */

/* Whether a number can be written with so many bytes, with or without a sign. */
static bool fits(const struct meaning *meaning, unsigned size)
{
	if (!size || size >= 8)
		return true;
	if (meaning->negative)
		return (int64_t)meaning->bits >= -(INT64_C(1) << (8 * size - 1));
	return meaning->bits <= mask_of(size);
}

/* Signed or not, the bits decide: -1 is 0xffffffff in an int. */
static bool is_equal(const struct meaning *meaning, uint64_t bits, unsigned size)
{
	return fits(meaning, size) && !((bits ^ meaning->bits) & mask_of(size));
}

bool meaning_is_met(enum op op, const struct literal *literal, const struct meaning *meaning,
		    struct where_number number, unsigned size)
{
	const struct where_number other = { meaning->bits, meaning->negative };

	switch (op) {
	case OP_IN:
		if (literal->is_range)
			return number_compare(number, literal->first) >= 0 &&
			       number_compare(number, literal->last) <= 0;
		return is_equal(meaning, number.bits, size);
	case OP_EQUAL:
		return is_equal(meaning, number.bits, size);
	case OP_LESS:
		return number_compare(number, other) < 0;
	case OP_AT_MOST:
		return number_compare(number, other) <= 0;
	case OP_GREATER:
		return number_compare(number, other) > 0;
	case OP_AT_LEAST:
		return number_compare(number, other) >= 0;
	case OP_HAS:
		return (number.bits & mask_of(size) & meaning->mask) == meaning->bits;
	default:
		return false;
	}
}

/* --- registers ------------------------------------------------------------------------------- */

static void add_range(struct leaf *leaf, unsigned slot, uint64_t mask, uint64_t first,
		      uint64_t last)
{
	leaf->ranges = xreallocarray(leaf->ranges, leaf->n_ranges + 1, sizeof(*leaf->ranges));
	leaf->ranges[leaf->n_ranges++] =
		(struct register_range){ (uint8_t)slot, mask, first, last };
}

static const struct where_number lowest = { UINT64_C(1) << 63, true },
				 highest = { UINT64_MAX, false };

/* Adds the numbers from low to high that so many bytes can have. */
static void add_between(struct leaf *leaf, unsigned slot, unsigned size, bool is_signed,
			struct where_number low, struct where_number high)
{
	uint64_t mask = mask_of(size);
	struct where_number min = { 0, false }, max = { mask, false };

	if (is_signed) {
		max.bits = mask >> 1;
		min = (struct where_number){ ~max.bits, true };
	}
	if (number_compare(low, min) < 0)
		low = min;
	if (number_compare(high, max) > 0)
		high = max;
	if (number_compare(low, high) > 0)
		return;
	if (low.negative && !high.negative) {
		add_range(leaf, slot, mask, low.bits & mask, mask);
		add_range(leaf, slot, mask, 0, high.bits);
	} else {
		add_range(leaf, slot, mask, low.bits & mask, high.bits & mask);
	}
}

static bool is_same(struct where_number a, struct where_number b)
{
	return !number_compare(a, b);
}

void meaning_ranges(enum op op, const struct literal *literal, const struct meaning *meaning,
		    unsigned slot, unsigned size, bool is_signed, struct leaf *leaf)
{
	struct where_number number = { meaning->bits, meaning->negative }, next;
	uint64_t mask = mask_of(size);

	switch (op) {
	case OP_IN:
		if (literal->is_range) {
			add_between(leaf, slot, size, is_signed, literal->first, literal->last);
			return;
		}
		/* fallthrough */
	case OP_EQUAL:
		if (fits(meaning, size))
			add_range(leaf, slot, mask, meaning->bits & mask, meaning->bits & mask);
		return;
	case OP_LESS:
		next = number_of(number.bits - 1, number.negative || !number.bits);
		if (!is_same(number, lowest))
			add_between(leaf, slot, size, is_signed, lowest, next);
		return;
	case OP_AT_MOST:
		add_between(leaf, slot, size, is_signed, lowest, number);
		return;
	case OP_GREATER:
		next = number_of(number.bits + 1, number.negative && number.bits + 1);
		if (!is_same(number, highest))
			add_between(leaf, slot, size, is_signed, next, highest);
		return;
	case OP_AT_LEAST:
		add_between(leaf, slot, size, is_signed, number, highest);
		return;
	case OP_HAS:
		if (!(meaning->bits & ~mask))
			add_range(leaf, slot, meaning->mask & mask, meaning->bits, meaning->bits);
		return;
	default:
		return;
	}
}
