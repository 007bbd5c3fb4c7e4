/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of the JSON sink. With --records it writes records of every type and kind of value to
 * stdout instead, for json_schema_test.sh.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "scry/diff.h"
#include "scry/stack.h"
#include "scry/summary.h"
#include "scry/tracee.h"
#include "sink/json.h"
#include "sink_fixture.h"
#include "sink_values.h"
#include "suite.h"
#include "why/findings.h"
#include "why/print.h"

static struct fixture fixture;
static struct sink_config config;
static struct record_builder builder;
static struct tracee tracee = { .tid = 100, .tgid = 99 };

static void begin(void)
{
	builder = (struct record_builder){ 0 };
	/* The tests expect the names of signals and the byte order of sets that x86_64 has. */
	abi_set_native(abi_by_name("x86_64"));
	fixture_begin(&fixture, writer_json_new, &config);
	building = &builder;
}

static void end(void)
{
	fixture_end(&fixture);
	builder_free(&builder);
}

static struct event event_of(enum event_kind kind)
{
	return (struct event){ .kind = kind,
			       .tracee = &tracee,
			       .tid = 100,
			       .abi = abi_native(),
			       .real = { 1700000000, 5 } };
}

static struct call call_of(const char *name)
{
	return (struct call){ .abi = abi_by_name("x86_64"),
			      .name = name,
			      .nr = 3,
			      .entered = { 1700000000, 5 },
			      .entered_ns = 1000,
			      .returned_ns = 1500 };
}

static void enter(const char *name)
{
	struct event event = event_of(EVENT_ENTER);
	struct call call = call_of(name);

	fixture_write(&fixture, fixture.writer->ops->entered, &event, &call);
}

static void leave(const char *name, int64_t result)
{
	struct event event = event_of(EVENT_EXIT);
	struct call call = call_of(name);

	call.returned = true;
	call.result = result;
	call.is_error = result < 0;
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	builder_reset(&builder);
}

#define HEAD(type)                                                                        \
	"{\"version\":2,\"type\":\"" type                                                 \
	"\",\"time\":\"2023-11-14T22:13:20.000000005Z\",\"time_ns\":1700000000000000005," \
	"\"pid\":100,\"tgid\":99,\"comm\":null"
#define CALL HEAD("call") ",\"abi\":\"x86_64\",\"name\":\"f\",\"number\":3,\"args\":"
#define DONE ",\"returned\":true,\"result\":0,\"duration_ns\":500}\n"
#define ck_seen(text) ck_assert_str_eq(fixture_seen(&fixture), text)

START_TEST(every_kind_of_value)
{
	char line[2000];

	if (!value_rows[_i].json)
		return;
	emit_argument(fixture.sink, 0, "x", PHASE_ENTRY, value_rows[_i].value);
	enter("f");
	ck_seen("");
	emit_result(fixture.sink, number(0));
	leave("f", 0);
	snprintf(line, sizeof(line), CALL "{\"x\":%s}" DONE, value_rows[_i].json);
	ck_seen(line);
}
END_TEST

START_TEST(groups)
{
	struct sink *sink = fixture.sink;

	sink->ops->argument(sink, building, 0, "s", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "a", number(1));
	sink->ops->member(sink, "list");
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, number(2));
	emit(sink, number(3));
	sink->ops->close(sink, GROUP_ARRAY, GROUP_MORE);
	sink->ops->member(sink, "empty");
	sink->ops->open(sink, GROUP_ARRAY);
	sink->ops->close(sink, GROUP_ARRAY, GROUP_COMPLETE);
	emit(sink, number(4));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_MORE);
	enter("f");
	leave("f", 0);
	ck_seen(CALL "{\"s\":{\"a\":1,\"list\":[2,3,{\"omitted\":true}],\"empty\":[],\"3\":4,"
		     "\"...\":{\"omitted\":true}}}" DONE);
}
END_TEST

