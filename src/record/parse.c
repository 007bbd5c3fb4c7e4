/* SPDX-License-Identifier: MIT */
/*
 * Reads the captures of a block, which src/record/encode.c has written. Nothing in a block is
 * trusted.
 */
#include "record/parse.h"

#include <stdlib.h>
#include <string.h>

#include "scry/kept_answers.h"
#include "scry/arch.h"
#include "scry/uring.h"

#define SIGNALS 64

static bool has_columns(const struct parser *parser)
{
	return parser->version >= FORMAT_COLUMNS;
}

/* Finds the columns of a block. */
static bool get_columns(struct parser *parser, struct bytes *in)
{
	uint64_t lengths[COLUMN_COUNT];

	if (get_number(in) != COLUMN_COUNT)
		return false;
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		lengths[i] = get_number(in);
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		const unsigned char *at = get_bytes(in, lengths[i]);

		if (at)
			parser->rest[i] = (struct bytes){ at, at + lengths[i], &parser->bad };
	}
	return !parser->bad && in->at == in->end;
}

static void clear_columns(struct parser *parser)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		parser->rest[i] = (struct bytes){ .bad = &parser->bad };
	parser->captures = parser->rest[0];
}

bool parser_begin(struct parser *parser, const unsigned char *raw, size_t len)
{
	struct bytes in = { .at = raw, .end = raw + len, .bad = &parser->bad };
	bool good = true;

	parser->raw = raw;
	parser->bad = false;
	parser->mono_ns = parser->real_offset = 0;
	parser->n_strings = parser->n_pieces = parser->n_threads = 0;
	memset(parser->guesses, 0, GUESSES * sizeof(*parser->guesses));
	clear_columns(parser);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		parser->columns[i] = &parser->rest[has_columns(parser) ? i : 0];
	if (!len)
		return true;
	if (has_columns(parser))
		good = get_columns(parser, &in);
	else
		parser->captures = in;
	if (!good)
		clear_columns(parser);
	return good;
}

struct parser *parser_new(void)
{
	struct parser *parser = xcalloc(1, sizeof(*parser));

	parser->version = FORMAT_VERSION;
	parser->strings = xcalloc(STRINGS_MAX, sizeof(*parser->strings));
	parser->pieces = xcalloc(PIECES_MAX, sizeof(*parser->pieces));
	parser->guesses = xcalloc(GUESSES, sizeof(*parser->guesses));
	parser->threads = xcalloc(THREADS_MAX, sizeof(*parser->threads));
	parser->capture.answers = answers_new();
	parser_begin(parser, NULL, 0);
	return parser;
}

void parser_free(struct parser *parser)
{
	stack_free(&parser->capture.stack);
	answers_free(parser->capture.answers);
	free(parser->strings);
	free(parser->pieces);
	free(parser->guesses);
	free(parser->threads);
	free(parser);
}

/* --- strings ------------------------------------------------------------------------------- */

static struct known_string get_new_string(struct parser *parser)
{
	struct bytes *texts = parser->columns[COLUMN_TEXTS];
	struct known_string string = { .len = get_number(parser->columns[COLUMN_STRINGS]) };

	string.text = (const char *)get_bytes(texts, string.len);
	if (get_byte(texts))
		parser->bad = true;
	return string;
}

/* Returns a string with .text NULL if there is none. A NUL follows it. */
static struct known_string get_string(struct parser *parser)
{
	struct bytes *in = parser->columns[COLUMN_STRINGS];
	struct known_string string = { 0 };
	uint64_t number = get_number(in);

	if (number == STRING_NONE)
		return string;
	if (number == STRING_NEW || number == STRING_UNNUMBERED) {
		string = get_new_string(parser);
		if (number == STRING_UNNUMBERED || !string.text)
			return string;
		if (parser->n_strings < STRINGS_MAX)
			parser->strings[parser->n_strings++] = string;
		else
			parser->bad = true;
		return string;
	}
	if (number - STRING_FIRST < parser->n_strings)
		return parser->strings[number - STRING_FIRST];
	parser->bad = true;
	return string;
}

static const char *get_text(struct parser *parser)
{
	return get_string(parser).text;
}

/* --- answers ------------------------------------------------------------------------------- */

static size_t place_in_block(const struct parser *parser, const void *bytes)
{
	return bytes ? (size_t)((const unsigned char *)bytes - parser->raw) : 0;
}

