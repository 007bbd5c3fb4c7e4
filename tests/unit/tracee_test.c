/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of the table of tracees, and of reading the memory and /proc files of a real process.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "suite.h"

#define MANY 5000

struct entry {
	struct tracee base;
	int mark;
};

START_TEST(table_finds_tracees)
{
	struct tracee_table table;

	tracee_table_init(&table, sizeof(struct entry));
	for (pid_t tid = 1; tid <= MANY; tid++) {
		struct tracee *tracee = tracee_add(&table, tid * 64, tid);

		ck_assert_int_eq(((struct entry *)tracee)->mark, 0);
		((struct entry *)tracee)->mark = tid;
	}
	ck_assert_uint_eq(table.n, MANY);
	for (pid_t tid = 1; tid <= MANY; tid++) {
		struct tracee *tracee = tracee_find(&table, tid * 64);

		ck_assert_ptr_nonnull(tracee);
		ck_assert_int_eq(tracee->tgid, tid);
		ck_assert_int_eq(((struct entry *)tracee)->mark, tid);
	}
	ck_assert_ptr_null(tracee_find(&table, 63));
	tracee_table_free(&table);
	ck_assert_uint_eq(table.n, 0);
}
END_TEST

START_TEST(table_renames_tracees)
{
	struct tracee_table table;
	struct tracee *tracee;

	tracee_table_init(&table, sizeof(struct entry));
	tracee_add(&table, 100, 100);
	tracee = tracee_add(&table, 164, 100);
	tracee_remove(&table, tracee_find(&table, 100));
	tracee_rename(&table, tracee, 100);
	ck_assert_ptr_eq(tracee_find(&table, 100), tracee);
	ck_assert_ptr_null(tracee_find(&table, 164));
	ck_assert_uint_eq(table.n, 1);
	tracee_table_free(&table);
}
END_TEST

static void remove_even(struct tracee *tracee, void *ctx)
{
	if (tracee->tid % 2 == 0)
		tracee_remove(ctx, tracee);
}

START_TEST(tracees_can_be_removed_during_a_walk)
{
	struct tracee_table table;

	tracee_table_init(&table, sizeof(struct entry));
	for (pid_t tid = 1; tid <= MANY; tid++)
		tracee_add(&table, tid, tid);
	tracee_each(&table, remove_even, &table);
	ck_assert_uint_eq(table.n, MANY / 2);
	ck_assert_ptr_null(tracee_find(&table, 2));
	ck_assert_ptr_nonnull(tracee_find(&table, 3));
	tracee_table_free(&table);
}
END_TEST

static struct tracee_table growing;
static bool arrays_fail;

/* The linker makes calls of xcalloc() calls of this function: --wrap. */
void *__wrap_xcalloc(size_t n, size_t size);
void *__real_xcalloc(size_t n, size_t size);
void *__wrap_xcalloc(size_t n, size_t size)
{
	return __real_xcalloc(arrays_fail && n > 1 ? SIZE_MAX / 2 : n, size);
}

static void count(struct tracee *tracee, void *ctx)
{
	(void)tracee;
	++*(size_t *)ctx;
}

static void look_at_all(void *ctx)
{
	size_t n = 0;

	(void)ctx;
	tracee_each(&growing, count, &n);
	_exit(n == growing.n ? 42 : 43);
}

/* The engine releases all tracees then. */
START_TEST(a_table_that_cannot_grow_has_all_tracees)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		alloc_set_failure_handler(look_at_all, NULL);
		tracee_table_init(&growing, sizeof(struct entry));
		arrays_fail = true;
		for (pid_t tid = 1; tid <= MANY; tid++)
			tracee_add(&growing, tid, tid);
		_exit(44);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 42 << 8);
}
END_TEST

/* A child of this process, traced and stopped. Its memory is a copy. */
static pid_t stopped_child(void)
{
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	ck_assert_int_eq(ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_EXITKILL), 0);
	ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
	ck_assert_int_eq(waitpid(pid, NULL, __WALL), pid);
	return pid;
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, __WALL);
}

