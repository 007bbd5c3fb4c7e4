/* SPDX-License-Identifier: MIT */
/*
 * Private to src/syscalls/: the macros for rows, types and constants. An example:
 *
 *	SYSCALL(openat, C_FILE | C_DESC | KEEPS_NAMES, fd,
 *		IN(dirfd, dirfd), IN(pathname, path), IN(flags, open_flags),
 *		IN(mode, perm16, WHEN(flags, HAS, O_CREAT | __O_TMPFILE)));
 *
 * Each SYSCALL, SYSCALL_ALT and STRUCT_TYPE begins its line: rows.awk finds them there.
 */
#ifndef SCRY_SYSCALLS_TABLE_H
#define SCRY_SYSCALLS_TABLE_H

#include "scry/syscalls.h"
#include "scry/type.h"

/* Flags of a row, besides its classes. */
#define TRAIT_SHIFT CLASS_COUNT
#define ONCE (CALL_ONCE << TRAIT_SHIFT)
#define NO_RETURN (CALL_NO_RETURN << TRAIT_SHIFT)
#define MULTIPLEX (CALL_MULTIPLEX << TRAIT_SHIFT)
#define MEMORY_ARGS (CALL_MEMORY_ARGS << TRAIT_SHIFT)
#define MOVES (CALL_MOVES << TRAIT_SHIFT)
#define RENAMES (CALL_RENAMES << TRAIT_SHIFT)
#define OWN_ADDRESS (CALL_OWN_ADDRESS << TRAIT_SHIFT)
#define KEEPS_NAMES (CALL_KEEPS_NAMES << TRAIT_SHIFT)
#define KEEPS_PATHS (CALL_KEEPS_PATHS << TRAIT_SHIFT)
#define SHARES_FILES (CALL_SHARES_FILES << TRAIT_SHIFT)
#define NAMESPACES (CALL_NAMESPACES << TRAIT_SHIFT)
#define RING_REQUEST (CALL_REQUEST << TRAIT_SHIFT)
#define MAKES_CHILD (CALL_MAKES_CHILD << TRAIT_SHIFT)
#define CHANGES_USER (CALL_CHANGES_USER << TRAIT_SHIFT)
#define ERRNO_32 ((unsigned)CALL_ERRNO_32 << TRAIT_SHIFT)

#define FIELDS(what, ...)                              \
	.what = (const struct field[]){ __VA_ARGS__ }, \
	.n_##what = sizeof((const struct field[]){ __VA_ARGS__ }) / sizeof(struct field)

#define ROW(traits, ret, ...)                                            \
	.classes = (traits) & ((1u << TRAIT_SHIFT) - 1),                 \
	.flags = (traits) >> TRAIT_SHIFT, .result = &t_##ret, \
	FIELDS(args, __VA_ARGS__)

/*
 * A row for one ABI: static const struct syscall mmap_i386 = { ROW_FOR(i386, traits, result, ...)
 * }.
 */

/* The ABIs with 32-bit registers, and with calls of Linux 2.2 that take 16-bit user IDs. */
#define ABIS_32 (ABI_BIT(i386) | ABI_BIT(arm) | ABI_BIT(s390))
#define ABIS_S390 (ABI_BIT(s390x) | ABI_BIT(s390))
/* mips, with structs of its own; its ABIs with 32-bit pointers. */
#define ABIS_MIPS (ABI_BIT(mips64) | ABI_BIT(mips64n32) | ABI_BIT(mipso32))
#define ABIS_MIPS_32 (ABI_BIT(mips64n32) | ABI_BIT(mipso32))
#define ROW_32(traits, ret, ...) .abis = ABIS_32, ROW(traits, ret, __VA_ARGS__)
#define ROW_FOR(abi, traits, ret, ...) .abis = ABI_BIT(abi), ROW(traits, ret, __VA_ARGS__)

/* A row. SYSCALL_AS is a row with NOTES(...) or VIEW(...). */
#define SYSCALL(id, traits, ret, ...) const struct syscall row_##id = { ROW(traits, ret, __VA_ARGS__) }
#define SYSCALL_AS(id, traits, ret, more, ...) \
	const struct syscall row_##id = { more, ROW(traits, ret, __VA_ARGS__) }
