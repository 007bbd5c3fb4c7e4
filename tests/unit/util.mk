unit_tests += tests/unit/util_test
tests_unit_util_test_SOURCES = tests/unit/util_test.c tests/unit/suite.h
tests_unit_util_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_util_test_LDADD = libscry.a $(CHECK_LIBS)
unit_tests += tests/unit/json_writer_test
tests_unit_json_writer_test_SOURCES = tests/unit/json_writer_test.c tests/unit/suite.h
tests_unit_json_writer_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_json_writer_test_LDADD = libscry.a $(CHECK_LIBS)
