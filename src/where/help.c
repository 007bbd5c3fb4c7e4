/* SPDX-License-Identifier: MIT */
/* What --where=help shows: the language on a screen, and what the arguments of a call have. */
#include <stdio.h>
#include <string.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

#define NAME_WIDTH 18
#define PATH_WIDTH 34
#define DEPTH_MAX 3 /* members within members that are listed */

static void put_row(struct buf *out, const char *name, size_t width, const char *text)
{
	buf_printf(out, "  %-*s %s\n", (int)width, name, text);
}

static void put_fields(struct buf *out)
{
	buf_puts(out, "\nFields:\n");
	for (unsigned i = 0; i < FIELDS_NAMED; i++)
		put_row(out, where_fields[i].name, NAME_WIDTH, where_fields[i].help);
}

static void put_operators(struct buf *out)
{
	buf_puts(out, "\nOperators:\n");
	for (size_t i = 0; i < where_n_operators; i++) {
		const struct where_operator *operator= & where_operators[i];
		bool pair = i + 1 < where_n_operators && !operator[1].help;
		char words[32];

		if (!operator->help)
			continue;
		snprintf(words, sizeof(words), "%s%s%s", operator->word, pair ? "  " : "",
			 pair ? operator[1].word : "");
		put_row(out, words, NAME_WIDTH, operator->help);
	}
}

void where_help(struct buf *out)
{
	buf_puts(out,
		 "An expression has tests, joined by && (and), || (or), ! (not) and parentheses:\n"
		 "  FIELD OPERATOR VALUE           name == openat\n"
		 "  FIELD in {VALUE, VALUE, ...}   error in {EAGAIN, EINTR}\n"
		 "  FIELD                          failed\n"
		 "  any args.PATH ..., all args.PATH ...   of the elements of arrays; any by "
		 "default\n"
		 "A test of what a call does not have is false.\n");
	put_fields(out);
	put_operators(out);
	buf_puts(out, "\nValues:\n"
		      "  3, -1, 0x1f, 0644  a number; 64K, 1M, 2G a size; 100us, 10ms, 2s a time\n"
		      "  O_RDWR, O_A|O_B    a constant of the argument; NULL for a pointer\n"
		      "  \"GET \", /etc       a text: quotes are needed around all but names and "
		      "paths;\n"
		      "                     \\n \\t \\303 \\xHH \\\" \\\\ in quotes\n"
		      "  10.0.0.0/8, ::1    an address or a network; 1..9 a range\n"
		      "\nscry --where=help:openat lists what args of openat has. Examples:\n"
		      "  scry --where 'failed && path under /etc' ./app\n"
		      "  scry -f --where 'name == mmap && args.prot has PROT_EXEC' make\n"
		      "  scry --where 'duration > 10ms && class == network' -p 4711\n"
		      "  scry --where 'peer.port == 443 || args.addr.ip in 10.0.0.0/8' curl ...\n");
}

/* --- the arguments of a call ----------------------------------------------------------------- */

struct lister {
	struct buf *out;
	const struct syscall *row;
	const struct abi *abi;
	const char *indent;
	struct component path[DEPTH_MAX];
	size_t depth;
	struct buf seen; /* the lines so far */
};

/* The first constants of a list: "O_RDONLY, O_WRONLY, ...". */
static void put_constants(struct buf *out, const struct list *list)
{
	unsigned n = 0;

	for (uint8_t p = 0; p < list->n_parts; p++) {
		const struct list_entry *entries = list_entries(list, &list->parts[p]);

		for (uint16_t i = 0; i < list->parts[p].n_entries; i++) {
			if (n == 3) {
				buf_puts(out, ", ...");
				return;
			}
			buf_printf(out, "%s%s", n++ ? ", " : "",
				   list_entry_name(list, &entries[i]));
		}
	}
}

