/* SPDX-License-Identifier: MIT */
/*
 * Shared types: what a value means. The types of the table and the values that decode emits have
 * the same kinds, but for those that only one of them has.
 */
#ifndef SCRY_KIND_H
#define SCRY_KIND_H

#include <stdbool.h>

/*
 * The first part of a comment says which members of struct type the kind has; a value of the kind
 * always has u, size and, where the type has one, list. After "value:" are the other members of
 * struct value that the kind uses, and the text if it is not obvious. A set of bits is kept in
 * words of the ABI's long, as the kernel keeps it.
 */
enum kind {
	/* Scalars: a register may have them. */
	KIND_NUMBER,		/* .base 10, 16 or 8; value: is_signed, base, digits, shift */
	KIND_ENUM,		/* .list */
	KIND_FLAGS,		/* .list */
	/*
	 * a pointer that is never followed; value: 0 is NULL. Stands also for memory that could not
	 * be read
	 */
	KIND_ADDRESS,
	/* value: u is an int; bytes, len: path; NULL: unknown, or not asked for */
	KIND_FD,
	/* a descriptor, or the name that .list or AT_FDCWD has; value: as KIND_FD */
	KIND_DIRFD,
	/* a descriptor of the process that .by of the field names; value: as KIND_FD */
	KIND_OTHER_FD,
	/* value: u is an int; bytes, len: comm; NULL: unknown, or not asked for */
	KIND_PID,
	KIND_UID,		/* a user or group ID: -1 is -1; value: size 2 or 4 */
	KIND_SIGNAL,		/* a signal number */
	KIND_ERRNO,		/* value: an error number, which may be negative */
	KIND_DEV,		/* a device number; value: size 2: the old encoding */
	KIND_MODE,		/* S_IFMT part and octal permissions; value: list has S_IF* */
	KIND_PERM,		/* octal permissions only */
	KIND_SECONDS,		/* seconds since the epoch: a date as comment where useful */
	/* be16; with a .list an Ethernet protocol: htons(ETH_P_ALL); value: u in host order */
	KIND_PORT,
	/*
	 * another number in network byte order, with a function of byteorder(3): htonl(1); value: u
	 * in host order; size 4 or 8; base
	 */
	KIND_NETWORK,
	KIND_IPV4,		/* be32; value: bytes: 4, network order */
	KIND_WAIT_STATUS,	/* a status as in wait(2) */
	/* rlimit value: 8192*1024, RLIM64_INFINITY; value: size 4 or 8 decides about infinity */
	KIND_LIMIT,
	/*
	 * clock_t of the kernel's user-space interface: hundredths of a second; value: of 1/1000 s
	 * if digits is 3; unless 0, text adds "0.03 s"
	 */
	KIND_TICKS,
	/*
	 * .list; text is all names of the value, with " or " between them; without a name
	 * _IOC(_IOC_READ|_IOC_WRITE, 0x54, 0x1, 0x4)
	 */
	KIND_IOCTL,
	/*
	 * a call number; see field_by(); value: of abi, which is NULL if unknown. Text is
	 * __NR_openat, and for a foreign ABI the number with a comment
	 */
	KIND_SYSCALL,
	/*
	 * index of a network interface; value: bytes, len: its name. Text is if_nametoindex("lo"),
	 * without a name the number
	 */
	KIND_INTERFACE,
	KIND_KERNEL_VERSION,	/* LINUX_VERSION_CODE: KERNEL_VERSION(6, 1, 0) */
	KIND_CHARACTER,		/* one byte of text: 'a', '\x07' */
	/*
	 * four characters that name a format of pixels, lowest byte first; .list has names for some
	 */
	KIND_FOURCC,
	/*
	 * a keyboard symbol, its type in the upper byte: .list has names; value: bytes, len: the
	 * name of the type
	 */
	KIND_KEYSYM,
	/*
	 * a period of the console's timer, in units of 1/1193182 s; value: base 16: the period in
	 * the lower 16 bits, the duration in ms in the upper 16 bits
	 */
	KIND_TONE,

