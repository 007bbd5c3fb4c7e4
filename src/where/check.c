/* SPDX-License-Identifier: MIT */
/* Checks an expression against the table, and finds out what it needs to know of calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "where/where.h"

struct checker {
	struct where *where;
	const struct call_set *calls;
	struct where_error *error;
};

static bool fail_check(const struct checker *checker, size_t at, size_t len, struct buf *message)
{
	error_at(checker->error, checker->where->text, at, len, "%s", buf_cstr(message));
	buf_free(message);
	return false;
}

/* --- values of fields ------------------------------------------------------------------------ */

/* The kind of the numbers of a domain, for struct naming; KIND_VALUES_END: times. */
static enum kind domain_kind(enum domain domain)
{
	switch (domain) {
	case DOMAIN_ERROR:
		return KIND_ERRNO;
	case DOMAIN_SIGNAL:
		return KIND_SIGNAL;
	case DOMAIN_USER:
		return KIND_UID;
	case DOMAIN_TIME:
		return KIND_VALUES_END;
	default:
		return KIND_NUMBER;
	}
}

uint32_t class_of_literal(const struct literal *literal)
{
	return class_by_name(literal->text + (*literal->text == '%' && literal->text[1] != '%'));
}

/* Appends the names that a value of a domain can have and that are near to a word. */
static void suggest_value(struct buf *message, enum domain domain, const char *word)
{
	const char *names[4096], *near;
	struct name_list list = { names, 0, sizeof(*names) };

	if (domain == DOMAIN_CALL)
		for (unsigned id = 1; id < ID_COUNT; id++)
			names[list.n++] = syscall_name(id);
	else if (domain == DOMAIN_CLASS)
		for (unsigned i = 0; i < CLASS_COUNT; i++)
			names[list.n++] = class_name(i);
	else if (domain == DOMAIN_ABI)
		for (unsigned i = 0; i < ABI_COUNT; i++)
			names[list.n++] = abi_by_id(i)->name;
	else if (where_domains[domain].word)
		for (size_t i = 0; where_domains[domain].word(i); i++)
			names[list.n++] = where_domains[domain].word(i);
	else if (domain == DOMAIN_ERROR)
		for (unsigned i = 1; i < 600; i++)
			names[list.n++] = errno_name(abi_native(), i);
	else if (domain == DOMAIN_SIGNAL)
		for (unsigned i = 1; i <= 64; i++)
			names[list.n++] = signal_name(abi_native(), i);
	near = find_nearest_name(word, list);
	if (near)
		buf_printf(message, "; did you mean '%s'?", near);
	else if (domain == DOMAIN_CLASS && syscall_by_name(word))
		buf_printf(message, "; it is a call: name == %s", word);
	else if (domain == DOMAIN_CALL && class_by_name(word + (*word == '%')))
		buf_printf(message, "; it is a class: class == %s", word + (*word == '%'));
	else if (domain == DOMAIN_CALL)
		buf_puts(message, "; a pattern is compared with '~': name ~ \"*at\"");
	else if (where_domains[domain].word)
		for (size_t i = 0; i < list.n; i++)
			buf_printf(message, "%s%s", i ? ", " : "; there are ", names[i]);
	else if (*where_domains[domain].example)
		buf_printf(message, "; %s is written %s", where_domains[domain].name,
			   where_domains[domain].example);
}

/* Whether a literal can be compared with a number of a domain. */
static bool is_number_of(struct literal *literal, enum domain domain)
{
	const struct naming naming = { .kind = domain_kind(domain),
				       .abi = abi_native(),
				       .size = 8 };
	struct meaning meaning;

	if (!literal_meaning(literal, &naming, &meaning))
		return false;
	switch (domain) {
	case DOMAIN_TIME:
		return literal->is_time || !meaning.bits;
	case DOMAIN_ERROR:
		return meaning.bits >= 1 && meaning.bits <= 4095;
	case DOMAIN_SIGNAL:
		return meaning.bits >= 1 && meaning.bits <= 128;
	default:
		return true;
	}
}

static bool is_word_of(enum domain domain, const char *word)
{
	for (size_t i = 0; where_domains[domain].word(i); i++)
		if (!strcmp(where_domains[domain].word(i), word))
			return true;
	return false;
}