static const char *words_of(enum kind kind)
{
	switch (comparison_of(kind)) {
	case COMPARES_TEXT:
		return kind == KIND_PATH ? "path" : "text";
	case COMPARES_NET:
		return "address";
	case COMPARES_SET:
		return "set";
	case COMPARES_NUMBER:
		return kind == KIND_FLAGS			 ? "flags"
		       : kind == KIND_ENUM || kind == KIND_IOCTL ? "constant"
		       : kind_is_descriptor(kind)		 ? "descriptor"
								 : "number";
	default:
		return "";
	}
}

static void ignore_place(void *ctx, const struct place *place)
{
	(void)ctx, (void)place;
}

/*
 * The names that stand for members of several structs: of a socket address, whatever its family is.
 */
static void list_aliases(struct lister *lister)
{
	struct component address[] = { lister->path[0], { .name = "ip" } };
	char line[128];

	if (!places_find(lister->row, lister->abi, address, 2, ignore_place, NULL))
		return;
	for (const char *const *alias = place_aliases; *alias; alias++) {
		struct component path[] = { lister->path[0], { .name = (char *)*alias } };
		uint64_t kinds = places_alias(*alias);
		int len = snprintf(line, sizeof(line), "args.%s.%s\n", path[0].name, *alias);

		if (len >= (int)sizeof(line) ||
		    memmem(lister->seen.data, lister->seen.len, line, (size_t)len) ||
		    !places_find(lister->row, lister->abi, path, 2, ignore_place, NULL))
			continue;
		buf_put(&lister->seen, line, (size_t)len);
		line[len - 1] = '\0';
		buf_printf(lister->out, "%s%-*s %-10s of any family\n", lister->indent, PATH_WIDTH,
			   line, words_of((enum kind)__builtin_ctzll(kinds)));
	}
}

static void list_member(void *ctx, const char *name, const struct type *type,
			const struct field *field)
{
	struct lister *lister = ctx;
	enum kind kind = place_kind(type);
	struct buf line = { 0 };

	buf_puts(&line, "args");
	for (size_t i = 0; i < lister->depth; i++)
		buf_printf(&line, ".%s", lister->path[i].name);
	buf_printf(&line, ".%s", name);
	buf_putc(&line, '\n');
	if (memmem(lister->seen.data, lister->seen.len, line.data, line.len)) {
		buf_free(&line);
		return;
	}
	buf_put(&lister->seen, line.data, line.len);
	line.len--;
	if (kind < KIND_VALUES_END && comparison_of(kind) != COMPARES_NOTHING) {
		buf_printf(lister->out, "%s%-*s %-10s", lister->indent, PATH_WIDTH, buf_cstr(&line),
			   words_of(kind));
		buf_puts(lister->out, field && field->dir == DIR_OUT ? " (at the exit) " : " ");
		if (type->list)
			put_constants(lister->out, type->list);
		while (lister->out->data[lister->out->len - 1] == ' ')
			lister->out->len--;
		buf_putc(lister->out, '\n');
	}
	buf_free(&line);
	if (lister->depth == DEPTH_MAX)
		return;
	lister->path[lister->depth++].name = (char *)name;
	places_names(lister->row, lister->path, lister->depth, list_member, lister);
	if (lister->depth == 1)
		list_aliases(lister);
	lister->depth--;
}

void where_put_fields(struct buf *out, enum syscall_id id, const struct abi *abi,
		      const char *indent)
{
	struct lister lister = {
		.out = out, .row = syscall_row(id, abi), .abi = abi, .indent = indent
	};

	places_names(lister.row, NULL, 0, list_member, &lister);
	buf_free(&lister.seen);
}

bool where_help_call(struct buf *out, const char *name)
{
	enum syscall_id id = syscall_by_name(name);
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);
	const struct abi *abi = abi_native();

	if (!id)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (abi_number(abis[i], id) < 0)
			continue;
		abi = abis[i];
		break;
	}
	where_put_fields(out, id, abi, "");
	return true;
}

void where_each_word(void (*each)(void *ctx, const char *word, const char *help), void *ctx)
{
	for (unsigned i = 0; i < FIELDS_NAMED; i++)
		each(ctx, where_fields[i].name, where_fields[i].help);
	each(ctx, "help", "show how expressions are written");
}
