/* SPDX-License-Identifier: MIT */
/*
 * Makes calls with paths, one for each word of the command line.
 *
 * usage: walker WORD...
 *	open=PATH  at=DIRECTORY:PATH  rename=OLD:NEW  move=OLD_DIRECTORY:NEW_DIRECTORY:NAME  link=TARGET:PATH
 *	cd=PATH  mkdir=PATH  rmdir=PATH
 * at and move open the directories and pass their descriptors. Both paths of move are the same
 * string in memory.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int directory(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY);

	if (fd < 0) {
		perror(path);
		exit(99);
	}
	return fd;
}

static void step(const char *verb, char **words)
{
	if (!strcmp(verb, "open"))
		close(open(words[0], O_RDONLY));
	else if (!strcmp(verb, "at"))
		close(openat(directory(words[0]), words[1], O_RDONLY));
	else if (!strcmp(verb, "rename"))
		rename(words[0], words[1]);
	else if (!strcmp(verb, "move"))
		renameat(directory(words[0]), words[2], directory(words[1]), words[2]);
	else if (!strcmp(verb, "link"))
		(void)!symlink(words[0], words[1]);
	else if (!strcmp(verb, "cd"))
		(void)!chdir(words[0]);
	else if (!strcmp(verb, "mkdir"))
		mkdir(words[0], 0777);
	else if (!strcmp(verb, "rmdir"))
		rmdir(words[0]);
	else
		exit(99);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *verb = strsep(&argv[i], "="), *words[3] = { "", "", "" };

		for (int n = 0; n < 3 && argv[i]; n++)
			words[n] = strsep(&argv[i], ":");
		step(verb, words);
	}
	return 0;
}
