/* SPDX-License-Identifier: MIT */
/* Encodes captures. src/record/parse.c reads what is written here. */
#include "record/encode.h"

#include <stdlib.h>
#include <string.h>

/* How often the size of the block is looked at, in captures. */
#define SIZE_STEP 16u
/* A block below this size is looked at after each capture. */
#define SMALL_BLOCK (64u << 10)

struct encoder *encoder_new(void)
{
	struct encoder *encoder = xcalloc(1, sizeof(*encoder));

	encoder->strings = xcalloc(STRINGS_MAX, sizeof(*encoder->strings));
	encoder->pieces = xcalloc(PIECES_MAX, sizeof(*encoder->pieces));
	encoder->guesses = xcalloc(GUESSES, sizeof(*encoder->guesses));
	encoder->threads = xcalloc(THREADS_MAX, sizeof(*encoder->threads));
	return encoder;
}

void encoder_free(struct encoder *encoder)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		buf_free(&encoder->columns[i]);
	free(encoder->strings);
	index_free(&encoder->string_index);
	free(encoder->pieces);
	index_free(&encoder->piece_index);
	free(encoder->guesses);
	free(encoder->threads);
	index_free(&encoder->thread_index);
	free(encoder);
}

void encoder_begin(struct encoder *encoder)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		buf_clear(&encoder->columns[i]);
	encoder->n = 0;
	encoder->first_ns = encoder->last_ns = encoder->real_offset = 0;
	index_clear(&encoder->string_index);
	memset(encoder->guesses, 0, GUESSES * sizeof(*encoder->guesses));
	index_clear(&encoder->piece_index);
	index_clear(&encoder->thread_index);
	encoder->n_strings = encoder->n_pieces = encoder->n_threads = 0;
	memset(encoder->answered, 0, sizeof(encoder->answered));
}

static size_t encoder_size(const struct encoder *encoder)
{
	size_t size = 0;

	for (size_t i = 0; i < COLUMN_COUNT; i++)
		size += encoder->columns[i].len;
	return size;
}

void encoder_join(const struct encoder *encoder, struct buf *raw)
{
	buf_clear(raw);
	put_number(raw, COLUMN_COUNT);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		put_number(raw, encoder->columns[i].len);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		buf_put(raw, encoder->columns[i].data, encoder->columns[i].len);
}

bool encoder_is_full(const struct encoder *encoder, size_t capacity)
{
	/* Without long memory and texts, only a capture with many answers adds much at once. */
	bool look = capacity < SMALL_BLOCK || encoder->n % SIZE_STEP == 0 ||
		    encoder->n_parts > SIZE_STEP ||
		    encoder->columns[COLUMN_MEMORY].len + encoder->columns[COLUMN_TEXTS].len >=
			    capacity;

	if (look && encoder_size(encoder) >= capacity)
		return true;
	return encoder->n_threads == THREADS_MAX || encoder->n_strings == STRINGS_MAX ||
	       encoder->n_pieces == PIECES_MAX;
}

static struct buf *column(struct encoder *encoder, enum column which)
{
	return &encoder->columns[which];
}

/* Eight bytes at a time: most of what is hashed is memory. */
static uint64_t hash_of(const char *bytes, size_t len)
{
	uint64_t hash = len, word;

	for (; len >= sizeof(word); bytes += sizeof(word), len -= sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
	}
	word = 0;
	if (len)
		memcpy(&word, bytes, len);
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

/* --- strings ------------------------------------------------------------------------------- */

/* Returns the number of the bytes among numbered ones in a column; 0: they have none. */
static uint64_t find_bytes(const struct index *index, const struct string_place *places,
			   const struct buf *in, uint64_t hash, const char *bytes, size_t len)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(index, hash, &at)) != INDEX_END)
		if (places[i].len == len && (!len || !memcmp(in->data + places[i].at, bytes, len)))
			return (uint64_t)i + 1;
	return 0;
}

/*
 * Appends a string, or its number if the block has it already. A NUL follows new bytes, so that a
 * reader can use them where they are. Returns the number; 0: it has none.
 */
