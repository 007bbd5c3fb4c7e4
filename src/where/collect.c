/* SPDX-License-Identifier: MIT */
/*
 * A sink that writes nothing. It knows where in the call each value is, and notes whether the
 * values at the places of tests meet the tests.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>

#include "scry/sinks.h"
#include "scry/util.h"
#include "where/where.h"

#define FRAMES_MAX 64 /* groups within each other; values in deeper ones are not looked at */

/* A group that is open. */
struct frame {
	enum group group;
	const char *member; /* of a struct: the name of the current member; NULL: it has none */
	bool named; /* member() has named the next value */
	uint64_t index, next; /* of an array: the current element, and the one that comes next */
};

/* An address that is being put together of its parts: the port comes first. */
struct address {
	bool has_port;
	uint16_t port;
};

struct collector {
	struct sink sink; /* the first member */
	struct where *where;
	struct where_state *state;
	const struct abi *abi;
	struct frame frames[FRAMES_MAX];
	unsigned depth; /* open groups, also those beyond FRAMES_MAX */
	bool changing; /* the next value takes the place of the one before */
	bool at_entry; /* descriptors and paths count */
	bool ignoring; /* the values are no argument */
	bool own_address; /* the addresses of the call are those of its own socket */
	uint16_t *active; /* tests of the current argument */
	size_t n_active;
	uint16_t *fields[FIELDS]; /* tests of a field */
	size_t n_fields[FIELDS];
	bool has_path; /* an argument was a path that is not empty */
	bool unknown_directory; /* what a descriptor of a directory refers to is unknown */
	const struct field *argument; /* the current one; NULL: it is none of the row */
	const struct syscall *row; /* of the call */
	struct address address;
	struct buf joined;
	struct buf directories; /* the paths of KIND_DIRFD so far, each with a NUL */
};

static struct collector *collector_of(struct sink *sink)
{
	return (struct collector *)sink;
}

/* --- values and literals --------------------------------------------------------------------- */

/* How a value meets a test. */
enum outcome { NOT_COMPARABLE, MISSES, MEETS };

static bool is_int(enum kind kind)
{
	return kind_is_descriptor(kind) || kind == KIND_PID;
}

static struct where_number number_of_value(const struct value *value)
{
	if (is_int(value->kind))
		return number_of((uint64_t)(int64_t)(int32_t)value->u, true);
	return number_of(value->u, value->is_signed);
}

static enum outcome compare_number(const struct test *test, const struct value *value)
{
	const struct naming naming = {
		.kind = value->kind,
		.list = value->list,
		.abi = value->abi ? value->abi : abi_native(),
		.size = is_int(value->kind) ? 4 : value->size,
	};
	enum outcome outcome = NOT_COMPARABLE;
	struct meaning meaning;

	for (size_t i = 0; i < test->n_literals && outcome != MEETS; i++) {
		struct literal *literal = &test->literals[i];

		if (!literal_meaning(literal, &naming, &meaning))
			continue;
		outcome = meaning_is_met(test->op, literal, &meaning, number_of_value(value),
					 naming.size)
				  ? MEETS
				  : MISSES;
	}
	return outcome;
}

static enum outcome compare_text(const struct test *test, const char *text, size_t len)
{
	for (size_t i = 0; i < test->n_literals; i++)
		if (text_is_met(test->op, &test->literals[i], len ? text : "", len))
			return MEETS;
	return MISSES;
}

/* The NUL at the beginning of an abstract name is written "@", as in unix(7) tools, or "\\0". */
static enum outcome compare_socket_name(struct collector *collector, const struct test *test,
					const struct value *value)
{
	const char *name = value->bytes;

	if (!value->len || name[0] || compare_text(test, name, value->len) == MEETS)
		return compare_text(test, name, value->len);
	buf_clear(&collector->joined);
	buf_putc(&collector->joined, '@');
	buf_put(&collector->joined, name + 1, value->len - 1);
	return compare_text(test, collector->joined.data, collector->joined.len);
}

static enum outcome compare_net(const struct test *test, const uint8_t *address, unsigned size)
{
	for (size_t i = 0; i < test->n_literals; i++)
		if (net_is_met(&test->literals[i], address, size))
			return MEETS;
	return MISSES;
}

