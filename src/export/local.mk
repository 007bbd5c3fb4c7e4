libscry_a_SOURCES += \
	src/export/dataset.c \
	src/export/export.h \
	src/export/page.c \
	src/export/page_write.c \
	src/export/page_write.h \
	src/export/page.h \
	src/export/record.c \
	src/export/record.h \
	src/export/tallies.c \
	src/export/tallies.h \
	src/export/timeline.c
report_sources = $(srcdir)/src/export/report.css $(srcdir)/src/export/report.html $(srcdir)/src/export/report.js
nodist_libscry_a_SOURCES += src/export/report_strings.h
EXTRA_DIST += src/export/report.css src/export/report.html src/export/report.js
BUILT_SOURCES += src/export/report_strings.h
CLEANFILES += src/export/report_strings.h
src/export/report_strings.h: $(srcdir)/src/strings.awk $(report_sources)
	$(AM_V_GEN)$(MKDIR_P) src/export && LC_ALL=C $(AWK) -f $(srcdir)/src/strings.awk \
		$(report_sources) >$@.tmp && mv $@.tmp $@
