libscry_a_SOURCES += \
	src/sets/call_set.c \
	src/sets/expression.c \
	src/sets/libc_functions.c \
	src/sets/multiplex.c \
	src/sets/number_set.c \
	src/sets/parse_calls.c \
	src/sets/words.c
