# SPDX-License-Identifier: MIT
# Reads maint/machines.tsv. Sourced; $top is the directory of the tree.

# machine_property MACHINE COLUMN: prints what the table says; fails if it has no such machine.
machine_property()
{
	awk -F '\t' -v machine="$1" -v column="$2" '
		/^#/ { next }
		!n { for (n = 1; n <= NF; n++) at[$n] = n; next }
		$1 == machine { print $(at[column]); found = 1 }
		END { exit !found }
	' "$top/maint/machines.tsv"
}

# debian_architecture NAME: prints Debian's name of a machine of the table, or NAME if that is what Debian calls one of its architectures; fails
# if it is neither.
debian_architecture()
{
	machine_property "$1" debian || awk -F '\t' -v name="$1" '
		!/^#/ && n++ && ($3 == name || $9 == name) { print name; found = 1; exit }
		END { exit !found }
	' "$top/maint/machines.tsv"
}

machines()
{
	awk -F '\t' '!/^#/ && n++ { print $1 }' "$top/maint/machines.tsv"
}
