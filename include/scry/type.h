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

/*
 * A sibling's value, for conditions and choices written as functions (src/syscalls/hooks.c); names
 * as in struct amount. 0 if there is none. In src/decode/.
 */
uint64_t scope_value(const struct scope *scope, const char *name);

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
	TYPE_MACRO,		/* a number that a macro of a header makes: .name; .fields are its arguments,
				 * each of them a .mask and a .shift (IOPRIO_PRIO_VALUE); .base: in which the
				 * number is shown instead of names, 0: never */
	TYPE_CHARACTER,		/* one byte of text */
	TYPE_FOURCC,		/* four letters that name a format of pixels; .list has names for some */
	TYPE_KEYSYM,		/* what a key means: .list has names, else .whole names the upper byte (KT_LATIN) */
	TYPE_TONE,		/* a period of the console's timer, which counts 1193182 a second */
	TYPE_SIZED_SCALARS_END,
	/* In memory only: */
	TYPE_CSTRING,		/* ends with NUL; cut at the string limit, at .limit, at .len of the field */
	TYPE_PATH,		/* a C string never cut short of PATH_MAX */
	TYPE_BYTES,		/* .len of the field; cut at the string limit */
	TYPE_TEXT,		/* char array of .len bytes that ends early at a NUL; never cut otherwise */
	TYPE_SOCKET_NAME,	/* sun_path: TEXT that may fill its room, or begin with a NUL (abstract) */
	TYPE_STRUCT,		/* .fields */
	TYPE_RECORDS,		/* records of varying size one after another, .record */
	TYPE_STRING_VECTOR,	/* argv: pointers to C strings up to a NULL */
	TYPE_ENVIRONMENT,	/* envp: a vector shown as a count unless verbose */
	TYPE_SIGSET,		/* .len of the field bytes */
	TYPE_FDSET,		/* bits up to .len of the field */
	TYPE_CPUSET,		/* .len bytes of bits, in the ABI's words */
	TYPE_IPV6,		/* 16 bytes */
	TYPE_BITSET,		/* .len bytes, of .limit those that are not there are all ones; bits that have
				 * names by their places in .list (ICMP_FILTER); .straight: .limit bits at most,
				 * never said by what is not there, four of them without -v */
	TYPE_UUID,		/* .len bytes, 16: 01234567-89ab-cdef-0123-456789abcdef */
	TYPE_HARDWARE,		/* .len bytes of a hardware address: 01:23:45:67:89:ab */
	/* Not a value of its own: */
	TYPE_CHOICE,		/* fields chosen by a sibling: .choice of the field */
	TYPE_OMITTED,		/* takes no room; "..." without -v: members behind it are not shown then */
	TYPE_PADDING,		/* takes room, is not shown */
	TYPE_PLACED,		/* takes no room: the HIDDEN sibling of the same name is shown here (print
				 * order is not always that of memory or registers). Direction and all else
				 * that is said of that sibling holds; .named and .when are this field's. */
};

/* What becomes of a struct's member that does not fit whole into the size the caller gives. */
enum cut {
	CUT_ZERO,	/* the rest of it is 0 */
	CUT_LEFT_OUT,	/* it is not there, as of control messages */
	CUT_BYTES,	/* what is there of it is shown as bytes: options of sockets */
	CUT_FIRST,	/* if there is such a one, only the first member is shown, and "..." */
};

