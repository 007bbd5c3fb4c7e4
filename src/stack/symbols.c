/* SPDX-License-Identifier: MIT */
/* The functions of an ELF file by address. */
#include "stack/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/numbered_registers.h"

/*
 * The number of preceding symbols that symbols_find() examines: a symbol inside a function, such as
 * a label in assembler code, comes between the function's symbol and the address.
 */
#define NESTED_MAX 16
/*
 * The number of bytes that a symbol of assembler code without a size covers at most: in a stripped
 * file the symbols of the functions that follow it are missing.
 */
#define UNSIZED_MAX 4096

static bool is_code(const ElfW(Sym) *symbol, const struct sections *sections)
{
	unsigned type = ELF64_ST_TYPE(symbol->st_info);

	if (symbol->st_shndx == SHN_UNDEF || !symbol->st_value)
		return false;
	if (type == STT_FUNC || type == STT_GNU_IFUNC)
		return true;
	return type == STT_NOTYPE && symbol->st_shndx < sections->n &&
	       sections->list[symbol->st_shndx].sh_flags & SHF_EXECINSTR;
}

/* Returns whether the name marks code inside a function: "$x" (mapping symbols of arm64), ".L1". */
static bool is_marker(const char *name)
{
	return !*name || *name == '$' || *name == '.';
}

/* Takes ownership of strings. */
static void add_table(struct symbols *symbols, const ElfW(Sym) *table, size_t n, char *strings,
		      size_t strings_len, const struct sections *sections)
{
	symbols->list = xreallocarray(symbols->list, symbols->n + n + 1, sizeof(*symbols->list));
	for (size_t i = 0; i < n; i++) {
		if (table[i].st_name >= strings_len || !is_code(&table[i], sections) ||
		    is_marker(strings + table[i].st_name))
			continue;
		symbols->list[symbols->n++] = (struct symbol){
			.start = code_address(table[i].st_value),
			.size = table[i].st_size,
			.name = strings + table[i].st_name,
			.binding = ELF64_ST_BIND(table[i].st_info),
		};
	}
	symbols->strings = xgrow(symbols->strings, symbols->n_strings, &symbols->strings_capacity,
				 sizeof(*symbols->strings));
	symbols->strings[symbols->n_strings++] = strings;
}

void symbols_add(struct symbols *symbols, const struct source *source,
		 const struct sections *sections, uint32_t type)
{
	for (size_t i = 0; i < sections->n; i++) {
		const ElfW(Shdr) *section = &sections->list[i], *names;
		char *strings;
		ElfW(Sym) *table;
		size_t n;

		if (section->sh_type != type || section->sh_link >= sections->n)
			continue;
		names = &sections->list[section->sh_link];
		table = source_symbols(source, sections, section->sh_offset, section->sh_size, &n);
		strings = source_copy(source, names->sh_offset, names->sh_size);
		if (table && strings)
			add_table(symbols, table, n, strings, names->sh_size, sections);
		else
			free(strings);
		free(table);
		return;
	}
}

static int compare_addresses(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/*
 * Orders symbols by address. Of several names for an address the best known one comes first: write,
 * not __GI___libc_write. Preferred are symbols with a size, then names with fewer leading
 * underscores, then global before weak before local ones.
 */
static int compare_symbols(const void *left, const void *right)
{
	const struct symbol *a = left, *b = right;
	static const uint8_t order[16] = { [STB_LOCAL] = 2, [STB_GLOBAL] = 0, [STB_WEAK] = 1 };
	int by_start = compare_addresses(a->start, b->start),
	    by_size = compare_addresses(!a->size, !b->size);
	int by_name = compare_addresses(strspn(a->name, "_"), strspn(b->name, "_"));
	int by_binding = compare_addresses(order[a->binding & 15], order[b->binding & 15]);

	if (by_start || by_size)
		return by_start ? by_start : by_size;
	if (by_name || by_binding)
		return by_name ? by_name : by_binding;
	return strcmp(a->name, b->name);
}

void symbols_sort(struct symbols *symbols)
{
	size_t n = 0;

	if (!symbols->n)
		return;
	qsort(symbols->list, symbols->n, sizeof(*symbols->list), compare_symbols);
	/* Keep the first symbol of each address. */
	for (size_t i = 0; i < symbols->n; i++)
		if (!n || symbols->list[n - 1].start != symbols->list[i].start)
			symbols->list[n++] = symbols->list[i];
	symbols->n = n;
}

static bool covers(const struct symbols *symbols, size_t i, uint64_t address)
{
	const struct symbol *symbol = &symbols->list[i];

	if (symbol->size)
		return address - symbol->start < symbol->size;
	return address - symbol->start < UNSIZED_MAX &&
	       (i + 1 == symbols->n || address < symbols->list[i + 1].start);
}

const struct symbol *symbols_find(const struct symbols *symbols, uint64_t address)
{
	size_t n = upper_bound(symbols->list, symbols->n, sizeof(*symbols->list), address);

	for (size_t tries = 0; n && tries < NESTED_MAX; tries++)
		if (covers(symbols, --n, address))
			return &symbols->list[n];
	return NULL;
}

void symbols_free(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->n_strings; i++)
		free(symbols->strings[i]);
	free(symbols->strings);
	free(symbols->list);
	*symbols = (struct symbols){ 0 };
}
