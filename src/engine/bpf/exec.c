/* SPDX-License-Identifier: MIT */
/*
 * Supplies what the entry of execve(2) could not read, because it was not resident. At the exit its memory is gone, but the
 * kernel has the path, and the new program has the strings.
 */
#include "engine/bpf/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bpf/wire.h"
#include "scry/arch.h"
#include "scry/util.h"

struct bpf_strings {
	char *bytes;
	size_t len;
	uint64_t start; /* where they are in the memory of the new program */
	size_t count; /* of all strings; fewer may be there */
	bool interpreted; /* the first ones are not from the caller */
};

/* The call that executes the program, and the memory of its entry. */
struct execution {
	struct bpf_tracee *tracee;
	const struct plan_record *entry;
	const struct abi *abi;
	bool at; /* execveat(2) */
};

void exec_forget(struct bpf_tracee *tracee)
{
	for (size_t i = 0; tracee->strings && i < 2; i++)
		free(tracee->strings[i].bytes);
	free(tracee->strings);
	tracee->strings = NULL;
}

/* Returns the chunk of a record, and its bytes; NULL: it has none. */
static const char *chunk_of(const struct plan_record *record, size_t len, struct plan_chunk *chunk)
{
	const char *bytes = (const char *)record + sizeof(*record) + sizeof(*chunk);

	if (len < sizeof(*record) + sizeof(*chunk))
		return NULL;
	memcpy(chunk, (const char *)record + sizeof(*record), sizeof(*chunk));
	return chunk->len <= len - sizeof(*record) - sizeof(*chunk) ? bytes : NULL;
}

void exec_add_strings(struct bpf_tracee *tracee, const struct plan_record *record, size_t len)
{
	struct bpf_strings *strings;
	struct plan_chunk chunk;
	const char *bytes = chunk_of(record, len, &chunk);

	if (!tracee->strings)
		tracee->strings = xcalloc(2, sizeof(*tracee->strings));
	strings = &tracee->strings[record->args[2] & EXEC_ENVIRONMENT ? 1 : 0];
	strings->count = record->args[0];
	strings->start = record->args[1];
	strings->interpreted = record->args[2] == EXEC_INTERPRETED;
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
	struct plan_record record = { 0 };
	struct buf whole = { 0 };

	buf_put(&whole, &record, sizeof(record));
	buf_put(&whole, &chunk, sizeof(chunk));
	buf_put(&whole, bytes, len);
	buf_put(&whole, "\0\0\0\0\0\0\0", (8 - len % 8) % 8);
	chunks_add(&execution->tracee->late, (const struct plan_record *)whole.data, whole.len,
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

/* The kernel calls a path that is relative to a descriptor "/dev/fd/N/PATH", and the file of a descriptor "/dev/fd/N". */
static void add_path(const struct execution *execution, const char *path, size_t len)
{
	char prefix[32];
	size_t n;

	n = (size_t)snprintf(prefix, sizeof(prefix), "/dev/fd/%d", (int)execution->entry->args[0]);
	if (execution->at && len > n && !memcmp(path, prefix, n) && (path[n] == '/' || !path[n])) {
		n += path[n] == '/';
		path += n;
		len -= n;
	}
	add_late(execution, execution->entry->args[execution->at ? 1 : 0], path, len);
}

/* Returns the string of a number, and its length with the NUL; NULL: it was not captured. */
static const char *string_at(const struct bpf_strings *strings, size_t number, size_t *len)
{
	const char *at = strings->bytes, *end = at + strings->len, *nul;

	for (size_t i = 0; at && at < end; i++, at = nul + 1) {
		nul = memchr(at, '\0', (size_t)(end - at));
		if (!nul)
			return NULL;
		*len = (size_t)(nul - at) + 1;
		if (i == number)
			return at;
	}
	return NULL;
}

/* Adds a string that the entry could not read. The kernel does not keep argument 0 of a script. */
static void add_string(const struct execution *execution, const struct bpf_strings *strings,
		       uint64_t address, size_t number, size_t n)
{
	const char *string;
	size_t len;
	char last;

	if (strings->interpreted) {
		if (!number || strings->count < n)
			return;
		number += strings->count - n;
	}
	string = string_at(strings, number, &len);
	if (string && !read_entry(execution, address + len - 1, &last, 1))
		add_late(execution, address, string, len);
}

/* The addresses of a vector that the entry could not read are those in the new program. */
static void add_vector(const struct execution *execution, const struct bpf_strings *strings,
		       uint64_t vector)
{
	uint8_t size = execution->abi->pointer_size;
	uint64_t mask = size == 8 ? ~(uint64_t)0 : 0xffffffff;
	const char *string;
	size_t len;

	for (size_t i = 0; i <= strings->count; i++) {
		uint64_t pointer = 0;

		string = i < strings->count ? string_at(strings, i, &len) : NULL;
		if (i < strings->count && !string)
			return;
		if (string) {
			pointer = (strings->start + (uint64_t)(string - strings->bytes)) & mask;
			add_late(execution, pointer, string, len);
		}
		add_late(execution, vector + i * size, &pointer, size);
	}
}

static void supply_vector(const struct execution *execution, const struct bpf_strings *strings,
			  uint64_t vector)
{
	uint8_t size = execution->abi->pointer_size;
	uint64_t pointer = 0;
	size_t n = 0;

	if (!vector)
		return;
	while (read_entry(execution, vector + n * size, &pointer, size) == size && pointer)
		n++;
	if (pointer || !n) {
		/* The vector was not resident. How many arguments a script got is not known. */
		if (!n && !strings->interpreted)
			add_vector(execution, strings, vector);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		read_entry(execution, vector + i * size, &pointer, size);
		add_string(execution, strings, pointer, i, n);
	}
}

void exec_supply(struct bpf_tracee *tracee, const struct plan_record *record, size_t len)
{
	struct execution execution = { .tracee = tracee, .entry = &tracee->held };
	struct plan_chunk chunk;
	const char *path = chunk_of(record, len, &chunk);
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	if (execution.entry->abi >= n)
		return;
	execution.abi = abis[execution.entry->abi];
	execution.at = abi_syscall(execution.abi, execution.entry->nr) == ID_execveat;
	if (path && chunk.len)
		add_path(&execution, path, chunk.len);
	for (unsigned i = 0; tracee->strings && i < 2; i++)
		supply_vector(&execution, &tracee->strings[i],
			      execution.entry->args[(execution.at ? 2 : 1) + i]);
}
