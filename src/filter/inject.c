/* SPDX-License-Identifier: MIT */
/* Expressions of -e inject and -e fault: which calls are tampered with, and how. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "filter/expression.h"
#include "scry/filter.h"
#include "scry/util.h"

#define ERRNO_MAX 4095
#define SIGNALS 64
#define FIRST_MAX 65535
#define LAST_MAX 65534

struct inject_parse {
	struct injection *injection;
	bool fault; /* only error, when and syscall */
};

static bool wrong(const char *key, const char *value, const char *want, char **error)
{
	return expression_error(error, "%s=%s: it takes %s", key, value, want);
}

/* A decimal number from 1 to most at *text, which moves behind it. */
static bool take_number(const char **text, unsigned long most, uint32_t *number)
{
	char *end;
	unsigned long value;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	value = strtoul(*text, &end, 10);
	if (errno || !value || value > most)
		return false;
	*number = (uint32_t)value;
	*text = end;
	return true;
}

/* FIRST[..LAST][+[STEP]] */
static bool parse_when(struct injection *injection, const char *value, char **error)
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
	return wrong("when", value, "FIRST[..LAST][+[STEP]], numbers from 1 to 65535", error);
}

static unsigned errno_by_name(const char *name)
{
	for (unsigned i = 1; i <= ERRNO_MAX; i++) {
		const char *known = errno_name(abi_native(), i);

		if (known && !strcasecmp(known, name))
			return i;
	}
	return 0;
}

static bool parse_error(struct injection *injection, const char *value, char **error)
{
	char *end;
	unsigned long number = strtoul(value, &end, 10);

	if (!isdigit((unsigned char)*value) || *end)
		number = errno_by_name(value);
	if (!number || number > ERRNO_MAX)
		return wrong("error", value, "the name of an error or a number from 1 to 4095",
			     error);
	if (injection->set_result)
		return expression_error(error, "error=%s: there is one error or retval only",
					value);
	injection->set_result = injection->is_error = true;
	injection->result = -(int64_t)number;
	return true;
}

static bool parse_retval(struct injection *injection, const char *value, char **error)
{
	char *end;

	errno = 0;
	injection->result = (int64_t)strtoull(value, &end, 0);
	if (!*value || *end || errno)
		return wrong("retval", value, "a number", error);
	if (injection->set_result)
		return expression_error(error, "retval=%s: there is one error or retval only",
					value);
	injection->set_result = true;
	return true;
}

static bool parse_signal(struct injection *injection, const char *value, char **error)
{
	int signal = signal_by_name(abi_native(), value);

	if (signal <= 0 || signal > SIGNALS)
		return wrong("signal", value, "the name of a signal or a number from 1 to 64",
			     error);
	if (injection->signal)
		return expression_error(error, "signal=%s: there is one signal only", value);
	injection->signal = signal;
	return true;
}

static bool parse_syscall(struct injection *injection, const char *value, char **error)
{
	enum syscall_id id = syscall_by_name(value);
	const struct syscall *row = id ? syscall_row(id, abi_native()) : NULL;

	if (!row || !(row->classes & C_PURE))
		return wrong("syscall", value, "a call of class %pure, such as getpid", error);
	injection->instead = id;
	return true;
}

