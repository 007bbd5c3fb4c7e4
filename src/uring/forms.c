/* SPDX-License-Identifier: MIT */
/*
 * The operations of io_uring, Linux 7.2: which call a request stands for, and where each argument
 * is in the SQE. doc/uring.md says how to add one.
 */
#include <string.h>

#include "scry/decode.h"
#include "scry/syscalls.h"
#include "scry/uring.h"

/* Members of struct io_uring_sqe: linux/io_uring.h. */
enum member {
	SQE_ZERO, /* no member: the argument is 0 */
	SQE_MINUS_ONE, /* no member: the argument is -1 */
	SQE_IOPRIO,
	SQE_FD,
	SQE_OFF, /* and addr2 */
	SQE_ADDR, /* and splice_off_in */
	SQE_LEN,
	SQE_OP_FLAGS, /* rw_flags, open_flags, ... */
	SQE_BUFFER, /* buf_index, buf_group */
	SQE_FILE, /* file_index, splice_fd_in */
	SQE_ADDR_LEN, /* of sends */
	SQE_ADDR3,
	SQE_CMD_OP,
	MEMBERS
};

/*
 * The word of 64 bits, the first bit in it, and the number of bits. Rings are in the byte order of
 * the machine.
 */
static const struct {
	uint8_t word, from, bits;
	bool is_signed;
} members[MEMBERS] = {
	[SQE_IOPRIO] = { 0, 16, 16, false },   [SQE_FD] = { 0, 32, 32, true },
	[SQE_OFF] = { 1, 0, 64, false },       [SQE_ADDR] = { 2, 0, 64, false },
	[SQE_LEN] = { 3, 0, 32, false },       [SQE_OP_FLAGS] = { 3, 32, 32, false },
	[SQE_BUFFER] = { 5, 0, 16, false },    [SQE_FILE] = { 5, 32, 32, true },
	[SQE_ADDR_LEN] = { 5, 32, 16, false }, [SQE_ADDR3] = { 6, 0, 64, false },
	[SQE_CMD_OP] = { 1, 0, 32, false },
};

enum {
	FORM_DIRECT =
		1, /* file_index is not 0: the new file gets a place in the table of the ring, and no descriptor */
	FORM_FILE_REGISTERED = 2, /* SPLICE_F_FD_IN_FIXED in the flags: splice_fd_in is an index */
	FORM_CANCEL = 4, /* IORING_ASYNC_CANCEL_FD_FIXED in the flags: fd is an index */
};

/* A way in which an operation is a call. */
struct form {
	uint8_t opcode;
	uint8_t traits; /* FORM_* */
	uint16_t id; /* enum syscall_id */
	const struct syscall *row; /* NULL: that of the call */
	struct {
		uint8_t member; /* SQE_ZERO: always */
		/* the form is meant if the member has this value in these bits */
		uint64_t bits, value;
	} when;
	uint8_t n;
	uint8_t arguments[6]; /* enum member: where each field of the row is */
};

