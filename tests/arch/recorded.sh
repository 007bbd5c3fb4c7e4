#!/bin/sh
# SPDX-License-Identifier: MIT
# The program of recordings of tests/arch/recordings.tsv: children, errors, signals.
cat /etc/passwd /nonexistent
sh -c 'kill -TERM $$'
exit 3
