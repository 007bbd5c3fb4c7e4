/* SPDX-License-Identifier: MIT */
/*
 * Reads profiles as JSON: of the OCI runtime specification, and with what Docker and Podman add to
 * it.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "config.h"
#include "policy/profile.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

struct jansson {
	LIBRARY_POINTER(json_loadb);
	LIBRARY_POINTER(json_delete);
	LIBRARY_POINTER(json_object_get);
	LIBRARY_POINTER(json_array_size);
	LIBRARY_POINTER(json_array_get);
	LIBRARY_POINTER(json_string_value);
	LIBRARY_POINTER(json_integer_value);
	LIBRARY_POINTER(json_real_value);
};

#define FUNCTION(function) LIBRARY_FUNCTION(struct jansson, function)

static const struct library_function functions[] = {
	FUNCTION(json_loadb),	      FUNCTION(json_delete),	 FUNCTION(json_object_get),
	FUNCTION(json_array_size),    FUNCTION(json_array_get),	 FUNCTION(json_string_value),
	FUNCTION(json_integer_value), FUNCTION(json_real_value),
};

struct word {
	const char *name;
	uint32_t value;
};

/* SCMP_ACT_* of the specification. SCMP_ACT_KILL is an old name. */
static const struct word actions[] = {
	{ "SCMP_ACT_ALLOW", SECCOMP_RET_ALLOW },
	{ "SCMP_ACT_ERRNO", SECCOMP_RET_ERRNO },
	{ "SCMP_ACT_KILL", SECCOMP_RET_KILL_THREAD },
	{ "SCMP_ACT_KILL_PROCESS", SECCOMP_RET_KILL_PROCESS },
	{ "SCMP_ACT_KILL_THREAD", SECCOMP_RET_KILL_THREAD },
	{ "SCMP_ACT_LOG", SECCOMP_RET_LOG },
	{ "SCMP_ACT_NOTIFY", SECCOMP_RET_USER_NOTIF },
	{ "SCMP_ACT_TRACE", SECCOMP_RET_TRACE },
	{ "SCMP_ACT_TRAP", SECCOMP_RET_TRAP },
};

/* The capabilities that rules of Docker's profile depend on (linux/capability.h). */
static const struct word capabilities[] = {
	{ "CAP_AUDIT_CONTROL", CAP_AUDIT_CONTROL },
	{ "CAP_AUDIT_READ", CAP_AUDIT_READ },
	{ "CAP_BPF", CAP_BPF },
	{ "CAP_CHECKPOINT_RESTORE", CAP_CHECKPOINT_RESTORE },
	{ "CAP_DAC_READ_SEARCH", CAP_DAC_READ_SEARCH },
	{ "CAP_PERFMON", CAP_PERFMON },
	{ "CAP_SYSLOG", CAP_SYSLOG },
	{ "CAP_SYS_ADMIN", CAP_SYS_ADMIN },
	{ "CAP_SYS_BOOT", CAP_SYS_BOOT },
	{ "CAP_SYS_CHROOT", CAP_SYS_CHROOT },
	{ "CAP_SYS_MODULE", CAP_SYS_MODULE },
	{ "CAP_SYS_NICE", CAP_SYS_NICE },
	{ "CAP_SYS_PACCT", CAP_SYS_PACCT },
	{ "CAP_SYS_PTRACE", CAP_SYS_PTRACE },
	{ "CAP_SYS_RAWIO", CAP_SYS_RAWIO },
	{ "CAP_SYS_TIME", CAP_SYS_TIME },
	{ "CAP_SYS_TTY_CONFIG", CAP_SYS_TTY_CONFIG },
	{ "CAP_NET_ADMIN", CAP_NET_ADMIN },
	{ "CAP_WAKE_ALARM", CAP_WAKE_ALARM },
	{ "CAP_BLOCK_SUSPEND", CAP_BLOCK_SUSPEND },
};

/* Conditions of a rule. */
#define MAX_CONDITIONS 64
/*
 * Profiles of container runtimes have some 500 rules. What is done with them takes the square of
 * their number.
 */
#define MAX_RULES 4096