/* Reads from three pages of 'x'. The page after them is not mapped. */
static void check_memory(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), len = 3 * page;
	char *pages =
		mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *copy = malloc(5 * page);
	struct tracee tracee = { .fetch = { .ops = &tracee_fetch_ops, .ctx = &tracee } };

	memset(pages, 'x', len);
	munmap(pages + len, page);
	tracee.tid = stopped_child();
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages, copy, len), len);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages, copy, len + page), len);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages + len - 5, copy, page), 5);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages + 3, copy, 4 * page), len - 3);
	for (size_t i = 0; i < len - 3; i++)
		ck_assert_int_eq(copy[i], 'x');
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages + len, copy, 1), 0);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, 0, copy, 8), 0);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, UINT64_MAX - 3, copy, page), 0);
	/* The lower half of an address is another one. */
	if (sizeof(void *) == 4)
		ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages + (UINT64_C(1) << 32),
					     copy, len),
				  0);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages, copy, 0), 0);
	end_child(tracee.tid);
	ck_assert_uint_eq(fetch_read(&tracee.fetch, (uintptr_t)pages, copy, 8), 0);
	munmap(pages, len);
	free(copy);
}

START_TEST(memory_ends_at_the_first_unreadable_page)
{
	check_memory();
}
END_TEST

/*
 * A string ends at its NUL or at the first unreadable page, whichever comes first, however many
 * reads that takes.
 */
START_TEST(strings_end_at_the_first_unreadable_page)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), len = 2 * page;
	char *copy = malloc(len);
	struct tracee tracee = { .tid = getpid(),
				 .fetch = { .ops = &tracee_fetch_ops, .ctx = &tracee } };
	char *pages =
		mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const struct fetch *fetch = &tracee.fetch;

	ck_assert_ptr_ne(pages, MAP_FAILED);
	ck_assert_int_eq(munmap(pages + len, page), 0);
	memset(pages, 'a', len);
	ck_assert_uint_eq(fetch_read_string(fetch, (uintptr_t)pages, copy, len), len);
	ck_assert_mem_eq(copy, pages, len);
	ck_assert_uint_eq(fetch_read_string(fetch, (uintptr_t)pages + len - 5, copy, page), 5);
	ck_assert_uint_eq(fetch_read_string(fetch, (uintptr_t)pages + len - 300, copy, page), 300);
	ck_assert_uint_eq(fetch_read_string(fetch, (uintptr_t)pages + len, copy, 1), 0);
	ck_assert_uint_eq(fetch_read_string(fetch, UINT64_MAX - 3, copy, page), 0);
	ck_assert_uint_eq(fetch_read_string(fetch, (uintptr_t)pages + 7, copy, 33), 33);
	pages[page + 100] = '\0';
	for (size_t before = 0; before < page; before += 61) {
		size_t got = fetch_read_string(fetch, (uintptr_t)pages + page - before, copy, len);

		ck_assert_uint_gt(got, before + 100);
		ck_assert_uint_le(got, len);
		ck_assert_uint_eq(strlen(copy), before + 100);
	}
	munmap(pages, len);
	free(copy);
}
END_TEST

static void make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	ck_assert_int_ge(fd, 0);
	close(fd);
}

/* Returns the name of a path; NULL: it is unknown. */
static const char *name_of(const struct tracee *tracee, const char *path)
{
	static char name[PATH_MAX + 1];
	ssize_t len =
		tracee->fetch.ops->path_name(tracee->fetch.ctx, AT_FDCWD, path, name, PATH_MAX);

	if (len <= 0)
		return NULL;
	name[len] = '\0';
	return name;
}

