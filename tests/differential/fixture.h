/* SPDX-License-Identifier: MIT */
/*
 * Makes calls that are not executed. A fixture fills buffers at fixed addresses and makes calls
 * with them. Its seccomp filter passes each call to a second thread, which changes memory as the
 * kernel would and returns the result that the fixture has set. So any call can "succeed": reboot,
 * mount, an ioctl of a missing device. Tracers that do not follow threads see only the calls of the
 * fixture. Its addresses are the same under every tracer.
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

/* Whether bit-fields begin with the highest bit, as on big-endian machines. */
#define HIGHEST_FIRST (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
/*
 * A pointer with two equal halves: an int in its place (union sigval) has the same value on each
 * machine.
 */
#define TWICE(value) ((unsigned long)((uint64_t)(value) << 32 | (value)))

/* Readable and writable memory, which fixture_begin() maps; it is zero. */
#ifndef ARENA
#define ARENA 0x10000000ul
#endif
#define ARENA_SIZE 0x40000ul
/* The end of the arena. Nothing is mapped there and at NOWHERE. */
#define ARENA_END (ARENA + ARENA_SIZE)
#define NOWHERE 0x20000000ul

/* Makes a call. Missing arguments are 0. The result is that of fixture_result(), initially 0. */
#define CALL(nr, ...) CALL_(nr, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define CALL_(nr, a, b, c, d, e, f, ...)                                             \
	fixture_call(nr, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), \
		     (unsigned long)(d), (unsigned long)(e), (unsigned long)(f))

/* Newer architectures have no call that another one replaces. CALL() makes none there. */
#define NO_CALL (-1L)
#include "missing.h"

/*
 * Sets up memory, thread and filter, and marks the begin of the comparison. It must be called
 * first.
 */
void fixture_begin(void);
/* Marks the end of the comparison and exits. */
void fixture_end(void) __attribute__((noreturn));

/* Sets the result of the following calls; -errno makes them fail. */
void fixture_result(long result);
/* Makes the next call write bytes to memory, as the kernel would; up to eight times per call. */
void fixture_change(void *at, const void *bytes, size_t len);
#define CHANGE(object, ...)                                             \
	do {                                                            \
		__typeof__(object) changed_ = __VA_ARGS__;              \
		fixture_change(&(object), &changed_, sizeof(changed_)); \
	} while (0)

/* Allocates zeroed memory in the arena, aligned to 16 bytes. */
void *fixture_alloc(size_t size);
/* Copies an object to the end of the arena, right before unmapped memory. */
void *fixture_at_end(const void *object, size_t size);
/*
 * Gives bytes that were written in little-endian order the byte order of the machine. sizes has the
 * size of each member from `at` on, a digit each.
 */
void fixture_order(void *at, const char *sizes);
/*
 * Exchanges two 32-bit words on a big-endian machine of 64 bits: the first one is the lower half of
 * the 64 bits then.
 */
void fixture_swap(void *words);
/* The address of the last len bytes before unmapped memory. */
#define LAST_BYTES(len) ((void *)(ARENA_END - (len)))
/* Frees all memory from fixture_alloc(). */
void fixture_free_all(void);

#define COPY(type, ...) \
	((type *)memcpy(fixture_alloc(sizeof(type)), &(type)__VA_ARGS__, sizeof(type)))
#define STRING(s) (strcpy(fixture_alloc(strlen(s) + 1), s))

/* A set of 64 signals: words of a long, the first one has the lowest signals. */
#define SIGNALS(set)                                                                        \
	(HIGHEST_FIRST && sizeof(long) == 4 ? (uint64_t)(set) << 32 | (uint64_t)(set) >> 32 \
					    : (uint64_t)(set))

/* Makes a call twice: with this result, and failing with EINVAL. */
#define CALL_AND_FAIL(result, nr, ...)   \
	do {                             \
		fixture_result(result);  \
		CALL(nr, ##__VA_ARGS__); \
		fixture_result(-EINVAL); \
		CALL(nr, ##__VA_ARGS__); \
		fixture_result(0);       \
	} while (0)

long fixture_call(long nr, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
		  unsigned long e, unsigned long f);

/*
 * Makes a call with several pointers at argument `at`: NULL, an unmapped address, pointers to an
 * object of which only a part is mapped, and to the whole object right before unmapped memory.
 */
void fixture_pointers(long nr, const unsigned long args[6], unsigned at, const void *object,
		      size_t size);
/* Makes a call with unusual values for each of the first n arguments in turn. */
void fixture_odd(long nr, const unsigned long args[6], unsigned n);
#define ARGS(...) ((const unsigned long[6]){ __VA_ARGS__ })

#endif
