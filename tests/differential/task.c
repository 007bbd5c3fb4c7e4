/* SPDX-License-Identifier: MIT */
/*
 * Properties and rights of processes: scheduling, credentials, namespaces, memory of other
 * processes.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/uio.h>

#include "fixture.h"

static void scheduling(void)
{
	uint32_t *attr = fixture_alloc(80), words[20];
	long *time = fixture_alloc(16);
	int *priority = COPY(int, { 10 });
	unsigned char *cpus = fixture_alloc(256);

	for (int i = 0; i < 20; i++)
		words[i] = i;
	for (uint32_t size = 0; size <= 64; size += 8) {
		words[0] = size;
		words[1] = size / 8;
		words[2] = 1u << size / 8;
		/* The lower halves are first: the flags, then three times. */
		memcpy(attr, words, 80);
		fixture_order(attr, "44444444444444");
		fixture_order(attr, "4484488844");
		CALL_AND_FAIL(0, SYS_sched_setattr, 0, attr, size);
		CALL_AND_FAIL(0, SYS_sched_getattr, 4711, attr, size, 0);
		CALL(SYS_sched_getattr, -1, attr, 48, -1);
	}
	attr[0] = 56;
	fixture_pointers(SYS_sched_setattr, ARGS(0, 0, 0), 1, attr, 56);
	fixture_pointers(SYS_sched_getattr, ARGS(0, 0, 56, 0), 1, attr, 56);
	time[0] = 1;
	time[1] = 4000000;
	for (long policy = -1; policy < 9; policy++) {
		CALL_AND_FAIL(0, SYS_sched_setscheduler, 0, policy, priority);
		CALL_AND_FAIL(0, SYS_sched_setscheduler, 0, policy | 0x40000000, NULL);
		CALL_AND_FAIL(policy < 0 ? 0 : policy % 7, SYS_sched_getscheduler, policy);
		CALL_AND_FAIL(99, SYS_sched_get_priority_max, policy);
		CALL_AND_FAIL(1, SYS_sched_get_priority_min, policy);
	}
	CALL_AND_FAIL(0, SYS_sched_setparam, 0, priority);
	CALL_AND_FAIL(0, SYS_sched_getparam, 0, priority);
	fixture_pointers(SYS_sched_setparam, ARGS(0, 0), 1, priority, 4);
	fixture_pointers(SYS_sched_getparam, ARGS(0, 0), 1, priority, 4);
	CALL_AND_FAIL(0, SYS_sched_rr_get_interval, 0, time);
	CALL_AND_FAIL(0, SYS_sched_yield);
	cpus[0] = 0x85;
	cpus[3] = 0x80;
	fixture_order(cpus, sizeof(long) == 8 ? "8" : "4");
	for (long size = 0; size < 40; size += 4) {
		CALL_AND_FAIL(0, SYS_sched_setaffinity, 0, size, cpus);
		CALL_AND_FAIL(size, SYS_sched_getaffinity, 0, size, cpus);
	}
	CALL(SYS_sched_setaffinity, -1, -1, NULL);
	fixture_pointers(SYS_sched_setaffinity, ARGS(0, 8, 0), 2, cpus, 8);
	fixture_result(8);
	fixture_pointers(SYS_sched_getaffinity, ARGS(0, 8, 0), 2, cpus, 8);
	for (long which = -1; which < 4; which++) {
		CALL_AND_FAIL(20, SYS_getpriority, which, which);
		CALL_AND_FAIL(0, SYS_setpriority, which, which, -which);
		CALL_AND_FAIL(which << 13 & 0xffff, SYS_ioprio_get, which, 0);
		CALL_AND_FAIL(0, SYS_ioprio_set, which, 0, which << 13 | 4);
	}
#ifdef SYS_nice
	CALL_AND_FAIL(0, SYS_nice, -5);
#endif
}

/*
 * These calls of 32-bit programs have ids of 16 bits: returns the number with its lower half first
 * in memory.
 */
static unsigned lower_first(unsigned id)
{
	return HIGHEST_FIRST && sizeof(long) == 4 ? id << 16 | id >> 16 : id;
}

