libscry_a_SOURCES += \
	src/uring/find.c \
	src/uring/forms.c \
	src/uring/rings.c \
	src/uring/rings.h \
	src/uring/traits.c
