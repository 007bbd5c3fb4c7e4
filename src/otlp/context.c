/* SPDX-License-Identifier: MIT */
#include "otlp/context.h"

#include <string.h>
#include <sys/random.h>

#include "scry/util.h"

/* "00-" 32 digits "-" 16 digits "-" 2 digits. A later version may have more after another "-". */
#define CONTEXT_LENGTH 55

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns whether the digits are an identifier: lower case, and not 0. */
static bool parse_bytes(const char *text, uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool is_zero_id(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (bytes[i])
			return false;
	return true;
}

/* Parses "00-TRACE-SPAN-FLAGS". Returns false if text is something else. */
static bool context_parse(const char *text, size_t len, struct span_context *context)
{
	uint8_t version;

	if (len < CONTEXT_LENGTH || text[2] != '-' || text[35] != '-' || text[52] != '-' ||
	    !parse_bytes(text, &version, 1) || version == 0xff ||
	    (len > CONTEXT_LENGTH && (!version || text[CONTEXT_LENGTH] != '-')) ||
	    !parse_bytes(text + 3, context->trace_id, TRACE_ID_SIZE) ||
	    !parse_bytes(text + 36, context->span_id, SPAN_ID_SIZE) ||
	    !parse_bytes(text + 53, &context->flags, 1))
		return false;
	context->known = !is_zero_id(context->trace_id, TRACE_ID_SIZE) &&
			 !is_zero_id(context->span_id, SPAN_ID_SIZE);
	return context->known;
}

bool context_find(const char *environment, size_t len, struct span_context *context)
{
	static const char name[] = "TRACEPARENT=";

	while (len) {
		size_t n = strnlen(environment, len);

		if (n > sizeof(name) - 1 && !memcmp(environment, name, sizeof(name) - 1) &&
		    context_parse(environment + sizeof(name) - 1, n - (sizeof(name) - 1), context))
			return true;
		n += n < len;
		environment += n;
		len -= n;
	}
	return false;
}

bool context_equals(const struct span_context *one, const struct span_context *other)
{
	return one->known && other->known &&
	       !memcmp(one->trace_id, other->trace_id, TRACE_ID_SIZE) &&
	       !memcmp(one->span_id, other->span_id, SPAN_ID_SIZE);
}

void identifiers_begin(struct identifiers *identifiers, uint64_t seed)
{
	if (seed || getrandom(identifiers->state, sizeof(identifiers->state), 0) !=
			    sizeof(identifiers->state)) {
		identifiers->state[0] = seed ? seed : now_ns();
		identifiers->state[1] = ~identifiers->state[0];
	}
}

void identifiers_make(struct identifiers *identifiers, uint8_t *id, size_t size)
{
	for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
		uint64_t part;

		identifiers->state[1]++;
		part = hash_bytes(HASH_START, identifiers->state, sizeof(identifiers->state));
		part = hash_bytes(part, identifiers->state, sizeof(identifiers->state));
		memcpy(id + at, &part, sizeof(part));
	}
	if (is_zero_id(id, size))
		id[0] = 1;
}
