/* SPDX-License-Identifier: MIT */
/* Parses one test: a field, an operator and values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/parse.h"

static bool fail_at(struct lexer *lexer, size_t at, size_t len, const char *message)
{
	lexer->failed = true;
	return error_at(lexer->error, lexer->text, at, len, "%s", message);
}

/* --- fields ---------------------------------------------------------------------------------- */

/* Whether any call has an argument of the name. */
static bool is_argument(const char *word)
{
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (syscall_argument(syscall_row(id, abi_native()), word))
			return true;
	return false;
}

/* Appends to the message what the user probably meant by a word that is no field. */
static void suggest_field(struct buf *message, const char *word)
{
	const struct name_list names = { where_fields, FIELDS_NAMED, sizeof(*where_fields) };
	const char *near = find_nearest_name(word, names);
	char first[64];
	size_t len = strcspn(word, ".[");

	snprintf(first, sizeof(first), "%.*s", (int)(len < 63 ? len : 63), word);
	if (syscall_by_name(word))
		buf_printf(message, "; it is a call: name == %s", word);
	else if (is_argument(first))
		buf_printf(message, "; it is an argument: args.%s", word);
	else if (class_by_name(word + (*word == '%')))
		buf_printf(message, "; it is a class: class == %s", word + (*word == '%'));
	else if (!strncmp(word, "SIG", 3))
		buf_printf(message, "; it may be a signal: signal == %s", word);
	else if (*word == 'E' &&
		 strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == strlen(word))
		buf_printf(message, "; it may be an error: error == %s", word);
	else if (near)
		buf_printf(message, "; did you mean '%s'?", near);
	else
		buf_puts(message, "; --where=help lists the fields");
}

static bool unknown_field(struct lexer *lexer, const struct token *token)
{
	char *word = xstrndup(lexer->text + token->at, token->len);
	struct buf message = { 0 };

	buf_printf(&message, "'%s' is no field", word);
	suggest_field(&message, word);
	fail_at(lexer, token->at, token->len, buf_cstr(&message));
	buf_free(&message);
	free(word);
	return false;
}

/* Adds a component of the path of an argument: len bytes of the text. */
static bool add_component(struct lexer *lexer, struct test *test, size_t at, size_t len, bool index)
{
	struct component *component;

	if (!len)
		return fail_at(lexer, test->field_at, test->field_len,
			       "a name is missing after a '.': args.flags, args.addr.port");
	if (test->n_path == COMPONENTS_MAX)
		return fail_at(lexer, at, len, "no struct has members as deep as that");
	test->path = xreallocarray(test->path, test->n_path + 1, sizeof(*test->path));
	component = &test->path[test->n_path++];
	*component = (struct component){ .at = at, .len = len };
	if (!index) {
		component->name = xstrndup(lexer->text + at, len);
		return true;
	}
	component->index = strtoull(lexer->text + at, NULL, 10);
	_Static_assert(ELEMENTS_MAX == 65536, "the message says so");
	if (component->index >= ELEMENTS_MAX)
		return fail_at(lexer, at, len,
			       "the first 65536 elements of an array are looked at");
	return true;
}

/* Parses ".NAME", ".NAME[0]" and so on after "args". */
static bool parse_path(struct lexer *lexer, struct test *test, size_t at, size_t end)
{
	while (at < end) {
		bool index = lexer->text[at] == '[';
		size_t len;

		at++;
		len = strcspn(lexer->text + at, ".[]");
		if (len > end - at)
			len = end - at;
		if (!add_component(lexer, test, at, len, index))
			return false;
		at += len + index;
	}
	if (!test->n_path)
		return fail_at(lexer, test->field_at, test->field_len,
			       "'args' needs the name of an argument: args.flags");
	return true;
}

static bool parse_field(struct lexer *lexer, struct test *test)
{
	const struct token token = lexer->token;
	const char *text = lexer->text + token.at;
	const struct where_field *field = field_find(text, token.len);

	test->field_at = token.at;
	test->field_len = token.len;
	if (!field && token.len >= 4 && !memcmp(text, "args", 4) &&
	    (token.len == 4 || text[4] == '.'))
		field = &where_fields[FIELD_ARGUMENT];
	if (!field)
		return unknown_field(lexer, &token);
	test->field = (enum field_id)(field - where_fields);
	lexer_next(lexer);
	return test->field != FIELD_ARGUMENT ||
	       parse_path(lexer, test, token.at + 4, token.at + token.len);
}

static bool parse_quantifier(struct lexer *lexer, struct test *test)
{
	if (lexer_is(lexer, "any"))
		test->quantifier = QUANTIFIER_ANY;
	else if (lexer_is(lexer, "all"))
		test->quantifier = QUANTIFIER_ALL;
	else
		return true;
	lexer_next(lexer);
	if (lexer->token.kind == TOKEN_WORD && lexer->token.len > 4 &&
	    !memcmp(lexer->text + lexer->token.at, "args", 4))
		return true;
	return fail_at(lexer, lexer->token.at, lexer->token.len,
		       "after 'any' and 'all' an argument must come: any args.fds.revents has "
		       "POLLIN");
}

/* --- operators ------------------------------------------------------------------------------- */

static const struct where_operator *find_operator(const struct lexer *lexer, const char *prefix)
{
	char word[16];

	if (lexer->token.len + strlen(prefix) >= sizeof(word))
		return NULL;
	snprintf(word, sizeof(word), "%s%.*s", prefix, (int)lexer->token.len,
		 lexer->text + lexer->token.at);
	for (size_t i = 0; i < where_n_operators; i++)
		if (!strcmp(where_operators[i].word, word))
			return &where_operators[i];
	return NULL;
}