static void leave_unreadable(struct sink *sink, bool not_captured)
{
	struct value unreadable = address(0x1000);

	unreadable.unreadable = true;
	unreadable.not_captured = not_captured;
	sink->ops->argument(sink, building, 0, "a", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, number(4));
	emit(sink, unreadable);
	sink->ops->close(sink, GROUP_ARRAY, GROUP_UNREADABLE);
	sink->ops->argument(sink, building, 1, "b", PHASE_ENTRY, false);
	emit(sink, unreadable);
	leave("f", 0);
}

/* The address from which on memory cannot be read does not become an element. */
START_TEST(arrays_that_could_not_be_read_whole)
{
	leave_unreadable(fixture.sink, false);
	ck_seen(CALL "{\"a\":[4,{\"unreadable\":true,\"at\":\"0x1000\"}],"
		     "\"b\":{\"address\":\"0x1000\",\"unreadable\":true}}" DONE);
}
END_TEST

START_TEST(memory_that_was_not_captured)
{
	leave_unreadable(fixture.sink, true);
	ck_seen(CALL "{\"a\":[4,{\"captured\":false,\"at\":\"0x1000\"}],"
		     "\"b\":{\"address\":\"0x1000\",\"captured\":false}}" DONE);
}
END_TEST

/* Names repeat in unions only. A group within the struct has names of its own. */
START_TEST(members_have_unique_keys)
{
	struct sink *sink = fixture.sink;

	sink->ops->argument(sink, building, 0, "u", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "a", number(1));
	sink->ops->member(sink, "s");
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "a", number(2));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	emit_member(sink, "a", number(3));
	emit_member(sink, "b", number(4));
	emit_member(sink, "a", number(5));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	leave("f", 0);
	ck_seen(CALL "{\"u\":{\"a\":1,\"s\":{\"a\":2},\"a[1]\":3,\"b\":4,\"a[2]\":5}}" DONE);
}
END_TEST

static void emit_empty_groups(struct sink *sink, enum group group)
{
	static const char *const names[] = { "complete", "more", "unreadable" };

	for (unsigned end = GROUP_COMPLETE; end <= GROUP_UNREADABLE; end++) {
		sink->ops->argument(sink, building, end, names[end], PHASE_ENTRY, false);
		sink->ops->open(sink, group);
		sink->ops->close(sink, group, (enum group_end)end);
	}
	leave("f", 0);
}

START_TEST(groups_of_which_nothing_is_known)
{
	emit_empty_groups(fixture.sink, GROUP_ARRAY);
	emit_empty_groups(fixture.sink, GROUP_STRUCT);
	ck_seen(CALL "{\"complete\":[],\"more\":[{\"omitted\":true}],"
		     "\"unreadable\":[{\"unreadable\":true}]}" DONE CALL
		     "{\"complete\":{},\"more\":{\"...\":{\"omitted\":true}},"
		     "\"unreadable\":{\"...\":{\"unreadable\":true}}}" DONE);
}
END_TEST

/* .args.fds[1].revents.flags */
START_TEST(arrays_of_structs_are_arrays_of_objects)
{
	struct sink *sink = fixture.sink;

	sink->ops->argument(sink, building, 0, "fds", PHASE_EXIT, false);
	sink->ops->open(sink, GROUP_ARRAY);
	for (int i = 3; i < 5; i++) {
		sink->ops->open(sink, GROUP_STRUCT);
		emit_member(sink, "fd", fd(i));
		emit_member(sink, "revents",
			    (struct value){
				    .kind = KIND_FLAGS, .size = 2, .u = 1, .list = &prot_list });
		sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	}
	sink->ops->close(sink, GROUP_ARRAY, GROUP_COMPLETE);
	leave("f", 0);
	ck_seen(CALL
		"{\"fds\":[{\"fd\":{\"fd\":3},\"revents\":{\"flags\":[\"PROT_READ\"],\"number\":1}}"
		","
		"{\"fd\":{\"fd\":4},\"revents\":{\"flags\":[\"PROT_READ\"],\"number\":1}}]}" DONE);
}
END_TEST

static void emit_change(struct sink *sink, uint64_t before, uint64_t after)
{
	sink->ops->open(sink, GROUP_POINTEE);
	emit(sink, number(before));
	if (before != after) {
		sink->ops->change(sink);
		emit(sink, number(after));
	}
	sink->ops->close(sink, GROUP_POINTEE, GROUP_COMPLETE);
}

