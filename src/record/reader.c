/* SPDX-License-Identifier: MIT */
/* Reads recordings, also damaged ones: finds the blocks, checks and unpacks them. */
#include "record/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/checksum.h"
#include "record/pack.h"
#include "record/parse.h"

/* How much a search for blocks may read, as a multiple of the file, before it gives up. */
#define SEARCH_FACTOR 4u
#define SEARCH_STEP (64u << 10)

#define COPY_STEP (1u << 20)

struct block {
	uint64_t offset; /* of its head in the file */
	enum block_kind kind;
	enum packing packing;
	uint32_t stored, raw, n;
	uint64_t first_ns, last_ns; /* CLOCK_MONOTONIC of its first and its last capture */
	uint64_t number;
};

/* A block of captures as the index describes it. */
struct place {
	uint64_t offset, first_ns, last_ns;
};

struct recording {
	int fd;
	uint64_t size; /* of the file */
	uint64_t end; /* where the blocks of captures end */
	uint64_t offset; /* of the next block */
	uint64_t next_number; /* the number that the next block should have */
	bool has_number; /* a block was read */
	bool has_captures; /* a block of captures was read */
	bool has_gap; /* captures before the current block are missing */
	bool has_index; /* the file is whole */
	bool said; /* the damage at the end of the file was reported */
	bool bad; /* the rest of the current block cannot be read */
	struct place *places; /* of the blocks, from the index */
	size_t n_places;
	uint64_t from_ns; /* captures before this CLOCK_MONOTONIC are left out; 0: none */
	struct record_info info;
	struct packer *packer;
	struct buf stored, raw;
	struct block block; /* the current one */
	struct parser *parser;
	struct buf message;
};

/* --- blocks -------------------------------------------------------------------------------- */

