/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/policy/: seccomp profiles, written from the calls that a program made, and
 * tried on a program.
 */
#ifndef SCRY_POLICY_H
#define SCRY_POLICY_H

#include "scry/seccomp.h"
#include "scry/util.h"

/* --policy-format */
enum policy_format {
	POLICY_OCI,		/* JSON as Docker, Podman and Kubernetes take it */
	POLICY_SYSTEMD,		/* a drop-in of a unit: SystemCallFilter= and its kin */
	POLICY_LIBSECCOMP,	/* a C function that loads the filter by libseccomp */
	POLICY_BPF,		/* the program that seccomp(2) takes, for this machine */
	/* for people: each call, how often it was made, and why it is there */
	POLICY_TEXT,
};

/* --policy-margin: whether calls are added that a libc may need elsewhere. */
enum policy_margin { POLICY_MARGIN_OFF, POLICY_MARGIN_ON };

struct policy_config {
	const char *path;	/* --policy: the file that is written; NULL: none */
	/* --policy-merge: the calls of this OCI profile are added; NULL: none */
	const char *merged;
	enum policy_format format;
	/* --policy-arguments: constrain arguments, see policy_arguments[] */
	bool arguments;
	enum policy_margin margin;
};

/* The calls that were made, and their arguments. */
struct policy;

/*
 * Starts collecting. Reads the profile to merge, and looks whether the file can be written; it is
 * not changed before policy_write(). NULL: *error has a message that names the option, and the
 * caller frees it. config is kept, not copied.
 */
struct policy *policy_new(const struct policy_config *config, char **error);
/*
 * Counts a call. nr and args are from the registers; abi NULL: an unknown one, which no profile can
 * name.
 */
void policy_add(struct policy *policy, const struct abi *abi, uint64_t nr, const uint64_t *args);
/*
 * Counts a request of io_uring. It is not in the profile, since no seccomp filter sees requests;
 * policy_write() says what they were. id: enum syscall_id; ID_none: an operation without a name.
 */
void policy_add_request(struct policy *policy, unsigned id);
/*
 * Writes the profile, in a new file that takes the place of the old one where it can, and warns of
 * what the format cannot say. False: *error has a message.
 */
bool policy_write(struct policy *policy, char **error);
void policy_free(struct policy *policy);

/* A profile that a command is tried under. */
struct policy_trial;

/*
 * Reads a profile: OCI JSON, or a program of POLICY_BPF. NULL: *error has a message, which the
 * caller frees. *program becomes the filter for the tracees: it answers SECCOMP_TRACE where the
 * profile does not allow a call, and goes on with `base`, the filter that the engine itself needs,
 * where it does. The caller frees it.
 */
struct policy_trial *policy_trial_new(const char *path, const struct seccomp_program *base,
				      struct seccomp_program *program, char **error);
void policy_trial_free(struct policy_trial *trial);
/* What the profile answers to a call: SECCOMP_RET_*. */
uint32_t policy_trial_answer(const struct policy_trial *trial, uint32_t audit_arch, uint64_t nr,
			     uint64_t ip, const uint64_t *args);
/* Whether that answer lets the call through. */
static inline bool policy_allows(uint32_t answer)
{
	uint32_t action = answer & SECCOMP_RET_ACTION_FULL;

	return action == SECCOMP_RET_ALLOW || action == SECCOMP_RET_LOG;
}
/* The error number of a SECCOMP_RET_ERRNO: the kernel takes 4095 for all above (seccomp(2)). */
static inline unsigned policy_errno(uint32_t answer)
{
	unsigned number = answer & SECCOMP_RET_DATA;

	return number < 4095 ? number : 4095;
}

/* What an answer does: "EPERM", "kill process". The string is valid as long as the trial. */
const char *policy_answer_word(struct policy_trial *trial, uint32_t answer);

#endif
