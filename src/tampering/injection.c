/* SPDX-License-Identifier: MIT */
/* Parses the expressions of -e inject and -e fault. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "scry/call.h"
#include "scry/expression.h"
#include "scry/tampering.h"
#include "scry/util.h"

#define FIRST_MAX 65535
#define LAST_MAX 65534

/* The word before a '='. */
struct key {
	const char *name;
	/* Parses the value after the '='. On failure, returns false with *error set. */
	bool (*parse)(struct injection *injection, const struct key *key, const char *value,
		      char **error);
	bool in_fault; /* -e fault accepts the key too */
	bool tampers; /* the key changes the call, so that an expression with it is complete */
	bool at_exit;
};

static bool wrong(const char *key, const char *value, const char *want, char **error)
{
	return set_error(error, "%s=%s: it takes %s", key, value, want);
}

/* Reads a number from 1 to maximum and advances *text past it. */
static bool take_number(const char **text, uint32_t maximum, uint32_t *number)
{
	uint64_t value;

	if (!read_decimal(text, maximum, &value) || !value)
		return false;
	*number = (uint32_t)value;
	return true;
}

/* Parses FIRST[..LAST][+[STEP]]. */
static bool parse_when(struct injection *injection, const struct key *key, const char *value,
		       char **error)
{
	const char *rest = value;
	bool good = take_number(&rest, FIRST_MAX, &injection->first);

	injection->last = injection->first;
	injection->step = 1;
	if (good && !strncmp(rest, "..", 2)) {
		rest += 2;
		good = take_number(&rest, LAST_MAX, &injection->last) &&
		       injection->last >= injection->first;
	} else if (good && *rest == '+') {
		injection->last = UINT32_MAX;
	}
	if (good && *rest == '+') {
		rest++;
		good = !*rest || take_number(&rest, FIRST_MAX, &injection->step);
	}
	if (good && !*rest)
		return true;
	return wrong(key->name, value, "FIRST[..LAST][+[STEP]], numbers from 1 to 65535", error);
}

static bool parse_error(struct injection *injection, const struct key *key, const char *value,
			char **error)
{
	unsigned number = expression_errno(value, error);

	(void)key;
	if (!number)
		return false;
	if (injection->set_result)
		return set_error(error, "error=%s: only one error or retval is allowed", value);
	injection->set_result = injection->is_error = true;
	injection->result = -(int64_t)number;
	return true;
}

static bool parse_retval(struct injection *injection, const struct key *key, const char *value,
			 char **error)
{
	char *end;

	errno = 0;
	injection->result = (int64_t)strtoull(value, &end, 0);
	if (!*value || *end || errno)
		return wrong(key->name, value, "a number", error);
	if (injection->set_result)
		return set_error(error, "retval=%s: only one error or retval is allowed", value);
	injection->set_result = true;
	return true;
}

static bool parse_injected_signal(struct injection *injection, const struct key *key,
				  const char *value, char **error)
{
	int signal = signal_by_name(abi_native(), value);

	if (signal <= 0 || signal > SIGNALS) {
		wrong(key->name, value, "the name of a signal or a number from 1 to 64", error);
		add_nearest_signal(error, ";", value);
		return false;
	}
	if (injection->signal)
		return set_error(error, "signal=%s: only one signal is allowed", value);
	injection->signal = signal;
	return true;
}

static bool is_pure(enum syscall_id id)
{
	const struct syscall *row = id ? syscall_row(id, abi_native()) : NULL;

	return row && row->classes & C_PURE;
}

static bool impure(const struct key *key, const char *value, char **error)
{
	const char *pure[ID_COUNT];

	for (unsigned id = 0; id < ID_COUNT; id++)
		pure[id] = is_pure(id) ? syscall_name(id) : NULL;
	wrong(key->name, value, "a call of class %pure, such as getpid", error);
	add_nearest(error, ";", value, "", NAMES(pure));
	return false;
}

static bool parse_syscall(struct injection *injection, const struct key *key, const char *value,
			  char **error)
{
	enum syscall_id id = syscall_by_name(value);

	if (injection->instead)
		return set_error(error, "syscall=%s: only one call replaces another one", value);
	if (!is_pure(id))
		return impure(key, value, error);
	injection->instead = id;
	return true;
}

static bool parse_delay(struct injection *injection, const struct key *key, const char *value,
			char **error)
{
	bool *delays = key->at_exit ? &injection->delays_exit : &injection->delays_enter;
	uint64_t *ns = key->at_exit ? &injection->delay_exit_ns : &injection->delay_enter_ns;

	if (*delays)
		return set_error(error, "%s=%s: only one %s is allowed", key->name, value,
				 key->name);
	*delays = true;
	if (parse_duration(value, ns))
		return true;
	return wrong(key->name, value, "a time such as 5, 5us, 0.5ms, 2s or 100ns", error);
}