/* Sets the bytes of a piece that are an earlier piece. */
static bool get_earlier_piece(struct parser *parser, struct piece *piece)
{
	uint64_t distance = get_number(parser->columns[COLUMN_PIECES]);
	const struct known_piece *known;

	if (distance >= parser->n_pieces)
		return false;
	known = &parser->pieces[parser->n_pieces - 1 - distance];
	piece->at = known->at;
	piece->len = known->len;
	return true;
}

/* Sets the bytes of a piece that are a string and its NUL. */
static bool get_string_piece(struct parser *parser, struct piece *piece)
{
	struct known_string string = get_string(parser);

	if (!string.text || string.len >= BLOCK_MAX)
		return false;
	piece->at = place_in_block(parser, string.text);
	piece->len = (uint32_t)string.len + 1;
	return true;
}

/* Sets the length of a piece, and its bytes if it has any. A long piece gets a number. */
static bool get_new_piece(struct parser *parser, struct piece *piece)
{
	uint64_t len = get_number(parser->columns[COLUMN_LENGTHS]);
	const unsigned char *bytes;

	if (len > BLOCK_MAX)
		return false;
	piece->len = (uint32_t)len;
	if (piece->unreadable || piece->withheld)
		return true;
	bytes = get_bytes(parser->columns[COLUMN_MEMORY], len);
	piece->at = place_in_block(parser, bytes);
	if (bytes && len >= NUMBERED_PIECE && parser->n_pieces < PIECES_MAX)
		parser->pieces[parser->n_pieces++] = (struct known_piece){ piece->at, piece->len };
	return bytes;
}

/* end: of the piece before, 0 if there is none. */
static uint64_t get_place(struct parser *parser, const struct thread_state *thread, uint64_t end)
{
	struct bytes *in = parser->columns[COLUMN_PLACES];
	uint64_t number;

	if (!has_columns(parser))
		return end + (uint64_t)get_signed(in);
	number = get_number(in);
	if (number < FORMAT_ARGUMENTS)
		return thread->args[number];
	return end + get_escaped(in, number, FORMAT_ARGUMENTS);
}

static bool get_piece(struct parser *parser, const struct thread_state *thread, unsigned char part,
		      uint64_t *address)
{
	struct piece piece = { .unreadable = part == PART_UNREADABLE,
			       .late = part == PART_LATE || part == PART_AGAIN_LATE,
			       .withheld = part == PART_WITHHELD };
	bool good;

	piece.address = get_place(parser, thread, *address);
	if (part == PART_STRING)
		good = get_string_piece(parser, &piece);
	else if (part == PART_AGAIN || part == PART_AGAIN_LATE)
		good = get_earlier_piece(parser, &piece);
	else
		good = get_new_piece(parser, &piece);
	*address = piece.address + piece.len;
	return good && answers_add_piece(parser->capture.answers, &piece);
}

static bool get_answer(struct parser *parser, unsigned char part)
{
	struct answer answer = {
		.question = part & (unsigned char)~PART_UNKNOWN,
		.known = !(part & PART_UNKNOWN),
	};
	struct known_string string = { 0 };

	if (!answer.question || answer.question >= QUESTION_COUNT)
		return false;
	answer.number = (int32_t)get_signed(parser->columns[COLUMN_SUBJECTS]);
	if (question_has_key(answer.question)) {
		string = get_string(parser);
		answer.key_at = place_in_block(parser, string.text);
		answer.key_len = string.len;
	}
	if (answer.known && question_has_number(answer.question)) {
		answer.value = (uint64_t)get_signed(parser->columns[COLUMN_SUBJECTS]);
	} else if (answer.known) {
		string = get_string(parser);
		answer.at = place_in_block(parser, string.text);
		answer.len = string.len;
	}
	return answers_add(parser->capture.answers, &answer);
}

/*
 * The number of answers stands before them. Before FORMAT_COLUMNS they fill the rest of the
 * capture.
 */
static bool get_answers(struct parser *parser, const struct thread_state *thread)
{
	struct answers *answers = parser->capture.answers;
	struct bytes *in = parser->columns[COLUMN_PARTS];
	unsigned char last = has_columns(parser) ? PART_MEMORY_END - 1 : PART_WITHHELD;
	uint64_t address = 0, left = UINT64_MAX;

	answers_begin(answers, NULL);
	answers->base = (const char *)parser->raw;
	answers->without_paths =
		parser->version < FORMAT_READ && parser->capture.event.kind == EVENT_EXIT;
	if (has_columns(parser))
		left = get_number(parser->columns[COLUMN_COUNTS]);
	for (; left && in->at < in->end; left--) {
		unsigned char part = get_byte(in);
		bool memory = part >= PART_MEMORY && part <= last;

		if (memory ? !get_piece(parser, thread, part, &address) : !get_answer(parser, part))
			return false;
	}
	return !left || !has_columns(parser);
}

