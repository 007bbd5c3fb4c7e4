/* SPDX-License-Identifier: MIT */
/* Writes blocks of captures to a file, or keeps them in a ring. */
#include "record/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/checksum.h"
#include "record/encode.h"
#include "record/pack.h"
#include "scry/output.h"

/*
 * A block ends when it has this many bytes, or when its first capture is this old. Strings that
 * processes of a build repeat, such as paths of headers, are packed once for each block.
 */
#define BLOCK_BYTES (4u << 20)
#define BLOCK_NS 1000000000u
/*
 * On a disk that is nearly full, a block takes this part of what is left: a full disk cuts the last
 * one only, and loses little.
 */
#define BLOCK_SPACE_PART 8u
#define BLOCK_SPACE_MIN 1024u
/* A ring has at least this many blocks, so that it loses little when it drops one. */
#define RING_BLOCKS 16u
#define RING_BLOCK_MIN (16u << 10)
/* The memory of a ring that is limited by time. */
#define RING_BYTES_MAX (256u << 20)

/* A block in the ring, with its head. */
struct kept_block {
	struct buf bytes;
	uint64_t first_ns, last_ns, number;
	uint32_t n;
	struct kept_block *next;
};

/* What the index says of a block. */
struct indexed {
	uint64_t offset, first_ns, last_ns, number;
	uint32_t n;
};

struct recorder {
	struct recorder_config config;
	struct record_info info;
	struct packer *packer;
	struct output *output; /* NULL: a ring that was not triggered */
	struct encoder *encoder;
	struct answers *answers;
	size_t block_bytes;
	uint64_t number; /* of the current block */
	struct buf raw, packed;
	uint64_t offset; /* bytes of the file so far */
	struct indexed *index;
	size_t n_indexed, index_capacity;
	struct kept_block *oldest, **newest;
	uint64_t ring_used;
	bool triggered, failed;
};

static bool has_ring(const struct recorder *recorder)
{
	return recorder->config.ring_bytes || recorder->config.ring_ns;
}

/* --- blocks -------------------------------------------------------------------------------- */

/* Replaces recorder->packed by a block with its head. */
static void make_block(struct recorder *recorder, enum block_kind kind, const struct buf *raw,
		       const struct indexed *what)
{
	struct buf *out = &recorder->packed;
	enum packing packing = PACKING_ZSTD;
	unsigned char *head;

	buf_clear(out);
	buf_fill(out, '\0', BLOCK_HEAD);
	if (!packer_pack(recorder->packer, out, raw->data, raw->len)) {
		packing = PACKING_NONE;
		out->len = BLOCK_HEAD;
		buf_put(out, raw->data, raw->len);
	}
	head = (unsigned char *)out->data;
	memcpy(head, BLOCK_MAGIC, 4);
	head[BLOCK_AT_KIND] = (unsigned char)kind;
	head[BLOCK_AT_PACKING] = (unsigned char)packing;
	store_le(head + BLOCK_AT_STORED, out->len - BLOCK_HEAD, 4);
	store_le(head + BLOCK_AT_RAW, raw->len, 4);
	store_le(head + BLOCK_AT_COUNT, what->n, 4);
	store_le(head + BLOCK_AT_FIRST, what->first_ns, 8);
	store_le(head + BLOCK_AT_LAST, what->last_ns, 8);
	store_le(head + BLOCK_AT_NUMBER, what->number, 8);
	store_le(head + BLOCK_AT_CHECKSUM, crc32c(0, out->data, out->len), 4);
}

/* Makes blocks small if the file system has little space. */
static void fit_block(struct recorder *recorder)
{
	uint64_t part;

	if (has_ring(recorder))
		return;
	part = output_space(recorder->output) / BLOCK_SPACE_PART;
	if (part > BLOCK_BYTES)
		recorder->block_bytes = BLOCK_BYTES;
	else
		recorder->block_bytes = part < BLOCK_SPACE_MIN ? BLOCK_SPACE_MIN : (size_t)part;
}

static void write_bytes(struct recorder *recorder, const void *bytes, size_t len)
{
	output_write(recorder->output, bytes, len);
	output_flush(recorder->output);
	recorder->offset += len;
	recorder->failed |= output_failed(recorder->output);
}

static void write_block(struct recorder *recorder, const struct buf *bytes,
			const struct indexed *what)
{
	struct indexed entry = *what;

	entry.offset = recorder->offset;
	recorder->index = xgrow(recorder->index, recorder->n_indexed, &recorder->index_capacity,
				sizeof(*recorder->index));
	recorder->index[recorder->n_indexed++] = entry;
	write_bytes(recorder, bytes->data, bytes->len);
	fit_block(recorder);
}

static void put_string(struct buf *out, const char *text)
{
	put_number(out, strlen(text));
	buf_put(out, text, strlen(text) + 1);
}