static bool parse_delay(uint64_t *ns, const char *key, const char *value, char **error)
{
	if (parse_duration(value, ns))
		return true;
	return wrong(key, value, "a time such as 5, 5us, 0.5ms, 2s or 100ns", error);
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "@arg2=0a0b": the bytes follow the struct's own memory. */
static bool parse_poke(struct injection *injection, const char *text, bool at_exit)
{
	static const char prefix[] = "@arg";
	const char *number = text + strlen(prefix), *hex = number + 2;
	struct poke poke = { .at_exit = at_exit };

	if (strncmp(text, prefix, strlen(prefix)) || *number < '1' || *number > '7' ||
	    number[1] != '=' || !*hex || strlen(hex) % 2)
		return false;
	poke.argument = (unsigned)digit(*number) - 1;
	poke.len = strlen(hex) / 2;
	for (size_t i = 0; i < injection->n_pokes; i++)
		if (injection->pokes[i].argument == poke.argument &&
		    injection->pokes[i].at_exit == at_exit)
			return false;
	poke.bytes = xmalloc(poke.len);
	injection->pokes =
		xreallocarray(injection->pokes, injection->n_pokes + 1, sizeof(*injection->pokes));
	injection->pokes[injection->n_pokes++] = poke;
	for (size_t i = 0; i < poke.len; i++) {
		int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		poke.bytes[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

static bool parse_pokes(struct injection *injection, const char *key, const char *value,
			char **error)
{
	bool at_exit = !strcmp(key, "poke_exit"), good = true;
	char *list = xstrdup(value), *rest = list, *word;

	while (good && (word = strsep(&rest, ",")))
		good = parse_poke(injection, word, at_exit);
	free(list);
	if (good)
		return true;
	return wrong(key, value, "@argN=HEX[,@argM=HEX]..., N from 1 to 7, two digits a byte",
		     error);
}

static bool unknown_key(const struct inject_parse *parse, const char *text, char **error)
{
	return expression_error(error, "unknown word '%s'; there are %s", text,
				parse->fault ? "error, syscall and when"
					     : "error, retval, signal, syscall, delay_enter, "
					       "delay_exit, poke_enter, poke_exit and when");
}

/* KEY=VALUE */
static bool parse_key(const struct inject_parse *parse, const char *text, char **error)
{
	struct injection *injection = parse->injection;
	size_t len = strcspn(text, "=");
	char *key = xstrndup(text, len);
	const char *value = text[len] ? text + len + 1 : "";
	bool good;

	if (!strcmp(key, "error"))
		good = parse_error(injection, value, error);
	else if (!strcmp(key, "when"))
		good = parse_when(injection, value, error);
	else if (!strcmp(key, "syscall"))
		good = parse_syscall(injection, value, error);
	else if (!parse->fault && !strcmp(key, "retval"))
		good = parse_retval(injection, value, error);
	else if (!parse->fault && !strcmp(key, "signal"))
		good = parse_signal(injection, value, error);
	else if (!parse->fault && !strcmp(key, "delay_enter"))
		good = parse_delay(&injection->delay_enter_ns, key, value, error);
	else if (!parse->fault && !strcmp(key, "delay_exit"))
		good = parse_delay(&injection->delay_exit_ns, key, value, error);
	else if (!parse->fault && !strncmp(key, "poke_e", 6))
		good = parse_pokes(injection, key, value, error);
	else
		good = unknown_key(parse, text, error);
	free(key);
	return good;
}

static bool check_whole(struct inject_parse *parse, char **error)
{
	struct injection *injection = parse->injection;

	if (parse->fault && !injection->set_result) {
		injection->set_result = injection->is_error = true;
		injection->result = -ENOSYS;
	}
	if (injection->instead && !injection->set_result)
		return expression_error(error, "syscall=%s needs error or retval",
					syscall_name(injection->instead));
	if (injection->set_result || injection->signal || injection->delay_enter_ns ||
	    injection->delay_exit_ns || injection->n_pokes)
		return true;
	return expression_error(error, "it needs error, retval, signal, delay_enter, "
				       "delay_exit, poke_enter or poke_exit");
}

bool filter_parse_injection(const char *expression, bool fault, struct injection *injection,
			    char **error)
{
	struct inject_parse parse = { injection, fault };
	char *text = xstrdup(expression), *rest = text, *word = strsep(&rest, ":");
	bool good;

	*injection = (struct injection){ .first = 1, .last = UINT32_MAX, .step = 1 };
	good = filter_parse_calls(word, &injection->set, error);
	while (good && (word = strsep(&rest, ":")))
		if (*word)
			good = parse_key(&parse, word, error);
	free(text);
	if (good && check_whole(&parse, error))
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
	injection->n_pokes = 0;
}

bool injection_is_due(const struct injection *injection, uint32_t invocation)
{
	return invocation >= injection->first && invocation <= injection->last &&
	       (invocation - injection->first) % injection->step == 0;
}