/* Reads exactly len bytes. */
static bool read_at(const struct recording *recording, uint64_t offset, void *buf, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t got = pread(recording->fd, (char *)buf + done, len - done,
				    (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

/* Reads the head of a block. Returns false if there is none. */
static bool read_head(const struct recording *recording, uint64_t offset, struct block *block,
		      unsigned char head[BLOCK_HEAD])
{
	if (offset > recording->size || recording->size - offset < BLOCK_HEAD ||
	    !read_at(recording, offset, head, BLOCK_HEAD) || memcmp(head, BLOCK_MAGIC, 4))
		return false;
	block->offset = offset;
	block->kind = (enum block_kind)head[BLOCK_AT_KIND];
	block->packing = (enum packing)head[BLOCK_AT_PACKING];
	block->stored = (uint32_t)load_le(head + BLOCK_AT_STORED, 4);
	block->raw = (uint32_t)load_le(head + BLOCK_AT_RAW, 4);
	block->n = (uint32_t)load_le(head + BLOCK_AT_COUNT, 4);
	block->first_ns = load_le(head + BLOCK_AT_FIRST, 8);
	block->last_ns = load_le(head + BLOCK_AT_LAST, 8);
	block->number = load_le(head + BLOCK_AT_NUMBER, 8);
	return block->kind >= BLOCK_INFO && block->kind <= BLOCK_INDEX &&
	       block->packing <= PACKING_ZSTD && block->stored <= BLOCK_MAX &&
	       block->raw <= BLOCK_MAX &&
	       (block->packing != PACKING_NONE || block->raw == block->stored) &&
	       block->stored <= recording->size - offset - BLOCK_HEAD;
}

/* Reads a block to recording->stored, without unpacking it. Returns false if it is damaged. */
static bool read_block(struct recording *recording, uint64_t offset, struct block *block)
{
	unsigned char head[BLOCK_HEAD];
	uint32_t expected, found;

	if (!read_head(recording, offset, block, head))
		return false;
	buf_clear(&recording->stored);
	buf_reserve(&recording->stored, block->stored + 1);
	if (!read_at(recording, offset + BLOCK_HEAD, recording->stored.data, block->stored))
		return false;
	recording->stored.len = block->stored;
	expected = (uint32_t)load_le(head + BLOCK_AT_CHECKSUM, 4);
	store_le(head + BLOCK_AT_CHECKSUM, 0, 4);
	found = crc32c(crc32c(0, head, BLOCK_HEAD), recording->stored.data, block->stored);
	return found == expected;
}

/* Unpacks recording->stored to recording->raw. */
static bool unpack(struct recording *recording, const struct block *block)
{
	buf_clear(&recording->raw);
	buf_reserve(&recording->raw, block->raw + 1);
	recording->raw.len = block->raw;
	if (block->packing == PACKING_NONE) {
		memcpy(recording->raw.data, recording->stored.data, block->raw);
		return true;
	}
	return packer_unpack(recording->packer, recording->raw.data, block->raw,
			     recording->stored.data, block->stored);
}

static bool load_block(struct recording *recording, uint64_t offset, struct block *block)
{
	return read_block(recording, offset, block) && unpack(recording, block);
}

/* --- opening ------------------------------------------------------------------------------- */

static struct bytes raw_bytes(const struct recording *recording, bool *bad)
{
	const unsigned char *at = (const unsigned char *)recording->raw.data;

	return (struct bytes){ .at = at, .end = at + recording->raw.len, .bad = bad };
}

/* Returns a string that a NUL follows; NULL: there is none. */
static const char *get_fact(struct bytes *in)
{
	uint64_t len = get_number(in);
	const char *text = (const char *)get_bytes(in, len);

	if (get_byte(in))
		*in->bad = true;
	return *in->bad ? NULL : text;
}

static bool read_info(struct recording *recording)
{
	struct block block;
	bool bad = false;
	struct bytes in;

	if (!load_block(recording, FILE_HEAD, &block) || block.kind != BLOCK_INFO)
		return false;
	in = raw_bytes(recording, &bad);
	while (in.at < in.end) {
		const char *key = get_fact(&in), *value = get_fact(&in);

		if (!key || !value)
			return false;
		record_info_add(&recording->info, key, value);
	}
	recording->offset = block.offset + BLOCK_HEAD + block.stored;
	return true;
}

/*
 * Reads the index of a whole file. The blocks are read one after the other; the index helps after a
 * damaged one, and to find the block with which a replay begins.
 */
static void read_index(struct recording *recording)
{
	unsigned char end[FILE_END];
	struct block block;
	size_t capacity = 0;
	bool bad = false;
	struct bytes in;

	if (recording->size < FILE_END ||
	    !read_at(recording, recording->size - FILE_END, end, sizeof(end)) ||
	    memcmp(end + 8, END_MAGIC, 8) || !load_block(recording, load_le(end, 8), &block) ||
	    block.kind != BLOCK_INDEX ||
	    block.offset + BLOCK_HEAD + block.stored != recording->size - FILE_END)
		return;
	in = raw_bytes(recording, &bad);
	while (in.at < in.end) {
		struct place *place;

		recording->places = xgrow(recording->places, recording->n_places, &capacity,
					  sizeof(*recording->places));
		place = &recording->places[recording->n_places++];
		place->offset = get_number(&in);
		/* The number of the block, and of its captures. */
		for (int i = 0; i < 2; i++)
			get_number(&in);
		place->first_ns = get_number(&in);
		place->last_ns = get_number(&in);
	}
	recording->has_index = !bad;
	if (recording->has_index)
		recording->end = block.offset;
}

static bool check_head(struct recording *recording, const char *path, char **error)
{
	unsigned char head[FILE_HEAD];
	uint64_t version;

	if (recording->size < FILE_HEAD || !read_at(recording, 0, head, FILE_HEAD) ||
	    memcmp(head, FILE_MAGIC, FILE_MAGIC_LEN))
		return set_error(error, "'%s' is no recording of scry: it does not begin like one",
				 path);
	version = load_le(head + FILE_MAGIC_LEN, 4);
	if (!version || version > FORMAT_VERSION)
		return set_error(error,
				 "'%s' is a recording of format %" PRIu64
				 ", and this scry reads formats 1 to %u",
				 path, version, FORMAT_VERSION);
	recording->parser->version = version;
	return true;
}

/*
 * Opens a new file without a name: in the directory for temporary files, or in memory. Returns -1
 * with errno set if that fails.
 */
static int open_nameless(void)
{
	const char *directory = getenv("TMPDIR");
	int fd = open(directory && *directory ? directory : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC,
		      0600);

	return fd >= 0 ? fd : memfd_create("recording", MFD_CLOEXEC);
}

/* Copies all that stdin has. Returns false with errno set if that fails. */
static bool copy_stdin(int to)
{
	char *bytes = xcalloc(1, COPY_STEP);
	ssize_t got;

	do {
		ssize_t done = 0, n = 0;

		got = read(STDIN_FILENO, bytes, COPY_STEP);
		while (got > done && n >= 0) {
			n = write(to, bytes + done, (size_t)(got - done));
			done += n;
		}
		if (n < 0)
			got = -1;
	} while (got > 0 || (got < 0 && errno == EINTR));
	free(bytes);
	return !got;
}

/* A recording is read at several places: what comes through a pipe becomes a file first. */
static int open_stdin(void)
{
	struct stat st;
	int fd;

	if (!fstat(STDIN_FILENO, &st) && S_ISREG(st.st_mode))
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	fd = open_nameless();
	if (fd >= 0 && !copy_stdin(fd)) {
		int error = errno;

		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

static bool open_file(struct recording *recording, const char *path, char **error)
{
	struct stat st;

	if (recording_is_stdin(path) && isatty(STDIN_FILENO))
		return set_error(error, "'-' is stdin, and that is a terminal: scry --replay=- "
					"<app.rec");
	/* Opening a FIFO would wait for its writer. */
	recording->fd = recording_is_stdin(path) ? open_stdin()
						 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (recording->fd < 0 || fstat(recording->fd, &st))
		return set_error(error, "cannot read '%s': %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return set_error(error, "'%s' is no regular file, and cannot be a recording", path);
	recording->size = recording->end = (uint64_t)st.st_size;
	return true;
}

bool recording_is_at(const char *path)
{
	unsigned char head[FILE_MAGIC_LEN];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool good = fd >= 0 && read(fd, head, sizeof(head)) == (ssize_t)sizeof(head) &&
		    !memcmp(head, FILE_MAGIC, FILE_MAGIC_LEN);

	if (fd >= 0)
		close(fd);
	return good;
}

/* A capture without a time that is the first one has the time at which the recording began. */
static void set_start(struct recording *recording)
{
	uint64_t real = record_info_number(&recording->info, "start-real");

	recording->parser->last_ns = record_info_number(&recording->info, "start-monotonic");
	recording->parser->last_real = (struct timespec){ .tv_sec = (time_t)(real / 1000000000u),
							  .tv_nsec = (long)(real % 1000000000u) };
}

struct recording *recording_open(const char *path, char **error)
{
	struct recording *recording = xcalloc(1, sizeof(*recording));
	bool good;

	recording->parser = parser_new();
	good = open_file(recording, path, error) && check_head(recording, path, error);
	if (good)
		recording->packer = packer_new(error);
	if (good && recording->packer) {
		if (read_info(recording)) {
			set_start(recording);
			read_index(recording);
			return recording;
		}
		set_error(error,
			  "'%s' is damaged at offset %u: what it says of itself cannot be read",
			  path, FILE_HEAD);
	}
	recording_free(recording);
	return NULL;
}

void recording_free(struct recording *recording)
{
	if (recording->fd >= 0)
		close(recording->fd);
	if (recording->packer)
		packer_free(recording->packer);
	parser_free(recording->parser);
	record_info_free(&recording->info);
	buf_free(&recording->stored);
	buf_free(&recording->raw);
	buf_free(&recording->message);
	free(recording->places);
	free(recording);
}

const struct record_info *recording_info(const struct recording *recording)
{
	return &recording->info;
}

void recording_want_stacks(struct recording *recording, const struct stack_config *config)
{
	recording->parser->stacks = config;
}

bool recording_has_gap(const struct recording *recording)
{
	return recording->has_gap;
}

uint64_t recording_missing(const struct recording *recording)
{
	return answers_missing(recording->parser->capture.answers);
}

/* --- damage -------------------------------------------------------------------------------- */

static enum recording_status report(struct recording *recording, const char **message)
{
	*message = buf_cstr(&recording->message);
	return RECORDING_DAMAGE;
}

/*
 * Searches the bytes from an offset on for the magic of a block. Returns its offset; UINT64_MAX:
 * there is none.
 */
static uint64_t find_magic(const struct recording *recording, uint64_t offset)
{
	static char step[SEARCH_STEP];

	while (offset < recording->end && recording->end - offset >= BLOCK_HEAD) {
		uint64_t left = recording->end - offset;
		size_t len = left < sizeof(step) ? (size_t)left : sizeof(step);
		const char *found;

		if (!read_at(recording, offset, step, len))
			return UINT64_MAX;
		found = memmem(step, len, BLOCK_MAGIC, 4);
		if (found)
			return offset + (uint64_t)(found - step);
		offset += len - 3;
	}
	return UINT64_MAX;
}

/* Returns the offset of the first good block after an offset; UINT64_MAX: there is none. */
static uint64_t find_block(struct recording *recording, uint64_t offset)
{
	uint64_t budget = recording->size * SEARCH_FACTOR + BLOCK_MAX;
	struct block block;

	for (size_t i = 0; i < recording->n_places; i++)
		if (recording->places[i].offset > offset &&
		    read_block(recording, recording->places[i].offset, &block))
			return recording->places[i].offset;
	while ((offset = find_magic(recording, offset + 1)) != UINT64_MAX) {
		unsigned char head[BLOCK_HEAD];

		if (!read_head(recording, offset, &block, head))
			continue;
		if (block.stored > budget)
			return UINT64_MAX;
		budget -= block.stored;
		if (read_block(recording, offset, &block) && block.kind == BLOCK_CAPTURES)
			return offset;
	}
	return UINT64_MAX;
}

/*
 * Returns whether the file has no captures up to here. A replay that begins in the middle has left
 * some out.
 */
static bool has_no_captures(const struct recording *recording)
{
	return !recording->has_captures && !recording->from_ns;
}

/* Says that the block at the current offset is damaged, and moves on to the next good one. */
static enum recording_status skip_block(struct recording *recording, const char **message)
{
	uint64_t from = recording->offset, next = find_block(recording, from);
	bool cut = next == UINT64_MAX && !recording->has_index;

	buf_clear(&recording->message);
	recording->offset = next == UINT64_MAX ? recording->end : next;
	recording->has_number = false;
	recording->has_gap = true;
	recording->said = true;
	if (cut && has_no_captures(recording))
		buf_printf(&recording->message,
			   "the recording is cut at offset %" PRIu64
			   ": no call is before that, and %" PRIu64 " byte%s cannot be read",
			   from, recording->end - from, plural_s(recording->end - from));
	else if (cut)
		buf_printf(&recording->message,
			   "the recording is cut at offset %" PRIu64
			   ": everything before was read, and %" PRIu64 " byte%s cannot be read",
			   from, recording->end - from, plural_s(recording->end - from));
	else
		buf_printf(&recording->message,
			   "the recording is damaged at offset %" PRIu64
			   ": the captures of %" PRIu64 " bytes are missing",
			   from, recording->offset - from);
	return report(recording, message);
}

/* --- beginning in the middle --------------------------------------------------------------- */

/*
 * Reads the head of the next block of captures, from recording->offset on, and sets the offset to
 * it. Returns false if there is none.
 */
static bool next_head(struct recording *recording, struct block *block)
{
	unsigned char head[BLOCK_HEAD];

	while (recording->offset < recording->end) {
		if (!read_head(recording, recording->offset, block, head))
			return false;
		if (block->kind == BLOCK_CAPTURES)
			return true;
		recording->offset += BLOCK_HEAD + block->stored;
	}
	return false;
}

/* Returns the time of the first capture, in nanoseconds of CLOCK_MONOTONIC. */
static uint64_t first_time(struct recording *recording)
{
	struct block block;
	uint64_t first = 0;

	if (recording->has_index)
		first = recording->n_places ? recording->places[0].first_ns : 0;
	else if (next_head(recording, &block))
		first = block.first_ns;
	/* Older versions recorded losses of the bpf engine without a time. */
	return first ? first : recording->parser->last_ns;
}

/* Returns the time of the last capture by the heads of the blocks, for a file without an index. */
static uint64_t scan_last_time(struct recording *recording)
{
	uint64_t begin = recording->offset, last = 0, next;
	struct block block;

	for (;;) {
		for (; next_head(recording, &block); recording->offset += BLOCK_HEAD + block.stored)
			last = block.last_ns ? block.last_ns : last;
		next = recording->offset < recording->end ? find_block(recording, recording->offset)
							  : UINT64_MAX;
		if (next == UINT64_MAX)
			break;
		recording->offset = next;
	}
	recording->offset = begin;
	return last;
}

uint64_t recording_length(struct recording *recording)
{
	uint64_t first = first_time(recording), last = 0;

	if (!recording->has_index)
		last = scan_last_time(recording);
	for (size_t i = recording->has_index ? recording->n_places : 0; i && !last; i--)
		last = recording->places[i - 1].last_ns;
	return last > first ? last - first : 0;
}

/*
 * Returns whether all captures of a block are before the time. A block whose last capture has no
 * time must be read.
 */
static bool is_before(uint64_t last_ns, uint64_t from_ns)
{
	return last_ns && last_ns < from_ns;
}

/*
 * Moves on to the first block that is not before the time, by the index. Returns false if all of
 * them are before.
 */
static bool find_place(struct recording *recording, uint64_t from_ns)
{
	for (size_t i = 0; i < recording->n_places; i++) {
		if (is_before(recording->places[i].last_ns, from_ns))
			continue;
		if (i) {
			recording->offset = recording->places[i].offset;
			recording->has_gap = true;
		}
		return true;
	}
	return false;
}

/*
 * Does the same by the heads of the blocks, for a file without an index. The search ends at damage
 * that good blocks follow.
 */
static bool scan_heads(struct recording *recording, uint64_t from_ns)
{
	struct block block;

	while (next_head(recording, &block)) {
		if (!is_before(block.last_ns, from_ns))
			return true;
		recording->offset += BLOCK_HEAD + block.stored;
		recording->has_gap = true;
	}
	return recording->offset < recording->end &&
	       find_block(recording, recording->offset) != UINT64_MAX;
}

bool recording_begin_after(struct recording *recording, uint64_t ns, char **error)
{
	uint64_t from_ns, length;
	bool found;

	if (!ns)
		return true;
	if (__builtin_add_overflow(first_time(recording), ns, &from_ns))
		from_ns = UINT64_MAX;
	found = recording->has_index ? find_place(recording, from_ns)
				     : scan_heads(recording, from_ns);
	recording->from_ns = from_ns;
	if (found)
		return true;
	length = recording_length(recording);
	return set_error(error,
			 "the recording ends before that time: it is %" PRIu64 ".%03" PRIu64
			 " s long",
			 length / 1000000000, length / 1000000 % 1000);
}

/*
 * Returns whether a capture is before the time with which the replay begins. Its first later
 * capture ends the search.
 */
static bool is_left_out(struct recording *recording)
{
	if (recording->parser->capture.event.mono_ns >= recording->from_ns) {
		recording->from_ns = 0;
		return false;
	}
	recording->has_gap = true;
	return true;
}

/* --- reading ------------------------------------------------------------------------------- */

/* Says which blocks are missing before the one that was just loaded, if any are. */
static bool check_number(struct recording *recording)
{
	const struct block *block = &recording->block;
	bool good = !recording->has_number || block->number == recording->next_number;

	buf_clear(&recording->message);
	if (!good)
		buf_printf(&recording->message,
			   "the recording is damaged at offset %" PRIu64 ": block %" PRIu64
			   " follows block %" PRIu64,
			   block->offset, block->number, recording->next_number - 1);
	/* The first block of a ring that dropped blocks has a number above 0. */
	recording->has_gap |= !good || (!recording->has_number && block->number);
	recording->has_number = true;
	recording->next_number = block->number + 1;
	return good;
}

/* Says that a block whose checksum is right has no further captures. */
static enum recording_status report_bad_block(struct recording *recording, const char **message)
{
	recording->said = recording->has_gap = true;
	buf_clear(&recording->message);
	buf_printf(&recording->message,
		   "the recording is damaged in the block at offset %" PRIu64
		   ": the rest of the block cannot be read",
		   recording->block.offset);
	return report(recording, message);
}

/* Loads the next block of captures. */
static enum recording_status next_block(struct recording *recording, const char **message)
{
	struct block *block = &recording->block;
	bool good;

	for (;;) {
		if (recording->offset >= recording->end)
			break;
		if (!load_block(recording, recording->offset, block))
			return skip_block(recording, message);
		/* The index of a file that lost its end. */
		recording->offset = block->offset + BLOCK_HEAD + block->stored;
		if (block->kind != BLOCK_CAPTURES)
			continue;
		recording->has_captures = true;
		good = parser_begin(recording->parser, (const unsigned char *)recording->raw.data,
				    recording->raw.len);
		if (!check_number(recording))
			return report(recording, message);
		return good ? RECORDING_CAPTURE : report_bad_block(recording, message);
	}
	if (recording->has_index || recording->said)
		return RECORDING_END;
	recording->said = true;
	buf_clear(&recording->message);
	buf_printf(&recording->message,
		   "the recording has no end: it is cut at offset %" PRIu64 ", and %s",
		   recording->end,
		   has_no_captures(recording) ? "no call is before that"
					      : "everything before was read");
	return report(recording, message);
}

enum recording_status recording_next(struct recording *recording, const struct capture **capture,
				     const char **message)
{
	enum recording_status status;

	for (;;) {
		switch (parser_next(recording->parser)) {
		case PARSED_CAPTURE:
			if (is_left_out(recording))
				break;
			*capture = &recording->parser->capture;
			return RECORDING_CAPTURE;
		case PARSED_END:
			status = next_block(recording, message);
			if (status != RECORDING_CAPTURE)
				return status;
			break;
		case PARSED_BAD:
			parser_begin(recording->parser, NULL, 0);
			return report_bad_block(recording, message);
		}
	}
}