START_TEST(pointees_are_what_they_hold)
{
	struct sink *sink = fixture.sink;

	sink->ops->argument(sink, building, 0, "same", PHASE_EXIT, false);
	emit_change(sink, 4, 4);
	sink->ops->argument(sink, building, 1, "len", PHASE_EXIT, false);
	emit_change(sink, 4, 2);
	sink->ops->argument(sink, building, 2, "s", PHASE_EXIT, false);
	sink->ops->open(sink, GROUP_STRUCT);
	sink->ops->member(sink, "p");
	emit_change(sink, 1, 2);
	emit_member(sink, "q", number(3));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	leave("f", 0);
	ck_seen(CALL "{\"same\":4,\"len\":{\"before\":4,\"after\":2},"
		     "\"s\":{\"p\":{\"before\":1,\"after\":2},\"q\":3}}" DONE);
}
END_TEST

START_TEST(a_group_can_replace_a_group)
{
	struct sink *sink = fixture.sink;

	sink->ops->argument(sink, building, 0, "s", PHASE_EXIT, false);
	sink->ops->open(sink, GROUP_STRUCT);
	for (int i = 0; i < 2; i++) {
		if (i)
			sink->ops->change(sink);
		else
			sink->ops->member(sink, "list");
		sink->ops->open(sink, GROUP_ARRAY);
		emit(sink, number(1));
		emit(sink, number(2));
		sink->ops->close(sink, GROUP_ARRAY, GROUP_COMPLETE);
	}
	emit_member(sink, "n", number(3));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	leave("f", 0);
	ck_seen(CALL "{\"s\":{\"list\":{\"before\":[1,2],\"after\":[1,2]},\"n\":3}}" DONE);
}
END_TEST

START_TEST(macros)
{
	emit_macros(fixture.sink);
	leave("f", 0);
	ck_seen(CALL "{\"cmd\":{\"macro\":\"QCMD\",\"number\":258,\"arguments\":{\"cmd\":1,"
		     "\"type\":2}},\"op\":{\"macro\":\"FUTEX_OP\",\"arguments\":{\"op\":3,\"arg\":"
		     "4}}}" DONE);
}
END_TEST

START_TEST(ratios)
{
	emit_ratio(fixture.sink);
	leave("f", 0);
	ck_seen(CALL "{\"it\":{\"rate\":{\"numerator\":1,\"denominator\":25},\"n\":3}}" DONE);
}
END_TEST

START_TEST(descriptor_sets_with_paths)
{
	struct sink *sink = fixture.sink;
	struct value file = fd(3);

	file.bytes = "/a";
	file.len = 2;
	sink->ops->argument(sink, building, 0, "set", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_FDSET);
	emit(sink, fd(0));
	emit(sink, file);
	sink->ops->close(sink, GROUP_FDSET, GROUP_COMPLETE);
	leave("f", 0);
	ck_seen(CALL "{\"set\":{\"fds\":[{\"fd\":0},{\"fd\":3,\"path\":\"/a\"}]}}" DONE);
}
END_TEST

static void emit_both(struct sink *sink, struct value before, struct value after)
{
	sink->ops->argument(sink, building, 0, "x", PHASE_ENTRY, false);
	emit(sink, before);
	sink->ops->pending(sink, building, 0, "x");
	enter("f");
	sink->ops->argument(sink, building, 0, "x", PHASE_EXIT, false);
	emit(sink, after);
	leave("f", 0);
}

START_TEST(before_and_after)
{
	emit_both(fixture.sink, number(1), string("x"));
	emit_both(fixture.sink, number(1), number(1));
	emit_both(fixture.sink, number(1), number(2));
	ck_seen(CALL "{\"x\":{\"before\":1,\"after\":{\"string\":\"x\"}}}" DONE CALL
		     "{\"x\":1}" DONE CALL "{\"x\":{\"before\":1,\"after\":2}}" DONE);
}
END_TEST

