# What real programs look like under strace and under scry: by "make check-programs" only.
EXTRA_DIST += tests/programs/programs.sh tests/programs/normalise.py tests/programs/cases
