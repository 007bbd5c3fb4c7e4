/* SPDX-License-Identifier: MIT */
/*
 * Every sink and every writer has all operations, and takes all kinds of values, groups, events and
 * data.
 */
#include <stdio.h>

#include "scry/diff.h"
#include "sink_fixture.h"
#include "sink_values.h"
#include "suite.h"

static int compared;

static struct writer *diff_new(const struct sink_config *config, struct output *output)
{
	(void)output;
	compared = memfd_create("compared", MFD_CLOEXEC);
	must(compared >= 0);
	return diff_writer_new(config, compared);
}

static const struct {
	const char *name;
	writer_new *new;
	bool writes; /* to the output of the fixture */
} writers[] = {
	{ "text", writer_text_new, true },
	{ "json", writer_json_new, true },
	{ "diff", diff_new, false },
};

static struct fixture fixture;
static struct record_builder builder;
static struct call call;
static struct event event;
static bool writes;

static void begin_writer(int i)
{
	static const struct sink_config config = { .arg_names = true };

	fixture_begin(&fixture, writers[i].new, &config);
	building = &builder;
	call = (struct call){ .abi = abi_native(), .name = "f" };
	event = (struct event){
		.kind = EVENT_ENTER, .tid = 1, .abi = abi_native(), .text = "text"
	};
	writes = writers[i].writes;
}

static void end_writer(void)
{
	builder_free(&builder);
	builder = (struct record_builder){ 0 };
	fixture_end(&fixture);
}

/* Ends the call after its argument was emitted. Returns the text of the writer. */
static const char *written(void)
{
	call.returned = true;
	fixture_write(&fixture, fixture.writer->ops->entered, &event, &call);
	emit_result(fixture.sink, number(0));
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	return fixture_seen(&fixture);
}

static struct value value_of(enum kind kind)
{
	static const unsigned char zeros[16];

	return (struct value){
		.kind = kind,
		.abi = abi_native(),
		.u = 1,
		.size = kind == KIND_IPV6 ? 16 : 4,
		.list = &prot_list,
		.base = 10,
		.bytes = zeros,
		.len = sizeof(zeros),
		.full_len = sizeof(zeros),
	};
}

/* ops: a struct of functions only. */
static void check_operations(const char *what, const void *ops, size_t size)
{
	void (*functions[16])(void) = { NULL };

	ck_assert(size <= sizeof(functions));
	memcpy(functions, ops, size);
	for (size_t i = 0; i < size / sizeof(functions[0]); i++)
		ck_assert_msg(functions[i], "%s: member %zu of its operations is NULL", what, i);
}

START_TEST(has_every_operation)
{
	begin_writer(_i);
	check_operations(writers[_i].name, fixture.writer->ops, sizeof(struct writer_ops));
	check_operations(writers[_i].name, fixture.sink->ops, sizeof(struct sink_ops));
	end_writer();
}
END_TEST

/* The argument of f() by the tracee of a builder. */
static void enter_with(struct record_builder *of, pid_t tid, uint64_t argument)
{
	const struct event entry = { .kind = EVENT_ENTER, .tid = tid, .abi = abi_native() };

	building = of;
	builder_reset(building);
	emit_argument(fixture.sink, 0, "x", PHASE_ENTRY, number(argument));
	fixture_write(&fixture, fixture.writer->ops->entered, &entry, &call);
}

static void leave_with(struct record_builder *of, pid_t tid)
{
	const struct event end = { .kind = EVENT_EXIT, .tid = tid, .abi = abi_native() };

	building = of;
	emit_result(fixture.sink, number(0));
	fixture_write(&fixture, fixture.writer->ops->exited, &end, &call);
}

/* Returns the trace of two tracees that call f(1) and f(second). interleaved: the calls overlap. */
static int trace_two(uint64_t second, bool interleaved)
{
	struct record_builder both[2] = { { .n = 0 } };

	begin_writer(ARRAY_SIZE(writers) - 1);
	call.returned = true;
	enter_with(&both[0], 1, 1);
	if (!interleaved)
		leave_with(&both[0], 1);
	enter_with(&both[1], 2, second);
	if (interleaved)
		leave_with(&both[0], 1);
	leave_with(&both[1], 2);
	ck_assert(both[0].slot && both[1].slot && both[0].slot != both[1].slot);
	for (unsigned i = 0; i < 2; i++) {
		fixture.writer->ops->forget(fixture.writer, &both[i]);
		ck_assert_ptr_null(both[i].slot);
		fixture.writer->ops->forget(fixture.writer, &both[i]);
		builder_free(&both[i]);
	}
	end_writer();
	return compared;
}

