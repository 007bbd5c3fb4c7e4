/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes the reader of recordings: recordings of made-up traces are changed, as files, or inside of
 * blocks, which get right checksums again. The reader must end, and each event that it reports must
 * be one that a session can handle. Questions about the events are answered or not. Some recordings
 * are also given to scry, if it was built: alone, and two for --diff.
 *
 * usage: recording_fuzz [SECONDS [SEED]]
 * SEED repeats a run: it is printed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/recordings.h"
#include "record/format.h"
#include "scry/answers.h"
#include "scry/util.h"
#include "record/checksum.h"
#include "record/pack.h"

#define CAPTURES 40
#define RECORDINGS 9
#define MADE          \
	(RECORDINGS - \
	 1) /* the last one is of an older version, without columns: tests/data/format-2.rec */

struct fuzz {
	uint64_t seed, state;
	struct buf files[RECORDINGS]; /* good recordings */
	int fd; /* the file that is read */
	char path[64];
	int other_fd; /* an earlier one */
	char other_path[64];
	char *scry; /* the program; NULL: it was not built */
	uint64_t n, captures, damages, refused, runs;
};

static uint64_t next_random(struct fuzz *fuzz)
{
	fuzz->state ^= fuzz->state << 13;
	fuzz->state ^= fuzz->state >> 7;
	fuzz->state ^= fuzz->state << 17;
	return fuzz->state;
}

static void __attribute__((noreturn)) fail(const struct fuzz *fuzz, const char *what)
{
	fprintf(stderr, "recording_fuzz: seed %#llx, recording %llu: %s\n",
		(unsigned long long)fuzz->seed, (unsigned long long)fuzz->n, what);
	abort();
}

static void write_at(const struct fuzz *fuzz, int fd, const void *bytes, size_t len)
{
	if (ftruncate(fd, 0) || pwrite(fd, bytes, len, 0) != (ssize_t)len)
		fail(fuzz, "cannot write");
}

/* A recording without zstd: its blocks are unpacked, so that changes reach what is in them. */
static void unpack_blocks(struct fuzz *fuzz, const struct buf *file, struct buf *out)
{
	char *error;
	struct packer *packer = packer_new(&error);
	size_t at = FILE_HEAD;

	if (!packer)
		fail(fuzz, error);
	buf_put(out, file->data, FILE_HEAD);
	while (at + BLOCK_HEAD <= file->len && !memcmp(file->data + at, BLOCK_MAGIC, 4)) {
		unsigned char *head = (unsigned char *)file->data + at;
		size_t stored = load_le(head + BLOCK_AT_STORED, 4);
		size_t raw = load_le(head + BLOCK_AT_RAW, 4), start = out->len;

		buf_put(out, head, BLOCK_HEAD);
		buf_fill(out, '\0', raw);
		if (!packer_unpack(packer, out->data + start + BLOCK_HEAD, raw, head + BLOCK_HEAD,
				   stored))
			fail(fuzz, "cannot unpack");
		head = (unsigned char *)out->data + start;
		head[BLOCK_AT_PACKING] = PACKING_NONE;
		store_le(head + BLOCK_AT_STORED, raw, 4);
		at += BLOCK_HEAD + stored;
	}
	packer_free(packer);
}

/* Makes the checksums of all blocks right, as far as their lengths can be believed. */
static void mend_checksums(struct buf *file)
{
	size_t at = FILE_HEAD;

	while (at + BLOCK_HEAD <= file->len) {
		unsigned char *head = (unsigned char *)file->data + at;
		uint64_t stored = load_le(head + BLOCK_AT_STORED, 4);

		if (stored > file->len - at - BLOCK_HEAD)
			return;
		store_le(head + BLOCK_AT_CHECKSUM, 0, 4);
		store_le(head + BLOCK_AT_CHECKSUM, crc32c(0, head, BLOCK_HEAD + stored), 4);
		at += BLOCK_HEAD + stored;
	}
}

/* Numbers at edges of types, as bytes of a recording. */
static void change(struct fuzz *fuzz, struct buf *file, size_t from)
{
	static const unsigned char edges[] = { 0, 1, 0x7f, 0x80, 0xff, 32, 33, 128 + 11 };
	uint64_t random = next_random(fuzz);
	size_t at, len;

	if (file->len <= from)
		return;
	at = from + (random >> 8) % (file->len - from);
	switch (random % 6) {
	case 0:
		file->data[at] = (char)(random >> 40);
		break;
	case 1:
		file->data[at] = (char)edges[(random >> 40) % sizeof(edges)];
		break;
	case 2:
		file->data[at] = (char)(file->data[at] ^ (1 << (random >> 40 & 7)));
		break;
	case 3:
		for (len = random >> 40 & 15; len && at < file->len; len--)
			file->data[at++] = (char)0xff;
		break;
	case 4:
		len = (random >> 40) % 64;
		if (len < file->len - at)
			memmove(file->data + at, file->data + at + len, file->len - at - len);
		break;
	case 5:
		if (next_random(fuzz) % 16 == 0)
			file->len = at;
		break;
	}
}

