/* SPDX-License-Identifier: MIT */
/*
 * Makes the calls of a plan. A line of the plan is a call number and up to six arguments, followed
 * by OFFSET:SIZE=VALUE for each value in memory at ARENA, and by OFFSET:SIZE>VALUE for each value
 * that the call writes there, eight at most. OFFSET:SIZE*VALUE fills that many bytes with VALUE,
 * VALUE + 1, and so on. Other memory in the first page and in the last one is zero. =RESULT is the
 * result of the call. Descriptor 100 is a socket for messages of NETLINK_ROUTE.
 *
 * usage: sweep FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fixture.h"

static void put(char *word)
{
	unsigned long offset = strtoul(word, &word, 0);
	unsigned long size = strtoul(word + 1, &word, 0);
	unsigned long long value = strtoull(word + 1, NULL, 0);

	if (*word == '*')
		for (unsigned long i = 0; i < size; i++)
			((unsigned char *)ARENA)[offset + i] = (unsigned char)(value + i);
	else if (*word == '>')
		fixture_change((char *)ARENA + offset, &value, size);
	else
		memcpy((char *)ARENA + offset, &value, size);
}

static void make_call(char *line)
{
	unsigned long args[7] = { 0 };
	char *word = strtok(line, " \n");

	memset((char *)ARENA, 0, 4096);
	memset((char *)ARENA_END - 4096, 0, 4096);
	fixture_result(0);
	for (unsigned i = 0; i < 7 && word && !strpbrk(word, ":="); i++, word = strtok(NULL, " \n"))
		args[i] = strtoull(word, NULL, 0);
	for (; word; word = strtok(NULL, " \n")) {
		if (*word == '=')
			fixture_result(strtol(word + 1, NULL, 0));
		else
			put(word);
	}
	fixture_call(args[0], args[1], args[2], args[3], args[4], args[5], args[6]);
}

/* Reads the whole plan, before the comparison begins. */
static char *read_plan(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0, n;

	if (!file || getdelim(&text, &size, '\0', file) < 0)
		exit(99);
	n = strlen(text);
	if (n && text[n - 1] == '\n')
		text[n - 1] = '\0';
	return text;
}

static void open_netlink(void)
{
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	dup2(fd, 100);
	close(fd);
}

int main(int argc, char **argv)
{
	char *plan = argc > 1 ? read_plan(argv[1]) : NULL;
	char *line, *rest;

	if (!plan)
		return 99;
	open_netlink();
	fixture_begin();
	for (line = plan; line; line = rest) {
		rest = strchr(line, '\n');
		if (rest)
			*rest++ = '\0';
		make_call(line);
	}
	fixture_end();
}
