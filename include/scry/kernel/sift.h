/* SPDX-License-Identifier: MIT */
/*
 * Shared types: executes sieves (scry/kernel/sieve.h), the same source for BPF programs and for
 * user space. The file that includes it defines the functions declared below.
 *
 * sift_turn() executes one step, or does a part of what the current step needs. For the verifier
 * each index into .text is masked right before its use.
 */
#ifndef SCRY_KERNEL_SIFT_H
#define SCRY_KERNEL_SIFT_H

#include "scry/kernel/sieve.h"

#ifdef __bpf__
#define SIFT_UNROLL _Pragma("unroll")
#else
#define SIFT_UNROLL
#endif
#define SIFT_INLINE static inline __attribute__((always_inline))

/* Returns a step; NULL: there is none. */
SIFT_INLINE const struct sieve_step *sift_step(struct sieve *sieve, uint32_t pc);
/*
 * Reads n bytes of the tracee's memory, 8 at most. Returns 0, or a negative number if some are
 * unreadable.
 */
SIFT_INLINE long sift_read(struct sieve *sieve, void *to, uint32_t n, uint64_t from);
/*
 * Reads up to a NUL, n bytes with the NUL at most. Returns the number of bytes, with the NUL, or a
 * negative number.
 */
SIFT_INLINE long sift_read_string(struct sieve *sieve, void *to, uint32_t n, uint64_t from);
/*
 * Copies the command name of the task, up to 16 bytes with the NUL, to .text at SIEVE_MIDDLE.
 * Returns its length.
 */
SIFT_INLINE uint32_t sift_comm(struct sieve *sieve);

/* How a walk from a file to the root directory goes on. */
enum sift_walk {
	SIFT_GOES_ON,
	SIFT_ARRIVED,
	SIFT_LOST, /* the path is not known here */
	SIFT_NO_FILE, /* the descriptor refers to nothing */
	SIFT_NO_PATH, /* its text is no path: socket:[1] */
};
/* Begins at what a descriptor refers to, or at the current directory if fd is SIFT_CURRENT. */
#define SIFT_CURRENT -100
SIFT_INLINE enum sift_walk sift_begin_walk(struct sieve *sieve, int fd);
/* Puts one name, after a slash, before .begin. */
SIFT_INLINE enum sift_walk sift_walk(struct sieve *sieve);

/*
 * Which step follows those that look at the path of the descriptor fd, of which .pc is the first.
 * Returns its number plus 1; 0: that is not remembered. sift_remember() is what remembers that it
 * is .pc for the first step .from.
 */
SIFT_INLINE uint32_t sift_remembered(struct sieve *sieve, int fd);
SIFT_INLINE void sift_remember(struct sieve *sieve, int fd);

enum sieve_state {
	SIEVE_STEPPING,
	SIEVE_WALKING, /* puts the names of a directory or of a descriptor before the middle */
	SIEVE_LOOKING, /* looks whether the text is a path without "//", "." and ".." */
	SIEVE_COPYING, /* leaves these out of the text */
	SIEVE_DROPPING, /* drops the last component of the directory because of ".." */
};

/* What is known of the text of a source. */
enum sieve_fate {
	SIEVE_KNOWN,
	SIEVE_UNKNOWN,
	SIEVE_ABSENT, /* there is no text: no test of it is met */
	SIEVE_RELATIVE, /* the text is not known, but it is no path that begins with a slash */
};

#define SIFT_MASK (SIEVE_ROOM - 1)

SIFT_INLINE uint32_t sift_source(const struct sieve_step *step)
{
	return step->source | (uint32_t)step->which << 8 | (uint32_t)step->base << 16;
}

/* --- texts ----------------------------------------------------------------------------------- */

/*
 * Whether the bytes of .text from an index on are the text of a step. The bytes after both are not
 * compared.
 */