/* What a writer knows of a call is found by the builder, whatever other tracees do in between. */
START_TEST(calls_that_overlap_stay_apart)
{
	const struct diff_style config = { .names = { "a", "b" } };
	struct buf text = { 0 };
	struct output *output = output_open_buffer(&text);
	int alone[2] = { trace_two(2, false), trace_two(2, true) };
	int other[2] = { alone[0], trace_two(3, true) };

	ck_assert_int_eq(diff_print(&config, alone, output), DIFF_EQUAL);
	ck_assert_int_eq(diff_print(&config, other, output), DIFF_DIFFERENT);
	output_close(output);
	buf_free(&text);
}
END_TEST

/* The tests of text and JSON use these rows. */
START_TEST(rows_have_every_kind)
{
	bool seen[KIND_VALUES_END] = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(value_rows); i++)
		seen[value_rows[i].value.kind] = true;
	for (unsigned kind = 0; kind < KIND_VALUES_END; kind++)
		ck_assert_msg(seen[kind] == kind_is_value(kind),
			      "no row in sink_values.h has a value of kind %u", kind);
}
END_TEST

static void check_argument(const char *what, unsigned n)
{
	const char *seen = written();

	if (!writes)
		return;
	ck_assert_msg(strstr(seen, "arg0"), "%s %u: %s", what, n, seen);
	ck_assert_msg(!strstr(seen, "arg0=)") && !strstr(seen, "\"value\":}"), "%s %u: no text",
		      what, n);
}

START_TEST(shows_every_kind)
{
	for (unsigned kind = 0; kind < KIND_VALUES_END; kind++) {
		if (!kind_is_value(kind))
			continue;
		begin_writer(_i);
		emit_argument(fixture.sink, 0, "arg0", PHASE_ENTRY, value_of((enum kind)kind));
		check_argument("value", kind);
		end_writer();
	}
}
END_TEST

START_TEST(shows_every_group)
{
	for (unsigned group = GROUP_STRUCT; group < GROUP_KINDS; group++)
		for (unsigned end = GROUP_COMPLETE; end <= GROUP_UNREADABLE; end++) {
			begin_writer(_i);
			fixture.sink->ops->argument(fixture.sink, building, 0, "arg0", PHASE_ENTRY,
						    false);
			fixture.sink->ops->macro(fixture.sink, "MACRO", NULL);
			fixture.sink->ops->open(fixture.sink, (enum group)group);
			if (group == GROUP_ARRAY || group == GROUP_POINTEE || group == GROUP_FDSET)
				emit(fixture.sink, group == GROUP_FDSET ? fd(3) : number(1));
			else
				emit_member(fixture.sink, "member", number(1));
			if (end == GROUP_UNREADABLE)
				emit(fixture.sink, address(8));
			fixture.sink->ops->close(fixture.sink, (enum group)group,
						 (enum group_end)end);
			check_argument("group", group * 3 + end);
			end_writer();
		}
}
END_TEST

START_TEST(shows_every_event)
{
	for (unsigned kind = EVENT_SIGNAL; kind <= EVENT_LOST; kind++) {
		bool quiet = kind == EVENT_RENAMED || kind == EVENT_ATTACHED ||
			     kind == EVENT_DETACHED || kind == EVENT_NEW || kind == EVENT_LOST ||
			     kind == EVENT_EXEC;

		begin_writer(_i);
		event.kind = (enum event_kind)kind;
		event.signal = event.status = SIGTERM;
		fixture_write(&fixture, fixture.writer->ops->event, &event, NULL);
		ck_assert_msg(!writes || quiet || fixture_seen(&fixture)[0], "%s: event %u",
			      writers[_i].name, kind);
		end_writer();
	}
}
END_TEST

START_TEST(shows_all_data)
{
	for (unsigned part = DATA_VECTOR; part <= DATA_BYTES; part++) {
		struct data data = { .part = (enum data_part)part, .n = 3, .bytes = "abc" };

		begin_writer(_i);
		fixture.writer->ops->data(fixture.writer, &event, &data);
		fixture.writer->ops->finish(fixture.writer);
		ck_assert(!writes || part != DATA_BYTES || strstr(fixture_seen(&fixture), "abc"));
		end_writer();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sinks");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, rows_have_every_kind);
	tcase_add_test(tcase, calls_that_overlap_stay_apart);
	tcase_add_loop_test(tcase, has_every_operation, 0, ARRAY_SIZE(writers));
	tcase_add_loop_test(tcase, shows_every_kind, 0, ARRAY_SIZE(writers));
	tcase_add_loop_test(tcase, shows_every_group, 0, ARRAY_SIZE(writers));
	tcase_add_loop_test(tcase, shows_every_event, 0, ARRAY_SIZE(writers));
	tcase_add_loop_test(tcase, shows_all_data, 0, ARRAY_SIZE(writers));
	return suite_run(suite, tcase, NULL);
}