static uint64_t put_bytes(struct encoder *encoder, const char *bytes, size_t len)
{
	struct buf *strings = column(encoder, COLUMN_STRINGS);
	struct buf *texts = column(encoder, COLUMN_TEXTS);
	uint64_t hash = hash_of(bytes, len);
	uint64_t number =
		find_bytes(&encoder->string_index, encoder->strings, texts, hash, bytes, len);
	bool numbered = encoder->n_strings < STRINGS_MAX;

	if (number) {
		put_number(strings, STRING_FIRST + number - 1);
		return number;
	}
	put_number(strings, numbered ? STRING_NEW : STRING_UNNUMBERED);
	put_number(strings, len);
	if (numbered) {
		index_add(&encoder->string_index, hash, encoder->n_strings);
		encoder->strings[encoder->n_strings++] = (struct string_place){ texts->len, len };
		number = encoder->n_strings;
	}
	buf_put(texts, bytes, len);
	buf_putc(texts, '\0');
	return number;
}

/* As put_bytes(), for the answer to a question. */
static void put_answer_bytes(struct encoder *encoder, const struct answer *answer,
			     const char *bytes)
{
	uint32_t *last =
		&encoder->answered[(answer->question * 16u + (uint32_t)answer->number) % ANSWERED];
	const struct string_place *place = *last ? &encoder->strings[*last - 1] : NULL;

	if (place && place->len == answer->len &&
	    !memcmp(column(encoder, COLUMN_TEXTS)->data + place->at, bytes, answer->len))
		put_number(column(encoder, COLUMN_STRINGS), STRING_FIRST + *last - 1);
	else
		*last = (uint32_t)put_bytes(encoder, bytes, answer->len);
}

/* text: NULL if there is none. Returns as put_bytes(). */
static uint64_t encode_text(struct encoder *encoder, const char *text)
{
	if (text)
		return put_bytes(encoder, text, strlen(text));
	put_number(column(encoder, COLUMN_STRINGS), STRING_NONE);
	return 0;
}

/* --- threads ------------------------------------------------------------------------------- */

/* Appends the number of a thread, and what identifies it if the block has no capture of it yet. */
static struct thread_state *put_thread(struct encoder *encoder, pid_t tid, pid_t tgid)
{
	struct buf *threads = column(encoder, COLUMN_THREADS);
	uint64_t hash = index_hash((uint32_t)tid);
	struct thread_state *thread;
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&encoder->thread_index, hash, &at)) != INDEX_END) {
		thread = &encoder->threads[i];
		if (thread->tid == tid && thread->tgid == tgid) {
			put_number(threads, (uint64_t)i + 1);
			return thread;
		}
	}
	index_add(&encoder->thread_index, hash, encoder->n_threads);
	thread = &encoder->threads[encoder->n_threads++];
	*thread = (struct thread_state){ .tid = tid, .tgid = tgid };
	put_number(threads, 0);
	put_signed(threads, tid);
	put_signed(threads, tgid);
	return thread;
}

/* --- answers ------------------------------------------------------------------------------- */

/* Returns whether the only NUL among the bytes is the last one. */
static bool is_string(const char *bytes, size_t len)
{
	return len > 1 && memchr(bytes, '\0', len) == bytes + len - 1;
}

/*
 * Appends the bytes of a piece, or the number of an earlier piece with the same bytes. Returns the
 * PART_*.
 */
static int put_memory(struct encoder *encoder, const struct piece *piece, const char *bytes)
{
	struct buf *memory = column(encoder, COLUMN_MEMORY);
	uint64_t hash, number;

	if (!piece->late && is_string(bytes, piece->len)) {
		put_bytes(encoder, bytes, piece->len - 1);
		return PART_STRING;
	}
	if (piece->len >= NUMBERED_PIECE) {
		hash = hash_of(bytes, piece->len);
		number = find_bytes(&encoder->piece_index, encoder->pieces, memory, hash, bytes,
				    piece->len);
		if (number) {
			/* A distance: what is repeated in the same order has the same distances. */
			put_number(column(encoder, COLUMN_PIECES), encoder->n_pieces - number);
			return piece->late ? PART_AGAIN_LATE : PART_AGAIN;
		}
		if (encoder->n_pieces < PIECES_MAX) {
			index_add(&encoder->piece_index, hash, encoder->n_pieces);
			encoder->pieces[encoder->n_pieces++] =
				(struct string_place){ memory->len, piece->len };
		}
	}
	put_number(column(encoder, COLUMN_LENGTHS), piece->len);
	buf_put(memory, bytes, piece->len);
	return piece->late ? PART_LATE : PART_MEMORY;
}

/*
 * Appends the address of a piece: the number of an argument that points there, or the difference to
 * the end of the piece before it.
 */