/* Arguments that decode skips or does not name get the keys arg1, arg2 and so on. */
START_TEST(arguments_without_a_name)
{
	struct sink *sink = fixture.sink;

	emit_argument(sink, 1, "named", PHASE_ENTRY, number(1));
	emit_argument(sink, 2, NULL, PHASE_ENTRY, number(2));
	leave("f", 0);
	ck_seen(CALL "{\"arg1\":{\"unknown\":true},\"named\":1,\"arg3\":2}" DONE);
}
END_TEST

START_TEST(results_errors_and_notes)
{
	struct sink *sink = fixture.sink;

	emit_result(sink, fd(3));
	sink->ops->note(sink, building, "in");
	emit(sink, number(1));
	sink->ops->note(sink, building, NULL);
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, number(2));
	sink->ops->close(sink, GROUP_ARRAY, GROUP_COMPLETE);
	sink->ops->note(sink, building, "Timeout");
	leave("f", 3);
	leave("f", -2);
	leave("f", -512);
	leave("f", -4095);
	ck_seen(CALL
		"{},\"returned\":true,\"result\":{\"fd\":3},\"notes\":["
		"{\"label\":\"in\",\"value\":1},{\"value\":[2]},"
		"{\"label\":\"Timeout\"}],\"duration_ns\":500}\n" CALL
		"{},\"returned\":true,\"error\":{\"name\":\"ENOENT\",\"number\":2,"
		"\"text\":\"No such file or directory\"},\"duration_ns\":500}\n" CALL
		"{},\"returned\":true,\"error\":{\"name\":\"ERESTARTSYS\",\"number\":512,"
		"\"text\":\"To be restarted if SA_RESTART is set\"},\"duration_ns\":500}\n" CALL
		"{},\"returned\":true,\"error\":{\"name\":null,\"number\":4095,"
		"\"text\":\"Unknown error 4095\"},\"duration_ns\":500}\n");
}
END_TEST

static const struct {
	enum event_kind kind;
	const char *why;
} ends[] = {
	{ EVENT_EXITED, "exited" },
	{ EVENT_KILLED, "killed" },
	{ EVENT_SUPERSEDED, "superseded" },
	{ EVENT_DETACHED, "detached" },
};

static void give_up(enum event_kind kind)
{
	struct event event = event_of(kind);
	struct call call = call_of("f");

	emit_argument(fixture.sink, 0, "fd", PHASE_ENTRY, number(1));
	fixture.sink->ops->pending(fixture.sink, building, 1, "buf");
	enter("f");
	fixture_write(&fixture, fixture.writer->ops->unfinished, &event, &call);
	builder_reset(&builder);
}

START_TEST(calls_that_do_not_return)
{
	char line[1000];

	give_up(ends[_i].kind);
	snprintf(line, sizeof(line),
		 CALL "{\"fd\":1,\"buf\":{\"unknown\":true}},"
		      "\"returned\":false,\"why\":\"%s\"}\n",
		 ends[_i].why);
	ck_seen(line);
}
END_TEST

