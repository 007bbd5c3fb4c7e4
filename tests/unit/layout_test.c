/* SPDX-License-Identifier: MIT */
/*
 * Compares every struct type of the table with the layout that a C compiler gives to the struct of
 * the kernel's headers: tests/data/uapi-structs.tsv, made by maint/update-structs.
 */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "decode/lookup/cache.h"
#include "scry/arch.h"
#include "scry/decode.h"
#include "scry/syscalls.h"
#include "suite.h"

/*
 * A line of the file. Several headers may define a struct of the same name, with different members.
 */
struct line {
	char header[96], type[96], member[96];
	size_t offset[2], size[2]; /* 64 bit, 32 bit */
};

struct oracle {
	struct line *lines;
	size_t n;
};

#define ANY (~0u)
#define ONLY_32_BIT (~ABI_BIT(i386))
#define NOT_X86 (~(ABI_BIT(x86_64) | ABI_BIT(i386) | ABI_BIT(x32)))

/* Types that the file lacks, or has with another layout. */
static const struct exemption {
	const char *name;
	uint32_t abis;
	const char *why;
} exemptions[] = {
	{ "msghdr", ANY, "the kernel's headers have it for the kernel only; see libc_sizes" },
	{ "mmsghdr", ANY, "as msghdr" },
	{ "cmsghdr", ANY, "as msghdr" },
	{ "linger", ANY, "as msghdr" },
	{ "ucred", ANY, "as msghdr" },
	{ "sockaddr", ANY, "as msghdr; in the table one type has all families as a choice" },
	{ "file_handle", ANY, "as msghdr" },
	{ "kernel_sigaction", ANY, "kernel-internal: struct sigaction by the kernel's layout" },
	{ "old_sigaction", ANY, "kernel-internal" },
	{ "sigset_argpack", ANY, "kernel-internal: the last argument of pselect6(2)" },
	{ "rt_sigframe", ANY, "kernel-internal: arch/x86/include/asm/sigframe.h" },
	{ "rt_sigframe_ia32", ANY, "as rt_sigframe" },
	{ "sigframe_ia32", ANY, "as rt_sigframe" },
	{ "sigframe", ANY, "as rt_sigframe" },
	{ "user_regs_struct", ANY, "the file lacks headers that only libc has: sys/user.h" },
	{ "user_i387_struct", ANY, "as user_regs_struct" },
	{ "pt_regs", ANY, "the file lacks asm/ptrace.h of powerpc" },
	{ "elf_fpregset", ANY, "an array of doubles on powerpc" },
	{ "user_pt_regs", ANY, "the file lacks asm/ptrace.h of arm64" },
	{ "user_fp_state", ABI_BIT(loongarch64), "the file lacks asm/ptrace.h of loongarch" },
	{ "s390_regs", ANY, "the file lacks asm/ptrace.h of s390" },
	{ "psw_t", ANY, "as s390_regs" },
	{ "iocb", ABI_BIT(s390x) | ABI_BIT(s390),
	  "the file is from a little-endian machine: PADDED()" },
	{ "ptrace_syscall_info", ANY, "its members lie in a union of structs without names" },
	{ "ptrace_syscall_info.entry", ANY, "as ptrace_syscall_info" },
	{ "ptrace_syscall_info.exit", ANY, "as ptrace_syscall_info" },
	{ "ptrace_syscall_info.seccomp", ANY, "as ptrace_syscall_info" },
	{ "ipc_perm", ONLY_32_BIT, "only calls of i386 use it, in the kernel's old layout" },
	{ "shmid_ds", ONLY_32_BIT, "as ipc_perm" },
	{ "semid_ds", ONLY_32_BIT, "as ipc_perm" },
	{ "msqid_ds", ONLY_32_BIT, "as ipc_perm" },
	{ "shmid64_ds", ABI_BIT(i386) | ABI_BIT(x32), "the file lacks the upper halves of times" },
	{ "msqid64_ds", ABI_BIT(i386) | ABI_BIT(x32), "as shmid64_ds" },
	{ "siginfo", ANY, "the members of its unions are not in the file" },
	{ "siginfo_sender", ANY, "the first members of its unions" },
	{ "sock_extended_err", ANY, "the offender follows the struct: SO_EE_OFFENDER()" },
	{ "epoll_event", NOT_X86, "packed on x86 only; the file is from x86" },
	{ "uffd_msg", ANY, "the members of its unions are in structs without names" },
	{ "dmabuf_token", ANY, "not in the headers that the file is made from" },
	{ "cachestat", ANY, "not in the headers that the file is made from" },
	{ "cachestat_range", ANY, "as cachestat" },
	{ "msgbuf", ANY, "mtext[1] stands for an array of any length" },
	{ "stat", ABI_BIT(mips64), "the order of mips asm/stat.h" },
	{ "statfs", ABI_BIT(mips64), "the order of mips asm/statfs.h" },
	{ "termios", ABI_BIT(mips64), "c_cc has 23 characters on mips" },
	{ "termios2", ABI_BIT(mips64), "as termios" },
	{ "stat", ABI_BIT(powerpc64), "the order of powerpc asm/stat.h" },
	{ "shmid64_ds", ABI_BIT(powerpc64), "the order of powerpc asm/shmbuf.h" },
	{ "termios", ABI_BIT(powerpc64), "powerpc asm/termbits.h" },
	{ "termio", ABI_BIT(powerpc64), "powerpc asm/termios.h" },
	{ "stat", ABI_BIT(s390x), "the order of s390 asm/stat.h" },
	{ "statfs", ABI_BIT(s390x), "s390 asm/statfs.h has narrower members" },
	{ "stat", ABI_BIT(i386), "the file has the order of x86_64, asm/stat.h another for i386" },
	{ "stat64", ANY, "32-bit only, and left out of the file" },
	{ "__old_kernel_stat", ONLY_32_BIT, "32-bit only" },
	{ "statfs64", ONLY_32_BIT, "32-bit only" },
	{ "__kernel_fsid_t", ANY, "a typedef of a nameless struct" },
	{ "linux_dirent", ANY, "kernel-internal: fs/readdir.c" },
	{ "old_linux_dirent", ANY, "kernel-internal: fs/readdir.c" },
	{ "sched_param", ANY, "kernel-internal: include/linux/sched.h" },
	{ "key_capabilities", ANY, "bytes: keyctl(2) KEYCTL_CAPABILITIES" },
	{ "linux_dirent64", ANY, "kernel-internal: include/linux/dirent.h" },
	{ "__user_cap_data_struct", ANY, "an array of two: _LINUX_CAPABILITY_VERSION_3" },
	{ "cap_user_header", ANY, "another name for __user_cap_header_struct" },
	{ "stack_t", ANY, "another name for struct sigaltstack; see libc_sizes" },
	{ "sigevent", ANY, "the padding of its union is left out" },
	{ "sysinfo", ABI_BIT(i386), "the padding after its members, for libc5, is left out" },
	{ "kvm_run*", ANY, "its members lie in a union of structs without names" },
	{ "perf_event_attr", ANY, "the members after its flags are not decoded" },
	{ NULL, 0, NULL },
};

