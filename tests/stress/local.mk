# scry ends in every way while a busy program is traced: ROUNDS=5 by default, 100 in check-stress.
check_PROGRAMS += tests/stress/letting_go_busy
tests_stress_letting_go_busy_SOURCES = tests/stress/letting_go_busy.c
tests_stress_letting_go_busy_CFLAGS = $(live_cflags)
tests_stress_letting_go_busy_LDADD =
tests_stress_letting_go_busy_LDFLAGS = -pthread
dist_check_SCRIPTS += tests/stress/letting_go.sh
stress_tests += tests/stress/letting_go.sh
