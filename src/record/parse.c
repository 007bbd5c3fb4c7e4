/* SPDX-License-Identifier: MIT */
/* Reads the captures of a block, which src/record/encode.c has written. Nothing in a block is trusted. */
#include <stdlib.h>
#include <string.h>

#include "record/reader.h"
#include "scry/arch.h"

#define SIGNALS 64

struct parser *parser_new(void)
{
	struct parser *parser = xcalloc(1, sizeof(*parser));

	parser->strings = xcalloc(STRINGS_MAX, sizeof(*parser->strings));
	parser->threads = xcalloc(THREADS_MAX, sizeof(*parser->threads));
	parser->capture.answers = answers_new();
	return parser;
}

void parser_free(struct parser *parser)
{
	stack_free(&parser->capture.stack);
	answers_free(parser->capture.answers);
	free(parser->strings);
	free(parser->threads);
	free(parser);
}

void parser_begin(struct parser *parser, const unsigned char *raw, size_t len)
{
	parser->raw = raw;
	parser->rest = (struct bytes){ .at = raw, .end = raw + len };
	parser->mono_ns = parser->real_offset = 0;
	parser->n_strings = parser->n_threads = 0;
}

/* --- strings ------------------------------------------------------------------------------- */

static struct known_string get_new_string(struct bytes *in)
{
	struct known_string string = { .len = get_number(in) };

	string.text = (const char *)get_bytes(in, string.len);
	if (get_byte(in))
		in->bad = true;
	return string;
}

/* Returns a string with .text NULL if there is none. A NUL follows it. */
static struct known_string get_string(struct parser *parser, struct bytes *in)
{
	struct known_string string = { 0 };
	uint64_t number = get_number(in);

	if (number == STRING_NONE)
		return string;
	if (number == STRING_NEW || number == STRING_UNNUMBERED) {
		string = get_new_string(in);
		if (number == STRING_UNNUMBERED || in->bad)
			return string;
		if (parser->n_strings < STRINGS_MAX)
			parser->strings[parser->n_strings++] = string;
		else
			in->bad = true;
		return string;
	}
	if (number - STRING_FIRST < parser->n_strings)
		return parser->strings[number - STRING_FIRST];
	in->bad = true;
	return string;
}

static const char *get_text(struct parser *parser, struct bytes *in)
{
	return get_string(parser, in).text;
}

/* --- answers ------------------------------------------------------------------------------- */

static size_t place_of(const struct parser *parser, const void *bytes)
{
	return bytes ? (size_t)((const unsigned char *)bytes - parser->raw) : 0;
}

static bool get_piece(struct parser *parser, struct bytes *in, unsigned char part,
		      uint64_t *address)
{
	struct piece piece = { .unreadable = part == PART_UNREADABLE,
			       .late = part == PART_LATE,
			       .withheld = part == PART_WITHHELD };
	uint64_t len;

	piece.address = get_difference(in, address);
	len = get_number(in);
	if (len > BLOCK_MAX)
		return false;
	piece.len = (uint32_t)len;
	*address += len;
	if (!piece.unreadable && !piece.withheld)
		piece.at = place_of(parser, get_bytes(in, len));
	return !in->bad && answers_add_piece(parser->capture.answers, &piece);
}

static bool get_answer(struct parser *parser, struct bytes *in, unsigned char part)
{
	struct answer answer = {
		.question = part & (unsigned char)~PART_UNKNOWN,
		.known = !(part & PART_UNKNOWN),
	};
	struct known_string string = { 0 };

	if (!answer.question || answer.question >= QUESTION_COUNT)
		return false;
	answer.number = (int32_t)get_signed(in);
	if (answer.question == QUESTION_PATH_CONTEXT || answer.question == QUESTION_PATH_NAME) {
		string = get_string(parser, in);
		answer.key_at = place_of(parser, string.text);
		answer.key_len = string.len;
	}
	if (answer.known && question_has_number(answer.question)) {
		answer.value = (uint64_t)get_signed(in);
	} else if (answer.known) {
		string = get_string(parser, in);
		answer.at = place_of(parser, string.text);
		answer.len = string.len;
	}
	return !in->bad && answers_add(parser->capture.answers, &answer);
}

static bool get_answers(struct parser *parser, struct bytes *in)
{
	struct answers *answers = parser->capture.answers;
	uint64_t address = 0;

	answers_begin(answers, NULL);
	answers->base = (const char *)parser->raw;
	while (in->at < in->end) {
		unsigned char part = get_byte(in);
		bool memory = part >= PART_MEMORY && part <= PART_WITHHELD;

		if (memory ? !get_piece(parser, in, part, &address) : !get_answer(parser, in, part))
			return false;
	}
	return !in->bad;
}

