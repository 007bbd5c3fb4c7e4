/* SPDX-License-Identifier: MIT */
/*
 * What the bpf engine can find out about texts and numbers in the memory of a call: conditions for
 * sieves. Where it cannot be sure, a condition holds.
 */
#include <stdlib.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

#define DEPTH_MAX 6 /* of structs within each other in which a member is looked for */

static void put_anything(struct where_tree *tree)
{
	tree_put_shape(tree, WHERE_ALWAYS, 0);
}

static void put_sieve_test(struct where_tree *tree, const struct sieve_step *test, bool matched)
{
	tree_put(tree,
		 (struct where_node){ .shape = WHERE_TEST, .matched = matched, .test = *test });
}

/* --- texts ----------------------------------------------------------------------------------- */

/* A text of a call. */
struct source {
	uint8_t source; /* enum sieve_source */
	uint8_t which, base;
	uint8_t pointer_size;
};

static struct sieve_step step_of(const struct source *source, enum sieve_kind kind,
				 const char *text, size_t len)
{
	struct sieve_step step = {
		.kind = (uint8_t)kind,
		.source = source->source,
		.which = source->which,
		.base = source->base,
		.pointer_size = source->pointer_size,
		.text_len = (uint8_t)len,
	};

	memcpy(step.text, text, len);
	return step;
}

/*
 * The text of a source has these bytes: all of it, at its beginning, or as a directory. Of a longer
 * text only the first bytes are compared, so that a text that has them may be another one.
 */
static void put_bytes(struct where_tree *tree, const struct source *source, enum sieve_kind kind,
		      const char *text, size_t len, bool matched)
{
	bool whole = len <= SIEVE_TEXT;
	struct sieve_step step =
		step_of(source, whole ? kind : SIEVE_BEGIN, text, whole ? len : SIEVE_TEXT);

	if (!whole && !matched)
		put_anything(tree);
	else
		put_sieve_test(tree, &step, matched);
}

static void put_directory(struct where_tree *tree, const struct source *source,
			  const struct literal *literal, bool matched)
{
	size_t len = literal->text_len;

	while (len > 1 && literal->text[len - 1] == '/')
		len--;
	put_bytes(tree, source, len == 1 && *literal->text == '/' ? SIEVE_BEGIN : SIEVE_UNDER,
		  literal->text, len, matched);
}

/* The parts of a pattern before the first and after the last character that stands for others. */
struct pattern {
	struct buf begin, end;
	bool exact; /* there is nothing else than one "*" between them */
	bool plain; /* the pattern is a text: .begin */
};

static bool is_special(char c)
{
	return c == '*' || c == '?' || c == '[';
}

static struct pattern pattern_split(const struct literal *literal)
{
	struct pattern pattern = { .plain = true };
	const char *text = literal->text;
	size_t n = 0;

	for (size_t i = 0; i < literal->text_len; i++) {
		if (is_special(text[i])) {
			pattern.plain = false;
			pattern.exact = !n++ && text[i] == '*';
			buf_clear(&pattern.end);
			/*
			 * What is in brackets is no text. The rest of the pattern is not looked at.
			 */
			if (text[i] == '[')
				return pattern;
			continue;
		}
		if (text[i] == '\\' && i + 1 < literal->text_len)
			i++;
		buf_putc(pattern.plain ? &pattern.begin : &pattern.end, text[i]);
	}
	return pattern;
}

/* The last bytes of a text that a step can compare. */
static const char *last_bytes(struct buf *text, size_t *len)
{
	*len = text->len < SIEVE_TEXT ? text->len : SIEVE_TEXT;
	return buf_cstr(text) + (text->len - *len);
}

static void put_pattern(struct where_tree *tree, const struct source *source,
			const struct literal *literal, bool matched)
{
	struct pattern pattern = pattern_split(literal);
	size_t least = pattern.begin.len + pattern.end.len, len;
	const char *end;
	struct sieve_step step;

	if (pattern.plain) {
		put_bytes(tree, source, SIEVE_EQUAL, buf_cstr(&pattern.begin), pattern.begin.len,
			  matched);
	} else if (!least || least > SIEVE_ROOM ||
		   (!matched && (!pattern.exact || pattern.begin.len > SIEVE_TEXT ||
				 pattern.end.len > SIEVE_TEXT))) {
		put_anything(tree);
	} else {
		tree_put_shape(tree, matched ? WHERE_ALL : WHERE_ANY, 2);
		put_bytes(tree, source, SIEVE_BEGIN, buf_cstr(&pattern.begin), pattern.begin.len,
			  matched);
		end = last_bytes(&pattern.end, &len);
		step = step_of(source, SIEVE_END, end, len);
		step.at = (uint16_t)least;
		put_sieve_test(tree, &step, matched);
	}
	buf_free(&pattern.begin);
	buf_free(&pattern.end);
}