/* Notes on the result. */
#define NOTES(...)                                    \
	.notes = (const struct note[]){ __VA_ARGS__ }, \
	.n_notes = sizeof((const struct note[]){ __VA_ARGS__ }) / sizeof(struct note)
/* A row for some ABIs. The others use another row (a static const struct syscall). */
#define SYSCALL_ALT(id, on, instead, traits, ret, ...)  \
	const struct syscall row_##id = { .abis = (on), .other = (instead), ROW(traits, ret, __VA_ARGS__) }

/* Structs. STRUCT_TYPE(timespec, IN(...), ...) is t_timespec, "struct timespec" in UAPI. */

/* The members of a struct type. */
#define MEMBERS(...)                                             \
	.structure.fields = (const struct field[]){ __VA_ARGS__ }, \
	.structure.n_fields = sizeof((const struct field[]){ __VA_ARGS__ }) / sizeof(struct field)
#define STRUCT_TYPE(cname, ...) \
	const struct type t_##cname = { .name = #cname, .kind = KIND_STRUCT, MEMBERS(__VA_ARGS__) }
/*
 * A struct with properties: STRUCT_TYPE_AS(epoll_event, ALIGN(1), IN(...), ...). PARTS joins
 * several.
 */
#define STRUCT_TYPE_AS(cname, traits, ...) \
	const struct type t_##cname = { .name = #cname, .kind = KIND_STRUCT, traits, MEMBERS(__VA_ARGS__) }