/* IORING_OP_* of linux/io_uring.h, Linux 7.2; the headers of the machine may be older. */
enum opcode {
	OP_NOP,
	OP_READV,
	OP_WRITEV,
	OP_FSYNC,
	OP_READ_FIXED,
	OP_WRITE_FIXED,
	OP_POLL_ADD,
	OP_POLL_REMOVE,
	OP_SYNC_FILE_RANGE,
	OP_SENDMSG,
	OP_RECVMSG,
	OP_TIMEOUT,
	OP_TIMEOUT_REMOVE,
	OP_ACCEPT,
	OP_ASYNC_CANCEL,
	OP_LINK_TIMEOUT,
	OP_CONNECT,
	OP_FALLOCATE,
	OP_OPENAT,
	OP_CLOSE,
	OP_FILES_UPDATE,
	OP_STATX,
	OP_READ,
	OP_WRITE,
	OP_FADVISE,
	OP_MADVISE,
	OP_SEND,
	OP_RECV,
	OP_OPENAT2,
	OP_EPOLL_CTL,
	OP_SPLICE,
	OP_PROVIDE_BUFFERS,
	OP_REMOVE_BUFFERS,
	OP_TEE,
	OP_SHUTDOWN,
	OP_RENAMEAT,
	OP_UNLINKAT,
	OP_MKDIRAT,
	OP_SYMLINKAT,
	OP_LINKAT,
	OP_MSG_RING,
	OP_FSETXATTR,
	OP_SETXATTR,
	OP_FGETXATTR,
	OP_GETXATTR,
	OP_SOCKET,
	OP_URING_CMD,
	OP_SEND_ZC,
	OP_SENDMSG_ZC,
	OP_READ_MULTISHOT,
	OP_WAITID,
	OP_FUTEX_WAIT,
	OP_FUTEX_WAKE,
	OP_FUTEX_WAITV,
	OP_FIXED_FD_INSTALL,
	OP_FTRUNCATE,
	OP_BIND,
	OP_LISTEN,
	OP_RECV_ZC,
	OP_EPOLL_WAIT,
	OP_READV_FIXED,
	OP_WRITEV_FIXED,
	OP_PIPE,
	OP_NOP128,
	OP_URING_CMD128,
};

