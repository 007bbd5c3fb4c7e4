/* SPDX-License-Identifier: MIT */
/* Encodes captures. src/record/parse.c reads what is written here. */
#include <stdlib.h>
#include <string.h>

#include "record/writer.h"

struct encoder *encoder_new(void)
{
	struct encoder *encoder = xcalloc(1, sizeof(*encoder));

	encoder->strings = xcalloc(STRINGS_MAX, sizeof(*encoder->strings));
	encoder->threads = xcalloc(THREADS_MAX, sizeof(*encoder->threads));
	return encoder;
}

void encoder_free(struct encoder *encoder)
{
	buf_free(&encoder->raw);
	free(encoder->strings);
	index_free(&encoder->string_index);
	free(encoder->threads);
	index_free(&encoder->thread_index);
	free(encoder);
}

void encoder_begin(struct encoder *encoder)
{
	buf_clear(&encoder->raw);
	encoder->n = 0;
	encoder->first_ns = encoder->last_ns = encoder->real_offset = 0;
	index_clear(&encoder->string_index);
	index_clear(&encoder->thread_index);
	encoder->n_strings = encoder->n_threads = 0;
}

bool encoder_is_full(const struct encoder *encoder)
{
	return encoder->n_threads == THREADS_MAX || encoder->n_strings == STRINGS_MAX;
}

/* --- strings ------------------------------------------------------------------------------- */

/* Returns the number of a string; 0: it has none. */
static uint64_t find_string(const struct encoder *encoder, uint64_t hash, const char *bytes,
			    size_t len)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&encoder->string_index, hash, &at)) != INDEX_END) {
		const struct string_place *place = &encoder->strings[i];

		if (place->len == len &&
		    (!len || !memcmp(encoder->raw.data + place->at, bytes, len)))
			return (uint64_t)i + 1;
	}
	return 0;
}

/*
 * Appends a string, or its number if the block has it already. A NUL follows new bytes, so that a reader can use them
 * where they are. Returns the number; 0: it has none.
 */
static uint64_t put_bytes(struct encoder *encoder, const char *bytes, size_t len)
{
	uint64_t hash = hash_bytes(HASH_START, bytes, len);
	uint64_t number = find_string(encoder, hash, bytes, len);
	bool numbered = encoder->n_strings < STRINGS_MAX;

	if (number) {
		put_number(&encoder->raw, STRING_FIRST + number - 1);
		return number;
	}
	put_number(&encoder->raw, numbered ? STRING_NEW : STRING_UNNUMBERED);
	put_number(&encoder->raw, len);
	if (numbered) {
		index_add(&encoder->string_index, hash, encoder->n_strings);
		encoder->strings[encoder->n_strings++] =
			(struct string_place){ encoder->raw.len, len };
		number = encoder->n_strings;
	}
	buf_put(&encoder->raw, bytes, len);
	buf_putc(&encoder->raw, '\0');
	return number;
}

/* text: NULL if there is none. */
static void put_text(struct encoder *encoder, const char *text)
{
	if (text)
		put_bytes(encoder, text, strlen(text));
	else
		put_number(&encoder->raw, STRING_NONE);
}

/* --- threads ------------------------------------------------------------------------------- */

/* Appends the number of a thread, and what identifies it if the block has no capture of it yet. */
static struct thread_state *put_thread(struct encoder *encoder, pid_t tid, pid_t tgid)
{
	uint64_t hash = index_hash((uint32_t)tid);
	struct thread_state *thread;
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&encoder->thread_index, hash, &at)) != INDEX_END) {
		thread = &encoder->threads[i];
		if (thread->tid == tid && thread->tgid == tgid) {
			put_number(&encoder->raw, (uint64_t)i + 1);
			return thread;
		}
	}
	index_add(&encoder->thread_index, hash, encoder->n_threads);
	thread = &encoder->threads[encoder->n_threads++];
	*thread = (struct thread_state){ .tid = tid, .tgid = tgid };
	put_number(&encoder->raw, 0);
	put_signed(&encoder->raw, tid);
	put_signed(&encoder->raw, tgid);
	return thread;
}

/* --- answers ------------------------------------------------------------------------------- */