/* --- stacks -------------------------------------------------------------------------------- */

static void get_frame(struct parser *parser, uint64_t *ip, bool program)
{
	struct bytes *in = parser->columns[COLUMN_OTHERS];
	struct stack *stack = &parser->capture.stack;
	struct frame frame = { 0 };

	frame.ip = get_difference(in, ip);
	frame.object = get_text(parser);
	frame.offset = get_number(in);
	frame.symbol = get_text(parser);
	frame.into = get_number(in);
	frame.source = get_text(parser);
	frame.line = (unsigned)get_number(in);
	if (parser->bad || !parser->stacks)
		return;
	if (!parser->stacks->source)
		frame.source = NULL;
	if (program || stack->n < parser->stacks->limit)
		stack_add_frame(stack, &frame, program);
	else
		stack->end = STACK_CUT;
}

static void get_stack(struct parser *parser)
{
	struct bytes *in = parser->columns[COLUMN_OTHERS];
	struct stack *stack = &parser->capture.stack;
	uint64_t n = get_number(in), ip = 0;
	unsigned char end = get_byte(in), has_program = get_byte(in);

	stack_clear(stack);
	parser->bad |= n > FRAMES_MAX || end > STACK_FOREIGN;
	stack->end = parser->bad ? STACK_WHOLE : (enum stack_end)end;
	for (uint64_t i = 0; i < n && !parser->bad; i++)
		get_frame(parser, &ip, false);
	if (has_program && !parser->bad)
		get_frame(parser, &ip, true);
	if (parser->stacks)
		parser->capture.facts.stack = stack;
}

/* --- captures ------------------------------------------------------------------------------ */

