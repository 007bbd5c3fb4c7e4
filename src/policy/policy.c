/* SPDX-License-Identifier: MIT */
/* Collects the calls of a trace, and makes a profile of them. */
#include "scry/policy.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "policy/profile.h"
#include "scry/output.h"

/*
 * A call with more values of an argument than this gets no condition: the values are computed, not
 * constant.
 */
#define MAX_VALUES 64

/* A value of a constrained argument. */
struct value {
	unsigned argument; /* its index: ABIs may have different ones */
	uint64_t value;
	uint64_t calls;
};

/* What was seen of one call, in all ABIs. */
struct use {
	uint64_t calls;
	uint32_t abis;
	const struct constrained *argument; /* --policy-arguments; NULL: none */
	struct value *values; /* of its constrained argument; NULL: it has none, or none was seen */
	size_t n_values, capacity;
	bool unconstrained; /* there were more than MAX_VALUES */
};

struct policy {
	const struct policy_config *config;
	struct use uses[ID_COUNT];
	uint32_t abis;
	uint64_t n_unknown; /* calls without a name */
	uint64_t requests[ID_COUNT]; /* requests of io_uring, by enum syscall_id */
	struct profile merged;
	/* what the profile is written to; -1: a new file, which takes the place of the old one */
	int fd;
	bool to_stdout; /* .fd is a duplicate of stdout */
};

/* Puts the option that the error is about before the message. */
static bool refuse_option(const char *option, char **error)
{
	char *why = *error;

	set_error(error, "%s: %s", option, why);
	free(why);
	return false;
}

/* The first of several runs that add up in one file does not have this file yet. */
static bool is_first_run(const struct policy_config *config)
{
	return config->format == POLICY_OCI && !strcmp(config->merged, config->path) &&
	       access(config->merged, F_OK) && errno == ENOENT;
}

static bool read_merged(const struct policy_config *config, struct profile *profile, char **error)
{
	const char *path = config->merged;
	struct buf text = { 0 };
	bool good;

	if (!path || is_first_run(config))
		return true;
	good = profile_read_file(path, &text, error);
	if (good && !profile_is_json(&text))
		good = set_error(error,
				 "'%s' is not JSON; only profiles of the format oci can be merged",
				 path);
	good = good && profile_read_oci(text.data, text.len, path, profile, error);
	buf_free(&text);
	return good || refuse_option("--policy-merge", error);
}

static bool refuse_path(const struct policy *policy, char **error)
{
	return set_error(error, "cannot write to '%s': %s", policy->config->path, strerror(errno));
}

/*
 * A tracer that is killed leaves the old profile, or none: a new file takes its place at the end. A
 * device, a FIFO or a symbolic link stays what it is and is written to, and so is a file in a
 * directory that cannot be written to.
 */
static bool open_path(struct policy *policy, char **error)
{
	const char *path = policy->config->path;
	char *copy = xstrdup(path);
	bool replaceable = !access(dirname(copy), W_OK | X_OK);
	struct stat st;

	free(copy);
	policy->to_stdout = output_path_is_stdout(path);
	if (policy->to_stdout) {
		policy->fd = output_duplicate_stdout();
		return policy->fd >= 0 || refuse_path(policy, error);
	}
	if (lstat(path, &st))
		replaceable &= errno == ENOENT;
	else
		replaceable &= S_ISREG(st.st_mode) && !access(path, W_OK);
	policy->fd = replaceable ? -1 : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	return replaceable || policy->fd >= 0 || refuse_path(policy, error);
}

void policy_free(struct policy *policy)
{
	for (enum syscall_id id = ID_none; id < ID_COUNT; id++)
		free(policy->uses[id].values);
	profile_free(&policy->merged);
	free(policy);
}

struct policy *policy_new(const struct policy_config *config, char **error)
{
	struct policy *policy = xcalloc(1, sizeof(*policy));

	policy->config = config;
	if (!read_merged(config, &policy->merged, error)) {
		policy_free(policy);
		return NULL;
	}
	for (enum syscall_id id = ID_none + 1; config->arguments && id < ID_COUNT; id++)
		policy->uses[id].argument = profile_constrained(syscall_name(id));
	if (open_path(policy, error))
		return policy;
	refuse_option("--policy", error);
	policy_free(policy);
	return NULL;
}

static void count_value(struct use *use, unsigned argument, uint64_t value)
{
	for (size_t i = 0; i < use->n_values; i++) {
		if (use->values[i].argument == argument && use->values[i].value == value) {
			use->values[i].calls++;
			return;
		}
	}
	if (use->n_values == MAX_VALUES) {
		use->unconstrained = true;
		return;
	}
	use->values = xgrow(use->values, use->n_values, &use->capacity, sizeof(*use->values));
	use->values[use->n_values++] = (struct value){ argument, value, 1 };
}

