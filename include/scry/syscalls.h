/* SPDX-License-Identifier: MIT */
/* Public header of src/syscalls/: the table. */
#ifndef SCRY_SYSCALLS_H
#define SCRY_SYSCALLS_H

#include "scry/arch.h"
#include "scry/list.h"
#include "scry/type.h"

/*
 * The row of a call for an ABI. NULL: the table has none; the call's arguments are shown as six raw
 * numbers.
 */
const struct syscall *syscall_row(enum syscall_id id, const struct abi *abi);
/*
 * The call that a call is another form of, with times of another size: clock_nanosleep of
 * clock_nanosleep_time64; the arguments are the same, in the same order. A call that is none is its
 * own base.
 */
enum syscall_id syscall_base(enum syscall_id id);

/* What a call waits for. */
enum call_awaits {
	AWAITS_NOTHING,
	AWAITS_EVENT, /* none of the following */
	AWAITS_DATA, /* in the descriptor of argument 0, as the next four */
	AWAITS_SPACE,
	AWAITS_CONNECTION,
	AWAITS_PEER, /* its answer to connect(2) */
	AWAITS_LOCK,
	AWAITS_POLL, /* one of several descriptors */
	AWAITS_EPOLL,
	AWAITS_FUTEX,
	AWAITS_CHILD,
	AWAITS_SIGNAL,
	AWAITS_TIME,
	AWAITS_RESUMED, /* what the call waited for that restart_syscall(2) resumes */
	AWAITS_OPENER, /* of the other end of a FIFO */
};

/* How a call waits for something that another process or the time does. */
struct call_wait {
	uint8_t awaits; /* enum call_awaits */
	bool meant; /* programs make the call in order to wait */
	enum call_ends {
		ENDS_NEVER,
		ENDS_ALWAYS,
		ENDS_BY_POINTER, /* unless the argument is NULL */
		ENDS_BY_NUMBER, /* unless the argument, an int, is negative */
	} ends; /* whether it ends after a time */
	uint8_t limit_at; /* the index of the argument */
};

/* Returns how a call waits; NULL: it does not. The row of a call is that of its base. */
const struct call_wait *syscall_wait(enum syscall_id id);
/* Whether a call with these arguments has no time limit. */
bool call_wait_is_forever(const struct call_wait *wait, const uint64_t args[]);

/* Whether a program begins with a call that succeeds. */
static inline bool syscall_executes(enum syscall_id id)
{
	return id == ID_execve || id == ID_execveat;
}

/* Whether the row of a call has a flag: CALL_*. */
static inline bool syscall_has_flag(enum syscall_id id, const struct abi *abi, unsigned flag)
{
	const struct syscall *row = syscall_row(id, abi);

	return row && row->flags & flag;
}

/*
 * Puts the fields of a row's arguments into shown[], in the order in which text shows them: that of
 * registers, or that of its view. Returns their number, max at most.
 */
unsigned syscall_text_order(const struct syscall *row, const struct field *shown[], unsigned max);

/* Returns the argument of a name; NULL: the row, which may be NULL, has none. */
const struct field *syscall_argument(const struct syscall *row, const char *name);

/* Whether the entry of a call can name a path or a descriptor. row may be NULL. */
bool syscall_names_file(const struct syscall *row);

/* "file" for C_FILE; index from 0 to CLASS_COUNT - 1. */
const char *class_name(unsigned index);
/*
 * The bit of a class name, without its first '%' ("file", "%stat"; old spellings too); 0: unknown.
 */
uint32_t class_by_name(const char *name);

/* Struct types used by decode itself. */
extern const struct type type_siginfo;

/* Names that hooks read. */
extern const struct list list_open_flags, list_signals, list_si_code;

/* Every struct type of the table, ended by NULL: for the layout test. */
extern const struct type *const type_all[];

/* A macro that makes requests of ioctl(2), and what it makes them of. */
struct ioctl_macro {
	const char *name;
	uint32_t value, mask;	/* the bits under the mask are the value */
	const struct list *list;	/* names of numbers; NULL: none */
	uint8_t first;		/* what the number counts from */
	bool number, size;	/* its arguments, in this order */
};

/* NULL: none makes this request. */
const struct ioctl_macro *ioctl_macro_of(uint32_t request);


/*
 * Copies the next word of a text in a row and moves *words after it: of "A|B", the values of a
 * condition, or of "a, b", the names in a view. Returns false if no word is left, or if the next
 * one is too long. words may point to NULL: no word.
 */
#define ROW_WORD 80
bool row_next_word(const char **words, char word[ROW_WORD]);

/*
 * As requests of io_uring splice(2) has offsets that are numbers and no pointers, and both calls
 * have a flag more.
 */
extern const struct syscall syscall_splice_of_ring, syscall_tee_of_ring;
/* "IORING_OP_READ" for 22; NULL: no such operation. */
const char *uring_op_name(unsigned opcode);
/*
 * Calls each() with each name of IOSQE_* flags and its bits. Bits without a name come last, with
 * the name NULL.
 */
void uring_flags_split(uint8_t flags, void (*each)(void *ctx, const char *name, uint64_t bits),
		       void *ctx);

/* "SIGINT" for 2, "SIGRTMIN" for 32, "SIGRT_2" for 34; NULL: no such signal. */
const char *signal_name(const struct abi *abi, unsigned signal);
/* "ENOENT" for 2, "ERESTARTSYS" for 512, which only the kernel uses; NULL: no such error. */
const char *errno_name(const struct abi *abi, unsigned error);
/* The same for call_errno(): "SIGSYS" for ERROR_NOT_RUN. */
const char *call_error_name(const struct abi *abi, unsigned error);
/* "No such file or directory" for ENOENT, in English; for call_errno(), too. */
const char *errno_text(const struct abi *abi, unsigned error);
/*
 * Returns 2 for "SIGINT", "INT", "sigint" and "2" (a number is not checked to be a signal); -1:
 * unknown.
 */
int signal_by_name(const struct abi *abi, const char *name);

#endif
