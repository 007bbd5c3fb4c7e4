libscry_a_SOURCES += \
	src/plan/choices.c \
	src/plan/choices.h \
	src/plan/chunks.c \
	src/plan/compile.c \
	src/plan/compiler.h \
	src/plan/data.c \
	src/plan/data.h \
	src/plan/facts.c \
	src/plan/facts.h \
	src/plan/constants.c \
	src/plan/constants.h \
	src/plan/objects.c \
	src/plan/objects.h \
	src/plan/operands.c \
	src/plan/operands.h \
	src/plan/plans.c \
	src/plan/plans.h \
	src/plan/run.c
