#!/bin/sh
# SPDX-License-Identifier: MIT
# The program of the recordings of tests/arch/recordings.tsv: children, errors, signals, memory of several kinds.
cat /etc/passwd /nonexistent
ls -l /etc
sleep 0.01 &
wait
sh -c 'kill -TERM $$'
cat /etc/group | wc -c
exit 3
