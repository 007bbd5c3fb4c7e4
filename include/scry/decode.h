/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/decode/: it turns a row, arguments and fetched memory into calls on a sink.
 */
#ifndef SCRY_DECODE_H
#define SCRY_DECODE_H

#include "scry/arch.h"
#include "scry/call.h"
#include "scry/fetch.h"
#include "scry/sink.h"
#include "scry/syscalls.h"
#include "scry/type.h"

/* SELinux contexts are not shown; their types are, "passwd_file_t"; they are, whole. */
enum context_format { CONTEXTS_NO, CONTEXTS_TYPE, CONTEXTS_FULL };
#define CONTEXT_CAPACITY 1024 /* the maximum length of a context in bytes: categories make it long */
enum { NAMESPACES_NEW = 1 }; /* those that a process enters, or its child begins in */
/* why KVM_RUN returned; and what struct kvm_run says of it */
enum { KVM_VCPU = 1, KVM_VCPU_MORE = 2 };

struct decode_config {
	size_t string_limit;	/* -s: bytes of a string that are read and shown */
	size_t vector_limit;	/* the same for each string of argv and envp; 0: string_limit */
	/*
	 * --environment: the strings of environments; false: -v shows them in text, else only their
	 * number
	 */
	bool environment;
	bool verbose;		/* -v, -e abbrev without this call: nothing abbreviated */
	/* -e verbose without this call: no more than addresses of structures */
	bool shallow;
	unsigned fds;		/* -y, --decode-fds: FD_* */
	bool pid_comms;		/* -Y */
	bool pid_outside;	/* --decode-pids=pidns */
	unsigned namespaces;	/* -e namespace: NAMESPACES_NEW */
	enum context_format contexts;	/* --secontext */
	/*
	 * The paths of -P, and their last components. If a path is not in names, and its last
	 * component is in last_names, decode sets value_more.start and .whole of the path.
	 */
	char *const *names, *const *last_names;
	size_t n_names;
	/* decode asks for the whole name of every path, as if -P could have it */
	bool all_names;
	bool targets;	/* and where a symbolic link in its last component leads */
	/*
	 * decode sets value_more.start of every relative path, and .whole of every path that climbs
	 */
	bool path_starts;
	unsigned kvm;		/* -e kvm: KVM_VCPU, KVM_VCPU_MORE */
};

/* The maximum number of choices among the arguments of a call. */
#define CHOICES_MAX 4

/*
 * What decode keeps from the entry of a call for its exit: IN values that pointers referred to, and
 * what decode found out at the entry. A snapshot of zeros is empty. The caller owns it and frees it
 * with entry_snapshot_free().
 */
struct entry_snapshot {
	/* the bytes that arguments, and members of structs with .pointees_kept, pointed to */
	struct buf saved;
	/* before the call; NULL: the tracee has made no call that enters a namespace */
	struct namespaces *namespaces;
	/* the number of the expanded arguments in the cache; 0: not expanded yet */
	uint32_t expansion;
	/* scope_netlink(): the protocol + 1; 0: not asked yet; -1: no netlink socket */
	int netlink;
	/* the inode of the socket whose peer the call gives up if it succeeds; 0: none */
	uint64_t given_up;
	/*
	 * scope_anonymous_name(): the last answer of the call, and the descriptor that was asked
	 * about; empty: none.
	 */
	char anonymous[24];
	int anonymous_fd;
	bool anonymous_asked;
	bool has_pointees;	/* .saved has bytes that a member pointed to */
	uint16_t present;	/* one bit for each argument of the row: its condition was true */
	uint16_t open;		/* one bit for each argument: its ENTRY segment left a group open */
	/* for each choice among the arguments: the number of its variant + 1; 0: none */
	uint16_t chosen[CHOICES_MAX];
};

void entry_snapshot_free(struct entry_snapshot *snapshot);

/*
 * What decode computes once for all tracees: the offsets of members under an ABI, the registers of
 * the arguments of a row, the variant of a choice. The cache grows with each new entry, up to the
 * size of the table.
 */
struct decode_cache;

struct decode_cache *decode_cache_new(void);
void decode_cache_free(struct decode_cache *cache);

struct decode {
	const struct decode_config *config;
	struct decode_cache *cache;
	const struct fetch *fetch;
	struct sink *sink;
	/* where the sink collects the values; NULL: the sink collects nothing */
	struct record_builder *builder;
	const struct call *call;
	struct entry_snapshot *snapshot;
};

/* The maximum number of registers that the call takes. */
unsigned decode_registers(const struct call *call);

/*
 * To be called before decode_enter(). If the call passes its arguments in memory
 * (CALL_MEMORY_ARGS), copies them to call->args. If the call is multiplexed (CALL_MULTIPLEX),
 * replaces it by the call that it stands for: real, as multiplexed_call() returned it. If the
 * memory cannot be read, or for any other call, changes nothing.
 */
