libscry_a_SOURCES += \
	src/session/calls.c \
	src/session/claims.c \
	src/session/comparison.c \
	src/session/consumers.c \
	src/session/gather.c \
	src/session/hand_over.c \
	src/session/loop.c \
	src/session/notify.c \
	src/session/narrow.c \
	src/session/places.c \
	src/session/plans.c \
	src/session/reading.c \
	src/session/reload.c \
	src/session/request_shown.c \
	src/session/requests.c \
	src/session/requests.h \
	src/session/rings.c \
	src/session/rings_consumer.c \
	src/session/sample.c \
	src/session/select.c \
	src/session/session.h \
	src/session/setup.c \
	src/session/stacks.c \
	src/session/subjects.c \
	src/session/tamper.c \
	src/session/targets.c \
	src/session/tracees.c