static void assert_name(const struct tracee *tracee, const char *path, const char *top,
			const char *below)
{
	const char *name = name_of(tracee, path);
	char expected[PATH_MAX];

	if (!below) {
		ck_assert_msg(!name, "%s has the name %s", path, name);
		return;
	}
	snprintf(expected, sizeof(expected), "%s%s", top, below);
	ck_assert_msg(name && !strcmp(name, expected), "%s is %s instead of %s", path,
		      name ? name : "unknown", expected);
}

/* A call forgets no more than it can change. */
START_TEST(calls_have_effects_on_names)
{
	static const struct {
		enum syscall_id id;
		uint64_t args[6];
		enum names_effect effect;
	} cases[] = {
		{ ID_close, { 3 }, NAMES_CLOSE },
		{ ID_read, { 3 }, NAMES_KEEP },
		{ ID_dup2, { 3, 4 }, NAMES_MOVE },
		{ ID_unlink, { 0 }, NAMES_UNLINK },
		{ ID_unlinkat, { 3, 0, 0 }, NAMES_UNLINK },
		{ ID_unlinkat, { 3, 0, AT_REMOVEDIR }, NAMES_CHANGE },
		{ ID_rmdir, { 0 }, NAMES_CHANGE },
		{ ID_mkdirat, { 3 }, NAMES_CHANGE },
		{ ID_renameat2, { 3 }, NAMES_CHANGE },
		{ ID_ioctl, { 3, 0x5401 }, NAMES_KEEP }, /* TCGETS */
		{ ID_ioctl, { 3, 0x5000940f }, NAMES_CHANGE }, /* BTRFS_IOC_SNAP_DESTROY */
		{ ID_ioctl, { 3, 0xc0502100 }, NAMES_CHANGE }, /* SECCOMP_IOCTL_NOTIF_RECV */
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		ck_assert_msg(names_effect_of(cases[i].id, syscall_row(cases[i].id, abi_native()),
					      cases[i].args) == cases[i].effect,
			      "case %zu", i);
}
END_TEST

/*
 * What a tracee does to directories is seen at once. Each path is looked up twice before, so that
 * it is remembered.
 */
static void directories_change(struct tracee *tracee, const char *top)
{
	for (unsigned i = 0; i < 2; i++) {
		assert_name(tracee, "dir/below/new", top, "/dir/below/new");
		assert_name(tracee, "moved/below/new", top, NULL);
		assert_name(tracee, "link/below/new", top, "/dir/below/new");
	}
	names_enter(tracee, NAMES_CHANGE, 0);
	ck_assert_int_eq(rename("dir", "moved"), 0);
	names_leave(tracee);
	assert_name(tracee, "dir/below/new", top, NULL);
	assert_name(tracee, "moved/below/new", top, "/moved/below/new");
	assert_name(tracee, "link/below/new", top, NULL);
	names_enter(tracee, NAMES_CHANGE, 0);
	ck_assert_int_eq(rename("moved", "dir"), 0);
	names_leave(tracee);
	assert_name(tracee, "dir/below/new", top, "/dir/below/new");
}

/* The removal of a link counts for the paths through it. */
static void links_change(struct tracee *tracee, const char *top)
{
	for (unsigned i = 0; i < 2; i++) {
		assert_name(tracee, "link/new", top, "/dir/new");
		assert_name(tracee, "dir/new", top, "/dir/new");
	}
	names_enter(tracee, NAMES_UNLINK, 0);
	ck_assert_int_eq(unlink("link"), 0);
	names_leave(tracee);
	assert_name(tracee, "link/new", top, NULL);
	assert_name(tracee, "dir/new", top, "/dir/new");
	names_enter(tracee, NAMES_CHANGE, 0);
	ck_assert_int_eq(symlink("dir", "link"), 0);
	names_leave(tracee);
	assert_name(tracee, "link/new", top, "/dir/new");
}

/* Status of a child that cannot have a root of its own here. */
#define CANNOT 77

/* Looks up paths in a root that is no mount point. Returns the exit status of a process. */
static int name_in_root(const char *root)
{
	struct tracee_table table;
	struct tracee *tracee;
	const char *name;

	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    chroot(root) || chdir("/") || mount("proc", "/proc", "proc", 0, NULL))
		return CANNOT;
	tracee_table_init(&table, sizeof(struct tracee));
	tracee = tracee_add(&table, getpid(), getpid());
	name = name_of(tracee, "/link/new");
	if (!name || strcmp(name, "/dir/new"))
		return 1;
	name = name_of(tracee, "/dir/../dir/../link/new");
	if (!name || strcmp(name, "/dir/new"))
		return 2;
	name = name_of(tracee, "/proc/new");
	return !name || strcmp(name, "/proc/new") ? 3 : 0;
}