static void put_text_test(struct where_tree *tree, const struct source *source, enum op op,
			  const struct literal *literal, bool matched)
{
	switch (op) {
	case OP_EQUAL:
	case OP_IN:
		if (literal_is_null(literal))
			put_anything(tree);
		else
			put_bytes(tree, source, SIEVE_EQUAL, literal->text, literal->text_len,
				  matched);
		return;
	case OP_MATCHES:
		put_pattern(tree, source, literal, matched);
		return;
	case OP_UNDER:
		put_directory(tree, source, literal, matched);
		return;
	default:
		put_anything(tree);
		return;
	}
}

/*
 * A test of the texts of all sources, or its opposite. certain: decode sees these texts, too, if
 * they are there.
 */
static void put_texts(struct where_tree *tree, const struct test *test,
		      const struct source *sources, size_t n, bool certain, bool truth)
{
	bool matched = test->negated != truth;

	/* A text that is not there meets neither a test nor its negation. */
	if ((!matched && !certain) || (test->negated && !truth)) {
		put_anything(tree);
		return;
	}
	tree_put_shape(tree, matched ? WHERE_ANY : WHERE_ALL, n * test->n_literals);
	for (size_t s = 0; s < n; s++)
		for (size_t i = 0; i < test->n_literals; i++)
			put_text_test(tree, &sources[s], test->op, &test->literals[i], matched);
}

/* --- paths ----------------------------------------------------------------------------------- */

#define BIT(kind) (UINT64_C(1) << (kind))
#define NAMING_KINDS (BIT(KIND_PATH) | BIT(KIND_FD) | BIT(KIND_DIRFD) | BIT(KIND_FDSET))

/* The paths and descriptors of a row. */
struct paths {
	struct where *where;
	struct source sources[3 * CALL_ARGS];
	size_t n;
	uint8_t pointer_size;
	bool all; /* these are all that it has outside of choices */
	bool directories; /* it has descriptors of directories */
	/* Conditions that hold if a choice may have others: "op == F_DUPFD_QUERY". */
	struct where_tree choices;
	size_t n_choices;
};

static void add_source(struct paths *paths, enum sieve_source source, unsigned slot, unsigned base)
{
	if (paths->n < ARRAY_SIZE(paths->sources))
		paths->sources[paths->n++] = (struct source){ (uint8_t)source, (uint8_t)slot,
							      (uint8_t)base, paths->pointer_size };
	else
		paths->all = false;
}

/* Whether an argument is a pointer to one string, which is always there. */
static bool is_string(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return field->dir == DIR_IN && !more->pointer && !more->pointer64 && !more->count.given &&
	       !more->stacked && !more->when && !more->len.given && !more->lookup;
}

static bool names_files(struct where *where, const struct field *field)
{
	const struct syscall row = { .args = field, .n_args = 1 };

	return places_have(&row, NAMING_KINDS, false, &where->seen_names);
}

/*
 * directory: the register of the argument before this one if it is a descriptor of a directory;
 * else SIEVE_CURRENT.
 */
static void add_argument(struct paths *paths, const struct field *field, bool placed, unsigned slot,
			 unsigned directory)
{
	const struct type *type = field_type(field);

	if (field->dir == DIR_OUT || !names_files(paths->where, field))
		return;
	if (placed && type->kind == KIND_PATH && is_string(field) && !type->path.no_file) {
		/*
		 * A directory that does not come right before the path may be that of another one.
		 */
		paths->all &= directory != SIEVE_CURRENT || !paths->directories;
		add_source(paths, SIEVE_STRING, slot, SIEVE_CURRENT);
		add_source(paths, SIEVE_PATH, slot, directory);
	} else if (placed && (type->kind == KIND_FD || type->kind == KIND_DIRFD) &&
		   !argument_is_pointer(field) && !field_more(field)->when) {
		paths->directories |= type->kind == KIND_DIRFD;
		add_source(paths, SIEVE_DESCRIPTOR, slot, SIEVE_CURRENT);
	} else {
		paths->all = false;
	}
}

