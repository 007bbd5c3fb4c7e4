# Ends scry in every way while it traces a busy program: a round by default, 5 with WEIGHT=full, in check-stress 100 or as many as
# fit into the time.
check_PROGRAMS += tests/stress/letting_go_busy
tests_stress_letting_go_busy_SOURCES = tests/stress/letting_go_busy.c
tests_stress_letting_go_busy_CFLAGS = $(live_cflags)
tests_stress_letting_go_busy_LDADD =
tests_stress_letting_go_busy_LDFLAGS = $(AM_LDFLAGS) -pthread
dist_check_SCRIPTS += tests/stress/letting_go.sh
stress_tests += tests/stress/letting_go.sh

# Programs that are hard to trace: small trials by default, large ones in check-stress.
check_PROGRAMS += tests/stress/trials
tests_stress_trials_SOURCES = tests/stress/trials.c tests/stress/trials.h \
	tests/stress/trials_guards.c tests/stress/trials_processes.c tests/stress/trials_threads.c
tests_stress_trials_CFLAGS = $(live_cflags)
tests_stress_trials_LDADD =
tests_stress_trials_LDFLAGS = $(AM_LDFLAGS) -pthread
dist_check_SCRIPTS += tests/stress/trials.sh
EXTRA_DIST += tests/stress/lib.sh
stress_tests += tests/stress/trials.sh
dist_check_SCRIPTS += tests/stress/visits.sh
stress_tests += tests/stress/visits.sh
check_PROGRAMS += tests/stress/terminal
tests_stress_terminal_SOURCES = tests/stress/terminal.c
tests_stress_terminal_CFLAGS = $(live_cflags)
tests_stress_terminal_LDADD =
dist_check_SCRIPTS += tests/stress/places.sh
# Attacks scry-capture for ATTACK seconds.
dist_check_SCRIPTS += tests/stress/capture_attack.sh
stress_tests += tests/stress/capture_attack.sh
stress_tests += tests/stress/places.sh
