/* SPDX-License-Identifier: MIT */
/*
 * Private header of src/policy/: a profile in memory, which every format is read into and written
 * from.
 */
#ifndef POLICY_PROFILE_H
#define POLICY_PROFILE_H

#include "scry/policy.h"

/*
 * How the argument of a call is compared. The order is the order of enum scmp_compare of
 * libseccomp, from 1.
 */
enum comparison {
	COMPARE_NE = 1,
	COMPARE_LT,
	COMPARE_LE,
	COMPARE_EQ,
	COMPARE_GE,
	COMPARE_GT,
	COMPARE_MASKED_EQ
};
/* The names that OCI and libseccomp have for comparisons: "SCMP_CMP_EQ". */
extern const char *const profile_comparisons[];

struct argument_test {
	unsigned argument; /* index, from 0 */
	enum comparison comparison;
	uint64_t value;
	uint64_t mask; /* COMPARE_MASKED_EQ: the bits that are compared */
};

/* A rule holds if all its conditions do. Several rules of one call are alternatives. */
struct rule {
	char *call; /* its name */
	uint32_t action; /* SECCOMP_RET_* */
	struct argument_test conditions[6];
	unsigned n_conditions;
	uint64_t calls; /* how often it was used */
	const char *why; /* why it is there without having been used; NULL: it was used */
};

struct profile {
	uint32_t fallback; /* SECCOMP_RET_* for calls without a rule that holds */
	uint32_t abis; /* ABI_BIT of each ABI that it is for */
	struct rule *rules;
	size_t n, capacity;
};

/*
 * The action of calls that a written profile does not allow: a program takes the call for one that
 * the kernel lacks.
 */
uint32_t profile_fallback(void);

/* A larger file is no profile. */
#define POLICY_MAX_BYTES (16u << 20)

/* Reads a whole file of at most POLICY_MAX_BYTES. */
bool profile_read_file(const char *path, struct buf *text, char **error);

/*
 * A profile in JSON begins with a brace. No program does: a brace is no instruction that comes
 * first.
 */
bool profile_is_json(const struct buf *text);

/*
 * Adds a rule that allows the call; the name is copied. The pointer is valid until the next rule is
 * added.
 */
struct rule *profile_add(struct profile *profile, const char *call);
const struct rule *profile_find(const struct profile *profile, const char *call);
/* Whether an ABI of the profile has a number for the call. */
bool profile_has_number(const struct profile *profile, const char *call);
/*
 * Returns the ABIs of the profile that the machine of the tracees has: a filter is for one machine.
 */
uint32_t profile_machine_abis(const struct profile *profile);
void profile_free(struct profile *profile);

/* Each writes one format. False: *error has a message. */
typedef bool profile_writer(const struct profile *profile, struct buf *out, char **error);
profile_writer profile_write_oci, profile_write_systemd, profile_write_libseccomp,
	profile_write_bpf, profile_write_text;

/* Reads OCI JSON. `from` names the file in messages. */
bool profile_read_oci(const char *text, size_t len, const char *from, struct profile *profile,
		      char **error);
/* Makes the program of a profile by libseccomp. The caller frees it. */
bool profile_compile(const struct profile *profile, struct seccomp_program *program, char **error);

/* The names that others have for an ABI. */
struct architecture {
	enum abi_id abi;
	const char *oci; /* and libseccomp: "SCMP_ARCH_X86_64" */
	const char *systemd; /* "x86-64" */
	const char *docker; /* in "arches" of its default profile: "amd64"; NULL: none */
	uint32_t token; /* libseccomp's number: the audit architecture; x32 has one of its own */
};
extern const struct architecture profile_architectures[];
extern const size_t profile_n_architectures;

/* An argument that --policy-arguments constrains. */
struct constrained {
	const char *call;
	unsigned argument; /* its index, or CLONE_FLAGS; see profile_argument() */
	uint64_t mask; /* the bits that say what the call does */
	const char *list; /* names of the values: a list of src/syscalls/flags; NULL: none */
	const char *what; /* "domain" */
};
/* Stands for an index: struct abi says in .clone_flags which argument has the flags of clone(2). */
#define CLONE_FLAGS 6
/* NULL: no argument of the call is constant and safe to constrain. */
const struct constrained *profile_constrained(const char *call);

/* Returns the index that this argument has in the ABI. */
unsigned profile_argument(const struct constrained *argument, const struct abi *abi);

/*
 * Makes the only condition of a rule that the constrained argument of its call, with this index,
 * has this value.
 */
void profile_constrain(struct rule *rule, unsigned argument, uint64_t value);

/*
 * Adds calls that a program may need elsewhere, though it did not make them here. container: also
 * calls of a container runtime. arguments: constrain those.
 */
void profile_add_margin(struct profile *profile, bool container, bool arguments);

#endif
