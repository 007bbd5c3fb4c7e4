/* SPDX-License-Identifier: MIT */
/*
 * Vocabulary: types, fields and rows of the table. The arguments of a call and the members of a
 * struct are the same thing, a field; arguments lie in registers, members in memory.
 */
#ifndef SCRY_TYPE_H
#define SCRY_TYPE_H

#include <stddef.h>

#include "scry/list.h"

struct scope;
struct field;
struct view;

/* What hooks may ask, functions that rows and types name (src/syscalls/hooks.c). In src/decode/. */

/* A sibling's value; names as in struct size_expr. False: there is none. */
bool scope_lookup(const struct scope *scope, const char *name, uint64_t *value);
/* The same; 0: there is none. */
uint64_t scope_value(const struct scope *scope, const char *name);
/* The ABI of the call. */
const struct abi *scope_abi_of_call(const struct scope *scope);
/* The protocol of the netlink socket that the tracee's descriptor is; -1: it is none. Asked once a call. */
int scope_netlink(const struct scope *scope, int fd);
/* Where the struct kvm_run of the tracee's descriptor lies, if -e kvm asks for it, with members if `whole`; else 0. */
uint64_t scope_kvm_run(const struct scope *scope, int fd, bool whole);

/* What a value means: decides how sinks show it. */
enum type_kind {
	TYPE_NUMBER,		/* .base 10, 16 or 8 */
	TYPE_ENUM,		/* .list */
	TYPE_FLAGS,		/* .list */
	TYPE_ADDRESS,		/* a pointer that is never followed */
	TYPE_FD,
	TYPE_DIRFD,		/* AT_FDCWD has a name */
	TYPE_PID,
	TYPE_UID,		/* also gid: -1 is -1 */
	TYPE_SIGNAL,
	TYPE_ERRNO,
	TYPE_DEV,
	TYPE_MODE,		/* S_IFMT part and octal permissions */
	TYPE_PERM,		/* octal permissions only */
	TYPE_SECONDS,		/* seconds since the epoch: a date as comment where useful */
	TYPE_PORT,		/* be16; with a .list an Ethernet protocol: htons(ETH_P_ALL) */
	TYPE_IPV4,		/* be32 */
	TYPE_WAIT_STATUS,
	TYPE_LIMIT,		/* rlimit value: 8192*1024, RLIM64_INFINITY */
	TYPE_TICKS,		/* clock_t of the kernel's user-space interface: hundredths of a second */
	TYPE_IOCTL,		/* .list; several names may have one value, all are shown; without a
				 * name its direction, type, number and size */
	TYPE_SYSCALL,		/* a call number; .by of the field: the sibling with its AUDIT_ARCH_* */
	TYPE_INTERFACE,		/* index of a network interface */
	TYPE_FAMILY,		/* a family of generic netlink; .list: names that do not depend on the kernel */
	TYPE_KERNEL_VERSION,	/* LINUX_VERSION_CODE */
	TYPE_SIGMASK,		/* a number whose bits are signals (ssetmask) */
	TYPE_MACRO,		/* a number that the macro .name of a header makes (IOPRIO_PRIO_VALUE) */
	TYPE_CHARACTER,		/* one byte of text */
	TYPE_FOURCC,		/* four letters that name a format of pixels; .list has names for some */
	TYPE_KEYSYM,		/* what a key means: .list has names */
	TYPE_TONE,		/* a period of the console's timer, which counts 1193182 a second */
	TYPE_SIZED_SCALARS_END,
	/* In memory only: */
	TYPE_CSTRING,		/* ends with NUL; cut at the string limit, at .bytes.limit, at .len of the field */
	TYPE_PATH,		/* a C string never cut short of PATH_MAX */
	TYPE_BYTES,		/* .len of the field; cut at the string limit */
	TYPE_TEXT,		/* char array of .len bytes that ends early at a NUL; never cut otherwise */
	TYPE_SOCKET_NAME,	/* sun_path: TEXT that may fill its capacity, or begin with a NUL (abstract) */
	TYPE_STRUCT,
	TYPE_RECORDS,		/* records of varying size, one after another */
	TYPE_STRING_VECTOR,	/* argv: pointers to C strings up to a NULL */
	TYPE_ENVIRONMENT,	/* envp: a vector that text shows as a count without -v */
	TYPE_SIGSET,		/* .len of the field bytes */
	TYPE_FDSET,		/* bits up to .len of the field */
	TYPE_CPUSET,		/* .len bytes of bits, in the ABI's words */
	TYPE_IPV6,		/* 16 bytes */
	TYPE_BITSET,		/* .len bytes of bits that have names by their places in .list (ICMP_FILTER) */
	TYPE_UUID,		/* .len bytes, 16: 01234567-89ab-cdef-0123-456789abcdef */
	TYPE_HARDWARE,		/* .len bytes of a hardware address: 01:23:45:67:89:ab */
	/* Not a value of its own: */
	TYPE_CHOICE,		/* fields chosen by a sibling: .choice of the field */
	TYPE_PADDING,		/* .len bytes without a meaning */
};