/* --- stacks -------------------------------------------------------------------------------- */

static void get_frame(struct parser *parser, struct bytes *in, uint64_t *ip, bool program)
{
	struct stack *stack = &parser->capture.stack;
	struct frame frame = { 0 };

	frame.ip = get_difference(in, ip);
	frame.object = get_text(parser, in);
	frame.offset = get_number(in);
	frame.symbol = get_text(parser, in);
	frame.into = get_number(in);
	frame.source = get_text(parser, in);
	frame.line = (unsigned)get_number(in);
	if (in->bad || !parser->stacks)
		return;
	if (!parser->stacks->source)
		frame.source = NULL;
	if (program || stack->n < parser->stacks->limit)
		stack_add_frame(stack, &frame, program);
	else
		stack->end = STACK_CUT;
}

static void get_stack(struct parser *parser, struct bytes *in)
{
	struct stack *stack = &parser->capture.stack;
	uint64_t n = get_number(in), ip = 0;
	unsigned char end = get_byte(in), has_program = get_byte(in);

	stack_clear(stack);
	in->bad |= n > FRAMES_MAX || end > STACK_FOREIGN;
	stack->end = in->bad ? STACK_WHOLE : (enum stack_end)end;
	for (uint64_t i = 0; i < n && !in->bad; i++)
		get_frame(parser, in, &ip, false);
	if (has_program && !in->bad)
		get_frame(parser, in, &ip, true);
	if (parser->stacks)
		parser->capture.facts.stack = stack;
}

/* --- captures ------------------------------------------------------------------------------ */

static struct thread_state *get_thread(struct parser *parser, struct bytes *in)
{
	uint64_t number = get_number(in);
	struct thread_state *thread;

	if (number && number <= parser->n_threads)
		return &parser->threads[number - 1];
	if (number || parser->n_threads == THREADS_MAX)
		return NULL;
	thread = &parser->threads[parser->n_threads++];
	*thread = (struct thread_state){ 0 };
	thread->tid = (int32_t)get_signed(in);
	thread->tgid = (int32_t)get_signed(in);
	return thread->tid > 0 && thread->tgid > 0 ? thread : NULL;
}

static void get_call(struct bytes *in, struct event *event, struct thread_state *thread)
{
	unsigned char given;

	event->ip = get_difference(in, &thread->ip);
	thread->last_nr = event->nr;
	thread->last_ip = event->ip;
	event->sp = get_difference(in, &thread->sp);
	given = get_byte(in);
	for (unsigned i = 0; i < ARRAY_SIZE(event->args); i++)
		event->args[i] = given >> i & 1 ? get_number(in) : 0;
}

static void get_siginfo(struct bytes *in, siginfo_t *siginfo)
{
	uint64_t len = get_number(in);
	const unsigned char *bytes = get_bytes(in, len);

	memset(siginfo, 0, sizeof(*siginfo));
	if (bytes)
		memcpy(siginfo, bytes, len < sizeof(*siginfo) ? len : sizeof(*siginfo));
}

static void get_event(struct parser *parser, struct bytes *in, uint64_t has,
		      struct thread_state *thread)
{
	struct event *event = &parser->capture.event;

	if (has & HAS_ABI) {
		const char *name = get_text(parser, in);

		thread->abi = name ? abi_by_name(name) : NULL;
	}
	if (has & HAS_AUDIT_ARCH)
		event->audit_arch = (uint32_t)get_number(in);
	else if (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT ||
		 event->kind == EVENT_PERSONALITY)
		event->abi = thread->abi;
	if (event->abi)
		event->audit_arch = event->abi->audit_arch;
	if (has & HAS_NR)
		thread->nr = get_number(in);
	event->nr = thread->nr;
	if (has & HAS_COMM)
		thread->comm = get_text(parser, in);
	if (has & HAS_SYSTEM)
		get_difference(in, &thread->system_ns);
	event->system_ns = thread->system_ns;
	if (has & HAS_RESULT)
		event->result = get_signed(in);
	if (has & HAS_CALL)
		get_call(in, event, thread);
	if (has & HAS_SIGINFO)
		get_siginfo(in, &event->siginfo);
	if (has & HAS_SIGNAL)
		event->signal = (int)get_signed(in);
	if (has & HAS_STATUS)
		event->status = (int)get_signed(in);
	if (has & HAS_PARENT)
		event->parent_tid = (pid_t)get_signed(in);
	if (has & HAS_FORMER)
		event->former_tid = (pid_t)get_signed(in);
	if (has & HAS_TEXT)
		event->text = get_text(parser, in);
	event->resumes = has & HAS_RESUMED;
	if (has & HAS_RESUMED)
		event->resumed_nr = get_number(in);
	if (has & HAS_IP)
		event->ip = get_difference(in, &thread->ip);
	event->is_error = has & IS_ERROR;
	event->core_dumped = has & IS_CORE_DUMPED;
}

