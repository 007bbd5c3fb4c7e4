/* SPDX-License-Identifier: MIT */
/* The fixture: makes calls that are not executed. See fixture.h. */
#include "fixture.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define CHANGES 8

static struct {
	int listener;
	long result;
	unsigned n_changes;
	struct {
		void *at;
		void *bytes;
		size_t len;
	} changes[CHANGES];
	uintptr_t next_free;
	bool is_early; /* memory changes before the call, not during it */
} fixture = { .listener = -1, .next_free = ARENA };

static void die(const char *what)
{
	perror(what);
	_exit(99);
}

/*
 * The addresses after the system call instructions, by which the filter recognizes calls of the
 * fixture.
 */
extern const char fixture_after_call[], fixture_after_int80[];

/*
 * The stack during calls: it has the same address under every tracer and is empty, because tracers
 * look for the frame of sigreturn there. The real stack pointer is saved at its end.
 */
#define STACK 0x30000000ul
#define STACK_SIZE 0x2000ul
#define CALL_ON_STACK(sp, insn)                                            \
	"	mov " sp ", 0x30001ff8\n	mov $0x30001000, " sp "\n" \
	"	" insn "\n"

#ifdef __i386__
__asm__(".text\n.globl fixture_stub\nfixture_stub:\n"
	"	push %ebp\n	push %ebx\n	push %esi\n	push %edi\n"
	"	mov 20(%esp), %eax\n	mov 24(%esp), %ebx\n	mov 28(%esp), %ecx\n"
	"	mov 32(%esp), %edx\n	mov 36(%esp), %esi\n	mov 40(%esp), %edi\n"
	"	mov 44(%esp), %ebp\n" CALL_ON_STACK(
		"%esp", "int $0x80") ".globl fixture_after_call\nfixture_after_call:\n"
				     ".globl fixture_after_int80\nfixture_after_int80:\n"
				     "	mov 0x30001ff8, %esp\n"
				     "	pop %edi\n	pop %esi\n	pop %ebx\n	pop "
				     "%ebp\n	ret\n");
#elif defined(__x86_64__)
__asm__(".text\n.globl fixture_stub\nfixture_stub:\n"
	"	mov %rdi, %rax\n	mov %rsi, %rdi\n	mov %rdx, %rsi\n	mov %rcx, "
	"%rdx\n"
	"	mov %r8, %r10\n	mov %r9, %r8\n	mov 8(%rsp), %r9\n" CALL_ON_STACK(
		"%rsp",
		"syscall") ".globl fixture_after_call\nfixture_after_call:\n"
			   "	mov 0x30001ff8, %rsp\n	ret\n"
			   ".globl fixture_int80\nfixture_int80:\n"
			   "	push %rbx\n	push %rbp\n"
			   "	mov %rdi, %rax\n	mov %rsi, %r8\n"
			   "	mov (%r8), %rbx\n	mov 8(%r8), %rcx\n	mov 16(%r8), %rdx\n"
			   "	mov 24(%r8), %rsi\n	mov 32(%r8), %rdi\n	mov 40(%r8), "
			   "%rbp\n" CALL_ON_STACK(
				   "%rsp",
				   "int $0x80") ".globl fixture_after_int80\nfixture_after_int80:\n"
						"	mov 0x30001ff8, %rsp\n	pop %rbp\n	"
						"pop %rbx\n	ret\n");
#elif defined(__aarch64__)
__asm__(".text\n.globl fixture_stub\n.type fixture_stub, %function\nfixture_stub:\n"
	"	mov x8, x0\n	mov x0, x1\n	mov x1, x2\n	mov x2, x3\n"
	"	mov x3, x4\n	mov x4, x5\n	mov x5, x6\n"
	"	mov x9, sp\n	ldr x10, =0x30001ff8\n	str x9, [x10]\n"
	"	ldr x10, =0x30001000\n	mov sp, x10\n	svc #0\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	ldr x10, =0x30001ff8\n	ldr x10, [x10]\n	mov sp, x10\n	ret\n	.ltorg\n");