struct reader {
	struct jansson json;
	void *library;
	const char *from; /* for messages */
	struct profile *profile;
	char **error;
};

static bool fail_oci(struct reader *reader, const char *what, const char *word)
{
	return set_error(reader->error, "'%s': %s%s%s", reader->from, what, word ? " " : "",
			 word ? word : "");
}

static const struct word *find_word(const struct word *words, size_t n, const char *name)
{
	for (size_t i = 0; name && i < n; i++)
		if (!strcmp(words[i].name, name))
			return &words[i];
	return NULL;
}

static const char *string_of(struct reader *reader, const json_t *object, const char *key)
{
	const json_t *value = reader->json.sym_json_object_get(object, key);

	return value && json_is_string(value) ? reader->json.sym_json_string_value(value) : NULL;
}

/* jansson has no integers above INT64_MAX: quote_large() makes strings of them. */
static bool large_number_of(struct reader *reader, const char *key, const char *digits,
			    uint64_t *number)
{
	errno = 0;
	*number = strtoull(digits, NULL, 10);
	if (!*digits || strspn(digits, "0123456789") < strlen(digits))
		return fail_oci(reader, "no number:", key);
	return !errno || set_error(reader->error, "'%s': %s is %s, but an argument has 64 bits",
				   reader->from, key, digits);
}

/* Floating-point numbers have all integers up to this one. */
#define MAX_EXACT 9007199254740992.0

static bool real_number_of(struct reader *reader, const char *key, double real, uint64_t *number)
{
	if (real > MAX_EXACT)
		return set_error(reader->error,
				 "'%s': %s is %g, which may be rounded: write all digits, without "
				 "an exponent",
				 reader->from, key, real);
	*number = real >= 0 ? (uint64_t)real : 0;
	return (double)*number == real ||
	       fail_oci(reader, real < 0 ? "no number:" : "no whole number:", key);
}

/* A number that is not there is 0. Go writes some integers as floating-point numbers. */
static bool number_of_word(struct reader *reader, const json_t *object, const char *key,
			   uint64_t *number)
{
	const json_t *value = reader->json.sym_json_object_get(object, key);

	*number = 0;
	if (!value || json_is_null(value))
		return true;
	if (json_is_string(value))
		return large_number_of(reader, key, reader->json.sym_json_string_value(value),
				       number);
	if (json_is_real(value))
		return real_number_of(reader, key, reader->json.sym_json_real_value(value), number);
	if (!json_is_integer(value) || reader->json.sym_json_integer_value(value) < 0)
		return fail_oci(reader, "no number:", key);
	*number = (uint64_t)reader->json.sym_json_integer_value(value);
	return true;
}

/* *list becomes NULL if there is none. False: it is something else. */
static bool list_of(struct reader *reader, const json_t *object, const char *key,
		    const json_t **list)
{
	*list = reader->json.sym_json_object_get(object, key);
	if (*list && json_is_null(*list))
		*list = NULL;
	return !*list || json_is_array(*list) || fail_oci(reader, "no array:", key);
}

/* Reads an action, with the errno of SCMP_ACT_ERRNO, which is EPERM by the specification. */
static bool read_action(struct reader *reader, const json_t *object, const char *key,
			const char *errno_key, uint32_t *answer)
{
	const char *name = string_of(reader, object, key);
	const struct word *action = find_word(actions, ARRAY_SIZE(actions), name);
	uint64_t data;

	if (!action)
		return fail_oci(reader, name ? "unknown action" : "there is no", name ? name : key);
	if (!number_of_word(reader, object, errno_key, &data))
		return false;
	if (action->value == SECCOMP_RET_ERRNO &&
	    !reader->json.sym_json_object_get(object, errno_key))
		data = EPERM;
	if (action->value == SECCOMP_RET_ERRNO && data > 4095)
		return fail_oci(reader, "no error number:", errno_key);
	*answer = action->value;
	if (action->value == SECCOMP_RET_ERRNO || action->value == SECCOMP_RET_TRACE)
		*answer |= (uint32_t)data & SECCOMP_RET_DATA;
	return true;
}

