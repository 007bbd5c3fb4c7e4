libscry_a_SOURCES += \
	src/cli/apply.h \
	src/cli/color.c \
	src/cli/command.c \
	src/cli/effect.c \
	src/cli/file.c \
	src/cli/filtering.c \
	src/cli/engine.c \
	src/cli/finish.c \
	src/cli/format.c \
	src/cli/guesses.c \
	src/cli/help.c \
	src/cli/list.c \
	src/cli/options.c \
	src/cli/outputs.c \
	src/cli/parse.c \
	src/cli/recording.c \
	src/cli/stacks.c \
	src/cli/startup.c \
	src/cli/state.h \
	src/cli/statistics.c \
	src/cli/targets.c \
	src/cli/timestamps.c \
	src/cli/tips.c \
	src/cli/value.c \
	src/cli/where.c \
	src/cli/words.c \
	src/cli/words.h \
	src/cli/writable.c
dist_man_MANS += man/scry.1
