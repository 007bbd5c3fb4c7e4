libscry_a_SOURCES += \
	include/scry/abi.h \
	include/scry/arch.h \
	include/scry/call.h \
	include/scry/capture.h \
	include/scry/cli.h \
	include/scry/decode.h \
	include/scry/engine.h \
	include/scry/event.h \
	include/scry/export.h \
	include/scry/fd.h \
	include/scry/fetch.h \
	include/scry/filter.h \
	include/scry/list.h \
	include/scry/machine.h \
	include/scry/output.h \
	include/scry/policy.h \
	include/scry/plan.h \
	include/scry/seccomp.h \
	include/scry/sink.h \
	include/scry/sinks.h \
	include/scry/summary.h \
	include/scry/stack.h \
	include/scry/syscalls.h \
	include/scry/tracee.h \
	include/scry/type.h \
	include/scry/util.h \
	include/scry/verdict.h
