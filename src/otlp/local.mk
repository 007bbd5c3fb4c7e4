# Without libcurl, libprotobuf-c and protoc-c the consumer refuses its option.
libscry_a_SOURCES += src/otlp/consumer.c
otlp_sources = \
	src/otlp/batch.c \
	src/otlp/batch.h \
	src/otlp/call_spans.c \
	src/otlp/call_spans.h \
	src/otlp/context.c \
	src/otlp/context.h \
	src/otlp/message.c \
	src/otlp/message.h \
	src/otlp/metrics.c \
	src/otlp/metrics.h \
	src/otlp/process.c \
	src/otlp/process.h \
	src/otlp/resource.c \
	src/otlp/resource.h \
	src/otlp/send.c \
	src/otlp/send.h
EXTRA_DIST += src/otlp/otlp.proto
if HAVE_OTLP
libscry_a_SOURCES += $(otlp_sources)
nodist_libscry_a_SOURCES += src/otlp/otlp.pb-c.c src/otlp/otlp.pb-c.h
BUILT_SOURCES += src/otlp/otlp.pb-c.h
CLEANFILES += src/otlp/otlp.pb-c.c src/otlp/otlp.pb-c.h
src/otlp/otlp.pb-c.c: src/otlp/otlp.pb-c.h
src/otlp/otlp.pb-c.h: $(srcdir)/src/otlp/otlp.proto
	$(AM_V_GEN)$(MKDIR_P) src/otlp && $(PROTOC_C) --proto_path=$(srcdir)/src/otlp --c_out=src/otlp otlp.proto
else
EXTRA_DIST += $(otlp_sources)
endif
