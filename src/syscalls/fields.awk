# Numbers the names and the types of fields, so that a field refers to them without pointers, which the dynamic linker would
# relocate. Reads table.h, the family files and the lists; makes fields.h, the numbers (-v make=header), or fields.c, the
# names and types themselves (-v make=source). PROPERTIES in table.h uses the numbers. A name or a type that
# is not found here is a pointer in struct field_more.
function add_name(s) {
	if (s in names) return
	names[s] = names_length
	name[++n_names] = s
	names_length += length(s) + 1
}
function add_type(s) {
	if (s in types) return
	types[s] = ++n_types
	type[n_types] = s
}
function word(line) {
	sub(/^[A-Z_]+\(/, "", line)
	sub(/[^A-Za-z0-9_].*/, "", line)
	return line
}
function add_names(line) {
	while (match(line, /(^|[^A-Za-z0-9_])(IN|OUT|INOUT|AND|BOTH|way|(PERF_)?BIT)\([A-Za-z_][A-Za-z0-9_]*[,)]/)) {
		found = substr(line, RSTART, RLENGTH - 1)
		line = substr(line, RSTART + RLENGTH)
		sub(/.*\(/, "", found)
		add_name(found)
	}
}
BEGIN {
	names_length = 1
	add_name("RET")
}
FNR == 1 {
	file = FILENAME
	sub(/.*\//, "", file)
	is_list = sub(/\.list$/, "", file)
	if (is_list) list[++lists] = file
}
is_list { if ($1 == "%type" && $2 == "none") has_no_type[file] = 1; next }
file == "table.h" {
	if (/^#define (SCALARS|MEMORY_TYPES)\(X\)/) scalars = 1
	for (line = $0; scalars && match(line, /X\([a-z0-9_]+,/); line = substr(line, RSTART + RLENGTH))
		add_type(substr(line, RSTART + 2, RLENGTH - 3))
	if (!/\\$/) scalars = 0
	next
}
/^#define / { in_macro = 1 }
in_macro { add_names($0); in_macro = /\\$/; next }
/^(STRUCT|FLAGS|ENUM|COMMENTED|MACRO)_TYPE(_AS)?\(/ || /^(MACRO_NUMBER|LISTED|PARTLY_NAMED)\(/ || /^BPF_(ATTR|ATTR_SHOWN|PART)\(/ || /^OWN_TYPE\(/ { add_type(word($0)) }
/^(NAMES|VALUE|VALUES|NAMED_VALUES)_TYPE\(/ { add_type("nla_" word($0)) }
/^IFREQ_OF\(/ { add_type("ifreq_" word($0)) }
/^ATTRIBUTES(_UNKNOWN|_NUMBERED)?\(/ { add_type(word($0) "_attributes"); add_type(word($0) "_header") }
/^const struct type t_[a-z0-9_]+ =/ { found = $4; sub(/^t_/, "", found); add_type(found) }
{ add_names($0) }
END {
	for (i = 1; i <= lists; i++)
		if (!(list[i] in has_no_type)) add_type(list[i])
	print "/* Made from table.h, the family files and flags/ of src/syscalls/ by fields.awk. */"
	if (make == "header") {
		for (i = 1; i <= n_names; i++) print "#define FIELD_NAME_" name[i] " " names[name[i]] ", KNOWN"
		for (i = 1; i <= n_types; i++) print "#define FIELD_TYPE_" type[i] " " i ", KNOWN"
		exit
	}
	print "#include \"syscalls/table.h\"\n"
	for (i = 1; i <= n_types; i++) print "extern const struct type t_" type[i] ";"
	print "\nconst char field_names[] = \"\\0\""
	for (i = 1; i <= n_names; i++) print "\t\"" name[i] "\\0\""
	print "\t;\n\nconst struct type *const field_types[] = {\n\tNULL,"
	for (i = 1; i <= n_types; i++) print "\t&t_" type[i] ","
	print "};"
}