void policy_add(struct policy *policy, const struct abi *abi, uint64_t nr, const uint64_t *args)
{
	enum syscall_id id = abi ? abi_syscall(abi, nr) : ID_none;
	struct use *use = &policy->uses[id];
	unsigned argument;

	if (!id) {
		policy->n_unknown++;
		return;
	}
	policy->abis |= 1u << abi->id;
	use->abis |= 1u << abi->id;
	use->calls++;
	if (!use->argument || use->unconstrained)
		return;
	argument = profile_argument(use->argument, abi);
	count_value(use, argument, args[argument] & use->argument->mask);
}

void policy_add_request(struct policy *policy, unsigned id)
{
	policy->requests[id < ID_COUNT ? id : ID_none]++;
}

/* Adds the rules of one call: one, or one for each value of its constrained argument. */
static void add_use(struct profile *profile, const char *call, const struct use *use)
{
	if (!use->n_values || use->unconstrained) {
		profile_add(profile, call)->calls = use->calls;
		return;
	}
	for (size_t i = 0; i < use->n_values; i++) {
		struct rule *rule = profile_add(profile, call);

		rule->calls = use->values[i].calls;
		profile_constrain(rule, use->values[i].argument, use->values[i].value);
	}
}

static bool same_conditions(const struct rule *a, const struct rule *b)
{
	if (a->n_conditions != b->n_conditions)
		return false;
	for (unsigned i = 0; i < a->n_conditions; i++) {
		const struct argument_test *one = &a->conditions[i], *other = &b->conditions[i];

		if (one->argument != other->argument || one->comparison != other->comparison ||
		    one->value != other->value || one->mask != other->mask)
			return false;
	}
	return true;
}

/* Whether the profile allows all that the rule allows. */
static bool has_rule(const struct profile *profile, const struct rule *rule)
{
	for (size_t i = 0; i < profile->n; i++) {
		const struct rule *have = &profile->rules[i];

		if (!strcmp(have->call, rule->call) &&
		    (!have->n_conditions || same_conditions(have, rule)))
			return true;
	}
	return false;
}

static void merge(struct profile *profile, const struct profile *merged)
{
	profile->abis |= merged->abis;
	for (size_t i = 0; i < merged->n; i++) {
		const struct rule *old = &merged->rules[i];
		struct rule *rule;

		if (!policy_allows(old->action) || has_rule(profile, old))
			continue;
		rule = profile_add(profile, old->call);
		memcpy(rule->conditions, old->conditions, sizeof(rule->conditions));
		rule->n_conditions = old->n_conditions;
		rule->why = "in the merged profile";
	}
}

/* Two runs of a program give the same file: by name, then by the value that is compared. */
static int by_call(const void *a, const void *b)
{
	const struct rule *one = a, *other = b;
	int order = strcmp(one->call, other->call);

	if (order)
		return order;
	return (one->conditions[0].value > other->conditions[0].value) -
	       (one->conditions[0].value < other->conditions[0].value);
}

/* Removes rules with conditions where another rule allows the call without any. */
static void drop_covered(struct profile *profile)
{
	size_t kept = 0;

	for (size_t i = 0; i < profile->n; i++) {
		struct rule *rule = &profile->rules[i];
		bool covered = false;

		for (size_t j = 0; rule->n_conditions && j < profile->n; j++)
			covered |= profile->rules[j].call && !profile->rules[j].n_conditions &&
				   !strcmp(profile->rules[j].call, rule->call);
		if (covered) {
			free(rule->call);
			rule->call = NULL;
		}
	}
	for (size_t i = 0; i < profile->n; i++)
		if (profile->rules[i].call)
			profile->rules[kept++] = profile->rules[i];
	profile->n = kept;
}

static void make_profile(const struct policy *policy, struct profile *profile)
{
	profile->fallback = profile_fallback();
	profile->abis = policy->abis | 1u << abi_native()->id;
	for (enum syscall_id id = ID_none + 1; id < ID_COUNT; id++)
		if (policy->uses[id].calls)
			add_use(profile, syscall_name(id), &policy->uses[id]);
	merge(profile, &policy->merged);
	drop_covered(profile);
	if (policy->config->margin)
		profile_add_margin(profile, policy->config->format == POLICY_OCI,
				   policy->config->arguments);
	qsort(profile->rules, profile->n, sizeof(*profile->rules), by_call);
}