/* Opens the file and writes its head and the facts. */
static bool begin_file(struct recorder *recorder)
{
	unsigned char head[FILE_HEAD] = FILE_MAGIC;
	struct buf facts = { 0 };

	recorder->output =
		output_open_file(recorder->config.path, false, MODE_PRIVATE, OUTPUT_BLOCK);
	if (!recorder->output)
		return false;
	store_le(head + FILE_MAGIC_LEN, FORMAT_VERSION, 4);
	recorder->offset = 0;
	recorder->n_indexed = 0;
	output_write(recorder->output, head, sizeof(head));
	recorder->offset = sizeof(head);
	for (size_t i = 0; i < recorder->info.n; i++) {
		put_string(&facts, recorder->info.facts[i].key);
		put_string(&facts, recorder->info.facts[i].value);
	}
	make_block(recorder, BLOCK_INFO, &facts, &(struct indexed){ .n = 0 });
	write_bytes(recorder, recorder->packed.data, recorder->packed.len);
	fit_block(recorder);
	buf_free(&facts);
	return true;
}

/* Writes the index and closes the file. */
static bool end_file(struct recorder *recorder)
{
	unsigned char end[FILE_END];
	struct buf index = { 0 };

	for (size_t i = 0; i < recorder->n_indexed; i++) {
		const struct indexed *entry = &recorder->index[i];

		put_number(&index, entry->offset);
		put_number(&index, entry->number);
		put_number(&index, entry->n);
		put_number(&index, entry->first_ns);
		put_number(&index, entry->last_ns);
	}
	store_le(end, recorder->offset, 8);
	memcpy(end + 8, END_MAGIC, 8);
	make_block(recorder, BLOCK_INDEX, &index, &(struct indexed){ .n = 0 });
	write_bytes(recorder, recorder->packed.data, recorder->packed.len);
	write_bytes(recorder, end, sizeof(end));
	buf_free(&index);
	recorder->failed |= !output_close(recorder->output);
	recorder->output = NULL;
	return !recorder->failed;
}

/* --- the ring ------------------------------------------------------------------------------ */

static void drop_oldest(struct recorder *recorder)
{
	struct kept_block *block = recorder->oldest;

	recorder->oldest = block->next;
	if (!recorder->oldest)
		recorder->newest = &recorder->oldest;
	recorder->ring_used -= block->bytes.size + sizeof(*block);
	buf_free(&block->bytes);
	free(block);
}

static void trim_ring(struct recorder *recorder, uint64_t now)
{
	uint64_t most = recorder->config.ring_bytes ? recorder->config.ring_bytes : RING_BYTES_MAX;

	while (recorder->oldest && (recorder->ring_used > most ||
				    (recorder->config.ring_ns &&
				     recorder->oldest->last_ns + recorder->config.ring_ns < now)))
		drop_oldest(recorder);
}

static void keep_block(struct recorder *recorder, const struct indexed *what)
{
	struct kept_block *block = xcalloc(1, sizeof(*block));

	/* Exactly as large as the block, because the ring counts its memory. */
	block->bytes.data = xmalloc(recorder->packed.len);
	block->bytes.size = block->bytes.len = recorder->packed.len;
	memcpy(block->bytes.data, recorder->packed.data, recorder->packed.len);
	block->first_ns = what->first_ns;
	block->last_ns = what->last_ns;
	block->number = what->number;
	block->n = what->n;
	*recorder->newest = block;
	recorder->newest = &block->next;
	recorder->ring_used += block->bytes.size + sizeof(*block);
	trim_ring(recorder, what->last_ns);
}

/* --- the next file ------------------------------------------------------------------------- */

/* Whether a file that stands at the path is kept under another name. */
static bool keeps_old_file(const struct recorder *recorder)
{
	return file_limits_are_set(&recorder->config.limits) || recorder->config.keeps_old;
}

/* Begins a file after another one. Its blocks can be read without the other file. */
static void begin_next_file(struct recorder *recorder)
{
	const char *path = recorder->config.path;

	if (output_shift_files(path, recorder->config.limits.files) && begin_file(recorder))
		return;
	warn_errno("cannot write to '%s'", path);
	recorder->output = output_open_fd(-1, false, path, OUTPUT_BLOCK);
	recorder->failed = true;
}

static void end_full_file(struct recorder *recorder)
{
	if (!recorder->failed &&
	    output_is_full(recorder->output, &recorder->config.limits, now_ns()) &&
	    end_file(recorder))
		begin_next_file(recorder);
}

/* --- captures ------------------------------------------------------------------------------ */

