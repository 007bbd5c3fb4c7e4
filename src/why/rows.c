/* SPDX-License-Identifier: MIT */
/*
 * The table of findings, and the tables by which a failed call or a message becomes one. doc/why.md
 * has a section for each.
 */
#include "why/rows.h"

#include <errno.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"

/* --- what is particular to one cost ---------------------------------------------------------- */

/* A child that lives longer than this is a program of its own right. */
#define SHORT_LIFE_NS 60000000u

static bool has_many_paths(const struct sum *sum)
{
	return sum->many_paths;
}

static bool has_many_threads(const struct sum *sum)
{
	return sum->many_threads;
}

static bool has_short_children(const struct sum *sum)
{
	const struct sum_cell *cell = &sum->cells[SUM_CHILD];

	return cell->ns / cell->n < SHORT_LIFE_NS;
}

/* Descriptors that stay open are another finding. */
static bool closes_again(const struct sum *sum)
{
	return sum->cells[SUM_LEAK].n < sum->cells[SUM_OPEN].n / 2;
}

static bool maps_again(const struct sum *sum)
{
	return sum->cells[SUM_MAP].n >= sum->cells[SUM_UNMAP].n / 2;
}

static bool takes_again(const struct sum *sum)
{
	return sum->cells[SUM_BREAK_UP].n >= sum->cells[SUM_BREAK_DOWN].n / 2;
}

/* Adds the variable that sets the search path. */
static void advise_search(const struct finding_row *row, const char *target, const char *example,
			  struct buf *next)
{
	const char *variable = search_variable(example);

	(void)target;
	if (variable)
		buf_printf(next, "%s; %s", row->next, variable);
}

static void advise_look_up(const struct finding_row *row, const char *target, const char *example,
			   struct buf *next)
{
	(void)row, (void)example;
	if (strstr(target, "/etc/localtime"))
		buf_puts(next, "set TZ (TZ=:/etc/localtime): without it each localtime(3) looks");
}

static void advise_write(const struct finding_row *row, const char *target, const char *example,
			 struct buf *next)
{
	(void)row, (void)example;
	if (strstr(target, "log"))
		buf_puts(next,
			 "let the logger buffer its lines, or write them in a thread of its own");
}

/* --- the table ------------------------------------------------------------------------------- */

