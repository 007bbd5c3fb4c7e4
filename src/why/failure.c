/* SPDX-License-Identifier: MIT */
/*
 * Why the command failed. From the process that scry has started the search goes down to the child
 * whose failure made its parent fail. There the message that the process wrote names the call that
 * failed, or the signal says what happened.
 */
#include "why/failure.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "why/findings.h"
#include "why/print.h"
#include "why/process.h"
#include "why/rows.h"
#include "why/texts.h"

/*
 * A parent that says this soon after the end of a child that something failed speaks of the child.
 */
#define REACTION_NS 300000000u
#define DEPTH_MAX 64
#define SAID_TOGETHER 4096

/* A failed call as the cause, and how well the messages fit to it. */
struct cause {
	const struct failed_call *call;
	const struct process *process;
	int score;
	bool by_name, by_error; /* the message has the path or address; the error */
};

/* A score of this size needs a name or an error in the message. */
#define SCORE_NAMED 3
/* The length of a name that is hardly in a message by chance. */
#define NAME_MIN 5

/* --- messages -------------------------------------------------------------------------------- */

/*
 * Joins the messages of a process in the order in which they were written. stdout counts only if
 * there is nothing else.
 */
static void join_messages(const struct process *process, uint64_t since_ns, struct buf *said)
{
	bool loud = false;

	for (size_t i = 0; i < MESSAGES_KEPT; i++) {
		const struct message *message = process_message(process, i);

		loud |= message && message->way != WAY_STDOUT && message->ns >= since_ns;
	}
	for (size_t i = MESSAGES_KEPT; i-- > 0;) {
		const struct message *message = process_message(process, i);

		if (!message || message->ns < since_ns || (loud && message->way == WAY_STDOUT))
			continue;
		if (said->len)
			buf_putc(said, '\n');
		buf_puts(said, message->text);
	}
}

/* The last message that is more than a few characters; one on stdout only if there is no other. */
static const struct message *last_message(const struct process *process)
{
	const struct message *found = NULL;

	for (size_t i = 0; i < MESSAGES_KEPT; i++) {
		const struct message *message = process_message(process, i);

		if (!message || strlen(message->text) < 3)
			continue;
		if (message->way != WAY_STDOUT)
			return message;
		if (!found)
			found = message;
	}
	return found;
}

/*
 * Whether a process said on stderr or in a log that something went wrong. What it prints on stdout
 * is its work.
 */
static bool has_complained(const struct diagnosis *diagnosis, const struct process *process)
{
	const char *program = texts_at(&diagnosis->programs, process->program);

	for (size_t i = 0; i < MESSAGES_KEPT; i++) {
		const struct message *message = process_message(process, i);

		if (message && message->way != WAY_STDOUT && is_complaint(message->text, program))
			return true;
	}
	return false;
}

/* Whether a failed call is the last thing that a process did and said. */
static bool ends_with_words(const struct process *process, const struct failed_call *call)
{
	const struct message *last = last_message(process);

	return !last || call->ns > last->ns;
}

/* --- the failed call ------------------------------------------------------------------------- */

static const char *base_of(const char *text, size_t *len)
{
	*len = strlen(text);
	return path_last(text, len);
}

static bool is_part_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* Whether a text has a name as a word of its own. */
static bool has_word(const char *text, const char *name, size_t len)
{
	for (const char *at = text; (at = strstr(at, name)); at++)
		if ((at == text || !is_part_of_word(at[-1]) || !is_part_of_word(*name)) &&
		    !is_part_of_word(at[len]))
			return true;
	return false;
}

/*
 * Whether the messages have the name of the object: all of it, its last part, or the port of an
 * address. A short name may stand there by chance, unless the error is there, too.
 */
static int score_name(const char *said, const struct failed_call *call, bool with_error)
{
	char part[TEXT_KEPT + 1];
	const char *base, *port;
	size_t len;

	if (!call->text || strlen(call->text) < 2 || strstr(call->text, "://"))
		return 0;
	if (strlen(call->text) >= (with_error ? 2 : NAME_MIN) &&
	    has_word(said, call->text, strlen(call->text)))
		return 4;
	base = base_of(call->text, &len);
	if (len >= (with_error ? 3 : NAME_MIN) && len < sizeof(part)) {
		memcpy(part, base, len);
		part[len] = '\0';
		if (has_word(said, part, len))
			return 3;
	}
	port = strrchr(call->text, ':');
	return port && strlen(port) > 2 && has_word(said, port + 1, strlen(port + 1)) ? 3 : 0;
}

