/* SPDX-License-Identifier: MIT */
/* Parses the expressions of -e trace into a set of calls. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "scry/expression.h"
#include "scry/sets.h"
#include "scry/util.h"

struct parse {
	struct call_set all; /* every call of every ABI: a recording may be of another machine */
	uint32_t machine; /* the ABIs of this machine: ABI_BIT of each */
	struct call_set *set;
};

struct word {
	const char *text; /* without "?" and "@ABI" */
	const char *whole; /* with "@ABI", for messages */
	uint32_t abis; /* the ABIs that "@ABI" selects: ABI_BIT of each */
};

/*
 * Selects every call of an ABI of the word for which test() is true. Returns whether there is one
 * on this machine: the name of a call of another machine is probably an error.
 */
static bool select_calls(struct parse *parse, const struct word *word,
			 bool (*test)(const void *what, enum syscall_id id, const struct abi *abi),
			 const void *what)
{
	bool found = false;

	for (unsigned id = 1; id < ID_COUNT; id++) {
		for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
			uint32_t bit = 1u << abi;

			if (!(parse->all.abis[id] & word->abis & bit) ||
			    !test(what, id, abi_by_id(abi)))
				continue;
			parse->set->abis[id] |= bit;
			found |= bit & parse->machine;
		}
	}
	return found;
}

static bool is_any(const void *what, enum syscall_id id, const struct abi *abi)
{
	(void)what;
	(void)id;
	(void)abi;
	return true;
}

static bool is_named(const void *what, enum syscall_id id, const struct abi *abi)
{
	(void)abi;
	return !strcmp(syscall_name(id), what);
}

static bool has_number(const void *what, enum syscall_id id, const struct abi *abi)
{
	return abi_syscall(abi, *(const uint64_t *)what) == id;
}

static bool in_class(const void *what, enum syscall_id id, const struct abi *abi)
{
	const struct syscall *row = syscall_row(id, abi);

	return row && row->classes & *(const uint32_t *)what;
}

static bool is_matched(const void *what, enum syscall_id id, const struct abi *abi)
{
	(void)abi;
	return !regexec(what, syscall_name(id), 0, NULL, 0);
}

/* strace accepts the names of these classes also without '%', for compatibility: strace(1). */
static bool is_old_class(const char *word)
{
	static const char *const old[] = { "file", "process", "network", "signal",
					   "ipc",  "desc",    "memory" };

	for (size_t i = 0; i < ARRAY_SIZE(old); i++)
		if (!strcmp(word, old[i]))
			return true;
	return false;
}

static uint32_t class_of(const char *word)
{
	if (*word == '%')
		return class_by_name(word + 1);
	return is_old_class(word) ? class_by_name(word) : 0;
}

static bool select_regex(struct parse *parse, const struct word *word, bool *found, char **error)
{
	regex_t regex;
	int failed = regcomp(&regex, word->text + 1, REG_EXTENDED | REG_NOSUB);

	if (failed) {
		char why[128];

		regerror(failed, &regex, why, sizeof(why));
		return set_error(error, "regular expression '%s': %s", word->text, why);
	}
	*found = select_calls(parse, word, is_matched, &regex);
	regfree(&regex);
	return true;
}

/* Returns whether there is one. */
static bool add_nearest_call(const struct parse *parse, const char *word, char **error)
{
	const char *calls[ID_COUNT];
	struct name_list names = NAMES(calls);

	names.n = 0;
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (parse->all.abis[id] & parse->machine)
			calls[names.n++] = syscall_name(id);
	return add_nearest(error, ";", word, "", names);
}

/* Returns whether there is one. */
static bool add_nearest_class(const char *word, char **error)
{
	const char *classes[CLASS_COUNT];

	for (unsigned i = 0; i < CLASS_COUNT; i++)
		classes[i] = class_name(i);
	return add_nearest(error, ";", word, "%", NAMES(classes));
}

/* The word is a pattern of the shell: its beginning as a regular expression. */
static void add_pattern(char **error, const char *word)
{
	char *sentence = *error;

	set_error(error, "%s; did you mean '/^%.*s'?", sentence, (int)strcspn(word, "*"), word);
	free(sentence);
}

