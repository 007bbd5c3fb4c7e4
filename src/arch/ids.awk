# Generates syscall_ids.h (-v make=header) or syscall_ids.c (-v make=source) from syscalls.tsv, for
# the ABIs in -v abis="x86_64 i386 ...". The rows are sorted by name. The index of a row, from 1, is
# its enum syscall_id; 0 means "no such call".
BEGIN { FS = "\t"; n_abis = split(abis, wanted, " ") }
NR == 1 { for (i = 2; i <= NF; i++) column[$i] = i; next }
{
	names[++n] = $1
	for (a = 1; a <= n_abis; a++) {
		abi = wanted[a]
		value = $(column[abi])
		if (value == "-") continue
		value = value % 1073741824 # 2^30: removes the flag of x32
		id[abi, value] = n
		if (value > last[abi]) last[abi] = value
	}
}
function header(    i, a) {
	print "#ifndef SCRY_SYSCALL_IDS_H\n#define SCRY_SYSCALL_IDS_H\n"
	print "enum syscall_id {\n\tID_none = 0,"
	for (i = 1; i <= n; i++) print "\tID_" names[i] ","
	print "\tID_COUNT\n};\n"
	for (a = 1; a <= n_abis; a++)
		print "#define ARCH_N_IDS_" wanted[a] " " last[wanted[a]] + 1
	print "\n#endif"
}
function source(    i, a, v, abi) {
	print "#include \"arch/arch_data.h\"\n"
	print "const char *const arch_syscall_names[ID_COUNT] = {"
	for (i = 1; i <= n; i++) print "\t[" i "] = \"" names[i] "\","
	print "};"
	for (a = 1; a <= n_abis; a++) {
		abi = wanted[a]
		print "\nconst uint16_t arch_ids_" abi "[ARCH_N_IDS_" abi "] = {"
		for (v = 0; v <= last[abi]; v++)
			if ((abi, v) in id) print "\t[" v "] = ID_" names[id[abi, v]] ","
		print "};"
	}
}
END {
	print "/* Generated from src/arch/syscalls.tsv by src/arch/ids.awk. */"
	if (make == "header") header(); else source()
}
