libscry_a_SOURCES += \
	src/why/account.c \
	src/why/account.h \
	src/why/ask.c \
	src/why/ask.h \
	src/why/cause.c \
	src/why/cause.h \
	src/why/consumer.c \
	src/why/cost.c \
	src/why/cost.h \
	src/why/failure.c \
	src/why/failure.h \
	src/why/findings.c \
	src/why/findings.h \
	src/why/help.c \
	src/why/knot.c \
	src/why/knot.h \
	src/why/print.c \
	src/why/print.h \
	src/why/process.c \
	src/why/process.h \
	src/why/rows.c \
	src/why/rows.h \
	src/why/sums.c \
	src/why/sums.h \
	src/why/texts.c \
	src/why/texts.h \
	src/why/values.c \
	src/why/values.h \
	src/why/waiting.c \
	src/why/waiting.h \
	src/why/ways.c \
	src/why/ways.h \
	src/why/why.h \
	src/why/words.c \
	src/why/words.h
nodist_libscry_a_SOURCES += src/why/why_pages.h
EXTRA_DIST += doc/why.md src/why/pages.awk
BUILT_SOURCES += src/why/why_pages.h
CLEANFILES += src/why/why_pages.h
src/why/why_pages.h: $(srcdir)/src/why/pages.awk $(srcdir)/doc/why.md
	$(AM_V_GEN)$(MKDIR_P) src/why && LC_ALL=C $(AWK) -f $(srcdir)/src/why/pages.awk \
		$(srcdir)/doc/why.md >$@.tmp && mv $@.tmp $@
