# SPDX-License-Identifier: MIT
# Converts files to C strings: report.css becomes report_css. Comment lines and indentation are left out.
FNR == 1 {
	if (name != "")
		print "\t\"\";"
	name = FILENAME
	sub(/.*\//, "", name)
	gsub(/[^a-z]/, "_", name)
	print "/* Made from " FILENAME ". */"
	print "static const char " name "[] ="
}
{
	sub(/^[ \t]+/, "")
	if ($0 == "" || /^\/\//)
		next
	gsub(/\\/, "&&")
	gsub(/"/, "\\\\&")
	print "\t\"" $0 "\\n\""
}
END { print "\t\"\";" }
