libscry_a_SOURCES += \
	src/sink/draft.c \
	src/sink/draft.h \
	src/sink/json.c \
	src/sink/json.h \
	src/sink/json_event.c \
	src/sink/json_call.c \
	src/sink/json_detail.c \
	src/sink/json_named.c \
	src/sink/json_stack.c \
	src/sink/json_string.c \
	src/sink/json_value.c \
	src/sink/names.c \
	src/sink/names.h \
	src/sink/text.c \
	src/sink/text.h \
	src/sink/text_call.c \
	src/sink/text_constant.c \
	src/sink/text_detail.c \
	src/sink/text_data.c \
	src/sink/text_event.c \
	src/sink/text_line.c \
	src/sink/text_named.c \
	src/sink/text_set.c \
	src/sink/text_stack.c \
	src/sink/text_string.c \
	src/sink/text_time.c \
	src/sink/text_value.c
