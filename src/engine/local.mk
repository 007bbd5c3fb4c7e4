libscry_a_SOURCES += \
	src/engine/ptrace/attach.c \
	src/engine/ptrace/classify.c \
	src/engine/ptrace/delay.c \
	src/engine/ptrace/descriptors.c \
	src/engine/ptrace/detach.c \
	src/engine/ptrace/front.c \
	src/engine/ptrace/guard.c \
	src/engine/ptrace/held.c \
	src/engine/ptrace/keeper.c \
	src/engine/ptrace/launch.c \
	src/engine/ptrace/masks.c \
	src/engine/ptrace/pipe.c \
	src/engine/ptrace/pipe.h \
	src/engine/ptrace/place.c \
	src/engine/ptrace/place.h \
	src/engine/ptrace/ptrace.c \
	src/engine/ptrace/ptrace.h \
	src/engine/ptrace/registers.c \
	src/engine/ptrace/resume.c \
	src/engine/ptrace/signals.c \
	src/engine/ptrace/signals.h \
	src/engine/ptrace/slice.c \
	src/engine/ptrace/slice.h \
	src/engine/ptrace/untraced.c \
	src/engine/ptrace/tamper.c \
	src/engine/ptrace/tick.c \
	src/engine/ptrace/wait.c
