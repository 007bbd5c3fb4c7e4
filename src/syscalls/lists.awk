# Makes lists.h (-v make=header) or lists.c (-v make=source) from flags/NAME.list files.
#
#	# Comments give the source of the values.
#	%kind flags|enum
#	%type u32		storage of t_NAME: s8 u8 s16 u16 s32 u32 s64 u64 u64_aligned long ulong
#				klong kulong; "none": types.c defines t_NAME
#	%unknown O_???		comment after numbers without a name; without this line there is none
#	%empty			the empty set is shown as "" instead of "0": "c_iflag="
#	%mask 0x3 O_???		the following lines are the values of these bits. The comment is for
#				values without a name; without it, such bits are unknown bits
#	%bits SOCK_???		the following lines are single bits or composites again. The optional
#				comment is for unknown bits, if no known bit is set
#	%requests		the values are requests of ioctl(2), as asm-generic/ioctl.h numbers them. A value without a
#				direction and a size is one of _IO(), which has the bit 29 where _IOC_NONE is 1 (mips, powerpc);
#				abi_ioctl_request() keeps that bit. A value with the word "plain" is not: TCGETS 0x5401 plain
#	NAME 0x40		value in C notation; file order is print order; ~ in a name is a blank
#	NAME 0x80 [arm64 i386]	the value on these ABIs; the line without brackets is for the others
#	NAME 0x80 [not arm64]	the value on all ABIs but these, which have no such constant
#
# -v abis: the ABIs of scry/abi.h. Lines for other ABIs are ignored.
function fail(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; failed = 1; exit 1 }
function new_part(mask, comment) {
	part[list, ++parts[list]] = mask
	unknown_part[list, parts[list]] = comment
}
BEGIN {
	n_abis = split(abis, known_abis, " ")
	# asm/ioctl.h: _IOC_NONE is 1. These ABIs have ioctl_size_bits of 13.
	with_none = " powerpc64 mips64 mips64n32 mipso32 "
}
FNR == 1 {
	list = FILENAME
	sub(/.*\//, "", list)
	sub(/\.list$/, "", list)
	order[++lists] = list
	kind[list] = "enum"
	storage[list] = "u32"
}
{ sub(/(^|[ \t])#.*/, "") }
NF == 0 { next }
$1 == "%kind" { kind[list] = $2; next }
$1 == "%type" { storage[list] = $2; next }
$1 == "%unknown" { unknown[list] = $2; next }
$1 == "%empty" { empty[list] = 1; next }
$1 == "%requests" { requests[list] = 1; next }
$1 == "%mask" { new_part($2, $3); next }
$1 == "%bits" { new_part(0, $2); next }
/^%/ { fail("unknown word " $1) }
NF < 2 || $1 !~ /^[A-Za-z0-9_|<?+!*~()-]+$/ { fail("expected NAME VALUE") }
$2 !~ /^[-~(]*[0-9]/ { fail("\"" $2 "\" is no value: a number in C notation") }
{ is_plain = list in requests && $3 == "plain" }
NF > 2 && !is_plain && $3 !~ /^\[/ { fail("behind the value only architectures in brackets may stand") }
{
	if (!(list in parts)) new_part(0, "")
	p = parts[list]
	e = ++entries[list, p]
	where = ""
	made[list, p, e] = list in requests && !is_plain && (length($2) < 10 || $2 ~ /^0x[01].......$/)
	if ($0 ~ /\[/) {
		words = $0
		sub(/^[^\[]*\[/, "", words)
		sub(/\].*/, "", words)
		gsub(/,/, " ", words)
		m = split(words, word, " ")
		for (i = 1; i <= m; i++)
			if (word[i] == "not") where = "~(0u"
			else for (a = 1; a <= n_abis; a++)
				if (word[i] == known_abis[a]) {
					where = where (where == "" ? "" : " | ") "ABI_BIT(" word[i] ")"
					bracketed[list, p, e, word[i]] = 1
					if (word[1] != "not") {
						special[list, $1] = special[list, $1] " | ABI_BIT(" word[i] ")"
						has_own[list, $1, word[i]] = 1
					}
				}
		inverted[list, p, e] = word[1] == "not"
		if (word[1] == "not") where = where ")"
		if (where == "") { entries[list, p]--; next }
	}
	name[list, p, e] = $1
	value[list, p, e] = $2
	on[list, p, e] = where
}
function upper(s) { return toupper(s) }
# Appends a text to the texts of the list. Returns its offset.
function add_text(s,	at) {
	at = length_of_texts
	texts = texts "\n\t\"" s "\\0\""
	length_of_texts += length(s) + 1
	return at
}
# The ABIs of an entry, as a sum of ABI_BIT(): those that have the bit _IOC_NONE, or the others. "": none.
function abis_of(list, p, e, none,	a, abi, of, sum) {
	for (a = 1; a <= n_abis; a++) {
		abi = known_abis[a]
		if (on[list, p, e] == "") of = !((list, name[list, p, e], abi) in has_own)
		else of = ((list, p, e, abi) in bracketed) != inverted[list, p, e]
		if (of && (index(with_none, " " abi " ") > 0) == none)
			sum = sum (sum == "" ? "" : " | ") "ABI_BIT(" abi ")"
	}
	return sum
}
function put_entry(value, at, where) {
	if (where == "") return
	printf "\t{ (uint64_t)%s, %d, %s },\n", value, at, where
	put++
}
END {
	if (failed) exit 1
	print "/* Made from src/syscalls/flags/ by lists.awk. */"
	if (make == "header") {
		for (l = 1; l <= lists; l++)
			print "extern const struct list list_" order[l] ";" \
				(storage[order[l]] == "none" ? "" : "\nextern const struct type t_" order[l] ";")
		exit
	}
	print "#include \"syscalls/table.h\"\n"
	for (l = 1; l <= lists; l++) {
		list = order[l]
		length_of_texts = 0
		texts = ""
		add_text(list)
		unknown_at = (list in unknown) ? add_text(unknown[list]) : 0
		for (p = 1; p <= parts[list]; p++)
			unknown_part_at[p] = unknown_part[list, p] == "" ? 0 : add_text(unknown_part[list, p])
		printf "static const struct list_entry entries_%s[] = {\n", list
		put = 0
		for (p = 1; p <= parts[list]; p++) {
			first_entry[p] = put
			for (e = 1; e <= entries[list, p]; e++) {
				n = name[list, p, e]
				where = on[list, p, e]
				if (where == "" && (list, n) in special) where = "~(0u" special[list, n] ")"
				gsub(/~/, " ", n)
				at = add_text(n)
				if (made[list, p, e]) {
					put_entry(value[list, p, e], at, abis_of(list, p, e, 0))
					put_entry("0x20000000 + " value[list, p, e], at, abis_of(list, p, e, 1))
				} else
					put_entry(value[list, p, e], at, where == "" ? "0" : where)
			}
			n_put[p] = put - first_entry[p]
		}
		print "};"
		printf "static const struct list_part parts_%s[] = {\n", list
		for (p = 1; p <= parts[list]; p++)
			printf "\t{ (uint64_t)%s, %d, %d, %d },\n", part[list, p], first_entry[p], n_put[p], unknown_part_at[p]
		print "};"
		printf "const struct list list_%s = {%s, entries_%s, parts_%s, %d, LIST_%s, %d, %s };\n", list, texts, list, list, \
			unknown_at, upper(kind[list]), parts[list], (list in empty) ? "true" : "false"
		if (storage[list] == "none") continue
		printf "const struct type t_%s = { .name = \"%s\", .kind = KIND_%s, .storage = STORE_%s, .base = %d, .list = &list_%s };\n\n", \
			list, list, upper(kind[list]), upper(storage[list]), kind[list] == "enum" ? 16 : 10, list
	}
	print "const struct list *const list_all[] = {"
	for (l = 1; l <= lists; l++) print "\t&list_" order[l] ","
	print "\tNULL,\n};"
}
