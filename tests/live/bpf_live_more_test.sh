#!/bin/sh
# SPDX-License-Identifier: MIT
# The second half of bpf_live_test.sh: the tests that take longer.
BPF_LIVE_TESTS="json given output launch everyday"
. "${srcdir:-.}/tests/live/bpf_live_test.sh"
