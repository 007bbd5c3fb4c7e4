libscry_a_SOURCES += \
	src/seccomp/choose.c \
	src/seccomp/code.c \
	src/seccomp/code.h \
	src/seccomp/compile.c \
	src/seccomp/install.c \
	src/seccomp/join.c \
	src/seccomp/narrow.c \
	src/seccomp/narrow.h \
	src/seccomp/simulate.c \
	src/seccomp/strict.c