static void credentials(void)
{
	static const unsigned versions[] = { 0x19980330, 0x20071026, 0x20080522, 0, 1 };
	unsigned *header = fixture_alloc(8);
	unsigned *data = fixture_alloc(24);
	unsigned *ids = fixture_alloc(12);
	unsigned *groups = fixture_alloc(40 * 4);

	for (int i = 0; i < 6; i++)
		data[i] = 0x12345678u * (i + 1) & (i < 3 ? -1u : 0x1ff);
	for (int i = 0; i < 40; i++)
		groups[i] = lower_first(i % 3 ? 1000 + i : -1);
	ids[0] = lower_first(1000);
	ids[1] = -1;
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		header[0] = versions[i];
		header[1] = i;
		CALL_AND_FAIL(0, SYS_capget, header, data);
		CALL_AND_FAIL(0, SYS_capset, header, data);
		CALL_AND_FAIL(0, SYS_capget, header, NULL);
		CALL(SYS_capset, header, NOWHERE);
		fixture_pointers(SYS_capset, ARGS((unsigned long)header, 0), 1, data, 24);
	}
	/* Only bits with a name, because others differ: doc/differences.md. */
	memset(data, -1, 12);
	for (int i = 3; i < 6; i++)
		data[i] = 0x1ff;
	header[0] = versions[2];
	CALL(SYS_capset, header, data);
	CALL(SYS_capget, NULL, data);
	CALL(SYS_capget, NOWHERE, data);
	CALL(SYS_capget, ARENA_END - 1, data);
	CALL_AND_FAIL(0, SYS_getresuid, &ids[0], &ids[1], &ids[2]);
	CALL_AND_FAIL(0, SYS_getresgid, &ids[0], NULL, NOWHERE);
	CALL_AND_FAIL(0, SYS_setresuid, -1, 0, 1000);
	CALL_AND_FAIL(0, SYS_setresgid, -1, 0, 1000);
	CALL_AND_FAIL(0, SYS_setreuid, -1, 0);
	CALL_AND_FAIL(0, SYS_setregid, 5, -1);
	CALL_AND_FAIL(5, SYS_setfsuid, -1);
	CALL_AND_FAIL(5, SYS_setfsgid, 0);
	CALL_AND_FAIL(0, SYS_setuid, -1);
	CALL_AND_FAIL(0, SYS_setgid, 0x10000);
	for (long n = -1; n < 4; n++) {
		CALL_AND_FAIL(0, SYS_setgroups, n, groups);
		CALL_AND_FAIL(n < 0 ? 0 : n, SYS_getgroups, n, groups);
	}
	CALL(SYS_setgroups, 40, groups);
	CALL_AND_FAIL(40, SYS_getgroups, 40, groups);
	CALL_AND_FAIL(3, SYS_getgroups, 0, NULL);
	fixture_pointers(SYS_setgroups, ARGS(3, 0), 1, groups, 12);
	fixture_result(3);
	fixture_pointers(SYS_getgroups, ARGS(3, 0), 1, groups, 12);
	fixture_result(0);
}

static void relatives(void)
{
	static const long calls[] = { SYS_getpid, SYS_gettid,  SYS_getppid, SYS_getuid,
				      SYS_getgid, SYS_geteuid, SYS_getegid, SYS_setsid };

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		CALL_AND_FAIL(4711, calls[i], 1, 2, 3);
	for (long pid = -1; pid < 2; pid++) {
		CALL_AND_FAIL(4711, SYS_getpgid, pid);
		CALL_AND_FAIL(4711, SYS_getsid, pid);
		CALL_AND_FAIL(0, SYS_setpgid, pid, -pid);
		CALL_AND_FAIL(3, SYS_pidfd_open, pid, pid << 11);
		CALL_AND_FAIL(3, SYS_pidfd_getfd, pid, pid, pid);
		CALL_AND_FAIL(0, SYS_setns, pid, pid << 26);
		CALL_AND_FAIL(0, SYS_process_mrelease, pid, pid);
	}
	for (int bit = 0; bit < 32; bit++) {
		CALL_AND_FAIL(0, SYS_unshare, 1u << bit);
		CALL(SYS_setns, 3, 1u << bit);
		CALL_AND_FAIL(1 << (bit & 15), SYS_personality, 1u << bit);
		CALL_AND_FAIL(0, SYS_kcmp, 1, 2, bit - 1, 3, 4);
	}
	CALL(SYS_unshare, -1);
	CALL(SYS_personality, -1);
	for (unsigned i = 0; i < 24; i++)
		CALL_AND_FAIL(i % 3, SYS_personality, i | (i % 2 ? 0x40000 : 0));
}