#elif defined(__arm__)
__asm__(".text\n.arm\n.globl fixture_stub\n.type fixture_stub, %function\nfixture_stub:\n"
	"	push {r4-r8, lr}\n	mov r7, r0\n	mov r0, r1\n	mov r1, r2\n"
	"	mov r2, r3\n	ldr r3, [sp, #24]\n	ldr r4, [sp, #28]\n	ldr r5, [sp, #32]\n"
	"	ldr r8, =0x30001ff8\n	str sp, [r8]\n	ldr r8, =0x30001000\n	mov sp, r8\n"
	"	svc #0\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	ldr r8, =0x30001ff8\n	ldr sp, [r8]\n	pop {r4-r8, pc}\n	.ltorg\n");
#elif defined(__riscv)
__asm__(".text\n.globl fixture_stub\n.type fixture_stub, @function\nfixture_stub:\n"
	"	mv a7, a0\n	mv a0, a1\n	mv a1, a2\n	mv a2, a3\n	mv a3, a4\n"
	"	mv a4, a5\n	mv a5, a6\n	li t0, 0x30001ff8\n	sd sp, 0(t0)\n"
	"	li sp, 0x30001000\n	ecall\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	li t0, 0x30001ff8\n	ld sp, 0(t0)\n	ret\n");
#elif defined(__loongarch__)
__asm__(".text\n.globl fixture_stub\n.type fixture_stub, @function\nfixture_stub:\n"
	"	move $a7, $a0\n	move $a0, $a1\n	move $a1, $a2\n	move $a2, $a3\n"
	"	move $a3, $a4\n	move $a4, $a5\n	move $a5, $a6\n"
	"	li.d $t0, 0x30001ff8\n	st.d $sp, $t0, 0\n	li.d $sp, 0x30001000\n"
	"	syscall 0\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	li.d $t0, 0x30001ff8\n	ld.d $sp, $t0, 0\n	ret\n");
#elif defined(__s390x__)
__asm__(".text\n.globl fixture_stub\n.type fixture_stub, @function\nfixture_stub:\n"
	"	stmg %r6, %r15, 48(%r15)\n	lgr %r1, %r2\n	lgr %r2, %r3\n	lgr %r3, %r4\n"
	"	lgr %r4, %r5\n	lgr %r5, %r6\n	lg %r6, 160(%r15)\n	lg %r7, 168(%r15)\n"
	"	llilf %r8, 0x30001ff8\n	stg %r15, 0(%r8)\n	llilf %r15, 0x30001000\n	"
	"svc 0\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	lg %r15, 0(%r8)\n	lmg %r6, %r15, 48(%r15)\n	br %r14\n");
#elif defined(__s390__)
__asm__(".text\n.globl fixture_stub\n.type fixture_stub, @function\nfixture_stub:\n"
	"	stm %r6, %r15, 24(%r15)\n	lr %r1, %r2\n	lr %r2, %r3\n	lr %r3, %r4\n"
	"	lr %r4, %r5\n	lr %r5, %r6\n	l %r6, 96(%r15)\n	l %r7, 100(%r15)\n"
	"	bras %r8, 0f\n	.long 0x30001ff8\n0:	l %r8, 0(%r8)\n	st %r15, 0(%r8)\n"
	"	lr %r15, %r8\n	ahi %r15, -0xff8\n	svc 0\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	l %r15, 0(%r8)\n	lm %r6, %r15, 24(%r15)\n	br %r14\n");
#elif defined(__powerpc64__)
__asm__(".text\n.globl fixture_stub\n.type fixture_stub, @function\nfixture_stub:\n"
	"	mr 0, 3\n	mr 3, 4\n	mr 4, 5\n	mr 5, 6\n	mr 6, 7\n	mr "
	"7, 8\n	mr 8, 9\n"
	"	lis 10, 0x3000\n	ori 10, 10, 0x1ff8\n	std 1, 0(10)\n	lis 1, 0x3000\n"
	"	ori 1, 1, 0x1000\n	sc\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	lis 10, 0x3000\n	ori 10, 10, 0x1ff8\n	ld 1, 0(10)\n	bnslr\n	neg 3, "
	"3\n	blr\n");