static const struct {
	struct event event;
	const char *json;
} event_rows[] = {
	{ { .kind = EVENT_GROUP_STOP, .signal = SIGTSTP },
	  HEAD("stop") ",\"signal\":\"SIGTSTP\",\"number\":20}\n" },
	{ { .kind = EVENT_NEW, .parent_tid = 7 }, HEAD("new") ",\"parent\":7}\n" },
	{ { .kind = EVENT_NEW }, HEAD("new") ",\"parent\":null}\n" },
	{ { .kind = EVENT_ATTACHED }, HEAD("attached") "}\n" },
	{ { .kind = EVENT_DETACHED }, HEAD("detached") "}\n" },
	{ { .kind = EVENT_DETACHED, .parent_tid = 7 }, HEAD("detached") ",\"debugger\":7}\n" },
	{ { .kind = EVENT_EXEC, .former_tid = 7 }, HEAD("exec") ",\"former_pid\":7}\n" },
	{ { .kind = EVENT_SUPERSEDED, .former_tid = 7 },
	  HEAD("superseded") ",\"former_pid\":7}\n" },
	{ { .kind = EVENT_EXITED, .status = 3 }, HEAD("exited") ",\"code\":3}\n" },
	{ { .kind = EVENT_KILLED, .status = SIGSEGV, .core_dumped = true },
	  HEAD("killed") ",\"signal\":\"SIGSEGV\",\"number\":11,\"core_dumped\":true}\n" },
	{ { .kind = EVENT_KILLED, .status = 33 },
	  HEAD("killed") ",\"signal\":\"SIGRT_1\",\"number\":33,\"core_dumped\":false}\n" },
	{ { .kind = EVENT_PERSONALITY }, HEAD("personality") ",\"abi\":\"x86_64\"}\n" },
	{ { .kind = EVENT_LOST, .text = "5 \"events\"\n\377" },
	  HEAD("lost") ",\"text\":\"5 \\\"events\\\"\\n\\ufffd\"}\n" },
	{ { .kind = EVENT_SIGNAL, .signal = SIGTERM },
	  HEAD("signal") ",\"signal\":\"SIGTERM\",\"number\":15,\"siginfo\":null}\n" },
};

static void happen(size_t i)
{
	struct event event = event_rows[i].event, common = event_of(event.kind);

	event.tracee = common.tracee;
	event.tid = common.tid;
	event.real = common.real;
	event.abi = abi_by_name("x86_64");
	fixture_write(&fixture, fixture.writer->ops->event, &event, NULL);
}

START_TEST(every_other_event)
{
	happen((size_t)_i);
	ck_seen(event_rows[_i].json);
}
END_TEST

static void deliver(void)
{
	struct event event = event_of(EVENT_SIGNAL);
	struct sink *sink = fixture.sink;

	event.signal = SIGTERM;
	sink->ops->argument(sink, building, 0, "siginfo", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "si_pid", scalar(KIND_PID, 7, 4));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	fixture_write(&fixture, fixture.writer->ops->event, &event, NULL);
	builder_reset(&builder);
}

START_TEST(signals_have_their_siginfo)
{
	deliver();
	ck_seen(HEAD("signal") ",\"signal\":\"SIGTERM\",\"number\":15,"
			       "\"siginfo\":{\"si_pid\":{\"pid\":7}}}\n");
}
END_TEST

static void move_data(void)
{
	struct event event = event_of(EVENT_EXIT);
	struct data data = { .part = DATA_BUFFER, .fd = 3, .place = 1, .n = 5 };

	fixture.writer->ops->data(fixture.writer, &event, &data);
	data.part = DATA_BYTES;
	data.bytes = "a\nb";
	data.n = 3;
	fixture.writer->ops->data(fixture.writer, &event, &data);
	data.written = true;
	data.offset = 65536;
	data.bytes = "\377";
	data.n = 1;
	fixture.writer->ops->data(fixture.writer, &event, &data);
}

START_TEST(data_that_was_moved)
{
	move_data();
	ck_seen(HEAD("data") ",\"fd\":3,\"written\":false,\"buffer\":1,\"offset\":0,"
			     "\"bytes\":\"a\\nb\"}\n" HEAD("data") ",\"fd\":3,\"written\":true,"
								   "\"buffer\":1,\"offset\":"
								   "65536,\"bytes_base64\":"
								   "\"/w==\"}\n");
}
END_TEST

static void tamper(void)
{
	struct event event = event_of(EVENT_EXIT);
	struct call call = call_of("f");

	call.returned = true;
	call.injected_args = call.delayed = true;
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	call.injected_result = true;
	call.delayed = false;
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
}

START_TEST(calls_that_were_tampered_with)
{
	tamper();
	ck_seen(CALL "{},\"returned\":true,\"result\":0,\"duration_ns\":500,"
		     "\"injected\":[\"args\"],\"delayed\":true}\n" CALL
		     "{},\"returned\":true,\"result\":0,\"duration_ns\":500,"
		     "\"injected\":[\"args\",\"result\"]}\n");
}
END_TEST