SIFT_INLINE int sift_compare(const struct sieve *sieve, uint32_t at, const struct sieve_step *step)
{
	uint64_t different = 0;

	SIFT_UNROLL
	for (uint32_t i = 0; i < SIEVE_TEXT / 8; i++) {
		uint64_t a, b, mask;
		uint32_t left = step->text_len - i * 8;

		if (i * 8 >= step->text_len)
			break;
		mask = left >= 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * (left & 7)) - 1;
		__builtin_memcpy(&a, &sieve->text[(at & SIFT_MASK) + i * 8], sizeof(a));
		__builtin_memcpy(&b, &step->text[i * 8], sizeof(b));
		different |= (a ^ b) & mask;
	}
	return !different;
}

SIFT_INLINE int sift_text_meets(const struct sieve *sieve, const struct sieve_step *step)
{
	uint32_t len = sieve->end - sieve->begin, wanted = step->text_len, next;

	switch (step->kind) {
	case SIEVE_EQUAL:
		return len == wanted && sift_compare(sieve, sieve->begin, step);
	case SIEVE_BEGIN:
		return len >= wanted && sift_compare(sieve, sieve->begin, step);
	case SIEVE_END:
		return len >= wanted && len >= step->at &&
		       sift_compare(sieve, sieve->end - wanted, step);
	case SIEVE_UNDER:
		next = sieve->begin + wanted;
		return len >= wanted && sift_compare(sieve, sieve->begin, step) &&
		       (len == wanted || sieve->text[next & SIFT_MASK] == '/');
	default:
		return 0;
	}
}

/* The text of a source was put together, or cannot be. */
SIFT_INLINE void sift_loaded(struct sieve *sieve, enum sieve_fate fate)
{
	sieve->fate = fate;
	sieve->state = SIEVE_STEPPING;
}

/* 0x80 in each byte of a word that has this value. */
SIFT_INLINE uint64_t sift_bytes(uint64_t word, uint8_t value)
{
	const uint64_t low = 0x7f7f7f7f7f7f7f7full;

	word ^= 0x0101010101010101ull * value;
	return ~(((word & low) + low) | word | low);
}

/*
 * Looks at 8 bytes of a path, and at three more of each: whether a component is empty, "." or "..".
 */
SIFT_INLINE void sift_look(struct sieve *sieve)
{
	uint64_t words[4], slashes[4], dots[4], ends[4], found;
	uint32_t at = sieve->looked & SIFT_MASK;

	if (sieve->looked >= sieve->end) {
		sift_loaded(sieve, SIEVE_KNOWN);
		return;
	}
	__builtin_memcpy(&words[0], &sieve->text[at], 8);
	__builtin_memcpy(&words[1], &sieve->text[at + 1], 8);
	__builtin_memcpy(&words[2], &sieve->text[at + 2], 8);
	__builtin_memcpy(&words[3], &sieve->text[at + 3], 8);
	SIFT_UNROLL
	for (int i = 0; i < 4; i++) {
		slashes[i] = sift_bytes(words[i], '/');
		dots[i] = sift_bytes(words[i], '.');
		/* A name that ends with a slash has an empty component there, too. */
		ends[i] = slashes[i] | sift_bytes(words[i], 0);
	}
	found = slashes[0] & (ends[1] | (dots[1] & (ends[2] | (dots[2] & ends[3]))));
	if (found) {
		sieve->looked = sieve->copied = sieve->begin;
		sieve->named = 0;
		sieve->state = SIEVE_COPYING;
		return;
	}
	sieve->looked += 8;
}

/*
 * The components of the directory are no links. Behind one of the path itself only the file system
 * knows where ".." leads.
 */
SIFT_INLINE void sift_climb(struct sieve *sieve)
{
	if (sieve->named)
		sift_loaded(sieve, SIEVE_UNKNOWN);
	else
		sieve->state = SIEVE_DROPPING;
}

/*
 * Copies a byte of a path, or skips "/", "/." or "/.." before a slash or the end. The text ends
 * with NULs.
 */