static int part_of(const struct piece *piece)
{
	if (piece->unreadable)
		return PART_UNREADABLE;
	if (piece->withheld)
		return PART_WITHHELD;
	return piece->late ? PART_LATE : PART_MEMORY;
}

static void put_pieces(struct encoder *encoder, const struct answers *answers)
{
	struct buf *raw = &encoder->raw;
	uint64_t address = 0;

	for (size_t i = 0; i < answers->n_pieces; i++) {
		const struct piece *piece = &answers->pieces[i];

		buf_putc(raw, (char)part_of(piece));
		put_difference(raw, piece->address, &address);
		put_number(raw, piece->len);
		address += piece->len;
		if (!piece->unreadable && !piece->withheld)
			buf_put(raw, answers->base + piece->at, piece->len);
	}
}

static void put_answer(struct encoder *encoder, const struct answers *answers,
		       const struct answer *answer)
{
	struct buf *raw = &encoder->raw;

	buf_putc(raw, (char)(answer->question | (answer->known ? 0 : PART_UNKNOWN)));
	put_signed(raw, answer->number);
	if (answer->question == QUESTION_PATH_CONTEXT || answer->question == QUESTION_PATH_NAME)
		put_bytes(encoder, answers->base + answer->key_at, answer->key_len);
	if (!answer->known)
		return;
	if (question_has_number(answer->question))
		put_signed(raw, (int64_t)answer->value);
	else
		put_bytes(encoder, answers->base + answer->at, answer->len);
}

/* --- stacks -------------------------------------------------------------------------------- */

static void put_frame(struct encoder *encoder, const struct frame *frame, uint64_t *ip)
{
	put_difference(&encoder->raw, frame->ip, ip);
	put_text(encoder, frame->object);
	put_number(&encoder->raw, frame->offset);
	put_text(encoder, frame->symbol);
	put_number(&encoder->raw, frame->into);
	put_text(encoder, frame->source);
	put_number(&encoder->raw, frame->line);
}