static void get_facts(struct parser *parser, struct bytes *in, uint64_t has,
		      struct thread_state *thread)
{
	struct event_facts *facts = &parser->capture.facts;

	facts->comm = thread->comm;
	if (has & HAS_LAST) {
		thread->last_nr = get_number(in);
		get_difference(in, &thread->last_ip);
	}
	facts->last_nr = thread->last_nr;
	facts->last_ip = thread->last_ip;
	if (has & HAS_CONTEXT)
		facts->context = get_text(parser, in);
	if (has & HAS_DENIED)
		facts->denied = get_text(parser, in);
	if (has & HAS_STACK)
		get_stack(parser, in);
	if (has & HAS_STACK_TIME)
		facts->stack_ns = get_number(in);
	facts->injected_args = has & IS_INJECTED_ARGS;
	facts->injected_result = has & IS_INJECTED_RESULT;
	facts->delayed = has & IS_DELAYED;
}

/* Sinks write the texts of the recorder as they are: these have neither control characters nor quotes. */
static bool is_plain(const char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
			return false;
	return true;
}

static bool is_signal(int signal)
{
	return signal > 0 && signal <= SIGNALS;
}

/* Returns whether an event has what its kind promises. */
static bool is_sound(const struct event *event, uint64_t has)
{
	if (event->facts->denied && !is_plain(event->facts->denied))
		return false;
	switch (event->kind) {
	case EVENT_ENTER:
		return has & HAS_CALL;
	case EVENT_EXIT:
		return has & HAS_RESULT;
	case EVENT_SIGNAL:
		return has & HAS_SIGINFO && is_signal(event->signal);
	case EVENT_GROUP_STOP:
		return is_signal(event->signal);
	case EVENT_KILLED:
		return is_signal(event->status);
	case EVENT_EXEC:
	case EVENT_SUPERSEDED:
		return event->former_tid > 0;
	case EVENT_LOST:
		return event->text && is_plain(event->text);
	default:
		return true;
	}
}

/* Older versions recorded losses of the bpf engine without a time. Such an event has the time of the event before it. */
static void set_missing_time(struct parser *parser, struct event *event)
{
	if (event->mono_ns) {
		parser->last_ns = event->mono_ns;
		parser->last_real = event->real;
	} else {
		event->mono_ns = parser->last_ns;
		event->real = parser->last_real;
	}
}

/* Reads the body of a capture. Returns false if it is none. */
static bool get_capture(struct parser *parser, struct bytes *in)
{
	struct capture *capture = &parser->capture;
	struct event *event = &capture->event;
	unsigned char kind = get_byte(in);
	struct thread_state *thread = get_thread(parser, in);
	uint64_t has, real;

	/* Event kinds that only the session makes are not in a recording. */
	if (kind >= EVENT_KINDS || kind == EVENT_RENAMED || !thread)
		return false;
	memset(event, 0, offsetof(struct event, args));
	capture->facts = (struct event_facts){ 0 };
	event->kind = (enum event_kind)kind;
	event->tid = thread->tid;
	event->facts = &capture->facts;
	capture->tgid = thread->tgid;
	event->mono_ns = get_difference(in, &parser->mono_ns);
	real = get_difference(in, &parser->real_offset) + event->mono_ns;
	event->real.tv_sec = (time_t)(real / 1000000000u);
	event->real.tv_nsec = (long)(real % 1000000000u);
	set_missing_time(parser, event);
	has = get_number(in);
	if (has & ~(uint64_t)HAS_KNOWN)
		return false;
	get_event(parser, in, has, thread);
	get_facts(parser, in, has, thread);
	return !in->bad && is_sound(event, has) && get_answers(parser, in);
}

enum parsed parser_next(struct parser *parser)
{
	struct bytes body;
	const unsigned char *head;
	uint64_t len;

	if (parser->rest.at == parser->rest.end)
		return PARSED_END;
	head = get_bytes(&parser->rest, CAPTURE_HEAD);
	len = head ? load_le(head, CAPTURE_HEAD) : 0;
	body.at = get_bytes(&parser->rest, len);
	if (!head || !body.at)
		return PARSED_BAD;
	body.end = body.at + len;
	body.bad = false;
	return get_capture(parser, &body) ? PARSED_CAPTURE : PARSED_BAD;
}