static int score_error(const char *said, const struct failed_call *call)
{
	const char *text = errno_text(abi_native(), (unsigned)call->error);
	const char *name = errno_name(abi_native(), (unsigned)call->error);

	return (text && strcasestr(said, text)) || (name && strstr(said, name)) ||
			       error_has_words(call->id, call->error, said)
		       ? 3
		       : 0;
}

/* Looks for the failed call of a process that fits best to what was said. Later ones win. */
static void rate_calls(const struct process *process, const char *said, struct cause *best)
{
	for (size_t i = 0; i < process->n_failed; i++) {
		const struct failed_call *call = &process->failed[i];
		int error = score_error(said, call), name = score_name(said, call, error > 0);
		int score = name + error;

		/* An error without the name of the object may belong to another call. */
		if (!name && error && call->text && call->error == ENOENT && call->id != ID_connect)
			score -= 2;
		if (score < best->score || (!score && best->call && call->ns < best->call->ns))
			continue;
		*best = (struct cause){ call, process, score, name > 0, error > 0 };
	}
}

/*
 * The failed calls of children that could not execute their program count as calls of the parent:
 * fork and exec are one step.
 */
static struct cause find_cause(const struct process *process, const char *said)
{
	struct cause best = { 0 };

	for (size_t i = 0; i < FAILED_CHILDREN_KEPT; i++) {
		const struct process *child = process->failed_children[i];

		if (child && !child->executed)
			rate_calls(child, said, &best);
	}
	rate_calls(process, said, &best);
	return best;
}

/* --- the way down to the cause --------------------------------------------------------------- */

/* The status that a shell has after a child that ended like this one. */
static int status_of(const struct process *process)
{
	return process->killed ? 128 + process->status : process->status;
}

/* Whether a process ended as its child did, as shells do. */
static bool has_same_end(const struct process *process, const struct process *child)
{
	return process->killed ? child->killed && child->status == process->status
			       : status_of(child) == process->status;
}

/*
 * Returns the child that is the cause rather than others: the last one with the same end, or the
 * last one. NULL: none failed.
 */
static const struct process *last_failed_child(const struct process *process)
{
	const struct process *last = NULL;

	for (size_t i = 0; i < FAILED_CHILDREN_KEPT; i++) {
		const struct process *child = process->failed_children[i];
		bool same = child && has_same_end(process, child);

		if (!child || child->interrupted || child->ended_by_parent)
			continue;
		if (!last || same > has_same_end(process, last) ||
		    (same == has_same_end(process, last) && child->ended_ns > last->ended_ns))
			last = child;
	}
	return last;
}

static bool says_anything(const struct process *process)
{
	return last_message(process) != NULL;
}

static bool spoke_after(const struct process *process, uint64_t ns, uint64_t until_ns)
{
	for (size_t i = 0; i < MESSAGES_KEPT; i++) {
		const struct message *message = process_message(process, i);

		if (message && message->ns >= ns && message->ns <= until_ns &&
		    message->way != WAY_STDOUT)
			return true;
	}
	return false;
}

/*
 * Whether the messages after a time name the object and the error of a failed call of the process
 * itself.
 */
static bool explains_itself(const struct process *process, uint64_t since_ns)
{
	struct buf said = { 0 };
	struct cause cause;

	join_messages(process, since_ns, &said);
	cause = find_cause(process, buf_cstr(&said));
	buf_free(&said);
	return cause.by_name && cause.by_error;
}

/* Whether the failure of a child is why its parent failed. */
static bool is_cause(const struct process *process, const struct process *child)
{
	bool same = has_same_end(process, child);
	bool at_once = process->ended_ns - child->ended_ns < REACTION_NS;
	bool goes_on = process->last_good_child_ns > child->ended_ns;

	if (!child->executed && !says_anything(child) && !child->killed &&
	    !child->n_failed_children)
		return !says_anything(process) && same;
	if (explains_itself(process, child->ended_ns))
		return false;
	return same || (at_once && !goes_on) ||
	       spoke_after(process, child->ended_ns, child->ended_ns + REACTION_NS);
}

/*
 * Goes down as long as a child is the cause. chain: the processes on the way. Returns their number.
 */
static size_t go_down(const struct process *process, const struct process *chain[DEPTH_MAX])
{
	size_t n = 0;

	while (process && n < DEPTH_MAX) {
		const struct process *child = last_failed_child(process);

		chain[n++] = process;
		process = child && is_cause(process, child) ? child : NULL;
	}
	return n;
}

/* --- words ----------------------------------------------------------------------------------- */

static const char *program_of(const struct diagnosis *diagnosis, const struct process *process)
{
	return texts_at(&diagnosis->programs, process->program);
}

