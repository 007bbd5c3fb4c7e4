# SPDX-License-Identifier: MIT
# Names that scry has and strace lacks: two lines are considered equal if the values of the names of scry, in its constant
# lists, are the numbers that strace shows. compare.awk and sweep.awk use these functions and those for the files of open/.
# read_list_line() takes the lines of list_values. `list` is the list to search, or "*" for all lists.
#
# Values are strings of hexadecimal digits, because numbers in awk have only 53 bits.

# --- numbers -------------------------------------------------------------------

# Converts "0x1f" or "31" to sixteen hexadecimal digits.
function wide(text, digits, n) {
	if (text ~ /^0x[0-9a-f]+$/) {
		digits = substr(text, 3)
	} else if (text ~ /^[0-9]+$/) {
		digits = hexadecimal(text)
	} else {
		return ""
	}
	n = 16 - length(digits)
	return n < 0 ? "" : substr("0000000000000000", 1, n) digits
}
# Converts decimal digits, a division by 16 for each digit of the result.
function hexadecimal(text, digits, quotient, rest, i) {
	do {
		quotient = ""
		rest = 0
		for (i = 1; i <= length(text); i++) {
			rest = rest * 10 + substr(text, i, 1)
			if (quotient != "" || rest >= 16)
				quotient = quotient int(rest / 16)
			rest %= 16
		}
		digits = substr("0123456789abcdef", rest + 1, 1) digits
		text = quotient
	} while (text != "")
	return digits
}
function digit(c) { return index("0123456789abcdef", c) - 1 }
function either(a, b, bit, sum) {
	sum = 0
	for (bit = 8; bit >= 1; bit /= 2)
		if (int(a / bit) % 2 || int(b / bit) % 2)
			sum += bit
	return sum
}
# Returns the bitwise or of two strings of sixteen hexadecimal digits.
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

# --- the lists ----------------------------------------------------------------

function read_list_line() {
	if ($1 == "list") {
		list = $2
		lists[++n_lists] = list
		kind[list] = $3
		return
	}
	n_values[list]++
	value[list, n_values[list]] = $3
	value_name[list, n_values[list]] = $2
	value_of[list, $2] = wide($3)
	# A name with several values is useless if the list is not known.
	if (("*", $2) in value_of && value_of["*", $2] != wide($3))
		value_of["*", $2] = "ambiguous"
	else
		value_of["*", $2] = wide($3)
	if ($4 != "0x0")
		under_mask[list, n_values[list]] = 1
}

# --- comparing ---------------------------------------------------------------

