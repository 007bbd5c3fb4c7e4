libscry_a_SOURCES += \
	src/util/alloc.c \
	src/util/buf.c \
	src/util/bytes.c \
	src/util/csv.c \
	src/util/index.c \
	src/util/json.c \
	src/util/library.c \
	src/util/message.c \
	src/util/suggestions.c \
	src/util/paths.c \
	src/util/util.c