void decode_resolve(const struct fetch *fetch, struct call *call, enum syscall_id real);
/* To be called before decode_exit(): reads a result that the kernel has stored in memory. */
void decode_resolve_result(const struct fetch *fetch, struct call *call);
/*
 * Emits what is known at the entry of the call: IN arguments, and the value of INOUT arguments
 * before the call.
 */
void decode_enter(const struct decode *decode);
/* Emits OUT arguments, the result and the notes. call->returned must hold. */
void decode_exit(const struct decode *decode);
/*
 * What decode asks about a call besides its memory, whatever the memory has: what the descriptors
 * in registers refer to, and no more. Then a recorder can ask that without decoding the call.
 * .known is false for all other calls.
 */
struct decode_questions {
	bool known;
	/*
	 * a view shows at the exit what the caller gives: a sink that follows views asks at the
	 * exit what others ask at the entry
	 */
	bool late;
	bool result;	/* the result is a descriptor */
	bool again;	/* the exit asks about the descriptors, too, if the call has not failed */
	uint8_t descriptors;	/* bit n: argument n is a descriptor */
};
struct decode_questions decode_questions(const struct syscall *row, const struct abi *abi);
/*
 * To be called after decode_exit(). If the call read from a descriptor or wrote to it, calls each()
 * with the data. Before decode reads the data, it calls wanted() with .fd and .written; if that
 * returns false, each() is not called.
 */
typedef void data_each(void *ctx, const struct data *data);
void decode_data(const struct decode *decode, bool (*wanted)(void *ctx, const struct data *data),
		 data_each *each, void *ctx);
/* Argument 1 of a call that moves data is an address. The shape says of what. */
enum moved {
	MOVED_NOTHING,	/* the call is no such call */
	MOVED_BUFFER,	/* bytes: argument 2 of them to write, or as many as the result */
	MOVED_VECTOR,	/* an array of struct iovec; argument 2 is its count */
	MOVED_MESSAGE,	/* a struct msghdr */
	MOVED_MESSAGES,	/* an array of struct mmsghdr; argument 2 is its count */
};
/*
 * The shape of what decode_data() reads for a call. *writes: whether the call takes the data from
 * the tracee.
 */
enum moved decode_moves(enum syscall_id id, bool *writes);
/*
 * Returns the part of an SELinux context, "user:role:type:level", that is shown. *len is the length
 * of the context, and becomes the length of the part. Returns NULL if the text is no such context
 * (AppArmor reports "unconfined").
 */
const char *decode_context(enum context_format format, const char *context, size_t *len);
/* Emits the members of a siginfo as argument 0. bytes: as the native ABI lays it out. */
void decode_siginfo(const struct decode *decode, const struct abi *abi, const void *bytes,
		    size_t len);


/* Layout, in src/decode/lookup/layout.c: sizes and offsets in bytes under an ABI. */
size_t layout_size(const struct type *type, const struct abi *abi);
/* The layout of a struct for an ABI (.abis, .other). */
const struct type *layout_of(const struct type *type, const struct abi *abi);
/* The minimum size of a struct: .min_size, or the size without a choice at its end. */
size_t layout_head_size(const struct type *type, const struct abi *abi);
/* The size of one value of the field's type, ignoring .count and .pointer. */
size_t layout_element_size(const struct field *field, const struct abi *abi);
/*
 * The bytes that a struct takes: its size, or layout_head_size() if that is greater, as that of a
 * siginfo.
 */
size_t layout_whole_size(const struct type *type, const struct abi *abi);
/*
 * The struct type with the layout_whole_size() of the elements of an array. NULL: they have the
 * size that layout_element_size() returns.
 */
const struct type *layout_element(const struct field *field, const struct abi *abi);
/* Walks members: each() gets every field with its offset; fields of choices with theirs. */
void layout_each(const struct type *type, const struct abi *abi,
		 void (*each)(void *ctx, const struct field *field, size_t offset, size_t size),
		 void *ctx);

/* What fields mean. */

static inline bool type_is_scalar(const struct type *type)
{
	return type->kind < KIND_SCALARS_END;
}

static inline bool storage_is_signed(enum storage storage)
{
	const unsigned with_sign = 1u << STORE_S8 | 1u << STORE_S16 | 1u << STORE_S32 |
				   1u << STORE_S64 | 1u << STORE_LONG | 1u << STORE_KLONG;

	return with_sign >> storage & 1;
}

static inline bool storage_is_network(enum storage storage)
{
	return storage == STORE_BE16 || storage == STORE_BE32 || storage == STORE_BE64;
}