static bool ends_test(const struct lexer *lexer)
{
	switch (lexer->token.kind) {
	case TOKEN_END:
	case TOKEN_AND:
	case TOKEN_OR:
	case TOKEN_CLOSE:
		return true;
	default:
		return lexer_is(lexer, "and") || lexer_is(lexer, "or");
	}
}

static bool unknown_operator(struct lexer *lexer)
{
	struct name_list names = { where_operators, where_n_operators, sizeof(*where_operators) };
	char *word = xstrndup(lexer->text + lexer->token.at, lexer->token.len);
	const char *near = find_nearest_name(word, names);
	struct buf message = { 0 };

	buf_puts(&message, "here an operator must come (== != < <= > >= in has lacks contains ~ "
			   "under), or '&&' or '||' between two tests");
	if (!strcmp(word, "is") || !strcmp(word, "eq"))
		near = "==";
	else if (!strcmp(word, "like") || !strcmp(word, "matches") || !strcmp(word, "glob"))
		near = "~";
	if (near)
		buf_printf(&message, "; did you mean '%s'?", near);
	fail_at(lexer, lexer->token.at, lexer->token.len, buf_cstr(&message));
	buf_free(&message);
	free(word);
	return false;
}

/* Parses the operator. *values: whether values follow. */
static bool parse_operator(struct lexer *lexer, struct test *test, bool *values)
{
	const struct where_operator *operator;
	const char *prefix = "";

	*values = !ends_test(lexer);
	test->op_at = lexer->token.at;
	if (!*values) {
		test->op = OP_TRUTH;
		return true;
	}
	if (lexer_is(lexer, "not")) {
		prefix = "not ";
		lexer_next(lexer);
	}
	if (lexer->token.kind != TOKEN_COMPARE && lexer->token.kind != TOKEN_WORD)
		return lexer->failed ? false : unknown_operator(lexer);
	operator= find_operator(lexer, prefix);
	if (!operator)
		return unknown_operator(lexer);
	test->op = operator->op;
	test->negated = operator->negated;
	test->op_len = lexer->token.at + lexer->token.len - test->op_at;
	lexer_next(lexer);
	return true;
}

/* --- values ---------------------------------------------------------------------------------- */

static bool add_literal(struct where *where, struct lexer *lexer, struct test *test)
{
	if (where->n_literals++ == LITERALS_MAX)
		return fail_at(lexer, lexer->token.at, lexer->token.len,
			       "the expression has more than 8192 values");
	test->literals =
		xreallocarray(test->literals, test->n_literals + 1, sizeof(*test->literals));
	test->literals[test->n_literals] = (struct literal){ 0 };
	return parse_literal(where, lexer, &test->literals[test->n_literals++]);
}

static bool takes_list(enum op op)
{
	return op == OP_IN || op == OP_HAS || op == OP_CONTAINS || op == OP_MATCHES ||
	       op == OP_UNDER;
}

static bool parse_list(struct where *where, struct lexer *lexer, struct test *test)
{
	struct token begin = lexer->token;

	if (!takes_list(test->op))
		return fail_at(lexer, begin.at, begin.len,
			       "a list follows 'in', 'has', 'contains', '~' or 'under': error in "
			       "{EAGAIN, EINTR}");
	do {
		lexer_next(lexer);
		if (!add_literal(where, lexer, test))
			return false;
	} while (lexer->token.kind == TOKEN_COMMA);
	if (lexer->token.kind != TOKEN_END_LIST)
		return lexer->failed ? false
		       : lexer->token.kind == TOKEN_END
			       ? fail_at(lexer, begin.at, begin.len, "this list is never closed")
			       : fail_at(lexer, lexer->token.at, lexer->token.len,
					 "in a list ',' or '}' must come after a value");
	lexer_next(lexer);
	return true;
}

static bool parse_values(struct where *where, struct lexer *lexer, struct test *test)
{
	const struct literal *only;

	if (lexer->token.kind == TOKEN_BEGIN_LIST)
		return parse_list(where, lexer, test);
	if (!add_literal(where, lexer, test))
		return false;
	only = &test->literals[0];
	if (test->op == OP_IN && !only->is_net && !only->is_range)
		return fail_at(lexer, only->at, only->len,
			       "'in' takes a list {A, B}, a range 1..9 or a network 10.0.0.0/8; "
			       "'==' "
			       "compares with one value");
	return true;
}

bool parse_test(struct where *where, struct lexer *lexer, unsigned *number)
{
	struct test *test;
	bool values;

	if (lexer->failed)
		return false;
	if (lexer->token.kind != TOKEN_WORD)
		return fail_at(lexer, lexer->token.at, lexer->token.len,
			       lexer->token.kind == TOKEN_END
				       ? "the expression ends where a test must come"
				       : "here a test must come, which begins with a field: name, "
					 "args.flags, error, path, ...");
	if (where->n_tests == WHERE_TESTS_MAX)
		return fail_at(lexer, lexer->token.at, lexer->token.len,
			       "the expression has more than 1024 tests; a list {A, B} is one "
			       "test");
	where->tests =
		xgrow(where->tests, where->n_tests, &where->tests_capacity, sizeof(*where->tests));
	*number = (unsigned)where->n_tests++;
	test = &where->tests[*number];
	*test = (struct test){ .at = lexer->token.at };
	if (!parse_quantifier(lexer, test) || !parse_field(lexer, test) ||
	    !parse_operator(lexer, test, &values) || (values && !parse_values(where, lexer, test)))
		return false;
	test->len = lexer->token.at - test->at;
	while (test->len && strchr(" \t\r\n", lexer->text[test->at + test->len - 1]))
		test->len--;
	return !lexer->failed;
}