/* Whether a text is longer than each name of a thread. */
static bool is_literal_cut(const struct test *test, const struct literal *literal)
{
	return test->field == FIELD_COMM && test->op != OP_MATCHES &&
	       literal->text_len > COMM_BYTES;
}

/* Whether a literal is a value of a domain, for an operator. */
static bool is_value_of(const struct test *test, struct literal *literal, enum domain domain)
{
	switch (domain) {
	case DOMAIN_CALL:
		return test->op == OP_MATCHES || syscall_by_name(literal->text);
	case DOMAIN_CLASS:
		return class_of_literal(literal);
	case DOMAIN_ABI:
		return abi_by_name(literal->text);
	case DOMAIN_VIA:
	case DOMAIN_HOW:
		return is_word_of(domain, literal->text);
	case DOMAIN_NET:
		return literal->is_net;
	case DOMAIN_TEXT:
	case DOMAIN_PATH:
	case DOMAIN_FRAMES:
		return !literal->is_range && !is_literal_cut(test, literal);
	case DOMAIN_PEER:
		return true;
	default:
		return is_number_of(literal, domain);
	}
}

static bool check_pattern(const struct checker *checker, const struct test *test,
			  const struct literal *literal)
{
	const char *why =
		test->op == OP_MATCHES ? glob_error(literal->text, literal->text_len) : NULL;

	return !why ||
	       error_at(checker->error, checker->where->text, literal->at, literal->len, "%s", why);
}

static void refuse_value(const struct checker *checker, const struct test *test,
			 const struct literal *literal)
{
	enum domain domain = where_fields[test->field].domain;
	struct buf message = { 0 };

	if (domain == DOMAIN_ERROR && literal->is_number && !literal->first.bits)
		buf_puts(&message,
			 "no error has the number 0; 'successful' selects calls without one");
	else if (domain == DOMAIN_TIME && literal->is_number)
		buf_printf(&message, "a time needs a unit: %sms, %sus, %sns or %ss", literal->text,
			   literal->text, literal->text, literal->text);
	else if (domain == DOMAIN_NUMBER && test->field == FIELD_FD && !literal->is_number)
		buf_printf(&message,
			   "'%s' is no descriptor; 'path' compares with the name of its file",
			   literal->text);
	else if (domain == DOMAIN_USER)
		buf_printf(&message, "no user is called '%s'", literal->text);
	else if (domain == DOMAIN_TEXT && is_literal_cut(test, literal))
		buf_printf(&message,
			   "the kernel cuts names of threads at %d bytes: '%s' has %zu; "
			   "its beginning is \"%.*s\"",
			   COMM_BYTES, literal->text, literal->text_len, COMM_BYTES, literal->text);
	else if (literal->quoted && where_domains[domain].ops >> OP_LESS & 1 && literal->text_len &&
		 strspn(literal->text, "0123456789") == literal->text_len)
		buf_printf(&message, "a number is written without quotes: %s", literal->text);
	else if (literal->too_large && where_domains[domain].ops >> OP_LESS & 1)
		buf_printf(&message, "'%s' has more than 64 bits", literal->text);
	else {
		buf_printf(&message, "'%s' is not %s", literal->text, where_domains[domain].name);
		suggest_value(&message, domain, literal->text);
	}
	fail_check(checker, literal->at, literal->len, &message);
}

/* Appends the operators of a mask: "==, !=, in". */
static void put_operators(struct buf *message, unsigned ops)
{
	const char *between = "";

	for (size_t i = 0; i < where_n_operators; i++) {
		if (!(ops >> where_operators[i].op & 1) || !where_operators[i].help)
			continue;
		buf_printf(message, "%s%s", between, where_operators[i].word);
		between = " ";
	}
}

static bool refuse_operator(const struct checker *checker, const struct test *test,
			    const char *what, unsigned ops)
{
	struct buf message = { 0 };

	buf_printf(&message, "%.*s is %s", (int)test->field_len,
		   checker->where->text + test->field_at, what);
	if (!ops)
		buf_puts(&message, ": it stands alone");
	else {
		buf_puts(&message, ", which can be compared by ");
		put_operators(&message, ops);
	}
	return fail_check(checker, test->op_at, test->op_len, &message);
}