/* Parses "@arg2=0a0b" and appends it to injection->pokes. */
static bool parse_poke(struct injection *injection, const char *text, bool at_exit)
{
	static const char prefix[] = "@arg";
	const char *number = text + strlen(prefix), *hex = number + 2;
	struct poke poke = { .at_exit = at_exit };

	if (strncmp(text, prefix, strlen(prefix)) || *number < '1' || *number > '7' ||
	    number[1] != '=' || !*hex || strlen(hex) % 2)
		return false;
	poke.argument = (unsigned)hex_digit(*number) - 1;
	poke.len = strlen(hex) / 2;
	for (size_t i = 0; i < injection->n_pokes; i++)
		if (injection->pokes[i].argument == poke.argument &&
		    injection->pokes[i].at_exit == at_exit)
			return false;
	poke.bytes = xmalloc(poke.len);
	injection->pokes = xgrow(injection->pokes, injection->n_pokes, &injection->pokes_capacity,
				 sizeof(*injection->pokes));
	injection->pokes[injection->n_pokes++] = poke;
	for (size_t i = 0; i < poke.len; i++) {
		int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		poke.bytes[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

static bool parse_pokes(struct injection *injection, const struct key *key, const char *value,
			char **error)
{
	char *list = xstrdup(value), *rest = list, *word;
	bool good = *value != ',';

	/* As in strace, a comma may follow the last change. */
	while (good && (word = strsep(&rest, ",")) && (rest || *word || word == list))
		good = parse_poke(injection, word, key->at_exit);
	free(list);
	if (good)
		return true;
	return wrong(key->name, value, "@argN=HEX[,@argM=HEX]..., N from 1 to 7, two digits a byte",
		     error);
}

static const struct key keys[] = {
	{ "error", parse_error, .in_fault = true, .tampers = true },
	{ "retval", parse_retval, .tampers = true },
	{ "signal", parse_injected_signal, .tampers = true },
	{ "syscall", parse_syscall, .in_fault = true },
	{ "delay_enter", parse_delay, .tampers = true },
	{ "delay_exit", parse_delay, .tampers = true, .at_exit = true },
	{ "poke_enter", parse_pokes, .tampers = true },
	{ "poke_exit", parse_pokes, .tampers = true, .at_exit = true },
	{ "when", parse_when, .in_fault = true },
};

static bool in_fault(const struct key *key)
{
	return key->in_fault;
}

static bool in_inject(const struct key *key)
{
	return key->name;
}

static bool tampers(const struct key *key)
{
	return key->tampers;
}

/*
 * Collects the names of the keys for which test() is true. The capacity of rows is
 * ARRAY_SIZE(keys).
 */
static struct name_list names_of_keys(bool (*test)(const struct key *key), const char **rows)
{
	struct name_list names = { rows, 0, sizeof(*rows) };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (test(&keys[i]))
			rows[names.n++] = keys[i].name;
	return names;
}

/* Words that people try. Returns whether the word is one of them. */
static bool add_guess(char **error, const char *word)
{
	static const struct {
		const char *word, *meant;
	} guesses[] = {
		{ "delay", "delay_enter' or 'delay_exit" },
		{ "err", "error" },
		{ "errno", "error" },
		{ "result", "retval" },
		{ "return", "retval" },
	};
	char *sentence = *error;

	for (size_t i = 0; i < ARRAY_SIZE(guesses); i++) {
		if (strcmp(word, guesses[i].word))
			continue;
		set_error(error, "%s; did you mean '%s'?", sentence, guesses[i].meant);
		free(sentence);
		return true;
	}
	return false;
}

static bool unknown_key(const char *text, bool fault, char **error)
{
	const char *rows[ARRAY_SIZE(keys)];
	struct name_list names = names_of_keys(fault ? in_fault : in_inject, rows);
	char *word = xstrndup(text, strcspn(text, "="));

	set_error(error, "unknown word '%s'", text);
	if (!add_guess(error, word) && !add_nearest(error, ";", word, "", names))
		add_names(error, "; there are ", names, " and ");
	free(word);
	return false;
}

static bool needs_key(char **error)
{
	const char *rows[ARRAY_SIZE(keys)];

	set_error(error, "it needs");
	return add_names(error, " ", names_of_keys(tampers, rows), " or ");
}

/* Parses KEY=VALUE. */
static bool parse_key(struct injection *injection, const char *text, bool fault, char **error)
{
	size_t len = strcspn(text, "=");
	const char *value = text[len] ? text + len + 1 : "";

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (strlen(keys[i].name) == len && !memcmp(keys[i].name, text, len) &&
		    (!fault || keys[i].in_fault))
			return keys[i].parse(injection, &keys[i], value, error);
	return unknown_key(text, fault, error);
}

static bool check_whole(struct injection *injection, bool fault, char **error)
{
	if (fault && !injection->set_result) {
		injection->set_result = injection->is_error = true;
		injection->result = -ENOSYS;
	}
	/* Only a call whose result is set is replaced by another one. */
	if (!injection->set_result)
		injection->instead = ID_none;
	if (injection->set_result || injection->signal || injection->delays_enter ||
	    injection->delays_exit || injection->n_pokes)
		return true;
	return needs_key(error);
}

bool injection_parse(const char *expression, bool fault, struct injection *injection, char **error)
{
	char *text = xstrdup(expression), *rest = text, *word = strsep(&rest, ":");
	bool good;

	*injection = (struct injection){ .first = 1, .last = UINT32_MAX, .step = 1 };
	good = call_set_parse(word, &injection->set, error);
	while (good && (word = strsep(&rest, ":")))
		if (*word)
			good = parse_key(injection, word, fault, error);
	free(text);
	if (good && check_whole(injection, fault, error))
		return true;
	injection_free(injection);
	return false;
}

void injection_free(struct injection *injection)
{
	for (size_t i = 0; i < injection->n_pokes; i++)
		free(injection->pokes[i].bytes);
	free(injection->pokes);
	injection->pokes = NULL;
	injection->n_pokes = injection->pokes_capacity = 0;
}

bool injection_is_due(const struct injection *injection, uint32_t invocation)
{
	return invocation >= injection->first && invocation <= injection->last &&
	       (invocation - injection->first) % injection->step == 0;
}