/*
 * Sizes of libc, for structs that only the kernel's internal headers have. They hold for the native
 * ABI.
 */
static const struct {
	const char *name;
	size_t size;
} libc_sizes[] = {
	{ "msghdr", sizeof(struct msghdr) },
	{ "mmsghdr", sizeof(struct mmsghdr) },
	{ "linger", sizeof(struct linger) },
	{ "ucred", sizeof(struct ucred) },
	{ "file_handle", sizeof(struct file_handle) },
	{ "stack_t", sizeof(stack_t) },
	{ "cap_user_header", 8 },
};

/* "kvm_run*" stands for all names that begin with kvm_run. */
static bool is_named(const struct exemption *exemption, const char *name)
{
	size_t len = strcspn(exemption->name, "*");

	return !strncmp(exemption->name, name, len) && (exemption->name[len] || !name[len]);
}

static bool is_exempt(const char *name, const struct abi *abi)
{
	for (const struct exemption *e = exemptions; e->name; e++)
		if (is_named(e, name) && e->abis >> abi->id & 1)
			return true;
	return false;
}

/* Reads a column with a number; "-": a word size without this member. */
static size_t parse_column(const char *text)
{
	return *text == '-' ? SIZE_MAX : strtoul(text, NULL, 10);
}

static bool parse_line(const char *text, struct line *line)
{
	char column[4][16];

	if (sscanf(text, "%95[^\t]\t%95[^\t]\t%95[^\t]\t%15s\t%15s\t%15s\t%15s", line->header,
		   line->type, line->member, column[0], column[1], column[2], column[3]) != 7)
		return false;
	for (int bits32 = 0; bits32 < 2; bits32++) {
		line->offset[bits32] = parse_column(column[2 * bits32]);
		line->size[bits32] = parse_column(column[2 * bits32 + 1]);
	}
	return true;
}