#elif defined(__mips__) && _MIPS_SIM == _ABIO32
__asm__(".text\n.set push\n.set noreorder\n.globl fixture_stub\n.type fixture_stub, "
	"@function\nfixture_stub:\n"
	"	move $2, $4\n	move $4, $5\n	move $5, $6\n	move $6, $7\n"
	"	lw $7, 16($29)\n	lw $8, 20($29)\n	lw $9, 24($29)\n"
	"	li $10, 0x30001ff8\n	sw $29, 0($10)\n	li $29, 0x30001000\n"
	"	sw $8, 16($29)\n	sw $9, 20($29)\n	syscall\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	li $10, 0x30001ff8\n	lw $29, 0($10)\n	jr $31\n	nop\n.set pop\n");
#elif defined(__mips__)
__asm__(".text\n.set push\n.set noreorder\n.globl fixture_stub\n.type fixture_stub, "
	"@function\nfixture_stub:\n"
	"	move $2, $4\n	move $4, $5\n	move $5, $6\n	move $6, $7\n	move $7, $8\n"
	"	move $8, $9\n	move $9, $10\n	li $12, 0x30001ff8\n	sd $29, 0($12)\n"
	"	li $29, 0x30001000\n	syscall\n"
	".globl fixture_after_call\nfixture_after_call:\n"
	".globl fixture_after_int80\nfixture_after_int80:\n"
	"	li $12, 0x30001ff8\n	ld $29, 0($12)\n	jr $31\n	nop\n.set pop\n");
#else
#error "no stub for this architecture"
#endif
long fixture_stub(long nr, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
		  unsigned long e, unsigned long f);

static void change_memory(void)
{
	for (unsigned i = 0; i < fixture.n_changes; i++)
		memcpy(fixture.changes[i].at, fixture.changes[i].bytes, fixture.changes[i].len);
}

static void *answer(void *unused)
{
	struct seccomp_notif request;
	struct seccomp_notif_resp response;

	for (;;) {
		int listener = __atomic_load_n(&fixture.listener, __ATOMIC_ACQUIRE);

		if (listener < 0) {
			usleep(100);
			continue;
		}
		memset(&request, 0, sizeof(request));
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request))
			continue;
		change_memory();
		memset(&response, 0, sizeof(response));
		response.id = request.id;
		if (fixture.result < 0)
			response.error = fixture.result;
		else
			response.val = fixture.result;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
	}
	return unused;
}

/* Where the lower half of 64 bits is in memory, and the upper one. */
#define LOWER (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0)
#define UPPER (4 - LOWER)

static int install_filter(void)
{
	const uint32_t ip = offsetof(struct seccomp_data, instruction_pointer);
	const uint64_t after = (uintptr_t)fixture_after_call,
		       after_80 = (uintptr_t)fixture_after_int80;
	/* Both addresses are in this program, so their upper halves are equal. */
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ip + UPPER),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(after >> 32), 0, 4),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ip + LOWER),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)after, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)after_80, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
		       &program);
}

/* Whether the environment asks for something that the test of the engines needs. */
static bool is_asked(const char *name)
{
	return getenv(name);
}