/* Whether a set has the member that a word names: a signal, a number, or a bit with a name. */
static bool set_has_word(const struct value *value, const char *word)
{
	struct literal literal = { .text = (char *)word,
				   .names = (char *[]){ (char *)word },
				   .n_names = 1 };
	const struct naming naming = {
		.kind = value->kind,
		.list = value->list,
		.abi = value->abi ? value->abi : abi_native(),
		.size = 8,
	};
	struct meaning meaning;
	uint64_t number;

	if (parse_decimal(word, UINT32_MAX, &number))
		return value->kind == KIND_SIGSET ? number && value_bit(value, number - 1)
						  : value_bit(value, number);
	if (!literal_meaning(&literal, &naming, &meaning))
		return false;
	return value_bit(value, meaning.bits - (value->kind == KIND_SIGSET));
}

static enum outcome compare_set(const struct test *test, const struct value *value)
{
	for (size_t i = 0; i < test->n_literals; i++) {
		const struct literal *literal = &test->literals[i];
		bool all = literal->n_names;

		for (size_t n = 0; n < literal->n_names && all; n++)
			all = set_has_word(value, literal->names[n]);
		if (all)
			return MEETS;
	}
	return MISSES;
}

static bool is_null_test(const struct test *test)
{
	return test->op == OP_EQUAL && test->n_literals == 1 && literal_is_null(&test->literals[0]);
}

static bool is_text_op(enum op op)
{
	return op == OP_CONTAINS || op == OP_MATCHES || op == OP_UNDER;
}

/*
 * addresses: the number of an address can be compared; otherwise an address stands for what could
 * not be read.
 */
static enum outcome compare_value(struct collector *collector, const struct test *test,
				  const struct value *value, bool addresses)
{
	if (value->kind == KIND_ADDRESS && is_null_test(test))
		return value->u ? MISSES : MEETS;
	if (value->kind == KIND_ADDRESS && !addresses)
		return NOT_COMPARABLE;
	switch (comparison_of(value->kind)) {
	case COMPARES_NUMBER:
		if (!is_text_op(test->op))
			return compare_number(test, value);
		return is_int(value->kind) && value->kind != KIND_PID && value->bytes
			       ? compare_text(test, value->bytes, value->len)
			       : NOT_COMPARABLE;
	case COMPARES_TEXT:
		if (is_null_test(test))
			return MISSES;
		if (!(comparison_ops(COMPARES_TEXT) >> test->op & 1))
			return NOT_COMPARABLE;
		if (value->kind == KIND_SOCKET_NAME)
			return compare_socket_name(collector, test, value);
		return compare_text(test, value->bytes, value->len);
	case COMPARES_NET:
		return compare_net(test, value->bytes, value->kind == KIND_IPV6 ? 16 : 4);
	case COMPARES_SET:
		return test->op == OP_HAS ? compare_set(test, value) : NOT_COMPARABLE;
	case COMPARES_NOTHING:
		break;
	}
	return NOT_COMPARABLE;
}

/* A value of a field could not be found out. */
static void note_unknown(struct collector *collector, enum field_id field)
{
	for (size_t i = 0; i < collector->n_fields[field]; i++)
		state_note_unknown(collector->where, collector->state, collector->fields[field][i]);
}

/* What a path is, or which file it leads to, could not be found out. */
static void note_unknown_path(struct collector *collector)
{
	note_unknown(collector, FIELD_PATH);
	note_unknown(collector, FIELD_TARGET);
}

static void note_unknown_peer(struct collector *collector)
{
	note_unknown(collector, FIELD_PEER);
	note_unknown(collector, FIELD_PEER_IP);
	note_unknown(collector, FIELD_PEER_PORT);
}

static void note(struct collector *collector, unsigned test, enum outcome outcome)
{
	if (outcome != NOT_COMPARABLE)
		state_note(collector->where, collector->state, test, outcome == MEETS);
}

/* --- places ---------------------------------------------------------------------------------- */

static bool is_array(enum group group)
{
	return group == GROUP_ARRAY || group == GROUP_FDSET;
}