/* Reads the file. The caller frees its lines. */
static struct oracle read_oracle(void)
{
	const char *srcdir = getenv("srcdir");
	struct oracle oracle = { 0 };
	char path[4096], text[1024];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/data/uapi-structs.tsv", srcdir ? srcdir : ".");
	file = fopen(path, "r");
	ck_assert_msg(file, "%s: cannot be opened", path);
	while (fgets(text, sizeof(text), file)) {
		struct line line;

		if (!parse_line(text, &line))
			continue;
		oracle.lines = xreallocarray(oracle.lines, oracle.n + 1, sizeof(line));
		oracle.lines[oracle.n++] = line;
	}
	fclose(file);
	return oracle;
}

static const char *bare_name(const char *type)
{
	const char *blank = strrchr(type, ' ');

	return blank ? blank + 1 : type;
}

/* One type under one ABI, compared with the struct of one header. */
struct comparison {
	const struct oracle *oracle;
	const struct line *whole;
	int bits32;
	struct buf *complaints;
	size_t n;
};

/* "a", "a:4" and "union.a" are all member a. */
static bool is_member(const char *member, const char *name)
{
	const char *dot = strrchr(member, '.');
	size_t len = strlen(name);

	member = dot ? dot + 1 : member;
	return !strncmp(member, name, len) && (!member[len] || member[len] == ':');
}

static bool is_same_place(const struct comparison *comparison, const struct line *line,
			  size_t offset, size_t size)
{
	size_t theirs = line->size[comparison->bits32];

	return line->offset[comparison->bits32] == offset && (!size || !theirs || theirs == size);
}

/*
 * A member must have the offset and size of the header's member with the same name. If the header
 * has no such name, some member of the header must have this offset and size.
 */
static void compare_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct comparison *comparison = ctx;
	bool named = false, placed = false, fits = false;

	if (field_type(field)->kind == KIND_PADDING)
		return;
	for (size_t i = 0; i < comparison->oracle->n; i++) {
		const struct line *line = &comparison->oracle->lines[i];
		bool same = is_same_place(comparison, line, offset, size);

		if (strcmp(line->type, comparison->whole->type) ||
		    strcmp(line->header, comparison->whole->header) || !strcmp(line->member, "="))
			continue;
		if (is_member(line->member, field_name(field))) {
			named = true;
			fits = fits || same;
		}
		placed = placed || same;
	}
	/* A member that is never shown may only align the next one. */
	if (named ? fits : placed || field_more(field)->lookup)
		return;
	comparison->n++;
	buf_printf(comparison->complaints, "    .%s at %zu, %zu bytes: %s differs\n",
		   field_name(field), offset, size, comparison->whole->header);
}

static bool compare_struct(const struct type *type, const struct abi *abi,
			   struct comparison *comparison)
{
	size_t size = layout_size(type, abi), theirs = comparison->whole->size[comparison->bits32];

	comparison->n = 0;
	if (size != theirs) {
		comparison->n++;
		buf_printf(comparison->complaints, "    %zu bytes: %zu in %s\n", size, theirs,
			   comparison->whole->header);
	}
	layout_each(type, abi, compare_member, comparison);
	return !comparison->n;
}

