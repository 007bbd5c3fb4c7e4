/* SPDX-License-Identifier: MIT */
/*
 * Makes many calls, so that scry binds it to a CPU, and prints CPU masks.
 *
 *	placed masks [THREADS]	prints the masks of threads and children, while THREADS threads make calls
 *	placed forks		prints how many children have another mask, with forks that take long
 *	placed calls		makes calls without end
 *	placed compute|sleep	makes many calls, then computes or sleeps without end
 *	placed crowd		three processes of three threads each make calls without end
 *	placed execs N		prints the mask after each of N calls of execve in threads
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MANY 3000
#define LARGE (128 << 20)
#define FORKS 60

static void make_calls(void)
{
	for (int i = 0; i < MANY; i++)
		syscall(SYS_getppid);
}

/* Prints the mask of a thread. Callers make many calls before, so that the thread is bound. */
static void print_mask(const char *owner, pid_t tid)
{
	cpu_set_t mask;

	if (sched_getaffinity(tid, sizeof(mask), &mask))
		exit(1);
	printf("%s:", owner);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &mask))
			printf(" %d", cpu);
	putchar('\n');
	fflush(stdout);
}

static void *run_thread(void *unused)
{
	(void)unused;
	print_mask("thread", 0);
	make_calls();
	print_mask("thread after calls", 0);
	print_mask("leader", getpid());
	return NULL;
}

static void run_program(char *const argv[])
{
	pid_t pid;

	make_calls();
	printf("%s ", argv[0]);
	fflush(stdout);
	if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ))
		exit(1);
	waitpid(pid, NULL, 0);
}

static void set_one(void)
{
	cpu_set_t before, one;
	int cpu = 0;

	sched_getaffinity(0, sizeof(before), &before);
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	make_calls();
	sched_setaffinity(0, sizeof(one), &one);
	make_calls();
	print_mask("narrowed by itself", 0);
	sched_setaffinity(0, sizeof(before), &before);
	make_calls();
	print_mask("and back", 0);
}

static void print_child(const char *owner, pid_t (*make)(void))
{
	make_calls();
	if (!make()) {
		print_mask(owner, 0);
		_exit(0);
	}
	wait(NULL);
}

static pid_t raw_fork(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

/*
 * Starts a process that stops now and then. Then the process that stops all the time gets its mask
 * back at unpredictable moments.
 */
static pid_t start_neighbour(void)
{
	const struct timespec pause = { .tv_nsec = 3000000 };
	pid_t pid = fork();

	while (!pid) {
		nanosleep(&pause, NULL);
		syscall(SYS_getppid);
	}
	return pid;
}

/*
 * Prints how many children have another mask than their parent. Much memory makes the forks take
 * long.
 */
static void fork_slowly(int calls)
{
	volatile char *memory = malloc(LARGE);
	cpu_set_t before, mask;
	int status, others = 0;

	for (long i = 0; i < LARGE; i += 4096)
		memory[i] = 1;
	sched_getaffinity(0, sizeof(before), &before);
	for (int i = 0; i < FORKS; i++) {
		for (int n = 0; n < calls; n++)
			syscall(SYS_getppid);
		if (!fork())
			_exit(sched_getaffinity(0, sizeof(mask), &mask) ||
			      !CPU_EQUAL(&mask, &before));
		wait(&status);
		others += status != 0;
	}
	printf("children with another mask: %d\n", others);
	fflush(stdout);
}

static void fork_beside_neighbour(void)
{
	pid_t neighbour = start_neighbour();

	fork_slowly(MANY / 5);
	kill(neighbour, SIGKILL);
	waitpid(neighbour, NULL, 0);
}

static void masks(void)
{
	char *const nproc[] = { "nproc", NULL };
	char *const taskset[] = { "sh", "-c", "taskset -p $PPID | sed 's/.*mask//'", NULL };
	pthread_t thread;

	make_calls();
	print_mask("self", 0);
	printf("online %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
	make_calls();
	pthread_create(&thread, NULL, run_thread, NULL);
	pthread_join(thread, NULL);
	print_child("fork", fork);
	print_child("clone", raw_fork);
	run_program(nproc);
	run_program(taskset);
	set_one();
	fork_beside_neighbour();
}

static void *call_for_ever(void *unused)
{
	for (;;)
		make_calls();
	return unused;
}

static void start_threads(int n)
{
	pthread_t thread;

	while (n-- > 0)
		pthread_create(&thread, NULL, call_for_ever, NULL);
}

static void crowd(void)
{
	if (fork() && fork())
		prctl(PR_SET_NAME, "parent");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	start_threads(2);
	call_for_ever(NULL);
}

/* Binds the caller to one CPU, which depends on n, or to all CPUs. */
static void choose_cpus(int n)
{
	cpu_set_t cpus;
	int cpu = 0;

	memset(&cpus, 0xff, sizeof(cpus));
	sched_setaffinity(0, sizeof(cpus), &cpus);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	if (n % 3)
		return;
	for (n %= CPU_COUNT(&cpus); n || !CPU_ISSET(cpu, &cpus); cpu++)
		n -= CPU_ISSET(cpu, &cpus);
	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

static void *execute(void *argument)
{
	int n = atoi(argument) - 1;
	char number[16];

	choose_cpus(n);
	make_calls();
	snprintf(number, sizeof(number), "%d", n);
	execl("/proc/self/exe", "placed", "execs", number, (char *)NULL);
	abort();
}

/*
 * Prints the mask; then a thread executes the program again, which inherits the mask of that
 * thread, n times.
 */
static void execs(char *n)
{
	pthread_t thread;

	make_calls();
	print_mask(n, 0);
	if (!atoi(n))
		exit(0);
	start_threads(2);
	pthread_create(&thread, NULL, execute, n);
	call_for_ever(NULL);
}

int main(int argc, char **argv)
{
	if (argc >= 2 && !strcmp(argv[1], "masks")) {
		start_threads(argc > 2 ? atoi(argv[2]) : 0);
		masks();
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "crowd"))
		crowd();
	if (argc == 3 && !strcmp(argv[1], "execs"))
		execs(argv[2]);
	if (argc == 2 && !strcmp(argv[1], "forks")) {
		fork_slowly(MANY / 10);
		return 0;
	}
	make_calls();
	while (argc == 2 && !strcmp(argv[1], "calls"))
		make_calls();
	prctl(PR_SET_NAME, "done");
	for (volatile int i = 0; argc == 2 && !strcmp(argv[1], "compute"); i++)
		;
	while (argc == 2 && !strcmp(argv[1], "sleep"))
		pause();
	return 1;
}