# Returns the begin of the flag expression that contains position p of the line.
function begins(text, p) {
	while (p > 1 && index("(,=[{", substr(text, p - 1, 1)) == 0)
		p--
	if (substr(text, p, 1) == " ")
		p++
	# A note has a label: "(seals F_SEAL_SEAL)".
	if (match(substr(text, p), /^[a-z]+ /))
		p += RLENGTH
	return p
}
function expression(text, p, rest) {
	rest = substr(text, p)
	return match(rest, /[,)}\]]/) ? substr(rest, 1, RSTART - 1) : rest
}
# Computes the value of an expression in `sum` and collects its names in name_in[which, ...]. Returns false if a word is
# unknown.
function evaluate(text, which, n, i, parts, number, where, whole) {
	sum = wide("0x0")
	n_names[which] = n_numbers[which] = 0
	# Names in a comment: 0xb /* XFEATURE_CET_USER */, 0x3 /* FSMOUNT_CLOEXEC|0x2 */. The number before it must be their sum.
	whole = ""
	if (match(text, /^[0-9a-fx]+ \/\* [A-Za-z0-9_|<]+ \*\/$/)) {
		number = text
		sub(/^[^ ]+ \/\* /, "", number)
		sub(/ \*\/$/, "", number)
		if (number !~ /^[0-9]/ || number ~ /[|]/) {
			whole = wide(substr(text, 1, index(text, " ") - 1))
			text = number
		}
	}
	gsub(/ *\/\*[^*]*\*\//, "", text)
	n = split(text, parts, "|")
	for (i = 1; i <= n; i++) {
		# A command before the value of the list is a name of another list.
		where = (list, parts[i]) in value_of ? list : "*"
		if ((where, parts[i]) in value_of && value_of[where, parts[i]] != "ambiguous") {
			sum = join(sum, value_of[where, parts[i]])
			name_in[which, parts[i], NR] = which == "old" ? tries + 1 : tries
			named[++n_names[which]] = parts[i]
			continue
		}
		# Decimal or hexadecimal without leading zeros.
		number = parts[i] ~ /^0[0-9]|^0x0[0-9a-f]/ ? "" : wide(parts[i])
		if (number == "")
			return 0
		n_numbers[which]++
		sum = join(sum, number)
	}
	return whole == "" || whole == sum
}
# Returns true if scry shows names of the list at position p where strace shows a number: with a comment, among other
# bits of a flag set, or alone where the list is known (statfs shows no comments). `old_expression` and `new_expression`
# get the two expressions.
function newer_at(old, new, p, i, first) {
	old_expression = expression(old, p)
	new_expression = expression(new, p)
	if (!evaluate(old_expression, "old"))
		return 0
	plain = old_expression !~ /[|]|\/\*/
	for (i = 1; i <= n_names["old"]; i++)
		keep[i] = named[i]
	first = sum
	tries++
	if (!n_numbers["old"] || !evaluate(new_expression, "new") || sum != first)
		return 0
	if (n_names["new"] <= n_names["old"] && !(plain && list != "*" && is_newer_list()))
		return 0
	for (i = 1; i <= n_names["old"]; i++)
		if (!has_name("new", keep[i]))
			return 0
	for (i = 1; i <= n_names["new"]; i++)
		if (!has_name("old", named[i]) && strace_shows(named[i]))
			return 0
	# A value without a name in a list that strace lacks has a comment.
	return !plain || n_names["new"] > n_names["old"] || new_expression ~ /\/\*/ && is_newer_list()
}
# Returns true if strace lacks the whole list: then it shows a plain number.
function is_newer_list(i) {
	if (list == "*")
		return 1
	if (!(list in all_newer)) {
		all_newer[list] = 1
		for (i = 1; i <= n_values[list]; i++)
			if (strace_shows(value_name[list, i]))
				all_newer[list] = 0
	}
	return all_newer[list]
}
# Returns true if strace shows the name anywhere, so that it does not lack it; in the lines of the list, if scry has names
# in this list that strace shows only in others (-v more="LIST...").
function strace_shows(name) {
	return (list, name) in strace_has || !index(" " more " ", " " list " ") && ("", name) in strace_has
}
# Records the names that strace shows in a line.
function note_names(line, n, i, words) {
	n = split(line, words, /[^A-Za-z0-9_]+/)
	for (i = 1; i <= n; i++)
		if (words[i] ~ /^[A-Z_]+[A-Z0-9_]+$/)
			strace_has[list, words[i]] = strace_has["", words[i]] = 1
}
function has_name(which, name) { return (which, name, NR) in name_in && name_in[which, name, NR] == tries }
# Returns true if only the name of the result differs: "= 7 (SCHED_EXT)" where strace shows "= 7".
function only_result_newer(old, new, name, result) {
	if (!match(new, / \([A-Z0-9_]+\)$/) || substr(new, 1, RSTART - 1) != old)
		return 0
	name = substr(new, RSTART + 2, RLENGTH - 3)
	result = old
	sub(/.* = /, "", result)
	if (strace_shows(name) || value_of[list, name] != wide(result))
		return 0
	if (!seen_newer[name]++)
		newer_names = newer_names " " name
	return 1
}
# ioctl requests: scry shows all names of the number; strace shows its parts if it knows no name.
function request_of(line, i, c, depth) {
	if (!match(line, /^ioctl\(-?[0-9]+, /))
		return ""
	before = substr(line, 1, RLENGTH)
	line = substr(line, RLENGTH + 1)
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (depth == 0 && (c == "," || c == ")"))
			break
		depth += (c == "(") - (c == ")")
	}
	after = substr(line, i)
	return substr(line, 1, i - 1)
}
# Returns the number of an expression "_IOC(_IOC_READ|_IOC_WRITE, 0x54, 0x1, 0x4)".
function number_of_request(text, words, parts, direction, i) {
	direction = (text ~ /_IOC_WRITE/) + 2 * (text ~ /_IOC_READ/)
	gsub(/^_IOC\([A-Z_|]+, |\)$/, "", text)
	if (split(text, words, ", ") != 3)
		return ""
	for (i = 1; i <= 3; i++) {
		parts = wide(words[i])
		words[i] = substr(parts, i == 3 ? 13 : 15)
	}
	# The direction is above the 14 bits of the size.
	return "00000000" substr("0123456789abcdef", direction * 4 + digit(substr(words[3], 1, 1)) + 1, 1) \
		substr(words[3], 2) words[1] words[2]
}
function newer_request(old, new, names, n, i, number, had, rest) {
	old = request_of(old)
	rest = after
	new = request_of(new)
	if (old == "" || new == "" || old == new)
		return 0
	if (old ~ /^_IOC\(/)
		number = number_of_request(old)
	else if (rest != after)
		return 0
	n = split(old, names, " or ")
	for (i = 1; i <= n; i++) {
		had[names[i]] = 1
		if (("ioctl", names[i]) in value_of)
			number = value_of["ioctl", names[i]]
	}
	n = split(new, names, " or ")
	for (i = 1; i <= n; i++) {
		if (names[i] in had) {
			delete had[names[i]]
		} else {
			if (value_of["ioctl", names[i]] != number || strace_shows(names[i]))
				return 0
			if (!seen_newer[names[i]]++)
				newer_names = newer_names " " names[i]
		}
	}
	for (i in had)
		if (i !~ /^_IOC\(/)
			return 0
	return 1
}
function result_of(line) {
	return match(line, /\) = [^=]*$/) ? substr(line, RSTART) : ""
}
# Returns true if strace shows only numbers and addresses after the name of a command, because it lacks that name, and
# scry shows the same result.
function cannot_decode(old, new, rest) {
	return rest ~ /^(, (0x[0-9a-f]+|-?[0-9]+|NULL))*\) = / && result_of(old) == result_of(new)
}
# Returns true if two lines differ only in newer names. The arguments after the newer name of a command may be raw in
# the line of strace.
function only_newer(old, new, p, rounds, i, command) {
	# The column of the result depends on the length of the text before it.
	sub(/\) +=/, ") =", old)
	sub(/\) +=/, ") =", new)
	if (only_result_newer(old, new) || newer_request(old, new))
		return 1
	for (rounds = 0; old != new && rounds < 20; rounds++) {
		for (p = 1; substr(old, p, 1) == substr(new, p, 1); p++)
			if (p > length(old) || p > length(new))
				return 0
		p = begins(new, p)
		if (substr(old, 1, p - 1) != substr(new, 1, p - 1) || !newer_at(old, new, p))
			return command && cannot_decode(old, new, substr(old, command))
		if (!command && old_expression !~ /[|]/)
			command = p + length(new_expression)
		for (i = 1; i <= n_names["new"]; i++)
			if (!has_name("old", named[i]) && !seen_newer[named[i]]++)
				newer_names = newer_names " " named[i]
		old = substr(old, 1, p - 1) new_expression substr(old, p + length(old_expression))
	}
	return rounds > 0 && old == new
}