/*
 * Whether the current value is at the place of a test. kind: of the value; KIND_VALUES_END: a group
 * begins.
 */
static bool is_at(const struct collector *collector, const struct test *test, enum kind kind)
{
	const struct component *path = test->path;
	size_t at = 1;
	uint64_t alias;

	for (unsigned d = 0; d < collector->depth; d++) {
		const struct frame *frame = &collector->frames[d];
		bool more = at < test->n_path;

		/* NULL is compared with a pointer, and not with what is there. */
		if (!more && (frame->group == GROUP_POINTEE || is_array(frame->group)) &&
		    is_null_test(test))
			return false;
		if (frame->group == GROUP_POINTEE)
			continue;
		if (is_array(frame->group)) {
			if (!more || path[at].name)
				continue;
			if (path[at++].index != frame->index)
				return false;
			continue;
		}
		if (more && !path[at].name)
			return false;
		if (more && frame->member && !strcmp(path[at].name, frame->member)) {
			at++;
			continue;
		}
		alias = at + 1 == test->n_path ? places_alias(path[at].name) : 0;
		return kind < KIND_VALUES_END && alias >> kind & 1;
	}
	return at == test->n_path;
}

/* Whether the place of a test is the current value, or within it. */
static bool leads_to(const struct collector *collector, const struct test *test)
{
	size_t at = 1;

	for (unsigned d = 0; d < collector->depth && at < test->n_path; d++) {
		const struct frame *frame = &collector->frames[d];
		const struct component *component = &test->path[at];

		if (frame->group == GROUP_POINTEE || (is_array(frame->group) && component->name))
			continue;
		if (is_array(frame->group) ? component->index != frame->index
					   : !component->name || !frame->member ||
						     strcmp(component->name, frame->member))
			return !is_array(frame->group) && component->name &&
			       places_alias(component->name);
		at++;
	}
	return true;
}

/* A value or a group begins: moves to the next element, or to a member without a name. */
static void move_to_next(struct collector *collector)
{
	struct frame *frame = collector->depth ? &collector->frames[collector->depth - 1] : NULL;

	if (frame && !collector->changing && collector->depth <= FRAMES_MAX) {
		if (is_array(frame->group))
			frame->index = frame->next++;
		else if (!frame->named)
			frame->member = NULL;
		frame->named = false;
	}
	collector->changing = false;
}

/* --- descriptors, paths and peers ------------------------------------------------------------ */

static void see_text(struct collector *collector, enum field_id field, const char *text, size_t len,
		     bool is_absolute)
{
	for (size_t i = 0; i < collector->n_fields[field]; i++) {
		unsigned number = collector->fields[field][i];
		const struct test *test = &collector->where->tests[number];

		/* "/etc/../tmp" is not under /etc. */
		if (test->op != OP_UNDER || is_absolute)
			note(collector, number, compare_text(test, text, len));
	}
}

static size_t without_deleted(const char *path, size_t len)
{
	size_t end = strlen(FD_DELETED_END);

	return len > end && !memcmp(path + len - end, FD_DELETED_END, end) ? len - end : len;
}

/* An empty path stands for a directory, or for nothing: only a test that asks for it sees it. */
static void see_empty_path(struct collector *collector)
{
	for (size_t i = 0; i < collector->n_fields[FIELD_PATH]; i++) {
		unsigned number = collector->fields[FIELD_PATH][i];
		const struct test *test = &collector->where->tests[number];

		if (!test->negated && (test->op == OP_EQUAL || test->op == OP_IN) &&
		    compare_text(test, "", 0) == MEETS)
			note(collector, number, MEETS);
	}
}

/*
 * It is not known where a ".." of the path leads, as in /proc or on a file system of another
 * machine. A test that asks for a file does not miss the call if the components before the ".." are
 * no links.
 */
static void see_climb(struct collector *collector, const struct value *value, size_t start_len)
{
	path_join_text(&collector->joined, value_more(value)->start, start_len, value->bytes,
		       value->len);
	for (size_t i = 0; i < collector->n_fields[FIELD_PATH]; i++) {
		unsigned number = collector->fields[FIELD_PATH][i];
		const struct test *test = &collector->where->tests[number];

		if (!test->negated &&
		    compare_text(test, collector->joined.data, collector->joined.len) == MEETS)
			note(collector, number, MEETS);
	}
}

