/* SPDX-License-Identifier: MIT */
/*
 * The floor of the bpf engine: runs a command while a pair of the programs of floor.bpf.c is
 * attached, and prints nothing.
 *
 * usage: bpf-floor PROGRAMS PAIR COMMAND...
 *	PROGRAMS	the compiled floor.bpf.c
 *	empty		the programs do nothing, in any task
 *	clocks		they look at the clock once each, in any task
 *	tasks		they do so if the task is the command
 *	record		the exit of a call of the command has a record
 *	records		the entry has one, too
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

/* How often the ring is read, without wake-ups by the programs. */
#define PAUSE_US 2000

static const struct pair {
	const char *name, *enter, *leave;
} pairs[] = {
	{ "empty", "enter_empty", "leave_empty" },     { "clocks", "enter_clock", "leave_clock" },
	{ "tasks", "enter_task", "leave_task" },       { "record", "enter_task", "leave_record" },
	{ "records", "enter_record", "leave_record" },
};

struct drain {
	struct ring_buffer *ring;
	volatile bool over;
};

static int ignore(void *ctx, void *record, size_t len)
{
	(void)ctx, (void)record, (void)len;
	return 0;
}

static void *read_ring(void *argument)
{
	struct drain *drain = argument;

	while (!drain->over) {
		ring_buffer__consume(drain->ring);
		usleep(PAUSE_US);
	}
	return NULL;
}

static int fail(const char *what)
{
	fprintf(stderr, "bpf-floor: %s failed\n", what);
	return 1;
}

/* Starts the command, which waits until something is written to *go. */
static pid_t start(char **command, int *go)
{
	int ends[2];
	char byte;
	pid_t pid;

	if (pipe(ends))
		return -1;
	pid = fork();
	if (!pid) {
		close(ends[1]);
		if (read(ends[0], &byte, 1) == 1)
			execvp(command[0], command);
		_exit(127);
	}
	close(ends[0]);
	*go = ends[1];
	return pid;
}

static bool attach(struct bpf_object *object, const char *name)
{
	struct bpf_program *program = bpf_object__find_program_by_name(object, name);

	return program && bpf_program__attach(program);
}

static bool mark(struct bpf_object *object, pid_t pid)
{
	int task = (int)syscall(SYS_pidfd_open, pid, 0);
	uint64_t entered = 0;

	return task >= 0 && !bpf_map_update_elem(bpf_object__find_map_fd_by_name(object, "tasks"),
						 &task, &entered, BPF_NOEXIST);
}

int main(int argc, char **argv)
{
	const struct pair *pair = pairs, *end = pairs + sizeof(pairs) / sizeof(*pairs);
	struct bpf_object *object;
	struct drain drain = { 0 };
	int status, go;
	pthread_t thread;
	pid_t pid;

	while (argc > 3 && pair < end && strcmp(pair->name, argv[2]))
		pair++;
	if (argc < 4 || pair == end)
		return fail("usage: bpf-floor PROGRAMS PAIR COMMAND...: the choice of a pair");
	object = bpf_object__open_file(argv[1], NULL);
	if (!object || bpf_object__load(object))
		return fail("loading the programs");
	pid = start(argv + 3, &go);
	if (pid < 0 || !mark(object, pid))
		return fail("marking the command");
	drain.ring = ring_buffer__new(bpf_object__find_map_fd_by_name(object, "ring"), ignore, NULL,
				      NULL);
	if (!drain.ring || pthread_create(&thread, NULL, read_ring, &drain))
		return fail("reading the ring");
	if (!attach(object, pair->enter) || !attach(object, pair->leave))
		return fail("attaching the programs");
	if (write(go, "", 1) != 1 || waitpid(pid, &status, 0) != pid)
		return fail("running the command");
	drain.over = true;
	pthread_join(thread, NULL);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
