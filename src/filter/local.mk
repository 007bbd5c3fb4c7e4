libscry_a_SOURCES += \
	src/filter/call_set.c \
	src/filter/calls.c \
	src/filter/expression.c \
	src/filter/expression.h \
	src/filter/inject.c \
	src/filter/inject.h \
	src/filter/instead.c \
	src/filter/multiplex.c \
	src/filter/numbers.c \
	src/filter/trigger.c \
	src/filter/watch.c \
	src/filter/words.c \
	src/filter/words.h
