libscry_a_SOURCES += \
	src/target/confinement.c \
	src/target/container.c \
	src/target/container.h \
	src/target/place.c \
	src/target/process.c \
	src/target/process.h \
	src/target/search.c \
	src/target/sockets.c \
	src/target/sockets.h
