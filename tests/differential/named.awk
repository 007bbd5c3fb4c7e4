# SPDX-License-Identifier: MIT
# Names the requests of ioctl(2) in lines of -X raw and -X verbose, so that the rules of doc/differences.md for requests
# match them. The numbers go to a file, because the names replace them.
# -v numbers=FILE; the first file has the constant lists, the second one the lines
FILENAME == ARGV[1] {
	if ($1 == "list")
		on = $2 == "ioctl"
	else if (on && !($3 in name_of))
		name_of[$3] = $2
	next
}
match($0, /^ioctl\(-?[0-9]+, (0x[0-9a-f]+|0)( [/][*] [^*]* [*][/])?[,)]/) {
	head = substr($0, 1, RLENGTH - 1)
	tail = substr($0, RLENGTH)
	match(head, / (0x[0-9a-f]+|0)/)
	number = substr(head, RSTART + 1, RLENGTH - 1)
	print number >numbers
	name = substr(head, RSTART + RLENGTH)
	if (name != "") {
		sub(/^ [/][*] /, "", name)
		sub(/ [*][/]$/, "", name)
	} else if (number in name_of) {
		name = name_of[number]
	} else {
		name = number
	}
	$0 = substr(head, 1, RSTART) name tail
}
{ print }
