# The table is consistent. The test does without libcheck, so that it also runs on other architectures.
check_PROGRAMS += tests/table/table_test
TESTS += tests/table/table_test tests/table/overrides_test.sh
tests_table_table_test_SOURCES = \
	tests/table/constants.c \
	tests/table/lists.c \
	tests/table/references.c \
	tests/table/table_test.c \
	tests/table/table_test.h
tests_table_table_test_LDADD = libscry.a $(SECCOMP_LIBS)
EXTRA_DIST += tests/table/overrides_test.sh maint/update-constants tests/data/other-constants.tsv tests/data/uapi-constants.tsv
