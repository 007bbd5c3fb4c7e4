#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares scry with strace on one fixture: test.sh tests/differential/FAMILY_ABI.fixture, from
# the top of the build tree. By hand: srcdir=SOURCES sh SOURCES/tests/differential/test.sh FIXTURE
. "${srcdir:-.}/tests/differential/lib.sh"

fixture=$1
family=$(basename "$fixture" .fixture)
abi=${family##*_}
family=${family%_*}
[ -x "$fixture" ] || skip "no compiler here makes 32-bit programs"
case $fixture in /*) ;; *) fixture=$PWD/$fixture ;; esac

# The name that the table has for the fixture's ABI.
case $abi in
native) name=$(uname -m) ;;
*) name=$abi ;;
esac
read_differences "$name"
list_constants "$name"
numbers_of "$name"

case $family in
numbers | requests | sweep) . "$here/$family.sh" ;;
*) . "$here/prepared.sh" ;;
esac
finish
