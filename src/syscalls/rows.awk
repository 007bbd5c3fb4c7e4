# Finds rows and struct types in the family files of src/syscalls/. Makes rows.h, the declarations
# (-v make=header), or rows.c, the table (-v make=source).
function word(line) {
	sub(/^[A-Z_]+\(/, "", line)
	sub(/,.*/, "", line)
	return line
}
/^SYSCALL(_AS|_ALT)?\(/ { row[++rows] = word($0) }
/^STRUCT_TYPE(_AS)?\(/ { type[++types] = word($0); structs[++n_structs] = word($0) }
/^BPF_(ATTR|ATTR_SHOWN|PART)\(/ { type[++types] = word($0) }
/^(FLAGS|ENUM)_TYPE\(/ { type[++types] = word($0) }
/^const struct syscall row_[a-z0-9_]+ =/ { name = $4; sub(/^row_/, "", name); row[++rows] = name }
/^const struct type t_[a-z0-9_]+ =/ { name = $4; sub(/^t_/, "", name); type[++types] = name }
/^VIEW_TYPE\(/ { view[++views] = word($0) }
END {
	print "/* Made from the family files of src/syscalls/ by rows.awk. */"
	if (make == "header") {
		for (i = 1; i <= rows; i++) print "extern const struct syscall row_" row[i] ";"
		for (i = 1; i <= views; i++) print "extern const struct view view_" view[i] ";"
		for (i = 1; i <= types; i++) print "extern const struct type t_" type[i] ";"
	} else {
		print "#include \"syscalls/rows_data.h\"\n"
		print "const struct syscall *const table_rows[ID_COUNT] = {"
		for (i = 1; i <= rows; i++) print "\t[ID_" row[i] "] = &row_" row[i] ","
		print "};\n\nconst struct type *const type_all[] = {"
		for (i = 1; i <= n_structs; i++) print "\t&t_" structs[i] ","
		print "\tNULL,\n};"
	}
}