/* Whether the register of an argument holds a pointer to a value of the type. */
static inline bool argument_is_pointer(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return more->pointer || more->pointer64 || more->count.given || more->stacked ||
	       field->dir != DIR_IN || !type_is_scalar(field_type(field));
}

/* Whether a 64-bit argument takes two registers. */
bool argument_is_pair(const struct field *field, const struct abi *abi);

/*
 * A walk over the fields of a row, which finds their registers. It begins with all members 0 but
 * .abi.
 */
struct argument_walk {
	const struct abi *abi;
	unsigned slot;	/* the next register */
	unsigned last;	/* the first register of the previous argument */
};

/*
 * Moves past an argument, or past a choice, which takes as many registers as the variant with most
 * of them. Sets *slot to the first register. Returns false if a call has not as many registers.
 */
bool argument_place(struct argument_walk *walk, const struct field *field, unsigned *slot);
/*
 * Whether a field is a struct, or points to one, that has members which the caller fills and the
 * kernel changes in this use (msghdr.msg_namelen); of an array, only CHANGES says that.
 */
bool struct_has_inout(const struct field *field, const struct abi *abi);
/* The argument of a macro (KIND_MACRO) with a name; NULL: it has none, or the type is no macro. */
const struct macro_argument *macro_find(const struct type *type, const char *name);
/*
 * Copies "a" of "a.b" to first. Returns "b"; NULL: the name has no dot, or its first part does not
 * fit.
 */
const char *name_split(const char *name, char *first, size_t capacity);

/* What is shown, and therefore read. A plan reads as much. */

#define ELEMENTS_MAX 65536u	/* elements at the entry of a call, and at its exit; nested arrays may have far more */
#define WINDOW_MAX (1u << 20)	/* bytes of one read; lengths come from the tracee */
#define TEXT_MAX 65536u	/* bytes of TEXT */
#define ARGUMENT_MAX (128u * 1024)	/* bytes of an argument of a program, with the NUL: MAX_ARG_STRLEN in linux/binfmts.h */
#define STRING_SEARCH_MAX ARGUMENT_MAX	/* bytes in which a NUL is looked for */
#define HARDWARE_MAX 64	/* bytes of a hardware address: MAX_ADDR_LEN is 32 */
#define CPUSET_MAX 128	/* bytes of a set of CPUs, as strace 6.1 shows them */
#define FDSET_MAX (1u << 20)	/* bits of a set of descriptors: the default of fs.nr_open */
#define BUFFERS_MAX 1024	/* buffers of a call: UIO_MAXIOV in include/uapi/linux/uio.h */

/* Whether an order or a list of names of a view has the nth member `name`. */
bool view_has(const char *names, const char *name, unsigned nth);

/* How a member or argument is shown, as a view says. */
struct looks {
	bool hidden, verbose, quiet, nonzero, zero_verbose, abbreviated, apart, dots, late, named,
		entry_only;
	uint8_t brief;	/* 0: all elements */
	bool or_verbose;
	const struct condition *when;	/* NULL: none */
	const struct view *view;	/* the view of a nested struct; NULL: its own */
};

/*
 * The views of an argument: of its row, and of its variant. NULL: there is none, or the sink does
 * not follow views.
 */
struct argument_views {
	const struct view *row, *variant;
};

/* Adds the looks of an argument. */
void argument_look(const struct argument_views *views, const struct field *field,
		   struct looks *looks);
/* Whether the value of an argument is complete only at the exit. */
static inline bool argument_waits(const struct field *field, const struct looks *looks)
{
	return (field->dir != DIR_IN && !looks->entry_only) || looks->late;
}
/* Whether nothing is abbreviated. views: the sink follows views. */
static inline bool decode_is_whole(const struct decode_config *config, bool views)
{
	return config->verbose || !views;
}
/* Whether the strings of an environment are shown. */
static inline bool decode_has_environment(const struct decode_config *config, bool views)
{
	return config->environment || (config->verbose && views);
}
/* The bytes of each string of argv and envp that are shown. */
static inline size_t decode_vector_limit(const struct decode_config *config)
{
	return config->vector_limit ? config->vector_limit : config->string_limit;
}
/* Whether -e verbose hides what a field points to. It does not hide strings and bytes. */
bool decode_is_shallow(const struct decode_config *config, const struct field *field);
/* The maximum number of elements of an array that are shown. */
size_t decode_elements_limit(const struct decode_config *config, bool views);
/*
 * The maximum number of bytes of a C string that are shown: the limit of its type, or -s if that is
 * less.
 */
size_t decode_string_limit(const struct decode_config *config, const struct type *type);
/*
 * The maximum number of bytes of BYTES that are shown: the limit of their type, or -s if it has
 * none.
 */
size_t decode_bytes_limit(const struct decode_config *config, const struct type *type);

#endif
