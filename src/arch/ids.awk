# Generates syscall_ids.h (-v make=header) or syscall_ids.c (-v make=source) from syscalls.tsv, for
# the ABIs in -v abis="x86_64 i386 ...". The index of a row, from 1, is its enum syscall_id; 0 means "no such call".
# New calls are appended to the table, so that the others keep their numbers.
BEGIN { far = 983040; FS = "\t"; n_abis = split(abis, wanted, " ") }
NR == 1 { for (i = 2; i <= NF; i++) column[$i] = i; next }
{
	names[++n] = $1
	for (a = 1; a <= n_abis; a++) {
		abi = wanted[a]
		value = $(column[abi])
		if (value == "-") continue
		value = value % 1073741824 # 2^30: removes the flag of x32
		id[abi, value] = n
		if (value >= far) { if (value - far > last_far[abi]) last_far[abi] = value - far }
		else if (value > last[abi]) last[abi] = value
	}
}
function header(    i, a) {
	print "#ifndef SCRY_SYSCALL_IDS_H\n#define SCRY_SYSCALL_IDS_H\n"
	print "enum syscall_id {\n\tID_none = 0,"
	for (i = 1; i <= n; i++) print "\tID_" names[i] ","
	print "\tID_COUNT\n};\n"
	for (a = 1; a <= n_abis; a++)
		print "#define ARCH_N_IDS_" wanted[a] " " last[wanted[a]] + 1
	for (a = 1; a <= n_abis; a++)
		if (wanted[a] in last_far)
			print "#define ARCH_N_FAR_IDS_" wanted[a] " " last_far[wanted[a]] + 1
	print "#define ARCH_FAR_BASE " far
	print "\n#endif"
}
function table(name, size, abi, from, to,    v) {
	print "\nconst uint16_t " name "[" size "] = {"
	for (v = from; v <= to; v++)
		if ((abi, v) in id) print "\t[" v - from "] = ID_" names[id[abi, v]] ","
	print "};"
}
# An insertion sort: most names of the table are in order already.
function sort_names(    i, j) {
	for (i = 1; i <= n; i++) {
		for (j = i; j > 1 && names[order[j - 1]] > names[i]; j--) order[j] = order[j - 1]
		order[j] = i
	}
}
function source(    i, a, abi) {
	print "#include \"arch/arch_data.h\"\n"
	print "const char *const arch_syscall_names[ID_COUNT] = {"
	for (i = 1; i <= n; i++) print "\t[" i "] = \"" names[i] "\","
	print "};"
	sort_names()
	print "\nconst uint16_t arch_syscalls_by_name[ID_COUNT - 1] = {"
	for (i = 1; i <= n; i++) print "\tID_" names[order[i]] ","
	print "};"
	for (a = 1; a <= n_abis; a++) {
		abi = wanted[a]
		table("arch_ids_" abi, "ARCH_N_IDS_" abi, abi, 0, last[abi])
		if (abi in last_far)
			table("arch_far_ids_" abi, "ARCH_N_FAR_IDS_" abi, abi, far, far + last_far[abi])
	}
}
END {
	print "/* Generated from src/arch/syscalls.tsv by src/arch/ids.awk. */"
	if (make == "header") header(); else source()
}