struct type {
	const char *name;	/* C name: "struct stat" for a struct, else the table's word */
	enum type_kind kind;
	enum storage storage;
	uint8_t base;		/* of an ENUM: what numbers without a name are shown in; of FLAGS: 8 for
				 * permissions in octal behind the names (shmget) */
	uint8_t align;		/* bytes; 0: of its members; 1: packed */
	bool merge;		/* INOUT: members decoded at exit go on within the same braces */
	bool elements;		/* shown as an array of its members; what has no more than the first is
				 * shown as that alone, a header (messages of netlink) */
	bool ratio;		/* of two numbers: "1/25" */
	bool bare;		/* members are shown without their names */
	/* Of a struct with .len, the size that its caller knows: fewer bytes than .least (0: than all
	 * of it) are shown as the address; without .len, so many must be readable; what lies behind the members is not shown, or … */
	uint16_t least;
	bool exact;		/* … so are more of them */
	uint16_t needed;	/* without .len: only so many bytes have to be readable (0: all of it), since the
				 * kernel looks at no more of the array or string behind them than it holds */
	enum cut cut;		/* a member that ends behind that size */
	/* A member that says the size, if .len does not or says more; what it is if that is 0. */
	const char *own_size;
	uint16_t own_size_zero;
	bool extensible;	/* … shown as bytes unless they are all zero (clone3) */
	bool extensible_briefly;	/* … shown as "..." unless they are all zero; -v: as a member
					 * "extra_data"; more than a page is none (bpf) */
	bool extensible_blindly;	/* … shown as "..." whatever they are (sched_setattr) */
	/* Of BYTES: how many are shown, instead of the string limit. */
	uint16_t limit;
	uint32_t most;		/* of BYTES: more are shown as the address; 0: any number */
	uint16_t room;		/* of BYTES: no more are there, whatever their number is said to be; 0: it holds */
	bool terminated;	/* of BYTES: a NUL that would be the last one shown is not, nor what follows (xattr) */
	/*
	 * Of BYTES: as many as this scalar or struct has are shown as that, a scalar in brackets; so, if at_least,
	 * are more of them, up to so many (0: any number); if partial, fewer, too. If many, they are an array of
	 * as many as fit, whose elements have their names in .list.
	 */
	const struct type *whole;
	bool at_least, partial, many;
	uint16_t up_to;
	bool straight;		/* of a BITSET: see there */
	bool negated;		/* of an ERRNO: -ENOENT; what is not negative is a number */
	bool timed;		/* of a TONE: with its duration in the upper 16 bits (KDMKTONE) */
	bool not_empty;		/* no bytes at all are shown as the address */
	bool plain;		/* the scalar is shown without brackets */
	bool ended;		/* a string with its NUL, which is not shown; without one it goes on. If
				 * terminated, too, it may end before */
	/* Records that they are instead, where the call's sockfd is a netlink socket. */
	const struct type *netlink;
	uint16_t scale;		/* of a NUMBER: it counts units of so many (mmap2: pages); 0: 1 */
	uint8_t mask;		/* of a NUMBER: only these of its bits count (mincore); 0: all */
	uint8_t digits;		/* of a NUMBER with base 16: at least so many digits (0x000005) */
	bool full_width;	/* of a NUMBER with base 16: as wide as its storage, 0x included */
	/* A struct that one of its members can stand for: where .stand_in has a name in .list, that
	 * name is shown instead of the struct (utimensat: UTIME_NOW). */
	const char *stand_in;
	/* A struct that is a time of day: names of its members, and the nanoseconds that one of the
	 * second counts. Text adds the date as a comment, unless it is the epoch itself. */
	struct { const char *seconds, *fraction; uint32_t nanoseconds; } date;
	bool commented;		/* of ENUM, FLAGS: a number with the names as a comment (PIDTYPE_PID) */
	bool terms;		/* of a MACRO: text shows what it makes: "A<<28|B" (FUTEX_OP) */
	/* Of a struct that is written as the macro of this name, as the members say (BPF_STMT). */
	const char *(*macro)(const struct scope *scope);
	const char *only_if;	/* in an array only elements whose member of this name is not 0 are shown */
	const struct list *list;
	const struct field *fields;
	uint16_t n_fields;
	uint32_t abis;		/* of a struct: the ABIs this layout holds for; 0: all */
	const struct type *other;	/* the layout for the ABIs left out of .abis */
	/* TYPE_RECORDS: element struct, the member that holds each record's size, alignment of
	 * the next record in bytes (0: of a size_t), and the word for their number ("entries"). */
	const struct type *record;
	const char *record_size;
	bool record_body;	/* … of what lies behind its members */
	const char *record_count;	/* the sibling that says how many there are; NULL: as many as fit */
	uint8_t record_align;
	const struct type *shown;	/* what is shown of each, instead of .record */
	bool alone;		/* a single one is shown without brackets; bytes that are none as bytes */
	bool record_ends;	/* one that says it is shorter than its header is the last (cmsg(3)) */
	const char *unit;	/* NUMBER: what is said of how many times it is the size of .record */
};

enum direction { DIR_IN = 1, DIR_OUT = 2, DIR_INOUT = 3 };

/*
 * A number known only when the call is: a constant, or a sibling by its name. Names are looked up
 * in the struct itself, then in what encloses it, up to the arguments. "RET" is the result;
 * "*name" is what the sibling, a pointer to a scalar, points to, "name.part" an argument of the
 * MACRO, or a member of the struct, that it is. "SIZE" is the bytes that the
 * innermost struct has by its caller's word (by its type, if there is none), "INDEX" the place of
 * the innermost array element, from 0. "NETLINK" is the protocol of the netlink socket that the
 * argument sockfd is, "REQUEST" the bytes that the argument request of ioctl(2) says. "VCPU" is where
 * the exit_reason of the struct kvm_run of the argument fd lies, if -e kvm=vcpu asks for it,
 * "VCPU_MORE" if -e kvm=vcpu+ does.
 */
struct amount {
	const char *name;	/* NULL: .constant */
	uint32_t constant;
	uint16_t per;		/* so many of the sibling are one, rounded up (mincore: pages); 0: 1 */
	uint16_t unit;		/* the sibling counts units of so many; 0: 1 */
	uint16_t plus;		/* … and so many more */
	uint16_t most;		/* no more than so many, whatever it is; 0: any number */
	uint8_t brief;		/* of an array: without -v no more than so many, then "..."; 0: all */
	bool nodes : 1;		/* the sibling is a maxnode: one more than the bits in an array of longs */
	bool whole : 1;		/* per: rounded down instead */
	bool huge : 1;		/* a negative sibling is a huge number, not an error */
	bool dots : 1;		/* of an array with .most: "..." stands for more */
	bool less : 1;		/* .name is "a-b": so many less as the second says, if there are as many */
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
	const struct field *notes;
};

