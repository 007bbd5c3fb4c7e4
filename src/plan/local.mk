libscry_a_SOURCES += \
	src/plan/choices.c \
	src/plan/chunks.c \
	src/plan/compile.c \
	src/plan/compiler.h \
	src/plan/data.c \
	src/plan/facts.c \
	src/plan/names.c \
	src/plan/objects.c \
	src/plan/operands.c \
	src/plan/plans.c \
	src/plan/run.c
