libscry_a_SOURCES += \
	src/fetch/answers.c \
	src/fetch/detail.c \
	src/fetch/detail.h
