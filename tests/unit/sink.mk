if HAVE_CHECK
check_PROGRAMS += tests/unit/text_test tests/unit/json_test tests/unit/sinks_test
TESTS += tests/unit/text_test tests/unit/json_test tests/unit/sinks_test
tests_unit_text_test_SOURCES = tests/unit/text_test.c tests/unit/sink_fixture.h tests/unit/sink_values.h tests/unit/suite.h
tests_unit_text_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_text_test_LDADD = libscry.a $(CHECK_LIBS)
tests_unit_json_test_SOURCES = tests/unit/json_test.c tests/unit/sink_fixture.h tests/unit/sink_values.h tests/unit/suite.h
tests_unit_json_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_json_test_LDADD = libscry.a $(CHECK_LIBS)
tests_unit_sinks_test_SOURCES = tests/unit/sinks_test.c tests/unit/sink_fixture.h tests/unit/sink_values.h tests/unit/suite.h
tests_unit_sinks_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_sinks_test_LDADD = libscry.a $(CHECK_LIBS)
endif
dist_check_SCRIPTS += tests/unit/json_schema_test.sh
TESTS += tests/unit/json_schema_test.sh
EXTRA_DIST += tests/unit/json_schema.py doc/json.md doc/record.schema.json
