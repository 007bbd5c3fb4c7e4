# SPDX-License-Identifier: MIT
# Counts, after the differential tests, the lines of strace that each rule of doc/differences.md changes, by paragraph.
# "unused" marks a rule that changes none, and "?" a group of commands, which is not counted.
# usage: awk -f maint/differences.awk doc/differences.md tests/differential/*.log
FILENAME == ARGV[1] {
	if (/^\*\*/) {
		title = $0
		sub(/^\*\*/, "", title)
		sub(/\*\*.*/, "", title)
	}
	if (/^```sed/) {
		block = substr($0, 4)
	} else if (/^```/) {
		block = ""
	} else if (block != "") {
		rule[++n_rules] = $0
		line[n_rules] = FNR
		paragraph[n_rules] = title
		kind[n_rules] = block
	}
	next
}
/^rule: / { uses[$2] += $3 }
/ lines equal/ {
	for (i = 2; i <= NF; i++) {
		if ($i == "lines" && $(i + 1) ~ /^equal/)
			equal += $(i - 1)
		if ($i == "with" && $(i + 1) == "names" || $i == "where" && $(i + 1) == "only")
			newer += $(i - 1)
	}
}
/ differences, known ones included$/ { for (i = 2; i <= NF; i++) if ($i == "differences,") open += $(i - 1) }
END {
	for (i = 1; i <= n_rules; i++) {
		if (paragraph[i] != paragraph[i - 1])
			print paragraph[i]
		printf "  %8s  %s:%d: %s\n", line[i] in uses ? uses[line[i]] : rule[i] ~ /}$/ ? "?" : "unused", kind[i], line[i], rule[i]
		changed += uses[line[i]]
	}
	printf "%d lines equal, changes by rules included: %d; %d more with names that strace lacks, %d open\n", equal, changed, newer, open
}
