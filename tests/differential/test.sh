#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares scry with strace on one fixture.
# usage, in the top directory of the build tree: srcdir=SOURCES sh SOURCES/tests/differential/test.sh FIXTURE
# FIXTURE is tests/differential/FAMILY_ABI.fixture.
. "${srcdir:-.}/tests/differential/lib.sh"

fixture=$1
family=$(basename "$fixture" .fixture)
abi=${family##*_}
family=${family%_*}
[ -x "$fixture" ] || [ -n "${REMOTE-}" ] || skip "no compiler here makes 32-bit programs"
case $fixture in /*) ;; *) fixture=$PWD/$fixture ;; esac

# The name of the ABI of the fixture in the table: the first of the machine, or that of its 32-bit programs.
abis=${ABIS:-$("$scry" -V | sed -n 's/^ABIs: //p')}
case $abi in
native) name=${abis%% *} ;;
*) name=$(echo "$abis" | cut -d ' ' -f 2) ;;
esac
read_differences "$name"
list_constants "$name"
numbers_of "$name"

case $family in
calls | matrix | numbers | requests | sweep) . "$here/$family.sh" ;;
*) . "$here/prepared.sh" ;;
esac
# What the text depends on may have changed although no hash has, such as a limit of this machine: then strace has the last word.
if [ "$failures" != 0 ] && [ "$kept_used" != 0 ]; then
	echo "compared again, with strace itself instead of its kept text:"
	rm -rf "$scratch" "$kept_directory/${family}_$abi".*
	exec sh "$0" "$@"
fi
finish
