# SPDX-License-Identifier: MIT
# Reads what words.c prints; what the makers of the three files share.
BEGIN { FS = "\t" }

# What an option's or qualifier's value is: files, pids, users, signals, calls, programs, "one-of A B", or nothing.
function kind_of(name, placeholder) {
	if (placeholder ~ /\|/) {
		gsub(/\|/, " ", placeholder)
		return "one-of " placeholder
	}
	if (placeholder ~ /^FILE/)
		return "files"
	if (placeholder ~ /^PID/)
		return "pids"
	if (placeholder ~ /^USER/)
		return "users"
	if (name ~ /^(-*(trace|abbrev|verbose|raw|inject|fault)|-t)$/)
		return "calls"
	if (name ~ /^-*signals?$/)
		return "signals"
	if (name ~ /^-*status$/)
		return "one-of successful failed unfinished unavailable detached"
	if (name ~ /^-*(quiet|silent|silence)$/)
		return "one-of attach exit path-resolution personality thread-execve all"
	return ""
}

$1 == "option" {
	n_options++
	short[n_options] = $2 == "-" ? "" : $2
	long[n_options] = $3 == "-" ? "" : $3
	takes[n_options] = $4
	placeholder[n_options] = $5
	help[n_options] = $6
	kind[n_options] = kind_of($3, $5)
}
$1 == "qualifier" { qualifiers = qualifiers " " $2; value_kind[$2] = kind_of($2, $3) }
$1 == "call" { calls = calls " " $2 }
$1 == "class" { classes = classes " " $2 }
$1 == "signal" { signals = signals " " $2 }