/* What becomes of a struct's member that does not fit whole into the size the caller gives. */
enum cut {
	CUT_ZERO,	/* the rest of it is 0 */
	CUT_LEFT_OUT,	/* it is not there, as of control messages */
	CUT_BYTES,	/* what is there of it is shown as bytes: options of sockets */
	CUT_FIRST,	/* if there is such a one, only the first member is shown, and "..." */
};

/* A struct: its members and its size. Sizes are bytes. */
struct structure {
	const struct field *fields;
	uint16_t n_fields;
	uint8_t align;		/* 0: of its members; 1: packed */
	bool extensible;	/* the caller may give more bytes than the members take (clone3) */
	bool exact;		/* ... and no other number of bytes */
	enum cut cut;		/* what becomes of a member that ends after the size that the caller gives */
	/* With .len of the field, the size that its caller knows: fewer bytes than this (0: than all of it) are no such
	 * struct, and the address is shown. Without .len, so many must be readable. */
	uint16_t min_size;
	uint16_t max_size;	/* the kernel refuses more bytes: the address is shown; 0: any number */
	uint16_t readable_size;	/* without .len: only so many must be readable (0: all of it), since the kernel reads no
				 * more of the array or string after them than it holds */
	/* A member that says the size, if .len does not or says more; what it is if that is 0. */
	const char *own_size;
	uint16_t own_size_zero;
	/* A time of day: its members, and the nanoseconds in one unit of the fraction. Text adds the date as a comment,
	 * unless it is the epoch itself. */
	struct { const char *seconds, *fraction; uint32_t nanoseconds; } date;
	uint32_t abis;		/* the ABIs this layout holds for; 0: all */
	const struct type *other;	/* the layout for the ABIs left out of .abis */
};

/* Bytes, or a C string. Their number is .len of the field. */
struct byte_string {
	uint16_t limit;		/* how many are shown, instead of the string limit; 0: that */
	uint32_t max;		/* more are shown as the address; 0: any number */
	uint16_t capacity;	/* no more are there, whatever their number is said to be; 0: it holds */
	bool not_empty;		/* no bytes at all are shown as the address */
	bool terminated;	/* a NUL that would be the last one shown is not, nor what follows (xattr) */
	bool ended;		/* a string with its NUL, which is not shown; without one it goes on. If terminated, too,
				 * it may end before */
	/* As many bytes as this scalar or struct has are decoded as that; with at_least, more of them, too, up to
	 * up_to (0: any number); with partial, fewer. With many they are an array of as many as fit, whose elements
	 * have their names in .list of the type. */
	const struct type *whole;
	bool at_least, partial, many;
	uint16_t up_to;
	/* Records that they are instead, if this holds; fewer bytes than a record's header are bytes in hex. */
	const struct type *instead;
	bool (*instead_if)(const struct scope *scope);
};

/* Records of varying size, one after another. */
struct records {
	const struct type *header;	/* the struct that each begins with */
	const struct type *record;	/* the struct that each is, its header included; NULL: the header is all */
	const char *size;		/* the member of the header with the record's bytes */
	bool size_of_body;		/* ... of those after the header */
	const char *count;		/* the sibling with the number of records; NULL: as many as fit */
	uint8_t align;			/* of the next record, in bytes; 0: of a size_t */
	bool rest_is_bytes;		/* bytes that are no whole record are bytes; else they cannot be read */
	bool short_ends;		/* one that says it is shorter than its header is the last (cmsg(3)) */
	const char *unit;		/* text without -v: the word for their number ("entries"), instead of them */
};

/* One argument of a macro: it is in the bits of the mask, counted from the shift. */
struct macro_argument {
	const char *name;
	const struct type *type;
	uint64_t mask;
	uint8_t shift;
	const char *shift_name;	/* where the shift has one: "0x5<<PR_MTE_TAG_SHIFT" */
};

