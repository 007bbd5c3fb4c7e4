/* SPDX-License-Identifier: MIT */
/* Parses values of options: numbers, times and words. */
#include "cli/value.h"

#include <stdlib.h>
#include <string.h>

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

bool cli_seconds(const char *value, uint64_t *ns)
{
	static const struct {
		const char *unit;
		unsigned times; /* the unit in seconds */
	} units[] = { { "", 1 }, { "m", 60 }, { "h", 3600 } };
	const char *unit = value + strspn(value, "0123456789.");
	struct buf text = { 0 };
	bool good = false;

	for (size_t i = 0; !good && i < ARRAY_SIZE(units); i++) {
		if (strcmp(unit, units[i].unit))
			continue;
		buf_printf(&text, "%.*ss", (int)(unit - value), value);
		good = parse_duration(buf_cstr(&text), ns) && *ns <= INT64_MAX / units[i].times;
		*ns *= good ? units[i].times : 1;
	}
	buf_free(&text);
	return good || parse_duration(value, ns);
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

/*
 * Makes the message for a value that is no word. It lists one word for each number. Returns false.
 */
static bool refuse_word(const char *option, const char *value, const struct cli_word *words,
			size_t n, char **error)
{
	const struct name_list all = { words, n, sizeof(*words) };
	const char **first = xcalloc(n, sizeof(*first));
	struct name_list names = { first, 0, sizeof(*first) };

	for (size_t i = 0; i < n; i++) {
		size_t same = 0;

		while (words[same].value != words[i].value)
			same++;
		if (same == i)
			first[names.n++] = words[i].name;
	}
	set_error(error, "%s '%s'", option, value);
	if (!add_nearest(error, ":", value, "", all))
		add_names(error, ": it takes ", names, " or ");
	free(first);
	return false;
}

bool cli_choose(const char *option, const char *value, const struct cli_word *words, size_t n,
		int *number, char **error)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_word(words[i].name, value))
			continue;
		*number = words[i].value;
		return true;
	}
	return refuse_word(option, value, words, n, error);
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