static void put_failure_end(struct buf *out, const struct process *process)
{
	const char *name;

	if (!process->killed) {
		buf_printf(out, "exited with %d", process->status);
		return;
	}
	name = signal_name(abi_native(), (unsigned)process->status);
	buf_printf(out, "killed by %s", name ? name : "a signal");
}

static void add_chain(const struct diagnosis *diagnosis, struct finding *finding,
		      const struct process *const chain[], size_t n)
{
	struct buf text = { 0 };

	if (n < 2)
		return;
	for (size_t i = 0; i < n; i++) {
		if (i && n > 5 && i == 2) {
			buf_printf(&text, " because ... (%zu more)", n - 4);
			i = n - 2;
		}
		if (i)
			buf_puts(&text, " because ");
		put_harmless(&text, program_of(diagnosis, chain[i]), 40);
		buf_printf(&text, "[%d] ", chain[i]->pid);
		put_failure_end(&text, chain[i]);
	}
	finding_line(finding, "chain", "%s", buf_cstr(&text));
	buf_free(&text);
}

/* Words that stand in the line of a message that matters, rather than in what follows it. */
static const char *const loud_words[] = { "rror", "atal", "annot", "ailed", "not found", "denied" };

/* How well a line explains the cause. */
static int rate_message(const struct message *message, const struct cause *cause)
{
	int rate = 0;

	if (cause && cause->call)
		rate += 2 * (score_name(message->text, cause->call, cause->by_error) +
			     score_error(message->text, cause->call));
	if (row_of_message(message->text))
		rate += 5;
	for (size_t i = 0; i < ARRAY_SIZE(loud_words); i++)
		rate += strstr(message->text, loud_words[i]) != NULL;
	return rate;
}

/*
 * Returns the message to show: the one that explains the cause best, or the last one. NULL: there
 * is none.
 */
static const struct message *best_message(const struct process *process, const struct cause *cause)
{
	const struct message *best = last_message(process);

	for (size_t i = 0; best && i < MESSAGES_KEPT; i++) {
		const struct message *message = process_message(process, i);

		if (message && message->way == best->way &&
		    rate_message(message, cause) > rate_message(best, cause))
			best = message;
	}
	return best;
}

static void add_said(struct finding *finding, const struct process *process,
		     const struct cause *cause)
{
	static const char *const keys[] = {
		[WAY_STDERR] = "said",
		[WAY_LOG] = "logged",
		[WAY_STDOUT] = "printed",
	};
	const struct message *message = best_message(process, cause);
	struct buf text = { 0 };

	if (!message)
		return;
	put_harmless(&text, message->text, MESSAGE_KEPT);
	finding_line(finding, keys[message->way], "%s", buf_cstr(&text));
	buf_free(&text);
}

#define LAST_LINES 3

/*
 * Shows the last lines on stderr, in their order, or the last one on stdout. It is unknown
 * whether one of them says the reason.
 */
static void add_last_lines(struct finding *finding, const struct process *process)
{
	const struct message *lines[LAST_LINES];
	size_t n = 0;

	for (size_t i = 0; i < MESSAGES_KEPT && n < LAST_LINES; i++) {
		const struct message *message = process_message(process, i);

		if (message && message->way != WAY_STDOUT)
			lines[n++] = message;
	}
	if (!n) {
		add_said(finding, process, NULL);
		return;
	}
	while (n--) {
		struct buf text = { 0 };

		put_harmless(&text, lines[n]->text, MESSAGE_KEPT);
		finding_line(finding, lines[n]->way == WAY_LOG ? "last logged" : "last said", "%s",
			     buf_cstr(&text));
		buf_free(&text);
	}
}

static void put_failed_call(struct buf *out, const struct failed_call *call)
{
	const char *name = syscall_name(call->id);
	const char *error = errno_name(abi_native(), (unsigned)call->error);
	const char *words = errno_text(abi_native(), (unsigned)call->error);

	buf_printf(out, "%s(", name ? name : "?");
	if (call->text)
		put_harmless(out, call->text, TEXT_KEPT);
	buf_printf(out, ") = %s", error ? error : "an error");
	if (words)
		buf_printf(out, " (%s)", words);
	if (call->count > 1)
		buf_printf(out, ", %u times", call->count);
}

static void add_call(const struct diagnosis *diagnosis, struct finding *finding,
		     const struct cause *cause)
{
	struct buf text = { 0 };

	put_harmless(&text, program_of(diagnosis, cause->process), 40);
	buf_printf(&text, "[%d] ", cause->process->pid);
	put_failed_call(&text, cause->call);
	finding_line(finding, "call", "%s", buf_cstr(&text));
	buf_free(&text);
	if (cause->call->detail)
		finding_line(finding, "because", "%s", cause->call->detail);
}