/*
 * A directory counts by itself only if no path is there. Then the path is not known to a sieve,
 * which lets the call through.
 */
static void drop_directories(struct paths *paths, const struct syscall *row, const struct abi *abi)
{
	struct argument_walk walk = { .abi = abi };
	size_t kept = 0;
	bool has_path = false;
	unsigned slot;

	for (size_t i = 0; i < paths->n; i++)
		has_path |= paths->sources[i].source == SIEVE_PATH;
	for (uint16_t a = 0; a < row->n_args && has_path; a++) {
		if (!argument_place(&walk, &row->args[a], &slot) ||
		    field_type(&row->args[a])->kind != KIND_DIRFD)
			continue;
		kept = 0;
		for (size_t i = 0; i < paths->n; i++)
			if (paths->sources[i].source != SIEVE_DESCRIPTOR ||
			    paths->sources[i].which != slot)
				paths->sources[kept++] = paths->sources[i];
		paths->n = kept;
	}
}

/* The arguments of a row, or of a variant of one of its choices. */
struct arguments {
	const struct arguments *outer; /* NULL: this is the row */
	const struct field *fields;
	uint16_t n;
	struct argument_walk walk; /* before the first one */
};

/* Finds the argument in a register that has a name. Returns NULL if there is none. */
static const struct field *find_selector(const struct arguments *level, const char *name,
					 unsigned *slot)
{
	for (; level; level = level->outer) {
		struct argument_walk walk = level->walk;

		for (uint16_t i = 0; i < level->n; i++) {
			const struct field *field = &level->fields[i];
			bool placed = argument_place(&walk, field, slot);

			if (!field_name(field) || strcmp(field_name(field), name))
				continue;
			return placed && !argument_is_pointer(field) && !field_more(field)->when &&
					       !field_more(field)->choice &&
					       type_is_scalar(field_type(field))
				       ? field
				       : NULL;
		}
	}
	return NULL;
}

/*
 * Appends a condition that holds if the selector of a choice is one of the keys. Returns false if
 * they are not known.
 */
static bool put_keys(struct where_tree *tree, const struct arguments *level,
		     const struct choice *choice, const char *keys)
{
	size_t own = tree_put(tree, (struct where_node){ .shape = WHERE_ANY });
	const struct abi *abi = level->walk.abi;
	struct where_node node = { .shape = WHERE_RANGE };
	const struct field *selector;
	const struct type *type;
	char word[ROW_WORD];
	unsigned slot, bits;
	uint64_t value;

	selector = choice->by && !choice->key ? find_selector(level, choice->by, &slot) : NULL;
	if (!selector || !keys)
		return false;
	type = field_type(selector);
	bits = 8u * abi->sizes[type->storage];
	if (type->kind == KIND_MACRO || !bits)
		return false;
	node.reg = (uint8_t)slot;
	node.mask = UINT64_MAX >> (64 - bits) & ~choice->ignored;
	while (row_next_word(&keys, word)) {
		if (!parse_decimal(word, UINT64_MAX, &value) &&
		    (!type->list || !list_value(type->list, abi, word, &value)))
			return false;
		node.first = node.last = value & node.mask;
		tree_put(tree, node);
		tree->nodes[own].n++;
	}
	return true;
}

static bool put_choice(struct paths *paths, const struct arguments *level,
		       const struct choice *choice, struct argument_walk walk);

/*
 * Appends a condition that holds if a further choice of a variant names files. Returns false if it
 * has more than that.
 */
static bool put_inner_choice(struct paths *paths, const struct arguments *level)
{
	struct argument_walk walk = level->walk, before;
	bool found = false;
	unsigned slot;

	for (uint16_t i = 0; i < level->n; i++) {
		const struct field *field = &level->fields[i];

		before = walk;
		argument_place(&walk, field, &slot);
		if (field->dir == DIR_OUT || !names_files(paths->where, field))
			continue;
		if (found || !field_more(field)->choice ||
		    !put_choice(paths, level, field_more(field)->choice, before))
			return false;
		found = true;
	}
	return found;
}

/*
 * Appends a condition that holds if a choice has a variant that names files. Returns false if that
 * is not known.
 */