struct type {
	const char *name;	/* C name: "stat" for struct stat, else the table's word */
	enum type_kind kind;
	enum storage storage;	/* of scalars */
	uint8_t base;		/* 10, 16 or 8; of an ENUM: of numbers without a name; of FLAGS: 8 for permissions in
				 * octal after the names (shmget); of BYTES: 16 for what is never text; of a MACRO: of the
				 * number where constants are shown as numbers, 0: never */
	const struct list *list;	/* names of values, or of bits by their places */
	const struct view *view;	/* how text shows it; NULL: as it is, a struct's members in memory order */
	/* By kind: */
	union {
		struct {
			uint16_t scale;		/* it counts units of so many (mmap2: pages); 0: 1 */
			uint8_t mask;		/* only these bits count (mincore); 0: all */
			const struct type *counted;	/* a comment says how many times the size of this it is, */
			const char *unit;		/* ... with this word; NULL: no comment */
		} number;		/* NUMBER */
		struct { bool negated; } error;	/* ERRNO: -ENOENT; what is not negative is a number */
		struct { uint8_t digits; } ticks;	/* TICKS: units of 10 to the power of -digits s; 0: hundredths */
		struct { bool timed; } tone;	/* TONE: its duration in the upper 16 bits (KDMKTONE) */
		struct { const struct list *types; } keysym;	/* KEYSYM: names of the upper byte (KT_LATIN) */
		struct { const struct macro_argument *arguments; uint8_t n; } macro;	/* MACRO */
		struct byte_string bytes;	/* BYTES, CSTRING */
		struct {
			uint16_t max;		/* how many bytes there are at most: those that are not there are all ones */
			bool straight;		/* max counts bits; never said by what is not there, four of them without -v */
		} bitset;		/* BITSET */
		struct { bool no_file; } path;	/* PATH: the kernel looks up no file by it (what a symlink stands for) */
		struct structure structure;	/* STRUCT */
		struct records records;		/* RECORDS */
	};
};

enum direction { DIR_IN = 1, DIR_OUT = 2, DIR_INOUT = 3 };

/*
 * A size or a count that is known only when the call is: a constant, or taken from a sibling by its name. Names are
 * looked up in the struct itself, then in what encloses it, up to the arguments. "RET" is the result; "*name" is what
 * the sibling, a pointer to a scalar, points to; "name.part" is an argument of the MACRO, or a member of the struct,
 * that the sibling is. "SIZE" is the bytes that the innermost struct has by its caller's word (by its type, if there
 * is none), "INDEX" the place of the innermost array element, from 0.
 *
 * value = min(ceil(sibling / per) * unit + plus, max)
 */
struct size_expr {
	const char *name;	/* NULL: .constant */
	bool (*compute)(const struct scope *scope, uint64_t *value);	/* instead of the name; false: not known */
	uint32_t constant;
	uint16_t per;		/* 0: 1 */
	uint16_t unit;		/* 0: 1 */
	uint16_t plus;
	uint16_t max;		/* 0: any number */
	bool nodes : 1;		/* the sibling is a maxnode: one more than the bits in an array of longs */
	bool whole : 1;		/* sibling / per is rounded down */
	bool huge : 1;		/* a negative sibling is a huge number, not an error */
	bool less : 1;		/* .name is "a-b": the difference, or a if that is negative */
	bool given : 1;
};

enum condition_op { WHEN_HAS, WHEN_HAS_ALL, WHEN_LACKS, WHEN_IS, WHEN_IS_NOT, WHEN_ABOVE, WHEN_BELOW, WHEN_NOT_BELOW, WHEN_READABLE, WHEN_UNREADABLE };

/*
 * A field is there only if its sibling .name has any of the bits (HAS), all (HAS_ALL), none (LACKS), or one of the
 * values (IS) of .values, which are names of the sibling's list or numbers, joined by '|', is ABOVE or BELOW it; or if
 * all that the sibling points to can be read (READABLE) or not (UNREADABLE).
 */
struct condition {
	const char *name;
	enum condition_op op;
	const char *values;
	bool (*test)(const struct scope *scope);	/* instead of the above, for the few that need it */
};

/* One way in which a call or a struct can go on; .keys as .values of a condition. */
struct variant {
	const char *keys;	/* NULL: the default, last in its table */
	const struct field *fields;
	uint16_t n_fields;
	uint16_t n_notes;
	const struct type *result;	/* NULL: that of the row */
	const struct note *notes;
	const struct view *view;	/* added to that of the struct or row; its order is that of .fields */
};