/* Where the links of the path lead: "path under" is met by a file that is there. */
static void see_links(struct collector *collector, const struct value_more *more)
{
	for (size_t i = 0; i < collector->n_fields[FIELD_PATH]; i++) {
		unsigned number = collector->fields[FIELD_PATH][i];
		const struct test *test = &collector->where->tests[number];

		if (test->op != OP_UNDER)
			continue;
		if (more->whole)
			note(collector, number, compare_text(test, more->whole, more->whole_len));
		if (more->target)
			note(collector, number, compare_text(test, more->target, more->target_len));
		if (more->leads_anywhere)
			state_note_unknown(collector->where, collector->state, number);
	}
}

/*
 * The path as it is, and the absolute name of it. A path is one value of a test: if the first does
 * not meet it, only the second counts.
 */
static void see_path(struct collector *collector, const struct value *value)
{
	const struct value_more *more = value_more(value);
	const char *path = value->bytes;
	size_t start_len = more->start ? without_deleted(more->start, more->start_len) : 0;

	if (more->no_file)
		return;
	if (!value->len) {
		see_empty_path(collector);
		return;
	}
	if (!collector->n_fields[FIELD_PATH])
		return;
	collector->has_path = true;
	see_text(collector, FIELD_PATH, path, value->len, false);
	see_links(collector, more);
	if (!value_put_path(value, start_len, &collector->joined)) {
		if (!more->leads_nowhere)
			note_unknown(collector, FIELD_PATH);
		return;
	}
	see_text(collector, FIELD_PATH, collector->joined.data, collector->joined.len, true);
	if (!more->whole && !more->leads_nowhere && path_climbs(path, value->len))
		see_climb(collector, value, start_len);
}

/* A directory counts only if no path follows. */
static void note_unknown_file(struct collector *collector, enum kind kind)
{
	collector->unknown_directory |= kind == KIND_DIRFD;
	if (kind != KIND_DIRFD)
		note_unknown_path(collector);
	else
		note_unknown(collector, FIELD_TARGET);
}

static void see_descriptor(struct collector *collector, const struct value *value)
{
	int fd = (int)value->u;

	for (size_t i = 0; i < collector->n_fields[FIELD_FD]; i++) {
		unsigned number = collector->fields[FIELD_FD][i];
		const struct test *test = &collector->where->tests[number];

		if (fd >= 0 || test_sees_negative(test))
			note(collector, number, compare_number(test, value));
	}
	if (value_more(value)->unknown_file)
		note_unknown_file(collector, value->kind);
	if (fd < 0)
		return;
	if (!value->bytes || !collector->n_fields[FIELD_PATH])
		return;
	if (value->kind == KIND_FD) {
		see_text(collector, FIELD_PATH, value->bytes,
			 without_deleted(value->bytes, value->len), true);
		return;
	}
	buf_put(&collector->directories, value->bytes, without_deleted(value->bytes, value->len));
	buf_putc(&collector->directories, '\0');
}

/* A directory from which a path begins counts only if no path follows. */
static void see_directories(struct collector *collector)
{
	const char *text = collector->directories.data;
	size_t at = 0, len;

	if (!collector->has_path && collector->unknown_directory)
		note_unknown(collector, FIELD_PATH);
	while (!collector->has_path && at < collector->directories.len) {
		len = strlen(text + at);
		see_text(collector, FIELD_PATH, text + at, len, true);
		at += len + 1;
	}
}

static void see_descriptors(struct collector *collector, const struct value *value)
{
	struct value one = { .kind = KIND_FD, .size = 4, .abi = value->abi };

	if (!collector->n_fields[FIELD_FD])
		return;
	for (size_t fd = 0; fd < value->len * 8; fd++) {
		if (!value_bit(value, fd))
			continue;
		one.u = fd;
		see_descriptor(collector, &one);
	}
}

static void see_peer_port(struct collector *collector, uint16_t port)
{
	const struct value value = { .kind = KIND_PORT, .size = 2, .u = port };

	for (size_t i = 0; i < collector->n_fields[FIELD_PEER_PORT]; i++) {
		unsigned number = collector->fields[FIELD_PEER_PORT][i];

		note(collector, number, compare_number(&collector->where->tests[number], &value));
	}
}

