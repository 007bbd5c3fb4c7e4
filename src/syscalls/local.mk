# The families: rows and struct types. rows.awk reads them, so that a row is registered by being there.
syscalls_families = \
	src/syscalls/classes_only.c \
	src/syscalls/file.c
syscalls_lists = \
	src/syscalls/flags/errno.list \
	src/syscalls/flags/open_flags.list \
	src/syscalls/flags/signals.list

libscry_a_SOURCES += $(syscalls_families) \
	src/syscalls/list.c \
	src/syscalls/rows_data.h \
	src/syscalls/syscalls.c \
	src/syscalls/table.h \
	src/syscalls/types.c
nodist_libscry_a_SOURCES += src/syscalls/lists.c src/syscalls/rows.c
BUILT_SOURCES += src/syscalls/lists.h src/syscalls/rows.h
CLEANFILES += src/syscalls/lists.h src/syscalls/lists.c src/syscalls/rows.h src/syscalls/rows.c
EXTRA_DIST += src/syscalls/lists.awk src/syscalls/rows.awk $(syscalls_lists)

syscalls_lists_in = $(syscalls_lists:%=$(srcdir)/%)
syscalls_rows_in = $(syscalls_families:%=$(srcdir)/%)
src/syscalls/lists.h: $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v abis="$(SCRY_ABIS)" -v make=header \
		-f $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in) >$@.tmp && mv $@.tmp $@
src/syscalls/lists.c: $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v abis="$(SCRY_ABIS)" -v make=source \
		-f $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in) >$@.tmp && mv $@.tmp $@
src/syscalls/rows.h: $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=header \
		-f $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in) >$@.tmp && mv $@.tmp $@
src/syscalls/rows.c: $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=source \
		-f $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in) >$@.tmp && mv $@.tmp $@
