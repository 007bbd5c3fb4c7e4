/* SPDX-License-Identifier: MIT */
/*
 * From the connection to a stopped program: what the stub can do, the program or the processes, the
 * machine.
 */
#include "engine/gdb/open.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/files.h"
#include "engine/gdb/hex.h"
#include "engine/gdb/stop.h"
#include "scry/proc.h"
#include "scry/tracee.h"

/* The limits in bytes of files that a stub sends. */
#define DESCRIPTION_MAX (1u << 20)
#define AUXV_MAX 4096u

/* If a stub does not say how long packets may be. */
#define PACKET_SIZE_LEAST 400u
#define PACKET_SIZE_MAX 65536u

static bool fail_to_connect(struct gdb_engine *engine, const char *what)
{
	const struct gdb_link *link = &engine->link;

	if (link->lost)
		warn("'%s': %s: %s", link->target, what, link->lost);
	else
		warn("'%s': %s", link->target, what);
	return false;
}

/* --- features -------------------------------------------------------------------------------- */

/* A word of the reply to qSupported, and the member that it sets. */
struct feature {
	const char *word;
	size_t member;
};

#define FEATURE(word, name)                               \
	{                                                 \
		word, offsetof(struct gdb_features, name) \
	}
static const struct feature features[] = {
	FEATURE("multiprocess+", multiprocess),
	FEATURE("QNonStop+", non_stop),
	FEATURE("QStartNoAckMode+", no_acks),
	FEATURE("QThreadEvents+", thread_events),
	FEATURE("fork-events+", fork_events),
	FEATURE("vfork-events+", vfork_events),
	FEATURE("exec-events+", exec_events),
	FEATURE("QCatchSyscalls+", catches_calls),
	FEATURE("QPassSignals+", passes_signals),
	FEATURE("qXfer:siginfo:read+", siginfo),
	FEATURE("qXfer:auxv:read+", auxv),
	FEATURE("qXfer:features:read+", descriptions),
	FEATURE("vContSupported+", resumes_threads),
	FEATURE("QEnvironmentHexEncoded+", environment),
	FEATURE("QEnvironmentUnset+", environment_reset),
	FEATURE("QStartupWithShell+", shell),
	FEATURE("QDisableRandomization+", randomization),
};

static void take_feature(struct gdb_features *found, const char *word, size_t len)
{
	static const char size[] = "PacketSize=";
	const char *digits = word + sizeof(size) - 1;
	uint64_t number;

	for (size_t i = 0; i < ARRAY_SIZE(features); i++)
		if (strlen(features[i].word) == len && !memcmp(features[i].word, word, len))
			*(bool *)((char *)found + features[i].member) = true;
	if (len <= sizeof(size) - 1 || memcmp(word, size, sizeof(size) - 1) ||
	    !hex_read(&digits, word + len, &number))
		return;
	if (number > PACKET_SIZE_MAX)
		number = PACKET_SIZE_MAX;
	if (number > PACKET_SIZE_LEAST)
		found->packet_size = (size_t)number;
}

/*
 * A stub reports children only if scry says that it follows them; the others run on without a
 * tracer. Without "xmlRegisters" gdbserver sends no description of x86.
 */
static bool ask_features(struct gdb_engine *engine)
{
	struct buf reply = { 0 };
	const char *words, *end;

	gdb_ask_put(engine,
		    "qSupported:multiprocess+;exec-events+;vContSupported+;QThreadEvents+;"
		    "xmlRegisters=i386,arm,mips%s",
		    engine->base.config->follow ? ";fork-events+;vfork-events+" : "");
	if (!gdb_ask_reply(engine, &reply, GDB_FIRST_MS)) {
		buf_free(&reply);
		return fail_to_connect(engine, "there is no stub of GDB's remote protocol");
	}
	engine->features.packet_size = PACKET_SIZE_LEAST;
	words = buf_cstr(&reply);
	for (end = words + reply.len; words < end; words += strcspn(words, ";") + 1)
		take_feature(&engine->features, words, strcspn(words, ";"));
	if (engine->base.config->debug)
		warn("'%s' can do: %s", engine->link.target, buf_cstr(&reply));
	buf_free(&reply);
	return true;
}

/* Refuses a stub that cannot do what a trace needs. */
static bool check_features(struct gdb_engine *engine)
{
	const struct gdb_features *found = &engine->features;

	if (!found->catches_calls)
		return fail_to_connect(engine,
				       "the stub does not report system calls (QCatchSyscalls): "
				       "gdbserver does, and qemu's user mode from version 9 on");
	if (!found->descriptions)
		return fail_to_connect(engine,
				       "the stub does not describe the registers of the program "
				       "(qXfer:features:read)");
	if (engine->base.config->follow && !found->fork_events && !found->vfork_events)
		warn("-f/--follow-forks: the stub does not report children (fork-events): only "
		     "threads are followed");
	return true;
}

