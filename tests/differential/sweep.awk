# SPDX-License-Identifier: MIT
# Makes the plan of the flag sweep, or judges its traces. Values are kept as hexadecimal words, because awk's
# numbers have 53 bits.
#
#	-v make=plan -v abi=ABI		sweep.txt, lists, syscalls.tsv -> "LIST NUMBER ARGUMENTS…"
#	-v make=verdict -v whole=FILE	lists, plan, strace.txt, scry.txt
function fail(text) { print text > "/dev/stderr"; failed = 1; exit 1 }

# --- numbers -------------------------------------------------------------------

# Sixteen hexadecimal digits of "0x1f" or "31".
function wide(text, digits, n) {
	if (text ~ /^0x[0-9a-f]+$/) {
		digits = substr(text, 3)
	} else if (text ~ /^[0-9]+$/) {
		digits = sprintf("%x", text + 0)
	} else {
		return ""
	}
	n = 16 - length(digits)
	return n < 0 ? "" : substr("0000000000000000", 1, n) digits
}
function digit(c) { return index("0123456789abcdef", c) - 1 }
function either(a, b, bit, sum) {
	sum = 0
	for (bit = 8; bit >= 1; bit /= 2)
		if (int(a / bit) % 2 || int(b / bit) % 2)
			sum += bit
	return sum
}
# The bitwise or of two wide words.
function join(a, b, i, text) {
	text = ""
	for (i = 1; i <= 16; i++)
		text = text substr("0123456789abcdef", either(digit(substr(a, i, 1)), digit(substr(b, i, 1))) + 1, 1)
	return text
}
function narrow(text) {
	sub(/^0+/, "", text)
	return "0x" (text == "" ? "0" : text)
}
function bit_word(bit, text) {
	text = sprintf("%x", 2 ^ (bit % 4))
	for (bit -= bit % 4; bit > 0; bit -= 4)
		text = text "0"
	return "0x" text
}

# --- the lists -----------------------------------------------------------------

function read_list_line() {
	if ($1 == "list") {
		list = $2
		lists[++n_lists] = list
		kind[list] = $3
		return
	}
	n_values[list]++
	value[list, n_values[list]] = $3
	value_of[list, $2] = wide($3)
	if ($4 != "0x0")
		under_mask[list, n_values[list]] = 1
}

# --- the plan ------------------------------------------------------------------

function plan_value(list, v, word, text) {
	if (v in done_values)
		return
	done_values[v] = 1
	text = ""
	for (word = 3; word <= n_words; word++) {
		text = words[word]
		if (text ~ /^only=/)
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
			# The next one, often the first that nobody knows.
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
	# Values under a mask beside a bit that is no part of it.
	for (i = 1; i <= n_values[list]; i++)
		if ((list, i) in under_mask)
			plan_value(list, narrow(join(wide(value[list, i]), wide("0x80000000"))))
}
function increment(text, last) {
	last = digit(substr(text, 16))
	return substr(text, 1, 15) substr("123456789abcdef0", last + 1, 1)
}

# --- the verdict ---------------------------------------------------------------

# Where the flag expression begins that position p of the line is in.
function begins(text, p) {
	while (p > 1 && index("(,=[{", substr(text, p - 1, 1)) == 0)
		p--
	if (substr(text, p, 1) == " ")
		p++
	return p
}
function expression(text, p, rest) {
	rest = substr(text, p)
	return match(rest, /[,)}\]]/) ? substr(rest, 1, RSTART - 1) : rest
}
# Adds an expression up into `sum`; its names into name_in[which, …]. False if a word is not understood.
function evaluate(text, which, n, i, parts, number) {
	sum = wide("0x0")
	n_names[which] = n_numbers[which] = 0
	gsub(/ *\/\*[^*]*\*\//, "", text)
	n = split(text, parts, "|")
	for (i = 1; i <= n; i++) {
		if ((list, parts[i]) in value_of) {
			sum = join(sum, value_of[list, parts[i]])
			name_in[which, parts[i], NR] = 1
			named[++n_names[which]] = parts[i]
			continue
		}
		number = wide(parts[i])
		if (number == "")
			return 0
		n_numbers[which]++
		sum = join(sum, number)
	}
	return 1
}
# True if scry only has names, from the list, for what strace shows as a number.
function only_newer(old, new, p, a, b, i, first) {
	for (p = 1; substr(old, p, 1) == substr(new, p, 1); p++)
		if (p > length(old))
			return 0
	p = begins(new, p)
	if (substr(old, 1, p - 1) != substr(new, 1, p - 1))
		return 0
	a = expression(old, p)
	b = expression(new, p)
	# Alignment of the result is a matter of the length.
	old = substr(old, p + length(a))
	new = substr(new, p + length(b))
	sub(/\) +=/, ") =", old)
	sub(/\) +=/, ") =", new)
	if (old != new || !evaluate(a, "old"))
		return 0
	for (i = 1; i <= n_names["old"]; i++)
		keep[i] = named[i]
	first = sum
	if (!n_numbers["old"] || !evaluate(b, "new") || sum != first)
		return 0
	for (i = 1; i <= n_names["old"]; i++)
		if (!(("new", keep[i], NR) in name_in))
			return 0
	if (n_names["new"] <= n_names["old"])
		return 0
	for (i = 1; i <= n_names["new"]; i++)
		if (!(("old", named[i], NR) in name_in) && !seen_newer[named[i]]++)
			newer_names = newer_names " " named[i]
	return 1
}

BEGIN {
	while (whole != "" && (getline text < whole) > 0) {
		sub(/#.*/, "", text)
		n = split(text, words, /[ \t]+/)
		for (i = 1; i <= n; i++)
			compared[words[i]] = 1
	}
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
	if (!(words[1] in kind))
		next
	reached[words[1]] = 1
	if (words[2] == "-" || words[n_words] ~ /^only=/ && words[n_words] != "only=" abi)
		next
	if (words[2] in number_of)
		plan_list(words[1])
	next
}

file == 1 { read_list_line(); next }
file == 2 { planned[line_of_file] = $1; next }
file == 3 { expected[line_of_file] = $0; n_expected = line_of_file; next }
{
	old = expected[line_of_file]
	# The first line is the mark; the plan's first call comes after it.
	list = planned[line_of_file - 1]
	call = old
	sub(/\(.*/, "", call)
	if (line_of_file > 1 && line_of_file < n_expected && !(call in compared)) {
		n_others++
		others[call] = 1
		next
	}
	if (old == $0) {
		equal++
		next
	}
	if (only_newer(old, $0)) {
		newer++
		next
	}
	if (++different[list] <= 2)
		printf "%s:\n  strace: %s\n  scry:   %s\n", list, old, $0
	n_different++
}
END {
	if (failed)
		exit 1
	if (make == "plan") {
		for (i = 1; i <= n_lists; i++)
			if (!(lists[i] in reached))
				print "no line in sweep.txt reaches the list " lists[i] > unreached
		exit
	}
	if (line_of_file != n_expected) {
		printf "strace showed %d lines, scry %d\n", n_expected, line_of_file
		n_different++
	}
	printf "%d lines equal, %d where only scry has a name:%s, %d differences\n", equal, newer, newer_names, \
		n_different
	for (list in different)
		printf "  %s: %d\n", list, different[list]
	for (call in others)
		calls = calls " " call
	if (n_others)
		printf "%d lines of calls that are not in whole.txt:%s\n", n_others, calls
	exit n_different > 0 || equal == 0
}
