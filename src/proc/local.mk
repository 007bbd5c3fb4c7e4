libscry_a_SOURCES += \
	src/proc/cgroup.c \
	src/proc/descriptors.c \
	src/proc/lines.c \
	src/proc/mounts.c \
	src/proc/namespaces.c \
	src/proc/private.c \
	src/proc/processes.c \
	src/proc/room.c \
	src/proc/root.c \
	src/proc/root.h \
	src/proc/system.c \
	src/proc/tables.c \
	src/proc/translate.c