static bool unknown_call(const struct parse *parse, const struct word *written, char **error)
{
	const char *class[] = { written->text };
	char *instead = libc_function_explain(written->text);

	if (instead)
		set_error(error, "'%s' is no system call; %s", written->whole, instead);
	else
		set_error(error, "unknown system call '%s'", written->whole);
	if (!instead && strchr(written->text, '*'))
		add_pattern(error, written->text);
	else if (!instead && class_by_name(*class))
		add_nearest(error, ";", *class, "%", NAMES(class));
	else if (!instead && !add_nearest_call(parse, written->text, error))
		add_nearest_class(written->text, error);
	free(instead);
	return false;
}

static bool unknown_class(const char *text, char **error)
{
	set_error(error, "unknown class '%s'", text);
	add_nearest_class(text + 1, error);
	return false;
}

/* Sets *error to why the word selects no call. */
static bool nothing_selected(const struct parse *parse, const struct word *word, char **error)
{
	uint64_t number;

	if (*word->text == '/')
		return set_error(error, "no system call matches '%s'", word->whole);
	if (parse_decimal(word->text, UINT64_MAX, &number))
		return set_error(error, "no system call has number '%s'", word->whole);
	if (*word->text == '%')
		return unknown_class(word->text, error);
	if (strcmp(word->text, word->whole) &&
	    parse->all.abis[syscall_by_name(word->text)] & parse->machine)
		return set_error(error, "no system call '%s': it exists only without '%s'",
				 word->whole, strrchr(word->whole, '@'));
	return unknown_call(parse, word, error);
}

/* Returns the text after '@' that selects an ABI. */
static const char *designator(const struct abi *abi)
{
	if (!abi->bits)
		return abi->name;
	return abi->bits == 64 ? "64" : "32";
}

/* Removes "@ABI" from the end of text. *abis gets the ABIs that it selects, without it all ABIs. */
static bool cut_abi(char *text, const char *whole, uint32_t *abis, char **error)
{
	char *at = strrchr(text, '@');
	const char *bits = at ? at + 1 : "", *designators[ABI_COUNT];
	struct name_list names = NAMES(designators);
	const struct abi *const *machine = abi_of_machine(&names.n);

	*abis = 0;
	for (unsigned id = 0; id < ABI_COUNT; id++)
		if (!at || !strcmp(bits, designator(abi_by_id(id))))
			*abis |= 1u << id;
	if (at)
		*at = '\0';
	if (*abis)
		return true;
	for (size_t i = 0; i < names.n; i++)
		designators[i] = designator(machine[i]);
	set_error(error, "unknown ABI '%s' in '%s'", bits, whole);
	return add_names(error, "; it can be ", names, " or ");
}

/* Selects the calls of a word. *found gets whether the word is valid, which may select no call. */
static bool select_word(struct parse *parse, const struct word *word, bool *found, char **error)
{
	uint32_t class = class_of(word->text);
	uint64_t number;

	if (*word->text == '/') {
		parse->set->named = false;
		return select_regex(parse, word, found, error);
	}
	if (class) {
		parse->set->named = false;
		select_calls(parse, word, in_class, &class);
		*found = true; /* a class without a call in this ABI is valid */
		return true;
	}
	if (!strcmp(word->text, "all"))
		*found = select_calls(parse, word, is_any, NULL);
	else if (parse_decimal(word->text, UINT64_MAX, &number))
		*found = select_calls(parse, word, has_number, &number);
	else
		*found = select_calls(parse, word, is_named, word->text);
	return true;
}

static bool parse_word(void *ctx, const char *whole, char **error)
{
	struct parse *parse = ctx;
	size_t marks = strspn(whole, "?");
	char *text = xstrdup(whole + marks);
	struct word word = { .text = text, .whole = whole + marks };
	bool found = false;
	bool good =
		cut_abi(text, whole, &word.abis, error) && select_word(parse, &word, &found, error);

	if (good && !found && !marks)
		good = nothing_selected(parse, &word, error);
	free(text);
	return good;
}

static void subtract(struct call_set *set, const struct call_set *all)
{
	for (unsigned id = 1; id < ID_COUNT; id++)
		set->abis[id] = all->abis[id] & ~set->abis[id];
}

bool call_set_parse(const char *expression, struct call_set *set, char **error)
{
	struct parse parse = { .set = set, .machine = call_set_machine() };
	bool inverted;

	call_set_fill(&parse.all, true);
	call_set_fill(set, false);
	set->unknown = true;
	set->named = strcmp(expression, "all");
	if (!expression_parse(expression, "system call", true, &inverted, parse_word, &parse,
			      error))
		return false;
	if (inverted) {
		subtract(set, &parse.all);
		set->named = false;
	}
	return true;
}
