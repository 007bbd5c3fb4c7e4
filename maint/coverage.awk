# SPDX-License-Identifier: MIT
# How much of the kernel's interface the table has: "make coverage-report". Read are src/arch/syscalls.tsv,
# the families and lists of src/syscalls/, and any number of lists of what the user-space headers
# define: of constants (header, name, kind, value) and of structs (header, type, member, …).
# Headers of which the table has nothing are counted. Of the others, what the table lacks is named, by reason.
function share(have, all) { return sprintf("%6d of %6d (%3d %%)", have, all, all ? 100 * have / all : 0) }
function show(title, names, n) {
	split(names, word, " ")
	printf "%s", title
	width = 100
	for (n = 1; n in word; n++) {
		if (width + length(word[n]) > 96) {
			printf "\n\t"
			width = 8
		}
		printf " %s", word[n]
		width += length(word[n]) + 1
	}
	print ""
}
# A value as hexadecimal digits.
function digits_of(text) {
	text = tolower(text)
	if (text ~ /^0x/) {
		sub(/^0x0*/, "", text)
		return text == "" ? "0" : text
	}
	return text ~ /^[0-9]+$/ ? sprintf("%x", text) : "?"
}
function shared_beginning(a, b, i) {
	for (i = 1; i <= length(a) && substr(a, i, 1) == substr(b, i, 1); i++)
		continue
	return substr(a, 1, i - 1)
}
# Notes that a header has a constant of these lists, and what the names of each list there begin with.
function note_lists(header, name, here, i, n, key) {
	n = split(lists_of[name], here, " ")
	for (i = 1; i <= n; i++) {
		key = header SUBSEP here[i]
		if (!(key in beginning)) {
			beginning[key] = name
			lists_in[header] = lists_in[header] " " here[i]
		} else {
			beginning[key] = shared_beginning(beginning[key], name)
			several[key] = 1
		}
	}
}
# Returns the number of the row of maint/structs-left-out.tsv ("structs") or maint/constants-left-out.tsv ("constants") for a name, or 0.
function row_left_out(kind, header, name, i) {
	for (i = 1; i <= n_left; i++)
		if (left_kind[i] == kind && header ~ left_header[i] && name ~ left_name[i]) {
			used[i] = 1
			return i
		}
	return 0
}
# Says why no list has a constant: "limit", "other" if the list of constants that begin like it has a name for its value,
# "set" if there is no such list, or the name of the list that lacks the value.
function reason(header, name, value, here, i, n, key, start, longest, found) {
	if (name ~ /_(MAX|MASK|LAST|SHIFT|BITS?|UNSPEC|SIZE|LEN|LENGTH|END|COUNT|CNT|VERSION|NAME|NUM|FIRST|VALID|ALL|MAGIC|BASE|SUPP|SUPPORTED|VER[0-9]+|ALL_[A-Z_]*)$/)
		return "limit"
	n = split(lists_in[header], here, " ")
	for (i = 1; i <= n; i++) {
		key = header SUBSEP here[i]
		start = beginning[key]
		sub(/[^_]*$/, "", start)
		if (!(key in several) || length(start) < 4 || index(name, start) != 1 || length(start) < longest)
			continue
		if (length(start) > longest)
			found = ""
		longest = length(start)
		if ((here[i], value) in has_value)
			found = "other"
		else if (found == "")
			found = here[i]
	}
	return found == "" ? "set" : found
}
FNR == 1 {
	list_name = FILENAME
	sub(/.*\//, "", list_name)
	sub(/\.list$/, "", list_name)
	tab = FILENAME ~ /\.tsv$/
	what = FILENAME ~ /-left-out\.tsv$/ ? "left out" : $0 ~ /^name\tx86_64/ ? "calls" : $0 ~ /^header\tname\t/ ? "constants" : \
		$0 ~ /^header\ttype\t/ ? "structs" : FILENAME ~ /\.list$/ ? "list" : "rows"
	lists += what == "list"
	is_ioctl = FILENAME ~ /\/ioctl\.list$/
	if (tab) next
}

# Why structs or constants are left out: an expression for the header, one for the names, the reason.
what == "left out" {
	if (/^#/ || split($0, word, "\t") < 3) next
	left_kind[++n_left] = list_name ~ /^structs-/ ? "structs" : "constants"
	left_header[n_left] = "^(" word[1] ")$"
	left_name[n_left] = "^(" word[2] ")$"
	left_reason[n_left] = word[3]
	next
}

# --- the table ---------------------------------------------------------------------

what == "rows" && /^SYSCALL(_AS|_ALT)?\(|^const struct syscall row_/ {
	name = $0
	sub(/^SYSCALL[A-Z_]*\(|^const struct syscall row_/, "", name)
	sub(/[^a-z0-9_].*/, "", name)
	row[name] = 1
}
what == "rows" && /STRUCT_TYPE(_AS)?\(/ {
	name = $0
	if (match(name, /STRUCT_TYPE_AS\([^ ]* (PARTS\()?\.name = "[^"]*"/)) {
		name = substr(name, RSTART, RLENGTH - 1)
		sub(/.*"/, "", name)
	}
	sub(/.*STRUCT_TYPE(_AS)?\(/, "", name)
	sub(/[^A-Za-z0-9_].*/, "", name)
	type[name] = 1
}
# Types that a family declares without these macros.
what == "rows" && /(OWN_TYPE|V4L2_BUFFER)\(/ {
	name = $0
	sub(/.*(OWN_TYPE|V4L2_BUFFER)\(/, "", name)
	sub(/[^A-Za-z0-9_].*/, "", name)
	type[name] = 1
}
what == "rows" && /\.name = "[a-z0-9_]+", (\.kind = KIND_STRUCT|MIN_SIZE|CUT|VIEW)/ {
	name = $0
	sub(/.*\.name = "/, "", name)
	sub(/".*/, "", name)
	type[name] = 1
}
# Keys of the choice of ioctl, which go on over lines.
what == "rows" && FILENAME ~ /\/ioctl/ {
	n = split($0, word, /[^A-Za-z0-9_]+/)
	for (i = 1; i <= n; i++) decoded[word[i]] = 1
}
what == "list" {
	sub(/(^|[ \t])#.*/, "")
	if (/^%/ || split($0, word, " ") < 2) next
	has_value[list_name, digits_of(word[2])] = 1
	if (is_ioctl)
		request[digits_of(word[2])] = word[1]
	n = split(word[1], word, /[|]|<</)
	for (i = 1; i <= n; i++) {
		constants += !(word[i] in constant)
		constant[word[i]] = 1
		lists_of[word[i]] = lists_of[word[i]] " " list_name
	}
	if (is_ioctl && !(word[1] in known)) {
		known[word[1]] = 1
		names_known++
	}
}

# --- what there is -----------------------------------------------------------------

what == "calls" {
	split($0, word, "\t")
	for (i = 2; i <= 5; i++) {
		if (word[i] == "-") continue
		calls[i]++
		if (word[1] in row) has_row[i]++
		else lacking[word[1]] = 1
	}
}
what == "constants" {
	split($0, word, "\t")
	if (word[3] == "ioctl") {
		if ((word[2]) in ioctl) next
		ioctl[word[2]] = 1
		ioctls++
		if (word[2] in known) named++
		else if (digits_of(word[4]) in request) renamed = renamed " " word[2] "=" request[digits_of(word[4])]
		else if (word[2] ~ /_(S390|PPC|ARM|RISCV|LOONGARCH)_/) foreign = foreign " " word[2]
		else unnamed = unnamed " " word[2]
		next
	}
	c[word[1]]++
	if (word[2] in constant) {
		has_c[word[1]]++
		note_lists(word[1], word[2])
	} else {
		lacks_c[++n_lacks] = word[2]
		lacks_in[n_lacks] = word[1]
		lacks_value[n_lacks] = digits_of(word[4])
	}
}
what == "structs" {
	split($0, word, "\t")
	if (word[3] != "=") next
	name = word[2]
	sub(/.* /, "", name)
	s[word[1]]++
	if (name in type) has_s[word[1]]++
	else lacks_s[word[1]] = lacks_s[word[1]] " " name
}
END {
	split("x86_64 i386 x32 arm64", abi, " ")
	for (i = 2; i <= 5; i++) printf "calls of %-9s %s\n", abi[i - 1], share(has_row[i], calls[i])
	print lists " lists with " constants " constants"
	for (name in lacking) names = names " " name
	if (names != "") show("\ncalls without a row:", names)
	for (header in c) {
		headers++
		all += c[header]
		have += header in has_c ? has_c[header] : 0
		if (!(header in has_c)) continue
		touched++
		near_c += c[header]
	}
	for (header in s) {
		all_s += s[header]
		have_s += header in has_s ? has_s[header] : 0
		near_s += header in has_s ? s[header] : 0
	}
	if (ioctls) {
		if (unnamed != "") show("\nioctls without a name:", unnamed)
		if (renamed != "") show("\nioctls whose number has another name:", renamed)
		if (foreign != "") show("\nioctls of other architectures:", foreign)
		for (i = 1; i <= n_lacks; i++) {
			header = lacks_in[i]
			if (!(header in has_c)) continue
			why = reason(header, lacks_c[i], lacks_value[i])
			row_of = why ~ /^(limit|set)$/ ? 0 : row_left_out("constants", header, lacks_c[i])
			if (row_of) {
				no_list[left_reason[row_of]] = no_list[left_reason[row_of]] " " lacks_c[i]
				n_no_list[left_reason[row_of]]++
				continue
			}
			reasons[why ~ /^(limit|other|set)$/ ? why : "value"]++
			if (why == "set") no_c[header] = no_c[header] " " lacks_c[i]
			else if (why !~ /^(limit|other)$/) no_value[header ", " why] = no_value[header ", " why] " " lacks_c[i]
		}
		for (why in no_list) show("\nconstants without a list: " why, no_list[why])
		for (key in no_value)
			show("\n" key ": a list that lacks values of", no_value[key])
		for (header in has_c) if (no_c[header] != "")
			show("\n" header ": " share(has_c[header], c[header]) " constants; no list of" , no_c[header])
	}
	for (header in has_s) {
		n = split(lacks_s[header], word, " ")
		for (i = 1; i <= n; i++) {
			row_of = row_left_out("structs", header, word[i])
			if (!row_of) {
				no_s[header] = no_s[header] " " word[i]
				continue
			}
			left_out[left_reason[row_of]] = left_out[left_reason[row_of]] " " word[i]
			n_left_out[left_reason[row_of]]++
		}
	}
	for (why in left_out) show("\nstructs without a type: " why, left_out[why])
	for (i = 1; i <= n_left; i++)
		if (!(i in used) && (left_kind[i] == "structs" ? all_s : ioctls))
			print "no such " left_kind[i] ": " left_header[i] " " left_name[i]
	for (header in has_s) if (no_s[header] != "")
		show("\n" header ": " share(has_s[header], s[header]) " structs; no", no_s[header])
	print ""
	for (name in known) with_argument += name in decoded
	print "ioctls in the list whose argument is known, be it as an address " share(with_argument, names_known)
	if (ioctls) {
		print "ioctls by name     " share(named, ioctls)
		print "constants without a list, of headers that lists are from:"
		for (why in n_no_list) printf "%8d %s\n", n_no_list[why], why | "sort -rn"
		close("sort -rn")
		printf "%8d whose value has another name in the list of that beginning\n", reasons["other"]
		printf "%8d limits, masks, sizes and versions\n", reasons["limit"]
		printf "%8d of sets that no list is about\n", reasons["set"]
		printf "%8d unsettled: values that a list of that beginning lacks\n", reasons["value"]
		print "constants          " share(have, all) ", " share(have, near_c) " of " touched " headers that lists are from"
	}
	if (all_s) {
		print "structs without a type, of headers that types are from:"
		for (why in n_left_out) printf "%8d %s\n", n_left_out[why], why | "sort -rn"
		close("sort -rn")
	}
	if (all_s) print "structs            " share(have_s, all_s) ", " share(have_s, near_s) " of headers that types are from"
	if (!ioctls || !all_s)
		print "For more: maint/get-headers DIRECTORY; make coverage-report HEADERS=DIRECTORY/include"
}
