/* SPDX-License-Identifier: MIT */
/* Reads target descriptions. */
#include "engine/gdb/description.h"

#include <stdlib.h>

/* How deep files may include each other. */
#define DEPTH_MAX 4
#define NAME_MAX_LEN 31
/* ZA of arm64 has half as many. */
#define REGISTER_BITS_MAX (1u << 20)

struct described {
	char name[NAME_MAX_LEN + 1];
	uint32_t number, bits;
};

struct reading {
	description_get *get;
	void *ctx;
	struct described *registers;
	size_t n, capacity;
	uint32_t next_number;
	unsigned n_files;
	char architecture[NAME_MAX_LEN + 1], system[NAME_MAX_LEN + 1];
	char **why;
};

/* --- tags ------------------------------------------------------------------------------------ */

/* A tag: <name key="value" ...>. */
struct tag {
	const char *name, *end; /* end: its '>' */
};

static bool begins(const char *at, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - at) >= len && !memcmp(at, word, len);
}

static const char *find_word(const char *at, const char *end, const char *word)
{
	return at == end ? NULL : memmem(at, (size_t)(end - at), word, strlen(word));
}

/*
 * Moves *at past the next tag. Comments, and what begins with <! or <?, are skipped. Returns false
 * at the end of the text.
 */
static bool next_tag(const char **at, const char *end, struct tag *tag)
{
	for (;;) {
		const char *open = find_word(*at, end, "<"), *close;
		bool comment;

		if (!open)
			return false;
		comment = begins(open, end, "<!--");
		close = find_word(open, end, comment ? "-->" : ">");
		if (!close)
			return false;
		*at = close + (comment ? 3 : 1);
		*tag = (struct tag){ open + 1, close };
		if (open[1] != '!' && open[1] != '?')
			return true;
	}
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool tag_is(const struct tag *tag, const char *name)
{
	size_t len = strlen(name);

	return begins(tag->name, tag->end, name) &&
	       (tag->name + len == tag->end || is_blank(tag->name[len]) || tag->name[len] == '/');
}

/* Copies a value, of len bytes at most. Returns false if it is longer. */
static bool copy_word(char *to, size_t size, const char *from, size_t len)
{
	if (len >= size)
		return false;
	memcpy(to, from, len);
	to[len] = '\0';
	return true;
}

/* Copies the value of an attribute. Returns false if the tag has none, or a longer one. */
static bool get_attribute(const struct tag *tag, const char *key, char *to, size_t size)
{
	size_t len = strlen(key);

	for (const char *at = tag->name; at + len + 2 < tag->end; at++) {
		const char *value = at + len + 2, *quote;

		if (!is_blank(*at) || memcmp(at + 1, key, len) || at[len + 1] != '=' ||
		    (*value != '"' && *value != '\''))
			continue;
		quote = memchr(value + 1, *value, (size_t)(tag->end - value - 1));
		return quote && copy_word(to, size, value + 1, (size_t)(quote - value - 1));
	}
	return false;
}

static bool get_number(const struct tag *tag, const char *key, uint32_t *number)
{
	char text[NAME_MAX_LEN + 1];
	uint64_t value;

	if (!get_attribute(tag, key, text, sizeof(text)) || !parse_decimal(text, 1u << 20, &value))
		return false;
	*number = (uint32_t)value;
	return true;
}

/* Copies the text between a tag and the next one, without blanks around it. */
static void get_text(const char *at, const char *end, char *to, size_t size)
{
	const char *close = find_word(at, end, "<");

	while (close && at < close && is_blank(*at))
		at++;
	while (close && at < close && is_blank(close[-1]))
		close--;
	if (close)
		copy_word(to, size, at, (size_t)(close - at));
}

/* --- files ----------------------------------------------------------------------------------- */

/* A register without a number has that of the register before it, plus 1. */
static bool add_register(struct reading *reading, const struct tag *tag)
{
	struct described *new;

	if (reading->n >= DESCRIPTION_REGISTERS_MAX)
		return set_error(reading->why, "it has too many registers");
	reading->registers = xgrow(reading->registers, reading->n, &reading->capacity,
				   sizeof(*reading->registers));
	new = &reading->registers[reading->n];
	*new = (struct described){ .number = reading->next_number };
	if (!get_attribute(tag, "name", new->name, sizeof(new->name)))
		new->name[0] = '\0';
	get_number(tag, "regnum", &new->number);
	if (!get_number(tag, "bitsize", &new->bits) || new->bits > REGISTER_BITS_MAX)
		return set_error(reading->why, "a register has no size");
	reading->next_number = new->number + 1;
	reading->n++;
	return true;
}

static bool read_file(struct reading *reading, const char *text, size_t len, unsigned depth);

static bool include(struct reading *reading, const struct tag *tag, unsigned depth)
{
	struct buf file = { 0 };
	char name[256];
	bool good;

	if (!get_attribute(tag, "href", name, sizeof(name)))
		return set_error(reading->why, "it includes a file without a name");
	if (depth >= DEPTH_MAX || ++reading->n_files > DESCRIPTION_FILES_MAX)
		return set_error(reading->why, "it includes too many files");
	if (!reading->get(reading->ctx, name, &file)) {
		buf_free(&file);
		return set_error(reading->why, "the stub has no file '%s'", name);
	}
	good = read_file(reading, file.data, file.len, depth + 1);
	buf_free(&file);
	return good;
}

static bool read_file(struct reading *reading, const char *text, size_t len, unsigned depth)
{
	const char *at = text, *end = text + len;
	struct tag tag;

	while (next_tag(&at, end, &tag)) {
		if (tag_is(&tag, "architecture"))
			get_text(at, end, reading->architecture, sizeof(reading->architecture));
		else if (tag_is(&tag, "osabi"))
			get_text(at, end, reading->system, sizeof(reading->system));
		else if (tag_is(&tag, "reg") && !add_register(reading, &tag))
			return false;
		else if (tag_is(&tag, "xi:include") && !include(reading, &tag, depth))
			return false;
	}
	return true;
}

/* --- the machine ----------------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right)
{
	const struct described *a = left, *b = right;

	return a->number < b->number ? -1 : a->number > b->number;
}

static const struct described *find_register(const struct reading *reading, const char *name,
					     size_t len)
{
	for (size_t i = 0; i < reading->n; i++)
		if (!strncmp(reading->registers[i].name, name, len) &&
		    !reading->registers[i].name[len])
			return &reading->registers[i];
	return NULL;
}

/* The packet "g" has all registers one after the other, by their numbers. */
static uint32_t offset_of_register(const struct reading *reading, const struct described *wanted)
{
	uint32_t offset = 0;

	for (const struct described *at = reading->registers; at < wanted; at++)
		offset += at->bits / 8;
	return offset;
}

/* Fills in the places of the registers that struct call_registers names, by their indexes. */
static void place_registers(const struct reading *reading, struct gdb_machine *machine)
{
	const char *name = machine->calls->names;

	for (size_t i = 0; *name && i < GDB_REGISTERS; i++) {
		size_t len = strcspn(name, " ");
		const struct described *found =
			len <= NAME_MAX_LEN ? find_register(reading, name, len) : NULL;

		if (found && (found->bits == 32 || found->bits == 64))
			machine->registers[i] = (struct gdb_register){
				.is_there = true,
				.size = (uint8_t)(found->bits / 8),
				.number = found->number,
				.offset = offset_of_register(reading, found),
			};
		name += len + (name[len] == ' ');
	}
}

static bool has_register(const struct gdb_machine *machine, unsigned index)
{
	return index != NO_REGISTER && index < GDB_REGISTERS && machine->registers[index].is_there;
}

/*
 * The registers that no call can be read without. The kernel may keep the first argument in another
 * place as well.
 */
static bool has_needed(const struct gdb_machine *machine)
{
	const struct call_registers *calls = machine->calls;

	for (unsigned i = 1; i < CALL_ARGS; i++)
		if (calls->args[i] != NO_REGISTER && !has_register(machine, calls->args[i]))
			return false;
	return has_register(machine, calls->ip) && has_register(machine, calls->sp) &&
	       has_register(machine, calls->result) &&
	       (has_register(machine, calls->args[0]) || has_register(machine, calls->first)) &&
	       (!calls->error_bits || has_register(machine, calls->error));
}

/* A machine may have several sets of registers; the first that the description has is meant. */
static bool choose_set(const struct reading *reading, struct gdb_machine *machine)
{
	for (size_t i = 0; i < machine->arch->n_calls; i++) {
		machine->calls = &machine->arch->calls[i];
		memset(machine->registers, 0, sizeof(machine->registers));
		if (!machine->calls->names)
			continue;
		place_registers(reading, machine);
		if (has_needed(machine) &&
		    machine->registers[machine->calls->sp].size == machine->calls->width)
			return true;
	}
	return false;
}

static const struct abi *abi_of_set(const struct gdb_machine *machine)
{
	for (size_t i = 0; machine->arch->abis[i]; i++)
		if (machine->calls->abis >> machine->arch->abis[i]->id & 1)
			return machine->arch->abis[i];
	return NULL;
}

static bool choose_machine(const struct reading *reading, struct gdb_machine *machine)
{
	machine->arch = arch_by_gdb_name(reading->architecture);
	if (!*reading->architecture)
		return set_error(reading->why, "it names no architecture");
	if (!machine->arch)
		return set_error(reading->why, "scry does not know the architecture '%s'",
				 reading->architecture);
	if (*reading->system && strcmp(reading->system, "GNU/Linux"))
		return set_error(reading->why, "the program is one of '%s', not of Linux",
				 reading->system);
	if (!choose_set(reading, machine))
		return set_error(reading->why, "it lacks registers in which a call is on %s",
				 machine->arch->name);
	machine->abi = abi_of_set(machine);
	if (!machine->abi || machine->abi->pointer_size > sizeof(void *))
		return set_error(reading->why, "a scry for 32-bit machines cannot show it");
	return true;
}

bool description_read(const struct buf *file, description_get *get, void *ctx,
		      struct gdb_machine *machine, char **why)
{
	struct reading reading = { .get = get, .ctx = ctx, .why = why };
	bool good;

	*machine = (struct gdb_machine){ .hash = hash_bytes(HASH_START, file->data, file->len) };
	good = read_file(&reading, file->data, file->len, 0);
	if (reading.n)
		qsort(reading.registers, reading.n, sizeof(*reading.registers), compare_numbers);
	good = good && choose_machine(&reading, machine);
	free(reading.registers);
	return good;
}
