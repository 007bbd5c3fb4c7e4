libscry_a_SOURCES += \
	src/output/http.c \
	src/output/output.c \
	src/output/terminal.c