struct choice {
	const char *by;		/* name of the sibling that selects */
	const struct variant *variants;
	uint16_t n_variants;
	uint64_t ignored;	/* bits of .by that select nothing (IPC_64) */
	const char *(*key)(const struct scope *scope);	/* instead of by: computes the key */
	bool in_place;	/* the chosen members follow the members before the choice, as in structs that only
			 * begin alike (sockaddr); else they lie in a union, aligned as its widest member */
};

/*
 * An argument of a call, or a member of a struct. An argument is a pointer without saying so if its type does not fit
 * into a register, if it has .count, or if it is OUT or INOUT; .pointer makes a pointer of an IN scalar, and with .count
 * an array of pointers (io_submit). A member points to its type only with .pointer; an INOUT one that does is an address
 * at the entry, and followed at the exit (clone_args.pidfd). With .pointer and .pointer64 and .count it points to an array of pointers.
 */
struct field {
	const char *name;
	const struct type *type;
	enum direction dir : 2;
	bool pointer : 1;	/* see above */
	bool pointer64 : 1;	/* a member: a pointer in an __aligned_u64 (clone_args.set_tid) */
	bool or_address : 1;	/* where .when does not hold, the address is shown; an argument with a condition on
				 * RET does not need to say so */
	bool on_error : 1;	/* an OUT argument that failing calls fill as well (nanosleep's rem) */
	bool lookup : 1;	/* a name to look up, no member of its own: the union members after it say what its
				 * bytes are, or it only takes room */
	bool whole : 1;		/* an array that is read whole or not at all */
	bool union_with_previous : 1;	/* a union member: begins where the member before it does; an argument: lies
				 * in the register of the one before it. Both mean something, or one of them by .when */
	bool stacked : 1;	/* no argument: the stack pointer, which points to it; takes no register */
	bool together : 1;	/* a member after the bytes that the caller gave is 0, and shown if the member before
				 * it is (bpf) */
	bool pair : 1;		/* a 64-bit argument: two registers on 32-bit ABIs */
	bool pair_high_first : 1;	/* a pair with its high half first, whatever the byte order (_llseek) */
	uint8_t bits;		/* a bit-field: its width */
	/* The member begins this number of bytes plus .constant after its place. The number is rounded up to four, unless
	 * .whole is set. */
	struct size_expr offset_after;
	/* Bytes of BYTES, TEXT, RECORDS; none given: the rest of the struct whose size the caller gave. Of a STRUCT: that
	 * size. Bits of FDSET. Bytes of SIGSET: a sibling must say 8, or with .unit 1 up to 8. */
	struct size_expr len;
	struct size_expr count;	/* elements of an array; constant 0: as many as the rest of the struct has room for */
	const struct list *index;	/* an array: names of its elements, "[VINTR]=0x3" */
	const struct size_expr *total;	/* an array of structs: bytes that the BYTES in them share (readv: RET) */
	const struct condition *when;	/* NULL: the field is always there */
	const struct choice *choice;
	const char *upper;	/* a u32 member whose upper 32 bits are this sibling's (capset) */
	const char *fraction;	/* of SECONDS: the sibling with the nanoseconds, for the date */
	const char *by;		/* see TYPE_SYSCALL */
	const struct view *view;	/* how text shows this use of the type; NULL: the type's own view */
	/* INOUT, OUT structs: names of members, as in a view, that the kernel fills, or changes, in this use; the others
	 * have the direction that the type says. */
	const char *fills, *changes;
};

/* What is said after the result: the label and the value, or one of them. */
struct note {
	const char *label;	/* "in", "flags"; NULL: none */
	struct field value;	/* named: what the argument of this name is or points to; .type NULL: the label alone */
	uint64_t (*address)(const struct scope *scope);	/* where the value lies, instead of a name; 0: there is none */
	bool of_result;		/* the value is the result */
	bool pointee;		/* the scalar that the argument points to, without brackets */
	bool nonzero;		/* text: only if a set is not empty, flags have a name */
};