static void memory_of_others(void)
{
	struct iovec *local = fixture_alloc(4 * sizeof(*local));
	struct iovec *remote = fixture_alloc(4 * sizeof(*remote));
	char *text = STRING("a text of more than thirty-two bytes, indeed");

	for (int i = 0; i < 4; i++) {
		local[i] = (struct iovec){ text + i, 10 * i };
		remote[i] = (struct iovec){ (void *)(0x5000000ul + i), 10 * i };
	}
	for (long n = -1; n < 4; n++) {
		CALL_AND_FAIL(n * 10 + 10, SYS_process_vm_readv, 4711, local, n, remote, 2, 0);
		CALL_AND_FAIL(n * 10 + 10, SYS_process_vm_writev, 4711, local, n, remote, n, 1);
	}
	CALL(SYS_process_vm_readv, -1, NULL, 1, NOWHERE, 1, -1);
	fixture_result(20);
	fixture_pointers(SYS_process_vm_readv, ARGS(1, 0, 2, (unsigned long)remote, 2, 0), 1, local,
			 2 * sizeof(*local));
	fixture_pointers(SYS_process_vm_writev, ARGS(1, (unsigned long)local, 2, 0, 2, 0), 3,
			 remote, 2 * sizeof(*remote));
	fixture_result(0);
	CALL_AND_FAIL(4096, SYS_process_madvise, 3, remote, 2, 20, 0);
	CALL(SYS_process_madvise, -1, NULL, -1, -1, -1);
}

static void filtering(void)
{
	struct sock_filter *code = fixture_alloc(40 * sizeof(*code));
	struct sock_fprog *program = fixture_alloc(sizeof(*program));
	unsigned *action = fixture_alloc(16);
	static const struct sock_filter some[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xc000003e, 0, 1),
		BPF_JUMP(BPF_JMP | BPF_JA, 2, 0, 0),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_X, 2, 3, 4),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xff),
		BPF_STMT(BPF_MISC | BPF_TAX, 0),
		BPF_STMT(BPF_ST, 1),
		BPF_STMT(BPF_RET | BPF_A, 0),
		BPF_STMT(BPF_RET | BPF_K, 0x7fff0000),
		BPF_STMT(BPF_RET | BPF_K, 0x50001),
		BPF_STMT(BPF_RET | BPF_K, 0),
		{ BPF_LD | BPF_IND | BPF_B, 1, 0, 3 },
	};

	memcpy(code, some, sizeof(some));
	*program = (struct sock_fprog){ sizeof(some) / sizeof(some[0]), code };
	for (long op = -1; op < 5; op++)
		for (long flags = 0; flags < 4; flags++)
			CALL_AND_FAIL(0, SYS_seccomp, op, flags * 5, program);
	CALL_AND_FAIL(0, SYS_prctl, 22, 2, program);
	CALL_AND_FAIL(0, SYS_prctl, 22, 1, program);
	program->len = 40;
	CALL(SYS_seccomp, 1, -1, program);
	program->len = 0;
	CALL(SYS_seccomp, 1, 0, program);
	program->len = 2;
	program->filter = NULL;
	CALL(SYS_seccomp, 1, 0, program);
	program->filter = (void *)NOWHERE;
	CALL(SYS_seccomp, 1, 0, program);
	fixture_pointers(SYS_seccomp, ARGS(1, 0, 0), 2, program, sizeof(*program));
	for (unsigned i = 0; i < 9; i++) {
		*action = i < 8 ? i << 28 : 0x7fff0000;
		CALL_AND_FAIL(0, SYS_seccomp, 2, 0, action);
	}
	fixture_pointers(SYS_seccomp, ARGS(2, 0, 0), 2, action, 4);
	fixture_pointers(SYS_seccomp, ARGS(3, 0, 0), 2, action, 6);
}

