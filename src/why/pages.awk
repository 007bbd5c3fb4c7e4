# SPDX-License-Identifier: MIT
# Makes a C string of doc/why.md, for --why=help.
NR == 1 {
	print "/* Made from doc/why.md. */"
	print "static const char why_md[] ="
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\\&")
	print "\t\"" $0 "\\n\""
}
END { print "\t\"\";" }
