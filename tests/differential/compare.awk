# SPDX-License-Identifier: MIT
# Compares two traces of one fixture line by line: strace's, then scry's. The text must be equal;
# of calls that the file `left_out_file` leaves out only the names, and the errors.
# -v newer=FILE: "NUMBER NAME" of calls that strace may lack; -v lists_file=FILE: constants, whose newer names it may
# lack too. Runs behind newer.awk.
# Status 1 if something differs; the first differences are shown.
function name_of(line) {
	if (line !~ /^[a-z_][a-z0-9_#]*\(/)
		return line
	sub(/\(.*/, "", line)
	return line
}
# How a failed call ends: the same whether its row is there or not.
function ending(line) {
	return match(line, / = -1 [^=]*$/) ? substr(line, RSTART) : ""
}
function differ(why, old, new) {
	if (++differences <= 10) {
		printf "%s, line %d\n  strace: %s\n  scry:   %s\n", why, FNR, old, new
		if (names[name_of(old)]++ == 0)
			different = different " " name_of(old)
	} else if (names[name_of(old)]++ == 0) {
		different = different " " name_of(old)
	}
}
BEGIN {
	read_left_out()
	while (lists_file != "" && (getline < lists_file) > 0)
		read_list_line()
	list = "*"
	read_numbers(newer)
}
FILENAME == ARGV[1] { expected[++n_expected] = $0; note_names($0); next }
{
	n_seen++
	old = expected[FNR]
	old_name = name_of(old)
	new_name = name_of($0)
	if (FNR > n_expected) {
		differ("only scry has this", "", $0)
		next
	}
	if (old_name != new_name) {
		if (is_newer_call(old, $0)) {
			n_newer++
			next
		}
		# x32 numbers of calls that only x86_64 has: doc/differences.md.
		if (old_name ~ /#64$/ && new_name ~ /^syscall_0x4/) {
			n_only_64++
			next
		}
		differ("another call", old, $0)
		# Nothing after a line too many or too few can be compared.
		exit
	}
	bare = old_name
	sub(/#.*/, "", bare)
	if (old == $0) {
		n_equal++
	} else if (only_newer(old, $0)) {
		n_newer_names++
	} else if (is_compared(bare)) {
		differ("different", old, $0)
	} else {
		unlisted[bare]++
		n_unlisted++
		if (ending(old) != ending($0))
			differ("another result", old, $0)
	}
}
END {
	if (!differences && n_seen < n_expected) {
		FNR = n_seen + 1
		differ("scry lacks this", expected[n_seen + 1], "")
	}
	printf "%d lines equal, %d of calls that left_out.txt leaves out differ", n_equal, n_unlisted
	if (n_newer_names)
		printf ", %d with names that strace lacks:%s", n_newer_names, newer_names
	if (n_newer)
		printf ", %d calls that strace has no name for", n_newer
	if (n_only_64)
		printf ", %d x32 numbers of x86_64 calls", n_only_64
	printf ", %d differences%s\n", differences, differences ? " in:" different : ""
	if (show_unlisted)
		for (name in unlisted)
			printf "  not compared: %s (%d)\n", name, unlisted[name]
	exit differences > 0 || n_expected == 0
}