/*
 * Returns the last part of the path of a call that has looked for a name in a directory; NULL: it
 * has not.
 */
static const char *directory_of_name(const struct failed_call *call, const char *name, size_t len)
{
	const char *base;
	size_t base_len;

	if (!call->text || call->error != ENOENT)
		return NULL;
	base = base_of(call->text, &base_len);
	return base_len == len && !memcmp(base, name, len) && base != call->text ? base : NULL;
}

/*
 * Whether an earlier call has looked in the directory of call number i. base: what directory_of_name()
 * returned for that.
 */
static bool was_looked_in(const struct process *process, size_t i, const char *base,
			  const char *name, size_t len)
{
	const char *path = process->failed[i].text;

	for (size_t k = 0; k < i; k++) {
		const char *other = directory_of_name(&process->failed[k], name, len);

		if (other && other - process->failed[k].text == base - path &&
		    !memcmp(process->failed[k].text, path, (size_t)(base - path)))
			return true;
	}
	return false;
}

/* Returns in how many directories a process has looked in vain for what a call has not found. */
static size_t count_places(const struct process *process, const struct failed_call *call)
{
	const char *name;
	size_t len, n = 0;

	if (!call->text || call->error != ENOENT)
		return 0;
	name = base_of(call->text, &len);
	for (size_t i = 0; i < process->n_failed; i++) {
		const char *base = directory_of_name(&process->failed[i], name, len);

		n += base && !was_looked_in(process, i, base, name, len);
	}
	return n;
}

/* The limits of a list of directories: their number, and their bytes, which are three lines. */
#define PLACES_MAX 8
#define PLACES_LEN 170

/* Lists the directories in which a process looked for a name in vain. */
static void add_places(struct finding *finding, const struct process *process, const char *name,
		       size_t len)
{
	struct buf text = { 0 };
	size_t n = 0, n_shown = 0;

	for (size_t i = 0; i < process->n_failed; i++) {
		const struct failed_call *call = &process->failed[i];
		const char *base = directory_of_name(call, name, len);

		if (!base || was_looked_in(process, i, base, name, len))
			continue;
		n++;
		if (n_shown == PLACES_MAX || text.len + (size_t)(base - call->text) > PLACES_LEN)
			continue;
		n_shown++;
		buf_puts(&text, n_shown > 1 ? " " : "");
		put_harmless(&text, call->text, (size_t)(base - call->text));
	}
	if (n > n_shown)
		buf_printf(&text, " and %zu more", n - n_shown);
	if (n > 1)
		finding_line(finding, "looked in", "%s", buf_cstr(&text));
	buf_free(&text);
}

/* --- findings -------------------------------------------------------------------------------- */

static void set_program(const struct diagnosis *diagnosis, struct finding *finding,
			const struct process *process)
{
	const char *program = program_of(diagnosis, process);

	finding->pid = process->pid;
	free(finding->program);
	finding->program = xstrdup(program);
	put_harmless(&finding->title, program, 40);
}

/* What signals mean. */
static const struct {
	int signal;
	enum finding_id finding;
} signals[] = {
	{ SIGSEGV, FINDING_MEMORY_FAULT },   { SIGBUS, FINDING_MEMORY_FAULT },
	{ SIGABRT, FINDING_ABORTED },	     { SIGFPE, FINDING_ARITHMETIC_FAULT },
	{ SIGILL, FINDING_MEMORY_FAULT },    { SIGSYS, FINDING_CALL_FORBIDDEN },
	{ SIGXFSZ, FINDING_FILE_TOO_LARGE }, { SIGXCPU, FINDING_CPU_LIMIT },
	{ SIGPIPE, FINDING_BROKEN_PIPE },    { SIGALRM, FINDING_TIMER_ENDED },
	{ SIGTRAP, FINDING_ABORTED },
};

static const struct kill_note *find_kill(const struct diagnosis *diagnosis,
					 const struct process *process)
{
	for (size_t i = 0; i < KILLS_KEPT; i++) {
		const struct kill_note *note = &diagnosis->kills[i];

		if (note->signal == process->status && note->target == process->pid)
			return note;
	}
	return NULL;
}

/* Whether a process has sent the signal that has ended another one or itself. */
static bool was_sent(const struct diagnosis *diagnosis, const struct process *process)
{
	if (process->signal.signal == process->status)
		return process->signal.sent;
	return find_kill(diagnosis, process) != NULL;
}