static void put_stack(struct encoder *encoder, const struct stack *stack)
{
	size_t n = stack->n < FRAMES_MAX ? stack->n : FRAMES_MAX;
	uint64_t ip = 0;

	put_number(&encoder->raw, n);
	buf_putc(&encoder->raw, (char)stack->end);
	buf_putc(&encoder->raw, stack->program != NULL);
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

static uint64_t find_name(const struct encoder *encoder, const char *name)
{
	size_t len = strlen(name);

	return find_string(encoder, hash_bytes(HASH_START, name, len), name, len);
}

static uint32_t find_members(const struct encoder *encoder, const struct event *event,
			     const struct event_facts *facts, const struct thread_state *thread)
{
	uint64_t comm = facts->comm ? find_name(encoder, facts->comm) : 0;
	const struct {
		bool given;
		uint32_t bit;
	} members[] = {
		{ names_call(event) && event->abi && event->abi != thread->abi, HAS_ABI },
		{ names_call(event) && !event->abi, HAS_AUDIT_ARCH },
		{ names_call(event) && event->nr != thread->nr, HAS_NR },
		{ facts->comm && (!comm || comm != thread->comm_number), HAS_COMM },
		{ event->system_ns != thread->system_ns, HAS_SYSTEM },
		{ event->kind == EVENT_EXIT, HAS_RESULT },
		{ event->kind == EVENT_ENTER, HAS_CALL },
		{ event->kind == EVENT_SIGNAL, HAS_SIGINFO },
		{ event->signal, HAS_SIGNAL },
		{ event->status, HAS_STATUS },
		{ event->parent_tid, HAS_PARENT },
		{ event->former_tid, HAS_FORMER },
		{ event->text, HAS_TEXT },
		{ event->resumes, HAS_RESUMED },
		{ event->kind != EVENT_ENTER && event->ip, HAS_IP },
		{ event->kind != EVENT_ENTER &&
			  (facts->last_nr != thread->last_nr || facts->last_ip != thread->last_ip),
		  HAS_LAST },
		{ facts->context, HAS_CONTEXT },
		{ facts->denied, HAS_DENIED },
		{ facts->stack, HAS_STACK },
		{ facts->stack_ns, HAS_STACK_TIME },
		{ event->is_error, IS_ERROR },
		{ event->core_dumped, IS_CORE_DUMPED },
		{ facts->injected_args, IS_INJECTED_ARGS },
		{ facts->injected_result, IS_INJECTED_RESULT },
		{ facts->delayed, IS_DELAYED },
	};
	uint32_t found = 0;

	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		found |= members[i].given ? members[i].bit : 0;
	return found;
}

static void put_call(struct buf *raw, const struct event *event, struct thread_state *thread)
{
	unsigned char given = 0;

	put_difference(raw, event->ip, &thread->ip);
	thread->last_nr = event->nr;
	thread->last_ip = event->ip;
	put_difference(raw, event->sp, &thread->sp);
	for (unsigned i = 0; i < ARRAY_SIZE(event->args); i++)
		given |= (unsigned char)(!!event->args[i] << i);
	buf_putc(raw, (char)given);
	for (unsigned i = 0; i < ARRAY_SIZE(event->args); i++)
		if (event->args[i])
			put_number(raw, event->args[i]);
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

static void put_members(struct encoder *encoder, const struct event *event,
			const struct event_facts *facts, struct thread_state *thread)
{
	struct buf *raw = &encoder->raw;
	uint32_t has = find_members(encoder, event, facts, thread);

	put_number(raw, has);
	if (has & HAS_ABI) {
		thread->abi = event->abi;
		put_text(encoder, event->abi->name);
	}
	if (has & HAS_AUDIT_ARCH)
		put_number(raw, event->audit_arch);
	if (has & HAS_NR)
		put_number(raw, thread->nr = event->nr);
	if (has & HAS_COMM)
		thread->comm_number = put_bytes(encoder, facts->comm, strlen(facts->comm));
	if (has & HAS_SYSTEM)
		put_difference(raw, event->system_ns, &thread->system_ns);
	if (has & HAS_RESULT)
		put_signed(raw, event->result);
	if (has & HAS_CALL)
		put_call(raw, event, thread);
	if (has & HAS_SIGINFO)
		put_siginfo(raw, &event->siginfo);
	if (has & HAS_SIGNAL)
		put_signed(raw, event->signal);
	if (has & HAS_STATUS)
		put_signed(raw, event->status);
	if (has & HAS_PARENT)
		put_signed(raw, event->parent_tid);
	if (has & HAS_FORMER)
		put_signed(raw, event->former_tid);
	if (has & HAS_TEXT)
		put_text(encoder, event->text);
	if (has & HAS_RESUMED)
		put_number(raw, event->resumed_nr);
	if (has & HAS_IP)
		put_difference(raw, event->ip, &thread->ip);
	if (has & HAS_LAST) {
		put_number(raw, thread->last_nr = facts->last_nr);
		put_difference(raw, facts->last_ip, &thread->last_ip);
	}
	if (has & HAS_CONTEXT)
		put_text(encoder, facts->context);
	if (has & HAS_DENIED)
		put_text(encoder, facts->denied);
	if (has & HAS_STACK)
		put_stack(encoder, facts->stack);
	if (has & HAS_STACK_TIME)
		put_number(raw, facts->stack_ns);
}

void encoder_add(struct encoder *encoder, const struct event *event, pid_t tgid,
		 const struct event_facts *facts, const struct answers *answers)
{
	struct buf *raw = &encoder->raw;
	size_t start = raw->len;
	uint64_t real = (uint64_t)event->real.tv_sec * 1000000000u + (uint64_t)event->real.tv_nsec;
	struct thread_state *thread;

	buf_fill(raw, '\0', CAPTURE_HEAD);
	buf_putc(raw, (char)event->kind);
	thread = put_thread(encoder, event->tid, tgid);
	if (!encoder->n)
		encoder->first_ns = event->mono_ns;
	put_difference(raw, event->mono_ns, &encoder->last_ns);
	put_difference(raw, real - event->mono_ns, &encoder->real_offset);
	put_members(encoder, event, facts, thread);
	put_pieces(encoder, answers);
	for (size_t i = 0; i < answers->n_items; i++)
		put_answer(encoder, answers, &answers->items[i]);
	store_le((unsigned char *)raw->data + start, raw->len - start - CAPTURE_HEAD, CAPTURE_HEAD);
	encoder->n++;
}