# --- newer calls -----------------------------------------------------------------

# Reads a file with lines "NUMBER NAME" of all calls of the ABI. strace shows calls without a name by this number.
function read_numbers(file, text, words) {
	while ((getline text < file) > 0) {
		split(text, words, " ")
		number_of[words[2]] = words[1]
	}
}
# Returns true if strace shows a number where scry shows the name of a newer call.
function is_newer_call(old, new, nr) {
	sub(/\(.*/, "", old)
	sub(/\(.*/, "", new)
	if (old !~ /^syscall_0x/ || !(new in number_of))
		return 0
	nr = old
	sub(/^syscall_/, "", nr)
	return nr == number_of[new]
}

# --- differences that are known --------------------------------------------------

# Reads the known differences: "WHAT NAME COUNT" allows COUNT different lines of a call, or of a list in the sweep.
function read_open(text, words) {
	while ((getline text < open_file) > 0) {
		sub(/#.*/, "", text)
		if (split(text, words, " ") == 3 && words[1] == what)
			known[words[2]] = words[3]
	}
}
# Prints the names with more differences than known. Returns true if there is one.
function exceeds(counts, name, more, total) {
	for (name in counts) {
		total += counts[name]
		printf "open: %s %s %d\n", what, name, counts[name]
		if (counts[name] > known[name] + 0) {
			printf "%s: %d differences, %d known\n", name, counts[name], known[name]
			more = 1
		}
	}
	for (name in known)
		if (counts[name] + 0 < known[name])
			printf "%s: %d differences, fewer than the %d known\n", name, counts[name], known[name]
	printf "%d differences, known ones included\n", total
	return more
}
