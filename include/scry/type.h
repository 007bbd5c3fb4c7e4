/* SPDX-License-Identifier: MIT */
/*
 * Shared types: the types, fields and rows of the table. An argument of a call and a member of a
 * struct are the same thing, a field: an argument is in a register, a member in memory.
 *
 * Pointers in the table cost time at each start of scry: doc/internals.md. So fields and lists
 * refer to names by offsets, and what few fields have is in structs of its own.
 */
#ifndef SCRY_TYPE_H
#define SCRY_TYPE_H

#include <stddef.h>

#include "scry/kind.h"
#include "scry/hook.h"
#include "scry/list.h"

struct scope;
struct field;
struct view;

/* What becomes of a member that ends after the size that the caller gives. */
enum cut {
	CUT_ZERO,	/* the missing bytes are 0 */
	CUT_LEFT_OUT,	/* it is not there: the kernel ignores it, or does not know it */
	/* its first bytes are there, without a meaning of their own (options of sockets) */
	CUT_BYTES,
	CUT_FIRST,	/* as CUT_BYTES; text shows only the first member and "..." (netlink) */
	/* as CUT_BYTES; "..." stands for what the caller does not give of the members */
	CUT_DOTS,
};

/* A time of day: its members, and the nanoseconds in one unit of the fraction. */
struct date {
	const char *seconds, *fraction;
	uint32_t nanoseconds;
};

/*
 * A member that contains the size of its struct. It is not looked at if the use of the struct has
 * .len.
 */
struct own_size {
	const char *member;
	uint16_t if_zero;	/* the size if the member is 0 */
};

/* The layout of a struct depends on the ABI. */
struct other_layout {
	uint32_t abis;		/* the ABIs that do not use .type */
	const struct type *type;
};

/* The meaning of struct structure.special. */
enum structure_special { STRUCTURE_NONE, STRUCTURE_DATE, STRUCTURE_OWN_SIZE, STRUCTURE_OTHER };

/* A struct: its members and its size. Sizes are bytes. */
struct structure {
	const struct field *fields;
	/* A struct has one of these at most: structure_date() and the functions after it. */
	union {
		/* text adds the date as a comment, unless it is the epoch itself */
		const struct date *date;
		const struct own_size *own_size;
		const struct other_layout *other;
	} special;
	/*
	 * With .len of the field, which is the size that the caller knows: fewer bytes than this
	 * are not such a struct, and the address is shown; 0: all of it. Without .len, this number
	 * of bytes must be readable.
	 */
	uint16_t min_size;
	/* the kernel refuses more bytes: the address is shown; 0: any number */
	uint16_t max_size;
	/*
	 * Without .len: this number of bytes must be readable, since the kernel reads only the used
	 * part of the array or string after them; 0: all of it. With own_size: if the memory ends
	 * within the struct, only these are shown.
	 */
	uint16_t readable_size;
	uint8_t n_fields;
	uint8_t align;		/* 0: the largest alignment of a member; 1: packed */
	uint8_t special_kind : 2;	/* enum structure_special */
	bool extensible : 1;	/* the caller may give more bytes than the members take (clone3) */
	bool exact : 1;		/* the caller must give as many bytes as the members take */
	/* enum cut: what becomes of a member that ends after the size that the caller gives */
	uint8_t cut : 3;
};