	/* Scalars of the table. Decode emits them as values of other kinds. */

	/* a family of generic netlink; .list: names that do not depend on the kernel. An ENUM */
	KIND_FAMILY,
	KIND_SIGMASK,		/* a number with a bit for each signal (ssetmask). A SIGSET */
	/* a number that the macro .name of a header makes (IOPRIO_PRIO_VALUE). A group */
	KIND_MACRO,
	KIND_SCALARS_END,

	/* In memory only. Without u. */

	/* a C string never cut short of PATH_MAX; value: as KIND_STRING */
	KIND_PATH = KIND_SCALARS_END,
	/*
	 * sun_path: TEXT that may fill its capacity, or begin with a NUL (abstract); value: as
	 * KIND_STRING
	 */
	KIND_SOCKET_NAME,
	/*
	 * .len of the field bytes; value: bytes, len, size of a word (1: long): signal n is bit n -
	 * 1
	 */
	KIND_SIGSET,
	/*
	 * bits up to .len of the field; value: bytes, len: descriptor n is bit n, as in select(2)
	 */
	KIND_FDSET,
	/* .len bytes of bits, in the ABI's words; value: bytes, len: CPU n is bit n */
	KIND_CPUSET,
	KIND_IPV6,		/* value: bytes: 16 */
	/*
	 * .len bytes of bits; the entries of .list name bits by their numbers (ICMP_FILTER); value:
	 * bytes, len, size of a word (1: long); truncated: more bits follow; base 2: text never
	 * shows the complement
	 */
	KIND_BITSET,
	/* .len bytes, 16: 01234567-89ab-cdef-0123-456789abcdef; value: bytes */
	KIND_UUID,
	/* .len bytes of a hardware address: 01:23:45:67:89:ab; value: bytes, len */
	KIND_HARDWARE,
	/* .len bytes, 7: the address of an amateur radio station, HB9ABC-5; value: bytes */
	KIND_CALLSIGN,

	/* Of values only. */

	/* CSTRING, BYTES, TEXT; value: bytes, len, truncated, full_len; base 16: always in hex */
	KIND_STRING,
	KIND_OMITTED,		/* "...": a value that is left out on purpose */
	/*
	 * value: bytes, len, truncated, full_len: bytes after the known members of a struct; u: the
	 * offset of the first one. Text is hexadecimal with the comment "bytes 88..199", which
	 * comes second if named
	 */
	KIND_EXTRA,
	KIND_NAMESPACE,		/* value: u: inode of a namespace; bytes, len: its type ("net") */
	/* every sink shows all kinds before this one, but for the scalars of the table */
	KIND_VALUES_END,

	/* Of the table only, in memory. */

	/* ends with NUL; cut at the string limit, at .bytes.limit, at .len of the field */
	KIND_CSTRING = KIND_VALUES_END,
	KIND_BYTES,		/* .len of the field; cut at the string limit */
	/* char array of .len bytes that ends early at a NUL; never cut otherwise */
	KIND_TEXT,
	KIND_STRUCT,
	KIND_RECORDS,		/* records of varying size, one after another */
	KIND_STRING_VECTOR,	/* argv: pointers to C strings up to a NULL */
	KIND_ENVIRONMENT,	/* envp: a vector that text shows as a count without -v */
	/* Not a value of its own: */
	KIND_CHOICE,		/* fields chosen by a sibling: .choice of the field */
	KIND_PADDING,		/* .len bytes without a meaning */
};

/* Whether values have this kind. */
static inline bool kind_is_value(unsigned kind)
{
	return kind < KIND_FAMILY || (kind >= KIND_SCALARS_END && kind < KIND_VALUES_END);
}

/* Whether values of this kind are descriptors, of the caller or of another process. */
static inline bool kind_is_descriptor(unsigned kind)
{
	return kind == KIND_FD || kind == KIND_DIRFD || kind == KIND_OTHER_FD;
}

#endif
