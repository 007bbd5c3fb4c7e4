dist_check_SCRIPTS += tests/programs/engines_test.sh
# The text of real programs under strace and under scry: by "make check-programs" only.
EXTRA_DIST += tests/programs/programs.sh tests/programs/compare.py tests/programs/traces.py tests/programs/altered.py tests/programs/engines.py tests/programs/engines.tsv \
	tests/programs/noise.tsv tests/programs/documented.tsv tests/programs/explained.tsv tests/programs/styles.tsv \
	tests/programs/alterations.tsv tests/programs/small.c tests/programs/cases
# Seccomp profiles of real services: by "make check-policy" only.
EXTRA_DIST += tests/programs/services.sh tests/programs/services/database.py tests/programs/services/schema.py tests/programs/services/server.go