/* Whether the layout of a type is that of a header. */
static bool check_type(const struct type *type, const struct abi *abi, const struct oracle *oracle,
		       struct buf *report)
{
	struct buf complaints = { 0 };
	struct comparison comparison = { .oracle = oracle,
					 .complaints = &complaints,
					 .bits32 = abi->long_size == 4 };
	const char *name = bare_name(layout_of(type, abi)->name);
	bool found = false, good = is_exempt(name, abi);

	for (size_t i = 0; i < oracle->n && !good; i++) {
		comparison.whole = &oracle->lines[i];
		if (strcmp(comparison.whole->member, "=") ||
		    strcmp(bare_name(comparison.whole->type), name))
			continue;
		found = true;
		good = compare_struct(type, abi, &comparison);
	}
	if (!good) {
		buf_printf(report, "  %s on %s%s\n", name, abi->name,
			   found ? "" : ": no header has it; add an exemption if it is correct");
		buf_put(report, complaints.data, complaints.len);
	}
	buf_free(&complaints);
	return good;
}

/* Whether the type is the layout of another type for some ABIs. layout_of() finds it there. */
static bool is_other(const struct type *type)
{
	for (const struct type *const *any = type_all; *any; any++)
		if (structure_other(*any) && structure_other(*any)->type == type)
			return true;
	return false;
}

/*
 * The file has layouts for 64-bit ABIs and for i386. It has none for x32, which has another
 * __kernel_long_t and alignment.
 */
static bool has_oracle(const struct abi *abi)
{
	return abi->long_size == 8 || (abi->klong_size == 4 && abi->u64_align == 4);
}

static void check_all(const struct abi *abi)
{
	struct oracle oracle = read_oracle();
	struct buf report = { 0 };
	unsigned bad = 0;

	for (const struct type *const *type = type_all; *type; type++)
		if (!is_other(*type))
			bad += !check_type(*type, abi, &oracle, &report);
	fputs(buf_cstr(&report), stdout);
	fflush(stdout); /* libcheck ends the process of a test without flushing */
	buf_free(&report);
	free(oracle.lines);
	ck_assert_msg(!bad, "%u struct types have a layout that no header has", bad);
}

START_TEST(structs_of_libc)
{
	for (const struct type *const *type = type_all; *type; type++)
		for (size_t i = 0; i < ARRAY_SIZE(libc_sizes); i++)
			if (!strcmp(libc_sizes[i].name, bare_name((*type)->name)))
				ck_assert_msg(layout_size(*type, abi_native()) ==
						      libc_sizes[i].size,
					      "%s has %zu bytes; %zu in libc", (*type)->name,
					      layout_size(*type, abi_native()), libc_sizes[i].size);
}
END_TEST

/* For each ABI of SCRY_ABIS. */
START_TEST(structs_of_headers)
{
	const struct abi *abi = abi_by_id((enum abi_id)_i);

	if (has_oracle(abi))
		check_all(abi);
	else
		printf("%s: no header was compiled with its layouts\n", abi->name);
}
END_TEST

/*
 * A compiler may give an empty array the address of another one. The cache must distinguish them.
 */
START_TEST(empty_variants_have_no_members)
{
	static const struct type number = { .kind = KIND_NUMBER, .storage = STORE_S32 };
	static const struct field_more more = { .name = "member", .type = &number };
	static const struct field field = { .dir = DIR_IN, .more = &more };
	const struct variant empty = { .fields = &field },
			     full = { .fields = &field, .n_fields = 1 };
	const struct placement around = { .abi = abi_native(), .view = &view_of_facts };
	struct decode_cache *cache = decode_cache_new();

	ck_assert_uint_eq(cache_variant(cache, &empty, &around, 24)->n, 0);
	ck_assert_uint_eq(cache_variant(cache, &full, &around, 24)->n, 1);
	ck_assert_uint_eq(cache_variant(cache, &full, &around, 24)->slots[0].offset, 24);
	decode_cache_free(cache);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layout");
	TCase *oracle = tcase_create("oracle");

	tcase_add_test(oracle, structs_of_libc);
	tcase_add_loop_test(oracle, structs_of_headers, 0, ABI_COUNT);
	tcase_add_test(oracle, empty_variants_have_no_members);
	return suite_run(suite, oracle, NULL);
}