/* Writes the current block, or moves it to the ring. */
static void finish_block(struct recorder *recorder)
{
	struct encoder *encoder = recorder->encoder;
	const struct indexed what = {
		.first_ns = encoder->first_ns,
		.last_ns = encoder->last_ns,
		.number = recorder->number,
		.n = encoder->n,
	};

	if (!encoder->n)
		return;
	if (!recorder->failed) {
		encoder_join(encoder, &recorder->raw);
		make_block(recorder, BLOCK_CAPTURES, &recorder->raw, &what);
		recorder->number++;
		if (has_ring(recorder))
			keep_block(recorder, &what);
		else
			write_block(recorder, &recorder->packed, &what);
	}
	encoder_begin(encoder);
	if (!has_ring(recorder))
		end_full_file(recorder);
}

void recorder_add(struct recorder *recorder, const struct event *event, pid_t tgid,
		  const struct event_facts *facts)
{
	struct encoder *encoder = recorder->encoder;

	if (recorder->failed)
		return;
	encoder_add(encoder, event, tgid, facts, recorder->answers);
	if (encoder_is_full(encoder, recorder->block_bytes) ||
	    encoder->last_ns - encoder->first_ns > BLOCK_NS)
		finish_block(recorder);
}

bool recorder_flush_old(struct recorder *recorder, uint64_t now)
{
	if (!recorder->encoder->n || recorder->failed)
		return false;
	if (now - recorder->encoder->first_ns < BLOCK_NS)
		return true;
	finish_block(recorder);
	return false;
}

void recorder_reopen(struct recorder *recorder)
{
	bool failed = recorder->failed;

	if (has_ring(recorder))
		return;
	finish_block(recorder);
	if (!failed && output_is_named(recorder->output))
		return;
	recorder->failed = false;
	if (recorder->output)
		end_file(recorder);
	/* A failure of the old file, such as a full disk, is none of the new file. */
	recorder->failed = false;
	begin_next_file(recorder);
}

bool recorder_failed(const struct recorder *recorder)
{
	return recorder->failed;
}

bool recorder_trigger(struct recorder *recorder)
{
	if (!has_ring(recorder))
		return true;
	finish_block(recorder);
	recorder->triggered = true;
	if (!begin_file(recorder)) {
		warn_errno("cannot write to '%s'", recorder->config.path);
		return false;
	}
	for (const struct kept_block *block = recorder->oldest; block; block = block->next)
		write_block(recorder, &block->bytes,
			    &(struct indexed){ .first_ns = block->first_ns,
					       .last_ns = block->last_ns,
					       .number = block->number,
					       .n = block->n });
	return end_file(recorder);
}

/* --- opening and closing ------------------------------------------------------------------- */

static void copy_info(struct record_info *to, const struct record_info *from)
{
	for (size_t i = 0; i < from->n; i++)
		record_info_add(to, from->facts[i].key, from->facts[i].value);
}

static void free_recorder(struct recorder *recorder)
{
	while (recorder->oldest)
		drop_oldest(recorder);
	record_info_free(&recorder->info);
	if (recorder->packer)
		packer_free(recorder->packer);
	encoder_free(recorder->encoder);
	buf_free(&recorder->raw);
	buf_free(&recorder->packed);
	free(recorder->index);
	free(recorder);
}

static size_t choose_block_bytes(const struct recorder_config *config)
{
	uint64_t part = config->ring_bytes / RING_BLOCKS;

	if (!config->ring_bytes || part > BLOCK_BYTES)
		return BLOCK_BYTES;
	return part < RING_BLOCK_MIN ? RING_BLOCK_MIN : (size_t)part;
}

struct recorder *recorder_new(const struct recorder_config *config, const struct record_info *info,
			      struct answers *answers, char **error)
{
	struct recorder *recorder = xcalloc(1, sizeof(*recorder));

	recorder->config = *config;
	recorder->newest = &recorder->oldest;
	recorder->block_bytes = choose_block_bytes(config);
	recorder->answers = answers;
	recorder->answers->complete = true;
	recorder->encoder = encoder_new();
	copy_info(&recorder->info, info);
	recorder->packer = packer_new(error);
	if (!recorder->packer) {
		free_recorder(recorder);
		return NULL;
	}
	if (has_ring(recorder) || ((!keeps_old_file(recorder) ||
				    output_shift_files(config->path, config->limits.files)) &&
				   begin_file(recorder)))
		return recorder;
	set_error(error, "cannot write to '%s': %s", config->path, strerror(errno));
	free_recorder(recorder);
	return NULL;
}

bool recorder_close(struct recorder *recorder)
{
	bool good;

	if (has_ring(recorder)) {
		good = recorder->triggered || recorder_trigger(recorder);
	} else {
		finish_block(recorder);
		good = !recorder->output || end_file(recorder);
	}
	good = good && !recorder->failed;
	free_recorder(recorder);
	return good;
}