START_TEST(calls_without_a_name)
{
	struct event event = event_of(EVENT_EXIT);
	struct call call = call_of(NULL);

	call.nr = 0xffffffff80000001;
	call.returned = true;
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	ck_seen(HEAD("call") ",\"abi\":\"x86_64\",\"name\":null,\"number\":-2147483647,"
			     "\"args\":{}" DONE);
}
END_TEST

/* A record is one line. No byte of the tracee ends it or controls the terminal. */
START_TEST(no_byte_ends_the_line)
{
	unsigned char all[512];
	size_t len = 0;

	for (unsigned i = 1; i < 256; i++) {
		if (i >= 0x80)
			all[len++] = (unsigned char)(0xc0 | i >> 6);
		all[len++] = (unsigned char)(i < 0x80 ? i : 0x80 | (i & 0x3f));
	}
	emit_argument(fixture.sink, 0, "x", PHASE_ENTRY, bytes(KIND_STRING, all, len));
	leave("f", 0);
	for (const char *at = fixture_seen(&fixture); *at; at++)
		ck_assert_msg((unsigned char)*at >= ' ' || !at[1], "byte %d", *at);
	ck_assert_ptr_nonnull(strstr(fixture.seen, "\\u0080"));
	ck_assert_ptr_nonnull(strstr(fixture.seen, "\303\277"));
}
END_TEST

/*
 * Values of random kinds in random groups, over random bytes. Each line must be a record, whatever
 * bytes a tracee holds. The seed is fixed, so that every run writes the same records.
 */
static uint32_t random_state = 1;

static uint32_t below(uint32_t n)
{
	random_state = random_state * 1664525 + 1013904223;
	return (random_state >> 8) % n;
}

static enum kind random_kind(void)
{
	unsigned kind = below(KIND_VALUES_END);

	while (!kind_is_value(kind))
		kind = below(KIND_VALUES_END);
	return kind;
}

static struct value random_value(unsigned char data[64])
{
	static const struct list *const lists[] = { &open_list, &map_list, &prot_list,
						    &whence_list };
	static const uint8_t sizes[] = { 1, 2, 4, 8 };
	struct value value = { .kind = random_kind(),
			       .size = sizes[below(4)],
			       .base = 10,
			       .is_signed = below(2),
			       .list = lists[below(4)],
			       .bytes = data,
			       .truncated = below(2),
			       .unreadable = below(2) };

	for (unsigned i = 0; i < 64; i++)
		data[i] = (unsigned char)(below(3) ? below(256) : below(2) * 'a');
	for (unsigned i = 0; i < 4; i++)
		value.u = value.u << 16 | (below(3) ? below(65536) : 0);
	if (value.kind == KIND_PORT)
		value.u &= 0xffff;
	value.len = below(sizeof(uint64_t)) + (value.kind == KIND_IPV6 ? 16 : 8);
	value.full_len = value.len + below(3);
	if (below(2) && (value.kind == KIND_FD || value.kind == KIND_DIRFD ||
			 value.kind == KIND_PID || value.kind == KIND_INTERFACE)) {
		value.bytes = NULL;
		value.len = 0;
	}
	return value;
}

static void emit_random(struct sink *sink, unsigned depth)
{
	enum group group = below(2) ? GROUP_STRUCT : GROUP_ARRAY;
	unsigned char data[64];
	char name[] = "member0";

	if (depth == 4 || below(2)) {
		emit(sink, random_value(data));
		return;
	}
	if (!below(4))
		group = GROUP_POINTEE;
	sink->ops->open(sink, group);
	for (unsigned n = group == GROUP_POINTEE ? 1 : below(5); n; n--) {
		name[sizeof(name) - 2] = (char)('0' + n);
		if (group == GROUP_STRUCT && below(4))
			sink->ops->member(sink, name);
		emit_random(sink, depth + 1);
		if (!below(6)) {
			sink->ops->change(sink);
			emit_random(sink, depth + 1);
		}
	}
	sink->ops->close(sink, group, group == GROUP_POINTEE ? GROUP_COMPLETE : below(3));
}