/* Bytes, or a C string. .len of the field is their number. */
struct byte_string {
	/*
	 * A value of this type, if the number of bytes is the size of the type; NULL: only bytes.
	 */
	const struct type *whole;
	/*
	 * .whole only with this condition, and if the bytes begin with this string and its NUL;
	 * 0: no condition.
	 */
	enum hook_test whole_if;
	const char *whole_begin;
	/*
	 * With this type of records and this condition: records. Fewer bytes than the header of a
	 * record are bytes in hex.
	 */
	const struct type *instead;
	enum hook_test instead_if;
	uint32_t max;		/* more bytes are shown as the address; 0: any number */
	/*
	 * the kernel allows no more bytes: all are data, whatever -s says; 0: any number, as -s
	 * says
	 */
	uint16_t limit;
	/* the number of bytes is at most this, whatever .len says; 0: .len is right */
	uint16_t capacity;
	uint16_t whole_max;	/* .whole only for at most this number of bytes; 0: any number */
	/*
	 * Fewer bytes than .whole has, but at most this number: the first is the value, an unsigned
	 * number (ip(7)).
	 */
	uint8_t byte_max;
	bool if_longer;		/* .whole also for more bytes than the type has */
	bool if_shorter;	/* .whole also for fewer bytes than the type has */
	/* an array of .whole, as many elements as fit; .list of the type names the elements */
	bool many;
	/* a NUL as the last byte is the end of a string and not part of the value (xattr) */
	bool terminated;
	/*
	 * A string that ends at a NUL, which is not shown; if there is none, the string is
	 * truncated. With .terminated the string may also end at the last byte.
	 */
	bool ended;
	/* a string: the name of an object, which -s does not cut; .limit is its maximum length */
	bool is_name;
	/*
	 * The last byte is for the NUL, of .ended or of a C string: it is not shown either if the
	 * string is truncated.
	 */
	bool nul_counts;
};

/* Records of varying size, one after another. */
struct records {
	const struct type *header;	/* the struct that each begins with */
	/* the struct that each is, its header included; NULL: the header is all */
	const struct type *record;
	/* the member of the header that contains the size of the record */
	const char *size;
	bool size_of_body;		/* that size does not include the header */
	/* an incomplete record at the end is shown as bytes; else as an address */
	bool rest_is_bytes;
	/* the records before unreadable memory are shown; else none is */
	bool one_by_one;
	/* a record with a size below that of its header is the last one (cmsg(3)) */
	bool short_ends;
	/*
	 * That size is the distance to the next record. The last record takes the rest: the last
	 * one that .count counts or, without .count, one with the size 0. A record has more bytes
	 * than its header. Its strings may extend beyond the next record, up to the end of the last
	 * one.
	 */
	bool to_next;
	bool from_first;		/* with .to_next: the distance from the first record */
	/* alignment of each record, in bytes; 0: that of a size_t */
	uint8_t align;
	/* the sibling with the number of records; NULL: all that fit */
	const char *count;
};

/* An argument of a macro: (number & mask) >> shift. */
struct macro_argument {
	const char *name;
	const struct type *type;
	uint64_t mask;
	uint8_t shift;
	/* the name of the shift: "0x5<<PR_MTE_TAG_SHIFT"; NULL: it has none */
	const char *shift_name;
};

/*
 * A number of ioctl(2) may be a request of several families, of which the descriptor says which one
 * is meant: Documentation/userspace-api/ioctl, Documentation/admin-guide/devices.txt. The numbers
 * of devices are ranges.
 */
struct request_family {
	/* instead of those in the list of the type; NULL: no family */
	const struct list *names;
	bool socket;			/* the descriptor is a socket; else it is a device: */
	bool block;
	uint16_t major, last_major;
	uint16_t minor, last_minor;
};

