/* SPDX-License-Identifier: MIT */
/* Keeps the answers of a fetch, and gives them again. */
#include "scry/kept_answers.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fetch/detail.h"

/* Memory is readable or unreadable by pages, which have at least this many bytes. */
#define PAGE 4096u

/* So many answers are searched one by one: most events have no more. */
#define FEW_ANSWERS 8u

/* What is kept from one event to the next: this many slots of each array, and bytes. */
#define KEPT_SLOTS 1024u
#define KEPT_BYTES (256u << 10)

struct answers *answers_new(void)
{
	return xcalloc(1, sizeof(struct answers));
}

void answers_free(struct answers *answers)
{
	free(answers->pieces);
	free(answers->items);
	index_free(&answers->index);
	free(answers->ahead.bytes);
	buf_free(&answers->bytes);
	free(answers);
}

void answers_swap(struct answers *one, struct answers *other)
{
	struct answers kept = *one;

	*one = *other;
	*other = kept;
}

/*
 * Frees what one event with much more memory or many more questions than others has left, so that
 * resetting stays cheap.
 */
static void release_large(struct answers *answers)
{
	if (answers->index.n_slots > KEPT_SLOTS)
		index_free(&answers->index);
	if (answers->items_capacity > KEPT_SLOTS) {
		free(answers->items);
		answers->items = NULL;
		answers->items_capacity = 0;
	}
	if (answers->pieces_capacity > KEPT_SLOTS) {
		free(answers->pieces);
		answers->pieces = NULL;
		answers->pieces_capacity = 0;
	}
	if (answers->bytes.size > KEPT_BYTES)
		buf_free(&answers->bytes);
}

void answers_begin(struct answers *answers, const struct fetch *source)
{
	answers->source = source;
	release_large(answers);
	index_clear(&answers->index);
	answers->n_pieces = answers->n_items = answers->n_indexed = 0;
	answers->last_captured = true;
	answers->without_paths = false;
	answers->n_late = 0;
	answers->ahead.len = 0;
	answers->n_strings = 0;
	if (source)
		buf_clear(&answers->bytes);
}

uint64_t answers_missing(const struct answers *answers)
{
	return answers->n_missing;
}

/* --- memory ---------------------------------------------------------------------------------- */