static void machine(void)
{
	char *names = fixture_alloc(6 * 65);
	unsigned char *info = fixture_alloc(128);
	char *text = STRING("some bytes of the kernel's log, of which there are many");
	unsigned *cpu = fixture_alloc(16);

	for (int i = 0; i < 6; i++)
		strcpy(names + 65 * i, "name");
	memset(names, 'x', 65);
	for (int i = 0; i < 128; i++)
		info[i] = i % 8 == 0;
	fixture_order(info, sizeof(long) == 8 ? "88888888882248848" : "444444444422444");
	CALL_AND_FAIL(0, SYS_uname, names);
	fixture_pointers(SYS_uname, ARGS(0), 0, names, 6 * 65);
	CALL_AND_FAIL(0, SYS_sysinfo, info);
	fixture_pointers(SYS_sysinfo, ARGS(0), 0, info, sizeof(long) == 8 ? 112 : 64);
	for (long n = 0; n < 70; n += 20) {
		CALL_AND_FAIL(0, SYS_sethostname, text, n);
		CALL_AND_FAIL(0, SYS_setdomainname, text, n);
		CALL_AND_FAIL(n < 0 ? 0 : n, SYS_getrandom, text, 70, n);
		CALL_AND_FAIL(n < 0 ? 0 : n, SYS_syslog, n < 20 ? 3 : 2, text, 70);
	}
	for (long type = -1; type < 12; type++)
		CALL_AND_FAIL(type + 1, SYS_syslog, type, text, type);
	cpu[0] = 3;
	CALL_AND_FAIL(0, SYS_getcpu, &cpu[0], &cpu[1], &cpu[2]);
	CALL_AND_FAIL(0, SYS_getcpu, NULL, NOWHERE, NULL);
	for (unsigned bit = 0; bit < 12; bit++) {
		CALL_AND_FAIL(bit, SYS_membarrier, 1u << bit, bit & 1, bit);
		CALL_AND_FAIL(1 << bit, SYS_membarrier, 0, 0, 0);
	}
	CALL(SYS_membarrier, -1, -1, -1);
	CALL_AND_FAIL(0, SYS_rseq, ARENA, 32, 0, 0x53053053);
	CALL_AND_FAIL(0, SYS_iopl, 3);
	CALL_AND_FAIL(0, SYS_ioperm, 0x80, 1, 1);
	CALL_AND_FAIL(0, SYS_vhangup);
	CALL_AND_FAIL(0, SYS_reboot, 0xfee1dead, 672274793, 0xa1b2c3d4, STRING("arg"));
	CALL_AND_FAIL(0, SYS_reboot, 0xfee1dead, 85072278, 0x1234567, NOWHERE);
	CALL_AND_FAIL(0, SYS_reboot, 1, 2, 3, NULL);
	CALL_AND_FAIL(0, SYS_acct, STRING("/var/log/account"));
	CALL_AND_FAIL(0, SYS_acct, NULL);
}

/*
 * A struct ptrace_syscall_info of 88 bytes, read and written: numbers of calls of the own ABI and
 * of another one.
 */
static void syscall_info(void)
{
	static const uint32_t arches[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, 0x12345678 };
	uint8_t *info = fixture_alloc(88);

	for (size_t i = 0; i < sizeof(arches) / sizeof(arches[0]); i++) {
		memcpy(info + 4, &arches[i], 4);
		info[24] = 11;
		for (info[0] = 0; info[0] < 5; info[0]++) {
			CALL_AND_FAIL(88, SYS_ptrace, 0x420e, 77, 88, info);
			CALL_AND_FAIL(0, SYS_ptrace, 0x4212, 77, 88, info);
		}
	}
}

