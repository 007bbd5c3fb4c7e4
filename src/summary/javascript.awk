# SPDX-License-Identifier: MIT
# Converts a script to a C string, without comments and indentation.
BEGIN { print "/* Made from src/summary/flame_graph.js. */\nstatic const char flame_graph_js[] =" }
{
	sub(/^[ \t]+/, "")
	if ($0 == "" || /^\/\//)
		next
	gsub(/\\/, "&&")
	gsub(/"/, "\\\\&")
	print "\t\"" $0 "\\n\""
}
END { print "\t\"\";" }