static bool stop_acks(struct gdb_engine *engine)
{
	struct buf reply = { 0 };

	if (engine->features.no_acks && gdb_ask(engine, &reply, "QStartNoAckMode") &&
	    gdb_ask_is_ok(&reply)) {
		/* The last acknowledgement is that of this reply. */
		link_flush(&engine->link);
		engine->link.acks = false;
	}
	buf_free(&reply);
	return !engine->link.lost;
}

/* --- the machine ----------------------------------------------------------------------------- */

static bool get_description(void *ctx, const char *name, struct buf *file)
{
	return gdb_files_transfer(ctx, "features", name, DESCRIPTION_MAX, file);
}

static bool read_machine(struct gdb_engine *engine, struct gdb_process *process,
			 const struct buf *file, char **why)
{
	struct gdb_machine *machine;
	uint64_t hash = hash_bytes(HASH_START, file->data, file->len);

	for (machine = engine->machines; machine; machine = machine->next) {
		if (machine->hash == hash) {
			process->machine = machine;
			return true;
		}
	}
	machine = xcalloc(1, sizeof(*machine));
	if (!description_read(file, get_description, engine, machine, why)) {
		free(machine);
		return false;
	}
	machine->next = engine->machines;
	engine->machines = machine;
	process->machine = machine;
	return true;
}

bool gdb_open_machine(struct gdb_engine *engine, struct gdb_process *process, char **why)
{
	struct buf file = { 0 };
	bool good;

	if (!get_description(engine, "target.xml", &file)) {
		buf_free(&file);
		return set_error(why, "the stub sends no description of its machine");
	}
	good = read_machine(engine, process, &file, why);
	if (!good) {
		char *reason = *why;

		set_error(why, "the description of the machine: %s", reason);
		free(reason);
	}
	buf_free(&file);
	return good;
}

static uint64_t word_at(const struct abi *abi, const char *bytes, bool big_endian)
{
	uint64_t word = 0;

	for (unsigned i = 0; i < abi->pointer_size; i++) {
		unsigned at = big_endian ? i : abi->pointer_size - 1u - i;

		word = word << 8 | (unsigned char)bytes[at];
	}
	return word;
}

/* Returns the value of an entry of the auxiliary vector (getauxval(3)); 0: there is none. */
static uint64_t auxiliary(const struct abi *abi, const struct buf *vector, uint64_t type,
			  bool big_endian)
{
	size_t size = abi->pointer_size;

	for (size_t at = 0; at + 2 * size <= vector->len; at += 2 * size)
		if (word_at(abi, vector->data + at, big_endian) == type)
			return word_at(abi, vector->data + at + size, big_endian);
	return 0;
}

static bool is_page_size(uint64_t size)
{
	return size >= 4096 && size <= 1u << 20 && !(size & (size - 1));
}

/* A description does not say the byte order. The size of a page, which is a power of two, does. */
static bool check_auxiliary(struct gdb_engine *engine, const struct gdb_machine *machine)
{
	const struct abi *abi = machine->abi;
	struct buf vector = { 0 };
	uint64_t size = 0, swapped = 0;

	if (engine->features.auxv && gdb_files_transfer(engine, "auxv", "", AUXV_MAX, &vector)) {
		size = auxiliary(abi, &vector, AT_PAGESZ, abi->big_endian);
		swapped = auxiliary(abi, &vector, AT_PAGESZ, !abi->big_endian);
	}
	buf_free(&vector);
	if (!is_page_size(size) && is_page_size(swapped)) {
		warn("'%s': scry does not know a %s with the %s byte first", engine->link.target,
		     machine->arch->name, abi->big_endian ? "low" : "high");
		return false;
	}
	abi_set_page_size(size);
	return true;
}

/* All later stages take the machine of the first process for that of the trace. */
static bool use_machine(struct gdb_engine *engine)
{
	struct gdb_process *process = engine->processes;
	char *why;

	gdb_ask_select(engine, process->pid, process->pid);
	if (!gdb_open_machine(engine, process, &why)) {
		fail_to_connect(engine, why);
		free(why);
		return false;
	}
	engine->machine = process->machine;
	/* An emulator knows neither the non-stop mode nor -ENOSYS at the entry. */
	engine->is_emulator = !engine->features.non_stop && gdb_files_stub_is(engine, process->pid);
	if (engine->is_emulator)
		engine->marks = MARKS_ARE_NOT_SET;
	if (engine->is_emulator)
		engine->base.no_stacks = "the stub is an emulator, which does not say what the "
					 "program has mapped";
	else if (engine->machine->arch != arch_of_machine())
		engine->base.no_stacks = "scry unwinds stacks of the machine that it runs on only";
	abi_set_native(engine->machine->abi);
	return check_auxiliary(engine, engine->machine);
}