/* How text shows the bytes after the members of an extensible struct, unless they are all zero. */
enum view_extra {
	EXTRA_BYTES,	/* as bytes */
	EXTRA_NAMED,	/* "..."; with -v a member "extra_data" (bpf) */
	EXTRA_DOTS,	/* "...", zero or not (sched_setattr) */
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
 * How strace shows a type, or the arguments of a row. Text follows views; JSON and all else that uses
 * decode follows the types: every member in memory order, whole. Names are separated by commas; "name[1]"
 * is the second member of that name (of a union). They are looked up in the struct and in the variants of
 * its choices. A name that .order lacks is not shown.
 */
struct view {
	/* Of a struct as a whole. */
	bool merge;		/* INOUT: the exit goes on within the braces of the entry */
	bool elements;		/* an array of its members; if the caller gave no more than the first, that one
				 * alone, a header (messages of netlink) */
	bool ratio;		/* of two numbers: "1/25" */
	bool bare;		/* members without their names */
	bool more;		/* "..." follows the members at the exit: it stands for the hidden ones */
	enum view_extra extra;
	/* Where this member has a name in this list, the name stands for the struct (utimensat: UTIME_NOW). */
	struct {
		const char *member;
		const struct list *list;
	} sentinel;
	/* The struct is written as the macro of this name (BPF_STMT). */
	const char *(*macro)(const struct scope *scope);
	const char *only_if;	/* in an array: only elements whose member of this name is not 0 */

	/* Of members and arguments. */
	const char *order;	/* all that is shown; "..." where it stands for QUIET ones; CHOICE: the next choice */
	const char *hidden;
	const char *verbose;	/* only with -v; "..." at the end of the struct stands for them */
	const char *quiet;	/* only with -v; nothing stands for them */
	const char *nonzero;	/* only if not zero */
	const char *zero_verbose;	/* zero only with -v */
	const char *abbreviated;	/* without -v a pointer as its address, an array as "[...]" */
	const char *apart;	/* INOUT: "[before] => [after]", the first at the entry; a member of a merged
				 * struct: at the exit, "before => after" if it changed; an OUT pointer
				 * there: " => after", after the member of its name */
	const char *dots;	/* an array with .count.max: "..." stands for more elements */
	struct {
		const char *names;
		uint8_t n;
	} brief;		/* an array: without -v n elements, then "..." */
	const struct view_condition *only;
	uint16_t n_only;
	const struct view_member *members;	/* structs that are shown by another view than their own */
	uint16_t n_members;

	/* Of arguments. */
	const char *entry_only;	/* INOUT: shown as the caller gave it; notes show what the kernel filled */
	const char *late;	/* shown only when the call has returned */
	const char *named;	/* shown with its name also without -N */

	/* Of other types. */
	bool commented;		/* ENUM, FLAGS: a number, the names as a comment (PIDTYPE_PID) */
	bool full_width;	/* NUMBER with base 16: as wide as its storage, 0x included */
	uint8_t digits;		/* NUMBER with base 16: at least so many digits (0x000005) */
	bool terms;		/* MACRO: what it makes: "A<<28|B" (FUTEX_OP) */
	bool plain;		/* BYTES that are a scalar: without brackets */
	bool alone;		/* RECORDS: a single one without brackets, no more than -s elements */
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
	CALL_HOT = 1 << 0,	/* every program start makes it: see doc/ARCHITECTURE.md, seccomp */
	CALL_NO_RETURN = 1 << 1,	/* exit, exit_group: result is "?" */
	CALL_MULTIPLEX = 1 << 2,	/* socketcall, ipc: the real call is named by argument 0 */
	CALL_NAMESPACES = 1 << 3,	/* it can enter other namespaces, or its child, if it returns a pid */
	CALL_MEMORY_ARGS = 1 << 4,	/* argument 0 points to the arguments, longs of the ABI (i386's
					 * mmap, select); where they cannot be read it is shown alone */
	CALL_MOVES = 1 << 5,	/* the result is how many bytes of data went somewhere */
	CALL_RENAMES = 1 << 6,	/* it can change the command name of the caller */
	CALL_OWN_ADDRESS = 1 << 7,	/* the address in the arguments is the socket's own, not that of its peer */
};

/*
 * How a multiplexer (CALL_MULTIPLEX) passes the arguments of one of its calls, filter_real_call():
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
};
#define MULTIPLEX_ANY_VERSION UINT16_MAX

/*
 * A row. .abis and .other: as in struct type, for calls whose arguments differ between ABIs.
 * A call without arguments has .n_args 0 and .args not NULL.
 */
struct syscall {
	uint32_t classes;
	uint8_t flags;		/* CALL_* */
	uint16_t n_args;	/* fields in .args; a choice counts as one */
	uint16_t n_notes;
	const struct type *result;
	const struct field *args;
	const struct note *notes;	/* " (in [3])" */
	const struct view *view;	/* how text shows the arguments; NULL: in the order of registers */
	const struct multiplexed *multiplexed;
	uint32_t abis;
	const struct syscall *other;
};

#endif