struct type {
	/* the name in C, "stat" for struct stat; else a name of the table */
	const char *name;
	uint8_t kind;		/* enum kind */
	uint8_t storage;	/* of scalars: enum storage */
	/*
	 * 10, 16 or 8. ENUM: base of numbers without a name. FLAGS: 8 shows permissions in octal
	 * after the names (shmget). BYTES: 16 shows hex instead of text. MACRO: base of the number
	 * where -X raw shows constants as numbers; 0: never.
	 */
	uint8_t base;
	const struct list *list;	/* names of values, or of bits by their numbers */
	/* how text shows it; NULL: members of a struct in memory order */
	const struct view *view;
	/* By kind: */
	union {
		struct {
			/* the number counts units of this size (mmap2: pages); 0: 1 */
			uint16_t scale;
			/* the value is these bits of the number (mincore); 0: all bits */
			uint8_t mask;
			/*
			 * A comment after the number: the number divided by the size of .counted,
			 * and .unit.
			 */
			const struct type *counted;	/* NULL: no comment */
			const char *unit;
			/*
			 * a comment after the number: a range of ports, the first one in the lower
			 * 16 bits
			 */
			bool ports;
		} number;		/* NUMBER */
		/* ERRNO: the kernel stores -ENOENT; zero and more is a number */
		struct { bool negated; } error;
		/* TICKS: units of 10 to the power of -digits s; 0: hundredths */
		struct { uint8_t digits; } ticks;
		/* TONE: the upper 16 bits are its duration (KDMKTONE) */
		struct { bool timed; } tone;
		/*
		 * IOCTL: families that have names of their own for some numbers, the last one
		 * without names; .names has the names of families that .list lacks.
		 */
		struct { const struct request_family *families; const struct list *names; } ioctl;
		/* KEYSYM: names of the upper byte (KT_LATIN) */
		struct { const struct list *types; } keysym;
		struct { const struct macro_argument *arguments; uint8_t n; } macro;	/* MACRO */
		const struct byte_string *bytes;	/* BYTES, CSTRING: type_bytes() */
		struct {
			/* bytes of a whole set; bytes after .len have all bits set */
			uint16_t max;
			/*
			 * .max counts bits, and bits after .len are 0; else .max counts bytes, and
			 * bits after .len are 1
			 */
			bool straight;
		} bitset;		/* BITSET */
		/* PATH: the kernel does not look it up (the target of a new symlink) */
		struct { bool no_file; } path;
		struct structure structure;	/* STRUCT */
		const struct records *records;	/* RECORDS */
	};
};

/* Properties that byte strings without any share. */
extern const struct byte_string byte_string_plain;

static inline const struct byte_string *type_bytes(const struct type *type)
{
	bool has = (type->kind == KIND_BYTES || type->kind == KIND_CSTRING) && type->bytes;

	return has ? type->bytes : &byte_string_plain;
}

/* Special properties: see struct structure. NULL: the type does not have this one. */
static inline const struct date *structure_date(const struct type *type)
{
	bool has = type->kind == KIND_STRUCT && type->structure.special_kind == STRUCTURE_DATE;

	return has ? type->structure.special.date : NULL;
}

static inline const struct own_size *structure_own_size(const struct type *type)
{
	bool has = type->kind == KIND_STRUCT && type->structure.special_kind == STRUCTURE_OWN_SIZE;

	return has ? type->structure.special.own_size : NULL;
}

static inline const struct other_layout *structure_other(const struct type *type)
{
	bool has = type->kind == KIND_STRUCT && type->structure.special_kind == STRUCTURE_OTHER;

	return has ? type->structure.special.other : NULL;
}

enum direction { DIR_IN = 1, DIR_OUT = 2, DIR_INOUT = 3 };

/*
 * A size or a count: a constant, or computed from a sibling. A name is looked up in the innermost
 * struct, then in what encloses it, up to the arguments. "RET" is the result. "*name" is the value
 * at the address in the sibling, which is a pointer to a scalar. "name.part" is an argument of a
 * MACRO or a member of a struct, "name.LENGTH" the length of a string without its NUL. "SIZE" is
 * the number of bytes of the innermost struct that the caller gives, or the size of its type.
 * "INDEX" is the number of the innermost array element, from 0.
 *
 * value = min(sibling * scale + plus, max), or with .divides min(ceil(sibling / scale) + plus, max)
 */
