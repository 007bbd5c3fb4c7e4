/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: emitting exactly one value (a scalar, or a group) each. */
#ifndef SCRY_DECODE_EMIT_H
#define SCRY_DECODE_EMIT_H

#include "decode/scope.h"

/* A segment of the record builder that begins with the first member that is shown. */
struct opening {
	unsigned index;
	const char *name;
	bool named, done;
};

void emit_number(const struct scope *scope, uint64_t value, uint8_t base);
/* A pointer: 0 is NULL; not 0 and unreadable: what it points to could not be read. */
void emit_address(const struct scope *scope, uint64_t address, bool unreadable);
void emit_counted(const struct scope *scope, uint64_t address, struct value_count count);
/* A scalar, extended as its type says. */
void emit_scalar(const struct scope *scope, const struct field *field, uint64_t value);
/* The arguments of the macro that makes the number. */
void emit_macro(const struct scope *scope, const struct type *type, uint64_t number);
/* One argument of a macro; shifted: as a term of what the macro makes. */
void emit_term(const struct scope *scope, const struct macro_argument *argument, bool shifted,
	       uint64_t number);
/* A descriptor, pid, interface or family, with what is known of it. */
void emit_described(const struct scope *scope, struct value *value);
/* A result, which has no field. */
void emit_result_of(const struct scope *scope, const struct type *type, uint64_t result);
/* What was just emitted is a time of day; fraction counts units of so many nanoseconds. */
void emit_date(const struct scope *scope, uint64_t seconds, uint64_t fraction, uint32_t unit);

/* What a pointer of this field points to. */
/* Only the address of what the field points to may be shown. */
bool emit_is_shallow(const struct scope *scope, const struct field *field);
void emit_pointee(const struct scope *scope, const struct field *field, uint64_t address);
/* What lies at an address: an array if the field has .count. */
void emit_memory(const struct scope *scope, const struct field *field, uint64_t address);
/* The same without regard to .count. */
void emit_object(const struct scope *scope, const struct field *field, uint64_t address);

void emit_string(const struct scope *scope, uint64_t address, size_t limit);
void emit_path(const struct scope *scope, const struct type *type, uint64_t address);
/* One in a buffer of len bytes, no more than the string limit: it goes on if there is no NUL in it. */
void emit_string_within(const struct scope *scope, uint64_t address, size_t len);
void emit_bytes(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether so many bytes are what type->bytes.whole says, and that. */
bool whole_fits(const struct scope *scope, const struct type *type, uint64_t len);
void emit_whole(const struct scope *scope, const struct type *type, uint64_t address, uint64_t len);
void emit_text(const struct scope *scope, const struct field *field, uint64_t address);
void emit_sigset(const struct scope *scope, const struct field *field, uint64_t address);
void emit_sigmask(const struct scope *scope, struct value *value);
void emit_fdset(const struct scope *scope, const struct field *field, uint64_t address);
void emit_cpuset(const struct scope *scope, const struct field *field, uint64_t address);
void emit_vector(const struct scope *scope, uint64_t address);
void emit_environment(const struct scope *scope, uint64_t address);
/* How many elements of an array are shown. */
size_t shown_limit(const struct scope *scope);
void emit_array(const struct scope *scope, const struct field *field, uint64_t address);
/* Whether no element of an array would be shown, and none could not be read. */
bool array_is_empty(const struct scope *scope, const struct field *field, uint64_t address);
void emit_bitset(const struct scope *scope, const struct field *field, uint64_t address);
/* Names the type of a KEYSYM. */
void describe_key(const struct scope *scope, const struct type *type, struct value *value);
/* Bytes that a value is made of: VALUE_HARDWARE, VALUE_UUID. */
void emit_hex_bytes(const struct scope *scope, const struct field *field, uint64_t address,
		    enum value_kind kind);
/* The bytes of a record's header. */
size_t records_least(const struct scope *scope, const struct type *type);
/* Records in so many bytes. */
void emit_records_within(const struct scope *scope, const struct type *type, uint64_t address,
			 uint64_t len);
void emit_records(const struct scope *scope, const struct field *field, uint64_t address);
void emit_struct(const struct scope *scope, const struct field *field, uint64_t address);

/*
 * Reads a struct and makes the scope of its members; false, and nothing to release: it cannot be
 * read. The window is the caller's to release. struct_members() emits what the scope shows.
 */
bool struct_enter(const struct scope *scope, const struct field *field, uint64_t address,
		  struct scope *inner, struct window *window);
enum group_end struct_members(const struct scope *scope);
/* What lies behind the members of an extensible struct; GROUP_COMPLETE: nothing, or zeros. */
enum group_end struct_extra(const struct scope *scope);
/* Where a member is that begins behind something whose size a sibling says; false: nowhere. */
bool struct_move(const struct scope *scope, const struct layout_slot *slot,
		 struct layout_slot *moved);
/* Elements, of which there is none but the first. */
bool struct_is_first_only(const struct scope *scope);
/* Whether the caller fills members that the kernel changes in this use of a struct (msghdr.msg_namelen). */
bool struct_has_inout(const struct field *field, const struct abi *abi);

/*
 * Bytes that a field of memory has: its .len, or the rest of the struct it ends; no more than that
 * struct has, or than is left of a .total, from which they are taken. False: the length is not known or negative.
 */
bool field_take_length(const struct scope *scope, const struct field *field, uint64_t address,
		       uint64_t *len);

/* Begins the segment that waits for its first member, if there is one. */
void opening_begin(const struct scope *scope);

#endif
