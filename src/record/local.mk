libscry_a_SOURCES += \
	src/record/consumer.c \
	src/record/checksum.c \
	src/record/checksum.h \
	src/record/encode.c \
	src/record/encode.h \
	src/record/held.c \
	src/record/held.h \
	src/record/format.h \
	src/record/info.c \
	src/record/pack.c \
	src/record/pack.h \
	src/record/parse.c \
	src/record/parse.h \
	src/record/reader.c \
	src/record/reader.h \
	src/record/trigger.c \
	src/record/writer.c \
	src/record/writer.h