/* A field that stands alone and cannot. */
static bool refuse_alone(const struct checker *checker, const struct test *test,
			 const char *example)
{
	struct buf message = { 0 };

	if (test->field == FIELD_ERROR)
		buf_puts(&message,
			 "a comparison is missing: error == ENOENT; 'failed' selects calls "
			 "with any error");
	else
		buf_printf(&message, "a comparison is missing: %.*s %s", (int)test->field_len,
			   checker->where->text + test->field_at, example);
	return fail_check(checker, test->field_at, test->field_len, &message);
}

/*
 * Absolute names are compared with the directory of "path under": no relative one is the beginning
 * of any.
 */
static bool check_directory(const struct checker *checker, const struct test *test,
			    const struct literal *literal)
{
	struct buf message = { 0 };

	if (test->field != FIELD_PATH || test->op != OP_UNDER || *literal->text == '/')
		return true;
	buf_printf(&message, "'%s' is no absolute name: path under \"$PWD/%s\", or path ~ \"*%s*\"",
		   literal->text, literal->text, literal->text);
	return fail_check(checker, literal->at, literal->len, &message);
}

static bool check_field(const struct checker *checker, struct test *test)
{
	const struct where_field *field = &where_fields[test->field];
	const struct where_domain *domain = &where_domains[field->domain];
	char example[64];

	snprintf(example, sizeof(example), "%s %s",
		 domain->ops >> OP_GREATER & 1 ? ">"
		 : domain->ops >> OP_EQUAL & 1 ? "=="
					       : "has",
		 domain->example);
	if (test->op == OP_TRUTH)
		return field->alone || refuse_alone(checker, test, example);
	if (!(domain->ops >> test->op & 1))
		return refuse_operator(checker, test, domain->name, domain->ops);
	for (size_t i = 0; i < test->n_literals; i++) {
		struct literal *literal = &test->literals[i];

		if (!is_value_of(test, literal, field->domain)) {
			refuse_value(checker, test, literal);
			return false;
		}
		if (!check_pattern(checker, test, literal) ||
		    !check_directory(checker, test, literal))
			return false;
	}
	return true;
}

/* --- sets of calls --------------------------------------------------------------------------- */

static bool id_has(const struct id_set *set, unsigned id)
{
	return set->bits[id / 64] >> id % 64 & 1;
}

static void id_fill(struct id_set *set, bool all)
{
	memset(set, all ? 0xff : 0, sizeof(*set));
}

static void id_join(struct id_set *set, const struct id_set *other, bool both)
{
	for (size_t i = 0; i < ARRAY_SIZE(set->bits); i++)
		set->bits[i] = both ? set->bits[i] & other->bits[i] : set->bits[i] | other->bits[i];
}

static void id_invert(struct id_set *set)
{
	for (size_t i = 0; i < ARRAY_SIZE(set->bits); i++)
		set->bits[i] = ~set->bits[i];
}

static bool names_call(const struct test *test, unsigned id)
{
	const struct syscall *row = syscall_row(id, abi_native());

	for (size_t i = 0; i < test->n_literals; i++) {
		const struct literal *literal = &test->literals[i];

		if (test->field == FIELD_NAME &&
		    text_is_met(test->op, literal, syscall_name(id), strlen(syscall_name(id))))
			return true;
		if (test->field == FIELD_CLASS && row && row->classes & class_of_literal(literal))
			return true;
	}
	return false;
}

/* The calls that can meet a node, and those that do meet it, as far as names and classes say it. */
struct possible {
	struct id_set can, must;
};

static void find_possible(const struct where *where, unsigned number, struct possible *possible)
{
	const struct node *node = &where->nodes[number];
	const struct test *test = &where->tests[node->test];
	struct possible child;
	struct id_set swapped;

	id_fill(&possible->can, node->kind != NODE_OR);
	id_fill(&possible->must, node->kind == NODE_AND);
	if (node->kind == NODE_TEST && (test->field == FIELD_NAME || test->field == FIELD_CLASS)) {
		id_fill(&possible->can, false);
		for (unsigned id = 1; id < ID_COUNT; id++)
			if (names_call(test, id) != test->negated)
				possible->can.bits[id / 64] |= UINT64_C(1) << id % 64;
		possible->must = possible->can;
	}
	for (unsigned c = node->first; c; c = where->nodes[c].next) {
		find_possible(where, c, &child);
		if (node->kind == NODE_NOT) {
			swapped = child.can;
			possible->can = child.must;
			possible->must = swapped;
			id_invert(&possible->can);
			id_invert(&possible->must);
		} else {
			id_join(&possible->can, &child.can, node->kind == NODE_AND);
			id_join(&possible->must, &child.must, node->kind == NODE_AND);
		}
	}
}

