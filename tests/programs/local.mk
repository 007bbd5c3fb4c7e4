# What real programs look like under strace and under scry: by "make check-programs" only.
EXTRA_DIST += tests/programs/programs.sh tests/programs/normalise.py tests/programs/cases
# Seccomp profiles of real services: by "make check-policy" only.
EXTRA_DIST += tests/programs/services.sh tests/programs/services/database.py tests/programs/services/schema.py tests/programs/services/server.go