/* --- processes ------------------------------------------------------------------------------- */

struct gdb_process *gdb_open_find_process(const struct gdb_engine *engine, pid_t pid)
{
	struct gdb_process *process = engine->processes;

	while (process && process->pid != pid)
		process = process->next;
	return process;
}

/* A new process is put at the end of the list: the first one stays the first. */
struct gdb_process *gdb_open_process(struct gdb_engine *engine, pid_t pid)
{
	struct gdb_process *process = gdb_open_find_process(engine, pid), **link;

	if (process)
		return process;
	process = xcalloc(1, sizeof(*process));
	process->pid = pid;
	process->machine = engine->machine;
	for (link = &engine->processes; *link;)
		link = &(*link)->next;
	*link = process;
	return process;
}

void gdb_open_forget_process(struct gdb_engine *engine, struct gdb_process *gone)
{
	struct gdb_process **link = &engine->processes;

	while (*link && *link != gone)
		link = &(*link)->next;
	if (!*link)
		return;
	*link = gone->next;
	free(gone);
}

/* Takes the reply to "?", "vRun" or "vAttach": the process that has stopped. */
static bool take_process(struct gdb_engine *engine, struct buf *stop)
{
	pid_t pid, tid;

	if (!stop->len || (stop->data[0] != 'T' && stop->data[0] != 'S'))
		return false;
	tid = gdb_stop_thread(engine, stop, &pid);
	if (!tid) {
		struct buf reply = { 0 };

		/* The reply to "qC" is "QC" and the thread. */
		if (gdb_ask(engine, &reply, "qC") && reply.len > 2) {
			buf_clear(stop);
			buf_printf(stop, "T05thread:%s;", buf_cstr(&reply) + 2);
			tid = gdb_stop_thread(engine, stop, &pid);
		}
		buf_free(&reply);
	}
	if (!tid)
		return false;
	/* Without process IDs in packets the first thread stands for the process. */
	if (!engine->features.multiprocess)
		pid = engine->processes ? engine->processes->pid : tid;
	gdb_open_process(engine, pid);
	return true;
}

/* --- the program ----------------------------------------------------------------------------- */

static bool send_setting(struct gdb_engine *engine, const char *packet, const char *text)
{
	struct buf request = { 0 }, reply = { 0 };
	bool good;

	buf_puts(&request, packet);
	hex_put(&request, text, strlen(text));
	good = gdb_ask(engine, &reply, "%s", buf_cstr(&request)) && gdb_ask_is_ok(&reply);
	buf_free(&request);
	buf_free(&reply);
	return good;
}

/* -E: the other variables are those of the stub. */
static bool send_environment(struct gdb_engine *engine)
{
	char *const *changes = engine->base.config->remote.changes;

	for (size_t i = 0; i < engine->base.config->remote.n_changes; i++) {
		bool sets = strchr(changes[i], '=');

		if (sets ? !engine->features.environment : !engine->features.environment_reset)
			return fail_to_connect(engine, "-E/--env: the stub cannot change the "
						       "environment of a "
						       "program");
		if (!send_setting(engine, sets ? "QEnvironmentHexEncoded:" : "QEnvironmentUnset:",
				  changes[i]))
			return fail_to_connect(engine, "-E/--env: the stub refuses a change");
	}
	return true;
}

/* gdbserver passes arguments with blanks only through a shell, with quotes. */
static bool needs_shell(char *const *argv)
{
	for (size_t i = 0; argv[i]; i++)
		if (!*argv[i] || strpbrk(argv[i], " \t\n"))
			return true;
	return false;
}

/*
 * gdbserver would start each program through the shell of its environment, which may change that
 * environment, and at the same addresses each time.
 */
static bool run_command(struct gdb_engine *engine)
{
	char *const *argv = engine->base.config->argv;
	struct buf request = { 0 }, reply = { 0 };
	bool good;

	if (engine->features.shell)
		gdb_ask(engine, &reply, "QStartupWithShell:%d", needs_shell(argv));
	if (engine->features.randomization)
		gdb_ask(engine, &reply, "QDisableRandomization:0");
	if (!send_environment(engine)) {
		buf_free(&reply);
		return false;
	}
	buf_puts(&request, "vRun");
	for (size_t i = 0; argv[i]; i++) {
		buf_putc(&request, ';');
		hex_put(&request, argv[i], strlen(argv[i]));
	}
	if (request.len > engine->features.packet_size) {
		buf_free(&request);
		buf_free(&reply);
		return fail_to_connect(engine, "the command is too long for the stub");
	}
	gdb_ask_put_bytes(engine, request.data, request.len);
	good = gdb_ask_reply(engine, &reply, GDB_FIRST_MS) && take_process(engine, &reply);
	if (!good && !engine->link.lost)
		warn("'%s': the stub cannot run '%s'%s%s", engine->link.target, argv[0],
		     reply.len > 2 && reply.data[1] == '.' ? ": " : "",
		     reply.len > 2 && reply.data[1] == '.' ? buf_cstr(&reply) + 2
		     : reply.len			   ? ""
				 : ": it runs no programs (gdbserver does with --multi)");
	else if (!good)
		fail_to_connect(engine, "cannot run the command");
	if (good)
		engine->command = engine->processes->pid;
	buf_free(&request);
	buf_free(&reply);
	return good;
}