static struct thread_state *get_thread(struct parser *parser)
{
	struct bytes *in = parser->columns[COLUMN_THREADS];
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

static void get_arguments(struct parser *parser, struct event *event,
			  const struct thread_state *thread, unsigned char given)
{
	struct guess *guess =
		&parser->guesses[guess_place((uint32_t)(thread - parser->threads), event->nr)];

	for (unsigned i = 0; i < FORMAT_ARGUMENTS; i++) {
		if (given >> i & 1)
			get_difference(parser->columns[COLUMN_ARGUMENTS + i], &guess->args[i]);
		event->args[i] = guess->args[i];
	}
}

static void get_call(struct parser *parser, struct event *event, struct thread_state *thread)
{
	struct bytes *addresses = parser->columns[COLUMN_ADDRESSES];
	unsigned char given;

	event->ip = get_difference(addresses, &thread->ip);
	thread->last_nr = event->nr;
	thread->last_ip = event->ip;
	event->sp = get_difference(addresses, &thread->sp);
	given = get_byte(parser->columns[COLUMN_GIVEN]);
	if (has_columns(parser))
		get_arguments(parser, event, thread, given);
	else
		for (unsigned i = 0; i < FORMAT_ARGUMENTS; i++)
			event->args[i] = given >> i & 1 ? get_number(addresses) : 0;
	memcpy(thread->args, event->args, sizeof(thread->args));
}

static void get_siginfo(struct bytes *in, siginfo_t *siginfo)
{
	uint64_t len = get_number(in);
	const unsigned char *bytes = get_bytes(in, len);

	memset(siginfo, 0, sizeof(*siginfo));
	if (bytes)
		memcpy(siginfo, bytes, len < sizeof(*siginfo) ? len : sizeof(*siginfo));
}

/* Members that few captures have. They follow each other in a capture. */
#define RARE_OF_EVENT                                                                 \
	(HAS_SIGINFO | HAS_SIGNAL | HAS_STATUS | HAS_PARENT | HAS_FORMER | HAS_TEXT | \
	 HAS_RESUMED | HAS_IP | IS_CORE_DUMPED)

static void get_rare_of_event(struct parser *parser, uint64_t has, struct thread_state *thread)
{
	struct bytes *in = parser->columns[COLUMN_OTHERS];
	struct event *event = &parser->capture.event;

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
		event->text = get_text(parser);
	event->resumes = has & HAS_RESUMED;
	if (has & HAS_RESUMED)
		event->resumed_nr = get_number(parser->columns[COLUMN_NUMBERS]);
	if (has & HAS_IP)
		event->ip = get_difference(parser->columns[COLUMN_ADDRESSES], &thread->ip);
	event->core_dumped = has & IS_CORE_DUMPED;
}

static void get_event(struct parser *parser, uint64_t has, struct thread_state *thread)
{
	struct event *event = &parser->capture.event;

	if (has & HAS_ABI) {
		const char *name = get_text(parser);

		thread->abi = name ? abi_by_name(name) : NULL;
	}
	if (has & HAS_AUDIT_ARCH)
		event->audit_arch = (uint32_t)get_number(parser->columns[COLUMN_OTHERS]);
	else if (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT ||
		 event->kind == EVENT_PERSONALITY)
		event->abi = thread->abi;
	if (event->abi)
		event->audit_arch = event->abi->audit_arch;
	if (has & HAS_NR)
		thread->nr = get_number(parser->columns[COLUMN_NUMBERS]);
	event->nr = thread->nr;
	if (has & HAS_COMM)
		thread->comm = get_text(parser);
	if (has_columns(parser))
		thread->system_ns += (uint64_t)get_duration(parser->columns[COLUMN_CPU]);
	else if (has & HAS_SYSTEM)
		get_difference(parser->columns[COLUMN_OTHERS], &thread->system_ns);
	event->system_ns = thread->system_ns;
	if (has & HAS_RESULT)
		event->result = get_signed(parser->columns[COLUMN_RESULTS]);
	if (has & HAS_CALL)
		get_call(parser, event, thread);
	event->is_error = has & IS_ERROR;
	/*
	 * Error numbers are results without their sign, which this one does not have: no kernel
	 * returns it.
	 */
	if (event->is_error && event->result == INT64_MIN)
		*parser->columns[COLUMN_RESULTS]->bad = true;
	if (has & RARE_OF_EVENT)
		get_rare_of_event(parser, has, thread);
	/* The call did not run. */
	event->is_error |= event->kind == EVENT_EXIT && event->signal;
}

static void get_request(struct parser *parser)
{
	struct bytes *in = parser->columns[COLUMN_OTHERS];
	struct request *request = &parser->capture.request;
	struct event *event = &parser->capture.event;
	uint64_t args[FORMAT_ARGUMENTS], traits = get_number(in);

	*request = (struct request){ .traits = (uint16_t)traits };
	event->request = request;
	if (event->kind != EVENT_ENTER) {
		request->result = (uint32_t)get_number(in);
		request->cqe_flags = (uint32_t)get_number(in);
		return;
	}
	request->ring = (int32_t)get_signed(in);
	request->after = get_number(in);
	for (unsigned i = 0; i < REQUEST_WORDS; i++)
		request->sqe[i] = get_number(in);
	if (event->abi)
		uring_read_request(request, event->abi, args);
}

/* Likewise. */
#define RARE_OF_FACTS                                                                             \
	(HAS_LAST | HAS_CONTEXT | HAS_DENIED | HAS_STACK | HAS_STACK_TIME | HAS_REQUEST |         \
	 HAS_CONTAINER | HAS_UNIT | HAS_PPID | HAS_USER | IS_INJECTED_ARGS | IS_INJECTED_RESULT | \
	 IS_DELAYED)

static void get_owner(struct bytes *in, uint64_t has, struct event_owner *owner)
{
	if (has & HAS_PPID) {
		owner->parent = (pid_t)get_signed(in);
		owner->has_parent = true;
	}
	if (has & HAS_USER) {
		owner->user = (uint32_t)get_number(in);
		owner->has_user = true;
	}
}

static void get_rare_of_facts(struct parser *parser, uint64_t has, struct thread_state *thread)
{
	struct event_facts *facts = &parser->capture.facts;

	if (has & HAS_LAST) {
		thread->last_nr = get_number(parser->columns[COLUMN_NUMBERS]);
		get_difference(parser->columns[COLUMN_ADDRESSES], &thread->last_ip);
	}
	if (has & HAS_CONTEXT)
		facts->context = get_text(parser);
	if (has & HAS_DENIED)
		facts->denied = get_text(parser);
	if (has & HAS_STACK)
		get_stack(parser);
	if (has & HAS_STACK_TIME)
		facts->stack_ns = get_number(parser->columns[COLUMN_OTHERS]);
	if (has & HAS_REQUEST)
		get_request(parser);
	if (has & HAS_CONTAINER)
		thread->container = get_text(parser);
	if (has & HAS_UNIT)
		thread->unit = get_text(parser);
	get_owner(parser->columns[COLUMN_OTHERS], has, &thread->owner);
	facts->injected_args = has & IS_INJECTED_ARGS;
	facts->injected_result = has & IS_INJECTED_RESULT;
	facts->delayed = has & IS_DELAYED;
}

static void get_facts(struct parser *parser, uint64_t has, struct thread_state *thread)
{
	struct event_facts *facts = &parser->capture.facts;

	if (has & RARE_OF_FACTS)
		get_rare_of_facts(parser, has, thread);
	facts->comm = thread->comm;
	facts->last_nr = thread->last_nr;
	facts->last_ip = thread->last_ip;
	facts->container = thread->container;
	facts->unit = thread->unit;
	facts->owner = thread->owner;
}

/*
 * Sinks write the texts of the recorder as they are: these have neither control characters nor
 * quotes.
 */
static bool is_plain_text(const char *text)
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
	if (event->facts->denied && !is_plain_text(event->facts->denied))
		return false;
	if (event->request &&
	    (!event->abi || (event->kind != EVENT_ENTER && event->kind != EVENT_EXIT)))
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
		return event->text && is_plain_text(event->text);
	default:
		return true;
	}
}

