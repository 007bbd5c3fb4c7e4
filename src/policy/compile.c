/* SPDX-License-Identifier: MIT */
/* Makes programs of profiles, by libseccomp. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "config.h"
#include "policy/profile.h"
#include "scry/arch.h"

bool profile_write_bpf(const struct profile *profile, struct buf *out, char **error)
{
	struct seccomp_program program = { 0 };

	if (!profile_compile(profile, &program, error))
		return false;
	buf_put(out, program.instructions, program.n * sizeof(*program.instructions));
	seccomp_program_free(&program);
	return true;
}

#ifdef HAVE_LIBSECCOMP

#include <seccomp.h>

_Static_assert((int)COMPARE_NE == (int)SCMP_CMP_NE &&
		       (int)COMPARE_MASKED_EQ == (int)SCMP_CMP_MASKED_EQ,
	       "enum comparison has the order of libseccomp");

struct libseccomp {
	LIBRARY_POINTER(seccomp_init);
	LIBRARY_POINTER(seccomp_release);
	LIBRARY_POINTER(seccomp_arch_add);
	LIBRARY_POINTER(seccomp_arch_exist);
	LIBRARY_POINTER(seccomp_arch_remove);
	LIBRARY_POINTER(seccomp_attr_set);
	LIBRARY_POINTER(seccomp_rule_add_array);
	LIBRARY_POINTER(seccomp_syscall_resolve_name);
	LIBRARY_POINTER(seccomp_export_bpf);
};

#define FUNCTION(function) LIBRARY_FUNCTION(struct libseccomp, function)

static const struct library_function functions[] = {
	FUNCTION(seccomp_init),		  FUNCTION(seccomp_release),
	FUNCTION(seccomp_arch_add),	  FUNCTION(seccomp_arch_exist),
	FUNCTION(seccomp_arch_remove),	  FUNCTION(seccomp_attr_set),
	FUNCTION(seccomp_rule_add_array), FUNCTION(seccomp_syscall_resolve_name),
	FUNCTION(seccomp_export_bpf),
};

static bool fail_libseccomp(int result, const char *what, const char *word, char **error)
{
	return set_error(error, "libseccomp: %s %s: %s", what, word, strerror(-result));
}

/* A new filter has the architecture of this machine. A recording may be of another machine. */
static bool set_architectures(const struct libseccomp *library, scmp_filter_ctx filter,
			      const struct profile *profile, char **error)
{
	uint32_t abis = profile_machine_abis(profile);
	int result = 0;

	if (!(abis >> arch_of_machine()->abis[0]->id & 1))
		result = library->sym_seccomp_arch_remove(filter, SCMP_ARCH_NATIVE);
	if (result)
		return fail_libseccomp(result, "cannot remove", "the architecture of this machine",
				       error);
	for (size_t i = 0; i < profile_n_architectures; i++) {
		const struct architecture *architecture = &profile_architectures[i];

		if (!(abis >> architecture->abi & 1) ||
		    !library->sym_seccomp_arch_exist(filter, architecture->token))
			continue;
		result = library->sym_seccomp_arch_add(filter, architecture->token);
		if (result)
			return fail_libseccomp(result, "cannot add", architecture->oci, error);
	}
	return true;
}

/* libseccomp refuses a rule whose action is the default action. The rule would change nothing. */
static bool add_rule(const struct libseccomp *library, scmp_filter_ctx filter,
		     const struct profile *profile, const struct rule *rule, char **error)
{
	struct scmp_arg_cmp compared[6];
	int number = library->sym_seccomp_syscall_resolve_name(rule->call), result;

	if (rule->action == profile->fallback)
		return true;
	if (number == __NR_SCMP_ERROR) {
		warn("libseccomp of this machine does not know %s; its rule is left out",
		     rule->call);
		return true;
	}
	for (unsigned i = 0; i < rule->n_conditions; i++) {
		const struct argument_test *condition = &rule->conditions[i];
		bool masked = condition->comparison == COMPARE_MASKED_EQ;

		compared[i] = (struct scmp_arg_cmp){
			.arg = condition->argument,
			.op = (enum scmp_compare)condition->comparison,
			.datum_a = masked ? condition->mask : condition->value,
			.datum_b = masked ? condition->value : 0,
		};
	}
	result = library->sym_seccomp_rule_add_array(filter, rule->action, number,
						     rule->n_conditions, compared);
	/* EEXIST: the same rule is there already. */
	return !result || result == -EEXIST ||
	       fail_libseccomp(result, "cannot add a rule for", rule->call, error);
}

static bool read_program(int fd, struct seccomp_program *program, char **error)
{
	off_t size = lseek(fd, 0, SEEK_END);

	program->n = (unsigned short)(size / (off_t)sizeof(*program->instructions));
	program->instructions = xmalloc((size_t)size);
	if (pread(fd, program->instructions, (size_t)size, 0) == size)
		return true;
	seccomp_program_free(program);
	return set_error(error, "cannot read the program of libseccomp: %s", strerror(errno));
}

static bool export(const struct libseccomp *library, scmp_filter_ctx filter,
		   struct seccomp_program *program, char **error)
{
	int fd = memfd_create("profile", MFD_CLOEXEC), result;
	bool good;

	if (fd < 0)
		return set_error(error, "memfd_create: %s", strerror(errno));
	result = library->sym_seccomp_export_bpf(filter, fd);
	good = result ? fail_libseccomp(result, "cannot make", "a program", error)
		      : read_program(fd, program, error);
	close(fd);
	return good;
}

static bool build(const struct libseccomp *library, scmp_filter_ctx filter,
		  const struct profile *profile, struct seccomp_program *program, char **error)
{
	/* Calls of other architectures are answered as calls without a rule. */
	library->sym_seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, profile->fallback);
	if (!set_architectures(library, filter, profile, error))
		return false;
	for (size_t i = 0; i < profile->n; i++)
		if (!add_rule(library, filter, profile, &profile->rules[i], error))
			return false;
	return export(library, filter, program, error);
}

bool profile_compile(const struct profile *profile, struct seccomp_program *program, char **error)
{
	struct libseccomp library;
	scmp_filter_ctx filter;
	char *why;
	bool good;

	if (!library_load(SECCOMP_SONAME, functions, ARRAY_SIZE(functions), &library, &why)) {
		set_error(error, "profiles need a library: %s", why);
		free(why);
		return false;
	}
	filter = library.sym_seccomp_init(profile->fallback);
	if (!filter)
		return set_error(error, "libseccomp refuses the default action 0x%x",
				 profile->fallback);
	good = build(&library, filter, profile, program, error);
	library.sym_seccomp_release(filter);
	return good;
}

#else

bool profile_compile(const struct profile *profile, struct seccomp_program *program, char **error)
{
	(void)profile, (void)program;
	return set_error(error,
			 "scry was built without libseccomp, which makes programs of profiles");
}

#endif