#define FAILURE(id, named, advice, from) \
	[FINDING_##id] = { .name = named, .part = PART_FAILURE, .next = advice, .source = from }
#define WAITING(id, named, advice, from) \
	[FINDING_##id] = { .name = named, .part = PART_WAITING, .next = advice, .source = from }

/* clang-format off */
const struct finding_row finding_rows[FINDINGS] = {
	FAILURE(COMMAND_NOT_FOUND, "command-not-found", "install the program, or add its directory to PATH", "execve(2), environ(7)"),
	FAILURE(INTERPRETER_MISSING, "interpreter-missing", "install the interpreter, or correct the line #! at the start of the script; an ELF file names its loader: file FILE", "execve(2)"),
	FAILURE(LIBRARY_NOT_FOUND, "library-not-found", "install the package of the library, or name its directory in LD_LIBRARY_PATH, or in /etc/ld.so.conf and run ldconfig", "ld.so(8)"),
	FAILURE(MODULE_NOT_FOUND, "module-not-found", "install the module, or name its directory in the search path of the language", "sys.path, NODE_PATH, PERL5LIB, GEM_PATH"),
	FAILURE(MISSING_FILE, "missing-file", "create the file, or correct the path in the options or the configuration", "open(2)"),
	FAILURE(NO_PERMISSION, "no-permission", "give that user access (chmod, chown, a group), or run the program as another user", "path_resolution(7)"),
	FAILURE(NOT_PERMITTED, "not-permitted", "run it as root or with the capability that the call needs (its manual page names it); dmesg shows what AppArmor or SELinux refuse", "capabilities(7), seccomp(2)"),
	FAILURE(CALL_FORBIDDEN, "call-forbidden", "allow the call in the seccomp profile: scry --policy writes one", "seccomp(2)"),
	FAILURE(PORT_IN_USE, "port-in-use", "stop the process that has the port, or use another port", "bind(2)"),
	FAILURE(ADDRESS_UNAVAILABLE, "address-unavailable", "use an address that this machine has: ip addr", "bind(2)"),
	FAILURE(CONNECTION_REFUSED, "connection-refused", "start the server (ss -ltn shows what listens), or correct the address, the port or the proxy (http_proxy, https_proxy)", "connect(2)"),
	FAILURE(CONNECTION_TIMED_OUT, "connection-timed-out", "look whether the host answers and a firewall drops packets", "connect(2), tcp(7)"),
	FAILURE(UNREACHABLE, "unreachable", "look at the route and the interface: ip route get ADDRESS", "connect(2), ip(7)"),
	FAILURE(NAME_NOT_RESOLVED, "name-not-resolved", "correct the name, or the server in /etc/resolv.conf: getent hosts NAME tries both", "resolv.conf(5)"),
	FAILURE(PEER_CLOSED, "peer-closed", "look at the other end: it closed the connection or ended", "tcp(7)"),
	FAILURE(DISK_FULL, "disk-full", "free space or inodes: df, df -i", "write(2)"),
	FAILURE(QUOTA, "quota", "free space, or raise the quota", "quotactl(2)"),
	FAILURE(READ_ONLY, "read-only", "write elsewhere, or mount the file system for writing", "mount(2)"),
	FAILURE(TOO_MANY_FILES, "too-many-files", "close descriptors that are not needed, or raise the limit: ulimit -n", "getrlimit(2)"),
	FAILURE(OUT_OF_MEMORY, "out-of-memory", "give the process more memory, or raise its limit: ulimit -v, cgroup memory.max", "getrlimit(2), mmap(2)"),
	FAILURE(TOO_MANY_PROCESSES, "too-many-processes", "raise ulimit -u or the pids.max of the cgroup, or start fewer", "fork(2)"),
	FAILURE(FILE_TOO_LARGE, "file-too-large", "write less, or raise the limit: ulimit -f", "getrlimit(2)"),
	FAILURE(CPU_LIMIT, "cpu-limit", "raise the limit: ulimit -t", "getrlimit(2)"),
	FAILURE(LOCK_HELD, "lock-held", "wait until the process that holds the lock ends, or end it", "flock(2), fcntl(2)"),
	FAILURE(NOT_A_DIRECTORY, "not-a-directory", "correct the path: a part of it is a file", "path_resolution(7)"),
	FAILURE(IS_A_DIRECTORY, "is-a-directory", "name a file instead of the directory", "open(2)"),
	FAILURE(ALREADY_EXISTS, "already-exists", "remove what is there, or use another name; a lock or pid file may be left over from a crash", "open(2)"),
	FAILURE(TOO_MANY_LINKS, "too-many-links", "correct the symbolic links, which form a loop", "path_resolution(7)"),
	FAILURE(NAME_TOO_LONG, "name-too-long", "use a shorter name", "path_resolution(7)"),
	FAILURE(BUSY, "busy", "end what uses the file, the mount or the device: fuser -v FILE", "errno(3)"),
	FAILURE(NOT_EXECUTABLE, "not-executable", "a script needs the line #! at its start, a program must be built for this machine: file FILE says what it is", "execve(2)"),
	FAILURE(BROKEN_PIPE, "broken-pipe", "look why the reader ended first; if it is head or less, it is no error", "pipe(7)"),
	FAILURE(IO_ERROR, "io-error", "look at the kernel log: dmesg", "errno(3)"),
	FAILURE(MEMORY_FAULT, "memory-fault", "run it under a debugger: gdb --args COMMAND, then run and bt", "sigaction(2)"),
	FAILURE(ABORTED, "aborted", "the program has ended itself: the message says what it found wrong; gdb --args COMMAND, then run and bt, shows where", "abort(3)"),
	FAILURE(ARITHMETIC_FAULT, "arithmetic-fault", "look for a division by zero: gdb --args COMMAND, then run and bt, shows where", "sigaction(2)"),
	FAILURE(KILLED, "killed", "look why the sender sent the signal", "kill(2)"),
	FAILURE(KILLED_FOR_MEMORY, "killed-for-memory", "give it more memory, or raise memory.max of its cgroup: the kernel killed it when memory ran out (dmesg has the details)", "proc(5), cgroups(7)"),
	FAILURE(TIMER_ENDED, "timer-ended", "handle SIGALRM, or look what took longer than the timer", "alarm(2)"),
	FAILURE(WRONG_USAGE, "wrong-usage", "correct the options: --help or the manual page lists them", "the message of the program"),
	FAILURE(FAILED_CALL, "failed-call", "look up the error in the manual page of the call", "errno(3)"),
	FAILURE(OWN_MESSAGE, "own-message", "follow the message: no failed call explains it", "the message of the program"),
	FAILURE(UNEXPLAINED_EXIT, "unexplained-exit", "look at what it did last: scry COMMAND; run it with more messages (-v, --debug); for some programs the status is an answer", "exit(3)"),
	FAILURE(SILENT_EXIT, "silent-exit", "run it with more messages (-v, --debug); for some programs the status is an answer (grep, test, diff)", "exit(3)"),

	WAITING(DEADLOCK, "deadlock", "change the order of the locks, or close the unused ends of the pipes", "pthread_mutex_lock(3), pipe(7)"),
	WAITING(STOPPED, "stopped", "continue it: kill -CONT PID, or fg in its shell", "signal(7)"),
	WAITING(WAITS_FOR_LOCK, "waits-for-lock", "look at what the thread does that holds the lock: gdb -p PID, then thread apply all bt", "futex(2)"),
	WAITING(WAITS_FOR_FILE_LOCK, "waits-for-file-lock", "end the holder of the lock, or wait for it", "flock(2), fcntl(2)"),
	WAITING(WAITS_FOR_PROCESS, "waits-for-process", "look at the process at the other end, which neither writes nor ends", "pipe(7)"),
	WAITING(WAITS_FOR_PEER, "waits-for-peer", "look at the peer, which does not answer: ss -tnp shows connections and their processes", "tcp(7)"),
	WAITING(WAITS_FOR_NAME_SERVER, "waits-for-name-server", "correct the server in /etc/resolv.conf: it does not answer", "resolv.conf(5)"),
	WAITING(WAITS_FOR_CHILD, "waits-for-child", "look at the child: scry --why -p PID", "wait(2)"),
	WAITING(WAITS_FOR_INPUT, "waits-for-input", "give it the input, or run it with </dev/null", "read(2)"),
	WAITING(WAITS_FOR_SIGNAL, "waits-for-signal", "look which process should send the signal", "sigsuspend(2)"),
	WAITING(WAITS_FOR_EVENT, "waits-for-event", "look which thread should wake it: gdb -p PID, then thread apply all bt", "futex(2)"),
	WAITING(COMPUTES, "computes", "look where it computes: perf top -p PID, or gdb -p PID and bt", "perf-top(1)"),
	WAITING(WAITS_FOR_WORK, "waits-for-work", "nothing to do: it waits for requests", "epoll(7)"),

#define COST(id, named, counted, one_of_them, many_of_them, calls, percent, bytes, ...) \
	[FINDING_##id] = { .name = named, .part = PART_COST, .kind = counted, .one = one_of_them, .many = many_of_them, \
			   .min_calls = calls, .min_percent = percent, .max_bytes = bytes, __VA_ARGS__ }
	COST(SMALL_READS, "small-reads", SUM_READ, "read", "reads", 2000, 5, 512, .calls = "read,pread64", .title = "reads little at a time",
	     .next = "read through a buffer of 64 KiB (stdio, bufio, BufferedReader)", .source = "setvbuf(3)"),
	COST(SMALL_WRITES, "small-writes", SUM_WRITE, "write", "writes", 1000, 5, 512, .calls = "write,pwrite64", .title = "writes little at a time",
	     .next = "write through a buffer (stdio, bufio), and flush it where that matters", .advise = advise_write, .source = "setvbuf(3)"),
	COST(FLUSHES, "flushes", SUM_SYNC, "flush", "flushes", 20, 10, 0, .waits = true, .calls = "fsync,fdatasync", .title = "waits for the disk again and again",
	     .next = "flush once for many changes: one transaction, one fsync at the end", .source = "fsync(2), sqlite.org/faq.html#q19"),
	COST(REOPENED, "reopened", SUM_OPEN, "time opened", "times opened", 100, 5, 0, .calls = "openat", .title = "opens the same file again and again",
	     .next = "open it once and keep the descriptor, or keep what was read", .applies = closes_again, .source = "open(2)"),
	COST(LOOKED_UP, "looked-up", SUM_LOOK, "look-up", "look-ups", 500, 5, 0, .calls = "newfstatat,statx", .title = "looks up the same path again and again",
	     .next = "keep the answer", .advise = advise_look_up, .source = "stat(2)"),
	COST(SEARCH_PATH, "search-path", SUM_MISS, "look-up in vain", "look-ups in vain", 300, 5, 0, .together = true, .title = "looks for files in many directories that do not have them",
	     .next = "shorten the search path, or put the right directory first", .by_example = true, .applies = has_many_paths, .advise = advise_search, .source = "environ(7), ld.so(8)"),
	COST(HEAP_TRIMMED, "heap-trimmed", SUM_BREAK_DOWN, "time given back", "times given back", 200, 4, 0, .together = true, .calls = "brk", .title = "gives memory back and takes it again (brk)",
	     .next = "let the allocator keep it: M_TRIM_THRESHOLD (MALLOC_TRIM_THRESHOLD_=268435456), or tcmalloc or jemalloc", .paired = SUM_BREAK_UP, .applies = takes_again, .source = "mallopt(3)"),
	COST(MEMORY_REMAPPED, "memory-remapped", SUM_UNMAP, "time unmapped", "times unmapped", 500, 5, 0, .together = true, .calls = "munmap", .title = "maps memory and unmaps it again",
	     .next = "let the allocator keep it: M_MMAP_THRESHOLD (MALLOC_MMAP_THRESHOLD_=33554432), or keep the buffers", .paired = SUM_MAP, .applies = maps_again, .source = "mallopt(3)"),
	COST(MEMORY_DISCARDED, "memory-discarded", SUM_DISCARD, "time given back", "times given back", 500, 5, 0, .together = true, .calls = "madvise", .title = "gives pages back and touches them again (madvise)",
	     .next = "let the allocator keep pages: decay of jemalloc, GODEBUG=madvdontneed=0", .source = "madvise(2)"),
	COST(BUSY_POLL, "busy-poll", SUM_IDLE_POLL, "poll that found nothing", "polls that found nothing", 500, 5, 0, .together = true, .calls = "poll,select,epoll_wait", .title = "polls without waiting",
	     .next = "give poll or epoll_wait a time limit, -1 if there is nothing else to do", .source = "poll(2)"),
	COST(BUSY_RETRY, "busy-retry", SUM_AGAIN, "attempt", "attempts", 500, 5, 0, .title = "tries again and again what would block (EAGAIN)",
	     .next = "wait with poll or epoll until the descriptor is ready", .source = "poll(2)"),
	COST(BUSY_YIELD, "busy-yield", SUM_YIELD, "yield", "yields", 1000, 5, 0, .together = true, .calls = "sched_yield", .title = "waits by yielding the CPU",
	     .next = "wait on a futex or condition variable", .source = "sched_yield(2)"),
	COST(SHORT_SLEEPS, "short-sleeps", SUM_SHORT_SLEEP, "sleep", "sleeps", 200, 10, 0, .together = true, .waits = true, .calls = "clock_nanosleep", .title = "waits by very short sleeps",
	     .next = "wait for the event itself: poll, a condition variable, inotify", .source = "nanosleep(2)"),
	COST(SLEEPS, "sleeps", SUM_SLEEP, "sleep", "sleeps", 1, 30, 0, .together = true, .waits = true, .idles = true, .calls = "clock_nanosleep", .title = "sleeps",
	     .next = "wait for the event instead of a time", .source = "nanosleep(2)"),
	COST(LOCK_CONTENTION, "lock-contention", SUM_LOCK, "wait", "waits", 200, 10, 0, .together = true, .waits = true, .calls = "futex", .title = "threads wait for each other's locks",
	     .next = "hold the lock shorter, split it, or use fewer threads", .applies = has_many_threads, .source = "futex(2), pthread_mutex_lock(3)"),
	COST(FILE_LOCK, "file-lock", SUM_FILE_LOCK, "lock", "locks", 1, 20, 0, .waits = true, .title = "waited for a lock on a file",
	     .next = "look which process holds the lock", .source = "flock(2), fcntl(2)"),
	COST(SLOW_PEER, "slow-peer", SUM_PEER, "wait", "waits", 1, 30, 0, .waits = true, .idles = true, .title = "waited for the answers of a peer",
	     .next = "look at the peer, or ask it less often or for more at once", .source = "tcp(7)"),
	COST(TIMEOUTS, "timeouts", SUM_TIMED_OUT, "wait in vain", "waits in vain", 1, 10, 0, .waits = true, .title = "waited for a peer that did not answer",
	     .next = "correct the address, or give the connection a shorter time limit", .source = "connect(2), resolv.conf(5)"),
	COST(REFUSED_AGAIN, "refused-again", SUM_REFUSED, "refusal", "refusals", 10, 0, 0, .title = "connects again and again, and is refused",
	     .next = "start the server first, or wait longer between attempts", .source = "connect(2)"),
	COST(NAMES_AGAIN, "names-again", SUM_QUESTION, "question", "questions", 20, 3, 0, .waits = true, .title = "asks the name server for the same name again",
	     .next = "keep the address or the connection, or run a cache (nscd, systemd-resolved)", .source = "resolv.conf(5)"),
	COST(MANY_PROCESSES, "many-processes", SUM_CHILD, "process", "processes", 100, 25, 0, .waits = true, .title = "starts the same program again and again",
	     .next = "give one process all of the work (xargs, find -exec +), or use what the shell has built in", .applies = has_short_children, .source = "fork(2), execve(2)"),
	COST(CLOCK_CALLS, "clock-calls", SUM_CLOCK, "call", "calls", 5000, 5, 0, .together = true, .calls = "clock_gettime,gettimeofday", .title = "asks the kernel for the time by calls",
	     .next = "look at /sys/devices/system/clocksource/clocksource0/current_clocksource: with tsc no call is needed", .source = "vdso(7)"),
	COST(DESCRIPTORS_GROW, "descriptors-grow", SUM_LEAK, "descriptor that stays open", "descriptors that stay open", LEAKS_MIN, 0, 0, .waits = true, .calls = "openat,socket,accept4", .title = "opens descriptors and never closes them",
	     .next = "close what is not needed: the limit ends it some day (EMFILE)", .reason = "they were open when the process or the trace ended", .source = "close(2)"),
};
/* clang-format on */

/* --- failed calls ---------------------------------------------------------------------------- */

/* Which finding an error stands for. id ID_none: any call. The first row that fits counts. */
static const struct {
	uint16_t id;
	int error; /* 0: any */
	enum finding_id finding;
} failures[] = {
	{ ID_execve, ENOENT, FINDING_COMMAND_NOT_FOUND },
	{ ID_execve, ENOEXEC, FINDING_NOT_EXECUTABLE },
	{ ID_bind, EADDRINUSE, FINDING_PORT_IN_USE },
	{ ID_listen, EADDRINUSE, FINDING_PORT_IN_USE },
	{ ID_bind, EADDRNOTAVAIL, FINDING_ADDRESS_UNAVAILABLE },
	{ ID_connect, ECONNREFUSED, FINDING_CONNECTION_REFUSED },
	{ ID_connect, ENOENT, FINDING_CONNECTION_REFUSED },
	{ ID_connect, EADDRNOTAVAIL, FINDING_UNREACHABLE },
	{ ID_none, ECONNREFUSED, FINDING_CONNECTION_REFUSED },
	{ ID_none, ETIMEDOUT, FINDING_CONNECTION_TIMED_OUT },
	{ ID_none, ENETUNREACH, FINDING_UNREACHABLE },
	{ ID_none, EHOSTUNREACH, FINDING_UNREACHABLE },
	{ ID_none, ECONNRESET, FINDING_PEER_CLOSED },
	{ ID_clone, EAGAIN, FINDING_TOO_MANY_PROCESSES },
	{ ID_clone3, EAGAIN, FINDING_TOO_MANY_PROCESSES },
	{ ID_fork, EAGAIN, FINDING_TOO_MANY_PROCESSES },
	{ ID_vfork, EAGAIN, FINDING_TOO_MANY_PROCESSES },
	{ ID_flock, EAGAIN, FINDING_LOCK_HELD },
	{ ID_fcntl, EAGAIN, FINDING_LOCK_HELD },
	{ ID_fcntl, EACCES, FINDING_LOCK_HELD },
	{ ID_fcntl64, EAGAIN, FINDING_LOCK_HELD },
	{ ID_fcntl64, EACCES, FINDING_LOCK_HELD },
	{ ID_none, ENOENT, FINDING_MISSING_FILE },
	{ ID_none, EACCES, FINDING_NO_PERMISSION },
	{ ID_none, EPERM, FINDING_NOT_PERMITTED },
	{ ID_none, ENOSPC, FINDING_DISK_FULL },
	{ ID_none, EDQUOT, FINDING_QUOTA },
	{ ID_none, EROFS, FINDING_READ_ONLY },
	{ ID_none, EMFILE, FINDING_TOO_MANY_FILES },
	{ ID_none, ENFILE, FINDING_TOO_MANY_FILES },
	{ ID_none, ENOMEM, FINDING_OUT_OF_MEMORY },
	{ ID_none, EFBIG, FINDING_FILE_TOO_LARGE },
	{ ID_none, ENOTDIR, FINDING_NOT_A_DIRECTORY },
	{ ID_none, EISDIR, FINDING_IS_A_DIRECTORY },
	{ ID_none, EEXIST, FINDING_ALREADY_EXISTS },
	{ ID_none, ELOOP, FINDING_TOO_MANY_LINKS },
	{ ID_none, ENAMETOOLONG, FINDING_NAME_TOO_LONG },
	{ ID_none, EBUSY, FINDING_BUSY },
	{ ID_none, ETXTBSY, FINDING_BUSY },
	{ ID_none, EPIPE, FINDING_BROKEN_PIPE },
	{ ID_none, EIO, FINDING_IO_ERROR },
	{ ID_none, 0, FINDING_FAILED_CALL },
};

enum finding_id finding_of_failure(uint16_t id, int error)
{
	id = syscall_base(id);
	for (size_t i = 0; i < ARRAY_SIZE(failures); i++)
		if ((!failures[i].id || failures[i].id == id) &&
		    (!failures[i].error || failures[i].error == error))
			return failures[i].finding;
	return FINDING_FAILED_CALL;
}

/*
 * Words of messages that say what happened, whatever call failed before. The first row that fits
 * counts. next: NULL: the next of the finding.
 */
static const struct message_row messages[] = {
	{ "error while loading shared libraries", FINDING_LIBRARY_NOT_FOUND, NULL },
	{ "No module named", FINDING_MODULE_NOT_FOUND,
	  "install it for this Python (python3 -m pip install MODULE), or name its directory in "
	  "PYTHONPATH; is the virtual environment the right one?" },
	{ "Cannot find module", FINDING_MODULE_NOT_FOUND,
	  "install it (npm install MODULE, in the directory of the program), or name its directory "
	  "in "
	  "NODE_PATH" },
	{ "in @INC", FINDING_MODULE_NOT_FOUND,
	  "install it (cpan MODULE, or the package of the system), or name its directory in "
	  "PERL5LIB" },
	{ "cannot load such file", FINDING_MODULE_NOT_FOUND,
	  "install it (gem install NAME, bundle install), or name its directory in RUBYLIB" },
	{ "ClassNotFoundException", FINDING_MODULE_NOT_FOUND,
	  "name its directory or its .jar file in the class path: java -cp PATH" },
	{ "Could not find or load main class", FINDING_MODULE_NOT_FOUND,
	  "name its directory or its .jar file in the class path: java -cp PATH" },
	{ "bad interpreter", FINDING_INTERPRETER_MISSING, NULL },
	{ "required file not found", FINDING_INTERPRETER_MISSING, NULL },
	{ "command not found", FINDING_COMMAND_NOT_FOUND, NULL },
	{ ": not found", FINDING_COMMAND_NOT_FOUND, NULL },
	{ "Temporary failure in name resolution", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "Name or service not known", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "Could not resolve", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "unable to resolve", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "ENOTFOUND", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "EAI_AGAIN", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "no servers could be reached", FINDING_NAME_NOT_RESOLVED, NULL },
	{ "Failed to connect", FINDING_CONNECTION_REFUSED, NULL },
	{ "onnection refused", FINDING_CONNECTION_REFUSED, NULL },
	{ "ECONNREFUSED", FINDING_CONNECTION_REFUSED, NULL },
	{ "onnection timed out", FINDING_CONNECTION_TIMED_OUT, NULL },
	{ "ETIMEDOUT", FINDING_CONNECTION_TIMED_OUT, NULL },
	{ "std::bad_alloc", FINDING_OUT_OF_MEMORY, NULL },
	{ "MemoryError", FINDING_OUT_OF_MEMORY, NULL },
	{ "emory exhausted", FINDING_OUT_OF_MEMORY, NULL },
	{ "ut of memory", FINDING_OUT_OF_MEMORY, NULL },
	{ "Too many open files", FINDING_TOO_MANY_FILES, NULL },
	{ "invalid option", FINDING_WRONG_USAGE, NULL },
	{ "unrecognized option", FINDING_WRONG_USAGE, NULL },
	{ "unrecognized argument", FINDING_WRONG_USAGE, NULL },
	{ "unknown option", FINDING_WRONG_USAGE, NULL },
	{ "illegal option", FINDING_WRONG_USAGE, NULL },
	{ "sage: ", FINDING_WRONG_USAGE, NULL },
};

const struct message_row *row_of_message(const char *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(messages); i++)
		if (strstr(text, messages[i].words))
			return &messages[i];
	return NULL;
}

/* Words of lines that say that something went wrong. */
static const char *const complaints[] = {
	"error",	 "fatal",	  "cannot",	 "can't",      "could not",   "couldn't",
	"fail",		 "not found",	  "denied",	 "invalid",    "exception",   "traceback",
	"usage:",	 "unknown",	  "missing",	 "abort",      "panic",	      "unable",
	"no such",	 "refused",	  "illegal",	 "unexpected", "unsupported", "must be",
	"not permitted", "not supported", "not allowed", "expected",   "timed out",   "too many",
};

/* "0 errors", "no error" */
static bool is_denied(const char *text, const char *word)
{
	size_t before = (size_t)(word - text);

	return (before >= 2 && !strncmp(word - 2, "0 ", 2) &&
		(before == 2 || word[-3] < '0' || word[-3] > '9')) ||
	       (before >= 3 && !strncasecmp(word - 3, "no ", 3));
}

/* "cp: ", "/bin/sh: ": error(3) and shells begin a message with the name of the program. */
static bool begins_with_name(const char *text, const char *program)
{
	size_t len = strcspn(text, ":[ "), program_len;
	const char *name;

	program_len = strlen(program);
	program = path_last(program, &program_len);
	name = path_last(text, &len);
	return program_len && len == program_len && !memcmp(name, program, len) &&
	       (name[len] == ':' || name[len] == '[');
}

/* The words of strerror(3) for one of the errors of errno(3). */
static bool has_error(const char *text)
{
	enum { ERRORS = 134 };

	for (unsigned error = 1; error < ERRORS; error++) {
		const char *words = errno_text(abi_native(), error);

		if (words && strcasestr(text, words))
			return true;
	}
	return false;
}

bool is_complaint(const char *text, const char *program)
{
	for (size_t i = 0; i < ARRAY_SIZE(complaints); i++) {
		const char *word = strcasestr(text, complaints[i]);

		if (word && !is_denied(text, word))
			return true;
	}
	return begins_with_name(text, program) || row_of_message(text) || has_error(text);
}

/* Errors that healthy programs meet all the time. id ID_none: of any call. path NULL: any. */
static const struct {
	uint16_t id;
	int error; /* 0: any */
	const char *path; /* a part of the path */
} usual[] = {
	{ ID_none, EAGAIN, NULL },
	{ ID_none, EINTR, NULL },
	{ ID_none, EINPROGRESS, NULL },
	{ ID_none, EALREADY, NULL },
	{ ID_none, ENOTTY, NULL },
	{ ID_none, ESPIPE, NULL },
	{ ID_none, ECHILD, NULL },
	{ ID_none, ENODATA, NULL },
	{ ID_none, ENOPROTOOPT, NULL },
	{ ID_none, ENOTCONN, NULL },
	{ ID_none, 512, NULL }, /* ERESTARTSYS and its like: only a tracer sees them */
	{ ID_none, 513, NULL },
	{ ID_none, 514, NULL },
	{ ID_none, 516, NULL },
	{ ID_none, 0, "/etc/ld.so.preload" },
	{ ID_none, 0, "/etc/ld-nix.so.preload" },
	{ ID_none, 0, "/usr/lib/locale/" },
	{ ID_none, 0, "/usr/share/locale" },
	{ ID_none, 0, "/nscd/socket" },
	{ ID_none, 0, "/selinux" },
	{ ID_none, 0, "glibc-hwcaps" },
	{ ID_none, 0, ".valgrindrc" },
	{ ID_none, 0, "/usr/lib/debug/" },
	{ ID_futex, 0, NULL },
	{ ID_arch_prctl, 0, NULL },
	{ ID_prctl, 0, NULL },
	{ ID_rseq, 0, NULL },
	{ ID_set_robust_list, 0, NULL },
	{ ID_rt_sigtimedwait, 0, NULL },
	{ ID_getpeername, 0, NULL },
	{ ID_ioctl, 0, NULL },
	{ ID_kill, ESRCH, NULL },
	{ ID_getxattr, 0, NULL },
	{ ID_lgetxattr, 0, NULL },
	{ ID_mprotect, EINVAL, NULL },
	{ ID_membarrier, 0, NULL },
	{ ID_lseek, 0, NULL },
	{ ID_setpgid, 0, NULL },
	{ ID_setsid, 0, NULL },
	{ ID_prlimit64, 0, NULL },
	{ ID_close, EBADF, NULL },
	{ ID_fcntl, EBADF, NULL },
	{ ID_mlock, 0, NULL },
	{ ID_epoll_ctl, 0, NULL },
	{ ID_keyctl, 0, NULL },
	{ ID_statx, EINVAL, NULL },
	{ ID_readlink, EINVAL, NULL },
	{ ID_readlinkat, EINVAL, NULL },
	{ ID_io_uring_setup, 0, NULL },
};

/*
 * EAGAIN says that a lock is held or that there are too many processes, if these calls return it.
 */
static bool is_telling(uint16_t id, int error)
{
	static const uint16_t calls[] = {
		ID_flock, ID_fcntl, ID_fcntl64, ID_clone, ID_clone3, ID_fork, ID_vfork,
	};

	for (size_t i = 0; error == EAGAIN && i < ARRAY_SIZE(calls); i++)
		if (calls[i] == id)
			return true;
	return false;
}

/*
 * Words for errors, beside those of glibc: of musl's strerror(3), and of shells. The first row that
 * fits counts.
 */
static const struct {
	uint16_t id; /* ID_none: any call */
	int error; /* 0: any */
	const char *words;
} other_words[] = {
	{ ID_none, EIO, "I/O error" },
	{ ID_none, ENOMEM, "Out of memory" },
	{ ID_none, EBUSY, "Resource busy" },
	{ ID_none, EXDEV, "Cross-device link" },
	{ ID_none, EMFILE, "No file descriptors available" },
	{ ID_none, ENAMETOOLONG, "Filename too long" },
	{ ID_none, ELOOP, "Symbolic link loop" },
	{ ID_none, EOVERFLOW, "Value too large for data type" },
	{ ID_none, ENOTSOCK, "Not a socket" },
	{ ID_none, EMSGSIZE, "Message too large" },
	{ ID_none, EOPNOTSUPP, "Not supported" },
	{ ID_none, EADDRINUSE, "Address in use" },
	{ ID_none, EADDRNOTAVAIL, "Address not available" },
	{ ID_none, ENETUNREACH, "Network unreachable" },
	{ ID_none, ECONNABORTED, "Connection aborted" },
	{ ID_none, ETIMEDOUT, "Operation timed out" },
	{ ID_none, EHOSTUNREACH, "Host is unreachable" },
	{ ID_none, EDQUOT, "Quota exceeded" },
	/* dash says this of each error of a write, and the others of files that do not exist. */
	{ ID_write, 0, "I/O error" },
	{ ID_none, ENOENT, "No such file" },
	{ ID_none, ENOENT, "Directory nonexistent" },
};

bool error_has_words(uint16_t id, int error, const char *said)
{
	for (size_t i = 0; i < ARRAY_SIZE(other_words); i++)
		if ((!other_words[i].id || other_words[i].id == id) &&
		    (!other_words[i].error || other_words[i].error == error) &&
		    strcasestr(said, other_words[i].words))
			return true;
	return false;
}

bool failure_is_usual(uint16_t id, int error, const char *path)
{
	if (is_telling(id, error))
		return false;
	id = syscall_base(id);
	for (size_t i = 0; i < ARRAY_SIZE(usual); i++)
		if ((!usual[i].id || usual[i].id == id) &&
		    (!usual[i].error || usual[i].error == error) &&
		    (!usual[i].path || (path && strstr(path, usual[i].path))))
			return true;
	return false;
}

/* --- search paths ---------------------------------------------------------------------------- */

/* Which variable sets where such files are looked for. */
static const struct {
	const char *part, *advice;
} searches[] = {
	{ "/bin/", "PATH sets the directories" },
	{ "__pycache__",
	  "PYTHONPATH and the installed packages set sys.path: fewer entries, or one zip file" },
	{ ".cpython-",
	  "PYTHONPATH and the installed packages set sys.path: fewer entries, or one zip file" },
	{ "site-packages",
	  "PYTHONPATH and the installed packages set sys.path: fewer entries, or one zip file" },
	{ "dist-packages",
	  "PYTHONPATH and the installed packages set sys.path: fewer entries, or one zip file" },
	{ "node_modules",
	  "NODE_PATH and the depth of node_modules set the directories: a bundler makes one file" },
	{ ".pyc", "PYTHONPATH sets the directories" },
	{ ".py", "PYTHONPATH sets the directories" },
	{ ".so", "LD_LIBRARY_PATH, RUNPATH and /etc/ld.so.conf set the directories: ld.so(8)" },
	{ ".pm", "PERL5LIB sets the directories" },
	{ ".rb", "RUBYLIB and the gems set the directories" },
	{ ".hpp", "the options -I of the compiler and CPATH set the directories" },
	{ ".h", "the options -I of the compiler and CPATH set the directories" },
	{ ".class", "CLASSPATH sets the directories" },
	{ ".jar", "CLASSPATH sets the directories" },
	{ ".pc", "PKG_CONFIG_PATH sets the directories" },
	{ ".mo", "LANG and LANGUAGE set the directories" },
	{ "terminfo", "TERMINFO and TERM set the directories" },
};

const char *search_variable(const char *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(searches); i++)
		if (strstr(path, searches[i].part))
			return searches[i].advice;
	return NULL;
}
