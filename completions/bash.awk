# SPDX-License-Identifier: MIT
# Writes the words and tables for the completion of bash; runs after words.awk. bash.in uses them.
function words_of(what) {
	if (what == "calls")
		return "$_scry_calls"
	if (what == "signals")
		return "$_scry_signals"
	if (sub(/^list-of /, "", what))
		return what
	return ""
}
function reply_of(what, words) {
	if (what == "files")
		return "_scry_files"
	if (what == "cgroups")
		return "_scry_cgroups"
	if (what == "comms")
		return "_scry_list \"$(cat /proc/[0-9]*/comm 2>/dev/null | grep -v ' ')\""
	if (what == "injections")
		return "_scry_injection"
	if (what == "expressions")
		return "_scry_where"
	if (what == "triggers")
		return "_scry_trigger"
	if (what == "users")
		return "COMPREPLY=($(compgen -u -- \"$cur\"))"
	if (what == "pids")
		return "_scry_list \"$(cd /proc && echo [0-9]*)\""
	if (sub(/^one-of /, "", what))
		return "COMPREPLY=($(compgen -W \"" what "\" -- \"$cur\"))"
	words = words_of(what)
	return words == "" ? ":" : "_scry_list \"" words "\""
}
function row(pattern, what) { printf "\t%s) %s ;;\n", pattern, reply_of(what) }

END {
	print "# bash completion for scry; made from its tables."
	printf "_scry_calls='%s%s all none'\n", substr(calls, 2), classes
	printf "_scry_signals='%s all none'\n", substr(signals, 2)
	printf "_scry_fields='%s'\n", fields
	gsub(/'/, "'\\''", where_script)
	print "_scry_where_script='" where_script "'"
	printf "_scry_qualifiers='%s'\n", substr(qualifiers, 2)
	printf "_scry_options='"
	for (i = 1; i <= n_options; i++)
		printf "%s%s%s ", short[i], short[i] != "" && long[i] != "" ? " " : "",
			long[i] == "" ? "" : long[i] (takes[i] == "argument" ? "=" : "")
	print "'"
	print "_scry_value()"
	print "{"
	print "\tcase $1 in"
	for (i = 1; i <= n_options; i++)
		if (kind[i] != "") {
			pattern = short[i]
			if (long[i] != "")
				pattern = pattern (pattern == "" ? "" : "|") long[i]
			row(pattern, kind[i])
		}
	for (i = 1; i <= n_qualifiers; i++)
		if (value_kind[qualifier[i]] != "")
			row(qualifier[i], value_kind[qualifier[i]])
	print "\t-e) _scry_list \"${_scry_qualifiers// /= }= $_scry_calls\" ;;"
	print "\tesac"
	print "}"
	print "# True if an option takes its value from the next word: -o, -fo, --output."
	print "_scry_takes_value()"
	print "{"
	print "\tcase $1 in"
	printf "\t--*=*) return 1 ;;\n\t"
	before = ""
	for (i = 1; i <= n_options; i++)
		if (takes[i] == "argument" && long[i] != "") {
			printf "%s%s", before, long[i]
			before = "|"
		}
	print ") return 0 ;;"
	print "\tesac"
	printf "\t[[ $1 =~ ^-[%s]*[%s]$ ]]\n", letters[0], letters[1]
	print "}"
}
