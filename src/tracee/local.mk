libscry_a_SOURCES += \
	src/tracee/look_up.c \
	src/tracee/look_up.h \
	src/tracee/memory.c \
	src/tracee/registers.c \
	src/tracee/table.c