static void see_peer_ip(struct collector *collector, const uint8_t *address, unsigned size,
			uint16_t port)
{
	char text[INET6_ADDRSTRLEN], whole[INET6_ADDRSTRLEN + 16];

	for (size_t i = 0; i < collector->n_fields[FIELD_PEER_IP]; i++) {
		unsigned number = collector->fields[FIELD_PEER_IP][i];

		note(collector, number,
		     compare_net(&collector->where->tests[number], address, size));
	}
	see_peer_port(collector, port);
	inet_ntop(size == 16 ? AF_INET6 : AF_INET, address, text, sizeof(text));
	snprintf(whole, sizeof(whole), size == 16 ? "[%s]:%u" : "%s:%u", text, port);
	for (size_t i = 0; i < collector->n_fields[FIELD_PEER]; i++) {
		unsigned number = collector->fields[FIELD_PEER][i];
		const struct test *test = &collector->where->tests[number];
		enum outcome outcome = compare_text(test, whole, strlen(whole));

		if (outcome != MEETS && !is_text_op(test->op))
			outcome = compare_net(test, address, size);
		note(collector, number, outcome);
	}
}

/* Whether a test may ask for the name of a socket of AF_UNIX. */
static bool asks_for_name(const struct test *test)
{
	for (size_t i = 0; i < test->n_literals; i++) {
		const struct literal *literal = &test->literals[i];

		if (is_text_op(test->op) || (literal->text_len && strchr("/@", literal->text[0])))
			return true;
	}
	return false;
}

/* A socket of AF_UNIX is connected, and the name of its peer is unknown. */
static void see_unnamed_peer(struct collector *collector)
{
	for (size_t i = 0; i < collector->n_fields[FIELD_PEER]; i++) {
		unsigned number = collector->fields[FIELD_PEER][i];

		if (asks_for_name(&collector->where->tests[number]))
			state_note_unknown(collector->where, collector->state, number);
	}
}

static void see_detail(struct collector *collector, const struct value *value)
{
	const struct fd_detail *detail = value_more(value)->detail;
	const struct fd_socket *socket;

	if (value_more(value)->unknown_file)
		note_unknown_peer(collector);
	if (!detail || detail->kind != FD_SOCKET)
		return;
	socket = &detail->socket;
	if (!socket->family && !socket->is_other)
		note_unknown_peer(collector);
	if (socket->family == AF_UNIX && socket->peer_inode)
		see_unnamed_peer(collector);
	if (socket->peer.known)
		see_peer_ip(collector, socket->peer.address, socket->family == AF_INET6 ? 16 : 4,
			    socket->peer.port);
}

static void see_address(struct collector *collector, const struct value *value)
{
	struct address *address = &collector->address;

	if (collector->own_address)
		return;
	if (value->kind == KIND_PORT) {
		*address = (struct address){ true, (uint16_t)value->u };
	} else if (value->kind == KIND_SOCKET_NAME) {
		for (size_t i = 0; i < collector->n_fields[FIELD_PEER]; i++) {
			unsigned number = collector->fields[FIELD_PEER][i];

			note(collector, number,
			     compare_socket_name(collector, &collector->where->tests[number],
						 value));
		}
	} else if (address->has_port) {
		see_peer_ip(collector, value->bytes, value->kind == KIND_IPV6 ? 16 : 4,
			    address->port);
		address->has_port = false;
	}
}

/* -P: paths and descriptors. */
static void see_target(struct collector *collector, const struct value *value)
{
	if (value->kind == KIND_PATH && value_more(value)->no_file)
		return;
	for (size_t i = 0; i < collector->n_fields[FIELD_TARGET]; i++) {
		unsigned number = collector->fields[FIELD_TARGET][i];
		const struct test *test = &collector->where->tests[number];

		if (path_targets_have(test->targets, value, &collector->joined))
			note(collector, number, MEETS);
	}
}