/* What a session and the sinks rely on. */
static void check_event(const struct fuzz *fuzz, const struct capture *capture)
{
	const struct event *event = &capture->event;

	if (event->tid <= 0 || capture->tgid <= 0 || event->tracee || !event->facts)
		fail(fuzz, "an event without a tracee");
	if ((event->kind == EVENT_SIGNAL || event->kind == EVENT_GROUP_STOP) &&
	    (event->signal < 1 || event->signal > 64))
		fail(fuzz, "a wrong signal");
	if (event->kind == EVENT_KILLED && (event->status < 1 || event->status > 64))
		fail(fuzz, "a wrong status");
	if (event->real.tv_nsec < 0 || event->real.tv_nsec >= 1000000000)
		fail(fuzz, "a wrong time");
	if (event->kind > EVENT_LOST)
		fail(fuzz, "an unknown kind");
	if (event->facts->comm && strlen(event->facts->comm) > BLOCK_MAX)
		fail(fuzz, "a string without an end");
	for (size_t i = 0; event->facts->stack && i < event->facts->stack->n; i++)
		if (!event->facts->stack->frames[i])
			fail(fuzz, "no frame");
}

static void read_it(struct fuzz *fuzz)
{
	static const struct stack_config stacks = { .source = true, .limit = 3 };
	char *error;
	struct recording *recording = recording_open(fuzz->path, &error);
	const struct capture *capture;
	const char *message;
	uint64_t before = fuzz->captures + fuzz->damages;

	if (!recording) {
		if (!*error)
			fail(fuzz, "refused without a reason");
		free(error);
		fuzz->refused++;
		return;
	}
	if (next_random(fuzz) & 1)
		recording_want_stacks(recording, &stacks);
	for (;;) {
		enum recording_status status = recording_next(recording, &capture, &message);

		if (status == RECORDING_END)
			break;
		if (fuzz->captures + fuzz->damages - before > 100000)
			fail(fuzz, "the recording has no end");
		if (status == RECORDING_DAMAGE) {
			if (!strstr(message, " offset "))
				fail(fuzz, message);
			fuzz->damages++;
			continue;
		}
		fuzz->captures++;
		check_event(fuzz, capture);
		struct made_capture made;
		const struct fetch fetch = { &answers_fetch_ops, capture->answers };

		made_capture_fill(&made, next_random(fuzz) % RECORDINGS,
				  (unsigned)(next_random(fuzz) % CAPTURES));
		made_capture_ask(&made, &fetch);
		made_capture_ask_others(&made, &fetch);
		made_capture_free(&made);
	}
	recording_free(recording);
}

/* --- scry ---------------------------------------------------------------------------------- */

/* scry starts for one recording of so many. */
#define EACH 200

/* Seconds after which scry does not end any more. */
#define PATIENCE 120

static void __attribute__((noreturn)) become_scry(const struct fuzz *fuzz, int messages)
{
	char *const uses[][8] = {
		{ "scry", "--diff", (char *)fuzz->path, (char *)fuzz->other_path },
		{ "scry", "--json", "--diff-time=2", "--diff", (char *)fuzz->path,
		  (char *)fuzz->other_path },
		{ "scry", "-v", "-yy", "-k", "--replay", (char *)fuzz->path },
		{ "scry", "--json", "--replay", (char *)fuzz->path },
		{ "scry", "--report=/dev/null", "--timeline=/dev/null", "--replay",
		  (char *)fuzz->path },
		{ "scry", "-c", "--summary=path,comm", "--replay", (char *)fuzz->path },
		{ "scry", "--why", "--replay", (char *)fuzz->path },
	};
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	dup2(messages, STDERR_FILENO);
	/*
	 * scry does not free its session before it ends. Whether AddressSanitizer reports that as a
	 * leak depends on where the compiler keeps the address.
	 */
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	alarm(PATIENCE);
	execv(fuzz->scry, uses[fuzz->runs % ARRAY_SIZE(uses)]);
	_exit(127);
}

/*
 * Runs scry on the recording, and on it and the earlier one. It ends, with a status of its own and
 * without a report of a sanitizer.
 */
static void run_scry(struct fuzz *fuzz)
{
	int messages = memfd_create("messages", MFD_CLOEXEC), status;
	pid_t pid = fork();
	char text[4096];
	ssize_t len;

	if (!pid)
		become_scry(fuzz, messages);
	fuzz->runs++;
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		fail(fuzz, "cannot run scry");
	len = pread(messages, text, sizeof(text) - 1, 0);
	text[len > 0 ? len : 0] = '\0';
	close(messages);
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 2 && !strstr(text, "Sanitizer") &&
	    !strstr(text, "runtime error"))
		return;
	fprintf(stderr, "status %#x: %s\n", status, text);
	fail(fuzz, "scry failed");
}

