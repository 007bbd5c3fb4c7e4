/* SPDX-License-Identifier: MIT */
/*
 * Processes, and what is kept about each: its last failed calls and messages, its descriptors, its
 * end. A process that has ended well is forgotten; of a failed one the parent keeps what explains
 * it.
 */
#include "why/process.h"

#include <stdlib.h>
#include <string.h>

/* Processes that have failed and are kept. Of further ones only the end is known. */
#define RETAINED_MAX 2000
/* Descriptors that are known of all processes together. Of further ones nothing is known. */
#define ALL_DESCRIPTORS_MAX (1u << 21)

static struct process **chain_of(struct diagnosis *diagnosis, pid_t pid)
{
	return &diagnosis->chains[(unsigned)pid % PROCESS_CHAINS];
}

struct process *process_find(const struct diagnosis *diagnosis, pid_t pid)
{
	struct process *process = diagnosis->chains[(unsigned)pid % PROCESS_CHAINS];

	while (process && process->pid != pid)
		process = process->next;
	return process;
}

static void free_failed(struct process *process)
{
	for (size_t i = 0; i < process->n_failed; i++) {
		free(process->failed[i].text);
		free(process->failed[i].detail);
	}
	free(process->failed);
	process->failed = NULL;
	process->n_failed = process->failed_capacity = 0;
}

static void free_messages(struct process *process)
{
	for (size_t i = 0; i < MESSAGES_KEPT; i++) {
		free(process->messages[i].text);
		process->messages[i].text = NULL;
	}
	process->n_messages = 0;
}

static void free_children(struct diagnosis *diagnosis, struct process *process)
{
	for (size_t i = 0; i < FAILED_CHILDREN_KEPT; i++) {
		if (!process->failed_children[i])
			continue;
		diagnosis->n_retained--;
		process_release(diagnosis, process->failed_children[i]);
		process->failed_children[i] = NULL;
	}
	process->n_failed_children = 0;
}

static void free_descriptors(struct diagnosis *diagnosis, struct process *process)
{
	diagnosis->n_descriptors -= process->n_descriptors;
	free(process->descriptors);
	process->descriptors = NULL;
	process->n_descriptors = 0;
}

void process_release(struct diagnosis *diagnosis, struct process *process)
{
	if (--process->refs)
		return;
	free_failed(process);
	free_messages(process);
	free_children(diagnosis, process);
	if (process->parent)
		process_release(diagnosis, process->parent);
	free_descriptors(diagnosis, process);
	free(process->command);
	free(process->signal.detail);
	free(process->signal.place);
	free(process->last_wait.text);
	free(process);
}

/* A child begins with the program and the descriptors of its parent. */
static void inherit(struct diagnosis *diagnosis, struct process *process, struct process *parent)
{
	process->parent = parent;
	parent->refs++;
	process->program = parent->program;
	process->command = parent->command ? xstrdup(parent->command) : NULL;
	if (!parent->n_descriptors ||
	    diagnosis->n_descriptors + parent->n_descriptors > ALL_DESCRIPTORS_MAX)
		return;
	diagnosis->n_descriptors += parent->n_descriptors;
	process->descriptors =
		xreallocarray(NULL, parent->n_descriptors, sizeof(*process->descriptors));
	memcpy(process->descriptors, parent->descriptors,
	       parent->n_descriptors * sizeof(*process->descriptors));
	process->n_descriptors = parent->n_descriptors;
	for (size_t i = 0; i < process->n_descriptors; i++)
		process->descriptors[i].opened = process->descriptors[i].pending = false;
}

struct process *process_add(struct diagnosis *diagnosis, pid_t pid, struct process *parent,
			    uint64_t ns)
{
	struct process **chain = chain_of(diagnosis, pid), *process = xcalloc(1, sizeof(*process));

	process->pid = pid;
	process->refs = 1;
	process->started_ns = ns;
	process->asked_fd = -1;
	if (parent)
		inherit(diagnosis, process, parent);
	process->next = *chain;
	*chain = process;
	return process;
}

static void unlink_process(struct diagnosis *diagnosis, struct process *process)
{
	struct process **link = chain_of(diagnosis, process->pid);

	while (*link && *link != process)
		link = &(*link)->next;
	if (*link)
		*link = process->next;
	process->next = NULL;
}

bool process_failed(const struct process *process)
{
	return process->ended && (process->killed || process->status);
}

/* Keeps a failed child in the ring of its parent. */
static void retain(struct diagnosis *diagnosis, struct process *parent, struct process *child)
{
	struct process **place =
		&parent->failed_children[parent->n_failed_children % FAILED_CHILDREN_KEPT];

	if (diagnosis->n_retained >= RETAINED_MAX && !*place)
		return;
	if (*place)
		process_release(diagnosis, *place);
	else
		diagnosis->n_retained++;
	*place = child;
	child->refs++;
	parent->n_failed_children++;
}

