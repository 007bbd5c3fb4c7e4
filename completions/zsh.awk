# SPDX-License-Identifier: MIT
# Writes the completion of zsh; runs after words.awk.
function quoted(text) {
	gsub(/'/, "'\\''", text)
	gsub(/[\[\]:]/, "\\\\&", text)
	return text
}
function values(what) {
	sub(/^list-of /, "", what)
	return "compset -P \\!; _values -s , value " what
}
# The function that completes the value after a qualifier; EXPR is a command there.
function command(what) {
	if (what ~ /^list-of /)
		return values(what)
	if (sub(/^one-of /, "", what))
		return "compadd -- " what
	return what == "" ? "return 1" : action(what)
}
function action(what) {
	if (what == "files")
		return "_files"
	if (what == "pids")
		return "_pids"
	if (what == "users")
		return "_users"
	if (what == "cgroups")
		return "{compadd -- /sys/fs/cgroup/*(/N) /sys/fs/cgroup/*/*(/N)}"
	if (what == "comms")
		return "{compadd -- ${(f)\"$(cat /proc/<->/comm(N) 2>/dev/null)\"}}"
	if (what == "injections")
		return "_scry_injection"
	if (what == "expressions")
		return "_scry_where"
	if (what == "triggers")
		return "_scry_trigger"
	if (what == "calls")
		return "_scry_calls"
	if (what == "signals")
		return "_scry_signals"
	if (what ~ /^list-of /)
		return "{" values(what) "}"
	if (sub(/^one-of /, "", what))
		return "(" what ")"
	return " "
}
function spec(name, i, value) {
	value = ""
	if (takes[i] == "argument")
		value = ":" quoted(placeholder[i]) ":" action(kind[i])
	else if (takes[i] == "optional" && name ~ /^--/)
		value = "::" quoted(placeholder[i]) ":" action(kind[i])
	# -o FILE and -oFILE; --output=FILE and --output FILE
	if (value != "")
		name = name (name !~ /^--/ ? "+" : takes[i] == "optional" ? "=-" : "=")
	printf "\t\t'*%s[%s]%s' \\\n", name, quoted(help[i]), value
}
END {
	print "#compdef scry"
	print "# zsh completion for scry; made from its tables."
	print "_scry_calls()"
	print "{"
	printf "\tlocal -a calls=(%s%s all none)\n", substr(calls, 2), classes
	print "\tcompset -P '!'"
	print "\t_values -s , 'system call or class' $calls"
	print "}"
	print "_scry_signals()"
	print "{"
	printf "\t_values -s , signal %s all none\n", substr(signals, 2)
	print "}"
	print "# SET:WHAT:WHAT... of -e inject."
	print "_scry_injection()"
	print "{"
	print "\tif [[ ${PREFIX##*:} == signal=* ]] && compset -P '*:signal='; then _scry_signals"
	print "\telif [[ ${PREFIX##*:} == syscall=* ]] && compset -P '*:syscall='; then _scry_calls"
	print "\telif compset -P '*:'; then"
	print "\t\tcompadd -S '' -- error= retval= signal= syscall= delay_enter= delay_exit= poke_enter= poke_exit= when="
	print "\telse _scry_calls"
	print "\tfi"
	print "}"
	gsub(/'/, "'\\''", where_script)
	print "_scry_where_script='" where_script "'"
	print "# The last word of an expression of --where."
	print "_scry_where()"
	print "{"
	print "\tlocal expression=${(Q):-$compstate[quote]$PREFIX$compstate[quote]} last shown word=$words[CURRENT]"
	print "\tlast=${expression##*[^]A-Za-z0-9_./:*?+@%#[-]}"
	print "\tlocal -a offered"
	printf "\toffered=(${(f)\"$(sh -c $_scry_where_script sh $words[1] \"$expression\" '%s' \\\n", fields
	printf "\t\t'%s%s' '%s' \"${(@Q)words[2,CURRENT-1]}\" 2>/dev/null)\"})\n", substr(calls, 2), classes, substr(signals, 2)
	print "\tif [[ -z $compstate[quote]$SUFFIX && ${word%$last} == *[\\'\\\"]* && $word == *$last ]]; then"
	print "\t\t# zsh itself would replace a quote within the word by backslashes."
	print "\t\tIPREFIX="
	print "\t\tcompadd -U -Q -S '' -d offered -- \"${(@)offered/#$last/${word%$last}$last}\""
	print "\telse"
	print "\t\tshown=$last"
	print "\t\t[[ -n $compstate[quote] ]] || shown=${(q)last}"
	print "\t\tcompset -p $(($#PREFIX - $#shown))"
	print "\t\tcompadd -S '' -- $offered"
	print "\tfi"
	print "}"
	print "# What --record-when waits for."
	print "_scry_trigger()"
	print "{"
	print "\tif compset -P 'where='; then _scry_where"
	print "\telse compadd -S '' -- trace= status=failed error= signal= where="
	print "\tfi"
	print "}"
	print "# The command, or after --diff the second recording."
	print "_scry_operand()"
	print "{"
	print "\tif [[ -n ${words[(r)--diff*]} && -z ${words[(r)--]} ]]; then _files; else _command_names -e; fi"
	print "}"
	print "_scry_expression()"
	print "{"
	before = "if"
	for (i = 1; i <= n_qualifiers; i++) {
		printf "\t%s compset -P '%s='; then %s\n", before, qualifier[i],
			command(value_kind[qualifier[i]])
		before = "elif"
	}
	printf "\telse\n\t\tlocal -a qualifiers=(%s)\n", substr(qualifiers, 2)
	print "\t\tcompadd -S = -- $qualifiers"
	print "\t\t_scry_calls"
	print "\tfi"
	print "}"
	print "_scry()"
	print "{"
	print "\t_arguments -s -S \\"
	for (i = 1; i <= n_options; i++) {
		if (short[i] == "-e")
			printf "\t\t'*-e+[%s]:EXPR:_scry_expression' \\\n", quoted(help[i])
		else if (short[i] != "")
			spec(short[i], i)
		if (long[i] != "")
			spec(long[i], i)
	}
	print "\t\t'(-):command:_scry_operand' \\"
	print "\t\t'*::argument:_normal'"
	print "}"
	print "_scry \"$@\""
}