static void see_fields(struct collector *collector, const struct value *value)
{
	if (collector->at_entry)
		see_target(collector, value);
	switch (value->kind) {
	case KIND_FD:
	case KIND_DIRFD:
		if (collector->at_entry)
			see_descriptor(collector, value);
		see_detail(collector, value);
		break;
	case KIND_FDSET:
		if (collector->at_entry)
			see_descriptors(collector, value);
		break;
	case KIND_PATH:
		if (collector->at_entry)
			see_path(collector, value);
		break;
	case KIND_PORT:
	case KIND_IPV4:
	case KIND_IPV6:
	case KIND_SOCKET_NAME:
		see_address(collector, value);
		break;
	default:
		break;
	}
}

/* --- the sink -------------------------------------------------------------------------------- */

#define BIT(kind) (UINT64_C(1) << (kind))

/* Whether the current argument can have values of these kinds. */
static bool may_have(const struct collector *collector, uint64_t kinds)
{
	const struct syscall row = { .args = collector->argument, .n_args = 1 };

	return collector->argument && places_have(&row, kinds, !collector->at_entry, NULL);
}

/* Memory of the current argument was not captured: what may be there is unknown. */
static void note_not_captured(struct collector *collector)
{
	const uint64_t files = BIT(KIND_FD) | BIT(KIND_DIRFD) | BIT(KIND_FDSET);
	const uint64_t addresses = BIT(KIND_IPV4) | BIT(KIND_IPV6) | BIT(KIND_SOCKET_NAME);

	if (collector->at_entry && may_have(collector, files))
		note_unknown(collector, FIELD_FD);
	if (collector->at_entry && may_have(collector, files | BIT(KIND_PATH)))
		note_unknown_path(collector);
	if (!collector->own_address && may_have(collector, files | addresses))
		note_unknown_peer(collector);
}

static void collect_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			     const char *name, enum phase phase, bool named)
{
	struct collector *collector = collector_of(sink);
	const struct where *where = collector->where;

	(void)builder, (void)index, (void)phase, (void)named;
	collector->depth = 0;
	collector->ignoring = collector->changing = false;
	collector->n_active = 0;
	collector->argument = name ? syscall_argument(collector->row, name) : NULL;
	for (size_t i = 0; i < collector->n_fields[FIELD_ARGUMENT]; i++) {
		unsigned number = collector->fields[FIELD_ARGUMENT][i];
		enum level level = collector->state->compiled->leaves[number].level;

		if ((level == LEVEL_ENTRY || level == LEVEL_EXIT) && name &&
		    !strcmp(where->tests[number].path[0].name, name))
			collector->active[collector->n_active++] = (uint16_t)number;
	}
}

static void collect_late(struct sink *sink, struct record_builder *builder, unsigned index)
{
	(void)sink, (void)builder, (void)index;
}

static void collect_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			    const char *name)
{
	(void)builder, (void)index, (void)name;
	collector_of(sink)->n_active = 0;
	collector_of(sink)->ignoring = true;
}

/* A pointer to a group is not NULL. */
static void note_groups(struct collector *collector)
{
	for (size_t i = 0; i < collector->n_active; i++) {
		const struct test *test = &collector->where->tests[collector->active[i]];

		if (is_null_test(test) && is_at(collector, test, KIND_VALUES_END))
			note(collector, collector->active[i], MISSES);
	}
}

static void collect_open(struct sink *sink, enum group group)
{
	struct collector *collector = collector_of(sink);

	move_to_next(collector);
	if (collector->depth <= FRAMES_MAX)
		note_groups(collector);
	if (collector->depth < FRAMES_MAX)
		collector->frames[collector->depth] = (struct frame){ .group = group };
	collector->depth++;
}

static void collect_close(struct sink *sink, enum group group, enum group_end end)
{
	(void)group, (void)end;
	if (collector_of(sink)->depth)
		collector_of(sink)->depth--;
}

static void collect_member(struct sink *sink, const char *name)
{
	struct collector *collector = collector_of(sink);
	struct frame *frame;

	if (!collector->depth || collector->depth > FRAMES_MAX)
		return;
	frame = &collector->frames[collector->depth - 1];
	frame->member = name;
	frame->named = true;
}