/* --- arguments ------------------------------------------------------------------------------- */

/* What the calls of a context have at the path of a test. */
struct survey {
	const struct checker *checker;
	struct test *test;
	const struct abi *abi;
	unsigned id, n_calls, only; /* calls of the context, with the path, and one of them */
	unsigned places;
	unsigned ops; /* bit OP_* of all */
	bool pointer; /* some place can be NULL */
	bool at_exit; /* some place is filled by the kernel */
	const struct type *type; /* of some place */
	struct literal *literal; /* whose meaning is looked for; NULL: none */
	bool meant;
	/* names for suggestions */
	const char **names;
	size_t n_names, capacity;
	size_t n_path; /* the components before the wrong one */
	bool is_group; /* some type has members */
};

static bool is_pointer_place(const struct place *place)
{
	if (!place->field)
		return false;
	if (place->field == place->argument)
		return argument_is_pointer(place->field);
	return field_more(place->field)->pointer || field_more(place->field)->pointer64;
}

static struct naming naming_of(const struct place *place, const struct abi *abi)
{
	return (struct naming){
		.kind = place_kind(place->type),
		.list = place->type->list,
		.other = place->type->kind == KIND_IOCTL ? place->type->ioctl.names : NULL,
		.abi = abi,
		.size = abi->sizes[place->type->storage],
	};
}

static void see_place(void *ctx, const struct place *place)
{
	struct survey *survey = ctx;
	enum kind kind = place_kind(place->type);
	unsigned ops = comparison_ops(comparison_of(kind));
	struct naming naming;
	struct meaning meaning;

	/* The path of a descriptor can be compared as a text. */
	if (kind_is_descriptor(kind))
		ops |= comparison_ops(COMPARES_TEXT);
	survey->places++;
	survey->ops |= ops;
	survey->type = place->type;
	survey->is_group |= kind == KIND_VALUES_END;
	survey->pointer |= is_pointer_place(place);
	survey->at_exit |= place->argument && place->argument->dir != DIR_IN;
	if (!survey->literal || survey->meant || !(ops >> survey->test->op & 1))
		return;
	naming = naming_of(place, survey->abi);
	switch (comparison_of(kind)) {
	case COMPARES_TEXT:
		survey->meant = !survey->literal->is_range;
		break;
	case COMPARES_NET:
		survey->meant = survey->literal->is_net;
		break;
	case COMPARES_NUMBER:
	case COMPARES_SET:
		survey->meant = literal_meaning(survey->literal, &naming, &meaning) ||
				comparison_ops(COMPARES_TEXT) >> survey->test->op & 1 &
					!(comparison_ops(COMPARES_NUMBER) >> survey->test->op & 1);
		break;
	default:
		break;
	}
}

/* Calls each() for each different row of the context. */
static void each_row(struct survey *survey, const struct id_set *context,
		     void (*each)(struct survey *survey, const struct syscall *row))
{
	const struct call_set *calls = survey->checker->calls;

	survey->n_calls = 0;
	for (unsigned id = 1; id < ID_COUNT; id++) {
		const struct syscall *last = NULL;
		bool counted = false;

		if (!id_has(context, id))
			continue;
		for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
			const struct syscall *row;

			if (!(calls->abis[id] >> abi & 1))
				continue;
			survey->n_calls += !counted;
			counted = true;
			survey->only = id;
			survey->id = id;
			survey->abi = abi_by_id(abi);
			row = syscall_row(id, survey->abi);
			/*
			 * Constants differ between ABIs, so that a row counts again if a literal
			 * has no meaning yet.
			 */
			if (row == last && (!survey->literal || survey->meant))
				continue;
			last = row;
			each(survey, row);
		}
	}
}

static void survey_row(struct survey *survey, const struct syscall *row)
{
	places_find(row, survey->abi, survey->test->path, survey->test->n_path, see_place, survey);
}

static void take_name(void *ctx, const char *name, const struct type *type,
		      const struct field *field)
{
	struct survey *survey = ctx;

	(void)type, (void)field;
	for (size_t i = 0; i < survey->n_names; i++)
		if (!strcmp(survey->names[i], name))
			return;
	survey->names =
		xgrow(survey->names, survey->n_names, &survey->capacity, sizeof(*survey->names));
	survey->names[survey->n_names++] = name;
}

