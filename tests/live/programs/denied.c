/* SPDX-License-Identifier: MIT */
/*
 * Imitates a kernel that lacks system calls: they fail in the command and in its children.
 *
 * usage: denied CALL[@ARGUMENT]=ERROR... -- COMMAND... The call fails with ERROR, a number or a
 * name of errno.list. With ARGUMENT, a number, it fails only if that is its first argument.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/list.h"
#include "scry/util.h"

struct denial {
	uint32_t nr, argument;
	bool has_argument;
	uint16_t error;
};

static uint16_t parse_error(const char *word)
{
	uint64_t error;

	if (!list_value(list_find("errno"), abi_native(), word, &error))
		error = strtoull(word, NULL, 0);
	if (!error)
		die("not an error: '%s'", word);
	return (uint16_t)error;
}

static struct denial parse(char *word)
{
	char *error = strchr(word, '='), *argument;
	struct denial denial = { 0 };
	int64_t nr;

	if (!error)
		die("not CALL=ERROR: '%s'", word);
	*error++ = '\0';
	denial.error = parse_error(error);
	argument = strchr(word, '@');
	if (argument) {
		*argument++ = '\0';
		denial.has_argument = true;
		denial.argument = (uint32_t)strtoul(argument, NULL, 0);
	}
	nr = abi_number(abi_native(), syscall_by_name(word));
	if (nr < 0)
		die("not a system call: '%s'", word);
	denial.nr = (uint32_t)nr;
	return denial;
}

static void add(struct sock_filter *program, unsigned short *n, struct sock_filter statement)
{
	program[(*n)++] = statement;
}

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

/* LOAD(args[0]) loads the lower half of the first argument on a little-endian machine. */
static void add_denial(struct sock_filter *program, unsigned short *n, const struct denial *denial)
{
	unsigned char further = denial->has_argument ? 3 : 1;

	add(program, n, (struct sock_filter)LOAD(nr));
	add(program, n,
	    (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, denial->nr, 0, further));
	if (denial->has_argument) {
		add(program, n, (struct sock_filter)LOAD(args[0]));
		add(program, n,
		    (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, denial->argument, 0,
						 1));
	}
	add(program, n,
	    (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | denial->error));
}

static void add_start(struct sock_filter *program, unsigned short *n)
{
	add(program, n, (struct sock_filter)LOAD(arch));
	add(program, n,
	    (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, abi_native()->audit_arch, 1,
					 0));
	add(program, n, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

static void install(struct sock_filter *program, unsigned short n)
{
	struct sock_fprog filter = { .len = n, .filter = program };

	/*
	 * Try it without NO_NEW_PRIVS first, with which a tracer could not attach to more
	 * privileged processes.
	 */
	if (!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		die_errno("cannot deny calls");
}

int main(int argc, char **argv)
{
	struct sock_filter program[256];
	unsigned short n = 0;
	int i = 1;

	add_start(program, &n);
	for (; i < argc && strcmp(argv[i], "--") && n < 240; i++) {
		struct denial denial = parse(argv[i]);

		add_denial(program, &n, &denial);
	}
	if (i + 1 >= argc)
		die("usage: denied CALL[@ARGUMENT]=ERROR... -- COMMAND");
	add(program, &n, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
	install(program, n);
	execvp(argv[i + 1], argv + i + 1);
	die_errno("cannot run '%s'", argv[i + 1]);
}
