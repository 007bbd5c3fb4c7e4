/* SPDX-License-Identifier: MIT */
/*
 * Calls that never run. A fixture fills buffers at fixed addresses and makes calls with them; its own
 * seccomp filter hands each of them to a second thread, which answers with the result that the
 * fixture wants, after it has changed the memory that the kernel would have changed. So any call
 * "succeeds": reboot, mount, an ioctl of a device that is not there. Tracers that do not follow
 * threads see only the calls of the fixture, and its addresses are equal under all of them.
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

/* Filled by fixture_begin(): memory that can be read and written, zero at first. */
#define ARENA 0x10000000ul
#define ARENA_SIZE 0x40000ul
/* The first address behind it, where nothing is mapped, as at NOWHERE. */
#define ARENA_END (ARENA + ARENA_SIZE)
#define NOWHERE 0x20000000ul

/* A call; missing arguments are 0. Its result is what fixture_result() said, 0 at first. */
#define CALL(nr, ...) CALL_(nr, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define CALL_(nr, a, b, c, d, e, f, ...)                                             \
	fixture_call(nr, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), \
		     (unsigned long)(d), (unsigned long)(e), (unsigned long)(f))

/* First of all: sets up memory, thread and filter, and says where the comparison begins. */
void fixture_begin(void);
/* Says where it ends, and exits. */
void fixture_end(void) __attribute__((noreturn));

/* The result of the calls that follow: -errno for failures. */
void fixture_result(long result);
/* Memory that the next call changes, once: up to eight places a call. */
void fixture_change(void *at, const void *bytes, size_t len);
#define CHANGE(object, ...)                                             \
	do {                                                            \
		__typeof__(object) changed_ = __VA_ARGS__;              \
		fixture_change(&(object), &changed_, sizeof(changed_)); \
	} while (0)

/* Room in the arena, zeroed and aligned to 16 bytes. */
void *fixture_room(size_t size);
/* A copy of an object whose last byte is the last one before unmapped memory. */
void *fixture_at_end(const void *object, size_t size);
/* The last len bytes before unmapped memory, as they are. */
#define LAST_BYTES(len) ((void *)(ARENA_END - (len)))
/* Everything handed out by fixture_room() is free again. */
void fixture_forget(void);

#define COPY(type, ...) \
	((type *)memcpy(fixture_room(sizeof(type)), &(type)__VA_ARGS__, sizeof(type)))
#define STRING(s) (strcpy(fixture_room(strlen(s) + 1), s))

/* The same call once with the result that was set, then once failed with EINVAL. */
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
 * The pointers that every decoder meets, for a call that takes one at position `at`: NULL, nowhere, the last
 * byte of memory, cut in the middle, all of an object right before unmapped memory.
 */
void fixture_pointers(long nr, const unsigned long args[6], unsigned at, const void *object,
		      size_t size);
/* Each of the first n arguments in turn is one that no program means. */
void fixture_odd(long nr, const unsigned long args[6], unsigned n);
#define ARGS(...) ((const unsigned long[6]){ __VA_ARGS__ })

#endif
