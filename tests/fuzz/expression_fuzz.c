/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes the expressions of -e trace, signal and status with words, numbers, punctuation and random
 * bytes. Each expression must give a set or an error message, and with "!" before it the complement
 * of the set.
 *
 * usage: expression_fuzz [SECONDS [SEED]]
 * SEED repeats a run: it is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/sets.h"
#include "scry/util.h"

static const char *const pieces[] = {
	"all",	      "none",	    "file",
	"%file",      "%desc",	    "%%stat",
	"trace=",     "openat",	    "read",
	"socketcall", "?read",	    "?nosuch",
	"nosuch",     "/open",	    "/^(read|write)$",
	"/[a",	      "/*",	    "@64",
	"@32",	      "@x32",	    "@",
	"?",	      "!",	    "!!",
	",",	      ",",	    ",",
	",,",	      "0",	    "1",
	"59",	      "4294967296", "18446744073709551616",
	"-1",	      "0x3",	    "SIGINT",
	"int",	      "RTMIN",	    "64",
	"65",	      "successful", "failed",
	"detached",   " ",	    "\n",
	"\033[31m",   "%",	    "%s",
	"\377",
};

struct fuzz {
	uint64_t state;
	/* allocated for each expression, so that a sanitizer finds reads past the end */
	char *text;
};

static void __attribute__((noreturn)) fail(const struct fuzz *fuzz, const char *what)
{
	fprintf(stderr, "expression_fuzz: %s: '%s'\n", what, fuzz->text);
	abort();
}

static uint64_t next(struct fuzz *fuzz)
{
	fuzz->state ^= fuzz->state << 13;
	fuzz->state ^= fuzz->state >> 7;
	fuzz->state ^= fuzz->state << 17;
	return fuzz->state;
}

static void make_text(struct fuzz *fuzz)
{
	struct buf text = { 0 };

	for (unsigned n = next(fuzz) % 6; n; n--) {
		if (next(fuzz) % 8 == 0)
			buf_putc(&text, (char)(next(fuzz) % 255 + 1));
		else
			buf_puts(&text, pieces[next(fuzz) % ARRAY_SIZE(pieces)]);
	}
	free(fuzz->text);
	fuzz->text = xstrdup(buf_cstr(&text));
	buf_free(&text);
}

/* Checks that there is an error message if and only if parsing failed, and frees it. */
static void check_error(const struct fuzz *fuzz, bool good, char *error)
{
	if (good != !error)
		fail(fuzz, good ? "valid, but with a message" : "invalid, but without a message");
	if (error && (!*error || error[strlen(error) - 1] == '\n'))
		fail(fuzz, "the message is empty or ends with a newline");
	free(error);
}

static char *inverse_of(const char *text)
{
	char *inverse = xmalloc(strlen(text) + 2);

	inverse[0] = '!';
	strcpy(inverse + 1, text);
	return inverse;
}

static void check_calls(const struct fuzz *fuzz)
{
	struct call_set set, rest, all;
	char *error = NULL, *inverse = inverse_of(fuzz->text);
	bool good = call_set_parse(fuzz->text, &set, &error);

	check_error(fuzz, good, error);
	error = NULL;
	if (call_set_parse(inverse, &rest, &error) != good)
		fail(fuzz, "'!' changes whether the expression is valid");
	check_error(fuzz, good, error);
	free(inverse);
	call_set_fill(&all, true);
	for (unsigned id = 1; good && id < ID_COUNT; id++) {
		if ((set.abis[id] | rest.abis[id]) != all.abis[id])
			fail(fuzz, syscall_name((enum syscall_id)id));
		if (set.abis[id] & rest.abis[id])
			fail(fuzz, syscall_name((enum syscall_id)id));
	}
}

static void check_words(const struct fuzz *fuzz)
{
	char *error = NULL, *inverse = inverse_of(fuzz->text);
	uint64_t signals, other_signals;
	unsigned status;
	bool good = signal_set_parse(fuzz->text, &signals, &error);

	check_error(fuzz, good, error);
	error = NULL;
	if (signal_set_parse(inverse, &other_signals, &error) != good)
		fail(fuzz, "'!' changes whether the expression is valid");
	check_error(fuzz, good, error);
	if (good && signals != ~other_signals)
		fail(fuzz, "'!' does not give the complement of the signals");
	error = NULL;
	good = status_set_parse(fuzz->text, &status, &error);
	check_error(fuzz, good, error);
	if (good && status & ~(unsigned)STATUS_ALL)
		fail(fuzz, "an unknown status is selected");
	free(inverse);
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	uint64_t end = now_ns() + (uint64_t)(seconds * 1e9), n = 0;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns();
	struct fuzz fuzz = { .state = seed | 1 };

	printf("expression_fuzz: seed %#llx\n", (unsigned long long)seed);
	fflush(stdout);
	for (; now_ns() < end; n++) {
		make_text(&fuzz);
		check_calls(&fuzz);
		check_words(&fuzz);
	}
	free(fuzz.text);
	printf("expression_fuzz: %llu expressions\n", (unsigned long long)n);
	return n ? EXIT_SUCCESS : EXIT_FAILURE;
}