/* Whether a process has sent that signal to itself. abort(3) does. */
static bool has_sent_it_itself(const struct diagnosis *diagnosis, const struct process *process)
{
	const struct kill_note *note = find_kill(diagnosis, process);

	return note ? note->sender == process->pid
		    : process->signal.signal == process->status &&
			       process->signal.sender == process->pid;
}

static void add_sender(const struct diagnosis *diagnosis, struct finding *finding,
		       const struct process *process)
{
	const struct kill_note *note = find_kill(diagnosis, process);
	pid_t sender = process->signal.signal == process->status ? process->signal.sender : 0;
	char name[LOOK_NAME];

	/* The kernel sends it because of what the process does. */
	if (!was_sent(diagnosis, process) && process->status != SIGKILL)
		return;
	if (note && note->sender == process->pid)
		finding_line(finding, "from", "the process itself, by kill");
	else if (note)
		finding_line(finding, "from", "%s[%d], by kill",
			     texts_at(&diagnosis->programs, note->program), note->sender);
	else if (sender == process->pid)
		finding_line(finding, "from", "the process itself");
	else if (sender > 0 && diagnosis->look && diagnosis->look->comm(sender, name))
		finding_line(finding, "from", "process %d (%s)", sender, name);
	else if (sender > 0)
		finding_line(finding, "from", "process %d", sender);
	else if (process->status == SIGKILL)
		finding_line(finding, "from", "outside of the trace, or the kernel");
	else
		finding_line(finding, "from", "a process that its pid namespace does not show");
}

static bool killed_for_memory(const struct diagnosis *diagnosis, const struct process *process)
{
	return process->status == SIGKILL && diagnosis->look && !find_kill(diagnosis, process) &&
	       diagnosis->look->oom_kills() > diagnosis->oom_kills;
}

static void set_confidence(struct finding *finding, enum confidence confidence, const char *reason)
{
	finding->confidence = confidence;
	finding->reason = reason;
}

static void __attribute__((format(printf, 2, 3)))
advise(struct finding *finding, const char *format, ...)
{
	struct buf text = { 0 };
	va_list args;

	va_start(args, format);
	buf_vprintf(&text, format, args);
	va_end(args);
	free(finding->next);
	finding->next = buf_take(&text);
}

static struct finding *find_signal(struct diagnosis *diagnosis, const struct process *process)
{
	enum finding_id id = FINDING_KILLED;
	const char *name = signal_name(abi_native(), (unsigned)process->status);
	struct finding *finding;
	bool fault = process->signal.signal == process->status;
	bool sent = was_sent(diagnosis, process);
	bool itself = sent && has_sent_it_itself(diagnosis, process);

	/*
	 * What a process sends says nothing about memory, limits or filters. Only abort(3) sends
	 * SIGABRT to itself.
	 */
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (signals[i].signal == process->status &&
		    (!sent || (itself && process->status == SIGABRT)))
			id = signals[i].finding;
	if (killed_for_memory(diagnosis, process))
		id = FINDING_KILLED_FOR_MEMORY;
	finding = finding_add(diagnosis, id);
	set_program(diagnosis, finding, process);
	buf_printf(&finding->title, " was killed by %s", name ? name : "a signal");
	add_said(finding, process, NULL);
	if (fault && process->signal.detail && process->status == SIGSYS)
		finding_line(finding, "forbidden", "%s", process->signal.detail);
	else if (fault && process->signal.detail &&
		 (process->status == SIGPIPE || process->status == SIGXFSZ))
		finding_line(finding, "writes to", "%s", process->signal.detail);
	else if (fault && process->signal.detail)
		finding_line(finding, "address", "0x%llx: %s",
			     (unsigned long long)process->signal.address, process->signal.detail);
	add_sender(diagnosis, finding, process);
	if (fault && process->signal.place)
		advise(finding,
		       "look at the code: addr2line -f -e %s; or gdb --args COMMAND, then run and "
		       "bt",
		       process->signal.place);
	else if (process->status == SIGKILL && !find_kill(diagnosis, process))
		advise(finding, "look for what ended it: the kernel log (dmesg), the limits of its "
				"container or unit, a time limit, another user");
	else if (itself && id == FINDING_KILLED)
		advise(finding, "the program ends itself by this signal: look why in its messages "
				"and its code");
	set_confidence(finding, SURE,
		       !sent ? "the kernel reported the signal"
		       : find_kill(diagnosis, process)
			       ? "the trace has the call that has sent the signal"
			       : "the kernel reported the signal, and that a process has sent it");
	if (id == FINDING_KILLED_FOR_MEMORY)
		set_confidence(finding, LIKELY,
			       "the kernel killed a process for memory during the trace");
	return finding;
}

