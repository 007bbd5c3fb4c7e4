libscry_a_SOURCES += \
	src/output/output.c \
	src/output/terminal.c
