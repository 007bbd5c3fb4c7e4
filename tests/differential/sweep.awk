# SPDX-License-Identifier: MIT
# Makes the plan of the sweep, or compares its traces. newer.awk must be loaded before.
#
#	-v make=plan -v abi=ABI		lists, syscalls.tsv, sweep.txt -> lines "LIST NUMBER ARGUMENT..."
#	-v make=verdict -v open_file=FILE -v what=WHAT	lists, plan, strace.txt, scry.txt
function fail(text) { print text > "/dev/stderr"; failed = 1; exit 1 }

# Lists of requests of io_uring that no system call has: tests/live/uring_test.sh makes such requests.
BEGIN {
	of_requests["uring_cmd_flags"] = of_requests["uring_msg_commands"] = of_requests["uring_poll"] = of_requests["uring_timeout"] = 1
}

# --- the plan ------------------------------------------------------------------

function plan_value(list, v, word, text) {
	if (v in done_values)
		return
	done_values[v] = 1
	text = ""
	for (word = 3; word <= n_words; word++) {
		text = words[word]
		if (text ~ /^only=/ || text == "more")
			continue
		gsub(/@/, v, text)
		if (text == "&")
			text = "0x10000000"
		line = line " " text
	}
	print list, number_of[words[2]] line
	line = ""
}
function plan_list(list, i, all, bits, known) {
	split("", done_values)
	plan_value(list, "0")
	plan_value(list, "0xffffffff")
	all = wide("0x0")
	bits = 32
	for (i = 1; i <= n_values[list]; i++) {
		plan_value(list, value[list, i])
		all = join(all, wide(value[list, i]))
		known = value[list, i]
		if (kind[list] == "flags") {
			if (length(known) > 10)
				bits = 64
		} else if (length(known) < 10 && known !~ /f$/) {
			# The next value, which often is the first one without a name.
			plan_value(list, narrow(increment(wide(known))))
		}
	}
	if (kind[list] != "flags")
		return
	for (i = 0; i < bits; i++) {
		plan_value(list, bit_word(i))
		plan_value(list, narrow(join(all, wide(bit_word(i)))))
	}
	plan_value(list, narrow(all))
	if (bits == 64)
		plan_value(list, "0xffffffffffffffff")
	# Values under a mask together with a bit outside the mask.
	for (i = 1; i <= n_values[list]; i++)
		if ((list, i) in under_mask)
			plan_value(list, narrow(join(wide(value[list, i]), wide("0x80000000"))))
}
function increment(text, last) {
	last = digit(substr(text, 16))
	return substr(text, 1, 15) substr("123456789abcdef0", last + 1, 1)
}

BEGIN {
	if (open_file != "")
		read_open()
	if (newer != "")
		read_numbers(newer)
}
FILENAME != current { current = FILENAME; file++; line_of_file = 0 }
{ line_of_file++ }

make == "plan" && file == 1 { read_list_line(); next }
make == "plan" && file == 2 {
	if (FNR == 1)
		for (i = 1; i <= NF; i++)
			if ($i == abi)
				column = i
	if ($column != "-")
		number_of[$1] = $column
	next
}
make == "plan" {
	sub(/#.*/, "")
	if (NF == 0)
		next
	n_words = split($0, words, /[ \t]+/)
	if (!(words[1] in kind)) {
		print "sweep.txt: there is no list " words[1] > unreached
		next
	}
	reached[words[1]] = 1
	if (words[2] == "-" || words[n_words] ~ /^only=/ && words[n_words] != "only=" abi)
		next
	if (words[2] in number_of)
		plan_list(words[1])
	next
}

file == 1 { read_list_line(); next }
file == 2 { planned[line_of_file] = $1; next }
file == 3 {
	expected[line_of_file] = $0
	n_expected = line_of_file
	list = planned[line_of_file - 1]
	note_names($0)
	next
}
{
	old = expected[line_of_file]
	# The first line is the mark of the fixture; the first call of the plan is the second line.
	list = planned[line_of_file - 1]
	if (old == $0) {
		equal++
		next
	}
	if (is_newer_call(old, $0)) {
		newer_calls++
		next
	}
	if (only_newer(old, $0)) {
		newer_lines++
		next
	}
	if (++different[list] > known[list] + 0 && ++shown[list] <= 2)
		printf "%s:\n  strace: %s\n  scry:   %s\n", list, old, $0
}
END {
	if (failed)
		exit 1
	if (make == "plan") {
		for (i = 1; i <= n_lists; i++)
			if (!(lists[i] in reached) && !(lists[i] in of_requests))
				print "no line in sweep.txt reaches the list " lists[i] > unreached
		exit
	}
	if (line_of_file != n_expected) {
		printf "strace showed %d lines, scry %d\n", n_expected, line_of_file
		different["length"]++
	}
	printf "%d lines equal, %d of calls newer than strace, %d where only scry has a name:%s\n", \
		equal, newer_calls, newer_lines, newer_names
	exit exceeds(different) || equal == 0
}