/* 0: no comparison has this name. */
static enum comparison find_comparison(const char *name)
{
	for (enum comparison one = COMPARE_NE; name && one <= COMPARE_MASKED_EQ; one++)
		if (!strcmp(profile_comparisons[one], name))
			return one;
	return 0;
}

static bool read_condition(struct reader *reader, const json_t *object,
			   struct argument_test *condition)
{
	const char *name = string_of(reader, object, "op");
	enum comparison comparison = find_comparison(name);
	uint64_t argument, value, second;

	if (!comparison)
		return fail_oci(reader, "unknown operator", name ? name : "(none)");
	if (!number_of_word(reader, object, "index", &argument) ||
	    !number_of_word(reader, object, "value", &value) ||
	    !number_of_word(reader, object, "valueTwo", &second))
		return false;
	if (argument > 5)
		return fail_oci(reader, "an index of an argument is above 5", NULL);
	*condition = (struct argument_test){ .argument = (unsigned)argument,
					     .comparison = comparison,
					     .value = value };
	if (comparison == COMPARE_MASKED_EQ) {
		condition->mask = value;
		condition->value = second;
	}
	return true;
}

static bool has_capability(const char *name)
{
	const struct word *capability = find_word(capabilities, ARRAY_SIZE(capabilities), name);
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = { 0 };

	if (!capability || syscall(SYS_capget, &header, data))
		return false;
	return data[capability->value / 32].effective >> capability->value % 32 & 1;
}

static bool is_architecture(const char *name)
{
	for (size_t i = 0; i < profile_n_architectures; i++) {
		const struct architecture *architecture = &profile_architectures[i];

		if (architecture->abi == abi_native()->id && architecture->docker)
			return !strcmp(architecture->docker, name);
	}
	return false;
}

static bool is_kernel_older(const char *least)
{
	struct utsname system;
	unsigned wanted[2] = { 0 }, have[2] = { 0 };

	if (uname(&system) || sscanf(least, "%u.%u", &wanted[0], &wanted[1]) < 1 ||
	    sscanf(system.release, "%u.%u", &have[0], &have[1]) < 1)
		return false;
	return have[0] < wanted[0] || (have[0] == wanted[0] && have[1] < wanted[1]);
}

static bool any_of(struct reader *reader, const json_t *list, bool (*test)(const char *name))
{
	for (size_t i = 0; i < reader->json.sym_json_array_size(list); i++) {
		const char *name = reader->json.sym_json_string_value(
			reader->json.sym_json_array_get(list, i));

		if (name && test(name))
			return true;
	}
	return false;
}

/*
 * Docker's profile has rules for some capabilities, architectures and kernels only. scry compares
 * with its own, since it tries the profile on this machine, as this user. `empty` is what a
 * condition without a list gives.
 */
static bool holds(struct reader *reader, const json_t *rule, const char *key, bool empty)
{
	const json_t *when = reader->json.sym_json_object_get(rule, key);
	const json_t *caps = reader->json.sym_json_object_get(when, "caps"),
		     *arches = reader->json.sym_json_object_get(when, "arches");
	const char *kernel = when ? string_of(reader, when, "minKernel") : NULL;
	bool result = empty;

	if (!when)
		return empty;
	if (caps && reader->json.sym_json_array_size(caps))
		result = any_of(reader, caps, has_capability);
	if (arches && reader->json.sym_json_array_size(arches) && result == empty)
		result = any_of(reader, arches, is_architecture);
	if (kernel && result == empty)
		result = !is_kernel_older(kernel);
	return result;
}

/*
 * What a rule depends on must have the types that holds() expects: a rule that is misread allows
 * too much.
 */
static bool check_condition(struct reader *reader, const json_t *rule, const char *key)
{
	const json_t *when = reader->json.sym_json_object_get(rule, key), *list, *kernel;

	if (!when || json_is_null(when))
		return true;
	if (!json_is_object(when))
		return fail_oci(reader, "no object:", key);
	kernel = reader->json.sym_json_object_get(when, "minKernel");
	if (kernel && !json_is_string(kernel))
		return fail_oci(reader, "no string:", "minKernel");
	return list_of(reader, when, "caps", &list) && list_of(reader, when, "arches", &list);
}

