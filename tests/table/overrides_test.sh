#!/bin/sh
# SPDX-License-Identifier: MIT
# A field, a struct or a view has each property once. A second one, as INDEX(...) beside TOTAL(...), would replace
# the first without a word, since special properties share memory: struct field_more. gcc says where; the name of a struct
# type alone may be replaced (STRUCT_TYPE_AS with .name).
. "${srcdir:-.}/tests/lib.sh"

gcc --version >/dev/null 2>&1 || skip "no gcc here"
make_scratch

# replaced SOURCE: writes the places "FILE:LINE:COLUMN: OBJECT" of replaced initializers to $scratch/places, except names
# of struct types.
replaced()
{
	gcc -std=gnu11 -fsyntax-only -Woverride-init -ftrack-macro-expansion=0 -DHAVE_CONFIG_H -I. -I"$srcdir/include" \
		-I"$srcdir/src" -Isrc -Isrc/arch -Isrc/syscalls "$1" 2>"$scratch/messages" ||
		fail "$1 does not compile: $(grep -m 1 error: "$scratch/messages")"
	sed -n "s/^\\([^ ]*\\) note: (near initialization for '\\(.*\\)')\$/\\1 \\2/p" "$scratch/messages" |
		grep -v ' t_[a-z0-9_]*\.name$' >"$scratch/places"
}

cat >"$scratch/twice.c" <<-'END'
	#include "syscalls/table.h"
	static const struct field once[] = { IN(fd, fd, INDEX(open_flags), COUNT_IS(2)) };
	static const struct field twice[] = { IN(fd, fd, INDEX(open_flags), TOTAL(RET)) };
	const struct type t_renamed = { .name = "a", .name = "b", .kind = KIND_STRUCT, MEMBERS(IN(fd, fd)) };
	const struct type t_both = { .kind = KIND_STRUCT, OWN_SIZE(size, 4), DATE(sec, nsec, 1), MEMBERS(IN(fd, fd)) };
END
replaced "$scratch/twice.c"
check "two special properties of a field are found" grep -q ':3:' "$scratch/places"
check "two special properties of a struct are found" grep -q ':5:' "$scratch/places"
check "one is allowed, and so is a name" [ -z "$(grep ':[124]:' "$scratch/places")" ]

for source in "$srcdir"/src/syscalls/*.c; do
	replaced "$source"
	check "properties given twice: $(tr '\n' ' ' <"$scratch/places")" [ ! -s "$scratch/places" ]
done
finish
