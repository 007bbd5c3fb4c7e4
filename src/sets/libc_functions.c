/* SPDX-License-Identifier: MIT */
/*
 * The calls that functions of the C library make, where these have other names. Seen with glibc
 * 2.36 on x86-64.
 */
#include <stdlib.h>
#include <string.h>

#include "scry/sets.h"
#include "scry/util.h"

static const struct instead {
	const char *name; /* of a function, which may be the name of a call, too */
	/* as for -e trace; NULL: usually none, because the vDSO answers (vdso(7)) */
	const char *calls;
} rows[] = {
	{ "clock_gettime", NULL },
	{ "creat", "openat" },
	{ "dlopen", "openat,mmap" },
	{ "eventfd", "eventfd2" },
	{ "exec", "execve" },
	{ "execl", "execve" },
	{ "execlp", "execve" },
	{ "execv", "execve" },
	{ "execvp", "execve" },
	{ "exit", "exit_group" },
	{ "fopen", "openat" },
	{ "fork", "clone" },
	{ "fprintf", "write" },
	{ "fputs", "write" },
	{ "fread", "read" },
	{ "free", "brk,munmap" },
	{ "freopen", "openat" },
	{ "fseek", "lseek" },
	{ "fstat", "newfstatat" },
	{ "fwrite", "write" },
	{ "getaddrinfo", "socket,connect,sendto,sendmmsg,recvfrom,poll" },
	{ "getcpu", NULL },
	{ "getdents", "getdents64" },
	{ "gethostbyname", "socket,connect,sendto,sendmmsg,recvfrom,poll" },
	{ "gethostname", "uname" },
	{ "getloadavg", "sysinfo" },
	{ "getrlimit", "prlimit64" },
	{ "gettimeofday", NULL },
	{ "isatty", "ioctl" },
	{ "lockf", "fcntl" },
	{ "lstat", "newfstatat" },
	{ "malloc", "brk,mmap" },
	{ "mkfifo", "mknodat" },
	{ "mknod", "mknodat" },
	{ "mkstemp", "openat" },
	{ "nanosleep", "clock_nanosleep" },
	{ "nice", "setpriority" },
	{ "open", "openat" },
	{ "opendir", "openat" },
	{ "pipe", "pipe2" },
	{ "popen", "clone3" },
	{ "posix_fadvise", "fadvise64" },
	{ "posix_spawn", "clone3" },
	{ "pread", "pread64" },
	{ "printf", "write" },
	{ "pthread_cond_wait", "futex" },
	{ "pthread_create", "clone3" },
	{ "pthread_join", "futex" },
	{ "pthread_kill", "tgkill" },
	{ "pthread_mutex_lock", "futex" },
	{ "puts", "write" },
	{ "pwrite", "pwrite64" },
	{ "raise", "tgkill" },
	{ "readdir", "getdents64" },
	{ "recv", "recvfrom" },
	{ "remove", "unlink,rmdir" },
	{ "sbrk", "brk" },
	{ "select", "pselect6" },
	{ "sem_wait", "futex" },
	{ "send", "sendto" },
	{ "seteuid", "setresuid" },
	{ "setrlimit", "prlimit64" },
	{ "shm_open", "openat" },
	{ "sigaction", "rt_sigaction" },
	{ "signal", "rt_sigaction" },
	{ "signalfd", "signalfd4" },
	{ "sigpending", "rt_sigpending" },
	{ "sigprocmask", "rt_sigprocmask" },
	{ "sleep", "clock_nanosleep" },
	{ "spawn", "clone3" },
	{ "stat", "newfstatat" },
	{ "statvfs", "statfs" },
	{ "system", "clone3,wait4" },
	{ "tcgetattr", "ioctl" },
	{ "time", NULL },
	{ "umount", "umount2" },
	{ "usleep", "clock_nanosleep" },
	{ "utime", "utimensat" },
	{ "utimes", "utimensat" },
	{ "wait", "wait4" },
	{ "waitpid", "wait4" },
};

static int compare_functions(const void *name, const void *row)
{
	return strcmp(name, ((const struct instead *)row)->name);
}

static const struct instead *find_function(const char *name)
{
	return bsearch(name, rows, ARRAY_SIZE(rows), sizeof(*rows), compare_functions);
}

const char *libc_function_calls(const char *name)
{
	const struct instead *row = find_function(name);

	return row ? row->calls : NULL;
}

char *libc_function_explain(const char *name)
{
	const struct instead *row = find_function(name);
	struct buf text = { 0 };

	if (!row)
		return NULL;
	if (row->calls)
		buf_printf(&text, "the C library calls %s for it: -e trace=%s", row->calls,
			   row->calls);
	else
		buf_puts(&text, "the C library has the answer without a call (vdso(7))");
	return buf_take(&text);
}
