/* SPDX-License-Identifier: MIT */
/* Looks up rows, classes, and the names of signals and errors. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "scry/util.h"
#include "syscalls/rows_data.h"

const struct syscall *syscall_row(enum syscall_id id, const struct abi *abi)
{
	const struct syscall *row = id < ID_COUNT ? table_rows[id] : NULL;

	while (row && row->abis && !(row->abis & 1u << abi->id))
		row = row->other;
	return row;
}

#define SCRY_CLASS_NAME(id, name) name,
static const char *const class_names[CLASS_COUNT] = { SCRY_CLASSES(SCRY_CLASS_NAME) };
#undef SCRY_CLASS_NAME

const char *class_name(unsigned index)
{
	return class_names[index];
}

uint32_t class_by_name(const char *name)
{
	if (!strcmp(name, "net"))
		name = "network";
	for (unsigned i = 0; i < CLASS_COUNT; i++)
		if (!strcmp(class_names[i], name))
			return 1u << i;
	return 0;
}

const char *signal_name(const struct abi *abi, unsigned signal)
{
	return list_name(&list_signals, abi, signal);
}

const char *errno_name(const struct abi *abi, unsigned error)
{
	return list_name(&list_errno, abi, error);
}

const char *call_error_name(const struct abi *abi, unsigned error)
{
	return error == ERROR_NOT_RUN ? "SIGSYS" : errno_name(abi, error);
}

const char *errno_text(const struct abi *abi, unsigned error)
{
	const struct abi *own = arch_of_machine()->abis[0];
	const char *name = errno_name(abi, error);
	uint64_t number = error;

	if (error == ERROR_NOT_RUN)
		return "Refused by a seccomp filter";
	/* The C library knows the numbers of the machine that scry runs on. */
	if (abi != own && name)
		list_value(&list_errno, own, name, &number);
#ifdef HAVE_STRERRORDESC_NP
	name = strerrordesc_np((int)number);
	if (name)
		return name;
#endif
	return strerror((int)number);
}

/* "INT" is also a name of "SIGINT". The case of letters is ignored. */
static bool signal_is(const char *name, const char *word)
{
	return !strcasecmp(name, word) || !strcasecmp(name + strlen("SIG"), word);
}

int signal_by_name(const struct abi *abi, const char *name)
{
	const struct list_part *part = &list_signals.parts[0];
	size_t digits = strspn(name, "0123456789");

	if (digits && digits < 4 && !name[digits])
		return atoi(name);
	for (uint16_t i = 0; i < part->n_entries; i++) {
		const struct list_entry *entry = &list_entries(&list_signals, part)[i];

		if (list_entry_is_of(entry, abi) &&
		    signal_is(list_entry_name(&list_signals, entry), name))
			return entry->value;
	}
	return -1;
}

bool row_next_word(const char **words, char word[ROW_WORD])
{
	const char separators[] = " ,|\t";
	size_t len;

	if (!*words)
		return false;
	*words += strspn(*words, separators);
	len = strcspn(*words, separators);
	if (!len || len >= ROW_WORD)
		return false;
	memcpy(word, *words, len);
	word[len] = '\0';
	*words += len;
	return true;
}