struct size_expr {
	union {
		const char *name;	/* NULL: .constant */
		/* .computed; false: not known */
		enum hook_size compute;
	};
	union {
		uint32_t constant;	/* without .name */
		uint32_t max;		/* with .name; 0: any number */
	};
	uint16_t scale;		/* 0: 1 */
	uint8_t plus;
	/*
	 * .scale divides the sibling, instead of multiplying it; without .scale, the size of a page
	 */
	bool divides : 1;
	bool whole : 1;		/* the quotient is rounded down */
	/* the sibling is a maxnode: one more than the bits in an array of longs */
	bool nodes : 1;
	bool huge : 1;		/* a negative sibling is a huge number, not an error */
	bool less : 1;		/* .name is "a-b": the difference, or a if that is negative */
	bool computed : 1;
	bool by_result : 1;	/* .computed: the value is not above the result of the call */
	bool request : 1;	/* the sibling is a request of ioctl(2): the size that it encodes */
	bool given : 1;		/* false: there is no such size or count */
};

enum condition_op { WHEN_HAS, WHEN_HAS_ALL, WHEN_LACKS, WHEN_IS, WHEN_IS_NOT, WHEN_ABOVE, WHEN_BELOW, WHEN_NOT_BELOW, WHEN_READABLE, WHEN_UNREADABLE };

/*
 * Whether a field exists. The sibling .name has any of the bits in .values (HAS), all of them
 * (HAS_ALL) or lacks them (LACKS); it is one of the values (IS) or differs from all of them
 * (IS_NOT); it is greater than the value (ABOVE), less (BELOW), or not less (NOT_BELOW). .values
 * are names in the list of the sibling or numbers, separated by '|'. READABLE and UNREADABLE ask
 * whether all memory that the sibling points to can be read.
 */
struct condition {
	const char *name;
	enum condition_op op;
	const char *values;
	enum hook_test test;	/* instead of the members above */
};

/* Whether the condition is that the call has succeeded, or has not returned yet. */
static inline bool condition_is_until_failure(const struct condition *when)
{
	return when && when->test == HOOK_HAS_NOT_FAILED;
}

/* Properties that few variants have. */
struct variant_more {
	const struct type *result;	/* NULL: that of the row */
	const struct note *notes;
	uint16_t n_notes;
	/* in addition to the view of the struct or row; .order of .fields */
	const struct view *view;
};

/* One way in which a call or a struct can go on; .keys as .values of a condition. */
struct variant {
	const char *keys;	/* NULL: the default, last in its table */
	const struct field *fields;
	const struct variant_more *more;	/* NULL: variant_plain */
	uint16_t n_fields;
};

extern const struct variant_more variant_plain;

static inline const struct variant_more *variant_more(const struct variant *variant)
{
	return variant->more ? variant->more : &variant_plain;
}

/*
 * Selects by the text of an earlier record: the last one before this record in which the member .by
 * has the value .is. The key is what follows the header there.
 */
struct earlier {
	const char *by;
	uint64_t ignored;	/* bits of the member that do not matter */
	const char *is;		/* a name of its list */
	const char *absent;	/* the key if there is no such record; NULL: the default */
	/*
	 * a scalar with a list: the key is the name of this number after the header, and the record
	 * may also come after this one; NULL: the key is text
	 */
	const struct type *number;
};

struct choice {
	const char *by;		/* name of the sibling that selects */
	const struct variant *variants;
	uint16_t n_variants;
	uint64_t ignored;	/* bits of .by that do not matter for the selection (IPC_64) */
	enum hook_word key;	/* instead of .by: computes the key */
	const struct earlier *earlier;	/* instead of .by: has the key */
	/*
	 * the selected members follow the members before the choice, as in structs with equal first
	 * members (sockaddr); else they are in a union, with the alignment of its widest member
	 */
	bool in_place;
};

/*
 * A member begins .by + .plus bytes after its place. .by is rounded up to four, unless .exact is
 * set.
 */
struct offset_after {
	struct size_expr by;
	int32_t plus;
	bool exact;
	/* if it would begin after the end of the struct, the number .by is shown, in hexadecimal */
	bool or_number;
};

