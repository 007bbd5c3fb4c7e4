/* SPDX-License-Identifier: MIT */
/* Every sink has all operations, and takes all kinds of values, groups, events and data. */
#include <stdio.h>

#include "scry/filter.h"
#include "sink_fixture.h"
#include "sink_values.h"
#include "suite.h"

static struct sink *watch_new(const struct sink_config *config, struct output *output)
{
	static const struct filter_targets none;

	(void)config, (void)output;
	return filter_watch_new(&none);
}

static const struct {
	const char *name;
	sink_new *new;
	bool writes;
} sinks[] = {
	{ "text", sink_text_new, true },
	{ "json", sink_json_new, true },
	{ "watch", watch_new, false },
};

static struct fixture fixture;
static struct record_builder builder;
static struct call call;
static struct event event;
static bool writes;

static void begin_sink(int i)
{
	static const struct sink_config config = { .arg_names = true };

	fixture_begin(&fixture, sinks[i].new, &config);
	fixture.sink->builder = &builder;
	call = (struct call){ .abi = abi_native(), .name = "f" };
	event = (struct event){
		.kind = EVENT_ENTER, .tid = 1, .abi = abi_native(), .text = "text"
	};
	writes = sinks[i].writes;
}

static void end_sink(void)
{
	builder_free(&builder);
	builder = (struct record_builder){ 0 };
	fixture_end(&fixture);
}

/* Ends the call after its argument was emitted. Returns the text of the sink. */
static const char *written(void)
{
	call.returned = true;
	fixture.sink->ops->entered(fixture.sink, &event, &call);
	emit_result(fixture.sink, number(0));
	fixture.sink->ops->exited(fixture.sink, &event, &call);
	return fixture_seen(&fixture);
}

START_TEST(has_every_operation)
{
	void (*ops[sizeof(struct sink_ops) / sizeof(void (*)(void))])(void);

	begin_sink(_i);
	memcpy(ops, fixture.sink->ops, sizeof(ops));
	for (size_t i = 0; i < ARRAY_SIZE(ops); i++)
		ck_assert_msg(ops[i], "%s: member %zu of its sink_ops is NULL", sinks[_i].name, i);
	end_sink();
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
	static const unsigned char zeros[16];

	for (unsigned kind = 0; kind < KIND_VALUES_END; kind++) {
		struct value value = { .kind = (enum kind)kind,
				       .abi = abi_native(),
				       .u = 1,
				       .size = kind == KIND_IPV6 ? 16 : 4,
				       .list = &prot_list,
				       .base = 10,
				       .bytes = zeros,
				       .len = sizeof(zeros),
				       .full_len = sizeof(zeros) };

		if (!kind_is_value(kind))
			continue;
		begin_sink(_i);
		emit_argument(fixture.sink, 0, "arg0", PHASE_ENTRY, value);
		check_argument("value", kind);
		end_sink();
	}
}
END_TEST

START_TEST(shows_every_group)
{
	for (unsigned group = GROUP_STRUCT; group < GROUP_KINDS; group++)
		for (unsigned end = GROUP_COMPLETE; end <= GROUP_UNREADABLE; end++) {
			begin_sink(_i);
			fixture.sink->ops->argument(fixture.sink, 0, "arg0", PHASE_ENTRY, false);
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
			end_sink();
		}
}
END_TEST

START_TEST(shows_every_event)
{
	for (unsigned kind = EVENT_SIGNAL; kind <= EVENT_LOST; kind++) {
		bool quiet = kind == EVENT_RENAMED || kind == EVENT_ATTACHED ||
			     kind == EVENT_DETACHED || kind == EVENT_NEW || kind == EVENT_LOST ||
			     kind == EVENT_EXEC;

		begin_sink(_i);
		event.kind = (enum event_kind)kind;
		event.signal = event.status = SIGTERM;
		fixture.sink->ops->event(fixture.sink, &event);
		ck_assert_msg(!writes || quiet || fixture_seen(&fixture)[0], "%s: event %u",
			      sinks[_i].name, kind);
		end_sink();
	}
}
END_TEST

START_TEST(shows_all_data)
{
	for (unsigned part = DATA_VECTOR; part <= DATA_BYTES; part++) {
		struct data data = { .part = (enum data_part)part, .n = 3, .bytes = "abc" };

		begin_sink(_i);
		fixture.sink->ops->data(fixture.sink, &event, &data);
		fixture.sink->ops->finish(fixture.sink);
		ck_assert(!writes || part != DATA_BYTES || strstr(fixture_seen(&fixture), "abc"));
		end_sink();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sinks");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, rows_have_every_kind);
	tcase_add_loop_test(tcase, has_every_operation, 0, ARRAY_SIZE(sinks));
	tcase_add_loop_test(tcase, shows_every_kind, 0, ARRAY_SIZE(sinks));
	tcase_add_loop_test(tcase, shows_every_group, 0, ARRAY_SIZE(sinks));
	tcase_add_loop_test(tcase, shows_every_event, 0, ARRAY_SIZE(sinks));
	tcase_add_loop_test(tcase, shows_all_data, 0, ARRAY_SIZE(sinks));
	return suite_run(suite, tcase, NULL);
}