#define PARTS(...) __VA_ARGS__
/* Properties of a struct: struct structure. */
#define ALIGN(n) .structure.align = (n)
#define MIN_SIZE(n) .structure.min_size = (n)
#define MAX_SIZE(n) .structure.max_size = (n)
#define EXACT_SIZE .structure.exact = true
#define READABLE_SIZE(n) .structure.readable_size = (n)
#define EXTENSIBLE .structure.extensible = true
#define CUT(how) .structure.cut = CUT_##how
/* Of these properties a struct has one at most: OWN_SIZE, ONLY_ABIS, DATE. */
#define OWN_SIZE(member_, if_zero_) \
	.structure.special_kind = STRUCTURE_OWN_SIZE, .structure.special.own_size = &(const struct own_size){ .member = #member_, .if_zero = (if_zero_) }
/* The layout is that of these ABIs; the others have another one. */
#define ONLY_ABIS(abis_, other_) \
	.structure.special_kind = STRUCTURE_OTHER, .structure.special.other = &(const struct other_layout){ .abis = (abis_), .type = &other_ }
#define DATE(sec, frac, ns) \
	.structure.special_kind = STRUCTURE_DATE, .structure.special.date = &(const struct date){ .seconds = #sec, .fraction = #frac, .nanoseconds = (ns) }

/* Properties of bytes and of records: BYTES(.capacity = 32). */
#define BYTES(...) .bytes = &(const struct byte_string){ __VA_ARGS__ }
#define RECORDS(...) .records = &(const struct records){ __VA_ARGS__ }

/*
 * Numbers that a macro makes: MACRO_TYPE(ioprio, IOPRIO_PRIO_VALUE, S32, ARGUMENT(class,
 * ioprio_class, 13, 0xe000))
 */
#define MACRO_TYPE(type_name, macro_name, store, ...) \
	const struct type t_##type_name = { .name = #macro_name, .kind = KIND_MACRO, .storage = STORE_##store, ARGUMENTS(__VA_ARGS__) }
/* The same. -X raw shows the number, in this base. */
#define MACRO_NUMBER(type_name, macro_name, store, base_, ...) \
	const struct type t_##type_name = { .name = #macro_name, .kind = KIND_MACRO, .storage = STORE_##store, .base = (base_), ARGUMENTS(__VA_ARGS__) }
#define ARGUMENT(n, t, shift_, mask_, ...) \
	{ .name = #n, .type = &t_##t, .shift = (shift_), .mask = (mask_), ##__VA_ARGS__ }
#define ARGUMENTS(...)                                                      \
	.macro.arguments = (const struct macro_argument[]){ __VA_ARGS__ }, \
	.macro.n = sizeof((const struct macro_argument[]){ __VA_ARGS__ }) / sizeof(struct macro_argument)

/*
 * A field: its name, type and direction, then its properties, designated initializers of struct
 * field_more. Names and types have numbers in fields.h, made by fields.awk: "#define
 * FIELD_NAME_dirfd 17, KNOWN". Without a number they are pointers in struct field_more.
 */
#define FIELD(n, t, d, ...)                                                                  \
	{ .name_at = NUMBER_OF(FIELD_NAME_##n), .type_id = NUMBER_OF(FIELD_TYPE_##t), .dir = DIR_##d, \
	  PROPERTIES(UNLESS_KNOWN(FIELD_NAME_##n, .name = #n) UNLESS_KNOWN(FIELD_TYPE_##t, .type = &t_##t) __VA_ARGS__) }
/* The same with a string as the name. */
#define FIELD_NAMED(n, t, d, ...)                                                \
	{ .type_id = NUMBER_OF(FIELD_TYPE_##t), .dir = DIR_##d,                  \
	  PROPERTIES(.name = n, UNLESS_KNOWN(FIELD_TYPE_##t, .type = &t_##t) __VA_ARGS__) }
#define PROPERTIES(...) __VA_OPT__(.more = &(const struct field_more){ __VA_ARGS__ })
/* Macros for "17, KNOWN", or for the name of a macro that is not defined. */
#define NUMBER_OF(...) IS_KNOWN(__VA_ARGS__, UNKNOWN, )(__VA_ARGS__, )
#define UNLESS_KNOWN(number, ...) OMIT_IF(number, UNKNOWN, )(__VA_ARGS__)
#define IS_KNOWN(number, known, ...) NUMBER_IF_##known
#define NUMBER_IF_KNOWN(number, ...) number
#define NUMBER_IF_UNKNOWN(...) 0
#define OMIT_IF(...) OMIT_IF_2(__VA_ARGS__)
#define OMIT_IF_2(number, known, ...) OMIT_IF_##known
#define OMIT_IF_KNOWN(...)
#define OMIT_IF_UNKNOWN(...) __VA_ARGS__,
#define IN(name, type, ...) FIELD(name, type, IN, ##__VA_ARGS__)
#define OUT(name, type, ...) FIELD(name, type, OUT, ##__VA_ARGS__)
#define INOUT(name, type, ...) FIELD(name, type, INOUT, ##__VA_ARGS__)
/* Padding of n bytes. */
#define PAD(n) FIELD_NAMED(NULL, padding, IN, LEN_IS(n))
/* A struct choice selects the fields in this place. */
#define CHOOSE(name_, ...) FIELD_NAMED(NULL, choice, INOUT, .choice = &(name_), ##__VA_ARGS__)
/* A register that the call ignores. */
#define SKIP PAD(0)
/* Notes: a value in memory, an argument, or, with NOTE_RET, the result. label: a C string. */
#define NOTE(lab, n, t, ...) { .label = lab, .value = FIELD(n, t, OUT, ##__VA_ARGS__) }
#define NOTE_RET(lab, t, ...) { .label = lab, .of_result = true, .value = FIELD(RET, t, OUT, ##__VA_ARGS__) }
#define NOTE_WORD(lab, ...) { .label = lab, .value = { .dir = DIR_OUT, PROPERTIES(__VA_ARGS__) } }
/* The same. Text omits the note if a set is empty, or flags have no name. */
#define NOTE_NONZERO(lab, n, t, ...) { .label = lab, .nonzero = true, .value = FIELD(n, t, OUT, ##__VA_ARGS__) }
#define NOTE_RET_NONZERO(lab, t) { .label = lab, .of_result = true, .nonzero = true, .value = FIELD(RET, t, OUT) }
/*
 * Notes on the memory at an address that a hook computes; on a scalar there, shown without
 * brackets.
 */
#define NOTE_AT(lab, hook, t) { .label = lab, .address = (hook), .value = FIELD(t, t, OUT) }
#define NOTE_POINTEE_AT(lab, hook, t) { .label = lab, .address = (hook), .pointee = true, .value = FIELD(t, t, OUT) }
/* Bytes before the call; hooks compute the address and the number. */
#define NOTE_BEFORE(lab, hook, bytes_hook) \
	{ .label = lab, .address = (hook), .at_entry = true, .value = FIELD(RET, hex_bytes, OUT, LEN_BY(bytes_hook)) }
/* A note on the scalar that an argument points to. */
#define NOTE_POINTEE(lab, n, t) { .label = lab, .pointee = true, .value = FIELD(n, t, OUT) }

/*
 * How text shows a struct or the arguments of a row, unless it shows all of it in memory order:
 * VIEW(ORDER(b, a), VERBOSE(a)). Each macro occurs at most once in a VIEW, with the names of its
 * members: struct view. AS(view) gives one use of a struct another view, which VIEW_TYPE defines.
 */
#define VIEW(...) .view = &(const struct view){ __VA_ARGS__ }
#define VIEW_TYPE(name, ...) const struct view view_##name = { __VA_ARGS__ }
#define AS(name) .view = &view_##name
/*
 * One use of a struct: the members that the kernel fills, and the members that it changes: struct
 * field_more.
 */
#define FILLS(...) SPECIAL(FILLS, fills, #__VA_ARGS__)
#define CHANGES(...) SPECIAL(CHANGES, changes, #__VA_ARGS__)
/* How a view shows a member that is a struct: MEMBERS_AS(MEMBER_AS(shm_perm, perm_set)). */
#define MEMBERS_AS(...) .members = (const struct view_member[]){ __VA_ARGS__ }, \
	.n_members = sizeof((const struct view_member[]){ __VA_ARGS__ }) / sizeof(struct view_member)
#define MEMBER_AS(names_, as) { .names = #names_, .view = &view_##as }
#define ORDER(...) .order = #__VA_ARGS__
#define HIDE(...) .hidden = #__VA_ARGS__
#define VERBOSE(...) .verbose = #__VA_ARGS__
#define QUIET(...) .quiet = #__VA_ARGS__
#define NONZERO(...) .nonzero = #__VA_ARGS__
#define ZERO_VERBOSE(...) .zero_verbose = #__VA_ARGS__
#define ABBREV(...) .abbreviated = #__VA_ARGS__
#define APART(...) .apart = #__VA_ARGS__
#define DOTS(...) .dots = #__VA_ARGS__
#define BRIEF(n_, ...) .brief = { .names = #__VA_ARGS__, .n = (n_) }
#define LATE(...) .late = #__VA_ARGS__
#define ENTRY_ONLY(...) .entry_only = #__VA_ARGS__
#define NAMED(...) .named = #__VA_ARGS__
#define SENTINEL(member_, names_) .sentinel = { .member = #member_, .list = &list_##names_ }
/* ONLY(IF(fd, ABOVE, -1, events)): members that text shows only if a condition holds. */
#define ONLY(...) .only = (const struct view_condition[]){ __VA_ARGS__ }, \
	.n_only = sizeof((const struct view_condition[]){ __VA_ARGS__ }) / sizeof(struct view_condition)
#define IF(sibling, op_, values_, ...) \
	{ .names = #__VA_ARGS__, .when = { .name = #sibling, .op = WHEN_##op_, .values = #values_ } }
#define IF_OR_VERBOSE(sibling, op_, values_, ...) \
	{ .names = #__VA_ARGS__, .or_verbose = true, .when = { .name = #sibling, .op = WHEN_##op_, .values = #values_ } }
#define IF_TEST(hook, ...) { .names = #__VA_ARGS__, .when = { .test = (hook) } }

/*
 * Properties of a field. They name siblings; RET is the result, *p is the value that p points to.
 */
#define LEN(sibling) .len = { .name = #sibling, .given = true }
/* At most n. */
#define LEN_MAX(sibling, n) .len = { .name = #sibling, .max = (n), .given = true }
#define LEN_HUGE(sibling) .len = { .name = #sibling, .huge = true, .given = true }
#define LEN_OF_REQUEST(sibling) .len = { .name = #sibling, .request = true, .given = true }
#define LEN_IS(n) .len = { .constant = (n), .given = true }
#define LEN_UNITS(sibling, bytes) .len = { .name = #sibling, .scale = (bytes), .given = true }
/* The function returns no more than the result of the call. */
#define LEN_BY_RESULT(hook) .len = { .compute = (hook), .computed = true, .by_result = true, .given = true }
#define LEN_BY(hook) .len = { .compute = (hook), .computed = true, .given = true }
#define COUNT(sibling) .count = { .name = #sibling, .given = true }
/* As many elements as fit into the rest of the struct. */
#define COUNT_REST COUNT_IS(0)
#define LEN_LESS(sibling, left) .len = { .name = #sibling "-" #left, .less = true, .given = true }
#define TOTAL_LESS(sibling, left) SPECIAL(TOTAL, total, &(const struct size_expr){ .name = #sibling "-" #left, .less = true, .given = true })
#define TOTAL_BY(hook) SPECIAL(TOTAL, total, &(const struct size_expr){ .compute = (hook), .computed = true, .given = true })
#define TOTAL(sibling) SPECIAL(TOTAL, total, &(const struct size_expr){ .name = #sibling, .given = true })
#define COUNT_BY_RESULT(hook) .count = { .compute = (hook), .computed = true, .by_result = true, .given = true }
#define COUNT_BY(hook) .count = { .compute = (hook), .computed = true, .given = true }
#define COUNT_PER(sibling, n) .count = { .name = #sibling, .scale = (n), .divides = true, .given = true }
#define COUNT_PAGES(sibling) .count = { .name = #sibling, .divides = true, .given = true }
#define COUNT_MAX(sibling, n) .count = { .name = #sibling, .max = (n), .given = true }
/* Twice the value of the sibling, plus one. */
#define COUNT_ODD(sibling, n) .count = { .name = #sibling, .scale = 2, .plus = 1, .max = (n), .given = true }
#define COUNT_NODES(sibling) .count = { .name = #sibling, .nodes = true, .given = true }
#define COUNT_WHOLE(sibling, n) .count = { .name = #sibling, .scale = (n), .divides = true, .whole = true, .given = true }
#define COUNT_IS(n) .count = { .constant = (n), .given = true }
#define WHEN(sibling, op_, values_) \
	.when = &(const struct condition){ .name = #sibling, .op = WHEN_##op_, .values = #values_ }
#define WHEN_TEST(hook) .when = &(const struct condition){ .test = (hook) }
/* Of these properties a field has one at most: INDEX, TOTAL, OFFSET_AFTER, UPPER, FRACTION, BY,
 * FILLS, CHANGES. tests/table/overrides_test.sh finds a second one. */
#define SPECIAL(kind, member, ...) .special_kind = SPECIAL_##kind, .special.member = __VA_ARGS__
#define PTR .pointer = 1
#define PTR64 .pointer64 = 1
/* A name to look up. Text shows the union members after it instead. */
#define LOOKUP .lookup = 1
#define OR_ADDRESS .or_address = 1
#define ON_ERROR .on_error = 1
/* A union member: begins where the member before it does. */
#define UNION_WITH_PREVIOUS .union_with_previous = 1
#define OFFSET_AFTER(sibling, n) \
	SPECIAL(OFFSET_AFTER, offset_after, &(const struct offset_after){ .by = { .name = #sibling, .given = true }, .plus = (n) })
/* The same; the number is not rounded up to four. */
#define OFFSET_EXACT(sibling, n) \
	SPECIAL(OFFSET_AFTER, offset_after, &(const struct offset_after){ .by = { .name = #sibling, .given = true }, .plus = (n), .exact = true })
/* The same; a hook computes the number. */
#define OFFSET_BY(hook) \
	SPECIAL(OFFSET_AFTER, offset_after, &(const struct offset_after){ .by = { .compute = (hook), .computed = true, .given = true }, .exact = true })
/* If it would begin after the end of the struct, the value of the sibling is shown. */
#define OFFSET_OR_NUMBER(sibling, n) \
	SPECIAL(OFFSET_AFTER, offset_after, &(const struct offset_after){ .by = { .name = #sibling, .given = true }, .plus = (n), .exact = true, .or_number = true })
#define POINTEES_KEPT .pointees_kept = 1
#define STACKED .stacked = 1
#define UPPER(sibling) SPECIAL(UPPER, upper, #sibling)
#define FRACTION(sibling) SPECIAL(FRACTION, fraction, #sibling)
/*
 * A number of a system call, on the architecture that the sibling says; a descriptor of the process
 * that it says.
 */
#define BY(sibling) SPECIAL(BY, by, #sibling)
#define PAIR .pair = 1
#define PAIR_LOW_FIRST .pair = 1, .pair_of_halves = 1
#define PAIR_HIGH_FIRST PAIR_LOW_FIRST, .pair_high_first = 1
/* A member that an older caller may lack. It is 0 then, and shown together with those before it. */
#define TOGETHER .together = 1
/* The same as a member: AND(name, type). */
#define AND(name, type, ...) IN(name, type, TOGETHER, ##__VA_ARGS__)
#define INDEX(names) SPECIAL(INDEX, index, &list_##names)
#define WHOLE .whole = 1
#define MAY_BE_EMPTY .may_be_empty = 1
#define BITS(n) .bits = (n)

/*
 * Variants of a choice. WITH(F_GETFD, NULL_RESULT): see fcntl. Keys: names of the selector's list.
 */
#define WITH(k, ...) { .keys = #k, FIELDS(fields, __VA_ARGS__) }
#define WITH_LIST(k, ...) WITH_EXPANDED(k, __VA_ARGS__)	/* the keys are a macro */
#define WITH_EXPANDED(k, ...) { .keys = #k, FIELDS(fields, __VA_ARGS__) }
#define VARIANT_MORE(...) .more = &(const struct variant_more){ __VA_ARGS__ }
/* The same with a VIEW. */
#define WITH_VIEW(k, view_, ...) { .keys = #k, VARIANT_MORE(view_), FIELDS(fields, __VA_ARGS__) }
#define WITH_RESULT(k, ret, ...) { .keys = #k, VARIANT_MORE(.result = &t_##ret), FIELDS(fields, __VA_ARGS__) }
/* The same with NOTES(...) or VIEW(...). */
#define WITH_ALL(k, ret, more_, ...) { .keys = #k, VARIANT_MORE(.result = &t_##ret, more_), FIELDS(fields, __VA_ARGS__) }
#define WITH_NOTES WITH_ALL
#define OTHERWISE_VIEW(view_, ...) { .keys = NULL, VARIANT_MORE(view_), FIELDS(fields, __VA_ARGS__) }
#define OTHERWISE(...) { .keys = NULL, FIELDS(fields, __VA_ARGS__) }
#define CHOICE(name, by_, ...)                                       \
	static const struct choice name = { .by = #by_, .variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
/* The same for members after those before them (struct choice: in_place). */
#define CHOICE_IN_PLACE(name, by_, ...)                                       \
	static const struct choice name = { .by = #by_, .in_place = true, .variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
/* The same, ignoring these bits of the selector. */
#define CHOICE_IGNORING(name, by_, bits_, ...)                                       \
	static const struct choice name = { .by = #by_, .ignored = (bits_), .variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
/* The same with a function that computes the key (scry/hook.h). */
#define CHOICE_BY(name_, hook, ...)                                       \
	static const struct choice name_ = { .key = (hook), .variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
/* The same with the text of an earlier record. */
#define CHOICE_BY_EARLIER(name_, by_, bits_, is_, ...)                                       \
	static const struct choice name_ = { .earlier = &(const struct earlier){ .by = #by_, .ignored = (bits_), .is = #is_ }, \
		.variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
/* The same with a key for the case that there is no such record. */
#define CHOICE_BY_EARLIER_OR(name_, by_, bits_, is_, absent_, ...)                                       \
	static const struct choice name_ = { .earlier = &(const struct earlier){ .by = #by_, .ignored = (bits_), .is = #is_, .absent = #absent_ }, \
		.variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
/* The same with the name of a number, of an earlier or a later record. */
#define CHOICE_BY_RECORD(name_, by_, bits_, is_, type_, ...)                                       \
	static const struct choice name_ = { .earlier = &(const struct earlier){ .by = #by_, .ignored = (bits_), .is = #is_, .number = &t_##type_ }, \
		.variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }
#define CHOICE_IN_PLACE_BY(name_, hook, ...)                                       \
	static const struct choice name_ = { .key = (hook), .in_place = true, .variants = (const struct variant[]){ __VA_ARGS__ }, \
		.n_variants = sizeof((const struct variant[]){ __VA_ARGS__ }) / sizeof(struct variant) }

/*
 * Scalars. A list NAME.list also makes a type t_NAME, with the storage of its %type. FLAGS_TYPE or
 * ENUM_TYPE(name, list, storage) define a type with another storage.
 */
#define SCALARS(X)                                                                                \
	X(int, NUMBER, S32, 10) X(uint, NUMBER, U32, 10) X(hex32, NUMBER, U32, 16)                \
	X(s8, NUMBER, S8, 10) X(u8, NUMBER, U8, 10) X(s16, NUMBER, S16, 10) X(u16, NUMBER, U16, 10) \
	X(hex8, NUMBER, U8, 16) X(hex16, NUMBER, U16, 16)                                         \
	X(s64, NUMBER, S64, 10) X(u64, NUMBER, U64, 10) X(hex64, NUMBER, U64, 16)                 \
	X(u64a, NUMBER, U64_ALIGNED, 10) X(hex64a, NUMBER, U64_ALIGNED, 16)                       \
	X(long, NUMBER, LONG, 10) X(ulong, NUMBER, ULONG, 10) X(hexlong, NUMBER, ULONG, 16)       \
	X(klong, NUMBER, KLONG, 10) X(kulong, NUMBER, KULONG, 10) X(hexklong, NUMBER, KULONG, 16) \
	X(size, NUMBER, ULONG, 10) X(off, NUMBER, KLONG, 10) X(hexoff, NUMBER, KULONG, 16)        \
	X(loff, NUMBER, S64, 10) X(be16, NUMBER, BE16, 10) X(be32, NUMBER, BE32, 10)              \
	X(address, ADDRESS, POINTER, 16) X(address64, ADDRESS, U64_ALIGNED, 16)                   \
	X(fd, FD, S32, 10) X(dirfd, DIRFD, S32, 10) X(other_fd, OTHER_FD, S32, 10) X(pid, PID, S32, 10)                          \
	X(uid, UID, U32, 10) X(uid16, UID, U16, 10)                                               \
	X(perm, PERM, U32, 8) X(perm16, PERM, U16, 8) X(perm64, PERM, U64, 8)                     \
	X(net32, NETWORK, BE32, 10) X(net64, NETWORK, BE64, 10) X(dev16, DEV, U16, 16) X(fd64, FD, U64, 10)                     \
	X(sigmask, SIGMASK, ULONG, 16) X(ticks, TICKS, KLONG, 10) X(syscall_nr, SYSCALL, S32, 10) X(syscall_nr64, SYSCALL, U64, 10) \
	X(dev, DEV, KULONG, 16) X(dev64, DEV, U64, 16) X(dev32, DEV, U32, 16)                     \
	X(seconds, SECONDS, KLONG, 10) X(seconds64, SECONDS, S64, 10) X(seconds_u64, SECONDS, U64, 10) X(seconds32, SECONDS, S32, 10)                             \
	X(port, PORT, BE16, 10) X(ipv4, IPV4, BE32, 10)                                           \
	X(interface, INTERFACE, S32, 10) X(kernel_version, KERNEL_VERSION, U32, 16)               \
	X(character, CHARACTER, U8, 10) X(wait_status, WAIT_STATUS, S32, 16) X(limit, LIMIT, ULONG, 10) X(limit64, LIMIT, U64, 10)

/* Types that exist only in memory. The field's .len is their size, unless they have an end. */
#define MEMORY_TYPES(X)                                                                          \
	X(string, CSTRING) X(path, PATH) X(bytes, BYTES) X(text, TEXT)                           \
	X(socket_name, SOCKET_NAME) X(argv, STRING_VECTOR) X(envp, ENVIRONMENT)                  \
	X(sigset, SIGSET) X(fdset, FDSET) X(ipv6, IPV6) X(hardware, HARDWARE) X(choice, CHOICE)   \
	X(uuid, UUID) X(callsign, CALLSIGN) X(padding, PADDING) X(cpuset, CPUSET)

#define SCALAR_EXTERN(name, kind, storage, base) extern const struct type t_##name;
#define MEMORY_EXTERN(name, kind) extern const struct type t_##name;
SCALARS(SCALAR_EXTERN)
MEMORY_TYPES(MEMORY_EXTERN)
#undef SCALAR_EXTERN
#undef MEMORY_EXTERN

#define FLAGS_TYPE(type_name, list_name, store) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_FLAGS, .storage = STORE_##store, .list = &list_##list_name }
/* Text shows the names as comments after the number. */
#define COMMENTED_TYPE(type_name, list_name, store, base_) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_ENUM, .storage = STORE_##store, .base = (base_), VIEW(.commented = true), .list = &list_##list_name }
#define ENUM_TYPE(type_name, list_name, store) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_ENUM, .storage = STORE_##store, .base = 16, .list = &list_##list_name }
/* Arguments of a multiplexer: the longs that its second argument points to. */
#define IN_MEMORY(call, n_) { .id = ID_##call, .version = MULTIPLEX_ANY_VERSION, .memory = 1, .n = (n_), .from = { \
	MULTIPLEX_MEMORY, MULTIPLEX_MEMORY + 1, MULTIPLEX_MEMORY + 2, MULTIPLEX_MEMORY + 3, MULTIPLEX_MEMORY + 4, MULTIPLEX_MEMORY + 5 } }

/* Scalars with a list or with other properties: types.c. */
extern const struct type t_input_key_pair, t_input_mt_request, t_key_set, t_rel_set, t_abs_set, t_msc_set, t_sw_set, t_led_set, t_sound_set, t_rep_set,
	t_ff_set, t_ff_status_set, t_prop_set, t_type_set, t_tone, t_timed_tone, t_keysym, t_fourcc, t_v4l2_created, t_v4l2_buffer, t_v4l2_buffer_time32, t_dm_version, t_dm_remove_all, t_dm_dev_status, t_dm_dev_remove, t_dm_dev_suspend, t_dm_dev_rename, t_dm_set_geometry, t_dm_table_load, t_dm_table_deps, t_dm_target_message, t_dm_table_status, t_dm_dev_wait, t_dm_list_devices, t_dm_list_versions, t_sg_letter, t_hd_drive_cmd, t_gpio_offset, t_tee_buffer_ioctl_open_session, t_tee_buffer_ioctl_invoke,
	t_tee_buffer_iocl_supp_recv, t_tee_buffer_iocl_supp_send, t_ptp_extts_request1, t_ptp_pin_set1, t_ptp_pin_get1, t_ptp_pin_get2,
	t_btrfs_object, t_btrfs_subvol_word, t_btrfs_key, t_btrfs_number, t_btrfs_device, t_btrfs_items, t_perf_skid, t_aio_commands, t_pid_type, t_xfeatures, t_log_levels, t_futex_op, t_ioprio, t_ioprio16, t_quota_command, t_mode, t_mode16, t_signal, t_signal64, t_signal_long, t_errno, t_errno_unsigned, t_errno_negative, t_ioctl,
	t_ethernet_port, t_key_serial, t_key_reqkey, t_syslog_actions, t_ptracer, t_socketcall, t_tx_rehash, t_option, t_option_out, t_netlink, t_hex32_6, t_nodemask, t_pages,
	t_hex_bytes, t_handle_bytes, t_residence, t_fs_blob, t_loop_key, t_xattr_value, t_fan_dirfd, t_pidfd, t_sockaddr_bytes, t_task_name,
	t_shmget_flags, t_ipc_get, t_path_no_file;
/* The public header calls it type_siginfo. */
#define t_siginfo type_siginfo

#include "fields.h"	/* made: numbers of the names and types of fields */
#include "lists.h"	/* made: list_NAME and t_NAME of every flags/NAME.list */
#include "rows.h"	/* made: row_NAME and t_NAME of every SYSCALL and STRUCT_TYPE */

#endif
