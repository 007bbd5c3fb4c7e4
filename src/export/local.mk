libscry_a_SOURCES += \
	src/export/record.c \
	src/export/timeline.c
