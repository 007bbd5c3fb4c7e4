libscry_a_SOURCES += \
	src/summary/columns.c \
	src/summary/count.c \
	src/summary/summary.h \
	src/summary/table.c
