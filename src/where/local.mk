libscry_a_SOURCES += \
	src/where/check.c \
	src/where/collect.c \
	src/where/compile.c \
	src/where/facts_consumer.c \
	src/where/fields.c \
	src/where/help.c \
	src/where/lex.c \
	src/where/links.c \
	src/where/literal.c \
	src/where/meaning.c \
	src/where/sieve_memory.c \
	src/where/parse.c \
	src/where/parse.h \
	src/where/path_targets.c \
	src/where/places.c \
	src/where/sieve_registers.c \
	src/where/shorthand.c \
	src/where/sieve.c \
	src/where/test.c \
	src/where/text.c \
	src/where/tree.c \
	src/where/where.c \
	src/where/where.h