static bool put_choice(struct paths *paths, const struct arguments *level,
		       const struct choice *choice, struct argument_walk walk)
{
	struct where_tree *tree = &paths->choices;
	size_t own = tree_put(tree, (struct where_node){ .shape = WHERE_ANY });

	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];
		const struct syscall row = { .args = variant->fields, .n_args = variant->n_fields };
		const struct arguments inner = { level, variant->fields, variant->n_fields, walk };
		size_t both, keys;

		if (!places_have(&row, NAMING_KINDS, false, &paths->where->seen_names))
			continue;
		both = tree_put(tree, (struct where_node){ .shape = WHERE_ALL, .n = 2 });
		if (!put_keys(tree, level, choice, variant->keys))
			return false;
		keys = tree->n;
		if (!put_inner_choice(paths, &inner)) {
			tree->n = keys;
			tree->nodes[both].n = 1;
		}
		tree->nodes[own].n++;
	}
	return true;
}

static void find_paths(const struct syscall *row, const struct abi *abi, struct paths *paths)
{
	struct argument_walk walk = { .abi = abi };
	const struct arguments level = { NULL, row->args, row->n_args, walk };
	unsigned directory = SIEVE_CURRENT;

	paths->all = true;
	for (uint16_t i = 0; i < row->n_args; i++) {
		const struct field *field = &row->args[i];
		const struct argument_walk before = walk;
		unsigned slot = 0;
		bool placed = argument_place(&walk, field, &slot);
		bool is_directory = placed && field_type(field)->kind == KIND_DIRFD &&
				    !argument_is_pointer(field);

		if (field_more(field)->choice && names_files(paths->where, field)) {
			paths->all &= put_choice(paths, &level, field_more(field)->choice, before);
			paths->n_choices++;
		} else {
			add_argument(paths, field, placed, slot, directory);
		}
		directory = is_directory ? slot : SIEVE_CURRENT;
	}
}

/* Appends the nodes of another tree. */
static void put_tree(struct where_tree *tree, const struct where_tree *from)
{
	for (size_t i = 0; i < from->n; i++)
		tree_put(tree, from->nodes[i]);
}

/* A path that the caller passes can lead to any directory, through a symbolic link. */
static bool has_string(const struct paths *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		if (paths->sources[i].source == SIEVE_STRING)
			return true;
	return false;
}

static void put_path_test(struct where *where, struct where_tree *tree, const struct test *test,
			  enum syscall_id id, const struct abi *abi, bool truth)
{
	const struct syscall *row = syscall_row(id, abi);
	struct paths paths = { .where = where, .pointer_size = abi->pointer_size };
	size_t kept = 0;

	if (row && row->args)
		find_paths(row, abi, &paths);
	if (!paths.all || (paths.n_choices && !truth) ||
	    (truth && test->op == OP_UNDER && has_string(&paths))) {
		put_anything(tree);
		free(paths.choices.nodes);
		return;
	}
	tree_put_shape(tree, WHERE_ANY, 1 + paths.n_choices);
	put_tree(tree, &paths.choices);
	free(paths.choices.nodes);
	drop_directories(&paths, row, abi);
	/* "under" asks for absolute names alone. */
	for (size_t i = 0; i < paths.n; i++)
		if (test->op != OP_UNDER || paths.sources[i].source != SIEVE_STRING)
			paths.sources[kept++] = paths.sources[i];
	put_texts(tree, test, paths.sources, kept, true, truth);
}

/* --- the targets of -P ----------------------------------------------------------------------- */

#define TARGETS_MAX 64

/* A condition that holds if any of its parts holds. */
struct alternatives {
	struct where_tree *tree;
	size_t at;
};

static void put_alternative(struct alternatives *any, const struct source *source,
			    enum sieve_kind kind, const char *text, size_t len)
{
	put_bytes(any->tree, source, kind, text, len, true);
	any->tree->nodes[any->at].n++;
}

/*
 * A path may lead to a target through a link. As decode asks for the file of a path, so does this
 * look at the last component alone: it is that of the target, or none.
 */
static void put_target_names(struct alternatives *any, const struct source *source,
			     const struct path_targets *targets)
{
	const char *name;
	size_t len;

	put_alternative(any, source, SIEVE_END, "/", 1);
	put_alternative(any, source, SIEVE_END, ".", 1);
	for (size_t i = 0; i < targets->n_paths; i++) {
		name = targets->last_names[i];
		len = strlen(name);
		if (len > SIEVE_TEXT)
			name += len - SIEVE_TEXT;
		if (len)
			put_alternative(any, source, SIEVE_END, name,
					len > SIEVE_TEXT ? SIEVE_TEXT : len);
	}
}