/*
 * Older versions recorded losses of the bpf engine without a time. Such an event has the time of
 * the event before it.
 */
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

static void get_time(struct parser *parser)
{
	struct bytes *in = parser->columns[COLUMN_TIMES];
	unsigned char low;

	if (!has_columns(parser)) {
		get_difference(in, &parser->mono_ns);
		return;
	}
	low = get_byte(parser->columns[COLUMN_TIMES_LOW]);
	parser->mono_ns += (uint64_t)get_signed(in) << 8 | low;
}

/* Gets the time, the members of the event, and the clock of the machine. */
static bool get_times_and_members(struct parser *parser, struct event *event, uint64_t *has)
{
	struct bytes *others = parser->columns[COLUMN_OTHERS];
	uint64_t real;

	get_time(parser);
	if (!has_columns(parser))
		get_difference(others, &parser->real_offset);
	*has = get_number(parser->columns[COLUMN_MEMBERS]);
	if (*has & ~(uint64_t)(has_columns(parser) ? HAS_KNOWN : HAS_KNOWN_BEFORE))
		return false;
	if (*has & HAS_REAL)
		get_difference(others, &parser->real_offset);
	event->mono_ns = parser->mono_ns;
	real = parser->real_offset + event->mono_ns;
	event->real.tv_sec = (time_t)(real / 1000000000u);
	event->real.tv_nsec = (long)(real % 1000000000u);
	set_missing_time(parser, event);
	return true;
}

/* Reads a capture. Returns false if it is none. */
static bool get_capture(struct parser *parser)
{
	struct capture *capture = &parser->capture;
	struct event *event = &capture->event;
	unsigned char kind = get_byte(parser->columns[COLUMN_KINDS]);
	struct thread_state *thread = get_thread(parser);
	uint64_t has;

	/* Event kinds that only the session makes are not in a recording. */
	if (kind >= EVENT_KINDS || kind == EVENT_RENAMED || !thread)
		return false;
	memset(event, 0, offsetof(struct event, args));
	capture->facts = (struct event_facts){ 0 };
	event->kind = (enum event_kind)kind;
	event->tid = thread->tid;
	event->facts = &capture->facts;
	capture->tgid = thread->tgid;
	if (!get_times_and_members(parser, event, &has))
		return false;
	thread->unstopped ^= (has & IS_OTHER_ENGINE) != 0;
	event->unstopped = thread->unstopped;
	get_event(parser, has, thread);
	get_facts(parser, has, thread);
	return !parser->bad && is_sound(event, has) && get_answers(parser, thread) && !parser->bad;
}

/* Before FORMAT_COLUMNS: makes the next capture the rest of all columns. */
static bool get_body(struct parser *parser)
{
	const unsigned char *head = get_bytes(&parser->captures, CAPTURE_HEAD), *body;
	uint64_t len = head ? load_le(head, CAPTURE_HEAD) : 0;

	body = get_bytes(&parser->captures, len);
	if (!head || !body)
		return false;
	parser->rest[0] = (struct bytes){ body, body + len, &parser->bad };
	return true;
}

enum parsed parser_next(struct parser *parser)
{
	const struct bytes *left =
		has_columns(parser) ? parser->columns[COLUMN_KINDS] : &parser->captures;

	if (left->at == left->end)
		return PARSED_END;
	if (!has_columns(parser) && !get_body(parser))
		return PARSED_BAD;
	return get_capture(parser) ? PARSED_CAPTURE : PARSED_BAD;
}
