#!/bin/sh
# SPDX-License-Identifier: MIT
# The second half of bpf_live_test.sh: the tests that take longer.
BPF_LIVE_TESTS="given launch everyday"
BPF_LIVE_MORE_TESTS="json output"
. "${srcdir:-.}/tests/live/bpf_live_test.sh"