/* Signals by which a program ends because it is broken: signal(7). */
static bool is_crash(int signal)
{
	return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
	       signal == SIGABRT || signal == SIGSYS || signal == SIGTRAP;
}

/* Whether a process said something on stderr or in a log. */
static bool has_complained(const struct process *process)
{
	for (size_t i = 0; i < MESSAGES_KEPT; i++)
		if (process->messages[i].text && process->messages[i].way != WAY_STDOUT)
			return true;
	return false;
}

/*
 * Whether the end of a failed process is looked at by itself. If scry has not started the command,
 * a process that was started by one of those before the trace stands for a command; a status alone
 * may be an answer, as the status of grep(1).
 */
static bool counts_by_itself(const struct diagnosis *diagnosis, const struct process *process,
			     const struct process *parent)
{
	bool tells = process->killed || has_complained(process);

	if (process->interrupted || process == diagnosis->root)
		return false;
	if (process->killed && is_crash(process->status))
		return true;
	if (!parent)
		return tells || !diagnosis->on_machine;
	return tells && !diagnosis->has_command && parent->attached;
}

/* Programs that fail again and again in the same way are kept once. */
static void keep_end(struct diagnosis *diagnosis, struct process *process)
{
	for (size_t i = 0; i < diagnosis->n_ends; i++) {
		struct process *known = diagnosis->ends[i];

		if (known->program == process->program && known->killed == process->killed &&
		    known->status == process->status) {
			known->n_alike++;
			return;
		}
	}
	if (diagnosis->n_ends == ENDS_KEPT)
		return;
	diagnosis->ends[diagnosis->n_ends++] = process;
	process->refs++;
}

void process_end(struct diagnosis *diagnosis, struct process *process, bool killed, int status,
		 uint64_t ns)
{
	struct process *parent = process->parent;

	process->ended = true;
	process->killed = killed;
	process->status = status;
	process->ended_ns = ns;
	process->interrupted = diagnosis->interrupted_ns != 0;
	free_descriptors(diagnosis, process);
	if (process_failed(process)) {
		if (parent && !parent->ended)
			retain(diagnosis, parent, process);
		if (counts_by_itself(diagnosis, process, parent))
			keep_end(diagnosis, process);
	} else if (parent) {
		parent->last_good_child_ns = ns;
	}
	/* The parent may keep the process: without this, both would keep each other for ever. */
	process->parent = NULL;
	if (parent)
		process_release(diagnosis, parent);
	unlink_process(diagnosis, process);
	process_release(diagnosis, process);
}

void processes_free(struct diagnosis *diagnosis)
{
	if (diagnosis->root)
		process_release(diagnosis, diagnosis->root);
	for (size_t i = 0; i < diagnosis->n_ends; i++)
		process_release(diagnosis, diagnosis->ends[i]);
	for (size_t i = 0; i < PROCESS_CHAINS; i++) {
		while (diagnosis->chains[i]) {
			struct process *process = diagnosis->chains[i];

			diagnosis->chains[i] = process->next;
			process_release(diagnosis, process);
		}
	}
}

/* --- failed calls and messages --------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Moves a call to the end of the list, where the last one is. */
static void move_last(struct process *process, size_t at)
{
	struct failed_call call = process->failed[at];

	memmove(&process->failed[at], &process->failed[at + 1],
		(process->n_failed - at - 1) * sizeof(call));
	process->failed[process->n_failed - 1] = call;
}

/* The strings of *call belong to the process from now on. */
void process_note_failed(struct process *process, const struct failed_call *call)
{
	for (size_t i = process->n_failed; i-- > 0;) {
		struct failed_call *known = &process->failed[i];

		if (known->id != call->id || known->error != call->error ||
		    !same_text(known->text, call->text))
			continue;
		known->count++;
		known->ns = call->ns;
		known->lasted_ns += call->lasted_ns;
		free(call->text);
		if (call->detail) {
			free(known->detail);
			known->detail = call->detail;
		}
		move_last(process, i);
		return;
	}
	if (process->n_failed == FAILED_KEPT) {
		move_last(process, 0);
		process->n_failed--;
		free(process->failed[process->n_failed].text);
		free(process->failed[process->n_failed].detail);
	}
	process->failed = xgrow(process->failed, process->n_failed, &process->failed_capacity,
				sizeof(*process->failed));
	process->failed[process->n_failed++] = *call;
}

/*
 * Appends to the last message if that has no line end yet: many programs write a message in parts.
 */
static bool continue_message(struct process *process, enum message_way way, const char *text,
			     size_t len, uint64_t ns)
{
	struct message *last;
	char *joined;
	size_t before;

	if (!process->n_messages || !process->message_open)
		return false;
	last = &process->messages[(process->n_messages - 1) % MESSAGES_KEPT];
	if (last->way != way)
		return false;
	before = strlen(last->text);
	if (before + len > MESSAGE_KEPT)
		len = MESSAGE_KEPT > before ? MESSAGE_KEPT - before : 0;
	joined = xreallocarray(last->text, before + len + 1, 1);
	memcpy(joined + before, text, len);
	joined[before + len] = '\0';
	last->text = joined;
	last->ns = ns;
	return true;
}