static void survey_names(struct survey *survey, const struct syscall *row)
{
	places_names(row, survey->test->path, survey->n_path, take_name, survey);
}

/* What a message calls the calls of a context. */
static void put_context(struct buf *message, const struct survey *survey, const char *many)
{
	buf_puts(message, survey->n_calls == 1 ? syscall_name(survey->only) : many);
}

/* Appends near names, or all if there are few. */
static void put_names(struct buf *message, const struct survey *survey, const char *word,
		      const char *prefix)
{
	const struct name_list list = { survey->names, survey->n_names, sizeof(*survey->names) };
	const char *near = find_nearest_name(word, list);

	if (near) {
		buf_printf(message, "; did you mean '%s%s'?", prefix, near);
		return;
	}
	if (!survey->n_names || survey->n_names > 12)
		return;
	buf_puts(message, "; there are ");
	for (size_t i = 0; i < survey->n_names; i++)
		buf_printf(message, "%s%s", i ? ", " : "", survey->names[i]);
}

/* The path leads nowhere: finds the first component that is wrong. */
static bool refuse_path(struct survey *survey, const struct id_set *context)
{
	struct test *test = survey->test;
	size_t whole = test->n_path;
	const struct component *wrong = &test->path[0];
	struct buf message = { 0 };
	bool good;

	for (size_t n = 1; n <= whole; n++) {
		test->n_path = n;
		survey->places = 0;
		survey->is_group = false;
		each_row(survey, context, survey_row);
		wrong = &test->path[n - 1];
		survey->n_path = n - 1;
		if (!survey->places)
			break;
	}
	test->n_path = whole;
	each_row(survey, context, survey_names);
	if (survey->n_path && survey->n_names)
		for (const char *const *alias = place_aliases; *alias; alias++)
			take_name(survey, *alias, NULL, NULL);
	if (!survey->n_calls) {
		buf_puts(&message,
			 "no call is selected that this test could be about: the names and "
			 "classes beside it, or -e trace, exclude each other");
	} else if (!survey->n_path) {
		if (survey->n_calls == 1)
			buf_printf(&message, "%s has no argument '%s'", syscall_name(survey->only),
				   wrong->name);
		else
			buf_printf(&message, "no selected call has an argument '%s'", wrong->name);
		put_names(&message, survey, wrong->name, "args.");
	} else {
		buf_printf(&message, "%.*s of ", (int)(wrong->at - 1 - test->field_at),
			   survey->checker->where->text + test->field_at);
		put_context(&message, survey, "the selected calls");
		buf_printf(&message, " has no member '%s'", wrong->name ? wrong->name : "[]");
		if (wrong->name)
			put_names(&message, survey, wrong->name, "");
	}
	good = fail_check(survey->checker, wrong->at, wrong->len, &message);
	return good;
}

/* --- constants ------------------------------------------------------------------------------- */

struct constants {
	struct survey *survey;
	const char *word;
	const char *names[4096];
	size_t n;
};

static void add_constants(struct constants *constants, const struct list *list)
{
	for (uint8_t p = 0; list && p < list->n_parts; p++) {
		const struct list_entry *entries = list_entries(list, &list->parts[p]);

		for (uint16_t i = 0;
		     i < list->parts[p].n_entries && constants->n < ARRAY_SIZE(constants->names);
		     i++)
			constants->names[constants->n++] = list_entry_name(list, &entries[i]);
	}
}

static void see_constants(void *ctx, const struct place *place)
{
	struct constants *constants = ctx;

	add_constants(constants, place->type->list);
	if (place->type->kind == KIND_IOCTL)
		add_constants(constants, place->type->ioctl.names);
}

/* The name of the argument of any call that has a constant, "args.prot of mmap". */
static bool put_owner(struct buf *message, const char *word)
{
	for (unsigned id = 1; id < ID_COUNT; id++) {
		const struct syscall *row = syscall_row(id, abi_native());

		for (uint16_t i = 0; row && row->args && i < row->n_args; i++) {
			const struct type *type = field_type(&row->args[i]);
			uint64_t value;

			if (!type || !type->list || !field_name(&row->args[i]) ||
			    !list_value(type->list, abi_native(), word, &value))
				continue;
			buf_printf(message, "; it is one of args.%s of %s",
				   field_name(&row->args[i]), syscall_name(id));
			return true;
		}
	}
	return false;
}