/* The list of mounts lacks that of such a root. A file system on a block device is local then. */
START_TEST(paths_in_a_root_have_their_names)
{
	char root[] = "/tmp/scry-root-XXXXXX", here[PATH_MAX];
	struct stat found;
	int status;
	pid_t child;

	ck_assert_ptr_nonnull(getcwd(here, sizeof(here)));
	ck_assert_ptr_nonnull(mkdtemp(root));
	ck_assert_int_eq(stat(root, &found) || chdir(root) || mkdir("dir", 0700) ||
				 mkdir("proc", 0700) || symlink("dir", "link"),
			 0);
	child = fork();
	if (!child)
		_exit(name_in_root(root));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(unlink("link") || rmdir("dir") || rmdir("proc") || chdir(here) ||
				 rmdir(root),
			 0);
	ck_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) != CANNOT && major(found.st_dev))
		ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

/* In the name of a path all links are resolved except the last component. */
START_TEST(paths_have_their_names)
{
	static const struct {
		const char *path, *below; /* below: of the name; NULL: it is unknown */
	} cases[] = {
		{ "new", "/new" },
		{ "dir/new", "/dir/new" },
		{ "dir//./below/../new", "/dir/new" },
		{ "dir/below/../../dir/below/new", "/dir/below/new" },
		{ "link/new", "/dir/new" },
		{ "link", "/link" },
		{ "link/", "/dir" },
		{ "link/.", "/dir" },
		{ "deep/new", "/dir/below/new" },
		{ "deep/../new", "/dir/new" },
		{ "absolute/new", "/dir/below/new" },
		{ "chain/below/new", "/dir/below/new" },
		{ "file/new", "/file/new" },
		{ "file/../new", NULL },
		{ "missing/new", NULL },
		{ "missing/../new", NULL },
		{ "dangling/new", NULL },
		{ "loop/new", NULL },
		{ "proc/new", NULL },
		{ "proc/self/cwd/new", NULL },
	};
	char directory[] = "/tmp/scry-paths-XXXXXX", top[PATH_MAX], target[PATH_MAX + 16];
	struct tracee_table table;
	struct tracee *tracee;
	int here = open(".", O_PATH | O_CLOEXEC);

	ck_assert_ptr_nonnull(mkdtemp(directory));
	ck_assert_ptr_nonnull(realpath(directory, top));
	ck_assert_int_eq(chdir(top), 0);
	tracee_table_init(&table, sizeof(struct tracee));
	tracee = tracee_add(&table, getpid(), getpid());
	snprintf(target, sizeof(target), "%s/dir/below", top);
	ck_assert_int_eq(mkdir("dir", 0700) || mkdir("dir/below", 0700) || symlink("dir", "link") ||
				 symlink("link/below", "deep") || symlink(target, "absolute") ||
				 symlink("./link/../link", "chain") ||
				 symlink("none", "dangling") || symlink("loop", "loop") ||
				 symlink("/proc", "proc"),
			 0);
	make_file("file");
	/* Without a local file system in /tmp nothing has a name. */
	for (size_t i = 0; name_of(tracee, "new") && i < ARRAY_SIZE(cases); i++)
		assert_name(tracee, cases[i].path, top, cases[i].below);

	table.watch.on = true;
	if (name_of(tracee, "new")) {
		directories_change(tracee, top);
		links_change(tracee, top);
	}

	/*
	 * What is remembered is forgotten at a change by a tracee, and soon after one that no
	 * tracee has made.
	 */
	for (unsigned round = 0; name_of(tracee, "new") && round < 4; round++) {
		bool to_dir = round % 2;

		assert_name(tracee, "link/new", top, to_dir ? "/new" : "/dir/new");
		ck_assert_int_eq(unlink("link") || symlink(to_dir ? "dir" : ".", "link"), 0);
		if (round < 2)
			names_forget_all(&table.watch);
		for (uint64_t begin = now_ns(); now_ns() - begin < 60000000000u && round >= 2;)
			if (!strcmp(name_of(tracee, "link/new") + strlen(top),
				    to_dir ? "/dir/new" : "/new"))
				break;
		assert_name(tracee, "link/new", top, to_dir ? "/dir/new" : "/new");
	}
	tracee_table_free(&table);
	ck_assert_int_eq(unlink("file") || unlink("link") || unlink("deep") || unlink("absolute") ||
				 unlink("chain") || unlink("dangling") || unlink("loop") ||
				 unlink("proc") || rmdir("dir/below") || rmdir("dir") ||
				 fchdir(here) || rmdir(top),
			 0);
	close(here);
}
END_TEST

