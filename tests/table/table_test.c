/* SPDX-License-Identifier: MIT */
/*
 * The table is consistent: siblings, keys and constants that rows, structs and choices name exist
 * on every ABI of the call. Numbers are compared with libseccomp, constants with the kernel's
 * headers.
 *
 * The test does without libcheck, so that "make check-cross" can run it on other architectures.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#ifdef HAVE_LIBSECCOMP
#include <linux/audit.h>
#include <seccomp.h>
#endif

#include "scry/util.h"
#include "syscalls/rows_data.h"
#include "table_test.h"

static char *complaints[1000];
static unsigned n_complaints;

void complain(const struct abi *abi, const char *format, ...)
{
	char text[500];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	for (unsigned i = 0; i < n_complaints; i++)
		if (!strcmp(complaints[i], text))
			return;
	if (n_complaints == ARRAY_SIZE(complaints))
		return;
	complaints[n_complaints++] = xstrdup(text);
	fprintf(stderr, "table_test: %s%s%s\n", abi ? abi->name : "", abi ? ": " : "", text);
}

/* Whether the ABI makes the call through socketcall(2) or ipc(2). */
static bool is_multiplexed(enum syscall_id id, const struct abi *abi)
{
	for (unsigned by = 1; by < ID_COUNT; by++) {
		const struct syscall *row = syscall_row((enum syscall_id)by, abi);

		if (!row || abi_number(abi, (enum syscall_id)by) < 0)
			continue;
		for (const struct multiplexed *to = row->multiplexed; to && to->id; to++)
			if (to->id == id)
				return true;
	}
	return false;
}

/* What no system call makes, but a request of io_uring: it has a row and no number. */
static bool is_request(enum syscall_id id)
{
	return table_rows[id] && table_rows[id]->flags & CALL_REQUEST;
}

static bool exists(enum syscall_id id, const struct abi *abi)
{
	return abi_number(abi, id) >= 0 || is_multiplexed(id, abi) || is_request(id);
}

static bool exists_somewhere(enum syscall_id id)
{
	for (unsigned a = 0; a < ABI_COUNT; a++)
		if (exists(id, abi_by_id((enum abi_id)a)))
			return true;
	return false;
}

static void check_numbers(enum syscall_id id)
{
	for (unsigned a = 0; a < ABI_COUNT; a++) {
		const struct abi *abi = abi_by_id((enum abi_id)a);
		int64_t nr = abi_number(abi, id);

		if (nr >= 0 && abi_syscall(abi, (uint64_t)nr) != id)
			complain(abi, "%s: number %lld belongs to %s", syscall_name(id),
				 (long long)nr, syscall_name(abi_syscall(abi, (uint64_t)nr)));
	}
	if (table_rows[id] && !exists_somewhere(id))
		complain(NULL, "%s has a row, but no ABI has the call", syscall_name(id));
	if (syscall_by_name(syscall_name(id)) != id)
		complain(NULL, "%s: another call has the same name", syscall_name(id));
}

/* A call may have several rows, linked by .other. An ABI with the call must use each of them. */
static void check_alternatives(enum syscall_id id)
{
	for (const struct syscall *row = table_rows[id]; row; row = row->other) {
		bool used = false;

		for (unsigned a = 0; a < ABI_COUNT; a++) {
			const struct abi *abi = abi_by_id((enum abi_id)a);

			used = used || (exists(id, abi) && syscall_row(id, abi) == row);
		}
		if (!used)
			complain(NULL, "%s: no ABI uses the row for ABIs 0x%x", syscall_name(id),
				 row->abis);
	}
}

/* A call with times of another size has its base, with the same arguments. */
static void check_base(enum syscall_id id)
{
	enum syscall_id base = syscall_base(id);
	const struct abi *abi = abi_by_id(ABI_i386);
	const struct syscall *row = syscall_row(id, abi), *other = syscall_row(base, abi);
	const char *name = syscall_name(id);

	if (base == id) {
		if (strstr(name, "time64"))
			complain(NULL, "%s: no base", name);
		return;
	}
	if (!row || !other || row->n_args != other->n_args) {
		complain(abi, "%s: its base %s has other arguments", name, syscall_name(base));
		return;
	}
	for (unsigned i = 0; i < row->n_args; i++) {
		const char *theirs = field_name(&row->args[i]);
		const char *ours = field_name(&other->args[i]);

		if (!theirs != !ours || (ours && strcmp(ours, theirs)))
			complain(abi, "%s: argument %u has another name in its base", name, i);
	}
}

static void check_rows(void)
{
	for (unsigned id = 1; id < ID_COUNT; id++) {
		check_numbers((enum syscall_id)id);
		check_alternatives((enum syscall_id)id);
		check_base((enum syscall_id)id);
		for (unsigned a = 0; a < ABI_COUNT; a++) {
			const struct abi *abi = abi_by_id((enum abi_id)a);
			const struct syscall *row = syscall_row((enum syscall_id)id, abi);

			if (row && row->args && exists((enum syscall_id)id, abi))
				check_row(syscall_name((enum syscall_id)id), row, abi);
		}
	}
	for (unsigned a = 0; a < ABI_COUNT; a++) {
		const struct abi *abi = abi_by_id((enum abi_id)a);

		check_struct(&type_siginfo, abi);
		/* The arguments of a request are members of an SQE, and in no registers. */
		if (abi->klong_size < 8)
			continue;
		check_row("splice of io_uring", &syscall_splice_of_ring, abi);
		check_row("tee of io_uring", &syscall_tee_of_ring, abi);
	}
}

#ifdef HAVE_LIBSECCOMP
static void check_oracle(const struct abi *abi, uint32_t token)
{
	unsigned known = 0;

	for (unsigned id = 1; id < ID_COUNT; id++) {
		const char *name = syscall_name((enum syscall_id)id);
		int theirs = seccomp_syscall_resolve_name_arch(token, name);
		int64_t ours = abi_number(abi, (enum syscall_id)id);

		/* libseccomp does not know the name, or only on other architectures. */
		if (theirs < 0)
			continue;
		known++;
		if (ours != theirs)
			complain(abi, "%s is %lld, but %d in libseccomp", name, (long long)ours,
				 theirs);
	}
	if (!known)
		printf("NOT TESTED: numbers of %s: this libseccomp does not know it\n", abi->name);
	else if (known < 300)
		complain(abi, "libseccomp knows only %u calls", known);
}

static void check_oracles(void)
{
	for (unsigned a = 0; a < ABI_COUNT; a++) {
		const struct abi *abi = abi_by_id((enum abi_id)a);

		/*
		 * SCMP_ARCH_* are AUDIT_ARCH_*; x32 is SCMP_ARCH_X32, x86_64 without the bit for 64
		 * bits (seccomp.h).
		 */
		check_oracle(abi, abi->nr_flag ? abi->audit_arch & ~__AUDIT_ARCH_64BIT
					       : abi->audit_arch);
	}
}
#else
static void check_oracles(void)
{
	puts("NOT TESTED: numbers against libseccomp: it was not there at configure");
}
#endif

int main(void)
{
	const char *srcdir = getenv("srcdir");

	check_rows();
	check_all_met();
	check_lists();
	check_constants(srcdir ? srcdir : ".");
	check_oracles();
	for (unsigned i = 0; i < n_complaints; i++)
		free(complaints[i]);
	if (n_complaints)
		fprintf(stderr, "table_test: %u complaints\n", n_complaints);
	return n_complaints ? EXIT_FAILURE : EXIT_SUCCESS;
}