struct choice {
	const char *by;		/* name of the sibling that selects */
	const struct variant *variants;
	uint16_t n_variants;
	uint64_t ignored;	/* bits of .by that select nothing (IPC_64) */
	const char *(*key)(const struct scope *scope);	/* instead of by: computes the key */
	bool in_place;	/* of members: the chosen ones follow those before them, as in structs that only
			 * begin alike (sockaddr); else they lie in a union, aligned as its widest member */
};

/*
 * Arguments: a type that does not fit into a register, a type with .count, and every OUT and INOUT
 * field is a pointer without saying so; .pointer makes one of an IN scalar, and with .count an array
 * of pointers (io_submit). Members point to their type only with .pointer; an INOUT one that does
 * is an address at the entry and followed at the exit (clone_args.pidfd).
 */
struct field {
	const char *name;
	const struct type *type;
	enum direction dir : 2;
	bool pointer : 1;	/* see above */
	bool or_address : 1;	/* where .when does not hold the address is shown; an argument with a
				 * condition on RET needs not say so */
	bool on_error : 1;	/* an OUT argument that failing calls fill as well (nanosleep's rem) */
	bool pointer64 : 1;	/* a member: a pointer in an __aligned_u64 (clone_args.set_tid) */
	bool verbose : 1;	/* left out unless -v; "..." stands for it; with .nonzero: only if zero, and without
				 * a word */
	bool usual : 1;		/* a member: with -v it is there also where .when does not hold, without one
				 * only then */
	bool hidden : 1;	/* takes room (an argument: its register), is not shown */
	bool nonzero : 1;	/* shown only if not zero; a note of a set: if not empty, of flags: if any
				 * has a name */
	bool named : 1;		/* an argument shown with its name also in text without -N */
	bool late : 1;		/* printed, with its comma, only when the call has returned */
	bool abbrev : 1;	/* without -v the address stands for what it points to; "[...]" for a
				 * member that is an array */
	bool of_result : 1;	/* a note: its value is the result, not memory or an argument */
	bool whole : 1;		/* an array that is read whole or not at all */
	bool overlay : 1;	/* begins where the member before it does, lies in the register of the argument
				 * before it: both of a union, or one of several by .when */
	bool apart : 1;		/* an INOUT scalar: "[before] => [after]", the first at the entry, the second
				 * if the call succeeded, changed or not (sendfile's offset); a condition on
				 * RET is one on the second. A member of a merged struct: "before => after", both
				 * at the exit, so that it is the first that is shown then */
	bool stacked : 1;	/* not an argument: the stack pointer, which points to it; takes no register */
	bool together : 1;	/* a member behind what the caller gave: 0 there, shown if the one before
				 * it is (bpf) */
	bool pair : 1;		/* a 64-bit argument: two registers on 32-bit ABIs */
	bool pair_high_first : 1;	/* … whatever the byte order (_llseek) */
	uint8_t bits;		/* a bit-field of so many bits */
	uint8_t shift;		/* of an argument of a MACRO: it is in these bits, counted from there */
	const char *shift_name;	/* … where that has one: "0x5<<PR_MTE_TAG_SHIFT" */
	uint64_t mask;
	struct amount behind;	/* a member that begins so many bytes, rounded up to four, and .constant behind its place */
	struct amount len;	/* bytes of BYTES, TEXT, RECORDS; none given: the rest of the struct whose
				 * size the caller gave. Of a STRUCT: that size. Bits of FDSET. Bytes of
				 * SIGSET: a sibling must say 8, or with .unit 1 up to 8 */
	struct amount count;	/* an array of so many; constant 0: as many as the rest has room for */
	const struct list *index;	/* an array: names of its elements, "[VINTR]=0x3" */
	const struct amount *total;	/* an array of structs: bytes that the BYTES in them share (readv: RET) */
	const struct condition *when;	/* NULL: always there */
	const struct choice *choice;
	const char *upper;	/* a u32 member whose upper 32 bits are this sibling's (capset) */
	const char *fraction;	/* of SECONDS: the sibling with the nanoseconds, for the date */
	const char *by;		/* see TYPE_SYSCALL */
	const char *label;	/* of a note: the word before it ("in", "flags"); may stand alone; "x="
				 * with .named: the scalar that the argument points to, without brackets */
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
};

/*
 * How a multiplexer (CALL_MULTIPLEX) passes the arguments of one of its calls, filter_real_call():
 * from[i] is where argument i is: 0 to 5 a register, MULTIPLEX_MEMORY + i the long i behind the
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
	const struct field *notes;	/* what is said behind the result: " (in [3])" */
	const struct multiplexed *multiplexed;
	uint32_t abis;
	const struct syscall *other;
};

#endif