SIFT_INLINE void sift_copy(struct sieve *sieve)
{
	uint32_t at = sieve->looked & SIFT_MASK, dots = 0;
	uint8_t next;

	if (sieve->looked >= sieve->end) {
		if (sieve->copied == sieve->begin)
			sieve->copied++;
		sieve->end = sieve->copied;
		sift_loaded(sieve, SIEVE_KNOWN);
		return;
	}
	if (sieve->text[at] == '/') {
		dots += sieve->text[at + 1] == '.';
		dots += dots && sieve->text[at + 2] == '.';
		next = sieve->text[(at + 1 + dots) & SIFT_MASK];
		if (!next || next == '/') {
			sieve->looked += 1 + dots;
			if (dots == 2)
				sift_climb(sieve);
			return;
		}
	} else if (sieve->looked >= SIEVE_MIDDLE) {
		sieve->named = 1;
	}
	sieve->text[sieve->copied & SIFT_MASK] = sieve->text[at];
	sieve->copied++;
	sieve->looked++;
}

SIFT_INLINE void sift_drop(struct sieve *sieve)
{
	if (sieve->copied > sieve->begin) {
		sieve->copied--;
		if (sieve->text[sieve->copied & SIFT_MASK] != '/')
			return;
	}
	sieve->state = SIEVE_COPYING;
}

/* The directory of a path, or the path of a descriptor, is there. */
SIFT_INLINE void sift_arrive(struct sieve *sieve)
{
	if ((sieve->loaded & 0xff) == SIEVE_DESCRIPTOR) {
		/* The root directory has no name. */
		if (sieve->begin == sieve->end) {
			sieve->begin--;
			sieve->text[sieve->begin & SIFT_MASK] = '/';
		}
		sift_loaded(sieve, SIEVE_KNOWN);
		return;
	}
	sieve->looked = sieve->begin;
	sieve->state = SIEVE_LOOKING;
}

SIFT_INLINE void sift_go_on(struct sieve *sieve, enum sift_walk walk)
{
	int descriptor = (sieve->loaded & 0xff) == SIEVE_DESCRIPTOR;

	switch (walk) {
	case SIFT_GOES_ON:
		sieve->state = SIEVE_WALKING;
		return;
	case SIFT_ARRIVED:
		sift_arrive(sieve);
		return;
	case SIFT_NO_FILE:
		sift_loaded(sieve, descriptor ? SIEVE_ABSENT : SIEVE_UNKNOWN);
		return;
	case SIFT_NO_PATH:
		sift_loaded(sieve, descriptor ? SIEVE_RELATIVE : SIEVE_UNKNOWN);
		return;
	default:
		sift_loaded(sieve, SIEVE_UNKNOWN);
		return;
	}
}

/* The address in an argument. */
SIFT_INLINE uint64_t sift_address(const struct sieve *sieve, const struct sieve_step *step)
{
	uint64_t address = sieve->numbers[step->which & 7];

	return step->pointer_size == 4 ? (uint32_t)address : address;
}

/*
 * Reads the string of a step to the byte after the middle. Returns its length; 0: it is empty or
 * not known.
 */
SIFT_INLINE uint32_t sift_string(struct sieve *sieve, const struct sieve_step *step)
{
	uint64_t address = sift_address(sieve, step);
	long len = address ? sift_read_string(sieve, &sieve->text[SIEVE_MIDDLE + 1],
					      SIEVE_STRING_MAX + 2, address)
			   : 0;

	if (len <= 1 || len > SIEVE_STRING_MAX + 1)
		return 0;
	/* What is looked at after the end. */
	__builtin_memset(&sieve->text[(SIEVE_MIDDLE + (uint32_t)len) & SIFT_MASK], 0, 8);
	return (uint32_t)len - 1;
}