static void put_place(struct encoder *encoder, const struct thread_state *thread, uint64_t address,
		      uint64_t end)
{
	struct buf *places = column(encoder, COLUMN_PLACES);
	uint64_t difference = address - end;
	unsigned i = 0;

	while (i < FORMAT_ARGUMENTS && thread->args[i] != address)
		i++;
	if (i < FORMAT_ARGUMENTS)
		put_number(places, i);
	else
		put_escaped(places, difference, FORMAT_ARGUMENTS);
}

static void put_pieces(struct encoder *encoder, const struct answers *answers,
		       const struct thread_state *thread)
{
	uint64_t address = 0;

	for (size_t i = 0; i < answers->n_pieces; i++) {
		const struct piece *piece = &answers->pieces[i];
		int part = piece->unreadable ? PART_UNREADABLE : PART_WITHHELD;

		put_place(encoder, thread, piece->address, address);
		address = piece->address + piece->len;
		if (piece->unreadable || piece->withheld)
			put_number(column(encoder, COLUMN_LENGTHS), piece->len);
		else
			part = put_memory(encoder, piece, answers->base + piece->at);
		buf_putc(column(encoder, COLUMN_PARTS), (char)part);
	}
}

static void put_answer(struct encoder *encoder, const struct answers *answers,
		       const struct answer *answer)
{
	struct buf *subjects = column(encoder, COLUMN_SUBJECTS);

	buf_putc(column(encoder, COLUMN_PARTS),
		 (char)(answer->question | (answer->known ? 0 : PART_UNKNOWN)));
	put_signed(subjects, answer->number);
	if (question_has_key(answer->question))
		put_bytes(encoder, answers->base + answer->key_at, answer->key_len);
	if (!answer->known)
		return;
	if (question_has_number(answer->question))
		put_signed(subjects, (int64_t)answer->value);
	else
		put_answer_bytes(encoder, answer, answers->base + answer->at);
}

/* --- stacks -------------------------------------------------------------------------------- */

static void put_frame(struct encoder *encoder, const struct frame *frame, uint64_t *ip)
{
	struct buf *others = column(encoder, COLUMN_OTHERS);

	put_difference(others, frame->ip, ip);
	encode_text(encoder, frame->object);
	put_number(others, frame->offset);
	encode_text(encoder, frame->symbol);
	put_number(others, frame->into);
	encode_text(encoder, frame->source);
	put_number(others, frame->line);
}

static void put_stack(struct encoder *encoder, const struct stack *stack)
{
	struct buf *others = column(encoder, COLUMN_OTHERS);
	size_t n = stack->n < FRAMES_MAX ? stack->n : FRAMES_MAX;
	uint64_t ip = 0;

	put_number(others, n);
	buf_putc(others, (char)stack->end);
	buf_putc(others, stack->program != NULL);
	for (size_t i = 0; i < n; i++)
		put_frame(encoder, stack->frames[i], &ip);
	if (stack->program)
		put_frame(encoder, stack->program, &ip);
}

/* --- captures ------------------------------------------------------------------------------ */

static bool names_call(const struct event *event)
{
	return event->kind == EVENT_ENTER || event->kind == EVENT_EXIT ||
	       event->kind == EVENT_PERSONALITY;
}

/*
 * Returns whether a text, or NULL, is another one than the thread has had last in the block: that
 * of a number, 0 for NULL.
 */
static bool is_new_text(const struct encoder *encoder, uint64_t number, const char *text)
{
	if (!text)
		return number;
	return (!number ||
		strcmp(encoder->columns[COLUMN_TEXTS].data + encoder->strings[number - 1].at,
		       text));
}

static uint32_t bit_if(bool given, uint32_t bit)
{
	return given ? bit : 0;
}

