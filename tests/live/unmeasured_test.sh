#!/bin/sh
# SPDX-License-Identifier: MIT
# A recording of a scry whose bpf engine measured no CPU time (0.1.0): all times of tables are elapsed times, and how long a call waited
# is not known. It was made with: scry --engine=bpf -e trace=openat,clock_nanosleep --record=unmeasured.rec sleep 0.01
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
recording=$srcdir/tests/data/unmeasured.rec

trace --replay="$recording" -c -o "$scratch/table"
ends_with 0
shows "$scratch/table" ' 0\.010434 +10433 +1 +clock_nanosleep$'
trace --replay="$recording" -c -U waiting
ends_with 1
shows "$scratch/stderr" '^scry: the column waiting cannot be had: CPU time was not measured when this recording was made$'
trace --replay="$recording" --timeline="$scratch/timeline" --report="$scratch/page"
ends_with 0
shows "$scratch/page" '"cpu":false'
shows "$scratch/timeline" '"name":"clock_nanosleep".*"cat":"call,unmeasured"'
lacks "$scratch/timeline" 'waiting_us'
finish