/* Begins to put together the text of a step. */
SIFT_INLINE void sift_load(struct sieve *sieve, const struct sieve_step *step)
{
	uint32_t len, next;
	int fd;

	sieve->loaded = sift_source(step);
	sieve->begin = sieve->end = SIEVE_MIDDLE;
	sieve->fate = SIEVE_UNKNOWN;
	if (step->source == SIEVE_COMM) {
		sieve->end += sift_comm(sieve);
		sieve->fate = SIEVE_KNOWN;
		return;
	}
	if (step->source == SIEVE_DESCRIPTOR) {
		fd = (int)sieve->numbers[step->which & 7];
		next = fd < 0 ? 0 : sift_remembered(sieve, fd);
		if (next) {
			sieve->pc = next - 1;
			sieve->loaded = 0;
			return;
		}
		sieve->from = sieve->pc;
		sift_go_on(sieve, fd < 0 ? SIFT_NO_FILE : sift_begin_walk(sieve, fd));
		return;
	}
	len = sift_string(sieve, step);
	if (!len)
		return;
	sieve->end = SIEVE_MIDDLE + 1 + len;
	if (step->source == SIEVE_STRING || sieve->text[SIEVE_MIDDLE + 1] == '/') {
		sieve->begin = SIEVE_MIDDLE + 1;
		sieve->looked = sieve->begin;
		sieve->fate = SIEVE_KNOWN;
		if (step->source == SIEVE_PATH)
			sieve->state = SIEVE_LOOKING;
		return;
	}
	sieve->text[SIEVE_MIDDLE] = '/';
	fd = step->base == SIEVE_CURRENT ? SIFT_CURRENT
					 : (int)sieve->numbers[step->base & 7];
	sift_go_on(sieve, fd < 0 && fd != SIFT_CURRENT ? SIFT_LOST : sift_begin_walk(sieve, fd));
}

/* --- steps ----------------------------------------------------------------------------------- */

SIFT_INLINE int sift_in_range(const struct sieve_step *step, uint64_t number)
{
	number &= step->mask;
	return number >= step->first && number <= step->last;
}

SIFT_INLINE uint16_t sift_memory(struct sieve *sieve, const struct sieve_step *step)
{
	uint64_t address = sift_address(sieve, step), number = 0;
	uint32_t size = step->size <= 8 ? step->size : 8;

	if (!address || sift_read(sieve, &number, size, address + step->at))
		return step->unknown;
	if (step->big_endian)
		number = __builtin_bswap64(number) >> 8 * ((8 - size) & 7);
	return sift_in_range(step, number) ? step->yes : step->no;
}

/* Executes a test of the text that was put together. Returns the next step. */
SIFT_INLINE uint16_t sift_text(const struct sieve *sieve, const struct sieve_step *step)
{
	switch (sieve->fate) {
	case SIEVE_KNOWN:
		return sift_text_meets(sieve, step) ? step->yes : step->no;
	case SIEVE_ABSENT:
		return step->no;
	case SIEVE_RELATIVE:
		return step->kind == SIEVE_UNDER ? step->no : step->unknown;
	default:
		return step->unknown;
	}
}

/* Returns 1 if sieve->passes has the result. */
SIFT_INLINE int sift_turn(struct sieve *sieve)
{
	const struct sieve_step *step;

	switch (sieve->state) {
	case SIEVE_WALKING:
		sift_go_on(sieve, sift_walk(sieve));
		return 0;
	case SIEVE_LOOKING:
		sift_look(sieve);
		return 0;
	case SIEVE_COPYING:
		sift_copy(sieve);
		return 0;
	case SIEVE_DROPPING:
		sift_drop(sieve);
		return 0;
	default:
		break;
	}
	step = sift_step(sieve, sieve->pc);
	if (!step)
		return 1;
	if (sieve->from && sieve->loaded != sift_source(step)) {
		sift_remember(sieve, (int)sieve->numbers[sieve->loaded >> 8 & 7]);
		sieve->from = 0;
	}
	switch (step->kind) {
	case SIEVE_PASS:
		return 1;
	case SIEVE_DROP:
		sieve->passes = 0;
		return 1;
	case SIEVE_RANGE:
		sieve->pc = sift_in_range(step, sieve->numbers[step->which & (SIEVE_NUMBERS - 1)]) ? step->yes
										  : step->no;
		return 0;
	case SIEVE_MEMORY:
		sieve->pc = sift_memory(sieve, step);
		return 0;
	default:
		if (sieve->loaded != sift_source(step))
			sift_load(sieve, step);
		else
			sieve->pc = sift_text(sieve, step);
		return 0;
	}
}

/* Prepares the execution of a sieve. The caller has filled .numbers. */
SIFT_INLINE void sift_begin(struct sieve *sieve, uint32_t pc)
{
	sieve->pc = pc;
	sieve->state = SIEVE_STEPPING;
	sieve->loaded = 0;
	sieve->from = 0;
	sieve->passes = 1;
}

#endif