/* The program is ../../scry, from the directory of this one. */
static void find_scry(struct fuzz *fuzz, const char *self)
{
	const char *end = strrchr(self, '/');
	struct buf path = { 0 };

	buf_printf(&path, "%.*s/../../scry", end ? (int)(end - self) : 1, end ? self : ".");
	if (!access(buf_cstr(&path), X_OK))
		fuzz->scry = xstrdup(buf_cstr(&path));
	buf_free(&path);
}

static void read_file(const struct fuzz *fuzz, int fd, struct buf *file)
{
	off_t size = lseek(fd, 0, SEEK_END);

	if (size < 0)
		fail(fuzz, "cannot find the end");
	buf_reserve(file, (size_t)size);
	if (pread(fd, file->data, (size_t)size, 0) != size)
		fail(fuzz, "cannot read");
	file->len = (size_t)size;
}

static void read_older_file(const struct fuzz *fuzz, struct buf *file)
{
	const char *srcdir = getenv("srcdir");
	struct buf path = { 0 };
	int fd;

	buf_printf(&path, "%s/tests/data/format-2.rec", srcdir ? srcdir : SOURCES);
	fd = open(buf_cstr(&path), O_RDONLY);
	if (fd < 0)
		fail(fuzz, "tests/data/format-2.rec is missing");
	read_file(fuzz, fd, file);
	close(fd);
	buf_free(&path);
}

static void make_files(struct fuzz *fuzz)
{
	read_older_file(fuzz, &fuzz->files[MADE]);
	for (unsigned i = 0; i < MADE; i++) {
		const struct recorder_config config = { .path = fuzz->path };

		if (!made_recording_write(&config, i, CAPTURES))
			fail(fuzz, "cannot record");
		read_file(fuzz, fuzz->fd, &fuzz->files[i]);
		read_it(fuzz);
		if (fuzz->damages || fuzz->captures != (i + 1) * CAPTURES)
			fail(fuzz, "a good recording cannot be read");
	}
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	uint64_t end = now_ns() + (uint64_t)(seconds * 1e9);
	struct fuzz fuzz = { .seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns() };
	struct buf unpacked[RECORDINGS] = { { 0 } }, file = { 0 };

	printf("recording_fuzz: seed %#llx\n", (unsigned long long)fuzz.seed);
	fflush(stdout);
	fuzz.state = fuzz.seed | 1;
	fuzz.fd = memfd_create("recording", MFD_CLOEXEC);
	snprintf(fuzz.path, sizeof(fuzz.path), "/proc/%d/fd/%d", (int)getpid(), fuzz.fd);
	fuzz.other_fd = memfd_create("recording", MFD_CLOEXEC);
	snprintf(fuzz.other_path, sizeof(fuzz.other_path), "/proc/%d/fd/%d", (int)getpid(),
		 fuzz.other_fd);
	find_scry(&fuzz, argv[0]);
	make_files(&fuzz);
	write_at(&fuzz, fuzz.other_fd, fuzz.files[0].data, fuzz.files[0].len);
	for (unsigned i = 0; i < RECORDINGS; i++)
		unpack_blocks(&fuzz, &fuzz.files[i], &unpacked[i]);
	for (; now_ns() < end; fuzz.n++) {
		uint64_t random = next_random(&fuzz);
		bool inside = random >> 8 & 3;
		const struct buf *from = &(inside ? unpacked : fuzz.files)[random % RECORDINGS];

		buf_clear(&file);
		buf_put(&file, from->data, from->len);
		for (uint64_t n = 1 + (random >> 16) % 8; n; n--)
			change(&fuzz, &file, inside ? FILE_HEAD : 0);
		if (inside)
			mend_checksums(&file);
		write_at(&fuzz, fuzz.fd, file.data, file.len);
		read_it(&fuzz);
		if (fuzz.scry && fuzz.n % EACH == 0) {
			run_scry(&fuzz);
			write_at(&fuzz, fuzz.other_fd, file.data, file.len);
		}
	}
	for (unsigned i = 0; i < RECORDINGS; i++) {
		buf_free(&fuzz.files[i]);
		buf_free(&unpacked[i]);
	}
	buf_free(&file);
	close(fuzz.fd);
	close(fuzz.other_fd);
	free(fuzz.scry);
	printf("recording_fuzz: %llu recordings, %llu refused, %llu captures, %llu damages, %llu "
	       "runs of scry\n",
	       (unsigned long long)fuzz.n, (unsigned long long)fuzz.refused,
	       (unsigned long long)fuzz.captures, (unsigned long long)fuzz.damages,
	       (unsigned long long)fuzz.runs);
	return fuzz.n && fuzz.captures && fuzz.damages ? EXIT_SUCCESS : EXIT_FAILURE;
}
