/* SPDX-License-Identifier: MIT */
/* Parses values of options: numbers, times and words. */
#include <stdlib.h>
#include <string.h>

#include "cli/state.h"
#include "scry/util.h"

bool cli_number(const char *option, const char *value, uint64_t max, uint64_t *number, char **error)
{
	if (parse_decimal(value + strspn(value, " "), max, number))
		return true;
	return set_error(error, "%s '%s': it takes a number from 0 to %llu", option, value,
			 (unsigned long long)max);
}

bool cli_time(const char *option, const char *value, uint64_t *ns, char **error)
{
	if (parse_duration(value, ns))
		return true;
	return set_error(error, "%s '%s': it takes a time such as 5, 5us, 0.5ms, 2s or 100ns",
			 option, value);
}

/* As strace does, accepts "total_time" for "total-time". */
static bool is_word(const char *word, const char *value)
{
	while (*word && (*word == *value || (*word == '-' && *value == '_'))) {
		word++;
		value++;
	}
	return !*word && !*value;
}

bool cli_choose(const char *option, const char *value, const struct cli_word *words, size_t n,
		int *number, char **error)
{
	const struct name_list names = { words, n, sizeof(*words) };

	for (size_t i = 0; i < n; i++) {
		if (!is_word(words[i].name, value))
			continue;
		*number = words[i].value;
		return true;
	}
	set_error(error, "%s '%s'", option, value);
	return !add_nearest(error, ":", value, "", names) &&
	       add_names(error, ": it takes ", names, " or ");
}

bool cli_has_word(const char *list, const char *word, size_t len)
{
	while (list && len) {
		size_t length = strcspn(list, " ");

		if (length == len && !memcmp(list, word, len))
			return true;
		list = list[length] ? list + length + 1 : NULL;
	}
	return false;
}
