libscry_a_SOURCES += \
	src/output/output.c
