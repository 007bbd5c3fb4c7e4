# SPDX-License-Identifier: MIT
# -v style=raw|verbose: the style of the lines
#
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
# Joins "0x2 /* A */|0x1": the numbers are sets of different bits. A number without a name stands for itself in the comment.
function joined(parts, sum, names, comment, number, shift, commented, name) {
	while (parts != "") {
		if (!match(parts, /^(0x[0-9a-f]+|[0-9]+)/))
			return "joined.awk cannot read " parts
		number = substr(parts, 1, RLENGTH)
		parts = substr(parts, RLENGTH + 1)
		shift = 0
		if (match(parts, /^<<[0-9a-fx]+/)) {
			shift = value_of(substr(parts, 3, RLENGTH - 2))
			parts = substr(parts, RLENGTH + 1)
		}
		comment = number (shift ? "<<" shift : "")
		if (match(parts, /^ \/\* [^*]* \*\//)) {
			comment = (shift ? number "<<" : "") substr(parts, 5, RLENGTH - 7)
			parts = substr(parts, RLENGTH + 1)
			if (comment ~ /[?][?]/)
				comment = number
			commented = 1
		}
		# The name of what is shifted: "0x2 /* A */<<16".
		if (match(parts, /^<<[0-9a-fx]+/)) {
			shift = value_of(substr(parts, 3, RLENGTH - 2))
			parts = substr(parts, RLENGTH + 1)
			name = shift
			# The distance can have a name, too: "0x2 /* A */<<16 /* B */".
			if (match(parts, /^ \/\* [^*]* \*\//)) {
				name = substr(parts, 5, RLENGTH - 7)
				parts = substr(parts, RLENGTH + 1)
			}
			comment = comment "<<" name
		}
		names = names (names == "" ? "" : "|") comment
		# strace writes the upper half of a set of capabilities after the lower one.
		sum += value_of(number) * 2 ^ (names != comment && capabilities ? 32 : shift)
		sub(/^\|/, "", parts)
	}
	return hexadecimal(sum) (commented ? " /* " names " */" : "")
}
# Removes the comments inside of comments, as scry does: "0x3 /* 0x2 /* A */|1 */" is "0x3 /* A|1 */".
function flat(text, out, open, close_, start, name) {
	while (open = index(text, " /* ")) {
		out = out substr(text, 1, open + 3)
		text = substr(text, open + 4)
		while ((start = index(text, " /* ")) && start < (close_ = index(text, " */"))) {
			# The number before the inner comment, and the name in it.
			match(substr(text, 1, start - 1), /(0x[0-9a-f]+|[0-9]+)(<<[0-9]+)?$/)
			out = out (RSTART ? substr(text, 1, RSTART - 1) : substr(text, 1, start - 1))
			name = substr(text, start + 4, close_ - start - 4)
			if (name ~ /[?][?]/ && RSTART && (out !~ / [/][*] $/ || substr(text, close_ + 3, 3) != " */"))
				name = substr(text, RSTART, RLENGTH)
			out = out name
			text = substr(text, close_ + 3)
		}
		close_ = index(text, " */")
		out = out substr(text, 1, close_ + 2)
		text = substr(text, close_ + 3)
	}
	return out text
}
# Converts a number of any size to n bytes: "\\x01\\x00".
function bytes_of(text, n, hex, digit, rest, quotient, i, out) {
	if (text ~ /^0x/)
		hex = substr(text, 3)
	else
		while (text != "" && text != "0") {
			# Long division by 16.
			rest = 0
			quotient = ""
			for (i = 1; i <= length(text); i++) {
				rest = rest * 10 + substr(text, i, 1)
				digit = int(rest / 16)
				if (digit || quotient != "")
					quotient = quotient digit
				rest %= 16
			}
			hex = substr("0123456789abcdef", rest + 1, 1) hex
			text = quotient
		}
	while (length(hex) < 2 * n)
		hex = "0" hex
	for (i = 1; i < 2 * n; i += 2)
		out = out "\\x" substr(hex, i, 2)
	return out
}
# Numbers in network order are bytes in scry; strace writes "htons(0x3 /* ETH_P_ALL */)" for some.
function in_network_order(text, out, call, number, name, n) {
	while (match(text, /(hton[sl]|htobe64)\([^()]*\)/)) {
		call = substr(text, RSTART, RLENGTH)
		out = out substr(text, 1, RSTART - 1)
		text = substr(text, RSTART + RLENGTH)
		if (out ~ /[/][*] $/) {
			out = out call
			continue
		}
		n = call ~ /^htons/ ? 2 : call ~ /^htonl/ ? 4 : 8
		number = name = call
		sub(/^[^(]*\(/, "", number)
		sub(/[ )].*/, "", number)
		if (sub(/[(].* [/][*] /, "(", name))
			sub(/ [*][/]/, "", name)
		if (name ~ /[?]/)
			name = substr(name, 1, index(name, "(")) number ")"
		out = out "\"" bytes_of(number, n) "\"" (style == "verbose" ? " /* " name " */" : "")
	}
	return out text
}
# The operation of FUTEX_WAKE_OP, the number of a call of ipc(2) and a tone are sums, of which scry shows the terms as well.
/^(futex(_time64)?|ipc)\(|^ioctl\(-?[0-9]+, 0x4b30[ ,]/ {
	print
	next
}
# The signal of clone(2) is a number of its own, which is decimal.
match($0, /^clone\(.*flags=[1-9][0-9]*[,)]/) {
	head = substr($0, 1, RLENGTH - 1)
	tail = substr($0, RLENGTH)
	match(head, /[0-9]+$/)
	$0 = substr(head, 1, RSTART - 1) hexadecimal(value_of(substr(head, RSTART))) tail
}
{
	capabilities = /^cap[gs]et\(/
	part = "(0x[0-9a-f]+|[0-9]+)(<<[0-9a-fx]+)?( /[*] [^*]* [*]/)?(<<[0-9a-fx]+( /[*] [^*]* [*]/)?)?"
	$0 = flat(in_network_order($0))
	line = ""
	# A member or an argument: what is in a comment is no number of its own.
	while (match($0, "([=(]|, )" part "([|]" part ")+")) {
		before = substr($0, RSTART, 1) == "," ? 2 : 1
		rest = substr($0, RSTART + RLENGTH)
		line = line substr($0, 1, RSTART + before - 1) joined(substr($0, RSTART + before, RLENGTH - before))
		$0 = rest
	}
	print line $0
}