/*
 * A script whose interpreter is missing fails with ENOENT, although the file exists: then the
 * system gave a detail.
 */
static enum finding_id finding_of_cause(const struct cause *cause)
{
	const struct failed_call *call = cause->call;

	if (call->id == ID_execve && call->error == ENOENT && call->detail)
		return FINDING_INTERPRETER_MISSING;
	return finding_of_failure(call->id, call->error);
}

/* What a process wrote that no failed call explains. */
enum output_kind {
	OUTPUT_NONE,
	/* before its last failed call, and nothing in it says that something went wrong */
	OUTPUT_BEFORE,
	OUTPUT_ORDINARY, /* nothing in it says that something went wrong */
	OUTPUT_COMPLAINT,
};

static enum output_kind kind_of_output(const struct diagnosis *diagnosis,
				       const struct process *process, const struct cause *cause,
				       const char *said)
{
	if (!*said)
		return OUTPUT_NONE;
	if (has_complained(diagnosis, process))
		return OUTPUT_COMPLAINT;
	return cause->call && ends_with_words(process, cause->call) ? OUTPUT_BEFORE
								    : OUTPUT_ORDINARY;
}

/* Chooses the finding by the failed call, by words of the messages, or by what there is. */
static enum finding_id choose_finding(const struct cause *cause, const char *said,
				      enum output_kind kind)
{
	const struct message_row *message = row_of_message(said);

	if (cause->call && cause->score >= SCORE_NAMED) {
		enum finding_id by_call = finding_of_cause(cause);

		/* Words such as "No module named" say more than ENOENT of a file. */
		if (message && by_call != FINDING_INTERPRETER_MISSING &&
		    (cause->call->error == ENOENT || !cause->by_name) &&
		    message->finding != FINDING_WRONG_USAGE)
			return message->finding;
		return by_call;
	}
	if (message)
		return message->finding;
	if (kind <= OUTPUT_BEFORE && cause->call)
		return finding_of_cause(cause);
	return kind == OUTPUT_COMPLAINT ? FINDING_OWN_MESSAGE
	       : kind == OUTPUT_NONE	? FINDING_SILENT_EXIT
					: FINDING_UNEXPLAINED_EXIT;
}

static void add_search(struct finding *finding, const struct cause *cause)
{
	const char *base;
	size_t len;

	if (!cause->call || !cause->call->text || cause->call->error != ENOENT)
		return;
	base = base_of(cause->call->text, &len);
	add_places(finding, cause->process, base, len);
}

static void put_cause_object(struct buf *title, const struct cause *cause, enum finding_id id)
{
	const char *words = errno_text(abi_native(), (unsigned)cause->call->error);
	size_t places = count_places(cause->process, cause->call), len;
	const char *name;

	buf_puts(title, ": ");
	if (places > 1) {
		name = base_of(cause->call->text, &len);
		put_harmless(title, name, len < 100 ? len : 100);
		buf_printf(title, ": not found in %zu directories", places);
		return;
	}
	if (cause->call->text)
		put_harmless(title, cause->call->text, 100);
	else
		buf_printf(title, "%s", syscall_name(cause->call->id));
	if (words && id != FINDING_MODULE_NOT_FOUND)
		buf_printf(title, ": %s", words);
}

/* Whether a failed call is one of the kind that the finding is about. */
static bool belongs(enum finding_id id, const struct cause *cause)
{
	if (!cause->call || cause->score < SCORE_NAMED)
		return false;
	if (cause->call->error == ENOENT &&
	    (id == FINDING_LIBRARY_NOT_FOUND || id == FINDING_MODULE_NOT_FOUND ||
	     id == FINDING_COMMAND_NOT_FOUND))
		return cause->by_name;
	return id == finding_of_cause(cause);
}

/*
 * Finds the last connection over the network that failed. Unlike files, programs rarely try such in
 * vain.
 */
static bool find_connection(const struct process *process, struct cause *cause)
{
	for (size_t i = process->n_failed; i-- > 0;) {
		const struct failed_call *call = &process->failed[i];

		if (call->id != ID_connect || !call->text || !strchr(call->text, ':') ||
		    (call->error != ECONNREFUSED && call->error != ETIMEDOUT &&
		     call->error != ENETUNREACH && call->error != EHOSTUNREACH))
			continue;
		*cause = (struct cause){ .call = call, .process = process };
		return true;
	}
	return false;
}

