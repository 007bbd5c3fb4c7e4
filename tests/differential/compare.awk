# SPDX-License-Identifier: MIT
# Compares two traces of one fixture line by line: that of strace, then that of scry. The text must be equal, except for
# the number of lines per call in the files of open/. The names of the calls must always be equal.
# -v newer=FILE: lines "NUMBER NAME" of calls that strace may lack
# -v lists_file=FILE: the constant lists, of which strace may lack newer names
# -v more_file=FILE: expressions for what may precede an address where scry shows more: doc/differences.md
# newer.awk must be loaded before. Ends with status 1 if something differs, and prints the first differences.
function name_of(line) {
	if (line !~ /^[a-z_][a-z0-9_#]*\(/)
		return line
	sub(/\(.*/, "", line)
	return line
}
function differ(why, old, new, name) {
	name = name_of(old)
	if (++counts[name] > known[name] + 0 && ++shown <= 10)
		printf "%s, line %d\n  strace: %s\n  scry:   %s\n", why, FNR, old, new
}
# Whether the lines differ only in an address of strace, in the place of which scry shows something, after one of the beginnings.
function shows_more(old, new, start, ends, least, beginning, i) {
	sub(/\) += /, ") = ", old)
	sub(/\) += /, ") = ", new)
	least = length(old) < length(new) ? length(old) : length(new)
	for (start = 0; start < least && substr(old, start + 1, 1) == substr(new, start + 1, 1); start++)
		;
	for (ends = 0; ends < least - start && substr(old, length(old) - ends, 1) == substr(new, length(new) - ends, 1); ends++)
		;
	if (substr(old, start + 1, length(old) - ends - start) !~ /^(0x[0-9a-f]+|NULL)$/)
		return 0
	beginning = substr(old, 1, start)
	for (i = 1; i <= n_beginnings; i++)
		if (beginning ~ "^" beginnings[i] "$")
			return 1
	return 0
}
BEGIN {
	read_open()
	while (more_file != "" && (getline line < more_file) > 0)
		beginnings[++n_beginnings] = line
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
		known[""] = 0
		differ("only scry has this", "", $0)
		next
	}
	if (old_name != new_name) {
		if (is_newer_call(old, $0)) {
			n_newer++
			next
		}
		# The x32 number of a call that only x86_64 has: doc/differences.md.
		if (old_name ~ /#64$/ && new_name ~ /^syscall_0x4/) {
			n_only_64++
			next
		}
		known[old_name] = 0
		differ("another call", old, $0)
		# After a missing or an extra line nothing can be compared.
		stopped = 1
		exit
	}
	if (old == $0)
		n_equal++
	else if (only_newer(old, $0))
		n_newer_names++
	else if (shows_more(old, $0))
		n_shows_more++
	else
		differ("different", old, $0)
}
END {
	if (n_seen < n_expected && !stopped) {
		FNR = n_seen + 1
		known[name_of(expected[n_seen + 1])] = 0
		differ("scry lacks this", expected[n_seen + 1], "")
	}
	printf "%d lines equal", n_equal
	if (n_newer_names)
		printf ", %d with names that strace lacks:%s", n_newer_names, newer_names
	if (n_shows_more)
		printf ", %d with an address where scry shows more", n_shows_more
	if (n_newer)
		printf ", %d calls that strace cannot name", n_newer
	if (n_only_64)
		printf ", %d x32 numbers of x86_64 calls", n_only_64
	printf "\n"
	exit exceeds(counts) || n_equal == 0
}
