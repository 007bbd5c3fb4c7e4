libscry_a_SOURCES += \
	src/uring/consumer.c \
	src/uring/forms.c \
	src/uring/traits.c