/* Adds a rule with n conditions. */
static bool add_rule(struct reader *reader, const char *call, uint32_t action,
		     const struct argument_test *conditions, size_t n)
{
	struct rule *rule;

	if (reader->profile->n >= MAX_RULES)
		return set_error(reader->error, "'%s': a profile has %d rules at most",
				 reader->from, MAX_RULES);
	rule = profile_add(reader->profile, call);
	rule->action = action;
	rule->n_conditions = (unsigned)n;
	if (n)
		memcpy(rule->conditions, conditions, n * sizeof(*conditions));
	return true;
}

static bool compares_twice(const struct argument_test *conditions, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t j = 0; j < i; j++)
			if (conditions[i].argument == conditions[j].argument)
				return true;
	return false;
}

/*
 * libseccomp takes one condition for each argument. Where a profile has several, container runtimes
 * make each condition of the call a rule of its own, so that the conditions are alternatives: seen
 * of runc 1.1.5.
 */
static bool add_rules(struct reader *reader, const char *call, uint32_t action, const json_t *args)
{
	struct argument_test conditions[MAX_CONDITIONS];
	size_t n = reader->json.sym_json_array_size(args);

	if (!call)
		return fail_oci(reader, "a name of a call is no string", NULL);
	if (n > ARRAY_SIZE(conditions))
		return fail_oci(reader, "too many conditions for", call);
	for (size_t i = 0; i < n; i++)
		if (!read_condition(reader, reader->json.sym_json_array_get(args, i),
				    &conditions[i]))
			return false;
	if (!compares_twice(conditions, n))
		return add_rule(reader, call, action, conditions, n);
	warn("'%s': a rule of %s has several conditions for one argument, which container runtimes "
	     "take for alternatives",
	     reader->from, call);
	for (size_t i = 0; i < n; i++)
		if (!add_rule(reader, call, action, &conditions[i], 1))
			return false;
	return true;
}

static bool read_rule(struct reader *reader, const json_t *object)
{
	const json_t *names, *args;
	const char *name = string_of(reader, object, "name");
	uint32_t action;

	if (!read_action(reader, object, "action", "errnoRet", &action) ||
	    !list_of(reader, object, "names", &names) || !list_of(reader, object, "args", &args) ||
	    !check_condition(reader, object, "includes") ||
	    !check_condition(reader, object, "excludes"))
		return false;
	if (!holds(reader, object, "includes", true) || holds(reader, object, "excludes", false))
		return true;
	if (!names && !name)
		return fail_oci(reader, "a rule has no \"names\"", NULL);
	if (name && !add_rules(reader, name, action, args))
		return false;
	for (size_t i = 0; i < reader->json.sym_json_array_size(names); i++)
		if (!add_rules(reader,
			       reader->json.sym_json_string_value(
				       reader->json.sym_json_array_get(names, i)),
			       action, args))
			return false;
	return true;
}

static void add_architecture(struct profile *profile, const char *name)
{
	for (size_t i = 0; name && i < profile_n_architectures; i++)
		if (!strcmp(profile_architectures[i].oci, name))
			profile->abis |= 1u << profile_architectures[i].abi;
}

static bool is_native(const char *name)
{
	for (size_t i = 0; name && i < profile_n_architectures; i++)
		if (profile_architectures[i].abi == abi_native()->id)
			return !strcmp(profile_architectures[i].oci, name);
	return false;
}

/* "architectures", or Docker's "archMap". Architectures of other machines do not matter here. */
static bool read_architectures(struct reader *reader, const json_t *root)
{
	const json_t *list, *map;

	if (!list_of(reader, root, "architectures", &list) ||
	    !list_of(reader, root, "archMap", &map))
		return false;
	reader->profile->abis |= 1u << abi_native()->id;
	for (size_t i = 0; i < reader->json.sym_json_array_size(list); i++)
		add_architecture(reader->profile,
				 reader->json.sym_json_string_value(
					 reader->json.sym_json_array_get(list, i)));
	for (size_t i = 0; i < reader->json.sym_json_array_size(map); i++) {
		const json_t *entry = reader->json.sym_json_array_get(map, i),
			     *subs = reader->json.sym_json_object_get(entry, "subArchitectures");

		if (!is_native(string_of(reader, entry, "architecture")))
			continue;
		for (size_t j = 0; j < reader->json.sym_json_array_size(subs); j++)
			add_architecture(reader->profile,
					 reader->json.sym_json_string_value(
						 reader->json.sym_json_array_get(subs, j)));
	}
	return true;
}

