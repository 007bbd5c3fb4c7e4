/* SPDX-License-Identifier: MIT */
/*
 * Supplies what the entry of execve(2) could not read, because it was not resident. At the exit its
 * memory is gone, but the kernel has the path, and the new program has the strings.
 */
#include "engine/bpf/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bpf/kernel/wire.h"
#include "scry/arch.h"
#include "scry/util.h"

struct bpf_strings {
	char *bytes;
	size_t len;
	uint64_t start; /* where they are in the memory of the new program */
	size_t count; /* of all strings; fewer may be there */
	bool interpreted; /* the first ones are not from the caller */
	size_t *offsets; /* where each string begins that is there: list_strings() */
	size_t n, capacity; /* of .offsets */
};

/* The call that executes the program, and the memory of its entry. */
struct execution {
	struct bpf_tracee *tracee;
	const struct bpf_record *entry;
	const struct abi *abi;
	bool at; /* execveat(2) */
};

void exec_forget(struct bpf_tracee *tracee)
{
	for (size_t i = 0; tracee->strings && i < 2; i++) {
		free(tracee->strings[i].bytes);
		free(tracee->strings[i].offsets);
	}
	free(tracee->strings);
	tracee->strings = NULL;
}

void exec_add_strings(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	struct bpf_strings *strings;
	struct plan_chunk chunk;
	const char *bytes = chunks_first(record, len, &chunk);

	if (!tracee->strings)
		tracee->strings = xcalloc(2, sizeof(*tracee->strings));
	strings = &tracee->strings[record->strings.how & EXEC_ENVIRONMENT ? 1 : 0];
	strings->count = record->strings.count;
	strings->start = record->strings.start;
	strings->interpreted = record->strings.how == EXEC_INTERPRETED;
	/* After a piece that was lost the number of a string is not known. */
	if (!bytes || chunk.address != strings->start + strings->len)
		return;
	strings->bytes = xreallocarray(strings->bytes, strings->len + chunk.len, 1);
	memcpy(strings->bytes + strings->len, bytes, chunk.len);
	strings->len += chunk.len;
}

/* Adds bytes to what was read late. */
static void add_late(const struct execution *execution, uint64_t address, const void *bytes,
		     size_t len)
{
	struct plan_chunk chunk = { .address = address, .len = (uint32_t)len, .flags = CHUNK_LATE };
	struct bpf_record record = { 0 };
	struct buf whole = { 0 };

	buf_put(&whole, &record, sizeof(record));
	buf_put(&whole, &chunk, sizeof(chunk));
	buf_put(&whole, bytes, len);
	buf_put(&whole, "\0\0\0\0\0\0\0", (8 - len % 8) % 8);
	chunks_add(&execution->tracee->late, (const struct bpf_record *)whole.data, whole.len,
		   true);
	buf_free(&whole);
}

static size_t read_entry(const struct execution *execution, uint64_t address, void *bytes,
			 size_t len)
{
	const struct chunks *set = &execution->tracee->entry;
	enum chunks_end end;

	return chunks_read(&set, 1, address, bytes, len, &end);
}

/*
 * The kernel calls a path that is relative to a descriptor "/dev/fd/N/PATH", and the file of a
 * descriptor "/dev/fd/N".
 */
static void add_path(const struct execution *execution, const char *path, size_t len)
{
	char prefix[32];
	size_t n;

	n = (size_t)snprintf(prefix, sizeof(prefix), "/dev/fd/%d",
			     (int)execution->entry->call.args[0]);
	if (execution->at && len > n && !memcmp(path, prefix, n) && (path[n] == '/' || !path[n])) {
		n += path[n] == '/';
		path += n;
		len -= n;
	}
	add_late(execution, execution->entry->call.args[execution->at ? 1 : 0], path, len);
}

/* Finds where each string begins that is there to its end. */
static void list_strings(struct bpf_strings *strings)
{
	const char *nul;

	for (size_t at = 0; at < strings->len; at = (size_t)(nul - strings->bytes) + 1) {
		nul = memchr(strings->bytes + at, '\0', strings->len - at);
		if (!nul)
			return;
		strings->offsets = xgrow(strings->offsets, strings->n, &strings->capacity,
					 sizeof(*strings->offsets));
		strings->offsets[strings->n++] = at;
	}
}

/* Returns the string of a number, and its length with the NUL; NULL: it was not captured. */
static const char *string_at(const struct bpf_strings *strings, size_t number, size_t *len)
{
	const char *string;

	if (number >= strings->n)
		return NULL;
	string = strings->bytes + strings->offsets[number];
	*len = strlen(string) + 1;
	return string;
}