/* ptrace(2) of a missing process: every request with readable memory and without. */
static void tracing(void)
{
	/* The sweep covers the offsets of PEEKUSER. */
	static const int requests[] = { 0,  1,	2,  4,	5,  7,	8,  9,	12, 13, 14, 15,
					16, 17, 24, 18, 19, 21, 25, 26, 30, 31, 32, 33 };
	static const int notes[] = { 1, 2, 3, 0x200, 0x202, 0x46e62b7f, 0x53494749, 0x900 };
	unsigned char *bytes = fixture_alloc(1024);
	struct iovec *regs = fixture_alloc(sizeof(*regs));
	siginfo_t *info = fixture_alloc(4 * 128);
	uint32_t *peek = fixture_alloc(16);

	for (int i = 0; i < 600; i++)
		bytes[i] = i % 11;
	*regs = (struct iovec){ bytes, 64 };
	info[0].si_signo = SIGSEGV;
	info[0].si_code = SEGV_MAPERR;
	info[1].si_signo = SIGCHLD;
	peek[0] = 3;
	peek[2] = 1;
	peek[3] = 2;
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		CALL_AND_FAIL(0, SYS_ptrace, requests[i], 77, 8 * i, bytes);
		CALL_AND_FAIL(0, SYS_ptrace, requests[i], 77, NOWHERE, NOWHERE);
	}
	for (unsigned request = 0x4200; request < 0x4210; request++) {
		CALL_AND_FAIL(0, SYS_ptrace, request, 77, 8, bytes);
		CALL_AND_FAIL(0, SYS_ptrace, request, 77, 1, regs);
		CALL_AND_FAIL(0, SYS_ptrace, request, 77, NOWHERE, NOWHERE);
		CALL_AND_FAIL(0, SYS_ptrace, request, 77, NULL, NULL);
	}
	for (int n = 0; n < 3; n++) {
		CALL_AND_FAIL(n, SYS_ptrace, 0x4209, 77, peek, info);
		CALL_AND_FAIL(n, SYS_ptrace, 0x420c, 77, n, fixture_alloc(24));
	}
	CALL_AND_FAIL(0, SYS_ptrace, 0x4200, 77, 0, 0x3000ff);
	CALL_AND_FAIL(0, SYS_ptrace, 0x4206, 77, 0, 1);
	for (bytes[0] = 0; bytes[0] < 5; bytes[0]++)
		CALL_AND_FAIL(80, SYS_ptrace, 0x420e, 77, 80, bytes);
	syscall_info();
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		regs->iov_len = 16 * i;
		CALL_AND_FAIL(0, SYS_ptrace, 0x4204, 77, notes[i], regs);
		CALL_AND_FAIL(0, SYS_ptrace, 0x4205, 77, notes[i], regs);
		regs->iov_len = 600;
		CALL_AND_FAIL(0, SYS_ptrace, 0x4204, 77, notes[i], regs);
	}
	regs->iov_base = NULL;
	CALL(SYS_ptrace, 0x4204, 77, 1, regs);
	CALL(SYS_ptrace, -1, -1, -1, -1);
}

/*
 * The flags of struct perf_event_attr, which are bit-fields. All have one bit but precise_ip, bits
 * 15 and 16.
 */
static uint64_t counting_flags(uint64_t flags)
{
	uint64_t reversed = 0;

	for (unsigned bit = 0; bit < 64; bit++) {
		unsigned from = bit == 15 ? 16 : bit == 16 ? 15 : bit;

		reversed |= (flags >> from & 1) << (63 - bit);
	}
	return HIGHEST_FIRST ? reversed : flags;
}

/* The part of struct perf_event_attr that strace 6.1 knows: 128 bytes, and 38 flag bits. */
static void counting(void)
{
	unsigned char *bytes = fixture_alloc(256);
	uint32_t *words = (uint32_t *)bytes;
	uint64_t *longs = (uint64_t *)bytes;

	for (unsigned type = 0; type < 8; type++) {
		for (unsigned i = 0; i < 3; i++) {
			words[0] = type;
			words[1] = type ? 56 + 8 * type : 0;
			longs[1] = type == 3 ? 0x10203 + i * 0x1000001 : i * 3;
			longs[2] = 1000;
			longs[3] = 0x1ffffff >> type * 3;
			longs[4] = 0x1f >> type;
			longs[5] =
				counting_flags(i == 2 ? 0x3fffffffff : i << 10 | (type % 4) << 15);
			CALL_AND_FAIL(3, SYS_perf_event_open, bytes, 0, -1, -1, i * 8);
		}
	}
	for (unsigned i = 6; i < 16; i++)
		longs[i] = i * 3 | (uint64_t)i << 32;
	fixture_order(&longs[6], "8888888888");
	fixture_order(&longs[6], "448888448422448");
	words[29] = 0;
	for (unsigned size = 0; size < 140; size += 13) {
		words[0] = size % 6;
		words[1] = size <= 128 ? size : 128;
		longs[5] = counting_flags(size);
		CALL(SYS_perf_event_open, bytes, -1, 0, 3, 0);
	}
	CALL(SYS_perf_event_open, NULL, 0, 0, 0, -1);
	CALL(SYS_perf_event_open, NOWHERE, 0, 0, 0, 0);
	CALL(SYS_perf_event_open, ARENA_END - 1, 0, 0, 0, 0);
}

int main(void)
{
	static void (*const parts[])(void) = {
		scheduling, credentials, relatives, memory_of_others,
		filtering,  machine,	 tracing,   counting,
	};

	fixture_begin();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		parts[i]();
		fixture_free_all();
	}
	fixture_end();
}