/* Files that no device has: an error there is an answer of the kernel. */
static bool is_of_kernel(const char *path)
{
	return !strncmp(path, PROC_MOUNT, strlen(PROC_MOUNT)) ||
	       !strncmp(path, "/sys/", strlen("/sys/"));
}

/*
 * Files of the kernel of which programs can make none. /sys/fs and /sys/kernel have directories in
 * which they can.
 */
static bool is_made_by_kernel(const char *path)
{
	return is_of_kernel(path) && strncmp(path, "/sys/fs/", strlen("/sys/fs/")) != 0 &&
	       strncmp(path, "/sys/kernel/", strlen("/sys/kernel/")) != 0;
}

/* Whether a call of the process was to make the file: touch(1) goes on with calls that need it. */
static bool was_to_be_made(const struct cause *cause)
{
	const struct process *process = cause->process;

	for (size_t i = 0; i < process->n_failed; i++)
		if (process->failed[i].creates && process->failed[i].text && cause->call->text &&
		    !strcmp(process->failed[i].text, cause->call->text))
			return true;
	return cause->call->creates;
}

/* Says what to do where more is known than the row says. */
static void advise_exit(struct finding *finding, const struct cause *cause, const char *said)
{
	const struct message_row *message = row_of_message(said);
	const struct failed_call *call = cause->call;
	const char *path = call && call->text ? call->text : "", *variable;
	bool creates = call && was_to_be_made(cause);

	if (message && message->next && message->finding == finding->id)
		advise(finding, "%s", message->next);
	else if (finding->id == FINDING_CONNECTION_REFUSED && call && call->id == ID_connect &&
		 (*path == '/' || *path == '@'))
		advise(finding, "start the server that makes this socket, or correct its path");
	else if (finding->id == FINDING_NOT_PERMITTED && call && call->detail &&
		 strstr(call->detail, "seccomp"))
		advise(finding,
		       "allow %s in the seccomp profile (scry --policy writes one); if that does "
		       "not help, the capability is missing that the call needs",
		       syscall_name(call->id));
	else if (finding->id == FINDING_IO_ERROR && is_of_kernel(path))
		advise(finding, "the kernel refuses this access to a file of its own: proc(5), "
				"sysfs(5)");
	else if (call && is_made_by_kernel(path) &&
		 (finding->id == FINDING_MISSING_FILE || creates))
		advise(finding, "%s",
		       creates ? "name another place: the kernel makes all files of this file "
				 "system, "
				 "and programs can make none there (proc(5), sysfs(5))"
			       : "correct the path, or look whether this kernel has it: the kernel "
				 "makes all files of this file system (proc(5), sysfs(5))");
	else if (finding->id == FINDING_MISSING_FILE && call && creates)
		advise(finding, "create the directory that is to contain it (mkdir -p), or correct "
				"the path");
	else if (finding->id == FINDING_WRONG_USAGE && finding->program)
		advise(finding, "correct the options: %s --help, or its manual page",
		       finding->program);
	else if (finding->id == FINDING_MISSING_FILE && call &&
		 count_places(cause->process, call) > 1) {
		variable = search_variable(path);
		advise(finding, "install what has this file, or name its directory%s%s",
		       variable ? ": " : "", variable ? variable : "");
	}
}

static struct finding *find_exit(struct diagnosis *diagnosis, const struct process *process)
{
	enum finding_id id;
	struct buf said = { 0 };
	struct finding *finding;
	struct cause cause;
	/*
	 * The message names the cause. It does not, and it is a connection. It does not, and an
	 * answer did not come.
	 */
	bool named, unsaid = false, waited = false, explained, last;
	enum output_kind kind;

