libscry_a_SOURCES += \
	src/policy/consumer.c \
	src/policy/compile.c \
	src/policy/libseccomp.c \
	src/policy/oci.c \
	src/policy/policy.c \
	src/policy/profile.c \
	src/policy/profile.h \
	src/policy/read_oci.c \
	src/policy/systemd.c \
	src/policy/text.c \
	src/policy/trial.c \
	src/policy/trial.h