/* The maximum of what /proc/PID/cmdline has, in bytes: execve(2). */
#define ARGUMENTS_MAX (128u << 10)

/*
 * gdbserver (13.1) puts a backslash before each ' of an argument, and leaves out empty ones.
 * Whether it has done that /proc/PID/cmdline says; a stub without such a file is believed.
 */
static bool has_altered_arguments(struct gdb_engine *engine)
{
	char *const *argv = engine->base.config->argv;
	struct buf altered = { 0 }, real = { 0 };
	char path[PROC_PATH];
	bool same, suspicious = false;

	for (size_t i = 0; argv[i]; i++) {
		suspicious |= !*argv[i] || strchr(argv[i], '\'');
		for (const char *at = argv[i]; *at; at++) {
			if (*at == '\'')
				buf_putc(&altered, '\\');
			buf_putc(&altered, *at);
		}
		if (*argv[i])
			buf_putc(&altered, '\0');
	}
	proc_remote_path(path, engine->processes->pid, "cmdline");
	same = suspicious && gdb_files_read(engine, path, ARGUMENTS_MAX, &real) &&
	       real.len == altered.len && !memcmp(real.data, altered.data, real.len);
	buf_free(&altered);
	buf_free(&real);
	return same;
}

/*
 * Ends a program that the stub has started with other arguments, before it has made its first step.
 */
static bool refuse_arguments(struct gdb_engine *engine)
{
	struct buf reply = { 0 };

	gdb_ask(engine, &reply, "vKill;%x", (unsigned)engine->processes->pid);
	buf_free(&reply);
	gdb_open_forget_process(engine, engine->processes);
	return fail_to_connect(engine,
			       "the stub cannot pass an argument that has a ' or no character, as "
			       "gdbserver 13: put the command into a script there");
}

static bool attach_to(struct gdb_engine *engine, pid_t pid)
{
	struct buf reply = { 0 };
	bool good = gdb_ask(engine, &reply, "vAttach;%x", (unsigned)pid) &&
		    take_process(engine, &reply);

	if (!good && engine->link.lost)
		fail_to_connect(engine, "cannot attach");
	else if (!good)
		warn("'%s': the stub cannot attach to process %d%s%s", engine->link.target, pid,
		     reply.len > 2 && reply.data[1] == '.' ? ": " : "",
		     reply.len > 2 && reply.data[1] == '.' ? buf_cstr(&reply) + 2 : "");
	buf_free(&reply);
	return good;
}

static bool attach_all(struct gdb_engine *engine)
{
	const struct engine_config *config = engine->base.config;

	for (size_t i = 0; i < config->n_pids; i++)
		if (!attach_to(engine, config->pids[i]))
			return false;
	return true;
}

static bool find_running(struct gdb_engine *engine, struct buf *stop)
{
	if (!take_process(engine, stop))
		return fail_to_connect(engine, engine->link.lost
						       ? "cannot ask for the program"
						       : "the stub runs no program: give PROG "
							 "[ARGS] or -p PID");
	engine->command = engine->processes->pid;
	return true;
}

/* A stub for one program only, such as qemu, knows neither "!" nor "vRun". */
static bool find_program(struct gdb_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	struct buf reply = { 0 };
	bool good;

	if (config->argv || config->n_pids)
		gdb_ask(engine, &reply, "!");
	/* gdbserver 13 closes the connection at QCatchSyscalls if it was not asked "?" before. */
	good = gdb_ask(engine, &reply, "?");
	if (good && config->argv)
		good = run_command(engine) &&
		       (!has_altered_arguments(engine) || refuse_arguments(engine));
	if (good && config->n_pids)
		good = attach_all(engine);
	if (good && !config->argv && !config->n_pids)
		good = find_running(engine, &reply);
	buf_free(&reply);
	if (engine->link.lost)
		return fail_to_connect(engine, "the connection is lost");
	return good;
}

bool gdb_open_stub(struct gdb_engine *engine)
{
	char *why;

	if (!link_open(&engine->link, engine->base.config->remote.target, &why)) {
		warn("%s", why);
		free(why);
		return false;
	}
	link_put_raw(&engine->link, "+");
	return ask_features(engine) && check_features(engine) && stop_acks(engine) &&
	       find_program(engine) && use_machine(engine);
}
