# SPDX-License-Identifier: MIT
# The completion of fish, behind words.awk.
function quoted(text) {
	gsub(/\\/, "\\\\", text)
	gsub(/'/, "\\'", text)
	return "'" text "'"
}
function action(what) {
	if (what == "files")
		return " -F"
	if (what == "pids")
		return " -x -a '(__fish_complete_pids)'"
	if (what == "users")
		return " -x -a '(__fish_complete_users)'"
	if (what == "calls")
		return " -x -a '(__fish_append , $__scry_calls)'"
	if (what == "signals")
		return " -x -a '(__fish_append , $__scry_signals)'"
	if (sub(/^one-of /, "", what))
		return " -x -a " quoted(what)
	return " -x"
}
END {
	print "# fish completion for scry; made from its tables."
	printf "set -g __scry_calls%s%s all none\n", calls, classes
	printf "set -g __scry_signals%s all none\n", signals
	print "complete -c scry -x -n __fish_is_first_token -a '(__fish_complete_subcommand)'"
	print "complete -c scry -x -n 'not __fish_is_first_token' -a '(__fish_complete_subcommand)'"
	for (i = 1; i <= n_options; i++) {
		printf "complete -c scry"
		if (short[i] != "")
			printf " -s %s", substr(short[i], 2)
		if (long[i] != "")
			printf " -l %s", substr(long[i], 3)
		if (short[i] == "-e") {
			n = split(substr(qualifiers, 2), names, " ")
			words = ""
			for (k = 1; k <= n; k++)
				words = words names[k] "= "
			printf " -x -a '%s(__fish_append , $__scry_calls)'", words
		} else if (takes[i] == "argument")
			printf "%s", action(kind[i])
		printf " -d %s\n", quoted(help[i])
	}
}
