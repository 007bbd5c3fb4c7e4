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

# machine_of HOST: prints the machine for which a compiler makes programs; fails if the table has none.
machine_of()
{
	awk -F '\t' -v host="$1" '!/^#/ && $2 == host { print $1; found = 1 } END { exit !found }' "$top/maint/machines.tsv"
}

machines()
{
	awk -F '\t' '!/^#/ && n++ { print $1 }' "$top/maint/machines.tsv"
}