static bool write_all_profile(int fd, const struct buf *text)
{
	size_t at = 0;

	while (at < text->len) {
		ssize_t n = write(fd, text->data + at, text->len - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

/*
 * Closes the file in any case. A device or a FIFO cannot be truncated; stdout has what was written
 * there before.
 */
static bool write_in_place(struct policy *policy, const struct buf *text)
{
	bool good = (policy->to_stdout || !ftruncate(policy->fd, 0) || errno == EINVAL) &&
		    write_all_profile(policy->fd, text);
	int why = errno;

	if (close(policy->fd))
		return false;
	errno = why;
	return good;
}

/* The new file has the mode of the old one, and its owner where this user may set it. */
static bool replace(const struct policy *policy, const struct buf *text)
{
	const char *path = policy->config->path;
	struct buf temporary = { 0 };
	struct stat st;
	bool good;
	int fd, why;

	buf_printf(&temporary, "%s.%d", path, getpid());
	fd = output_make_temporary(&temporary, MODE_SHARED);
	good = fd >= 0 && write_all_profile(fd, text);
	if (good && !lstat(path, &st))
		good = (!fchown(fd, st.st_uid, st.st_gid) || errno == EPERM) &&
		       !fchmod(fd, st.st_mode & 0777);
	good = good && !close(fd) && !rename(buf_cstr(&temporary), path);
	why = errno;
	if (!good && fd >= 0)
		unlink(buf_cstr(&temporary));
	buf_free(&temporary);
	errno = why;
	return good;
}

static void put_ioctl_request(const struct policy *policy, enum syscall_id id, struct buf *out)
{
	if (policy->requests[id])
		buf_printf(out, "%s%s %llu", out->len ? ", " : "",
			   id ? syscall_name(id) : "unknown",
			   (unsigned long long)policy->requests[id]);
}

/* Appends what the program needs of io_uring: "openat 3, read 1". */
static void put_requests(const struct policy *policy, struct buf *out)
{
	enum syscall_id id;

	put_ioctl_request(policy, ID_none, out);
	for (unsigned i = 0; (id = syscall_in_order(i)) != ID_none; i++)
		put_ioctl_request(policy, id, out);
}

/* The text for people has a section about requests. */
static void put_section(const struct policy *policy, struct buf *text)
{
	struct buf requests = { 0 };

	put_requests(policy, &requests);
	if (requests.len && policy->config->format == POLICY_TEXT)
		buf_printf(text,
			   "\nRequests of io_uring, which no profile can restrict; with "
			   "io_uring_setup and io_uring_enter\nit allows every request. The "
			   "program "
			   "needs: %s.\n",
			   buf_cstr(&requests));
	buf_free(&requests);
}

static void warn_of_requests(const struct policy *policy)
{
	struct buf requests = { 0 };

	put_requests(policy, &requests);
	if (requests.len)
		warn("--policy: the program needs of io_uring: %s. A seccomp filter does not see "
		     "requests, so that the profile allows every request",
		     buf_cstr(&requests));
	buf_free(&requests);
}

static void warn_of_gaps(const struct policy *policy)
{
	warn_of_requests(policy);
	if (policy->n_unknown)
		warn("--policy: %llu call%s without a name; the profile does not allow "
		     "%s",
		     (unsigned long long)policy->n_unknown,
		     plural(policy->n_unknown, " has a number", "s have numbers"),
		     plural(policy->n_unknown, "it", "them"));
	for (enum syscall_id id = ID_none + 1; id < ID_COUNT; id++)
		if (policy->uses[id].unconstrained)
			warn("--policy-arguments: %s has more than %d values of its argument; it "
			     "has "
			     "no condition",
			     syscall_name(id), MAX_VALUES);
}

bool policy_write(struct policy *policy, char **error)
{
	static profile_writer *const writers[] = {
		[POLICY_OCI] = profile_write_oci,
		[POLICY_SYSTEMD] = profile_write_systemd,
		[POLICY_LIBSECCOMP] = profile_write_libseccomp,
		[POLICY_BPF] = profile_write_bpf,
		[POLICY_TEXT] = profile_write_text,
	};
	struct profile profile = { 0 };
	struct buf text = { 0 };
	bool good;

	make_profile(policy, &profile);
	good = writers[policy->config->format](&profile, &text, error);
	put_section(policy, &text);
	if (good)
		good = (policy->fd < 0 ? replace(policy, &text) : write_in_place(policy, &text)) ||
		       refuse_path(policy, error);
	warn_of_gaps(policy);
	buf_free(&text);
	profile_free(&profile);
	return good;
}
