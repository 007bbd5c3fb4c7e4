/* SPDX-License-Identifier: MIT */
/* Parses the expressions of --record-when. */
#include <stdlib.h>
#include <string.h>

#include "scry/expression.h"
#include "scry/record.h"
#include "scry/util.h"

static bool parse_trace(struct trigger *trigger, const char *value, char **error)
{
	trigger->of_call = true;
	return call_set_parse(value, &trigger->calls, error);
}

static bool parse_status(struct trigger *trigger, const char *value, char **error)
{
	trigger->of_call = true;
	if (!status_set_parse(value, &trigger->status, error))
		return false;
	if (trigger->status & (STATUS_SUCCESSFUL | STATUS_FAILED))
		return true;
	return set_error(error, "status=%s: it takes successful or failed", value);
}

static bool add_error(void *ctx, const char *word, char **error)
{
	struct trigger *trigger = ctx;
	unsigned number = expression_errno(word, error);

	if (!number)
		return false;
	trigger->errors[number / 64] |= UINT64_C(1) << number % 64;
	return true;
}

static bool parse_error(struct trigger *trigger, const char *value, char **error)
{
	bool inverted;

	trigger->of_call = trigger->has_errors = true;
	if (!expression_parse(value, "error", false, &inverted, add_error, trigger, error))
		return false;
	for (size_t i = 0; inverted && i < ARRAY_SIZE(trigger->errors); i++)
		trigger->errors[i] = ~trigger->errors[i];
	return true;
}

static bool parse_trigger_signal(struct trigger *trigger, const char *value, char **error)
{
	return signal_set_parse(value, &trigger->signals, error);
}

/* A number without a unit is in seconds. */
static bool parse_minimum(struct trigger *trigger, const char *value, char **error)
{
	bool has_unit = value[0] && !strchr("0123456789.", value[strlen(value) - 1]);
	struct buf text = { 0 };
	bool good;

	trigger->of_call = true;
	buf_printf(&text, "%s%s", value, has_unit ? "" : "s");
	good = parse_duration(buf_cstr(&text), &trigger->longer_ns);
	buf_free(&text);
	return good || set_error(error, "duration>%s: it takes a time such as 0.1 or 5ms", value);
}

static const struct trigger_condition {
	const char *name; /* with what stands before the value */
	bool (*parse)(struct trigger *trigger, const char *value, char **error);
} conditions[] = {
	{ "trace=", parse_trace },	{ "status=", parse_status },
	{ "error=", parse_error },	{ "signal=", parse_trigger_signal },
	{ "duration>", parse_minimum },
};

/*
 * Replaces the error about a word that names no call if another condition takes it: failed is a
 * status, EIO an error. Returns false.
 */
static bool suggest_condition(const char *word, char **error)
{
	for (size_t i = 0; i < ARRAY_SIZE(conditions); i++) {
		struct trigger ignored = { 0 };
		char *why = NULL;

		if (conditions[i].parse == parse_minimum || conditions[i].parse == parse_trace)
			continue;
		if (!conditions[i].parse(&ignored, word, &why)) {
			free(why);
			continue;
		}
		free(*error);
		return set_error(error, "'%s' is no system call; did you mean %s%s?", word,
				 conditions[i].name, word);
	}
	return false;
}

static bool parse_condition(struct trigger *trigger, const char *word, char **error)
{
	size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz");

	for (size_t i = 0; i < ARRAY_SIZE(conditions); i++) {
		const char *name = conditions[i].name;

		if (!strncmp(word, name, strlen(name)))
			return conditions[i].parse(trigger, word + strlen(name), error);
	}
	if (word[len] != '=' && word[len] != '>' && word[len] != '<')
		return parse_trace(trigger, word, error) || suggest_condition(word, error);
	return set_error(error,
			 "unknown condition '%s'; there are trace=SET, status=SET, error=SET, "
			 "duration>TIME and signal=SET",
			 word);
}

bool trigger_parse(const char *expression, struct trigger *trigger, char **error)
{
	char *words = xstrdup(expression), *rest = words, *word;
	bool good = true;

	*trigger = (struct trigger){ .status = STATUS_ALL };
	call_set_fill(&trigger->calls, true);
	while (good && (word = strsep(&rest, ":")))
		good = parse_condition(trigger, word, error);
	free(words);
	if (good && trigger->of_call && trigger->signals)
		return set_error(error, "a signal is no call: signal= stands alone");
	return good;
}

bool trigger_is_call(const struct trigger *trigger, const struct call *call)
{
	unsigned number = call->is_error ? call_errno(call) : 0;

	if (!trigger->of_call || !call->abi || !call_set_has(&trigger->calls, call->id, call->abi))
		return false;
	if (!(trigger->status & (call->is_error ? STATUS_FAILED : STATUS_SUCCESSFUL)))
		return false;
	if (trigger->has_errors && (!call->is_error || number > ERRNO_MAX ||
				    !(trigger->errors[number / 64] >> number % 64 & 1)))
		return false;
	return !trigger->longer_ns || call->returned_ns - call->entered_ns > trigger->longer_ns;
}

bool trigger_is_signal(const struct trigger *trigger, int signal)
{
	return signal > 0 && signal <= 64 && trigger->signals >> (signal - 1) & 1;
}
