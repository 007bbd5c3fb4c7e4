/* SPDX-License-Identifier: MIT */
/* Tables of the kernel: sockets of a network namespace, and locks of files. */
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "proc/root.h"
#include "scry/util.h"

/* --- sockets ---------------------------------------------------------------------------------- */

/*
 * Parses "0100007F:1F90": an address as 32-bit words in host byte order, and a port, in
 * hexadecimal. Returns where the line goes on; NULL: it has no such end.
 */
static const char *take_end(const char *text, struct fd_end *end)
{
	size_t n = strspn(text, "0123456789ABCDEFabcdef");
	char *rest;

	if (text[n] != ':' || n % 8 || n > 32)
		return NULL;
	for (size_t i = 0; i < n / 8; i++) {
		char digits[9] = "";
		uint32_t word;

		memcpy(digits, text + i * 8, 8);
		word = (uint32_t)strtoul(digits, NULL, 16);
		memcpy(end->address + i * 4, &word, sizeof(word));
	}
	end->port = (uint16_t)strtoul(text + n + 1, &rest, 16);
	end->known = end->port != 0;
	return *rest == ' ' ? rest + 1 : NULL;
}

/* "SL: LOCAL REMOTE STATE TX:RX TR:TIME RETRANSMITS UID TIMEOUT INODE" */
static bool parse_socket(const char *line, struct proc_socket *socket)
{
	unsigned long long inode;

	*socket = (struct proc_socket){ 0 };
	line = strchr(line, ':');
	line = line ? take_end(line + 1 + strspn(line + 1, " "), &socket->local) : NULL;
	line = line ? take_end(line, &socket->remote) : NULL;
	if (!line || sscanf(line, "%x %*s %*s %*s %*s %*s %llu", &socket->state, &inode) != 2)
		return false;
	socket->inode = inode;
	return true;
}

bool proc_each_socket(pid_t tid, const char *table, unsigned max,
		      bool (*each)(void *ctx, const struct proc_socket *socket), void *ctx)
{
	FILE *file = proc_fopen(tid, "net/%s", table);
	struct proc_socket socket;
	bool done = false;
	char line[512];

	for (unsigned n = 0; file && !done && n < max && fgets(line, sizeof(line), file); n++)
		done = parse_socket(line, &socket) && each(ctx, &socket);
	if (file)
		fclose(file);
	return done;
}

/* --- locks ------------------------------------------------------------------------------------ */

/*
 * "1: POSIX  ADVISORY  WRITE 12 fe:01:345 0 EOF" holds a lock, "1: -> POSIX ADVISORY WRITE 13 ..."
 * waits for it.
 */
static bool parse_lock(const char *line, struct proc_lock *lock)
{
	unsigned high, low;
	unsigned long long inode;
	int owner, at = 0;

	*lock = (struct proc_lock){ 0 };
	if (sscanf(line, "%u: %n", &lock->number, &at) != 1 || !at)
		return false;
	line += at;
	lock->waits = !strncmp(line, "->", 2);
	line += lock->waits ? 2 : 0;
	if (sscanf(line, " %*s %*s %*s %d %x:%x:%llu", &owner, &high, &low, &inode) != 4)
		return false;
	lock->pid = owner > 0 ? proc_number_meant(owner) : owner;
	lock->dev = makedev(high, low);
	lock->inode = inode;
	return true;
}

bool proc_each_lock(bool (*each)(void *ctx, const struct proc_lock *lock), void *ctx)
{
	FILE *file = proc_fopen(PROC_SYSTEM, "locks");
	struct proc_lock lock;
	bool done = false;
	char *line = NULL;
	size_t size = 0;

	while (file && !done && getline(&line, &size, file) >= 0)
		done = parse_lock(line, &lock) && each(ctx, &lock);
	free(line);
	if (file)
		fclose(file);
	return done;
}