/* Whether a path has a directory, and none of a file system without a name: /memfd:x, /dmabuf:x. */
static bool is_in_directory(const char *path)
{
	size_t len = *path == '/' ? strcspn(path + 1, "/:") : 0;

	return len && path[1 + len] == '/';
}

/* Only a file in a directory is told from sockets and pipes, whose texts a sieve does not know. */
static void put_target_file(struct alternatives *any, const struct source *source, const char *path,
			    size_t len)
{
	put_alternative(any, source, is_in_directory(path) ? SIEVE_UNDER : SIEVE_EQUAL, path, len);
}

/* A file that was removed has its former path in a sieve. */
static void put_target_files(struct alternatives *any, const struct source *source,
			     const struct path_targets *targets)
{
	size_t end = strlen(FD_DELETED_END);

	for (size_t i = 0; i < targets->n_paths; i++) {
		const char *path = targets->paths[i];
		size_t len = strlen(path);

		put_target_file(any, source, path, len);
		if (len > end && !strcmp(path + len - end, FD_DELETED_END))
			put_target_file(any, source, path, len - end);
	}
}

static void put_target_test(struct where *where, struct where_tree *tree, const struct test *test,
			    enum syscall_id id, const struct abi *abi, bool truth)
{
	const struct path_targets *targets = test->targets;
	const struct syscall *row = syscall_row(id, abi);
	struct paths paths = { .where = where, .pointer_size = abi->pointer_size };
	struct alternatives any = { .tree = tree };

	if (row && row->args)
		find_paths(row, abi, &paths);
	if (!paths.all || !truth || targets->n_paths > TARGETS_MAX) {
		put_anything(tree);
		free(paths.choices.nodes);
		return;
	}
	any.at = tree->n;
	tree_put_shape(tree, WHERE_ANY, paths.n_choices);
	put_tree(tree, &paths.choices);
	free(paths.choices.nodes);
	for (size_t i = 0; i < paths.n; i++)
		if (paths.sources[i].source == SIEVE_STRING)
			put_target_names(&any, &paths.sources[i], targets);
		else if (paths.sources[i].source == SIEVE_DESCRIPTOR)
			put_target_files(&any, &paths.sources[i], targets);
}

/* --- numbers in memory ----------------------------------------------------------------------- */

/* Where a member is in a struct. */
struct search {
	const struct field *wanted;
	const struct abi *abi;
	size_t base, offset, size;
	unsigned depth;
	unsigned found; /* how often: several members can have the same struct */
};

/* Whether a member is at the same place in each struct, and is not a pointer. */
static bool is_fixed(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return !more->pointer && !more->pointer64 && !more->count.given && !more->bits &&
	       !field_offset_after(field);
}

static void look_at_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct search *search = ctx;
	struct search inner = *search;
	const struct type *type = field_type(field);

	if (!is_fixed(field))
		return;
	if (field == search->wanted) {
		search->found++;
		search->offset = search->base + offset;
		search->size = size;
		return;
	}
	if (!type || type->kind != KIND_STRUCT || ++inner.depth > DEPTH_MAX)
		return;
	inner.base += offset;
	layout_each(type, search->abi, look_at_member, &inner);
	search->found = inner.found;
	search->offset = inner.offset;
	search->size = inner.size;
}

/* An argument in memory of which a test asks. */
struct asking {
	struct test *test;
	const struct abi *abi;
	const struct syscall *row;
	struct where_tree *tree; /* of the conditions of all places */
	size_t n;
	bool failed; /* a place is none that a sieve can look at */
	bool text; /* the places are texts */
	struct source source;
};

/* The number of a place is in one of the ranges, or in none. */
static void put_ranges(struct asking *asking, const struct leaf *leaf, struct sieve_step step)
{
	bool met = !asking->test->negated;

	tree_put_shape(asking->tree, met ? WHERE_ANY : WHERE_ALL, leaf->n_ranges);
	for (size_t i = 0; i < leaf->n_ranges; i++) {
		step.mask = leaf->ranges[i].mask;
		step.first = leaf->ranges[i].first;
		step.last = leaf->ranges[i].last;
		put_sieve_test(asking->tree, &step, met);
	}
}