/* The meaning of struct field_more.special. */
enum field_special {
	SPECIAL_NONE,
	SPECIAL_INDEX,
	SPECIAL_TOTAL,
	SPECIAL_OFFSET_AFTER,
	SPECIAL_UPPER,
	SPECIAL_FRACTION,
	SPECIAL_BY,
	SPECIAL_FILLS,
	SPECIAL_CHANGES,
};

/* The properties of a field that most fields do not have. */
struct field_more {
	uint8_t special_kind;	/* enum field_special */
	bool pointer : 1;	/* see struct field */
	bool pointer64 : 1;	/* a member: a pointer in an __aligned_u64 (clone_args.set_tid) */
	/*
	 * where .when does not hold, the address is shown; an argument with a condition on RET does
	 * not need this flag
	 */
	bool or_address : 1;
	/* an OUT or INOUT argument that failing calls fill as well (nanosleep's rem) */
	bool on_error : 1;
	/*
	 * not shown: a name for conditions and lengths. The union members after it give its bytes a
	 * meaning, or it only takes space
	 */
	bool lookup : 1;
	bool whole : 1;		/* an array that is read whole or not at all */
	/* a string or an array: it is there also if the struct ends where it begins */
	bool may_be_empty : 1;
	/*
	 * A member: a union member, which begins where the member before it does. An argument: it
	 * is in the register of the argument before it. Both have a meaning at once, or .when
	 * selects one of them.
	 */
	bool union_with_previous : 1;
	/* no argument: the stack pointer, which points to it; it takes no register */
	bool stacked : 1;
	/*
	 * an OUT struct: structs that its members point to are read at the entry, too, so that the
	 * exit knows the values of their INOUT members before the call
	 */
	bool pointees_kept : 1;
	/*
	 * a member after the bytes that the caller gave is 0, and shown if the member before it is
	 * (bpf)
	 */
	bool together : 1;
	bool pair : 1;		/* a 64-bit argument: two registers on 32-bit ABIs */
	/*
	 * the call has two arguments, the halves: no ABI aligns them, and the low one is first
	 * whatever the byte order (preadv)
	 */
	bool pair_of_halves : 1;
	bool pair_high_first : 1;	/* of such a pair the high half is first (_llseek) */
	uint8_t bits;		/* a bit-field: its width */
	/*
	 * BYTES, TEXT, RECORDS: bytes; not given: the rest of the struct, if the caller gave its
	 * size. STRUCT: the size that the caller gave. FDSET: bits. SIGSET: bytes, at most the size
	 * of the kernel's sigset_t. A size that a sibling gives must be that of a long or more;
	 * with .scale 1 a byte is enough.
	 */
	struct size_expr len;
	/* elements of an array; constant 0: as many as fit into the rest of the struct */
	struct size_expr count;
	const char *name;		/* if .name_at of the field is 0; NULL: it has no name */
	const struct type *type;	/* if .type_id of the field is 0 */
	const struct condition *when;	/* NULL: the field is always there */
	const struct choice *choice;
	/* A field has one of these at most: field_index() and the functions after it. */
	union {
		const struct list *index;	/* an array: names of its elements, "[VINTR]=0x3" */
		/* an array of structs: bytes that the BYTES in them share (readv: RET) */
		const struct size_expr *total;
		const struct offset_after *offset_after;
		/* a u32 member: this sibling has the upper 32 bits of its value (capset) */
		const char *upper;
		/* of SECONDS: the sibling with the nanoseconds, for the date */
		const char *fraction;
		/*
		 * of SYSCALL: the sibling with the AUDIT_ARCH_* of the call; of IOCTL: with the
		 * descriptor; of OTHER_FD: with the process, a PID or a pidfd
		 */
		const char *by;
		/*
		 * INOUT, OUT structs: names of members, as in a view, that the kernel fills, or
		 * changes, in this use; the other members have the direction that the type says. A
		 * pointer that the kernel changes is an address at the entry; "*name": the kernel
		 * reads what it points to, and changes that.
		 */
		const char *fills;
		const char *changes;
	} special;
	/* how text shows this use of the type; NULL: the type's own view */
	const struct view *view;
};