static bool read_root(struct reader *reader, const json_t *root)
{
	const json_t *rules;

	/* The whole configuration of a container has the profile below "linux". */
	if (reader->json.sym_json_object_get(root, "linux"))
		root = reader->json.sym_json_object_get(reader->json.sym_json_object_get(root,
											 "linux"),
							"seccomp");
	rules = reader->json.sym_json_object_get(root, "syscalls");
	if (!read_action(reader, root, "defaultAction", "defaultErrnoRet",
			 &reader->profile->fallback))
		return false;
	if (rules && !json_is_array(rules) && !json_is_null(rules))
		return fail_oci(reader, "\"syscalls\" is no array", NULL);
	if (!read_architectures(reader, root))
		return false;
	for (size_t i = 0; i < reader->json.sym_json_array_size(rules); i++)
		if (!read_rule(reader, reader->json.sym_json_array_get(rules, i)))
			return false;
	return true;
}

/*
 * Returns the bytes of the string at text, with its quotes; a string that does not end has all of
 * them.
 */
static size_t string_length(const char *text, size_t len)
{
	size_t n = 1;

	while (n < len && text[n] != '"')
		n += text[n] == '\\' ? 2 : 1;
	return n < len ? n + 1 : len;
}

/* Returns the bytes of the number at text; 0: there is none. */
static size_t number_length(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] && strchr("+-.0123456789eE", text[n]))
		n++;
	return n;
}

static bool is_large(const char *digits, size_t len)
{
	char *end;
	struct buf copy = { 0 };
	bool large;

	buf_put(&copy, digits, len);
	errno = 0;
	(void)strtoll(buf_cstr(&copy), &end, 10);
	large = errno == ERANGE && !*end && digits[0] != '-';
	buf_free(&copy);
	return large;
}

/* Copies JSON; integers above INT64_MAX, which jansson refuses, become strings. */
static void quote_large(const char *text, size_t len, struct buf *out)
{
	for (size_t at = 0, n; at < len; at += n) {
		bool large = false;

		if (text[at] == '"') {
			n = string_length(text + at, len - at);
		} else {
			n = number_length(text + at, len - at);
			large = n && is_large(text + at, n);
			n += !n;
		}
		buf_puts(out, large ? "\"" : "");
		buf_put(out, text + at, n);
		buf_puts(out, large ? "\"" : "");
	}
}

bool profile_read_oci(const char *text, size_t len, const char *from, struct profile *profile,
		      char **error)
{
	struct buf quoted = { 0 };
	struct reader reader = { .from = from, .profile = profile, .error = error };
	json_error_t why;
	json_t *root;
	bool good;
	char *missing;

	reader.library = library_load(JANSSON_SONAME, functions, ARRAY_SIZE(functions),
				      &reader.json, &missing);
	if (!reader.library) {
		set_error(error, "profiles in JSON need a library: %s", missing);
		free(missing);
		return false;
	}
	quote_large(text, len, &quoted);
	root = reader.json.sym_json_loadb(quoted.data, quoted.len, JSON_REJECT_DUPLICATES, &why);
	buf_free(&quoted);
	if (!root)
		return set_error(error, "'%s', line %d: %s", from, why.line, why.text);
	good = read_root(&reader, root);
	reader.json.sym_json_delete(root);
	if (!good)
		profile_free(profile);
	return good;
}

#else

bool profile_read_oci(const char *text, size_t len, const char *from, struct profile *profile,
		      char **error)
{
	(void)text, (void)len, (void)profile;
	return set_error(error,
			 "cannot read '%s': scry was built without jansson, which reads JSON",
			 from);
}

#endif