	join_messages(process, 0, &said);
	cause = find_cause(process, buf_cstr(&said));
	kind = kind_of_output(diagnosis, process, &cause, buf_cstr(&said));
	id = choose_finding(&cause, buf_cstr(&said), kind);
	explained = id != FINDING_OWN_MESSAGE && id != FINDING_UNEXPLAINED_EXIT;
	if (!explained && find_connection(process, &cause)) {
		id = finding_of_cause(&cause);
		unsaid = true;
	}
	named = !unsaid && belongs(id, &cause);
	if (!named && !unsaid && process->unanswered && (!explained || !said.len)) {
		id = process->unanswered_resolver ? FINDING_NAME_NOT_RESOLVED
						  : FINDING_CONNECTION_TIMED_OUT;
		waited = true;
		cause.call = NULL;
	}
	/* The finding is about the last failed call, because no message came after it. */
	last = cause.call && !named && !unsaid && kind <= OUTPUT_BEFORE &&
	       id == finding_of_cause(&cause);
	finding = finding_add(diagnosis, id);
	set_program(diagnosis, finding, process);
	buf_printf(&finding->title, " exited with %d", process->status);
	if (named || unsaid || last)
		put_cause_object(&finding->title, &cause, id);
	if (kind == OUTPUT_BEFORE || kind == OUTPUT_ORDINARY)
		add_last_lines(finding, process);
	else
		add_said(finding, process, &cause);
	if (named || unsaid || last) {
		add_call(diagnosis, finding, &cause);
		add_search(finding, &cause);
	}
	if (!named && process->unanswered)
		finding_line(finding, "no answer", "from %s%s",
			     process->unanswered_resolver ? "the name server " : "",
			     texts_at(&diagnosis->targets, process->unanswered));
	if (!named && !unsaid && process->peer && id == FINDING_CONNECTION_REFUSED)
		finding_line(finding, "address", "%s",
			     texts_at(&diagnosis->targets, process->peer));
	if (process->question && id == FINDING_NAME_NOT_RESOLVED)
		finding_line(finding, "asked for", "%s",
			     texts_at(&diagnosis->targets, process->question));
	if (waited)
		set_confidence(finding, LIKELY,
			       "it waited for the answer in vain, and the message gives no other "
			       "cause");
	else if (unsaid)
		set_confidence(finding, LIKELY,
			       "its last connection failed, and the message gives no other cause");
	else if (named && cause.by_name)
		set_confidence(finding, SURE, "the message names what the call failed on");
	else if (named)
		set_confidence(finding, LIKELY, "the message has the error of the call");
	else if (last)
		set_confidence(
			finding, POSSIBLE,
			said.len ? "the last call that failed before the end; no message follows it"
				 : "the last call that failed before the end; there is no message");
	else if (id == FINDING_UNEXPLAINED_EXIT)
		set_confidence(finding, POSSIBLE,
			       "nothing in what it wrote last says that something went wrong");
	else if (said.len)
		set_confidence(finding, id == FINDING_OWN_MESSAGE ? LIKELY : SURE,
			       "the program says so itself");
	else
		set_confidence(finding, POSSIBLE, "no call failed, and nothing was said");
	advise_exit(finding, &cause, buf_cstr(&said));
	buf_free(&said);
	return finding;
}

static void find_failure(struct diagnosis *diagnosis, const struct process *process)
{
	const struct process *chain[DEPTH_MAX];
	size_t n = go_down(process, chain);
	const struct process *cause = chain[n - 1];
	struct finding *finding =
		cause->killed ? find_signal(diagnosis, cause) : find_exit(diagnosis, cause);

	if (process->n_alike)
		buf_printf(&finding->title, " (%u more of it ended like this)", process->n_alike);
	add_chain(diagnosis, finding, chain, n);
}

/* Whether the user or another process has ended the process, which says nothing about a failure. */
static bool was_stopped(const struct process *process)
{
	return process->killed && (process->status == SIGINT || process->status == SIGTERM ||
				   process->status == SIGHUP || process->status == SIGQUIT);
}

/* A process that waited when it was ended is in the findings already. */
static bool has_wait(const struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->n_findings; i++)
		if (diagnosis->findings[i]->row->part == PART_WAITING)
			return true;
	return false;
}

/* Whether an end that was kept is a failure. */
static bool is_failure(const struct diagnosis *diagnosis, const struct process *process)
{
	if (process->killed && was_stopped(process))
		return false;
	/* Below a command that ended well only crashes count. */
	return process->killed || !diagnosis->root;
}

/* Below a command a crash or two say enough. */
#define CRASHES_SHOWN 2

/* Crashes come first. */
static void find_ends(struct diagnosis *diagnosis)
{
	size_t most = diagnosis->has_command ? CRASHES_SHOWN : ENDS_KEPT, n = 0;

	for (int killed = 1; killed >= 0; killed--)
		for (size_t i = 0; i < diagnosis->n_ends && n < most; i++) {
			const struct process *process = diagnosis->ends[i];

			if (process->killed != killed || !is_failure(diagnosis, process))
				continue;
			find_failure(diagnosis, process);
			n++;
		}
}

void find_failures(struct diagnosis *diagnosis)
{
	const struct process *root = diagnosis->root;
	bool failed = root && process_failed(root) && !root->interrupted;

	/* ^C is no failure. */
	if (failed && root->killed && root->status == SIGINT)
		return;
	if (failed && !(has_wait(diagnosis) && (was_stopped(root) || diagnosis->ended_by_limit)))
		find_failure(diagnosis, root);
	/* With a failure of the command, crashes are part of its chain or of what it expects. */
	if (!failed)
		find_ends(diagnosis);
}