/* Two traces that end with different statuses. */
static void write_difference(void)
{
	static const struct sink_config plain;
	const struct diff_style both = { .names = { "a", "b" }, .json = true };
	FILE *files[2] = { tmpfile(), tmpfile() };
	int fds[2] = { fileno(files[0]), fileno(files[1]) };
	struct output *output;

	for (int i = 0; i < 2; i++) {
		struct writer *writer = diff_writer_new(&plain, fds[i]);
		struct event end = { .kind = EVENT_EXITED, .tid = 7 + i, .status = i };

		writer->ops->event(writer, &(struct record){ .event = &end });
		writer->ops->destroy(writer);
	}
	fflush(stdout);
	output = output_open_fd(STDOUT_FILENO, false, "stdout", OUTPUT_BLOCK);
	diff_print(&both, fds, output);
	output_close(output);
	for (int i = 0; i < 2; i++)
		fclose(files[i]);
}

static void write_random_records(void)
{
	static const char *const names[] = { "a", "b", "c" };

	for (unsigned i = 0; i < 300; i++) {
		for (unsigned a = 0; a < 3; a++) {
			fixture.sink->ops->argument(fixture.sink, building, a, names[a],
						    below(2) ? PHASE_ENTRY : PHASE_EXIT, false);
			emit_random(fixture.sink, 0);
		}
		fixture.sink->ops->result(fixture.sink, building);
		emit_random(fixture.sink, 0);
		fixture.sink->ops->note(fixture.sink, building, below(2) ? "note" : NULL);
		emit_random(fixture.sink, 0);
		leave("f", 0);
	}
}

/* Rows and totals of calls with a name, without a name, and with a name but no number. */
static void write_summaries(void)
{
	struct summary_config all;
	struct summary *summary;
	struct call_tree *tree = call_tree_new();
	struct stack stack = { 0 };
	struct buf out = { 0 };
	struct call call = { .abi = abi_by_name("i386"), .id = ID_accept, .nr = 102 };

	summary_defaults(&all);
	summary = summary_new(&all);
	summary_add(summary, &call, 5, NULL);
	call = (struct call){
		.abi = abi_by_name("x86_64"), .nr = 0x3e8, .returned = true, .is_error = true
	};
	summary_add(summary, &call, 5, NULL);
	call_tree_add(tree, &call, &stack);
	call = (struct call){ .abi = abi_by_name("x86_64"), .id = ID_openat, .nr = 257 };
	call.name = "openat";
	call.returned_ns = UINT64_C(1) << 60;
	summary_add(summary, &call, 5, NULL);
	summary_print_json(summary, 0, &out);
	summary_print_json(summary, 99, &out);
	call_tree_add(tree, &call, &stack);
	call_tree_print_json(tree, WEIGHT_CALLS, &out);
	fputs(buf_cstr(&out), stdout);
	buf_free(&out);
	call_tree_free(tree);
	summary_free(summary);
}

/*
 * Rows and totals of tables with every key: of two groups, with the rest of the rows, with each way
 * to say the error.
 */
static void write_group_summaries(void)
{
	const struct summary_span whole = { .first = true, .pid = 7 };
	const struct summary_span recent = { .repeated = true, .recent = true, .length_ns = 5 };
	struct summary_subject subject = { .tid = 1, .tgid = 1, .fd = -1 };
	struct summary_config grouped;
	struct summary *summary;
	struct buf out = { 0 };
	struct call call = {
		.abi = abi_by_name("x86_64"), .id = ID_openat, .nr = 257, .name = "openat"
	};

	summary_defaults(&grouped);
	grouped.format = SUMMARY_JSON;
	grouped.all_columns = true;
	grouped.top = 2;
	grouped.stop_ns = 1;
	for (enum summary_key key = 0; key < SUMMARY_KEYS; key++)
		grouped.keys[grouped.n_keys++] = key;
	summary = summary_new(&grouped);
	for (unsigned i = 0; i < 4; i++) {
		subject.tid += i;
		call.is_error = i == 1;
		call.returned_ns = 1000u << i;
		summary_add(summary, &call, 5, &subject);
	}
	summary_print_groups(summary, &whole, &out);
	grouped.corrected = true;
	grouped.overhead_ns = 1;
	summary_print_groups(summary, &recent, &out);
	fputs(buf_cstr(&out), stdout);
	buf_free(&out);
	summary_free(summary);
}