static void collect_constants(struct survey *survey, const struct id_set *context,
			      struct constants *constants)
{
	const struct call_set *calls = survey->checker->calls;

	for (unsigned id = 1; id < ID_COUNT; id++)
		if (id_has(context, id) && calls->abis[id])
			places_find(syscall_row(id, abi_native()), abi_native(), survey->test->path,
				    survey->test->n_path, see_constants, constants);
}

static bool refuse_constant(struct survey *survey, const struct id_set *context,
			    const struct literal *literal)
{
	struct constants constants = { .survey = survey };
	const struct test *test = survey->test;
	const char *word = literal->n_names ? literal->names[literal->n_names - 1] : literal->text;
	const char *near, *word_kind;
	struct buf message = { 0 };

	collect_constants(survey, context, &constants);
	/* Of A|B the first unknown one is meant. */
	for (size_t i = 0; i < literal->n_names && literal->n_names > 1; i++) {
		bool known = false;

		for (size_t n = 0; n < constants.n && !known; n++)
			known = !strcmp(constants.names[n], literal->names[i]);
		if (!known) {
			word = literal->names[i];
			break;
		}
	}
	if (comparison_of(place_kind(survey->type)) == COMPARES_NET)
		word_kind = "address, such as 10.0.0.7, ::1 or 10.0.0.0/8";
	else if (constants.n && !literal->quoted && !literal->is_time)
		word_kind = "constant";
	else
		word_kind = "number";
	buf_printf(&message, "'%s' is no %s", constants.n ? word : literal->text, word_kind);
	if (constants.n) {
		buf_printf(&message, " of %.*s of ", (int)test->field_len,
			   survey->checker->where->text + test->field_at);
		put_context(&message, survey, "the selected calls");
	} else if (literal->quoted && literal->text_len &&
		   strspn(literal->text, "0123456789") == literal->text_len) {
		buf_puts(&message, "; numbers are written without quotes");
	}
	if (constants.n && literal->quoted)
		buf_puts(&message, "; constants are written without quotes");
	near = find_nearest_name(word, (struct name_list){ constants.names, constants.n,
							   sizeof(char *) });
	if (near)
		buf_printf(&message, "; did you mean '%s'?", near);
	else if (!put_owner(&message, word) && constants.n && constants.n <= 8)
		for (size_t i = 0; i < constants.n; i++)
			buf_printf(&message, "%s%s", i ? ", " : "; there are ", constants.names[i]);
	return fail_check(survey->checker, literal->at, literal->len, &message);
}

static const char *describe(const struct type *type)
{
	switch (place_kind(type)) {
	case KIND_FLAGS:
		return "a set of flags";
	case KIND_ENUM:
	case KIND_IOCTL:
		return "a constant";
	case KIND_FD:
	case KIND_DIRFD:
	case KIND_OTHER_FD:
		return "a descriptor";
	case KIND_STRING:
	case KIND_SOCKET_NAME:
		return "a text";
	case KIND_PATH:
		return "a path";
	case KIND_SIGSET:
		return "a set of signals";
	case KIND_FDSET:
		return "a set of descriptors";
	case KIND_CPUSET:
	case KIND_BITSET:
		return "a set";
	case KIND_IPV4:
	case KIND_IPV6:
		return "an address of a host";
	case KIND_ADDRESS:
		return "a pointer";
	case KIND_VALUES_END:
		return "a struct";
	default:
		return "a number";
	}
}

/* A struct is compared: a member must be named. */
static bool refuse_group(struct survey *survey, const struct id_set *context)
{
	struct test *test = survey->test;
	struct buf message = { 0 };

	survey->n_path = test->n_path;
	each_row(survey, context, survey_names);
	buf_printf(&message, "%.*s is a struct: name a member of it", (int)test->field_len,
		   survey->checker->where->text + test->field_at);
	for (size_t i = 0; i < survey->n_names && i < 6; i++)
		buf_printf(&message, "%s%.*s.%s", i ? ", " : ", such as ", (int)test->field_len,
			   survey->checker->where->text + test->field_at, survey->names[i]);
	return fail_check(survey->checker, test->field_at, test->field_len, &message);
}