/*
 * An argument of a call, or a member of a struct.
 *
 * An argument is a pointer if its type does not fit into a register, if it has .count, or if it is
 * OUT or INOUT. An IN scalar is a pointer with .pointer; with .pointer and .count an argument is an
 * array of pointers (io_submit). A member is a pointer only with .pointer or .pointer64. An INOUT
 * member with .pointer is an address at the entry; decode follows it at the exit
 * (clone_args.pidfd). With .pointer, .pointer64 and .count a member points to an array of pointers.
 */
struct field {
	uint32_t name_at;	/* offset in field_names; see field_name() */
	uint16_t type_id;	/* place in field_types; see field_type() */
	uint8_t dir;		/* enum direction */
	const struct field_more *more;	/* NULL: field_plain */
};

/* The names and the types of fields. A field without pointers is not relocated when scry starts. */
extern const char field_names[];
extern const struct type *const field_types[];

/* Properties of a field without any. */
extern const struct field_more field_plain;

static inline const struct field_more *field_more(const struct field *field)
{
	return field->more ? field->more : &field_plain;
}

/* NULL: the field has no name, as padding. */
static inline const char *field_name(const struct field *field)
{
	return field->name_at ? field_names + field->name_at : field_more(field)->name;
}

static inline const struct type *field_type(const struct field *field)
{
	return field->type_id ? field_types[field->type_id] : field_more(field)->type;
}

/* Special properties: see struct field_more. NULL: the field does not have this one. */
static inline const struct list *field_index(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_INDEX ? more->special.index : NULL;
}

static inline const struct size_expr *field_total(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_TOTAL ? more->special.total : NULL;
}

static inline const struct offset_after *field_offset_after(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_OFFSET_AFTER ? more->special.offset_after : NULL;
}

static inline const char *field_upper(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_UPPER ? more->special.upper : NULL;
}

static inline const char *field_fraction(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_FRACTION ? more->special.fraction : NULL;
}

static inline const char *field_by(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_BY ? more->special.by : NULL;
}

static inline const char *field_fills(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_FILLS ? more->special.fills : NULL;
}

static inline const char *field_changes(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->special_kind == SPECIAL_CHANGES ? more->special.changes : NULL;
}

/* A note after the result: a label and a value, or one of them. */
struct note {
	const char *label;	/* "in", "flags"; NULL: none */
	/*
	 * its name is that of an argument: the argument, or what it points to; no type: only the
	 * label
	 */
	struct field value;
	/* instead of a name: the address of the value; 0: no note */
	enum hook_address address;
	bool of_result;		/* the value is the result */
	bool pointee;		/* the scalar that the argument points to, without brackets */
	/* bytes that are at .address before the call, .len of the value of them: hexadecimal */
	bool at_entry;
	/* text shows the note only if a set is not empty, or flags have a name */
	bool nonzero;
	/*
	 * The value is what the call has read from a descriptor of events, its first argument. Its
	 * address depends on that alone, and the bytes are captured whole for it. Text shows it only
	 * with -v.
	 */
	bool events;
};

/* How text shows the bytes after the members of an extensible struct, unless they are all zero. */
enum view_extra {
	EXTRA_BYTES,	/* as bytes */
	EXTRA_NAMED,	/* "..."; with -v a member "extra_data" (bpf) */
	EXTRA_DOTS,	/* "...", zero or not (sched_setattr) */
	EXTRA_HIDDEN,	/* not at all (sched_getattr) */
};

/* Members that text shows only if a condition holds; or_verbose: or with -v. */
struct view_condition {
	const char *names;
	struct condition when;
	bool or_verbose;
};

struct view_member {
	const char *names;
	const struct view *view;
};

/*
 * How text shows a type, or the arguments of a row, as strace does. JSON and all other users of
 * decode follow the types: every member in memory order, whole. Names are separated by commas;
 * "name[1]" is the second member of that name (of a union). They are looked up in the struct and in
 * the variants of its choices. A name that .order lacks is not shown.
 */