static bool ask_number(struct asking *asking, const struct type *type, struct sieve_step step)
{
	const struct naming naming = {
		.kind = place_kind(type),
		.list = type->list,
		.abi = asking->abi,
		.size = asking->abi->sizes[type->storage],
	};
	struct leaf leaf = { 0 };
	bool meant;

	if (!naming.size || !(comparison_ops(COMPARES_NUMBER) >> asking->test->op & 1) ||
	    !type_is_number(type, asking->abi))
		return false;
	step.size = (uint8_t)naming.size;
	step.big_endian = storage_is_network(type->storage);
	meant = test_ranges(asking->test, &naming, 0, storage_is_signed(type->storage), &leaf);
	if (meant)
		put_ranges(asking, &leaf, step);
	else
		tree_put_shape(asking->tree, WHERE_NEVER, 0);
	free(leaf.ranges);
	asking->n++;
	return true;
}

/* The bits of a prefix of so many bytes, of which the first come before. */
static uint64_t prefix_mask(unsigned bits, unsigned before, unsigned size)
{
	unsigned n = bits > before ? bits - before : 0;
	uint64_t all = size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;

	return !n ? 0 : n >= 8 * size ? all : all & ~(all >> n);
}

/* The bytes of an address from an index on are those of a network. */
static void put_network(struct where_tree *tree, struct sieve_step step, const uint8_t *bytes,
			unsigned size, unsigned bits, unsigned before, bool matched)
{
	uint64_t number = 0;

	for (unsigned i = 0; i < size; i++)
		number = number << 8 | bytes[i];
	step.size = (uint8_t)size;
	step.mask = prefix_mask(bits, before, size);
	step.first = step.last = number & step.mask;
	put_sieve_test(tree, &step, matched);
}

/* An address is in the network of a literal: see net_is_met(). */
static void put_address(struct where_tree *tree, const struct literal *literal, unsigned size,
			struct sieve_step step, bool matched)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	struct sieve_step next = step;

	if (!literal->is_net || (size == 4 && literal->net_size != 4)) {
		tree_put_shape(tree, matched ? WHERE_NEVER : WHERE_ALWAYS, 0);
		return;
	}
	if (size == 4) {
		put_network(tree, step, literal->net, 4, literal->net_bits, 0, matched);
		return;
	}
	next.at = (uint16_t)(step.at + 8);
	if (literal->net_size == 16) {
		tree_put_shape(tree, matched ? WHERE_ALL : WHERE_ANY, 2);
		put_network(tree, step, literal->net, 8, literal->net_bits, 0, matched);
		put_network(tree, next, literal->net + 8, 8, literal->net_bits, 64, matched);
		return;
	}
	tree_put_shape(tree, matched ? WHERE_ALL : WHERE_ANY, 3);
	put_network(tree, step, mapped, 8, 64, 0, matched);
	put_network(tree, next, mapped + 8, 4, 32, 0, matched);
	next.at = (uint16_t)(step.at + 12);
	put_network(tree, next, literal->net, 4, literal->net_bits, 0, matched);
}

static bool ask_address(struct asking *asking, const struct type *type, struct sieve_step step)
{
	const struct test *test = asking->test;
	bool met = !test->negated;

	if ((type->kind != KIND_IPV4 && type->kind != KIND_IPV6) ||
	    !(comparison_ops(COMPARES_NET) >> test->op & 1))
		return false;
	step.big_endian = true;
	tree_put_shape(asking->tree, met ? WHERE_ANY : WHERE_ALL, test->n_literals);
	for (size_t i = 0; i < test->n_literals; i++)
		put_address(asking->tree, &test->literals[i], type->kind == KIND_IPV4 ? 4 : 16,
			    step, met);
	asking->n++;
	return true;
}

/*
 * Finds the register that has the size of what an argument points to. Returns false if there is
 * none.
 */
static bool find_size(const struct asking *asking, const struct field *argument, unsigned *slot)
{
	const struct size_expr *len = &field_more(argument)->len;
	const struct syscall *row = asking->row;
	struct argument_walk walk = { .abi = asking->abi };

	if (len->computed || !len->name || len->scale > 1 || len->plus || len->divides ||
	    len->nodes || len->less)
		return false;
	for (uint16_t i = 0; i < row->n_args; i++) {
		const struct field *field = &row->args[i];
		bool placed = argument_place(&walk, field, slot);

		if (field_name(field) && !strcmp(field_name(field), len->name))
			return placed && !argument_is_pointer(field) &&
			       type_is_scalar(field_type(field)) && !field_more(field)->when;
	}
	return false;
}