static bool check_literal(struct survey *survey, const struct id_set *context,
			  struct literal *literal)
{
	survey->literal = literal;
	survey->meant = false;
	if (literal_is_null(literal) && survey->pointer &&
	    (survey->test->op == OP_EQUAL || survey->test->op == OP_IN))
		return true;
	each_row(survey, context, survey_row);
	return survey->meant ? check_pattern(survey->checker, survey->test, literal)
			     : refuse_constant(survey, context, literal);
}

static bool check_argument(struct survey *survey, const struct id_set *context)
{
	struct test *test = survey->test;

	each_row(survey, context, survey_row);
	if (!survey->places)
		return refuse_path(survey, context);
	if (test->op == OP_TRUTH)
		return survey->is_group && !survey->ops
			       ? refuse_group(survey, context)
			       : refuse_alone(survey->checker, test,
					      survey->ops >> OP_CONTAINS & 1 ? "contains \"text\""
									     : "== 1");
	if (survey->pointer && test->n_literals && literal_is_null(&test->literals[0]) &&
	    test->op == OP_EQUAL)
		return true;
	if (!survey->ops)
		return refuse_group(survey, context);
	if (!(survey->ops >> test->op & 1))
		return refuse_operator(survey->checker, test, describe(survey->type), survey->ops);
	for (size_t i = 0; i < test->n_literals; i++)
		if (!check_literal(survey, context, &test->literals[i]))
			return false;
	return true;
}

/* --- all ------------------------------------------------------------------------------------- */

static bool check_test(const struct checker *checker, struct test *test,
		       const struct id_set *context)
{
	struct survey survey = { .checker = checker, .test = test };
	bool good;

	checker->where->needs |= where_fields[test->field].needs;
	if (where_fields[test->field].level == LEVEL_ENTRY ||
	    where_fields[test->field].level == LEVEL_EXIT)
		checker->where->needs |= WHERE_NEEDS_DECODE;
	if (where_fields[test->field].level >= LEVEL_OUTCOME && test->field != FIELD_ARGUMENT)
		checker->where->needs |= WHERE_NEEDS_EXIT;
	if (test->field == FIELD_ARGUMENT || test->field == FIELD_FD)
		checker->where->needs |= WHERE_NEEDS_ARGUMENTS;
	if (test->field != FIELD_ARGUMENT)
		return check_field(checker, test);
	good = check_argument(&survey, context);
	if (survey.at_exit)
		checker->where->needs |= WHERE_NEEDS_EXIT;
	if (survey.ops & comparison_ops(COMPARES_TEXT) & ~comparison_ops(COMPARES_NUMBER))
		checker->where->needs |= WHERE_NEEDS_TEXT;
	/* The path of a descriptor. */
	if (survey.ops >> OP_HAS & 1 && comparison_ops(COMPARES_TEXT) >> test->op & 1 &&
	    !(comparison_ops(COMPARES_NUMBER) >> test->op & 1))
		checker->where->needs |= WHERE_NEEDS_PATHS;
	free(survey.names);
	return good;
}

static bool check_node(const struct checker *checker, unsigned number, const struct id_set *context)
{
	const struct where *where = checker->where;
	const struct node *node = &where->nodes[number];
	struct possible *children = NULL;
	size_t n = 0, i = 0;
	bool good = true;

	if (node->kind == NODE_TEST)
		return check_test(checker, &checker->where->tests[node->test], context);
	for (unsigned c = node->first; c; c = where->nodes[c].next)
		n++;
	if (node->kind == NODE_AND)
		children = xcalloc(n, sizeof(*children));
	for (unsigned c = node->first; c && children; c = where->nodes[c].next)
		find_possible(where, c, &children[i++]);
	i = 0;
	for (unsigned c = node->first; c && good; c = where->nodes[c].next, i++) {
		struct id_set inner = *context;

		for (size_t other = 0; children && other < n; other++)
			if (other != i)
				id_join(&inner, &children[other].can, true);
		good = check_node(checker, c, &inner);
	}
	free(children);
	return good;
}

bool where_check(struct where *where, const struct call_set *calls, struct where_error *error)
{
	const struct checker checker = { where, calls, error };
	struct id_set all;

	id_fill(&all, true);
	return check_node(&checker, where->root, &all);
}