static void add_message(struct process *process, enum message_way way, const char *text, size_t len,
			uint64_t ns)
{
	struct message *message = &process->messages[process->n_messages % MESSAGES_KEPT];

	free(message->text);
	*message = (struct message){
		.text = xstrndup(text, len < MESSAGE_KEPT ? len : MESSAGE_KEPT),
		.ns = ns,
		.way = way,
	};
	process->n_messages++;
}

#define ESCAPE 033

/*
 * Returns the length of the escape sequence at text that sets a colour or the like (ECMA-48, CSI);
 * 0: there is none.
 */
static size_t escape_length(const char *text, size_t len)
{
	size_t n = 2;

	if (len < 2 || text[0] != ESCAPE || text[1] != '[')
		return 0;
	while (n < len && (unsigned char)text[n] >= 0x20 && (unsigned char)text[n] < 0x40)
		n++;
	return n < len ? n + 1 : len;
}

/*
 * Copies what a terminal would show: compilers colour what they say, and the colours stand between
 * the words.
 */
static void put_shown(struct buf *out, const char *text, size_t len)
{
	while (len) {
		size_t skipped = escape_length(text, len);

		if (!skipped)
			buf_putc(out, *text);
		skipped += !skipped;
		text += skipped;
		len -= skipped;
	}
}

static void note_lines(struct process *process, enum message_way way, const char *text, size_t len,
		       uint64_t ns)
{
	while (len) {
		const char *end = memchr(text, '\n', len);
		size_t line = end ? (size_t)(end - text) : len;

		if (line && !continue_message(process, way, text, line, ns) &&
		    text[strspn(text, " \t\r")] != '\n')
			add_message(process, way, text, line, ns);
		process->message_open = !end;
		line += end != NULL;
		text += line;
		len -= line;
	}
}

void process_note_message(struct process *process, enum message_way way, const char *text,
			  size_t len, uint64_t ns)
{
	struct buf shown = { 0 };

	if (!memchr(text, ESCAPE, len)) {
		note_lines(process, way, text, len, ns);
		return;
	}
	put_shown(&shown, text, len);
	note_lines(process, way, buf_cstr(&shown), shown.len, ns);
	buf_free(&shown);
}

const struct message *process_message(const struct process *process, size_t i)
{
	const struct message *message;

	if (i >= process->n_messages || i >= MESSAGES_KEPT)
		return NULL;
	message = &process->messages[(process->n_messages - 1 - i) % MESSAGES_KEPT];
	return message->text ? message : NULL;
}

/* --- programs and descriptors ---------------------------------------------------------------- */

void process_note_exec(struct diagnosis *diagnosis, struct process *process)
{
	free_failed(process);
	free_messages(process);
	free_children(diagnosis, process);
	process->executed = true;
	process->brk = 0;
	process->n_open = 0;
	for (size_t i = 0; i < process->n_descriptors; i++)
		process->descriptors[i].opened = false;
}

struct descriptor *process_descriptor(struct diagnosis *diagnosis, struct process *process, int fd)
{
	size_t n;

	if (fd < 0 || fd >= DESCRIPTORS_KEPT)
		return NULL;
	if ((size_t)fd >= process->n_descriptors) {
		for (n = 16; n <= (size_t)fd;)
			n *= 2;
		if (diagnosis->n_descriptors - process->n_descriptors + n > ALL_DESCRIPTORS_MAX)
			return NULL;
		diagnosis->n_descriptors += n - process->n_descriptors;
		process->descriptors =
			xreallocarray(process->descriptors, n, sizeof(*process->descriptors));
		memset(process->descriptors + process->n_descriptors, 0,
		       (n - process->n_descriptors) * sizeof(*process->descriptors));
		process->n_descriptors = n;
	}
	return &process->descriptors[fd];
}

void process_note_close(struct process *process, int fd)
{
	struct descriptor *descriptor;

	if (fd < 0 || (size_t)fd >= process->n_descriptors)
		return;
	descriptor = &process->descriptors[fd];
	process->n_open -= descriptor->opened && process->n_open;
	*descriptor = (struct descriptor){ 0 };
}

struct descriptor *process_note_open(struct diagnosis *diagnosis, struct process *process, int fd,
				     uint32_t target, enum object_kind kind)
{
	struct descriptor *descriptor = process_descriptor(diagnosis, process, fd);

	if (!descriptor)
		return NULL;
	process->n_open -= descriptor->opened && process->n_open;
	*descriptor = (struct descriptor){
		.target = target,
		.kind = kind,
		.known = true,
		.opened = true,
	};
	process->n_open++;
	return descriptor;
}