/* Adds the string of a number, at an address where the entry has not all of it. */
static void add_string(const struct execution *execution, const struct bpf_strings *strings,
		       uint64_t address, size_t number)
{
	const char *string;
	size_t len;
	char last;

	string = string_at(strings, number, &len);
	if (string && !read_entry(execution, address + len - 1, &last, 1))
		add_late(execution, address, string, len);
}

/*
 * Adds elements of a vector from element i on. Their addresses are those in the new program. first:
 * the string of element 0.
 */
static void add_elements(const struct execution *execution, const struct bpf_strings *strings,
			 uint64_t vector, size_t i, size_t first)
{
	uint8_t size = execution->abi->pointer_size;
	uint64_t mask = size == 8 ? ~(uint64_t)0 : 0xffffffff;
	const char *string;
	size_t len;

	for (; first + i <= strings->count; i++) {
		uint64_t pointer = 0;

		string = first + i < strings->count ? string_at(strings, first + i, &len) : NULL;
		if (first + i < strings->count && !string)
			return;
		if (string) {
			pointer = (strings->start + (uint64_t)(string - strings->bytes)) & mask;
			add_late(execution, pointer, string, len);
		}
		add_late(execution, vector + i * size, &pointer, size);
	}
}

/* Whether the entry has the string of a number at an address. */
static bool is_at(const struct execution *execution, const struct bpf_strings *strings,
		  uint64_t address, size_t number)
{
	char piece[256];
	const char *string;
	size_t len;

	string = string_at(strings, number, &len);
	for (size_t at = 0; string && at < len; at += sizeof(piece)) {
		size_t n = len - at < sizeof(piece) ? len - at : sizeof(piece);

		if (read_entry(execution, address + at, piece, n) != n ||
		    memcmp(piece, string + at, n))
			return false;
	}
	return string;
}

/*
 * For each script up to this number the kernel puts an interpreter, and its argument, before the
 * arguments: fs/exec.c.
 */
#define INTERPRETERS_MAX 5

/*
 * The number of the string that element 0 of the vector stands for, whose first n elements the
 * entry has. Before the arguments of a script the kernel has put those of its interpreter. Returns
 * SIZE_MAX if that is not known: no element is there to compare.
 */
static size_t first_string(const struct execution *execution, const struct bpf_strings *strings,
			   uint64_t vector, size_t n)
{
	uint8_t size = execution->abi->pointer_size;

	if (!strings->interpreted)
		return 0;
	for (size_t first = 1; first <= 2 * INTERPRETERS_MAX && n > 1; first++) {
		size_t i = 1;

		for (; i < n; i++) {
			uint64_t pointer = 0;

			read_entry(execution, vector + i * size, &pointer, size);
			if (!is_at(execution, strings, pointer, first + i))
				break;
		}
		if (i == n)
			return first;
	}
	return SIZE_MAX;
}

static void supply_vector(const struct execution *execution, struct bpf_strings *strings,
			  uint64_t vector)
{
	uint8_t size = execution->abi->pointer_size;
	uint64_t pointer = 0;
	size_t n = 0, first;

	if (!vector)
		return;
	list_strings(strings);
	while (read_entry(execution, vector + n * size, &pointer, size) == size && pointer)
		n++;
	if (pointer || !n) {
		/* The vector was not resident, or is longer than a plan follows it. */
		first = first_string(execution, strings, vector, n);
		if (first != SIZE_MAX)
			add_elements(execution, strings, vector, n, first);
	} else {
		if (strings->interpreted && strings->count < n)
			return;
		first = strings->interpreted ? strings->count - n : 0;
	}
	/* The kernel does not keep argument 0 of a script. */
	for (size_t i = strings->interpreted; i < n && first != SIZE_MAX; i++) {
		read_entry(execution, vector + i * size, &pointer, size);
		add_string(execution, strings, pointer, first + i);
	}
}

void exec_supply(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	struct execution execution = { .tracee = tracee, .entry = &tracee->held };
	struct plan_chunk chunk;
	const char *path = chunks_first(record, len, &chunk);
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	if (execution.entry->abi >= n)
		return;
	execution.abi = abis[execution.entry->abi];
	execution.at = abi_syscall(execution.abi, execution.entry->call.nr) == ID_execveat;
	if (path && chunk.len)
		add_path(&execution, path, chunk.len);
	for (unsigned i = 0; tracee->strings && i < 2; i++)
		supply_vector(&execution, &tracee->strings[i],
			      execution.entry->call.args[(execution.at ? 2 : 1) + i]);
}