struct view {
	/* Of a struct as a whole. */

	/* INOUT: the members of the exit are within the braces of the entry */
	bool merge;
	/*
	 * an array of its members; if the caller gave only the bytes of the first member, which is
	 * a header, that member without brackets (messages of netlink)
	 */
	bool elements;
	bool bracketed;		/* .elements: a single member has brackets, too */
	bool ratio;		/* of two numbers: "1/25" */
	bool bare;		/* members without their names */
	bool more;		/* "..." after the members at the exit stands for hidden members */
	/*
	 * INOUT: members that the kernel may change are shown at the exit as well, changed or not
	 */
	bool again;
	enum view_extra extra;
	/*
	 * If the value of this member has a name in this list, text shows that name instead of the
	 * struct (utimensat: UTIME_NOW).
	 */
	struct {
		const char *member;
		const struct list *list;
	} sentinel;
	/* The struct is written as the macro of this name (BPF_STMT); 0: it is not. */
	enum hook_word macro;
	const char *only_if;	/* in an array: only elements in which this member is not 0 */

	/* Of members and arguments. */

	/*
	 * all members that text shows; "..." is the place of QUIET members, CHOICE that of the next
	 * choice
	 */
	const char *order;
	const char *hidden;
	/* only with -v; else "..." at the end of the struct stands for them */
	const char *verbose;
	const char *quiet;	/* only with -v; else nothing stands for them */
	const char *nonzero;	/* only if not zero */
	const char *zero_verbose;	/* without -v only if not zero */
	/* without -v a pointer as its address, an array as "[...]" */
	const char *abbreviated;
	/*
	 * INOUT: "[before] => [after]", the first at the entry; a member of a merged struct: at the
	 * exit, "before => after" if it changed; an OUT pointer there: " => after", after the
	 * member of its name; an INOUT pointer: only at the exit, after a failure as an address
	 */
	const char *apart;
	const char *dots;	/* an array with .count.max: "..." stands for more elements */
	struct {
		const char *names;
		uint8_t n;
	} brief;		/* an array: without -v n elements, then "..." */
	const struct view_condition *only;
	uint16_t n_only;
	const struct view_member *members;	/* members that are structs, and their views */
	uint16_t n_members;

	/* Of arguments. */

	/* INOUT: shown as the caller gave it; notes show what the kernel filled */
	const char *entry_only;
	const char *late;	/* shown, with its comma, only after the call has returned */
	const char *named;	/* shown with its name, with and without -N */

	/* Of other types. */
	bool commented;		/* ENUM, FLAGS: a number, the names as a comment (PIDTYPE_PID) */
	bool full_width;	/* NUMBER with base 16: as wide as its storage, 0x included */
	uint8_t digits;		/* NUMBER with base 16: the minimum number of digits (0x000005) */
	bool terms;		/* MACRO: as an expression, "A<<28|B" (FUTEX_OP) */
	bool sum;		/* MACRO: as a sum, "A+B" (SKF_AD_OFF) */
	bool plain;		/* BYTES that are a scalar: without brackets */
	/* RECORDS: a single record without brackets; at most as many records as -s says */
	bool alone;
	/* RECORDS: without -v the number of records, and this word ("entries") */
	const char *counted;
	bool not_empty;		/* BYTES: zero bytes as the address */
};

/* Classes: %file and so on; see man scry. The order is that of --list-syscalls. */
#define SCRY_CLASSES(X)                                                                      \
	X(FILE, "file") X(PROCESS, "process") X(NETWORK, "network") X(SIGNAL, "signal")      \
	X(IPC, "ipc") X(DESC, "desc") X(MEMORY, "memory") X(CREDS, "creds")                  \
	X(STAT, "stat") X(LSTAT, "lstat") X(FSTAT, "fstat") X(STAT_LIKE, "%stat")            \
	X(STATFS, "statfs") X(FSTATFS, "fstatfs") X(STATFS_LIKE, "%statfs")                  \
	X(CLOCK, "clock") X(PURE, "pure")

