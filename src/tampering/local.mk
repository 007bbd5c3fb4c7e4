libscry_a_SOURCES += \
	src/tampering/injection.c
