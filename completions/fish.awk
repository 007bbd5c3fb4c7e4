# SPDX-License-Identifier: MIT
# Writes the words and tables for the completion of fish; runs after words.awk. fish.in uses them.
function quoted(text) {
	gsub(/[\\']/, "\\\\&", text)
	return "'" text "'"
}
# The command that prints what values are; "" for what fish finds itself, or nothing does.
function command(what) {
	if (what == "pids")
		return "__fish_complete_pids"
	if (what == "cgroups")
		return "__scry_cgroups"
	if (what == "comms")
		return "cat /proc/*/comm 2>/dev/null | sort -u"
	if (what == "injections")
		return "__scry_injection"
	if (what == "expressions")
		return "__scry_where"
	if (what == "triggers")
		return "__scry_trigger"
	if (what == "users")
		return "__fish_complete_users"
	if (what == "calls")
		return "__scry_list $__scry_calls"
	if (what == "signals")
		return "__scry_list $__scry_signals"
	if (sub(/^list-of /, "", what))
		return "__scry_list " what
	if (sub(/^one-of /, "", what))
		return "printf '%s\\n' " what
	return ""
}
# Without a description of its own a value would get that of the option, once more on each line.
function values(text) {
	return " -a " quoted("(__scry_undescribed (" text "))")
}
function action(what) {
	if (what == "files")
		return " -r -F"
	return " -x" (command(what) == "" ? "" : values(command(what)))
}
END {
	print "# fish completion for scry; made from its tables."
	printf "set -g __scry_calls%s%s all none\n", calls, classes
	printf "set -g __scry_signals%s all none\n", signals
	printf "set -g __scry_qualifiers%s\n", qualifiers
	printf "set -g __scry_fields %s\n", fields
	printf "set -g __scry_where_script %s\n", quoted(where_script)
	printf "set -g __scry_letters '^-[%s]*[%s]$'\n", letters[0], letters[1]
	printf "set -g __scry_valued"
	for (i = 1; i <= n_options; i++)
		if (takes[i] == "argument" && long[i] != "")
			printf " %s", long[i]
	print "\nfunction __scry_value -d 'Values after a qualifier of -e'"
	print "\tswitch $argv[1]"
	for (i = 1; i <= n_qualifiers; i++)
		if (command(value_kind[qualifier[i]]) != "")
			printf "\tcase %s\n\t\t%s\n", qualifier[i], command(value_kind[qualifier[i]])
	print "\tend\nend"
	for (i = 1; i <= n_options; i++) {
		printf "complete -c scry -n 'not __scry_command'"
		if (short[i] != "")
			printf " -s %s", substr(short[i], 2)
		if (long[i] != "")
			printf " -l %s", substr(long[i], 3)
		if (short[i] == "-e")
			printf " -x%s", values("__scry_expression")
		else if (takes[i] == "argument")
			printf "%s", action(kind[i])
		else if (takes[i] == "optional" && command(kind[i]) != "")
			printf " -f%s", values(command(kind[i]))
		printf " -d %s\n", quoted(help[i])
	}
}