#define SCRY_CLASS_INDEX(id, name) CLASS_INDEX_##id,
enum { SCRY_CLASSES(SCRY_CLASS_INDEX) CLASS_COUNT };
#undef SCRY_CLASS_INDEX
#define SCRY_CLASS_BIT(id, name) C_##id = 1u << CLASS_INDEX_##id,
enum { C_NONE = 0, SCRY_CLASSES(SCRY_CLASS_BIT) };
#undef SCRY_CLASS_BIT

enum {
	/* a program makes it a few times, at its start or at its end: execve, exit_group */
	CALL_ONCE = 1 << 0,
	CALL_NO_RETURN = 1 << 1,	/* exit, exit_group: result is "?" */
	CALL_MULTIPLEX = 1 << 2,	/* socketcall, ipc: the real call is named by argument 0 */
	/* the caller, or the child with the PID that it returns, may enter other namespaces */
	CALL_NAMESPACES = 1 << 3,
	/*
	 * argument 0 points to the arguments, longs of the ABI (i386's mmap, select); if they
	 * cannot be read, only argument 0 is shown
	 */
	CALL_MEMORY_ARGS = 1 << 4,
	CALL_MOVES = 1 << 5,	/* the result is the number of bytes that were transferred */
	CALL_RENAMES = 1 << 6,	/* it can change the command name of the caller */
	/* the address in the arguments is the socket's own, not that of its peer */
	CALL_OWN_ADDRESS = 1 << 7,
	/* it closes and moves no descriptor, and changes no name of a file */
	CALL_KEEPS_NAMES = 1 << 8,
	/* others can use the caller's descriptors from now on, unseen by its own calls */
	CALL_SHARES_FILES = 1 << 9,
	/* it changes no name of a file, and may close and move descriptors */
	CALL_KEEPS_PATHS = 1 << 10,
	/* it is no system call: a request of io_uring that stands for none */
	CALL_REQUEST = 1 << 11,
	CALL_MAKES_CHILD = 1 << 12,	/* it makes a process or a thread */
	CALL_CHANGES_USER = 1 << 13,	/* it can change the real user of the caller */
	/* its errors are numbers of 32 bits without a sign also in a register of 64 bits */
	CALL_ERRNO_32 = 1 << 14,
};

/*
 * How a multiplexer (CALL_MULTIPLEX) passes the arguments of one of its calls, multiplexed_call():
 * from[i] is where argument i is: 0 to 5 a register, MULTIPLEX_MEMORY + i the long i at the
 * address in register .memory. The call is shown as if it had been made by its own number; where
 * the memory cannot be read the multiplexer's own row is used, with its first two arguments.
 */
#define MULTIPLEX_MEMORY 16
struct multiplexed {
	uint16_t id;		/* enum syscall_id; 0 ends a table */
	uint16_t version;	/* argument 0 >> 16 has this value; MULTIPLEX_ANY_VERSION */
	uint8_t memory;
	uint8_t n;
	uint8_t from[6];
	/*
	 * the register with the address at which the kernel stores the result, a long; 0: it
	 * returns the result
	 */
	uint8_t result;
};
#define MULTIPLEX_ANY_VERSION UINT16_MAX

/*
 * A row. .abis and .other: as in struct type, if the arguments of the call differ between ABIs.
 * A call without arguments has .n_args 0 and .args not NULL.
 */
struct syscall {
	uint32_t classes;
	uint16_t flags;		/* CALL_* */
	uint16_t n_args;	/* fields in .args; a choice counts as one */
	uint16_t n_notes;
	const struct type *result;
	const struct field *args;
	const struct note *notes;	/* " (in [3])" */
	/* how text shows the arguments; NULL: in the order of registers */
	const struct view *view;
	const struct multiplexed *multiplexed;
	uint32_t abis;
	const struct syscall *other;
};

#endif
