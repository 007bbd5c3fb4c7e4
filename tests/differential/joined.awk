# SPDX-License-Identifier: MIT
# Joins the parts of a number that strace splits under -X raw and -X verbose: "0x2000|0x100" is 0x2100, and
# "0x2 /* A */|0x1 /* B */" is "0x3 /* A|B */". scry writes one number for one argument: doc/differences.md.
function value_of(text, digits, i, value, base) {
	base = text ~ /^0x/ ? 16 : text ~ /^0[0-7]/ ? 8 : 10
	sub(/^0x/, "", text)
	for (i = 1; i <= length(text); i++)
		value = value * base + index("0123456789abcdef", substr(text, i, 1)) - 1
	return value
}
function hexadecimal(value, text) {
	if (!value)
		return "0"
	for (; value; value = int(value / 16))
		text = substr("0123456789abcdef", value % 16 + 1, 1) text
	return "0x" text
}
# Joins "0x2 /* A */|0x1": the numbers are sets of different bits.
function joined(parts, sum, names, comment, number, shift, commented) {
	while (parts != "") {
		match(parts, /^(0x[0-9a-f]+|[0-9]+)/)
		number = substr(parts, 1, RLENGTH)
		parts = substr(parts, RLENGTH + 1)
		shift = 0
		if (match(parts, /^<<[0-9]+/)) {
			shift = substr(parts, 3, RLENGTH - 2)
			parts = substr(parts, RLENGTH + 1)
		}
		comment = number (shift ? "<<" shift : "")
		if (match(parts, /^ \/\* [^*]* \*\//)) {
			comment = substr(parts, 5, RLENGTH - 7)
			parts = substr(parts, RLENGTH + 1)
			commented = 1
		}
		names = names (names == "" ? "" : "|") comment
		sum += value_of(number) * 2 ^ shift
		sub(/^\|/, "", parts)
	}
	return hexadecimal(sum) (commented ? " /* " names " */" : "")
}
# The operation of FUTEX_WAKE_OP is a sum, of which scry shows the terms as well.
/^futex\(/ {
	print
	next
}
{
	part = "(0x[0-9a-f]+|[0-9]+)(<<[0-9]+)?( /[*] [^*]* [*]/)?"
	line = ""
	# A member or an argument: what is in a comment is no number of its own.
	while (match($0, "([=(]|, )" part "([|]" part ")+")) {
		before = substr($0, RSTART, 1) == "," ? 2 : 1
		rest = substr($0, RSTART + RLENGTH)
		line = line substr($0, 1, RSTART + before - 1) joined(substr($0, RSTART + before, RLENGTH - before))
		$0 = rest
	}
	line = line $0
	# The results are in one column.
	if (line != whole && match(line, / += /) && match(line, /\) += [^=]*$/)) {
		head = substr(line, 1, RSTART)
		tail = substr(line, RSTART + 1)
		sub(/^ += /, "= ", tail)
		line = length(head) < 40 ? sprintf("%-40s%s", head, tail) : head " " tail
	}
	print line
}
