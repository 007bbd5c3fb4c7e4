libscry_a_SOURCES += \
	src/diff/consumer.c \
	src/diff/align.c \
	src/diff/match.c \
	src/diff/match.h \
	src/diff/meaning.c \
	src/diff/meaning.h \
	src/diff/print.c \
	src/diff/sink.c \
	src/diff/trace.c \
	src/diff/trace.h
