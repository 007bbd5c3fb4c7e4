libscry_a_SOURCES += \
	src/tracee/contexts.c \
	src/tracee/detail.c \
	src/tracee/families.c \
	src/tracee/fetch.c \
	src/tracee/look.c \
	src/tracee/interface.c \
	src/tracee/look_up.c \
	src/tracee/look_up.h \
	src/tracee/memory.c \
	src/tracee/remembered.c \
	src/tracee/namespaces.c \
	src/tracee/other_fd.c \
	src/tracee/path_name.c \
	src/tracee/registers.c \
	src/tracee/ring_file.c \
	src/tracee/socket.c \
	src/tracee/socket_table.c \
	src/tracee/table.c