/*
 * Some sandboxes make process_vm_readv(2) fail with EPERM; kernels without it, with ENOSYS. _i is
 * the error. The seccomp filter stays for the life of a process, therefore the test has one of its
 * own.
 */
START_TEST(memory_is_read_without_process_vm_readv)
{
	struct sock_filter deny[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)_i),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(deny), .filter = deny };
	pid_t pid = fork();
	int status;

	if (!pid) {
		ck_assert_int_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
		ck_assert_int_eq(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
		check_memory();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
}
END_TEST

static void assert_fd(const struct fetch *fetch, int fd, const char *expected)
{
	char path[4096];
	ssize_t len = fetch->ops->fd_path(fetch->ctx, fd, path, sizeof(path));

	ck_assert_int_eq(len, (ssize_t)strlen(expected));
	ck_assert_mem_eq(path, expected, (size_t)len);
}

START_TEST(descriptors_have_their_paths)
{
	struct tracee tracee = { .fetch = { .ops = &tracee_fetch_ops, .ctx = &tracee } };
	char path[64], *cwd = get_current_dir_name();
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	tracee.tid = stopped_child();
	assert_fd(&tracee.fetch, fd, "/dev/null");
	assert_fd(&tracee.fetch, AT_FDCWD, cwd);
	ck_assert_int_eq(tracee_fetch_ops.fd_path(&tracee, fd, path, 4), 4);
	ck_assert_int_eq(tracee_fetch_ops.fd_path(&tracee, 999, path, sizeof(path)), FETCH_NO_FILE);
	ck_assert_int_eq(tracee_fetch_ops.fd_path(&tracee, -1, path, sizeof(path)), -1);
	end_child(tracee.tid);
	close(fd);
	free(cwd);
}
END_TEST

START_TEST(processes_have_their_names)
{
	struct tracee tracee = { .tid = stopped_child() };
	char comm[64];
	ssize_t len = tracee_fetch_ops.pid_comm(&tracee, tracee.tid, comm, sizeof(comm));

	ck_assert_int_eq(len, strlen("tracee_test"));
	ck_assert_mem_eq(comm, "tracee_test", (size_t)len);
	ck_assert_int_eq(tracee_fetch_ops.pid_comm(&tracee, tracee.tid, comm, 3), 3);
	ck_assert_int_eq(tracee_fetch_ops.pid_comm(&tracee, 0, comm, sizeof(comm)), -1);
	ck_assert_int_eq(proc_status(tracee.tid, "PPid"), getpid());
	ck_assert_int_eq(proc_status(tracee.tid, "TracerPid"), getpid());
	ck_assert_int_eq(proc_status(tracee.tid, "Tracer"), -1);
	end_child(tracee.tid);
	ck_assert_int_eq(proc_status(tracee.tid, "PPid"), -1);
	ck_assert_int_eq(proc_tgid(tracee.tid), -1);
}
END_TEST

/* Process 1 of a new PID namespace has another pid in ours. */
static void check_namespace(void)
{
	struct tracee tracee = { 0 };
	char comm[64];

	if (unshare(CLONE_NEWPID) && unshare(CLONE_NEWUSER | CLONE_NEWPID)) {
		puts("NOT TESTED: processes of other PID namespaces: none can be made here");
		fflush(stdout);
		return;
	}
	tracee.tid = stopped_child();
	ck_assert_int_ne(tracee.tid, 1);
	ck_assert_int_eq(tracee_fetch_ops.pid_comm(&tracee, 1, comm, sizeof(comm)),
			 strlen("tracee_test"));
	ck_assert_mem_eq(comm, "tracee_test", strlen("tracee_test"));
	ck_assert_int_eq(tracee_fetch_ops.pid_comm(&tracee, getpid(), comm, sizeof(comm)), -1);
	end_child(tracee.tid);
}

/*
 * The test has a process of its own. After pid 1 of a namespace has ended, no process can be
 * created in it, as LeakSanitizer does at exit.
 */
START_TEST(processes_of_other_namespaces_have_their_names)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		check_namespace();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
}
END_TEST

