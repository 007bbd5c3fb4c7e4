# SPDX-License-Identifier: MIT
# Reads the output of words.c and the text of where.sh. bash.awk, fish.awk and zsh.awk use these functions.
BEGIN { FS = "\t" }
FILENAME ~ /where\.sh$/ {
	where_script = where_script $0 "\n"
	next
}

# Returns the kind of the value of an option or qualifier: files, cgroups, pids, comms, users, signals, calls, injections, expressions,
# triggers, "one-of A B", "list-of A B", or nothing. If the options table has no words for the value, the placeholder decides.
function kind_of(name, placeholder, value) {
	if (name ~ /^-*where$/)
		return "expressions"
	if (name == "--record-when")
		return "triggers"
	if (value != "-")
		return value
	if (name == "--cgroup")
		return "cgroups"
	if (name == "--comm" || name == "--wait")
		return "comms"
	if (name ~ /^-*(inject|fault)$/)
		return "injections"
	if (placeholder ~ /^(FILE|PATH)/)
		return "files"
	if (placeholder ~ /^PID/)
		return "pids"
	if (placeholder ~ /^USER/)
		return "users"
	if (placeholder ~ /^SET(:|\[:)/)
		return "calls"
	if (name ~ /^-*signals?$/)
		return "signals"
	return ""
}

$1 == "option" {
	n_options++
	short[n_options] = $2 == "-" ? "" : $2
	long[n_options] = $3 == "-" ? "" : $3
	takes[n_options] = $4
	placeholder[n_options] = $5
	help[n_options] = $6
	kind[n_options] = kind_of($3, $5, $7)
	if ($2 != "-")
		letters[$4 == "argument"] = letters[$4 == "argument"] substr($2, 2)
}
$1 == "option" && $3 == "--where" {
	fields = $7
	sub(/^one-of /, "", fields)
}
$1 == "qualifier" {
	qualifier[++n_qualifiers] = $2
	qualifiers = qualifiers " " $2
	value_kind[$2] = kind_of($2, $3, $4)
}
$1 == "call" { calls = calls " " $2 }
$1 == "class" { classes = classes " " $2 }
$1 == "signal" { signals = signals " " $2 }
