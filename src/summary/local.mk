libscry_a_SOURCES += \
	src/summary/serve.h \
	src/summary/serve.c \
	src/summary/screen_consumer.c \
	src/summary/tree_consumer.c \
	src/summary/table_consumer.c \
	src/summary/columns.c \
	src/summary/columns.h \
	src/summary/count.c \
	src/summary/counter.c \
	src/summary/counter.h \
	src/summary/csv.c \
	src/summary/csv.h \
	src/summary/groups.c \
	src/summary/groups.h \
	src/summary/histogram.c \
	src/summary/histogram.h \
	src/summary/json.c \
	src/summary/json.h \
	src/summary/keys.c \
	src/summary/keys.h \
	src/summary/metrics.c \
	src/summary/metrics.h \
	src/summary/rows.c \
	src/summary/rows.h \
	src/summary/subject.c \
	src/summary/summary.h \
	src/summary/table.c \
	src/summary/table.h \
	src/summary/top.c \
	src/summary/top.h \
	src/summary/top_draw.c \
	src/summary/flame_graph.c \
	src/summary/tree.c \
	src/summary/tree.h \
	src/summary/tree_text.c
nodist_libscry_a_SOURCES += src/summary/flame_graph_js.h
EXTRA_DIST += src/summary/flame_graph.js src/strings.awk
BUILT_SOURCES += src/summary/flame_graph_js.h
CLEANFILES += src/summary/flame_graph_js.h
src/summary/flame_graph_js.h: $(srcdir)/src/strings.awk $(srcdir)/src/summary/flame_graph.js
	$(AM_V_GEN)$(MKDIR_P) src/summary && LC_ALL=C $(AWK) -f $(srcdir)/src/strings.awk \
		$(srcdir)/src/summary/flame_graph.js >$@.tmp && mv $@.tmp $@