static void map_at(unsigned long at, size_t size)
{
	/* The bpf engine cannot read memory that the fixture has never touched. */
	int flags = is_asked("FIXTURE_RESIDENT") ? MAP_POPULATE : 0;

	if (mmap((void *)at, size, PROT_READ | PROT_WRITE,
		 flags | MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != (void *)at)
		die("mmap");
}

static void mark(const char *text)
{
	size_t len = strlen(text);

	fixture_result(0);
	CALL(SYS_write, -1, memcpy((char *)ARENA, text, len), len);
	memset((char *)ARENA, 0, len);
}

void fixture_begin(void)
{
	pthread_t thread;
	int listener;

	fixture.is_early = is_asked("FIXTURE_EARLY");
	map_at(ARENA, ARENA_SIZE);
	map_at(STACK, STACK_SIZE);
	/*
	 * fixture_odd() passes the address 0x7fffffff. In 31-bit programs of s390, which are
	 * compared with those of i386, it can be read: their stack ends there.
	 */
#ifdef __i386__
	map_at(0x7ffff000, 0x1000);
#endif
	/* Create the thread before the filter, which it would inherit. */
	if (pthread_create(&thread, NULL, answer, NULL))
		die("pthread_create");
	listener = install_filter();
	if (listener < 0)
		die("seccomp");
	__atomic_store_n(&fixture.listener, listener, __ATOMIC_RELEASE);
	mark("/scry/begin");
}

void fixture_end(void)
{
	mark("/scry/end");
	_exit(0);
}

void fixture_result(long result)
{
	fixture.result = result;
}

void fixture_change(void *at, const void *bytes, size_t len)
{
	unsigned n = fixture.n_changes++;

	if (n == CHANGES)
		die("too many changes");
	fixture.changes[n].at = at;
	fixture.changes[n].len = len;
	fixture.changes[n].bytes = memcpy(malloc(len), bytes, len);
}

void *fixture_alloc(size_t size)
{
	void *memory = (void *)fixture.next_free;

	fixture.next_free += (size + 15) & ~(size_t)15;
	if (fixture.next_free > ARENA_END)
		die("the arena is full");
	return memset(memory, 0, size);
}

void fixture_free_all(void)
{
	fixture.next_free = ARENA;
}

void *fixture_at_end(const void *object, size_t size)
{
	return memmove(LAST_BYTES(size), object, size);
}

void fixture_order(void *at, const char *sizes)
{
	unsigned char *bytes = at;

	for (; HIGHEST_FIRST && *sizes; bytes += *sizes++ - '0')
		for (int i = 0, last = *sizes - '0' - 1; i < last; i++, last--) {
			unsigned char byte = bytes[i];

			bytes[i] = bytes[last];
			bytes[last] = byte;
		}
}

void fixture_swap(void *words)
{
	uint32_t *word = words, first = word[0];

	if (!HIGHEST_FIRST || sizeof(long) != 8)
		return;
	word[0] = word[1];
	word[1] = first;
}

long fixture_call(long nr, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
		  unsigned long e, unsigned long f)
{
	long result;

	/*
	 * A tracer that reads the memory of the entry late sees the memory as the call has changed
	 * it.
	 */
	if (fixture.is_early)
		change_memory();
	result = nr == NO_CALL ? -1 : fixture_stub(nr, a, b, c, d, e, f);
	for (unsigned i = 0; i < fixture.n_changes; i++)
		free(fixture.changes[i].bytes);
	fixture.n_changes = 0;
	return result;
}

/* Makes the call with another argument at position `at`. */
static void call_with(long nr, const unsigned long args[6], unsigned at, unsigned long argument)
{
	unsigned long a[6];

	memcpy(a, args, sizeof(a));
	a[at] = argument;
	fixture_call(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void fixture_pointers(long nr, const unsigned long args[6], unsigned at, const void *object,
		      size_t size)
{
	const void *whole = fixture_at_end(object, size);
	const unsigned long pointers[] = {
		0,
		NOWHERE,
		ARENA_END - 1,
		ARENA_END - size / 2,
		ARENA_END - size + 1,
		(unsigned long)whole,
	};

	for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++)
		call_with(nr, args, at, pointers[i]);
}

void fixture_odd(long nr, const unsigned long args[6], unsigned n)
{
	static const unsigned long odd[] = { 0, 1, 0x7fffffff, 0x80000000, -1 };

	for (unsigned i = 0; i < n; i++)
		for (size_t v = 0; v < sizeof(odd) / sizeof(odd[0]); v++)
			call_with(nr, args, i, odd[v]);
}