/* Members of most captures are entries and exits of known calls, which have few of the members. */
static uint32_t find_members(const struct encoder *encoder, const struct event *event,
			     const struct event_facts *facts, const struct thread_state *thread)
{
	bool enters = event->kind == EVENT_ENTER;
	uint32_t found =
		bit_if(facts->comm && is_new_text(encoder, thread->comm_number, facts->comm),
		       HAS_COMM);

	found |= bit_if(is_new_text(encoder, thread->container_number, facts->container),
			HAS_CONTAINER);
	found |= bit_if(is_new_text(encoder, thread->unit_number, facts->unit), HAS_UNIT);
	found |= bit_if(facts->owner.has_parent && (!thread->owner.has_parent ||
						    thread->owner.parent != facts->owner.parent),
			HAS_PPID);
	found |= bit_if(facts->owner.has_user && (!thread->owner.has_user ||
						  thread->owner.user != facts->owner.user),
			HAS_USER);
	if (names_call(event)) {
		found |= bit_if(event->abi && event->abi != thread->abi, HAS_ABI);
		found |= bit_if(!event->abi, HAS_AUDIT_ARCH);
		found |= bit_if(event->nr != thread->nr, HAS_NR);
	}
	found |= bit_if(enters, HAS_CALL);
	found |= bit_if(event->kind == EVENT_EXIT, HAS_RESULT);
	found |= bit_if(event->kind == EVENT_SIGNAL, HAS_SIGINFO);
	found |= bit_if(event->signal, HAS_SIGNAL);
	found |= bit_if(event->status, HAS_STATUS);
	found |= bit_if(event->parent_tid, HAS_PARENT);
	found |= bit_if(event->former_tid, HAS_FORMER);
	found |= bit_if(event->text, HAS_TEXT);
	found |= bit_if(event->resumes, HAS_RESUMED);
	found |= bit_if(!enters && event->ip, HAS_IP);
	found |= bit_if(!enters && (facts->last_nr != thread->last_nr ||
				    facts->last_ip != thread->last_ip),
			HAS_LAST);
	found |= bit_if(facts->context, HAS_CONTEXT);
	found |= bit_if(facts->denied, HAS_DENIED);
	found |= bit_if(facts->stack, HAS_STACK);
	found |= bit_if(facts->stack_ns, HAS_STACK_TIME);
	found |= bit_if(event->request, HAS_REQUEST);
	found |= bit_if(event->unstopped != thread->unstopped, IS_OTHER_ENGINE);
	found |= bit_if(event->is_error && !event->signal, IS_ERROR);
	found |= bit_if(event->core_dumped, IS_CORE_DUMPED);
	found |= bit_if(facts->injected_args, IS_INJECTED_ARGS);
	found |= bit_if(facts->injected_result, IS_INJECTED_RESULT);
	return found | bit_if(facts->delayed, IS_DELAYED);
}

static void put_call(struct encoder *encoder, const struct event *event,
		     struct thread_state *thread)
{
	struct buf *addresses = column(encoder, COLUMN_ADDRESSES);
	struct guess *guess =
		&encoder->guesses[guess_place((uint32_t)(thread - encoder->threads), event->nr)];
	unsigned char given = 0;

	put_difference(addresses, event->ip, &thread->ip);
	thread->last_nr = event->nr;
	thread->last_ip = event->ip;
	put_difference(addresses, event->sp, &thread->sp);
	for (unsigned i = 0; i < FORMAT_ARGUMENTS; i++)
		given |= (unsigned char)((event->args[i] != guess->args[i]) << i);
	buf_putc(column(encoder, COLUMN_GIVEN), (char)given);
	for (unsigned i = 0; i < FORMAT_ARGUMENTS; i++)
		if (given >> i & 1)
			put_difference(column(encoder, COLUMN_ARGUMENTS + i), event->args[i],
				       &guess->args[i]);
	memcpy(thread->args, event->args, sizeof(thread->args));
}

/* The entry of a request has all that was submitted, and the exit what came with the result. */
static void put_request(struct buf *others, const struct event *event)
{
	const struct request *request = event->request;

	put_number(others, request->traits);
	if (event->kind != EVENT_ENTER) {
		put_number(others, request->result);
		put_number(others, request->cqe_flags);
		return;
	}
	put_signed(others, request->ring);
	put_number(others, request->after);
	for (unsigned i = 0; i < REQUEST_WORDS; i++)
		put_number(others, request->sqe[i]);
}

/* The zeros at the end are left out. */
static void put_siginfo(struct buf *raw, const siginfo_t *siginfo)
{
	const char *bytes = (const char *)siginfo;
	size_t len = sizeof(*siginfo);

	while (len && !bytes[len - 1])
		len--;
	put_number(raw, len);
	buf_put(raw, bytes, len);
}

/* Returns CLOCK_REALTIME minus CLOCK_MONOTONIC. */
static uint64_t clock_offset_of(const struct event *event)
{
	return (uint64_t)event->real.tv_sec * 1000000000u + (uint64_t)event->real.tv_nsec -
	       event->mono_ns;
}