static void write_findings(void)
{
	struct diagnosis diagnosis = { 0 };
	struct finding *finding = finding_add(&diagnosis, FINDING_SMALL_READS);
	struct buf out = { 0 };

	buf_puts(&finding->title, "cat\x1b reads little");
	finding_line(finding, "target", "%s", "/tmp/\"file\"");
	finding_add(&diagnosis, FINDING_DEADLOCK)->program = xstrdup("a");
	findings_put_json(&diagnosis, &out, true);
	fputs(buf_cstr(&out), stdout);
	buf_free(&out);
	findings_free(&diagnosis);
}

static void write_records(void)
{
	struct event event = event_of(EVENT_EXIT);
	struct call call = call_of(NULL);

	begin();
	for (size_t i = 0; i < ARRAY_SIZE(value_rows); i++) {
		emit_argument(fixture.sink, 0, "x", PHASE_ENTRY, value_rows[i].value);
		emit_result(fixture.sink, value_rows[i].value);
		fixture.sink->ops->note(fixture.sink, building, "same");
		emit(fixture.sink, value_rows[i].value);
		leave("f", 0);
	}
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		give_up(ends[i].kind);
	for (size_t i = 0; i < ARRAY_SIZE(event_rows); i++)
		happen(i);
	deliver();
	move_data();
	tamper();
	leave("f", -2);
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	builder_reset(&builder);
	fixture.sink->ops->argument(fixture.sink, building, 0, "len", PHASE_EXIT, false);
	emit_change(fixture.sink, 4, 2);
	leave("f", 0);
	leave_unreadable(fixture.sink, false);
	leave_unreadable(fixture.sink, true);
	emit_empty_groups(fixture.sink, GROUP_ARRAY);
	emit_empty_groups(fixture.sink, GROUP_STRUCT);
	emit_macros(fixture.sink);
	leave("f", 0);
	/* The next record is the one before which all members are written. */
	json_of(fixture.sink)->n_records = 19999;
	leave("f", 0);
	write_random_records();
	fputs(fixture_seen(&fixture), stdout);
	end();
	write_summaries();
	write_group_summaries();
	write_difference();
	write_findings();
}

static int run_tests(void)
{
	Suite *suite = suite_create("json");
	TCase *tcase = tcase_create("records");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_loop_test(tcase, every_kind_of_value, 0, ARRAY_SIZE(value_rows));
	tcase_add_test(tcase, groups);
	tcase_add_test(tcase, arrays_that_could_not_be_read_whole);
	tcase_add_test(tcase, memory_that_was_not_captured);
	tcase_add_test(tcase, members_have_unique_keys);
	tcase_add_test(tcase, groups_of_which_nothing_is_known);
	tcase_add_test(tcase, arrays_of_structs_are_arrays_of_objects);
	tcase_add_test(tcase, pointees_are_what_they_hold);
	tcase_add_test(tcase, a_group_can_replace_a_group);
	tcase_add_test(tcase, macros);
	tcase_add_test(tcase, ratios);
	tcase_add_test(tcase, descriptor_sets_with_paths);
	tcase_add_test(tcase, before_and_after);
	tcase_add_test(tcase, arguments_without_a_name);
	tcase_add_test(tcase, results_errors_and_notes);
	tcase_add_loop_test(tcase, calls_that_do_not_return, 0, ARRAY_SIZE(ends));
	tcase_add_loop_test(tcase, every_other_event, 0, ARRAY_SIZE(event_rows));
	tcase_add_test(tcase, signals_have_their_siginfo);
	tcase_add_test(tcase, data_that_was_moved);
	tcase_add_test(tcase, calls_that_were_tampered_with);
	tcase_add_test(tcase, calls_without_a_name);
	tcase_add_test(tcase, no_byte_ends_the_line);
	return suite_run(suite, tcase, NULL);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--records")) {
		write_records();
		return 0;
	}
	return run_tests();
}