/*
 * What comes after the size that the caller gives is 0 for decode, and anything in memory. Appends
 * a condition that holds if the struct is too small for the member. Returns false if a sieve cannot
 * find that out.
 */
static bool put_too_small(struct asking *asking, const struct field *argument, size_t end)
{
	const struct structure *structure = &field_type(argument)->structure;
	bool given = field_more(argument)->len.given;
	unsigned slot;

	if (structure->cut != CUT_ZERO || (!given && structure->special_kind != STRUCTURE_OWN_SIZE))
		return true;
	if (!given || !find_size(asking, argument, &slot))
		return false;
	tree_put(asking->tree, (struct where_node){ .shape = WHERE_RANGE,
						    .reg = (uint8_t)slot,
						    .mask = UINT32_MAX,
						    .last = end - 1 });
	asking->n++;
	return true;
}

/* The place is a member of a struct to which a register points. */
static bool ask_member(struct asking *asking, const struct place *place)
{
	const struct field *argument = place->argument;
	struct search search = { .wanted = place->field, .abi = asking->abi };
	struct sieve_step step = { .kind = SIEVE_MEMORY,
				   .which = (uint8_t)place->slot,
				   .pointer_size = asking->abi->pointer_size };

	if (!argument || !place->field || argument->dir != DIR_IN ||
	    field_more(argument)->pointer || field_more(argument)->pointer64 ||
	    field_more(argument)->count.given || field_more(argument)->stacked ||
	    field_type(argument)->kind != KIND_STRUCT || field_type(place->field) != place->type)
		return false;
	layout_each(field_type(argument), asking->abi, look_at_member, &search);
	if (search.found != 1 || search.offset > UINT16_MAX - 16)
		return false;
	if (!put_too_small(asking, argument, search.offset + search.size))
		return false;
	step.at = (uint16_t)search.offset;
	return ask_address(asking, place->type, step) || ask_number(asking, place->type, step);
}

static bool is_direct_text(const struct place *place)
{
	const struct type *type = place->type;

	return place->direct && place->argument && is_string(place->argument) &&
	       (type->kind == KIND_PATH ||
		(type->kind == KIND_CSTRING && !type_bytes(type)->limit));
}

static void ask_place(void *ctx, const struct place *place)
{
	struct asking *asking = ctx;

	if (is_direct_text(place)) {
		asking->failed |= asking->n++ != 0;
		asking->text = true;
		asking->source = (struct source){ SIEVE_STRING, (uint8_t)place->slot, SIEVE_CURRENT,
						  asking->abi->pointer_size };
	} else if (asking->text || !ask_member(asking, place)) {
		asking->failed = true;
	}
}

static void put_argument_test(struct where_tree *tree, const struct test *test, enum syscall_id id,
			      const struct abi *abi, bool truth)
{
	struct where_tree places = { 0 };
	const struct syscall *row = syscall_row(id, abi);
	struct asking asking = {
		.test = (struct test *)test, .abi = abi, .row = row, .tree = &places
	};

	places_find(row, abi, test->path, test->n_path, ask_place, &asking);
	if (!asking.failed && asking.text) {
		put_texts(tree, test, &asking.source, 1, true, truth);
	} else if (!asking.failed && asking.n && truth) {
		/* Whether decode sees a member may depend on what a sieve does not look at. */
		tree_put_shape(tree, WHERE_ANY, asking.n);
		for (size_t i = 0; i < places.n; i++)
			tree_put(tree, places.nodes[i]);
	} else {
		put_anything(tree);
	}
	free(places.nodes);
}

/* --- all ------------------------------------------------------------------------------------- */

void memory_put_test(struct where *where, const struct test *test, enum syscall_id id,
		     const struct abi *abi, bool truth, struct where_tree *tree)
{
	static const struct source comm = { .source = SIEVE_COMM };

	switch (test->field) {
	case FIELD_COMM:
		put_texts(tree, test, &comm, 1, true, truth);
		return;
	case FIELD_PATH:
		put_path_test(where, tree, test, id, abi, truth);
		return;
	case FIELD_TARGET:
		put_target_test(where, tree, test, id, abi, truth);
		return;
	case FIELD_ARGUMENT:
		put_argument_test(tree, test, id, abi, truth);
		return;
	default:
		put_anything(tree);
		return;
	}
}