struct thread {
	pthread_barrier_t started, ending;
	pid_t tid;
};

static void *thread_run(void *arg)
{
	struct thread *thread = arg;

	thread->tid = gettid();
	pthread_barrier_wait(&thread->started);
	pthread_barrier_wait(&thread->ending);
	return NULL;
}

START_TEST(threads_are_listed)
{
	struct thread thread;
	pthread_t id;
	pid_t *tids;

	pthread_barrier_init(&thread.started, NULL, 2);
	pthread_barrier_init(&thread.ending, NULL, 2);
	pthread_create(&id, NULL, thread_run, &thread);
	pthread_barrier_wait(&thread.started);
	ck_assert_int_eq(proc_threads(getpid(), &tids), 2);
	ck_assert_int_eq(tids[0], getpid());
	ck_assert_int_eq(tids[1], thread.tid);
	ck_assert_int_eq(proc_tgid(thread.tid), getpid());
	free(tids);
	pthread_barrier_wait(&thread.ending);
	pthread_join(id, NULL);
	ck_assert_int_eq(proc_threads(INT32_MAX, &tids), -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tracee");
	TCase *tests = tcase_create("tracee");

	tcase_add_test(tests, table_finds_tracees);
	tcase_add_test(tests, table_renames_tracees);
	tcase_add_test(tests, tracees_can_be_removed_during_a_walk);
	tcase_add_test(tests, a_table_that_cannot_grow_has_all_tracees);
	tcase_add_test(tests, memory_ends_at_the_first_unreadable_page);
	tcase_add_test(tests, strings_end_at_the_first_unreadable_page);
	tcase_add_test(tests, paths_have_their_names);
	tcase_add_test(tests, calls_have_effects_on_names);
	tcase_add_test(tests, paths_in_a_root_have_their_names);
	tcase_add_loop_test(tests, memory_is_read_without_process_vm_readv, EPERM, EPERM + 1);
	tcase_add_loop_test(tests, memory_is_read_without_process_vm_readv, ENOSYS, ENOSYS + 1);
	tcase_add_test(tests, descriptors_have_their_paths);
	tcase_add_test(tests, processes_have_their_names);
	tcase_add_test(tests, processes_of_other_namespaces_have_their_names);
	tcase_add_test(tests, threads_are_listed);
	return suite_run(suite, tests, NULL);
}