static void collect_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	struct collector *collector = collector_of(sink);

	(void)list, (void)name;
	if (collector->depth && collector->depth <= FRAMES_MAX)
		collector->frames[collector->depth - 1].next = i;
}

static void collect_macro(struct sink *sink, const char *name, const struct value *whole)
{
	(void)sink, (void)name, (void)whole;
}

static void collect_value(struct sink *sink, const struct value *value)
{
	struct collector *collector = collector_of(sink);
	const struct where_call *compiled = collector->state->compiled;

	move_to_next(collector);
	if (collector->ignoring || collector->depth > FRAMES_MAX)
		return;
	for (size_t i = 0; i < collector->n_active; i++) {
		unsigned number = collector->active[i];
		const struct test *test = &collector->where->tests[number];

		if (value->not_captured && !is_null_test(test) && leads_to(collector, test))
			state_note_unknown(collector->where, collector->state, number);
		if (!is_at(collector, test, value->kind))
			continue;
		note(collector, number,
		     compare_value(collector, test, value, compiled->leaves[number].addresses));
	}
	if (value->not_captured)
		note_not_captured(collector);
	see_fields(collector, value);
}

static void collect_change(struct sink *sink)
{
	collector_of(sink)->changing = true;
}

static void collect_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	(void)sink, (void)seconds, (void)nanoseconds, (void)digits;
}

static void ignore_values(struct sink *sink)
{
	struct collector *collector = collector_of(sink);

	collector->depth = 0;
	collector->n_active = 0;
	collector->ignoring = true;
}

static void collect_result(struct sink *sink, struct record_builder *builder)
{
	(void)builder;
	ignore_values(sink);
}

static void collect_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	(void)builder, (void)label;
	ignore_values(sink);
}

static const struct sink_ops collect_ops = {
	.argument = collect_argument,
	.late = collect_late,
	.pending = collect_pending,
	.open = collect_open,
	.close = collect_close,
	.member = collect_member,
	.index = collect_index,
	.macro = collect_macro,
	.value = collect_value,
	.change = collect_change,
	.date = collect_date,
	.result = collect_result,
	.note = collect_note,
};

/* --- all ------------------------------------------------------------------------------------- */

struct collector *collector_new(struct where *where)
{
	struct collector *collector = xcalloc(1, sizeof(*collector));

	collector->sink.ops = &collect_ops;
	collector->where = where;
	collector->active = xcalloc(where->n_tests, sizeof(*collector->active));
	for (size_t i = 0; i < where->n_tests; i++) {
		enum field_id field = where->tests[i].field;
		size_t *n = &collector->n_fields[field];

		collector->fields[field] =
			xreallocarray(collector->fields[field], *n + 1, sizeof(uint16_t));
		collector->fields[field][(*n)++] = (uint16_t)i;
	}
	return collector;
}

void collector_free(struct collector *collector)
{
	for (unsigned i = 0; i < FIELDS; i++)
		free(collector->fields[i]);
	free(collector->active);
	buf_free(&collector->joined);
	buf_free(&collector->directories);
	free(collector);
}

/* The arguments of a raw call are decoded, too: -e raw changes only how they are shown. */
static void run_decode(struct where *where, struct where_state *state, const struct decode *decode,
		       void (*side)(const struct decode *decode), bool at_entry)
{
	struct collector *collector = where->collector;
	struct decode own = *decode;
	struct call call = *decode->call;

	call.raw = false;
	own.call = &call;
	own.sink = &collector->sink;
	own.builder = NULL;
	own.config = &where->config;
	own.snapshot = &state->snapshot;
	collector->state = state;
	collector->row = call.row;
	collector->at_entry = at_entry;
	collector->has_path = collector->unknown_directory = false;
	collector->address = (struct address){ 0 };
	collector->own_address = call.row && call.row->flags & CALL_OWN_ADDRESS;
	buf_clear(&collector->directories);
	ignore_values(&collector->sink);
	side(&own);
	if (at_entry)
		see_directories(collector);
}

void collect_entry(struct where *where, struct where_state *state, const struct decode *decode)
{
	run_decode(where, state, decode, decode_enter, true);
}

void collect_exit(struct where *where, struct where_state *state, const struct decode *decode)
{
	run_decode(where, state, decode, decode_exit, false);
}
