# SPDX-License-Identifier: MIT
# Sizes of the sources: lines by module, the longest functions, the median. Names files of more than 400 lines that
# are no tables.
# usage: awk -f maint/report.awk $(find src include -name '*.[ch]')
#
# Kernel brace style makes functions easy to find: a brace alone in the first column opens one.
function module_of(path, n, words) {
	n = split(path, words, "/")
	for (; n > 1; n--)
		if (words[n - 1] == "src")
			return words[n] ~ /\.[ch]$/ ? "session, main" : words[n]
		else if (words[n - 1] == "include")
			return "include"
	return "other"
}
# A table: data in src/syscalls/, which says so by switching clang-format off.
function end_of_file() {
	if (file != "" && lines > 400 && !table)
		printf "%s: %d lines\n", file, lines
}
function end_of_function(length_of, i) {
	sizes[++functions] = length_of
	for (i = kept; i >= 1 && longest[i] < length_of; i--) {
		longest[i + 1] = longest[i]
		where[i + 1] = where[i]
	}
	longest[i + 1] = length_of
	where[i + 1] = FILENAME ": " name
	if (kept < 10)
		kept++
}
FNR == 1 {
	end_of_file()
	file = FILENAME
	table = 0
	module = module_of(FILENAME)
	if (!(module in by_module))
		modules[++n_modules] = module
	files[module]++
}
{ by_module[module]++; lines = FNR }
/clang-format off/ && module == "syscalls" { table = 1 }
/^[A-Za-z_].*\(/ && !/;[ \t]*$/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
}
/^\{$/ { start = FNR }
/^\}$/ && start { end_of_function(FNR - start + 1); start = 0 }
function sort_sizes(i, j, t) {
	for (i = 2; i <= functions; i++) {
		t = sizes[i]
		for (j = i - 1; j >= 1 && sizes[j] > t; j--)
			sizes[j + 1] = sizes[j]
		sizes[j + 1] = t
	}
}
END {
	end_of_file()
	printf "%7s %6s  module\n", "lines", "files"
	for (i = 1; i <= n_modules; i++) {
		printf "%7d %6d  %s\n", by_module[modules[i]], files[modules[i]], modules[i]
		all += by_module[modules[i]]
		all_files += files[modules[i]]
	}
	printf "%7d %6d  all\n\nThe longest functions:\n", all, all_files
	for (i = 1; i <= kept; i++)
		printf "%7d  %s\n", longest[i], where[i]
	sort_sizes()
	if (!functions) {
		print "no function found"
		exit 1
	}
	median = sizes[int((functions + 1) / 2)]
	most = sizes[int(functions * 0.95 + 0.999)]
	printf "\n%d functions; median %d lines, 95 %% have at most %d\n", functions, median, most
}