/* clang-format off */
#define ARGS(...) .n = sizeof((const uint8_t[]){ __VA_ARGS__ }), .arguments = { __VA_ARGS__ }
#define FORM(op, call, ...) { .opcode = OP_##op, .id = ID_##call, ARGS(__VA_ARGS__) }
#define FORM_IF(op, call, member_, bits_, value_, ...) \
	{ .opcode = OP_##op, .id = ID_##call, .when = { SQE_##member_, bits_, value_ }, ARGS(__VA_ARGS__) }
#define FORM_AS(op, call, traits_, ...) { .opcode = OP_##op, .id = ID_##call, .traits = (traits_), ARGS(__VA_ARGS__) }
#define ALL UINT64_MAX
/* An offset of -1 is the position of the file (IORING_FEAT_RW_CUR_POS). */

/* The first form that fits counts. */
static const struct form forms[] = {
	{ .opcode = OP_NOP, .id = ID_nop },
	{ .opcode = OP_NOP128, .id = ID_nop },
	FORM_IF(READ, read, OFF, ALL, ALL, SQE_FD, SQE_ADDR, SQE_LEN),
	FORM(READ, pread64, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM_IF(WRITE, write, OFF, ALL, ALL, SQE_FD, SQE_ADDR, SQE_LEN),
	FORM(WRITE, pwrite64, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM_IF(READ_FIXED, read, OFF, ALL, ALL, SQE_FD, SQE_ADDR, SQE_LEN),
	FORM(READ_FIXED, pread64, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM_IF(WRITE_FIXED, write, OFF, ALL, ALL, SQE_FD, SQE_ADDR, SQE_LEN),
	FORM(WRITE_FIXED, pwrite64, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM_IF(READ_MULTISHOT, read, OFF, ALL, ALL, SQE_FD, SQE_ADDR, SQE_LEN),
	FORM(READ_MULTISHOT, pread64, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM_IF(READV, preadv, OP_FLAGS, ALL, 0, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM(READV, preadv2, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	FORM_IF(WRITEV, pwritev, OP_FLAGS, ALL, 0, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM(WRITEV, pwritev2, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	FORM_IF(READV_FIXED, preadv, OP_FLAGS, ALL, 0, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM(READV_FIXED, preadv2, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	FORM_IF(WRITEV_FIXED, pwritev, OP_FLAGS, ALL, 0, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM(WRITEV_FIXED, pwritev2, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	/* IORING_FSYNC_DATASYNC */
	FORM_IF(FSYNC, fdatasync, OP_FLAGS, 1, 1, SQE_FD),
	FORM(FSYNC, fsync, SQE_FD),
	FORM(SYNC_FILE_RANGE, sync_file_range, SQE_FD, SQE_OFF, SQE_LEN, SQE_OP_FLAGS),
	FORM(FALLOCATE, fallocate, SQE_FD, SQE_LEN, SQE_OFF, SQE_ADDR),
	FORM(FTRUNCATE, ftruncate, SQE_FD, SQE_OFF),
	/* A length of 64 bits is in addr, or in off; older kernels and programs have it in len. */
	FORM_IF(FADVISE, fadvise64, ADDR, ALL, 0, SQE_FD, SQE_OFF, SQE_LEN, SQE_OP_FLAGS),
	FORM(FADVISE, fadvise64, SQE_FD, SQE_OFF, SQE_ADDR, SQE_OP_FLAGS),
	FORM_IF(MADVISE, madvise, OFF, ALL, 0, SQE_ADDR, SQE_LEN, SQE_OP_FLAGS),
	FORM(MADVISE, madvise, SQE_ADDR, SQE_OFF, SQE_OP_FLAGS),
	FORM_AS(OPENAT, openat, FORM_DIRECT, SQE_FD, SQE_ADDR, SQE_OP_FLAGS, SQE_LEN),
	FORM_AS(OPENAT2, openat2, FORM_DIRECT, SQE_FD, SQE_ADDR, SQE_OFF, SQE_LEN),
	FORM_AS(CLOSE, close, FORM_DIRECT, SQE_FD),
	FORM(STATX, statx, SQE_FD, SQE_ADDR, SQE_OP_FLAGS, SQE_LEN, SQE_OFF),
	FORM(RENAMEAT, renameat2, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	FORM(UNLINKAT, unlinkat, SQE_FD, SQE_ADDR, SQE_OP_FLAGS),
	FORM(MKDIRAT, mkdirat, SQE_FD, SQE_ADDR, SQE_LEN),
	FORM(SYMLINKAT, symlinkat, SQE_ADDR, SQE_FD, SQE_OFF),
	FORM(LINKAT, linkat, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	FORM(SETXATTR, setxattr, SQE_ADDR3, SQE_ADDR, SQE_OFF, SQE_LEN, SQE_OP_FLAGS),
	FORM(FSETXATTR, fsetxattr, SQE_FD, SQE_ADDR, SQE_OFF, SQE_LEN, SQE_OP_FLAGS),
	FORM(GETXATTR, getxattr, SQE_ADDR3, SQE_ADDR, SQE_OFF, SQE_LEN),
	FORM(FGETXATTR, fgetxattr, SQE_FD, SQE_ADDR, SQE_OFF, SQE_LEN),
	FORM_AS(PIPE, pipe2, FORM_DIRECT, SQE_ADDR, SQE_OP_FLAGS),
	{ .opcode = OP_SPLICE, .id = ID_splice, .row = &syscall_splice_of_ring, .traits = FORM_FILE_REGISTERED,
	  ARGS(SQE_FILE, SQE_ADDR, SQE_FD, SQE_OFF, SQE_LEN, SQE_OP_FLAGS) },
	{ .opcode = OP_TEE, .id = ID_tee, .row = &syscall_tee_of_ring, .traits = FORM_FILE_REGISTERED,
	  ARGS(SQE_FILE, SQE_FD, SQE_LEN, SQE_OP_FLAGS) },
	FORM_AS(SOCKET, socket, FORM_DIRECT, SQE_FD, SQE_OFF, SQE_LEN),
	FORM(BIND, bind, SQE_FD, SQE_ADDR, SQE_OFF),
	FORM(LISTEN, listen, SQE_FD, SQE_LEN),
	FORM(CONNECT, connect, SQE_FD, SQE_ADDR, SQE_OFF),
	FORM_AS(ACCEPT, accept4, FORM_DIRECT, SQE_FD, SQE_ADDR, SQE_OFF, SQE_OP_FLAGS),
	FORM(SHUTDOWN, shutdown, SQE_FD, SQE_LEN),
	FORM(SENDMSG, sendmsg, SQE_FD, SQE_ADDR, SQE_OP_FLAGS),
	FORM(SENDMSG_ZC, sendmsg, SQE_FD, SQE_ADDR, SQE_OP_FLAGS),
	FORM(RECVMSG, recvmsg, SQE_FD, SQE_ADDR, SQE_OP_FLAGS),
	FORM(SEND, sendto, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OP_FLAGS, SQE_OFF, SQE_ADDR_LEN),
	FORM(SEND_ZC, sendto, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OP_FLAGS, SQE_OFF, SQE_ADDR_LEN),
	FORM(RECV, recvfrom, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OP_FLAGS, SQE_ZERO, SQE_ZERO),
	FORM(RECV_ZC, recv_zc, SQE_FD, SQE_LEN, SQE_FILE, SQE_OP_FLAGS),
	FORM(EPOLL_CTL, epoll_ctl, SQE_FD, SQE_LEN, SQE_OFF, SQE_ADDR),
	FORM(EPOLL_WAIT, epoll_wait, SQE_FD, SQE_ADDR, SQE_LEN, SQE_MINUS_ONE),
	FORM(WAITID, waitid, SQE_LEN, SQE_FD, SQE_OFF, SQE_FILE, SQE_ZERO),
	FORM(FUTEX_WAIT, futex_wait, SQE_ADDR, SQE_OFF, SQE_ADDR3, SQE_FD, SQE_ZERO, SQE_ZERO),
	FORM(FUTEX_WAKE, futex_wake, SQE_ADDR, SQE_ADDR3, SQE_OFF, SQE_FD),
	FORM(FUTEX_WAITV, futex_waitv, SQE_ADDR, SQE_LEN, SQE_ZERO, SQE_ZERO, SQE_ZERO),
	FORM(POLL_ADD, poll_add, SQE_FD, SQE_OP_FLAGS, SQE_LEN),
	FORM(POLL_REMOVE, poll_remove, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_OP_FLAGS),
	FORM(TIMEOUT, timeout, SQE_ADDR, SQE_OFF, SQE_OP_FLAGS),
	FORM(TIMEOUT_REMOVE, timeout_remove, SQE_ADDR, SQE_OP_FLAGS, SQE_OFF),
	FORM(LINK_TIMEOUT, link_timeout, SQE_ADDR, SQE_OP_FLAGS),
	FORM_AS(ASYNC_CANCEL, async_cancel, FORM_CANCEL, SQE_ADDR, SQE_FD, SQE_LEN, SQE_OP_FLAGS),
	FORM(FILES_UPDATE, files_update, SQE_ADDR, SQE_LEN, SQE_OFF),
	FORM(PROVIDE_BUFFERS, provide_buffers, SQE_ADDR, SQE_LEN, SQE_FD, SQE_BUFFER, SQE_OFF),
	FORM(REMOVE_BUFFERS, remove_buffers, SQE_FD, SQE_BUFFER),
	FORM(MSG_RING, msg_ring, SQE_FD, SQE_ADDR, SQE_LEN, SQE_OFF, SQE_ADDR3, SQE_OP_FLAGS),
	FORM(URING_CMD, uring_cmd, SQE_FD, SQE_CMD_OP, SQE_ADDR, SQE_LEN, SQE_ADDR3, SQE_OP_FLAGS),
	FORM(URING_CMD128, uring_cmd, SQE_FD, SQE_CMD_OP, SQE_ADDR, SQE_LEN, SQE_ADDR3, SQE_OP_FLAGS),
	FORM(FIXED_FD_INSTALL, fixed_fd_install, SQE_FD, SQE_OP_FLAGS),
};
/* clang-format on */

/*
 * In these operations buf_index is the index of a registered buffer if a flag in a member is set:
 * IORING_RECVSEND_FIXED_BUF, IORING_URING_CMD_FIXED, IORING_NOP_FIXED_BUFFER. Without a flag it
 * always is.
 */
static const struct {
	uint8_t opcode, member;
	uint32_t flag;
} buffer_users[] = {
	{ OP_READ_FIXED, SQE_ZERO, 0 },		 { OP_WRITE_FIXED, SQE_ZERO, 0 },
	{ OP_READV_FIXED, SQE_ZERO, 0 },	 { OP_WRITEV_FIXED, SQE_ZERO, 0 },
	{ OP_SEND_ZC, SQE_IOPRIO, 1u << 2 },	 { OP_SENDMSG_ZC, SQE_IOPRIO, 1u << 2 },
	{ OP_URING_CMD, SQE_OP_FLAGS, 1u << 0 }, { OP_URING_CMD128, SQE_OP_FLAGS, 1u << 0 },
	{ OP_NOP, SQE_OP_FLAGS, 1u << 3 },	 { OP_NOP128, SQE_OP_FLAGS, 1u << 3 },
};

/* IOSQE_FIXED_FILE, SPLICE_F_FD_IN_FIXED, IORING_ASYNC_CANCEL_FD_FIXED. */
#define FLAG_FIXED_FILE 0x1u
#define FLAG_SPLICE_FIXED 0x80000000u
#define FLAG_CANCEL_FIXED 0x8u

static uint64_t member_of(const uint64_t *sqe, unsigned member)
{
	unsigned bits = members[member].bits;
	uint64_t number;

	if (!bits)
		return member == SQE_MINUS_ONE ? UINT64_MAX : 0;
	number = sqe[members[member].word] >> members[member].from;
	if (bits == 64)
		return number;
	number &= (UINT64_C(1) << bits) - 1;
	if (members[member].is_signed && number >> (bits - 1))
		number |= ~((UINT64_C(1) << bits) - 1);
	return number;
}

static bool fits(const struct form *form, const uint64_t *sqe)
{
	unsigned member = form->when.member;
	uint64_t bits = form->when.bits;

	if (member == SQE_ZERO)
		return true;
	/* Members with less than 64 bits have no others. */
	if (members[member].bits < 64)
		bits &= (UINT64_C(1) << members[member].bits) - 1;
	return (member_of(sqe, member) & bits) == (form->when.value & bits);
}

static bool uses_registered_buffer(const uint64_t *sqe, unsigned opcode)
{
	for (size_t i = 0; i < ARRAY_SIZE(buffer_users); i++)
		if (buffer_users[i].opcode == opcode)
			return !buffer_users[i].flag ||
			       member_of(sqe, buffer_users[i].member) & buffer_users[i].flag;
	return false;
}

static const struct form *find_form(const uint64_t *sqe, unsigned opcode)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].opcode == opcode && fits(&forms[i], sqe))
			return &forms[i];
	return NULL;
}

/* Puts a number into the register of a field, or into two. */
static void put_argument(const struct abi *abi, const struct field *field, unsigned slot,
			 uint64_t number, uint64_t args[6])
{
	const struct field_more *more = field_more(field);
	bool high_first = more->pair_of_halves ? more->pair_high_first : abi->big_endian;

	args[slot] = number;
	if (!argument_is_pair(field, abi))
		return;
	args[slot] = high_first ? number >> 32 : number & UINT32_MAX;
	args[slot + 1] = high_first ? number & UINT32_MAX : number >> 32;
}

/* Whether the member with a descriptor has the index of a registered file. */
static bool is_registered(const struct form *form, const struct request *request, unsigned member)
{
	uint64_t flags = member_of(request->sqe, SQE_OP_FLAGS);

	if (member == SQE_FILE && form->traits & FORM_FILE_REGISTERED)
		return flags & FLAG_SPLICE_FIXED;
	if (member != SQE_FD)
		return false;
	if (form->traits & FORM_CANCEL)
		return flags & FLAG_CANCEL_FIXED;
	return request->flags & FLAG_FIXED_FILE || form->opcode == OP_FIXED_FD_INSTALL;
}

/* Fills in the registers, in the order of the fields of the row. */
static void put_arguments(const struct form *form, struct request *request, const struct abi *abi,
			  uint64_t args[6])
{
	struct argument_walk walk = { .abi = abi };
	const struct syscall *row = request->row;
	unsigned n = 0, slot;

	for (uint16_t i = 0; i < row->n_args && n < form->n; i++) {
		const struct field *field = &row->args[i];

		if (!argument_place(&walk, field, &slot))
			return;
		if (field_type(field)->kind == KIND_PADDING)
			continue;
		put_argument(abi, field, slot, member_of(request->sqe, form->arguments[n]), args);
		if (is_registered(form, request, form->arguments[n]))
			request->registered |= (uint8_t)(1u << slot);
		n++;
	}
}

static bool has_argument(const struct form *form, unsigned member)
{
	for (unsigned i = 0; i < form->n; i++)
		if (form->arguments[i] == member)
			return true;
	return form->when.member == member;
}

bool uring_closes(unsigned opcode)
{
	return opcode == OP_CLOSE;
}

/*
 * The file that a request of a form with FORM_DIRECT makes or closes is in the table of the ring.
 */
static void use_table(const struct form *form, struct request *request, uint64_t args[6])
{
	uint64_t index = member_of(request->sqe, SQE_FILE);

	if (!(form->traits & FORM_DIRECT) || !index)
		return;
	if (uring_closes(form->opcode)) {
		args[0] = index - 1;
		request->registered |= 1;
	} else {
		request->traits |= REQUEST_DIRECT;
	}
}

void uring_read_request(struct request *request, const struct abi *abi, uint64_t args[6])
{
	const uint64_t *sqe = request->sqe;
	static const uint8_t raw[6] = { 0, 1, 2, 3, 5, 6 };
	const struct form *form;

	request->opcode = (uint8_t)sqe[0];
	request->flags = (uint8_t)(sqe[0] >> 8);
	request->user_data = sqe[4];
	if (uses_registered_buffer(sqe, request->opcode))
		request->traits |= REQUEST_BUFFER;
	form = find_form(sqe, request->opcode);
	request->id = form ? form->id : ID_none;
	request->row = form ? form->row ? form->row : syscall_row(request->id, abi) : NULL;
	if (!request->row) {
		for (unsigned i = 0; i < 6; i++)
			args[i] = sqe[raw[i]];
		return;
	}
	memset(args, 0, 6 * sizeof(*args));
	put_arguments(form, request, abi, args);
	use_table(form, request, args);
	if (!has_argument(form, SQE_OP_FLAGS))
		request->op_flags = (uint32_t)member_of(sqe, SQE_OP_FLAGS);
}

bool uring_has_call(unsigned id)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].id == id)
			return true;
	return false;
}

unsigned uring_form_call(size_t index)
{
	return index < ARRAY_SIZE(forms) ? forms[index].id : ID_none;
}

/* --- plans of the bpf engine ----------------------------------------------------------------- */

static enum uring_place place_in_plan(enum member member)
{
	switch (member) {
	case SQE_FD:
		return PLACE_FD;
	case SQE_ADDR:
		return PLACE_ADDR;
	case SQE_LEN:
		return PLACE_LEN;
	case SQE_OFF:
		return PLACE_OFF;
	case SQE_OP_FLAGS:
		return PLACE_OP_FLAGS;
	case SQE_ADDR3:
		return PLACE_ADDR3;
	case SQE_ADDR_LEN:
		return PLACE_ADDR_LEN;
	case SQE_FILE:
		return PLACE_FILE;
	default:
		return PLACE_OTHER;
	}
}

/* The last form of an operation is its general one. */
bool uring_find_call(unsigned opcode, const struct abi *abi, unsigned *id,
		     const struct syscall **row, uint8_t registers[6])
{
	struct argument_walk walk = { .abi = abi };
	const struct form *form = NULL;
	unsigned n = 0, slot;

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].opcode == opcode)
			form = &forms[i];
	if (!form)
		return false;
	*id = form->id;
	*row = form->row ? form->row : syscall_row(form->id, abi);
	memset(registers, PLACE_OTHER, 6);
	for (uint16_t i = 0; *row && i < (*row)->n_args && n < form->n; i++) {
		if (!argument_place(&walk, &(*row)->args[i], &slot))
			break;
		if (field_type(&(*row)->args[i])->kind != KIND_PADDING)
			registers[slot] = (uint8_t)place_in_plan(form->arguments[n++]);
	}
	return *row;
}

bool uring_is_in(unsigned opcode, const uint32_t *abis, const struct abi *abi)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].opcode == opcode && abis[forms[i].id] >> abi->id & 1)
			return true;
	return false;
}