static void put_owner(struct buf *others, uint32_t has, const struct event_owner *owner,
		      struct event_owner *last)
{
	if (has & HAS_PPID) {
		put_signed(others, owner->parent);
		last->parent = owner->parent;
		last->has_parent = true;
	}
	if (has & HAS_USER) {
		put_number(others, owner->user);
		last->user = owner->user;
		last->has_user = true;
	}
}

static void put_members(struct encoder *encoder, const struct event *event,
			const struct event_facts *facts, struct thread_state *thread)
{
	struct buf *numbers = column(encoder, COLUMN_NUMBERS);
	struct buf *addresses = column(encoder, COLUMN_ADDRESSES);
	struct buf *others = column(encoder, COLUMN_OTHERS);
	uint64_t offset = clock_offset_of(event);
	uint32_t has = find_members(encoder, event, facts, thread);

	has |= offset != encoder->real_offset ? HAS_REAL : 0;
	put_number(column(encoder, COLUMN_MEMBERS), has);
	if (has & HAS_REAL)
		put_difference(others, offset, &encoder->real_offset);
	if (has & HAS_ABI) {
		thread->abi = event->abi;
		encode_text(encoder, event->abi->name);
	}
	if (has & HAS_AUDIT_ARCH)
		put_number(others, event->audit_arch);
	if (has & HAS_NR)
		put_number(numbers, thread->nr = event->nr);
	if (has & HAS_COMM)
		thread->comm_number = put_bytes(encoder, facts->comm, strlen(facts->comm));
	thread->unstopped = event->unstopped;
	put_duration(column(encoder, COLUMN_CPU), (int64_t)(event->system_ns - thread->system_ns));
	thread->system_ns = event->system_ns;
	if (has & HAS_RESULT)
		put_signed(column(encoder, COLUMN_RESULTS), event->result);
	if (has & HAS_CALL)
		put_call(encoder, event, thread);
	if (has & HAS_SIGINFO)
		put_siginfo(others, &event->siginfo);
	if (has & HAS_SIGNAL)
		put_signed(others, event->signal);
	if (has & HAS_STATUS)
		put_signed(others, event->status);
	if (has & HAS_PARENT)
		put_signed(others, event->parent_tid);
	if (has & HAS_FORMER)
		put_signed(others, event->former_tid);
	if (has & HAS_TEXT)
		encode_text(encoder, event->text);
	if (has & HAS_RESUMED)
		put_number(numbers, event->resumed_nr);
	if (has & HAS_IP)
		put_difference(addresses, event->ip, &thread->ip);
	if (has & HAS_LAST) {
		put_number(numbers, thread->last_nr = facts->last_nr);
		put_difference(addresses, facts->last_ip, &thread->last_ip);
	}
	if (has & HAS_CONTEXT)
		encode_text(encoder, facts->context);
	if (has & HAS_DENIED)
		encode_text(encoder, facts->denied);
	if (has & HAS_STACK)
		put_stack(encoder, facts->stack);
	if (has & HAS_STACK_TIME)
		put_number(others, facts->stack_ns);
	if (has & HAS_REQUEST)
		put_request(others, event);
	if (has & HAS_CONTAINER)
		thread->container_number = encode_text(encoder, facts->container);
	if (has & HAS_UNIT)
		thread->unit_number = encode_text(encoder, facts->unit);
	put_owner(others, has, &facts->owner, &thread->owner);
}

static void put_time(struct encoder *encoder, uint64_t ns)
{
	uint64_t difference = ns - encoder->last_ns;

	buf_putc(column(encoder, COLUMN_TIMES_LOW), (char)(difference & 0xff));
	put_signed(column(encoder, COLUMN_TIMES), (int64_t)difference >> 8);
	encoder->last_ns = ns;
}

void encoder_add(struct encoder *encoder, const struct event *event, pid_t tgid,
		 const struct event_facts *facts, const struct answers *answers)
{
	struct thread_state *thread;

	buf_putc(column(encoder, COLUMN_KINDS), (char)event->kind);
	thread = put_thread(encoder, event->tid, tgid);
	if (!encoder->n)
		encoder->first_ns = event->mono_ns;
	put_time(encoder, event->mono_ns);
	put_members(encoder, event, facts, thread);
	encoder->n_parts = answers->n_pieces + answers->n_items;
	put_number(column(encoder, COLUMN_COUNTS), encoder->n_parts);
	put_pieces(encoder, answers, thread);
	for (size_t i = 0; i < answers->n_items; i++)
		put_answer(encoder, answers, &answers->items[i]);
	encoder->n++;
}