/* Returns how many pieces begin at an address or before it. */
static size_t pieces_before(const struct answers *answers, uint64_t address)
{
	size_t low = 0, high = answers->n_pieces;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (answers->pieces[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool has_bytes(const struct piece *piece)
{
	return !piece->unreadable && !piece->withheld;
}

/* Inserts a piece at an index, or extends the piece before it if both are contiguous. */
static void insert_piece(struct answers *answers, size_t at, const struct piece *piece)
{
	struct piece *before = at ? &answers->pieces[at - 1] : NULL;

	if (before && has_bytes(piece) && has_bytes(before) && piece->late == before->late &&
	    before->address + before->len == piece->address &&
	    before->at + before->len == piece->at && before->len + piece->len >= piece->len) {
		before->len += piece->len;
		return;
	}
	answers->pieces = xgrow(answers->pieces, answers->n_pieces, &answers->pieces_capacity,
				sizeof(*answers->pieces));
	memmove(&answers->pieces[at + 1], &answers->pieces[at],
		(answers->n_pieces - at) * sizeof(*answers->pieces));
	answers->pieces[at] = *piece;
	answers->n_pieces++;
}

static bool has_room(struct answers *answers, size_t len)
{
	if (answers->n_pieces < ANSWERS_MAX && answers->n_items < ANSWERS_MAX &&
	    len <= ANSWER_BYTES_MAX && answers->bytes.len <= ANSWER_BYTES_MAX - len)
		return true;
	answers->n_dropped++;
	return false;
}

/* Keeps bytes in the buffer of the recorder. Returns where. */
static size_t keep_bytes(struct answers *answers, const void *bytes, size_t len)
{
	size_t at = answers->bytes.len;

	buf_put(&answers->bytes, bytes, len);
	answers->base = answers->bytes.data;
	return at;
}

static void keep_memory(struct answers *answers, uint64_t address, const void *bytes, size_t len,
			bool late)
{
	struct piece piece = { .address = address, .len = (uint32_t)len, .late = late };

	if (!len || !has_room(answers, len))
		return;
	piece.at = keep_bytes(answers, bytes, len);
	insert_piece(answers, pieces_before(answers, address), &piece);
}

/* The rest of the page is unreadable, up to the next piece. */
static void keep_unreadable(struct answers *answers, uint64_t address)
{
	struct piece piece = { .address = address, .unreadable = true };
	size_t at = pieces_before(answers, address);

	piece.len = PAGE - (uint32_t)(address % PAGE);
	if (at < answers->n_pieces && answers->pieces[at].address - address < piece.len)
		piece.len = (uint32_t)(answers->pieces[at].address - address);
	if (has_room(answers, 0))
		insert_piece(answers, at, &piece);
}

/*
 * Finds the string at an address, of at most len bytes with the NUL, in what was read ahead.
 * Returns its length; 0: it is not there.
 */
static size_t find_ahead(const struct answers *answers, uint64_t address, size_t len)
{
	uint64_t offset = address - answers->ahead.address;
	const char *bytes, *end;

	if (address < answers->ahead.address || offset >= answers->ahead.len)
		return 0;
	bytes = answers->ahead.bytes + offset;
	if (len > answers->ahead.len - offset)
		len = (size_t)(answers->ahead.len - offset);
	end = memchr(bytes, '\0', len);
	return end ? (size_t)(end - bytes) + 1 : 0;
}

/*
 * Reads a string. From the second one of an event on the rest of its page is read: the arguments
 * and the environment of a program are many short strings in a few pages. The tracee is stopped
 * until the event is over.
 */
static size_t read_ahead_string(struct answers *answers, uint64_t address, char *buf, size_t len)
{
	const struct fetch *source = answers->source;
	size_t found = find_ahead(answers, address, len);

	if (!found && answers->n_strings++ && !source->ops->captured && !fetch_is_remote(source)) {
		if (!answers->ahead.bytes)
			answers->ahead.bytes = xmalloc(PAGE);
		answers->ahead.address = address;
		answers->ahead.len =
			fetch_read(source, address, answers->ahead.bytes, PAGE - address % PAGE);
		found = find_ahead(answers, address, len);
	}
	if (!found)
		return fetch_read_string(source, address, buf, len);
	memcpy(buf, answers->ahead.bytes + (address - answers->ahead.address), found);
	return found;
}

/*
 * Reads from the source what no piece has. string: the bytes after the first NUL are not kept.
 * Returns the number of bytes.
 */
static size_t read_source(struct answers *answers, uint64_t address, char *buf, size_t len,
			  bool string)
{
	const struct fetch *source = answers->source;
	size_t got, kept, late, early;
	const char *end;

	fetch_late(source);
	got = kept = string ? read_ahead_string(answers, address, buf, len)
			    : fetch_read(source, address, buf, len);
	late = fetch_late(source);
	end = string && got ? memchr(buf, '\0', got) : NULL;
	if (end)
		kept = (size_t)(end - buf) + 1;
	early = late < got ? got - late : 0;
	if (early > kept)
		early = kept;
	keep_memory(answers, address, buf, early, false);
	keep_memory(answers, address + early, buf + early, kept - early, true);
	answers->n_late += kept - early;
	if (got == len)
		return got;
	answers->last_captured = !source->ops->captured || source->ops->captured(source->ctx);
	if (answers->last_captured && !end)
		keep_unreadable(answers, address + got);
	return got;
}

static size_t read_memory(struct answers *answers, uint64_t address, char *buf, size_t len,
			  bool string)
{
	size_t done = 0;

	if (len > UINT64_MAX - address)
		len = (size_t)(UINT64_MAX - address);
	answers->last_captured = true;
	while (done < len) {
		uint64_t from = address + done;
		size_t at = pieces_before(answers, from), part = len - done, got;
		const struct piece *piece = at ? &answers->pieces[at - 1] : NULL;

		if (piece && from - piece->address < piece->len) {
			uint64_t offset = from - piece->address;

			if (piece->withheld)
				answers->last_captured = false;
			if (!has_bytes(piece))
				return done;
			if (part > piece->len - offset)
				part = (size_t)(piece->len - offset);
			memcpy(buf + done, answers->base + piece->at + offset, part);
			answers->n_late += piece->late ? part : 0;
			done += part;
			if (string && memchr(buf + done - part, '\0', part))
				return done;
			continue;
		}
		if (!answers->source) {
			answers->last_captured = false;
			answers->n_missing++;
			return done;
		}
		if (at < answers->n_pieces && answers->pieces[at].address - from < part)
			part = (size_t)(answers->pieces[at].address - from);
		got = read_source(answers, from, buf + done, part, string);
		done += got;
		if (got < part)
			return done;
		if (string && memchr(buf + done - got, '\0', got))
			return done;
	}
	return done;
}

/* Returns the piece with the byte at an address, if it is readable; NULL: there is none. */
static struct piece *find_piece(const struct answers *answers, uint64_t address)
{
	size_t n = pieces_before(answers, address);
	struct piece *piece = n ? &answers->pieces[n - 1] : NULL;

	return piece && has_bytes(piece) && address - piece->address < piece->len ? piece : NULL;
}

bool answers_have(const struct answers *answers, uint64_t address, uint64_t len)
{
	const struct piece *piece = find_piece(answers, address);

	return piece && piece->len - (address - piece->address) >= len;
}

/*
 * Withholds len bytes at an address, which the piece has. Without room for further pieces more
 * bytes are lost.
 */
static void withhold(struct answers *answers, struct piece *piece, uint64_t address, uint32_t len)
{
	size_t i = (size_t)(piece - answers->pieces);
	uint32_t before = (uint32_t)(address - piece->address);
	struct piece middle = { .address = address, .len = len, .withheld = true }, after = *piece;

	after.address += before + len;
	after.at += before + len;
	after.len -= before + len;
	if (before)
		piece->len = before;
	else
		*piece = middle;
	if (before && has_room(answers, 0))
		insert_piece(answers, ++i, &middle);
	if (after.len && has_room(answers, 0))
		insert_piece(answers, i + 1, &after);
}

/* Where strings begin, sorted. */
struct strings {
	uint64_t *starts;
	size_t n, capacity;
};

/* Returns the number of strings that begin at an address or before it. */
static size_t find_start(const struct strings *strings, uint64_t address)
{
	size_t low = 0, high = strings->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strings->starts[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * Forgets the bytes up to the first NUL, or up to the first one that is not kept. The NUL is no
 * secret: a linker may have put an empty string there. Nor is the rest of the string from where a
 * shown string begins in it, as in execve(getenv("SHELL"), ...).
 */
static void forget_string(struct answers *answers, const struct strings *shown, uint64_t address)
{
	size_t after = find_start(shown, address);
	struct piece *piece;
	bool ended = false;

	while (!ended && (piece = find_piece(answers, address))) {
		uint64_t offset = address - piece->address;
		const char *bytes = answers->base + piece->at + offset;
		uint32_t len = piece->len - (uint32_t)offset;
		const char *end = memchr(bytes, '\0', len);

		if (end)
			len = (uint32_t)(end - bytes);
		ended = end;
		if (after < shown->n && shown->starts[after] - address <= len) {
			len = (uint32_t)(shown->starts[after] - address);
			ended = true;
		}
		if (len)
			withhold(answers, piece, address, len);
		address += len;
	}
}

/* Gets the bytes at an address if all are kept. */
static bool get_kept(const struct answers *answers, uint64_t address, unsigned char *bytes,
		     unsigned len)
{
	for (unsigned i = 0; i < len; i++) {
		const struct piece *piece = find_piece(answers, address + i);

		if (!piece)
			return false;
		bytes[i] = (unsigned char)answers->base[piece->at + (address + i - piece->address)];
	}
	return true;
}

/* Adds the pointers at an address, up to a NULL or to the first one that is not kept. */
static void add_strings(const struct answers *answers, const struct string_vector *vector,
			struct strings *strings)
{
	unsigned char bytes[sizeof(uint64_t)];
	uint64_t pointer;

	for (uint64_t at = vector->address; vector->pointer_size <= sizeof(bytes) &&
					    get_kept(answers, at, bytes, vector->pointer_size);
	     at += vector->pointer_size) {
		pointer = 0;
		for (unsigned i = 0; i < vector->pointer_size; i++)
			pointer = pointer << 8 |
				  bytes[vector->big_endian ? i : vector->pointer_size - 1 - i];
		if (!pointer)
			return;
		strings->starts = xgrow(strings->starts, strings->n, &strings->capacity,
					sizeof(*strings->starts));
		strings->starts[strings->n++] = pointer;
	}
}

static int compare_starts(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void answers_forget_strings(struct answers *answers, struct string_vector environment,
			    uint64_t path, uint64_t arguments)
{
	struct strings shown = { 0 }, secret = { 0 };

	add_strings(answers, &environment, &secret);
	environment.address = arguments;
	add_strings(answers, &environment, &shown);
	shown.starts = xgrow(shown.starts, shown.n, &shown.capacity, sizeof(*shown.starts));
	shown.starts[shown.n++] = path;
	qsort(shown.starts, shown.n, sizeof(*shown.starts), compare_starts);
	for (size_t i = 0; i < secret.n; i++)
		forget_string(answers, &shown, secret.starts[i]);
	free(shown.starts);
	free(secret.starts);
}

static void take_piece(void *to, uint64_t address, const void *bytes, size_t len)
{
	keep_memory(to, address, bytes, len, false);
}

bool answers_take_pieces(struct answers *answers)
{
	const struct fetch *source = answers->source;

	return source && source->ops->pieces && !answers->n_pieces &&
	       source->ops->pieces(source->ctx, take_piece, answers);
}

/* The head of a piece in kept memory. The bytes follow. */
struct kept_piece {
	uint64_t address;
	uint32_t len;
};

void answers_keep_memory(const struct answers *answers, struct buf *kept, size_t max)
{
	buf_clear(kept);
	for (size_t i = 0; i < answers->n_pieces; i++) {
		const struct piece *piece = &answers->pieces[i];
		struct kept_piece head = { .address = piece->address, .len = piece->len };

		if (!has_bytes(piece) || piece->late)
			continue;
		buf_put(kept, &head, sizeof(head));
		buf_put(kept, answers->base + piece->at, piece->len);
		if (kept->len > max) {
			buf_free(kept);
			return;
		}
	}
}

static bool overlaps(const struct answers *answers, uint64_t address, uint32_t len)
{
	size_t at = pieces_before(answers, address);

	return (at && address - answers->pieces[at - 1].address < answers->pieces[at - 1].len) ||
	       (at < answers->n_pieces && answers->pieces[at].address - address < len);
}

void answers_give_memory(struct answers *answers, const struct buf *kept)
{
	struct kept_piece head;

	for (size_t at = 0; at < kept->len; at += head.len) {
		memcpy(&head, kept->data + at, sizeof(head));
		at += sizeof(head);
		if (!overlaps(answers, head.address, head.len))
			keep_memory(answers, head.address, kept->data + at, head.len, false);
	}
}

static size_t answer_read(void *ctx, uint64_t address, void *buf, size_t len)
{
	return read_memory(ctx, address, buf, len, false);
}

static size_t answer_read_string(void *ctx, uint64_t address, void *buf, size_t len)
{
	return read_memory(ctx, address, buf, len, true);
}

static size_t answer_read_ahead(void *ctx, uint64_t address, void *buf, size_t len)
{
	struct answers *answers = ctx;
	uint64_t missing = answers->n_missing;
	size_t got = read_memory(answers, address, buf, len, false);

	if (got)
		answers->n_missing = missing;
	return got;
}

static bool answer_captured(void *ctx)
{
	const struct answers *answers = ctx;

	return answers->last_captured;
}

static void answer_missed(void *ctx)
{
	const struct fetch *source = ((const struct answers *)ctx)->source;

	if (source && source->ops->missed)
		source->ops->missed(source->ctx);
}

static size_t answer_late(void *ctx)
{
	struct answers *answers = ctx;
	size_t late = answers->n_late;

	answers->n_late = 0;
	return late;
}

/* --- other questions ------------------------------------------------------------------------- */

static uint64_t hash_of(uint8_t question, int32_t number, const char *key, size_t len)
{
	return hash_bytes(((uint64_t)question << 32 | (uint32_t)number) * 0x9e3779b97f4a7c15u, key,
			  len);
}

static bool is_about(const struct answers *answers, const struct answer *item, uint8_t question,
		     int32_t number, const char *key, size_t len)
{
	return item->question == question && item->number == number && item->key_len == len &&
	       (!len || !memcmp(answers->base + item->key_at, key, len));
}

/* Returns the first answer in the index to a question; NULL: none. */
static const struct answer *find_indexed(const struct answers *answers, uint8_t question,
					 int32_t number, const char *key, size_t len)
{
	uint64_t hash = hash_of(question, number, key, len);
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&answers->index, hash, &at)) != INDEX_END)
		if (is_about(answers, &answers->items[i], question, number, key, len))
			return &answers->items[i];
	return NULL;
}

/*
 * Adds to the index the answers that were added since the last question. Most events of a replay
 * have no question, and so need no index. The first one of several answers to a question counts.
 */
static void index_answers(struct answers *answers)
{
	for (; answers->n_indexed < answers->n_items; answers->n_indexed++) {
		const struct answer *item = &answers->items[answers->n_indexed];
		const char *key = item->key_len ? answers->base + item->key_at : "";

		index_add(&answers->index,
			  hash_of(item->question, item->number, key, item->key_len),
			  (uint32_t)answers->n_indexed);
	}
}

bool answers_add(struct answers *answers, const struct answer *answer)
{
	if (answers->n_items >= ANSWERS_MAX)
		return false;
	answers->items = xgrow(answers->items, answers->n_items, &answers->items_capacity,
			       sizeof(*answers->items));
	answers->items[answers->n_items++] = *answer;
	return true;
}

bool answers_add_piece(struct answers *answers, const struct piece *piece)
{
	const struct piece *last =
		answers->n_pieces ? &answers->pieces[answers->n_pieces - 1] : NULL;

	if (answers->n_pieces >= ANSWERS_MAX || !piece->len ||
	    piece->len - 1 > UINT64_MAX - piece->address ||
	    (last &&
	     (piece->address < last->address || piece->address - last->address < last->len)))
		return false;
	answers->pieces = xgrow(answers->pieces, answers->n_pieces, &answers->pieces_capacity,
				sizeof(*answers->pieces));
	answers->pieces[answers->n_pieces++] = *piece;
	return true;
}

/*
 * Returns the answer to a question; NULL: there is none, so that a recorder must ask. A reader
 * counts the questions without an answer.
 */
static const struct answer *find_answer(struct answers *answers, enum question question, int number,
					const char *key, size_t len)
{
	const struct answer *item = answers->items, *end = item + answers->n_items;

	if (answers->n_items <= FEW_ANSWERS) {
		for (; item < end; item++)
			if (is_about(answers, item, (uint8_t)question, number, key, len))
				return item;
	} else {
		index_answers(answers);
		item = find_indexed(answers, (uint8_t)question, number, key, len);
		if (item)
			return item;
	}
	/*
	 * Recordings of version 1 have no capacities of tables: decode then shows more bits.
	 * Recordings before version 7 have no descriptors of other processes: decode then shows
	 * numbers. Recordings before version 6 do not have the descriptor of read(2) at its exit: decode
	 * then shows bytes. No value is missing.
	 */
	answers->n_missing += !answers->source && question != QUESTION_FD_CAPACITY &&
			      question != QUESTION_OTHER_FD_PATH &&
			      !(question == QUESTION_FD_PATH && answers->without_paths);
	return NULL;
}

static void keep_answer(struct answers *answers, struct answer *answer, const char *key,
			size_t key_len, const void *bytes, size_t len)
{
	if (!has_room(answers, key_len + len))
		return;
	answer->key_len = key_len;
	answer->len = len;
	answer->key_at = keep_bytes(answers, key, key_len);
	answer->at = keep_bytes(answers, bytes, len);
	answers_add(answers, answer);
}

/* --- answers that are strings ---------------------------------------------------------------- */

static ssize_t copy_answer(const char *from, size_t from_len, char *buf, size_t len)
{
	if (from_len < len)
		len = from_len;
	memcpy(buf, from, len);
	return (ssize_t)len;
}

/* The capacity for the key of a question about another process: "pid 17", "pidfd 3". */
#define OWNER_KEY 32

static void owner_key(char key[OWNER_KEY], struct fetch_owner owner)
{
	snprintf(key, OWNER_KEY, "%s %d", owner.by_pidfd ? "pidfd" : "pid", owner.number);
}

/* What a question is about. */
struct subject {
	int number;
	const char *key; /* a path or a process; NULL: only the number */
	union {
		int fd; /* QUESTION_INTERFACE_NAME; the same for all questions about an event */
		struct fetch_owner owner; /* QUESTION_OTHER_FD_PATH */
	};
};

static ssize_t ask_string(const struct fetch *source, enum question question,
			  const struct subject *about, char *buf, size_t len)
{
	const struct fetch_ops *ops = source->ops;
	ssize_t (*by_number)(void *ctx, int number, char *buf, size_t len) = NULL;
	ssize_t (*by_path)(void *ctx, int fd, const char *path, char *buf, size_t len) = NULL;

	switch (question) {
	case QUESTION_FD_PATH:
		by_number = ops->fd_path;
		break;
	case QUESTION_PID_COMM:
		by_number = ops->pid_comm;
		break;
	case QUESTION_INTERFACE_NAME:
		return ops->interface_name ? ops->interface_name(source->ctx, about->fd,
								 about->number, buf, len)
					   : -1;
	case QUESTION_OTHER_FD_PATH:
		return ops->other_fd_path ? ops->other_fd_path(source->ctx, about->owner,
							       about->number, buf, len)
					  : -1;
	case QUESTION_FAMILY_NAME:
		by_number = ops->family_name;
		break;
	case QUESTION_FD_CONTEXT:
		by_number = ops->fd_context;
		break;
	case QUESTION_PATH_CONTEXT:
		by_path = ops->path_context;
		break;
	case QUESTION_PATH_NAME:
		by_path = ops->path_name;
		break;
	default:
		break;
	}
	if (by_number)
		return by_number(source->ctx, about->number, buf, len);
	return by_path ? by_path(source->ctx, about->number, about->key, buf, len) : -1;
}

/* Whether the answer to a question is unknown because the engine, or that of a recording, has looked. */
static bool may_lead_anywhere(const struct answers *answers, enum question question)
{
	return question == QUESTION_PATH_NAME &&
	       (!answers->source || answers->source->ops->path_name);
}

static ssize_t subject_answer(struct answers *answers, enum question question,
			      const struct subject *about, char *buf, size_t len)
{
	size_t key_len = about->key ? strlen(about->key) : 0;
	const struct answer *found =
		find_answer(answers, question, about->number, about->key, key_len);
	struct answer made = { .question = (uint8_t)question, .number = about->number };
	bool may_be_closed = question == QUESTION_FD_PATH || question == QUESTION_OTHER_FD_PATH;
	char whole[PATH_MAX];
	ssize_t got;

	if (found && found->known && !found->len && may_be_closed)
		return FETCH_NO_FILE;
	if (found && !found->known)
		return may_lead_anywhere(answers, question) ? FETCH_ANYWHERE : -1;
	if (found)
		return copy_answer(answers->base + found->at, found->len, buf, len);
	if (!answers->source)
		return -1;
	got = ask_string(answers->source, question, about, whole, sizeof(whole));
	/* A descriptor that is not open has an empty path. */
	made.known = got >= 0 || (got == FETCH_NO_FILE && may_be_closed);
	keep_answer(answers, &made, about->key, key_len, got > 0 ? whole : NULL,
		    got > 0 ? (size_t)got : 0);
	return got < 0 ? got : copy_answer(whole, (size_t)got, buf, len);
}

static ssize_t string_answer(struct answers *answers, enum question question, int number,
			     const char *path, char *buf, size_t len)
{
	const struct subject about = { .number = number, .key = path };

	return subject_answer(answers, question, &about, buf, len);
}

static ssize_t answer_fd_path(void *ctx, int fd, char *buf, size_t len)
{
	return string_answer(ctx, QUESTION_FD_PATH, fd, NULL, buf, len);
}

static ssize_t answer_other_fd_path(void *ctx, struct fetch_owner owner, int fd, char *buf,
				    size_t len)
{
	char key[OWNER_KEY];
	const struct subject about = { .number = fd, .key = key, .owner = owner };

	owner_key(key, owner);
	return subject_answer(ctx, QUESTION_OTHER_FD_PATH, &about, buf, len);
}

static ssize_t answer_pid_comm(void *ctx, int pid, char *buf, size_t len)
{
	return string_answer(ctx, QUESTION_PID_COMM, pid, NULL, buf, len);
}

static ssize_t answer_interface_name(void *ctx, int fd, int index, char *buf, size_t len)
{
	const struct subject about = { .number = index, .fd = fd };

	return subject_answer(ctx, QUESTION_INTERFACE_NAME, &about, buf, len);
}

static ssize_t answer_family_name(void *ctx, int family, char *buf, size_t len)
{
	return string_answer(ctx, QUESTION_FAMILY_NAME, family, NULL, buf, len);
}

static ssize_t answer_fd_context(void *ctx, int fd, char *buf, size_t len)
{
	return string_answer(ctx, QUESTION_FD_CONTEXT, fd, NULL, buf, len);
}

static ssize_t answer_path_context(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	return string_answer(ctx, QUESTION_PATH_CONTEXT, dirfd, path, buf, len);
}

static ssize_t answer_path_name(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	return string_answer(ctx, QUESTION_PATH_NAME, dirfd, path, buf, len);
}

/* --- answers that are numbers ---------------------------------------------------------------- */

static uint64_t ask_number(const struct fetch *source, enum question question, int number)
{
	const struct fetch_ops *ops = source->ops;

	switch (question) {
	case QUESTION_NETLINK:
		return ops->netlink ? (uint64_t)(int64_t)ops->netlink(source->ctx, number)
				    : UINT64_MAX;
	case QUESTION_PID_OUTSIDE:
		return ops->pid_outside ? (uint64_t)ops->pid_outside(source->ctx, number) : 0;
	case QUESTION_VCPU:
		return ops->vcpu ? ops->vcpu(source->ctx, number) : 0;
	case QUESTION_FD_CAPACITY:
		return ops->fd_capacity ? ops->fd_capacity(source->ctx) : 0;
	default:
		return 0;
	}
}

static uint64_t number_answer(struct answers *answers, enum question question, int number,
			      uint64_t unknown)
{
	const struct answer *found = find_answer(answers, question, number, NULL, 0);
	struct answer made = { .question = (uint8_t)question, .number = number, .known = true };

	if (found)
		return found->known ? found->value : unknown;
	if (!answers->source)
		return unknown;
	made.value = ask_number(answers->source, question, number);
	keep_answer(answers, &made, NULL, 0, NULL, 0);
	return made.value;
}

static int answer_netlink(void *ctx, int fd)
{
	return (int)number_answer(ctx, QUESTION_NETLINK, fd, UINT64_MAX);
}

static int answer_pid_outside(void *ctx, int pid)
{
	return (int)number_answer(ctx, QUESTION_PID_OUTSIDE, pid, 0);
}

static uint64_t answer_vcpu(void *ctx, int fd)
{
	return number_answer(ctx, QUESTION_VCPU, fd, 0);
}

static uint64_t answer_fd_capacity(void *ctx)
{
	return number_answer(ctx, QUESTION_FD_CAPACITY, 0, 0);
}

/* --- answers that are structs ---------------------------------------------------------------- */

static void namespaces_get(struct bytes *in, struct namespaces *namespaces)
{
	for (unsigned i = 0; i < NAMESPACE_COUNT; i++)
		namespaces->inodes[i] = get_number(in);
}

static struct bytes bytes_of(const struct answers *answers, const struct answer *answer, bool *bad)
{
	const unsigned char *at = (const unsigned char *)answers->base + answer->at;

	return (struct bytes){ .at = at, .end = at + answer->len, .bad = bad };
}

static void answer_namespaces(void *ctx, int pid, struct namespaces *namespaces)
{
	struct answers *answers = ctx;
	const struct answer *found = find_answer(answers, QUESTION_NAMESPACES, pid, NULL, 0);
	struct answer made = { .question = QUESTION_NAMESPACES, .number = pid, .known = true };
	const struct fetch *source = answers->source;
	struct buf encoded = { 0 };
	bool bad = false;
	struct bytes in;

	memset(namespaces, 0, sizeof(*namespaces));
	if (found) {
		in = bytes_of(answers, found, &bad);
		if (found->known)
			namespaces_get(&in, namespaces);
		return;
	}
	if (!source)
		return;
	if (source->ops->namespaces)
		source->ops->namespaces(source->ctx, pid, namespaces);
	for (unsigned i = 0; i < NAMESPACE_COUNT; i++)
		put_number(&encoded, namespaces->inodes[i]);
	keep_answer(answers, &made, NULL, 0, encoded.data, encoded.len);
	buf_free(&encoded);
}

static bool select_kinds(const struct fd_detail *detail, unsigned kinds)
{
	return kinds & (detail->kind == FD_DELETED ? (unsigned)FD_PATH : detail->kind);
}

/*
 * A descriptor has a detail of one kind only. What has none of the kinds that were asked for may
 * have one of another kind.
 */
static bool answers_kinds(const struct answers *answers, const struct answer *found, unsigned kinds)
{
	return !answers->source || found->known || !(kinds & ~found->value);
}

/* Replaces the answer to a question, so that there is only one. */
static void replace_answer(struct answers *answers, size_t index, struct answer *answer,
			   const void *bytes, size_t len)
{
	if (!has_room(answers, len))
		return;
	answer->key_at = answers->items[index].key_at;
	answer->key_len = answers->items[index].key_len;
	answer->len = len;
	answer->at = keep_bytes(answers, bytes, len);
	answers->items[index] = *answer;
}

/* More than the bytes of a detail: some twenty numbers, two addresses and a name. */
#define DETAIL_BYTES_MAX 1024u

/*
 * Keeps the answer to a new question, without a buffer of its own: most recorded calls have a
 * descriptor.
 */
static void keep_detail(struct answers *answers, struct answer *answer, const char *key,
			const struct fd_detail *detail)
{
	if (!has_room(answers, DETAIL_BYTES_MAX))
		return;
	answer->key_len = key ? strlen(key) : 0;
	answer->key_at = answers->bytes.len;
	buf_put(&answers->bytes, key, answer->key_len);
	answer->at = answers->bytes.len;
	if (answer->known)
		detail_put(&answers->bytes, detail);
	answer->len = answers->bytes.len - answer->at;
	answers->base = answers->bytes.data;
	answers_add(answers, answer);
}

/* The descriptor that a question about a detail names. */
struct described {
	int fd;
	const char *path;
	size_t path_len;
	const struct fetch_owner *owner; /* NULL: the tracee itself */
};

static bool ask_detail(const struct fetch *source, const struct described *about, unsigned kinds,
		       struct fd_detail *detail)
{
	const struct fetch_ops *ops = source->ops;

	if (about->owner)
		return ops->other_fd_detail &&
		       ops->other_fd_detail(source->ctx, *about->owner, about->fd, about->path,
					    about->path_len, kinds, detail);
	return ops->fd_detail &&
	       ops->fd_detail(source->ctx, about->fd, about->path, about->path_len, kinds, detail);
}

/* key: of the question; NULL: none. */
static bool detail_answer(struct answers *answers, const struct described *about, const char *key,
			  unsigned kinds, struct fd_detail *detail)
{
	enum question question = about->owner ? QUESTION_OTHER_FD_DETAIL : QUESTION_FD_DETAIL;
	const struct answer *found =
		find_answer(answers, question, about->fd, key, key ? strlen(key) : 0);
	struct answer made = { .question = (uint8_t)question, .number = about->fd };
	const struct fetch *source = answers->source;
	struct buf encoded = { 0 };
	bool bad = false;
	struct bytes in;

	if (found && answers_kinds(answers, found, kinds)) {
		in = bytes_of(answers, found, &bad);
		return found->known && detail_get(&in, detail) && select_kinds(detail, kinds);
	}
	if (!source)
		return false;
	made.value = answers->complete ? FD_ALL : kinds | (found ? found->value : 0);
	memset(detail, 0, sizeof(*detail));
	made.known = ask_detail(source, about, (unsigned)made.value, detail);
	if (!found) {
		keep_detail(answers, &made, key, detail);
		return made.known && select_kinds(detail, kinds);
	}
	if (made.known)
		detail_put(&encoded, detail);
	replace_answer(answers, (size_t)(found - answers->items), &made, encoded.data, encoded.len);
	buf_free(&encoded);
	return made.known && select_kinds(detail, kinds);
}

static bool answer_fd_detail(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
			     struct fd_detail *detail)
{
	const struct described about = { .fd = fd, .path = path, .path_len = path_len };

	return detail_answer(ctx, &about, NULL, kinds, detail);
}

static bool answer_other_fd_detail(void *ctx, struct fetch_owner owner, int fd, const char *path,
				   size_t path_len, unsigned kinds, struct fd_detail *detail)
{
	const struct described about = {
		.fd = fd, .path = path, .path_len = path_len, .owner = &owner
	};
	char key[OWNER_KEY];

	owner_key(key, owner);
	return detail_answer(ctx, &about, key, kinds, detail);
}

const struct fetch_ops answers_fetch_ops = {
	.read = answer_read,
	.read_string = answer_read_string,
	.read_ahead = answer_read_ahead,
	.captured = answer_captured,
	.missed = answer_missed,
	.late = answer_late,
	.fd_path = answer_fd_path,
	.pid_comm = answer_pid_comm,
	.interface_name = answer_interface_name,
	.family_name = answer_family_name,
	.fd_detail = answer_fd_detail,
	.other_fd_path = answer_other_fd_path,
	.other_fd_detail = answer_other_fd_detail,
	.netlink = answer_netlink,
	.pid_outside = answer_pid_outside,
	.namespaces = answer_namespaces,
	.fd_context = answer_fd_context,
	.path_context = answer_path_context,
	.path_name = answer_path_name,
	.vcpu = answer_vcpu,
	.fd_capacity = answer_fd_capacity,
};

/* --- answers for later ----------------------------------------------------------------------- */

void answers_give_descriptor(struct answers *answers, int fd, const char *path, size_t len)
{
	static const uint8_t unknown[] = { QUESTION_FD_DETAIL, QUESTION_FD_CONTEXT };
	struct answer answer = { .question = QUESTION_FD_PATH, .number = fd, .known = path };

	if (find_answer(answers, QUESTION_FD_PATH, fd, NULL, 0))
		return;
	keep_answer(answers, &answer, NULL, 0, path, path ? len : 0);
	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++) {
		answer = (struct answer){ .question = unknown[i], .number = fd };
		if (unknown[i] == QUESTION_FD_DETAIL)
			answer.value = FD_ALL;
		keep_answer(answers, &answer, NULL, 0, NULL, 0);
	}
	answer = (struct answer){
		.question = QUESTION_NETLINK, .number = fd, .known = true, .value = (uint64_t)-1
	};
	keep_answer(answers, &answer, NULL, 0, NULL, 0);
}

void answers_seal(struct answers *answers)
{
	answers->source = NULL;
}
