/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: functions that emit exactly one value, a scalar or a group. */
#ifndef SCRY_DECODE_EMIT_H
#define SCRY_DECODE_EMIT_H

#include "decode/lookup/condition.h"
#include "decode/lookup/extent.h"
#include "decode/lookup/scope.h"

/* A segment and a struct that begin when their first member is shown. */
struct opening {
	unsigned index;
	const char *name;
	bool named, done;
	enum group group;
};

/* A scalar that is being emitted. */
struct number {
	const struct scope *scope;
	const struct type *type;
	/* Without a name and a type for a result, and for an argument of a macro. */
	const struct field *field;
	/* With what all kinds have. Functions for a kind add details and emit it. */
	struct value value;
};

void emit_plain(struct number *number);
/* A descriptor with the details that the options ask for. */
void emit_fd(struct number *number);
void emit_pid(struct number *number);
void emit_interface(struct number *number);
/* An ENUM. The name that the kernel gives a family replaces the list. */
void emit_family(struct number *number);
/* With the name of its type. */
void emit_keysym(struct number *number);
/* A SIGSET: the word as it would be in memory. */
void emit_sigmask(struct number *number);
/* The arguments of the macro that makes the number. */
void emit_macro(struct number *number);

void emit_number(const struct scope *scope, uint64_t value, uint8_t base);
/* Whether the memory of the last read was not captured. If so, the engine counts the call. */
bool note_not_captured(const struct scope *scope);
/* A pointer; 0 is NULL. unreadable: the memory there could not be read. */
void emit_address(const struct scope *scope, uint64_t address, bool unreadable);
void emit_counted(const struct scope *scope, uint64_t address, struct value_count count);
/* A scalar. The value is extended as its type requires. */
void emit_scalar(const struct scope *scope, const struct field *field, uint64_t value);
/* One argument of a macro. shifted: as a term of the number that the macro makes. */
void emit_term(const struct scope *scope, const struct macro_argument *argument, bool shifted,
	       uint64_t number);
/* A result. It has a type and no field. */
void emit_result_of(const struct scope *scope, const struct type *type, uint64_t result);
/* The previous value is a time since the epoch. The fraction is in units of `unit` nanoseconds. */
void emit_date(const struct scope *scope, uint64_t seconds, uint64_t fraction, uint32_t unit);

/* Whether -e verbose asks for the address only. */
bool emit_is_shallow(const struct scope *scope, const struct field *field);
/* The value that a pointer refers to. */
void emit_pointee(const struct scope *scope, const struct field *field, uint64_t address);
/* The value at an address: an array if the field has .count. */
void emit_memory(const struct scope *scope, const struct field *field, uint64_t address);
/* The same, ignoring .count. */
void emit_object(const struct scope *scope, const struct field *field, uint64_t address);

/*
 * Returns false if the string cannot be read. Then the address is emitted. A string without a NUL
 * among `capacity` bytes, of which there is at least one, is truncated.
 */
bool emit_string(const struct scope *scope, uint64_t address, size_t limit, uint64_t capacity);
void emit_path(const struct scope *scope, const struct type *type, uint64_t address);
/* A string in a buffer of len bytes. It is truncated if the buffer has no NUL. */
void emit_string_within(const struct scope *scope, uint64_t address, size_t len);
/* Whether the bytes of a field that is not in a struct can be read as far as they are shown. */
bool bytes_are_readable(const struct scope *scope, const struct field *field, uint64_t address);
void emit_bytes(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether len bytes at an address are a value of type_bytes(type)->whole. */
bool whole_fits(const struct scope *scope, const struct type *type, uint64_t address, uint64_t len);
void emit_whole(const struct scope *scope, const struct type *type, uint64_t address, uint64_t len);
void emit_text(const struct scope *scope, const struct field *field, uint64_t address);
void emit_sigset(const struct scope *scope, const struct field *field, uint64_t address);
void emit_fdset(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether the memory that the kernel reads for a set with this number of bits is readable. */
bool fdset_is_readable(const struct scope *scope, uint64_t bits, uint64_t address);
void emit_cpuset(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether a set of longs of the ABI has the bit. */
bool set_has_bit(const unsigned char *bytes, uint64_t bit, const struct abi *abi);
void emit_vector(const struct scope *scope, uint64_t address);
void emit_environment(const struct scope *scope, uint64_t address);
/* The maximum number of elements of an array that are shown. */
size_t shown_limit(const struct scope *scope);
void emit_array(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether all elements that text can show are readable. */
bool array_is_readable(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether an array is readable and has no element that would be shown. */
bool array_is_empty(const struct scope *scope, const struct field *field, uint64_t address);
void emit_bitset(const struct scope *scope, const struct field *field, uint64_t address);
/* A KIND_HARDWARE, KIND_UUID or KIND_CALLSIGN. */
void emit_hex_bytes(const struct scope *scope, const struct field *field, uint64_t address);
/* The size of the header of a record, in bytes. */
size_t records_min_size(const struct scope *scope, const struct type *type);
/* Records in len bytes. */
void emit_records_within(const struct scope *scope, const struct type *type, uint64_t address,
			 uint64_t len);
void emit_records(const struct scope *scope, const struct field *field, uint64_t address);
void emit_struct(const struct scope *scope, const struct field *field, uint64_t address);

enum entered {
	ENTERED,
	/* the kernel takes no struct of the size that the caller gives: nothing was read */
	ENTER_REFUSED,
	ENTER_UNREADABLE,
};

/*
 * Reads a struct and makes the scope of its members. If it has entered the struct, the caller
 * releases the window; otherwise there is nothing to release. struct_members() emits the members.
 */
enum entered struct_enter(const struct scope *scope, const struct field *field, uint64_t address,
			  struct scope *inner, struct window *window);
enum group_end struct_members(const struct scope *scope);
/*
 * Keeps in the snapshot what members of a struct point to, if that is a struct with INOUT members:
 * .pointees_kept.
 */
void struct_keep_pointees(const struct scope *scope, const struct field *field, uint64_t address);
/* Emits the bytes after the members of an extensible struct. GROUP_COMPLETE: none, or zeros. */
enum group_end struct_extra(const struct scope *scope);
/* Whether the struct is an array of elements, and only the first is given. */
bool struct_is_first_only(const struct scope *scope);

/* Begins scope->opening if it has not begun. */
void opening_begin(const struct scope *scope);

#endif
