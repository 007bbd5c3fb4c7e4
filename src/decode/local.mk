libscry_a_SOURCES += \
	src/decode/arguments.c \
	src/decode/arguments.h \
	src/decode/arrays.c \
	src/decode/cache.c \
	src/decode/cache.h \
	src/decode/condition.c \
	src/decode/decode.c \
	src/decode/emit.c \
	src/decode/emit.h \
	src/decode/layout.c \
	src/decode/layout.h \
	src/decode/memo.c \
	src/decode/memo.h \
	src/decode/memory.c \
	src/decode/memory.h \
	src/decode/records.c \
	src/decode/registers.c \
	src/decode/scalar.c \
	src/decode/scalar.h \
	src/decode/scope.c \
	src/decode/scope.h \
	src/decode/sides.c \
	src/decode/sides.h \
	src/decode/siginfo.c \
	src/decode/strings.c \
	src/decode/struct_size.c \
	src/decode/structs.c
